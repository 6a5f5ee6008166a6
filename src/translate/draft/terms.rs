//! The skeleton of a glossary: the terms that have no entry in a language, with what the reference language and other books
//! say of them as comments.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::{Draft, comment};
use crate::analyzer::Analyzer;
use crate::library::yaml::{self, Node};
use crate::library::{Book, Library, Line, Term};
use crate::translate::edit::FileEdit;
use crate::translate::recorded::{column, end_of_key};

/// So many other names of a term are told.
const MOST_ELSEWHERE: usize = 16;

/// Adds what the glossary of `book` lacks in `language`.
pub(super) fn draft(draft: &mut Draft, library: &Library, book: &Book, language: &str) {
    let path = format!("rules-{language}/{}/terms.yaml", book.id);
    let elsewhere = Elsewhere::of(library, book, language);
    let entry = |term: &Term, indent: usize| entry(&elsewhere, term, indent);
    let Some(file) = library.sources.find(&path) else {
        if book.unread.contains(language) {
            return;
        }
        let entries: Vec<String> = book.terms.iter().map(|term| entry(term, 2)).collect();
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
    let there: HashSet<&str> = items.iter().filter_map(|item| item.get("id").and_then(Node::text)).collect();
    let lacking: Vec<&Term> = book.terms.iter().filter(|term| !there.contains(term.id.as_str())).collect();
    if !lacking.is_empty() {
        draft.terms += lacking.len();
        let entries: String = lacking.iter().map(|term| entry(term, indent)).collect();
        let mut edit = FileEdit::default();
        let until = end_of_key(text, &root, "terms");
        let end = text[..until].trim_end().len();
        edit.replace(end, until, format!("\n{}\n", entries.trim_end()));
        draft.edits.push((file, edit));
    }
}

fn entry(elsewhere: &Elsewhere, term: &Term, indent: usize) -> String {
    let pad = " ".repeat(indent);
    let mut entry = format!("{pad}- id: {}\n", term.id);
    let names: Vec<&str> = term.name.iter().chain(&term.forms).map(|line| line.value.as_str()).collect();
    comment(&mut entry, &names.join(", "), indent + 2);
    if term.do_not_translate {
        comment(&mut entry, "stays as it is in every language", indent + 2);
    }
    for (whose, name) in elsewhere.of_term(term) {
        comment(&mut entry, &format!("{whose}: {name}"), indent + 2);
    }
    let _ = writeln!(entry, "{pad}  name:");
    if let Some(definition) = &term.definition {
        comment(&mut entry, definition.source.trim_end(), indent + 2);
        let _ = writeln!(entry, "{pad}  definition: |");
    }
    entry
}

/// What other books, and the terms that all share, call in a language what has the same reference name.
struct Elsewhere<'a> {
    analyzer: Analyzer,
    /// By the reference name: whose it is, and the name in the language; each name once.
    by_name: HashMap<String, Vec<(&'a str, &'a str)>>,
}

impl<'a> Elsewhere<'a> {
    fn of(library: &'a Library, book: &Book, language: &str) -> Self {
        let mut elsewhere = Self { analyzer: Analyzer::default(), by_name: HashMap::new() };
        elsewhere.add("all books", library.shared_terms_in(&book.reference), library.shared_terms_in(language));
        for other in library.books.iter().filter(|other| other.id != book.id && other.reference == book.reference) {
            elsewhere.add(&other.id, &other.terms, other.terms_in(language));
        }
        elsewhere
    }

    fn add(&mut self, whose: &'a str, reference: &'a [Term], translated: &'a [Term]) {
        // Of two terms with one id the first counts.
        let names: HashMap<&str, Option<&Line>> =
            translated.iter().rev().map(|term| (term.id.as_str(), term.name.as_ref())).collect();
        for term in reference {
            let Some(name) = &term.name else { continue };
            let Some(translated) = names.get(term.id.as_str()).copied().flatten() else { continue };
            let known = self.by_name.entry(self.analyzer.key(&name.value)).or_default();
            if known.len() < MOST_ELSEWHERE && known.iter().all(|(_, known)| *known != translated.value) {
                known.push((whose, &translated.value));
            }
        }
    }

    fn of_term(&self, term: &Term) -> &[(&'a str, &'a str)] {
        let name = term.name.as_ref().map(|name| self.analyzer.key(&name.value));
        name.and_then(|name| self.by_name.get(&name)).map_or(&[], Vec::as_slice)
    }
}
