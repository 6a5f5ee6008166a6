//! Goes through the elements of a selection.

use super::form::{Node, Of, Range, Sift, Test};
use super::nodes::TESTS;
use super::plain::{Kind, Plain};
use super::rush::Rush;
use super::tally::Tally;
use crate::logic::value::{Entity, Value};

/// What the tests of a selection compare with.
type With = [Plain; TESTS];

impl Test {
    /// Whether what was found passes.
    #[inline]
    fn lets(&self, found: Plain, with: Plain) -> Option<bool> {
        if found.kind == with.kind && (found.kind == Kind::Number || !self.numbers) {
            Some(self.orders.hold(found.bits, with.bits))
        } else if self.numbers {
            None
        } else {
            Some(self.orders.hold_apart())
        }
    }
}

/// A test of a column of the table.
#[derive(Clone, Copy)]
struct Bound {
    column: usize,
    kind: Kind,
    range: Range,
}

impl Bound {
    /// Whether the row that begins there passes; nothing where it holds another kind of value.
    #[inline]
    fn lets(&self, cells: &[Plain], row: usize) -> Option<bool> {
        let found = cells.get(row + self.column)?;
        (found.kind == self.kind).then(|| self.range.lets(found.bits))
    }
}

/// Things that are gone through, and tests of columns.
struct Scan<'r> {
    cells: &'r [Plain],
    width: usize,
    things: &'r [Entity],
    bounds: [Option<Bound>; 2],
}

impl Scan<'_> {
    /// Calls `take` with each thing that passes and where its row begins, until that says `false`; gives how many were looked at.
    #[inline]
    fn each(&self, mut take: impl FnMut(Entity, usize) -> Option<bool>) -> Option<u64> {
        let mut looked_at = 0;
        match &self.bounds {
            [Some(first), Some(second)] => {
                for thing in self.things {
                    looked_at += 1;
                    let row = thing.0 as usize * self.width;
                    let passes = first.lets(self.cells, row)? && second.lets(self.cells, row)?;
                    if passes && !take(*thing, row)? {
                        break;
                    }
                }
            }
            [first, _] => {
                for thing in self.things {
                    looked_at += 1;
                    let row = thing.0 as usize * self.width;
                    let passes = match first {
                        Some(first) => first.lets(self.cells, row)?,
                        None => self.cells.get(row).is_some(),
                    };
                    if passes && !take(*thing, row)? {
                        break;
                    }
                }
            }
        }
        Some(looked_at)
    }
}

