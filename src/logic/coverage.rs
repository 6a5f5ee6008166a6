//! Which parts of the logic the examples exercise.

use std::collections::{BTreeMap, BTreeSet};

use super::example::ExampleResult;
use super::external::external_points;
use super::program::{FunctionKind, OpKind, PointId, PointKind, Program, Source};

/// The parts of one kind in one section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The book's id.
    pub book: String,
    /// The section's id.
    pub section: String,
    /// The section's number as printed.
    pub number: Option<String>,
    /// `value`, `exception`, `contribution`, `row` or `branch`.
    pub kind: &'static str,
    /// How many parts there are.
    pub total: usize,
    /// How many of them took effect in an example.
    pub covered: usize,
    /// The others.
    pub untouched: Vec<PointId>,
}

/// Which parts of `program` took effect in `results`, by section in the order of the book, then by kind. What the document
/// leaves to another is not counted, nor are assumptions.
pub fn coverage(program: &Program, results: &[ExampleResult]) -> Vec<Coverage> {
    let own = results.iter().filter(|result| result.book == program.book);
    let hit: BTreeSet<PointId> = own.flat_map(|result| result.verdict.hit.iter().copied()).collect();
    let mut left_out = external_points(program);
    // The compiler marks a value where it is declared and once more when its base is known: only the latter is asked.
    let bases = program.functions.iter().filter_map(|function| match &function.kind {
        FunctionKind::Value { base, .. } => Some(base.point),
        _ => None,
    });
    let bases: BTreeSet<PointId> = bases.collect();
    let marked = program.points.iter().zip(0..).filter(|(point, _)| point.kind == PointKind::Base);
    left_out.extend(marked.map(|(_, at)| PointId(at)).filter(|id| !bases.contains(id)));
    let mut by_kind: BTreeMap<(usize, &'static str), Coverage> = BTreeMap::new();
    for (at, point) in program.points.iter().enumerate() {
        let Ok(id) = u32::try_from(at).map(PointId) else { continue };
        let block = &program.blocks[point.block.index()];
        let Some(kind) = point.kind.counted_as().filter(|_| !block.assumed && !left_out.contains(&id)) else {
            continue;
        };
        let counted = by_kind.entry((point.block.index(), kind)).or_insert_with(|| Coverage {
            book: program.book.clone(),
            section: block.id.clone(),
            number: block.number.clone(),
            kind,
            total: 0,
            covered: 0,
            untouched: Vec::new(),
        });
        counted.total += 1;
        if hit.contains(&id) {
            counted.covered += 1;
        } else {
            counted.untouched.push(id);
        }
    }
    by_kind.into_values().collect()
}

/// What an untouched part is, for a list: its text on one line, with the way that was not taken.
pub fn describe(program: &Program, id: PointId) -> String {
    let point = program.point(id);
    let text = &program.blocks[point.block.index()].text.text;
    let written = text.get(point.span.range()).unwrap_or_default();
    let first = written.trim().lines().next().unwrap_or_default().trim();
    let mut shown: String = first.chars().take(72).collect();
    if shown.len() < first.len() {
        shown.push('…');
    }
    let [never, always] =
        if is_loop(program, id) { ["never entered", "never empty"] } else { ["never held", "always held"] };
    match point.kind {
        PointKind::BranchYes => format!("{shown} — {never}"),
        PointKind::BranchNo => format!("{shown} — {always}"),
        PointKind::Way => format!("{shown} — never taken"),
        _ => shown,
    }
}

/// Whether this is a way of a `for each`, which has elements or none, and no condition that holds.
fn is_loop(program: &Program, id: PointId) -> bool {
    let mut steps = program.procedures.iter().filter_map(|procedure| match &procedure.code {
        Source::Here(code) => Some(code),
        Source::Missing(_) => None,
    });
    steps.any(|code| code.iter().any(|op| matches!(op.kind, OpKind::Next { yes, no, .. } if yes == id || no == id)))
}
