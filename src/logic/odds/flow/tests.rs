//! Small programs, and what can be looked at in them.

use std::path::Path;
use std::sync::Arc;

use super::{At, Conjunct, Facts, Flow, Live, NodeId, Order};
use crate::diagnostic::{Severity, Sources};
use crate::library::{self, yaml};
use crate::logic::book::compile_book;
use crate::logic::compile::{Inputs, ParsedBlock, compile};
use crate::logic::limits::Meter;
use crate::logic::machine::{Frame, Setting, World};
use crate::logic::program::{NameId, OpKind, Program, Source};
use crate::logic::syntax;
use crate::logic::types::EntityTypeId;
use crate::logic::value::Value;

const UNIT: &str = "entity Unit
  strength: 0..4
  routed: yes/no
  next: Unit or none
  side: 0..1
type Player is me, you
";

fn block(id: &str, assumed: bool, logic: &str) -> ParsedBlock {
    let mut sources = Sources::default();
    let file = sources.add("a.yaml".to_owned(), format!("logic: |\n  {}\n", logic.trim_end().replace('\n', "\n  ")));
    let node = yaml::parse(file, &sources, &mut Vec::new()).expect("YAML");
    let text = node.get("logic").and_then(|node| node.scalar()).expect("a scalar").clone();
    let (tree, mistakes) = syntax::parse(&text.text);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    ParsedBlock { id: id.to_owned(), number: None, above: Vec::new(), assumed, text: Arc::new(text), tree }
}

fn program_of(blocks: &[ParsedBlock]) -> Program {
    let (program, findings) = compile(Inputs { book: "test", blocks, data: &[], options: &[] });
    let errors: Vec<_> = findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    program
}

fn program(logic: &str) -> Program {
    program_of(&[block("a", false, logic)])
}

/// One procedure of a program, looked at with nothing asked but these outputs and states.
fn flow_of<'p>(setting: &'p Setting<'p>, procedure: &str, outputs: &[usize], states: &[&str]) -> Flow<'p> {
    let program = setting.program();
    let mut after = Facts::nothing(program);
    for state in states {
        after.state(program, program.state(state).expect("a state"));
    }
    let id = program.procedure(procedure).expect("a procedure");
    Flow::new(setting, &World::new(program), id, outputs, &after, &|_| true).expect("small enough")
}

/// The frames of a run that stands at the n-th step of this kind in the last procedure, each called once by the one before.
fn frames(program: &Program, path: &[&str], is: fn(&OpKind) -> bool, nth: usize) -> Vec<Frame> {
    let mut frames = Vec::new();
    for (n, name) in path.iter().enumerate() {
        let procedure = program.procedure(name).expect("a procedure");
        let frame = Frame { procedure, assumption: None, pc: 0, base: 0 };
        let Source::Here(code) = &program.procedures[procedure.index()].code else { panic!("external") };
        let called = path.get(n + 1).map(|name| program.procedure(name).expect("a procedure"));
        let pc = match called {
            Some(called) => {
                let calls = |kind: &OpKind| matches!(kind, OpKind::Call { procedure, .. } if *procedure == called);
                code.iter().position(|op| calls(&op.kind)).expect("a call") + 1
            }
            None => code.iter().enumerate().filter(|(_, op)| is(&op.kind)).nth(nth).expect("a step").0,
        };
        frames.push(Frame { pc, ..frame });
    }
    frames
}

fn roll(kind: &OpKind) -> bool {
    matches!(kind, OpKind::Roll { .. })
}

/// Where a run stands at the n-th roll of a procedure.
fn at_roll(flow: &Flow, path: &[&str], nth: usize) -> NodeId {
    flow.node(&frames(flow.analysis.program, path, roll, nth)).expect("a node")
}

