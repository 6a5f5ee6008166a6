//! The logic of a book after checking: every name resolved, every type known, ready for the machine. Plain data.

mod code;
mod effects;
mod function;
mod named;
mod roles;
mod written;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

pub use code::{
    Absent, Arithmetic, Collection, Comparison, DeckCall, Event, Expr, ExprKind, Fold, GraphCall, Guard, Joined, Local,
    Op, OpKind, Origin, Passage, PlaceExpr, Primitive, Procedure, Selection, Supposed, Wanted,
};
pub use effects::{Ask, Effects};
pub use function::{Clause, Contribution, Exception, Function, FunctionKind, Row, Test};

use named::Named;
pub use roles::{Role, Roles, VisibleName};
pub(in crate::logic) use written::{REMOVED, range, several};

use crate::diagnostic::Place;
use crate::library::yaml::Scalar;
pub use crate::logic::syntax::ast::End;
use crate::logic::syntax::ast::Span;
use crate::logic::types::{EntityTypeId, Making, RecordId, Type};
use crate::logic::value::{Symbol, Value};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($int:ty);)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub struct $name(pub $int);

            impl $name {
                /// As an index.
                pub fn index(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

ids! {
    /// Names a block: a section's logic, or that of an assumption set.
    BlockId(u16);
    /// A visible name: a parameter, field, label, definition. An index into [`Program::names`].
    NameId(u32);
    /// A part that a run can touch: a row, an exception, a branch. An index into [`Program::points`].
    PointId(u32);
    /// A state. An index into [`Program::states`].
    StateId(u16);
    /// A value, modifier, permission, table or judgement. An index into [`Program::functions`].
    FunctionId(u16);
    /// A procedure. An index into [`Program::procedures`].
    ProcedureId(u16);
    /// A data table. An index into [`Program::data`].
    DataId(u16);
    /// A graph. An index into [`Program::graphs`].
    GraphId(u16);
    /// An option. An index into [`Program::options`].
    OptionId(u16);
    /// A local of a function or procedure: its parameters first, then outputs, then the rest.
    Slot(u16);
}

/// The logic of a book.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The book's id.
    pub book: String,
    /// The blocks it was made from.
    pub blocks: Vec<Block>,
    /// Visible names.
    pub names: Vec<String>,
    /// Members of enumerations, by number; also every term that a data table holds.
    pub symbols: Vec<String>,
    /// Enumerations by name, members in order; [`Program::enumerate`] adds one.
    pub enumerations: BTreeMap<String, Vec<Symbol>>,
    /// Their names by their members, sorted.
    pub(in crate::logic) enumerated: HashMap<Vec<Symbol>, String>,
    /// Definitions by their names, once one was asked for.
    pub(in crate::logic) named: OnceLock<Named>,
    /// What names stand for, once that was asked.
    pub(in crate::logic) roles: OnceLock<Roles>,
    /// Where conditions stand that decide about statements, by the points of their ways, once that was asked.
    pub(in crate::logic) conditions: OnceLock<HashMap<PointId, (ProcedureId, u32)>>,
    /// Where each member is declared first.
    pub member_points: BTreeMap<Symbol, PointId>,
    /// Named types (enumerations too).
    pub aliases: BTreeMap<String, Type>,
    /// Entity types.
    pub entities: Vec<EntityType>,
    /// Records, declared or made.
    pub records: Vec<Record>,
    /// States.
    pub states: Vec<State>,
    /// Values, modifiers, permissions, tables, judgements.
    pub functions: Vec<Function>,
    /// Procedures: those that are written, then those that weaving made.
    pub procedures: Vec<Procedure>,
    /// The rules that join procedures.
    pub joined: Vec<Joined>,
    /// The ways on which a rule does not apply, with the rule.
    pub passed_by: BTreeMap<PointId, ProcedureId>,
    /// The ends of the game: the points of what they come to, labelled with what they are called.
    pub ends: Vec<PointId>,
    /// What states that no text names hold of what was done, and is being done.
    pub(in crate::logic) history: BTreeMap<StateId, Kept>,
    /// Fields of what is held there that nobody asks for.
    pub(in crate::logic) unasked: BTreeMap<RecordId, BTreeSet<u16>>,
    /// Functions that may be asked, by themselves or by others, for something else than what they are being asked for.
    pub(in crate::logic) recurring: BTreeSet<FunctionId>,
    /// The procedures that may end something within which they are done.
    pub(in crate::logic) stopping: BTreeSet<ProcedureId>,
    /// What is chosen in secret: the points within each such block.
    pub secret: Vec<std::ops::Range<u32>>,
    /// Statements, and the rules that follow what they do.
    pub followed: Vec<(PointId, PointId)>,
    /// Sections whose procedures are joined by rules of others, and those others; by their ids, then in the order of the book.
    pub(in crate::logic) changed_by: Vec<(BlockId, BlockId)>,
    /// Data tables.
    pub data: Vec<Data>,
    /// Graphs.
    pub graphs: Vec<Graph>,
    /// Options.
    pub options: Vec<Choice>,
    /// Assumption sets.
    pub assumptions: Vec<AssumptionSet>,
    /// What players can be asked to choose.
    pub choices: Vec<Chosen>,
    /// Parts that a run can touch.
    pub points: Vec<Point>,
}

/// A choice of a player, as far as its statement tells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chosen {
    /// Its name.
    pub label: NameId,
    /// The type of who chooses.
    pub by: Type,
    /// The type of the candidates.
    pub of: Type,
}

