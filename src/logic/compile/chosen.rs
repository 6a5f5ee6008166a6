//! `instead of deal_damage as first chosen by player`: rules in the place of a procedure of which a player says which applies first.
//! Each applies at most once to one call, or once for each thing; behind each it is asked again which of the others do.

use super::expressions::{local, make};
use super::known::Facts;
use super::scope::{Body, LocalKind, Region};
use super::selections::Selected;
use super::weave::{At, handed_on, typed};
use super::{Compiler, Global, Woven};
use crate::diagnostic::codes;
use crate::logic::program::{
    BlockId, Collection, Expr, ExprKind, Field, Fold, Guard, OpKind, Origin, PlaceExpr, PointId, PointKind, Procedure,
    ProcedureId, Selection, Slot, Source, Wanted,
};
use crate::logic::syntax::ast::{self, ItemKind, Joining, Name, Span, Target};
use crate::logic::types::Type;
use crate::logic::value::Value;

/// Who chooses which rule in the place of a procedure applies first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chooser<'a> {
    block: BlockId,
    name: &'a Name,
    by: &'a ast::Expr,
}

/// A rule that may be chosen.
struct Candidate {
    rule: usize,
    /// Its name, as it is chosen; none where it goes first.
    symbol: Option<Value>,
    /// When it applies, its own condition and what it stands there for.
    when: Option<Expr>,
    /// The things for which it applies, once for each.
    things: Option<(Selection, Name, Type)>,
    /// Whether it applies now.
    applies: Slot,
    /// What says that it has applied.
    used: Slot,
    told: Facts,
    point: PointId,
}

impl<'a> Compiler<'a> {
    /// Notes who chooses the order of rules.
    pub(super) fn order_chosen(&mut self, block: BlockId, target: &'a Target, (name, by): (&'a Name, &'a ast::Expr)) {
        let Some(Global::Procedure(id)) = self.globals.get(&target.name.text).map(|(global, ..)| *global) else {
            return self.no_procedure(block, &target.name);
        };
        if let Some(label) = &target.label {
            let help = format!("write `instead of {} as {} chosen by …`", target.name.text, name.text);
            self.report(&codes::TYPE_MISMATCH, (block, label.span), "only of a whole procedure is this chosen", help);
        }
        if let Some(first) = self.choosers.insert(id, Chooser { block, name, by }) {
            let message = format!("who chooses the order at `{}` is said twice", target.name.text);
            self.report(&codes::DUPLICATE_DEFINITION, (block, name.span), message, "leave one of the two out");
            self.related((first.block, first.name.span), "first here");
        }
    }

    /// Whether a rule stands somewhere for each of several things where nobody says in which order; that is reported.
    pub(super) fn is_without_order(&mut self, at: usize) -> bool {
        let rule = self.rules[at];
        let Some(each) = rule.each else { return false };
        let whole = rule.joining == Joining::Instead && rule.target.label.is_none();
        if whole && self.choosers.contains_key(&rule.procedure) {
            return false;
        }
        let name = &rule.target.name.text;
        let (message, help) = if whole {
            let help = format!("say who chooses: `instead of {name} as first chosen by …`");
            ("nobody says in which order this applies for several", help)
        } else {
            let help = "write `for each` below it".to_owned();
            ("only a rule in the place of a procedure stands there for each of several", help)
        };
        self.report(&codes::TYPE_MISMATCH, (rule.block, each.span), message, help);
        true
    }

    /// What lets rules in the place of a procedure apply in the order in which they are chosen, but for those that have applied.
    fn pick(&mut self, whole: ProcedureId, rules: &[usize], beneath: ProcedureId) -> ProcedureId {
        let (home, written) = self.procedure_items[whole.index()];
        let ItemKind::Procedure { head, outputs, .. } = &written.kind else { return beneath };
        let mut definition = self.program.procedures[whole.index()].clone();
        for (n, rule) in rules.iter().enumerate() {
            let name = self.name(&format!("(used {n})"));
            definition.params.push(Field::new(name, used_type(self.rules[*rule].each.is_some())));
        }
        let said = self.said[whole.index()].clone();
        let origin = Origin::Beneath(whole);
        let code = Source::Here(Vec::new());
        let id = self.hidden(Procedure { origin, code, locals: Vec::new(), ..definition });
        self.said[id.index()] = said;
        self.picks.insert(id);
        let Some(chooser) = self.choosers.get(&whole).copied() else { return id };
        let mut body = self.body_of(id, home, (&head.params, outputs));
        body.picking(rules, (id, beneath), chooser);
        let end = body.woven();
        let code = body.finished(end);
        self.set_code(id, code);
        id
    }
}

