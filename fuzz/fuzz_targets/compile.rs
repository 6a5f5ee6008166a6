//! No text makes the compiler of logic panic, and every finding has a place.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use rulestone::logic::limits::Meter;
use rulestone::diagnostic::{Severity, Sources};
use rulestone::library::yaml;
use rulestone::logic::compile::{Inputs, ParsedBlock, compile};
use rulestone::logic::prove::prove;
use rulestone::logic::syntax::parse;

fuzz_target!(|logic: &str| {
    let mut file = String::from("logic: |2\n");
    for line in logic.split('\n') {
        file.push_str(&format!("  {line}\n"));
    }
    let mut sources = Sources::default();
    let id = sources.add("block".to_owned(), file.as_str());
    // A text that no file can hold.
    let Some(node) = yaml::parse(id, &sources, &mut Vec::new()) else { return };
    let Some(scalar) = node.get("logic").and_then(yaml::Node::scalar) else { return };
    let text = Arc::new(scalar.clone());
    let (tree, mistakes) = parse(&text.text);
    let block = ParsedBlock { id: "block".to_owned(), number: None, above: Vec::new(), assumed: false, text, tree };
    let (program, findings) = compile(Inputs { book: "demo", blocks: &[block], data: &[], options: &[] });
    for finding in &findings {
        let place = finding.place.expect("a place");
        assert!(file.get(place.start..place.end).is_some());
    }
    if mistakes.is_empty() && findings.iter().all(|finding| finding.severity != Severity::Error) {
        prove(&program, &Meter::default());
    }
});
