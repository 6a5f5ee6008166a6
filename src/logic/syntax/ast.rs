//! What a block of logic says, as written: no name is resolved yet, and every part has its place in the block's text.

mod statements;

use std::ops::Range;

use crate::logic::calendar::Unit;
use crate::logic::types::{Making, Rounding};

pub use statements::{Argument, End, Quantity, Statement, StatementKind};

/// A run of bytes in the text of the block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// From the start of `self` to the end of `other`.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// As bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A name where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// `ahead of other` or `behind other`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The other rule.
    pub name: Name,
    /// Whether it stands behind that.
    pub behind: bool,
}

/// What is read from one block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Its definitions in order. One with a mistake in its head is left out; a line with a mistake is left out of the others.
    pub items: Vec<Item>,
    /// The documents that it names behind `external`, as written: `base:9.6.4`, `base`.
    pub cites: Vec<Name>,
    /// What it may ask of what was done, or is being done: names where they stand so, whatever they mean.
    pub mentions: Vec<Mention>,
}

/// Words that may ask of what was done, or is being done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mention {
    /// `attack since turn`; since the game began where nothing is named.
    Since(String, Vec<String>),
    /// `during attack`.
    During(String),
    /// `stop attack`.
    Stop(String),
    /// `attack.target`.
    Argument(String, String),
}

/// One definition.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it defines.
    pub kind: ItemKind,
    /// From its first word to its last.
    pub span: Span,
}

