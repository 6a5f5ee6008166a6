//! Decks: cards in an order that nobody knows, or that was seen. What is done with them becomes ordinary steps.

use super::expressions::{local, make};
use super::hidden::by_one;
use super::scope::{Body, LocalKind};
use super::statements::number;
use crate::logic::program::{
    Arithmetic, Collection, Comparison, DeckCall, End, Expr, ExprKind, Fold, Guard, OpKind, PlaceExpr, PointId,
    Primitive, Selection, Slot,
};
use crate::logic::syntax::ast::{self, Name, Span, Statement};
use crate::logic::types::Type;
use crate::logic::value::Value;

/// The type of the cards of a deck; none of any other type.
pub(super) fn card_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Deck(card) => Some(card),
        _ => None,
    }
}

/// The cards of a deck, whose order is no matter here; anything else as it is.
pub(super) fn cards_of(expr: Expr) -> Expr {
    let Some(card) = card_of(&expr.ty) else { return expr };
    let (span, ty) = (expr.span, Type::Bag(Box::new(card.clone())));
    make(ExprKind::Primitive(Primitive::Deck(DeckCall::Cards), vec![expr]), ty, span)
}

impl Body<'_, '_> {
    /// A deck as it is written: a card that is known, or a list of those whose order nobody knows.
    pub(super) fn deck(&mut self, elements: &[ast::Expr], card: &Type, span: Span) -> Expr {
        let pile_ty = Type::Bag(Box::new(card.clone()));
        let mut piles = Vec::new();
        for element in elements {
            let cards = match &element.kind {
                ast::ExprKind::List(cards) => cards.as_slice(),
                _ => std::slice::from_ref(element),
            };
            let cards = cards.iter().map(|one| self.expr_for(one, card, "a card of the deck")).collect();
            piles.push(make(ExprKind::Collect(Collection::Bag, cards), pile_ty.clone(), element.span));
        }
        make(ExprKind::Collect(Collection::List, piles), Type::Deck(Box::new(card.clone())), span)
    }

    /// Reports an end of something that has none.
    pub(super) fn no_deck(&mut self, end: Option<End>, look: bool, span: Span) {
        if end.is_some() || look {
            let message = if look { "only a deck is looked at" } else { "only a deck has a top and a bottom" };
            self.mismatch(span, message, "declare it as `deck of …`");
        }
    }

    /// A card that comes to an end of a deck, or leaves it.
    pub(super) fn card(
        &mut self,
        target: PlaceExpr,
        ty: Type,
        card: Expr,
        (add, end): (bool, Option<End>),
        span: Span,
        point: PointId,
    ) {
        let call = match (add, end) {
            (false, _) => DeckCall::Take,
            (true, Some(end)) => DeckCall::Put(end),
            (true, None) => {
                let message = "a deck has two ends, and this does not say to which the card comes";
                self.mismatch(span, message, "write `add x to the top of deck`, or `to the bottom of`");
                return;
            }
        };
        let deck = held_in(&target, &ty, span);
        let value = make(ExprKind::Primitive(Primitive::Deck(call), vec![deck, card]), ty, span);
        self.push(OpKind::Store(target, value, Guard { check: None }), point);
    }

    /// `shuffle deck`, `shuffle cards into deck`.
    pub(super) fn shuffle(&mut self, from: Option<&ast::Expr>, place: &ast::Expr, point: PointId) {
        if let Some(from) = from {
            self.uses(from);
        }
        let from = from.and_then(|from| Some((self.place(from)?, from.span)));
        let Some((target, ty)) = self.place(place) else { return };
        let Some(card) = card_of(&ty).cloned() else {
            if ty != Type::Unknown {
                let message = format!("only a deck is shuffled, and this is {}", self.words(&ty));
                self.mismatch(place.span, message, "declare it as `deck of …`");
            }
            return;
        };
        let mut parts = vec![held_in(&target, &ty, place.span)];
        if let Some(((source, source_ty), span)) = &from {
            let held = cards_of(held_in(source, source_ty, *span));
            let fits =
                held.ty.element().is_some_and(|element| card.accepts(element) == crate::logic::types::Fit::Always);
            if !fits && *source_ty != Type::Unknown {
                let message = format!("this is {}, and the deck holds {}", self.words(source_ty), self.words(&card));
                self.mismatch(*span, message, "shuffle cards of the same kind into it");
                return;
            }
            parts.push(held);
        }
        self.note(&target);
        let value = make(ExprKind::Primitive(Primitive::Deck(DeckCall::Shuffled), parts), ty, place.span);
        self.push(OpKind::Store(target, value, Guard { check: None }), point);
        if let Some(((source, source_ty), span)) = from {
            self.note(&source);
            self.emptied(source, source_ty, span, point);
        }
    }

