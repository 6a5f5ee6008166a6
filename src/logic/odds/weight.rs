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
    /// Words that were reckoned with, about.
    words: u64,
    /// Bytes of the numbers, about.
    bytes: usize,
}

/// What it costs to bring a fraction of such long numbers to lowest terms, in words, about: divisors are looked for bit by bit.
pub(super) fn reduction(numerator: &BigUint, denominator: &BigUint) -> u64 {
    let bits = numerator.bits().max(denominator.bits());
    let words = bits / 64;
    if words == 0 { 1 } else { bits.saturating_mul(words) }
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
            words: 0,
            bytes: 0,
        }
    }

    /// Words that were reckoned with, about.
    pub(super) fn words(&self) -> u64 {
        self.words
    }

    /// So many words were gone through besides.
    pub(super) fn charge(&mut self, words: u64) {
        self.words = self.words.saturating_add(words);
    }

    /// The memory that the numbers take, about.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The number of `numerator / denominator`.
    pub(super) fn intern(&mut self, numerator: &BigUint, denominator: &BigUint) -> WeightId {
        self.words = self.words.saturating_add(reduction(numerator, denominator));
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
        let (above, below) = (a.numerator() * b.numerator(), a.denominator() * b.denominator());
        self.words = self.words.saturating_add(reduction(&above, &below));
        let product = Ratio::new(above, below);
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
        let (one, other) = (self.ratio(a), self.ratio(b));
        let cost = reduction(one.denominator(), other.denominator()).saturating_mul(4);
        let sum = one + other;
        self.words = self.words.saturating_add(cost);
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
        // Twice: in the list and as what is looked up, with the room of the table.
        let digits = usize::try_from((ratio.numerator().bits() + ratio.denominator().bits()) / 8).unwrap_or(usize::MAX);
        self.bytes = self.bytes.saturating_add(digits.saturating_mul(2)).saturating_add(3 * size_of::<Ratio>());
        self.ratios.push(ratio.clone());
        self.known.insert(ratio, id);
        id
    }
}
