use std::sync::Arc;

use super::build::*;
use super::*;
use crate::logic::program::*;
use crate::logic::value::Entity;

fn op_let(slot: u16, expr: Expr) -> OpKind {
    OpKind::Let(Slot(slot), expr)
}

fn set_local(slot: u16, expr: Expr) -> OpKind {
    OpKind::Store(PlaceExpr::Local(Slot(slot)), expr, free())
}

fn values(of: &[i64]) -> Answer {
    Answer::Values(numbers(of))
}

/// A program with the state `box` (a collection) and one procedure over it, without outputs; what the state holds afterwards.
fn on_box(start: Value, code: Vec<OpKind>, answers: Vec<Answer>) -> Result<Value, String> {
    let mut build = Build::new();
    build.state("box", Type::Unknown, Some(start));
    let procedure = build.procedure("p", &[], &[], &["a", "b"], Source::Here(code));
    let mut world = World::new(&build.program);
    perform(&build.program, &mut world, procedure, Vec::new(), answers)?;
    Ok(world.states[0].clone().expect("a value"))
}

fn the_box() -> PlaceExpr {
    PlaceExpr::State(StateId(0))
}

#[test]
fn places_are_changed_and_checked() {
    let change = |up, by| OpKind::Change {
        place: the_box(),
        up,
        by: n(by),
        guard: Guard { check: Some(within(0, 10)) },
        removing_at: None,
    };
    assert_eq!(on_box(Value::Number(3), vec![change(true, 4), change(false, 1)], vec![]), Ok(Value::Number(6)));
    let outside = Err("12 is outside 0..10, the range of `box`".to_owned());
    assert_eq!(on_box(Value::Number(3), vec![change(true, 9)], vec![]), outside);
    let entry = |key| PlaceExpr::Entry(Box::new(the_box()), Box::new(n(key)));
    let map = |entries: &[(i64, i64)]| {
        Value::map(entries.iter().map(|(a, b)| (Value::Number(*a), Value::Number(*b))).collect())
    };
    let code = vec![OpKind::Store(entry(2), n(5), free()), OpKind::Store(entry(1), n(7), free())];
    assert_eq!(on_box(map(&[(1, 1)]), code, vec![]), Ok(map(&[(1, 7), (2, 5)])));
    let record = |of: &[i64]| Value::Record(Arc::new(numbers(of)));
    let code = vec![OpKind::Store(PlaceExpr::RecordField(Box::new(the_box()), 1), n(9), free())];
    assert_eq!(on_box(record(&[1, 2]), code, vec![]), Ok(record(&[1, 9])));
}

#[test]
fn collections_are_changed_in_place() {
    let add = |count, value| OpKind::AddTo { place: the_box(), count, value: n(value), guard: free() };
    let take = |count, value| OpKind::TakeFrom { place: the_box(), count, value: n(value) };
    let code = || vec![add(Some(n(2)), 7), take(None, 1)];
    assert_eq!(on_box(list(&[1, 3, 1]), code(), vec![]), Ok(list(&[3, 1, 7, 7])));
    assert_eq!(on_box(set(&[1, 3]), code(), vec![]), Ok(set(&[3, 7])));
    assert_eq!(on_box(bag(&[1, 1]), code(), vec![]), Ok(bag(&[1, 7, 7])));
    assert_eq!(on_box(bag(&[1, 1]), vec![take(Some(n(3)), 1)], vec![]), Err("3 × 1 are not there, only 2".to_owned()));
    assert_eq!(on_box(set(&[1]), vec![take(None, 2)], vec![]), Err("2 is not there".to_owned()));
}

