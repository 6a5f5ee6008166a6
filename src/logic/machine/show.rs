//! Values and types as they are written in messages.

use super::super::program::Program;
use super::super::types::{Interval, Type};
use super::super::value::Value;
use super::world::World;

/// How many elements of a collection a message names.
const SHOWN: usize = 8;

/// A value as it is written in logic; things by their type and number.
pub(super) fn value(program: &Program, world: &World, shown: &Value) -> String {
    let one = |element: &Value| value(program, world, element);
    match shown {
        Value::None => "none".to_owned(),
        Value::YesNo(true) => "yes".to_owned(),
        Value::YesNo(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Fraction(fraction) => format!("{}/{}", fraction.numerator, fraction.denominator),
        Value::Symbol(symbol) => match program.symbols.get(symbol.0 as usize) {
            Some(name) => name.clone(),
            None => format!("member {}", symbol.0),
        },
        Value::Entity(entity) => {
            match world.thing(*entity).and_then(|thing| program.entities.get(usize::from(thing.ty.0))) {
                Some(ty) => format!("{} {}", ty.name, entity.0),
                None => format!("removed thing {}", entity.0),
            }
        }
        Value::List(elements) | Value::Set(elements) => {
            format!("[{}]", join(elements.iter().map(one), elements.len()))
        }
        Value::Bag(elements) => {
            let counted = elements.iter().map(|(element, count)| format!("{count} {}", one(element)));
            format!("[{}]", join(counted, elements.len()))
        }
        Value::Map(entries) => {
            let entries_shown = entries.iter().map(|(key, entry)| format!("{}: {}", one(key), one(entry)));
            format!("[{}]", join(entries_shown, entries.len()))
        }
        Value::Record(fields) => format!("({})", join(fields.iter().map(one), fields.len())),
    }
}

fn join(parts: impl Iterator<Item = String>, all: usize) -> String {
    let mut shown: Vec<String> = parts.take(SHOWN).collect();
    if all > SHOWN {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

/// An interval as it is written.
pub(super) fn interval(interval: Interval) -> String {
    match (interval.low, interval.high) {
        (None, None) => "number".to_owned(),
        (low, high) => {
            let end = |end: Option<i64>| end.map(|end| end.to_string()).unwrap_or_default();
            format!("{}..{}", end(low), end(high))
        }
    }
}

/// A type as it is written.
pub(super) fn ty(program: &Program, shown: &Type) -> String {
    match shown {
        Type::Unknown => "anything".to_owned(),
        Type::Number(numbers) => interval(*numbers),
        Type::Fraction => "fraction".to_owned(),
        Type::YesNo => "yes/no".to_owned(),
        Type::Symbols(symbols) => {
            let enumeration = program.enumerations.iter().find(|(_, members)| {
                members.len() == symbols.len() && members.iter().all(|member| symbols.binary_search(member).is_ok())
            });
            if let Some((name, _)) = enumeration {
                return name.clone();
            }
            let members = symbols.iter().filter_map(|symbol| program.symbols.get(symbol.0 as usize)).cloned();
            join(members, symbols.len())
        }
        Type::Entity(id) => program.entities.get(usize::from(id.0)).map_or("entity", |ty| &ty.name).to_owned(),
        Type::Record(id) => match program.records.get(usize::from(id.0)) {
            Some(record) if !record.name.is_empty() => record.name.clone(),
            _ => "record".to_owned(),
        },
        Type::List(element) => format!("list of {}", ty(program, element)),
        Type::Set(element) => format!("set of {}", ty(program, element)),
        Type::Bag(element) => format!("bag of {}", ty(program, element)),
        Type::Map(key, entry) => format!("map of {} to {}", ty(program, key), ty(program, entry)),
        Type::OrNone(inner) => format!("{} or none", ty(program, inner)),
        Type::Nothing => "none".to_owned(),
    }
}
