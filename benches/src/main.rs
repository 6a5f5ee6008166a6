//! Battles a second: the same battle from the printed rule, by hand in Rust, and in Starlark, side by side in one run.
//!
//! `cargo run --release [-- BATTLES ROUNDS]` fights `BATTLES` battles (10,000) with each of the three, `ROUNDS` times (9) in turn,
//! and prints the medians with the lowest and highest, and the ratios of the medians. All three draw from the same generator
//! with the same seed, and must come to the same totals.

mod by_hand;
mod in_starlark;
mod printed;

use std::time::Instant;

/// What the battles came to: how many the aggressor won, and the strength left over all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    aggressor_won: u64,
    strength_left: u64,
}

/// Units of a side.
const UNITS: usize = 4;
/// Strength of a unit.
const STRENGTH: i64 = 2;
/// The highest face that hits.
const POWER: i64 = 2;
/// The seed of every run.
const SEED: u64 = 5;

type Contestant = (&'static str, Box<dyn FnMut(u64) -> Totals>);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>());
    let battles = args.next().transpose()?.unwrap_or(10_000);
    let rounds = args.next().transpose()?.unwrap_or(9);
    let mut contestants: Vec<Contestant> = vec![
        ("printed rule", Box::new(printed::fighter()?)),
        ("by hand in Rust", Box::new(by_hand::fight)),
        ("in Starlark", Box::new(in_starlark::fighter()?)),
    ];
    let mut rates: Vec<Vec<f64>> = vec![Vec::new(); contestants.len()];
    let mut first: Option<Totals> = None;
    for _ in 0..rounds {
        for ((name, fight), rates) in contestants.iter_mut().zip(&mut rates) {
            let begin = Instant::now();
            let totals = fight(battles);
            rates.push(battles as f64 / begin.elapsed().as_secs_f64());
            if *first.get_or_insert(totals) != totals {
                return Err(format!("{name} came to {totals:?}, the others to {first:?}").into());
            }
        }
    }
    println!("{UNITS} v {UNITS} units of strength {STRENGTH}, hits on 1 to {POWER}, to the end; {battles} battles, {rounds} rounds");
    let first = first.unwrap_or_default();
    println!("aggressor won {}, strength left {}\n", first.aggressor_won, first.strength_left);
    println!("{:<18} {:>12} {:>12} {:>12}", "battles a second", "lowest", "median", "highest");
    let mut medians = Vec::new();
    for ((name, _), rates) in contestants.iter().zip(&mut rates) {
        rates.sort_by(f64::total_cmp);
        let median = rates[rates.len() / 2];
        println!("{name:<18} {:>12.0} {median:>12.0} {:>12.0}", rates[0], rates[rates.len() - 1]);
        medians.push(median);
    }
    println!("\nprinted rule ÷ Starlark   {:>6.2}", medians[0] / medians[2]);
    println!("by hand ÷ printed rule    {:>6.2}", medians[1] / medians[0]);
    Ok(())
}
