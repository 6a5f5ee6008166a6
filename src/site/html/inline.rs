//! Runs of words within a block.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::super::language;
use super::super::link::{Binding, Linker};
use super::super::terms::Marker;
use super::bound::bound;
use super::{escape, lang, line, reference};
use crate::library::markup::{Inline, InlineKind, Mark, plain_inlines, seen_as_words, soft_break};
use crate::library::typeset::typeset;

/// Writes a run of words.
pub(super) fn write(inlines: &[Inline], linker: &Linker<'_>, out: &mut String) {
    Run::new(linker).inlines(inlines, out);
}

/// Writes a picture that stands alone, if that is all there is.
pub(super) fn figure(inlines: &[Inline], linker: &Linker<'_>, out: &mut String) -> bool {
    let [Inline { kind: InlineKind::Picture { name, words, caption }, .. }] = inlines else { return false };
    out.push_str("<figure>\n");
    Run::new(linker).picture(name, words, out);
    if !caption.is_empty() {
        let caption = line(caption, linker.text_language);
        let _ = write!(out, "\n<figcaption>{caption}</figcaption>");
    }
    out.push_str("\n</figure>\n");
    true
}

/// Whether a line may not begin with `c`.
fn begins_no_line(c: char) -> bool {
    ".,;:!?)]}»”’。、．，；：！？）］｝」』】〉》".contains(c)
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

/// The character that was written last: none where an element begins, a letter where one has ended.
fn written_last(out: &str) -> Option<char> {
    let Some(tag) = out.strip_suffix('>').and_then(|out| Some(&out[out.rfind('<')?..])) else {
        return out.chars().next_back();
    };
    (tag.starts_with("</") || tag.ends_with('/')).then_some('a')
}

struct Run<'a> {
    linker: &'a Linker<'a>,
    /// What marks terms, where they are no part of a link.
    terms: Option<&'a Marker<'a>>,
    /// The words written last: what a line end becomes depends on the script before it.
    last: String,
}

impl<'a> Run<'a> {
    fn new(linker: &'a Linker<'a>) -> Self {
        Self { linker, terms: linker.terms, last: String::new() }
    }

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
                InlineKind::Mark(Mark::Symbol(name, words)) => {
                    // A line ends neither between a number and its symbol nor before a full stop.
                    let join = |is_joined| if is_joined { "\u{2060}" } else { "" };
                    out.push_str(join(out.ends_with(|c: char| c.is_ascii_digit())));
                    self.symbol(name, words.as_deref(), out);
                    let behind = rest.first().and_then(|next| match &next.kind {
                        InlineKind::Text(words) => words.chars().next(),
                        _ => None,
                    });
                    out.push_str(join(behind.is_some_and(begins_no_line)));
                }
                InlineKind::Picture { name, words, caption } => {
                    self.picture(name, words, out);
                    if !caption.is_empty() {
                        let caption = line(caption, self.linker.text_language);
                        let _ = write!(out, "<span class=\"caption\">{caption}</span>");
                    }
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
        let text = typeset(&text, self.linker.text_language, written_last(out));
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

    /// A symbol in the line; its name where it cannot be shown.
    fn symbol(&mut self, name: &str, words: Option<&str>, out: &mut String) {
        let file = self.linker.book.symbol(name).map(|symbol| symbol.file.0.as_str());
        match (words, file.and_then(|file| self.linker.picture(file))) {
            (Some(words), Some((src, picture))) => {
                let (class, words) = (if picture.is_black { "symbol black" } else { "symbol" }, escape(words));
                let (width, height) = picture.size;
                let _ = write!(
                    out,
                    "<img class=\"{class}\" src=\"{src}\" alt=\"{words}\" title=\"{words}\" width=\"{width}\" height=\"{height}\"/>"
                );
            }
            _ => out.push_str(&escape(&seen_as_words(words.unwrap_or(name)))),
        }
        self.last.clear();
    }

    /// A picture; its words where it cannot be shown.
    fn picture(&mut self, name: &str, words: &[Inline], out: &mut String) {
        let words = plain_inlines(words, &|reference| self.linker.plain(reference));
        match self.linker.picture(name) {
            Some((src, picture)) => {
                let class = if picture.is_black { "picture black" } else { "picture" };
                let ((width, height), words) = (picture.size, escape(&words));
                let _ = write!(
                    out,
                    "<img class=\"{class}\" src=\"{src}\" alt=\"{words}\" width=\"{width}\" height=\"{height}\"/>"
                );
            }
            None => out.push_str(&escape(&seen_as_words(&words))),
        }
        self.last.clear();
    }

    fn words(&mut self, words: &str, out: &mut String) {
        out.push_str(&line(words, self.linker.text_language));
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
