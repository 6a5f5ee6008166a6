//! What is asked and who chooses how, from the words in which a person writes it.

use super::notation::Notation;
use super::{Asked, Policy, Way};
use crate::logic::example::{Named, Open, OpenStep, Outputs, field, find, known, mend, outputs, same, value_of};
use crate::logic::program::{Chosen, Function, FunctionKind, NameId, Program, StateId};
use crate::logic::types::{EntityTypeId, Type};
use crate::logic::value::{Entity, Value};

/// Words that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The words.
    pub text: String,
    /// What is wrong with them.
    pub message: String,
    /// What would be right.
    pub help: String,
}

impl Slip {
    /// A slip in that.
    pub fn new(text: &str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { text: text.to_owned(), message: message.into(), help: help.into() }
    }
}

/// Everything that the last step gives.
pub fn all(open: &Open<'_>) -> Vec<Asked> {
    (0..given(open).len()).map(Asked::Output).collect()
}

/// Something that can be asked for beside what is given: a field of a thing, or a state.
pub fn changing(open: &Open<'_>) -> Option<String> {
    let field = |thing: Entity| {
        let ty = open.program.entities.get(usize::from(type_of(open, thing)?.0))?;
        (!ty.fields.is_empty()).then_some(Asked::Field(thing, 0))
    };
    let mut fields = open.things.values().filter_map(|thing| field(*thing));
    let state = || open.program.written_states().next().is_some().then_some(Asked::State(StateId(0)));
    fields.next().or_else(state).map(|asked| written(open, &asked))
}

/// What `text` asks for: `winner` (an output of the last step), `prestige` (a state), `fleet.strength` (a field of a thing).
pub fn asked(open: &Open<'_>, text: &str) -> Result<Asked, Slip> {
    let text = text.trim();
    let (program, given) = (open.program, given(open));
    let thing_type = |name: &str| type_of(open, *open.things.get(name)?);
    let (name, rest) = text.split_once('.').map_or((text, None), |(name, rest)| (name, Some(rest)));
    let Some(named) = find(program, &given, &thing_type, name) else {
        let known = known(program, &given, open.things.keys());
        let message = format!("`{name}` is no output, state or thing of this run");
        return Err(Slip::new(text, message, mend(0, name, known.iter().map(String::as_str), "names")));
    };
    match (named, rest) {
        (Named::Output(at, _), None) => Ok(Asked::Output(at)),
        (Named::State(id, _), None) => Ok(Asked::State(id)),
        (Named::Output(..) | Named::State(..), Some(_)) => {
            let message = format!("`{name}` is asked for as a whole");
            Err(Slip::new(text, message, format!("write `{name}`")))
        }
        (Named::Thing(ty), rest) => {
            let fields = &program.entities[usize::from(ty.0)].fields;
            let mut fields = fields.iter().map(|field| program.name(field.name));
            let Some(rest) = rest else {
                let message = format!("`{name}` is a thing, and one of its fields must be named");
                let some = fields.next().unwrap_or("field");
                return Err(Slip::new(text, message, format!("write `{name}.{some}`")));
            };
            let thing = open.things.get(name).copied();
            if let (Some(thing), Some((at, _))) = (thing, field(program, ty, rest)) {
                return Ok(Asked::Field(thing, at));
            }
            let message = format!("a {} has no field `{rest}`", program.entities[usize::from(ty.0)].name);
            Err(Slip::new(text, message, mend(0, rest, fields, "fields")))
        }
    }
}

/// What is asked as [`asked`] reads it.
pub fn written(open: &Open<'_>, asked: &Asked) -> String {
    let program = open.program;
    match asked {
        Asked::Output(at) => given(open).get(*at).map_or("?", |(name, _)| program.name(*name)).to_owned(),
        Asked::State(id) => program.name(program.states[id.index()].name).to_owned(),
        Asked::Field(thing, at) => {
            let name = open.things.names().get(&thing.0).map_or("?", String::as_str);
            let ty = type_of(open, *thing).and_then(|ty| program.entities.get(usize::from(ty.0)));
            let field = ty.and_then(|ty| ty.fields.get(usize::from(*at)));
            format!("{name}.{}", field.map_or("?", |field| program.name(field.name)))
        }
    }
}

/// The declared type of what is asked.
pub fn declared<'p>(open: &Open<'p>, asked: &Asked) -> Option<&'p Type> {
    let program = open.program;
    match asked {
        Asked::Output(at) => given(open).get(*at).map(|(_, ty)| *ty),
        Asked::State(id) => program.states.get(id.index()).map(|state| &state.ty),
        Asked::Field(thing, at) => {
            let ty = program.entities.get(usize::from(type_of(open, *thing)?.0))?;
            ty.fields.get(usize::from(*at)).map(|field| &field.ty)
        }
    }
}

