//! What the examples of the shipped books prove, and that they would notice if a rule were written down wrongly.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rulestone::diagnostic::Severity;
use rulestone::library::yaml::Node;
use rulestone::library::{Book, Library};
use rulestone::logic::book::compile_library;
use rulestone::logic::coverage::coverage;
use rulestone::logic::example::{Judged, VerdictKind, judge};
use rulestone::logic::limits::Meter;
use rulestone::logic::mutate::{Fate, mutate};

use crate::shipped;

const BOOK: &str = "sword-of-rome-5p";

/// The rulebook's own 14 examples and what follows from the document: four stand by themselves, the rest need
/// what the base game says.
const PRINTED: [(&str, &str, VerdictKind); 14] = [
    ("carthaginian-mercenaries", "hiring-at-lilybaeum", VerdictKind::Passed),
    ("greek-loyalty-penalty", "timoleon-penalty", VerdictKind::Passed),
    ("naval-movers", "gisgo-sails", VerdictKind::PassedUnderAssumption),
    ("naval-movers", "gallic-army-from-pisae", VerdictKind::PassedUnderAssumption),
    ("naval-combat", "neapolis-to-syracuse", VerdictKind::PassedUnderAssumption),
    ("naval-avoidance", "bomilcar-avoids", VerdictKind::PassedUnderAssumption),
    ("naval-retreat", "camillus-retreats", VerdictKind::PassedUnderAssumption),
    ("garrison-box", "hanno-leaves-the-box", VerdictKind::PassedUnderAssumption),
    ("unrest-cap", "cap-leaves-one", VerdictKind::PassedUnderAssumption),
    ("unrest-cap", "level-above-cap", VerdictKind::Passed),
    ("unrest-effects", "turn-two-effects", VerdictKind::Passed),
    ("reducing-unrest", "sacred-band", VerdictKind::PassedUnderAssumption),
    ("reducing-unrest", "level-one", VerdictKind::PassedUnderAssumption),
    ("reducing-unrest", "capped-at-four", VerdictKind::PassedUnderAssumption),
];

#[test]
fn the_printed_examples_have_the_verdicts_that_follow_from_the_document() {
    let (library, judged) = (shipped::library(), shipped::judged());
    let own = |section: &str, id: &str| {
        let (_, section) = library.book(BOOK).and_then(|book| book.section(section)).expect("the section");
        section.examples.iter().any(|example| example.id == id && !example.is_printed())
    };
    let printed: Vec<_> = judged
        .of_book(BOOK)
        .filter(|result| !own(&result.section, &result.id))
        .map(|result| (result.section.as_str(), result.id.as_str(), result.verdict.kind))
        .collect();
    assert_eq!(printed, PRINTED);
    for result in judged.of_book(BOOK) {
        let good = [VerdictKind::Passed, VerdictKind::PassedUnderAssumption];
        assert!(good.contains(&result.verdict.kind), "{}: {:?}", result.id, result.verdict.reason);
        let (_, section) = library.book(BOOK).and_then(|book| book.section(&result.section)).expect("the section");
        let example = section.examples.iter().find(|example| example.id == result.id).expect("the example");
        let steps = example.program.get("steps").map(Node::items).unwrap_or_default();
        let says_why =
            |key: &str| example.program.contains_key(key) || steps.iter().any(|step| step.get(key).is_some());
        let refused = steps
            .iter()
            .filter_map(|step| step.get("expect"))
            .chain(example.program.get("expect"))
            .any(|expect| expect.get("refused").is_some());
        assert!(says_why("because") || refused, "{} names no reason", result.id);
    }
}

