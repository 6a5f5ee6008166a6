//! What translations and rulings have recorded of the texts they were made from is carried along, so that nothing becomes outdated
//! by a change of structure alone, and what was outdated stays so.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::moved::{Moved, Source, Which};
use crate::diagnostic::FileId;
use crate::library::fingerprint::{Fingerprint, UNKNOWN};
use crate::library::localized::{ReferencePiece, State, View, pieces};
use crate::library::review::{Review, Reviews, units_of};
use crate::library::text::Text;
use crate::library::units::text_units;
use crate::library::{Book, Library, Prose, Ruling, RulingState, Section, TranslatedSection};
use crate::translate::{FileEdit, Written};

/// The records of a book as they are after a change.
pub(super) fn carry(before: &Library, after: &Library, book: &str, moved: &Moved) -> BTreeMap<FileId, FileEdit> {
    let mut edits = BTreeMap::new();
    for new in &after.books {
        let Some(old) = before.book(&new.id) else { continue };
        // Sections of other books refer to this one, too.
        let nothing = Moved::default();
        let moved = if new.id == book { moved } else { &nothing };
        for language in new.translations.keys() {
            let carrier = Carrier { old: View::as_written(old, language), new: View::as_written(new, language), moved };
            carrier.chapters(after, &mut edits);
            carrier.glossary(after, &mut edits);
        }
        rulings(after, old, new, moved, &mut edits);
    }
    edits.retain(|_, edit: &mut FileEdit| !edit.is_empty());
    edits
}

/// What is recorded of the pieces of a section, by their keys.
type Records = Vec<(String, String)>;

struct Carrier<'a> {
    old: View<'a>,
    new: View<'a>,
    moved: &'a Moved,
}

/// A part of a piece before the change.
struct Part<'a> {
    reference: Text<'a>,
    own: Option<Text<'a>>,
    recorded: Option<&'a String>,
    reviewed: Option<&'a String>,
    which: Which,
}

impl<'a> Carrier<'a> {
    fn chapters(&self, after: &Library, edits: &mut BTreeMap<FileId, FileEdit>) {
        let Some(translation) = self.new.book.translations.get(self.new.language) else { return };
        for chapter in translation.chapters.values() {
            let Some(file) = Written::read(after, chapter.file) else { continue };
            let mut edit = FileEdit::default();
            for (id, entry) in file.items("sections") {
                let Some((_, section)) = self.new.book.section(id) else { continue };
                let Some(translated) = translation.sections.get(id) else { continue };
                let records = self.section(section, translated);
                for (key, now, then) in
                    [("from", records.0, &translated.from), ("reviewed", records.1, &translated.reviewed)]
                {
                    let stands: BTreeMap<&String, &String> = now.iter().map(|(key, record)| (key, record)).collect();
                    if stands != then.iter().collect() {
                        file.map(&mut edit, &entry, key, &now);
                    }
                }
            }
            edits.insert(file.file, edit);
        }
    }

    /// What is recorded of the pieces of a section: what they were made from, and who has compared them.
    fn section(&self, section: &Section, translated: &TranslatedSection) -> (Records, Records) {
        let (mut from, mut reviewed) = (Vec::new(), Vec::new());
        let mut known = BTreeSet::new();
        for piece in pieces(section) {
            known.insert(piece.key.clone());
            let Some(own) = translated.piece(&piece.key) else { continue };
            let sources = self.moved.sources(&section.id, &piece.key);
            let parts = self.parts(&sources, &piece.key);
            let record = self.made_from(piece.text, &sources, &parts);
            from.extend(record.map(|record| (piece.key.clone(), record)));
            let record = self.compared(own, &parts);
            reviewed.extend(record.map(|record| (piece.key.clone(), record)));
        }
        // What belongs to no piece stays: it may be wanted when that comes back.
        for (records, then) in [(&mut from, &translated.from), (&mut reviewed, &translated.reviewed)] {
            records.extend(
                then.iter().filter(|(key, _)| !known.contains(*key)).map(|(key, record)| (key.clone(), record.clone())),
            );
        }
        (from, reviewed)
    }

