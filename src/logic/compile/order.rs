//! Rules that join one place: which of them comes first is said, unless it is shown to make no difference.

use std::collections::{BTreeSet, HashSet};

use super::apart::{Meet, meet};
use super::joined::{Place, PlaceKey, Rule};
use super::{Compiler, Woven};
use crate::diagnostic::codes;
use crate::logic::program::{Expr, ExprKind, FunctionId, OpKind, PlaceExpr, ProcedureId, Program, Source, StateId};
use crate::logic::syntax::ast::Joining;
use crate::logic::types::{EntityTypeId, Type};
use crate::logic::walk;

/// How many pairs of rules of a book are compared, with the cases of their conditions.
const WORK: usize = 5_000_000;

/// What steps look at or change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Column {
    State(StateId),
    Field(EntityTypeId, u16),
    /// Which things of a type there are.
    Things(EntityTypeId),
}

/// All that a rule does, its condition included.
#[derive(Debug, Default)]
struct Doing {
    /// What decides whether it applies.
    decides: BTreeSet<Column>,
    reads: BTreeSet<Column>,
    writes: BTreeSet<Column>,
    asks: bool,
    refuses: bool,
    /// It does what another document says.
    external: bool,
}

impl Compiler<'_> {
    /// Reports rules that may apply at one place, where it makes a difference which comes first and nothing says it.
    pub(super) fn rules_in_order(&mut self) {
        self.program.order_joined();
        let mut work = WORK;
        for (key, place) in self.places.clone() {
            if !self.in_order(&key, &place, &mut work) {
                let Some(rule) = place.rules.first().map(|rule| self.rules[*rule]) else { return };
                let message = "more rules join here than can be compared";
                let help = "put some of them together, or let each say which it comes `ahead of`";
                self.report(&codes::LOGIC_TOO_COMPLEX, (rule.block, rule.head()), message, help);
                return;
            }
        }
    }

    /// Whether all pairs could be compared.
    fn in_order(&mut self, key: &PlaceKey, place: &Place, work: &mut usize) -> bool {
        let mut doings: Vec<Option<Doing>> = Vec::new();
        for (later, at) in place.rules.iter().enumerate() {
            let doing = self.woven.get(at).filter(|_| place.rules.len() > 1).map(|woven| doing(&self.program, woven));
            doings.push(doing);
            for earlier in 0..later {
                if place.ahead[earlier].contains(&later) || place.ahead[later].contains(&earlier) {
                    continue;
                }
                let Some(left) = work.checked_sub(1) else { return false };
                *work = left;
                let (Some(first), Some(second)) = (&doings[earlier], &doings[later]) else { continue };
                let Some(why) = self.difference(key.2, first, second) else { continue };
                let rules = [self.rules[place.rules[earlier]], self.rules[*at]];
                let conditions =
                    [place.rules[earlier], *at].map(|at| self.woven.get(&at).and_then(|woven| woven.when.as_ref()));
                let [a, b] = [0, 1].map(|n| (rules[n].block, conditions[n]));
                // One that makes the other apply is followed by it, although both never apply at first.
                let case = match first.decides_about(second).or_else(|| second.decides_about(first)) {
                    Some(column) => format!(", for one changes {}, which decides about the other", self.column(column)),
                    None => match meet(&self.program, a, b, work) {
                        Meet::Unknown if *work == 0 => return false,
                        Meet::Never => continue,
                        Meet::In(case) if case.is_empty() => String::new(),
                        Meet::In(case) => format!(", such as when {case}"),
                        Meet::Unknown => ", for they are not shown apart".to_owned(),
                    },
                };
                self.unordered(key, rules, &why, &case);
                break;
            }
        }
        true
    }

    /// Why it makes a difference which of two rules comes first; nothing where it is shown to make none.
    fn difference(&self, joining: Joining, first: &Doing, second: &Doing) -> Option<String> {
        if joining == Joining::Instead {
            return Some("only one can stand in its place".to_owned());
        }
        let own = |doing: &Doing| doing.asks || doing.refuses;
        if first.external || second.external {
            return Some("one does what another document says".to_owned());
        }
        let both = first.writes.intersection(&second.writes).next();
        if let Some(column) = both {
            return Some(format!("both change {}", self.column(*column)));
        }
        let read = first.writes.intersection(&second.reads).chain(second.writes.intersection(&first.reads)).next();
        if let Some(column) = read {
            return Some(format!("one changes {} and the other looks at it", self.column(*column)));
        }
        if own(first) && own(second) {
            let words = |doing: &Doing| if doing.asks { "asks for something" } else { "may refuse" };
            let same = words(first) == words(second);
            return Some(match (same, first.asks) {
                (true, true) => "both ask for something: dice, a draw or a choice".to_owned(),
                (true, false) => "both may refuse".to_owned(),
                (false, _) => format!("one {} and the other {}", words(first), words(second)),
            });
        }
        None
    }

    fn column(&self, column: Column) -> String {
        let program = &self.program;
        match column {
            Column::State(state) => format!("`{}`", program.name(program.states[state.index()].name)),
            Column::Field(ty, field) => {
                let ty = &program.entities[usize::from(ty.0)];
                format!("`{}` of a {}", program.name(ty.fields[usize::from(field)].name), ty.name)
            }
            Column::Things(ty) => format!("which {} there is", program.entities[usize::from(ty.0)].name),
        }
    }

    fn unordered(&mut self, key: &PlaceKey, [first, second]: [Rule<'_>; 2], why: &str, case: &str) {
        let target = match &key.1 {
            Some(label) => format!("{}.{label}", first.target.name.text),
            None => first.target.name.text.clone(),
        };
        let named = |rule: &Rule<'_>| {
            let block = &self.program.blocks[rule.block.index()];
            let number = block.number.as_deref().unwrap_or(&block.id);
            match rule.name {
                Some(name) => format!("`{}` ({number})", name.text),
                None => format!("the rule of {number}"),
            }
        };
        let words = match key.2 {
            Joining::Instead => "stand in the place of",
            Joining::Before => "come before",
            Joining::After => "come after",
        };
        let message = format!("{} and {} may both {words} `{target}`{case}: {why}", named(&first), named(&second));
        let other = match second.name {
            Some(name) => name.text.clone(),
            None => self.program.blocks[second.block.index()].id.replace('-', "_"),
        };
        let help = format!(
            "say which comes first: `{} {target} ahead of {other}`, or narrow one of the conditions",
            key.2.words()
        );
        self.report(&codes::UNORDERED_RULES, (second.block, second.head()), message, help);
        self.related((first.block, first.head()), "the other rule");
    }
}

