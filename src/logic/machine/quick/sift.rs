//! Goes through the elements of a selection.

use super::form::{Node, Of, Orders, Sift, Test};
use super::nodes::TESTS;
use super::plain::{Kind, Plain};
use super::rush::Rush;
use super::tally::Tally;
use crate::logic::value::Value;

/// What the tests of a selection compare with.
pub(super) type With = [Plain; TESTS];

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
    orders: Orders,
    with: Plain,
}

/// The tests of a selection that are all of columns.
struct Bounds {
    few: [Bound; TESTS],
    len: usize,
}

impl Bounds {
    /// Whether the row that begins there passes; nothing where what a test compares is of another kind.
    #[inline]
    fn let_row(&self, cells: &[Plain], row: usize) -> Option<bool> {
        for bound in self.few.get(..self.len)? {
            let found = cells.get(row + bound.column)?;
            if found.kind != bound.with.kind {
                return None;
            }
            if !bound.orders.hold(found.bits, bound.with.bits) {
                return Some(false);
            }
        }
        Some(true)
    }
}

impl Rush<'_> {
    /// Finds out what the tests compare with.
    #[inline]
    pub(super) fn with(&self, tally: &mut Tally, frame: &[Plain], tests: &[Test]) -> Option<With> {
        let mut all = [Plain::NONE; TESTS];
        for (test, with) in tests.iter().zip(&mut all) {
            *with = self.reckon_here(tally, frame, &test.with)?;
        }
        Some(all)
    }

    /// The same for tests of columns; nothing where they are not, or what they compare with is no plain value.
    #[inline]
    fn bounds(&self, tally: &mut Tally, frame: &[Plain], sift: &Sift) -> Option<Bounds> {
        if sift.columns? > self.table.width() {
            return None;
        }
        let none = Bound { column: 0, orders: Orders::same(true), with: Plain::NONE };
        let mut bounds = Bounds { few: [none; TESTS], len: sift.tests.len() };
        for (test, bound) in sift.tests.iter().zip(&mut bounds.few) {
            let with = self.reckon_here(tally, frame, &test.with)?;
            if !with.is_whole() || test.numbers && with.kind != Kind::Number {
                return None;
            }
            *bound = Bound { column: usize::from(test.field?), orders: test.orders, with };
        }
        Some(bounds)
    }

    /// Whether an element passes the tests.
    #[inline]
    pub(super) fn passes(&self, sift: &Sift, with: &With, element: Plain) -> Option<bool> {
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
        if let Of::Local(slot) = &sift.of {
            let word = *frame.get(slot.index())?;
            if word.kind == Kind::Dice && sift.rest.is_none() {
                return self.sift_dice(tally, frame, sift, take);
            }
            if let Some(Value::List(elements) | Value::Set(elements)) = self.held(word, slot.index())
                && let Some(bounds) = self.bounds(tally, frame, sift)
            {
                return self.sift_rows(tally, &bounds, elements, take);
            }
        }
        self.sift_any(tally, frame, sift, &mut take)
    }

    /// The loose dice.
    #[inline]
    fn sift_dice(
        &self,
        tally: &mut Tally,
        frame: &[Plain],
        sift: &Sift,
        mut take: impl FnMut(&mut Tally, Plain, u32) -> Option<bool>,
    ) -> Option<()> {
        let with = self.with(tally, frame, &sift.tests)?;
        for (face, count) in self.rolled.faces() {
            tally.take(1)?;
            let face = Plain::number(i64::from(*face));
            let mut passes = true;
            for (test, with) in sift.tests.iter().zip(&with) {
                if test.field.is_some() {
                    return None;
                }
                passes = passes && test.lets(face, *with)?;
            }
            if passes && !take(tally, face, *count)? {
                break;
            }
        }
        Some(())
    }

    /// Things, of which only columns of the table are looked at.
    #[inline]
    fn sift_rows(
        &self,
        tally: &mut Tally,
        bounds: &Bounds,
        elements: &[Value],
        mut take: impl FnMut(&mut Tally, Plain, u32) -> Option<bool>,
    ) -> Option<()> {
        let (cells, width) = self.table.cells();
        let mut looked_at = 0;
        for element in elements {
            let Value::Entity(entity) = element else { return None };
            looked_at += 1;
            if bounds.let_row(cells, entity.0 as usize * width)? && !take(tally, Plain::thing(*entity), 1)? {
                break;
            }
        }
        tally.take(looked_at)
    }

    #[inline]
    pub(super) fn rest_holds(&self, tally: &mut Tally, frame: &[Plain], sift: &Sift, element: Plain) -> Option<bool> {
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
            let passes = self.passes(sift, &with, element)? && self.rest_holds(tally, frame, sift, element)?;
            if passes { take(tally, element, count) } else { Some(true) }
        };
        let value = match &sift.of {
            Of::Local(slot) => {
                let word = *frame.get(slot.index())?;
                if word.kind == Kind::Dice {
                    for (face, count) in self.rolled.faces() {
                        if !visit(tally, Plain::number(i64::from(*face)), *count)? {
                            break;
                        }
                    }
                    return Some(());
                }
                self.held(word, slot.index())?
            }
            Of::Fixed(value) => value,
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

    /// Selects all that pass, copies one by one.
    pub(super) fn select(&self, tally: &mut Tally, frame: &[Plain], sift: &Sift) -> Option<()> {
        tally.selected.clear();
        match &sift.extreme {
            None => self.sift(tally, frame, sift, |tally, element, count| {
                tally.select(element, count)?;
                Some(true)
            })?,
            Some((highest, by)) => {
                let mut best: Option<i64> = None;
                self.sift(tally, frame, sift, |tally, element, count| {
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
                })?;
            }
        }
        let found = tally.selected.len() as u64;
        tally.made += found;
        tally.take(found / 16)
    }
}
