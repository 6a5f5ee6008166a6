//! Odds asked for several values of what is given: a grid, of which each cell is a case of its own.

use std::sync::Arc;

use super::read::{Wanted, wrong};
use crate::diagnostic::Diagnostic;
use crate::library::yaml::{Entry, Node};
use crate::logic::compile::in_logic;
use crate::logic::example::{Open, field, mend, same};
use crate::logic::machine::{Callee, Setting};
use crate::logic::odds::notation::InExample;
use crate::logic::odds::{Asked, Budget, Case, Policy, ask};
use crate::logic::program::{Field, NameId, OptionId, Program, StateId};
use crate::logic::types::Type;
use crate::logic::value::{Entity, Symbol, Value};

/// How many cells a grid has at most: each is a case that a build works out and a page shows.
pub const MOST_CELLS: usize = 64;
/// How many things it changes at most.
pub const MOST_AXES: usize = 4;

/// Something that differs from cell to cell.
#[derive(Clone, Debug)]
pub struct Axis {
    /// As it is written: `hoplites.grade`.
    pub written: String,
    /// What it changes.
    pub of: Changes,
    /// What it is in turn.
    pub stops: Vec<Stop>,
}

/// What an axis changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// A field of a thing that is given.
    Field(Entity, u16),
    /// A state.
    State(StateId),
    /// An argument of what is run.
    Argument(NameId),
    /// The reading of an option.
    Reading(OptionId),
    /// How a choice is made.
    Choice(NameId),
}

/// One value of an axis.
#[derive(Clone, Debug)]
pub struct Stop {
    /// As it is written.
    pub written: String,
    /// What it stands for.
    pub means: Means,
}

/// What a value of an axis stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Means {
    /// A value.
    Value(Value),
    /// A reading.
    Reading(Symbol),
    /// A policy.
    Policy(Policy),
}

/// A case of the odds of an example.
#[derive(Clone, Debug)]
pub struct Cell<'p> {
    /// The example with its dice left open, as it is in this cell.
    pub open: Open<'p>,
    /// Under what it is run.
    pub setting: Setting<'p>,
    /// How choices are made.
    pub policies: Vec<Policy>,
    /// Whether it is the second of two cases that are compared.
    pub second: bool,
    /// Which value each axis has, by its number.
    pub at: Vec<usize>,
}

impl Cell<'_> {
    /// The case that is worked out.
    pub(super) fn case<'a>(&'a self, of: &[Asked], run: crate::logic::machine::Budget, budget: Budget) -> Case<'a> {
        let mut setting: Setting<'a> = self.setting.clone();
        setting.budget = run;
        Case { open: &self.open, setting, of: of.to_vec(), policies: self.policies.clone(), budget }
    }
}

impl<'p> Wanted<'p> {
    /// Every case: of a grid each cell, the last axis turning fastest; else the example, beside its other reading if it has one.
    pub fn cells(&self) -> Vec<Cell<'p>> {
        let settings = self.settings().into_iter().enumerate();
        let mut cells: Vec<Cell<'p>> = settings
            .map(|(at, setting)| Cell {
                open: self.open.clone(),
                setting,
                policies: self.policies.clone(),
                second: at > 0,
                at: Vec::new(),
            })
            .collect();
        for axis in &self.axes {
            let turned = |cell: &Cell<'p>| -> Vec<Cell<'p>> {
                let stop = |(at, stop): (usize, &Stop)| {
                    let mut cell = cell.clone();
                    axis.set(&mut cell, &stop.means);
                    cell.at.push(at);
                    cell
                };
                axis.stops.iter().enumerate().map(stop).collect()
            };
            cells = cells.iter().flat_map(turned).collect();
        }
        cells
    }

    /// What a cell of the grid is, as it is written: each axis with its value.
    pub(super) fn written<'a>(&'a self, cell: &Cell<'_>) -> Vec<(&'a str, &'a str)> {
        let one = |(axis, at): (&'a Axis, &usize)| Some((axis.written.as_str(), axis.stops.get(*at)?.written.as_str()));
        self.axes.iter().zip(&cell.at).filter_map(one).collect()
    }
}

