//! Where each unit that comes back belongs, and whether it is written, by its fingerprint and never by its place.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::Place;
use crate::exchange::incoming::{Incoming, IncomingFile};
use crate::exchange::segment::{Segment, with_forms};
use crate::exchange::unit::{ExchangeUnit, Part, Progress, target_hash};
use crate::library::fingerprint::hash;
use crate::library::text::collapse_whitespace;

/// Something that a merge has to say of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What it is about.
    pub kind: Kind,
    /// The id of the unit in the file.
    pub id: String,
    /// The file.
    pub file: String,
    /// Its line there.
    pub line: usize,
    /// One sentence.
    pub message: String,
    /// What would be right.
    pub help: String,
    /// Both texts, where both sides have changed one.
    pub conflict: Option<Conflict>,
}

/// Two texts for one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The one that came back.
    pub theirs: String,
    /// The one that stands in the library.
    pub ours: String,
    /// Where that stands.
    pub place: Option<Place>,
}

/// What is told of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It was changed here and there: not written.
    Conflict,
    /// It is not written, for a reason.
    Refused,
    /// Its source is no longer in the book: not written.
    Unknown,
    /// Its source has changed since: written, and outdated.
    Stale,
    /// It stands elsewhere than it did: written there.
    Moved,
    /// It is written, but not accepted.
    Draft,
}

impl Kind {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Conflict => "conflict",
            Self::Refused => "refused",
            Self::Unknown => "unknown",
            Self::Stale => "outdated",
            Self::Moved => "moved",
            Self::Draft => "not accepted",
        }
    }

    /// Whether something that came back is not in the library because of it.
    pub fn is_left_out(self) -> bool {
        matches!(self, Self::Conflict | Self::Refused | Self::Unknown)
    }
}

/// A unit that is written or accepted.
#[derive(Debug)]
pub(super) struct Wanted {
    /// Which unit of the book.
    pub(super) at: usize,
    /// Its new text, if that is another.
    pub(super) text: Option<String>,
    pub(super) is_finished: bool,
    pub(super) is_reviewed: bool,
    /// Whether it is only a review that came back.
    pub(super) is_settled: bool,
    /// The fingerprint of the source that it was made from, if that is no longer the one of the book.
    pub(super) stale: Option<String>,
    id: String,
    file: String,
    line: usize,
}

impl Wanted {
    pub(super) fn told(&self, kind: Kind, message: String, help: String) -> Told {
        Told { kind, id: self.id.clone(), file: self.file.clone(), line: self.line, message, help, conflict: None }
    }
}

#[derive(Debug, Default)]
pub(super) struct Decided {
    pub(super) wanted: Vec<Wanted>,
    pub(super) told: Vec<Told>,
    pub(super) unchanged: usize,
}

/// Whether two texts are the same but for white space.
pub(super) fn is_same(a: &str, b: &str) -> bool {
    a == b || collapse_whitespace(a) == collapse_whitespace(b)
}

/// Decides about every unit of the files.
pub(super) fn decide(units: &[ExchangeUnit], files: &[IncomingFile], all_finished: bool) -> Decided {
    let mut deciding = Deciding::new(units, all_finished);
    for file in files {
        let found: Vec<Option<Found>> = deciding.places(file);
        let forms = deciding.forms(file, &found);
        for (unit, found) in file.units.iter().zip(found) {
            deciding.unit(file, unit, found, &forms);
        }
    }
    deciding.decided
}

/// Where a unit of a file belongs.
#[derive(Clone, Copy)]
struct Found {
    at: usize,
    is_stale: bool,
    is_moved: bool,
}

struct Deciding<'a> {
    units: &'a [ExchangeUnit],
    by_id: HashMap<&'a str, usize>,
    by_fingerprint: HashMap<&'a str, Vec<usize>>,
    by_source: HashMap<String, Vec<usize>>,
    /// What each unit has been given, with the line.
    given: HashMap<usize, (String, String, usize)>,
    all_finished: bool,
    decided: Decided,
}

