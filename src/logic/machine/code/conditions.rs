//! Lowers conditions: to jumps where it only matters where they lead.

use super::block::{Ins, Out};
use super::expressions::{Lowering, is_plain_source, number};
use super::operands::Piece;
use super::scans::Fold;
use super::steps::Fork;
use crate::logic::program::{self as program, Expr, ExprKind, Slot};
use crate::logic::syntax::ast::Span;
use crate::logic::value::Value;

impl Lowering<'_> {
    /// A part that says whether all of these hold.
    pub(super) fn condition(&mut self, exprs: &[&Expr]) -> Piece {
        if let [expr] = exprs
            && let Some(read) = self.plain(expr)
        {
            return Piece::Read(read);
        }
        self.in_block(|lowering| {
            let mut no = Vec::new();
            for expr in exprs {
                lowering.jump(expr, false, &mut no);
            }
            for held in [true, false] {
                let answer = lowering.constant(Value::yes_no(held));
                lowering.emit(Ins::Yield(answer), Span::default());
                if held {
                    lowering.patch(&no);
                }
            }
        })
    }

    /// These jumps lead here.
    pub(super) fn patch(&mut self, jumps: &[usize]) {
        let here = self.here();
        for at in jumps {
            if let Some(
                Ins::Compare(.., Out::Jump(_, to))
                | Ins::Is(.., Out::Jump(_, to))
                | Ins::In(.., Out::Jump(_, to))
                | Ins::Between(.., Out::Jump(_, to))
                | Ins::IsEmpty(.., Out::Jump(_, to))
                | Ins::Differs(.., Out::Jump(_, to))
                | Ins::Exists(.., Out::Jump(_, to))
                | Ins::Holds(_, Out::Jump(_, to))
                | Ins::Test(_, Out::Jump(_, to))
                | Ins::Jump(to),
            ) = self.block.ins.get_mut(*at)
            {
                *to = here;
            }
        }
    }

    /// Goes on elsewhere if a condition comes out so; else behind it.
    pub(super) fn jump(&mut self, expr: &Expr, on: bool, jumps: &mut Vec<usize>) {
        self.deeper(expr.span, |lowering| match &expr.kind {
            ExprKind::Not(of) => lowering.jump(of, !on, jumps),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                // One part decides alone: of `and` one that does not hold, of `or` one that does.
                let decides = matches!(expr.kind, ExprKind::Or(..));
                if on == decides {
                    lowering.jump(a, on, jumps);
                    lowering.jump(b, on, jumps);
                } else {
                    let mut past = Vec::new();
                    lowering.jump(a, decides, &mut past);
                    lowering.jump(b, on, jumps);
                    lowering.patch(&past);
                }
            }
            _ => {
                let at = lowering.test(expr, Out::Jump(on, 0));
                jumps.push(at);
            }
        });
    }

    /// One instruction that says whether a condition holds that is not put together of others.
    pub(super) fn test(&mut self, expr: &Expr, out: Out) -> usize {
        let next = self.next;
        let span = expr.span;
        let at = match &expr.kind {
            ExprKind::Compare(comparison, a, b) => {
                let [a, b] = self.reads([a, b]);
                self.emit_two(|x, y| Ins::Compare(*comparison, x, y, out), span, a, b)
            }
            ExprKind::Is(positive, a, b) => {
                let [a, b] = self.reads([a, b]);
                self.emit_two(|x, y| Ins::Is(*positive, x, y, out), span, a, b)
            }
            ExprKind::In(positive, element, of) => {
                let element = if is_plain_source(of) { self.read(element) } else { self.fixed(element) };
                let of = self.kept_source(of);
                self.emit_one(|x| Ins::In(*positive, x, of, out), span, element)
            }
            ExprKind::Between(positive, value, low, high) => {
                let first = self.first();
                for part in [value, low, high] {
                    let to = self.take();
                    self.evaluate(part, to);
                }
                self.emit(Ins::Between(*positive, first, out), span)
            }
            ExprKind::IsEmpty(of, positive) => {
                let of = self.read(of);
                self.emit_one(|x| Ins::IsEmpty(*positive, x, out), span, of)
            }
            ExprKind::Differs(a, b) => {
                let [a, b] = [a, b].map(|part| self.held(part));
                self.emit(Ins::Differs(a, b, out), span)
            }
            ExprKind::Exists(positive, of, ty) => {
                let of = self.held(of);
                self.emit(Ins::Exists(*positive, of, *ty, out), span)
            }
            ExprKind::Select(program::Fold::Some, selection) => {
                let kept = self.kept_scan(selection, span, |_| Fold::Some);
                self.emit(Ins::Test(kept, out), span)
            }
            ExprKind::Every(selection, condition) => {
                let kept = self.kept_scan(selection, span, |lowering| Fold::Every(lowering.condition(&[condition])));
                self.emit(Ins::Test(kept, out), span)
            }
            _ => {
                let read = self.read(expr);
                self.emit_one(|x| Ins::Holds(x, out), span, read)
            }
        };
        self.next = next;
        at
    }

    /// A condition that is put together of others, as a value.
    pub(super) fn said(&mut self, expr: &Expr, to: Slot) {
        let mut no = Vec::new();
        self.jump(expr, false, &mut no);
        let yes = self.constant(Value::yes_no(true));
        self.emit(Ins::Move(to, yes), expr.span);
        let end = self.emit(Ins::Jump(0), expr.span);
        self.patch(&no);
        let answer = self.constant(Value::yes_no(false));
        self.emit(Ins::Move(to, answer), expr.span);
        self.patch(&[end]);
    }

    /// A condition with two ways: what is emitted next is the first.
    pub(super) fn way(&mut self, condition: &Expr, way: Fork) -> u32 {
        self.routine.ways.push(way);
        let way = number(self.routine.ways.len() - 1);
        if matches!(condition.kind, ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Not(_)) {
            let mut no = Vec::new();
            self.jump(condition, false, &mut no);
            if let Fork::Ends { .. } = self.routine.ways[way as usize] {
                // Nothing is behind the first way, and the step goes on behind the other.
                self.emit(Ins::Taken(true, way), condition.span);
                self.patch(&no);
                self.emit(Ins::Taken(false, way), condition.span);
                return way;
            }
            // The other way is taken where this instruction is told so.
            let yes = self.emit(Ins::Jump(0), condition.span);
            self.patch(&no);
            self.emit(Ins::Taken(false, way), condition.span);
            self.patch(&[yes]);
            self.emit(Ins::Taken(true, way), condition.span);
        } else {
            self.deeper(condition.span, |lowering| {
                lowering.test(condition, Out::Fork(way));
            });
        }
        way
    }
}
