//! From what an example writes in YAML to a value of the type that the logic declares.

use std::collections::HashSet;

use std::sync::Arc;

use super::called::made_later;
use super::expect::created;
use super::things::Things;
use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::names;
use crate::library::yaml::{Node, Value as Yaml, yes_no};
use crate::logic::calendar::Date;
use crate::logic::compile::in_logic;
use crate::logic::program::Program;
use crate::logic::types::{Interval, Type};
use crate::logic::value::{Symbol, Value};

/// The largest number of equal elements that a bag may be given: more is a slip of the keyboard.
const MOST_OF_A_KIND: u32 = 10_000;

/// How many names are listed where none is near the one that is not known.
const MOST_LISTED: usize = 12;

/// Reads the values of one example and keeps what is wrong with them.
pub(super) struct Reader<'a> {
    /// The logic of its book.
    pub(super) program: &'a Program,
    /// The things it has named so far.
    pub(super) things: Things,
    /// The type of each thing.
    pub(super) types: Vec<crate::logic::types::EntityTypeId>,
    /// The names of things that runs make, as far as they were named; nothing where they cannot be.
    pub(super) made: Option<Vec<String>>,
    /// What is wrong.
    pub(super) mistakes: Vec<Diagnostic>,
    /// How much was wrong in the examples before it.
    before: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(program: &'a Program) -> Self {
        Self::after(0, program)
    }

    /// The same for an example of several, with how much was found in those before it: what was meant by an unknown name is
    /// looked for only so often in all of them together.
    pub(super) fn after(before: usize, program: &'a Program) -> Self {
        Self { program, things: Things::new(), types: Vec::new(), made: None, mistakes: Vec::new(), before }
    }

    /// How much was found so far.
    fn found(&self) -> usize {
        self.before + self.mistakes.len()
    }

    /// Reports a mistake.
    pub(super) fn wrong(&mut self, place: Place, message: impl Into<String>, help: impl Into<String>) {
        self.mistakes.push(Diagnostic::new(&codes::BAD_EXAMPLE, place, message).help(help));
    }

    /// Reports an unknown name.
    pub(super) fn unknown<'n>(
        &mut self,
        place: Place,
        message: impl Into<String>,
        word: &str,
        known: impl IntoIterator<Item = &'n str>,
        what: &str,
    ) {
        self.wrong(place, message, mend(self.found(), word, known, what));
    }

    /// The value of the type `ty` that `node` writes; `None` if a mistake was reported.
    pub(super) fn value(&mut self, node: &Node, ty: &Type) -> Option<Value> {
        match (ty, &node.value) {
            (Type::OrNone(inner), _) => {
                if node.is_null() || node.text() == Some("none") {
                    return Some(Value::None);
                }
                self.value(node, inner)
            }
            (Type::List(element), Yaml::List(items)) => Some(Value::List(Arc::new(self.all(items, element)?))),
            (Type::Set(element), Yaml::List(items)) => {
                let values = self.all(items, element)?;
                let mut seen = std::collections::BTreeSet::new();
                if let Some(at) = values.iter().position(|value| !seen.insert(value)) {
                    let message = "this stands twice in a set";
                    self.wrong(items[at].place, message, "keep one of the two");
                    return None;
                }
                Some(Value::set(values))
            }
            (Type::Deck(card), Yaml::List(items)) => {
                let pile = Type::Bag(card.clone());
                let piles: Vec<_> = items
                    .iter()
                    .map(|item| match &item.value {
                        // A card that is known is a pile of its own.
                        Yaml::Scalar(scalar) => {
                            self.word(&scalar.text, item.place, card).map(|card| Value::bag(vec![card]))
                        }
                        _ => self.value(item, &pile),
                    })
                    .collect();
                Some(Value::List(Arc::new(piles.into_iter().collect::<Option<_>>()?)))
            }
            (Type::Bag(element), Yaml::List(items)) => Some(Value::bag(self.all(items, element)?)),
            (Type::Bag(element), Yaml::Map(entries)) => {
                let mut counted = Vec::with_capacity(entries.len());
                for entry in entries {
                    let value = self.word(&entry.key, entry.place, element);
                    let count = entry.value.text().and_then(|text| text.parse::<u32>().ok());
                    let Some(count) = count.filter(|count| *count <= MOST_OF_A_KIND) else {
                        let message = format!("this must be how many there are of `{}`", entry.key);
                        let help = format!("write a whole number from 0 to {MOST_OF_A_KIND}");
                        self.wrong(entry.value.place, message, help);
                        continue;
                    };
                    if count > 0 {
                        counted.push((value?, count));
                    }
                }
                counted.sort();
                Some(Value::Bag(Arc::new(counted)))
            }
            (Type::Map(..), Yaml::List(elements)) if elements.is_empty() => Some(Value::Map(Arc::default())),
            (Type::Map(key, value), Yaml::Map(entries)) => {
                let read: Vec<_> = entries
                    .iter()
                    .map(|entry| Some((self.word(&entry.key, entry.place, key)?, self.value(&entry.value, value)?)))
                    .collect();
                Some(Value::map(read.into_iter().collect::<Option<_>>()?))
            }
            (Type::Record(id), Yaml::Map(_)) => {
                let program = self.program;
                let fields = &program.records[usize::from(id.0)].fields;
                let named: Vec<_> = fields.iter().map(|field| (program.name(field.name), &field.ty)).collect();
                let needed = |at: usize| u16::try_from(at).is_ok_and(|at| program.is_asked(*id, at));
                Some(Value::Record(Arc::new(self.fields(node, &named, "the record", &needed)?)))
            }
            (_, Yaml::Scalar(scalar)) => self.word(&scalar.text, node.place, ty),
            _ => {
                let message = format!("this must be {}, not {}", self.kind(ty), node.kind());
                self.wrong(node.place, message, self.form(ty));
                None
            }
        }
    }

    fn all(&mut self, items: &[Node], ty: &Type) -> Option<Vec<Value>> {
        // Every item is read, so that all mistakes are reported.
        let read: Vec<_> = items.iter().map(|item| self.value(item, ty)).collect();
        read.into_iter().collect()
    }

    /// Values of the fields in their order; one that may be `none` or is a collection need not be given. Unless all are needed
    /// (`whole`), any other may be left out too: it is `none` until a run asks for it, which is then a mistake.
    pub(super) fn fields(
        &mut self,
        node: &Node,
        fields: &[(&str, &Type)],
        what: &str,
        needed: &dyn Fn(usize) -> bool,
    ) -> Option<Vec<Value>> {
        let mut values: Vec<Option<Value>> = vec![None; fields.len()];
        let mut fine = true;
        for entry in node.entries() {
            let Some(at) = fields.iter().position(|(name, _)| same(name, &entry.key)) else {
                let known = fields.iter().map(|(name, _)| *name);
                self.unknown(entry.place, format!("{what} has no field `{}`", entry.key), &entry.key, known, "fields");
                fine = false;
                continue;
            };
            values[at] = self.value(&entry.value, fields[at].1);
            fine &= values[at].is_some();
        }
        let given: HashSet<String> = node.entries().iter().map(|entry| in_logic(&entry.key)).collect();
        let mut missing = Vec::new();
        for (at, (value, (name, ty))) in values.iter_mut().zip(fields).enumerate() {
            if value.is_none() && !given.contains(*name) {
                *value = empty(ty);
                if value.is_none() && needed(at) {
                    missing.push(format!("`{name}`"));
                }
            }
        }
        // A field that seems to be missing is most likely the one that was misspelt.
        let misspelt = node.entries().iter().any(|entry| !fields.iter().any(|(name, _)| same(name, &entry.key)));
        if !missing.is_empty() && !misspelt {
            let message = format!("{what} needs a value for {}", missing.join(", "));
            self.wrong(node.place, message, "give it here: a run may ask for it");
            fine = false;
        }
        fine.then(|| values.into_iter().map(|value| value.unwrap_or(Value::None)).collect())
    }

    /// The value that a single word writes.
    pub(super) fn word(&mut self, text: &str, place: Place, ty: &Type) -> Option<Value> {
        let text = text.trim();
        let read = match ty {
            Type::OrNone(inner) if text != "none" => return self.word(text, place, inner),
            Type::OrNone(_) | Type::Nothing => (text == "none").then_some(Value::None),
            Type::Number(range) => {
                let number: Option<i64> = text.parse().ok();
                if let Some(number) = number.filter(|number| !range.contains(*number)) {
                    let message = format!("{number} is outside {range}");
                    self.wrong(place, message, "the logic declares this range");
                    return None;
                }
                number.map(Value::Number)
            }
            Type::Fraction => fraction(text),
            Type::YesNo => yes_no(text).map(Value::yes_no),
            Type::Date => Date::parse(text).map(Value::Date),
            Type::Symbols(symbols) => {
                let found = symbols.iter().find(|symbol| same(self.symbol(**symbol), text));
                if found.is_none() {
                    let program = self.program;
                    let known = symbols.iter().map(|symbol| program.symbols[symbol.index()].as_str());
                    self.unknown(place, format!("`{text}` cannot stand here"), text, known, "values");
                    return None;
                }
                found.copied().map(Value::Symbol)
            }
            Type::Entity(_) | Type::OneOf(_) => return self.entity(text, place, ty),
            Type::Unknown => guess(text),
            Type::Record(_) | Type::List(_) | Type::Set(_) | Type::Bag(_) | Type::Deck(_) | Type::Map(..) => None,
        };
        if read.is_none() {
            let message = format!("this must be {}, not `{text}`", self.kind(ty));
            self.wrong(place, message, self.form(ty));
        }
        read
    }

    /// The names of the types of which a thing may be.
    fn kinds(&self, ty: &Type) -> String {
        let names = ty.kinds().iter().map(|id| self.program.entities[usize::from(id.0)].name.as_str());
        names.collect::<Vec<_>>().join(" or ")
    }

    fn entity(&mut self, text: &str, place: Place, ty: &Type) -> Option<Value> {
        let (type_name, wanted) = (self.kinds(ty), ty.kinds());
        match self.things.get(text).copied() {
            Some(thing) if wanted.contains(&self.types[thing.index()]) => Some(Value::Entity(thing)),
            Some(thing) => {
                let is = self.types[thing.index()];
                let is = &self.program.entities[usize::from(is.0)].name;
                self.wrong(place, format!("`{text}` is a {is}, and a {type_name} must stand here"), "name another");
                None
            }
            None if self.made.is_some() && created(self.program, text).is_some_and(|made| wanted.contains(&made)) => {
                let made = self.made.get_or_insert_default();
                let at = made.iter().position(|known| known == text).unwrap_or_else(|| {
                    made.push(text.to_owned());
                    made.len() - 1
                });
                Some(made_later(at))
            }
            None => {
                let of_type = self.things.iter().filter(|(_, thing)| wanted.contains(&self.types[thing.index()]));
                let known = of_type.map(|(name, _)| name.as_str());
                let help = names::suggestion_after(self.found(), text, known).unwrap_or_else(|| {
                    let first = self.kinds(&Type::of_kinds(wanted.first().copied()));
                    format!("name it under `given`, as `{first}: {{{text}: {{…}}}}`")
                });
                self.wrong(place, format!("no {type_name} has the name `{text}`"), help);
                None
            }
        }
    }

    fn symbol(&self, symbol: Symbol) -> &str {
        self.program.symbols.get(symbol.index()).map_or("", String::as_str)
    }

    /// What a type is, for messages.
    pub(super) fn kind(&self, ty: &Type) -> String {
        match ty {
            Type::Unknown => "a value".to_owned(),
            Type::Number(Interval::ALL) => "a whole number".to_owned(),
            Type::Number(range) => format!("a whole number in {range}"),
            Type::Fraction => "a number".to_owned(),
            Type::YesNo => "yes or no".to_owned(),
            Type::Date => "a date".to_owned(),
            Type::Symbols(symbols) => match &symbols[..] {
                [one] => format!("`{}`", self.symbol(*one)),
                _ => "a member of an enumeration".to_owned(),
            },
            Type::Entity(_) | Type::OneOf(_) => format!("the name of a {}", self.kinds(ty)),
            Type::Record(_) => "a mapping of fields".to_owned(),
            Type::List(_) => "a list".to_owned(),
            Type::Deck(_) => "a list of cards, the top one first".to_owned(),
            Type::Set(_) => "a list without repetition".to_owned(),
            Type::Bag(_) => "a list, or a mapping to how many there are".to_owned(),
            Type::Map(..) => "a mapping".to_owned(),
            Type::OrNone(inner) => format!("{}, or none", self.kind(inner)),
            Type::Nothing => "none".to_owned(),
        }
    }

    /// How a value of a type is written.
    fn form(&self, ty: &Type) -> String {
        match ty.without_none() {
            Type::Record(id) => {
                let record = &self.program.records[usize::from(id.0)];
                let fields: Vec<_> =
                    record.fields.iter().map(|field| format!("{}: …", self.program.name(field.name))).collect();
                format!("write `{{{}}}`", fields.join(", "))
            }
            Type::List(_) | Type::Set(_) => "write `[a, b]`".to_owned(),
            Type::Deck(_) => "write `[a, b]`, or `[[a, b]]` where nobody knows the order".to_owned(),
            Type::Bag(_) => "write `[a, a, b]` or `{a: 2, b: 1}`".to_owned(),
            Type::Map(..) => "write `{key: value}`".to_owned(),
            Type::Fraction => "write 3 or 3/2".to_owned(),
            Type::YesNo => "write yes or no".to_owned(),
            Type::Date => "write year, month and day: 2010-04-06".to_owned(),
            Type::Number(_) => "write it in digits".to_owned(),
            _ => "see what the logic declares".to_owned(),
        }
    }
}

