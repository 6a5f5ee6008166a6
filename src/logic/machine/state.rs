//! The state of a run between two questions to chance: plain data, which can be copied, compared and gone on with.

use super::super::program::{AssumedBody, Assumption, Local, Procedure};
use super::super::program::{Op, ProcedureId, Program, Source};
use super::super::value::Value;
use super::chance::Request;
use super::pool::Pool;
use super::world::World;

/// So many cells may be made from a stop on before they are counted: far less than any budget, and more than most ways to the
/// next stop make.
const UNCOUNTED: u64 = 1024;

/// A run in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The states and things.
    pub world: World,
    /// The procedures that are running, the innermost last.
    pub frames: Vec<Frame>,
    /// The locals of all frames, one behind the other.
    pub locals: Vec<Value>,
    /// The question that has to be answered before the run goes on.
    pub pending: Option<Request>,
    /// Dice that were left covered, by their number.
    pub pools: Vec<Pool>,
    /// Steps used up.
    pub steps: u64,
    /// Cells that were made since they were last counted.
    pub(super) made: u64,
    /// How many cells may be made before they are counted again.
    pub(super) allowed: u64,
}

/// A procedure that is running.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Which.
    pub procedure: ProcedureId,
    /// The assumption whose code it runs: its set, and the part of it; its own where it is `None`.
    pub assumption: Option<(usize, usize)>,
    /// The next step.
    pub pc: usize,
    /// Where its locals begin.
    pub base: usize,
}

impl Frame {
    /// The procedure.
    pub(super) fn definition<'p>(&self, program: &'p Program) -> &'p Procedure {
        &program.procedures[self.procedure.index()]
    }

    /// Its code, what its slots hold, and how many slots it needs.
    pub(super) fn code<'p>(&self, program: &'p Program) -> (&'p [Op], &'p [Local], usize) {
        let procedure = self.definition(program);
        let assumed = self.assumption.and_then(|(set, part)| program.assumptions.get(set)?.parts.get(part));
        let own = procedure.locals.len();
        if let Some(Assumption { body: AssumedBody::Code { code, locals }, .. }) = assumed {
            return (code, locals, locals.len().max(own));
        }
        match &procedure.code {
            Source::Here(code) => (code, &procedure.locals, own),
            Source::Missing(_) => (&[], &procedure.locals, own),
        }
    }
}

impl Frame {
    /// Where its locals end.
    pub(super) fn end(&self, program: &Program) -> usize {
        let (_, _, slots) = self.code(program);
        let definition = self.definition(program);
        self.base + slots.max(definition.params.len() + definition.outputs.len())
    }
}

impl Machine {
    /// The step at which it stands.
    pub fn op<'p>(&self, program: &'p Program) -> Option<&'p Op> {
        let frame = self.frames.last()?;
        frame.code(program).0.get(frame.pc)
    }

    /// A run that stopped so.
    pub fn stopped(
        world: World,
        frames: Vec<Frame>,
        locals: Vec<Value>,
        pools: Vec<Pool>,
        pending: Option<Request>,
    ) -> Self {
        Self { frames, locals, pending, pools, allowed: UNCOUNTED, ..Self::new(world) }
    }

    /// Nothing is running yet.
    pub fn new(world: World) -> Self {
        Self {
            world,
            frames: Vec::new(),
            locals: Vec::new(),
            pending: None,
            pools: Vec::new(),
            steps: 0,
            made: 0,
            allowed: 0,
        }
    }
}
