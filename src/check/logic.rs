//! How the examples and tables of a book fit its logic.

use crate::diagnostic::{Diagnostic, codes};
use crate::library::{Book, Library};
use crate::logic::book::Compiled;
use crate::logic::example::check_examples;
use crate::logic::figure::check_odds;

pub(super) fn check(library: &Library, book: &Book, compiled: &Compiled, diagnostics: &mut Vec<Diagnostic>) {
    for (_, section) in book.sections().filter(|(_, section)| section.has_logic()) {
        if let Some(reason) = &section.no_logic {
            let message = "this section says why it has no logic, and has some";
            let found = Diagnostic::new(&codes::WRONG_VALUE, reason.place, message);
            diagnostics.push(found.help("take `no_logic` out").in_section(&book.id, &section.id));
        }
    }
    // Examples of logic with mistakes would only repeat them.
    if compiled.whole && book.is_whole() {
        diagnostics.extend(check_examples(book, &compiled.program));
        diagnostics.extend(check_odds(book, &compiled.program));
        diagnostics.extend(super::trace_names::check(library, book, &compiled.program));
    }
}
