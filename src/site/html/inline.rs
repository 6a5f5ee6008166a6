//! Runs of words within a block.

use std::fmt::Write as _;

use super::super::language;
use super::super::link::Linker;
use super::{escape, reference};
use crate::library::markup::{Inline, InlineKind, Mark, soft_break};

/// Writes a run of words.
pub(super) fn write(inlines: &[Inline], linker: &Linker<'_>, out: &mut String) {
    Run { linker, last: String::new() }.inlines(inlines, out);
}

struct Run<'a> {
    linker: &'a Linker<'a>,
    /// The words written last: what a line end becomes depends on the script before it.
    last: String,
}

impl Run<'_> {
    fn inlines(&mut self, inlines: &[Inline], out: &mut String) {
        for inline in inlines {
            match &inline.kind {
                InlineKind::Text(words) => self.words(words, out),
                InlineKind::Emphasis(inner) => self.tagged("em", inner, out),
                InlineKind::Strong(inner) => self.tagged("strong", inner, out),
                InlineKind::Strike(inner) => self.tagged("s", inner, out),
                InlineKind::Code(words) => self.code(words, out),
                InlineKind::SoftBreak => {
                    let space = if soft_break(&self.last).is_empty() { "" } else { "\n" };
                    out.push_str(space);
                }
                InlineKind::HardBreak => out.push_str("<br>\n"),
                InlineKind::Link(Some(address), inner) => {
                    let _ =
                        write!(out, "<a class=\"outward\" rel=\"noopener noreferrer\" href=\"{}\">", escape(address));
                    self.inlines(inner, out);
                    out.push_str("</a>");
                }
                InlineKind::Link(None, inner) => self.inlines(inner, out),
                InlineKind::Mark(Mark::Reference(reference)) => {
                    self.last.clear();
                    reference::write(reference, self.linker, out);
                }
                InlineKind::Mark(Mark::Value(_, Some(shown))) => {
                    out.push_str("<span class=\"value\">");
                    self.words(&shown.text, out);
                    out.push_str("</span>");
                }
                InlineKind::Mark(Mark::Value(expression, None)) => {
                    let _ = write!(out, "<code class=\"value\">{}</code>", escape(expression));
                }
                InlineKind::Mark(Mark::Letter(_)) => {}
            }
        }
    }

    fn words(&mut self, words: &str, out: &mut String) {
        out.push_str(&escape(words));
        words.clone_into(&mut self.last);
    }

    fn tagged(&mut self, tag: &str, inner: &[Inline], out: &mut String) {
        let _ = write!(out, "<{tag}>");
        self.inlines(inner, out);
        let _ = write!(out, "</{tag}>");
    }

    fn code(&mut self, words: &str, out: &mut String) {
        let lang = language::of_quoted(words, self.linker.text_language, &self.linker.book.all_languages())
            .map_or_else(String::new, |code| format!(" lang=\"{code}\""));
        let _ = write!(out, "<code{lang}>{}</code>", escape(words));
        words.clone_into(&mut self.last);
    }
}
