//! A data table as a reader of one language sees it: the columns that have a header, terms by their names.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;

use super::localized::View;
use super::model::{DataTable, Library, Section, Term};
use super::text::Line;
use super::yaml::{Node, yes_no};

/// The type of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Words, shown as they are.
    Text,
    /// A term of the glossary by its id.
    Term,
    /// Yes or no.
    YesNo,
    /// A day, as `2010-04-06`.
    Date,
    /// A whole number.
    Number(RangeInclusive<i64>),
}

impl ColumnType {
    /// The type that is written so, if it is one.
    pub fn parse(written: &str) -> Option<Self> {
        match written {
            "text" => Some(Self::Text),
            "term" => Some(Self::Term),
            "yes/no" => Some(Self::YesNo),
            "date" => Some(Self::Date),
            _ => {
                let (low, high) = written.split_once("..")?;
                let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
                (low <= high).then_some(Self::Number(low..=high))
            }
        }
    }
}

/// Words and the language that they are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words<'a> {
    /// The words.
    pub text: &'a str,
    /// Their language.
    pub language: &'a str,
}

/// A table as it is shown.
#[derive(Debug)]
pub struct TableView<'a> {
    /// Its name in the book.
    pub id: &'a str,
    /// What stands above it.
    pub title: Words<'a>,
    /// The columns that readers see.
    pub columns: Vec<Column<'a>>,
    /// Its rows.
    pub rows: Vec<Row<'a>>,
}

impl TableView<'_> {
    /// What follows the address of the section in the address of a row; in that of the table where rows have no keys.
    pub fn mark(&self, row: &Row<'_>) -> String {
        let key = row.key.map_or_else(String::new, |key| format!(".{key}"));
        format!(".table-{}{key}", self.id)
    }
}

/// A column.
#[derive(Debug)]
pub struct Column<'a> {
    /// What stands above it.
    pub header: Words<'a>,
    /// Whether it holds numbers.
    pub numeric: bool,
}

/// A row.
#[derive(Debug)]
pub struct Row<'a> {
    /// What tells it from all others: the term in the first column, if no other row has it.
    pub key: Option<&'a str>,
    /// A cell for each column that is shown.
    pub cells: Vec<Cell<'a>>,
}

/// A cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// Nothing.
    Empty,
    /// Words or a number, as written.
    Text(&'a str),
    /// A day, as written: `2010-04-06`.
    Date(&'a str),
    /// Yes or no.
    YesNo(bool),
    /// A term.
    Term {
        /// Its id.
        id: &'a str,
        /// Its name.
        name: Words<'a>,
        /// Its name in the reference language, if the glossary has it as a form here too: readers know it from the map.
        original: Option<&'a str>,
    },
}

impl Cell<'_> {
    /// Its words without markup; those for yes and no are in the language of whoever asks.
    pub fn plain(&self, yes: &str, no: &str) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) | Self::Date(text) => (*text).to_owned(),
            Self::YesNo(value) => if *value { yes } else { no }.to_owned(),
            Self::Term { name, original: Some(original), .. } => format!("{} ({original})", name.text),
            Self::Term { name, .. } => name.text.to_owned(),
        }
    }
}

/// The tables that stand in a section, as readers of `view` see them; those that do not exist or have no columns to
/// show are left out.
pub fn of_section<'a>(library: &'a Library, view: &View<'a>, section: &'a Section) -> Vec<TableView<'a>> {
    if section.tables.is_empty() {
        return Vec::new();
    }
    let names = TermNames::new(library, view);
    let mut seen = HashSet::new();
    let once = section.tables.iter().filter(|(id, _)| seen.insert(id.as_str()));
    let tables = once.filter_map(|(id, _)| view.book.table(id)).map(|table| names.table(table));
    tables.filter(|table| !table.columns.is_empty()).collect()
}

