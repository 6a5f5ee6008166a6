//! What a whole command has used up, and which piece of its work used most of it.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Limits;
use crate::diagnostic::{Place, Sources};

/// A ceiling over a whole command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ceiling {
    /// Steps of all pieces.
    Steps,
    /// Time of the processor.
    Time,
    /// Memory.
    Memory,
}

impl Ceiling {
    /// The name of its limit.
    pub fn name(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Time => "time",
            Self::Memory => "memory",
        }
    }
}

/// The piece of work that used most of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Most {
    /// What it is, in words.
    pub what: String,
    /// Where it stands: a file with line and column.
    pub at: Option<String>,
    /// How much it used: steps, microseconds or bytes.
    pub used: u64,
}

/// A ceiling was passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// Which.
    pub ceiling: Ceiling,
    /// How much it allows, in the unit of its limit.
    pub limit: u64,
    /// The piece that used most; none where no piece is to blame.
    pub most: Option<Most>,
}

/// What all pieces of a command have used up. May be charged from several threads.
#[derive(Debug, Default)]
pub struct Meter {
    limits: Limits,
    steps: AtomicU64,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// Where pieces stand.
    sources: Sources,
    /// The pieces in hand.
    running: Vec<Tally>,
    /// The number of the next piece.
    next: u64,
    /// Of the pieces that are over, the one that used most steps, time and memory.
    most: [Option<Tally>; 3],
    /// The same, of pieces that are made of others.
    most_of_several: [Option<Tally>; 3],
}

/// What a piece has used so far.
#[derive(Clone, Debug)]
struct Tally {
    number: u64,
    what: String,
    place: Option<Place>,
    /// Whether it is made of others, and has used what they have.
    several: bool,
    /// Whether it is one of those.
    of_several: bool,
    /// Steps, microseconds, bytes.
    used: [u64; 3],
}

impl Meter {
    /// Nothing is used up yet.
    pub fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// What is allowed.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Lets the meter say in which file and line a piece stands.
    pub fn know(&self, sources: &Sources) {
        self.inner().sources = sources.clone();
    }

    /// Begins a piece of work that may take so many steps. `what` names it in a message: "the example `duel::1.2::wound`".
    pub fn begin(&self, allotment: u64, what: String, place: Option<Place>) -> Piece<'_> {
        self.put(allotment, what, place, false)
    }

    /// Begins a piece that is made of others, which are begun until it is over: small ones that have used much together are
    /// told by it.
    pub fn begin_several(&self, what: String, place: Option<Place>) -> Piece<'_> {
        self.put(u64::MAX, what, place, true)
    }

    fn put(&self, allotment: u64, what: String, place: Option<Place>, several: bool) -> Piece<'_> {
        let mut inner = self.inner();
        let number = inner.next;
        inner.next += 1;
        let of_several = inner.running.iter().any(|tally| tally.several);
        inner.running.push(Tally { number, what, place, several, of_several, used: [0; 3] });
        Piece { meter: self, number, allotment, spent: Cell::new(0) }
    }

    /// Steps that all pieces have taken.
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// How many steps the ceiling leaves.
    pub fn left(&self) -> u64 {
        self.limits.steps.saturating_sub(self.steps())
    }

    /// Whether more steps were taken than the ceiling allows. No further work is begun then.
    pub fn is_over(&self) -> bool {
        self.steps() > self.limits.steps
    }

    /// The ceiling of steps, if it was passed. What was worked out is not whole then, and must not be published.
    pub fn over(&self) -> Option<Over> {
        self.is_over().then(|| self.told(Ceiling::Steps))
    }

    /// What there is to tell of a ceiling that was passed.
    pub fn told(&self, ceiling: Ceiling) -> Over {
        let inner = self.inner();
        let at = ceiling as usize;
        let most_of = |several: bool| {
            let over = if several { &inner.most_of_several[at] } else { &inner.most[at] };
            let running = inner.running.iter().filter(|tally| tally.several == several);
            let all = running.chain(over).filter(|tally| tally.used[at] > 0);
            // Of equal ones the first: that is the piece that is in hand.
            all.reduce(|most, tally| if tally.used[at] > most.used[at] { tally } else { most })
        };
        let most = match (most_of(false), most_of(true)) {
            (Some(one), Some(several)) => {
                // One of several is to blame if it used more than all the others of them.
                let times = if one.of_several { 2 } else { 1 };
                Some(if one.used[at].saturating_mul(times) > several.used[at] { one } else { several })
            }
            (one, several) => one.or(several),
        };
        let most = most.map(|tally| Most {
            what: tally.what.clone(),
            at: tally.place.and_then(|place| inner.sources.told(place)),
            used: tally.used[at],
        });
        let limit = match ceiling {
            Ceiling::Steps => self.limits.steps,
            Ceiling::Time => self.limits.time,
            Ceiling::Memory => self.limits.memory,
        };
        Over { ceiling, limit, most }
    }

    /// Charges time and memory, which the meter cannot see, to the piece in hand that was begun last, and to those that it is
    /// one of.
    pub fn sample(&self, micros: u64, bytes: u64) {
        let mut inner = self.inner();
        let last = inner.running.last().map(|tally| tally.number);
        for tally in inner.running.iter_mut().filter(|tally| tally.several || Some(tally.number) == last) {
            tally.used[Ceiling::Time as usize] += micros;
            tally.used[Ceiling::Memory as usize] += bytes;
        }
    }

    /// Counts anew from here, for whoever answers more than once.
    pub fn count_anew(&self) {
        self.steps.store(0, Ordering::Relaxed);
        let mut inner = self.inner();
        inner.running.iter_mut().for_each(|tally| tally.used = [0; 3]);
        inner.most = [const { None }; 3];
        inner.most_of_several = [const { None }; 3];
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Whoever panicked with it in hand left numbers, which are whole.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A piece of work in hand. It is over when this is dropped.
#[derive(Debug)]
pub struct Piece<'m> {
    meter: &'m Meter,
    number: u64,
    allotment: u64,
    spent: Cell<u64>,
}

