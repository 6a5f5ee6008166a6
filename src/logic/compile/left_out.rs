//! `revenue(side) without tax`: a function of which a part is left out becomes one of its own.

use std::collections::BTreeSet;

use super::expressions::broken;
use super::joined::words_of;
use super::scope::Body;
use super::{Compiler, Definition, Global};
use crate::diagnostic::codes;
use crate::library::names;
use crate::logic::program::{
    BlockId, Clause, Exception, Expr, ExprKind, Function, FunctionId, FunctionKind, NameId, PointId, Source,
};
use crate::logic::syntax::ast::{self, Name, Span};
use crate::logic::syntax::print;
use crate::logic::types::Type;

impl Body<'_, '_> {
    pub(super) fn without(&mut self, of: &ast::Expr, part: &Name, span: Span) -> Expr {
        let before = self.compiler.findings.len();
        let asked = self.asked_alone(of);
        let value = self.expr(of);
        if self.compiler.findings.len() > before {
            return broken(span);
        }
        let ExprKind::Call(id, args, guards) = value.kind else {
            let help = "write `name(…) without part`";
            self.mismatch(of.span, "only of a value, a modifier or a permission a part can be left out", help);
            return broken(span);
        };
        let block = self.block;
        if let Some(asked) = asked {
            // What the part alone asks for is not asked.
            self.compiler.edges.remove(&asked);
        }
        let id = self.compiler.function_without(id, part, block);
        self.edge(Definition::Function(id), part.span);
        Expr { kind: ExprKind::Call(id, args, guards), ty: value.ty, span }
    }

    /// That a function is asked, if nothing else said so before, and its arguments do not.
    fn asked_alone(&self, of: &ast::Expr) -> Option<(Option<usize>, Definition, Definition)> {
        let (name, args) = match &of.kind {
            ast::ExprKind::Name(name) => (name, &[][..]),
            ast::ExprKind::Call(name, args) => (&name.text, args.as_slice()),
            _ => return None,
        };
        let in_args = |arg: &ast::Argument| words_of(&print::expression(&arg.value)).any(|word| word == name);
        let (Some((Global::Function(id), ..)), Some(from), true) =
            (self.compiler.globals.get(name), self.definition, self.supposed.is_empty())
        else {
            return None;
        };
        let edge = (self.compiler.supplying, from, Definition::Function(*id));
        (!args.iter().any(in_args) && !self.compiler.edges.contains(&edge)).then_some(edge)
    }

    /// A part of a function where a text names it: what a contribution adds, or an exception gives.
    pub(super) fn part_named(&mut self, of: &ast::Expr, label: &Name, span: Span) -> Option<Expr> {
        let (name, args) = match &of.kind {
            ast::ExprKind::Name(name) => (name, &[][..]),
            ast::ExprKind::Call(name, args) => (&name.text, args.as_slice()),
            _ => return None,
        };
        let Some((Global::Function(id), ..)) = self.compiler.globals.get(name) else { return None };
        let id = *id;
        let inner = self.compiler.inner_of.get(&id).copied();
        let has = |compiler: &Compiler<'_>, id: FunctionId| {
            let label = compiler.names.get(&label.text).copied();
            let function = &compiler.program.functions[id.index()];
            bodies(&function.kind).any(|(point, _)| label.is_some() && compiler.program.point(point).label == label)
        };
        let id = inner.filter(|inner| has(self.compiler, *inner)).unwrap_or(id);
        let function = self.compiler.program.functions[id.index()].clone();
        // What has fields of its own is asked for them.
        if matches!(function.result.without_none(), Type::Record(_) | Type::Entity(_) | Type::OneOf(_)) {
            return None;
        }
        if !matches!(function.kind, FunctionKind::Modifier { .. } | FunctionKind::Value { .. }) {
            return None;
        }
        let label_id = self.compiler.name(&label.text);
        let labelled = |point| self.compiler.program.point(point).label;
        let found = bodies(&function.kind).find(|(point, _)| labelled(*point) == Some(label_id));
        let Some((_, body)) = found else {
            let known: Vec<NameId> = bodies(&function.kind).filter_map(|(point, _)| labelled(point)).collect();
            let block = self.block;
            self.compiler.no_part(id, label, &known, block);
            return Some(broken(span));
        };
        let Some(Source::Here(body)) = body else {
            let (message, help) = match body {
                Some(_) => ("another document tells what this is", "write the number, and where it is from"),
                None => ("this only takes back what it excepts", "name what it excepts"),
            };
            self.mismatch(span, message, help);
            return Some(broken(span));
        };
        let mut asks = false;
        crate::logic::walk::expr(body, &mut |part| asks |= matches!(part.kind, ExprKind::Local(_)));
        if !asks {
            return Some(Expr { span, ..body.clone() });
        }
        // With arguments, the part is asked as a value of its own.
        let base = crate::logic::program::Clause { point: function.point, body: Source::Here(body.clone()) };
        let kind = FunctionKind::Value { base, exceptions: Vec::new() };
        let result = body.ty.clone();
        let part = FunctionId(u16::try_from(self.compiler.program.functions.len()).unwrap_or(u16::MAX));
        self.compiler.program.functions.push(Function {
            kind,
            result: result.clone(),
            inner: true,
            ..function.clone()
        });
        let args = self.arguments(&function.params, args, span, name, "parameter");
        let (values, guards) = args.into_iter().unzip();
        Some(Expr { kind: ExprKind::Call(part, values, guards), ty: result, span })
    }
}

