//! Seeded runs: the same whatever the number of threads, played again by their seeds, and where exact odds say they must be.

use std::path::Path;

use rulestone::logic::book::compile_book;
use rulestone::logic::example::Open;
use rulestone::logic::limits::Meter;
use rulestone::logic::odds::{Asked, Budget, Case, Ending, Odds, Policy, Way, ask, odds};
use rulestone::logic::program::NameId;
use rulestone::logic::simulate::{Runs, Simulated, interval, simulate};
use rulestone::logic::value::Value;

/// Calls `each` with every example of a library that asks something: choices are made at random.
fn every_example(root: &Path, mut each: impl FnMut(&str, &Case<'_>)) {
    let library = rulestone::library::load(root).expect("a library").library;
    for book in &library.books {
        let (compiled, _) = compile_book(book, &Meter::default());
        let program = &compiled.program;
        let names = 0..u32::try_from(program.names.len()).expect("small");
        let policies: Vec<_> = names.map(|name| Policy { label: NameId(name), by: None, way: Way::Random }).collect();
        for (_, section) in book.sections() {
            for example in &section.examples {
                let Ok(Some(open)) = Open::read(program, &example.program) else { continue };
                let of = ask::all(&open);
                if of.is_empty() {
                    continue;
                }
                let (setting, policies) = (open.start.setting(program), policies.clone());
                let name = format!("{}::{}::{}", book.id, section.id, example.id);
                each(&name, &Case { open: &open, setting, of, policies, budget: BUDGET });
            }
        }
    }
}

/// What takes longer is no matter here.
const BUDGET: Budget = Budget { states: 20_000, steps: 2_000_000, words: 50_000_000, bytes: 1 << 28 };

fn runs(case: &Case<'_>, runs: u64, threads: usize) -> Option<Simulated> {
    simulate(case, Runs { seed: 7, count: runs, threads, are_watched: false }, &mut |_, _| true).ok()
}

/// How many standard deviations a share may lie beside its odds: of the thousands of shares here, one in a million lies further.
const FAR: f64 = 5.0;

#[test]
#[expect(clippy::cast_precision_loss, reason = "few runs")]
fn shares_lie_where_exact_odds_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut shares, mut examples, mut outside) = (0, 0, 0);
    for library in [".", "examples/backgammon", "tests/cli/raid", "tests/cli/duel"] {
        every_example(&root.join(library), |name, case| {
            let Ok(Odds { outcomes, ended: None, .. }) = odds(case) else { return };
            // Of what has one outcome ten thousand runs say no more than some.
            let many = if outcomes.len() == 1 { 200 } else { 2_000 };
            let Some(found) = runs(case, many, 2) else { panic!("{name}: odds, and no runs") };
            examples += 1;
            let counted = |ending: &Ending| found.outcomes.iter().find(|seen| seen.ending == *ending);
            for outcome in &outcomes {
                // Things that were made have numbers of their own in each.
                if !matches!(&outcome.ending, Ending::Values(values) if values.iter().all(is_plain)) {
                    continue;
                }
                let count = counted(&outcome.ending).map_or(0, |seen| seen.count);
                let exact = outcome.probability.approximate();
                let far = FAR * (exact * (1.0 - exact) / many as f64).sqrt() + 1.0 / many as f64;
                let share = count as f64 / many as f64;
                assert!((share - exact).abs() <= far, "{name}: {share} of the runs, {exact} by the odds: {outcome:?}");
                let (low, high) = interval(count, many);
                outside += usize::from(exact < low || exact > high);
                shares += 1;
            }
            for seen in &found.outcomes {
                let known = outcomes.iter().any(|outcome| outcome.ending == seen.ending);
                let is_plain = matches!(&seen.ending, Ending::Values(values) if values.iter().all(is_plain));
                assert!(known || !is_plain, "{name}: odds know no {seen:?}");
            }
        });
    }
    println!("{examples} examples, {shares} shares, {outside} outside of their intervals");
    assert!(examples > 300 && shares > 600, "{examples} examples, {shares} shares");
    // One in twenty lies outside, about; most shares here are 0 or 1, which never do.
    assert!(outside * 10 < shares, "{outside} of {shares}");
}

fn is_plain(value: &Value) -> bool {
    matches!(value, Value::None | Value::YesNo(_) | Value::Number(_) | Value::Fraction(_) | Value::Symbol(_))
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/raid");
    let mut some = false;
    every_example(&root, |name, case| {
        let Some(one) = runs(case, 1_000, 1) else { return };
        some |= one.outcomes.len() > 1;
        for threads in [2, 3, 8] {
            assert_eq!(runs(case, 1_000, threads).as_ref(), Some(&one), "{name} in {threads} threads");
        }
        assert_eq!(one.outcomes.iter().map(|seen| seen.count).sum::<u64>(), 1_000, "{name}");
        // The run of a seed comes to the same by itself.
        for seen in &one.outcomes {
            let again = Runs { seed: seen.seed, count: 1, threads: 1, are_watched: false };
            let again = simulate(case, again, &mut |_, _| true).expect("a run");
            assert_eq!(again.outcomes[0].ending, seen.ending, "{name}");
        }
    });
    assert!(some, "some example has several outcomes");
}

#[test]
fn what_is_asked_is_that_of_the_end() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/raid");
    every_example(&root, |name, case| {
        let Some(first) = case.open.things.values().next() else { return };
        let of = vec![Asked::Field(*first, 0)];
        let case = Case { of, setting: case.setting.clone(), policies: case.policies.clone(), ..*case };
        let Some(found) = runs(&case, 50, 2) else { return };
        assert!(
            found.outcomes.iter().all(|seen| matches!(&seen.ending, Ending::Values(values) if values.len() == 1)
                || matches!(seen.ending, Ending::Refused(_))),
            "{name}"
        );
    });
}
