//! The state of a translation by its units: what has not changed stays current, wherever it stands now.

use super::Scratch;

const EN: &str = "rules-en/game/01.yaml";
const RU: &str = "rules-ru/game/01.yaml";

/// A text of five units in two languages, accepted.
fn book() -> Scratch {
    let book = Scratch::empty();
    book.write(
        "rules-en/game/book.yaml",
        "title: {en: The Game, ru: Игра}\nprovenance:\n  en: |\n    Told.\n  ru: |\n    Так.\nlanguages: [en, ru]\n",
    );
    let chapter = |head: &str, number: &str, title: &str, text: &[&str]| {
        let text: Vec<String> = text.iter().map(|unit| format!("      {unit}\n\n")).collect();
        format!(
            "chapter: {head}\nsections:\n  - id: fleets\n{number}    title: {title}\n    text: |\n{}",
            text.concat().trim_end()
        ) + "\n"
    };
    let units = ["^a A fleet sails.", "^b It stops:", "- in a port;", "- in a storm.", "^c It fights."];
    book.write(EN, chapter("{number: \"1\", title: Sea}", "    number: \"1.1\"\n", "Fleets", &units));
    let units = ["^a Флот плывёт.", "^b Он стоит:", "- в порту;", "- в шторм.", "^c Он сражается."];
    book.write(RU, chapter("{title: Море}", "", "Флоты", &units));
    book.run(&["translate", "accept", "game", "ru", "--all"]).ends(0);
    assert!(book.run(&["check", "--strict"]).ends(0).stdout.contains("0 errors, 0 warnings, 0 hints"));
    book
}

/// What `status` calls open: pieces, and their units with their states.
fn open(book: &Scratch) -> Vec<String> {
    let status = book.run(&["status", "--details", "--format", "json"]).ends(0).json();
    let books = status["books"].as_array().expect("books").iter();
    let pieces = books.flat_map(|book| book["open"].as_array().cloned().unwrap_or_default());
    let units = |piece: &serde_json::Value| {
        let units = piece["units"].as_array().cloned().unwrap_or_default();
        units.iter().map(|unit| format!(" {}={}", unit["unit"], unit["state"])).collect::<Vec<_>>().concat()
    };
    pieces.map(|piece| format!("{}{}", piece["piece"], units(&piece)).replace('"', "")).collect()
}

/// The line of a file in which some words stand.
fn line_of(book: &Scratch, path: &str, words: &str) -> usize {
    book.read(path).lines().position(|line| line.contains(words)).expect("the words") + 1
}

#[test]
fn what_has_changed_is_named_and_the_rest_stays_current() {
    let book = book();
    book.edit(EN, "- in a storm.", "- in a heavy storm.");
    assert_eq!(open(&book), ["text b+2=outdated"]);
    let checked = book.run(&["check"]).ends(0).stdout;
    assert!(checked.contains("the reference text has changed since this was translated: b+2\n"), "{checked}");
    for (path, words) in [(RU, "в шторм"), (EN, "heavy storm")] {
        assert!(checked.contains(&format!("{path}:{}:9", line_of(&book, path, words))), "{path}: {checked}");
    }
    let status = book.run(&["status"]).ends(0).stdout;
    assert!(status.contains("4 of 21 words to do"), "{status}");

    book.edit(RU, "- в шторм.", "- в сильный шторм.");
    book.run(&["translate", "accept", "game", "ru", "fleets:text:b+2"]).ends(0);
    assert_eq!(open(&book), Vec::<String>::new());
    book.run(&["check", "--strict"]).ends(0);
}

