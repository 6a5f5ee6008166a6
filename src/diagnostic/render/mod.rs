//! One diagnostic, many renderings: a file for each.

mod each;
mod github;
mod human;
mod json;
mod sarif;
mod short;

pub use github::github;
pub use human::human;
pub use json::json;
pub use sarif::sarif;
pub use short::short;
