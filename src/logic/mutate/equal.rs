//! Whether a changed function gives the same as before for everything it can be asked.

use std::collections::{BTreeSet, HashMap};

use crate::logic::compile::ParsedBlock;
use crate::logic::limits::{Meter, Piece};
use crate::logic::machine::{Answer, Budget, Callee, Chance, Ended, Request, Setting, World, run_counted};
use crate::logic::program::{FunctionId, Program};
use crate::logic::syntax::ast::{Item, ItemKind, Target};
use crate::logic::types::Type;
use crate::logic::value::Value;

/// The most cases that are tried.
const MOST: usize = 20_000;

/// Whether the function that `item` belongs to gives the same in both programs: for all arguments, all values of the states
/// that the logic's functions read, and all readings. `false` where that are too many cases, or not only values.
pub(super) fn everywhere(
    blocks: &[ParsedBlock],
    item: &Item,
    before: &Program,
    after: &Program,
    meter: &Meter,
) -> bool {
    let name = match &item.kind {
        ItemKind::Value { head, .. }
        | ItemKind::Modifier { head, .. }
        | ItemKind::Permission { head, .. }
        | ItemKind::Table { head, .. } => &head.name.text,
        ItemKind::Exception { targets, .. } => match &targets[..] {
            [one] => &one.name.text,
            _ => return false,
        },
        ItemKind::AddTo { target, .. } => &target.text,
        _ => return false,
    };
    let (Some(one), Some(other)) = (before.function(name), after.function(name)) else { return false };
    // What a function makes of things depends on which there are, and that is no small domain.
    let asked = closure(blocks, before, name);
    let spoken: BTreeSet<&str> = asked.iter().flat_map(|(block, item)| words(block, item)).collect();
    if before.entities.iter().any(|entity| spoken.contains(entity.name.as_str())) {
        return false;
    }
    let Some(cases) = cases(before, one, &spoken) else { return false };
    let what = format!("the comparison of `{name}` with its change");
    let piece = meter.begin(meter.limits().proof, what, Some(before.place(before.functions[one.index()].point)));
    cases.iter().all(|case| {
        let both = (ask(before, one, case, &piece, meter), ask(after, other, case, &piece, meter));
        matches!(both, (Some(left), Some(right)) if left == right)
    })
}

/// One case: arguments, states, readings.
struct Case {
    args: Vec<Value>,
    states: Vec<Option<Value>>,
    readings: Vec<(usize, Value)>,
}

fn cases(program: &Program, function: FunctionId, spoken: &BTreeSet<&str>) -> Option<Vec<Case>> {
    let params = &program.functions[function.index()].params;
    let mut domains: Vec<Vec<Value>> = Vec::new();
    for param in params {
        domains.push(domain(&param.ty)?);
    }
    let mut states = Vec::new();
    for (at, state) in program.states.iter().enumerate() {
        if spoken.contains(program.name(state.name)) {
            states.push(at);
            domains.push(domain(&state.ty)?);
        }
    }
    let mut options = Vec::new();
    for (at, option) in program.options.iter().enumerate() {
        if spoken.contains(program.name(option.name)) {
            options.push(at);
            domains.push(option.readings.iter().map(|one| Value::Symbol(*one)).collect());
        }
    }
    let mut all: Vec<Vec<Value>> = vec![Vec::new()];
    for domain in &domains {
        if all.len().checked_mul(domain.len())? > MOST {
            return None;
        }
        let longer = all.iter().flat_map(|case| {
            domain.iter().map(move |value| case.iter().cloned().chain([value.clone()]).collect::<Vec<_>>())
        });
        all = longer.collect();
    }
    let split = |mut case: Vec<Value>| {
        let mut rest = case.split_off(params.len());
        let readings = rest.split_off(states.len());
        let mut held = vec![None; program.states.len()];
        for (at, value) in states.iter().zip(rest) {
            held[*at] = Some(value);
        }
        Case { args: case, states: held, readings: options.iter().copied().zip(readings).collect() }
    };
    Some(all.into_iter().map(split).collect())
}

