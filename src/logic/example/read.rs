//! From the keys of an example to what is to be run, with every mistake at its place.

use std::collections::BTreeMap;

use super::expect::{Assertion, Expectations};
use super::labels::Labels;
use super::reasons::{self, Reason};
use super::script::{Script, is_judgement};
use super::values::{Reader, Things, empty, same};
use crate::diagnostic::{Diagnostic, Place, Severity, codes};
use crate::library::yaml::{Entry, Node, Value as Yaml};
use crate::library::{Book, Example, Section};
use crate::logic::machine::{Callee, Thing, World};
use crate::logic::program::{Field, FunctionId, FunctionKind, NameId, OptionId, ProcedureId, Program};
use crate::logic::value::{Entity, Symbol, Value};

/// An example as it is to be run.
pub(super) struct Plan<'a> {
    /// Readings other than the ones followed.
    pub(super) readings: Vec<(OptionId, Symbol)>,
    /// Assumption sets, by index.
    pub(super) assumed: Vec<usize>,
    /// The state before the first step.
    pub(super) world: World,
    /// The things by name.
    pub(super) things: Things,
    /// What to run, one after the other.
    pub(super) steps: Vec<Step<'a>>,
}

/// One run of an example.
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

/// Where the keys of a run stand: in the example itself, or in one of its steps.
#[derive(Clone, Copy)]
enum Keys<'a> {
    Example(&'a BTreeMap<String, Node>),
    Step(&'a Node),
}

impl<'a> Keys<'a> {
    fn get(self, key: &str) -> Option<&'a Node> {
        match self {
            Self::Example(program) => program.get(key).filter(|node| !node.is_null()),
            Self::Step(node) => node.get(key),
        }
    }
}

/// The keys that belong to a single run.
const OF_A_RUN: [&str; 7] = ["dice", "draws", "choices", "expect", "because", "not_because", "considered"];

/// Reads an example.
pub(super) fn read<'a>(
    program: &'a Program,
    labels: &Labels,
    book: &Book,
    section: &Section,
    example: &'a Example,
) -> (Read<'a>, Vec<Diagnostic>) {
    let keys = Keys::Example(&example.program);
    let (run, steps) = (keys.get("run"), keys.get("steps"));
    let draft = keys.get("draft").and_then(Node::text).is_some_and(|text| text == "yes" || text == "true");
    let mut reader = Reader::new(program);
    match (run, steps) {
        (None, None) => {
            let first =
                OF_A_RUN.iter().chain(&["given", "assume", "options"]).find_map(|key| Some((key, keys.get(key)?)));
            if let Some((key, node)) = first {
                let message = format!("`{key}` stands here, and nothing is run");
                reader.wrong(node.place, message, "say what to run: `run: {name: {argument: value}}`");
                return (Read::Wrong, reader.mistakes);
            }
            return (Read::Prose, reader.mistakes);
        }
        (Some(_), Some(steps)) => {
            reader.wrong(steps.place, "an example has either `run` or `steps`", "make `run` the first of the steps");
        }
        (None, Some(_)) => {
            for (key, node) in OF_A_RUN.iter().filter_map(|key| Some((key, keys.get(key)?))) {
                reader.wrong(node.place, format!("`{key}` belongs to one of the steps"), "move it into its step");
            }
        }
        (Some(_), None) => {}
    }
    let readings = options(&mut reader, keys);
    let assumed = assumed(&mut reader, keys);
    let world = given(&mut reader, keys.get("given"));
    let sources: Vec<(Place, Keys<'_>)> = match steps {
        Some(steps) => steps.items().iter().map(|step| (step.place, Keys::Step(step))).collect(),
        None => vec![(run.map_or(example.place, |run| run.place), keys)],
    };
    let mut plans = Vec::new();
    for (place, keys) in sources {
        plans.extend(step(&mut reader, labels, book, section, place, keys));
    }
    if steps.is_some_and(|steps| steps.items().is_empty()) {
        reader.wrong(steps.map_or(example.place, |node| node.place), "there are no steps", "write `- run: …`");
    }
    let silent = plans.iter().all(|step| step.assertions.is_empty() && step.refused.is_none());
    let mut mistakes = std::mem::take(&mut reader.mistakes);
    if mistakes.is_empty() && silent {
        let diagnostic = Diagnostic::new(
            &codes::EXAMPLE_ASSERTS_NOTHING,
            run.or(steps).map_or(example.place, |node| node.place),
            format!("the example `{}` runs and asserts nothing", example.id),
        );
        let diagnostic = diagnostic.help("write under `expect` what must come out, or `draft: yes` until you know");
        mistakes.push(if draft { diagnostic.severity(Severity::Hint) } else { diagnostic });
        return (if draft { Read::Prose } else { Read::Wrong }, mistakes);
    }
    if !mistakes.is_empty() {
        return (Read::Wrong, mistakes);
    }
    let plan = Plan { readings, assumed, world, things: reader.things, steps: plans };
    (Read::Plan(Box::new(plan)), mistakes)
}

