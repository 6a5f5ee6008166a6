//! Room of runs that have come to their end, for those that begin there: runs are copied more often than anything else is done.

use super::Run;
use crate::logic::machine::Frame;
use crate::logic::value::Value;

/// So much is kept at most.
const MOST: usize = 64;

/// Room for locals and frames.
#[derive(Default)]
pub(in crate::logic::odds) struct Buffers {
    locals: Vec<Vec<Value>>,
    frames: Vec<Vec<Frame>>,
}

impl Buffers {
    /// This run is needed no more.
    pub(in crate::logic::odds) fn keep(&mut self, run: Run) {
        let (mut locals, mut frames) = (run.machine.locals, run.machine.frames);
        if self.locals.len() < MOST {
            locals.clear();
            frames.clear();
            self.locals.push(locals);
            self.frames.push(frames);
        }
    }

    pub(super) fn locals(&mut self) -> Vec<Value> {
        self.locals.pop().unwrap_or_default()
    }

    pub(super) fn frames(&mut self) -> Vec<Frame> {
        self.frames.pop().unwrap_or_default()
    }
}

/// A run, so many times.
pub(in crate::logic::odds) struct Copies {
    run: Option<Run>,
    left: usize,
}

impl Copies {
    pub(in crate::logic::odds) fn new(run: Run, count: usize) -> Self {
        Self { run: Some(run), left: count }
    }

    /// The next one; the last is the run itself.
    pub(in crate::logic::odds) fn next(&mut self, buffers: &mut Buffers) -> Option<Run> {
        self.left = self.left.checked_sub(1)?;
        if self.left == 0 { self.run.take() } else { self.run.as_mut().map(|run| copy(run, buffers)) }
    }
}

fn copy(run: &mut Run, buffers: &mut Buffers) -> Run {
    // Taken out meanwhile, for a plain copy has no room.
    let locals = std::mem::take(&mut run.machine.locals);
    let frames = std::mem::take(&mut run.machine.frames);
    let mut copy = run.clone();
    copy.machine.locals = buffers.locals();
    copy.machine.locals.reserve(locals.len() + Run::LOCALS);
    copy.machine.locals.extend_from_slice(&locals);
    copy.machine.frames = buffers.frames();
    copy.machine.frames.reserve(frames.len() + Run::FRAMES);
    copy.machine.frames.extend_from_slice(&frames);
    (run.machine.locals, run.machine.frames) = (locals, frames);
    copy
}
