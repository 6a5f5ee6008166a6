//! What comes back is merged: each unit finds its place by its fingerprint, and what would be wrong is told and not written.

mod decide;
mod findings;
mod join;
mod wrap;

use std::collections::{BTreeMap, BTreeSet, HashMap};

pub use decide::{Conflict, Kind, Told};
use decide::{Decided, Wanted};

use super::incoming::IncomingFile;
use super::unit::{Beside, ExchangeUnit, Part, Progress, Whole, exchange_units};
use crate::check::Checked;
use crate::diagnostic::{FileId, Place, Severity};
use crate::library::fingerprint::{MadeFrom, UNIT, unit_records};
use crate::library::localized::{View, pieces};
use crate::library::text::Text;
use crate::library::units::text_units;
use crate::library::{Book, Chapter, Library, Term};
use crate::translate::{FileEdit, Named, Put, Records, Texts};

/// Files of one book and language that are merged.
#[derive(Debug)]
pub struct Merge {
    /// The book.
    pub book: String,
    /// The language.
    pub language: String,
    wanted: Vec<Wanted>,
    /// What there is to say, in the order of the files.
    pub told: Vec<Told>,
    /// How many units were as they are here.
    pub unchanged: usize,
    before: Vec<ExchangeUnit>,
    /// Those that are not written after all, and those that are not accepted, by their places among the wanted.
    left_out: BTreeSet<usize>,
    not_accepted: BTreeSet<usize>,
    /// Of each text that is written, which unit of the reference text each of its units is.
    made_from: BTreeMap<Whole, Vec<Option<usize>>>,
}

impl Merge {
    /// Finds the places of what came back in a book.
    pub fn new(book: &Book, language: &str, files: &[IncomingFile], all_finished: bool) -> Self {
        let view = View::as_written(book, language);
        let before = exchange_units(&view, Beside::default());
        let Decided { wanted, told, unchanged } = decide::decide(&before, files, all_finished);
        Self {
            book: book.id.clone(),
            language: language.to_owned(),
            wanted,
            told,
            unchanged,
            before,
            left_out: BTreeSet::new(),
            not_accepted: BTreeSet::new(),
            made_from: BTreeMap::new(),
        }
    }

    /// How many units are written, and how many are accepted.
    pub fn counts(&self) -> (usize, usize) {
        let there = self.there();
        let written = there.iter().filter(|at| self.wanted[**at].text.is_some()).count();
        let accepted = there.iter().filter(|at| self.is_accepted(**at) && !self.wanted[**at].is_settled).count();
        (written, accepted)
    }

    fn there(&self) -> Vec<usize> {
        (0..self.wanted.len()).filter(|at| !self.left_out.contains(at)).collect()
    }

    fn is_accepted(&self, at: usize) -> bool {
        let wanted = &self.wanted[at];
        wanted.is_finished && !self.not_accepted.contains(&at)
    }

    /// Leaves a unit out and says why.
    fn refuse(&mut self, at: usize, why: String, help: String) {
        if self.left_out.insert(at) {
            let wanted = &self.wanted[at];
            self.told.push(wanted.told(Kind::Refused, why, help));
        }
    }

    /// The files with what came back in them. What cannot stand there is left out and told.
    pub fn put(&mut self, library: &Library, book: &Book) -> Put {
        let language = self.language.clone();
        let lookup = Lookup::new(View::as_written(book, &language));
        // What is left out of a text leaves the rest of it to be joined again: never more often than a text has units that fail
        // for reasons of their own, and then all of them.
        loop {
            let (texts, refused) = self.texts(&lookup);
            if refused.is_empty() {
                return texts.put(library, book, &self.language);
            }
            for (at, why) in refused {
                self.refuse(at, why, "mend it in the file, and merge that again".to_owned());
            }
        }
    }

