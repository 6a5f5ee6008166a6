//! What stays the same during a run: the program, readings, assumptions, judgements and the budget.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::super::program::{NameId, Program};
use super::super::value::{Symbol, Value};
use super::quick::Quick;

/// Under what a run takes place.
#[derive(Clone, Debug)]
pub struct Setting<'p> {
    /// The logic.
    pub program: &'p Program,
    /// The reading of each option.
    pub readings: Vec<Symbol>,
    /// The active assumption sets: indices into [`Program::assumptions`].
    pub assumed: Vec<usize>,
    /// What players decided about each judgement, by its name.
    pub judgements: BTreeMap<NameId, Value>,
    /// When to give up.
    pub budget: Budget,
    /// The quick forms of the program, once a run has needed them.
    pub(super) quick: OnceLock<Arc<Quick>>,
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
            quick: OnceLock::new(),
        }
    }

    /// The quick forms of the program; none where another program was put in its place since they were made.
    pub(super) fn quick(&self) -> Option<&Quick> {
        let quick = self.quick.get_or_init(|| Arc::new(Quick::new(self.program)));
        quick.of(self.program).then_some(quick)
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