impl Axis {
    fn set(&self, cell: &mut Cell<'_>, means: &Means) {
        let program = cell.open.program;
        match (self.of, means) {
            (Changes::Field(thing, at), Means::Value(value)) => {
                let thing = cell.open.start.world.things.get_mut(thing.index()).and_then(Option::as_mut);
                if let Some(field) = thing.and_then(|thing| Arc::make_mut(&mut thing.fields).get_mut(usize::from(at))) {
                    *field = value.clone();
                }
            }
            (Changes::State(id), Means::Value(value)) => {
                cell.open.start.world.states[id.index()] = Some(value.clone());
            }
            (Changes::Argument(name), Means::Value(value)) => {
                for step in &mut cell.open.steps {
                    let at = params(program, step.callee).iter().position(|param| param.name == name);
                    if let Some(argument) = at.and_then(|at| step.args.get_mut(at)) {
                        *argument = value.clone();
                    }
                }
            }
            (Changes::Reading(option), Means::Reading(reading)) => cell.setting.readings[option.index()] = *reading,
            (Changes::Choice(_), Means::Policy(policy)) => cell.policies.push(policy.clone()),
            // Each axis has values of its own kind.
            (
                Changes::Field(..)
                | Changes::State(_)
                | Changes::Argument(_)
                | Changes::Reading(_)
                | Changes::Choice(_),
                _,
            ) => {}
        }
    }
}

/// The axes that `for` writes.
pub(super) fn read(wanted: &mut Wanted<'_>, node: &Node, mistakes: &mut Vec<Diagnostic>) {
    let before = mistakes.len();
    if let Some(entry) = node.entries().get(MOST_AXES) {
        let message = format!("a grid changes at most {MOST_AXES} things, and this one {}", node.entries().len());
        mistakes.push(wrong(entry.place, message, "leave out what matters least, or make another example of it"));
        return;
    }
    let mut cells: usize = 1;
    let mut axes: Vec<Axis> = Vec::new();
    for entry in node.entries() {
        let Some(read) = axis(wanted, entry, mistakes) else { continue };
        if axes.iter().any(|other| other.of == read.of) {
            let message = format!("`{}` changes what another line changes already", entry.key);
            mistakes.push(wrong(entry.place, message, "keep one of the two"));
            continue;
        }
        cells = cells.saturating_mul(read.stops.len());
        if cells > MOST_CELLS {
            let message = format!("this makes a grid of {cells} cells, and {MOST_CELLS} is the most");
            mistakes.push(wrong(entry.value.place, message, "name fewer values, or leave out what matters least"));
            return;
        }
        axes.push(read);
    }
    if mistakes.len() == before && cells < 2 {
        let help = "name two values or more: `for: {season: [spring, summer]}`";
        mistakes.push(wrong(node.place, "this grid has a single cell", help));
    }
    let of_axes = axes.iter().filter_map(|axis| match &axis.stops.first()?.means {
        Means::Policy(policy) => Some((axis, policy)),
        Means::Value(_) | Means::Reading(_) => None,
    });
    for (axis, policy) in of_axes {
        let same = |other: &&Policy| other.label == policy.label && other.by == policy.by;
        if wanted.policies.iter().any(|other| same(&other)) {
            let place = node.key_place(&axis.written).unwrap_or(node.place);
            let message = format!("`{}` has a policy already", axis.written);
            mistakes.push(wrong(place, message, "take it out of `policy`: here it has each of these in turn"));
        }
    }
    wanted.axes = axes;
}

fn axis(wanted: &Wanted<'_>, Entry { key, place, value }: &Entry, mistakes: &mut Vec<Diagnostic>) -> Option<Axis> {
    let open = &wanted.open;
    let (of, ty) = match found(open, key) {
        Ok(found) => found,
        Err((message, help)) => {
            mistakes.push(wrong(*place, message, help));
            return None;
        }
    };
    let mut stops: Vec<Stop> = Vec::new();
    let mut fine = true;
    for item in value.items() {
        // What is no text is reported by the shape of the file.
        let text = item.text()?;
        for written in spelled_out(text, ty) {
            let means = match of {
                Changes::Reading(option) => reading(open.program, option, &written).map(Means::Reading),
                Changes::Choice(_) => ask::policy(open, &wanted.of, (key, &written), &InExample)
                    .map(Means::Policy)
                    .map_err(|slip| (slip.message, slip.help)),
                Changes::Field(..) | Changes::State(_) | Changes::Argument(_) => {
                    let read = ask::value(open, ty.into_iter(), &written);
                    read.map(Means::Value).map_err(|slip| (slip.message, slip.help))
                }
            };
            match means {
                Ok(means) if stops.iter().any(|stop| stop.means == means) => {
                    mistakes.push(wrong(item.place, format!("`{written}` stands twice"), "keep one"));
                    fine = false;
                    break;
                }
                Ok(means) => stops.push(Stop { written, means }),
                Err((message, help)) => {
                    mistakes.push(wrong(item.place, message, help));
                    fine = false;
                    break;
                }
            }
            if stops.len() > MOST_CELLS {
                let message = format!("`{key}` has more than {MOST_CELLS} values, the most cells that a grid has");
                mistakes.push(wrong(item.place, message, "name fewer values"));
                return None;
            }
        }
    }
    if fine && stops.is_empty() {
        mistakes.push(wrong(*place, format!("`{key}` has no values"), format!("name some: `{key}: [1..4]`")));
    }
    (fine && !stops.is_empty()).then(|| Axis { written: key.clone(), of, stops })
}

