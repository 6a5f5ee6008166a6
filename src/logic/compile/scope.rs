//! The names that a body sees, and the slots they live in.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::joined::Around;
use super::known::Known;
use super::supposing::Cuts;
use super::{Compiler, Definition};
use crate::diagnostic::codes;
use crate::logic::program::{self, BlockId, NameId, Op, PointId, PointKind, ProcedureId, Slot, StateId};
use crate::logic::syntax::ast::{Joining, Name, Span};
use crate::logic::types::{EntityTypeId, Making, Type};

/// The inside of one definition while it is compiled.
pub(super) struct Body<'c, 'a> {
    pub(super) compiler: &'c mut Compiler<'a>,
    pub(super) block: BlockId,
    /// The name of the definition.
    pub(super) owner: NameId,
    /// Who asks and runs, to find circles; none for assumptions.
    pub(super) definition: Option<Definition>,
    pub(super) locals: Vec<Local>,
    /// The locals of each name, the innermost last.
    named: HashMap<String, Vec<usize>>,
    pub(super) slots: Vec<program::Local>,
    /// For a definition that says which states it reads: those.
    pub(super) reads: Option<Reads>,
    /// The states that are read.
    pub(super) read: BTreeSet<StateId>,
    /// Where `reads` stands in this part of the definition, in words.
    pub(super) reads_stand: &'static str,
    /// What a procedure says that it changes, where it says so; and what it does change.
    pub(super) said: Option<super::Changes>,
    pub(super) changed: super::Changes,
    /// The rules that join labelled steps of a procedure.
    pub(super) steps: HashMap<String, Around>,
    /// For a rule that joins a procedure: where.
    pub(super) rule: Option<Joining>,
    /// What a rule stands in the place of.
    pub(super) original: Option<ProcedureId>,
    /// What is done here, by name, where its times may be asked for.
    pub(super) tallied: Option<String>,
    /// What is left out of functions here, and which of them are taken to give something else.
    pub(super) supposed: Cuts,
    /// Names that a procedure stores in after `let`.
    pub(super) stored: HashSet<String>,
    /// The procedures that were run so far: what they change was looked at.
    pub(super) ran: HashSet<ProcedureId>,
    /// The steps of a procedure so far.
    pub(super) ops: Vec<Op>,
    /// The open branches and loops, the innermost last.
    pub(super) regions: Vec<Region>,
    pub(super) loops: Vec<Loop>,
    /// Whether this stands within `at once`.
    pub(super) together: bool,
    /// What is known not to be none.
    pub(super) known: Known,
    /// What is being asked whether it is none.
    pub(super) wide: Option<Span>,
    /// Whether this stands in a text, which may name a part of a function.
    pub(super) in_text: bool,
}

/// What may be stored in on one way of a branch or in a loop.
#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    pub(super) locals: BTreeSet<Slot>,
    pub(super) states: BTreeSet<StateId>,
    pub(super) stops: bool,
    /// The steps that close it where a loop around it is left.
    pub(super) exits: Vec<usize>,
}

/// A loop that is open.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    /// How many regions are open in it and around it.
    pub(super) regions: usize,
    /// The jumps that leave it.
    pub(super) jumps: Vec<usize>,
}

impl Region {
    /// Takes in what may be done in another.
    pub(super) fn join(&mut self, other: &Self) {
        self.locals.extend(&other.locals);
        self.states.extend(&other.states);
        self.stops |= other.stops;
    }
}

/// The states that a definition says it reads.
#[derive(Clone, Debug, Default)]
pub(super) struct Reads {
    /// Those that the whole definition reads; no part has to use them.
    pub(super) shared: Arc<BTreeSet<StateId>>,
    /// Those of this part, and whether each was read.
    pub(super) own: Vec<(StateId, Span, bool)>,
    /// Where each stands first among them.
    at: HashMap<StateId, usize>,
}

impl Reads {
    pub(super) fn new(shared: Arc<BTreeSet<StateId>>, own: Vec<(StateId, Span)>) -> Self {
        let mut reads = Self { shared, ..Self::default() };
        for (state, span) in own {
            reads.add(state, span, false);
        }
        reads
    }

