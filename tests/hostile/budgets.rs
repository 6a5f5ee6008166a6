//! Each piece of work has an allotment, the whole command a ceiling: what ends says its name, its place and its mend, and
//! nothing is published.
//!
//! The inputs are small and would take long; the limits are set low, so that they end at once, and always at the same point.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use rulestone::diagnostic::grouped;
use rulestone::logic::limits::Limits;
use tempfile::TempDir;

use super::files_below;

/// A library with one book, of one section.
struct Library {
    folder: TempDir,
}

impl Library {
    /// `labels` are the names that readers see, with commas.
    fn new(labels: &str, text: &str, logic: &str, examples: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let book = folder.path().join("rules-en/evil");
        fs::create_dir_all(&book).expect("a folder");
        let named: Vec<String> = labels.split(", ").map(|name| format!("{name}: the {name}")).collect();
        let mut chapter = String::from(
            "chapter: {number: \"1\", title: Evil}\nsections:\n  - id: evil\n    number: \"1\"\n    title: Evil\n",
        );
        let _ = write!(chapter, "    labels: {{{}}}\n    text: |\n{}", named.join(", "), indented(text));
        let _ = write!(chapter, "    logic: |\n{}", indented(logic));
        if !examples.is_empty() {
            let _ = write!(chapter, "    examples:\n{}", indented(examples));
        }
        fs::write(book.join("01-evil.yaml"), chapter).expect("a chapter");
        let whose = "title: {en: Evil}\nprovenance:\n  en: |\n    Made up.\nlanguages: [en]\n";
        fs::write(book.join("book.yaml"), whose).expect("a book");
        Self { folder }
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    #[track_caller]
    fn run(&self, arguments: &[&str]) -> Ran {
        let output =
            Command::new(env!("CARGO_BIN_EXE_rulestone")).arg("--root").arg(self.root()).args(arguments).output();
        Ran::of(output.expect("the program starts"))
    }

    /// Whether nothing stands in the library but what was put there.
    fn is_untouched(&self) -> bool {
        let entries = fs::read_dir(self.root()).expect("the library");
        let names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        // The folder of what is kept may have been made, with a lock in it; nothing that is kept.
        let kept = self.root().join(".rulestone");
        let kept = fs::read_dir(kept).into_iter().flatten().map(|entry| entry.expect("an entry").path());
        let published = |path: &Path| path.ends_with("current.json") || path.join("current.json").exists();
        names.iter().all(|name| name == "rules-en" || name == ".rulestone")
            && !kept.into_iter().any(|path| published(&path))
    }
}

fn indented(text: &str) -> String {
    text.lines().fold(String::new(), |mut all, line| {
        let _ = if line.is_empty() { writeln!(all) } else { writeln!(all, "      {line}") };
        all
    })
}

/// What the program did.
struct Ran {
    stdout: String,
    stderr: String,
    status: Option<i32>,
}

impl Ran {
    fn of(output: Output) -> Self {
        Self {
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
            status: output.status.code(),
        }
    }

