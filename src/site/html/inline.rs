//! Runs of words within a block.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::super::language;
use super::super::link::{Binding, Linker};
use super::super::terms::Marker;
use super::bound::bound;
use super::{escape, lang, reference};
use crate::library::markup::{Inline, InlineKind, Mark, soft_break};

/// Writes a run of words.
pub(super) fn write(inlines: &[Inline], linker: &Linker<'_>, out: &mut String) {
    Run { linker, terms: linker.terms, last: String::new() }.inlines(inlines, out);
}

/// An address that leads out, as it may be written: browsers take what the author wrote, an EPUB must have it spelled by the
/// book (RFC 3986).
fn outward(address: &str, binding: Binding) -> Cow<'_, str> {
    let is_code =
        |at: usize| address.as_bytes().get(at + 1..at + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit));
    let is_strange = |(at, byte): (usize, u8)| match byte {
        b'%' => !is_code(at),
        _ => byte <= b' ' || b"\"<>\\^`{|}\x7f".contains(&byte),
    };
    if binding != Binding::Epub || !address.bytes().enumerate().any(is_strange) {
        return Cow::Borrowed(address);
    }
    let mut spelled = String::with_capacity(address.len() + 16);
    for (at, c) in address.char_indices() {
        match u8::try_from(c) {
            Ok(byte) if c.is_ascii() && is_strange((at, byte)) => {
                let _ = write!(spelled, "%{byte:02X}");
            }
            _ => spelled.push(c),
        }
    }
    Cow::Owned(spelled)
}

struct Run<'a> {
    linker: &'a Linker<'a>,
    /// What marks terms, where they are no part of a link.
    terms: Option<&'a Marker<'a>>,
    /// The words written last: what a line end becomes depends on the script before it.
    last: String,
}

impl Run<'_> {
    fn inlines(&mut self, inlines: &[Inline], out: &mut String) {
        let mut rest = inlines;
        while let [inline, after @ ..] = rest {
            let is_words = |inline: &&Inline| matches!(inline.kind, InlineKind::Text(_) | InlineKind::SoftBreak);
            let words = rest.iter().take_while(is_words).count();
            if words > 0 {
                self.plain(&rest[..words], out);
                rest = &rest[words..];
                continue;
            }
            rest = after;
            match &inline.kind {
                InlineKind::Emphasis(inner) => self.tagged("em", inner, out),
                InlineKind::Strong(inner) => self.tagged("strong", inner, out),
                InlineKind::Strike(inner) => self.tagged("s", inner, out),
                InlineKind::Code(words) => self.code(words, out),
                InlineKind::HardBreak => out.push_str("<br/>\n"),
                InlineKind::Link(Some(address), inner) => {
                    let address = escape(&outward(address, self.linker.binding));
                    let _ = write!(out, "<a class=\"outward\" rel=\"noopener noreferrer\" href=\"{address}\">");
                    let terms = self.terms.take();
                    self.inlines(inner, out);
                    self.terms = terms;
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
                // Words and the ends of their lines are written above.
                InlineKind::Mark(Mark::Letter(_)) | InlineKind::Text(_) | InlineKind::SoftBreak => {}
            }
        }
    }

    /// Words over several lines of the source; the terms among them lead to the glossary.
    fn plain(&mut self, inlines: &[Inline], out: &mut String) {
        let mut text = String::new();
        for inline in inlines {
            if let InlineKind::Text(words) = &inline.kind {
                text.push_str(words);
                words.clone_into(&mut self.last);
            } else if !soft_break(&self.last).is_empty() {
                text.push('\n');
            }
        }
        let terms = self.terms.map(|terms| terms.mark(&text)).unwrap_or_default();
        // A blank becomes one that takes a byte more: the places of terms are those before.
        let written = |part: &str| escape(&bound(part, self.linker.text_language));
        let mut at = 0;
        for (range, href) in terms {
            let (before, name) = (written(&text[at..range.start]), written(&text[range.clone()]));
            let _ = write!(out, "{before}<a class=\"term\" href=\"{href}\">{name}</a>");
            at = range.end;
        }
        out.push_str(&written(&text[at..]));
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
        let lang = lang(language::of_quoted(words, self.linker.text_language, &self.linker.book.all_languages()));
        let _ = write!(out, "<code{lang}>{}</code>", escape(words));
        words.clone_into(&mut self.last);
    }
}

#[cfg(test)]
mod tests {
    use super::{Binding, outward};

    #[test]
    fn addresses_in_an_epub_are_spelled_by_the_book() {
        let address = "https://example.org/a b?q=\"<>&x=100%&y=%20#э{|}";
        let spelled = "https://example.org/a%20b?q=%22%3C%3E&x=100%25&y=%20#э%7B%7C%7D";
        assert_eq!(outward(address, Binding::Epub), spelled);
        assert_eq!(outward(spelled, Binding::Epub), spelled);
        assert_eq!(outward(address, Binding::Page), address);
    }
}