/// The names of live locals, states and fields.
fn names(program: &Program, path: &[&str], live: &Live) -> String {
    let mut names: Vec<String> = Vec::new();
    for (name, slots) in path.iter().zip(&live.locals) {
        let procedure = &program.procedures[program.procedure(name).expect("a procedure").index()];
        let name = |slot: usize| procedure.locals[slot].name.map_or("?", |id| program.name(id));
        names.extend(slots.iter().map(|slot| name(slot.index()).to_owned()));
    }
    names.extend(live.states.iter().map(|state| format!("={}", program.name(program.states[state.index()].name))));
    names.extend(live.fields.iter().map(|(ty, field)| {
        let field = &program.entities[usize::from(ty.0)].fields[usize::from(*field)];
        format!(".{}", program.name(field.name))
    }));
    names.extend(live.all.iter().map(|ty| format!("*{}", program.entities[usize::from(ty.0)].name)));
    names.join(" ")
}

/// What is live at the first roll of a procedure.
fn live(logic: &str, path: &[&str], at: At, outputs: &[usize], states: &[&str]) -> String {
    let program = program(logic);
    let setting = Setting::new(&program);
    let flow = flow_of(&setting, path[0], outputs, states);
    names(&program, path, &flow.live(at_roll(&flow, path, 0), at))
}

fn order(logic: &str, procedure: &str, outputs: &[usize], by_order: &dyn Fn(NameId) -> bool) -> Order {
    let program = program(logic);
    let setting = Setting::new(&program);
    let id = program.procedure(procedure).expect("a procedure");
    let after = Facts::nothing(&program);
    let flow = Flow::new(&setting, &World::new(&program), id, outputs, &after, by_order).expect("small enough");
    flow.order(at_roll(&flow, &[procedure], 0), EntityTypeId(0))
}

fn only_lists() -> Order {
    Order { lists: true, numbers: false }
}

#[test]
fn locals_are_live_until_they_are_looked_at() {
    let logic = "procedure p(a: 0..9, b: 0..9) gives sum: number
  let c = a + 1
  roll d6 as die
  set sum to die + c
  if b > 3
    set sum to 0
";
    assert_eq!(live(logic, &["p"], At::Question, &[0], &[]), "b c");
    // Nobody asks for the sum, but it has to be set; both ways set it, so that it cannot fail.
    assert_eq!(live(logic, &["p"], At::Question, &[], &[]), "b");
}

#[test]
fn states_are_dead_until_they_are_stored() {
    let logic = "state a: 0..9 = 0
state b: number = 0
procedure p() changes a, b
  roll d6 as die
  set a to die
  roll d6 as other
  set b to other + a
";
    assert_eq!(live(logic, &["p"], At::Question, &[], &["b"]), "");
    // The range of what is raised is looked at even if nobody asks.
    let logic = "state a: 0..9 = 0
state b: number = 0
procedure p() changes a, b
  roll d6 as die
  raise a by die
  raise b by die
";
    assert_eq!(live(logic, &["p"], At::Question, &[], &[]), "=a");
    assert_eq!(live(logic, &["p"], At::Question, &[], &["b"]), "=a =b");
}

#[test]
fn faint_values_keep_nothing_alive_unless_they_can_fail() {
    let faint = "UNIT
procedure p(units: list of Unit) gives a: yes/no or none, b: number
  roll d6 as die
  set b to die
  set a to some unit in units where unit.strength > 0
"
    .replace("UNIT", UNIT);
    assert_eq!(live(&faint, &["p"], At::Question, &[1], &[]), "");
    assert_eq!(live(&faint, &["p"], At::Question, &[0], &[]), "units .strength");
    let failing = faint
        .replace("some unit in units where unit.strength > 0", "(only unit in units where unit.strength > 0).routed");
    assert_eq!(live(&failing, &["p"], At::Question, &[1], &[]), "units .strength .routed");
}

#[test]
fn a_field_without_a_value_can_fail() {
    let logic = format!(
        "{UNIT}
procedure p(unit: Unit) gives a: yes/no or none
  roll d6 as die
  set a to die > 3 and unit.strength > 0
"
    );
    let program = program(&logic);
    let setting = Setting::new(&program);
    let mut world = World::new(&program);
    world.add(EntityTypeId(0), vec![Value::None, Value::yes_no(true), Value::None, Value::Number(0)]);
    let id = program.procedure("p").expect("a procedure");
    let flow = Flow::new(&setting, &world, id, &[], &Facts::nothing(&program), &|_| true).expect("small enough");
    let live = flow.live(at_roll(&flow, &["p"], 0), At::Question);
    assert_eq!(names(&program, &["p"], &live), "unit .strength");
    // Where every unit has a strength, it cannot.
    let flow = flow_of(&setting, "p", &[], &[]);
    assert_eq!(names(&program, &["p"], &flow.live(at_roll(&flow, &["p"], 0), At::Question)), "");
}

