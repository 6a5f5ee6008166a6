//! Statements: each becomes steps of the procedure.

use super::decks::card_of;
use super::expressions::{local, make};
use super::hidden::{by_one, some_left};
use super::joined::label_of;
use super::scope::{Body, LocalKind, Loop, Region};
use super::selections::{Selected, least};
use super::touched::Does;
use super::{Definition, Global, Run, Together};
use crate::diagnostic::codes;
use crate::logic::program::{
    Arithmetic, Expr, ExprKind, Field, Guard, Op, OpKind, PlaceExpr, PointId, PointKind, Selection, Slot, StateId,
};
use crate::logic::syntax::ast::{self, Argument, End, Joining, Name, Source, Span, Statement, StatementKind};
use crate::logic::syntax::print;
use crate::logic::types::{Interval, Making, Type};
use crate::logic::value::Value;

impl Body<'_, '_> {
    /// The statements of a block; names made in it are forgotten behind it.
    pub(super) fn statements(&mut self, statements: &[Statement]) {
        let mark = self.locals.len();
        for statement in statements {
            match label_of(statement).and_then(|label| self.steps.get(label).cloned()) {
                Some(around) => {
                    let rules: Vec<Does> = around.all().map(Does::Rule).collect();
                    self.forget_done(&rules);
                    self.joined_step(statement, &around);
                    self.forget_done(&rules);
                }
                None => self.statement(statement),
            }
        }
        // Outputs and parameters were made before the first block.
        self.leave(mark);
    }

    pub(super) fn statement(&mut self, statement: &Statement) {
        let point = self.point(PointKind::Statement, statement.span);
        match &statement.kind {
            StatementKind::Nothing => {}
            StatementKind::Let(name, Some(written), value) => {
                let ty = self.compiler.resolve(self.block, written);
                let making = self.compiler.making_of(written);
                let value = self.expr_made(value, &ty, making, &format!("`{}`", name.text));
                let slot = self.declare(name, ty, LocalKind::Made);
                if let Some(local) = self.local(&name.text) {
                    local.making = making;
                }
                self.store_local(slot);
                self.push(OpKind::Let(slot, value), point);
            }
            StatementKind::Let(name, None, value) => {
                let value = self.expr(value);
                let ty = value.ty.clone();
                let ty = if self.stored.contains(&name.text) { self.widen(ty) } else { ty };
                let slot = self.declare(name, ty, LocalKind::Made);
                self.store_local(slot);
                self.push(OpKind::Let(slot, value), point);
            }
            StatementKind::Set(place, value) => {
                if let Some((target, ty)) = self.place(place) {
                    let making = self.making_at(&target);
                    let value = self.expr_made(value, &ty, making, &written(place));
                    self.note(&target);
                    let holds = value.ty.clone();
                    self.push(OpKind::Store(target, value, Guard { check: None }), point);
                    self.forget(&statement.kind);
                    self.holds(place, &ty, &holds);
                } else {
                    self.expr(value);
                }
            }
            StatementKind::Change { place, up, by, removing_at } => {
                self.change(place, *up, by, removing_at.as_ref(), point);
            }
            StatementKind::Add { count, value, place, end } => {
                self.add(count.as_ref(), value, (place, *end), true, point);
            }
            StatementKind::RemoveFrom { count, value, place } => {
                self.add(count.as_ref(), value, (place, None), false, point);
            }
            StatementKind::Remove(entity) => {
                if let Some((entity, ty)) = self.entity(entity) {
                    self.push(OpKind::Remove(entity, ty), point);
                }
            }
            StatementKind::Create(ty, fields, name) => self.create(ty, fields, name, point),
            StatementKind::Roll { count, sides, name } => self.roll(count.as_ref(), *sides, name, point),
            StatementKind::Draw { .. } => self.draw(&statement.kind, point),
            StatementKind::Pick { source, otherwise } => {
                self.no_order(source);
                let Selected { selection: from, told, .. } = self.source(source, LocalKind::Made);
                self.store_local(from.slot);
                let at = self.push(OpKind::Pick { from, if_none: None }, point);
                self.if_none(at, told, otherwise.as_deref(), point);
            }
            StatementKind::Choose { quantity, ordered, by, source, otherwise } => {
                self.choose((quantity, *ordered, by), source, otherwise.as_deref(), statement.span, point);
            }
            StatementKind::ForEach(source, inner) => self.for_each(source, inner, statement.span, point),
            StatementKind::RepeatUntil { condition, once, body } => {
                self.repeat_until((condition, *once), body, statement.span, point);
            }
            StatementKind::RepeatTimes(count, inner) => self.repeat_times(count, inner, statement.span, point),
            StatementKind::Shuffle { from, place } => self.shuffle(from.as_ref(), place, point),
            StatementKind::Put { from, place, end } => self.put_pile(from, place, *end, point),
            StatementKind::AtOnce(inner) => self.at_once(inner, point),
            StatementKind::InSecret(inner) => self.in_secret(inner),
            StatementKind::If(condition, then, otherwise) => {
                self.if_else(condition, then, otherwise, statement.span, point);
            }
            StatementKind::Require(condition) => self.require(condition, statement.span, point),
            StatementKind::Do(name, args, result) => self.run(name, args, result.as_ref(), statement.span, point),
            StatementKind::Original(args, result) => {
                self.run_original(args.as_deref(), result.as_ref(), statement.span, point);
            }
            StatementKind::Leave => {
                self.leave_loop(statement.span, point);
                self.known.ends();
            }
            StatementKind::Stop(outputs) => {
                self.stop(outputs, statement.span, point);
                self.known.ends();
            }
            StatementKind::StopOther(of, outputs) => self.stop_other(of, outputs, statement.span, point),
            StatementKind::End(name) => {
                self.end_game(name, statement.span, point);
                self.known.ends();
            }
        }
        if !matches!(statement.kind, StatementKind::Set(..)) {
            self.forget(&statement.kind);
        }
    }

