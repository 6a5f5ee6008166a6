//! References: links with number and title, or the author's words; plain text where there is nothing to lead to.

use std::fmt::Write as _;

use super::super::link::{Linker, Shown};
use super::{escape, lang};
use crate::library::markup::Reference;

/// Writes a reference.
pub(super) fn write(reference: &Reference, linker: &Linker<'_>, out: &mut String) {
    match linker.show(reference) {
        Shown::Link { href, number, title, untitled, title_language, book, words } => {
            let lang = lang(title_language.as_deref());
            let cited: Vec<&str> = [number.as_deref(), Some(title.as_str())].into_iter().flatten().collect();
            if let Some(words) = words {
                let cited = escape(&cited.join(" "));
                let _ = write!(out, "<a class=\"ref\" href=\"{href}\" title=\"{cited}\">{}</a>", escape(&words));
                return;
            }
            let book = book.map_or_else(String::new, |book| format!("<cite>{}</cite> ", escape(&book)));
            let number = number.map(|number| format!("<span class=\"num\">{}</span>", escape(&number)));
            let name = (!untitled).then(|| format!("<span class=\"name\"{lang}>{}</span>", escape(&title)));
            let named = number.into_iter().chain(name).collect::<Vec<_>>().join(" ");
            let _ = write!(out, "<a class=\"ref\" href=\"{href}\">{book}{named}</a>");
        }
        Shown::Plain { words, explained, lost } => {
            let class = if lost { "ref lost" } else { "ref outside" };
            let title = explained.map_or_else(String::new, |text| format!(" title=\"{}\"", escape(&text)));
            let _ = write!(out, "<span class=\"{class}\"{title}>{}</span>", escape(&words));
        }
    }
}
