//! `attack since turn` and `during attack`: what was done, and what is being done. Both are kept in states of which nobody is told;
//! what is not asked for is not kept.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::expressions::{broken, held, local, make};
use super::known::Facts;
use super::scope::Body;
use super::{Compiler, Global};
use crate::diagnostic::codes;
use crate::logic::program::{
    AssumedBody, BlockId, Expr, ExprKind, Field, Guard, Kept, Op, OpKind, PlaceExpr, PointKind, ProcedureId, Record,
    Slot, Source, State, StateId,
};
use crate::logic::syntax::ast::{self, Mention, Name, Span};
use crate::logic::syntax::print::since_name;
use crate::logic::types::{EntityTypeId, Making, RecordId, Type};
use crate::logic::value::Value;
use crate::logic::walk;

use super::ended_calls::Stopped;
use super::joined::words_of;

/// What blocks ask of what was done, and is being done.
#[derive(Default)]
struct Asked<'a> {
    /// What was done since what, where that is asked, and the words of that block.
    since: BTreeMap<(String, Vec<String>, BlockId), BTreeSet<&'a str>>,
    /// What is being done, where that is asked first, and of which arguments.
    during: BTreeMap<String, (BlockId, BTreeSet<String>)>,
    /// What may be ended.
    stopped: BTreeSet<String>,
}

/// The times that something was done since something else began.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    of: String,
    /// None where it is since the game began.
    since: Vec<String>,
    state: StateId,
    /// What is kept of each time: arguments and outputs, by name.
    fields: Vec<Field>,
    record: Type,
}

/// What is known of a procedure while it is done.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    /// Whether it is.
    pub(super) flag: StateId,
    /// Its arguments that are asked for: none while it is not.
    args: BTreeMap<String, StateId>,
    /// Those of them that are always there while it is.
    there: Vec<(String, Type)>,
}

impl<'a> Compiler<'a> {
    /// Makes the states in which is kept what some block asks of.
    pub(super) fn declare_history(&mut self) {
        let asked = self.asked_of_history();
        for (at, words) in asked.since {
            self.declare_tally(at, &words);
        }
        for (of, (block, args)) in asked.during {
            self.declare_watched(&of, block, &args, asked.stopped.contains(&of));
        }
    }