    fn draw(&mut self, statement: &StatementKind, point: PointId) {
        let StatementKind::Draw { count, place, up_to, name, end, look } = statement else { return };
        let count = self.expr_for(count, &Type::COUNT, "the number drawn");
        let Some((target, ty)) = self.place(place) else { return };
        let count = if *up_to { self.as_many_as_there_are(count, (&target, &ty), place.span) } else { count };
        if let Some(card) = card_of(&ty) {
            let card = card.clone();
            self.note(&target);
            self.deal((target, card), count, (name, end.unwrap_or(End::Top)), *look, point);
            self.forget(statement);
            return;
        }
        self.no_deck(*end, *look, place.span);
        let element = self.element(&ty, place.span);
        self.note(&target);
        let slot = self.declare(name, Type::List(Box::new(element)), LocalKind::Made);
        self.store_local(slot);
        self.push(OpKind::Draw { count, place: target, slot }, point);
    }

    fn repeat_until(&mut self, (condition, once): (&ast::Expr, bool), inner: &[Statement], all: Span, point: PointId) {
        self.forget_all(inner);
        let condition_expr = self.condition(condition);
        let [held, failed] = [true, false].map(|holds| self.learned(condition, &condition_expr, holds));
        let span = condition.span;
        let go_on = make(ExprKind::Not(Box::new(condition_expr)), Type::YesNo, span);
        if once {
            // Before the first turn nothing is looked at, and nothing is known in it.
            let first = self.slot(None, Type::YesNo);
            let yes_no = |yes| make(ExprKind::Constant(Value::yes_no(yes)), Type::YesNo, span);
            self.push(OpKind::Let(first, yes_no(true)), point);
            let begins = Box::new(local(first, &Type::YesNo, span));
            let go_on = make(ExprKind::Or(begins, Box::new(go_on)), Type::YesNo, span);
            self.knowing(super::known::Facts::new(), |body| {
                body.repeat(go_on, Some((first, yes_no(false))), inner, all, point);
            });
        } else {
            self.knowing(failed, |body| body.repeat(go_on, None, inner, all, point));
        }
        if !leaves(inner) {
            self.known.extend(held);
        }
    }

