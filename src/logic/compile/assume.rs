//! Assumption sets: each part must supply something that is declared external.

use std::collections::HashMap;

use super::joined::Around;
use super::scope::{Body, LocalKind};
use super::{Compiler, Definition, Global};
use crate::diagnostic::codes;
use crate::library::names::{listed, suggestion_after};
use crate::logic::program::{
    Assumed, AssumedBody, Assumption, AssumptionSet, BlockId, ExprKind, Field, FunctionId, FunctionKind, NameId,
    PointKind, Program, Source,
};
use crate::logic::syntax::ast::{AssumeBody, Expr, Item, ItemKind, Name, Span, Target};
use crate::logic::types::Type;

impl Compiler<'_> {
    pub(super) fn assumptions(&mut self) {
        let mut sets: Vec<AssumptionSet> = Vec::new();
        let blocks: Vec<_> = self.inputs.blocks.iter().filter(|block| block.assumed).collect();
        for block in blocks {
            sets.push(AssumptionSet { id: block.id.clone(), parts: Vec::new() });
        }
        let first = self.inputs.blocks.iter().position(|block| block.assumed).unwrap_or_default();
        for (block, item) in self.items(true) {
            let at = block.index().saturating_sub(first);
            self.supplying = Some(at);
            if let Some(part) = self.assumption(block, item)
                && let Some(set) = sets.get_mut(at)
            {
                set.parts.push(part);
            }
        }
        self.supplying = None;
        self.program.assumptions = sets;
    }

    fn assumption(&mut self, block: BlockId, item: &Item) -> Option<Assumption> {
        let ItemKind::Assume { target, params, when, body } = &item.kind else { return None };
        let (assumed, declared, result) = self.assumed(block, target)?;
        let owner = self.name(&target.name.text);
        let label = target.label.as_ref().map(|label| self.name(&label.text));
        let point = self.point(block, PointKind::Assumption, item.span, label, owner);
        if let (Assumed::Procedure(id), AssumeBody::Statements(statements)) = (assumed, body) {
            let names: Vec<Name> = self.procedure_names(id, params);
            let outputs = &self.program.procedures[id.index()].outputs;
            let outputs = outputs.iter().map(|field| self.program.name(field.name).to_owned());
            let outputs: Vec<Name> = outputs.map(|text| Name { text, span: target.name.span }).collect();
            let nothing = (&Around::default(), HashMap::new());
            let (code, locals) = self.compile_statements(block, id, (&names, &outputs), statements, nothing);
            self.unset_outputs(block, id, &outputs, statements);
            let body = AssumedBody::Code { code, locals };
            return Some(Assumption { target: assumed, point, when: None, slots: 0, body });
        }
        if let (Assumed::Graph(graph), AssumeBody::Graph(areas, links)) = (assumed, body) {
            let (tables, _) = self.graph_tables(block, areas, links)?;
            self.fits_graph(block, graph, &tables, (areas, links));
            return Some(Assumption { target: assumed, point, when: None, slots: 0, body: AssumedBody::Graph(tables) });
        }
        let (AssumeBody::Expr(expr), Assumed::Function(_) | Assumed::Contribution(..) | Assumed::Procedure(_)) =
            (body, assumed)
        else {
            let name = &target.name.text;
            let message = format!("`{name}` cannot be supplied in this form");
            let help = match assumed {
                Assumed::Graph(_) => {
                    format!("write `assume {name} of areas and links`, with the names of two data tables")
                }
                Assumed::Procedure(_) => format!("write `assume {name}(…)` and its statements on the lines below"),
                _ => format!("write `assume {name}(…) = …`"),
            };
            self.report(&codes::BAD_ASSUMPTION, (block, target.name.span), message, help);
            return None;
        };
        let definition = match assumed {
            Assumed::Function(id) | Assumed::Contribution(id, _) => Some(Definition::Function(id)),
            Assumed::Procedure(id) => Some(Definition::Procedure(id)),
            Assumed::Graph(_) => None,
        };
        let (when, value, slots) =
            self.supplied(block, (owner, definition), &declared, params, when.as_ref(), expr, &result);
        Some(Assumption { target: assumed, point, when, slots, body: AssumedBody::Expr(value) })
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one item")]
    fn supplied(
        &mut self,
        block: BlockId,
        (owner, definition): (NameId, Option<Definition>),
        declared: &[Field],
        params: &[Name],
        when: Option<&Expr>,
        expr: &Expr,
        result: &Type,
    ) -> (Option<crate::logic::program::Expr>, crate::logic::program::Expr, u16) {
        let mut body = Body::new(self, block, owner, definition);
        body.reads = None;
        for field in declared {
            let name = body.compiler.program.name(field.name).to_owned();
            let written = params.iter().any(|param| param.text == name);
            // A parameter that is not named cannot be asked for.
            let text = if written { name } else { format!("({name})") };
            body.declare(&Name { text, span: Span::default() }, field.ty.clone(), LocalKind::Parameter);
        }
        for param in params {
            let known = || declared.iter().map(|field| body.compiler.program.name(field.name));
            if known().all(|known| known != param.text) {
                let help = body.compiler.meant(&param.text, known()).unwrap_or_default();
                body.report(&codes::UNKNOWN_NAME, param.span, format!("there is no parameter `{}`", param.text), help);
                // What asks for it is right but for its name.
                let name = Name { text: param.text.clone(), span: Span::default() };
                body.declare(&name, Type::Unknown, LocalKind::Parameter);
            }
        }
        let (when, told) = body.when(when);
        let value = body.knowing(told, |body| body.expr_for(expr, result, "what is supplied"));
        let slots = body.slots();
        (when, value, slots)
    }

    fn procedure_names(&mut self, id: crate::logic::program::ProcedureId, params: &[Name]) -> Vec<Name> {
        let declared = self.program.procedures[id.index()].params.clone();
        declared
            .iter()
            .map(|field| {
                let text = self.program.name(field.name).to_owned();
                let text = if params.iter().any(|param| param.text == text) { text } else { format!("({text})") };
                Name { text, span: Span::default() }
            })
            .collect()
    }

    /// What a target means, its parameters and the type of what is to be supplied.
    fn assumed(&mut self, block: BlockId, target: &Target) -> Option<(Assumed, Vec<Field>, Type)> {
        let name = &target.name;
        let not_external = |compiler: &mut Self| {
            let (words, span) = match &target.label {
                Some(label) => (format!("{}.{}", name.text, label.text), label.span),
                None => (name.text.clone(), name.span),
            };
            let message = format!("`{words}` is not external: the book itself says what it is");
            let help = compiler
                .external_parts(&name.text)
                .unwrap_or_else(|| "an assumption may supply only what is declared `external` or `unknown`".to_owned());
            compiler.report(&codes::BAD_ASSUMPTION, (block, span), message, help);
            None
        };
        match self.globals.get(&name.text).map(|(global, ..)| *global) {
            Some(Global::Function(id)) => {
                if let Some(found) = self.assumed_function(block, id, target) {
                    Some(found)
                } else {
                    if !self.findings.iter().any(|finding| {
                        finding.place == target.label.as_ref().map(|label| self.program.place_in(block, label.span))
                            && finding.place.is_some()
                    }) {
                        return not_external(self);
                    }
                    None
                }
            }
            Some(Global::Procedure(id)) => {
                let id = self.beneath_of.get(&id).copied().unwrap_or(id);
                let procedure = &self.program.procedures[id.index()];
                if matches!(procedure.code, Source::Here(_)) {
                    return not_external(self);
                }
                let (params, result) = (procedure.params.clone(), Type::Record(procedure.result));
                Some((Assumed::Procedure(id), params, result))
            }
            Some(Global::Graph(id)) => {
                if matches!(self.program.graphs[id.index()].source, Source::Here(_)) {
                    return not_external(self);
                }
                Some((Assumed::Graph(id), Vec::new(), Type::Unknown))
            }
            Some(global) => {
                let (is, _) = self.kind_of(global);
                let message = format!("`{}` is {is}, and nothing external", name.text);
                let help = match global {
                    Global::State(_) => "an example says what it is before the run: `given: {…}`",
                    Global::Option(_) => "an example chooses another reading: `options: {…}`",
                    _ => "an assumption may supply only what is declared `external` or `unknown`",
                };
                self.report(&codes::BAD_ASSUMPTION, (block, name.span), message, help);
                None
            }
            None => {
                let known = self.globals.keys().map(String::as_str);
                let help = self.meant(&name.text, known).unwrap_or_else(|| {
                    "an assumption supplies an external value, contribution, procedure or graph".to_owned()
                });
                self.report(
                    &codes::UNKNOWN_NAME,
                    (block, name.span),
                    format!("there is no `{}` to supply", name.text),
                    help,
                );
                None
            }
        }
    }

    /// Which parts of a function may be supplied, in words.
    fn external_parts(&self, name: &str) -> Option<String> {
        let Some((Global::Function(id), ..)) = self.globals.get(name) else { return None };
        let missing: Vec<_> = match &self.program.functions[id.index()].kind {
            FunctionKind::Value { exceptions, .. } => exceptions
                .iter()
                .filter(|part| matches!(part.body, Some(Source::Missing(_))))
                .map(|part| part.point)
                .collect(),
            FunctionKind::Modifier { contributions, .. } | FunctionKind::Permission { contributions, .. } => {
                contributions
                    .iter()
                    .filter(|part| matches!(part.body, Source::Missing(_)))
                    .map(|part| part.point)
                    .collect()
            }
            _ => Vec::new(),
        };
        let labels = missing.iter().filter_map(|point| self.program.point(*point).label);
        let parts: Vec<String> = labels.map(|label| format!("`{name}.{}`", self.program.name(label))).collect();
        (!parts.is_empty())
            .then(|| format!("of `{name}` only this is external: {}", listed(parts.iter().map(String::as_str))))
    }

    fn assumed_function(
        &mut self,
        block: BlockId,
        id: FunctionId,
        target: &Target,
    ) -> Option<(Assumed, Vec<Field>, Type)> {
        let function = &self.program.functions[id.index()];
        let (params, result) = (function.params.clone(), function.result.clone());
        let Some(label) = &target.label else {
            // Beneath exceptions stands a table of its own.
            let id = self.inner_of.get(&id).copied().unwrap_or(id);
            let external = match &self.program.functions[id.index()].kind {
                FunctionKind::Value { base, .. } => matches!(base.body, Source::Missing(_)),
                FunctionKind::Table { rows, .. } => {
                    rows.iter().any(|row| row.outputs.iter().any(|cell| matches!(cell, Source::Missing(_))))
                }
                _ => false,
            };
            return external.then_some((Assumed::Function(id), params, result));
        };
        let wanted = self.names.get(&label.text).copied();
        let own = parts(&self.program, id);
        let id = match self.inner_of.get(&id) {
            Some(inner) if wanted.is_none_or(|wanted| !own.contains_key(&wanted)) => *inner,
            _ => id,
        };
        let parts = self.parts.entry(id).or_insert_with(|| parts(&self.program, id));
        let Some((index, missing)) = wanted.and_then(|wanted| parts.get(&wanted)).copied() else {
            let known = parts.keys().map(|label| self.program.name(*label));
            let help = suggestion_after(self.findings.len(), &label.text, known).unwrap_or_default();
            let message = format!("`{}` has no part `{}`", target.name.text, label.text);
            self.report(&codes::UNKNOWN_NAME, (block, label.span), message, help);
            return None;
        };
        if let Some(inner) = inner_part(&self.program, id, index) {
            return Some((Assumed::Function(inner), params, result));
        }
        missing.then_some((Assumed::Contribution(id, index), params, result))
    }
}

