//! What is done: procedures, their steps and the expressions in them.

use std::cmp::Ordering;

use super::{DataId, Field, FunctionId, GraphId, NameId, OptionId, PointId, ProcedureId, Slot, Source, StateId};
use crate::logic::calendar::{Part, Unit};
use crate::logic::syntax::ast::{End, GraphQuestion, Joining, Span};
use crate::logic::types::{EntityTypeId, RecordId, Rounding, Type};
use crate::logic::value::Value;

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
    /// What each slot holds.
    pub locals: Vec<Local>,
    /// Its code, or where it is to be found.
    pub code: Source<Vec<Op>>,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a procedure comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It stands in a text by its name.
    Written,
    /// It is what stands beneath the rules that join that procedure: the same but for them.
    Beneath(ProcedureId),
    /// It is a rule that joins a procedure.
    Rule {
        /// Which.
        joins: ProcedureId,
        /// Where.
        joining: Joining,
        /// Whether it joins a step of it, and not the whole.
        step: bool,
        /// Whether it has a name of its own; else it has that of the procedure.
        named: bool,
    },
    /// It is a rule that follows what happens.
    Follows {
        /// What.
        event: Event,
        /// Whether it has a name of its own; else it has that of the state or type.
        named: bool,
    },
    /// Weaving made it to run rules; nobody needs to be told of it.
    Woven,
}

/// What rules can follow, wherever it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Event {
    /// A state holds something else.
    State(StateId),
    /// A field of a thing of a type holds something else.
    Field(EntityTypeId, u16),
    /// A thing of a type is made.
    Created(EntityTypeId),
    /// A thing of a type is removed.
    Removed(EntityTypeId),
}

/// A rule that joins a procedure from its own section.
#[derive(Clone, Copy, Debug)]
pub struct Joined {
    /// The procedure that it joins.
    pub procedure: ProcedureId,
    /// The label of the step that it joins; none where it joins the procedure as a whole.
    pub step: Option<NameId>,
    /// Where.
    pub joining: Joining,
    /// The procedure that its statements are.
    pub rule: ProcedureId,
    /// Its place.
    pub point: PointId,
    /// How many rules join the same place the same way before it.
    pub order: u16,
}

/// What a slot of a procedure holds, from its beginning to its end.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name, for traces; what only loops know of has none.
    pub name: Option<NameId>,
    /// Its type. An output holds none before it is set.
    pub ty: Type,
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

/// What a player is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// One of the candidates.
    One,
    /// One of them, or none.
    OneOrNone,
    /// One of them, as one of so many that are to be chosen.
    OneOfMany,
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
        /// What is looked at before it is stored.
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
        /// What is looked at before it is stored.
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
    /// Removes an entity, of this type, from existence and from every collection.
    Remove(Expr, EntityTypeId),
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
    /// Asks a player for one of the candidates, or for none of them.
    Choose {
        /// What is wanted.
        wanted: Wanted,
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
    /// Ends all that runs if the condition holds.
    Ends {
        /// The condition.
        condition: Expr,
        /// It ends.
        yes: PointId,
        /// It goes on.
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
    /// Ends the procedure for what it was done within has ended: nobody asks for what it gives.
    Abandon,
}

impl OpKind {
    /// The steps with which it may go on besides the next one.
    pub fn targets_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        match self {
            Self::Jump(target)
            | Self::Branch { otherwise: target, .. }
            | Self::Next { end: target, .. }
            | Self::Pick { if_none: Some(target), .. }
            | Self::Choose { if_none: Some(target), .. } => Some(target),
            Self::Let(..)
            | Self::Store(..)
            | Self::Change { .. }
            | Self::AddTo { .. }
            | Self::TakeFrom { .. }
            | Self::Remove(..)
            | Self::Create(..)
            | Self::Roll { .. }
            | Self::Draw { .. }
            | Self::Pick { if_none: None, .. }
            | Self::Choose { if_none: None, .. }
            | Self::Join { .. }
            | Self::Walk { .. }
            | Self::Require { .. }
            | Self::Ends { .. }
            | Self::Call { .. }
            | Self::Stop
            | Self::Abandon => None,
        }
        .into_iter()
    }
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
    /// All of them instead, those first for which it is highest or lowest.
    pub sorted: bool,
}

impl Selection {
    /// The type of its elements.
    pub fn element(&self) -> &Type {
        self.of.ty.element().unwrap_or(&Type::Unknown)
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// What it can give, as far as the compiler knows.
    pub ty: Type,
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

impl Comparison {
    /// Whether two that stand so fulfil it.
    #[inline]
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
        }
    }
}

/// What a collection becomes where another kind is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the kinds")]
pub enum Collection {
    List,
    Set,
    Bag,
    /// Of keys and values in turn.
    Map,
}

/// What there is where nothing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// A mistake.
    Error,
    /// None.
    None,
}

/// What the language itself works out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// Something about decks.
    Deck(DeckCall),
    /// The member so many places further on among all of its type: the member, how many, a list of all.
    Shifted,
    /// All elements of these sets of things, in the order of their making.
    Together,
    /// The day so many units later: the day, how many.
    Later(Unit),
    /// How many whole units go from one day to another.
    Elapsed(Unit),
    /// A part of a day, as a number.
    PartOf(Part),
    /// The day of a year: the year, the month, the day of it.
    DayOf,
}

