//! Finds what assumptions supply in the place of what the document does not hold.

use super::super::program::{Assumed, AssumedBody, Assumption, GraphTables, ProcedureId};
use super::super::value::Value;
use super::code::Routine;
use super::context::Context;
use super::ended::Evaluated;
use super::record::observe::Observer;
use super::trace::What;

impl<'a, 'p, O: Observer> Context<'a, 'p, O> {
    /// The value that active assumptions supply for the function being asked; its arguments are the first locals from its base.
    pub(super) fn supplied(&mut self, target: Assumed) -> Evaluated<Option<Value>> {
        let params = self.function.map_or(0, |id| self.program.functions[id.index()].params.len());
        let mut found: Option<(Value, &'p Assumption)> = None;
        for (set, part) in self.active(target) {
            let assumption = self.assumption(set, part);
            let AssumedBody::Expr(_) = &assumption.body else { continue };
            let mark = self.observer.mark();
            let args = self.base..self.base + params;
            let value = self
                .with_args(args, (set, part), |context, routine| context.piece(routine, routine.part(1)).map(Some))?;
            let Some(value) = value else { continue };
            self.used(set, assumption);
            if O::ON {
                self.observer.wrap(mark, What::Assumed { set }, assumption.point);
            }
            match &found {
                Some((other, by)) if *other != value => {
                    let message = format!(
                        "{} and {} both supply this: {} and {}",
                        self.named(by.point),
                        self.named(assumption.point),
                        self.show(other),
                        self.show(&value),
                    );
                    return Err(self.mistake(self.here(), message, Some("use only one of these assumption sets")));
                }
                Some(_) => {}
                None => found = Some((value, assumption)),
            }
        }
        Ok(found.map(|(value, _)| value))
    }

    /// The assumption (set and part) whose code runs in the place of an external procedure; the arguments are the last locals,
    /// from `base` on.
    pub(super) fn supplied_code(&mut self, procedure: ProcedureId, base: usize) -> Evaluated<Option<(usize, usize)>> {
        let params = self.program.procedures[procedure.index()].params.len();
        let mut found = None;
        for (set, part) in self.active(Assumed::Procedure(procedure)) {
            let assumption = self.assumption(set, part);
            if !matches!(assumption.body, AssumedBody::Code { .. }) {
                continue;
            }
            if self.with_args(base..base + params, (set, part), |_, _| Ok(Some(())))?.is_none() {
                continue;
            }
            if let Some((set, part)) = found {
                let other = self.assumption(set, part);
                let message =
                    format!("{} and {} both supply this", self.named(other.point), self.named(assumption.point));
                return Err(self.mistake(self.here(), message, Some("use only one of these assumption sets")));
            }
            found = Some((set, part));
        }
        if let Some((set, part)) = found {
            self.used(set, self.assumption(set, part));
        }
        Ok(found)
    }

    /// The tables that an active assumption supplies for an external graph.
    pub(super) fn supplied_graph(&mut self, target: Assumed) -> Evaluated<Option<GraphTables>> {
        let mut found: Option<(GraphTables, &'p Assumption)> = None;
        for (set, part) in self.active(target) {
            let assumption = self.assumption(set, part);
            let AssumedBody::Graph(tables) = &assumption.body else { continue };
            if self.with_args(0..0, (set, part), |_, _| Ok(Some(())))?.is_none() {
                continue;
            }
            self.used(set, assumption);
            match &found {
                Some((other, by)) if (other.areas, other.links) != (tables.areas, tables.links) => {
                    let message =
                        format!("{} and {} both supply this graph", self.named(by.point), self.named(assumption.point));
                    return Err(self.mistake(self.here(), message, Some("use only one of these assumption sets")));
                }
                Some(_) => {}
                None => found = Some((*tables, assumption)),
            }
        }
        Ok(found.map(|(tables, _)| tables))
    }

    /// The parts of active sets that supply this.
    fn active(&self, target: Assumed) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        for (n, &set) in self.setting.assumed.iter().enumerate() {
            let Some(parts) = self.program.assumptions.get(set).map(|set| &set.parts) else { continue };
            // A set that is named twice counts once.
            if !self.setting.assumed[..n].contains(&set) {
                all.extend((0..parts.len()).filter(|part| parts[*part].target == target).map(|part| (set, part)));
            }
        }
        all
    }

    fn assumption(&self, set: usize, part: usize) -> &'p Assumption {
        &self.program.assumptions[set].parts[part]
    }

    fn used(&mut self, set: usize, assumption: &'p Assumption) {
        self.observer.assumed(set);
        self.note(assumption.point);
    }

    /// Evaluates in slots of its own, which begin with copies of the arguments; nothing if the assumption's `when` does not hold.
    fn with_args<T>(
        &mut self,
        args: std::ops::Range<usize>,
        (set, part): (usize, usize),
        eval: impl FnOnce(&mut Self, &'a Routine) -> Evaluated<Option<T>>,
    ) -> Evaluated<Option<T>> {
        self.charge(1)?;
        let assumption = self.assumption(set, part);
        let routine = self.code.assumption(self.program, set, part);
        let base = self.machine.locals.len();
        self.observer.resize(base + args.len());
        for (n, arg) in args.clone().enumerate() {
            let value = self.machine.locals.get(arg).cloned().unwrap_or(Value::None);
            self.machine.locals.push(value);
            self.observer.set_local(base + n, self.observer.local(arg));
        }
        self.reserve(base + args.len().max(routine.registers));
        let outer = (self.base, self.point);
        (self.base, self.point) = (base, assumption.point);
        let result = match self.condition(routine, routine.part(0)) {
            Ok(true) => eval(self, routine),
            Ok(false) => Ok(None),
            Err(halt) => Err(halt),
        };
        (self.base, self.point) = outer;
        let result = result?;
        self.machine.locals.truncate(base);
        self.observer.resize(base);
        Ok(result)
    }
}