    fn repeat_times(&mut self, count: &ast::Expr, inner: &[Statement], all: Span, point: PointId) {
        let count = self.expr_for(count, &Type::COUNT, "the number of times");
        let span = count.span;
        self.forget_all(inner);
        let left = self.slot(None, Type::COUNT);
        self.push(OpKind::Let(left, count), point);
        let (more, less) = (some_left(left, span), by_one(Arithmetic::Subtract, left, span));
        self.same_behind(|body| body.repeat(more, Some((left, less)), inner, all, point));
    }

    fn require(&mut self, condition: &ast::Expr, span: Span, point: PointId) {
        if self.rule == Some(Joining::After) {
            let message = "what was done already cannot be refused";
            self.mismatch(span, message, "let a rule `before` it require this");
        }
        let required = self.condition(condition);
        let held = self.learned(condition, &required, true);
        let yes = self.point(PointKind::BranchYes, span);
        let no = self.point(PointKind::BranchNo, span);
        self.push(OpKind::Require { condition: required, yes, no }, point);
        self.known.extend(held);
    }

    fn roll(&mut self, count: Option<&ast::Expr>, sides: u32, name: &Name, point: PointId) {
        let face = Type::Number(Interval::new(1, i64::from(sides)));
        let count = count.map(|count| self.expr_for(count, &Type::COUNT, "the number of dice"));
        let ty = if count.is_some() { Type::Bag(Box::new(face)) } else { face };
        let slot = self.declare(name, ty, LocalKind::Made);
        self.store_local(slot);
        self.push(OpKind::Roll { count, sides, slot }, point);
    }

    /// The type of a name that will be stored in again: a number of any size, any member of the enumeration, elements of any
    /// kind where none is known yet.
    pub(super) fn widen(&mut self, ty: Type) -> Type {
        match ty {
            Type::Number(_) => Type::NUMBER,
            Type::Nothing => Type::Unknown,
            Type::Symbols(members) => self.compiler.wide(&members),
            Type::OrNone(inner) => self.widen(*inner).or_none(),
            Type::List(element) => Type::List(Box::new(self.widen(*element))),
            Type::Deck(card) => Type::Deck(Box::new(self.widen(*card))),
            Type::Set(element) => Type::Set(Box::new(self.widen(*element))),
            Type::Bag(element) => Type::Bag(Box::new(self.widen(*element))),
            other => other,
        }
    }

    pub(super) fn push(&mut self, kind: OpKind, point: PointId) -> usize {
        self.ops.push(Op { kind, point });
        self.ops.len() - 1
    }

    pub(super) fn here(&self) -> u32 {
        u32::try_from(self.ops.len()).unwrap_or(u32::MAX)
    }

    /// Notes what is stored in, for the branches around it.
    pub(super) fn note(&mut self, place: &PlaceExpr) {
        match place {
            PlaceExpr::Local(slot) => self.store_local(*slot),
            PlaceExpr::State(state) => self.store_state(*state),
            PlaceExpr::RecordField(inner, _) | PlaceExpr::Entry(inner, _) => self.note(inner),
            PlaceExpr::EntityField(..) => {}
        }
    }

    pub(super) fn store_local(&mut self, slot: Slot) {
        for region in &mut self.regions {
            region.locals.insert(slot);
        }
    }

    fn store_state(&mut self, state: StateId) {
        for region in &mut self.regions {
            region.states.insert(state);
        }
    }

    pub(super) fn join_region(&mut self, point: PointId) {
        let Region { locals, states, stops, exits } = self.regions.pop().unwrap_or_default();
        let (locals, states): (Vec<_>, Vec<_>) = (locals.into_iter().collect(), states.into_iter().collect());
        for exit in exits {
            let kind = OpKind::Join { locals: locals.clone(), states: states.clone(), stops };
            self.ops[exit] = Op { kind, point };
        }
        // What procedures change that are run on its ways is added when all are compiled.
        self.push(OpKind::Join { locals, states, stops }, point);
    }

