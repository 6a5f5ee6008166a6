//! From what was typed to the cases whose odds are asked.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::super::output::Output;
use super::super::run_target::{self, What};
use super::super::{CommandError, ceiling};
use super::notation::Typed;
use super::{CaseArgs, Rest};
use crate::diagnostic::Severity;
use crate::library::Library;
use crate::library::yaml::{self, Node};
use crate::logic::book::Compiled;
use crate::logic::example::Open;
use crate::logic::machine::Setting;
use crate::logic::odds::ask::{self, Slip};
use crate::logic::odds::notation::Notation as _;
use crate::logic::odds::{Asked, Budget, Case, Policy};
use crate::logic::program::{OptionId, Role};
use crate::logic::trace::Names;
use crate::logic::value::Symbol;

/// What cannot be done with a case that is written wrongly.
pub(in crate::cli) const CANNOT: &str = "run";

/// A case with the logic of its book.
pub(in crate::cli) struct Prepared {
    /// The example's whole name, or what was typed.
    pub(in crate::cli) name: String,
    pub(in crate::cli) what: What,
    pub(in crate::cli) compiled: Rc<Compiled>,
}

/// One case or two.
pub(in crate::cli) fn prepare(
    command: &CaseArgs,
    library: &mut Library,
    output: &mut Output,
) -> Result<Vec<Prepared>, CommandError> {
    let first = command.targets.first().map(String::as_str);
    let mut all = Vec::new();
    let mut add = |library: &mut Library, name: String, what: What, output: &mut Output| {
        let compiled = Rc::new(what.compile(library, CANNOT, output)?);
        all.push(Prepared { name, what, compiled });
        Ok::<_, CommandError>(())
    };
    match (&command.run, &command.targets[..]) {
        (Some(_), [_, second]) => {
            let message = format!("`{second}` is one too many: with --run only the book is named");
            return Err(CommandError::new(message, "ask for the two one after the other"));
        }
        (Some(run), _) => {
            let what = run_target::typed(library, first, run, command.given.as_deref())?;
            add(library, run.clone(), what, output)?;
        }
        (None, []) => {
            let help = "`rulestone play --list` names what can be run";
            return Err(CommandError::new("the odds of what?", help));
        }
        (None, targets) => {
            for target in targets {
                let what = run_target::example(library, target)?;
                let name = what
                    .example
                    .as_ref()
                    .map_or_else(String::new, |(section, example)| format!("{}::{section}::{example}", what.book));
                add(library, name, what, output)?;
            }
        }
    }
    match (&command.with[..], &all[..]) {
        ([], _) => {}
        (_, [one]) => {
            let (name, what, compiled) = (one.name.clone(), one.what.clone(), Rc::clone(&one.compiled));
            all.push(Prepared { name, what, compiled });
        }
        _ => {
            let message = "two examples and another reading would be more than two cases";
            return Err(CommandError::new(message, "leave out --with, or the second example"));
        }
    }
    Ok(all)
}

/// Takes from the example itself what was not typed, where it asks for odds of its own: what is asked, and how choices are made.
/// What it assumes for that, if it does.
fn ask_as_the_example_does(command: &mut CaseArgs, prepared: &[Prepared]) -> Option<Node> {
    let own = prepared.first().filter(|_| command.run.is_none())?.what.keys.get("odds")?;
    if command.of.is_empty() {
        let named = own.get("of").map_or(&[][..], Node::items);
        command.of = named.iter().filter_map(|item| item.text().map(str::to_owned)).collect();
    }
    if command.policies.is_empty() && command.judgements.is_empty() {
        let program = &prepared.first()?.compiled.program;
        let judged = |name: &str| program.function(name).is_some();
        for entry in own.get("policy").map_or(&[][..], Node::entries) {
            let Some(how) = entry.value.text() else { continue };
            let line = format!("{}={how}", entry.key);
            if judged(&entry.key) { command.judgements.push(line) } else { command.policies.push(line) }
        }
    }
    own.get("assume").cloned()
}

