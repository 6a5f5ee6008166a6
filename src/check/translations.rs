//! Translations: nothing that the reference language lacks, nothing missing where nothing may be, nothing out of date unsaid.

use std::cell::LazyCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Place, Severity, codes};
use crate::library::fingerprint::{OtherForm, Reason};
use crate::library::localized::{State, UnitView, View, pieces};
use crate::library::text::Text;
use crate::library::{Book, Chapter, Library, Term, Translation, names, unfinished};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        let mut languages = book.all_languages();
        languages.retain(|language| *language != book.reference);
        languages.extend(book.languages.iter().map(String::as_str).filter(|language| *language != book.reference));
        languages.sort_unstable();
        languages.dedup();
        for language in languages {
            let required = book.languages.iter().any(|required| required == language);
            if let Some(translation) = book.translations.get(language) {
                if book.is_whole() {
                    orphans(book, translation, diagnostics);
                }
                outdated(book, language, diagnostics);
            }
            if book.unread.contains(language) {
                continue;
            }
            if required {
                missing(book, language, diagnostics);
            } else {
                hint(book, language, diagnostics);
            }
        }
    }
}

fn orphans(book: &Book, translation: &Translation, diagnostics: &mut Vec<Diagnostic>) {
    let orphan = |place: Place, message: String, help: String, section: Option<&str>| {
        let diagnostic = Diagnostic::new(&codes::ORPHAN_TRANSLATION, place, message).help(help);
        match section {
            Some(section) => diagnostic.in_section(&book.id, section),
            None => diagnostic.in_book(&book.id),
        }
    };
    let chapters: HashSet<&str> = book.chapters.iter().map(|chapter| chapter.id.as_str()).collect();
    let of_logic = LazyCell::new(|| book.words_of_logic());
    for (id, chapter) in &translation.chapters {
        if !chapters.contains(id.as_str()) {
            let help = match book.chapter_once(id) {
                Some(now) => format!("formerly `{id}`, now `{}`: rename the file to {}.yaml", now.id, now.id),
                None => {
                    format!("name the file as the reference language does: see rules-{}/{}", book.reference, book.id)
                }
            };
            diagnostics.push(orphan(chapter.place, format!("there is no chapter `{id}` to translate"), help, None));
        }
    }
    for (id, translated) in &translation.sections {
        let Some((chapter, section)) = book.section(id) else {
            let known = book.sections().map(|(_, section)| section.id.as_str());
            let help = super::formerly::now(book, id)
                .or_else(|| names::suggestion_after(diagnostics.len(), id, known))
                .unwrap_or_else(|| "remove it, or name a section of the reference language".to_owned());
            let message = format!("there is no section `{id}` to translate");
            diagnostics.push(orphan(translated.place, message, help, Some(id)));
            continue;
        };
        if chapter.id != translated.chapter {
            let help = format!(
                "move it to {}.yaml, as `rulestone move {} {id} {}` does",
                chapter.id,
                book.id,
                place(chapter, id)
            );
            let message = format!("the section `{id}` stands in another chapter");
            diagnostics.push(orphan(translated.place, message, help, Some(id)));
        }
        // A draft need not be translated yet, but may be.
        let drafts = section
            .examples
            .iter()
            .filter(|example| example.is_draft())
            .map(|example| format!("examples.{}", example.id));
        let known: BTreeSet<_> = pieces(section).into_iter().map(|piece| piece.key).chain(drafts).collect();
        for (key, place) in translated.keys.iter().filter(|(key, _)| !known.contains(*key)) {
            let (group, name) = key.split_once('.').unwrap_or(("", key));
            // What a name of the logic is called needs no label in the reference language, where its own words say it.
            if group == "labels" && of_logic.contains(name) {
                continue;
            }
            if !key.contains('.') {
                let help = "remove it, or write it in the reference language first".to_owned();
                let message = format!("the section `{id}` has no `{key}` to translate");
                diagnostics.push(orphan(*place, message, help, Some(id)));
                continue;
            }
            let names = known.iter().filter_map(|known| known.split_once('.').map(|(_, name)| name));
            let help = names::suggestion_after(diagnostics.len(), name, names)
                .unwrap_or_else(|| "remove it, or name a piece of the reference language".to_owned());
            diagnostics.push(orphan(*place, format!("the section `{id}` has no `{key}` to translate"), help, Some(id)));
        }
    }
}

