//! Selections: what is gone through, which of it, and what is made of that.

use super::block::Sides;
use super::expressions::Lowering;
use super::operands::{Operand, Piece, Read};
use crate::logic::program::{Absent, Collection, Comparison, Expr, ExprKind, Selection, Slot};
use crate::logic::syntax::ast::Span;
use crate::logic::types::EntityTypeId;

/// A selection and what is made of it.
#[derive(Debug)]
pub(in super::super) struct Scan {
    /// The register that holds the element that is looked at.
    pub(in super::super) slot: Slot,
    pub(in super::super) of: Source,
    pub(in super::super) filter: Filter,
    /// Only those for which this is highest (`true`) or lowest.
    pub(in super::super) extreme: Option<(bool, Piece)>,
    /// All of them instead, in that order.
    pub(in super::super) sorted: bool,
    pub(in super::super) fold: Fold,
    /// Where the whole of it stands.
    pub(in super::super) span: Span,
}

/// A condition of elements.
#[derive(Debug)]
pub(in super::super) struct Filter {
    /// The plain comparisons with which it begins.
    pub(in super::super) tests: Vec<Test>,
    /// The rest of it.
    pub(in super::super) rest: Piece,
}

/// What is made of the elements that are selected.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Fold {
    Count,
    Sum(Piece),
    /// The highest (`true`) or lowest of this.
    Extreme(bool, Piece, Absent),
    Some,
    Only(Absent),
    /// The first; none where there is none.
    First,
    Collect(Collection, Piece),
    /// Whether this holds for all.
    Every(Piece),
    /// The elements themselves, copies one by one.
    All,
    /// The first so many.
    Take(Piece),
    /// What a value becomes when one after the other changes it.
    Through {
        so_far: Slot,
        start: Piece,
        step: Piece,
    },
    /// What each gets of an amount.
    Share {
        amount: Piece,
        most: Piece,
    },
}

/// What is gone through.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Source {
    /// A collection.
    Read(Read),
    /// All things of a type.
    All(EntityTypeId),
    /// The numbers from one to another.
    Range(Read, Read),
}

impl Source {
    /// Where it stands, if it is a collection that is read.
    pub(in super::super) fn span(&self) -> Span {
        match self {
            Self::Read(read) | Self::Range(read, _) => read.span[0],
            Self::All(_) => Span::default(),
        }
    }
}

/// A comparison of two that only have to be read.
#[derive(Debug)]
pub(in super::super) struct Test {
    pub(in super::super) sort: Sort,
    pub(in super::super) a: Operand,
    pub(in super::super) b: Operand,
    pub(in super::super) sides: Sides,
    /// Which side is the element, or a field of it, where the other stays the same.
    pub(in super::super) element: Option<Element>,
}

/// How two are compared.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Sort {
    Compare(Comparison),
    /// Whether they are equal (`true`) or not.
    Is(bool),
}

/// A test as it is seen from the element.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Element {
    /// The field of it that is compared; the element itself where it is `None`.
    pub(in super::super) field: Option<u16>,
    /// What it is compared with.
    pub(in super::super) with: Operand,
    pub(in super::super) orders: Orders,
    /// Whether both have to be numbers.
    pub(in super::super) numbers: bool,
}

/// How two may stand to each other: a bit for less, equal and greater.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Orders(u8);

impl Orders {
    /// As a comparison asks; seen from the other side where it is turned.
    pub(super) fn of(sort: Sort, turned: bool) -> Self {
        let orders = match sort {
            Sort::Is(true) => 0b010,
            Sort::Is(false) => 0b101,
            Sort::Compare(Comparison::Less) => 0b001,
            Sort::Compare(Comparison::LessOrEqual) => 0b011,
            Sort::Compare(Comparison::Greater) => 0b100,
            Sort::Compare(Comparison::GreaterOrEqual) => 0b110,
        };
        Self(if turned { (orders & 0b010) | (orders & 0b001) << 2 | (orders & 0b100) >> 2 } else { orders })
    }

    /// The numbers that stand so to this one.
    #[inline]
    pub(in super::super) fn with(self, number: i64) -> Range {
        let below = number.wrapping_sub(i64::MIN).cast_unsigned();
        let above = i64::MAX.wrapping_sub(number).cast_unsigned();
        let (low, span, inside) = match self.0 {
            0b001 => (number, above, false),
            0b010 => (number, 0, true),
            0b011 => (i64::MIN, below, true),
            0b100 => (i64::MIN, below, false),
            0b101 => (number, 0, false),
            _ => (number, above, true),
        };
        Range { low, span, inside }
    }
}

/// The numbers from one on, or all others.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Range {
    low: i64,
    /// How many more than one.
    span: u64,
    inside: bool,
}

impl Range {
    /// Whether a number is one of them.
    #[inline]
    pub(in super::super) fn lets(self, number: i64) -> bool {
        (number.wrapping_sub(self.low).cast_unsigned() <= self.span) == self.inside
    }
}

/// So many parts of a condition stand side by side; more are one.
const PARTS: usize = 64;

impl Lowering<'_> {
    /// The plain comparisons with which the condition of a selection begins, and the rest of it.
    pub(super) fn filter(&mut self, selection: &Selection) -> Filter {
        let (mut tests, mut rest) = (Vec::new(), Vec::new());
        let Some(filter) = &selection.filter else { return Filter { tests, rest: Piece::Nothing } };
        let mut open: Vec<&Expr> = vec![filter];
        while let Some(part) = open.pop() {
            if let (ExprKind::And(a, b), true) = (&part.kind, open.len() < PARTS) {
                open.extend([&**b, &**a]);
                continue;
            }
            let test = if rest.is_empty() { self.plain_test(part, selection.slot) } else { None };
            match test {
                Some(test) => tests.push(test),
                None => rest.push(part),
            }
        }
        let rest = if rest.is_empty() { Piece::Nothing } else { self.condition(&rest) };
        Filter { tests, rest }
    }

    fn plain_test(&mut self, expr: &Expr, slot: Slot) -> Option<Test> {
        let (sort, a, b) = match &expr.kind {
            ExprKind::Compare(comparison, a, b) => (Sort::Compare(*comparison), a, b),
            ExprKind::Is(positive, a, b) => (Sort::Is(*positive), a, b),
            _ => return None,
        };
        let (a, b) = (self.plain(a)?, self.plain(b)?);
        let numbers = matches!(sort, Sort::Compare(_));
        let side = |of: Operand| match of {
            Operand::Slot(at) if at == slot => Some(None),
            Operand::Field(at, field) if at == slot => Some(Some(field)),
            _ => None,
        };
        let element = match (side(a.operand), side(b.operand)) {
            (Some(field), None) => Some(Element { field, with: b.operand, orders: Orders::of(sort, false), numbers }),
            (None, Some(field)) => Some(Element { field, with: a.operand, orders: Orders::of(sort, true), numbers }),
            _ => None,
        };
        let sides = Sides { whole: expr.span, a: a.span, b: b.span };
        Some(Test { sort, a: a.operand, b: b.operand, sides, element })
    }
}
