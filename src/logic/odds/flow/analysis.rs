//! What all analyses of a case stand on: what functions look at, which things can be gone, which fields have no value yet.

use std::collections::HashMap;
use std::sync::Arc;

use super::effect::{Effect, FAULT, REAL};
use super::facts::Layout;
use super::reads::UseCollector;
use crate::logic::bits::Bits;
use crate::logic::machine::{Setting, World};
use crate::logic::program::{
    Assumed, AssumedBody, Assumption, Clause, Expr, ExprKind, FunctionId, FunctionKind, Program, Source,
};
use crate::logic::types::Type;
use crate::logic::walk;

/// Most words for what all functions look at.
const MOST_WORDS: usize = 1 << 23;

/// What all analyses of a case stand on.
pub(super) struct Analysis<'p> {
    pub(super) program: &'p Program,
    pub(super) setting: &'p Setting<'p>,
    pub(super) layout: Arc<Layout>,
    /// The states and fields that have no value where the run begins, although their types have no `none`.
    pub(super) unset: Bits,
    /// The entity types of which something may remove a thing.
    pub(super) removable: Bits,
    /// What active assumptions supply, by what they supply it for.
    pub(super) active: HashMap<Assumed, Vec<(usize, usize)>>,
    /// What each function looks at.
    pub(super) functions: Vec<Effect>,
}

impl<'p> Analysis<'p> {
    /// Nothing where the book is too large.
    pub(super) fn new(setting: &'p Setting<'p>, start: &World, layout: &Arc<Layout>) -> Option<Self> {
        let program = setting.program();
        let words = layout.total().div_ceil(64) + 1;
        if program.functions.len().saturating_mul(words) > MOST_WORDS {
            return None;
        }
        let mut active: HashMap<Assumed, Vec<(usize, usize)>> = HashMap::new();
        for (n, &set) in setting.assumed.iter().enumerate() {
            let Some(parts) = program.assumptions.get(set).map(|set| &set.parts) else { continue };
            if !setting.assumed[..n].contains(&set) {
                for (at, part) in parts.iter().enumerate() {
                    active.entry(part.target).or_default().push((set, at));
                }
            }
        }
        let mut analysis = Self {
            program,
            setting,
            layout: Arc::clone(layout),
            unset: unset(program, layout, start),
            removable: Bits::new(layout.types),
            active,
            functions: vec![Effect::new(layout, 0); program.functions.len()],
        };
        analysis.find_removable();
        analysis.look_into_functions();
        Some(analysis)
    }

    /// The active assumptions for something.
    pub(super) fn supplied(&self, target: Assumed) -> impl Iterator<Item = ((usize, usize), &'p Assumption)> {
        let program = self.program;
        let all = self.active.get(&target).into_iter().flatten();
        all.filter_map(move |(set, part)| Some(((*set, *part), program.assumptions.get(*set)?.parts.get(*part)?)))
    }

    /// How many slots the body of an assumption has: they begin with the arguments of what it supplies.
    pub(super) fn slots_of(&self, target: Assumed, part: &Assumption) -> u16 {
        let params = match target {
            Assumed::Function(id) | Assumed::Contribution(id, _) => {
                self.program.functions.get(id.index()).map(|function| &function.params)
            }
            Assumed::Procedure(id) => self.program.procedures.get(id.index()).map(|procedure| &procedure.params),
            Assumed::Graph(_) => None,
        };
        let params = params.map_or(0, Vec::len);
        part.slots.max(u16::try_from(params).unwrap_or(u16::MAX))
    }

    fn find_removable(&mut self) {
        let program = self.program;
        let assumed =
            program.assumptions.iter().flat_map(|set| &set.parts).filter_map(|part| match (&part.body, part.target) {
                (AssumedBody::Code { code, .. }, Assumed::Procedure(_)) => Some(code),
                _ => None,
            });
        let own = program.procedures.iter().filter_map(|procedure| match &procedure.code {
            Source::Here(code) => Some(code),
            Source::Missing(_) => None,
        });
        let mut found = Bits::new(self.layout.types);
        for code in own.chain(assumed) {
            for op in code {
                if let Some((_, ty)) = op.kind.effects().removes {
                    found.set(usize::from(ty.0));
                }
            }
        }
        self.removable = found;
    }

