//! Which budget ended first.

use super::{Budget, Effort};

/// Which budget ended first where something is not resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedFirst {
    /// That of states.
    States,
    /// That of steps.
    Steps,
    /// That of bytes.
    Bytes,
    /// A single question to chance has more ways than there may be states.
    Ways,
}

impl EndedFirst {
    /// The budget that ended first with that effort.
    pub fn of(budget: Budget, effort: Effort) -> Self {
        if effort.states >= budget.states {
            Self::States
        } else if effort.steps >= budget.steps {
            Self::Steps
        } else if effort.bytes >= budget.bytes {
            Self::Bytes
        } else {
            Self::Ways
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_that_ended_first_is_named() {
        let budget = Budget { states: 3, steps: 3, bytes: 3 };
        let of = |states, steps, bytes| EndedFirst::of(budget, Effort { states, ways: 9, steps, bytes });
        assert_eq!([of(3, 3, 3), of(2, 3, 3)], [EndedFirst::States, EndedFirst::Steps]);
        assert_eq!([of(2, 2, 4), of(2, 2, 2)], [EndedFirst::Bytes, EndedFirst::Ways]);
    }
}