#[test]
fn units_are_known_wherever_they_stand() {
    let book = book();
    // One goes, one comes, and two change places.
    book.edit(EN, "      - in a port;\n\n      - in a storm.", "      - in a storm;\n\n      - in a port.");
    assert_eq!(open(&book), ["text b+1=outdated b+2=outdated"], "with their stops they are others");
    let book = self::book();
    book.edit(EN, "      ^a A fleet sails.\n\n      ^b It stops:", "      ^a It stops:");
    book.edit(EN, "      ^c It fights.", "      ^b A fleet sails.\n\n      ^c It sinks.\n\n      ^d It fights.");
    assert_eq!(open(&book), ["text c=missing"]);
    let checked = book.run(&["check"]).ends(0).stdout;
    assert!(checked.contains("since this was translated: c is new\n"), "{checked}");
    // Nothing but the order.
    let book = self::book();
    book.edit(EN, "      ^a A fleet sails.\n\n", "");
    book.edit(EN, "      ^c It fights.", "      ^c It fights.\n\n      ^a A fleet sails.");
    assert_eq!(open(&book), ["text"]);
    let checked = book.run(&["check"]).stdout;
    assert!(checked.contains("its units are all known, but some are gone or stand otherwise"), "{checked}");
}

#[test]
fn a_unit_is_accepted_alone_and_the_others_stay_as_they_are() {
    let book = book();
    book.edit(EN, "A fleet sails.", "A fleet sails on.");
    book.edit(EN, "It fights.", "It fights on.");
    assert_eq!(open(&book), ["text a=outdated c=outdated"]);
    book.run(&["translate", "accept", "game", "ru", "fleets:text:c"]).ends(0);
    assert_eq!(open(&book), ["text a=outdated"]);
    // A statement more, which is not translated yet: which unit of the translation is which is known by what it was made from.
    book.edit(EN, "      ^c It fights on.", "      ^c It fights on.\n\n      ^d It ends.");
    book.run(&["translate", "accept", "game", "ru", "fleets:text:a"]).ends(0);
    assert_eq!(open(&book), ["text d=missing"]);
    // Translated, but not accepted.
    book.edit(RU, "      ^c Он сражается.", "      ^c Он сражается.\n\n      ^d Он гибнет.");
    book.edit(EN, "It stops:", "It rests:");
    assert_eq!(open(&book), ["text b=outdated d=missing"]);
    book.run(&["translate", "accept", "game", "ru", "fleets:text:d"]).ends(0);
    assert_eq!(open(&book), ["text b=outdated"]);
    book.run(&["translate", "accept", "game", "ru", "fleets:text"]).ends(0);
    assert_eq!(open(&book), Vec::<String>::new());
    book.run(&["check", "--strict"]).ends(0);
}

#[test]
fn a_term_of_the_same_id_is_no_part_of_a_section() {
    let book = book();
    book.write("rules-en/game/terms.yaml", "terms:\n  - {id: fleets, name: fleets, definition: Ships.}\n");
    book.write("rules-ru/game/terms.yaml", "terms:\n  - {id: fleets, name: флоты, definition: Суда.}\n");
    book.edit(EN, "A fleet sails.", "A fleet sails on.");
    let told = book.run(&["translate", "accept", "game", "ru", "fleets:text:a"]).ends(0).stdout;
    assert!(told.starts_with("1 piece accepted"), "{told}");
    let told = book.run(&["translate", "review", "game", "ru", "fleets:text:a", "--by", "Anna"]).ends(0).stdout;
    assert!(told.starts_with("1 piece reviewed"), "{told}");
    assert!(!book.read("rules-ru/game/terms.yaml").contains("from"), "{}", book.read("rules-ru/game/terms.yaml"));
}

