//! Lowers the steps of a procedure, each by itself and at its own place, so that the general step can take over at any.

use super::form::{Arg, Call, Choose, Form, Lowered, Next, Sift, Spot, Way};
use super::nodes::{Nodes, Scope};
use crate::logic::program::{
    Arithmetic, Collection, Comparison, Expr, ExprKind, Fold, Op, OpKind, PlaceExpr, Procedure, ProcedureId, Program,
    Selection, Slot, Source,
};
use crate::logic::types::Type;
use crate::logic::value::Value;

/// Whether anything in the program removes things: if not, what was looked at once stays right.
pub(super) fn removes(program: &Program) -> bool {
    let removing = |op: &Op| matches!(op.kind, OpKind::Remove(..) | OpKind::Change { removing_at: Some(_), .. });
    let procedures = program.procedures.iter().filter_map(|procedure| match &procedure.code {
        Source::Here(code) => Some(code),
        Source::Missing(_) => None,
    });
    let assumed = program.assumptions.iter().flat_map(|set| &set.parts).filter_map(|part| match &part.body {
        crate::logic::program::AssumedBody::Code { code, .. } => Some(code),
        _ => None,
    });
    procedures.chain(assumed).any(|code| code.iter().any(removing))
}

/// A procedure; one that is not here has no steps.
pub(super) fn procedure(program: &Program, removes: bool, procedure: &Procedure) -> Lowered {
    let code: &[Op] = match &procedure.code {
        Source::Here(code) => code,
        Source::Missing(_) => &[],
    };
    let mut lowering = Lowering { program, removes, procedure, code, lists: Vec::new() };
    let forms = (0..code.len()).map(|pc| lowering.step(pc).unwrap_or(Form::General)).collect();
    let first = procedure.params.len();
    Lowered { forms, lists: lowering.lists, outputs: (first, first + procedure.outputs.len()) }
}

struct Lowering<'p> {
    program: &'p Program,
    removes: bool,
    procedure: &'p Procedure,
    code: &'p [Op],
    /// The locals whose elements are gone through.
    lists: Vec<Slot>,
}

