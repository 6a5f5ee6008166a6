//! What a recorded run did, as a tree of lines without words.

use super::super::program::{FunctionId, GraphId, NameId, PointId, ProcedureId, StateId};
use super::super::types::EntityTypeId;
use super::super::value::{Entity, Value};
use super::place::length;

/// How many nodes a trace holds before it is cut off.
pub const MAX_NODES: usize = 10_000;

/// How many it holds of what is told in any case: chance, choices and changes.
pub(super) const MAX_TOLD: usize = 10 * MAX_NODES;

/// One line of a trace and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceNode {
    /// What happened.
    pub what: What,
    /// By which part of the program.
    pub point: PointId,
    /// What it was made of.
    pub children: Vec<TraceNode>,
}

impl TraceNode {
    /// These nodes and all that they are made of, each before its parts, in the order of what happened.
    pub fn each(nodes: &[Self]) -> impl Iterator<Item = &Self> {
        let mut open: Vec<&Self> = nodes.iter().rev().collect();
        std::iter::from_fn(move || {
            let node = open.pop()?;
            open.extend(node.children.iter().rev());
            Some(node)
        })
    }
}

/// A place that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// A state.
    State(StateId),
    /// A field of a thing.
    Field(Entity, EntityTypeId, u16),
    /// A local.
    Local(NameId),
    /// An output of the procedure.
    Output(NameId),
}

/// What can be taken to be otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// A state.
    State(StateId),
    /// A field of a thing.
    Field(EntityTypeId, u16),
    /// What a function gives.
    Function(FunctionId),
    /// What a function gives for each argument.
    Each(FunctionId),
    /// A part of a function.
    Part(NameId),
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A function was asked. Children: its clauses, rows, contributions.
    Asked {
        /// Which.
        function: FunctionId,
        /// With what.
        args: Vec<Value>,
        /// What it gave; `None` if it could not.
        result: Option<Value>,
    },
    /// A base, exception, contribution or case that took effect.
    Applied {
        /// Its name.
        label: Option<NameId>,
        /// What it gave.
        value: Value,
    },
    /// An exception, contribution or case that was looked at and did not apply.
    NotApplied {
        /// Its name.
        label: Option<NameId>,
    },
    /// An exception that would apply but is excepted by another.
    Excepted {
        /// Its name.
        label: Option<NameId>,
    },
    /// A total beyond its limit.
    Capped {
        /// Before.
        from: Value,
        /// After.
        to: Value,
    },
    /// A row of a table decided.
    Row {
        /// What it gave.
        value: Value,
    },
    /// A procedure ran. Children: its statements.
    Ran {
        /// Which.
        procedure: ProcedureId,
        /// With what.
        args: Vec<Value>,
        /// Its outputs; `None` if it did not get to its end.
        outputs: Option<Vec<Value>>,
    },
    /// A local was made.
    Let {
        /// Its name.
        name: NameId,
        /// What it holds.
        value: Value,
    },
    /// Dice were rolled.
    Rolled {
        /// The name of the result.
        label: NameId,
        /// In the order of the dice.
        faces: Vec<u32>,
        /// The sides of each.
        sides: u32,
    },
    /// Something was drawn.
    Drew {
        /// The name of the result.
        label: NameId,
        /// In order.
        values: Vec<Value>,
    },
    /// Something was picked at random.
    Picked {
        /// The name of the result.
        label: NameId,
        /// What; `None` if there was no candidate.
        value: Option<Value>,
        /// Of what.
        candidates: Vec<Value>,
    },
    /// A player chose.
    Chose {
        /// The name of the result.
        label: NameId,
        /// Who.
        by: Value,
        /// What; `None` if there was no candidate.
        value: Option<Value>,
        /// Of what.
        candidates: Vec<Value>,
    },
    /// A place changed. Containers are given whole.
    Changed {
        /// Which.
        place: Changed,
        /// What it held; `None` if nothing.
        before: Option<Value>,
        /// What it holds.
        after: Value,
    },
    /// A thing was removed.
    Removed {
        /// Which.
        entity: Entity,
        /// Its type.
        ty: EntityTypeId,
    },
    /// A thing was made.
    Created {
        /// Its number.
        entity: Entity,
        /// Its type.
        ty: EntityTypeId,
        /// The local that holds it.
        label: Option<NameId>,
        /// Its fields.
        fields: Vec<Value>,
    },
    /// An `if` was decided, or a loop had nothing to do (`held` is no). Children: its condition and what was done.
    Branched {
        /// Whether the condition held.
        held: bool,
    },
    /// One turn of a loop. Children: what was done.
    Turn {
        /// The name of the element; `None` for `repeat`.
        label: Option<NameId>,
        /// The element.
        value: Option<Value>,
    },
    /// A `require` was decided.
    Required {
        /// Whether it held.
        held: bool,
    },
    /// Something was evaluated while something else was taken to be otherwise. Children: how.
    Supposed {
        /// What was otherwise.
        of: Otherwise,
        /// What it was taken to be; `None` for a part that was left out.
        value: Option<Value>,
        /// What came out.
        result: Value,
    },
    /// A graph was asked.
    Graph {
        /// Which.
        graph: GraphId,
        /// With what.
        args: Vec<Value>,
        /// What it gave.
        result: Value,
    },
    /// A player's judgement.
    Judged {
        /// What was decided.
        value: Value,
    },
    /// What the function gives was given from outside.
    Given,
    /// Something external was supplied. Children: how.
    Assumed {
        /// The assumption set.
        set: usize,
    },
    /// Something external was missing.
    Missing {
        /// Where it would stand.
        source: Option<String>,
    },
    /// The game ended. Children: what the condition was made of.
    Over,
    /// A procedure was ended by `stop`.
    Stopped,
    /// The trace was too long: what follows is left out.
    Cut,
}