impl Piece<'_> {
    /// How many steps it may still take: of its allotment, and of the ceiling.
    pub fn left(&self) -> u64 {
        self.allotment.saturating_sub(self.spent.get()).min(self.meter.left().saturating_add(1))
    }

    /// Charges steps that were taken.
    pub fn spend(&self, steps: u64) {
        self.spent.set(self.spent.get().saturating_add(steps));
        self.meter.steps.fetch_add(steps, Ordering::Relaxed);
        let mut inner = self.meter.inner();
        for tally in inner.running.iter_mut().filter(|tally| tally.several || tally.number == self.number) {
            tally.used[Ceiling::Steps as usize] += steps;
        }
    }

    /// Steps it has taken.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Whether its allotment has ended.
    pub fn has_ended(&self) -> bool {
        self.spent.get() >= self.allotment
    }
}

impl Drop for Piece<'_> {
    fn drop(&mut self) {
        let mut inner = self.meter.inner();
        let Some(at) = inner.running.iter().position(|tally| tally.number == self.number) else { return };
        let tally = inner.running.remove(at);
        let most = if tally.several { &mut inner.most_of_several } else { &mut inner.most };
        for (at, most) in most.iter_mut().enumerate() {
            if tally.used[at] > most.as_ref().map_or(0, |most| most.used[at]) {
                *most = Some(tally.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meter(steps: u64) -> Meter {
        Meter::new(Limits { steps, ..Limits::default() })
    }

    #[test]
    fn the_piece_that_used_most_is_named_whether_it_is_over_or_in_hand() {
        let meter = meter(100);
        meter.begin(1000, "first".to_owned(), None).spend(60);
        meter.begin(1000, "second".to_owned(), None).spend(30);
        assert_eq!(meter.over(), None);
        let third = meter.begin(1000, "third".to_owned(), None);
        assert_eq!(third.left(), 11, "one step beyond the ceiling, so that it is passed");
        third.spend(11);
        assert!(!third.has_ended(), "its own allotment has not");
        let over = meter.over().expect("101 steps");
        assert_eq!(over.most.map(|most| (most.what, most.used)), Some(("first".to_owned(), 60)));
        third.spend(60);
        assert_eq!(meter.told(Ceiling::Steps).most.map(|most| most.what).as_deref(), Some("third"));
        meter.count_anew();
        assert_eq!((meter.steps(), meter.over()), (0, None));
    }

    #[test]
    fn an_allotment_does_not_depend_on_what_ran_before() {
        let meter = meter(1_000_000);
        let first = meter.begin(50, String::new(), None);
        first.spend(50);
        assert!(first.has_ended() && first.left() == 0);
        assert_eq!(meter.begin(50, String::new(), None).left(), 50);
    }

    #[test]
    fn small_pieces_that_used_much_together_are_told_together() {
        let meter = meter(100);
        let several = meter.begin_several("several".to_owned(), None);
        for number in 0..10 {
            let one = meter.begin(1000, format!("one {number}"), None);
            one.spend(if number == 3 { 9 } else { 8 });
            meter.sample(0, 1);
        }
        let most = || meter.told(Ceiling::Steps).most.map(|most| (most.what, most.used));
        assert_eq!(most(), Some(("several".to_owned(), 81)));
        assert_eq!(meter.told(Ceiling::Memory).most.map(|most| most.used), Some(10));
        meter.begin(1000, "large".to_owned(), None).spend(90);
        assert_eq!(most(), Some(("large".to_owned(), 90)), "it is more than half of them");
        drop(several);
        assert_eq!(most(), Some(("large".to_owned(), 90)));
        meter.begin(1000, "other".to_owned(), None).spend(89);
        assert_eq!(most(), Some(("large".to_owned(), 90)));
    }

    #[test]
    fn time_and_memory_are_charged_to_the_piece_in_hand() {
        let meter = meter(1);
        meter.sample(5, 5);
        assert_eq!(meter.told(Ceiling::Time).most, None);
        let outer = meter.begin(1, "outer".to_owned(), None);
        {
            let _inner = meter.begin(1, "inner".to_owned(), None);
            meter.sample(7, 0);
        }
        meter.sample(3, 9);
        let most = |ceiling| meter.told(ceiling).most.map(|most| (most.what, most.used));
        assert_eq!(most(Ceiling::Time), Some(("inner".to_owned(), 7)));
        assert_eq!(most(Ceiling::Memory), Some(("outer".to_owned(), 9)));
        drop(outer);
    }
}
