//! A run that is told while it is played: it waits where a person is asked, and goes on from there.

use super::super::program::{PointId, ProcedureId, Program};
use super::before::Before;
use super::calls::{Came, told};
use super::context::Context;
use super::record::observe::Observer;
use super::record::recorder::Recorder;
use super::{Answer, Chance, Ended, Machine, Recording, Request, Setting, Telling, TraceNode, Value, World};

/// A run in progress, and what of it is told.
pub struct Course {
    machine: Machine,
    recorder: Recorder,
    before: Before,
    point: PointId,
}

/// How far a [`Course`] came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// To a question for which [`Chance::waits`], asked by this part.
    Asked(Request, PointId),
    /// To its end.
    Ended(Ended),
}

impl Course {
    /// Nothing has happened yet.
    pub fn new(program: &Program, world: World, telling: Telling) -> Self {
        let recorder = Recorder::new(program, telling);
        Self { machine: Machine::new(world), recorder, before: Before::wanted(), point: PointId(0) }
    }

    /// Begins to run a procedure.
    pub fn start(
        &mut self,
        setting: &Setting,
        procedure: ProcedureId,
        args: Vec<Value>,
        chance: &mut dyn Chance,
    ) -> Reached {
        self.come(setting, chance, |context| context.start(procedure, args))
    }

    /// Goes on with the answer to the question that is pending.
    pub fn go_on(&mut self, setting: &Setting, answer: &Answer, chance: &mut dyn Chance) -> Reached {
        self.come(setting, chance, |context| context.go_on(Some(answer)))
    }

    /// Where it stands: a question is pending.
    pub fn waits(&self) -> Reached {
        match &self.machine.pending {
            Some(request) => Reached::Asked(request.clone(), self.point),
            // No dice are left covered here.
            None => Reached::Ended(Ended::Done(Vec::new())),
        }
    }

    fn come(
        &mut self,
        setting: &Setting,
        chance: &mut dyn Chance,
        run: impl FnOnce(&mut Context<'_, '_, Recorder>) -> Came,
    ) -> Reached {
        let mut context = Context::new(setting, &mut self.machine, &mut self.recorder);
        context.before = std::mem::take(&mut self.before);
        context.chance = Some(chance);
        let came = run(&mut context);
        self.before = std::mem::take(&mut context.before);
        self.point = context.point;
        match came {
            Came::Ended(ended) => Reached::Ended(ended),
            Came::Asked | Came::Look(_) => self.waits(),
        }
    }

    /// The steps that were used up.
    pub fn steps(&self) -> u64 {
        self.machine.steps
    }

    /// What happened so far, as it would be told if nothing came of what is going on.
    pub fn so_far(&self, program: &Program) -> Vec<TraceNode> {
        let mut recorder = self.recorder.of_the_trace();
        for frame in self.machine.frames.iter().rev() {
            let definition = frame.definition(program);
            recorder.leave(frame.procedure, None, definition.point, told(definition));
        }
        recorder.finish().trace
    }

    /// What happened up to so many answers has been told: the reasons for it are not needed any more.
    pub fn was_told(&mut self, answers: usize) {
        self.recorder.was_told(answers);
    }

    /// The world at its end, and what was recorded. Unless it is done, or the game ended, the world is left as it was.
    pub fn finish(self, ended: &Ended) -> (World, Recording) {
        let steps = self.machine.steps;
        let world = self.before.behind(ended, self.machine.world);
        (world, Recording { steps, ..self.recorder.finish() })
    }
}