    /// What the blocks ask of what was done, and is being done: of what there is of that name.
    fn asked_of_history(&self) -> Asked<'a> {
        let rules: BTreeSet<String> = self.rule_names();
        let is_procedure = |name: &str| self.procedure_called(name).is_some();
        let is_done = |name: &String| is_procedure(name) || rules.contains(name);
        let mut asked = Asked::default();
        let mut args: BTreeMap<&str, (BlockId, BTreeSet<String>)> = BTreeMap::new();
        for (block, id) in self.inputs.blocks.iter().zip(0..) {
            for mention in &block.tree.mentions {
                match mention {
                    Mention::Since(of, since) if is_done(of) && since.iter().all(is_done) => {
                        let words = asked.since.entry((of.clone(), since.clone(), BlockId(id)));
                        words.or_default().extend(words_of(&block.text.text));
                    }
                    Mention::During(of) | Mention::Stop(of) if is_procedure(of) => {
                        if matches!(mention, Mention::Stop(_)) {
                            asked.stopped.insert(of.clone());
                        }
                        asked.during.entry(of.clone()).or_insert_with(|| (BlockId(id), BTreeSet::new()));
                    }
                    Mention::Argument(of, arg) if self.has_parameter(of, arg) => {
                        args.entry(of).or_insert_with(|| (BlockId(id), BTreeSet::new())).1.insert(arg.clone());
                    }
                    Mention::Since(..) | Mention::During(_) | Mention::Stop(_) | Mention::Argument(..) => {}
                }
            }
        }
        for (of, (block, args)) in args {
            asked.during.entry(of.to_owned()).or_insert_with(|| (block, BTreeSet::new())).1.extend(args);
        }
        asked
    }

    /// Whether a procedure of that name has such a parameter.
    fn has_parameter(&self, procedure: &str, name: &str) -> bool {
        let Some(id) = self.procedure_called(procedure) else { return false };
        let program = &self.program;
        program.procedures[id.index()].params.iter().any(|param| program.name(param.name) == name)
    }

    /// The procedure of that name.
    pub(super) fn procedure_called(&self, name: &str) -> Option<ProcedureId> {
        match self.globals.get(name) {
            Some((Global::Procedure(id), ..)) => Some(*id),
            _ => None,
        }
    }

    /// What somebody asks of a procedure's arguments and outputs, while it is done or later.
    pub(super) fn asked_in_history(&self, id: ProcedureId) -> Vec<String> {
        let name = self.program.name(self.program.procedures[id.index()].name);
        let tallies = self.tallies.iter().filter(|tally| tally.of == name);
        let kept = tallies.flat_map(|tally| &tally.fields).map(|field| self.program.name(field.name).to_owned());
        let watched = self.watched.get(name).into_iter().flat_map(|watched| watched.args.keys().cloned());
        kept.chain(watched).collect()
    }

    /// Which fields of what is kept are asked by no expression.
    pub(super) fn unasked(&mut self) {
        let mut unasked: BTreeMap<RecordId, BTreeSet<u16>> = BTreeMap::new();
        for tally in &self.tallies {
            if let Type::Record(id) = tally.record {
                unasked.insert(id, (0..).take(tally.fields.len()).collect());
            }
        }
        if unasked.is_empty() {
            return;
        }
        let mut visit = |expr: &Expr| {
            if let ExprKind::RecordField(of, field) = &expr.kind
                && let Type::Record(id) = of.ty.without_none()
                && let Some(fields) = unasked.get_mut(id)
            {
                fields.remove(field);
            }
        };
        let program = &self.program;
        program.functions.iter().for_each(|function| walk::function(function, &mut visit));
        for procedure in &program.procedures {
            if let Source::Here(code) = &procedure.code {
                walk::code(code, &mut visit);
            }
        }
        for part in program.assumptions.iter().flat_map(|set| &set.parts) {
            match &part.body {
                AssumedBody::Expr(of) => walk::expr(of, &mut visit),
                AssumedBody::Code { code, .. } => walk::code(code, &mut visit),
                AssumedBody::Graph(_) => {}
            }
        }
        self.program.unasked = unasked;
    }

    /// The times that something was done, of whose arguments and outputs these words may ask.
    fn declare_tally(&mut self, (of, since, block): (String, Vec<String>, BlockId), words: &BTreeSet<&str>) {
        if let Some(known) = self.tallies.iter().position(|tally| tally.of == of && tally.since == since) {
            // Several blocks ask of it.
            let fields = self.fields_kept(&of, words);
            let more: Vec<Field> =
                fields.into_iter().filter(|field| !self.tallies[known].fields.contains(field)).collect();
            self.tallies[known].fields.extend(more);
            let fields = self.tallies[known].fields.clone();
            let record = Type::Record(self.record(Record { name: String::new(), fields }));
            let state = self.tallies[known].state;
            self.program.states[state.index()].ty = Type::List(Box::new(record.clone()));
            self.tallies[known].record = record;
            return;
        }
        let fields = self.fields_kept(&of, words);
        let record = Type::Record(self.record(Record { name: String::new(), fields: fields.clone() }));
        let names: Vec<&str> = since.iter().map(String::as_str).collect();
        let called = since_name(&of, &names);
        let ty = Type::List(Box::new(record.clone()));
        let state = self.kept(block, &called, ty, Value::List(Arc::default()));
        let names = since.iter().map(|name| self.name(name)).collect();
        let kept = Kept::Since(self.name(&of), names);
        self.program.history.insert(state, kept);
        self.tallies.push(Tally { of, since, state, fields, record });
    }

    /// The arguments and outputs of a procedure of which these words may ask.
    fn fields_kept(&self, of: &str, words: &BTreeSet<&str>) -> Vec<Field> {
        let Some(id) = self.procedure_called(of) else { return Vec::new() };
        let procedure = &self.program.procedures[id.index()];
        let all = procedure.params.iter().chain(&procedure.outputs);
        let kept = all.filter(|field| words.contains(self.program.name(field.name))).cloned();
        // A thing that is gone is none.
        kept.map(|field| match field.ty {
            Type::Entity(_) | Type::OneOf(_) => Field { ty: field.ty.or_none(), ..field },
            _ => field,
        })
        .collect()
    }

    /// What is known of a procedure while it is done.
    fn declare_watched(&mut self, of: &str, block: BlockId, asked: &BTreeSet<String>, stopped: bool) {
        let Some(id) = self.procedure_called(of) else { return };
        let flag = self.kept(block, &format!("during {of}"), Type::YesNo, Value::yes_no(false));
        let called = self.name(of);
        self.program.history.insert(flag, Kept::During(called));
        let params = self.program.procedures[id.index()].params.clone();
        let (mut args, mut there) = (BTreeMap::new(), Vec::new());
        for param in params {
            let name = self.program.name(param.name).to_owned();
            if asked.contains(&name) {
                if !matches!(param.ty, Type::OrNone(_) | Type::Nothing | Type::Unknown) {
                    there.push((name.clone(), param.ty.clone()));
                }
                let state = self.kept(block, &format!("{of}.{name}"), param.ty.or_none(), Value::None);
                self.program.history.insert(state, Kept::Argument(called, param.name));
                args.insert(name, state);
            }
        }
        if stopped {
            let flag = self.kept(block, &format!("stop {of}"), Type::YesNo, Value::yes_no(false));
            self.program.history.insert(flag, Kept::Stopped(called));
            let outputs = self.program.procedures[id.index()].outputs.clone();
            let given = outputs.into_iter().map(|output| {
                let called = format!("stop {of} with {}", self.program.name(output.name));
                self.kept(block, &called, output.ty.or_none(), Value::None)
            });
            let outputs = given.collect();
            self.stopped.insert(of.to_owned(), Stopped { procedure: id, flag, outputs, done: Vec::new() });
        }
        self.watched.insert(of.to_owned(), Watched { flag, args, there });
    }

    /// A state that no text names.
    pub(super) fn kept(&mut self, block: BlockId, called: &str, ty: Type, start: Value) -> StateId {
        let name = self.name(called);
        let point = self.point(block, PointKind::Woven, Span::default(), None, name);
        let id = StateId(u16::try_from(self.program.states.len()).unwrap_or(u16::MAX));
        self.program.states.push(State { name, ty, making: Making::default(), start: Some(start), point });
        id
    }

    /// Whether somebody asks whether a procedure is being done.
    pub(super) fn is_watched(&self, name: &str) -> bool {
        self.watched.contains_key(name)
    }

    /// Whether somebody asks what was done since it began.
    pub(super) fn begins_tallies(&self, name: &str) -> bool {
        self.tallies.iter().any(|tally| tally.since.iter().any(|since| since == name))
    }

    /// What is there while a procedure is being done, as it is written: `attack.target`.
    pub(super) fn there_during(&self, name: &str) -> Vec<(ast::Expr, Type)> {
        let all = self.watched.get(name).map_or(&[][..], |watched| &watched.there);
        let span = Span::default();
        let named = |text: &str| ast::Expr { kind: ast::ExprKind::Name(text.to_owned()), span };
        let field = |arg: &str| {
            let arg = Name { text: arg.to_owned(), span };
            ast::Expr { kind: ast::ExprKind::Field(Box::new(named(name)), arg), span }
        };
        all.iter().map(|(arg, ty)| (field(arg), ty.clone().or_none())).collect()
    }
}

