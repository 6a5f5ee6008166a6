//! Runs that are recorded, that are not, and that are not and whose seed answers at once end alike, wherever a budget ends them;
//! and all of it is as it was.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use rulestone::logic::book::compile_book;
use rulestone::logic::example::Open;
use rulestone::logic::limits::Meter;
use rulestone::logic::machine::{Answer, Budget, Chance, Ended, Request, Seeded, World, run_counted, run_recorded};
use rulestone::logic::odds::odds;
use rulestone::logic::program::{Expr, ExprKind, Fold, OpKind, PlaceExpr, Program, Source};
use rulestone::logic::walk;
use sha2::{Digest as _, Sha256};

use super::generate::{Generated, case_of, generate, generate_followed, generate_woven, seeds, with_program};
use crate::diagnostics::compare;

/// A seed that wants to be asked.
struct Asked(Seeded);

impl Chance for Asked {
    fn answer(&mut self, request: &Request) -> Result<Answer, String> {
        self.0.answer(request)
    }
}

/// Runs an example three times with each seed, as far as each budget goes; how many runs came to an end. What each run did is
/// handed to `told`, but for how many steps it took.
pub(super) fn ends_alike(
    name: &str,
    open: &Open<'_>,
    seeds: std::ops::Range<u64>,
    budgets: &[Budget],
    told: &mut dyn FnMut(&str),
) -> usize {
    let mut done = 0;
    for (seed, budget) in seeds.flat_map(|seed| budgets.iter().map(move |budget| (seed, budget))) {
        let mut setting = open.start.setting(open.program);
        setting.budget = *budget;
        let mut worlds: [World; 3] = std::array::from_fn(|_| open.start.world.clone());
        let [recorded, asked, at_once] = &mut worlds;
        let mut chances = (Seeded::new(seed), Asked(Seeded::new(seed)), Seeded::new(seed));
        for step in &open.steps {
            let args = || step.args.clone();
            let (ended, mut recording) = run_recorded(&setting, recorded, step.callee, args(), &mut chances.0);
            let case = || format!("{name} with seed {seed} and {budget:?}");
            let whole = (ended, recording.steps);
            assert_eq!(run_counted(&setting, asked, step.callee, args(), &mut chances.1), whole, "{}, asked", case());
            assert_eq!(run_counted(&setting, at_once, step.callee, args(), &mut chances.2), whole, "{}", case());
            let (ended, _) = whole;
            assert_eq!(asked, recorded, "{}, asked", case());
            assert_eq!(at_once, recorded, "{}", case());
            assert_eq!((&chances.1.0, &chances.2), (&chances.0, &chances.0), "{}", case());
            if is_of_budget(&ended) {
                break;
            }
            done += usize::from(matches!(ended, Ended::Done(_)));
            recording.steps = 0;
            told(&format!("{ended:?} {} {recording:?}", all_of(recorded)));
        }
    }
    done
}

/// All that a world holds, however it keeps it.
pub(super) fn all_of(world: &World) -> String {
    let things = world.things.iter().map(|thing| thing.as_ref().map(|thing| (thing.ty, thing.fields.to_vec())));
    format!("{:?} {:?}", world.states, things.collect::<Vec<_>>())
}

/// Whether a run ended because it had no steps or cells left.
fn is_of_budget(ended: &Ended) -> bool {
    let starts = ["this run takes more than", "this run holds more than"];
    matches!(ended, Ended::Error(error) if starts.iter().any(|start| error.message.starts_with(start)))
}

/// A budget of so many steps and cells.
fn budget((steps, cells): (u64, u64)) -> Budget {
    Budget { steps, cells }
}

/// As many cells as a run may have.
const CELLS: u64 = 1_000_000;

