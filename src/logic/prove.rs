//! Values with exceptions, tried on every case where the cases can be counted: two exceptions that disagree, and exceptions that
//! decide nothing, are found before anything is played.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::calendar::{Date, Unit};
use super::limits::{Meter, Piece};
use super::machine::{Budget, Callee, Ended, Nobody, Setting, World, run_recorded};
use super::program::{Expr, ExprKind, Function, FunctionId, FunctionKind, NameId, OptionId, PointId, Program, StateId};
use super::types::{Interval, Type, next_case};
use super::value::Value;
use super::walk;
use crate::diagnostic::{Diagnostic, codes, grouped};

/// How many cases of one value are tried.
const CASES: usize = 4_000;

/// How many values of one input are tried when there are too many for all.
const SAMPLES: usize = 6;

/// Tries every value that has exceptions.
pub fn prove(program: &Program, meter: &Meter) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for (at, function) in program.functions.iter().enumerate() {
        if meter.is_over() {
            break;
        }
        if let FunctionKind::Value { exceptions, .. } = &function.kind
            && !exceptions.is_empty()
            && function.without.is_empty()
        {
            let id = FunctionId(u16::try_from(at).unwrap_or(u16::MAX));
            let what = format!("the proof of {}", named(program, function.point, function.name));
            let piece = meter.begin(meter.limits().proof, what, Some(program.place(function.point)));
            tried(program, id, function, (&piece, meter), &mut findings);
        }
    }
    findings
}

/// What a value depends on besides its parameters.
#[derive(Debug, Default)]
struct Inputs {
    states: BTreeSet<StateId>,
    options: BTreeSet<OptionId>,
    /// Something whose cases cannot be counted.
    more: bool,
}

