//! Translations that go out to other programs and come back.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Ran, Scratch, copy, shipped};

const EN: &str = "rules-en/game/01.yaml";
const RU: &str = "rules-ru/game/01.yaml";

/// The formats that come back.
const FORMATS: [&str; 4] = ["po", "xliff", "xliff2", "csv"];

/// A text of five units with a mark of each kind, translated and accepted, with comments in the file.
fn book() -> Scratch {
    let book = Scratch::empty();
    book.write(
        "rules-en/game/book.yaml",
        "title: {en: The Game, ru: Игра}\nprovenance:\n  en: |\n    Told.\n  ru: |\n    Так.\nlanguages: [en, ru]\n",
    );
    book.write(
        EN,
        "chapter: {number: \"1\", title: Sea}\nsections:\n  - id: fleets\n    number: \"1.1\"\n    title: Fleets\n    text: |\n      \
         ^a A fleet **sails** 3 spaces, see [[1.2|storms]].\n\n      ^b It stops:\n\n      - in a port;\n      - in a storm.\n\n      \
         ^c It fights ([[1.2]]).\n    notes:\n      - id: why\n        kind: design\n        text: |\n          As told.\n  - id: \
         storms\n    number: \"1.2\"\n    title: Storms\n    text: |\n      A storm sinks `all` fleets.\n",
    );
    book.write(
        RU,
        "# Море\nchapter: {title: Море}\nsections:\n  - id: fleets\n    # Слово «флот»\n    title: Флоты\n    text: |\n      ^a Флот \
         **плывёт** на 3 пункта, см. [[1.2|шторм]].\n\n      ^b Он стоит:\n\n      - в порту;\n      - в шторм.\n\n      ^c Он \
         сражается ([[1.2]]).\n    notes: {why: Так сказано.}\n\n  - id: storms # последний\n    title: Штормы\n    text: |\n      Шторм \
         топит `all` флоты.\n",
    );
    book.run(&["translate", "accept", "game", "ru", "--all"]).ends(0);
    book.run(&["check", "--strict"]).ends(0);
    book
}

/// Exports the book and returns the file's path.
fn export(book: &Scratch, format: &str) -> PathBuf {
    let path = book.path(format!("out.{format}"));
    let _ = fs::remove_file(&path);
    book.run(&["export", "game", "ru", "--format", format, "--out", &path.to_string_lossy()]).ends(0);
    path
}

/// Exports the book, changes the file and merges it.
#[track_caller]
fn merged(book: &Scratch, format: &str, changes: &[(&str, &str)], flags: &[&str]) -> Ran {
    let path = export(book, format);
    change(&path, changes);
    merge(book, &path, flags)
}

#[track_caller]
fn change(path: &PathBuf, changes: &[(&str, &str)]) {
    let mut text = fs::read_to_string(path).expect("the export");
    for (old, new) in changes {
        assert!(text.contains(old), "{old:?} is in\n{text}");
        text = text.replace(old, new);
    }
    fs::write(path, text).expect("written");
}

fn merge(book: &Scratch, path: &Path, flags: &[&str]) -> Ran {
    book.run(&[&["merge", &path.to_string_lossy()], flags].concat())
}

/// What of the translation is open, as an export names it.
fn open(book: &Scratch, only: &str) -> Vec<String> {
    let exported = book.run(&["export", "game", "ru", "--format", "po", "--only", only]).ends(0).stdout;
    let ids = exported.lines().filter_map(|line| line.strip_prefix("msgctxt \"game:"));
    ids.map(|id| id.trim_end_matches('"').to_owned()).collect()
}

