//! From the keys of an example to what is to be run, with every mistake at its place.

use std::collections::HashSet;

use std::collections::BTreeMap;

use super::expect::{Assertion, Expectations};
use super::labels::Labels;
use super::reasons::{self, Reason};
use super::script::{Script, is_judgement};
use super::start::{Keys, Start};
use super::things::Things;
use super::values::{Reader, empty, same};
use crate::diagnostic::{Diagnostic, Place, Severity, codes};
use crate::library::yaml::{Node, Value as Yaml};
use crate::library::{Book, Example, Section};
use crate::logic::compile::in_logic;
use crate::logic::machine::Callee;
use crate::logic::program::{Field, FunctionKind, NameId, PointId, Program};
use crate::logic::value::Value;

/// An example as it is to be run.
#[derive(Clone)]
pub(super) struct Plan<'a> {
    /// What holds before the first step.
    pub(super) start: Start,
    /// The things by name.
    pub(super) things: Things,
    /// The names of things that runs make, where they stand for values.
    pub(super) made: Vec<String>,
    /// What to run, one after the other.
    pub(super) steps: Vec<Step<'a>>,
}

/// One run of an example.
#[derive(Clone)]
pub(super) struct Step<'a> {
    /// Where it stands.
    pub(super) place: Place,
    /// What to run.
    pub(super) callee: Callee,
    /// With what.
    pub(super) args: Vec<Value>,
    /// What players judged.
    pub(super) judgements: BTreeMap<NameId, Value>,
    /// Dice, draws and choices.
    pub(super) script: Script<'a>,
    /// What must come out.
    pub(super) assertions: Vec<Assertion>,
    /// Which sections must refuse the run.
    pub(super) refused: Option<Vec<Reason>>,
    /// The end of the game to which the run must come, and where that is said.
    pub(super) ended: Option<(PointId, Place)>,
    /// What must be a reason.
    pub(super) because: Vec<Reason>,
    /// What must be none.
    pub(super) not_because: Vec<Reason>,
    /// What must have been looked at in vain.
    pub(super) considered: Vec<Reason>,
}

/// What reading an example came to.
pub(super) enum Read<'a> {
    /// It tells in prose only.
    Prose,
    /// It can be run.
    Plan(Box<Plan<'a>>),
    /// It cannot: see the diagnostics.
    Wrong,
}

/// The keys that belong to a single run.
const OF_A_RUN: [&str; 7] = ["dice", "draws", "choices", "expect", "because", "not_because", "considered"];

/// Reads an example; `before` is how much was found in those before it.
pub(super) fn read<'a>(
    program: &'a Program,
    labels: &Labels,
    before: usize,
    book: &Book,
    section: &Section,
    example: &'a Example,
) -> (Read<'a>, Vec<Diagnostic>) {
    let keys = Keys::Example(&example.program);
    let (run, steps) = (keys.get("run"), keys.get("steps"));
    let draft = example.is_draft();
    let mut reader = Reader::after(before, program);
    match (run, steps) {
        (None, None) => {
            let first = OF_A_RUN
                .iter()
                .chain(&["given", "given_by", "assume", "options", "odds"])
                .find_map(|key| Some((key, keys.get(key)?)));
            if let Some((key, node)) = first {
                let message = format!("`{key}` stands here, and nothing is run");
                reader.wrong(node.place, message, "say what to run: `run: {name: {argument: value}}`");
                return (Read::Wrong, reader.mistakes);
            }
            return (Read::Prose, reader.mistakes);
        }
        (None, Some(_)) => {
            for (key, node) in OF_A_RUN.iter().filter_map(|key| Some((key, keys.get(key)?))) {
                reader.wrong(node.place, format!("`{key}` belongs to one of the steps"), "move it into its step");
            }
        }
        (Some(_), _) => {}
    }
    let start = Start::read(&mut reader, keys);
    let sources = runs(&mut reader, keys);
    reader.made = Some(Vec::new());
    let mut plans = Vec::new();
    for (place, keys) in sources {
        plans.extend(step(&mut reader, labels, book, section, place, keys));
    }
    let silent = plans.iter().all(|step| step.assertions.is_empty() && step.refused.is_none() && step.ended.is_none());
    let mut mistakes = std::mem::take(&mut reader.mistakes);
    if mistakes.is_empty() && silent {
        let diagnostic = Diagnostic::new(
            &codes::EXAMPLE_ASSERTS_NOTHING,
            run.or(steps).map_or(example.place, |node| node.place),
            format!("the example `{}` runs and asserts nothing", example.id),
        );
        let known = if draft { "; then take `draft: yes` out" } else { ", or `draft: yes` until you know" };
        let diagnostic = diagnostic.help(format!("write under `expect` what must come out{known}"));
        mistakes.push(if draft { diagnostic.severity(Severity::Hint) } else { diagnostic });
        return (if draft { Read::Prose } else { Read::Wrong }, mistakes);
    }
    if !mistakes.is_empty() {
        return (Read::Wrong, mistakes);
    }
    let plan = Plan { start, things: reader.things, made: reader.made.unwrap_or_default(), steps: plans };
    (Read::Plan(Box::new(plan)), mistakes)
}

