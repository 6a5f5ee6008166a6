//! Queries that want more than their answer is worth: by the same rule on the command line and in the page, which
//! `tests/search/queries.json` holds together.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::cli::{Ran, Scratch};

/// A library with many words, of which many begin alike.
fn library() -> Scratch {
    let library = Scratch::demo();
    let mut sections = String::from("chapter: {number: \"2\", title: Words}\nsections:\n");
    let letters: Vec<char> = ('a'..='z').collect();
    for (n, first) in letters.iter().enumerate() {
        let words: String =
            letters.iter().flat_map(|c| [format!("{first}{c}fleet "), format!("{first}{c}port ")]).collect();
        let _ = write!(
            sections,
            "  - id: s{n}\n    number: \"2.{}\"\n    title: Section {first}\n    text: |\n      {words} fleet of the sea.\n",
            n + 1
        );
    }
    library.write("rules-en/skirmish/02-words.yaml", &sections);
    library
}

fn json_of(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", ran.stdout, ran.stderr))
}

#[test]
fn a_query_that_is_too_long_is_refused_at_once() {
    let library = library();
    let long = ["fleet ".repeat(2_000), "a* ".repeat(500), "word".repeat(300), "\"".repeat(1_000), "海".repeat(401)];
    for query in &long {
        let ran = library.run(&["search", query]);
        assert_eq!(ran.status, 2, "{}", ran.stderr);
        let help = ran.stderr.contains("at character 401: the query is longer than 400 characters");
        assert!(help && ran.stderr.contains("keep the words that matter"), "{}", ran.stderr);
        assert!(ran.stderr.len() < 1_000 && ran.stdout.is_empty(), "the query is not repeated: {}", ran.stderr);
    }
    // 400 characters are no more than allowed.
    library.run(&["search", &"fleet ".repeat(66)]).ends(0);
}

#[test]
fn words_beyond_what_is_asked_at_once_are_named() {
    let library = library();
    let words: Vec<String> = ('a'..='z').flat_map(|c| [format!("{c}afleet"), format!("{c}bport")]).collect();
    let query = words[..30].join(" ");
    let answer = json_of(&library.run(&["search", "--format", "json", &query]));
    assert_eq!(answer["left_out"], json!(words[24..30]), "{answer}");
    let ran = library.run(&["search", &query]);
    assert!(ran.stderr.contains("not looked for: `mafleet`, `mbport`"), "{}", ran.stderr);
    assert!(ran.stderr.contains("at most 24 words, 4 of them with `*`"), "{}", ran.stderr);

    let answer = json_of(&library.run(&["search", "--format", "json", "a* b* c* d* e* A* fleet -a* -b* -c* -d* -e*"]));
    assert_eq!(answer["left_out"], json!(["e*", "-e*"]), "{answer}");
}

#[test]
fn what_is_said_twice_counts_once() {
    let library = library();
    let hits = |query: &str| json_of(&library.run(&["search", "--format", "json", query]))["results"].clone();
    for (once, often) in [
        ("fleet sea", "fleet sea ".repeat(39)),
        ("fleet -aafleet", format!("fleet {}", "-aafleet ".repeat(40))),
        ("a*", "a* ".repeat(130)),
        ("\"the sea\"", "\"the sea\" ".repeat(39)),
        ("title:section", "title:section ".repeat(28)),
        ("2.1", "2.1 ".repeat(99)),
    ] {
        assert_eq!(hits(once), hits(often.trim_end()), "{once}");
    }
}

#[test]
fn a_beginning_stands_for_every_word_that_begins_so() {
    // Only the first 256 words used to count, whichever they were.
    let library = Scratch::demo();
    let words: String = (0..600).flat_map(|n| ['w', letter(n / 26 / 26), letter(n / 26), letter(n), ' ']).collect();
    library.write(
        "rules-en/skirmish/02-words.yaml",
        format!(
            "chapter: {{number: \"2\", title: Words}}\nsections:\n  - {{id: many, number: \"2.1\", title: Many, text: \"{words}\"}}\n  \
             - {{id: last, number: \"2.2\", title: Last, text: wzzz}}\n"
        ),
    );
    let found = json_of(&library.run(&["search", "--format", "json", "w*"]));
    assert_eq!(found["total"], 2, "{found}");
}

fn letter(n: u32) -> char {
    char::from_u32(u32::from('a') + n % 26).unwrap_or('a')
}

/// The longest forms that are still read of everything that took long before there were limits.
#[test]
fn whatever_is_read_is_answered() {
    let library = library();
    library.run(&["search", "fleet"]);
    let fill = |word: &str| word.repeat(400 / word.chars().count());
    let pairs: String = ('a'..='z').flat_map(|a| ('a'..='e').map(move |b| format!("{a}{b}* "))).collect();
    let distinct = |length: usize| -> String {
        let mut state = 7_u32;
        let mut next = || {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            letter(state >> 16)
        };
        (0..400 / (length + 1)).map(|_| (0..length).map(|_| next()).chain([' ']).collect::<String>()).collect()
    };
    let queries = [
        fill("fleet "),
        fill("a* "),
        pairs[..400].to_owned(),
        format!("f {}", "-a* ".repeat(99)),
        format!("\"{}\"", fill("the ").get(..396).unwrap_or_default()),
        fill("\"the sea\" "),
        distinct(1),
        distinct(8),
        distinct(31),
        distinct(399),
        fill("海上戦闘"),
        fill("カルタゴ"),
        fill("の漢"),
        fill("aдア1"),
        fill("the-of-"),
        fill("a\u{301}"),
        fill("\u{fdfa}"),
        fill("title:fleet "),
        fill("term:battle "),
        fill("id:s* "),
        fill("2.1 "),
    ];
    for query in queries {
        let query: String = query.chars().take(400).collect();
        let ran = library.run(&["search", "--limit", "100", "--", query.trim()]);
        assert!(matches!(ran.status, 0 | 1), "{query}: {}", ran.stderr);
    }
}
