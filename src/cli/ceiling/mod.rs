//! The ceilings over a whole command: what it may take in steps, in time of the processor and in memory.
//!
//! Steps are counted by the library, which begins no further work when they are used up; time and memory are watched by a
//! thread beside it, for they pass anywhere. Either way the command ends with 2 and names the place that used most. It may end
//! at any moment: what is written for others to read appears whole, as the last thing a command does, or not at all.

mod system;

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use self::system::{Readings, System};
use super::Color;
use super::error::CommandError;
use super::output::Output;
use crate::diagnostic::grouped;
use crate::logic::limits::{Ceiling, Limits, Meter, Most, Over, named};

/// How often it is looked while something is computed: so often that little can be taken in between.
const OFTEN: Duration = Duration::from_millis(3);
/// How often while nothing is, as at a prompt.
const SELDOM: Duration = Duration::from_millis(20);
/// The room that the watching thread needs.
const STACK: usize = 256 << 10;

/// One meter for the process, as its time and its memory are one.
static METER: OnceLock<Meter> = OnceLock::new();
/// The time of the processor, in microseconds, at which the answer in hand was begun.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// What the command is charged with.
pub(super) fn meter() -> &'static Meter {
    METER.get_or_init(Meter::default)
}

/// Sets the limits of this command, and begins to watch its time and memory.
pub(super) fn set(limits: Limits, color: Color) {
    let meter = METER.get_or_init(|| Meter::new(limits));
    if let Some(system) = System::look() {
        // Where there is no further thread, steps are still counted.
        let _ = thread::Builder::new().name("ceilings".to_owned()).stack_size(STACK).spawn(move || {
            watch(meter, system, color);
        });
    }
}

/// How large the stack of the first thread may become, in bytes; 0 where the system does not tell.
pub(super) fn stack_of_first_thread() -> u64 {
    System::stack()
}

/// Counts anew from here: each answer of a command that gives several has the whole ceiling.
pub(super) fn count_anew() {
    meter().count_anew();
    if let Some(mut system) = System::look() {
        BEGUN.store(system.read().micros, Ordering::Relaxed);
    }
}

/// An error if the ceiling of steps was passed: then what was worked out is not whole, and nothing of it may be published.
pub(super) fn hold() -> Result<(), CommandError> {
    meter().over().map_or(Ok(()), |over| Err(told(&over, None)))
}

/// Looks at time and memory until a ceiling is passed, and ends the process then.
fn watch(meter: &Meter, mut system: System, color: Color) -> ! {
    let limits = *meter.limits();
    let memory = limits.memory.saturating_mul(1 << 20);
    let allowed = System::allowed();
    let mut last = Readings::default();
    loop {
        let now = system.read();
        meter.sample(now.micros.saturating_sub(last.micros), now.resident.saturating_sub(last.resident));
        let micros = now.micros.saturating_sub(BEGUN.load(Ordering::Relaxed));
        // A table that grows stands beside its larger self for a moment, and nothing may be allocated in vain: so what is left
        // must be twice what is in use. Much of an address space is only set aside, for threads and the like.
        let narrow = allowed.filter(|allowed| allowed.saturating_sub(now.space) / 2 < now.resident);
        let ceiling = if micros > limits.time.saturating_mul(1_000_000) {
            Some(Ceiling::Time)
        } else if now.resident > memory || narrow.is_some() {
            Some(Ceiling::Memory)
        } else {
            None
        };
        if let Some(ceiling) = ceiling {
            let narrow = narrow.filter(|_| ceiling == Ceiling::Memory && now.resident <= memory);
            Output::new(color).error(&told(&meter.told(ceiling), narrow));
            process::exit(2);
        }
        let busy = now.micros > last.micros + 500;
        last = now;
        thread::sleep(if busy { OFTEN } else { SELDOM });
    }
}

/// Which ceiling it was, what used most of it, and the mend. `space` is the address space that the system allows, if
/// that is what it was.
fn told(over: &Over, space: Option<u64>) -> CommandError {
    let name = over.ceiling.name();
    let unit = named(name).map_or("", |limit| limit.unit);
    let mut message = match space {
        Some(space) => format!(
            "the command needs more address space than the {} MiB that the system allows it",
            grouped(space >> 20)
        ),
        None => format!("the command takes more than its limit `{name}`: {} {unit}", grouped(over.limit)),
    };
    if let Some(Most { what, used, .. }) = &over.most {
        let (shown, whole) = match over.ceiling {
            Ceiling::Steps => (format!("{} steps", grouped(*used)), over.limit),
            Ceiling::Time => (
                format!("{}.{} seconds", grouped(used / 1_000_000), used / 100_000 % 10),
                over.limit.saturating_mul(1_000_000),
            ),
            Ceiling::Memory => {
                (format!("{} MiB", grouped(used >> 20)), space.unwrap_or(over.limit.saturating_mul(1 << 20)))
            }
        };
        // Many small pieces may have taken it together.
        let most = if used.saturating_mul(2) > whole { "most" } else { "the largest part" };
        message = format!("{message}; {most} of it took {what}, {shown}");
    }
    let help = match space {
        Some(_) => "allow it more (`ulimit -v`), or ask it for less".to_owned(),
        None => format!("mend what takes so much, or allow more: `--budget {name}={}`", over.limit.saturating_mul(10)),
    };
    let at = over.most.as_ref().and_then(|most| most.at.clone());
    CommandError::Failed { message, at, help: Some(help) }
}
