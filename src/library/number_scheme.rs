//! How the numbers of a book are read, counted and shown.

use regex::{Regex, RegexBuilder};

use super::number::RuleNumber;
use super::site_file::Said;

/// Longest pattern, in characters, and the most memory that it may take, in bytes: the pattern is a stranger's.
const MAX_PATTERN: usize = 200;
const MOST_MEMORY: usize = 1 << 20;

/// `numbering` in `book.yaml`.
#[derive(Debug, Default)]
pub struct NumberScheme {
    /// What reads the parts of a number where they are not simply its digits and letters.
    pattern: Option<Regex>,
    /// How readers see the number of a section: `第{n}条`.
    pub shown: Said,
    /// How they see that of a chapter.
    pub chapters: Said,
    /// Whether the document counts on through its chapters, so that a number does not begin with its chapter's.
    pub continuous: bool,
}

impl NumberScheme {
    /// Reads numbers by `pattern`; [`check_pattern`] says why one cannot be used.
    pub(super) fn new(pattern: Option<&str>, shown: Said, chapters: Said, continuous: bool) -> Self {
        Self { pattern: pattern.and_then(|pattern| compiled(pattern).ok()), shown, chapters, continuous }
    }

    /// The number that `printed` is. The groups of the pattern are its parts; without groups its digits and letters are.
    pub fn read(&self, printed: &str) -> Option<RuleNumber> {
        let Some(pattern) = &self.pattern else { return RuleNumber::printed(printed).ok() };
        let found = pattern.captures(printed)?;
        let parts: Vec<String> = found.iter().skip(1).flatten().map(|part| part.as_str().to_lowercase()).collect();
        if parts.is_empty() { RuleNumber::guess(printed) } else { Some(RuleNumber::of(parts)) }
    }

    /// What `printed` is looked up by: its parts, or, of what is no number, it itself.
    pub fn key(&self, printed: &str) -> String {
        self.read(printed).map_or_else(|| printed.to_owned(), |number| number.to_string())
    }

    /// What else `printed` is looked up by: by a player who types it as it is printed.
    pub fn other_key(&self, printed: &str) -> Option<String> {
        let other = RuleNumber::guess(printed).filter(|_| self.pattern.is_some())?.to_string();
        (other != self.key(printed)).then_some(other)
    }

    /// What the number of a chapter is looked up by: the pattern is that of sections.
    pub fn chapter_key(&self, printed: &str) -> String {
        RuleNumber::guess(printed).map_or_else(|| printed.to_owned(), |number| number.to_string())
    }

    /// Whether `number` is `above` or lies below it, part by part: 5.10 does not lie below 5.1.
    pub fn is_below(&self, number: &str, above: &str) -> bool {
        let above = RuleNumber::guess(above).map(|above| above.to_string());
        self.read(number).zip(above).is_some_and(|(number, above)| number.prefixes().any(|prefix| prefix == above))
    }

    /// The number of a section as a reader of `language` sees it.
    pub fn section(&self, number: &str, language: &str) -> String {
        filled(&self.shown, number, language)
    }

    /// The number of a chapter likewise.
    pub fn chapter(&self, number: &str, language: &str) -> String {
        filled(&self.chapters, number, language)
    }
}

/// A number that begins with a word or a sign of its own stands as it is.
fn filled(form: &Said, number: &str, language: &str) -> String {
    let form = form.in_language(language).filter(|_| number.starts_with(|c: char| c.is_ascii_alphanumeric()));
    form.map_or_else(|| number.to_owned(), |form| form.replace("{n}", number))
}

/// Whether `pattern` can read numbers: why it cannot.
pub fn check_pattern(pattern: &str) -> Result<(), String> {
    compiled(pattern).map(|_| ())
}

fn compiled(pattern: &str) -> Result<Regex, String> {
    if pattern.chars().nth(MAX_PATTERN).is_some() {
        return Err(format!("a pattern has at most {MAX_PATTERN} characters"));
    }
    // The whole number is read.
    let whole = format!("^(?:{pattern})$");
    RegexBuilder::new(&whole).size_limit(MOST_MEMORY).build().map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => "this pattern takes too much memory".to_owned(),
        _ => "this is no regular expression".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scheme(pattern: &str) -> NumberScheme {
        NumberScheme::new(Some(pattern), Said::default(), Said::default(), false)
    }

    #[test]
    fn a_pattern_names_the_parts() {
        let scheme = scheme(r"R(\d+)(?:-([a-z]))?");
        assert_eq!(scheme.key("R12-b"), "12.b");
        assert_eq!(scheme.other_key("R12-b").as_deref(), Some("r.12.b"));
        assert_eq!((scheme.read("X1"), scheme.key("X1").as_str()), (None, "X1"));
    }

    #[test]
    fn a_pattern_of_a_stranger_is_bounded() {
        assert!(check_pattern("(").unwrap_err().contains("regular expression"));
        assert!(check_pattern(r"(\w{1000}){1000}").unwrap_err().contains("memory"));
        assert!(check_pattern(&"a".repeat(201)).unwrap_err().contains("200"));
        assert_eq!(check_pattern(r"(\d+)条"), Ok(()));
    }
}