/// A block of logic.
#[derive(Clone, Debug)]
pub struct Block {
    /// The section it stands in; for an assumption set the set's id.
    pub id: String,
    /// The section's number, where it has one.
    pub number: Option<String>,
    /// Whether it is an assumption set.
    pub assumed: bool,
    /// Its text, which knows the places in the file.
    pub text: Arc<Scalar>,
}

/// An entity type.
#[derive(Clone, Debug)]
pub struct EntityType {
    /// Its name.
    pub name: String,
    /// Its fields.
    pub fields: Vec<Field>,
    /// What each field holds at first, where that is told.
    pub starts: Vec<Option<Value>>,
    /// Where it is declared.
    pub point: PointId,
}

/// The name of the records that are the steps of a way through a graph.
pub const STEP: &str = "steps";

/// A record type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// Its name; for one made from a data table the table's, from outputs the definition's; empty for one that was only written.
    pub name: String,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// A name with its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The name.
    pub name: NameId,
    /// The type.
    pub ty: Type,
    /// What becomes of a number that is put there.
    pub making: Making,
}

impl Field {
    /// A name with a type, where what is put there stays as it is.
    pub fn new(name: NameId, ty: Type) -> Self {
        Self { name, ty, making: Making::default() }
    }
}

/// A state.
#[derive(Clone, Debug)]
pub struct State {
    /// Its name.
    pub name: NameId,
    /// What it holds.
    pub ty: Type,
    /// What becomes of a number that is put there.
    pub making: Making,
    /// What it holds before anything happens; `None` if an example has to give it.
    pub start: Option<Value>,
    /// Where it is declared.
    pub point: PointId,
}

/// What is kept of what was done, and is being done. Names are those of procedures and rules.
#[derive(Clone, Debug)]
pub enum Kept {
    /// The times that it was done since others began; since the game began where there is none.
    Since(NameId, Vec<NameId>),
    /// Whether it is being done.
    During(NameId),
    /// An argument of it.
    Argument(NameId, NameId),
    /// That it is to end.
    Stopped(NameId),
}

/// A data table of the book.
#[derive(Clone, Debug)]
pub struct Data {
    /// Its name.
    pub name: String,
    /// The type of its rows.
    pub row: RecordId,
    /// Its rows, each a [`Value::Record`].
    pub rows: Arc<Vec<Value>>,
}

/// A graph: two data tables, or another document's.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Its name.
    pub name: NameId,
    /// Where it is declared.
    pub point: PointId,
    /// Its tables.
    pub source: Source<GraphTables>,
    /// The type of an area.
    pub area: Type,
    /// The type of the rows of areas and of links; `None` where the document does not hold them.
    pub rows: Option<(RecordId, RecordId)>,
}

/// The tables of a graph.
#[derive(Clone, Copy, Debug)]
pub struct GraphTables {
    /// The areas: the first column names them.
    pub areas: DataId,
    /// The links.
    pub links: DataId,
    /// The columns `from` and `to` of the links.
    pub ends: (usize, usize),
}

/// Something the document holds, or leaves to another.
#[derive(Clone, Debug)]
pub enum Source<T> {
    /// Here it is.
    Here(T),
    /// Another document has it: `base:9.6.4`; or none at all.
    Missing(Option<String>),
}

/// A doubt of the book that changes results.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name in logic.
    pub name: NameId,
    /// Its readings.
    pub readings: Vec<Symbol>,
    /// The reading that is followed.
    pub followed: Symbol,
}

/// A named set of assumptions about what the document does not hold.
#[derive(Clone, Debug)]
pub struct AssumptionSet {
    /// Its id.
    pub id: String,
    /// What it supplies.
    pub parts: Vec<Assumption>,
}

/// One assumption.
#[derive(Clone, Debug)]
pub struct Assumption {
    /// What it supplies.
    pub target: Assumed,
    /// The place for a trace and for `because`.
    pub point: PointId,
    /// For which arguments (in the first slots); always where it is `None`.
    pub when: Option<Expr>,
    /// How many slots `when` and `body` need, parameters included.
    pub slots: u16,
    /// What is supplied.
    pub body: AssumedBody,
}

/// What an assumption can supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Assumed {
    /// The external base of a value, or the external cells of a table.
    Function(FunctionId),
    /// An external exception of a value, contribution of a modifier or case of a permission, by its index there.
    Contribution(FunctionId, u16),
    /// An external procedure.
    Procedure(ProcedureId),
    /// An external graph.
    Graph(GraphId),
}