#[test]
fn dice_draws_picks_and_choices_are_looked_at() {
    let roll = |count, slot| OpKind::Roll { count, sides: 6, slot: Slot(slot) };
    let keep = || OpKind::Store(the_box(), slot(0), free());
    let rolled =
        |faces: &[u32]| on_box(Value::None, vec![roll(Some(n(2)), 0), keep()], vec![Answer::Faces(faces.to_vec())]);
    assert_eq!(rolled(&[6, 1]), Ok(bag(&[1, 6])));
    assert_eq!(rolled(&[7, 1]), Err("a die with 6 sides cannot show 7".to_owned()));
    assert_eq!(rolled(&[1]), Err("1 faces were given for 2 dice".to_owned()));
    assert_eq!(on_box(Value::None, vec![roll(None, 0), keep()], vec![]), Err("nothing is left".to_owned()));
    assert_eq!(on_box(Value::None, vec![roll(Some(n(0)), 0), keep()], vec![]), Ok(bag(&[])));

    let draw = |count| OpKind::Draw { count: n(count), place: the_box(), slot: Slot(0) };
    assert_eq!(on_box(bag(&[1, 1, 2]), vec![draw(2)], vec![values(&[2, 1])]), Ok(bag(&[1])));
    assert_eq!(on_box(list(&[1, 2, 1]), vec![draw(1)], vec![values(&[1])]), Ok(list(&[2, 1])));
    assert_eq!(on_box(set(&[1]), vec![draw(2)], vec![]), Err("2 cannot be drawn, there are only 1".to_owned()));
    assert_eq!(on_box(bag(&[1]), vec![draw(1)], vec![values(&[5])]), Err("5 is not there".to_owned()));

    let pick = |of: Value, if_none| OpKind::Pick { from: select(0, v(of), None), if_none };
    let picked = |of: &[i64], answers| on_box(Value::None, vec![pick(list(of), None), keep()], answers);
    assert_eq!(picked(&[1, 2], vec![values(&[2])]), Ok(Value::Number(2)));
    assert_eq!(picked(&[1, 2], vec![values(&[3])]), Err("3 is no candidate for `a`".to_owned()));
    assert_eq!(picked(&[4, 4], vec![]), Ok(Value::Number(4)), "one kind asks nothing");
    assert_eq!(picked(&[], vec![]), Err("there is no candidate for `a`".to_owned()));
    let code = vec![pick(list(&[]), Some(2)), keep(), OpKind::Store(the_box(), n(0), free())];
    assert_eq!(on_box(Value::None, code, vec![]), Ok(Value::Number(0)));
    let mut from = select(0, v(bag(&[1, 2, 3, 3])), None);
    from.extreme = Some((true, Box::new(slot(0))));
    let code = vec![OpKind::Choose { wanted: Wanted::One, by: yes(true), from, if_none: None }, keep()];
    assert_eq!(on_box(Value::None, code, vec![]), Ok(Value::Number(3)), "highest of a bag: by kind");
}

/// `for each a in box where a < limit: add a to total`, with a body that also runs `extra`.
fn walk(build: &mut Build, extra: Vec<OpKind>) -> Vec<OpKind> {
    let yes = build.point(PointKind::BranchYes, "");
    let no = build.point(PointKind::BranchNo, "");
    let over = || select(1, state(StateId(0)), Some(less(slot(1), n(100))));
    let end = 4 + extra.len() as u32 + 1;
    let (walk, at) = (Slot(2), Slot(3));
    let mut code = vec![
        set_local(0, n(0)),
        OpKind::Walk { over: over(), walk, at },
        OpKind::Next { over: over(), recheck: true, walk, at, end, yes, no },
        set_local(0, calc(Arithmetic::Add, slot(0), slot(1))),
    ];
    code.extend(extra);
    code.push(OpKind::Jump(2));
    code.push(OpKind::Join { locals: vec![Slot(0)], states: vec![], stops: false });
    code
}

