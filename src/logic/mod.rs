//! The rule language: the executable part of sections, and the machine that runs it.

pub mod compile;
pub mod machine;
pub mod plural;
pub mod program;
pub mod prove;
pub mod syntax;
pub mod text_values;
pub mod types;
pub mod value;
pub mod walk;
