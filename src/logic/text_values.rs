//! What logic makes of the values that texts ask for.

use super::compile::{Inputs, TextValue, compile_with_texts, read_book};
use super::limits::Meter;
use super::machine::{Budget, Callee, Ended, Nobody, Setting, World, run_counted};
use super::odds::shown::grouped;
use super::program::{FunctionId, Program};
use super::value::Value;
use crate::diagnostic::{Place, Severity};
use crate::library::Book;

/// A value, also as it is written in logic; or a message and its mend.
pub type Shown = Result<(Value, String), (String, String)>;

/// Each expression's value, also as it is written in logic; or a message and its mend. `None` while the logic itself has
/// mistakes: those are to be mended first.
pub fn values_of_texts(book: &Book, expressions: &[(String, Place)], meter: &Meter) -> Option<Vec<Shown>> {
    let (blocks, options, _) = read_book(book);
    let inputs = Inputs { book: &book.id, blocks: &blocks, data: &book.data, options: &options };
    let sources: Vec<&str> = expressions.iter().map(|(source, _)| source.as_str()).collect();
    let (mut program, findings, values) = compile_with_texts(inputs, &sources);
    if findings.iter().any(|finding| finding.severity == Severity::Error) {
        return None;
    }
    let all = values.into_iter().zip(expressions);
    Some(all.map(|(value, (source, place))| worked_out(&mut program, value, (source, *place), meter)).collect())
}

fn worked_out(program: &mut Program, value: TextValue, (source, place): (&str, Place), meter: &Meter) -> Shown {
    if meter.is_over() {
        // Nothing of it is used: the whole command ends.
        return Err((String::new(), String::new()));
    }
    let id = FunctionId(u16::try_from(program.functions.len()).unwrap_or(u16::MAX));
    program.functions.push(value?);
    let piece = meter.begin(meter.limits().value, format!("the value `{{{source}}}`"), Some(place));
    let mut setting = Setting::new(program);
    setting.budget = Budget { steps: piece.left(), ..meter.limits().run };
    let mut world = World::new(program);
    let (ended, steps) = run_counted(&setting, &mut world, Callee::Function(id), Vec::new(), &mut Nobody);
    piece.spend(steps);
    program.functions.pop();
    match ended {
        Ended::Done(values) => match values.into_iter().next() {
            Some(value) => {
                let plain = program.plain(&value);
                Ok((value, plain))
            }
            None => Err((String::new(), String::new())),
        },
        Ended::Undetermined { source, .. } => {
            Err((format!("it needs {}", source.as_deref().unwrap_or("what no document tells")), String::new()))
        }
        Ended::Refused(_) => Err((String::new(), String::new())),
        Ended::Error(_) if steps > meter.limits().value => {
            let message = format!("its allotment of {} steps ended", grouped(meter.limits().value));
            let more = meter.limits().value.saturating_mul(10);
            Err((message, format!("let it take fewer steps, or allow more: `--budget value={more}`")))
        }
        Ended::Error(error) => Err((error.message, error.help.unwrap_or_default())),
    }
}
