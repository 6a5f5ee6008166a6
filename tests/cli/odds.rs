//! `rulestone odds`: tables, JSON, pictures, and every reason why there are no odds. After a wanted change run the tests with
//! `SNAPSHOTS=overwrite` and read the difference.

use super::{Ran, Scratch, copy, rulestone, shipped};
use crate::diagnostics::compare;

/// A little book whose odds can be asked, with two armies in files beside it.
pub(super) fn siege() -> Scratch {
    let scratch = Scratch::empty();
    copy(&shipped().join("tests/cli/siege"), scratch.root());
    scratch
}

fn odds(arguments: &[&str]) -> Ran {
    let all: Vec<&str> = ["odds"].into_iter().chain(arguments.iter().copied()).collect();
    siege().run(&all)
}

/// With the Hussars given.
fn run(what: &str, arguments: &[&str]) -> Ran {
    let siege = siege();
    siege.write("army.yaml", "given: {Army: {hussars: {strength: 2}}}\n");
    let army = siege.path("army.yaml").display().to_string();
    let all: Vec<&str> =
        ["odds", "siege", "--run", what, "--given", &army].into_iter().chain(arguments.iter().copied()).collect();
    siege.run(&all)
}

/// Compares what was printed; how long it took and how many states it needed is no part of it.
#[track_caller]
fn golden(name: &str, ran: &Ran) {
    let effort = |line: &str| line.contains(" state") && line.ends_with(" s");
    golden_but(name, ran, |line| if effort(line) { "… states".to_owned() } else { line.to_owned() });
}

/// Compares what was printed, each line of what is said beside it as it is `told`.
#[track_caller]
pub(super) fn golden_but(name: &str, ran: &Ran, told: impl Fn(&str) -> String) {
    let stderr: String = ran.stderr.lines().map(|line| told(line) + "\n").collect();
    let text = format!("{}\n===== stderr\n{stderr}", ran.stdout);
    if let Err(difference) = compare(text, &shipped().join("tests/cli/siege-golden").join(name)) {
        panic!("{difference}");
    }
}

#[test]
fn a_table_has_fractions_percents_bars_and_the_mean() {
    golden("exactly.txt", &odds(&["the-guns", "--policy", "risk=3"]).ends(0));
    golden("at-least.txt", &odds(&["the-guns", "--policy", "risk=3", "--show", "at-least"]).ends(0));
    golden("at-most-ja.txt", &odds(&["the-guns", "--policy", "risk=3", "--show", "at-most", "--lang", "ja"]).ends(0));
}

#[test]
fn two_cases_stand_side_by_side() {
    golden("with.txt", &odds(&["the-storm", "--with", "night=moonlit"]).ends(0));
    golden("two-ja.txt", &odds(&["the-storm", "the-night-storm", "--lang", "ja"]).ends(0));
    // Both examples have the same name for the same thing, and the reading of the example itself can be changed too.
    let ran = odds(&["the-night-storm", "--with", "night=dark"]).ends(0);
    assert!(ran.stdout.starts_with("1  Night: moonlit\n2  Night: dark\n"), "{}", ran.stdout);
}

#[test]
fn what_never_ends_is_refused_or_is_not_resolved_has_a_row_of_its_own() {
    golden("endless.txt", &odds(&["siege", "--run", "watch"]).ends(0));
    golden("refused.txt", &odds(&["siege", "--run", "levy", "--of", "men,unrest"]).ends(0));
    let ran = odds(&["the-storm", "--states", "2"]).ends(0);
    assert!(ran.stdout.contains("\nnot resolved "), "{}", ran.stdout);
    let told = "not resolved within the budget of 2 states; to resolve more: --states 20; or ";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
    let bounds = "\nEach outcome lies between its share and its share plus what is not resolved.\n";
    assert!(ran.stdout.contains(bounds), "{}", ran.stdout);
    assert!(!odds(&["the-storm"]).ends(0).stdout.contains(bounds));
    let ran = odds(&["the-storm", "--steps", "1"]).ends(0);
    assert!(ran.stdout.contains("\nnot resolved "), "{}", ran.stdout);
    assert!(ran.stderr.contains("within the budget of 1 step; to resolve more: --steps 10; or "), "{}", ran.stderr);
}

#[test]
fn policies_make_the_choices() {
    let of = |policy: &str| run("{breach: {army: hussars}}", &["--policy", policy]).ends(0).stdout;
    let mean = |policy: &str| of(policy).lines().find(|line| line.starts_with("mean")).unwrap_or_default().to_owned();
    // A candidate called `first` comes before the word.
    assert_eq!(mean("wall=first"), "mean Gap: 7/2 = 3.5");
    assert!(of("wall=second").contains("\n3  "), "one outcome has no mean");
    assert!(of("wall=last").contains("\n3  "), "one outcome has no mean");
    assert_eq!(mean("wall=random"), "mean Gap: 13/4 = 3.25");
    assert_eq!(mean("wall=highest gap"), "mean Gap: 7/2 = 3.5");
    assert!(of("wall=lowest gap").contains("\n3  "), "one outcome has no mean");
    assert!(of("wall@hussars=second").contains("\n3  "), "one outcome has no mean");
    let ran = run("{bribe: {army: hussars}}", &["--judge", "worth_it=no"]).ends(0);
    assert!(ran.stdout.contains("\n0 "), "{}", ran.stdout);
    // States and fields can be asked for; what is gone with its thing is `none`.
    let ran = odds(&["the-storm", "--of", "hussars.strength,winner"]).ends(0);
    assert!(ran.stdout.starts_with("Hussars, Strength  Winner "), "{}", ran.stdout);
}

