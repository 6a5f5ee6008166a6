//! What a library is, once read: books, chapters, sections, notes, examples, terms, data tables and translations.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::OnceLock;

use super::fingerprint;
use super::map::Map;
use super::markup::StatementLabel;
use super::number_scheme::NumberScheme;
use super::picture::{Picture, Symbol};
use super::section_index::{RulingIndex, SectionIndex};
use super::site_file::SiteFile;
use super::text::{Line, Prose, Text};
use super::yaml::{Node, yes_no};
use crate::diagnostic::{FileId, Place, Sources};

/// A language code such as `en`.
pub type Language = String;

/// Everything below a library's root.
#[derive(Debug, Default)]
pub struct Library {
    /// The files it was read from.
    pub sources: Sources,
    /// Its books, by id.
    pub books: Vec<Book>,
    /// Glossaries shared by all books, by language (`rules-LANG/terms.yaml`).
    pub shared_terms: BTreeMap<Language, Vec<Term>>,
    /// What players call the same thing, in any book, by language (`rules-LANG/terms.yaml`).
    pub shared_synonyms: BTreeMap<Language, Vec<Synonyms>>,
    /// What is said of its site.
    pub site: SiteFile,
    /// The languages for which there is a `rules-LANG` folder.
    pub languages: Vec<Language>,
    /// Books whose `book.yaml` could not be read, by id.
    pub unread: BTreeSet<String>,
    /// Files of which nothing is in the library, for they could not be read; the findings say why.
    pub unread_files: BTreeSet<FileId>,
}

/// A rulebook.
#[derive(Debug)]
pub struct Book {
    /// Its id: the name of its folder.
    pub id: String,
    /// The language that holds its structure, logic and examples.
    pub reference: Language,
    /// Its `book.yaml`.
    pub file: FileId,
    /// Its title in each language.
    pub title: BTreeMap<Language, Line>,
    /// A title for narrow places.
    pub short: BTreeMap<Language, Line>,
    /// Which edition of the document it restates.
    pub edition: BTreeMap<Language, Line>,
    /// Who published the game.
    pub publisher: Option<String>,
    /// Who designed it.
    pub designer: Option<String>,
    /// The licence of the text.
    pub license: Option<(String, Place)>,
    /// Whose words it has.
    pub words: BookWords,
    /// From which day on its rules hold: `2026-03-01`.
    pub effective: Option<(String, Place)>,
    /// In which edition of the rule language its logic is written, where it says so.
    pub rule_language: Option<(String, Place)>,
    /// Where the text comes from, for readers.
    pub provenance: BTreeMap<Language, Prose>,
    /// The languages in which nothing should be missing.
    pub languages: Vec<Language>,
    /// What readers of a language get in place of an outdated text; the text itself where nothing is said.
    pub outdated: BTreeMap<Language, OutdatedText>,
    /// Doubts that change results.
    pub options: Vec<BookOption>,
    /// Books it amends or cites.
    pub related: Vec<RelatedBook>,
    /// How its numbers are read, counted and shown.
    pub numbering: NumberScheme,
    /// Its symbols, in the order of the file.
    pub symbols: Vec<Symbol>,
    /// Its pictures by the names of their files, those that can be shown.
    pub pictures: BTreeMap<String, Picture>,
    /// Files in the folders of its pictures that cannot be shown: texts that name them name what is there.
    pub unfit_pictures: BTreeSet<String>,
    /// Numbers the document writes otherwise → the number meant.
    pub reference_forms: BTreeMap<String, Line>,
    /// Own numbers that the document leaves out.
    pub missing: Vec<String>,
    /// What it lacks and its sections need.
    pub needs: Vec<Need>,
    /// Its chapters in the order of their files.
    pub chapters: Vec<Chapter>,
    /// Its glossary in the reference language.
    pub terms: Vec<Term>,
    /// What players call the same thing, in the reference language.
    pub synonyms: Vec<Synonyms>,
    /// Its data tables.
    pub data: Vec<DataTable>,
    /// What its examples may assume.
    pub assumptions: Vec<AssumptionSet>,
    /// Answers that somebody with authority has given.
    pub rulings: Vec<Ruling>,
    /// Its maps.
    pub maps: Vec<Map>,
    /// Findings to be silent about in its files without sections, in every language.
    pub waivers: Vec<Waiver>,
    /// Its translations.
    pub translations: BTreeMap<Language, Translation>,
    /// Languages of which a file could not be read: what seems to be missing in them may only be unread.
    pub unread: BTreeSet<Language>,
    /// Its sections by what they are called; made at the first question, when all chapters are there.
    pub(super) index: OnceLock<SectionIndex>,
    /// Its rulings by section, made likewise.
    pub(super) ruling_index: OnceLock<RulingIndex>,
}

