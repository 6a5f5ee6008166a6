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

/// What an example gives: readings and the state before the run. Dice, draws and choices are told by the story of the run. What is
/// among `changed` (`season`, `fleet.strength`) has no value of its own here.
pub(super) fn inputs(
    wording: &Wording<'_>,
    strings: &Strings,
    section: &Section,
    example: &Example,
    changed: &[&str],
) -> Vec<Input> {
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
    push(label("input_given_by"), set_up(wording, program.get("given_by"), id));
    push(label("input_given"), given(wording, program.get("given"), id, changed));
    inputs
}

fn entries(wording: &Wording<'_>, node: Option<&Node>, section: &str) -> Vec<String> {
    node.map_or(&[][..], Node::entries)
        .iter()
        .map(|Entry { key, value, .. }| wording.entry(key, value, section))
        .collect()
}

/// The procedure that sets the state up.
fn set_up(wording: &Wording<'_>, node: Option<&Node>, section: &str) -> Vec<String> {
    let Some(node) = node else { return Vec::new() };
    match node.text() {
        Some(name) => vec![wording.word(name, Role::Definition, section)],
        None => entries(wording, Some(node), section),
    }
}

/// States by name, and things by theirs: of a type of things only the things are named.
fn given(wording: &Wording<'_>, node: Option<&Node>, section: &str, changed: &[&str]) -> Vec<String> {
    let mut values = Vec::new();
    for Entry { key, value, .. } in node.map_or(&[][..], Node::entries) {
        let is_type = key.starts_with(|c: char| c.is_ascii_uppercase());
        if is_type && matches!(value.value, Value::Map(_)) {
            let things = value.entries().iter().map(|thing| {
                let fixed = fixed(thing, changed);
                match fixed.value {
                    Value::Null => wording.word(&thing.key, Role::Thing, section),
                    _ => wording.entry(&thing.key, &fixed, section),
                }
            });
            values.extend(things);
        } else if !changed.contains(&key.as_str()) {
            values.push(wording.entry(key, value, section));
        }
    }
    values
}

/// The fields of a thing that have one value.
fn fixed(thing: &Entry, changed: &[&str]) -> Node {
    let mut node = thing.value.clone();
    if let Value::Map(fields) = &mut node.value {
        fields.retain(|field| !changed.contains(&format!("{}.{}", thing.key, field.key).as_str()));
        if fields.is_empty() {
            node.value = Value::Null;
        }
    }
    node
}
