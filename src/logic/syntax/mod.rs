//! From the text of a block to what it says, with every mistake of the text reported at its place.

pub mod ast;
