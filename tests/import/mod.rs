//! Drafts made of documents: golden files for each form, and that nothing is lost whatever comes.

mod command;
mod whole;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use rulestone::diagnostic::{Severity, Sources};
use rulestone::import::{Draft, Form, Naming, Source, draft};
use rulestone::library::yaml::{Node, parse};

use crate::diagnostics::{compare, for_each};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import")
}

/// The drafts of a text.
fn drafted(name: &str, text: impl Into<Vec<u8>>, form: Form, language: &str) -> Draft {
    let source = Source::new([(name.to_owned(), text.into())]).expect("a source");
    draft(&source, form, Naming { book: "guild", language, title: None }).expect("drafts")
}

/// All files of a draft and its report as one text.
fn shown(draft: &Draft) -> String {
    let mut text = String::new();
    for file in draft.files.iter().filter(|file| file.name != "terms.yaml") {
        let _ = write!(text, "== {}\n{}\n", file.name, file.text);
    }
    text + "== report\n" + &draft.report.to_text()
}

/// A file of a draft as YAML; every one must be right.
fn read(text: &str) -> Node {
    let mut sources = Sources::default();
    let file = sources.add("draft.yaml".to_owned(), text);
    let mut mistakes = Vec::new();
    let node = parse(file, &sources, &mut mistakes);
    let errors: Vec<_> = mistakes.iter().filter(|mistake| mistake.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{text}\n{errors:?}");
    node.expect("YAML")
}

#[test]
fn documents_become_the_drafts_that_are_kept_here() {
    let cases = [
        "markdown-book:en",
        "lettered-items:ru",
        "odd:en",
        "numbered:en",
        "japanese-statute:ja",
        "russian-numbers:ru",
        "roman-brackets:en",
        "linked-numbers:en",
    ];
    for_each(cases.iter().map(|case| (*case).to_owned()), |case| {
        let (name, language) = case.split_once(':').expect("a name and a language");
        let folder = folder().join(name);
        let (file, form) = if folder.join("source.md").is_file() {
            ("source.md", Form::Markdown)
        } else {
            ("source.txt", Form::Plain)
        };
        let draft = drafted(file, fs::read(folder.join(file)).expect("the source"), form, language);
        draft.files.iter().for_each(|file| drop(read(&file.text)));
        compare(shown(&draft), &folder.join("expected.txt"))
    });
}

#[test]
fn a_tree_of_markdown_is_one_book() {
    let folder = folder().join("tree");
    let names = ["README.md", "rules/1-boarding.md", "rules/2-crossing.md", "rules/10-tokens.md"];
    let files = names.map(|name| (name.to_owned(), fs::read(folder.join("source").join(name)).expect("the source")));
    let source = Source::new(files).expect("a source");
    let draft = draft(&source, Form::Markdown, Naming { book: "ferry", language: "en", title: None }).expect("drafts");
    compare(shown(&draft), &folder.join("expected.txt")).expect("as kept");
}
