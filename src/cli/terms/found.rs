//! A term, and where each language uses it.

use std::collections::HashMap;

use anstyle::Style;
use serde_json::{Value, json};

use super::super::output::{BAD, FAINT, FAIR, Format, MARK, Output, STRONG, counted};
use super::super::terminal::{self, Span, pad, wrap};
use super::super::{CommandError, Outcome, Success};
use super::{Shown, at};
use crate::library::localized::View;
use crate::library::references::in_words;
use crate::library::{Library, Line, Prose, Section};
use crate::termbase::{Cell, Excerpt, Match, Row};

/// What is asked.
pub(super) struct Asked {
    /// The words.
    pub(super) words: String,
    /// Whether only the sections are shown in which a language lacks the term.
    pub(super) missing: bool,
}

/// The widest column of text: longer lines are hard to read.
const MEASURE: usize = 60;
/// The narrowest column that is still pleasant to read.
const NARROWEST: usize = 24;
/// What stands between two languages.
const GUTTER: &str = " │ ";
/// The most terms whose sections are shown; of the others it is said only how many there are.
const MOST: usize = 5;

pub(super) fn print(library: &Library, bases: &[Shown], asked: &Asked, format: Format, output: &mut Output) -> Outcome {
    let find = |shown: &Shown<'_>| match asked.words.as_str() {
        "" => lacking(shown),
        words => shown.base.find(words),
    };
    let matches: Vec<_> = bases.iter().map(|shown| (shown, find(shown))).collect();
    let exact = matches.iter().any(|(_, found)| !found.concepts.is_empty());
    let several = bases.len() > 1;
    let groups = grouped(&matches, exact);
    let mut terms: Vec<Value> = Vec::new();
    let mut some = false;
    for (at, group) in groups.iter().enumerate() {
        let is_shown = format == Format::Human && (at < MOST || exact);
        for (place, (shown, concept)) in group.iter().enumerate() {
            let rows = wanted(shown.base.rows(*concept), asked.missing, shown);
            if format == Format::Json {
                terms.push(json(library, shown, *concept, &rows));
            } else if is_shown {
                if place == 0 {
                    if at > 0 {
                        output.line("")?;
                    }
                    head(library, shown, *concept, several, output)?;
                }
                sections(library, shown, &rows, several, output)?;
            }
            some |= !asked.missing || !rows.is_empty();
        }
    }
    let printed = groups.len();
    let mut words: Vec<Value> = Vec::new();
    if printed == 0 && !asked.words.is_empty() {
        if format == Format::Human {
            let nearest = matches.iter().find_map(|(_, found)| found.nearest.as_ref());
            let help = nearest.map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"));
            output.note(format_args!("`{}` is no term of the glossary{help}", asked.words));
        }
        for shown in bases {
            let rows = wanted(shown.base.rows_of_words(&asked.words), asked.missing, shown);
            match format {
                Format::Json => words.extend(rows.iter().map(|row| self::row(library, shown, row))),
                Format::Human => sections(library, shown, &rows, several, output)?,
            }
            some |= !rows.is_empty();
        }
    }
    if format == Format::Json {
        let nearest = matches.iter().find_map(|(_, found)| found.nearest.as_ref());
        let exact = exact || printed == 0;
        let object = json!({
            "version": 1, "words": asked.words, "exact": exact && printed > 0, "suggestion": nearest, "terms": terms,
            "sections": words,
        });
        output.json(&object)?;
    } else if printed > MOST && !exact {
        output.note(format_args!("{}; name one of them to see it alone", counted(printed, "term")));
    } else if asked.missing && (printed > 0 || asked.words.is_empty()) && !some {
        output.note("every language uses it wherever the reference text does");
    } else if !some {
        output.note(format_args!("nothing found; `rulestone search {}` looks further", asked.words));
    }
    Ok(Success::from(some))
}

/// What was found in the glossary, concept by concept: what all books share is one, in each of them.
fn grouped<'m>(matches: &[(&'m Shown<'m>, Match)], exact: bool) -> Vec<Vec<(&'m Shown<'m>, usize)>> {
    let mut groups: Vec<Vec<(&Shown, usize)>> = Vec::new();
    let mut shared: HashMap<&str, usize> = HashMap::new();
    for (shown, found) in matches {
        for &at in if exact { &found.concepts } else { &found.parts } {
            let concept = &shown.base.concepts[at];
            let known = shared.get(concept.id).filter(|_| concept.shared).copied();
            if let Some(group) = known {
                groups[group].push((shown, at));
                continue;
            }
            if concept.shared {
                shared.insert(concept.id, groups.len());
            }
            groups.push(vec![(shown, at)]);
        }
    }
    groups
}

