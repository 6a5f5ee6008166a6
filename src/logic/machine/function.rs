//! Asks functions: values, modifiers, permissions, tables, judgements.

use std::sync::Arc;

use super::super::program::{
    Arithmetic, Assumed, Clause, Contribution, Exception, Expr, Function, FunctionId, FunctionKind, NameId, PointId,
    Row, Source, Test,
};
use super::super::types::{Interval, Type};
use super::super::value::Value;
use super::arithmetic;
use super::code::{Piece, Routine};
use super::context::Context;
use super::ended::{Ended, Evaluated, Halt};
use super::kept::{Found, WORTH};
use super::record::observe::Observer;
use super::supposing::Stands;
use super::trace::What;

impl<'a, 'p, O: Observer> Context<'a, 'p, O> {
    /// Asks a function whose arguments are in registers from `base` on; they are gone afterwards.
    pub(super) fn invoke(&mut self, id: FunctionId, base: usize, mark: usize) -> Evaluated<Value> {
        let mut id = id;
        if !self.supposed.is_empty() || !self.setting.given.is_empty() {
            match self.supposed_of(id, base) {
                Stands::Function(other) => id = other,
                Stands::Value(value) => return self.as_known(id, base, mark, value),
                Stands::Given(value) => {
                    let given = self.observer.mark();
                    self.observer.wrap(given, What::Given, self.program.functions[id.index()].point);
                    return self.as_known(id, base, mark, value);
                }
                Stands::Worked(at) => return self.worked_out(at, id, base, mark),
            }
        }
        let function = &self.program.functions[id.index()];
        let mut again = false;
        if !self.kept.is_empty() {
            match self.kept(id, base) {
                Found::Value(value) => return self.as_known(id, base, mark, value),
                Found::Again => again = true,
                Found::Nothing => {}
            }
        }
        let routine = self.code.function(self.program, id);
        self.charge(1)?;
        let before = self.machine.steps;
        let gathered = self.observer.swap(O::Tag::default());
        let params = base..base + function.params.len();
        let args = if O::ON { self.machine.locals[params.clone()].to_vec() } else { Vec::new() };
        self.reserve(base + routine.registers);
        let outer = (self.base, self.point, self.function);
        (self.base, self.point, self.function) = (base, function.point, Some(id));
        self.observer.hit(function.point);
        let result = match &function.kind {
            // What most functions are: nothing can except the base.
            FunctionKind::Value { base: Clause { point, body: Source::Here(_) }, exceptions }
                if !O::ON && exceptions.is_empty() =>
            {
                self.point = *point;
                self.piece(routine, routine.part(0))
            }
            _ => self.decide(id, function, routine),
        };
        let tag = self.observer.swap(gathered);
        self.observer.join(tag);
        if O::ON {
            let result = result.as_ref().ok().cloned();
            if !function.inner {
                self.observer.wrap(mark, What::Asked { function: id, args, result }, function.point);
            }
        }
        let used = self.machine.steps - before;
        if used >= WORTH
            && let Ok(value) = &result
        {
            self.keep(id, base, value, tag);
        }
        if again {
            self.machine.steps = before;
            self.again = self.again.saturating_add(used);
            if self.again > self.setting.budget.steps {
                self.charge(self.setting.budget.steps)?;
            }
        }
        (self.base, self.point, self.function) = outer;
        for arg in self.machine.locals.get_mut(params).unwrap_or_default() {
            *arg = Value::None;
        }
        result
    }

    fn decide(&mut self, id: FunctionId, function: &'p Function, routine: &'a Routine) -> Evaluated<Value> {
        match &function.kind {
            FunctionKind::Value { base, exceptions } => self.decide_value(id, (function, routine), base, exceptions),
            FunctionKind::Modifier { contributions, .. } => self.add_up(id, (function, routine), contributions),
            FunctionKind::Permission { allowed, contributions } => {
                self.permit(id, (function, routine), *allowed, contributions)
            }
            FunctionKind::Table { outputs, rows } => self.look_up(id, (function, routine), outputs.len(), rows),
            FunctionKind::Judgement => {
                let Some(value) = self.setting.judgements.get(&function.name) else {
                    return self.missing(None, function.point);
                };
                let value = value.clone();
                self.fits(&value, &function.result, Some(self.program.name(function.name)), self.here())?;
                self.note(function.point);
                if O::ON {
                    let mark = self.observer.mark();
                    self.observer.wrap(mark, What::Judged { value: value.clone() }, function.point);
                }
                Ok(value)
            }
        }
    }

