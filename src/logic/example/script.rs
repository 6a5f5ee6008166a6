//! Chance as an example writes it: dice, draws and choices by label, each asked for in order.

use std::collections::{BTreeMap, VecDeque};

use super::choice_answer::ChoiceAnswer;
use super::labels::Labels;
use super::things::Things;
use super::values::{Reader, same};
use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::yaml::{Node, Value as Yaml, yes_no};
use crate::logic::machine::{Answer, Chance, Request, TraceNode, What};
use crate::logic::program::Program;
use crate::logic::trace::plain;
use crate::logic::value::Value;

/// Faces that are rolled together or one by one.
#[derive(Clone, Debug)]
enum Faces {
    One(u32, Place),
    Together(Vec<(u32, Place)>, Place),
}

/// What an example gives, by label.
#[derive(Clone, Debug, Default)]
pub(super) struct Script<'a> {
    dice: BTreeMap<String, Queue<Faces>>,
    draws: BTreeMap<String, Queue<&'a Node>>,
    choices: BTreeMap<String, Queue<&'a Node>>,
    /// Where the dice stand or would have to.
    place: Option<Place>,
}

#[derive(Clone, Debug)]
struct Queue<T> {
    place: Place,
    asked: usize,
    left: VecDeque<T>,
}

impl<T> Queue<T> {
    fn new(place: Place, items: impl IntoIterator<Item = T>) -> Self {
        Self { place, asked: 0, left: items.into_iter().collect() }
    }
}

impl<'a> Script<'a> {
    /// Reads `dice`, `draws` and `choices` (those that are no judgements).
    pub(super) fn read(
        reader: &mut Reader<'_>,
        labels: &Labels,
        place: Place,
        [dice, draws, choices]: [Option<&'a Node>; 3],
    ) -> Self {
        let mut script = Self { place: Some(place), ..Self::default() };
        for (key, node, known) in [
            ("dice", dice, vec![&labels.rolls]),
            ("draws", draws, vec![&labels.draws, &labels.picks]),
            ("choices", choices, vec![&labels.choices]),
        ] {
            let Some(node) = node else { continue };
            if !matches!(node.value, Yaml::Map(_)) {
                let message = format!("`{key}` must be a mapping from labels, not {}", node.kind());
                reader.wrong(node.place, message, format!("write `{key}: {{label: […]}}`"));
                continue;
            }
            for entry in node.entries() {
                let judged = key == "choices" && is_judgement(reader.program, &entry.key);
                if judged {
                    continue;
                }
                if !known.iter().any(|known| known.contains(&entry.key)) {
                    let message = format!("nothing in the logic has the label `{}` under `{key}`", entry.key);
                    if let Some(home) = labels.home(&entry.key) {
                        reader.wrong(entry.place, message, format!("write it under `{home}`"));
                    } else {
                        let mut all: Vec<&str> = known.iter().flat_map(|set| set.iter().map(String::as_str)).collect();
                        if key == "choices" {
                            all.extend(judgements(reader.program));
                        }
                        reader.unknown(entry.place, message, &entry.key, all, "labels");
                    }
                    continue;
                }
                match key {
                    "dice" => {
                        let items = faces(reader, &entry.value);
                        script.dice.insert(entry.key.clone(), Queue::new(entry.place, items));
                    }
                    "draws" => {
                        let items = if labels.draws.contains(&entry.key) {
                            drawn(&entry.value)
                        } else {
                            let picks = one_or_list(&entry.value);
                            for pick in &picks {
                                ChoiceAnswer::check(reader, pick, false);
                            }
                            picks
                        };
                        script.draws.insert(entry.key.clone(), Queue::new(entry.place, items));
                    }
                    _ => {
                        let items = one_or_list(&entry.value);
                        for choice in &items {
                            ChoiceAnswer::check(reader, choice, true);
                        }
                        script.choices.insert(entry.key.clone(), Queue::new(entry.place, items));
                    }
                }
            }
        }
        script
    }

    /// Reports what was given and never asked for.
    pub(super) fn leftovers(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (label, queue) in &self.dice {
            if let Some(first) = queue.left.front() {
                let (Faces::One(_, place) | Faces::Together(_, place)) = first;
                let message = format!("{} for `{label}` too many: {}", queue.left.len(), times(queue.asked, "rolled"));
                found.push(*mistake(*place, message, "remove what is left over, or mend the logic"));
            }
        }
        for (queues, word) in [(&self.draws, "drawn"), (&self.choices, "chosen")] {
            for (label, queue) in queues {
                if let Some(first) = queue.left.front() {
                    let message = format!("{} for `{label}` too many: {}", queue.left.len(), times(queue.asked, word));
                    let help = "remove what is left over, or mend the logic";
                    found.push(*mistake(first.place, message, help));
                }
            }
        }
        found
    }
}

fn times(count: usize, word: &str) -> String {
    match count {
        0 => format!("it was never {word}"),
        1 => format!("it was {word} once"),
        _ => format!("it was {word} {count} times"),
    }
}

fn mistake(place: impl Into<Option<Place>>, message: impl Into<String>, help: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(&codes::BAD_EXAMPLE, place, message).help(help))
}

