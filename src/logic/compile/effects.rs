//! What definitions read and change, found from what they do; what is said of it is compared with that.

use std::collections::{HashMap, HashSet};

use super::{Changes, Compiler, Definition, Global, Run};
use crate::diagnostic::codes;
use crate::library::names;
use crate::logic::bits::Bits;
use crate::logic::program::{Assumed, AssumedBody, Op, OpKind, PointId, ProcedureId, Program, Source, StateId};
use crate::logic::syntax::ast::{Head, Item, ItemKind};
use crate::logic::types::EntityTypeId;

impl Compiler<'_> {
    /// Reports the states that a function says it reads, and does not, nor does anything that it asks.
    pub(super) fn reads_as_said(&mut self) {
        let (functions, states) = (self.program.functions.len(), self.program.states.len());
        let says = |item: &Item| head_of(item).is_some_and(|head| !head.reads.is_empty());
        if !self.function_items.iter().any(|(_, item, _)| says(item)) {
            return;
        }
        let mut direct = vec![Bits::new(states); functions];
        for (id, read) in &self.read {
            for state in read {
                direct[id.index()].set(state.index());
            }
        }
        let asked = self.edges.iter().chain(&self.back_edges).filter_map(|(set, from, to)| match (set, from, to) {
            (None, Definition::Function(from), Definition::Function(to)) => Some((from.index(), to.index())),
            _ => None,
        });
        let all = reached(&direct, asked);
        for (at, (block, item, _)) in self.function_items.clone().into_iter().enumerate() {
            // What another document says may well read them.
            let Some(head) = head_of(item).filter(|_| !self.program.functions[at].is_partly_missing()) else {
                continue;
            };
            for name in &head.reads {
                if let Some((Global::State(state), ..)) = self.globals.get(&name.text)
                    && !all[at].has(state.index())
                {
                    let message = format!("the state `{}` is never read", name.text);
                    self.report(&codes::UNUSED_NAME, (block, name.span), message, "take it out of `reads`");
                }
            }
        }
    }

    /// Compares what procedures say that they change with what they do, and notes for each branch what procedures change that are
    /// run on its ways.
    pub(super) fn changes(&mut self) {
        let states = self.program.states.len();
        let bound = states + self.program.entities.len();
        let direct: Vec<Bits> = self.changed.iter().map(|changes| bits(changes, states, bound)).collect();
        // Without the rules of other sections, of which a procedure need not know.
        let beneath = |id: &ProcedureId| self.beneath_of.get(id).copied().unwrap_or(*id);
        let written = self.runs.iter().map(|run| (run.from.index(), beneath(&run.to).index()));
        let own = reached(&direct, written);
        self.unsaid(&own, states);
        self.said_in_vain(&own, states);
        let all = reached(&direct, runs(&self.program));
        let code = self.program.procedures.iter_mut().filter_map(|procedure| match &mut procedure.code {
            Source::Here(code) => Some(code),
            Source::Missing(_) => None,
        });
        let assumed = self.program.assumptions.iter_mut().flat_map(|set| &mut set.parts);
        let assumed = assumed.filter_map(|part| match &mut part.body {
            AssumedBody::Code { code, .. } => Some(code),
            AssumedBody::Expr(_) | AssumedBody::Graph(_) => None,
        });
        code.chain(assumed).for_each(|code| changed_within(code, &all, states));
    }

    /// What a procedure that is run changes, the one that runs it changes too.
    fn unsaid(&mut self, own: &[Bits], states: usize) {
        for Run { from, to, block, name } in std::mem::take(&mut self.runs) {
            let Some(said) = &self.said[from.index()] else { continue };
            let to = self.beneath_of.get(&to).copied().unwrap_or(to);
            let known =
                |column: &usize| has(said, *column, states) || has(&self.changed[from.index()], *column, states);
            let unsaid: Vec<usize> = own[to.index()].iter().filter(|column| !known(column)).collect();
            if unsaid.is_empty() {
                continue;
            }
            let unsaid: Vec<&str> = unsaid.into_iter().map(|column| called(&self.program, column, states)).collect();
            let quoted: Vec<String> = unsaid.iter().map(|name| format!("`{name}`")).collect();
            let message = format!(
                "`{}` changes {}, and this procedure does not say that it does",
                name.text,
                names::listed(quoted.iter().map(String::as_str))
            );
            let help = format!(
                "say so on its first line (`changes {}`), or leave out what stands behind `changes`",
                names::listed(unsaid)
            );
            self.report(&codes::UNDECLARED_STATE, (block, name.span), message, help);
        }
    }

    /// What a procedure says that it changes, and never does.
    fn said_in_vain(&mut self, own: &[Bits], states: usize) {
        for (at, (block, item)) in self.procedure_items.clone().into_iter().enumerate() {
            let id = ProcedureId(u16::try_from(at).unwrap_or(u16::MAX));
            let id = self.beneath_of.get(&id).copied().unwrap_or(id);
            let ItemKind::Procedure { head, changes, .. } = &item.kind else { continue };
            if changes.is_empty() || matches!(self.program.procedures[id.index()].code, Source::Missing(_)) {
                continue;
            }
            let changed = own[id.index()].iter().map(|column| called(&self.program, column, states));
            let changed: HashSet<String> = changed.map(str::to_owned).collect();
            for name in changes {
                let known = self.states.contains_key(name.text.as_str()) || self.types.contains_key(&name.text);
                if known && !changed.contains(&name.text) {
                    let message = format!("`{}` never changes `{}`", head.name.text, name.text);
                    self.report(&codes::UNUSED_NAME, (block, name.span), message, "take it out of `changes`");
                }
            }
        }
    }
}

