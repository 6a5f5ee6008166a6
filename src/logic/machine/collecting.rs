//! Raises and lowers numbers; puts values into collections and takes them out.

use std::sync::Arc;

use super::super::program::Arithmetic;
use super::super::syntax::ast::Span;
use super::super::value::Value;
use super::arithmetic;
use super::code::{Change, Put, Read, Routine};
use super::context::Context;
use super::ended::Evaluated;
use super::place::Root;
use super::record::observe::Observer;

impl<'a, O: Observer> Context<'a, '_, O> {
    #[inline]
    pub(super) fn raise_or_lower(&mut self, routine: &'a Routine, change: &Change) -> Evaluated<()> {
        let Change { up, by, place, check, removing_at } = change;
        let up = *up;
        let limit = removing_at.as_ref().map(|limit| self.read(routine, limit)).transpose()?;
        let by_value = self.read(routine, by)?;
        let resolved = self.resolve(routine, place)?;
        if !O::ON
            && limit.is_none()
            && let Value::Number(by_value) = by_value
            && let Some(by) = if up { Some(by_value) } else { by_value.checked_neg() }
            && self.change_number(&resolved, by, check.as_ref())
        {
            return Ok(());
        }
        let gathered = self.gathered();
        let mark = self.mark;
        let operator = if up { Arithmetic::Add } else { Arithmetic::Subtract };
        let root = resolved.root;
        let mut removes = false;
        self.change(&resolved, false, gathered, mark, |context, old| {
            let new = arithmetic::calculate(operator, old, &by_value)
                .or_else(|failure| context.no_number(by.span[0], failure))?;
            removes = limit.as_ref().is_some_and(|limit| {
                let order = arithmetic::order(&new, limit);
                if up { order.is_ge() } else { order.is_le() }
            });
            if let (Some(ty), false) = (check, removes) {
                context.fits_place(&new, ty, root, by)?;
            }
            *old = new;
            Ok(())
        })?;
        if removes {
            let Root::Field(entity, ..) = root else { return self.error(by.span[0], "only a thing can be removed") };
            let mark = self.observer.mark();
            // The removal depends on the field as it now is.
            let gathered = if let Root::Field(entity, _, field) = root {
                self.observer.union(gathered, self.observer.field(entity, field))
            } else {
                gathered
            };
            self.remove(entity, gathered, mark)?;
        }
        Ok(())
    }

    /// How many times something is put in or taken out.
    fn times(&mut self, routine: &'a Routine, count: Option<&Read>) -> Evaluated<u32> {
        let Some(count) = count else { return Ok(1) };
        let number = self.number(routine, count)?;
        match u32::try_from(number) {
            Ok(number) => Ok(number),
            Err(_) => self.error(count.span[0], format!("{number} is no number of things")),
        }
    }

    #[inline(never)]
    pub(super) fn add_to(&mut self, routine: &'a Routine, put: &Put) -> Evaluated<()> {
        let times = self.times(routine, put.count.as_ref())?;
        let added = self.read(routine, &put.value)?;
        let resolved = self.resolve(routine, &put.place)?;
        let gathered = self.gathered();
        let span = put.value.span[0];
        if let Some(element) = put.check.as_ref().and_then(|ty| ty.without_none().element()) {
            self.fits_place(&added, element, resolved.root, &put.value)?;
        }
        // Counted before the change, which takes the collection out of its place.
        self.grow_by(std::slice::from_ref(&added))?;
        if let Some(Value::List(_)) = self.look(&resolved) {
            self.grow(u64::from(times))?;
        }
        self.change(&resolved, false, gathered, self.mark, |context, collection| {
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
                            None => return context.error(span, "too many copies for a bag"),
                        },
                        Err(at) => elements.insert(at, (added, times)),
                    }
                }
                Value::Bag(_) => {}
                other => return context.kind(span, "a list, set or bag", other),
            }
            Ok(())
        })?;
        Ok(())
    }

    #[inline(never)]
    pub(super) fn take_from(&mut self, routine: &'a Routine, put: &Put) -> Evaluated<()> {
        let times = self.times(routine, put.count.as_ref())?;
        let taken = self.read(routine, &put.value)?;
        let resolved = self.resolve(routine, &put.place)?;
        let gathered = self.gathered();
        self.change(&resolved, false, gathered, self.mark, |context, collection| {
            context.take(collection, &taken, times, put.value.span[0])
        })
    }

    /// Takes a value out of a collection; an error if it is not there so often.
    pub(super) fn take(&mut self, collection: &mut Value, taken: &Value, times: u32, by: Span) -> Evaluated<()> {
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
            Value::Map(entries) => {
                self.charge(entries.len() as u64 / 256)?;
                match entries.binary_search_by(|(key, _)| key.cmp(taken)) {
                    Ok(at) => {
                        Arc::make_mut(entries).remove(at);
                        times
                    }
                    Err(_) => 0,
                }
            }
            other => return self.kind(by, "a list, set, bag or map", other),
        };
        if there < times {
            let shown = self.show(taken);
            let message = match there {
                0 => format!("{shown} is not there"),
                _ => format!("{times} × {shown} are not there, only {there}"),
            };
            return self.error(by, message);
        }
        Ok(())
    }
}
