//! The rule language: the executable part of sections, the machine that runs it, and the examples that prove it.

mod bits;
pub mod book;
pub mod calendar;
pub mod compile;
pub mod coverage;
pub mod example;
pub mod external;
pub mod figure;
pub mod limits;
pub mod machine;
pub mod mutate;
pub mod odds;
pub mod play;
pub mod program;
pub mod prove;
pub mod simulate;
pub mod syntax;
pub mod text_values;
pub mod trace;
pub mod types;
pub mod value;
pub mod walk;
pub mod woven;