    pub(super) fn add(&mut self, state: StateId, span: Span, used: bool) {
        self.at.entry(state).or_insert(self.own.len());
        self.own.push((state, span, used));
    }

    /// Notes that a state is read; says whether that was declared.
    pub(super) fn note(&mut self, state: StateId) -> bool {
        if self.shared.contains(&state) {
            return true;
        }
        let Some(at) = self.at.get(&state) else { return false };
        self.own[*at].2 = true;
        true
    }
}

/// A name of a body.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) name: String,
    pub(super) slot: Slot,
    pub(super) ty: Type,
    /// What becomes of a number that is put there.
    pub(super) making: Making,
    pub(super) kind: LocalKind,
    pub(super) span: Span,
    pub(super) used: bool,
}

/// What kind of name it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LocalKind {
    Parameter,
    Output,
    /// Made by `let`, `roll`, `do … as` and their kin.
    Made,
    /// The element of a selection or loop.
    Element,
}

impl<'c, 'a> Body<'c, 'a> {
    pub(super) fn new(
        compiler: &'c mut Compiler<'a>,
        block: BlockId,
        owner: NameId,
        definition: Option<Definition>,
    ) -> Self {
        Self {
            compiler,
            block,
            owner,
            definition,
            locals: Vec::new(),
            named: HashMap::new(),
            slots: Vec::new(),
            reads: Some(Reads::default()),
            read: BTreeSet::new(),
            reads_stand: "behind the name or the parameters",
            said: None,
            changed: super::Changes::default(),
            steps: HashMap::new(),
            rule: None,
            original: None,
            tallied: None,
            supposed: Cuts::new(),
            stored: HashSet::new(),
            ran: HashSet::new(),
            ops: Vec::new(),
            regions: Vec::new(),
            loops: Vec::new(),
            together: false,
            known: Known::default(),
            wide: None,
            in_text: false,
        }
    }

    /// Gives a name a slot.
    pub(super) fn declare(&mut self, name: &Name, ty: Type, kind: LocalKind) -> Slot {
        let taken = self.local(&name.text).map(|local| {
            // Whether it is used is hard to tell where two have the name.
            local.used = true;
            local.span
        });
        // Parameters and outputs were compared when the definition was declared.
        if let Some(first) = taken
            && !matches!(kind, LocalKind::Parameter | LocalKind::Output)
        {
            let message = format!("`{}` is already a name here", name.text);
            self.report(&codes::DUPLICATE_DEFINITION, name.span, message, "rename one of them");
            if first != Span::default() {
                let block = self.block;
                self.compiler.related((block, first), "first here");
            }
        }
        let id = self.compiler.name(&name.text);
        let slot = self.slot(Some(id), ty.clone());
        self.named.entry(name.text.clone()).or_default().push(self.locals.len());
        let making = Making::default();
        self.locals.push(Local { name: name.text.clone(), slot, ty, making, kind, span: name.span, used: false });
        slot
    }

    /// Gives the output of a procedure a slot.
    pub(super) fn declare_output(&mut self, name: &Name, field: &program::Field) {
        self.declare(name, field.ty.clone(), LocalKind::Output);
        if let Some(local) = self.locals.last_mut() {
            local.making = field.making;
        }
    }

    /// A slot; one without a name is hidden.
    pub(super) fn slot(&mut self, name: Option<NameId>, ty: Type) -> Slot {
        let slot = Slot(u16::try_from(self.slots.len()).unwrap_or(u16::MAX));
        self.slots.push(program::Local { name, ty });
        slot
    }

    /// How many slots there are.
    pub(super) fn slots(&self) -> u16 {
        u16::try_from(self.slots.len()).unwrap_or(u16::MAX)
    }

    pub(super) fn local(&mut self, name: &str) -> Option<&mut Local> {
        let at = self.named.get(name)?.last()?;
        self.locals.get_mut(*at)
    }

