//! Puts rules into the procedures that they join: each becomes a procedure of its own, which is run where it joins. What looks at
//! the program afterwards sees ordinary steps, each of its own section.

use std::collections::{BTreeSet, HashSet};

use super::expressions::{held, local, make};
use super::joined::{Around, Rule, Woven};
use super::known::Facts;
use super::procedures::{each, stored};
use super::scope::{Body, Local, LocalKind, Region};
use super::{Changes, Compiler, Definition};
use crate::diagnostic::codes;
use crate::logic::program::{
    BlockId, Expr, ExprKind, Field, Guard, Joined, NameId, Op, OpKind, Origin, PlaceExpr, PointId, PointKind,
    Procedure, ProcedureId, Record, Slot, Source,
};
use crate::logic::syntax::ast::{self, Argument, ItemKind, Joining, Name, Span, Statement, StatementKind};
use crate::logic::types::Type;

/// A name with its type.
pub(super) type Typed = (Name, Type);

/// A name, where it is kept, and its type.
pub(super) type At = (Name, Slot, Type);

impl<'a> Compiler<'a> {
    /// A procedure that no text names: with the parameters and outputs of another, or with its own.
    pub(super) fn hidden(&mut self, procedure: Procedure) -> ProcedureId {
        let id = ProcedureId(u16::try_from(self.program.procedures.len()).unwrap_or(u16::MAX));
        self.program.procedures.push(procedure);
        self.changed.push(Changes::default());
        self.said.push(None);
        id
    }

    /// What stands beneath the rules that join a procedure: a procedure with the same parameters and outputs.
    pub(super) fn beneath(&mut self, procedure: ProcedureId) -> ProcedureId {
        let whole = self.program.procedures[procedure.index()].clone();
        let said = self.said[procedure.index()].clone();
        let id = self.hidden(Procedure { origin: Origin::Beneath(procedure), ..whole });
        self.said[id.index()] = said;
        id
    }

    /// The code of a procedure, or of what stands beneath the first of its rules: it runs what is beneath it, and the rules.
    pub(super) fn wrap(&mut self, id: ProcedureId, beneath: ProcedureId, around: &Around) {
        let whole = self.whole(id);
        let (home, written) = self.procedure_items[whole.index()];
        let ItemKind::Procedure { head, outputs, .. } = &written.kind else { return };
        let called = head.name.text.as_str();
        let mut body = self.body_of(id, home, (&head.params, outputs));
        let mut before = Vec::new();
        if id == whole {
            body.begins(called);
            before = body.watch(called);
        }
        if id == whole && body.compiler.stopped.contains_key(called) {
            // What ends early is what stands beneath the rules that come after it.
            let but_after = Around { after: Vec::new(), ..around.clone() };
            let inner = body.compiler.beneath(whole);
            body.compiler.wrap(inner, beneath, &but_after);
            body.chain(&[], inner);
        } else {
            around.before.iter().for_each(|rule| body.join(*rule));
            body.chain(&around.instead, beneath);
        }
        around.after.iter().for_each(|rule| body.join(*rule));
        body.watched(before);
        let point = body.woven();
        let code = body.finished(point);
        self.set_code(id, code);
    }

    /// The procedure that is written, of one that weaving made.
    pub(super) fn whole(&self, id: ProcedureId) -> ProcedureId {
        match self.program.procedures[id.index()].origin {
            Origin::Beneath(whole) => whole,
            Origin::Written | Origin::Rule { .. } | Origin::Follows { .. } | Origin::Woven => id,
        }
    }

    /// A body that sees the parameters and outputs of a procedure, and reports none of them as unused.
    pub(super) fn body_of(
        &mut self,
        id: ProcedureId,
        block: BlockId,
        (params, outputs): (&[ast::Param], &[ast::Param]),
    ) -> Body<'_, 'a> {
        let procedure = &self.program.procedures[id.index()];
        let (name, fields) = (procedure.name, (procedure.params.clone(), procedure.outputs.clone()));
        let (params, outputs) = (self.as_written(&fields.0, params), self.as_written(&fields.1, outputs));
        let mut body = Body::new(self, block, name, Some(Definition::Procedure(id)));
        body.reads = None;
        let unseen = |name: Name| Name { span: Span::default(), ..name };
        for (field, name) in fields.0.into_iter().zip(params) {
            body.declare(&unseen(name), field.ty, LocalKind::Parameter);
        }
        for (field, name) in fields.1.iter().zip(outputs) {
            body.declare_output(&unseen(name), field);
        }
        body
    }

