//! Definitions by their names.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::{
    BlockId, FunctionId, Kept, NameId, OptionId, Origin, PointId, PointKind, Procedure, ProcedureId, Program, Roles,
    State, StateId,
};
use crate::logic::types::{EntityTypeId, RecordId};
use crate::logic::value::Symbol;

/// The numbers of all that has a name; of two of one kind that have the same, the first.
#[derive(Clone, Debug, Default)]
pub(in crate::logic) struct Named {
    functions: HashMap<NameId, FunctionId>,
    procedures: HashMap<NameId, ProcedureId>,
    states: HashMap<NameId, StateId>,
    options: HashMap<NameId, OptionId>,
    entities: HashMap<String, EntityTypeId>,
    symbols: HashMap<String, Symbol>,
    names: HashMap<String, NameId>,
}

impl Named {
    fn of(program: &Program) -> Self {
        Self {
            functions: numbered(program.functions.iter().map(|function| function.name), FunctionId),
            procedures: numbered(program.written_procedures().map(|procedure| procedure.name), ProcedureId),
            states: numbered(program.written_states().map(|state| state.name), StateId),
            options: numbered(program.options.iter().map(|option| option.name), OptionId),
            entities: numbered(program.entities.iter().map(|entity| entity.name.clone()), EntityTypeId),
            symbols: numbered(program.symbols.iter().cloned(), Symbol),
            names: numbered(program.names.iter().cloned(), NameId),
        }
    }
}

fn numbered<K: Eq + Hash, N: TryFrom<usize>, I>(names: impl Iterator<Item = K>, id: fn(N) -> I) -> HashMap<K, I> {
    let mut found = HashMap::new();
    for (at, name) in names.enumerate() {
        if let Ok(at) = N::try_from(at) {
            found.entry(name).or_insert(id(at));
        }
    }
    found
}

impl Program {
    /// Adds an enumeration; of two with the same members the one whose name comes first is called by it.
    pub(in crate::logic) fn enumerate(&mut self, name: String, members: Vec<Symbol>) {
        let mut sorted = members.clone();
        sorted.sort_unstable();
        let called = self.enumerated.entry(sorted).or_insert_with(|| name.clone());
        if name < *called {
            called.clone_from(&name);
        }
        self.enumerations.insert(name, members);
    }

    /// What each visible name stands for.
    pub fn roles(&self) -> &Roles {
        self.roles.get_or_init(|| Roles::of(self))
    }

    /// The procedures that stand in a text; they come before those that weaving made.
    pub fn written_procedures(&self) -> impl Iterator<Item = &Procedure> {
        self.procedures.iter().take_while(|procedure| procedure.origin == Origin::Written)
    }

    /// The states that stand in a text; they come before those that weaving made.
    pub fn written_states(&self) -> impl Iterator<Item = &State> {
        self.states.iter().take_while(|state| self.point(state.point).kind != PointKind::Woven)
    }

    /// What holds the times that something was done, by how that is asked for: `attack since turn`.
    pub fn tally(&self, asked: &str) -> Option<StateId> {
        let tallies = self.history.iter().filter(|(_, kept)| matches!(kept, Kept::Since(..))).map(|(id, _)| *id);
        let name = |id: &StateId| self.name(self.states[id.index()].name);
        // Most that is given is a state that some text names.
        tallies.filter(|_| asked.contains("since")).find(|id| name(id).split_whitespace().eq(asked.split_whitespace()))
    }

    /// Whether anybody asks for a field of what is kept of the times that something was done; of any other record all count.
    pub fn is_asked(&self, record: RecordId, field: u16) -> bool {
        !self.unasked.get(&record).is_some_and(|fields| fields.contains(&field))
    }

    /// What an end of the game is called.
    pub fn end_name(&self, end: PointId) -> &str {
        self.point(end).label.map_or("", |label| self.name(label))
    }

    /// The rule that does not apply where a run goes that way.
    pub fn rule_passed_by(&self, way: PointId) -> Option<&Procedure> {
        Some(&self.procedures[self.passed_by.get(&way)?.index()])
    }

    /// The other sections whose rules join a procedure of this one, in the order of the book.
    pub fn joined_to<'p>(&'p self, section: &'p str) -> impl Iterator<Item = &'p str> {
        let first = self.changed_by.partition_point(|(home, _)| self.blocks[home.index()].id.as_str() < section);
        let all = self.changed_by[first..]
            .iter()
            .map(|(home, joining)| [home, joining].map(|at| &self.blocks[at.index()].id));
        all.take_while(move |[home, _]| *home == section).map(|[_, joining]| joining.as_str())
    }

    /// Puts the rules that join procedures in order, once all are there.
    pub(in crate::logic) fn order_joined(&mut self) {
        let block = |point: PointId| Some(self.point(point).block).filter(|at| !self.blocks[at.index()].assumed);
        let joined = self.joined.iter();
        let joined = joined
            .filter_map(|joined| Some((block(self.procedures[joined.procedure.index()].point)?, block(joined.point)?)));
        let followed = self.followed.iter().filter_map(|(at, rule)| Some((block(*at)?, block(*rule)?)));
        let mut changed_by: Vec<(BlockId, BlockId)> =
            joined.chain(followed).filter(|(home, joining)| home != joining).collect();
        changed_by.sort_by_key(|(home, joining)| (self.blocks[home.index()].id.as_str(), *joining));
        changed_by.dedup();
        self.changed_by = changed_by;
        // A procedure that is run in several ways has its statements in each.
        let mut seen = HashSet::new();
        self.followed.retain(|pair| seen.insert(*pair));
    }

    fn named(&self) -> &Named {
        self.named.get_or_init(|| Named::of(self))
    }

    fn name_of(&self, name: &str) -> Option<NameId> {
        self.named().names.get(name).copied()
    }

    /// The function of that name.
    pub fn function(&self, name: &str) -> Option<FunctionId> {
        self.named().functions.get(&self.name_of(name)?).copied()
    }

    /// The procedure of that name.
    pub fn procedure(&self, name: &str) -> Option<ProcedureId> {
        self.named().procedures.get(&self.name_of(name)?).copied()
    }

    /// The state of that name.
    pub fn state(&self, name: &str) -> Option<StateId> {
        self.named().states.get(&self.name_of(name)?).copied()
    }

    /// The option of that name.
    pub fn option(&self, name: &str) -> Option<OptionId> {
        self.named().options.get(&self.name_of(name)?).copied()
    }

    /// The entity type of that name.
    pub fn entity(&self, name: &str) -> Option<EntityTypeId> {
        self.named().entities.get(name).copied()
    }

    /// The member of that name.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.named().symbols.get(name).copied()
    }
}
