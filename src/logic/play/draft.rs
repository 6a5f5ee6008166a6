//! What was played as an example in YAML: everything that was decided, and nothing that is asserted.

use std::collections::BTreeMap;

use super::Played;
use crate::library::yaml::{Node, Written};
use crate::logic::example::{Things, is_long_key};
use crate::logic::machine::{Answer, Request, World, misfit};
use crate::logic::program::{NameId, Program};
use crate::logic::types::{RecordId, Type};
use crate::logic::value::Value;

/// The keys that say what holds before the run.
const BEFORE: [&str; 4] = ["options", "assume", "given_by", "given"];

/// The example: `keys` are those of what was played, `steps` what was decided in each step.
pub fn draft(program: &Program, keys: &BTreeMap<String, Node>, steps: &[Played], id: &str, text: String) -> Written {
    let mut entries = vec![
        ("id".to_owned(), Written::Word(id.to_owned())),
        ("text".to_owned(), Written::Text(text)),
        ("own".to_owned(), Written::Word("yes".to_owned())),
        ("draft".to_owned(), Written::Word("yes".to_owned())),
    ];
    let there = |key: &str| keys.get(key).filter(|node| !node.is_null());
    entries.extend(BEFORE.iter().filter_map(|key| Some(((*key).to_owned(), Written::from(there(key)?)))));
    match (there("run"), there("steps")) {
        (Some(run), _) => {
            entries.push(("run".to_owned(), Written::from(run)));
            entries.extend(steps.first().map(|played| decided(program, played)).unwrap_or_default());
        }
        (None, all) => {
            let runs = all.map_or(&[][..], Node::items).iter().filter_map(|step| step.get("run"));
            let written = runs.zip(steps).map(|(run, played)| {
                let run = ("run".to_owned(), Written::from(run));
                Written::Map(std::iter::once(run).chain(decided(program, played)).collect())
            });
            entries.push(("steps".to_owned(), Written::List(written.collect())));
        }
    }
    Written::Map(entries)
}

/// `dice`, `draws` and `choices` of a step.
fn decided(program: &Program, played: &Played) -> Vec<(String, Written)> {
    let writer = Writer { program, world: &played.before, known: &played.known };
    // In the order in which each was asked first.
    let mut dice: Vec<(NameId, Vec<&[u32]>)> = Vec::new();
    let [mut draws, mut choices]: [Vec<(NameId, Vec<Written>)>; 2] = Default::default();
    for (request, answer) in &played.answers {
        let label = request.label();
        match (request, answer) {
            (Request::Roll { .. }, Answer::Faces(faces)) => push(&mut dice, label, faces.as_slice()),
            (Request::Draw { .. }, Answer::Values(values)) => {
                let values = values.iter().map(|value| writer.value(value)).collect();
                push(&mut draws, label, Written::List(values));
            }
            (Request::Pick { candidates, .. }, Answer::Values(values)) => {
                let picked = values.iter().map(|value| writer.among(value, candidates));
                picked.for_each(|picked| push(&mut draws, label, picked));
            }
            (Request::Choose { candidates, .. }, Answer::Values(values)) => {
                let chosen = values.iter().map(|value| writer.among(value, candidates));
                chosen.for_each(|chosen| push(&mut choices, label, chosen));
            }
            _ => {}
        }
    }
    let name = |label: NameId| program.name(label).to_owned();
    let dice: Vec<_> = dice.into_iter().map(|(label, rolls)| (name(label), faces(&rolls))).collect();
    let draws: Vec<_> = draws.into_iter().map(|(label, drawn)| (name(label), Written::List(drawn))).collect();
    let chosen = choices.into_iter().map(|(label, chosen)| (name(label), Written::List(chosen)));
    let judged = played.judged.iter().map(|(label, value)| (name(*label), writer.value(value)));
    let choices: Vec<_> = chosen.chain(judged).collect();
    let keys = [("dice", dice), ("draws", draws), ("choices", choices)];
    let there = keys.into_iter().filter(|(_, entries)| !entries.is_empty());
    there.map(|(key, entries)| (key.to_owned(), Written::Map(entries))).collect()
}

