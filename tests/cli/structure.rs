//! Changes to the structure of a book: nothing refers to another thing afterwards, and no translation is lost.

use super::{Scratch, copy, shipped};

const SEA: &str = "rules-en/game/01-sea.yaml";
const LAND: &str = "rules-en/game/02-land.yaml";
const RU_SEA: &str = "rules-ru/game/01-sea.yaml";
const RU_LAND: &str = "rules-ru/game/02-land.yaml";
const ADDON: &str = "rules-en/addon/01.yaml";

/// A copy of `tests/cli/sea`, a game in two languages with an addition in one, all accepted.
fn book() -> Scratch {
    let book = Scratch::empty();
    copy(&shipped().join("tests/cli/sea"), book.root());
    book.run(&["translate", "accept", "game", "ru", "--all"]).ends(0);
    book.run(&["rulings", "accept", "game", "one"]).ends(0);
    clean(&book);
    book
}

/// Nothing is wrong, nothing is open, and every example holds.
#[track_caller]
fn clean(book: &Scratch) {
    let checked = book.run(&["check", "--format", "json"]).json();
    let found = checked["diagnostics"].as_array().expect("findings").iter();
    // Numbers that change places do not stand in their order, and nothing was committed.
    let wrong: Vec<_> = found
        .filter(|found| !["section-order", "reference-moved"].contains(&found["code"].as_str().expect("a code")))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(open(book), Vec::<String>::new());
    let tested = book.run(&["test"]);
    assert_eq!(tested.status, 0, "{}", tested.stdout);
}

/// What is open in the translations: pieces and their units.
fn open(book: &Scratch) -> Vec<String> {
    let status = book.run(&["status", "--details", "--format", "json"]).ends(0).json();
    let books = status["books"].as_array().expect("books").iter();
    let pieces = books.flat_map(|book| book["open"].as_array().cloned().unwrap_or_default());
    let told = |piece: serde_json::Value| {
        let units = piece["units"].as_array().cloned().unwrap_or_default();
        let units: Vec<String> = units.iter().map(|unit| format!(" {}={}", unit["unit"], unit["state"])).collect();
        let units = units.concat();
        format!("{}:{}{units}", piece["section"], piece["piece"]).replace('"', "")
    };
    pieces.map(told).collect()
}

/// What each reference of a section leads to, whatever it is called.
fn holds(book: &Scratch, path: &str, words: &[&str]) {
    let text = book.read(path);
    for word in words {
        assert!(text.contains(word), "{word} in {path}:\n{text}");
    }
}

#[test]
fn numbers_change_places_and_every_reference_means_what_it_meant() {
    let book = book();
    let before = book.read(SEA);
    let told = book.run(&["renumber", "game", "1.1=1.2", "1.2=1.1"]).ends(0).stdout;
    assert!(told.contains("files changed") && told.contains("references in them"), "{told}");
    holds(
        &book,
        SEA,
        &["number: \"1.1.1\"", "see [[1.1.a]];", "as in [[1.2.b]]", "[[fleets.a]] and [[1.2.c]]", "[[1.1|1.1 Ports]]"],
    );
    holds(&book, RU_SEA, &["[[1.1.a]];", "[[1.2.b]]", "[[fleets.a]] и [[1.2.c]]", "[[1.1|1.1 Порты]]"]);
    holds(&book, LAND, &["([[1.1]])", "[[1.2.b]]"]);
    holds(&book, ADDON, &["number: \"1.1\"", "[[game:1.1]]", "[[game:1.2.c]]"]);
    holds(&book, "rules-en/game/rulings.yaml", &["on: [\"1.2.c\", ports]"]);
    holds(&book, "rules-en/game/book.yaml", &["[[1.2.c]]"]);
    clean(&book);
    book.run(&["renumber", "game", "1.1=1.2", "1.2=1.1"]).ends(0);
    assert_eq!(book.read(SEA), before, "and back");
    clean(&book);

    // A chapter, with all in it; what follows counts on.
    book.run(&["renumber", "game", "1=7"]).ends(0);
    holds(&book, SEA, &["number: \"7\", title: Sea", "number: \"7.2.1\"", "[[7.2|7.2 Ports]]"]);
    clean(&book);
    book.run(&["renumber", "game", "7.1=7.2", "--following"]).ends(0);
    holds(&book, SEA, &["number: \"7.2\"", "number: \"7.3.1\"", "[[7.3|7.3 Ports]]"]);
    clean(&book);
}