    /// The texts of the translation with what came back in them, and what cannot stand there.
    fn texts(&mut self, lookup: &Lookup<'_>) -> (Texts, Vec<(usize, String)>) {
        let mut by_whole: BTreeMap<&Whole, BTreeMap<usize, (Part, &str)>> = BTreeMap::new();
        for at in self.there() {
            let unit = self.unit(at);
            if let Some(text) = &self.wanted[at].text {
                by_whole.entry(&unit.whole).or_default().insert(at, (unit.part, text));
            }
        }
        let mut of_whole: BTreeMap<&Whole, Vec<&ExchangeUnit>> = BTreeMap::new();
        for unit in self.before.iter().filter(|unit| by_whole.contains_key(&unit.whole)) {
            of_whole.entry(&unit.whole).or_default().push(unit);
        }
        let (mut texts, mut refused, mut made_from) = (Texts::default(), Vec::new(), BTreeMap::new());
        for (whole, new) in by_whole {
            let Some((reference, own)) = lookup.texts(whole) else { continue };
            let joined = join::join(reference, own, of_whole.get(whole).map_or(&[][..], Vec::as_slice), &new);
            refused.extend(joined.refused);
            let Some(text) = joined.text else { continue };
            made_from.insert(whole.clone(), joined.made_from);
            match whole {
                Whole::Title(id) => texts.titles.insert(id.clone(), text),
                Whole::Piece(id, key) => texts.pieces.entry(id.clone()).or_default().insert(key.clone(), text),
                Whole::Name(id) => texts.names.insert(id.clone(), text),
                Whole::Definition(id) => texts.definitions.insert(id.clone(), text),
            };
        }
        self.made_from = made_from;
        (texts, refused)
    }

    fn unit(&self, at: usize) -> &ExchangeUnit {
        &self.before[self.wanted[at].at]
    }

    /// Leaves out what a library with the texts put in has otherwise than it was meant; whether there is any.
    pub fn take_out_otherwise(&mut self, after: &Book) -> bool {
        let mut meant: BTreeMap<&str, String> =
            self.before.iter().map(|unit| (unit.id.as_str(), unit.target_text())).collect();
        for at in self.there() {
            if let Some(text) = &self.wanted[at].text {
                meant.insert(&self.unit(at).id, text.clone());
            }
        }
        let view = View::as_written(after, &self.language);
        let is_other = |unit: &ExchangeUnit| {
            let same = |meant: &String| decide::is_same(&wrap::normalised(meant), &unit.target_text());
            !meant.get(unit.id.as_str()).is_some_and(same)
        };
        let others: BTreeSet<Whole> =
            exchange_units(&view, Beside::default()).into_iter().filter(is_other).map(|unit| unit.whole).collect();
        let mut is_any = false;
        for at in self.there() {
            if self.wanted[at].text.is_some() && others.contains(&self.unit(at).whole) {
                let why = "it cannot be told where it belongs in a text that is translated in part, or laid out so"
                    .to_owned();
                self.refuse(at, why, "translate all units of that text, or put this one in by hand".to_owned());
                is_any = true;
            }
        }
        is_any
    }

    /// What is recorded in a library with the texts put in so that it is checked whole: as if all texts that came back were made
    /// from those of today.
    pub fn records_to_check(&self, library: &Library, after: &Book) -> Vec<(FileId, FileEdit)> {
        let lookup = Lookup::new(View::as_written(after, &self.language));
        let mut records = Records::default();
        for whole in self.there().into_iter().map(|at| &self.unit(at).whole).collect::<BTreeSet<_>>() {
            if let Some((reference, Some(_))) = lookup.texts(whole)
                && let Some(record) = lookup.view.fingerprint(reference).record(lookup.view.language)
            {
                put_record(&mut records, whole, record);
            }
        }
        records.write(library, &lookup.view)
    }

    /// What is recorded in a library with the texts put in: what each unit was made from, and what is accepted.
    pub fn records(&self, library: &Library, after: &Book) -> Vec<(FileId, FileEdit)> {
        let lookup = Lookup::new(View::as_written(after, &self.language));
        let mut touched: BTreeMap<&Whole, BTreeMap<usize, Touched<'_>>> = BTreeMap::new();
        for at in self.there() {
            let (unit, wanted) = (self.unit(at), &self.wanted[at]);
            let (Part::Unit(place) | Part::Forms(place, _)) = unit.part;
            let touched = touched.entry(&unit.whole).or_default().entry(place);
            let touched = touched.or_insert(Touched { is_accepted: true, is_written: false, stale: None });
            // It is accepted if all that came back of it is.
            touched.is_accepted &= self.is_accepted(at);
            touched.is_written |= wanted.text.is_some();
            touched.stale = touched.stale.or(wanted.stale.as_deref());
        }
        let mut of_whole: BTreeMap<&Whole, Vec<&ExchangeUnit>> = BTreeMap::new();
        for unit in
            self.before.iter().filter(|unit| matches!(unit.part, Part::Unit(_)) && touched.contains_key(&unit.whole))
        {
            of_whole.entry(&unit.whole).or_default().push(unit);
        }
        let mut records = Records::default();
        for (whole, touched) in &touched {
            let units = of_whole.get(whole).map_or(&[][..], Vec::as_slice);
            let Some(record) = self.record(&lookup, whole, touched, units) else { continue };
            put_record(&mut records, whole, record);
        }
        records.write(library, &lookup.view)
    }

