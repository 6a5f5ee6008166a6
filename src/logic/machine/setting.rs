//! What stays the same during a run: the program, readings, assumptions, judgements and the budget.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::program::{FunctionId, NameId, Program};
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
    /// What functions are taken to give.
    pub given: Vec<Given>,
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
            given: Vec::new(),
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

/// What a function is taken to give, whatever its rules say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Which.
    pub function: FunctionId,
    /// For which arguments; for all where it is `None`.
    pub args: Option<Vec<Value>>,
    /// What it gives.
    pub value: Value,
}

impl Given {
    /// Whether it is given for these arguments.
    pub fn is_of(&self, function: FunctionId, args: &[Value]) -> bool {
        self.function == function && self.args.as_ref().is_none_or(|given| given.as_slice() == args)
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
