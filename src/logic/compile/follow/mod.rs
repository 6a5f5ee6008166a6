//! Puts rules that follow what happens behind every step that does it: a pass over finished code. What looks at the program
//! afterwards sees ordinary steps.
//!
//! ```text
//! let before = treasury          kept in a slot without a name
//! set treasury to 0              as it was written
//! if before is not treasury      by no text, and told to nobody
//!   do «whenever treasury changes»
//! do «the game ends»             behind all that followed
//! ```
//!
//! A procedure is run in one of several ways: plainly; by a rule that follows something, where it is not yet looked whether the
//! game ends; within `at once`, where nothing is followed before the end of the block; and by a rule that waits `until settled`,
//! where what it sets off itself waits, too. For each way in which it is not the same it has code of its own.

mod steps;
mod weaver;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use super::Compiler;
use super::cycles::components;
use super::order::{Column, reads};
use super::whenever::{End, Ended, Followed, Follower};
use crate::diagnostic::codes;
use crate::logic::program::{
    Assumed, AssumedBody, Assumption, BlockId, Event, Local, Op, OpKind, Origin, PlaceExpr, PointKind, Procedure,
    ProcedureId, Program, Record, Source, StateId,
};
use crate::logic::syntax::ast::Span;
use crate::logic::types::{EntityTypeId, Type};
use crate::logic::value::Value;
use weaver::Weaver;

/// What a procedure is called that lets rules go on which wait.
pub(super) const SETTLE: &str = "(settle)";

/// The steps of a procedure and what its slots hold.
type Code = (Vec<Op>, Vec<Local>);

/// How a procedure is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Mode {
    /// As it is written: what it does is followed, then it is looked whether the game ends.
    Plain,
    /// By a rule that follows something: whether the game ends is looked at when all is done.
    Following,
    /// The same by a rule of this group that waits until all is settled: what sets off one of the group waits.
    Settling(usize),
    /// Within `at once`: nothing is followed before its end.
    Together,
}

/// What was found of the rules that follow something.
#[derive(Debug, Default)]
pub(super) struct Following {
    /// What each rule became, by its number.
    pub(super) made: Vec<Followed>,
    /// The rules by what they follow, in their order.
    pub(super) rules: BTreeMap<Event, Vec<usize>>,
    /// Of each rule those that it was told to stand before, by their numbers.
    pub(super) ahead: Vec<BTreeSet<usize>>,
    /// The rules that may follow one block that is done at once, in their order.
    pub(super) together: BTreeSet<Vec<usize>>,
    /// The ends of the game in their order, what they became, and which comes before which.
    pub(super) end_order: Vec<usize>,
    pub(super) ended: Vec<Ended>,
    pub(super) ends_ahead: Vec<BTreeSet<usize>>,
    /// The place of each rule among all.
    rank: Vec<usize>,
    /// Of each rule the group in which it waits.
    waits: Vec<Option<usize>>,
    groups: Vec<Waiting>,
    /// The ends by what they look at, by their places in that order.
    looked_at: BTreeMap<Column, BTreeSet<usize>>,
}

/// Rules that set each other off, and wait for each other.
#[derive(Debug)]
struct Waiting {
    /// The procedure that goes on until nothing waits.
    settle: ProcedureId,
    /// Of each rule that waits: what is to be done.
    queues: BTreeMap<usize, (StateId, Type)>,
}

/// What a procedure does, through all that it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Does {
    /// Of what is followed.
    events: BTreeSet<Event>,
    /// Of what ends of the game look at.
    writes: BTreeSet<Column>,
}

impl Does {
    fn join(&mut self, other: &Self) {
        self.events.extend(&other.events);
        self.writes.extend(&other.writes);
    }
}

