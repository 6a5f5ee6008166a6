//! What a step of quick forms needs while it is done, and what it takes; nothing of it is part of a run's state.

use super::nodes::REGISTERS;
use super::plain::Plain;

/// More elements than this are left to the general step.
const MOST: usize = 1024;

/// Steps, cells, and elements that a step looks at.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Steps that are left to the run.
    pub(super) left: u64,
    /// Cells that the step at hand makes.
    pub(super) made: u64,
    /// Whether some of them are made at once, and not one by one.
    pub(super) lumps: bool,
    /// Elements and arguments.
    registers: [Plain; REGISTERS as usize],
    /// Elements that were selected.
    pub(super) selected: Vec<Plain>,
}

impl Tally {
    /// Takes so many steps; nothing where there are not so many left.
    #[inline]
    pub(super) fn take(&mut self, steps: u64) -> Option<()> {
        self.left = self.left.checked_sub(steps)?;
        Some(())
    }

    /// What is in a register.
    #[inline]
    pub(super) fn get(&self, register: u8) -> Plain {
        self.registers[usize::from(register % REGISTERS)]
    }

    /// Puts something into a register.
    #[inline]
    pub(super) fn set(&mut self, register: u8, plain: Plain) {
        self.registers[usize::from(register % REGISTERS)] = plain;
    }

    /// Selects an element, so often; of very many nothing is kept.
    #[inline]
    pub(super) fn select(&mut self, element: Plain, count: u32) -> Option<()> {
        if count != 1 {
            return self.select_more(element, count as usize);
        }
        if self.selected.len() >= MOST {
            return None;
        }
        self.selected.push(element);
        Some(())
    }

    #[inline(never)]
    fn select_more(&mut self, element: Plain, count: usize) -> Option<()> {
        if count > MOST || self.selected.len() > MOST {
            return None;
        }
        self.lumps = true;
        self.selected.extend(std::iter::repeat_n(element, count));
        Some(())
    }
}
