//! Tables of the logic with very many rows: they are proven, and what is wrong with them is told.

use std::fmt::Write as _;

use crate::cli::{Ran, Scratch};

/// What `check` says of a table with these rows, of two numbers each, of the form `1..2 | 3`.
fn check(rows: impl IntoIterator<Item = String>) -> Ran {
    let library = Scratch::demo();
    let mut chapter = String::from(
        "chapter: {number: \"1\", title: The turn}\nsections:\n  - id: battle\n    title: Battle\n    labels: {a: A, b: B, it: It, \
         out: Out}\n    text: |\n      ^a A rule.\n    logic: |\n      table it(a: 0..79999, b: 0..99) gives out: 0..9\n        \
         | a | b | out |\n",
    );
    for row in rows {
        let _ = writeln!(chapter, "        | {row} | 1 |");
    }
    library.write("rules-en/skirmish/01-turn.yaml", &chapter);
    std::fs::remove_dir_all(library.path("rules-ru")).expect("the translation");
    library.run(&["check", "--format", "short"])
}

/// The rows of 4,000 ranges of the first number, and two of the second.
fn rows() -> impl Iterator<Item = String> {
    (0..4_000).flat_map(|at| {
        let first = format!("{}..{}", at * 20, at * 20 + 19);
        [format!("{first} | ..49"), format!("{first} | 50..")]
    })
}

#[test]
fn a_table_of_very_many_ranges_is_proven() {
    let ran = check(rows());
    assert!(ran.status == 0 && !ran.stdout.contains("too-complex"), "{}", ran.stdout);
}

#[test]
fn what_is_wrong_with_a_table_of_very_many_ranges_is_told() {
    let ran = check(rows().filter(|row| !row.starts_with("4000..")).chain(["7..70 | 12".to_owned()]));
    assert_eq!(ran.status, 1);
    let told = ["`it` has no row for a is 4000 and b is 0", "two rows hold for a is 7 and b is 12"];
    assert!(told.iter().all(|told| ran.stdout.contains(told)), "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("two rows hold for").count(), 1, "{}", ran.stdout);
}

#[test]
fn a_reference_to_another_document_has_a_longest_length() {
    let long = format!("base:{}", "9.".repeat(5_000) + "9");
    let library = Scratch::demo();
    let chapter = format!(
        "chapter: {{number: \"1\", title: The turn}}\nsections:\n  - id: battle\n    title: Battle\n    labels: {{it: It}}\n    text: |\n      \
         ^a A rule.\n    logic: |\n      value it: number = external {long}\n"
    );
    library.write("rules-en/skirmish/01-turn.yaml", &chapter);
    let ran = library.run(&["check", "--format", "short"]);
    assert!(ran.status == 1 && ran.stdout.contains("…` is too long"), "{}", ran.stdout);
    assert!(ran.stdout.len() < 2_000, "{}", ran.stdout);
}