/// The printed examples about an option that fit each of its readings; those that fit all are left out.
#[test]
fn the_reading_that_is_followed_against_the_unrest_is_the_only_one_that_fits_every_example() {
    let judged = shipped::judged();
    let mut fits: Vec<(&str, &str, bool)> = Vec::new();
    for (program, option, result) in judged.telling(BOOK, "dice-limit") {
        for fit in result.verdict.fits.iter().filter(|fit| fit.option == option) {
            fits.push((&result.id, &program.symbols[fit.reading.index()], fit.holds));
        }
    }
    let expected = [
        ("sacred-band", "unrest_only", true),
        ("sacred-band", "limited", false),
        ("sacred-band", "unlimited", true),
        ("level-one", "unrest_only", true),
        ("level-one", "limited", true),
        ("level-one", "unlimited", false),
    ];
    assert_eq!(fits, expected);
}

#[test]
fn every_row_exception_contribution_and_branch_is_exercised() {
    let (library, judged) = (shipped::library(), shipped::judged());
    for book in with_logic(library) {
        let logic = judged.logic(&book.id).expect("the logic");
        let all = coverage(&logic.program, &judged.results);
        assert!(all.iter().map(|part| part.total).sum::<usize>() > 150, "there is something to cover in {}", book.id);
        let open: Vec<_> = all.iter().filter(|part| part.covered < part.total).collect();
        assert!(open.is_empty(), "{}: {open:?}", book.id);
    }
}

/// The books that have logic.
pub(super) fn with_logic(library: &Library) -> Vec<&Book> {
    let books = library.books.iter().filter(|book| book.sections().any(|(_, section)| section.logic.is_some()));
    let books: Vec<&Book> = books.collect();
    assert_eq!(
        books.iter().map(|book| book.id.as_str()).collect::<Vec<_>>(),
        ["hellenes", "peloponnesian-war", "sword-of-rome-5p"]
    );
    books
}

/// Changes that no example can notice.
const UNNOTICED: [&str; 8] = [
    // What comes first is the same whichever number stands for it.
    "player-initial-operation: 0 → -1 in `0`",
    "player-initial-operation: 2 → 3 in `2`",
    "non-player-building-priorities: 0 → -1 in `0`",
    "non-player-building-priorities: 1 → 2 in `1`",
    // The third round finds nothing that the second left.
    "non-player-building-priorities: 2 → 3 in `2`",
    "going-home-after-combat: 1 → 2 in `1`",
    "going-home-after-combat: 0 → -1 in `0`",
    // Where nobody can be picked to stay, nobody is sent home either.
    "going-home-after-combat: the statement dropped in `stop`",
];

#[test]
fn changes_of_the_logic_make_an_example_fail() {
    let (library, judged) = (shipped::library(), shipped::judged());
    for book in with_logic(library) {
        let logic = judged.logic(&book.id).expect("the logic");
        for seed in [1, 2, 3] {
            let tried = mutate(book, logic, &judged.results, (seed, 40), &Meter::default());
            let noticed = tried.iter().filter(|mutant| mutant.fate == Fate::Noticed).count();
            assert!(noticed >= 25, "{}, seed {seed}: {noticed} changes are noticed", book.id);
            let unnoticed: Vec<String> = tried
                .iter()
                .filter(|mutant| matches!(mutant.fate, Fate::Unnoticed | Fate::Unreached))
                .map(|mutant| format!("{}: {} in `{}`", mutant.section, mutant.change, mutant.text))
                .filter(|told| !UNNOTICED.contains(&told.as_str()))
                .collect();
            assert!(unnoticed.is_empty(), "{}, seed {seed}: {unnoticed:?}", book.id);
        }
    }
}

