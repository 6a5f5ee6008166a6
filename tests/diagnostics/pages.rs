//! Every code has a page of the right form, whose examples do what they say, and a case that triggers it.

use std::collections::BTreeSet;
use std::fs;

use rulestone::diagnostic::{Code, Severity, Sources, codes};
use rulestone::library::yaml;

use super::{built, cases, check, check_at, for_each};

/// Codes whose example is about several files, or about what a page cannot show.
const BEYOND_ONE_FILE: &[&str] = &[
    "ambiguous-reference",
    "bad-map",
    "bad-utf8",
    "byte-order-mark",
    "do-not-translate",
    "emphasis-mismatch",
    "character-width",
    "file-too-large",
    "forbidden-variant",
    "inconsistent-translation",
    "length-out-of-proportion",
    "logic-too-complex",
    "missing-book-file",
    "missing-name",
    "missing-translation",
    "orphan-translation",
    "number-mismatch",
    "outdated-translation",
    "reference-mismatch",
    "same-translation",
    "shape-mismatch",
    "statement-mismatch",
    "stray-file",
    "two-references",
    "unaccepted-translation",
    "unknown-term",
    "unnamed-in-trace",
    "unreadable-file",
    "untranslated-text",
    "unused-picture",
    "value-mismatch",
    "yaml-too-complex",
    "yo-spelling",
    "order-mismatch",
    "ending-mismatch",
    "meaning-mismatch",
    "missing-term",
    "misplaced-space",
    "quotation-marks",
    "kana-spelling",
    "unknown-word",
    "reference-moved",
];

fn names() -> Vec<String> {
    codes::ALL.iter().map(|code| code.name.to_owned()).collect()
}

fn code(name: &str) -> &'static Code {
    codes::find(name).expect("a code of the registry")
}

#[test]
fn every_code_is_triggered_by_a_case() {
    let found: BTreeSet<&str> =
        cases().iter().flat_map(|case| check(case).1).map(|diagnostic| diagnostic.code.name).collect();
    let missing: Vec<_> = codes::ALL.iter().filter(|code| !found.contains(code.name)).map(|code| code.name).collect();
    // A link that leads nowhere cannot be made everywhere.
    assert!(missing.is_empty() || cfg!(not(unix)) && missing == ["unreadable-file"], "no case triggers {missing:?}");
}

#[test]
fn every_case_is_named_for_a_code() {
    for case in cases() {
        let named = codes::ALL.iter().any(|code| case == code.name || case.starts_with(&format!("{}-", code.name)));
        assert!(named || case.starts_with("fine-") || case.starts_with("several-"), "`{case}` begins with no code");
        if case.starts_with("fine-") {
            assert!(check(&case).1.is_empty(), "`{case}` has findings");
        }
    }
}

#[test]
fn every_page_has_the_same_form() {
    for_each(names(), |name| {
        let page = code(name).page;
        let heads: Vec<&str> = page.lines().filter(|line| line.starts_with('#')).collect();
        let wanted = [&format!("# {name}"), "## Why it matters", "## Example", "## Mend"];
        if heads != wanted {
            return Err(format!("its headings are {heads:?}"));
        }
        let paragraphs: Vec<&str> = page.split("\n\n").collect();
        let summary = code(name).summary();
        if paragraphs[1] != summary
            || !summary.ends_with('.')
            || summary.trim_end_matches('.').contains(". ")
            || summary.contains('`')
        {
            return Err(format!("its summary is not one plain sentence: {summary}"));
        }
        let word = match code(name).severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "hint",
        };
        if !paragraphs[2].starts_with(&format!("Severity: {word}")) {
            return Err(format!("its severity is {word}, not as in `{}`", paragraphs[2]));
        }
        if paragraphs[2].contains("--fix") != (name == codes::BYTE_ORDER_MARK.name) {
            return Err("it is wrong about --fix".to_owned());
        }
        if !page.ends_with('\n') || page.contains("\n\n\n") || fences(page, "## Example").is_empty() {
            return Err("an example or a line end is missing".to_owned());
        }
        Ok(())
    });
}

