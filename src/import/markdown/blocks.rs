//! The outermost blocks of Markdown, with what stands in them.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::super::source::Source;
use crate::library::markup::depth;

/// What a block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    Heading(u8, Option<String>),
    Paragraph,
    List,
    Table,
    Quote,
    Fenced,
    Indented,
    Html,
    Line,
    Footnote(String),
    Definitions,
    Metadata,
}

/// A block that lies in no other.
#[derive(Clone, Debug)]
pub(super) struct Block<'a> {
    pub(super) kind: BlockKind,
    /// Where it stands in the source.
    pub(super) range: Range<usize>,
    /// All that stands in it, at its place in the source.
    pub(super) events: Vec<(Event<'a>, Range<usize>)>,
    /// The file that it stands in.
    pub(super) file: usize,
}

/// So many lists within one another are looked at for sections.
const DEEPEST: usize = 16;

/// An item of a list.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) range: Range<usize>,
    /// The lists that stand right in it.
    pub(super) lists: Vec<(Range<usize>, Vec<Item>)>,
}

impl Item {
    /// It and all items below it, in their order.
    pub(super) fn all(&self) -> Vec<Range<usize>> {
        let mut all = vec![self.range.clone()];
        all.extend(self.lists.iter().flat_map(|(_, items)| items).flat_map(Self::all));
        all
    }
}

/// The address that links of a file share, which stands on a line of its own: `[rules]: https://example.org`.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) file: usize,
    /// Its name in lower case.
    pub(super) name: String,
    pub(super) range: Range<usize>,
}

/// All blocks of all files, and the addresses that stand between them.
pub(super) fn blocks(source: &Source) -> (Vec<Block<'_>>, Vec<Definition>) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut definitions = Vec::new();
    for (file, (range, _)) in source.files().enumerate() {
        let text = &source.text()[range.clone()];
        let mut depth = 0_usize;
        let parser = Parser::new_ext(text, options);
        for (name, definition) in
            parser.reference_definitions().iter().filter(|(_, definition)| definition.title.is_none())
        {
            let at = range.start + definition.span.start..range.start + definition.span.end;
            definitions.push(Definition { file, name: name.to_lowercase(), range: at });
        }
        for (event, at) in parser.into_offset_iter() {
            let at = range.start + at.start..range.start + at.end;
            if depth == 0 {
                let kind = match &event {
                    Event::Start(tag) => kind(tag),
                    Event::Rule => BlockKind::Line,
                    _ => BlockKind::Paragraph,
                };
                blocks.push(Block { kind, range: at.clone(), events: Vec::new(), file });
            }
            match &event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            // An end stands where what it ends does; places only grow.
            let at = if matches!(event, Event::End(_)) { at.end..at.end } else { at };
            if let Some(block) = blocks.last_mut() {
                block.events.push((event, at));
            }
        }
    }
    (blocks, definitions)
}

fn kind(tag: &Tag<'_>) -> BlockKind {
    match tag {
        Tag::Heading { level, id, .. } => BlockKind::Heading(depth(*level), id.as_ref().map(ToString::to_string)),
        Tag::List(_) => BlockKind::List,
        Tag::Table(_) => BlockKind::Table,
        Tag::BlockQuote(_) => BlockKind::Quote,
        Tag::CodeBlock(CodeBlockKind::Fenced(_)) => BlockKind::Fenced,
        Tag::CodeBlock(CodeBlockKind::Indented) => BlockKind::Indented,
        Tag::HtmlBlock => BlockKind::Html,
        Tag::FootnoteDefinition(label) => BlockKind::Footnote(label.to_string()),
        Tag::DefinitionList => BlockKind::Definitions,
        Tag::MetadataBlock(_) => BlockKind::Metadata,
        _ => BlockKind::Paragraph,
    }
}

