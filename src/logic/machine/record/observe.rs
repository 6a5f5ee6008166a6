//! What watches a run: nothing at all, or a recorder. The machine is compiled once for each.

use std::fmt::Debug;

use crate::logic::machine::trace::What;
use crate::logic::program::{OptionId, PointId, ProcedureId, Slot, StateId};
use crate::logic::types::EntityTypeId;
use crate::logic::value::{Entity, Value};

/// Something that watches a run.
///
/// A *tag* stands for a set of points on which a value depends. While an expression is evaluated its tag gathers in an
/// accumulator: every read joins the tag of what is read. Where a value is stored, the accumulator and the control tag (the
/// conditions under which the step is run at all) go with it.
pub(in crate::logic::machine) trait Observer {
    /// Whether anything is recorded; where not, nothing is made for it.
    const ON: bool;
    /// A set of points.
    type Tag: Copy + Default + Debug + PartialEq;

    /// Puts `tag` into the accumulator and gives what was in it.
    fn swap(&mut self, tag: Self::Tag) -> Self::Tag;
    /// Joins `tag` to the accumulator.
    fn join(&mut self, tag: Self::Tag);
    /// Both.
    fn union(&mut self, a: Self::Tag, b: Self::Tag) -> Self::Tag;
    /// The tag of one point.
    fn single(&mut self, point: PointId) -> Self::Tag;
    /// The conditions under which the current step is run.
    fn control(&mut self) -> Self::Tag;

    /// The point took effect.
    fn hit(&mut self, point: PointId);
    /// The point was looked at and did not apply.
    fn considered(&mut self, point: PointId);
    /// The assumption set supplied something.
    fn assumed(&mut self, set: usize);
    /// It was asked which reading is followed.
    fn asked(&mut self, option: OptionId);

    /// How many locals there are.
    fn resize(&mut self, locals: usize);
    /// The tag of a local.
    fn local(&self, at: usize) -> Self::Tag;
    /// Changes the tag of a local.
    fn set_local(&mut self, at: usize, tag: Self::Tag);
    /// The tag of a state.
    fn state(&self, at: StateId) -> Self::Tag;
    /// Changes the tag of a state.
    fn set_state(&mut self, at: StateId, tag: Self::Tag);
    /// The tag of a field.
    fn field(&self, entity: Entity, field: u16) -> Self::Tag;
    /// Changes the tag of a field.
    fn set_field(&mut self, entity: Entity, field: u16, tag: Self::Tag);
    /// On what it depends which things of the type exist.
    fn existence(&self, ty: EntityTypeId) -> Self::Tag;
    /// A thing of the type was made or removed.
    fn set_existence(&mut self, ty: EntityTypeId, tag: Self::Tag);

    /// A procedure begins; `tag` is what its run depends on besides the control of its caller; its node began at `mark`.
    fn enter(&mut self, tag: Self::Tag, mark: usize, args: Vec<Value>);
    /// The innermost procedure has ended, with these outputs if it got to its end; it has a node of its own if it is `told`.
    fn leave(&mut self, procedure: ProcedureId, outputs: Option<Vec<Value>>, point: PointId, told: bool);
    /// Opens a region of control, decided at `pc`, or decides it again.
    fn open(&mut self, pc: usize, tag: Self::Tag, mark: usize, turn: Option<(What, PointId)>);
    /// Closes the innermost region and gives the tag of its condition. With `stays`, it holds for the rest of the procedure.
    fn close(&mut self, stays: bool) -> Self::Tag;
    /// All that follows in this procedure depends on `tag`.
    fn stays(&mut self, tag: Self::Tag);
    /// All that follows in this run depends on `tag`.
    fn required(&mut self, tag: Self::Tag);
    /// The tag of the open regions of the innermost procedure.
    fn regions(&mut self) -> Self::Tag;
    /// What the refusal, or the end of the game, depends on.
    fn refused(&mut self, tag: Self::Tag);
    /// The tags of the results.
    fn results(&mut self, tags: Vec<Self::Tag>);

    /// The place in the trace at which a node begins.
    fn mark(&self) -> usize;
    /// Makes a node of everything in the trace since `mark`.
    fn wrap(&mut self, mark: usize, what: What, point: PointId);
    /// Leaves out everything in the trace since `mark`.
    fn forget(&mut self, mark: usize);
}

/// Records nothing.
pub(in crate::logic::machine) struct Nothing;

impl Observer for Nothing {
    const ON: bool = false;
    type Tag = ();

    #[inline]
    fn swap(&mut self, (): ()) {}
    #[inline]
    fn join(&mut self, (): ()) {}
    #[inline]
    fn union(&mut self, (): (), (): ()) {}
    #[inline]
    fn single(&mut self, _: PointId) {}
    #[inline]
    fn control(&mut self) {}
    #[inline]
    fn hit(&mut self, _: PointId) {}
    #[inline]
    fn considered(&mut self, _: PointId) {}
    #[inline]
    fn assumed(&mut self, _: usize) {}
    #[inline]
    fn asked(&mut self, _: OptionId) {}
    #[inline]
    fn resize(&mut self, _: usize) {}
    #[inline]
    fn local(&self, _: usize) {}
    #[inline]
    fn set_local(&mut self, _: usize, (): ()) {}
    #[inline]
    fn state(&self, _: StateId) {}
    #[inline]
    fn set_state(&mut self, _: StateId, (): ()) {}
    #[inline]
    fn field(&self, _: Entity, _: u16) {}
    #[inline]
    fn set_field(&mut self, _: Entity, _: u16, (): ()) {}
    #[inline]
    fn existence(&self, _: EntityTypeId) {}
    #[inline]
    fn set_existence(&mut self, _: EntityTypeId, (): ()) {}
    #[inline]
    fn enter(&mut self, (): (), _: usize, _: Vec<Value>) {}
    #[inline]
    fn leave(&mut self, _: ProcedureId, _: Option<Vec<Value>>, _: PointId, _: bool) {}
    #[inline]
    fn open(&mut self, _: usize, (): (), _: usize, _: Option<(What, PointId)>) {}
    #[inline]
    fn close(&mut self, _: bool) {}
    #[inline]
    fn stays(&mut self, (): ()) {}
    #[inline]
    fn required(&mut self, (): ()) {}
    #[inline]
    fn regions(&mut self) {}
    #[inline]
    fn refused(&mut self, (): ()) {}
    #[inline]
    fn results(&mut self, _: Vec<()>) {}
    #[inline]
    fn mark(&self) -> usize {
        0
    }
    #[inline]
    fn wrap(&mut self, _: usize, _: What, _: PointId) {}
    #[inline]
    fn forget(&mut self, _: usize) {}
}

/// A slot as an index behind the base of its frame.
pub(in crate::logic::machine) fn at(base: usize, slot: Slot) -> usize {
    base + slot.index()
}
