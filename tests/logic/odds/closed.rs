//! Odds for which there is a formula.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::One;
use rulestone::logic::odds::{Ratio, odds};
use rulestone::logic::program::Program;

use super::case::with_case;
use super::expect::{expect, named, outcomes};
use crate::logic::text;

fn compiled(logic: &str) -> Program {
    text::program(logic, &text::keys(logic).expect("keys")).expect("a program")
}

/// All outcomes of a case by name.
fn all(program: &Program, keys: &str, of: &[&str]) -> BTreeMap<String, Ratio> {
    let keys = text::keys(keys).expect("keys");
    with_case(program, &keys, of, &[], |case| named(case, &outcomes(case))).expect("a case")
}

fn one() -> Ratio {
    Ratio::new(BigUint::one(), BigUint::one())
}

/// How often a face of 40 dice is 5 or more is binomial; how often besides that another is 1 is a multinomial. No way one by one
/// could be followed: there are 6⁴⁰.
#[test]
fn hits_of_many_dice_are_binomial() {
    let program = compiled(
        "\
logic: |
  procedure attack gives hits: number, routs: number
    roll 40 d6 as dice
    set hits to count of face in dice where face >= 5
    set routs to count of face in dice where face <= 1
",
    );
    let ways = BigUint::from(6u32).pow(40);
    let expected = (0..=40).map(|wanted| (wanted.to_string(), Ratio::new(hits(40, 2, wanted), ways.clone())));
    assert_eq!(all(&program, "run: attack", &["hits"]), expected.collect());
    // First which dice hit, then which of the others, of 4 faces each, show the 1.
    let both = all(&program, "run: attack", &["hits", "routs"]);
    assert_eq!(both.len(), 41 * 42 / 2);
    for (hit, routed) in [(0, 0), (13, 7), (40, 0), (1, 39)] {
        let choose_hit = hits(40, 2, hit) / BigUint::from(4u32).pow(40 - hit);
        let choose_routed = hits_of(40 - hit, 1, 4, routed);
        assert_eq!(both[&format!("{hit} {routed}")], Ratio::new(choose_hit * choose_routed, ways.clone()));
    }
}

/// The highest of n dice is at most k in kⁿ ways.
#[test]
fn the_highest_of_dice_is_a_difference_of_powers() {
    let program = compiled(
        "\
logic: |
  procedure best gives result: number
    roll 6 d10 as dice
    set result to highest of face for face in dice
",
    );
    let power = |face: u32| BigUint::from(face).pow(6);
    let expected = (1..=10u32).map(|face| (face.to_string(), Ratio::new(power(face) - power(face - 1), power(10))));
    assert_eq!(all(&program, "run: best", &[]), expected.collect());
}

/// Of 12 chits, 5 of them gold, 4 are drawn: k are gold in C(5, k) · C(7, 4 − k) of C(12, 4) = 495 ways.
#[test]
fn draws_are_hypergeometric() {
    let program = compiled(
        "\
logic: |
  type Chit is gold, silver, lead
  state box: bag of Chit = [gold, gold, gold, gold, gold, silver, silver, silver, lead, lead, lead, lead]
  procedure take gives golden: number changes box
    draw 4 from box as drawn
    set golden to count of chit in drawn where chit is gold
  procedure point gives golden: yes/no
    pick chit at random from box
    set golden to chit is gold
",
    );
    let expected = [("0", 35, 495), ("1", 175, 495), ("2", 210, 495), ("3", 70, 495), ("4", 5, 495)];
    expect(&program, "run: take", &[], &[], &expected);
    expect(&program, "run: point", &[], &[], &[("yes", 5, 12), ("no", 7, 12)]);
}

/// From 3 of 7 coins, each turn one more with 1/3 or one less with 2/3: with r = 2 the end at 7 comes with
/// (r³ − 1) / (r⁷ − 1) = 7/127.
#[test]
fn a_gambler_is_ruined() {
    let program = compiled(
        "\
logic: |
  state coins: 0..7 = 3
  procedure play changes coins
    repeat until coins is 0 or coins is 7
      roll d3 as die
      if die is 1
        raise coins by 1
      otherwise
        lower coins by 1
",
    );
    expect(&program, "run: play", &["coins"], &[], &[("7", 7, 127), ("0", 120, 127)]);
}

/// A 1 ends it, a 2 leads to where nothing ends; any other roll comes again. So 1/2 each.
#[test]
fn what_never_ends_is_told() {
    let program = compiled(
        "\
logic: |
  state stuck: yes/no = no
  state done: yes/no = no
  procedure play changes stuck, done
    repeat until done
      roll d6 as die
      if die is 1 and not stuck
        set done to yes
      if die is 2
        set stuck to yes
",
    );
    let keys = text::keys("run: play").expect("keys");
    let found = with_case(&program, &keys, &["done"], &[], |case| odds(case).expect("odds")).expect("a case");
    let half = Ratio::new(1u32.into(), 2u32.into());
    assert_eq!(found.endless, half);
    assert_eq!(found.outcomes.len(), 1);
    assert_eq!(found.outcomes[0].probability, half);
}

