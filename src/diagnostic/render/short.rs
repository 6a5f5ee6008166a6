//! One line each, for editors and `grep`: `file:line:column: severity[code]: message`.

use crate::diagnostic::{Diagnostic, Sources};

/// Renders one diagnostic as one line, without its line end.
pub fn short(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let place = diagnostic.place.map_or_else(String::new, |place| {
        let (path, position) = sources.position(place);
        format!("{path}:{}:{}: ", position.line, position.column)
    });
    let help = diagnostic.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
    format!("{place}{}[{}]: {}{help}", diagnostic.severity.name(), diagnostic.code.name, diagnostic.message)
}