impl Compiler<'_> {
    /// The function without that part; what it consists of is filled in when all are compiled.
    pub(super) fn function_without(&mut self, of: FunctionId, part: &Name, block: BlockId) -> FunctionId {
        let label = self.name(&part.text);
        if let Some(known) = self.left_out.get(&(of, label)) {
            return *known;
        }
        let id = FunctionId(u16::try_from(self.program.functions.len()).unwrap_or(u16::MAX));
        let mut function = self.program.functions[of.index()].clone();
        function.without.push(label);
        self.program.functions.push(function);
        self.left_out.insert((of, label), id);
        self.left_out_places.push((id, of, part.clone(), block));
        id
    }

    /// Reports the name of a part that a function does not have.
    fn no_part(&mut self, of: FunctionId, part: &Name, known: &[NameId], block: BlockId) {
        let labels = || known.iter().map(|label| self.program.name(*label));
        let help = self.meant(&part.text, labels()).unwrap_or_else(|| match known {
            [] => "give the part that is meant a label".to_owned(),
            _ => format!("its parts are: {}", names::listed(labels())),
        });
        let name = self.program.name(self.program.functions[of.index()].name);
        let message = format!("`{name}` has no part `{}`", part.text);
        self.report(&codes::UNKNOWN_NAME, (block, part.span), message, help);
    }

    /// Leaves out what is to be left out.
    pub(super) fn leave_out(&mut self) {
        let mut at = 0;
        while let Some((id, of, part, block)) = self.left_out_places.get(at).cloned() {
            at += 1;
            let Function { kind, slots, result, .. } = self.program.functions[of.index()].clone();
            let label = self.name(&part.text);
            let is_part = |point| self.program.point(point).label == Some(label);
            let known: Vec<NameId> = bodies(&kind).filter_map(|(point, _)| self.program.point(point).label).collect();
            let (found, kind) = match kind {
                FunctionKind::Modifier { at_least, at_most, mut contributions } => {
                    let before = contributions.len();
                    contributions.retain(|part| !is_part(part.point));
                    let found = contributions.len() < before;
                    (found, FunctionKind::Modifier { at_least, at_most, contributions })
                }
                FunctionKind::Permission { allowed, mut contributions } => {
                    let before = contributions.len();
                    contributions.retain(|part| !is_part(part.point));
                    (contributions.len() < before, FunctionKind::Permission { allowed, contributions })
                }
                // Beneath exceptions to the whole stands what has the parts.
                FunctionKind::Value { base, exceptions }
                    if self.inner_of.contains_key(&of) && !exceptions.iter().any(|part| is_part(part.point)) =>
                {
                    let inner = self.inner_of[&of];
                    let beneath = self.function_without(inner, &part, block);
                    self.inner_of.insert(id, beneath);
                    (true, FunctionKind::Value { base: asking(base, beneath), exceptions })
                }
                FunctionKind::Value { base, exceptions } => {
                    let out = exceptions.iter().position(|part| is_part(part.point));
                    (out.is_some(), FunctionKind::Value { base, exceptions: without(exceptions, out) })
                }
                other => (false, other),
            };
            if !found {
                self.no_part(of, &part, &known, block);
            }
            let function = &mut self.program.functions[id.index()];
            (function.kind, function.slots, function.result) = (kind, slots, result);
            self.ask_what_is_left(id, of);
        }
    }

    /// Notes what a function with a part left out asks. What it supposes is told only of the whole.
    fn ask_what_is_left(&mut self, id: FunctionId, of: FunctionId) {
        let (mut asked, mut supposes) = (Vec::new(), false);
        crate::logic::walk::function(&self.program.functions[id.index()], &mut |part| match &part.kind {
            ExprKind::Call(other, ..) => asked.push(*other),
            ExprKind::Supposing(..) => supposes = true,
            _ => {}
        });
        if supposes {
            asked = vec![of];
        }
        let from = Definition::Function(id);
        let place = (self.program.points[self.program.functions[of.index()].point.index()].block, Span::default());
        for other in asked {
            let to = Definition::Function(other);
            if !self.back_edges.contains(&(None, Definition::Function(of), to)) {
                self.edges.insert((None, from, to));
                let place = self.edge_places.get(&(Definition::Function(of), to)).copied().unwrap_or(place);
                self.edge_places.entry((from, to)).or_insert(place);
            }
        }
    }
}

