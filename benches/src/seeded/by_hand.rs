//! The battle as a programmer would write it.

use rulestone::logic::machine::Seeded;

use super::{SEED, Totals};
use crate::{POWER, STRENGTH, UNITS};

/// Fights that many battles.
pub fn fight(battles: u64) -> Totals {
    let mut chance = Seeded::new(SEED);
    let mut totals = Totals::default();
    for _ in 0..battles {
        // Defenders, then aggressors.
        let mut units = [[i64::from(STRENGTH); UNITS]; 2];
        'battle: loop {
            for side in 0..2 {
                for unit in 0..UNITS {
                    attack(&mut units, side, unit, &mut chance);
                }
            }
            if units.contains(&[0; UNITS]) {
                break 'battle;
            }
        }
        totals.aggressor_won += u64::from(units[0] == [0; UNITS]);
        totals.strength_left += units.iter().flatten().sum::<i64>() as u64;
    }
    totals
}

fn attack(units: &mut [[i64; UNITS]; 2], side: usize, unit: usize, chance: &mut Seeded) {
    let mut hits = 0;
    for _ in 0..units[side][unit] {
        hits += i64::from(chance.below(6) < u64::from(POWER));
    }
    let enemies = &mut units[1 - side];
    for _ in 0..hits {
        let strongest = enemies.iter().copied().max().unwrap_or_default();
        if strongest == 0 {
            return;
        }
        let equal = enemies.iter().filter(|strength| **strength == strongest).count();
        let chosen = if equal == 1 { 0 } else { chance.below(equal as u64) as usize };
        if let Some(target) = enemies.iter_mut().filter(|strength| **strength == strongest).nth(chosen) {
            *target -= 1;
        }
    }
}
