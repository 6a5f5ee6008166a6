//! One name has one translation in a book, and two names that stand side by side have two.

use std::collections::{BTreeMap, BTreeSet};

use super::Pair;
use crate::analyzer::{Analyzer, TokenKind};
use crate::diagnostic::{Diagnostic, codes};
use crate::library::{Book, Line};

/// Labels of one translation that a further one is compared with.
const MOST_COMPARED: usize = 500;

/// A name of the reference language and its translation.
#[derive(Clone, Copy)]
struct Named<'a> {
    section: &'a str,
    reference: &'a Line,
    translated: &'a Line,
}

pub(super) fn check(pairs: &[Pair], diagnostics: &mut Vec<Diagnostic>) {
    let Some(book) = pairs.first().map(|pair| pair.book) else { return };
    let of = |wanted: &dyn Fn(&str) -> bool| -> Vec<Named> {
        pairs.iter().filter(|pair| wanted(&pair.key)).filter_map(named).collect()
    };
    let labels = of(&|key| key.starts_with("labels."));
    for labels in labels.chunk_by(|one, other| one.section == other.section) {
        same(book, labels, diagnostics);
    }
    inconsistent(book, &of(&|key| key == "title"), diagnostics);
    inconsistent(book, &of(&|key| key == "aid"), diagnostics);
    inconsistent(book, &labels, diagnostics);
}

fn named<'a>(pair: &Pair<'a>) -> Option<Named<'a>> {
    Some(Named { section: pair.section?, reference: pair.reference.line()?, translated: pair.translated.line()? })
}

/// One text that is translated in two ways.
fn inconsistent(book: &Book, names: &[Named], diagnostics: &mut Vec<Diagnostic>) {
    let mut first: BTreeMap<&str, Named> = BTreeMap::new();
    for name in names {
        let known = *first.entry(&name.reference.value).or_insert(*name);
        if known.translated.value == name.translated.value {
            continue;
        }
        let (reference, here, there) = (&name.reference.value, &name.translated.value, &known.translated.value);
        let message = format!("`{reference}` is `{here}` here and `{there}` elsewhere");
        diagnostics.push(
            Diagnostic::new(&codes::INCONSISTENT_TRANSLATION, name.translated.place, message)
                .related(known.translated.place, "translated otherwise")
                .help("translate it in one way, if both mean the same")
                .in_section(&book.id, name.section),
        );
    }
}

/// Labels of one section that read alike in the translation, each with the first that means something else.
fn same(book: &Book, labels: &[Named], diagnostics: &mut Vec<Diagnostic>) {
    let analyzer = Analyzer::default();
    let mut alike: BTreeMap<&str, Vec<(Named, BTreeSet<String>)>> = BTreeMap::new();
    for label in labels {
        let earlier = alike.entry(&label.translated.value).or_default();
        let words = words(&analyzer, &label.reference.value);
        if let Some((known, _)) = earlier.iter().find(|(_, known)| differ(&words, known)) {
            let (here, there) = (&label.reference.value, &known.reference.value);
            let message = format!("`{here}` and `{there}` are both `{}` here", label.translated.value);
            diagnostics.push(
                Diagnostic::new(&codes::SAME_TRANSLATION, label.translated.place, message)
                    .related(known.translated.place, format!("`{there}`"))
                    .help("tell them apart: traces and tables show both")
                    .in_section(&book.id, label.section),
            );
        }
        // What says the same as an earlier one adds nothing.
        if earlier.len() < MOST_COMPARED && earlier.iter().all(|(_, known)| *known != words) {
            earlier.push((*label, words));
        }
    }
}

/// The words of a name by their stems. Short words do not count: "a die" is "one die".
fn words(analyzer: &Analyzer, text: &str) -> BTreeSet<String> {
    let tokens = analyzer.cut(text).into_iter();
    tokens
        .filter(|token| token.kind == TokenKind::Word && token.form().chars().count() > 3)
        .map(|token| token.term)
        .collect()
}

/// Whether each has a word, in whatever form, that the other has not.
fn differ(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    !one.is_subset(other) && !other.is_subset(one)
}
