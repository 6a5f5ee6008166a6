//! A case as text: logic and, beside it, the keys of an example.

use std::collections::BTreeMap;
use std::sync::Arc;

use rulestone::diagnostic::{Severity, Sources};
use rulestone::library::yaml::{self, Node};
use rulestone::logic::compile::{Inputs, ParsedBlock, compile};
use rulestone::logic::program::Program;
use rulestone::logic::syntax::parse;

/// The program of a text with `logic: |` and the other keys of an example, and these keys; or what is wrong with it.
pub(super) fn read(text: &str) -> Result<(Program, BTreeMap<String, Node>), String> {
    let mut sources = Sources::default();
    let file = sources.add("case.yaml".to_owned(), text);
    let mut mistakes = Vec::new();
    let node = yaml::parse(file, &sources, &mut mistakes).ok_or_else(|| format!("no YAML: {mistakes:?}"))?;
    let scalar = node.get("logic").and_then(Node::scalar).ok_or("no logic")?;
    let written = Arc::new(scalar.clone());
    let (tree, mistakes) = parse(&written.text);
    if let Some(mistake) = mistakes.first() {
        return Err(format!("{}: {}", line_at(&written.text, mistake.span.range().start), mistake.message));
    }
    let block = ParsedBlock { id: "case".to_owned(), number: None, assumed: false, text: written, tree };
    let (program, findings) = compile(Inputs { book: "case", blocks: &[block], data: &[], options: &[] });
    if let Some(error) = findings.iter().find(|finding| finding.severity == Severity::Error) {
        let line = error.place.map_or("", |place| line_at(text, place.start));
        return Err(format!("{line}: {}", error.message));
    }
    let keys = node.entries().iter().map(|entry| (entry.key.clone(), entry.value.clone())).collect();
    Ok((program, keys))
}

/// The line around a byte.
fn line_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
    text[start..].lines().next().unwrap_or_default().trim()
}
