//! What is known not to be none at a place of a body: by the conditions that hold there, and by what was done before.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::joined::words_of;
use super::scope::Body;
use super::touched::{Does, Key};
use super::{Compiler, Global};
use crate::diagnostic::codes;
use crate::logic::program::{Expr, ExprKind, Primitive};
use crate::logic::syntax::ast::{self, Binary, Statement, StatementKind};
use crate::logic::syntax::print;
use crate::logic::types::{EntityTypeId, Type};
use crate::logic::value::Value;

/// What is known, by how it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    facts: BTreeMap<String, Arc<Fact>>,
    /// Whether nothing comes here, so that it does not matter what is known.
    unreached: bool,
}

/// Something that is not none, until something of this changes.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    locals: Vec<String>,
    keys: Vec<Key>,
    /// Whether it is a thing, and none once that is gone.
    thing: bool,
    /// What it is.
    ty: Type,
}

/// Facts that a condition tells.
pub(super) type Facts = Vec<(String, Arc<Fact>)>;

impl Known {
    /// What is known on both of two ways that meet.
    fn met(self, other: Self) -> Self {
        match (self.unreached, other.unreached) {
            (true, _) => other,
            (_, true) => self,
            _ => {
                let same = |text: &str, fact: &Fact| other.facts.get(text).is_some_and(|known| known.ty == fact.ty);
                let facts = self.facts.into_iter().filter(|(text, fact)| same(text, fact)).collect();
                Self { facts, unreached: false }
            }
        }
    }

    /// A name is one no more.
    pub(super) fn forget_name(&mut self, name: &str) {
        self.facts.retain(|_, fact| !fact.locals.iter().any(|local| local == name));
    }

    /// Nothing comes behind this.
    pub(super) fn ends(&mut self) {
        self.unreached = true;
    }

    pub(super) fn extend(&mut self, facts: Facts) {
        self.facts.extend(facts);
    }
}

impl Body<'_, '_> {
    /// Compiles something for which this is known, too.
    pub(super) fn knowing<T>(&mut self, facts: Facts, work: impl FnOnce(&mut Self) -> T) -> T {
        if facts.is_empty() {
            return work(self);
        }
        let before = self.known.clone();
        self.known.extend(facts);
        let made = work(self);
        self.known = before;
        made
    }

    /// Does something behind which no more is known than before it.
    pub(super) fn same_behind(&mut self, work: impl FnOnce(&mut Self)) {
        let before = self.known.clone();
        work(self);
        self.known = before;
    }

    /// Two ways, of which one is gone; what is known behind them.
    pub(super) fn two_ways(
        &mut self,
        [first, second]: [Facts; 2],
        one: impl FnOnce(&mut Self),
        other: impl FnOnce(&mut Self),
    ) {
        let before = self.known.clone();
        self.known.extend(first);
        one(self);
        let after = std::mem::replace(&mut self.known, before);
        self.known.extend(second);
        other(self);
        let last = std::mem::take(&mut self.known);
        self.known = after.met(last);
    }

    /// What a condition tells where it holds, or where it does not.
    pub(super) fn learned(&self, written: &ast::Expr, compiled: &Expr, holds: bool) -> Facts {
        let mut facts = Facts::new();
        self.learn(written, compiled, holds, &mut facts);
        facts
    }

    /// A condition where one stands, and what it tells where it holds.
    pub(super) fn when(&mut self, written: Option<&ast::Expr>) -> (Option<Expr>, Facts) {
        let Some(written) = written else { return (None, Facts::new()) };
        let condition = self.condition(written);
        let told = self.learned(written, &condition, true);
        (Some(condition), told)
    }