fn outdated(book: &Book, language: &str, diagnostics: &mut Vec<Diagnostic>) {
    let view = View::new(book, language);
    for chapter in &book.chapters {
        let Some(title) = view.chapter_title(chapter) else { continue };
        let accept = format!("`rulestone translate accept {} {language} {}`", book.id, chapter.id);
        let (code, message, help) = match title.state {
            State::Outdated => {
                let message =
                    "the title of the chapter has changed in the reference language since this was translated";
                (&codes::OUTDATED_TRANSLATION, message, format!("bring it up to date, then run {accept}"))
            }
            State::Unaccepted => {
                let message = "nobody has recorded which title of the chapter this was made from";
                (&codes::UNACCEPTED_TRANSLATION, message, format!("compare the two, then run {accept}"))
            }
            State::Reference | State::Current | State::Missing => continue,
        };
        let mut diagnostic = Diagnostic::new(code, title.text.place, message).help(help).in_book(&book.id);
        if let Some(reference) = &chapter.title {
            diagnostic = diagnostic.related(reference.place, "the reference title");
        }
        diagnostics.push(diagnostic);
    }
    outdated_definitions(&view, diagnostics);
    for (chapter, section) in book.sections() {
        let Some(translated) = view.translated(section) else { continue };
        let accept = format!("`rulestone translate accept {} {language} {}`", book.id, section.id);
        let place = |key: &str| translated.keys.get(key).copied().unwrap_or(translated.place);
        let mut open = Vec::new();
        for piece in unfinished::of_section(&view, chapter, section) {
            let message = match (piece.state, piece.reason) {
                (State::Outdated, Some(Reason::Forms(forms))) => {
                    let form =
                        |form: &OtherForm| format!("`{{{}}}` now asks for the form `{}`", form.expression, form.now);
                    let forms: Vec<_> = forms.iter().map(form).collect();
                    format!("a number has changed since this was translated: {}", forms.join(", "))
                }
                (State::Outdated, _) => {
                    format!("the reference text has changed since this was translated{}", UnitView::told(&piece.units))
                }
                (State::Unaccepted, _) => {
                    open.push(piece.key);
                    continue;
                }
                _ => continue,
            };
            let own_unit =
                piece.units.iter().find(|unit| unit.state == State::Outdated).and_then(|unit| unit.own.as_ref());
            let own = piece.own.and_then(Text::prose).zip(own_unit);
            let own_place = own.map(|(own, unit)| own.place_of(unit.range.clone()));
            let changed = piece.units.iter().find(|unit| !unit.state.is_settled());
            let changed = piece.text.prose().zip(changed);
            let reference_place = changed.map(|(reference, unit)| reference.place_of(unit.unit.range.clone()));
            diagnostics.push(
                Diagnostic::new(&codes::OUTDATED_TRANSLATION, own_place.unwrap_or_else(|| place(&piece.key)), message)
                    .related(reference_place.unwrap_or_else(|| piece.text.place()), "the reference text")
                    .help(format!("bring it up to date, then run {accept}"))
                    .in_section(&book.id, &section.id),
            );
        }
        if let Some(first) = open.first() {
            let message = format!("nobody has recorded which reference text this was made from: {}", open.join(", "));
            diagnostics.push(
                Diagnostic::new(&codes::UNACCEPTED_TRANSLATION, place(first), message)
                    .help(format!("compare the two, then run {accept}"))
                    .in_section(&book.id, &section.id),
            );
        }
    }
}

/// The definitions of the glossary.
fn outdated_definitions(view: &View<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let (book, language) = (view.book, view.language);
    for term in &book.terms {
        let (Some(piece), Some(own)) = (unfinished::of_definition(view, term), view.own_term(&term.id)) else {
            continue;
        };
        let accept = format!("`rulestone translate accept {} {language} {}`", book.id, term.id);
        let (code, message, help) = match piece.state {
            State::Outdated => {
                let message = "the definition has changed in the reference language since this was translated";
                (&codes::OUTDATED_TRANSLATION, message, format!("bring it up to date, then run {accept}"))
            }
            State::Unaccepted => {
                let message = "nobody has recorded which definition this was made from";
                (&codes::UNACCEPTED_TRANSLATION, message, format!("compare the two, then run {accept}"))
            }
            State::Reference | State::Current | State::Missing => continue,
        };
        diagnostics.push(
            Diagnostic::new(code, own.place, message)
                .related(piece.text.place(), "the reference definition")
                .help(help)
                .in_book(&book.id),
        );
    }
}