/// The same base, which asks another function.
fn asking(base: Clause, other: FunctionId) -> Clause {
    match base {
        Clause { point, body: Source::Here(Expr { kind: ExprKind::Call(_, args, guards), ty, span }) } => {
            Clause { point, body: Source::Here(Expr { kind: ExprKind::Call(other, args, guards), ty, span }) }
        }
        base => base,
    }
}

/// The parts of a function that may have labels: where each stands, and what it gives.
fn bodies(kind: &FunctionKind) -> Box<dyn Iterator<Item = (PointId, Option<&Source<Expr>>)> + '_> {
    match kind {
        FunctionKind::Modifier { contributions, .. } | FunctionKind::Permission { contributions, .. } => {
            Box::new(contributions.iter().map(|part| (part.point, Some(&part.body))))
        }
        FunctionKind::Value { exceptions, .. } => {
            Box::new(exceptions.iter().map(|part| (part.point, part.body.as_ref())))
        }
        _ => Box::new(std::iter::empty()),
    }
}

/// Exceptions without one of them, and without those that only took it back; what it excepts is not excepted by it any more.
fn without(exceptions: Vec<Exception>, out: Option<usize>) -> Vec<Exception> {
    let Some(out) = out.and_then(|out| u16::try_from(out).ok()) else { return exceptions };
    let mut gone = BTreeSet::from([out]);
    loop {
        let idle = |exception: &Exception| {
            exception.body.is_none() && exception.excepts.iter().all(|other| gone.contains(other))
        };
        let more: Vec<u16> =
            (0..).zip(&exceptions).filter(|(at, one)| !gone.contains(at) && idle(one)).map(|(at, _)| at).collect();
        if more.is_empty() {
            break;
        }
        gone.extend(more);
    }
    let left: Vec<u16> = (0..).zip(&exceptions).map(|(at, _)| at).filter(|at| !gone.contains(at)).collect();
    let moved = |at: &u16| left.binary_search(at).ok().and_then(|at| u16::try_from(at).ok());
    let kept = exceptions.into_iter().zip(0..).filter(|(_, at)| !gone.contains(at));
    kept.map(|(exception, _)| Exception { excepts: exception.excepts.iter().filter_map(moved).collect(), ..exception })
        .collect()
}
