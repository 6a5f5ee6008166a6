//! Instructions.

use super::operands::Operand;
use super::steps::{Ask, Change, Drawn, Next, Put, Store, Walk};
use crate::logic::program::{
    Absent, Arithmetic, Collection, Comparison, FunctionId, NameId, OptionId, PointId, Primitive, ProcedureId, Slot,
    StateId,
};
use crate::logic::syntax::ast::Span;
use crate::logic::types::{EntityTypeId, Rounding};

/// Instructions one after the other.
#[derive(Debug, Default)]
pub(in super::super) struct Block {
    pub(in super::super) ins: Vec<Ins>,
    /// The places of each instruction.
    pub(in super::super) sides: Vec<Sides>,
}

/// Where an instruction stands, and what it reads; all in the block of logic of the point being run.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Sides {
    pub(in super::super) whole: Span,
    /// The place of the first operand, and of the thing whose field that is.
    pub(in super::super) a: [Span; 2],
    /// The same of the second.
    pub(in super::super) b: [Span; 2],
}

/// Where an instruction that says yes or no leads.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Out {
    /// The answer is put into a register.
    To(Slot),
    /// It goes on elsewhere if this is the answer.
    Jump(bool, u32),
    /// One of the two ways of a statement or an expression.
    Fork(u32),
}

/// An instruction.
#[derive(Debug)]
pub(in super::super) enum Ins {
    /// A step of the procedure begins.
    Step(u32, PointId),
    /// The same of a step that does no more than to go on elsewhere.
    Go(u32, u32, PointId),
    /// Puts a value into a register.
    Move(Slot, Operand),
    /// Puts what is held into a register.
    Held(Slot, Operand),
    Arithmetic(Arithmetic, Slot, Operand, Operand),
    Negate(Slot, Operand),
    Round(Rounding, Slot, Operand),
    Compare(Comparison, Operand, Operand, Out),
    /// Whether two are equal (`true`) or not.
    Is(bool, Operand, Operand, Out),
    /// Whether it is in a collection (`true`), a source of the routine, or not.
    In(bool, Operand, u32, Out),
    /// Whether the first of three registers is between the others (`true`) or not.
    Between(bool, Slot, Out),
    IsEmpty(bool, Operand, Out),
    /// Whether what two hold differs; see [`ExprKind::Held`](crate::logic::program::ExprKind).
    Differs(Operand, Operand, Out),
    /// Whether the thing is there (`true`) or gone.
    Exists(bool, Operand, EntityTypeId, Out),
    /// Whether a condition holds.
    Holds(Operand, Out),
    /// What a scan says: whether there is one, or whether something holds for all.
    Test(u32, Out),
    /// What a scan makes of what it finds.
    Select(Slot, u32),
    Jump(u32),
    /// The way with this number is taken.
    Taken(bool, u32),
    Field(Slot, Operand, u16),
    RecordField(Slot, Operand, u16),
    /// An entry of a map.
    Entry(Slot, Operand, Operand, Absent),
    /// A collection, or a record, of so many registers from one on.
    Collect(Option<Collection>, Slot, Slot, u16),
    /// What the language itself works out, of so many registers from one on.
    Primitive(Primitive, Slot, Slot, u16),
    Convert(Collection, Slot, Operand),
    /// All elements of a source of the routine, as a set.
    Elements(Slot, u32),
    Option(Slot, OptionId),
    /// Puts it into the register if that holds nothing yet (`first`), or something less (`greatest`) or greater.
    Better {
        greatest: bool,
        first: bool,
        best: Slot,
        of: Operand,
    },
    /// An error unless it fits the type of the routine.
    Fits(Operand, u32),
    /// What is evaluated next depends on things of its own: an argument.
    Apart,
    /// Remembers where the trace of a call begins.
    Mark,
    /// An argument, which may be covered dice.
    /// The same of what is held, be it gone.
    ArgumentHeld(Slot, Operand),
    /// An argument.
    Argument {
        to: Slot,
        of: Operand,
        apart: bool,
    },
    /// The same check as [`Ins::Fits`], of the argument for a parameter.
    FitsParam(Slot, u32, NameId),
    /// Asks a function; its arguments are in registers from one on.
    Ask {
        to: Slot,
        function: FunctionId,
        first: Slot,
        marked: bool,
    },
    /// What a supposition of the routine gives.
    Suppose(Slot, u32),
    Graph(Slot, u32),
    /// Always an error.
    Fail(Failure),
    /// The end of a block, and what it gives.
    Yield(Operand),
    // What follows ends a step.
    Let(Slot, Operand),
    /// The same of what is held.
    Keep(Slot, Operand),
    Store(Box<Store>),
    Change(Box<Change>),
    AddTo(Box<Put>),
    TakeFrom(Box<Put>),
    Remove(Operand),
    /// Makes a thing; its fields are in registers from one on, so many.
    Create(EntityTypeId, Slot, Slot, u16),
    /// One field of the thing that is made: its number, and where it is put.
    FieldOf(EntityTypeId, u16, Slot, Operand),
    /// Asks chance or a player.
    Question(Box<Ask>),
    /// Uses what was drawn for a slot.
    Drew(NameId),
    Drawn(Box<Drawn>),
    Join {
        locals: Box<[Slot]>,
        states: Box<[StateId]>,
        stops: bool,
    },
    Walk(Box<Walk>),
    Next(Box<Next>),
    /// Runs a procedure; its arguments are behind the slots.
    Call(ProcedureId),
    Stop,
    /// The same where nobody asks for the outputs.
    Abandon,
}

/// What can be wrong before anything is looked at.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Failure {
    /// Nested beyond what can be evaluated.
    TooDeep,
    /// Too many or too few arguments of a function.
    Arguments,
    /// The same of a procedure.
    Call,
    /// A result without a name.
    Label,
    /// `greatest of` nothing.
    Nothing,
    /// More registers than there are.
    TooLong,
}