/// How many steps an example may have: each is seen by all that follow.
const MOST_STEPS: usize = 1000;

/// Where each run stands: in the example itself, or in its steps.
pub(super) fn runs<'a>(reader: &mut Reader<'_>, keys: Keys<'a>) -> Vec<(Place, Keys<'a>)> {
    let (run, steps) = (keys.get("run"), keys.get("steps"));
    let Some(steps) = steps else { return run.map(|run| (run.place, keys)).into_iter().collect() };
    if run.is_some() {
        reader.wrong(steps.place, "an example has either `run` or `steps`", "make `run` the first of the steps");
    }
    if steps.items().is_empty() {
        reader.wrong(steps.place, "there are no steps", "write `- run: …`");
    }
    if let Some(step) = steps.items().get(MOST_STEPS) {
        let message = format!("an example has at most {MOST_STEPS} steps, and this one {}", steps.items().len());
        reader.wrong(step.place, message, "make several examples of it");
    }
    steps.items().iter().take(MOST_STEPS).map(|step| (step.place, Keys::Step(step))).collect()
}

fn step<'a>(
    reader: &mut Reader<'_>,
    labels: &Labels,
    book: &Book,
    section: &Section,
    place: Place,
    keys: Keys<'a>,
) -> Option<Step<'a>> {
    let run = keys.get("run");
    let to_run = run.and_then(|run| callee(reader, run));
    let script = Script::read(reader, labels, place, ["dice", "draws", "choices"].map(|key| keys.get(key)));
    let judgements = judgements(reader, keys.get("choices"));
    let [because, not_because, considered] = reasons::KEYS.map(|key| reasons::read(reader, book, keys.get(key)));
    let (callee, args) = to_run?;
    let expect = keys.get("expect");
    let refusal = expect.and_then(|expect| expect.get("refused"));
    let refused = refusal.map(|node| reasons::read(reader, book, Some(node)));
    let ended = expect.and_then(|expect| expect.get("ended")).and_then(|node| end(reader, node));
    let mut expectations = Expectations { reader, section, found: Vec::new() };
    if let Some(expect) = expect {
        let only_refused = refusal.is_some() && expect.entries().len() == 1;
        if !only_refused {
            expectations.read(expect, callee);
        }
    }
    let assertions = expectations.found;
    let args = args?;
    Some(Step { place, callee, args, judgements, script, assertions, refused, ended, because, not_because, considered })
}

/// An end of the game by its name; nothing where the book has none, and `ended` is a name as any other.
fn end(reader: &mut Reader<'_>, node: &Node) -> Option<(PointId, Place)> {
    let program = reader.program;
    if program.ends.is_empty() {
        return None;
    }
    let name = node.text().unwrap_or_default();
    let known = || program.ends.iter().map(|end| program.end_name(*end));
    let found = program.ends.iter().find(|end| same(program.end_name(**end), name));
    if found.is_none() {
        reader.unknown(node.place, format!("the game has no end `{name}`"), name, known(), "ends");
    }
    found.map(|end| (*end, node.place))
}

