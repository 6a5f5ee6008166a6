//! A change of the reference text makes exactly its translations outdated; numbering and numbers from logic are no change.

use std::process::Command;

use super::Scratch;

const BOOK: &str = "rules-en/duel/book.yaml";
const EN: &str = "rules-en/duel/01.yaml";
const RU: &str = "rules-ru/duel/01.yaml";
const JA: &str = "rules-ja/duel/01.yaml";

/// A book in three languages with a number written from logic, accepted and current.
fn duel() -> Scratch {
    let duel = Scratch::empty();
    duel.write(
        BOOK,
        "title: {en: Duel, ru: Дуэль, ja: 決闘}\nprovenance:\n  en: |\n    Told.\n  ru: |\n    Так.\n  ja: |\n    以上。\n\
         languages: [en, ru, ja]\n",
    );
    duel.write(
        EN,
        "chapter: {number: \"1\", title: The duel}\nsections:\n  - id: hand\n    number: \"1.1\"\n    title: The hand\n    text: |\n\
        \x20     ^a Each side holds {limit | card|cards}; see [[1.2]].\n\n      ^b A hand of {limit} is full.\n    logic: |\n\
        \x20     value limit: 0..9 = 2\n    labels: {limit: hand limit}\n    notes:\n      - {id: why, kind: design, text: So few hide little.}\n\
        \x20 - id: end\n    number: \"1.2\"\n    title: The end\n    text: |\n      ^a The last card ends the duel.\n",
    );
    duel.write(
        RU,
        "chapter: {title: Дуэль}\nsections:\n  - id: hand\n    title: Рука\n    text: |\n\
        \x20     ^a У каждой стороны {limit | карта|карты|карт}; см. [[1.2]].\n\n      ^b {limit | карта|карты|карт} — полная рука.\n\
        \x20   notes:\n      why: Столь немногое не скроешь.\n    labels: {limit: предел руки}\n  - id: end\n    title: Конец\n    text: |\n\
        \x20     ^a Последняя карта завершает дуэль.\n",
    );
    duel.write(
        JA,
        "chapter: {title: 決闘}\nsections:\n  - id: hand\n    title: 手札\n    text: |\n\
        \x20     ^a 各陣営の手札は{limit | 枚}である（[[1.2]]参照）。\n\n      ^b {limit}枚で手札は一杯になる。\n\
        \x20   notes:\n      why: これほど少なければ隠せるものも少ない。\n    labels: {limit: 手札の上限}\n  - id: end\n    title: 終了\n    text: |\n\
        \x20     ^a 最後のカードで決闘は終わる。\n",
    );
    for language in ["ru", "ja"] {
        duel.run(&["translate", "accept", "duel", language, "--all"]).ends(0);
    }
    assert_eq!(outdated(&duel), Vec::<String>::new(), "{}", duel.run(&["check"]).stdout);
    duel
}

/// What `status --details` calls outdated: language, section or chapter, piece.
fn outdated(library: &Scratch) -> Vec<String> {
    let status = library.run(&["status", "--details", "--format", "json"]).ends(0).json();
    let books = status["books"].as_array().expect("books");
    let open = books.iter().flat_map(|book| {
        let pieces = book["open"].as_array().expect("open pieces").iter();
        pieces.map(move |piece| (book["language"].clone(), piece.clone()))
    });
    let outdated = open.filter(|(_, piece)| piece["state"] == "outdated");
    let word = |value: &serde_json::Value| value.as_str().unwrap_or("-").to_owned();
    outdated
        .map(|(language, piece)| [word(&language), word(&piece["section"]), word(&piece["piece"])].join(" "))
        .collect()
}

fn git(library: &Scratch, arguments: &[&str]) -> bool {
    let author = ["-c", "user.name=Author", "-c", "user.email=author@example.org", "-c", "commit.gpgsign=false"];
    let git = Command::new("git").arg("-C").arg(library.root()).args(author).args(arguments).output();
    git.is_ok_and(|output| output.status.success())
}

