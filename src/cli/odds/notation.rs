//! A case as it is typed: `--policy retreats=no`.

use crate::logic::odds::notation::Notation;
use crate::logic::odds::{Budget, EndedFirst};

/// On the command line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Typed;

impl Notation for Typed {
    fn policy(&self, whose: &str, how: &str) -> String {
        let quote = if how.contains(' ') { "'" } else { "" };
        format!("--policy {quote}{whose}={how}{quote}")
    }

    fn of(&self, name: &str) -> String {
        format!("--of {name} ")
    }

    fn judgement(&self, name: &str) -> String {
        format!("--judge {name}=VALUE")
    }

    fn unresolved(&self, budget: Budget, ended: EndedFirst, name: &str) -> String {
        format!("give more: {}; or make `{name}` by another policy", more(budget, ended))
    }

    fn assumed(&self) -> &'static str {
        " in the example, or in the file of --given"
    }
}

/// The option that makes a budget ten times as large.
pub(super) fn more(budget: Budget, ended: EndedFirst) -> String {
    let more = |number: u64| number.saturating_mul(10);
    match ended {
        EndedFirst::States | EndedFirst::Ways => format!("--states {}", more(budget.states as u64)),
        EndedFirst::Steps => format!("--steps {}", more(budget.steps)),
        EndedFirst::Words => format!("--budget odds-words={}", more(budget.words)),
        EndedFirst::Bytes => format!("--budget odds-memory={}", more((budget.bytes >> 20) as u64)),
    }
}