impl Doing {
    /// What it changes that decides whether another applies.
    fn decides_about(&self, other: &Self) -> Option<Column> {
        self.writes.intersection(&other.decides).next().copied()
    }
}

/// All that a rule does, through all that it runs and asks.
fn doing(program: &Program, woven: &Woven) -> Doing {
    let mut doing = Doing::default();
    let mut asked: HashSet<FunctionId> = HashSet::new();
    let mut ran: HashSet<ProcedureId> = HashSet::from([woven.procedure]);
    let mut functions: Vec<FunctionId> = Vec::new();
    let mut procedures = vec![woven.procedure];
    if let Some(when) = &woven.when {
        walk::expr(when, &mut |expr| looks(expr, &mut doing, &mut functions));
        ask(program, &mut doing, &mut functions, &mut asked);
        doing.decides.clone_from(&doing.reads);
    }
    while let Some(id) = procedures.pop() {
        let Source::Here(code) = &program.procedures[id.index()].code else {
            doing.external = true;
            continue;
        };
        walk::code(code, &mut |expr| looks(expr, &mut doing, &mut functions));
        for op in code {
            let effects = op.kind.effects();
            doing.asks |= effects.asks.is_some();
            doing.refuses |= matches!(op.kind, OpKind::Require { .. });
            match effects.changes.map(PlaceExpr::root) {
                Some(PlaceExpr::State(state)) => {
                    doing.writes.insert(Column::State(*state));
                }
                Some(PlaceExpr::EntityField(_, ty, field)) => {
                    doing.writes.insert(Column::Field(*ty, *field));
                    doing.reads.insert(Column::Things(*ty));
                }
                _ => {}
            }
            if let Some(ty) = effects.creates {
                doing.writes.insert(Column::Things(ty));
            }
            if let Some((_, ty)) = effects.removes {
                removal(program, ty, &mut doing);
            }
            procedures.extend(effects.runs.filter(|id| ran.insert(*id)));
        }
    }
    ask(program, &mut doing, &mut functions, &mut asked);
    doing
}

/// What functions look at, and all that they ask.
fn ask(program: &Program, doing: &mut Doing, functions: &mut Vec<FunctionId>, asked: &mut HashSet<FunctionId>) {
    while let Some(id) = functions.pop() {
        if asked.insert(id) {
            walk::function(&program.functions[id.index()], &mut |expr| looks(expr, doing, functions));
        }
    }
}

fn looks(expr: &Expr, doing: &mut Doing, functions: &mut Vec<FunctionId>) {
    match &expr.kind {
        ExprKind::State(state) => {
            doing.reads.insert(Column::State(*state));
        }
        ExprKind::EntityField(_, ty, field) => {
            doing.reads.extend([Column::Field(*ty, *field), Column::Things(*ty)]);
        }
        ExprKind::All(ty) => {
            doing.reads.insert(Column::Things(*ty));
        }
        ExprKind::Call(id, ..) => functions.push(*id),
        _ => {}
    }
}

/// What is removed is taken out of all that can hold it.
fn removal(program: &Program, removed: EntityTypeId, doing: &mut Doing) {
    doing.writes.insert(Column::Things(removed));
    for (at, state) in (0..).zip(&program.states) {
        if holds(program, &state.ty, removed) {
            doing.writes.insert(Column::State(StateId(at)));
        }
    }
    for (ty, entity) in (0..).zip(&program.entities) {
        for (n, field) in (0..).zip(&entity.fields) {
            if holds(program, &field.ty, removed) {
                doing.writes.insert(Column::Field(EntityTypeId(ty), n));
            }
        }
    }
}

/// Whether a value of a type may hold a thing of another.
fn holds(program: &Program, ty: &Type, removed: EntityTypeId) -> bool {
    let mut open = vec![ty];
    let mut seen = BTreeSet::new();
    while let Some(ty) = open.pop() {
        match ty {
            Type::Entity(id) if *id == removed => return true,
            Type::List(of) | Type::Set(of) | Type::Bag(of) | Type::OrNone(of) => open.push(of),
            Type::Map(key, value) => open.extend([&**key, &**value]),
            Type::Record(id) if seen.insert(*id) => {
                open.extend(program.records[usize::from(id.0)].fields.iter().map(|field| &field.ty));
            }
            _ => {}
        }
    }
    false
}
