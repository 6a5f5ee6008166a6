//! Headings become chapters and sections; a file without any is called by its name.

use std::ops::Range;

use pulldown_cmark::Event;

use super::super::document::{Heading, PieceKind, Words};
use super::super::numbering::Unit;
use super::super::report::quoted;
use super::blocks::{Block, Slugs};
use super::{Reader, numbers};

impl Reader<'_> {
    pub(super) fn named_by_file(&mut self, at: usize, name: &str, range: &Range<usize>) {
        let stem = name.rsplit('/').next().unwrap_or(name).split('.').next().unwrap_or(name);
        let words = stem
            .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | ' '))
            .replace(['-', '_'], " ");
        let words = if words.is_empty() { stem.to_owned() } else { words };
        let mut chars = words.chars();
        let title: String = chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect();
        let start = self.blocks[at].range.start;
        let mut heading = Words::default();
        heading.add(&title);
        // The number in its name is that of what it holds, where its sections begin with it.
        let digits: String = stem.chars().take_while(char::is_ascii_digit).collect();
        let number = (!digits.is_empty() && self.numbers.has_below(&digits, self.source, range)).then(|| {
            let mut number = Words::default();
            number.add(digits.trim_start_matches('0'));
            number
        });
        self.inlines.report.note(
            start,
            "a file without a heading",
            format!("a chapter, called {} after the file", quoted(&title)),
        );
        let heading = Heading { number, title: Some(heading), level: None };
        self.document.push(start, PieceKind::Chapter { heading, editorial: false });
        self.open.begin(false);
    }

    pub(super) fn heading(&mut self, index: usize, depth: u8, id: Option<&str>) {
        let block = &self.blocks[index];
        let plain = block.plain();
        let slug = self.slugs.of(block.file, &plain);
        self.take_marks(block.range.clone());
        self.leave_out_tags(block);
        let inner = block.inner();
        let number = self.numbers.of_heading(index);
        let from = number.map_or(inner.start, |printed| printed.rest.min(inner.end));
        let title = self.title(block, from);
        // Some make addresses without the number.
        let unnumbered = number.map(|_| title.text(self.source)).map(|title| Slugs::default().of(block.file, &title));
        for address in [Some(slug.as_str()), id].into_iter().flatten() {
            self.document.anchors.insert(format!("{}#{address}", block.file), self.document.pieces.len());
        }
        if let Some(address) = unnumbered {
            self.document.anchors.entry(format!("{}#{address}", block.file)).or_insert(self.document.pieces.len());
        }
        self.document.anchors.entry(format!("{}#", block.file)).or_insert(self.document.pieces.len());
        if self.levels.title == Some(index) {
            self.document.title = Some(self.title(block, inner.start));
            return;
        }
        let level = self.levels.level(depth);
        let is_division = number.is_some_and(|printed| printed.unit == Some(Unit::Division));
        let title = if is_division { self.title(block, inner.start) } else { title };
        let number =
            number.filter(|_| !is_division).map(|printed| numbers::unescaped(self.source, printed.range.clone()));
        let title = Some(title).filter(|title| !title.is_blank(self.source));
        let deep = self.numbers.uses_levels && number.is_none() && level > 1;
        let heading = Heading { number, title, level: deep.then_some(level) };
        let kind =
            if level == 1 { PieceKind::Chapter { heading, editorial: false } } else { PieceKind::Section(heading) };
        self.document.push(block.range.start, kind);
        self.open.begin(false);
    }

    /// Tags of HTML in a heading say nothing to a reader.
    fn leave_out_tags(&mut self, block: &Block<'_>) {
        let tags = block.events.iter().filter(|(event, _)| matches!(event, Event::InlineHtml(_)));
        let tags: Vec<Range<usize>> = tags.map(|(_, at)| at.clone()).collect();
        if let (Some(first), Some(last)) = (tags.first(), tags.last()) {
            let told = quoted(&self.source[first.start..last.end]);
            self.inlines.report.note(first.start, format!("HTML in a heading, {told}"), "left out");
            self.document.taken.extend(tags);
        }
    }

    /// What is no word in a range has become structure.
    pub(super) fn take_marks(&mut self, range: Range<usize>) {
        let marks = self.source[range.clone()].char_indices().filter(|(_, c)| !c.is_alphanumeric());
        let marks = marks.map(|(at, c)| range.start + at..range.start + at + c.len_utf8());
        self.document.taken.extend(marks);
    }

    /// The words of a heading from `from` on, without marks: titles are plain.
    fn title(&self, block: &Block<'_>, from: usize) -> Words {
        let mut title = Words::default();
        for (event, at) in &block.events {
            let at = at.start.max(from)..at.end;
            if at.start >= at.end {
                continue;
            }
            match event {
                Event::Text(text)
                    if !self.source[at.clone()].starts_with('&') || text.starts_with('&') && text.len() > 1 =>
                {
                    title.keep_verbatim(at);
                }
                // An entity.
                Event::Text(text) => title.add(text),
                Event::Code(_) => title.keep_verbatim(code(self.source, at)),
                Event::SoftBreak | Event::HardBreak => title.add(" "),
                _ => {}
            }
        }
        title
    }
}

/// What stands between the backticks of code.
fn code(source: &str, range: Range<usize>) -> Range<usize> {
    let text = &source[range.clone()];
    let start = text.len() - text.trim_start_matches('`').len();
    let end = text.trim_end_matches('`').len();
    if start < end { range.start + start..range.start + end } else { range }
}