    /// The rules in the place of a procedure but for those that stand before them.
    fn level(&mut self, of: ProcedureId, rules: &[usize], beneath: ProcedureId) -> ProcedureId {
        let id = self.beneath(self.whole(of));
        self.wrap(id, beneath, &Around { instead: rules.to_vec(), ..Around::default() });
        id
    }

    /// Compiles the statements of a rule as a procedure with these parameters and outputs.
    pub(super) fn rule_procedure(
        &mut self,
        at: usize,
        (params, outputs): (&[Typed], &[Typed]),
        told: Facts,
        original: Option<ProcedureId>,
    ) -> ProcedureId {
        let rule = self.rules[at];
        let joined = self.program.procedures[rule.procedure.index()].name;
        let name = rule.name.map_or(joined, |name| self.name(&name.text));
        let point = self.point(rule.block, PointKind::Definition, rule.head(), None, name);
        let mut fields = |all: &[(Name, Type)]| -> Vec<Field> {
            all.iter().map(|(name, ty)| Field::new(self.name(&name.text), ty.clone())).collect()
        };
        let (param_fields, output_fields) = (fields(params), fields(outputs));
        let whole = self.program.procedures[rule.procedure.index()].result;
        let result = if self.program.records[usize::from(whole.0)].fields == output_fields {
            whole
        } else {
            self.record(Record { name: String::new(), fields: output_fields.clone() })
        };
        let key = (rule.procedure, rule.target.label.as_ref().map(|label| label.text.clone()), rule.joining);
        let order = self.places.get(&key).and_then(|place| place.rules.iter().position(|other| *other == at));
        let order = order.and_then(|order| u16::try_from(order).ok()).unwrap_or_default();
        let step = rule.target.label.as_ref().map(|label| self.name(&label.text));
        let id = self.hidden(Procedure {
            name,
            point,
            params: param_fields,
            outputs: output_fields,
            result,
            locals: Vec::new(),
            code: Source::Here(Vec::new()),
            origin: Origin::Rule {
                joins: rule.procedure,
                joining: rule.joining,
                step: step.is_some(),
                named: rule.name.is_some(),
            },
        });
        self.program.joined.push(Joined {
            procedure: rule.procedure,
            step,
            joining: rule.joining,
            rule: id,
            point,
            order,
        });
        let joins = (rule.joining, original);
        self.rule_code((id, rule.block, name), joins, (params, outputs), (rule.statements, told));
        let mut gives_all = false;
        each(rule.statements, &mut |statement| gives_all |= matches!(statement, StatementKind::Original(_, None)));
        if rule.joining == Joining::Instead && !gives_all {
            self.ungiven(&rule, id, outputs);
        }
        id
    }

    /// Compiles the statements of a rule as the code of a procedure.
    pub(super) fn rule_code(
        &mut self,
        (id, block, name): (ProcedureId, BlockId, NameId),
        (joining, original): (Joining, Option<ProcedureId>),
        (params, outputs): (&[Typed], &[Typed]),
        (statements, told): (&[Statement], Facts),
    ) {
        let named = match self.program.procedures[id.index()].origin {
            Origin::Rule { named, .. } | Origin::Follows { named, .. } => named,
            _ => false,
        };
        let called = named.then(|| self.program.name(name).to_owned());
        let mut body = Body::new(self, block, name, Some(Definition::Procedure(id)));
        body.reads = None;
        body.known.extend(told);
        body.rule = Some(joining);
        body.original = original;
        let unseen = |name: &Name| Name { span: Span::default(), ..name.clone() };
        for (name, ty) in params {
            body.declare(&unseen(name), ty.clone(), LocalKind::Parameter);
        }
        for (name, ty) in outputs {
            body.declare(&unseen(name), ty.clone(), LocalKind::Output);
        }
        let mut set = HashSet::new();
        stored(statements, &mut set);
        body.stored.extend(set.into_iter().map(str::to_owned));
        if let Some(called) = &called {
            body.begins(called);
        }
        body.tallied = called;
        body.statements(statements);
        body.was_done();
        let point = body.woven();
        let code = body.finished(point);
        body.leave(0);
        let changed = std::mem::take(&mut body.changed);
        self.changed[id.index()] = changed;
        self.set_code(id, code);
    }

