//! The shapes of the nine kinds of file. The JSON Schemas in `schemas/` and the page `docs/format.md` are made from these.

mod maps;

use super::model::AmendmentKind;
use super::yaml::shape::{Field, Shape, ValueKind};

pub use maps::{MAP_LINES, MAP_SIGNS, MAPS};

const fn must(key: &'static str, kind: ValueKind, doc: &'static str) -> Field {
    Field { key, kind, required: true, doc }
}

const fn may(key: &'static str, kind: ValueKind, doc: &'static str) -> Field {
    Field { key, kind, required: false, doc }
}

/// What a note can be.
pub const NOTE_KINDS: &[&str] = &["doubt", "variant", "derived", "design", "translator", "editor"];

/// How the glossary is grouped.
pub const TERM_GROUPS: &[&str] = &["concept", "power", "leader", "space", "card"];

/// How a book can stand to another.
pub const RELATIONS: &[&str] = &["amends", "cites"];
/// What a section can do to another document.
pub const AMENDMENTS: &[&str] =
    &[AmendmentKind::Adds.word(), AmendmentKind::Changes.word(), AmendmentKind::Replaces.word()];

/// Whose words a book can have.
pub const WORDS: &[&str] = &["restated", "original", "official"];
/// How deep a heading can be.
pub const LEVELS: &[&str] = &["2", "3", "4", "5"];

/// What readers get in place of an outdated text.
pub const OUTDATED: &[&str] = &["show", "reference", "hide"];

/// Every kind of file: the name of its schema, what it is, its shape.
pub const FILES: &[(&str, &str, &Shape)] = &[
    ("book", "A book: book.yaml in its folder of the reference language", &BOOK),
    ("chapter", "A chapter in the reference language", &CHAPTER),
    ("translation", "A chapter in another language", &TRANSLATION),
    ("terms", "A glossary: terms.yaml of a book or of a language", &TERMS),
    ("cases", "Cases that prove the logic: cases/*.yaml in the reference language", &CASES),
    ("data", "A data table: data/*.yaml in the reference language", &DATA),
    (
        "assumptions",
        "What a book's examples assume: assumptions.yaml in its folder of the reference language",
        &ASSUMPTIONS,
    ),
    ("rulings", "Answers to questions about a book: rulings.yaml in its folder of the reference language", &RULINGS),
    ("maps", "Maps of a book: maps.yaml in its folder of the reference language", &MAPS),
    ("site", "The site of a library: site.yaml beside its rules-LANG folders", &SITE),
];

/// `book.yaml`.
pub const BOOK: Shape = Shape {
    name: "a book",
    fields: &[
        must("title", ValueKind::Languages(&ValueKind::Line), "The book's title in each language."),
        may("short", ValueKind::Languages(&ValueKind::Line), "A title for narrow places, in each language."),
        may(
            "edition",
            ValueKind::Languages(&ValueKind::Line),
            "Which edition of the document this restates, in each language.",
        ),
        may("publisher", ValueKind::Line, "Who published the game."),
        may("designer", ValueKind::Line, "Who designed it."),
        must(
            "provenance",
            ValueKind::Languages(&ValueKind::Block),
            "Where the text comes from and what it leaves out, in each language; readers see it.",
        ),
        may("license", ValueKind::Line, "The licence of the text, as an SPDX expression."),
        may(
            "words",
            ValueKind::OneOf(WORDS),
            "Whose words it has, which each page says: those of its editors (restated, the default), of the document (original), or of its publisher (official).",
        ),
        may("effective", ValueKind::Date, "From which day on the rules hold: `2026-03-01`."),
        may(
            "rule_language",
            ValueKind::Edition,
            "In which edition of the rule language its logic is written: 2, the one that this program knows. `rulestone migrate` moves a book that does not say so.",
        ),
        must(
            "languages",
            ValueKind::List(&ValueKind::Language),
            "The languages in which nothing should be missing; the reference language is one of them.",
        ),
        may(
            "outdated",
            ValueKind::Languages(&ValueKind::OneOf(OUTDATED)),
            "What readers of a language get where the reference text has changed since it was translated: the outdated text with a notice (show, the default), the reference text (reference), or only the notice (hide; titles stay).",
        ),
        may(
            "options",
            ValueKind::List(&ValueKind::Object(&OPTION)),
            "Doubts that change results: logic asks for the reading, an example may fix another.",
        ),
        may("books", ValueKind::List(&ValueKind::Object(&RELATED_BOOK)), "Books that this one amends or cites."),
        may("numbering", ValueKind::Object(&NUMBERING), "How the numbers of its sections are read, counted and shown."),
        may(
            "symbols",
            ValueKind::Map(&ValueKind::Object(&SYMBOL)),
            "Signs that stand in the line, as they are printed on cards and counters, by the name that texts call them: `{:tap}`.",
        ),
        may(
            "reference_forms",
            ValueKind::Map(&ValueKind::Number),
            "Numbers that the document writes otherwise, and the number meant: `\"6.34\": \"6.3.4\"`.",
        ),
        may(
            "missing",
            ValueKind::List(&ValueKind::Number),
            "Own numbers that the document leaves out; references to them and below are shown as external.",
        ),
        may(
            "needs",
            ValueKind::List(&ValueKind::Object(&NEED)),
            "What the book lacks and its sections need; readers of these see it.",
        ),
        FILE_WAIVERS,
    ],
};

