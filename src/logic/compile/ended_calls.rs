//! `stop attack with hits: 0` within something that an attack does: ends the attack, and all that is done within it. A state says that
//! it is to end; behind each step that runs what may say so, it is looked at. A pass over finished code.

use std::collections::BTreeSet;

use super::Compiler;
use super::expressions::make;
use super::scope::{Body, Region};
use super::statements::WHOLE;
use crate::diagnostic::codes;
use crate::logic::program::{
    Assumed, AssumedBody, Expr, ExprKind, Guard, Op, OpKind, Origin, PlaceExpr, PointId, PointKind, Procedure,
    ProcedureId, Slot, Source, StateId,
};
use crate::logic::syntax::ast::{self, Name, Span};
use crate::logic::types::Type;
use crate::logic::value::Value;

/// A procedure that others may end.
#[derive(Clone, Debug)]
pub(super) struct Stopped {
    pub(super) procedure: ProcedureId,
    /// That it is to end.
    pub(super) flag: StateId,
    /// What its outputs are then; none where that is not said.
    pub(super) outputs: Vec<StateId>,
    /// What is done at its end, for those who ask what was done.
    pub(super) done: Vec<Op>,
}

impl Body<'_, '_> {
    /// `stop attack with hits: 0`.
    pub(super) fn stop_other(&mut self, of: &Name, outputs: &[(Name, ast::Expr)], span: Span, point: PointId) {
        let (Some(stopped), Some(watched)) =
            (self.compiler.stopped.get(&of.text).cloned(), self.compiler.watched.get(&of.text).cloned())
        else {
            let block = self.block;
            self.compiler.no_procedure_done(block, of);
            return;
        };
        let own = match self.definition {
            Some(super::Definition::Procedure(id)) => self.compiler.whole(id) == stopped.procedure,
            _ => false,
        };
        if own {
            self.mismatch(span, "this would end the procedure in which it stands", "write `stop`, or `stop with …`");
            return;
        }
        if self.together {
            self.mismatch(span, "what is done `at once` is done to its end: nothing in it ends what is done", WHOLE);
        }
        let procedure = &self.compiler.program.procedures[stopped.procedure.index()];
        let fields = procedure.outputs.clone();
        let mut given = Vec::new();
        for (name, value) in outputs {
            let named = |field: &crate::logic::program::Field| self.compiler.program.name(field.name) == name.text;
            let Some(at) = fields.iter().position(named) else {
                let known = fields.iter().map(|field| self.compiler.program.name(field.name));
                let help = self
                    .compiler
                    .meant(&name.text, known)
                    .unwrap_or_else(|| format!("name an output of `{}`, behind its `gives`", of.text));
                let message = format!("`{}` gives no `{}`", of.text, name.text);
                self.report(&codes::UNKNOWN_NAME, name.span, message, help);
                self.expr(value);
                continue;
            };
            let (ty, making) = (fields[at].ty.clone(), fields[at].making);
            let value = self.expr_made(value, &ty, making, &format!("the output `{}`", name.text));
            given.push((stopped.outputs[at], value));
        }
        let woven = self.woven();
        self.regions.push(Region::default());
        let is_done = make(ExprKind::State(watched.flag), Type::YesNo, span);
        let [yes, no] = [self.woven(), self.woven()];
        let branch = self.push(OpKind::Branch { condition: is_done, otherwise: 0, yes, no, again: false }, point);
        for (state, value) in given {
            self.keep(state, value);
        }
        let place = PlaceExpr::State(stopped.flag);
        self.note(&place);
        let ends = make(ExprKind::Constant(Value::yes_no(true)), Type::YesNo, span);
        self.push(OpKind::Store(place, ends, Guard { check: None }), point);
        self.was_done();
        self.ends_regions();
        self.push(OpKind::Abandon, woven);
        let end = self.here();
        self.patch(branch, end);
        self.join_region(woven);
    }
}

/// Where a step runs what may end something.
struct Around<'s> {
    stopped: &'s Stopped,
    /// Which part of what may be ended the step is.
    part: Part,
    /// Whether it was done where it is ended here: its own steps had begun.
    counts: bool,
    /// The slots of its outputs.
    outputs: Vec<(Slot, Type)>,
}

/// Which part of what is ended a procedure is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// None: it is only done within it.
    Within,
    /// Its own steps, or rules before it or in its place.
    Own,
    /// What runs that, and the rules after it.
    Outside,
}

