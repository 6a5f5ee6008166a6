//! A translation shows the pictures and symbols that the reference text shows.

use super::Pair;
use crate::diagnostic::{Diagnostic, codes};
use crate::library::Library;

pub(super) fn check(_: &Library, pair: &Pair, diagnostics: &mut Vec<Diagnostic>) {
    let (Some(reference), Some(translated)) = (pair.reference.prose(), pair.translated.prose()) else { return };
    let mut wanted: Vec<_> = reference.document.shown().into_iter().map(|(shown, _)| shown).collect();
    let mut other = Vec::new();
    for (shown, range) in translated.document.shown() {
        match wanted.iter().position(|wanted| *wanted == shown) {
            Some(at) => drop(wanted.remove(at)),
            None => other.push((shown, range)),
        }
    }
    let lost = wanted.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let is_single = other.is_empty();
    for (shown, range) in other {
        let message = format!("the reference text does not show {shown} here");
        let help = if lost.is_empty() { "remove it".to_owned() } else { format!("it shows {lost}") };
        diagnostics.push(pair.finding(&codes::REFERENCE_MISMATCH, translated.place_of(range), message).help(help));
    }
    if is_single && !lost.is_empty() {
        let message = format!("the reference text shows {lost}, the translation does not");
        let help = format!("show {lost} where the reference text does");
        diagnostics.push(pair.finding(&codes::REFERENCE_MISMATCH, translated.place, message).help(help));
    }
}
