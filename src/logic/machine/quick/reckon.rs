//! Reckons what lowered expressions give. Nothing is changed, and nothing is said about what is wrong: who gets nothing leaves
//! the step to the general one, which finds out.

use super::form::{Asked, Node, Of};
use super::plain::{Kind, Plain};
use super::scratch::Scratch;
use crate::logic::machine::arithmetic;
use crate::logic::machine::context::Context;
use crate::logic::machine::observe::{Observer, at};
use crate::logic::machine::selection::Read;
use crate::logic::program::{Arithmetic, Slot};
use crate::logic::types::Type;
use crate::logic::value::{Entity, Value};

impl<O: Observer> Context<'_, '_, O> {
    /// What an expression gives.
    pub(super) fn reckon(&self, scratch: &mut Scratch, node: &Node) -> Option<Plain> {
        match node {
            Node::Plain(plain) => Some(*plain),
            Node::Local(slot) => self.local(*slot),
            Node::Element(register) => self.there(scratch.get(*register)),
            Node::LocalField(slot, field) => self.field(self.word(*slot)?.entity()?, *field),
            Node::ElementField(register, field) => self.field(scratch.get(*register).entity()?, *field),
            Node::Arithmetic(operator, of) => {
                let (a, b) = (self.reckon_number(scratch, &of[0])?, self.reckon_number(scratch, &of[1])?);
                match operator {
                    Arithmetic::Add => a.checked_add(b),
                    Arithmetic::Subtract => a.checked_sub(b),
                    Arithmetic::Multiply => a.checked_mul(b),
                    Arithmetic::Divide => None,
                }
                .map(Plain::number)
            }
            Node::Count(sift) => {
                let mut total: i64 = 0;
                self.sift(scratch, sift, |_, _, count| {
                    total += i64::from(count);
                    Some(true)
                })?;
                Some(Plain::number(total))
            }
            Node::Compare(..) | Node::Is(..) | Node::Not(_) | Node::And(_) | Node::Or(_) | Node::Some(_) => {
                self.reckon_condition(scratch, node).map(Plain::yes_no)
            }
            Node::If(of) => {
                let chosen = if self.reckon_condition(scratch, &of[0])? { &of[1] } else { &of[2] };
                self.reckon(scratch, chosen)
            }
            Node::Ask(asked) => {
                self.arguments(scratch, asked)?;
                self.reckon(scratch, &asked.body)
            }
            _ => self.reckon_rest(scratch, node),
        }
    }

