//! Chooses among elements, gathers them, and walks through them.

use super::form::{Choose, Next, Of, Sift, Way};
use super::plain::{Kind, Plain};
use super::rush::{Rush, make_ready};
use super::tally::Tally;
use crate::logic::machine::expression::collection;
use crate::logic::program::{Collection, Slot};
use crate::logic::value::Value;

impl Rush<'_> {
    #[inline(never)]
    pub(super) fn choose(&mut self, tally: &mut Tally, frame: &mut [Plain], choose: &Choose) -> Option<usize> {
        self.seeded.as_ref()?;
        if let Some(by) = &choose.by {
            self.reckon(tally, frame, by)?;
        }
        let once = self.select(tally, frame, &choose.from)?;
        if choose.by.is_some() && !once {
            once_each(&mut tally.selected)?;
        }
        let Some((first, others)) = tally.selected.split_first() else { return self.go(tally, choose.if_none?) };
        let mut chosen = *first;
        let differ = others.iter().any(|other| *other != chosen);
        tally.take(u64::from(differ))?;
        let to = self.go(tally, choose.then)?;
        if differ {
            let at = self.seeded.as_mut()?.below(tally.selected.len() as u64);
            chosen = *tally.selected.get(usize::try_from(at).ok()?)?;
        }
        *frame.get_mut(choose.slot.index())? = chosen;
        Some(to)
    }

    /// Makes a list or set of what is selected.
    #[inline(never)]
    pub(super) fn gather(
        &mut self,
        tally: &mut Tally,
        frame: &mut [Plain],
        of: &Sift,
        kind: Collection,
        slot: Slot,
        way: Way,
    ) -> Option<usize> {
        self.select_all(tally, frame, of)?;
        if tally.lumps {
            return None;
        }
        let found = tally.selected.len() as u64;
        // An element is made, and then its place in a list.
        tally.made += if kind == Collection::List { 2 * found } else { found };
        let word = frame.get_mut(slot.index())?;
        let to = self.go(tally, way)?;
        let elements = tally.selected.iter().map(|plain| plain.value()).collect();
        let at = self.base + slot.index();
        self.put_value(word, at, collection(kind, elements));
        if self.seeded.is_some() && self.lowered.lists.contains(&slot) {
            make_ready(word, at, self.locals, self.rows);
        }
        Some(to)
    }

    #[inline(never)]
    pub(super) fn walk(
        &mut self,
        tally: &mut Tally,
        frame: &mut [Plain],
        over: &Sift,
        [walk, position]: [Slot; 2],
        way: Way,
    ) -> Option<usize> {
        self.select(tally, frame, over)?;
        let kept = frame.get_mut(walk.index())?;
        *kept = self.walks.begin(*kept, &tally.selected)?;
        let to = self.go(tally, way)?;
        *frame.get_mut(position.index())? = Plain::number(0);
        Some(to)
    }

    #[inline(never)]
    pub(super) fn next(&mut self, tally: &mut Tally, frame: &mut [Plain], next: &Next) -> Option<usize> {
        let mut walk = *frame.get(next.walk.index())?;
        if walk.kind != Kind::Walk {
            walk = self.take_over(walk, next.walk.index())?;
            *frame.get_mut(next.walk.index())? = walk;
        }
        let mut at = usize::try_from(self.local(frame, next.at)?.as_number()?.unsigned_abs()).ok()?;
        let elements = self.walks.elements(walk)?;
        let mut found = None;
        let mut looked_at = 0;
        while let Some(element) = elements.get(at).copied() {
            at += 1;
            looked_at += 1;
            if self.still_belongs(tally, frame, next, element)? {
                found = Some(element);
                break;
            }
        }
        tally.take(looked_at)?;
        let Some(element) = found else { return self.go(tally, next.end) };
        let to = self.go(tally, next.then)?;
        *frame.get_mut(next.at.index())? = Plain::number(i64::try_from(at).map_or(i64::MIN, |at| -at));
        *frame.get_mut(next.slot.index())? = element;
        Some(to)
    }

    /// A walk that the general step began.
    #[inline(never)]
    fn take_over(&mut self, word: Plain, slot: usize) -> Option<Plain> {
        let Some(Value::List(elements)) = self.held(word, slot) else { return None };
        let elements = elements.iter().map(Plain::of).collect::<Option<Vec<Plain>>>()?;
        self.walks.begin(Plain::NONE, &elements)
    }

    /// Whether an element is there and, where that can have changed, still among those that are walked through.
    #[inline]
    fn still_belongs(&self, tally: &mut Tally, frame: &[Plain], next: &Next, element: Plain) -> Option<bool> {
        let Some(thing) = element.entity() else {
            return if next.recheck { self.is_still_there(tally, frame, next, element) } else { Some(true) };
        };
        if self.world.thing(thing).is_none() {
            return Some(false);
        }
        if !next.recheck {
            return Some(true);
        }
        if !next.leaves
            && let Of::Local(slot) = next.over.of
            && let word = *frame.get(slot.index())?
            && word.kind == Kind::Rows
        {
            tally.take(self.rows.get(word.place())?.0.len() as u64 / 16)?;
            return self.still_passes(tally, frame, &next.over, thing);
        }
        self.is_still_there(tally, frame, next, element)
    }

    #[inline(never)]
    fn is_still_there(&self, tally: &mut Tally, frame: &[Plain], next: &Next, element: Plain) -> Option<bool> {
        let known = matches!(next.over.of, Of::All(_)) && element.kind == Kind::Entity;
        if !known {
            let read = self.read(frame, &next.over.of)?;
            tally.take(read.search_cost())?;
            if next.leaves && !read.contains(&element.value()) {
                return Some(false);
            }
        }
        self.passes(tally, frame, &next.over, element)
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
