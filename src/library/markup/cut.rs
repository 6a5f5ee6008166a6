//! Takes references, values, symbols and statement letters out of a text before Markdown reads it.
//!
//! Each is replaced by one private character, so that a `|` inside a reference does not end a table cell and `**` beside
//! one still closes. Code spans and fenced code are left alone; `\[[` and `\{` mean themselves.

use std::ops::Range;

use super::document::{Finding, Mark, Reference};
use super::label::StatementLabel;
use crate::diagnostic::codes;
use crate::library::names::{self, half_width};
use crate::library::text::collapse_whitespace;

/// The private characters begin here (Supplementary Private Use Area-A).
const FIRST: u32 = 0xF_0000;
/// As many marks as one text may hold: far above any section, far below what the private characters could name.
const MOST: usize = 4096;
/// As many findings as one text yields; nobody mends more in one go.
pub(super) const MOST_FINDINGS: usize = 100;

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
        if self.findings.len() < MOST_FINDINGS {
            self.findings.push(Finding { code: &codes::MALFORMED_REFERENCE, range, message, help });
        }
    }

    /// Whether `text` (a part of this one) holds a private character.
    pub(super) fn has_mark(&self, text: &str) -> bool {
        !self.marks.is_empty() && text.chars().any(|c| c as u32 >= FIRST)
    }

    /// `text` (a part of this one) with each private character replaced by what it stands for in `source`.
    pub(super) fn restore(&self, text: &str, source: &str) -> String {
        let mark = |c: char| self.marks.get(usize::try_from((c as u32).checked_sub(FIRST)?).ok()?);
        let mut restored = String::with_capacity(text.len());
        for c in text.chars() {
            match mark(c) {
                Some((_, range)) => restored.push_str(&source[range.clone()]),
                None => restored.push(c),
            }
        }
        restored
    }
}