    /// What is recorded of a text; nothing if it stays as it is.
    fn record(
        &self,
        lookup: &Lookup<'_>,
        whole: &Whole,
        touched: &BTreeMap<usize, Touched<'_>>,
        units: &[&ExchangeUnit],
    ) -> Option<String> {
        let (reference, own) = lookup.texts(whole)?;
        let (own, language) = (own?, lookup.view.language);
        let fingerprint = lookup.view.fingerprint(reference);
        let earlier = lookup.record(whole);
        let all = fingerprint.record(language);
        let owns = own.prose().map_or(1, |own| text_units(&own.document).len());
        let by_units = units.iter().filter_map(|unit| Some((unit.own?, *unit)));
        let known: BTreeMap<usize, &ExchangeUnit> = by_units.collect();
        let place = |unit: &ExchangeUnit| if let Part::Unit(at) = unit.part { Some(at) } else { None };
        let made_from: Vec<Option<usize>> = match self.made_from.get(whole) {
            Some(made_from) => made_from.clone(),
            None => (0..owns).map(|own| known.get(&own).and_then(|unit| place(unit))).collect(),
        };
        let before: BTreeMap<usize, &ExchangeUnit> =
            units.iter().filter_map(|unit| Some((place(unit)?, *unit))).collect();
        let records = earlier.map(|record| unit_records(record)).unwrap_or_default();
        let of = |reference: &Option<usize>| {
            let Some(place) = *reference else { return MadeFrom::Unknown };
            let unit = before.get(&place);
            let earlier = || unit.and_then(|unit| records.get(unit.own?)).copied();
            match touched.get(&place) {
                Some(touched) if touched.is_accepted => MadeFrom::Unit(place),
                Some(Touched { is_written: true, stale: Some(stale), .. }) => {
                    stale.get(..UNIT).map_or(MadeFrom::Unknown, MadeFrom::Earlier)
                }
                Some(Touched { is_written: true, .. }) => MadeFrom::Unknown,
                _ if unit.is_some_and(|unit| unit.progress.is_finished()) => MadeFrom::Unit(place),
                _ => earlier().map_or(MadeFrom::Unknown, MadeFrom::Earlier),
            }
        };
        let made: Vec<MadeFrom<'_>> = made_from.iter().map(of).collect();
        if made.len() < 2 && units.len() < 2 {
            let touched = touched.get(&0)?;
            return match (touched.is_accepted, touched.is_written, touched.stale) {
                (true, ..) => all,
                (_, true, Some(stale)) if !stale.is_empty() => Some(stale.to_owned()),
                // What is there no longer is what was accepted.
                (_, true, _) => earlier.map(|_| String::new()),
                _ => None,
            }
            .filter(|record| earlier != Some(record));
        }
        if made.iter().all(|made| *made == MadeFrom::Unknown) {
            return earlier.map(|_| String::new());
        }
        fingerprint.record_made(language, &made).filter(|record| earlier != Some(record))
    }

    /// Takes out what is wrong in a checked library with all that came back accepted: errors are not written, warnings not
    /// accepted. `baseline` is the library as it is. Whether anything is written otherwise now.
    pub fn take_out_wrong(&mut self, checked: &Checked, baseline: &Checked) -> bool {
        let Some(book) = checked.library.book(&self.book) else { return false };
        let found = findings::Findings::new(checked, baseline);
        let language = self.language.clone();
        let lookup = Lookup::new(View::as_written(book, &language));
        let after: BTreeMap<String, Place> = exchange_units(&lookup.view, Beside::default())
            .into_iter()
            .filter_map(|unit| Some((unit.id, unit.place?)))
            .collect();
        let mut counts: HashMap<Whole, usize> = HashMap::new();
        for unit in self.before.iter().filter(|unit| matches!(unit.part, Part::Unit(_))) {
            *counts.entry(unit.whole.clone()).or_default() += 1;
        }
        let mut is_other = false;
        for at in self.there() {
            let Some(place) = after.get(&self.unit(at).id) else { continue };
            // Of a text that is translated in part it is known what it lacks.
            let lacks_units = |made: &Vec<Option<usize>>| counts.get(&self.unit(at).whole) != Some(&made.len());
            let is_part = self.made_from.get(&self.unit(at).whole).is_some_and(lacks_units);
            let own = lookup.texts(&self.unit(at).whole).and_then(|(_, own)| own);
            let whole = own.map(Text::place).filter(|_| !is_part);
            let Some(finding) = found.worst(*place, whole) else { continue };
            let help =
                finding.help.clone().unwrap_or_else(|| format!("`rulestone explain {}` tells more", finding.code.name));
            let message = finding.message.clone();
            if finding.severity == Severity::Error && self.wanted[at].text.is_some() {
                self.refuse(at, message, help);
                is_other = true;
            } else if self.is_accepted(at) {
                self.not_accepted.insert(at);
                let told = self.wanted[at].told(Kind::Draft, message, help);
                self.told.push(told);
                is_other = true;
            }
        }
        is_other
    }