impl Lowering<'_> {
    /// The way to a step, past those that do nothing.
    fn way(&self, to: u32) -> Way {
        let (mut to, mut cost) = (to, 1);
        while cost < 16 {
            to = match self.code.get(to as usize).map(|op| &op.kind) {
                Some(OpKind::Jump(target)) => *target,
                Some(OpKind::Join { .. }) => to + 1,
                _ => break,
            };
            cost += 1;
        }
        Way { to, cost }
    }

    fn node(&mut self, expr: &Expr) -> Option<super::form::Node> {
        self.with_nodes(|nodes| nodes.node(expr, &Scope::default()))
    }

    fn sift(&mut self, selection: &Selection) -> Option<Sift> {
        Some(self.with_nodes(|nodes| nodes.sift(selection, &Scope::default()))?.0)
    }

    fn with_nodes<T>(&mut self, lower: impl FnOnce(&mut Nodes) -> T) -> T {
        let mut nodes = Nodes::new(self.program);
        nodes.lists = std::mem::take(&mut self.lists);
        let lowered = lower(&mut nodes);
        self.lists = nodes.lists;
        lowered
    }

    fn step(&mut self, pc: usize) -> Option<Form> {
        let then = self.way(u32::try_from(pc + 1).ok()?);
        Some(match &self.code.get(pc)?.kind {
            OpKind::Let(slot, Expr { kind: ExprKind::Select(Fold::Collect(kind, None), selection), .. }) => {
                if *kind == Collection::Bag {
                    return None;
                }
                Form::Gather(Box::new(self.sift(selection)?), *kind, *slot, then)
            }
            OpKind::Let(slot, expr) => Form::Let(*slot, self.node(expr)?, then),
            OpKind::Store(place, expr, guard) => {
                Form::Store(Box::new((self.spot(place)?, self.node(expr)?, guard.check.clone())), then)
            }
            OpKind::Change { place, up, by, guard, removing_at: None } => {
                Form::Change(*up, Box::new((self.spot(place)?, self.node(by)?, guard.check.clone())), then)
            }
            OpKind::Roll { sides: 0, .. } => return None,
            OpKind::Roll { count: None, sides, slot } => Form::RollOne(*sides, *slot, then),
            OpKind::Roll { count: Some(count), sides, slot } => {
                Form::Roll(Box::new(self.node(count)?), *sides, *slot, then)
            }
            OpKind::Pick { from, if_none } => self.choose(None, from, *if_none, then)?,
            OpKind::Choose { by, from, if_none } => self.choose(Some(by), from, *if_none, then)?,
            OpKind::Jump(target) => Form::Go(self.way(*target)),
            OpKind::Join { .. } => Form::Go(then),
            OpKind::Branch { condition, otherwise, .. } if self.counts_down(condition, pc + 1).is_some() => {
                let Way { to, cost } = self.way(u32::try_from(pc + 2).ok()?);
                let turn = Way { to, cost: cost + 1 };
                Form::Again(self.counts_down(condition, pc + 1)?, turn, self.way(*otherwise))
            }
            OpKind::Branch { condition, otherwise, .. } => {
                Form::Branch(self.node(condition)?, then, self.way(*otherwise))
            }
            OpKind::Walk { over, walk, at } => Form::Walk(Box::new(self.sift(over)?), [*walk, *at], then),
            OpKind::Next { over, recheck, walk, at, end, .. } => {
                let sift = self.sift(over)?;
                let body = self.code.get(pc + 1..*end as usize)?;
                let leaves = match over.of.kind {
                    ExprKind::Local(slot) => self.removes || body.iter().any(|op| op.kind.effects().writes(slot)),
                    ExprKind::Constant(_) => false,
                    _ => true,
                };
                Form::Next(Box::new(Next {
                    over: sift,
                    recheck: *recheck,
                    leaves,
                    slot: over.slot,
                    walk: *walk,
                    at: *at,
                    then,
                    end: self.way(*end),
                }))
            }
            OpKind::Require { condition, .. } => Form::Require(self.node(condition)?, then),
            OpKind::Call { procedure, args, slot } => self.call(*procedure, args, slot.is_some())?,
            OpKind::Stop => Form::Stop,
            _ => return None,
        })
    }

    /// The slot in which a `repeat … times` counts down: its condition, and the step behind it.
    fn counts_down(&self, condition: &Expr, pc: usize) -> Option<Slot> {
        let number =
            |expr: &Expr, wanted| matches!(expr.kind, ExprKind::Constant(Value::Number(number)) if number == wanted);
        let local = |expr: &Expr| if let ExprKind::Local(slot) = expr.kind { Some(slot) } else { None };
        let ExprKind::Compare(Comparison::Greater, left, zero) = &condition.kind else { return None };
        let OpKind::Let(slot, less) = &self.code.get(pc)?.kind else { return None };
        let ExprKind::Arithmetic(Arithmetic::Subtract, from, one) = &less.kind else { return None };
        let same = local(left) == Some(*slot) && local(from) == Some(*slot);
        (same && number(zero, 0) && number(one, 1)).then_some(*slot)
    }

    fn spot(&mut self, place: &PlaceExpr) -> Option<Spot> {
        Some(match place {
            PlaceExpr::Local(slot) => Spot::Local(*slot),
            PlaceExpr::State(state) => Spot::State(*state),
            PlaceExpr::EntityField(of, _, field) => Spot::Field(self.node(of)?, *field),
            PlaceExpr::RecordField(..) | PlaceExpr::Entry(..) => return None,
        })
    }

    fn choose(&mut self, by: Option<&Expr>, from: &Selection, if_none: Option<u32>, then: Way) -> Option<Form> {
        let by = match by {
            None => None,
            Some(by) => Some(self.node(by)?),
        };
        let if_none = if_none.map(|target| self.way(target));
        Some(Form::Choose(Box::new(Choose { by, from: self.sift(from)?, slot: from.slot, if_none, then })))
    }

    fn call(&mut self, id: ProcedureId, args: &[Expr], kept: bool) -> Option<Form> {
        let called = self.program.procedures.get(id.index())?;
        if args.len() != called.params.len() || matches!(called.code, Source::Missing(_)) {
            return None;
        }
        let mut lowered = Vec::with_capacity(args.len());
        for (arg, param) in args.iter().zip(&called.params) {
            let check = (!self.fits(arg, &param.ty)).then(|| param.ty.clone());
            lowered.push(match &arg.kind {
                ExprKind::Local(slot) => Arg::Local(*slot, check),
                _ => Arg::Plain(self.node(arg)?, check),
            });
        }
        let slots = called.locals.len().max(called.params.len() + called.outputs.len());
        Some(Form::Call(Box::new(Call { procedure: id, args: lowered, slots, kept })))
    }

    /// Whether an argument is known to fit: a parameter that nothing was stored in fits where its own type is declared.
    fn fits(&self, arg: &Expr, ty: &Type) -> bool {
        let ExprKind::Local(slot) = arg.kind else { return false };
        let param = self.procedure.params.get(slot.index());
        !self.removes
            && param.is_some_and(|param| param.ty == *ty)
            && !self.code.iter().any(|op| op.kind.effects().writes(slot))
    }
}
