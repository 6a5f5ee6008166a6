//! The odds that examples show: the figure in three languages, what is kept between builds, what is said where there are none.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rulestone::diagnostic::Severity;
use rulestone::files::{Cache, Key};
use rulestone::library::{self, Library};
use rulestone::logic::book::compile_library;
use rulestone::logic::example::judge;
use rulestone::logic::figure::{Figures, KeptFigures, figures};
use rulestone::logic::limits::Meter;

use super::fixture::{page, site};
use crate::diagnostics::{compare, for_each};
use crate::shipped;

const BOOK: &str = "title: {en: Storms, ja: 嵐, ru: Бури}
provenance:
  en: |
    Made up.
languages: [en, ja, ru]
options:
  - id: hull
    title: {en: Hulls, ja: 船体, ru: Корпуса}
    readings: {sound: {en: Sound., ja: 健全。, ru: Целые.}, rotten: {en: Rotten., ja: 腐朽。, ru: Гнилые.}}
    followed: sound
    why: {en: So it says., ja: 文面による。, ru: Так написано.}
    section: storms
";

const ASSUMPTIONS: &str = "assumptions:
  - id: calm
    reason: {en: It is calm on a 6., ja: 6なら凪。, ru: На 6 штиль.}
    logic: |
      assume calm(sky) = sky is 6
";

const CHAPTER: &str = "chapter: {number: \"1\", title: Storms}
sections:
  - id: storms
    number: \"1.1\"
    title: Storms at sea
    text: |
      Fleets roll dice.
    labels:
      Side: Side
      strength: Strength
      Fleet: Fleet
      player: Player
      fleet: Fleet
      storm: Storm
      lost: Ships lost
      course: Course
      waves: Waves
      wave: Wave
      calm: Calm
      sky: Sky
      limit: Limit
      drift: Drift
      rounds: Rounds
      gale: Gale
    logic: |
      type Side is rome, carthage
      type Course is coast, open_sea
      entity Fleet
        strength: 0..9
      value limit: 1..6 = if hull is sound then 2 otherwise 3
      value calm(sky: 1..6): yes/no = external base:4
      procedure storm(player: Side, fleet: Fleet) gives lost: 0..9
        choose course by player from Course
        if course is coast
          stop with lost: 0
        roll fleet.strength d6 as waves
        stop with lost: count of wave in waves where wave <= limit
      procedure drift gives rounds: 0..9
        roll d6 as sky
        require sky >= 2
        if calm(sky)
          stop with rounds: 0
        stop with rounds: sky
      procedure gale(fleet: Fleet) changes Fleet
        repeat until fleet.strength is 0
          roll d6 as wave
          if wave <= limit
            lower fleet.strength by 1
    examples:
      - id: one
        text: One reading.
        given: {Fleet: {fleet: {strength: 3}}}
        run: {storm: {player: rome, fleet: fleet}}
        choices: {course: open_sea}
        dice: {waves: [1, 5, 5]}
        expect: {lost: 1}
        odds: {policy: {course@rome: open_sea}, show: at-least}
      - id: two
        text: Two readings.
        given: {Fleet: {fleet: {strength: 2}}}
        run: {storm: {player: rome, fleet: fleet}}
        choices: {course: open_sea}
        dice: {waves: [1, 5]}
        expect: {lost: 1}
        odds: {policy: {course: highest lost}, with: {hull: rotten}, of: [lost, fleet.strength]}
      - id: refused
        text: Something else refuses.
        run: {drift: {}}
        dice: {sky: [1]}
        expect: {refused: [storms]}
        odds: {assume: [calm]}
";

const JAPANESE: &str = "chapter: {title: 嵐}
sections:
  - id: storms
    title: 海上の嵐
    text: |
      艦隊はダイスを振る。
    labels: {Side: 陣営, strength: 戦力, Fleet: 艦隊, player: プレイヤー, fleet: 艦隊, storm: 嵐, lost: 失った船, course: 航路, waves: 波, wave: 波, calm: 凪, sky: 空, limit: 限度, drift: 漂流, rounds: ラウンド, gale: 強風}
    examples: {one: ひとつの解釈。, two: ふたつの解釈。, refused: ほかのものが拒む。}
";

