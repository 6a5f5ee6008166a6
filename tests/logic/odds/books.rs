//! Every example of the shipped books with its dice left open: exact odds against every way one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rulestone::library::yaml::Node;
use rulestone::logic::book::compile_book;
use rulestone::logic::example::{Open, value_of};
use rulestone::logic::limits::Meter;
use rulestone::logic::machine::Setting;
use rulestone::logic::odds::{Asked, Budget, Case, Policy, Way};
use rulestone::logic::program::{FunctionKind, NameId, Program, StateId};

use super::compare::{Compared, compare};

/// Ways less likely than 1 in this are not followed.
const LIMIT: u64 = 2_000;

/// Calls `each` with the name and cases of every example of a book that runs something: its outputs are asked, then everything; of every
/// choice the first candidate is taken, then the last.
fn every_example(book: &str, mut each: impl FnMut(&str, &Case<'_>)) {
    let loaded = rulestone::library::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped library");
    let rulestone::check::Checked { library, .. } = rulestone::check::check(loaded, &Meter::default());
    let book = library.book(book).expect("the book");
    let (compiled, _) = compile_book(book, &Meter::default());
    let program = &compiled.program;
    for (_, section) in book.sections() {
        for example in &section.examples {
            let Ok(Some(open)) = Open::read(program, &example.program) else { continue };
            let mut setting = open.start.setting(program);
            judge(&mut setting, &open, &example.program);
            let name = format!("{}::{}", section.id, example.id);
            let ways = [Way::First, Way::Last].into_iter();
            let cases = ways.flat_map(|way| [(way.clone(), Vec::new()), (way, everything(program, &open))]);
            for (way, of) in cases {
                let (setting, policies) = (setting.clone(), always(program, &way));
                each(&name, &Case { open: &open, setting, of, policies, budget: Budget::default() });
            }
        }
    }
}

/// All outputs of the last step, all states, and all fields of the things of the start.
fn everything(program: &Program, open: &Open<'_>) -> Vec<Asked> {
    let states = (0..program.states.len()).map(|at| Asked::State(StateId(u16::try_from(at).expect("small"))));
    let fields = open.things.values().flat_map(|thing| {
        let count = open.start.world.thing(*thing).map_or(0, |thing| thing.fields.len());
        (0..count).map(|field| Asked::Field(*thing, u16::try_from(field).expect("small")))
    });
    states.chain(fields).collect()
}

/// Every choice, whatever its name, is made in the same way.
fn always(program: &Program, way: &Way) -> Vec<Policy> {
    let names = 0..u32::try_from(program.names.len()).expect("small");
    names.map(|name| Policy { label: NameId(name), by: None, way: way.clone() }).collect()
}

/// The judgements that an example gives among its choices.
fn judge(setting: &mut Setting<'_>, open: &Open<'_>, keys: &BTreeMap<String, Node>) {
    let program = open.program;
    let steps = keys.get("steps").map_or(&[][..], Node::items);
    let given = keys.get("choices").into_iter().chain(steps.iter().filter_map(|step| step.get("choices")));
    for entry in given.flat_map(Node::entries) {
        let judgement = program.functions.iter().find(|function| {
            matches!(function.kind, FunctionKind::Judgement) && program.name(function.name) == entry.key
        });
        let Some((judgement, text)) = judgement.zip(entry.value.text()) else { continue };
        let value = value_of(program, &open.start.world, &open.things, text, &judgement.result).expect("a value");
        setting.judgements.insert(judgement.name, value);
    }
}

// Whole operations of Peloponnesian War have more ways than can be gone one by one.
#[test]
fn the_odds_of_every_example_of_hellenes_are_those_of_every_way() {
    compared("hellenes", 500);
}

#[test]
fn the_odds_of_every_example_of_sword_of_rome_are_those_of_every_way() {
    compared("sword-of-rome-5p", 200);
}

fn compared(book: &str, at_least: usize) {
    let mut tally: BTreeMap<Compared, usize> = BTreeMap::new();
    let mut names = BTreeSet::new();
    let mut wrong = Vec::new();
    every_example(book, |name, case| {
        names.insert(name.to_owned());
        match compare(case, LIMIT) {
            Ok(compared) => *tally.entry(compared).or_default() += 1,
            Err(fault) => wrong.push(format!("{name}, {} asked: {fault}", case.of.len())),
        }
    });
    println!("{} examples: {tally:?}", names.len());
    assert!(names.len() > at_least, "the examples are found: {}", names.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