    /// `put pile at the top of deck`.
    pub(super) fn put_pile(&mut self, from: &ast::Expr, place: &ast::Expr, end: End, point: PointId) {
        self.uses(from);
        let source = self.place(from);
        let Some((target, ty)) = self.place(place) else { return };
        let Some((source, source_ty)) = source else { return };
        let Some(card) = card_of(&ty).cloned() else {
            return self.no_deck(Some(end), false, place.span);
        };
        let held_cards = held_in(&source, &source_ty, from.span);
        let cards = cards_of(held_cards.clone());
        let fits = cards.ty.element().is_some_and(|element| card.accepts(element) == crate::logic::types::Fit::Always);
        if !fits && source_ty != Type::Unknown {
            let message = format!("this is {}, and the deck holds {}", self.words(&source_ty), self.words(&card));
            self.mismatch(from.span, message, "put cards of the same kind there; a single one comes by `add`");
            return;
        }
        // Cards in no order are a pile of which nobody knows it.
        let pile = match &source_ty {
            Type::Deck(_) | Type::List(_) => held_cards,
            _ => make(ExprKind::Primitive(Primitive::Deck(DeckCall::Shuffled), vec![cards]), ty.clone(), from.span),
        };
        self.note(&target);
        self.note(&source);
        let deck = held_in(&target, &ty, place.span);
        let value = make(ExprKind::Primitive(Primitive::Deck(DeckCall::Stack(end)), vec![deck, pile]), ty, place.span);
        self.push(OpKind::Store(target, value, Guard { check: None }), point);
        self.emptied(source, source_ty, from.span, point);
    }

    /// Of what was put into a deck nothing is left where it was.
    fn emptied(&mut self, source: PlaceExpr, ty: Type, span: Span, point: PointId) {
        let empty = match &ty {
            Type::Set(_) => Value::Set(std::sync::Arc::default()),
            Type::Bag(_) => Value::Bag(std::sync::Arc::default()),
            _ => Value::List(std::sync::Arc::default()),
        };
        let empty = make(ExprKind::Constant(empty), ty, span);
        self.push(OpKind::Store(source, empty, Guard { check: None }), point);
    }

    /// Takes cards from an end of a deck, or looks at them; chance says only which of a pile come whose order nobody knows.
    pub(super) fn deal(
        &mut self,
        (target, card): (PlaceExpr, Type),
        count: Expr,
        (name, end): (&Name, End),
        look: bool,
        point: PointId,
    ) {
        let span = name.span;
        let woven = self.woven();
        let list = Type::List(Box::new(card.clone()));
        let deck_ty = Type::Deck(Box::new(card.clone()));
        let wanted = self.slot(None, Type::COUNT);
        self.push(OpKind::Let(wanted, count), woven);
        let all = self.slot(None, list.clone());
        let empty = make(ExprKind::Constant(Value::List(std::sync::Arc::default())), list.clone(), span);
        self.push(OpKind::Let(all, empty), woven);
        let mark = self.locals.len();
        let drawn = self.declare(name, list.clone(), LocalKind::Element);
        // One after the other, for their order is chance, too. What is only looked at lies where it lay, and is known from then on.
        let seen = self.slot(None, Type::COUNT);
        self.push(OpKind::Let(seen, number(0, span)), woven);
        self.regions.push(super::scope::Region::default());
        let top = self.here();
        let [a, b] = [seen, wanted].map(|slot| Box::new(local(slot, &Type::COUNT, span)));
        let more = make(ExprKind::Compare(Comparison::Less, a, b), Type::YesNo, span);
        let branch = self.hidden_branch(more, woven);
        let passed_over = if look { local(seen, &Type::COUNT, span) } else { number(0, span) };
        let asked = [passed_over, number(1, span)];
        self.dealt((&target, &deck_ty), &asked, (drawn, all), (end, look), (woven, point));
        self.push(OpKind::Let(seen, by_one(Arithmetic::Add, seen, span)), woven);
        self.push(OpKind::Jump(top), woven);
        self.close_hidden([branch], &[all, drawn, seen], woven);
        self.leave(mark);
        let slot = self.declare(name, list.clone(), LocalKind::Made);
        self.store_local(slot);
        self.push(OpKind::Let(slot, local(all, &list, span)), point);
    }

