//! What quick forms need between their steps; nothing of it is part of a run's state.

use super::nodes::REGISTERS;
use super::plain::Plain;
use crate::logic::machine::state::Machine;
use crate::logic::value::Value;

/// Up to so many dice are kept loose.
pub(super) const LOOSE: usize = 12;

/// Registers and counters of the step at hand.
#[derive(Default)]
pub(in super::super) struct Scratch {
    /// Elements and arguments.
    registers: [Plain; REGISTERS as usize],
    /// Steps that the step at hand takes, besides its way.
    pub(super) cost: u64,
    /// Cells that it makes.
    pub(super) made: u64,
    /// Elements that were selected.
    pub(super) selected: Vec<Plain>,
}

impl Scratch {
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

/// Dice that were rolled and are not in their local yet: few rolls are used for more than to be counted, and for that they
/// need not be made a value. Whatever is no quick form finds them where they belong ([`Rolled::settle`]).
pub(in super::super) struct Rolled {
    /// Their local; none have this number where there are no dice.
    pub(super) at: usize,
    len: usize,
    /// The faces, ascending, each with how often it is there.
    faces: [(u32, u32); LOOSE],
}

impl Default for Rolled {
    fn default() -> Self {
        Self { at: usize::MAX, len: 0, faces: [(0, 0); LOOSE] }
    }
}

impl Rolled {
    /// The faces, ascending, each with how often it is there.
    #[inline]
    pub(super) fn faces(&self) -> &[(u32, u32)] {
        self.faces.get(..self.len).unwrap_or_default()
    }

    /// No dice yet, in this local.
    #[inline]
    pub(super) fn begin(&mut self, at: usize) {
        self.at = at;
        self.len = 0;
    }

    /// One more; there are less than [`LOOSE`].
    #[inline]
    pub(super) fn add(&mut self, face: u32) {
        let there = self.faces.iter_mut().take(self.len).find(|(other, _)| *other == face);
        if let Some((_, count)) = there {
            *count += 1;
            return;
        }
        let mut at = self.len;
        while at > 0 && self.faces[at - 1].0 > face {
            self.faces[at] = self.faces[at - 1];
            at -= 1;
        }
        self.faces[at] = (face, 1);
        self.len += 1;
    }

    /// Forgets dice in locals from `base` on.
    #[inline]
    pub(super) fn forget_from(&mut self, base: usize) {
        if self.at >= base {
            self.at = usize::MAX;
        }
    }

    /// Puts the dice into their local.
    #[inline]
    pub(in super::super) fn settle(&mut self, machine: &mut Machine) {
        if self.at != usize::MAX {
            self.put(machine);
        }
    }

    #[inline(never)]
    fn put(&mut self, machine: &mut Machine) {
        if let Some(local) = machine.locals.get_mut(self.at) {
            let counted = self.faces().iter().map(|(face, count)| (Value::Number(i64::from(*face)), *count));
            *local = Value::Bag(std::sync::Arc::new(counted.collect()));
        }
        self.at = usize::MAX;
    }
}
