//! What counts how much. Text scores are BM25, so a rare word in a short text is worth about 10.

/// An exact number ≫ an alias ≫ an id ≫ a number that lies under the one asked for ≫ any text.
pub(super) const NUMBER: f32 = 1000.0;
pub(super) const ALIAS: f32 = 900.0;
pub(super) const ID: f32 = 800.0;
pub(super) const UNDER_NUMBER: f32 = 200.0;
/// A whole number among other words is rather a quantity than an address.
pub(super) const MAYBE_NUMBER: f32 = 3.0;

/// The title is what was asked for, no more and no less.
pub(super) const WHOLE_TITLE: f32 = 60.0;
/// The title speaks of nothing but what was asked for; of a part of it, that part.
pub(super) const TITLE_SHARE: f32 = 20.0;
/// The section is the home of the concept that was named; of one among several, as far as it is rare.
pub(super) const HOME: f32 = 32.0;
/// The words themselves stand in the section, not only what the glossary makes of them.
pub(super) const OWN_WORDS: f32 = 25.0;

pub(super) const TITLE: f32 = 3.0;
/// A title above a section speaks of all that lies under it.
pub(super) const PATH: f32 = 2.0;
pub(super) const BODY: f32 = 1.0;
pub(super) const ASIDES: f32 = 0.5;
/// Many things stand in a table only because all do.
pub(super) const ROWS: f32 = 0.5;

/// Other names of a concept, and parts of a word, against the words themselves.
pub(super) const OTHER_NAME: f32 = 0.7;
pub(super) const PIECE: f32 = 0.3;

/// One more rare word that stands with the others outweighs any text score; a word that stands everywhere adds next to
/// nothing.
pub(super) const MATCHED_WORD: f32 = 80.0;
/// So much of a word is met in a passage by a title above its section, and by a note or a row in place of the rule.
pub(super) const ABOVE: f32 = 0.5;
pub(super) const BESIDE: f32 = 0.7;
/// What a section is worth by all words together, beside what each is worth.
pub(super) const WHOLE: f32 = 0.5;
/// What lacks a word is shown beside what lacks none only if it is worth so much of the best.
pub(super) const WORTH_SHOWING: f32 = 0.3;

/// A word that is only the beginning of one has no frequency of its own.
pub(super) const PREFIXED: f32 = 3.0;

/// What a phrase of `terms` terms counts, against the sum of their rarities that BM25 takes for it. The pieces of one
/// Japanese word are far from independent: unchecked, a long word would outweigh whatever else was asked.
pub(super) fn phrase(terms: usize) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a phrase has few terms")]
    let terms = terms.max(1) as f32;
    1.0 / terms.sqrt()
}
