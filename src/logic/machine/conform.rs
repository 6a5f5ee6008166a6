//! Whether a value fits where a type is declared.

use super::super::program::Program;
use super::super::types::Type;
use super::super::value::Value;
use super::show;
use super::world::World;

/// What does not fit: a part of the value, and the type that it should have.
pub(super) struct Misfit<'a> {
    value: &'a Value,
    ty: &'a Type,
}

impl Misfit<'_> {
    /// "12 is outside 0..10, the range of `unrest`".
    pub(super) fn message(&self, program: &Program, world: &World, place: Option<&str>) -> String {
        let value = show::value(program, world, self.value);
        let ty = show::ty(program, self.ty);
        match (self.value, self.ty.without_none(), place) {
            (Value::Number(_), Type::Number(_), Some(place)) => {
                format!("{value} is outside {ty}, the range of `{place}`")
            }
            (Value::Number(_), Type::Number(_), None) => format!("{value} is outside {ty}"),
            (_, _, Some(place)) => format!("{value} is not {ty}, which `{place}` holds"),
            (_, _, None) => format!("{value} is not {ty}"),
        }
    }
}

/// Whether a value without parts, or a list or set of such, fits; what has no plain answer is left to [`misfit`].
#[inline]
pub(super) fn fits_plainly(world: &World, value: &Value, ty: &Type) -> bool {
    match (value, ty) {
        (Value::List(elements), Type::List(element)) | (Value::Set(elements), Type::Set(element)) => {
            elements.iter().all(|value| plain(world, value, element))
        }
        _ => plain(world, value, ty),
    }
}

#[inline]
fn plain(world: &World, value: &Value, ty: &Type) -> bool {
    match (value, ty) {
        (Value::Number(number), Type::Number(interval)) => interval.contains(*number),
        (Value::Entity(entity), Type::Entity(id)) => world.thing(*entity).is_some_and(|thing| thing.ty == *id),
        (Value::Entity(entity), Type::OneOf(kinds)) => {
            world.thing(*entity).is_some_and(|thing| kinds.contains(&thing.ty))
        }
        (Value::YesNo(_), Type::YesNo) | (Value::Date(_), Type::Date) => true,
        _ => false,
    }
}

/// Nothing, or the part of `value` that does not fit into `ty`.
pub(super) fn misfit<'a>(program: &'a Program, world: &World, value: &'a Value, ty: &'a Type) -> Option<Misfit<'a>> {
    let all =
        |elements: &'a [Value], ty: &'a Type| elements.iter().find_map(|element| misfit(program, world, element, ty));
    let fits = match (value, ty) {
        (_, Type::Unknown) | (Value::None, Type::OrNone(_) | Type::Nothing) => true,
        (_, Type::OrNone(inner)) => return misfit(program, world, value, inner).map(|found| found.or(value, ty)),
        (Value::Number(number), Type::Number(interval)) => interval.contains(*number),
        (Value::Number(_) | Value::Fraction(_), Type::Fraction) | (Value::YesNo(_), Type::YesNo) => true,
        (Value::Date(_), Type::Date) => true,
        (Value::Symbol(symbol), Type::Symbols(symbols)) => symbols.binary_search(symbol).is_ok(),
        (Value::Entity(entity), ty) if ty.is_thing() => {
            world.thing(*entity).is_some_and(|thing| ty.kinds().contains(&thing.ty))
        }
        (Value::List(elements), Type::List(element)) | (Value::Set(elements), Type::Set(element)) => {
            return all(elements, element);
        }
        (Value::List(piles), Type::Deck(card)) => {
            return piles.iter().find_map(|pile| match pile {
                Value::Bag(cards) => cards.iter().find_map(|(one, _)| misfit(program, world, one, card)),
                _ => Some(Misfit { value, ty }),
            });
        }
        (Value::Bag(elements), Type::Bag(ty)) => {
            return elements.iter().find_map(|(element, _)| misfit(program, world, element, ty));
        }
        (Value::Map(entries), Type::Map(keys, values)) => {
            return entries.iter().find_map(|(key, entry)| {
                misfit(program, world, key, keys).or_else(|| misfit(program, world, entry, values))
            });
        }
        (Value::Record(fields), Type::Record(id)) => match program.records.get(usize::from(id.0)) {
            Some(record) if record.fields.len() == fields.len() => {
                let mut both = fields.iter().zip(&record.fields);
                return both.find_map(|(value, field)| misfit(program, world, value, &field.ty));
            }
            _ => false,
        },
        _ => false,
    };
    (!fits).then_some(Misfit { value, ty })
}

impl<'a> Misfit<'a> {
    /// Of a plain value the whole type is named, `none` included.
    fn or(self, value: &'a Value, ty: &'a Type) -> Self {
        if std::ptr::eq(self.value, value) { Self { value, ty } } else { self }
    }
}
