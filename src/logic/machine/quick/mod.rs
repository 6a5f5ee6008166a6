//! Quick forms: what most steps do, made for running.
//!
//! A step that only computes with numbers, members and things, and chooses or rolls by a seed, is lowered once to a [`form`]:
//! slots and fields by their place, tests of selections as bounds, small functions put where they are asked. **A quick form does
//! the whole step, or nothing at all.** Whatever it does not know or finds wrong it leaves to the general step, which does it
//! from its beginning. So there is one definition of what a step means and of what is said about mistakes, and a quick form has
//! to agree with it only where it gives a result; the tests hold the two together. Recorded runs never use quick forms.
//!
//! ```text
//! lower, nodes ──► form ──► act: one step after the other
//!                             └─ reckon, sift: what expressions and selections give
//! ```

mod act;
mod flat;
mod form;
mod lower;
mod nodes;
mod plain;
mod reckon;
mod scratch;
mod sift;

pub(super) use flat::Flat;
pub(super) use scratch::{Rolled, Scratch};

use std::fmt;
use std::sync::OnceLock;

use super::super::program::{ProcedureId, Program};
use form::Lowered;

/// The quick forms of a program, each procedure lowered when it is run first.
pub(super) struct Quick<'p> {
    program: &'p Program,
    removes: bool,
    procedures: Vec<OnceLock<Lowered>>,
    nothing: Lowered,
}

impl<'p> Quick<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Self {
            program,
            removes: lower::removes(program),
            procedures: program.procedures.iter().map(|_| OnceLock::new()).collect(),
            nothing: Lowered { forms: Vec::new(), outputs: (0, 0) },
        }
    }

    /// Whether these are the forms of that program.
    pub(super) fn of(&self, program: &Program) -> bool {
        std::ptr::eq(self.program, program)
    }

    #[inline]
    fn procedure(&self, id: ProcedureId) -> &Lowered {
        let Some(kept) = self.procedures.get(id.index()) else { return &self.nothing };
        match kept.get() {
            Some(lowered) => lowered,
            None => {
                kept.get_or_init(|| lower::procedure(self.program, self.removes, &self.program.procedures[id.index()]))
            }
        }
    }
}

impl fmt::Debug for Quick<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Quick")
    }
}
