//! `rulestone search`

use std::ffi::OsString;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::output::{FAINT, Format, MARK, Output, STRONG};
use super::terminal;
use super::{CommandError, Outcome, ceiling, open};
use crate::check::Checked;
use crate::files::Cache;
use crate::library::{Library, names};
use crate::search::query::{MOST_PREFIXES, MOST_WORDS};
use crate::search::{self, Collection, Filter, Gaps, Hit, IndexHome, Relaxation, Results, SearchIndex, Stamp};

/// Search the rules
///
/// Sections that have all words are counted; one that lacks a word stands among them where it fits as well. A query in one language also finds sections of another through the glossary.
/// A rule number finds its section and those below it, as it is printed, typed or cited; one that is not there is answered by
/// the nearest. "A phrase" in quotes, word* for the beginning of a word, -word
/// for sections without it, and title:, body:, note:, id:, number: and term: before a word look in one place only.
/// A query has at most 400 characters, 24 words, 4 of them with a star, and as many behind a minus.
#[derive(Debug, Args)]
pub(super) struct Search {
    /// What to look for
    #[arg(required = true, value_name = "WORDS")]
    words: Vec<String>,
    /// Only these languages, joined by commas
    #[arg(long, value_delimiter = ',', value_parser = open::language, value_name = "LANG")]
    lang: Vec<String>,
    /// Only these books, joined by commas
    #[arg(long, value_delimiter = ',', value_name = "BOOK")]
    book: Vec<String>,
    /// The most sections to show
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    limit: u16,
    /// Where the index is kept [default: .rulestone in the library]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// Opens the index of the library at `root`, and reads the library only if its files have changed.
fn index(root: &Path, cache: &Cache, output: &mut Output) -> Result<SearchIndex, CommandError> {
    let stamp = Stamp::of(root)?;
    let read = || {
        let Checked { library, diagnostics, .. } = open::unchecked(root)?;
        let is_whole = open::tell_gaps(&library, &diagnostics, output);
        Ok::<_, CommandError>((collect(&library), is_whole))
    };
    let index = SearchIndex::open_with(cache, &stamp, read)?;
    Ok(said(index, cache, output))
}

/// Keeps the index of a library that is already read; `stamp` was taken before it was. [`said`] is for who asked for it.
pub(super) fn keep(library: &Library, stamp: &Stamp, cache: &Cache) -> Result<SearchIndex, CommandError> {
    SearchIndex::open(cache, stamp, || collect(library)).map_err(CommandError::plain)
}

/// What this command searches in. Only the site has pages to lead to.
fn collect(library: &Library) -> Collection {
    let _collecting = ceiling::meter().begin(u64::MAX, "the index of the search".to_owned(), None);
    search::collect(library, Gaps::Left, &|_, _, _, _| String::new())
}

/// The index, after saying so if it could not be kept.
pub(super) fn said(index: SearchIndex, cache: &Cache, output: &mut Output) -> SearchIndex {
    if let IndexHome::Memory(reason) = index.place() {
        let folder = names::shown_path(cache.path());
        output.note(format_args!(
            "the index cannot be kept in `{folder}` ({reason}), so it is made anew for each search"
        ));
    }
    index
}

impl Search {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        open::check_names(&root, &self.lang, &self.book)?;
        let text = query(&self.words);
        let cache = Cache::of(&root, self.cache.as_deref());
        let index = index(&root, &cache, output)?;
        let query = index.parse(&text).map_err(|error| {
            CommandError::new(format!("the query at character {}: {}", error.column, error.message), error.help)
        })?;
        let _searching = ceiling::meter().begin(u64::MAX, "the search in the index".to_owned(), None);
        let filter = Filter {
            languages: self.lang,
            books: self.book,
            reader: Some(open::system_language()),
            limit: usize::from(self.limit),
        };
        let results = index.search(&query, &filter).map_err(CommandError::plain)?;
        match self.format {
            Format::Json => output.json(&json(&text, &results))?,
            Format::Human => print(&results, output)?,
        }
        Ok((results.total > 0).into())
    }
}

/// Lets `-word` through to the query: the parser of arguments would take it for a row of one-letter options, of which
/// `search` has none. A true minus sign is no hyphen, so it passes.
pub(super) fn let_exclusions_through(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut searching = false;
    arguments
        .map(|argument| {
            let Some(text) = argument.to_str() else { return argument };
            searching |= text == "search";
            match text.strip_prefix('-') {
                Some(word) if searching && word.chars().count() > 1 && !word.starts_with('-') => {
                    format!("{MINUS}{word}").into()
                }
                _ => argument,
            }
        })
        .collect()
}

const MINUS: char = '\u{2212}';

/// The words as one query. A shell takes quotes away, so a phrase is typed as `'"hand size"'`.
fn query(words: &[String]) -> String {
    let words =
        words.iter().map(|word| word.strip_prefix(MINUS).map_or_else(|| word.clone(), |word| format!("-{word}")));
    words.collect::<Vec<_>>().join(" ")
}

