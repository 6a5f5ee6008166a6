//! The logic of each book: what the compiler finds in it, and in how its examples are written.

use crate::diagnostic::Diagnostic;
use crate::library::Library;
use crate::logic::compile::compile_book;
use crate::logic::example::check_examples;
use crate::logic::figure::check_odds;
use crate::logic::limits::Meter;

pub(super) fn check(library: &Library, meter: &Meter, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        let (compiled, findings) = compile_book(book, meter);
        diagnostics.extend(findings);
        // Examples of logic with mistakes would only repeat them.
        if compiled.whole && book.is_whole() {
            diagnostics.extend(check_examples(book, &compiled.program));
            diagnostics.extend(check_odds(book, &compiled.program));
            diagnostics.extend(super::trace_names::check(library, book, &compiled.program));
        }
    }
}
