//! Numbers as bytes: seven bits in each, the last one without the eighth; and what is written alike in keys and copies.

use std::sync::Arc;

use crate::logic::machine::{Pool, Request};
use crate::logic::value::Value;

/// Bytes that are being written.
#[derive(Default)]
pub(in crate::logic::odds) struct Bytes(Vec<u8>);

/// Bytes that are being read.
pub(super) struct Reader<'b> {
    bytes: &'b [u8],
    /// Lists that were read, for those that are only named.
    pub(super) lists: Vec<Arc<Vec<Value>>>,
}

/// What the first byte of a value says.
pub(super) mod tag {
    pub(in super::super) const NONE: u8 = 0;
    pub(in super::super) const NO: u8 = 1;
    pub(in super::super) const YES: u8 = 2;
    pub(in super::super) const NUMBER: u8 = 3;
    pub(in super::super) const FRACTION: u8 = 4;
    pub(in super::super) const SYMBOL: u8 = 5;
    pub(in super::super) const THING: u8 = 6;
    pub(in super::super) const GONE: u8 = 7;
    pub(in super::super) const LIST: u8 = 8;
    pub(in super::super) const SET: u8 = 9;
    pub(in super::super) const BAG: u8 = 10;
    pub(in super::super) const MAP: u8 = 11;
    pub(in super::super) const RECORD: u8 = 12;
    pub(in super::super) const POOL: u8 = 13;
    pub(in super::super) const ROLL: u8 = 14;
    pub(in super::super) const DRAW: u8 = 15;
    pub(in super::super) const PICK: u8 = 16;
    pub(in super::super) const CHOOSE: u8 = 17;
    pub(in super::super) const AGAIN: u8 = 18;
    pub(in super::super) const DATE: u8 = 19;
    /// Small numbers have a byte of their own.
    pub(in super::super) const SMALL: u8 = 32;
}

impl Bytes {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(in crate::logic::odds) fn as_slice(&self) -> &[u8] {
        &self.0
    }

    /// More of them.
    #[inline]
    pub(super) fn all(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    #[inline]
    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    #[inline]
    pub(super) fn number(&mut self, mut number: u64) {
        loop {
            let [low, ..] = number.to_le_bytes();
            number >>= 7;
            if number == 0 {
                return self.0.push(low);
            }
            self.0.push(low | 128);
        }
    }

    /// A value without parts; whether it was one.
    #[inline]
    pub(super) fn plain(&mut self, value: &Value) -> bool {
        match value {
            Value::None => self.byte(tag::NONE),
            Value::YesNo(yes) => self.byte(if yes.is_yes() { tag::YES } else { tag::NO }),
            Value::Number(number @ 0..=200) => self.byte(tag::SMALL + u8::try_from(*number).unwrap_or_default()),
            Value::Number(number) => {
                self.byte(tag::NUMBER);
                self.signed(*number);
            }
            Value::Fraction(fraction) => {
                self.byte(tag::FRACTION);
                self.signed(fraction.numerator);
                self.signed(fraction.denominator);
            }
            Value::Symbol(symbol) => {
                self.byte(tag::SYMBOL);
                self.number(symbol.0);
            }
            Value::Date(date) => {
                self.byte(tag::DATE);
                self.signed(date.as_number());
            }
            _ => return false,
        }
        true
    }

    /// What a question asks for, without what there is.
    pub(super) fn asked(&mut self, request: &Request) {
        let (kind, count) = match request {
            Request::Roll { count, .. } => (tag::ROLL, Some(count)),
            Request::Draw { count, .. } => (tag::DRAW, Some(count)),
            Request::Pick { .. } => (tag::PICK, None),
            Request::Choose { .. } => (tag::CHOOSE, None),
        };
        self.byte(kind);
        self.number(u64::from(request.label().0));
        if let Some(count) = count {
            self.number(u64::from(*count));
        }
        if let Request::Roll { sides, .. } = request {
            self.number(u64::from(*sides));
        }
    }

    pub(super) fn pool(&mut self, pool: &Pool) {
        self.number(pool.parts.len() as u64);
        for (faces, dice) in &pool.parts {
            self.number(faces.len() as u64);
            faces.iter().for_each(|face| self.number(u64::from(*face)));
            self.number(u64::from(*dice));
        }
    }

    /// The sign goes into the lowest bit, so that small negative numbers are short too.
    #[inline]
    pub(super) fn signed(&mut self, number: i64) {
        self.number(((number << 1) ^ (number >> 63)).cast_unsigned());
    }
}

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, lists: Vec::new() }
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }

    #[inline]
    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        let mut shift = 0;
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 127).checked_shl(shift)?;
            if byte < 128 {
                return Some(number);
            }
            shift += 7;
        }
    }

    #[inline]
    pub(super) fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1).cast_signed() ^ -((number & 1).cast_signed()))
    }
}