impl Body<'_, '_> {
    /// `attack since turn`.
    pub(super) fn since(&mut self, of: &Name, since: &[Name], span: Span) -> Expr {
        let is_it = |tally: &&Tally| tally.of == of.text && tally.since.iter().eq(since.iter().map(|name| &name.text));
        if let Some(tally) = self.compiler.tallies.iter().find(is_it) {
            let ty = Type::List(Box::new(tally.record.clone()));
            return make(ExprKind::State(tally.state), ty, span);
        }
        let rules = self.compiler.rule_names();
        for name in std::iter::once(of).chain(since) {
            if self.compiler.procedure_called(&name.text).is_some() || rules.contains(&name.text) {
                continue;
            }
            let program = &self.compiler.program;
            let procedures = program.written_procedures().map(|procedure| program.name(procedure.name));
            let all = procedures.chain(rules.iter().map(String::as_str));
            let help = self
                .compiler
                .meant(&name.text, all)
                .unwrap_or_else(|| "name a procedure, or a rule by its name behind `as`".to_owned());
            let message = format!("there is no procedure or rule `{}` whose times are counted", name.text);
            self.report(&codes::UNKNOWN_NAME, name.span, message, help);
            return broken(span);
        }
        let message = "what was done is known in the logic alone";
        self.mismatch(span, message, "write a value in the logic, and name that here");
        broken(span)
    }

