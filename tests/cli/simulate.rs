//! `rulestone simulate`: tables, JSON, pictures, seeds that `play` repeats, and every reason why there is nothing to count. After a
//! wanted change run the tests with `SNAPSHOTS=overwrite` and read the difference.

use super::odds::{golden_but, siege};
use super::{Ran, Scratch, copy, shipped};

fn simulate(arguments: &[&str]) -> Ran {
    let all: Vec<&str> = ["simulate"].into_iter().chain(arguments.iter().copied()).collect();
    siege().run(&all)
}

/// Compares what was printed; how long it took is no part of it.
#[track_caller]
fn golden(name: &str, ran: &Ran) {
    golden_but(name, ran, |line| match line.rsplit_once(", ") {
        Some((runs, time)) if time.ends_with(" s") => format!("{runs}, …"),
        _ => line.to_owned(),
    });
}

#[test]
fn a_table_has_counts_intervals_seeds_and_percentiles() {
    golden("simulate.txt", &simulate(&["the-guns", "--policy", "risk=3"]).ends(0));
    golden("simulate-ja.txt", &simulate(&["the-guns", "--runs", "500", "--seed", "9", "--lang", "ja"]).ends(0));
    golden("simulate.svg", &simulate(&["the-guns", "--policy", "risk=3", "--format", "svg"]).ends(0));
}

#[test]
fn two_readings_stand_side_by_side() {
    golden("simulate-two.txt", &simulate(&["the-storm", "--reading", "night=dark|moonlit"]).ends(0));
    golden("simulate-two.txt", &simulate(&["the-storm", "--with", "night=moonlit"]).ends(0));
}

#[test]
fn readings_are_ranked_by_how_far_they_shift_what_is_asked() {
    let ran =
        simulate(&["the-storm", "--of", "hussars.strength", "--rank", "--runs", "400", "--format", "json"]).ends(0);
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let number = |reading: &str| {
        let one = simulate(&[
            "the-storm",
            "--of",
            "hussars.strength",
            "--with",
            reading,
            "--runs",
            "400",
            "--format",
            "json",
        ])
        .ends(0);
        let one: serde_json::Value = serde_json::from_str(&one.stdout).expect("JSON");
        one["cases"][1]["figures"]["hussars.strength"]["mean"].as_f64().expect("it")
    };
    let readings = object["readings"].as_array().expect("readings");
    assert!(!readings.is_empty(), "{}", ran.stdout);
    let mut before = f64::INFINITY;
    for reading in readings {
        let typed =
            format!("{}={}", reading["option"].as_str().expect("a name"), reading["reading"].as_str().expect("a name"));
        let (mean, shift) = (reading["mean"].as_f64().expect("a mean"), reading["shift"].as_f64().expect("a shift"));
        assert!((mean - number(&typed)).abs() < 1e-9, "{typed}: {}", ran.stdout);
        assert!((mean - shift - object["mean"].as_f64().expect("a mean")).abs() < 1e-9, "{typed}");
        assert!(shift.abs() <= before, "the greatest first: {}", ran.stdout);
        before = shift.abs();
    }
    let told = simulate(&["the-storm", "--of", "hussars.strength", "--rank", "--runs", "400"]).ends(0);
    assert!(
        told.stdout.contains("night=moonlit") && told.stderr.contains("400 runs of each from seed 1"),
        "{}",
        told.stdout
    );
    let refused = simulate(&["the-storm", "--of", "hussars.strength", "--rank", "--format", "svg"]).ends(2);
    assert!(refused.stderr.contains("a ranking has no picture"), "{}", refused.stderr);
}

/// Runs of an example that leaves much of its book alone.
fn watched(arguments: &[&str]) -> Ran {
    let scratch = Scratch::empty();
    copy(&shipped().join("tests/cli/raid"), scratch.root());
    scratch.run(&[&["simulate", "the-first-raid", "--judge", "worth_it=yes", "--coverage"], arguments].concat())
}

