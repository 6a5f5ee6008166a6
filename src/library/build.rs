//! Trees to model: takes what is there, so that one mistake in a file does not hide the rest of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::model::{
    Amendment, AmendmentKind, AssumptionSet, Book, BookOption, BookWords, Chapter, DataTable, Example, ExampleKind,
    Former, Need, Note, OutdatedText, RelatedBook, Ruling, Section, Synonyms, Term, TranslatedChapter,
    TranslatedSection, Waiver,
};
use super::names::{self, check_name};
use super::number::MAX_NUMBER;
use super::number_scheme::NumberScheme;
use super::picture::Symbol;
use super::site_file::Said;
use super::text::{Line, Prose};
use super::yaml::{Entry, Node, yes_no};
use crate::diagnostic::{Diagnostic, FileId, Place, codes};

/// The keys of an example that are not its program.
const EXAMPLE_TEXT: [&str; 4] = ["id", "own", "of", "text"];

/// What `book.yaml` says; all else of the book is still to come.
pub(super) fn book(id: &str, language: &str, file: FileId, node: &Node) -> Book {
    let text = |key: &str| word(node, key).map(|(text, _)| text);
    Book {
        id: id.to_owned(),
        reference: language.to_owned(),
        file,
        title: lines(node, "title"),
        short: lines(node, "short"),
        edition: lines(node, "edition"),
        publisher: text("publisher"),
        designer: text("designer"),
        license: word(node, "license"),
        words: book_words(node),
        effective: word(node, "effective"),
        rule_language: word(node, "rule_language"),
        provenance: proses(node, "provenance"),
        languages: items(node, "languages")
            .filter_map(|node| {
                node.text().filter(|language| names::check_language(language).is_ok()).map(str::to_owned)
            })
            .collect(),
        outdated: outdated(node),
        waivers: waivers(node),
        options: options(node),
        related: related_books(node),
        numbering: numbering(node.get("numbering")),
        symbols: symbols(node),
        pictures: BTreeMap::new(),
        unfit_pictures: BTreeSet::new(),
        reference_forms: lines(node, "reference_forms"),
        missing: items(node, "missing").filter_map(|node| node.text().map(str::to_owned)).collect(),
        needs: needs(node),
        chapters: Vec::new(),
        terms: Vec::new(),
        synonyms: Vec::new(),
        data: Vec::new(),
        assumptions: Vec::new(),
        rulings: Vec::new(),
        maps: Vec::new(),
        translations: BTreeMap::new(),
        unread: BTreeSet::new(),
        index: OnceLock::new(),
        ruling_index: OnceLock::new(),
    }
}

pub(super) fn chapter(id: String, file: FileId, root: &Node) -> Chapter {
    let head = root.get("chapter");
    Chapter {
        id,
        file,
        number: head.and_then(|head| word(head, "number")).map(|(number, _)| number),
        title: head.and_then(|head| line(head, "title")),
        outside: head.and_then(|head| word(head, "outside")).map(|(book, _)| book),
        outside_place: head.and_then(|head| head.get("outside")).map(|node| node.place),
        editorial: head.is_some_and(|head| flag(head, "editorial")),
        formerly: head.map(|head| named(head, "formerly")).unwrap_or_default(),
        sections: items(root, "sections").filter_map(section).collect(),
    }
}

fn book_words(root: &Node) -> BookWords {
    match root.get("words").and_then(Node::text) {
        Some("original") => BookWords::Original,
        Some("official") => BookWords::Official,
        _ => BookWords::Restated,
    }
}

fn numbering(node: Option<&Node>) -> NumberScheme {
    let Some(node) = node else { return NumberScheme::default() };
    let said = |key| Said::new(node.get(key));
    NumberScheme::new(
        node.get("pattern").and_then(Node::text),
        said("shown"),
        said("chapters"),
        flag(node, "continuous"),
    )
}

fn symbols(root: &Node) -> Vec<Symbol> {
    let entries = root.get("symbols").map_or(&[][..], Node::entries);
    let symbol = |entry: &Entry| Symbol {
        name: entry.key.clone(),
        place: entry.place,
        file: word(&entry.value, "file").unwrap_or_else(|| (format!("{}.svg", entry.key), entry.place)),
        words: lines(&entry.value, "words"),
    };
    entries.iter().map(symbol).collect()
}

