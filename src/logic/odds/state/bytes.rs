//! Numbers as bytes: seven bits in each, the last one without the eighth.

/// Bytes that are being written.
#[derive(Default)]
pub(super) struct Bytes(Vec<u8>);

/// Bytes that are being read.
pub(super) struct Reader<'b>(&'b [u8]);

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
    /// Small numbers have a byte of their own.
    pub(in super::super) const SMALL: u8 = 32;
}

impl Bytes {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.0
    }

    #[inline]
    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    #[inline]
    pub(super) fn number(&mut self, mut number: u64) {
        while number >= 128 {
            self.0.push((number & 127) as u8 | 128);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// The sign goes into the lowest bit, so that small negative numbers are short too.
    #[inline]
    pub(super) fn signed(&mut self, number: i64) {
        self.number(((number << 1) ^ (number >> 63)).cast_unsigned());
    }
}

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self(bytes)
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
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
