//! The one integration-test binary.

mod book;
mod cli;
mod diagnostics;
mod formats;
mod hostile;
mod house;
mod import;
mod logic;
mod search;
mod shipped;
mod site;
