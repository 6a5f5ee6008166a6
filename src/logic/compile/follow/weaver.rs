//! The code of each procedure, for each way in which it is run.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::ops::Range;

use super::super::Compiler;
use super::super::expressions::{local, make};
use super::super::order::{Column, writes};
use super::steps::{Steps, exists, part, yes_no};
use super::{Code, Does, Following, Mode, code_assumed, events};
use crate::logic::program::{
    Assumed, AssumedBody, Assumption, Event, Expr, ExprKind, Fold, Op, OpKind, PlaceExpr, PointId, ProcedureId,
    Program, Selection, Slot, StateId,
};
use crate::logic::syntax::ast::Span;
use crate::logic::types::{EntityTypeId, Type};

/// A block that is done at once, in the steps of a procedure.
pub(super) struct Block {
    pub(super) steps: Range<usize>,
    /// Its own statement.
    pub(super) point: PointId,
    /// What may happen in it, and what it may change.
    pub(super) does: Does,
}

/// What was kept at the beginning of a block.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) states: BTreeMap<StateId, Slot>,
    /// Of a type a row for each thing: the thing, then its fields; and the type of the rows.
    pub(super) rows: BTreeMap<EntityTypeId, (Slot, Type)>,
    /// The things that there were.
    pub(super) all: BTreeMap<EntityTypeId, Slot>,
}

/// Weaves the code of all procedures.
pub(super) struct Weaver<'c, 'a> {
    pub(super) compiler: &'c mut Compiler<'a>,
    pub(super) following: Following,
    /// The code of procedures before anything was woven in.
    pub(super) sources: Vec<Option<Code>>,
    /// What they do themselves, and with all that follows it.
    pub(super) own: Vec<Does>,
    pub(super) does: Vec<Does>,
    pub(super) variants: HashMap<(ProcedureId, Mode), ProcedureId>,
    /// The blocks that are done at once, by whose they are.
    pub(super) together: HashMap<(ProcedureId, Option<usize>), Vec<usize>>,
    /// Those that are still to be made.
    pub(super) open: VecDeque<(ProcedureId, Mode, ProcedureId)>,
}

impl Weaver<'_, '_> {
    pub(super) fn all(&mut self) {
        let assumed = std::mem::take(&mut self.compiler.program.assumptions);
        let mut woven = assumed.clone();
        for (set, (from, to)) in assumed.iter().zip(&mut woven).enumerate() {
            for (part, to) in from.parts.iter().zip(&mut to.parts) {
                if let Some((id, code, locals)) = code_assumed(part) {
                    let code = (code.to_vec(), locals.to_vec());
                    let (code, locals) = self.woven(code, Mode::Plain, (id, Some(set)), part.point);
                    to.body = AssumedBody::Code { code, locals };
                }
            }
        }
        for at in 0..self.sources.len() {
            let id = ProcedureId(u16::try_from(at).unwrap_or(u16::MAX));
            if let Some(code) = self.sources[at].clone() {
                let point = self.compiler.program.procedures[at].point;
                let code = self.woven(code, Mode::Plain, (id, None), point);
                self.compiler.set_code(id, code);
            }
        }
        for group in 0..self.following.groups.len() {
            let code = self.settling(group);
            let id = self.following.groups[group].settle;
            self.compiler.set_code(id, code);
        }
        while let Some((id, mode, made)) = self.open.pop_front() {
            if let Some(code) = self.sources.get(id.index()).cloned().flatten() {
                let point = self.compiler.program.procedures[id.index()].point;
                let code = self.woven(code, mode, (id, None), point);
                self.compiler.set_code(made, code);
                continue;
            }
            for (set, (from, to)) in assumed.iter().zip(&mut woven).enumerate() {
                for part in &from.parts {
                    let Some((of, code, locals)) = code_assumed(part).filter(|(of, ..)| *of == id) else { continue };
                    let code = (code.to_vec(), locals.to_vec());
                    let (code, locals) = self.woven(code, mode, (of, Some(set)), part.point);
                    let body = AssumedBody::Code { code, locals };
                    to.parts.push(Assumption { target: Assumed::Procedure(made), body, ..part.clone() });
                }
            }
        }
        self.compiler.program.assumptions = woven;
    }