    /// What is named for a review: what the file says was reviewed, and is accepted.
    pub fn reviewed(&self) -> Vec<Named> {
        let named = |at: &usize| {
            let wanted = &self.wanted[*at];
            let unit = &self.before[wanted.at];
            let is_new = unit.progress != Progress::Reviewed || wanted.text.is_some();
            if !(wanted.is_reviewed && is_new && wanted.is_finished) || self.not_accepted.contains(at) {
                return None;
            }
            let Part::Unit(_) = unit.part else { return None };
            let id = unit.id.strip_prefix(&format!("{}:", self.book))?;
            Some(match &unit.whole {
                Whole::Title(id) | Whole::Definition(id) => Named { holder: id.clone(), ..Named::default() },
                Whole::Name(_) => return None,
                Whole::Piece(..) => Named::read(id),
            })
        };
        self.there().iter().filter_map(named).collect()
    }
}

fn put_record(records: &mut Records, whole: &Whole, record: String) {
    match whole {
        Whole::Title(id) => drop(records.titles.insert(id.clone(), record)),
        Whole::Piece(id, key) => drop(records.pieces.entry(id.clone()).or_default().insert(key.clone(), record)),
        Whole::Definition(id) => drop(records.definitions.insert(id.clone(), record)),
        Whole::Name(_) => {}
    }
}

/// What came back of a unit.
struct Touched<'a> {
    is_accepted: bool,
    is_written: bool,
    stale: Option<&'a str>,
}

/// The texts of a book by what they are called.
struct Lookup<'a> {
    view: View<'a>,
    chapters: HashMap<&'a str, &'a Chapter>,
    terms: HashMap<&'a str, &'a Term>,
}

impl<'a> Lookup<'a> {
    fn new(view: View<'a>) -> Self {
        let chapters = view.book.chapters.iter().map(|chapter| (chapter.id.as_str(), chapter)).collect();
        // Of two terms with one id the first counts.
        let terms = view.book.terms.iter().rev().map(|term| (term.id.as_str(), term)).collect();
        Self { view, chapters, terms }
    }

    /// A text of the reference language, and what the translation has for it.
    fn texts(&self, whole: &Whole) -> Option<(Text<'a>, Option<Text<'a>>)> {
        let view = self.view;
        match whole {
            Whole::Title(id) => {
                let chapter = self.chapters.get(id.as_str())?;
                Some((Text::Line(chapter.title.as_ref()?), view.own_chapter_title(chapter)))
            }
            Whole::Piece(id, key) => {
                let (_, section) = view.book.section(id)?;
                let piece = pieces(section).into_iter().find(|piece| piece.key == *key)?;
                Some((piece.text, view.own(section, key)))
            }
            Whole::Name(id) => {
                let own = view.own_term(id).and_then(|own| own.name.as_ref()).map(Text::Line);
                Some((Text::Line(self.terms.get(id.as_str())?.name.as_ref()?), own))
            }
            Whole::Definition(id) => {
                let own = view.own_term(id).and_then(|own| own.definition.as_ref()).map(Text::Prose);
                Some((Text::Prose(self.terms.get(id.as_str())?.definition.as_ref()?), own))
            }
        }
    }

    /// What is recorded of a text.
    fn record(&self, whole: &Whole) -> Option<&'a String> {
        match whole {
            Whole::Title(id) => self.view.chapter_record(self.chapters.get(id.as_str())?),
            Whole::Piece(id, key) => self.view.recorded(self.view.book.section(id)?.1, key),
            Whole::Name(_) => None,
            Whole::Definition(id) => self.view.definition_record(self.terms.get(id.as_str())?),
        }
    }
}
