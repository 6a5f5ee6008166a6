//! Workflow commands, which GitHub shows as annotations on the changed lines.

use crate::diagnostic::{Diagnostic, Severity, Sources};

/// Renders one diagnostic as one workflow command.
pub fn github(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "notice",
    };
    let place = diagnostic.place.map_or_else(String::new, |place| {
        let file = sources.file(place.file);
        let (start, end) = (file.position(place.start), file.position(place.end));
        // A column of the end is understood only where the end is on the same line.
        let until = if end.line == start.line {
            format!("endColumn={},", end.column)
        } else {
            format!("endLine={},", end.line)
        };
        format!("file={},line={},col={},{until}", property(&file.path), start.line, start.column)
    });
    let help = diagnostic.help.as_ref().map_or_else(String::new, |help| format!("\n{help}"));
    format!("::{level} {place}title={}::{}", diagnostic.code.name, data(&format!("{}{help}", diagnostic.message)))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
