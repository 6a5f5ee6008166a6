//! A translation is about as long as translations into its language are in this book.

use super::Pair;
use crate::diagnostic::{Diagnostic, codes};

/// Characters below which one word more or less tells nothing.
const LONG: usize = 80;

/// Pieces that it takes to know the usual proportion.
const ENOUGH: usize = 10;

/// How many times the usual proportion is too much. In whole books nothing right has come near it (0.6 to 1.6).
const FACTOR: f64 = 2.0;

pub(super) fn check(pairs: &[Pair], diagnostics: &mut Vec<Diagnostic>) {
    let mut found: Vec<(&Pair, f64)> = pairs.iter().filter_map(|pair| Some((pair, proportion(pair)?))).collect();
    if found.len() < ENOUGH {
        return;
    }
    let mut sorted: Vec<f64> = found.iter().map(|(_, proportion)| *proportion).collect();
    sorted.sort_by(f64::total_cmp);
    let usual = sorted[sorted.len() / 2];
    found.retain(|(_, proportion)| *proportion > usual * FACTOR || *proportion * FACTOR < usual);
    for (pair, proportion) in found {
        let than = if proportion > usual { "longer" } else { "shorter" };
        let message = format!(
            "much {than} than the reference text lets expect: {:.0} characters for 100, usually {:.0}",
            proportion * 100.0,
            usual * 100.0
        );
        let help = "compare it with the reference text, sentence by sentence";
        let place = pair.translated.place();
        diagnostics.push(pair.finding(&codes::LENGTH_OUT_OF_PROPORTION, place, message).help(help));
    }
}

/// Characters of a translation for one of the reference text, if that is long.
#[expect(clippy::cast_precision_loss, reason = "a text is far shorter than 2^52 characters")]
fn proportion(pair: &Pair) -> Option<f64> {
    let length = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    let plain = |text: &crate::library::Prose| length(&text.document.plain(&|_| String::new()));
    let (reference, translated) = (plain(pair.reference.prose()?), plain(pair.translated.prose()?));
    (reference > LONG).then(|| translated as f64 / reference as f64)
}
