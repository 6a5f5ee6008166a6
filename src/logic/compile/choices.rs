//! What players choose: one of the candidates, one or none, or several one after the other.

use super::expressions::{local, make};
use super::hidden::{by_one, some_left};
use super::known::Facts;
use super::scope::{Body, LocalKind, Region};
use super::selections::Selected;
use super::statements::number;
use crate::logic::program::{
    Absent, Arithmetic, Chosen, Collection, Comparison, Expr, ExprKind, Fold, Guard, OpKind, PlaceExpr, PointId,
    Selection, Slot, Wanted,
};
use crate::logic::syntax::ast::{self, Quantity, Source, Span, Statement};
use crate::logic::types::Type;

impl Body<'_, '_> {
    pub(super) fn choose(
        &mut self,
        (quantity, ordered, by): (&Quantity, bool, &ast::Expr),
        source: &Source,
        otherwise: Option<&[Statement]>,
        span: Span,
        point: PointId,
    ) {
        let by = self.chooser(by);
        if quantity.several() {
            if otherwise.is_some() {
                let message = "of several there may be none: then the set of them is empty";
                self.mismatch(span, message, "leave `if there is none` out, and ask whether it is empty");
            }
            return self.choose_several((quantity, ordered), by, source, point);
        }
        let or_none = matches!(quantity, Quantity::May);
        if or_none && otherwise.is_some() {
            let message = "who may choose may choose nothing: then it is none";
            self.mismatch(span, message, "leave `if there is none` out, and ask whether it is none");
        }
        let Selected { selection: from, element, told, .. } = self.source(source, LocalKind::Made);
        self.store_local(from.slot);
        self.chosen(from.slot, by.ty.clone(), if or_none { element.clone().or_none() } else { element.clone() });
        if or_none {
            // The name of each candidate is that of the answer, too.
            self.retype(&source.name.text, element.or_none());
            self.push(OpKind::Choose { wanted: Wanted::OneOrNone, by, from, if_none: None }, point);
            return;
        }
        let at = self.push(OpKind::Choose { wanted: Wanted::One, by, from, if_none: None }, point);
        self.if_none(at, told, otherwise, point);
    }

