//! What Markdown and our own marks could not make sense of.

use crate::diagnostic::Diagnostic;
use crate::library::{Library, texts};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        for owned in texts::proses(book) {
            let findings = owned.text.document.findings.iter().map(|finding| {
                let place = owned.text.place_of(finding.range.clone());
                Diagnostic::new(finding.code, place, finding.message.clone()).help(finding.help)
            });
            diagnostics.extend(findings.map(|diagnostic| owned.finding(&book.id, diagnostic)));
        }
    }
}
