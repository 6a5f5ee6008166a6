//! Whole campaigns of Peloponnesian War, played by the rules alone: what must hold in each of them holds.

use super::{Ran, Scratch, copy, shipped};

const BOOK: &str = "rules-en/peloponnesian-war";

/// The book, with a chapter that looks at every change and lists what no rule accounts for.
fn audited() -> Scratch {
    let scratch = Scratch::empty();
    copy(&shipped().join(BOOK), &scratch.path(BOOK));
    let audit = std::fs::read(shipped().join("tests/cli/campaign/audit.yaml")).expect("the chapter");
    scratch.write(format!("{BOOK}/99-audit.yaml"), audit);
    for side in ["athens", "sparta"] {
        scratch.write(format!("{side}.yaml"), format!("given: {{player: {side}}}\nassume: [sketch, tables]\n"));
    }
    scratch
}

/// Campaigns in which the player commands this side.
fn simulate(scratch: &Scratch, side: &str, asked: &[&str]) -> Ran {
    let given = scratch.path(format!("{side}.yaml"));
    let run = ["simulate", "peloponnesian-war", "--run", "play_game", "--given", given.to_str().expect("a path")];
    scratch.run(&[&run[..], asked].concat()).ends(0)
}

#[test]
fn in_a_campaign_nothing_happens_but_by_a_rule() {
    let scratch = audited();
    for side in ["athens", "sparta"] {
        let ran = simulate(&scratch, side, &["--runs", "16", "--of", "faults,result", "--format", "json"]);
        let told = ran.json();
        let outcomes = told["outcomes"].as_array().expect("outcomes");
        for outcome in outcomes {
            assert_eq!(outcome["outcome"]["faults"], serde_json::json!([]), "{side}: {}", ran.stdout);
            assert_ne!(outcome["outcome"]["result"], "undecided", "every campaign ends: {}", ran.stdout);
        }
        assert_eq!(outcomes.iter().filter_map(|outcome| outcome["runs"].as_u64()).sum::<u64>(), 16);
    }
}

#[test]
fn the_audit_finds_what_no_rule_accounts_for() {
    let scratch = audited();
    // A battle that pays its winner, which no rule says.
    scratch.edit(
        &format!("{BOOK}/06-combat.yaml"),
        "        lower sci[enemy(winner)] by 1\n        if lead < easy_lead\n",
        "        lower sci[enemy(winner)] by 1\n        raise treasury[winner] by 1\n        if lead < easy_lead\n",
    );
    let ran = simulate(&scratch, "athens", &["--runs", "4", "--of", "faults"]);
    assert!(ran.stdout.contains("reasury by no rule"), "{}", ran.stdout);
}
