//! What quick forms need between their steps; nothing of it is part of a run's state.

use super::nodes::REGISTERS;
use super::plain::Plain;

/// Registers and counters of the step at hand.
#[derive(Default)]
pub(in super::super) struct Scratch {
    /// Elements and arguments.
    registers: [Plain; REGISTERS as usize],
    /// Steps that the step at hand takes, besides its way.
    pub(super) cost: u64,
    /// Cells that it makes.
    pub(super) made: u64,
    /// Whether some of them are made at once, and not one by one.
    pub(super) lumps: bool,
    /// Elements that were selected.
    pub(super) selected: Vec<Plain>,
}

impl Scratch {
    /// A step begins.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.cost = 0;
        self.made = 0;
        self.lumps = false;
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
}