#[test]
fn a_finding_with_a_mend_by_machine_says_so_on_its_page() {
    for case in cases() {
        for diagnostic in check(&case).1 {
            assert!(diagnostic.fix.is_none() || diagnostic.code.page.contains("--fix"), "{}", diagnostic.code.name);
        }
    }
}

#[test]
fn every_example_is_yaml_or_marked_otherwise() {
    for_each(names(), |name| {
        let page = code(name).page;
        for (language, text) in fences(page, "## Example").into_iter().chain(fences(page, "## Mend")) {
            let mut sources = Sources::default();
            let mut diagnostics = Vec::new();
            let file = sources.add("example".to_owned(), text.as_str());
            match language {
                "text" => {}
                "yaml" if yaml::parse(file, &sources, &mut diagnostics).is_some() => {}
                "yaml" => return Err(format!("no YAML: {}\n{text}", diagnostics[0].message)),
                other => return Err(format!("a fence of `{other}`")),
            }
        }
        Ok(())
    });
}

#[test]
fn every_example_triggers_its_code_and_no_mend_does() {
    for_each(names().into_iter().filter(|name| !BEYOND_ONE_FILE.contains(&name.as_str())), |name| {
        let page = code(name).page;
        let triggered = |text: &str| -> Result<bool, String> {
            let root = tempfile::tempdir().expect("a temporary folder");
            built::build("", root.path());
            let (file, text) = file_of(text).ok_or_else(|| format!("what file is this?\n{text}"))?;
            let path = root.path().join("rules-en/demo").join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
            Ok(check_at(root.path()).1.iter().any(|diagnostic| diagnostic.code.name == name))
        };
        let (_, example) = fences(page, "## Example").swap_remove(0);
        if !triggered(&example)? {
            return Err(format!("its example does not trigger it\n{example}"));
        }
        for (_, mend) in fences(page, "## Mend") {
            if triggered(&mend)? {
                return Err(format!("its mend triggers it\n{mend}"));
            }
        }
        Ok(())
    });
}

/// The fenced texts below a heading, each with its language.
fn fences<'a>(page: &'a str, heading: &str) -> Vec<(&'a str, String)> {
    let from = page.find(heading).map_or(page.len(), |at| at + heading.len());
    let section = page[from..].split("\n## ").next().unwrap_or_default();
    let parts: Vec<&str> = section.split("```").collect();
    parts
        .iter()
        .skip(1)
        .step_by(2)
        .filter_map(|part| part.split_once('\n'))
        .map(|(language, text)| (language, text.to_owned()))
        .collect()
}

/// The file that a fragment belongs to, completed.
fn file_of(text: &str) -> Option<(&'static str, String)> {
    let indented = |by: &str| text.lines().map(|line| format!("{by}{line}\n")).collect::<Vec<_>>().concat();
    let chapter = |sections: &str| {
        ("09-movement.yaml", format!("chapter: {{number: \"9\", title: Movement}}\nsections:\n{sections}"))
    };
    match text.split([':', ' ']).next()? {
        "-" | "#" => Some(chapter(&indented("  "))),
        "notes" => {
            Some(chapter(&format!("  - id: fleets\n    number: \"9.1\"\n    title: Fleets\n{}", indented("    "))))
        }
        "sections" => Some(("09-movement.yaml", format!("chapter: {{number: \"9\", title: Movement}}\n{text}"))),
        "chapter" => Some(("09-movement.yaml", text.to_owned())),
        "assumptions" => Some(("assumptions.yaml", text.to_owned())),
        "rulings" => Some(("rulings.yaml", text.to_owned())),
        "terms" => Some(("terms.yaml", text.to_owned())),
        "table" => Some(("data/setup.yaml", text.to_owned())),
        // Beside the languages.
        "colors" => Some(("../../site.yaml", text.to_owned())),
        "books" => Some(("book.yaml", format!("{}{text}", built::BOOK))),
        _ => None,
    }
}