const NUMBERING: Shape = Shape {
    name: "a numbering",
    fields: &[
        may(
            "continuous",
            ValueKind::Flag,
            "Whether the document counts on through its chapters, so that a number does not begin with its chapter's.",
        ),
        may(
            "shown",
            ValueKind::Said,
            "How readers see the number of a section, `§ {n}` or `第{n}条`, where that is not as it is written here; a number that begins with a word or sign of its own stands as it is.",
        ),
        may("chapters", ValueKind::Said, "The same of chapters: `第{n}章`."),
        may(
            "pattern",
            ValueKind::Pattern,
            "A regular expression that matches a whole number, with a group for each of its parts, where these are not simply its digits and letters: `R(\\d+)-(\\w)`.",
        ),
    ],
};

const SYMBOL: Shape = Shape {
    name: "a symbol",
    fields: &[
        must(
            "words",
            ValueKind::Languages(&ValueKind::Line),
            "What it is called in each language, for those who do not see it: \"tap\".",
        ),
        may("file", ValueKind::Line, "Its picture in the folder `pictures`; `NAME.svg` where nothing is said."),
    ],
};

const OF: Field = may(
    "of",
    ValueKind::List(&ValueKind::Line),
    "The labels of the statements it is about, `[b]`; left out where it is about the section as a whole.",
);

const OPTION: Shape = Shape {
    name: "an option",
    fields: &[
        must(
            "id",
            ValueKind::Id,
            "A stable kebab-case name; logic writes it with underscores: `dice_limit is limited`.",
        ),
        must("title", ValueKind::Languages(&ValueKind::Line), "What it is about, in each language."),
        must(
            "readings",
            ValueKind::Map(&ValueKind::Languages(&ValueKind::Line)),
            "Each reading by name, in each language.",
        ),
        may(
            "optional",
            ValueKind::Flag,
            "Whether it is a rule that players may agree on, and no doubt about the document: readers see it so.",
        ),
        must("followed", ValueKind::Id, "The name of the reading that is followed."),
        must("why", ValueKind::Languages(&ValueKind::Prose), "Why that one, in each language."),
        must("section", ValueKind::Id, "The section where the doubt stands."),
        OF,
    ],
};

const NEED: Shape = Shape {
    name: "a need",
    fields: &[
        must("what", ValueKind::Languages(&ValueKind::Line), "What is lacking, in each language: \"the map\"."),
        must("sections", ValueKind::List(&ValueKind::Id), "The sections that need it, by id."),
    ],
};

