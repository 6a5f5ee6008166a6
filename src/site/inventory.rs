//! `rules.json`: every section of the site with its address and fingerprint, and every verdict, for other programs.

use serde_json::{Value, json};

use super::renderer::Renderer;
use super::{SiteError, address};
use crate::library::localized::{View, pieces};
use crate::library::{Book, Library, Section, fingerprint};
use crate::logic::example::{ExampleResult, Judged};

/// Keeps the inventory of a site.
pub(super) fn keep(renderer: &mut Renderer<'_>) -> Result<(), SiteError> {
    renderer.keep("rules.json".to_owned(), json(renderer.library, renderer.judged).into_bytes())
}

fn json(library: &Library, judged: &Judged) -> String {
    let books: Vec<Value> = library
        .books
        .iter()
        .map(|book| {
            let languages = book.all_languages();
            json!({
                "id": book.id,
                "reference": book.reference,
                "languages": languages.into_iter().map(|language| edition(book, language)).collect::<Vec<_>>(),
                "examples": judged.of_book(&book.id).map(example).collect::<Vec<_>>(),
            })
        })
        .collect();
    let mut text = format!("{:#}", json!({"version": 1, "books": books}));
    text.push('\n');
    text
}

fn edition(book: &Book, language: &str) -> Value {
    let view = View::new(book, language);
    let sections = book.sections().map(|(chapter, section)| {
        json!({
            "id": section.id,
            "number": section.number(),
            "aliases": section.aliases.iter().map(|(alias, _)| alias).collect::<Vec<_>>(),
            "title": view.title(section).map(|title| &title.text.value),
            "url": address::section_url(language, &book.id, &chapter.id, &section.id),
            "fingerprint": fingerprint(&view, section),
            "state": view.state(section).name(),
        })
    });
    json!({
        "language": language,
        "title": view.book_title(),
        "url": address::book(language, &book.id, "index"),
        "verdicts": book.has_logic().then(|| address::book(language, &book.id, "verdicts")),
        "sections": sections.collect::<Vec<_>>(),
    })
}

/// An example's verdict; its anchor is the same on the section's page and on the page of verdicts.
fn example(result: &ExampleResult) -> Value {
    let verdict = &result.verdict;
    let disputes = verdict.disputes.iter().map(|dispute| {
        json!({"key": dispute.key, "printed": dispute.printed, "by_rule": dispute.by_rule, "why": dispute.why})
    });
    json!({
        "section": result.section,
        "id": result.id,
        "anchor": address::aside(&result.section, "example", &result.id),
        "verdict": verdict.kind.name(),
        "assumed": verdict.assumed,
        "disputes": disputes.collect::<Vec<_>>(),
        "needs": verdict.needs.as_ref().map(ToString::to_string),
        "cites": verdict.cites,
    })
}

/// The fingerprint of all that a reader of the language sees of a section: it changes when any piece of it does.
fn fingerprint(view: &View<'_>, section: &Section) -> String {
    let mut all = Vec::new();
    for piece in pieces(section) {
        let own = view.own(section, &piece.key).unwrap_or(piece.text);
        all.push(format!("{} {}", piece.key, own.source()));
    }
    fingerprint::hash(&all.join("\n"))
}
