//! Reckons what lowered expressions give. Nothing is changed, and nothing is said about what is wrong: who gets nothing leaves
//! the step to the general one, which finds out.

use super::form::{Asked, Column, Node, Of};
use super::plain::{Kind, Plain};
use super::rush::Rush;
use super::tally::Tally;
use crate::logic::machine::arithmetic;
use crate::logic::machine::selection::Read;
use crate::logic::program::{Arithmetic, Slot};
use crate::logic::types::Type;
use crate::logic::value::{Entity, Value};

impl Rush<'_> {
    /// What an expression gives.
    pub(super) fn reckon(&self, tally: &mut Tally, frame: &[Plain], node: &Node) -> Option<Plain> {
        match node {
            Node::Plain(plain) => Some(*plain),
            Node::Local(slot) => self.local(frame, *slot),
            Node::Element(register) => self.there(tally.get(*register)),
            Node::LocalField(slot, field) => self.field(self.word(frame, *slot)?.entity()?, *field),
            Node::ElementField(register, field) => self.field(tally.get(*register).entity()?, *field),
            Node::Arithmetic(operator, of) => {
                let (a, b) = (self.number(tally, frame, &of[0])?, self.number(tally, frame, &of[1])?);
                match operator {
                    Arithmetic::Add => a.checked_add(b),
                    Arithmetic::Subtract => a.checked_sub(b),
                    Arithmetic::Multiply => a.checked_mul(b),
                    Arithmetic::Divide => None,
                }
                .map(Plain::number)
            }
            Node::Count(sift) => self.count(tally, frame, sift).map(Plain::number),
            Node::Compare(..) | Node::Is(..) | Node::Not(_) | Node::And(_) | Node::Or(_) | Node::Some(_) => {
                self.holds(tally, frame, node).map(Plain::yes_no)
            }
            Node::If(of) => {
                let chosen = if self.holds(tally, frame, &of[0])? { &of[1] } else { &of[2] };
                self.reckon(tally, frame, chosen)
            }
            Node::Ask(asked) => {
                self.arguments(tally, frame, asked)?;
                self.reckon(tally, frame, &asked.body)
            }
            _ => self.reckon_rest(tally, frame, node),
        }
    }

    #[inline(never)]
    fn reckon_rest(&self, tally: &mut Tally, frame: &[Plain], node: &Node) -> Option<Plain> {
        Some(match node {
            Node::State(state) => self.there(Plain::of(self.world.states.get(state.index())?.as_ref()?)?)?,
            Node::Option(option) => Plain::of(&Value::Symbol(*self.readings.get(option.index())?))?,
            Node::Field(of, field) => {
                let entity = self.reckon(tally, frame, of)?.entity()?;
                self.field(entity, *field)?
            }
            Node::RecordField(slot, field) => match self.held(*frame.get(slot.index())?, slot.index())? {
                Value::Record(fields) => Plain::of(fields.get(usize::from(*field))?)?,
                _ => return None,
            },
            Node::Negate(of) => Plain::number(self.number(tally, frame, of)?.checked_neg()?),
            Node::Between(positive, of) => {
                let value = self.number(tally, frame, &of[0])?;
                let (low, high) = (self.number(tally, frame, &of[1])?, self.number(tally, frame, &of[2])?);
                Plain::yes_no((low <= value && value <= high) == *positive)
            }
            Node::Extreme(greatest, of) => {
                let mut best: Option<i64> = None;
                for node in of {
                    let next = self.number(tally, frame, node)?;
                    best = Some(best.map_or(next, |best| if *greatest { best.max(next) } else { best.min(next) }));
                }
                Plain::number(best?)
            }
            Node::Checked(of, ty) => {
                let plain = self.reckon(tally, frame, of)?;
                self.fits(plain, ty)?;
                plain
            }
            Node::In(positive, of, collection) => {
                let element = self.reckon(tally, frame, of)?;
                Plain::yes_no(self.contains(tally, frame, collection, element)? == *positive)
            }
            Node::IsEmpty(positive, of) => Plain::yes_no((self.read(frame, of)?.len() == 0) == *positive),
            Node::Sum(sift, of) => {
                let mut total: i64 = 0;
                self.sift(tally, frame, sift, |tally, plain, count| {
                    tally.set(sift.element, plain);
                    let part = self.number(tally, frame, of)?.checked_mul(i64::from(count))?;
                    total = total.checked_add(part)?;
                    Some(true)
                })?;
                Plain::number(total)
            }
            Node::Best(highest, sift, of) => {
                let mut best: Option<i64> = None;
                self.sift(tally, frame, sift, |tally, plain, _| {
                    tally.set(sift.element, plain);
                    let next = self.number(tally, frame, of)?;
                    best = Some(best.map_or(next, |best| if *highest { best.max(next) } else { best.min(next) }));
                    Some(true)
                })?;
                Plain::number(best?)
            }
            Node::Every(sift, condition) => {
                let mut all = true;
                self.sift(tally, frame, sift, |tally, plain, _| {
                    tally.set(sift.element, plain);
                    all = self.holds(tally, frame, condition)?;
                    Some(all)
                })?;
                Plain::yes_no(all)
            }
            Node::Only(sift) => {
                let mut only = None;
                let mut all: u64 = 0;
                self.sift(tally, frame, sift, |_, plain, count| {
                    all += u64::from(count);
                    only = Some(plain);
                    Some(true)
                })?;
                only.filter(|_| all == 1)?
            }
            _ => return None,
        })
    }

    /// Whether a condition holds.
    pub(super) fn holds(&self, tally: &mut Tally, frame: &[Plain], node: &Node) -> Option<bool> {
        match node {
            Node::Compare(comparison, of) => {
                let (a, b) = (self.reckon_here(tally, frame, &of[0])?, self.reckon_here(tally, frame, &of[1])?);
                let comparable = a.kind == b.kind && matches!(a.kind, Kind::Number | Kind::Symbol);
                comparable.then(|| arithmetic::holds(*comparison, a.bits.cmp(&b.bits)))
            }
            Node::Is(positive, of) => {
                Some((self.reckon(tally, frame, &of[0])? == self.reckon(tally, frame, &of[1])?) == *positive)
            }
            Node::Not(of) => Some(!self.holds(tally, frame, of)?),
            Node::And(of) => Some(self.holds(tally, frame, &of[0])? && self.holds(tally, frame, &of[1])?),
            Node::Or(of) => Some(self.holds(tally, frame, &of[0])? || self.holds(tally, frame, &of[1])?),
            Node::Some(sift) => {
                let mut found = false;
                self.sift(tally, frame, sift, |_, _, _| {
                    found = true;
                    Some(false)
                })?;
                Some(found)
            }
            Node::Ask(asked) => {
                self.arguments(tally, frame, asked)?;
                self.holds(tally, frame, &asked.body)
            }
            _ => self.reckon(tally, frame, node)?.as_yes_no(),
        }
    }

    /// What an expression gives, which mostly is only read.
    #[inline]
    pub(super) fn reckon_here(&self, tally: &mut Tally, frame: &[Plain], node: &Node) -> Option<Plain> {
        match node {
            Node::Plain(plain) => Some(*plain),
            Node::Local(slot) => self.local(frame, *slot),
            _ => self.reckon(tally, frame, node),
        }
    }

    /// The same, where it mostly is a field.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "asked for every selection; by itself it is left a call, which takes longer than it does"
    )]
    pub(super) fn at_hand(&self, tally: &mut Tally, frame: &[Plain], node: &Node) -> Option<Plain> {
        match node {
            Node::Plain(plain) => Some(*plain),
            Node::LocalField(slot, field) => {
                let word = *frame.get(slot.index())?;
                if word.kind == Kind::Entity
                    && let Some(cell) = self.table.look(word.entity()?, field.at)
                    && cell.is_whole()
                {
                    return Some(cell);
                }
                self.reckon(tally, frame, node)
            }
            Node::Local(slot) => self.local(frame, *slot),
            _ => self.reckon(tally, frame, node),
        }
    }

    /// A whole number.
    #[inline]
    pub(super) fn number(&self, tally: &mut Tally, frame: &[Plain], node: &Node) -> Option<i64> {
        self.reckon_here(tally, frame, node)?.as_number()
    }

    /// Puts the arguments of a function into their registers.
    #[inline]
    fn arguments(&self, tally: &mut Tally, frame: &[Plain], asked: &Asked) -> Option<()> {
        tally.take(1)?;
        for (register, node, check) in &asked.args {
            let plain = self.reckon(tally, frame, node)?;
            if let Some(ty) = check {
                self.fits(plain, ty)?;
            }
            tally.set(*register, plain);
        }
        Some(())
    }

    /// What a local holds.
    #[inline]
    pub(super) fn local(&self, frame: &[Plain], slot: Slot) -> Option<Plain> {
        let word = self.word(frame, slot)?;
        if word.kind == Kind::Entity { self.there(word) } else { Some(word) }
    }

    /// What a local holds, of a thing not only one that exists.
    #[inline]
    pub(super) fn word(&self, frame: &[Plain], slot: Slot) -> Option<Plain> {
        let word = *frame.get(slot.index())?;
        if word.is_value() { Some(word) } else { self.word_held(word, slot) }
    }

    #[inline(never)]
    fn word_held(&self, word: Plain, slot: Slot) -> Option<Plain> {
        Plain::of(self.held(word, slot.index())?)
    }

    /// A field of a thing; nothing where it holds none and may not.
    #[inline]
    pub(super) fn field(&self, entity: Entity, column: Column) -> Option<Plain> {
        match self.table.look(entity, column.at) {
            Some(plain) if plain.is_whole() => Some(plain),
            Some(plain) if plain.kind != Kind::Other => self.allowed(plain, column),
            _ => match self.world.thing(entity)?.fields.get(usize::from(column.at))? {
                Value::Number(number) => Some(Plain::number(*number)),
                Value::Symbol(symbol) => Some(Plain::symbol(*symbol)),
                other => self.allowed(Plain::of(other)?, column),
            },
        }
    }

    /// What a field holds, where it may.
    #[inline(never)]
    fn allowed(&self, plain: Plain, column: Column) -> Option<Plain> {
        match plain.kind {
            Kind::None => column.may_be_none.then_some(plain),
            _ => self.there(plain),
        }
    }

    /// Of a thing, only one that exists.
    #[inline]
    pub(super) fn there(&self, plain: Plain) -> Option<Plain> {
        match plain.entity() {
            Some(entity) if self.world.thing(entity).is_none() => None,
            _ => Some(plain),
        }
    }

    /// Something if it fits, nothing if it does not or if that is not plain to see.
    #[inline]
    pub(super) fn fits(&self, plain: Plain, ty: &Type) -> Option<()> {
        let fits = match (plain.kind, ty) {
            (Kind::Number, Type::Number(interval)) => interval.contains(plain.bits),
            (Kind::Entity, Type::Entity(id)) => {
                plain.entity().and_then(|entity| self.world.thing(entity)).is_some_and(|thing| thing.ty == *id)
            }
            (Kind::YesNo, Type::YesNo) => true,
            (Kind::Symbol, Type::Symbols(symbols)) => {
                symbols.binary_search_by(|symbol| i64::from(symbol.0).cmp(&plain.bits)).is_ok()
            }
            (Kind::None, Type::OrNone(_)) => true,
            (_, Type::OrNone(inner)) => return self.fits(plain, inner),
            _ => false,
        };
        fits.then_some(())
    }

    /// A collection that stands somewhere.
    #[inline]
    pub(super) fn read<'v>(&'v self, frame: &[Plain], of: &'v Of) -> Option<Read<'v>> {
        match of {
            Of::Local(slot) => Read::of(self.held(*frame.get(slot.index())?, slot.index())?),
            Of::Fixed(value) => Read::of(value),
            Of::State(state) => Read::of(self.world.states.get(state.index())?.as_ref()?),
            Of::All(_) | Of::Range(_) => None,
        }
    }

    fn contains(&self, tally: &mut Tally, frame: &[Plain], of: &Of, element: Plain) -> Option<bool> {
        match of {
            Of::Range(ends) => {
                let (low, high) = (self.number(tally, frame, &ends[0])?, self.number(tally, frame, &ends[1])?);
                Some(element.as_number().is_some_and(|number| low <= number && number <= high))
            }
            _ => {
                let read = self.read(frame, of)?;
                tally.take(read.search_cost())?;
                Some(read.contains(&element.value()))
            }
        }
    }
}