#[test]
fn shipped_translations_come_back_with_no_byte_changed() {
    let library = Scratch::empty();
    for folder in ["rules-en", "rules-ja", "rules-ru"] {
        copy(&shipped().join(folder), &library.path(folder));
    }
    let files = || {
        let mut all = Vec::new();
        let mut open = vec![library.path("rules-ja"), library.path("rules-ru")];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    all.push((path.clone(), fs::read(&path).expect("a file")));
                }
            }
        }
        all.sort();
        all
    };
    let before = files();
    for format in FORMATS {
        let mut arguments = vec!["merge".to_owned()];
        let mut count = 0;
        for book in ["hellenes", "peloponnesian-war", "sword-of-rome-5p"] {
            for language in ["ja", "ru"] {
                let path = library.path(format!("{book}-{language}.{format}"));
                let path = path.to_string_lossy().into_owned();
                let told = library.run(&["export", book, language, "--format", format, "--out", &path]).ends(0).stdout;
                count += told.split(' ').next().and_then(|count| count.parse::<usize>().ok()).expect("a count");
                arguments.push(path);
            }
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let told = library.run(&arguments).ends(0).stdout;
        assert_eq!(told, format!("0 units written, 0 accepted, {count} as they were, in 0 files\n"), "{format}");
        assert!(count > 8_000, "{count}");
        assert!(files() == before, "{format}");
    }
}

#[test]
fn what_was_changed_arrives_and_nothing_else() {
    for format in FORMATS {
        let book = book();
        let before = book.read(RU);
        let told =
            merged(&book, format, &[("в порту;", "в гавани;"), ("Так сказано.", "Так: «сказано».")], &[]).ends(0);
        assert!(told.stdout.starts_with("2 units written, 2 accepted"), "{format}: {}", told.stdout);
        let expected = before.replace("в порту;", "в гавани;").replace("why: Так сказано.", "why: \"Так: «сказано».\"");
        assert_eq!(book.read(RU), expected, "{format}");
        book.run(&["check", "--strict"]).ends(0);
    }
}

#[test]
fn a_translation_is_made_anew_of_what_was_exported() {
    for format in FORMATS {
        let book = book();
        let path = export(&book, format);
        let before = export(&book, "csv");
        let before = fs::read_to_string(before).expect("the export");
        fs::remove_dir_all(book.path("rules-ru")).expect("removed");
        let told = merge(&book, &path, &[]).ends(0).stdout;
        assert!(told.starts_with("10 units written, 10 accepted"), "{format}: {told}");
        assert_eq!(fs::read_to_string(export(&book, "csv")).expect("the export"), before, "{format}");
        book.run(&["check", "--strict"]).ends(0);
    }
}

#[test]
fn what_changed_on_both_sides_is_told_and_not_overwritten() {
    let book = book();
    let path = export(&book, "po");
    book.edit(RU, "- в порту;", "- в бухте;");
    change(&path, &[("в порту;", "в гавани;"), ("Он стоит:", "Он встаёт:")]);
    let ran = merge(&book, &path, &[]).ends(1);
    let line = book.read(RU).lines().position(|line| line.contains("в бухте")).expect("there") + 1;
    for told in ["conflict", "`game:fleets:text:b+1`", "the file: в гавани;", &format!("{RU}:{line}: в бухте;")]
    {
        assert!(ran.stderr.contains(told), "{told}: {}", ran.stderr);
    }
    let at = fs::read_to_string(&path).expect("a file").lines().position(|line| line.contains("fleets:text:b+1"));
    assert!(ran.stderr.contains(&format!("out.po:{}", at.expect("there") + 1)), "{}", ran.stderr);
    assert!(book.read(RU).contains("в бухте") && book.read(RU).contains("Он встаёт:"));
}

#[test]
fn a_unit_arrives_where_its_source_stands_now() {
    let book = book();
    let path = export(&book, "xliff");
    // It becomes a statement of the other section, which has a letter less.
    let fights = "      ^c It fights ([[1.2]]).\n";
    book.edit(EN, fights, "");
    book.edit(
        EN,
        "      A storm sinks `all` fleets.\n",
        &format!("      A storm sinks `all` fleets.\n\n{}", fights.replace("^c", "^a")),
    );
    book.edit(RU, "\n      ^c Он сражается ([[1.2]]).\n", "");
    change(&path, &[("Он сражается", "Он бьётся")]);
    let ran = merge(&book, &path, &[]).ends(0);
    assert!(
        ran.stderr.contains("moved: `game:fleets:text:c`: it stands at `game:storms:text:a` now"),
        "{}",
        ran.stderr
    );
    assert!(
        book.read(RU).contains("      Шторм топит `all` флоты.\n\n      ^a Он бьётся ([[1.2]]).\n"),
        "{}",
        book.read(RU)
    );
    assert_eq!(open(&book, "missing"), Vec::<String>::new());
}

