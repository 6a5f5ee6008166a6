//! What an example asserts: outputs, states, fields of things, each with the value that must come out.

use super::named::{Named, Outputs, field, find, known, outputs};
use super::values::{Reader, same};
use super::verdict::Dispute;
use crate::diagnostic::Place;
use crate::library::Section;
use crate::library::yaml::{Node, Value as Yaml};
use crate::logic::machine::Callee;
use crate::logic::program::{AssumedBody, Local, Op, OpKind, Program, Source, StateId};
use crate::logic::trace::plain;
use crate::logic::types::{EntityTypeId, Type};
use crate::logic::value::Value;

/// What is looked at after a run.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// An output of the procedure, or the value of the function.
    Output(usize),
    /// A state.
    State(StateId),
    /// A field of a thing, by its name.
    Field(String, u16),
    /// That a thing is gone, by its name.
    Removed(String),
}

/// A step from a value to a part of it.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// A field of a record.
    Field(u16),
    /// An entry of a map.
    Entry(Value),
}

/// One assertion.
#[derive(Clone, Debug)]
pub(super) struct Assertion {
    /// The keys that lead to it, joined by dots.
    pub(super) key: String,
    /// Where the value stands.
    pub(super) place: Place,
    /// What is looked at.
    pub(super) target: Target,
    /// Which part of it.
    pub(super) parts: Vec<Part>,
    /// What must come out.
    pub(super) expected: Value,
    /// What the example prints, where that is something else.
    pub(super) dispute: Option<Dispute>,
}

/// The section whose example is read, and what was found so far.
pub(super) struct Expectations<'r, 'p> {
    pub(super) reader: &'r mut Reader<'p>,
    pub(super) section: &'r Section,
    pub(super) found: Vec<Assertion>,
}

impl Expectations<'_, '_> {
    /// Reads `expect` of a run of `callee`; `refused` is read elsewhere.
    pub(super) fn read(&mut self, node: &Node, callee: Callee) {
        let program = self.reader.program;
        match callee {
            Callee::Function(id) => {
                let function = &program.functions[id.index()];
                self.value(program.name(function.name), node, Target::Output(0), Vec::new(), &function.result);
            }
            Callee::Procedure(id) => {
                let outputs = &outputs(program, Callee::Procedure(id));
                if !matches!(node.value, Yaml::Map(_)) {
                    let message = format!("`expect` of a procedure must be a mapping, not {}", node.kind());
                    self.reader.wrong(node.place, message, "write `expect: {output: value, state: value}`");
                    return;
                }
                let is_end = |key: &str| key == "refused" || key == "ended" && !program.ends.is_empty();
                for entry in node.entries().iter().filter(|entry| !is_end(&entry.key)) {
                    self.entry(&entry.key, entry.place, &entry.value, outputs);
                }
            }
        }
    }

    fn entry(&mut self, key: &str, place: Place, node: &Node, outputs: &Outputs<'_>) {
        let program = self.reader.program;
        let (things, types) = (&self.reader.things, &self.reader.types);
        let given = |name: &str| things.get(name).map(|thing| types[thing.index()]);
        match find(program, outputs, &given, key) {
            Some(Named::Output(at, ty)) => return self.value(key, node, Target::Output(at), Vec::new(), ty),
            Some(Named::State(id, ty)) => return self.value(key, node, Target::State(id), Vec::new(), ty),
            Some(Named::Thing(ty)) => return self.thing(key, node, ty),
            None => {}
        }
        if let Some(ty) = created(program, key) {
            return self.thing(key, node, ty);
        }
        let known = known(program, outputs, self.reader.things.keys());
        let message = format!("`{key}` is no output, state or thing of this run");
        self.reader.unknown(place, message, key, known.iter().map(String::as_str), "names");
    }

    fn thing(&mut self, key: &str, node: &Node, ty: EntityTypeId) {
        if node.text() == Some("removed") {
            self.found.push(Assertion {
                key: key.to_owned(),
                place: node.place,
                target: Target::Removed(key.to_owned()),
                parts: Vec::new(),
                expected: Value::yes_no(true),
                dispute: None,
            });
            return;
        }
        let program = self.reader.program;
        let entity = &program.entities[usize::from(ty.0)];
        if !matches!(node.value, Yaml::Map(_)) {
            let message = format!("`{key}` is a thing: this must be `removed` or a mapping of its fields");
            self.reader.wrong(node.place, message, format!("write `{key}: {{field: value}}`"));
            return;
        }
        for entry in node.entries() {
            let Some((number, field)) = field(program, ty, &entry.key) else {
                let known = entity.fields.iter().map(|field| program.name(field.name));
                let message = format!("a {} has no field `{}`", entity.name, entry.key);
                self.reader.unknown(entry.place, message, &entry.key, known, "fields");
                continue;
            };
            let target = Target::Field(key.to_owned(), number);
            self.value(&format!("{key}.{}", entry.key), &entry.value, target, Vec::new(), field);
        }
    }

