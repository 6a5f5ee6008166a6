//! Big numbers whose denominators are kept as powers of factors: to add two takes the higher powers, and no divisor is looked
//! for before the end.

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use rustc_hash::FxHashMap;

use crate::logic::odds::Ratio;

/// A product of factors: the number of each with its exponent, in the order of the numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Powers(Vec<(u32, u32)>);

impl Powers {
    /// Both multiplied.
    fn times(&self, other: &Self) -> Self {
        if other.0.is_empty() {
            return self.clone();
        }
        self.merge(other, |a, b| a + b)
    }

    /// The smallest multiple of both.
    fn multiple(&self, other: &Self) -> Self {
        self.merge(other, Ord::max)
    }

    fn merge(&self, other: &Self, both: impl Fn(u32, u32) -> u32) -> Self {
        let mut merged = Vec::with_capacity(self.0.len().max(other.0.len()));
        let (mut left, mut right) = (self.0.iter().copied().peekable(), other.0.iter().copied().peekable());
        while let Some(factor) = first(left.peek(), right.peek()) {
            merged.push((factor, both(take(&mut left, factor), take(&mut right, factor))));
        }
        Self(merged)
    }
}

type Reading<'a> = std::iter::Peekable<std::iter::Copied<std::slice::Iter<'a, (u32, u32)>>>;

/// The lower of the next factors of two lists.
fn first(left: Option<&(u32, u32)>, right: Option<&(u32, u32)>) -> Option<u32> {
    match (left, right) {
        (Some(left), Some(right)) => Some(left.0.min(right.0)),
        (one, other) => one.or(other).map(|next| next.0),
    }
}

/// The exponent of `factor`, if it is next.
fn take(list: &mut Reading<'_>, factor: u32) -> u32 {
    list.next_if(|next| next.0 == factor).map_or(0, |next| next.1)
}

/// The factors that denominators are made of: primes below [`Factors::TRIED`], and whole numbers without such a prime. Equal
/// numbers are one factor.
#[derive(Clone, Debug, Default)]
pub(super) struct Factors {
    numbers: Vec<BigUint>,
    small: Vec<Option<u64>>,
    known: FxHashMap<BigUint, u32>,
    split: FxHashMap<BigUint, Powers>,
}

impl Factors {
    /// Up to where divisors are tried.
    const TRIED: u64 = 1000;

    /// What it costs to find the factors of a number, in words that are touched, about.
    pub(super) fn splitting(number: &BigUint) -> u64 {
        (number.bits() / 64 + 1).saturating_mul(Self::TRIED / 2)
    }

    /// The factors of `number`, which is not 0.
    pub(super) fn split(&mut self, number: &BigUint) -> Powers {
        if let Some(known) = self.split.get(number) {
            return known.clone();
        }
        let mut powers: Vec<(u32, u32)> = Vec::new();
        let mut rest = number.clone();
        // What is not prime divides nothing any more when its turn comes.
        for divisor in std::iter::once(2).chain((3..Self::TRIED).step_by(2)) {
            let mut exponent = 0;
            while !rest.is_one() && !rest.is_zero() && (&rest % divisor).is_zero() {
                rest /= divisor;
                exponent += 1;
            }
            if exponent > 0 {
                powers.push((self.intern(BigUint::from(divisor)), exponent));
            }
        }
        if !rest.is_one() && !rest.is_zero() {
            powers.push((self.intern(rest), 1));
        }
        powers.sort_unstable();
        let powers = Powers(powers);
        self.split.insert(number.clone(), powers.clone());
        powers
    }

    /// The number that `powers` are.
    pub(super) fn product(&self, powers: &Powers) -> BigUint {
        let mut product = Multiplier::of(BigUint::one());
        for &(factor, exponent) in &powers.0 {
            product.raise(self, factor, exponent);
        }
        product.value()
    }

    /// These masses over one denominator.
    pub(super) fn level(&self, masses: &[FactoredRatio]) -> (Vec<BigUint>, Powers) {
        let mut below = Powers::default();
        for mass in masses.iter().filter(|mass| !mass.is_zero()) {
            if mass.below != below {
                below = below.multiple(&mass.below);
            }
        }
        let numerators = masses.iter().map(|mass| self.lift(mass, &below)).collect();
        (numerators, below)
    }