const RUSSIAN: &str = "chapter: {title: Бури}
sections:
  - id: storms
    title: Бури на море
    text: |
      Флоты бросают кубики.
    labels: {Side: сторона, strength: сила, Fleet: флот, player: игрок, fleet: флот, storm: буря, lost: потеряно кораблей, course: курс, waves: волны, wave: волна, calm: штиль, sky: небо, limit: предел, drift: дрейф, rounds: раунды, gale: шторм}
    examples: {one: Одно толкование., two: Два толкования., refused: Не допускает.}
";

fn terms(names: [&str; 4]) -> String {
    let [rome, carthage, coast, open] = names;
    format!(
        "terms:\n  - {{id: rome, name: {rome}}}\n  - {{id: carthage, name: {carthage}}}\n  - {{id: coast, name: {coast}}}\n  - {{id: open-sea, name: {open}}}\n"
    )
}

fn files() -> Vec<(&'static str, String)> {
    vec![
        ("rules-en/storms/book.yaml", BOOK.to_owned()),
        ("rules-en/storms/assumptions.yaml", ASSUMPTIONS.to_owned()),
        ("rules-en/storms/01-storms.yaml", CHAPTER.to_owned()),
        ("rules-en/storms/terms.yaml", terms(["Rome", "Carthage", "along the coast", "open sea"])),
        ("rules-ja/storms/01-storms.yaml", JAPANESE.to_owned()),
        ("rules-ja/storms/terms.yaml", terms(["ローマ", "カルタゴ", "沿岸", "外洋"])),
        ("rules-ru/storms/01-storms.yaml", RUSSIAN.to_owned()),
        ("rules-ru/storms/terms.yaml", terms(["Рим", "Карфаген", "вдоль берега", "открытое море"])),
    ]
}

/// The library with a part of the chapter written otherwise.
fn changed(root: &Path, from: &str, to: &str) -> Library {
    for (path, content) in files() {
        let file = root.join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("the folder");
        assert!(path != "rules-en/storms/01-storms.yaml" || content.contains(from), "the chapter has no `{from}`");
        fs::write(file, content.replace(from, to)).expect("the file");
    }
    library::load(root).expect("a library").library
}

/// Works out the odds of the library, and keeps them in `cache`.
fn work_out(library: &Library, cache: &Path) -> (usize, usize) {
    let judged = judge(library, compile_library(library, &Meter::default()), &Meter::default());
    let key = Key::in_folder(&cache.with_extension("state")).expect("a key");
    let (Figures { all, worked_out, not_kept, .. }, amiss) =
        figures(library, &judged, Some(KeptFigures::new(&Cache::with_key(cache, key))), &Meter::default());
    assert!(not_kept.is_none() && amiss.is_empty(), "{not_kept:?} {amiss:?}");
    (all.len(), worked_out)
}

fn kept(cache: &Path) -> Vec<(PathBuf, SystemTime)> {
    let Ok(entries) = fs::read_dir(cache.join("odds")) else { return Vec::new() };
    let entries = entries.map(|entry| entry.expect("an entry"));
    let mut files: Vec<_> =
        entries.map(|entry| (entry.path(), entry.metadata().expect("data").modified().expect("a time"))).collect();
    files.sort();
    files
}

#[test]
fn the_figure_speaks_the_language_of_the_page() {
    let files = files();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, content)| (*path, content.as_str())).collect();
    let site = site(&files);
    let site = std::panic::AssertUnwindSafe(&site);
    for_each(["en", "ja", "ru"].map(str::to_owned), |language| {
        let page = page(&site, &format!("{language}/storms/proof/01-storms.html"));
        let figures: Vec<&str> =
            page.split("<figure").skip(1).filter_map(|rest| rest.split("</figure>").next()).collect();
        assert_eq!(figures.len(), 3, "each of the three examples shows its odds");
        let text: String = figures.iter().flat_map(|figure| ["<figure", figure, "</figure>\n\n"]).collect();
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/site/odds");
        compare(text, &home.join(format!("{language}.html")))
    });
}