fn options(reader: &mut Reader<'_>, keys: Keys<'_>) -> Vec<(OptionId, Symbol)> {
    let program = reader.program;
    let mut read = Vec::new();
    for Entry { key, place, value } in keys.get("options").map_or(&[][..], Node::entries) {
        let Some(at) = program.options.iter().position(|option| same(program.name(option.name), key)) else {
            let known = program.options.iter().map(|option| program.name(option.name));
            reader.unknown(*place, format!("the book has no option `{key}`"), key, known, "options");
            continue;
        };
        let readings = &program.options[at].readings;
        let symbol_name = |symbol: Symbol| program.symbols.get(symbol.0 as usize).map_or("", String::as_str);
        let text = value.text().unwrap_or_default();
        let Some(reading) = readings.iter().find(|reading| same(symbol_name(**reading), text)) else {
            let known = readings.iter().map(|reading| symbol_name(*reading));
            reader.unknown(value.place, format!("`{key}` has no reading `{text}`"), text, known, "readings");
            continue;
        };
        read.extend(u16::try_from(at).ok().map(|at| (OptionId(at), *reading)));
    }
    read
}

fn assumed(reader: &mut Reader<'_>, keys: Keys<'_>) -> Vec<usize> {
    let program = reader.program;
    let mut read = Vec::new();
    for item in keys.get("assume").map_or(&[][..], Node::items) {
        let Some(text) = item.text() else { continue };
        match program.assumptions.iter().position(|set| set.id == text) {
            Some(at) if read.contains(&at) => reader.wrong(item.place, format!("`{text}` stands twice"), "keep one"),
            Some(at) => read.push(at),
            None => {
                let known = program.assumptions.iter().map(|set| set.id.as_str());
                let message = format!("the book has no assumption set `{text}`");
                reader.unknown(item.place, message, text, known, "assumption sets");
            }
        }
    }
    read
}

