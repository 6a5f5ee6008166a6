//! How likely a way is: exact, and equal ones are one number.

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::Ratio;

/// A probability, by its number in [`Weights`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct WeightId(u32);

impl WeightId {
    /// 1: the only way.
    pub(super) const ONE: Self = Self(0);

    /// Its place among all.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The probabilities of a graph. There are few: those of dice and what comes of merging ways.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    ratios: Vec<Ratio>,
    /// About the same, as numbers of the machine.
    near: Vec<f64>,
    known: FxHashMap<Ratio, WeightId>,
    products: FxHashMap<(WeightId, WeightId), WeightId>,
    sums: FxHashMap<(WeightId, WeightId), WeightId>,
}

impl Weights {
    /// Only 1.
    pub(super) fn new() -> Self {
        let one = Ratio::new(BigUint::one(), BigUint::one());
        Self {
            ratios: vec![one.clone()],
            near: vec![1.0],
            known: FxHashMap::from_iter([(one, WeightId::ONE)]),
            products: FxHashMap::default(),
            sums: FxHashMap::default(),
        }
    }

    /// The number of `numerator / denominator`.
    pub(super) fn intern(&mut self, numerator: &BigUint, denominator: &BigUint) -> WeightId {
        self.add(Ratio::new(numerator.clone(), denominator.clone()))
    }

    /// Both of two things that do not depend on each other.
    pub(super) fn product(&mut self, a: WeightId, b: WeightId) -> WeightId {
        if a == WeightId::ONE {
            return b;
        }
        if b == WeightId::ONE {
            return a;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.products.get(&key) {
            return known;
        }
        let (a, b) = (self.ratio(a), self.ratio(b));
        let product = Ratio::new(a.numerator() * b.numerator(), a.denominator() * b.denominator());
        let id = self.add(product);
        self.products.insert(key, id);
        id
    }

    /// Either of two things that exclude each other.
    pub(super) fn sum(&mut self, a: WeightId, b: WeightId) -> WeightId {
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.sums.get(&key) {
            return known;
        }
        let sum = self.ratio(a) + self.ratio(b);
        let id = self.add(sum);
        self.sums.insert(key, id);
        id
    }

    /// The number of the machine that is nearest, about.
    pub(super) fn approximate(&self, id: WeightId) -> f64 {
        self.near[id.index()]
    }

    /// The probability.
    pub(super) fn ratio(&self, id: WeightId) -> &Ratio {
        &self.ratios[id.index()]
    }

    /// All of them, in the order of their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Ratio> {
        self.ratios.iter()
    }

    fn add(&mut self, ratio: Ratio) -> WeightId {
        if let Some(&known) = self.known.get(&ratio) {
            return known;
        }
        // A number of 32 bits for each is more than memory holds of them.
        let id = WeightId(u32::try_from(self.ratios.len()).unwrap_or(u32::MAX));
        self.near.push(ratio.approximate());
        self.ratios.push(ratio.clone());
        self.known.insert(ratio, id);
        id
    }
}
