//! The translation memory: what was translated already and is like what is to be translated now.

mod bands;
mod distance;
mod index;
mod open;
mod pairs;
mod terms;
mod words;

#[cfg(test)]
mod tests;

pub use bands::{Band, bands};
pub use index::{Memory, Suggestion};
pub use open::{Asked, Matches, Open, OpenUnit, open};
pub use pairs::Pair;
pub use terms::{TermUse, Terms};