    /// Fails unless it ended so, and `told` stands on one of the streams.
    #[track_caller]
    fn ends(self, status: i32, told: &[&str]) -> Self {
        let both = format!("{}\n{}", self.stdout, self.stderr);
        assert_eq!(self.status, Some(status), "{both}");
        for told in told {
            assert!(both.contains(told), "{told:?} is missing:\n{both}");
        }
        self
    }
}

/// Values of which each asks the one before it twice: the last takes about 2 to the power of `levels` steps.
fn chain(levels: usize) -> String {
    let mut logic = String::from("value v(n: 0..39): number = n\n");
    let mut name = "v".to_owned();
    for _ in 0..levels {
        let next = format!("{name}v");
        let _ = writeln!(logic, "value {next}(n: 0..39): number = {name}(n) + {name}(n)");
        name = next;
    }
    logic
}

/// The names of that, for readers, and `more`.
fn labels(levels: usize, more: &str) -> String {
    let names: Vec<String> = (1..=levels + 1).map(|length| "v".repeat(length)).collect();
    format!("n, {}, {more}", names.join(", "))
}

/// A value with 1,600 cases, each of about 2 to the power of `levels` steps.
fn proof(levels: usize, text: &str) -> Library {
    let last = "v".repeat(levels + 1);
    let logic = format!(
        "{}value supply(n: 0..39, m: 0..39): number = {last}(n)\nexception winter to supply when m > 38 then 1\n",
        chain(levels)
    );
    Library::new(&labels(levels, "m, supply, winter"), text, &logic, "")
}

/// A value with 1,600 cases, each of which goes through more numbers than anybody waits for.
fn endless_proof() -> Library {
    let logic = "value far(n: 0..39): number = count of x in 1..1000000000000 where x * n > 7\n\
        value supply(n: 0..39, m: 0..39): number = far(n)\nexception winter to supply when m > 38 then 1\n";
    Library::new("n, x, far, m, supply, winter", "^a A rule.", logic, "")
}

/// An example whose every step counts up to a thousand.
fn example(steps: usize) -> Library {
    let logic = "state total: 0..1000 = 0\n\nprocedure go changes total\n  set total to 0\n  repeat 1000 times\n    raise total by 1\n";
    let mut examples = String::from("- id: long\n  text: |\n    Long.\n  steps:\n");
    for _ in 0..steps {
        examples.push_str("    - run: go\n      expect: {total: 1000}\n");
    }
    Library::new("total, go", "^a A rule.", logic, &examples)
}

/// An example of which odds are asked.
fn odds(labels: &str, logic: &str, odds: &str) -> Library {
    let examples = format!("- id: it\n  text: |\n    It.\n  draft: yes\n  run: go\n  odds: {{{odds}}}\n");
    Library::new(labels, "^a A rule.", logic, &examples)
}

/// So many dice are rolled at once, and the sixes counted.
fn dice(number: u32) -> Library {
    let logic = format!(
        "procedure go gives hits: number\n  roll {number} d6 as dice\n  set hits to count of die in dice where die is 6\n"
    );
    odds("hits, go, dice, die", &logic, "")
}

/// Two dice of a thousand sides, added: 1,999 outcomes.
fn many_outcomes() -> Library {
    let logic =
        "procedure go gives total: number\n  roll d1000 as one\n  roll d1000 as other\n  set total to one + other\n";
    odds("total, go, one, other", logic, "")
}

#[test]
fn a_proof_says_how_far_it_came() {
    let library = proof(8, "^a A rule.");
    let told = [
        "rules-en/evil/01-evil.yaml:19:13: warning[not-proven]",
        "`supply` is proven for ",
        " of 1,600 cases: its allotment of 10,000 steps ended",
    ];
    library.run(&["--budget", "proof=10000", "check", "--format", "short"]).ends(0, &told);
    library.run(&["--budget", "proof=10000", "check"]).ends(0, &["--budget proof=100000"]);
    let whole = library.run(&["check"]).ends(0, &[]);
    assert!(!whole.stdout.contains("not-proven"), "{}", whole.stdout);
}

#[test]
fn an_allotment_is_the_same_whatever_else_there_is_to_do() {
    let told = |library: &Library| {
        let ran = library.run(&["--budget", "proof=10000", "check", "--format", "short"]).ends(0, &[]);
        let line = ran.stdout.lines().find(|line| line.contains("not-proven")).map(str::to_owned);
        line.and_then(|line| Some(line.split_once("warning")?.1.to_owned()))
    };
    let alone = told(&proof(8, "^a A rule."));
    assert!(alone.is_some());
    assert_eq!(alone, told(&proof(8, "^a A rule of {vvvvv(1)}, {vvvvv(2)} and {vvvvv(3)}.")));
}

#[test]
fn a_value_in_a_text_says_that_its_allotment_ended() {
    let library = proof(8, "^a A rule of {vvvvvvvvv(1)}.");
    let told = ["error[value-without-logic]", "its allotment of 100 steps ended", "--budget value=1000"];
    library.run(&["--budget", "value=100", "check"]).ends(1, &told);
    library.run(&["check"]).ends(0, &[]);
}

#[test]
fn an_example_has_one_allotment_for_all_its_steps() {
    let library = example(20);
    let told = ["its allotment of 10,000 steps ended", "01-evil.yaml", "--budget example=100000", "step "];
    library.run(&["--budget", "example=10000", "test"]).ends(1, &told);
    library.run(&["test"]).ends(0, &["1 passed"]);
}

#[test]
fn the_trace_of_an_example_is_bounded_by_all_its_steps() {
    // A thousand changes each, so that the first hundred steps fill it.
    let ran = example(150).run(&["test", "--format", "json", "--trace"]).ends(0, &[]);
    let lines = ran.stdout.matches("\"depth\"").count();
    assert!(lines > 10_000 && lines < 110_000, "{lines}");
}

#[test]
fn dice_that_stay_covered_are_paid_for() {
    let library = dice(3_000);
    let told = ["not resolved within the budget of 1,000,000 words", "--budget odds-words=10000000"];
    library.run(&["--budget", "odds-words=1000000", "odds", "it"]).ends(0, &told);
    // Their number alone has millions of digits.
    dice(900_000).run(&["odds", "it"]).ends(0, &["not resolved within the budget of 2,000,000,000 words"]);
    let json = library.run(&["--budget", "odds-words=1000000", "odds", "it", "--format", "json"]).ends(0, &[]);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(json["budget"]["ended"], "words");
    // The page says so too, and `build` names the limit.
    let told = ["100.00 % of the odds are not resolved within 1,000,000 words", "--budget figure-words"];
    library.run(&["--budget", "figure-words=1000000", "build"]).ends(0, &told);
    let page = fs::read_to_string(library.root().join("site/en/evil/1.html"));
    let page = page.or_else(|_| fs::read_to_string(find(&library.root().join("site"), "numbers grew too long")));
    assert!(page.expect("a page").contains("the numbers grew too long"));
}

/// The page on which these words stand.
#[track_caller]
fn find(folder: &Path, words: &str) -> std::path::PathBuf {
    let mut pages = files_below(folder).into_iter();
    let found = pages.find(|path| fs::read_to_string(path).is_ok_and(|text| text.contains(words)));
    found.unwrap_or_else(|| panic!("no page has {words:?}"))
}

#[test]
fn where_solving_ends_the_message_blames_no_roll() {
    // A walk that goes on and back by one until it leaves a stretch of 300: few states, long numbers.
    let logic = "state at: 0..300 = 150\n\nprocedure go gives won: yes/no changes at\n  repeat until at is 0 or at is 300\n    roll d7 as die\n    if die > 3\n      raise at by 1\n    otherwise\n      lower at by 1\n  set won to at is 300\n";
    let library = odds("at, go, won, die", logic, "of: [won]");
    let ran = library.run(&["--budget", "odds-words=20000", "odds", "it", "--of", "won"]);
    let ran = ran.ends(0, &["not resolved within the budget of 20,000 words", "--budget odds-words=200000"]);
    assert!(!ran.stderr.contains("roll or draw"), "{}", ran.stderr);
}

#[test]
fn of_many_outcomes_as_many_are_drawn_as_can_be_read() {
    let library = many_outcomes();
    let table = library.run(&["odds", "it"]).ends(0, &["others (1500)", "1,500 more rows: --format json", "mean"]);
    assert!(table.stdout.lines().count() < 520, "{}", table.stdout.lines().count());
    let picture = library.run(&["odds", "it", "--format", "svg", "--show", "at-least"]).ends(0, &[]);
    assert!(picture.stdout.matches("<g>").count() <= 200, "{}", picture.stdout.matches("<g>").count());
    let json = library.run(&["odds", "it", "--format", "json"]).ends(0, &[]);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(json["outcomes"].as_array().map(Vec::len), Some(1_999));
}

#[test]
fn over_the_whole_command_stands_a_ceiling_of_steps_and_nothing_is_published() {
    let library = proof(8, "^a A rule.");
    let told = [
        "the command takes more than its limit `steps`: 5,000 steps",
        "most of it took the proof of `supply` (1)",
        "at rules-en/evil/01-evil.yaml:19:13",
        "--budget steps=50000",
    ];
    for command in [&["check"][..], &["test"], &["build"], &["site"], &["search", "rule"], &["show", "1"], &["status"]]
    {
        let all: Vec<&str> = ["--budget", "steps=5000"].into_iter().chain(command.iter().copied()).collect();
        library.run(&all).ends(2, &told);
        assert!(library.is_untouched(), "{command:?}");
    }
    // What was published before stays.
    library.run(&["build"]).ends(0, &[]);
    let page = library.root().join("site/index.html");
    let before = fs::read_to_string(&page).expect("a page");
    library.run(&["--budget", "steps=5000", "build"]).ends(2, &told);
    assert_eq!(fs::read_to_string(&page).expect("a page"), before);
}

#[test]
fn the_ceilings_that_are_promised_are_those_that_hold() {
    let promised = include_str!("../../SECURITY.md");
    let limits = Limits::default();
    for told in [
        format!("{} steps of logic", grouped(limits.steps)),
        format!("{} seconds of the processor", limits.time),
        format!("{} MiB of memory", grouped(limits.memory)),
    ] {
        assert!(promised.contains(&told), "{told}");
    }
}

#[test]
fn what_the_ceiling_cut_short_is_not_kept() {
    let logic = "procedure go gives total: number\n  let sum be 0\n  roll d100 as one\n  set total to one\n  repeat 100 times\n    set total to total + 1\n";
    let library = odds("total, go, one, sum", &logic.replace("  let sum be 0\n", ""), "");
    let told = ["limit `steps`: 3,000 steps", "the odds of `evil::evil::it`", "01-evil.yaml"];
    library.run(&["--budget", "steps=3000", "build"]).ends(2, &told);
    assert!(library.is_untouched());
    let kept = library.root().join(".rulestone/odds/evil");
    assert_eq!(fs::read_dir(kept).into_iter().flatten().count(), 0, "no odds are kept");
    library.run(&["build"]).ends(0, &["1 figure, 1 case worked out"]);
}

#[test]
fn each_kind_of_work_is_named_where_the_ceiling_ends() {
    let steps = |number: &str| format!("steps={number}");
    example(20)
        .run(&["--budget", &steps("9000"), "test"])
        .ends(2, &["the example `evil::evil::long`", "01-evil.yaml:"]);
    let text = Library::new(&labels(8, "go"), "^a A rule of {vvvvvvvvv(1)}.", &chain(8), "");
    text.run(&["--budget", &steps("100"), "check"]).ends(2, &["the value `{vvvvvvvvv(1)}`", "01-evil.yaml:8:"]);
    example(20).run(&["--budget", &steps("500"), "play", "long", "--auto"]).ends(2, &["what is played"]);
    dice(1_000).run(&["--budget", &steps("2000"), "odds", "it"]).ends(2, &["the odds of `evil::evil::it`"]);
}

#[test]
fn limits_have_names() {
    let library = example(1);
    let wrong = library.run(&["--budget", "prof=1", "check"]);
    wrong.ends(2, &["there is no limit `prof`", "did you mean `proof`?"]);
    library.run(&["--budget", "proof=none", "check"]).ends(2, &["`none` is no limit for `proof`", "how many steps"]);
    library.run(&["check", "--budget", "proof=1_000", "--budget", "time=60"]).ends(0, &[]);
}

/// Time and memory are told by the system; what takes them here has no end, so that it does not matter how fast the machine is.
#[cfg(target_os = "linux")]
mod watched {
    use super::*;