/// What is supplied.
#[derive(Clone, Debug)]
pub enum AssumedBody {
    /// A value.
    Expr(Expr),
    /// A procedure's code: run as if it stood in the external procedure (same parameters and outputs).
    Code {
        /// The statements.
        code: Vec<Op>,
        /// What each slot holds, as in a procedure.
        locals: Vec<Local>,
    },
    /// A graph's tables.
    Graph(GraphTables),
}

/// A part that a run can touch.
#[derive(Clone, Debug)]
pub struct Point {
    /// The block it stands in.
    pub block: BlockId,
    /// What it is.
    pub kind: PointKind,
    /// Where in the block's text.
    pub span: Span,
    /// Its own label: an exception's, a contribution's.
    pub label: Option<NameId>,
    /// The definition it belongs to.
    pub owner: NameId,
}

/// What a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointKind {
    /// A definition as a whole.
    Definition,
    /// A value's base.
    Base,
    /// An exception.
    Exception,
    /// A contribution or case.
    Contribution,
    /// A row of a table.
    Row,
    /// One way of an `if`, a `repeat`, a `for each` (entered) or a `require` (held).
    BranchYes,
    /// The other way (not entered, refused).
    BranchNo,
    /// What is given or done on one way of an `if`; here its own text stands, not that of the condition.
    Way,
    /// A statement.
    Statement,
    /// An assumption.
    Assumption,
    /// What weaving adds: it stands in no text.
    Woven,
}

impl PointKind {
    /// The word used in reports; `None` for what coverage does not count.
    pub fn counted_as(self) -> Option<&'static str> {
        match self {
            Self::Base => Some("value"),
            Self::Exception => Some("exception"),
            Self::Contribution => Some("contribution"),
            Self::Row => Some("row"),
            Self::BranchYes | Self::BranchNo | Self::Way => Some("branch"),
            Self::Definition | Self::Statement | Self::Assumption | Self::Woven => None,
        }
    }
}

impl Program {
    /// The condition that is decided at a point of a way, and what the slots in it are.
    pub fn condition_at(&self, way: PointId) -> Option<(&Expr, &[Local])> {
        let all = self.conditions.get_or_init(|| {
            let mut found = HashMap::new();
            for (id, procedure) in (0..).zip(&self.procedures) {
                let Source::Here(code) = &procedure.code else { continue };
                for (at, op) in (0..).zip(code) {
                    if let OpKind::Branch { yes, no, .. } | OpKind::Require { yes, no, .. } = &op.kind {
                        found.insert(*yes, (ProcedureId(id), at));
                        found.insert(*no, (ProcedureId(id), at));
                    }
                }
            }
            found
        });
        let (procedure, at) = all.get(&way)?;
        let procedure = &self.procedures[procedure.index()];
        let Source::Here(code) = &procedure.code else { return None };
        match &code.get(*at as usize)?.kind {
            OpKind::Branch { condition, .. } | OpKind::Require { condition, .. } => {
                Some((condition, &procedure.locals))
            }
            _ => None,
        }
    }

    /// The points of the block in which what is chosen at this one is secret.
    pub fn secret_at(&self, id: PointId) -> Option<&std::ops::Range<u32>> {
        self.secret.iter().find(|block| block.contains(&id.0))
    }

    /// The text of a name.
    pub fn name(&self, id: NameId) -> &str {
        &self.names[id.index()]
    }

    /// A point.
    pub fn point(&self, id: PointId) -> &Point {
        &self.points[id.index()]
    }

    /// The block in which a point stands.
    pub fn block_of(&self, id: PointId) -> &Block {
        &self.blocks[self.point(id).block.index()]
    }

    /// The section in which a point stands, by its id; none for what an assumption supplies.
    pub fn section_of(&self, id: PointId) -> Option<&str> {
        let block = self.block_of(id);
        (!block.assumed).then_some(block.id.as_str())
    }

    /// The number of the section in which a point stands, or its id where it has none.
    pub fn cited(&self, id: PointId) -> &str {
        let block = self.block_of(id);
        block.number.as_deref().unwrap_or(&block.id)
    }

    /// Where a point stands in its file.
    pub fn place(&self, id: PointId) -> Place {
        let point = self.point(id);
        self.place_in(point.block, point.span)
    }

    /// Where a span of a block stands in its file.
    pub fn place_in(&self, block: BlockId, span: Span) -> Place {
        self.blocks[block.index()].text.place_of(span.range())
    }

    /// Whether `none` is a value of a field as the logic declares it.
    pub fn may_be_none(&self, ty: EntityTypeId, field: u16) -> bool {
        let declared = self.entities.get(usize::from(ty.0)).and_then(|entity| entity.fields.get(usize::from(field)));
        declared.is_none_or(|field| matches!(field.ty, Type::OrNone(_) | Type::Nothing | Type::Unknown))
    }
}
