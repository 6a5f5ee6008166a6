//! The libraries in `examples/`: books that show what a book can be.

use std::fs;
use std::path::Path;

use rulestone::logic::book::compile_library;
use rulestone::logic::example::{VerdictKind, judge};
use rulestone::logic::limits::Meter;

use super::is_current;
use crate::diagnostics::check_at;

/// Hints that are wrong now and then.
const PARITY: [&str; 3] = ["meaning-mismatch", "missing-term", "order-mismatch"];

#[test]
fn demonstrations_are_clean_proven_and_translated() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut seen = 0;
    let entries = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    for root in entries.filter(|path| path.is_dir()) {
        let (_, mut found) = check_at(&root);
        // What two texts may say in different ways is only looked at.
        found.retain(|found| !PARITY.contains(&found.code.name));
        assert!(found.is_empty(), "{}: {found:?}", root.display());
        let library = rulestone::library::load(&root).expect("a library").library;
        let judged = judge(&library, compile_library(&library, &Meter::default()), &Meter::default());
        for book in &library.books {
            for (_, section) in book.sections() {
                for example in &section.examples {
                    let result = judged.result(&book.id, &section.id, &example.id).expect("a verdict");
                    assert_eq!(result.verdict.kind, VerdictKind::Passed, "{} {}", section.id, example.id);
                    seen += 1;
                }
            }
            for language in book.translations.keys() {
                is_current(book, language);
            }
        }
    }
    assert!(seen > 100, "{seen} examples");
}