    /// A rule in the place of something sets all that this would have set.
    fn ungiven(&mut self, rule: &Rule<'_>, id: ProcedureId, outputs: &[(Name, Type)]) {
        let names: Vec<Name> = outputs.iter().map(|(name, _)| name.clone()).collect();
        for output in self.unset(id, &names, rule.statements) {
            let target = &rule.target.name.text;
            let (message, help) = if rule.target.label.is_some() {
                let message = format!("the step sets `{}`, and this rule in its place does not", output.text);
                (message, format!("write `set {} to …`", output.text))
            } else {
                let message = format!("`{target}` gives `{}`, and this rule in its place does not", output.text);
                (message, format!("write `set {} to …`, or run `do the original`", output.text))
            };
            self.report(&codes::UNUSED_NAME, (rule.block, rule.head()), message, help);
        }
    }
}

/// A name as an argument: a thing that is gone is no mistake before somebody asks for it.
pub(super) fn handed_on((_, slot, ty): &At, span: Span) -> Expr {
    let passed = local(*slot, ty, span);
    if ty.is_thing() { held(passed) } else { passed }
}

pub(super) fn typed(names: &[At]) -> Vec<(Name, Type)> {
    names.iter().map(|(name, _, ty)| (name.clone(), ty.clone())).collect()
}

impl Body<'_, '_> {
    /// A point for what weaving adds.
    pub(super) fn woven(&mut self) -> PointId {
        self.point(PointKind::Woven, Span::default())
    }

    /// Runs a rule before or behind what stands here, if it applies.
    pub(super) fn join(&mut self, at: usize) {
        let rule = self.compiler.rules[at];
        let home = std::mem::replace(&mut self.block, rule.block);
        let point = self.point(PointKind::Statement, rule.head());
        // Ahead of a procedure its outputs hold nothing.
        let early = rule.joining == Joining::Before && rule.target.label.is_none();
        let hidden = self.hide(|local| early && local.kind == LocalKind::Output);
        let seen = self.seen_by(&rule);
        let (condition, told) = self.rule_applies(rule.when, rule.name);
        self.show(hidden);
        let id = self.compiler.rule_procedure(at, (&typed(&seen), &[]), told, None);
        self.compiler.woven.insert(at, Woven { procedure: id, when: condition.clone() });
        self.under(condition, (rule.head(), id), point, |body| body.run_woven(id, &seen, &[], point));
        self.block = home;
    }

    /// Runs the first rule in the place of a procedure that applies, else what is beneath; its outputs are those of this body.
    pub(super) fn chain(&mut self, rules: &[usize], beneath: ProcedureId) {
        if self.pick_first(rules, beneath) {
            return;
        }
        let outputs: Vec<At> = self.names_of(LocalKind::Output);
        let params: Vec<At> = self.names_of(LocalKind::Parameter);
        let into: Vec<Slot> = outputs.iter().map(|(_, slot, _)| *slot).collect();
        let [first, rest @ ..] = rules else {
            let point = self.woven();
            return self.run_woven(beneath, &params, &into, point);
        };
        let next = if rest.is_empty() {
            beneath
        } else {
            let Some(Definition::Procedure(of)) = self.definition else { return };
            self.compiler.level(of, rest, beneath)
        };
        let rule = self.compiler.rules[*first];
        let home = std::mem::replace(&mut self.block, rule.block);
        let point = self.point(PointKind::Statement, rule.head());
        let hidden = self.hide(|local| local.kind == LocalKind::Output);
        let (condition, told) = self.rule_applies(rule.when, rule.name);
        let seen = if self.compiler.words(&rule).contains("original") { params.clone() } else { self.seen_by(&rule) };
        self.show(hidden);
        let id = self.compiler.rule_procedure(*first, (&typed(&seen), &typed(&outputs)), told, Some(next));
        self.compiler.woven.insert(*first, Woven { procedure: id, when: condition.clone() });
        let replaced = |body: &mut Self| body.run_woven(id, &seen, &into, point);
        match condition {
            None => replaced(self),
            Some(condition) => {
                self.either(condition, (rule.head(), id), point, replaced, |body| {
                    body.block = home;
                    let point = body.woven();
                    body.run_woven(next, &params, &into, point);
                    body.block = rule.block;
                });
            }
        }
        self.block = home;
    }