/// Cuts the marks out of `source`.
pub(super) fn cut(source: &str) -> Cut {
    let mut cut = Cut { runs: vec![(0, 0)], ..Cut::default() };
    let mut ahead = Ahead { source, blank: 0, brackets: 0, brace: 0 };
    let mut at = 0;
    let mut fence: Option<&str> = None;
    let mut line_start = true;
    while at < source.len() {
        let rest = &source[at..];
        if line_start {
            line_start = false;
            let line = rest.split('\n').next().unwrap_or_default();
            let inside = fence.is_some();
            fence = match fence {
                Some(open) => Some(open).filter(|open| !closes(line, open)),
                None => opens(line),
            };
            // The lines that open and close the code belong to it.
            if inside || fence.is_some() {
                let taken = (line.len() + 1).min(rest.len());
                cut.text.push_str(&rest[..taken]);
                at += taken;
                line_start = true;
                continue;
            }
            if let Some((before, label, length)) = label(line) {
                cut.text.push_str(&line[..before]);
                cut.put(Mark::Letter(label), at + before..at + before + length);
                at += before + length;
                continue;
            }
        }
        let Some(c) = rest.chars().next() else { break };
        let taken = match c {
            '`' => code_span(rest, ahead.blank(at) - at),
            '\\' => rest.chars().take(2).map(char::len_utf8).sum(),
            '[' if rest.starts_with("[[") => {
                at += reference(at, &mut ahead, &mut cut);
                continue;
            }
            '［' if rest.starts_with("［［") => {
                let brackets = at..at + "［［".len();
                cut.fault(
                    brackets,
                    "full-width brackets make no reference".to_owned(),
                    "write [[9.6.4]] with half-width brackets",
                );
                "［［".len()
            }
            '{' => {
                at += value(at, &mut ahead, &mut cut);
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

/// What comes next in a text. Each answer is kept until it is passed, so that a text full of `[[` is read once, not once
/// for each of them.
struct Ahead<'a> {
    source: &'a str,
    blank: usize,
    brackets: usize,
    brace: usize,
}

impl Ahead<'_> {
    /// The next blank line, or the end of the text.
    fn blank(&mut self, at: usize) -> usize {
        next(&mut self.blank, self.source, at, "\n\n")
    }

    /// The next `]]` before a blank line.
    fn brackets(&mut self, at: usize) -> Option<usize> {
        let found = next(&mut self.brackets, self.source, at, "]]");
        (found < self.blank(at)).then_some(found)
    }

    /// The next `}` before a blank line.
    fn brace(&mut self, at: usize) -> Option<usize> {
        let found = next(&mut self.brace, self.source, at, "}");
        (found < self.blank(at)).then_some(found)
    }
}

fn next(known: &mut usize, source: &str, at: usize, pattern: &str) -> usize {
    if *known < at || *known == 0 {
        *known = source[at..].find(pattern).map_or(source.len(), |found| at + found);
    }
    *known
}

/// The run of backticks or tildes that opens fenced code on this line.
fn opens(line: &str) -> Option<&str> {
    let inner = line.trim_start();
    let tick = inner.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let ticks = &inner[..inner.len() - inner.trim_start_matches(tick).len()];
    // Backticks further on make it a code span.
    (ticks.len() >= 3 && !(tick == '`' && inner[ticks.len()..].contains('`'))).then_some(ticks)
}

/// Whether this line closes the fence that `open` opened.
fn closes(line: &str, open: &str) -> bool {
    let inner = line.trim();
    inner.len() >= open.len() && inner.starts_with(open) && inner.bytes().all(|byte| inner.as_bytes()[0] == byte)
}

/// The length of what comes before `^a ` at the start of a line, the label, and the length of the mark.
fn label(line: &str) -> Option<(usize, StatementLabel, usize)> {
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
    let behind = inner.strip_prefix('^')?;
    let end = behind.find([' ', '\u{3000}'])?;
    let space = behind[end..].chars().next().map_or(0, char::len_utf8);
    Some((line.len() - inner.len(), StatementLabel::parse(&behind[..end])?, 1 + end + space))
}

/// The length of a code span that begins here and ends before `limit`, or of its backticks if none closes it.
fn code_span(rest: &str, limit: usize) -> usize {
    let ticks = rest.len() - rest.trim_start_matches('`').len();
    let mut at = ticks;
    while let Some(found) = rest.get(at..limit).and_then(|inner| inner.find('`')) {
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
fn reference(at: usize, ahead: &mut Ahead, cut: &mut Cut) -> usize {
    let source = ahead.source;
    // A reference may run over a line end, not over a blank line, and holds no other one.
    let close = ahead.brackets(at + 2).filter(|&close| !source[at + 2..close].contains("[["));
    let Some(close) = close else {
        let words = source[at + 2..].split(['\n', '[']).next().unwrap_or_default().trim_end().len();
        let message = "a reference that is not closed".to_owned();
        cut.fault(at..at + 2 + words, message, "close it with `]]`, or write `\\[[` for two plain brackets");
        cut.text.push_str("[[");
        return 2;
    };
    let range = at..close + 2;
    let inner = &source[at + 2..close];
    let parts = row(inner);
    let read: Result<Vec<Reference>, _> = parts.iter().map(|part| parse_reference(&inner[part.clone()])).collect();
    match read {
        Ok(read) if cut.marks.len() + read.len() <= MOST => put_row(range.clone(), inner, &parts, read, cut),
        Ok(_) => too_many(range.clone(), cut, &source[range.clone()]),
        Err((message, help)) => {
            cut.fault(range.clone(), message, help);
            cut.text.push_str(&source[range.clone()]);
        }
    }
    range.len()
}

/// Where the references in the same brackets stand: several in a group or a range, `9.1, 9.3` or `9.1–9.4`, mostly one.
fn row(inner: &str) -> Vec<Range<usize>> {
    const PARTING: [char; 5] = [',', '、', '–', '〜', '～'];
    if inner.contains('|') || !inner.contains(PARTING) {
        return std::iter::once(0..inner.len()).collect();
    }
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, sign) in inner.match_indices(PARTING).chain([(inner.len(), "")]) {
        let part = &inner[from..at];
        let start = from + (part.len() - part.trim_start().len());
        parts.push(start..start + part.trim().len());
        from = at + sign.len();
    }
    parts
}

/// Puts the references that stand in the same brackets: each is one of its own, and what stands between them is text. All are of
/// the book that the first one names.
fn put_row(whole: Range<usize>, inner: &str, parts: &[Range<usize>], read: Vec<Reference>, cut: &mut Cut) {
    let book = read.first().and_then(|first| first.book.clone());
    let (inside, last) = (whole.start + 2, read.len() - 1);
    for (place, mut reference) in read.into_iter().enumerate() {
        // The brackets belong to the first and the last.
        let start = if place == 0 { whole.start } else { inside + parts[place].start };
        let end = if place == last { whole.end } else { inside + parts[place].end };
        reference.book = reference.book.or_else(|| book.clone());
        cut.put(Mark::Reference(reference), start..end);
        if let Some(next) = parts.get(place + 1) {
            cut.text.push_str(&inner[parts[place].end..next.start]);
        }
    }
}

/// Cuts a value or a symbol and returns its length in the original.
fn value(at: usize, ahead: &mut Ahead, cut: &mut Cut) -> usize {
    let source = ahead.source;
    let Some(close) = ahead.brace(at + 1) else {
        cut.fault(at..at + 1, "a `{` without a `}`".to_owned(), "close it with `}`, or write `\\{` for a plain brace");
        cut.text.push('{');
        return 1;
    };
    let range = at..close + 1;
    let inner = source[at + 1..close].trim();
    if cut.marks.len() < MOST {
        // No expression begins so.
        let mark = match inner.strip_prefix(':') {
            Some(name) => Mark::Symbol(name.trim().to_owned(), None),
            None => Mark::Value(inner.to_owned(), None),
        };
        cut.put(mark, range.clone());
    } else {
        too_many(range.clone(), cut, &source[range.clone()]);
    }
    range.len()
}

fn too_many(range: Range<usize>, cut: &mut Cut, written: &str) {
    cut.fault(range, format!("more than {MOST} references and values in one text"), "split the section");
    cut.text.push_str(written);
}

const FORMS: &str = "write [[9.6.4]], [[an-id]], [[9.6.4.a]], [[9.1–9.4]], [[book:9.6.4]] or [[9.6.4|words]]";

fn parse_reference(inner: &str) -> Result<Reference, (String, &'static str)> {
    let (address, words) = match inner.split_once('|') {
        Some((address, words)) => (address.trim(), Some(collapse_whitespace(words))),
        None => (inner.trim(), None),
    };
    if words.as_deref() == Some("") {
        return Err((
            format!("the reference `[[{}]]` has no words after `|`", names::repeated(inner)),
            "write the words to show, or remove the `|`",
        ));
    }
    let (book, target) = match address.split_once(':') {
        Some((book, target)) => (Some(book.trim()), target.trim()),
        None => (None, address),
    };
    // An id, and the letter of a statement; longer than any number.
    let most = names::MAX_ID + ".a".len();
    let plain = |c: char| (c.is_alphanumeric() && half_width(c) == c) || ".-()[]§№/ ".contains(c);
    let fine = |part: &str| !part.is_empty() && part.chars().nth(most).is_none() && part.chars().all(plain);
    // What a number is made of: two words in brackets are a slip.
    let fine = |part: &str| fine(part) && (!part.contains(' ') || part.contains(|c: char| c.is_numeric()));
    if address.is_empty() {
        return Err(("the reference `[[]]` is empty".to_owned(), FORMS));
    }
    if !fine(target) || !book.is_none_or(fine) {
        let shown = names::repeated(&collapse_whitespace(address)).into_owned();
        let help = if address.chars().any(|c| matches!(c, '０'..='９' | '．' | '：')) {
            "write digits, dots and colons in half width: [[9.6.4]]"
        } else {
            FORMS
        };
        return Err((format!("`{shown}` is neither a number nor an id"), help));
    }
    Ok(Reference { words, ..Reference::new(address) })
}
