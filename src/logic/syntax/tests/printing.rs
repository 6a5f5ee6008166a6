//! The canonical spelling has the brackets that the meaning needs, and no more.

use crate::logic::syntax::parse_expression;
use crate::logic::syntax::print::expression;

#[track_caller]
fn prints(text: &str, expected: &str) {
    let (read, mistakes) = parse_expression(text);
    assert!(mistakes.is_empty(), "{text}: {mistakes:#?}");
    let printed = expression(&read.expect("an expression"));
    assert_eq!(printed, expected, "{text}");
    let (again, mistakes) = parse_expression(&printed);
    assert!(mistakes.is_empty(), "{printed}: {mistakes:#?}");
    assert_eq!(expression(&again.expect("an expression")), printed);
}

#[test]
fn brackets_are_minimal() {
    for (text, expected) in [
        ("((a)+(b))*c", "(a + b) * c"),
        ("(a*b)+(c/d)", "a * b + c / d"),
        ("a - (b - c) - d", "a - (b - c) - d"),
        ("not (a and b) or (c and d)", "not (a and b) or (c and d)"),
        ("not (some x in s where c)", "no x in s where c"),
        ("not (a is b)", "not a is b"),
        ("(not a) is b", "(not a) is b"),
        ("(a, rounded up) + 1", "(a, rounded up) + 1"),
        ("f((a / 2, rounded down), b)", "f(a / 2, rounded down, b)"),
        ("half of (half of n)", "half of half of n"),
        ("-(a + b)", "-(a + b)"),
        ("(-a).b", "(-a).b"),
        ("(if a then b otherwise c) + 1", "(if a then b otherwise c) + 1"),
        (
            "if a then (if b then c otherwise d) otherwise (if e then f otherwise g)",
            "if a then (if b then c otherwise d) otherwise if e then f otherwise g",
        ),
        ("(some x in s where c) and d", "(some x in s where c) and d"),
        ("a and (some x in s where c)", "a and some x in s where c"),
        ("count of x in s > 3", "(count of x in s) > 3"),
        ("count of x in s + count of y in t", "(count of x in s) + count of y in t"),
        ("(only x in s).a", "(only x in s).a"),
        ("count of x in 1..n + 1 where x > 2", "count of x in 1..n + 1 where x > 2"),
        (
            "some x in (neighbours of a in world by l where l.open) where x.free",
            "some x in (neighbours of a in world by l where l.open) where x.free",
        ),
        ("(list of (x in t) for x in s)", "list of (x in t) for x in s"),
        ("(a)[(b)]", "a[b]"),
    ] {
        prints(text, expected);
    }
}

/// An expression of random shape, everything in brackets.
fn any(next: &mut impl FnMut(usize) -> usize, depth: usize) -> String {
    if depth == 0 {
        return ["a", "3", "yes", "none", "f(a)", "a.b", "[a]", "(c: 1)"][next(8)].to_owned();
    }
    let one = format!("({})", any(next, depth - 1));
    let two = format!("({})", any(next, depth - 1));
    let three = format!("({})", any(next, depth - 1));
    let operators = ["or", "and", "is", "is not", "<", "<=", ">", ">=", "in", "not in", "+", "-", "*", "/"];
    let selects = ["count of", "some", "only", "list of", "set of", "bag of"];
    let sums = ["sum of", "highest of", "lowest of", "list of", "set of", "bag of"];
    match next(20) {
        0..=5 => format!("{one} {} {two}", operators[next(operators.len())]),
        6 => format!("not {one}"),
        7 => format!("-{one}"),
        8 => format!("half of {one}"),
        9 => format!("{one}, rounded {}", ["up", "down"][next(2)]),
        10 => format!("if {one} then {two} otherwise {three}"),
        11 => format!("{} x in {one}", selects[next(selects.len())]),
        12 => format!("{} x in {one} where {two} with highest {three}", selects[next(selects.len())]),
        13 => format!("{} {one} for x in {two} where {three}", sums[next(sums.len())]),
        14 => format!("every x in {one} has {two}"),
        15 => format!("{one} is empty"),
        16 => format!("{one}.b[{two}]"),
        17 => format!("{} x in {one}..{two}", selects[next(selects.len())]),
        18 => format!("neighbours of {one} in world by l where {two} through c where {three}"),
        _ => format!("reachable from {one} in world within {two}"),
    }
}

/// The tree without the places.
fn shape(text: &str) -> String {
    let (read, mistakes) = parse_expression(text);
    assert!(mistakes.is_empty(), "{text}: {mistakes:#?}");
    let tree = format!("{read:?}");
    let mut parts = tree.split("Span {");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('}').map_or("", |(_, rest)| rest))
}

#[test]
fn printing_keeps_the_meaning() {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap_or(0) % bound
    };
    for case in 0..3000 {
        let text = any(&mut next, 1 + case % 4);
        let (read, mistakes) = parse_expression(&text);
        assert!(mistakes.is_empty(), "{text}: {mistakes:#?}");
        let printed = expression(&read.expect("an expression"));
        assert_eq!(shape(&printed), shape(&text), "{text}\n{printed}");
    }
}
