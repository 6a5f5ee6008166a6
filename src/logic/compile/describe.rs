//! Types in words, for messages.

use super::Compiler;
use crate::logic::program::Program;
use crate::logic::types::{Interval, Type};
use crate::logic::value::Value;

impl Compiler<'_> {
    pub(super) fn describe(&self, ty: &Type) -> String {
        self.program.describe(ty)
    }
}

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
            Type::Symbols(members) => {
                if let Some((name, _)) = self
                    .enumerations
                    .iter()
                    .find(|(_, all)| all.len() == members.len() && all.iter().all(|member| members.contains(member)))
                {
                    return format!("a {name}");
                }
                let names: Vec<_> = members.iter().map(|member| self.symbols[member.0 as usize].as_str()).collect();
                match names.as_slice() {
                    [] => "no member".to_owned(),
                    [one] => format!("`{one}`"),
                    [one, two] => format!("`{one}` or `{two}`"),
                    [one, two, three] => format!("`{one}`, `{two}` or `{three}`"),
                    [one, two, rest @ ..] => format!("`{one}`, `{two}` or {} others", rest.len()),
                }
            }
            Type::Entity(id) => format!("a {}", self.entities[usize::from(id.0)].name),
            Type::Record(id) => match self.records[usize::from(id.0)].name.as_str() {
                "" => "a record".to_owned(),
                name => format!("a record of `{name}`"),
            },
            Type::List(element) => format!("a list of {}", self.plain_type(element)),
            Type::Set(element) => format!("a set of {}", self.plain_type(element)),
            Type::Bag(element) => format!("a bag of {}", self.plain_type(element)),
            Type::Map(key, value) => format!("a map of {} to {}", self.plain_type(key), self.plain_type(value)),
            Type::OrNone(inner) => format!("{} or none", self.describe(inner)),
        }
    }

    /// A value as it is written in logic.
    pub fn plain(&self, value: &Value) -> String {
        let all = |values: &mut dyn Iterator<Item = String>| values.collect::<Vec<_>>().join(", ");
        match value {
            Value::None => "none".to_owned(),
            Value::YesNo(true) => "yes".to_owned(),
            Value::YesNo(false) => "no".to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Fraction(fraction) => format!("{}/{}", fraction.numerator, fraction.denominator),
            Value::Symbol(symbol) => self.symbols[symbol.0 as usize].clone(),
            Value::Entity(entity) => format!("#{}", entity.0),
            Value::List(values) | Value::Set(values) => {
                format!("[{}]", all(&mut values.iter().map(|value| self.plain(value))))
            }
            Value::Bag(values) => {
                format!("[{}]", all(&mut values.iter().map(|(value, count)| format!("{count} {}", self.plain(value)))))
            }
            Value::Map(entries) => format!(
                "[{}]",
                all(&mut entries.iter().map(|(key, value)| format!("{}: {}", self.plain(key), self.plain(value))))
            ),
            Value::Record(values) => format!("({})", all(&mut values.iter().map(|value| self.plain(value)))),
        }
    }

    fn plain_type(&self, ty: &Type) -> String {
        let words = self.describe(ty);
        words.strip_prefix("a ").unwrap_or(&words).to_owned()
    }
}

/// `0..10`, `1 or more`, `3`.
pub(super) fn range(interval: Interval) -> String {
    match (interval.low, interval.high) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{low}..{high}"),
        (Some(low), None) => format!("{low} or more"),
        (None, Some(high)) => format!("{high} or less"),
        (None, None) => "of any size".to_owned(),
    }
}
