//! Whatever is played from a seed and written as a draft does the same when its dice and choices are read back.

use std::path::Path;

use rulestone::diagnostic::{Severity, Sources};
use rulestone::library::yaml::Written;
use rulestone::logic::book::compile_book;
use rulestone::logic::example::{Open, run_only};
use rulestone::logic::limits::Meter;
use rulestone::logic::machine::{Chance, Seeded};
use rulestone::logic::play::{By, Question, Reply, Session, draft};
use rulestone::logic::value::Value;
use rulestone::translate;

/// Of a book with more examples than this every sixth is played: a chapter is read anew for each draft in it.
const MANY: usize = 700;

/// Plays every example of a library with each seed; how many were played.
fn plays_the_same_again(root: &Path, seeds: std::ops::Range<u64>) -> usize {
    let mut played = 0;
    let rulestone::check::Checked { library, .. } =
        rulestone::check::check(rulestone::library::load(root).expect("a library"), &Meter::default());
    for book in &library.books {
        let (compiled, _) = compile_book(book, &Meter::default());
        let program = &compiled.program;
        // Each draft in the place where `play --save` puts it, all in one copy of the library.
        let folder = tempfile::tempdir().expect("a folder");
        for part in std::fs::read_dir(root).expect("a folder") {
            let part = part.expect("an entry").path();
            let name = part.file_name().expect("a name");
            if name.to_string_lossy().starts_with("rules-") {
                crate::cli::copy(&part, &folder.path().join(name));
            }
        }
        let mut traces = Vec::new();
        let examples: Vec<_> = book.sections().flat_map(|(_, section)| &section.examples).collect();
        let every = if examples.len() > MANY { 6 } else { 1 };
        for example in examples.into_iter().step_by(every) {
            let Ok(Some(open)) = Open::read(program, &example.program) else { continue };
            for seed in seeds.clone() {
                let meter = &Meter::default();
                let session = session(meter, &open, seed, By::Seed);
                let position = session.reach();
                assert!(position.asked.is_none(), "{}: {:?}", example.id, position.asked);
                let point = open.steps[0].definition(program);
                let home = program.section_of(point).expect("a section").to_owned();
                let id = format!("played-{}", traces.len());
                let written = draft(program, &example.program, &position.steps, &id, "Played.".to_owned());
                let file = book.section(&home).expect("the section").0.file;
                let file = folder.path().join(&library.sources.file(file).path);
                add(&file, &home, &asserting(written, &home));
                let trace: Vec<_> = position.steps.into_iter().flat_map(|step| step.trace).collect();
                traces.push((format!("{} {seed}", example.id), home, id, trace));
            }
        }
        let again = rulestone::library::load(folder.path()).expect("the copy");
        let rulestone::check::Checked { library: again, diagnostics: findings, .. } =
            rulestone::check::check(again, &Meter::default());
        let book = again.book(&book.id).expect("the book");
        let (compiled, _) = compile_book(book, &Meter::default());
        for (from, home, id, trace) in traces {
            let result = run_only(book, &compiled.program, &home, &id, &Meter::default()).expect("the draft");
            assert!(result.diagnostics.is_empty(), "{from}: {:#?}", result.diagnostics);
            assert!(!trace.is_empty() && result.verdict.trace == trace, "{from}: {:#?}", result.verdict.trace);
            played += 1;
        }
        let broken = findings.iter().filter(|finding| finding.severity == Severity::Error);
        let broken: Vec<_> = broken.filter(|finding| finding.code.name != "missing-translation").collect();
        assert!(broken.is_empty(), "{broken:#?}");
    }
    played
}

/// The draft with an assertion, without which it would not be run: that it is refused, which is true or a failure, but no
/// mistake of how it is written.
fn asserting(written: Written, section: &str) -> Written {
    let Written::Map(mut entries) = written else { panic!("an example is a mapping") };
    entries.retain(|(key, _)| key != "draft");
    let refused = Written::List(vec![Written::Word(section.to_owned())]);
    let expect = ("expect".to_owned(), Written::Map(vec![("refused".to_owned(), refused)]));
    match entries.iter_mut().find(|(key, _)| key == "steps") {
        Some((_, Written::List(steps))) => {
            for step in steps {
                if let Written::Map(keys) = step {
                    keys.push(expect.clone());
                }
            }
        }
        _ => entries.push(expect),
    }
    Written::Map(entries)
}

