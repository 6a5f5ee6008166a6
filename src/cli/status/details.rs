//! Each piece of a translation that is not current, with what has changed in its reference text.

use serde_json::{Value, json};

use crate::cli::CommandError;
use crate::cli::output::{BAD, FAINT, FAIR, Output, STRONG, counted};
use crate::cli::terminal::{self, Span, difference, wrap};
use crate::library::difference::{Change, Difference, count_words};
use crate::library::fingerprint::{OtherForm, Reason};
use crate::library::history::{Commit, Earlier, History};
use crate::library::localized::{State, UnitView, View};
use crate::library::unfinished::{Holder, Unfinished, unfinished};
use crate::library::{Book, Library};
use crate::translate::Progress;

/// How many words stand around a change.
const AROUND: usize = 8;

/// The widest column of text.
const MEASURE: usize = 100;

/// Prints them below the line of the language.
pub(super) fn print(
    library: &Library,
    history: &History,
    row: &Progress,
    output: &mut Output,
) -> Result<(), CommandError> {
    let Some(book) = library.book(&row.book) else { return Ok(()) };
    let mut holder = None;
    for piece in unfinished(&View::as_written(book, &row.language)) {
        let here = (piece.holder.id(), piece.key == "definition", piece.holder.section().is_some());
        if holder != Some(here) {
            holder = Some(here);
            output.line(format_args!("    {}", heading(book, &piece)))?;
        }
        for line in lines(book, history, &piece, output.is_coloured()) {
            output.line(format_args!("      {line}"))?;
        }
    }
    Ok(())
}

fn heading(book: &Book, piece: &Unfinished<'_>) -> String {
    let view = View::new(book, &book.reference);
    let (title, what) = match piece.holder {
        Holder::Section(_, section) => (view.label(section), ""),
        Holder::Chapter(chapter) => {
            (chapter.title.as_ref().map_or_else(String::new, |title| title.value.clone()), " (chapter)")
        }
        Holder::Term(term) => (term.name.as_ref().map_or_else(String::new, |name| name.value.clone()), " (term)"),
    };
    format!("{STRONG}{title}{STRONG:#} {FAINT}{}{what}{FAINT:#}", piece.holder.id())
}

fn lines(book: &Book, history: &History, piece: &Unfinished<'_>, coloured: bool) -> Vec<String> {
    let key = &piece.key;
    let columns = terminal::columns(MEASURE).saturating_sub(8).max(16);
    let told = |words: String| vec![format!("{key}: {words}")];
    match (piece.state, &piece.reason) {
        (State::Missing, _) => {
            told(format!("{BAD}missing{BAD:#}, {}", counted(count_words(piece.text.source()), "word")))
        }
        (State::Outdated, Some(Reason::Forms(forms))) => {
            let form = |form: &OtherForm| {
                let was = match &form.was {
                    Some(was) => format!("no longer `{was}`"),
                    None => "and which it was is not recorded".to_owned(),
                };
                format!("the number {{{}}} now asks for the form `{}`, {was}", form.expression, form.now)
            };
            told(format!("{FAIR}outdated{FAIR:#}: {}", forms.iter().map(form).collect::<Vec<_>>().join("; ")))
        }
        (State::Outdated, _) => match history.earlier(book, piece) {
            None => {
                let units = UnitView::told(&piece.units);
                told(format!("{FAIR}outdated{FAIR:#}{units}; the text it was made from is not in the git history"))
            }
            Some(earlier) => {
                let since = earlier.changed.as_ref().map_or_else(|| "not committed yet".to_owned(), since);
                let between = Difference::between(&earlier.text, piece.text.source());
                let spans: Vec<Span> = difference(&between.excerpt(AROUND), coloured);
                let mut lines = told(format!("{FAIR}outdated{FAIR:#}{}, {since}", UnitView::told(&piece.units)));
                lines.extend(wrap(&spans, columns).into_iter().map(|line| format!("  {line}")));
                lines
            }
        },
        _ => told(format!("{FAIR}not accepted{FAIR:#}")),
    }
}

fn since(commit: &Commit) -> String {
    format!("changed {} in {} ({})", commit.date, commit.name, commit.subject)
}

/// The same for other programs.
pub(super) fn json(library: &Library, history: &History, row: &Progress) -> Value {
    let Some(book) = library.book(&row.book) else { return json!([]) };
    let open = unfinished(&View::as_written(book, &row.language));
    Value::Array(open.iter().map(|piece| object(book, history, piece)).collect())
}

fn object(book: &Book, history: &History, piece: &Unfinished<'_>) -> Value {
    let forms: Vec<Value> = match &piece.reason {
        Some(Reason::Forms(forms)) => {
            forms.iter().map(|form| json!({"value": form.expression, "was": form.was, "now": form.now})).collect()
        }
        _ => Vec::new(),
    };
    let open = piece.units.iter().filter(|unit| !unit.state.is_settled());
    let units: Vec<Value> =
        open.map(|unit| json!({"unit": unit.unit.to_string(), "state": unit.state.name()})).collect();
    let earlier = history.earlier(book, piece);
    let changed = earlier.and_then(|earlier| earlier.changed.as_ref());
    let parts = |earlier: &Earlier| -> Vec<Value> {
        let difference = Difference::between(&earlier.text, piece.text.source());
        let name = |change| match change {
            Change::Kept => "kept",
            Change::Removed => "removed",
            Change::Added => "added",
        };
        difference.parts.iter().map(|part| json!({"change": name(part.change), "text": part.text})).collect()
    };
    json!({
        "chapter": piece.holder.chapter().map(|chapter| &chapter.id),
        "section": piece.holder.section().map(|section| &section.id),
        "term": matches!(piece.holder, Holder::Term(_)).then(|| piece.holder.id()),
        "number": piece.holder.section().and_then(|section| section.number()), "piece": piece.key,
        "state": piece.state.name(), "words": count_words(piece.text.source()), "forms": forms, "units": units,
        "commit": changed.map(|commit| json!({"name": commit.name, "date": commit.date, "subject": commit.subject})),
        "difference": earlier.map(parts),
    })
}