#[test]
fn functions_look_at_what_they_look_at() {
    let logic = format!(
        "{UNIT}
state a: 0..9 = 0
state b: 0..9 = 0
value strong(unit: Unit) reads a, b: yes/no = if b > 3 then no otherwise unit.strength > a
procedure p(unit: Unit) gives held: yes/no
  roll d6 as die
  set held to strong(unit) and die > 3
"
    );
    assert_eq!(live(&logic, &["p"], At::Question, &[0], &[]), "unit =a =b .strength");
}

#[test]
fn only_the_outputs_that_the_caller_uses_are_live() {
    let logic = "procedure q(x: 0..9, y: 0..9) gives a: number, b: number
  roll d6 as die
  set a to die + x
  set b to die + y
procedure p(x: 0..9, y: 0..9, z: 0..9) gives c: number
  do q(x, y) as result
  set c to result.a + z
";
    assert_eq!(live(logic, &["p", "q"], At::Question, &[0], &[]), "z x");
    assert_eq!(live(logic, &["p", "q"], At::Question, &[], &[]), "");
}

#[test]
fn before_a_step_what_it_looks_at_is_live() {
    let logic = "procedure p(x: 0..9) gives a: number
  roll x d6 as dice
  set a to sum of die for die in dice
";
    assert_eq!(live(logic, &["p"], At::Step, &[0], &[]), "x");
    assert_eq!(live(logic, &["p"], At::Question, &[0], &[]), "");
}

#[test]
fn a_draw_looks_at_its_place_again() {
    let logic = "state deck: bag of 1..9 = []
procedure p(x: 0..9) gives a: number changes deck
  draw x from deck as cards
  set a to sum of card for card in cards
";
    let program = program(logic);
    let setting = Setting::new(&program);
    let flow = flow_of(&setting, "p", &[0], &[]);
    let node = flow.node(&frames(&program, &["p"], |kind| matches!(kind, OpKind::Draw { .. }), 0)).expect("a node");
    assert_eq!(names(&program, &["p"], &flow.live(node, At::Question)), "=deck");
    assert_eq!(names(&program, &["p"], &flow.live(node, At::Step)), "x =deck");
}

#[test]
fn a_loop_looks_at_its_elements_and_its_filter_again() {
    let logic = format!(
        "{UNIT}
state hits: number = 0
procedure p(units: list of Unit) changes Unit, hits
  for each unit in units where unit.strength > 1
    roll d6 as die
    raise hits by die
"
    );
    let live = live(&logic, &["p"], At::Question, &[], &["hits"]);
    assert_eq!(live, "units ? ? =hits .strength");
}

#[test]
fn a_loop_that_changes_only_what_nobody_looks_at_keeps_nothing_alive() {
    let logic = format!(
        "{UNIT}
procedure p(one: Unit) changes Unit
  roll d6 as die
  if die > 3
    for each unit in Unit where unit.next is one
      set unit.next to none
"
    );
    assert_eq!(live(&logic, &["p"], At::Question, &[], &[]), "");
    let asked = logic.replace("changes Unit", "gives a: number changes Unit")
        + "  set a to count of unit in Unit where unit.next is none\n";
    assert_eq!(live(&asked, &["p"], At::Question, &[0], &[]), "one .next *Unit");
}

#[test]
fn all_things_are_live_where_they_are_counted() {
    let logic = format!(
        "{UNIT}
procedure p() gives a: number
  roll d6 as die
  set a to die + (count of unit in Unit where unit.routed)
"
    );
    assert_eq!(live(&logic, &["p"], At::Question, &[0], &[]), ".routed *Unit");
}

