//! Values in words: plainly as logic writes them, or in a reader's language.

use std::collections::BTreeMap;

use super::names::Names;
use super::words::Words;
use crate::logic::program::{Program, Record, Role, STEP};
use crate::logic::types::Type;
use crate::logic::value::Value;

/// How many elements of a collection are named.
const SHOWN: usize = 24;

/// How many elements of a value are named in all: collections within collections have many more together.
const SHOWN_IN_ALL: usize = 500;

/// A value as logic and YAML write it; things by their names.
pub fn plain(program: &Program, things: &BTreeMap<u64, String>, value: &Value) -> String {
    Printer { program, things, language: None }.value(value)
}

/// Writes names and values.
#[derive(Clone, Copy, Debug)]
pub struct Printer<'a> {
    /// The logic.
    pub program: &'a Program,
    /// The things of the run by number.
    pub things: &'a BTreeMap<u64, String>,
    /// The words of a language, its names, and the section that speaks; plainly as in logic without.
    pub language: Option<(&'a Words, &'a Names<'a>, &'a str)>,
}

impl Printer<'_> {
    /// A value.
    pub fn value(&self, value: &Value) -> String {
        let mut left = SHOWN_IN_ALL;
        self.within(value, &mut left)
    }

    /// The same, with at most so many elements.
    fn within(&self, value: &Value, left: &mut usize) -> String {
        match value {
            Value::None | Value::Pool(_) => self.word("none"),
            Value::YesNo(yes) => self.word(if yes.is_yes() { "yes" } else { "no" }),
            Value::Number(number) => number.to_string(),
            Value::Fraction(fraction) => format!("{}/{}", fraction.numerator, fraction.denominator),
            Value::Symbol(symbol) => {
                let member = self.program.symbols.get(symbol.index());
                self.name(member.map_or("?", String::as_str), Role::Member)
            }
            Value::Date(date) => match self.language {
                Some((words, ..)) => words.date(*date),
                None => date.to_string(),
            },
            Value::Entity(thing) => {
                self.things.get(&thing.0).map_or_else(|| format!("#{}", thing.0), |name| self.name(name, Role::Thing))
            }
            Value::List(elements) | Value::Set(elements) => {
                self.several(elements.iter(), left, |element, left| self.one(element, left))
            }
            Value::Bag(elements) => self.several(elements.iter(), left, |(element, count), left| match count {
                1 => self.one(element, left),
                _ => format!("{count} × {}", self.one(element, left)),
            }),
            Value::Map(entries) => self.several(entries.iter(), left, |(key, value), left| {
                let key = self.within(key, left);
                format!("{key}: {}", self.one(value, left))
            }),
            Value::Record(fields) => {
                let declared = self.language.and_then(|_| self.record(fields));
                // A step of a way is read as one: what joins the two areas is known from the map.
                if let ([from, to, _], Some(STEP)) = (&fields[..], declared.map(|record| record.name.as_str())) {
                    let from = self.within(from, left);
                    return format!("{from} → {}", self.within(to, left));
                }
                let shown = fields.iter().enumerate().map(|(at, part)| {
                    *left = left.saturating_sub(1);
                    let value = if *left == 0 { "…".to_owned() } else { self.within(part, left) };
                    match declared.and_then(|declared| declared.fields.get(at)) {
                        Some(field) => format!("{}: {value}", self.name(self.program.name(field.name), Role::Inner)),
                        None => value,
                    }
                });
                format!("({})", shown.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// A value among others.
    pub(super) fn one_of(&self, value: &Value) -> String {
        let mut left = SHOWN_IN_ALL;
        self.one(value, &mut left)
    }

    /// The same: a collection is kept together.
    fn one(&self, value: &Value, left: &mut usize) -> String {
        let shown = self.within(value, left);
        match value {
            Value::List(_) | Value::Set(_) | Value::Bag(_) | Value::Map(_) if self.language.is_some() => {
                format!("[{shown}]")
            }
            _ => shown,
        }
    }

    /// The type of a record, if only one fits its values.
    fn record(&self, values: &[Value]) -> Option<&Record> {
        let fits = |record: &&Record| {
            let declared = record.fields.iter().map(|field| &field.ty);
            record.fields.len() == values.len() && declared.zip(values).all(|(ty, value)| may_hold(ty, value))
        };
        let mut fitting = self.program.records.iter().filter(fits);
        let one = fitting.next()?;
        fitting.next().is_none().then_some(one)
    }

    /// A name of the logic that stands for this where it is told.
    pub fn name(&self, name: &str, role: Role) -> String {
        self.name_in(name, role, None)
    }

    /// The same, of what is declared in this section.
    pub fn name_in(&self, name: &str, role: Role, section: Option<&str>) -> String {
        match self.language {
            Some((_, names, told_in)) => names.of(name, role, section.unwrap_or(told_in)),
            None => name.to_owned(),
        }
    }

    /// Another document's rule, `base:9.6.4`, as readers cite it.
    pub(super) fn source(&self, source: &str) -> String {
        self.language.map_or_else(|| source.to_owned(), |(_, names, _)| names.source(source))
    }

    fn word(&self, name: &str) -> String {
        self.language.map_or(name, |(words, _, _)| words.get(name)).to_owned()
    }

    fn several<T>(
        &self,
        parts: impl Iterator<Item = T>,
        left: &mut usize,
        one: impl Fn(T, &mut usize) -> String,
    ) -> String {
        let mut shown: Vec<String> = Vec::new();
        for part in parts {
            if shown.len() == SHOWN || *left == 0 {
                shown.push("…".to_owned());
                break;
            }
            *left -= 1;
            shown.push(one(part, left));
        }
        if self.language.is_some() {
            return if shown.is_empty() { self.word("nothing") } else { shown.join(", ") };
        }
        format!("[{}]", shown.join(", "))
    }
}

/// Whether a place of this type can hold the value, as far as its outside shows.
fn may_hold(ty: &Type, value: &Value) -> bool {
    match (ty.without_none(), value) {
        (_, Value::None) => matches!(ty, Type::OrNone(_) | Type::Nothing | Type::Unknown),
        (Type::YesNo, value) => matches!(value, Value::YesNo(_)),
        (Type::Number(range), value) => matches!(value, Value::Number(number) if range.contains(*number)),
        (Type::Date, value) => matches!(value, Value::Date(_)),
        (Type::Symbols(members), value) => matches!(value, Value::Symbol(member) if members.contains(member)),
        (Type::Entity(_), value) => matches!(value, Value::Entity(_)),
        (Type::List(_), value) => matches!(value, Value::List(_)),
        (Type::Set(_), value) => matches!(value, Value::Set(_)),
        (Type::Bag(_), value) => matches!(value, Value::Bag(_)),
        (Type::Map(..), value) => matches!(value, Value::Map(_)),
        (Type::Record(_), value) => matches!(value, Value::Record(_)),
        _ => true,
    }
}
