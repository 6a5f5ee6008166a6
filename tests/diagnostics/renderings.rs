//! The renderings for other programs, each of the same findings; the one for people is that of every case.

use rulestone::diagnostic::render;
use serde_json::{Value, json};

use super::{check, compare, home};

/// The case with findings of many kinds.
const CASE: &str = "several-in-one-file";

fn kept(name: &str, actual: String) {
    if let Err(difference) = compare(actual, &home().join(format!("{CASE}.{name}"))) {
        panic!("{difference}");
    }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("a value") + "\n"
}

#[test]
fn short() {
    let (sources, diagnostics) = check(CASE);
    let lines: Vec<_> = diagnostics.iter().map(|diagnostic| render::short(diagnostic, &sources) + "\n").collect();
    assert!(lines.iter().all(|line| line.matches('\n').count() == 1), "one line for each finding");
    kept("short.txt", lines.concat());
}

#[test]
fn github() {
    let (sources, diagnostics) = check(CASE);
    kept("github.txt", diagnostics.iter().map(|diagnostic| render::github(diagnostic, &sources) + "\n").collect());
}

fn value(written: impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(written).expect("JSON")
}

#[test]
fn json() {
    let (sources, diagnostics) = check(CASE);
    kept("json", pretty(&value(render::json(&diagnostics, &sources))));
}

#[test]
fn sarif() {
    let (sources, diagnostics) = check(CASE);
    let mut log = value(render::sarif(&diagnostics, &sources));
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array_mut().expect("the rules");
    assert_eq!(rules.len(), rulestone::diagnostic::codes::ALL.len());
    // The pages have tests of their own.
    rules.truncate(1);
    rules[0]["help"] = json!({});
    log["runs"][0]["tool"]["driver"]["version"] = json!("(of the day)");
    kept("sarif", pretty(&log));
}

#[test]
fn colours_change_nothing_but_colours() {
    let (sources, diagnostics) = check(CASE);
    for diagnostic in &diagnostics {
        let coloured = render::human(diagnostic, &sources, true);
        let bare: String = coloured
            .split('\u{1B}')
            .enumerate()
            .map(|(at, part)| if at == 0 { part } else { part.split_once('m').map_or("", |(_, words)| words) })
            .collect();
        assert_ne!(coloured, bare, "there are colours");
        let plain = render::human(diagnostic, &sources, false);
        let words = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(words(&bare), words(&plain));
    }
}

/// A renderer takes whatever stands in a message or a path, and says nothing else with it.
#[test]
fn other_formats_escape_what_they_must() {
    use rulestone::diagnostic::{Diagnostic, Place, Sources, codes};
    let mut sources = Sources::default();
    let file = sources.add("rules-en/Demo Book, 2:1/移動.yaml".to_owned(), "a\nb\n");
    let diagnostic =
        Diagnostic::new(&codes::WRONG_VALUE, Place::new(file, 2..3), "100% of a,b: \n::error::no \u{1B}[31m")
            .help("mend");
    let github = render::github(&diagnostic, &sources);
    assert_eq!(
        github,
        "::error file=rules-en/Demo Book%2C 2%3A1/移動.yaml,line=2,col=1,endColumn=2,title=wrong-value\
         ::100%25 of a,b:  ::error::no  [31m%0Amend"
    );
    assert_eq!(render::short(&diagnostic, &sources).lines().count(), 1);
    let diagnostics = [diagnostic];
    let sarif = value(render::sarif(&diagnostics, &sources));
    let uri = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "rules-en/Demo%20Book%2C%202%3A1/%E7%A7%BB%E5%8B%95.yaml");
}