#[test]
fn a_loop_whose_turns_commute_has_no_order() {
    let with = |body: &str| {
        let logic = format!(
            "{UNIT}
state hits: number = 0
state pool: set of Unit = []
state row: list of Unit = []
procedure p(units: list of Unit, one: Unit) changes Unit, hits, pool, row
  roll d6 as die
  for each unit in units where unit.strength > 1
{body}
"
        );
        order(&logic, "p", &[], &|_| true)
    };
    let none = Order::default();
    assert_eq!(with("    set unit.routed to no"), none);
    assert_eq!(with("    if unit.next is one\n      set unit.next to none"), none);
    assert_eq!(with("    raise hits by unit.side"), none);
    assert_eq!(with("    add unit to pool"), none);
    assert_eq!(with("    let s = unit.side\n    raise hits by s"), none);
    // The last one stays.
    assert_eq!(with("    set hits to unit.side"), only_lists());
    // Others look at what is changed.
    assert_eq!(with("    set unit.routed to some other in units where other.routed"), only_lists());
    assert_eq!(with("    raise hits by unit.side\n    if hits > 3\n      set unit.routed to yes"), only_lists());
    assert_eq!(with("    set one.strength to 1"), only_lists());
    assert_eq!(with("    add unit to row"), only_lists());
    assert_eq!(with("    roll d6 as more\n    raise hits by more"), only_lists());
    assert_eq!(with("    require unit.routed"), only_lists());
    // Up and down a number with ends.
    assert_eq!(with("    raise one.side by 1\n    lower one.side by 1"), only_lists());
}

#[test]
fn in_the_middle_of_a_loop_its_list_has_an_order() {
    let logic = format!(
        "{UNIT}
procedure p(units: set of Unit) changes Unit
  roll d6 as die
  for each unit in units
    set unit.routed to die > 3
"
    );
    let program = program(&logic);
    let setting = Setting::new(&program);
    let flow = flow_of(&setting, "p", &[], &[]);
    let unit = EntityTypeId(0);
    assert_eq!(flow.order(at_roll(&flow, &["p"], 0), unit), Order::default());
    let store = |kind: &OpKind| matches!(kind, OpKind::Store(..));
    let inside = flow.node(&frames(&program, &["p"], store, 0)).expect("a node");
    assert_eq!(flow.order(inside, unit), only_lists());
    assert_eq!(flow.inert(inside, unit), [Vec::new()]);
    assert_eq!(flow.live(inside, At::Step).walks[0].len(), 1);
}

#[test]
fn sets_go_by_the_numbers_of_their_things() {
    let logic = |of: &str| {
        format!(
            "{UNIT}
state hits: number = 0
procedure p(units: set of Unit) changes hits
  roll d6 as die
  for each unit in {of}
    set hits to unit.side
"
        )
    };
    let numbers = Order { lists: false, numbers: true };
    assert_eq!(order(&logic("units"), "p", &[], &|_| true), numbers);
    assert_eq!(order(&logic("Unit where unit.side is 0"), "p", &[], &|_| true), numbers);
    // A list that is made of a set has the order of its numbers.
    let logic = format!(
        "{UNIT}
procedure p() gives a: number
  roll d6 as die
  let units = list of unit in Unit where unit.side is 0
  set a to 0
  for each unit in units
    set a to unit.strength
"
    );
    assert!(order(&logic, "p", &[0], &|_| true).numbers);
}

#[test]
fn choices_hang_on_the_order_only_by_order() {
    let logic = format!(
        "{UNIT}
procedure p(units: list of Unit) changes Unit
  roll d6 as die
  choose victim by me from units where victim.strength > 0
  set victim.routed to yes
  pick other at random from units
  set other.routed to yes
"
    );
    assert_eq!(order(&logic, "p", &[], &|_| true), only_lists());
    assert_eq!(order(&logic, "p", &[], &|_| false), Order::default());
}

#[test]
fn lists_that_are_compared_or_shown_have_an_order() {
    let compared = format!(
        "{UNIT}
procedure p(a: list of Unit, b: list of Unit) gives same: yes/no
  roll d6 as die
  set same to a is b and die > 1
"
    );
    assert_eq!(order(&compared, "p", &[0], &|_| true), only_lists());
    let numbers = compared.replace("a is b", "(list of x.strength for x in a) is [1]");
    assert_eq!(order(&numbers, "p", &[0], &|_| true), only_lists());
    let members = compared.replace("a is b", "(some x in a where x in b)");
    assert_eq!(order(&members, "p", &[0], &|_| true), Order::default());
    let shown = format!(
        "{UNIT}
procedure p(a: list of Unit) gives b: list of Unit
  roll d6 as die
  set b to a
"
    );
    assert_eq!(order(&shown, "p", &[0], &|_| true), Order { lists: true, numbers: true });
    assert_eq!(order(&shown, "p", &[], &|_| true), Order::default());
}

