//! What can still be looked at, at every node: backwards along the ways that a run can take.
//!
//! A change is *faint* where nobody can look at what it changes any more; what only it looks at is not kept. A step that can fail
//! looks at what it needs even then, because whether it fails decides how the run ends: a missing entry, a range, one that is
//! none or more, a division, something external, a table, a field or state without a value at the start, a thing that may have
//! been removed. A whole loop is faint where its turns commute and it changes nothing that is looked at. Arithmetic that only faint changes need is taken not to overflow.

use super::analysis::Analysis;
use super::body::{Act, Body};
use super::effect::Effect;
use super::graph::Graph;
use super::place::Root;
use crate::logic::bits::{self, Bits};
use crate::logic::program::{OpKind, Slot};

/// Most words for all nodes.
const MOST_WORDS: usize = 1 << 24;

/// Where in a step a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::logic::odds) enum At {
    /// Before it: all of it is still to be done.
    Step,
    /// At its question: the answer is still to be used.
    Question,
}

/// What can be looked at from every node on.
pub(super) struct Liveness {
    words: usize,
    globals: Vec<u64>,
    /// Of each instance where the locals of its nodes begin.
    first: Vec<usize>,
    locals: Vec<u64>,
    /// What is looked at behind the end.
    end: Bits,
    /// The outputs that are asked for.
    outputs: Bits,
}

/// What is looked at from one point on.
pub(super) struct Now {
    pub(super) globals: Vec<u64>,
    pub(super) locals: Vec<u64>,
}

impl Now {
    fn look(&mut self, effect: &Effect) {
        bits::union(&mut self.globals, effect.globals.words());
        bits::union(&mut self.locals, effect.locals.words());
    }

    fn fill(&mut self, body: &Body, slot: Slot) {
        for at in body.parts.all(slot) {
            if let Some(word) = self.locals.get_mut(at / 64) {
                *word &= !(1 << (at % 64));
            }
        }
    }

    fn has(&self, analysis: &Analysis, body: &Body, root: Root) -> bool {
        match root {
            Root::Local(slot) => body.parts.all(slot).any(|at| bits::has(&self.locals, at)),
            Root::State(state) => bits::has(&self.globals, state.index()),
            Root::Field(ty, field) => bits::has(&self.globals, analysis.layout.field(ty, field)),
        }
    }
}

impl Liveness {
    /// Nothing where it would take too much room.
    pub(super) fn new(analysis: &Analysis, graph: &Graph, end: &Bits, outputs: Bits) -> Option<Self> {
        let words = bits::words(analysis.layout.total());
        let mut first = Vec::with_capacity(graph.instances.len());
        let mut room = 0;
        for instance in &graph.instances {
            first.push(room);
            let body = &graph.bodies[instance.body];
            room += (body.code.len() + 1) * bits::words(body.parts.total);
        }
        if graph.nodes.saturating_mul(words).saturating_add(room) > MOST_WORDS {
            return None;
        }
        let (globals, locals) = (vec![0; graph.nodes * words], vec![0; room]);
        let mut liveness = Self { words, globals, first, locals, end: end.clone(), outputs };
        liveness.solve(analysis, graph);
        Some(liveness)
    }

    fn solve(&mut self, analysis: &Analysis, graph: &Graph) {
        let before = graph.before(true);
        let order = backwards(graph);
        let mut open = Bits::new(graph.nodes);
        for node in &order {
            open.set(*node as usize);
        }
        loop {
            let mut any = false;
            for &node in &order {
                let node = node as usize;
                if !open.has(node) {
                    continue;
                }
                open.clear(node);
                let now = self.at(analysis, graph, node, At::Step);
                if self.keep(graph, node, &now) {
                    any = true;
                    before.of(node).iter().for_each(|before| open.set(*before as usize));
                }
            }
            if !any {
                return;
            }
        }
    }

    pub(super) fn globals(&self, node: usize) -> &[u64] {
        &self.globals[node * self.words..(node + 1) * self.words]
    }

