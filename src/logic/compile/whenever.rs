//! Rules that follow what happens, and the ends of the game: what they are about, and the procedures that their statements become.

use super::joined::{Ranked, Woven, words_of};
use super::known::Facts;
use super::order::{At, Group, Grouped, Meaning};
use super::scope::{Body, LocalKind};
use super::{Compiler, Definition, Global};
use crate::diagnostic::codes;
use crate::logic::program::{
    BlockId, Event, Expr, Field, NameId, OpKind, Origin, PointId, PointKind, Procedure, ProcedureId, REMOVED, Record,
    Source,
};
use crate::logic::syntax::ast::{self, Item, ItemKind, Joining, Name, Param, Span, Statement, TypeKind};
use crate::logic::types::{EntityTypeId, Type};

/// A rule that follows what happens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Follower<'a> {
    block: BlockId,
    pub(super) event: Event,
    /// The same as it is written.
    pub(super) written: &'a ast::Event,
    thing: Option<&'a Name>,
    old: Option<&'a Name>,
    new: Option<&'a Name>,
    pub(super) name: Option<&'a Name>,
    ahead: &'a [ast::Order],
    /// Where it says that what it sets off waits.
    pub(super) settled: Option<Span>,
    when: Option<&'a ast::Expr>,
    pub(super) statements: &'a [Statement],
    head: Span,
    /// All of it.
    span: Span,
}

/// An end of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct End<'a> {
    pub(super) block: BlockId,
    pub(super) name: &'a Name,
    pub(super) ahead: &'a [ast::Order],
    pub(super) when: &'a ast::Expr,
    pub(super) span: Span,
}

/// What a rule that follows something became.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    /// What is run where it happens: its statements under its condition.
    pub(super) call: ProcedureId,
    /// The place of that.
    pub(super) point: PointId,
    /// Which of the thing, the value before and the new one it is given.
    pub(super) takes: [bool; 3],
    /// Which fields of a thing that was removed it is told.
    pub(super) frozen: Vec<u16>,
    woven: Woven,
}

/// What an end of the game became.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    /// The procedure that looks whether it has come.
    pub(super) call: ProcedureId,
    pub(super) condition: Expr,
}

impl<'a> Follower<'a> {
    pub(super) fn ranked(&self) -> Ranked<'a> {
        Ranked { block: self.block, name: self.name, ahead: self.ahead, head: self.head }
    }

    /// Its own names, for the thing, the value before and the new one.
    fn names(&self) -> [Option<&'a Name>; 3] {
        [self.thing, self.old, self.new]
    }
}

impl<'a> End<'a> {
    pub(super) fn ranked(&self) -> Ranked<'a> {
        Ranked { block: self.block, name: Some(self.name), ahead: self.ahead, head: self.span }
    }
}

impl<'a> Compiler<'a> {
    /// Notes a rule with what it follows.
    pub(super) fn follower(&mut self, block: BlockId, item: &'a Item) {
        let ItemKind::Whenever { event, old, new, name, ahead, settled, when, statements } = &item.kind else { return };
        let written = event;
        let Some((event, thing)) = self.event(block, written) else { return };
        let head = when.as_ref().map(|when| when.span).or(*settled).or(ahead.last().map(|order| order.name.span));
        let head = head.or([name, new, old].into_iter().flatten().map(|name| name.span).max());
        let start = Span { start: item.span.start, end: item.span.start };
        // To the end of the line where nothing else is said.
        let text = &self.program.blocks[block.index()].text.text;
        let line = text.get(item.span.range()).unwrap_or_default().lines().next().unwrap_or_default().trim_end();
        let line = Span { end: start.start + u32::try_from(line.len()).unwrap_or_default(), ..start };
        self.followers.push(Follower {
            block,
            event,
            written,
            thing,
            old: old.as_ref(),
            new: new.as_ref(),
            name: name.as_ref(),
            ahead,
            settled: *settled,
            when: when.as_ref(),
            statements,
            head: head.map_or(line, |end| start.to(end)),
            span: item.span,
        });
    }

