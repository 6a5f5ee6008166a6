//! Where chance and players come in: every label that an example can give dice, draws and choices for.

use std::collections::BTreeSet;

use crate::logic::program::{Ask, AssumedBody, Local, Op, Program, Slot, Source};

/// The labels of a program, by what is asked.
#[derive(Debug, Default)]
pub(super) struct Labels {
    /// Rolled.
    pub(super) rolls: BTreeSet<String>,
    /// Drawn.
    pub(super) draws: BTreeSet<String>,
    /// Picked at random.
    pub(super) picks: BTreeSet<String>,
    /// Chosen by a player.
    pub(super) choices: BTreeSet<String>,
}

impl Labels {
    pub(super) fn of(program: &Program) -> Self {
        let mut labels = Self::default();
        for procedure in &program.procedures {
            if let Source::Here(code) = &procedure.code {
                labels.code(program, code, &procedure.locals);
            }
        }
        for part in program.assumptions.iter().flat_map(|set| &set.parts) {
            if let AssumedBody::Code { code, locals } = &part.body {
                labels.code(program, code, locals);
            }
        }
        labels
    }

    fn code(&mut self, program: &Program, code: &[Op], locals: &[Local]) {
        let name = |slot: Slot| Some(program.name(locals.get(slot.index())?.name?).to_owned());
        for op in code {
            let Some((ask, slot)) = op.kind.effects().asks else { continue };
            let labels = match ask {
                Ask::Roll => &mut self.rolls,
                Ask::Draw => &mut self.draws,
                Ask::Pick => &mut self.picks,
                Ask::Choose => &mut self.choices,
            };
            labels.extend(name(slot));
        }
    }

    /// The key of an example under which this label belongs.
    pub(super) fn home(&self, label: &str) -> Option<&'static str> {
        if self.rolls.contains(label) {
            Some("dice")
        } else if self.draws.contains(label) || self.picks.contains(label) {
            Some("draws")
        } else {
            self.choices.contains(label).then_some("choices")
        }
    }
}
