//! Runs that are recorded, that are not, and that are not and whose seed answers at once end alike: the quick forms of steps
//! say what the general steps say.

use std::path::Path;

use rulestone::logic::compile::compile_book;
use rulestone::logic::example::Open;
use rulestone::logic::limits::Meter;
use rulestone::logic::machine::{Answer, Chance, Ended, Request, Seeded, World, run, run_recorded};

/// A seed that wants to be asked.
struct Asked(Seeded);

impl Chance for Asked {
    fn answer(&mut self, request: &Request) -> Result<Answer, String> {
        self.0.answer(request)
    }
}

/// Runs every example of a library with each seed, as far as that many steps go; how many runs came to an end.
fn ends_alike(root: &Path, seeds: std::ops::Range<u64>, budgets: &[u64]) -> usize {
    let mut done = 0;
    let library = rulestone::library::load(root).expect("a library").library;
    for book in &library.books {
        let (compiled, _) = compile_book(book, &Meter::default());
        let program = &compiled.program;
        let examples = book.sections().flat_map(|(_, section)| &section.examples);
        for example in examples {
            let Ok(Some(open)) = Open::read(program, &example.program) else { continue };
            for (seed, steps) in seeds.clone().flat_map(|seed| budgets.iter().map(move |steps| (seed, *steps))) {
                let mut setting = open.start.setting(program);
                setting.budget.steps = steps;
                let mut worlds: [World; 3] = std::array::from_fn(|_| open.start.world.clone());
                let [recorded, asked, at_once] = &mut worlds;
                let mut seeds = (Seeded::new(seed), Asked(Seeded::new(seed)), Seeded::new(seed));
                for step in &open.steps {
                    let args = || step.args.clone();
                    let (ended, _) = run_recorded(&setting, recorded, step.callee, args(), &mut seeds.0);
                    let case = format!("{} with seed {seed} and {steps} steps", example.id);
                    assert_eq!(run(&setting, asked, step.callee, args(), &mut seeds.1), ended, "{case}, asked");
                    assert_eq!(run(&setting, at_once, step.callee, args(), &mut seeds.2), ended, "{case}");
                    assert_eq!(asked, recorded, "{case}, asked");
                    assert_eq!(at_once, recorded, "{case}");
                    assert_eq!((&seeds.1.0, &seeds.2), (&seeds.0, &seeds.0), "{case}");
                    done += usize::from(matches!(ended, Ended::Done(_)));
                }
            }
        }
    }
    done
}

#[test]
fn recorded_and_unrecorded_runs_end_alike() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let runs = |library: &str, seeds| ends_alike(&root.join(library), seeds, &[1_000_000, 400, 97, 41, 17, 6]);
    assert!(runs("tests/cli/raid", 0..20) > 100);
    assert!(runs("tests/cli/duel", 0..20) > 100);
    assert!(runs("tests/logic/fixtures/hellenes", 0..3) > 200);
    assert!(runs("tests/logic/fixtures/sword-of-rome", 0..3) > 60);
    assert!(runs("tests/logic/fixtures/peloponnesian-war", 0..3) > 45);
    assert!(runs(".", 0..3) > 240);
}