#[test]
fn what_is_no_unit_is_refused_and_nothing_is_written() {
    let book = book();
    book.edit(EN, "A fleet sails.", "A fleet sails on.");
    let before = book.read(RU);
    for (named, told) in [
        ("fleets:text:x", "its units are a, b, b+1, b+2, c"),
        ("fleets:title:a", "it has one unit only: accept it as a whole"),
        ("fleets:notes.why", "the section has title, text"),
        ("flets:text:a", "did you mean `fleets`?"),
    ] {
        let ran = book.run(&["translate", "accept", "game", "ru", "fleets:text:a", named]).ends(2);
        assert!(ran.stderr.contains(told), "{named}: {}", ran.stderr);
        assert_eq!(book.read(RU), before, "{named}");
    }
    // The translation has other units than both texts: nobody knows which is which.
    book.edit(RU, "      ^c Он сражается.", "      ^c Он сражается.\n\n      Всегда.\n\n      Везде.");
    book.edit(EN, "      ^c It fights.", "      ^c It fights.\n\n      Always.");
    let ran = book.run(&["translate", "accept", "game", "ru", "fleets:text:a"]).ends(2);
    assert!(ran.stderr.contains("the translation has 7 units and the reference text 6"), "{}", ran.stderr);
}

#[test]
fn what_check_calls_wrong_is_not_accepted() {
    let book = book();
    book.edit(EN, "A fleet sails.", "A fleet sails 3 spaces.");
    book.edit(RU, "Флот плывёт.", "Флот плывёт на 4 пункта.");
    for named in ["fleets", "fleets:text", "fleets:text:a", "--all"] {
        let ran = book.run(&["translate", "accept", "game", "ru", named]).ends(1);
        let at = format!("({RU}:{})", line_of(&book, RU, "4 пункта"));
        assert!(ran.stderr.contains("is not accepted: ") && ran.stderr.contains(&at), "{named}: {}", ran.stderr);
        assert_eq!(open(&book), ["text a=outdated"], "{named}");
    }
    // What is right elsewhere in the same text is.
    book.edit(EN, "It fights.", "It fights on.");
    book.run(&["translate", "accept", "game", "ru", "fleets:text:c"]).ends(0);
    assert_eq!(open(&book), ["text a=outdated"]);
    book.edit(RU, "4 пункта", "3 пункта");
    book.run(&["translate", "accept", "game", "ru", "fleets"]).ends(0);
    assert_eq!(open(&book), Vec::<String>::new());
}

#[test]
fn what_was_recorded_as_a_whole_stays_current_and_its_units_are_recorded_when_it_is_accepted() {
    let book = book();
    let whole = regex::Regex::new(r"text: ([0-9a-f]{8})( [0-9a-f]{6})+").expect("a pattern");
    let accepted = book.read(RU);
    let old = whole.replace(&accepted, "text: $1").into_owned();
    assert_ne!(old, accepted);
    book.write(RU, &old);
    assert_eq!(open(&book), Vec::<String>::new());
    book.run(&["translate", "accept", "game", "ru", "--all"]).ends(0);
    assert_eq!(book.read(RU), accepted);
    // A change before that makes the whole text outdated, for nobody knows which unit it is in.
    book.write(RU, &old);
    book.edit(EN, "It fights.", "It fights on.");
    assert_eq!(open(&book), ["text"]);
}

#[test]
fn what_was_moved_by_hand_is_suggested_from_where_it_stood() {
    let book = book();
    book.edit(EN, "      ^a A fleet sails.\n\n      ^b It stops:", "      ^a It stops:");
    book.edit(EN, "      ^c It fights.", "      ^b It fights.");
    let ports = "  - id: ports\n    number: \"1.2\"\n    title: Ports\n    text: |\n      ^a A port is a space.\n\n      ^b A fleet \
                 sails.\n\n      ^c It fights.\n";
    book.write(EN, book.read(EN) + ports);
    let told = book.run(&["translate", "suggest", "game", "ru", "ports"]).ends(0).stdout;
    // What is gone there, and what still stands in the text that is out of date.
    assert!(told.contains("  ^b A fleet sails.\n  100 % game 1.1.a\n      Флот плывёт.\n"), "{told}");
    assert!(told.contains("  ^c It fights.\n  100 % game 1.1.b\n      Он сражается.\n"), "{told}");
    // A section that has another id by now takes its units along.
    let book = self::book();
    book.edit(EN, "id: fleets", "id: ships");
    book.edit(EN, "It fights.", "It fights on.");
    let told = book.run(&["translate", "suggest", "game", "ru"]).ends(0).stdout;
    for words in ["Флот плывёт.", "в порту;", "в шторм."] {
        assert!(told.contains(&format!("      {words}\n")), "{words}: {told}");
    }
}

