use std::sync::Arc;

use super::build::*;
use super::*;
use crate::logic::program::*;
use crate::logic::syntax::ast::GraphQuestion;
use crate::logic::types::{Rounding, Way};
use crate::logic::value::{Entity, Symbol};

/// What an expression gives, with eight free slots.
fn eval(build: &mut Build, expr: Expr) -> Result<Value, String> {
    let function = build.value("f", &[], 8, expr);
    let mut world = World::new(&build.program);
    ask(&build.program, &mut world, function, Vec::new())
}

fn gives(expr: ExprKind, value: Value) {
    assert_eq!(eval(&mut Build::new(), e(expr)), Ok(value));
}

fn fails(expr: ExprKind, message: &str) {
    assert_eq!(eval(&mut Build::new(), e(expr)), Err(message.to_owned()));
}

#[test]
fn arithmetic_is_exact_and_checked() {
    let half = || Value::ratio(1, 2).expect("a half");
    gives(calc(Arithmetic::Divide, n(1), n(2)).kind, half());
    gives(calc(Arithmetic::Add, v(half()), v(half())).kind, Value::Number(1));
    gives(ExprKind::Round(Rounding::whole(Way::Up), Box::new(v(half()))), Value::Number(1));
    gives(ExprKind::Round(Rounding::whole(Way::Down), b(ExprKind::Negate(Box::new(v(half()))))), Value::Number(-1));
    fails(calc(Arithmetic::Multiply, n(i64::MAX), n(2)).kind, "this number is too large");
    fails(calc(Arithmetic::Divide, n(1), n(0)).kind, "this divides by 0");
    fails(ExprKind::Negate(Box::new(n(i64::MIN))), "this number is too large");
    gives(ExprKind::Extreme(true, vec![n(1), v(half()), n(-3)]), Value::Number(1));
    gives(less(v(half()), n(1)).kind, Value::yes_no(true));
}

#[test]
fn conditions() {
    let yes_no = |held| Value::yes_no(held);
    gives(ExprKind::Not(Box::new(yes(true))), yes_no(false));
    // The second is not looked at: it would be an error.
    gives(ExprKind::And(Box::new(yes(false)), Box::new(n(1))), yes_no(false));
    gives(ExprKind::Or(Box::new(yes(true)), Box::new(n(1))), yes_no(true));
    gives(ExprKind::Is(false, Box::new(n(1)), Box::new(n(2))), yes_no(true));
    gives(
        ExprKind::In(true, Box::new(n(3)), b(ExprKind::Range(Box::new(n(1)), Box::new(n(1_000_000_000_000))))),
        yes_no(true),
    );
    gives(ExprKind::In(false, Box::new(n(3)), Box::new(v(bag(&[1, 3])))), yes_no(false));
    gives(ExprKind::Between(true, Box::new(n(3)), Box::new(n(3)), Box::new(n(4))), yes_no(true));
    gives(ExprKind::IsEmpty(Box::new(v(list(&[]))), true), yes_no(true));
    fails(ExprKind::Not(Box::new(n(1))), "yes or no is needed here, this is 1");
}

#[test]
fn collections() {
    gives(ExprKind::Collect(Collection::Set, vec![n(3), n(1), n(3)]), set(&[1, 3]));
    gives(ExprKind::Convert(Collection::List, Box::new(v(bag(&[2, 1, 2])))), list(&[1, 2, 2]));
    gives(ExprKind::Range(Box::new(n(1)), Box::new(n(3))), set(&[1, 2, 3]));
    fails(
        ExprKind::Range(Box::new(n(1)), Box::new(n(1_000_000_000_000))),
        "this run holds more than 1000000 values at once",
    );
    let map = Value::map(vec![(Value::Number(1), Value::Number(10))]);
    gives(ExprKind::Entry(Box::new(v(map.clone())), Box::new(n(1)), Absent::Error), Value::Number(10));
    fails(ExprKind::Entry(Box::new(v(map.clone())), Box::new(n(2)), Absent::Error), "there is no entry for 2");
    gives(ExprKind::Entry(Box::new(v(map)), Box::new(n(2)), Absent::None), Value::None);
    gives(ExprKind::RecordField(b(ExprKind::Record(vec![n(4), n(5)])), 1), Value::Number(5));
}