impl What {
    /// What a node of it counts for: more where it holds much, as a change, which keeps its container alive as it was.
    pub(in crate::logic) fn weight(&self) -> usize {
        let held = match self {
            Self::Changed { after, .. } => usize::try_from(length(after)).unwrap_or(usize::MAX),
            Self::Picked { candidates: values, .. }
            | Self::Chose { candidates: values, .. }
            | Self::Drew { values, .. } => values.len(),
            Self::Rolled { faces, .. } => faces.len(),
            _ => 0,
        };
        1 + held / 64
    }

    /// Whether it answers a question.
    pub fn is_answered(&self) -> bool {
        matches!(
            self,
            Self::Rolled { .. } | Self::Drew { .. } | Self::Picked { .. } | Self::Chose { .. } | Self::Judged { .. }
        )
    }

    /// Whether it is told in any case: chance, choices, changes, how it ended, and what it did not come to the end of.
    pub fn is_told(&self) -> bool {
        match self {
            Self::Changed { place: Changed::Local(_), .. } => false,
            Self::Changed { before, after, .. } => before.as_ref() != Some(after),
            Self::Rolled { .. }
            | Self::Drew { .. }
            | Self::Picked { .. }
            | Self::Chose { .. }
            | Self::Judged { .. }
            | Self::Removed { .. }
            | Self::Created { .. }
            | Self::Required { held: false }
            | Self::Missing { .. }
            | Self::Ran { outputs: None, .. }
            | Self::Over
            | Self::Cut => true,
            Self::Asked { .. }
            | Self::Applied { .. }
            | Self::NotApplied { .. }
            | Self::Excepted { .. }
            | Self::Capped { .. }
            | Self::Row { .. }
            | Self::Ran { outputs: Some(_), .. }
            | Self::Let { .. }
            | Self::Branched { .. }
            | Self::Turn { .. }
            | Self::Required { held: true }
            | Self::Supposed { .. }
            | Self::Graph { .. }
            | Self::Given
            | Self::Assumed { .. }
            | Self::Stopped => false,
        }
    }

    /// Whether it is something that was done, not only a part of what something was made of.
    pub fn is_done(&self) -> bool {
        match self {
            Self::Asked { .. }
            | Self::Applied { .. }
            | Self::NotApplied { .. }
            | Self::Excepted { .. }
            | Self::Capped { .. }
            | Self::Row { .. }
            | Self::Supposed { .. }
            | Self::Graph { .. }
            | Self::Judged { .. }
            | Self::Given
            | Self::Assumed { .. }
            | Self::Missing { .. }
            | Self::Cut => false,
            Self::Ran { .. }
            | Self::Let { .. }
            | Self::Rolled { .. }
            | Self::Drew { .. }
            | Self::Picked { .. }
            | Self::Chose { .. }
            | Self::Changed { .. }
            | Self::Removed { .. }
            | Self::Created { .. }
            | Self::Branched { .. }
            | Self::Turn { .. }
            | Self::Required { .. }
            | Self::Over
            | Self::Stopped => true,
        }
    }
}