const RELATED_BOOK: Shape = Shape {
    name: "a related book",
    fields: &[
        must("id", ValueKind::Id, "The name before the colon in `[[base:16.1]]`."),
        must("title", ValueKind::Languages(&ValueKind::Line), "Its title in each language."),
        may(
            "short",
            ValueKind::Languages(&ValueKind::Line),
            "What stands before its numbers: \"base game\" in \"base game 16.1\".",
        ),
        must("relation", ValueKind::OneOf(RELATIONS), "How this book stands to it."),
    ],
};

/// A chapter in the reference language.
pub const CHAPTER: Shape = Shape {
    name: "a chapter file",
    fields: &[
        must("chapter", ValueKind::Object(&CHAPTER_HEAD), "The chapter itself."),
        must("sections", ValueKind::List(&ValueKind::Object(&SECTION)), "Its sections in order."),
    ],
};

const CHAPTER_HEAD: Shape = Shape {
    name: "a chapter",
    fields: &[
        may("number", ValueKind::Number, "The number as printed, in quotes; left out where there is none."),
        may("title", ValueKind::Line, "The title; a chapter with a number may have none."),
        may(
            "outside",
            ValueKind::Id,
            "The book that holds this heading, if the document only amends sections below it.",
        ),
        may(
            "editorial",
            ValueKind::Flag,
            "Whether it tells of the document and not of the game: a search finds a rule that has the words before it.",
        ),
        may(
            "formerly",
            ValueKind::List(&ValueKind::Id),
            "Names that the file had before, without `.yaml`: the addresses of their pages lead to this chapter.",
        ),
    ],
};

const SECTION: Shape = Shape {
    name: "a section",
    fields: &[
        must(
            "id",
            ValueKind::Id,
            "A stable kebab-case name, unique in the book; addresses and translations hang on it.",
        ),
        may("number", ValueKind::Number, "The number as printed, in quotes; left out where there is none."),
        may(
            "aliases",
            ValueKind::List(&ValueKind::Number),
            "Numbers under which a document wrongly prints or cites the section.",
        ),
        may(
            "formerly",
            ValueKind::List(&ValueKind::FormerAddress),
            "Addresses that it had before, each as the chapter and the id of that time, `04-battle#retreat`, a statement as `04-battle#retreat.b`: they lead here.",
        ),
        may("outside", ValueKind::Id, "The book that holds this heading, if it stands here only as a parent."),
        may(
            "amends",
            ValueKind::List(&ValueKind::Object(&AMENDMENT)),
            "What it does to other documents; readers see it first, and on a page of the book.",
        ),
        may("title", ValueKind::Line, "The title; without one readers see the number and the opening words."),
        may(
            "level",
            ValueKind::OneOf(LEVELS),
            "The depth of a heading without a number, 2 being just below the chapter: the sections behind it lie below it.",
        ),
        may("aid", ValueKind::Line, "What it is called on the player aid, a page of the book that shows its text."),
        may("text", ValueKind::Block, "The rules, in Markdown; `^a` at a line's start names a statement."),
        may("tables", ValueKind::List(&ValueKind::Id), "Data tables of the book that readers see below the text."),
        may(
            "notes",
            ValueKind::List(&ValueKind::Object(&NOTE)),
            "Doubts, readings, what follows from the examples, design notes, notes of translator and editor.",
        ),
        may("labels", ValueKind::Map(&ValueKind::Line), "Names that readers see in traces, where no term has them."),
        may("logic", ValueKind::Block, "The executable part, in the rule language."),
        may(
            "no_logic",
            ValueKind::Line,
            "Why it has no executable part, in the reference language: it tells what the components are, say.",
        ),
        may("examples", ValueKind::List(&ValueKind::Object(&EXAMPLE)), "The worked examples of the rulebook."),
        may(
            "waivers",
            ValueKind::List(&ValueKind::Object(&WAIVER)),
            "Findings to be silent about, each with a reason.",
        ),
    ],
};

const AMENDMENT: Shape = Shape {
    name: "an amendment",
    fields: &[
        must("book", ValueKind::Id, "The document, by its name under `books` in book.yaml."),
        may("number", ValueKind::Number, "The number there, in quotes; without one, the document as a whole."),
        may("how", ValueKind::OneOf(AMENDMENTS), "Left out where the document does not say which."),
    ],
};