    /// Several, each of the candidates that are left, until there are as many as are wanted; the set of them has the name, or the
    /// list of them in their order. Where so many are divided, each goes to any of the candidates; then it is a map of how many.
    fn choose_several(&mut self, (quantity, ordered): (&Quantity, bool), by: Expr, source: &Source, point: PointId) {
        let span = source.span;
        let mark = self.locals.len();
        let woven = self.woven();
        let wanted = match quantity {
            Quantity::Exactly(count) | Quantity::UpTo(count) => {
                Some(self.expr_for(count, &Type::COUNT, "how many are chosen"))
            }
            Quantity::Divided(count, _) => Some(self.expr_for(count, &Type::COUNT, "how many are divided")),
            Quantity::All | Quantity::Any | Quantity::One | Quantity::May => None,
        };
        let divided = matches!(quantity, Quantity::Divided(..));
        let or_none = matches!(quantity, Quantity::UpTo(_) | Quantity::Any);
        let Selected { selection, element, told, .. } = self.source(source, LocalKind::Element);
        if matches!(selection.of.ty, Type::Bag(_)) && !matches!(quantity, Quantity::All) {
            let message = "of a bag, each is chosen for itself: it holds several that are alike";
            self.mismatch(source.of.span, message, "choose one, take it out, and repeat");
        }
        let (of_set, kind) = match (divided, ordered) {
            (true, _) => (Type::Map(Box::new(element.clone()), Box::new(Type::COUNT)), Collection::Map),
            (_, true) => (Type::List(Box::new(element.clone())), Collection::List),
            _ => (Type::Set(Box::new(element.clone())), Collection::Set),
        };
        if matches!(quantity, Quantity::All) {
            return self.choose_all((selection, element), by, (source, mark), point);
        }
        let most = match quantity {
            Quantity::Divided(_, Some(most)) => {
                Some(self.knowing(told, |body| body.expr_for(most, &Type::COUNT, "what each gets at most")))
            }
            _ => None,
        };
        let all = self.slot(None, of_set.clone());
        let empty = make(ExprKind::Collect(kind, Vec::new()), of_set.clone(), span);
        self.push(OpKind::Let(all, empty), woven);
        let left = wanted.map(|wanted| {
            let left = self.slot(None, Type::COUNT);
            self.push(OpKind::Let(left, wanted), woven);
            left
        });
        let chosen = selection.slot;
        let answer = if or_none { element.clone().or_none() } else { element.clone() };
        self.chosen(chosen, by.ty.clone(), answer.clone());
        if let Some(slot) = self.slots.get_mut(chosen.index()) {
            slot.ty = answer.clone();
        }
        let fresh = ExprKind::In(false, Box::new(local(chosen, &element, span)), Box::new(local(all, &of_set, span)));
        let fresh = make(fresh, Type::YesNo, span);
        let filter = match selection.filter {
            filter if divided => {
                let room = most.map(|most| {
                    let so_far = Box::new(self.had_by(local(chosen, &element, span), all, &of_set));
                    make(ExprKind::Compare(Comparison::Less, so_far, Box::new(most)), Type::YesNo, span)
                });
                let and = |a: Expr, b: Expr| make(ExprKind::And(Box::new(a), Box::new(b)), Type::YesNo, span);
                filter.map(|filter| *filter).into_iter().chain(room).reduce(and).map(Box::new)
            }
            Some(filter) => Some(Box::new(make(ExprKind::And(filter, Box::new(fresh)), Type::YesNo, span))),
            None => Some(Box::new(fresh)),
        };
        let from = Selection { filter, ..selection };
        self.regions.push(Region::default());
        let top = self.here();
        let more = left.map(|left| self.hidden_branch(some_left(left, span), woven));
        self.store_local(chosen);
        let of_many = if or_none { Wanted::OneOrNone } else { Wanted::OneOfMany };
        self.push(OpKind::Choose { wanted: of_many, by, from, if_none: None }, point);
        let done = or_none.then(|| {
            let nothing = make(ExprKind::Constant(crate::logic::value::Value::None), Type::Nothing, span);
            let some = ExprKind::Is(false, Box::new(local(chosen, &answer, span)), Box::new(nothing));
            self.hidden_branch(make(some, Type::YesNo, span), woven)
        });
        self.store_local(all);
        let value = local(chosen, &element, span);
        let guard = Guard { check: None };
        if divided {
            self.one_more_for(value, all, &of_set, woven);
        } else {
            self.push(OpKind::AddTo { place: PlaceExpr::Local(all), count: None, value, guard }, woven);
        }
        if let Some(left) = left {
            self.push(OpKind::Let(left, by_one(Arithmetic::Subtract, left, span)), woven);
        }
        self.push(OpKind::Jump(top), woven);
        self.close_hidden(done.into_iter().chain(more), &[all, chosen], woven);
        self.leave(mark);
        self.named_result(source, local(all, &of_set, span), point);
    }

    /// What several were chosen into gets the name under which they are asked for.
    fn named_result(&mut self, source: &Source, all: Expr, point: PointId) {
        let slot = self.declare(&source.name, all.ty.clone(), LocalKind::Made);
        self.store_local(slot);
        self.push(OpKind::Let(slot, all), point);
    }

    /// One more of what is divided goes to a candidate.
    fn one_more_for(&mut self, candidate: Expr, map: Slot, ty: &Type, woven: PointId) {
        let span = candidate.span;
        let so_far = Box::new(self.had_by(candidate.clone(), map, ty));
        let more = make(ExprKind::Arithmetic(Arithmetic::Add, so_far, Box::new(number(1, span))), Type::COUNT, span);
        let place = PlaceExpr::Entry(Box::new(PlaceExpr::Local(map)), Box::new(candidate));
        self.push(OpKind::Store(place, more, Guard { check: None }), woven);
    }

