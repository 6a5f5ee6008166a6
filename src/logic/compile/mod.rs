//! From syntax trees to a [`Program`]: resolves every name, finds every type, proves what can be proven, and reports the rest.

mod apart;
mod assume;
mod calls;
mod choices;
mod chosen;
mod comparisons;
mod cycles;
mod data;
mod decks;
mod declare;
mod effects;
mod ended_calls;
mod expressions;
mod follow;
mod functions;
mod graphs;
mod hidden;
mod history;
mod inner;
mod joined;
mod kinds;
mod known;
mod left_out;
mod literals;
mod made_values;
mod names;
mod numbers;
mod order;
mod places;
mod primitives;
mod procedures;
mod proof;
mod scope;
mod selections;
mod statements;
mod supposing;
mod tables;
mod texts;
mod touched;
mod types;
mod weave;
mod whenever;

pub use data::in_logic;
pub use texts::TextValue;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::program::{
    Block, BlockId, Chosen, DataId, FunctionId, GraphId, NameId, OptionId, Point, PointId, PointKind, ProcedureId,
    Program, Record, StateId,
};
use super::syntax::ast::{self, Item, Span};
use super::types::{RecordId, Type};
use super::value::Symbol;
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::library::DataTable;
use crate::library::names::suggestion_after;
use crate::library::yaml::Scalar;
use chosen::Chooser;
use ended_calls::Stopped;
use follow::Following;
use history::{Tally, Watched};
use joined::{Place, PlaceKey, Rule, Woven};
use supposing::Cuts;
use touched::Touched;
use whenever::{End, Follower};

/// How many definitions a book may have.
const MOST_DEFINITIONS: usize = 20_000;

/// A block as read, ready to be compiled.
#[derive(Clone, Debug)]
pub struct ParsedBlock {
    /// The section's id, or the assumption set's.
    pub id: String,
    /// The section's number.
    pub number: Option<String>,
    /// The ids of the sections above it, by their numbers.
    pub above: Vec<String>,
    /// Whether it is an assumption set.
    pub assumed: bool,
    /// Its text.
    pub text: Arc<Scalar>,
    /// What it says.
    pub tree: ast::Block,
}

impl ParsedBlock {
    /// A finding about it, which belongs where it belongs in the book of that id.
    pub fn finding(&self, book: &str, diagnostic: Diagnostic) -> Diagnostic {
        if self.assumed { diagnostic.in_book(book) } else { diagnostic.in_section(book, &self.id) }
    }
}

/// A doubt of the book that changes results.
#[derive(Clone, Debug)]
pub struct ParsedOption {
    /// Its id.
    pub id: String,
    /// The names of its readings.
    pub readings: Vec<String>,
    /// The one that is followed.
    pub followed: String,
}

/// Everything of a book that becomes a program.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// The book's id.
    pub book: &'a str,
    /// Its blocks: the sections' in order, then those of the assumption sets.
    pub blocks: &'a [ParsedBlock],
    /// Its data tables.
    pub data: &'a [DataTable],
    /// Its options.
    pub options: &'a [ParsedOption],
}

/// What a global name stands for.
#[derive(Clone, Copy, Debug)]
enum Global {
    State(StateId),
    Function(FunctionId),
    Procedure(ProcedureId),
    Graph(GraphId),
    Data(DataId),
    Option(OptionId),
}

/// Who asks or runs whom, to find circles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Definition {
    Function(FunctionId),
    Procedure(ProcedureId),
}

/// How far a function has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Declared,
    Running,
    Done,
}

