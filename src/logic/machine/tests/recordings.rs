use super::build::*;
use super::*;
use crate::logic::program::*;

#[test]
fn results_depend_on_data_and_control_but_on_nothing_else() {
    let mut build = Build::new();
    build.section("1");
    let fleet = build.entity("Fleet", &[("strength", within(0, 9))]);
    let other = build.state("other", Type::NUMBER, Some(Value::Number(0)));
    build.section("2");
    let limit = build.value("limit", &[], 0, n(3));
    build.section("3");
    let (yes, no) = (build.point(PointKind::BranchYes, ""), build.point(PointKind::BranchNo, ""));
    let call = e(ExprKind::Call(limit, vec![], vec![]));
    let lower = OpKind::Change {
        place: PlaceExpr::EntityField(Box::new(slot(0)), fleet, 0),
        up: false,
        by: n(1),
        guard: free(),
        removing_at: None,
    };
    let code = vec![
        OpKind::Branch { condition: less(slot(1), call), otherwise: 3, yes, no, again: false },
        lower,
        OpKind::Jump(3),
        OpKind::Join { locals: vec![], states: vec![], stops: false },
        OpKind::Store(PlaceExpr::State(other), n(1), free()),
    ];
    let params = [("f", Type::Entity(fleet)), ("x", Type::NUMBER)];
    let procedure = build.procedure("p", &params, &[], &[], Source::Here(code));
    let setting = Setting::new(&build.program);
    for (x, strength) in [(2, 4), (3, 5)] {
        let mut world = World::new(&build.program);
        let entity = world.add(fleet, numbers(&[5]));
        let args = vec![Value::Entity(entity), Value::Number(x)];
        let (ended, recording) = both(&setting, &mut world, Callee::Procedure(procedure), args, vec![]);
        assert_eq!(ended, Ended::Done(vec![]));
        assert_eq!(world.thing(entity).map(|thing| thing.fields.to_vec()), Some(numbers(&[strength])));
        let sections = |points: &std::collections::BTreeSet<PointId>| {
            let blocks = points.iter().map(|point| build.program.point(*point).block.index());
            blocks.map(|block| build.program.blocks[block].id.clone()).collect::<std::collections::BTreeSet<_>>()
        };
        let field = &recording.fields[&(entity.0, 0)];
        assert!(sections(field).contains("2"), "the condition asked the limit, taken or not: {x}");
        assert!(field.contains(if x == 2 { &yes } else { &no }));
        assert!(!sections(&recording.states[0]).contains("2"), "stored behind the `if`");
        assert_eq!(recording.hit.contains(&yes), x == 2);
        let [TraceNode { what: What::Ran { .. }, children, .. }] = &recording.trace[..] else {
            panic!("{:?}", recording.trace)
        };
        let branch = &children[0];
        assert_eq!(branch.what, What::Branched { held: x == 2 });
        assert!(matches!(branch.children[0].what, What::Asked { .. }));
        assert_eq!(branch.children.len(), if x == 2 { 2 } else { 1 });
    }
}

#[test]
fn a_stop_inside_an_if_and_a_require_reach_what_follows() {
    let mut build = Build::new();
    let points: Vec<PointId> = (0..4).map(|_| build.point(PointKind::BranchYes, "")).collect();
    let code = vec![
        OpKind::Require { condition: less(slot(0), n(9)), yes: points[0], no: points[1] },
        OpKind::Store(PlaceExpr::Local(Slot(1)), n(0), free()),
        OpKind::Branch { condition: less(slot(0), n(3)), otherwise: 4, yes: points[2], no: points[3], again: false },
        OpKind::Stop,
        OpKind::Join { locals: vec![], states: vec![], stops: true },
        OpKind::Store(PlaceExpr::Local(Slot(1)), n(1), free()),
    ];
    let procedure = build.procedure("p", &[("x", Type::NUMBER)], &[("y", Type::NUMBER)], &[], Source::Here(code));
    let setting = Setting::new(&build.program);
    for (x, y, way) in [(2, 0, 2), (5, 1, 3)] {
        let callee = Callee::Procedure(procedure);
        let (ended, recording) = both(&setting, &mut World::default(), callee, numbers(&[x]), vec![]);
        assert_eq!(ended, Ended::Done(numbers(&[y])));
        assert!(recording.outputs[0].contains(&points[0]));
        assert!(recording.outputs[0].contains(&points[way]));
    }
}

