//! What watches a run: nothing at all, or a recorder of what it did and of what its results depend on.

pub(super) mod observe;
pub(super) mod recorder;
mod recording;
mod sets;
mod untouched;

pub use recording::Recording;
