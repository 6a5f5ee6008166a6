//! From what examples ask to their odds: those that are kept are read, the others worked out.

use std::collections::BTreeSet;

use super::grid::Cell;
use super::kept::KeptFigures;
use super::key::{Ground, key};
use super::read::{Wanted, read};
use crate::diagnostic::{Diagnostic, Severity, codes, grouped};
use crate::library::{Book, Example, Library, Section};
use crate::logic::book::Compiled;
use crate::logic::example::{ExamplePlaces, Judged};
use crate::logic::limits::Meter;
use crate::logic::odds::notation::InExample;
use crate::logic::odds::refusal::why;
use crate::logic::odds::shown::percent;
use crate::logic::odds::{Budget, EndedFirst, Odds, Refusal, odds_counted};

/// The odds that an example shows.
#[derive(Clone, Debug)]
pub struct Figure<'p> {
    /// The example: book, section, id.
    pub example: [String; 3],
    /// What it asks.
    pub wanted: Wanted<'p>,
    /// The odds of each case, in the order of [`Wanted::cells`].
    pub odds: Vec<Odds>,
    /// When each was to be given up.
    pub budget: Budget,
}

/// The odds that the examples of a library show.
#[derive(Clone, Debug, Default)]
pub struct Figures<'p> {
    /// Each, in the order of the books.
    pub all: Vec<Figure<'p>>,
    /// How many cases were worked out; all others were kept.
    pub worked_out: usize,
    /// Why what was worked out could not be kept.
    pub not_kept: Option<String>,
    /// Where those of an example stand.
    places: ExamplePlaces,
}

impl Figures<'_> {
    /// The odds of an example.
    pub fn of(&self, book: &str, section: &str, example: &str) -> Option<&Figure<'_>> {
        self.all.get(self.places.at(book, section, example)?)
    }
}

/// The odds of every example that asks for them, and what is wrong with those that have none.
///
/// Where the ceiling of the meter is passed, those that are left are not worked out: [`Meter::over`] says so.
pub fn figures<'p>(
    library: &Library,
    judged: &'p Judged,
    kept: Option<KeptFigures<'_>>,
    meter: &Meter,
) -> (Figures<'p>, Vec<Diagnostic>) {
    let mut finder = Finder { meter, kept, figures: Figures::default(), mistakes: Vec::new(), used: BTreeSet::new() };
    let mut whole = true;
    for book in &library.books {
        match judged.logic(&book.id).filter(|compiled| compiled.whole && book.is_whole()) {
            Some(compiled) => {
                let _odds = meter.begin_several(format!("the odds that the examples of `{}` show", book.id), None);
                finder.book(book, compiled);
            }
            None => whole = false,
        }
    }
    // What a book that cannot be read now has use for is not known.
    if let Some(kept) = kept.filter(|_| whole && !meter.is_over()) {
        kept.clean(&finder.used);
    }
    (finder.figures, finder.mistakes)
}

struct Finder<'k, 'p> {
    meter: &'k Meter,
    kept: Option<KeptFigures<'k>>,
    /// The keys of all cases.
    used: BTreeSet<String>,
    figures: Figures<'p>,
    mistakes: Vec<Diagnostic>,
}

