//! What statements may change, as far as their words tell: asked before they are compiled.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Compiler, Global};
use crate::logic::syntax::ast::{AssumeBody, Body, Event, Expr, ExprKind, Item, ItemKind, Statement, StatementKind};

/// Something that can change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// What is called so: a local name, or a state.
    Named(String),
    /// A state.
    State(String),
    /// A field of this name, of whatever thing or record.
    Field(String),
    /// There is a new thing.
    Made,
    /// A thing is gone.
    Gone,
    /// Anything of all that.
    Anything,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub(super) enum Does {
    /// It changes something itself.
    Write(Key),
    /// It runs a procedure.
    Run(String),
    /// A rule that joins it is run.
    Rule(usize),
}

/// Who changes what, itself or through others.
#[derive(Debug, Default)]
pub(super) struct Touched {
    /// The procedures by name; behind them the rules that join, then those that follow.
    procedures: HashMap<String, usize>,
    first_rule: usize,
    first_follower: usize,
    /// Who writes each itself.
    writers: HashMap<Key, Vec<usize>>,
    /// Who runs each.
    callers: Vec<Vec<usize>>,
    /// What each that follows something follows.
    follows: Vec<Key>,
    /// Who may change each in the end, once that was asked.
    found: HashMap<Key, Arc<HashSet<usize>>>,
}