/// Reads what is asked of each case, with the `readings` in which it differs from what its book follows; `cannot` be done with
/// one that is written wrongly.
pub(in crate::cli) fn ask<'p>(
    command: &mut CaseArgs,
    prepared: &'p [Prepared],
    readings: &[Vec<String>],
    cannot: &str,
    library: &mut Library,
    output: &mut Output,
) -> Result<(Vec<Open<'p>>, Vec<Asking<'p>>), CommandError> {
    let assumed = ask_as_the_example_does(command, prepared);
    let mut opened = Vec::new();
    for one in prepared {
        opened.push(one.what.open(library, &one.compiled.program, cannot, output)?);
    }
    let mut asked = opened.iter().map(|open| Asking::read(command, open)).collect::<Result<Vec<_>, _>>()?;
    if let (Some(assumed), [one], [open]) = (&assumed, &mut asked[..], &opened[..]) {
        one.setting.assumed.extend(open.assumptions(assumed).unwrap_or_default());
    }
    for ((open, asking), lines) in opened.iter().zip(&mut asked).zip(readings) {
        for (option, reading) in other_readings(open, lines, library, output)? {
            asking.setting.readings[option.index()] = reading;
        }
    }
    command.check(&opened, &asked)?;
    Ok((opened, asked))
}

/// The readings of a case that differ from those that its book follows.
fn other_readings(
    open: &Open<'_>,
    with: &[String],
    library: &mut Library,
    output: &mut Output,
) -> Result<Vec<(OptionId, Symbol)>, CommandError> {
    let mut all = Vec::new();
    for line in with {
        let Some((option, reading)) = line.split_once('=') else {
            let message = format!("`{line}` names no reading");
            return Err(CommandError::new(message, "write `--with option=reading`"));
        };
        let text = format!("{}: {}\n", option.trim(), reading.trim());
        let file = library.sources.add("--with".to_owned(), text);
        let mut mistakes = Vec::new();
        let read = yaml::parse(file, &library.sources, &mut mistakes);
        let Some(node) = read.filter(|node| mistakes.is_empty() && !node.entries().is_empty()) else {
            let message = format!("`{line}` names no option and reading");
            return Err(CommandError::new(message, "write `--with option=reading`"));
        };
        match open.readings(&node) {
            Ok(readings) => all.extend(readings),
            Err(mistakes) => {
                output.diagnostics(&mistakes, &library.sources, Severity::Error);
                return Err(CommandError::plain(format!("this cannot be {CANNOT}")));
            }
        }
    }
    Ok(all)
}

/// What is asked of a case, and under what.
pub(in crate::cli) struct Asking<'p> {
    pub(in crate::cli) of: Vec<Asked>,
    /// The same as it is written.
    pub(in crate::cli) names: Vec<String>,
    pub(in crate::cli) policies: Vec<Policy>,
    pub(in crate::cli) setting: Setting<'p>,
}

impl<'p> Asking<'p> {
    pub(in crate::cli) fn read(command: &CaseArgs, open: &Open<'p>) -> Result<Self, CommandError> {
        let of = if command.of.is_empty() {
            ask::all(open)
        } else {
            command.of.iter().map(|name| ask::asked(open, name)).collect::<Result<_, _>>().map_err(slip)?
        };
        if of.is_empty() {
            let help = match ask::changing(open) {
                Some(name) => format!("name states or fields of things, as --of {name}"),
                None => "there are no states and no things that could be asked for".to_owned(),
            };
            return Err(CommandError::new("what is run gives nothing by itself", help));
        }
        let policies = command.policies.iter().map(|line| policy(open, &of, line));
        let policies: Vec<Policy> = policies.collect::<Result<_, _>>().map_err(slip)?;
        if let Some((one, other)) = ask::twice(&policies) {
            return Err(twice(open, &policies[one], [&command.policies[one], &command.policies[other]]));
        }
        let mut setting = open.start.setting(open.program);
        setting.budget = ceiling::meter().limits().run;
        let mut judged = BTreeSet::new();
        for line in &command.judgements {
            let (name, value) = ask::judgement(open, line).map_err(slip)?;
            if !judged.insert(name) {
                let message = format!("the judgement `{}` is given twice", open.program.name(name));
                return Err(CommandError::new(message, "leave out one --judge"));
            }
            setting.judgements.insert(name, value);
        }
        let names = of.iter().map(|asked| ask::written(open, asked)).collect();
        Ok(Self { of, names, policies, setting })
    }

