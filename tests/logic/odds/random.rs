//! Random programs: what share of them says something, and exact odds of each against every way one by one.

use std::collections::BTreeMap;

use rulestone::logic::example::{Open, value_of};
use rulestone::logic::odds::{Asked, Budget, Case, Policy, Way};
use rulestone::logic::program::Program;
use rulestone::logic::types::{Interval, Type};

use super::enumerate::{Enumerated, enumerate};
use super::generate::{Generated, generate};
use super::text;

/// Ways less likely than 1 in this are not followed.
const LIMIT: u64 = 5_000;

/// What is asked by this name.
fn asked(program: &Program, open: &Open<'_>, name: &str) -> Option<Asked> {
    if let Some((thing, field)) = name.split_once('.') {
        let fields = &program.entities[0].fields;
        let at = fields.iter().position(|other| program.name(other.name) == field).expect("a field");
        return Some(Asked::Field(*open.things.get(thing)?, u16::try_from(at).expect("small")));
    }
    if let Some(state) = program.state(name) {
        return Some(Asked::State(state));
    }
    let main = &program.procedures[program.procedure("main").expect("main").index()];
    main.outputs.iter().position(|output| program.name(output.name) == name).map(Asked::Output)
}

fn policy(program: &Program, open: &Open<'_>, label: &str, way: &str) -> Option<Policy> {
    let label = program.names.iter().position(|name| name == label).expect("the label is a name");
    let label = rulestone::logic::program::NameId(u32::try_from(label).expect("small"));
    let value = |ty: &Type| value_of(program, &open.start.world, &open.things, way, ty).ok();
    let way = match way {
        "first" => Way::First,
        "last" => Way::Last,
        "random" => Way::Random,
        "yes" | "no" => Way::Always(value(&Type::YesNo)?),
        _ => Way::Always(value(&Type::Number(Interval::ALL))?),
    };
    Some(Policy { label, by: None, way })
}

/// The case of a generated program.
fn with_case<T>(generated: &Generated, then: impl FnOnce(&Case<'_>) -> T) -> Result<T, String> {
    let (program, keys) = text::read(&generated.text)?;
    let open = Open::read(&program, &keys).map_err(|mistakes| format!("{:?}", mistakes[0].message))?;
    let open = open.ok_or("nothing is run")?;
    let of = generated.of.iter().filter_map(|name| asked(&program, &open, name)).collect();
    let policies = generated.policies.iter().filter_map(|(label, way)| policy(&program, &open, label, way)).collect();
    let setting = open.start.setting(&program);
    Ok(then(&Case { open: &open, setting, of, policies, budget: Budget::default() }))
}

#[test]
fn most_random_programs_say_something() {
    let mut tally: BTreeMap<&str, u32> = BTreeMap::new();
    let mut faults: BTreeMap<String, u32> = BTreeMap::new();
    let mut paths = 0;
    for seed in 0..300 {
        let generated = generate(seed);
        let found = with_case(&generated, |case| enumerate(case, LIMIT));
        paths += found.as_ref().map_or(0, |found| found.paths);
        let kind = match found {
            Err(fault) => {
                *faults.entry(fault).or_default() += 1;
                "not compiled"
            }
            Ok(Enumerated { bad, .. }) if !bad.is_empty() => {
                *faults.entry(format!("{bad:?}").chars().take(150).collect()).or_default() += 1;
                "ends badly"
            }
            Ok(Enumerated { endings, .. }) if endings.len() == 1 => "a single ending",
            Ok(Enumerated { unresolved, .. }) if !unresolved.is_zero() => "unresolved",
            Ok(_) => "several endings",
        };
        *tally.entry(kind).or_default() += 1;
    }
    println!("{tally:#?} {faults:#?}; {paths} ways");
    let of = |kind| tally.get(kind).copied().unwrap_or_default();
    assert!(of("not compiled") + of("ends badly") < 60, "{tally:?}");
    assert!(of("several endings") > 150, "{tally:?}");
}
