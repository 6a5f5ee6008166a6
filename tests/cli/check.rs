//! `check`: formats, exit status, and mends.

use super::{Scratch, rulestone, shipped};

#[test]
fn the_shipped_library_is_clean() {
    let ran = rulestone(shipped(), &["check"]).ends(0);
    assert!(ran.stdout.contains("0 errors, 0 warnings"), "{}", ran.stdout);
    let told = rulestone(shipped(), &["check", "--format", "json"]).ends(0).json();
    let counts = &told["summary"];
    assert_eq!((&counts["errors"], &counts["warnings"]), (&0.into(), &0.into()));
    // What languages say in different ways is told of, at most once in fifty units.
    let hints: Vec<_> = told["diagnostics"].as_array().expect("findings").iter().map(|told| &told["code"]).collect();
    assert!(
        hints.iter().all(|code| *code == "meaning-mismatch" || *code == "missing-term" || *code == "order-mismatch")
    );
    assert!(hints.len() <= 2 * 1_900 / 50, "{} hints", hints.len());
}

#[test]
fn errors_are_status_1_in_every_format() {
    let demo = Scratch::demo();
    demo.edit("rules-en/skirmish/01-turn.yaml", "see [[1.2]]", "see [[1.3]]");
    for format in ["human", "short", "json", "sarif", "github"] {
        let ran = demo.run(&["check", "--format", format]).ends(1);
        assert!(ran.stdout.contains("dangling-reference"), "{format}: {}", ran.stdout);
    }
    let diagnostic = &demo.run(&["check", "--format", "json"]).json()["diagnostics"][0];
    assert_eq!(diagnostic["file"], "rules-en/skirmish/01-turn.yaml");
    assert_eq!(
        (&diagnostic["line"], &diagnostic["column"], &diagnostic["end_column"]),
        (&7.into(), &49.into(), &56.into()),
        "{diagnostic}"
    );
    assert_eq!((&diagnostic["book"], &diagnostic["section"]), (&"skirmish".into(), &"turn".into()));
}

#[test]
fn safe_mends_are_made_and_the_rest_is_left() {
    let demo = Scratch::demo();
    let chapter = "rules-en/skirmish/01-turn.yaml";
    demo.edit(chapter, "Roll 2 dice for each unit.", "Roll 2 dice for each unit in Syracusae, see [[9]].");
    let text = demo.read(chapter);
    demo.write(chapter, format!("\u{FEFF}{text}"));
    let ran = demo.run(&["check", "--fix"]).ends(1);
    assert!(ran.stderr.contains("2 mended"), "{}", ran.stderr);
    assert_eq!(demo.read(chapter), text.replace("Syracusae", "Syracuse"), "nothing else changes");
    assert!(ran.stdout.contains("dangling-reference") && !ran.stdout.contains("Syracusae"), "{}", ran.stdout);
}

#[test]
fn a_note_is_of_a_statement_that_there_is() {
    let demo = Scratch::demo();
    let chapter = "rules-en/skirmish/01-turn.yaml";
    let text = demo.read(chapter);
    let wrong = text.replacen("kind: doubt\n", "kind: doubt\n        of: [a, z]\n", 1);
    let wrong = if wrong == text { text.replacen("kind: doubt,", "kind: doubt, of: [a, z],", 1) } else { wrong };
    assert_ne!(wrong, text);
    demo.write(chapter, &wrong);
    let ran = demo.run(&["check", "--format", "short"]).ends(1);
    assert!(ran.stdout.contains("is of the statement `z`, which there is not"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("statement `a`"), "{}", ran.stdout);
}