#[test]
fn a_statement_comes_in_and_the_letters_count_on() {
    let book = book();
    book.run(&["insert-statement", "game", "1.1", "b", "It turns."]).ends(0);
    holds(
        &book,
        SEA,
        &[
            "^a A fleet",
            "^b It turns.\n\n      ^c It stops",
            "^d It fights",
            "of: [d]",
            "of: [c]",
            "[[1.1.c]]",
            "[[1.1.d]]",
        ],
    );
    holds(&book, RU_SEA, &["^a Флот", "^c Он стоит", "^d Он сражается", "[[1.1.c]]", "[[1.1.d]]"]);
    holds(&book, ADDON, &["[[game:1.1.d]]"]);
    holds(&book, "rules-en/game/book.yaml", &["of: [d]", "[[1.1.d]]"]);
    holds(&book, "rules-en/game/rulings.yaml", &["\"1.1.d\""]);
    assert_eq!(open(&book), ["fleets:text b=missing"]);
    book.edit(RU_SEA, "      ^c Он стоит", "      ^b Он поворачивает.\n\n      ^c Он стоит");
    book.run(&["translate", "accept", "game", "ru", "fleets:text:b"]).ends(0);
    clean(&book);
    // Behind the last.
    book.run(&["insert-statement", "game", "armies", "b", "It rests."]).ends(0);
    holds(&book, LAND, &["says.\n\n      ^b It rests.\n"]);
    assert_eq!(open(&book), ["armies:text b=missing"]);
}

#[test]
fn a_section_is_split_and_joined_again() {
    let book = book();
    book.run(&["translate", "review", "game", "ru", "fleets:text:c", "--by", "Anna"]).ends(0);
    book.edit(RU_LAND, "идёт", "шагает");
    let told = book.run(&["split", "game", "1.1", "c", "fights", "--number", "1.3", "--title", "Fights"]).ends(0);
    assert!(told.stderr.contains("of `fleets` these stay where they are: logic"), "{}", told.stderr);
    let sea = book.read(SEA);
    holds(
        &book,
        SEA,
        &[
            "  - id: fights\n    number: \"1.3\"\n    title: \"Fights\"\n    formerly: [\"01-sea#fleets.c\"]\n    text: |\n      ^a It fights.\n    notes:\n      - id: why\n        kind: \
             design\n        of: [a]\n        text: Fights as in [[1.1.b]].\n",
            "[[fleets.a]] and [[1.3.a]]",
        ],
    );
    assert!(sea.find("id: fights") > sea.find("id: fleets") && sea.find("id: fights") < sea.find("id: ports"), "{sea}");
    holds(
        &book,
        RU_SEA,
        &["  - id: fights\n    text: |\n      ^a Он сражается.\n    notes:\n      why: Бой как в [[1.1.b]].\n", "Anna"],
    );
    holds(&book, ADDON, &["[[game:1.3.a]]"]);
    holds(&book, "rules-en/game/book.yaml", &["section: fights\n    of: [a]"]);
    holds(&book, "rules-en/game/rulings.yaml", &["\"1.3.a\""]);
    assert_eq!(open(&book), ["fights:title"], "the title is new, the rest is what it was");
    book.edit(RU_SEA, "  - id: fights\n", "  - id: fights\n    title: Бои\n");
    book.run(&["translate", "accept", "game", "ru", "fights:title"]).ends(0);
    clean(&book);
    let told = book.run(&["join", "game", "fleets", "fights"]).ends(0);
    assert!(told.stderr.contains("the title of `fights` in ru is gone: Бои"), "{}", told.stderr);
    holds(
        &book,
        SEA,
        &[
            "^c It fights.\n    labels:",
            "    notes:\n      - id: why\n        kind: design\n",
            "of: [c]",
            "formerly: [\"01-sea#fights\", \"01-sea#fights.a\"]",
            "[[fleets.a]] and [[1.1.c]]",
        ],
    );
    holds(&book, RU_SEA, &["^c Он сражается.", "Anna"]);
    clean(&book);
}

