//! Odds of the shipped books that were worked out by hand, each with its reason.

use std::path::Path;

use rulestone::logic::book::compile_book;
use rulestone::logic::limits::Meter;
use rulestone::logic::program::Program;

use super::expect::expect;

/// Calls `then` with the logic of a shipped book.
fn shipped(book: &str, then: impl FnOnce(&Program)) {
    let loaded = rulestone::library::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped library");
    let rulestone::check::Checked { library, .. } = rulestone::check::check(loaded, &Meter::default());
    let (compiled, _) = compile_book(library.book(book).expect("the book"), &Meter::default());
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
    trireme: {fleet: yes, area: gulf_of_corinth, moved: yes, inside: no, side: sparta, grade: elite, strength: 3, carries: hoplites}
    hoplites: {area: gulf_of_corinth, moved: yes, side: sparta, grade: regular, strength: 2}";
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
run: {{attack_unrest: {{leader: hanno, cu: 2, sacred_band: no}}}}
given:
  unrest_level: 2
  box: 2
  carthaginian_cu: 2
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
                "assume: [panic-of-the-routed]
run: {{fight: {{units: [holder, comer]}}}}
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

/// 3 against 3, each of power 2 and strength 2, a round and then two; no retreats, and of equals the first. What is left of the
/// first aggressor: the 6 dice of the defenders all miss it only if all of them miss, with 1/3⁶. The rest, and the first defender's,
/// whose enemies may be fewer by then, were worked out with another program (icepool) from the text of the rule.
#[test]
fn rounds_of_three_against_three() {
    shipped("hellenes", |program| {
        let keys = |rounds: usize| {
            let unit = "mobility: a, strength: 2, power: 2, routed: no, inside: no, carries: none";
            let units: Vec<_> = [("d", "defender"), ("a", "aggressor")]
                .iter()
                .flat_map(|(name, role)| (1..=3).map(move |n| format!("    {name}{n}: {{role: {role}, {unit}}}\n")))
                .collect();
            let step = "  - run: {combat_round: {units: [d1, d2, d3, a1, a2, a3]}}\n";
            format!("steps:\n{}given:\n  Unit:\n{}", step.repeat(rounds), units.concat())
        };
        let policies = [("retreats", "no"), ("next", "first"), ("target", "first"), ("routed_unit", "first")];
        let check = |rounds, unit: &str, expected: &[(&str, u64)], all| {
            let of = [format!("{unit}.strength"), format!("{unit}.routed")];
            let expected: Vec<_> = expected.iter().map(|(values, ways)| (*values, *ways, all)).collect();
            expect(program, &keys(rounds), &[&of[0], &of[1]], &policies, &expected);
        };
        check(1, "a1", &[("2 no", 1), ("2 yes", 273), ("1 no", 41), ("1 yes", 379), ("0 no", 35)], 729);
        let defender = [("2 no", 257_869), ("2 yes", 123_906), ("1 no", 97_664), ("1 yes", 51_472), ("0 no", 530)];
        check(1, "d1", &defender, 531_441);
        let aggressor = [
            ("2 no", 257_869),
            ("2 yes", 145_207_299),
            ("1 no", 5_292_401),
            ("1 yes", 211_248_811),
            ("0 no", 25_414_109),
        ];
        check(2, "a1", &aggressor, 387_420_489);
    });
}
