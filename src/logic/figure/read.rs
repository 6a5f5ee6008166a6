//! From the key `odds` of an example to what is asked, with every mistake at its place.

use std::collections::BTreeMap;

use super::grid::{self, Axis};
use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::yaml::{Entry, Node, Value as Yaml};
use crate::logic::example::Open;
use crate::logic::machine::Setting;
use crate::logic::odds::ask::{self, Slip};
use crate::logic::odds::notation::InExample;
use crate::logic::odds::{Asked, Policy};
use crate::logic::program::{NameId, OptionId, Program};
use crate::logic::types::Type;
use crate::logic::value::{Symbol, Value};

/// Which numbers a row stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// A single number.
    #[default]
    Exactly,
    /// It and all above it.
    AtLeast,
    /// It and all below it.
    AtMost,
}

/// What an example asks.
#[derive(Clone, Debug)]
pub struct Wanted<'p> {
    /// Where it says so.
    pub place: Place,
    /// Where it says how choices are made, if it does.
    pub policy_place: Option<Place>,
    /// The example with its dice left open.
    pub open: Open<'p>,
    /// What is asked.
    pub of: Vec<Asked>,
    /// How choices are made.
    pub policies: Vec<Policy>,
    /// What judgements come to.
    pub judgements: BTreeMap<NameId, Value>,
    /// Assumption sets beyond those of the example, by index.
    pub assumed: Vec<usize>,
    /// The other readings of the second case; none where there is no second one.
    pub with: Vec<(OptionId, Symbol)>,
    /// What differs from cell to cell of a grid; none where there is no grid.
    pub axes: Vec<Axis>,
    /// Which numbers a row stands for.
    pub show: Show,
}

impl<'p> Wanted<'p> {
    /// Under what each case is run.
    pub fn settings(&self) -> Vec<Setting<'p>> {
        let mut first = self.open.start.setting(self.open.program);
        first.judgements.clone_from(&self.judgements);
        first.assumed.extend(&self.assumed);
        let mut second = first.clone();
        for (option, reading) in &self.with {
            second.readings[option.index()] = *reading;
        }
        if self.with.is_empty() { vec![first] } else { vec![first, second] }
    }
}

/// What the keys of an example ask; nothing where they ask nothing, or cannot be read.
pub(super) fn read<'p>(program: &'p Program, keys: &BTreeMap<String, Node>) -> (Option<Wanted<'p>>, Vec<Diagnostic>) {
    let Some(node) = keys.get("odds").filter(|node| !node.is_null()) else { return (None, Vec::new()) };
    // Whoever runs the example says what else is wrong with it.
    let Ok(Some(open)) = Open::read(program, keys) else { return (None, Vec::new()) };
    let mut mistakes = Vec::new();
    let place = node.entries().first().map_or(node.place, |entry| entry.place);
    let of = asked(&open, node, place, &mut mistakes);
    let mut wanted = Wanted {
        place,
        policy_place: node.key_place("policy"),
        of,
        policies: Vec::new(),
        judgements: BTreeMap::new(),
        assumed: Vec::new(),
        with: Vec::new(),
        axes: Vec::new(),
        show: Show::default(),
        open,
    };
    if let Some(show) = node.get("show") {
        shown(&mut wanted, show, &mut mistakes);
    }
    for entry in node.get("policy").map_or(&[][..], Node::entries) {
        policy(&mut wanted, entry, &mut mistakes);
    }
    if let Some(assume) = node.get("assume") {
        further_assumptions(&mut wanted, assume, &mut mistakes);
    }
    if let Some(with) = node.get("with") {
        other_readings(&mut wanted, with, &mut mistakes);
    }
    if let Some(cells) = node.get("for") {
        grid::read(&mut wanted, cells, &mut mistakes);
        if !wanted.with.is_empty() {
            let place = node.key_place("with").unwrap_or(cells.place);
            let help = "let the option be one of the things that `for` changes: `option: [one, other]`";
            mistakes.push(wrong(place, "a grid has its readings under `for`, not beside it", help));
        }
    }
    (mistakes.is_empty().then_some(wanted), mistakes)
}

