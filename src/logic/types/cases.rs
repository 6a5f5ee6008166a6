//! All values of a type, and all combinations of them.

use super::Type;
use crate::logic::value::Value;

impl Type {
    /// All values of a type that has few and no numbers, sorted; none for one that has many, or cannot be listed.
    pub fn enumerated(&self) -> Option<Vec<Value>> {
        self.listed(0)
    }

    /// The same, ranges of at most so many numbers among them.
    pub fn listed(&self, numbers: i64) -> Option<Vec<Value>> {
        let mut all = match self {
            Self::YesNo => vec![Value::yes_no(false), Value::yes_no(true)],
            Self::Symbols(members) => members.iter().copied().map(Value::Symbol).collect(),
            Self::Number(interval) => {
                let (low, high) = (interval.low?, interval.high?);
                let few = high.checked_sub(low).is_some_and(|length| (0..numbers).contains(&length));
                if !few {
                    return None;
                }
                (low..=high).map(Value::Number).collect()
            }
            Self::OrNone(inner) => {
                let mut all = inner.listed(numbers)?;
                all.push(Value::None);
                all
            }
            _ => return None,
        };
        all.sort_unstable();
        Some(all)
    }
}

/// The next combination of one out of each of several lists of these lengths; `false` behind the last.
pub fn next_case(case: &mut [usize], lengths: impl IntoIterator<Item = usize>) -> bool {
    for (at, length) in case.iter_mut().zip(lengths) {
        *at += 1;
        if *at < length {
            return true;
        }
        *at = 0;
    }
    false
}