/// Every example of the books of a library with its program.
fn examples(root: &Path, mut each: impl FnMut(&str, &str, &Open<'_>)) {
    let library = rulestone::library::load(root).expect("a library").library;
    for book in &library.books {
        let (compiled, _) = compile_book(book, &Meter::default());
        for example in book.sections().flat_map(|(_, section)| &section.examples) {
            if let Ok(Some(open)) = Open::read(&compiled.program, &example.program) {
                each(&book.id, &example.id, &open);
            }
        }
    }
}

#[test]
fn recorded_and_unrecorded_runs_of_books_end_alike() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let steps = [1_000_000, 400, 97, 41, 17, 6].map(|steps| (steps, CELLS));
    let cells = [64, 30, 12, 3].map(|cells| (1_000_000, cells));
    let budgets: Vec<Budget> = steps.into_iter().chain(cells).map(budget).collect();
    for (library, seeds, least) in [
        ("tests/cli/raid", 0..20, 100),
        ("tests/cli/duel", 0..20, 100),
        ("tests/logic/fixtures/hellenes", 0..3, 200),
        ("tests/logic/fixtures/sword-of-rome", 0..3, 60),
        ("tests/logic/fixtures/peloponnesian-war", 0..3, 45),
        (".", 0..3, 240),
    ] {
        let mut done = 0;
        examples(&root.join(library), |_, example, open| {
            done += ends_alike(example, open, seeds.clone(), &budgets, &mut |_| {});
        });
        assert!(done > least, "{done} runs of {library} come to an end");
    }
}

/// Budgets of steps and of cells that end runs anywhere.
const BUDGETS: [(u64, u64); 14] = [
    (100_000, CELLS),
    (3_000, CELLS),
    (700, CELLS),
    (250, CELLS),
    (130, CELLS),
    (90, CELLS),
    (60, CELLS),
    (33, CELLS),
    (19, CELLS),
    (8, CELLS),
    (100_000, 60),
    (100_000, 30),
    (100_000, 15),
    (3_000, 8),
];

/// Seeds that have found something: what a scan left in its register counted, where a thing was removed.
const FOUND: [u64; 1] = [2_689];

#[test]
fn recorded_and_unrecorded_runs_of_random_programs_end_alike() {
    let budgets = BUDGETS.map(budget);
    let (mut done, mut compiled) = (0, 0);
    for seed in seeds(0..300).chain(FOUND) {
        let Generated { text, .. } = &generate(seed);
        let ran = with_program(text, |_, open| ends_alike(text, open, seed..seed + 2, &budgets, &mut |_| {}));
        compiled += usize::from(ran.is_ok());
        done += ran.unwrap_or_default();
    }
    assert!(compiled == 0 || done > compiled * 4, "{done} runs of {compiled} programs come to an end");
}

/// The name of each kind of something, told by a match that leaves none out.
macro_rules! kinds {
    ($name:ident, $all:ident, $of:ident: $($kind:ident)*) => {
        const $all: &[&str] = &[$(stringify!($kind)),*];
        fn $name(of: &$of) -> &'static str {
            match of { $($of::$kind { .. } => stringify!($kind)),* }
        }
    };
}

kinds!(statement, STATEMENTS, OpKind: Let Store Change AddTo TakeFrom Remove Create Roll Draw Pick Choose Jump Branch Join Walk Next Require Ends Call Stop Abandon);
kinds!(expression, EXPRESSIONS, ExprKind: Constant Local State Option RecordField EntityField Entry Collect Record Convert Negate Not IsEmpty Arithmetic Round Compare Is In Between And Or Range If OrElse Primitive Extreme Select Every All Rows Call Graph Held Differs Exists Checked Supposing);
kinds!(fold, FOLDS, Fold: Count Sum Extreme Some Only First Collect Take Through Share);
kinds!(place, PLACES, PlaceExpr: Local State EntityField RecordField Entry);

