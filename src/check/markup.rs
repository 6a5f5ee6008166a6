//! What Markdown and our own marks could not make sense of, and values that have no logic behind them.

use crate::diagnostic::{Diagnostic, codes};
use crate::library::{Library, texts};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        for owned in texts::proses(book) {
            let findings = owned.text.document.findings.iter().map(|finding| {
                let place = owned.text.place_of(finding.range.clone());
                Diagnostic::new(finding.code, place, finding.message.clone()).help(finding.help)
            });
            let values = owned.text.document.values().into_iter().map(|(value, range)| {
                let message = format!("no logic gives the value `{{{value}}}`");
                Diagnostic::new(&codes::VALUE_WITHOUT_LOGIC, owned.text.place_of(range), message)
                    .help("write the number itself, or `\\{` for a plain brace")
            });
            diagnostics.extend(findings.chain(values).map(|diagnostic| match owned.section {
                Some(section) => diagnostic.in_section(&book.id, section),
                None => diagnostic.in_book(&book.id),
            }));
        }
    }
}
