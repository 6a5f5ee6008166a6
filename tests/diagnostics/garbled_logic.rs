//! Whatever stands in a block of logic, compiling it ends soon and without a panic, and every finding lies in the block.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rulestone::diagnostic::{Diagnostic, Severity, Sources};
use rulestone::library::yaml;
use rulestone::logic::compile::{Inputs, ParsedBlock, compile};
use rulestone::logic::limits::Meter;
use rulestone::logic::prove::prove;
use rulestone::logic::syntax::parse;

/// How long one text may take in a debug build on a slow machine; what is quadratic takes minutes.
const PATIENCE: Duration = Duration::from_secs(20);

/// A small generator of numbers (xorshift): the same run each time, without a dependency.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound.max(1)
    }
}

/// What this thread has computed: other work on the machine does not count.
#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().expect("not negative"), time.tv_nsec.try_into().expect("below a second"))
}

#[cfg(not(unix))]
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// Compiles a block by itself, and tries its exceptions if it is right. `None`: no such text can stand in a file.
fn compiled(logic: &str) -> Option<Vec<Diagnostic>> {
    let mut file = String::from("logic: |2\n");
    for line in logic.split('\n') {
        writeln!(file, "  {line}").ok()?;
    }
    let mut sources = Sources::default();
    let id = sources.add("block".to_owned(), file.as_str());
    let node = yaml::parse(id, &sources, &mut Vec::new())?;
    let text = Arc::new(node.get("logic")?.scalar()?.clone());
    let start = processor_time();
    let (tree, mistakes) = parse(&text.text);
    let block = ParsedBlock { id: "block".to_owned(), number: None, above: Vec::new(), assumed: false, text, tree };
    let inputs = Inputs { book: "demo", blocks: &[block], data: &[], options: &[] };
    let (program, mut findings) = compile(inputs);
    if mistakes.is_empty() && findings.iter().all(|finding| finding.severity != Severity::Error) {
        findings.extend(prove(&program, &Meter::default()));
    }
    let took = processor_time().saturating_sub(start);
    assert!(took < PATIENCE, "it takes {took:?}\n{}", logic.chars().take(2_000).collect::<String>());
    for finding in &findings {
        let place = finding.place.expect("a finding of logic has a place");
        assert!(file.get(place.start..place.end).is_some(), "{} at {place:?}\n{logic}", finding.message);
    }
    Some(findings)
}

/// The codes of the findings, each once.
fn codes(logic: &str) -> Vec<&'static str> {
    let mut codes: Vec<_> =
        compiled(logic).expect("a text of a file").iter().map(|finding| finding.code.name).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Every block of logic below a folder.
fn blocks(folder: &Path, found: &mut Vec<String>) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            blocks(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "yaml") {
            let mut sources = Sources::default();
            let text = fs::read_to_string(&path).expect("a file");
            let id = sources.add(path.display().to_string(), text.as_str());
            let Some(node) = yaml::parse(id, &sources, &mut Vec::new()) else { continue };
            let sections = node.get("sections").map(yaml::Node::items).unwrap_or_default();
            let logic = sections.iter().filter_map(|section| section.get("logic")?.text());
            found.extend(logic.map(str::to_owned));
        }
    }
}

/// Words, numbers, signs, spaces and line ends, so that joined they are the text again.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 0,
        ' ' => 1,
        _ => 2,
    };
    let mut tokens = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let last = text[start..at].chars().next_back();
        if last.is_some_and(|last| kind(last) != kind(c) || kind(c) == 2) {
            tokens.push(&text[start..at]);
            start = at;
        }
    }
    tokens.push(&text[start..]);
    tokens
}

#[test]
fn mutated_logic_is_survived() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut valid = Vec::new();
    blocks(&home.join("tests/logic/fixtures"), &mut valid);
    blocks(&home.join("rules-en"), &mut valid);
    assert!(valid.len() > 20, "the valid blocks are found");
    // Blocks lean on each other, so several stand in one text.
    let texts: Vec<String> = valid.chunks(4).map(|chunk| chunk.join("\n")).collect();
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let mut wrong = 0;
    for case in 0..1_500 {
        let mut parts = tokens(&texts[case % texts.len()]);
        for _ in 0..=numbers.below(4) {
            let (at, other) = (numbers.below(parts.len()), numbers.below(parts.len()));
            match numbers.below(5) {
                0 => drop(parts.remove(at)),
                1 => parts.insert(at, parts[at]),
                2 => parts.swap(at, other),
                3 => parts.truncate(at + parts.len() / 2),
                _ => parts[at] = parts[other],
            }
        }
        wrong += usize::from(compiled(&parts.concat()).is_some_and(|findings| !findings.is_empty()));
    }
    assert!(wrong > 500, "the mutations make mistakes: {wrong}");
}