    /// What is followed, and the name of the thing.
    fn event(&mut self, block: BlockId, event: &'a ast::Event) -> Option<(Event, Option<&'a Name>)> {
        match event {
            ast::Event::State(name) => Some((Event::State(self.followed_state(block, name)?), None)),
            ast::Event::Field(thing, field) => {
                let ty = self.followed_type(block, thing)?;
                let entity = &self.program.entities[usize::from(ty.0)];
                let known = || entity.fields.iter().map(|field| self.program.name(field.name));
                if let Some(at) = known().position(|known| known == field.text) {
                    return Some((Event::Field(ty, u16::try_from(at).unwrap_or(u16::MAX)), Some(&thing.name)));
                }
                let message = format!("a {} has no field `{}`", entity.name, field.text);
                let help = self.meant(&field.text, known()).unwrap_or_else(|| "name a field of it".to_owned());
                self.report(&codes::UNKNOWN_NAME, (block, field.span), message, help);
                None
            }
            ast::Event::Created(thing) => Some((Event::Created(self.followed_type(block, thing)?), Some(&thing.name))),
            ast::Event::Removed(thing) => Some((Event::Removed(self.followed_type(block, thing)?), Some(&thing.name))),
        }
    }

    fn followed_state(&mut self, block: BlockId, name: &Name) -> Option<crate::logic::program::StateId> {
        match self.globals.get(&name.text).copied() {
            Some((Global::State(id), ..)) => return Some(id),
            Some((global, home, span)) => {
                let (is, _) = self.kind_of(global);
                let message = format!("`{}` is {is}, and only a state or a field of a thing changes", name.text);
                let help = "follow the states that it is worked out from: `whenever state changes`";
                self.report(&codes::TYPE_MISMATCH, (block, name.span), message, help);
                if span != Span::default() {
                    self.related((home, span), "defined here");
                }
            }
            None => {
                let known = self.states.keys().copied();
                let help = self.meant(&name.text, known).unwrap_or_else(|| {
                    "name a state of this book; of a thing: `whenever unit: Unit changes strength`".to_owned()
                });
                let message = format!("there is no state `{}`", name.text);
                self.report(&codes::UNKNOWN_NAME, (block, name.span), message, help);
            }
        }
        None
    }

    fn followed_type(&mut self, block: BlockId, thing: &Param) -> Option<EntityTypeId> {
        let named = match &thing.ty.kind {
            TypeKind::Named(name) => self.types.get(name).map(|(ty, ..)| ty.clone()),
            _ => None,
        };
        if let Some(Type::Entity(id)) = named {
            return Some(id);
        }
        let written = match &thing.ty.kind {
            TypeKind::Named(name) if named.is_none() => {
                let entities = self.program.entities.iter().map(|entity| entity.name.as_str());
                let help = self.meant(name, entities).unwrap_or_else(|| "name an entity type".to_owned());
                let message = format!("there is no entity type `{name}`");
                self.report(&codes::UNKNOWN_NAME, (block, thing.ty.span), message, help);
                return None;
            }
            TypeKind::Named(name) => format!("`{name}`"),
            _ => "this".to_owned(),
        };
        let message = format!("{written} is no type of things, and only things come, go and have fields that change");
        let help = "name an entity type: `whenever unit: Unit is removed`";
        self.report(&codes::TYPE_MISMATCH, (block, thing.ty.span), message, help);
        None
    }

    /// What a rule calls the thing, the value before and the new one.
    fn followed_types(&mut self, event: Event, frozen: &[u16]) -> [Type; 3] {
        let field = |compiler: &Self, ty: EntityTypeId, at: u16| {
            compiler.program.entities[usize::from(ty.0)].fields[usize::from(at)].ty.clone()
        };
        match event {
            Event::State(id) => {
                let ty = self.program.states[id.index()].ty.clone();
                [Type::Nothing, ty.clone(), ty]
            }
            Event::Field(ty, at) => {
                let value = field(self, ty, at);
                [Type::Entity(ty), value.clone(), value]
            }
            Event::Created(ty) => [Type::Entity(ty), Type::Nothing, Type::Nothing],
            Event::Removed(ty) => [self.frozen(ty, frozen), Type::Nothing, Type::Nothing],
        }
    }

    /// The type of what is left of a thing that was removed: these of its fields, as they were.
    fn frozen(&mut self, ty: EntityTypeId, fields: &[u16]) -> Type {
        let entity = &self.program.entities[usize::from(ty.0)];
        let fields = fields.iter().map(|at| entity.fields[usize::from(*at)].clone()).collect();
        let record = Record { name: format!("{REMOVED}{}", entity.name), fields };
        Type::Record(self.record(record))
    }