#[test]
fn selections() {
    let odd_dice = || select(0, v(bag(&[1, 1, 3, 5])), Some(less(slot(0), n(4))));
    let fold = |fold| ExprKind::Select(fold, odd_dice());
    gives(fold(Fold::Count), Value::Number(3));
    gives(fold(Fold::Sum(Box::new(slot(0)))), Value::Number(5));
    gives(fold(Fold::Extreme(true, Box::new(slot(0)), Absent::Error)), Value::Number(3));
    gives(fold(Fold::Some), Value::yes_no(true));
    fails(fold(Fold::Only(Absent::Error)), "exactly one is needed here, there are 3");
    gives(fold(Fold::Collect(Collection::List, None)), list(&[1, 1, 3]));
    gives(fold(Fold::Collect(Collection::Bag, Some(b(ExprKind::Negate(Box::new(slot(0))))))), bag(&[-1, -1, -3]));
    let mut highest = odd_dice();
    highest.extreme = Some((false, Box::new(slot(0))));
    gives(ExprKind::Select(Fold::Count, highest), Value::Number(2));
    gives(ExprKind::Every(select(0, v(list(&[1, 2])), None), Box::new(less(slot(0), n(2)))), Value::yes_no(false));
    let none = ExprKind::Select(Fold::Extreme(true, Box::new(slot(0)), Absent::Error), select(0, v(list(&[])), None));
    fails(none, "there is none, so none is highest or lowest");
}

#[test]
fn states_options_things_and_rows() {
    let mut build = Build::new();
    let unrest = build.state("unrest", within(0, 10), None);
    assert_eq!(eval(&mut build, state(unrest)), Err("the state `unrest` has no value yet".to_owned()));
    let name = build.name("doubt");
    build.program.options.push(Choice { name, readings: vec![Symbol(0), Symbol(1)], followed: Symbol(1) });
    assert_eq!(eval(&mut build, e(ExprKind::Option(OptionId(0)))), Ok(Value::Symbol(Symbol(1))));
    let data = build.data(&["value"], vec![numbers(&[2]), numbers(&[3])]);
    let row = e(ExprKind::RecordField(Box::new(slot(0)), 0));
    let sum = ExprKind::Select(Fold::Sum(Box::new(row)), select(0, e(ExprKind::Rows(data)), None));
    assert_eq!(eval(&mut build, e(sum)), Ok(Value::Number(5)));

    let unit = build.entity("Unit", &[("strength", within(0, 4))]);
    let strongest = ExprKind::Select(
        Fold::Extreme(true, Box::new(field(slot(0), unit, 0)), Absent::Error),
        select(0, e(ExprKind::All(unit)), None),
    );
    let function = build.value("g", &[], 1, e(strongest));
    let mut world = World::new(&build.program);
    world.add(unit, numbers(&[3]));
    world.add(unit, numbers(&[4]));
    assert_eq!(ask(&build.program, &mut world, function, Vec::new()), Ok(Value::Number(4)));
    let all = build.value("h", &[], 0, e(ExprKind::All(unit)));
    world.things[0] = None;
    assert_eq!(
        ask(&build.program, &mut world, all, Vec::new()),
        Ok(Value::Set(Arc::new(vec![Value::Entity(Entity(1))])))
    );
}

#[test]
fn a_checked_value_outside_its_type_is_an_error() {
    let mut build = Build::new();
    let checked = e(ExprKind::Checked(Box::new(n(12)), within(0, 10)));
    assert_eq!(eval(&mut build, checked), Err("12 is outside 0..10".to_owned()));
}

#[test]
fn nesting_ends_in_an_error() {
    let mut deep = n(1);
    for _ in 0..5_000 {
        deep = e(ExprKind::Negate(Box::new(deep)));
    }
    fails(deep.kind, "expressions and functions are nested too deeply");
}