/// Whether what is asked is a number, or yes or no, which count 1 and 0.
pub fn is_number(open: &Open<'_>, asked: &Asked) -> bool {
    let ty = declared(open, asked).map(Type::without_none);
    matches!(ty, Some(Type::Number(_) | Type::Fraction | Type::YesNo))
}

/// Why there is no highest or lowest of something that is no number, and what there is in its place.
pub(super) fn no_number(
    open: &Open<'_>,
    of: &[Asked],
    (whose, word, name): (&str, &str, &str),
    written_in: &dyn Notation,
) -> Slip {
    let message = format!("there is no {word} `{name}`: it is no number, and not yes or no");
    let asked = of.iter().find(|asked| is_number(open, asked)).cloned();
    let other = asked.clone().or_else(|| some_number(open)).map(|other| written(open, &other));
    let help = match other {
        Some(number) => {
            let policy = written_in.policy(whose, &format!("{word} {number}"));
            let of = if asked.is_some() { String::new() } else { written_in.of(&number) };
            format!("ask for a number: {of}{policy}")
        }
        None => "nothing that can be asked is a number: choose first, last, random or one of the candidates".to_owned(),
    };
    Slip::new(name, message, help)
}

/// A number that can be asked for: an output, a field of a thing or a state; yes or no where there is nothing better.
fn some_number(open: &Open<'_>) -> Option<Asked> {
    let outputs = (0..given(open).len()).map(Asked::Output);
    let fields = open.things.values().flat_map(|thing| {
        let ty = type_of(open, *thing).and_then(|ty| open.program.entities.get(usize::from(ty.0)));
        let count = ty.map_or(0, |ty| ty.fields.len());
        (0..u16::try_from(count).unwrap_or(u16::MAX)).map(|at| Asked::Field(*thing, at))
    });
    let states = (0..).map(StateId).take(open.program.written_states().count()).map(Asked::State);
    let mut numbers = outputs.chain(fields).chain(states).filter(|asked| is_number(open, asked)).peekable();
    let first = numbers.peek().cloned();
    numbers.find(|asked| !matches!(declared(open, asked).map(Type::without_none), Some(Type::YesNo))).or(first)
}

/// Two policies for the same choice of the same player, by their indexes.
pub fn twice(policies: &[Policy]) -> Option<(usize, usize)> {
    let same = |one: &Policy, other: &Policy| one.label == other.label && one.by == other.by;
    let before = |at: usize| policies[..at].iter().position(|one| same(one, &policies[at]));
    (0..policies.len()).find_map(|at| Some((before(at)?, at)))
}

