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
        let (path, position) = sources.position(place);
        format!("file={},line={},col={},", property(path), position.line, position.column)
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
