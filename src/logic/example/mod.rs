//! Worked examples as tests: what they say in YAML is run against the logic of their book, and gets a verdict.

mod called;
mod choice_answer;
mod expect;
mod fits;
mod judged;
mod kept_traces;
mod labels;
mod named;
mod open;
mod places;
mod read;
mod reasons;
mod run;
mod script;
mod start;
mod things;
mod values;
mod verdict;

use std::collections::BTreeSet;
use std::time::Instant;

pub(crate) use called::{name_created, with_names};
pub(in crate::logic) use choice_answer::is_long_key;
pub use judged::{Judged, judge};
pub(in crate::logic) use named::{Named, Outputs, field, find, known, outputs};
pub use open::{Open, OpenStep, value_of};
pub use places::ExamplePlaces;
pub use reasons::reasons_of;
pub use start::Start;
pub use things::Things;
pub(in crate::logic) use values::{mend, same};
pub use verdict::{Dispute, ExampleResult, Failure, Fit, Needs, Verdict, VerdictKind};

use self::kept_traces::KeptTraces;
use self::labels::Labels;
use self::read::Read;
use super::book::{Compiled, of_book};
use super::external::external_points;
use super::limits::Meter;
use super::program::{PointId, Program};
use crate::beside;
use crate::diagnostic::{Diagnostic, Severity};
use crate::library::{Book, Example, ExampleKind, Library, Section};

/// Runs every example of the library, in the order of the books; those of logic with mistakes are not run.
pub fn run_examples(library: &Library, compiled: &[Compiled], meter: &Meter) -> Vec<ExampleResult> {
    let mut kept = KeptTraces::new(meter.limits().traces);
    let mut results = Vec::new();
    for book in &library.books {
        let _examples = meter.begin_several(format!("the examples of `{}`", book.id), None);
        let program = of_book(compiled, &book.id).filter(|compiled| compiled.whole).map(|compiled| &compiled.program);
        each(book, program, meter, &mut |result| {
            results.push(result);
            kept.take_in(&mut results);
        });
    }
    results
}

/// Runs every example of a book.
pub fn run_book(book: &Book, program: Option<&Program>, meter: &Meter) -> Vec<ExampleResult> {
    let mut results = Vec::new();
    each(book, program, meter, &mut |result| results.push(result));
    results
}

/// So many examples are run beside each other before their results are handed on.
const BATCH: usize = 64;

fn each(book: &Book, program: Option<&Program>, meter: &Meter, take: &mut dyn FnMut(ExampleResult)) {
    let kit = program.map(Kit::new);
    let examples =
        book.sections().flat_map(|(_, section)| section.examples.iter().map(move |example| (section, example)));
    let examples: Vec<_> = examples.collect();
    let mut found = 0;
    for batch in examples.chunks(BATCH) {
        let ready = batch.iter().map(|example| {
            let ready = Ready::of(book, kit.as_ref(), found, *example);
            found += ready.mistakes.len();
            ready
        });
        let ready: Vec<_> = ready.collect();
        for result in beside::each(&ready, beside::cores(), |ready| ready.run(meter)) {
            take(result);
        }
    }
}

/// Runs a single example of a book.
pub fn run_only(book: &Book, program: &Program, section: &str, example: &str, meter: &Meter) -> Option<ExampleResult> {
    let (_, section) = book.section(section)?;
    let example = section.examples.iter().find(|other| other.id == example)?;
    Some(Ready::of(book, Some(&Kit::new(program)), 0, (section, example)).run(meter))
}

/// What is wrong with how the examples of a book are written, as far as that shows without running them.
pub fn check_examples(book: &Book, program: &Program) -> Vec<Diagnostic> {
    let kit = Kit::new(program);
    let mut found = Vec::new();
    for (_, section) in book.sections() {
        for example in &section.examples {
            let (_, mistakes) = read::read(program, &kit.labels, found.len(), book, section, example);
            found.extend(mistakes.into_iter().map(|mistake| mistake.in_section(&book.id, &section.id)));
        }
    }
    found
}

/// What is needed to run the examples of a book.
struct Kit<'a> {
    program: &'a Program,
    labels: Labels,
    external: BTreeSet<PointId>,
}

impl<'a> Kit<'a> {
    fn new(program: &'a Program) -> Self {
        Self { program, labels: Labels::of(program), external: external_points(program) }
    }
}

/// An example that was read.
struct Ready<'a> {
    book: &'a Book,
    section: &'a Section,
    example: &'a Example,
    /// What it came to, where the logic of its book is whole.
    read: Option<(&'a Kit<'a>, Read<'a>)>,
    /// What is wrong with how it is written.
    mistakes: Vec<Diagnostic>,
}

impl<'a> Ready<'a> {
    /// Reads an example; `before` is how much was found in those before it.
    fn of(
        book: &'a Book,
        kit: Option<&'a Kit<'a>>,
        before: usize,
        (section, example): (&'a Section, &'a Example),
    ) -> Self {
        let read = kit.map(|kit| (kit, read::read(kit.program, &kit.labels, before, book, section, example)));
        let (read, mistakes) = match read {
            Some((kit, (read, mistakes))) => (Some((kit, read)), mistakes),
            None => (None, Vec::new()),
        };
        Self { book, section, example, read, mistakes }
    }

    fn run(&self, meter: &Meter) -> ExampleResult {
        let start = Instant::now();
        let Self { book, section, example, .. } = self;
        let mut mistakes = self.mistakes.clone();
        let mut verdict = match &self.read {
            Some((_, Read::Prose)) => Verdict::new(VerdictKind::ProseOnly),
            Some((_, Read::Wrong)) => Verdict::new(VerdictKind::Failed),
            // Nothing of it is used: the whole command ends.
            Some((_, Read::Plan(_))) if meter.is_over() => Verdict::new(VerdictKind::Failed),
            Some((kit, Read::Plan(plan))) => {
                let what = format!("the example `{}::{}::{}`", book.id, section.id, example.id);
                let piece = meter.begin(meter.limits().example, what, Some(example.place));
                let within = (&piece, meter.limits());
                let run = if example.is_printed() { fits::run_printed } else { run::run };
                let (verdict, found) = run(kit.program, &kit.external, plan, within);
                mistakes.extend(found);
                verdict
            }
            None => {
                let runs = ["run", "steps"].iter().any(|key| example.program.contains_key(*key));
                let mut verdict = Verdict::new(if runs { VerdictKind::Failed } else { VerdictKind::ProseOnly });
                verdict.reason = runs.then(|| "the logic of the book has mistakes: see `rulestone check`".to_owned());
                verdict
            }
        };
        let first = mistakes.iter().find(|mistake| mistake.severity == Severity::Error);
        if verdict.kind == VerdictKind::Failed && verdict.reason.is_none() {
            verdict.reason = first.map(|mistake| mistake.message.clone());
        }
        verdict.seconds = start.elapsed().as_secs_f64();
        ExampleResult {
            is_case: example.kind == ExampleKind::Case,
            book: book.id.clone(),
            section: section.id.clone(),
            number: section.number().map(str::to_owned),
            id: example.id.clone(),
            place: example.place,
            verdict,
            diagnostics: mistakes.into_iter().map(|mistake| mistake.in_section(&book.id, &section.id)).collect(),
        }
    }
}
