//! What can be looked at outside of locals, as numbers: states, fields, all things of a type, and their order.

use std::sync::Arc;

use crate::logic::bits::Bits;
use crate::logic::program::{Program, StateId};
use crate::logic::types::{EntityTypeId, Type};

/// Which number stands for what.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) states: usize,
    /// Of each entity type where its fields begin; and where those of the last one end.
    pub(super) fields: Vec<usize>,
    pub(super) types: usize,
    /// Per record type: the entity types of things in it, and of those in lists in it.
    records: Vec<(Bits, Bits)>,
}

impl Layout {
    pub(super) fn new(program: &Program) -> Self {
        let states = program.states.len();
        let mut fields = vec![states];
        let mut end = states;
        for entity in &program.entities {
            end += entity.fields.len();
            fields.push(end);
        }
        let types = program.entities.len();
        let none = || (Bits::new(types), Bits::new(types));
        let mut layout = Self { states, fields, types, records: program.records.iter().map(|_| none()).collect() };
        // A record may hold itself in a list.
        loop {
            let mut changed = false;
            for (at, record) in program.records.iter().enumerate() {
                let mut now = layout.records[at].clone();
                for field in &record.fields {
                    layout.things(&field.ty, &mut now.0);
                    layout.listed(&field.ty, &mut now.1);
                }
                if now != layout.records[at] {
                    layout.records[at] = now;
                    changed = true;
                }
            }
            if !changed {
                return layout;
            }
        }
    }

    /// How many numbers there are.
    pub(super) fn total(&self) -> usize {
        self.end() + 3 * self.types
    }

    fn end(&self) -> usize {
        self.fields.last().copied().unwrap_or_default()
    }

    pub(super) fn field(&self, ty: EntityTypeId, field: u16) -> usize {
        self.fields.get(usize::from(ty.0)).copied().unwrap_or_default() + usize::from(field)
    }

    /// The type and field of a number.
    pub(super) fn field_of(&self, at: usize) -> Option<(EntityTypeId, u16)> {
        let ty = self.fields.partition_point(|first| *first <= at).checked_sub(1)?;
        let field = u16::try_from(at - self.fields[ty]).ok()?;
        (at >= self.states && at < self.end()).then_some((EntityTypeId(u16::try_from(ty).ok()?), field))
    }

    /// All things of a type.
    pub(super) fn all(&self, ty: usize) -> usize {
        self.end() + ty
    }

    /// The order of lists of a type.
    pub(super) fn list(&self, ty: usize) -> usize {
        self.end() + self.types + ty
    }

    /// The numbers of things of a type.
    pub(super) fn numbers(&self, ty: usize) -> usize {
        self.end() + 2 * self.types + ty
    }

    /// The types of the things that a value of this type may hold.
    pub(super) fn things(&self, ty: &Type, into: &mut Bits) {
        match ty {
            Type::Unknown => into.set_all(self.types),
            Type::Entity(_) | Type::OneOf(_) => ty.kinds().iter().for_each(|kind| into.set(usize::from(kind.0))),
            Type::Record(id) => match self.records.get(usize::from(id.0)) {
                Some((things, _)) => into.union(things),
                None => into.set_all(self.types),
            },
            Type::List(of) | Type::Set(of) | Type::Bag(of) | Type::Deck(of) | Type::OrNone(of) => self.things(of, into),
            Type::Map(key, value) => {
                self.things(key, into);
                self.things(value, into);
            }
            Type::Number(_) | Type::Fraction | Type::YesNo | Type::Date | Type::Symbols(_) | Type::Nothing => {}
        }
    }

    /// The types of the things in lists that a value of this type may hold.
    pub(super) fn listed(&self, ty: &Type, into: &mut Bits) {
        match ty {
            Type::Unknown => into.set_all(self.types),
            Type::List(of) | Type::Deck(of) => self.things(of, into),
            Type::Record(id) => match self.records.get(usize::from(id.0)) {
                Some((_, listed)) => into.union(listed),
                None => into.set_all(self.types),
            },
            Type::Set(of) | Type::Bag(of) | Type::OrNone(of) => self.listed(of, into),
            Type::Map(key, value) => {
                self.listed(key, into);
                self.listed(value, into);
            }
            Type::Entity(_)
            | Type::OneOf(_)
            | Type::Number(_)
            | Type::Fraction
            | Type::YesNo
            | Type::Date
            | Type::Symbols(_)
            | Type::Nothing => {}
        }
    }
}

/// By type of things: whether a value of one of these types may hold one.
pub(in crate::logic::odds) fn things_of(program: &Program, types: impl Iterator<Item = Type>) -> Vec<bool> {
    let layout = Layout::new(program);
    let mut things = Bits::new(layout.types);
    types.for_each(|ty| layout.things(&ty, &mut things));
    (0..layout.types).map(|ty| things.has(ty)).collect()
}

/// What is looked at behind the end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::logic::odds) struct Facts {
    pub(super) layout: Arc<Layout>,
    pub(super) bits: Bits,
}

impl Facts {
    /// Nothing.
    pub(in crate::logic::odds) fn nothing(program: &Program) -> Self {
        let layout = Arc::new(Layout::new(program));
        let bits = Bits::new(layout.total());
        Self { layout, bits }
    }

    /// A state too, and the order and identity of what it holds.
    pub(in crate::logic::odds) fn state(&mut self, program: &Program, state: StateId) {
        if let Some(declared) = program.states.get(state.index()) {
            self.bits.set(state.index());
            self.shown(&declared.ty);
        }
    }

    /// A field too, and the order and identity of what it holds. To know of which thing it is, is the caller's work.
    pub(in crate::logic::odds) fn field(&mut self, program: &Program, ty: EntityTypeId, field: u16) {
        let declared = program.entities.get(usize::from(ty.0)).and_then(|ty| ty.fields.get(usize::from(field)));
        if let Some(declared) = declared {
            self.bits.set(self.layout.field(ty, field));
            self.shown(&declared.ty);
        }
    }

    /// What both look at.
    pub(in crate::logic::odds) fn and(&mut self, other: &Self) {
        self.bits.union(&other.bits);
    }

    /// A value of this type is shown as it is.
    pub(super) fn shown(&mut self, ty: &Type) {
        let (mut things, mut listed) = (Bits::new(self.layout.types), Bits::new(self.layout.types));
        self.layout.things(ty, &mut things);
        self.layout.listed(ty, &mut listed);
        for ty in things.iter().filter(|ty| *ty < self.layout.types) {
            self.bits.set(self.layout.numbers(ty));
        }
        for ty in listed.iter().filter(|ty| *ty < self.layout.types) {
            self.bits.set(self.layout.list(ty));
        }
    }
}