    fn locals(&self, graph: &Graph, node: usize) -> &[u64] {
        let (instance, pc) = graph.at(node);
        let words = bits::words(graph.body(instance).parts.total);
        let first = self.first[instance] + pc * words;
        &self.locals[first..first + words]
    }

    /// The locals of a caller that are looked at behind a call which is still running.
    pub(super) fn behind_call(&self, graph: &Graph, instance: usize, pc: usize) -> Vec<u64> {
        let body = graph.body(instance);
        let locals = self.locals(graph, graph.instances[instance].first + pc + 1).to_vec();
        let mut now = Now { globals: Vec::new(), locals };
        if let Some(OpKind::Call { slot: Some(slot), .. }) = body.code.get(pc).map(|op| &op.kind) {
            now.fill(body, *slot);
        }
        now.locals
    }

    fn keep(&mut self, graph: &Graph, node: usize, now: &Now) -> bool {
        let (instance, pc) = graph.at(node);
        let words = bits::words(graph.body(instance).parts.total);
        let first = self.first[instance] + pc * words;
        let globals = &mut self.globals[node * self.words..(node + 1) * self.words];
        let locals = &mut self.locals[first..first + words];
        let changed = *globals != *now.globals || *locals != *now.locals;
        globals.copy_from_slice(&now.globals);
        locals.copy_from_slice(&now.locals);
        changed
    }

    /// What is looked at from a node on, by what is known of the nodes behind it.
    pub(super) fn at(&self, analysis: &Analysis, graph: &Graph, node: usize, at: At) -> Now {
        let (instance, pc) = graph.at(node);
        let body = graph.body(instance);
        let locals = vec![0; bits::words(body.parts.total)];
        let mut now = Now { globals: vec![0; self.words], locals };
        let (Some(op), Some(act)) = (body.code.get(pc), body.acts.get(pc)) else {
            self.end(graph, instance, &mut now);
            return now;
        };
        if let Some((end, roots)) = graph.faint_loop(instance, pc) {
            let behind = Now { globals: self.globals(end).to_vec(), locals: self.locals(graph, end).to_vec() };
            if !roots.iter().any(|root| behind.has(analysis, body, *root)) {
                return behind;
            }
        }
        if let OpKind::Call { slot, .. } = &op.kind {
            self.call(graph, (instance, pc, node), *slot, act, &mut now);
        } else {
            self.plain(analysis, graph, (node, body), &op.kind, act, at, &mut now);
        }
        numbers_of_lists(analysis, act, &mut now);
        now
    }

    /// The end of a procedure.
    fn end(&self, graph: &Graph, instance: usize, now: &mut Now) {
        let body = graph.body(instance);
        let outputs = body.definition.outputs.len();
        let mut asked = body.open.clone();
        match graph.instances[instance].parent {
            None => {
                bits::union(&mut now.globals, self.end.words());
                asked.union(&self.outputs);
            }
            Some((parent, call)) => {
                let behind = graph.instances[parent].first + call + 1;
                bits::union(&mut now.globals, self.globals(behind));
                let caller = graph.body(parent);
                if let Some(OpKind::Call { slot: Some(slot), .. }) = caller.code.get(call).map(|op| &op.kind) {
                    let kept = self.locals(graph, behind);
                    let whole = bits::has(kept, slot.index());
                    for n in 0..outputs {
                        if whole || caller.parts.part(*slot, n).is_some_and(|part| bits::has(kept, part)) {
                            asked.set(n);
                        }
                    }
                }
            }
        }
        for n in (0..outputs).filter(|n| asked.has(*n)) {
            let slot = body.output(n).index();
            if let Some(word) = now.locals.get_mut(slot / 64) {
                *word |= 1 << (slot % 64);
            }
        }
    }

