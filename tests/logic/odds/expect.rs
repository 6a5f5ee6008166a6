//! A case and the fractions it must have.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::One;
use rulestone::logic::machine::show;
use rulestone::logic::odds::{Case, Ending, Ratio, odds};
use rulestone::logic::program::Program;
use rulestone::logic::value::Value;

use super::case::with_case;
use super::enumerate::enumerate;
use crate::logic::text;

/// Ways less likely than 1 in this are not followed.
const LIMIT: u64 = 300_000;

pub(super) type Expected<'a> = &'a [(&'a str, u64, u64)];

/// Whether a case has exactly these outcomes: the values asked, with spaces between, and how likely they are.
pub(super) fn expect(program: &Program, keys: &str, of: &[&str], policies: &[(&str, &str)], expected: Expected<'_>) {
    let expected: BTreeMap<String, Ratio> = expected
        .iter()
        .map(|(values, above, below)| ((*values).to_owned(), Ratio::new((*above).into(), (*below).into())))
        .collect();
    let whole = expected.values().fold(Ratio::zero(), |sum, share| &sum + share);
    assert_eq!(whole, Ratio::new(BigUint::one(), BigUint::one()), "what is expected adds up");
    let keys = text::keys(keys).expect("keys");
    let got = with_case(program, &keys, of, policies, |case| {
        let found = enumerate(case, LIMIT);
        if found.unresolved.is_zero() {
            assert_eq!(named(case, &found.endings), expected, "way by way");
        }
        named(case, &outcomes(case))
    });
    assert_eq!(got.expect("a case"), expected);
}

/// All of it: nothing is unresolved or endless.
pub(super) fn outcomes(case: &Case<'_>) -> BTreeMap<Ending, Ratio> {
    let found = odds(case).expect("odds");
    assert!(found.unresolved.is_zero() && found.endless.is_zero(), "{found:?}");
    found.outcomes.into_iter().map(|outcome| (outcome.ending, outcome.probability)).collect()
}

pub(super) fn named(case: &Case<'_>, endings: &BTreeMap<Ending, Ratio>) -> BTreeMap<String, Ratio> {
    let (program, world) = (case.open.program, &case.open.start.world);
    let text = |values: &[Value]| -> Vec<String> { values.iter().map(|value| show(program, world, value)).collect() };
    let name = |ending: &Ending| match ending {
        Ending::Values(values) => text(values).join(" "),
        Ending::Refused(_) => "refused".to_owned(),
        Ending::Over(end) => format!("ended as {}", program.end_name(*end)),
    };
    endings.iter().map(|(ending, share)| (name(ending), share.clone())).collect()
}
