//! `rulestone new book`, `rulestone new chapter` and `rulestone new section`

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::output::{Output, STRONG};
use super::{CommandError, Outcome, Success, open};
use crate::characters::is_unseen;
use crate::files::{self, FileError};
use crate::library::names::{self, EDITION};
use crate::library::yaml::{self, schema::schema, shape::MAX_LINE};
use crate::library::{RuleNumber, format};
use crate::translate::{self, FileEdit};

/// Begin a book, a chapter or a section, with a correct start to write into
#[derive(Debug, Subcommand)]
pub(super) enum New {
    Book(NewBook),
    Chapter(NewChapter),
    Section(NewSection),
}

/// Begin a book: its book.yaml, a glossary and a first chapter
#[derive(Debug, Args)]
pub(super) struct NewBook {
    /// The book's id: kebab-case, the name of its folder
    #[arg(value_parser = open::id)]
    id: String,
    /// Its reference language
    #[arg(long, default_value = "en", value_parser = open::language, value_name = "LANG")]
    lang: String,
    /// Its title [default: made from the id]
    #[arg(long, value_parser = line)]
    title: Option<String>,
}

/// Add a chapter to a book; its place among the others is that of its name
#[derive(Debug, Args)]
pub(super) struct NewChapter {
    /// The book
    book: String,
    /// The name of its file without .yaml: kebab-case, `06-combat`
    #[arg(value_parser = open::id)]
    id: String,
    /// Its number as printed
    #[arg(long, value_parser = number)]
    number: Option<String>,
    /// Its title [default: made from the id]
    #[arg(long, value_parser = line)]
    title: Option<String>,
}

/// Add a section to the end of a chapter
#[derive(Debug, Args)]
pub(super) struct NewSection {
    /// The book
    book: String,
    /// The chapter, by the name of its file without .yaml
    chapter: String,
    /// The section's id: kebab-case, unique in the book, for ever
    #[arg(value_parser = open::id)]
    id: String,
    /// Its number as printed
    #[arg(long, value_parser = number)]
    number: Option<String>,
    /// Its title [default: made from the id]
    #[arg(long, value_parser = line)]
    title: Option<String>,
}

const BOOK: &str = "book.yaml";
const TERMS: &str = "terms.yaml";
const INTRODUCTION: &str = "01-introduction.yaml";

/// Whether a book that is new or imported may have a file of that name when it is made.
pub(super) fn may_be_fresh(name: &str) -> bool {
    let chapter = name.strip_suffix(".yaml").filter(|name| names::check_id(name).is_ok());
    let is_chapter = chapter.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_digit()));
    is_chapter || matches!(name, BOOK | TERMS)
}

impl New {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        match self {
            Self::Book(command) => command.run(root, output),
            Self::Chapter(command) => command.run(root, output),
            Self::Section(command) => command.run(root, output),
        }
    }
}

impl NewBook {
    fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        // The first book makes the library, so there need be none yet.
        let root = match root {
            Some(root) => root,
            None => open::root(None).or_else(|_| open::here())?,
        };
        if let Some(taken) = taken(&root, &self.id)? {
            return Err(already(&taken));
        }
        let title = self.title.unwrap_or_else(|| names::to_title(&self.id));
        let folder = root.join(format!("rules-{}", self.lang)).join(&self.id);
        // All that can be refused, before anything is written.
        files::allow(&root, &folder)?;
        allow_schemas(&root)?;
        let _lock = open::lock_new(&root, output)?;
        let quoted = yaml::quoted(&title);
        let lang = &self.lang;
        let book = [
            (
                BOOK,
                format!(
                    "# yaml-language-server: $schema=../../schemas/book.json\ntitle:\n  {lang}: {quoted}\nprovenance:\n  {lang}: |\n    \
                     Which document this book restates, and what it leaves out.\nlanguages: [{lang}]\nrule_language: {EDITION}\n"
                ),
            ),
            (TERMS, "# yaml-language-server: $schema=../../schemas/terms.json\nterms: []\n".to_owned()),
            (
                INTRODUCTION,
                "# yaml-language-server: $schema=../../schemas/chapter.json\nchapter: {number: \"1\", title: Introduction}\nsections:\n  \
                 - id: introduction\n    number: \"1\"\n    title: Introduction\n    text: |\n      \
                 ^a Each rule is a statement with a letter, so that others can point at it.\n"
                    .to_owned(),
            ),
        ];
        // First what stands beside the book: until the book is there, whole, the command can be run again.
        write_schemas(&root)?;
        // Again, for the lock may have been waited for: a folder may have become a link since.
        files::allow(&root, &folder)?;
        files::create_tree(&folder, &book.each_ref().map(|(name, text)| (*name, text.as_str())))?;
        for (name, _) in book {
            output.line(format_args!("{STRONG}{}{STRONG:#}", shown(&root, &folder.join(name))))?;
        }
        Ok(Success::Fine)
    }
}

impl NewChapter {
    fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let _lock = open::lock(&root, output)?;
        let library = open::library_to_change(&root)?;
        let book = open::book(&library, &self.book)?;
        let taken = |message: String| Err(CommandError::new(message, "choose another"));
        if let Some(chapter) = book.chapter_once(&self.id) {
            let was = if chapter.id == self.id { "already has" } else { "once had" };
            return taken(format!("`{}` {was} a chapter `{}`", book.id, self.id));
        }
        if let Some(number) = self.number.as_ref().filter(|number| book.chapter_named(number).is_some()) {
            return taken(format!("`{}` already has a chapter {number}", book.id));
        }
        let words = self.id.trim_start_matches(|char: char| char.is_ascii_digit() || char == '-');
        let title = self.title.unwrap_or_else(|| names::to_title(if words.is_empty() { &self.id } else { words }));
        let number = self.number.map_or_else(String::new, |number| format!("number: {}, ", yaml::quoted(&number)));
        let text = format!(
            "# yaml-language-server: $schema=../../schemas/chapter.json\nchapter: {{{number}title: {}}}\nsections: []\n",
            yaml::quoted(&title)
        );
        let path = root.join(format!("rules-{}", book.reference)).join(&book.id).join(format!("{}.yaml", self.id));
        files::allow(&root, &path)?;
        files::create(&path, text.as_bytes())?;
        output.line(format_args!("{STRONG}{}{STRONG:#}", shown(&root, &path)))?;
        Ok(Success::Fine)
    }
}

