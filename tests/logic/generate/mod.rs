//! Small programs at random, as text: the same seed gives the same program.

mod deeds;
mod expressions;
mod followers;
mod forms;
mod rules;
mod statements;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::LazyLock;

use rulestone::library::DataTable;
use rulestone::library::yaml::Node;
use rulestone::logic::compile::ParsedOption;
use rulestone::logic::example::Open;
use rulestone::logic::machine::Seeded;
use rulestone::logic::odds::Case;
use rulestone::logic::program::Program;

pub(in crate::logic) use followers::generate_followed;
pub(in crate::logic) use rules::{generate_woven, two_rules};

use rules::Target;

use super::odds::with_case;
use super::text;

/// What every program is about. Small, so that rules meet.
const WORLD: &str = "\
type Side is red, blue
type Chit is gold, silver, lead
type Space is east, mid, west, isle

record Stack
  units: number
  chits: number

entity Unit
  strength: 0..3
  side: Side
  ready: yes/no
  carries: Unit or none

state level: number = 0
state alarm: yes/no = no
state field: list of Unit = []
state pool: set of Unit = []
state box: bag of Chit = []
state faces: bag of 1..6 = []
state last: Unit or none
state score: map of Side to number = []
state pile: Stack
state seen: set of number = []
state queue: list of number = []

graph lanes of spaces and roads

table effect(strength: 0..3, ready: yes/no) gives gain: -1..2, loss: 0..1
  | strength | ready | gain | loss |
  | 0        | any   | -1   | 1    |
  | 1, 2     | yes   | 1    | 0    |
  | 1, 2     | no    | 0    | 1    |
  | 3        | any   | 2    | 0    |

value hits(dice: bag of 1..6, least: number): number = count of die in dice where die >= least
value any_low(dice: bag of 1..6): yes/no = some die in dice where die <= 1
value small(number: number): -500..500 = number
value fit(unit: Unit): yes/no = unit.strength > 0 and unit.ready
value worth(unit: Unit) reads alarm: number = unit.strength + (if alarm then 1 otherwise 0)
exception lame to worth when not unit.ready then 0
modifier strain(unit: Unit) reads level: number
  weak: +1 when unit.strength <= 1
  laden: +level when unit.carries is not none
permission may_act(unit: Unit) forbidden unless
  fit: unit.ready
  strong: unit.strength >= 2
";

/// What may be asked of it.
const ASKED: [&str; 12] = [
    "number",
    "flag",
    "level",
    "alarm",
    "box",
    "faces",
    "field",
    "ann.strength",
    "bob.carries",
    "pile",
    "seen",
    "queue",
];

/// A program, what is run of it, and how its choices are made.
pub(in crate::logic) struct Generated {
    /// `logic: |`, `given`, `steps`.
    pub(in crate::logic) text: String,
    /// What is asked, as `expect` would say it; all outputs where it is empty.
    pub(in crate::logic) of: Vec<&'static str>,
    /// For the label of each choice, of one player (`chosen4@red`) or of all: `first`, `last`, `random`, or a value.
    pub(in crate::logic) policies: Vec<(String, &'static str)>,
}

/// What a name holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Number,
    YesNo,
    Unit,
    /// A bag of faces.
    Faces,
    /// A list of units.
    Units,
    /// A list of chits.
    Chits,
}

/// Which rules a program has.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is there or not, whatever the others are")]
struct Rules {
    /// Those that join procedures.
    join: bool,
    /// Those that follow what happens, and ends of the game.
    follow: bool,
    /// Statements about cards, and choices of several.
    forms: bool,
    /// What was done and is being done, what would be, and what goes through several in their order.
    deeds: bool,
}

/// A procedure that others may run.
struct Callable {
    name: String,
    params: Vec<Kind>,
    /// Whether it gives a bag of faces besides its number.
    shows: bool,
    /// How many bits of chance it takes.
    bits: f64,
    /// Whether it may remove things.
    removes: bool,
}