impl<'a> Deciding<'a> {
    fn new(units: &'a [ExchangeUnit], all_finished: bool) -> Self {
        let mut by_fingerprint: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut by_source: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, unit) in units.iter().enumerate() {
            by_fingerprint.entry(&unit.fingerprint).or_default().push(at);
            by_source.entry(hash(&unit.source.text())).or_default().push(at);
        }
        let by_id = units.iter().enumerate().map(|(at, unit)| (unit.id.as_str(), at)).collect();
        let (given, decided) = (HashMap::new(), Decided::default());
        Self { units, by_id, by_fingerprint, by_source, given, all_finished, decided }
    }

    /// Where each unit of a file belongs: to the unit of its id, if its source is still that one; else to the one that has its
    /// source now, if it is one; else to its id all the same, as outdated.
    fn places(&self, file: &IncomingFile) -> Vec<Option<Found>> {
        let candidates = |unit: &Incoming| -> &[usize] {
            let found = match &unit.fingerprint {
                Some(fingerprint) => self.by_fingerprint.get(fingerprint.as_str()),
                None => self.by_source.get(&hash(&unit.source)),
            };
            found.map_or(&[], Vec::as_slice)
        };
        let by_id = |unit: &Incoming| self.by_id.get(unit.id.as_str()).copied();
        let at_home = |unit: &Incoming| by_id(unit).filter(|at| candidates(unit).binary_search(at).is_ok());
        let mut taken: HashSet<usize> = file.units.iter().filter_map(at_home).collect();
        // Of those with the same source, each takes the next that is free.
        let mut next: HashMap<usize, usize> = HashMap::new();
        let mut places = Vec::with_capacity(file.units.len());
        for unit in &file.units {
            let found = at_home(unit).map(|at| Found { at, is_stale: false, is_moved: false });
            places.push(found.or_else(|| {
                let candidates = candidates(unit);
                let free = candidates.first().and_then(|first| {
                    let from = next.entry(*first).or_default();
                    while *from < candidates.len() && taken.contains(&candidates[*from]) {
                        *from += 1;
                    }
                    candidates.get(*from).copied()
                });
                if let Some(at) = free {
                    taken.insert(at);
                    return Some(Found { at, is_stale: false, is_moved: true });
                }
                let at = by_id(unit).filter(|at| !taken.contains(at))?;
                Some(Found { at, is_stale: true, is_moved: false })
            }));
        }
        places
    }

    /// The forms of nouns that the file has, by the unit of the book whose sentence they stand in.
    fn forms(&self, file: &IncomingFile, found: &[Option<Found>]) -> HashMap<usize, Vec<Option<String>>> {
        let mut forms: HashMap<usize, Vec<Option<String>>> = HashMap::new();
        // What the library has counts where the file has none.
        let mut sentence = 0;
        for (at, unit) in self.units.iter().enumerate() {
            match unit.part {
                Part::Unit(_) => sentence = at,
                Part::Forms(..) => {
                    let text = unit.target.as_ref().map(Segment::text);
                    forms.entry(sentence).or_default().push(text);
                }
            }
        }
        for (unit, found) in file.units.iter().zip(found) {
            let Some(found) = found.filter(|_| unit.fault.is_none() && !unit.target.trim().is_empty()) else {
                continue;
            };
            if let Part::Forms(_, place) = self.units[found.at].part {
                // The sentence stands before its forms.
                let sentence = found.at - place - 1;
                if let Some(form) = forms.get_mut(&sentence).and_then(|forms| forms.get_mut(place)) {
                    *form = Some(unit.target.trim().to_owned());
                }
            }
        }
        forms
    }

    /// Why a unit has no place in the book, and what would be right.
    fn why_nowhere(&self, unit: &Incoming) -> (&'static str, &'static str) {
        if self.by_id.contains_key(unit.id.as_str()) {
            return ("another unit of the file has its place", "leave one of the two in the file");
        }
        ("the book has neither this unit nor its source any more", "see what has become of it, and translate that")
    }

    fn unit(
        &mut self,
        file: &IncomingFile,
        unit: &Incoming,
        found: Option<Found>,
        forms: &HashMap<usize, Vec<Option<String>>>,
    ) {
        let tell = |kind: Kind, message: String, help: &str| Told {
            kind,
            id: unit.id.clone(),
            file: file.name.clone(),
            line: unit.line,
            message,
            help: help.to_owned(),
            conflict: None,
        };
        if unit.target.trim().is_empty() {
            return;
        }
        let Some(found) = found else {
            // What nobody has worked on is no loss.
            if unit.exported.as_deref() == Some(&target_hash(&unit.target)) {
                self.decided.unchanged += 1;
                return;
            }
            let (message, help) = self.why_nowhere(unit);
            self.decided.told.push(tell(Kind::Unknown, message.to_owned(), help));
            return;
        };
        let here = &self.units[found.at];
        let text = unit.target.trim().to_owned();
        if let Some((known, other_file, line)) = self.given.get(&found.at) {
            if !is_same(known, &text) {
                let message = format!("it has another translation in {other_file}:{line}, which counts");
                self.decided.told.push(tell(Kind::Refused, message, "leave one of the two"));
            }
            return;
        }
        self.given.insert(found.at, (text.clone(), file.name.clone(), unit.line));
        if let Some(fault) = &unit.fault {
            self.decided.told.push(tell(Kind::Refused, fault.clone(), "mend it in the file, and merge that again"));
            return;
        }
        let ours = here.target_text();
        let mut wanted = Wanted {
            at: found.at,
            text: None,
            is_finished: (unit.is_finished || self.all_finished) && !found.is_stale,
            is_reviewed: unit.is_reviewed,
            is_settled: false,
            stale: found.is_stale.then(|| unit.fingerprint.clone().unwrap_or_default()),
            id: unit.id.clone(),
            file: file.name.clone(),
            line: unit.line,
        };
        if is_same(&text, &ours) {
            self.decided.unchanged += 1;
            let is_open = matches!(here.progress, Progress::Draft | Progress::Outdated);
            let is_reviewed = unit.is_reviewed && here.progress != Progress::Reviewed;
            wanted.is_settled = !is_open;
            if wanted.is_finished && is_open || is_reviewed && !found.is_stale {
                self.decided.wanted.push(wanted);
            }
            return;
        }
        let is_theirs_as_exported = unit.exported.as_deref() == Some(target_hash(&text).as_str());
        let is_ours_as_exported = unit.exported.as_deref() == Some(target_hash(&ours).as_str());
        if !ours.is_empty() {
            if is_theirs_as_exported {
                self.decided.unchanged += 1;
                return;
            }
            if !is_ours_as_exported {
                let (message, help) = why_both(unit);
                let conflict = Conflict { theirs: text, ours, place: here.place };
                let told = Told { conflict: Some(conflict), ..tell(Kind::Conflict, message.to_owned(), help) };
                self.decided.told.push(told);
                return;
            }
        }
        if is_theirs_as_exported && found.is_stale {
            // It went with the unit that it was made from; nobody has worked on it.
            self.decided.unchanged += 1;
            return;
        }
        if found.is_moved {
            self.decided.told.push(tell(
                Kind::Moved,
                format!("it stands at `{}` now", here.id),
                "nothing is to be done",
            ));
        }
        if found.is_stale {
            let message = "its source has changed since it was exported: it is written, and stays outdated";
            self.decided.told.push(tell(
                Kind::Stale,
                message.to_owned(),
                "compare it with today's source, then export and merge, or accept it",
            ));
        }
        wanted.text = Some(text);
        if let (Part::Unit(_), Some(text)) = (here.part, &wanted.text) {
            let forms = forms.get(&found.at).map_or(&[][..], Vec::as_slice);
            if let Err(why) = with_forms(text, &here.source.forms, forms) {
                self.decided.told.push(tell(Kind::Refused, why, "mend it in the file, and merge that again"));
                return;
            }
        }
        self.decided.wanted.push(wanted);
    }
}

/// Why a text that stands here is not overwritten, and what would be right.
fn why_both(unit: &Incoming) -> (&'static str, &'static str) {
    if unit.exported.is_some() {
        return ("it was changed here and in the file", "put together what is right in both, here or there");
    }
    (
        "the file no longer says which translation it was exported with, and here stands another one",
        "keep the comments and notes of the file, or put together what is right in both",
    )
}
