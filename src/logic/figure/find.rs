//! From what examples ask to their odds: those that are kept are read, the others worked out.

use std::collections::BTreeSet;

use super::kept::Kept;
use super::key::{Ground, key};
use super::read::{BUDGET, Wanted, read};
use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::library::{Book, Example, Library, Section};
use crate::logic::compile::Compiled;
use crate::logic::example::Judged;
use crate::logic::odds::shown::grouped;
use crate::logic::odds::told::{Written, why};
use crate::logic::odds::{Odds, Refusal, odds};

/// The odds that an example shows.
#[derive(Clone, Debug)]
pub struct Figure<'p> {
    /// The example: book, section, id.
    pub example: [String; 3],
    /// What it asks.
    pub wanted: Wanted<'p>,
    /// The odds of each case.
    pub odds: Vec<Odds>,
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
}

impl Figures<'_> {
    /// The odds of an example.
    pub fn of(&self, book: &str, section: &str, example: &str) -> Option<&Figure<'_>> {
        self.all.iter().find(|figure| figure.example == [book, section, example])
    }
}

/// The odds of every example that asks for them, and what is wrong with those that have none.
pub fn figures<'p>(library: &Library, judged: &'p Judged, kept: Option<Kept<'_>>) -> (Figures<'p>, Vec<Diagnostic>) {
    let mut finder = Finder { kept, figures: Figures::default(), mistakes: Vec::new(), used: BTreeSet::new() };
    let mut whole = true;
    for book in &library.books {
        match judged.logic(&book.id).filter(|compiled| compiled.whole && book.is_whole()) {
            Some(compiled) => finder.book(book, compiled),
            None => whole = false,
        }
    }
    // What a book that cannot be read now has use for is not known.
    if let Some(kept) = kept.filter(|_| whole) {
        kept.clean(&finder.used);
    }
    (finder.figures, finder.mistakes)
}

struct Finder<'k, 'p> {
    kept: Option<Kept<'k>>,
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
                let ground = ground.get_or_insert_with(|| Ground::of(book, compiled));
                self.example(book, compiled, ground, section, example);
            }
        }
    }

    fn example(&mut self, book: &Book, compiled: &'p Compiled, ground: &Ground, section: &Section, example: &Example) {
        // What is written wrongly is told by `check`.
        let (Some(wanted), _) = read(&compiled.program, &example.program) else { return };
        let mut odds = Vec::new();
        for (at, setting) in wanted.settings().iter().enumerate() {
            let key = key(ground, &example.program, at);
            let found = self.found(book, compiled, &wanted, setting, &key);
            self.used.insert(key);
            match found {
                Ok(found) => {
                    self.mistakes.extend(unresolved(&found, &wanted).map(|one| one.in_section(&book.id, &section.id)));
                    odds.push(found);
                }
                Err(mistake) => return self.mistakes.push(mistake.in_section(&book.id, &section.id)),
            }
        }
        let example = [book.id.clone(), section.id.clone(), example.id.clone()];
        self.figures.all.push(Figure { example, wanted, odds });
    }

    /// The odds of a case, kept or worked out.
    fn found(
        &mut self,
        book: &Book,
        compiled: &Compiled,
        wanted: &Wanted<'_>,
        setting: &crate::logic::machine::Setting<'_>,
        key: &str,
    ) -> Result<Odds, Box<Diagnostic>> {
        if let Some(odds) = self.kept.and_then(|kept| kept.load(key, &compiled.program)) {
            return Ok(odds);
        }
        let case = wanted.case(setting);
        self.figures.worked_out += 1;
        let found = odds(&case).map_err(|refused| {
            let why = why(&refused, &case, book, Written::InExample);
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
        if let Some(Err(reason)) = self.kept.map(|kept| kept.store(key, &found)) {
            self.figures.not_kept.get_or_insert(reason);
        }
        Ok(found)
    }
}

/// Says that the budget ended first.
fn unresolved(odds: &Odds, wanted: &Wanted<'_>) -> Option<Diagnostic> {
    if odds.unresolved.is_zero() {
        return None;
    }
    let message = format!(
        "{} % of the odds are not resolved within {} states and {} steps",
        crate::logic::odds::shown::percent(&odds.unresolved),
        grouped(BUDGET.states as u64),
        grouped(BUDGET.steps)
    );
    let help = "ask for less under `of`, make more choices by `policy`, or take a smaller case";
    Some(Diagnostic::new(&codes::BAD_ODDS, wanted.place, message).help(help).severity(Severity::Warning))
}