    /// Those parts of a piece that were there before, in their order.
    fn parts(&self, sources: &[Source], key: &str) -> Vec<Part<'a>> {
        let part = |source: &Source| {
            let Source::Of(id, which) = source else { return None };
            let (_, section) = self.old.book.section(id)?;
            let piece: ReferencePiece<'a> = pieces(section).into_iter().find(|piece| piece.key == key)?;
            let translated = self.old.translated(section);
            Some(Part {
                reference: piece.text,
                own: translated.and_then(|translated| translated.piece(key)),
                recorded: translated.and_then(|translated| translated.from.get(key)),
                reviewed: translated.and_then(|translated| translated.reviewed.get(key)),
                which: which.clone(),
            })
        };
        sources.iter().filter_map(part).collect()
    }

    fn made_from(&self, reference: Text<'_>, sources: &[Source], parts: &[Part<'_>]) -> Option<String> {
        let first = parts.first()?;
        let new = self.new.fingerprint(reference);
        let is_whole = matches!(sources, [Source::Of(_, Which::All)]);
        if is_whole && self.old.fingerprint(first.reference) == new {
            return first.recorded.cloned();
        }
        if parts.iter().all(|part| part.recorded.is_none()) {
            return None;
        }
        let hashes: Vec<&str> = new.unit_hashes().collect();
        let mut carried = Vec::new();
        let (mut at, mut is_same, mut words) = (0, true, None);
        let old_units: Vec<Vec<bool>> = parts.iter().map(|part| taken(part.reference, &part.which)).collect();
        let all: usize = old_units.iter().map(|units| units.iter().filter(|taken| **taken).count()).sum();
        let mut left = parts.iter().zip(&old_units);
        for source in sources {
            match source {
                Source::New => {
                    at += hashes.len().saturating_sub(all);
                    is_same = false;
                }
                Source::Of(..) => {
                    let Some((part, units)) = left.next() else { continue };
                    let part = self.units(part, units, hashes.get(at..).unwrap_or_default());
                    at += units.iter().filter(|taken| **taken).count();
                    is_same &= part.is_same;
                    words = words.or(part.words);
                    carried.push(part.tokens);
                }
            }
        }
        let words = if is_same { new.words_hash().to_owned() } else { words.unwrap_or_else(|| UNKNOWN.to_owned()) };
        // Where one part is known as a whole only, all are.
        let tokens: Option<Vec<String>> = carried.into_iter().collect::<Option<Vec<_>>>().map(|parts| parts.concat());
        let tokens = tokens.unwrap_or_default();
        Some(match &tokens[..] {
            [only] if hashes.len() < 2 => {
                let forms = only.split_once('-').map_or_else(String::new, |(_, forms)| format!("-{forms}"));
                format!("{words}{forms}")
            }
            tokens => std::iter::once(&words).chain(tokens).cloned().collect::<Vec<_>>().join(" "),
        })
    }

    /// What was recorded of the units of a part that are taken; `hashes` are those of today, in their order.
    fn units(&self, part: &Part<'_>, taken_units: &[bool], hashes: &[&str]) -> Carried {
        let old = self.old.fingerprint(part.reference);
        let language = self.old.language;
        let Some(recorded) = part.recorded else {
            let count = taken_units.iter().filter(|taken| **taken).count();
            return Carried { words: None, is_same: false, tokens: Some(vec![UNKNOWN.to_owned(); count]) };
        };
        let state = self.old.compare(part.reference, part.own, Some(recorded));
        let mut tokens: Vec<String> = recorded.split(' ').map(str::to_owned).collect();
        let head = tokens.remove(0);
        let (words, forms) = head
            .split_once('-')
            .map_or((head.clone(), None), |(words, forms)| (words.to_owned(), Some(forms.to_owned())));
        let is_same = words == old.words_hash();
        let old_hashes: Vec<&str> = old.unit_hashes().collect();
        if tokens.is_empty() && state == State::Current {
            tokens = whole_record(&old, language, old_hashes.len(), forms);
        } else if tokens.is_empty() && old_hashes.len() == 1 && is_same {
            tokens = whole_record(&old, language, 1, forms);
        }
        let own_taken = part.own.map_or_else(Vec::new, |own| taken(own, &part.which));
        let is_known = tokens.len() == own_taken.len() || matches!(part.which, Which::All);
        if tokens.is_empty() || !is_known {
            return Carried { words: Some(words), is_same, tokens: None };
        }
        let places: BTreeMap<&str, usize> = {
            let taken = old_hashes.iter().zip(taken_units).filter(|(_, taken)| **taken);
            taken.enumerate().map(|(at, (hash, _))| (*hash, at)).collect()
        };
        let anew = |token: &String| {
            let (hash, forms) =
                token.split_once('-').map_or((token.as_str(), None), |(hash, forms)| (hash, Some(forms)));
            let now = places.get(hash).and_then(|at| hashes.get(*at)).copied().unwrap_or(hash);
            forms.map_or_else(|| now.to_owned(), |forms| format!("{now}-{forms}"))
        };
        let stays = |at: usize| matches!(part.which, Which::All) || own_taken.get(at) == Some(&true);
        let tokens = tokens.iter().enumerate().filter(|(at, _)| stays(*at)).map(|(_, token)| anew(token)).collect();
        Carried { words: Some(words), is_same, tokens: Some(tokens) }
    }

    /// Who has compared the units of a text that was compared before.
    fn compared(&self, own: Text<'_>, parts: &[Part<'_>]) -> Option<String> {
        if parts.iter().all(|part| part.reviewed.is_none()) {
            return None;
        }
        let mut reviews: Vec<Option<Review<'_>>> = Vec::new();
        for part in parts {
            let Some(old) = part.own else { continue };
            let known = part.reviewed.map(|recorded| Reviews::read(recorded)).unwrap_or_default();
            let hashes = units_of(old, &self.old.book.id, self.old.book);
            let taken = taken(old, &part.which);
            let stays = |at: usize| taken.get(at).copied().unwrap_or(true);
            reviews.extend(hashes.iter().enumerate().filter(|(at, _)| stays(*at)).map(|(_, hash)| known.of(hash)));
        }
        let now = units_of(own, &self.new.book.id, self.new.book);
        if now.len() != reviews.len() {
            return parts.first()?.reviewed.cloned();
        }
        Reviews::record(now.iter().zip(reviews).filter_map(|(hash, review)| Some((hash.as_str(), review?))))
    }

    /// Definitions refer to sections, too.
    fn glossary(&self, after: &Library, edits: &mut BTreeMap<FileId, FileEdit>) {
        let Some(first) = self.new.book.terms_in(self.new.language).first() else { return };
        let Some(file) = Written::read(after, first.place.file) else { return };
        let mut edit = FileEdit::default();
        let definitions = |book: &'a Book| -> HashMap<&'a str, &'a Prose> {
            let defined =
                book.terms.iter().rev().filter_map(|term| Some((term.id.as_str(), term.definition.as_ref()?)));
            defined.collect()
        };
        let (befores, nows) = (definitions(self.old.book), definitions(self.new.book));
        for (id, entry) in file.items("terms") {
            let Some((own, old)) = self.new.own_term(id).zip(self.old.own_term(id)) else { continue };
            let Some((new, before)) = nows.get(id).zip(befores.get(id)) else { continue };
            let part = Part {
                reference: Text::Prose(before),
                own: old.definition.as_ref().map(Text::Prose),
                recorded: old.from.as_ref().map(|(record, _)| record),
                reviewed: old.reviewed.as_ref(),
                which: Which::All,
            };
            let sources = [Source::Of(String::new(), Which::All)];
            let parts = [part];
            let from = self.made_from(Text::Prose(new), &sources, &parts);
            let reviewed = own.definition.as_ref().and_then(|own| self.compared(Text::Prose(own), &parts));
            for (key, now, then) in [
                ("from", from, own.from.as_ref().map(|(record, _)| record)),
                ("reviewed", reviewed, own.reviewed.as_ref()),
            ] {
                if let Some(now) = now.filter(|now| Some(now) != then) {
                    file.line(&mut edit, &entry, key, &now);
                }
            }
        }
        edits.insert(file.file, edit);
    }
}

