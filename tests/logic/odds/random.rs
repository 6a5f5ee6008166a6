//! Random programs: what share of them says something, and exact odds of each against every way one by one.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;
use std::thread;

use rulestone::logic::odds::{Budget, Case};

use super::compare::{Compared, compare};
use super::enumerate::{Enumerated, enumerate};
use crate::logic::generate::{Generated, case_of, generate, generate_followed, generate_woven, seeds};

/// Ways less likely than 1 in this are not followed.
const LIMIT: u64 = 5_000;

/// What takes longer is left unresolved: one program in thousands has states without end.
const BUDGET: Budget = Budget { states: 50_000, steps: 10_000_000, words: 100_000_000, bytes: 1 << 28 };

/// Seeds of programs that have found something: tried each time.
const FOUND: [u64; 1] = [351_450];

#[test]
fn most_random_programs_say_something() {
    let mut tally: BTreeMap<&str, u32> = BTreeMap::new();
    let mut faults: BTreeMap<String, u32> = BTreeMap::new();
    let mut paths = 0;
    for seed in 0..300 {
        let generated = generate(seed);
        let found = case_of(&generated, |case| enumerate(case, LIMIT));
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
    println!("{tally:?}, {paths} ways, {faults:#?}");
    let of = |kind| tally.get(kind).copied().unwrap_or_default();
    assert!(of("not compiled") + of("ends badly") < 60, "{tally:?}");
    assert!(of("several endings") > 150, "{tally:?}");
}

#[test]
fn the_odds_of_random_programs_are_those_of_every_way() {
    compared(generate, FOUND.into_iter().chain(seeds(0..300)));
}

#[test]
fn the_odds_of_random_programs_with_rules_are_those_of_every_way() {
    compared(generate_woven, seeds(0..200));
}

#[test]
fn the_odds_of_random_programs_with_followers_are_those_of_every_way() {
    compared(generate_followed, seeds(0..200));
}

fn compared(generate: fn(u64) -> Generated, seeds: impl Iterator<Item = u64>) {
    let left = Mutex::new(seeds.collect::<VecDeque<u64>>());
    let found = Mutex::new((BTreeMap::<Compared, u32>::new(), Vec::new()));
    let next = || left.lock().expect("whole").pop_front();
    // Beside each other: what is last in a run of all tests would have one processor alone.
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(seed) = next() {
                    let generated = generate(seed);
                    let compared = case_of(&generated, |case| {
                        let (setting, of, policies) = (case.setting.clone(), case.of.clone(), case.policies.clone());
                        compare(&Case { open: case.open, setting, of, policies, budget: BUDGET }, LIMIT)
                    });
                    let (tally, wrong) = &mut *found.lock().expect("whole");
                    match compared {
                        Ok(Ok(compared)) => *tally.entry(compared).or_default() += 1,
                        Ok(Err(fault)) | Err(fault) => wrong.push((generated.text.len(), seed, fault)),
                    }
                }
            });
        }
    });
    let (tally, wrong) = found.into_inner().expect("whole");
    println!("{tally:?}");
    // The shortest says most.
    if let Some((_, seed, fault)) = wrong.iter().min() {
        let Generated { text, of, policies } = generate(*seed);
        let seeds: Vec<u64> = wrong.iter().map(|(_, seed, _)| *seed).collect();
        panic!(
            "seed {seed}: {fault}\nasked: {of:?}, policies: {policies:?}\n{text}\nof {} seeds: {seeds:?}",
            seeds.len()
        );
    }
}