#[test]
fn what_has_not_changed_is_not_worked_out_again() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let cache = root.path().join("cache");
    let library = changed(root.path(), "One reading.", "One reading.");
    assert_eq!(work_out(&library, &cache), (3, 4), "one of the three compares two cases");
    let first = kept(&cache);
    assert_eq!(first.len(), 4);
    assert_eq!(work_out(&library, &cache), (3, 0));
    assert_eq!(kept(&cache), first, "no file was touched");
    // Neither words nor what the example's own dice show matter to the odds.
    let library = changed(root.path(), "One reading.", "# moved\n          One way to read it.");
    assert_eq!(work_out(&library, &cache), (3, 0));
    let library = changed(root.path(), "show: at-least", "show: exactly");
    assert_eq!(work_out(&library, &cache), (3, 0), "rows are summed up when they are shown");
    let library = changed(root.path(), "strength: 3}", "strength: 4}");
    assert_eq!(work_out(&library, &cache), (3, 1), "only the example that changed");
    let library = changed(root.path(), "hull is sound then 2", "hull is sound then 1");
    assert_eq!(work_out(&library, &cache), (3, 4), "a rule counts for every example of its book");
    assert_eq!(kept(&cache).len(), 4, "and what it had before is gone");
}

#[test]
fn a_damaged_or_foreign_file_is_worked_out_again() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let cache = root.path().join("cache");
    let library = changed(root.path(), "One reading.", "One reading.");
    work_out(&library, &cache);
    let files = kept(&cache);
    let whole: Vec<String> = files.iter().map(|(path, _)| fs::read_to_string(path).expect("text")).collect();
    fs::write(&files[0].0, &whole[0][..whole[0].len() / 2]).expect("cut");
    fs::write(&files[1].0, &whole[2]).expect("what belongs to another");
    fs::write(&files[2].0, whole[2].replacen("\"1\"", "\"2\"", 1)).expect("another number, under the same seal");
    fs::write(&files[3].0, "[".repeat(100_000)).expect("nonsense");
    let alien = cache.join("odds/notes.txt");
    fs::write(&alien, "mine").expect("a file of somebody else");
    assert_ne!(fs::read_to_string(&files[2].0).expect("text"), whole[2], "the number stands there");
    assert_eq!(work_out(&library, &cache), (3, 4));
    let again: Vec<String> = files.iter().map(|(path, _)| fs::read_to_string(path).expect("text")).collect();
    let odds = |text: &String| {
        text.split("\"effort\"").nth(1).map(|rest| rest.split("\"outcomes\"").nth(1).map(str::to_owned))
    };
    assert_eq!(again.iter().map(odds).collect::<Vec<_>>(), whole.iter().map(odds).collect::<Vec<_>>());
    assert!(alien.is_file(), "what is not ours stays");
}

#[test]
fn a_folder_that_cannot_be_written_is_said_and_no_error() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let library = changed(root.path(), "One reading.", "One reading.");
    let cache = root.path().join("file");
    fs::write(&cache, "in the way").expect("a file");
    let judged = judge(&library, compile_library(&library, &Meter::default()), &Meter::default());
    let key = Key::in_folder(&root.path().join("state")).expect("a key");
    let (figures, amiss) =
        figures(&library, &judged, Some(KeptFigures::new(&Cache::with_key(&cache, key))), &Meter::default());
    assert_eq!((figures.all.len(), amiss.len()), (3, 0));
    assert!(figures.not_kept.is_some());
}

#[test]
fn what_has_no_odds_is_told_with_its_place_and_a_mend() {
    // (what is written otherwise, what is said, at which words, what mends it)
    let cases = [
        (
            "policy: {course@rome: open_sea}, show: at-least",
            "show: at-least",
            "no policy makes the choice `course` of rome in 1.1",
            "show",
            "policy: {course: coast}",
        ),
        (
            "policy: {course@rome: open_sea}",
            "policy: {course@carthage: open_sea}",
            "no policy makes the choice `course` of rome in 1.1",
            "policy",
            "course@rome: coast",
        ),
        ("odds: {assume: [calm]}", "odds: {}", "the odds are undetermined", "odds", "`assume: [calm]`"),
    ];
    for (from, to, message, at, help) in cases {
        let root = tempfile::tempdir().expect("a temporary folder");
        let library = changed(root.path(), from, to);
        let judged = judge(&library, compile_library(&library, &Meter::default()), &Meter::default());
        let (figures, amiss) = figures(&library, &judged, None, &Meter::default());
        let [found] = &amiss[..] else { panic!("{to}: {amiss:?}") };
        assert_eq!((found.code.name, found.severity, figures.all.len()), ("bad-odds", Severity::Error, 2), "{to}");
        assert!(found.message.contains(message), "{to}: {}", found.message);
        assert!(found.help.as_ref().is_some_and(|found| found.contains(help)), "{to}: {:?}", found.help);
        let place = found.place.expect("a place");
        let (path, position) = library.sources.position(place);
        assert_eq!(path, "rules-en/storms/01-storms.yaml", "{to}");
        let line = CHAPTER.replace(from, to).lines().nth(position.line - 1).map(str::to_owned).unwrap_or_default();
        assert!(line.contains(to), "{to}: line {} is {line}", position.line);
        if at != "odds" {
            let rest: String = line.chars().skip(position.column - 1).collect();
            assert!(rest.starts_with(at), "{to}: {rest}");
        }
    }
}