impl Compiler<'_> {
    /// Compiles the rules that follow something and the ends of the game, and puts them where they belong.
    pub(super) fn follow(&mut self) {
        if self.followers.is_empty() && self.ends.is_empty() {
            return;
        }
        let mut following = self.ranks();
        following.made = (0..self.followers.len()).map(|at| self.followed(at)).collect();
        following.ended = following.end_order.clone().into_iter().map(|at| self.ended(at)).collect();
        for (at, end) in following.ended.iter().enumerate() {
            for column in reads(&self.program, &end.condition) {
                following.looked_at.entry(column).or_default().insert(at);
            }
        }
        let sources: Vec<Option<Code>> = self.program.procedures.iter().map(code_of).collect();
        let does = self.does(&following, &sources);
        if !self.circles(&mut following, &does) {
            return;
        }
        let (own, does) = (does.clone(), done_in_all(&following, does));
        let (variants, open) = (HashMap::new(), VecDeque::new());
        let mut together: HashMap<(ProcedureId, Option<usize>), Vec<usize>> = HashMap::new();
        for (at, block) in self.together.iter().enumerate() {
            together.entry(block.owner).or_default().push(at);
        }
        let mut weaver = Weaver { compiler: self, following, sources, own, does, variants, together, open };
        weaver.all();
        let following = weaver.following;
        self.following = Some(following);
    }

    /// The order of the rules, and of the ends.
    fn ranks(&mut self) -> Following {
        let ranked: Vec<_> = self.followers.iter().map(Follower::ranked).collect();
        let place = self.ordered(&ranked, &|name| format!("no other rule `{name}` follows anything"));
        let mut following = Following {
            rank: vec![0; ranked.len()],
            ahead: vec![BTreeSet::new(); ranked.len()],
            waits: vec![None; ranked.len()],
            ..Following::default()
        };
        for (rank, at) in place.rules.iter().enumerate() {
            following.rank[*at] = rank;
            following.ahead[*at] = place.ahead[rank].iter().map(|later| place.rules[*later]).collect();
            following.rules.entry(self.followers[*at].event).or_default().push(*at);
        }
        let ranked: Vec<_> = self.ends.iter().map(End::ranked).collect();
        let place = self.ordered(&ranked, &|name| format!("there is no other end `{name}`"));
        (following.end_order, following.ends_ahead) = (place.rules, place.ahead);
        following
    }

    /// What each procedure does, through those that it runs; but for what rules do that follow it.
    fn does(&self, following: &Following, sources: &[Option<Code>]) -> Vec<Does> {
        let mut does = vec![Does::default(); sources.len()];
        let mut runs: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); sources.len()];
        let assumed = self.program.assumptions.iter().flat_map(|set| &set.parts).filter_map(code_assumed);
        let own = sources.iter().enumerate().filter_map(|(at, source)| Some((at, source.as_ref()?.0.as_slice())));
        for (at, code) in own.chain(assumed.map(|(id, code, _)| (id.index(), code))) {
            for op in code {
                does[at].events.extend(events(&op.kind).filter(|event| following.rules.contains_key(event)));
                does[at].writes.extend(following.written(&self.program, &op.kind));
                runs[at].extend(op.kind.effects().runs.map(ProcedureId::index));
            }
        }
        spread(&mut does, &runs);
        does
    }

    /// Finds rules that set themselves off; whether each of them waits. Those that do are put in groups.
    fn circles(&mut self, following: &mut Following, does: &[Does]) -> bool {
        let sets_off = |rule: usize| -> Vec<usize> {
            let events = &does[following.made[rule].call.index()].events;
            events.iter().filter_map(|event| following.rules.get(event)).flatten().copied().collect()
        };
        let next: Vec<Vec<usize>> = (0..following.made.len()).map(sets_off).collect();
        // Without those that wait, what is left leads back nowhere.
        let stays = |rule: &usize| self.followers[*rule].settled.is_none();
        let staying = |rule: usize| next[rule].iter().copied().filter(stays).collect();
        let left: Vec<Vec<usize>> =
            (0..next.len()).map(|rule| if stays(&rule) { staying(rule) } else { Vec::new() }).collect();
        let unsettled = circles_of(&left);
        for circle in &unsettled {
            self.sets_itself_off(circle, &left);
        }
        if !unsettled.is_empty() {
            return false;
        }
        let circles = circles_of(&next);
        let circling: BTreeSet<usize> = circles.iter().flatten().copied().collect();
        for mut rules in circles {
            let group = following.groups.len();
            // Those that follow the same and wait, too, wait with them: so that each comes in its order.
            let waits = |rule: &usize| self.followers[*rule].settled.is_some();
            let followed: BTreeSet<Event> =
                rules.iter().filter(|rule| waits(rule)).map(|rule| self.followers[*rule].event).collect();
            let free = |rule: &usize| !circling.contains(rule) && following.waits[*rule].is_none();
            let more: Vec<usize> = (0..next.len())
                .filter(|rule| free(rule) && waits(rule) && followed.contains(&self.followers[*rule].event))
                .collect();
            rules.extend(more);
            let waiting = self.waiting(following, &rules);
            waiting.queues.keys().for_each(|rule| following.waits[*rule] = Some(group));
            following.groups.push(waiting);
        }
        true
    }

    fn sets_itself_off(&mut self, circle: &BTreeSet<usize>, next: &[Vec<usize>]) {
        let Some(first) = circle.first().copied() else { return };
        // The shortest way back.
        let mut before: HashMap<usize, usize> = HashMap::new();
        let mut open = VecDeque::from([first]);
        while let Some(at) = open.pop_front() {
            for to in next[at].iter().filter(|to| circle.contains(to)) {
                if !before.contains_key(to) {
                    before.insert(*to, at);
                    open.push_back(*to);
                }
            }
        }
        let mut way = Vec::new();
        let mut at = before.get(&first).copied();
        while let Some(rule) = at.filter(|rule| *rule != first) {
            way.push(rule);
            at = before.get(&rule).copied();
        }
        way.reverse();
        let ranked = self.followers[first].ranked();
        let message = match way.as_slice() {
            [] => "this rule sets itself off: it does what it follows".to_owned(),
            _ => "this rule sets itself off through others: each does what the next follows".to_owned(),
        };
        let help = "write `until settled` behind what it follows: then what it sets off waits until it is done; or \
                    change nothing in it that it follows";
        self.report(&codes::CIRCULAR_LOGIC, (ranked.block, ranked.head), message, help);
        for rule in way.into_iter().take(8) {
            let ranked = self.followers[rule].ranked();
            self.related((ranked.block, ranked.head), "part of the circle");
        }
    }

    /// The states in which rules of a circle wait, and the procedure that lets them go on.
    fn waiting(&mut self, following: &Following, rules: &BTreeSet<usize>) -> Waiting {
        let mut own: Vec<usize> =
            rules.iter().copied().filter(|rule| self.followers[*rule].settled.is_some()).collect();
        own.sort_by_key(|rule| following.rank[*rule]);
        let mut queues = BTreeMap::new();
        let mut block = BlockId(0);
        for rule in &own {
            let ranked = self.followers[*rule].ranked();
            block = ranked.block;
            let made = &following.made[*rule];
            let fields = self.program.procedures[made.call.index()].params.clone();
            let record = Type::Record(self.record(Record { name: String::new(), fields }));
            let ty = Type::List(Box::new(record.clone()));
            let id = self.kept(ranked.block, "(waiting)", ty, Value::List(Vec::new().into()));
            queues.insert(*rule, (id, record));
        }
        let name = self.name(SETTLE);
        let point = self.point(block, PointKind::Woven, Span::default(), None, name);
        let result = self.record(Record { name: String::new(), fields: Vec::new() });
        let settle = self.hidden(Procedure {
            name,
            point,
            params: Vec::new(),
            outputs: Vec::new(),
            result,
            locals: Vec::new(),
            code: Source::Here(Vec::new()),
            origin: Origin::Woven,
        });
        Waiting { settle, queues }
    }
}

