//! The labels of statements: in order within a section, and the same in every translation, for addresses hang on them.

use std::collections::HashMap;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Place, Severity, codes};
use crate::library::localized::View;
use crate::library::markup::StatementLabel;
use crate::library::{Book, Library, Prose, Section, texts};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        for (_, section) in book.sections() {
            for (label, place, what) in named(book, section) {
                if StatementLabel::parse(label).is_none_or(|label| !section.has_statement(label)) {
                    let message = format!("{what} is of the statement `{label}`, which there is not");
                    let help =
                        format!("`{}` has the statements {}", section.id, list(&texts::labels(section.text.as_ref())));
                    diagnostics.push(
                        Diagnostic::new(&codes::DANGLING_REFERENCE, place, message)
                            .help(help)
                            .in_section(&book.id, &section.id),
                    );
                }
            }
            let Some(text) = &section.text else { continue };
            order(text, &book.id, &section.id, diagnostics);
            let wanted = texts::labels(Some(text));
            for language in book.translations.keys() {
                let view = View::as_written(book, language);
                let Some(translated) = view.translated(section).and_then(|section| section.text.as_ref()) else {
                    continue;
                };
                let got = texts::labels(Some(translated));
                if got != wanted {
                    let message = format!(
                        "the translation has the statements {}, the reference text has {}",
                        list(&got),
                        list(&wanted)
                    );
                    // What lags behind the reference text keeps nobody from publishing: its page says so.
                    let is_settled = view.text(section).is_some_and(|piece| piece.state.is_settled());
                    let severity = if is_settled { Severity::Error } else { Severity::Warning };
                    diagnostics.push(
                        Diagnostic::new(&codes::STATEMENT_MISMATCH, translated.place, message)
                            .severity(severity)
                            .related(text.place, "the reference text")
                            .help("mark the same statements with the same labels: `^a` at a line's start")
                            .in_section(&book.id, &section.id),
                    );
                }
            }
        }
    }
}

/// The labels that the notes, examples and options of a section name, with their place and who names them.
fn named<'a>(book: &'a Book, section: &'a Section) -> impl Iterator<Item = (&'a str, Place, String)> {
    let notes = section.notes.iter().map(|note| (&note.of, format!("the note `{}`", note.id)));
    let options = book.options_of(&section.id).map(|option| (&option.of, format!("the option `{}`", option.id)));
    let examples = section.examples.iter().map(|example| (&example.of, format!("the example `{}`", example.id)));
    notes
        .chain(options)
        .chain(examples)
        .flat_map(|(of, what)| of.iter().map(move |(label, place)| (label.as_str(), *place, what.clone())))
}

/// Letters of ours run from a on; what a document prints may leave some out. No label stands twice.
fn order(text: &Prose, book: &str, section: &str, diagnostics: &mut Vec<Diagnostic>) {
    let labels = text.document.letters();
    let mut seen: HashMap<StatementLabel, Range<usize>> = HashMap::new();
    let mut letters = 'a'..='z';
    for (label, range) in labels {
        let wanted = if label.is_letter() { letters.next() } else { None };
        let place = text.place_of(range.clone());
        let diagnostic = if let Some(first) = seen.get(&label) {
            Diagnostic::new(&codes::STATEMENT_ORDER, place, format!("the statement `^{label}` stands twice"))
                .related(text.place_of(first.clone()), "first here")
                .help("give it a label of its own; one within another has both: `^2.a`")
        } else if let Some(wanted) = wanted.filter(|wanted| label.address() != wanted.to_string()) {
            let message = format!("the statement `^{label}` stands where `^{wanted}` is expected");
            Diagnostic::new(&codes::STATEMENT_ORDER, place, message).help(
                "letters run from a on in the order of the text; a label that the document prints stands as it is printed: `^(2)`",
            )
        } else {
            seen.insert(label, range);
            continue;
        };
        diagnostics.push(diagnostic.in_section(book, section));
        return;
    }
}

fn list(labels: &[StatementLabel]) -> String {
    if labels.is_empty() {
        return "(none)".to_owned();
    }
    labels.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
