//! A battle to the end: 12 attackers hit on 5 and 6, 12 defenders on 4 to 6, all at once.

use num_bigint::BigInt;

use super::naive::Fraction;
use super::*;

fn choose(from: u64, take: u64) -> u64 {
    (0..take).fold(1, |product, at| product * (from - at) / (at + 1))
}

/// How many of `6^dice` throws hit `hits` times, when `faces` of six do.
fn throws(dice: u64, hits: u64, faces: u64) -> u64 {
    let power = |base: u64, exponent: u64| (0..exponent).fold(1, |product, _| product * base);
    choose(dice, hits) * power(faces, hits) * power(6 - faces, dice - hits)
}

/// The outcomes of a round: losses of each side, and in how many of `6^a · 6^b` throws.
fn rounds(a: u64, b: u64) -> Vec<(u64, u64, BigInt)> {
    let mut rounds = Vec::new();
    for hits_a in 0..=a {
        for hits_b in 0..=b {
            let count = BigInt::from(throws(a, hits_a, 2)) * BigInt::from(throws(b, hits_b, 3));
            rounds.push((hits_b.min(a), hits_a.min(b), count));
        }
    }
    rounds
}

const SIDE: u64 = 12;

fn number(a: u64, b: u64) -> u32 {
    u32::try_from((SIDE - a) * (SIDE + 1) + SIDE - b).expect("small")
}

#[test]
fn twelve_against_twelve() {
    let mut weights = Weights::new();
    let mut case = Case::default();
    let mut reach = vec![Fraction::zero(); number(0, 0) as usize + 1];
    reach[0] = Fraction::one();
    for (a, b) in (0..=SIDE).rev().flat_map(|a| (0..=SIDE).rev().map(move |b| (a, b))) {
        if a == 0 || b == 0 {
            // An end for each number of those that are left.
            case.graph.chance(&mut weights, number(a, b), [(e(number(a, b)), WeightId::ONE)]);
            continue;
        }
        let rounds = rounds(a, b);
        let all = BigInt::from(6).pow(u32::try_from(a + b).expect("small"));
        let stay = rounds.iter().find(|round| round.0 + round.1 == 0).expect("nobody hits").2.clone();
        let here = reach[number(a, b) as usize].clone();
        let mut row = Vec::new();
        for (lost_a, lost_b, count) in rounds {
            let there = number(a - lost_a, b - lost_b);
            row.push((s(there), weights.intern(count.magnitude(), all.magnitude())));
            if lost_a + lost_b > 0 {
                let share = Fraction::new(count, &all - &stay);
                reach[there as usize] = reach[there as usize].plus(&here.times(&share));
            }
        }
        case.graph.chance(&mut weights, number(a, b), row);
    }
    case.weights = Some(weights);
    let begun = std::time::Instant::now();
    let solved = case.solve(reach.len());
    println!("12 v 12: {:?} with the sum", begun.elapsed());
    let mut digits = 0;
    for (a, b) in (0..=SIDE).flat_map(|left| [(left, 0), (0, left)]) {
        let end = number(a, b) as usize;
        assert!(reach[end].is(&solved.ends[end]), "{a} and {b} left");
        digits = digits.max(solved.ends[end].denominator().to_string().len());
    }
    assert!(digits > 400, "{digits} digits");
}
