//! What counts how much. Text scores are BM25, so a rare word in a short text is worth about 10.

use super::standing::Text;

/// An exact number ≫ an alias ≫ an id ≫ a number that lies under the one asked for ≫ any text.
pub(super) const NUMBER: f64 = 1000.0;
pub(super) const ALIAS: f64 = 900.0;
pub(super) const ID: f64 = 800.0;
pub(super) const UNDER_NUMBER: f64 = 200.0;
/// A whole number among other words is rather a quantity than an address.
pub(super) const MAYBE_NUMBER: f64 = 3.0;

/// The title is what was asked for, no more and no less.
pub(super) const WHOLE_TITLE: f64 = 60.0;
/// The title speaks of nothing but what was asked for; of a part of it, that part.
pub(super) const TITLE_SHARE: f64 = 20.0;
/// The section is the home of the concept that was named.
pub(super) const HOME: f64 = 32.0;
/// So much of that where more was asked, as far as the concept is rare.
pub(super) const SHARED_HOME: f64 = 0.5;
/// The words themselves stand in the section, not only what the glossary makes of them.
pub(super) const OWN_WORDS: f64 = 25.0;

/// BM25 of each kind of text; how much its length counts, and how soon a word that is there often is there often enough.
const TITLE: f64 = 3.0;
/// What stands above a section speaks of all that lies under it.
const PATH: f64 = 2.0;
const BODY: f64 = 1.0;
const ASIDES: f64 = 0.5;
/// Many things stand in a table only because all do.
const ROWS: f64 = 0.5;
pub(super) const B: f64 = 0.75;
pub(super) const K1: f64 = 2.0;

/// What a word counts in a kind of text.
pub(super) fn of_text(text: Text) -> f64 {
    match text {
        Text::Title => TITLE,
        Text::Path => PATH,
        Text::Body => BODY,
        Text::Asides => ASIDES,
        Text::Rows => ROWS,
    }
}

/// Other names of a concept, and parts of a word, against the words themselves.
pub(super) const OTHER_NAME: f64 = 0.7;
pub(super) const PIECE: f64 = 0.3;

/// One more rare word that stands with the others outweighs any text score; a word that stands everywhere adds next to
/// nothing.
pub(super) const MATCHED_WORD: f64 = 60.0;
/// So much of it counts a word that turns others rather than means something.
pub(super) const WEAK: f64 = 0.3;
/// How much length and repetition count of a word in a statement.
pub(super) const STATEMENT_K1: f64 = 0.2;
pub(super) const STATEMENT_B: f64 = 0.5;
/// So much of a word is met in a passage by what stands above its section, and by a note or a row in place of the rule.
pub(super) const ABOVE: f64 = 0.5;
pub(super) const BESIDE: f64 = 0.7;
/// What a section is worth by all words together, beside what each is worth.
pub(super) const WHOLE: f64 = 0.5;
/// What lacks a word is shown beside what lacks none only if it is worth so much of the best.
pub(super) const WORTH_SHOWING: f64 = 0.3;
