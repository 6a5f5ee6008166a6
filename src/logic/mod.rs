//! The rule language: the executable part of sections, and the machine that runs it.

pub mod compile;
pub mod program;
pub mod syntax;
pub mod types;
pub mod value;
