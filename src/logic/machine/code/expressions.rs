//! Lowers expressions.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::block::{Block, Failure, Ins, Out, Sides};
use super::operands::{Operand, Piece, Read};
use super::scans::{Fold, Scan, Source};
use super::steps::Fork;
use super::{Graph, Passage, Routine, Supposed, Supposing};
use crate::logic::machine::exec::MAX_DEPTH;
use crate::logic::program::{self as program, Expr, ExprKind, GraphCall, Guard, NameId, Program, Selection, Slot};
use crate::logic::syntax::ast::Span;
use crate::logic::types::Type;
use crate::logic::value::Value;

/// Lowers one routine.
pub(super) struct Lowering<'l> {
    pub(super) program: &'l Program,
    pub(super) routine: Routine,
    /// The block being made.
    pub(super) block: Block,
    /// The next register that is free.
    pub(super) next: usize,
    depth: u32,
    /// The constants without parts.
    constants: FxHashMap<Value, u32>,
}

impl<'l> Lowering<'l> {
    /// A routine with so many slots.
    pub(super) fn new(program: &'l Program, slots: usize) -> Self {
        let mut routine = Routine { slots, registers: slots, ..Routine::default() };
        // The first is the block of the steps.
        routine.blocks.push(Block::default());
        Self { program, routine, block: Block::default(), next: slots, depth: 0, constants: FxHashMap::default() }
    }

    /// The next instruction.
    pub(super) fn here(&self) -> u32 {
        number(self.block.ins.len())
    }

    pub(super) fn emit(&mut self, ins: Ins, whole: Span) -> usize {
        self.emit_with(ins, Sides { whole, ..Sides::default() })
    }

    fn emit_with(&mut self, ins: Ins, sides: Sides) -> usize {
        self.block.ins.push(ins);
        self.block.sides.push(sides);
        self.block.ins.len() - 1
    }

    /// The register that is taken next.
    pub(super) fn first(&self) -> Slot {
        Slot(u16::try_from(self.next).unwrap_or(u16::MAX))
    }

    /// A register that is free.
    pub(super) fn take(&mut self) -> Slot {
        let register = self.next;
        self.next += 1;
        self.routine.registers = self.routine.registers.max(self.next);
        match u16::try_from(register) {
            Ok(register) => Slot(register),
            Err(_) => {
                self.emit(Ins::Fail(Failure::TooLong), Span::default());
                Slot(u16::MAX)
            }
        }
    }

    pub(super) fn constant(&mut self, value: Value) -> Operand {
        if let Some(known) = self.constants.get(&value) {
            return Operand::Constant(*known);
        }
        let at = number(self.routine.constants.len());
        if value.is_plain() {
            self.constants.insert(value.clone(), at);
        }
        self.routine.constants.push(value);
        Operand::Constant(at)
    }

    fn ty(&mut self, ty: &Type) -> u32 {
        self.routine.types.push(ty.clone());
        number(self.routine.types.len() - 1)
    }

