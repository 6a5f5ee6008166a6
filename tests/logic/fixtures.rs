//! The passages that decided the spelling of the rule language: little libraries that must stay without errors, and whose
//! examples must hold.

use std::path::Path;

use rulestone::diagnostic::Severity;
use rulestone::logic::book::compile_library;
use rulestone::logic::example::{VerdictKind, judge};
use rulestone::logic::limits::Meter;

#[test]
fn the_pilot_passages_of_three_rulebooks_hold() {
    for (name, least) in [
        ("sword-of-rome", 30),
        ("hellenes", 30),
        ("peloponnesian-war", 20),
        ("joined", 10),
        ("followed", 16),
        ("forms", 15),
    ] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logic/fixtures").join(name);
        let loaded = rulestone::library::load(&root).expect(name);
        let rulestone::check::Checked { library, diagnostics, .. } = rulestone::check::check(loaded, &Meter::default());
        let errors: Vec<_> = diagnostics.iter().filter(|finding| finding.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
        let results = judge(&library, compile_library(&library, &Meter::default()), &Meter::default()).results;
        assert!(results.len() >= least, "{name} has {} examples", results.len());
        for result in results {
            let wrong = matches!(result.verdict.kind, VerdictKind::Failed | VerdictKind::ProseOnly);
            assert!(!wrong, "{name}: {}: {:#?}", result.id, result.verdict.failures);
        }
    }
}
