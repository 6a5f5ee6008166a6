//! Writes what the site's search script needs, as a classic script, so that it works from a folder without a server.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::collection::{Collection, Entry, Term, TermPlaces};
use super::index::{joined, sort_entries, unwrap_lines};
use crate::analyzer::{Analyzer, Kind};

/// The search script: its parts, each a classic script of its own, in the order in which they build on each other.
pub const SCRIPT: &str = concat!(
    include_str!("../../templates/search/0-russian.js"),
    include_str!("../../templates/search/1-cut.js"),
    include_str!("../../templates/search/2-query.js"),
    include_str!("../../templates/search/3-index.js"),
    include_str!("../../templates/search/4-correct.js"),
    include_str!("../../templates/search/5-plan.js"),
    include_str!("../../templates/search/6-rank.js"),
    include_str!("../../templates/search/7-excerpt.js"),
    include_str!("../../templates/search/8-panel.js"),
);

/// What [`SCRIPT`] reads. Its keys are named there too.
#[derive(Serialize)]
struct BrowserIndex<'a> {
    version: u32,
    language: &'a str,
    /// Own names of the languages, for saying where a name comes from.
    languages: BTreeMap<&'a str, &'a str>,
    /// What each book is called in short.
    titles: BTreeMap<&'a str, &'a str>,
    entries: Vec<BrowserEntry<'a>>,
    terms: &'a [Term],
    /// Folded word → stem: the browser has a stemmer for Russian only, whose words have most endings.
    forms: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct BrowserEntry<'a> {
    book: &'a str,
    id: &'a str,
    number: Option<&'a str>,
    aliases: &'a [String],
    title: String,
    body: String,
    /// From which place of `body` on what follows `url` in the address.
    statements: Vec<(usize, String)>,
    /// Each with what follows `url` in its address.
    asides: Vec<(&'a str, String)>,
    rows: Vec<(&'a str, &'a str)>,
    url: &'a str,
    /// Places in `terms` of the concepts that have this section as their home.
    homes: Vec<usize>,
}

/// The script that sets `window.rulestoneIndex` for the pages of one language.
///
/// It may stand inside a page as well as in a file of its own.
pub fn index_script(collection: &Collection, language: &str) -> String {
    let mut entries: Vec<&Entry> = collection.entries.iter().filter(|entry| entry.language == language).collect();
    sort_entries(&mut entries);
    let places = TermPlaces::of(&collection.terms);
    let entries: Vec<BrowserEntry> = entries.into_iter().map(|entry| browser_entry(&places, entry)).collect();
    let languages = collection.terms.iter().flat_map(|term| term.names.keys()).map(String::as_str).chain([language]);
    let index = BrowserIndex {
        version: 1,
        language,
        languages: languages.map(|code| (code, own_name(code))).collect(),
        forms: forms(collection, language),
        titles: collection
            .titles
            .iter()
            .filter_map(|(book, titles)| Some((book.as_str(), titles.get(language)?.as_str())))
            .collect(),
        entries,
        terms: &collection.terms,
    };
    // Strings, lists and maps with string keys: nothing here can fail to be written.
    let json = serde_json::to_string(&index).unwrap_or_else(|_| "null".to_owned());
    format!("window.rulestoneIndex = {};\n", inert(&json))
}

fn browser_entry<'a>(places: &TermPlaces, entry: &'a Entry) -> BrowserEntry<'a> {
    let (body, statements) = joined(&entry.body);
    // A script counts in UTF-16.
    let place = |byte: usize| body[..byte].encode_utf16().count();
    let statements = statements.into_iter().map(|(byte, mark)| (place(byte), mark)).collect();
    BrowserEntry {
        book: &entry.book,
        id: &entry.id,
        number: entry.number.as_deref(),
        aliases: &entry.aliases,
        title: unwrap_lines(&entry.title),
        statements,
        body,
        asides: entry.asides.iter().map(|aside| (aside.mark.as_str(), unwrap_lines(&aside.text))).collect(),
        rows: entry.rows.iter().map(|row| (row.mark.as_str(), row.text.as_str())).collect(),
        url: &entry.url,
        homes: entry.homes.iter().filter_map(|home| places.term_of(&entry.book, home)).collect(),
    }
}

/// Every word of the texts and names with its stem; of other languages' texts only what inflects a name, for those
/// words lead here.
fn forms(collection: &Collection, language: &str) -> BTreeMap<String, String> {
    let analyzer = Analyzer::default();
    let words = |text: &str| {
        let words = analyzer.cut(text).into_iter().filter(|token| token.kind == Kind::Word);
        words.map(|token| (token.form().to_owned(), token.term)).collect::<Vec<_>>()
    };
    let names = collection.terms.iter().flat_map(|term| term.names.values());
    let names = names.flat_map(|names| names.accepted().chain(&names.forbidden));
    let mut forms: BTreeMap<String, String> = names.flat_map(|name| words(name)).collect();
    let name_stems: BTreeSet<String> = forms.values().cloned().collect();
    for entry in &collection.entries {
        let passages = [&entry.body, &entry.asides, &entry.rows].into_iter().flatten();
        for text in passages.map(|passage| &passage.text).chain([&entry.title]) {
            forms.extend(
                words(text).into_iter().filter(|(_, stem)| entry.language == language || name_stems.contains(stem)),
            );
        }
    }
    forms
}

/// Escapes what would end a script element or, in old browsers, a string. In JSON these characters stand in strings
/// only.
pub(crate) fn inert(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// What a language calls itself.
fn own_name(code: &str) -> &str {
    match code {
        "en" => "English",
        "ja" => "日本語",
        "ru" => "Русский",
        other => other,
    }
}
