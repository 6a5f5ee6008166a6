//! What is known after a recorded run.

use std::collections::{BTreeMap, BTreeSet};

use crate::logic::machine::trace::TraceNode;
use crate::logic::program::{OptionId, PointId};

/// What a recorded run did, and on which parts of the program its results depend.
///
/// A part is in the set of a value if it lies on the path of data to it (it computed the value or something read for it) or
/// of control (a condition decided that it was computed).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// What happened, in order.
    pub trace: Vec<TraceNode>,
    /// Every point that took effect.
    pub hit: BTreeSet<PointId>,
    /// Exceptions and contributions that were looked at and did not apply, or were excepted.
    pub considered: BTreeSet<PointId>,
    /// On what each output depends.
    pub outputs: Vec<BTreeSet<PointId>>,
    /// On what each state depends.
    pub states: Vec<BTreeSet<PointId>>,
    /// On what each field of each thing depends, by the thing's number; those that depend on nothing are left out. The fields
    /// of a removed thing depend on what removed it.
    pub fields: BTreeMap<(u64, u16), BTreeSet<PointId>>,
    /// On what a refusal depends.
    pub refused_by: BTreeSet<PointId>,
    /// The assumption sets that supplied something.
    pub assumed: BTreeSet<usize>,
    /// The options whose reading was asked for.
    pub asked: BTreeSet<OptionId>,
    /// Steps it took.
    pub steps: u64,
    /// How much the trace holds: its nodes, and what is kept alive by them.
    pub nodes: usize,
}
