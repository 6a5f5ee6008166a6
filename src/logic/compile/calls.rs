//! Functions with their arguments, and records with their fields.

use super::expressions::{broken, convert, make};
use super::kinds::kind_unknown;
use super::known::none_within;
use super::scope::Body;
use super::{Definition, Global, Progress};
use crate::diagnostic::codes;
use crate::library::names;
use crate::logic::program::{Arithmetic, Expr, ExprKind, Field, FunctionId, Guard, Primitive, Record};
use crate::logic::syntax::ast::{self, Argument, Name, Span};
use crate::logic::types::{Fit, Type};
use crate::logic::value::Value;

impl Body<'_, '_> {
    /// `name(args)`: a function or a record.
    pub(super) fn call(&mut self, name: &Name, args: &[Argument], span: Span) -> Expr {
        match self.compiler.globals.get(&name.text).map(|(global, ..)| *global) {
            Some(Global::Function(id)) => return self.call_function(id, args, name.span, span),
            Some(Global::Procedure(_)) => {
                let message = format!("`{}` is a procedure: it does something and gives no value", name.text);
                let help = format!("run it with `do {}(…) as result`, then ask `result`", name.text);
                self.mismatch(name.span, message, help);
                return self.asked_in_vain(args, span);
            }
            Some(_) => {
                self.mismatch(name.span, format!("`{}` takes no arguments", name.text), "leave the brackets out");
                return self.asked_in_vain(args, span);
            }
            None => {}
        }
        if let Some((Type::Record(id), ..)) = self.compiler.types.get(&name.text).cloned() {
            let fields = self.compiler.program.records[usize::from(id.0)].fields.clone();
            let args = self.arguments(&fields, args, span, &name.text, "field");
            let ty = Type::Record(id);
            let values = args.into_iter().map(|(expr, _)| expr).collect();
            return make(ExprKind::Record(values), ty, span);
        }
        let program = &self.compiler.program;
        let functions = program.functions.iter().map(|function| program.name(function.name));
        let known = functions.chain(self.compiler.types.keys().map(String::as_str));
        let help = self.compiler.meant(&name.text, known).unwrap_or_else(|| {
            "only a value, modifier, permission, table, judgement or record takes arguments".to_owned()
        });
        self.report(&codes::UNKNOWN_NAME, name.span, format!("there is no `{}` to ask", name.text), help);
        self.asked_in_vain(args, span)
    }

    /// The arguments may hold mistakes of their own.
    fn asked_in_vain(&mut self, args: &[Argument], span: Span) -> Expr {
        for arg in args {
            self.expr(&arg.value);
        }
        broken(span)
    }

    pub(super) fn call_function(&mut self, id: FunctionId, args: &[Argument], name: Span, span: Span) -> Expr {
        let params = self.compiler.program.functions[id.index()].params.clone();
        let what = self.compiler.program.name(self.compiler.program.functions[id.index()].name).to_owned();
        let args = self.arguments(&params, args, span, &what, "parameter");
        let (values, guards): (Vec<_>, Vec<_>) = args.into_iter().unzip();
        let asked = Definition::Function(id);
        if values.iter().any(|value| self.leads_on(value)) {
            self.edge_back(asked, name);
        } else {
            self.edge(asked, name);
        }
        let ty = self.result_type(id, name);
        make(ExprKind::Call(id, values, guards), ty, span)
    }

    /// Whether an argument is not what the function in hand was asked for, but leads from there to another: the year before, the
    /// leader of a unit, one of several that are looked at. What is asked so may come back to the function itself.
    fn leads_on(&self, value: &Expr) -> bool {
        let Some(Definition::Function(own)) = self.definition else { return false };
        let params = self.compiler.program.functions[own.index()].params.len();
        let is_param = |of: &Expr| matches!(of.kind, ExprKind::Local(slot) if slot.index() < params);
        let moves = |by: &Expr| !matches!(by.kind, ExprKind::Constant(Value::Number(0)));
        match &value.kind {
            ExprKind::Checked(of, _) => self.leads_on(of),
            ExprKind::Arithmetic(Arithmetic::Add | Arithmetic::Subtract, a, b) => {
                is_param(a) && matches!(b.kind, ExprKind::Constant(_)) && moves(b)
            }
            ExprKind::Primitive(Primitive::Shifted | Primitive::Later(_), parts) => {
                parts.first().is_some_and(is_param) && parts.get(1).is_some_and(moves)
            }
            ExprKind::EntityField(of, ..) => is_param(of) || self.leads_on(of),
            ExprKind::Local(slot) => slot.index() >= params,
            _ => false,
        }
    }

    /// The type of a function's result; that of a value without a written type is found on the way.
    pub(super) fn result_type(&mut self, id: FunctionId, span: Span) -> Type {
        let untyped = self.compiler.program.functions[id.index()].result == Type::Nothing;
        if untyped {
            match self.compiler.function_items[id.index()].2 {
                Progress::Declared => self.compiler.compile_function(id),
                Progress::Running => {
                    let function = &self.compiler.program.functions[id.index()];
                    let name = self.compiler.program.name(function.name).to_owned();
                    let message = format!("`{name}` is worked out from itself");
                    let help = "take one of the steps out; what asks itself for another needs its type: `value name(…): 0..10 = …`";
                    self.report(&codes::CIRCULAR_LOGIC, span, message, help);
                    return Type::Unknown;
                }
                Progress::Done => {}
            }
        }
        self.compiler.program.functions[id.index()].result.clone()
    }

