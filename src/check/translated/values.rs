//! A translation writes from logic the values that the reference text writes from it.

use std::collections::BTreeSet;

use super::Pair;
use crate::diagnostic::{Diagnostic, codes};
use crate::library::markup::expression;
use crate::library::{Library, Prose};

pub(super) fn check(_: &Library, pair: &Pair, diagnostics: &mut Vec<Diagnostic>) {
    let (Some(reference), Some(translated)) = (pair.reference.prose(), pair.translated.prose()) else { return };
    let (wanted, found) = (expressions(reference), expressions(translated));
    let lost: Vec<_> = wanted.difference(&found).map(|value| format!("{{{value}}}")).collect();
    let lost = lost.join(", ");
    let mut other = false;
    for (value, range) in translated.document.values() {
        if wanted.contains(expression(value).0) {
            continue;
        }
        other = true;
        let message = format!("the reference text has no value `{{{}}}`", expression(value).0);
        let help = if lost.is_empty() { "remove it".to_owned() } else { format!("it has {lost}") };
        let place = translated.place_of(range);
        diagnostics.push(pair.finding(&codes::VALUE_MISMATCH, place, message).help(help));
    }
    if !other && !lost.is_empty() {
        let message = format!("the reference text writes {lost} from logic, the translation does not");
        let help = format!("write {lost} in the translation too");
        diagnostics.push(pair.finding(&codes::VALUE_MISMATCH, translated.place, message).help(help));
    }
}

/// Whether both texts write the same values.
pub(super) fn agree(reference: &Prose, translated: &Prose) -> bool {
    expressions(reference) == expressions(translated)
}

fn expressions(text: &Prose) -> BTreeSet<&str> {
    text.document.values().into_iter().map(|(value, _)| expression(value).0).collect()
}
