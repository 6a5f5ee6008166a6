//! Values and types as they are written in messages.

use super::super::program::{Program, several};
use super::super::types::{Interval, Type};
use super::super::value::Value;
use super::world::World;

/// How many elements of a collection a message names.
const SHOWN: usize = 8;

/// A value as it is written in logic; things by their type and number.
pub(super) fn value(program: &Program, world: &World, shown: &Value) -> String {
    program.written(shown, SHOWN, &|entity| match world
        .thing(entity)
        .and_then(|thing| program.entities.get(usize::from(thing.ty.0)))
    {
        Some(ty) => format!("{} {}", ty.name, entity.0),
        None => format!("removed thing {}", entity.0),
    })
}

/// A type as it is written.
pub(super) fn ty(program: &Program, shown: &Type) -> String {
    match shown {
        Type::Unknown => "anything".to_owned(),
        Type::Number(Interval::ALL) => "number".to_owned(),
        Type::Number(numbers) => numbers.to_string(),
        Type::Fraction => "fraction".to_owned(),
        Type::YesNo => "yes/no".to_owned(),
        Type::Date => "date".to_owned(),
        Type::Symbols(symbols) => {
            if let Some(name) = program.enumeration_of(symbols) {
                return name.to_owned();
            }
            several(symbols.iter().map(|symbol| program.plain(&Value::Symbol(*symbol))), SHOWN)
        }
        Type::Entity(id) => program.entities.get(usize::from(id.0)).map_or("entity", |ty| &ty.name).to_owned(),
        Type::OneOf(kinds) => {
            let names = kinds.iter().map(|id| program.entities.get(usize::from(id.0)).map_or("entity", |ty| &ty.name));
            names.collect::<Vec<_>>().join(" or ")
        }
        Type::Record(id) => match program.records.get(usize::from(id.0)) {
            Some(record) if !record.name.is_empty() => record.name.clone(),
            _ => "record".to_owned(),
        },
        Type::List(element) => format!("list of {}", ty(program, element)),
        Type::Deck(card) => format!("deck of {}", ty(program, card)),
        Type::Set(element) => format!("set of {}", ty(program, element)),
        Type::Bag(element) => format!("bag of {}", ty(program, element)),
        Type::Map(key, entry) => format!("map of {} to {}", ty(program, key), ty(program, entry)),
        Type::OrNone(inner) => format!("{} or none", ty(program, inner)),
        Type::Nothing => "none".to_owned(),
    }
}