#[test]
fn a_grid_is_a_case_for_each_of_its_cells() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let asked = "odds: {policy: {course@rome: open_sea}, show: at-least}";
    let grid = "odds: {policy: {course@rome: open_sea}, for: {fleet.strength: [1..3], hull: [sound, rotten]}}";
    let library = changed(root.path(), asked, grid);
    let judged = judge(&library, compile_library(&library, &Meter::default()), &Meter::default());
    let (figures, amiss) = figures(&library, &judged, None, &Meter::default());
    assert!(amiss.is_empty(), "{amiss:?}");
    let figure = figures.of("storms", "storms", "one").expect("a grid");
    let nothing_lost: Vec<String> = figure.odds.iter().map(|odds| odds.outcomes[0].probability.to_string()).collect();
    assert_eq!(nothing_lost, ["2/3", "1/2", "4/9", "1/4", "8/27", "1/8"], "the last axis turns fastest");
    let site = rulestone::site::render(&library, &judged, &figures, &rulestone::site::Options::default());
    let site = site.expect("a site");
    for (language, line, first) in [
        (
            "en",
            "Ships lost: 0: <strong>67\u{a0}%</strong> · 1: <strong>33\u{a0}%</strong> <small>(Strength: 1)</small>",
            "Strength",
        ),
        ("ja", "失った船: 0: <strong>67%</strong> · 1: <strong>33%</strong> <small>(戦力: 1)</small>", "戦力"),
        (
            "ru",
            "Потеряно кораблей: 0: <strong>67\u{a0}%</strong> · 1: <strong>33\u{a0}%</strong> <small>(Сила: 1)</small>",
            "Сила",
        ),
    ] {
        let rules = page(&site, &format!("{language}/storms/01-storms.html"));
        let odds = rules.split("class=\"odds-line\"").collect::<Vec<_>>();
        assert_eq!(odds.len(), 2, "{language}: one line a section");
        assert!(odds[1].contains(line), "{language}: {}", odds[1]);
        assert_eq!(odds[1].matches("<tbody data-at=").count(), 6, "{language}");
        assert!(odds[1].contains("proof/01-storms.html#storms.example-one"), "{language}");
        assert!(
            odds[1].contains(&format!("<span class=\"axis\"><span>{first}</span>: <strong>1</strong></span>")),
            "{language}"
        );
        let whole = page(&site, &format!("{language}/storms/book.html"));
        assert!(!whole.contains("odds-line"), "{language}: the whole book is rules alone");
    }
}