#[test]
fn sections_move_with_what_lies_below_them() {
    let book = book();
    book.run(&["move", "game", "1.2", "--to", "02-land"]).ends(0);
    let land = book.read(LAND);
    assert!(land.ends_with("  - id: docks\n    formerly: [\"01-sea#docks\"]\n    number: \"1.2.1\"\n    title: Docks\n    text: |\n      ^a Docks mend, see [[1.2|1.2 Ports]].\n"), "{land}");
    holds(&book, LAND, &["  # Ports are safe.\n  - id: ports\n"]);
    assert!(
        !book.read(SEA).contains("Ports are safe") && book.read(SEA).ends_with("because: [fleets]\n"),
        "{}",
        book.read(SEA)
    );
    holds(&book, RU_LAND, &["id: ports", "id: docks"]);
    book.run(&["renumber", "game", "1.2=2.2"]).ends(0);
    clean(&book);
    // Back to where they stood: only the former addresses are more.
    book.run(&["renumber", "game", "2.2=1.2"]).ends(0);
    book.run(&["move", "game", "ports", "--behind", "fleets"]).ends(0);
    holds(&book, SEA, &["formerly: [\"02-land#ports\"]"]);
    clean(&book);
    // A chapter that is not translated yet.
    book.write(
        "rules-en/game/03-end.yaml",
        "chapter: {title: End}\nsections:\n  - id: end\n    title: End\n    text: |\n      ^a It ends.\n",
    );
    book.run(&["move", "game", "docks", "--before", "end"]).ends(0);
    holds(&book, "rules-ru/game/03-end.yaml", &["chapter: {}\nsections:\n  - id: docks\n    title: Доки\n"]);
    assert_eq!(open(&book).iter().filter(|open| open.contains("docks")).count(), 0);
}

#[test]
fn what_was_moved_by_hand_is_brought_after_it_with_its_address() {
    let book = book();
    let (sea, land) = (book.read(SEA), book.read(LAND));
    let at = sea.find("  # Ports are safe.").expect("the section");
    let end = sea.find("  - id: docks").expect("the next one");
    book.write(SEA, format!("{}{}", &sea[..at], &sea[end..]));
    book.write(LAND, format!("{land}\n{}", &sea[at..end].trim_end()) + "\n");
    let told = book.run(&["check"]).stdout;
    assert!(told.contains("as `rulestone move game ports --behind armies` does"), "{told}");
    // What lies below it stands where it stood.
    book.run(&["move", "game", "ports", "--behind", "armies", "--alone"]).ends(0);
    holds(&book, LAND, &["- id: ports\n    formerly: [\"01-sea#ports\"]\n"]);
    holds(&book, RU_LAND, &["- id: ports\n    title: Порты\n"]);
    assert!(!book.read(RU_SEA).contains("id: ports") && !book.run(&["check"]).stdout.contains("orphan"));
    assert_eq!(open(&book), Vec::<String>::new());
}

#[test]
fn an_id_changes_everywhere() {
    let book = book();
    book.run(&["rename-id", "game", "fleets", "war-fleets"]).ends(0);
    holds(
        &book,
        SEA,
        &["- id: war-fleets\n    formerly: [\"01-sea#fleets\"]", "because: [war-fleets]", "[[war-fleets.a]]"],
    );
    holds(&book, RU_SEA, &["- id: war-fleets", "[[war-fleets.a]]"]);
    holds(&book, "rules-en/game/cases/sea.yaml", &["id: war-fleets", "because: [war-fleets]"]);
    holds(&book, "rules-en/game/book.yaml", &["section: war-fleets"]);
    holds(&book, "rules-en/game/terms.yaml", &["section: war-fleets"]);
    clean(&book);
}

