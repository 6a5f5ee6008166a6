//! `e supposing s = f` and `e without f.part`: what something would be if something else were otherwise.

use std::collections::{BTreeMap, BTreeSet};

use super::expressions::{broken, make};
use super::scope::Body;
use super::statements::looked_at;
use super::{Compiler, Definition, Global};
use crate::diagnostic::codes;
use crate::logic::program::{Expr, ExprKind, FunctionId, Supposed};
use crate::logic::syntax::ast::{self, Name, Span};
use crate::logic::types::Type;

/// Functions that are taken to be something, or in whose place stands another without a part.
pub(super) type Cuts = BTreeMap<FunctionId, Option<FunctionId>>;

impl Body<'_, '_> {
    pub(super) fn supposing(
        &mut self,
        of: &ast::Expr,
        supposed: &ast::Supposed,
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        let before = self.compiler.findings.len();
        let (what, cut) = match supposed {
            ast::Supposed::Without(name, part) => match self.left_out_of(name, part) {
                Some((from, to)) => {
                    let label = self.compiler.name(&part.text);
                    let origin = self.compiler.origin_of(from);
                    (Some(Supposed::Without(from, to, label)), Some((origin, Some(to))))
                }
                None => (None, None),
            },
            ast::Supposed::Is(target, value) => self.taken(target, value),
        };
        let outer = self.supposed.clone();
        self.supposed.extend(cut);
        // What is known of the world as it is need not hold in the one that is supposed.
        let known = std::mem::take(&mut self.known);
        let of = self.expr_as(of, want);
        self.known = known;
        self.supposed = outer;
        match what {
            Some(what) if self.compiler.findings.len() == before => {
                let ty = of.ty.clone();
                make(ExprKind::Supposing(Box::new(of), Box::new(what)), ty, span)
            }
            _ => broken(span),
        }
    }

    /// The function that is named, and the one without that part which stands in its place.
    fn left_out_of(&mut self, name: &Name, part: &Name) -> Option<(FunctionId, FunctionId)> {
        let Some(Global::Function(id)) = self.compiler.globals.get(&name.text).map(|(global, ..)| *global) else {
            let program = &self.compiler.program;
            let known = program.functions.iter().map(|function| program.name(function.name));
            let help = self.compiler.meant(&name.text, known).unwrap_or_else(|| {
                "name a value, a modifier or a permission, and a part of it: `… without value.part`".to_owned()
            });
            self.report(&codes::UNKNOWN_NAME, name.span, format!("`{}` has no parts", name.text), help);
            return None;
        };
        // What was left out of it already stays so.
        let from = id;
        let base = self.supposed.get(&id).copied().flatten().unwrap_or(id);
        let block = self.block;
        Some((from, self.compiler.function_without(base, part, block)))
    }

    /// What is taken to be this.
    fn taken(
        &mut self,
        target: &ast::Expr,
        value: &ast::Expr,
    ) -> (Option<Supposed>, Option<(FunctionId, Option<FunctionId>)>) {
        let (name, args) = match &target.kind {
            ast::ExprKind::Name(name) => (name, None),
            ast::ExprKind::Call(name, args) => (&name.text, Some(args)),
            ast::ExprKind::Field(of, field) => return (self.taken_field(of, field, target.span, value), None),
            _ => return (self.nothing_to_take(target, value), None),
        };
        if self.is_local(name) {
            return (self.nothing_to_take(target, value), None);
        }
        match self.compiler.globals.get(name).map(|(global, ..)| *global) {
            Some(Global::State(id)) if args.is_none() => {
                let ty = self.compiler.program.states[id.index()].ty.clone();
                let making = self.compiler.program.states[id.index()].making;
                let value = self.expr_made(value, &ty, making, &format!("the state `{name}`"));
                (Some(Supposed::State(id, value)), None)
            }
            Some(Global::Function(id)) => {
                let each = args.and_then(|args| self.as_parameters(args));
                if let Some(call) = each.and_then(|names| self.made_for_each(id, &names, value)) {
                    return (Some(Supposed::By(id, Box::new(call))), Some((id, None)));
                }
                let params = self.compiler.program.functions[id.index()].params.clone();
                let args = args.map(|args| looked_at(self.arguments(&params, args, target.span, name, "parameter")));
                let ty = self.result_type(id, target.span);
                let making = self.compiler.program.functions[id.index()].making;
                let value = self.expr_made(value, &ty, making, &format!("`{name}`"));
                (Some(Supposed::Function(id, args, value)), Some((id, None)))
            }
            Some(_) => (self.nothing_to_take(target, value), None),
            None if self.compiler.symbols.contains_key(name) => (self.nothing_to_take(target, value), None),
            None => {
                let help = self.suggest(name);
                self.report(&codes::UNKNOWN_NAME, target.span, format!("there is no `{name}` here"), help);
                self.expr(value);
                (None, None)
            }
        }
    }

