//! What steps and expressions are lowered to.

use super::plain::Plain;
use crate::logic::program::{Arithmetic, Collection, Comparison, OptionId, ProcedureId, Slot, StateId};
use crate::logic::types::{EntityTypeId, Type};
use crate::logic::value::Value;

/// An expression of which the result has no parts.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Always the same.
    Plain(Plain),
    /// A local.
    Local(Slot),
    /// The element that a selection looks at, by the register that holds it.
    Element(u8),
    /// A state.
    State(StateId),
    /// The reading of an option.
    Option(OptionId),
    /// A field of the thing in a local.
    LocalField(Slot, Column),
    /// A field of the element of a selection.
    ElementField(u8, Column),
    /// A field of a thing.
    Field(Box<Node>, Column),
    /// A field of the record in a local.
    RecordField(Slot, u16),
    /// Arithmetic on whole numbers, without division.
    Arithmetic(Arithmetic, Box<[Node; 2]>),
    Negate(Box<Node>),
    Compare(Comparison, Box<[Node; 2]>),
    Is(bool, Box<[Node; 2]>),
    Between(bool, Box<[Node; 3]>),
    Not(Box<Node>),
    And(Box<[Node; 2]>),
    Or(Box<[Node; 2]>),
    If(Box<[Node; 3]>),
    /// The least (`false`) or greatest of these.
    Extreme(bool, Vec<Node>),
    /// A value whose type has to be looked at.
    Checked(Box<Node>, Type),
    /// Whether it is in a collection (`true`) or not.
    In(bool, Box<Node>, Of),
    /// Whether a collection is empty (`true`) or not.
    IsEmpty(bool, Of),
    Count(Box<Sift>),
    Sum(Box<Sift>, Box<Node>),
    /// The lowest (`false`) or highest of this.
    Best(bool, Box<Sift>, Box<Node>),
    Some(Box<Sift>),
    Every(Box<Sift>, Box<Node>),
    Only(Box<Sift>),
    /// What a function gives, its arguments put into registers first.
    Ask(Box<Asked>),
}

impl Node {
    /// Whether it does no more than read one thing, without steps and registers of its own.
    pub(super) fn only_reads(&self) -> bool {
        matches!(
            self,
            Self::Plain(_)
                | Self::Local(_)
                | Self::LocalField(..)
                | Self::Element(_)
                | Self::ElementField(..)
                | Self::State(_)
                | Self::Option(_)
        )
    }
}

/// A field of a thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) at: u16,
    /// Whether it may hold none.
    pub(super) may_be_none: bool,
}

/// A function that is asked.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// The arguments: the register of each, and the type that has to be looked at.
    pub(super) args: Vec<(u8, Node, Option<Type>)>,
    /// What holds.
    pub(super) body: Node,
}

/// A collection.
#[derive(Clone, Debug)]
pub(super) enum Of {
    /// That of a local.
    Local(Slot),
    /// Always the same.
    Fixed(Value),
    /// That of a state.
    State(StateId),
    /// All things of a type.
    All(EntityTypeId),
    /// The numbers from one to another.
    Range(Box<[Node; 2]>),
}

/// A selection: the tests come first, in their order, and then the rest of the condition.
#[derive(Clone, Debug)]
pub(super) struct Sift {
    pub(super) of: Of,
    /// The register that holds the element.
    pub(super) element: u8,
    pub(super) tests: Vec<Test>,
    /// Whether there are few tests and nothing else to look at, and all of it in columns of the table.
    pub(super) columns: Option<Columns>,
    pub(super) rest: Option<Node>,
    /// Only those of which this is highest (`true`) or lowest.
    pub(super) extreme: Option<(bool, Node)>,
}

/// What a selection looks at, where it is in columns of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// How many of the first columns that takes.
    pub(super) width: usize,
    /// The column of `with highest`.
    pub(super) key: usize,
}

/// A comparison of the element, or of a field of it, with what stays the same meanwhile.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) field: Option<Column>,
    pub(super) orders: Orders,
    /// Whether both have to be numbers.
    pub(super) numbers: bool,
    pub(super) with: Node,
}

/// How two may stand to each other: a bit for less, equal and greater.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orders(u8);

impl Orders {
    pub(super) fn same(positive: bool) -> Self {
        Self(if positive { 0b010 } else { 0b101 })
    }

    pub(super) fn of(comparison: Comparison) -> Self {
        Self(match comparison {
            Comparison::Less => 0b001,
            Comparison::LessOrEqual => 0b011,
            Comparison::Greater => 0b100,
            Comparison::GreaterOrEqual => 0b110,
        })
    }

