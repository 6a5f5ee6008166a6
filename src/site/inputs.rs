//! What an example gives to its run, in the reader's words.

use serde::Serialize;

use super::strings::Strings;
use super::wording::{Wording, headed};
use crate::library::yaml::{Entry, Node, Value};
use crate::library::{Example, Section};
use crate::logic::program::Role;

/// Values of one kind.
#[derive(Debug, Serialize)]
pub(super) struct Input {
    label: String,
    values: Vec<String>,
}

/// What an example gives: readings and the state before the run. Dice, draws and choices are told by the story of the run.
pub(super) fn inputs(wording: &Wording<'_>, strings: &Strings, section: &Section, example: &Example) -> Vec<Input> {
    let id = section.id.as_str();
    let mut inputs = Vec::new();
    let mut push = |label: String, values: Vec<String>| {
        if !values.is_empty() {
            let values = values.iter().map(|value| headed(value)).collect();
            inputs.push(Input { label, values });
        }
    };
    let program = &example.program;
    let label = |name: &'static str| strings.get(name).to_owned();
    push(label("input_options"), entries(wording, program.get("options"), id));
    push(label("input_given"), given(wording, program.get("given"), id));
    inputs
}

fn entries(wording: &Wording<'_>, node: Option<&Node>, section: &str) -> Vec<String> {
    node.map_or(&[][..], Node::entries)
        .iter()
        .map(|Entry { key, value, .. }| wording.entry(key, value, section))
        .collect()
}

/// States by name, and things by theirs: of a type of things only the things are named.
fn given(wording: &Wording<'_>, node: Option<&Node>, section: &str) -> Vec<String> {
    let mut values = Vec::new();
    for Entry { key, value, .. } in node.map_or(&[][..], Node::entries) {
        let is_type = key.starts_with(|c: char| c.is_ascii_uppercase());
        if is_type && matches!(value.value, Value::Map(_)) {
            let things = value.entries().iter().map(|thing| match thing.value.value {
                Value::Null => wording.word(&thing.key, Role::Thing, section),
                _ => wording.entry(&thing.key, &thing.value, section),
            });
            values.extend(things);
        } else {
            values.push(wording.entry(key, value, section));
        }
    }
    values
}