fn missing(book: &Book, language: &str, diagnostics: &mut Vec<Diagnostic>) {
    let view = View::new(book, language);
    let draft = format!("`rulestone translate draft {} {language}` writes the skeleton", book.id);
    let translation = book.translations.get(language);
    for chapter in &book.chapters {
        let Some(translated) = translation.and_then(|translation| translation.chapters.get(&chapter.id)) else {
            let message = format!("the chapter `{}` is not translated into {language}", chapter.id);
            let place = Place::new(chapter.file, 0..0);
            diagnostics.push(
                Diagnostic::new(&codes::MISSING_TRANSLATION, place, message).help(draft.clone()).in_book(&book.id),
            );
            continue;
        };
        if chapter.title.is_some() && translated.title.is_none() {
            let message = format!("the title of the chapter is not translated into {language}");
            diagnostics.push(
                Diagnostic::new(&codes::MISSING_TRANSLATION, translated.place, message)
                    .help(draft.clone())
                    .in_book(&book.id),
            );
        }
        for section in &chapter.sections {
            let pieces = pieces(section);
            let open: Vec<_> = pieces
                .iter()
                .filter(|piece| view.piece_state(section, piece) == State::Missing)
                .map(|piece| piece.key.as_str())
                .collect();
            if open.is_empty() {
                continue;
            }
            let (place, message) = match view.translated(section) {
                Some(translated) => (translated.place, format!("not translated into {language}: {}", open.join(", "))),
                None => (translated.place, format!("the section `{}` is not translated into {language}", section.id)),
            };
            diagnostics.push(
                Diagnostic::new(&codes::MISSING_TRANSLATION, place, message)
                    .related(section.place, "the reference text")
                    .help(draft.clone())
                    .in_section(&book.id, &section.id),
            );
        }
    }
    missing_lines(book, language, diagnostics);
}

/// The glossary and what `book.yaml` says in each language.
fn missing_lines(book: &Book, language: &str, diagnostics: &mut Vec<Diagnostic>) {
    let own = book.terms_in(language);
    let named: HashSet<&str> = own.iter().filter(|term| term.name.is_some()).map(|term| term.id.as_str()).collect();
    let unnamed: Vec<_> = book.terms.iter().filter(|term| !named.contains(term.id.as_str())).collect();
    if let Some(first) = unnamed.first() {
        let ids: Vec<_> = unnamed.iter().map(|term| format!("`{}`", term.id)).collect();
        let message = match &ids[..] {
            [one] => format!("the term {one} has no name in {language}"),
            [one, two, three, _, ..] => {
                format!("{} terms have no name in {language}: {one}, {two}, {three} …", ids.len())
            }
            few => format!("{} terms have no name in {language}: {}", few.len(), few.join(", ")),
        };
        let them = if ids.len() == 1 { "it" } else { "them" };
        let help = format!(
            "add {them} to rules-{language}/{}/terms.yaml: `rulestone translate draft {} {language}` writes the skeleton",
            book.id, book.id
        );
        diagnostics
            .push(Diagnostic::new(&codes::MISSING_TRANSLATION, first.place, message).help(help).in_book(&book.id));
    }
    // Of two terms with one id the first counts.
    let undefined = own.iter().rev().filter(|term| term.name.is_some() && term.definition.is_none());
    let undefined: HashMap<&str, &Term> = undefined.map(|term| (term.id.as_str(), term)).collect();
    for term in book.terms.iter().filter(|term| term.definition.is_some()) {
        let Some(translated) = undefined.get(term.id.as_str()) else { continue };
        let message = format!("the definition of the term `{}` is not translated into {language}", term.id);
        let diagnostic = Diagnostic::new(&codes::MISSING_TRANSLATION, translated.place, message);
        diagnostics.push(
            diagnostic.related(term.place, "the reference term").help("translate its definition").in_book(&book.id),
        );
    }
    let file = Place::new(book.file, 0..0);
    let title = book.title.get(&book.reference).map(|title| title.place);
    let provenance = book.provenance.get(&book.reference).map(|provenance| provenance.place);
    for (what, there, place) in [
        ("title", book.title.contains_key(language), title),
        ("provenance", book.provenance.contains_key(language), provenance),
    ] {
        if !there {
            let message = format!("the {what} of the book is not translated into {language}");
            let help = format!("add it to book.yaml under `{what}`, as `{language}: …`");
            let place = place.unwrap_or(file);
            diagnostics.push(Diagnostic::new(&codes::MISSING_TRANSLATION, place, message).help(help).in_book(&book.id));
        }
    }
    missing_reasons(book, language, diagnostics);
    for related in book.related.iter().filter(|related| !related.title.contains_key(language)) {
        let message = format!("the title of the book `{}` is not translated into {language}", related.id);
        let place = related.title.values().next().map_or(file, |title| title.place);
        let help = format!("add it to book.yaml under `books`, as `{language}: …`");
        diagnostics.push(Diagnostic::new(&codes::MISSING_TRANSLATION, place, message).help(help).in_book(&book.id));
    }
}