    /// A procedure as it is run in a mode.
    pub(super) fn variant(&mut self, id: ProcedureId, mode: Mode) -> ProcedureId {
        let (Some(alone), Some(does)) = (self.own.get(id.index()), self.does.get(id.index())) else { return id };
        let tests = !does.writes.is_empty();
        let mode = match mode {
            Mode::Settling(group) if !does.events.iter().any(|event| self.waits(*event, group)) => Mode::Following,
            other => other,
        };
        let same = match mode {
            Mode::Plain => true,
            Mode::Following => !tests,
            Mode::Settling(_) => false,
            Mode::Together => !tests && alone.events.is_empty(),
        };
        if same {
            return id;
        }
        if let Some(known) = self.variants.get(&(id, mode)) {
            return *known;
        }
        let definition = self.compiler.program.procedures[id.index()].clone();
        let own = self.compiler.hidden(definition);
        self.variants.insert((id, mode), own);
        self.open.push_back((id, mode, own));
        own
    }

    /// Whether a rule that follows something waits in a group.
    pub(super) fn waits(&self, event: Event, group: usize) -> bool {
        let mut rules = self.following.rules.get(&event).into_iter().flatten();
        rules.any(|rule| self.following.waits[*rule] == Some(group))
    }

    /// The code of a procedure, run in a mode, with what follows its steps.
    fn woven(&mut self, (code, locals): Code, mode: Mode, owner: (ProcedureId, Option<usize>), point: PointId) -> Code {
        let blocks = if mode == Mode::Together { Vec::new() } else { self.blocks(&code, owner) };
        let length = code.len();
        let mut steps = Steps::new(self, point, locals);
        // Where each step is now: for those who come from outside of a block that is done at once, and from within.
        let (mut outside, mut inside, mut moved) = (vec![0; length + 1], vec![0; length + 1], vec![0; length]);
        let mut ends = vec![0; blocks.len()];
        let mut kept = Kept::default();
        let within = |at: usize| {
            let next = blocks.partition_point(|block| block.steps.end <= at);
            blocks.get(next).filter(|block| block.steps.contains(&at)).map(|_| next)
        };
        for (at, op) in code.into_iter().enumerate() {
            let now = within(at);
            outside[at] = steps.here();
            if let Some(block) = now.map(|now| &blocks[now]).filter(|block| block.steps.start == at) {
                kept = steps.keep_all(block, op.point);
            }
            inside[at] = steps.here();
            moved[at] = steps.step(op, if now.is_some() { Mode::Together } else { mode });
            if let Some(now) = now.filter(|now| blocks[*now].steps.end == at + 1) {
                ends[now] = steps.here();
                steps.compare(&blocks[now], &std::mem::take(&mut kept), mode);
            }
        }
        let (mut ops, locals) = (steps.ops, steps.locals);
        let end = u32::try_from(ops.len()).unwrap_or(u32::MAX);
        (outside[length], inside[length]) = (end, end);
        for (at, place) in moved.into_iter().enumerate() {
            let block = within(at);
            for target in ops[place].kind.targets_mut() {
                let to = (*target as usize).min(length);
                *target = match block {
                    Some(block) if to == blocks[block].steps.end => ends[block],
                    Some(block) if blocks[block].steps.contains(&to) => inside[to],
                    _ => outside[to],
                };
            }
        }
        (ops, locals)
    }

