//! The states that runs can be in and the ways between them, as they are found.

use super::weight::{WeightId, Weights};

/// Where a way leads, in four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Target(u32);

/// What a [`Target`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// A state, from which it goes on.
    State(u32),
    /// An end, as numbered by the caller.
    End(u32),
}

impl Target {
    const END: u32 = 1 << 31;

    /// The state of this number, below 2³¹.
    pub(super) fn state(number: u32) -> Self {
        Self(number & !Self::END)
    }

    /// The end of this number, below 2³¹.
    pub(super) fn end(number: u32) -> Self {
        Self(number | Self::END)
    }

    /// Which it is.
    pub(super) fn place(self) -> Destination {
        if self.0 & Self::END == 0 { Destination::State(self.0) } else { Destination::End(self.0 & !Self::END) }
    }

    /// The state, where it is one.
    pub(super) fn as_state(self) -> Option<u32> {
        match self.place() {
            Destination::State(state) => Some(state),
            Destination::End(_) => None,
        }
    }
}

/// What a choice looks for: the highest or lowest expected worth, by the number of the worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Pick {
    /// The highest.
    Highest(u32),
    /// The lowest.
    Lowest(u32),
    /// Nobody has said which.
    Open,
}

/// How it goes on from a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row<'a> {
    /// Nobody has looked.
    Unresolved,
    /// By chance: where to, and how likely.
    Chance(&'a [Target], &'a [WeightId]),
    /// Somebody chooses.
    Choice(Pick, &'a [Target]),
}

impl<'a> Row<'a> {
    /// Every place to which it can go on.
    pub(super) fn targets(self) -> &'a [Target] {
        match self {
            Self::Unresolved => &[],
            Self::Chance(targets, _) | Self::Choice(_, targets) => targets,
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum RowKind {
    Unresolved,
    Chance,
    Choice(Pick),
}

#[derive(Clone, Copy, Debug)]
struct Span {
    begin: usize,
    length: u32,
    kind: RowKind,
}

const UNRESOLVED: Span = Span { begin: 0, length: 0, kind: RowKind::Unresolved };

/// States and the ways from each. States are numbered from 0; each row is added once, in any order. A state without a row is
/// unresolved: the budget ended before anybody looked.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    spans: Vec<Span>,
    targets: Vec<Target>,
    weights: Vec<WeightId>,
    row: Vec<(Target, WeightId)>,
}

impl Graph {
    /// From `state` it goes on by chance. The weights add up to 1; ways to one place become one.
    pub(super) fn chance(
        &mut self,
        weights: &mut Weights,
        state: u32,
        ways: impl IntoIterator<Item = (Target, WeightId)>,
    ) {
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        row.extend(ways);
        row.sort_unstable();
        let begin = self.targets.len();
        for &(target, weight) in &row {
            self.see(target);
            match (self.targets.get(begin..).and_then(<[Target]>::last), self.weights.last_mut()) {
                (Some(&last), Some(sum)) if last == target => *sum = weights.sum(*sum, weight),
                _ => {
                    self.targets.push(target);
                    self.weights.push(weight);
                }
            }
        }
        self.row = row;
        self.close(state, begin, RowKind::Chance);
    }

    /// In `state` somebody chooses one of these ways.
    pub(super) fn choice(&mut self, state: u32, pick: Pick, ways: impl IntoIterator<Item = Target>) {
        let begin = self.targets.len();
        for target in ways {
            self.see(target);
            self.targets.push(target);
        }
        // The chosen way is then the only one.
        self.weights.resize(self.targets.len(), WeightId::ONE);
        self.close(state, begin, RowKind::Choice(pick));
    }

    /// The choice in `state` is made: by the way of this index.
    pub(super) fn choose(&mut self, state: u32, way: usize) {
        if let Some(span) = self.spans.get_mut(state as usize)
            && matches!(span.kind, RowKind::Choice(_))
            && way < span.length as usize
        {
            *span = Span { begin: span.begin + way, length: 1, kind: RowKind::Chance };
        }
    }

    /// How it goes on from `state`.
    pub(super) fn row(&self, state: u32) -> Row<'_> {
        let Some(span) = self.spans.get(state as usize) else { return Row::Unresolved };
        let range = span.begin..span.begin + span.length as usize;
        match span.kind {
            RowKind::Unresolved => Row::Unresolved,
            RowKind::Chance => Row::Chance(&self.targets[range.clone()], &self.weights[range]),
            RowKind::Choice(pick) => Row::Choice(pick, &self.targets[range]),
        }
    }

    /// One more than the highest number of a state.
    pub(super) fn states(&self) -> usize {
        self.spans.len()
    }

    /// How many ways there are.
    pub(super) fn ways(&self) -> usize {
        self.targets.len()
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.spans.capacity() * size_of::<Span>()
            + self.targets.capacity() * size_of::<Target>()
            + self.weights.capacity() * size_of::<WeightId>()
    }

    fn see(&mut self, target: Target) {
        if let Some(state) = target.as_state() {
            self.reach(state);
        }
    }

    fn reach(&mut self, state: u32) {
        if self.spans.len() <= state as usize {
            self.spans.resize(state as usize + 1, UNRESOLVED);
        }
    }

    fn close(&mut self, state: u32, begin: usize, kind: RowKind) {
        self.reach(state);
        let length = u32::try_from(self.targets.len() - begin).unwrap_or(u32::MAX);
        self.spans[state as usize] = Span { begin, length, kind };
    }
}
