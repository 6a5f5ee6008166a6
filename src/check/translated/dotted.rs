//! A number with points in it, mostly that of a rule, stands in a translation only if the reference text names it too.

use std::collections::BTreeSet;

use super::Pair;
use super::quantities::dotted;
use crate::diagnostic::{Diagnostic, codes};
use crate::library::markup::InlineKind;
use crate::library::references::{Target, resolve};
use crate::library::text::Text;
use crate::library::{Book, Library, Prose};

pub(super) fn check(library: &Library, pair: &Pair, diagnostics: &mut Vec<Diagnostic>) {
    // The glossary of a language says where its document names a thing otherwise.
    if pair.section.is_none() {
        return;
    }
    let known = match pair.reference {
        Text::Line(line) => dotted(&line.value).into_iter().map(|(number, _)| number).collect(),
        Text::Prose(prose) => named(library, pair.book, prose),
    };
    let mut report = |number: &str, place| {
        let message = format!("the reference text does not name {number} here");
        let help = match known.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => "remove it".to_owned(),
            [one] => format!("it names {one}"),
            [.., _] => format!("it names {}", known.iter().map(String::as_str).collect::<Vec<_>>().join(", ")),
        };
        diagnostics.push(pair.finding(&codes::NUMBER_MISMATCH, place, message).help(help));
    };
    match pair.translated {
        Text::Line(line) => {
            for (number, at) in dotted(&line.value).into_iter().filter(|(number, _)| !known.contains(number)) {
                report(&number, line.place_of(at));
            }
        }
        Text::Prose(prose) => {
            for run in prose.document.runs() {
                for (number, at) in dotted(&run.text).into_iter().filter(|(number, _)| !known.contains(number)) {
                    report(&number, prose.place_of(run.range(at)));
                }
            }
        }
    }
}

/// Every such number that a text names: in its words, in what it quotes, and as a reference.
fn named(library: &Library, book: &Book, prose: &Prose) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for run in prose.document.runs() {
        known.extend(dotted(&run.text).into_iter().map(|(number, _)| number));
    }
    prose.document.visit(&mut |inline| {
        if let InlineKind::Code(words) = &inline.kind {
            known.extend(dotted(words).into_iter().map(|(number, _)| number));
        }
    });
    for (reference, _) in prose.document.references() {
        known.insert(reference.target.clone());
        known.extend(reference.words.iter().flat_map(|words| dotted(words)).map(|(number, _)| number));
        if let Ok(Target::Section { section, .. }) = resolve(library, book, reference) {
            known.extend(section.number().map(str::to_owned));
        }
    }
    known
}