impl Compiler<'_> {
    /// What a statement does itself; not what the statements within it do.
    pub(super) fn done_by(&self, statement: &StatementKind, all: &mut Vec<Does>) {
        match statement {
            StatementKind::Set(place, _)
            | StatementKind::Add { place, .. }
            | StatementKind::RemoveFrom { place, .. }
            | StatementKind::Draw { place, .. } => self.written(place, all),
            StatementKind::Shuffle { from, place } => {
                from.iter().chain([place]).for_each(|place| self.written(place, all));
            }
            StatementKind::Put { from, place, .. } => {
                self.written(from, all);
                self.written(place, all);
            }
            StatementKind::Change { place, removing_at, .. } => {
                self.written(place, all);
                all.extend(removing_at.as_ref().map(|_| Does::Write(Key::Gone)));
            }
            StatementKind::Remove(_) => all.push(Does::Write(Key::Gone)),
            StatementKind::Create(..) => all.push(Does::Write(Key::Made)),
            StatementKind::Do(name, ..) => all.push(Does::Run(name.text.clone())),
            // What stands beneath a rule is run by the procedure that the rule joins.
            StatementKind::Original(..) => all.push(Does::Write(Key::Anything)),
            StatementKind::Let(..)
            | StatementKind::Roll { .. }
            | StatementKind::Pick { .. }
            | StatementKind::Choose { .. }
            | StatementKind::ForEach(..)
            | StatementKind::RepeatUntil { .. }
            | StatementKind::RepeatTimes(..)
            | StatementKind::AtOnce(_)
            | StatementKind::InSecret(_)
            | StatementKind::If(..)
            | StatementKind::Require(_)
            | StatementKind::Leave
            | StatementKind::Nothing
            | StatementKind::Stop(_)
            | StatementKind::StopOther(..)
            | StatementKind::End(_) => {}
        }
    }

    /// What is written when something is stored in a place.
    fn written(&self, place: &Expr, all: &mut Vec<Does>) {
        match &place.kind {
            ExprKind::Name(name) => {
                all.push(Does::Write(Key::Named(name.clone())));
                if matches!(self.globals.get(name), Some((Global::State(_), ..))) {
                    all.push(Does::Write(Key::State(name.clone())));
                }
            }
            ExprKind::Field(_, field) => all.push(Does::Write(Key::Field(field.text.clone()))),
            ExprKind::Index(of, _) => self.written(of, all),
            _ => {}
        }
    }

    /// Whether something that is done may change this.
    pub(super) fn touches(&mut self, does: &Does, key: &Key) -> bool {
        match does {
            Does::Write(Key::Named(_)) => false,
            Does::Write(Key::Anything) => true,
            Does::Write(written) => {
                written == key || *key == Key::Anything || {
                    let touching = self.touching(key);
                    self.touched
                        .as_ref()
                        .is_some_and(|touched| touched.follows(written).any(|at| touching.contains(&at)))
                }
            }
            Does::Run(name) => {
                let touching = self.touching(key);
                let at = self.touched.as_ref().and_then(|touched| touched.procedures.get(name));
                at.is_some_and(|at| touching.contains(at))
            }
            Does::Rule(rule) => {
                let touching = self.touching(key);
                self.touched.as_ref().is_some_and(|touched| touching.contains(&(touched.first_rule + rule)))
            }
        }
    }

    /// Who may change this, itself or through others.
    fn touching(&mut self, key: &Key) -> Arc<HashSet<usize>> {
        if self.touched.is_none() {
            self.touched = Some(self.all_touched());
        }
        self.touched.as_mut().map(|touched| touched.touching(key)).unwrap_or_default()
    }

    fn all_touched(&self) -> Touched {
        let mut touched = Touched::default();
        for (at, (_, item)) in self.procedure_items.iter().enumerate() {
            if let ItemKind::Procedure { head, .. } = &item.kind {
                touched.procedures.entry(head.name.text.clone()).or_insert(at);
            }
        }
        touched.first_rule = self.procedure_items.len();
        touched.first_follower = touched.first_rule + self.rules.len();
        touched.callers = vec![Vec::new(); touched.first_follower + self.followers.len()];
        for (at, (_, item)) in self.procedure_items.iter().enumerate() {
            if let ItemKind::Procedure { body: Body::Written(statements), .. } = &item.kind {
                self.add_touched(at, statements, &mut touched);
            }
        }
        for (_, item) in self.items(true) {
            if let Item { kind: ItemKind::Assume { target, body: AssumeBody::Statements(statements), .. }, .. } = item
                && let Some(at) = touched.procedures.get(&target.name.text).copied()
            {
                self.add_touched(at, statements, &mut touched);
            }
        }
        for (at, rule) in self.rules.iter().enumerate() {
            let at = touched.first_rule + at;
            self.add_touched(at, rule.statements, &mut touched);
            touched.callers[at].push(rule.procedure.index());
        }
        for (at, rule) in self.followers.iter().enumerate() {
            self.add_touched(touched.first_follower + at, rule.statements, &mut touched);
            touched.follows.push(match rule.written {
                Event::State(name) => Key::State(name.text.clone()),
                Event::Field(_, field) => Key::Field(field.text.clone()),
                Event::Created(_) => Key::Made,
                Event::Removed(_) => Key::Gone,
            });
        }
        touched
    }

    fn add_touched(&self, at: usize, statements: &[Statement], touched: &mut Touched) {
        let mut all = Vec::new();
        super::procedures::each(statements, &mut |statement| self.done_by(statement, &mut all));
        for does in all {
            match does {
                Does::Write(Key::Named(_) | Key::Anything) | Does::Rule(_) => {}
                Does::Write(key) => {
                    touched.writers.entry(Key::Anything).or_default().push(at);
                    touched.writers.entry(key).or_default().push(at);
                }
                Does::Run(name) => {
                    if let Some(called) = touched.procedures.get(&name).copied() {
                        touched.callers[called].push(at);
                    }
                }
            }
        }
    }
}

impl Touched {
    /// Those that follow this.
    fn follows(&self, key: &Key) -> impl Iterator<Item = usize> {
        let follows = self.follows.iter().zip(self.first_follower..);
        follows.filter(move |(followed, _)| *followed == key).map(|(_, at)| at)
    }

    fn touching(&mut self, key: &Key) -> Arc<HashSet<usize>> {
        if let Some(known) = self.found.get(key) {
            return Arc::clone(known);
        }
        let mut all: HashSet<usize> = HashSet::new();
        let mut open: Vec<usize> = self.writers.get(key).cloned().unwrap_or_default();
        while let Some(at) = open.pop() {
            if !all.insert(at) {
                continue;
            }
            open.extend(&self.callers[at]);
            // What follows something is run by whoever does that.
            if let Some(followed) = at.checked_sub(self.first_follower).and_then(|at| self.follows.get(at)) {
                open.extend(self.writers.get(followed).into_iter().flatten());
            }
        }
        let all = Arc::new(all);
        self.found.insert(key.clone(), Arc::clone(&all));
        all
    }
}