#[test]
fn what_was_made_from_an_older_source_is_written_and_stays_outdated() {
    for format in FORMATS {
        let book = book();
        let path = export(&book, format);
        book.edit(EN, "- in a port;", "- in a safe port;");
        change(&path, &[("в порту;", "в гавани;")]);
        let ran = merge(&book, &path, &[]).ends(0);
        assert!(
            ran.stderr.contains("outdated: `game:fleets:text:b+1`: its source has changed"),
            "{format}: {}",
            ran.stderr
        );
        assert!(book.read(RU).contains("- в гавани;"), "{format}");
        assert_eq!(open(&book, "outdated"), ["fleets:text:b+1"], "{format}");
        // Exported again and finished, it is accepted.
        if format == "po" {
            merged(&book, format, &[("#, fuzzy\n", ""), ("в гавани;", "в тихой гавани;")], &[]).ends(0);
            assert_eq!(open(&book, "outdated"), Vec::<String>::new());
        }
    }
}

#[test]
fn what_is_not_finished_is_a_draft() {
    for (format, changes) in [
        ("po", &[("msgctxt \"game:fleets:text:b+1\"", "#, fuzzy\nmsgctxt \"game:fleets:text:b+1\"")][..]),
        (
            "xliff",
            &[
                ("id=\"game:fleets:text:b+1\" approved=\"yes\"", "id=\"game:fleets:text:b+1\""),
                ("<target state=\"translated\">в порту;", "<target>в порту;"),
            ],
        ),
        ("csv", &[("в порту;,translated", "в порту;,draft")]),
    ] {
        let book = book();
        let changes: Vec<_> = changes.iter().copied().chain([("в порту;", "в гавани;")]).collect();
        let told = merged(&book, format, &changes, &[]).ends(0).stdout;
        assert!(told.starts_with("1 unit written, 0 accepted"), "{format}: {told}");
        assert_eq!(open(&book, "draft"), ["fleets:text:b+1"], "{format}");
        // The word of whoever merges counts.
        merged(&book, format, &[("в гавани;", "в бухте;")], &["--finished"]).ends(0);
        assert_eq!(open(&book, "draft"), Vec::<String>::new(), "{format}");
    }
}

#[test]
fn a_text_may_be_translated_in_part() {
    let book = book();
    let path = export(&book, "po");
    fs::remove_dir_all(book.path("rules-ru")).expect("removed");
    change(
        &path,
        &[
            ("msgstr \"Он стоит:\"", "msgstr \"\""),
            ("msgstr \"в порту;\"", "msgstr \"\""),
            ("msgstr \"в шторм.\"", "msgstr \"\""),
        ],
    );
    merge(&book, &path, &[]).ends(0);
    assert_eq!(open(&book, "missing"), ["fleets:text:b", "fleets:text:b+1", "fleets:text:b+2"]);
    assert!(book.read(RU).contains("см. [[1.2|шторм]].\n\n      ^c Он сражается"), "{}", book.read(RU));
    // The rest comes later, between what is there.
    merged(
        &book,
        "csv",
        &[
            ("It stops:,,", "It stops:,Он стоит:,"),
            ("in a port;,,missing", "in a port;,в порту;,translated"),
            ("in a storm.,,missing", "in a storm.,в шторм.,translated"),
        ],
        &["--finished"],
    )
    .ends(0);
    assert!(
        book.read(RU).contains("\n      ^b Он стоит:\n\n      - в порту;\n      - в шторм.\n\n      ^c"),
        "{}",
        book.read(RU)
    );
    book.run(&["check", "--strict"]).ends(0);
}

