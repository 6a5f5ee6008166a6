//! Several things done beside each other.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

/// The stack of a thread, in bytes: as deep as texts are nested, it goes into them.
const STACK: usize = 8 << 20;

/// How many things this machine does at once.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Does two things, the first in a thread of its own; where there is no room for one, after the second.
pub(crate) fn both<A: Send, B>(first: impl Fn() -> A + Sync, second: impl FnOnce() -> B) -> (A, B) {
    thread::scope(|scope| {
        let helper =
            thread::Builder::new().name("beside".to_owned()).stack_size(STACK).spawn_scoped(scope, &first).ok();
        let second = second();
        let first =
            helper.map_or_else(&first, |helper| helper.join().unwrap_or_else(|panicked| resume_unwind(panicked)));
        (first, second)
    })
}

/// Does something with each of `things`, in so many threads, this one among them. The results have the order of the things,
/// whatever the number of threads; where there is no room for another thread, there is one less.
pub(crate) fn each<'t, T: Sync, R: Send>(things: &'t [T], threads: usize, act: impl Fn(&'t T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Relaxed);
            let Some(thing) = things.get(at) else { return done };
            done.push((at, act(thing)));
        }
    };
    let mut done = thread::scope(|scope| {
        let helper =
            |_| thread::Builder::new().name("beside".to_owned()).stack_size(STACK).spawn_scoped(scope, work).ok();
        let helpers: Vec<_> = (1..threads.min(things.len())).filter_map(helper).collect();
        let mut done = work();
        for helper in helpers {
            done.extend(helper.join().unwrap_or_else(|panicked| resume_unwind(panicked)));
        }
        done
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::{both, each};

    #[test]
    fn both_are_done() {
        let word = "a word".to_owned();
        assert_eq!(both(|| word.len(), || word.clone()), (6, word.clone()));
    }

    #[test]
    fn results_come_in_the_order_of_the_things() {
        let things: Vec<usize> = (0..1000).collect();
        for threads in [0, 1, 2, 9] {
            assert_eq!(
                each(&things, threads, |thing| thing * 2),
                things.iter().map(|thing| thing * 2).collect::<Vec<_>>()
            );
        }
        assert!(each(&[] as &[usize], 3, |thing| *thing).is_empty());
    }
}
