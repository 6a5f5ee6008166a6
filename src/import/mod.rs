//! A rulebook as its publisher has it, Markdown or numbered plain text, read into the drafts of a book.
//!
//! A [`Source`] is read by [`markdown`] or [`plain`] into a [`Document`]: pieces in their order, each made of ranges of the
//! source. [`book`] puts them into chapters and sections, [`references`] finds the numbers that lead somewhere, [`write`] makes
//! the files. Whatever a file holds of the source is marked in the [`account`] as it is written; what is not marked in the end
//! is quoted in the [`Report`], so that nothing is lost unsaid.

mod account;
mod address;
mod book;
mod document;
mod labels;
mod markdown;
mod numbering;
mod plain;
mod references;
mod report;
mod sequence;
mod source;
mod write;

pub use report::{Counts, Note, Report};
pub use source::{MAX_SOURCE_BYTES, Source, SourceError};

use account::Account;
use document::Document;

/// What the text of a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Markdown: one file, or all files of a tree in their order.
    Markdown,
    /// The plain text of a rulebook whose sections have numbers.
    Plain,
}

/// What the drafts are to be called.
#[derive(Clone, Copy, Debug)]
pub struct Naming<'a> {
    /// The id of the book.
    pub book: &'a str,
    /// Its language.
    pub language: &'a str,
    /// Its title; without one the document's own, or one made from the id.
    pub title: Option<&'a str>,
}

/// A file of the drafts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftFile {
    /// Its name in the folder of the book.
    pub name: String,
    /// Its text.
    pub text: String,
    /// How many sections it has; none for a file that is no chapter.
    pub sections: Option<usize>,
}

/// The drafts of a book and what is to be said of them.
#[derive(Clone, Debug)]
pub struct Draft {
    /// All files of the book.
    pub files: Vec<DraftFile>,
    /// What was not understood, and how much of everything there is.
    pub report: Report,
}

/// Drafts a book from `source`.
pub fn draft(source: &Source, form: Form, naming: Naming<'_>) -> Result<Draft, SourceError> {
    let mut report = Report::default();
    let document: Document = match form {
        Form::Markdown => markdown::read(source, &mut report),
        Form::Plain => plain::read(source, &mut report),
    };
    let mut account = Account::of(source);
    for range in &document.taken {
        account.mark(range.clone());
    }
    let mut book = book::arrange(document, source, naming, &mut report);
    references::link(&mut book, source, &mut report);
    let files = write::files(&book, source, naming, &mut account)?;
    account.tell_missing(&mut report);
    report.finish(source);
    Ok(Draft { files, report })
}