#[test]
fn a_changed_rule_makes_exactly_its_translations_outdated() {
    let duel = duel();
    duel.edit(EN, "The last card ends", "The first card ends");
    assert_eq!(outdated(&duel), ["ja end text", "ru end text"]);
    let check = duel.run(&["check", "--format", "short"]).ends(0).stdout;
    assert_eq!(check.matches("outdated-translation").count(), 2, "{check}");
    assert!(check.contains("rules-ru/duel/01.yaml:15:5"), "the line of the piece:\n{check}");
    duel.edit(EN, "title: The duel}", "title: A duel}");
    duel.edit(EN, "So few hide little", "So few hide nothing");
    assert_eq!(
        outdated(&duel),
        ["ja - title", "ja hand notes.why", "ja end text", "ru - title", "ru hand notes.why", "ru end text"]
    );
    let status = duel.run(&["status"]).ends(0).stdout;
    assert!(status.contains("0 of 2 current, 2 outdated, 1 chapter title to do"), "{status}");
}

#[test]
fn white_space_numbering_and_letters_are_no_change() {
    let duel = duel();
    duel.edit(EN, "The last card ends the duel.", "The last card\n      ends  the duel.");
    for file in [EN, RU, JA] {
        let text = duel.read(file).replace("[[1.2]]", "[[2.7]]");
        duel.write(file, text);
    }
    duel.edit(EN, "number: \"1.2\"", "number: \"2.7\"");
    assert_eq!(outdated(&duel), Vec::<String>::new());
    duel.edit(EN, "[[2.7]]", "[[1.1]]");
    assert_eq!(outdated(&duel), ["ja hand text", "ru hand text"], "another section is a change");
}

#[test]
fn a_number_from_logic_is_a_change_only_where_it_asks_for_another_form() {
    let duel = duel();
    duel.edit(EN, "0..9 = 2", "0..9 = 3");
    assert_eq!(outdated(&duel), Vec::<String>::new(), "2 карты, 3 карты");
    duel.edit(EN, "0..9 = 3", "0..9 = 5");
    assert_eq!(outdated(&duel), Vec::<String>::new(), "the translation writes the forms itself");
    duel.edit(RU, "^b {limit | карта|карты|карт}", "^b {limit} карты");
    assert_eq!(outdated(&duel), ["ru hand text"], "5 карты");
    let check = duel.run(&["check"]).ends(0).stdout;
    assert!(check.contains("`{limit}` now asks for the form `many`"), "{check}");
    let status = duel.run(&["status", "--details"]).ends(0).stdout;
    assert!(status.contains("the number {limit} now asks for the form `many`, no longer `few`"), "{status}");
}

/// Without the numbers nobody knows which forms of words they ask for: what was accepted then would never be outdated again.
#[test]
fn what_has_no_numbers_yet_is_not_accepted() {
    let duel = duel();
    duel.edit(RU, "^b {limit | карта|карты|карт}", "^b {limit} карты");
    duel.edit(EN, "is full", "is filled");
    duel.edit(EN, "0..9 = 2", "0..9 = two");
    let before = duel.read(RU);
    let ran = duel.run(&["translate", "accept", "duel", "ru", "hand"]).ends(1);
    assert!(
        ran.stderr.contains("`hand` has numbers of which the logic does not say yet what they are"),
        "{}",
        ran.stderr
    );
    assert!(ran.stdout.starts_with("0 pieces accepted"), "{}", ran.stdout);
    assert_eq!(duel.read(RU), before);
    // Nouns of Japanese have one form.
    duel.run(&["translate", "accept", "duel", "ja", "hand"]).ends(0);
    duel.edit(EN, "0..9 = two", "0..9 = 2");
    assert!(duel.run(&["translate", "accept", "duel", "ru", "hand"]).ends(0).stdout.starts_with("1 piece accepted"));
    assert_eq!(outdated(&duel), Vec::<String>::new());
}