#[test]
fn a_table_of_billions_of_cases_is_proven_or_refused() {
    let members: Vec<String> = (0..20).map(|member| format!("m{member}")).collect();
    let params: Vec<String> = (0..12).map(|input| format!("i{input}: Kind")).collect();
    let names: Vec<String> = (0..12).map(|input| format!("i{input}")).collect();
    let mut numbers = Numbers(0xD1B5_4A32_D192_ED03);
    let head = |params: &[String]| {
        format!(
            "type Kind is {}\ntable t({}) gives out: 0..99\n  | {} | out |\n",
            members.join(", "),
            params.join(", "),
            names.join(" | ")
        )
    };
    // Rows that leave one member of one input, so that each takes nearly all cases and the rest has to be searched.
    let mut hard = head(&params);
    for row in 0..30 {
        let cells: Vec<String> = (0..12)
            .map(|_| match numbers.below(3) {
                0 => format!("not {}", members[numbers.below(20)]),
                1 => format!("not {}, {}", members[numbers.below(20)], members[numbers.below(20)]),
                _ => "any".to_owned(),
            })
            .collect();
        writeln!(hard, "  | {} | {row} |", cells.join(" | ")).expect("a string takes everything");
    }
    let found = codes(&hard);
    assert!(found.iter().any(|code| code.starts_with("table-") || *code == "logic-too-complex"), "{found:?}");
    // One input after the other decides: whole, and proven.
    let mut plain = head(&params);
    for row in 0..12 {
        let cells: Vec<&str> = (0..12)
            .map(|at| match at.cmp(&row) {
                std::cmp::Ordering::Less => "m0",
                std::cmp::Ordering::Equal => "not m0",
                std::cmp::Ordering::Greater => "any",
            })
            .collect();
        writeln!(plain, "  | {} | {row} |", cells.join(" | ")).expect("a string takes everything");
    }
    writeln!(plain, "  | {} | 99 |", ["m0"; 12].join(" | ")).expect("a string takes everything");
    assert_eq!(codes(&plain), Vec::<&str>::new());
}

#[test]
fn long_tables_are_proven() {
    let table = |rows: &str| format!("table t(n: 1..3000) gives out: 0..3000\n  | n | out |\n{rows}");
    let all: String = (1..=3_000).map(|n| format!("  | {n} | {n} |\n")).collect::<Vec<_>>().concat();
    assert_eq!(codes(&table(&all)), Vec::<&str>::new());
    let gap: String = (1..=2_999).map(|n| format!("  | {n} | {n} |\n")).collect::<Vec<_>>().concat();
    assert_eq!(codes(&table(&gap)), ["table-gap"]);
    let twice: String =
        (1..=3_000).map(|n| format!("  | {n} | {n} |\n")).collect::<Vec<_>>().concat() + "  | 7 | 8 |\n";
    assert_eq!(codes(&table(&twice)), ["table-overlap"]);
    let any = "  | any | 1 |\n".repeat(3_000);
    assert_eq!(codes(&table(&any)), ["table-overlap"]);
}

#[test]
fn tables_of_many_inputs_are_refused() {
    let list = |of: &dyn Fn(usize) -> String, by: &str| (0..5_000).map(of).collect::<Vec<_>>().join(by);
    let text = format!(
        "table t({}) gives out: 0..1\n  | {} | out |\n  | {} | 1 |\n",
        list(&|at| format!("i{at}: 1..2"), ", "),
        list(&|at| format!("i{at}"), " | "),
        list(&|_| "any".to_owned(), " | "),
    );
    assert_eq!(codes(&text), ["logic-too-complex"]);
}

#[test]
fn numbers_at_the_ends_are_survived() {
    let (low, high) = ("-9223372036854775807 - 1", "9223372036854775807");
    let texts = [
        "type Number is -9223372036854775808..".to_owned(),
        format!("type Number is ..{high}"),
        format!("type Number is -{high}..{high}\nvalue v(n: Number): number = n + n * n - n"),
        format!("value v: number = {low}"),
        format!("value v: number = half of ({low}), rounded up"),
        format!("value v: number = -({low})"),
        format!("value v: number = ({low}) / -1, rounded down"),
        format!("value v: number = ({low}) * ({low})"),
        format!("value v(n: number): yes/no = n in ({low})..{high}"),
        format!("table t(n: number) gives out: 0..1\n  | n | out |\n  | not -{high}.. | 0 |\n  | not ..{high} | 1 |"),
        format!("table t(n: -{high}..{high}) gives out: 0..1\n  | n | out |\n  | ..{high} | 0 |\n  | -{high}.. | 1 |"),
        format!("table t(n: {high}..) gives out: 0..1\n  | n | out |\n  | not {high} | 0 |"),
        format!(
            "state s: 0..{high} = {high}\nprocedure p changes s\n  raise s by {high}\n  repeat {high} times\n    lower s by {high}"
        ),
    ];
    for text in texts {
        compiled(&text);
    }
}

#[test]
fn empty_blocks_say_nothing() {
    for text in ["", "\n\n", "# only words\n", "   \n  # more\n"] {
        if let Some(findings) = compiled(text) {
            assert!(findings.is_empty(), "{text:?}");
        }
    }
}