/// Who can be asked to make the choice `label`, as far as types tell.
pub fn players(open: &Open<'_>, label: NameId) -> Vec<String> {
    let mut found = Vec::new();
    for chosen in open.program.choices.iter().filter(|chosen| chosen.label == label) {
        match chosen.by.without_none() {
            Type::Symbols(members) => {
                let symbols = members.iter().filter_map(|member| open.program.symbols.get(member.index()));
                found.extend(symbols.cloned());
            }
            things if things.is_thing() => {
                let is_one = |thing| type_of(open, thing).is_some_and(|ty| things.kinds().contains(&ty));
                let things = open.things.iter().filter(|(_, thing)| is_one(**thing));
                found.extend(things.map(|(name, _)| name.clone()));
            }
            _ => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// How the choice `whose` is made, for `label@player` by this player: always the value that `how` writes as examples do, or
/// `first`, `last`, `random`, `highest NAME`, `lowest NAME`, where the name is among what is asked. A candidate of the name
/// `first` comes before the word.
pub fn policy(
    open: &Open<'_>,
    of: &[Asked],
    (whose, how): (&str, &str),
    written_in: &dyn Notation,
) -> Result<Policy, Slip> {
    let (whose, how) = (whose.trim(), how.trim());
    let (label, player) = whose.split_once('@').map_or((whose, None), |(label, player)| (label.trim(), Some(player)));
    let program = open.program;
    let choices: Vec<&Chosen> =
        program.choices.iter().filter(|chosen| same(program.name(chosen.label), label)).collect();
    let Some(first) = choices.first() else { return Err(no_choice(open, label)) };
    let by = match player {
        Some(player) => Some(value(open, choices.iter().map(|chosen| &chosen.by), player.trim())?),
        None => None,
    };
    let way = way(open, of, &choices, (whose, how), written_in)?;
    Ok(Policy { label: first.label, by, way })
}

fn way(
    open: &Open<'_>,
    of: &[Asked],
    choices: &[&Chosen],
    (whose, how): (&str, &str),
    written_in: &dyn Notation,
) -> Result<Way, Slip> {
    let number = |word: &str, name: &str| {
        let no_number = || no_number(open, of, (whose, word, name.trim()), written_in);
        let wanted = asked(open, name)?;
        if is_number(open, &wanted) { among(open, of, &wanted) } else { Err(no_number()) }
    };
    let always = value(open, choices.iter().map(|chosen| &chosen.of), how);
    if let Ok(value) = always {
        return Ok(Way::Always(value));
    }
    match how.split_once(char::is_whitespace) {
        None if how == "first" => Ok(Way::First),
        None if how == "last" => Ok(Way::Last),
        None if how == "random" => Ok(Way::Random),
        Some((word @ "highest", name)) => Ok(Way::Highest(number(word, name)?)),
        Some((word @ "lowest", name)) => Ok(Way::Lowest(number(word, name)?)),
        None if matches!(how, "highest" | "lowest") => {
            let numbers = of.iter().filter(|asked| is_number(open, asked));
            let names = numbers.map(|asked| format!("`{how} {}`", written(open, asked))).collect::<Vec<_>>();
            if names.is_empty() {
                let first = of.first().map(|asked| written(open, asked)).unwrap_or_default();
                return Err(no_number(open, of, (whose, how, &first), written_in));
            }
            let help = format!("write {}", names.join(" or "));
            Err(Slip::new(how, format!("`{how}` of what is not said"), help))
        }
        _ => always.map(Way::Always).map_err(|slip| Slip {
            help: format!("write first, last, random, highest NAME or lowest NAME; or a value: {}", slip.help),
            ..slip
        }),
    }
}

/// What a judgement comes to, as `name=value`.
pub fn judgement(open: &Open<'_>, text: &str) -> Result<(NameId, Value), Slip> {
    let Some((name, value)) = text.split_once('=') else {
        let message = format!("`{text}` says nothing about what it comes to");
        return Err(Slip::new(text, message, "write `name=value`"));
    };
    let (name, program) = (name.trim(), open.program);
    let Some(found) = judgements(program).find(|judgement| same(program.name(judgement.name), name)) else {
        let known = judgements(program).map(|judgement| program.name(judgement.name));
        return Err(Slip::new(
            name,
            format!("the logic has no judgement `{name}`"),
            mend(0, name, known, "judgements"),
        ));
    };
    Ok((found.name, self::value(open, [&found.result].into_iter(), value.trim())?))
}

/// Whether `name` is a judgement of the logic.
pub fn is_judgement(open: &Open<'_>, name: &str) -> bool {
    judgements(open.program).any(|judgement| same(open.program.name(judgement.name), name.trim()))
}

fn judgements(program: &Program) -> impl Iterator<Item = &Function> {
    program.functions.iter().filter(|function| matches!(function.kind, FunctionKind::Judgement))
}

/// Which of what is asked this is.
fn among(open: &Open<'_>, of: &[Asked], wanted: &Asked) -> Result<usize, Slip> {
    of.iter().position(|asked| asked == wanted).ok_or_else(|| {
        let name = written(open, wanted);
        let names: Vec<_> = of.iter().map(|asked| written(open, asked)).collect();
        let message = format!("`{name}` is not among what is asked");
        Slip::new(&name, message, format!("ask for it too: now it is {}", names.join(", ")))
    })
}

fn no_choice(open: &Open<'_>, label: &str) -> Slip {
    let program = open.program;
    if judgements(program).any(|judgement| same(program.name(judgement.name), label)) {
        return Slip::new(label, format!("`{label}` is a judgement, not a choice"), "give its value once for all");
    }
    let mut known: Vec<&str> = program.choices.iter().map(|chosen| program.name(chosen.label)).collect();
    known.sort_unstable();
    known.dedup();
    Slip::new(label, format!("nobody chooses a `{label}` in the logic"), mend(0, label, known, "choices"))
}

/// The value of the first of these types that `text` writes.
pub(in crate::logic) fn value<'t>(
    open: &Open<'_>,
    types: impl Iterator<Item = &'t Type>,
    text: &str,
) -> Result<Value, Slip> {
    let mut first = None;
    for ty in types {
        match value_of(open.program, &open.start.world, &open.things, text, ty) {
            Ok(value) => return Ok(value),
            Err(mistake) => first = first.or(Some(mistake)),
        }
    }
    let (message, help) = first.unwrap_or_else(|| ("this is no value".to_owned(), None));
    Err(Slip::new(text, message, help.unwrap_or_else(|| "write it as examples do".to_owned())))
}

/// What the last step gives.
fn given<'p>(open: &Open<'p>) -> Outputs<'p> {
    open.steps.last().map(|step: &OpenStep| outputs(open.program, step.callee)).unwrap_or_default()
}

fn type_of(open: &Open<'_>, thing: Entity) -> Option<EntityTypeId> {
    open.start.world.thing(thing).map(|thing| thing.ty)
}
