//! How a run ends.

use super::super::program::PointId;
use super::super::syntax::ast::Span;
use super::super::value::Value;
use super::pool::Look;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With these outputs; of a function its one value.
    Done(Vec<Value>),
    /// A `require` did not hold: the point of its refusal.
    Refused(PointId),
    /// The game ended: the point of that end, whose label is what it is called. The world is as it was then.
    Over(PointId),
    /// It needs something that the document does not have.
    Undetermined {
        /// `base:9.6.4`; `None` if no document tells, or for a judgement that nobody gave.
        source: Option<String>,
        /// What needs it.
        point: PointId,
    },
    /// A mistake.
    Error(RunError),
}

/// A mistake that only a run shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    /// What is wrong.
    pub message: String,
    /// What might mend it.
    pub help: Option<String>,
    /// What was run.
    pub point: PointId,
    /// Where in the block of that point.
    pub span: Span,
    /// The other part, where two disagree.
    pub also: Option<PointId>,
}

/// Why an evaluation stopped before it had a result.
#[derive(Debug)]
pub(super) enum Halt {
    /// The run has ended.
    Ended(Ended),
    /// Dice have to be looked at first; the step is done from its beginning afterwards.
    Look(Look),
}

/// A halt; boxed, as it is rare and results are moved often.
pub(super) type Halted = Box<Halt>;

/// What an evaluation gives.
pub(super) type Evaluated<T> = Result<T, Halted>;
