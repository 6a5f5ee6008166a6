//! Writes what the site's search script needs, as classic scripts, so that it works from a folder without a server.
//!
//! The index of a language is a head and parts, of which a query loads those that it asks: records by their keys, words
//! by their spelling, sections by their order. A part has a hash of its content in its name, so that none of another
//! build is taken for it.

mod concepts;
mod occurrences;
mod parts;
mod vocabulary;
mod words;

use std::collections::BTreeMap;

use serde::Serialize;

use super::collection::{Collection, Entry};
use super::index::{joined, parted, paths, sort_entries, unwrap_lines};
use crate::analyzer::Analyzer;
use crate::library::typeset::typeset;
use concepts::Concepts;
use occurrences::{Field, Occurrences};
pub use parts::Part;
use parts::{Records, Shelf};
pub use vocabulary::Vocabulary;

/// The search script: its parts, each a classic script of its own, in the order in which they build on each other.
pub const SCRIPT: &str = concat!(
    include_str!("../../templates/search/0-russian.js"),
    include_str!("../../templates/search/1-cut.js"),
    include_str!("../../templates/search/1-number.js"),
    include_str!("../../templates/search/2-query.js"),
    include_str!("../../templates/search/3-index.js"),
    include_str!("../../templates/search/4-correct.js"),
    include_str!("../../templates/search/5-plan.js"),
    include_str!("../../templates/search/6-rank.js"),
    include_str!("../../templates/search/7-excerpt.js"),
    include_str!("../../templates/search/8-load.js"),
    include_str!("../../templates/search/9-panel.js"),
);

/// About how long a part is, in bytes; a single record, word or section may be longer.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Of records: what is known of a term, a number, a name.
    pub records: usize,
    /// Of words with their stems.
    pub words: usize,
    /// Of sections with their texts; a query shows few, each from another part.
    pub sections: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { records: 12_000, words: 10_000, sections: 8_000 }
    }
}

/// What [`SCRIPT`] reads first. Its keys are named there too.
#[derive(Serialize)]
struct Head<'a> {
    version: u32,
    language: &'a str,
    /// A hash of all parts: two heads with one are of one build.
    stamp: String,
    /// What each book is called in short.
    titles: BTreeMap<&'a str, &'a str>,
    /// The books of the sections, each with the place of its first one.
    books: Vec<(&'a str, usize)>,
    /// How many sections there are.
    count: usize,
    /// For each field the tokens of all its texts.
    lengths: BTreeMap<&'static str, u64>,
    /// Sections of whose titles a token covers another one: ½ is two numbers.
    odd: Vec<usize>,
    /// So many UTF-16 units the longest key of a name has.
    longest: usize,
    records: Shelf<String>,
    words: Shelf<String>,
    sections: Shelf<usize>,
    concepts: Shelf<usize>,
}

