//! The one integration-test binary.

mod diagnostics;
mod formats;
mod search;
