//! `rulestone play`: sessions at a pipe, drafts that play the same again, and every way to go wrong. After a wanted change run
//! the tests with `SNAPSHOTS=overwrite` and read the difference.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{Ran, Scratch, copy, ran, shipped};
use crate::diagnostics::compare;

/// A little book in which everything is asked that can be asked.
fn raid() -> Scratch {
    let scratch = Scratch::empty();
    copy(&shipped().join("tests/cli/raid"), scratch.root());
    scratch
}

const CHAPTER: &str = "rules-en/raid/01-raids.yaml";

/// The same without duties to translate.
fn raid_in_english() -> Scratch {
    let raid = raid();
    raid.edit("rules-en/raid/book.yaml", "languages: [en, ja]", "languages: [en]");
    raid
}

/// Plays with these lines typed.
fn play(root: &Path, arguments: &[&str], typed: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulestone"))
        .arg("--root")
        .arg(root)
        .arg("play")
        .args(arguments)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may have ended without reading.
    let _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    ran(child.wait_with_output().expect("the program ends"))
}

#[track_caller]
fn golden(name: &str, ran: &Ran) {
    let text = format!("{}\n===== stderr\n{}", ran.stdout, ran.stderr);
    if let Err(difference) = compare(text, &shipped().join("tests/cli/raid-golden").join(name)) {
        panic!("{difference}");
    }
}

