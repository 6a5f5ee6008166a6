//! The words of a unit on one line, with the marks in them as codes that a translator moves and never writes.

use std::ops::Range;

use crate::library::Prose;
use crate::library::markup::{Inline, InlineKind, Mark, expression, soft_break};
use crate::library::text::collapse_whitespace;

/// What stands in the place of the forms of a noun: they are a unit of their own, as languages have different numbers of them.
const FORMS: &str = " | …}";

/// How a line end that is meant is written.
pub(super) const HARD_BREAK: &str = "\\\n";

/// A unit's words and codes in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// In order.
    pub parts: Vec<Part>,
    /// The forms of nouns that its values have, as `card|cards`, each with its expression; in order.
    pub forms: Vec<(String, String)>,
}

/// A part of a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words.
    Text(String),
    /// A mark.
    Code(Code),
}

/// A mark that has to come through as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// As it is written.
    pub text: String,
    /// Whether it stands alone.
    pub kind: CodeKind,
}

/// Whether a mark stands alone or holds words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// Alone: a reference, a value, a symbol, code, a line end.
    Alone,
    /// It begins the pair of that number.
    Opens(usize),
    /// It ends that pair.
    Closes(usize),
}

impl Segment {
    /// Words without any marks.
    pub fn plain(text: &str) -> Self {
        let mut segment = Self::default();
        segment.push_text(text);
        segment
    }

    /// All of it on one line, with the marks as they are written.
    pub fn text(&self) -> String {
        self.parts.iter().map(Part::text).collect()
    }

    fn push_text(&mut self, text: &str) {
        match self.parts.last_mut() {
            _ if text.is_empty() => {}
            Some(Part::Text(last)) => last.push_str(text),
            _ => self.parts.push(Part::Text(text.to_owned())),
        }
    }

    /// The same with only those forms of nouns outside that `source` has as well; the others are written out. Tells which of the
    /// forms of the source each of those that are outside belongs to.
    pub fn like(mut self, source: &Self) -> (Self, Vec<(usize, String)>) {
        let mut left: Vec<Option<&str>> =
            source.forms.iter().map(|(expression, _)| Some(expression.as_str())).collect();
        let mut forms = std::mem::take(&mut self.forms).into_iter();
        let mut outside = Vec::new();
        for part in &mut self.parts {
            let Part::Code(code) = part else { continue };
            if !is_forms(&code.text) {
                continue;
            }
            let Some((expression, forms)) = forms.next() else { break };
            match left.iter().position(|of| *of == Some(expression.as_str())) {
                Some(at) => {
                    left[at] = None;
                    outside.push((at, forms));
                }
                None => code.text = format!("{{{expression} | {forms}}}"),
            }
        }
        (self, outside)
    }
}

impl Part {
    /// As it is written.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Code(code) => &code.text,
        }
    }
}

/// Whether a mark stands for forms of a noun that are a unit of their own.
fn is_forms(code: &str) -> bool {
    code.starts_with('{') && code.ends_with(FORMS)
}

/// The text with the forms put in: `forms` has those of each value of the source in order, with its expression.
pub(super) fn with_forms(text: &str, source: &[(String, String)], forms: &[Option<String>]) -> Result<String, String> {
    let mut written = String::with_capacity(text.len());
    let mut used = vec![false; source.len()];
    let mut rest = text;
    while let Some(end) = rest.find(FORMS) {
        let Some(start) = rest[..end].rfind('{') else {
            return Err(format!("`{}` belongs to no value", FORMS.trim()));
        };
        let expression = rest[start + 1..end].trim();
        let at = source.iter().enumerate().position(|(at, (of, _))| !used[at] && of == expression);
        let Some(at) = at else {
            return Err(format!(
                "the source has no `{{{expression}{FORMS}`; write the forms out: `{{{expression} | …|…}}`"
            ));
        };
        used[at] = true;
        let Some(forms) = forms.get(at).and_then(Option::as_deref) else {
            return Err(format!(
                "the forms of `{{{expression}{FORMS}` are not translated; they are a unit of their own"
            ));
        };
        written.push_str(&rest[..start]);
        written.extend(["{", expression, " | ", forms, "}"]);
        rest = &rest[end + FORMS.len()..];
    }
    written.push_str(rest);
    Ok(written)
}

/// A stretch of a text that is no plain words.
#[derive(Clone, Debug)]
struct Atom {
    range: Range<usize>,
    kind: AtomKind,
}

#[derive(Clone, Debug)]
enum AtomKind {
    Alone,
    Opens(usize),
    Closes(usize),
    Value(String, String),
    SoftBreak,
    HardBreak,
}

/// All marks of a text, found once, from which the segments of its units are cut.
pub(super) struct Marks<'a> {
    source: &'a str,
    atoms: Vec<Atom>,
}