impl Rush<'_> {
    /// Finds out what the tests compare with.
    #[inline]
    fn with(&self, tally: &mut Tally, frame: &[Plain], tests: &[Test]) -> Option<With> {
        let mut all = [Plain::NONE; TESTS];
        for (test, with) in tests.iter().zip(&mut all) {
            *with = self.reckon_here(tally, frame, &test.with)?;
        }
        Some(all)
    }

    /// What a test of a column compares with; nothing where that is no plain value.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "asked for every selection; by itself it is left a call, which takes longer than it does"
    )]
    fn bound(&self, tally: &mut Tally, frame: &[Plain], test: &Test) -> Option<Bound> {
        let with = self.at_hand(tally, frame, &test.with)?;
        if !with.is_whole() || test.numbers && with.kind != Kind::Number {
            return None;
        }
        Some(Bound { column: usize::from(test.field?.at), kind: with.kind, range: test.orders.with(with.bits) })
    }

    /// A selection that can be gone through in the table.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "asked for every selection; by itself it is left a call, which takes longer than it does"
    )]
    fn scan(&self, tally: &mut Tally, frame: &[Plain], sift: &Sift, list: usize) -> Option<Scan<'_>> {
        let (cells, width) = self.table.cells();
        if sift.columns?.width > width {
            return None;
        }
        let (things, _) = self.rows.get(list)?;
        let bounds = match sift.tests.as_slice() {
            [] => [None, None],
            [first] => [Some(self.bound(tally, frame, first)?), None],
            [first, second, ..] => [Some(self.bound(tally, frame, first)?), Some(self.bound(tally, frame, second)?)],
        };
        Some(Scan { cells, width, things, bounds })
    }

    /// Whether a thing that was selected from a list still passes.
    #[inline]
    pub(super) fn still_passes(&self, tally: &mut Tally, frame: &[Plain], sift: &Sift, thing: Entity) -> Option<bool> {
        let (cells, width) = self.table.cells();
        if sift.columns.is_none_or(|columns| columns.width > width) {
            return self.passes(tally, frame, sift, Plain::thing(thing));
        }
        let row = thing.0 as usize * width;
        for test in &sift.tests {
            let bound = self.bound(tally, frame, test)?;
            if !bound.lets(cells, row)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether an element passes the tests.
    #[inline]
    fn tests_let(&self, sift: &Sift, with: &With, element: Plain) -> Option<bool> {
        for (test, with) in sift.tests.iter().zip(with) {
            let found = match test.field {
                None => element,
                Some(at) => self.field(element.entity()?, at)?,
            };
            if !test.lets(found, *with)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether an element passes the tests and the rest of the condition.
    #[inline(never)]
    pub(super) fn passes(&self, tally: &mut Tally, frame: &[Plain], sift: &Sift, element: Plain) -> Option<bool> {
        let with = self.with(tally, frame, &sift.tests)?;
        if !self.tests_let(sift, &with, element)? {
            return Some(false);
        }
        self.rest_holds(tally, frame, sift, element)
    }

    /// Calls `take` with each element that passes, and how often it is there, until that says `false`. What is asked with
    /// `with highest` is left to [`Self::select`].
    #[inline]
    pub(super) fn sift(
        &self,
        tally: &mut Tally,
        frame: &[Plain],
        sift: &Sift,
        mut take: impl FnMut(&mut Tally, Plain, u32) -> Option<bool>,
    ) -> Option<()> {
        if let Of::Local(slot) = &sift.of
            && let word = *frame.get(slot.index())?
            && word.kind == Kind::Rows
            && let Some(scan) = self.scan(tally, frame, sift, word.place())
        {
            let looked_at = scan.each(|thing, _| take(tally, Plain::thing(thing), 1))?;
            return tally.take(looked_at);
        }
        self.sift_any(tally, frame, sift, &mut take)
    }

    /// How many elements pass.
    #[inline]
    pub(super) fn count(&self, tally: &mut Tally, frame: &[Plain], sift: &Sift) -> Option<i64> {
        let mut total: i64 = 0;
        if let (Of::Local(slot), [test], None) = (&sift.of, sift.tests.as_slice(), &sift.rest)
            && test.field.is_none()
            && frame.get(slot.index())?.kind == Kind::Dice
        {
            let with = self.at_hand(tally, frame, &test.with)?;
            if with.kind == Kind::Number {
                tally.take(self.rolled.different())?;
                let range = test.orders.with(with.bits);
                for face in self.rolled.faces() {
                    total += i64::from(range.lets(i64::from(*face)));
                }
                return Some(total);
            }
        }
        self.sift(tally, frame, sift, |_, _, count| {
            total += i64::from(count);
            Some(true)
        })?;
        Some(total)
    }

    #[inline]
    fn rest_holds(&self, tally: &mut Tally, frame: &[Plain], sift: &Sift, element: Plain) -> Option<bool> {
        match &sift.rest {
            None => Some(true),
            Some(rest) => {
                tally.set(sift.element, element);
                self.holds(tally, frame, rest)
            }
        }
    }

    /// Elements of any kind.
    #[inline(never)]
    fn sift_any(
        &self,
        tally: &mut Tally,
        frame: &[Plain],
        sift: &Sift,
        take: &mut dyn FnMut(&mut Tally, Plain, u32) -> Option<bool>,
    ) -> Option<()> {
        let with = self.with(tally, frame, &sift.tests)?;
        let mut visit = |tally: &mut Tally, element: Plain, count: u32| -> Option<bool> {
            tally.take(1)?;
            if !self.tests_let(sift, &with, element)? {
                return Some(true);
            }
            if self.rest_holds(tally, frame, sift, element)? { take(tally, element, count) } else { Some(true) }
        };
        let value = match &sift.of {
            Of::Local(slot) => {
                let word = *frame.get(slot.index())?;
                if word.kind == Kind::Dice {
                    for (face, count) in self.rolled.counted() {
                        if !visit(tally, Plain::number(face), count)? {
                            break;
                        }
                    }
                    return Some(());
                }
                self.held(word, slot.index())?
            }
            Of::Fixed(value) => value,
            Of::State(state) => self.world.states.get(state.index())?.as_ref()?,
            Of::All(ty) => {
                tally.take(self.world.things.len() as u64 / 16)?;
                for entity in self.world.all(*ty) {
                    if !visit(tally, Plain::thing(entity), 1)? {
                        break;
                    }
                }
                return Some(());
            }
            Of::Range(ends) => {
                let (low, high) = (self.number(tally, frame, &ends[0])?, self.number(tally, frame, &ends[1])?);
                let mut number = low;
                while number <= high && visit(tally, Plain::number(number), 1)? {
                    number = number.checked_add(1)?;
                }
                return Some(());
            }
        };
        match value {
            Value::List(elements) | Value::Set(elements) => {
                for element in elements.iter() {
                    if !visit(tally, Plain::of(element)?, 1)? {
                        break;
                    }
                }
            }
            Value::Bag(elements) => {
                for (element, count) in elements.iter() {
                    if !visit(tally, Plain::of(element)?, *count)? {
                        break;
                    }
                }
            }
            Value::Map(entries) => {
                for (key, _) in entries.iter() {
                    if !visit(tally, Plain::of(key)?, 1)? {
                        break;
                    }
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Selects all that pass, copies one by one, each made one by one; gives whether each is known to be there only once.
    #[inline]
    pub(super) fn select(&self, tally: &mut Tally, frame: &[Plain], sift: &Sift) -> Option<bool> {
        let once = self.select_all(tally, frame, sift)?;
        let found = tally.selected.len() as u64;
        tally.made += found;
        tally.take(found / 16)?;
        Some(once)
    }

    /// The same, without what it takes to make them.
    #[inline]
    pub(super) fn select_all(&self, tally: &mut Tally, frame: &[Plain], sift: &Sift) -> Option<bool> {
        tally.selected.clear();
        let mut once = false;
        if let Of::Local(slot) = &sift.of
            && let word = *frame.get(slot.index())?
            && word.kind == Kind::Rows
            && let Some(scan) = self.scan(tally, frame, sift, word.place())
        {
            once = self.rows.get(word.place())?.1;
            let looked_at = match &sift.extreme {
                None => scan.each(|thing, _| {
                    tally.selected.push(Plain::thing(thing));
                    Some(true)
                })?,
                Some((highest, _)) => {
                    let key = sift.columns?.key;
                    let mut best = if *highest { i64::MIN } else { i64::MAX };
                    let mut ties = 0;
                    let looked_at = scan.each(|thing, row| {
                        let key = scan.cells.get(row + key)?.as_number()?;
                        if key == best || (key > best) == *highest {
                            if key != best {
                                tally.selected.clear();
                                best = key;
                            }
                            ties += 1;
                            tally.selected.push(Plain::thing(thing));
                        }
                        Some(true)
                    })?;
                    tally.made += ties;
                    looked_at
                }
            };
            tally.take(looked_at)?;
        } else {
            self.select_any(tally, frame, sift)?;
        }
        Some(once)
    }

    #[inline(never)]
    fn select_any(&self, tally: &mut Tally, frame: &[Plain], sift: &Sift) -> Option<()> {
        match &sift.extreme {
            None => self.sift_any(tally, frame, sift, &mut |tally, element, count| {
                tally.select(element, count)?;
                Some(true)
            }),
            Some((highest, by)) => {
                let mut best: Option<i64> = None;
                self.sift_any(tally, frame, sift, &mut |tally, element, count| {
                    let key = match by {
                        Node::ElementField(register, field) if *register == sift.element => {
                            self.field(element.entity()?, *field)?.as_number()?
                        }
                        by => {
                            tally.set(sift.element, element);
                            self.number(tally, frame, by)?
                        }
                    };
                    let better = best.is_none_or(|best| if *highest { key > best } else { key < best });
                    if better {
                        tally.selected.clear();
                        best = Some(key);
                    }
                    if better || best == Some(key) {
                        tally.made += 1;
                        tally.select(element, count)?;
                    }
                    Some(true)
                })
            }
        }
    }
}
