//! The best way against every way to choose.

use super::random::Random;
use super::*;
use crate::logic::odds::EndedFirst;
use crate::logic::odds::graph::{Pick, Row};
use crate::logic::odds::solve::{Unknown, Worth, choose_best};

fn choose(case: &mut Case, worths: &[Vec<Worth>]) -> Result<(), Unknown> {
    choose_best(&mut case.graph, case.weights.get_or_insert_with(Weights::new), worths, s(0), &mut Limits::default())
}

#[test]
fn the_first_of_equal_ways() {
    let mut case = Case::default();
    case.graph.choice(0, Pick::Highest(0), [e(0), s(1), e(1), e(2)]);
    case.chance(1, &[(e(0), 1), (e(2), 1)]);
    choose(&mut case, &[vec![(-3, 2), (1, 3), (1, 3)]]).expect("a tree");
    assert_eq!(case.solve(3).ends, [ratio(0, 1), ratio(1, 1), ratio(0, 1)]);
}

#[test]
fn each_side_looks_for_its_own() {
    // The second choice is the enemy's, whose worth is another; the first one knows.
    let mut case = Case::default();
    case.graph.choice(0, Pick::Highest(0), [s(1), e(2)]);
    case.graph.choice(1, Pick::Lowest(1), [e(0), e(1)]);
    choose(&mut case, &[vec![(10, 1), (0, 1), (1, 1)], vec![(5, 1), (4, 1), (0, 1)]]).expect("a tree");
    assert_eq!(case.solve(3).ends, [ratio(0, 1), ratio(0, 1), ratio(1, 1)]);
}

#[test]
fn cycles_are_refused_after_a_choice_only() {
    let worth = [vec![(0, 1), (1, 1)]];
    let mut before = Case::default();
    before.chance(0, &[(s(0), 1), (s(1), 1)]);
    before.graph.choice(1, Pick::Highest(0), [e(0), e(1)]);
    assert_eq!(choose(&mut before, &worth), Ok(()));
    assert_eq!(before.solve(2).ends[1], ratio(1, 1));
    let mut after = Case::default();
    after.graph.choice(0, Pick::Highest(0), [s(1), e(1)]);
    after.chance(1, &[(s(1), 1), (e(0), 1)]);
    assert_eq!(choose(&mut after, &worth), Err(Unknown::Cyclic(0)));
    let mut through = Case::default();
    through.chance(0, &[(s(1), 1), (e(0), 1)]);
    through.graph.choice(1, Pick::Highest(0), [s(0), e(1)]);
    assert_eq!(choose(&mut through, &worth), Err(Unknown::Cyclic(1)));
    let mut itself = Case::default();
    itself.graph.choice(0, Pick::Highest(0), [s(0), e(1)]);
    assert_eq!(choose(&mut itself, &worth), Err(Unknown::Cyclic(0)));
}

#[test]
fn what_nobody_looked_at_is_refused_after_a_choice_only() {
    let worth = [vec![(0, 1), (1, 1)]];
    let mut after = Case::default();
    after.graph.choice(0, Pick::Highest(0), [s(1), e(1)]);
    assert_eq!(choose(&mut after, &worth), Err(Unknown::Unresolved(0)));
    assert!(matches!(after.graph.row(0), Row::Choice(..)));
    let mut beside = Case::default();
    beside.chance(0, &[(s(1), 1), (s(2), 1)]);
    beside.graph.choice(1, Pick::Lowest(0), [e(0), e(1)]);
    assert_eq!(choose(&mut beside, &worth), Ok(()));
    assert_eq!(beside.solve(2).unresolved, ratio(1, 2));
}

/// What can be expected of `solved`, times the denominators, as a number of the machine: the cases are small.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn expected(solved: &Solved, worths: &[Worth]) -> f64 {
    solved.ends.iter().zip(worths).map(|(end, worth)| end.approximate() * worth.0 as f64 / worth.1 as f64).sum()
}

#[test]
fn no_strategy_is_better() {
    const ENDS: u32 = 4;
    let mut random = Random(7);
    let small = |number: u64| u32::try_from(number).expect("small");
    for round in 0..300u32 {
        let states = 2 + small(random.below(8));
        let highest = round % 2 == 0;
        let pick = if highest { Pick::Highest(0) } else { Pick::Lowest(0) };
        let mut case = Case::default();
        let mut choices: Vec<(u32, usize)> = Vec::new();
        for state in 0..states {
            let mut target = || match random.below(3) {
                0 => e(small(random.below(u64::from(ENDS)))),
                _ if state + 1 < states => s(state + 1 + small(random.below(u64::from(states - state - 1)))),
                _ => e(0),
            };
            let targets = [target(), target(), target()];
            if random.below(2) == 0 && choices.len() < 5 {
                case.graph.choice(state, pick, targets);
                choices.push((state, targets.len()));
            } else {
                case.chance(state, &targets.map(|target| (target, 1 + random.below(5))));
            }
        }
        let worths: Vec<Worth> =
            (0..ENDS).map(|_| (i128::from(random.below(9)) - 4, 1 + i128::from(random.below(3)))).collect();
        let mut found: Option<f64> = None;
        for strategy in 0..choices.iter().map(|choice| choice.1).product() {
            let mut tried = Case { graph: case.graph.clone(), weights: case.weights.clone() };
            let mut rest = strategy;
            for &(state, ways) in &choices {
                tried.graph.choose(state, rest % ways);
                rest /= ways;
            }
            let one = expected(&tried.solve(ENDS as usize), &worths);
            found = Some(found.map_or(one, |found| if highest { found.max(one) } else { found.min(one) }));
        }
        choose(&mut case, std::slice::from_ref(&worths)).expect("a tree");
        let one = expected(&case.solve(ENDS as usize), &worths);
        assert!((one - found.expect("a strategy")).abs() < 1e-9, "round {round}: {one}, not {found:?}");
    }
}

#[test]
fn of_a_start_that_nobody_looked_at_nothing_is_chosen() {
    let mut case = Case::default();
    assert_eq!(choose(&mut case, &[vec![(0, 1)]]), Ok(()));
}

#[test]
fn what_takes_too_much_is_told_by_the_limit_that_ended() {
    let limited = |limits: Limits| {
        let mut case = Case::default();
        case.graph.choice(0, Pick::Highest(0), [s(1), s(2)]);
        case.chance(1, &[(e(0), 1), (e(1), 6)]);
        case.chance(2, &[(e(0), 1), (e(1), 12)]);
        let weights = case.weights.get_or_insert_with(Weights::new);
        choose_best(&mut case.graph, weights, &[vec![(0, 1), (1, 1)]], s(0), &mut { limits })
    };
    assert_eq!(limited(Limits::default()), Ok(()));
    assert_eq!(limited(Limits { work: 8, ..Limits::default() }), Err(Unknown::Limit(EndedFirst::Words)));
    assert_eq!(limited(Limits { bytes: 8, ..Limits::default() }), Err(Unknown::Limit(EndedFirst::Bytes)));
}
