//! What of a run has to be kept where it stops: all that a later step can look at.

use crate::logic::program::{Comparison, Program};
use crate::logic::value::Value;

/// What is kept at one point of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// The live locals of each frame, from the outermost: ascending, counted from the base of the frame.
    pub(super) locals: Vec<Vec<usize>>,
    /// The live states.
    pub(super) states: Vec<bool>,
    /// By type of things.
    pub(super) types: Vec<KeptType>,
}

/// What is kept of the things of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeptType {
    /// The live fields.
    pub(super) fields: Vec<bool>,
    /// Whether all things of the type are live, also those that nothing refers to.
    pub(super) all: bool,
    /// Whether it matters which of two things was made first.
    pub(super) numbers: bool,
    /// The uses to come for which the order of things matters: what a thing must fulfil to be among those that are ordered. A
    /// thing that never can be again, for any of them, is inert: its place in a list matters no more.
    pub(super) ordered: Vec<Vec<Condition>>,
}

/// A condition on one field that a thing which does not fulfil it now will never fulfil again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    /// The field.
    pub(super) field: u16,
    /// What it has to be.
    pub(super) test: Test,
}

/// What a field has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// Equal to this (`true`) or not.
    Is(bool, Value),
    /// A number that compares so with this one.
    Compare(Comparison, i64),
}

impl Condition {
    /// Whether a thing with these fields fulfils it; nothing if that cannot be said.
    pub(super) fn holds(&self, fields: &[Value]) -> Option<bool> {
        let value = fields.get(usize::from(self.field))?;
        match (&self.test, value) {
            (_, Value::None) => None,
            (Test::Is(positive, wanted), value) => Some((value == wanted) == *positive),
            (Test::Compare(comparison, than), Value::Number(number)) => Some(match comparison {
                Comparison::Less => number < than,
                Comparison::LessOrEqual => number <= than,
                Comparison::Greater => number > than,
                Comparison::GreaterOrEqual => number >= than,
            }),
            _ => None,
        }
    }
}

impl KeptType {
    /// Whether the place of a thing with these fields in a list matters no more.
    pub(super) fn inert(&self, fields: &[Value]) -> bool {
        self.ordered.iter().all(|all| all.iter().any(|condition| condition.holds(fields) == Some(false)))
    }
}

impl Kept {
    /// Everything, where nothing is known of what comes.
    pub(super) fn everything(program: &Program, locals: Vec<Vec<usize>>) -> Self {
        let types = program.entities.iter().map(|entity| KeptType {
            fields: vec![true; entity.fields.len()],
            all: true,
            numbers: true,
            ordered: vec![Vec::new()],
        });
        Self { locals, states: vec![true; program.states.len()], types: types.collect() }
    }
}