/// What is asked of decks: piles of cards, the top one first, each a bag of those whose order nobody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckCall {
    /// All cards of a deck, as a bag.
    Cards,
    /// One pile of all cards of these decks and collections.
    Shuffled,
    /// A deck with a card at its end: the deck, the card.
    Put(End),
    /// A deck with another, or with a list of cards, at its end: the deck, those.
    Stack(End),
    /// A deck without a card.
    Take,
    /// Of cards from an end those that are known, in order: the deck, how many are passed over, how many are wanted.
    Known(End),
    /// The pile of which others of them come; empty where all are known.
    Open(End),
    /// What is left of a deck: the same, and those of the pile that were drawn.
    Deal(End),
    /// A deck of which they were looked at: the same.
    Look(End),
    /// The lists one behind the other.
    Join,
}

/// What is made of the elements of a selection.
#[derive(Clone, Debug)]
pub enum Fold {
    /// How many there are.
    Count,
    /// The sum of this.
    Sum(Box<Expr>),
    /// The highest (`true`) or lowest of this; an error when there is none, or none.
    Extreme(bool, Box<Expr>, Absent),
    /// Whether there is one.
    Some,
    /// The one element; an error when there are more, and when there is none, or none.
    Only(Absent),
    /// The first element; none when there is none.
    First,
    /// All of them (of this for each of them).
    Collect(Collection, Option<Box<Expr>>),
    /// The first so many, as a list.
    Take(Box<Expr>),
    /// What a value becomes when one after the other changes it.
    Through {
        /// Where it is kept.
        so_far: Slot,
        /// What it is at first.
        start: Box<Expr>,
        /// What it is behind each.
        step: Box<Expr>,
    },
    /// A map of what each gets of an amount: at most so much, and what those before it leave.
    Share {
        /// What is shared out.
        amount: Box<Expr>,
        /// What each gets at most.
        most: Box<Expr>,
    },
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
    /// An entry of a map; an error when the key is missing, or none.
    Entry(Box<Expr>, Box<Expr>, Absent),
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
    /// Rounded.
    Round(Rounding, Box<Expr>),
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
    /// A value, or another where that is none.
    OrElse {
        /// What may be none.
        of: Box<Expr>,
        /// What holds then.
        instead: Box<Expr>,
        /// It is there.
        yes: PointId,
        /// It is none.
        no: PointId,
    },
    /// What an expression would give if something were otherwise.
    Supposing(Box<Expr>, Box<Supposed>),
    /// What the language itself works out from these.
    Primitive(Primitive, Vec<Expr>),
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
    /// What a local, a state, a field or a part of a local holds, as weaving keeps it: none where nothing was put there yet, and a
    /// thing even if it is gone.
    Held(Box<Expr>),
    /// Whether two that are held so differ.
    Differs(Box<Expr>, Box<Expr>),
    /// Whether a thing that is held so is still there (`true`) or gone.
    Exists(bool, Box<Expr>, EntityTypeId),
    /// A value whose type has to be looked at.
    Checked(Box<Expr>, Type),
}

/// What is taken to be otherwise.
#[derive(Clone, Debug)]
pub enum Supposed {
    /// A state holds this.
    State(StateId, Expr),
    /// A field of a thing holds this.
    Field(Expr, EntityTypeId, u16, Expr),
    /// A function gives this: for all arguments, or for these.
    Function(FunctionId, Option<Vec<Expr>>, Expr),
    /// A function gives for each argument what this call of another gives; it begins with as many arguments, which stand for
    /// them.
    By(FunctionId, Box<Expr>),
    /// In the place of a function stands one without this part.
    Without(FunctionId, FunctionId, NameId),
}

impl Supposed {
    /// The expressions that say what is otherwise.
    pub fn parts(&self) -> impl Iterator<Item = &Expr> {
        let (first, args, last) = match self {
            Self::State(_, value) => (None, None, Some(value)),
            Self::Field(thing, _, _, value) => (Some(thing), None, Some(value)),
            Self::Function(_, args, value) => (None, args.as_ref(), Some(value)),
            Self::By(_, call) => (None, None, Some(&**call)),
            Self::Without(..) => (None, None, None),
        };
        first.into_iter().chain(args.into_iter().flatten()).chain(last)
    }
}

/// A question to a graph.
#[derive(Clone, Debug)]
pub struct GraphCall {
    /// What is asked.
    pub question: GraphQuestion,
    /// The graph.
    pub graph: GraphId,
    /// The arguments in the order of the words.
    pub args: Vec<Expr>,
    /// Which links count, and at what cost.
    pub by: Option<Passage>,
    /// Which areas may be passed through, and at what cost they are entered.
    pub through: Option<Passage>,
}

/// A link or an area on a way through a graph.
#[derive(Clone, Debug)]
pub struct Passage {
    /// Where the link's row or the area is put that is looked at.
    pub slot: Slot,
    /// Where the area is put from which a link is gone, if that is asked.
    pub from: Option<Slot>,
    /// Whether it counts; always where it is `None`.
    pub condition: Option<Expr>,
    /// What it costs; of a link 1, of an area nothing where no cost is told.
    pub cost: Option<Expr>,
}