    fn if_else(
        &mut self,
        condition: &ast::Expr,
        then: &[Statement],
        otherwise: &[Statement],
        span: Span,
        point: PointId,
    ) {
        let written = condition;
        let condition = self.condition(written);
        let told = [true, false].map(|holds| self.learned(written, &condition, holds));
        let yes = self.point(PointKind::BranchYes, span);
        let no = match otherwise.first() {
            Some(first) => self.point(PointKind::Way, first.span),
            None => self.point(PointKind::BranchNo, span),
        };
        self.regions.push(Region::default());
        let branch = self.push(OpKind::Branch { condition, otherwise: 0, yes, no, again: false }, point);
        self.two_ways(
            told,
            |body| body.statements(then),
            |body| {
                if otherwise.is_empty() {
                    let end = body.here();
                    body.patch(branch, end);
                    return;
                }
                let jump = body.push(OpKind::Jump(0), point);
                let second = body.here();
                body.patch(branch, second);
                body.statements(otherwise);
                let end = body.here();
                body.patch(jump, end);
            },
        );
        self.join_region(point);
    }

    fn repeat(&mut self, go_on: Expr, counted: Option<(Slot, Expr)>, inner: &[Statement], span: Span, point: PointId) {
        let yes = self.point(PointKind::BranchYes, span);
        let no = self.point(PointKind::BranchNo, span);
        self.regions.push(Region::default());
        let top = self.here();
        let branch = self.push(OpKind::Branch { condition: go_on, otherwise: 0, yes, no, again: true }, point);
        if let Some((slot, value)) = counted {
            self.push(OpKind::Let(slot, value), point);
        }
        self.turns(inner, top, branch, point);
    }

    /// The turns of a loop, and its end.
    fn turns(&mut self, inner: &[Statement], top: u32, first: usize, point: PointId) {
        self.loops.push(Loop { regions: self.regions.len(), jumps: Vec::new() });
        self.statements(inner);
        self.push(OpKind::Jump(top), point);
        let end = self.here();
        self.patch(first, end);
        for jump in self.loops.pop().map(|left| left.jumps).unwrap_or_default() {
            self.patch(jump, end);
        }
        self.join_region(point);
    }

    /// Goes on behind the innermost loop.
    fn leave_loop(&mut self, span: Span, point: PointId) {
        let Some(regions) = self.loops.last().map(|open| open.regions) else {
            let (message, help) = if self.together {
                ("no loop within `at once` is here to leave: what is done at once is done to its end", WHOLE)
            } else {
                ("there is no loop here to leave", "write `stop` to end the procedure")
            };
            self.mismatch(span, message, help);
            return;
        };
        // The branches within the loop close here, too; with what, is known where they end.
        for region in (regions..self.regions.len()).rev() {
            let exit = self.push(OpKind::Join { locals: Vec::new(), states: Vec::new(), stops: true }, point);
            self.regions[region].exits.push(exit);
            self.regions[region].stops = true;
        }
        let jump = self.push(OpKind::Jump(0), point);
        if let Some(left) = self.loops.last_mut() {
            left.jumps.push(jump);
        }
        // A jump ahead of the other way of a branch would be one over that way.
        let next = self.here() + 1;
        self.push(OpKind::Jump(next), point);
    }

    fn for_each(&mut self, source: &Source, inner: &[Statement], span: Span, point: PointId) {
        let mark = self.locals.len();
        self.forget_all(inner);
        let Selected { selection, element, told, is_deck, .. } = self.source(source, LocalKind::Element);
        if is_deck && !source.sorted {
            self.order_unknown(source);
        }
        let recheck = can_change(&selection.of)
            || selection.filter.is_some()
            || matches!(self.locals.last(), Some(local) if local.ty.is_thing());
        let walk = self.slot(None, Type::List(Box::new(element)));
        let at = self.slot(None, Type::NUMBER);
        let yes = self.point(PointKind::BranchYes, span);
        // Where there is always something to walk through, there is no other way.
        let always = selection.filter.is_none() && least(&selection.of, self) > 0;
        let no = self.point(if always { PointKind::Statement } else { PointKind::BranchNo }, span);
        // Which of the elements belong is asked when their turn comes; but which are highest or lowest, of those that do now.
        let filter = if selection.extreme.is_some() { selection.filter.clone() } else { None };
        let all = Selection { filter, ..selection.clone() };
        self.push(OpKind::Walk { over: all, walk, at }, point);
        self.regions.push(Region::default());
        let top = self.here();
        let next = self.push(OpKind::Next { over: selection, recheck, walk, at, end: 0, yes, no }, point);
        self.same_behind(|body| body.knowing(told, |body| body.turns(inner, top, next, point)));
        self.leave(mark);
    }

