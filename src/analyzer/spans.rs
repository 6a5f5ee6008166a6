//! Stretches of a text, to ask what lies within them without looking at each.

use std::ops::Range;

/// Stretches of a text.
#[derive(Debug, Default)]
pub(crate) struct Spans {
    /// For each start in order: the furthest end of those that begin there, and of those that begin before.
    starts: Vec<(usize, usize, usize)>,
}

impl Spans {
    pub(crate) fn of(ranges: impl Iterator<Item = Range<usize>>) -> Self {
        let ranges = ranges.filter(|range| !range.is_empty());
        let mut ranges: Vec<_> = ranges.map(|range| (range.start, std::cmp::Reverse(range.end))).collect();
        ranges.sort_unstable();
        ranges.dedup_by_key(|(start, _)| *start);
        let mut before = 0;
        let starts = ranges.into_iter().map(|(start, std::cmp::Reverse(end))| {
            let known = (start, end, before);
            before = before.max(end);
            known
        });
        Self { starts: starts.collect() }
    }

    /// Whether `at` lies within one of them.
    pub(crate) fn hold(&self, at: &Range<usize>) -> bool {
        self.reach(at.start).is_some_and(|end| at.end <= end)
    }

    /// Whether `at` lies within one of them that is longer.
    pub(crate) fn hold_more_than(&self, at: &Range<usize>) -> bool {
        self.until(at.start).is_some_and(|(start, end, before)| {
            if *start == at.start { at.end < *end || at.end <= *before } else { at.end <= *end.max(before) }
        })
    }

    /// Whether one of them has something in common with `at`.
    pub(crate) fn touch(&self, at: &Range<usize>) -> bool {
        at.end.checked_sub(1).and_then(|last| self.reach(last)).is_some_and(|end| at.start < end)
    }

    /// The furthest end of those that begin at `start` or before.
    pub(crate) fn reach(&self, start: usize) -> Option<usize> {
        self.until(start).map(|(_, end, before)| *end.max(before))
    }

    fn until(&self, start: usize) -> Option<&(usize, usize, usize)> {
        self.starts[..self.starts.partition_point(|(known, ..)| *known <= start)].last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_if_each_were_looked_at() {
        let all = [2..5, 2..3, 4..9, 12..14, 13..14, 20..20];
        let spans = Spans::of(all.iter().cloned());
        for start in 0..22 {
            for end in start + 1..23 {
                let at = start..end;
                let within = |span: &Range<usize>| span.start <= start && end <= span.end;
                assert_eq!(spans.hold(&at), all.iter().any(within), "{at:?}");
                let longer = all.iter().any(|span| within(span) && span.len() > at.len());
                assert_eq!(spans.hold_more_than(&at), longer, "{at:?}");
                let common = all.iter().any(|span| span.start < end && start < span.end && !span.is_empty());
                assert_eq!(spans.touch(&at), common, "{at:?}");
            }
        }
    }
}