/// What says that a rule has applied: yes, or for which things.
fn used_type(each: bool) -> Type {
    if each { Type::Set(Box::new(Type::Unknown)) } else { Type::YesNo }
}

impl Body<'_, '_> {
    /// Lets a player choose which of the rules comes first; whether that is so here.
    pub(super) fn pick_first(&mut self, rules: &[usize], beneath: ProcedureId) -> bool {
        let Some(super::Definition::Procedure(own)) = self.definition else { return false };
        let whole = self.compiler.whole(own);
        if rules.is_empty() || !self.compiler.choosers.contains_key(&whole) {
            return false;
        }
        let params = self.names_of(LocalKind::Parameter);
        let into: Vec<Slot> = self.names_of(LocalKind::Output).into_iter().map(|(_, slot, _)| slot).collect();
        let pick = self.compiler.pick(whole, rules, beneath);
        let mut args: Vec<Expr> = params.iter().map(|at| handed_on(at, Span::default())).collect();
        for rule in rules {
            let each = self.compiler.rules[*rule].each.is_some();
            let none = if each { Value::Set(std::sync::Arc::default()) } else { Value::yes_no(false) };
            args.push(make(ExprKind::Constant(none), used_type(each), Span::default()));
        }
        let point = self.woven();
        self.run_with(pick, args, &into, point);
        true
    }