impl Block<'_> {
    /// The range of the text of a heading or paragraph, without its marks.
    pub(super) fn inner(&self) -> Range<usize> {
        let is_frame = |event: &Event<'_>| {
            matches!(
                event,
                Event::Start(Tag::Heading { .. } | Tag::Paragraph) | Event::End(TagEnd::Heading(_) | TagEnd::Paragraph)
            )
        };
        let inside = self.events.iter().filter(|(event, _)| !is_frame(event));
        let mut range = self.range.end..self.range.start;
        for (_, at) in inside {
            range.start = range.start.min(at.start);
            range.end = range.end.max(at.end);
        }
        // The first character of a paragraph may be a backslash.
        if self.kind == BlockKind::Paragraph {
            range.start = self.range.start;
        }
        if range.start > range.end { self.range.start..self.range.start } else { range }
    }

    /// The words of a heading, as a reader sees them.
    pub(super) fn plain(&self) -> String {
        self.events.iter().fold(String::new(), |mut text, (event, _)| {
            match event {
                Event::Text(words) | Event::Code(words) => text.push_str(words),
                Event::SoftBreak | Event::HardBreak => text.push(' '),
                _ => {}
            }
            text
        })
    }

    /// The items of a list.
    pub(super) fn items(&self) -> Vec<Item> {
        enum Open {
            List(Range<usize>, Vec<Item>),
            Item(Item),
            Other,
        }
        let mut open: Vec<Open> = Vec::new();
        for (event, at) in &self.events {
            match event {
                Event::Start(Tag::List(_))
                    if open.len() < 2 * DEEPEST && matches!(open.last(), None | Some(Open::Item(_))) =>
                {
                    open.push(Open::List(at.clone(), Vec::new()));
                }
                Event::Start(Tag::Item) if matches!(open.last(), Some(Open::List(..))) => {
                    open.push(Open::Item(Item { range: at.clone(), lists: Vec::new() }));
                }
                Event::Start(_) => open.push(Open::Other),
                Event::End(_) => match (open.pop(), open.last_mut()) {
                    (Some(Open::List(range, items)), Some(Open::Item(above))) => above.lists.push((range, items)),
                    (Some(Open::Item(item)), Some(Open::List(_, items))) => items.push(item),
                    (Some(Open::List(_, items)), None) => return items,
                    _ => {}
                },
                _ => {}
            }
        }
        Vec::new()
    }

    /// The range of a heading from its first word on, behind tags of HTML.
    pub(super) fn worded(&self) -> Range<usize> {
        let inner = self.inner();
        let first = self.events.iter().find(|(event, _)| match event {
            Event::Text(text) => !text.trim().is_empty(),
            event => !matches!(event, Event::Start(Tag::Heading { .. }) | Event::InlineHtml(_)),
        });
        match first {
            Some((Event::Text(text), at)) => at.start + (text.len() - text.trim_start().len()).min(at.len())..inner.end,
            _ => inner,
        }
    }

    /// The ranges of the paragraphs of a quotation, one level down.
    pub(super) fn paragraphs(&self) -> Vec<Range<usize>> {
        let mut depth = 0_usize;
        let mut found = Vec::new();
        for (event, at) in &self.events {
            match event {
                Event::Start(tag) => {
                    if depth == 1 && matches!(tag, Tag::Paragraph) {
                        found.push(at.clone());
                    }
                    depth += 1;
                }
                Event::End(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        found
    }
}

/// The addresses that links may have, as GitHub and most others make them of headings.
#[derive(Default)]
pub(super) struct Slugs(HashMap<(usize, String), usize>);

impl Slugs {
    /// The address of a heading in its file.
    pub(super) fn of(&mut self, file: usize, title: &str) -> String {
        let mut slug = String::new();
        for c in title.trim().chars().flat_map(char::to_lowercase) {
            match c {
                ' ' => slug.push('-'),
                c if c.is_alphanumeric() || matches!(c, '-' | '_') => slug.push(c),
                _ => {}
            }
        }
        let times = self.0.entry((file, slug.clone())).or_insert(0);
        *times += 1;
        if *times == 1 { slug } else { format!("{slug}-{}", *times - 1) }
    }
}
