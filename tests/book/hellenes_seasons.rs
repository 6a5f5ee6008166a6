//! Ten thousand seasons of Hellenes by chance, every choice any legal one: the rules never get stuck, and never lead to a
//! state that cannot be.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use rulestone::diagnostic::Sources;
use rulestone::library::yaml::{self, Node};
use rulestone::logic::example::Open;
use rulestone::logic::machine::{Ended, Seeded, World, run};
use rulestone::logic::program::Program;
use rulestone::logic::value::{Entity, Value};

use crate::shipped;

const BOOK: &str = "hellenes";
/// Games of one year each.
const YEARS: u64 = 2_000;
const SEASONS: [&str; 5] = ["spring", "summer", "late_summer", "fall", "winter"];

#[test]
fn ten_thousand_seasons_by_chance_stay_possible() {
    let judged = shipped::judged();
    let program = &judged.logic(BOOK).expect("the logic").program;
    let keys = start();
    let open = Open::read(program, &keys).expect("no mistake in the start").expect("something to run");
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let seen: Vec<Seen> = thread::scope(|scope| {
        let games = (0..YEARS).take(threads).map(|part| {
            let open = &open;
            scope.spawn(move || (part..YEARS).step_by(threads).map(|seed| year(open, seed)).sum())
        });
        let games: Vec<_> = games.collect();
        games.into_iter().map(|game| game.join().expect("a game")).collect()
    });
    let seen: Seen = seen.into_iter().sum();
    assert_eq!(seen.seasons, 10_000);
    // Chance that never fights, plunders or founders would prove little.
    assert!(seen.victories > 1_000 && seen.plunders > 500 && seen.losses > 500, "{seen:?}");
}

/// What happened.
#[derive(Debug, Default)]
struct Seen {
    seasons: u64,
    victories: u64,
    plunders: u64,
    losses: u64,
}

impl std::iter::Sum for Seen {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |a, b| Self {
            seasons: a.seasons + b.seasons,
            victories: a.victories + b.victories,
            plunders: a.plunders + b.plunders,
            losses: a.losses + b.losses,
        })
    }
}

fn start() -> BTreeMap<String, Node> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/book/season.yaml");
    let mut sources = Sources::default();
    let file = sources.add(path.display().to_string(), fs::read_to_string(&path).expect("the start"));
    let mut mistakes = Vec::new();
    let node = yaml::parse(file, &sources, &mut mistakes).expect("YAML");
    assert!(mistakes.is_empty(), "{mistakes:?}");
    node.entries().iter().map(|entry| (entry.key.clone(), entry.value.clone())).collect()
}

/// Plays the seasons of a year.
fn year(open: &Open<'_>, seed: u64) -> Seen {
    let program = open.program;
    let setting = open.start.setting(program);
    let mut chance = Seeded::new(seed);
    let mut world = open.start.world.clone();
    let mut year = Seen::default();
    for season in SEASONS {
        let before = Position { program, world: &world };
        let (prestige, plundered) = (before.prestige(), before.plundered());
        let pool = before.pool().len();
        *state_mut(program, &mut world, "season") = Some(symbol(program, season));
        let args = vec![card(&mut chance), card(&mut chance)];
        let ended = run(&setting, &mut world, open.steps[0].callee, args, &mut chance);
        assert!(matches!(ended, Ended::Done(_)), "seed {seed}, {season}: {ended:?}");
        let after = Position { program, world: &world };
        after.is_possible(&format!("seed {seed}, {season}"));
        after.prestige_is_accounted_for(&prestige, &plundered, &format!("seed {seed}, {season}"));
        year.seasons += 1;
        year.victories += after.list("victories").len() as u64;
        year.plunders += (after.plundered().len() - plundered.len()) as u64;
        year.losses += after.pool().len().saturating_sub(pool) as u64;
    }
    year
}

/// A card: every fifth an event, else 1 to 4 coins; at times a leader's bonus.
fn card(chance: &mut Seeded) -> Value {
    let event = chance.below(5) == 0;
    let coins = i64::try_from(chance.below(4)).expect("small") + 1;
    let leader = i64::from(chance.below(4) == 0);
    Value::Record(Arc::new(vec![Value::yes_no(event), Value::Number(coins), Value::Number(leader), Value::Number(0)]))
}

fn symbol(program: &Program, name: &str) -> Value {
    Value::Symbol(program.symbol(name).expect("a member"))
}

fn state_mut<'w>(program: &Program, world: &'w mut World, name: &str) -> &'w mut Option<Value> {
    &mut world.states[program.state(name).expect("a state").index()]
}

/// The world, asked by name.
struct Position<'a> {
    program: &'a Program,
    world: &'a World,
}

