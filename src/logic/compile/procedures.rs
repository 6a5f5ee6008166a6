//! Procedures: their statements become operations, and every output is set.

use std::collections::{HashMap, HashSet};

use super::joined::Around;
use super::scope::{Body, LocalKind};
use super::{Compiler, Definition};
use crate::diagnostic::codes;
use crate::logic::program::{BlockId, Field, Local, Op, OpKind, Origin, PointId, ProcedureId, Source};
use crate::logic::syntax::ast::{
    Body as Written, Expr, ExprKind, ItemKind, Name, Param, Span, Statement, StatementKind,
};
use crate::logic::types::Type;

impl Compiler<'_> {
    /// Compiles the statements of every procedure that has some, with the rules that join it.
    pub(super) fn procedures(&mut self) {
        self.order_rules();
        for (at, (block, item)) in self.procedure_items.clone().into_iter().enumerate() {
            let ItemKind::Procedure { head, outputs, body, .. } = &item.kind else { continue };
            let id = ProcedureId(u16::try_from(at).unwrap_or(u16::MAX));
            let mut around = self.around(id, None);
            let statements = match body {
                Written::Written(statements) => Some(statements.as_slice()),
                Written::Missing(_) => None,
            };
            self.labels_joined(id, statements.unwrap_or_default());
            // What ends early, is replaced, stands elsewhere or is asked for while it is done has a procedure of its own, which the
            // rules are around.
            let name = &head.name.text;
            let wrapped = !around.instead.is_empty()
                || self.is_watched(name)
                || statements.is_none() && self.begins_tallies(name)
                || statements.is_none_or(stops) && !around.after.is_empty()
                || statements.is_none() && !around.before.is_empty();
            let own = if wrapped { self.beneath(id) } else { id };
            if let Some(statements) = statements {
                let steps = self.steps_joined(id);
                let within = if wrapped { Around::default() } else { std::mem::take(&mut around) };
                let declared = &self.program.procedures[at];
                let (params, outputs) =
                    (self.as_written(&declared.params, &head.params), self.as_written(&declared.outputs, outputs));
                let code = self.compile_statements(block, own, (&params, &outputs), statements, (&within, steps));
                self.unset_outputs(block, own, &outputs, statements);
                self.set_code(own, code);
            }
            if wrapped {
                self.beneath_of.insert(id, own);
                self.wrap(id, own, &around);
            }
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
        let unset = self.unset(id, outputs, statements);
        for output in unset {
            let message = format!("the output `{}` is never set", output.text);
            let help = format!("write `set {0} to …`, `stop with {0}: …`, or take it out", output.text);
            self.report(&codes::UNUSED_NAME, (block, output.span), message, help);
        }
    }

    /// The outputs that no statement sets, of those that may not be none.
    pub(super) fn unset(&self, id: ProcedureId, outputs: &[Name], statements: &[Statement]) -> Vec<Name> {
        let mut set = HashSet::new();
        stored(statements, &mut set);
        stopped_with(statements, &mut set);
        let fields = self.program.procedures[id.index()].outputs.iter();
        let must_be_set = |field: &Field| !matches!(field.ty, Type::OrNone(_) | Type::Unknown);
        let unset =
            fields.zip(outputs).filter(|(field, output)| must_be_set(field) && !set.contains(output.text.as_str()));
        unset.map(|(_, output)| output.clone()).collect()
    }

    /// The operations of a procedure's statements, written in the procedure itself or in an assumption, and its locals.
    /// `params` and `outputs` are what its fields are called there; rules stand `around` them and their `steps`.
    pub(super) fn compile_statements(
        &mut self,
        block: BlockId,
        id: ProcedureId,
        (params, outputs): (&[Name], &[Name]),
        statements: &[Statement],
        (around, steps): (&Around, HashMap<String, Around>),
    ) -> (Vec<Op>, Vec<Local>) {
        let procedure = &self.program.procedures[id.index()];
        let (name, point) = (procedure.name, procedure.point);
        let (param_fields, output_fields) = (procedure.params.clone(), procedure.outputs.clone());
        let said = self.said[id.index()].clone();
        let asked = self.asked_by_rules(id);
        let called = self.program.name(name).to_owned();
        let mut body = Body::new(self, block, name, Some(Definition::Procedure(id)));
        body.reads = None;
        body.said = said;
        body.steps = steps;
        for (field, name) in param_fields.iter().zip(params) {
            body.declare(name, field.ty.clone(), LocalKind::Parameter);
        }
        for (field, name) in output_fields.iter().zip(outputs) {
            body.declare_output(name, field);
        }
        let mut set = HashSet::new();
        stored(statements, &mut set);
        body.stored.extend(set.into_iter().map(str::to_owned));
        for local in body.locals.iter_mut().filter(|local| asked.contains(&local.name)) {
            local.used = true;
        }
        if matches!(body.compiler.program.procedures[id.index()].origin, Origin::Written) {
            body.begins(&called);
        }
        around.before.iter().for_each(|rule| body.join(*rule));
        body.tallied = Some(called);
        body.statements(statements);
        body.was_done();
        body.tallied = None;
        around.after.iter().for_each(|rule| body.join(*rule));
        let code = body.finished(point);
        body.leave(0);
        let changed = std::mem::take(&mut body.changed);
        self.changed[id.index()].join(&changed);
        code
    }

    /// Gives a procedure its operations and locals.
    pub(super) fn set_code(&mut self, id: ProcedureId, (code, locals): (Vec<Op>, Vec<Local>)) {
        let procedure = &mut self.program.procedures[id.index()];
        procedure.code = Source::Here(code);
        procedure.locals = locals;
    }
}

impl Body<'_, '_> {
    /// Ends the procedure; its operations and locals.
    pub(super) fn finished(&mut self, point: PointId) -> (Vec<Op>, Vec<Local>) {
        self.push(OpKind::Stop, point);
        (std::mem::take(&mut self.ops), std::mem::take(&mut self.slots))
    }
}

/// Gives `visit` every statement, those within others too.
pub(super) fn each<'s>(statements: &'s [Statement], visit: &mut dyn FnMut(&'s StatementKind)) {
    for statement in statements {
        visit(&statement.kind);
        for body in statement.kind.bodies() {
            each(body, visit);
        }
    }
}

/// The names that statements store in.
pub(super) fn stored<'s>(statements: &'s [Statement], names: &mut HashSet<&'s str>) {
    each(statements, &mut |statement| match statement {
        StatementKind::Set(place, _)
        | StatementKind::Change { place, .. }
        | StatementKind::Add { place, .. }
        | StatementKind::RemoveFrom { place, .. }
        | StatementKind::Draw { place, .. } => names.extend(root(place)),
        StatementKind::Shuffle { from, place } => names.extend(from.iter().chain([place]).filter_map(root)),
        StatementKind::Put { from, place, .. } => names.extend([from, place].into_iter().filter_map(root)),
        _ => {}
    });
}

/// Whether statements may end the procedure that they stand in.
fn stops(statements: &[Statement]) -> bool {
    let mut found = false;
    each(statements, &mut |statement| found |= matches!(statement, StatementKind::Stop(_)));
    found
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