    /// The fields of a thing for which a rule asks, as far as its words tell.
    fn asked_of(&self, rule: &Follower<'_>) -> Vec<u16> {
        let Event::Removed(ty) = rule.event else { return Vec::new() };
        let text = &self.program.blocks[rule.block.index()].text.text;
        let written = text.get(rule.span.range()).unwrap_or_default();
        let mut words = self.words_of_exceptions(rule.name);
        words.extend(words_of(written).map(str::to_owned));
        let fields = (0..).zip(&self.program.entities[usize::from(ty.0)].fields);
        fields.filter(|(_, field)| words.contains(self.program.name(field.name))).map(|(at, _)| at).collect()
    }

    /// Compiles a rule that follows something.
    pub(super) fn followed(&mut self, at: usize) -> Followed {
        let rule = self.followers[at];
        let called = match (rule.name, rule.event) {
            (Some(name), _) => name.text.clone(),
            (None, Event::State(id)) => self.program.name(self.program.states[id.index()].name).to_owned(),
            (None, Event::Field(ty, _) | Event::Created(ty) | Event::Removed(ty)) => {
                self.program.entities[usize::from(ty.0)].name.clone()
            }
        };
        let name = self.name(&called);
        let names = rule.names();
        let frozen = self.asked_of(&rule);
        let types = self.followed_types(rule.event, &frozen);
        let params: Vec<(Name, Type)> =
            names.into_iter().zip(types).filter_map(|(name, ty)| Some((name?.clone(), ty))).collect();
        self.named_once(&rule, &params);
        let origin = Origin::Follows { event: rule.event, named: rule.name.is_some() };
        let body = self.hidden_rule((rule.block, name, rule.head), &params, origin);
        let excepted = rule.name.is_some_and(|name| self.rule_exceptions.contains_key(name.text.as_str()));
        let (call, when, told) = if rule.when.is_none() && !excepted {
            (body, None, Facts::new())
        } else {
            let id = self.hidden_rule((rule.block, name, rule.head), &params, Origin::Woven);
            let (condition, told) = self.under_condition(id, name, &params, (&rule, body));
            (id, condition, told)
        };
        let written = (rule.statements, told);
        self.rule_code((body, rule.block, name), (Joining::After, None), (&params, &[]), written);
        let point = self.point(rule.block, PointKind::Statement, rule.head, None, name);
        self.unused_values(&rule);
        let takes = names.map(|name| name.is_some());
        Followed { call, point, takes, frozen, woven: Woven { procedure: body, when } }
    }

    /// A rule cannot call two things the same.
    fn named_once(&mut self, rule: &Follower<'_>, params: &[(Name, Type)]) {
        for (at, (name, _)) in params.iter().enumerate() {
            if params[..at].iter().any(|(other, _)| other.text == name.text) {
                let message = format!("`{}` stands twice in the head of this rule", name.text);
                self.report(&codes::DUPLICATE_DEFINITION, (rule.block, name.span), message, "rename one of them");
            }
        }
    }

    fn hidden_rule(
        &mut self,
        (block, name, head): (BlockId, NameId, Span),
        params: &[(Name, Type)],
        origin: Origin,
    ) -> ProcedureId {
        let point = self.point(block, PointKind::Definition, head, None, name);
        let params = params.iter().map(|(name, ty)| Field::new(self.name(&name.text), ty.clone())).collect();
        let result = self.record(Record { name: String::new(), fields: Vec::new() });
        self.hidden(Procedure {
            name,
            point,
            params,
            outputs: Vec::new(),
            result,
            locals: Vec::new(),
            code: Source::Here(Vec::new()),
            origin,
        })
    }

