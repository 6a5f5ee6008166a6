//! The fields of a thing.

use std::ops::{Deref, DerefMut};

use super::super::value::Value;

/// So many fields are kept in the thing itself.
const FEW: usize = 4;

/// The fields of a thing, in the order of its type. Most things have few, which need no memory of their own: runs begin with a
/// copy of the world.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fields(Kept);

/// How they are kept follows from their number, so that equal fields are equal data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kept {
    /// So many of these; the rest are none.
    Few(u8, [Value; FEW]),
    Many(Vec<Value>),
}

impl Default for Fields {
    fn default() -> Self {
        Self::from([])
    }
}

impl<const N: usize> From<[Value; N]> for Fields {
    #[inline]
    fn from(fields: [Value; N]) -> Self {
        if N > FEW {
            return Self(Kept::Many(fields.into()));
        }
        let mut few = [const { Value::None }; FEW];
        for (place, field) in few.iter_mut().zip(fields) {
            *place = field;
        }
        Self(Kept::Few(u8::try_from(N).unwrap_or_default(), few))
    }
}

impl From<Vec<Value>> for Fields {
    fn from(fields: Vec<Value>) -> Self {
        if fields.len() > FEW {
            return Self(Kept::Many(fields));
        }
        let length = u8::try_from(fields.len()).unwrap_or_default();
        let mut few = [const { Value::None }; FEW];
        for (place, field) in few.iter_mut().zip(fields) {
            *place = field;
        }
        Self(Kept::Few(length, few))
    }
}

impl Deref for Fields {
    type Target = [Value];

    #[inline]
    fn deref(&self) -> &[Value] {
        match &self.0 {
            Kept::Few(length, few) => few.get(..usize::from(*length)).unwrap_or_default(),
            Kept::Many(fields) => fields,
        }
    }
}

impl DerefMut for Fields {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Value] {
        match &mut self.0 {
            Kept::Few(length, few) => few.get_mut(..usize::from(*length)).unwrap_or_default(),
            Kept::Many(fields) => fields,
        }
    }
}

impl<'a> IntoIterator for &'a Fields {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