#[test]
fn a_loop_fixes_its_elements_and_looks_at_them_again() {
    let mut build = Build::new();
    build.state("box", Type::Unknown, Some(list(&[1, 2, 3, 200])));
    let take = OpKind::TakeFrom { place: the_box(), count: None, value: calc(Arithmetic::Add, slot(1), n(1)) };
    let add = OpKind::AddTo { place: the_box(), count: None, value: n(4), guard: free() };
    let code = walk(&mut build, vec![take, add]);
    let outputs = [("total", Type::NUMBER)];
    let procedure = build.procedure("p", &[], &outputs, &["a", "", ""], Source::Here(code));
    let mut world = World::new(&build.program);
    // 1 takes 2 out; 3 takes 4 out, which was added; the added ones are not walked through.
    assert_eq!(perform(&build.program, &mut world, procedure, vec![], vec![]), Ok(numbers(&[4])));
    assert_eq!(world.states[0], Some(list(&[1, 3, 200, 4])));
}

#[test]
fn loops_end_by_the_budget() {
    assert_eq!(
        on_box(Value::None, vec![OpKind::Jump(0)], vec![]),
        Err("this run takes more than 1000000 steps".to_owned())
    );
    let add = OpKind::AddTo { place: the_box(), count: Some(n(50_000)), value: n(1), guard: free() };
    assert_eq!(
        on_box(list(&[]), vec![add, OpKind::Jump(0)], vec![]),
        Err("this run holds more than 1000000 values at once".to_owned())
    );
}

#[test]
fn a_repeated_turn_and_both_ways_of_an_if() {
    let mut build = Build::new();
    let (yes, no) = (build.point(PointKind::BranchYes, ""), build.point(PointKind::BranchNo, ""));
    let branch = |condition, otherwise, again| OpKind::Branch { condition, otherwise, yes, no, again };
    let join = || OpKind::Join { locals: vec![Slot(1)], states: vec![], stops: false };
    let code = vec![
        set_local(1, n(0)),
        branch(less(slot(1), slot(0)), 7, true),
        branch(less(slot(1), n(2)), 5, false),
        set_local(1, calc(Arithmetic::Add, slot(1), n(1))),
        OpKind::Jump(6),
        set_local(1, calc(Arithmetic::Add, slot(1), n(10))),
        join(),
        join(),
        OpKind::Stop,
    ];
    // The jump of the loop stands where its end does in this little program.
    let mut code = code;
    code.insert(7, OpKind::Jump(1));
    if let OpKind::Branch { otherwise, .. } = &mut code[1] {
        *otherwise = 8;
    }
    let procedure = build.procedure("p", &[("x", Type::NUMBER)], &[("y", Type::NUMBER)], &[], Source::Here(code));
    let mut world = World::default();
    assert_eq!(perform(&build.program, &mut world, procedure, numbers(&[5]), vec![]), Ok(numbers(&[12])));
    assert_eq!(perform(&build.program, &mut world, procedure, numbers(&[0]), vec![]), Ok(numbers(&[0])));
}

#[test]
fn a_refused_run_leaves_the_world_as_it_was() {
    let mut build = Build::new();
    let unrest = build.state("unrest", within(0, 10), Some(Value::Number(1)));
    let (yes, no) = (build.point(PointKind::BranchYes, ""), build.point(PointKind::BranchNo, ""));
    let code = vec![
        OpKind::Store(PlaceExpr::State(unrest), n(5), free()),
        OpKind::Require { condition: less(slot(0), n(3)), yes, no },
    ];
    let procedure = build.procedure("p", &[("x", Type::NUMBER)], &[], &[], Source::Here(code));
    let setting = Setting::new(&build.program);
    let mut world = World::new(&build.program);
    let callee = Callee::Procedure(procedure);
    let (ended, recording) = both(&setting, &mut world, callee, numbers(&[3]), vec![]);
    assert_eq!(ended, Ended::Refused(no));
    assert_eq!(world, World::new(&build.program));
    assert!(recording.refused_by.contains(&no));
    assert_eq!(both(&setting, &mut world, callee, numbers(&[2]), vec![]).0, Ended::Done(vec![]));
    assert_eq!(world.states, [Some(Value::Number(5))]);
}