#[test]
fn a_term_gets_another_name_and_translations_stay_current() {
    let book = book();
    let told = book.run(&["rename-term", "game", "en", "fleet", "squadron"]).ends(0);
    assert_eq!(told.stderr, "");
    holds(&book, SEA, &["title: Squadrons", "^a A squadron sails", "[[fleets.a]]"]);
    holds(&book, "rules-en/game/terms.yaml", &["name: \"squadron\"\n    forbidden: [\"fleet\"]"]);
    clean(&book);
    // In a translation: reviews stay; a form that is not known is told.
    book.run(&["translate", "review", "game", "ru", "fleets:text:a", "--by", "Anna"]).ends(0);
    let told = book.run(&["rename-term", "game", "ru", "fleet", "эскадра", "--dry-run"]).ends(0).stderr;
    assert!(told.contains("rules-ru/game/01-sea.yaml:4:12: `Флоты` is to be written by hand"), "{told}");
    book.run(&["rename-term", "game", "ru", "fleet", "эскадра", "--form", "флоты=эскадры"]).ends(0);
    holds(&book, RU_SEA, &["title: Эскадры", "^a Эскадра плывёт"]);
    let status = book.run(&["status", "--lang", "ru", "--format", "json"]).ends(0).json();
    assert_eq!(status["books"][0]["reviewed_words"], 5);
    clean(&book);
    for (arguments, told) in [
        (&["rename-term", "game", "en", "flet", "x"][..], "did you mean `fleet`?"),
        (&["rename-term", "game", "ja", "fleet", "x"], "has no name of `fleet` in ja"),
        (&["rename-term", "game", "ru", "fleet", "эскадра"], "is called so already"),
        (&["rename-term", "game", "ru", "fleet", "Порт"], "`Порт` is what `port` is called in ru"),
    ] {
        assert!(book.run(arguments).ends(2).stderr.contains(told), "{arguments:?}");
    }
}

