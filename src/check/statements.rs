//! Statement letters: in order within a section, and the same in every translation, for addresses hang on them.

use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::localized::View;
use crate::library::{Book, Library, Prose, Section, texts};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        for (_, section) in book.sections() {
            for (letter, place, what) in named(book, section) {
                if !texts::letters(section.text.as_ref()).contains(letter) || letter.chars().count() != 1 {
                    let message = format!("{what} is of the statement `{letter}`, which there is not");
                    let help =
                        format!("`{}` has the statements {}", section.id, list(&texts::letters(section.text.as_ref())));
                    diagnostics.push(
                        Diagnostic::new(&codes::DANGLING_REFERENCE, place, message)
                            .help(help)
                            .in_section(&book.id, &section.id),
                    );
                }
            }
            let Some(text) = &section.text else { continue };
            order(text, &book.id, &section.id, diagnostics);
            let wanted = texts::letters(Some(text));
            for language in book.translations.keys() {
                let Some(translated) =
                    View::new(book, language).translated(section).and_then(|section| section.text.as_ref())
                else {
                    continue;
                };
                let got = texts::letters(Some(translated));
                if got != wanted {
                    let message = format!(
                        "the translation has the statements {}, the reference text has {}",
                        list(&got),
                        list(&wanted)
                    );
                    diagnostics.push(
                        Diagnostic::new(&codes::STATEMENT_MISMATCH, translated.place, message)
                            .related(text.place, "the reference text")
                            .help("mark the same statements with the same letters: `^a` at a line's start")
                            .in_section(&book.id, &section.id),
                    );
                }
            }
        }
    }
}

/// The letters that the notes and options of a section name, with their place and who names them.
fn named<'a>(book: &'a Book, section: &'a Section) -> impl Iterator<Item = (&'a str, Place, String)> {
    let notes = section.notes.iter().map(|note| (&note.of, format!("the note `{}`", note.id)));
    let options = book.options_of(&section.id).map(|option| (&option.of, format!("the option `{}`", option.id)));
    notes
        .chain(options)
        .flat_map(|(of, what)| of.iter().map(move |(letter, place)| (letter.as_str(), *place, what.clone())))
}

fn order(text: &Prose, book: &str, section: &str, diagnostics: &mut Vec<Diagnostic>) {
    for ((letter, range), wanted) in text.document.letters().into_iter().zip('a'..='z') {
        if letter != wanted {
            let message = format!("the statement `^{letter}` stands where `^{wanted}` is expected");
            diagnostics.push(
                Diagnostic::new(&codes::STATEMENT_ORDER, text.place_of(range), message)
                    .help("letters run from a on in the order of the text; other places may point at them")
                    .in_section(book, section),
            );
            return;
        }
    }
}

fn list(letters: &str) -> String {
    if letters.is_empty() {
        return "(none)".to_owned();
    }
    letters.chars().map(|letter| letter.to_string()).collect::<Vec<_>>().join(", ")
}
