//! Reads Markdown.

mod blocks;
mod inline;
mod levels;
mod numbers;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use self::blocks::{Block, BlockKind, Item, Slugs};
use self::inline::{Inlines, Lines};
use self::levels::Levels;
use self::numbers::{Begin, Numbers};
use super::document::{Document, Heading, PieceKind, Words};
use super::labels::{self, Open};
use super::numbering::Unit;
use super::report::{Report, quoted};
use super::source::Source;

pub(super) fn read(source: &Source, report: &mut Report) -> Document {
    let (blocks, definitions) = blocks::blocks(source);
    let levels = Levels::of(&blocks);
    let numbers = Numbers::of(&blocks, levels, source.text());
    for range in &numbers.refused {
        let what = format!("{} does not follow the numbers before it", quoted(&source.text()[range.clone()]));
        report.note(range.start, what, "kept as a part of the text");
    }
    let files: Vec<&str> = source.files().map(|(_, name)| name).collect();
    let mut taken = Vec::new();
    let inlines = Inlines {
        source: source.text(),
        files: &files,
        taken: &mut taken,
        report,
        footnotes: Vec::new(),
        used: HashSet::new(),
    };
    let footnotes = blocks.iter().enumerate().filter_map(|(at, block)| match &block.kind {
        BlockKind::Footnote(label) => Some((label.clone(), at)),
        _ => None,
    });
    let mut reader = Reader {
        source: source.text(),
        blocks: &blocks,
        levels,
        numbers,
        inlines,
        document: Document::default(),
        open: Open::default(),
        slugs: Slugs::default(),
        footnotes: footnotes.collect(),
        file: None,
    };
    // Of a tree, a file without headings is called by its name.
    let mut nameless = vec![files.len() > 1; files.len()];
    for block in blocks.iter().filter(|block| matches!(block.kind, BlockKind::Heading(..))) {
        nameless[block.file] = false;
    }
    let ranges: Vec<Range<usize>> = source.files().map(|(range, _)| range).collect();
    for (at, block) in blocks.iter().enumerate() {
        let file = block.file;
        if reader.file.replace(file) != Some(file) && nameless[file] {
            reader.named_by_file(at, files[file], &ranges[file]);
        }
        reader.block(at);
    }
    let used = reader.inlines.used;
    let mut document = reader.document;
    // The addresses stand in the links now.
    let written = definitions.into_iter().filter(|one| used.contains(&(one.file, one.name.clone())));
    document.taken.extend(written.map(|one| one.range));
    document.taken.append(&mut taken);
    document
}

/// What a line of a paragraph has begun.
enum Begun {
    Text,
    Statement(String, String),
    Example,
}

struct Reader<'a> {
    source: &'a str,
    blocks: &'a [Block<'a>],
    levels: Levels,
    numbers: Numbers,
    inlines: Inlines<'a>,
    document: Document,
    open: Open,
    slugs: Slugs,
    /// Footnotes that nothing has referred to yet, by their label: the index of their block.
    footnotes: HashMap<String, usize>,
    file: Option<usize>,
}

