//! A file of the reference language as it was, and the texts in it.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::outline::Outline;
use crate::diagnostic::Sources;
use crate::library::build;
use crate::library::fingerprint::{Fingerprint, Numbering};
use crate::library::localized::pieces;
use crate::library::model::{Book, Chapter, Term};
use crate::library::text::Text;
use crate::library::yaml;

/// A file as a commit left it. Most hold nothing that is looked for, so it is parsed only if asked.
pub(super) struct Version {
    id: String,
    text: String,
    outline: Option<Outline>,
    parsed: OnceCell<Option<Parsed>>,
}

enum Parsed {
    Chapter(Box<Chapter>),
    Terms(Vec<Term>),
}

/// The id of what holds a text, the name of the piece, the text, the hash of its words.
pub(super) type Found<'a> = (&'a str, String, &'a str, String);

impl Version {
    /// None if it is not UTF-8.
    pub(super) fn new(id: String, bytes: Vec<u8>) -> Option<Self> {
        let text = String::from_utf8(bytes).ok()?;
        Some(Self { id, outline: Outline::of(&text), text, parsed: OnceCell::new() })
    }

    /// What decides which number leads to which section, as far as this file goes.
    pub(super) fn numbering(&self) -> u64 {
        self.outline.as_ref().map_or_else(|| self.hash(), Outline::numbering)
    }

    /// What decides the texts of a section, chapter or term here, if it may have any. `numbering` is that of all files.
    pub(super) fn state(&self, holder: &str, numbering: u64) -> Option<u64> {
        match &self.outline {
            None => Some(self.hash().wrapping_add(numbering)),
            Some(outline) if self.id == holder => {
                Some(outline.head().wrapping_add(outline.of_item(holder, numbering).unwrap_or(0)))
            }
            Some(outline) => outline.of_item(holder, numbering),
        }
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }

    fn parsed(&self) -> Option<&Parsed> {
        self.parsed.get_or_init(|| parse(&self.id, &self.text)).as_ref()
    }

    fn chapter(&self) -> Option<&Chapter> {
        match self.parsed()? {
            Parsed::Chapter(chapter) => Some(chapter),
            Parsed::Terms(_) => None,
        }
    }

    /// Every text of the sections, the chapter and the terms that are `wanted`.
    pub(super) fn texts(&self, book: &Book, numbers: &Numbers<'_>, wanted: &dyn Fn(&str) -> bool) -> Vec<Found<'_>> {
        let words = |text: Text<'_>| Fingerprint::of(text, &book.id, numbers).words_hash().to_owned();
        let mut texts = Vec::new();
        let chapter = match self.parsed() {
            Some(Parsed::Chapter(chapter)) => chapter,
            Some(Parsed::Terms(terms)) => {
                let definitions = terms.iter().filter(|term| wanted(&term.id)).filter_map(|term| {
                    let definition = term.definition.as_ref()?;
                    let words = words(Text::Prose(definition));
                    Some((term.id.as_str(), "definition".to_owned(), definition.source.as_str(), words))
                });
                return definitions.collect();
            }
            None => return texts,
        };
        if let Some(title) = chapter.title.as_ref().filter(|_| wanted(&chapter.id)) {
            texts.push((chapter.id.as_str(), "title".to_owned(), title.value.as_str(), words(Text::Line(title))));
        }
        for section in chapter.sections.iter().filter(|section| wanted(&section.id)) {
            for piece in pieces(section) {
                texts.push((&section.id, piece.key, piece.text.source(), words(piece.text)));
            }
        }
        texts
    }
}

fn parse(id: &str, text: &str) -> Option<Parsed> {
    let mut sources = Sources::default();
    let file = sources.add(id.to_owned(), text.to_owned());
    let root = yaml::parse(file, &sources, &mut Vec::new())?;
    if root.get("terms").is_some() {
        return Some(Parsed::Terms(build::terms(&root)));
    }
    root.get("sections")?;
    Some(Parsed::Chapter(Box::new(build::chapter(id.to_owned(), file, &root))))
}

/// The numbers of sections as they were. Files are read for them only when a text refers to a number.
pub(super) struct Numbers<'a> {
    files: &'a [Rc<Version>],
    book: &'a Book,
    sections: OnceCell<Sections>,
}

/// From a number to the id of its section; none where two sections had it.
type Sections = BTreeMap<String, Option<String>>;

impl<'a> Numbers<'a> {
    pub(super) fn new(files: &'a [Rc<Version>], book: &'a Book) -> Self {
        Self { files, book, sections: OnceCell::new() }
    }

    fn sections(&self) -> Sections {
        let mut sections = Sections::new();
        let all = || self.files.iter().filter_map(|file| file.chapter()).flat_map(|chapter| &chapter.sections);
        for section in all() {
            section.number().into_iter().for_each(|number| add(&mut sections, number, &section.id));
        }
        // An earlier number leads to its section only where no other has it now.
        let mut others = Sections::new();
        for section in all() {
            let aliases = section.aliases.iter().map(|(alias, _)| alias);
            aliases
                .filter(|alias| !sections.contains_key(*alias))
                .for_each(|alias| add(&mut others, alias, &section.id));
        }
        sections.extend(others);
        sections
    }
}

fn add(sections: &mut Sections, number: &str, id: &str) {
    let entry = sections.entry(number.to_owned());
    entry.and_modify(|known| *known = None).or_insert_with(|| Some(id.to_owned()));
}

impl Numbering for Numbers<'_> {
    fn section(&self, number: &str) -> Option<String> {
        let number = self.book.reference_forms.get(number).map_or(number, |form| form.value.as_str());
        self.sections.get_or_init(|| self.sections()).get(number).cloned().flatten()
    }
}
