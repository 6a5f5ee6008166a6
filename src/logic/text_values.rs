//! What logic makes of the values that texts ask for.

use super::compile::{Inputs, TextValue, compile_with_texts, read_book};
use super::machine::{Callee, Ended, Nobody, Setting, World, run};
use super::program::{FunctionId, Program};
use super::value::Value;
use crate::diagnostic::Severity;
use crate::library::Book;

/// A value, also as it is written in logic; or a message and its mend.
pub type Shown = Result<(Value, String), (String, String)>;

/// Each expression's value, also as it is written in logic; or a message and its mend. `None` while the logic itself has
/// mistakes: those are to be mended first.
pub fn values_of_texts(book: &Book, expressions: &[String]) -> Option<Vec<Shown>> {
    let (blocks, options, _) = read_book(book);
    let inputs = Inputs { book: &book.id, blocks: &blocks, data: &book.data, options: &options };
    let sources: Vec<&str> = expressions.iter().map(String::as_str).collect();
    let (mut program, findings, values) = compile_with_texts(inputs, &sources);
    if findings.iter().any(|finding| finding.severity == Severity::Error) {
        return None;
    }
    Some(values.into_iter().map(|value| worked_out(&mut program, value)).collect())
}

fn worked_out(program: &mut Program, value: TextValue) -> Shown {
    let id = FunctionId(u16::try_from(program.functions.len()).unwrap_or(u16::MAX));
    program.functions.push(value?);
    let setting = Setting::new(program);
    let mut world = World::new(program);
    let ended = run(&setting, &mut world, Callee::Function(id), Vec::new(), &mut Nobody);
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
        Ended::Error(error) => Err((error.message, error.help.unwrap_or_default())),
    }
}
