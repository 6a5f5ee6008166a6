//! Reads values, questions and pools from bytes.

use std::sync::Arc;

use super::bytes::{Reader, tag};
use crate::logic::calendar::Date;
use crate::logic::machine::{Pool, Request};
use crate::logic::program::NameId;
use crate::logic::value::{Entity, Fraction, Symbol, Value};

impl Reader<'_> {
    pub(super) fn size(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    fn short(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    /// A question, or that there is none.
    #[expect(clippy::option_option, reason = "bytes that cannot be read, and no question")]
    pub(super) fn request(&mut self) -> Option<Option<Request>> {
        let kind = self.byte()?;
        if kind == tag::NONE {
            return Some(None);
        }
        let label = NameId(self.short()?);
        Some(Some(match kind {
            tag::ROLL => Request::Roll { label, count: self.short()?, sides: self.short()? },
            tag::DRAW => Request::Draw { label, count: self.short()?, from: self.bag()? },
            tag::PICK => Request::Pick { label, candidates: self.values()? },
            tag::CHOOSE => Request::Choose { label, by: self.value()?, candidates: self.values()? },
            _ => return None,
        }))
    }

    fn bag(&mut self) -> Option<Vec<(Value, u32)>> {
        let mut elements = Vec::new();
        for _ in 0..self.number()? {
            elements.push((self.value()?, self.short()?));
        }
        Some(elements)
    }

    pub(super) fn pool(&mut self) -> Option<Pool> {
        let mut parts = Vec::new();
        for _ in 0..self.number()? {
            let mut faces = Vec::new();
            for _ in 0..self.number()? {
                faces.push(self.short()?);
            }
            parts.push((Arc::from(faces), self.short()?));
        }
        Some(Pool { parts })
    }

    pub(super) fn value(&mut self) -> Option<Value> {
        Some(match self.byte()? {
            tag::NONE => Value::None,
            tag::NO => Value::yes_no(false),
            tag::YES => Value::yes_no(true),
            tag::NUMBER => Value::Number(self.signed()?),
            tag::FRACTION => {
                Value::Fraction(Box::new(Fraction { numerator: self.signed()?, denominator: self.signed()? }))
            }
            tag::SYMBOL => Value::Symbol(Symbol(self.number()?)),
            tag::DATE => Value::Date(Date::from_number(self.signed()?)?),
            tag::THING => Value::Entity(Entity(self.number()?)),
            tag::LIST => {
                let list = Arc::new(self.values()?);
                self.lists.push(Arc::clone(&list));
                Value::List(list)
            }
            tag::AGAIN => {
                let at = self.size()?;
                Value::List(Arc::clone(self.lists.get(at)?))
            }
            tag::SET => Value::Set(Arc::new(self.values()?)),
            tag::BAG => Value::Bag(Arc::new(self.bag()?)),
            tag::MAP => {
                let mut entries = Vec::new();
                for _ in 0..self.number()? {
                    entries.push((self.value()?, self.value()?));
                }
                Value::Map(Arc::new(entries))
            }
            tag::RECORD => Value::Record(Arc::new(self.values()?)),
            tag::POOL => Value::Pool(self.number()?),
            small => Value::Number(i64::from(small.checked_sub(tag::SMALL)?)),
        })
    }

    pub(super) fn values(&mut self) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        self.values_into(&mut values, 0)?;
        Some(values)
    }

    /// Values, with room for some more.
    pub(super) fn values_into(&mut self, values: &mut Vec<Value>, room: usize) -> Option<()> {
        // What was written in memory once has room there.
        let length = self.size()?;
        values.reserve(length + room);
        for _ in 0..length {
            values.push(self.value()?);
        }
        Some(())
    }
}