    /// How much of what is divided a candidate has so far.
    fn had_by(&mut self, candidate: Expr, map: Slot, ty: &Type) -> Expr {
        let span = candidate.span;
        let held = Box::new(local(map, ty, span));
        let (yes, no) = (self.woven(), self.woven());
        let of = make(ExprKind::Entry(held, Box::new(candidate), Absent::None), Type::COUNT.or_none(), span);
        let so_far = ExprKind::OrElse { of: Box::new(of), instead: Box::new(number(0, span)), yes, no };
        make(so_far, Type::COUNT, span)
    }

    /// All in an order that is chosen: of several that are alike each comes, too.
    fn choose_all(
        &mut self,
        (selection, element): (Selection, Type),
        by: Expr,
        (source, mark): (&Source, usize),
        point: PointId,
    ) {
        let span = source.span;
        let woven = self.woven();
        let list = Type::List(Box::new(element.clone()));
        let chosen = selection.slot;
        let [left, all] = [(); 2].map(|()| self.slot(None, list.clone()));
        let there = ExprKind::Select(Fold::Collect(Collection::List, None), selection);
        self.push(OpKind::Let(left, make(there, list.clone(), span)), woven);
        let empty = make(ExprKind::Collect(Collection::List, Vec::new()), list.clone(), span);
        self.push(OpKind::Let(all, empty), woven);
        self.chosen(chosen, by.ty.clone(), element.clone());
        self.regions.push(Region::default());
        let top = self.here();
        let some = ExprKind::IsEmpty(Box::new(local(left, &list, span)), false);
        let more = self.hidden_branch(make(some, Type::YesNo, span), woven);
        self.store_local(chosen);
        let of = Box::new(local(left, &list, span));
        let from = Selection { slot: chosen, of, filter: None, extreme: None, sorted: false };
        self.push(OpKind::Choose { wanted: Wanted::OneOfMany, by, from, if_none: None }, point);
        for slot in [all, left] {
            self.store_local(slot);
        }
        let value = local(chosen, &element, span);
        let (place, guard) = (PlaceExpr::Local(all), Guard { check: None });
        self.push(OpKind::AddTo { place, count: None, value: value.clone(), guard }, woven);
        self.push(OpKind::TakeFrom { place: PlaceExpr::Local(left), count: None, value }, woven);
        self.push(OpKind::Jump(top), woven);
        self.close_hidden([more], &[all, left, chosen], woven);
        self.leave(mark);
        self.named_result(source, local(all, &list, span), point);
    }

    /// Gives a name another type.
    fn retype(&mut self, name: &str, ty: Type) {
        let Some(local) = self.local(name) else { return };
        local.ty = ty.clone();
        let slot = local.slot;
        if let Some(slot) = self.slots.get_mut(slot.index()) {
            slot.ty = ty;
        }
    }

    /// Who chooses: a member of a type, or a thing.
    pub(super) fn chooser(&mut self, by: &ast::Expr) -> Expr {
        let player = self.expr(by);
        let player = self.there(player, by, "somebody has to choose");
        if !matches!(player.ty, Type::Symbols(_) | Type::Entity(_) | Type::OneOf(_) | Type::Nothing | Type::Unknown) {
            let message = format!("a player chooses, and this is {}", self.words(&player.ty));
            self.mismatch(
                by.span,
                message,
                "name a side, or a thing that stands for one: `choose x by attacker from …`",
            );
        }
        player
    }

    /// Notes what a choice is between, once for all that are alike.
    pub(super) fn chosen(&mut self, slot: Slot, by: Type, of: Type) {
        let Some(label) = self.slots.get(slot.index()).and_then(|local| local.name) else { return };
        let chosen = Chosen { label, by, of };
        if self.compiler.chosen.insert(chosen.clone()) {
            self.compiler.program.choices.push(chosen);
        }
    }

    /// What to do when there is no candidate stands behind a jump over it; of one there is, this is known.
    pub(super) fn if_none(&mut self, at: usize, told: Facts, otherwise: Option<&[Statement]>, point: PointId) {
        let Some(statements) = otherwise else {
            self.known.extend(told);
            return;
        };
        let jump = self.push(OpKind::Jump(0), point);
        let begin = self.here();
        self.patch(at, begin);
        self.two_ways([told, Facts::new()], |_| {}, |body| body.statements(statements));
        let end = self.here();
        self.patch(jump, end);
    }
}
