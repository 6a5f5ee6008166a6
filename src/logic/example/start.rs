//! What holds before an example runs: readings, assumptions, states and things.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use super::called::name_created;
use super::values::{Reader, empty, same};
use crate::library::yaml::{Entry, Node, Value as Yaml};
use crate::logic::compile::in_logic;
use crate::logic::machine::{Callee, Ended, Given, Nobody, Setting, Thing, World, run_recorded};
use crate::logic::program::{FunctionId, FunctionKind, OptionId, PointId, Program};
use crate::logic::types::{EntityTypeId, Type};
use crate::logic::value::{Entity, Symbol, Value};

/// What holds before the first step.
#[derive(Clone, Debug)]
pub struct Start {
    /// Readings other than the ones followed.
    pub readings: Vec<(OptionId, Symbol)>,
    /// Assumption sets, by index.
    pub assumed: Vec<usize>,
    /// The states and things.
    pub world: World,
    /// What functions are taken to give.
    pub given: Vec<Given>,
    /// What took effect in setting them up.
    pub(super) hit: BTreeSet<PointId>,
}

impl Start {
    /// Reads `options`, `assume` and `given`; the reader knows the things by name afterwards.
    pub(super) fn read(reader: &mut Reader<'_>, keys: Keys<'_>) -> Self {
        let readings = readings(reader, keys.get("options"));
        let assumed = assumed(reader, keys.get("assume"));
        let set_up = keys.get("given_by").and_then(|node| given_by(reader, node, (&readings, &assumed)));
        let (base, hit) = set_up.map_or_else(Default::default, |(world, hit)| (Some(world), hit));
        let (world, given) = given(reader, base, keys.get("given"));
        Self { readings, assumed, world, given, hit }
    }

    /// Under what the steps are run; judgements are still to be added.
    pub fn setting<'p>(&self, program: &'p Program) -> Setting<'p> {
        let mut setting = setting(program, &self.readings, &self.assumed);
        setting.given.clone_from(&self.given);
        setting
    }
}

/// Under what something is run.
fn setting<'p>(program: &'p Program, readings: &[(OptionId, Symbol)], assumed: &[usize]) -> Setting<'p> {
    let mut setting = Setting::new(program);
    for (option, reading) in readings {
        setting.readings[option.index()] = *reading;
    }
    setting.assumed = assumed.to_vec();
    setting
}

/// The state that a run leaves: `given_by: set_up`. It asks nobody.
fn given_by(
    reader: &mut Reader<'_>,
    node: &Node,
    (readings, assumed): (&[(OptionId, Symbol)], &[usize]),
) -> Option<(World, BTreeSet<PointId>)> {
    let program = reader.program;
    let (callee, args) = super::read::callee(reader, node)?;
    let args = args?;
    let Callee::Procedure(id) = callee else {
        let help = "name a procedure that sets the state up";
        reader.wrong(node.place, "a value changes nothing, so it sets nothing up", help);
        return None;
    };
    let mut world = World::new(program);
    all_empty(program, &mut world);
    let (ended, recording) = run_recorded(&setting(program, readings, assumed), &mut world, callee, args, &mut Nobody);
    let name = program.name(program.procedures[id.index()].name);
    match ended {
        Ended::Done(_) => {
            reader
                .types
                .extend(world.things.iter().map(|thing| thing.as_ref().map_or(EntityTypeId(0), |thing| thing.ty)));
            name_created(program, &mut reader.things, &recording.trace);
            return Some((world, recording.hit));
        }
        Ended::Error(error) => {
            let message = format!("`{name}` cannot set this up: {}", error.message);
            reader.wrong(node.place, message, error.help.map_or("", |_| "mend it, or give the state under `given`"));
        }
        Ended::Refused(point) => {
            let message = format!("`{name}` cannot set this up: it is refused by {}", program.cited(point));
            reader.wrong(node.place, message, "give the state under `given`");
        }
        Ended::Over(_) => {
            let message = format!("`{name}` cannot set this up: the game ends within it");
            reader.wrong(node.place, message, "give the state under `given`");
        }
        Ended::Undetermined { .. } => {
            let message = format!("`{name}` cannot set this up: it needs what the document does not have");
            reader.wrong(node.place, message, "assume it, or give the state under `given`");
        }
    }
    None
}

/// Where the keys of a run stand: in the example itself, or in one of its steps.
#[derive(Clone, Copy)]
pub(super) enum Keys<'a> {
    Example(&'a BTreeMap<String, Node>),
    Step(&'a Node),
}

impl<'a> Keys<'a> {
    /// The value of a key, unless it is null.
    pub(super) fn get(self, key: &str) -> Option<&'a Node> {
        match self {
            Self::Example(program) => program.get(key).filter(|node| !node.is_null()),
            Self::Step(node) => node.get(key),
        }
    }
}

