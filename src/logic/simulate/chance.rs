//! Who answers in a run: the seed, and policies.

use super::super::machine::{Answer, Chance, Request, Seeded};
use super::super::odds::{Case, Way};
use super::super::value::Value;

/// A seed that leaves to policies what they decide.
pub(super) struct Decided<'a, 'c> {
    pub(super) case: &'a Case<'c>,
    pub(super) seeded: &'a mut Seeded,
}

impl Chance for Decided<'_, '_> {
    fn answer(&mut self, request: &Request) -> Result<Answer, String> {
        let Request::Choose { label, by, candidates } = request else { return self.seeded.answer(request) };
        let fits = |other: &Option<Value>| other.as_ref().is_none_or(|other| other == by);
        let mut policies = self.case.policies.iter();
        let chosen = match policies.find(|policy| policy.label == *label && fits(&policy.by)).map(|policy| &policy.way)
        {
            None | Some(Way::Random | Way::Highest(_) | Way::Lowest(_)) => return self.seeded.answer(request),
            Some(Way::First) => candidates.first(),
            Some(Way::Last) => candidates.last(),
            Some(Way::Always(value)) => candidates.iter().find(|candidate| *candidate == value),
        };
        match chosen {
            Some(chosen) => Ok(Answer::Values(vec![chosen.clone()])),
            None => {
                let name = self.case.setting.program().name(*label);
                Err(format!("what the policy for `{name}` names is no candidate here"))
            }
        }
    }
}
