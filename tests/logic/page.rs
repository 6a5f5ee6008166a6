//! Every block of `docs/rule-language.md` does what the page says.
//!
//! The first word behind a fence is for the reader's colours, the second says what the block is:
//!
//! | fence | is |
//! |---|---|
//! | `console` | commands and all they print; below such a heading, `yaml section`, `yaml line` and `yaml add` change the chapter, `yaml file NAME` is one more |
//! | `rules ID` | logic of a section; all of a heading make one book, which `check` finds nothing in |
//! | `rules wrong`, `yaml wrong` | logic (a text) of which `check` says what the `text` behind it says |
//! | `yaml VERDICT` | an example of the section before, with that verdict; a `text` behind it is in its output |
//! | `yaml text`, `notes`, `waivers` | a part of the section before |
//! | `yaml book`, `data`, `terms`, `assumptions` | a file of the book |

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const PAGE: &str = include_str!("../../docs/rule-language.md");

/// The chapter that the first heading writes.
const CHAPTER: &str = "rules-en/my-game/01-introduction.yaml";

const VERDICTS: &[&str] =
    &["passed", "passed_under_assumption", "failed", "other_reading", "disputed", "undetermined", "prose_only"];

/// A fenced block: the words behind the fence, and what it holds.
struct Block {
    line: usize,
    kind: Vec<&'static str>,
    text: String,
}

impl Block {
    fn is(&self, kind: &[&str]) -> bool {
        self.kind.starts_with(kind)
    }

    fn verdict(&self) -> Option<&'static str> {
        let second = *self.kind.get(1)?;
        (self.is(&["yaml"]) && VERDICTS.contains(&second)).then_some(second)
    }
}

/// The blocks below each heading.
fn headings() -> Vec<(&'static str, Vec<Block>)> {
    let mut headings = vec![("", Vec::new())];
    let mut lines = PAGE.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line.starts_with("## ") || line.starts_with("### ") {
            headings.push((line, Vec::new()));
        } else if let Some(kind) = line.strip_prefix("```") {
            let held = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
            let text = held.fold(String::new(), |text, line| text + line + "\n");
            let blocks = &mut headings.last_mut().expect("a heading").1;
            blocks.push(Block { line: number + 1, kind: kind.split(' ').collect(), text });
        } else {
            assert!(!line.trim_start().starts_with("```"), "line {}: a fence that no test sees", number + 1);
        }
    }
    headings
}

/// Runs the program in `folder`: what it prints on stdout, then stderr.
fn run(folder: &Path, arguments: &[&str]) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rulestone"))
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .output()
        .expect("the program starts");
    (String::from_utf8(output.stdout).expect("UTF-8"), String::from_utf8(output.stderr).expect("UTF-8"))
}

fn indented(text: &str, by: usize) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{:by$}{line}\n", "") }).collect()
}

/// The first line of `wanted` that does not follow in `got`, indentation aside.
fn missing<'a>(wanted: &'a str, got: &str) -> Option<&'a str> {
    let mut got = got.lines().map(str::trim);
    wanted.lines().map(str::trim).filter(|line| !line.is_empty()).find(|line| !got.any(|other| other == *line))
}

#[test]
fn the_first_steps_print_what_the_page_shows() {
    let (_, blocks) =
        headings().into_iter().find(|(_, blocks)| blocks.iter().any(|block| block.is(&["console"]))).expect("console");
    let root = tempfile::tempdir().expect("a temporary folder");
    let chapter = root.path().join(CHAPTER);
    let mut commands = 0;
    for block in blocks {
        if block.is(&["console"]) {
            commands += commands_of(&block, root.path());
            continue;
        }
        let text = fs::read_to_string(&chapter).expect("the chapter");
        let text = match block.kind.get(1) {
            Some(&"section") => {
                let first = block.text.lines().next().expect("a line");
                let at = text.find(&format!("\n{first}\n")).expect("the section is there already") + 1;
                text[..at].to_owned() + &block.text
            }
            Some(&"line") => with_line(&text, &block.text),
            Some(&"add") => text + &block.text,
            Some(&"file") => {
                let name = format!("{}.yaml", block.kind.get(2).expect("its name"));
                fs::write(chapter.with_file_name(name), &block.text).expect("a file");
                text
            }
            _ => panic!("line {}: what is this block?", block.line),
        };
        fs::write(&chapter, text).expect("a file");
    }
    assert!(commands > 8, "the commands are found");
}

/// Runs the commands of a block; how many there were.
fn commands_of(block: &Block, root: &Path) -> usize {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in block.text.lines() {
        if let Some(command) = line.strip_prefix("$ rulestone ") {
            commands.push((command, String::new()));
        } else {
            let shown = &mut commands.last_mut().expect("a command comes first").1;
            writeln!(shown, "{line}").expect("a string takes everything");
        }
    }
    for (command, shown) in &commands {
        let (stdout, stderr) = run(root, &command.split(' ').collect::<Vec<_>>());
        let got = (stdout + &stderr).lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        assert_eq!(got.trim_end(), shown.trim_end(), "line {}: rulestone {command}\n{got}", block.line);
    }
    commands.len()
}

