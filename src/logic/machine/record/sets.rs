//! Sets of points, each kept once, so that a set is a number and a union is mostly one look-up.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::logic::program::PointId;

/// A set in [`Sets`]; the default is the empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::logic::machine) struct SetId(u32);

/// All sets that came up so far.
pub(in crate::logic::machine) struct Sets {
    all: Vec<Arc<[PointId]>>,
    known: HashMap<Arc<[PointId]>, SetId>,
    unions: HashMap<(SetId, SetId), SetId>,
    singles: HashMap<PointId, SetId>,
}

impl Sets {
    pub(in crate::logic::machine) fn new() -> Self {
        let empty: Arc<[PointId]> = Arc::from([]);
        Self {
            all: vec![Arc::clone(&empty)],
            known: HashMap::from([(empty, SetId(0))]),
            unions: HashMap::new(),
            singles: HashMap::new(),
        }
    }

    /// The set of one point.
    pub(in crate::logic::machine) fn single(&mut self, point: PointId) -> SetId {
        if let Some(set) = self.singles.get(&point) {
            return *set;
        }
        let set = self.intern(vec![point]);
        self.singles.insert(point, set);
        set
    }

    /// The points of either.
    pub(in crate::logic::machine) fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == SetId(0) {
            return a;
        }
        if a == SetId(0) {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(set) = self.unions.get(&key) {
            return *set;
        }
        let points: BTreeSet<PointId> = self.points(a).iter().chain(self.points(b)).copied().collect();
        let set = self.intern(points.into_iter().collect());
        self.unions.insert(key, set);
        set
    }

    /// The points of a set, ascending.
    pub(in crate::logic::machine) fn points(&self, set: SetId) -> &[PointId] {
        &self.all[set.0 as usize]
    }

    fn intern(&mut self, points: Vec<PointId>) -> SetId {
        let points: Arc<[PointId]> = Arc::from(points);
        if let Some(set) = self.known.get(&points) {
            return *set;
        }
        // Each new set costs a step of the run at least, so that their number is bounded by the budget.
        let set = SetId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(Arc::clone(&points));
        self.known.insert(points, set);
        set
    }
}
