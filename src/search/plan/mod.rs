//! What must be found for a query to be met, once the glossary and the words of the index have been consulted.

mod correct;
mod grammar;
mod lexicon;
mod planner;

use super::glossary::Lead;
use super::query::Field;
use crate::analyzer::pattern::Pattern;

pub(crate) use planner::Planner;

/// A query made ready for ranking and for marking.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// All of these must be found.
    pub(crate) needs: Vec<Need>,
    /// None of these may be found.
    pub(crate) excluded: Vec<Need>,
    /// The key of all free words: a title with this key is just what was asked for.
    pub(crate) title_key: String,
    /// Words that occur nowhere → what is looked for in their stead.
    pub(crate) corrected: Vec<(String, String)>,
    /// What was too much to ask at once.
    pub(crate) left_out: Vec<String>,
    /// Numbers that no section has, each with that of what it would lie under.
    pub(crate) absent: Vec<(String, Option<String>)>,
    /// The numbers that were asked for, each of which may be that of a statement.
    pub(crate) numbers: Vec<String>,
}

/// One thing to find, by its own words or by what the glossary makes of them.
#[derive(Debug, Default)]
pub(crate) struct Need {
    pub(crate) own: Own,
    /// The concepts that the words name.
    pub(crate) leads: Vec<Lead>,
    /// What a Japanese word without blanks is made of, if the glossary knows some of it: the way into other languages.
    pub(crate) segments: Vec<Need>,
    /// The only book to look in.
    pub(crate) book: Option<String>,
    /// Whether it was asked for so explicitly (quotes, a field) that it must not be loosened.
    pub(crate) strict: bool,
    /// Whether a section that does not meet it is a hit all the same.
    pub(crate) optional: bool,
    /// Whether it turns others rather than means something.
    pub(crate) weak: bool,
}

/// The words of a need.
#[derive(Debug, Default)]
pub(crate) enum Own {
    /// None: a concept was asked for, whatever it is called.
    #[default]
    Nothing,
    /// One word or phrase.
    Word(Word),
    /// Several words that together name a concept.
    All(Vec<Need>),
}

/// One word or phrase as it is looked for.
#[derive(Debug, Default)]
pub(crate) struct Word {
    pub(crate) pattern: Pattern,
    /// Its parts that mean something by themselves, for when all else fails.
    pub(crate) chunks: Vec<Pattern>,
    pub(crate) field: Option<Field>,
    /// The rule number that it may be, by its components; that of the nearest section where there is none of that number.
    pub(crate) number: Option<String>,
    /// The section ids that it may be.
    pub(crate) ids: Vec<String>,
    /// Whether a number or id can be meant as an address: it has several components, or it is all that was asked for.
    pub(crate) address: bool,
}

impl Plan {
    /// Whether a number is all that was asked for.
    pub(crate) fn is_number(&self) -> bool {
        let word = |need: &Need| matches!(&need.own, Own::Word(word) if word.address && word.number.is_some());
        matches!(self.needs.as_slice(), [need] if word(need))
    }

    /// Whether some word is joined from pieces that could be looked for apart.
    pub(crate) fn has_joined_words(&self) -> bool {
        self.needs
            .iter()
            .filter(|need| !need.strict)
            .any(|need| need.words().iter().any(|word| word.pattern.slots.len() > 1))
    }

    /// Whether there is anything that [`AnyWord`](super::Relaxation::AnyWord) would loosen.
    pub(crate) fn has_alternatives(&self) -> bool {
        let loose = || self.needs.iter().filter(|need| !need.strict);
        let words = loose().map(|need| need.words().len()).sum::<usize>();
        words > 1
            || loose().any(|need| !need.segments.is_empty() || need.words().iter().any(|word| word.chunks.len() > 1))
            || self.has_joined_words()
    }
}

impl Need {
    /// The words of the need, one by one.
    pub(crate) fn words(&self) -> Vec<&Word> {
        match &self.own {
            Own::Nothing => Vec::new(),
            Own::Word(word) => vec![word],
            Own::All(needs) => needs.iter().flat_map(Need::words).collect(),
        }
    }

    /// The needs for its single words, which have leads of their own, or the need itself.
    pub(crate) fn singles(&self) -> Vec<&Need> {
        match &self.own {
            Own::All(needs) => needs.iter().collect(),
            _ => vec![self],
        }
    }

    /// Every concept that the need or a part of it names.
    pub(crate) fn all_leads(&self) -> Vec<&Lead> {
        let parts = self.segments.iter().chain(match &self.own {
            Own::All(needs) => needs.as_slice(),
            _ => &[],
        });
        self.leads.iter().chain(parts.flat_map(Need::all_leads)).collect()
    }
}
