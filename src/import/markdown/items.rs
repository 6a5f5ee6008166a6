//! Lists: items with numbers become sections, items with labels statements; all others stay lists.

use std::ops::Range;

use super::super::document::PieceKind;
use super::super::labels::{self, Open};
use super::super::report::quoted;
use super::blocks::{Block, Item};
use super::inline::Lines;
use super::{Reader, numbers};

/// An item that begins with a label.
struct Labelled<'i> {
    item: &'i Item,
    /// Where its words begin.
    rest: usize,
    path: String,
    address: String,
    /// The lists in it, and their items where those are labelled too.
    below: Vec<(Range<usize>, Option<Vec<Labelled<'i>>>)>,
}

impl Reader<'_> {
    /// A list; items with the numbers of sections become those, and where all have labels, each is a statement.
    pub(super) fn list(&mut self, block: &Block<'_>) {
        let items = block.items();
        if self.has_sections(&items) {
            return self.items(block, &items);
        }
        if !self.statements_of(block, &items) {
            self.text(block, block.range.clone(), Lines::AsSet);
        }
    }

    fn has_sections(&self, items: &[Item]) -> bool {
        items.iter().flat_map(Item::all).any(|item| self.numbers.begins_item(self.source, item).is_some())
    }

    /// Items of which some, or some below them, are sections.
    fn items(&mut self, block: &Block<'_>, items: &[Item]) {
        for item in items {
            let end = self.trimmed(item.range.clone());
            let begin = self.numbers.begins_item(self.source, item.range.clone());
            let alone = std::slice::from_ref(item);
            if begin.is_none() && !self.has_sections(alone) && self.statements_of(block, alone) {
                continue;
            }
            let is_section = begin.is_some();
            let mut from = match begin {
                Some(begin) => self.begin_section(block, item.range.start, &begin, end),
                None => item.range.start,
            };
            let is_labelled = |below: &[Item]| is_section && self.labelled(below, &mut self.open.clone()).is_some();
            let parted =
                || item.lists.iter().filter(|(_, below)| self.has_sections(below) || is_labelled(below.as_slice()));
            let mut own = Vec::new();
            for (range, _) in parted() {
                own.push(from..self.trimmed(from..range.start.max(from)));
                from = range.end.min(end).max(from);
            }
            let below: Vec<&[Item]> = parted().map(|(_, below)| below.as_slice()).collect();
            if !below.is_empty() && !self.source[from..end.max(from)].trim().is_empty() {
                let told = quoted(self.source[from..end].trim());
                self.inlines.report.note(from, format!("words behind the items of an item, {told}"), "put before them");
            }
            own.push(from..end.max(from));
            for range in own {
                self.own(block, range, is_section);
            }
            for items in below {
                if self.has_sections(items) || !self.statements_of(block, items) {
                    self.items(block, items);
                }
            }
        }
    }

    /// What an item has for itself, apart from those below it.
    fn own(&mut self, block: &Block<'_>, range: Range<usize>, is_section: bool) {
        if is_section {
            self.dedented(block, range);
        } else {
            self.text(block, range, Lines::AsSet);
        }
    }

    /// The paragraphs of an item, and what else lies in it.
    fn dedented(&mut self, block: &Block<'_>, range: Range<usize>) {
        let words = self.inlines.words(block, range.clone(), Lines::AsSet);
        let words = numbers::dedented(words, self.source);
        if !words.is_blank(self.source) {
            self.document.push(range.start, PieceKind::Text(words));
        }
    }

    /// Makes statements of the items of a list; false if not all of them have labels.
    fn statements_of(&mut self, block: &Block<'_>, items: &[Item]) -> bool {
        let mut open = self.open.clone();
        let labelled = self.labelled(items, &mut open);
        let Some(labelled) = labelled else { return false };
        self.open = open;
        self.statements(block, labelled);
        true
    }

    /// The items of a list with their labels, if every one has a label that follows those which are open.
    fn labelled<'i>(&self, items: &'i [Item], open: &mut Open) -> Option<Vec<Labelled<'i>>> {
        let mut found = Vec::new();
        for item in items {
            let start = numbers::item_text(self.source, &item.range);
            let line = self.source[start..item.range.end].find('\n').map_or(item.range.end, |end| start + end);
            let label = labels::scan(self.source, start..line, false)?;
            let (path, address) = open.enter(&label)?;
            let below = item.lists.iter().map(|(range, below)| {
                let mut tried = open.clone();
                let labelled = self.labelled(below, &mut tried);
                if labelled.is_some() {
                    *open = tried;
                }
                (range.clone(), labelled)
            });
            let below = below.collect();
            found.push(Labelled { item, rest: label.rest, path, address, below });
        }
        Some(found).filter(|found| !found.is_empty())
    }

    /// Each labelled item is a statement, with what lies in it behind it.
    fn statements(&mut self, block: &Block<'_>, labelled: Vec<Labelled<'_>>) {
        for Labelled { item, rest, path, address, below } in labelled {
            let end = self.trimmed(item.range.clone());
            let own = self.trimmed(rest..below.first().map_or(end, |(range, _)| range.start));
            let first = self.source[rest..own].find("\n\n").map_or(own, |at| rest + at);
            self.document.taken.push(item.range.start..rest);
            let words = self.inlines.words(block, rest..first, Lines::Flow);
            self.document.push(item.range.start, PieceKind::Statement { label: path, address, words });
            let mut from = first;
            for (range, below) in below {
                self.behind(block, from..range.start);
                from = range.end.min(end);
                match below {
                    Some(below) => self.statements(block, below),
                    None => self.behind(block, range.start..from),
                }
            }
            self.behind(block, from..end.max(from));
        }
    }

    /// What stands in an item behind its first paragraph.
    fn behind(&mut self, block: &Block<'_>, range: Range<usize>) {
        let end = self.trimmed(range.clone());
        let start = end - self.source[range.start.min(end)..end].trim_start().len();
        if start < end {
            self.dedented(block, start..end);
        }
    }
}