/// States by name; things by their type and name. The names are known before any value is read, so that things may refer
/// to each other.
fn given(reader: &mut Reader<'_>, node: Option<&Node>) -> World {
    let program = reader.program;
    let mut world = World::new(program);
    // A collection that is not mentioned is empty; anything else without a start has to be given if it is asked for.
    for (state, value) in program.states.iter().zip(&mut world.states) {
        if value.is_none() {
            *value = empty(&state.ty);
        }
    }
    let Some(node) = node else { return world };
    if !matches!(node.value, Yaml::Map(_)) {
        let message = format!("`given` must be a mapping, not {}", node.kind());
        reader.wrong(node.place, message, "write `given: {state: value, Type: {name: {field: value}}}`");
        return world;
    }
    let mut made = Vec::new();
    for entry in node.entries() {
        let Some(ty) = program.entity(&entry.key) else { continue };
        if !matches!(entry.value.value, Yaml::Map(_) | Yaml::Null) {
            let message = format!("`{}` must be a mapping from names to fields", entry.key);
            reader.wrong(entry.value.place, message, format!("write `{}: {{name: {{field: value}}}}`", entry.key));
        }
        for thing in entry.value.entries() {
            if reader.things.contains_key(&thing.key) {
                let message = format!("two things have the name `{}`", thing.key);
                reader.wrong(thing.place, message, "give one of them another name");
                continue;
            }
            if program.states.iter().any(|state| same(program.name(state.name), &thing.key)) {
                let message = format!("`{}` is the name of a state", thing.key);
                reader.wrong(thing.place, message, "give the thing another name");
            }
            let number = u32::try_from(reader.types.len()).unwrap_or(u32::MAX);
            reader.things.insert(thing.key.clone(), Entity(number));
            reader.types.push(ty);
            made.push((ty, thing));
        }
    }
    for (ty, thing) in made {
        let entity = &program.entities[usize::from(ty.0)];
        let named: Vec<_> = entity.fields.iter().map(|field| (program.name(field.name), &field.ty)).collect();
        let nothing = Node { value: Yaml::Map(Vec::new()), place: thing.place };
        let node = match thing.value.value {
            Yaml::Null => &nothing,
            _ => &thing.value,
        };
        if !matches!(node.value, Yaml::Map(_)) {
            reader.wrong(
                node.place,
                format!("`{}` must be a mapping of its fields", thing.key),
                "write `{field: value}`",
            );
        }
        let fields = reader.fields(node, &named, &format!("the {} `{}`", entity.name, thing.key), false);
        world.things.push(Some(Thing { ty, fields: fields.unwrap_or_default() }));
    }
    for entry in node.entries().iter().filter(|entry| program.entity(&entry.key).is_none()) {
        let Some(at) = program.states.iter().position(|state| same(program.name(state.name), &entry.key)) else {
            let states = program.states.iter().map(|state| program.name(state.name));
            let known = states.chain(program.entities.iter().map(|entity| entity.name.as_str()));
            let message = format!("`{}` is no state and no type of things", entry.key);
            reader.unknown(entry.place, message, &entry.key, known, "states and types of things");
            continue;
        };
        let value = reader.value(&entry.value, &program.states[at].ty);
        world.states[at] = value;
    }
    world
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
    let [because, not_because, considered] =
        ["because", "not_because", "considered"].map(|key| reasons::read(reader, book, keys.get(key)));
    let (callee, args) = to_run?;
    let expect = keys.get("expect");
    let refusal = expect.and_then(|expect| expect.get("refused"));
    let refused = refusal.map(|node| reasons::read(reader, book, Some(node)));
    let mut expectations = Expectations { reader, section, found: Vec::new() };
    if let Some(expect) = expect {
        let only_refused = refusal.is_some() && expect.entries().len() == 1;
        if !only_refused {
            expectations.read(expect, callee);
        }
    }
    let assertions = expectations.found;
    let args = args?;
    Some(Step { place, callee, args, judgements, script, assertions, refused, because, not_because, considered })
}

/// What to run, and its arguments if they could be read.
fn callee(reader: &mut Reader<'_>, run: &Node) -> Option<(Callee, Option<Vec<Value>>)> {
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
    let procedure = program.procedures.iter().position(|procedure| program.name(procedure.name) == name);
    let function = program.functions.iter().position(|function| program.name(function.name) == name);
    let (callee, params): (Callee, &[Field]) = match (procedure, function) {
        (Some(at), _) => (Callee::Procedure(ProcedureId(u16::try_from(at).ok()?)), &program.procedures[at].params),
        (None, Some(at)) => {
            let function = &program.functions[at];
            if matches!(function.kind, FunctionKind::Judgement) {
                reader.wrong(
                    place,
                    format!("`{name}` is a judgement: there is nothing to run"),
                    "run what asks for it",
                );
                return None;
            }
            (Callee::Function(FunctionId(u16::try_from(at).ok()?)), &function.params)
        }
        (None, None) => {
            if let Some(form) = called(program, name) {
                reader.wrong(place, "arguments stand in a mapping, by name".to_owned(), format!("write `run: {form}`"));
                return None;
            }
            let procedures = program.procedures.iter().map(|procedure| program.name(procedure.name));
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
    let mut missing = Vec::new();
    for (value, (param, ty)) in values.iter_mut().zip(params) {
        if value.is_none() && !entries.iter().any(|entry| same(param, &entry.key)) {
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
