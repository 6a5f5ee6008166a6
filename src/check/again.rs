//! Checks a library again and again while its author changes it: what stands in files that are as they were is neither parsed
//! nor looked at anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use super::{Checked, Look, checked, checks, read, run};
use crate::beside;
use crate::diagnostic::Diagnostic;
use crate::library::{Book, Loaded, Parses};
use crate::logic::limits::Meter;

/// The memory of whoever checks again.
#[derive(Debug, Default)]
pub struct Again {
    /// The files as they were parsed, for [`load_with`](crate::library::load_with).
    pub parses: Arc<Parses>,
    last: Option<Round>,
}

/// What was found when a library was checked.
#[derive(Debug)]
struct Round {
    /// Its files, each with its text, in the order of their ids.
    files: Vec<(String, Arc<str>)>,
    /// What other books can see of each book.
    outlines: Vec<(String, String)>,
    /// Of each look what it found, and at which book it looked; none where it looked at all of them.
    found: Vec<(Option<usize>, Vec<Diagnostic>)>,
}

impl Again {
    /// The same as [`check`](super::check) gives.
    pub fn check(&mut self, loaded: Loaded, meter: &Meter) -> Checked {
        let Checked { library, logic, diagnostics } = read(loaded, meter);
        let piece = meter.begin(u64::MAX, "the checks of the library".to_owned(), None);
        let files: Vec<_> = library.sources.files().map(|file| (file.path.clone(), Arc::clone(&file.text))).collect();
        let outlines: Vec<_> = library.books.iter().map(|book| (book.id.clone(), outline(book))).collect();
        let looks = checks(&library, &logic, meter);
        let last = self.last.take();
        let known = last.as_ref().map(|last| last.known(&files, &outlines, &looks)).unwrap_or_default();
        let anew: Vec<usize> = (0..looks.len()).filter(|at| !known.contains(at)).collect();
        let mut anew = beside::each(&anew, beside::cores(), |at| run(&looks[*at])).into_iter();
        let mut before = last.map(|last| last.found).unwrap_or_default();
        let found: Vec<(Option<usize>, Vec<Diagnostic>)> = (looks.iter().enumerate())
            .map(|(at, look)| {
                let found = if known.contains(&at) {
                    std::mem::take(&mut before[at].1)
                } else {
                    anew.next().unwrap_or_default()
                };
                (look.book, found)
            })
            .collect();
        drop(looks);
        let all = diagnostics.into_iter().chain(found.iter().flat_map(|(_, found)| found.iter().cloned())).collect();
        // Where a ceiling was passed, not everything was looked for.
        self.last = meter.over().is_none().then_some(Round { files, outlines, found });
        drop(piece);
        checked(library, logic, all)
    }
}

impl Round {
    /// The looks that would find what they found then: at a book whose files are as they were, beside books of which it sees the
    /// same.
    fn known(
        &self,
        files: &[(String, Arc<str>)],
        outlines: &[(String, String)],
        looks: &[Look<'_>],
    ) -> BTreeSet<usize> {
        let same_looks = looks.iter().map(|look| look.book).eq(self.found.iter().map(|(book, _)| *book));
        let same_files = files.iter().map(|(path, _)| path).eq(self.files.iter().map(|(path, _)| path));
        if !same_looks || !same_files || outlines != self.outlines {
            return BTreeSet::new();
        }
        let mut changed = BTreeSet::new();
        for ((path, _), _) in files.iter().zip(&self.files).filter(|(now, then)| now.1 != then.1) {
            let mut parts = path.split('/').skip(1);
            match (parts.next(), parts.next()) {
                // What a book says of its numbers decides what references to it lead to.
                (Some(book), Some(file)) if file != "book.yaml" => drop(changed.insert(book)),
                // What all books share.
                _ => return BTreeSet::new(),
            }
        }
        let is_as_it_was = |book: usize| outlines.get(book).is_some_and(|(id, _)| !changed.contains(id.as_str()));
        (0..looks.len()).filter(|at| looks[*at].book.is_some_and(is_as_it_was)).collect()
    }
}

/// What other books can see of a book: all that a reference to it can lead to.
fn outline(book: &Book) -> String {
    let mut text = String::new();
    for chapter in &book.chapters {
        let _ = writeln!(text, "{:?} {:?}", chapter.id, chapter.number);
        for section in &chapter.sections {
            let aliases: Vec<&str> = section.aliases.iter().map(|(alias, _)| alias.as_str()).collect();
            let labels = section.text.iter().flat_map(|text| text.document.letters());
            let labels: Vec<String> = labels.map(|(label, _)| label.to_string()).collect();
            let _ = writeln!(text, "  {:?} {:?} {aliases:?} {labels:?}", section.id, section.number());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn what_was_found_is_kept_for_the_books_that_are_as_they_were() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/raid");
        let load = || crate::library::load(&root).expect("a library");
        let mut again = Again::default();
        again.check(load(), &Meter::default());
        let last = again.last.take().expect("what was found");
        let Checked { library, logic, .. } = read(load(), &Meter::default());
        let meter = Meter::default();
        let looks = checks(&library, &logic, &meter);
        let of_books: BTreeSet<usize> = (0..looks.len()).filter(|at| looks[*at].book.is_some()).collect();
        assert!(!of_books.is_empty());
        assert_eq!(last.known(&last.files, &last.outlines, &looks), of_books);
        let mut files = last.files.clone();
        for (_, text) in &mut files {
            *text = Arc::from("changed");
        }
        assert!(last.known(&files, &last.outlines, &looks).is_empty());
    }
}