/// Whose words a book has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookWords {
    /// Those of its editors, who restate a document.
    #[default]
    Restated,
    /// Those of the document, which its licence allows.
    Original,
    /// Those of its publisher, who publishes the rules here.
    Official,
}

/// What readers get in place of a text whose reference text has changed since it was translated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutdatedText {
    /// The text all the same, with a notice.
    #[default]
    Show,
    /// The reference text.
    Reference,
    /// Nothing but the notice.
    Hide,
}

/// A book that another one amends or cites and that need not be in the library.
#[derive(Debug)]
pub struct RelatedBook {
    /// The name before the colon of a reference.
    pub id: String,
    /// Its title in each language.
    pub title: BTreeMap<Language, Line>,
    /// What stands before its numbers.
    pub short: BTreeMap<Language, Line>,
    /// `amends` or `cites`.
    pub relation: String,
}

/// A doubt of a book that changes results: logic asks for the reading.
#[derive(Debug)]
pub struct BookOption {
    /// Its stable id.
    pub id: String,
    /// Where the id stands.
    pub place: Place,
    /// What it is about.
    pub title: BTreeMap<Language, Line>,
    /// Each reading by name, in the order of the file, with the place of the name.
    pub readings: Vec<(String, BTreeMap<Language, Line>, Place)>,
    /// Whether it is a rule that players may agree on, and no doubt about the document.
    pub optional: bool,
    /// The reading that is followed.
    pub followed: Option<(String, Place)>,
    /// Why that one.
    pub why: BTreeMap<Language, Prose>,
    /// The section where the doubt stands.
    pub section: Option<(String, Place)>,
    /// The letters of the statements it is about; none where it is about the section as a whole.
    pub of: Vec<(String, Place)>,
}

/// Something that a book lacks and its sections need.
#[derive(Debug)]
pub struct Need {
    /// What it is.
    pub what: BTreeMap<Language, Line>,
    /// Where that is said.
    pub place: Place,
    /// The sections that need it.
    pub sections: Vec<(String, Place)>,
}

/// An answer that somebody with authority has given to a question about the rules.
#[derive(Debug)]
pub struct Ruling {
    /// Its id, unique in the book.
    pub id: String,
    /// Where the id stands.
    pub place: Place,
    /// The question, in each language.
    pub question: BTreeMap<Language, Prose>,
    /// The answer, in each language.
    pub answer: BTreeMap<Language, Prose>,
    /// Who gave it.
    pub by: Option<String>,
    /// When: `2026-03-01`.
    pub date: Option<(String, Place)>,
    /// Where it was given: an address or a title.
    pub source: Option<String>,
    /// The sections and statements that it rules on, as written: `sea-transport.b`.
    pub on: Vec<(String, Place)>,
    /// Since when it is withdrawn.
    pub withdrawn: Option<(String, Place)>,
    /// The fingerprint of each text that it rules on, as it was then, by what stands in `on`.
    pub from: BTreeMap<String, String>,
}

/// A named set of assumptions about what a book leaves to another.
#[derive(Debug)]
pub struct AssumptionSet {
    /// Its stable id.
    pub id: String,
    /// Where the id stands.
    pub place: Place,
    /// Why it may be assumed.
    pub reason: BTreeMap<Language, Prose>,
    /// What is assumed; read by the rule language.
    pub logic: Option<Node>,
}