const NOTE: Shape = Shape {
    name: "a note",
    fields: &[
        must("id", ValueKind::Id, "A stable kebab-case name, unique in the section."),
        must("kind", ValueKind::OneOf(NOTE_KINDS), "What kind of note it is."),
        OF,
        must("text", ValueKind::Prose, "The note, in Markdown."),
        may("readings", ValueKind::Map(&ValueKind::Prose), "For a variant: each reading by name."),
        may("followed", ValueKind::Id, "For a variant: the name of the reading that is followed."),
    ],
};

// What an example of one run and a step of several have in common.
const RUN: &str = "What to run: a name of the logic and its arguments.";
const DICE: Field = may("dice", ValueKind::Any, "The dice by label.");
const DRAWS: Field = may("draws", ValueKind::Any, "What is drawn and picked, by label.");
const CHOICES: Field = may("choices", ValueKind::Any, "The choices by label, and the judgements by name.");
const EXPECT: Field = may("expect", ValueKind::Any, "What must come out.");
const OPTIONS: Field =
    may("options", ValueKind::Map(&ValueKind::Line), "Readings other than the ones followed, by the option's name.");
const ASSUME: Field = may("assume", ValueKind::List(&ValueKind::Id), "Assumption sets that supply what is external.");
const GIVEN: Field =
    may("given", ValueKind::Any, "The state before the run: states by name, entities by type and name.");
const GIVEN_BY: Field =
    may("given_by", ValueKind::Any, "A procedure, with its arguments, that sets the state up before `given`.");
const BECAUSE: Field = may(
    "because",
    ValueKind::List(&ValueKind::Line),
    "Sections, or exceptions and contributions of them, that must be reasons.",
);
const NOT_BECAUSE: Field = may("not_because", ValueKind::List(&ValueKind::Line), "Sections that must be no reasons.");
const CONSIDERED: Field = may(
    "considered",
    ValueKind::List(&ValueKind::Line),
    "Exceptions and contributions that must have been looked at in vain.",
);

const RUNS: Field = may("run", ValueKind::Any, RUN);
const STEPS: Field = may(
    "steps",
    ValueKind::List(&ValueKind::Object(&STEP)),
    "Several runs that carry state; in place of `run` and what belongs to it.",
);

const EXAMPLE: Shape = Shape {
    name: "an example",
    fields: &[
        must("id", ValueKind::Id, "A stable kebab-case name, unique in the section."),
        OF,
        must("text", ValueKind::Prose, "The example as the rulebook tells it, in Markdown."),
        OPTIONS,
        ASSUME,
        GIVEN_BY,
        GIVEN,
        RUNS,
        DICE,
        DRAWS,
        CHOICES,
        EXPECT,
        BECAUSE,
        NOT_BECAUSE,
        CONSIDERED,
        STEPS,
        may(
            "own",
            ValueKind::Flag,
            "Whether it is an example of this edition's, for its readers, and none of the rulebook's.",
        ),
        may(
            "odds",
            ValueKind::Object(&ODDS),
            "How likely each outcome is, shown below the example; its dice and choices are left open.",
        ),
        may("draft", ValueKind::Flag, "Whether the expectations are still to be written."),
    ],
};

/// `cases/*.yaml`.
pub const CASES: Shape = Shape {
    name: "a file of cases",
    fields: &[must(
        "sections",
        ValueKind::List(&ValueKind::Object(&CASES_OF_SECTION)),
        "The sections, each with its cases.",
    )],
};

const CASES_OF_SECTION: Shape = Shape {
    name: "the cases of a section",
    fields: &[
        must("id", ValueKind::Id, "The section's id."),
        must(
            "cases",
            ValueKind::List(&ValueKind::Object(&CASE)),
            "Its cases: examples without a text, which no reader sees.",
        ),
    ],
};