/// The head of what can say which states it reads.
fn head_of(item: &Item) -> Option<&Head> {
    match &item.kind {
        ItemKind::Value { head, .. }
        | ItemKind::Modifier { head, .. }
        | ItemKind::Permission { head, .. }
        | ItemKind::Table { head, .. } => Some(head),
        _ => None,
    }
}

fn bits(changes: &Changes, states: usize, bound: usize) -> Bits {
    let mut bits = Bits::new(bound);
    changes.states.iter().for_each(|state| bits.set(state.index()));
    changes.entities.iter().for_each(|entity| bits.set(states + usize::from(entity.0)));
    bits
}

fn has(changes: &Changes, column: usize, states: usize) -> bool {
    match column.checked_sub(states) {
        None => u16::try_from(column).is_ok_and(|state| changes.states.contains(&StateId(state))),
        Some(entity) => u16::try_from(entity).is_ok_and(|entity| changes.entities.contains(&EntityTypeId(entity))),
    }
}

fn called(program: &Program, column: usize, states: usize) -> &str {
    match column.checked_sub(states) {
        None => program.name(program.states[column].name),
        Some(entity) => &program.entities[entity].name,
    }
}

/// Which procedures run which, as the code is now.
pub(super) fn runs(program: &Program) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut code = |from: ProcedureId, code: &[Op]| {
        found.extend(code.iter().filter_map(|op| op.kind.effects().runs).map(|to| (from.index(), to.index())));
    };
    for (at, procedure) in program.procedures.iter().enumerate() {
        if let Source::Here(own) = &procedure.code {
            code(ProcedureId(u16::try_from(at).unwrap_or(u16::MAX)), own);
        }
    }
    for part in program.assumptions.iter().flat_map(|set| &set.parts) {
        if let (Assumed::Procedure(id), AssumedBody::Code { code: own, .. }) = (part.target, &part.body) {
            code(id, own);
        }
    }
    found
}

/// What each definition has, itself or through those that it runs or asks.
pub(super) fn reached(direct: &[Bits], runs: impl IntoIterator<Item = (usize, usize)>) -> Vec<Bits> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); direct.len()];
    for (from, to) in runs {
        if from < direct.len() && to < direct.len() {
            next[from].push(to);
        }
    }
    let mut all = direct.to_vec();
    let mut seen = vec![false; direct.len()];
    // Those that are run before those that run them; no recursion of our own. Circles are found elsewhere.
    for start in 0..direct.len() {
        let mut open = vec![(start, 0)];
        while let Some((at, tried)) = open.pop() {
            if tried == 0 && std::mem::replace(&mut seen[at], true) {
                continue;
            }
            match next[at].get(tried) {
                Some(to) => {
                    open.push((at, tried + 1));
                    if !seen[*to] {
                        open.push((*to, 0));
                    }
                }
                None => {
                    for to in std::mem::take(&mut next[at]) {
                        if to != at {
                            let found = std::mem::take(&mut all[to]);
                            all[at].union(&found);
                            all[to] = found;
                        }
                    }
                }
            }
        }
    }
    all
}

/// Adds to the ends of branches and loops the states that procedures change which are run on their ways.
fn changed_within(code: &mut [Op], all: &[Bits], states: usize) {
    if code.iter().all(|op| op.kind.effects().runs.is_none()) {
        return;
    }
    // A branch goes from the step that decides it to the last that closes it: all these are of one statement.
    let mut ends: HashMap<PointId, usize> = HashMap::new();
    for (at, op) in code.iter().enumerate() {
        if matches!(op.kind, OpKind::Join { .. }) {
            ends.insert(op.point, at);
        }
    }
    let mut open: Vec<(PointId, usize, Bits)> = Vec::new();
    let mut within: HashMap<PointId, Bits> = HashMap::new();
    for (at, op) in code.iter().enumerate() {
        let decides = matches!(op.kind, OpKind::Branch { .. } | OpKind::Next { .. });
        if let Some(end) = ends.get(&op.point).filter(|end| decides && **end > at)
            && open.last().is_none_or(|(point, ..)| *point != op.point)
        {
            open.push((op.point, *end, Bits::new(states)));
        }
        if let (Some(id), Some((.., changed))) = (op.kind.effects().runs, open.last_mut()) {
            all[id.index()].iter().take_while(|column| *column < states).for_each(|state| changed.set(state));
        }
        while let Some((point, _, changed)) = open.pop_if(|(_, end, _)| *end <= at) {
            if let Some((.., around)) = open.last_mut() {
                around.union(&changed);
            }
            within.insert(point, changed);
        }
    }
    for op in code {
        if let OpKind::Join { states: changed, .. } = &mut op.kind
            && let Some(within) = within.get(&op.point)
        {
            changed.extend(within.iter().map(|column| StateId(u16::try_from(column).unwrap_or(u16::MAX))));
            changed.sort();
            changed.dedup();
        }
    }
}