impl NewSection {
    fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let _lock = open::lock(&root, output)?;
        let library = open::library_to_change(&root)?;
        let book = open::book(&library, &self.book)?;
        let Some(chapter) = book.chapters.iter().find(|chapter| chapter.id == self.chapter) else {
            let known: Vec<_> = book.chapters.iter().map(|chapter| chapter.id.as_str()).collect();
            let help = names::suggestion(&self.chapter, known.iter().copied())
                .unwrap_or_else(|| format!("the chapters are {}", known.join(", ")));
            return Err(CommandError::new(format!("`{}` has no chapter `{}`", book.id, self.chapter), help));
        };
        if book.section(&self.id).is_some() {
            return Err(CommandError::new(
                format!("`{}` already has a section `{}`", book.id, self.id),
                "choose another id",
            ));
        }
        if let Some(number) = self.number.as_ref().filter(|number| !book.numbered(number).is_empty()) {
            return Err(CommandError::new(
                format!("`{}` already has a section {number}", book.id),
                "choose another number",
            ));
        }
        let file = library.sources.file(chapter.file);
        let indent = chapter.sections.first().map_or(4, |section| {
            let position = file.position(section.place.start);
            file.line(position.line).find("id").unwrap_or(4)
        });
        let pad = " ".repeat(indent);
        let number = self.number.map_or_else(String::new, |number| format!("{pad}number: \"{number}\"\n"));
        let title = yaml::quoted(&self.title.unwrap_or_else(|| names::to_title(&self.id)));
        let text = format!(
            "\n\n{}- id: {}\n{number}{pad}title: {title}\n{pad}text: |\n{pad}  ^a The rule.\n",
            &pad[..indent.saturating_sub(2)],
            self.id
        );
        let mut edit = FileEdit::default();
        let mut end = file.text.trim_end().len();
        let mut text = text.as_str();
        if chapter.sections.is_empty() {
            // The list is there and empty, in brackets or not.
            end = file.text.find("sections:").map_or(end, |at| at + "sections:".len());
            text = text.strip_prefix('\n').unwrap_or(text);
        }
        edit.replace(end, file.text.len(), text);
        let lines = edit.applied(&file.text).lines().count();
        translate::write(&root, &[(chapter.file, edit)], &library.sources)?;
        output.line(format_args!("{STRONG}{}:{lines}{STRONG:#}", file.path))?;
        Ok(Success::Fine)
    }
}

/// Where the schema of that name stands.
fn schema_path(root: &Path, name: &str) -> PathBuf {
    root.join("schemas").join(format!("{name}.json"))
}

/// Refuses if a schema that the files name is not there, and may not be made.
pub(super) fn allow_schemas(root: &Path) -> Result<(), FileError> {
    for (name, ..) in format::FILES {
        let path = schema_path(root, name);
        if !files::exists(&path)? {
            files::allow(root, &path)?;
        }
    }
    Ok(())
}

/// Writes the schemas that the files name, unless they are there.
pub(super) fn write_schemas(root: &Path) -> Result<(), CommandError> {
    allow_schemas(root)?;
    for (name, title, shape) in format::FILES {
        let path = schema_path(root, name);
        if files::exists(&path)? {
            continue;
        }
        if let Some(folder) = path.parent() {
            files::create_folder(folder)?;
        }
        match files::create(&path, format!("{:#}\n", schema(shape, title)).as_bytes()) {
            Ok(()) | Err(FileError::Exists(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// A title as typed, if a book may have it.
pub(super) fn line(typed: &str) -> Result<String, String> {
    if let Some(wild) = typed.chars().find(|c| c.is_control() || is_unseen(*c)) {
        return Err(format!("U+{:04X} may stand in no title; write it without", u32::from(wild)));
    }
    if typed.trim().is_empty() {
        return Err("a title is not empty; write one, or leave `--title` away".to_owned());
    }
    match typed.chars().nth(MAX_LINE) {
        Some(_) => Err(format!("a title has at most {MAX_LINE} characters; shorten it")),
        None => Ok(typed.to_owned()),
    }
}

pub(super) fn number(typed: &str) -> Result<String, String> {
    RuleNumber::printed(typed).map(|_| typed.to_owned())
}

/// The folder that already has that id in some language.
pub(super) fn taken(root: &Path, id: &str) -> Result<Option<PathBuf>, CommandError> {
    let entries = match files::entries(root) {
        Err(error) if error.is_missing() => return Ok(None),
        entries => entries?,
    };
    for entry in entries {
        let folder = entry.join(id);
        let is_language = entry.file_name().is_some_and(|name| name.to_string_lossy().starts_with("rules-"));
        if is_language && files::exists(&folder)? {
            return Ok(Some(folder));
        }
    }
    Ok(None)
}

/// A book of that id is there.
pub(super) fn already(taken: &Path) -> CommandError {
    CommandError::new(format!("`{}` is already there", taken.display()), "choose another id")
}

pub(super) fn shown(root: &Path, path: &Path) -> String {
    names::shown_path(path.strip_prefix(root).unwrap_or(path))
}