const CASE: Shape = Shape {
    name: "a case",
    fields: &[
        must("id", ValueKind::Id, "A stable kebab-case name, unique among the examples and cases of the section."),
        OPTIONS,
        ASSUME,
        GIVEN_BY,
        GIVEN,
        RUNS,
        DICE,
        DRAWS,
        CHOICES,
        EXPECT,
        BECAUSE,
        NOT_BECAUSE,
        CONSIDERED,
        STEPS,
    ],
};

/// Which numbers a row of odds stands for.
pub const ODDS_SHOWN: &[&str] = &["exactly", "at-least", "at-most"];

const ODDS: Shape = Shape {
    name: "odds",
    fields: &[
        may(
            "of",
            ValueKind::List(&ValueKind::Line),
            "What is asked: outputs of the last step, states, fields of things such as `fleet.strength`; without it all outputs.",
        ),
        may(
            "policy",
            ValueKind::Map(&ValueKind::Line),
            "How each choice is made, by its label or by `label@player`: always a value, or `first`, `last`, `random`, `highest NAME`, `lowest NAME`; and what each judgement comes to.",
        ),
        may(
            "assume",
            ValueKind::List(&ValueKind::Id),
            "Further assumption sets, for what the example's own dice do not meet.",
        ),
        may(
            "with",
            ValueKind::Map(&ValueKind::Line),
            "A second case beside the first: other readings, by the option's name.",
        ),
        may(
            "for",
            ValueKind::Map(&ValueKind::List(&ValueKind::Line)),
            "A grid of cases: what changes from one to the next (`thing.field`, a state, an argument, an option, a choice), each with its values, numbers also as `1..4`; at most 4 of them, and 64 cases.",
        ),
        may(
            "show",
            ValueKind::OneOf(ODDS_SHOWN),
            "Of a single number: it alone, it and all above, or it and all below.",
        ),
    ],
};

/// What holds before a run, without the run: `rulestone play --given FILE`.
pub const BEFORE: Shape = Shape { name: "what is given", fields: &[OPTIONS, ASSUME, GIVEN] };

const STEP: Shape = Shape {
    name: "a step",
    fields: &[must("run", ValueKind::Any, RUN), DICE, DRAWS, CHOICES, EXPECT, BECAUSE, NOT_BECAUSE, CONSIDERED],
};

/// Of a file that has no sections.
const FILE_WAIVERS: Field = may(
    "waivers",
    ValueKind::List(&ValueKind::Object(&WAIVER)),
    "Findings in this file to be silent about, each with its words and a reason.",
);

const WAIVER: Shape = Shape {
    name: "a waiver",
    fields: &[
        must("code", ValueKind::Id, "The diagnostic's code."),
        may(
            "text",
            ValueKind::Line,
            "The words it is about; without them the whole section. In a file without sections they must be there.",
        ),
        must("reason", ValueKind::Line, "Why it is right as it is."),
    ],
};

/// A chapter in another language.
pub const TRANSLATION: Shape = Shape {
    name: "a translated chapter file",
    fields: &[
        must("chapter", ValueKind::Object(&TRANSLATED_HEAD), "The chapter itself."),
        must("sections", ValueKind::List(&ValueKind::Object(&TRANSLATED_SECTION)), "Its sections, joined by id."),
    ],
};

const FROM: &str =
    "The fingerprints of each piece it was made from and of its units; written by `rulestone translate accept`.";

const REVIEWED: &str = "Who has compared each piece with its reference text, when, and what it was then; written by `rulestone translate review`.";

const TRANSLATED_HEAD: Shape = Shape {
    name: "a chapter",
    fields: &[
        may("title", ValueKind::Line, "The title."),
        may("from", ValueKind::Map(&ValueKind::Record), FROM),
        may("reviewed", ValueKind::Map(&ValueKind::Record), REVIEWED),
    ],
};

