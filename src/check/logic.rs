//! How the examples and tables of each book fit its logic.

use crate::diagnostic::Diagnostic;
use crate::library::Library;
use crate::logic::compile::Logic;
use crate::logic::example::check_examples;
use crate::logic::figure::check_odds;

pub(super) fn check(library: &Library, logic: &Logic, diagnostics: &mut Vec<Diagnostic>) {
    for (book, compiled) in library.books.iter().zip(&logic.books) {
        // Examples of logic with mistakes would only repeat them.
        if compiled.whole && book.is_whole() {
            diagnostics.extend(check_examples(book, &compiled.program));
            diagnostics.extend(check_odds(book, &compiled.program));
            diagnostics.extend(super::trace_names::check(library, book, &compiled.program));
        }
    }
}
