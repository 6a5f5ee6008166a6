//! The definitions of the glossary that all books share: they belong to no book, and can use nothing of one.

use std::collections::HashSet;

use crate::analyzer::written::Written;
use crate::diagnostic::{Diagnostic, codes};
use crate::library::markup::Shown;
use crate::library::references::resolve;
use crate::library::{Library, Prose, Term, names};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for terms in library.shared_terms.values() {
        let variants: Vec<(&str, &Term)> = terms
            .iter()
            .flat_map(|term| term.forbidden.iter().map(move |variant| (variant.value.as_str(), term)))
            .collect();
        let written = Written::of(variants.iter().map(|(variant, _)| *variant));
        for text in terms.iter().filter_map(|term| term.definition.as_ref()) {
            for finding in &text.document.findings {
                let place = text.place_of(finding.range.clone());
                diagnostics.push(Diagnostic::new(finding.code, place, finding.message.clone()).help(finding.help));
            }
            references(library, text, diagnostics);
            for (value, range) in text.document.values() {
                let message = format!("no logic gives the value `{{{value}}}`: this definition is shared by all books");
                let help = "write the number itself, or `\\{` for a plain brace";
                let place = text.place_of(range);
                diagnostics.push(Diagnostic::new(&codes::VALUE_WITHOUT_LOGIC, place, message).help(help));
            }
            for (shown, range) in text.document.shown() {
                let (Shown::Picture(name) | Shown::Symbol(name)) = shown;
                let message = format!("`{}` is in no book: this definition is shared by all", names::repeated(name));
                let help = "leave it out, or define the term in the glossary of its book";
                let place = text.place_of(range);
                diagnostics.push(Diagnostic::new(&codes::DANGLING_REFERENCE, place, message).help(help));
            }
            for run in text.document.runs() {
                let mut told = HashSet::new();
                written.each_whole(&run.text, |range, at| {
                    let (variant, term) = variants[at];
                    if !told.insert((range.start, variant)) {
                        return;
                    }
                    let name = term.name.as_ref().map_or(term.id.as_str(), |name| name.value.as_str());
                    let message = format!("`{variant}` is a forbidden variant");
                    let help = format!("write `{name}`; put it in a code span if it is quoted");
                    let place = text.place_of(run.range(range));
                    diagnostics.push(Diagnostic::new(&codes::FORBIDDEN_VARIANT, place, message).help(help));
                });
            }
        }
    }
}

/// References must name their book.
fn references(library: &Library, text: &Prose, diagnostics: &mut Vec<Diagnostic>) {
    for (reference, range) in text.document.references() {
        let target = reference.address_of(&reference.target);
        let (message, help) = match &reference.book {
            None => {
                let help = format!("name its book: [[book:{}]]", reference.target);
                (format!("of `{target}` no book is named, and this definition is shared by all"), help)
            }
            Some(book) => {
                // Of a book that is not in the library nobody knows what it holds.
                let Some(book) = library.book(book) else { continue };
                if resolve(library, book, reference).is_ok() || !book.is_whole() {
                    continue;
                }
                (format!("no section `{target}`"), "name a section by its number or its id".to_owned())
            }
        };
        let place = text.place_of(range);
        diagnostics.push(Diagnostic::new(&codes::DANGLING_REFERENCE, place, message).help(help));
    }
}