    const ENDLESS: [&str; 6] = [
        "--budget",
        "run=1000000000000000",
        "--budget",
        "proof=1000000000000000",
        "--budget",
        "steps=1000000000000000",
    ];

    #[test]
    fn time_of_the_processor_has_a_ceiling() {
        let library = endless_proof();
        let all: Vec<&str> = ENDLESS.into_iter().chain(["--budget", "time=1", "build"]).collect();
        let told = ["limit `time`: 1 seconds", "the proof of `supply` (1)", "01-evil.yaml", "--budget time=10"];
        library.run(&all).ends(2, &told);
        assert!(library.is_untouched());
    }

    /// States without end: each roll makes six of one.
    fn states() -> Library {
        let logic = "procedure go gives total: number\n  set total to 0\n  repeat 100000 times\n    roll d6 as die\n    set total to total * 2 + die\n    if total > 1000000000000000\n      set total to total / 7, rounded down\n";
        odds("total, go, die", logic, "")
    }

    #[test]
    fn memory_has_a_ceiling() {
        let ran = states().run(&["--budget", "memory=64", "--budget", "odds-states=1000000000", "odds", "it"]);
        ran.ends(2, &["limit `memory`: 64 MiB", "the odds of `evil::evil::it`", "01-evil.yaml", "--budget memory=640"]);
    }

    /// What `sh` runs with so many thousands of bytes of address space.
    fn narrow(kilobytes: u32, library: &Library, arguments: &str) -> Option<Ran> {
        let script = format!("ulimit -v {kilobytes} && exec \"$0\" --root \"$1\" {arguments}");
        let output =
            Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_rulestone")]).arg(library.root()).output();
        match output {
            Ok(output) => Some(Ran::of(output)),
            Err(error) => {
                eprintln!("skipped: no `sh` here ({error})");
                None
            }
        }
    }

    #[test]
    fn in_a_narrow_address_space_nothing_aborts() {
        let odds = "--budget odds-states=1000000000 --budget odds-memory=100000 odds it";
        if let Some(ran) = narrow(1_000_000, &states(), odds) {
            ran.ends(2, &["more address space than the 976 MiB", "the odds of `evil::evil::it`", "ulimit -v"]);
        }
        for command in ["check", "test", "build", "search rule"] {
            // What is only set aside, as for threads, is not counted as if it were in use.
            for kilobytes in [1_000_000, 500_000] {
                if let Some(ran) = narrow(kilobytes, &example(3), command) {
                    ran.ends(0, &[]);
                }
            }
        }
    }
}
