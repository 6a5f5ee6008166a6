//! What the system says of this process: the time of the processor that it took, and its memory.

/// What was taken so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Readings {
    /// Time of the processor, of all threads, in microseconds.
    pub(super) micros: u64,
    /// Bytes of memory that are in use.
    pub(super) resident: u64,
    /// Bytes of address space.
    pub(super) space: u64,
}

#[cfg(unix)]
pub(super) use of_unix::System;

#[cfg(unix)]
mod of_unix {
    use std::fs::File;
    use std::io::{Read as _, Seek as _};

    use rustix::param::page_size;
    use rustix::process::{Resource, getrlimit};
    use rustix::time::{ClockId, clock_gettime};

    use super::Readings;

    /// Who is asked. Time is known everywhere, memory only where `/proc` tells it, as on Linux.
    pub(in crate::cli) struct System {
        memory: Option<File>,
    }

    impl System {
        /// Nothing where nothing is told.
        #[expect(clippy::unnecessary_wraps, reason = "other systems tell nothing")]
        pub(in crate::cli) fn look() -> Option<Self> {
            Some(Self { memory: File::open("/proc/self/statm").ok() })
        }

        /// The address space that the system allows; none where there is no bound.
        pub(in crate::cli) fn allowed() -> Option<u64> {
            getrlimit(Resource::As).current
        }

        /// How large the stack of the first thread may become.
        pub(in crate::cli) fn stack() -> u64 {
            getrlimit(Resource::Stack).current.unwrap_or(u64::MAX)
        }

        pub(in crate::cli) fn read(&mut self) -> Readings {
            let time = clock_gettime(ClockId::ProcessCPUTime);
            let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
            let micros = seconds.saturating_mul(1_000_000) + u64::try_from(time.tv_nsec / 1000).unwrap_or(0);
            let [space, resident] = self.pages().unwrap_or_default();
            Readings { micros, resident, space }
        }

        /// Bytes of address space, and of memory in use.
        fn pages(&mut self) -> Option<[u64; 2]> {
            // Without room of its own: this is also asked when there is none left.
            let mut text = [0; 128];
            let file = self.memory.as_mut()?;
            file.rewind().ok()?;
            let length = file.read(&mut text).ok()?;
            let text = std::str::from_utf8(text.get(..length)?).ok()?;
            let mut numbers = text.split_whitespace().map(str::parse::<u64>);
            let mut bytes = || Some(numbers.next()?.ok()?.saturating_mul(page_size() as u64));
            Some([bytes()?, bytes()?])
        }
    }
}

#[cfg(not(unix))]
pub(super) struct System;

#[cfg(not(unix))]
impl System {
    /// Nothing is told: only steps are counted.
    pub(super) fn look() -> Option<Self> {
        None
    }

    pub(super) fn allowed() -> Option<u64> {
        None
    }

    pub(super) fn stack() -> u64 {
        0
    }

    pub(super) fn read(&mut self) -> Readings {
        Readings::default()
    }
}