    /// The numerator of `mass` over `below`, a multiple of its denominator.
    fn lift(&self, mass: &FactoredRatio, below: &Powers) -> BigUint {
        if mass.is_zero() {
            return BigUint::zero();
        }
        let mut missing = Multiplier::of(mass.numerator.clone());
        let mut have = mass.below.0.iter().copied().peekable();
        for &(factor, exponent) in &below.0 {
            missing.raise(self, factor, exponent - take(&mut have, factor));
        }
        missing.value()
    }

    fn intern(&mut self, number: BigUint) -> u32 {
        if let Some(&known) = self.known.get(&number) {
            return known;
        }
        let factor = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.small.push(number.to_u64());
        self.numbers.push(number.clone());
        self.known.insert(number, factor);
        factor
    }
}

/// A number times powers of factors, of which what fits is kept in a word.
struct Multiplier {
    small: u64,
    big: BigUint,
}

impl Multiplier {
    fn of(big: BigUint) -> Self {
        Self { small: 1, big }
    }

    fn raise(&mut self, factors: &Factors, factor: u32, exponent: u32) {
        if exponent == 0 {
            return;
        }
        let power = factors.small[factor as usize].and_then(|small| small.checked_pow(exponent));
        match power.and_then(|power| self.small.checked_mul(power)) {
            Some(small) => self.small = small,
            None => match power {
                Some(power) => {
                    self.big *= self.small;
                    self.small = power;
                }
                None => self.big *= factors.numbers[factor as usize].pow(exponent),
            },
        }
    }

    fn is_one(&self) -> bool {
        self.small == 1 && self.big.is_one()
    }

    fn value(mut self) -> BigUint {
        if self.small != 1 {
            self.big *= self.small;
        }
        self.big
    }

    fn apply(self, number: &mut BigUint) {
        if self.small != 1 {
            *number *= self.small;
        }
        if !self.big.is_one() {
            *number *= self.big;
        }
    }
}

/// A number from 0 on: a numerator over powers of factors, not always in lowest terms.
#[derive(Clone, Debug, Default)]
pub(super) struct FactoredRatio {
    numerator: BigUint,
    below: Powers,
}

impl FactoredRatio {
    /// 1.
    pub(super) fn one() -> Self {
        Self::whole(BigUint::one())
    }

    /// `numerator / below`.
    pub(super) fn new(numerator: BigUint, below: Powers) -> Self {
        Self { numerator, below }
    }

    /// A whole number.
    pub(super) fn whole(number: BigUint) -> Self {
        Self::new(number, Powers::default())
    }

