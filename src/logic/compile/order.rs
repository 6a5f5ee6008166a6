//! Rules that join one place: which of them comes first is said, unless it is shown to make no difference.

use std::collections::{BTreeSet, HashSet};

use super::apart::{Meet, meet};
use super::joined::Ranked;
use super::{Compiler, Woven};
use crate::diagnostic::codes;
use crate::logic::program::{
    Event, Expr, ExprKind, FunctionId, OpKind, Origin, PlaceExpr, ProcedureId, Program, Source, StateId,
};
use crate::logic::syntax::ast::Joining;
use crate::logic::types::{EntityTypeId, Type};
use crate::logic::walk;

/// How many pairs of rules of a book are compared, with the cases of their conditions.
const WORK: usize = 5_000_000;

/// What steps look at or change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    State(StateId),
    Field(EntityTypeId, u16),
    /// Which things of a type there are.
    Things(EntityTypeId),
}

/// What only one of several rules may do where nothing says which comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Alone {
    Asks,
    Refuses,
    Ends,
    Stops,
}

impl Alone {
    /// Of one and of both of two.
    fn words(self) -> [&'static str; 2] {
        match self {
            Self::Asks => ["asks for something", "ask for something: dice, a draw or a choice"],
            Self::Refuses => ["may refuse", "may refuse"],
            Self::Ends => ["may end the game", "may end the game"],
            Self::Stops => ["ends what is being done", "end what is being done"],
        }
    }
}

/// All that a rule does, its condition included.
#[derive(Debug, Default)]
struct Doing {
    /// What decides whether it applies.
    decides: BTreeSet<Column>,
    reads: BTreeSet<Column>,
    writes: BTreeSet<Column>,
    /// Those of them to which it does more than to add something in no order.
    orders: BTreeSet<Column>,
    /// It has the original done behind its own beginning.
    goes_on: bool,
    alone: BTreeSet<Alone>,
    /// It does what another document says.
    external: bool,
}

/// Rules that may apply at one place, in their order.
pub(super) struct Group<'g, 'a> {
    pub(super) at: At,
    pub(super) rules: Vec<Grouped<'a>>,
    /// Of each of them those that it was told to stand before, directly or through others.
    pub(super) ahead: &'g dyn Fn(usize, usize) -> bool,
}

/// A rule of a group.
pub(super) struct Grouped<'a> {
    pub(super) ranked: Ranked<'a>,
    /// What became of it, if it could be compiled.
    pub(super) woven: Option<Woven>,
    /// What it follows.
    pub(super) event: Option<Event>,
    /// Names that it has for that, and what each means.
    pub(super) names: Vec<(&'a str, Meaning)>,
}

/// What a rule's own name for something means.
pub(super) type Meaning = (Event, u8);

/// Where rules may apply together.
pub(super) enum At {
    /// At a procedure or a step.
    Procedure(Joining, String),
    /// Where something happens, in words.
    Event(String),
    /// At the end of what is done at once.
    Together,
    /// Where it is looked whether the game ends.
    End,
}

