//! An example with its dice left open: what is run from which state, without what chance and players decide in it.

use std::collections::BTreeMap;

use super::read::{callee, runs};
use super::start::{Keys, Start, assumed, readings};
use super::things::Things;
use super::values::Reader;
use crate::diagnostic::{Diagnostic, Place, Sources};
use crate::library::yaml::{self, Node};
use crate::logic::machine::{Callee, Thing, World};
use crate::logic::program::{OptionId, PointId, Program};
use crate::logic::types::Type;
use crate::logic::value::{Symbol, Value};

/// An example with its dice left open.
#[derive(Clone, Debug)]
pub struct Open<'p> {
    /// The logic of its book.
    pub program: &'p Program,
    /// What holds before the first step.
    pub start: Start,
    /// The things by name.
    pub things: Things,
    /// What is run, one after the other.
    pub steps: Vec<OpenStep>,
}

/// One run of it.
#[derive(Clone, Debug)]
pub struct OpenStep {
    /// Where it stands.
    pub place: Place,
    /// What is run.
    pub callee: Callee,
    /// With what.
    pub args: Vec<Value>,
}

impl<'p> Open<'p> {
    /// Reads the keys of an example ([`crate::library::Example::program`]), of which `dice`, `draws`, `choices` and what is
    /// expected are not looked at; nothing if it runs nothing.
    pub fn read(program: &'p Program, keys: &BTreeMap<String, Node>) -> Result<Option<Self>, Vec<Diagnostic>> {
        let mut reader = Reader::new(program);
        let keys = Keys::Example(keys);
        let start = Start::read(&mut reader, keys);
        let mut steps = Vec::new();
        for (place, keys) in runs(&mut reader, keys) {
            let to_run = keys.get("run").and_then(|run| callee(&mut reader, run));
            if let Some((callee, Some(args))) = to_run {
                steps.push(OpenStep { place, callee, args });
            }
        }
        if !reader.mistakes.is_empty() {
            return Err(reader.mistakes);
        }
        let open = Self { program, start, things: reader.things, steps };
        Ok((!open.steps.is_empty()).then_some(open))
    }

    /// The readings that `node` names, as under `options`.
    pub fn readings(&self, node: &Node) -> Result<Vec<(OptionId, Symbol)>, Vec<Diagnostic>> {
        let mut reader = Reader::new(self.program);
        let read = readings(&mut reader, Some(node));
        if reader.mistakes.is_empty() { Ok(read) } else { Err(reader.mistakes) }
    }

    /// The assumption sets that `node` lists, as under `assume`, by index.
    pub fn assumptions(&self, node: &Node) -> Result<Vec<usize>, Vec<Diagnostic>> {
        let mut reader = Reader::new(self.program);
        let read = assumed(&mut reader, Some(node));
        if reader.mistakes.is_empty() { Ok(read) } else { Err(reader.mistakes) }
    }
}

impl OpenStep {
    /// The definition that is run.
    pub fn definition(&self, program: &Program) -> PointId {
        match self.callee {
            Callee::Procedure(id) => program.procedures[id.index()].point,
            Callee::Function(id) => program.functions[id.index()].point,
        }
    }
}

/// The value of a type that is written as in an example, or what is wrong with it and, where one is known, the mend.
pub fn value_of(
    program: &Program,
    world: &World,
    things: &Things,
    text: &str,
    ty: &Type,
) -> Result<Value, (String, Option<String>)> {
    let mut sources = Sources::default();
    let file = sources.add(String::new(), text);
    let mut mistakes = Vec::new();
    let node = yaml::parse(file, &sources, &mut mistakes);
    let mut reader = Reader::new(program);
    // Things that were removed have no type, and nobody can name them.
    let alive = things.iter().filter(|(_, thing)| world.thing(**thing).is_some());
    reader.things = alive.map(|(name, thing)| (name.clone(), *thing)).collect();
    let type_of = |thing: &Option<Thing>| thing.as_ref().map(|thing| thing.ty);
    let unused = crate::logic::types::EntityTypeId(u16::MAX);
    reader.types = world.things.iter().map(|thing| type_of(thing).unwrap_or(unused)).collect();
    let value = node.and_then(|node| reader.value(&node, ty));
    mistakes.append(&mut reader.mistakes);
    value.ok_or_else(|| match mistakes.into_iter().next() {
        Some(Diagnostic { message, help, .. }) => (message, help),
        None => ("this is no value".to_owned(), None),
    })
}