    fn call(
        &self,
        graph: &Graph,
        (instance, pc, node): (usize, usize, usize),
        slot: Option<Slot>,
        act: &Act,
        now: &mut Now,
    ) {
        let mut any = false;
        let mut needed = vec![act.reads.fail != 0; act.args.len()];
        for child in graph.children(instance, pc) {
            any = true;
            let entry = graph.instances[child].first;
            bits::union(&mut now.globals, self.globals(entry));
            let entered = self.locals(graph, entry);
            for (n, needed) in needed.iter_mut().enumerate() {
                *needed |= graph
                    .body(child)
                    .parts
                    .all(Slot(u16::try_from(n).unwrap_or(u16::MAX)))
                    .any(|at| bits::has(entered, at));
            }
        }
        if any {
            bits::union(&mut now.locals, self.locals(graph, node + 1));
            if let Some(slot) = slot {
                now.fill(graph.body(instance), slot);
            }
        }
        now.look(&act.reads);
        for (arg, needed) in act.args.iter().zip(needed) {
            if needed || !any || arg.fail != 0 {
                now.look(arg);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one step")]
    fn plain(
        &self,
        analysis: &Analysis,
        graph: &Graph,
        (node, body): (usize, &Body),
        kind: &OpKind,
        act: &Act,
        at: At,
        now: &mut Now,
    ) {
        let mut ways = Vec::new();
        graph.next(node, &mut ways);
        let chosen = matches!(kind, OpKind::Next { .. } | OpKind::Pick { .. } | OpKind::Choose { .. });
        for (n, way) in ways.iter().enumerate() {
            // Only the first way of these fills the slot, and only it is taken behind a question.
            if at == At::Question && n > 0 {
                break;
            }
            let mut behind = Now { globals: Vec::new(), locals: self.locals(graph, *way).to_vec() };
            if chosen && n == 0 {
                act.fills.iter().for_each(|slot| behind.fill(body, *slot));
            }
            bits::union(&mut now.globals, self.globals(*way));
            bits::union(&mut now.locals, &behind.locals);
        }
        let looked_at = act.root.is_none_or(|root| now.has(analysis, body, root));
        if act.whole {
            match act.root {
                Some(Root::Local(slot)) => now.fill(body, slot),
                Some(Root::State(state)) => {
                    if let Some(word) = now.globals.get_mut(state.index() / 64) {
                        *word &= !(1 << (state.index() % 64));
                    }
                }
                _ => {}
            }
        }
        if !chosen {
            act.fills.iter().for_each(|slot| now.fill(body, *slot));
        }
        match (at, &act.again) {
            (At::Question, Some(again)) => now.look(again),
            (At::Question, None) => {}
            (At::Step, _) if !act.faint || looked_at || act.reads.fail != 0 => now.look(&act.reads),
            (At::Step, _) => {}
        }
    }
}

/// Where the order of a list still matters, so do the numbers of the things that it is made of.
fn numbers_of_lists(analysis: &Analysis, act: &Act, now: &mut Now) {
    let layout = &analysis.layout;
    for effect in act.args.iter().chain([&act.reads]) {
        for ty in effect.listed.iter() {
            let at = layout.numbers(ty);
            let matters = bits::has(&now.globals, layout.list(ty));
            if let (true, Some(word)) = (matters, now.globals.get_mut(at / 64)) {
                *word |= 1 << (at % 64);
            }
        }
    }
}

/// The nodes that can be reached, those that come later first as far as there is such an order.
fn backwards(graph: &Graph) -> Vec<u32> {
    let mut seen = Bits::new(graph.nodes);
    let mut order = Vec::with_capacity(graph.nodes);
    let mut next = Vec::new();
    for root in graph.instances.iter().take_while(|instance| instance.parent.is_none()) {
        let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut enter = |node: usize, seen: &mut Bits, open: &mut Vec<(usize, Vec<usize>)>| {
            if !seen.has(node) {
                seen.set(node);
                graph.next(node, &mut next);
                next.extend(graph.hangs_on(node));
                open.push((node, next.clone()));
            }
        };
        enter(root.first, &mut seen, &mut open);
        while let Some((node, ways)) = open.last_mut() {
            match ways.pop() {
                Some(way) => enter(way, &mut seen, &mut open),
                None => {
                    order.push(u32::try_from(*node).unwrap_or(u32::MAX));
                    open.pop();
                }
            }
        }
    }
    order
}