/// `1..4` as the numbers that it stands for, where numbers stand; at most one more than fits.
fn spelled_out(text: &str, ty: Option<&Type>) -> Vec<String> {
    let range = || {
        let (from, to) = text.split_once("..")?;
        let (from, to) = (from.trim().parse::<i64>().ok()?, to.trim().parse::<i64>().ok()?);
        (from <= to).then_some((from, to))
    };
    match ty.map(Type::without_none) {
        Some(Type::Number(_) | Type::Fraction) => match range() {
            Some((from, to)) => (from..=to).take(MOST_CELLS + 1).map(|number| number.to_string()).collect(),
            None => vec![text.to_owned()],
        },
        _ => vec![text.to_owned()],
    }
}

/// What a name of an axis stands for, and the type of its values: an argument, a state, a field of a thing, an option, a choice.
fn found<'p>(open: &Open<'p>, key: &str) -> Result<(Changes, Option<&'p Type>), (String, String)> {
    let program = open.program;
    if let Some((thing, rest)) = key.split_once('.') {
        let Some(entity) = open.things.get(thing).copied() else {
            let message = format!("no thing that is given has the name `{thing}`");
            return Err((message, mend(0, thing, open.things.keys().map(String::as_str), "things")));
        };
        let ty = open.start.world.thing(entity).map(|thing| thing.ty);
        let declared = ty.and_then(|ty| Some((ty, field(program, ty, rest)?)));
        if let Some((_, (at, of))) = declared {
            return Ok((Changes::Field(entity, at), Some(of)));
        }
        let fields = ty.and_then(|ty| program.entities.get(usize::from(ty.0))).map_or(&[][..], |ty| &ty.fields);
        let known = fields.iter().map(|field| program.name(field.name));
        return Err((format!("`{thing}` has no field `{rest}`"), mend(0, rest, known, "fields")));
    }
    let mut arguments = open.steps.iter().flat_map(|step| params(program, step.callee));
    if let Some(param) = arguments.find(|param| same(program.name(param.name), key)) {
        return Ok((Changes::Argument(param.name), Some(&param.ty)));
    }
    if let Some(id) = program.state(&in_logic(key)) {
        return Ok((Changes::State(id), Some(&program.states[id.index()].ty)));
    }
    if let Some(id) = program.option(&in_logic(key)) {
        return Ok((Changes::Reading(id), None));
    }
    let label = key.split_once('@').map_or(key, |(label, _)| label.trim());
    if let Some(chosen) = program.choices.iter().find(|chosen| same(program.name(chosen.label), label)) {
        return Ok((Changes::Choice(chosen.label), Some(&chosen.of)));
    }
    let arguments = open.steps.iter().flat_map(|step| params(program, step.callee)).map(|param| param.name);
    let names = arguments.chain(program.written_states().map(|state| state.name));
    let names = names.chain(program.options.iter().map(|option| option.name));
    let names = names.chain(program.choices.iter().map(|chosen| chosen.label));
    let message = format!("`{key}` is no argument, state, option or choice of this run, and no field of a thing");
    Err((message, mend(0, key, names.map(|name| program.name(name)), "names")))
}

fn reading(program: &Program, option: OptionId, text: &str) -> Result<Symbol, (String, String)> {
    let option = &program.options[option.index()];
    let name = |reading: &Symbol| program.symbols.get(reading.index()).map_or("", String::as_str);
    option.readings.iter().find(|reading| same(name(reading), text)).copied().ok_or_else(|| {
        let message = format!("`{}` has no reading `{text}`", program.name(option.name));
        (message, mend(0, text, option.readings.iter().map(name), "readings"))
    })
}

fn params(program: &Program, callee: Callee) -> &[Field] {
    match callee {
        Callee::Procedure(id) => &program.procedures[id.index()].params,
        Callee::Function(id) => &program.functions[id.index()].params,
    }
}