    fn learn(&self, written: &ast::Expr, compiled: &Expr, holds: bool, facts: &mut Facts) {
        use ast::ExprKind as E;
        match (&written.kind, &compiled.kind) {
            (_, ExprKind::Checked(of, _)) => self.learn(written, of, holds, facts),
            (E::During(of), ExprKind::State(_)) if holds => facts.extend(self.learned_during(of)),
            (E::Not(of), ExprKind::Not(not)) => self.learn(of, not, !holds, facts),
            (E::Binary(Binary::And, a, b), ExprKind::And(x, y)) if holds => {
                self.learn(a, x, true, facts);
                self.learn(b, y, true, facts);
            }
            (E::Binary(Binary::Or, a, b), ExprKind::Or(x, y)) if !holds => {
                self.learn(a, x, false, facts);
                self.learn(b, y, false, facts);
            }
            // Of two ways to it, what both tell.
            (E::Binary(Binary::And | Binary::Or, a, b), ExprKind::And(x, y) | ExprKind::Or(x, y)) => {
                let (first, second) = (self.learned(a, x, holds), self.learned(b, y, holds));
                let both = |text: &str, fact: &Arc<Fact>| {
                    let (_, known) = second.iter().find(|(other, _)| other == text)?;
                    if known.ty == fact.ty {
                        return Some(Arc::clone(fact));
                    }
                    let is_thing = known.ty.is_thing() && fact.ty.is_thing();
                    let kinds = known.ty.kinds().iter().chain(fact.ty.kinds()).copied();
                    is_thing.then(|| Arc::new(Fact { ty: Type::of_kinds(kinds), ..Fact::clone(fact) }))
                };
                facts.extend(first.into_iter().filter_map(|(text, fact)| both(&text, &fact).map(|fact| (text, fact))));
            }
            (E::Binary(Binary::Is | Binary::IsNot, a, b), ExprKind::Is(yes, x, y)) => {
                let equal = holds == *yes;
                for (written, one, other) in [(a, x, y), (b, y, x)] {
                    let none = other.ty == Type::Nothing;
                    // Not none, or the same as something that is not.
                    if none != equal && (none || !may_be_none(&other.ty)) {
                        facts.extend(self.fact(written, &one.ty));
                    }
                }
            }
            (E::Binary(Binary::In | Binary::NotIn, a, _), ExprKind::In(yes, x, of))
                if (holds == *yes || !may_be_none(&x.ty))
                    && let (Type::OneOf(kinds), Some(these)) = (x.ty.without_none(), kinds_of(of)) =>
            {
                let is = |kind: &&EntityTypeId| these.contains(kind) == (holds == *yes);
                facts.extend(self.fact_of(a, Type::of_kinds(kinds.iter().filter(is).copied())));
            }
            (E::Binary(Binary::In | Binary::NotIn, a, _), ExprKind::In(yes, x, of))
                if holds == *yes && of.ty.element().is_some_and(|element| !may_be_none(element)) =>
            {
                facts.extend(self.fact(a, &x.ty));
            }
            _ => {}
        }
    }

    /// That something is not none, if that has to be told.
    pub(super) fn fact(&self, written: &ast::Expr, ty: &Type) -> Option<(String, Arc<Fact>)> {
        let Type::OrNone(inner) = ty else { return None };
        self.fact_of(written, (**inner).clone())
    }

    /// That something is of this type.
    fn fact_of(&self, written: &ast::Expr, ty: Type) -> Option<(String, Arc<Fact>)> {
        if !is_asked(written) || ty == Type::Nothing {
            return None;
        }
        let text = print::expression(written);
        let mut fact = Fact { locals: Vec::new(), keys: Vec::new(), thing: ty.is_thing(), ty };
        self.depends(written, &mut fact);
        Some((text, Arc::new(fact)))
    }

    /// Of what it depends whether something is there.
    fn depends(&self, written: &ast::Expr, fact: &mut Fact) {
        match &written.kind {
            ast::ExprKind::Name(name) => self.named(name, fact),
            ast::ExprKind::Field(of, field) => {
                fact.keys.push(Key::Field(field.text.clone()));
                self.depends(of, fact);
            }
            ast::ExprKind::Index(of, key) => {
                self.depends(of, fact);
                self.depends(key, fact);
            }
            ast::ExprKind::Number(_) | ast::ExprKind::YesNo(_) | ast::ExprKind::None => {}
            // What functions and graphs tell may depend on anything.
            _ => {
                fact.keys.push(Key::Anything);
                let text = print::expression(written);
                for word in words_of(&text) {
                    self.named(word, fact);
                }
            }
        }
    }

    fn named(&self, name: &str, fact: &mut Fact) {
        if self.is_local(name) {
            fact.locals.push(name.to_owned());
            return;
        }
        match self.compiler.globals.get(name) {
            Some((Global::State(_), ..)) => fact.keys.push(Key::State(name.to_owned())),
            Some((Global::Function(_), ..)) => fact.keys.push(Key::Anything),
            _ => {}
        }
    }

    /// The type of what an expression gives, where it is known that it is not none.
    pub(super) fn narrowed(&self, written: &ast::Expr, typed: Expr) -> Expr {
        let open = matches!(&typed.ty, Type::OrNone(_) | Type::OneOf(_));
        let asked = open && !self.known.facts.is_empty() && self.wide != Some(written.span) && is_asked(written);
        if !asked {
            return typed;
        }
        let Some(fact) = self.known.facts.get(&print::expression(written)) else { return typed };
        let ty = match (typed.ty.without_none(), &fact.ty) {
            (Type::OneOf(_), known) if known.is_thing() => known.clone(),
            (all, _) => all.clone(),
        };
        Expr { ty, ..typed }
    }

    /// An expression that is asked whether it is none: whatever is known of it.
    pub(super) fn expr_wide(&mut self, expr: &ast::Expr) -> Expr {
        let before = self.wide.replace(expr.span);
        let typed = self.expr(expr);
        self.wide = before;
        typed
    }

    /// What may be none, where it may not.
    pub(super) fn there(&mut self, expr: Expr, written: &ast::Expr, what: &str) -> Expr {
        let Type::OrNone(inner) = &expr.ty else { return expr };
        let inner = (**inner).clone();
        let expr = self.not_none(&expr, written, what);
        Expr { ty: inner, ..expr }
    }