    /// A step with the rules that join it.
    pub(super) fn joined_step(&mut self, statement: &Statement, around: &Around) {
        around.before.iter().for_each(|rule| self.join(*rule));
        match around.instead[..] {
            [] => self.statement(statement),
            [first, ..] => self.replaced_step(statement, first, &around.instead[1..]),
        }
        around.after.iter().for_each(|rule| self.join(*rule));
    }

    /// A step in whose place the first rule that applies stands.
    fn replaced_step(&mut self, statement: &Statement, at: usize, rest: &[usize]) {
        let rule = self.compiler.rules[at];
        let home = self.block;
        let (before, region) = (self.ops.len(), self.regions.len());
        self.regions.push(Region::default());
        match rest {
            [] => self.statement(statement),
            [next, rest @ ..] => self.replaced_step(statement, *next, rest),
        }
        // What stands in the place of the step goes ahead of it, now that it is known what the step sets.
        let step = self.ops.split_off(before);
        let region = self.regions.drain(region..).next().unwrap_or_default();
        let mut set = HashSet::new();
        stored(std::slice::from_ref(statement), &mut set);
        let made = statement.kind.made().map(|name| name.text.clone());
        // A field of a thing is no name: what holds the thing stays as it is.
        set.retain(|name| {
            let is_thing = |local: &mut Local| local.ty.without_none().is_thing();
            let is_set = |statement: &StatementKind| match statement {
                StatementKind::Set(place, _) => matches!(&place.kind, ast::ExprKind::Name(set) if set == name),
                _ => false,
            };
            let mut whole = false;
            each(std::slice::from_ref(statement), &mut |statement| whole |= is_set(statement));
            whole || !self.local(name).is_some_and(is_thing)
        });
        let names: BTreeSet<String> = set.into_iter().map(str::to_owned).chain(made.clone()).collect();
        let outputs: Vec<At> = names
            .into_iter()
            .filter_map(|text| {
                let local = self.local(&text)?;
                let (slot, ty) = (local.slot, local.ty.clone());
                Some((Name { text, span: Span::default() }, slot, ty))
            })
            .collect();
        self.block = rule.block;
        let point = self.point(PointKind::Statement, rule.head());
        // What the step makes is not there yet; what it sets may hold something before.
        let hidden = self.hide(|local| made.as_ref() == Some(&local.name));
        let (condition, told) = self.rule_applies(rule.when, rule.name);
        self.show(hidden);
        let set: Vec<usize> = outputs.iter().map(|(_, slot, _)| slot.index()).collect();
        let hidden = self.hide(|local| set.contains(&local.slot.index()));
        let seen = self.seen_by(&rule);
        self.show(hidden);
        let id = self.compiler.rule_procedure(at, (&typed(&seen), &typed(&outputs)), told, None);
        self.compiler.woven.insert(at, Woven { procedure: id, when: condition.clone() });
        let into: Vec<Slot> = outputs.iter().map(|(_, slot, _)| *slot).collect();
        let Some(condition) = condition else {
            self.forget_jumps(before);
            self.run_woven(id, &seen, &into, point);
            self.block = home;
            return;
        };
        self.either(
            condition,
            (rule.head(), id),
            point,
            |body| body.run_woven(id, &seen, &into, point),
            |body| {
                body.append(step, before, region);
            },
        );
        self.block = home;
    }