    /// Cards from an end of a deck behind some that are passed over, put behind those that came before.
    fn dealt(
        &mut self,
        (target, deck_ty): (&PlaceExpr, &Type),
        asked: &[Expr; 2],
        (drawn, all): (Slot, Slot),
        (end, look): (End, bool),
        (woven, point): (PointId, PointId),
    ) {
        let span = asked[0].span;
        let Some(card) = card_of(deck_ty).cloned() else { return };
        let (list, pile_ty) = (Type::List(Box::new(card.clone())), Type::Bag(Box::new(card)));
        let deck = held_in(target, deck_ty, span);
        let of_deck = |call: DeckCall, ty: &Type, more: Option<Expr>| {
            let parts = [deck.clone()].into_iter().chain(asked.iter().cloned()).chain(more).collect();
            make(ExprKind::Primitive(Primitive::Deck(call), parts), ty.clone(), span)
        };
        let known = self.slot(None, list.clone());
        self.push(OpKind::Let(known, of_deck(DeckCall::Known(end), &list, None)), woven);
        let open = self.slot(None, pile_ty.clone());
        self.push(OpKind::Let(open, of_deck(DeckCall::Open(end), &pile_ty, None)), woven);
        let none = make(ExprKind::Constant(Value::List(std::sync::Arc::default())), list.clone(), span);
        self.push(OpKind::Let(drawn, none), woven);
        self.regions.push(super::scope::Region::default());
        let asks = ExprKind::IsEmpty(Box::new(local(open, &pile_ty, span)), false);
        let branch = self.hidden_branch(make(asks, Type::YesNo, span), woven);
        let came = self.counted(local(known, &list, span));
        let rest = ExprKind::Arithmetic(Arithmetic::Subtract, Box::new(asked[1].clone()), Box::new(came));
        let rest = make(rest, Type::COUNT, span);
        self.push(OpKind::Draw { count: rest, place: PlaceExpr::Local(open), slot: drawn }, point);
        self.close_hidden([branch], &[open, drawn], woven);
        let call = if look { DeckCall::Look(end) } else { DeckCall::Deal(end) };
        let left = of_deck(call, deck_ty, Some(local(drawn, &list, span)));
        self.push(OpKind::Store(target.clone(), left, Guard { check: None }), if look { woven } else { point });
        let parts = [all, known, drawn].map(|slot| local(slot, &list, span)).to_vec();
        self.push(
            OpKind::Let(all, make(ExprKind::Primitive(Primitive::Deck(DeckCall::Join), parts), list.clone(), span)),
            woven,
        );
        self.store_local(all);
    }

    /// So many, or as many as a place holds, if these are fewer.
    pub(super) fn as_many_as_there_are(&mut self, count: Expr, (place, ty): (&PlaceExpr, &Type), span: Span) -> Expr {
        let all = self.counted(cards_of(held_in(place, ty, span)));
        make(ExprKind::Extreme(false, vec![count, all]), Type::COUNT, span)
    }

    /// How many a collection holds.
    fn counted(&mut self, list: Expr) -> Expr {
        let (span, element) = (list.span, list.ty.element().cloned().unwrap_or(Type::Unknown));
        let slot = self.slot(None, element);
        let from = Selection { slot, of: Box::new(list), filter: None, extreme: None, sorted: false };
        make(ExprKind::Select(Fold::Count, from), Type::COUNT, span)
    }

    /// What is chosen within is told at the end of the block.
    pub(super) fn in_secret(&mut self, inner: &[Statement]) {
        let first = self.compiler.program.points.len();
        self.secret_between(inner);
        for statement in inner {
            self.statement(statement);
        }
        let points = [first, self.compiler.program.points.len()].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
        self.compiler.program.secret.push(points[0]..points[1]);
    }

    /// Who chooses in secret cannot know what another has chosen there.
    fn secret_between(&mut self, inner: &[Statement]) {
        let mut chosen: Vec<&str> = Vec::new();
        super::procedures::each(inner, &mut |statement| {
            if let ast::StatementKind::Choose { source, .. } = statement {
                chosen.push(&source.name.text);
            }
        });
        let mut found = Vec::new();
        super::procedures::each(inner, &mut |statement| {
            let ast::StatementKind::Choose { by, source, .. } = statement else { return };
            let parts = [Some(by), Some(&source.of), source.filter.as_ref()];
            for part in parts.into_iter().flatten().chain(source.extremes.iter().map(|(_, by)| by)) {
                let text = crate::logic::syntax::print::expression(part);
                let other =
                    super::joined::words_of(&text).find(|word| chosen.contains(word) && **word != source.name.text);
                found.extend(other.map(|other| (part.span, other.to_owned())));
            }
        });
        for (span, other) in found {
            let message = format!("`{other}` is chosen in secret, and nobody knows it before the end of the block");
            self.mismatch(span, message, "put what depends on it behind the block");
        }
    }
}

/// What a place holds.
fn held_in(place: &PlaceExpr, ty: &Type, span: Span) -> Expr {
    let kind = match place {
        PlaceExpr::Local(slot) => ExprKind::Local(*slot),
        PlaceExpr::State(state) => ExprKind::State(*state),
        PlaceExpr::EntityField(thing, of, field) => ExprKind::EntityField(thing.clone(), *of, *field),
        PlaceExpr::RecordField(inner, field) => {
            ExprKind::RecordField(Box::new(held_in(inner, &Type::Unknown, span)), *field)
        }
        PlaceExpr::Entry(inner, key) => {
            let inner = Box::new(held_in(inner, &Type::Unknown, span));
            ExprKind::Entry(inner, key.clone(), crate::logic::program::Absent::Error)
        }
    };
    make(kind, ty.clone(), span)
}
