//! Every name of the logic that readers see in traces has words in their language.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::library::{Book, Library};
use crate::logic::program::Program;
use crate::logic::trace::Names;

pub(super) fn check(library: &Library, book: &Book, program: &Program) -> Vec<Diagnostic> {
    let languages = book.all_languages();
    let named: Vec<_> =
        languages.iter().map(|language| (*language, Names::new(library, book, language, Some(program)))).collect();
    let mut found = Vec::new();
    let mut told = HashSet::new();
    for visible in &program.roles().visible {
        let section = visible.section.as_deref().unwrap_or_default();
        let without = |must: bool| {
            let all = named.iter().filter(|(language, names)| {
                let listed = *language == book.reference || book.languages.iter().any(|other| other == language);
                listed == must
                    && !book.unread.contains(*language)
                    && names.in_language(&visible.name, visible.role, section).is_none()
            });
            all.map(|(language, _)| *language).collect::<Vec<_>>()
        };
        for (severity, languages) in [(Severity::Error, without(true)), (Severity::Hint, without(false))] {
            // One label serves all parameters of that name.
            if languages.is_empty() || !told.insert((&visible.name, visible.role, severity)) {
                continue;
            }
            let message = format!(
                "`{}` is seen in traces and has neither label nor term in {}",
                visible.name,
                languages.join(", ")
            );
            let help = format!(
                "add it to `labels` of this section or another, or add a term `{}`",
                visible.name.replace('_', "-")
            );
            let mut diagnostic =
                Diagnostic::new(&codes::UNNAMED_IN_TRACE, program.place(visible.point), message).severity(severity);
            diagnostic = diagnostic.help(help);
            found.push(match &visible.section {
                Some(section) => diagnostic.in_section(&book.id, section),
                None => diagnostic.in_book(&book.id),
            });
        }
    }
    found
}
