//! The passages that decided the spelling of the rule language: little libraries that must stay without errors, and whose
//! examples must hold.

use std::collections::BTreeSet;
use std::path::Path;

use rulestone::diagnostic::Severity;
use rulestone::logic::book::compile_library;
use rulestone::logic::example::{VerdictKind, judge};
use rulestone::logic::limits::Meter;
use rulestone::logic::program::PointId;

/// The ten hardest interactions of a whole rulebook: each stands in the section that prints it, under its name.
const INTERACTIONS: [(&str, &str); 17] = [
    ("political-phase", "no_politics_yet"),
    ("strategic-planning", "no_plans_yet"),
    ("strategy-determination", "hostages_held"),
    ("hostages", "taken_alive"),
    ("armistice", "peace_was_made"),
    ("np-operation", "forced_pass"),
    ("lone-leaders", "caught_alone"),
    ("neutral-syracuse", "syracuse_provoked"),
    ("neutral-argos", "argos_provoked"),
    ("null-battle", "goes_on"),
    ("siege-resolution", "player_fails"),
    ("end-of-combat", "units_on_the_way"),
    ("helot-rebellion", "helots"),
    ("nicias", "peace_of_nicias"),
    ("armistice-effects", "cut_short"),
    ("armistice-effects", "no_second_roll"),
    ("event", "war_party"),
];

#[test]
fn the_ten_hardest_interactions_stand_where_they_are_printed_and_are_exercised() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logic/fixtures/whole-war");
    let library = rulestone::library::load(&root).expect("the library").library;
    let judged = judge(&library, compile_library(&library, &Meter::default()), &Meter::default());
    let program = &judged.logic("peloponnesian-war").expect("its logic").program;
    let hit: BTreeSet<PointId> = judged.results.iter().flat_map(|result| result.verdict.hit.iter().copied()).collect();
    for (section, name) in INTERACTIONS {
        let points = program.points.iter().zip(0..).filter(|(point, _)| {
            program.blocks[point.block.index()].id == section
                && [point.label, Some(point.owner)].into_iter().flatten().any(|label| program.name(label) == name)
        });
        let exercised = points.map(|(_, at)| PointId(at)).any(|point| hit.contains(&point));
        assert!(exercised, "{section}.{name}");
    }
}

#[test]
fn the_pilot_passages_of_three_rulebooks_hold() {
    for (name, least) in [
        ("sword-of-rome", 30),
        ("hellenes", 30),
        ("peloponnesian-war", 20),
        ("joined", 10),
        ("followed", 16),
        ("forms", 18),
        ("deeds", 18),
        ("bends", 25),
        ("statute", 12),
        ("whole-war", 180),
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