/// What `book.yaml` says about outdated texts; other words are reported by the check of its shape.
fn outdated(root: &Node) -> BTreeMap<String, OutdatedText> {
    let entries = root.get("outdated").map_or(&[][..], Node::entries);
    let said = entries.iter().filter_map(|entry| {
        let said = match entry.value.text()? {
            "show" => OutdatedText::Show,
            "reference" => OutdatedText::Reference,
            "hide" => OutdatedText::Hide,
            _ => return None,
        };
        Some((entry.key.clone(), said))
    });
    said.collect()
}

fn section(node: &Node) -> Option<Section> {
    let (id, place) = word(node, "id")?;
    Some(Section {
        id,
        place,
        // What is too long is told where the shape of the file is checked.
        number: word(node, "number").filter(|(number, _)| number.len() <= MAX_NUMBER),
        aliases: named(node, "aliases").into_iter().filter(|(alias, _)| alias.len() <= MAX_NUMBER).collect(),
        formerly: named(node, "formerly").into_iter().filter_map(former).collect(),
        outside: word(node, "outside"),
        amends: items(node, "amends").filter_map(amendment).collect(),
        level: word(node, "level").and_then(|(level, _)| level.parse().ok()),
        title: line(node, "title"),
        aid: line(node, "aid"),
        text: prose(node, "text"),
        tables: named(node, "tables"),
        notes: items(node, "notes").filter_map(note).collect(),
        labels: lines(node, "labels"),
        logic: node.get("logic").cloned(),
        no_logic: line(node, "no_logic"),
        examples: items(node, "examples").filter_map(example).collect(),
        waivers: waivers(node),
    })
}

fn former((address, place): (String, Place)) -> Option<Former> {
    let names::FormerAddress { chapter, section, statement } = names::former_address(&address)?;
    Some(Former { chapter: chapter.to_owned(), section: section.to_owned(), statement, place })
}

fn amendment(node: &Node) -> Option<Amendment> {
    let (book, place) = word(node, "book")?;
    let of = |key| word(node, key).map(|(word, _)| word);
    let how = of("how").and_then(|word| AmendmentKind::ALL.into_iter().find(|kind| kind.word() == word));
    Some(Amendment { book, place, number: of("number"), how })
}

fn note(node: &Node) -> Option<Note> {
    let (id, place) = word(node, "id")?;
    Some(Note {
        id,
        place,
        kind: word(node, "kind").map_or_else(|| "editor".to_owned(), |(kind, _)| kind),
        of: named(node, "of"),
        text: prose(node, "text"),
        readings: proses(node, "readings"),
        followed: word(node, "followed"),
    })
}

fn example(node: &Node) -> Option<Example> {
    example_of(node, if flag(node, "own") { ExampleKind::Own } else { ExampleKind::Printed })
}

/// The cases of a file, by the id of their section and where it stands.
pub(super) fn cases(root: &Node) -> impl Iterator<Item = ((String, Place), Vec<Example>)> {
    items(root, "sections").filter_map(|section| {
        let cases = items(section, "cases").filter_map(|node| example_of(node, ExampleKind::Case));
        Some((word(section, "id")?, cases.collect()))
    })
}

fn example_of(node: &Node, kind: ExampleKind) -> Option<Example> {
    let (id, place) = word(node, "id")?;
    let program = node.entries().iter().filter(|entry| !EXAMPLE_TEXT.contains(&entry.key.as_str()));
    Some(Example {
        id,
        place,
        kind,
        of: named(node, "of"),
        text: prose(node, "text").filter(|_| kind != ExampleKind::Case),
        program: program.map(|entry| (entry.key.clone(), entry.value.clone())).collect(),
    })
}

/// Names the section in which each finding about a file's characters stands, for waivers look for it.
pub(super) fn name_sections(root: &Node, findings: &mut [Diagnostic]) {
    for finding in findings {
        let Some(place) = finding.place else { continue };
        // The last that begins before it: a comment below a section is its own.
        let section = items(root, "sections").take_while(|section| section.place.start <= place.start).last();
        finding.section = section.and_then(|section| word(section, "id")).map(|(id, _)| id);
    }
}

pub(super) fn waivers(node: &Node) -> Vec<Waiver> {
    items(node, "waivers")
        .filter_map(|waiver| {
            let (code, place) = word(waiver, "code")?;
            Some(Waiver { code, text: word(waiver, "text").map(|(text, _)| text), place })
        })
        .collect()
}

