//! What becomes of a number that is put into a place: it is rounded, or cut to the range of the place.

/// How a number is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rounding {
    /// Which way.
    pub way: Way,
    /// To multiples of this: a numerator and a denominator, both above 0.
    pub to: (i64, i64),
}

/// Which way a number is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// To the next larger one.
    Up,
    /// To the next smaller one.
    Down,
    /// To the nearest; to the larger of two that are as near.
    Nearest,
}

impl Rounding {
    /// To whole numbers.
    pub fn whole(way: Way) -> Self {
        Self { way, to: (1, 1) }
    }

    /// Whether all that comes of it is whole.
    pub fn is_whole(self) -> bool {
        self.to.0 % self.to.1 == 0
    }
}

/// What becomes of a number that is put into a place of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Making {
    /// How it is rounded.
    pub rounding: Option<Rounding>,
    /// Whether it is cut where it leaves the range.
    pub cut: bool,
}

impl Making {
    /// Whether it is left as it is.
    pub fn is_nothing(self) -> bool {
        self == Self::default()
    }
}