/// A unit's fields: strength, routed, next, side.
fn unit(strength: i64, routed: bool) -> Vec<Value> {
    vec![Value::Number(strength), Value::yes_no(routed), Value::None, Value::Number(0)]
}

fn is_inert(uses: &[Vec<Conjunct>], fields: &[Value]) -> bool {
    uses.iter().all(|parts| parts.iter().any(|part| part.holds(fields) == Some(false)))
}

fn inert(logic: &str, nth: usize, fields: &[Value]) -> bool {
    let program = program(logic);
    let setting = Setting::new(&program);
    let flow = flow_of(&setting, "p", &[], &[]);
    is_inert(flow.inert(at_roll(&flow, &["p"], nth), EntityTypeId(0)), fields)
}

#[test]
fn things_are_inert_while_nothing_brings_them_back() {
    let logic = |last: &str| {
        format!(
            "{UNIT}
value fighting(unit: Unit): yes/no = unit.strength > 0 and not unit.routed
procedure p(units: list of Unit) changes Unit
  repeat 3 times
    roll d6 as die
    choose victim by me from units where fighting(victim) with highest victim.strength
    if there is none
      stop
    if die > 3
      lower victim.strength by 1
    otherwise
      set victim.routed to yes
{last}
"
        )
    };
    for (strength, routed, expected) in [(0, false, true), (0, true, true), (2, true, true), (2, false, false)] {
        // What comes behind the last use does not count.
        for last in ["", "  for each unit in units\n    set unit.routed to no"] {
            assert_eq!(inert(&logic(last), 0, &unit(strength, routed)), expected, "{strength} {routed} {last}");
        }
    }
    // Before the last use it does: the dead stay dead, the routed come back.
    let again = "    for each unit in units\n      set unit.routed to no";
    assert!(inert(&logic(again), 0, &unit(0, false)));
    assert!(!inert(&logic(again), 0, &unit(2, true)));
    let raised = "    for each unit in units\n      raise unit.strength by 1";
    assert!(!inert(&logic(raised), 0, &unit(0, false)));
    assert!(inert(&logic(raised), 0, &unit(0, true)));
    // A use without a filter comes to all.
    let all = "  choose last by me from units\n  set last.routed to no";
    assert!(!inert(&logic(all), 0, &unit(0, true)));
}