impl Reader<'_> {
    fn block(&mut self, index: usize) {
        let block = &self.blocks[index];
        let range = block.range.clone();
        match &block.kind {
            BlockKind::Heading(depth, id) => self.heading(index, *depth, id.as_deref()),
            BlockKind::Paragraph => self.paragraph(block, block.inner()),
            BlockKind::List => self.list(block),
            BlockKind::Table => {
                let words = self.inlines.words(block, range.clone(), Lines::AsSet);
                self.document.push(range.start, PieceKind::Table(words));
            }
            BlockKind::Quote => self.quote(block),
            BlockKind::Fenced => self.document.push(range.start, PieceKind::Text(verbatim(range))),
            BlockKind::Indented => self.indented(block),
            BlockKind::Html => self.text(block, range, Lines::Flow),
            BlockKind::Line => self.document.taken.push(range),
            BlockKind::Footnote(label) => {
                if self.footnotes.remove(label).is_some() {
                    self.inlines.report.note(
                        range.start,
                        format!("a footnote that nothing refers to, {}", quoted(label)),
                        "kept as a paragraph",
                    );
                    self.footnote(index);
                }
            }
            BlockKind::Definitions => {
                self.inlines.report.note(range.start, "a list of definitions", "kept as paragraphs, each name in bold");
                self.definitions(block);
            }
            BlockKind::Metadata => self.metadata(block),
        }
        self.footnotes_referred_to();
    }

    fn named_by_file(&mut self, at: usize, name: &str, range: &Range<usize>) {
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

    fn heading(&mut self, index: usize, depth: u8, id: Option<&str>) {
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
    fn take_marks(&mut self, range: Range<usize>) {
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

    /// A paragraph, or several: each line with a number or a label that follows those before it begins one.
    fn paragraph(&mut self, block: &Block<'_>, inner: Range<usize>) {
        let mut starts = vec![inner.start];
        starts.extend(numbers::line_starts(block, &inner, self.source));
        let mut begun: Option<(usize, Begun)> = None;
        for (at, start) in starts.iter().copied().enumerate() {
            if let Some(begin) = self.numbers.begins(start) {
                self.end(block, begun.take(), start);
                begun = Some((self.begin_section(block, start, &begin, inner.end), Begun::Text));
                continue;
            }
            if let Some(length) = numbers::example(&self.source[start..inner.end]) {
                self.end(block, begun.take(), start);
                self.document.taken.push(start..start + length);
                begun = Some((start + length, Begun::Example));
                continue;
            }
            let end = starts.get(at + 1).copied().unwrap_or(inner.end);
            let label = labels::scan(self.source, start..end, false);
            match label.and_then(|label| Some((self.open.enter(&label)?, label))) {
                Some(((path, address), label)) => {
                    self.end(block, begun.take(), start);
                    self.document.taken.push(label.range.clone());
                    begun = Some((label.rest, Begun::Statement(path, address)));
                }
                None if begun.is_none() => begun = Some((start, Begun::Text)),
                None => {}
            }
        }
        self.end(block, begun, inner.end);
    }

    /// What was begun ends here.
    fn end(&mut self, block: &Block<'_>, begun: Option<(usize, Begun)>, end: usize) {
        let Some((start, begun)) = begun.filter(|(start, _)| *start < end) else { return };
        let trimmed = self.trimmed(start..end);
        let words = self.inlines.words(block, start..trimmed, Lines::Flow);
        let kind = match begun {
            Begun::Text if words.is_blank(self.source) => return,
            Begun::Text => PieceKind::Text(words),
            Begun::Statement(label, address) => PieceKind::Statement { label, address, words },
            Begun::Example => PieceKind::Example(words),
        };
        self.document.push(start, kind);
    }

    fn text(&mut self, block: &Block<'_>, range: Range<usize>, lines: Lines) {
        let words = self.inlines.words(block, range.clone(), lines);
        if !words.is_blank(self.source) {
            self.document.push(range.start, PieceKind::Text(words));
        }
    }

    /// Begins the section whose number stands at `start`; where its text begins.
    fn begin_section(&mut self, block: &Block<'_>, start: usize, begin: &Begin, end: usize) -> usize {
        self.document.taken.push(start..begin.printed.range.start);
        self.take_marks(begin.printed.range.clone());
        self.document.taken.push(begin.printed.range.end..begin.title.as_ref().map_or(begin.rest, |title| title.start));
        let title = begin.title.clone().map(|range| {
            // The marks around it, and a stop at its end.
            let stop = usize::from(self.source[range.clone()].ends_with('.'));
            self.document.taken.push(begin.printed.rest..range.start);
            self.document.taken.push(range.end - stop..begin.rest);
            let range = range.start..range.end - stop;
            self.inlines.words(block, range, Lines::Flow)
        });
        let number = Some(numbers::unescaped(self.source, begin.printed.range.clone()));
        self.document.push(start, PieceKind::Section(Heading { number, title, level: None }));
        self.open.begin(false);
        begin.rest.min(end)
    }

    /// A list; items with the numbers of sections become those.
    fn list(&mut self, block: &Block<'_>) {
        let items = block.items();
        if self.has_sections(&items) {
            self.items(block, &items);
        } else {
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
            let is_section = begin.is_some();
            let mut from = match begin {
                Some(begin) => self.begin_section(block, item.range.start, &begin, end),
                None => item.range.start,
            };
            let parted = || item.lists.iter().filter(|(_, below)| self.has_sections(below));
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
                self.items(block, items);
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

    /// Where a range ends without blanks.
    fn trimmed(&self, range: Range<usize>) -> usize {
        range.start + self.source[range].trim_end().len()
    }

    /// The paragraphs of an item, and what else lies in it.
    fn dedented(&mut self, block: &Block<'_>, range: Range<usize>) {
        let words = self.inlines.words(block, range.clone(), Lines::AsSet);
        let words = numbers::dedented(words, self.source);
        if !words.is_blank(self.source) {
            self.document.push(range.start, PieceKind::Text(words));
        }
    }

    fn quote(&mut self, block: &Block<'_>) {
        let paragraphs = block.paragraphs();
        let first = paragraphs.first().cloned().unwrap_or(block.range.clone());
        let Some(length) = numbers::example(&self.source[first.clone()]) else {
            return self.text(block, block.range.clone(), Lines::AsSet);
        };
        self.document.taken.push(block.range.start..first.start + length);
        let mut words = self.inlines.words(block, first.start + length..first.end, Lines::Flow);
        for next in paragraphs.into_iter().skip(1) {
            words.add("\n\n");
            words.append(self.inlines.words(block, next, Lines::Flow));
        }
        self.document.push(block.range.start, PieceKind::Example(words));
    }

    fn indented(&mut self, block: &Block<'_>) {
        let mut words = Words::default();
        words.add("```\n");
        for (event, at) in &block.events {
            if matches!(event, Event::Text(_)) {
                words.keep_verbatim(at.clone());
            }
        }
        if !words.ends_line(self.source) {
            words.add("\n");
        }
        words.add("```");
        self.document.push(block.range.start, PieceKind::Text(words));
    }

    fn definitions(&mut self, block: &Block<'_>) {
        for (event, at) in &block.events {
            let (is_title, range) = match event {
                Event::Start(Tag::DefinitionListTitle) => (true, at.clone()),
                Event::Start(Tag::DefinitionListDefinition) => (false, at.clone()),
                _ => continue,
            };
            let text = &self.source[range.clone()];
            let lead = if is_title { 0 } else { text.len() - text.trim_start_matches([':', ' ', '~']).len() };
            let end = range.start + text.trim_end().len();
            self.document.taken.push(range.start..range.start + lead);
            let lines = if is_title { Lines::Flow } else { Lines::AsSet };
            let inner = self.inlines.words(block, range.start + lead..end.max(range.start + lead), lines);
            let inner = if is_title { inner } else { numbers::dedented(inner, self.source) };
            let mut words = Words::default();
            words.add(if is_title { "**" } else { "" });
            words.append(inner);
            words.add(if is_title { "**" } else { "" });
            self.document.push(range.start, PieceKind::Text(words));
        }
    }

    /// The head of a file, as site generators want it.
    fn metadata(&mut self, block: &Block<'_>) {
        self.inlines.report.note(block.range.start, "metadata before the text", "left out, but for a title");
        let text = &self.source[block.range.clone()];
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("title:"))
            .map(|title| title.trim().trim_matches(['"', '\'']));
        if let Some(title) = line.filter(|title| !title.is_empty() && self.document.title.is_none() && block.file == 0)
        {
            let start = block.range.start + text.find(title).unwrap_or(0);
            self.document.title = Some(Words::of(start..start + title.len()));
        }
    }

    /// The footnotes that the last block refers to stand behind it.
    fn footnotes_referred_to(&mut self) {
        let labels = std::mem::take(&mut self.inlines.footnotes);
        for label in labels {
            if let Some(index) = self.footnotes.remove(&label) {
                self.footnote(index);
            }
        }
    }

    fn footnote(&mut self, index: usize) {
        let block = &self.blocks[index];
        let text = &self.source[block.range.clone()];
        let Some(close) = text.find("]:") else { return };
        let from = block.range.start + close + 2;
        let from =
            from + self.source[from..block.range.end].len() - self.source[from..block.range.end].trim_start().len();
        self.document.taken.push(block.range.start..from);
        let mut words = Words::default();
        words.add("\\[");
        words.keep_verbatim(block.range.start + 2..block.range.start + close);
        words.add("\\] ");
        let end = block.range.start + text.trim_end().len();
        let inner = self.inlines.words(block, from..end.max(from), Lines::AsSet);
        words.append(numbers::dedented(inner, self.source));
        self.document.push(block.range.start, PieceKind::Text(words));
    }
}

fn verbatim(range: Range<usize>) -> Words {
    let mut words = Words::default();
    words.keep_verbatim(range);
    words
}

/// What stands between the backticks of code.
fn code(source: &str, range: Range<usize>) -> Range<usize> {
    let text = &source[range.clone()];
    let start = text.len() - text.trim_start_matches('`').len();
    let end = text.trim_end_matches('`').len();
    if start < end { range.start + start..range.start + end } else { range }
}