/// What the options and assumption sets say in each language.
fn missing_reasons(book: &Book, language: &str, diagnostics: &mut Vec<Diagnostic>) {
    let mut report = |what: String, place: Place, file: &str| {
        let message = format!("{what} is not translated into {language}");
        let help = format!("add it to {file} as `{language}: …`");
        diagnostics.push(Diagnostic::new(&codes::MISSING_TRANSLATION, place, message).help(help).in_book(&book.id));
    };
    for option in &book.options {
        let id = &option.id;
        if !option.title.is_empty() && !option.title.contains_key(language) {
            report(format!("the title of the option `{id}`"), option.place, "book.yaml");
        }
        if !option.why.is_empty() && !option.why.contains_key(language) {
            report(format!("the `why` of the option `{id}`"), option.place, "book.yaml");
        }
        for (name, _, place) in option.readings.iter().filter(|(_, texts, _)| !texts.contains_key(language)) {
            report(format!("the reading `{name}` of the option `{id}`"), *place, "book.yaml");
        }
    }
    for symbol in &book.symbols {
        if !symbol.words.is_empty() && !symbol.words.contains_key(language) {
            report(format!("what the symbol `{}` is called", symbol.name), symbol.place, "book.yaml");
        }
    }
    for need in book.needs.iter().filter(|need| !need.what.is_empty() && !need.what.contains_key(language)) {
        report("what the book needs".to_owned(), need.place, "book.yaml");
    }
    for set in book.assumptions.iter().filter(|set| !set.reason.is_empty() && !set.reason.contains_key(language)) {
        report(format!("the reason of the assumption set `{}`", set.id), set.place, "assumptions.yaml");
    }
    for map in &book.maps {
        let lacks = map.texts().any(|texts| !texts.is_empty() && !texts.contains_key(language));
        if lacks || !map.note.is_empty() && !map.note.contains_key(language) {
            report(format!("a text of the map `{}`", map.id), map.place, "maps.yaml");
        }
    }
    for ruling in &book.rulings {
        for (what, texts) in [("question", &ruling.question), ("answer", &ruling.answer)] {
            if !texts.is_empty() && !texts.contains_key(language) {
                report(format!("the {what} of the ruling `{}`", ruling.id), ruling.place, "rulings.yaml");
            }
        }
    }
}

/// One hint for a language that need not be complete.
fn hint(book: &Book, language: &str, diagnostics: &mut Vec<Diagnostic>) {
    let view = View::new(book, language);
    let sections: Vec<_> = book.sections().filter(|(_, section)| !pieces(section).is_empty()).collect();
    let open = sections.iter().filter(|(_, section)| view.state(section) == State::Missing).count();
    if open > 0 {
        let message = format!("{open} of {} sections are not fully translated into {language}", sections.len());
        let place = Place::new(book.file, 0..0);
        diagnostics.push(
            Diagnostic::new(&codes::MISSING_TRANSLATION, place, message)
                .severity(Severity::Hint)
                .help(format!("`rulestone translate draft {} {language}` writes the skeleton", book.id))
                .in_book(&book.id),
        );
    }
}

/// Where a section stands, as the arguments of a command that puts it there.
fn place(chapter: &Chapter, id: &str) -> String {
    let at = chapter.sections.iter().position(|section| section.id == id).unwrap_or(0);
    match at.checked_sub(1).and_then(|before| chapter.sections.get(before)) {
        Some(before) => format!("--behind {}", before.id),
        None => chapter
            .sections
            .get(at + 1)
            .map_or_else(|| format!("--to {}", chapter.id), |next| format!("--before {}", next.id)),
    }
}