const TRANSLATED_SECTION: Shape = Shape {
    name: "a translated section",
    fields: &[
        must("id", ValueKind::Id, "The section's id in the reference language."),
        may("title", ValueKind::Line, "The title."),
        may("aid", ValueKind::Line, "What it is called on the player aid."),
        may("text", ValueKind::Block, "The rules, in Markdown, with the same statements."),
        may("notes", ValueKind::Map(&ValueKind::Prose), "The notes by id; a reading of a variant is `note.reading`."),
        may("labels", ValueKind::Map(&ValueKind::Line), "The labels by name."),
        may("examples", ValueKind::Map(&ValueKind::Prose), "The examples by id."),
        may(
            "waivers",
            ValueKind::List(&ValueKind::Object(&WAIVER)),
            "Findings to be silent about, each with a reason.",
        ),
        may("from", ValueKind::Map(&ValueKind::Record), FROM),
        may("reviewed", ValueKind::Map(&ValueKind::Record), REVIEWED),
    ],
};

/// `terms.yaml`.
pub const TERMS: Shape = Shape {
    name: "a glossary",
    fields: &[must("terms", ValueKind::List(&ValueKind::Object(&TERM)), "The terms."), SYNONYMS, FILE_WAIVERS],
};

const SYNONYMS: Field = may(
    "synonyms",
    ValueKind::List(&ValueKind::List(&ValueKind::Name)),
    "Words that players use for the same thing, the rulebook's own first: search finds one by another, nothing else reads them.",
);

/// `terms.yaml` of a language, shared by all books.
pub const SHARED_TERMS: Shape = Shape {
    name: "a glossary",
    fields: &[may("terms", ValueKind::List(&ValueKind::Object(&TERM)), "The terms."), SYNONYMS],
};

/// `terms.yaml` of a book in a language that it is translated into: what `translate draft` leaves there has no names yet.
pub const TRANSLATED_TERMS: Shape = Shape {
    name: "a glossary",
    fields: &[
        must("terms", ValueKind::List(&ValueKind::Object(&TRANSLATED_TERM)), "The terms."),
        SYNONYMS,
        FILE_WAIVERS,
    ],
};

const TRANSLATED_TERM: Shape = Shape { name: TERM.name, fields: &TRANSLATED_TERM_FIELDS };

const TRANSLATED_TERM_FIELDS: [Field; TERM.fields.len()] = {
    let mut fields = [TERM.fields[0]; TERM.fields.len()];
    let mut at = 1;
    while at < fields.len() {
        fields[at] = TERM.fields[at];
        at += 1;
    }
    fields[1].required = false;
    fields
};

const TERM: Shape = Shape {
    name: "a term",
    fields: &[
        must("id", ValueKind::Id, "The concept: the same id in every language."),
        must("name", ValueKind::Name, "The name to use in this language."),
        may("forms", ValueKind::List(&ValueKind::Name), "Other forms that are right and found by search."),
        may("forbidden", ValueKind::List(&ValueKind::Name), "Wrong forms: reported in text, yet found by search."),
        may("definition", ValueKind::Prose, "What it means, in one or two sentences."),
        may(
            "from",
            ValueKind::Record,
            "In a translation: the fingerprint of the definition it was made from; written by `rulestone translate accept`.",
        ),
        may(
            "reviewed",
            ValueKind::Record,
            "In a translation: who has compared the definition, when, and what it was then; written by `rulestone translate review`.",
        ),
        may(
            "unmarked",
            ValueKind::Flag,
            "Whether texts do not lead to its meaning in this language, since its name is also an everyday word.",
        ),
        may("reading", ValueKind::Name, "How the name sorts: for Japanese, in hiragana."),
        may("group", ValueKind::OneOf(TERM_GROUPS), "Reference language only: where the glossary lists it."),
        may("section", ValueKind::Id, "Reference language only: the section that defines it; search leads there."),
        may("do_not_translate", ValueKind::Flag, "Reference language only: the name stays as it is in every language."),
    ],
};

