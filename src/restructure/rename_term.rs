//! A term gets another name in one language, in the glossary and in every text that names it.

use std::collections::BTreeMap;

use super::entries::{add_to_list, set};
use super::moved::Moved;
use super::pending::Pending;
use super::{Change, Refusal};
use crate::diagnostic::FileId;
use crate::library::{Book, Line, Term, yaml};
use crate::termbase::{Occurrence, occurrences};
use crate::translate::{FileEdit, Written};

/// A term that is to be called otherwise.
#[derive(Debug)]
pub struct RenameTerm {
    /// In this language.
    pub language: String,
    /// Its id.
    pub term: String,
    /// Its name from now on.
    pub name: String,
    /// Forms of the old name, each with that of the new one.
    pub forms: Vec<(String, String)>,
}

impl Change for RenameTerm {
    fn apply(&self, pending: &mut Pending, book: &Book) -> Result<Moved, Refusal> {
        let library = pending.before();
        let term = book.terms_in(&self.language).iter().find(|term| term.id == self.term);
        let (term, old) = term.and_then(|term| Some((term, term.name.as_ref()?))).ok_or_else(|| {
            let message = format!("the glossary of `{}` has no name of `{}` in {}", book.id, self.term, self.language);
            Refusal::asked(message, "name a term by its id: `rulestone terms` lists them; one of all books stands in terms.yaml of its language")
        })?;
        if old.value == self.name {
            return Err(Refusal::asked(format!("`{}` is called so already", self.term), "write its new name"));
        }
        let shared = library.shared_terms_in(&self.language);
        let others = book.terms_in(&self.language).iter().chain(shared).filter(|other| other.id != self.term);
        let others: Vec<&Term> = others.collect();
        let any_name = |is: &dyn Fn(&Line) -> bool| {
            others.iter().find(|other| other.name.iter().chain(&other.forms).any(is)).copied()
        };
        if let Some(other) = any_name(&|line| line.value.to_lowercase() == self.name.to_lowercase()) {
            let message = format!("`{}` is what `{}` is called in {}", self.name, other.id, self.language);
            return Err(Refusal::asked(message, "choose another name: one name means one thing"));
        }
        let mut edits: BTreeMap<FileId, FileEdit> = BTreeMap::new();
        let mut moved = Moved::default();
        let names = self.names(&old.value);
        for Occurrence { place, words } in occurrences(&library, book, &self.language, &self.term) {
            let exact = library.sources.slice(place) == words;
            match renamed(&names, &words).filter(|_| exact) {
                Some(new) => edits.entry(place.file).or_default().replace(place.start, place.end, new),
                None => {
                    let at = library.sources.told(place).unwrap_or_default();
                    moved.notes.push(format!(
                        "{at}: `{words}` is to be written by hand, or say what becomes of it: --form \"{words}=…\""
                    ));
                }
            }
        }
        let Some(file) = Written::read(&library, term.place.file) else {
            return Err(Refusal::Unsafe(library.sources.file(term.place.file).path.clone().into()));
        };
        let text = library.sources.file(file.file).text.clone();
        if let Some((_, entry)) = file.items("terms").find(|(id, _)| *id == self.term) {
            let edit = edits.entry(file.file).or_default();
            set(edit, &text, entry.node, "name", &yaml::quoted(&self.name), "id");
            for form in &term.forms {
                match renamed(&names, &form.value) {
                    Some(new) => replace_line(edit, form, &new),
                    None => moved.notes.push(format!(
                        "`{}` stays among the forms of `{}`: look whether it still is one",
                        form.value, self.term
                    )),
                }
            }
            // What is still called so is told, and players still find it by the old name.
            let holds_it = |line: &Line| line.value.to_lowercase().contains(&old.value.to_lowercase());
            let longer = any_name(&holds_it);
            if let Some(longer) = longer {
                let name = longer.name.as_ref().map_or(longer.id.as_str(), |name| &name.value);
                moved
                    .notes
                    .push(format!("`{name}` is a name with the old one in it: look whether it is to be renamed, too"));
            } else if !self.name.to_lowercase().contains(&old.value.to_lowercase()) {
                add_to_list(edit, &text, entry.node, "forbidden", &[yaml::quoted(&old.value)], "name");
            }
        }
        pending.edit(edits)?;
        Ok(moved)
    }
}

impl RenameTerm {
    /// What each form of the old name becomes, in small letters.
    fn names(&self, old: &str) -> BTreeMap<String, String> {
        let mut names = BTreeMap::from([(old.to_lowercase(), self.name.clone())]);
        if self.language.starts_with("en") {
            names.insert(plural(old).to_lowercase(), plural(&self.name));
        }
        names.extend(self.forms.iter().map(|(old, new)| (old.to_lowercase(), new.clone())));
        names
    }
}

fn replace_line(edit: &mut FileEdit, line: &Line, new: &str) {
    edit.replace(line.place.start, line.place.end, yaml::quoted(new));
}

/// The new name in the form of some words, beginning with a capital where they do.
fn renamed(names: &BTreeMap<String, String>, words: &str) -> Option<String> {
    let plain = words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let new = names.get(&plain)?;
    let first = words.chars().next()?;
    let mut rest = new.chars();
    let begin = rest.next()?;
    // A name of several capitals is one of its own, as SP is.
    let begin: String = if first.is_uppercase() {
        begin.to_uppercase().collect()
    } else if rest.clone().any(char::is_uppercase) {
        begin.to_string()
    } else {
        begin.to_lowercase().collect()
    };
    Some(begin + rest.as_str())
}

/// The regular plural of an English name.
fn plural(name: &str) -> String {
    let lower = name.to_lowercase();
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| lower.ends_with(end));
    let before_y = lower.strip_suffix('y').and_then(|stem| stem.chars().next_back());
    if hisses {
        format!("{name}es")
    } else if before_y.is_some_and(|before| !"aeiou".contains(before)) {
        format!("{}ies", &name[..name.len() - 1])
    } else {
        format!("{name}s")
    }
}

#[cfg(test)]
mod tests {
    use super::{BTreeMap, plural, renamed};

    #[test]
    fn a_name_keeps_the_form_of_the_words_it_stands_for() {
        let names =
            BTreeMap::from([("fleet".to_owned(), "squadron".to_owned()), ("fleets".to_owned(), plural("squadron"))]);
        for (words, new) in [("fleet", Some("squadron")), ("Fleets", Some("Squadrons")), ("fleet's", None)] {
            assert_eq!(renamed(&names, words).as_deref(), new, "{words}");
        }
        for (name, many) in [("Army", "Armies"), ("day", "days"), ("pass", "passes"), ("march", "marches")] {
            assert_eq!(plural(name), many);
        }
    }
}
