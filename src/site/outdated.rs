//! What has changed in a reference text since it was translated, as readers see it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use minijinja::Value;
use serde::Serialize;

use super::html::escape;
use super::link::Linker;
use crate::library::difference::{Change, Difference, Part};
use crate::library::fingerprint::Reason;
use crate::library::history::History;
use crate::library::markup::{self, Document, Written};
use crate::library::text::Text;
use crate::library::unfinished::Unfinished;

/// How many words stand around a change.
const AROUND: usize = 10;

/// What has changed, in the language of the reference text.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Changed {
    lang: String,
    html: Value,
}

/// The difference; none where the history has no earlier text, or where only the form of a word is to be changed.
pub(super) fn changed(history: &History, linker: &Linker<'_>, piece: &Unfinished<'_>) -> Option<Changed> {
    if piece.reason != Some(Reason::Words) {
        return None;
    }
    let earlier = history.earlier(linker.book, piece)?;
    let reference = linker.in_language(&linker.book.reference);
    let html = match piece.text {
        Text::Line(line) => html(&Difference::between(&earlier.text, &line.value)),
        Text::Prose(prose) => {
            let read = |document: &Document| document.plain(&|of| reference.plain(of));
            let (before, now) = (read(&filled(&earlier.text, &prose.document)), read(&prose.document));
            let difference = Difference::between(&before, &now);
            // Where readers see the same words, what is behind them has changed: where a reference leads, what is stressed.
            if difference.is_none() {
                html(&Difference::between(&earlier.text, &prose.source))
            } else {
                html(&difference)
            }
        }
    };
    Some(Changed { lang: linker.book.reference.clone(), html: Value::from_safe_string(html) })
}

/// An earlier text with the values that logic gives today, as far as the text of today has them.
fn filled(earlier: &str, now: &Document) -> Document {
    let written = now.written().into_iter().filter_map(|(value, written, _)| Some((value, written?.clone())));
    let written: BTreeMap<&str, Written> = written.collect();
    let mut document = markup::parse(earlier);
    document.fill(&|value| written.get(value).cloned());
    document
}

fn html(difference: &Difference<'_>) -> String {
    let mut html = String::new();
    for Part { change, text } in difference.excerpt(AROUND).parts {
        let words = text.trim_end();
        let words = escape(words).replace('\n', "<br>");
        let behind = match &text[text.trim_end().len()..] {
            space if space.contains('\n') => "<br>",
            "" => "",
            _ => " ",
        };
        let _ = match change {
            Change::Kept => write!(html, "{words}{behind}"),
            Change::Removed => write!(html, "<del>{words}</del>{behind}"),
            Change::Added => write!(html, "<ins>{words}</ins>{behind}"),
        };
    }
    html
}
