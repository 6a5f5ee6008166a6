//! What is asked.

use crate::{POWER, STRENGTH, UNITS};

/// A question that every contestant answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// How many of so many archers hit.
    Volley(u32),
    /// Which line is left, and how much of it, when so many clash with so many.
    Clash(u32, u32),
    /// Who wins the battle that the other benchmark fights, under this policy for the choice among equals.
    Battle(Policy),
}

/// Which of equal enemies is hit. Who wins does not hang on it, but nobody tells Rulestone so.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// The first.
    First,
    /// Any, as the other benchmark draws them.
    Random,
}

/// All of them.
pub const ALL: [Question; 4] =
    [Question::Volley(10), Question::Clash(12, 12), Question::Battle(Policy::First), Question::Battle(Policy::Random)];

impl Question {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Volley(_) => "volley",
            Self::Clash(..) => "clash",
            Self::Battle(Policy::First) => "battle-first",
            Self::Battle(Policy::Random) => "battle-random",
        }
    }

    /// What is asked, in words.
    pub fn what(self) -> String {
        match self {
            Self::Volley(archers) => format!("hits of {archers} dice, each on 1 or 2"),
            Self::Clash(attackers, defenders) => format!(
                "{attackers} v {defenders}, hits on 1 to 2 against 1 to 3, both at once, to the end: which line is left, and \
                 how much of it"
            ),
            Self::Battle(policy) => {
                let hit = if policy == Policy::First { "the first" } else { "any" };
                format!(
                    "{UNITS} v {UNITS} units of strength {STRENGTH}, hits on 1 to {POWER}, {hit} of equals is hit, to the end: \
                     who wins"
                )
            }
        }
    }

    /// How often it is answered in a round: what takes microseconds is not measured well once.
    pub fn times(self) -> u32 {
        match self {
            Self::Volley(_) => 100,
            Self::Clash(..) | Self::Battle(_) => 1,
        }
    }
}