    /// Whether a local is called so.
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.named.get(name).is_some_and(|known| !known.is_empty())
    }

    /// Takes names out of sight for a while: those that hold nothing yet.
    pub(super) fn hide(&mut self, hidden: impl Fn(&Local) -> bool) -> Vec<(usize, String)> {
        let hidden: Vec<usize> = (0..self.locals.len()).filter(|at| hidden(&self.locals[*at])).collect();
        let taken = hidden.into_iter().map(|at| {
            let name = self.locals[at].name.clone();
            if let Some(known) = self.named.get_mut(&name) {
                known.retain(|other| *other != at);
            }
            // No name of the language is so.
            (at, std::mem::take(&mut self.locals[at].name))
        });
        taken.collect()
    }

    /// Makes them visible again.
    pub(super) fn show(&mut self, hidden: Vec<(usize, String)>) {
        for (at, name) in hidden {
            self.named.entry(name.clone()).or_default().push(at);
            if let Some(local) = self.locals.get_mut(at) {
                local.name = name;
            }
        }
    }

    /// Forgets the names made since there were `mark` of them; those that nobody asked for are reported.
    pub(super) fn leave(&mut self, mark: usize) {
        for local in self.locals.split_off(mark) {
            self.named.get_mut(&local.name).map(Vec::pop);
            self.known.forget_name(&local.name);
            if !local.used
                && matches!(local.kind, LocalKind::Parameter | LocalKind::Made)
                && local.span != Span::default()
            {
                let what = if local.kind == LocalKind::Parameter { "the parameter" } else { "the name" };
                let message = format!("{what} `{}` is never used", local.name);
                self.report(&codes::UNUSED_NAME, local.span, message, "use it or take it out");
            }
        }
    }

    pub(super) fn point(&mut self, kind: PointKind, span: Span) -> PointId {
        let (block, owner) = (self.block, self.owner);
        self.compiler.point(block, kind, span, None, owner)
    }

    pub(super) fn report(
        &mut self,
        code: &'static crate::diagnostic::Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let block = self.block;
        self.compiler.report(code, (block, span), message, help);
    }

    pub(super) fn mismatch(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.report(&codes::TYPE_MISMATCH, span, message, help);
    }

    /// What is done here ends the procedure: whatever stands around goes no further.
    pub(super) fn ends_regions(&mut self) {
        for region in &mut self.regions {
            region.stops = true;
        }
    }

    /// Notes that this definition asks or runs another.
    pub(super) fn edge(&mut self, to: Definition, span: Span) {
        if let Some(from) = self.definition {
            if self.supposed.is_empty() {
                self.compiler.edges.insert((self.compiler.supplying, from, to));
            } else {
                let cuts = self.supposed.clone();
                self.compiler.cut_edges.insert((self.compiler.supplying, from, to, cuts));
            }
            self.compiler.edge_places.entry((from, to)).or_insert((self.block, span));
        }
    }

    /// Notes that this definition asks a function for another thing than it was asked for: so it may come back to itself.
    pub(super) fn edge_back(&mut self, to: Definition, span: Span) {
        if let Some(from) = self.definition {
            self.compiler.back_edges.insert((self.compiler.supplying, from, to));
            self.compiler.edge_places.entry((from, to)).or_insert((self.block, span));
        }
    }

    /// Notes that a state is changed, and reports it where the procedure says what it changes, and not that.
    pub(super) fn changes_state(&mut self, id: StateId, span: Span) {
        self.changed.states.insert(id);
        if self.said.as_mut().is_some_and(|said| said.states.insert(id)) {
            let state = self.compiler.program.states.get(id.index()).map(|state| state.name);
            let name = state.map_or("", |name| self.compiler.program.name(name)).to_owned();
            self.unsaid(&name, span);
        }
    }

    /// The same of things of a type.
    pub(super) fn changes_entity(&mut self, id: EntityTypeId, span: Span) {
        self.changed.entities.insert(id);
        if self.said.as_mut().is_some_and(|said| said.entities.insert(id)) {
            let name = self.compiler.program.entities[usize::from(id.0)].name.clone();
            self.unsaid(&name, span);
        }
    }

    fn unsaid(&mut self, name: &str, span: Span) {
        let message = format!("this procedure says what it changes, and not `{name}`");
        let help = format!("say so on its first line (`changes {name}`), or leave out what stands behind `changes`");
        self.report(&codes::UNDECLARED_STATE, span, message, help);
    }
}
