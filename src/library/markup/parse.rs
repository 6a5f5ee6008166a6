//! Markdown to [`Document`]. HTML becomes plain words, pictures are those of the book, links keep safe addresses only.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::cut::{Cut, MOST_FINDINGS, cut};
use super::document::{Alignment, Block, Document, Finding, Inline, InlineKind, Mark, Paragraph};
use super::label::StatementLabel;
use super::leftover;
use crate::characters::{is_bidirectional, is_control, is_unseen};
use crate::diagnostic::{Code, codes};
use crate::library::text::collapse_whitespace;
use crate::library::{names, picture};

/// The deepest nesting of lists, quotes and emphasis: what walks over a document may call itself for each level.
const MAX_DEPTH: usize = 32;

/// Parses the text of a rule.
pub fn parse(source: &str) -> Document {
    let mut cut = cut(source);
    let text = std::mem::take(&mut cut.text);
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let document = Document { findings: std::mem::take(&mut cut.findings), ..Document::default() };
    let mut builder = Builder { source, cut, frames: vec![Frame::default()], deeper: 0, document };
    for (event, range) in Parser::new_ext(&text, options).into_offset_iter() {
        builder.event(event, range);
    }
    // Every start has its end, so only the outermost frame is left.
    let mut document = builder.document;
    document.blocks = builder.frames.pop().map(Frame::into_blocks).unwrap_or_default();
    leftover::find(&mut document, source);
    document
}

/// Where a statement may begin.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Holds {
    /// A paragraph of its own.
    Paragraph,
    /// The words of a tight list item.
    Item,
    /// No statement.
    #[default]
    Other,
}

/// What has been read of one open block or inline.
#[derive(Default)]
struct Frame {
    holds: Holds,
    blocks: Vec<Block>,
    inlines: Vec<Inline>,
    letter: Option<StatementLabel>,
    cells: Vec<Vec<Inline>>,
    rows: Vec<Vec<Vec<Inline>>>,
    items: Vec<Vec<Block>>,
    address: Option<String>,
    caption: String,
    first_number: Option<u64>,
    alignments: Vec<Alignment>,
}

impl Frame {
    /// Its blocks; words outside any paragraph (in a tight list item) become one.
    fn into_blocks(mut self) -> Vec<Block> {
        self.close_tight();
        self.blocks
    }

    fn close_tight(&mut self) {
        if !self.inlines.is_empty() || self.letter.is_some() {
            let content = std::mem::take(&mut self.inlines);
            self.blocks.push(Block::Paragraph(Paragraph { letter: self.letter.take(), content, tight: true }));
        }
    }
}

struct Builder<'a> {
    source: &'a str,
    cut: Cut,
    frames: Vec<Frame>,
    /// How many open blocks and inlines lie below the deepest frame; their words go to that frame.
    deeper: usize,
    /// What is already known of the result.
    document: Document,
}