/// All terms that some text lacks.
fn lacking(shown: &Shown<'_>) -> Match {
    let all = 0..shown.base.concepts.len();
    let concepts = all.filter(|concept| !wanted(shown.base.rows(*concept), true, shown).is_empty()).collect();
    Match { concepts, ..Match::default() }
}

/// The rows that have something to show in the languages asked for.
fn wanted<'a>(rows: Vec<Row<'a>>, missing: bool, shown: &Shown) -> Vec<Row<'a>> {
    let lacks = |row: &Row| {
        matches!(row.cells.first(), Some(Cell::Used(_)))
            && shown.languages.iter().any(|language| matches!(row.cells[*language], Cell::Unused))
    };
    // A section that only a language uses that is not shown is shown where the reference text uses it.
    let any = |row: &Row| {
        row.cells
            .iter()
            .enumerate()
            .any(|(at, cell)| matches!(cell, Cell::Used(_)) && (at == 0 || shown.languages.contains(&at)))
    };
    rows.into_iter().filter(|row| if missing { lacks(row) } else { any(row) }).collect()
}

/// What the glossary says of a concept.
fn head(library: &Library, shown: &Shown, concept: usize, book: bool, output: &mut Output) -> Result<(), CommandError> {
    let columns = terminal::columns(100);
    let concept = &shown.base.concepts[concept];
    let whose = match (concept.shared, book) {
        (true, _) => "shared by all books".to_owned(),
        (false, true) => shown.base.book.id.clone(),
        (false, false) => String::new(),
    };
    let whose = if whose.is_empty() { whose } else { format!("  {FAINT}{whose}{FAINT:#}") };
    let id = concept.id;
    output.line(format_args!("{STRONG}{id}{STRONG:#}{whose}"))?;
    let widest = shown.languages.iter().map(|language| shown.code(*language).len()).max().unwrap_or(0).max(5);
    for language in &shown.languages {
        let code = shown.code(*language);
        let lead = format!("{FAINT}{}{FAINT:#}", pad(code, widest));
        let Some(term) = concept.terms.get(code) else {
            output.line(format_args!("  {lead} {FAIR}no name{FAIR:#}"))?;
            continue;
        };
        let list = |lines: &[Line]| lines.iter().map(|line| line.value.clone()).collect::<Vec<_>>().join(", ");
        let mut spans = vec![Span::new(term.name.as_ref().map_or("—", |name| &name.value).to_owned(), STRONG)];
        if !term.forms.is_empty() {
            spans.push(Span::new(format!("; also {}", list(&term.forms)), Style::new()));
        }
        if !term.forbidden.is_empty() {
            spans.push(Span::new("; not ".to_owned(), Style::new()));
            spans.push(Span::new(list(&term.forbidden), BAD));
        }
        if let Some(text) = &term.definition {
            spans.push(Span::new(format!("\n{}", definition(library, shown, code, text)), FAINT));
        }
        for (at, line) in wrap(&spans, columns.saturating_sub(widest + 3)).iter().enumerate() {
            let lead = if at == 0 { lead.clone() } else { " ".repeat(widest) };
            output.line(format_args!("  {lead} {line}"))?;
        }
    }
    let reference = concept.terms.get(shown.code(0));
    let home = reference.and_then(|term| term.section.as_ref());
    if let Some((_, section)) = home.and_then(|(id, _)| shown.base.book.section(id)) {
        let language = shown.languages.first().map_or(shown.code(0), |language| shown.code(*language));
        let label = View::new(shown.base.book, language).label(section);
        output.line(format_args!("  {FAINT}§{FAINT:#}     {label}  {FAINT}{}{FAINT:#}", at(library, section.place)))?;
    }
    Ok(())
}

/// A definition on one line, as it is read in `language`.
fn definition(library: &Library, shown: &Shown, language: &str, definition: &Prose) -> String {
    let view = View::new(shown.base.book, language);
    definition.document.plain(&|reference| in_words(library, &view, reference)).replace('\n', " ")
}

/// The sections, the languages side by side or, where that is too narrow, below each other.
fn sections(
    library: &Library,
    shown: &Shown,
    rows: &[Row],
    book: bool,
    output: &mut Output,
) -> Result<(), CommandError> {
    let languages = shown.languages.len().max(1);
    let gutters = GUTTER.chars().count() * (languages - 1);
    let whole = terminal::columns(MEASURE * languages + gutters);
    let column = whole.saturating_sub(gutters) / languages;
    for row in rows {
        output.line("")?;
        for line in heading(library, shown, row, book, whole) {
            output.line(line)?;
        }
        let cells = shown.languages.iter().map(|language| &row.cells[*language]);
        if column >= NARROWEST {
            let cells: Vec<Vec<String>> = cells.map(|cell| wrap(&spans(cell), column)).collect();
            for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let parts = cells.iter().map(|cell| pad(cell.get(line).map_or("", String::as_str), column));
                output.line(parts.collect::<Vec<_>>().join(GUTTER).trim_end())?;
            }
        } else {
            for (language, cell) in shown.languages.iter().zip(cells) {
                for (at, line) in wrap(&spans(cell), whole.saturating_sub(6)).iter().enumerate() {
                    let lead = if at == 0 { shown.code(*language) } else { "" };
                    output.line(format_args!("{FAINT}{}{FAINT:#} {line}", pad(lead, 5)))?;
                }
            }
        }
    }
    Ok(())
}

