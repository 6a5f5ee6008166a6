use super::build::*;
use super::*;
use crate::logic::program::*;
use crate::logic::types::Interval;

/// A value of `cu` with base 5 and three exceptions in sections of their own: two for `cu` under 3 and under 2, and one that
/// excepts the first of them for 0.
fn hand(build: &mut Build, second: i64) -> FunctionId {
    let base = Clause { point: build.point(PointKind::Base, ""), body: Source::Here(n(5)) };
    build.section("2.1");
    let first = build.exception("famine", Some(less(slot(0), n(3))), n(3), &[]);
    build.section("3.1");
    let other = build.exception("plague", Some(less(slot(0), n(2))), n(second), &[]);
    let third = build.exception("mercy", Some(is(slot(0), n(0))), n(second), &[0]);
    let kind = FunctionKind::Value { base, exceptions: vec![first, other, third] };
    build.function("hand", &[("cu", within(0, 9))], 1, kind)
}

#[test]
fn exactly_one_clause_decides() {
    let mut build = Build::new();
    let hand = hand(&mut build, 4);
    let mut world = World::default();
    let mut of = |cu| ask(&build.program, &mut world, hand, numbers(&[cu]));
    assert_eq!(of(4), Ok(Value::Number(5)));
    assert_eq!(of(2), Ok(Value::Number(3)));
    assert_eq!(
        of(1),
        Err("`famine` (2.1) and `plague` (3.1) both decide `hand` (3.1) for (cu: 1): 3 and 4".to_owned())
    );
    assert_eq!(of(0), Ok(Value::Number(4)));
    assert_eq!(of(10), Err("10 is outside 0..9, the range of `cu`".to_owned()));
}

#[test]
fn equal_results_are_all_cited() {
    let mut build = Build::new();
    let hand = hand(&mut build, 3);
    let setting = Setting::new(&build.program);
    let callee = Callee::Function(hand);
    let (ended, recording) = both(&setting, &mut World::default(), callee, numbers(&[1]), Vec::new());
    assert_eq!(ended, Ended::Done(numbers(&[3])));
    let cited: Vec<PointKind> = recording.outputs[0].iter().map(|point| build.program.point(*point).kind).collect();
    assert_eq!(cited, [PointKind::Exception, PointKind::Exception]);
    assert_eq!(recording.considered.len(), 1, "`mercy` did not apply");
}

#[test]
fn modifiers_add_up_and_are_capped() {
    let mut build = Build::new();
    let contributions = vec![
        build.contribution("two", Some(less(slot(0), n(3))), Source::Here(n(2))),
        build.contribution("", None, Source::Here(n(2))),
    ];
    let kind = FunctionKind::Modifier { at_least: None, at_most: Some(n(3)), contributions };
    let modifier = build.function("naval", &[("op", within(1, 3))], 1, kind);
    let mut world = World::default();
    assert_eq!(ask(&build.program, &mut world, modifier, numbers(&[2])), Ok(Value::Number(3)));
    assert_eq!(ask(&build.program, &mut world, modifier, numbers(&[3])), Ok(Value::Number(2)));
}

#[test]
fn external_parts_need_an_assumption() {
    let mut build = Build::new();
    let missing = || Source::Missing(Some("base:9.6.4".to_owned()));
    let contributions = vec![build.contribution("", None, missing()), build.contribution("", None, Source::Here(n(1)))];
    let kind = FunctionKind::Modifier { at_least: None, at_most: None, contributions };
    let modifier = build.function("naval", &[("op", within(1, 3))], 1, kind);
    let double = calc(Arithmetic::Multiply, slot(0), n(2));
    let target = Assumed::Contribution(modifier, 0);
    build.assume("double", target, Some(less(slot(0), n(3))), 1, AssumedBody::Expr(double));
    build.assume("seven", target, None, 1, AssumedBody::Expr(n(7)));
    let run = |assumed: &[usize], op| {
        let mut setting = Setting::new(&build.program);
        setting.assumed = assumed.to_vec();
        both(&setting, &mut World::default(), Callee::Function(modifier), numbers(&[op]), Vec::new())
    };
    let undetermined =
        |ended| matches!(ended, Ended::Undetermined { source: Some(source), .. } if source == "base:9.6.4");
    assert!(undetermined(run(&[], 2).0));
    assert!(undetermined(run(&[0], 3).0));
    let (ended, recording) = run(&[0], 2);
    assert_eq!(ended, Ended::Done(numbers(&[5])));
    assert!(recording.assumed.contains(&0));
    assert_eq!(run(&[0, 1], 3).0, Ended::Done(numbers(&[8])));
    let Ended::Error(error) = run(&[0, 1], 2).0 else { panic!("two suppliers") };
    assert_eq!(error.message, "`double` (1.1) and `seven` (1.1) both supply this: 4 and 7");
}

