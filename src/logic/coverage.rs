//! Which parts of the logic the examples exercise, and in how many of many runs each part took effect.

use std::collections::{BTreeMap, BTreeSet};

use super::example::ExampleResult;
use super::external::external_points;
use super::program::{FunctionKind, OpKind, Point, PointId, PointKind, Program, Source};

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
    covered(program, |id| hit.contains(&id))
}

/// The same where it is known otherwise which parts took effect.
fn covered(program: &Program, is_hit: impl Fn(PointId) -> bool) -> Vec<Coverage> {
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
        if is_hit(id) {
            counted.covered += 1;
        } else {
            counted.untouched.push(id);
        }
    }
    by_kind.into_values().collect()
}

/// In how many runs what took effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Of each point.
    points: Vec<u64>,
    /// Of each block: anything that stands there.
    blocks: Vec<u64>,
}

/// How far many runs reached into one section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionReached {
    /// The section's id.
    pub section: String,
    /// The section's number as printed.
    pub number: Option<String>,
    /// In how many runs something of it took effect.
    pub runs: u64,
    /// How many parts it has that coverage counts.
    pub total: usize,
    /// Those that took effect in no run.
    pub untouched: Vec<PointId>,
}

impl Reached {
    /// Of no run yet.
    pub fn nothing(program: &Program) -> Self {
        Self { points: vec![0; program.points.len()], blocks: vec![0; program.blocks.len()] }
    }

    /// One more run, in which these points took effect.
    pub fn add(&mut self, program: &Program, hit: &BTreeSet<PointId>) {
        let mut blocks = BTreeSet::new();
        for id in hit {
            self.points[id.index()] += 1;
            blocks.insert(program.point(*id).block.index());
        }
        for block in blocks {
            self.blocks[block] += 1;
        }
    }

    /// Other runs of the same program.
    pub fn join(&mut self, other: &Self) {
        for (all, more) in self.points.iter_mut().zip(&other.points) {
            *all += more;
        }
        for (all, more) in self.blocks.iter_mut().zip(&other.blocks) {
            *all += more;
        }
    }

    /// Each section in which something can be run, in the order of the book.
    pub fn sections(&self, program: &Program) -> Vec<SectionReached> {
        let mut parts: BTreeMap<String, (usize, Vec<PointId>)> = BTreeMap::new();
        for row in covered(program, |id| self.points[id.index()] > 0) {
            let (total, untouched) = parts.entry(row.section).or_default();
            *total += row.total;
            untouched.extend(row.untouched);
        }
        let runs = |point: &Point| matches!(point.kind, PointKind::Statement) || point.kind.counted_as().is_some();
        let running: BTreeSet<usize> =
            program.points.iter().filter(|point| runs(point)).map(|point| point.block.index()).collect();
        let blocks = running.into_iter().filter(|at| !program.blocks[*at].assumed);
        let sections = blocks.map(|at| {
            let block = &program.blocks[at];
            let (total, untouched) = parts.remove(&block.id).unwrap_or_default();
            let (section, number) = (block.id.clone(), block.number.clone());
            SectionReached { section, number, runs: self.blocks[at], total, untouched }
        });
        sections.collect()
    }
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
