//! Changes the logic on purpose and lists the changes that no example notices.

mod equal;
mod sites;

use std::collections::BTreeSet;

pub use sites::Site;

use super::book::Compiled;
use super::compile::{Inputs, ParsedBlock, compile};
use super::example::{ExampleResult, VerdictKind, run_only};
use super::limits::Meter;
use super::program::{PointId, Program};
use super::prove::prove;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::library::Book;

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// An example fails with it.
    Noticed,
    /// No example notices it.
    Unnoticed,
    /// No example reaches the definition at all.
    Unreached,
    /// It makes no difference: the function gives the same for all arguments.
    Equivalent,
    /// The checker refuses it.
    Refused,
}

impl Fate {
    /// The word used in every output format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Noticed => "noticed",
            Self::Unnoticed => "unnoticed",
            Self::Unreached => "unreached",
            Self::Equivalent => "equivalent",
            Self::Refused => "refused",
        }
    }
}

/// A change that was tried.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The book's id.
    pub book: String,
    /// The section's id.
    pub section: String,
    /// The section's number as printed.
    pub number: Option<String>,
    /// Where it was changed.
    pub place: Place,
    /// The text at that place, shortened.
    pub text: String,
    /// What was changed: `3 → 4`.
    pub change: String,
    /// What became of it.
    pub fate: Fate,
}

/// Tries `count` changes (or all there are) of a book's logic, chosen by `seed`; `results` are the verdicts without any.
///
/// The choice: the changes in the order of the text are shuffled by Fisher and Yates with splitmix64, and the first are taken.
pub fn mutate(
    book: &Book,
    compiled: &Compiled,
    results: &[ExampleResult],
    (seed, count): (u64, usize),
    meter: &Meter,
) -> Vec<Mutant> {
    let _changes = meter.begin_several(format!("the changes to the logic of `{}`", book.id), None);
    let own = compiled.blocks.iter().enumerate().filter(|(_, block)| !block.assumed);
    let mut all: Vec<(usize, usize, Site)> = own
        .flat_map(|(at, block)| sites::sites(&block.tree).into_iter().enumerate().map(move |(n, site)| (at, n, site)))
        .collect();
    shuffle(&mut all, seed);
    all.truncate(count);
    all.sort_by_key(|(block, number, _)| (*block, *number));
    let results: Vec<&ExampleResult> = results.iter().filter(|result| result.book == book.id).collect();
    all.into_iter().map(|(block, number, site)| one((book, meter), compiled, &results, block, number, site)).collect()
}

fn one(
    (book, meter): (&Book, &Meter),
    compiled: &Compiled,
    results: &[&ExampleResult],
    block: usize,
    number: usize,
    site: Site,
) -> Mutant {
    let changed_block = &compiled.blocks[block];
    let span = changed_block.tree.items[site.item].span;
    let fate = fate((book, meter), compiled, results, block, number, &site, span);
    let written = changed_block.text.text.get(site.span.range()).unwrap_or_default();
    let first = written.trim().lines().next().unwrap_or_default().trim();
    Mutant {
        book: book.id.clone(),
        section: changed_block.id.clone(),
        number: changed_block.number.clone(),
        place: changed_block.text.place_of(site.span.range()),
        text: first.chars().take(72).collect(),
        change: site.change,
        fate,
    }
}

fn fate(
    (book, meter): (&Book, &Meter),
    compiled: &Compiled,
    results: &[&ExampleResult],
    block: usize,
    number: usize,
    site: &Site,
    item: super::syntax::ast::Span,
) -> Fate {
    if meter.is_over() {
        // Nothing of it is used: the whole command ends.
        return Fate::Refused;
    }
    let mut blocks: Vec<ParsedBlock> = compiled.blocks.clone();
    sites::change(&mut blocks[block].tree, number);
    let inputs = Inputs { book: &book.id, blocks: &blocks, data: &book.data, options: &compiled.options };
    let (program, findings) = compile(inputs);
    let wrong = |findings: &[Diagnostic]| findings.iter().any(|finding| finding.severity == Severity::Error);
    if wrong(&findings) {
        return Fate::Refused;
    }
    let touched = points_in(&compiled.program, block, item);
    let reaching: Vec<&&ExampleResult> = results
        .iter()
        .filter(|result| !result.verdict.hit.is_disjoint(&touched) || !result.verdict.considered.is_disjoint(&touched))
        .collect();
    let noticed = reaching.iter().any(|result| {
        let changed = run_only(book, &program, &result.section, &result.id, meter);
        changed.is_some_and(|changed| changed.verdict.kind == VerdictKind::Failed)
    });
    if noticed {
        return Fate::Noticed;
    }
    // The dearest question comes last.
    if wrong(&prove(&program, meter)) {
        return Fate::Refused;
    }
    let tree = &compiled.blocks[block].tree.items[site.item];
    if equal::everywhere(&compiled.blocks, tree, &compiled.program, &program, meter) {
        Fate::Equivalent
    } else if reaching.is_empty() {
        Fate::Unreached
    } else {
        Fate::Unnoticed
    }
}

/// The points of a definition.
fn points_in(program: &Program, block: usize, span: super::syntax::ast::Span) -> BTreeSet<PointId> {
    let inside = |(at, point): (usize, &super::program::Point)| {
        let within = point.block.index() == block && span.start <= point.span.start && point.span.end <= span.end;
        within.then(|| u32::try_from(at).ok().map(PointId)).flatten()
    };
    program.points.iter().enumerate().filter_map(inside).collect()
}

fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed;
    for last in (1..items.len()).rev() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        let product = u128::from(mixed) * (last as u128 + 1);
        items.swap(last, usize::try_from(product >> 64).unwrap_or(last));
    }
}
