//! A message about a library: what is wrong, where, and how to mend it. Data only; printing is [`render`]'s work.

pub mod codes;
pub mod render;
mod source;

pub use codes::Code;
pub use source::{FileId, Place, Position, SourceFile, Sources};

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::characters::is_unseen;

/// How much a diagnostic weighs: only errors make a command fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something to know; nothing to mend now.
    Hint,
    /// Probably a mistake; the library still works.
    Warning,
    /// A mistake: the command that meets it ends with exit status 1.
    Error,
}

impl Severity {
    /// The word used in every output format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Which kind of finding; `rulestone explain` has a page for each.
    pub code: &'static Code,
    /// How much it weighs here (a missing translation is an error for one language, a hint for another).
    pub severity: Severity,
    /// One sentence without a full stop, naming the thing that is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// Where it stands; `None` for findings about the library as a whole.
    pub place: Option<Place>,
    /// Other places that belong to it, each with a few words.
    pub related: Vec<(Place, String)>,
    /// The book it belongs to.
    pub book: Option<String>,
    /// The id of the section it belongs to.
    pub section: Option<String>,
    /// A mend that is safe to make without asking: replace the text at this place by this one.
    pub fix: Option<(Place, String)>,
}

impl Diagnostic {
    /// A finding at `place`, with the severity its code usually has.
    pub fn new(code: &'static Code, place: impl Into<Option<Place>>, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity,
            message: tame(message.into()),
            help: None,
            place: place.into(),
            related: Vec::new(),
            book: None,
            section: None,
            fix: None,
        }
    }

    /// Says what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(tame(help.into()));
        self
    }

    /// Points at another place that belongs to the finding.
    #[must_use]
    pub fn related(mut self, place: Place, words: impl Into<String>) -> Self {
        self.related.push((place, tame(words.into())));
        self
    }

    /// Weighs otherwise than its code usually does.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Names the section (and its book) that the finding belongs to.
    #[must_use]
    pub fn in_section(mut self, book: &str, section: &str) -> Self {
        self.book = Some(book.to_owned());
        self.section = Some(section.to_owned());
        self
    }

    /// Names the book that the finding belongs to.
    #[must_use]
    pub fn in_book(mut self, book: &str) -> Self {
        self.book = Some(book.to_owned());
        self
    }

    /// The same in another file: all its places are in one.
    pub(crate) fn set_file(&mut self, file: FileId) {
        let places = self.place.iter_mut().chain(self.related.iter_mut().map(|(place, _)| place));
        places.chain(self.fix.iter_mut().map(|(place, _)| place)).for_each(|place| place.file = file);
    }

    /// Offers a mend that is safe to make without asking.
    #[must_use]
    pub fn fix(mut self, place: Place, replacement: impl Into<String>) -> Self {
        self.fix = Some((place, replacement.into()));
        self
    }
}

/// A large number as messages write it: `62,046`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many findings of one code are told of a file: more than anybody mends by reading them one by one.
const MOST_OF_A_KIND: usize = 1_000;

/// The longest message, in characters.
const LONGEST: usize = 400;

/// A message on one line that a terminal prints as it is: it quotes what stands in a file, whatever that is.
fn tame(text: String) -> String {
    let wild = |c: char| c.is_control() || is_unseen(c);
    let long = text.chars().nth(LONGEST).is_some();
    if !long && !text.contains(wild) {
        return text;
    }
    let mut tamed: String = text.chars().take(LONGEST).map(|c| if wild(c) { ' ' } else { c }).collect();
    if long {
        tamed.push('…');
    }
    tamed
}

/// Puts findings into reading order: by file, place and code, so that every run prints the same list. Of a code that a file is
/// full of, the first ones are kept; the last of these says how many more there are.
pub fn sort(diagnostics: &mut Vec<Diagnostic>, sources: &Sources) {
    diagnostics.sort_by(|a, b| key(a, sources).cmp(&key(b, sources)));
    diagnostics.dedup_by(|a, b| a.code == b.code && a.place == b.place && a.message == b.message);
    let mut counts: HashMap<(Option<FileId>, &str), usize> = HashMap::new();
    diagnostics.retain(|diagnostic| {
        let count = counts.entry(of_a_kind(diagnostic)).or_default();
        *count += 1;
        *count <= MOST_OF_A_KIND
    });
    counts.retain(|_, count| *count > MOST_OF_A_KIND);
    for diagnostic in diagnostics.iter_mut().rev() {
        if let Some(count) = counts.remove(&of_a_kind(diagnostic)) {
            let more = count - MOST_OF_A_KIND;
            let _ = write!(diagnostic.message, " (and {more} more of this kind in this file)");
        }
    }
}

fn of_a_kind(diagnostic: &Diagnostic) -> (Option<FileId>, &'static str) {
    (diagnostic.place.map(|place| place.file), diagnostic.code.name)
}

fn key<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> (&'a str, usize, &'a str, &'a str) {
    let (path, start) = diagnostic.place.map_or(("", 0), |place| (sources.file(place.file).path.as_str(), place.start));
    (path, start, diagnostic.code.name, &diagnostic.message)
}

/// How many findings of each severity there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Findings that make a command fail.
    pub errors: usize,
    /// Probable mistakes.
    pub warnings: usize,
    /// Things to know.
    pub hints: usize,
}

impl Summary {
    /// Counts `diagnostics`.
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        let count = |severity| diagnostics.iter().filter(|d| d.severity == severity).count();
        Self { errors: count(Severity::Error), warnings: count(Severity::Warning), hints: count(Severity::Hint) }
    }
}
