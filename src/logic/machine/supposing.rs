//! What something would be if something else were otherwise.

use super::super::program::FunctionId;
use super::super::value::{Entity, Value};
use super::code::{Piece, Routine, Supposed, Supposing};
use super::context::Context;
use super::ended::Evaluated;
use super::record::observe::Observer;
use super::trace::{Otherwise, What};

/// What a function is taken to be, while something is evaluated.
#[derive(Clone, Debug)]
pub(super) enum Taken {
    /// It gives this: for all arguments, or for these.
    Value(FunctionId, Option<Vec<Value>>, Value),
    /// It gives what another does, which knows these besides its arguments.
    By(FunctionId, FunctionId, Vec<Value>),
    /// Another stands in its place.
    Other(FunctionId, FunctionId),
}

/// What stands in the place of a function.
pub(super) enum Stands {
    /// This function.
    Function(FunctionId),
    /// This value, which is supposed.
    Value(Value),
    /// This value, which is given from outside.
    Given(Value),
    /// What a supposition works out: its place among all.
    Worked(usize),
}

impl<'a, O: Observer> Context<'a, '_, O> {
    /// Evaluates something while something else is otherwise. All is as it was afterwards, however it ended.
    #[inline(never)]
    pub(super) fn suppose(&mut self, routine: &'a Routine, supposing: &'a Supposing) -> Evaluated<Value> {
        let mark = self.observer.mark();
        let (told, result) = match &supposing.what {
            Supposed::State(state, value) => {
                let value = self.read(routine, value)?;
                let before = self.holds(state.index(), Some(value.clone()));
                let result = self.supposedly(routine, &supposing.of);
                self.holds(state.index(), before);
                ((Otherwise::State(*state), Some(value)), result)
            }
            Supposed::Field(thing, field, value) => {
                let thing = self.read(routine, thing)?;
                let value = self.read(routine, value)?;
                let Value::Entity(entity) = thing else { return self.kind(self.here(), "a thing", &thing) };
                let Some(ty) = self.machine.world.thing(entity).map(|thing| thing.ty) else {
                    return self.removed(entity, None, self.here());
                };
                let before = self.field_holds(entity, *field, value.clone());
                let result = self.supposedly(routine, &supposing.of);
                self.field_holds(entity, *field, before);
                ((Otherwise::Field(ty, *field), Some(value)), result)
            }
            Supposed::Function(id, args, value) => {
                let value = self.read(routine, value)?;
                let args = match args {
                    Some(args) => {
                        Some(args.iter().map(|arg| self.read(routine, arg)).collect::<Evaluated<Vec<Value>>>()?)
                    }
                    None => None,
                };
                let result = self.taking(Taken::Value(*id, args, value.clone()), routine, &supposing.of);
                ((Otherwise::Function(*id), Some(value)), result)
            }
            Supposed::By(of, by, known) => {
                let known = known.iter().map(|one| self.read(routine, one)).collect::<Evaluated<Vec<Value>>>()?;
                let result = self.taking(Taken::By(*of, *by, known), routine, &supposing.of);
                ((Otherwise::Each(*of), None), result)
            }
            Supposed::Without(from, to, part) => {
                let result = self.taking(Taken::Other(*from, *to), routine, &supposing.of);
                ((Otherwise::Part(*part), None), result)
            }
        };
        let result = result?;
        if O::ON {
            let (of, value) = told;
            self.observer.wrap(mark, What::Supposed { of, value, result: result.clone() }, self.point);
        }
        Ok(result)
    }

    /// Evaluates something while a function is taken to be otherwise.
    fn taking(&mut self, taken: Taken, routine: &'a Routine, of: &'a Piece) -> Evaluated<Value> {
        self.supposed.push(taken);
        let result = self.supposedly(routine, of);
        self.supposed.pop();
        result
    }

    /// Evaluates something where what was worked out before does not hold.
    fn supposedly(&mut self, routine: &'a Routine, of: &'a Piece) -> Evaluated<Value> {
        let kept = std::mem::take(&mut self.kept);
        let result = self.piece(routine, of);
        self.kept = kept;
        result
    }

    fn holds(&mut self, state: usize, value: Option<Value>) -> Option<Value> {
        self.machine.world.states.get_mut(state).and_then(|held| std::mem::replace(held, value))
    }

    fn field_holds(&mut self, entity: Entity, field: u16, value: Value) -> Value {
        let thing = self.machine.world.things.get_mut(entity.index()).and_then(Option::as_mut);
        match thing.and_then(|thing| thing.field_mut(field)) {
            Some(held) => std::mem::replace(held, value),
            None => Value::None,
        }
    }

    /// What stands in the place of a function that is asked with the arguments from `base` on, and what it is taken to give.
    #[cold]
    pub(super) fn supposed_of(&self, id: FunctionId, base: usize) -> Stands {
        let count = self.program.functions[id.index()].params.len();
        let args = self.machine.locals.get(base..base + count).unwrap_or_default();
        // What was supposed last, and so furthest within, counts first.
        for (at, taken) in self.supposed.iter().enumerate().rev() {
            match taken {
                Taken::Value(of, wanted, value)
                    if *of == id && wanted.as_ref().is_none_or(|wanted| wanted.as_slice() == args) =>
                {
                    return Stands::Value(value.clone());
                }
                Taken::By(of, ..) if *of == id => return Stands::Worked(at),
                Taken::Other(of, to) if *of == id => return Stands::Function(*to),
                _ => {}
            }
        }
        match self.setting.given.iter().find(|given| given.is_of(id, args)) {
            Some(given) => Stands::Given(given.value.clone()),
            None => Stands::Function(id),
        }
    }

    /// Works out what a function is taken to give for the arguments from `base` on, as things are without that supposition.
    #[cold]
    pub(super) fn worked_out(&mut self, at: usize, id: FunctionId, base: usize, mark: usize) -> Evaluated<Value> {
        let Some(Taken::By(_, by, known)) = self.supposed.get(at) else {
            return self.error(self.here(), "this cannot be evaluated");
        };
        let (by, known) = (*by, known.clone());
        let function = &self.program.functions[id.index()];
        let first = base + function.params.len();
        let args = if O::ON { self.machine.locals[base..first].to_vec() } else { Vec::new() };
        self.reserve(first + known.len());
        for (at, value) in (first..).zip(known) {
            self.machine.locals[at] = value;
            self.observer.set_local(at, O::Tag::default());
        }
        let later = self.supposed.split_off(at);
        let kept = std::mem::take(&mut self.kept);
        let result = self.invoke(by, base, mark);
        self.kept = kept;
        self.supposed.extend(later);
        let value = result?;
        if O::ON && !function.inner {
            let what = What::Asked { function: id, args, result: Some(value.clone()) };
            self.observer.wrap(mark, what, function.point);
        }
        Ok(value)
    }
}