/// A chapter.
#[derive(Debug)]
pub struct Chapter {
    /// The name of its file without `.yaml`; part of its address.
    pub id: String,
    /// Its file.
    pub file: FileId,
    /// Its number as printed.
    pub number: Option<String>,
    /// Its title.
    pub title: Option<Line>,
    /// The book that holds this heading, if not this one.
    pub outside: Option<String>,
    /// Where that book is named.
    pub outside_place: Option<Place>,
    /// Whether it tells of the document and not of the game.
    pub editorial: bool,
    /// What its file was called before, without `.yaml`.
    pub formerly: Vec<(String, Place)>,
    /// Its sections in order.
    pub sections: Vec<Section>,
}

/// An address that a section had before.
#[derive(Debug)]
pub struct Former {
    /// The chapter, as it was called then.
    pub chapter: String,
    /// The section, as it was called then.
    pub section: String,
    /// The statement of it that stands in this section now; the whole section where none is named.
    pub statement: Option<StatementLabel>,
    /// Where the address stands.
    pub place: Place,
}

impl Former {
    /// What stands behind the chapter in the address: the section, or `section.b`.
    pub fn anchor(&self) -> String {
        let label = self.statement.map_or_else(String::new, |label| format!(".{label}"));
        format!("{}{label}", self.section)
    }
}

/// A section, in the reference language.
#[derive(Debug)]
pub struct Section {
    /// Its stable id.
    pub id: String,
    /// Where the id stands.
    pub place: Place,
    /// Its number as printed.
    pub number: Option<(String, Place)>,
    /// Numbers under which a document wrongly prints or cites it.
    pub aliases: Vec<(String, Place)>,
    /// Addresses that it had before.
    pub formerly: Vec<Former>,
    /// The book that holds this heading, if it stands here only as a parent.
    pub outside: Option<(String, Place)>,
    /// What it does to other documents.
    pub amends: Vec<Amendment>,
    /// The depth of its heading, where its number does not tell: 2 below the chapter, 3 below that. What follows lies below it.
    pub level: Option<u8>,
    /// Its title; without one its number and its opening words stand for it.
    pub title: Option<Line>,
    /// What it is called on the player aid, if it stands there.
    pub aid: Option<Line>,
    /// Its rules.
    pub text: Option<Prose>,
    /// The data tables that stand below its text, each with the place of its name.
    pub tables: Vec<(String, Place)>,
    /// Its notes.
    pub notes: Vec<Note>,
    /// Names for traces.
    pub labels: BTreeMap<String, Line>,
    /// Its executable part; read by the rule language.
    pub logic: Option<Node>,
    /// Why it has none.
    pub no_logic: Option<Line>,
    /// Its worked examples.
    pub examples: Vec<Example>,
    /// Findings to be silent about.
    pub waivers: Vec<Waiver>,
}

/// What a section does to another document.
#[derive(Debug)]
pub struct Amendment {
    /// The id of that document.
    pub book: String,
    /// Where the id stands.
    pub place: Place,
    /// The number there; without one, the document as a whole.
    pub number: Option<String>,
    /// What it does there; none where the document does not say.
    pub how: Option<AmendmentKind>,
}

/// What an amendment does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmendmentKind {
    /// It adds to what stands there.
    Adds,
    /// It changes what stands there.
    Changes,
    /// It stands in the place of it.
    Replaces,
}

impl AmendmentKind {
    /// All, in the order of [`super::format::AMENDMENTS`].
    pub const ALL: [Self; 3] = [Self::Adds, Self::Changes, Self::Replaces];

    /// The word for it in a file.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Adds => "adds",
            Self::Changes => "changes",
            Self::Replaces => "replaces",
        }
    }
}

