//! How the examples and tables of a book fit its logic.

use crate::diagnostic::Diagnostic;
use crate::library::{Book, Library};
use crate::logic::book::Compiled;
use crate::logic::example::check_examples;
use crate::logic::figure::check_odds;

pub(super) fn check(library: &Library, book: &Book, compiled: &Compiled, diagnostics: &mut Vec<Diagnostic>) {
    // Examples of logic with mistakes would only repeat them.
    if compiled.whole && book.is_whole() {
        diagnostics.extend(check_examples(book, &compiled.program));
        diagnostics.extend(check_odds(book, &compiled.program));
        diagnostics.extend(super::trace_names::check(library, book, &compiled.program));
    }
}
