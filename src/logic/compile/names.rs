//! What a name stands for, and what was meant by one that stands for nothing.

use std::sync::Arc;

use super::Global;
use super::expressions::{broken, end, make};
use super::kinds::all_of_kinds;
use super::scope::Body;
use crate::diagnostic::codes;
use crate::library::names::MOST_SUGGESTED;
use crate::logic::program::{Expr, ExprKind};
use crate::logic::syntax::ast::Span;
use crate::logic::types::{Interval, Type};
use crate::logic::value::Value;

impl Body<'_, '_> {
    pub(super) fn name_expr(&mut self, name: &str, span: Span) -> Expr {
        if let Some(local) = self.local(name) {
            local.used = true;
            return make(ExprKind::Local(local.slot), local.ty.clone(), span);
        }
        match self.compiler.globals.get(name).map(|(global, ..)| *global) {
            Some(Global::State(id)) => {
                self.reads(id, name, span);
                let ty = self.compiler.program.states.get(id.index()).map_or(Type::Unknown, |state| state.ty.clone());
                return make(ExprKind::State(id), ty, span);
            }
            Some(Global::Option(id)) => {
                let readings = self.compiler.program.options[id.index()].readings.clone();
                return make(ExprKind::Option(id), super::types::members(&readings), span);
            }
            Some(Global::Data(id)) => {
                let row = self.compiler.program.data[id.index()].row;
                return make(ExprKind::Rows(id), Type::List(Box::new(Type::Record(row))), span);
            }
            // What needs arguments and has none is the member of that name.
            Some(Global::Function(id))
                if self.compiler.symbols.contains_key(name)
                    && !self.compiler.program.functions[id.index()].params.is_empty() => {}
            Some(Global::Procedure(_)) if self.compiler.symbols.contains_key(name) => {}
            Some(Global::Function(id)) => return self.call_function(id, &[], span, span),
            Some(Global::Procedure(_)) => {
                let message = format!("`{name}` is a procedure: it does something and gives no value");
                self.mismatch(span, message, format!("run it with `do {name}(…) as result`, then ask `result`"));
                return broken(span);
            }
            Some(Global::Graph(_)) => {
                let message = format!("`{name}` is a graph");
                self.mismatch(span, message, format!("ask it: `neighbours of area in {name}`"));
                return broken(span);
            }
            None => {}
        }
        if let Some((ty, ..)) = self.compiler.types.get(name).cloned() {
            return self.type_as_list(name, &ty, span);
        }
        if let Some(symbol) = self.compiler.symbols.get(name).copied() {
            let ty = Type::Symbols(Arc::new(vec![symbol]));
            return make(ExprKind::Constant(Value::Symbol(symbol)), ty, span);
        }
        let help = self.suggest(name);
        self.report(&codes::UNKNOWN_NAME, span, format!("there is no `{name}` here"), help);
        broken(span)
    }

    /// An enumeration in the place of a value is the list of its members; an entity type all that exist.
    pub(super) fn type_as_list(&mut self, name: &str, ty: &Type, span: Span) -> Expr {
        match ty {
            Type::Entity(id) => make(ExprKind::All(*id), Type::Set(Box::new(ty.clone())), span),
            Type::OneOf(kinds) => all_of_kinds(kinds, span),
            Type::Symbols(_) => {
                let members = self.compiler.program.enumerations.get(name).cloned().unwrap_or_default();
                let members = members.into_iter().map(Value::Symbol).collect();
                let list = Value::List(Arc::new(members));
                make(ExprKind::Constant(list), Type::List(Box::new(ty.clone())), span)
            }
            Type::Number(Interval { low: Some(low), high: Some(high) }) => {
                let end = |end: i64| {
                    Box::new(make(ExprKind::Constant(Value::Number(end)), Type::Number(Interval::only(end)), span))
                };
                make(ExprKind::Range(end(*low), end(*high)), Type::Set(Box::new(ty.clone())), span)
            }
            Type::YesNo => {
                let both = Value::List(Arc::new(vec![Value::yes_no(true), Value::yes_no(false)]));
                make(ExprKind::Constant(both), Type::List(Box::new(Type::YesNo)), span)
            }
            _ => {
                let help = match ty {
                    Type::Number(interval) => {
                        format!("write its range: `{}..{}`", end(interval.low), end(interval.high))
                    }
                    _ => "write a name of something that has this type".to_owned(),
                };
                self.mismatch(span, format!("`{name}` is a type and stands for no value"), help);
                broken(span)
            }
        }
    }

    /// A field of something at hand that has this name: "did you mean `unit.owner`?"
    pub(super) fn field_meant(&self, name: &str) -> Option<String> {
        if self.compiler.findings.len() >= MOST_SUGGESTED {
            return None;
        }
        let program = &self.compiler.program;
        self.locals.iter().rev().find_map(|local| {
            let fields = match local.ty.without_none() {
                Type::Entity(id) => &program.entities[usize::from(id.0)].fields,
                Type::Record(id) => &program.records[usize::from(id.0)].fields,
                _ => return None,
            };
            let known = fields.iter().any(|field| program.name(field.name) == name);
            known.then(|| format!("did you mean `{}.{name}`?", local.name))
        })
    }

    /// The nearest name that could have been meant.
    pub(super) fn suggest(&self, name: &str) -> String {
        if let Some(help) = self.field_meant(name) {
            return help;
        }
        // A hidden name stands in brackets.
        let locals = self.locals.iter().map(|local| local.name.as_str()).filter(|name| !name.starts_with('('));
        let compiler = &*self.compiler;
        let globals = compiler.globals.keys().map(String::as_str);
        let symbols = compiler.symbols.keys().map(String::as_str);
        let types = compiler.types.keys().map(String::as_str);
        let known = locals.chain(globals).chain(symbols).chain(types);
        compiler.meant(name, known).unwrap_or_else(|| {
            "a name is a parameter, a state, a definition of the book, or a member of an enumeration".to_owned()
        })
    }

    /// A state may be read by procedures, and by what says so.
    pub(super) fn reads(&mut self, state: crate::logic::program::StateId, name: &str, span: Span) {
        self.read.insert(state);
        let Some(reads) = &mut self.reads else { return };
        if reads.note(state) {
            return;
        }
        reads.add(state, Span::default(), true);
        let message = format!("`{name}` is a state that this definition does not say it reads");
        let help = format!("add `reads {name}` {}", self.reads_stand);
        self.report(&codes::UNDECLARED_STATE, span, message, help);
    }
}
