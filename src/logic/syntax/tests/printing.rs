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
        ("not (a and b) or (c and d)", "not (a and b) or c and d"),
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