    /// The same, seen from the other side.
    pub(super) fn turned(self) -> Self {
        Self((self.0 & 0b010) | (self.0 & 0b001) << 2 | (self.0 & 0b100) >> 2)
    }

    /// Whether these two stand so.
    #[inline]
    pub(super) fn hold(self, a: i64, b: i64) -> bool {
        self.with(b).lets(a)
    }

    /// The numbers that stand so to this one.
    #[inline]
    pub(super) fn with(self, number: i64) -> Range {
        let below = number.wrapping_sub(i64::MIN).cast_unsigned();
        let above = i64::MAX.wrapping_sub(number).cast_unsigned();
        let (low, span, inside) = match self.0 {
            0b001 => (number, above, false),
            0b010 => (number, 0, true),
            0b011 => (i64::MIN, below, true),
            0b100 => (i64::MIN, below, false),
            0b101 => (number, 0, false),
            _ => (number, above, true),
        };
        Range { low, span, inside }
    }

    /// Whether two of different kinds, which are never equal, pass a test for that.
    #[inline]
    pub(super) fn hold_apart(self) -> bool {
        self.0 & 0b010 == 0
    }
}

/// The numbers from one on, or all others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    low: i64,
    /// How many more than one.
    span: u64,
    inside: bool,
}

impl Range {
    /// Whether a number is one of them.
    #[inline]
    pub(super) fn lets(self, number: i64) -> bool {
        (number.wrapping_sub(self.low).cast_unsigned() <= self.span) == self.inside
    }
}

/// Where to go on, and the steps that this takes: its own, and those that are passed because they do nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) to: u32,
    pub(super) cost: u32,
}

/// Where a value is stored.
#[derive(Clone, Debug)]
pub(super) enum Spot {
    Local(Slot),
    State(StateId),
    Field(Node, u16),
}

/// A step.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// One that is left to the general step.
    General,
    /// One that does nothing.
    Go(Way),
    Let(Slot, Node, Way),
    Store(Box<(Spot, Node, Option<Type>)>, Way),
    /// Adds (`true`) or takes away.
    Change(bool, Box<(Spot, Node, Option<Type>)>, Way),
    Branch(Node, Way, Way),
    /// A turn of a loop that counts down in this slot, as long as that is above 0.
    Again(Slot, Way, Way),
    Require(Node, Way),
    RollOne(u32, Slot, Way),
    Roll(Box<Node>, u32, Slot, Way),
    /// A pick, or a choice of this player.
    Choose(Box<Choose>),
    /// Makes a list or set of what is selected.
    Gather(Box<Sift>, Collection, Slot, Way),
    Walk(Box<Sift>, [Slot; 2], Way),
    Next(Box<Next>),
    Call(Box<Call>),
    Stop,
}

/// A pick or choice.
#[derive(Clone, Debug)]
pub(super) struct Choose {
    /// Who chooses; a pick where it is `None`.
    pub(super) by: Option<Node>,
    pub(super) from: Sift,
    pub(super) slot: Slot,
    pub(super) if_none: Option<Way>,
    pub(super) then: Way,
}

/// A turn of a loop.
#[derive(Clone, Debug)]
pub(super) struct Next {
    pub(super) over: Sift,
    pub(super) recheck: bool,
    /// Whether an element may have left the collection.
    pub(super) leaves: bool,
    pub(super) slot: Slot,
    pub(super) walk: Slot,
    pub(super) at: Slot,
    pub(super) then: Way,
    pub(super) end: Way,
}

/// A call.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) procedure: ProcedureId,
    pub(super) args: Vec<Arg>,
    /// How many locals it needs.
    pub(super) slots: usize,
    /// Whether its result is kept.
    pub(super) kept: bool,
}

/// An argument of a call, with the type that has to be looked at.
#[derive(Clone, Debug)]
pub(super) enum Arg {
    Plain(Node, Option<Type>),
    /// What a local holds, of any kind.
    Local(Slot, Option<Type>),
}

/// A procedure.
#[derive(Clone, Debug)]
pub(super) struct Lowered {
    /// Its steps, one for each of its code.
    pub(super) forms: Vec<Form>,
    /// The locals whose elements are gone through.
    pub(super) lists: Vec<Slot>,
    /// Outputs that have to be set at its end, as the range of their slots.
    pub(super) outputs: (usize, usize),
}