/// What is not resolved within the budget is told, and the rest is right as far as it goes.
#[test]
fn a_budget_that_ends_leaves_bounds() {
    let program = compiled(BATTLE);
    let keys = text::keys("run: battle\ngiven: {attackers: 12, defenders: 12}").expect("keys");
    let whole = to_the_end(12);
    for states in [1, 10, 100, 1000] {
        let (found, named) = with_case(&program, &keys, &["attackers", "defenders"], &[], |case| {
            let mut case = case.clone();
            case.budget.states = states;
            let found = odds(&case).expect("odds");
            let endings = found.outcomes.iter().map(|outcome| (outcome.ending.clone(), outcome.probability.clone()));
            (found.clone(), named(&case, &endings.collect()))
        })
        .expect("a case");
        assert_eq!(named.values().fold(&found.unresolved + &found.endless, |sum, share| &sum + share), one());
        for (name, share) in named {
            assert!(share.approximate() <= whole[&name].approximate() + 1e-12, "{states}: {name}");
        }
    }
}

const BATTLE: &str = "\
logic: |
  state attackers: 0..12 = 12
  state defenders: 0..12 = 12

  procedure battle changes attackers, defenders
    repeat until attackers is 0 or defenders is 0
      roll attackers d6 as attack
      roll defenders d6 as defence
      set defenders to max(0, defenders - (count of face in attack where face >= 5))
      set attackers to max(0, attackers - (count of face in defence where face >= 4))
";

/// Each round of 1 against 1 both hit with 1/6, the attacker alone with 1/6, the defender alone with 1/3, and nobody with 1/3: so
/// 1/4, 1/4 and 1/2. Of 2 against 2, the 9 ways of a round are told apart in the same manner.
#[test]
fn a_battle_to_the_end_is_solved_through_its_cycles() {
    let program = compiled(BATTLE);
    let keys = |units: u64| format!("run: battle\ngiven: {{attackers: {units}, defenders: {units}}}");
    let of = ["attackers", "defenders"];
    expect(&program, &keys(1), &of, &[], &[("0 0", 1, 4), ("1 0", 1, 4), ("0 1", 1, 2)]);
    let two = [("0 0", 122, 1120), ("0 1", 398, 1120), ("0 2", 308, 1120), ("1 0", 207, 1120), ("2 0", 85, 1120)];
    expect(&program, &keys(2), &of, &[], &two);
    assert_eq!(all(&program, &keys(12), &of), to_the_end(12));
}

/// The same battle by its numbers alone: how often each count of units is met, from the highest on. A round in which nobody hits
/// changes nothing, so that it is met 1 / (1 − p) times.
fn to_the_end(units: u32) -> BTreeMap<String, Ratio> {
    let mut met: BTreeMap<(u32, u32), Ratio> = BTreeMap::from([((units, units), one())]);
    for attackers in (1..=units).rev() {
        for defenders in (1..=units).rev() {
            let Some(here) = met.remove(&(attackers, defenders)) else { continue };
            // In sixths to the power of all dice.
            let all = BigUint::from(6u32).pow(attackers + defenders);
            let nobody = hits(attackers, 2, 0) * hits(defenders, 3, 0);
            let here = times(&here, &all, &(&all - nobody));
            for losses in 0..=defenders {
                for hit in 0..=attackers {
                    if losses + hit > 0 {
                        let share = times(&here, &(hits(attackers, 2, hit) * hits(defenders, 3, losses)), &all);
                        let left = (attackers.saturating_sub(losses), defenders.saturating_sub(hit));
                        let sum = met.remove(&left).map_or_else(|| share.clone(), |before| &before + &share);
                        met.insert(left, sum);
                    }
                }
            }
        }
    }
    met.into_iter().map(|((attackers, defenders), share)| (format!("{attackers} {defenders}"), share)).collect()
}

/// In how many of 6ⁿ ways exactly so many of n dice show one of `faces` faces.
fn hits(dice: u32, faces: u32, wanted: u32) -> BigUint {
    hits_of(dice, faces, 6, wanted)
}

/// The same of dice with so many sides.
fn hits_of(dice: u32, faces: u32, sides: u32, wanted: u32) -> BigUint {
    let choose = (0..wanted).fold(BigUint::one(), |product, at| product * (dice - at) / (at + 1));
    choose * BigUint::from(faces).pow(wanted) * BigUint::from(sides - faces).pow(dice - wanted)
}

fn times(share: &Ratio, above: &BigUint, below: &BigUint) -> Ratio {
    Ratio::new(share.numerator() * above, share.denominator() * below)
}