    /// The steps in which one of the rules is chosen and applies; or what stands beneath, where none does.
    fn picking(&mut self, rules: &[usize], (pick, beneath): (ProcedureId, ProcedureId), chooser: Chooser<'_>) {
        let params: Vec<At> = self.names_of(LocalKind::Parameter);
        let (used, own): (Vec<_>, Vec<_>) = params.into_iter().partition(|(name, ..)| name.text.starts_with('('));
        let all: Vec<(usize, Candidate)> =
            rules.iter().zip(&used).map(|(rule, (_, slot, _))| self.candidate(*rule, *slot)).enumerate().collect();
        let outputs: Vec<At> = self.names_of(LocalKind::Output);
        let names = (&own[..], &used[..], &outputs[..]);
        let into: Vec<Slot> = outputs.iter().map(|(_, slot, _)| *slot).collect();
        let home = std::mem::replace(&mut self.block, chooser.block);
        let point = self.point(PointKind::Statement, chooser.name.span.to(chooser.by.span));
        let hidden = self.hide(|local| local.kind == LocalKind::Output);
        let by = self.chooser(chooser.by);
        self.show(hidden);
        self.block = home;
        // What says that it stands ahead of others is no choice: each time it is looked at first.
        let (first, chosen): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, one)| one.symbol.is_none());
        for one in first {
            let applies = local(one.1.applies, &Type::YesNo, Span::default());
            self.applied_where(applies, one, names, (pick, &by));
        }
        let symbols: Vec<crate::logic::value::Symbol> = chosen
            .iter()
            .filter_map(|(_, one)| if let Some(Value::Symbol(symbol)) = one.symbol { Some(symbol) } else { None })
            .collect();
        let symbol = super::types::members(&symbols);
        let options = self.options(&chosen, &symbol);
        let none = ExprKind::IsEmpty(Box::new(options.clone()), true);
        let woven = self.woven();
        self.regions.push(Region::default());
        let branch = self.hidden_branch(make(none, Type::YesNo, Span::default()), woven);
        self.run_woven(beneath, &own, &into, woven);
        self.stops_there(branch, &into, woven);
        // Who chooses, and which.
        let mark = self.locals.len();
        let unseen = Name { span: Span::default(), ..chooser.name.clone() };
        let which = self.declare(&unseen, symbol.clone(), LocalKind::Element);
        let from = Selection { slot: which, of: Box::new(options), filter: None, extreme: None, sorted: false };
        self.chosen(which, by.ty.clone(), symbol.clone());
        self.store_local(which);
        self.push(OpKind::Choose { wanted: Wanted::One, by: by.clone(), from, if_none: None }, point);
        for (n, one) in chosen {
            let name = one.symbol.clone().unwrap_or(Value::None);
            let is = ExprKind::Is(
                true,
                Box::new(local(which, &symbol, Span::default())),
                Box::new(make(ExprKind::Constant(name), symbol.clone(), Span::default())),
            );
            self.applied_where(make(is, Type::YesNo, Span::default()), (n, one), names, (pick, &by));
        }
        self.leave(mark);
    }

    /// Runs a rule where this holds, and then nothing else.
    fn applied_where(
        &mut self,
        holds: Expr,
        (n, one): (usize, Candidate),
        names: (&[At], &[At], &[At]),
        (pick, by): (ProcedureId, &Expr),
    ) {
        let into: Vec<Slot> = names.2.iter().map(|(_, slot, _)| *slot).collect();
        let woven = self.woven();
        self.regions.push(Region::default());
        let rule = self.compiler.rules[one.rule];
        let called = rule.name.map_or(self.owner, |name| self.compiler.name(&name.text));
        let yes = self.compiler.point(rule.block, PointKind::Woven, rule.head(), None, called);
        let branch = self.hidden_branch_as(holds, yes, woven);
        let when = one.when.clone();
        let (rule, id) = self.applied(one, n, names, (pick, by));
        self.compiler.woven.insert(rule, Woven { procedure: id, when });
        self.stops_there(branch, &into, woven);
    }

    /// Behind what is done on this branch the procedure ends.
    fn stops_there(&mut self, branch: usize, into: &[Slot], woven: PointId) {
        self.ends_regions();
        self.push(OpKind::Stop, woven);
        self.close_hidden([branch], into, woven);
    }

    /// A rule, and whether it applies.
    fn candidate(&mut self, at: usize, used: Slot) -> Candidate {
        let rule = self.compiler.rules[at];
        let home = std::mem::replace(&mut self.block, rule.block);
        let point = self.point(PointKind::Statement, rule.head());
        let is_first = rule.ahead.iter().any(|order| !order.behind);
        let symbol = if is_first { None } else { Some(self.name_chosen(&rule)) };
        let hidden = self.hide(|local| local.kind == LocalKind::Output);
        let mark = self.locals.len();
        let selected = rule.each.map(|each| {
            self.no_order(each);
            self.source(each, LocalKind::Element)
        });
        let known = selected.as_ref().map_or_else(Facts::new, |selected: &Selected| selected.told.clone());
        let (when, told) = self.knowing(known.clone(), |body| body.rule_applies(rule.when, rule.name));
        let told = known.into_iter().chain(told).collect();
        self.leave(mark);
        self.show(hidden);
        let span = rule.head();
        let set = used_type(true);
        let and = |a: Expr, b: Expr| make(ExprKind::And(Box::new(a), Box::new(b)), Type::YesNo, span);
        let (things, applies) = match (selected, rule.each) {
            (Some(Selected { selection, element, .. }), Some(each)) => {
                let thing = local(selection.slot, &element, span);
                let fresh = ExprKind::In(false, Box::new(thing), Box::new(local(used, &set, span)));
                let fresh = make(fresh, Type::YesNo, span);
                let filter = selection.filter.map(|filter| *filter).into_iter().chain(when.clone()).chain([fresh]);
                let filter = filter.reduce(and).map(Box::new);
                let selection = Selection { filter, extreme: None, sorted: false, ..selection };
                let some = make(ExprKind::Select(Fold::Some, selection.clone()), Type::YesNo, span);
                (Some((selection, each.name.clone(), element)), some)
            }
            _ => {
                let fresh = ExprKind::Not(Box::new(local(used, &Type::YesNo, span)));
                let fresh = make(fresh, Type::YesNo, span);
                (None, when.clone().map_or(fresh.clone(), |when| and(fresh, when)))
            }
        };
        let slot = self.slot(None, Type::YesNo);
        self.store_local(slot);
        self.push(OpKind::Let(slot, applies), point);
        self.block = home;
        Candidate { rule: at, symbol, when, things, applies: slot, used, told, point }
    }

    /// The name by which a rule is chosen.
    fn name_chosen(&mut self, rule: &super::Rule<'_>) -> Value {
        let Some(name) = rule.name else {
            let help = format!("write `instead of {} as name`", rule.target.name.text);
            let message = "a player chooses among these rules, and this one has no name";
            self.report(&codes::TYPE_MISMATCH, rule.head(), message, help);
            return Value::None;
        };
        Value::Symbol(self.compiler.symbol(&name.text))
    }

    /// The names of the rules that apply, as a list.
    fn options(&mut self, candidates: &[(usize, Candidate)], symbol: &Type) -> Expr {
        let list = Type::List(Box::new(symbol.clone()));
        let woven = self.woven();
        let options = self.slot(None, list.clone());
        let none = make(ExprKind::Collect(Collection::List, Vec::new()), list.clone(), Span::default());
        self.push(OpKind::Let(options, none), woven);
        for (_, one) in candidates {
            let Some(name) = &one.symbol else { continue };
            self.regions.push(Region::default());
            let branch = self.hidden_branch(local(one.applies, &Type::YesNo, Span::default()), woven);
            self.store_local(options);
            let value = make(ExprKind::Constant(name.clone()), symbol.clone(), Span::default());
            let place = PlaceExpr::Local(options);
            self.push(OpKind::AddTo { place, count: None, value, guard: Guard { check: None } }, woven);
            self.close_hidden([branch], &[options], woven);
        }
        local(options, &list, Span::default())
    }

    /// Runs the rule that was chosen; of several things for which it applies one is chosen, too.
    fn applied(
        &mut self,
        one: Candidate,
        n: usize,
        (own, used, outputs): (&[At], &[At], &[At]),
        (pick, by): (ProcedureId, &Expr),
    ) -> (usize, ProcedureId) {
        let rule = self.compiler.rules[one.rule];
        let home = std::mem::replace(&mut self.block, rule.block);
        let woven = self.woven();
        let mut args: Vec<At> = own.to_vec();
        let now = match &one.things {
            Some((from, name, element)) => {
                let (unseen, slot) = (Name { span: Span::default(), ..name.clone() }, from.slot);
                let (set, from) = (used_type(true), from.clone());
                self.chosen(slot, by.ty.clone(), element.clone());
                self.store_local(slot);
                self.push(OpKind::Choose { wanted: Wanted::One, by: by.clone(), from, if_none: None }, one.point);
                args.push((unseen, slot, element.clone()));
                let all = self.slot(None, set.clone());
                self.push(OpKind::Let(all, local(one.used, &set, Span::default())), woven);
                let place = PlaceExpr::Local(all);
                let value = local(slot, element, Span::default());
                self.push(OpKind::AddTo { place, count: None, value, guard: Guard { check: None } }, woven);
                all
            }
            None => {
                let now = self.slot(None, Type::YesNo);
                let yes = make(ExprKind::Constant(Value::yes_no(true)), Type::YesNo, Span::default());
                self.push(OpKind::Let(now, yes), woven);
                now
            }
        };
        for (at, (name, slot, ty)) in used.iter().enumerate() {
            args.push((name.clone(), if at == n { now } else { *slot }, ty.clone()));
        }
        let id = self.compiler.rule_procedure(one.rule, (&typed(&args), &typed(outputs)), one.told, Some(pick));
        let into: Vec<Slot> = outputs.iter().map(|(_, slot, _)| *slot).collect();
        self.run_woven(id, &args, &into, one.point);
        self.block = home;
        (one.rule, id)
    }
}