#[test]
fn many_definitions_are_survived() {
    let text = |of: &dyn Fn(usize) -> String| (0..5_000).map(of).collect::<Vec<_>>().concat();
    let fine = text(&|at| format!("value v{at}(op: 1..3): 0..3 = op\n"));
    assert_eq!(codes(&fine), Vec::<&str>::new());
    let chain =
        text(&|at| format!("value v{at}(op: 1..3): 0..3 = v{}(op)\n", at + 1)) + "value v5000(op: 1..3): 0..3 = op\n";
    assert_eq!(codes(&chain), Vec::<&str>::new());
    let circle = text(&|at| format!("value v{at}(op: 1..3): 0..3 = v{}(op)\n", (at + 1) % 5_000));
    assert_eq!(codes(&circle), ["circular-logic"]);
    // Types that have to be found on the way, through all of them.
    let untyped = text(&|at| format!("value v{at}(op: 1..3) = 1 + v{}(op)\n", at + 1)) + "value v5000(op: 1..3) = op\n";
    assert_eq!(codes(&untyped), ["logic-too-complex"]);
    let aliases = text(&|at| format!("type T{at} is T{}\n", at + 1)) + "type T5000 is 0..3\n";
    assert_eq!(codes(&aliases), ["logic-too-complex"]);
    let unknown = text(&|at| format!("value v{at}(op: 1..3): 0..3 = w{at}(op)\n"));
    assert_eq!(codes(&unknown), ["unknown-name"]);
    let twice = text(&|_| "value v(op: 1..3): 0..3 = op\n".to_owned());
    assert_eq!(codes(&twice), ["duplicate-definition"]);
    let exceptions = "value v(op: 0..200): 0..200 = op\n".to_owned()
        + &(0..200).map(|at| format!("exception e{at} to v when op is {at} then {at}\n")).collect::<Vec<_>>().concat();
    compiled(&exceptions);
}

#[test]
fn large_blocks_are_survived() {
    let fill = |piece: &str| piece.repeat(250 * 1024 / piece.len());
    let texts = [
        "procedure p gives n: number\n".to_owned() + &fill("  set n to n + 1\n"),
        "procedure p gives n: number\n".to_owned()
            + &(0..9_000).map(|at| format!("  let x{at} = {at}\n")).collect::<Vec<_>>().concat(),
        "procedure p gives n: number\n".to_owned() + &fill("  if n is 1\n    set n to 2\n"),
        "modifier m\n".to_owned() + &fill("  +1\n"),
        "permission m forbidden unless\n".to_owned()
            + &(0..9_000).map(|at| format!("  l{at}: yes\n")).collect::<Vec<_>>().concat(),
        format!("type Kind is {}", (0..20_000).map(|at| format!("k{at}")).collect::<Vec<_>>().join(", ")),
        format!(
            "value v(k: number): yes/no = k in [{}]",
            (0..40_000).map(|at| at.to_string()).collect::<Vec<_>>().join(", ")
        ),
        format!("value {}: number = {}", "a".repeat(120_000), "b".repeat(120_000)),
        format!("value v({}): number = 1", (0..15_000).map(|at| format!("p{at}: 1..2")).collect::<Vec<_>>().join(", ")),
        fill("value v = [(a: 1), (b: 2)]\n"),
        (0..9_000).map(|at| format!("value v{at} = (a{at}: 1)\n")).collect::<Vec<_>>().concat(),
        "entity U\n".to_owned() + &(0..15_000).map(|at| format!("  f{at}: 1..2\n")).collect::<Vec<_>>().concat(),
    ];
    for text in texts {
        compiled(&text);
    }
}

#[test]
fn nesting_up_to_the_limit_is_survived() {
    for depth in 55..70 {
        let nest = |open: &str, inner: &str, close: &str| open.repeat(depth) + inner + &close.repeat(depth);
        let texts = [
            format!("value v: yes/no = {}", nest("not ", "yes", "")),
            format!("value v: number = {}", nest("(1 + ", "1", ")")),
            format!("value v: number = {}", nest("max(1, ", "1", ")")),
            format!("value v: number = {}", nest("if yes then 1 otherwise ", "1", "")),
            format!("value v: number = {}", nest("half of ", "1", "")),
            format!("value v = {}", nest("[", "1", "]")),
            format!("type T is {}", nest("list of ", "0..1", "")),
            format!(
                "value v: number = {}",
                (0..depth)
                    .map(|at| format!("sum of (count of a{at} in 1..2) for b{at} in "))
                    .collect::<Vec<_>>()
                    .concat()
                    + "1..2"
            ),
            "procedure p\n".to_owned()
                + &(1..depth).map(|at| format!("{}if yes\n", " ".repeat(at))).collect::<Vec<_>>().concat()
                + &" ".repeat(depth)
                + "stop\n",
        ];
        for text in texts {
            compiled(&text);
        }
    }
}