#[test]
fn what_leads_elsewhere_since_the_last_commit_is_told() {
    let book = book();
    let git = |arguments: &[&str]| {
        let mut git = std::process::Command::new("git");
        let named = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-C"];
        git.args(named).arg(book.root()).args(arguments).stdout(std::process::Stdio::null());
        assert!(git.status().expect("git starts").success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "all"]);
    clean(&book);
    // By the command nothing leads elsewhere.
    book.run(&["renumber", "game", "1.1=1.2", "1.2=1.1"]).ends(0);
    book.run(&["insert-statement", "game", "ports", "a", "Ports are many."]).ends(0);
    let moved = |book: &Scratch| {
        let checked = book.run(&["check", "--format", "json"]).json();
        let found = checked["diagnostics"].as_array().expect("findings").iter();
        found
            .filter(|found| found["code"] == "reference-moved")
            .map(|found| found["message"].as_str().expect("a message").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(moved(&book), Vec::<String>::new());
    git(&["checkout", "-q", "."]);
    // By hand it does, in each language and from another book.
    book.edit(SEA, "    number: \"1.2\"\n", "    number: \"1.9\"\n");
    book.edit(SEA, "    number: \"1.1\"\n", "    number: \"1.2\"\n");
    book.edit(SEA, "    number: \"1.9\"\n", "    number: \"1.1\"\n");
    let told = moved(&book);
    assert!(told.contains(&"1.2 led to `ports` at the last commit, and leads to `fleets` now".to_owned()), "{told:#?}");
    assert!(
        told.contains(&"game:1.2 led to `ports` at the last commit, and leads to `fleets` now".to_owned()),
        "{told:#?}"
    );
    git(&["commit", "-qam", "numbers"]);
    assert_eq!(moved(&book), Vec::<String>::new(), "what is committed is meant");
}

#[test]
fn a_dry_run_shows_the_difference_and_changes_nothing() {
    let book = book();
    let before = [SEA, RU_SEA, LAND, RU_LAND, ADDON].map(|path| book.read(path));
    let told = book.run(&["renumber", "game", "1.2=1.5", "--dry-run"]).ends(0).stdout;
    assert!(told.contains("-    number: \"1.2\"\n+    number: \"1.5\"\n"), "{told}");
    assert!(told.contains(ADDON) && told.ends_with("files would change, 8 references in them\n"), "{told}");
    assert_eq!([SEA, RU_SEA, LAND, RU_LAND, ADDON].map(|path| book.read(path)), before);
}

#[test]
fn what_cannot_be_done_is_told_and_nothing_changes() {
    let book = book();
    let before = [SEA, RU_SEA, LAND, RU_LAND, ADDON].map(|path| book.read(path));
    for (arguments, told) in [
        (&["renumber", "game", "1.2=1.1"][..], "1.1 would be the number of `fleets` and of `ports`"),
        (&["renumber", "game", "1.9=1.8"], "`game` has no section 1.9"),
        (&["renumber", "game", "1.1=--"], "is no rule number"),
        (&["renumber", "game", "1.1"], "write what it is today and what it becomes"),
        (&["insert-statement", "game", "1.1", "x", "It."], "it can become a, b, c, d"),
        (&["insert-statement", "game", "1.1", "b", "- It."], "is one paragraph of words"),
        (&["split", "game", "1.1", "a", "all"], "nothing would be left of `fleets`"),
        (&["split", "game", "1.1", "x", "rest"], "it can begin with b, c"),
        (&["split", "game", "1.1", "b", "ports"], "already has a section `ports`"),
        (&["join", "game", "1.1", "1.1"], "is one section"),
        (&["move", "game", "1.2", "--to", "03"], "the chapters are 01-sea, 02-land"),
        (&["move", "game", "1.2", "--before", "docks"], "`docks` goes along"),
        (&["move", "game", "1.2"], "--before"),
        (&["rename-id", "game", "fleets", "ports"], "already has a section `ports`"),
        (&["rename-id", "gam", "fleets", "x"], "did you mean `game`?"),
    ] {
        let ran = book.run(arguments).ends(2);
        assert!(ran.stderr.contains(told), "{arguments:?}: {}", ran.stderr);
    }
    assert_eq!([SEA, RU_SEA, LAND, RU_LAND, ADDON].map(|path| book.read(path)), before);
}

/// The shipped books: ten changes, and no finding more, no translation lost.
#[test]
fn the_shipped_books_stay_whole() {
    let book = Scratch::empty();
    for language in ["en", "ja", "ru"] {
        copy(&shipped().join(format!("rules-{language}")), &book.path(format!("rules-{language}")));
    }
    copy(&shipped().join("schemas"), &book.path("schemas"));
    let open_before = open(&book);
    for change in CHANGES {
        book.run(change).ends(0);
    }
    let checked = book.run(&["check", "--strict"]);
    assert_eq!(checked.status, 0, "{}", checked.stdout);
    let more: Vec<String> = open(&book).into_iter().filter(|piece| !open_before.contains(piece)).collect();
    assert_eq!(more, Vec::<String>::new());
}

const CHANGES: &[&[&str]] = &[
    &["renumber", "hellenes", "5.4.1=5.4.2", "5.4.2=5.4.1"],
    &["renumber", "hellenes", "5.4.1=5.4.2", "5.4.2=5.4.1"],
    &["renumber", "peloponnesian-war", "5.1=5.2", "--following"],
    &["renumber", "sword-of-rome-5p", "16=26"],
    &["join", "hellenes", "5.4", "5.4.1"],
    &["rename-id", "hellenes", "engagement", "meeting"],
    &["rename-id", "sword-of-rome-5p", "naval-movement", "strange-new"],
    &["move", "sword-of-rome-5p", "strange-new", "--to", "16-nonplayer-powers"],
    &["move", "sword-of-rome-5p", "strange-new", "--to", "09-movement"],
    &["rename-term", "hellenes", "en", "formation", "Column"],
];