struct Generator {
    dice: Seeded,
    text: String,
    indent: usize,
    names: usize,
    /// The names in reach.
    scope: Vec<(String, Kind)>,
    /// The least and the highest face that each bag can hold, where that is known.
    ranges: BTreeMap<String, (u64, u64)>,
    /// Outputs of the procedure in hand.
    outputs: Vec<(&'static str, Kind)>,
    callables: Vec<Callable>,
    policies: Vec<(String, &'static str)>,
    /// Bits of chance that are left, so that the ways can be counted one by one.
    bits: f64,
    /// How often the statement in hand may be run.
    times: u32,
    removes: bool,
    /// Whether a loop may go on for ever.
    endless: bool,
    /// The rules besides procedures.
    rules: Rules,
    /// How many loops are open.
    looping: u32,
    /// Whether some procedure may end another that runs it.
    stops: bool,
    targets: Vec<Target>,
    /// The rolls of the procedure in hand.
    rolls: Vec<(String, Kind)>,
}

/// The tables and options of a book that every program is part of.
static BOOK: LazyLock<(Vec<DataTable>, Vec<ParsedOption>)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join("rules-en/case").join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
        std::fs::write(path, text).expect("the file");
    };
    write("book.yaml", "title: {en: Case}\nprovenance:\n  en: |\n    Made up.\nlanguages: [en]\n");
    let spaces = [("east", 2), ("mid", 0), ("west", 1), ("isle", 3)]
        .map(|(space, worth)| format!("  - {{space: {space}, worth: {worth}}}\n"));
    write(
        "data/spaces.yaml",
        &format!("table: spaces\ncolumns: {{space: term, worth: 0..3}}\nrows:\n{}", spaces.concat()),
    );
    let roads = [("east", "mid", 1), ("mid", "west", 2), ("east", "west", 3)]
        .map(|(from, to, cost)| format!("  - {{from: {from}, to: {to}, cost: {cost}}}\n"));
    write(
        "data/roads.yaml",
        &format!("table: roads\ncolumns: {{from: term, to: term, cost: 1..3}}\nrows:\n{}", roads.concat()),
    );
    let mut library = rulestone::library::load(folder.path()).expect("a library").library;
    let readings = ["strict", "loose"].map(str::to_owned).to_vec();
    let options = vec![ParsedOption { id: "tie-rule".to_owned(), readings, followed: "strict".to_owned() }];
    (std::mem::take(&mut library.books[0].data), options)
});

/// The program of a seed.
pub(in crate::logic) fn generate(seed: u64) -> Generated {
    generator(seed).program()
}

fn generator(seed: u64) -> Generator {
    Generator {
        dice: Seeded::new(seed),
        text: String::new(),
        indent: 0,
        names: 0,
        scope: Vec::new(),
        ranges: BTreeMap::new(),
        outputs: Vec::new(),
        callables: Vec::new(),
        policies: Vec::new(),
        bits: 0.0,
        times: 1,
        removes: false,
        endless: false,
        rules: Rules::default(),
        looping: 0,
        stops: false,
        targets: Vec::new(),
        rolls: Vec::new(),
    }
}

impl Generator {
    /// A number from 0 up to, not including, `limit`.
    fn below(&mut self, limit: u64) -> u64 {
        self.dice.below(limit)
    }

