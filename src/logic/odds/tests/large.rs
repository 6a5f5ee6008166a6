//! Large graphs, to be measured: `cargo test --release --lib odds::tests::large -- --ignored --nocapture`.

use std::time::Instant;

use super::random::Random;
use super::*;
use crate::logic::odds::graph::Pick;
use crate::logic::odds::solve::choose_best;

/// States in a layer of choices.
const WIDE: u32 = 300;

fn small(number: u64) -> u32 {
    u32::try_from(number).expect("small")
}

fn measure(name: &str, case: &Case, ends: usize) {
    let weights = case.weights.as_ref().expect("weights");
    let begun = Instant::now();
    let solved = solve(&case.graph, weights, ends, s(0), Limits::default());
    let took = begun.elapsed();
    let bits = solved.ends.iter().map(|end| end.denominator().bits()).max().unwrap_or(0);
    println!("{name}: {} states, {} ways: {took:?}; {bits} bits", case.graph.states(), case.graph.ways());
    assert_eq!(sum(&solved), ratio(1, 1));
    assert_eq!(solved.unresolved, ratio(0, 1));
}

/// Groups of states in a circle, from each of which most ways lead on to the next layer.
fn circles(layers: u32, groups: u32, size: u32) -> Case {
    let mut random = Random(5);
    let mut case = Case::default();
    for (layer, group, at) in
        (0..layers).flat_map(|l| (0..groups).flat_map(move |g| (0..size).map(move |at| (l, g, at))))
    {
        let first = (layer * groups + group) * size;
        let mut ways = vec![(s(first + (at + 1) % size), 1)];
        for _ in 0..5 {
            let next = small(random.below(u64::from(groups * size)));
            ways.push(if layer + 1 < layers { (s((layer + 1) * groups * size + next), 1) } else { (e(next % 20), 1) });
        }
        case.chance(first + at, &ways);
    }
    case
}

#[test]
#[ignore = "to be measured"]
fn circles_of_eight() {
    measure("circles", &circles(100, 75, 8), 20);
}

#[test]
#[ignore = "to be measured"]
fn a_field_with_dice() {
    const SIDE: u32 = 20;
    let mut case = Case::default();
    let place = |x: u32, y: u32| s(x * SIDE + y);
    for (x, y) in (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| (x, y))) {
        let ways = [
            (if x == 0 { e(0) } else { place(x - 1, y) }, 1),
            (if x == SIDE - 1 { e(1) } else { place(x + 1, y) }, 2),
            (if y == 0 { e(2) } else { place(x, y - 1) }, 1),
            (if y == SIDE - 1 { e(3) } else { place(x, y + 1) }, 2),
        ];
        case.chance(x * SIDE + y, &ways);
    }
    measure("field", &case, 4);
}

#[test]
#[ignore = "to be measured"]
fn a_tangle() {
    let mut random = Random(9);
    let mut case = Case::default();
    for state in 0..150 {
        let mut ways: Vec<_> = (0..20).map(|_| (s(small(random.below(150))), 1 + random.below(3))).collect();
        ways.push((e(small(random.below(4))), 1));
        case.chance(state, &ways);
    }
    measure("tangle", &case, 4);
}

#[test]
#[ignore = "to be measured"]
fn choices_in_layers() {
    let mut random = Random(11);
    let mut case = Case::default();
    for (layer, at) in (0..200).flat_map(|layer| (0..WIDE).map(move |at| (layer, at))) {
        let mut target = || {
            let next = small(random.below(u64::from(WIDE)));
            if layer < 199 { s((layer + 1) * WIDE + next) } else { e(next % 20) }
        };
        let targets = [(); 6].map(|()| target());
        if layer % 2 == 0 {
            case.graph.choice(layer * WIDE + at, Pick::Highest(0), targets);
        } else {
            case.chance(layer * WIDE + at, &targets.map(|target| (target, 1)));
        }
    }
    let begun = Instant::now();
    let worth = (0..20).map(|end| (end, 1)).collect();
    let weights = case.weights.as_ref().expect("weights");
    choose_best(&mut case.graph, weights, &[worth], s(0), &mut Limits::default()).expect("layers");
    println!("choices: {:?}", begun.elapsed());
    measure("choices", &case, 20);
}