#[test]
fn a_loop_has_one_node_per_turn_and_a_long_trace_is_cut() {
    let mut build = Build::new();
    let (yes, no) = (build.point(PointKind::BranchYes, ""), build.point(PointKind::BranchNo, ""));
    let code = vec![
        OpKind::Let(Slot(1), n(0)),
        OpKind::Branch { condition: less(slot(1), slot(0)), otherwise: 4, yes, no, again: true },
        OpKind::Let(Slot(1), calc(Arithmetic::Add, slot(1), n(1))),
        OpKind::Jump(1),
        OpKind::Join { locals: vec![Slot(1)], states: vec![], stops: false },
    ];
    let procedure = build.procedure("p", &[("x", Type::NUMBER)], &[], &["turn"], Source::Here(code));
    let setting = Setting::new(&build.program);
    let run = |turns| {
        let callee = Callee::Procedure(procedure);
        both(&setting, &mut World::default(), callee, numbers(&[turns]), vec![]).1.trace.remove(0).children
    };
    let kinds: Vec<bool> = run(3).iter().map(|node| matches!(node.what, What::Turn { .. })).collect();
    assert_eq!(kinds, [false, true, true, true]);
    assert_eq!(run(0)[1].what, What::Branched { held: false });
    let long = run(100_000);
    assert!(long.len() <= MAX_NODES);
    assert!(long.iter().any(|node| node.children.iter().chain([node]).any(|node| node.what == What::Cut)));
}

#[test]
fn of_what_is_played_reasons_are_told_behind_so_many_answers_however_long_it_is() {
    let mut build = Build::new();
    let (yes, no) = (build.point(PointKind::BranchYes, ""), build.point(PointKind::BranchNo, ""));
    let code = vec![
        OpKind::Let(Slot(1), n(0)),
        OpKind::Branch { condition: less(slot(1), slot(0)), otherwise: 5, yes, no, again: true },
        OpKind::Roll { count: None, sides: 6, slot: Slot(2) },
        OpKind::Let(Slot(1), calc(Arithmetic::Add, slot(1), n(1))),
        OpKind::Jump(1),
        OpKind::Join { locals: vec![Slot(1)], states: vec![], stops: false },
    ];
    let procedure = build.procedure("p", &[("x", Type::NUMBER)], &[], &["turn", "die"], Source::Here(code));
    let setting = Setting::new(&build.program);
    let turns = 9_000;
    let told = |telling| {
        let answers = vec![Answer::Faces(vec![4]); turns];
        let mut chance = Fixed(answers, Vec::new());
        let callee = Callee::Procedure(procedure);
        run_told(&setting, &mut World::default(), callee, numbers(&[9_000]), &mut chance, telling).1.trace
    };
    let count =
        |trace: &[TraceNode], of: fn(&What) -> bool| TraceNode::each(trace).filter(|node| of(&node.what)).count();
    let rolls: fn(&What) -> bool = What::is_answered;
    let lets: fn(&What) -> bool = |what| matches!(what, What::Let { .. });
    let whole = told(Telling::Whole);
    assert!(count(&whole, rolls) == turns && count(&whole, lets) < turns, "what is whole is cut");
    let all = told(Telling::Played { reasons_from: 0 });
    assert_eq!((count(&all, rolls), count(&all, lets)), (turns, turns + 1));
    let last = told(Telling::Played { reasons_from: turns - 10 });
    assert_eq!((count(&last, rolls), count(&last, lets)), (turns, 11), "that behind the last answer before, too");
}
