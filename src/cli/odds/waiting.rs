//! A word for whoever waits at a terminal: what ends a long search, and how to end it sooner.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::several;
use crate::cli::output;

/// How long nobody wonders.
const PATIENCE: Duration = Duration::from_secs(5);

/// Does the work, and says on stderr when it takes long. Files and other programs are told nothing.
pub(super) fn patiently<T>(states: usize, work: impl FnOnce() -> T) -> T {
    if !output::is_attended() {
        return work();
    }
    // Dropped when the work is done, even by a panic, which ends the waiting at once.
    let (done, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let wait = move || {
            if waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                output::aside(&word(states));
            }
        };
        // Where there is no further thread, the work goes on without the word.
        let _ = thread::Builder::new().spawn_scoped(scope, wait);
        let found = work();
        drop(done);
        found
    })
}

fn word(states: usize) -> String {
    let budget = several(states as u64, "state");
    let fewer = (states / 20).max(1);
    format!("still counting, up to the budget of {budget}; to end sooner and resolve less: --states {fewer}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_is_done_once_and_the_word_names_a_smaller_budget() {
        assert_eq!(patiently(1, || 3), 3);
        let told =
            "still counting, up to the budget of 1,000,000 states; to end sooner and resolve less: --states 50000";
        assert_eq!(word(1_000_000), told);
        assert!(word(1).ends_with(" 1"));
    }
}