    /// An expression that only has to be read.
    pub(super) fn plain(&mut self, expr: &Expr) -> Option<Read> {
        let span = [expr.span, expr.span];
        let read = |operand| Some(Read { operand, span });
        match &expr.kind {
            ExprKind::Constant(value) => read(self.constant(value.clone())),
            ExprKind::Rows(data) => {
                let rows = Arc::clone(&self.program.data[data.index()].rows);
                read(self.constant(Value::List(rows)))
            }
            ExprKind::Local(slot) => read(Operand::Slot(*slot)),
            ExprKind::State(state) => read(Operand::State(*state)),
            ExprKind::EntityField(of, _, field) => match of.kind {
                ExprKind::Local(slot) => {
                    Some(Read { operand: Operand::Field(slot, *field), span: [expr.span, of.span] })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Something to read that gives the value; what is not plain is evaluated before. The registers that it takes are free again
    /// for whoever resets `next`.
    pub(super) fn read(&mut self, expr: &Expr) -> Read {
        match self.plain(expr) {
            Some(read) => read,
            None => {
                let to = self.take();
                self.evaluate(expr, to);
                Read { operand: Operand::Slot(to), span: [expr.span, expr.span] }
            }
        }
    }

    /// What holds something that is read as it is held.
    pub(super) fn held(&mut self, expr: &Expr) -> Operand {
        match &expr.kind {
            ExprKind::Held(of) => self.held(of),
            ExprKind::EntityField(of, _, field) => match self.held(of) {
                Operand::Slot(slot) => Operand::Field(slot, *field),
                other => other,
            },
            _ => self.read(expr).operand,
        }
    }

    /// The same for several, which are evaluated in their order.
    pub(super) fn reads<const N: usize>(&mut self, exprs: [&Expr; N]) -> [Read; N] {
        let last = exprs.iter().rposition(|expr| !is_plain(expr));
        let mut n = 0;
        exprs.map(|expr| {
            n += 1;
            // What comes after it may end the run.
            if last.is_some_and(|last| n <= last) { self.fixed(expr) } else { self.read(expr) }
        })
    }

    /// Evaluates an expression at once.
    pub(super) fn fixed(&mut self, expr: &Expr) -> Read {
        if let ExprKind::Constant(_) = expr.kind {
            return self.read(expr);
        }
        let to = self.take();
        self.evaluate(expr, to);
        Read { operand: Operand::Slot(to), span: [expr.span, expr.span] }
    }

    /// A block that evaluates what is not plain.
    pub(super) fn piece(&mut self, expr: &Expr) -> Piece {
        if let Some(read) = self.plain(expr) {
            return Piece::Read(read);
        }
        self.in_block(|lowering| {
            let read = lowering.read(expr);
            lowering.emit(Ins::Yield(read.operand), expr.span);
        })
    }

    /// A block of its own.
    pub(super) fn in_block(&mut self, lower: impl FnOnce(&mut Self)) -> Piece {
        let outer = std::mem::take(&mut self.block);
        let next = self.next;
        lower(self);
        self.next = next;
        let block = std::mem::replace(&mut self.block, outer);
        self.routine.blocks.push(block);
        Piece::Block(number(self.routine.blocks.len() - 1))
    }

    /// Goes down one level; what is too deep is an error where it would be evaluated.
    pub(super) fn deeper(&mut self, span: Span, lower: impl FnOnce(&mut Self)) {
        if self.depth >= MAX_DEPTH {
            self.emit(Ins::Fail(Failure::TooDeep), span);
            return;
        }
        self.depth += 1;
        lower(self);
        self.depth -= 1;
    }

    pub(super) fn emit_one(&mut self, ins: impl FnOnce(Operand) -> Ins, whole: Span, a: Read) -> usize {
        self.emit_with(ins(a.operand), Sides { whole, a: a.span, ..Sides::default() })
    }

    pub(super) fn emit_two(
        &mut self,
        ins: impl FnOnce(Operand, Operand) -> Ins,
        whole: Span,
        a: Read,
        b: Read,
    ) -> usize {
        self.emit_with(ins(a.operand, b.operand), Sides { whole, a: a.span, b: b.span })
    }

    /// Evaluates an expression and puts what it gives into a register.
    pub(super) fn evaluate(&mut self, expr: &Expr, to: Slot) {
        let next = self.next;
        self.deeper(expr.span, |lowering| lowering.evaluate_deep(expr, to));
        self.next = next;
    }

    fn evaluate_deep(&mut self, expr: &Expr, to: Slot) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::Local(_) | ExprKind::State(_) | ExprKind::Rows(_) => {
                let read = self.read(expr);
                self.emit_one(|x| Ins::Move(to, x), span, read);
            }
            ExprKind::EntityField(of, _, field) => match self.plain(expr) {
                Some(read) => {
                    self.emit_one(|x| Ins::Move(to, x), span, read);
                }
                None => {
                    let of = self.read(of);
                    self.emit_one(|x| Ins::Field(to, x, *field), span, of);
                }
            },
            ExprKind::Option(option) => {
                self.emit(Ins::Option(to, *option), span);
            }
            ExprKind::Held(of) => {
                let of = self.held(of);
                self.emit(Ins::Held(to, of), span);
            }
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Not(_) => self.said(expr, to),
            ExprKind::IsEmpty(..)
            | ExprKind::Differs(..)
            | ExprKind::Exists(..)
            | ExprKind::Compare(..)
            | ExprKind::Is(..)
            | ExprKind::In(..)
            | ExprKind::Between(..)
            | ExprKind::Select(program::Fold::Some, _)
            | ExprKind::Every(..) => {
                self.test(expr, Out::To(to));
            }
            ExprKind::Range(..) | ExprKind::All(_) => {
                let source = self.kept_source(expr);
                self.emit(Ins::Elements(to, source), span);
            }
            ExprKind::If { condition, then, otherwise, yes, no } => {
                let way = Fork::If { otherwise: 0, yes: *yes, no: *no };
                let way = self.way(condition, way);
                self.evaluate(then, to);
                let end = self.emit(Ins::Jump(0), span);
                let here = self.here();
                if let Some(Fork::If { otherwise, .. }) = self.routine.ways.get_mut(way as usize) {
                    *otherwise = here;
                }
                self.evaluate(otherwise, to);
                self.patch(&[end]);
            }
            ExprKind::OrElse { of, instead, yes, no } => self.or_else((of, instead), (*yes, *no), to, span),
            ExprKind::Extreme(greatest, of) => {
                if of.is_empty() {
                    self.emit(Ins::Fail(Failure::Nothing), span);
                }
                let mut first = true;
                for part in of {
                    let next = self.next;
                    let read = self.read(part);
                    let greatest = *greatest;
                    self.emit_one(|of| Ins::Better { greatest, first, best: to, of }, part.span, read);
                    self.next = next;
                    first = false;
                }
            }
            ExprKind::Select(fold, selection) => {
                let kept = self.kept_scan(selection, span, |lowering| lowering.fold(fold));
                self.emit(Ins::Select(to, kept), span);
            }
            ExprKind::Call(function, args, guards) => {
                let marked = args.iter().any(|arg| !is_plain(arg));
                if marked {
                    self.emit(Ins::Mark, span);
                }
                let params = &self.program.functions[function.index()].params;
                let first = self.arguments(args, |lowering, n, arg, to| {
                    let guard: Option<&Guard> = guards.get(n);
                    if let (Some(Some(ty)), Some(param)) = (guard.map(|guard| &guard.check), params.get(n)) {
                        lowering.fits_param(to, ty, param.name, arg.span);
                    }
                });
                if args.len() != params.len() {
                    self.emit(Ins::Fail(Failure::Arguments), span);
                }
                self.emit(Ins::Ask { to, function: *function, first, marked }, span);
            }
            ExprKind::Supposing(of, supposed) => self.supposing(of, supposed, to, span),
            ExprKind::Graph(call) => self.graph(call, to, span),
            ExprKind::Checked(of, ty) => {
                let of = self.read(of);
                let ty = self.ty(ty);
                self.emit_one(|x| Ins::Fits(x, ty), span, of);
                self.emit_one(|x| Ins::Move(to, x), span, of);
            }
            _ => self.evaluate_data(expr, to),
        }
    }

    /// A value, or another where that is none.
    fn or_else(
        &mut self,
        (of, instead): (&Expr, &Expr),
        (yes, no): (program::PointId, program::PointId),
        to: Slot,
        span: Span,
    ) {
        self.evaluate(of, to);
        self.routine.ways.push(Fork::If { otherwise: 0, yes, no });
        let way = number(self.routine.ways.len() - 1);
        let none = self.constant(Value::None);
        self.emit(Ins::Is(false, Operand::Slot(to), none, Out::Fork(way)), span);
        let end = self.emit(Ins::Jump(0), span);
        let here = self.here();
        if let Some(Fork::If { otherwise, .. }) = self.routine.ways.get_mut(way as usize) {
            *otherwise = here;
        }
        self.evaluate(instead, to);
        self.patch(&[end]);
    }

    /// Numbers, records and collections made of others.
    fn evaluate_data(&mut self, expr: &Expr, to: Slot) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::RecordField(of, field) => {
                let of = self.read(of);
                self.emit_one(|x| Ins::RecordField(to, x, *field), span, of);
            }
            ExprKind::Entry(map, key, absent) => {
                let [map, key] = self.reads([map, key]);
                self.emit_two(|x, y| Ins::Entry(to, x, y, *absent), span, map, key);
            }
            ExprKind::Collect(kind, elements) => self.collect(Some(*kind), elements, to, span),
            ExprKind::Record(fields) => self.collect(None, fields, to, span),
            ExprKind::Primitive(call, parts) => {
                let first = self.first();
                for part in parts {
                    let to = self.take();
                    self.evaluate(part, to);
                }
                let count = u16::try_from(parts.len()).unwrap_or(u16::MAX);
                self.emit(Ins::Primitive(*call, to, first, count), span);
            }
            ExprKind::Convert(kind, of) => {
                let of = self.read(of);
                self.emit_one(|x| Ins::Convert(*kind, to, x), span, of);
            }
            ExprKind::Negate(of) => {
                let of = self.read(of);
                self.emit_one(|x| Ins::Negate(to, x), span, of);
            }
            ExprKind::Round(rounding, of) => {
                let of = self.read(of);
                self.emit_one(|x| Ins::Round(*rounding, to, x), span, of);
            }
            ExprKind::Arithmetic(operator, a, b) => {
                let [a, b] = self.reads([a, b]);
                self.emit_two(|x, y| Ins::Arithmetic(*operator, to, x, y), span, a, b);
            }
            // All others are evaluated before.
            _ => {}
        }
    }