    fn taken_field(&mut self, of: &ast::Expr, field: &Name, span: Span, value: &ast::Expr) -> Option<Supposed> {
        let place = self.field(of, field, span);
        let ExprKind::EntityField(thing, ty, at) = place.kind else {
            if place.ty != Type::Unknown {
                let help = "name a state, a value, or a field of a thing";
                self.mismatch(span, "only a field of a thing can be taken to be otherwise", help);
            }
            self.expr(value);
            return None;
        };
        let declared = &self.compiler.program.entities[usize::from(ty.0)].fields[usize::from(at)];
        let (declared, making) = (declared.ty.clone(), declared.making);
        let value = self.expr_made(value, &declared, making, &format!("the field `{}`", field.text));
        Some(Supposed::Field(*thing, ty, at, value))
    }

    fn nothing_to_take(&mut self, target: &ast::Expr, value: &ast::Expr) -> Option<Supposed> {
        let help = "name a state, a field of a thing, or a value with its arguments: `… supposing income(p) = E`";
        self.mismatch(target.span, "this cannot be taken to be otherwise", help);
        self.expr(value);
        None
    }
}

impl Compiler<'_> {
    /// The function as it is written, of one with a part left out.
    pub(super) fn origin_of(&self, id: FunctionId) -> FunctionId {
        let of = self.left_out.iter().find(|(_, made)| **made == id).map(|((of, _), _)| *of);
        of.map_or(id, |of| self.origin_of(of))
    }

    /// Reports what is worked out from itself although something is taken to be otherwise on the way.
    pub(super) fn cycles_supposing(&mut self) {
        let all = std::mem::take(&mut self.cut_edges);
        for (set, from, to, cuts) in &all {
            let mut seen: BTreeSet<(Definition, Cuts)> = BTreeSet::new();
            let mut open = vec![(*to, cuts.clone())];
            while let Some((at, cuts)) = open.pop() {
                if !seen.insert((at, cuts.clone())) {
                    continue;
                }
                let is_cut = matches!(at, Definition::Function(id) if cuts.contains_key(&id));
                if at == *from && !is_cut {
                    self.circle_supposing(*from, *to);
                    break;
                }
                open.extend(self.next_supposing(at, &cuts, *set, &all));
            }
        }
        self.cut_edges = all;
    }

    /// What a definition asks while something is taken to be otherwise.
    fn next_supposing(
        &self,
        at: Definition,
        cuts: &Cuts,
        set: Option<usize>,
        cut_edges: &BTreeSet<(Option<usize>, Definition, Definition, Cuts)>,
    ) -> Vec<(Definition, Cuts)> {
        let mut next = Vec::new();
        if let Definition::Function(id) = at {
            match cuts.get(&id) {
                Some(None) => return next,
                Some(Some(other)) => {
                    let mut asked = BTreeSet::new();
                    let function = &self.program.functions[other.index()];
                    crate::logic::walk::function(function, &mut |part| {
                        if let ExprKind::Call(id, ..) = &part.kind {
                            asked.insert(*id);
                        }
                    });
                    next.extend(asked.into_iter().map(|id| (Definition::Function(id), cuts.clone())));
                    return next;
                }
                None => {}
            }
        }
        for known in [None, set] {
            let first = (known, at, Definition::Function(FunctionId(0)));
            let edges = self.edges.range(first..).take_while(|(of, from, _)| *of == known && *from == at);
            next.extend(edges.map(|(_, _, to)| (*to, cuts.clone())));
            let first = (known, at, Definition::Function(FunctionId(0)), Cuts::new());
            let edges = cut_edges.range(first..).take_while(|(of, from, ..)| *of == known && *from == at);
            for (_, _, to, more) in edges {
                let mut both = cuts.clone();
                both.extend(more.iter().map(|(id, other)| (*id, *other)));
                next.push((*to, both));
            }
        }
        next
    }

    fn circle_supposing(&mut self, from: Definition, to: Definition) {
        let Some(place) = self.edge_places.get(&(from, to)).copied() else { return };
        let at = self.program.place_in(place.0, place.1);
        if self.findings.iter().any(|finding| finding.code == &codes::CIRCULAR_LOGIC && finding.place == Some(at)) {
            return;
        }
        let name = match from {
            Definition::Function(id) => self.program.name(self.program.functions[id.index()].name),
            Definition::Procedure(id) => self.program.name(self.program.procedures[id.index()].name),
        };
        let message = format!("`{name}` is worked out from itself, whatever is taken to be otherwise on the way");
        self.report(&codes::CIRCULAR_LOGIC, place, message, "suppose what leads back to it to be otherwise");
    }
}
