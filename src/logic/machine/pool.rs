//! Dice that were rolled and not looked at yet: what a run asks of them is found out only when it asks.
//!
//! Of ten dice a rule mostly asks how many show 1 or 2. To go through every way they can fall would be waste; so whoever wants
//! all ways leaves the dice covered ([`Machine::leave`]). Where the run comes to a question that they answer differently, it
//! stops ([`Step::Look`]) and goes on for each number of dice on either side. Nothing else of them is ever told apart.

use std::sync::Arc;

use super::super::program::OpKind;
use super::super::types::Type;
use super::super::value::Value;
use super::calls::Step;
use super::code::{Fold, Operand, Piece, Routine, Scan, Source};
use super::context::Context;
use super::ended::{Evaluated, Halt};
use super::record::observe::{Observer, at};
use super::setting::Setting;
use super::state::Machine;
use super::{Request, arithmetic, conform};

/// Dice of which only some is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pool {
    /// Faces of which each is as likely, ascending, and how many dice show one of them. No face stands in two parts.
    pub parts: Vec<(Arc<[u32]>, u32)>,
}

/// A part of a pool that has to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The number of the pool.
    pub pool: u64,
    /// The part.
    pub part: usize,
    /// Into which parts its faces fall: two at least.
    pub into: Vec<Arc<[u32]>>,
}

impl Machine {
    /// The dice of that number.
    pub fn pool(&self, number: u64) -> Option<&Pool> {
        self.pools.get(usize::try_from(number).ok()?)
    }

    /// Goes on with the dice of the question that is pending left covered; nothing where they cannot be: only those of which the
    /// result is a bag.
    pub fn leave(&mut self, setting: &Setting) -> Option<Step> {
        let Some(Request::Roll { count, sides, .. }) = self.pending else { return None };
        let OpKind::Roll { count: Some(_), slot, .. } = &self.op(setting.program())?.kind else { return None };
        let slot = at(self.frames.last()?.base, *slot);
        // Those that nobody holds any more are forgotten, so that a long run has no more than a short one.
        if !self.locals.iter().any(|local| matches!(local, Value::Pool(_))) {
            self.pools.clear();
        }
        let number = self.pools.len() as u64;
        self.pools.push(Pool { parts: vec![((1..=sides).collect(), count)] });
        if let Some(local) = self.locals.get_mut(slot) {
            *local = Value::Pool(number);
        }
        self.settle_pool(number);
        self.pending = None;
        if let Some(frame) = self.frames.last_mut() {
            frame.pc += 1;
        }
        Some(self.go_on(setting))
    }

    /// Goes on where it stopped to look at dice: of the part so many dice fall into each of the parts of the look.
    pub fn look(&mut self, setting: &Setting, look: &Look, dice: &[u32]) -> Step {
        if let Some(pool) = usize::try_from(look.pool).ok().and_then(|number| self.pools.get_mut(number))
            && look.part < pool.parts.len()
        {
            let fallen = look.into.iter().cloned().zip(dice.iter().copied()).filter(|(_, dice)| *dice > 0);
            pool.parts.splice(look.part..=look.part, fallen);
            pool.parts.sort_unstable();
        }
        self.settle_pool(look.pool);
        self.go_on(setting)
    }

    /// Goes on at the step where it stands, and does that from its beginning.
    pub fn go_on(&mut self, setting: &Setting) -> Step {
        self.go_on_with(setting, None)
    }

    /// A pool of which all is known is a bag.
    fn settle_pool(&mut self, number: u64) {
        let Some(pool) = self.pool(number) else { return };
        let known = |(faces, dice): &(Arc<[u32]>, u32)| match **faces {
            [face] => Some((Value::Number(i64::from(face)), *dice)),
            _ => None,
        };
        let Some(faces) = pool.parts.iter().map(known).collect::<Option<Vec<_>>>() else { return };
        let bag = Value::Bag(Arc::new(faces));
        for local in &mut self.locals {
            if *local == Value::Pool(number) {
                *local = bag.clone();
            }
        }
    }
}

