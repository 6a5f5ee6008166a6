//! Blocks: paragraphs, statements, lists, tables, quotations.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::super::address;
use super::super::link::Linker;
use super::{escape, inline, table};
use crate::library::align::{Content, Unit};
use crate::library::markup::{Block, Document, Paragraph, StatementLabel, item_letter};

/// Where a text stands.
#[derive(Clone, Copy, Debug)]
struct Context<'a> {
    linker: &'a Linker<'a>,
    rules: Option<Rules<'a>>,
}

/// The section whose rules a text holds: its statements get anchors.
#[derive(Clone, Copy, Debug)]
pub(in crate::site) struct Rules<'a> {
    /// Its id.
    pub(in crate::site) section: &'a str,
    /// The number its statements are cited by.
    pub(in crate::site) number: Option<&'a str>,
    /// What stands behind a statement, as HTML.
    pub(in crate::site) behind: Option<&'a BTreeMap<StatementLabel, String>>,
    /// The statements whose anchors stand elsewhere on the page: an address can stand only once on it.
    pub(in crate::site) taken: Option<&'a BTreeSet<StatementLabel>>,
}

/// The HTML of a text; `rules` if it holds rules.
pub(in crate::site) fn prose(document: &Document, linker: &Linker<'_>, rules: Option<Rules<'_>>) -> String {
    let mut out = String::new();
    Context { linker, rules }.blocks(&document.blocks, &mut out);
    out
}

/// The HTML of a part of a text that stands beside its counterpart in another language.
pub(in crate::site) fn unit(unit: &Unit<'_>, linker: &Linker<'_>, rules: Option<Rules<'_>>) -> String {
    let mut html = String::new();
    let place = Context { linker, rules };
    match unit.content {
        Content::Block(block) => place.blocks(std::slice::from_ref(block), &mut html),
        Content::Item(number, item) => place.list(number, std::slice::from_ref(item), &mut html),
        Content::Row(cells) => cells.iter().for_each(|cell| inline::write(cell, linker, &mut html)),
    }
    html
}

impl Context<'_> {
    fn blocks(&self, blocks: &[Block], out: &mut String) {
        let mut rest = blocks;
        while let [first, after @ ..] = rest {
            rest = after;
            if let Some(letter) = first.letter() {
                // A list or table right after a statement is part of it: "The following may sail:".
                let own = after.iter().take_while(|block| block.continues_statement()).count();
                let _ = writeln!(out, "<div class=\"statement\"{}>", self.id(letter));
                self.block(first, out);
                after[..own].iter().for_each(|block| self.block(block, out));
                out.push_str(self.behind(letter));
                out.push_str("</div>\n");
                rest = &after[own..];
            } else {
                self.block(first, out);
            }
        }
    }

    fn block(&self, block: &Block, out: &mut String) {
        match block {
            Block::Paragraph(Paragraph { letter: None, content, tight: false })
                if inline::figure(content, self.linker, out) => {}
            Block::Paragraph(Paragraph { letter, content, tight }) => {
                out.push_str(if *tight { "" } else { "<p>" });
                self.letter(*letter, out);
                inline::write(content, self.linker, out);
                out.push_str(if *tight { "" } else { "</p>\n" });
            }
            // A heading inside a rule has no address of its own and must not disturb the outline of the page.
            Block::Heading(_, content) => {
                out.push_str("<p class=\"subheading\">");
                inline::write(content, &self.linker.without_terms(), out);
                out.push_str("</p>\n");
            }
            Block::List(first, items) => self.list(*first, items, out),
            Block::Table(alignments, head, rows) => table::write(alignments, head, rows, self.linker, out),
            Block::Quote(blocks) => {
                out.push_str("<blockquote>\n");
                self.blocks(blocks, out);
                out.push_str("</blockquote>\n");
            }
            Block::Code(text) => {
                let _ = writeln!(out, "<pre tabindex=\"0\"><code>{}</code></pre>", escape(text));
            }
            Block::Rule => out.push_str("<hr/>\n"),
        }
    }

    fn list(&self, first: Option<u64>, items: &[Vec<Block>], out: &mut String) {
        let class = match items.iter().find_map(|item| item_letter(item)) {
            Some(label) if label.is_within() => " class=\"statements within\"",
            Some(_) => " class=\"statements\"",
            None => "",
        };
        let tag = if first.is_some() { "ol" } else { "ul" };
        let start = first.filter(|first| *first != 1).map_or_else(String::new, |first| format!(" start=\"{first}\""));
        let _ = writeln!(out, "<{tag}{class}{start}>");
        for item in items {
            let mut blocks = item.as_slice();
            match (item_letter(item), blocks) {
                (Some(letter), [own, after @ ..]) => {
                    // The item is the statement; what follows in it may hold statements of its own.
                    let _ = write!(out, "<li class=\"statement\"{}>", self.id(letter));
                    self.block(own, out);
                    out.push_str(self.behind(letter));
                    blocks = after;
                }
                _ => out.push_str("<li>"),
            }
            self.blocks(blocks, out);
            out.push_str("</li>\n");
        }
        let _ = writeln!(out, "</{tag}>");
    }

    fn id(&self, letter: StatementLabel) -> String {
        self.anchored(letter)
            .map_or_else(String::new, |rules| format!(" id=\"{}\"", address::statement(rules.section, letter)))
    }

    /// The rules, if the statement has its anchor here.
    fn anchored(&self, letter: StatementLabel) -> Option<Rules<'_>> {
        self.rules.filter(|rules| rules.taken.is_none_or(|taken| !taken.contains(&letter)))
    }

    fn behind(&self, letter: StatementLabel) -> &str {
        self.rules.and_then(|rules| rules.behind?.get(&letter)).map_or("", String::as_str)
    }

    /// The letter hangs in the margin; the space behind it is for those who copy the text.
    fn letter(&self, letter: Option<StatementLabel>, out: &mut String) {
        let Some(letter) = letter else { return };
        let _ = match self.anchored(letter) {
            Some(Rules { section, number, .. }) => {
                let cited = format!("{}.{letter}", number.unwrap_or(section));
                let (anchor, shown) = (address::statement(section, letter), escape(letter.shown()));
                write!(out, "<a class=\"letter\" href=\"#{anchor}\" title=\"{}\">{shown} </a>", escape(&cited))
            }
            None => write!(out, "<span class=\"letter\">{} </span>", escape(letter.shown())),
        };
    }
}
