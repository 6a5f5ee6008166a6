//! Sections and chapters get other numbers, and with them what lies below.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::entries::{ChapterFile, set};
use super::moved::Moved;
use super::pending::Pending;
use super::{Change, Refusal};
use crate::library::yaml;
use crate::library::{Book, Chapter, RuleNumber, Section};
use crate::translate::FileEdit;

/// Numbers that become others.
#[derive(Debug)]
pub struct Renumber {
    /// Each number of today with the one that it becomes.
    pub numbers: Vec<(String, String)>,
    /// Whether the sections behind each, at its depth, count on from it.
    pub following: bool,
}

/// The numbers that change.
#[derive(Debug, Default)]
struct Numbers<'b> {
    /// By the id of the section.
    sections: BTreeMap<&'b str, String>,
    /// By the id of the chapter.
    chapters: BTreeMap<&'b str, String>,
}

impl Change for Renumber {
    fn apply(&self, pending: &mut Pending, book: &Book) -> Result<Moved, Refusal> {
        let pairs = self.all(book)?;
        let numbers = numbers(book, &pairs)?;
        unique(book, &numbers)?;
        let library = pending.before();
        let mut edits = Vec::new();
        for chapter in &book.chapters {
            let changed = chapter
                .sections
                .iter()
                .filter_map(|section| Some((section, numbers.sections.get(section.id.as_str())?)));
            let changed: Vec<(&Section, &String)> = changed.collect();
            let own = numbers.chapters.get(chapter.id.as_str());
            if changed.is_empty() && own.is_none() {
                continue;
            }
            let file = ChapterFile::read(&library, chapter.file)?;
            let mut edit = FileEdit::default();
            if let (Some(number), Some(head)) = (own, file.head()) {
                set(&mut edit, file.text, head, "number", &yaml::quoted(number), "number");
            }
            for (section, number) in changed {
                if let Some(entry) = file.section(&section.id) {
                    set(&mut edit, file.text, entry.node, "number", &yaml::quoted(number), "id");
                }
            }
            edits.push((chapter.file, edit));
        }
        pending.edit(edits)?;
        Ok(Moved::default())
    }
}

impl Renumber {
    /// The pairs that are named, and those of the sections that count on behind them.
    fn all(&self, book: &Book) -> Result<Vec<(String, String)>, Refusal> {
        let mut pairs = self.numbers.clone();
        let mut known: HashSet<String> = pairs.iter().map(|(old, _)| old.clone()).collect();
        for (old, new) in self.numbers.iter().filter(|_| self.following) {
            let read = |number: &str| book.numbering.read(number).map(|number| number.components().to_vec());
            let last = |number: &str| -> Option<(Vec<String>, u64)> {
                let mut parts = read(number)?;
                let last = parts.pop()?.parse().ok()?;
                Some((parts, last))
            };
            let (Some((above, from)), Some((_, to))) = (last(old), last(new)) else {
                let message = format!("`{old}` does not end with a number, so nothing counts on behind it");
                return Err(Refusal::asked(message, "name each section that gets another number"));
            };
            let chapters = book.chapters.iter().filter_map(|chapter| chapter.number.as_deref());
            let numbers = book.sections().filter_map(|(_, section)| section.number()).chain(chapters);
            let behind = numbers.filter_map(|number| Some((number, last(number)?)));
            for (number, (_, at)) in behind.filter(|(_, (parts, at))| *parts == above && *at > from) {
                let begin = number.trim_end_matches(|char: char| char.is_ascii_digit()).len();
                if begin < number.len() && known.insert(number.to_owned()) {
                    let (parts, _) = last(new).unwrap_or_default();
                    let stem = if parts == above {
                        &number[..begin]
                    } else {
                        new.trim_end_matches(|char: char| char.is_ascii_digit())
                    };
                    pairs.push((number.to_owned(), format!("{stem}{}", (at + to).saturating_sub(from))));
                }
            }
        }
        Ok(pairs)
    }
}

/// What each section and chapter is numbered then.
fn numbers<'b>(book: &'b Book, pairs: &[(String, String)]) -> Result<Numbers<'b>, Refusal> {
    let mut found = Numbers::default();
    let chapters: HashMap<&str, &Chapter> =
        book.chapters.iter().filter_map(|chapter| Some((chapter.number.as_deref()?, chapter))).collect();
    for (old, new) in pairs {
        if book.numbering.read(new).is_none() {
            return Err(Refusal::asked(format!("`{new}` is no rule number"), "write it as printed, such as 9.6.4"));
        }
        let sections = book.with_number(old);
        let chapter = chapters.get(old.as_str());
        if sections.is_empty() && chapter.is_none() {
            return Err(Refusal::asked(format!("`{}` has no section {old}", book.id), "name a number as it is today"));
        }
        if let [(_, first), (_, second), ..] = &sections[..] {
            let message = format!("{old} is the number of `{}` and of `{}`", first.id, second.id);
            return Err(Refusal::asked(message, "give one of them another number in its file first"));
        }
        if let Some(chapter) = chapter {
            found.chapters.insert(&chapter.id, new.clone());
        }
    }
    // The longest number that a section lies below decides.
    let key = |number: &str| RuleNumber::guess(number).map(|number| number.to_string());
    let by_key: HashMap<String, &(String, String)> =
        pairs.iter().filter_map(|pair| Some((key(&pair.0)?, pair))).collect();
    for (_, section) in book.sections() {
        let Some(number) = section.number() else { continue };
        let read = book.numbering.read(number);
        let above = read.iter().flat_map(RuleNumber::prefixes).find_map(|above| by_key.get(&above));
        let Some((old, new)) = above else { continue };
        let rest = number.strip_prefix(old.as_str()).ok_or_else(|| {
            let message = format!("{number} lies below {old} and is written otherwise");
            Refusal::asked(message, format!("say what it becomes: {number}=…"))
        })?;
        found.sections.insert(&section.id, format!("{new}{rest}"));
    }
    Ok(found)
}

/// No two sections may have one number afterwards that had different ones before.
fn unique(book: &Book, numbers: &Numbers<'_>) -> Result<(), Refusal> {
    let mut taken: BTreeMap<String, &Section> = BTreeMap::new();
    for (_, section) in book.sections() {
        let Some(number) = numbers.sections.get(section.id.as_str()).map(String::as_str).or_else(|| section.number())
        else {
            continue;
        };
        let Some(other) = taken.insert(book.numbering.key(number), section) else { continue };
        let changes = |section: &Section| numbers.sections.contains_key(section.id.as_str());
        if changes(section) || changes(other) {
            let stays = if changes(section) { other } else { section };
            let message = format!("{number} would be the number of `{}` and of `{}`", other.id, section.id);
            let help = format!(
                "give `{}` another number in the same command: {}=…, or let all behind count on: --following",
                stays.id,
                stays.number().unwrap_or(number)
            );
            return Err(Refusal::asked(message, help));
        }
    }
    Ok(())
}