impl Program {
    /// What happens, in words: "`treasury` changes".
    pub(in crate::logic) fn happening(&self, event: Event) -> String {
        let entity = |ty: EntityTypeId| &self.entities[usize::from(ty.0)];
        match event {
            Event::State(id) => format!("`{}` changes", self.name(self.states[id.index()].name)),
            Event::Field(ty, field) => {
                let name = self.name(entity(ty).fields[usize::from(field)].name);
                format!("a {} changes `{name}`", entity(ty).name)
            }
            Event::Created(ty) => format!("a {} is created", entity(ty).name),
            Event::Removed(ty) => format!("a {} is removed", entity(ty).name),
        }
    }
}

/// What can be followed of a step.
fn events(kind: &OpKind) -> impl Iterator<Item = Event> {
    let effects = kind.effects();
    let changed = match effects.changes.map(PlaceExpr::root) {
        Some(PlaceExpr::State(state)) => Some(Event::State(*state)),
        Some(PlaceExpr::EntityField(_, ty, field)) => Some(Event::Field(*ty, *field)),
        _ => None,
    };
    let removed = effects.removes.map(|(_, ty)| Event::Removed(ty));
    changed.into_iter().chain(removed).chain(effects.creates.map(Event::Created))
}

fn code_of(procedure: &Procedure) -> Option<Code> {
    match &procedure.code {
        Source::Here(code) => Some((code.clone(), procedure.locals.clone())),
        Source::Missing(_) => None,
    }
}

/// The code that an assumption has for a procedure.
fn code_assumed(part: &Assumption) -> Option<(ProcedureId, &[Op], &[Local])> {
    match (part.target, &part.body) {
        (Assumed::Procedure(id), AssumedBody::Code { code, locals }) => Some((id, code, locals)),
        _ => None,
    }
}

/// Joins to each what those do that it runs, until nothing more is found.
fn spread(does: &mut [Does], runs: &[BTreeSet<usize>]) {
    let mut run_by: Vec<Vec<usize>> = vec![Vec::new(); does.len()];
    for (from, all) in runs.iter().enumerate() {
        all.iter().filter(|to| **to < does.len()).for_each(|to| run_by[*to].push(from));
    }
    let mut open: BTreeSet<usize> = (0..does.len()).collect();
    while let Some(at) = open.pop_last() {
        let own = does[at].clone();
        for from in &run_by[at] {
            let before = (does[*from].events.len(), does[*from].writes.len());
            does[*from].join(&own);
            if before != (does[*from].events.len(), does[*from].writes.len()) {
                open.insert(*from);
            }
        }
    }
}

/// What each procedure does with all that follows it.
fn done_in_all(following: &Following, mut does: Vec<Does>) -> Vec<Does> {
    let mut runs: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); does.len()];
    for (at, own) in does.iter().enumerate() {
        let rules = own.events.iter().filter_map(|event| following.rules.get(event)).flatten();
        runs[at].extend(rules.map(|rule| following.made[*rule].call.index()));
    }
    spread(&mut does, &runs);
    does
}

/// The parts that lead back to themselves.
fn circles_of(next: &[Vec<usize>]) -> Vec<BTreeSet<usize>> {
    let mut parts = components(next);
    parts.retain(|part| part.len() > 1 || part.iter().any(|rule| next[*rule].contains(rule)));
    parts
}
