//! Where the glossary and the texts disagree.

use super::super::output::{Format, Output};
use super::super::{Outcome, Success};
use super::Shown;
use crate::library::Library;

pub(super) fn print(_: &Library, _: &[Shown], _: usize, _: Format, _: &mut Output) -> Outcome {
    Ok(Success::Fine)
}
