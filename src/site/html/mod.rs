//! A parsed text as HTML that is XML too. Only tags written here come out; every word of the author is escaped.

mod block;
mod bound;
mod inline;
mod reference;
mod table;

pub(super) use block::{Rules, prose, unit};
pub(super) use table::{captioned, width_class};

use super::link::Linker;
use crate::library::markup::Document;
use crate::library::text::collapse_whitespace;
use crate::library::typeset::typeset;

/// The words of a text on one line, for whatever escapes them: they are no HTML. A reference counts by what it shows.
pub(super) fn plain_words(document: &Document, linker: &Linker<'_>) -> String {
    let words = document.plain(&|reference| linker.plain(reference));
    typeset(&collapse_whitespace(&words), linker.text_language, None)
}

/// The attribute of the language of a text, where it has one of its own.
pub(super) fn lang(code: Option<&str>) -> String {
    code.map_or_else(String::new, |code| format!(" lang=\"{}\"", escape(code)))
}

/// A line of words in a language as HTML.
pub(super) fn line(text: &str, language: &str) -> String {
    escape(&typeset(text, language, None))
}

/// `text` with everything that HTML could take for markup written as entities.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(c),
        }
    }
    escaped
}