#[test]
fn procedures_call_each_other_and_may_be_supplied() {
    let mut build = Build::new();
    let outputs = [("hits", Type::NUMBER)];
    let inner = build.procedure("battle", &[("a", Type::NUMBER)], &outputs, &[], Source::Missing(None));
    let hits = e(ExprKind::RecordField(Box::new(slot(1)), 0));
    let code = vec![
        OpKind::Call { procedure: inner, args: vec![n(4)], slot: Some(Slot(1)) },
        OpKind::Store(PlaceExpr::Local(Slot(0)), hits, free()),
    ];
    let outer = build.procedure("p", &[], &[("y", Type::NUMBER)], &["result"], Source::Here(code));
    let op = build.op(OpKind::Store(PlaceExpr::Local(Slot(1)), calc(Arithmetic::Multiply, slot(0), n(2)), free()));
    let locals = build.program.procedures[inner.index()].locals.clone();
    let body = AssumedBody::Code { code: vec![op], locals };
    build.assume("sketch", Assumed::Procedure(inner), None, 2, body);
    let mut setting = Setting::new(&build.program);
    let callee = Callee::Procedure(outer);
    let mut world = World::default();
    assert!(matches!(both(&setting, &mut world, callee, vec![], vec![]).0, Ended::Undetermined { .. }));
    setting.assumed = vec![0];
    let (ended, recording) = both(&setting, &mut world, callee, vec![], vec![]);
    assert_eq!(ended, Ended::Done(numbers(&[8])));
    assert!(recording.assumed.contains(&0));
    let assumption = build.program.assumptions[0].parts[0].point;
    assert!(recording.outputs[0].contains(&assumption));
}

#[test]
fn an_output_that_is_never_set_is_an_error() {
    let mut build = Build::new();
    let procedure = build.procedure("p", &[], &[("y", Type::NUMBER)], &[], Source::Here(vec![]));
    let mut world = World::default();
    let error = Err("the output `y` was never set".to_owned());
    assert_eq!(perform(&build.program, &mut world, procedure, vec![], vec![]), error);
}

#[test]
fn a_removed_thing_is_gone_everywhere() {
    let mut build = Build::new();
    let unit = build.entity("Unit", &[("strength", within(0, 4))]);
    let of_unit = || Type::Entity(unit);
    build.state("box", Type::Bag(Box::new(of_unit())), None);
    build.state("best", of_unit().or_none(), None);
    let lower = OpKind::Change {
        place: PlaceExpr::EntityField(Box::new(slot(0)), unit, 0),
        up: false,
        by: n(1),
        guard: Guard { check: Some(within(0, 4)) },
        removing_at: Some(n(0)),
    };
    let create = OpKind::Create(unit, vec![n(2)], Slot(2));
    let code = vec![op_let(1, v(Value::List(Arc::new(vec![Value::Entity(Entity(0))])))), lower, create];
    let params = [("u", of_unit())];
    let procedure = build.procedure("p", &params, &[], &["l", "made"], Source::Here(code.clone()));
    let used = [code, vec![op_let(1, field(slot(0), unit, 0))]].concat();
    let uses = build.procedure("q", &params, &[], &["l", "made"], Source::Here(used));
    let mut world = World::new(&build.program);
    let strength = |n| vec![Value::Number(n)];
    let (first, second) = (world.add(unit, strength(1)), world.add(unit, strength(3)));
    world.states[0] = Some(Value::bag(vec![Value::Entity(first), Value::Entity(second)]));
    world.states[1] = Some(Value::Entity(first));
    let before = world.clone();
    let args = || vec![Value::Entity(first)];
    assert_eq!(perform(&build.program, &mut world, procedure, args(), vec![]), Ok(vec![]));
    assert_eq!(world.states, [Some(Value::bag(vec![Value::Entity(second)])), Some(Value::None)]);
    assert_eq!(world.things[0], None);
    assert_eq!(world.thing(Entity(2)).map(|thing| thing.fields.to_vec()), Some(strength(2)));
    let mut world = before;
    assert_eq!(perform(&build.program, &mut world, uses, args(), vec![]), Err("`u` was removed".to_owned()));
}