fn asked(open: &Open<'_>, node: &Node, place: Place, mistakes: &mut Vec<Diagnostic>) -> Vec<Asked> {
    let Some(named) = node.get("of").filter(|of| !of.items().is_empty()) else {
        let all = ask::all(open);
        // What is no list is reported by the shape of the file.
        if all.is_empty() && node.get("of").is_none_or(|of| matches!(of.value, Yaml::List(_))) {
            let message = "what is run gives nothing by itself, so there is nothing to ask for";
            let help = "name states or fields of things: `of: [barn, wolves.strength]`";
            mistakes.push(wrong(place, message, help));
        }
        return all;
    };
    let mut of = Vec::new();
    for item in named.items() {
        // What is no text is reported by the shape of the file.
        let Some(text) = item.text() else { continue };
        match ask::asked(open, text) {
            Ok(asked) if of.contains(&asked) => {
                mistakes.push(wrong(item.place, format!("`{text}` stands twice"), "keep one"));
            }
            Ok(asked) => of.push(asked),
            Err(slip) => mistakes.push(slipped(item.place, slip)),
        }
    }
    of
}

/// A policy, or what a judgement comes to.
fn policy(wanted: &mut Wanted<'_>, Entry { key, place, value }: &Entry, mistakes: &mut Vec<Diagnostic>) {
    let Some(text) = value.text() else { return };
    let at = |slip: Slip| {
        let of_key = slip.text != text && key.contains(&slip.text);
        slipped(if of_key { *place } else { value.place }, slip)
    };
    if ask::is_judgement(&wanted.open, key) {
        match ask::judgement(&wanted.open, &format!("{key}={text}")) {
            Ok((name, value)) => {
                wanted.judgements.insert(name, value);
            }
            Err(slip) => mistakes.push(at(slip)),
        }
        return;
    }
    match ask::policy(&wanted.open, &wanted.of, (key, text), &InExample) {
        Ok(policy) => wanted.policies.push(policy),
        Err(slip) => mistakes.push(at(slip)),
    }
}

fn further_assumptions(wanted: &mut Wanted<'_>, node: &Node, mistakes: &mut Vec<Diagnostic>) {
    match wanted.open.assumptions(node) {
        Ok(assumed) => {
            for (item, set) in node.items().iter().zip(&assumed) {
                if wanted.open.start.assumed.contains(set) {
                    let message = format!("the example assumes `{}` already", item.text().unwrap_or_default());
                    mistakes.push(wrong(item.place, message, "leave it out here"));
                }
            }
            wanted.assumed = assumed;
        }
        Err(found) => mistakes.extend(found.into_iter().map(of_odds)),
    }
}

fn of_odds(mistake: Diagnostic) -> Diagnostic {
    Diagnostic { code: &codes::BAD_ODDS, ..mistake }
}

fn other_readings(wanted: &mut Wanted<'_>, node: &Node, mistakes: &mut Vec<Diagnostic>) {
    match wanted.open.readings(node) {
        Ok(readings) => wanted.with = readings,
        Err(found) => {
            mistakes.extend(found.into_iter().map(of_odds));
            return;
        }
    }
    if let [first, second] = &wanted.settings()[..]
        && first.readings == second.readings
    {
        let message = "the example is read so already, and a second case would be the same";
        mistakes.push(wrong(node.place, message, "name another reading, or leave `with` out"));
    }
}

fn shown(wanted: &mut Wanted<'_>, node: &Node, mistakes: &mut Vec<Diagnostic>) {
    wanted.show = match node.text() {
        Some("at-least") => Show::AtLeast,
        Some("at-most") => Show::AtMost,
        // Any other word is reported by the shape of the file.
        _ => return,
    };
    let number = |asked: &Asked| matches!(ask::declared(&wanted.open, asked), Some(Type::Number(_) | Type::Fraction));
    if mistakes.is_empty() && !matches!(&wanted.of[..], [one] if number(one)) {
        let names: Vec<String> = wanted.of.iter().map(|asked| ask::written(&wanted.open, asked)).collect();
        let message = format!("only a single number is at least or at most something: asked is {}", names.join(", "));
        mistakes.push(wrong(node.place, message, "name one number under `of`, or leave `show` out"));
    }
}

fn slipped(place: Place, slip: Slip) -> Diagnostic {
    wrong(place, slip.message, slip.help)
}

pub(super) fn wrong(place: Place, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&codes::BAD_ODDS, place, message).help(help)
}
