//! The logic of each book: what the compiler finds in it.

use crate::diagnostic::Diagnostic;
use crate::library::Library;
use crate::logic::compile::compile_book;

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        let (_, findings) = compile_book(book);
        diagnostics.extend(findings);
    }
}
