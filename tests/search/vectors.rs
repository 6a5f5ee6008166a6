//! The cut in Rust and the cut in the browser agree on the same file of cases.