/// A note.
#[derive(Debug)]
pub struct Note {
    /// Its id, unique in the section.
    pub id: String,
    /// Where the id stands.
    pub place: Place,
    /// One of [`super::format::NOTE_KINDS`].
    pub kind: String,
    /// The letters of the statements it is about; none where it is about the section as a whole.
    pub of: Vec<(String, Place)>,
    /// Its text.
    pub text: Option<Prose>,
    /// For a variant: each reading by name.
    pub readings: BTreeMap<String, Prose>,
    /// For a variant: the reading that is followed.
    pub followed: Option<(String, Place)>,
}

/// Whose an example is, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExampleKind {
    /// The rulebook's.
    Printed,
    /// This edition's, for readers.
    Own,
    /// This edition's, without a text: it proves the logic, and nobody reads it.
    Case,
}

/// A worked example.
#[derive(Debug)]
pub struct Example {
    /// Its id, unique in the section.
    pub id: String,
    /// Where the id stands.
    pub place: Place,
    /// Whose it is.
    pub kind: ExampleKind,
    /// The labels of the statements it is about; none where it is about the section as a whole.
    pub of: Vec<(String, Place)>,
    /// What it tells; a case has no text.
    pub text: Option<Prose>,
    /// The keys that make it run (`run`, `dice`, `expect` …), each with its value; read by the rule language.
    pub program: BTreeMap<String, Node>,
}

/// A finding to be silent about.
#[derive(Debug)]
pub struct Waiver {
    /// The diagnostic's code.
    pub code: String,
    /// The words it is about; the whole section without them.
    pub text: Option<String>,
    /// Where it stands.
    pub place: Place,
}

/// A data table.
#[derive(Debug)]
pub struct DataTable {
    /// Its name in the book.
    pub id: String,
    /// Where the name stands.
    pub place: Place,
    /// What stands above it, in each language.
    pub title: BTreeMap<Language, Line>,
    /// What stands above a column in each language, by the column, with the place where it is named.
    pub headers: Vec<(String, BTreeMap<Language, Line>, Place)>,
    /// Each column and the type of its cells, as written.
    pub columns: Vec<(String, String)>,
    /// Where the type of each column stands, in the same order.
    pub column_places: Vec<Place>,
    /// The rows, as written.
    pub rows: Vec<Node>,
}

/// Words that players use for the same thing, the rulebook's own first: only search reads them.
#[derive(Debug)]
pub struct Synonyms {
    /// Where they stand.
    pub place: Place,
    /// The words.
    pub words: Vec<Line>,
}

/// A concept of the glossary in one language.
#[derive(Debug)]
pub struct Term {
    /// The concept.
    pub id: String,
    /// Where the id stands.
    pub place: Place,
    /// The name to use.
    pub name: Option<Line>,
    /// Other right forms.
    pub forms: Vec<Line>,
    /// Wrong forms.
    pub forbidden: Vec<Line>,
    /// What it means.
    pub definition: Option<Prose>,
    /// In a translation: the fingerprint of the definition that it was made from.
    pub from: Option<(String, Place)>,
    /// In a translation: the review of the definition.
    pub reviewed: Option<String>,
    /// Whether texts do not lead to its meaning: its name is also an everyday word.
    pub unmarked: bool,
    /// How the name sorts.
    pub reading: Option<String>,
    /// One of [`super::format::TERM_GROUPS`]; only in the reference language.
    pub group: Option<String>,
    /// The section that defines it; only in the reference language.
    pub section: Option<(String, Place)>,
    /// Whether the name stays as it is in every language; only in the reference language.
    pub do_not_translate: bool,
}

/// The text of a book in another language.
#[derive(Debug, Default)]
pub struct Translation {
    /// The chapters by id.
    pub chapters: BTreeMap<String, TranslatedChapter>,
    /// The sections by id.
    pub sections: BTreeMap<String, TranslatedSection>,
    /// The glossary.
    pub terms: Vec<Term>,
    /// What players call the same thing.
    pub synonyms: Vec<Synonyms>,
    /// Pictures that stand in the place of those of the reference language, by the names of their files.
    pub pictures: BTreeMap<String, Picture>,
    /// Those of its pictures that cannot be shown.
    pub unfit_pictures: BTreeSet<String>,
    /// Findings to be silent about in it.
    pub waivers: Vec<Waiver>,
    /// Where each term stands in it by its id; of two with one id the first.
    by_id: BTreeMap<String, usize>,
}

