//! Rules that follow what happens: each thing that happens is followed once, and nothing else is.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use rulestone::logic::book::compile_library;
use rulestone::logic::example::judge;
use rulestone::logic::limits::Meter;
use rulestone::logic::machine::{Budget, Changed, Ended, Seeded, TraceNode, What, World, run_recorded};
use rulestone::logic::program::Program;
use rulestone::logic::value::{Entity, Value};

use super::generate::{generate, seeds, with, with_program};

const BUDGET: Budget = Budget { steps: 200_000, cells: 1_000_000 };

/// They count what they follow, and change nothing else.
const WATCHERS: &str = "\
state levels: number = 0
state strengths: number = 0
state gone: number = 0
state new: number = 0
state before: number = 0
state after: number = 0
whenever level changes from was to now as level_watch
  raise levels by 1
  set before to was
  set after to now
whenever someone: Unit changes strength as strength_watch
  raise strengths by 1
whenever someone: Unit is removed as removal_watch
  raise gone by 1
whenever someone: Unit is created as creation_watch
  raise new by 1
procedure whole
  at once
    do main
";

/// How a run of a step ended, its trace, and the worlds before and behind it.
struct Ran {
    ended: Ended,
    trace: Vec<TraceNode>,
    before: World,
    after: World,
}

fn runs(text: &str, seed: u64, look: impl Fn(&Program, &[Ran])) -> Result<(), String> {
    with_program(text, |program, open| {
        let mut setting = open.start.setting(open.program);
        setting.budget = BUDGET;
        let (mut world, mut chance) = (open.start.world.clone(), Seeded::new(seed));
        let mut all = Vec::new();
        for step in &open.steps {
            let before = world.clone();
            let (ended, recording) = run_recorded(&setting, &mut world, step.callee, step.args.clone(), &mut chance);
            all.push(Ran { ended, trace: recording.trace, before, after: world.clone() });
        }
        look(program, &all);
    })
}

fn number(program: &Program, world: &World, state: &str) -> i64 {
    let id = program.state(state).expect("a state");
    match world.states[id.index()] {
        Some(Value::Number(number)) => number,
        ref other => panic!("{state}: {other:?}"),
    }
}

/// What a trace tells of: changes of the level and of strengths, removals and things that were made.
fn told(program: &Program, trace: &[TraceNode]) -> [i64; 4] {
    let level = program.state("level").expect("a state");
    let strength = |field: u16| program.name(program.entities[0].fields[usize::from(field)].name) == "strength";
    let mut told = [0; 4];
    let nodes: Vec<&TraceNode> = TraceNode::each(trace).collect();
    for (at, node) in nodes.iter().enumerate() {
        match &node.what {
            What::Changed { place: Changed::State(id), before, after } if *id == level => {
                told[0] += i64::from(before.as_ref() != Some(after));
            }
            What::Changed { place: Changed::Field(thing, _, field), before, after } if strength(*field) => {
                // With its last strength the thing itself is gone.
                let removes = nodes.get(at + 1).is_some_and(|next| {
                    matches!(&next.what, What::Removed { entity, .. } if entity == thing) && next.point == node.point
                });
                told[1] += i64::from(before.as_ref() != Some(after) && !removes);
            }
            What::Removed { .. } => told[2] += 1,
            What::Created { .. } => told[3] += 1,
            _ => {}
        }
    }
    told
}

const COUNTED: [&str; 4] = ["levels", "strengths", "gone", "new"];

#[test]
fn each_thing_that_happens_is_followed_once() {
    let mut seen = [0; 4];
    let counts = std::cell::RefCell::new(&mut seen);
    for seed in seeds(0..250) {
        let text = with(&generate(seed).text, WATCHERS);
        runs(&text, seed, |program, all| {
            for ran in all.iter().filter(|ran| matches!(ran.ended, Ended::Done(_))) {
                let told = told(program, &ran.trace);
                for (n, state) in COUNTED.into_iter().enumerate() {
                    let followed = number(program, &ran.after, state) - number(program, &ran.before, state);
                    assert_eq!(followed, told[n], "{state}, seed {seed}\n{text}");
                    counts.borrow_mut()[n] += followed;
                }
            }
        })
        .unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    }
    assert!(seen.iter().all(|seen| *seen > 20) || std::env::var("SEEDS").is_ok(), "{seen:?}");
}

#[test]
fn those_who_only_count_change_nothing() {
    for seed in seeds(0..120) {
        let text = generate(seed).text;
        let states = std::cell::RefCell::new(Vec::new());
        let plain = |program: &Program, all: &[Ran]| {
            let kept = program.states.len();
            let told = |ran: &Ran| format!("{:?} {:?}", &ran.after.states[..kept], ran.after.things);
            states.borrow_mut().extend(all.iter().map(told));
            states.borrow_mut().push(kept.to_string());
        };
        runs(&text, seed, plain).expect("a program");
        let mut plain = states.into_inner();
        let kept: usize = plain.pop().expect("a number").parse().expect("a number");
        runs(&with(&text, WATCHERS), seed, |_, all| {
            let told = all.iter().map(|ran| format!("{:?} {:?}", &ran.after.states[..kept], ran.after.things));
            assert_eq!(told.collect::<Vec<_>>(), plain, "seed {seed}\n{text}");
        })
        .expect("a program");
    }
}

fn many(count: usize) -> i64 {
    i64::try_from(count).expect("few")
}

