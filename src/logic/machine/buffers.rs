//! Room that is used again and again during a run.

use std::sync::Arc;

use super::super::value::Value;

/// More room than this is not kept.
const MOST: usize = 1024;
/// More bags than this are not kept.
const MOST_BAGS: usize = 8;
/// Up to so many faces are counted one by one, more are sorted.
const FEW: usize = 32;

/// Empty vectors with room in them. A speed-up only: nothing depends on what is here.
#[derive(Default)]
pub(super) struct Buffers {
    pub(super) tied: Vec<(Value, u32)>,
    pub(super) values: Vec<Value>,
    pub(super) faces: Vec<u32>,
    bags: Vec<Arc<Vec<(Value, u32)>>>,
}

impl Buffers {
    /// The vector that is kept there, or a new one.
    #[inline]
    pub(super) fn take<T>(kept: &mut Vec<T>) -> Vec<T> {
        std::mem::take(kept)
    }

    /// Keeps a vector for the next time.
    #[inline]
    pub(super) fn keep<T>(kept: &mut Vec<T>, mut vector: Vec<T>) {
        vector.clear();
        if vector.capacity() <= MOST {
            *kept = vector;
        }
    }

    /// Keeps a vector of values for the next time; most of them have nothing to be given back.
    #[inline]
    pub(super) fn keep_values(&mut self, mut values: Vec<Value>) {
        while let Some(value) = values.pop() {
            Value::forget(value);
        }
        if values.capacity() <= MOST {
            self.values = values;
        }
    }

    /// Keeps the bags in these locals, which are given up.
    #[inline]
    pub(super) fn keep_bags(&mut self, locals: &mut [Value]) {
        for local in locals {
            if let Value::Bag(_) = local
                && let Value::Bag(bag) = std::mem::replace(local, Value::None)
                && Arc::strong_count(&bag) == 1
                && bag.capacity() <= MOST
                && self.bags.len() < MOST_BAGS
            {
                self.bags.push(bag);
            }
        }
    }

    /// A bag of these faces.
    pub(super) fn bag_of(&mut self, faces: &[u32]) -> Arc<Vec<(Value, u32)>> {
        let mut bag = self.bags.pop().unwrap_or_default();
        if let (Some(counted), true) = (Arc::get_mut(&mut bag), faces.len() <= FEW) {
            counted.clear();
            for face in faces {
                let face = Value::Number(i64::from(*face));
                match counted.iter().position(|(other, _)| *other >= face) {
                    Some(at) if counted[at].0 == face => counted[at].1 += 1,
                    Some(at) => counted.insert(at, (face, 1)),
                    None => counted.push((face, 1)),
                }
            }
            return bag;
        }
        match Value::bag(faces.iter().map(|face| Value::Number(i64::from(*face))).collect()) {
            Value::Bag(counted) => counted,
            _ => bag,
        }
    }
}
