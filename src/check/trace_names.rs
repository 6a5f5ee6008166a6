//! Every name of the logic that readers see in traces has words in their language.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::library::yaml::Node;
use crate::library::{Book, Library, names};
use crate::logic::compile::in_logic;
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
        let without = |severity: Severity| {
            let all = named.iter().filter(|(language, names)| {
                if *language == book.reference && names.are_speaking() {
                    return false;
                }
                weight(book, language) == severity
                    && !book.unread.contains(*language)
                    && names.in_language(&visible.name, visible.role, section).is_none()
            });
            all.map(|(language, _)| *language).collect::<Vec<_>>()
        };
        for severity in [Severity::Error, Severity::Warning, Severity::Hint] {
            let languages = without(severity);
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
    found.extend(unused(book, program));
    found
}

/// What it weighs that a name has no words: a translation that lags keeps nobody from publishing, and readers get the words of the
/// reference language.
fn weight(book: &Book, language: &str) -> Severity {
    if language == book.reference {
        Severity::Error
    } else if book.languages.iter().any(|other| other == language) {
        Severity::Warning
    } else {
        Severity::Hint
    }
}

/// All keys of a part of an example.
fn keys<'n>(node: &'n Node, known: &mut HashSet<&'n str>) {
    for entry in node.entries() {
        known.insert(&entry.key);
        keys(&entry.value, known);
    }
    node.items().iter().for_each(|item| keys(item, known));
}

/// Labels of what neither the logic of the book nor an example names.
fn unused(book: &Book, program: &Program) -> Vec<Diagnostic> {
    let types = program.enumerations.keys().chain(program.entities.iter().map(|entity| &entity.name));
    let others = program.records.iter().map(|record| &record.name).chain(program.data.iter().map(|data| &data.name));
    let mut known: HashSet<&str> =
        program.names.iter().chain(&program.symbols).chain(types).chain(others).map(String::as_str).collect();
    // Traces show the things of examples too.
    let examples = book.sections().flat_map(|(_, section)| &section.examples);
    examples.flat_map(|example| example.program.values()).for_each(|node| keys(node, &mut known));
    let mut found = Vec::new();
    for (_, section) in book.sections() {
        for (name, label) in section.labels.iter().filter(|(name, _)| !known.contains(in_logic(name).as_str())) {
            let message = format!(
                "the label `{}` names nothing in the logic and the examples of the book",
                names::repeated(name)
            );
            let help = names::suggestion_after(found.len(), name, known.iter().copied())
                .unwrap_or_else(|| "remove it".to_owned());
            let diagnostic = Diagnostic::new(&codes::UNUSED_NAME, label.place, message).help(help);
            found.push(diagnostic.in_section(&book.id, &section.id));
        }
    }
    found
}