/// How many words `status` calls reviewed.
fn reviewed(book: &Scratch) -> u64 {
    let status = book.run(&["status", "--lang", "ru", "--format", "json"]).ends(0).json();
    status["books"][0]["reviewed_words"].as_u64().expect("a number")
}

#[test]
fn a_review_holds_unit_by_unit_as_long_as_neither_text_changes() {
    let book = book();
    assert_eq!(reviewed(&book), 0);
    let review = |named: &[&str]| {
        let all = [&["translate", "review", "game", "ru", "--by", "Анна П.", "--date", "2026-11-28"], named].concat();
        book.run(&all)
    };
    review(&["fleets:text:a", "fleets:text:b+2"]).ends(0);
    assert!(book.read(RU).contains("reviewed: {text: Анна П. 2026-11-28 "), "{}", book.read(RU));
    assert_eq!(reviewed(&book), 3 + 3);
    book.run(&["check", "--strict"]).ends(0);
    // The same again changes nothing; another unit is added to them.
    assert!(review(&["fleets:text:a"]).ends(0).stdout.starts_with("0 pieces reviewed in 0 files"));
    review(&["fleets:text:c"]).ends(0);
    assert_eq!(reviewed(&book), 3 + 3 + 2);
    // Somebody else compares another one: what Anna has compared stays hers.
    let theirs = ["translate", "review", "game", "ru", "--by", "Boris", "--date", "2026-11-30", "fleets:text:b"];
    book.run(&theirs).ends(0);
    let record = book.read(RU).lines().find(|line| line.contains("reviewed:")).expect("a record").to_owned();
    let parts: Vec<&str> = record.split(';').map(str::trim).collect();
    assert!(
        parts[0].starts_with("reviewed: {text: Анна П. 2026-11-28 ") && parts[0].split(' ').count() == 8,
        "{record}"
    );
    assert!(parts[1].starts_with("Boris 2026-11-30 ") && parts[1].ends_with('}') && parts.len() == 2, "{record}");
    assert_eq!(reviewed(&book), 3 + 3 + 2 + 2);
    // Of all that is there.
    assert!(review(&["--all"]).ends(0).stdout.starts_with("3 pieces reviewed in 1 file"));
    assert_eq!(reviewed(&book), 20);
    let status = book.run(&["status"]).ends(0).stdout;
    assert!(status.contains("1 of 1 current, 20 of 20 words reviewed"), "{status}");

    // A change of the translation ends the review of that unit, one of the reference text that of its own.
    book.edit(RU, "- в порту;", "- в своём порту;");
    let titles = 2;
    assert_eq!(reviewed(&book), titles + 3 + 2 + 3 + 2);
    book.edit(EN, "It fights.", "It fights on.");
    assert_eq!(reviewed(&book), titles + 3 + 2 + 3);
    // Nothing that could be compared: nothing is recorded.
    let before = book.read(RU);
    let told = review(&["fleets:text:c"]).ends(1).stdout;
    assert!(told.starts_with("0 pieces reviewed"), "{told}");
    assert_eq!(book.read(RU), before);
    let told = review(&["fleets:text", "fleets:text:c"]).ends(1).stderr;
    assert!(told.contains("`fleets:text` is not accepted as it is now"), "{told}");
    let told = review(&["fleets:text:b+1"]).ends(0).stdout;
    assert!(told.starts_with("1 piece reviewed"), "{told}");
    assert_eq!(reviewed(&book), titles + 3 + 2 + 3 + 3);
}