    /// Reports what may be none, or hold none, where `what` says why it may not.
    pub(super) fn not_none(&mut self, expr: &Expr, written: &ast::Expr, what: &str) -> Expr {
        let text = Some(print::expression(written)).filter(|text| text.chars().count() <= 40);
        let called = text.as_ref().map_or_else(|| "this".to_owned(), |text| format!("`{text}`"));
        let (message, help) = if matches!(expr.ty, Type::OrNone(_)) {
            let ask = text.unwrap_or_else(|| "…".to_owned());
            let help = format!("ask first (`{ask} is not none and …`), or say what holds then: `({ask}, or …)`");
            (format!("{called} may be none, and {what}"), help)
        } else {
            let help = "ask first whether each is there (`… is not none`)";
            (format!("{called} may hold none, and {what}"), help.to_owned())
        };
        self.report(&codes::MAY_BE_NONE, expr.span, message, help);
        // Once is enough.
        let fact = self.fact(written, &expr.ty);
        self.known.extend(fact.into_iter().collect());
        Expr { kind: ExprKind::Constant(Value::None), ty: Type::Unknown, span: expr.span }
    }

    /// What is no more known behind a statement.
    pub(super) fn forget(&mut self, statement: &StatementKind) {
        if self.known.facts.is_empty() {
            return;
        }
        let mut all = Vec::new();
        self.compiler.done_by(statement, &mut all);
        self.forget_done(&all);
    }

    /// What is not known in a loop with these statements, or behind them.
    pub(super) fn forget_all(&mut self, statements: &[Statement]) {
        if self.known.facts.is_empty() {
            return;
        }
        let mut all = Vec::new();
        self.done_in(statements, &mut all);
        self.forget_done(&all);
    }

    fn done_in(&self, statements: &[Statement], all: &mut Vec<Does>) {
        for statement in statements {
            self.compiler.done_by(&statement.kind, all);
            if let Some(around) = super::joined::label_of(statement).and_then(|label| self.steps.get(label)) {
                all.extend(around.all().map(Does::Rule));
            }
            for body in statement.kind.bodies() {
                self.done_in(body, all);
            }
        }
    }

    /// What is no more known when this was done.
    pub(super) fn forget_done(&mut self, all: &[Does]) {
        if self.known.facts.is_empty() {
            return;
        }
        let mut facts = std::mem::take(&mut self.known.facts);
        facts.retain(|_, fact| !all.iter().any(|does| self.compiler.ends_fact(does, fact)));
        self.known.facts = facts;
    }

    /// A place holds something now; whether that is known not to be none.
    pub(super) fn holds(&mut self, place: &ast::Expr, declared: &Type, value: &Type) {
        if !may_be_none(value) && !matches!(value, Type::Nothing | Type::Unknown) {
            let fact = self.fact(place, declared);
            self.known.extend(fact.into_iter().collect());
        }
    }
}

impl Compiler<'_> {
    /// Whether something that is done may end a fact.
    fn ends_fact(&mut self, does: &Does, fact: &Fact) -> bool {
        if let Does::Write(Key::Named(name)) = does
            && fact.locals.contains(name)
        {
            return true;
        }
        let gone = fact.thing.then_some(Key::Gone);
        fact.keys.iter().chain(&gone).any(|key| self.touches(does, key))
    }
}

/// The types whose things are all in a collection, where that is plain to see.
fn kinds_of(of: &Expr) -> Option<Vec<EntityTypeId>> {
    match &of.kind {
        ExprKind::All(kind) => Some(vec![*kind]),
        ExprKind::Primitive(Primitive::Together, all) => Some(all.iter().filter_map(kinds_of).flatten().collect()),
        _ => None,
    }
}

/// Whether a value of the type may be none, or hold none.
fn may_be_none(ty: &Type) -> bool {
    matches!(ty, Type::OrNone(_) | Type::Nothing | Type::Unknown)
}

/// Whether none may stand in a value of one type where the other has no place for it.
pub(super) fn none_within(want: &Type, from: &Type) -> bool {
    match (want, from) {
        (Type::OrNone(want), Type::OrNone(from)) => none_within(want, from),
        (Type::OrNone(want), from) => none_within(want, from),
        (Type::Unknown | Type::Nothing, _) => false,
        (_, Type::OrNone(_)) => true,
        (Type::List(a) | Type::Set(a) | Type::Bag(a), Type::List(b) | Type::Set(b) | Type::Bag(b)) => none_within(a, b),
        (Type::Map(a, x), Type::Map(b, y)) => none_within(a, b) || none_within(x, y),
        _ => false,
    }
}

/// Whether something can be asked again, and is the same then if nothing has changed.
fn is_asked(written: &ast::Expr) -> bool {
    use ast::ExprKind as E;
    matches!(written.kind, E::Name(_) | E::Field(..) | E::Index(..) | E::Call(..) | E::Graph(..) | E::Select(..))
}