impl Builder<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, &range),
            Event::End(tag) => self.end(tag, range),
            // A block of HTML was reported where it began, a closing tag where it was opened.
            Event::Text(text)
            | Event::Html(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text)
            | Event::FootnoteReference(text) => self.text(&text, range),
            Event::Code(text) => {
                // Where Markdown sees a code span and we saw none, it is kept as written.
                let written = self.cut.has_mark(&text).then(|| self.written(&range).trim_matches('`').to_owned());
                self.inline(InlineKind::Code(written.unwrap_or_else(|| text.into_string())), range);
            }
            Event::InlineHtml(text) => {
                if !text.starts_with("</") {
                    self.html(range.clone());
                }
                self.text(&text, range);
            }
            Event::SoftBreak => self.inline(InlineKind::SoftBreak, range),
            Event::HardBreak => self.inline(InlineKind::HardBreak, range),
            Event::Rule => self.block(Block::Rule),
            Event::TaskListMarker(_) => {}
        }
    }

    fn html(&mut self, range: Range<usize>) {
        let message = "HTML is shown as plain words".to_owned();
        self.fault(&codes::HTML_IN_TEXT, range, message, "use Markdown, or put it in a code span");
    }

    fn fault(&mut self, code: &'static Code, range: Range<usize>, message: String, help: &'static str) {
        let range = self.range(&range);
        if self.document.findings.len() < MOST_FINDINGS {
            self.document.findings.push(Finding { code, range, message, help });
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: &Range<usize>) {
        if self.deeper > 0 || self.frames.len() > MAX_DEPTH {
            if self.deeper == 0 {
                let message = format!("lists, quotations and emphasis nest deeper than {MAX_DEPTH} levels");
                let help = "nest less; write `\\*`, `\\>` or `\\[` for the plain character";
                self.fault(&codes::YAML_TOO_COMPLEX, range.start..range.start, message, help);
            }
            self.deeper += 1;
            return;
        }
        if tag == Tag::HtmlBlock {
            let line = self.source[self.cut.original(range.start).min(self.source.len())..]
                .lines()
                .next()
                .unwrap_or_default()
                .len();
            self.html(range.start..range.start + line);
        }
        // A nested block ends the words of a tight list item.
        if !matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. })
            && let Some(frame) = self.frames.last_mut()
        {
            frame.close_tight();
        }
        let mut frame = Frame::default();
        match tag {
            Tag::Paragraph => frame.holds = Holds::Paragraph,
            Tag::Item => frame.holds = Holds::Item,
            Tag::Link { dest_url, .. } => {
                frame.address = allowed(&dest_url).then(|| self.cut.restore(&dest_url, self.source));
            }
            Tag::Image { dest_url, title, .. } => {
                frame.address = Some(self.cut.restore(&dest_url, self.source));
                frame.caption = collapse_whitespace(&self.cut.restore(&title, self.source));
            }
            Tag::List(first) => frame.first_number = first,
            Tag::Table(alignments) => frame.alignments = alignments.into_iter().map(alignment).collect(),
            _ => {}
        }
        self.frames.push(frame);
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let Some(frame) = self.frames.pop() else { return };
        match tag {
            TagEnd::Paragraph => {
                self.block(Block::Paragraph(Paragraph { letter: frame.letter, content: frame.inlines, tight: false }));
            }
            TagEnd::Heading(level) => self.block(Block::Heading(depth(level), frame.inlines)),
            TagEnd::BlockQuote(_) => self.block(Block::Quote(frame.into_blocks())),
            TagEnd::CodeBlock => {
                let text = frame.inlines.iter().map(|inline| match &inline.kind {
                    InlineKind::Text(text) => text.as_str(),
                    // Code is kept as written; a mark in it (in an indented block) is none.
                    _ => &self.source[inline.range.clone()],
                });
                let text = text.collect();
                self.block(Block::Code(text));
            }
            TagEnd::Item => {
                let blocks = frame.into_blocks();
                self.top(|top| top.items.push(blocks));
            }
            TagEnd::List(_) => self.block(Block::List(frame.first_number, frame.items)),
            TagEnd::TableCell => self.top(|top| top.cells.push(frame.inlines)),
            TagEnd::TableHead | TagEnd::TableRow => self.top(|top| top.rows.push(frame.cells)),
            TagEnd::Table => {
                let mut rows = frame.rows.into_iter();
                let head = rows.next().unwrap_or_default();
                self.block(Block::Table(frame.alignments, head, rows.collect()));
            }
            TagEnd::Emphasis => self.inline(InlineKind::Emphasis(frame.inlines), range),
            TagEnd::Strong => self.inline(InlineKind::Strong(frame.inlines), range),
            TagEnd::Strikethrough => self.inline(InlineKind::Strike(frame.inlines), range),
            TagEnd::Link => self.inline(InlineKind::Link(frame.address, frame.inlines), range),
            TagEnd::Image => self.picture(frame, range),
            _ => {
                let blocks = frame.into_blocks();
                self.top(|top| top.blocks.extend(blocks));
            }
        }
    }
}