impl Position<'_> {
    fn state(&self, name: &str) -> &Value {
        self.world.states[self.program.state(name).expect("a state").index()].as_ref().expect("a value")
    }

    fn list(&self, state: &str) -> &[Value] {
        match self.state(state) {
            Value::List(elements) | Value::Set(elements) => elements,
            other => panic!("{other:?}"),
        }
    }

    fn pool(&self) -> &[Value] {
        self.list("pool")
    }

    fn all(&self, entity: &str) -> Vec<Entity> {
        self.world.all(self.program.entity(entity).expect("a type")).collect()
    }

    fn field(&self, thing: Entity, name: &str) -> &Value {
        let thing = self.world.thing(thing).expect("a thing");
        let fields = &self.program.entities[usize::from(thing.ty.0)].fields;
        let at = fields.iter().position(|field| self.program.name(field.name) == name).expect("a field");
        &thing.fields[at]
    }

    fn number(&self, thing: Entity, name: &str) -> i64 {
        match self.field(thing, name) {
            Value::Number(number) => *number,
            other => panic!("{name}: {other:?}"),
        }
    }

    fn is(&self, thing: Entity, name: &str) -> bool {
        *self.field(thing, name) == Value::yes_no(true)
    }

    fn prestige(&self) -> BTreeMap<Value, i64> {
        let Value::Map(entries) = self.state("prestige") else { panic!("no map") };
        entries.iter().map(|(side, value)| (side.clone(), if let Value::Number(n) = value { *n } else { 0 })).collect()
    }

    fn plundered(&self) -> Vec<Entity> {
        self.all("City").into_iter().filter(|city| self.is(*city, "plundered")).collect()
    }

    fn besieged_at(&self, city: Entity, area: &Value) -> bool {
        self.field(city, "area") == area && self.is(city, "besieged")
    }

    fn is_possible(&self, when: &str) {
        for gone in ["Formation", "Crossing", "Attempt"] {
            assert!(self.all(gone).is_empty(), "{when}: a {gone} outlives the season");
        }
        assert_eq!(*self.state("actions_left"), Value::Number(0), "{when}");
        let units = self.all("Unit");
        for &unit in &units {
            let (area, strength) = (self.field(unit, "area"), self.number(unit, "strength"));
            let off_map = *area == Value::None;
            assert_eq!(
                off_map,
                self.pool().contains(&Value::Entity(unit)),
                "{when}: {unit:?} is in two places or none"
            );
            assert_eq!(off_map, strength == 0, "{when}: {unit:?} has strength {strength} at {area:?}");
            assert!((0..=self.number(unit, "full_strength")).contains(&strength), "{when}: {unit:?} has {strength}");
            assert!(!self.is(unit, "routed"), "{when}: {unit:?} is still routed");
            let carriers: Vec<_> =
                units.iter().filter(|fleet| *self.field(**fleet, "carries") == Value::Entity(unit)).collect();
            assert!(carriers.len() <= 1, "{when}: {unit:?} is carried twice");
            for fleet in carriers {
                assert_eq!(self.field(*fleet, "area"), area, "{when}: {unit:?} is not where its fleet is");
            }
            let at_sea = ["gulf_of_corinth", "western_sea", "southern_sea", "saronic_gulf", "aegean_sea"];
            let carried = units.iter().any(|fleet| *self.field(*fleet, "carries") == Value::Entity(unit));
            let swims =
                at_sea.iter().any(|sea| *area == symbol(self.program, sea)) && !self.is(unit, "fleet") && !carried;
            assert!(!swims, "{when}: {unit:?} is at sea without a fleet");
            for &other in &units {
                let enemies = self.field(unit, "side") != self.field(other, "side");
                let outside = !self.is(unit, "inside") && !self.is(other, "inside");
                let together = !off_map && self.field(other, "area") == area;
                // Around a besieged city stand those of the besieged, too, who found no room within.
                let peace = !self.all("City").into_iter().any(|city| self.besieged_at(city, area));
                assert!(!(enemies && outside && together && peace), "{when}: {unit:?} and {other:?} stand together");
            }
            if self.is(unit, "inside") {
                let besieged = self.all("City").into_iter().any(|city| self.besieged_at(city, area));
                assert!(besieged, "{when}: {unit:?} is within the walls of no besieged city");
            }
        }
    }

    /// Prestige comes of victories (1 each, by the assumption of the start) and of plunder, and of nothing else.
    fn prestige_is_accounted_for(&self, before: &BTreeMap<Value, i64>, plundered: &[Entity], when: &str) {
        let mut expected = before.clone();
        for side in self.list("victories") {
            *expected.get_mut(side).expect("a side") += 1;
        }
        for city in self.plundered() {
            if !plundered.contains(&city) {
                let capital =
                    ["athens", "sparta"].iter().any(|area| *self.field(city, "area") == symbol(self.program, area));
                // Loyal cities are not plundered, so it was the other side.
                let gained_by = expected.keys().find(|side| *side != self.field(city, "loyal_to")).cloned();
                let prestige = gained_by.and_then(|side| expected.get_mut(&side)).expect("a side");
                *prestige += if capital { 2 } else { 1 };
            }
        }
        assert_eq!(self.prestige(), expected, "{when}");
    }
}
