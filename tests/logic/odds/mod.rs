//! Exact odds against what does not share their code: every way one by one, and fractions worked out by hand.

mod best;
mod books;
mod case;
mod closed;
mod compare;
mod enumerate;
mod expect;
mod identity;
mod known;
mod random;

pub(super) use case::with_case;
