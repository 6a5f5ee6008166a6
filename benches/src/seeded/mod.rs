//! Battles a second: the same battle from the printed rule, by hand in Rust, and in Starlark.
//!
//! All three draw from the same generator with the same seed, and must come to the same totals.

mod by_hand;
mod in_starlark;
mod printed;

use crate::in_turn::{Contestant, Fault, measure, ratio, table, timed};
use crate::{POWER, STRENGTH, UNITS};

/// What the battles came to: how many the aggressor won, and the strength left over all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    aggressor_won: u64,
    strength_left: u64,
}

/// The seed of every run.
const SEED: u64 = 5;

fn contestant<'a>(
    name: &'static str,
    battles: u64,
    mut fight: impl FnMut(u64) -> Totals + 'a,
) -> Contestant<'a, Totals> {
    Contestant { name, run: Box::new(move || Ok(timed(|| fight(battles)))) }
}

/// Fights so many battles with each of the three, so many times in turn.
pub fn compare(battles: u64, rounds: u64) -> Result<(), Fault> {
    let mut contestants = [
        contestant("printed rule", battles, printed::fighter()?),
        contestant("by hand in Rust", battles, by_hand::fight),
        contestant("in Starlark", battles, in_starlark::fighter()?),
    ];
    let (totals, spreads) = measure(
        &mut contestants,
        rounds,
        |seconds| battles as f64 / seconds,
        |one, other| (one != other).then(|| format!("{one:?} and {other:?}")),
    )?;
    println!("Seeded: {UNITS} v {UNITS} units of strength {STRENGTH}, hits on 1 to {POWER}, to the end");
    println!(
        "{battles} battles, {rounds} rounds; aggressor won {}, strength left {}\n",
        totals.aggressor_won, totals.strength_left
    );
    table("battles a second", &contestants, &spreads, 0);
    println!();
    ratio(("printed rule", spreads[0]), ("Starlark", spreads[2]));
    ratio(("by hand", spreads[1]), ("printed rule", spreads[0]));
    Ok(())
}