/// What a definition can be.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `type Season is spring, summer`.
    Enumeration {
        /// The type's name.
        name: Name,
        /// Its members in order.
        members: Vec<Name>,
    },
    /// `type Space is each space in spaces`: the words of a column of a data table.
    Each {
        /// The type's name.
        name: Name,
        /// The column.
        column: Name,
        /// The data table.
        table: Name,
    },
    /// `type Op is 1..3`, `type Crowns is number, rounded down`.
    Alias {
        /// The type's name.
        name: Name,
        /// What it stands for.
        of: Type,
        /// What becomes of a number that is put there.
        making: Making,
    },
    /// `entity Unit` and its fields.
    Entity {
        /// The type's name.
        name: Name,
        /// Its fields in order.
        fields: Vec<Param>,
        /// What some of them hold at first: `strength: 0..4 = 4`.
        starts: Vec<(Name, Expr)>,
    },
    /// `record Stack` and its fields.
    Record {
        /// The type's name.
        name: Name,
        /// Its fields in order.
        fields: Vec<Param>,
    },
    /// `state unrest: 0..10 = 0`.
    State {
        /// Its name.
        name: Name,
        /// What it holds.
        ty: Type,
        /// What it holds before anything happens.
        start: Option<Expr>,
    },
    /// `graph world of spaces and links`.
    Graph {
        /// Its name.
        name: Name,
        /// Where it comes from.
        body: GraphBody,
    },
    /// `judgement worth_it(cu: 0..20): yes/no`.
    Judgement {
        /// Its name and parameters.
        head: Head,
        /// What the players decide.
        ty: Type,
    },
    /// `value hand_limit(ports: 0..6) = 5 + ports`.
    Value {
        /// Its name and parameters.
        head: Head,
        /// What it is; left to the expression where it is not written.
        ty: Option<Type>,
        /// The base.
        body: Body<Expr>,
    },
    /// `exception insurrection to new_mercenaries when insurrection then 1`.
    Exception {
        /// Its own name.
        label: Name,
        /// What it excepts: `value` or `value.label`.
        targets: Vec<Target>,
        /// State it reads.
        reads: Vec<Name>,
        /// When it applies; always where it is not written.
        when: Option<Expr>,
        /// What holds then; nothing where it only takes back what it excepts.
        body: Option<Body<Expr>>,
    },
    /// `modifier naval_modifier(card: Op)` and its contributions.
    Modifier {
        /// Its name and parameters.
        head: Head,
        /// Its type.
        ty: Option<Type>,
        /// `at least E`.
        at_least: Option<Expr>,
        /// `at most E`.
        at_most: Option<Expr>,
        /// Its own contributions.
        contributions: Vec<Contribution>,
    },
    /// `permission may_sail(power: Power) forbidden unless` and its cases.
    Permission {
        /// Its name and parameters.
        head: Head,
        /// Whether the cases forbid (`allowed except`) or allow (`forbidden unless`).
        allowed: bool,
        /// Its own cases.
        contributions: Vec<Contribution>,
    },
    /// `add to naval_modifier` and more contributions, or `add to may_sail forbidden unless` and more cases.
    AddTo {
        /// The modifier or permission.
        target: Name,
        /// State they read.
        reads: Vec<Name>,
        /// For a permission, its words again: `allowed except` (`true`) or `forbidden unless`.
        allowed: Option<bool>,
        /// The contributions.
        contributions: Vec<Contribution>,
    },
    /// `add to Unit` and more fields.
    AddFields {
        /// The entity type.
        target: Name,
        /// The fields.
        fields: Vec<Param>,
        /// What they hold at first, where that is said.
        starts: Vec<(Name, Expr)>,
    },
    /// `table storm_limit(season: Season) gives limit: 0..6` and its rows.
    Table {
        /// Its name and parameters.
        head: Head,
        /// Its outputs in order.
        outputs: Vec<Param>,
        /// The header row: one name per column.
        header: Vec<Name>,
        /// The rows.
        rows: Vec<Row>,
    },
    /// `procedure ship_damage(fleet: Fleet) changes Fleet` and its statements.
    Procedure {
        /// Its name and parameters.
        head: Head,
        /// Its outputs in order.
        outputs: Vec<Param>,
        /// The states and entity types it may change.
        changes: Vec<Name>,
        /// Its statements.
        body: Body<Vec<Statement>>,
    },
    /// `before enter as toll when link.kind is crossing` and statements: a rule that joins a procedure.
    Joined {
        /// Where it joins.
        joining: Joining,
        /// The procedure, or one of its labelled steps.
        target: Target,
        /// Others that it joins in the same way.
        also: Vec<Target>,
        /// For which things it stands there, once for each.
        each: Option<Source>,
        /// Its own name, where it has one.
        name: Option<Name>,
        /// The rules that it stands before or behind, by their names or the ids of their sections.
        ahead: Vec<Order>,
        /// When it applies; always where it is not written.
        when: Option<Expr>,
        /// Its statements.
        statements: Vec<Statement>,
    },
    /// `whenever unit: Unit changes space from old to new as leaving when new is none` and statements: a rule that follows
    /// what happens.
    Whenever {
        /// What it follows.
        event: Event,
        /// The name of the value before.
        old: Option<Name>,
        /// The name of the value that it has now.
        new: Option<Name>,
        /// Its own name, where it has one.
        name: Option<Name>,
        /// The rules that it stands before or behind, by their names or the ids of their sections.
        ahead: Vec<Order>,
        /// `until settled`: what it sets off waits until it is done.
        settled: Option<Span>,
        /// When it applies; always where it is not written.
        when: Option<Expr>,
        /// Its statements.
        statements: Vec<Statement>,
    },
    /// `the game ends as sudden_death when C`.
    Ends {
        /// What the end is called.
        name: Name,
        /// The ends that it goes before or behind, by their names or the ids of their sections.
        ahead: Vec<Order>,
        /// When the game ends.
        when: Expr,
    },
    /// `instead of deal_damage as replacement chosen by player`: in which order the rules in the place of a procedure apply.
    Chosen {
        /// The procedure.
        target: Target,
        /// What the choice is called.
        name: Name,
        /// Who chooses.
        by: Expr,
    },
    /// `the rules of cards, events prevail`.
    Prevail {
        /// The ids of the sections.
        sections: Vec<Name>,
    },
    /// `assume naval_succeeds(total) when total is 2 then yes`.
    Assume {
        /// What is supplied: `name` or `name.label`.
        target: Target,
        /// Names for its parameters.
        params: Vec<Name>,
        /// For which of them; all where it is not written.
        when: Option<Expr>,
        /// What is supplied.
        body: AssumeBody,
    },
}

/// What a rule follows, wherever it happens.
#[derive(Clone, Debug)]
pub enum Event {
    /// `treasury changes`: the state holds something else.
    State(Name),
    /// `unit: Unit changes space`: so does a field of a thing.
    Field(Param, Name),
    /// `unit: Unit is created`.
    Created(Param),
    /// `unit: Unit is removed`.
    Removed(Param),
}

/// Where a rule joins a procedure, or a step of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Joining {
    /// Ahead of it.
    Before,
    /// In its place.
    Instead,
    /// Behind it.
    After,
}

impl Joining {
    /// As it is written.
    pub fn words(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::Instead => "instead of",
            Self::After => "after",
        }
    }
}

/// What an assumption supplies.
#[derive(Clone, Debug)]
pub enum AssumeBody {
    /// A value, a table's output, a contribution.
    Expr(Expr),
    /// A procedure's statements.
    Statements(Vec<Statement>),
    /// A graph's tables: areas and links.
    Graph(Name, Name),
}

