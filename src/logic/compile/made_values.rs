//! Values that no text names: whether exceptions keep a rule from applying, and what a value is taken to be for each argument.

use std::collections::HashSet;
use std::sync::Arc;

use super::expressions::{local, make};
use super::joined::words_of;
use super::known::Facts;
use super::scope::{Body, LocalKind};
use super::weave::{At, handed_on};
use super::{Compiler, Definition};
use crate::diagnostic::codes;
use crate::library::names;
use crate::logic::program::{
    BlockId, Clause, Expr, ExprKind, Field, Function, FunctionId, FunctionKind, Guard, NameId, PointId, PointKind,
    Source,
};
use crate::logic::syntax::ast::{self, Argument, Head, Item, ItemKind, Name, Param, Span, Target, TypeKind};
use crate::logic::syntax::print;
use crate::logic::types::{Making, Type};
use crate::logic::value::Value;

impl<'a> Compiler<'a> {
    /// The names of all rules and ends of the game, before any of them is looked at.
    pub(super) fn names_of_rules(items: &[(BlockId, &'a Item)]) -> HashSet<&'a str> {
        let name = |item: &'a Item| match &item.kind {
            ItemKind::Joined { name, .. } | ItemKind::Whenever { name, .. } => name.as_ref(),
            ItemKind::Ends { name, .. } => Some(name),
            _ => None,
        };
        items.iter().filter_map(|(_, item)| name(item)).map(|name| name.text.as_str()).collect()
    }

    /// Notes an exception to a rule.
    pub(super) fn except_rule(&mut self, block: BlockId, item: &'a Item, target: &'a Name) {
        if let ItemKind::Exception { body: Some(_), label, .. } = &item.kind {
            let message = format!("`{}` is a rule, which applies or does not", target.text);
            let help = format!("leave `then …` out: `exception {} to {} when …`", label.text, target.text);
            self.report(&codes::TYPE_MISMATCH, (block, target.span), message, help);
            return;
        }
        self.rule_exceptions.entry(&target.text).or_default().push((block, item));
    }

    /// The words of all exceptions to a rule.
    pub(super) fn words_of_exceptions(&self, rule: Option<&Name>) -> HashSet<String> {
        let all = rule.and_then(|name| self.rule_exceptions.get(name.text.as_str())).map_or(&[][..], Vec::as_slice);
        let words = all.iter().flat_map(|(block, item)| {
            let text = &self.program.blocks[block.index()].text.text;
            words_of(text.get(item.span.range()).unwrap_or_default())
        });
        words.map(str::to_owned).collect()
    }

    /// Whether no exception keeps a rule from applying: a value with these parameters.
    fn unexcepted_rule(
        &mut self,
        name: &Name,
        params: &[(Name, Type)],
        exceptions: &[(BlockId, &'a Item)],
    ) -> FunctionId {
        let labels: HashSet<&str> = exceptions
            .iter()
            .filter_map(
                |(_, item)| if let ItemKind::Exception { label, .. } = &item.kind { Some(&*label.text) } else { None },
            )
            .collect();
        for (block, item) in exceptions {
            let ItemKind::Exception { targets, .. } = &item.kind else { continue };
            for label in targets.iter().filter_map(|Target { label, .. }| label.as_ref()) {
                if !labels.contains(label.text.as_str()) {
                    let help = self
                        .meant(&label.text, labels.iter().copied())
                        .unwrap_or_else(|| format!("its exceptions are: {}", names::listed(labels.iter().copied())));
                    let message = format!("the rule `{}` has no exception `{}`", name.text, label.text);
                    self.report(&codes::UNKNOWN_NAME, (*block, label.span), message, help);
                }
            }
        }
        let owner = self.name(&name.text);
        let block = exceptions.first().map_or(BlockId(0), |(block, _)| *block);
        let [point, base] = [(); 2].map(|()| self.point(block, PointKind::Woven, Span::default(), None, owner));
        let yes = make(ExprKind::Constant(Value::yes_no(true)), Type::YesNo, Span::default());
        let base = Clause { point: base, body: Source::Here(yes) };
        let id = self.made_value(owner, point, params, (Type::YesNo, base));
        let unwritten = |(name, _): &(Name, Type)| Param {
            name: name.clone(),
            ty: ast::Type { kind: TypeKind::YesNo, span: Span::default() },
        };
        let head = Head { name: name.clone(), params: params.iter().map(unwritten).collect(), reads: Vec::new() };
        let called = (name.text.as_str(), Some(name.text.as_str()));
        let made = self.exceptions(id, &head, called, Some(&Type::YesNo), exceptions, &mut Vec::new());
        if let FunctionKind::Value { exceptions, .. } = &mut self.program.functions[id.index()].kind {
            *exceptions = made;
        }
        id
    }

    /// A value that no text names and no trace tells.
    fn made_value(
        &mut self,
        name: NameId,
        point: PointId,
        params: &[(Name, Type)],
        (result, base): (Type, Clause),
    ) -> FunctionId {
        let slots = u16::try_from(params.len()).unwrap_or(u16::MAX);
        let params = params.iter().map(|(name, ty)| Field::new(self.name(&name.text), ty.clone())).collect();
        let kind = FunctionKind::Value { base, exceptions: Vec::new() };
        let (making, without) = (Making::default(), Vec::new());
        let id = self.hide(Function { name, point, params, slots, result, making, kind, inner: true, without });
        self.shared_reads.insert(id, Arc::default());
        id
    }
}

impl<'a> Body<'_, 'a> {
    /// When a rule applies: when it says so, and no exception keeps it from that.
    pub(super) fn rule_applies(&mut self, when: Option<&ast::Expr>, name: Option<&Name>) -> (Option<Expr>, Facts) {
        let (condition, told) = self.when(when);
        let Some(unexcepted) = name.and_then(|name| self.unexcepted(name)) else { return (condition, told) };
        let both = match condition {
            Some(condition) => {
                let span = condition.span;
                make(ExprKind::And(Box::new(condition), Box::new(unexcepted)), Type::YesNo, span)
            }
            None => unexcepted,
        };
        (Some(both), told)
    }

    /// Whether no exception keeps a rule from applying; nothing where it has none.
    pub(super) fn unexcepted(&mut self, name: &Name) -> Option<Expr> {
        let exceptions: Vec<(BlockId, &'a Item)> = self.compiler.rule_exceptions.get(name.text.as_str())?.clone();
        let words = self.compiler.words_of_exceptions(Some(name));
        let seen = self.seen_among(&words);
        let params: Vec<(Name, Type)> = seen.iter().map(|(name, _, ty)| (name.clone(), ty.clone())).collect();
        let id = self.compiler.unexcepted_rule(name, &params, &exceptions);
        Some(self.asked_made(id, &seen, Type::YesNo, name.span))
    }

    /// Asks a value that was made with names that are seen here as its arguments.
    fn asked_made(&mut self, id: FunctionId, seen: &[At], ty: Type, span: Span) -> Expr {
        self.edge(Definition::Function(id), span);
        let args: Vec<Expr> = seen.iter().map(|at| handed_on(at, span)).collect();
        let guards = args.iter().map(|_| Guard { check: None }).collect();
        make(ExprKind::Call(id, args, guards), ty, span)
    }

    /// Names for the parameters of a value where each argument stands for any: names that nothing else has.
    pub(super) fn as_parameters<'n>(&self, args: &'n [Argument]) -> Option<Vec<Name>> {
        let is_new = |name: &'n str| {
            let compiler = &*self.compiler;
            !self.is_local(name) && !compiler.globals.contains_key(name) && !compiler.symbols.contains_key(name)
        };
        let names: Option<Vec<Name>> = args
            .iter()
            .map(|arg| match (&arg.name, &arg.value.kind) {
                (None, ast::ExprKind::Name(text)) if is_new(text) => {
                    Some(Name { text: text.clone(), span: arg.value.span })
                }
                _ => None,
            })
            .collect();
        names.filter(|names| !names.is_empty())
    }

    /// What a value is taken to be for each of its arguments: a call of a value that says it, with what else that knows.
    pub(super) fn made_for_each(&mut self, of: FunctionId, names: &[Name], value: &ast::Expr) -> Option<Expr> {
        let function = self.compiler.program.functions[of.index()].clone();
        if function.params.len() != names.len() {
            return None;
        }
        let span = value.span;
        let text = print::expression(value);
        let words: HashSet<String> = words_of(&text).map(str::to_owned).collect();
        let seen = self.seen_among(&words);
        let own = names.iter().zip(&function.params).map(|(name, param)| (name.clone(), param.ty.clone()));
        let more = seen.iter().map(|(name, _, ty)| (name.clone(), ty.clone()));
        let params: Vec<(Name, Type)> = own.chain(more).collect();
        let (block, owner, definition) = (self.block, self.owner, self.definition);
        let mut inner = Body::new(&mut *self.compiler, block, owner, definition);
        (inner.reads, inner.supposed) = (self.reads.take(), self.supposed.clone());
        for (name, ty) in &params {
            // What is the same for each asks for none of them.
            let unseen = Name { span: Span::default(), ..name.clone() };
            inner.declare(&unseen, ty.clone(), LocalKind::Parameter);
        }
        let called = format!("`{}`", inner.compiler.program.name(function.name));
        let value = inner.expr_made(value, &function.result, function.making, &called);
        inner.leave(0);
        let (slots, reads) = (inner.slots(), inner.reads.take());
        let read = std::mem::take(&mut inner.read);
        self.reads = reads;
        self.read.extend(read);
        let [point, base] = [(); 2].map(|()| self.point(PointKind::Woven, span));
        let base = Clause { point: base, body: Source::Here(value) };
        let id = self.compiler.made_value(function.name, point, &params, (function.result.clone(), base));
        self.compiler.program.functions[id.index()].slots = slots;
        let nothing = names.iter().map(|_| make(ExprKind::Constant(Value::None), Type::Unknown, span));
        let args: Vec<Expr> = nothing.chain(seen.iter().map(|(_, slot, ty)| local(*slot, ty, span))).collect();
        let guards = args.iter().map(|_| Guard { check: None }).collect();
        Some(make(ExprKind::Call(id, args, guards), function.result, span))
    }
}
