//! Values that were worked out within one step, so that nothing large is worked out twice: before the step ends, nothing changes.

use rustc_hash::FxHashMap;

use super::super::program::FunctionId;
use super::super::value::Value;
use super::context::Context;
use super::ended::Evaluated;
use super::record::observe::Observer;
use super::trace::What;

/// What takes fewer steps than this is sooner worked out again than kept.
pub(super) const WORTH: u64 = 256;

/// So many values are kept at once.
const MOST: usize = 10_000;

/// The values of functions, by their arguments.
#[derive(Debug)]
pub(super) struct Kept<T> {
    of: FxHashMap<FunctionId, FxHashMap<Box<[Value]>, Known<T>>>,
    count: usize,
}

/// A value that is known.
#[derive(Clone, Debug)]
pub(super) struct Known<T> {
    value: Value,
    /// On what it depends, and on what the arguments did that it was worked out with.
    tag: T,
    args: Box<[T]>,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self { of: FxHashMap::default(), count: 0 }
    }
}

impl<T> Kept<T> {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[cold]
    pub(super) fn clear(&mut self) {
        self.of.clear();
        self.count = 0;
    }
}

/// What was found of a value before it is worked out.
pub(super) enum Found {
    /// It is not kept.
    Nothing,
    /// It is this.
    Value(Value),
    /// It is kept, but what its arguments depend on was something else: so it is worked out again to say on what it depends, which
    /// costs nothing.
    Again,
}

impl<O: Observer> Context<'_, '_, O> {
    /// Whether the value of a function for the arguments from `base` on is kept.
    #[cold]
    pub(super) fn kept(&mut self, id: FunctionId, base: usize) -> Found {
        let params = base..base + self.program.functions[id.index()].params.len();
        let args = self.machine.locals.get(params.clone()).unwrap_or_default();
        let Some(known) = self.kept.of.get(&id).and_then(|of| of.get(args)) else { return Found::Nothing };
        if !O::ON {
            return Found::Value(known.value.clone());
        }
        if params.zip(&known.args).all(|(at, tag)| self.observer.local(at) == *tag) {
            let (value, tag) = (known.value.clone(), known.tag);
            self.observer.join(tag);
            return Found::Value(value);
        }
        Found::Again
    }

    /// Keeps the value of a function for the arguments from `base` on.
    #[cold]
    pub(super) fn keep(&mut self, id: FunctionId, base: usize, value: &Value, tag: O::Tag) {
        let params = base..base + self.program.functions[id.index()].params.len();
        let args = self.machine.locals.get(params.clone()).unwrap_or_default();
        if self.kept.count >= MOST || args.iter().any(|arg| matches!(arg, Value::Pool(_))) {
            return;
        }
        let args: Box<[Value]> = args.into();
        let tags = params.map(|at| self.observer.local(at)).collect();
        self.kept.count += 1;
        self.kept.of.entry(id).or_default().insert(args, Known { value: value.clone(), tag, args: tags });
    }

    /// Gives a value that was found without working it out.
    #[cold]
    pub(super) fn as_known(&mut self, id: FunctionId, base: usize, mark: usize, value: Value) -> Evaluated<Value> {
        self.charge(1)?;
        let function = &self.program.functions[id.index()];
        let params = base..base + function.params.len();
        if O::ON && !function.inner {
            let args = self.machine.locals.get(params.clone()).unwrap_or_default().to_vec();
            let what = What::Asked { function: id, args, result: Some(value.clone()) };
            self.observer.wrap(mark, what, function.point);
        }
        for arg in self.machine.locals.get_mut(params).unwrap_or_default() {
            *arg = Value::None;
        }
        Ok(value)
    }
}