fn add(file: &Path, section: &str, example: &Written) {
    let mut sources = Sources::default();
    let text = std::fs::read_to_string(file).expect("the chapter");
    let id = sources.add(String::new(), text.as_str());
    let edit = translate::add_example(&sources, id, section, example).expect("it can be added");
    std::fs::write(file, edit.applied(&text)).expect("it can be written");
}

fn played(library: &str, seeds: std::ops::Range<u64>) -> usize {
    plays_the_same_again(&Path::new(env!("CARGO_MANIFEST_DIR")).join(library), seeds)
}

fn session<'a>(meter: &'a Meter, open: &'a Open<'a>, seed: u64, by: By) -> Session<'a> {
    Session { meter, open, seed, dice: by, choices: by, replies: Vec::new(), reasons_from: None }
}

/// Plays the examples of a library answer by answer, going on from where each stood, and compares with what is reached from the
/// beginning. How many answers there were.
fn goes_on_as_from_the_beginning(library: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(library);
    let loaded = rulestone::library::load(&root).expect("a library");
    let rulestone::check::Checked { library, .. } = rulestone::check::check(loaded, &Meter::default());
    let mut answers = 0;
    for book in &library.books {
        let (compiled, _) = compile_book(book, &Meter::default());
        for example in book.sections().flat_map(|(_, section)| &section.examples) {
            let Ok(Some(open)) = Open::read(&compiled.program, &example.program) else { continue };
            let meter = &Meter::default();
            for told in [false, true] {
                let mut session = session(meter, &open, 1, By::Person);
                session.reasons_from = told.then_some((0, 0));
                let mut seed = Seeded::new(7);
                let mut kept = None;
                loop {
                    let position = session.go_on(&mut kept);
                    let anew = session.reach();
                    assert_eq!(format!("{:?}", position.asked), format!("{:?}", anew.asked), "{}", example.id);
                    assert_eq!(position.steps.len(), anew.steps.len());
                    // Of a step that was told whole the reasons are still there; anew they are left out.
                    let from = if told { anew.steps.len() - 1 } else { 0 };
                    for (went_on, anew) in position.steps.iter().zip(&anew.steps).skip(from) {
                        assert_eq!(format!("{went_on:?}"), format!("{anew:?}"), "{}", example.id);
                    }
                    let Some(asked) = position.asked else { break };
                    let reply = match &asked.question {
                        Question::Request(request) => Reply::Answer(seed.answer(request).expect("an answer")),
                        Question::Judgement { .. } => Reply::Judged(Value::yes_no(answers % 2 == 0)),
                    };
                    session.replies.push(reply);
                    answers += 1;
                    if told {
                        let step = position.steps.last().expect("a step that asks");
                        session.reasons_from = Some((position.steps.len() - 1, step.answers.len()));
                    }
                }
            }
        }
    }
    answers
}

#[test]
fn an_answer_leads_on_as_all_answers_from_the_beginning() {
    assert!(goes_on_as_from_the_beginning("tests/cli/raid") > 10);
    assert!(goes_on_as_from_the_beginning("tests/cli/duel") > 5);
    assert!(goes_on_as_from_the_beginning("tests/logic/fixtures/hellenes") > 60);
    assert!(goes_on_as_from_the_beginning("tests/logic/fixtures/sword-of-rome") > 20);
    assert!(goes_on_as_from_the_beginning("tests/logic/fixtures/peloponnesian-war") > 15);
}

#[test]
fn drafts_play_the_same_again() {
    assert!(played("tests/cli/raid", 0..10) > 25);
    assert!(played("tests/cli/duel", 0..2) > 10);
    assert!(played("tests/logic/fixtures/hellenes", 0..2) > 60);
    assert!(played("tests/logic/fixtures/sword-of-rome", 0..1) > 20);
    assert!(played("tests/logic/fixtures/peloponnesian-war", 0..1) > 15);
}

#[test]
fn drafts_of_the_shipped_books_play_the_same_again() {
    assert!(played(".", 0..1) > 800);
}