/// The work in hand.
struct Compiler<'a> {
    inputs: Inputs<'a>,
    program: Program,
    findings: Vec<Diagnostic>,
    names: HashMap<String, NameId>,
    symbols: HashMap<String, Symbol>,
    globals: HashMap<String, (Global, BlockId, Span)>,
    types: HashMap<String, (Type, BlockId, Span)>,
    /// The types that stand for others, by name: they may stand behind their first use.
    aliases: HashMap<&'a str, (BlockId, &'a Item)>,
    /// The states in the order in which they get their numbers: procedures may name them before they are declared.
    states: HashMap<&'a str, StateId>,
    /// Records that were made, and not declared.
    records: HashMap<Record, RecordId>,
    /// The enumerations, the numbers of those that have each member, and what was found of several members.
    enumerations: Vec<String>,
    holders: HashMap<Symbol, Vec<usize>>,
    wide: HashMap<Arc<Vec<Symbol>>, Type>,
    /// What players can be asked to choose.
    chosen: HashSet<Chosen>,
    /// Type names whose meaning is being found, to notice circles.
    resolving: Vec<String>,
    /// The item that declares each function, and how far it has come.
    function_items: Vec<(BlockId, &'a Item, Progress)>,
    procedure_items: Vec<(BlockId, &'a Item)>,
    /// What each procedure says that it changes, where it says so; and what its own statements do change.
    said: Vec<Option<Changes>>,
    changed: Vec<Changes>,
    /// Which procedures are run by which, by statements that are written.
    runs: Vec<Run>,
    /// The rules that join procedures, the places that they join, and what they became.
    rules: Vec<Rule<'a>>,
    places: BTreeMap<PlaceKey, Place>,
    woven: BTreeMap<usize, Woven>,
    /// The rules that follow what happens, the ends of the game, and the blocks that are done at once.
    followers: Vec<Follower<'a>>,
    ends: Vec<End<'a>>,
    together: Vec<Together>,
    /// What may be asked of what was done, and of what is being done, by the name of that.
    tallies: Vec<Tally>,
    watched: HashMap<String, Watched>,
    stopped: BTreeMap<String, Stopped>,
    /// Functions with parts left out, by what they are made of: the new one, and where it is asked for first.
    left_out: BTreeMap<(FunctionId, NameId), FunctionId>,
    left_out_places: Vec<(FunctionId, FunctionId, ast::Name, BlockId)>,
    /// Who chooses in which order the rules in the place of a procedure apply; and what lets them apply so.
    choosers: HashMap<ProcedureId, Chooser<'a>>,
    picks: HashSet<ProcedureId>,
    /// The exceptions to rules, by the names of those.
    rule_exceptions: HashMap<&'a str, Vec<(BlockId, &'a Item)>>,
    /// The sections whose rules come ahead of all others.
    prevailing: HashSet<BlockId>,
    /// What was found of them.
    following: Option<Following>,
    /// What procedures and rules may change, once that was asked.
    touched: Option<Touched>,
    /// What stands beneath procedures that rules are around.
    beneath_of: HashMap<ProcedureId, ProcedureId>,
    /// Exceptions and contributions of other sections, by the function they belong to.
    additions: HashMap<FunctionId, Vec<(BlockId, &'a Item)>>,
    /// What stands within tables that exceptions reach.
    inner_of: HashMap<FunctionId, FunctionId>,
    /// The states that each function says it reads, whichever part of it is compiled.
    shared_reads: HashMap<FunctionId, Arc<BTreeSet<StateId>>>,
    /// The states that each function does read, in whatever part of it.
    read: HashMap<FunctionId, BTreeSet<StateId>>,
    /// Parameters that some part of a function asks for.
    used: HashSet<(FunctionId, NameId)>,
    /// The parts of functions that assumptions name.
    parts: HashMap<FunctionId, HashMap<NameId, (u16, bool)>>,
    /// How deep the expression in hand leads, through values whose types are found on the way.
    depth: usize,
    /// Whether that was reported; once is enough.
    too_deep: bool,
    /// The assumption set in hand, by its place among all.
    supplying: Option<usize>,
    /// Who asks or runs whom; what an assumption set adds to that counts with that set alone.
    edges: BTreeSet<(Option<usize>, Definition, Definition)>,
    edge_places: HashMap<(Definition, Definition), (BlockId, Span)>,
    /// The same where it is asked for another thing than the one in hand, so that it may come back to itself.
    back_edges: BTreeSet<(Option<usize>, Definition, Definition)>,
    /// The same where something is taken to be otherwise, with what.
    cut_edges: BTreeSet<(Option<usize>, Definition, Definition, Cuts)>,
    /// Intervals around fractions, by block and place, so that what is rounded has a range.
    bounds: HashMap<(BlockId, Span), super::types::Interval>,
}

/// What a procedure changes.
#[derive(Clone, Debug, Default)]
struct Changes {
    states: BTreeSet<StateId>,
    entities: BTreeSet<super::types::EntityTypeId>,
}

impl Changes {
    fn join(&mut self, other: &Self) {
        self.states.extend(&other.states);
        self.entities.extend(&other.entities);
    }
}

/// A block of statements that is done at once.
#[derive(Clone, Debug)]
struct Together {
    /// The procedure in which it stands, and for one that an assumption set supplies that set.
    owner: (ProcedureId, Option<usize>),
    /// The points that were made for what is in it.
    points: std::ops::Range<usize>,
    /// Its own.
    point: PointId,
}

/// A statement that runs a procedure.
#[derive(Clone, Debug)]
struct Run {
    from: ProcedureId,
    to: ProcedureId,
    block: BlockId,
    /// The procedure, where it is named.
    name: ast::Name,
}

/// Compiles a book's logic. The program is whole only if there is no error among the findings.
pub fn compile(inputs: Inputs<'_>) -> (Program, Vec<Diagnostic>) {
    let mut compiler = compiler(inputs);
    compiler.all();
    (compiler.program, compiler.findings)
}

/// The values that texts ask for, with the program that has what they name.
type OfTexts = (Program, Vec<TextValue>);

/// Compiles a book's logic, and the values that its texts ask for: those need a program of their own, which has what they name.
pub(super) fn compile_with_texts(inputs: Inputs<'_>, texts: &[&str]) -> (Program, Vec<Diagnostic>, Option<OfTexts>) {
    let mut compiler = compiler(inputs);
    compiler.all();
    if texts.is_empty() {
        return (compiler.program, compiler.findings, None);
    }
    let program = compiler.program.clone();
    let values = texts.iter().map(|source| compiler.text_value(source)).collect();
    (program, compiler.findings, Some((compiler.program, values)))
}

fn compiler(inputs: Inputs<'_>) -> Compiler<'_> {
    Compiler {
        inputs,
        program: Program { book: inputs.book.to_owned(), ..Program::default() },
        findings: Vec::new(),
        names: HashMap::new(),
        symbols: HashMap::new(),
        globals: HashMap::new(),
        types: HashMap::new(),
        aliases: HashMap::new(),
        states: HashMap::new(),
        records: HashMap::new(),
        enumerations: Vec::new(),
        holders: HashMap::new(),
        wide: HashMap::new(),
        chosen: HashSet::new(),
        resolving: Vec::new(),
        function_items: Vec::new(),
        procedure_items: Vec::new(),
        said: Vec::new(),
        changed: Vec::new(),
        runs: Vec::new(),
        rules: Vec::new(),
        places: BTreeMap::new(),
        woven: BTreeMap::new(),
        followers: Vec::new(),
        ends: Vec::new(),
        together: Vec::new(),
        tallies: Vec::new(),
        watched: HashMap::new(),
        stopped: BTreeMap::new(),
        left_out: BTreeMap::new(),
        left_out_places: Vec::new(),
        choosers: HashMap::new(),
        picks: HashSet::new(),
        rule_exceptions: HashMap::new(),
        prevailing: HashSet::new(),
        following: None,
        touched: None,
        beneath_of: HashMap::new(),
        additions: HashMap::new(),
        inner_of: HashMap::new(),
        shared_reads: HashMap::new(),
        read: HashMap::new(),
        used: HashSet::new(),
        parts: HashMap::new(),
        depth: 0,
        too_deep: false,
        supplying: None,
        edges: BTreeSet::new(),
        edge_places: HashMap::new(),
        back_edges: BTreeSet::new(),
        cut_edges: BTreeSet::new(),
        bounds: HashMap::new(),
    }
}

impl<'a> Compiler<'a> {
    fn all(&mut self) {
        self.blocks();
        if self.too_many() {
            return;
        }
        self.declare();
        self.declare_history();
        self.declare_prevailing();
        self.functions();
        self.procedures();
        self.assumptions();
        self.leave_out();
        self.follow();
        self.end_calls();
        self.unasked();
        self.reads_as_said();
        self.changes();
        self.cycles();
        self.cycles_supposing();
        self.rules_in_order();
    }

    fn blocks(&mut self) {
        self.program.blocks = self
            .inputs
            .blocks
            .iter()
            .map(|block| Block {
                id: block.id.clone(),
                number: block.number.clone(),
                assumed: block.assumed,
                text: Arc::clone(&block.text),
            })
            .collect();
    }

    /// Whether the book has more definitions than the machine can number; then the rest is left alone.
    fn too_many(&mut self) -> bool {
        let mut all = self.items(false).into_iter().chain(self.items(true));
        let Some((block, item)) = all.nth(MOST_DEFINITIONS) else { return false };
        let message = format!("the book has more than {MOST_DEFINITIONS} definitions");
        self.report(&codes::LOGIC_TOO_COMPLEX, (block, item.span), message, "divide it into several books");
        true
    }

    /// Every definition with its block; those of sections, or those of assumption sets.
    fn items(&self, assumed: bool) -> Vec<(BlockId, &'a Item)> {
        let blocks: &'a [ParsedBlock] = self.inputs.blocks;
        let all = blocks.iter().zip(0_u16..).filter(|(block, _)| block.assumed == assumed);
        all.flat_map(|(block, id)| block.tree.items.iter().map(move |item| (BlockId(id), item))).collect()
    }

    fn name(&mut self, text: &str) -> NameId {
        if let Some(id) = self.names.get(text) {
            return *id;
        }
        let id = NameId(u32::try_from(self.program.names.len()).unwrap_or(u32::MAX));
        self.program.names.push(text.to_owned());
        self.names.insert(text.to_owned(), id);
        id
    }

    fn symbol(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.symbols.get(text) {
            return *symbol;
        }
        let symbol = Symbol(self.program.symbols.len() as u64);
        self.program.symbols.push(text.to_owned());
        self.symbols.insert(text.to_owned(), symbol);
        symbol
    }

    fn point(&mut self, block: BlockId, kind: PointKind, span: Span, label: Option<NameId>, owner: NameId) -> PointId {
        let id = PointId(u32::try_from(self.program.points.len()).unwrap_or(u32::MAX));
        self.program.points.push(Point { block, kind, span, label, owner });
        id
    }

    fn report(
        &mut self,
        code: &'static Code,
        (block, span): (BlockId, Span),
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> &mut Diagnostic {
        let mut diagnostic =
            Diagnostic::new(code, self.program.place_in(block, span), message).in_book(self.inputs.book);
        let help = help.into();
        if !help.is_empty() {
            diagnostic = diagnostic.help(help);
        }
        let block = &self.program.blocks[block.index()];
        if !block.assumed {
            diagnostic.section = Some(block.id.clone());
        }
        self.findings.push(diagnostic);
        let last = self.findings.len() - 1;
        &mut self.findings[last]
    }

    /// The mend of an unknown name: the one of `known` that was meant. None where none is near, or so much is wrong already
    /// that to look would take too long.
    fn meant<'n>(&self, name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<String> {
        suggestion_after(self.findings.len(), name, known)
    }

    /// Points at another place that belongs to the last finding.
    fn related(&mut self, (block, span): (BlockId, Span), words: impl Into<String>) {
        let place = self.program.place_in(block, span);
        if let Some(last) = self.findings.last_mut() {
            last.related.push((place, words.into()));
        }
    }
}
