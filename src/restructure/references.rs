//! References are written so that they mean what they meant before a change.

use std::collections::{BTreeMap, HashMap};

use super::moved::Moved;
use crate::diagnostic::{FileId, Place};
use crate::library::markup::{Reference, StatementLabel};
use crate::library::references::{Target, resolve};
use crate::library::yaml::{self, Node};
use crate::library::{Book, Library, texts};
use crate::logic::syntax::parse;
use crate::translate::{FileEdit, Written};

/// What is written otherwise.
pub(super) struct Rewritten {
    pub(super) edits: BTreeMap<FileId, FileEdit>,
    pub(super) count: usize,
    /// What has to be written by hand.
    pub(super) notes: Vec<String>,
}

/// What a reference means: a chapter, or a section and perhaps a statement of it.
#[derive(Debug, PartialEq, Eq)]
enum Meaning {
    Chapter(String),
    Section(String, Option<StatementLabel>),
}

/// Writes every reference to the book anew that would mean another thing in `after` than it meant in `before`.
pub(super) fn rewrite(before: &Library, after: &Library, book: &str, moved: &Moved) -> Rewritten {
    let mut rewriter = Rewriter {
        before,
        after,
        book,
        moved,
        done: Rewritten { edits: BTreeMap::new(), count: 0, notes: Vec::new() },
    };
    for own in &after.books {
        let Some(old) = before.book(&own.id) else { continue };
        rewriter.in_texts(old, own);
        rewriter.in_logic(old, own);
        rewriter.in_amendments(own);
    }
    if let (Some(old), Some(own)) = (before.book(book), after.book(book)) {
        rewriter.in_rulings(old, own);
        rewriter.by_letter(old, own);
    }
    rewriter.done
}

struct Rewriter<'a> {
    before: &'a Library,
    after: &'a Library,
    /// The book that is changed.
    book: &'a str,
    moved: &'a Moved,
    done: Rewritten,
}

