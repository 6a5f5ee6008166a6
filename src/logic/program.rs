//! The logic of a book after checking: every name resolved, every type known, ready for the machine. Plain data.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::syntax::ast::Span;
use super::types::{EntityTypeId, Interval, RecordId, Type};
use super::value::{Symbol, Value};
use crate::diagnostic::Place;
use crate::library::yaml::Scalar;

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
    /// Enumerations by name, members in order.
    pub enumerations: BTreeMap<String, Vec<Symbol>>,
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
    /// Procedures.
    pub procedures: Vec<Procedure>,
    /// Data tables.
    pub data: Vec<Data>,
    /// Graphs.
    pub graphs: Vec<Graph>,
    /// Options.
    pub options: Vec<Choice>,
    /// Assumption sets.
    pub assumptions: Vec<AssumptionSet>,
    /// Parts that a run can touch.
    pub points: Vec<Point>,
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
    /// Where it is declared.
    pub point: PointId,
}

/// A record type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its name; for one made from a data table the table's, from outputs the definition's; empty for one that was only written.
    pub name: String,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// A name with its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name.
    pub name: NameId,
    /// The type.
    pub ty: Type,
}

/// A state.
#[derive(Clone, Debug)]
pub struct State {
    /// Its name.
    pub name: NameId,
    /// What it holds.
    pub ty: Type,
    /// What it holds before anything happens; `None` if an example has to give it.
    pub start: Option<Value>,
    /// Where it is declared.
    pub point: PointId,
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
        /// The name of each slot, as in a procedure.
        slot_names: Vec<Option<NameId>>,
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
    /// A statement.
    Statement,
    /// An assumption.
    Assumption,
}

impl PointKind {
    /// The word used in reports; `None` for what coverage does not count.
    pub fn counted_as(self) -> Option<&'static str> {
        match self {
            Self::Base => Some("value"),
            Self::Exception => Some("exception"),
            Self::Contribution => Some("contribution"),
            Self::Row => Some("row"),
            Self::BranchYes | Self::BranchNo => Some("branch"),
            Self::Definition | Self::Statement | Self::Assumption => None,
        }
    }
}

/// Something without effects that is asked with arguments.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: NameId,
    /// Its definition.
    pub point: PointId,
    /// Its parameters: the first slots.
    pub params: Vec<Field>,
    /// How many slots it needs, parameters included.
    pub slots: u16,
    /// The type of its result; for a table with several outputs a record.
    pub result: Type,
    /// What it is.
    pub kind: FunctionKind,
}

/// What a function is.
#[derive(Clone, Debug)]
pub enum FunctionKind {
    /// A base and exceptions: exactly one decides.
    Value {
        /// The base.
        base: Clause,
        /// The exceptions.
        exceptions: Vec<Exception>,
    },
    /// Contributions that add up.
    Modifier {
        /// The least total.
        at_least: Option<Expr>,
        /// The greatest total.
        at_most: Option<Expr>,
        /// The contributions: an expression of theirs is a number with its sign.
        contributions: Vec<Contribution>,
    },
    /// Cases that allow or forbid.
    Permission {
        /// `true`: allowed except the cases; `false`: forbidden unless one of them.
        allowed: bool,
        /// The cases: an expression of theirs is a condition; `when` is not used.
        contributions: Vec<Contribution>,
    },
    /// Rows: exactly one decides.
    Table {
        /// The outputs.
        outputs: Vec<Field>,
        /// The rows.
        rows: Vec<Row>,
    },
    /// Left to the players.
    Judgement,
}

/// A value's base.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Its place.
    pub point: PointId,
    /// What holds.
    pub body: Source<Expr>,
}

/// An exception to a value.
#[derive(Clone, Debug)]
pub struct Exception {
    /// Its place and label.
    pub point: PointId,
    /// When it applies; always where it is `None`.
    pub when: Option<Expr>,
    /// What holds then.
    pub body: Source<Expr>,
    /// The exceptions (by index) that it excepts, directly or through others. All except the base.
    pub excepts: Vec<u16>,
}

/// A contribution to a modifier, or a case of a permission.
#[derive(Clone, Debug)]
pub struct Contribution {
    /// Its place and label.
    pub point: PointId,
    /// When it applies; always where it is `None`.
    pub when: Option<Expr>,
    /// What it adds, or the condition.
    pub body: Source<Expr>,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its place.
    pub point: PointId,
    /// One test per parameter.
    pub inputs: Vec<Test>,
    /// One cell per output.
    pub outputs: Vec<Source<Expr>>,
}