    /// A block whose doings are followed at its end.
    fn at_once(&mut self, inner: &[Statement], point: PointId) {
        let first = self.compiler.program.points.len();
        let (loops, together) = (std::mem::take(&mut self.loops), std::mem::replace(&mut self.together, true));
        self.statements(inner);
        (self.loops, self.together) = (loops, together);
        // Rules follow it at its end.
        self.forget_all(inner);
        if let Some(Definition::Procedure(id)) = self.definition {
            let points = first..self.compiler.program.points.len();
            let owner = (id, self.compiler.supplying);
            self.compiler.together.push(Together { owner, points, point });
        }
    }

    pub(super) fn patch(&mut self, at: usize, to: u32) {
        match &mut self.ops[at].kind {
            OpKind::Jump(target) | OpKind::Branch { otherwise: target, .. } | OpKind::Next { end: target, .. } => {
                *target = to;
            }
            OpKind::Pick { if_none, .. } | OpKind::Choose { if_none, .. } => *if_none = Some(to),
            _ => {}
        }
    }

    fn change(&mut self, place: &ast::Expr, up: bool, by: &ast::Expr, at: Option<&ast::Expr>, point: PointId) {
        let by_expr = self.number(by, "the difference");
        let Some((target, ty)) = self.place(place) else { return };
        // What may be none can change where it is known to be there.
        let known = if matches!(ty, Type::OrNone(_)) { self.expr(place).ty } else { Type::Unknown };
        let ty = if known.is_number() { ty.without_none().clone() } else { ty };
        if !matches!(ty, Type::Number(_) | Type::Fraction | Type::Unknown) {
            let word = if up { "raised" } else { "lowered" };
            let message = format!("only a number can be {word}, and this is {}", self.words(&ty));
            self.mismatch(place.span, message, "write `set … to …`");
            return;
        }
        if at.is_some() && !matches!(target, PlaceExpr::EntityField(..)) {
            self.mismatch(
                place.span,
                "only an entity can be removed",
                "name a field of it: `lower unit.strength by 1`",
            );
            return;
        }
        let making = self.making_at(&target);
        if !making.is_nothing() && at.is_none() {
            return self.change_made((target, ty, place), (up, by_expr), making, point);
        }
        self.note(&target);
        let removing_at = at.map(|at| self.number(at, "the value at which it is removed"));
        let check = (ty != Type::NUMBER && ty != Type::Unknown).then_some(ty);
        self.push(OpKind::Change { place: target, up, by: by_expr, guard: Guard { check }, removing_at }, point);
    }

    /// Raises or lowers what is rounded or cut.
    fn change_made(
        &mut self,
        (target, ty, place): (PlaceExpr, Type, &ast::Expr),
        (up, by): (bool, Expr),
        making: Making,
        point: PointId,
    ) {
        let span = place.span;
        let before = self.expr(place);
        let op = if up { Arithmetic::Add } else { Arithmetic::Subtract };
        let after = self.arithmetic(op, before, by, span);
        let after = self.making(after, &ty, making);
        let after = self.fit(after, &ty, &written(place));
        self.note(&target);
        self.push(OpKind::Store(target, after, Guard { check: None }), point);
    }