#[test]
fn forms_that_were_not_recorded_are_asked_for() {
    let duel = duel();
    duel.edit(RU, "^b {limit | карта|карты|карт}", "^b {limit} карты");
    let text = duel.read(RU);
    let recorded = text.split("text: ").find_map(|rest| rest.split_once("-few").map(|(hash, _)| hash.to_owned()));
    let recorded = recorded.expect("a record with a form");
    duel.edit(RU, &format!("{recorded}-few"), &recorded);
    assert_eq!(outdated(&duel), ["ru hand text"]);
    let status = duel.run(&["status", "--details"]).ends(0).stdout;
    assert!(status.contains("now asks for the form `few`, and which it was is not recorded"), "{status}");
}

#[test]
fn the_difference_comes_from_history() {
    let duel = duel();
    duel.edit(EN, "The last card ends", "The first card ends");
    let without = duel.run(&["status", "--details"]).ends(0).stdout;
    assert!(without.contains("the text it was made from is not in the git history"), "{without}");
    duel.edit(EN, "The first card ends", "The last card ends");
    if !git(&duel, &["init", "-q"]) {
        eprintln!("SKIPPED: git is not installed");
        return;
    }
    assert!(git(&duel, &["add", "-A"]) && git(&duel, &["commit", "-qm", "The duel"]));
    duel.edit(EN, "The last card ends", "The first card ends");
    assert!(git(&duel, &["commit", "-qam", "Quicker"]));
    let with = duel.run(&["status", "--details", "--lang", "ru"]).ends(0).stdout;
    assert!(with.contains("(Quicker)"), "{with}");
    assert!(with.contains("^a The [-last-]{+first+} card ends the duel."), "{with}");
    let json = duel.run(&["status", "--details", "--lang", "ja", "--format", "json"]).ends(0).json();
    let piece = &json["books"][0]["open"][0];
    assert_eq!(piece["commit"]["subject"], "Quicker");
    assert_eq!(piece["difference"][1], serde_json::json!({"change": "removed", "text": "last "}));
    // A change that is not committed yet is seen as well, and the page shows all of it.
    duel.edit(EN, "ends the duel", "ends it");
    assert!(duel.run(&["status", "--details"]).ends(0).stdout.contains("{+it.+}"));
    duel.run(&["site"]).ends(0);
    let page = duel.read("site/ja/duel/01.html");
    assert!(page.contains("<p class=\"changed\" lang=\"en\">The <del>last</del> <ins>first</ins> card ends"), "{page}");
    let pair = duel.read("site/en-ru/duel/01.html");
    assert!(pair.contains("<ins>first</ins>"), "{pair}");
    assert!(!duel.read("site/en/duel/01.html").contains("<ins>"));
}

#[test]
fn a_book_says_what_readers_get_in_place_of_an_outdated_text() {
    let duel = duel();
    duel.edit(EN, "The last card ends", "The first card ends");
    duel.edit(BOOK, "languages: [en, ru, ja]", "languages: [en, ru, ja]\noutdated: {ru: reference, ja: hide}");
    duel.run(&["build"]).ends(0);
    let russian = duel.read("site/ru/duel/01.html");
    assert!(!russian.contains("Последняя карта") && russian.contains("The first card"), "{russian}");
    assert!(russian.contains("Перевод устарел: ниже исходный текст"), "{russian}");
    let japanese = duel.read("site/ja/duel/01.html");
    assert!(!japanese.contains("最後のカード") && !japanese.contains("The first card"), "{japanese}");
    assert!(japanese.contains("表示していません"), "{japanese}");
    duel.edit(EN, "title: The end", "title: The very end");
    duel.run(&["site"]).ends(0);
    let japanese = duel.read("site/ja/duel/01.html");
    let (_, end) = japanese.split_once("id=\"end\"").expect("the section");
    let (title, text) = end.split_once("表示していません").expect("the notice of the text");
    assert!(title.contains("終了") && title.contains("変更されています"), "a title is never hidden: {title}");
    assert!(!text.contains("最後のカード"), "{text}");
    // Beside the reference text it misleads nobody, and search finds what the pages show.
    assert!(duel.read("site/en-ja/duel/01.html").contains("最後のカード"));
    duel.run(&["search", "--lang", "ja", "最後のカード"]).ends(1);
    duel.edit(BOOK, "ja: hide", "ja: perhaps");
    assert!(duel.run(&["check"]).ends(1).stdout.contains("show"), "the words to choose from are named");
}
