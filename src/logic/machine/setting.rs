//! What stays the same during a run: the program, readings, assumptions, judgements and the budget.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::program::{NameId, Program};
use super::super::value::{Symbol, Value};
use super::code::Code;

/// Under what a run takes place.
#[derive(Clone, Debug)]
pub struct Setting<'p> {
    program: &'p Program,
    /// The reading of each option.
    pub readings: Vec<Symbol>,
    /// The active assumption sets: indices into [`Program::assumptions`].
    pub assumed: Vec<usize>,
    /// What players decided about each judgement, by its name.
    pub judgements: BTreeMap<NameId, Value>,
    /// When to give up.
    pub budget: Budget,
    /// What of the program was run, as it is run.
    code: Arc<Code>,
}

impl<'p> Setting<'p> {
    /// The readings that the book follows, nothing assumed.
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            readings: program.options.iter().map(|option| option.followed).collect(),
            assumed: Vec::new(),
            judgements: BTreeMap::new(),
            budget: Budget::default(),
            code: Arc::new(Code::new(program)),
        }
    }

    /// The logic.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The routines of the program.
    pub(super) fn code(&self) -> &Code {
        &self.code
    }
}

/// How much a run may use before it is ended with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Statements, function calls and elements looked at.
    pub steps: u64,
    /// Values held in collections, and things alive.
    pub cells: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { steps: 1_000_000, cells: 1_000_000 }
    }
}
