//! How much of what is to be translated is like something that was.

use super::index::Memory;
use crate::library::difference::count_words;
use crate::library::localized::{State, View};
use crate::library::unfinished::unfinished;
use crate::library::units::text_units;

/// The least scores of the bands, in percent, that the trade counts words by.
const LEAST: [usize; 6] = [100, 95, 85, 75, 50, 0];

/// Words of the reference text for which the best suggestion has a score of at least so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// The least score, in percent: 0 for what is like nothing.
    pub least: usize,
    /// The words.
    pub words: usize,
}

/// The words that are missing or outdated, unit by unit, by what the memory knows best of them.
pub fn bands(memory: &Memory<'_>, view: &View<'_>) -> Vec<Band> {
    let mut bands = LEAST.map(|least| Band { least, words: 0 });
    let best = |text: &str| memory.matches(text, &view.book.id, 50, 1).first().map_or(0, |best| best.score);
    let mut count = |text: &str, score: usize| {
        if let Some(band) = bands.iter_mut().find(|band| score >= band.least) {
            band.words += count_words(text);
        }
    };
    for piece in unfinished(view) {
        let source = piece.text.source();
        let units = match (piece.state, piece.text.prose()) {
            (State::Missing, Some(prose)) => text_units(&prose.document).into_iter().map(|unit| unit.range).collect(),
            (State::Outdated, Some(_)) => {
                let open = piece.units.iter().filter(|unit| !unit.state.is_settled());
                open.map(|unit| unit.unit.range.clone()).collect()
            }
            (State::Missing | State::Outdated, None) => Vec::new(),
            _ => continue,
        };
        // What stands somewhere as a whole is looked for no further.
        let whole = best(source.trim());
        if whole == 100 || units.is_empty() {
            count(source, whole);
            continue;
        }
        for words in units.into_iter().filter_map(|range| source.get(range)) {
            count(words, best(words));
        }
    }
    bands.to_vec()
}