/// All values of a type, if they are few.
fn domain(ty: &Type) -> Option<Vec<Value>> {
    Some(match ty {
        Type::Number(range) => {
            let (low, high) = (range.low?, range.high?);
            if high.checked_sub(low)? >= i64::try_from(MOST).ok()? {
                return None;
            }
            (low..=high).map(Value::Number).collect()
        }
        Type::YesNo => vec![Value::yes_no(false), Value::yes_no(true)],
        Type::Symbols(symbols) => symbols.iter().map(|symbol| Value::Symbol(*symbol)).collect(),
        Type::OrNone(inner) => domain(inner)?.into_iter().chain([Value::None]).collect(),
        _ => return None,
    })
}

/// What the function gives; `None` if it cannot be told.
fn ask(program: &Program, function: FunctionId, case: &Case, piece: &Piece<'_>, meter: &Meter) -> Option<Value> {
    let mut setting = Setting::new(program);
    setting.budget = Budget { steps: meter.limits().run.steps.min(piece.left()), ..meter.limits().run };
    for (option, value) in &case.readings {
        if let Value::Symbol(symbol) = value {
            setting.readings[*option] = *symbol;
        }
    }
    // A state that is not among the cases holds nothing: whoever reads it fails, and nothing is claimed.
    let mut world = World { states: case.states.clone(), things: Vec::new() };
    let callee = Callee::Function(function);
    let (ended, steps) = run_counted(&setting, &mut world, callee, case.args.clone(), &mut Nobody);
    piece.spend(steps + 1);
    match ended {
        Ended::Done(values) => values.into_iter().next(),
        _ => None,
    }
}

/// Functions ask nobody.
struct Nobody;

impl Chance for Nobody {
    fn answer(&mut self, _: &Request) -> Result<Answer, String> {
        Err("a function asks nobody".to_owned())
    }
}

/// The items that a function is made of, and those of every function it asks.
fn closure<'a>(blocks: &'a [ParsedBlock], program: &Program, name: &'a str) -> Vec<(&'a ParsedBlock, &'a Item)> {
    // By name, so that each is come to once: a function may ask all others.
    let mut all: HashMap<&str, Vec<(&ParsedBlock, &Item)>> = HashMap::new();
    for (block, item) in blocks.iter().flat_map(|block| block.tree.items.iter().map(move |item| (block, item))) {
        for name in functions_of(item) {
            all.entry(name).or_default().push((block, item));
        }
    }
    let mut known: BTreeSet<&str> = BTreeSet::from([name]);
    let mut open = vec![name];
    let mut found = Vec::new();
    while let Some(name) = open.pop() {
        for (block, item) in all.get(name).into_iter().flatten().copied() {
            found.push((block, item));
            for word in words(block, item) {
                if program.function(word).is_some() && known.insert(word) {
                    open.push(word);
                }
            }
        }
    }
    found
}

/// The functions of which an item defines the whole or a part.
fn functions_of(item: &Item) -> BTreeSet<&str> {
    match &item.kind {
        ItemKind::Value { head, .. }
        | ItemKind::Modifier { head, .. }
        | ItemKind::Permission { head, .. }
        | ItemKind::Judgement { head, .. }
        | ItemKind::Table { head, .. } => BTreeSet::from([head.name.text.as_str()]),
        ItemKind::Exception { targets, .. } => targets.iter().map(|target| target.name.text.as_str()).collect(),
        ItemKind::AddTo { target, .. } | ItemKind::Assume { target: Target { name: target, .. }, .. } => {
            BTreeSet::from([target.text.as_str()])
        }
        _ => BTreeSet::new(),
    }
}

/// Every word of an item's text.
fn words<'a>(block: &'a ParsedBlock, item: &Item) -> impl Iterator<Item = &'a str> {
    let text = block.text.text.get(item.span.range()).unwrap_or_default();
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}
