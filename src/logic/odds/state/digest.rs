//! What a key says of one thing without a look at others, remembered for things that many runs have.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use super::bytes::Bytes;
use super::copy::Store;
use crate::logic::machine::Thing;
use crate::logic::odds::kept::LiveType;

/// So many are remembered: most runs have few things that differ.
const MOST: usize = 1 << 16;

/// A thing, as it is seen from where runs stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThingDigest {
    /// What it is, as far as its plain fields tell: things of which the order matters no more are met in the order of this.
    pub(super) kind: u64,
    /// Whether its place in a list matters no more.
    pub(super) inert: bool,
    /// Where its kept fields are written, where all of them are plain and it is remembered.
    written: Option<(usize, usize)>,
}

/// The digests that are remembered.
#[derive(Default)]
pub(super) struct ThingDigests {
    /// By the number of the stop, and where the thing lies in memory: no thing of the store ever moves or goes away.
    known: FxHashMap<(u32, usize), ThingDigest>,
    written: Bytes,
    /// Where the fields of one are written first.
    now: Bytes,
}

impl ThingDigests {
    /// How a thing is seen from a stop, where so much is kept of things of its type.
    pub(super) fn of(&mut self, stop: u32, thing: &Thing, kept: &LiveType, store: &Store) -> ThingDigest {
        let place = (stop, thing.place());
        if let Some(digest) = self.known.get(&place) {
            return *digest;
        }
        self.now.clear();
        let mut plain = true;
        for (value, kept) in thing.fields.iter().zip(&kept.fields) {
            plain &= !kept || self.now.plain(value);
        }
        let mut hasher = FxHasher::default();
        hasher.write_u16(thing.ty.0);
        hasher.write(self.now.as_slice());
        let mut digest = ThingDigest { kind: hasher.finish(), inert: kept.inert(&thing.fields), written: None };
        if self.known.len() < MOST && store.holds(thing) {
            if plain {
                let begin = self.written.as_slice().len();
                self.written.all(self.now.as_slice());
                digest.written = Some((begin, self.written.as_slice().len()));
            }
            self.known.insert(place, digest);
        }
        digest
    }

    /// The kept fields of a thing, where they are written already.
    pub(super) fn fields(&self, digest: &ThingDigest) -> Option<&[u8]> {
        let (begin, end) = digest.written?;
        self.written.as_slice().get(begin..end)
    }
}
