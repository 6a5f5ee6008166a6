//! The statements of procedures.

use super::{Expr, Name, Source, Span, Type};

/// `name: e` or `e`.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The parameter, where it is written.
    pub name: Option<Name>,
    /// What is passed.
    pub value: Expr,
}

/// An end of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are the words")]
pub enum End {
    Top,
    Bottom,
}

/// How many are chosen.
#[derive(Clone, Debug)]
pub enum Quantity {
    /// `choose x`.
    One,
    /// `may choose x`: one, or none.
    May,
    /// `choose 2 x`.
    Exactly(Expr),
    /// `choose up to 2 x`.
    UpTo(Expr),
    /// `choose any x`.
    Any,
    /// `choose all x in order`.
    All,
    /// `divide 5 x by owner among s each at most e`: one after the other of so many goes to any of the candidates.
    Divided(Expr, Option<Box<Expr>>),
}

impl Quantity {
    /// Whether it is of several that were chosen.
    pub fn several(&self) -> bool {
        !matches!(self, Self::One | Self::May)
    }
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What rules call it that join it: `toll: raise cost by 1`.
    pub label: Option<Name>,
    /// What it is.
    pub kind: StatementKind,
    /// Its first line (for those with a body: the head only).
    pub span: Span,
}

/// What a statement can be.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `do nothing`.
    Nothing,
    /// `let x = e`, with a type `let x: T = e`.
    Let(Name, Option<Type>, Expr),
    /// `set place to e`.
    Set(Expr, Expr),
    /// `raise place by e` (`true`) or `lower`; and `removing it at n`.
    Change {
        /// What changes.
        place: Expr,
        /// Upwards or downwards.
        up: bool,
        /// By how much.
        by: Expr,
        /// The value at which the entity is removed.
        removing_at: Option<Expr>,
    },
    /// `add 3 e to place`.
    Add {
        /// How many; one where it is not written.
        count: Option<Expr>,
        /// What.
        value: Expr,
        /// Where to.
        place: Expr,
        /// To which end of a deck.
        end: Option<End>,
    },
    /// `remove 3 e from place`.
    RemoveFrom {
        /// How many; one where it is not written.
        count: Option<Expr>,
        /// What.
        value: Expr,
        /// Where from.
        place: Expr,
    },
    /// `remove entity`.
    Remove(Expr),
    /// `create Unit(strength: 1) as name`.
    Create(Name, Vec<Argument>, Name),
    /// `roll 3 d6 as name`.
    Roll {
        /// How many dice; without it one die, and the result is a number.
        count: Option<Expr>,
        /// The sides of a die.
        sides: u32,
        /// The label.
        name: Name,
    },
    /// `draw 3 from place as name`.
    Draw {
        /// How many.
        count: Expr,
        /// Where from.
        place: Expr,
        /// `up to`: as many as there are, where these are fewer.
        up_to: bool,
        /// The label.
        name: Name,
        /// From which end of a deck.
        end: Option<End>,
        /// `look at`: what is drawn stays where it is.
        look: bool,
    },
    /// `shuffle deck`, `shuffle cards into deck`.
    Shuffle {
        /// What is put into it before.
        from: Option<Expr>,
        /// The deck.
        place: Expr,
    },
    /// `put pile at the top of deck`: as it lies; the pile is empty then.
    Put {
        /// What is put there.
        from: Expr,
        /// The deck.
        place: Expr,
        /// Where.
        end: End,
    },
    /// `pick x at random from s`.
    Pick {
        /// The label, the candidates.
        source: Source,
        /// What to do when there is none.
        otherwise: Option<Vec<Statement>>,
    },
    /// `choose x by owner from s`, `may choose x …`, `choose up to 2 x …`.
    Choose {
        /// How many.
        quantity: Quantity,
        /// `in order`: of several, the list of them as they were chosen.
        ordered: bool,
        /// Who chooses.
        by: Expr,
        /// The label, the candidates.
        source: Source,
        /// What to do when there is none.
        otherwise: Option<Vec<Statement>>,
    },
    /// `for each x in s`.
    ForEach(Source, Vec<Statement>),
    /// `repeat until c`, which looks before each turn, and `repeat at least once until c`, which looks behind it.
    RepeatUntil {
        /// What ends it.
        condition: Expr,
        /// Whether there is a turn before it looks.
        once: bool,
        /// What is repeated.
        body: Vec<Statement>,
    },
    /// `repeat n times`.
    RepeatTimes(Expr, Vec<Statement>),
    /// `at once`: what happens within is followed by rules at its end.
    AtOnce(Vec<Statement>),
    /// `in secret`: what is chosen within is told at its end.
    InSecret(Vec<Statement>),
    /// `if c … otherwise …`; an `otherwise if` is an `If` alone in the second part.
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// `require c`.
    Require(Expr),
    /// `do name(args) as result`.
    Do(Name, Vec<Argument>, Option<Name>),
    /// `do the original(args) as result`: what a rule stands in the place of; with its own arguments where none are written.
    Original(Option<Vec<Argument>>, Option<Name>),
    /// `leave the loop`.
    Leave,
    /// `stop with a: e`.
    Stop(Vec<(Name, Expr)>),
    /// `stop attack with a: e`: ends that, if it is being done, and all that is done within it.
    StopOther(Name, Vec<(Name, Expr)>),
    /// `end the game as name`.
    End(Name),
}

impl StatementKind {
    /// The statements that stand in it, in one or two lists.
    pub fn bodies(&self) -> [&[Statement]; 2] {
        match self {
            Self::ForEach(_, body)
            | Self::RepeatUntil { body, .. }
            | Self::RepeatTimes(_, body)
            | Self::AtOnce(body)
            | Self::InSecret(body) => [body, &[]],
            Self::Pick { otherwise, .. } | Self::Choose { otherwise, .. } => {
                [otherwise.as_deref().unwrap_or_default(), &[]]
            }
            Self::If(_, then, otherwise) => [then, otherwise],
            Self::Let(..)
            | Self::Set(..)
            | Self::Change { .. }
            | Self::Add { .. }
            | Self::RemoveFrom { .. }
            | Self::Remove(_)
            | Self::Create(..)
            | Self::Roll { .. }
            | Self::Draw { .. }
            | Self::Shuffle { .. }
            | Self::Put { .. }
            | Self::Require(_)
            | Self::Do(..)
            | Self::Original(..)
            | Self::Leave
            | Self::Nothing
            | Self::Stop(_)
            | Self::StopOther(..)
            | Self::End(_) => [&[], &[]],
        }
    }

    /// The name that it makes.
    pub fn made(&self) -> Option<&Name> {
        match self {
            Self::Let(name, ..) | Self::Create(_, _, name) | Self::Roll { name, .. } | Self::Draw { name, .. } => {
                Some(name)
            }
            Self::Pick { source, .. } | Self::Choose { source, .. } => Some(&source.name),
            Self::Do(_, _, name) | Self::Original(_, name) => name.as_ref(),
            Self::Nothing
            | Self::Set(..)
            | Self::Change { .. }
            | Self::Add { .. }
            | Self::RemoveFrom { .. }
            | Self::Remove(_)
            | Self::ForEach(..)
            | Self::RepeatUntil { .. }
            | Self::RepeatTimes(..)
            | Self::AtOnce(_)
            | Self::InSecret(_)
            | Self::Shuffle { .. }
            | Self::Put { .. }
            | Self::If(..)
            | Self::Require(_)
            | Self::Leave
            | Self::Stop(_)
            | Self::StopOther(..)
            | Self::End(_) => None,
        }
    }
}