impl Translation {
    /// With this glossary.
    pub(super) fn set_terms(&mut self, terms: Vec<Term>) {
        self.by_id = terms.iter().enumerate().rev().map(|(at, term)| (term.id.clone(), at)).collect();
        self.terms = terms;
    }

    /// The term of that id.
    pub fn term(&self, id: &str) -> Option<&Term> {
        self.terms.get(*self.by_id.get(id)?)
    }
}

/// A chapter file in another language.
#[derive(Debug)]
pub struct TranslatedChapter {
    /// Its file.
    pub file: FileId,
    /// Where its head stands.
    pub place: Place,
    /// The title.
    pub title: Option<Line>,
    /// The fingerprints it was made from.
    pub from: BTreeMap<String, String>,
    /// The reviews.
    pub reviewed: BTreeMap<String, String>,
    /// The ids of its sections in the order of the file.
    pub sections: Vec<String>,
}

/// A section in another language.
#[derive(Debug)]
pub struct TranslatedSection {
    /// The chapter file it stands in.
    pub chapter: String,
    /// Where the id stands.
    pub place: Place,
    /// The title.
    pub title: Option<Line>,
    /// What it is called on the player aid.
    pub aid: Option<Line>,
    /// The rules.
    pub text: Option<Prose>,
    /// The notes by id.
    pub notes: BTreeMap<String, Prose>,
    /// The names for traces.
    pub labels: BTreeMap<String, Line>,
    /// The examples by id.
    pub examples: BTreeMap<String, Prose>,
    /// Where each piece's key stands: `title`, `aid`, `text`, and those of `notes`, `labels` and `examples` as `notes.id`.
    pub keys: BTreeMap<String, Place>,
    /// Findings to be silent about.
    pub waivers: Vec<Waiver>,
    /// The fingerprints it was made from, by piece.
    pub from: BTreeMap<String, String>,
    /// The reviews, by piece.
    pub reviewed: BTreeMap<String, String>,
}

impl TranslatedSection {
    /// A piece, as `from` calls it.
    pub fn piece(&self, key: &str) -> Option<Text<'_>> {
        let (group, id) = key.split_once('.').unwrap_or((key, ""));
        match group {
            "title" => self.title.as_ref().map(Text::Line),
            "aid" => self.aid.as_ref().map(Text::Line),
            "text" => self.text.as_ref().map(Text::Prose),
            "notes" => self.notes.get(id).map(Text::Prose),
            "labels" => self.labels.get(id).map(Text::Line),
            _ => self.examples.get(id).map(Text::Prose),
        }
    }
}

/// Whether a text still says what a ruling was given on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulingState {
    /// It does.
    Current,
    /// It has changed.
    Outdated,
    /// Nobody has recorded what it said.
    Unrecorded,
}

impl Ruling {
    /// How it stands to one of the texts that it rules on; none where there is no such text.
    pub fn state(&self, book: &Book, on: &str) -> Option<RulingState> {
        let now = Self::record(book, on)?;
        Some(match self.from.get(on) {
            None => RulingState::Unrecorded,
            Some(then) if *then == now => RulingState::Current,
            Some(_) => RulingState::Outdated,
        })
    }

    /// The fingerprint of a section or statement today.
    pub fn record(book: &Book, on: &str) -> Option<String> {
        let (section, letter) = book.ruled(on)?;
        let text = section.text.as_ref();
        Some(text.map_or_else(|| fingerprint::hash(""), |text| fingerprint::ruled(text, letter, &book.id, book)))
    }
}

impl Library {
    /// The glossary in a language that all books share.
    pub fn shared_terms_in(&self, language: &str) -> &[Term] {
        self.shared_terms.get(language).map_or(&[], Vec::as_slice)
    }

