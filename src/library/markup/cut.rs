//! Takes references, values and statement letters out of a text before Markdown reads it.
//!
//! Each is replaced by one private character, so that a `|` inside a reference does not end a table cell and `**` beside
//! one still closes. Code spans and fenced code are left alone; `\[[` and `\{` mean themselves.

use std::ops::Range;

use super::document::{Finding, Mark, Reference};
use crate::diagnostic::codes;

/// The private characters begin here (Supplementary Private Use Area-A).
const FIRST: u32 = 0xF_0000;
/// As many marks as one text may hold.
const MOST: usize = 0xFFFD;

/// A text without marks, and the way back.
#[derive(Debug, Default)]
pub(super) struct Cut {
    /// What Markdown reads.
    pub(super) text: String,
    /// The marks in order, each with its range in the original.
    pub(super) marks: Vec<(Mark, Range<usize>)>,
    /// What is wrong.
    pub(super) findings: Vec<Finding>,
    /// Where each unbroken run begins in `text` and in the original.
    runs: Vec<(usize, usize)>,
}

impl Cut {
    /// The mark that a private character of `text` stands for.
    pub(super) fn mark(&self, c: char, at: usize) -> Option<&(Mark, Range<usize>)> {
        let index = usize::try_from((c as u32).checked_sub(FIRST)?).ok()?;
        let mark = self.marks.get(index)?;
        // A private character that the author typed stands somewhere else.
        (self.original(at) == mark.1.start).then_some(mark)
    }

    /// The byte of the original that a byte of `text` came from.
    pub(super) fn original(&self, at: usize) -> usize {
        let run = self.runs.partition_point(|(start, _)| *start <= at).saturating_sub(1);
        self.runs.get(run).map_or(at, |(start, original)| original + (at - start))
    }

    fn put(&mut self, mark: Mark, range: Range<usize>) {
        self.runs.push((self.text.len(), range.start));
        let private = u32::try_from(self.marks.len()).ok().and_then(|index| char::from_u32(FIRST + index));
        self.text.push(private.unwrap_or('\u{FFFD}'));
        self.runs.push((self.text.len(), range.end));
        self.marks.push((mark, range));
    }

    fn fault(&mut self, range: Range<usize>, message: String, help: &'static str) {
        self.findings.push(Finding { code: &codes::MALFORMED_REFERENCE, range, message, help });
    }
}

/// Cuts the marks out of `source`.
pub(super) fn cut(source: &str) -> Cut {
    let mut cut = Cut { runs: vec![(0, 0)], ..Cut::default() };
    let mut at = 0;
    let mut fence: Option<&str> = None;
    let mut line_start = true;
    while at < source.len() {
        let rest = &source[at..];
        if line_start {
            line_start = false;
            let line = rest.lines().next().unwrap_or_default();
            let inner = line.trim_start();
            let ticks = &inner[..inner.len() - inner.trim_start_matches(['`', '~']).len()];
            let toggles = ticks.len() >= 3 && fence.is_none_or(|open| ticks.starts_with(open));
            if toggles || fence.is_some() {
                if toggles {
                    fence = if fence.is_some() { None } else { Some(ticks) };
                }
                cut.text.push_str(line);
                at += line.len();
                continue;
            }
            if let Some((before, letter)) = letter(line) {
                cut.text.push_str(&line[..before]);
                cut.put(Mark::Letter(letter), at + before..at + before + 3);
                at += before + 3;
                continue;
            }
        }
        let Some(c) = rest.chars().next() else { break };
        let taken = match c {
            '`' => code_span(rest),
            '\\' => rest.chars().take(2).map(char::len_utf8).sum(),
            '[' if rest.starts_with("[[") => {
                at += reference(rest, at, &mut cut);
                continue;
            }
            '{' => {
                at += value(rest, at, &mut cut);
                continue;
            }
            _ => {
                line_start = c == '\n';
                c.len_utf8()
            }
        };
        // `\{` and `\[[` are our escapes; Markdown knows them too, so both characters go on.
        cut.text.push_str(&rest[..taken]);
        at += taken;
    }
    cut
}