/// The name, parameters and `reads` of a definition.
#[derive(Clone, Debug)]
pub struct Head {
    /// The name.
    pub name: Name,
    /// The parameters in order.
    pub params: Vec<Param>,
    /// The states it reads.
    pub reads: Vec<Name>,
}

/// A name with its type: a parameter, an output, a field.
#[derive(Clone, Debug)]
pub struct Param {
    /// The name.
    pub name: Name,
    /// The type.
    pub ty: Type,
}

/// `value` or `value.label`.
#[derive(Clone, Debug)]
pub struct Target {
    /// The definition.
    pub name: Name,
    /// The exception or contribution.
    pub label: Option<Name>,
}

/// Something written, or left to another document.
#[derive(Clone, Debug)]
pub enum Body<T> {
    /// Written here.
    Written(T),
    /// Not in this document.
    Missing(Missing),
}

/// What the document does not hold.
#[derive(Clone, Debug)]
pub struct Missing {
    /// `external base:9.6.4`: the words after `external`; none for `unknown`, which no document tells.
    pub source: Option<String>,
    /// Where it stands.
    pub span: Span,
}

/// Where a graph comes from.
#[derive(Clone, Debug)]
pub enum GraphBody {
    /// The data tables of areas and links.
    Tables(Name, Name),
    /// Another document; and, where logic asks for more than areas, the records of its areas and links.
    Missing(Missing, Option<(Type, Type)>),
}

/// One contribution to a modifier, or one case of a permission.
#[derive(Clone, Debug)]
pub struct Contribution {
    /// Its name, where it has one.
    pub label: Option<Name>,
    /// What it adds, with its sign; for a permission's case the condition itself.
    pub body: Body<Expr>,
    /// When it applies; always where it is not written. Never for a permission.
    pub when: Option<Expr>,
    /// The whole line.
    pub span: Span,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// One cell per column of the header, as far as they are written.
    pub cells: Vec<Cell>,
    /// The whole line.
    pub span: Span,
}

/// A cell of a table. Which kind is right depends on the column; a cell that reads as one expression is [`Cell::Expr`].
#[derive(Clone, Debug)]
pub struct Cell {
    /// What stands in it.
    pub kind: CellKind,
    /// Where; an empty cell's place is between its bars.
    pub span: Span,
}

/// What stands in a cell.
#[derive(Clone, Debug)]
pub enum CellKind {
    /// `any`.
    Any,
    /// `spring, summer`, `1..3`, `..3`, `4..`, or one plain value: any of these.
    OneOf(Vec<Choice>),
    /// `not spring`: none of these.
    NotOneOf(Vec<Choice>),
    /// Any other expression: only outputs may have it.
    Expr(Expr),
    /// `external base:9.6.3` or `unknown`.
    Missing(Missing),
    /// Nothing.
    Empty,
}