    /// Something external that nobody supplied.
    #[cold]
    pub(super) fn missing<T>(&mut self, source: Option<&str>, point: PointId) -> Evaluated<T> {
        let source = source.map(str::to_owned);
        if O::ON {
            let mark = self.observer.mark();
            self.observer.wrap(mark, What::Missing { source: source.clone() }, point);
        }
        Err(Box::new(Halt::Ended(Ended::Undetermined { source, point })))
    }

    fn decide_value(
        &mut self,
        id: FunctionId,
        (function, routine): (&'p Function, &'a Routine),
        base: &'p Clause,
        exceptions: &'p [Exception],
    ) -> Evaluated<Value> {
        let mut applying: Vec<usize> = Vec::new();
        for (n, exception) in exceptions.iter().enumerate() {
            if self.applies(routine, exception.point, routine.part(1 + 2 * n))? {
                applying.push(n);
            }
        }
        let mut excepted: Vec<bool> = Vec::new();
        // What is taken back by one that stands above it excepts nothing.
        let takes = applying.iter().any(|n| exceptions[*n].body.is_none());
        let mut ranked = Vec::new();
        if takes {
            ranked.clone_from(&applying);
            ranked.sort_by_key(|n| std::cmp::Reverse(exceptions[*n].rank));
        }
        for &n in if takes { &ranked } else { &applying } {
            if takes && excepted.get(n).copied().unwrap_or(false) {
                continue;
            }
            let others = &exceptions[n].excepts;
            // Few cost nothing beside the exception itself; thousands are work of their own.
            self.charge(others.len() as u64 / 32)?;
            for other in others {
                if excepted.is_empty() {
                    excepted.resize(exceptions.len(), false);
                }
                if let Some(it) = excepted.get_mut(usize::from(*other)) {
                    *it = true;
                }
            }
        }
        let excepted = |n: usize| excepted.get(n).copied().unwrap_or(false);
        let mut decided: Option<(Value, PointId)> = None;
        for &n in &applying {
            let exception = &exceptions[n];
            if excepted(n) {
                self.unused(exception.point, |label| What::Excepted { label });
                continue;
            }
            let Some(body) = &exception.body else {
                let takes = exception.excepts.iter().any(|other| applying.binary_search(&usize::from(*other)).is_ok());
                if takes {
                    let mark = self.observer.mark();
                    self.applied(mark, exception.point, &Value::yes_no(true));
                } else {
                    self.unused(exception.point, |label| What::NotApplied { label });
                }
                continue;
            };
            let value = {
                let index = u16::try_from(n).unwrap_or(u16::MAX);
                let body = (body, routine.part(2 + 2 * n));
                self.clause(routine, Assumed::Contribution(id, index), exception.point, body)?
            };
            match &decided {
                Some((other, by)) if *other != value => {
                    let message = format!(
                        "{} and {} both decide {}{}: {} and {}",
                        self.named(*by),
                        self.named(exception.point),
                        self.named(function.point),
                        self.case(function),
                        self.show(other),
                        self.show(&value),
                    );
                    let help = "say which one excepts the other";
                    let mut mistake = self.mistake(self.here(), message, Some(help));
                    if let Halt::Ended(Ended::Error(error)) = &mut *mistake {
                        error.also = Some(*by);
                    }
                    return Err(mistake);
                }
                Some(_) => {}
                None => decided = Some((value, exception.point)),
            }
        }
        match decided {
            Some((value, _)) => Ok(value),
            None => self.clause(routine, Assumed::Function(id), base.point, (&base.body, routine.part(0))),
        }
    }

    /// " for (ports: 3)": the arguments of the function being asked.
    fn case(&self, function: &Function) -> String {
        if function.params.is_empty() {
            return String::new();
        }
        let values = self.machine.locals.get(self.base..).unwrap_or_default();
        let both = function.params.iter().zip(values);
        let shown: Vec<String> =
            both.map(|(param, value)| format!("{}: {}", self.program.name(param.name), self.show(value))).collect();
        format!(" for ({})", shown.join(", "))
    }

    /// Whether an exception or contribution applies.
    fn applies(&mut self, routine: &'a Routine, point: PointId, when: &'a Piece) -> Evaluated<bool> {
        self.charge(1)?;
        self.point = point;
        let applies = self.condition(routine, when)?;
        if !applies {
            self.unused(point, |label| What::NotApplied { label });
        }
        Ok(applies)
    }