/// The length of what comes before `^a ` at the start of a line, and the letter.
fn letter(line: &str) -> Option<(usize, char)> {
    let mut inner = line.trim_start();
    loop {
        let bullet = inner.strip_prefix(['-', '*', '+']).or_else(|| {
            let digits = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            (digits > 0).then(|| inner[digits..].strip_prefix(['.', ')'])).flatten()
        });
        match bullet {
            Some(after) if after.starts_with(' ') => inner = after.trim_start(),
            _ => break,
        }
    }
    let mut chars = inner.strip_prefix('^')?.chars();
    let letter = chars.next().filter(char::is_ascii_lowercase)?;
    chars.as_str().starts_with(' ').then_some((line.len() - inner.len(), letter))
}

/// The length of a code span that begins here, or of its backticks if none closes it.
fn code_span(rest: &str) -> usize {
    let ticks = rest.len() - rest.trim_start_matches('`').len();
    let mut at = ticks;
    let end = rest.find("\n\n").unwrap_or(rest.len());
    while let Some(found) = rest[at..end.max(at)].find('`') {
        let run = at + found;
        let length = rest[run..].len() - rest[run..].trim_start_matches('`').len();
        at = run + length;
        if length == ticks {
            return at;
        }
    }
    ticks
}

/// Cuts a reference and returns its length in the original.
fn reference(rest: &str, at: usize, cut: &mut Cut) -> usize {
    let line = rest.lines().next().unwrap_or(rest);
    // A reference may run over a line end, not over a blank line.
    let limit = rest.find("\n\n").unwrap_or(rest.len());
    let Some(close) = rest[..limit].find("]]") else {
        cut.fault(at..at + line.len(), "a reference that is not closed".to_owned(), "close it with `]]`, or write `\\[[` for two plain brackets");
        cut.text.push_str("[[");
        return 2;
    };
    let length = close + 2;
    match parse_reference(&rest[2..close]) {
        Ok(reference) if cut.marks.len() < MOST => cut.put(Mark::Reference(reference), at..at + length),
        Ok(_) => cut.text.push_str(&rest[..length]),
        Err(message) => {
            cut.fault(at..at + length, message, "write [[9.6.4]], [[an-id]], [[9.6.4.a]], [[book:9.6.4]] or [[9.6.4|words]]");
            cut.text.push_str(&rest[..length]);
        }
    }
    length
}

/// Cuts a value and returns its length in the original.
fn value(rest: &str, at: usize, cut: &mut Cut) -> usize {
    let limit = rest.find("\n\n").unwrap_or(rest.len());
    let Some(close) = rest[..limit].find('}').filter(|_| cut.marks.len() < MOST) else {
        cut.fault(at..at + 1, "a `{` without a `}`".to_owned(), "close it with `}`, or write `\\{` for a plain brace");
        cut.text.push('{');
        return 1;
    };
    cut.put(Mark::Value(rest[1..close].trim().to_owned()), at..at + close + 1);
    close + 1
}

fn parse_reference(inner: &str) -> Result<Reference, String> {
    let (address, words) = match inner.split_once('|') {
        Some((address, words)) => (address.trim(), Some(words.split_whitespace().collect::<Vec<_>>().join(" "))),
        None => (inner.trim(), None),
    };
    if words.as_deref() == Some("") {
        return Err(format!("the reference `[[{inner}]]` has no words after `|`"));
    }
    let (book, target) = match address.split_once(':') {
        Some((book, target)) => (Some(book.trim()), target.trim()),
        None => (None, address),
    };
    let fine = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '-');
    if !fine(target) || !book.is_none_or(fine) {
        return Err(format!("`[[{inner}]]` names no section"));
    }
    let (target, letter) = match target.rsplit_once('.') {
        Some((before, last)) if last.len() == 1 && last.starts_with(|c: char| c.is_ascii_lowercase()) && !before.is_empty() => {
            (before, last.chars().next())
        }
        _ => (target, None),
    };
    Ok(Reference { book: book.map(str::to_owned), target: target.to_owned(), letter, words })
}