/// One of the values that a cell lists.
#[derive(Clone, Debug)]
pub enum Choice {
    /// A value: a number, a member, `yes`, `no`, `none`.
    Value(Expr),
    /// A range of whole numbers; an end that is not written is open.
    Range(Option<i64>, Option<i64>, Span),
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// What a type can be.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `number`, `0..10`, `1..`: ends that are not written are open.
    Number(Option<i64>, Option<i64>),
    /// `fraction`.
    Fraction,
    /// `yes/no`.
    YesNo,
    /// `date`.
    Date,
    /// A name.
    Named(String),
    /// `list of T`.
    List(Box<Type>),
    /// `set of T`.
    Set(Box<Type>),
    /// `bag of T`.
    Bag(Box<Type>),
    /// `deck of T`.
    Deck(Box<Type>),
    /// `map of K to V`.
    Map(Box<Type>, Box<Type>),
    /// `A or B`: a thing of one of these types.
    Either(Vec<Type>),
    /// `T or none`.
    OrNone(Box<Type>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression can be.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `3`.
    Number(i64),
    /// `yes` or `no`.
    YesNo(bool),
    /// `none`.
    None,
    /// A name.
    Name(String),
    /// `name(args)`.
    Call(Name, Vec<Argument>),
    /// `e.field`.
    Field(Box<Expr>, Name),
    /// `map[key]`.
    Index(Box<Expr>, Box<Expr>),
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `[a: 1, b: 2]`.
    Map(Vec<(Expr, Expr)>),
    /// `0 each`: this for every key of a map.
    Each(Box<Expr>),
    /// `(cu: 3, leader: hanno)`.
    Record(Vec<(Name, Expr)>),
    /// `-e`.
    Negate(Box<Expr>),
    /// `not e`.
    Not(Box<Expr>),
    /// `e is empty`; `false` for `is not empty`.
    IsEmpty(Box<Expr>, bool),
    /// `half of e`.
    HalfOf(Box<Expr>),
    /// `e, rounded up`, `e, rounded down to 10`.
    Rounded(Box<Expr>, Rounding),
    /// `a op b`.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `f(a) without part`.
    Without(Box<Expr>, Name),
    /// `first 2 x in s`: the first so many, as a list.
    FirstOf(Box<Expr>, Box<Source>),
    /// `from e as a through x in s then f`: what a value becomes when one element after the other changes it.
    Through(Box<Through>),
    /// `share e among x in s each at most f`: what each gets, in their order.
    Share(Box<Share>),
    /// `attack since turn`: the times that something was done since something else began; since the game began where nothing
    /// is named.
    Since(Name, Vec<Name>),
    /// `during attack`: whether it is being done.
    During(Name),
    /// `e supposing s = f`, `e without f.part`: what it would be.
    Supposing(Box<Expr>, Box<Supposed>),
    /// `A or B`: all things of these types.
    Kinds(Vec<Name>),
    /// `6 April 2010`: the year, the month, the day.
    Date(Box<Expr>, u8, i64),
    /// `e + 6 months`; `false` for `e - 6 months`.
    Later(Box<Expr>, bool, Box<Expr>, Unit),
    /// `days from e to f`: how many whole ones.
    Elapsed(Unit, Box<Expr>, Box<Expr>),
    /// `e, or f`: what holds where there is none.
    OrElse(Box<Expr>, Box<Expr>),
    /// `a..b`.
    Range(Box<Expr>, Box<Expr>),
    /// `if c then a otherwise b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `min(a, b)`.
    Min(Vec<Expr>),
    /// `max(a, b)`.
    Max(Vec<Expr>),
    /// `sum of e for source` and its kin.
    Select(Select, Option<Box<Expr>>, Box<Source>),
    /// `every x in s has c`.
    Every(Name, Box<Expr>, Box<Expr>),
    /// A question to a graph.
    Graph(GraphQuestion, Name, Vec<Expr>, Box<Filters>),
}

/// The operators between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the operators")]
pub enum Binary {
    Or,
    And,
    Is,
    IsNot,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    NotIn,
    Add,
    Subtract,
    Multiply,
    Divide,
    /// `shifted by`: the member so many places further on.
    Shifted,
}

/// What is made of the elements of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the keywords")]
pub enum Select {
    Count,
    Sum,
    Highest,
    Lowest,
    Some,
    Only,
    First,
    Last,
    List,
    Set,
    Bag,
}

/// `x in s where c with highest e, then lowest f`.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name of the element.
    pub name: Name,
    /// The elements.
    pub of: Expr,
    /// Which of them.
    pub filter: Option<Expr>,
    /// Of these only the ones for which the first is highest (`true`) or lowest; of them those for which the second is, and so on.
    pub extremes: Vec<(bool, Expr)>,
    /// `in order of`: all of them, in that order; else those that are first by it.
    pub sorted: bool,
    /// The whole of it.
    pub span: Span,
}

/// What is taken to be otherwise than it is.
#[derive(Clone, Debug)]
pub enum Supposed {
    /// A state, a field or a value is this.
    Is(Expr, Expr),
    /// A part of a value, modifier or permission is left out wherever that is asked.
    Without(Name, Name),
}

/// `from e as a through x in s then f`.
#[derive(Clone, Debug)]
pub struct Through {
    /// What it is at first.
    pub start: Expr,
    /// The name of what it is so far.
    pub name: Name,
    /// The elements.
    pub source: Source,
    /// What it is behind each.
    pub step: Expr,
}

/// `share e among x in s each at most f`.
#[derive(Clone, Debug)]
pub struct Share {
    /// What is shared out.
    pub amount: Expr,
    /// Among whom, in their order.
    pub source: Source,
    /// What each gets at most.
    pub most: Expr,
}

/// What can be asked of a graph; the expressions stand beside it in the order of the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the keywords")]
pub enum GraphQuestion {
    Neighbours,
    Distance,
    ShortestPaths,
    Reachable,
    Steps,
    RowOf,
}

/// `by l where c costing e through a where c`.
#[derive(Clone, Debug, Default)]
pub struct Filters {
    /// Which links count, and at what cost.
    pub by: Option<Filter>,
    /// Which areas may be passed through, and at what cost they are entered.
    pub through: Option<Filter>,
}

/// `l where c costing e`.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The name of the link or area.
    pub name: Name,
    /// The name of the area from which a link is gone.
    pub from: Option<Name>,
    /// Which of them count; all where it is not written.
    pub condition: Option<Expr>,
    /// What each costs.
    pub cost: Option<Expr>,
}
