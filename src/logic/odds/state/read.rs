//! Reads values, questions and pools from bytes.

use std::sync::Arc;

use super::bytes::{Reader, tag};
use crate::logic::machine::{Pool, Request};
use crate::logic::program::NameId;
use crate::logic::value::{Entity, Fraction, Symbol, Value};

impl Reader<'_> {
    fn short(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    pub(super) fn request(&mut self) -> Option<Request> {
        let kind = self.byte()?;
        let label = NameId(self.short()?);
        Some(match kind {
            tag::ROLL => Request::Roll { label, count: self.short()?, sides: self.short()? },
            tag::DRAW => {
                let count = self.short()?;
                let Value::Bag(from) = self.value()? else { return None };
                Request::Draw { label, count, from: Arc::unwrap_or_clone(from) }
            }
            tag::PICK => Request::Pick { label, candidates: self.list()? },
            tag::CHOOSE => {
                let by = self.value()?;
                Request::Choose { label, by, candidates: self.list()? }
            }
            _ => return None,
        })
    }

    fn list(&mut self) -> Option<Vec<Value>> {
        match self.value()? {
            Value::List(elements) => Some(Arc::unwrap_or_clone(elements)),
            _ => None,
        }
    }

    pub(super) fn pool(&mut self) -> Option<Pool> {
        let mut parts = Vec::new();
        for _ in 0..self.number()? {
            let mut faces = Vec::new();
            for _ in 0..self.number()? {
                faces.push(self.short()?);
            }
            parts.push((faces, self.short()?));
        }
        Some(Pool { parts })
    }

    pub(super) fn value(&mut self) -> Option<Value> {
        Some(match self.byte()? {
            tag::NONE => Value::None,
            tag::NO => Value::YesNo(false),
            tag::YES => Value::YesNo(true),
            tag::NUMBER => Value::Number(self.signed()?),
            tag::FRACTION => Value::Fraction(Fraction { numerator: self.signed()?, denominator: self.signed()? }),
            tag::SYMBOL => Value::Symbol(Symbol(self.short()?)),
            tag::THING => Value::Entity(Entity(self.short()?)),
            // There is no thing of that number: whoever looks at it finds it gone.
            tag::GONE => Value::Entity(Entity(u32::MAX)),
            tag::LIST => Value::List(Arc::new(self.values()?)),
            tag::SET => Value::set(self.values()?),
            tag::BAG => {
                let mut elements = Vec::new();
                for _ in 0..self.number()? {
                    elements.push((self.value()?, self.short()?));
                }
                elements.sort_unstable();
                Value::Bag(Arc::new(elements))
            }
            tag::MAP => {
                let keys = self.values()?;
                let mut entries = Vec::with_capacity(keys.len());
                for key in keys {
                    entries.push((key, self.value()?));
                }
                Value::map(entries)
            }
            tag::RECORD => Value::Record(Arc::new(self.values()?)),
            tag::POOL => Value::Pool(self.short()?),
            small => Value::Number(i64::from(small.checked_sub(tag::SMALL)?)),
        })
    }

    fn values(&mut self) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for _ in 0..self.number()? {
            values.push(self.value()?);
        }
        Some(values)
    }
}
