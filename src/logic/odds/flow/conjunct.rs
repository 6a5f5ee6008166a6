//! Parts of filters that look at one field of a thing, and what a change of that field can do to them.

use std::cmp::Ordering;

use super::analysis::Analysis;
use crate::logic::program::{Comparison, Expr, ExprKind, FunctionKind, Slot, Source};
use crate::logic::types::EntityTypeId;
use crate::logic::value::Value;

/// How deep functions are looked into.
const DEEPEST: usize = 8;

/// Most parts of one filter.
const MOST: usize = 64;

/// What a field is compared with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Test {
    /// It is this (or is not).
    Is(bool, Value),
    /// It stands so to this; or it does not.
    Compare(bool, Compared, Value),
}

/// [`Comparison`], which has no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Compared {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A condition on one field of a thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::logic::odds) struct Conjunct {
    field: u16,
    /// The number of the field among all.
    pub(super) at: usize,
    /// Whether it may be none.
    none: bool,
    test: Test,
}

/// What a step does to a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Write {
    /// Makes it this.
    Set(Value),
    /// Makes it no less.
    Raise,
    /// Makes it no more.
    Lower,
    /// Makes it anything.
    Any,
}

impl Conjunct {
    /// Whether it holds for a thing with these fields; nothing where that cannot be said.
    pub(in crate::logic::odds) fn holds(&self, fields: &[Value]) -> Option<bool> {
        self.passes(fields.get(usize::from(self.field))?)
    }

    fn passes(&self, value: &Value) -> Option<bool> {
        if *value == Value::None && !self.none {
            return None;
        }
        match &self.test {
            Test::Is(positive, other) => Some((value == other) == *positive),
            Test::Compare(positive, compared, other) => {
                let (a, b) = (value.as_ratio()?, other.as_ratio()?);
                let order = a.0.checked_mul(b.1)?.cmp(&b.0.checked_mul(a.1)?);
                let held = match compared {
                    Compared::Less => order == Ordering::Less,
                    Compared::LessOrEqual => order != Ordering::Greater,
                    Compared::Greater => order == Ordering::Greater,
                    Compared::GreaterOrEqual => order != Ordering::Less,
                };
                Some(held == *positive)
            }
        }
    }

    /// Whether a change can make it hold where it did not.
    pub(super) fn can_come_true(&self, write: &Write) -> bool {
        let upwards = match &self.test {
            Test::Is(..) => None,
            Test::Compare(positive, Compared::Greater | Compared::GreaterOrEqual, _) => Some(*positive),
            Test::Compare(positive, Compared::Less | Compared::LessOrEqual, _) => Some(!*positive),
        };
        match write {
            Write::Set(value) => self.passes(value) != Some(false),
            Write::Raise => upwards != Some(false),
            Write::Lower => upwards != Some(true),
            Write::Any => true,
        }
    }
}

/// Gathers the parts of a condition on the thing in a slot that must all hold: those that look at one field, and compare it
/// with what stays the same. Functions without exceptions that are asked with the thing are looked into.
pub(super) fn conjuncts(
    analysis: &Analysis,
    expr: &Expr,
    slot: Slot,
    ty: EntityTypeId,
    positive: bool,
    depth: usize,
    found: &mut Vec<Conjunct>,
) {
    if found.len() >= MOST {
        return;
    }
    match &expr.kind {
        ExprKind::And(a, b) if positive => {
            conjuncts(analysis, a, slot, ty, true, depth, found);
            conjuncts(analysis, b, slot, ty, true, depth, found);
        }
        ExprKind::Or(a, b) if !positive => {
            conjuncts(analysis, a, slot, ty, false, depth, found);
            conjuncts(analysis, b, slot, ty, false, depth, found);
        }
        ExprKind::Not(inner) => conjuncts(analysis, inner, slot, ty, !positive, depth, found),
        ExprKind::EntityField(..) => {
            add(analysis, (expr, slot, ty), Test::Is(true, Value::yes_no(positive)), found);
        }
        ExprKind::Is(is, a, b) => {
            for (field, other) in [(a, b), (b, a)] {
                if let Some(value) = constant(analysis, other) {
                    add(analysis, (field, slot, ty), Test::Is(*is == positive, value), found);
                }
            }
        }
        ExprKind::Compare(comparison, a, b) => {
            let (plain, turned) = match comparison {
                Comparison::Less => (Compared::Less, Compared::Greater),
                Comparison::LessOrEqual => (Compared::LessOrEqual, Compared::GreaterOrEqual),
                Comparison::Greater => (Compared::Greater, Compared::Less),
                Comparison::GreaterOrEqual => (Compared::GreaterOrEqual, Compared::LessOrEqual),
            };
            for (field, other, compared) in [(a, b, plain), (b, a, turned)] {
                if let Some(value) = constant(analysis, other) {
                    add(analysis, (field, slot, ty), Test::Compare(positive, compared, value), found);
                }
            }
        }
        ExprKind::Call(id, args, _) if depth < DEEPEST => {
            let Some(function) = analysis.program.functions.get(id.index()) else { return };
            let FunctionKind::Value { base, exceptions } = &function.kind else { return };
            let (Source::Here(body), true) = (&base.body, exceptions.is_empty()) else { return };
            for (n, arg) in (0u16..).zip(args) {
                if matches!(arg.kind, ExprKind::Local(other) if other == slot) {
                    conjuncts(analysis, body, Slot(n), ty, positive, depth + 1, found);
                }
            }
        }
        _ => {}
    }
}

fn add(analysis: &Analysis, (expr, slot, ty): (&Expr, Slot, EntityTypeId), test: Test, found: &mut Vec<Conjunct>) {
    let ExprKind::EntityField(of, of_type, field) = &expr.kind else { return };
    if *of_type != ty || !matches!(of.kind, ExprKind::Local(other) if other == slot) {
        return;
    }
    let (at, none) = (analysis.layout.field(ty, *field), analysis.program.may_be_none(ty, *field));
    let new = Conjunct { field: *field, at, none, test };
    if !found.contains(&new) {
        found.push(new);
    }
}

fn constant(analysis: &Analysis, expr: &Expr) -> Option<Value> {
    match &expr.kind {
        ExprKind::Constant(value) => Some(value.clone()),
        ExprKind::Option(option) => {
            analysis.setting.readings.get(option.index()).map(|reading| Value::Symbol(*reading))
        }
        _ => None,
    }
}