/// What an input cell lets through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// Everything.
    Any,
    /// These whole numbers: sorted intervals that do not touch. `none` passes if the flag says so.
    Numbers(Vec<Interval>, bool),
    /// These values: members, `yes`, `no`, `none`; sorted.
    Values(Vec<Value>),
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name.
    pub name: NameId,
    /// Its definition.
    pub point: PointId,
    /// Its parameters: the first slots.
    pub params: Vec<Field>,
    /// Its outputs: the slots after the parameters.
    pub outputs: Vec<Field>,
    /// The record of its outputs, for `do … as result`.
    pub result: RecordId,
    /// How many slots it needs in all.
    pub slots: u16,
    /// The name of each slot, for traces; hidden slots (loops) have none.
    pub slot_names: Vec<Option<NameId>>,
    /// Its code, or where it is to be found.
    pub code: Source<Vec<Op>>,
}

/// A step of a procedure.
#[derive(Clone, Debug)]
pub struct Op {
    /// What it does.
    pub kind: OpKind,
    /// The statement it belongs to.
    pub point: PointId,
}

/// A place that can be changed.
#[derive(Clone, Debug)]
pub enum PlaceExpr {
    /// A local or output.
    Local(Slot),
    /// A state.
    State(StateId),
    /// A field of an entity.
    EntityField(Box<Expr>, EntityTypeId, u16),
    /// A field of a record in a place.
    RecordField(Box<PlaceExpr>, u16),
    /// An entry of a map in a place.
    Entry(Box<PlaceExpr>, Box<Expr>),
}

impl PlaceExpr {
    /// The local, state or field that it is a part of.
    pub fn root(&self) -> &Self {
        match self {
            Self::RecordField(inner, _) | Self::Entry(inner, _) => inner.root(),
            whole => whole,
        }
    }
}

/// What is looked at when something is stored in a declared place.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The declared type, if the value's type does not prove that it fits.
    pub check: Option<Type>,
}