fn json(query: &str, results: &Results) -> serde_json::Value {
    let hits: Vec<_> = results
        .hits
        .iter()
        .map(|hit| {
            json!({
                "book": hit.book, "language": hit.language, "number": hit.number, "id": hit.id, "title": hit.title,
                "statement": hit.statement(), "mark": hit.mark,
                "score": hit.score, "via": hit.via, "all_words": hit.relaxation != Relaxation::AnyWord, "excerpt": hit.excerpt.text,
                "highlights": hit.excerpt.marks.iter().map(|mark| in_characters(&hit.excerpt.text, mark)).collect::<Vec<_>>(),
                "file": hit.file, "line": hit.line,
            })
        })
        .collect();
    let corrected: Vec<_> =
        results.corrected.iter().map(|(typed, taken)| json!({"typed": typed, "taken": taken})).collect();
    let absent: Vec<_> =
        results.absent.iter().map(|(typed, nearest)| json!({"number": typed, "nearest": nearest})).collect();
    let loosened = match results.relaxation {
        Relaxation::None => "no",
        Relaxation::Pieces => "pieces",
        Relaxation::AnyWord => "any_word",
    };
    json!({
        "version": 1, "query": query, "total": results.total, "loosened": loosened, "corrected": corrected, "absent": absent,
        "left_out": results.left_out, "results": hits,
    })
}

/// A range of bytes as a range of characters.
pub(super) fn in_characters(text: &str, mark: &Range<usize>) -> [usize; 2] {
    let start = text[..mark.start].chars().count();
    [start, start + text[mark.clone()].chars().count()]
}

fn print(results: &Results, output: &mut Output) -> Result<(), CommandError> {
    for (typed, taken) in &results.corrected {
        output.note(format_args!("nothing has `{typed}`; `{taken}` was looked for"));
    }
    for (typed, nearest) in &results.absent {
        match nearest {
            Some(nearest) => {
                output.note(format_args!("no section has the number `{typed}`; `{nearest}` is the nearest"));
            }
            None => output.note(format_args!("no section has the number `{typed}`")),
        }
    }
    match results.relaxation {
        _ if results.total == 0 => output.note("nothing found"),
        Relaxation::None => {}
        Relaxation::Pieces => output.note("no section has these words just so; their parts were looked for"),
        Relaxation::AnyWord => output.note("no section has all these words; sections with some of them are shown"),
    }
    if !results.left_out.is_empty() {
        let words: Vec<String> = results.left_out.iter().map(|typed| format!("`{typed}`")).collect();
        output.note(format_args!(
            "not looked for: {}; a query has at most {MOST_WORDS} words, {MOST_PREFIXES} of them with `*`, and as many behind `-`",
            words.join(", ")
        ));
    }
    let columns = terminal::columns(100);
    let several = results.hits.iter().any(|hit| hit.book != results.hits[0].book);
    let partial = |hit: &Hit| results.relaxation != Relaxation::AnyWord && hit.relaxation == Relaxation::AnyWord;
    for hit in &results.hits {
        output.line(head(hit, several, partial(hit)))?;
        let excerpt = terminal::wrap(&marked(&hit.excerpt.text, &hit.excerpt.marks), columns.saturating_sub(2));
        for line in excerpt.iter().filter(|_| !hit.excerpt.text.is_empty()) {
            output.line(format_args!("  {line}"))?;
        }
    }
    let shown = results.hits.iter().filter(|hit| !partial(hit)).count();
    if results.total > shown {
        output.note(format_args!("{} more; --limit shows them", results.total - shown));
    }
    Ok(())
}

/// "9.6.4 Naval combat  en  rules-en/…:38", the title's found words marked.
fn head(hit: &Hit, name_book: bool, partial: bool) -> String {
    let mut title = String::new();
    let mut at = 0;
    for mark in &hit.title_marks {
        let (before, found) = (&hit.title[at..mark.start], &hit.title[mark.clone()]);
        let _ = write!(title, "{STRONG}{before}{STRONG:#}{MARK}{found}{MARK:#}");
        at = mark.end;
    }
    let _ = write!(title, "{STRONG}{}{STRONG:#}", &hit.title[at..]);
    let letter = hit.statement().map_or_else(String::new, |letter| format!(" {letter}"));
    let number = hit.number.as_ref().map_or_else(String::new, |number| format!("{STRONG}{number}{letter}{STRONG:#} "));
    let book = if name_book { format!("{} ", hit.book) } else { String::new() };
    let via = hit.via.as_ref().map_or_else(String::new, |via| format!(" · by way of “{via}”"));
    let partial = if partial { " · lacks a word" } else { "" };
    format!("{number}{title}  {FAINT}{book}{} · {}:{}{via}{partial}{FAINT:#}", hit.language, hit.file, hit.line)
}

fn marked(text: &str, marks: &[Range<usize>]) -> Vec<terminal::Span> {
    let mut spans = Vec::new();
    let mut at = 0;
    for mark in marks {
        spans.push(terminal::Span::new(text[at..mark.start].replace('\n', " "), anstyle::Style::new()));
        spans.push(terminal::Span::new(text[mark.clone()].to_owned(), MARK));
        at = mark.end;
    }
    spans.push(terminal::Span::new(text[at..].replace('\n', " "), anstyle::Style::new()));
    spans
}