/// The value that stands in the place of a contribution or case which exceptions reach, if the book does not have it.
fn inner_part(program: &Program, id: FunctionId, index: u16) -> Option<FunctionId> {
    let (FunctionKind::Modifier { contributions, .. } | FunctionKind::Permission { contributions, .. }) =
        &program.functions[id.index()].kind
    else {
        return None;
    };
    let Source::Here(crate::logic::program::Expr { kind: ExprKind::Call(inner, ..), .. }) =
        &contributions.get(usize::from(index))?.body
    else {
        return None;
    };
    let function = &program.functions[inner.index()];
    let base = matches!(&function.kind, FunctionKind::Value { base, .. } if matches!(base.body, Source::Missing(_)));
    (function.inner && base).then_some(*inner)
}

/// The parts of a function that have a name, with their number and whether the book does not have them.
fn parts(program: &Program, id: FunctionId) -> HashMap<NameId, (u16, bool)> {
    let parts: Vec<_> = match &program.functions[id.index()].kind {
        FunctionKind::Value { exceptions, .. } => {
            exceptions.iter().map(|part| (part.point, matches!(part.body, Some(Source::Missing(_))))).collect()
        }
        FunctionKind::Modifier { contributions, .. } | FunctionKind::Permission { contributions, .. } => {
            contributions.iter().map(|part| (part.point, matches!(part.body, Source::Missing(_)))).collect()
        }
        _ => Vec::new(),
    };
    let mut found = HashMap::new();
    for ((point, missing), at) in parts.into_iter().zip(0..) {
        if let Some(label) = program.point(point).label {
            found.entry(label).or_insert((at, missing));
        }
    }
    found
}