impl Rewriter<'_> {
    fn in_texts(&mut self, old: &Book, own: &Book) {
        for owned in texts::proses(own) {
            for (reference, range) in owned.text.document.references() {
                let Some(address) = self.anew(old, own, reference) else { continue };
                let place = owned.text.place_of(range.clone());
                let words = reference.words.as_ref().map_or_else(String::new, |words| {
                    format!("|{}", with_number(words, &reference.target, number_of(&address)))
                });
                let exact = self.after.sources.slice(place) == &owned.text.source[range];
                self.put(place, exact, format!("[[{address}{words}]]"));
            }
        }
    }

    /// What logic leaves to another document: `external base:9.6.4`.
    fn in_logic(&mut self, old: &Book, own: &Book) {
        let blocks = own.sections().filter_map(|(_, section)| section.logic.as_ref());
        let blocks = blocks.chain(own.assumptions.iter().filter_map(|set| set.logic.as_ref()));
        for logic in blocks.filter_map(Node::scalar).filter(|logic| logic.text.contains("external")) {
            for cite in parse(&logic.text).0.cites {
                let reference = Reference::new(&cite.text);
                if reference.book.is_some()
                    && let Some(address) = self.anew(old, own, &reference)
                {
                    let place = logic.place_of(cite.span.range());
                    let exact = self.after.sources.slice(place) == cite.text;
                    self.put(place, exact, address);
                }
            }
        }
    }

    /// What sections of other books say that they change here.
    fn in_amendments(&mut self, own: &Book) {
        let amends = |(_, section): &(_, &crate::library::Section)| {
            section.amends.iter().any(|amendment| amendment.book == self.book)
        };
        if own.id == self.book || !own.sections().any(|found| amends(&found)) {
            return;
        }
        let Some((old, new)) = self.before.book(self.book).zip(self.after.book(self.book)) else { return };
        for chapter in &own.chapters {
            let Some(file) = Written::read(self.after, chapter.file) else { continue };
            for (_, entry) in file.items("sections") {
                for amendment in entry.node.get("amends").map_or(&[][..], Node::items) {
                    let is_here = amendment.get("book").and_then(Node::text) == Some(self.book);
                    let Some(number) = amendment.get("number").filter(|_| is_here) else { continue };
                    let written = number.text().unwrap_or_default();
                    let [(_, section)] = &old.with_number(written)[..] else { continue };
                    let (now, _) = self.moved.now(&section.id, None);
                    let is_same = matches!(&new.with_number(written)[..], [(_, section)] if section.id == now);
                    if let Some(number_now) =
                        new.section(&now).and_then(|(_, section)| section.number()).filter(|_| !is_same)
                    {
                        self.put(number.place, true, yaml::quoted(number_now));
                    }
                }
            }
        }
    }

    /// What rulings are on.
    fn in_rulings(&mut self, old: &Book, own: &Book) {
        for (on, place) in own.rulings.iter().flat_map(|ruling| &ruling.on) {
            let Some((section, letter)) = old.ruled(on) else { continue };
            let meant = self.moved.now(&section.id, letter);
            let now = own.ruled(on).map(|(section, letter)| (section.id.clone(), letter));
            if now.as_ref() == Some(&meant) {
                continue;
            }
            let by_id = on.split('.').next() == Some(&section.id);
            let number = own.section(&meant.0).and_then(|(_, section)| section.number()).filter(|_| !by_id);
            let letter = meant.1.map_or_else(String::new, |letter| format!(".{letter}"));
            let written = format!("{}{letter}", number.unwrap_or(&meant.0));
            let quoted = self.after.sources.slice(*place).starts_with(['"', '\'']) || number.is_some();
            self.put(*place, true, if quoted { yaml::quoted(&written) } else { written });
        }
    }

    /// The letters of their own sections that notes, examples and options name.
    fn by_letter(&mut self, old: &Book, own: &Book) {
        // The section each stood in, that in which it stands, the letter and where it is written.
        let mut named: Vec<(&str, &str, &(String, Place))> = Vec::new();
        for (_, section) in own.sections() {
            let notes = section.notes.iter().map(|note| (format!("notes.{}", note.id), &note.of));
            let examples = section.examples.iter().map(|example| (format!("examples.{}", example.id), &example.of));
            for (key, of) in notes.chain(examples) {
                let origin = self.moved.origin(&section.id, &key);
                named.extend(of.iter().map(|of| (origin, section.id.as_str(), of)));
            }
        }
        let stood: HashMap<&str, &(String, Place)> =
            old.options.iter().filter_map(|option| Some((option.id.as_str(), option.section.as_ref()?))).collect();
        for option in &own.options {
            let before = stood.get(option.id.as_str());
            if let Some(((origin, _), (section, _))) = before.zip(option.section.as_ref()) {
                named.extend(option.of.iter().map(|of| (origin.as_str(), section.as_str(), of)));
            }
        }
        for (origin, section, (written, place)) in named {
            let Some(letter) = StatementLabel::parse(written) else { continue };
            let Some((to, now)) = self.moved.statements.get(&(origin.to_owned(), letter)) else { continue };
            if to == section && *now != letter {
                let quoted = self.after.sources.slice(*place).starts_with(['"', '\'']);
                let written = now.address().to_owned();
                self.put(*place, true, if quoted { yaml::quoted(&written) } else { written });
            }
        }
    }

    /// The address that a reference needs to mean what it meant; nothing where it does.
    fn anew(&self, old: &Book, own: &Book, reference: &Reference) -> Option<String> {
        let meant = match resolve(self.before, old, reference).ok()? {
            Target::Section { book, section, letter, .. } if book.id == self.book => {
                let (section, letter) = self.moved.now(&section.id, letter);
                Meaning::Section(section, letter)
            }
            Target::Chapter { book, chapter } if book.id == self.book => Meaning::Chapter(chapter.id.clone()),
            _ => return None,
        };
        if self.meaning(own, reference).as_ref() == Some(&meant) {
            return None;
        }
        let target = self.after.book(self.book)?;
        let (named, number, letter) = match &meant {
            Meaning::Chapter(id) => {
                let chapter = target.chapters.iter().find(|chapter| chapter.id == *id)?;
                (id.as_str(), chapter.number.as_deref(), None)
            }
            Meaning::Section(id, letter) => (id.as_str(), target.section(id)?.1.number(), *letter),
        };
        let by_id = old_id(self.before, self.book, &reference.target);
        let letter = letter.map_or_else(String::new, |letter| format!(".{letter}"));
        let candidates = number.filter(|_| !by_id).into_iter().chain([named]);
        let mut written = candidates.map(|name| reference.address_of(&format!("{name}{letter}")));
        written.find(|written| self.meaning(own, &Reference::new(written)).as_ref() == Some(&meant))
    }

    fn meaning(&self, own: &Book, reference: &Reference) -> Option<Meaning> {
        match resolve(self.after, own, reference).ok()? {
            Target::Section { book, section, letter, .. } if book.id == self.book => {
                Some(Meaning::Section(section.id.clone(), letter))
            }
            Target::Chapter { book, chapter } if book.id == self.book => Some(Meaning::Chapter(chapter.id.clone())),
            _ => None,
        }
    }

    fn put(&mut self, place: Place, exact: bool, text: String) {
        if exact {
            self.done.edits.entry(place.file).or_default().replace(place.start, place.end, text);
            self.done.count += 1;
        } else if let Some(at) = self.after.sources.told(place) {
            self.done
                .notes
                .push(format!("{at}: write {text} there: the text is laid out so that it cannot be changed in place"));
        }
    }
}

/// Whether a reference names a section or chapter by its id.
fn old_id(before: &Library, book: &str, target: &str) -> bool {
    before
        .book(book)
        .is_some_and(|book| book.section(target).is_some() || book.chapters.iter().any(|chapter| chapter.id == target))
}

/// The number of an address, without book and letter.
fn number_of(address: &str) -> &str {
    address.rsplit(':').next().unwrap_or(address)
}

/// The words of a reference that name its number, with the new one.
fn with_number(words: &str, old: &str, new: &str) -> String {
    let new = Reference::new(new).target;
    let is_part = |char: char| char.is_alphanumeric();
    let found = words.match_indices(old).find(|(at, _)| {
        let before = words[..*at].chars().next_back();
        let mut behind = words[at + old.len()..].chars();
        let next = behind.next();
        let goes_on = next == Some('.') && behind.next().is_some_and(is_part);
        !(before.is_some_and(|char| is_part(char) || char == '.') || next.is_some_and(is_part) || goes_on)
    });
    let is_number = |text: &str| text.starts_with(|char: char| char.is_ascii_digit());
    match found.filter(|_| is_number(old) && is_number(&new)) {
        Some((at, _)) => format!("{}{new}{}", &words[..at], &words[at + old.len()..]),
        None => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::with_number;

    #[test]
    fn words_that_name_the_number_name_the_new_one() {
        for (words, new) in [
            ("16.4 Going Home", "16.5 Going Home"),
            ("разделе 16.4", "разделе 16.5"),
            ("116.4", "116.4"),
            ("16.4.1", "16.4.1"),
            ("going home (16.4).", "going home (16.5)."),
            ("the rule", "the rule"),
        ] {
            assert_eq!(with_number(words, "16.4", "16.5.b"), new, "{words}");
        }
        assert_eq!(with_number("16.4", "16.4", "going-home"), "16.4");
    }
}