    /// `during attack`.
    pub(super) fn during(&mut self, of: &Name, span: Span) -> Expr {
        if let Some(watched) = self.compiler.watched.get(&of.text) {
            return make(ExprKind::State(watched.flag), Type::YesNo, span);
        }
        let block = self.block;
        self.compiler.no_procedure_done(block, of);
        broken(span)
    }

    /// `attack.target`: an argument of a procedure that is being done.
    pub(super) fn argument_of(&mut self, procedure: &str, arg: &Name, span: Span) -> Expr {
        let Some(watched) = self.compiler.watched.get(procedure) else {
            let message = format!("`{procedure}` is a procedure, and has arguments only while it is being done");
            let help = format!("ask first: `during {procedure} and {procedure}.{} …`", arg.text);
            self.mismatch(span, message, help);
            return broken(span);
        };
        if let Some(state) = watched.args.get(&arg.text).copied() {
            let ty = self.compiler.program.states[state.index()].ty.clone();
            return make(ExprKind::State(state), ty, span);
        }
        let Some(id) = self.compiler.procedure_called(procedure) else { return broken(span) };
        let params = self.compiler.program.procedures[id.index()].params.clone();
        let known = || params.iter().map(|param| self.compiler.program.name(param.name));
        let help = self.compiler.meant(&arg.text, known()).unwrap_or_else(|| match params.as_slice() {
            [] => format!("it has none; whether it is being done asks `during {procedure}`"),
            _ => format!("it has: {}", crate::library::names::listed(known())),
        });
        let message = format!("`{procedure}` has no parameter `{}`", arg.text);
        self.report(&codes::UNKNOWN_NAME, arg.span, message, help);
        broken(span)
    }

    /// That the arguments of a procedure are there, where it is being done.
    pub(super) fn learned_during(&self, procedure: &Name) -> Facts {
        let there = self.compiler.there_during(&procedure.text);
        there.iter().filter_map(|(written, ty)| self.fact(written, ty)).collect()
    }

    /// Something begins: of what was done since it began last, nothing counts any more.
    pub(super) fn begins(&mut self, name: &str) {
        let begun = |tally: &&Tally| tally.since.iter().any(|since| since == name);
        let states: Vec<(StateId, Type)> = self
            .compiler
            .tallies
            .iter()
            .filter(begun)
            .map(|tally| (tally.state, Type::List(Box::new(tally.record.clone()))))
            .collect();
        for (state, ty) in states {
            let none = make(ExprKind::Constant(Value::List(Arc::default())), ty, Span::default());
            self.keep(state, none);
        }
    }

    /// What is done here was done.
    pub(super) fn was_done(&mut self) {
        let Some(name) = self.tallied.clone() else { return };
        let tallies: Vec<Tally> = self.compiler.tallies.iter().filter(|tally| tally.of == name).cloned().collect();
        for Tally { state, fields, record, .. } in tallies {
            let values = fields.iter().map(|field| self.as_it_is(field)).collect();
            let value = make(ExprKind::Record(values), record, Span::default());
            let place = PlaceExpr::State(state);
            self.note(&place);
            let point = self.woven();
            self.push(OpKind::AddTo { place, count: None, value, guard: Guard { check: None } }, point);
            // It is done, too, where another ends it.
            let op = self.ops[self.ops.len() - 1].clone();
            if let Some(stopped) = self.compiler.stopped.get_mut(&name)
                && !stopped.done.iter().any(|known| same_place(known, &op))
            {
                stopped.done.push(op);
            }
        }
    }

