//! The registry of diagnostic codes: name, usual severity, and the page that `rulestone explain` shows.

use super::Severity;

/// A kind of finding.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// Kebab-case, stable for ever: waivers and other programs name it.
    pub name: &'static str,
    /// The severity it usually has.
    pub severity: Severity,
    /// Its page, in Markdown.
    pub page: &'static str,
}

impl Code {
    /// The first sentence of its page.
    pub fn summary(&self) -> &'static str {
        self.page.lines().find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default()
    }
}

macro_rules! codes {
    ($($constant:ident = $name:literal, $severity:ident;)*) => {
        $(
            #[doc = concat!("`", $name, "`: see `docs/diagnostics/", $name, ".md`.")]
            pub static $constant: Code = Code {
                name: $name,
                severity: Severity::$severity,
                page: include_str!(concat!("../../docs/diagnostics/", $name, ".md")),
            };
        )*
        /// Every code, in the order of the registry.
        pub static ALL: &[&Code] = &[$(&$constant),*];
    };
}

codes! {
    // Reading a file.
    BAD_UTF8 = "bad-utf8", Error;
    BYTE_ORDER_MARK = "byte-order-mark", Warning;
    FILE_TOO_LARGE = "file-too-large", Error;
    UNREADABLE_FILE = "unreadable-file", Error;
    YAML_SYNTAX = "yaml-syntax", Error;
    YAML_TAB = "yaml-tab", Error;
    YAML_TOO_COMPLEX = "yaml-too-complex", Error;
    UNKNOWN_TAG = "unknown-tag", Error;
    CONTROL_CHARACTER = "control-character", Error;
    BIDIRECTIONAL_CHARACTER = "bidirectional-character", Warning;
    INVISIBLE_CHARACTER = "invisible-character", Warning;
    // Traps of YAML that make valid files mean something else.
    CUT_AT_HASH = "cut-at-hash", Error;
    BRACKET_BECAME_COLLECTION = "bracket-became-collection", Error;
    // The shape of a file.
    DUPLICATE_KEY = "duplicate-key", Error;
    UNKNOWN_KEY = "unknown-key", Error;
    MISSING_KEY = "missing-key", Error;
    WRONG_TYPE = "wrong-type", Error;
    WRONG_VALUE = "wrong-value", Error;
    NOT_A_BLOCK = "not-a-block", Error;
    BAD_ID = "bad-id", Error;
    BAD_NUMBER = "bad-number", Error;
    // The library as a whole.
    STRAY_FILE = "stray-file", Warning;
    MISSING_BOOK_FILE = "missing-book-file", Error;
    TWO_REFERENCES = "two-references", Error;
    // Identity.
    DUPLICATE_ID = "duplicate-id", Error;
    DUPLICATE_NUMBER = "duplicate-number", Error;
    ALIAS_CONFLICT = "alias-conflict", Error;
    FORMER_ADDRESS = "former-address", Error;
    NUMBER_OUTSIDE_CHAPTER = "number-outside-chapter", Warning;
    SECTION_ORDER = "section-order", Warning;
    STATEMENT_ORDER = "statement-order", Error;
    // Pictures, references and values in text.
    BAD_PICTURE = "bad-picture", Error;
    PICTURE_WITHOUT_WORDS = "picture-without-words", Error;
    UNUSED_PICTURE = "unused-picture", Warning;
    DANGLING_REFERENCE = "dangling-reference", Error;
    REFERENCE_MOVED = "reference-moved", Warning;
    AMBIGUOUS_REFERENCE = "ambiguous-reference", Error;
    UNKNOWN_BOOK = "unknown-book", Error;
    MALFORMED_REFERENCE = "malformed-reference", Error;
    VALUE_WITHOUT_LOGIC = "value-without-logic", Error;
    LEFTOVER_EMPHASIS = "leftover-emphasis", Error;
    LEFTOVER_MARKDOWN = "leftover-markdown", Warning;
    HTML_IN_TEXT = "html-in-text", Warning;
    // The rule language.
    LOGIC_SYNTAX = "logic-syntax", Error;
    LOGIC_TOO_COMPLEX = "logic-too-complex", Error;
    DUPLICATE_DEFINITION = "duplicate-definition", Error;
    UNKNOWN_NAME = "unknown-name", Error;
    TYPE_MISMATCH = "type-mismatch", Error;
    MAY_BE_NONE = "may-be-none", Error;
    OUT_OF_RANGE = "out-of-range", Error;
    UNDECLARED_STATE = "undeclared-state", Error;
    CIRCULAR_LOGIC = "circular-logic", Error;
    UNORDERED_RULES = "unordered-rules", Error;
    CONFLICTING_EXCEPTIONS = "conflicting-exceptions", Error;
    EXCEPTION_NEVER_APPLIES = "exception-never-applies", Error;
    NOT_PROVEN = "not-proven", Warning;
    TABLE_SHAPE = "table-shape", Error;
    TABLE_GAP = "table-gap", Error;
    TABLE_OVERLAP = "table-overlap", Error;
    BAD_ASSUMPTION = "bad-assumption", Error;
    UNUSED_NAME = "unused-name", Warning;
    NUMBER_NOT_FROM_LOGIC = "number-not-from-logic", Warning;
    // The glossary.
    DUPLICATE_TERM = "duplicate-term", Error;
    UNKNOWN_TERM = "unknown-term", Error;
    FORBIDDEN_VARIANT = "forbidden-variant", Warning;
    FORBIDDEN_NAME = "forbidden-name", Error;
    // The writing of one text.
    UNBALANCED_BRACKETS = "unbalanced-brackets", Warning;
    MIXED_SCRIPTS = "mixed-scripts", Warning;
    CHARACTER_WIDTH = "character-width", Warning;
    YO_SPELLING = "yo-spelling", Warning;
    DOUBLED_WORD = "doubled-word", Warning;
    MISPLACED_SPACE = "misplaced-space", Warning;
    QUOTATION_MARKS = "quotation-marks", Warning;
    UNKNOWN_WORD = "unknown-word", Hint;
    KANA_SPELLING = "kana-spelling", Warning;
    // Data tables.
    WRONG_CELL = "wrong-cell", Error;
    BAD_MAP = "bad-map", Error;
    // Translations.
    ORPHAN_TRANSLATION = "orphan-translation", Warning;
    MISSING_TRANSLATION = "missing-translation", Warning;
    OUTDATED_TRANSLATION = "outdated-translation", Warning;
    UNACCEPTED_TRANSLATION = "unaccepted-translation", Hint;
    OUTDATED_RULING = "outdated-ruling", Warning;
    UNRECORDED_RULING = "unrecorded-ruling", Hint;
    STATEMENT_MISMATCH = "statement-mismatch", Error;
    REFERENCE_MISMATCH = "reference-mismatch", Warning;
    UNTRANSLATED_TEXT = "untranslated-text", Warning;
    DO_NOT_TRANSLATE = "do-not-translate", Warning;
    LENGTH_OUT_OF_PROPORTION = "length-out-of-proportion", Warning;
    INCONSISTENT_TRANSLATION = "inconsistent-translation", Hint;
    SAME_TRANSLATION = "same-translation", Warning;
    VALUE_MISMATCH = "value-mismatch", Warning;
    SHAPE_MISMATCH = "shape-mismatch", Warning;
    MISSING_NAME = "missing-name", Warning;
    EMPHASIS_MISMATCH = "emphasis-mismatch", Warning;
    NUMBER_MISMATCH = "number-mismatch", Warning;
    ORDER_MISMATCH = "order-mismatch", Hint;
    ENDING_MISMATCH = "ending-mismatch", Warning;
    MISSING_TERM = "missing-term", Hint;
    MEANING_MISMATCH = "meaning-mismatch", Hint;
    // Examples that run.
    BAD_EXAMPLE = "bad-example", Error;
    BAD_ODDS = "bad-odds", Error;
    EXAMPLE_ASSERTS_NOTHING = "example-asserts-nothing", Error;
    UNNAMED_IN_TRACE = "unnamed-in-trace", Error;
    // The site.
    LOW_CONTRAST = "low-contrast", Warning;
    // Silencing.
    UNUSED_WAIVER = "unused-waiver", Warning;
}

/// The code of that name.
pub fn find(name: &str) -> Option<&'static Code> {
    ALL.iter().copied().find(|code| code.name == name)
}
