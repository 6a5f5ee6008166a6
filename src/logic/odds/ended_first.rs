//! Which budget ended first.

/// Which budget ended first where something is not resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedFirst {
    /// That of states.
    States,
    /// That of steps.
    Steps,
    /// That of words: numbers grew long, or states large.
    Words,
    /// That of bytes.
    Bytes,
    /// A single question to chance has more ways than there may be states.
    Ways,
}

impl EndedFirst {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::States, Self::Steps, Self::Words, Self::Bytes, Self::Ways];

    /// The word used in every output format.
    pub fn name(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Steps => "steps",
            Self::Words => "words",
            Self::Bytes => "bytes",
            Self::Ways => "ways",
        }
    }
}
