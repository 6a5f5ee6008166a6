//! What of the source stands in the drafts, byte by byte.

use std::ops::Range;

use super::report::Report;
use super::source::Source;

/// Which bytes of a source stand in the drafts, or have become structure.
pub(super) struct Account<'a> {
    source: &'a Source,
    marked: Vec<bool>,
}

impl<'a> Account<'a> {
    pub(super) fn of(source: &'a Source) -> Self {
        Self { source, marked: vec![false; source.text().len()] }
    }

    pub(super) fn mark(&mut self, range: Range<usize>) {
        self.marked[range].fill(true);
    }

    /// Quotes in the report what is not marked and not blank, line by line.
    pub(super) fn tell_missing(&self, report: &mut Report) {
        let text = self.source.text();
        for line in self.source.lines() {
            let mut missing: Option<Range<usize>> = None;
            for (at, c) in text[line.clone()].char_indices().map(|(at, c)| (line.start + at, c)) {
                if c.is_whitespace() {
                    continue;
                }
                let end = at + c.len_utf8();
                if self.marked[at] {
                    if let Some(range) = missing.take() {
                        report.missing(range.start, &text[range]);
                    }
                } else {
                    missing = Some(missing.map_or(at, |range| range.start)..end);
                }
            }
            if let Some(range) = missing {
                report.missing(range.start, &text[range]);
            }
        }
    }
}
