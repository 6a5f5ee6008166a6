//! The one integration-test binary.

mod diagnostics;
mod search;