    /// The blocks of a procedure that are done at once, and stand in no other.
    fn blocks(&mut self, code: &[Op], owner: (ProcedureId, Option<usize>)) -> Vec<Block> {
        let mut found: Vec<Block> = Vec::new();
        for at in self.together.get(&owner).into_iter().flatten() {
            let together = &self.compiler.together[*at];
            let within = |op: &Op| together.points.contains(&op.point.index());
            let (Some(start), Some(last)) = (code.iter().position(within), code.iter().rposition(within)) else {
                continue;
            };
            let steps = start..last + 1;
            let mut does = Does::default();
            for op in &code[steps.clone()] {
                does.events.extend(events(&op.kind).filter(|event| self.following.rules.contains_key(event)));
                does.writes.extend(self.following.written(&self.compiler.program, &op.kind));
                if let Some(ran) = op.kind.effects().runs.and_then(|id| self.own.get(id.index())) {
                    does.join(ran);
                }
            }
            for rule in does.events.iter().filter_map(|event| self.following.rules.get(event)).flatten() {
                does.writes.extend(&self.does[self.following.made[*rule].call.index()].writes);
            }
            found.push(Block { steps, point: together.point, does });
        }
        found.sort_by_key(|block| (block.steps.start, std::cmp::Reverse(block.steps.end)));
        let mut end = 0;
        found.retain(|block| {
            let outer = block.steps.start >= end;
            end = end.max(block.steps.end);
            outer
        });
        for block in &found {
            let rules = self.following.in_order(&block.does.events);
            if rules.len() > 1 {
                self.following.together.insert(rules);
            }
        }
        found
    }

    /// Goes on until no rule of a group waits.
    fn settling(&mut self, group: usize) -> Code {
        let (settle, mut queues) = {
            let waiting = &self.following.groups[group];
            let queues = waiting.queues.iter().map(|(rule, (state, record))| (*rule, *state, record.clone()));
            (waiting.settle, queues.collect::<Vec<_>>())
        };
        queues.sort_by_key(|(rule, ..)| self.following.rank[*rule]);
        let point = self.compiler.program.procedures[settle.index()].point;
        let mut steps = Steps::new(self, point, Vec::new());
        let queue = |state: StateId, record: &Type| {
            make(ExprKind::State(state), Type::List(Box::new(record.clone())), Span::default())
        };
        let waits = |(_, state, record): &(usize, StateId, Type)| {
            make(ExprKind::IsEmpty(Box::new(queue(*state, record)), false), Type::YesNo, Span::default())
        };
        let Some(any) = queues.iter().map(waits).reduce(|a, b| yes_no(ExprKind::Or(Box::new(a), Box::new(b)))) else {
            return (Vec::new(), Vec::new());
        };
        let top = steps.here();
        let (around, place) = steps.branch(any, true);
        for (rule, state, record) in &queues {
            let waiting = steps.branch(waits(&(*rule, *state, record.clone())), false);
            let element = steps.slot(record.clone());
            let all = Box::new(queue(*state, record));
            let from = Selection { slot: element, of: all, filter: None, extreme: None, sorted: false };
            let first = make(ExprKind::Select(Fold::First, from), record.clone(), Span::default());
            let first = steps.keep(first, place);
            let first = local(first, record, Span::default());
            let taken = OpKind::TakeFrom { place: PlaceExpr::State(*state), count: None, value: first.clone() };
            steps.push(taken, place);
            let params = steps.params(*rule);
            let args: Vec<Expr> = (0..).zip(&params).map(|(n, field)| part(&first, n, &field.ty)).collect();
            // A thing may be gone by now.
            let thing = args.first().filter(|thing| matches!(thing.ty, Type::Entity(_))).cloned();
            let there = thing.map(|thing| steps.branch(exists(&thing, true), false));
            steps.call(*rule, args, Mode::Settling(group));
            if let Some(there) = there {
                steps.close(there);
            }
            steps.close(waiting);
        }
        steps.push(OpKind::Jump(top), place);
        steps.close((around, place));
        steps.push(OpKind::Stop, place);
        (steps.ops, steps.locals)
    }
}

impl Following {
    /// What a step changes of that at which ends of the game look.
    pub(super) fn written(&self, program: &Program, kind: &OpKind) -> BTreeSet<Column> {
        let mut written = BTreeSet::new();
        if !self.looked_at.is_empty() {
            writes(program, kind, &mut written);
            written.retain(|column| self.looked_at.contains_key(column));
        }
        written
    }

    /// The rules that follow any of these, in their order; those that wait last.
    pub(super) fn in_order(&self, events: &BTreeSet<Event>) -> Vec<usize> {
        let mut rules: Vec<usize> =
            events.iter().filter_map(|event| self.rules.get(event)).flatten().copied().collect();
        rules.sort_by_key(|rule| (self.waits[*rule].is_some(), self.rank[*rule]));
        rules
    }
}
