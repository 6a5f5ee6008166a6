//! Why there are no odds, for who asked on the command line.

use super::super::output::Output;
use super::super::{CommandError, Outcome, Success};
use super::notation::Typed;
use crate::library::{Book, Library};
use crate::logic::odds::refusal::{Why, why};
use crate::logic::odds::{Case, Refusal};

/// Says why: what the person asked cannot be done, or a run shows something that is amiss with the book or the case.
pub(super) fn tell(refused: &Refusal, case: &Case<'_>, book: &Book, library: &Library, output: &mut Output) -> Outcome {
    let Why { message, help, place } = why(refused, case, book, &Typed);
    let at = place.map(|place| {
        let (path, position) = library.sources.position(place);
        format!("{path}:{}:{}", position.line, position.column)
    });
    let error = CommandError::Failed { message, at, help };
    match refused {
        Refusal::Ended(_) => {
            output.error(&error);
            Ok(Success::Wrong)
        }
        _ => Err(error),
    }
}
