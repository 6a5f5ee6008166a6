//! The questions put to the rules that the rulebooks in `library/` print.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;

use rulestone::logic::limits::Meter;
use rulestone::diagnostic::Sources;
use rulestone::library::{
    self,
    yaml::{self, Node},
};
use rulestone::logic::book::compile_book;
use rulestone::logic::example::Open;
use rulestone::logic::machine::show;
use rulestone::logic::odds::notation::InExample;
use rulestone::logic::odds::{self, Asked, Budget, Case, Effort, Ending, Odds, ask, odds};
use rulestone::logic::program::Program;

use super::Shares;
use super::question::{Policy, Question};
use crate::in_turn::{Fault, timed};
use crate::{POWER, STRENGTH, UNITS};

/// A compiled book and what is asked of it.
pub struct Asker {
    program: Program,
    keys: BTreeMap<String, Node>,
    of: &'static str,
    policies: &'static [&'static str],
}

impl Asker {
    /// Loads and compiles the book.
    pub fn new(question: Question) -> Result<Self, Fault> {
        let (book, keys, of, policies): (_, _, _, &[&str]) = match question {
            Question::Volley(archers) => ("line", format!("run: {{volley: {{archers: {archers}}}}}\n"), "hits", &[]),
            Question::Clash(attackers, defenders) => {
                let given = format!("given: {{attackers: {attackers}, defenders: {defenders}}}\nrun: clash\n");
                ("line", given, "attackers,defenders", &[])
            }
            Question::Battle(Policy::First) => ("battle", two_sides(), "winner", &["target=first"]),
            Question::Battle(Policy::Random) => ("battle", two_sides(), "winner", &["target=random"]),
        };
        let loaded = library::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("library"))?;
        let (compiled, findings) = compile_book(loaded.library.book(book).ok_or("the book is gone")?, &Meter::default());
        if !compiled.whole {
            return Err(format!("{findings:?}").into());
        }
        Ok(Self { program: compiled.program, keys: read(&keys)?, of, policies })
    }

    /// The odds, what they took, and the seconds of one of so many times; loading and compiling are not counted.
    pub fn ask(&self, times: u32) -> Result<(Shares, Effort, f64), Fault> {
        let open = Open::read(&self.program, &self.keys).map_err(|mistakes| format!("{mistakes:?}"))?;
        let open = open.ok_or("nothing is run")?;
        let of: Result<Vec<_>, _> = self.of.split(',').map(|name| ask::asked(&open, name)).collect();
        let of = of.map_err(|slip| slip.message)?;
        let policies: Result<Vec<_>, _> = self.policies.iter().map(|text| policy(&open, &of, text)).collect();
        let policies = policies.map_err(|slip| slip.message)?;
        let mut total = 0.0;
        let mut last = None;
        for _ in 0..times {
            // What a setting keeps from one run for the next is not to help.
            let setting = open.start.setting(&self.program);
            let case =
                Case { open: &open, setting, of: of.clone(), policies: policies.clone(), budget: Budget::default() };
            let (found, seconds) = timed(|| odds(black_box(&case)));
            total += seconds;
            last = Some(found.map_err(|refusal| format!("{refusal:?}"))?);
        }
        let found = last.ok_or("it must be asked once at least")?;
        Ok((self.shares(&open, &found)?, found.effort, total / f64::from(times)))
    }

    fn shares(&self, open: &Open<'_>, found: &Odds) -> Result<Shares, Fault> {
        if !found.unresolved.is_zero() || !found.endless.is_zero() {
            return Err(format!("{} not resolved, {} endless", found.unresolved, found.endless).into());
        }
        let named = |ending: &Ending| match ending {
            Ending::Values(values) => {
                let values: Vec<_> = values.iter().map(|value| show(&self.program, &open.start.world, value)).collect();
                Ok(values.join(" "))
            }
            Ending::Refused(_) => Err("refused"),
        };
        let outcomes = found.outcomes.iter();
        outcomes.map(|outcome| Ok((named(&outcome.ending)?, outcome.probability.to_string().parse()?))).collect()
    }
}

fn read(keys: &str) -> Result<BTreeMap<String, Node>, Fault> {
    let mut sources = Sources::default();
    let file = sources.add("question".to_owned(), keys);
    let mut mistakes = Vec::new();
    let node = yaml::parse(file, &sources, &mut mistakes).ok_or_else(|| format!("{mistakes:?}"))?;
    Ok(node.entries().iter().map(|entry| (entry.key.clone(), entry.value.clone())).collect())
}

/// The battle of two sides with the same units.
fn two_sides() -> String {
    let (mut given, mut units) = (String::from("given:\n  Unit:\n"), Vec::new());
    for role in ["defender", "aggressor"] {
        for at in 1..=UNITS {
            let unit = format!("{role}_{at}");
            let _ = writeln!(given, "    {unit}: {{role: {role}, strength: {STRENGTH}, power: {POWER}}}");
            units.push(unit);
        }
    }
    format!("{given}run: {{battle: {{units: [{}]}}}}\n", units.join(", "))
}

/// A policy as the command line writes it: `label=how`.
fn policy(open: &Open<'_>, of: &[Asked], text: &str) -> Result<odds::Policy, ask::Slip> {
    ask::policy(open, of, text.split_once('=').unwrap_or((text, "")), &InExample)
}