#[test]
fn a_loop_passes_over_what_was_removed() {
    let mut build = Build::new();
    let unit = build.entity("Unit", &[("strength", within(0, 4))]);
    let (yes, no) = (build.point(PointKind::BranchYes, ""), build.point(PointKind::BranchNo, ""));
    let over = || select(1, e(ExprKind::All(unit)), None);
    let (walk, at) = (Slot(2), Slot(3));
    // Each unit removes the next one.
    let next = select(4, e(ExprKind::All(unit)), Some(less(field(slot(1), unit, 0), field(slot(4), unit, 0))));
    let next = select(4, e(ExprKind::Select(Fold::Collect(Collection::List, None), next)), None);
    let lowest = Selection { extreme: Some((false, Box::new(field(slot(4), unit, 0)))), ..next };
    let code = vec![
        set_local(0, n(0)),
        OpKind::Walk { over: over(), walk, at },
        OpKind::Next { over: over(), recheck: false, walk, at, end: 7, yes, no },
        set_local(0, calc(Arithmetic::Add, slot(0), field(slot(1), unit, 0))),
        OpKind::Pick { from: lowest, if_none: Some(6) },
        OpKind::Remove(slot(4), unit),
        OpKind::Jump(2),
        OpKind::Join { locals: vec![Slot(0)], states: vec![], stops: false },
    ];
    let slots = ["u", "", "", "other"];
    let procedure = build.procedure("p", &[], &[("sum", Type::NUMBER)], &slots, Source::Here(code));
    let mut world = World::default();
    for strength in 1..=4 {
        world.add(unit, vec![Value::Number(strength)]);
    }
    assert_eq!(perform(&build.program, &mut world, procedure, vec![], vec![]), Ok(numbers(&[4])));
    assert_eq!(world.all(unit).collect::<Vec<_>>(), [Entity(0), Entity(2)]);
}

#[test]
fn a_machine_stops_at_a_question_and_goes_on_from_a_copy() {
    let mut build = Build::new();
    let code =
        vec![OpKind::Roll { count: None, sides: 6, slot: Slot(1) }, set_local(0, calc(Arithmetic::Add, slot(1), n(1)))];
    let procedure = build.procedure("p", &[], &[("y", Type::NUMBER)], &["wave"], Source::Here(code));
    let setting = Setting::new(&build.program);
    let (machine, step) = Machine::start(&setting, World::default(), procedure, vec![]);
    assert!(matches!(step, Step::Ask(Request::Roll { count: 1, sides: 6, .. })));
    for face in 1..=6 {
        let step = machine.clone().resume(&setting, Answer::Faces(vec![face]));
        assert_eq!(step, Step::Ended(Ended::Done(numbers(&[i64::from(face) + 1]))));
    }
}

#[test]
fn a_seed_means_the_same_run_for_ever() {
    let label = NameId(0);
    let mut chance = Seeded::new(7);
    let roll = chance.answer(&Request::Roll { label, count: 12, sides: 6 });
    assert_eq!(roll, Ok(Answer::Faces(vec![1, 2, 5, 3, 6, 3, 5, 2, 6, 1, 1, 2])));
    let from = vec![(Value::Number(1), 3), (Value::Number(2), 2)];
    assert_eq!(chance.answer(&Request::Draw { label, count: 5, from }), Ok(values(&[2, 1, 1, 1, 2])));
    let candidates = numbers(&[1, 2, 3]);
    assert_eq!(chance.answer(&Request::Pick { label, candidates }), Ok(values(&[1])));
    let mut faces = [0_u32; 3];
    for _ in 0..3_000 {
        faces[usize::try_from(chance.below(3)).expect("below 3")] += 1;
    }
    assert!(faces.iter().all(|count| (900..1_100).contains(count)), "{faces:?}");
}