/// Whether a judgement has this name.
pub(super) fn is_judgement(program: &Program, name: &str) -> bool {
    judgements(program).any(|judgement| judgement == name)
}

fn judgements(program: &Program) -> impl Iterator<Item = &str> {
    let judged = |function: &&crate::logic::program::Function| {
        matches!(function.kind, crate::logic::program::FunctionKind::Judgement)
    };
    program.functions.iter().filter(judged).map(|function| program.name(function.name))
}

fn faces(reader: &mut Reader<'_>, node: &Node) -> Vec<Faces> {
    let one = |reader: &mut Reader<'_>, node: &Node| {
        let face = node.text().and_then(|text| text.parse::<u32>().ok());
        if face.is_none() {
            let message = format!("this must be a face of a die, not {}", shown(node));
            reader.wrong(node.place, message, "write faces such as `[3, 5]`, inner lists for dice rolled together");
        }
        Some((face?, node.place))
    };
    let Yaml::List(items) = &node.value else {
        return one(reader, node).into_iter().map(|(face, place)| Faces::One(face, place)).collect();
    };
    let mut read = Vec::new();
    for item in items {
        if matches!(item.value, Yaml::List(_)) {
            let together: Option<Vec<_>> = item.items().iter().map(|inner| one(reader, inner)).collect();
            read.extend(together.map(|together| Faces::Together(together, item.place)));
        } else {
            read.extend(one(reader, item).map(|(face, place)| Faces::One(face, place)));
        }
    }
    read
}

/// One inner list per draw; a flat list is a single draw.
fn drawn(node: &Node) -> Vec<&Node> {
    let nested = node.items().iter().any(|item| matches!(item.value, Yaml::List(_)));
    if nested { node.items().iter().collect() } else { vec![node] }
}

fn one_or_list(node: &Node) -> Vec<&Node> {
    match &node.value {
        Yaml::List(items) => items.iter().collect(),
        _ => vec![node],
    }
}

fn shown(node: &Node) -> String {
    node.text().map_or_else(|| node.kind().to_owned(), |text| format!("`{text}`"))
}

/// Answers from a script and remembers the mistake at which it gave up.
pub(super) struct Scripted<'a, 's> {
    /// The logic.
    pub(super) program: &'a Program,
    /// The things of the example by name.
    pub(super) things: &'s Things,
    /// What is left.
    pub(super) script: Script<'a>,
    /// Why it gave up.
    pub(super) mistake: Option<Diagnostic>,
}

impl Chance for Scripted<'_, '_> {
    fn answer(&mut self, request: &Request) -> Result<Answer, String> {
        let answered = match request {
            Request::Roll { label, count, sides } => self.roll(self.program.name(*label), *count, *sides),
            Request::Draw { label, count, from } => self.draw(self.program.name(*label), *count, from),
            Request::Pick { label, candidates } => self.one(self.program.name(*label), candidates, None),
            Request::Choose { label, by, candidates } => self.one(self.program.name(*label), candidates, Some(by)),
        };
        answered.map_err(|mistake| {
            let message = mistake.message.clone();
            self.mistake = Some(*mistake);
            message
        })
    }
}

impl Scripted<'_, '_> {
    /// Takes off what was given for picks and choices with a single candidate: those ask nothing, and an example may
    /// tell of them all the same. The first that is told wrongly is a mistake.
    pub(super) fn take_forced(&mut self, nodes: &[TraceNode]) -> Result<(), Box<Diagnostic>> {
        for node in TraceNode::each(nodes) {
            let (label, by, value, candidates) = match &node.what {
                What::Picked { label, value: Some(value), candidates } => (label, None, value, candidates),
                What::Chose { label, by, value: Some(value), candidates } => (label, Some(by), value, candidates),
                _ => continue,
            };
            if candidates.len() != 1 {
                continue;
            }
            let label = self.program.name(*label);
            let queues = if by.is_none() { &self.script.draws } else { &self.script.choices };
            let next = queues.get(label).and_then(|queue| queue.left.front().copied());
            let Some(told) = next.map(ChoiceAnswer::read).filter(|told| self.names(told.answer, value)) else {
                continue;
            };
            self.asserted(label, &told, candidates, by)?;
            let queues = if by.is_none() { &mut self.script.draws } else { &mut self.script.choices };
            queues.get_mut(label).map(|queue| queue.left.pop_front());
        }
        Ok(())
    }

