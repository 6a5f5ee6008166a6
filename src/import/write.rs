//! The files of a drafted book, as YAML.

use std::fmt::Write as _;

use super::account::Account;
use super::book::{Book, Chapter, Part, Section};
use super::document::{Heading, Words};
use super::source::{Source, SourceError};
use super::{DraftFile, Naming};
use crate::characters::on_one_line;
use crate::library::names::EDITION;
use crate::library::text::collapse_whitespace;
use crate::library::yaml::{MAX_FILE_BYTES, MAX_TEXT_BYTES, Written};

/// All files of the book; what they hold of the source is marked in `account`.
pub(super) fn files(
    book: &Book,
    source: &Source,
    naming: Naming<'_>,
    account: &mut Account<'_>,
) -> Result<Vec<DraftFile>, SourceError> {
    let mut writer = Writer { source, account };
    let title = match (&book.said, naming.title) {
        (Some(said), None) => writer.words(said),
        (_, Some(title)) => title.to_owned(),
        (None, None) => book.title.clone(),
    };
    let mut files = vec![
        DraftFile { name: "book.yaml".to_owned(), text: about(book, source, naming, &title), sections: None },
        DraftFile {
            name: "terms.yaml".to_owned(),
            text: "# yaml-language-server: $schema=../../schemas/terms.json\nterms: []\n".to_owned(),
            sections: None,
        },
    ];
    for chapter in &book.chapters {
        let text = writer.chapter(chapter, &title)?;
        let at = || chapter.sections.first().map(|section| source.place(section.at));
        if text.len() as u64 > MAX_FILE_BYTES {
            return Err(SourceError {
                message: format!("the chapter `{}` is larger than a file may be", chapter.file),
                at: at(),
                help: "divide it: give its parts headings of chapters",
            });
        }
        files.push(DraftFile { name: format!("{}.yaml", chapter.file), text, sections: Some(chapter.sections.len()) });
    }
    Ok(files)
}

fn about(book: &Book, source: &Source, naming: Naming<'_>, title: &str) -> String {
    let lang = naming.language;
    let from = on_one_line(source.first_name()).replace('`', "'");
    let numbering = if book.is_continuous { "numbering: {continuous: yes}\n" } else { "" };
    format!(
        "# yaml-language-server: $schema=../../schemas/book.json\ntitle:\n  {lang}: {}\nprovenance:\n  {lang}: |\n    \
         Drafted by `rulestone import` from `{from}`. Say here which document this is, whose words these are, and what \
         they leave out.\nlanguages: [{lang}]\nrule_language: {EDITION}\n{numbering}",
        word(title),
    )
}

fn word(text: &str) -> String {
    Written::Word(text.trim().to_owned()).flow()
}

/// The address of a statement: in quotes where YAML may take it for a number.
fn of_word(address: &str) -> String {
    if address.starts_with(|c: char| c.is_ascii_digit()) {
        crate::library::yaml::quoted(address)
    } else {
        word(address)
    }
}

struct Writer<'a, 'b> {
    source: &'a Source,
    account: &'a mut Account<'b>,
}

impl Writer<'_, '_> {
    fn words(&mut self, words: &Words) -> String {
        words.write(self.source.text(), self.account)
    }

    fn chapter(&mut self, chapter: &Chapter, book_title: &str) -> Result<String, SourceError> {
        let mut keys = Vec::new();
        if let Some(number) = &chapter.heading.number {
            keys.push(format!("number: {}", self.quoted(number)));
        }
        match &chapter.heading.title {
            Some(title) => keys.push(format!("title: {}", word(&self.line(title)))),
            // A chapter without a number needs one; the book's is all that the source may have.
            None if chapter.heading.number.is_none() => keys.push(format!("title: {}", word(book_title))),
            None => {}
        }
        if chapter.is_editorial {
            keys.push("editorial: yes".to_owned());
        }
        let mut text = format!(
            "# yaml-language-server: $schema=../../schemas/chapter.json\nchapter: {{{}}}\nsections:\n",
            keys.join(", ")
        );
        for (at, section) in chapter.sections.iter().enumerate() {
            if at > 0 {
                text.push('\n');
            }
            self.section(section, &mut text)?;
        }
        Ok(text)
    }

    fn section(&mut self, section: &Section, text: &mut String) -> Result<(), SourceError> {
        let Heading { number, title, level } = &section.heading;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  - id: {}", section.id);
        if let Some(number) = number {
            let _ = writeln!(text, "    number: {}", self.quoted(number));
        }
        if let Some(level) = level {
            let _ = writeln!(text, "    level: \"{level}\"");
        }
        if let Some(title) = title {
            let _ = writeln!(text, "    title: {}", word(&self.line(title)));
        }
        let mut paragraphs = Vec::new();
        let mut examples = Vec::new();
        for part in &section.parts {
            match part {
                Part::Text(words) => paragraphs.push(self.words(words)),
                Part::Statement { label, words, .. } => paragraphs.push(format!("^{label} {}", self.words(words))),
                Part::Example { words, of } => examples.push((self.words(words), of)),
            }
        }
        for paragraph in &mut paragraphs {
            paragraph.truncate(paragraph.trim_end().len());
        }
        paragraphs.retain(|paragraph| !paragraph.is_empty());
        // A section has words: of one that is a number and nothing else, these are its words.
        if paragraphs.is_empty() && title.as_ref().is_none_or(|title| title.is_blank(self.source.text())) {
            paragraphs.push(number.as_ref().map_or_else(|| "\\-".to_owned(), |number| self.words(number)));
        }
        if !paragraphs.is_empty() {
            let body = self.fitting(&paragraphs.join("\n\n"), section)?;
            let _ = write!(text, "    text: |\n{}", block(&body, 6));
        }
        for (at, (words, of)) in examples.iter().enumerate() {
            if at == 0 {
                text.push_str("    examples:\n");
            }
            let body = self.fitting(words, section)?;
            let _ = write!(text, "      - id: example-{}\n        text: |\n{}", at + 1, block(&body, 10));
            if let Some(address) = of {
                let _ = writeln!(text, "        of: [{}]", of_word(address));
            }
            text.push_str("        draft: yes\n");
        }
        Ok(())
    }

    fn fitting(&self, text: &str, section: &Section) -> Result<String, SourceError> {
        if text.len() < MAX_TEXT_BYTES {
            return Ok(text.to_owned());
        }
        Err(SourceError {
            message: format!("the text of the section `{}` is longer than a text may be", section.id),
            at: Some(self.source.place(section.at)),
            help: "divide it: give its parts numbers or headings",
        })
    }

    /// A number, always in quotes: 9.10 would be one with less digits.
    fn quoted(&mut self, words: &Words) -> String {
        crate::library::yaml::quoted(self.line(words).trim())
    }

    fn line(&mut self, words: &Words) -> String {
        collapse_whitespace(&self.words(words))
    }
}

/// A text as the lines of a block.
fn block(text: &str, indent: usize) -> String {
    let pad = " ".repeat(indent);
    let mut block = String::new();
    for line in text.trim_start().trim_end().lines() {
        let line = line.trim_end();
        if !line.is_empty() {
            block.push_str(&pad);
            block.push_str(line);
        }
        block.push('\n');
    }
    block
}
