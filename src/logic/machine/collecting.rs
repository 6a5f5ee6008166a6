//! Raises and lowers numbers; puts values into collections and takes them out.

use std::sync::Arc;

use super::super::program::{Arithmetic, Expr, Guard, PlaceExpr};
use super::super::value::Value;
use super::arithmetic;
use super::context::Context;
use super::ended::Evaluated;
use super::observe::Observer;
use super::place::Root;
use super::step::Then;

impl<'p, O: Observer> Context<'_, 'p, O> {
    pub(super) fn raise_or_lower(
        &mut self,
        (place, up, by): (&'p PlaceExpr, bool, &'p Expr),
        guard: &'p Guard,
        removing_at: Option<&'p Expr>,
        mark: usize,
    ) -> Evaluated<Then> {
        let ((by_value, resolved, limit), gathered) = self.apart(|context| {
            let limit = removing_at.map(|limit| context.eval(limit)).transpose()?;
            Ok((context.eval(by)?, context.resolve(place)?, limit))
        })?;
        let operator = if up { Arithmetic::Add } else { Arithmetic::Subtract };
        let root = resolved.root;
        let mut removes = false;
        self.change(&resolved, false, gathered, mark, |context, old| {
            let new = arithmetic::calculate(operator, old, &by_value)
                .or_else(|failure| context.no_number(by.span, failure))?;
            removes = limit.as_ref().is_some_and(|limit| {
                let order = arithmetic::order(&new, limit);
                if up { order.is_ge() } else { order.is_le() }
            });
            if let (Some(ty), false) = (&guard.check, removes) {
                context.fits_place(&new, ty, root, by)?;
            }
            *old = new;
            Ok(())
        })?;
        if removes {
            let Root::Field(entity, ..) = root else { return self.error(by.span, "only a thing can be removed") };
            let mark = self.observer.mark();
            // The removal depends on the field as it now is.
            let gathered = if let Root::Field(entity, _, field) = root {
                self.observer.union(gathered, self.observer.field(entity, field))
            } else {
                gathered
            };
            self.remove(entity, gathered, mark)?;
        }
        Ok(Then::Next)
    }

    /// How many times something is put in or taken out.
    fn times(&mut self, count: Option<&'p Expr>) -> Evaluated<u32> {
        let Some(count) = count else { return Ok(1) };
        let number = self.number(count)?;
        match u32::try_from(number) {
            Ok(number) => Ok(number),
            Err(_) => self.error(count.span, format!("{number} is no number of things")),
        }
    }

    #[inline(never)]
    pub(super) fn add_to(
        &mut self,
        place: &'p PlaceExpr,
        count: Option<&'p Expr>,
        value: &'p Expr,
        guard: &'p Guard,
        mark: usize,
    ) -> Evaluated<Then> {
        let ((times, added, resolved), gathered) =
            self.apart(|context| Ok((context.times(count)?, context.eval(value)?, context.resolve(place)?)))?;
        if let Some(element) = guard.check.as_ref().and_then(|ty| ty.without_none().element()) {
            self.fits_place(&added, element, resolved.root, value)?;
        }
        // Counted before the change, which takes the collection out of its place.
        self.grow_by(std::slice::from_ref(&added))?;
        if let Some(Value::List(_)) = self.look(&resolved) {
            self.grow(u64::from(times))?;
        }
        self.change(&resolved, false, gathered, mark, |context, collection| {
            match collection {
                Value::List(elements) => {
                    context.charge(u64::from(times) / 16)?;
                    Arc::make_mut(elements).extend(std::iter::repeat_n(added, times as usize));
                }
                Value::Set(elements) => {
                    if let (Err(at), true) = (elements.binary_search(&added), times > 0) {
                        context.charge(elements.len() as u64 / 256)?;
                        Arc::make_mut(elements).insert(at, added);
                    }
                }
                Value::Bag(elements) if times > 0 => {
                    context.charge(elements.len() as u64 / 256)?;
                    let found = elements.binary_search_by(|(other, _)| other.cmp(&added));
                    let elements = Arc::make_mut(elements);
                    match found {
                        Ok(at) => match elements[at].1.checked_add(times) {
                            Some(all) => elements[at].1 = all,
                            None => return context.error(value.span, "too many copies for a bag"),
                        },
                        Err(at) => elements.insert(at, (added, times)),
                    }
                }
                Value::Bag(_) => {}
                other => return context.kind(value.span, "a list, set or bag", other),
            }
            Ok(())
        })?;
        Ok(Then::Next)
    }

    #[inline(never)]
    pub(super) fn take_from(
        &mut self,
        place: &'p PlaceExpr,
        count: Option<&'p Expr>,
        value: &'p Expr,
        mark: usize,
    ) -> Evaluated<Then> {
        let ((times, taken, resolved), gathered) =
            self.apart(|context| Ok((context.times(count)?, context.eval(value)?, context.resolve(place)?)))?;
        self.change(&resolved, false, gathered, mark, |context, collection| {
            context.take(collection, &taken, times, value)
        })?;
        Ok(Then::Next)
    }

    /// Takes a value out of a collection; an error if it is not there so often.
    pub(super) fn take(&mut self, collection: &mut Value, taken: &Value, times: u32, by: &Expr) -> Evaluated<()> {
        let there = match collection {
            Value::List(elements) => {
                self.charge(elements.len() as u64 / 64)?;
                let there = elements.iter().filter(|element| *element == taken).take(times as usize).count();
                if there == times as usize && times > 0 {
                    let mut left = times;
                    Arc::make_mut(elements).retain(|element| {
                        let goes = left > 0 && element == taken;
                        left -= u32::from(goes);
                        !goes
                    });
                }
                u32::try_from(there).unwrap_or(u32::MAX)
            }
            Value::Set(elements) => {
                self.charge(elements.len() as u64 / 256)?;
                match elements.binary_search(taken) {
                    Ok(at) if times == 1 => {
                        Arc::make_mut(elements).remove(at);
                        1
                    }
                    Ok(_) => 1,
                    Err(_) => 0,
                }
            }
            Value::Bag(elements) => {
                self.charge(elements.len() as u64 / 256)?;
                match elements.binary_search_by(|(other, _)| other.cmp(taken)) {
                    Ok(at) => {
                        let there = elements[at].1;
                        if there > times {
                            Arc::make_mut(elements)[at].1 -= times;
                        } else if there == times {
                            Arc::make_mut(elements).remove(at);
                        }
                        there
                    }
                    Err(_) => 0,
                }
            }
            other => return self.kind(by.span, "a list, set or bag", other),
        };
        if there < times {
            let shown = self.show(taken);
            let message = match there {
                0 => format!("{shown} is not there"),
                _ => format!("{times} × {shown} are not there, only {there}"),
            };
            return self.error(by.span, message);
        }
        Ok(())
    }
}