    /// The book of that id.
    pub fn book(&self, id: &str) -> Option<&Book> {
        self.books.iter().find(|book| book.id == id)
    }
}

impl Book {
    /// Every section with its chapter, in order.
    pub fn sections(&self) -> impl Iterator<Item = (&Chapter, &Section)> {
        self.chapters.iter().flat_map(|chapter| chapter.sections.iter().map(move |section| (chapter, section)))
    }

    /// The section of that id and its chapter.
    pub fn section(&self, id: &str) -> Option<(&Chapter, &Section)> {
        self.index().id(&self.chapters, id)
    }

    /// The section that has had that id before.
    pub fn successor(&self, id: &str) -> Option<(&Chapter, &Section)> {
        self.index().former(&self.chapters, id)
    }

    /// The chapter of that id, or that which has had it before.
    pub fn chapter_once(&self, id: &str) -> Option<&Chapter> {
        self.index().chapter(id).map(|at| &self.chapters[at])
    }

    /// The chapter of that id or number.
    pub fn chapter_named(&self, name: &str) -> Option<&Chapter> {
        let by_id = || self.index().chapter(name).map(|at| &self.chapters[at]).filter(|chapter| chapter.id == name);
        let by_number = self.index().chapter_number(&self.numbering.chapter_key(name));
        by_number.map(|at| &self.chapters[at]).or_else(by_id)
    }

    /// The ids by which other sections of its chapter were known that now stand in another one, each with that.
    pub fn moved_from(&self, chapter: &Chapter) -> impl Iterator<Item = (&str, &Chapter, &Section)> {
        self.index().moved(&self.chapters, &chapter.id)
    }

    /// The sections that carry a number, or carry it as an alias if none has it as its own.
    pub fn numbered(&self, number: &str) -> Vec<(&Chapter, &Section)> {
        self.with_key(&self.numbering.key(number))
    }

    /// The sections of that key, by their numbers or, if none has it, by their aliases.
    pub(super) fn with_key(&self, key: &str) -> Vec<(&Chapter, &Section)> {
        let own = self.index().number(&self.chapters, key);
        if own.is_empty() { self.index().alias(&self.chapters, key) } else { own }
    }

    /// The sections that carry a number as their own.
    pub fn with_number(&self, number: &str) -> Vec<(&Chapter, &Section)> {
        self.index().number(&self.chapters, &self.numbering.key(number))
    }

    /// The data table of that name; of two with one name the first.
    pub fn table(&self, id: &str) -> Option<&DataTable> {
        self.data.iter().find(|table| table.id == id)
    }

    /// The options whose doubt stands in the section of that id.
    pub fn options_of(&self, section: &str) -> impl Iterator<Item = &BookOption> {
        self.index().options(section).iter().map(|at| &self.options[*at])
    }

    /// What the section of that id needs and the book lacks.
    pub fn needs_of(&self, section: &str) -> impl Iterator<Item = &Need> {
        self.index().needs(section).iter().map(|at| &self.needs[*at])
    }

    /// The rulings on the section of that id or on a statement of it.
    pub fn rulings_of(&self, section: &str) -> impl Iterator<Item = &Ruling> {
        self.ruling_index.get_or_init(|| RulingIndex::of(self)).on(section).iter().map(|at| &self.rulings[*at])
    }

    /// What a ruling rules on: a section, by its id or number, and perhaps a letter of its statements.
    pub fn ruled(&self, on: &str) -> Option<(&Section, Option<StatementLabel>)> {
        let section = |name: &str| {
            let by_number = || match &self.with_number(name)[..] {
                [(_, section)] => Some(*section),
                _ => None,
            };
            self.section(name).map(|(_, section)| section).or_else(by_number)
        };
        if let Some(section) = section(on) {
            return Some((section, None));
        }
        // The longest name that a section has, with the rest as the label of one of its statements.
        on.rmatch_indices('.').find_map(|(at, _)| {
            let (section, label) = (section(&on[..at])?, StatementLabel::parse(&on[at + 1..])?);
            section.has_statement(label).then_some((section, Some(label)))
        })
    }

