//! What instructions read.

use crate::logic::program::{Slot, StateId};
use crate::logic::syntax::ast::Span;

/// Something that only has to be read.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Operand {
    /// A constant of the routine.
    Constant(u32),
    /// A register.
    Slot(Slot),
    /// A field of the thing in a register.
    Field(Slot, u16),
    State(StateId),
}

/// The same with where it stands, and where the thing stands whose field it is.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Read {
    pub(in super::super) operand: Operand,
    pub(in super::super) span: [Span; 2],
}

/// A part that is evaluated when it is wanted.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Piece {
    /// There is none.
    Nothing,
    Read(Read),
    /// A block of the routine.
    Block(u32),
}