/// A reading for each option that `node` names.
pub(super) fn readings(reader: &mut Reader<'_>, node: Option<&Node>) -> Vec<(OptionId, Symbol)> {
    let program = reader.program;
    let mut read = Vec::new();
    for Entry { key, place, value } in node.map_or(&[][..], Node::entries) {
        let Some(id) = program.option(&in_logic(key)) else {
            let known = program.options.iter().map(|option| program.name(option.name));
            reader.unknown(*place, format!("the book has no option `{key}`"), key, known, "options");
            continue;
        };
        let readings = &program.options[id.index()].readings;
        let symbol_name = |symbol: Symbol| program.symbols.get(symbol.index()).map_or("", String::as_str);
        let text = value.text().unwrap_or_default();
        let Some(reading) = readings.iter().find(|reading| same(symbol_name(**reading), text)) else {
            let known = readings.iter().map(|reading| symbol_name(*reading));
            reader.unknown(value.place, format!("`{key}` has no reading `{text}`"), text, known, "readings");
            continue;
        };
        read.push((id, *reading));
    }
    read
}

/// The assumption sets that `node` lists, by index.
pub(super) fn assumed(reader: &mut Reader<'_>, node: Option<&Node>) -> Vec<usize> {
    let program = reader.program;
    let mut read = Vec::new();
    let mut seen = HashSet::new();
    for item in node.map_or(&[][..], Node::items) {
        let Some(text) = item.text() else { continue };
        match program.assumptions.iter().position(|set| set.id == text) {
            Some(at) if !seen.insert(at) => reader.wrong(item.place, format!("`{text}` stands twice"), "keep one"),
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

/// A collection that is not mentioned is empty; anything else without a start has to be given if it is asked for.
fn all_empty(program: &Program, world: &mut World) {
    for (state, value) in program.states.iter().zip(&mut world.states) {
        if value.is_none() {
            *value = empty(&state.ty);
        }
    }
}

/// States by name; things by their type and name. The names are known before any value is read, so that things may refer
/// to each other.
fn given(reader: &mut Reader<'_>, base: Option<World>, node: Option<&Node>) -> (World, Vec<Given>) {
    let program = reader.program;
    let set_up = reader.things.clone();
    let mut world = base.unwrap_or_else(|| World::new(program));
    all_empty(program, &mut world);
    let mut values = Vec::new();
    let Some(node) = node else { return (world, values) };
    if !matches!(node.value, Yaml::Map(_)) {
        let message = format!("`given` must be a mapping, not {}", node.kind());
        reader.wrong(node.place, message, "write `given: {state: value, Type: {name: {field: value}}}`");
        return (world, values);
    }
    let mut made = Vec::new();
    for entry in node.entries() {
        let Some(ty) = program.entity(&entry.key) else { continue };
        if !matches!(entry.value.value, Yaml::Map(_) | Yaml::Null) {
            let message = format!("`{}` must be a mapping from names to fields", entry.key);
            reader.wrong(entry.value.place, message, format!("write `{}: {{name: {{field: value}}}}`", entry.key));
        }
        for thing in entry.value.entries() {
            if let Some(known) = set_up.get(&thing.key).copied()
                && reader.types[known.index()] == ty
            {
                made.push((ty, thing, Some(known)));
                continue;
            }
            if reader.things.contains_key(&thing.key) {
                let message = format!("two things have the name `{}`", thing.key);
                reader.wrong(thing.place, message, "give one of them another name");
                continue;
            }
            if program.state(&in_logic(&thing.key)).is_some() {
                let message = format!("`{}` is the name of a state", thing.key);
                reader.wrong(thing.place, message, "give the thing another name");
            }
            let number = reader.types.len() as u64;
            reader.things.insert(thing.key.clone(), Entity(number));
            reader.types.push(ty);
            made.push((ty, thing, None));
        }
    }
    for (ty, thing, known) in made {
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
        let called = format!("the {} `{}`", entity.name, thing.key);
        let fields = reader.fields(node, &named, &called, &|_| false);
        if let Some(known) = known {
            // It was set up: only what is given is otherwise.
            let given = |name: &str| node.entries().iter().any(|entry| same(name, &entry.key));
            if let Some(Some(there)) = world.things.get_mut(known.index()) {
                let mut values = there.fields.to_vec();
                for (at, value) in fields.unwrap_or_default().into_iter().enumerate() {
                    if named.get(at).is_some_and(|(name, _)| given(name)) {
                        values[at] = value;
                    }
                }
                there.fields = values.into();
            }
            continue;
        }
        let mut fields = fields.unwrap_or_default();
        for (at, (value, start)) in fields.iter_mut().zip(&entity.starts).enumerate() {
            let given =
                node.entries().iter().any(|entry| named.get(at).is_some_and(|(name, _)| same(name, &entry.key)));
            if let (false, Some(start)) = (given, start) {
                *value = start.clone();
            }
        }
        world.things.push(Some(Thing { ty, fields: fields.into() }));
    }
    for entry in node.entries().iter().filter(|entry| program.entity(&entry.key).is_none()) {
        match program.function(&in_logic(&entry.key)).filter(|_| program.state(&in_logic(&entry.key)).is_none()) {
            Some(function) => given_value(reader, entry, function, &mut values),
            None => given_state(reader, &mut world, entry),
        }
    }
    (world, values)
}

/// What a value is taken to give: for all arguments, or for each by its name, or for several together.
fn given_value(reader: &mut Reader<'_>, entry: &Entry, id: FunctionId, values: &mut Vec<Given>) {
    let program = reader.program;
    let function = &program.functions[id.index()];
    if matches!(function.kind, FunctionKind::Judgement) {
        let message = format!("`{}` is a judgement", entry.key);
        return reader.wrong(entry.place, message, "give it under `choices`");
    }
    let given = |args, value| Given { function: id, args, value };
    match (&function.params[..], &entry.value.value) {
        ([one], Yaml::Map(entries)) => {
            for of in entries {
                let arg = reader.word(&of.key, of.place, &one.ty);
                let value = reader.value(&of.value, &function.result);
                values.extend(arg.zip(value).map(|(arg, value)| given(Some(vec![arg]), value)));
            }
        }
        ([_, ..], Yaml::List(items)) => {
            let mut named: Vec<_> = function.params.iter().map(|param| (program.name(param.name), &param.ty)).collect();
            named.push(("is", &function.result));
            for item in items {
                let all = reader.fields(item, &named, &format!("`{}`", entry.key), &|_| true);
                if let Some(mut all) = all
                    && let Some(value) = all.pop()
                {
                    values.push(given(Some(all), value));
                }
            }
        }
        ([_, _, ..], Yaml::Map(_)) if !matches!(function.result.without_none(), Type::Record(_) | Type::Map(..)) => {
            let named: Vec<String> =
                function.params.iter().map(|param| format!("{}: …", program.name(param.name))).collect();
            let message = format!("`{}` has several arguments", entry.key);
            let help = format!("write a list of those that are given: `[{{{}, is: …}}]`", named.join(", "));
            reader.wrong(entry.value.place, message, help);
        }
        _ => values.extend(reader.value(&entry.value, &function.result).map(|value| given(None, value))),
    }
}

/// What a state holds, or how often something was done.
fn given_state(reader: &mut Reader<'_>, world: &mut World, entry: &Entry) {
    let program = reader.program;
    if let Some(id) = program.tally(&entry.key) {
        world.states[id.index()] = tally(reader, &entry.value, &program.states[id.index()].ty);
        return;
    }
    let Some(id) = program.state(&in_logic(&entry.key)) else {
        let states = program.written_states().map(|state| program.name(state.name));
        let known = states.chain(program.entities.iter().map(|entity| entity.name.as_str()));
        let functions = program.functions.iter().filter(|function| !function.inner);
        let known = known.chain(functions.map(|function| program.name(function.name)));
        let message = format!("`{}` is no state, no value and no type of things", entry.key);
        reader.unknown(entry.place, message, &entry.key, known, "states and types of things");
        return;
    };
    let state = &program.states[id.index()];
    let value = reader.value(&entry.value, &state.ty);
    world.states[id.index()] = match (&state.start, value) {
        // Of what a map begins with only that is another which is given.
        (Some(Value::Map(start)), Some(Value::Map(given))) if !start.is_empty() => {
            let mut all: BTreeMap<Value, Value> = start.iter().cloned().collect();
            all.extend(given.iter().cloned());
            Some(Value::map(all.into_iter().collect()))
        }
        (_, value) => value,
    };
}

/// The times that something was done: how many, or a record of what is asked of each.
fn tally(reader: &mut Reader<'_>, node: &Node, ty: &Type) -> Option<Value> {
    let program = reader.program;
    let Some(Type::Record(record)) = ty.element() else { return None };
    let all = &program.records[usize::from(record.0)].fields;
    let fields: Vec<_> =
        (0..).zip(all).filter(|(at, _)| program.is_asked(*record, *at)).map(|(_, field)| field).collect();
    let times = node.text().and_then(|text| text.parse::<u16>().ok());
    match times {
        Some(times) if fields.is_empty() => {
            let once = Value::Record(Arc::new(vec![Value::None; all.len()]));
            Some(Value::List(Arc::new(vec![once; usize::from(times)])))
        }
        Some(times) if times > 0 => {
            let asked: Vec<String> = fields.iter().map(|field| format!("{}: …", program.name(field.name))).collect();
            let help = format!("write a record for each time: `[{{{}}}]`", asked.join(", "));
            reader.wrong(node.place, "of these times is asked more than how many there were", help);
            None
        }
        _ => reader.value(node, ty),
    }
}