    /// Whether the document leaves out the section of that number, or one that it lies below.
    pub fn is_left_out(&self, number: &str) -> bool {
        let above = self.numbering.read(number);
        above.is_some_and(|number| number.prefixes().any(|number| self.index().is_missing(&number)))
    }

    fn index(&self) -> &SectionIndex {
        self.index.get_or_init(|| SectionIndex::of(self))
    }

    /// Every language it has any text in, the reference language first.
    pub fn all_languages(&self) -> Vec<&str> {
        std::iter::once(self.reference.as_str()).chain(self.translations.keys().map(String::as_str)).collect()
    }

    /// Whether it has anything that runs, or readings and assumptions for what does.
    pub fn has_logic(&self) -> bool {
        let logic = || self.sections().any(|(_, section)| section.logic.is_some());
        !self.options.is_empty() || !self.assumptions.is_empty() || logic()
    }

    /// Every word that stands in its logic, so every name of it.
    pub fn words_of_logic(&self) -> HashSet<&str> {
        fn collect<'a>(node: &'a Node, words: &mut HashSet<&'a str>) {
            words.extend(
                node.text().into_iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_')),
            );
            node.items().iter().for_each(|item| collect(item, words));
            node.entries().iter().for_each(|entry| collect(&entry.value, words));
        }
        let mut words = HashSet::new();
        let of_sections = self.sections().filter_map(|(_, section)| section.logic.as_ref());
        let of_assumptions = self.assumptions.iter().filter_map(|set| set.logic.as_ref());
        of_sections.chain(of_assumptions).for_each(|logic| collect(logic, &mut words));
        words
    }

    /// Which examples stand with the rules: those of the document, or, where it has none, those of this edition.
    pub fn told_examples(&self) -> ExampleKind {
        let prints = self.sections().any(|(_, section)| section.examples.iter().any(Example::is_printed));
        if prints { ExampleKind::Printed } else { ExampleKind::Own }
    }

    /// Whether every file of its reference language could be read, so that what is not there does not exist.
    pub fn is_whole(&self) -> bool {
        !self.unread.contains(&self.reference)
    }

    /// The glossary in a language.
    pub fn terms_in(&self, language: &str) -> &[Term] {
        if language == self.reference {
            return &self.terms;
        }
        self.translations.get(language).map_or(&[], |translation| &translation.terms)
    }

    /// What players call the same thing, in a language.
    pub fn synonyms_in(&self, language: &str) -> &[Synonyms] {
        if language == self.reference {
            return &self.synonyms;
        }
        self.translations.get(language).map_or(&[], |translation| &translation.synonyms)
    }
}

impl Example {
    /// Whether it is the rulebook's.
    pub fn is_printed(&self) -> bool {
        self.kind == ExampleKind::Printed
    }

    /// Whether it is a case, which no reader sees.
    pub fn is_case(&self) -> bool {
        self.kind == ExampleKind::Case
    }

    /// Whether its expectations, and so its words, are still to be written.
    pub fn is_draft(&self) -> bool {
        self.program.get("draft").and_then(Node::text).and_then(yes_no) == Some(true)
    }
}

impl Section {
    /// Whether its text has the statement.
    pub fn has_statement(&self, label: StatementLabel) -> bool {
        self.text.as_ref().is_some_and(|text| text.document.letters().iter().any(|(has, _)| *has == label))
    }

    /// Whether anything of it is run: logic of its own, or an example by the logic of others.
    pub fn has_logic(&self) -> bool {
        let runs = |example: &Example| ["run", "steps"].iter().any(|key| example.program.contains_key(*key));
        self.logic.is_some() || self.examples.iter().any(runs)
    }

    /// Its number as printed.
    pub fn number(&self) -> Option<&str> {
        self.number.as_ref().map(|(number, _)| number.as_str())
    }
}