#[test]
fn an_external_case_matters_only_where_nothing_else_decides() {
    let mut build = Build::new();
    let contributions = vec![
        build.contribution("others", None, Source::Missing(None)),
        build.contribution("one", None, Source::Here(is(slot(0), n(1)))),
    ];
    for (allowed, expected) in [(false, true), (true, false)] {
        let kind = FunctionKind::Permission { allowed, contributions: contributions.clone() };
        let permission = build.function("may", &[("op", within(1, 3))], 1, kind);
        let run = |op| {
            let setting = Setting::new(&build.program);
            both(&setting, &mut World::default(), Callee::Function(permission), numbers(&[op]), Vec::new()).0
        };
        assert_eq!(run(1), Ended::Done(vec![Value::yes_no(expected)]));
        assert!(matches!(run(2), Ended::Undetermined { source: None, .. }));
    }
}

#[test]
fn tables_and_judgements() {
    let mut build = Build::new();
    let row = |build: &mut Build, test, output| Row {
        point: build.point(PointKind::Row, ""),
        inputs: vec![test],
        outputs: vec![output],
    };
    let rows = vec![
        row(&mut build, Test::Numbers(vec![Interval::new(1, 3)], true), Source::Here(n(10))),
        row(&mut build, Test::Values(numbers(&[4])), Source::Missing(Some("base".to_owned()))),
    ];
    let outputs = build.fields(&[("cu", Type::NUMBER)]);
    let table = build.function("table", &[("op", Type::NUMBER.or_none())], 1, FunctionKind::Table { outputs, rows });
    let judgement = build.function("worth_it", &[], 0, FunctionKind::Judgement);
    let mut world = World::default();
    assert_eq!(ask(&build.program, &mut world, table, numbers(&[2])), Ok(Value::Number(10)));
    assert_eq!(ask(&build.program, &mut world, table, vec![Value::None]), Ok(Value::Number(10)));
    assert_eq!(
        ask(&build.program, &mut world, table, numbers(&[5])),
        Err("no row of `table` (1.1) holds for (op: 5)".to_owned())
    );
    let mut setting = Setting::new(&build.program);
    let run = |setting: &Setting, callee, args| both(setting, &mut World::default(), callee, args, Vec::new()).0;
    assert!(matches!(run(&setting, Callee::Function(table), numbers(&[4])), Ended::Undetermined { .. }));
    let callee = Callee::Function(judgement);
    assert!(matches!(run(&setting, callee, Vec::new()), Ended::Undetermined { source: None, .. }));
    setting.judgements = nothing();
    setting.judgements.insert(build.program.functions[judgement.index()].name, Value::yes_no(true));
    assert_eq!(run(&setting, callee, Vec::new()), Ended::Done(vec![Value::yes_no(true)]));
}

#[test]
fn a_function_calls_another_with_checked_arguments() {
    let mut build = Build::new();
    let inner = build.value("inner", &[("x", within(0, 3))], 1, calc(Arithmetic::Add, slot(0), n(1)));
    let guard = Guard { check: Some(within(0, 3)) };
    let call = e(ExprKind::Call(inner, vec![slot(0)], vec![guard]));
    let outer = build.value("outer", &[("y", Type::NUMBER)], 1, call);
    let mut world = World::default();
    assert_eq!(ask(&build.program, &mut world, outer, numbers(&[3])), Ok(Value::Number(4)));
    assert_eq!(
        ask(&build.program, &mut world, outer, numbers(&[4])),
        Err("4 is outside 0..3, the range of `x`".to_owned())
    );
}

#[test]
fn functions_may_be_nested_as_deeply_as_the_compiler_lets_them() {
    let mut build = Build::new();
    let mut inner = build.value("f0", &[("x", Type::NUMBER)], 2, slot(0));
    for depth in 1..=64 {
        let arg = calc(Arithmetic::Add, slot(0), n(1));
        let call = e(ExprKind::Call(inner, vec![arg], vec![]));
        let least =
            ExprKind::Select(Fold::Extreme(true, Box::new(call), Absent::Error), select(1, v(list(&[1])), None));
        inner =
            build.value(&format!("f{depth}"), &[("x", Type::NUMBER)], 2, e(ExprKind::Extreme(true, vec![e(least)])));
    }
    let mut world = World::default();
    assert_eq!(ask(&build.program, &mut world, inner, numbers(&[0])), Ok(Value::Number(64)));
}