pub(super) fn translated_chapter(file: FileId, root: &Node) -> TranslatedChapter {
    let head = root.get("chapter");
    TranslatedChapter {
        file,
        place: root.key_place("chapter").unwrap_or(root.place),
        title: head.and_then(|head| line(head, "title")),
        from: head.map(|head| words(head, "from")).unwrap_or_default(),
        reviewed: head.map(|head| words(head, "reviewed")).unwrap_or_default(),
        sections: items(root, "sections").filter_map(|section| Some(word(section, "id")?.0)).collect(),
    }
}

pub(super) fn translated_sections(chapter: &str, root: &Node) -> Vec<(String, TranslatedSection)> {
    items(root, "sections")
        .filter_map(|node| {
            let (id, place) = word(node, "id")?;
            let mut keys = BTreeMap::new();
            for key in ["title", "aid", "text"] {
                keys.extend(node.get(key).and_then(|_| Some((key.to_owned(), node.key_place(key)?))));
            }
            for group in ["notes", "labels", "examples"] {
                for entry in node.get(group).map_or(&[][..], Node::entries) {
                    keys.entry(format!("{group}.{}", entry.key)).or_insert(entry.place);
                }
            }
            let section = TranslatedSection {
                chapter: chapter.to_owned(),
                place,
                title: line(node, "title"),
                aid: line(node, "aid"),
                text: prose(node, "text"),
                notes: proses(node, "notes"),
                labels: lines(node, "labels"),
                examples: proses(node, "examples"),
                keys,
                waivers: waivers(node),
                from: words(node, "from"),
                reviewed: words(node, "reviewed"),
            };
            Some((id, section))
        })
        .collect()
}

pub(super) fn terms(root: &Node) -> Vec<Term> {
    items(root, "terms")
        .filter_map(|node| {
            let (id, place) = word(node, "id")?;
            Some(Term {
                id,
                place,
                name: line(node, "name").filter(is_name),
                forms: items(node, "forms").filter_map(Line::new).filter(is_name).collect(),
                forbidden: items(node, "forbidden").filter_map(Line::new).filter(is_name).collect(),
                definition: prose(node, "definition"),
                from: word(node, "from"),
                reviewed: word(node, "reviewed").map(|(reviewed, _)| reviewed),
                reading: word(node, "reading")
                    .map(|(reading, _)| reading)
                    .filter(|reading| check_name(reading).is_ok()),
                group: word(node, "group").map(|(group, _)| group),
                section: word(node, "section"),
                do_not_translate: flag(node, "do_not_translate"),
                unmarked: flag(node, "unmarked"),
            })
        })
        .collect()
}

pub(super) fn synonyms(root: &Node) -> Vec<Synonyms> {
    let groups = items(root, "synonyms");
    groups
        .map(|group| Synonyms {
            place: group.place,
            words: group.items().iter().filter_map(Line::new).filter(is_name).collect(),
        })
        .collect()
}

/// Whether it is short enough to be looked for. The check of the file says so where it is not.
fn is_name(line: &Line) -> bool {
    check_name(&line.value).is_ok()
}

/// How many columns a data table may have, and how many cells: each row has one for each column, written or not.
const MOST_COLUMNS: usize = 200;
const MOST_CELLS: usize = 1_000_000;

/// What is said of a data table that is too large to be held.
pub(super) fn too_many_cells(root: &Node) -> Option<Diagnostic> {
    let columns = root.get("columns").map_or(&[][..], Node::entries);
    let rows = root.get("rows").map_or(0, |rows| rows.items().len());
    let cells = columns.len().saturating_mul(rows);
    let (place, message) = if let Some(beyond) = columns.get(MOST_COLUMNS) {
        (beyond.place, format!("the table has {} columns; at most {MOST_COLUMNS} are read", columns.len()))
    } else if cells > MOST_CELLS {
        let place = root.key_place("rows").unwrap_or(root.place);
        (
            place,
            format!(
                "the table has {cells} cells, {rows} rows by {} columns; at most {MOST_CELLS} are read",
                columns.len()
            ),
        )
    } else {
        return None;
    };
    Some(Diagnostic::new(&codes::FILE_TOO_LARGE, place, message).help("make several tables of it"))
}

pub(super) fn data(root: &Node) -> Option<DataTable> {
    let (id, place) = word(root, "table")?;
    let columns = root.get("columns").map_or(&[][..], Node::entries);
    Some(DataTable {
        id,
        place,
        title: lines(root, "title"),
        headers: root
            .get("headers")
            .map_or(&[][..], Node::entries)
            .iter()
            .map(|entry| (entry.key.clone(), lines_of(&entry.value), entry.place))
            .collect(),
        column_places: columns.iter().map(|entry| entry.value.place).collect(),
        columns: columns
            .iter()
            .map(|entry| (entry.key.clone(), entry.value.text().unwrap_or_default().to_owned()))
            .collect(),
        rows: items(root, "rows").cloned().collect(),
    })
}