/// What was recorded of a part.
struct Carried {
    /// The hash of all of its words.
    words: Option<String>,
    /// Whether these were the words of the text.
    is_same: bool,
    /// Its units with their forms; nothing where they are not known.
    tokens: Option<Vec<String>>,
}

/// The units of a text that is current, with the forms of their numbers.
fn whole_record(fingerprint: &Fingerprint, language: &str, units: usize, forms: Option<String>) -> Vec<String> {
    if units == 1 {
        let hash = fingerprint.unit_hashes().next().unwrap_or(UNKNOWN);
        return vec![forms.map_or_else(|| hash.to_owned(), |forms| format!("{hash}-{forms}"))];
    }
    let record = fingerprint.record(language).unwrap_or_default();
    record.split(' ').skip(1).map(str::to_owned).collect()
}

/// Which of the units of a text are taken.
fn taken(text: Text<'_>, which: &Which) -> Vec<bool> {
    let units = text.prose().map(|prose| text_units(&prose.document)).unwrap_or_default();
    units.iter().map(|unit| which.has(unit.letter)).collect()
}

/// What rulings have recorded of the texts that they rule on.
fn rulings<'b>(after: &Library, old: &'b Book, new: &'b Book, moved: &Moved, edits: &mut BTreeMap<FileId, FileEdit>) {
    let Some(file) = new.rulings.first().and_then(|ruling| Written::read(after, ruling.place.file)) else { return };
    let edit = edits.entry(file.file).or_default();
    let by_id = |book: &'b Book| -> HashMap<&'b str, &'b Ruling> {
        book.rulings.iter().rev().map(|ruling| (ruling.id.as_str(), ruling)).collect()
    };
    let (befores, nows) = (by_id(old), by_id(new));
    for (id, entry) in file.items("rulings") {
        let (Some(before), Some(now)) = (befores.get(id), nows.get(id)) else { continue };
        let mut records = Vec::new();
        for ((was, _), (is, _)) in before.on.iter().zip(&now.on) {
            let Some(recorded) = before.from.get(was) else { continue };
            let is_current = before.state(old, was) == Some(RulingState::Current);
            let record = Ruling::record(new, is).filter(|_| is_current && stands(old, new, moved, was, is));
            records.push((is.clone(), record.unwrap_or_else(|| recorded.clone())));
        }
        let stand: BTreeMap<&String, &String> = records.iter().map(|(on, record)| (on, record)).collect();
        if !records.is_empty() && stand != now.from.iter().collect() {
            file.map(edit, &entry, "from", &records);
        }
    }
}

/// Whether what a ruling is on is all that it was on: a section that has lost or won a statement is not.
fn stands(old: &Book, new: &Book, moved: &Moved, was: &str, is: &str) -> bool {
    let (Some((before, letter)), Some((now, _))) = (old.ruled(was), new.ruled(is)) else { return false };
    letter.is_some() || before.text.is_some() == now.text.is_some() && !moved.texts.contains_key(&now.id)
}