    /// Evaluates arguments into registers one behind the other, and gives the first.
    pub(super) fn arguments(&mut self, args: &[Expr], mut check: impl FnMut(&mut Self, usize, &Expr, Slot)) -> Slot {
        let first = self.first();
        for (n, arg) in args.iter().enumerate() {
            let to = self.take();
            if let ExprKind::Held(of) = &arg.kind {
                let of = self.held(of);
                self.emit(Ins::ArgumentHeld(to, of), arg.span);
                continue;
            }
            let apart = !is_plain(arg);
            if apart {
                self.emit(Ins::Apart, arg.span);
            }
            let next = self.next;
            let read = self.read(arg);
            self.next = next;
            self.emit_one(|of| Ins::Argument { to, of, apart }, arg.span, read);
            check(self, n, arg, to);
        }
        first
    }

    pub(super) fn fits_param(&mut self, to: Slot, ty: &Type, name: NameId, span: Span) {
        let ty = self.ty(ty);
        self.emit(Ins::FitsParam(to, ty, name), span);
    }

    fn collect(&mut self, kind: Option<program::Collection>, parts: &[Expr], to: Slot, span: Span) {
        let first = self.first();
        for part in parts {
            let to = self.take();
            self.evaluate(part, to);
        }
        match u16::try_from(parts.len()) {
            Ok(count) => self.emit(Ins::Collect(kind, to, first, count), span),
            Err(_) => self.emit(Ins::Fail(Failure::TooLong), span),
        };
    }

