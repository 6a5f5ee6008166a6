//! The odds that examples show: what each asks, worked out once, and kept as long as nothing that matters changes.
//!
//! ```text
//! odds: of an example ──► read: Wanted ──► kept, by a hash of all that the answer depends on ──► Figure
//!                                            └─ or worked out by logic::odds
//! ```

mod find;
mod grid;
mod kept;
mod key;
mod read;
mod stored;

pub use find::{Figure, Figures, figures};
pub use grid::{Axis, Cell, Changes, MOST_AXES, MOST_CELLS, Means, Stop};
pub use kept::KeptFigures;
pub use read::{Show, Wanted};

use crate::diagnostic::Diagnostic;
use crate::library::Book;
use crate::logic::program::Program;

/// What is wrong with how the examples of a book ask for odds, as far as that shows without working them out.
pub fn check_odds(book: &Book, program: &Program) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (_, section) in book.sections() {
        for example in &section.examples {
            let (_, mistakes) = read::read(program, &example.program);
            found.extend(mistakes.into_iter().map(|mistake| mistake.in_section(&book.id, &section.id)));
        }
    }
    found
}
