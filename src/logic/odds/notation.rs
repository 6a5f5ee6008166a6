//! How a case of odds is written where it stands, so that what is to be done is written likewise.

use super::{Budget, EndedFirst};

/// The form in which a case is written, and mended.
pub trait Notation {
    /// A policy: whose choice, and how it is made.
    fn policy(&self, whose: &str, how: &str) -> String;
    /// That a number is asked for too, before a policy.
    fn of(&self, name: &str) -> String;
    /// What a judgement comes to.
    fn judgement(&self, name: &str) -> String;
    /// What to do where this budget ended before the best choice `name` was found.
    fn unresolved(&self, budget: Budget, ended: EndedFirst, name: &str) -> String;
    /// Where what is assumed is written, as the end of a sentence.
    fn assumed(&self) -> &str;
}

/// In an example: `policy: {retreats: no}`.
#[derive(Clone, Copy, Debug)]
pub struct InExample;

impl Notation for InExample {
    fn policy(&self, whose: &str, how: &str) -> String {
        format!("policy: {{{whose}: {how}}}")
    }

    fn of(&self, name: &str) -> String {
        format!("of: [{name}], ")
    }

    fn judgement(&self, name: &str) -> String {
        format!("`policy: {{{name}: …}}`")
    }

    fn unresolved(&self, _: Budget, _: EndedFirst, name: &str) -> String {
        format!("make `{name}` by another policy, or ask for less with `of`")
    }

    fn assumed(&self) -> &'static str {
        ""
    }
}