/// The mend of an unknown name: the nearest of the known ones, unless so much was `found` before that nobody is asked what was
/// meant; else the list of them.
pub(in crate::logic) fn mend<'n>(
    found: usize,
    word: &str,
    known: impl IntoIterator<Item = &'n str>,
    what: &str,
) -> String {
    let mut known = known.into_iter();
    let few: Vec<&str> = known.by_ref().take(MOST_LISTED + 1).collect();
    names::suggestion_after(found, word, few.iter().copied().chain(known)).unwrap_or_else(|| match few.len() {
        0 => format!("there are no {what} here"),
        1..=MOST_LISTED => format!("the {what} are {}", few.join(", ")),
        _ => format!("name one of the {what} of the book's logic"),
    })
}

/// Whether two names are the same: a hyphen in a term's id is an underscore in logic.
pub(in crate::logic) fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).all(|(a, b)| a == b || matches!((a, b), (b'-', b'_') | (b'_', b'-')))
}

fn fraction(text: &str) -> Option<Value> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    Value::ratio(above.trim().parse().ok()?, below.trim().parse().ok()?)
}

/// A value where a mistake in the logic left no type.
fn guess(text: &str) -> Option<Value> {
    if text == "none" {
        return Some(Value::None);
    }
    yes_no(text).map(Value::yes_no).or_else(|| fraction(text))
}

/// What a place holds for which nothing is given, if its type has something of the sort.
pub(super) fn empty(ty: &Type) -> Option<Value> {
    Some(match ty {
        Type::OrNone(_) | Type::Nothing => Value::None,
        Type::List(_) | Type::Deck(_) => Value::List(Arc::default()),
        Type::Set(_) => Value::Set(Arc::default()),
        Type::Bag(_) => Value::Bag(Arc::default()),
        Type::Map(..) => Value::Map(Arc::default()),
        _ => return None,
    })
}
