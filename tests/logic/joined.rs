//! Rules that join procedures: what weaving leaves as it was, and that all kinds of runs agree about the rest.

use rulestone::logic::machine::{Budget, Ended, Seeded, run_counted};

use super::generate::{generate, generate_followed, generate_woven, seeds, two_rules, with, with_program};
use super::runs::{all_of, ends_alike};

const BUDGET: Budget = Budget { steps: 100_000, cells: 1_000_000 };

/// How a program ends with a seed, and the world behind it.
fn ends(text: &str, seed: u64) -> Result<Vec<String>, String> {
    with_program(text, |_, open| {
        let mut setting = open.start.setting(open.program);
        setting.budget = BUDGET;
        let (mut world, mut chance) = (open.start.world.clone(), Seeded::new(seed));
        let mut told = Vec::new();
        for step in &open.steps {
            let (ended, _) = run_counted(&setting, &mut world, step.callee, step.args.clone(), &mut chance);
            // Where a mistake stands is another place in a text with more in it.
            let ended = match ended {
                Ended::Error(error) => error.message,
                Ended::Refused(_) => "refused".to_owned(),
                other => format!("{other:?}"),
            };
            told.push(format!("{ended} {}", all_of(&world)));
        }
        told
    })
}

#[test]
fn a_rule_that_never_applies_changes_nothing() {
    let mut tried = 0;
    for seed in seeds(0..150) {
        let text = generate(seed).text;
        let never = "before main when level * 2 is 1\n  raise level by 1\nafter main when level * 2 is 1\n  raise level by 1\n\
                     instead of main when level * 2 is 1\n  do the original\nbefore main.roll1 when level * 2 is 1\n  set alarm to yes\n";
        let woven = with(&text, never);
        match (ends(&text, seed), ends(&woven, seed)) {
            (Ok(plain), Ok(joined)) => {
                assert_eq!(plain, joined, "seed {seed}\n{woven}");
                tried += 1;
            }
            // The first roll is not always one of `main`.
            (_, Err(fault)) => assert!(fault.contains("has no step"), "seed {seed}: {fault}"),
            (Err(fault), _) => panic!("seed {seed}: {fault}"),
        }
    }
    assert!(tried > 40 || std::env::var("SEEDS").is_ok(), "{tried}");
}

#[test]
fn two_rules_that_need_no_order_give_the_same_in_either() {
    let (mut tried, mut refused) = (0, 0);
    for seed in seeds(0..400) {
        let text = generate(seed).text;
        let [first, second] = two_rules(seed);
        let [one, other] = [format!("{first}{second}"), format!("{second}{first}")].map(|rules| with(&text, &rules));
        match (ends(&one, seed), ends(&other, seed)) {
            (Ok(one_end), Ok(other_end)) => {
                assert_eq!(one_end, other_end, "seed {seed}\n{one}");
                tried += 1;
            }
            (Err(one), Err(other)) => {
                assert!(one.contains("may both") && other.contains("may both"), "seed {seed}: {one}\n{other}");
                refused += 1;
            }
            (one, other) => panic!("seed {seed}: an order is asked for in one order alone: {one:?} {other:?}"),
        }
    }
    assert!(tried > 60 && refused > 60 || std::env::var("SEEDS").is_ok(), "{tried} tried, {refused} refused");
}

#[test]
fn recorded_and_unrecorded_runs_of_woven_programs_end_alike() {
    let budgets = [100_000, 700, 130, 60, 19].map(|steps| Budget { steps, cells: 1_000_000 });
    let (mut done, mut compiled, mut faults) = (0, 0, Vec::new());
    for (seed, generated) in
        seeds(0..200).flat_map(|seed| [(seed, generate_woven(seed)), (seed, generate_followed(seed))])
    {
        let text = generated.text;
        match with_program(&text, |_, open| ends_alike(&text, open, seed..seed + 2, &budgets, &mut |_| {})) {
            Ok(ran) => {
                compiled += 1;
                done += ran;
            }
            Err(fault) => faults.push(format!("{seed}: {fault}")),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(done > compiled * 3, "{done} runs of {compiled} programs come to an end");
}
