//! `x in s where c with highest e`, and what is made of it.

use super::decks::cards_of;
use super::expressions::{broken, local, make};
use super::known::Facts;
use super::primitives::days_of;
use super::scope::{Body, LocalKind};
use crate::logic::program::{Absent, Collection, Expr, ExprKind, Field, Fold, Record, Selection};
use crate::logic::syntax::ast::{self, Select, Source, Span};
use crate::logic::types::{Interval, Type};
use crate::logic::value::Value;

/// A selection, the type of its elements, and how many there can be at most.
pub(super) struct Selected {
    pub(super) selection: Selection,
    pub(super) element: Type,
    pub(super) most: Option<i64>,
    /// What its condition tells of each.
    pub(super) told: Facts,
    /// Whether they are the cards of a deck.
    pub(super) is_deck: bool,
}

impl Body<'_, '_> {
    /// Resolves a source; the name of its element stays visible until [`Body::leave`].
    pub(super) fn source(&mut self, source: &Source, kind: LocalKind) -> Selected {
        let of = self.expr(&source.of);
        let is_deck = matches!(of.ty, Type::Deck(_));
        let of = cards_of(of);
        let element = if let Some(element) = of.ty.element() {
            element.clone()
        } else {
            if of.ty != Type::Unknown {
                let message = format!("this cannot be walked through: it is {}", self.words(&of.ty));
                let help = "write a list, set, bag, map, range, data table, enumeration or entity type";
                self.mismatch(source.of.span, message, help);
            }
            Type::Unknown
        };
        let most = most(&of, self);
        let slot = self.declare(&source.name, element.clone(), kind);
        if let Some(filter) = source.filter.as_ref().filter(|filter| rounds_the_count(filter)) {
            let help = "put brackets around the count: `(count of x in S where C) / 2, rounded up`";
            self.mismatch(filter.span, "this rounds what stands in the `where`", help);
        }
        let filter = source.filter.as_ref().map(|filter| Box::new(self.condition(filter)));
        let told = match (&source.filter, &filter) {
            (Some(written), Some(filter)) => self.learned(written, filter, true),
            _ => Facts::new(),
        };
        let extreme = self.knowing(told.clone(), |body| body.extremes(&source.extremes));
        let sorted = source.sorted && extreme.is_some();
        Selected {
            selection: Selection { slot, of: Box::new(of), filter, extreme, sorted },
            element,
            most,
            told,
            is_deck,
        }
    }

    /// What is compared of the elements: of several keys the record of them, each turned the way of the first.
    fn extremes(&mut self, keys: &[(bool, ast::Expr)]) -> Option<(bool, Box<Expr>)> {
        let mut compared = keys.iter().map(|(_, of)| self.key(of, keys.len() > 1)).collect::<Vec<_>>();
        let (highest, first) = keys.first()?;
        if let [only] = &mut compared[..] {
            return Some((*highest, Box::new(std::mem::replace(only, broken(first.span)))));
        }
        let turned = keys.iter().zip(compared).map(|((way, of), key)| {
            let ty = if key.ty == Type::Fraction { Type::Fraction } else { Type::NUMBER };
            if way == highest { key } else { make(ExprKind::Negate(Box::new(key)), ty, of.span) }
        });
        let turned: Vec<Expr> = turned.collect();
        let name = self.compiler.name("key");
        let fields = turned.iter().map(|key| Field::new(name, key.ty.clone())).collect();
        let record = self.compiler.record(Record { name: String::new(), fields });
        let span = keys.iter().fold(first.span, |span, (_, of)| span.to(of.span));
        Some((*highest, Box::new(make(ExprKind::Record(turned), Type::Record(record), span))))
    }

    /// What elements are compared by; of members, where they are one key among several, their numbers in the order of their type.
    fn key(&mut self, of: &ast::Expr, several: bool) -> Expr {
        let key = self.ordered(of);
        if several && key.ty == Type::Date {
            return days_of(key);
        }
        let Type::Symbols(members) = key.ty.clone() else { return key };
        if !self.compiler.are_ordered(&members) {
            let message = format!("{} are in no order", self.words(&key.ty));
            self.mismatch(of.span, message, "only members of one type are in order, as they are declared");
            return broken(of.span);
        }
        if !several {
            return key;
        }
        let ranks = members.iter().zip(0..).map(|(member, rank)| (Value::Symbol(*member), Value::Number(rank)));
        let high = i64::try_from(members.len()).unwrap_or(i64::MAX) - 1;
        let rank = Type::Number(Interval { low: Some(0), high: Some(high) });
        let ty = Type::Map(Box::new(key.ty.clone()), Box::new(rank.clone()));
        let ranks = make(ExprKind::Constant(Value::map(ranks.collect())), ty, of.span);
        make(ExprKind::Entry(Box::new(ranks), Box::new(key), Absent::Error), rank, of.span)
    }

