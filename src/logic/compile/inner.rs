//! Exceptions to what is no value: to a contribution, a case of a permission, a table. What they except becomes a value of its own,
//! asked where it stood, so that nobody behind the compiler has to know of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::expressions::make;
use super::{Compiler, Definition};
use crate::diagnostic::codes;
use crate::library::names;
use crate::logic::program::{
    BlockId, Clause, Contribution, Expr, ExprKind, Field, Function, FunctionId, FunctionKind, Guard, PointKind, Slot,
    Source,
};
use crate::logic::syntax::ast::{Head, Item, ItemKind, Name, Span, Target};
use crate::logic::types::{Making, Type};

impl<'a> Compiler<'a> {
    /// Lets exceptions reach the contributions of a modifier, or the cases of a permission, that they name.
    pub(super) fn excepted_parts(
        &mut self,
        id: FunctionId,
        head: &Head,
        parts: &mut [Contribution],
        homes: &[(BlockId, Span)],
        additions: &[(BlockId, &'a Item)],
    ) {
        let exceptions: Vec<(BlockId, &'a Item)> =
            additions.iter().copied().filter(|(_, item)| matches!(item.kind, ItemKind::Exception { .. })).collect();
        if exceptions.is_empty() {
            return;
        }
        let label = |part: &Contribution, compiler: &Self| {
            compiler.program.point(part.point).label.map(|label| compiler.program.name(label).to_owned())
        };
        let labels: Vec<Option<String>> = parts.iter().map(|part| label(part, self)).collect();
        let reached = self.reached_parts(head, &labels, &exceptions);
        let result = match self.program.functions[id.index()].result {
            Type::YesNo => Type::YesNo,
            Type::Fraction => Type::Fraction,
            _ => Type::NUMBER,
        };
        for (at, part) in parts.iter_mut().enumerate() {
            let own: Vec<(BlockId, &'a Item)> = exceptions
                .iter()
                .zip(&reached)
                .filter(|(_, reached)| reached.contains(&at))
                .map(|(one, _)| *one)
                .collect();
            let (Some(label), false) = (&labels[at], own.is_empty()) else { continue };
            let called = format!("{}.{label}", head.name.text);
            let body = std::mem::replace(&mut part.body, Source::Missing(None));
            let (home, span) = homes[at];
            let inner = self.inner(id, (home, span), body, result.clone());
            let exceptions = self.exceptions(inner, head, (&called, Some(label)), Some(&result), &own, &mut Vec::new());
            self.except(id, inner, exceptions);
            part.body = Source::Here(self.asked(id, inner, span));
        }
    }

    /// Which parts each exception reaches: those that it names, and those that are reached by an exception which it names.
    fn reached_parts(
        &mut self,
        head: &Head,
        labels: &[Option<String>],
        exceptions: &[(BlockId, &'a Item)],
    ) -> Vec<Vec<usize>> {
        let named: Vec<(&'a Name, &'a [Target])> = exceptions
            .iter()
            .filter_map(|(_, item)| match &item.kind {
                ItemKind::Exception { label, targets, .. } => Some((label, targets.as_slice())),
                _ => None,
            })
            .collect();
        let of = |label: &Name| labels.iter().position(|known| known.as_ref() == Some(&label.text));
        let mut reached: Vec<Vec<usize>> = named
            .iter()
            .map(|(_, targets)| targets.iter().filter_map(|target| of(target.label.as_ref()?)).collect())
            .collect();
        for _ in 0..named.len() {
            let mut grown = false;
            for at in 0..named.len() {
                for target in named[at].1.iter().filter_map(|target| target.label.as_ref()) {
                    let Some(other) = named.iter().position(|(label, _)| label.text == target.text) else { continue };
                    for part in reached[other].clone() {
                        if !reached[at].contains(&part) {
                            reached[at].push(part);
                            grown = true;
                        }
                    }
                }
            }
            if !grown {
                break;
            }
        }
        for ((home, _), (_, targets)) in exceptions.iter().zip(&named) {
            for target in targets.iter().filter_map(|target| target.label.as_ref()) {
                if of(target).is_some() || named.iter().any(|(label, _)| label.text == target.text) {
                    continue;
                }
                let known = || labels.iter().flatten().map(String::as_str);
                let help = self.meant(&target.text, known()).unwrap_or_else(|| match known().next() {
                    None => "give the part that is meant a label".to_owned(),
                    Some(_) => format!("its parts are: {}", names::listed(known())),
                });
                let message = format!("`{}` has no part `{}`", head.name.text, target.text);
                self.report(&codes::UNKNOWN_NAME, (*home, target.span), message, help);
            }
        }
        reached
    }

    /// Divides exceptions into those that reach a modifier or permission as a whole, or except such, and those that reach its parts.
    pub(super) fn of_the_whole(additions: &[(BlockId, &'a Item)]) -> [Vec<(BlockId, &'a Item)>; 2] {
        let named = |item: &'a Item| match &item.kind {
            ItemKind::Exception { label, targets, .. } => Some((label, targets)),
            _ => None,
        };
        let mut whole: BTreeSet<&str> = BTreeSet::new();
        let exceptions: Vec<(&'a Name, &'a Vec<Target>)> =
            additions.iter().filter_map(|(_, item)| named(item)).collect();
        loop {
            let reaches =
                |target: &Target| target.label.as_ref().is_none_or(|label| whole.contains(label.text.as_str()));
            let more = exceptions
                .iter()
                .filter(|(label, targets)| !whole.contains(label.text.as_str()) && targets.iter().any(reaches));
            let more: Vec<&str> = more.map(|(label, _)| label.text.as_str()).collect();
            if more.is_empty() {
                break;
            }
            whole.extend(more);
        }
        let is_whole = |(_, item): &&(BlockId, &'a Item)| {
            named(item).is_some_and(|(label, _)| whole.contains(label.text.as_str()))
        };
        let (first, second): (Vec<_>, Vec<_>) = additions.iter().partition(is_whole);
        [first, second]
    }

    /// Lets exceptions reach something as a whole: beneath them it is a function of its own.
    pub(super) fn excepted_whole(
        &mut self,
        id: FunctionId,
        block: BlockId,
        head: &Head,
        additions: &[(BlockId, &'a Item)],
    ) {
        if additions.is_empty() {
            return;
        }
        let function = self.program.functions[id.index()].clone();
        let result = function.result.clone();
        let inner = self.hide(Function { inner: true, ..function });
        self.shares_reads(id, inner);
        self.inner_of.insert(id, inner);
        let exceptions = self.exceptions(id, head, (&head.name.text, None), Some(&result), additions, &mut Vec::new());
        let owner = self.program.functions[id.index()].name;
        let point = self.point(block, PointKind::Base, head.name.span, None, owner);
        let base = Clause { point, body: Source::Here(self.asked(id, inner, head.name.span)) };
        self.program.functions[id.index()].kind = FunctionKind::Value { base, exceptions };
    }

    /// A value of its own in the place of a part of a function.
    fn inner(&mut self, of: FunctionId, (home, span): (BlockId, Span), body: Source<Expr>, result: Type) -> FunctionId {
        let function = &self.program.functions[of.index()];
        let (name, point, params, slots) = (function.name, function.point, function.params.clone(), function.slots);
        let making = Making::default();
        let base = self.point(home, PointKind::Base, span, None, name);
        let base = Clause { point: base, body };
        let kind = FunctionKind::Value { base, exceptions: Vec::new() };
        let inner =
            self.hide(Function { name, point, params, slots, result, making, kind, inner: true, without: Vec::new() });
        self.shares_reads(of, inner);
        inner
    }

    pub(super) fn hide(&mut self, function: Function) -> FunctionId {
        let id = FunctionId(u16::try_from(self.program.functions.len()).unwrap_or(u16::MAX));
        self.program.functions.push(function);
        id
    }

    /// What all parts of a function may read, its inner values may.
    fn shares_reads(&mut self, of: FunctionId, inner: FunctionId) {
        let shared = self.shared_reads.get(&of).map_or_else(Arc::default, Arc::clone);
        self.shared_reads.insert(inner, shared);
    }

    /// Gives an inner value its exceptions.
    fn except(&mut self, of: FunctionId, inner: FunctionId, all: Vec<crate::logic::program::Exception>) {
        if let FunctionKind::Value { exceptions, .. } = &mut self.program.functions[inner.index()].kind {
            *exceptions = all;
        }
        // The parameters that they ask for are asked for by a part of the whole.
        let asked: Vec<_> = self.used.iter().filter(|(id, _)| *id == inner).map(|(_, name)| *name).collect();
        self.used.extend(asked.into_iter().map(|name| (of, name)));
    }

    /// Asks an inner value with the parameters of the whole.
    fn asked(&mut self, of: FunctionId, inner: FunctionId, span: Span) -> Expr {
        self.edges.insert((None, Definition::Function(of), Definition::Function(inner)));
        let function = &self.program.functions[inner.index()];
        let result = function.result.clone();
        let args: Vec<Expr> = (0..)
            .zip(&function.params)
            .map(|(at, Field { ty, .. })| make(ExprKind::Local(Slot(at)), ty.clone(), span))
            .collect();
        let guards = args.iter().map(|_| Guard { check: None }).collect();
        make(ExprKind::Call(inner, args, guards), result, span)
    }
}
