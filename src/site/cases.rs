//! The runs of a section that nobody reads: their names, those with one verdict together.

use serde::Serialize;

use super::verdict::VerdictView;

/// Cases that have a verdict.
#[derive(Debug, Serialize)]
pub(super) struct Cases {
    verdict: VerdictView,
    cases: Vec<Named>,
}

/// A case as readers know it.
#[derive(Debug, Serialize)]
pub(super) struct Named {
    pub(super) id: String,
    pub(super) name: String,
}

/// All cases in the order in which their verdicts are first met; one whose verdict has more to tell stands alone.
pub(super) fn by_verdict(cases: impl Iterator<Item = (Named, VerdictView)>) -> Vec<Cases> {
    let mut all: Vec<Cases> = Vec::new();
    for (named, verdict) in cases {
        match all.iter_mut().find(|of| of.verdict.says_the_same(&verdict)) {
            Some(of) => of.cases.push(named),
            None => all.push(Cases { verdict, cases: vec![named] }),
        }
    }
    all
}