/// Texts are as pages show them, letter for letter as long as what was indexed.
#[derive(Serialize)]
struct BrowserEntry<'a> {
    book: &'a str,
    id: &'a str,
    number: Option<&'a str>,
    /// What its own number is looked up by, and what other ones are.
    keys: &'a [String],
    aliases: &'a [String],
    title: String,
    body: String,
    /// From which place of `body` on what follows `url` in the address.
    statements: Vec<(usize, String)>,
    /// Each with what follows `url` in its address.
    asides: Vec<(&'a str, String)>,
    rows: Vec<(&'a str, String)>,
    url: &'a str,
}

/// The name of the head of a language's index; those of its parts go on from it.
pub fn head_name(language: &str) -> String {
    format!("search-{language}")
}

/// The scripts of the index for the pages of one language, the head first; each stands in a file of its name.
pub fn index_parts(collection: &Collection, vocabulary: &Vocabulary, language: &str, sizes: Sizes) -> Vec<Part> {
    let analyzer = Analyzer::default();
    let mut entries: Vec<&Entry> = collection.entries.iter().filter(|entry| entry.language == language).collect();
    sort_entries(&mut entries);
    let mut read = Occurrences::new(&analyzer);
    let mut records = Records::default();
    let mut sections = Vec::new();
    let mut books: Vec<(&str, usize)> = Vec::new();
    let mut ids: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut titles: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    // By their components, with the sections that have the number, and those that go by it too.
    let mut numbers: BTreeMap<String, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for ((place, entry), path) in entries.iter().enumerate().zip(paths(&entries)) {
        let (body, statements) = joined(&entry.body);
        let shown = browser_entry(entry, &body, &statements);
        read.add(place, &[(Field::Title, &[&shown.title])]);
        read.add(place, &[(Field::Body, &parted(&body, statements.iter().map(|(start, _)| *start)))]);
        read.add(place, &[(Field::Path, &path.iter().map(String::as_str).collect::<Vec<_>>())]);
        let asides: Vec<[&str; 1]> = shown.asides.iter().map(|(_, text)| [text.as_str()]).collect();
        let asides = asides.iter().enumerate().map(|(at, text)| (Field::Note(at), &text[..]));
        read.add(place, &asides.collect::<Vec<_>>());
        let rows: Vec<[&str; 1]> = shown.rows.iter().map(|(_, text)| [text.as_str()]).collect();
        let rows = rows.iter().enumerate().map(|(at, text)| (Field::Row(at), &text[..]));
        read.add(place, &rows.collect::<Vec<_>>());
        if books.last().is_none_or(|(book, _)| *book != entry.book) {
            books.push((&entry.book, place));
        }
        ids.entry(&entry.id).or_default().push(place);
        titles.entry(analyzer.key(&shown.title)).or_default().push(place);
        for key in &entry.keys {
            numbers.entry(key.clone()).or_default().0.push(place);
        }
        for alias in &entry.aliases {
            let known = &mut numbers.entry(alias.clone()).or_default().1;
            if known.last() != Some(&place) {
                known.push(place);
            }
        }
        sections.push(json(&shown));
    }
    for (id, places) in &ids {
        records.add(format!("@{id}"), json(places));
    }
    for (title, places) in &titles {
        records.add(format!("={title}"), json(places));
    }
    for (number, places) in &numbers {
        records.add(format!("#{number}"), json(places));
    }
    let concepts = Concepts::new(&analyzer, collection, language, &entries);
    concepts.put(vocabulary, &mut records);
    let read = read.finish(&mut records);
    let forms = vocabulary.known_in(language);
    let words = words::list(&forms, &read.words, &vocabulary.spoken);

    let name = head_name(language);
    let mut made = Vec::new();
    let mut head = Head {
        version: 4,
        language,
        stamp: String::new(),
        titles: collection
            .titles
            .iter()
            .filter_map(|(book, titles)| Some((book.as_str(), titles.get(language)?.as_str())))
            .collect(),
        books,
        count: entries.len(),
        lengths: read.lengths,
        odd: read.odd,
        longest: vocabulary.longest_key,
        records: records.shelve(&name, sizes.records, &mut made),
        words: words.shelve(&name, sizes.words, &mut made),
        sections: parts::shelve_in_order(&name, 's', &sections, sizes.sections, &mut made),
        concepts: parts::shelve_in_order(&name, 'c', &concepts.long, sizes.records, &mut made),
    };
    let names: Vec<&str> = made.iter().map(|part| part.name.as_str()).collect();
    head.stamp = parts::hash(&names.join(" "));
    made.insert(0, Part::new(name, &json(&head)));
    made
}

// Strings, numbers, lists and maps with string keys: nothing here can fail to be written.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

fn browser_entry<'e>(entry: &'e Entry, body: &str, statements: &[(usize, String)]) -> BrowserEntry<'e> {
    // A script counts in UTF-16.
    let place = |byte: usize| body[..byte].encode_utf16().count();
    let statements = statements.iter().map(|(byte, mark)| (place(*byte), mark.clone())).collect();
    let shown = |text: &str| typeset(text, &entry.language, None);
    BrowserEntry {
        book: &entry.book,
        id: &entry.id,
        number: entry.number.as_deref(),
        keys: &entry.keys,
        aliases: &entry.aliases,
        title: shown(&unwrap_lines(&entry.title)),
        statements,
        body: shown(body),
        asides: entry.asides.iter().map(|aside| (aside.mark.as_str(), shown(&unwrap_lines(&aside.text)))).collect(),
        rows: entry.rows.iter().map(|row| (row.mark.as_str(), shown(&row.text))).collect(),
        url: &entry.url,
    }
}