/// What a step does. Targets of jumps are indices into the procedure's code.
#[derive(Clone, Debug)]
pub enum OpKind {
    /// Stores a value in a slot (`let`, a hidden counter).
    Let(Slot, Expr),
    /// Stores a value in a place.
    Store(PlaceExpr, Expr, Guard),
    /// Adds to (`up`) or takes from a number in a place; with `removing_at`, removes the entity whose field it is at that value
    /// or beyond.
    Change {
        /// The place.
        place: PlaceExpr,
        /// Upwards or downwards.
        up: bool,
        /// By how much.
        by: Expr,
        /// The declared type of the place.
        guard: Guard,
        /// The value at which the entity is removed.
        removing_at: Option<Expr>,
    },
    /// Puts a value into a list (at its end), set or bag, `count` times.
    AddTo {
        /// The collection.
        place: PlaceExpr,
        /// How many times; none is once.
        count: Option<Expr>,
        /// The value.
        value: Expr,
        /// The declared type of the collection.
        guard: Guard,
    },
    /// Takes a value out of a list (its first), set or bag, `count` times; an error if there are not so many.
    TakeFrom {
        /// The collection.
        place: PlaceExpr,
        /// How many times; none is once.
        count: Option<Expr>,
        /// The value.
        value: Expr,
    },
    /// Removes an entity from existence and from every collection.
    Remove(Expr),
    /// Makes an entity; the fields in the order of its type.
    Create(EntityTypeId, Vec<Expr>, Slot),
    /// Rolls one die (a number) or several (a bag).
    Roll {
        /// How many; one die where it is `None`.
        count: Option<Expr>,
        /// The sides.
        sides: u32,
        /// Where the result goes; its name is the label.
        slot: Slot,
    },
    /// Draws without replacement from a collection in a place; the result is a list.
    Draw {
        /// How many.
        count: Expr,
        /// The collection.
        place: PlaceExpr,
        /// Where the result goes; its name is the label.
        slot: Slot,
    },
    /// Picks one of the candidates with equal chance.
    Pick {
        /// The candidates; the pick goes into their slot, whose name is the label.
        from: Selection,
        /// Where to go on when there is none; an error where it is `None`.
        if_none: Option<u32>,
    },
    /// Asks a player for one of the candidates.
    Choose {
        /// Who chooses.
        by: Expr,
        /// The candidates; the choice goes into their slot, whose name is the label.
        from: Selection,
        /// Where to go on when there is none; an error where it is `None`.
        if_none: Option<u32>,
    },
    /// Goes on elsewhere.
    Jump(u32),
    /// An `if`: goes on behind it when the condition holds, else at `otherwise`. `yes` and `no` are the points of the two ways.
    Branch {
        /// The condition.
        condition: Expr,
        /// Where the second part begins.
        otherwise: u32,
        /// The way taken when it holds.
        yes: PointId,
        /// The way taken when it does not.
        no: PointId,
        /// For `repeat`: do not open a region of control again on each turn.
        again: bool,
    },
    /// The two ways of the innermost open `Branch` (or loop) meet here: what was stored in either depends on its condition.
    Join {
        /// Locals that may have been stored in on either way.
        locals: Vec<Slot>,
        /// States that may have been changed on either way.
        states: Vec<StateId>,
        /// Whether one way may end the procedure, so that all that follows depends on the condition.
        stops: bool,
    },
    /// Fixes the elements to walk through, in `walk`, and its position 0, in `at`.
    Walk {
        /// The elements.
        over: Selection,
        /// Where the elements are kept.
        walk: Slot,
        /// Where the position is kept.
        at: Slot,
    },
    /// Takes the next element that is still a member and still fulfils the condition into the selection's slot; or goes on at `end`.
    Next {
        /// The elements, to look at again.
        over: Selection,
        /// Whether membership and condition can have changed.
        recheck: bool,
        /// Where the elements are kept.
        walk: Slot,
        /// Where the position is kept.
        at: Slot,
        /// Where to go on when there is no more.
        end: u32,
        /// The way into the body.
        yes: PointId,
        /// The way past it when there was nothing at all.
        no: PointId,
    },
    /// Refuses the whole action unless the condition holds.
    Require {
        /// The condition.
        condition: Expr,
        /// Held.
        yes: PointId,
        /// Refused.
        no: PointId,
    },
    /// Runs another procedure; its outputs as a record go into `slot`.
    Call {
        /// Which.
        procedure: ProcedureId,
        /// Its arguments.
        args: Vec<Expr>,
        /// Where its outputs go, if they are used.
        slot: Option<Slot>,
    },
    /// Ends the procedure.
    Stop,
}

/// `x in s where c with highest e`, resolved.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Where each element is kept while it is looked at.
    pub slot: Slot,
    /// The elements.
    pub of: Box<Expr>,
    /// Which of them.
    pub filter: Option<Box<Expr>>,
    /// Only those for which this is highest (`true`) or lowest.
    pub extreme: Option<(bool, Box<Expr>)>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands in the block of the point being run.
    pub span: Span,
}

/// Arithmetic on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the operators")]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// Comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the operators")]
pub enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// What a collection becomes where another kind is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the kinds")]
pub enum Collection {
    List,
    Set,
    Bag,
}

/// What is made of the elements of a selection.
#[derive(Clone, Debug)]
pub enum Fold {
    /// How many there are.
    Count,
    /// The sum of this.
    Sum(Box<Expr>),
    /// The highest (`true`) or lowest of this; an error when there is none.
    Extreme(bool, Box<Expr>),
    /// Whether there is one.
    Some,
    /// The one element; an error when there is none or more.
    Only,
    /// All of them (of this for each of them).
    Collect(Collection, Option<Box<Expr>>),
}