#[test]
fn random_programs_say_all_that_can_be_said() {
    let mut said: BTreeSet<&'static str> = BTreeSet::new();
    for seed in 0..300 {
        for generated in [generate(seed), generate_woven(seed), generate_followed(seed)] {
            let _ = with_program(&generated.text, |program, _| all_said(program, &mut said));
        }
    }
    let all = [STATEMENTS, EXPRESSIONS, FOLDS, PLACES].concat();
    let missing: Vec<_> = all.into_iter().filter(|kind| !said.contains(kind)).collect();
    assert!(missing.is_empty(), "no random program has {missing:?}");
}

fn all_said(program: &Program, said: &mut BTreeSet<&'static str>) {
    let mut expressions = BTreeSet::new();
    let mut visit = |expr: &Expr| {
        expressions.insert(expression(&expr.kind));
        if let ExprKind::Select(of, _) = &expr.kind {
            expressions.insert(fold(of));
        }
    };
    program.functions.iter().for_each(|function| walk::function(function, &mut visit));
    for procedure in &program.procedures {
        let Source::Here(code) = &procedure.code else { continue };
        walk::code(code, &mut visit);
        for op in code {
            said.insert(statement(&op.kind));
            let mut next = op.kind.effects().changes;
            while let Some(at) = next {
                said.insert(place(at));
                next = match at {
                    PlaceExpr::RecordField(inner, _) | PlaceExpr::Entry(inner, _) => Some(inner),
                    PlaceExpr::Local(_) | PlaceExpr::State(_) | PlaceExpr::EntityField(..) => None,
                };
            }
        }
    }
    said.extend(expressions);
}

/// A sum of all that was told.
#[derive(Default)]
struct Sum(Sha256);

impl Sum {
    fn add(&mut self, told: &str) {
        self.0.update(told.len().to_le_bytes());
        self.0.update(told);
    }

    fn end(self) -> String {
        self.0.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").expect("a string takes everything");
            text
        })
    }
}

/// Ends, worlds, traces, reasons and odds, kept as sums: a change of the machine changes none of them. After a wanted change run
/// the tests with `SNAPSHOTS=overwrite`.
#[test]
fn all_is_as_it_was() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut kept = String::new();
    let whole = [budget((1_000_000, CELLS))];
    let fixtures =
        ["hellenes", "sword-of-rome", "peloponnesian-war"].map(|book| format!("tests/logic/fixtures/{book}"));
    let libraries = [".", "examples/backgammon", "tests/cli/raid", "tests/cli/duel"].into_iter();
    for library in libraries.chain(fixtures.iter().map(String::as_str)) {
        let (mut sum, mut last) = (Sum::default(), String::new());
        let mut end = |sum: &mut Sum, book: &str| {
            if !book.is_empty() {
                writeln!(kept, "{library} {book} {}", std::mem::take(sum).end()).expect("a string takes everything");
            }
        };
        examples(&root.join(library), |book, example, open| {
            if book != last {
                end(&mut sum, &last);
                book.clone_into(&mut last);
            }
            ends_alike(example, open, 0..2, &whole, &mut |told| sum.add(told));
        });
        end(&mut sum, &last);
    }
    let budgets: Vec<Budget> = BUDGETS.into_iter().step_by(3).map(budget).collect();
    for from in (0..300).step_by(25) {
        let (mut runs, mut chances) = (Sum::default(), Sum::default());
        for seed in from..from + 25 {
            let generated = generate(seed);
            let _ = with_program(&generated.text, |_, open| {
                ends_alike("", open, seed..seed + 1, &budgets[..1], &mut |told| runs.add(told));
            });
            let found = case_of(&generated, |case| match odds(case) {
                Ok(odds) => format!("{:?} {:?} {:?}", odds.outcomes, odds.unresolved, odds.endless),
                Err(refusal) => format!("{refusal:?}"),
            });
            chances.add(&found.unwrap_or_default());
        }
        let (runs, chances) = (runs.end(), chances.end());
        writeln!(kept, "seeds {from}..{}: runs {runs}, odds {chances}", from + 25).expect("a string takes everything");
    }
    compare(kept, &root.join("tests/logic/as-it-was.txt")).expect("as it was");
}