    /// A value, or some of the fields of a record or entries of a map, or a dispute about it.
    fn value(&mut self, key: &str, node: &Node, target: Target, parts: Vec<Part>, ty: &Type) {
        if node.get("printed").is_some() || node.get("by_rule").is_some() {
            return self.dispute(key, node, target, parts, ty);
        }
        let deeper = |part: Part| parts.iter().cloned().chain([part]).collect::<Vec<_>>();
        match (ty.without_none(), &node.value) {
            (Type::Record(id), Yaml::Map(entries)) => {
                let program = self.reader.program;
                let fields = &program.records[usize::from(id.0)].fields;
                for entry in entries {
                    let Some(at) = fields.iter().position(|field| same(program.name(field.name), &entry.key)) else {
                        let known = fields.iter().map(|field| program.name(field.name));
                        let message = format!("`{key}` has no field `{}`", entry.key);
                        self.reader.unknown(entry.place, message, &entry.key, known, "fields");
                        continue;
                    };
                    let Ok(number) = u16::try_from(at) else { continue };
                    let name = format!("{key}.{}", entry.key);
                    self.value(&name, &entry.value, target.clone(), deeper(Part::Field(number)), &fields[at].ty);
                }
            }
            (Type::Map(key_type, value_type), Yaml::Map(entries)) => {
                for entry in entries {
                    let Some(at) = self.reader.word(&entry.key, entry.place, key_type) else { continue };
                    let name = format!("{key}.{}", entry.key);
                    self.value(&name, &entry.value, target.clone(), deeper(Part::Entry(at)), value_type);
                }
            }
            _ => {
                if let Some(expected) = self.reader.value(node, ty) {
                    let key = key.to_owned();
                    self.found.push(Assertion { key, place: node.place, target, parts, expected, dispute: None });
                }
            }
        }
    }

    fn dispute(&mut self, key: &str, node: &Node, target: Target, parts: Vec<Part>, ty: &Type) {
        const KEYS: [&str; 3] = ["printed", "by_rule", "why"];
        for entry in node.entries().iter().filter(|entry| !KEYS.contains(&entry.key.as_str())) {
            let message = format!("a disputed value has no key `{}`", entry.key);
            self.reader.unknown(entry.place, message, &entry.key, KEYS, "keys");
        }
        let [printed, by_rule, why] = KEYS.map(|key| node.get(key));
        let (Some(printed), Some(by_rule), Some(why)) = (printed, by_rule, why) else {
            let message = format!("the dispute about `{key}` needs `printed`, `by_rule` and `why`");
            let help = "write `{printed: 8, by_rule: 4, why: note-of-this-section}`";
            return self.reader.wrong(node.place, message, help);
        };
        if !why.text().is_some_and(|why| self.section.notes.iter().any(|note| note.id == why)) {
            let text = why.text().unwrap_or_default();
            let known = self.section.notes.iter().map(|note| note.id.as_str());
            let message = format!("`{text}` is no note of this section");
            self.reader.unknown(why.place, message, text, known, "notes");
        }
        // What is printed may lie outside the range that the rule allows: that can be the very dispute.
        let before = self.reader.mistakes.len();
        let printed_value = self.reader.value(printed, ty);
        if printed_value.is_none() && printed.text().is_some() {
            self.reader.mistakes.truncate(before);
        }
        let Some(expected) = self.reader.value(by_rule, ty) else { return };
        if printed_value.as_ref() == Some(&expected) {
            let message = format!("`printed` and `by_rule` of `{key}` are the same");
            return self.reader.wrong(
                by_rule.place,
                message,
                format!("write `{key}` with the plain value: nothing is disputed"),
            );
        }
        let names = self.reader.things.names();
        let show = |value: &Value| plain(self.reader.program, names, value);
        let dispute = Dispute {
            key: key.to_owned(),
            printed: printed_value.as_ref().map_or_else(|| printed.text().unwrap_or_default().to_owned(), show),
            by_rule: show(&expected),
            why: why.text().map(str::to_owned),
        };
        let key = key.to_owned();
        self.found.push(Assertion { key, place: by_rule.place, target, parts, expected, dispute: Some(dispute) });
    }
}

/// The type of the things that a `create … as NAME` makes; the second one of a run is called `NAME_2`.
pub(super) fn created(program: &Program, name: &str) -> Option<EntityTypeId> {
    let base = name.rsplit_once('_').filter(|(_, end)| end.bytes().all(|b| b.is_ascii_digit())).map(|(base, _)| base);
    let find = |code: &[Op], locals: &[Local]| {
        code.iter().find_map(|op| match &op.kind {
            OpKind::Create(ty, _, slot) => {
                let label = program.name(locals.get(slot.index())?.name?);
                (label == name || Some(label) == base).then_some(*ty)
            }
            _ => None,
        })
    };
    let called = |entity: &crate::logic::program::EntityType| {
        entity.fields.iter().any(|field| {
            program.name(field.name) == super::called::NAME
                && matches!(field.ty.without_none(), Type::Symbols(members) if members.iter().any(|member| {
                    let member = program.symbols.get(member.index()).map_or("", String::as_str);
                    same(member, name) || base.is_some_and(|base| same(member, base))
                }))
        })
    };
    let named = (0..).zip(&program.entities).find(|(_, entity)| called(entity));
    if let Some((id, _)) = named {
        return Some(EntityTypeId(id));
    }
    let own = program.procedures.iter().find_map(|procedure| match &procedure.code {
        Source::Here(code) => find(code, &procedure.locals),
        Source::Missing(_) => None,
    });
    own.or_else(|| {
        program.assumptions.iter().flat_map(|set| &set.parts).find_map(|part| match &part.body {
            AssumedBody::Code { code, locals } => find(code, locals),
            _ => None,
        })
    })
}