    #[inline(never)]
    fn reckon_rest(&self, scratch: &mut Scratch, node: &Node) -> Option<Plain> {
        Some(match node {
            Node::State(state) => self.there(Plain::of(self.machine.world.states.get(state.index())?.as_ref()?)?)?,
            Node::Option(option) => Plain::of(&Value::Symbol(*self.setting.readings.get(option.index())?))?,
            Node::Field(of, field) => {
                let entity = self.reckon(scratch, of)?.entity()?;
                self.field(entity, *field)?
            }
            Node::RecordField(slot, field) => match self.held_in(*slot)? {
                Value::Record(fields) => Plain::of(fields.get(usize::from(*field))?)?,
                _ => return None,
            },
            Node::Negate(of) => Plain::number(self.reckon_number(scratch, of)?.checked_neg()?),
            Node::Between(positive, of) => {
                let value = self.reckon_number(scratch, &of[0])?;
                let (low, high) = (self.reckon_number(scratch, &of[1])?, self.reckon_number(scratch, &of[2])?);
                Plain::yes_no((low <= value && value <= high) == *positive)
            }
            Node::Extreme(greatest, of) => {
                let mut best: Option<i64> = None;
                for node in of {
                    let next = self.reckon_number(scratch, node)?;
                    best = Some(best.map_or(next, |best| if *greatest { best.max(next) } else { best.min(next) }));
                }
                Plain::number(best?)
            }
            Node::Checked(of, ty) => {
                let plain = self.reckon(scratch, of)?;
                self.plain_fits(plain, ty)?;
                plain
            }
            Node::In(positive, of, collection) => {
                let element = self.reckon(scratch, of)?;
                Plain::yes_no(self.contains(scratch, collection, element)? == *positive)
            }
            Node::IsEmpty(positive, of) => Plain::yes_no((self.read(of)?.len() == 0) == *positive),
            Node::Sum(sift, of) => {
                let mut total: i64 = 0;
                self.sift(scratch, sift, |scratch, plain, count| {
                    scratch.set(sift.element, plain);
                    let part = self.reckon_number(scratch, of)?.checked_mul(i64::from(count))?;
                    total = total.checked_add(part)?;
                    Some(true)
                })?;
                Plain::number(total)
            }
            Node::Best(highest, sift, of) => {
                let mut best: Option<i64> = None;
                self.sift(scratch, sift, |scratch, plain, _| {
                    scratch.set(sift.element, plain);
                    let next = self.reckon_number(scratch, of)?;
                    best = Some(best.map_or(next, |best| if *highest { best.max(next) } else { best.min(next) }));
                    Some(true)
                })?;
                Plain::number(best?)
            }
            Node::Every(sift, condition) => {
                let mut all = true;
                self.sift(scratch, sift, |scratch, plain, _| {
                    scratch.set(sift.element, plain);
                    all = self.reckon_condition(scratch, condition)?;
                    Some(all)
                })?;
                Plain::yes_no(all)
            }
            Node::Only(sift) => {
                let mut only = None;
                let mut all: u64 = 0;
                self.sift(scratch, sift, |_, plain, count| {
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
    pub(super) fn reckon_condition(&self, scratch: &mut Scratch, node: &Node) -> Option<bool> {
        match node {
            Node::Compare(comparison, of) => {
                let (a, b) = (self.reckon_here(scratch, &of[0])?, self.reckon_here(scratch, &of[1])?);
                let comparable = a.kind == b.kind && matches!(a.kind, Kind::Number | Kind::Symbol);
                comparable.then(|| arithmetic::holds(*comparison, a.bits.cmp(&b.bits)))
            }
            Node::Is(positive, of) => {
                Some((self.reckon(scratch, &of[0])? == self.reckon(scratch, &of[1])?) == *positive)
            }
            Node::Not(of) => Some(!self.reckon_condition(scratch, of)?),
            Node::And(of) => Some(self.reckon_condition(scratch, &of[0])? && self.reckon_condition(scratch, &of[1])?),
            Node::Or(of) => Some(self.reckon_condition(scratch, &of[0])? || self.reckon_condition(scratch, &of[1])?),
            Node::Some(sift) => {
                let mut found = false;
                self.sift(scratch, sift, |_, _, _| {
                    found = true;
                    Some(false)
                })?;
                Some(found)
            }
            Node::Ask(asked) => {
                self.arguments(scratch, asked)?;
                self.reckon_condition(scratch, &asked.body)
            }
            _ => self.reckon(scratch, node)?.as_yes_no(),
        }
    }

    /// What an expression gives, which mostly is only read.
    #[inline]
    pub(super) fn reckon_here(&self, scratch: &mut Scratch, node: &Node) -> Option<Plain> {
        match node {
            Node::Plain(plain) => Some(*plain),
            Node::Local(slot) => self.local(*slot),
            _ => self.reckon(scratch, node),
        }
    }

    /// A whole number.
    #[inline]
    pub(super) fn reckon_number(&self, scratch: &mut Scratch, node: &Node) -> Option<i64> {
        self.reckon_here(scratch, node)?.as_number()
    }

    /// Puts the arguments of a function into their registers.
    #[inline]
    fn arguments(&self, scratch: &mut Scratch, asked: &Asked) -> Option<()> {
        scratch.cost += 1;
        for (register, node, check) in &asked.args {
            let plain = self.reckon(scratch, node)?;
            if let Some(ty) = check {
                self.plain_fits(plain, ty)?;
            }
            scratch.set(*register, plain);
        }
        Some(())
    }

    /// What a local holds.
    #[inline]
    pub(super) fn local(&self, slot: Slot) -> Option<Plain> {
        let word = self.word(slot)?;
        if word.kind == Kind::Entity { self.there(word) } else { Some(word) }
    }

    /// What a local holds, of a thing not only one that exists.
    #[inline]
    fn word(&self, slot: Slot) -> Option<Plain> {
        let word = self.words.get(at(self.base, slot))?;
        if word.is_value() { Some(word) } else { self.word_held(slot) }
    }

    #[inline(never)]
    fn word_held(&self, slot: Slot) -> Option<Plain> {
        Plain::of(self.held_in(slot)?)
    }

    /// What the local of the machine holds that the word for a local means.
    #[inline]
    pub(super) fn held_in(&self, slot: Slot) -> Option<&Value> {
        let at = at(self.base, slot);
        let word = self.words.get(at)?;
        match word.kind {
            Kind::Other => self.machine.locals.get(at),
            Kind::Shared => self.machine.locals.get(word.place()),
            _ => None,
        }
    }

    /// A field of a thing; nothing where it holds none, which it may not be allowed to.
    #[inline]
    pub(super) fn field(&self, entity: Entity, field: u16) -> Option<Plain> {
        match self.table.look(entity, field) {
            Some(plain) if plain.is_whole() => Some(plain),
            other => self.field_held(entity, field, other.unwrap_or(Plain::OTHER)),
        }
    }

    /// The same, where the table holds `kept` of it.
    #[inline(never)]
    pub(super) fn field_held(&self, entity: Entity, field: u16, kept: Plain) -> Option<Plain> {
        let plain = match kept.kind {
            Kind::Other => Plain::of(self.machine.world.thing(entity)?.fields.get(usize::from(field))?)?,
            _ => kept,
        };
        if plain.kind == Kind::None { None } else { self.there(plain) }
    }

    /// Of a thing, only one that exists.
    #[inline]
    pub(super) fn there(&self, plain: Plain) -> Option<Plain> {
        match plain.entity() {
            Some(entity) if self.machine.world.thing(entity).is_none() => None,
            _ => Some(plain),
        }
    }

    /// Something if it fits, nothing if it does not or if that is not plain to see.
    #[inline]
    pub(super) fn plain_fits(&self, plain: Plain, ty: &Type) -> Option<()> {
        let fits = match (plain.kind, ty) {
            (Kind::Number, Type::Number(interval)) => interval.contains(plain.bits),
            (Kind::Entity, Type::Entity(id)) => {
                plain.entity().and_then(|entity| self.machine.world.thing(entity)).is_some_and(|thing| thing.ty == *id)
            }
            (Kind::YesNo, Type::YesNo) => true,
            (Kind::Symbol, Type::Symbols(symbols)) => {
                symbols.binary_search_by(|symbol| i64::from(symbol.0).cmp(&plain.bits)).is_ok()
            }
            (Kind::None, Type::OrNone(_)) => true,
            (_, Type::OrNone(inner)) => return self.plain_fits(plain, inner),
            _ => false,
        };
        fits.then_some(())
    }

    /// A collection that stands somewhere.
    #[inline]
    pub(super) fn read<'v>(&'v self, of: &'v Of) -> Option<Read<'v>> {
        match of {
            Of::Local(slot) => Read::of(self.held_in(*slot)?),
            Of::Fixed(value) => Read::of(value),
            Of::All(_) | Of::Range(_) => None,
        }
    }

    fn contains(&self, scratch: &mut Scratch, of: &Of, element: Plain) -> Option<bool> {
        match of {
            Of::Range(ends) => {
                let (low, high) = (self.reckon_number(scratch, &ends[0])?, self.reckon_number(scratch, &ends[1])?);
                Some(element.as_number().is_some_and(|number| low <= number && number <= high))
            }
            _ => {
                let read = self.read(of)?;
                scratch.cost += read.search_cost();
                Some(read.contains(&element.value()))
            }
        }
    }
}