    pub(super) fn select(
        &mut self,
        select: Select,
        value: Option<&ast::Expr>,
        source: &Source,
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        let by_order = matches!(select, Select::First | Select::Last | Select::List);
        if !by_order {
            self.no_order(source);
        }
        let mark = self.locals.len();
        let Selected { selection, element, most, told, is_deck } = self.source(source, LocalKind::Element);
        if is_deck && !source.sorted && by_order {
            self.order_unknown(source);
        }
        let made = self.knowing(told, |body| {
            value.map(|value| match select {
                Select::Sum => body.number(value, "what is counted"),
                Select::Highest | Select::Lowest => body.key(value, false),
                _ => body.expr_as(value, want.map(Type::without_none).and_then(Type::element)),
            })
        });
        self.leave(mark);
        let collect = |kind, made: Option<Expr>| {
            let ty = Box::new(made.as_ref().map_or_else(|| element.clone(), |value| value.ty.clone()));
            let value = made.map(Box::new);
            let ty = match kind {
                Collection::List => Type::List(ty),
                Collection::Set => Type::Set(ty),
                Collection::Bag => Type::Bag(ty),
                Collection::Map => Type::Unknown,
            };
            (Fold::Collect(kind, value), ty)
        };
        let (fold, ty) = match (select, made) {
            (Select::Count, _) => (Fold::Count, Type::Number(Interval { low: Some(0), high: most })),
            (Select::Some, _) => (Fold::Some, Type::YesNo),
            (Select::Only, _) => (Fold::Only(Absent::Error), element),
            (Select::First, _) => (Fold::First, element.or_none()),
            (Select::Last, _) => {
                let ty = element.or_none();
                let so_far = self.slot(None, ty.clone());
                let none = make(ExprKind::Constant(Value::None), Type::Nothing, span);
                let step = local(selection.slot, &ty, span);
                (Fold::Through { so_far, start: Box::new(none), step: Box::new(step) }, ty)
            }
            (Select::Sum, Some(value)) => {
                let each = self.bounds_of(&value);
                let times = Interval { low: Some(0), high: most };
                let ty = match value.ty {
                    Type::Fraction => Type::Fraction,
                    _ => Type::Number(each.multiply(times).join(Interval::only(0))),
                };
                (Fold::Sum(Box::new(value)), ty)
            }
            (Select::Highest | Select::Lowest, Some(value)) => {
                let ty = value.ty.clone();
                (Fold::Extreme(select == Select::Highest, Box::new(value), Absent::Error), ty)
            }
            (Select::List, made) => collect(Collection::List, made),
            (Select::Set, made) => collect(Collection::Set, made),
            (Select::Bag, made) => collect(Collection::Bag, made),
            // The parser gives these a value.
            (Select::Sum | Select::Highest | Select::Lowest, None) => return broken(span),
        };
        make(ExprKind::Select(fold, selection), ty, span)
    }

    /// Reports a walk through the cards of a deck as if their order were known.
    pub(super) fn order_unknown(&mut self, source: &Source) {
        let help = "draw or look at cards to come by their order; for all in no order write `bag of card in deck`";
        self.mismatch(source.of.span, "the cards of a deck lie in an order that need not be known", help);
    }

    /// Reports an order where it makes no difference.
    pub(super) fn no_order(&mut self, source: &Source) {
        if let (true, Some((_, key))) = (source.sorted, source.extremes.first()) {
            let help = "leave `in order of …` out; those that are first by it are told by `with lowest …`";
            self.mismatch(key.span, "in which order these come makes no difference here", help);
        }
    }

