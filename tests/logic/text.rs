//! A case as text: logic and, beside it, the keys of an example.

use std::collections::BTreeMap;
use std::sync::Arc;

use rulestone::diagnostic::{Severity, Sources};
use rulestone::library::DataTable;
use rulestone::library::yaml::{self, Node};
use rulestone::logic::compile::{Inputs, ParsedBlock, ParsedOption, compile};
use rulestone::logic::program::Program;
use rulestone::logic::syntax::parse;

/// The keys of a text.
pub(super) fn keys(text: &str) -> Result<BTreeMap<String, Node>, String> {
    let mut sources = Sources::default();
    let file = sources.add("case.yaml".to_owned(), text);
    let mut mistakes = Vec::new();
    let node = yaml::parse(file, &sources, &mut mistakes).ok_or_else(|| format!("no YAML: {mistakes:?}"))?;
    Ok(node.entries().iter().map(|entry| (entry.key.clone(), entry.value.clone())).collect())
}

/// The program under `logic: |`, or what is wrong with it and in which line.
pub(super) fn program(text: &str, keys: &BTreeMap<String, Node>) -> Result<Program, String> {
    program_with(text, keys, &[], &[])
}

/// The same with the tables and options of a book.
pub(super) fn program_with(
    text: &str,
    keys: &BTreeMap<String, Node>,
    data: &[DataTable],
    options: &[ParsedOption],
) -> Result<Program, String> {
    let written = Arc::new(keys.get("logic").and_then(Node::scalar).ok_or("no logic")?.clone());
    let (tree, mistakes) = parse(&written.text);
    if let Some(mistake) = mistakes.first() {
        return Err(format!("{}: {}", line_at(&written.text, mistake.span.range().start), mistake.message));
    }
    let block =
        ParsedBlock { id: "case".to_owned(), number: None, above: Vec::new(), assumed: false, text: written, tree };
    let (program, findings) = compile(Inputs { book: "case", blocks: &[block], data, options });
    match findings.iter().find(|finding| finding.severity == Severity::Error) {
        Some(error) => {
            let line = error.place.map_or("", |place| line_at(text, place.start));
            Err(format!("{line}: {}", error.message))
        }
        None => Ok(program),
    }
}

/// The line around a byte.
fn line_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
    text[start..].lines().next().unwrap_or_default().trim()
}