#[test]
fn things_that_are_alike_are_told_by_one_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let given = folder.path().join("given.yaml");
    let hoplites = |name: &str, allied: &str| {
        format!(
            "    {name}: {{side: athens, arm: hoplite, allied: {allied}, nation: none, space: athens, activated: no}}\n"
        )
    };
    let units: String = ["a1", "a2", "a3", "a4"].map(|name| hoplites(name, "yes")).concat() + &hoplites("b1", "no");
    fs::write(&given, format!("given:\n  player: athens\n  Unit:\n{units}")).expect("written");
    let run = "{lose_sps: {side: athens, own: [a1, a2, a3, a4, b1], arm: hoplite, number_lost: 2}}";
    let arguments = ["peloponnesian-war", "--run", run, "--given", &given.display().to_string(), "--seed", "1"];
    let ran = play(shipped(), &arguments, "s\n3\n5\n3\n");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("  1–4  a1 … a4 × 4 (Allied: yes)\n    5  b1 (Allied: no)\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("a1 … a4 × 4 (side: Athens, Type of SP: hoplite, Allied: yes,"), "{}", ran.stderr);
    assert!(ran.stderr.contains("there is no 5"), "{}", ran.stderr);
    // Whoever is asked again knows for what, and what was chosen already.
    assert!(ran.stderr.contains("SPs to eliminate: 2): Athens chooses; so far a3 ·"), "{}", ran.stderr);
    assert!(ran.stdout.contains("a3: removed") && ran.stdout.contains("a4: removed"), "{}", ran.stdout);
}

/// The text behind a comment of the fixture that no test may lose.
#[track_caller]
fn keeps_its_comments(text: &str) {
    for comment in
        ["# A little book", "   # three bands\n", "      # Scouts go in pairs.\n", "\n\n  # The other section"]
    {
        assert!(text.contains(comment), "{comment:?} in\n{text}");
    }
}

#[test]
fn a_session_asks_helps_and_takes_back() {
    let typed = "?\nr\nnobody\nravens\n7 1\n2\nu\nt\n2\n3, 4\ngrain, silver, grain\ngrain 2\n9\n3\n";
    let ran = play(raid().root(), &["the-first-raid", "--ask"], typed).ends(0);
    golden("session.txt", &ran);
}

#[test]
fn a_session_speaks_the_language_asked_for() {
    let typed = "鴉\n１、４\n穀物 銀\n2\n";
    let ran = play(raid().root(), &["the-first-raid", "--ask", "--lang", "ja"], typed).ends(0);
    golden("session-ja.txt", &ran);
}

#[test]
fn judgements_are_asked_and_steps_carry_state() {
    let ran = play(raid().root(), &["two-scouts", "--ask"], "1\nu\n2\nmaybe\nyes\n4\nguards\nu\nravens\nno\n").ends(0);
    golden("judgements.txt", &ran);
}

#[test]
fn what_is_chosen_in_secret_is_shown_when_all_have_chosen() {
    let forms = shipped().join("tests/logic/fixtures/forms");
    let ran = play(&forms, &["forms", "--run", "bid"], "2\nt\ns\n1\n").ends(0);
    golden("secret.txt", &ran);
    let (shown, typed) = (ran.stdout, ran.stderr);
    // Whoever looks at the screen sees nothing of the first offer before the second.
    assert!(shown.contains("2 (") && !typed.contains("> 2"), "{shown}\n{typed}");
}

#[test]
fn a_seed_plays_the_same_again_and_chooses_if_it_may() {
    let raid = raid();
    for arguments in
        [&["the-first-raid", "--auto", "--seed", "7"][..], &["two-scouts", "--auto", "--seed", "18446744073709551615"]]
    {
        let first = play(raid.root(), arguments, "").ends(0);
        let again = play(raid.root(), arguments, "").ends(0);
        assert_eq!(first.stdout, again.stdout);
        assert!(first.stderr.contains(&format!("seed {}", arguments[3])), "{}", first.stderr);
    }
    let other = |seed: &str| play(raid.root(), &["the-first-raid", "--auto", "--seed", seed], "").ends(0).stdout;
    assert!((0..20).any(|seed| other(&seed.to_string()) != other("7")));
    // Without one, the seed that was taken is told, and plays the same again.
    let free = play(raid.root(), &["the-first-raid", "--auto"], "").ends(0);
    let seed = free.stderr.lines().find_map(|line| line.strip_prefix("seed ")).expect("the seed is told").to_owned();
    assert_eq!(free.stdout, other(&seed));
}

#[test]
fn an_answer_taken_back_leaves_no_trace_in_what_is_played() {
    let raid = raid();
    let arguments = ["the-first-raid", "--seed", "3", "--save", "x", "--output", "-"];
    let straight = play(raid.root(), &arguments, "guards\n1\n").ends(0);
    let winding = play(raid.root(), &arguments, "ravens\nu\nu\nguards\n1\n").ends(0);
    assert_eq!(straight.stdout, winding.stdout);
    assert!(straight.stdout.starts_with("- id: x\n"), "{}", straight.stdout);
}

#[test]
fn what_runs_without_chance_and_players_asks_nothing() {
    let raid = raid();
    let ran = play(raid.root(), &["raid", "--run", "{meals: {days: 3}}"], "").ends(0);
    assert_eq!(ran.stdout, "Meals (Days: 3): 6 · 1.2\n\nMeals: 6\n");
    assert_eq!(ran.stderr, "");
    // The only book need not be named.
    let ran = play(raid.root(), &["--run", "eat"], "").ends(0);
    assert_eq!(ran.stdout, "Meal · 1.2\n\nnothing changed\n");
}

#[test]
fn refusals_external_needs_and_mistakes_are_told() {
    let raid = raid();
    raid.write("weak.yaml", "given: {Band: {guards: {strength: 4}}}\n");
    let weak = raid.path("weak.yaml").display().to_string();
    let ran = play(raid.root(), &["raid", "--run", "{feast: {band: guards}}", "--given", &weak], "").ends(0);
    assert!(ran.stdout.ends_with("\nrefused by 1.1 The raid\n"), "{}", ran.stdout);
    let ran = play(raid.root(), &["raid", "--run", "{tax: {band: guards}}", "--given", &weak], "").ends(1);
    let told = "\nfailed: 7 is outside 1..6, the range of `strength`\n  at rules-en/raid/01-raids.yaml:";
    assert!(ran.stdout.contains(told), "{}", ran.stdout);
    let duel = shipped().join("tests/cli/duel");
    let ran = play(&duel, &["unknown-table"], "").ends(0);
    assert!(ran.stdout.ends_with("\nundetermined: needs base:7.2\n"), "{}", ran.stdout);
    let ran = play(&duel, &["four-spaces"], "").ends(0);
    assert!(ran.stdout.contains("assumed: range-table"), "{}", ran.stdout);
}

#[test]
fn a_run_that_breaks_off_can_be_taken_back_and_is_never_saved() {
    let raid = raid();
    raid.write(
        "poor.yaml",
        "given: {Band: {wolves: {strength: 3}, ravens: {strength: 2}, guards: {strength: 6}}, barn: {grain: 1}}\n",
    );
    let poor = raid.path("poor.yaml").display().to_string();
    let arguments = ["raid", "--run", "{raid: {band: wolves}}", "--given", &poor, "--ask", "--save", "poor-raid"];
    // 2 pieces cannot be drawn from 1.
    let ran = play(raid.root(), &arguments, "ravens\n6 6\nq\n").ends(1);
    assert!(ran.stdout.contains("\nfailed: "), "{}", ran.stdout);
    assert!(ran.stderr.contains("the run broke off: nothing is saved"), "{}", ran.stderr);
    assert!(!raid.read(CHAPTER).contains("poor-raid"));
    let ran = play(raid.root(), &arguments, "ravens\n6 6\nu\n1 2\n").ends(0);
    assert!(ran.stdout.contains("— back to: Clash —"), "{}", ran.stdout);
    assert!(raid.read(CHAPTER).contains("- id: poor-raid"));
}

#[test]
fn a_draft_goes_behind_the_examples_of_its_section() {
    let raid = raid();
    let before = raid.read(CHAPTER);
    let ran = play(raid.root(), &["the-first-raid", "--seed", "3", "--save", "a-draft"], "guards\n2\n").ends(0);
    assert!(ran.stderr.contains("a draft: write what must come out"), "{}", ran.stderr);
    let place = ran.stdout.lines().last().expect("the place");
    let line: usize = place.strip_prefix(&format!("{CHAPTER}:")).expect(place).parse().expect("a line");
    let after = raid.read(CHAPTER);
    assert_eq!(after.lines().nth(line - 1), Some("      - id: a-draft"));
    keeps_its_comments(&after);
    let draft = "      - id: a-draft
        text: |
          Played with seed 3.
          A draft that asserts nothing: a person has to check what must come out, and to write this text.
        own: yes
        draft: yes
        given:
          Band: {wolves: {strength: 3}, ravens: {strength: 2}, guards: {strength: 6}}
          barn: {grain: 2, silver: 1}
        run: {raid: {band: wolves}}
        dice: {clash: [[";
    assert!(after.contains(draft), "{after}");
    // Nothing else has changed.
    let removed: String = {
        let start = after.find("      - id: a-draft").expect("the draft");
        let end = start + after[start..].find("\n\n").expect("a blank line") + 1;
        after[..start].to_owned() + &after[end..]
    };
    assert_eq!(removed, before);
    let ran = raid.run(&["check"]).ends(0);
    assert!(ran.stderr.contains("0 errors, 0 warnings, 1 hint") || ran.stdout.contains("0 errors, 0 warnings, 1 hint"));
    let ran = raid.run(&["test", "--filter", "a-draft"]).ends(0);
    assert!(ran.stdout.contains("prose_only  raid::raid::a-draft 1.1"), "{}", ran.stdout);
}

#[test]
fn a_section_without_examples_gets_them() {
    let raid = raid_in_english();
    play(raid.root(), &["--run", "{meals: {days: 3}}", "--save", "three-days"], "").ends(0);
    let text = raid.read(CHAPTER);
    keeps_its_comments(&text);
    let saved =
        "        stop\n    examples:\n      - id: three-days\n        text: |\n          A draft that asserts nothing";
    assert!(text.contains(saved), "{text}");
    raid.run(&["check"]).ends(0);
    raid.edit(CHAPTER, "        draft: yes\n", "        expect: 6\n");
    let ran = raid.run(&["test", "--filter", "three-days"]).ends(0);
    assert!(ran.stdout.contains("passed  raid::camp::three-days 1.2"), "{}", ran.stdout);
}

#[test]
fn a_draft_with_expectations_plays_the_same_again() {
    let raid = raid_in_english();
    play(raid.root(), &["the-first-raid", "--ask", "--save", "spoils"], "guards\n3 4\nsilver grain\n2\n").ends(0);
    raid.edit(CHAPTER, "        draft: yes\n", "        expect: {gain: 2, taken: 2, barn: [grain]}\n");
    let ran = raid.run(&["test", "--filter", "spoils"]).ends(0);
    assert!(ran.stdout.contains("1 passed"), "{}", ran.stdout);
    // A thing that the run itself makes has no name yet, but a number.
    play(raid.root(), &["a-band-grows", "--save", "followers"], "2\n").ends(0);
    raid.edit(CHAPTER, "        draft: yes\n", "        expect: {leads: 5}\n");
    let ran = raid.run(&["test", "--filter", "followers"]).ends(0);
    assert!(ran.stdout.contains("1 passed"), "{}", ran.stdout);
    play(raid.root(), &["two-scouts", "--ask", "--save", "scouts"], "1\nno\n2\nyes\n6\n").ends(0);
    raid.edit(CHAPTER, "        draft: yes\n", "");
    let text = raid.read(CHAPTER);
    assert!(text.contains("            dice: {clash: [6]}\n            draws: {witness: [guards]}\n"), "{text}");
    raid.edit(
        CHAPTER,
        "            dice: {clash: [6]}\n",
        "            expect: {taken: 1, seen: guards}\n            dice: {clash: [6]}\n",
    );
    let ran = raid.run(&["test", "--filter", "scouts"]).ends(0);
    assert!(ran.stdout.contains("2 passed"), "{}", ran.stdout);
}

#[test]
fn a_draft_can_go_elsewhere() {
    let raid = raid();
    let file = raid.path("draft.yaml").display().to_string();
    let before = raid.read(CHAPTER);
    let arguments = ["--run", "eat", "--save", "meal", "--output", &file];
    let ran = play(raid.root(), &arguments, "").ends(0);
    assert!(ran.stdout.ends_with("draft.yaml\n"), "{}", ran.stdout);
    assert!(raid.read("draft.yaml").starts_with("- id: meal\n  text: |\n"));
    let ran = play(raid.root(), &arguments, "").ends(2);
    assert!(ran.stderr.contains("is already there"), "{}", ran.stderr);
    let ran = play(raid.root(), &["--run", "eat", "--save", "meal", "--output", "-"], "").ends(0);
    assert!(ran.stdout.starts_with("- id: meal\n") && ran.stderr.contains("Meal · 1.2"), "{}", ran.stdout);
    assert_eq!(raid.read(CHAPTER), before);
}

#[test]
fn whoever_quits_or_falls_silent_saves_nothing() {
    let raid = raid();
    let before = raid.read(CHAPTER);
    let ran = play(raid.root(), &["the-first-raid", "--seed", "3", "--save", "x"], "guards\nq\n");
    assert!(ran.ends(0).stderr.contains("ended: nothing is saved"));
    for typed in ["", "guards\n", "gua", "\n\n", "\u{0}\n"] {
        let ran = play(raid.root(), &["the-first-raid", "--ask", "--save", "x"], typed).ends(2);
        assert!(ran.stderr.contains("error: the input ended where `"), "{}", ran.stderr);
        assert!(ran.stderr.contains("--auto"), "{}", ran.stderr);
    }
    assert_eq!(raid.read(CHAPTER), before);
}

#[test]
fn what_can_be_played_is_listed() {
    let raid = raid();
    let ran = play(raid.root(), &[], "").ends(0);
    golden("list.txt", &ran);
    let ran = play(raid.root(), &["--list", "scout"], "").ends(0);
    assert_eq!(ran.stdout, "raid::raid::two-scouts 1.1\nraid --run \"{scout: {band: …}}\" 1.1\n");
    let ran = play(raid.root(), &["--list", "nobody"], "").ends(1);
    assert!(ran.stderr.contains("there is nothing to play with `nobody` in its name"), "{}", ran.stderr);
}

#[test]
fn every_mistake_is_told_with_its_mend() {
    let raid = raid();
    raid.write("wrong.yaml", "give: {}\nassume: night-watch\n");
    raid.write("bad.yaml", "given: {Band: {guards: {strenth: 4}}}\noptions: {night: starry}\n");
    raid.write("broken.yaml", "given: {\n");
    raid.edit(
        CHAPTER,
        "      - id: a-band-grows\n",
        "      - id: story\n        text: A story.\n      - id: a-band-grows\n",
    );
    let [wrong, bad, broken] =
        ["wrong.yaml", "bad.yaml", "broken.yaml"].map(|name| raid.path(name).display().to_string());
    let cases: &[(&[&str], &[&str])] = &[
        (&["the-first-riad"], &["no example has `the-first-riad` in its name", "did you mean `the-first-raid`?"]),
        (&["quantum"], &["`rulestone play --list` names what can be played"]),
        (&["raid"], &["`raid` is part of the names of 4 examples", "raid::raid::two-scouts", "with --run"]),
        (&["story"], &["tells in prose only"]),
        (&["raidd", "--run", "eat"], &["there is no book `raidd`", "did you mean `raid`?"]),
        (&["raid", "--run", "raid"], &["`raid` needs a value for `band`", "write `{raid: {band: …}}`", "--run:1:1"]),
        (&["raid", "--run", "raids"], &["nothing of the name `raids` to run", "did you mean `raid`?"]),
        (&["raid", "--run", "worth_it"], &["`worth_it` is a judgement", "run what asks for it"]),
        (&["raid", "--run", "{feast: {band: wolves}}"], &["`wolves`"]),
        (&["raid", "--run", "meals(3)"], &["write `run: {meals: {days: 3}}`"]),
        (&["raid", "--run", "{meals: {days: 12}}"], &["12 is outside 1..9"]),
        (&["raid", "--run", ""], &["--run is empty"]),
        (&["raid", "--run", "{"], &["--run:1"]),
        (&["raid", "--run", "eat", "--given", &wrong], &["`give`", "did you mean `given`?", "this cannot be played"]),
        (&["raid", "--run", "eat", "--given", &bad], &["no field `strenth`", "no reading `starry`"]),
        (&["raid", "--run", "eat", "--given", &broken], &["broken.yaml:"]),
        (&["raid", "--run", "eat", "--given", "no-such-file"], &["cannot read `no-such-file`"]),
        (&["two-scouts", "--save", "two-scouts"], &["the section `raid` already has an example `two-scouts`"]),
        (&["two-scouts", "--save", "Two Scouts"], &["is no id"]),
        (&["two-scouts", "--ask", "--seed", "1"], &["with --ask nothing is left to the seed"]),
        (&["two-scouts", "--lang", "fr"], &["nothing in the language `fr`"]),
        (&["two-scouts", "--output", "x"], &["--save"]),
        (&["two-scouts", "--seed", "many"], &["--seed"]),
    ];
    for (arguments, told) in cases {
        let ran = play(raid.root(), arguments, "").ends(2);
        for words in *told {
            assert!(ran.stderr.contains(words), "{arguments:?}: {words:?} in\n{}", ran.stderr);
        }
        assert_eq!(ran.stdout, "", "{arguments:?}");
    }
    raid.edit(CHAPTER, "roll 2 d6 as clash", "roll 2 d6 clash");
    let ran = play(raid.root(), &["two-scouts"], "").ends(2);
    assert!(ran.stderr.contains("logic-syntax") && ran.stderr.contains("nothing can be played"), "{}", ran.stderr);
}

#[test]
fn a_file_that_may_not_be_written_is_told_before_anything_is_played() {
    let raid = raid();
    let path = raid.path(CHAPTER);
    let mut permissions = fs::metadata(&path).expect("the chapter").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("the permissions can be set");
    if fs::OpenOptions::new().append(true).open(&path).is_ok() {
        // For some users nothing is read-only.
        return;
    }
    let ran = play(raid.root(), &["two-scouts", "--save", "x"], "").ends(2);
    assert!(ran.stderr.contains("cannot change") && ran.stderr.contains("--output FILE"), "{}", ran.stderr);
    assert_eq!(ran.stdout, "");
}

#[test]
fn what_was_played_is_not_lost_where_the_chapter_changed_meanwhile() {
    let raid = raid();
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulestone"))
        .arg("--root")
        .arg(raid.root())
        .args(["play", "a-band-grows", "--save", "x"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The question is asked when the first line is there: the library was read before.
    let mut stdout = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    std::io::BufRead::read_line(&mut stdout, &mut first).expect("a line");
    raid.edit(CHAPTER, "# A little book", "# A small book");
    child.stdin.take().expect("a pipe").write_all(b"2\n").expect("it reads");
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut stdout, &mut rest).expect("text");
    let ended = ran(child.wait_with_output().expect("it ends")).ends(2);
    assert!(ended.stderr.contains("has changed since it was read"), "{}", ended.stderr);
    assert!(rest.contains("- id: x\n  text: |\n"), "{rest}");
}