    /// Lets a procedure run a rule under a condition; gives that.
    fn under_condition(
        &mut self,
        id: ProcedureId,
        name: NameId,
        params: &[(Name, Type)],
        (rule, statements): (&Follower<'_>, ProcedureId),
    ) -> (Option<Expr>, Facts) {
        let mut body = Body::new(self, rule.block, name, Some(Definition::Procedure(id)));
        body.reads = None;
        let mut args = Vec::new();
        for (name, ty) in params {
            let unseen = Name { span: Span::default(), ..name.clone() };
            args.push((unseen.clone(), body.declare(&unseen, ty.clone(), LocalKind::Parameter), ty.clone()));
        }
        let (condition, told) = body.rule_applies(rule.when, rule.name);
        let point = body.point(PointKind::Statement, rule.head);
        body.under(condition.clone(), (rule.head, statements), point, |body| {
            body.run_woven(statements, &args, &[], point);
        });
        let end = body.woven();
        let code = body.finished(end);
        self.set_code(id, code);
        (condition, told)
    }

    /// Reports names for values that the rule never asks for.
    fn unused_values(&mut self, rule: &Follower<'_>) {
        let text = &self.program.blocks[rule.block.index()].text.text;
        let behind = [rule.old, rule.new].into_iter().flatten().map(|name| name.span.end).max().unwrap_or_default();
        let rest = text.get(behind as usize..rule.span.end as usize).unwrap_or_default().to_owned();
        let excepted = self.words_of_exceptions(rule.name);
        let words: Vec<&str> = words_of(&rest).chain(excepted.iter().map(String::as_str)).collect();
        for name in [rule.old, rule.new].into_iter().flatten() {
            if !words.contains(&name.text.as_str()) {
                let message = format!("the name `{}` is never used", name.text);
                self.report(&codes::UNUSED_NAME, (rule.block, name.span), message, "use it or take it out");
            }
        }
    }

    /// Compiles an end of the game.
    pub(super) fn ended(&mut self, at: usize) -> Ended {
        let End { block, name, when, span, .. } = self.ends[at];
        let id = self.name(&name.text);
        let call = self.hidden_rule((block, id, span), &[], Origin::Woven);
        let mut body = Body::new(self, block, id, Some(Definition::Procedure(call)));
        body.reads = None;
        let condition = match body.rule_applies(Some(when), Some(name)) {
            (Some(condition), _) => condition,
            (None, _) => body.condition(when),
        };
        let point = body.point(PointKind::Statement, span);
        let label = body.compiler.name(&name.text);
        let yes = body.compiler.point(block, PointKind::BranchYes, span, Some(label), id);
        let no = body.point(PointKind::BranchNo, span);
        body.compiler.program.ends.push(yes);
        body.push(OpKind::Ends { condition: condition.clone(), yes, no }, point);
        let end = body.woven();
        let code = body.finished(end);
        self.set_code(call, code);
        Ended { call, condition }
    }

    /// Reports rules that may follow one thing without an order, and ends that may come together.
    pub(super) fn followers_in_order(&mut self, work: &mut usize) {
        let Some(order) = self.following.take() else { return };
        let mut groups: Vec<(At, Vec<usize>)> = Vec::new();
        for (event, rules) in &order.rules {
            groups.push((At::Event(self.program.happening(*event)), rules.clone()));
        }
        groups.extend(order.together.iter().map(|rules| (At::Together, rules.clone())));
        let ahead = |earlier: usize, later: usize| order.ahead.get(earlier).is_some_and(|all| all.contains(&later));
        for (at, rules) in groups {
            let grouped = |at: &usize| {
                let rule = &self.followers[*at];
                let names = rule.names().into_iter().zip(0_u8..);
                let meaning = |n| -> Meaning { (rule.event, n) };
                let names = names.filter_map(|(name, n)| Some((name?.text.as_str(), meaning(n))));
                Grouped {
                    ranked: rule.ranked(),
                    woven: order.made.get(*at).map(|made| made.woven.clone()),
                    event: Some(rule.event),
                    names: names.collect(),
                }
            };
            let grouped = rules.iter().map(grouped).collect();
            let ahead = |earlier: usize, later: usize| ahead(rules[earlier], rules[later]);
            if !self.in_order(&Group { at, rules: grouped, ahead: &ahead }, work) {
                return;
            }
        }
        let ended = |(end, made): (&End<'a>, &Ended)| Grouped {
            ranked: end.ranked(),
            woven: Some(Woven { procedure: made.call, when: Some(made.condition.clone()) }),
            event: None,
            names: Vec::new(),
        };
        let ends: Vec<&End<'a>> = order.end_order.iter().map(|at| &self.ends[*at]).collect();
        let rules = ends.into_iter().zip(&order.ended).map(ended).collect();
        let ahead = |earlier: usize, later: usize| order.ends_ahead[earlier].contains(&later);
        self.in_order(&Group { at: At::End, rules, ahead: &ahead }, work);
    }
}
