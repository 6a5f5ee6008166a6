//! The code of a procedure, with what its steps do and its loops.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::act::Around;
use super::analysis::Analysis;
use super::conjunct::{Conjunct, Write};
use super::effect::{Effect, Parts};
use super::order::commutes;
use super::place::Root;
use super::reads::UseCollector;
use super::ways::unset_outputs;
use crate::logic::bits::Bits;
use crate::logic::program::{Assumed, Local, NameId, Op, OpKind, Procedure, ProcedureId, Slot};

/// What a step does, apart from where it goes on.
#[derive(Clone, Debug)]
pub(super) struct Act {
    /// What it looks at.
    pub(super) reads: Effect,
    /// What it still looks at when its question is answered.
    pub(super) again: Option<Effect>,
    /// What it changes.
    pub(super) root: Option<Root>,
    /// Whether it replaces the whole of that.
    pub(super) whole: bool,
    /// Whether it looks at things only for what it changes, so that it looks at nothing where nobody looks at that.
    pub(super) faint: bool,
    /// The slots that it fills.
    pub(super) fills: ArrayVec<Slot, 3>,
    /// What each argument of a call looks at.
    pub(super) args: Vec<Effect>,
    /// The fields that it changes.
    pub(super) writes: Vec<(usize, Write)>,
    /// The types of things whose order it uses, and a filter on them.
    pub(super) uses: Vec<(usize, Vec<Conjunct>)>,
}

/// A `for each`.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    /// The steps from the `Next` to before its end.
    pub(super) steps: std::ops::Range<usize>,
    pub(super) walk: Slot,
    pub(super) at: Slot,
    /// The types of the things in its elements.
    pub(super) things: Bits,
    /// Whether the order of its turns does not matter.
    pub(super) commutes: bool,
    /// What it changes, if it does nothing else at all, and cannot fail.
    pub(super) faint: Option<Vec<Root>>,
}

/// The code of a procedure or of an assumption in its place.
pub(super) struct Body<'p> {
    /// The procedure, and the assumption whose code it is.
    pub(super) whose: (ProcedureId, Option<(usize, usize)>),
    pub(super) code: &'p [Op],
    pub(super) definition: &'p Procedure,
    pub(super) acts: Vec<Act>,
    pub(super) parts: Parts,
    pub(super) loops: Vec<Loop>,
    /// The outputs, as numbers among all outputs, that some way may leave without a value, which is an error.
    pub(super) open: Bits,
}

impl<'p> Body<'p> {
    pub(super) fn new(
        analysis: &Analysis<'p>,
        whose: (ProcedureId, Option<(usize, usize)>),
        definition: &'p Procedure,
        (code, locals): (&'p [Op], &'p [Local]),
        by_order: &dyn Fn(NameId) -> bool,
    ) -> Self {
        let parts = parts(analysis, definition, code, locals.len());
        let mut loops = loops(analysis, code, locals, &parts);
        let around = Around { analysis, parts: &parts, loops: &loops, locals, by_order };
        let acts: Vec<Act> = code.iter().enumerate().map(|(pc, op)| around.act(pc, &op.kind)).collect();
        for found in loops.iter_mut().filter(|found| found.commutes) {
            found.faint = faint(code, &acts, &found.steps);
        }
        let open = unset_outputs(definition, code);
        Self { whose, code, definition, acts, parts, loops, open }
    }

    /// The slot of an output.
    pub(super) fn output(&self, n: usize) -> Slot {
        Slot(u16::try_from(self.definition.params.len() + n).unwrap_or(u16::MAX))
    }
}

/// What the conditions of assumptions for a procedure look at, and whether there are any.
pub(super) fn conditions(analysis: &Analysis, procedure: ProcedureId) -> Option<Effect> {
    let target = Assumed::Procedure(procedure);
    let mut all: Option<Effect> = None;
    for (_, part) in analysis.supplied(target) {
        let Some(when) = &part.when else { continue };
        let mut looker = UseCollector::new(analysis, analysis.slots_of(target, part));
        looker.condition(when);
        let effect = looker.effect;
        match &mut all {
            Some(all) => all.join(&effect),
            None => all = Some(effect),
        }
    }
    all
}

fn parts(analysis: &Analysis, definition: &Procedure, code: &[Op], slots: usize) -> Parts {
    let first = definition.params.len();
    let outputs = first..first + definition.outputs.len();
    let mut parts = Parts { slots, outputs, of: HashMap::new(), total: slots };
    for op in code {
        if let OpKind::Call { procedure, slot: Some(slot), .. } = &op.kind {
            let outputs = analysis.program.procedures.get(procedure.index()).map_or(0, |called| called.outputs.len());
            parts.of.insert(*slot, (parts.total, outputs));
            parts.total += outputs;
        }
    }
    parts
}

fn loops(analysis: &Analysis, code: &[Op], locals: &[Local], parts: &Parts) -> Vec<Loop> {
    let mut found = Vec::new();
    for (pc, op) in code.iter().enumerate() {
        let OpKind::Next { over, recheck, walk, at, end, .. } = &op.kind else { continue };
        let steps = pc..(*end as usize).clamp(pc + 1, code.len().max(pc + 1));
        let mut things = Bits::new(analysis.layout.types);
        analysis.layout.things(over.element(), &mut things);
        let commutes = commutes(analysis, code, steps.clone(), over, *recheck, locals, parts);
        found.push(Loop { steps, walk: *walk, at: *at, things, commutes, faint: None });
    }
    found
}

/// What a loop that commutes changes, if it does nothing else, and neither can fail nor go on for ever.
fn faint(code: &[Op], acts: &[Act], steps: &std::ops::Range<usize>) -> Option<Vec<Root>> {
    let mut roots = Vec::new();
    for pc in steps.start.checked_sub(1)?..steps.end {
        let (op, act) = (code.get(pc)?, acts.get(pc)?);
        let back =
            matches!(&op.kind, OpKind::Jump(target) if *target as usize <= pc && *target as usize != steps.start);
        if act.reads.fail != 0 || back {
            return None;
        }
        roots.extend(act.root);
    }
    Some(roots)
}
