//! Quick forms: what most steps do, made for running.
//!
//! A step that only computes with numbers, members and things, and chooses or rolls by a seed, is lowered once to a [`form`]:
//! slots and fields by their place, tests of selections as bounds, small functions put where they are asked. **A quick form does
//! the whole step, or nothing at all.** Whatever it does not know or finds wrong it leaves to the general step, which does it
//! from its beginning. So there is one definition of what a step means and of what is said about mistakes, and a quick form has
//! to agree with it only where it gives a result; the tests hold the two together. Recorded runs never use quick forms.
//!
//! ```text
//! lower, nodes ──► form ──► rush: from one general step to the next
//!                             └─ act, calling, choosing: one step after the other, on words and the table
//!                                  └─ reckon, sift: what expressions and selections give
//! ```

mod act;
mod calling;
mod choosing;

mod form;
mod lower;
mod nodes;
mod plain;
mod reckon;
mod rolled;
mod rows;
mod rush;
mod sift;
mod table;
mod tally;
mod walks;
mod words;

pub(super) use rush::Room;

use std::sync::{Mutex, OnceLock};

use super::super::program::{ProcedureId, Program};
use form::Lowered;

/// The quick forms of a program, each procedure lowered when it is run first.
#[derive(Debug)]
pub(super) struct Quick {
    /// Where the program is, so that another is never taken for it. Not a reference, which would tie a setting to exactly the
    /// program's lifetime.
    program: usize,
    removes: bool,
    procedures: Vec<OnceLock<Lowered>>,
    nothing: Lowered,
    /// The room of a run that is over, for the next.
    room: Mutex<Option<Room>>,
}

impl Quick {
    pub(super) fn new(program: &Program) -> Self {
        Self {
            program: std::ptr::from_ref(program).addr(),
            removes: lower::removes(program),
            procedures: program.procedures.iter().map(|_| OnceLock::new()).collect(),
            nothing: Lowered { forms: Vec::new(), lists: Vec::new(), outputs: (0, 0) },
            room: Mutex::new(None),
        }
    }

    /// Room for a run; that of an earlier one, if that is over.
    pub(super) fn room(&self) -> Room {
        self.room.try_lock().ok().and_then(|mut room| room.take()).unwrap_or_default()
    }

    /// Keeps the room of a run for the next.
    pub(super) fn keep(&self, mut room: Room) {
        room.clear();
        if let Ok(mut kept) = self.room.try_lock() {
            *kept = Some(room);
        }
    }

    /// Whether these are the forms of that program.
    pub(super) fn of(&self, program: &Program) -> bool {
        self.program == std::ptr::from_ref(program).addr()
    }

    /// A procedure of the program, which is given again.
    #[inline]
    fn procedure(&self, program: &Program, id: ProcedureId) -> &Lowered {
        match (self.procedures.get(id.index()), program.procedures.get(id.index())) {
            (Some(kept), Some(procedure)) => kept.get_or_init(|| lower::procedure(program, self.removes, procedure)),
            _ => &self.nothing,
        }
    }
}
