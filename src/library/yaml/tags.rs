//! Tags that mean nothing here: a value that asks to be more than plain data.

use serde_saphyr::granit_parser::{Options, Parser};

use super::read::MAX_DEPTH;
use crate::diagnostic::{Diagnostic, FileId, Place, SourceFile, codes};

/// Events that are looked at; far more than a file has that is read at all.
const MOST_EVENTS: usize = 1_000_000;

/// A file that has more of them was written for another program; what is said then is enough.
const MOST_FINDINGS: usize = 50;

/// Reports every tag but those of plain values (`!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!seq`, `!!map`), as far
/// as the file can be read.
pub(super) fn report(file: FileId, source: &SourceFile, diagnostics: &mut Vec<Diagnostic>) {
    // The events are those of a second reading, which few files need.
    if !source.text.contains('!') {
        return;
    }
    let mut options = Options::default();
    options.set_emit_comments(false);
    options.flow_nesting_limit = MAX_DEPTH;
    options.block_nesting_limit = MAX_DEPTH;
    let mut parser = Parser::new_from_str_with_options(&source.text, options);
    let mut left = MOST_FINDINGS;
    for _ in 0..MOST_EVENTS {
        let Some(Ok((event, span))) = parser.next_event() else { return };
        let Some(tag) = event.tag().filter(|tag| tag.core_suffix().is_none()) else { continue };
        let range = span.tag_span().and_then(|span| span.byte_range()).or_else(|| span.byte_range());
        let range = range.filter(|range| source.text.get(range.clone()).is_some()).unwrap_or(0..0);
        let written = source.text.get(range.clone()).filter(|text| text.starts_with('!'));
        let shown = written.map_or_else(|| tag.original(), str::to_owned);
        diagnostics.push(
            Diagnostic::new(
                &codes::UNKNOWN_TAG,
                Place::new(file, range),
                format!("`{shown}` is a tag, and means nothing here"),
            )
            .help("remove it; a text that begins with `!` stands in quotes"),
        );
        left -= 1;
        if left == 0 {
            return;
        }
    }
}