/// 1 – 2 – 3 – 6, 1 – 4 – 3, 5 alone; the link 2 – 3 is by sea (1).
fn map(build: &mut Build) -> GraphId {
    let areas = build.data(&["name"], (1..=6).map(|area| numbers(&[area])).collect());
    let links = [[1, 2, 0], [2, 3, 1], [4, 1, 0], [3, 4, 0], [3, 6, 0]];
    let links = build.data(&["from", "to", "sea"], links.iter().map(|link| numbers(link)).collect());
    let point = build.point(PointKind::Definition, "world");
    let name = build.name("world");
    let source = Source::Here(GraphTables { areas, links, ends: (0, 1) });
    build.program.graphs.push(Graph { name, point, source, area: Type::NUMBER, rows: None });
    GraphId(0)
}

#[test]
fn graphs() {
    let ask = |question, args: Vec<Expr>, by: Option<Expr>, through: Option<Expr>| {
        let mut build = Build::new();
        let graph = map(&mut build);
        let passage =
            |slot| move |condition| Passage { slot: Slot(slot), from: None, condition: Some(condition), cost: None };
        let (by, through) = (by.map(passage(0)), through.map(passage(1)));
        eval(&mut build, e(ExprKind::Graph(Box::new(GraphCall { question, graph, args, by, through }))))
    };
    let land = || Some(is(e(ExprKind::RecordField(Box::new(slot(0)), 2)), n(0)));
    let not_four = || Some(e(ExprKind::Is(false, Box::new(slot(1)), Box::new(n(4)))));
    assert_eq!(ask(GraphQuestion::Neighbours, vec![n(1)], None, None), Ok(set(&[2, 4])));
    assert_eq!(ask(GraphQuestion::Distance, vec![n(1), n(6)], None, None), Ok(Value::Number(3)));
    assert_eq!(ask(GraphQuestion::Distance, vec![n(1), n(5)], None, None), Ok(Value::None));
    assert_eq!(ask(GraphQuestion::Distance, vec![n(2), n(3)], land(), None), Ok(Value::Number(3)));
    assert_eq!(ask(GraphQuestion::Distance, vec![n(2), n(3)], land(), not_four()), Ok(Value::None));
    assert_eq!(ask(GraphQuestion::Distance, vec![n(4), n(4)], None, not_four()), Ok(Value::Number(0)));
    assert_eq!(ask(GraphQuestion::Reachable, vec![n(1), n(1)], None, None), Ok(set(&[2, 4])));
    assert_eq!(ask(GraphQuestion::Reachable, vec![n(1)], land(), None), Ok(set(&[2, 3, 4, 6])));
    let paths = |paths: &[&[i64]]| Value::List(Arc::new(paths.iter().map(|path| list(path)).collect()));
    assert_eq!(
        ask(GraphQuestion::ShortestPaths, vec![n(1), n(6)], None, None),
        Ok(paths(&[&[1, 2, 3, 6], &[1, 4, 3, 6]]))
    );
    assert_eq!(ask(GraphQuestion::ShortestPaths, vec![n(1), n(6)], None, not_four()), Ok(paths(&[&[1, 2, 3, 6]])));
    assert_eq!(ask(GraphQuestion::ShortestPaths, vec![n(5), n(5)], None, None), Ok(paths(&[&[5]])));
    assert_eq!(ask(GraphQuestion::ShortestPaths, vec![n(1), n(5)], None, None), Ok(paths(&[])));
    let step = |from, to, link| Value::Record(Arc::new(vec![Value::Number(from), Value::Number(to), link]));
    let link = Value::Record(Arc::new(numbers(&[2, 3, 1])));
    assert_eq!(
        ask(GraphQuestion::Steps, vec![v(list(&[3, 2, 6]))], None, None),
        Ok(Value::List(Arc::new(vec![step(3, 2, link), step(2, 6, Value::None)])))
    );
    assert_eq!(ask(GraphQuestion::RowOf, vec![n(5)], None, None), Ok(Value::Record(Arc::new(numbers(&[5])))));
    assert_eq!(ask(GraphQuestion::RowOf, vec![n(9)], None, None), Err("9 is no area of `world`".to_owned()));
}