    /// Whether it is 0.
    pub(super) fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// The memory that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        let digits = usize::try_from(self.numerator.bits() / 8).unwrap_or(usize::MAX);
        digits.saturating_add(self.below.0.len() * size_of::<(u32, u32)>()).saturating_add(size_of::<Self>())
    }

    /// What it costs to bring the number to lowest terms and to tell it, in words that are touched, about: divisors are looked
    /// for word by word, and decimal digits found by dividing again and again.
    pub(super) fn telling(&self) -> u64 {
        let words = self.numerator.bits() / 64;
        words.saturating_mul(words).saturating_mul(12)
    }

    /// Adds `from × weight`; says what that cost, in words that were touched, about.
    pub(super) fn add(&mut self, factors: &Factors, from: &Self, weight: &Self) -> u64 {
        if from.is_zero() || weight.is_zero() {
            return 1;
        }
        let mut length = 1 + weight.numerator.bits() / 64;
        if self.is_zero() {
            self.below = from.below.times(&weight.below);
            self.numerator = weighted(&from.numerator, Multiplier::of(weight.numerator.clone()));
        } else if weight.below.0.is_empty() && self.below == from.below {
            self.numerator += weighted(&from.numerator, Multiplier::of(weight.numerator.clone()));
        } else {
            let mut ours = Multiplier::of(BigUint::one());
            let mut theirs = Multiplier::of(weight.numerator.clone());
            let mut merged = Vec::with_capacity(self.below.0.len().max(from.below.0.len()));
            let mut left = self.below.0.iter().copied().peekable();
            let mut right = from.below.0.iter().copied().peekable();
            let mut extra = weight.below.0.iter().copied().peekable();
            while let Some(factor) =
                [left.peek(), right.peek(), extra.peek()].into_iter().flatten().map(|it| it.0).min()
            {
                let (have, come) = (take(&mut left, factor), take(&mut right, factor) + take(&mut extra, factor));
                merged.push((factor, have.max(come)));
                match have.cmp(&come) {
                    Ordering::Less => ours.raise(factors, factor, come - have),
                    Ordering::Equal => {}
                    Ordering::Greater => theirs.raise(factors, factor, have - come),
                }
            }
            self.below = Powers(merged);
            length += (ours.big.bits() + theirs.big.bits()) / 64;
            ours.apply(&mut self.numerator);
            self.numerator += weighted(&from.numerator, theirs);
        }
        (self.numerator.bits() + from.numerator.bits()) / 64 * length + self.below.0.len() as u64 + 4
    }

    /// It times `above`, over `below`.
    pub(super) fn scale(&mut self, factors: &Factors, above: &Powers, below: &Powers) {
        let mut multiplier = Multiplier::of(BigUint::one());
        let mut above = above.0.iter().copied().peekable();
        let mut left = Vec::new();
        let all = self.below.times(below);
        for &(factor, exponent) in &all.0 {
            while let Some((missing, power)) = above.next_if(|next| next.0 < factor) {
                multiplier.raise(factors, missing, power);
            }
            let wanted = take(&mut above, factor);
            multiplier.raise(factors, factor, wanted.saturating_sub(exponent));
            if exponent > wanted {
                left.push((factor, exponent - wanted));
            }
        }
        for (missing, power) in above {
            multiplier.raise(factors, missing, power);
        }
        multiplier.apply(&mut self.numerator);
        self.below = Powers(left);
    }

    /// Which of two is greater, and what it took to find out, in words of numbers.
    pub(super) fn compare(&self, factors: &Factors, other: &Self) -> (Ordering, u64) {
        let words = |number: &BigUint| number.bits() / 64 + 1;
        if self.below == other.below || self.is_zero() || other.is_zero() {
            return (self.numerator.cmp(&other.numerator), words(&self.numerator).min(words(&other.numerator)));
        }
        let below = self.below.multiple(&other.below);
        let lifted = [self, other].map(|mass| factors.lift(mass, &below));
        let cost = |mass: &Self, lifted: &BigUint| {
            words(&mass.numerator) * (words(lifted) - words(&mass.numerator).min(words(lifted)) + 1)
        };
        (lifted[0].cmp(&lifted[1]), cost(self, &lifted[0]) + cost(other, &lifted[1]))
    }

    /// What is missing to 1, in lowest terms; 0 where nothing is.
    pub(super) fn rest(&self, factors: &Factors) -> Ratio {
        let below = factors.product(&self.below);
        if below <= self.numerator { Ratio::zero() } else { Ratio::new(&below - &self.numerator, below) }
    }

    /// The number in lowest terms.
    pub(super) fn ratio(&self, factors: &Factors) -> Ratio {
        if self.is_zero() {
            return Ratio::zero();
        }
        // Divisors are looked for in one word of the denominator after the other: that is a remainder by a word each time,
        // where the divisor of two long numbers at once takes the square of their length many times over.
        let (mut numerator, mut denominator) = (self.numerator.clone(), Multiplier::of(BigUint::one()));
        let mut long = Vec::new();
        let mut word = 1u64;
        let mut reduce = |word: u64| {
            let divisor = (&numerator % word).to_u64().unwrap_or(0).gcd(&word);
            if divisor > 1 {
                numerator /= divisor;
            }
            denominator.big *= word / divisor;
        };
        for &(factor, exponent) in &self.below.0 {
            let Some(small) = factors.small[factor as usize] else {
                long.push((factor, exponent));
                continue;
            };
            for _ in 0..exponent {
                word = word.checked_mul(small).unwrap_or_else(|| {
                    reduce(word);
                    small
                });
            }
        }
        reduce(word);
        let mut denominator = denominator.big;
        for (factor, exponent) in long {
            let number = &factors.numbers[factor as usize];
            for _ in 0..exponent {
                let divisor = (&numerator % number).gcd(number);
                if divisor.is_one() {
                    denominator *= number;
                } else {
                    numerator /= &divisor;
                    denominator *= number / divisor;
                }
            }
        }
        Ratio::reduced(numerator, denominator)
    }
}

fn weighted(number: &BigUint, by: Multiplier) -> BigUint {
    if by.is_one() {
        return number.clone();
    }
    match by.big.to_u64().and_then(|big| big.checked_mul(by.small)) {
        Some(word) => number * word,
        None => {
            let mut number = number.clone();
            by.apply(&mut number);
            number
        }
    }
}