/// The verdicts and the errors of the Sword of Rome alone with a text of one chapter changed.
fn changed(chapter: &str, from: &str, to: &str) -> (Judged, Vec<String>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for language in ["rules-en", "rules-ja"] {
        let (from, to) = (Path::new(env!("CARGO_MANIFEST_DIR")).join(language), folder.path().join(language));
        copy(&from.join(BOOK), &to.join(BOOK));
    }
    let file = folder.path().join("rules-en").join(BOOK).join(chapter);
    let text = fs::read_to_string(&file).expect("the chapter");
    assert_eq!(text.matches(from).count(), 1, "`{from}` stands once in {chapter}");
    fs::write(&file, text.replace(from, to)).expect("written");
    let loaded = rulestone::library::load(folder.path()).expect("the changed library");
    let rulestone::check::Checked { library, diagnostics, .. } = rulestone::check::check(loaded, &Meter::default());
    let errors = diagnostics.into_iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    (
        judge(&library, compile_library(&library, &Meter::default()), &Meter::default()),
        errors.map(|error| format!("{}: {}", error.code.name, error.message)).collect(),
    )
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("copied");
        }
    }
}

#[test]
fn a_wrong_number_in_a_table_fails_the_example_that_tells_the_right_one() {
    let (judged, _) = changed("09-movement.yaml", "        | 2  | 6        |", "        | 2  | 7        |");
    let failed: Vec<&str> = judged
        .of_book(BOOK)
        .filter(|result| result.verdict.kind == VerdictKind::Failed)
        .map(|result| result.id.as_str())
        .collect();
    assert!(failed.contains(&"gallic-army-from-pisae"), "{failed:?}");
}

#[test]
fn two_sections_that_contradict_each_other_are_both_named() {
    let (_, errors) = changed(
        "05-sequence.yaml",
        "      exception insurrection_in_effect to new_mercenary_cu when event then 1",
        "      exception insurrection_in_effect to op_value when printed is 3 then 1",
    );
    let conflict = errors.iter().find(|error| error.starts_with("conflicting-exceptions"));
    let conflict = conflict.unwrap_or_else(|| panic!("{errors:?}"));
    assert!(conflict.contains("(5.10.1)") && conflict.contains("(7.4.6)"), "{conflict}");
}

/// The counts of hits that the examples of 20.3 tell: the dice that count, the hits, and whether that side wins.
const HITS: [(&[u8], u8, bool); 5] =
    [(&[6, 6, 6, 6], 8, true), (&[4, 4, 5], 3, false), (&[4, 4, 5], 3, true), (&[6], 2, true), (&[6, 4, 4], 6, true)];

/// Hits of a 4, a 5 and a 6.
type Table = [u8; 3];

#[test]
fn the_hypotheses_of_hits_fit_as_the_note_tells() {
    let tables: Vec<Table> = (0..=3)
        .flat_map(|four| (four..=3).flat_map(move |five| (five..=3).map(move |six| [four, five, six])))
        .collect();
    let hits = |table: &Table, dice: &[u8]| dice.iter().map(|die| table[usize::from(die - 4)]).sum::<u8>();
    let fits = |winner: &Table, loser: &Table| {
        HITS.iter().filter(|(dice, told, won)| hits(if *won { winner } else { loser }, dice) == *told).count()
    };
    let all = tables.iter().flat_map(|winner| tables.iter().map(move |loser| (winner, loser, fits(winner, loser))));
    assert!(all.clone().all(|(.., fit)| fit < HITS.len()), "none fits all");
    let (a, b) = ([2, 2, 2], [1, 1, 2]);
    let winners: BTreeSet<Table> = all.filter(|(.., fit)| *fit == 4).map(|(winner, ..)| *winner).collect();
    assert_eq!(winners, BTreeSet::from([a, b]));
    // The table of the note, in every language.
    for language in ["en", "ja", "ru"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("rules-{language}/{BOOK}/20-unrest.yaml"));
        let text = std::fs::read_to_string(path).expect("the chapter");
        for (dice, told, won) in HITS {
            let separator = if language == "ja" { "、" } else { ", " };
            let dice_told = dice.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator);
            let by_a = hits(if won { &a } else { &[1, 1, 1] }, dice);
            let row = format!("| {dice_told} | {told} | {by_a} | {} |", hits(&b, dice));
            assert!(text.contains(&row), "{language}: {row}");
        }
    }
}
