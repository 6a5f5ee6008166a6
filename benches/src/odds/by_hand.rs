//! The odds as a programmer would find them who knows how these battles go.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::hint::black_box;

use num_bigint::BigInt;
use num_rational::BigRational;

use super::{Question, Shares};
use crate::in_turn::timed;
use crate::{POWER, STRENGTH, UNITS};

/// Strengths of a side, the highest first.
type Side = [u32; UNITS];

/// The odds, and the seconds of one of so many times.
pub fn solve(question: Question, times: u32) -> (Shares, f64) {
    match question {
        Question::Volley(archers) => {
            let (odds, seconds) = repeat(times, || volley(black_box(archers)));
            (named(odds, |hits| hits), seconds)
        }
        Question::Clash(attackers, defenders) => {
            let (odds, seconds) = repeat(times, || clash(black_box(attackers), black_box(defenders)));
            (named(odds, |(attackers, defenders)| format!("{attackers} {defenders}")), seconds)
        }
        Question::Battle(_) => {
            let (odds, seconds) = repeat(times, || battle(black_box(POWER)));
            (named(odds, |winner| winner), seconds)
        }
    }
}

fn repeat<A>(times: u32, mut work: impl FnMut() -> A) -> (A, f64) {
    let (answer, seconds) = timed(|| {
        for _ in 1..times {
            black_box(work());
        }
        work()
    });
    (answer, seconds / f64::from(times))
}

fn named<K, N: Display>(odds: BTreeMap<K, BigRational>, name: impl Fn(K) -> N) -> Shares {
    odds.into_iter().map(|(outcome, share)| (name(outcome).to_string(), share)).collect()
}

/// In how many of the throws of so many dice so many hit, when so many faces do.
fn throws(dice: u32, hits: u32, faces: u32) -> u128 {
    let chosen = (0..hits).fold(1, |product, at| product * u128::from(dice - at) / u128::from(at + 1));
    chosen * u128::from(faces).pow(hits) * u128::from(6 - faces).pow(dice - hits)
}

fn all(dice: u32) -> u128 {
    6u128.pow(dice)
}

fn share(part: u128, whole: u128) -> BigRational {
    BigRational::new(part.into(), whole.into())
}

fn volley(archers: u32) -> BTreeMap<u32, BigRational> {
    (0..=archers).map(|hits| (hits, share(throws(archers, hits, 2), all(archers)))).collect()
}

/// Which line is left, and how much of it.
fn clash(attackers: u32, defenders: u32) -> BTreeMap<(u32, u32), BigRational> {
    to_the_end((attackers, defenders), |(attackers, defenders)| {
        let mut ways = BTreeMap::new();
        if attackers > 0 && defenders > 0 {
            for by_attackers in 0..=attackers {
                for by_defenders in 0..=defenders {
                    let after = (attackers.saturating_sub(by_defenders), defenders.saturating_sub(by_attackers));
                    *ways.entry(after).or_default() +=
                        throws(attackers, by_attackers, 2) * throws(defenders, by_defenders, 3);
                }
            }
        }
        ways
    })
}

/// Who wins. Which of equals loses strength makes no difference to that, and nobody harms a side while it attacks: so its
/// dice can be thrown together and its strengths sorted.
fn battle(power: u32) -> BTreeMap<&'static str, BigRational> {
    let side: Side = [STRENGTH; UNITS];
    let ends = to_the_end((side, side), |(defenders, aggressors)| {
        let (dice, most) = (defenders.iter().sum(), aggressors.iter().sum::<u32>());
        let mut ways = BTreeMap::new();
        if dice > 0 && most > 0 {
            for hits in 0..=dice {
                let aggressors = wounded(aggressors, hits);
                let answer = aggressors.iter().sum();
                for hits_back in 0..=answer {
                    // Dice of those who fell first are thrown too, so that all ways have as many.
                    let throws = throws(dice, hits, power) * throws(answer, hits_back, power) * all(most - answer);
                    *ways.entry((wounded(defenders, hits_back), aggressors)).or_default() += throws;
                }
            }
        }
        ways
    });
    let mut winners = BTreeMap::new();
    for ((defenders, _), share) in ends {
        let winner = if defenders == [0; UNITS] { "aggressor" } else { "defender" };
        *winners.entry(winner).or_insert_with(|| BigRational::from_integer(BigInt::ZERO)) += share;
    }
    winners
}

/// How likely each end is. `round` gives in how many throws each state follows a state, none for an end; what follows is
/// never higher.
///
/// Rounds that change nothing are left out. Everything is put over one denominator, the product of the throws of all
/// states, and reduced at the end: reducing at each step, as sums of fractions do, takes many times as long.
fn to_the_end<S: Copy + Ord>(start: S, round: impl Fn(S) -> BTreeMap<S, u128>) -> BTreeMap<S, BigRational> {
    let (mut rounds, mut seen, mut left) = (BTreeMap::new(), BTreeSet::from([start]), vec![start]);
    while let Some(state) = left.pop() {
        let mut ways = round(state);
        ways.remove(&state);
        left.extend(ways.keys().filter(|after| seen.insert(**after)));
        rounds.insert(state, ways);
    }
    let throws = |ways: &BTreeMap<S, u128>| ways.values().sum::<u128>();
    let whole: BigInt =
        rounds.values().filter(|ways| !ways.is_empty()).map(|ways| BigInt::from(throws(ways))).product();
    let mut reached = BTreeMap::from([(start, whole.clone())]);
    let mut ends = BTreeMap::new();
    while let Some((state, here)) = reached.pop_last() {
        let ways = &rounds[&state];
        if ways.is_empty() {
            ends.insert(state, BigRational::new(here, whole.clone()));
            continue;
        }
        let each = here / throws(ways);
        for (after, ways) in ways {
            *reached.entry(*after).or_default() += &each * *ways;
        }
    }
    ends
}

fn wounded(mut side: Side, hits: u32) -> Side {
    for _ in 0..hits {
        side[0] = side[0].saturating_sub(1);
        side.sort_unstable_by(|one, other| other.cmp(one));
    }
    side
}