/// Of each section: its id, in how many runs it took effect, and how many parts of it in any.
fn reached(arguments: &[&str]) -> Vec<(String, u64, u64)> {
    let ran = watched(&[arguments, &["--format", "json"]].concat()).ends(0).json();
    let of = |section: &serde_json::Value| {
        let number = |key: &str| section[key].as_u64().expect("a number");
        let untouched = section["untouched"].as_array().expect("a list").len() as u64;
        assert_eq!(number("covered") + untouched, number("total"), "{section}");
        (section["section"].as_str().expect("an id").to_owned(), number("runs"), number("covered"))
    };
    ran["coverage"].as_array().expect("sections").iter().map(of).collect()
}

#[test]
fn it_is_told_how_far_the_runs_reached() {
    let all = reached(&["--runs", "30"]);
    let mut summed: Vec<(String, u64, u64)> = all.iter().map(|(section, ..)| (section.clone(), 0, 0)).collect();
    for seed in 1..=30_u64 {
        let one = reached(&["--runs", "1", "--seed", &seed.to_string()]);
        for ((section, runs, most), (of, ran, parts)) in summed.iter_mut().zip(one) {
            assert!(*section == of && (ran == 1 || ran == 0 && parts == 0), "{of} in the run of {seed}");
            *runs += ran;
            *most = parts.max(*most);
        }
    }
    for ((section, runs, covered), (_, summed, most)) in all.iter().zip(&summed) {
        assert_eq!(runs, summed, "{section}");
        assert!(covered >= most, "{section}: {covered} in all runs, {most} in one");
    }
    assert_eq!(all, [("raid".to_owned(), 30, 2), ("camp".to_owned(), 0, 0)]);
    assert!(summed[0].2 < 2, "no run goes both ways: {summed:?}");

    golden("simulate-coverage.txt", &watched(&["--runs", "30"]).ends(0));
    let refused = watched(&["--format", "svg"]).ends(2);
    assert!(refused.stderr.contains("what the runs reached has no picture"), "{}", refused.stderr);
    let both = ["the-storm", "--reading", "night=dark|moonlit", "--coverage", "--runs", "9", "--format", "json"];
    let both = simulate(&both).ends(0).json();
    let cases = both["cases"].as_array().expect("two");
    assert!(cases.len() == 2 && cases.iter().all(|case| case["coverage"][0]["runs"] == 9), "{both}");
}

#[test]
fn play_repeats_the_run_of_a_seed() {
    let siege = siege();
    let ran = siege.run(&["simulate", "the-guns", "--runs", "300", "--format", "json"]).ends(0);
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let outcomes = object["outcomes"].as_array().expect("outcomes");
    assert!(outcomes.len() > 2, "{}", ran.stdout);
    for outcome in outcomes {
        let seed = outcome["seed"].to_string();
        let again = siege.run(&["simulate", "the-guns", "--runs", "1", "--seed", &seed, "--format", "json"]).ends(0);
        let again: serde_json::Value = serde_json::from_str(&again.stdout).expect("JSON");
        assert_eq!(again["outcomes"][0]["outcome"], outcome["outcome"]);
        let played = siege.run(&["play", "the-guns", "--seed", &seed, "--auto"]).ends(0);
        for value in outcome["outcome"].as_object().expect("values").values() {
            let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let word = match word.as_str() {
                "true" => "yes",
                "false" => "no",
                other => other,
            };
            assert!(played.stdout.contains(word), "{word} in {}", played.stdout);
        }
    }
}

#[test]
fn what_cannot_be_counted_is_told() {
    for (arguments, status, told) in [
        (&["the-guns", "--policy", "risk=highest hits", "--of", "hits"][..], 2, "the best choice of `risk`"),
        (&["the-guns", "--runs", "0"], 2, "at least 1"),
        (&["siege", "--run", "watch"], 1, "broke off: this run takes more than"),
        (&["the-storm", "--reading", "night"], 2, "write `--reading option=one|other`"),
        (&["the-storm", "--reading", "night=dark|dark"], 2, "already"),
        (&["nowhere"], 2, "nowhere"),
    ] {
        let ran = simulate(arguments).ends(status);
        assert!(ran.stderr.contains(told), "{arguments:?}: {}", ran.stderr);
    }
}