/// What an expression can be.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Always the same.
    Constant(Value),
    /// A local.
    Local(Slot),
    /// A state.
    State(StateId),
    /// The reading of an option.
    Option(OptionId),
    /// A field of a record.
    RecordField(Box<Expr>, u16),
    /// A field of an entity.
    EntityField(Box<Expr>, EntityTypeId, u16),
    /// An entry of a map; an error when the key is missing.
    Entry(Box<Expr>, Box<Expr>),
    /// A list, set or bag of these.
    Collect(Collection, Vec<Expr>),
    /// A record of these.
    Record(Vec<Expr>),
    /// A collection as another kind.
    Convert(Collection, Box<Expr>),
    /// `-e`.
    Negate(Box<Expr>),
    /// `not e`.
    Not(Box<Expr>),
    /// Whether a collection is empty (`true`) or not.
    IsEmpty(Box<Expr>, bool),
    /// Arithmetic.
    Arithmetic(Arithmetic, Box<Expr>, Box<Expr>),
    /// Rounded up (`true`) or down.
    Round(bool, Box<Expr>),
    /// Comparison of numbers.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// Whether two are equal (`true`) or not.
    Is(bool, Box<Expr>, Box<Expr>),
    /// Whether an element is in a collection (`true`) or not.
    In(bool, Box<Expr>, Box<Expr>),
    /// Whether a number is between two others, both included (`true`) or not.
    Between(bool, Box<Expr>, Box<Expr>, Box<Expr>),
    /// Both; the second is not looked at when the first decides.
    And(Box<Expr>, Box<Expr>),
    /// Either; the second is not looked at when the first decides.
    Or(Box<Expr>, Box<Expr>),
    /// The set of whole numbers from one to another.
    Range(Box<Expr>, Box<Expr>),
    /// One of two.
    If {
        /// The condition.
        condition: Box<Expr>,
        /// When it holds.
        then: Box<Expr>,
        /// When it does not.
        otherwise: Box<Expr>,
        /// The first way.
        yes: PointId,
        /// The second way.
        no: PointId,
    },
    /// The least (`false`) or greatest of these.
    Extreme(bool, Vec<Expr>),
    /// A selection and what is made of it.
    Select(Fold, Selection),
    /// Whether this holds for every element of the selection (which has neither filter nor extreme).
    Every(Selection, Box<Expr>),
    /// All entities of a type, in the order of their making.
    All(EntityTypeId),
    /// The rows of a data table.
    Rows(DataId),
    /// A function with its arguments; `guard` holds, per parameter, a type to look at when the argument's type does not prove it.
    Call(FunctionId, Vec<Expr>, Vec<Guard>),
    /// A question to a graph.
    Graph(Box<GraphCall>),
    /// A value whose type has to be looked at.
    Checked(Box<Expr>, Type),
}

/// A question to a graph.
#[derive(Clone, Debug)]
pub struct GraphCall {
    /// What is asked.
    pub question: super::syntax::ast::GraphQuestion,
    /// The graph.
    pub graph: GraphId,
    /// The arguments in the order of the words.
    pub args: Vec<Expr>,
    /// Which links count: the slot of the link's row, the condition.
    pub by: Option<(Slot, Expr)>,
    /// Which areas may be passed through: the slot of the area, the condition.
    pub through: Option<(Slot, Expr)>,
}

impl Program {
    /// The text of a name.
    pub fn name(&self, id: NameId) -> &str {
        &self.names[id.index()]
    }

    /// A point.
    pub fn point(&self, id: PointId) -> &Point {
        &self.points[id.index()]
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

    /// The function of that name.
    pub fn function(&self, name: &str) -> Option<FunctionId> {
        let at = self.functions.iter().position(|function| self.name(function.name) == name)?;
        u16::try_from(at).ok().map(FunctionId)
    }

    /// The procedure of that name.
    pub fn procedure(&self, name: &str) -> Option<ProcedureId> {
        let at = self.procedures.iter().position(|procedure| self.name(procedure.name) == name)?;
        u16::try_from(at).ok().map(ProcedureId)
    }

    /// The state of that name.
    pub fn state(&self, name: &str) -> Option<StateId> {
        let at = self.states.iter().position(|state| self.name(state.name) == name)?;
        u16::try_from(at).ok().map(StateId)
    }

    /// The entity type of that name.
    pub fn entity(&self, name: &str) -> Option<EntityTypeId> {
        let at = self.entities.iter().position(|entity| entity.name == name)?;
        u16::try_from(at).ok().map(EntityTypeId)
    }

    /// The member of that name.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        let at = self.symbols.iter().position(|symbol| symbol == name)?;
        u32::try_from(at).ok().map(Symbol)
    }

    /// The option of that name.
    pub fn option(&self, name: &str) -> Option<OptionId> {
        let at = self.options.iter().position(|option| self.name(option.name) == name)?;
        u16::try_from(at).ok().map(OptionId)
    }
}
