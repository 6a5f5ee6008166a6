//! Glossaries made to take long: names without end, names within names, names that many concepts have.
//!
//! That a text is read once, however many names there are, is counted beside the code that reads it
//! (`src/analyzer/{written,phrases}.rs`); here stands what comes of it.

use std::fmt::Write as _;

use serde_json::Value;

use crate::cli::{Ran, Scratch};

/// A library whose reference glossary has these terms, and one more section with this text.
fn library(terms: &str, text: &str) -> Scratch {
    let library = Scratch::demo();
    library.write("rules-en/skirmish/terms.yaml", format!("terms:\n{terms}"));
    let head =
        "chapter: {number: \"2\", title: Words}\nsections:\n  - id: words\n    number: \"2.1\"\n    title: Words\n";
    library.write("rules-en/skirmish/02-words.yaml", format!("{head}    text: |\n      ^a {text}\n"));
    library
}

/// So many terms, each written by its number.
fn terms(count: usize, term: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, at| {
        let _ = writeln!(all, "  - {{id: t{at}, {}}}", term(at));
        all
    })
}

/// The findings of `check` with a code, each with its message.
fn findings(ran: &Ran, code: &str) -> Vec<Value> {
    let found: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}", ran.stderr));
    let found = found["diagnostics"].as_array().expect("diagnostics").iter();
    found.filter(|finding| finding["code"] == code).cloned().collect()
}

#[test]
fn a_name_longer_than_any_is_told_and_not_looked_for() {
    let (long, fits) = ("a ".repeat(50) + "b", "a ".repeat(49) + "b");
    let term =
        format!("  - id: t\n    name: \"{long}\"\n    forms: [\"{long}\"]\n    forbidden: [\"{long}\", \"{fits}\"]\n");
    let ran = library(&term, &format!("{long}, {fits}.")).run(&["check", "--format", "json"]);
    assert_eq!(ran.status, 1);
    let found = findings(&ran, "wrong-value");
    let lines: Vec<&Value> = found.iter().map(|finding| &finding["line"]).collect();
    assert_eq!(lines, [3, 4, 5], "{found:#?}");
    let message = found[0]["message"].as_str().expect("a message");
    assert!(message.contains("has 101 characters") && message.len() < 200, "{message}");
    // The term has no name, so what it forbids has nothing to be written instead.
    assert!(findings(&ran, "forbidden-variant").is_empty(), "{}", ran.stdout);
}

#[test]
fn of_names_within_names_the_longest_is_told() {
    // Each of 4,000 places begins 60 forbidden variants.
    let library =
        library(&terms(60, |at| format!("name: n{at}, forbidden: [\"{}\"]", "あ".repeat(at + 1))), &"あ".repeat(4_000));
    let found = findings(&library.run(&["check", "--format", "json"]), "forbidden-variant");
    assert_eq!(found.len(), 4_000 / 60 + 1, "side by side");
    let longest = format!("`{}` is a forbidden variant", "あ".repeat(60));
    assert!(found[..66].iter().all(|finding| finding["message"] == longest.as_str()), "{found:#?}");
}

#[test]
fn a_misspelt_name_is_told_in_its_letters_also_before_an_ending() {
    let terms = "  - {id: t, name: Lilybaeum, forbidden: [Lilybauem, port of], do_not_translate: yes}\n";
    let found = findings(
        &library(terms, "Lilybauem's fleet, the ports of Lilybauem.").run(&["check", "--format", "json"]),
        "forbidden-variant",
    );
    let messages: Vec<&str> = found.iter().filter_map(|finding| finding["message"].as_str()).collect();
    let form = "`ports of` is a form of `port of`, a forbidden variant";
    assert_eq!(messages, ["`Lilybauem` is a forbidden variant", form, "`Lilybauem` is a forbidden variant"]);
}

#[test]
fn a_name_that_everything_has_is_told() {
    let library =
        library(&terms(70, |at| format!("name: {}", if at % 2 == 0 { "war band" } else { "War-bands" })), "War band.");
    let found = findings(&library.run(&["check", "--format", "json"]), "wrong-value");
    let lines: Vec<u64> = found.iter().filter_map(|finding| finding["line"].as_u64()).collect();
    assert_eq!(lines, [66, 67, 68, 69, 70, 71], "{found:#?}");
    let message = "`war band` is made of the same words as 64 other names, and is not looked for";
    assert_eq!(found[0]["message"], message);
    let ran = library.run(&["terms", "war band"]);
    assert!(ran.status == 0 && ran.stdout.contains("t0"), "{}{}", ran.stdout, ran.stderr);
}

/// Places of 4,000 concepts at each of 15,000 words would take gigabytes.
#[test]
fn places_are_not_as_many_as_names_times_words() {
    let library = library(&terms(4_000, |_| "name: war".to_owned()), &"war ".repeat(15_000));
    for command in
        [&["check"][..], &["terms"], &["terms", "war"], &["terms", "--conflicts"], &["search", "war"], &["show", "2.1"]]
    {
        let ran = library.run(&[&["--budget", "memory=500"], command].concat());
        assert_ne!(ran.status, 2, "{command:?}: {}", ran.stderr);
    }
}

/// Each word is a form of two, so the text is a form of a thousand names at each of its words.
#[test]
fn of_all_forms_of_russian_names_few_are_followed() {
    let name = |at: usize| (0..10).map(|bit| if at >> bit & 1 == 0 { "том" } else { "томом" }).collect::<Vec<_>>();
    let library = library(&terms(1_024, |at| format!("name: \"{}\"", name(at).join(" "))), &"томом ".repeat(6_000));
    for command in [&["check"][..], &["terms"]] {
        let ran = library.run(&[&["--budget", "memory=250"], command].concat());
        assert_ne!(ran.status, 2, "{command:?}: {}", ran.stderr);
    }
}