    fn add(
        &mut self,
        count: Option<&ast::Expr>,
        value: &ast::Expr,
        (place, end): (&ast::Expr, Option<End>),
        add: bool,
        point: PointId,
    ) {
        let count = count.map(|count| self.expr_for(count, &Type::COUNT, "how many"));
        let Some((target, ty)) = self.place(place) else {
            self.expr(value);
            return;
        };
        if let Some(card) = card_of(&ty) {
            let card = card.clone();
            if let Some(count) = count {
                let help = "write a line for each, or a loop";
                self.mismatch(count.span, "cards come and go one by one", help);
            }
            let value = self.expr_for(value, &card, &format!("a card of {}", written(place)));
            self.note(&target);
            return self.card(target, ty, value, (add, end), place.span, point);
        }
        self.no_deck(end, false, place.span);
        let element = match &ty {
            // What is taken out of a map is its key.
            Type::Map(key, _) if !add => (**key).clone(),
            _ => self.element(&ty, place.span),
        };
        if count.is_some() && !matches!(ty, Type::Bag(_) | Type::Unknown) {
            let message = format!("only a bag holds several of one kind, and this is {}", self.words(&ty));
            self.mismatch(place.span, message, "declare it as `bag of …`");
        }
        let before = self.compiler.findings.len();
        let value = self.expr_for(value, &element, &format!("an element of {}", written(place)));
        if let (Type::Record(_), Type::Unknown, PlaceExpr::Local(_)) = (&value.ty, &element, &target)
            && ty != Type::Unknown
            && self.compiler.findings.len() == before
        {
            let help = format!("say it where it is made: `let {}: list of … = []`", written(place));
            self.mismatch(value.span, "which fields this has is not known", help);
        }
        self.note(&target);
        let kind = if add {
            OpKind::AddTo { place: target, count, value, guard: Guard { check: None } }
        } else {
            OpKind::TakeFrom { place: target, count, value }
        };
        self.push(kind, point);
    }

    /// The type of the elements of a list, set or bag.
    fn element(&mut self, ty: &Type, span: Span) -> Type {
        match ty {
            Type::List(element) | Type::Set(element) | Type::Bag(element) => (**element).clone(),
            Type::Unknown => Type::Unknown,
            _ => {
                let message = format!("only a list, set or bag can take and give, and this is {}", self.words(ty));
                self.mismatch(span, message, "for a number write `raise … by …` or `lower … by …`");
                Type::Unknown
            }
        }
    }

    fn create(&mut self, ty: &Name, fields: &[Argument], name: &Name, point: PointId) {
        let Some((Type::Entity(id), ..)) = self.compiler.types.get(&ty.text).cloned() else {
            let entities = self.compiler.program.entities.iter().map(|entity| entity.name.as_str());
            let help = self.compiler.meant(&ty.text, entities).unwrap_or_else(|| "name an entity type".to_owned());
            self.report(&codes::UNKNOWN_NAME, ty.span, format!("there is no entity type `{}`", ty.text), help);
            return;
        };
        self.changes_entity(id, ty.span);
        let entity = &self.compiler.program.entities[usize::from(id.0)];
        let (declared, starts) = (entity.fields.clone(), entity.starts.clone());
        let values = self.arguments_or((&declared, &starts), fields, ty.span, &ty.text, "field");
        let values = looked_at(values);
        let slot = self.declare(name, Type::Entity(id), LocalKind::Made);
        if let Some(local) = self.local(&name.text) {
            // Making it is reason enough.
            local.used = true;
        }
        self.store_local(slot);
        self.push(OpKind::Create(id, values, slot), point);
    }

    fn run(&mut self, name: &Name, args: &[Argument], result: Option<&Name>, span: Span, point: PointId) {
        let Some(Global::Procedure(id)) = self.compiler.globals.get(&name.text).map(|(global, ..)| *global) else {
            if let Some((global, ..)) = self.compiler.globals.get(&name.text).copied() {
                let (is, _) = self.compiler.kind_of(global);
                let message = format!("`{}` is {is}, not a procedure", name.text);
                self.mismatch(name.span, message, "what only gives a value is asked, such as in `let x = …`");
            } else {
                self.compiler.unknown_procedure(self.block, name);
            }
            for arg in args {
                self.expr(&arg.value);
            }
            return;
        };
        self.edge(Definition::Procedure(id), name.span);
        let procedure = &self.compiler.program.procedures[id.index()];
        let (params, record) = (procedure.params.clone(), procedure.result);
        let args = self.passed(&params, args, span, &name.text);
        if self.ran.insert(id)
            && let Some(Definition::Procedure(from)) = self.definition
        {
            let block = self.block;
            self.compiler.runs.push(Run { from, to: id, block, name: name.clone() });
        }
        let slot = result.map(|result| self.declare(result, Type::Record(record), LocalKind::Made));
        if let Some(slot) = slot {
            self.store_local(slot);
        }
        self.push(OpKind::Call { procedure: id, args, slot }, point);
    }

