//! What the larger instructions consist of: those with which a step ends.

use super::operands::{Piece, Read};
use super::scans::{Filter, Scan, Source};
use crate::logic::program::{NameId, PointId, Slot, StateId, Wanted};
use crate::logic::syntax::ast::Span;
use crate::logic::types::{EntityTypeId, Type};

/// A place that can be changed; keys of maps are in registers.
#[derive(Debug)]
pub(in super::super) struct PlaceCode {
    pub(in super::super) root: PlaceRoot,
    /// From the root inwards.
    pub(in super::super) path: Vec<PlaceKey>,
}

/// The local, state or field that a place is or is in.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum PlaceRoot {
    Local(Slot),
    State(StateId),
    Field(Read, EntityTypeId, u16),
}

/// A part of a place.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum PlaceKey {
    Field(u16),
    Entry(Slot),
}

/// Stores a value in a place.
#[derive(Debug)]
pub(in super::super) struct Store {
    pub(in super::super) value: Read,
    pub(in super::super) place: PlaceCode,
    /// The declared type, if it has to be looked at.
    pub(in super::super) check: Option<Type>,
}

/// Adds to a number in a place (`up`) or takes from it.
#[derive(Debug)]
pub(in super::super) struct Change {
    pub(in super::super) up: bool,
    pub(in super::super) by: Read,
    pub(in super::super) place: PlaceCode,
    pub(in super::super) check: Option<Type>,
    /// The value at which the thing is removed.
    pub(in super::super) removing_at: Option<Read>,
}

/// Puts a value into a collection, or takes it out.
#[derive(Debug)]
pub(in super::super) struct Put {
    /// How many times; none is once.
    pub(in super::super) count: Option<Read>,
    pub(in super::super) value: Read,
    pub(in super::super) place: PlaceCode,
    pub(in super::super) check: Option<Type>,
}

/// A question to chance or a player.
#[derive(Debug)]
pub(in super::super) enum Ask {
    /// Rolls so many dice; one where it is `None`.
    Roll { label: NameId, count: Option<Read>, sides: u32, slot: Slot },
    /// Draws so many.
    Draw { label: NameId, count: Read, place: PlaceCode, slot: Slot },
    /// Picks one, or lets a player choose.
    Choose { label: NameId, by: Option<Read>, from: Scan, if_none: Option<u32>, wanted: Wanted },
}

/// Takes what was drawn out of its place.
#[derive(Debug)]
pub(in super::super) struct Drawn {
    pub(in super::super) place: PlaceCode,
    pub(in super::super) slot: Slot,
    /// Where the count stands.
    pub(in super::super) span: Span,
}

/// Fixes the elements to walk through.
#[derive(Debug)]
pub(in super::super) struct Walk {
    pub(in super::super) over: Scan,
    /// Where the elements are kept, and the position.
    pub(in super::super) kept: Slot,
    pub(in super::super) at: Slot,
}

/// A turn of a walk.
#[derive(Debug)]
pub(in super::super) struct Next {
    /// The register of the element.
    pub(in super::super) slot: Slot,
    pub(in super::super) walk: Slot,
    pub(in super::super) at: Slot,
    /// How to find out whether the element still belongs, where that can have changed.
    pub(in super::super) recheck: Option<Recheck>,
    /// The step behind the loop.
    pub(in super::super) end: u32,
    /// The way into the body.
    pub(in super::super) yes: PointId,
    /// The way past it when there was nothing at all.
    pub(in super::super) no: PointId,
    /// Where the elements come from.
    pub(in super::super) span: Span,
}

/// Whether an element still belongs.
#[derive(Debug)]
pub(in super::super) struct Recheck {
    pub(in super::super) member: Member,
    pub(in super::super) filter: Filter,
}

/// Whether an element is still where it came from.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Member {
    /// A thing of that type is, as long as it exists.
    All(EntityTypeId),
    /// In what only has to be read.
    In(Source),
    /// The same where nothing can have left it: only the cost of the look counts.
    Stays(Source),
    /// Evaluated with the element in its register.
    Asked(Piece),
}

/// The two ways of a condition.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Fork {
    /// Of an `if` or `repeat`: the step with which the second begins.
    Branch { otherwise: u32, yes: PointId, no: PointId, again: bool },
    /// Of a `require`.
    Require { yes: PointId, no: PointId },
    /// Of an end of the game.
    Ends { yes: PointId, no: PointId },
    /// Of an expression: the instruction where the second begins.
    If { otherwise: u32, yes: PointId, no: PointId },
}