/// The last line that begins with the same word, replaced.
fn with_line(text: &str, new: &str) -> String {
    let blank = new.len() - new.trim_start().len();
    let word = new[blank..].split(' ').next().expect("a word");
    let lines: Vec<&str> = text.lines().collect();
    // With its indentation, so that what the page shows can be copied.
    let at = lines.iter().rposition(|line| line.starts_with(&new[..blank + word.len()])).expect("a line of that word");
    let line = |line: &&str| format!("{line}\n");
    let before: String = lines[..at].iter().map(line).collect();
    before + new + &lines[at + 1..].iter().map(line).collect::<String>()
}

/// A section of the book that a heading makes.
#[derive(Default)]
struct Section<'a> {
    id: String,
    logic: &'a str,
    text: &'a str,
    notes: &'a str,
    waivers: &'a str,
    examples: String,
}

/// Writes the book of these blocks; `wrong` is put in as well.
fn book(blocks: &[Block], wrong: Option<&Block>) -> TempDir {
    let root = tempfile::tempdir().expect("a temporary folder");
    let home = root.path().join("rules-en/page");
    fs::create_dir_all(home.join("data")).expect("a folder");
    let mut about = "title: {en: Page}\nprovenance:\n  en: |\n    The page.\nlanguages: [en]\n".to_owned();
    let mut sections: Vec<Section<'_>> = Vec::new();
    for block in blocks.iter().filter(|block| block.kind.get(1) != Some(&"wrong")).chain(wrong) {
        if block.is(&["rules"]) {
            let id = block.kind.get(1).unwrap_or_else(|| panic!("line {}: which section is this?", block.line));
            sections.push(Section { id: (*id).to_owned(), logic: &block.text, ..Section::default() });
        } else if block.is(&["yaml"]) {
            let last = sections.last_mut();
            match (block.kind[1], last) {
                ("book", _) => about += &block.text,
                ("terms" | "assumptions", _) => {
                    fs::write(home.join(format!("{}.yaml", block.kind[1])), &block.text).expect("a file");
                }
                ("data", _) => {
                    let name = block.text.lines().next().and_then(|line| line.strip_prefix("table: ")).expect("a name");
                    fs::write(home.join(format!("data/{name}.yaml")), &block.text).expect("a file");
                }
                ("notes", Some(section)) => section.notes = &block.text,
                ("waivers", Some(section)) => section.waivers = &block.text,
                ("text" | "wrong", Some(section)) => section.text = &block.text,
                (_, Some(section)) if block.verdict().is_some() => section.examples += &block.text,
                _ => panic!("line {}: what is this block?", block.line),
            }
        }
    }
    let mut chapter = "chapter: {number: \"1\", title: Page}\nsections:\n".to_owned();
    for (at, section) in sections.iter().enumerate() {
        let Section { id, logic, text, notes, waivers, examples } = section;
        let text = if text.is_empty() { "text: |\n  ^a Rule.\n" } else { text };
        let logic = "logic: |\n".to_owned() + &indented(logic, 2);
        let examples =
            if examples.is_empty() { String::new() } else { "examples:\n".to_owned() + &indented(examples, 2) };
        let rest = indented(&format!("{text}{notes}{waivers}{logic}{examples}"), 4);
        write!(chapter, "  - id: {id}\n    number: \"1.{}\"\n    title: Title\n{rest}", at + 1).expect("a string");
    }
    fs::write(home.join("01-page.yaml"), chapter).expect("a file");
    fs::write(home.join("book.yaml"), about).expect("a file");
    root
}

#[test]
fn every_block_of_logic_is_sound() {
    let mut found = 0;
    for (heading, blocks) in headings() {
        if !blocks.iter().any(|block| block.is(&["rules"]) && !block.is(&["rules", "wrong"])) {
            continue;
        }
        let root = book(&blocks, None);
        let (stdout, stderr) = run(root.path(), &["check", "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{stderr}"));
        let expected = ["bad-example", "example-asserts-nothing"];
        for finding in report["diagnostics"].as_array().expect("a list") {
            let code = finding["code"].as_str().expect("a code");
            // Examples that are wrong on purpose are looked at by their verdict.
            let allowed = expected.contains(&code);
            assert!(allowed, "{heading}: {code}: {} ({})", finding["message"], finding["line"]);
        }
        found += 1;
    }
    assert!(found > 20, "the headings are found");
}