/// `data/*.yaml`.
pub const DATA: Shape = Shape {
    name: "a data table",
    fields: &[
        must("table", ValueKind::Id, "The table's name in the book."),
        may(
            "title",
            ValueKind::Languages(&ValueKind::Line),
            "What stands above it, in each language; a table that a section shows needs one.",
        ),
        must(
            "columns",
            ValueKind::Map(&ValueKind::Line),
            "The columns: `text`, `term`, `yes/no`, `date` (`2010-04-06`), or a range of whole numbers such as `0..10`.",
        ),
        may(
            "headers",
            ValueKind::Map(&ValueKind::Languages(&ValueKind::Line)),
            "What stands above each column, in each language; readers do not see a column without one.",
        ),
        must(
            "rows",
            ValueKind::List(&ValueKind::Any),
            "The rows: a mapping from columns to values; an empty cell is left out.",
        ),
    ],
};

/// `assumptions.yaml`.
pub const ASSUMPTIONS: Shape = Shape {
    name: "a file of assumptions",
    fields: &[
        must("assumptions", ValueKind::List(&ValueKind::Object(&ASSUMPTION)), "The assumption sets."),
        FILE_WAIVERS,
    ],
};

const ASSUMPTION: Shape = Shape {
    name: "an assumption set",
    fields: &[
        must("id", ValueKind::Id, "A stable kebab-case name; examples list it under `assume`."),
        must(
            "reason",
            ValueKind::Languages(&ValueKind::Prose),
            "Why it may be assumed, in each language; readers see it.",
        ),
        must("logic", ValueKind::Block, "What is assumed, in the rule language: `assume …` and nothing else."),
    ],
};

/// `rulings.yaml`.
pub const RULINGS: Shape = Shape {
    name: "a file of rulings",
    fields: &[
        must("rulings", ValueKind::List(&ValueKind::Object(&RULING)), "The rulings, oldest first."),
        FILE_WAIVERS,
    ],
};

const RULING: Shape = Shape {
    name: "a ruling",
    fields: &[
        must("id", ValueKind::Id, "A stable kebab-case name, unique in the book."),
        must("question", ValueKind::Languages(&ValueKind::Prose), "What was asked, in each language."),
        must("answer", ValueKind::Languages(&ValueKind::Prose), "What was answered, in each language."),
        must("by", ValueKind::Line, "Who answered, and in what capacity."),
        must("date", ValueKind::Date, "When, as year, month and day: `2026-03-01`."),
        may("source", ValueKind::Line, "Where it was said: a web address, or a title."),
        must(
            "on",
            ValueKind::List(&ValueKind::Line),
            "The sections and statements it rules on, by id or number: `sea-transport.b`, `5.2.1.b`.",
        ),
        may("withdrawn", ValueKind::Date, "Since when it no longer holds; it stays, and is marked."),
        may(
            "from",
            ValueKind::Map(&ValueKind::Record),
            "The fingerprint of each text as it was ruled on; written by `rulestone rulings accept`.",
        ),
    ],
};

/// `site.yaml`.
pub const SITE: Shape = Shape {
    name: "a site file",
    fields: &[
        may("title", ValueKind::Said, "What the site is called; without it, \"Rulebooks\" in each language."),
        may(
            "description",
            ValueKind::Said,
            "What it is, in one or two sentences: on its first pages, and for search engines.",
        ),
        may("colors", ValueKind::Object(&COLORS), "Colours in place of those of Rulestone."),
    ],
};

const COLORS: Shape = Shape {
    name: "a choice of colours",
    fields: &[
        may("light", ValueKind::Object(&PALETTE), "Where the device, or the reader, wants light pages."),
        may("dark", ValueKind::Object(&PALETTE), "Where it wants dark ones."),
    ],
};

/// The names are those of [`DEFAULTS`](super::colors::DEFAULTS).
pub const PALETTE: Shape = Shape {
    name: "a set of colours",
    fields: &[
        may("paper", ValueKind::Color, "What all stands on."),
        may("raised", ValueKind::Color, "What lies on the paper: fields, heads of tables."),
        may("ink", ValueKind::Color, "Texts."),
        may("quiet", ValueKind::Color, "What stands beside a text."),
        may("line", ValueKind::Color, "Lines between parts."),
        may("rubric", ValueKind::Color, "Numbers of sections and letters of statements."),
        may("link", ValueKind::Color, "Links."),
        may("mark", ValueKind::Color, "What lies behind words that were searched for."),
    ],
};
