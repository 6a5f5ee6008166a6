//! What a run asks of the outside: dice, draws, picks and choices.

use super::super::program::NameId;
use super::super::value::Value;
use super::seeded::Seeded;

/// A question that only chance or a player can answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    /// Roll dice.
    Roll {
        /// The name of the result.
        label: NameId,
        /// How many, at least one.
        count: u32,
        /// The sides of each.
        sides: u32,
    },
    /// Draw without replacement.
    Draw {
        /// The name of the result.
        label: NameId,
        /// How many, at least one.
        count: u32,
        /// What there is, sorted, each with how often it is there.
        from: Vec<(Value, u32)>,
    },
    /// Pick one with equal chance.
    Pick {
        /// The name of the result.
        label: NameId,
        /// At least two; one that is there twice is twice as likely.
        candidates: Vec<Value>,
    },
    /// Let a player choose one.
    Choose {
        /// The name of the result.
        label: NameId,
        /// Who chooses.
        by: Value,
        /// At least two, all different.
        candidates: Vec<Value>,
    },
}

impl Request {
    /// The name of the result.
    pub fn label(&self) -> NameId {
        match self {
            Self::Roll { label, .. }
            | Self::Draw { label, .. }
            | Self::Pick { label, .. }
            | Self::Choose { label, .. } => *label,
        }
    }
}

/// An answer to a [`Request`]. The machine looks at it again before it uses it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The faces of a roll, in the order of the dice.
    Faces(Vec<u32>),
    /// What was drawn, in order; the one that was picked or chosen.
    Values(Vec<Value>),
}

/// Answers nothing: for what can be asked without dice and players.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Chance for Nobody {
    fn answer(&mut self, _: &Request) -> Result<Answer, String> {
        Err("nobody rolls or chooses here".to_owned())
    }
}

/// Who answers.
pub trait Chance {
    /// Answers, or says why not: the message of a run error, to which the machine adds the place.
    fn answer(&mut self, request: &Request) -> Result<Answer, String>;

    /// Whether a question waits for a person, who is not asked here: then it is left pending.
    fn waits(&self, _: &Request) -> bool {
        false
    }

    /// The seed that answers everything, where it is no more than that: then it can be asked without a question being put.
    fn seeded(&mut self) -> Option<&mut Seeded> {
        None
    }
}
