//! The one integration-test binary.

mod book;
mod cli;
mod diagnostics;
mod search;
mod site;