/// What to run, and its arguments if they could be read.
pub(super) fn callee(reader: &mut Reader<'_>, run: &Node) -> Option<(Callee, Option<Vec<Value>>)> {
    let program = reader.program;
    let (name, place, args) = match (&run.value, run.entries()) {
        (Yaml::Scalar(scalar), _) => (scalar.text.as_str(), run.place, None),
        (_, [one]) => (one.key.as_str(), one.place, Some(&one.value)),
        _ => {
            let message = "`run` must name one thing to run";
            reader.wrong(run.place, message, "write `run: {name: {argument: value}}`, or `run: name`");
            return None;
        }
    };
    let (callee, params): (Callee, &[Field]) = match (program.procedure(name), program.function(name)) {
        (Some(id), _) => (Callee::Procedure(id), &program.procedures[id.index()].params),
        (None, Some(id)) => {
            let function = &program.functions[id.index()];
            if matches!(function.kind, FunctionKind::Judgement) {
                reader.wrong(
                    place,
                    format!("`{name}` is a judgement: there is nothing to run"),
                    "run what asks for it",
                );
                return None;
            }
            (Callee::Function(id), &function.params)
        }
        (None, None) => {
            if let Some(form) = called(program, name) {
                reader.wrong(place, "arguments stand in a mapping, by name".to_owned(), format!("write `run: {form}`"));
                return None;
            }
            let procedures = program.written_procedures().map(|procedure| program.name(procedure.name));
            let functions = program.functions.iter().map(|function| program.name(function.name));
            let message = format!("the logic has nothing of the name `{name}` to run");
            reader.unknown(place, message, name, procedures.chain(functions), "names");
            return None;
        }
    };
    let named: Vec<_> = params.iter().map(|param| (program.name(param.name), &param.ty)).collect();
    Some((callee, arguments(reader, name, place, &named, args)))
}

/// `it(5)` as it is written in YAML: `{it: {die: 5}}`.
fn called(program: &Program, text: &str) -> Option<String> {
    let (name, rest) = text.split_once('(')?;
    let name = name.trim();
    let params = match (program.procedure(name), program.function(name)) {
        (Some(id), _) => &program.procedures[id.index()].params,
        (None, Some(id)) => &program.functions[id.index()].params,
        (None, None) => return None,
    };
    let mut given = rest.trim_end().trim_end_matches(')').split(',').map(str::trim).filter(|value| !value.is_empty());
    let shown: Vec<_> = params
        .iter()
        .map(|param| {
            let value = given.next().unwrap_or("…");
            // `die: 5` may have its name already.
            let value = value.split_once(':').map_or(value, |(_, value)| value.trim());
            format!("{}: {value}", program.name(param.name))
        })
        .collect();
    Some(if shown.is_empty() { name.to_owned() } else { format!("{{{name}: {{{}}}}}", shown.join(", ")) })
}

fn arguments(
    reader: &mut Reader<'_>,
    name: &str,
    place: Place,
    params: &[(&str, &crate::logic::types::Type)],
    args: Option<&Node>,
) -> Option<Vec<Value>> {
    if let Some(args) = args.filter(|args| !args.is_null() && !matches!(args.value, Yaml::Map(_))) {
        let form: Vec<_> = params.iter().map(|(name, _)| format!("{name}: …")).collect();
        let message = format!("the arguments of `{name}` must be a mapping, not {}", args.kind());
        reader.wrong(args.place, message, format!("write `{{{}}}`", form.join(", ")));
        return None;
    }
    let entries = args.map_or(&[][..], Node::entries);
    let mut values: Vec<Option<Value>> = vec![None; params.len()];
    let mut fine = true;
    for entry in entries {
        let Some(at) = params.iter().position(|(param, _)| same(param, &entry.key)) else {
            let known = params.iter().map(|(param, _)| *param);
            let message = format!("`{name}` has no parameter `{}`", entry.key);
            reader.unknown(entry.place, message, &entry.key, known, "parameters");
            fine = false;
            continue;
        };
        values[at] = reader.value(&entry.value, params[at].1);
        fine &= values[at].is_some();
    }
    let given: HashSet<String> = entries.iter().map(|entry| in_logic(&entry.key)).collect();
    let mut missing = Vec::new();
    for (value, (param, ty)) in values.iter_mut().zip(params) {
        if value.is_none() && !given.contains(*param) {
            *value = empty(ty);
            if value.is_none() {
                missing.push(format!("`{param}`"));
            }
        }
    }
    if !missing.is_empty() {
        let form: Vec<_> = params.iter().map(|(param, _)| format!("{param}: …")).collect();
        let message = format!("`{name}` needs a value for {}", missing.join(", "));
        reader.wrong(place, message, format!("write `{{{name}: {{{}}}}}`", form.join(", ")));
        fine = false;
    }
    if fine { values.into_iter().collect() } else { None }
}

fn judgements(reader: &mut Reader<'_>, choices: Option<&Node>) -> BTreeMap<NameId, Value> {
    let program = reader.program;
    let mut read = BTreeMap::new();
    for entry in choices.map_or(&[][..], Node::entries) {
        if !is_judgement(program, &entry.key) {
            continue;
        }
        let Some(id) = program.function(&entry.key) else { continue };
        let function = &program.functions[id.index()];
        if let Some(value) = reader.value(&entry.value, &function.result) {
            read.insert(function.name, value);
        }
    }
    read
}
