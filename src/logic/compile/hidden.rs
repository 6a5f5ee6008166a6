//! Loops and branches of which nobody is told: of them what is written in one statement is made.

use super::expressions::{local, make};
use super::scope::Body;
use super::statements::number;
use crate::logic::program::{Arithmetic, Comparison, Expr, ExprKind, OpKind, PointId, Slot};
use crate::logic::syntax::ast::Span;
use crate::logic::types::Type;

impl Body<'_, '_> {
    /// A branch of which nobody is told.
    pub(super) fn hidden_branch(&mut self, condition: Expr, woven: PointId) -> usize {
        let yes = self.woven();
        self.hidden_branch_as(condition, yes, woven)
    }

    /// The same with a point for where it holds.
    pub(super) fn hidden_branch_as(&mut self, condition: Expr, yes: PointId, woven: PointId) -> usize {
        let no = self.woven();
        self.push(OpKind::Branch { condition, otherwise: 0, yes, no, again: true }, woven)
    }

    /// Closes the region that hidden branches began: what does not go their way goes on here.
    pub(super) fn close_hidden(&mut self, branches: impl IntoIterator<Item = usize>, locals: &[Slot], woven: PointId) {
        for branch in branches {
            let end = self.here();
            self.patch(branch, end);
            self.push(OpKind::Join { locals: locals.to_vec(), states: Vec::new(), stops: false }, woven);
        }
        let region = self.regions.pop().unwrap_or_default();
        if let Some(around) = self.regions.last_mut() {
            around.join(&region);
        }
    }
}

/// A count that is one more or one less.
pub(super) fn by_one(arithmetic: Arithmetic, count: Slot, span: Span) -> Expr {
    let count = Box::new(local(count, &Type::COUNT, span));
    make(ExprKind::Arithmetic(arithmetic, count, Box::new(number(1, span))), Type::COUNT, span)
}

/// Whether a count is not at its end.
pub(super) fn some_left(count: Slot, span: Span) -> Expr {
    let count = Box::new(local(count, &Type::COUNT, span));
    make(ExprKind::Compare(Comparison::Greater, count, Box::new(number(0, span))), Type::YesNo, span)
}
