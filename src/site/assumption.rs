//! The assumption sets of a book: why each may be assumed, and what it supplies.

use minijinja::Value;
use serde::Serialize;

use super::address;
use super::link::Linker;
use super::renderer::{Label, href as safe};
use super::section::PieceView;
use super::wording::{Wording, headed};
use crate::library::AssumptionSet;
use crate::library::localized::View;
use crate::logic::book::Compiled;
use crate::logic::program::{Assumed, Assumption, FunctionKind, PointId, Program, Role, Source};

/// An assumption set on the page of verdicts.
#[derive(Debug, Serialize)]
pub(super) struct AssumptionView {
    id: String,
    label: String,
    reason: Option<PieceView>,
    supplies: Vec<Supply>,
    /// The examples that it served, as links.
    pub(super) used: Vec<Value>,
}

/// Something that a set supplies.
#[derive(Debug, Serialize)]
struct Supply {
    name: String,
    /// Where the document leaves it to another, and to which.
    source: Option<String>,
    number: Option<String>,
    title: Option<Label>,
    href: Option<Value>,
}

/// What a set is called: "Assumption 3", by its place in the book.
pub(super) fn label(linker: &Linker<'_>, id: &str) -> String {
    let at = linker.book.assumptions.iter().position(|set| set.id == id);
    let number = at.map_or_else(String::new, |at| (at + 1).to_string());
    linker.strings.fill("assumption", &[("number", &number)])
}

/// The way to a set.
pub(super) fn href(linker: &Linker<'_>, id: &str) -> String {
    let page = address::book(linker.edition.language(), &linker.book.id, "verdicts");
    linker.to(&format!("{page}#{}", address::of_book("assumption", id)))
}

/// What the page of verdicts shows of a set.
pub(super) fn view(
    linker: &Linker<'_>,
    wording: &Wording<'_>,
    logic: Option<&Compiled>,
    set: &AssumptionSet,
) -> AssumptionView {
    let program = logic.map(|logic| &logic.program);
    let mut supplies: Vec<Supply> = Vec::new();
    if let Some(program) = program {
        for part in program.assumptions.iter().filter(|other| other.id == set.id).flat_map(|set| &set.parts) {
            let supply = supply(linker, wording, program, part);
            if !supplies.iter().any(|other| other.name == supply.name) {
                supplies.push(supply);
            }
        }
    }
    AssumptionView {
        id: address::of_book("assumption", &set.id),
        label: label(linker, &set.id),
        reason: PieceView::of_book(linker, &set.reason),
        supplies,
        used: Vec::new(),
    }
}

fn supply(linker: &Linker<'_>, wording: &Wording<'_>, program: &Program, part: &Assumption) -> Supply {
    let (point, source) = target(program, part.target);
    let point = program.point(point);
    let id = &program.blocks[point.block.index()].id;
    let names = [(Some(point.owner), Role::Definition), (point.label, Role::Part)].into_iter();
    let names = names.filter_map(|(name, role)| Some(wording.names.of(program.name(name?), role, id)));
    let names: Vec<String> = names.collect();
    let section = linker.book.section(id);
    let view = View::new(linker.book, linker.edition.language());
    Supply {
        name: headed(&names.join(" – ")),
        source: source.map(|source| wording.names.source(&source)),
        number: section.and_then(|(_, section)| view.number(section)),
        title: section.map(|(_, section)| Label::section(&view, section)),
        href: section.map(|(chapter, section)| safe(linker.section(linker.book, chapter, section, None))),
    }
}

/// The part of the logic that is left open, and the document that would tell.
fn target(program: &Program, target: Assumed) -> (PointId, Option<String>) {
    fn missing<T>(source: &Source<T>) -> Option<String> {
        match source {
            Source::Missing(source) => source.clone(),
            Source::Here(_) => None,
        }
    }
    match target {
        Assumed::Function(id) => {
            let function = &program.functions[id.index()];
            let source = match &function.kind {
                FunctionKind::Value { base, .. } => missing(&base.body),
                FunctionKind::Table { rows, .. } => rows.iter().flat_map(|row| &row.outputs).find_map(missing),
                _ => None,
            };
            (function.point, source)
        }
        Assumed::Contribution(id, at) => {
            let (function, at) = (&program.functions[id.index()], usize::from(at));
            let found = match &function.kind {
                FunctionKind::Value { exceptions, .. } => {
                    exceptions.get(at).map(|one| (one.point, one.body.as_ref().and_then(missing)))
                }
                FunctionKind::Modifier { contributions, .. } | FunctionKind::Permission { contributions, .. } => {
                    contributions.get(at).map(|one| (one.point, missing(&one.body)))
                }
                _ => None,
            };
            found.unwrap_or((function.point, None))
        }
        Assumed::Procedure(id) => {
            let procedure = &program.procedures[id.index()];
            (procedure.point, missing(&procedure.code))
        }
        Assumed::Graph(id) => {
            let graph = &program.graphs[id.index()];
            (graph.point, missing(&graph.source))
        }
    }
}