#[test]
fn what_is_wrong_with_a_grid_is_told_with_its_place_and_a_mend() {
    let many = format!(
        "{{fleet.strength: [0..9], hull: [sound, rotten], course: [coast, open_sea], player: [{}]}}",
        "rome, carthage"
    );
    // (what stands under `for`, what is said, at which words, what mends it)
    let cases = [
        ("{fleet.strenght: [1, 2]}", "`fleet` has no field `strenght`", "fleet.strenght", "strength"),
        ("{flet.strength: [1, 2]}", "no thing that is given has the name `flet`", "flet.strength", "fleet"),
        ("{plaier: [rome, carthage]}", "`plaier` is no argument, state, option or choice", "plaier", "player"),
        ("{fleet.strength: [1, 12]}", "12 is outside 0..9", "12", "the logic declares this range"),
        ("{fleet.strength: [1, 2, 1..2]}", "`1` stands twice", "1..2", "keep one"),
        ("{fleet.strength: []}", "`fleet.strength` has no values", "fleet.strength", "name some"),
        ("{fleet.strength: [3]}", "this grid has a single cell", "", "name two values or more"),
        ("{hull: [sound, roten]}", "`hull` has no reading `roten`", "roten", "rotten"),
        (&many, "this makes a grid of 80 cells, and 64 is the most", "", "name fewer values"),
        ("{fleet.strength: [1..1000000000]}", "10 is outside 0..9", "1..1000000000", "declares this range"),
        (
            "{a: [1], b: [1], c: [1], d: [1], e: [1]}",
            "a grid changes at most 4 things, and this one 5",
            "e: [1]",
            "leave out",
        ),
        (
            "{course@rome: [coast, open_sea]}",
            "`course@rome` has a policy already",
            "course@rome",
            "take it out of `policy`",
        ),
        (
            "{hull: [sound, rotten]}, with: {hull: rotten}",
            "a grid has its readings under `for`",
            "with",
            "one of the things that `for` changes",
        ),
    ]
    .map(|(grid, message, at, help)| (grid.to_owned(), message, at, help));
    for (grid, message, at, help) in cases {
        let root = tempfile::tempdir().expect("a temporary folder");
        let asked = "odds: {policy: {course@rome: open_sea}, show: at-least}";
        let grid = format!("odds: {{policy: {{course@rome: open_sea}}, for: {grid}}}");
        let library = changed(root.path(), asked, &grid);
        let judged = judge(&library, compile_library(&library, &Meter::default()), &Meter::default());
        let book = &library.books[0];
        let logic = judged.logic("storms").expect("the logic");
        let found = rulestone::logic::figure::check_odds(book, &logic.program);
        let [found] = &found[..] else { panic!("{grid}: {found:?}") };
        assert_eq!(found.code.name, "bad-odds", "{grid}");
        assert!(found.message.contains(message), "{grid}: {}", found.message);
        assert!(found.help.as_ref().is_some_and(|found| found.contains(help)), "{grid}: {:?}", found.help);
        let (_, position) = library.sources.position(found.place.expect("a place"));
        let line = CHAPTER.replace(asked, &grid).lines().nth(position.line - 1).map(str::to_owned).unwrap_or_default();
        let rest: String = line.chars().skip(position.column - 1).collect();
        assert!(rest.starts_with(at) && line.contains("odds:"), "{grid}: {rest}");
    }
}

#[test]
fn what_the_budget_leaves_open_is_a_row_with_its_reason_and_a_warning() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let rolls = "roll d100 as a\n        roll d100 as b\n        roll d100 as c\n        roll d100 as d\n        \
                 stop with rounds: if a * b - c * d > 99 then 1 otherwise 0\n        roll d6 as sky";
    let library = changed(root.path(), "roll d6 as sky", rolls);
    let judged = judge(&library, compile_library(&library, &Meter::default()), &Meter::default());
    let (figures, amiss) = figures(&library, &judged, None, &Meter::default());
    let [found] = &amiss[..] else { panic!("{amiss:?}") };
    assert_eq!(found.severity, Severity::Warning);
    assert!(found.message.contains("not resolved within 200,000 states"), "{}", found.message);
    let site = rulestone::site::render(&library, &judged, &figures, &rulestone::site::Options::default());
    let site = site.expect("a site");
    for (language, row, bounds) in [
        ("en", "Not resolved (left off after 200,000 states)</th>", "plus what is not resolved.</span></figcaption>"),
        ("ru", "Не просчитано (прервано после 200\u{a0}000 состояний)</th>", "что не просчитано.</span></figcaption>"),
        ("ja", "未計算 (状態数200,000で打ち切り)</th>", "加えた値以下である。</span></figcaption>"),
    ] {
        let page = page(&site, &format!("{language}/storms/proof/01-storms.html"));
        assert!(page.contains(row), "{language}: {page}");
        assert!(page.contains(bounds), "{language}: {page}");
    }
}

#[test]
fn the_shipped_books_have_their_odds() {
    let (figures, amiss) = figures(shipped::library(), shipped::judged(), None, &Meter::default());
    assert!(amiss.is_empty(), "{amiss:?}");
    assert!(figures.all.len() >= 10, "{}", figures.all.len());
    for figure in &figures.all {
        for odds in &figure.odds {
            assert!(odds.unresolved.is_zero() && odds.endless.is_zero(), "{:?}", figure.example);
        }
    }
}