/// The strengths of all things that there are.
fn strengths(program: &Program, world: &World) -> Vec<(Entity, Value)> {
    let fields = &program.entities[0].fields;
    let at = fields.iter().position(|field| program.name(field.name) == "strength").expect("a field");
    let things = (0..).map(Entity).zip(&world.things);
    things.filter_map(|(entity, thing)| Some((entity, thing.as_ref()?.fields[at].clone()))).collect()
}

#[test]
fn what_is_done_at_once_is_followed_for_what_is_left_of_it() {
    let mut seen = [0; 4];
    let counts = std::cell::RefCell::new(&mut seen);
    for seed in seeds(0..250) {
        let text = with(&generate(seed).text, WATCHERS).replace("run: main", "run: whole");
        runs(&text, seed, |program, all| {
            for ran in all.iter().filter(|ran| matches!(ran.ended, Ended::Done(_))) {
                let [old, new] = [&ran.before, &ran.after].map(|world| number(program, world, "level"));
                let (before, after) = (strengths(program, &ran.before), strengths(program, &ran.after));
                let changed = |(entity, strength): &&(Entity, Value)| {
                    after.iter().any(|(other, now)| other == entity && now != strength)
                };
                let [was, is] =
                    [&before, &after].map(|all| all.iter().map(|(entity, _)| *entity).collect::<BTreeSet<_>>());
                let wanted = [
                    i64::from(old != new),
                    many(before.iter().filter(changed).count()),
                    many(was.difference(&is).count()),
                    many(is.difference(&was).count()),
                ];
                for (n, state) in COUNTED.into_iter().enumerate() {
                    let followed = number(program, &ran.after, state) - number(program, &ran.before, state);
                    assert_eq!(followed, wanted[n], "{state}, seed {seed}\n{text}");
                    counts.borrow_mut()[n] += followed;
                }
                if old != new {
                    let kept = ["before", "after"].map(|state| number(program, &ran.after, state));
                    assert_eq!(kept, [old, new], "seed {seed}\n{text}");
                }
            }
        })
        .unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    }
    assert!(seen.iter().all(|seen| *seen > 10) || std::env::var("SEEDS").is_ok(), "{seen:?}");
}

#[test]
fn the_game_ends_where_its_condition_holds() {
    type Holds = fn(i64, bool) -> bool;
    let conditions: [(&str, Holds); 6] = [
        ("level > 1", |level, _| level > 1),
        ("level > 1 and not alarm", |level, alarm| level > 1 && !alarm),
        ("level < 0 or alarm", |level, alarm| level < 0 || alarm),
        ("not alarm", |_, alarm| !alarm),
        ("not (level is 2 or alarm)", |level, alarm| !(level == 2 || alarm)),
        ("if alarm then level > 2 otherwise level < 0", |level, alarm| if alarm { level > 2 } else { level < 0 }),
    ];
    let seen = std::cell::Cell::new((0, 0));
    for seed in seeds(0..400) {
        let (condition, holds) = conditions[usize::try_from(seed).expect("small") % conditions.len()];
        let text = with(&generate(seed).text, &format!("the game ends as over when {condition}\n"));
        let look = |program: &Program, all: &[Ran]| {
            for ran in all {
                let alarm = program.state("alarm").expect("a state");
                let alarm_is = |world: &World| world.states[alarm.index()] == Some(Value::yes_no(true));
                let held = holds(number(program, &ran.after, "level"), alarm_is(&ran.after));
                let level = program.state("level").expect("a state");
                let decided = TraceNode::each(&ran.trace).any(|node| {
                    let asked =
                        |id| id == level && condition.contains("level") || id == alarm && condition.contains("alarm");
                    matches!(node.what, What::Changed { place: Changed::State(id), .. } if asked(id))
                });
                let (ended, went_on) = seen.get();
                match ran.ended {
                    Ended::Over(end) => {
                        assert_eq!(program.end_name(end), "over");
                        assert!(held, "seed {seed}\n{text}");
                        seen.set((ended + 1, went_on));
                        break;
                    }
                    Ended::Done(_) if decided => {
                        assert!(!held, "seed {seed}\n{text}");
                        seen.set((ended, went_on + 1));
                    }
                    _ => {}
                }
            }
        };
        runs(&text, seed, look).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    }
    let (ended, went_on) = seen.get();
    assert!(ended > 40 && went_on > 40 || std::env::var("SEEDS").is_ok(), "{ended} ended, {went_on} went on");
}

#[test]
fn an_example_says_how_the_game_ends() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics/bad-example-ended");
    let library = rulestone::library::load(&root).expect("a library").library;
    let results = judge(&library, compile_library(&library, &Meter::default()), &Meter::default()).results;
    let mut told = String::new();
    for result in &results {
        for failure in &result.verdict.failures {
            let help = failure.help.as_deref().unwrap_or("none");
            writeln!(told, "{}: {}: {}, got {}; {help}", result.id, failure.key, failure.expected, failure.got)
                .expect("a string takes everything");
        }
    }
    let wanted = "\
untold: ended: a game that goes on, got the end `ruin` of ends; if that is right, write `expect: {ended: ruin}`
another: ended: the end `rout` of ends, got the end `ruin` of ends; if that is right, write `expect: {ended: ruin}`
goes-on: ended: the end `ruin` of ends, got a game that goes on; none
behind-it: step 2: run: a game that goes on, got the end `ruin` of ends; take this step out, or begin a new example with it
";
    assert_eq!(told, wanted);
}
