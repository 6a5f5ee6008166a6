//! A translation stresses as many words as the reference text does.

use super::Pair;
use crate::diagnostic::{Diagnostic, codes};
use crate::library::markup::{Inline, InlineKind};
use crate::library::{Library, Prose};

pub(super) fn check(_: &Library, pair: &Pair, diagnostics: &mut Vec<Diagnostic>) {
    let (Some(reference), Some(translated)) = (pair.reference.prose(), pair.translated.prose()) else { return };
    for (kind, mark, is) in [
        ("strong", "**", (|inline| matches!(inline.kind, InlineKind::Strong(_))) as fn(&Inline) -> bool),
        ("struck out", "~~", |inline| matches!(inline.kind, InlineKind::Strike(_))),
    ] {
        let (wanted, found) = (places(reference, is), places(translated, is));
        if wanted.len() == found.len() {
            continue;
        }
        let message = format!("{} {kind} here, {} in the reference text", counted(found.len()), wanted.len());
        // The last one too many, or the whole.
        let place = if found.len() > wanted.len() { found.last().cloned() } else { None };
        let place = place.map_or(translated.place, |at| translated.place_of(at));
        let help = format!("set the same words between `{mark}` as the reference text does");
        diagnostics.push(pair.finding(&codes::EMPHASIS_MISMATCH, place, message).help(help));
    }
}

fn counted(count: usize) -> String {
    if count == 1 { "1 passage is".to_owned() } else { format!("{count} passages are") }
}

fn places(text: &Prose, is: fn(&Inline) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    text.document.visit(&mut |inline| {
        if is(inline) {
            found.push(inline.range.clone());
        }
    });
    found
}
