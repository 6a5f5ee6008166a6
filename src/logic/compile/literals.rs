//! Plain values: starts of states, cells of tables.

use std::sync::Arc;

use super::Compiler;
use crate::logic::calendar::Date;
use crate::logic::syntax::ast;
use crate::logic::types::Type;
use crate::logic::value::Value;

impl Compiler<'_> {
    /// A plain value: a start of a state, a cell of a table.
    pub(super) fn literal(&self, expr: &ast::Expr, ty: &Type) -> Option<Value> {
        use ast::ExprKind as E;
        let value = match &expr.kind {
            E::Number(number) => Value::Number(*number),
            E::Negate(of) => match self.literal(of, &Type::NUMBER)? {
                Value::Number(number) => Value::Number(number.checked_neg()?),
                _ => return None,
            },
            E::YesNo(yes) => Value::yes_no(*yes),
            E::None => Value::None,
            E::Date(year, month, day) => {
                let E::Number(year) = year.kind else { return None };
                Value::Date(Date::new(year, i64::from(*month), *day)?)
            }
            E::Name(name) => Value::Symbol(*self.symbols.get(name)?),
            E::List(elements) => {
                let element = ty.without_none().element().cloned().unwrap_or(Type::Unknown);
                let values: Option<Vec<_>> = elements.iter().map(|value| self.literal(value, &element)).collect();
                match ty.without_none() {
                    Type::Set(_) => Value::set(values?),
                    Type::Bag(_) => Value::bag(values?),
                    Type::Deck(card) => {
                        // A card that is known is a pile of its own.
                        let pile = |of: &ast::Expr| match &of.kind {
                            E::List(cards) => {
                                cards.iter().map(|one| self.literal(one, card)).collect::<Option<Vec<_>>>()
                            }
                            _ => Some(vec![self.literal(of, card)?]),
                        };
                        let piles: Option<Vec<_>> = elements.iter().map(pile).collect();
                        return Some(Value::List(Arc::new(piles?.into_iter().map(Value::bag).collect())));
                    }
                    Type::Map(..) if elements.is_empty() => Value::map(Vec::new()),
                    _ => Value::List(Arc::new(values?)),
                }
            }
            E::Map(entries) => {
                let Type::Map(key_type, value_type) = ty.without_none() else { return None };
                let read: Option<Vec<_>> = entries
                    .iter()
                    .map(|(key, value)| Some((self.literal(key, key_type)?, self.literal(value, value_type)?)))
                    .collect();
                Value::map(read?)
            }
            _ => return None,
        };
        (ty.holds(&value)).then_some(value)
    }
}

impl Type {
    /// Whether a value is of this type.
    pub fn holds(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Unknown, _) | (Self::OrNone(_) | Self::Nothing, Value::None) => true,
            (Self::OrNone(inner), value) => inner.holds(value),
            (Self::Number(interval), Value::Number(number)) => interval.contains(*number),
            (Self::Fraction, Value::Number(_) | Value::Fraction(_)) | (Self::YesNo, Value::YesNo(_)) => true,
            (Self::Date, Value::Date(_)) => true,
            (Self::Symbols(members), Value::Symbol(symbol)) => members.binary_search(symbol).is_ok(),
            // Which type an entity has, only the world knows.
            (Self::Entity(_), Value::Entity(_)) | (Self::Record(_), Value::Record(_)) => true,
            (Self::List(element), Value::List(values)) | (Self::Set(element), Value::Set(values)) => {
                values.iter().all(|value| element.holds(value))
            }
            (Self::Deck(card), Value::List(piles)) => piles.iter().all(|pile| match pile {
                Value::Bag(cards) => cards.iter().all(|(value, _)| card.holds(value)),
                _ => false,
            }),
            (Self::Bag(element), Value::Bag(values)) => values.iter().all(|(value, _)| element.holds(value)),
            (Self::Map(key, element), Value::Map(entries)) => {
                entries.iter().all(|(name, value)| key.holds(name) && element.holds(value))
            }
            _ => false,
        }
    }
}
