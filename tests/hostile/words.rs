//! Whatever a text, a name, a commit or an argument says, a terminal shows it, a page prints it, and no format takes it
//! for an order.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use regex::Regex;
use rulestone::library;
use rulestone::logic::book::compile_library;
use rulestone::logic::example::judge;
use rulestone::logic::figure::figures;
use rulestone::site::{self, Options};

use super::files_below;
use crate::cli::{Ran, Scratch, rulestone};

/// The title of the window, a cleared screen, both as C1 too, a hidden word, turned letters, a bell and NUL.
const ORDERS: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}2J\u{1b}[8mhidden\u{202e}turned\u{2066}\0\r";

/// The same as escapes of YAML.
const ESCAPED: &str = r"\e]0;owned\a\e[2J\x9b2J\e[8mhidden\u202Eturned\u2066\u2028tag\U000E0041\0\r";

/// A library that says them wherever something may be said, and translates a part of it.
fn library_of_orders() -> Scratch {
    let library = Scratch::demo();
    library.write(
        "rules-en/skirmish/book.yaml",
        format!(
            "title: {{en: \"Skirmish {ESCAPED}\", ru: Стычка}}\npublisher: \"{ESCAPED}\"\nprovenance:\n  en: \"Told {ESCAPED}\"\nlanguages: [en]\n"
        ),
    );
    library.write(
        "rules-en/skirmish/01-turn.yaml",
        format!(
            "chapter: {{number: \"1\", title: \"Turn {ESCAPED}\"}}\nsections:\n  - id: turn\n    number: \"1.1\"\n    title: \"Turn {ESCAPED}\"\n    \
             text: |\n      ^a A turn &#27;[2J &#x9b;2J &#x202e; &#xE0041; has moves.\n  - id: limit\n    number: \"1.2\"\n    title: \"Limit {ESCAPED}\"\n    \
             text: \"Words {ESCAPED} of the battle\"\n    notes:\n      - {{id: why, kind: doubt, text: \"Why {ESCAPED}\"}}\n    \
             logic: |\n      value limit(n: 0..9): 0..9 = n\n      record Roll\n        faces: 0..9\n    labels: {{limit: \"limit {ESCAPED}\", n: \"n {ESCAPED}\"}}\n    \
             examples:\n      - {{id: run, text: \"Run {ESCAPED}\", run: {{limit: {{n: 3}}}}, expect: \"4 {ESCAPED}\"}}\n"
        ),
    );
    library.write(
        "rules-en/skirmish/terms.yaml",
        format!(
            "terms:\n  - {{id: battle, name: \"battle {ESCAPED}\", forms: [\"battles {ESCAPED}\"], definition: \"A fight {ESCAPED}\", section: limit}}\n"
        ),
    );
    library.write(
        "rules-ru/skirmish/01-turn.yaml",
        format!(
            "chapter: {{title: \"Ход {ESCAPED}\"}}\nsections:\n  - {{id: turn, title: \"Ход {ESCAPED}\", text: \"Ход {ESCAPED}\"}}\n"
        ),
    );
    library.write("rules-ru/skirmish/terms.yaml", format!("terms:\n  - {{id: battle, name: \"бой {ESCAPED}\"}}\n"));
    library
}

/// Fails if a terminal would obey anything in `text` but colours.
#[track_caller]
fn obeyed(text: &str, what: &str) {
    for (at, c) in text.char_indices() {
        let colour = || {
            let end = text[at..].find('m').map_or(at, |end| at + end);
            let code = text.get(at + 2..end).unwrap_or_default();
            text[at..].starts_with("\u{1b}[") && ["0", "1", "2", "3", "4", "9"].contains(&code) || {
                code.len() == 2 && (code.starts_with('3') || code.starts_with('9'))
            }
        };
        let order = c.is_control() && !matches!(c, '\n' | '\t') || is_bidirectional(c) || is_invisible(c);
        assert!(!order || c == '\u{1b}' && colour(), "{what}: U+{:04X} in {text:?}", u32::from(c));
    }
}

fn is_bidirectional(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What nobody sees, but for what living scripts need, as Unicode has it.
fn is_invisible(c: char) -> bool {
    static UNSEEN: LazyLock<Regex> = LazyLock::new(|| {
        let set = r"^[[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u{2800}]--\p{Prepended_Concatenation_Mark}--\p{Variation_Selector}--[\u{AD}\u{200B}-\u{200D}]]$";
        Regex::new(set).expect("a set of characters")
    });
    !c.is_ascii() && UNSEEN.is_match(c.encode_utf8(&mut [0; 4]))
}

#[track_caller]
fn shown(ran: &Ran, what: &str) {
    obeyed(&ran.stdout, what);
    obeyed(&ran.stderr, what);
}

#[test]
fn texts_give_no_orders_to_a_terminal() {
    let library = library_of_orders();
    let commands: &[&[&str]] = &[
        &["show", "1.1"],
        &["show", "1.2", "--lang", "en,ru"],
        &["show", "1.2", "--format", "json"],
        &["search", "words"],
        &["search", "words", "--format", "json"],
        &["test"],
        &["test", "--format", "junit"],
        &["test", "--format", "json"],
        &["terms"],
        &["terms", "battle"],
        &["terms", "--format", "json"],
        &["odds", "1.2", "--format", "json"],
        &["status", "--details"],
        &["check"],
        &["check", "--format", "short"],
        &["check", "--format", "json"],
        &["check", "--format", "sarif"],
        &["check", "--format", "github"],
        &["translate", "suggest", "skirmish", "ru"],
        &["build"],
    ];
    for colour in ["always", "never"] {
        for command in commands {
            let ran = library.run(&[&["--color", colour], *command].concat());
            shown(&ran, &format!("{command:?}"));
            assert!(!ran.stdout.is_empty() || !ran.stderr.is_empty(), "{command:?} says something");
            assert!(ran.status < 3, "{command:?}");
        }
    }
    let words = library.run(&["show", "1.2"]);
    assert!(words.stdout.contains("hidden") && words.stdout.contains('\u{fffd}'), "{}", words.stdout);
}

#[test]
fn check_finds_every_order_at_its_place() {
    let library = library_of_orders();
    let ran = library.run(&["check", "--format", "json"]);
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    let found: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let found = found["diagnostics"].as_array().expect("diagnostics");
    let of = |code: &str, file: &str| {
        let here =
            |one: &&serde_json::Value| one["code"] == code && one["file"].as_str().is_some_and(|at| at.ends_with(file));
        found.iter().filter(here).count()
    };
    // Each line of orders has seven control characters, two that turn the order and two that nobody sees.
    assert_eq!(of("control-character", "rules-en/skirmish/book.yaml"), 3 * 7, "{found:#?}");
    assert_eq!(of("bidirectional-character", "rules-en/skirmish/book.yaml"), 3 * 2);
    assert_eq!(of("invisible-character", "rules-en/skirmish/book.yaml"), 3 * 2);
    assert_eq!(of("control-character", "rules-ru/skirmish/terms.yaml"), 7);
    // Entities of Markdown as well.
    let entities =
        found.iter().filter(|one| one["message"].as_str().is_some_and(|said| said.starts_with("this stands for")));
    assert_eq!(entities.count(), 4);
}

#[test]
fn what_nobody_sees_is_found_and_shown_by_its_number() {
    let unseen = "\u{34f}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{2800}\u{3164}\u{ffa0}\u{13430}\u{13441}\u{1bca0}\u{1bca3}\
                  \u{1d159}\u{1d173}\u{1d17a}\u{e0041}";
    let needed = "a\u{ad}b\u{200b}c\u{200d}d\u{fe0f}e\u{e0100}f\u{180b}g\u{600}";
    let library = Scratch::demo();
    let words: String = unseen.chars().flat_map(|c| ['x', c]).collect();
    library.write(
        "rules-en/skirmish/01-turn.yaml",
        format!(
            "chapter: {{number: \"1\", title: Turn}}\nsections:\n  - id: turn\n    number: \"1.1\"\n    \
             title: \"Turn {words}\"\n    text: |\n      ^a A turn {words}, {needed}.\n    labels: {{a: \"{words}\"}}\n"
        ),
    );
    let ran = library.run(&["show", "1.1"]).ends(0);
    shown(&ran, "show");
    for c in unseen.chars() {
        let number = format!("x\\u{{{:x}}}", u32::from(c));
        assert!(ran.stdout.matches(&number).count() >= 2, "{number} in {}", ran.stdout);
    }
    assert!(ran.stdout.contains(needed), "{}", ran.stdout);
    for format in ["human", "short", "json", "sarif", "github"] {
        let ran = library.run(&["check", "--format", format]);
        shown(&ran, format);
        for c in unseen.chars() {
            let told = format!("a character that nobody sees (U+{:04X})", u32::from(c));
            assert!(ran.stdout.matches(&told).count() >= 3, "{told} in {}", ran.stdout);
        }
    }
}

#[test]
fn arguments_give_no_orders_to_a_terminal() {
    let library = Scratch::demo();
    let orders = ORDERS.replace('\0', "");
    for arguments in [
        vec!["show", &orders],
        vec!["search", &orders],
        vec!["search", "--lang", &orders, "x"],
        vec!["explain", &orders],
        vec![&orders],
        vec!["check", &orders],
        vec!["check", "--format", &orders],
        vec!["terms", &orders],
        vec!["play", &orders],
        vec!["odds", &orders],
        vec!["new", "book", &orders],
        vec!["translate", "draft", &orders, "ru"],
        vec!["build", "--out", "/dev/null/\u{1b}[2J\u{202e}"],
    ] {
        for colour in ["always", "never"] {
            let ran = library.run(&[&["--color", colour], arguments.as_slice()].concat());
            shown(&ran, &format!("{arguments:?}"));
            assert!(!ran.stderr.is_empty() || ran.status == 0, "{arguments:?}");
        }
    }
    assert_eq!(library.run(&["--help"]).status, 0);
    assert_eq!(library.run(&["--version"]).stdout.lines().count(), 1);
    assert_eq!(library.run(&["check", "--no-such-option"]).status, 2);
    let root = library.path("no\u{1b}[2Jlibrary\ninjected");
    let ran = rulestone(&root, &["check"]);
    shown(&ran, "the root");
    assert!(!ran.stderr.lines().any(|line| line.starts_with("injected")), "{}", ran.stderr);
}

#[test]
fn subjects_of_commits_give_no_orders_to_a_terminal() {
    let library = Scratch::demo();
    let git = |arguments: &[&str]| {
        let author = ["-c", "user.name=Author", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
        let output = Command::new("git").arg("-C").arg(library.root()).args(author).args(arguments).output();
        output.is_ok_and(|output| output.status.success())
    };
    library.run(&["translate", "accept", "skirmish", "ru", "--all"]);
    let subject = format!("A new rule {}", ORDERS.replace(['\0', '\r'], ""));
    if !(git(&["init", "-q"]) && git(&["add", "-A"]) && git(&["commit", "-qm", "Begin"])) {
        eprintln!("SKIPPED: subjects of commits need git");
        return;
    }
    library.edit("rules-en/skirmish/01-turn.yaml", "a move and a battle", "a battle and then a move");
    assert!(git(&["commit", "-qam", &subject]));
    for command in [&["status", "--details"][..], &["status", "--details", "--format", "json"]] {
        let ran = library.run(&[&["--color", "always"], command].concat());
        shown(&ran, "status --details");
        assert!(ran.stdout.contains("A new rule"), "{}", ran.stdout);
    }
}

/// Names of files with a line end, orders, and turned letters.
#[cfg(unix)]
#[test]
fn names_of_files_inject_no_lines() {
    let library = Scratch::demo();
    let injected = "injected.yaml:1:1: error[bad-id]: not so";
    library.write(format!("rules-en/skirmish/02-x\n{injected}.yaml"), "chapter: {title: X}\n");
    library.write("rules-en/skirmish/data/x\n::error file=a::injected\n.yaml", "table: t\n- broken\n");
    library.write("rules-en/skirmish/\u{1b}[2J\u{9b}2J\u{202e}.yml", "a: b\n");
    library.write("rules-en/skirmish/03\r::error::injected.yaml", "\0");
    fs::create_dir_all(library.path("rules-en\n::error::injected/book")).expect("a folder");
    fs::create_dir_all(library.path("rules-x\n::error::injected/book")).expect("a folder");
    for format in ["human", "short", "json", "sarif", "github"] {
        for colour in ["always", "never"] {
            let ran = library.run(&["--color", colour, "check", "--format", format]);
            assert_eq!(ran.status, 1, "{format}: {}", ran.stdout);
            shown(&ran, format);
            let starts = |line: &str| {
                line.starts_with("injected")
                    || line.starts_with("::error file=a::inj")
                    || line.starts_with("::error::inj")
            };
            assert!(!ran.stdout.split(['\n', '\r']).any(starts), "{format}: {}", ran.stdout);
            assert!(ran.stdout.contains("injected"), "the file is named: {}", ran.stdout);
            if matches!(format, "json" | "sarif") {
                serde_json::from_str::<serde_json::Value>(&ran.stdout).expect("JSON");
            }
            if format == "github" {
                assert!(ran.stdout.lines().all(|line| line.starts_with("::")), "{}", ran.stdout);
            }
        }
    }
}

#[test]
fn junit_is_xml_whatever_a_text_says() {
    let ran = library_of_orders().run(&["--color", "always", "test", "--format", "junit"]);
    // XML 1.0, section 2.2.
    let allowed =
        |c: char| matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..);
    assert!(ran.stdout.starts_with("<?xml") && ran.stdout.chars().all(allowed), "{}", ran.stdout);
    obeyed(&ran.stdout, "junit");
    assert!(!ran.stdout.contains('\u{1b}'), "not even colours: {}", ran.stdout);
}

#[test]
fn no_control_character_reaches_a_page() {
    let library = library_of_orders();
    let library = library::load(library.root()).expect("a library").library;
    let meter = rulestone::logic::limits::Meter::default();
    let judged = judge(&library, compile_library(&library, &meter), &meter);
    let (figures, _) = figures(&library, &judged, None, &meter);
    let site = site::render(&library, &judged, &figures, &Options::default()).expect("a site");
    assert!(site.files.contains_key("en/skirmish/01-turn.html"), "{:?}", site.files.keys());
    for (path, bytes) in &site.files {
        let Ok(text) = std::str::from_utf8(bytes) else { continue };
        let order = text.char_indices().find(|(_, c)| c.is_control() && !matches!(c, '\n' | '\t'));
        assert!(order.is_none(), "{path}: {order:?} in {}", &text[..order.map_or(0, |(at, _)| at)]);
        // JSON and scripts may hold them as escapes; a text with them would be one that was not cleaned.
        for escape in ["\\u001b", "\\u0000", "\\u009b"] {
            assert!(path.ends_with("search.js") || !text.to_lowercase().contains(escape), "{path}: {escape}");
        }
    }
}

/// What ARCHITECTURE.md promises: one place prints.
#[test]
fn nothing_else_prints() {
    let sources = files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(sources.len() > 100);
    // The one place, and tests that tell how long they took.
    let may =
        |path: &Path| path.ends_with("src/cli/output.rs") || path.components().any(|part| part.as_os_str() == "tests");
    for path in sources.iter().filter(|path| !may(path)) {
        let text = fs::read_to_string(path).expect("a source");
        for way in
            ["println!", "eprint", "print!(", "dbg!(", "stdout()", "stderr()", "io::stdout", "io::stderr", "/dev/tty"]
        {
            assert!(!text.contains(way), "{}: `{way}`", path.display());
        }
    }
}