#[test]
fn what_check_would_find_is_told_before_it_is_written() {
    for (old, new, told) in [
        ("на 3 пункта", "на 4 пункта", "not accepted"),
        ("([[1.2]])", "", "not accepted"),
        ("([[1.2]])", "([[9.9]])", "refused"),
        ("в порту;", "в порту {nothing};", "refused"),
    ] {
        let book = book();
        let before = book.read(RU);
        let path = export(&book, "po");
        let text = fs::read_to_string(&path).expect("the export");
        let lines =
            text.lines().map(|line| if line.starts_with("msgstr") { line.replace(old, new) } else { line.to_owned() });
        fs::write(&path, lines.collect::<Vec<_>>().join("\n")).expect("written");
        let ran = merge(&book, &path, &[]).ends(i32::from(told == "refused"));
        assert!(ran.stderr.contains(&format!("{told}: `game:fleets:text:")), "{new}: {}", ran.stderr);
        assert!(ran.stderr.contains("out.po:") && ran.stderr.contains("help: "), "{new}: {}", ran.stderr);
        assert_eq!(book.read(RU) == before, told == "refused", "{new}");
    }
}

#[test]
fn reviews_come_with_a_name() {
    let book = book();
    let changes = [(
        "<segment state=\"translated\">\n        <source xml:space=\"preserve\">in a port;",
        "<segment state=\"final\">\n        <source xml:space=\"preserve\">in a port;",
    )];
    merged(&book, "xliff2", &changes, &[]).ends(0);
    assert_eq!(open(&book, "reviewed"), Vec::<String>::new());
    merged(&book, "xliff2", &changes, &["--by", "Anna"]).ends(0);
    assert_eq!(open(&book, "reviewed"), ["fleets:text:b+1"]);
    assert!(book.read(RU).contains("reviewed: {text: Anna "), "{}", book.read(RU));
}

#[test]
fn nothing_is_written_where_it_is_only_asked() {
    let book = book();
    let before = book.read(RU);
    let told = merged(&book, "po", &[("в порту;", "в гавани;")], &["--dry-run"]).ends(0).stdout;
    assert!(told.starts_with("1 unit would be written"), "{told}");
    assert_eq!(book.read(RU), before);
}

#[test]
fn marks_are_codes_that_translators_move() {
    let book = book();
    let path = export(&book, "xliff");
    let text = fs::read_to_string(&path).expect("the export");
    assert!(text.contains(
        "A fleet <bx id=\"1\" rid=\"1\" equiv-text=\"**\"/>sails<ex id=\"2\" rid=\"1\" equiv-text=\"**\"/> 3"
    ));
    assert!(text.contains("It fights (<x id=\"1\" equiv-text=\"[[1.2]]\"/>)."), "{text}");
    change(&path, &[("Он сражается (<x id=\"1\" equiv-text=\"[[1.2]]\"/>).", "(<x id=\"1\"/>) он сражается.")]);
    merge(&book, &path, &[]).ends(0);
    assert!(book.read(RU).contains("^c ([[1.2]]) он сражается."), "{}", book.read(RU));
    for (old, new, told) in [
        ("(<x id=\"1\" equiv-text=\"[[1.2]]\"/>) он", "(<x id=\"7\"/>) он", "is none of the source"),
        ("(<x id=\"1\" equiv-text=\"[[1.2]]\"/>) он", "(<x id=\"1\"/><x id=\"1\"/>) он", "stands there twice"),
        ("(<x id=\"1\" equiv-text=\"[[1.2]]\"/>) он", "(<b>x</b>) он", "which the source has not"),
    ] {
        let ran = merged(&book, "xliff", &[(old, new)], &[]).ends(1);
        assert!(ran.stderr.contains("refused: `game:fleets:text:c`") && ran.stderr.contains(told), "{}", ran.stderr);
    }
}