    /// The arguments in the order of the parameters.
    pub(super) fn arguments(
        &mut self,
        params: &[Field],
        args: &[Argument],
        span: Span,
        of: &str,
        what: &str,
    ) -> Vec<(Expr, Guard)> {
        self.arguments_or((params, &[]), args, span, of, what)
    }

    /// The same, with what some are where they are not given.
    pub(super) fn arguments_or(
        &mut self,
        (params, starts): (&[Field], &[Option<Value>]),
        args: &[Argument],
        span: Span,
        of: &str,
        what: &str,
    ) -> Vec<(Expr, Guard)> {
        let mut found: Vec<Option<(Expr, Guard)>> = params.iter().map(|_| None).collect();
        let mut misnamed = false;
        for (at, arg) in args.iter().enumerate() {
            let index = match &arg.name {
                None => at,
                Some(name) => {
                    let named = self.compiler.names.get(&name.text);
                    let Some(index) = params.iter().position(|param| Some(&param.name) == named) else {
                        let all = || params.iter().map(|field| self.compiler.program.name(field.name));
                        let help = self.compiler.meant(&name.text, all()).unwrap_or_else(|| match params {
                            [] => "leave it out".to_owned(),
                            _ => format!("it has: {}", names::listed(all())),
                        });
                        let message = format!("`{of}` has no {what} `{}`", name.text);
                        misnamed = true;
                        self.report(&codes::UNKNOWN_NAME, name.span, message, help);
                        self.expr(&arg.value);
                        continue;
                    };
                    index
                }
            };
            let Some(param) = params.get(index) else {
                let message = format!("`{of}` takes {}, and this is one more", count(params.len(), what));
                self.mismatch(arg.value.span, message, "take it out");
                break;
            };
            if found[index].is_some() {
                let message = format!("the {what} `{}` is given twice", self.compiler.program.name(param.name));
                self.mismatch(arg.value.span, message, "take one of them out");
            }
            let name = self.compiler.program.name(param.name).to_owned();
            let called = format!("the {what} `{name}`");
            found[index] = Some(if param.making.is_nothing() || !param.ty.without_none().is_number() {
                self.argument(&arg.value, &param.ty, &called)
            } else {
                (self.expr_made(&arg.value, &param.ty, param.making, &called), Guard { check: None })
            });
        }
        for ((found, start), param) in found.iter_mut().zip(starts).zip(params) {
            if found.is_none()
                && let Some(start) = start
            {
                let start = make(ExprKind::Constant(start.clone()), param.ty.clone(), span);
                *found = Some((start, Guard { check: None }));
            }
        }
        let missing: Vec<String> = params
            .iter()
            .zip(&found)
            .filter(|(_, found)| found.is_none())
            .map(|(param, _)| format!("`{}`", self.compiler.program.name(param.name)))
            .collect();
        if !missing.is_empty() && !misnamed {
            let also = if args.is_empty() { "" } else { "also " };
            let message = format!("`{of}` {also}needs {}", names::listed(missing.iter().map(String::as_str)));
            let how = if what == "field" { " as `name: value`" } else { ": by order, or as `name: value`" };
            self.mismatch(span, message, format!("give every {what}{how}"));
        }
        found.into_iter().map(|found| found.unwrap_or_else(|| (broken(span), Guard { check: None }))).collect()
    }

    /// An argument and the type to look at when the call is made.
    fn argument(&mut self, value: &ast::Expr, ty: &Type, what: &str) -> (Expr, Guard) {
        let before = self.compiler.findings.len();
        let expr = self.expr_as(value, Some(ty));
        if self.compiler.findings.len() > before {
            return (expr, Guard { check: None });
        }
        let expr = convert(expr, ty);
        if ty.accepts(&expr.ty) == Fit::Sometimes && none_within(ty, &expr.ty) {
            let why = format!("{what} is {}", self.words(ty));
            return (self.not_none(&expr, value, &why), Guard { check: None });
        }
        if ty.accepts(&expr.ty) == Fit::Sometimes && !kind_unknown(ty, &expr.ty) {
            return (expr, Guard { check: Some(ty.clone()) });
        }
        (self.fit(expr, ty, what), Guard { check: None })
    }

    /// `(cu: 3, leader: hanno)`.
    pub(super) fn record_literal(&mut self, fields: &[(Name, ast::Expr)], span: Span, want: Option<&Type>) -> Expr {
        if let Some(Type::Record(id)) = want.map(Type::without_none) {
            let id = *id;
            let record = self.compiler.program.records[usize::from(id.0)].clone();
            let args: Vec<Argument> = fields
                .iter()
                .map(|(name, value)| Argument { name: Some(name.clone()), value: value.clone() })
                .collect();
            let of = if record.name.is_empty() { "the record" } else { &record.name };
            let values = self.arguments(&record.fields, &args, span, of, "field");
            let values = values.into_iter().map(|(expr, _)| expr).collect();
            return make(ExprKind::Record(values), Type::Record(id), span);
        }
        let mut types = Vec::new();
        let mut values = Vec::new();
        for (name, value) in fields {
            let value = self.expr(value);
            let name = self.compiler.name(&name.text);
            types.push(Field::new(name, value.ty.clone()));
            values.push(value);
        }
        let id = self.compiler.record(Record { name: String::new(), fields: types });
        make(ExprKind::Record(values), Type::Record(id), span)
    }
}

fn count(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}"),
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}