impl Compiler<'_> {
    /// Looks behind each step that may end something that is being done whether it has.
    pub(super) fn end_calls(&mut self) {
        let all: Vec<Stopped> = self.stopped.values().cloned().collect();
        for stopped in &all {
            let may = self.may_stop(stopped);
            self.program.stopping.extend(&may);
            for at in 0..self.program.procedures.len() {
                let procedure = &self.program.procedures[at];
                let Source::Here(code) = &procedure.code else { continue };
                if !runs_any(code, &may) || self.is_settling(procedure) {
                    continue;
                }
                let code = code.clone();
                let around = self.around_calls(stopped, procedure);
                let code = self.looked_behind(&code, &around, &may);
                self.program.procedures[at].code = Source::Here(code);
            }
            let mut assumptions = std::mem::take(&mut self.program.assumptions);
            for part in assumptions.iter_mut().flat_map(|set| &mut set.parts) {
                let Assumed::Procedure(id) = part.target else { continue };
                let AssumedBody::Code { code, .. } = &mut part.body else { continue };
                if runs_any(code, &may) {
                    let procedure = &self.program.procedures[id.index()];
                    let around = self.around_calls(stopped, procedure);
                    *code = self.looked_behind(code, &around, &may);
                }
            }
            self.program.assumptions = assumptions;
        }
    }

    fn around_calls<'s>(&self, stopped: &'s Stopped, procedure: &Procedure) -> Around<'s> {
        let name = self.program.procedures[stopped.procedure.index()].name;
        let part = match procedure.origin {
            Origin::Beneath(of) if of == stopped.procedure => Part::Own,
            Origin::Written if procedure.name == name => Part::Outside,
            _ => Part::Within,
        };
        let first = procedure.params.len();
        let slots = (first..).map(|at| Slot(u16::try_from(at).unwrap_or(u16::MAX)));
        let outputs = slots.zip(procedure.outputs.iter().map(|output| output.ty.clone())).collect();
        let beneath = |op: &Op| {
            let ran = op.kind.effects().runs.map(|id| self.program.procedures[id.index()].origin);
            ran == Some(Origin::Beneath(stopped.procedure))
        };
        let counts = match &procedure.code {
            Source::Here(code) => !code.iter().any(beneath),
            Source::Missing(_) => true,
        };
        Around { stopped, part, counts, outputs }
    }

    /// The procedures that may say that something is to end, themselves or through others.
    fn may_stop(&self, stopped: &Stopped) -> BTreeSet<ProcedureId> {
        let flag = stopped.flag;
        let name = self.program.procedures[stopped.procedure.index()].name;
        let says = |op: &Op| {
            matches!(&op.kind, OpKind::Store(PlaceExpr::State(state), Expr { kind: ExprKind::Constant(value), .. }, _)
                if *state == flag && *value == Value::yes_no(true))
        };
        let codes = |id: ProcedureId| {
            let own = match &self.program.procedures[id.index()].code {
                Source::Here(code) => Some(code.as_slice()),
                Source::Missing(_) => None,
            };
            let supplied = self.program.assumptions.iter().flat_map(|set| &set.parts).filter_map(move |part| {
                match (&part.target, &part.body) {
                    (Assumed::Procedure(of), AssumedBody::Code { code, .. }) if *of == id => Some(code.as_slice()),
                    _ => None,
                }
            });
            own.into_iter().chain(supplied)
        };
        let ids = || (0..self.program.procedures.len()).map(|at| ProcedureId(u16::try_from(at).unwrap_or(u16::MAX)));
        let mut run_by: Vec<Vec<ProcedureId>> = vec![Vec::new(); self.program.procedures.len()];
        let mut open = Vec::new();
        for id in ids() {
            for op in codes(id).flatten() {
                if says(op) {
                    open.push(id);
                }
                if let Some(ran) = op.kind.effects().runs {
                    run_by[ran.index()].push(id);
                }
            }
        }
        let mut may = BTreeSet::new();
        while let Some(id) = open.pop() {
            // Who runs the whole of it is not ended.
            let procedure = &self.program.procedures[id.index()];
            let whole = procedure.origin == Origin::Written && procedure.name == name;
            if !whole && may.insert(id) {
                open.extend(&run_by[id.index()]);
            }
        }
        may
    }

    /// Whether it only lets rules go on that wait: those that are left go on in any case.
    fn is_settling(&self, procedure: &Procedure) -> bool {
        procedure.origin == Origin::Woven && self.program.name(procedure.name) == super::follow::SETTLE
    }

    /// The steps of a procedure, with a look behind each that may end what it is a part of.
    fn looked_behind(&mut self, code: &[Op], around: &Around<'_>, may: &BTreeSet<ProcedureId>) -> Vec<Op> {
        let mut made: Vec<Op> = Vec::new();
        let mut places = Vec::with_capacity(code.len() + 1);
        let mut looks: Vec<(usize, usize)> = Vec::new();
        for op in code {
            places.push(u32::try_from(made.len()).unwrap_or(u32::MAX));
            let mut op = op.clone();
            if let OpKind::Join { stops, .. } = &mut op.kind
                && !looks.is_empty()
                && around.part != Part::Outside
            {
                *stops = true;
            }
            let ran = op.kind.effects().runs.filter(|id| may.contains(id));
            let point = op.point;
            made.push(op);
            if ran.is_some() {
                self.done_to_its_end(point, around);
                let from = made.len();
                self.look(&mut made, around, point);
                looks.push((from, made.len()));
            }
        }
        places.push(u32::try_from(made.len()).unwrap_or(u32::MAX));
        for (at, op) in made.iter_mut().enumerate() {
            // Those that were added lead where they lead.
            if looks.iter().any(|(from, to)| (*from..*to).contains(&at)) {
                continue;
            }
            for target in op.kind.targets_mut() {
                *target = places.get(*target as usize).copied().unwrap_or(*target);
            }
        }
        made
    }

    /// Reports what may end something within what is done at once.
    fn done_to_its_end(&mut self, point: PointId, around: &Around<'_>) {
        let together = self.together.iter().any(|block| block.points.contains(&point.index()));
        if !together || around.part == Part::Outside {
            return;
        }
        let (block, span) = (self.program.point(point).block, self.program.point(point).span);
        let name = self.program.name(self.program.procedures[around.stopped.procedure.index()].name).to_owned();
        let place = self.program.place_in(block, span);
        if self.findings.iter().any(|finding| finding.place == Some(place)) {
            return;
        }
        let message = format!("what is done `at once` is done to its end, and this may end `{name}`");
        self.report(&codes::TYPE_MISMATCH, (block, span), message, WHOLE);
    }

    /// Ends the procedure if it, or what it is done within, is to end.
    fn look(&mut self, made: &mut Vec<Op>, around: &Around<'_>, at: PointId) {
        let block = self.program.point(at).block;
        let owner = self.program.point(at).owner;
        let mut woven = || self.point(block, PointKind::Woven, Span::default(), None, owner);
        let state = |id: StateId, ty: Type| make(ExprKind::State(id), ty, Span::default());
        let constant = |value: Value, ty: Type| make(ExprKind::Constant(value), ty, Span::default());
        let point = woven();
        let put = |made: &mut Vec<Op>, place: PlaceExpr, value: Expr| {
            made.push(Op { kind: OpKind::Store(place, value, Guard { check: None }), point });
        };
        let branch = |made: &mut Vec<Op>, condition: Expr, yes: PointId, no: PointId| {
            made.push(Op { kind: OpKind::Branch { condition, otherwise: 0, yes, no, again: false }, point });
            made.len() - 1
        };
        let close = |made: &mut Vec<Op>, open: usize, locals: Vec<Slot>, stops: bool| {
            let end = u32::try_from(made.len()).unwrap_or(u32::MAX);
            if let OpKind::Branch { otherwise, .. } = &mut made[open].kind {
                *otherwise = end;
            }
            made.push(Op { kind: OpKind::Join { locals, states: Vec::new(), stops }, point });
        };
        let (yes, no) = (woven(), woven());
        let Stopped { flag, outputs, done, .. } = around.stopped;
        let ended = branch(made, state(*flag, Type::YesNo), yes, no);
        if around.part != Part::Within {
            put(made, PlaceExpr::State(*flag), constant(Value::yes_no(false), Type::YesNo));
            for (given, (slot, ty)) in outputs.iter().zip(&around.outputs) {
                let or_none = ty.clone().or_none();
                let there = ExprKind::Is(
                    false,
                    Box::new(state(*given, or_none.clone())),
                    Box::new(constant(Value::None, Type::Nothing)),
                );
                let (yes, no) = (woven(), woven());
                let open = branch(made, make(there, Type::YesNo, Span::default()), yes, no);
                put(made, PlaceExpr::Local(*slot), state(*given, ty.clone()));
                put(made, PlaceExpr::State(*given), constant(Value::None, or_none));
                close(made, open, vec![*slot], false);
            }
        }
        let stops = around.part != Part::Outside;
        match around.part {
            Part::Within => made.push(Op { kind: OpKind::Abandon, point }),
            Part::Own => {
                if around.counts {
                    made.extend(done.iter().cloned());
                }
                made.push(Op { kind: OpKind::Stop, point });
            }
            Part::Outside => {}
        }
        let slots = if stops { Vec::new() } else { around.outputs.iter().map(|(slot, _)| *slot).collect() };
        close(made, ended, slots, stops);
    }
}

/// Whether steps run any of these.
fn runs_any(code: &[Op], may: &BTreeSet<ProcedureId>) -> bool {
    code.iter().any(|op| op.kind.effects().runs.is_some_and(|id| may.contains(&id)))
}
