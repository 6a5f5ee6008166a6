//! `rulestone simulate --rank`: how far each reading of each option shifts what comes out.

use std::time::Instant;

use serde_json::json;

use super::super::odds::case::{Asking, Prepared};
use super::super::odds::{Form, time};
use super::super::output::{FAINT, Output, STRONG};
use super::super::{CommandError, Outcome, Success, ceiling, open};
use super::{Simulate, case_of, tell};
use crate::library::Library;
use crate::logic::example::Open;
use crate::logic::odds::shown::several;
use crate::logic::program::{NameId, Role};
use crate::logic::simulate::{Figures, Simulated};
use crate::logic::trace::Names;
use crate::logic::value::Symbol;

/// A reading that the book does not follow, and what comes of it.
struct Shift {
    option: NameId,
    reading: Symbol,
    figures: Figures,
    /// How far the mean lies from that of the reading that is followed.
    by: f64,
    /// Of a hundred such shifts 95 lie no further than this from the true one, about, and rather more.
    within: f64,
    /// Whether every run came to the same.
    is_same: bool,
}

impl Shift {
    /// Whether it is more than chance does.
    fn is_sure(&self) -> bool {
        self.by.abs() > self.within
    }
}

impl Simulate {
    /// Runs a case as its book reads it, and once more under each other reading of each option; tells of the first number asked.
    pub(super) fn rank(
        &self,
        prepared: &Prepared,
        open: &Open<'_>,
        asking: &Asking<'_>,
        library: &Library,
        output: &mut Output,
    ) -> Outcome {
        let book = open::book(library, &prepared.what.book)?;
        let program = open.program;
        let count = |readings: Option<(usize, Symbol)>, name: &str| {
            let mut case = case_of(asking, open);
            if let Some((option, reading)) = readings {
                case.setting.readings[option] = reading;
            }
            self.count(&case, name)
        };
        let started = Instant::now();
        let followed = match count(None, &prepared.name) {
            Ok(followed) => followed,
            Err(broken) => return tell(&broken, program, library, output),
        };
        let what = asking.names.first().map_or("", String::as_str);
        let Some(figures) = followed.figures(0) else {
            let message = format!("`{what}` is no number in every run, so nothing can be ranked by it");
            return Err(CommandError::new(message, "name a number first: --of vp"));
        };
        let mut shifts = Vec::new();
        for (at, option) in program.options.iter().enumerate() {
            for reading in option.readings.iter().filter(|reading| asking.setting.readings[at] != **reading) {
                let typed = typed(open, option.name, *reading);
                let sampled = match count(Some((at, *reading)), &typed) {
                    Ok(sampled) => sampled,
                    Err(broken) => return tell(&broken, program, library, output),
                };
                ceiling::hold()?;
                shifts.extend(shift((option.name, *reading), &sampled, (&followed, &figures)));
            }
        }
        shifts.sort_by(|one, other| other.by.abs().total_cmp(&one.by.abs()));
        match self.asking.format {
            Form::Json => output.json(&json!({
                "version": 1,
                "run": prepared.name,
                "of": what,
                "runs": self.runs,
                "seed": self.seed,
                "mean": figures.mean,
                "within": figures.within,
                "readings": shifts.iter().map(|shift| json!({
                    "option": program.name(shift.option),
                    "reading": program.symbols[shift.reading.index()],
                    "mean": shift.figures.mean,
                    "shift": shift.by,
                    "within": shift.within,
                    "same": shift.is_same,
                })).collect::<Vec<_>>(),
            }))?,
            // A picture was refused before anything was counted.
            Form::Table | Form::Svg => {
                let language = self.asking.lang.as_deref().unwrap_or(&book.reference);
                let names = Names::new(library, book, language, Some(program));
                // A field of a thing is called as it was asked for.
                let called = if what.contains('.') { what.to_owned() } else { names.of(what, Role::Definition, "") };
                output.line(format_args!("{STRONG}{called}{STRONG:#}: {:.2} ± {:.2}", figures.mean, figures.within))?;
                for shift in &shifts {
                    let title = names.of(program.name(shift.option), Role::Option, "");
                    let reading = names.of(&program.symbols[shift.reading.index()], Role::Option, "");
                    let typed = typed(open, shift.option, shift.reading);
                    let line = if shift.is_same {
                        format!("{:>9} {:>9} {typed}", "=", "")
                    } else {
                        format!("{:>+9.2} ± {:<7.2} {typed}", shift.by, shift.within)
                    };
                    if shift.is_sure() {
                        output.line(line)?;
                    } else {
                        output.line(format_args!("{FAINT}{line}{FAINT:#}"))?;
                    }
                    output.line(format_args!("{FAINT}{:>20}{title}: {reading}{FAINT:#}", ""))?;
                }
            }
        }
        let (runs, spent) = (several(self.runs, "run"), time(started.elapsed().as_secs_f64()));
        output.note(format_args!("{FAINT}{runs} of each from seed {}, {spent}{FAINT:#}", self.seed));
        Ok(Success::Fine)
    }
}

/// An option and a reading as they are typed behind `--with`.
fn typed(open: &Open<'_>, option: NameId, reading: Symbol) -> String {
    let written = |name: &str| name.replace('_', "-");
    let program = open.program;
    format!("{}={}", written(program.name(option)), written(&program.symbols[reading.index()]))
}

/// By how much the runs under another reading differ; nothing where they come to no number.
fn shift(
    (option, reading): (NameId, Symbol),
    sampled: &Simulated,
    (followed, before): (&Simulated, &Figures),
) -> Option<Shift> {
    let figures = sampled.figures(0)?;
    let by = figures.mean - before.mean;
    let within = figures.within.hypot(before.within);
    Some(Shift { option, reading, figures, by, within, is_same: sampled.outcomes == followed.outcomes })
}