impl Builder<'_> {
    fn top(&mut self, change: impl FnOnce(&mut Frame)) {
        if let Some(frame) = self.frames.last_mut() {
            change(frame);
        }
    }

    fn block(&mut self, block: Block) {
        self.top(|top| top.blocks.push(block));
    }

    fn inline(&mut self, kind: InlineKind, range: Range<usize>) {
        let range = self.range(&range);
        self.top(|top| top.inlines.push(Inline { kind, range }));
    }

    /// A picture of the book. One from elsewhere would be fetched where the page is read; its description stays.
    fn picture(&mut self, frame: Frame, range: Range<usize>) {
        let name = frame.address.unwrap_or_default();
        if picture::Format::of(&name).is_none() {
            let message = if name.contains('/') {
                "a text shows the pictures of its book alone, by the names of their files".to_owned()
            } else {
                format!("`{}` is not the name of a picture", names::repeated(&name))
            };
            self.fault(&codes::BAD_PICTURE, range, message, PICTURES);
            return self.top(|top| top.inlines.extend(frame.inlines));
        }
        let has_words = frame
            .inlines
            .iter()
            .any(|inline| !matches!(&inline.kind, InlineKind::Text(words) if words.trim().is_empty()));
        if !has_words {
            let message = format!("the picture `{name}` has no words for those who do not see it");
            let help = "write what it shows between the brackets: `![The board at the start](board.svg)`";
            self.fault(&codes::PICTURE_WITHOUT_WORDS, range.clone(), message, help);
        }
        self.inline(InlineKind::Picture { name, words: frame.inlines, caption: frame.caption }, range);
    }

    /// Splits a run of words at the private characters that stand for marks.
    fn text(&mut self, text: &str, range: Range<usize>) {
        let clean = self.without_orders(text, &range);
        let text = clean.as_ref();
        // An entity or an escape makes the words shorter than their source; then marks are found by scanning it.
        let exact = text.len() == range.len();
        let mut from = 0;
        for (at, c) in text.char_indices() {
            let source = if exact { range.start + at } else { range.start };
            let Some((mark, original)) = self.cut.mark(c, source).cloned() else { continue };
            self.words(&text[from..at], range.start + from..source);
            from = at + c.len_utf8();
            match mark {
                Mark::Letter(letter) => self.statement(letter, original),
                mark => self.top(|top| top.inlines.push(Inline { kind: InlineKind::Mark(mark), range: original })),
            }
        }
        self.words(&text[from..], (range.start + from).min(range.end)..range.end);
    }

    /// `text` without control characters. A value of the file has none, but Markdown makes them of entities: `&#27;`.
    fn without_orders<'t>(&mut self, text: &'t str, range: &Range<usize>) -> Cow<'t, str> {
        if !text.contains(is_unseen) || !self.written(range).starts_with('&') {
            return Cow::Borrowed(text);
        }
        for c in text.chars().filter(|c| is_unseen(*c)) {
            let (code, what): (&'static Code, _) = if is_control(c) {
                (&codes::CONTROL_CHARACTER, "a control character")
            } else if is_bidirectional(c) {
                (&codes::BIDIRECTIONAL_CHARACTER, "a character that changes the order of those around it")
            } else {
                (&codes::INVISIBLE_CHARACTER, "a character that nobody sees")
            };
            let message = format!("this stands for {what} (U+{:04X})", u32::from(c));
            self.fault(code, range.clone(), message, "delete it");
        }
        Cow::Owned(text.replace(is_control, "\u{FFFD}"))
    }

    /// Begins a statement, in a paragraph of its own even where only a line end stands before it.
    fn statement(&mut self, letter: StatementLabel, range: Range<usize>) {
        let Some((top, below)) = self.frames.split_last_mut() else { return };
        if matches!(top.inlines.last(), Some(Inline { kind: InlineKind::SoftBreak | InlineKind::HardBreak, .. })) {
            top.inlines.pop();
        }
        match top.holds {
            Holds::Paragraph if !top.inlines.is_empty() || top.letter.is_some() => {
                let content = std::mem::take(&mut top.inlines);
                let done = Block::Paragraph(Paragraph { letter: top.letter.take(), content, tight: false });
                if let Some(outer) = below.last_mut() {
                    outer.blocks.push(done);
                }
            }
            Holds::Paragraph => {}
            Holds::Item => top.close_tight(),
            Holds::Other => {
                let kind = InlineKind::Text(self.source[range.clone()].to_owned());
                return top.inlines.push(Inline { kind, range });
            }
        }
        top.letter = Some(letter);
        // The range ends before the space behind the label.
        let end = range.start + self.source[range.clone()].trim_end().len();
        self.document.letters.push((letter, range.start..end));
    }

    fn words(&mut self, words: &str, range: Range<usize>) {
        if words.is_empty() {
            return;
        }
        let mut range = self.range(&range);
        let exact = words.len() == range.len();
        self.top(|top| {
            // Letters are followed by a space that only separates.
            let words = if top.inlines.is_empty() { words.trim_start() } else { words };
            if exact {
                range.start = range.end - words.len();
            }
            // Only words that stand in the source letter for letter are joined, so that places inside them stay right.
            if let Some(Inline { kind: InlineKind::Text(last), range: last_range }) = top.inlines.last_mut()
                && last_range.end == range.start
                && exact
                && last.len() == last_range.len()
            {
                last.push_str(words);
                last_range.end = range.end;
            } else if !words.is_empty() {
                top.inlines.push(Inline { kind: InlineKind::Text(words.to_owned()), range });
            }
        });
    }

    /// The original text of a range.
    fn written(&self, range: &Range<usize>) -> &str {
        self.source.get(self.range(range)).unwrap_or_default()
    }

    /// The range in the original text.
    fn range(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.cut.original(range.start);
        start..self.cut.original(range.end).max(start)
    }
}