    /// The arguments of a procedure that is run.
    pub(super) fn passed(&mut self, params: &[Field], args: &[Argument], span: Span, of: &str) -> Vec<Expr> {
        looked_at(self.arguments(params, args, span, of, "parameter"))
    }

    fn stop(&mut self, outputs: &[(Name, ast::Expr)], span: Span, point: PointId) {
        if self.together {
            self.mismatch(span, "what is done `at once` is done to its end: nothing in it ends the procedure", WHOLE);
        }
        for (name, value) in outputs {
            if let Some((slot, ty, making, LocalKind::Output)) =
                self.local(&name.text).map(|local| (local.slot, local.ty.clone(), local.making, local.kind))
            {
                let value = self.expr_made(value, &ty, making, &format!("the output `{}`", name.text));
                self.store_local(slot);
                self.push(OpKind::Store(PlaceExpr::Local(slot), value, Guard { check: None }), point);
            } else {
                let outputs = self.locals.iter().filter(|local| local.kind == LocalKind::Output);
                let help = self
                    .compiler
                    .meant(&name.text, outputs.map(|local| local.name.as_str()))
                    .unwrap_or_else(|| "name an output of the procedure, behind `gives`".to_owned());
                let message = format!("there is no output `{}`", name.text);
                self.report(&codes::UNKNOWN_NAME, name.span, message, help);
                self.expr(value);
            }
        }
        self.was_done();
        self.ends_regions();
        self.push(OpKind::Stop, point);
    }
}

impl Body<'_, '_> {
    /// `end the game as name`.
    fn end_game(&mut self, name: &Name, span: Span, point: PointId) {
        if self.together {
            self.mismatch(span, "what is done `at once` is done to its end: nothing in it ends the game", WHOLE);
        }
        let label = self.compiler.name(&name.text);
        let block = self.block;
        let yes = self.compiler.point(block, PointKind::BranchYes, span, Some(label), label);
        let no = self.point(PointKind::Woven, span);
        self.compiler.program.ends.push(yes);
        let always = make(ExprKind::Constant(Value::yes_no(true)), Type::YesNo, span);
        self.ends_regions();
        self.push(OpKind::Ends { condition: always, yes, no }, point);
    }
}

/// The mend of what would leave a block early.
pub(super) const WHOLE: &str = "put it behind the block, with an `if`";

pub(super) fn number(number: i64, span: Span) -> Expr {
    make(ExprKind::Constant(Value::Number(number)), Type::Number(Interval::only(number)), span)
}

/// Whether statements leave the loop that they stand in.
fn leaves(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match &statement.kind {
        StatementKind::Leave => true,
        StatementKind::ForEach(..) | StatementKind::RepeatUntil { .. } | StatementKind::RepeatTimes(..) => false,
        other => other.bodies().into_iter().any(leaves),
    })
}

/// A place as it is written.
fn written(place: &ast::Expr) -> String {
    format!("`{}`", print::expression(place))
}

/// Whether the elements of an expression can change while they are walked through.
fn can_change(of: &Expr) -> bool {
    !matches!(of.kind, ExprKind::Constant(_) | ExprKind::Rows(_) | ExprKind::Range(..))
}

/// Arguments whose types are looked at where they are made.
pub(super) fn looked_at(args: Vec<(Expr, Guard)>) -> Vec<Expr> {
    let one = |(expr, guard): (Expr, Guard)| match guard.check {
        Some(ty) => {
            let span = expr.span;
            make(ExprKind::Checked(Box::new(expr), ty.clone()), ty, span)
        }
        None => expr,
    };
    args.into_iter().map(one).collect()
}