    fn roll(&mut self, label: &str, count: u32, sides: u32) -> Result<Answer, Box<Diagnostic>> {
        let home = self.script.place;
        let Some(queue) = self.script.dice.get_mut(label) else {
            if count == 0 {
                return Ok(Answer::Faces(Vec::new()));
            }
            let message = format!("no dice for `{label}`: {count} d{sides} are rolled here");
            return Err(mistake(home, message, format!("write `dice: {{{label}: […]}}`")));
        };
        let faces: Vec<(u32, Place)> = if let Some(Faces::Together(faces, place)) = queue.left.front() {
            if faces.len() != count as usize {
                let message = format!("`{label}` rolls {count} dice here, and {} are given", faces.len());
                return Err(mistake(*place, message, "give as many faces as there are dice"));
            }
            let faces = faces.clone();
            queue.left.pop_front();
            faces
        } else {
            let mut faces = Vec::new();
            for _ in 0..count {
                match queue.left.pop_front() {
                    Some(Faces::One(face, place)) => faces.push((face, place)),
                    Some(Faces::Together(_, place)) => {
                        let message = format!("`{label}` rolls {count} dice here, and {} are given", faces.len());
                        return Err(mistake(place, message, "give as many faces as there are dice"));
                    }
                    None => {
                        let given = times(queue.asked, "rolled");
                        let message = format!(
                            "too few dice for `{label}`: {given}, and now {count} d{sides} with {} left",
                            faces.len()
                        );
                        return Err(mistake(queue.place, message, "add the faces that are missing"));
                    }
                }
            }
            faces
        };
        queue.asked += 1;
        if let Some((face, place)) = faces.iter().find(|(face, _)| !(1..=sides).contains(face)) {
            let message = format!("{face} is no face of `{label}`, a d{sides}");
            return Err(mistake(*place, message, format!("a face is from 1 to {sides}")));
        }
        Ok(Answer::Faces(faces.into_iter().map(|(face, _)| face).collect()))
    }