/// "9.6.4 Naval combat  09-movement.yaml en:94 ja:70", of several books with that of the section before its file.
fn heading(library: &Library, shown: &Shown, row: &Row, book: bool, columns: usize) -> Vec<String> {
    let language = shown.languages.first().map_or(shown.code(0), |language| shown.code(*language));
    let label = View::new(shown.base.book, language).label(row.section);
    let places = shown.languages.iter().filter_map(|language| match &row.cells[*language] {
        Cell::Used(used) => {
            let (_, position) = library.sources.position(used.place);
            Some(format!("{}:{}", shown.code(*language), position.line))
        }
        _ => None,
    });
    let chapter = shown.base.book.section(&row.section.id).map_or("", |(chapter, _)| chapter.id.as_str());
    let folder = if book { format!("{}/", shown.base.book.id) } else { String::new() };
    let places = format!("  {folder}{chapter}.yaml {}", places.collect::<Vec<_>>().join(" "));
    wrap(&[Span::new(label, STRONG), Span::new(places, FAINT)], columns)
}

fn spans(cell: &Cell) -> Vec<Span> {
    match cell {
        Cell::Unused => vec![Span::new("—".to_owned(), FAIR)],
        Cell::Untranslated => vec![Span::new("not translated".to_owned(), FAINT)],
        Cell::Used(used) => {
            let mut spans = marked(&used.excerpt);
            if used.count > 1 {
                spans.push(Span::new(format!(" ({}×)", used.count), FAINT));
            }
            spans
        }
    }
}

fn marked(excerpt: &Excerpt) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut at = 0;
    for mark in &excerpt.marks {
        spans.push(Span::new(excerpt.text[at..mark.start].to_owned(), Style::new()));
        spans.push(Span::new(excerpt.text[mark.clone()].to_owned(), MARK));
        at = mark.end;
    }
    spans.push(Span::new(excerpt.text[at..].to_owned(), Style::new()));
    spans
}

fn json(library: &Library, shown: &Shown, concept: usize, rows: &[Row]) -> Value {
    let concept = &shown.base.concepts[concept];
    let values = |lines: &[Line]| lines.iter().map(|line| line.value.clone()).collect::<Vec<_>>();
    let languages: serde_json::Map<String, Value> = (shown.languages.iter())
        .filter_map(|language| Some((shown.code(*language), concept.terms.get(shown.code(*language))?)))
        .map(|(code, term)| {
            let definition = term.definition.as_ref().map(|text| definition(library, shown, code, text));
            let term = json!({
                "name": term.name.as_ref().map(|name| &name.value), "forms": values(&term.forms),
                "forbidden": values(&term.forbidden), "definition": definition,
            });
            (code.to_owned(), term)
        })
        .collect();
    let reference = concept.terms.get(shown.code(0));
    let home = reference.and_then(|term| term.section.as_ref()).map(|(id, _)| id);
    let sections: Vec<Value> = rows.iter().map(|row| self::row(library, shown, row)).collect();
    json!({
        "book": shown.base.book.id, "id": concept.id, "shared": concept.shared, "section": home, "languages": languages,
        "sections": sections,
    })
}

fn row(library: &Library, shown: &Shown, row: &Row) -> Value {
    let section: &Section = row.section;
    let languages: serde_json::Map<String, Value> = (shown.languages.iter())
        .map(|language| {
            let value = match &row.cells[*language] {
                Cell::Unused => json!({"state": "unused"}),
                Cell::Untranslated => json!({"state": "untranslated"}),
                Cell::Used(used) => {
                    let (file, position) = library.sources.position(used.place);
                    let text = &used.excerpt.text;
                    let marks = used.excerpt.marks.iter().map(|mark| super::super::search::in_characters(text, mark));
                    json!({
                        "state": "used", "count": used.count, "excerpt": text,
                        "highlights": marks.collect::<Vec<_>>(), "file": file, "line": position.line,
                    })
                }
            };
            (shown.code(*language).to_owned(), value)
        })
        .collect();
    json!({"book": shown.base.book.id, "id": section.id, "number": section.number(), "languages": languages})
}
