//! Chance from a seed, for play and simulation: the same seed means the same run for ever.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::super::value::Value;
use super::chance::{Answer, Chance, Request};

/// Chance from a seed.
///
/// The generator is xoshiro256++, its state filled from the seed by `SplitMix64`. A number below `n` is the upper half of
/// the 128-bit product of `n` and the generator's next 64 bits; products whose lower half is less than `2^64 mod n` are
/// thrown away (Lemire 2019). A die is one such number plus 1; a draw takes one number below the count of what is left, in
/// sorted order; a pick or choice is one number below the count of candidates. None of this will change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeded {
    generator: Xoshiro256PlusPlus,
}

impl Seeded {
    /// Chance from this seed.
    pub fn new(seed: u64) -> Self {
        Self { generator: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// A number from 0 up to, not including, `limit`; 0 if `limit` is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        if limit == 0 {
            return 0;
        }
        loop {
            let product = u128::from(self.generator.next_u64()) * u128::from(limit);
            let [low, high] = halves(product);
            // The remainder is below the limit, so that the slow division is seldom needed.
            if low >= limit || low >= limit.wrapping_neg() % limit {
                return high;
            }
        }
    }

    /// What a die shows.
    pub(super) fn face(&mut self, sides: u32) -> u32 {
        u32::try_from(self.below(u64::from(sides)) + 1).unwrap_or(u32::MAX)
    }

    fn one_of(&mut self, candidates: &[Value]) -> Result<Value, String> {
        let at = self.below(candidates.len() as u64);
        let chosen = usize::try_from(at).ok().and_then(|at| candidates.get(at));
        chosen.cloned().ok_or_else(|| "there is no candidate".to_owned())
    }

    fn draw(&mut self, count: u32, from: &[(Value, u32)]) -> Result<Vec<Value>, String> {
        let mut left = from.to_vec();
        let mut total: u64 = left.iter().map(|(_, count)| u64::from(*count)).sum();
        let mut drawn = Vec::new();
        for _ in 0..count {
            let mut at = self.below(total);
            let hit = left.iter_mut().find(|(_, count)| {
                let here = u64::from(*count);
                let found = at < here;
                at = at.saturating_sub(here);
                found
            });
            let (value, count) = hit.ok_or_else(|| "there is nothing left to draw".to_owned())?;
            *count -= 1;
            total -= 1;
            drawn.push(value.clone());
        }
        Ok(drawn)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the halves are what is wanted")]
fn halves(product: u128) -> [u64; 2] {
    [product as u64, (product >> 64) as u64]
}

impl Chance for Seeded {
    fn answer(&mut self, request: &Request) -> Result<Answer, String> {
        Ok(match request {
            Request::Roll { count, sides, .. } => Answer::Faces((0..*count).map(|_| self.face(*sides)).collect()),
            Request::Draw { count, from, .. } => Answer::Values(self.draw(*count, from)?),
            Request::Pick { candidates, .. } | Request::Choose { candidates, .. } => {
                Answer::Values(vec![self.one_of(candidates)?])
            }
        })
    }

    fn seeded(&mut self) -> Option<&mut Self> {
        Some(self)
    }
}