    /// Puts steps that were made for another place, in a region of their own, behind those that are there.
    fn append(&mut self, mut steps: Vec<Op>, made_for: usize, mut region: Region) {
        let moved = self.ops.len() - made_for;
        for target in steps.iter_mut().flat_map(|step| step.kind.targets_mut()) {
            *target += u32::try_from(moved).unwrap_or(u32::MAX);
        }
        self.ops.append(&mut steps);
        let jumps = self.loops.iter_mut().flat_map(|open| &mut open.jumps);
        let exits = self.regions.iter_mut().flat_map(|region| &mut region.exits);
        let all = jumps.chain(exits).chain(&mut region.exits);
        all.filter(|at| **at >= made_for).for_each(|at| *at += moved);
        for outer in &mut self.regions {
            outer.join(&region);
        }
        if let Some(around) = self.regions.last_mut() {
            around.exits.append(&mut region.exits);
        }
    }

    /// Steps from there on are not done after all: what was to leave a loop among them leaves none.
    fn forget_jumps(&mut self, from: usize) {
        let jumps = self.loops.iter_mut().map(|open| &mut open.jumps);
        let exits = self.regions.iter_mut().map(|region| &mut region.exits);
        jumps.chain(exits).for_each(|all| all.retain(|at| *at < from));
    }

    /// The names that are seen here and that a rule asks for.
    pub(super) fn seen_by(&mut self, rule: &Rule<'_>) -> Vec<At> {
        let words = self.compiler.words(rule);
        self.seen_among(&words)
    }

    /// The names that are seen here and stand among these words.
    pub(super) fn seen_among(&mut self, words: &HashSet<String>) -> Vec<At> {
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        for local in self.locals.iter_mut().rev().filter(|local| words.contains(&local.name)) {
            if seen.insert(local.name.clone()) {
                local.used = true;
                let name = Name { text: local.name.clone(), span: Span::default() };
                found.push((name, local.slot, local.ty.clone()));
            }
        }
        found.reverse();
        found
    }

    pub(super) fn names_of(&self, kind: LocalKind) -> Vec<At> {
        let of_kind = self.locals.iter().filter(|local| local.kind == kind);
        let name = |text: &str| Name { text: text.to_owned(), span: Span::default() };
        of_kind.map(|local| (name(&local.name), local.slot, local.ty.clone())).collect()
    }

    /// Runs a procedure with names as its arguments; its outputs go into these slots.
    pub(super) fn run_woven(&mut self, id: ProcedureId, args: &[At], into: &[Slot], point: PointId) {
        let args = args.iter().map(|at| handed_on(at, Span::default())).collect();
        self.run_with(id, args, into, point);
    }

    pub(super) fn run_with(&mut self, id: ProcedureId, args: Vec<Expr>, into: &[Slot], point: PointId) {
        // Rules in a chosen order run each other, each once.
        if !self.compiler.picks.contains(&id) {
            self.edge(Definition::Procedure(id), self.compiler.program.point(point).span);
        }
        let procedure = &self.compiler.program.procedures[id.index()];
        let (record, fields) = (Type::Record(procedure.result), procedure.outputs.clone());
        let result = (!into.is_empty()).then(|| self.slot(None, record.clone()));
        self.push(OpKind::Call { procedure: id, args, slot: result }, point);
        let Some(result) = result else { return };
        for ((n, field), slot) in (0..).zip(fields).zip(into) {
            let whole = local(result, &record, Span::default());
            let value = make(ExprKind::RecordField(Box::new(whole), n), field.ty, Span::default());
            // A rule in the place of something need not know what becomes of a number.
            let into =
                self.locals.iter().find(|local| local.slot == *slot).map(|local| (local.ty.clone(), local.making));
            let value = match into {
                Some((ty, making)) if !making.is_nothing() => self.making(value, &ty, making),
                _ => value,
            };
            let point = self.woven();
            self.store_local(*slot);
            self.push(OpKind::Store(PlaceExpr::Local(*slot), value, Guard { check: None }), point);
        }
    }

