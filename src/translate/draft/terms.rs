//! The skeleton of a glossary: the terms that have no entry in a language, with what the reference language and other books
//! say of them as comments.

use std::fmt::Write as _;

use super::{Draft, comment};
use crate::analyzer::Analyzer;
use crate::library::yaml::{self, Node};
use crate::library::{Book, Library, Term};
use crate::translate::accept::{column, end_of_key};
use crate::translate::edit::FileEdit;

/// Adds what the glossary of `book` lacks in `language`.
pub(super) fn draft(draft: &mut Draft, library: &Library, book: &Book, language: &str) {
    let path = format!("rules-{language}/{}/terms.yaml", book.id);
    let Some(file) = library.sources.find(&path) else {
        if book.unread.contains(language) {
            return;
        }
        let entries: Vec<String> = book.terms.iter().map(|term| entry(library, book, term, language, 2)).collect();
        if !entries.is_empty() {
            draft.terms += entries.len();
            let text = entries.concat();
            let head = "# yaml-language-server: $schema=../../schemas/terms.json\nterms:\n";
            draft.new_files.push((path, format!("{head}{}", text.trim_end().to_owned() + "\n")));
        }
        return;
    };
    let Some(root) = yaml::parse(file, &library.sources, &mut Vec::new()) else { return };
    if root.get("terms").is_none() {
        return;
    }
    let items = root.get("terms").map_or(&[][..], Node::items);
    let text = &library.sources.file(file).text;
    if root.get("terms").is_some_and(|list| text.get(list.place.start..).is_some_and(|rest| rest.starts_with('['))) {
        return;
    }
    let indent = items.first().map_or(4, |item| column(text, item.place.start)).saturating_sub(2);
    let there = |term: &&Term| items.iter().any(|item| item.get("id").and_then(Node::text) == Some(&term.id));
    let lacking: Vec<&Term> = book.terms.iter().filter(|term| !there(term)).collect();
    if !lacking.is_empty() {
        draft.terms += lacking.len();
        let entries: String = lacking.iter().map(|term| entry(library, book, term, language, indent)).collect();
        let mut edit = FileEdit::default();
        let until = end_of_key(text, &root, "terms");
        let end = text[..until].trim_end().len();
        edit.replace(end, until, format!("\n{}\n", entries.trim_end()));
        draft.edits.push((file, edit));
    }
}

fn entry(library: &Library, book: &Book, term: &Term, language: &str, indent: usize) -> String {
    let pad = " ".repeat(indent);
    let mut entry = format!("{pad}- id: {}\n", term.id);
    let names: Vec<&str> = term.name.iter().chain(&term.forms).map(|line| line.value.as_str()).collect();
    comment(&mut entry, &names.join(", "), indent + 2);
    if term.do_not_translate {
        comment(&mut entry, "stays as it is in every language", indent + 2);
    }
    for (whose, name) in elsewhere(library, book, term, language) {
        comment(&mut entry, &format!("{whose}: {name}"), indent + 2);
    }
    let _ = writeln!(entry, "{pad}  name:");
    if let Some(definition) = &term.definition {
        comment(&mut entry, definition.source.trim_end(), indent + 2);
        let _ = writeln!(entry, "{pad}  definition: |");
    }
    entry
}

/// What other books, and the terms that all share, call in `language` what has the same reference name.
fn elsewhere(library: &Library, book: &Book, term: &Term, language: &str) -> Vec<(String, String)> {
    let analyzer = Analyzer::default();
    let Some(name) = term.name.as_ref().map(|name| analyzer.key(&name.value)) else { return Vec::new() };
    let mut found: Vec<(String, String)> = Vec::new();
    let mut look = |whose: &str, reference: &[Term], translated: &[Term]| {
        for other in reference {
            if other.name.as_ref().is_none_or(|other| analyzer.key(&other.value) != name) {
                continue;
            }
            let translated = translated.iter().find(|translated| translated.id == other.id);
            if let Some(translated) = translated.and_then(|term| term.name.as_ref())
                && found.iter().all(|(_, known)| *known != translated.value)
            {
                found.push((whose.to_owned(), translated.value.clone()));
            }
        }
    };
    let shared = |language: &str| library.shared_terms.get(language).map_or(&[][..], Vec::as_slice);
    look("all books", shared(&book.reference), shared(language));
    for other in library.books.iter().filter(|other| other.id != book.id && other.reference == book.reference) {
        look(&other.id, &other.terms, other.terms_in(language));
    }
    found
}
