//! What the machine runs: the steps, expressions and selections of a program as instructions for registers.
//!
//! A program stays as the compiler made it; each of its procedures, functions and assumptions becomes a [`Routine`] when it is
//! run first. A register is a slot of the procedure or function, or a place behind its slots where an expression keeps what it
//! needs meanwhile. Nothing of those lives across a stop, so that a run that waits is no more than its slots and the step at
//! which it stands.
//!
//! ```text
//! lower ──► Routine ── blocks ── instructions, each with the places of what it reads
//!   steps        │
//!   expressions  ├──── scans: selections, their plain comparisons apart from the rest of the condition
//!   scans        └──── parts of a function: when something holds, and what
//! ```

mod block;
mod conditions;
mod expressions;
mod lower;
mod operands;
mod scans;
mod steps;

use std::sync::OnceLock;

pub(super) use block::{Block, Failure, Ins, Out, Sides};
pub(super) use operands::{Operand, Piece, Read};
pub(super) use scans::{Filter, Fold, Range, Scan, Sort, Source, Test};
pub(super) use steps::{
    Ask, Change, Drawn, Fork, Member, Next, PlaceCode, PlaceKey, PlaceRoot, Put, Recheck, Store, Walk,
};

use super::super::program::{FunctionId, ProcedureId, Program};
use super::super::syntax::ast::GraphQuestion;
use super::super::types::Type;
use super::super::value::Value;
use super::state::Frame;
use crate::logic::program::{GraphId, NameId, Slot, StateId};

/// A procedure, function or assumption as it is run.
#[derive(Debug, Default)]
pub(super) struct Routine {
    /// The first is that of the steps; the others are what selections and functions evaluate.
    pub(super) blocks: Vec<Block>,
    /// By step, its first instruction.
    pub(super) steps: Vec<u32>,
    /// By step, the instruction that takes the answer to what it asks.
    pub(super) answers: Vec<u32>,
    /// By step, where the outputs go of the procedure that it runs.
    pub(super) results: Vec<Option<Slot>>,
    /// How many slots it has.
    pub(super) slots: usize,
    /// How many registers: its slots first.
    pub(super) registers: usize,
    pub(super) constants: Vec<Value>,
    pub(super) types: Vec<Type>,
    pub(super) scans: Vec<Scan>,
    pub(super) sources: Vec<Source>,
    pub(super) graphs: Vec<Graph>,
    pub(super) supposings: Vec<Supposing>,
    /// The ways of branches and conditions.
    pub(super) ways: Vec<Fork>,
    /// Of a function its conditions and what they decide, in the order of their definition; of an assumption when it holds, and
    /// what it supplies.
    pub(super) parts: Vec<Piece>,
}

impl Routine {
    /// A part of a function.
    pub(super) fn part(&self, at: usize) -> &Piece {
        self.parts.get(at).unwrap_or(&Piece::Nothing)
    }
}

/// A question to a graph; its arguments are in registers one behind the other.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) question: GraphQuestion,
    pub(super) of: GraphId,
    pub(super) first: Slot,
    pub(super) args: u16,
    /// Which links count, and at what cost.
    pub(super) by: Option<Passage>,
    /// Which areas may be passed through, and at what cost they are entered.
    pub(super) through: Option<Passage>,
}

/// A link or an area on a way.
#[derive(Debug)]
pub(super) struct Passage {
    /// Where it is put while it is looked at.
    pub(super) slot: Slot,
    /// Where the area is put from which a link is gone, if that is asked.
    pub(super) from: Option<Slot>,
    pub(super) condition: Option<Piece>,
    pub(super) cost: Option<Piece>,
}

/// Something that is evaluated while something else is otherwise.
#[derive(Debug)]
pub(super) struct Supposing {
    pub(super) of: Piece,
    pub(super) what: Supposed,
}

/// What is otherwise; what it is stands in registers.
#[derive(Debug)]
pub(super) enum Supposed {
    State(StateId, Read),
    /// Of a thing.
    Field(Read, u16, Read),
    /// For all arguments, or for these.
    Function(FunctionId, Option<Vec<Read>>, Read),
    /// For each argument what another gives for it, and for what this knows besides.
    By(FunctionId, FunctionId, Vec<Read>),
    /// Another function in its place, without that part.
    Without(FunctionId, FunctionId, NameId),
}

/// The routines of a program.
#[derive(Debug)]
pub(super) struct Code {
    procedures: Numbered,
    functions: Numbered,
    /// By set.
    assumptions: Vec<Numbered>,
    nothing: Routine,
}

/// Routines by number, each made when it is asked for first. Settings are many, and most run little of a large program.
#[derive(Debug)]
struct Numbered(Vec<OnceLock<Part>>);

/// Some that stand together.
type Part = Box<[OnceLock<Box<Routine>>; PART]>;

/// So many of them.
const PART: usize = 64;

impl Numbered {
    fn new(count: usize) -> Self {
        Self((0..count.div_ceil(PART)).map(|_| OnceLock::new()).collect())
    }

    #[inline]
    fn get(&self, at: usize, make: impl FnOnce() -> Routine) -> Option<&Routine> {
        let part = self.0.get(at / PART)?.get_or_init(|| Box::new([const { OnceLock::new() }; PART]));
        Some(part[at % PART].get_or_init(|| Box::new(make())))
    }
}

impl Code {
    /// None is lowered yet.
    pub(super) fn new(program: &Program) -> Self {
        Self {
            procedures: Numbered::new(program.procedures.len()),
            functions: Numbered::new(program.functions.len()),
            assumptions: program.assumptions.iter().map(|set| Numbered::new(set.parts.len())).collect(),
            nothing: Routine { blocks: vec![Block::default()], ..Routine::default() },
        }
    }

    /// A routine that does nothing.
    pub(super) fn nothing(&self) -> &Routine {
        &self.nothing
    }

    /// What a running procedure runs: its own steps, or those of an assumption.
    #[inline]
    pub(super) fn of(&self, program: &Program, frame: &Frame) -> &Routine {
        match frame.assumption {
            None => self.procedure(program, frame.procedure),
            Some((set, part)) => self.assumption(program, set, part),
        }
    }

    #[inline]
    fn procedure(&self, program: &Program, id: ProcedureId) -> &Routine {
        let made = || lower::procedure(program, &program.procedures[id.index()]);
        self.procedures.get(id.index(), made).unwrap_or(&self.nothing)
    }

    #[inline]
    pub(super) fn function(&self, program: &Program, id: FunctionId) -> &Routine {
        let made = || lower::function(program, &program.functions[id.index()]);
        self.functions.get(id.index(), made).unwrap_or(&self.nothing)
    }

    /// What an assumption supplies; steps of a procedure among its parts.
    pub(super) fn assumption(&self, program: &Program, set: usize, part: usize) -> &Routine {
        let made = || lower::assumption(program, &program.assumptions[set].parts[part]);
        self.assumptions.get(set).and_then(|parts| parts.get(part, made)).unwrap_or(&self.nothing)
    }
}
