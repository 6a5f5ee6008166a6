//! What can still be looked at where a run stops.

use super::Case;
use super::kept::Kept;
use crate::logic::machine::Machine;
use crate::logic::program::Program;

pub(super) struct Flows<'p> {
    program: &'p Program,
}

impl<'p> Flows<'p> {
    pub(super) fn new(case: &Case<'p>) -> Self {
        Self { program: case.setting.program }
    }

    pub(super) fn kept(&self, _step: usize, machine: &Machine, _asking: bool) -> Kept {
        let ends = machine.frames.iter().skip(1).map(|frame| frame.base).chain([machine.locals.len()]);
        let locals = machine.frames.iter().zip(ends).map(|(frame, end)| (0..end - frame.base).collect()).collect();
        Kept::everything(self.program, locals)
    }
}