#[test]
fn json_has_every_digit() {
    let ran = odds(&["siege", "--run", "levy", "--format", "json"]).ends(0);
    let json = ran.json();
    assert_eq!(json["outcomes"].as_array().map(Vec::len), Some(5));
    let first = &json["outcomes"][0];
    assert_eq!(first["outcome"]["men"], 3);
    assert_eq!((&first["numerator"], &first["denominator"]), (&"1".into(), &"6".into()));
    assert_eq!(json["outcomes"][4]["outcome"]["refused"], "1.1");
    assert_eq!(json["unresolved"]["probability"], 0.0);
    assert_eq!(json["endless"]["numerator"], "0");
    assert_eq!(json["means"]["men"]["numerator"], "9");
    for key in ["states", "ways", "steps", "bytes", "seconds"] {
        assert!(json[key].is_number(), "{key}");
    }
    assert_eq!(json["budget"]["states"], 1_000_000);
    assert!(json["budget"]["ended"].is_null());
    assert!(json["cases"].is_null());
    let json = odds(&["the-storm", "--states", "2", "--format", "json"]).ends(0).json();
    assert_eq!((&json["budget"]["states"], &json["budget"]["ended"]), (&2.into(), &"states".into()));
    assert!(json["unresolved"]["probability"].as_f64().is_some_and(|share| share > 0.0));
    let json = odds(&["the-storm", "--with", "night=moonlit", "--lang", "ja", "--format", "json"]).ends(0).json();
    assert_eq!(json["outcomes"], json["cases"][0]["outcomes"]);
    assert_eq!(json["cases"][0]["name"], "夜: 暗い");
    assert_eq!(json["cases"][1]["outcomes"][0]["outcome"]["winner"], "attacker", "values are those of logic");
    assert_eq!(json["cases"][1]["outcomes"][0]["probability"], 0.75);
}

#[test]
fn a_picture_stands_alone() {
    let drawn = |name: &str, arguments: &[&str]| {
        let all: Vec<&str> = arguments.iter().copied().chain(["--format", "svg"]).collect();
        let path = shipped().join("tests/cli/siege-golden").join(name);
        if let Err(difference) = compare(odds(&all).ends(0).stdout, &path) {
            panic!("{difference}");
        }
    };
    drawn("one.svg", &["siege", "--run", "levy"]);
    drawn("two-ja.svg", &["the-storm", "--with", "night=moonlit", "--lang", "ja"]);
}

#[test]
fn why_there_are_no_odds_is_told_with_place_and_mend() {
    golden("choice.txt", &odds(&["the-guns"]).ends(2));
    golden("undetermined.txt", &odds(&["siege", "--run", "parley"]).ends(1));
    golden("judgement.txt", &run("{bribe: {army: hussars}}", &[]).ends(1));
    golden("mistake.txt", &odds(&["siege", "--run", "plunder", "--of", "unrest"]).ends(1));
    let dig = |arguments: &[&str]| run("{dig: {army: hussars}}", arguments).ends(2);
    golden("cyclic.txt", &dig(&["--of", "hussars.strength", "--policy", "wait=highest hussars.strength"]));
    golden("no-number.txt", &dig(&["--policy", "wait=lowest winner"]));
    golden("no-candidate.txt", &run("{sap: {army: hussars}}", &["--policy", "wait=3"]).ends(2));
    let two = siege();
    two.write("armies.yaml", "given: {Army: {hussars: {strength: 2}, lancers: {strength: 1}}}\n");
    let armies = two.path("armies.yaml").display().to_string();
    let sap = ["odds", "siege", "--run", "{sap: {army: hussars}}", "--given", &armies, "--policy", "wait=3"];
    golden("no-candidate-of-one.txt", &two.run(&sap).ends(2));
    let policies = ["--policy", "wait@lancers=3", "--policy", "wait@hussars=1"];
    two.run(&[&sap[..6], &policies].concat()).ends(0);
    golden("two-policies.txt", &two.run(&[&sap[..], &["--policy", "wait=lowest gap"]].concat()).ends(2));
    let few = ["--policy", "risk=highest hits", "--states", "2"];
    let none = ["--policy", "risk=highest hits", "--steps", "1"];
    golden("nothing-looked-at.txt", &run("{barrage: {army: hussars}}", &none).ends(0));
    golden("unresolved.txt", &run("{barrage: {army: hussars}}", &few).ends(2));
    let assumed = siege();
    assumed.write("fair.yaml", "assume: [fair-terms]\n");
    let fair = assumed.path("fair.yaml").display().to_string();
    assumed.run(&["odds", "siege", "--run", "parley", "--given", &fair]).ends(0);
}

