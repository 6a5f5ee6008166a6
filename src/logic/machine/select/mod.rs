//! What goes through the elements of a selection: one by one, or in one sweep where the condition is plain.

pub(super) mod elements;
mod scan;
mod sweep;
mod walking;
