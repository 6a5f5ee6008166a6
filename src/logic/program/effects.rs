//! What a step does besides looking at values: told once, for all who ask.

use arrayvec::ArrayVec;

use super::{Expr, OpKind, PlaceExpr, ProcedureId, Slot};
use crate::logic::types::EntityTypeId;

/// What a step changes, makes, asks and runs.
#[derive(Debug, Default)]
pub struct Effects<'p> {
    /// The slots that it fills; what was in them is not looked at.
    pub fills: ArrayVec<Slot, 3>,
    /// The place that it changes.
    pub changes: Option<&'p PlaceExpr>,
    /// The thing that it removes, or may remove, and its type.
    pub removes: Option<(&'p Expr, EntityTypeId)>,
    /// The type of which it makes a thing.
    pub creates: Option<EntityTypeId>,
    /// What it asks of chance or a player; the name of the slot is the label.
    pub asks: Option<(Ask, Slot)>,
    /// The procedure that it runs.
    pub runs: Option<ProcedureId>,
}

/// What a run can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are the statements")]
pub enum Ask {
    Roll,
    Draw,
    Pick,
    Choose,
}

impl Effects<'_> {
    /// The slots that it puts something into, or changes what is in them.
    pub fn written(&self) -> impl Iterator<Item = Slot> {
        let changed = match self.changes.map(PlaceExpr::root) {
            Some(PlaceExpr::Local(slot)) => Some(*slot),
            _ => None,
        };
        self.fills.iter().copied().chain(changed)
    }
}

impl OpKind {
    /// What the step does.
    pub fn effects(&self) -> Effects<'_> {
        let none = Effects::default();
        let filling = |slots: &[Slot]| Effects { fills: slots.iter().copied().collect(), ..Effects::default() };
        match self {
            Self::Let(slot, _) => filling(&[*slot]),
            Self::Store(place, ..) | Self::AddTo { place, .. } | Self::TakeFrom { place, .. } => {
                Effects { changes: Some(place), ..none }
            }
            Self::Change { place, removing_at, .. } => {
                let removes = match place {
                    PlaceExpr::EntityField(thing, ty, _) if removing_at.is_some() => Some((&**thing, *ty)),
                    _ => None,
                };
                Effects { changes: Some(place), removes, ..none }
            }
            Self::Remove(thing, ty) => Effects { removes: Some((thing, *ty)), ..none },
            Self::Create(ty, _, slot) => Effects { creates: Some(*ty), ..filling(&[*slot]) },
            Self::Roll { slot, .. } => Effects { asks: Some((Ask::Roll, *slot)), ..filling(&[*slot]) },
            Self::Draw { place, slot, .. } => {
                Effects { changes: Some(place), asks: Some((Ask::Draw, *slot)), ..filling(&[*slot]) }
            }
            Self::Pick { from, .. } => Effects { asks: Some((Ask::Pick, from.slot)), ..filling(&[from.slot]) },
            Self::Choose { from, .. } => Effects { asks: Some((Ask::Choose, from.slot)), ..filling(&[from.slot]) },
            Self::Walk { over, walk, at } | Self::Next { over, walk, at, .. } => filling(&[*walk, *at, over.slot]),
            Self::Call { procedure, slot, .. } => {
                Effects { fills: slot.iter().copied().collect(), runs: Some(*procedure), ..none }
            }
            Self::Jump(_)
            | Self::Branch { .. }
            | Self::Join { .. }
            | Self::Require { .. }
            | Self::Ends { .. }
            | Self::Stop
            | Self::Abandon => none,
        }
    }
}
