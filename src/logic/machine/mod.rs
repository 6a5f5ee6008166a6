//! Runs the logic of a book: asks its functions and performs its procedures.
//!
//! A run works on plain data: [`Machine`]. It goes on until it needs an answer of chance or a player ([`Request`]) or ends
//! ([`Ended`]); [`run`] is the loop around that. [`run_recorded`] also tells what happened, as a tree ([`TraceNode`]), and on
//! which parts of the program each result depends ([`Recording`]). Nothing here panics, hangs or uses up the stack: steps,
//! cells and nesting are counted, and what is beyond the limit is a [`RunError`] with its place.

mod arithmetic;
mod assumption;
mod before;
mod buffers;
mod calls;
mod chance;
mod choosing;
mod code;
mod collecting;
mod computing;
mod conform;
mod context;
mod course;
mod deck;
mod ended;
mod exec;
mod function;
mod graph;
mod kept;
mod operand;
mod place;
mod pool;
mod primitive;
mod record;
mod removal;
mod seeded;
mod select;
mod setting;
mod show;
mod state;
mod supposing;
mod trace;
mod world;

#[cfg(test)]
mod tests;

pub use calls::Step;
pub use chance::{Answer, Chance, Nobody, Request};
pub use course::{Course, Reached};
pub use ended::{Ended, RunError};
pub use pool::{Look, Pool};
pub use record::Recording;
pub use seeded::Seeded;
pub use setting::{Budget, Given, Setting};
pub use state::{Frame, Machine};
pub use trace::{Changed, MAX_NODES, Otherwise, TraceNode, What};
pub use world::{Thing, World};

use super::program::{FunctionId, ProcedureId, Program};
use super::types::Type;
use super::value::Value;
use before::Before;
use calls::Came;
use context::Context;
use ended::{Evaluated, Halt};
use record::observe::{Nothing, Observer};
use record::recorder::Recorder;

/// What can be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A procedure.
    Procedure(ProcedureId),
    /// A function.
    Function(FunctionId),
}

/// Runs something to its end. Unless it is done, or the game ended, the world is left as it was.
pub fn run(setting: &Setting, world: &mut World, callee: Callee, args: Vec<Value>, chance: &mut dyn Chance) -> Ended {
    run_counted(setting, world, callee, args, chance).0
}

/// Runs something to its end as [`run`] does, and says how many steps it took.
pub fn run_counted(
    setting: &Setting,
    world: &mut World,
    callee: Callee,
    args: Vec<Value>,
    chance: &mut dyn Chance,
) -> (Ended, u64) {
    drive(setting, world, callee, args, chance, &mut Nothing)
}

/// Runs something to its end as [`run`] does, and records what happened.
pub fn run_recorded(
    setting: &Setting,
    world: &mut World,
    callee: Callee,
    args: Vec<Value>,
    chance: &mut dyn Chance,
) -> (Ended, Recording) {
    run_told(setting, world, callee, args, chance, Telling::Whole)
}

/// The same, of which so much is told.
pub fn run_told(
    setting: &Setting,
    world: &mut World,
    callee: Callee,
    args: Vec<Value>,
    chance: &mut dyn Chance,
    telling: Telling,
) -> (Ended, Recording) {
    let mut recorder = Recorder::new(setting.program(), telling);
    let (ended, steps) = drive(setting, world, callee, args, chance, &mut recorder);
    (ended, Recording { steps, ..recorder.finish() })
}

/// How much of a run is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// Everything, up to [`MAX_NODES`].
    Whole,
    /// What is told in any case, and the reasons for it: behind so many answers, and not what they were made of in turn.
    Played {
        /// How many answers come before.
        reasons_from: usize,
    },
}

impl Machine {
    /// Begins to run a procedure in a world, and goes on to its first question or its end.
    pub fn start(setting: &Setting, world: World, procedure: ProcedureId, args: Vec<Value>) -> (Self, Step) {
        let mut machine = Self::new(world);
        let came = Context::new(setting, &mut machine, &mut Nothing).start(procedure, args);
        let step = machine.step(came);
        (machine, step)
    }

    /// Goes on with an answer to the question that is pending.
    #[expect(clippy::needless_pass_by_value, reason = "an answer is used up")]
    pub fn resume(&mut self, setting: &Setting, answer: Answer) -> Step {
        self.go_on_with(setting, Some(&answer))
    }

    /// Goes on at the step where it stands.
    fn go_on_with(&mut self, setting: &Setting, answer: Option<&Answer>) -> Step {
        let came = Context::new(setting, self, &mut Nothing).go_on(answer);
        self.step(came)
    }

    fn step(&self, came: Came) -> Step {
        match (came, &self.pending) {
            (Came::Ended(ended), _) => Step::Ended(ended),
            (Came::Look(look), _) => Step::Look(look),
            (Came::Asked, Some(request)) => Step::Ask(request.clone()),
            (Came::Asked, None) => Step::Ended(Ended::Done(Vec::new())),
        }
    }
}

/// Nothing, or what is wrong with a value where a type is declared: "12 is outside 0..10, the range of `unrest`". `place` is
/// the name of what is declared.
pub fn misfit(program: &Program, world: &World, value: &Value, ty: &Type, place: Option<&str>) -> Option<String> {
    conform::misfit(program, world, value, ty).map(|misfit| misfit.message(program, world, place))
}

/// A value as it is written in logic, for messages; things by their type and number.
pub fn show(program: &Program, world: &World, value: &Value) -> String {
    show::value(program, world, value)
}

fn drive<O: Observer>(
    setting: &Setting,
    world: &mut World,
    callee: Callee,
    args: Vec<Value>,
    chance: &mut dyn Chance,
    observer: &mut O,
) -> (Ended, u64) {
    match callee {
        Callee::Function(function) => {
            // A function changes nothing, so that the world need not be copied.
            let mut machine = Machine::new(std::mem::take(world));
            let mut context = Context::new(setting, &mut machine, observer);
            let result = context.ask(function, args);
            *world = machine.world;
            let ended = match result.map_err(|halt| *halt) {
                Ok(value) => Ended::Done(vec![value]),
                Err(Halt::Ended(ended)) => ended,
                // No dice are covered that could be looked at.
                Err(Halt::Look(_)) => Ended::Done(Vec::new()),
            };
            (ended, machine.steps)
        }
        Callee::Procedure(procedure) => {
            let mut machine = Machine::new(std::mem::take(world));
            let mut context = Context::new(setting, &mut machine, observer);
            context.before = Before::wanted();
            context.chance = Some(chance);
            let ended = match context.start(procedure, args) {
                Came::Ended(ended) => ended,
                // Chance answers at once, and nothing is left covered.
                Came::Asked | Came::Look(_) => Ended::Done(Vec::new()),
            };
            let before = std::mem::take(&mut context.before);
            *world = before.behind(&ended, machine.world);
            (ended, machine.steps)
        }
    }
}

impl<O: Observer> Context<'_, '_, O> {
    /// Asks a function from outside.
    fn ask(&mut self, id: FunctionId, args: Vec<Value>) -> Evaluated<Value> {
        let Some(function) = self.program.functions.get(id.index()) else {
            return self.error(self.here(), "there is no such function");
        };
        self.hand_over(function.point, &function.params, args)?;
        let (value, tag) = self.apart(|context| context.invoke(id, 0, 0))?;
        self.observer.results(vec![tag]);
        Ok(value)
    }
}