    fn draw(&mut self, label: &str, count: u32, from: &[(Value, u32)]) -> Result<Answer, Box<Diagnostic>> {
        let home = self.script.place;
        let Some(queue) = self.script.draws.get_mut(label) else {
            if count == 0 {
                return Ok(Answer::Values(Vec::new()));
            }
            let message = format!("nothing is given for `{label}`: {count} are drawn here");
            return Err(mistake(home, message, format!("write `draws: {{{label}: [[…]]}}`")));
        };
        let Some(node) = queue.left.pop_front() else {
            let message = format!("too few draws for `{label}`: {}, and now once more", times(queue.asked, "drawn"));
            return Err(mistake(queue.place, message, "add the draw that is missing"));
        };
        queue.asked += 1;
        let items = one_or_list(node);
        if items.len() != count as usize {
            let message = format!("`{label}` draws {count} here, and {} are given", items.len());
            return Err(mistake(node.place, message, "give as many as are drawn"));
        }
        let mut left = from.to_vec();
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            let candidates: Vec<Value> =
                left.iter().filter(|(_, count)| *count > 0).map(|(value, _)| value.clone()).collect();
            let value = self.among(label, item, &candidates)?;
            if let Some((_, count)) = left.iter_mut().find(|(other, count)| *other == value && *count > 0) {
                *count -= 1;
            }
            values.push(value);
        }
        Ok(Answer::Values(values))
    }

    /// The answer to a choice, or to a pick, which nobody makes.
    fn one(&mut self, label: &str, candidates: &[Value], by: Option<&Value>) -> Result<Answer, Box<Diagnostic>> {
        let home = self.script.place;
        let (queues, key, word) = if by.is_none() {
            (&mut self.script.draws, "draws", "picked")
        } else {
            (&mut self.script.choices, "choices", "chosen")
        };
        let Some(queue) = queues.get_mut(label) else {
            let message = format!("nothing is given for `{label}`, which is {word} here");
            let help = format!("write `{key}: {{{label}: […]}}`: {}", self.list(candidates));
            return Err(mistake(home, message, help));
        };
        let Some(node) = queue.left.pop_front() else {
            let message = format!("too few for `{label}`: {}, and now once more", times(queue.asked, word));
            let place = queue.place;
            return Err(mistake(place, message, format!("add one: {}", self.list(candidates))));
        };
        queue.asked += 1;
        let told = ChoiceAnswer::read(node);
        self.asserted(label, &told, candidates, by)?;
        Ok(Answer::Values(vec![self.among(label, told.answer, candidates)?]))
    }

    /// Whether the question is the one that the example tells of.
    fn asserted(
        &self,
        label: &str,
        told: &ChoiceAnswer<'_>,
        candidates: &[Value],
        by: Option<&Value>,
    ) -> Result<(), Box<Diagnostic>> {
        if let (Some(who), Some(by)) = (told.by, by)
            && !self.names(who, by)
        {
            let message = format!("`{label}` is chosen by {}, not by {}", self.plain(by), shown(who));
            return Err(mistake(who.place, message, "mend the example, or the `by` of the choice in the logic"));
        }
        let Some(from) = told.from else { return Ok(()) };
        let named = from.items();
        let missing = named.iter().find(|node| !candidates.iter().any(|value| self.names(node, value)));
        let extra = candidates.iter().find(|value| !named.iter().any(|node| self.names(node, value)));
        let message = match (missing, extra) {
            (Some(missing), _) => format!("{} is no candidate for `{label}` here", shown(missing)),
            (None, Some(extra)) => format!("{} is a candidate for `{label}` too", self.plain(extra)),
            (None, None) => return Ok(()),
        };
        Err(mistake(from.place, message, self.list(candidates)))
    }

    fn plain(&self, value: &Value) -> String {
        plain(self.program, self.things.names(), value)
    }

    /// The candidate that `node` names.
    fn among(&self, label: &str, node: &Node, candidates: &[Value]) -> Result<Value, Box<Diagnostic>> {
        let mut fitting: Vec<&Value> = candidates.iter().filter(|value| self.names(node, value)).collect();
        fitting.dedup();
        match &fitting[..] {
            [one] => Ok((*one).clone()),
            [] => {
                let message = format!("{} is no candidate for `{label}` here", shown(node));
                Err(mistake(node.place, message, self.list(candidates)))
            }
            several => {
                let message = format!("{} names {} candidates for `{label}`", shown(node), several.len());
                Err(mistake(node.place, message, "write the whole value"))
            }
        }
    }

    fn list(&self, candidates: &[Value]) -> String {
        let names = self.things.names();
        let mut shown: Vec<String> =
            candidates.iter().take(12).map(|value| plain(self.program, names, value)).collect();
        if candidates.len() > shown.len() {
            shown.push("…".to_owned());
        }
        if shown.is_empty() {
            "there are no candidates".to_owned()
        } else {
            format!("the candidates are {}", shown.join(", "))
        }
    }

    /// Whether `node` writes `value`; a record may be named by its first field.
    fn names(&self, node: &Node, value: &Value) -> bool {
        match (&node.value, value) {
            (Yaml::Null, Value::None) => true,
            (Yaml::Scalar(scalar), value) => self.word(scalar.text.trim(), value),
            (Yaml::List(items), Value::List(values)) => {
                items.len() == values.len() && items.iter().zip(&**values).all(|(item, value)| self.names(item, value))
            }
            (Yaml::List(items), Value::Set(values)) => {
                items.len() == values.len()
                    && values.iter().all(|value| items.iter().any(|item| self.names(item, value)))
            }
            (Yaml::List(items), Value::Bag(values)) => {
                let all: usize = values.iter().map(|(_, count)| *count as usize).sum();
                items.len() == all
                    && values.iter().all(|(value, count)| {
                        items.iter().filter(|item| self.names(item, value)).count() == *count as usize
                    })
            }
            (Yaml::Map(entries), Value::Record(values)) => self.program.records.iter().any(|record| {
                record.fields.len() == values.len()
                    && entries.iter().all(|entry| {
                        let at = record.fields.iter().position(|field| same(self.program.name(field.name), &entry.key));
                        at.is_some_and(|at| self.names(&entry.value, &values[at]))
                    })
            }),
            (Yaml::Map(entries), Value::Map(values)) => {
                entries.len() == values.len()
                    && entries.iter().all(|entry| {
                        values.iter().any(|(key, value)| self.word(&entry.key, key) && self.names(&entry.value, value))
                    })
            }
            _ => false,
        }
    }

    fn word(&self, text: &str, value: &Value) -> bool {
        match value {
            Value::None => text == "none",
            Value::YesNo(value) => yes_no(text) == Some(value.is_yes()),
            Value::Number(number) => text.parse() == Ok(*number),
            Value::Fraction(fraction) => text == format!("{}/{}", fraction.numerator, fraction.denominator),
            Value::Symbol(symbol) => self.program.symbols.get(symbol.index()).is_some_and(|name| same(name, text)),
            Value::Date(date) => text == date.to_string(),
            // What the run itself made has no name yet, only a number: `#5`, as messages write it.
            Value::Entity(thing) => match text.strip_prefix('#') {
                Some(number) if !self.things.contains_key(text) => number.parse() == Ok(thing.0),
                _ => self.things.get(text) == Some(thing),
            },
            Value::Record(fields) => fields.first().is_some_and(|first| self.word(text, first)),
            Value::List(_) | Value::Set(_) | Value::Bag(_) | Value::Map(_) | Value::Pool(_) => false,
        }
    }
}