fn options(root: &Node) -> Vec<BookOption> {
    items(root, "options")
        .filter_map(|node| {
            let (id, place) = word(node, "id")?;
            let readings = node.get("readings").map_or(&[][..], Node::entries);
            Some(BookOption {
                id,
                place,
                title: lines(node, "title"),
                readings: readings
                    .iter()
                    .map(|entry| (entry.key.clone(), lines_of(&entry.value), entry.place))
                    .collect(),
                optional: flag(node, "optional"),
                followed: word(node, "followed"),
                why: proses(node, "why"),
                section: word(node, "section"),
                of: named(node, "of"),
            })
        })
        .collect()
}

pub(super) fn assumptions(root: &Node) -> Vec<AssumptionSet> {
    items(root, "assumptions")
        .filter_map(|node| {
            let (id, place) = word(node, "id")?;
            Some(AssumptionSet { id, place, reason: proses(node, "reason"), logic: node.get("logic").cloned() })
        })
        .collect()
}

pub(super) fn rulings(root: &Node) -> Vec<Ruling> {
    items(root, "rulings")
        .filter_map(|node| {
            let (id, place) = word(node, "id")?;
            Some(Ruling {
                id,
                place,
                question: proses(node, "question"),
                answer: proses(node, "answer"),
                by: word(node, "by").map(|(by, _)| by),
                date: word(node, "date"),
                source: word(node, "source").map(|(source, _)| source),
                on: named(node, "on"),
                withdrawn: word(node, "withdrawn"),
                from: words(node, "from"),
            })
        })
        .collect()
}

fn needs(root: &Node) -> Vec<Need> {
    items(root, "needs")
        .map(|node| {
            let place = node.get("what").map_or(node.place, |what| what.place);
            Need { what: lines(node, "what"), place, sections: named(node, "sections") }
        })
        .collect()
}

fn related_books(root: &Node) -> Vec<RelatedBook> {
    items(root, "books")
        .filter_map(|node| {
            let (id, _) = word(node, "id")?;
            let relation = word(node, "relation").map_or_else(|| "cites".to_owned(), |(relation, _)| relation);
            Some(RelatedBook { id, title: lines(node, "title"), short: lines(node, "short"), relation })
        })
        .collect()
}

pub(super) fn items<'a>(node: &'a Node, key: &str) -> impl Iterator<Item = &'a Node> {
    node.get(key).map_or(&[][..], Node::items).iter()
}

/// A list of names, each with its place.
pub(super) fn named(node: &Node, key: &str) -> Vec<(String, Place)> {
    items(node, key).filter_map(|item| Some((item.text()?.to_owned(), item.place))).collect()
}

/// Whether a key says yes.
fn flag(node: &Node, key: &str) -> bool {
    word(node, key).is_some_and(|(flag, _)| yes_no(&flag) == Some(true))
}

pub(super) fn word(node: &Node, key: &str) -> Option<(String, Place)> {
    let value = node.get(key)?;
    Some((value.text()?.to_owned(), value.place))
}

pub(super) fn words(node: &Node, key: &str) -> BTreeMap<String, String> {
    node.get(key)
        .map_or(&[][..], Node::entries)
        .iter()
        .filter_map(|entry| Some((entry.key.clone(), entry.value.text()?.to_owned())))
        .collect()
}

fn line(node: &Node, key: &str) -> Option<Line> {
    node.get(key).and_then(Line::new)
}

pub(super) fn lines(node: &Node, key: &str) -> BTreeMap<String, Line> {
    node.get(key).map(lines_of).unwrap_or_default()
}

fn lines_of(node: &Node) -> BTreeMap<String, Line> {
    node.entries().iter().filter_map(|entry| Some((entry.key.clone(), Line::new(&entry.value)?))).collect()
}

fn prose(node: &Node, key: &str) -> Option<Prose> {
    node.get(key).and_then(Prose::new)
}

pub(super) fn proses(node: &Node, key: &str) -> BTreeMap<String, Prose> {
    let entries = node.get(key).map_or(&[][..], Node::entries);
    entries.iter().filter_map(|entry| Some((entry.key.clone(), Prose::new(&entry.value)?))).collect()
}
