//! Chooses among elements, and walks through them.

use super::form::{Choose, Next, Of, Sift, Way};
use super::plain::{Kind, Plain};
use super::scratch::Scratch;
use super::sift::With;
use crate::logic::machine::context::Context;
use crate::logic::machine::observe::{Observer, at};
use crate::logic::program::Slot;
use crate::logic::value::Value;

impl<O: Observer> Context<'_, '_, O> {
    #[inline(never)]
    pub(super) fn quick_choose(&mut self, scratch: &mut Scratch, choose: &Choose) -> Option<usize> {
        if !self.seeded {
            return None;
        }
        if let Some(by) = &choose.by {
            self.reckon(scratch, by)?;
        }
        self.select_plain(scratch, &choose.from)?;
        if choose.by.is_some() {
            once_each(&mut scratch.selected)?;
        }
        let found = &scratch.selected;
        let Some(first) = found.first().copied() else { return self.go(scratch, choose.if_none?) };
        let differ = found.iter().any(|other| *other != first);
        scratch.cost += u64::from(differ);
        let to = self.go(scratch, choose.then)?;
        let chosen = if differ {
            let one = self.seed()?.below(found.len() as u64);
            *found.get(usize::try_from(one).ok()?)?
        } else {
            first
        };
        self.put_plain(choose.slot, chosen);
        Some(to)
    }

    #[inline(never)]
    pub(super) fn quick_walk(
        &mut self,
        scratch: &mut Scratch,
        over: &Sift,
        (walk, position): (Slot, Slot),
        way: Way,
    ) -> Option<usize> {
        self.select_plain(scratch, over)?;
        self.words.walk(at(self.base, walk), &scratch.selected)?;
        let to = self.go(scratch, way)?;
        self.put_plain(position, Plain::number(0));
        Some(to)
    }

    #[inline(never)]
    pub(super) fn quick_next(&mut self, scratch: &mut Scratch, next: &Next) -> Option<usize> {
        let walk = self.begun(at(self.base, next.walk))?;
        let elements = self.words.walked(walk)?;
        let mut at = usize::try_from(self.local(next.at)?.as_number()?.unsigned_abs()).ok()?;
        let with = if next.recheck { Some(self.with(scratch, &next.over.tests)?) } else { None };
        let mut found = None;
        while let Some(element) = elements.get(at).copied() {
            at += 1;
            scratch.cost += 1;
            if self.there(element).is_some() && self.still_belongs(scratch, next, with.as_ref(), element)? {
                found = Some(element);
                break;
            }
        }
        let Some(element) = found else { return self.go(scratch, next.end) };
        let to = self.go(scratch, next.then)?;
        self.put_plain(next.at, Plain::number(i64::try_from(at).map_or(i64::MIN, |at| -at)));
        self.put_plain(next.slot, element);
        Some(to)
    }

    /// A walk, one that the general step began among them.
    #[inline]
    fn begun(&mut self, at: usize) -> Option<Plain> {
        let walk = self.words.get(at)?;
        if walk.kind == Kind::Walk { Some(walk) } else { self.take_over(at) }
    }

    #[inline(never)]
    fn take_over(&mut self, at: usize) -> Option<Plain> {
        let (Kind::Other, Value::List(elements)) = (self.words.get(at)?.kind, self.machine.locals.get(at)?) else {
            return None;
        };
        let elements = elements.iter().map(Plain::of).collect::<Option<Vec<Plain>>>()?;
        self.words.walk(at, &elements)?;
        self.words.get(at)
    }

    #[inline]
    fn still_belongs(&self, scratch: &mut Scratch, next: &Next, with: Option<&With>, element: Plain) -> Option<bool> {
        let Some(with) = with else { return Some(true) };
        let known = matches!(next.over.of, Of::All(_)) && element.kind == Kind::Entity;
        if !known {
            let read = self.read(&next.over.of)?;
            scratch.cost += read.search_cost();
            if next.leaves && !read.contains(&element.value()) {
                return Some(false);
            }
        }
        if !self.passes(&next.over, with, element)? {
            return Some(false);
        }
        match &next.over.rest {
            None => Some(true),
            Some(rest) => {
                scratch.set(next.over.element, element);
                self.reckon_condition(scratch, rest)
            }
        }
    }
}

/// Leaves the first of those that are equal; nothing of very many.
fn once_each(candidates: &mut Vec<Plain>) -> Option<()> {
    if candidates.len() > 16 {
        return None;
    }
    let mut at = 1;
    while at < candidates.len() {
        if candidates[..at].contains(&candidates[at]) {
            candidates.remove(at);
        } else {
            at += 1;
        }
    }
    Some(())
}
