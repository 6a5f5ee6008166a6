//! How much work each piece may take, and the whole command: every limit by its name, and the meter that is charged.
//!
//! A piece (a proof, a value, an example, a case of odds) has an allotment of its own. It is the same whatever ran before, so
//! that no result depends on an order, on what was kept, or on the machine. Over all pieces stands a ceiling. It does not
//! shorten results: when it ends, the whole command does, and nothing of it is published.

mod meter;
mod named;

pub use meter::{Ceiling, Meter, Most, Over, Piece};
pub use named::{ALL, Named, named, parse};

use super::machine::Budget as RunBudget;

/// When exact odds give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsBudget {
    /// States at most.
    pub states: usize,
    /// Steps of all runs together at most.
    pub steps: u64,
    /// Words of 64 bits at most: of long numbers that are reckoned with, about, and of states that are gone through.
    pub words: u64,
    /// Bytes for states, the ways between them and long numbers at most, about.
    pub bytes: usize,
}

impl Default for OddsBudget {
    fn default() -> Self {
        Self { states: 1_000_000, steps: 200_000_000, words: 2_000_000_000, bytes: 1 << 30 }
    }
}

/// Every limit that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A single run: a step of an example, a case of a proof.
    pub run: RunBudget,
    /// Steps of a run that is played or simulated: a whole game may be one.
    pub game: u64,
    /// Steps of a value with exceptions, all its cases together.
    pub proof: u64,
    /// Steps of a value that a text asks for.
    pub value: u64,
    /// Steps of an example, all its runs together.
    pub example: u64,
    /// Nodes of the traces of all examples together.
    pub traces: u64,
    /// A case of `rulestone odds`.
    pub odds: OddsBudget,
    /// A case of the odds that an example shows. A site has many, and whoever builds it waits for them.
    pub figure: OddsBudget,
    /// Steps of the whole command.
    pub steps: u64,
    /// Seconds of computing of the whole command.
    pub time: u64,
    /// MiB of memory of the whole command.
    pub memory: u64,
}

impl Limits {
    /// What a run that is played or simulated may take.
    pub fn of_a_game(&self) -> RunBudget {
        RunBudget { steps: self.game, ..self.run }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            run: RunBudget::default(),
            game: 50_000_000,
            proof: 5_000_000,
            value: 100_000,
            example: 1_000_000,
            traces: 1_000_000,
            odds: OddsBudget::default(),
            figure: OddsBudget { states: 200_000, steps: 200_000_000, words: 1_000_000_000, bytes: 512 << 20 },
            steps: 500_000_000,
            time: 120,
            memory: 2048,
        }
    }
}
