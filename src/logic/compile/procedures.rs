//! Procedures: their statements become operations, and every output is set.

use std::collections::HashSet;

use super::scope::{Body, LocalKind};
use super::{Compiler, Definition};
use crate::diagnostic::codes;
use crate::logic::program::{BlockId, Field, Local, Op, OpKind, ProcedureId, Source};
use crate::logic::syntax::ast::{
    Body as Written, Expr, ExprKind, ItemKind, Name, Param, Span, Statement, StatementKind,
};
use crate::logic::types::Type;

impl Compiler<'_> {
    /// Compiles the statements of every procedure that has some.
    pub(super) fn procedures(&mut self) {
        for (at, (block, item)) in self.procedure_items.clone().into_iter().enumerate() {
            let ItemKind::Procedure { head, outputs, body: Written::Written(statements), .. } = &item.kind else {
                continue;
            };
            let id = ProcedureId(u16::try_from(at).unwrap_or(u16::MAX));
            let declared = &self.program.procedures[at];
            let (params, outputs) =
                (self.as_written(&declared.params, &head.params), self.as_written(&declared.outputs, outputs));
            let (code, locals) = self.compile_statements(block, id, &params, &outputs, statements);
            self.unset_outputs(block, id, &outputs, statements);
            let procedure = &mut self.program.procedures[at];
            procedure.code = Source::Here(code);
            procedure.locals = locals;
        }
    }

    /// The names of fields as they are written: of two that are alike only the first has become a field.
    pub(super) fn as_written(&self, fields: &[Field], written: &[Param]) -> Vec<Name> {
        let written = |field: &Field| {
            let text = self.program.name(field.name);
            let found = written.iter().find(|param| param.name.text == text);
            found.map_or_else(|| Name { text: text.to_owned(), span: Span::default() }, |param| param.name.clone())
        };
        fields.iter().map(written).collect()
    }

    /// Reports each output that no statement sets; one that may be none begins as none.
    pub(super) fn unset_outputs(
        &mut self,
        block: BlockId,
        id: ProcedureId,
        outputs: &[Name],
        statements: &[Statement],
    ) {
        let mut set = HashSet::new();
        stored(statements, &mut set);
        stopped_with(statements, &mut set);
        let fields = self.program.procedures[id.index()].outputs.iter();
        let must_be_set = |field: &Field| !matches!(field.ty, Type::OrNone(_) | Type::Unknown);
        let unset: Vec<&Name> = fields
            .zip(outputs)
            .filter(|(field, output)| must_be_set(field) && !set.contains(output.text.as_str()))
            .map(|(_, output)| output)
            .collect();
        for output in unset {
            let message = format!("the output `{}` is never set", output.text);
            let help = format!("write `set {0} to …`, `stop with {0}: …`, or take it out", output.text);
            self.report(&codes::UNUSED_NAME, (block, output.span), message, help);
        }
    }

    /// The operations of a procedure's statements, written in the procedure itself or in an assumption, and its locals.
    /// `params` and `outputs` are what its fields are called there.
    pub(super) fn compile_statements(
        &mut self,
        block: BlockId,
        id: ProcedureId,
        params: &[Name],
        outputs: &[Name],
        statements: &[Statement],
    ) -> (Vec<Op>, Vec<Local>) {
        let procedure = &self.program.procedures[id.index()];
        let (name, point) = (procedure.name, procedure.point);
        let (param_fields, output_fields) = (procedure.params.clone(), procedure.outputs.clone());
        let changes = self.changes[id.index()].clone();
        let mut body = Body::new(self, block, name, Some(Definition::Procedure(id)));
        body.reads = None;
        body.changes = changes;
        for (field, name) in param_fields.iter().zip(params) {
            body.declare(name, field.ty.clone(), LocalKind::Parameter);
        }
        for (field, name) in output_fields.iter().zip(outputs) {
            body.declare(name, field.ty.clone(), LocalKind::Output);
        }
        let mut set = HashSet::new();
        stored(statements, &mut set);
        body.stored.extend(set.into_iter().map(str::to_owned));
        body.statements(statements);
        body.ops.push(Op { kind: OpKind::Stop, point });
        body.leave(0);
        (std::mem::take(&mut body.ops), std::mem::take(&mut body.slots))
    }
}

/// Gives `visit` every statement, those within others too.
fn each<'s>(statements: &'s [Statement], visit: &mut dyn FnMut(&'s StatementKind)) {
    for statement in statements {
        visit(&statement.kind);
        for body in statement.kind.bodies() {
            each(body, visit);
        }
    }
}

/// The names that statements store in.
fn stored<'s>(statements: &'s [Statement], names: &mut HashSet<&'s str>) {
    each(statements, &mut |statement| match statement {
        StatementKind::Set(place, _)
        | StatementKind::Change { place, .. }
        | StatementKind::Add { place, .. }
        | StatementKind::RemoveFrom { place, .. }
        | StatementKind::Draw { place, .. } => names.extend(root(place)),
        _ => {}
    });
}

/// The outputs that `stop with` names.
fn stopped_with<'s>(statements: &'s [Statement], names: &mut HashSet<&'s str>) {
    each(statements, &mut |statement| {
        if let StatementKind::Stop(outputs) = statement {
            names.extend(outputs.iter().map(|(name, _)| name.text.as_str()));
        }
    });
}

/// The name at the root of a place.
fn root(place: &Expr) -> Option<&str> {
    match &place.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Field(of, _) | ExprKind::Index(of, _) => root(of),
        _ => None,
    }
}