    /// Something was looked at and does not decide.
    fn unused(&mut self, point: PointId, what: impl FnOnce(Option<NameId>) -> What) {
        if O::ON {
            self.observer.considered(point);
            let mark = self.observer.mark();
            self.observer.wrap(mark, what(self.program.point(point).label), point);
        }
    }

    /// What a clause gives, here or supplied.
    fn clause(
        &mut self,
        routine: &'a Routine,
        target: Assumed,
        point: PointId,
        (body, piece): (&'p Source<Expr>, &'a Piece),
    ) -> Evaluated<Value> {
        let mark = self.observer.mark();
        self.point = point;
        let value = match body {
            Source::Here(_) => self.piece(routine, piece)?,
            Source::Missing(source) => match self.supplied(target)? {
                Some(value) => value,
                None => return self.missing(source.as_deref(), point),
            },
        };
        self.applied(mark, point, &value);
        Ok(value)
    }

    fn applied(&mut self, mark: usize, point: PointId, value: &Value) {
        self.note(point);
        if O::ON {
            let label = self.program.point(point).label;
            self.observer.wrap(mark, What::Applied { label, value: value.clone() }, point);
        }
    }

    fn add_up(
        &mut self,
        id: FunctionId,
        (function, routine): (&'p Function, &'a Routine),
        contributions: &'p [Contribution],
    ) -> Evaluated<Value> {
        self.note(function.point);
        let mut total = Value::Number(0);
        let mut missing: Option<(Option<&str>, PointId)> = None;
        for (n, contribution) in (0u16..).zip(contributions) {
            let at = 2 + 2 * usize::from(n);
            if !self.applies(routine, contribution.point, routine.part(at))? {
                continue;
            }
            let mark = self.observer.mark();
            let value = match &contribution.body {
                Source::Here(_) => self.piece(routine, routine.part(at + 1))?,
                Source::Missing(source) => {
                    let Some(value) = self.supplied(Assumed::Contribution(id, n))? else {
                        missing = missing.or(Some((source.as_deref(), contribution.point)));
                        continue;
                    };
                    value
                }
            };
            self.applied(mark, contribution.point, &value);
            let span = self.here();
            total = arithmetic::calculate(Arithmetic::Add, &total, &value)
                .or_else(|failure| self.no_number(span, failure))?;
        }
        if let Some((source, point)) = missing {
            return self.missing(source, point);
        }
        self.point = function.point;
        for (limit, greatest) in [(routine.part(1), true), (routine.part(0), false)] {
            if matches!(limit, Piece::Nothing) {
                continue;
            }
            let limit = self.piece(routine, limit)?;
            let order = arithmetic::order(&total, &limit);
            if if greatest { order.is_gt() } else { order.is_lt() } {
                if O::ON {
                    let mark = self.observer.mark();
                    let what = What::Capped { from: total, to: limit.clone() };
                    self.observer.wrap(mark, what, function.point);
                }
                total = limit;
            }
        }
        if !function.making.is_nothing() {
            let range = if let Type::Number(range) = function.result.without_none() { *range } else { Interval::ALL };
            let span = self.here();
            total =
                arithmetic::made(function.making, range, &total).or_else(|failure| self.no_number(span, failure))?;
        }
        // Each part is a number of its own; what the head promises is promised of the sum.
        self.fits(&total, &function.result, Some(self.program.name(function.name)), self.here())?;
        Ok(total)
    }

    fn permit(
        &mut self,
        id: FunctionId,
        (function, routine): (&'p Function, &'a Routine),
        allowed: bool,
        contributions: &'p [Contribution],
    ) -> Evaluated<Value> {
        let mut held = false;
        let mut missing: Option<(Option<&str>, PointId)> = None;
        let parts = |n: u16| (routine.part(2 * usize::from(n)), routine.part(2 * usize::from(n) + 1));
        for (n, contribution) in (0u16..).zip(contributions) {
            if let Source::Here(_) = &contribution.body {
                let (when, body) = parts(n);
                let case =
                    self.case_holds(routine, contribution, when, |context| context.condition(routine, body).map(Some))?;
                held |= case.unwrap_or(false);
            }
        }
        // What is left to another document matters only where this one does not decide.
        for (n, contribution) in (0u16..).zip(contributions) {
            let Source::Missing(source) = &contribution.body else { continue };
            if held {
                break;
            }
            let case = self.case_holds(routine, contribution, parts(n).0, |context| {
                match context.supplied(Assumed::Contribution(id, n))? {
                    None => Ok(None),
                    Some(Value::YesNo(held)) => Ok(Some(held.is_yes())),
                    Some(other) => context.kind(context.here(), "yes or no", &other),
                }
            })?;
            match case {
                Some(case) => held = case,
                None => missing = missing.or(Some((source.as_deref(), contribution.point))),
            }
        }
        match missing {
            Some((source, point)) if !held => self.missing(source, point),
            _ => {
                if !held {
                    self.note(function.point);
                }
                Ok(Value::yes_no(allowed != held))
            }
        }
    }

