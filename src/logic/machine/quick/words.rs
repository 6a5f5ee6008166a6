//! The locals of a run as words: values without parts, and words for where others are.
//!
//! While quick forms go on, what they put into locals stands here and nowhere else, and locals of the machine are looked at only
//! where a word says so. Before a general step, [`settle`] puts all of it where that finds it.

use std::sync::Arc;

use super::plain::{Kind, Plain};
use super::rush::Rush;
use super::walks::length;
use crate::logic::machine::context::count_inside;
use crate::logic::value::Value;

/// Puts all words into the locals of the machine.
pub(super) fn settle(rush: &mut Rush, words: &[Plain]) {
    rush.locals.resize(words.len(), Value::None);
    for (at, word) in words.iter().enumerate() {
        if word.kind != Kind::Other {
            rush.locals[at] = value(rush, *word, at);
        }
    }
}

/// The value of a local.
pub(super) fn value(rush: &Rush, word: Plain, at: usize) -> Value {
    match word.kind {
        Kind::Other | Kind::Shared | Kind::Rows => {
            let held = rush.place(word, at).and_then(|place| rush.locals.get(place));
            held.cloned().unwrap_or(Value::None)
        }
        Kind::Dice => rush.rolled.bag(),
        Kind::Walk => {
            let elements = rush.walks.elements(word).unwrap_or_default();
            Value::List(Arc::new(elements.iter().map(|element| element.value()).collect()))
        }
        _ => word.value(),
    }
}

/// How many cells the collections in locals hold; counts no further than just beyond the limit.
pub(super) fn held(rush: &Rush, words: &[Plain]) -> u64 {
    let mut cells = 0;
    for (at, word) in words.iter().enumerate() {
        match word.kind {
            Kind::Other | Kind::Shared | Kind::Rows => {
                if let Some(value) = rush.place(*word, at).and_then(|place| rush.locals.get(place)) {
                    count_inside(value, rush.most, &mut cells);
                }
            }
            Kind::Dice => cells += rush.rolled.different(),
            Kind::Walk => cells += length(*word),
            _ => {}
        }
    }
    cells
}
