//! A value without parts, small enough for two registers.

use crate::logic::value::{Entity, Symbol, Value};

/// What a [`Plain`] is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Kind {
    #[default]
    None,
    YesNo,
    Number,
    Symbol,
    /// A thing: whether it still exists is to be asked.
    Entity,
    /// Something that is held elsewhere: in the local of the same number, or in the field of the thing.
    Other,
    /// The collection in the local of this number, which belongs to a procedure further out and stays as it is.
    Shared,
    /// The same for a list of things that is ready to be gone through, by its number.
    Rows,
    /// The dice that are loose.
    Dice,
    /// The elements of a walk: where they begin, and how many there are.
    Walk,
}

/// A value without parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Plain {
    pub(super) kind: Kind,
    pub(super) bits: i64,
}

impl Plain {
    pub(super) const NONE: Self = Self { kind: Kind::None, bits: 0 };
    pub(super) const OTHER: Self = Self { kind: Kind::Other, bits: 0 };
    pub(super) const DICE: Self = Self { kind: Kind::Dice, bits: 0 };

    #[inline]
    pub(super) fn number(number: i64) -> Self {
        Self { kind: Kind::Number, bits: number }
    }

    #[inline]
    pub(super) fn yes_no(held: bool) -> Self {
        Self { kind: Kind::YesNo, bits: i64::from(held) }
    }

    #[inline]
    pub(super) fn symbol(symbol: Symbol) -> Self {
        Self { kind: Kind::Symbol, bits: i64::from(symbol.0) }
    }

    #[inline]
    pub(super) fn thing(entity: Entity) -> Self {
        Self { kind: Kind::Entity, bits: i64::from(entity.0) }
    }

    /// Of a value without parts.
    #[inline]
    pub(super) fn of(value: &Value) -> Option<Self> {
        // The two that are met most are looked for first: a jump by the kind would be slower.
        if let Value::Number(number) = value {
            return Some(Self::number(*number));
        }
        if let Value::Entity(entity) = value {
            return Some(Self::thing(*entity));
        }
        Self::of_rest(value)
    }

    #[inline(never)]
    fn of_rest(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Symbol(symbol) => Self::symbol(*symbol),
            Value::YesNo(held) => Self::yes_no(*held),
            Value::None => Self::NONE,
            _ => return None,
        })
    }

    /// Whether it is all that is to be known: not of a thing, which may be gone, and not of what is no plain value.
    #[inline]
    pub(super) fn is_whole(self) -> bool {
        matches!(self.kind, Kind::Number | Kind::Symbol | Kind::YesNo)
    }

    /// Whether it is a value, and not a word for where one is.
    #[inline]
    pub(super) fn is_value(self) -> bool {
        (self.kind as u32) < Kind::Other as u32
    }

    /// As a value.
    #[inline]
    pub(super) fn value(self) -> Value {
        match self.kind {
            Kind::Number => Value::Number(self.bits),
            Kind::Entity => Value::Entity(Entity(self.index())),
            _ => self.value_rest(),
        }
    }

    #[inline(never)]
    fn value_rest(self) -> Value {
        match self.kind {
            Kind::YesNo => Value::YesNo(self.bits != 0),
            Kind::Symbol => Value::Symbol(Symbol(self.index())),
            _ => Value::None,
        }
    }

    /// The collection in a local further out.
    #[inline]
    #[expect(clippy::cast_possible_wrap, reason = "there are far less locals")]
    pub(super) fn shared(from: usize) -> Self {
        Self { kind: Kind::Shared, bits: from as i64 }
    }

    /// A list of things by its number.
    #[inline]
    #[expect(clippy::cast_possible_wrap, reason = "there are far less lists")]
    pub(super) fn rows(list: usize) -> Self {
        Self { kind: Kind::Rows, bits: list as i64 }
    }

    /// The local that is shared, or the number of the list.
    #[inline]
    pub(super) fn place(self) -> usize {
        self.index() as usize
    }

    /// The thing that it is.
    #[inline]
    pub(super) fn entity(self) -> Option<Entity> {
        (self.kind == Kind::Entity).then(|| Entity(self.index()))
    }

    #[inline]
    pub(super) fn as_number(self) -> Option<i64> {
        (self.kind == Kind::Number).then_some(self.bits)
    }

    #[inline]
    pub(super) fn as_yes_no(self) -> Option<bool> {
        (self.kind == Kind::YesNo).then_some(self.bits != 0)
    }

    /// Members and things were made from 32 bits.
    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "made from a u32")]
    fn index(self) -> u32 {
        self.bits as u32
    }
}
