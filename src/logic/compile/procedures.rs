//! Procedures: their code.

use std::collections::HashSet;

use super::scope::{Body, LocalKind};
use super::{Compiler, Definition};
use crate::diagnostic::codes;
use crate::logic::program::{Local, Op, OpKind, ProcedureId, Source};
use crate::logic::syntax::ast::{self, Body as Written, ExprKind, ItemKind, Name, Span, Statement, StatementKind};
use crate::logic::types::Type;

impl Compiler<'_> {
    pub(super) fn procedures(&mut self) {
        for (at, (block, item)) in self.procedure_items.clone().into_iter().enumerate() {
            let ItemKind::Procedure { head, outputs, body: Written::Written(statements), .. } = &item.kind else {
                continue;
            };
            let id = ProcedureId(u16::try_from(at).unwrap_or(u16::MAX));
            let params: Vec<Name> = head.params.iter().map(|param| param.name.clone()).collect();
            let outputs: Vec<Name> = outputs.iter().map(|output| output.name.clone()).collect();
            let (code, locals) = self.code(block, id, &params, &outputs, statements, Some(Definition::Procedure(id)));
            self.unset_outputs(block, id, &outputs, statements);
            let procedure = &mut self.program.procedures[at];
            procedure.code = Source::Here(code);
            procedure.locals = locals;
        }
    }

    /// An output that no statement sets; one that may be none begins as none.
    fn unset_outputs(&mut self, block: super::BlockId, id: ProcedureId, outputs: &[Name], statements: &[Statement]) {
        let mut given = HashSet::new();
        stored(statements, &mut given);
        stopped_with(statements, &mut given);
        for output in outputs.iter().filter(|output| !given.contains(&output.text)) {
            let procedure = &self.program.procedures[id.index()];
            let mut fields = procedure.outputs.iter();
            let open = fields.any(|field| {
                self.program.name(field.name) == output.text && !matches!(field.ty, Type::OrNone(_) | Type::Unknown)
            });
            if open {
                let message = format!("the output `{}` is never set", output.text);
                let help = format!("write `set {0} to …`, `stop with {0}: …`, or take it out", output.text);
                self.report(&codes::UNUSED_NAME, (block, output.span), message, help);
            }
        }
    }

    /// The code of a procedure's statements, written in the procedure itself or in an assumption.
    pub(super) fn code(
        &mut self,
        block: super::BlockId,
        id: ProcedureId,
        params: &[Name],
        outputs: &[Name],
        statements: &[Statement],
        definition: Option<Definition>,
    ) -> (Vec<Op>, Vec<Local>) {
        let procedure = self.program.procedures[id.index()].clone();
        let changes = self.changes[id.index()].clone();
        let mut body = Body::new(self, block, procedure.name, definition);
        body.reads = None;
        body.changes = changes;
        for (field, name) in procedure.params.iter().zip(params) {
            body.declare(name, field.ty.clone(), LocalKind::Parameter);
        }
        for (at, field) in procedure.outputs.iter().enumerate() {
            let text = body.compiler.program.name(field.name).to_owned();
            let written = outputs.get(at).cloned().unwrap_or(Name { text, span: Span::default() });
            body.declare(&written, field.ty.clone(), LocalKind::Output);
        }
        stored(statements, &mut body.stored);
        body.statements(statements);
        body.ops.push(Op { kind: OpKind::Stop, point: procedure.point });
        body.leave(0);
        (std::mem::take(&mut body.ops), std::mem::take(&mut body.slots))
    }
}

/// The names that statements store in.
fn stored(statements: &[Statement], names: &mut HashSet<String>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Set(place, _)
            | StatementKind::Change { place, .. }
            | StatementKind::Add { place, .. }
            | StatementKind::RemoveFrom { place, .. }
            | StatementKind::Draw { place, .. } => names.extend(root(place)),
            StatementKind::Pick { otherwise: Some(inner), .. }
            | StatementKind::Choose { otherwise: Some(inner), .. }
            | StatementKind::ForEach(_, inner)
            | StatementKind::RepeatUntil(_, inner)
            | StatementKind::RepeatTimes(_, inner) => stored(inner, names),
            StatementKind::If(_, then, otherwise) => {
                stored(then, names);
                stored(otherwise, names);
            }
            _ => {}
        }
    }
}

/// The outputs that statements end with.
fn stopped_with(statements: &[Statement], names: &mut HashSet<String>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Stop(outputs) => names.extend(outputs.iter().map(|(name, _)| name.text.clone())),
            StatementKind::Pick { otherwise: Some(inner), .. }
            | StatementKind::Choose { otherwise: Some(inner), .. }
            | StatementKind::ForEach(_, inner)
            | StatementKind::RepeatUntil(_, inner)
            | StatementKind::RepeatTimes(_, inner) => stopped_with(inner, names),
            StatementKind::If(_, then, otherwise) => {
                stopped_with(then, names);
                stopped_with(otherwise, names);
            }
            _ => {}
        }
    }
}

/// The name at the root of a place.
fn root(place: &ast::Expr) -> Option<String> {
    match &place.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Field(of, _) | ExprKind::Index(of, _) => root(of),
        _ => None,
    }
}