impl Compiler<'_> {
    /// Reports rules that may apply at one place, where it makes a difference which comes first and nothing says it.
    pub(super) fn rules_in_order(&mut self) {
        self.program.order_joined();
        let mut work = WORK;
        for ((_, label, joining), place) in self.places.clone() {
            let Some(first) = place.rules.first().map(|rule| self.rules[*rule]) else { continue };
            // Who chooses says which comes first.
            if label.is_none() && joining == Joining::Instead && self.choosers.contains_key(&first.procedure) {
                continue;
            }
            let target = match label {
                Some(label) => format!("{}.{label}", first.target.name.text),
                None => first.target.name.text.clone(),
            };
            let grouped = |at: &usize| Grouped {
                ranked: self.rules[*at].ranked(),
                woven: self.woven.get(at).cloned(),
                event: None,
                names: Vec::new(),
            };
            let rules = place.rules.iter().map(grouped).collect();
            let ahead = |earlier: usize, later: usize| place.ahead[earlier].contains(&later);
            if !self.in_order(&Group { at: At::Procedure(joining, target), rules, ahead: &ahead }, &mut work) {
                return;
            }
        }
        self.followers_in_order(&mut work);
    }

    /// Whether all pairs of a group could be compared.
    pub(super) fn in_order(&mut self, group: &Group<'_, '_>, work: &mut usize) -> bool {
        let compared = self.compare(group, work);
        if !compared && let Some(rule) = group.rules.first() {
            let message = "more rules join here than can be compared";
            let help = "put some of them together, or let each say which it comes `ahead of`";
            self.report(&codes::LOGIC_TOO_COMPLEX, (rule.ranked.block, rule.ranked.head), message, help);
        }
        compared
    }

    fn compare(&mut self, group: &Group<'_, '_>, work: &mut usize) -> bool {
        let rules = &group.rules;
        let mut doings: Vec<Option<Doing>> = Vec::new();
        for (later, rule) in rules.iter().enumerate() {
            let doing = rule.woven.as_ref().filter(|_| rules.len() > 1).map(|woven| doing(&self.program, woven));
            doings.push(doing);
            for (earlier, other) in rules.iter().enumerate().take(later) {
                // Those that follow one thing were compared where it happens.
                let compared = matches!(group.at, At::Together) && other.event == rule.event;
                let [one, two] = [other, rule].map(|one| one.ranked.block);
                let told = (group.ahead)(earlier, later)
                    || (group.ahead)(later, earlier)
                    || self.prevails(one, two)
                    || self.prevails(two, one);
                if compared || told {
                    continue;
                }
                let Some(left) = work.checked_sub(1) else { return false };
                *work = left;
                let (Some(first), Some(second)) = (&doings[earlier], &doings[later]) else { continue };
                let Some(why) = self.difference(&group.at, first, second) else { continue };
                let [a, b] = [other, rule]
                    .map(|one| (one.ranked.block, one.woven.as_ref().and_then(|woven| woven.when.as_ref())));
                // One that makes the other apply is followed by it, although both never apply at first.
                let instead = matches!(group.at, At::Procedure(Joining::Instead, _));
                // Where one alone is done, it decides about no other.
                let decides = |one: &Doing, other: &Doing| one.decides_about(other).filter(|_| !instead || one.goes_on);
                let case = match decides(first, second).or_else(|| decides(second, first)) {
                    Some(column) => format!(", for one changes {}, which decides about the other", self.column(column)),
                    // The same word may mean something else in the other.
                    None if other.differs(rule) => ", for they are not shown apart".to_owned(),
                    None => match meet(&self.program, a, b, work) {
                        Meet::Unknown if *work == 0 => return false,
                        Meet::Never => continue,
                        Meet::In(case) if case.is_empty() => String::new(),
                        Meet::In(case) => format!(", such as when {case}"),
                        Meet::Unknown => ", for they are not shown apart".to_owned(),
                    },
                };
                self.unordered(&group.at, [other.ranked, rule.ranked], &why, &case);
                break;
            }
        }
        true
    }

    /// Why it makes a difference which of two rules comes first; nothing where it is shown to make none.
    fn difference(&self, at: &At, first: &Doing, second: &Doing) -> Option<String> {
        match at {
            At::Procedure(Joining::Instead, _) => return Some("only one can stand in its place".to_owned()),
            At::End => return Some("the game ends but once".to_owned()),
            At::Procedure(..) | At::Event(_) | At::Together => {}
        }
        if first.external || second.external {
            return Some("one does what another document says".to_owned());
        }
        // Behind what ends all, nothing is done.
        let stops = |one: &Doing, other: &Doing| one.alone.contains(&Alone::Stops) && !other.writes.is_empty();
        if stops(first, second) || stops(second, first) {
            return Some("one ends what is being done, and then the other is not done".to_owned());
        }
        let mut both = first.writes.intersection(&second.writes);
        let both = both.find(|column| first.orders.contains(column) || second.orders.contains(column));
        if let Some(column) = both {
            return Some(format!("both change {}", self.column(*column)));
        }
        let read = first.writes.intersection(&second.reads).chain(second.writes.intersection(&first.reads)).next();
        if let Some(column) = read {
            return Some(format!("one changes {} and the other looks at it", self.column(*column)));
        }
        if let (Some(one), Some(other)) = (first.alone.first(), second.alone.first()) {
            let [one_does, both_do] = one.words();
            let same = one == other;
            let apart = || format!("one {one_does} and the other {}", other.words()[0]);
            return Some(if same { format!("both {both_do}") } else { apart() });
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

    fn unordered(&mut self, at: &At, [first, second]: [Ranked<'_>; 2], why: &str, case: &str) {
        let named = |rule: &Ranked<'_>| {
            let block = &self.program.blocks[rule.block.index()];
            let number = block.number.as_deref().unwrap_or(&block.id);
            match rule.name {
                Some(name) => format!("`{}` ({number})", name.text),
                None => format!("the rule of {number}"),
            }
        };
        let other = match second.name {
            Some(name) => name.text.clone(),
            None => self.program.blocks[second.block.index()].id.replace('-', "_"),
        };
        let (do_what, form) = match at {
            At::Procedure(joining, target) => {
                let words = match joining {
                    Joining::Instead => "stand in the place of",
                    Joining::Before => "come before",
                    Joining::After => "come after",
                };
                (format!("{words} `{target}`"), format!("{} {target} ahead of {other}", joining.words()))
            }
            At::Event(what) => (format!("follow where {what}"), format!("whenever … ahead of {other}")),
            At::Together => ("follow what is done `at once`".to_owned(), format!("whenever … ahead of {other}")),
            At::End => ("end the game".to_owned(), format!("the game ends as … ahead of {other}")),
        };
        let message = format!("{} and {} may both {do_what}{case}: {why}", named(&first), named(&second));
        let help = format!("say which comes first: `{form}`, or narrow one of the conditions");
        self.report(&codes::UNORDERED_RULES, (second.block, second.head), message, help);
        self.related((first.block, first.head), "the other rule");
    }
}

impl Grouped<'_> {
    /// Whether a name means one thing in this rule and another in that.
    fn differs(&self, other: &Self) -> bool {
        self.names
            .iter()
            .any(|(name, meaning)| other.names.iter().any(|(same, another)| name == same && meaning != another))
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
    doing.alone.extend(program.stopping.contains(&woven.procedure).then_some(Alone::Stops));
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
            doing.alone.extend(match op.kind {
                OpKind::Require { .. } => Some(Alone::Refuses),
                OpKind::Ends { .. } => Some(Alone::Ends),
                _ => effects.asks.map(|_| Alone::Asks),
            });
            if let Some(PlaceExpr::EntityField(_, ty, _)) = effects.changes.map(PlaceExpr::root) {
                doing.reads.insert(Column::Things(*ty));
            }
            writes(program, &op.kind, &mut doing.writes);
            if !adds_in_no_order(program, &op.kind) {
                writes(program, &op.kind, &mut doing.orders);
            }
            doing.goes_on |= id == woven.procedure
                && effects.runs.is_some_and(|to| matches!(program.procedures[to.index()].origin, Origin::Beneath(_)));
            procedures.extend(effects.runs.filter(|id| ran.insert(*id)));
        }
    }
    ask(program, &mut doing, &mut functions, &mut asked);
    doing
}

