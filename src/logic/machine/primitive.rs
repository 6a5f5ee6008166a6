//! What the language itself works out: members further on in their type, days of the calendar, decks.

use super::super::calendar::Date;
use super::super::program::Primitive;
use super::super::syntax::ast::Span;
use super::super::value::Value;
use super::context::Context;
use super::ended::Evaluated;
use super::record::observe::Observer;

impl<O: Observer> Context<'_, '_, O> {
    #[inline(never)]
    pub(super) fn primitive(&mut self, call: Primitive, args: &[Value], span: Span) -> Evaluated<Value> {
        match (call, args) {
            (Primitive::Deck(call), _) => self.deck(call, args, span),
            (Primitive::Shifted, [member, Value::Number(by), Value::List(all)]) => {
                self.charge(1 + all.len() as u64 / 16)?;
                let Some(at) = all.iter().position(|other| other == member) else {
                    return self.kind(span, "a member of the type", member);
                };
                let last = all.len() - 1;
                let by = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
                let at =
                    if args[1] < Value::Number(0) { at.saturating_sub(by) } else { at.saturating_add(by).min(last) };
                Ok(all[at].clone())
            }
            (Primitive::Together, _) => {
                let mut all = Vec::new();
                for arg in args {
                    let Value::Set(things) = arg else { return self.kind(span, "a set of things", arg) };
                    self.charge(1 + things.len() as u64 / 16)?;
                    all.extend(things.iter().cloned());
                }
                self.grow(all.len() as u64)?;
                Ok(Value::set(all))
            }
            (Primitive::Later(unit), [Value::Date(date), Value::Number(count)]) => match date.later(*count, unit) {
                Some(later) => Ok(Value::Date(later)),
                None => self.error(span, format!("{count} {} from {date} leave the years 1 to 9999", unit.plural())),
            },
            (Primitive::Elapsed(unit), [Value::Date(from), Value::Date(to)]) => {
                Ok(Value::Number(from.until(*to, unit)))
            }
            (Primitive::PartOf(part), [Value::Date(date)]) => Ok(Value::Number(date.part(part))),
            (Primitive::DayOf, [Value::Number(year), Value::Number(month), Value::Number(day)]) => {
                match Date::new(*year, *month, *day) {
                    Some(date) => Ok(Value::Date(date)),
                    None => self.error(span, format!("there is no such day in the year {year}")),
                }
            }
            (Primitive::Shifted, _) => self.error(span, "only a member of a type is shifted, by a whole number"),
            (Primitive::DayOf, _) => self.error(span, "the year of a date is a whole number"),
            (Primitive::Later(_) | Primitive::Elapsed(_) | Primitive::PartOf(_), [first, ..]) => {
                self.kind(span, "a date", first)
            }
            (_, []) => self.error(span, "this cannot be evaluated"),
        }
    }
}