impl<'p> Finder<'_, 'p> {
    fn book(&mut self, book: &Book, compiled: &'p Compiled) {
        // Most books have no odds, and their logic need not be hashed.
        let mut ground = None;
        for (_, section) in book.sections() {
            for example in section.examples.iter().filter(|example| example.program.contains_key("odds")) {
                let ground = ground.get_or_insert_with(|| Ground::of(book, compiled, self.meter.limits()));
                self.example(book, compiled, ground, section, example);
            }
        }
    }

    fn example(&mut self, book: &Book, compiled: &'p Compiled, ground: &Ground, section: &Section, example: &Example) {
        // What is written wrongly is told by `check`.
        let (Some(wanted), _) = read(&compiled.program, &example.program) else { return };
        let mut odds = Vec::new();
        let mut open = None;
        for cell in wanted.cells() {
            let written = wanted.written(&cell);
            let key = key(ground, &example.program, cell.second, &written);
            let example = format!("{}::{}::{}", book.id, section.id, example.id);
            let found = self.found(book, compiled, (&wanted, &cell, &example), &key);
            self.used.insert(key);
            match found {
                Ok(found) => {
                    // Of a grid one cell is named: the mend is the same for all.
                    open = open.or_else(|| unresolved(&found, &wanted, self.meter.limits().figure));
                    odds.push(found);
                }
                Err(mut mistake) => {
                    if !written.is_empty() {
                        let cell: Vec<String> =
                            written.iter().map(|(axis, value)| format!("{axis}: {value}")).collect();
                        mistake.message = format!("{} (in the cell {})", mistake.message, cell.join(", "));
                    }
                    return self.mistakes.push(mistake.in_section(&book.id, &section.id));
                }
            }
        }
        self.mistakes.extend(open.map(|one| one.in_section(&book.id, &section.id)));
        let example = [book.id.clone(), section.id.clone(), example.id.clone()];
        self.figures.places.insert(example.clone(), self.figures.all.len());
        self.figures.all.push(Figure { example, wanted, odds, budget: self.meter.limits().figure });
    }

    /// The odds of a case, kept or worked out.
    fn found(
        &mut self,
        book: &Book,
        compiled: &Compiled,
        (wanted, cell, example): (&Wanted<'_>, &Cell<'_>, &str),
        key: &str,
    ) -> Result<Odds, Box<Diagnostic>> {
        if let Some(odds) = self.kept.and_then(|kept| kept.load(key, &compiled.program)) {
            return Ok(odds);
        }
        let limits = self.meter.limits();
        let piece = self.meter.begin(u64::MAX, format!("the odds of `{example}`"), Some(wanted.place));
        let case = cell.case(&wanted.of, limits.run, limits.figure);
        self.figures.worked_out += 1;
        let (found, effort) = odds_counted(&case);
        piece.spend(effort.in_steps());
        let found = found.map_err(|refused| {
            let why = why(&refused, &case, book, &InExample);
            // What the reader of the file can change stands in the example; the statement of the logic is only where it shows.
            let of_policy = !matches!(refused, Refusal::Ended(_));
            let place = wanted.policy_place.filter(|_| of_policy).unwrap_or(wanted.place);
            let mut diagnostic = Diagnostic::new(&codes::BAD_ODDS, place, why.message);
            diagnostic.help = why.help;
            match why.place {
                Some(place) => Box::new(diagnostic.related(place, "this part of the logic")),
                None => Box::new(diagnostic),
            }
        })?;
        // What the ceiling cut short is no answer to be kept.
        let kept = self.kept.filter(|_| !self.meter.is_over());
        if let Some(Err(reason)) = kept.map(|kept| kept.store(key, &found)) {
            self.figures.not_kept.get_or_insert(reason);
        }
        Ok(found)
    }
}

/// Says which budget ended first.
fn unresolved(odds: &Odds, wanted: &Wanted<'_>, budget: Budget) -> Option<Diagnostic> {
    if odds.unresolved.is_zero() {
        return None;
    }
    let share = percent(&odds.unresolved);
    let (limit, within) = match odds.ended {
        Some(EndedFirst::Steps) => ("figure-steps", format!("{} steps", grouped(budget.steps))),
        Some(EndedFirst::Words) => {
            ("figure-words", format!("{} words of long numbers and states", grouped(budget.words)))
        }
        Some(EndedFirst::Bytes) => ("figure-memory", format!("{} MiB", grouped((budget.bytes >> 20) as u64))),
        Some(EndedFirst::Ways) => {
            ("figure-states", format!("{} ways of a single roll or draw", grouped(budget.states as u64)))
        }
        Some(EndedFirst::States) | None => ("figure-states", format!("{} states", grouped(budget.states as u64))),
    };
    let message = format!("{share} % of the odds are not resolved within {within}");
    let help = format!(
        "ask for less under `of`, make more choices by `policy`, take a smaller case, or allow more: `--budget {limit}=…`"
    );
    Some(Diagnostic::new(&codes::BAD_ODDS, wanted.place, message).help(help).severity(Severity::Warning))
}