#[test]
fn words_are_counted_by_their_state_and_by_what_is_like_them() {
    let book = book();
    let told = |book: &Scratch| book.run(&["status", "--words"]).ends(0).stdout;
    assert!(told(&book).ends_with("        words: 20 translated\n"), "{}", told(&book));
    book.run(&["translate", "review", "game", "ru", "fleets:text:a", "--by", "Anna"]).ends(0);
    book.edit(EN, "- in a port;", "- in a good port;");
    // The first stands elsewhere, the second is like another, the third like none.
    let ports = "  - id: ports\n    number: \"1.2\"\n    title: Ports\n    text: |\n      ^a A fleet sails.\n\n      ^b A big fleet \
                 sails.\n\n      ^c Nobody has ever counted them all.\n";
    book.write(EN, book.read(EN) + ports);
    let missing = 1 + 3 + 4 + 6 + 3;
    let words = format!("        words: {missing} missing, 4 outdated, ");
    assert!(told(&book).contains(&words) && told(&book).contains(", 3 reviewed\n"), "{}", told(&book));
    let status = book.run(&["status", "--words", "--lang", "ru", "--format", "json"]).ends(0).json();
    let of_ru = &status["books"][0];
    assert_eq!(of_ru["words_by_state"]["missing"], missing);
    let bands: Vec<(u64, u64)> = of_ru["bands"]
        .as_array()
        .expect("bands")
        .iter()
        .map(|band| (band["least"].as_u64().expect("a score"), band["words"].as_u64().expect("words")))
        .collect();
    assert_eq!(bands.iter().map(|(least, _)| *least).collect::<Vec<_>>(), [100, 95, 85, 75, 50, 0]);
    assert_eq!(bands[0], (100, 3), "{bands:?}");
    assert!(bands[5].1 > 6 && bands[5].1 < 1 + 6 + 4 + 4, "{bands:?}");
    assert_eq!(bands.iter().map(|(_, words)| words).sum::<u64>(), 3 + 4 + 6 + 1 + 4);
}

#[test]
fn what_cannot_be_reviewed_is_said() {
    let book = book();
    let before = book.read(RU);
    for (arguments, status, told) in [
        (&["fleets:text:x", "--by", "Anna"][..], 2, "its units are a, b, b+1, b+2, c"),
        (&["fleets:aid", "--by", "Anna"], 2, "the section has title, text"),
        (&["--all", "--by", "A {x"], 2, "write a name of letters"),
        (&["--all", "--by", "2026-11-28"], 2, "write a name of letters"),
        (&["--all", "--by", "Anna", "--date", "2026-02-30"], 2, "write it as 2026-03-01"),
        (&["--all"], 2, "--by"),
    ] {
        let ran = book.run(&[&["translate", "review", "game", "ru"], arguments].concat()).ends(status);
        assert!(ran.stderr.contains(told), "{arguments:?}: {}", ran.stderr);
        assert_eq!(book.read(RU), before);
    }
}

#[test]
fn a_long_text_is_known_by_its_units_and_a_very_long_one_as_a_whole() {
    for (length, units) in [(300, " 8=outdated"), (2_500, "")] {
        let book = book();
        for (path, word) in [(EN, "fleet"), (RU, "флот")] {
            let text: Vec<String> = (0..length).map(|at| format!("      - {word} {at}\n")).collect();
            let chapter = book.read(path);
            let (head, _) = chapter.split_once("      ^a ").expect("the text");
            book.write(path, format!("{head}{}", text.concat()));
        }
        book.run(&["translate", "accept", "game", "ru", "--all"]).ends(0);
        book.run(&["translate", "review", "game", "ru", "--all", "--by", "Anna"]).ends(0);
        book.run(&["check", "--strict"]).ends(0);
        book.edit(EN, "- fleet 7\n", "- fleets 7\n");
        assert_eq!(open(&book), [format!("text{units}")]);
        let ran = book.run(&["translate", "accept", "game", "ru", "fleets:text:8"]);
        assert_eq!(ran.status, if units.is_empty() { 2 } else { 0 }, "{}", ran.stderr);
    }
}
