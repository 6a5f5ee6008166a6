//! Parts of the logic that took no effect, as `test --coverage` and `simulate --coverage` tell them.

use serde_json::{Value, json};

use super::CommandError;
use super::output::{FAINT, Output};
use crate::diagnostic::Sources;
use crate::logic::coverage::describe;
use crate::logic::program::{PointId, Program};

/// For reading: a line for each.
pub(super) fn list(
    untouched: &[PointId],
    program: &Program,
    sources: &Sources,
    output: &mut Output,
) -> Result<(), CommandError> {
    for point in untouched {
        let (path, position) = sources.position(program.place(*point));
        let place = format_args!("{FAINT}{path}:{}:{}{FAINT:#}", position.line, position.column);
        output.line(format_args!("{:>10}{place}  {}", "", describe(program, *point)))?;
    }
    Ok(())
}

/// For other programs.
pub(super) fn json(untouched: &[PointId], program: &Program, sources: &Sources) -> Vec<Value> {
    let one = |point: &PointId| {
        let (path, position) = sources.position(program.place(*point));
        json!({
            "text": describe(program, *point),
            "file": path,
            "line": position.line,
            "column": position.column,
        })
    };
    untouched.iter().map(one).collect()
}