fn tried(
    program: &Program,
    id: FunctionId,
    function: &Function,
    (piece, meter): (&Piece<'_>, &Meter),
    findings: &mut Vec<Diagnostic>,
) {
    let mut inputs = Inputs::default();
    gather(program, id, &mut inputs, &mut BTreeSet::new());
    let named = named_by(program, id);
    let mut complete = !inputs.more;
    let mut domains: Vec<Vec<Value>> = Vec::new();
    let types = function
        .params
        .iter()
        .map(|param| &param.ty)
        .chain(inputs.states.iter().map(|state| &program.states[state.index()].ty));
    for ty in types {
        let (domain, all) = domain(ty, &named);
        if domain.is_empty() {
            return;
        }
        complete &= all;
        domains.push(domain);
    }
    for option in &inputs.options {
        domains.push(program.options[option.index()].readings.iter().copied().map(Value::Symbol).collect());
    }
    complete &= thin(&mut domains);
    let mut decided: BTreeSet<PointId> = BTreeSet::new();
    let mut case = vec![0; domains.len()];
    let mut proven = 0;
    let mut budget = meter.limits().run;
    loop {
        let values: Vec<&Value> = case.iter().zip(&domains).map(|(at, domain)| &domain[*at]).collect();
        // Not to the last step: a case that is cut off would look like one that cannot be worked out.
        budget.steps = meter.limits().run.steps.min(piece.left());
        let tried = one(program, id, function, &inputs, (&values, budget, piece), &mut decided);
        if piece.left() == 0 || meter.is_over() {
            if piece.has_ended() {
                let all = domains.iter().map(Vec::len).product();
                findings.push(not_proven(program, function, proven, all, meter.limits().proof));
            }
            return;
        }
        match tried {
            Tried::Fine => {}
            Tried::Open => complete = false,
            Tried::Conflict(diagnostic) => {
                findings.push(*diagnostic);
                return;
            }
        }
        proven += 1;
        if !next_case(&mut case, domains.iter().map(Vec::len)) {
            break;
        }
    }
    if complete {
        let FunctionKind::Value { exceptions, .. } = &function.kind else { return };
        for exception in exceptions.iter().filter(|exception| !decided.contains(&exception.point)) {
            let point = program.point(exception.point);
            let label = point.label.map_or("this", |label| program.name(label));
            let message = format!("the exception `{label}` to `{}` never applies", program.name(function.name));
            let place = program.place(exception.point);
            let diagnostic = Diagnostic::new(&codes::EXCEPTION_NEVER_APPLIES, place, message).help(
                "change its condition, or take it out: no case meets it, or another exception always overrules it",
            );
            findings.push(diagnostic.in_section(&program.book, &program.blocks[point.block.index()].id));
        }
    }
}

/// The allotment ended before all cases were tried.
fn not_proven(program: &Program, function: &Function, proven: usize, all: usize, steps: u64) -> Diagnostic {
    let message = format!(
        "`{}` is proven for {} of {} cases: its allotment of {} steps ended",
        program.name(function.name),
        grouped(proven as u64),
        grouped(all as u64),
        grouped(steps)
    );
    let more = steps.saturating_mul(10);
    let help = format!(
        "let it ask for less: narrower ranges, values that take fewer steps; or allow more: `--budget proof={more}`"
    );
    let block = program.block_of(function.point);
    let diagnostic = Diagnostic::new(&codes::NOT_PROVEN, program.place(function.point), message).help(help);
    if block.assumed { diagnostic.in_book(&program.book) } else { diagnostic.in_section(&program.book, &block.id) }
}

enum Tried {
    Fine,
    /// It could not be worked out: something external, or a mistake that only a run shows.
    Open,
    Conflict(Box<Diagnostic>),
}

fn one(
    program: &Program,
    id: FunctionId,
    function: &Function,
    inputs: &Inputs,
    (values, budget, piece): (&[&Value], Budget, &Piece<'_>),
    decided: &mut BTreeSet<PointId>,
) -> Tried {
    let (args, rest) = values.split_at(function.params.len());
    let (states, options) = rest.split_at(inputs.states.len());
    let mut setting = Setting::new(program);
    setting.budget = budget;
    for (option, value) in inputs.options.iter().zip(options) {
        if let Value::Symbol(symbol) = value {
            setting.readings[option.index()] = *symbol;
        }
    }
    let mut world = World::new(program);
    for (state, value) in inputs.states.iter().zip(states) {
        world.states[state.index()] = Some((*value).clone());
    }
    let args = args.iter().map(|value| (*value).clone()).collect();
    let (ended, recording) = run_recorded(&setting, &mut world, Callee::Function(id), args, &mut Nobody);
    // What is tried costs something even where it takes no step.
    piece.spend(recording.steps + 1);
    decided.extend(&recording.hit);
    match ended {
        Ended::Done(_) => Tried::Fine,
        Ended::Error(error) => match error.also {
            // A conflict in something that this value asks is that one's own finding.
            Some(other) if belongs(function, error.point) => {
                Tried::Conflict(Box::new(conflict(program, function, inputs, values, [other, error.point])))
            }
            _ => Tried::Open,
        },
        Ended::Refused(_) | Ended::Over(_) | Ended::Undetermined { .. } => Tried::Open,
    }
}

fn belongs(function: &Function, point: PointId) -> bool {
    matches!(&function.kind, FunctionKind::Value { exceptions, .. } if exceptions.iter().any(|part| part.point == point))
}

fn conflict(
    program: &Program,
    function: &Function,
    inputs: &Inputs,
    values: &[&Value],
    [first, second]: [PointId; 2],
) -> Diagnostic {
    let names = function
        .params
        .iter()
        .map(|param| param.name)
        .chain(inputs.states.iter().map(|state| program.states[state.index()].name))
        .chain(inputs.options.iter().map(|option| program.options[option.index()].name));
    let case: Vec<String> =
        names.zip(values).map(|(name, value)| format!("{} is {}", program.name(name), program.plain(value))).collect();
    let case = if case.is_empty() { String::new() } else { format!(" when {}", case.join(" and ")) };
    let message = format!(
        "{} and {} disagree about `{}`{case}",
        labelled(program, first),
        labelled(program, second),
        program.name(function.name)
    );
    Diagnostic::new(&codes::CONFLICTING_EXCEPTIONS, program.place(second), message)
        .related(program.place(first), "the other exception")
        .help("let one of them except the other (`exception a to value.b`), or narrow one of the conditions")
        .in_section(&program.book, &program.block_of(second).id)
}

/// "`famine` (5.10)".
fn labelled(program: &Program, point: PointId) -> String {
    match program.point(point).label {
        Some(label) => named(program, point, label),
        None => format!("`an exception` ({})", program.cited(point)),
    }
}

fn named(program: &Program, point: PointId, name: NameId) -> String {
    format!("`{}` ({})", program.name(name), program.cited(point))
}

/// Leaves out values until the cases can be tried; says whether none was left out.
fn thin(domains: &mut [Vec<Value>]) -> bool {
    let mut complete = true;
    loop {
        let cases = domains.iter().try_fold(1_usize, |all, domain| all.checked_mul(domain.len()));
        if cases.is_some_and(|cases| cases <= CASES) {
            return complete;
        }
        let Some(longest) = domains.iter_mut().max_by_key(|domain| domain.len()) else { return complete };
        complete = false;
        let keep = (longest.len() / 2).max(1);
        // Both ends stay.
        let last = longest.pop();
        longest.truncate(keep.saturating_sub(1).max(1));
        if longest.len() < keep {
            longest.extend(last);
        }
    }
}

/// The values of an input, and whether they are all there are.
fn domain(ty: &Type, named: &Named) -> (Vec<Value>, bool) {
    match ty {
        Type::YesNo => (vec![Value::yes_no(false), Value::yes_no(true)], true),
        Type::Symbols(members) => (members.iter().copied().map(Value::Symbol).collect(), true),
        Type::Number(interval) => number_domain(*interval, &named.numbers),
        Type::Date => (date_domain(&named.dates), false),
        Type::OrNone(inner) => {
            let (mut values, all) = domain(inner, named);
            values.push(Value::None);
            (values, all)
        }
        Type::List(element) | Type::Set(element) | Type::Bag(element) => {
            let (values, _) = domain(element, named);
            let mut lists: Vec<Vec<Value>> = vec![Vec::new()];
            lists.extend(values.iter().take(SAMPLES).map(|value| vec![value.clone()]));
            lists.push(values);
            let make = |values: Vec<Value>| match ty {
                Type::List(_) => Value::List(Arc::new(values)),
                Type::Set(_) => Value::set(values),
                _ => Value::bag(values),
            };
            (lists.into_iter().map(make).collect(), false)
        }
        _ => (Vec::new(), false),
    }
}

/// Every number of a short range; of a long one the ends and what the logic itself names, with its neighbours.
fn number_domain(interval: Interval, numbers: &BTreeSet<i64>) -> (Vec<Value>, bool) {
    if let (Some(low), Some(high)) = (interval.low, interval.high)
        && high.checked_sub(low).is_some_and(|length| length < 40)
    {
        return ((low..=high).map(Value::Number).collect(), true);
    }
    let near = numbers.iter().flat_map(|number| [number.saturating_sub(1), *number, number.saturating_add(1)]);
    let all: BTreeSet<i64> = near
        .chain(interval.low)
        .chain(interval.high)
        .chain([0, 1])
        .filter(|number| interval.contains(*number))
        .collect();
    (all.into_iter().map(Value::Number).collect(), false)
}

/// The states and options that a function asks, itself or through others.
fn gather(program: &Program, id: FunctionId, inputs: &mut Inputs, seen: &mut BTreeSet<FunctionId>) {
    if !seen.insert(id) {
        return;
    }
    let mut asked = Vec::new();
    walk::function(&program.functions[id.index()], &mut |expr: &Expr| match &expr.kind {
        ExprKind::State(state) => {
            inputs.states.insert(*state);
        }
        ExprKind::Option(option) => {
            inputs.options.insert(*option);
        }
        ExprKind::Call(other, ..) => asked.push(*other),
        ExprKind::All(_) | ExprKind::EntityField(..) => inputs.more = true,
        _ => {}
    });
    if matches!(program.functions[id.index()].kind, FunctionKind::Judgement) {
        inputs.more = true;
    }
    for other in asked {
        gather(program, other, inputs, seen);
    }
}

/// The numbers and dates that a function names.
#[derive(Default)]
struct Named {
    numbers: BTreeSet<i64>,
    dates: BTreeSet<Date>,
}

fn named_by(program: &Program, id: FunctionId) -> Named {
    let mut found = Named::default();
    walk::function(&program.functions[id.index()], &mut |expr: &Expr| match &expr.kind {
        ExprKind::Constant(Value::Number(number)) => {
            found.numbers.insert(*number);
        }
        ExprKind::Constant(Value::Date(date)) => {
            found.dates.insert(*date);
        }
        _ => {}
    });
    found
}

/// The dates that logic names, and the days before and behind each; some day where it names none.
fn date_domain(dates: &BTreeSet<Date>) -> Vec<Value> {
    let around = dates.iter().flat_map(|date| [date.later(-1, Unit::Day), Some(*date), date.later(1, Unit::Day)]);
    let mut all: BTreeSet<Date> = around.flatten().collect();
    if all.is_empty() {
        all.extend(Date::new(2000, 1, 1));
    }
    all.into_iter().map(Value::Date).collect()
}