#[test]
fn what_an_assumption_supplies_is_run_and_asked() {
    let own = format!(
        "{UNIT}
value strong(unit: Unit): yes/no = external base:1
procedure hurt(unit: Unit) changes Unit is external base:2
procedure p(unit: Unit) gives a: yes/no changes Unit
  do hurt(unit)
  roll d6 as die
  set a to strong(unit) and die > 1
"
    );
    let assumed = "assume strong(unit) = unit.strength > 1
assume hurt(unit)
  roll d6 as wound
  lower unit.strength by wound
";
    let program = program_of(&[block("a", false, &own), block("set", true, assumed)]);
    let mut setting = Setting::new(&program);
    // Without it the run ends there.
    let none = flow_of(&setting, "p", &[0], &[]);
    let pc = |step: usize| Frame { procedure: program.procedure("p").expect("p"), assumption: None, pc: step, base: 0 };
    let before = none.node(&[pc(0)]).expect("a node");
    assert_eq!(names(&program, &["p"], &none.live(before, At::Step)), "unit");
    setting.assumed = vec![0];
    let flow = flow_of(&setting, "p", &[0], &[]);
    let hurt = program.procedure("hurt").expect("hurt");
    let assumption = (0..2).map(|part| (0, part)).find(|(_, part)| {
        program.assumptions[0].parts[*part].target == crate::logic::program::Assumed::Procedure(hurt)
    });
    let inner = Frame { procedure: hurt, assumption, pc: 0, base: 0 };
    let within = flow.node(&[pc(1), inner]).expect("a node");
    let live = flow.live(within, At::Question);
    assert_eq!(live.locals.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(names(&program, &["p"], &live), "unit .strength");
}

#[test]
fn what_is_too_large_is_given_up() {
    let mut logic = String::from("procedure p0()\n  roll d6 as die\n  require die > 1\n");
    for n in 1..20 {
        let called = n - 1;
        logic.extend(["procedure p", &n.to_string(), "()\n"]);
        logic.extend(["  do p", &called.to_string(), "()\n"].repeat(2));
    }
    let program = program(&logic);
    let setting = Setting::new(&program);
    let id = program.procedure("p19").expect("a procedure");
    let after = Facts::nothing(&program);
    assert!(Flow::new(&setting, &World::new(&program), id, &[], &after, &|_| true).is_none());
}

#[test]
fn what_comes_before_ends_with_what_comes_after() {
    let logic = "state a: 0..9 = 0
state b: 0..9 = 0
procedure p() gives c: number
  set c to a
procedure q() changes a, b
  roll d6 as die
  set b to die
";
    let program = program(logic);
    let setting = Setting::new(&program);
    let after = flow_of(&setting, "p", &[0], &[]).entry();
    let id = program.procedure("q").expect("a procedure");
    let first = Flow::new(&setting, &World::new(&program), id, &[], &after, &|_| true).expect("small enough");
    let live = first.live(at_roll(&first, &["q"], 0), At::Question);
    assert_eq!(names(&program, &["q"], &live), "=a");
}

#[test]
fn in_the_fight_of_hellenes_the_dead_and_the_routed_are_inert() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let loaded = library::load(root).expect("the shipped library");
    let book = loaded.library.book("hellenes").expect("the book");
    let (compiled, _) = compile_book(book, &Meter::default());
    assert!(compiled.whole);
    let program = &compiled.program;
    let mut setting = Setting::new(program);
    let unit = program.entity("Unit").expect("Unit");
    let index = |name: &str| {
        let mut fields = program.entities[usize::from(unit.0)].fields.iter();
        fields.position(|field| program.name(field.name) == name).expect("a field")
    };
    let fields = |strength: i64, routed: bool| {
        let mut fields = vec![Value::None; program.entities[usize::from(unit.0)].fields.len()];
        fields[index("strength")] = Value::Number(strength);
        fields[index("routed")] = Value::yes_no(routed);
        fields
    };
    let first = |label: NameId| ["target", "routed_unit"].contains(&program.name(label));
    for assumed in [Vec::new(), (0..program.assumptions.len()).collect()] {
        setting.assumed = assumed;
        for path in [
            &["battle", "fight", "combat_round", "attacks_in_order"][..],
            &["battle", "fight", "combat_round", "attacks_in_order", "attack"],
            &["battle", "fight", "combat_round", "attacks_in_order", "attack", "take_hits"],
            &["battle", "fight", "combat_round", "attacks_in_order", "attack", "take_routs"],
        ] {
            let id = program.procedure("battle").expect("a battle");
            let after = Facts::nothing(program);
            let world = World::new(program);
            let flow = Flow::new(&setting, &world, id, &[0], &after, &first).expect("small enough");
            let asks = |kind: &OpKind| matches!(kind, OpKind::Roll { .. } | OpKind::Choose { .. });
            let node = flow.node(&frames(program, path, asks, 0)).expect("a node");
            let uses = flow.inert(node, unit);
            assert!(is_inert(uses, &fields(0, false)), "{path:?} {uses:?}");
            assert!(is_inert(uses, &fields(3, true)), "{path:?} {uses:?}");
            assert!(!is_inert(uses, &fields(3, false)), "{path:?}");
            assert_eq!(flow.order(node, unit), only_lists(), "{path:?}");
            let live = flow.live(node, At::Question);
            let named = |(ty, field): &(EntityTypeId, u16)| {
                program.name(program.entities[usize::from(ty.0)].fields[usize::from(*field)].name)
            };
            let mut live: Vec<&str> = live.fields.iter().map(named).collect();
            live.retain(|name| !["strength", "routed", "role", "power", "mobility", "inside"].contains(name));
            assert_eq!(live, [""; 0], "{path:?}");
        }
    }
}
