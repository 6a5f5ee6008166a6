//! One name has one translation in a book, and two names that stand side by side have two.

use std::collections::{BTreeMap, HashSet};

use super::Pair;
use crate::analyzer::{Analyzer, Kind};
use crate::diagnostic::{Diagnostic, codes};
use crate::library::{Book, Line};

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

/// Two labels of one section that read alike in the translation.
fn same(book: &Book, labels: &[Named], diagnostics: &mut Vec<Diagnostic>) {
    let analyzer = Analyzer::default();
    for (at, label) in labels.iter().enumerate() {
        let alike = |known: &&Named| known.translated.value == label.translated.value;
        for known in labels[..at].iter().filter(alike) {
            let (here, there) = (&label.reference.value, &known.reference.value);
            if !differ(&analyzer, here, there) {
                continue;
            }
            let message = format!("`{here}` and `{there}` are both `{}` here", label.translated.value);
            diagnostics.push(
                Diagnostic::new(&codes::SAME_TRANSLATION, label.translated.place, message)
                    .related(known.translated.place, format!("`{there}`"))
                    .help("tell them apart: traces and tables show both")
                    .in_section(&book.id, label.section),
            );
        }
    }
}

/// Whether each has a word, in whatever form, that the other has not. Short words do not count: "a die" is "one die".
fn differ(analyzer: &Analyzer, one: &str, other: &str) -> bool {
    let words = |text: &str| -> HashSet<String> {
        let tokens = analyzer.cut(text).into_iter();
        tokens
            .filter(|token| token.kind == Kind::Word && token.form().chars().count() > 3)
            .map(|token| token.term)
            .collect()
    };
    let (one, other) = (words(one), words(other));
    !one.is_subset(&other) && !other.is_subset(&one)
}