    fn look_into_functions(&mut self) {
        let order = self.callees_first();
        // Only assumptions can be circular; a run of such ends in an error, and what it looks at is found all the same.
        loop {
            let mut changed = false;
            for &id in &order {
                let now = self.function(FunctionId(u16::try_from(id).unwrap_or(u16::MAX)));
                if now != self.functions[id] {
                    self.functions[id].join(&now);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn callees_first(&self) -> Vec<usize> {
        let count = self.program.functions.len();
        let mut done = Bits::new(count);
        let mut order = Vec::with_capacity(count);
        for first in 0..count {
            let mut open = vec![(first, None::<std::vec::IntoIter<usize>>)];
            while let Some((at, callees)) = open.last_mut() {
                let at = *at;
                if callees.is_none() {
                    if done.has(at) {
                        open.pop();
                        continue;
                    }
                    done.set(at);
                }
                match callees.get_or_insert_with(|| self.callees(at).into_iter()).next() {
                    Some(callee) => open.push((callee, None)),
                    None => {
                        order.push(at);
                        open.pop();
                    }
                }
            }
        }
        order
    }

    fn callees(&self, at: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let Some(function) = self.program.functions.get(at) else { return found };
        let mut visit = |expr: &Expr| {
            if let ExprKind::Call(id, ..) = &expr.kind {
                found.push(id.index());
            }
        };
        walk::function(function, &mut visit);
        let id = FunctionId(u16::try_from(at).unwrap_or(u16::MAX));
        for target in targets(id, &function.kind) {
            for (_, part) in self.supplied(target) {
                part.when.iter().for_each(|when| walk::expr(when, &mut visit));
                if let AssumedBody::Expr(body) = &part.body {
                    walk::expr(body, &mut visit);
                }
            }
        }
        found.retain(|callee| *callee < self.program.functions.len());
        found
    }

    /// What a function looks at besides its arguments.
    fn function(&self, id: FunctionId) -> Effect {
        let function = &self.program.functions[id.index()];
        let mut looker = UseCollector::new(self, function.slots);
        match &function.kind {
            FunctionKind::Value { base: Clause { body, .. }, exceptions } => {
                looker.source(body, Assumed::Function(id));
                for (n, exception) in (0u16..).zip(exceptions) {
                    looker.optional(exception.when.as_ref());
                    if let Some(body) = &exception.body {
                        looker.source(body, Assumed::Contribution(id, n));
                    }
                }
                if exceptions.len() > 1 {
                    // Two that disagree are a mistake of the book.
                    looker.effect.fail |= FAULT;
                    looker.order_of_lists_in(&function.result);
                }
            }
            FunctionKind::Modifier { at_least, at_most, contributions } => {
                looker.optional(at_least.as_ref());
                looker.optional(at_most.as_ref());
                for (n, part) in (0u16..).zip(contributions) {
                    looker.optional(part.when.as_ref());
                    looker.source(&part.body, Assumed::Contribution(id, n));
                }
                if function.result != Type::NUMBER && function.result != Type::Fraction {
                    looker.effect.fail |= REAL;
                }
            }
            FunctionKind::Permission { contributions, .. } => {
                for (n, part) in (0u16..).zip(contributions) {
                    looker.optional(part.when.as_ref());
                    looker.source(&part.body, Assumed::Contribution(id, n));
                }
            }
            FunctionKind::Table { rows, .. } => {
                // The checker has proven that one row holds.
                looker.effect.fail |= FAULT;
                rows.iter().flat_map(|row| &row.outputs).for_each(|cell| looker.source(cell, Assumed::Function(id)));
            }
            FunctionKind::Judgement => {
                looker.effect.fail |= FAULT;
                looker.identity_of_things_in(&function.result);
            }
        }
        let mut effect = looker.effect;
        if self.program.recurring.contains(&id) {
            // It may come back to the same, without end.
            effect.fail |= REAL;
        }
        effect.locals = Bits::new(0);
        effect
    }
}

/// What of a function can be supplied.
fn targets(id: FunctionId, kind: &FunctionKind) -> Vec<Assumed> {
    let parts = match kind {
        FunctionKind::Value { exceptions, .. } => exceptions.len(),
        FunctionKind::Modifier { contributions, .. } | FunctionKind::Permission { contributions, .. } => {
            contributions.len()
        }
        FunctionKind::Table { .. } | FunctionKind::Judgement => 0,
    };
    let parts = (0..parts).filter_map(|n| Some(Assumed::Contribution(id, u16::try_from(n).ok()?)));
    std::iter::once(Assumed::Function(id)).chain(parts).collect()
}

fn unset(program: &Program, layout: &Layout, start: &World) -> Bits {
    let mut unset = Bits::new(layout.total());
    for at in 0..layout.states {
        if start.states.get(at).is_none_or(Option::is_none) {
            unset.set(at);
        }
    }
    for thing in start.things.iter().flatten() {
        let Some(ty) = program.entities.get(usize::from(thing.ty.0)) else { continue };
        for field in (0u16..).take(ty.fields.len()) {
            let held = thing.fields.get(usize::from(field));
            if held.is_none_or(|held| *held == crate::logic::value::Value::None)
                && !program.may_be_none(thing.ty, field)
            {
                unset.set(layout.field(thing.ty, field));
            }
        }
    }
    unset
}