    fn graph(&mut self, call: &GraphCall, to: Slot, span: Span) {
        let first = self.first();
        for arg in &call.args {
            let to = self.take();
            self.evaluate(arg, to);
        }
        let mut filter = |filter: &Option<program::Passage>| {
            let passage = filter.as_ref()?;
            let condition = passage.condition.as_ref().map(|condition| self.condition(&[condition]));
            let cost = passage.cost.as_ref().map(|cost| self.piece(cost));
            Some(Passage { slot: passage.slot, from: passage.from, condition, cost })
        };
        let (by, through) = (filter(&call.by), filter(&call.through));
        let args = u16::try_from(call.args.len()).unwrap_or(u16::MAX);
        self.routine.graphs.push(Graph { question: call.question, of: call.graph, first, args, by, through });
        let graph = number(self.routine.graphs.len() - 1);
        self.emit(Ins::Graph(to, graph), span);
    }

    fn supposing(&mut self, of: &Expr, supposed: &program::Supposed, to: Slot, span: Span) {
        let what = match supposed {
            program::Supposed::State(state, value) => Supposed::State(*state, self.fixed(value)),
            program::Supposed::Field(thing, _, field, value) => {
                let thing = self.fixed(thing);
                Supposed::Field(thing, *field, self.fixed(value))
            }
            program::Supposed::Function(id, args, value) => {
                let args = args.as_ref().map(|args| args.iter().map(|arg| self.fixed(arg)).collect());
                Supposed::Function(*id, args, self.fixed(value))
            }
            program::Supposed::By(of, call) => {
                let ExprKind::Call(by, args, _) = &call.kind else {
                    self.emit(Ins::Fail(Failure::Call), span);
                    return;
                };
                let count = self.program.functions[of.index()].params.len();
                let known = args.iter().skip(count).map(|arg| self.fixed(arg)).collect();
                Supposed::By(*of, *by, known)
            }
            program::Supposed::Without(from, to, part) => Supposed::Without(*from, *to, *part),
        };
        let of = self.piece(of);
        self.routine.supposings.push(Supposing { of, what });
        let kept = number(self.routine.supposings.len() - 1);
        self.emit(Ins::Suppose(to, kept), span);
    }