const PICTURES: &str = "put an SVG or PNG into the folder `pictures` of the book and write its name alone: `![What it shows](board-1.svg)`";

/// Addresses that a reader may follow: no script, no file, no data.
fn allowed(address: &str) -> bool {
    let safe = ["https://", "http://", "mailto:"].iter().any(|scheme| address.starts_with(scheme));
    safe && !address.contains(|c: char| c.is_control() || is_unseen(c))
}

fn alignment(alignment: pulldown_cmark::Alignment) -> Alignment {
    match alignment {
        pulldown_cmark::Alignment::None => Alignment::None,
        pulldown_cmark::Alignment::Left => Alignment::Left,
        pulldown_cmark::Alignment::Center => Alignment::Center,
        pulldown_cmark::Alignment::Right => Alignment::Right,
    }
}

/// How deep a heading of Markdown is, from 1 to 6.
pub(crate) fn depth(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::Reference;
    use super::*;

    fn plain(source: &str) -> String {
        parse(source).plain(&|reference: &Reference| format!("<{}>", reference.target))
    }

    #[test]
    fn marks_survive_emphasis_and_table_cells() {
        assert_eq!(plain("**[[9.6.3]]**は、[[a-b|x | y]]。"), "<9.6.3>は、<a-b>。");
        let table = parse("| a | b |\n|---|---|\n| [[9.6.3|who | what]] | 2 |\n");
        let [Block::Table(_, _, rows)] = &table.blocks[..] else { panic!("a table: {table:?}") };
        assert_eq!(rows[0].len(), 2, "the bar in the reference must not end the cell");
    }

    #[test]
    fn ranges_point_into_the_original() {
        let source = "守備隊は [[20.1]] と **「移動」**は {cap(3)} 終";
        let document = parse(source);
        let (_, range) = document.references()[0].clone();
        assert_eq!(&source[range], "[[20.1]]");
        let (_, range) = document.values()[0].clone();
        assert_eq!(&source[range], "{cap(3)}");
        let leftover =
            document.findings.iter().find(|finding| finding.code.name == "leftover-emphasis").expect("found");
        assert_eq!(&source[leftover.range.clone()], "**");
    }

    #[test]
    fn code_and_escapes_are_left_alone() {
        let document = parse("`[[9.6.3]]` and \\[[x]] and \\{y} and\n\n```\n[[z]] {w}\n```\n");
        assert!(
            document.references().is_empty() && document.values().is_empty() && document.findings.is_empty(),
            "{document:?}"
        );
        assert_eq!(document.plain(&|_| String::new()), "[[9.6.3]] and [[x]] and {y} and\n[[z]] {w}");
    }

    #[test]
    fn letters_name_paragraphs_and_items() {
        let document = parse("^a First.\n\n- ^b Second.\n- third\n\n1. ^c Fourth.\n\n^x: not one\n");
        assert_eq!(document.letters().iter().map(|(letter, _)| letter.to_string()).collect::<String>(), "abc");
        assert_eq!(plain("^a First."), "First.");
    }

    #[test]
    fn labels_stand_as_they_are_printed() {
        let source = "^(2) Two.\n\n- ^(2)(a) nested\n- ^(2)(b) too\n\n^イ　Kana.\n\n^word no label\n";
        let document = parse(source);
        let labels: Vec<_> = document
            .letters()
            .into_iter()
            .map(|(label, range)| format!("{label} {} {}", label.shown(), &source[range]))
            .collect();
        assert_eq!(labels, ["2 (2) ^(2)", "2.a (a) ^(2)(a)", "2.b (b) ^(2)(b)", "イ イ ^イ"]);
        assert_eq!(plain(source), "Two.\nnested\ntoo\nKana.\n^word no label");
    }

    #[test]
    fn a_range_and_a_group_are_references_in_a_row() {
        let source = "See [[base:9.1–9.4]], [[1.2(a), 第十五条]] and [[a-b、§ 5|x]].";
        let document = parse(source);
        let read: Vec<_> = document.references();
        let shown: Vec<_> = read
            .iter()
            .map(|(one, range)| format!("{} {}", one.address_of(&one.target), &source[range.clone()]))
            .collect();
        assert_eq!(shown, ["base:9.1 [[base:9.1", "base:9.4 9.4]]", "1.2(a) [[1.2(a)", "第十五条 第十五条]]"]);
        assert_eq!(plain(source), "See <9.1>–<9.4>, <1.2(a)>, <第十五条> and [[a-b、§ 5|x]].");
        assert_eq!(document.findings.len(), 1, "{:?}", document.findings);
        assert_eq!(plain("[[9.1, ]]"), "[[9.1, ]]");
    }

    #[test]
    fn marks_are_restored_where_they_are_none() {
        let code = parse("Text.\n\n    [[z]] {w}\n");
        let Some(Block::Code(text)) = code.blocks.last() else { panic!("code: {code:?}") };
        assert_eq!(text, "[[z]] {w}\n", "indented code is kept as written");
        let link = parse("[map](https://e/{x}/[[1]])");
        let mut addresses = Vec::new();
        link.visit(&mut |inline| {
            if let InlineKind::Link(address, _) = &inline.kind {
                addresses.push(address.clone());
            }
        });
        assert_eq!(addresses, [Some("https://e/{x}/[[1]]".to_owned())]);
        let inline = parse("```[[a]]``` and [[b]]");
        assert_eq!(inline.references().len(), 1, "backticks on one line are a code span, not a fence: {inline:?}");
    }

    #[test]
    fn a_statement_begins_its_own_paragraph() {
        let document = parse("^a First,\nstill first.\n^b Second.\n- ^c Third.\n  ^d Fourth.\n\n^e  Fifth: [[1]].\n");
        let letters = document.letters();
        assert_eq!(letters.iter().map(|(letter, _)| letter.to_string()).collect::<String>(), "abcde");
        let source = "^a First,\nstill first.\n^b Second.\n- ^c Third.\n  ^d Fourth.\n\n^e  Fifth: [[1]].\n";
        for (letter, range) in letters {
            assert_eq!(source[range], format!("^{letter}"));
        }
        assert_eq!(document.plain(&|_| "1".to_owned()), "First, still first.\nSecond.\nThird.\nFourth.\nFifth: 1.");
    }

    #[test]
    fn what_nests_too_deep_keeps_its_words() {
        for source in [format!("{} word", ">".repeat(5_000)), format!("{}word{}", "*".repeat(2_000), "*".repeat(2_000))]
        {
            let document = parse(&source);
            assert!(document.plain(&|_| String::new()).contains("word"));
            assert!(document.findings.iter().any(|finding| finding.code.name == "yaml-too-complex"));
        }
    }

    #[test]
    fn runs_lead_back_to_the_source() {
        let source = "番外**守備**\n隊 &amp; 二つの\nwords `code` more";
        let document = parse(source);
        let run = &document.runs()[0];
        assert_eq!(run.text, "番外守備隊 & 二つのwords ");
        let at = run.text.find("番外守備隊").expect("the words");
        assert_eq!(&source[run.range(at..at + "番外守備隊".len())], "番外**守備**\n隊");
        let at = run.text.find("二つ").expect("the words");
        assert_eq!(&source[run.range(at..at + "二つ".len())], "二つ");
    }

    #[test]
    fn nothing_dangerous_survives() {
        let document = parse("x <b>y</b> [a](javascript:x) ![p](http://e/x.png) [b](https://e/)");
        let mut addresses = Vec::new();
        document.visit(&mut |inline| {
            if let InlineKind::Link(address, _) = &inline.kind {
                addresses.push(address.clone());
            }
        });
        assert_eq!(addresses, [None, Some("https://e/".to_owned())]);
        assert!(document.findings.iter().any(|finding| finding.code.name == "html-in-text"));
    }

    #[test]
    fn entities_give_no_orders() {
        let document = parse("a &#27;[2J b &#x9b; &#0; &#x202e;c &#x1F600; [d](https://e/&#10;x)");
        assert!(document.plain(&|_| String::new()).starts_with("a \u{FFFD}[2J b \u{FFFD} \u{FFFD} \u{202e}c 😀 d"));
        let codes: Vec<&str> = document.findings.iter().map(|finding| finding.code.name).collect();
        assert_eq!(codes, ["control-character", "control-character", "bidirectional-character"]);
    }

    #[test]
    fn malformed_references_are_found() {
        for source in ["[[9.6.3", "[[]]", "[[a b]]", "[[9.6.3|]]", "{x"] {
            assert_eq!(parse(source).findings.len(), 1, "{source}");
        }
    }
}