    /// Whether a case of a permission holds; `None` if nobody knows.
    fn case_holds(
        &mut self,
        routine: &'a Routine,
        contribution: &'p Contribution,
        when: &'a Piece,
        condition: impl FnOnce(&mut Self) -> Evaluated<Option<bool>>,
    ) -> Evaluated<Option<bool>> {
        if !self.applies(routine, contribution.point, when)? {
            return Ok(Some(false));
        }
        let mark = self.observer.mark();
        let held = condition(self)?;
        match held {
            Some(true) => self.applied(mark, contribution.point, &Value::yes_no(true)),
            Some(false) if O::ON => {
                self.observer.considered(contribution.point);
                let label = self.program.point(contribution.point).label;
                self.observer.wrap(mark, What::NotApplied { label }, contribution.point);
            }
            _ => {}
        }
        Ok(held)
    }

    fn look_up(
        &mut self,
        id: FunctionId,
        (function, routine): (&'p Function, &'a Routine),
        outputs: usize,
        rows: &'p [Row],
    ) -> Evaluated<Value> {
        let params = function.params.len();
        self.charge(rows.len() as u64 / 16)?;
        let args = self.machine.locals.get(self.base..self.base + params).unwrap_or_default();
        let mut deciding: Option<(usize, &'p Row)> = None;
        let mut second: Option<&'p Row> = None;
        for (n, row) in rows.iter().enumerate() {
            if row.inputs.iter().zip(args).all(|(test, value)| passes(test, value)) {
                match deciding {
                    None => deciding = Some((n, row)),
                    Some(_) => second = Some(row),
                }
            }
        }
        let span = self.here();
        let Some((number, row)) = deciding else {
            return self.error(span, format!("no row of {} holds{}", self.named(function.point), self.case(function)));
        };
        if second.is_some() {
            let table = self.named(function.point);
            return self.error(span, format!("more than one row of {table} holds{}", self.case(function)));
        }
        if O::ON {
            for column in 0..params {
                if rows.iter().any(|row| row.inputs.get(column).is_some_and(|test| *test != Test::Any)) {
                    self.observer.join(self.observer.local(self.base + column));
                }
            }
        }
        let mark = self.observer.mark();
        self.point = row.point;
        let mut cells = Vec::with_capacity(outputs);
        let mut supplied: Option<Value> = None;
        for (n, cell) in row.outputs.iter().enumerate() {
            let value = match cell {
                Source::Here(_) => self.piece(routine, routine.part(number * outputs + n))?,
                Source::Missing(source) => {
                    if supplied.is_none() {
                        supplied = self.supplied(Assumed::Function(id))?;
                    }
                    match &supplied {
                        None => return self.missing(source.as_deref(), row.point),
                        Some(Value::Record(fields)) if outputs > 1 && n < fields.len() => fields[n].clone(),
                        Some(value) => value.clone(),
                    }
                }
            };
            cells.push(value);
        }
        let value = match cells.pop() {
            Some(only) if outputs == 1 && cells.is_empty() => only,
            Some(last) => {
                cells.push(last);
                Value::Record(Arc::new(cells))
            }
            None => return self.error(span, "this row gives nothing"),
        };
        self.note(row.point);
        if O::ON {
            self.observer.wrap(mark, What::Row { value: value.clone() }, row.point);
        }
        Ok(value)
    }
}

fn passes(test: &Test, value: &Value) -> bool {
    match test {
        Test::Any => true,
        Test::Numbers(intervals, none) => match value {
            Value::Number(number) => intervals.iter().any(|interval| interval.contains(*number)),
            Value::None => *none,
            _ => false,
        },
        Test::Values(values) => values.binary_search(value).is_ok(),
        Test::Others(values) => values.binary_search(value).is_err(),
    }
}