    fn fold(&mut self, fold: &program::Fold) -> Fold {
        match fold {
            program::Fold::Count => Fold::Count,
            program::Fold::Sum(of) => Fold::Sum(self.piece(of)),
            program::Fold::Extreme(highest, of, absent) => Fold::Extreme(*highest, self.piece(of), *absent),
            program::Fold::Some => Fold::Some,
            program::Fold::Only(absent) => Fold::Only(*absent),
            program::Fold::First => Fold::First,
            program::Fold::Collect(kind, of) => {
                Fold::Collect(*kind, of.as_ref().map_or(Piece::Nothing, |of| self.piece(of)))
            }
            program::Fold::Take(count) => Fold::Take(self.piece(count)),
            program::Fold::Through { so_far, start, step } => {
                Fold::Through { so_far: *so_far, start: self.piece(start), step: self.piece(step) }
            }
            program::Fold::Share { amount, most } => Fold::Share { amount: self.piece(amount), most: self.piece(most) },
        }
    }

    /// A scan that the routine keeps.
    pub(super) fn kept_scan(&mut self, selection: &Selection, span: Span, fold: impl FnOnce(&mut Self) -> Fold) -> u32 {
        let kept = self.scan(selection, span, fold);
        self.routine.scans.push(kept);
        number(self.routine.scans.len() - 1)
    }

    pub(super) fn scan(&mut self, selection: &Selection, span: Span, fold: impl FnOnce(&mut Self) -> Fold) -> Scan {
        let of = self.source(&selection.of);
        let filter = self.filter(selection);
        let extreme = selection.extreme.as_ref().map(|(highest, by)| (*highest, self.piece(by)));
        let fold = fold(self);
        Scan { slot: selection.slot, of, filter, extreme, sorted: selection.sorted, fold, span }
    }

    pub(super) fn kept_source(&mut self, of: &Expr) -> u32 {
        let source = self.source(of);
        self.routine.sources.push(source);
        number(self.routine.sources.len() - 1)
    }

    pub(super) fn source(&mut self, of: &Expr) -> Source {
        match &of.kind {
            ExprKind::All(ty) => Source::All(*ty),
            ExprKind::Range(low, high) => {
                let [low, high] = self.reads([low, high]);
                Source::Range(low, high)
            }
            _ => Source::Read(self.read(of)),
        }
    }
}

/// Whether an expression only has to be read.
pub(super) fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Rows(_) | ExprKind::Local(_) | ExprKind::State(_) => true,
        ExprKind::EntityField(of, ..) => matches!(of.kind, ExprKind::Local(_)),
        _ => false,
    }
}

pub(super) fn is_plain_source(of: &Expr) -> bool {
    match &of.kind {
        ExprKind::All(_) => true,
        ExprKind::Range(low, high) => is_plain(low) && is_plain(high),
        _ => is_plain(of),
    }
}

/// An index; a program of so many instructions is far beyond the limits.
pub(super) fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