    /// `first 2 x in s`.
    pub(super) fn first_of(&mut self, count: &ast::Expr, source: &Source, span: Span) -> Expr {
        let count = self.expr_for(count, &Type::COUNT, "how many");
        let mark = self.locals.len();
        let Selected { selection, element, .. } = self.source(source, LocalKind::Element);
        self.leave(mark);
        make(ExprKind::Select(Fold::Take(Box::new(count)), selection), Type::List(Box::new(element)), span)
    }

    /// `from e as a through x in s then f`.
    pub(super) fn through(&mut self, through: &ast::Through, span: Span, want: Option<&Type>) -> Expr {
        let start = self.expr_as(&through.start, want);
        let ty = match self.widen(start.ty.clone()) {
            Type::Number(_) if want == Some(&Type::Fraction) => Type::Fraction,
            Type::Unknown if want.is_some() => want.cloned().unwrap_or(Type::Unknown),
            ty => ty,
        };
        let start = self.fit(start, &ty, "what it begins with");
        let mark = self.locals.len();
        let Selected { selection, told, .. } = self.source(&through.source, LocalKind::Element);
        let so_far = self.declare(&through.name, ty.clone(), LocalKind::Element);
        let step = self.knowing(told, |body| body.expr_for(&through.step, &ty, "what it becomes"));
        self.leave(mark);
        let fold = Fold::Through { so_far, start: Box::new(start), step: Box::new(step) };
        make(ExprKind::Select(fold, selection), ty, span)
    }

    /// `share e among x in s each at most f`.
    pub(super) fn share(&mut self, share: &ast::Share, span: Span) -> Expr {
        let amount = self.number(&share.amount, "what is shared out");
        let mark = self.locals.len();
        let Selected { selection, element, told, .. } = self.source(&share.source, LocalKind::Element);
        let most = self.knowing(told, |body| body.number(&share.most, "what each gets at most"));
        self.leave(mark);
        let each = match (&amount.ty, &most.ty) {
            (Type::Fraction, _) | (_, Type::Fraction) => Type::Fraction,
            _ => Type::COUNT,
        };
        let ty = Type::Map(Box::new(element), Box::new(each));
        let fold = Fold::Share { amount: Box::new(amount), most: Box::new(most) };
        make(ExprKind::Select(fold, selection), ty, span)
    }

    pub(super) fn every(&mut self, name: &ast::Name, of: &ast::Expr, condition: &ast::Expr, span: Span) -> Expr {
        let source = Source {
            name: name.clone(),
            of: of.clone(),
            filter: None,
            extremes: Vec::new(),
            sorted: false,
            span: name.span.to(of.span),
        };
        let mark = self.locals.len();
        let selected = self.source(&source, LocalKind::Element);
        let condition = self.condition(condition);
        self.leave(mark);
        make(ExprKind::Every(selected.selection, Box::new(condition)), Type::YesNo, span)
    }
}

/// Whether a condition ends in a rounding that has nothing to round in it: the whole selection was meant.
fn rounds_the_count(filter: &ast::Expr) -> bool {
    let mut last = filter;
    while let ast::ExprKind::Binary(_, _, right) | ast::ExprKind::Not(right) = &last.kind {
        last = right;
    }
    let ast::ExprKind::Rounded(of, _) = &last.kind else { return false };
    std::ptr::eq(last, filter) || matches!(of.kind, ast::ExprKind::Number(_))
}

/// How many elements there are at least, as far as that is plain to see.
pub(super) fn least(of: &Expr, body: &Body<'_, '_>) -> i64 {
    match &of.kind {
        ExprKind::Range(from, to) => match (body.bounds_of(from).high, body.bounds_of(to).low) {
            (Some(from), Some(to)) => i64::from(from <= to),
            _ => 0,
        },
        // Elements that are alike are one of a set.
        ExprKind::Collect(..) => most(of, body).unwrap_or(0).min(1),
        _ => most(of, body).unwrap_or(0),
    }
}

/// How many elements there can be, where that is plain to see.
fn most(of: &Expr, body: &Body<'_, '_>) -> Option<i64> {
    let count = match &of.kind {
        ExprKind::Constant(Value::List(elements)) => elements.len(),
        ExprKind::Rows(data) => body.compiler.program.data[data.index()].rows.len(),
        ExprKind::Collect(_, elements) => elements.len(),
        _ => return None,
    };
    i64::try_from(count).ok()
}
