//! Reads Markdown.
use super::document::Document;
use super::report::Report;
use super::source::Source;
pub(super) fn read(_: &Source, _: &mut Report) -> Document { Document::default() }
