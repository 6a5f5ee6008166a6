//! Choices made for the highest or lowest number, against every way of making them: the whole tree, from its leaves.

use std::cmp::Ordering;

use num_bigint::BigInt;
use rulestone::logic::example::Open;
use rulestone::logic::machine::{Callee, Ended, Machine, Request, Step};
use rulestone::logic::odds::notation::InExample;
use rulestone::logic::odds::{Budget, Case, Ending, Policy, Refusal, Way, ask, odds};
use rulestone::logic::value::Value;

use super::enumerate::{answer, asked, ways};
use crate::logic::generate::{case_of, generate};
use crate::logic::text;

/// How much of a tree may still be looked at; larger ones are left out.
#[derive(Clone, Copy)]
struct Left {
    questions: usize,
    depth: usize,
}

const MOST: Left = Left { questions: 20_000, depth: 200 };

/// A number that may be negative, not reduced.
#[derive(Clone, Debug)]
struct Number {
    above: BigInt,
    below: BigInt,
}

impl Number {
    fn new(above: impl Into<BigInt>, below: impl Into<BigInt>) -> Self {
        Self { above: above.into(), below: below.into() }
    }

    fn plus(&self, other: &Self) -> Self {
        if self.below == other.below {
            return Self::new(&self.above + &other.above, self.below.clone());
        }
        Self::new(&self.above * &other.below + &other.above * &self.below, &self.below * &other.below)
    }

    fn compare(&self, other: &Self) -> Ordering {
        (&self.above * &other.below).cmp(&(&other.above * &self.below))
    }
}

/// What a value counts.
fn counts(value: &Value) -> i64 {
    match value {
        Value::Number(number) => *number,
        Value::YesNo(held) => i64::from(held.is_yes()),
        _ => 0,
    }
}

/// What the first thing asked comes to on average; nothing where a run does not end well or the tree is too large.
fn worth(case: &Case<'_>, machine: &Machine, then: &Step, left: &mut Left) -> Option<Number> {
    match then {
        Step::Ask(request) => branch(case, machine, request, &mut Vec::new(), left),
        Step::Ended(Ended::Done(outputs)) => {
            let values = asked(&case.of, outputs.clone(), &machine.world);
            Some(Number::new(counts(&values[0]), 1))
        }
        _ => None,
    }
}

fn branch(
    case: &Case<'_>,
    machine: &Machine,
    request: &Request,
    so_far: &mut Vec<Value>,
    left: &mut Left,
) -> Option<Number> {
    left.questions = left.questions.checked_sub(1)?;
    left.depth = left.depth.checked_sub(1)?;
    let ways = match request {
        Request::Choose { .. } => Vec::new(),
        _ => ways(case, request, so_far).ok()?,
    };
    let mut next = |value: Value| {
        so_far.push(value);
        let found = match answer(request, so_far) {
            None => branch(case, machine, request, so_far, left),
            Some(answer) => {
                let mut machine = machine.clone();
                let then = machine.resume(&case.setting, answer);
                worth(case, &machine, &then, left)
            }
        };
        so_far.pop();
        found
    };
    if let Request::Choose { by, candidates, .. } = request {
        let wanted = if prefers(case, by) { Ordering::Greater } else { Ordering::Less };
        let mut best = next(candidates[0].clone())?;
        for candidate in &candidates[1..] {
            let other = next(candidate.clone())?;
            if other.compare(&best) == wanted {
                best = other;
            }
        }
        left.depth += 1;
        return Some(best);
    }
    let all: u64 = ways.iter().map(|(_, count)| count).sum();
    let mut sum = Number::new(0, 1);
    for (value, count) in ways {
        let part = next(value)?;
        sum = sum.plus(&Number::new(part.above * count, part.below * all));
    }
    left.depth += 1;
    Some(sum)
}

/// Whether this player wants the highest.
fn prefers(case: &Case<'_>, by: &Value) -> bool {
    case.policies.iter().any(|policy| policy.by.as_ref() == Some(by))
}

/// Red wants the highest number of each program, blue the lowest, and each knows what the other wants.
#[test]
fn the_best_choices_of_random_programs_are_those_of_the_whole_tree() {
    let (mut compared, mut cyclic) = (0, 0);
    for seed in 0..600 {
        let mut generated = generate(seed);
        if generated.policies.is_empty() {
            continue;
        }
        generated.of = vec!["number"];
        let verdict = case_of(&generated, |case| {
            let mut case = case.clone();
            let red = case.open.program.symbol("red").map(Value::Symbol);
            let labels: Vec<_> = case.policies.iter().map(|policy| policy.label).collect();
            let policy = |label, by, way| Policy { label, by, way };
            let both = |label| [policy(label, red.clone(), Way::Highest(0)), policy(label, None, Way::Lowest(0))];
            case.policies = labels.into_iter().flat_map(both).collect();
            let [step] = &case.open.steps[..] else { return None };
            let Callee::Procedure(procedure) = step.callee else { return None };
            let world = case.open.start.world.clone();
            let (machine, then) = Machine::start(&case.setting, world, procedure, step.args.clone());
            let expected = worth(&case, &machine, &then, &mut MOST.clone())?;
            Some(match odds(&case) {
                Ok(exact) => {
                    let mut sum = Number::new(0, 1);
                    for outcome in exact.outcomes {
                        let Ending::Values(values) = &outcome.ending else { return None };
                        let (above, below) = (outcome.probability.numerator(), outcome.probability.denominator());
                        let part = Number::new(BigInt::from(above.clone()) * counts(&values[0]), below.clone());
                        sum = sum.plus(&part);
                    }
                    let same = sum.compare(&expected) == Ordering::Equal;
                    if same { Ok(true) } else { Err(format!("{sum:?}, not {expected:?}")) }
                }
                Err(Refusal::Cyclic { .. }) => Ok(false),
                Err(refusal) => Err(format!("{refusal:?}")),
            })
        });
        match verdict.expect("a case") {
            None => {}
            Some(Ok(true)) => compared += 1,
            Some(Ok(false)) => cyclic += 1,
            Some(Err(fault)) => panic!("seed {seed}: {fault}\n{}", generated.text),
        }
    }
    println!("{compared} compared, {cyclic} cyclic");
    assert!(compared > 50, "{compared} compared, {cyclic} cyclic");
}

/// Of several choices that look for the best way, that one is named after which the runs come back.
#[test]
fn the_choice_that_cannot_be_made_is_named() {
    let source = "\
logic: |
  type Side is rome, carthage
  state gale: yes/no = no
  procedure sail gives left: 0..9
    repeat until gale
      choose detour by rome from 1..2
      roll d6 as wind
      if wind > 3 + detour
        choose haven by rome from 1..3
        stop with left: haven
    stop with left: 9
run: sail
";
    let mut keys = text::keys(source).expect("keys");
    let program = text::program(source, &keys).expect("a program");
    keys.remove("logic");
    let open = Open::read(&program, &keys).expect("an example").expect("a run");
    let of = ask::all(&open);
    let policies = ["haven", "detour"]
        .map(|choice| ask::policy(&open, &of, (choice, "highest left"), &InExample).expect("a policy"));
    let setting = open.start.setting(&program);
    let case = Case { open: &open, setting, of, policies: policies.to_vec(), budget: Budget::default() };
    let Err(Refusal::Cyclic { label }) = odds(&case) else { panic!("{:?}", odds(&case)) };
    assert_eq!(program.name(label), "detour");
}