#[test]
fn every_slip_is_told_with_its_mend() {
    let cases: &[(&[&str], &[&str])] = &[
        (&[], &["the odds of what?", "rulestone play --list"]),
        (&["the-strom"], &["no example has `the-strom` in its name", "did you mean `the-storm`?"]),
        (&["the-storm", "the-guns"], &["the two cases give different things: winner; hits", "--of"]),
        (&["the-storm", "the-guns", "--with", "night=dark"], &["more than two cases"]),
        (&["a", "b", "--run", "watch"], &["`b` is one too many"]),
        (&["the-storm", "--of", "winer"], &["`winer` is no output, state or thing", "did you mean `winner`?"]),
        (&["the-storm", "--of", "hussars"], &["`hussars` is a thing", "write `hussars.strength`"]),
        (&["the-storm", "--of", "hussars.strenght"], &["has no field `strenght`", "did you mean `strength`?"]),
        (&["the-storm", "--of", "winner.x"], &["`winner` is asked for as a whole"]),
        (&["the-guns", "--policy", "risk"], &["`risk` says nothing about how it is chosen", "label=value"]),
        (&["the-guns", "--policy", "rsik=1"], &["nobody chooses a `rsik`", "did you mean `risk`?"]),
        (&["the-guns", "--policy", "worth_it=yes"], &["`worth_it` is a judgement, not a choice"]),
        (&["the-guns", "--policy", "risk=4"], &["4 is outside 1..3", "help: write first, last, random, highest NAME"]),
        (
            &["the-guns", "--policy", "risk=1", "--policy", "risk=1"],
            &["two policies make the choice `risk`: risk=1 and"],
        ),
        (&["the-guns", "--judge", "worth_it=yes", "--judge", "worth_it=no"], &["`worth_it` is given twice"]),
        (&["the-guns", "--policy", "risk=highest"], &["write `highest hits`"]),
        (
            &["the-storm", "--policy", "risk=highest"],
            &["no highest `winner`", "--of hussars.strength --policy 'risk=hi"],
        ),
        (&["the-storm", "--policy", "risk=lowest winner"], &["no lowest `winner`", "--of hussars.strength --policy"]),
        (&["the-guns", "--policy", "risk=highest unrest"], &["`unrest` is not among what is asked", "now it is hits"]),
        (&["the-guns", "--policy", "risk@lancers=1"], &["no Army has the name `lancers`"]),
        (&["the-guns", "--judge", "worth_it"], &["write `name=value`"]),
        (&["the-guns", "--judge", "wroth_it=yes"], &["no judgement `wroth_it`", "did you mean `worth_it`?"]),
        (&["the-guns", "--judge", "worth_it=maybe"], &["yes or no"]),
        (&["the-storm", "--with", "night"], &["`night` names no reading", "option=reading"]),
        (&["the-storm", "--with", "night=starry"], &["no reading `starry`", "--with:1:8"]),
        (&["the-storm", "--with", "nihgt=dark"], &["no option `nihgt`", "did you mean `night`?"]),
        (&["the-storm", "--with", "night=dark"], &["the first case has night=dark already"]),
        (&["the-storm", "--with", "[=]"], &["names no option and reading"]),
        (&["the-storm", "--show", "at-least"], &["only a single number is at least", "asked is winner"]),
        (&["siege", "--run", "plunder"], &["gives nothing by itself", "--of"]),
        (&["siege", "--run", "raze"], &["nothing of the name `raze` to run"]),
        (&["the-storm", "--lang", "fr"], &["nothing in the language `fr`"]),
        (&["the-storm", "--states", "many"], &["--states"]),
        (&["the-storm", "--states", "0"], &["invalid value '0' for '--states <NUMBER>': it must be at least 1"]),
        (&["the-storm", "--steps", "0"], &["'--steps <NUMBER>': it must be at least 1"]),
        (&["the-storm", "--format", "xml"], &["--format"]),
    ];
    for (arguments, told) in cases {
        let ran = odds(arguments).ends(2);
        for words in *told {
            assert!(ran.stderr.contains(words), "{arguments:?}: {words:?} in\n{}", ran.stderr);
        }
        assert_eq!(ran.stdout, "", "{arguments:?}");
    }
}

#[test]
fn the_odds_of_the_readme_are_true() {
    let ran = rulestone(shipped(), &["odds", "tied-totals", "--of", "carthage_wins,support"]).ends(0);
    let readme = std::fs::read_to_string(shipped().join("README.md")).expect("the file is there");
    assert!(readme.contains(&ran.stdout), "{}", ran.stdout);
}

#[test]
fn columns_that_are_too_wide_give_way() {
    let ran = rulestone(shipped(), &["odds", "tied-totals"]).ends(0);
    let widest = ran.stdout.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(80), "{}", ran.stdout);
}
