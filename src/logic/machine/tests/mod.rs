//! The machine on programs built by hand.
#![expect(
    clippy::cast_possible_truncation,
    clippy::unnecessary_box_returns,
    clippy::similar_names,
    reason = "small programs"
)]

mod build;
mod expressions;
mod functions;
mod procedures;
mod recordings;

use super::*;
use crate::logic::program::Program;
use build::Fixed;

/// Runs both with and without a recording, which must end alike and leave the same world.
fn both(
    setting: &Setting,
    world: &mut World,
    callee: Callee,
    args: Vec<Value>,
    answers: Vec<Answer>,
) -> (Ended, Recording) {
    let mut other = world.clone();
    let plain = run(setting, &mut other, callee, args.clone(), &mut Fixed(answers.clone(), Vec::new()));
    let (ended, recording) = run_recorded(setting, world, callee, args, &mut Fixed(answers, Vec::new()));
    assert_eq!(plain, ended);
    assert_eq!(other, *world);
    (ended, recording)
}

/// What a function gives.
fn ask(program: &Program, world: &mut World, function: FunctionId, args: Vec<Value>) -> Result<Value, String> {
    match both(&Setting::new(program), world, Callee::Function(function), args, Vec::new()).0 {
        Ended::Done(mut values) => Ok(values.remove(0)),
        Ended::Error(error) => Err(error.message),
        other => Err(format!("{other:?}")),
    }
}

/// The outputs of a procedure.
fn perform(
    program: &Program,
    world: &mut World,
    procedure: ProcedureId,
    args: Vec<Value>,
    answers: Vec<Answer>,
) -> Result<Vec<Value>, String> {
    match both(&Setting::new(program), world, Callee::Procedure(procedure), args, answers).0 {
        Ended::Done(values) => Ok(values),
        Ended::Error(error) => Err(error.message),
        other => Err(format!("{other:?}")),
    }
}