    /// On what the odds rest: policies and judgements as they were typed, assumptions, and options that are not read as the
    /// book follows them.
    pub(in crate::cli) fn rests(&self, open: &Open<'_>, policies: &[String], judgements: &[String]) -> Vec<Rest> {
        let program = open.program;
        let sets = self.setting.assumed.iter().filter_map(|at| program.assumptions.get(*at));
        let read = program.options.iter().zip(&self.setting.readings);
        let options = read.filter(|(option, reading)| option.followed != **reading).map(|(option, reading)| {
            let reading = program.symbols.get(reading.index()).map_or("?", String::as_str);
            format!("{}={reading}", program.name(option.name))
        });
        [
            Rest { kind: "policies", all: policies.to_vec() },
            Rest { kind: "judgements", all: judgements.to_vec() },
            Rest { kind: "assumed", all: sets.map(|set| set.id.clone()).collect() },
            Rest { kind: "options", all: options.collect() },
        ]
        .into()
    }

    pub(in crate::cli) fn case<'a>(&self, open: &'a Open<'a>, budget: Budget) -> Case<'a>
    where
        'p: 'a,
    {
        let (setting, of, policies) = (self.setting.clone(), self.of.clone(), self.policies.clone());
        Case { open, setting, of, policies, budget }
    }
}

/// The policy that `text` writes: `label=how` or `label@player=how`.
fn policy(open: &Open<'_>, of: &[Asked], text: &str) -> Result<Policy, Slip> {
    match text.split_once('=') {
        Some(both) => ask::policy(open, of, both, &Typed),
        None => {
            let message = format!("`{text}` says nothing about how it is chosen");
            let help =
                "write `label=value`, `label=first` (or last, random), `label=highest name` or `label=lowest name`";
            Err(Slip::new(text, message, help))
        }
    }
}

fn slip(slip: Slip) -> CommandError {
    CommandError::new(slip.message, slip.help)
}

/// Two policies for one choice.
fn twice(open: &Open<'_>, policy: &Policy, lines: [&str; 2]) -> CommandError {
    let name = open.program.name(policy.label);
    let message = format!("two policies make the choice `{name}`: {} and {}", lines[0], lines[1]);
    let mut help = "leave out one".to_owned();
    if let ([one, other, ..], None) = (&ask::players(open, policy.label)[..], &policy.by) {
        let how = lines.map(|line| line.split_once('=').map_or("…", |(_, how)| how.trim()));
        let [one, other] =
            [(one, how[0]), (other, how[1])].map(|(player, how)| Typed.policy(&format!("{name}@{player}"), how));
        help = format!("{help}, or say whose choice each makes: {one} {other}");
    }
    CommandError::new(message, help)
}

/// In what a case differs from the other one, as readers know it.
pub(in crate::cli) fn readings(cases: &[Asking<'_>], at: usize, names: &Names<'_>) -> String {
    let (Some(one), Some(other)) = (cases.get(at), cases.get(1 - at.min(1))) else { return String::new() };
    let program = one.setting.program();
    let both = one.setting.readings.iter().zip(&other.setting.readings);
    let differ = program.options.iter().zip(both).filter(|(_, (one, other))| one != other);
    let told = differ.map(|(option, (reading, _))| {
        let reading = program.symbols.get(reading.index()).map_or("?", String::as_str);
        format!("{}: {}", names.of(program.name(option.name), Role::Option, ""), names.of(reading, Role::Option, ""))
    });
    told.collect::<Vec<_>>().join(", ")
}