    /// What a parameter or output holds; none for a thing that is gone.
    fn as_it_is(&mut self, field: &Field) -> Expr {
        let name = self.compiler.program.name(field.name).to_owned();
        let span = Span::default();
        let Some((slot, ty)) = self.local(&name).map(|local| (local.slot, local.ty.clone())) else {
            return make(ExprKind::Constant(Value::None), field.ty.clone(), span);
        };
        self.unless_gone(local(slot, &ty, span), &field.ty)
    }

    /// A value of this type; none for a thing that is gone.
    fn unless_gone(&mut self, value: Expr, ty: &Type) -> Expr {
        let span = Span::default();
        let exists =
            |kind: &EntityTypeId| make(ExprKind::Exists(true, Box::new(held(value.clone())), *kind), Type::YesNo, span);
        let either = |a, b| make(ExprKind::Or(Box::new(a), Box::new(b)), Type::YesNo, span);
        let Some(there) = value.ty.without_none().kinds().iter().map(exists).reduce(either) else { return value };
        let none = make(ExprKind::Constant(Value::None), Type::Nothing, span);
        let (yes, no) = (self.woven(), self.woven());
        let kind =
            ExprKind::If { condition: Box::new(there), then: Box::new(value), otherwise: Box::new(none), yes, no };
        make(kind, ty.clone(), span)
    }

    /// A procedure that others ask for begins to be done; gives what was known of it before, for it may be done within itself.
    pub(super) fn watch(&mut self, name: &str) -> Vec<(StateId, Slot)> {
        let Some(watched) = self.compiler.watched.get(name).cloned() else { return Vec::new() };
        let states: Vec<StateId> = std::iter::once(watched.flag).chain(watched.args.values().copied()).collect();
        let before = states.into_iter().map(|state| {
            let ty = self.compiler.program.states[state.index()].ty.clone();
            let (slot, point) = (self.slot(None, ty.clone()), self.woven());
            self.push(OpKind::Let(slot, held(make(ExprKind::State(state), ty, Span::default()))), point);
            (state, slot)
        });
        let before = before.collect();
        let flag = make(ExprKind::Constant(Value::yes_no(true)), Type::YesNo, Span::default());
        self.keep(watched.flag, flag);
        for (arg, state) in watched.args {
            if let Some(found) = self.local(&arg) {
                let value = local(found.slot, &found.ty.clone(), Span::default());
                self.keep(state, value);
            }
        }
        before
    }

    /// A procedure that others ask for is done no more: of it is known what was known before.
    pub(super) fn watched(&mut self, before: Vec<(StateId, Slot)>) {
        for (state, slot) in before {
            let ty = self.compiler.program.states[state.index()].ty.clone();
            let value = self.unless_gone(local(slot, &ty, Span::default()), &ty);
            self.keep(state, value);
        }
    }

    pub(super) fn keep(&mut self, state: StateId, value: Expr) {
        let place = PlaceExpr::State(state);
        self.note(&place);
        let point = self.woven();
        self.push(OpKind::Store(place, value, Guard { check: None }), point);
    }
}

/// Whether two steps change the same state.
fn same_place(one: &Op, other: &Op) -> bool {
    let state = |op: &Op| match op.kind.effects().changes.map(PlaceExpr::root) {
        Some(PlaceExpr::State(state)) => Some(*state),
        _ => None,
    };
    state(one) == state(other)
}

impl Compiler<'_> {
    /// The names of rules.
    fn rule_names(&self) -> BTreeSet<String> {
        let joined = self.rules.iter().filter_map(|rule| rule.name);
        let all = joined.chain(self.followers.iter().filter_map(|rule| rule.name));
        all.map(|name| name.text.clone()).collect()
    }

    /// Reports a name that nothing has which is done.
    pub(super) fn no_procedure_done(&mut self, block: BlockId, name: &Name) {
        if let Some((global, ..)) = self.globals.get(&name.text).copied() {
            let (is, _) = self.kind_of(global);
            let message = format!("`{}` is {is}, and only a procedure is being done", name.text);
            self.report(&codes::TYPE_MISMATCH, (block, name.span), message, "name a procedure");
            return;
        }
        self.unknown_procedure(block, name);
    }
}
