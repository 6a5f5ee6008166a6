//! Graphs drawn by hand.

use super::*;
use crate::logic::odds::graph::Pick;

#[test]
fn a_start_that_is_an_end() {
    let solved = solve(&Graph::default(), &Weights::new(), 2, e(1), Limits::default());
    assert_eq!(solved.ends, [ratio(0, 1), ratio(1, 1)]);
    assert_eq!(sum(&solved), ratio(1, 1));
}

#[test]
fn a_start_nobody_looked_at() {
    let solved = Case::default().solve(1);
    assert_eq!(solved.unresolved, ratio(1, 1));
}

#[test]
fn again_until_something_happens() {
    let mut case = Case::default();
    case.chance(0, &[(s(0), 2), (e(0), 1), (e(1), 3)]);
    assert_eq!(case.solve(2).ends, [ratio(1, 4), ratio(3, 4)]);
}

#[test]
fn equal_targets_are_one_way() {
    let mut case = Case::default();
    case.chance(0, &[(e(0), 1), (e(1), 1), (e(0), 4)]);
    assert_eq!(case.graph.ways(), 2);
    assert!(case.graph.bytes() >= 2 * 8);
    assert_eq!(case.solve(2).ends, [ratio(5, 6), ratio(1, 6)]);
}

#[test]
fn a_cycle_within_a_cycle() {
    let mut case = Case::default();
    // 0 → 1 → 2 → 1 or 0 or out; 1 may repeat.
    case.chance(0, &[(s(1), 1)]);
    case.chance(1, &[(s(1), 1), (s(2), 1)]);
    case.chance(2, &[(s(1), 1), (s(0), 1), (e(0), 1), (e(1), 2)]);
    let solved = case.solve(2);
    assert_eq!(solved.ends, [ratio(1, 3), ratio(2, 3)]);
}

#[test]
fn a_cycle_entered_in_several_places() {
    let mut case = Case::default();
    case.chance(0, &[(s(1), 1), (s(2), 1), (s(3), 1)]);
    case.chance(1, &[(s(2), 1), (e(0), 1)]);
    case.chance(2, &[(s(3), 1), (e(1), 1)]);
    case.chance(3, &[(s(1), 1), (e(2), 1)]);
    let third = ratio(1, 3);
    assert_eq!(case.solve(3).ends, [third.clone(), third.clone(), third]);
}

#[test]
fn what_never_ends() {
    let mut case = Case::default();
    case.chance(0, &[(s(1), 1), (e(0), 1), (s(3), 2)]);
    case.chance(1, &[(s(2), 1)]);
    case.chance(2, &[(s(1), 1)]);
    case.chance(3, &[(s(3), 1)]);
    let solved = case.solve(1);
    assert_eq!((solved.endless, &solved.ends[0]), (ratio(3, 4), &ratio(1, 4)));
}

#[test]
fn a_choice_that_nobody_made() {
    let mut case = Case::default();
    case.chance(0, &[(s(1), 1), (e(0), 1)]);
    case.graph.choice(1, Pick::Highest(0), [e(0), e(0)]);
    assert_eq!(case.solve(1).unresolved, ratio(1, 2));
}

#[test]
fn deep_graphs_use_no_stack() {
    let mut case = Case::default();
    for state in 0..200_000 {
        case.chance(state, &[(s(state + 1), 1)]);
    }
    case.chance(200_000, &[(s(0), 1), (e(0), 1)]);
    assert_eq!(case.solve(1).ends, [ratio(1, 1)]);
}

#[test]
fn a_walk_between_two_ends() {
    // The gambler's ruin: from 100 of 300, with equal chances.
    let mut case = Case::default();
    case.chance(0, &[(s(100), 1)]);
    for state in 1..300 {
        let up = if state == 299 { e(1) } else { s(state + 1) };
        let down = if state == 1 { e(0) } else { s(state - 1) };
        case.chance(state, &[(up, 1), (down, 1)]);
    }
    assert_eq!(case.solve(2).ends, [ratio(2, 3), ratio(1, 3)]);
}

#[test]
fn a_walk_in_a_field() {
    // By symmetry all four sides are as likely.
    const SIDE: u32 = 9;
    let mut case = Case::default();
    let place = |x: u32, y: u32| s(1 + x * SIDE + y);
    case.chance(0, &[(place(SIDE / 2, SIDE / 2), 1)]);
    for (x, y) in (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| (x, y))) {
        let ways = [
            if x == 0 { e(0) } else { place(x - 1, y) },
            if x == SIDE - 1 { e(1) } else { place(x + 1, y) },
            if y == 0 { e(2) } else { place(x, y - 1) },
            if y == SIDE - 1 { e(3) } else { place(x, y + 1) },
        ];
        case.chance(1 + x * SIDE + y, &ways.map(|way| (way, 1)));
    }
    assert_eq!(case.solve(4).ends, [const { 1 }; 4].map(|share| ratio(share, 4)));
}

#[test]
fn limits_leave_the_rest_unresolved() {
    let mut case = Case::default();
    for state in 0..300 {
        case.chance(state, &[(s(state + 1), 1), (e(0), 1)]);
    }
    case.chance(300, &[(e(0), 1)]);
    let weights = case.weights.as_ref().expect("weights");
    for limits in [Limits { work: 200, ..Limits::default() }, Limits { bytes: 10, ..Limits::default() }] {
        let solved = solve(&case.graph, weights, 1, s(0), limits);
        assert_ne!(solved.unresolved, ratio(0, 1));
        assert_eq!(sum(&solved), ratio(1, 1));
    }
}