/// Whether a step only adds to a set or bag, where it makes no difference what is added first.
fn adds_in_no_order(program: &Program, kind: &OpKind) -> bool {
    let OpKind::AddTo { place, .. } = kind else { return false };
    let ty = match place {
        PlaceExpr::State(state) => &program.states[state.index()].ty,
        PlaceExpr::EntityField(_, ty, field) => &program.entities[usize::from(ty.0)].fields[usize::from(*field)].ty,
        PlaceExpr::Local(_) | PlaceExpr::RecordField(..) | PlaceExpr::Entry(..) => return false,
    };
    matches!(ty, Type::Set(_) | Type::Bag(_))
}

/// What a step changes, but for what it runs.
pub(super) fn writes(program: &Program, kind: &OpKind, writes: &mut BTreeSet<Column>) {
    let effects = kind.effects();
    match effects.changes.map(PlaceExpr::root) {
        Some(PlaceExpr::State(state)) => drop(writes.insert(Column::State(*state))),
        Some(PlaceExpr::EntityField(_, ty, field)) => drop(writes.insert(Column::Field(*ty, *field))),
        _ => {}
    }
    if let Some(ty) = effects.creates {
        writes.insert(Column::Things(ty));
    }
    if let Some((_, ty)) = effects.removes {
        removal(program, ty, writes);
    }
}

/// What an expression looks at, through all functions that it asks.
pub(super) fn reads(program: &Program, of: &Expr) -> BTreeSet<Column> {
    let mut doing = Doing::default();
    let mut functions = Vec::new();
    walk::expr(of, &mut |expr| looks(expr, &mut doing, &mut functions));
    ask(program, &mut doing, &mut functions, &mut HashSet::new());
    doing.reads
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
fn removal(program: &Program, removed: EntityTypeId, writes: &mut BTreeSet<Column>) {
    writes.insert(Column::Things(removed));
    for (at, state) in (0..).zip(&program.states) {
        if holds(program, &state.ty, removed) {
            writes.insert(Column::State(StateId(at)));
        }
    }
    for (ty, entity) in (0..).zip(&program.entities) {
        for (n, field) in (0..).zip(&entity.fields) {
            if holds(program, &field.ty, removed) {
                writes.insert(Column::Field(EntityTypeId(ty), n));
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
            things if things.kinds().contains(&removed) => return true,
            Type::List(of) | Type::Set(of) | Type::Bag(of) | Type::Deck(of) | Type::OrNone(of) => open.push(of),
            Type::Map(key, value) => open.extend([&**key, &**value]),
            Type::Record(id) if seen.insert(*id) => {
                open.extend(program.records[usize::from(id.0)].fields.iter().map(|field| &field.ty));
            }
            _ => {}
        }
    }
    false
}
