//! Types and values in words, for messages.

use super::{EntityType, Program};
use crate::logic::types::{Interval, RecordId, Type};
use crate::logic::value::{Entity, Symbol, Value};

/// How the name begins of a record that holds what is left of a thing: no type can be declared that is called so.
pub(in crate::logic) const REMOVED: &str = "removed ";

impl Program {
    /// A type in words: "a number 0..10".
    pub fn describe(&self, ty: &Type) -> String {
        match ty {
            Type::Unknown => "something".to_owned(),
            Type::Nothing => "none".to_owned(),
            Type::Number(Interval::ALL) => "a number".to_owned(),
            Type::Number(Interval { low: Some(low), high: Some(high) }) if low == high => format!("the number {low}"),
            Type::Number(interval) => format!("a number {}", range(*interval)),
            Type::Fraction => "a number that may not be whole".to_owned(),
            Type::YesNo => "yes/no".to_owned(),
            Type::Date => "a date".to_owned(),
            Type::Symbols(members) => {
                if let Some(name) = self.enumeration_of(members) {
                    return article(name);
                }
                let names: Vec<_> = members.iter().map(|member| self.symbols[member.index()].as_str()).collect();
                match names.as_slice() {
                    [] => "no member".to_owned(),
                    [one] => format!("`{one}`"),
                    [one, two] => format!("`{one}` or `{two}`"),
                    [one, two, three] => format!("`{one}`, `{two}` or `{three}`"),
                    [one, two, rest @ ..] => format!("`{one}`, `{two}` or {} others", rest.len()),
                }
            }
            Type::Entity(id) => article(&self.entities[usize::from(id.0)].name),
            Type::OneOf(kinds) => {
                let names = kinds.iter().map(|id| article(&self.entities[usize::from(id.0)].name));
                names.collect::<Vec<_>>().join(" or ")
            }
            Type::Record(id) if let Some(gone) = self.removed(*id) => {
                format!("what is left of {} that was removed", article(&gone.name))
            }
            Type::Record(id) => match self.records[usize::from(id.0)].name.as_str() {
                "" => "a record".to_owned(),
                name => format!("a record of `{name}`"),
            },
            Type::Deck(card) => format!("a deck of {}", self.plain_type(card)),
            Type::List(element) => format!("a list of {}", self.plain_type(element)),
            Type::Set(element) => format!("a set of {}", self.plain_type(element)),
            Type::Bag(element) => format!("a bag of {}", self.plain_type(element)),
            Type::Map(key, value) => format!("a map of {} to {}", self.plain_type(key), self.plain_type(value)),
            Type::OrNone(inner) => format!("{} or none", self.describe(inner)),
        }
    }

    /// The type of things of which a record holds what is left of one that was removed.
    pub(in crate::logic) fn removed(&self, record: RecordId) -> Option<&EntityType> {
        let name = self.records.get(usize::from(record.0))?.name.strip_prefix(REMOVED)?;
        self.entities.iter().find(|entity| entity.name == name)
    }

    /// A value as it is written in logic; a thing by its number.
    pub fn plain(&self, value: &Value) -> String {
        self.written(value, usize::MAX, &|thing| format!("#{}", thing.0))
    }

    /// A value as it is written in logic, with at most so many elements of a collection, and things as `thing` calls them.
    pub(in crate::logic) fn written(&self, value: &Value, most: usize, thing: &dyn Fn(Entity) -> String) -> String {
        let one = |value: &Value| self.written(value, most, thing);
        match value {
            Value::None => "none".to_owned(),
            Value::YesNo(yes) => if yes.is_yes() { "yes" } else { "no" }.to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Fraction(fraction) => format!("{}/{}", fraction.numerator, fraction.denominator),
            Value::Symbol(symbol) => {
                let name = self.symbols.get(symbol.index());
                name.cloned().unwrap_or_else(|| format!("member {}", symbol.0))
            }
            Value::Date(date) => date.to_string(),
            Value::Entity(entity) => thing(*entity),
            Value::List(elements) | Value::Set(elements) => format!("[{}]", several(elements.iter().map(one), most)),
            Value::Bag(elements) => {
                let counted = elements.iter().map(|(element, count)| format!("{count} {}", one(element)));
                format!("[{}]", several(counted, most))
            }
            Value::Map(entries) => {
                let entries = entries.iter().map(|(key, entry)| format!("{}: {}", one(key), one(entry)));
                format!("[{}]", several(entries, most))
            }
            Value::Pool(_) => "covered dice".to_owned(),
            Value::Record(fields) => format!("({})", several(fields.iter().map(one), most)),
        }
    }

    /// The enumeration that has just these members, which are sorted.
    pub(in crate::logic) fn enumeration_of(&self, members: &[Symbol]) -> Option<&str> {
        self.enumerated.get(members).map(String::as_str)
    }

    fn plain_type(&self, ty: &Type) -> String {
        let words = self.describe(ty);
        ["a ", "an "].iter().find_map(|article| words.strip_prefix(article)).unwrap_or(&words).to_owned()
    }
}

/// At most so many of the parts, with commas; `…` stands for the rest.
pub(in crate::logic) fn several(parts: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let all = parts.len();
    let mut shown: Vec<String> = parts.take(most).collect();
    if all > most {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

/// `0..10`, `1 or more`, `3`.
pub(in crate::logic) fn range(interval: Interval) -> String {
    match (interval.low, interval.high) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{low}..{high}"),
        (Some(low), None) => format!("{low} or more"),
        (None, Some(high)) => format!("{high} or less"),
        (None, None) => "of any size".to_owned(),
    }
}

/// A name with its article: `a City`, `an Area`, `a Unit`.
fn article(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let sounds = lower.starts_with(['a', 'e', 'i', 'o', 'u']);
    let spoken_otherwise = ["uni", "use", "eu", "one"].iter().any(|start| lower.starts_with(start));
    format!("{} {name}", if sounds && !spoken_otherwise { "an" } else { "a" })
}