    /// `do the original`: what the rule at hand stands in the place of.
    pub(super) fn run_original(
        &mut self,
        args: Option<&[Argument]>,
        result: Option<&Name>,
        span: Span,
        point: PointId,
    ) {
        let Some(original) = self.original else {
            let message = "`the original` stands in a rule `instead of` a procedure";
            self.mismatch(span, message, "write `do name(…)` to run a procedure");
            return;
        };
        let procedure = &self.compiler.program.procedures[original.index()];
        let (params, record) = (procedure.params.clone(), procedure.result);
        let values = self.original_args(&params, args, span);
        if let Some(name) = result {
            let slot = self.declare(name, Type::Record(record), LocalKind::Made);
            self.store_local(slot);
            if !self.compiler.picks.contains(&original) {
                self.edge(Definition::Procedure(original), span);
            }
            self.push(OpKind::Call { procedure: original, args: values, slot: Some(slot) }, point);
            return;
        }
        let outputs: Vec<Slot> = self.names_of(LocalKind::Output).into_iter().map(|(_, slot, _)| slot).collect();
        self.run_with(original, values, &outputs, point);
    }

    /// The arguments of the original: those that are written, and for the others what the rule was handed.
    fn original_args(&mut self, params: &[Field], args: Option<&[Argument]>, span: Span) -> Vec<Expr> {
        let name = |body: &Self, field: &Field| body.compiler.program.name(field.name).to_owned();
        let written = args.unwrap_or_default();
        let hidden = |body: &Self, field: &Field| name(body, field).starts_with('(');
        let named = written.iter().all(|arg| arg.name.is_some());
        let asked: Vec<Field> = params
            .iter()
            .filter(|field| {
                let given = |arg: &Argument| arg.name.as_ref().is_some_and(|given| given.text == name(self, field));
                !hidden(self, field) && (!named || written.iter().any(given))
            })
            .cloned()
            .collect();
        // What is misnamed is told with all that there is.
        let known = |body: &Self, arg: &Argument| {
            let all = params.iter().filter(|field| !hidden(body, field));
            arg.name.as_ref().is_none_or(|given| all.clone().any(|field| name(body, field) == given.text))
        };
        let all_known = written.iter().all(|arg| known(self, arg));
        let visible: Vec<Field> = params.iter().filter(|field| !hidden(self, field)).cloned().collect();
        let values = self.passed(if all_known { &asked } else { &visible }, written, span, "the original");
        let mut given: Vec<(NameId, Expr)> = asked.iter().map(|field| field.name).zip(values).collect();
        let own = |body: &mut Self, field: &Field| {
            let text = name(body, field);
            body.local(&text).map(|found| local(found.slot, &found.ty.clone(), span))
        };
        let mut all = Vec::new();
        for field in params {
            let written = given.iter().position(|(name, _)| *name == field.name).map(|at| given.swap_remove(at).1);
            let value = written.or_else(|| own(self, field));
            all.push(value.unwrap_or_else(|| super::expressions::broken(span)));
        }
        all
    }

    /// Does something under the condition of a rule, if it has one.
    pub(super) fn under(
        &mut self,
        condition: Option<Expr>,
        rule: (Span, ProcedureId),
        point: PointId,
        work: impl FnOnce(&mut Self),
    ) {
        match condition {
            None => work(self),
            Some(condition) => self.either(condition, rule, point, work, |_| {}),
        }
    }

    /// Does one thing or another, by the condition of a rule.
    fn either(
        &mut self,
        condition: Expr,
        (head, rule): (Span, ProcedureId),
        point: PointId,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        // That the rule applied is told by its name, whatever it does then.
        let (block, called) = (self.block, self.compiler.program.procedures[rule.index()].name);
        let yes = self.compiler.point(block, PointKind::BranchYes, head, None, called);
        let no = self.point(PointKind::BranchNo, head);
        self.compiler.program.passed_by.insert(no, rule);
        self.regions.push(Region::default());
        let branch = self.push(OpKind::Branch { condition, otherwise: 0, yes, no, again: false }, point);
        then(self);
        let behind = self.ops.len();
        let jump = self.push(OpKind::Jump(0), point);
        let second = self.here();
        self.patch(branch, second);
        otherwise(self);
        if self.ops.len() == behind + 1 {
            // Nothing else is done.
            self.ops.pop();
            let end = self.here();
            self.patch(branch, end);
        } else {
            let end = self.here();
            self.patch(jump, end);
        }
        self.join_region(point);
    }
}