#[test]
fn every_mistake_gets_the_message_shown() {
    let mut found = 0;
    for (heading, blocks) in headings() {
        for (wrong, next) in blocks.iter().zip(blocks.iter().skip(1)) {
            if wrong.kind.get(1) == Some(&"wrong") {
                assert!(next.is(&["text"]), "line {}: what does `check` say of it?", wrong.line);
                let root = book(&blocks, Some(wrong));
                let (stdout, stderr) = run(root.path(), &["check"]);
                let missing = missing(&next.text, &stdout);
                assert!(missing.is_none(), "{heading}, line {}: no {missing:?} in\n{stdout}{stderr}", next.line);
                found += 1;
            }
        }
    }
    assert!(found > 12, "the mistakes are found");
}

#[test]
fn every_example_has_the_verdict_shown() {
    let mut found = 0;
    for (heading, blocks) in headings() {
        if !blocks.iter().any(|block| block.verdict().is_some()) {
            continue;
        }
        let root = book(&blocks, None);
        let (stdout, stderr) = run(root.path(), &["test", "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{stderr}"));
        let examples = report["examples"].as_array().expect("a list");
        for (at, block) in blocks.iter().enumerate() {
            let Some(verdict) = block.verdict() else { continue };
            let first = block.text.lines().next().unwrap_or_default();
            let id = first.strip_prefix("- id: ").unwrap_or_else(|| panic!("line {}: no example", block.line));
            let (told, _) = run(root.path(), &["test", "--filter", id]);
            let result = examples.iter().find(|example| example["id"] == id).expect("the example was run");
            assert_eq!(result["verdict"], verdict, "{heading}, line {}:\n{told}", block.line);
            if let Some(shown) = blocks.get(at + 1).filter(|block| block.is(&["text"])) {
                let missing = missing(&shown.text, &told);
                assert!(missing.is_none(), "{heading}, line {}: no {missing:?} in\n{told}", shown.line);
            }
            found += 1;
        }
    }
    assert!(found > 30, "the examples are found");
}

#[test]
fn every_shown_text_stands_behind_what_it_comes_from() {
    for (heading, blocks) in headings() {
        for (at, block) in blocks.iter().enumerate().filter(|(_, block)| block.is(&["text"])) {
            let before = at.checked_sub(1).map(|before| &blocks[before]);
            let tried = before.is_some_and(|before| before.verdict().is_some() || before.kind.get(1) == Some(&"wrong"));
            assert!(tried, "{heading}, line {}: nothing shows that this is true", block.line);
        }
    }
}

#[test]
fn the_reserved_words_are_those_of_the_lexer() {
    let (_, list) = PAGE.split_once("<!-- reserved -->").expect("the list");
    let (list, _) = list.split_once("<!-- end -->").expect("its end");
    let listed: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    assert_eq!(listed, rulestone::logic::syntax::words::RESERVED);
}

#[test]
fn the_readme_shows_what_the_books_do() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = include_str!("../../README.md");
    let (_, part) = readme.split_once("## For designers").expect("the part");
    let (part, _) = part.split_once("\n## ").expect("its end");
    let chapter = fs::read_to_string(home.join("rules-en/sword-of-rome-5p/09-movement.yaml")).expect("the chapter");
    let mut fences = part.split("```").skip(1).step_by(2).map(|fence| fence.split_once('\n').expect("a fence"));
    for (kind, by) in [("rules", 6), ("yaml", 8)] {
        let (found, text) = fences.next().expect("a fence");
        assert_eq!(found, kind);
        assert!(chapter.contains(&indented(text, by)), "the chapter does not hold\n{text}");
    }
    let (_, shown) = fences.next().expect("the console");
    for command in shown.split("$ rulestone ").skip(1) {
        let (command, shown) = command.split_once('\n').expect("a command");
        let command = command.split('#').next().unwrap_or_default().trim();
        let (stdout, stderr) = run(home, &command.split(' ').collect::<Vec<_>>());
        assert_eq!(stdout.trim_end(), shown.trim_end(), "{stderr}");
    }
}

#[test]
fn the_five_minutes_of_the_readme_are_true() {
    let readme = include_str!("../../README.md");
    let (_, part) = readme.split_once("## Your rulebook in five minutes").expect("the part");
    let (part, _) = part.split_once("\n## ").expect("its end");
    let root = tempfile::tempdir().expect("a temporary folder");
    let path = root.path();
    let mut commands = 0;
    for fence in part.split("```").skip(1).step_by(2) {
        let (kind, text) = fence.split_once('\n').expect("a fence");
        if kind == "yaml" {
            fs::write(path.join(CHAPTER), text).expect("a file");
            continue;
        }
        let block = Block { kind: vec!["console"], text: text.to_owned(), line: 0 };
        commands += commands_of(&block, path);
    }
    assert_eq!(commands, 3);
    let text = fs::read_to_string(path.join(CHAPTER)).expect("the chapter");
    fs::write(path.join(CHAPTER), text.replace("otherwise 5", "otherwise 6")).expect("a file");
    let (shown, _) = run(path, &["show", "1.1"]);
    assert!(shown.contains("On 6 or more the defender is hit."), "{shown}");
    let (tested, _) = run(path, &["test"]);
    assert!(tested.contains("1 example: 1 failed"), "{tested}");
}
