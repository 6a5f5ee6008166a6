//! The highest resident set of a contestant, in a fresh process that answers one question once.

use std::process::Command;

use super::by_icepool::{Icepool, Started};
use super::{Question, by_hand, printed, question};
use crate::in_turn::Fault;

/// The word that makes this program such a process.
pub const ASK: &str = "peak";

/// In KiB; only Linux tells.
pub struct Peak {
    /// Until the question: the program, what it has loaded, Python.
    pub before: u64,
    /// Until the answer.
    pub end: u64,
}

impl Peak {
    /// Two numbers.
    pub fn read(text: &str) -> Option<Self> {
        let (before, end) = text.trim().split_once(' ')?;
        Some(Self { before: before.parse().ok()?, end: end.parse().ok()? })
    }
}

/// What this contestant needs for this question.
pub fn of(contestant: &str, question: Question) -> Result<Option<Peak>, Fault> {
    if contestant == "icepool" {
        return Ok(match Icepool::start()? {
            Started::Ready(mut icepool) => icepool.ask(question, 1)?.peak,
            Started::Missing(_) => None,
        });
    }
    let told = Command::new(std::env::current_exe()?).args([ASK, contestant, question.name()]).output()?;
    if !told.status.success() {
        return Err(String::from_utf8_lossy(&told.stderr).into());
    }
    Ok(Peak::read(&String::from_utf8_lossy(&told.stdout)))
}

/// Answers the question once and prints what [`of`] reads.
pub fn tell(contestant: &str, question: &str) -> Result<(), Fault> {
    let question = question::ALL.into_iter().find(|other| other.name() == question).ok_or("no such question")?;
    let (before, end) = if contestant == "printed rule" {
        let printed = printed::Asker::new(question)?;
        let before = until_now();
        printed.ask(1)?;
        (before, until_now())
    } else {
        let before = until_now();
        std::hint::black_box(by_hand::solve(question, 1));
        (before, until_now())
    };
    if let (Some(before), Some(end)) = (before, end) {
        println!("{before} {end}");
    }
    Ok(())
}

fn until_now() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse().ok())
}