/// The names of terms in one language.
pub(crate) struct TermNames<'a> {
    language: &'a str,
    reference: &'a str,
    own: HashMap<&'a str, &'a Term>,
    originals: HashMap<&'a str, &'a Term>,
}

impl<'a> TermNames<'a> {
    pub(crate) fn new(library: &'a Library, view: &View<'a>) -> Self {
        let named = |language: &str| {
            let terms = view.book.terms_in(language).iter().chain(library.shared_terms_in(language));
            // Of two terms with one id the first counts.
            terms.rev().filter(|term| term.name.is_some()).map(|term| (term.id.as_str(), term)).collect()
        };
        let reference = view.book.reference.as_str();
        Self { language: view.language, reference, own: named(view.language), originals: named(reference) }
    }

    fn table(&self, table: &'a DataTable) -> TableView<'a> {
        let shown: Vec<(&str, ColumnType, Words<'a>)> = table
            .columns
            .iter()
            .filter_map(|(name, written)| {
                let (_, texts, _) = table.headers.iter().find(|(column, _, _)| column == name)?;
                Some((name.as_str(), ColumnType::parse(written)?, self.words(texts)?))
            })
            .collect();
        let keys = keys(table);
        let row = |(row, key): (&'a Node, Option<&'a str>)| Row {
            key,
            cells: shown.iter().map(|(name, kind, _)| self.cell(kind, row.get(name))).collect(),
        };
        TableView {
            id: &table.id,
            title: self.words(&table.title).unwrap_or(Words { text: &table.id, language: self.reference }),
            rows: table.rows.iter().zip(keys).map(row).collect(),
            columns: shown
                .into_iter()
                .map(|(_, kind, header)| Column { header, numeric: matches!(kind, ColumnType::Number(_)) })
                .collect(),
        }
    }

    pub(crate) fn words(&self, texts: &'a BTreeMap<String, Line>) -> Option<Words<'a>> {
        [self.language, self.reference].into_iter().find_map(|language| {
            let (language, line) = texts.get_key_value(language)?;
            Some(Words { text: &line.value, language })
        })
    }

    pub(crate) fn cell(&self, kind: &ColumnType, cell: Option<&'a Node>) -> Cell<'a> {
        let Some(text) = cell.and_then(Node::text).filter(|text| !text.is_empty()) else { return Cell::Empty };
        match kind {
            ColumnType::Text | ColumnType::Number(_) => Cell::Text(text),
            ColumnType::Date => Cell::Date(text),
            ColumnType::YesNo => yes_no(text).map_or(Cell::Text(text), Cell::YesNo),
            ColumnType::Term => self.term(text),
        }
    }

    pub(crate) fn term(&self, id: &'a str) -> Cell<'a> {
        let name = |terms: &HashMap<&'a str, &'a Term>| Some(terms.get(id)?.name.as_ref()?.value.as_str());
        let original = name(&self.originals);
        let Some(own) = name(&self.own) else {
            // A term that nobody has defined has no place in the glossary.
            let words = |text| Cell::Term { id, name: Words { text, language: self.reference }, original: None };
            return original.map_or(Cell::Text(id), words);
        };
        let has_form = |original: &&str| self.own[id].forms.iter().any(|form| form.value == **original);
        Cell::Term {
            id,
            name: Words { text: own, language: self.language },
            original: original.filter(|original| *original != own).filter(has_form),
        }
    }
}

/// The key of each row: all rows have one, or none.
fn keys(table: &DataTable) -> Vec<Option<&str>> {
    let none = vec![None; table.rows.len()];
    let Some((first, written)) = table.columns.first() else { return none };
    if ColumnType::parse(written) != Some(ColumnType::Term) {
        return none;
    }
    let keys: Vec<_> = table.rows.iter().map(|row| row.get(first).and_then(Node::text)).collect();
    let different: HashSet<_> = keys.iter().flatten().collect();
    if different.len() == keys.len() { keys } else { none }
}
