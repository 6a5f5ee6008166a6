//! Odds that were worked out by hand, each with its reason.

use std::collections::BTreeMap;
use std::path::Path;

use num_bigint::BigUint;
use num_traits::One;
use rulestone::logic::compile::compile_book;
use rulestone::logic::machine::show;
use rulestone::logic::odds::{Case, Ending, Ratio, odds};
use rulestone::logic::program::Program;
use rulestone::logic::value::Value;

use super::case::with_case;
use super::enumerate::enumerate;
use super::text;

/// Ways less likely than 1 in this are not followed.
const LIMIT: u64 = 300_000;

type Expected<'a> = &'a [(&'a str, u64, u64)];

/// Whether a case has exactly these outcomes: the values asked, with spaces between, and how likely they are.
fn expect(program: &Program, keys: &str, of: &[&str], policies: &[(&str, &str)], expected: Expected<'_>) {
    let expected: BTreeMap<String, Ratio> = expected
        .iter()
        .map(|(values, above, below)| ((*values).to_owned(), Ratio::new((*above).into(), (*below).into())))
        .collect();
    let whole = expected.values().fold(Ratio::zero(), |sum, share| &sum + share);
    assert_eq!(whole, Ratio::new(BigUint::one(), BigUint::one()), "what is expected adds up");
    let keys = text::keys(keys).expect("keys");
    let got = with_case(program, &keys, of, policies, |case| {
        let found = enumerate(case, LIMIT);
        if found.unresolved.is_zero() {
            assert_eq!(named(case, &found.endings), expected, "way by way");
        }
        named(case, &outcomes(case))
    });
    assert_eq!(got.expect("a case"), expected);
}

/// All of it: nothing is unresolved or endless.
fn outcomes(case: &Case<'_>) -> BTreeMap<Ending, Ratio> {
    let found = odds(case).expect("odds");
    assert!(found.unresolved.is_zero() && found.endless.is_zero(), "{found:?}");
    found.outcomes.into_iter().map(|outcome| (outcome.ending, outcome.probability)).collect()
}

fn named(case: &Case<'_>, endings: &BTreeMap<Ending, Ratio>) -> BTreeMap<String, Ratio> {
    let (program, world) = (case.open.program, &case.open.start.world);
    let text = |values: &[Value]| -> Vec<String> { values.iter().map(|value| show(program, world, value)).collect() };
    let name = |ending: &Ending| match ending {
        Ending::Values(values) => text(values).join(" "),
        Ending::Refused(_) => "refused".to_owned(),
    };
    endings.iter().map(|(ending, share)| (name(ending), share.clone())).collect()
}

/// Calls `then` with the logic of a shipped book.
fn shipped(book: &str, then: impl FnOnce(&Program)) {
    let loaded = rulestone::library::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped library");
    let (library, _) = rulestone::check::check(loaded);
    let (compiled, _) = compile_book(library.book(book).expect("the book"));
    then(&compiled.program);
}

/// A storm comes with s/6; in it every fleet founders on 3 of 6 faces, else it loses 1 strength, and the last one is the end. So
/// a fleet of 1 is lost in every storm, and both fleets roll behind the same die.
#[test]
fn a_storm_strikes_all_fleets_on_a_border() {
    shipped("hellenes", |program| {
        let keys = |season: &str| {
            format!(
                "assume: [sketch-map]
run: check_storms
given:
  season: {season}
  Unit:
    trireme: {{fleet: yes, area: southern_sea, strength: 3, carries: none}}
    penteconter: {{fleet: yes, area: southern_sea, strength: 1, carries: none}}
  Crossing: {{passage: {{origin: western_sea, goal: southern_sea, group_move: 1, fleets: [trireme, penteconter]}}}}"
            )
        };
        let of = ["trireme.strength", "penteconter.strength"];
        for (season, storm) in [("spring", 3), ("summer", 2), ("late_summer", 1), ("fall", 2), ("winter", 3)] {
            let expected = [("3 1", 6 - storm, 6), ("2 0", storm, 12), ("0 0", storm, 12)];
            expect(program, &keys(season), &of, &[], &expected);
        }
    });
}

/// Two borders in spring. Each: no storm 1/2, 1 strength 1/4, lost 1/4. So 3 stays with 1/2 · 1/2, 2 is left with 2 · 1/2 · 1/4, 1
/// with 1/4 · 1/4, and it is lost with 1 − (3/4)². Its hoplites, of 2, must stay below it: each loss is theirs too.
#[test]
fn two_storms_are_a_binomial() {
    shipped("hellenes", |program| {
        let keys = "assume: [sketch-map]
run: check_storms
given:
  season: spring
  Unit:
    trireme: {fleet: yes, area: southern_sea, strength: 3, carries: hoplites}
    hoplites: {area: southern_sea, strength: 2}
  Crossing:
    first: {origin: western_sea, goal: southern_sea, group_move: 1, fleets: [trireme]}
    second: {origin: southern_sea, goal: aegean_sea, group_move: 1, fleets: [trireme]}";
        let expected = [("3 2", 1, 4), ("2 1", 1, 4), ("1 0", 1, 16), ("0 0", 7, 16)];
        expect(program, keys, &["trireme.strength", "hoplites.strength"], &[], &expected);
    });
}

/// Regular units go on with 1/3, elite ones with 2/3, each with a die of its own; a fleet whose cargo rolls too with 2/3 · 1/3.
#[test]
fn forced_marches_are_independent() {
    shipped("hellenes", |program| {
        let unit = "area: corinth, moved: yes, inside: no, fleet: no, side: sparta";
        let keys = format!(
            "assume: [sketch-map]
run: forced_marches
given:
  Unit: {{first: {{{unit}, grade: regular}}, second: {{{unit}, grade: regular}}, third: {{{unit}, grade: elite}}}}
  Attempt: {{one: {{unit: first, goal: athens}}, two: {{unit: second, goal: athens}}, three: {{unit: third, goal: athens}}}}"
        );
        let expected = [
            ("athens athens athens", 2, 27),
            ("athens athens corinth", 1, 27),
            ("athens corinth athens", 4, 27),
            ("athens corinth corinth", 2, 27),
            ("corinth athens athens", 4, 27),
            ("corinth athens corinth", 2, 27),
            ("corinth corinth athens", 8, 27),
            ("corinth corinth corinth", 4, 27),
        ];
        let of = ["first.area", "second.area", "third.area"];
        expect(program, &keys, &of, &[("goes_on", "yes")], &expected);
        let keys = "assume: [sketch-map]
options: {carried_march: separately}
run: {march_on: {unit: trireme, goal: corinth}}
given:
  Unit:
    trireme: {fleet: yes, area: gulf_of_corinth, moved: yes, inside: no, side: sparta, grade: elite, carries: hoplites}
    hoplites: {area: gulf_of_corinth, moved: yes, side: sparta, grade: regular}";
        expect(program, keys, &["success"], &[("goes_on", "yes")], &[("yes", 2, 9), ("no", 7, 9)]);
    });
}

/// Both roll 3 dice and nothing else counts. 3 dice against 3: a tie has 4332 of the 6⁶ ways, so each side is higher in
/// (46656 − 4332) / 2 = 21162.
#[test]
fn the_unrest_is_attacked_with_equal_dice() {
    shipped("sword-of-rome-5p", |program| {
        for (ties, carthage) in [("ties-to-the-unrest", 21162), ("ties-to-carthage", 21162 + 4332)] {
            let keys = format!(
                "assume: [battle-of-three-dice, combat-modifiers, hits-by-winner, support-half-of-hits,
  no-automatic-victory, leader-displaced, {ties}]
run: {{attack_unrest: {{leader: hanno, cu: 2, sacred_band: no, campaign: no}}}}
given:
  unrest_level: 2
  box: 2
  Leader: {{hanno: {{power: carthage, place: off_map_garrison_box, tactics: 0, mp: 0}}}}"
            );
            let expected = [("yes", carthage, 46656), ("no", 46656 - carthage, 46656)];
            expect(program, &keys, &["carthage_wins"], &[], &expected);
        }
    });
}

/// One against one, each of strength 1 and power p, to the end. The defender hits with p/6 and routs with p/6, else the aggressor
/// attacks; so with q = 1 − p/3 the defender wins either way with p/6 · (1 + q² + q⁴ + …) = p/6 / (1 − q²), the aggressor with
/// q times that.
#[test]
fn a_duel_is_a_geometric_series() {
    shipped("hellenes", |program| {
        let keys = |power: u64| {
            let unit = format!("mobility: a, strength: 1, power: {power}, routed: no, inside: no, carries: none");
            format!(
                "run: {{fight: {{units: [holder, comer]}}}}
given: {{Unit: {{holder: {{role: defender, {unit}}}, comer: {{role: aggressor, {unit}}}}}}}"
            )
        };
        for (power, first, second, all) in [(1, 3, 2, 10), (2, 3, 1, 8), (3, 1, 0, 2)] {
            let mut expected = vec![("defender eliminated", first, all), ("defender panic", first, all)];
            if second > 0 {
                expected.extend([("aggressor eliminated", second, all), ("aggressor panic", second, all)]);
            }
            expect(program, &keys(power), &["winner", "ending"], &[("retreats", "no")], &expected);
        }
    });
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
    let keys = text::keys(BATTLE).expect("keys");
    let program = text::program(BATTLE, &keys).expect("a program");
    let keys = |units: u64| format!("run: battle\ngiven: {{attackers: {units}, defenders: {units}}}");
    let of = ["attackers", "defenders"];
    expect(&program, &keys(1), &of, &[], &[("0 0", 1, 4), ("1 0", 1, 4), ("0 1", 1, 2)]);
    let two = [("0 0", 122, 1120), ("0 1", 398, 1120), ("0 2", 308, 1120), ("1 0", 207, 1120), ("2 0", 85, 1120)];
    expect(&program, &keys(2), &of, &[], &two);
    let keys = text::keys(&keys(12)).expect("keys");
    let got = with_case(&program, &keys, &of, &[], |case| named(case, &outcomes(case))).expect("a case");
    assert_eq!(got, to_the_end(12));
}

/// The same battle by its numbers alone: how often each count of units is met, from the highest on. A round in which nobody hits
/// changes nothing, so that it is met 1 / (1 − p) times.
fn to_the_end(units: u32) -> BTreeMap<String, Ratio> {
    let mut met: BTreeMap<(u32, u32), Ratio> = BTreeMap::from([((units, units), Ratio::new(1u32.into(), 1u32.into()))]);
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
    let choose = (0..wanted).fold(BigUint::one(), |product, at| product * (dice - at) / (at + 1));
    choose * BigUint::from(faces).pow(wanted) * BigUint::from(6 - faces).pow(dice - wanted)
}

fn times(share: &Ratio, above: &BigUint, below: &BigUint) -> Ratio {
    Ratio::new(share.numerator() * above, share.denominator() * below)
}