impl<'a, O: Observer> Context<'a, '_, O> {
    /// The covered dice that an operand is.
    #[inline]
    pub(super) fn pool_in(&self, operand: Operand) -> Option<u64> {
        match operand {
            Operand::Slot(slot) => match self.machine.locals.get(at(self.base, slot)) {
                Some(Value::Pool(pool)) => Some(*pool),
                _ => None,
            },
            _ => None,
        }
    }

    /// The covered dice that a scan goes through.
    #[inline]
    pub(super) fn pool_of(&self, source: &Source) -> Option<u64> {
        if let Source::Read(read) = source { self.pool_in(read.operand) } else { None }
    }

    /// All of the dice have to be looked at.
    #[cold]
    pub(super) fn look_at_all<T>(&mut self, pool: u64) -> Evaluated<T> {
        let parts = self.machine.pool(pool).map_or(&[][..], |pool| &pool.parts);
        let part = parts.iter().position(|(faces, _)| faces.len() > 1);
        let into = part.map_or_else(Vec::new, |part| parts[part].0.iter().map(|face| Arc::from([*face])).collect());
        Err(Box::new(Halt::Look(Look { pool, part: part.unwrap_or_default(), into })))
    }

    /// Whether all faces that covered dice can show fit where a type is declared; looks at them where some do not.
    #[cold]
    pub(super) fn pool_fits(&mut self, pool: u64, ty: &Type) -> Evaluated<()> {
        let fits = {
            let element = ty.without_none().element();
            let parts = self.machine.pool(pool).map_or(&[][..], |pool| &pool.parts);
            let fits = |face: &u32| {
                let face = Value::Number(i64::from(*face));
                element.is_some_and(|ty| conform::misfit(self.program, &self.machine.world, &face, ty).is_none())
            };
            parts.iter().all(|(faces, _)| faces.iter().all(fits))
        };
        if fits { Ok(()) } else { self.look_at_all(pool) }
    }

    /// Makes something of covered dice: looks at them until all faces of each part are alike to what is asked, and asks it of
    /// one face of each.
    #[cold]
    pub(super) fn ask_pool<T>(
        &mut self,
        routine: &'a Routine,
        pool: u64,
        scan: &'a Scan,
        ask: impl FnOnce(&mut Self) -> Evaluated<T>,
    ) -> Evaluated<T> {
        let Source::Read(super::code::Read { operand: Operand::Slot(slot), .. }) = scan.of else {
            return self.look_at_all(pool);
        };
        let made = Made::by(scan);
        let parts = self.machine.pool(pool).cloned().unwrap_or_default().parts;
        let mut kinds = Vec::with_capacity(parts.len());
        for (faces, _) in &parts {
            kinds.push(self.alike(routine, faces, scan, made)?);
        }
        if let Made::Extreme(highest, _) = made {
            only_the_best(&mut kinds, highest);
        }
        let mut one_of_each = Vec::with_capacity(parts.len());
        for (part, (kinds, (faces, dice))) in kinds.into_iter().zip(&parts).enumerate() {
            if kinds.len() > 1 {
                let into = kinds.into_iter().map(|(_, faces)| Arc::from(faces)).collect();
                return Err(Box::new(Halt::Look(Look { pool, part, into })));
            }
            one_of_each.push((Value::Number(i64::from(faces[0])), *dice));
        }
        one_of_each.sort_unstable();
        self.put(slot, Value::Bag(Arc::new(one_of_each)), O::Tag::default());
        let result = ask(self);
        self.put(slot, Value::Pool(pool), O::Tag::default());
        result
    }

    /// The faces in groups that are alike to what is asked, each with what is made of them; nothing of those that do not pass.
    fn alike(&mut self, routine: &'a Routine, faces: &[u32], scan: &'a Scan, made: Made<'a>) -> Evaluated<Kinds> {
        if faces.len() < 2 && !matches!(made, Made::Extreme(..)) {
            return Ok(vec![(None, faces.to_vec())]);
        }
        let mut groups: Kinds = Vec::new();
        for &face in faces {
            let value = Value::Number(i64::from(face));
            self.bind(scan.slot, value.clone());
            let key = if self.passes(routine, &scan.filter)? {
                let by = match &scan.extreme {
                    Some((_, by)) => self.piece(routine, by)?,
                    None => Value::None,
                };
                let made = match made {
                    Made::Nothing => Value::None,
                    Made::Itself => value,
                    Made::Of(of) | Made::Extreme(_, of) => self.piece(routine, of)?,
                };
                Some((by, made))
            } else {
                None
            };
            match groups.iter_mut().find(|(other, _)| *other == key) {
                Some((_, group)) => group.push(face),
                None => groups.push((key, vec![face])),
            }
        }
        Ok(groups)
    }
}

/// Faces that are alike, with what they are selected by and what is made of them; nothing where they are not selected.
type Kinds = Vec<(Option<(Value, Value)>, Vec<u32>)>;

/// Of the highest or lowest only what can be it has to be known: whether a die shows that. The rest may stay covered.
fn only_the_best(kinds: &mut [Kinds], highest: bool) {
    let made = kinds.iter().flatten().filter_map(|(key, _)| key.as_ref().map(|(_, made)| made));
    let order = |a: &&Value, b: &&Value| arithmetic::order(a, b);
    let best = if highest { made.max_by(order) } else { made.min_by(order) };
    let Some(best) = best.cloned() else { return };
    let is_best = |key: &Option<(Value, Value)>| key.as_ref().is_some_and(|(_, made)| *made == best);
    // A part of which every die is the best: all is known.
    let known = kinds.iter().any(|kinds| matches!(kinds.as_slice(), [(key, _)] if is_best(key)));
    for kinds in kinds {
        let (top, rest): (Kinds, Kinds) = std::mem::take(kinds).into_iter().partition(|(key, _)| is_best(key));
        let faces = |groups: Kinds| groups.into_iter().flat_map(|(_, faces)| faces).collect::<Vec<u32>>();
        let (mut top, mut rest) = (faces(top), faces(rest));
        if known || top.is_empty() || rest.is_empty() {
            top.append(&mut rest);
            kinds.push((None, top));
        } else {
            kinds.extend([(None, top), (None, rest)]);
        }
    }
}

/// What is made of each element that is selected.
#[derive(Clone, Copy)]
enum Made<'a> {
    /// It is only counted.
    Nothing,
    /// It is used itself.
    Itself,
    /// This is made of it.
    Of(&'a Piece),
    /// Only the highest (`true`) or lowest of this is used.
    Extreme(bool, &'a Piece),
}

impl<'a> Made<'a> {
    /// What a scan makes.
    fn by(scan: &'a Scan) -> Self {
        match &scan.fold {
            Fold::Count | Fold::Some => Self::Nothing,
            // What becomes of a value, and what is left of an amount, depends on all of them.
            Fold::Only(_)
            | Fold::First
            | Fold::All
            | Fold::Take(_)
            | Fold::Through { .. }
            | Fold::Share { .. }
            | Fold::Collect(_, Piece::Nothing) => Self::Itself,
            Fold::Extreme(highest, of, _) if scan.extreme.is_none() => Self::Extreme(*highest, of),
            Fold::Sum(of) | Fold::Extreme(_, of, _) | Fold::Collect(_, of) | Fold::Every(of) => Self::Of(of),
        }
    }
}
