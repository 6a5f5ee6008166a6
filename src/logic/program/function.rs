//! What is asked: values, modifiers, permissions, tables and judgements.

use super::{Expr, Field, NameId, PointId, Source};
use crate::logic::types::{Interval, Making, Type};
use crate::logic::value::Value;

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
    /// What becomes of a number that it gives.
    pub making: Making,
    /// What it is.
    pub kind: FunctionKind,
    /// Whether it is a part of another that exceptions reach: it has that one's name, and is told as a part of it.
    pub inner: bool,
    /// The parts that are left out of another function, to make this one.
    pub without: Vec<NameId>,
}

impl Function {
    /// Whether another document has a part of it.
    pub fn is_partly_missing(&self) -> bool {
        let missing = |body: &Source<Expr>| matches!(body, Source::Missing(_));
        match &self.kind {
            FunctionKind::Value { base, exceptions } => {
                missing(&base.body) || exceptions.iter().filter_map(|part| part.body.as_ref()).any(missing)
            }
            FunctionKind::Modifier { contributions, .. } | FunctionKind::Permission { contributions, .. } => {
                contributions.iter().any(|part| missing(&part.body))
            }
            FunctionKind::Table { rows, .. } => rows.iter().flat_map(|row| &row.outputs).any(missing),
            FunctionKind::Judgement => false,
        }
    }
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
    /// What holds then; nothing where it only takes back what it excepts.
    pub body: Option<Source<Expr>>,
    /// The exceptions (by index) that it excepts: directly or through others, or, where it takes them back, directly. What
    /// holds something excepts the base too.
    pub excepts: Vec<u16>,
    /// How many it excepts directly or through others: more than each of them.
    pub rank: u16,
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
    /// All values but these, which are sorted.
    Others(Vec<Value>),
}