impl<'a> Marks<'a> {
    /// Those of a text.
    pub(super) fn of(prose: &'a Prose) -> Self {
        let mut found = Finding { source: &prose.source, atoms: Vec::new(), starts: Vec::new(), pairs: 0 };
        prose.document.visit(&mut |inline| found.inline(inline));
        found.starts.sort_unstable();
        found.atoms.sort_by_key(|atom| (atom.range.start, atom.range.end));
        // Where a line of a quotation ends, the mark of the next one belongs to the end.
        for atom in &mut found.atoms {
            if matches!(atom.kind, AtomKind::SoftBreak | AtomKind::HardBreak) {
                let next = found.starts.partition_point(|start| *start < atom.range.end);
                atom.range.end = found.starts.get(next).copied().unwrap_or(atom.range.end);
            }
        }
        Self { source: &prose.source, atoms: found.atoms }
    }

    /// The segment of a range of the text.
    pub(super) fn segment(&self, range: Range<usize>) -> Segment {
        let mut segment = Segment::default();
        let mut at = range.start;
        let first = self.atoms.partition_point(|atom| atom.range.start < range.start);
        // Pairs are numbered within the segment.
        let mut pairs: Vec<usize> = Vec::new();
        for atom in self.atoms[first..].iter().take_while(|atom| atom.range.end <= range.end) {
            if atom.range.start < at {
                continue;
            }
            segment.push_text(&self.source[at..atom.range.start]);
            at = atom.range.end;
            let written = on_one_line(&self.source[atom.range.clone()]);
            let (text, kind) = match &atom.kind {
                AtomKind::SoftBreak => {
                    if let Some(Part::Text(before)) = segment.parts.last_mut() {
                        before.truncate(before.trim_end().len());
                    }
                    let joint = soft_break(segment.parts.last().map_or("", Part::text));
                    segment.push_text(joint);
                    continue;
                }
                AtomKind::HardBreak => (HARD_BREAK.to_owned(), CodeKind::Alone),
                AtomKind::Alone => (written, CodeKind::Alone),
                AtomKind::Opens(pair) => {
                    pairs.push(*pair);
                    (written, CodeKind::Opens(pairs.len()))
                }
                AtomKind::Closes(pair) => match pairs.iter().position(|opened| opened == pair) {
                    Some(number) => (written, CodeKind::Closes(number + 1)),
                    None => (written, CodeKind::Alone),
                },
                AtomKind::Value(expression, forms) => {
                    segment.forms.push((expression.clone(), forms.clone()));
                    (format!("{{{expression}{FORMS}"), CodeKind::Alone)
                }
            };
            segment.parts.push(Part::Code(Code { text, kind }));
        }
        segment.push_text(&self.source[at..range.end]);
        segment
    }
}

struct Finding<'a> {
    source: &'a str,
    atoms: Vec<Atom>,
    /// Where inlines begin.
    starts: Vec<usize>,
    pairs: usize,
}

impl Finding<'_> {
    fn inline(&mut self, inline: &Inline) {
        let range = inline.range.clone();
        match &inline.kind {
            InlineKind::SoftBreak => return self.atom(range, AtomKind::SoftBreak),
            InlineKind::HardBreak => return self.atom(range, AtomKind::HardBreak),
            _ => self.starts.push(range.start),
        }
        match &inline.kind {
            InlineKind::Emphasis(inner)
            | InlineKind::Strong(inner)
            | InlineKind::Strike(inner)
            | InlineKind::Link(_, inner) => {
                if let (Some(first), Some(last)) = (inner.first(), inner.last()) {
                    self.pair(range, first.range.start..last.range.end);
                }
            }
            InlineKind::Code(_) | InlineKind::Mark(Mark::Symbol(..)) => self.atom(range, AtomKind::Alone),
            InlineKind::Mark(Mark::Reference(_)) => self.reference(range),
            InlineKind::Mark(Mark::Value(value, _)) => {
                let (name, forms) = expression(value);
                let kind = match forms[..] {
                    [] => AtomKind::Alone,
                    _ => AtomKind::Value(on_one_line(name), on_one_line(&forms.join("|"))),
                };
                self.atom(range, kind);
            }
            _ => {}
        }
    }

    /// A reference with words holds them; several in the same brackets are one mark.
    fn reference(&mut self, range: Range<usize>) {
        if !self.source[range.clone()].starts_with("[[") {
            return;
        }
        let Some(length) = self.source[range.start..].find("]]") else { return };
        let whole = range.start..range.start + length + 2;
        match self.source[whole.clone()].find('|') {
            Some(bar) => self.pair(whole.clone(), whole.start + bar + 1..whole.end - 2),
            None => self.atom(whole, AtomKind::Alone),
        }
    }

    fn pair(&mut self, outer: Range<usize>, inner: Range<usize>) {
        self.pairs += 1;
        self.atom(outer.start..inner.start, AtomKind::Opens(self.pairs));
        self.atom(inner.end..outer.end, AtomKind::Closes(self.pairs));
    }

    fn atom(&mut self, range: Range<usize>, kind: AtomKind) {
        if !range.is_empty() && range.end <= self.source.len() {
            self.atoms.push(Atom { range, kind });
        }
    }
}

/// What is written, with blanks for line ends; others stay.
fn on_one_line(text: &str) -> String {
    if text.contains('\n') { collapse_whitespace(text) } else { text.to_owned() }
}