fn push<T>(all: &mut Vec<(NameId, Vec<T>)>, label: NameId, one: T) {
    match all.iter_mut().find(|(other, _)| *other == label) {
        Some((_, several)) => several.push(one),
        None => all.push((label, vec![one])),
    }
}

/// Single dice in a row, several at once in lists of their own.
fn faces(rolls: &[&[u32]]) -> Written {
    let face = |face: &u32| Written::Word(face.to_string());
    if rolls.iter().all(|faces| faces.len() == 1) {
        return Written::List(rolls.iter().flat_map(|faces| faces.iter().map(face)).collect());
    }
    Written::List(rolls.iter().map(|faces| Written::List(faces.iter().map(face).collect())).collect())
}

struct Writer<'a> {
    program: &'a Program,
    world: &'a World,
    /// The things that have names before the step. Those that it makes are called by their numbers.
    known: &'a Things,
}

impl Writer<'_> {
    /// One of several: a record by its first field alone, where no other has the same.
    fn among(&self, value: &Value, candidates: &[Value]) -> Written {
        let first = |value: &Value| match value {
            Value::Record(fields) => fields.first().cloned(),
            _ => None,
        };
        if let Some(key) = first(value) {
            let named = matches!(key, Value::Symbol(_) | Value::Number(_) | Value::Entity(_));
            let same = candidates.iter().filter(|other| first(other).as_ref() == Some(&key) && *other != value).count();
            if named && same == 0 {
                return self.value(&key);
            }
        }
        match self.value(value) {
            // It would be read as the long form of an answer.
            Written::Map(entries) if entries.iter().all(|(key, _)| is_long_key(key)) => {
                Written::Map(vec![("answer".to_owned(), Written::Map(entries))])
            }
            plain => plain,
        }
    }

    fn value(&self, value: &Value) -> Written {
        let word = |text: &str| Written::Word(text.to_owned());
        match value {
            Value::None | Value::Pool(_) => word("none"),
            Value::YesNo(yes) => word(if yes.is_yes() { "yes" } else { "no" }),
            Value::Number(number) => word(&number.to_string()),
            Value::Fraction(fraction) => word(&format!("{}/{}", fraction.numerator, fraction.denominator)),
            Value::Symbol(symbol) => word(self.program.symbols.get(symbol.index()).map_or("?", String::as_str)),
            Value::Date(date) => word(&date.to_string()),
            Value::Entity(thing) => {
                let name = self.known.names().get(&thing.0);
                name.map_or_else(|| word(&format!("#{}", thing.0)), |name| word(name))
            }
            Value::List(items) | Value::Set(items) => {
                Written::List(items.iter().map(|item| self.value(item)).collect())
            }
            Value::Bag(items) => {
                let each = items.iter().flat_map(|(item, count)| (0..*count).map(|_| self.value(item)));
                Written::List(each.collect())
            }
            Value::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| (self.key(key), self.value(value)));
                Written::Map(entries.collect())
            }
            Value::Record(fields) => self.record(value, fields),
        }
    }

    fn key(&self, key: &Value) -> String {
        match self.value(key) {
            Written::Word(word) => word,
            other => other.flow(),
        }
    }

    /// A record does not know its type: the first that it fits has the names of its fields.
    fn record(&self, value: &Value, fields: &[Value]) -> Written {
        let records = (0u16..).zip(&self.program.records).filter(|(_, record)| record.fields.len() == fields.len());
        let mut records = records.peekable();
        let some = records.peek().map(|(_, record)| *record);
        let fitting = records
            .find(|(n, _)| misfit(self.program, self.world, value, &Type::Record(RecordId(*n)), None).is_none())
            .map(|(_, record)| record);
        let declared = fitting.or(some).map_or(&[][..], |record| &record.fields);
        let named = declared
            .iter()
            .zip(fields)
            .map(|(field, value)| (self.program.name(field.name).to_owned(), self.value(value)));
        Written::Map(named.collect())
    }
}
