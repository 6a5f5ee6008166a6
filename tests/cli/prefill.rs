//! `translate prefill`: a program of the user's drafts what is missing, and never more.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::{Ran, Scratch};

const RU: &str = "rules-ru/game/01.yaml";

/// A text of which one statement is not translated, and another section that is.
fn book() -> Scratch {
    let book = Scratch::empty();
    book.write(
        "rules-en/game/book.yaml",
        "title: {en: Game, ru: Игра}\nprovenance:\n  en: |\n    Told.\n  ru: |\n    Так.\nlanguages: [en]\n",
    );
    book.write(
        "rules-en/game/01.yaml",
        "chapter: {title: Sea}\nsections:\n  - id: fleets\n    title: Fleets\n    text: |\n      ^a A fleet sails.\n\n      ^b It fights.\n  - \
         id: ports\n    title: Ports\n    text: |\n      ^a A fleet sails.\n\n      ^b See [[fleets]].\n",
    );
    book.write(
        RU,
        "chapter: {title: Море}\nsections:\n  - id: fleets\n    title: Флоты\n    text: |\n      ^a Флот плывёт.\n\n      ^b Он сражается.\n",
    );
    book.write("rules-en/game/terms.yaml", "terms:\n  - {id: fleet, name: fleet}\n");
    book.write("rules-ru/game/terms.yaml", "terms:\n  - {id: fleet, name: флот, forbidden: [эскадра]}\n");
    book.run(&["translate", "accept", "game", "ru", "--all"]).ends(0);
    book
}

/// Runs a script of the shell as the program.
fn prefill(book: &Scratch, script: &str, more: &[&str]) -> Ran {
    let path = book.path("translate.sh");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it can be run");
    let with = path.to_str().expect("a path");
    book.run(&[&["translate", "prefill", "game", "ru", "--with", with], more].concat())
}

fn answer(units: &[(&str, &str)]) -> String {
    let units: Vec<_> = units.iter().map(|(id, target)| serde_json::json!({"id": id, "target": target})).collect();
    format!("cat >asked.json\ncat <<'END'\n{}\nEND", serde_json::json!({ "units": units }))
}

#[test]
fn a_program_is_asked_for_what_is_missing_with_all_that_is_known_of_it() {
    let book = book();
    let asked = book.run(&["translate", "prefill", "game", "ru", "--with", "none", "--ask"]).ends(0);
    let asked: serde_json::Value = serde_json::from_str(&asked.stdout).expect("JSON");
    assert_eq!((&asked["book"], &asked["source"], &asked["target"]), (&"game".into(), &"en".into(), &"ru".into()));
    let units = asked["units"].as_array().expect("units");
    let ids: Vec<&str> = units.iter().map(|unit| unit["id"].as_str().expect("an id")).collect();
    assert_eq!(ids, ["game:ports:title", "game:ports:text:a", "game:ports:text:b"]);
    assert_eq!(
        units[1]["like"][0],
        serde_json::json!({"score": 100, "source": "A fleet sails.", "target": "Флот плывёт."})
    );
    assert_eq!(
        units[1]["terms"][0],
        serde_json::json!({"source": "fleet", "target": "флот", "forbidden": ["эскадра"]})
    );
    assert_eq!((&units[1]["after"], &units[2]["source"]), (&"See [[fleets]].".into(), &"See [[fleets]].".into()));
}

#[test]
fn what_it_answers_becomes_a_draft_and_is_checked() {
    let book = book();
    let units = [
        ("game:ports:title", "Порты"),
        ("game:ports:text:a", "Флот плывёт."),
        ("game:ports:text:b", "См. [[fleets]]."),
    ];
    let before = book.read(RU);
    let ran = prefill(&book, &answer(&units), &["--dry-run"]).ends(0);
    assert!(ran.stdout.contains("3 units would be written, 0 accepted"), "{}", ran.stdout);
    assert_eq!(book.read(RU), before);
    let ran = prefill(&book, &answer(&units), &[]).ends(0);
    assert!(ran.stdout.contains("3 units written, 0 accepted"), "{}{}", ran.stdout, ran.stderr);
    assert!(
        book.read(RU).contains(
            "  - id: ports\n    title: Порты\n    text: |\n      ^a Флот плывёт.\n\n      ^b См. [[fleets]].\n"
        ),
        "{}",
        book.read(RU)
    );
    let status = book.run(&["status", "--lang", "ru", "--words", "--format", "json"]).ends(0).json();
    assert_eq!(status["books"][0]["words_by_state"]["unaccepted"], 8, "{status}");
    assert_eq!(prefill(&book, &answer(&units), &[]).ends(0).stdout, "nothing is missing\n");

    // What is wrong is not written, and what was not asked is told.
    let book = self::book();
    let wrong = [
        ("game:ports:text:a", "Флот плывёт."),
        ("game:ports:text:b", "См. [[nowhere]]."),
        ("game:fleets:text:a", "Другой."),
    ];
    let ran = prefill(&book, &answer(&wrong), &[]).ends(1);
    assert!(!book.read(RU).contains("nowhere") && !book.read(RU).contains("Другой"), "{}", book.read(RU));
    assert!(ran.stderr.contains("game:ports:text:b") && ran.stderr.contains("game:fleets:text:a"), "{}", ran.stderr);
}

#[test]
fn a_program_that_fails_changes_nothing() {
    let book = book();
    let before = book.read(RU);
    for (script, more, told) in [
        ("echo 'no key' >&2; exit 3", &[][..], "has failed (exit status: 3): no key"),
        ("echo hello", &[], "the answer cannot be read"),
        ("exec sleep 30", &["--limit", "1"], "was not ready after 1 seconds"),
    ] {
        let ran = prefill(&book, script, more).ends(2);
        assert!(ran.stderr.contains(told), "{script}: {}", ran.stderr);
    }
    for (with, told) in [
        ("no-such-program", "there is no program `no-such-program` on the PATH"),
        ("./none", "is no program that can be run"),
    ] {
        let ran = book.run(&["translate", "prefill", "game", "ru", "--with", with]).ends(2);
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
    }
    assert_eq!(book.read(RU), before);
}