#[test]
fn what_is_hostile_is_refused_with_its_place() {
    let book = book();
    let before = book.read(RU);
    let xliff = |inside: &str| {
        format!("<xliff version=\"1.2\"><file target-language=\"ru\"><body>\n{inside}</body></file></xliff>")
    };
    let unit = "<trans-unit id=\"game:storms:title\"><source>Storms</source><target>x</target></trans-unit>\n";
    let deep = format!("{}{}", "<g>".repeat(100_000), "</g>".repeat(100_000));
    for (name, text, told) in [
        (
            "a.xliff",
            format!(
                "<?xml version=\"1.0\"?>\n<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>\n{}",
                xliff(unit)
            ),
            "at a.xliff:2",
        ),
        ("b.xliff", xliff(&deep), "deeper than 64 levels"),
        ("c.xliff", xliff(unit).replace("</body>", ""), "no sound XML"),
        ("d.xliff", xliff("<trans-unit><source>x</source></trans-unit>"), "at d.xliff:2"),
        ("e.xliff", xliff(&unit.replace("game:", "other:")), "there is no book `other`"),
        ("f.xliff", xliff(&format!("{unit}{}", unit.replace("game:", "other:"))), "at f.xliff:3"),
        ("g.po", "msgctxt \"game:a\"\nmsgid \"x\nmsgstr \"y\"\n".to_owned(), "at g.po:2"),
        ("h.po", "msgctxt \"game:a\"\nmsgid \"x\"\nmsgstr \"y\"\n".to_owned(), "into which language"),
        ("i.csv", "id;source:en;target:ru;state\ngame:storms:title;Storms;x;done\n".to_owned(), "at i.csv:2"),
        ("j.csv", "id,target:ru\ngame:storms:title,x\n".to_owned(), "no column `source:en`"),
        ("k.tmx", "<tmx version=\"1.4\"/>".to_owned(), "is not merged"),
        ("l.txt", "hello".to_owned(), "none of the files that are merged"),
        ("m.xliff", "<?xml version=\"1.0\" encoding=\"utf-16\"?><xliff/>".to_owned(), "utf-16"),
    ] {
        book.write(name, text);
        let ran = book.run(&["merge", &book.path(name).to_string_lossy()]).ends(2);
        let stderr = ran.stderr.replace(&format!("{}/", book.root().display()), "");
        assert!(stderr.contains(told) && stderr.contains("help: "), "{name}: {stderr}");
    }
    book.write("n.po", b"msgid \"\"\n\xFF".as_slice());
    let ran = book.run(&["merge", &book.path("n.po").to_string_lossy()]).ends(2);
    assert!(ran.stderr.contains("no UTF-8") && ran.stderr.contains("n.po:2"), "{}", ran.stderr);
    // Single units are refused, and the others come back.
    for (old, new, told) in [
        ("msgstr \"Штормы\"", "msgstr \"Што\u{202E}рмы\"", "control character U+202E"),
        ("msgstr \"Штормы\"", "msgstr \"Што\u{1B}рмы\"", "control character U+001B"),
        ("msgstr \"в порту;\"", "msgstr \"в порту;\\n\\n^z Ещё\"", "more than one statement"),
        ("msgctxt \"game:storms:title\"", "msgctxt \"game:fleets:title\"", "another"),
    ] {
        let ran = merged(&book, "po", &[(old, new), ("msgstr \"Штормы\"", "msgstr \"Шторма\"")][..1], &[]);
        let is_told = ran.stderr.contains(told) || ran.stdout.starts_with("0 units written");
        assert!(is_told, "{new}: {}{}", ran.stdout, ran.stderr);
        assert_eq!(book.read(RU), before, "{new}");
    }
}

#[test]
fn a_memory_and_a_glossary_are_for_looking_up() {
    let book = Scratch::demo();
    let tmx = book.run(&["export", "skirmish", "ru", "--format", "tmx"]);
    let tbx = book.run(&["export", "skirmish", "ru", "--format", "tbx"]);
    for (ran, root) in [(tmx, "tmx"), (tbx, "martif")] {
        let text = ran.ends(0).stdout;
        let document = roxmltree::Document::parse(&text).expect("sound XML");
        assert_eq!(document.root_element().tag_name().name(), root);
    }
}
