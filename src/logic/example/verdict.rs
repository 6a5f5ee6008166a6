//! What running an example showed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::script::is_judgement;
use crate::diagnostic::{Diagnostic, Place};
use crate::logic::machine::TraceNode;
use crate::logic::program::{OptionId, PointId, Program};
use crate::logic::value::Symbol;

/// How many characters are kept of what should have come out of an assertion, and of what came out: each may tell of a whole
/// state, and every step of an example has many.
const MOST_KEPT: usize = 2_000;

/// The kinds of verdict, from the best to the one that needs a mend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VerdictKind {
    /// Everything asserted holds.
    Passed,
    /// The same, with something external supplied.
    PassedUnderAssumption,
    /// The same, but only under a reading that is not followed.
    OtherReading,
    /// The printed example contradicts the printed rule.
    Disputed,
    /// It needs something that the document does not have.
    Undetermined,
    /// There is nothing to run yet.
    ProseOnly,
    /// An assertion does not hold, or the example cannot be run.
    Failed,
}

impl VerdictKind {
    /// All of them, in the order of a summary.
    pub const ALL: [Self; 7] = [
        Self::Passed,
        Self::PassedUnderAssumption,
        Self::Failed,
        Self::OtherReading,
        Self::Disputed,
        Self::Undetermined,
        Self::ProseOnly,
    ];

    /// The word used in every output format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::PassedUnderAssumption => "passed_under_assumption",
            Self::Failed => "failed",
            Self::OtherReading => "other_reading",
            Self::Disputed => "disputed",
            Self::Undetermined => "undetermined",
            Self::ProseOnly => "prose_only",
        }
    }
}

/// What running an example showed.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Which kind.
    pub kind: VerdictKind,
    /// Why, in one sentence without a full stop; none where the kind says all.
    pub reason: Option<String>,
    /// The assumption sets that supplied something.
    pub assumed: Vec<String>,
    /// Where the printed example contradicts the rule, or the reading of it that is followed.
    pub disputes: Vec<Dispute>,
    /// The options whose reading was asked for.
    pub asked: BTreeSet<OptionId>,
    /// Of a printed example that holds: under which readings of the options that it asks, each changed alone.
    pub fits: Vec<Fit>,
    /// What an undetermined one lacks.
    pub needs: Option<Needs>,
    /// What does not hold.
    pub failures: Vec<Failure>,
    /// The sections on the path of an asserted value, in the order of the book.
    pub cites: Vec<String>,
    /// The steps of the run.
    pub trace: Vec<TraceNode>,
    /// The name of each thing, for the trace.
    pub things: BTreeMap<u64, String>,
    /// What took effect.
    pub hit: BTreeSet<PointId>,
    /// Exceptions and contributions that were looked at and did not apply.
    pub considered: BTreeSet<PointId>,
    /// How long the run took.
    pub seconds: f64,
}

impl Verdict {
    /// A verdict of that kind with nothing to tell yet.
    pub(super) fn new(kind: VerdictKind) -> Self {
        Self {
            kind,
            reason: None,
            assumed: Vec::new(),
            disputes: Vec::new(),
            asked: BTreeSet::new(),
            fits: Vec::new(),
            needs: None,
            failures: Vec::new(),
            cites: Vec::new(),
            trace: Vec::new(),
            things: BTreeMap::new(),
            hit: BTreeSet::new(),
            considered: BTreeSet::new(),
            seconds: 0.0,
        }
    }

    /// Keeps that an assertion does not hold.
    pub(super) fn fail(&mut self, failure: Failure) {
        let Failure { expected, got, .. } = failure;
        self.failures.push(Failure { expected: kept(expected), got: kept(got), ..failure });
    }
}

/// A text as a verdict keeps it.
fn kept(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MOST_KEPT) {
        text.truncate(end);
        text.push('…');
        text.shrink_to_fit();
    }
    text
}

/// What a run needs and the document does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needs {
    /// What is left to another document: `base:9.6.4`.
    Outside(String),
    /// A judgement of the players that was not given, by its name.
    Judgement(String),
    /// What no document tells, by its name.
    Untold(String),
}

impl Needs {
    /// What an undetermined run needs, by how it ended.
    pub fn of(program: &Program, source: Option<String>, point: PointId) -> Self {
        let owner = program.name(program.point(point).owner).to_owned();
        match source {
            Some(source) => Self::Outside(source),
            None if is_judgement(program, &owner) => Self::Judgement(owner),
            None => Self::Untold(owner),
        }
    }
}

impl fmt::Display for Needs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside(source) => f.write_str(source),
            Self::Judgement(name) => f.write_str(name),
            Self::Untold(name) => write!(f, "{name}, which no document tells"),
        }
    }
}

/// A key for which the printed example contradicts the printed rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// The key under `expect`.
    pub key: String,
    /// What the example prints.
    pub printed: String,
    /// What the rule gives.
    pub by_rule: String,
    /// The note of the section that tells of it; none where it is a matter of readings.
    pub why: Option<String>,
}

/// Whether an example holds under a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The option.
    pub option: OptionId,
    /// Its reading.
    pub reading: Symbol,
    /// Whether everything that the example says comes out under it.
    pub holds: bool,
}

/// An assertion that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Where it is asserted, or where the run broke off.
    pub place: Place,
    /// What is asserted: a key of `expect`, or `because` and the like.
    pub key: String,
    /// What should have come out; of a long one the beginning.
    pub expected: String,
    /// What came out; of a long one the beginning.
    pub got: String,
    /// The mend, where one is known.
    pub help: Option<String>,
}

/// An example and its verdict.
#[derive(Clone, Debug)]
pub struct ExampleResult {
    /// The book's id.
    pub book: String,
    /// The section's id.
    pub section: String,
    /// The section's number as printed.
    pub number: Option<String>,
    /// The example's id.
    pub id: String,
    /// Whether it is a case, without a text.
    pub is_case: bool,
    /// Where it stands.
    pub place: Place,
    /// The verdict.
    pub verdict: Verdict,
    /// What is wrong with how it is written.
    pub diagnostics: Vec<Diagnostic>,
}