    fn one_in(&mut self, several: u64) -> bool {
        self.below(several) == 0
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        let at = self.below(all.len() as u64);
        all[usize::try_from(at).expect("small")]
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// Takes the names out of reach that were not in `before`.
    fn leave(&mut self, before: &[(String, Kind)]) {
        self.scope.retain(|name| before.contains(name));
    }

    /// A name in reach that holds such a thing.
    fn known(&mut self, kind: Kind) -> Option<String> {
        let known: Vec<String> =
            self.scope.iter().filter(|(_, other)| *other == kind).map(|(name, _)| name.clone()).collect();
        let at = usize::try_from(self.below(known.len() as u64)).expect("small");
        known.get(at).cloned()
    }

    fn line(&mut self, line: &str) {
        let by = self.indent * 2;
        writeln!(self.text, "{:by$}{line}", "").expect("a string takes everything");
    }

    /// Takes that many ways out of what is left, as often as the statement may be run; whether there were so many.
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn afford(&mut self, ways: u64) -> bool {
        self.afford_bits((ways as f64).log2())
    }

    fn afford_bits(&mut self, bits: f64) -> bool {
        let price = bits * f64::from(self.times);
        let fits = price <= self.bits;
        if fits {
            self.bits -= price;
        }
        fits
    }

    fn program(mut self) -> Generated {
        self.endless = self.one_in(12);
        for _ in 0..self.below(3) {
            self.callable();
        }
        self.main();
        if self.rules.forms {
            self.cards();
        }
        if self.rules.deeds {
            self.world_of_deeds();
        }
        if self.rules.join {
            self.rules();
        }
        if self.rules.follow {
            self.followers();
        }
        let steps = match self.below(4) {
            0 => "steps: [{run: main}, {run: main}]\n".to_owned(),
            1 => "steps: [{run: {worth: {unit: ann}}}, {run: main}]\n".to_owned(),
            _ => "run: main\n".to_owned(),
        };
        let given = self.given();
        let lines: Vec<&str> = WORLD.lines().chain(self.text.lines()).collect();
        let logic = lines.join("\n  ");
        let text = format!("logic: |2\n  {logic}\n{given}{steps}");
        let mut of = Vec::new();
        if self.one_in(2) {
            for _ in 0..=self.below(3) {
                let asked = self.one_of(&ASKED);
                if !of.contains(&asked) {
                    of.push(asked);
                }
            }
            if !of.contains(&"number") {
                of.push("number");
            }
        }
        Generated { text, of, policies: self.policies }
    }

    fn given(&mut self) -> String {
        let mut given = "given:\n  Unit:\n".to_owned();
        let units = ["ann", "bob", "cid", "dot"];
        let count = usize::try_from(2 + self.below(3)).expect("small");
        // Some alike, so that they can be told apart by nothing but their number.
        let (strength, side) = (self.below(4), self.one_of(&["red", "blue"]));
        for unit in &units[..count] {
            let strength = if self.one_in(2) { strength } else { self.below(4) };
            let side = if self.one_in(2) { side } else { self.one_of(&["red", "blue"]) };
            let (ready, carries) = (self.one_of(&["yes", "yes", "no"]), self.one_of(&["none", "none", "none", "ann"]));
            let fields = format!("strength: {strength}, side: {side}, ready: {ready}, carries: {carries}");
            writeln!(given, "    {unit}: {{{fields}}}").expect("a string takes everything");
        }
        let mut some = |all: &[&str]| {
            let kept: Vec<&str> = all.iter().copied().filter(|_| self.one_in(2)).collect();
            kept.join(", ")
        };
        let (field, pool, chits) =
            (some(&units[..count]), some(&units[..count]), some(&["gold", "gold", "silver", "lead"]));
        let rest = format!(
            "  field: [{field}]\n  pool: [{pool}]\n  box: [{chits}]\n  level: {}\n  alarm: {}\n  score: {{red: 0, blue: 1}}\n  pile: {{units: {}, chits: 1}}\n",
            self.below(3),
            self.one_of(&["yes", "no"]),
            self.below(3),
        );
        given + &rest
    }

    /// A procedure that others may run.
    fn callable(&mut self) {
        let name = self.fresh("part");
        let params: Vec<Kind> =
            (0..self.below(3)).map(|_| self.one_of(&[Kind::Number, Kind::YesNo, Kind::Unit, Kind::Faces])).collect();
        self.scope.clear();
        let mut written = Vec::new();
        for kind in &params {
            let name = self.fresh("given");
            let ty = match kind {
                Kind::Number => "number",
                Kind::YesNo => "yes/no",
                Kind::Unit => "Unit",
                _ => "bag of 1..6",
            };
            written.push(format!("{name}: {ty}"));
            self.scope.push((name, *kind));
        }
        let written = if written.is_empty() { String::new() } else { format!("({})", written.join(", ")) };
        let room = 5.0;
        let mut outputs = vec![("result", Kind::Number)];
        let shows = self.one_in(2);
        if shows {
            outputs.push(("shown", Kind::Faces));
        }
        let named = self.scope.clone();
        self.procedure(&format!("{name}{written}"), &outputs, room, 3);
        self.targets.push(Target {
            name: name.clone(),
            params: named,
            outputs,
            rolls: std::mem::take(&mut self.rolls),
        });
        self.callables.push(Callable { name, params, shows, bits: room - self.bits, removes: self.removes });
    }

    fn main(&mut self) {
        self.scope.clear();
        let all = [("number", Kind::Number), ("flag", Kind::YesNo), ("rolled", Kind::Faces), ("group", Kind::Units)];
        let mut outputs = vec![all[0], all[1]];
        outputs.extend(all[2..].iter().filter(|_| self.one_in(4)).copied().collect::<Vec<_>>());
        self.procedure("main", &outputs, 10.0, 6);
        let rolls = std::mem::take(&mut self.rolls);
        self.targets.push(Target { name: "main".to_owned(), params: Vec::new(), outputs, rolls });
    }

    fn procedure(&mut self, head: &str, outputs: &[(&'static str, Kind)], bits: f64, statements: u64) {
        let gives: Vec<String> = outputs
            .iter()
            .map(|(name, kind)| match kind {
                Kind::Number => format!("{name}: number"),
                Kind::YesNo => format!("{name}: yes/no"),
                Kind::Units => format!("{name}: list of Unit"),
                _ => format!("{name}: bag of 1..6"),
            })
            .collect();
        self.bits = bits;
        self.times = 1;
        self.removes = false;
        self.rolls.clear();
        self.outputs = outputs.to_vec();
        let changes = "changes Unit, level, alarm, field, pool, box, faces, last, score, pile, seen, queue";
        let deck = if self.rules.forms { ", deck" } else { "" };
        let deck = if self.rules.deeds { format!("{deck}, rough, fine") } else { deck.to_owned() };
        self.indent = 0;
        self.line(&format!("\nprocedure {head} gives {} {changes}{deck}", gives.join(", ")));
        self.indent = 1;
        for (name, kind) in outputs {
            let start = match kind {
                Kind::Number => "0",
                Kind::YesNo => "no",
                _ => "[]",
            };
            self.line(&format!("set {name} to {start}"));
        }
        if head == "main" {
            self.roll();
            self.roll();
        }
        let count = 1 + statements / 2 + self.below(statements);
        self.block(count, 0);
        for (name, kind) in outputs.iter().copied() {
            self.store(name, kind);
        }
        if self.one_in(2) {
            let (number, influence) = (self.number(2), self.influence());
            self.line(&format!("set {} to {number} + {influence}", outputs[0].0));
        }
        self.indent = 0;
    }
}

/// A generated text with more logic at its end.
pub(in crate::logic) fn with(text: &str, logic: &str) -> String {
    let lines: Vec<&str> = logic.lines().collect();
    text.replacen("\ngiven:", &format!("\n  {}\ngiven:", lines.join("\n  ")), 1)
}

/// The seeds that a test tries, unless `SEEDS` says which: `SEEDS=1000..5000`.
pub(in crate::logic) fn seeds(usual: Range<u64>) -> Range<u64> {
    let told = std::env::var("SEEDS").ok().and_then(|seeds| {
        let (from, to) = seeds.split_once("..")?;
        Some(from.parse().ok()?..to.parse().ok()?)
    });
    told.unwrap_or(usual)
}

/// Hands the program of a generated text, and what is run of it, to `then`; what is wrong with it where it does not compile.
pub(in crate::logic) fn with_program<T>(text: &str, then: impl FnOnce(&Program, &Open<'_>) -> T) -> Result<T, String> {
    let keys = text::keys(text)?;
    let program = program(text, &keys)?;
    let open = Open::read(&program, &keys).map_err(|mistakes| mistakes[0].message.clone())?;
    Ok(then(&program, &open.ok_or("nothing is run")?))
}

/// The case of a generated program.
pub(in crate::logic) fn case_of<T>(generated: &Generated, then: impl FnOnce(&Case<'_>) -> T) -> Result<T, String> {
    let keys = text::keys(&generated.text)?;
    let program = program(&generated.text, &keys)?;
    let policies: Vec<_> = generated.policies.iter().map(|(label, way)| (label.as_str(), *way)).collect();
    with_case(&program, &keys, &generated.of, &policies, then)
}

fn program(text: &str, keys: &BTreeMap<String, Node>) -> Result<Program, String> {
    let (data, options) = &*BOOK;
    text::program_with(text, keys, data, options)
}
