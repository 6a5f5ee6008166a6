//! Decks: piles one on the other, the top one first. A card that is known is a pile of its own; of several in one pile nobody
//! knows the order.

use std::sync::Arc;

use super::super::program::{DeckCall, End};
use super::super::syntax::ast::Span;
use super::super::value::Value;
use super::context::Context;
use super::ended::Evaluated;
use super::record::observe::Observer;
use super::select::elements::Iter;

/// The cards of a pile, each with how often it is there.
type Pile = Arc<Vec<(Value, u32)>>;

/// What comes when cards are taken from an end of a deck.
struct Dealt {
    /// Those of which it is known.
    known: Vec<Value>,
    /// The pile of which some come, if it has to be asked which.
    open: Option<Pile>,
    /// Those that come of a pile of which some stay, if they are known since all are the same.
    same: Vec<Value>,
    /// The pile at which that ends, counted from the end.
    pile: usize,
}

impl<O: Observer> Context<'_, '_, O> {
    /// Asks something of decks and cards, or makes a deck of them.
    #[inline(never)]
    pub(super) fn deck(&mut self, call: DeckCall, args: &[Value], span: Span) -> Evaluated<Value> {
        for arg in args {
            let length = Iter::of(arg).map_or(0, Iter::len);
            self.charge(1 + length / 16)?;
            self.grow(length)?;
        }
        let [first, rest @ ..] = args else { return self.error(span, "there is no deck") };
        match call {
            DeckCall::Cards => Ok(Value::Bag(Arc::new(self.counted_cards(std::slice::from_ref(first), span)?))),
            DeckCall::Shuffled => {
                let cards = self.counted_cards(args, span)?;
                Ok(Value::List(Arc::new(if cards.is_empty() { Vec::new() } else { vec![Value::Bag(Arc::new(cards))] })))
            }
            DeckCall::Put(end) => {
                let mut piles = self.piles(first, span)?;
                let card = rest.first().cloned().unwrap_or(Value::None);
                let at = if end == End::Top { 0 } else { piles.len() };
                piles.insert(at, Arc::new(vec![(card, 1)]));
                Ok(deck_of(piles))
            }
            DeckCall::Stack(end) => {
                let mut piles = self.piles(first, span)?;
                let other = rest.first().cloned().unwrap_or(Value::None);
                let Value::List(parts) = &other else { return self.kind(span, "a deck or a list", &other) };
                let put = parts.iter().filter_map(|part| match part {
                    Value::Bag(pile) if pile.is_empty() => None,
                    Value::Bag(pile) => Some(Arc::clone(pile)),
                    card => Some(Arc::new(vec![(card.clone(), 1)])),
                });
                let at = if end == End::Top { 0 } else { piles.len() };
                piles.splice(at..at, put.collect::<Vec<_>>());
                Ok(deck_of(piles))
            }
            DeckCall::Take => {
                let mut piles = self.piles(first, span)?;
                let card = rest.first().cloned().unwrap_or(Value::None);
                let Some(at) = piles.iter().position(|pile| pile.iter().any(|(other, _)| *other == card)) else {
                    let shown = self.show(&card);
                    return self.error(span, format!("{shown} is not in the deck"));
                };
                take(&mut piles[at], &[card]);
                piles.retain(|pile| !pile.is_empty());
                Ok(deck_of(piles))
            }
            DeckCall::Known(end) => {
                let (piles, skip, wanted) = self.asked_of(first, rest, end, span)?;
                Ok(Value::List(Arc::new(self.dealt(&piles, skip, wanted, span)?.known)))
            }
            DeckCall::Open(end) => {
                let (piles, skip, wanted) = self.asked_of(first, rest, end, span)?;
                let open = self.dealt(&piles, skip, wanted, span)?.open;
                Ok(Value::Bag(open.unwrap_or_default()))
            }
            DeckCall::Deal(end) | DeckCall::Look(end) => {
                let (mut piles, skip, wanted) = self.asked_of(first, rest, end, span)?;
                let Dealt { open, same, pile, .. } = self.dealt(&piles, skip, wanted, span)?;
                let drawn = match (open, rest.get(2)) {
                    (Some(_), Some(Value::List(drawn))) => drawn.to_vec(),
                    _ => same,
                };
                if !drawn.is_empty() {
                    take(&mut piles[pile], &drawn);
                }
                if let DeckCall::Look(_) = call {
                    // What was seen lies where it lay, and is known now.
                    let seen = drawn.into_iter().map(|card| Arc::new(vec![(card, 1)]));
                    piles.splice(pile..pile, seen);
                } else {
                    piles.drain(..pile);
                }
                piles.retain(|pile| !pile.is_empty());
                if end == End::Bottom {
                    piles.reverse();
                }
                Ok(deck_of(piles))
            }
            DeckCall::Join => {
                let mut all = Vec::new();
                for part in args {
                    let Value::List(cards) = part else { return self.kind(span, "a list", part) };
                    all.extend(cards.iter().cloned());
                }
                Ok(Value::List(Arc::new(all)))
            }
        }
    }

    /// The piles of a deck.
    fn piles(&self, deck: &Value, span: Span) -> Evaluated<Vec<Pile>> {
        let Value::List(piles) = deck else { return self.kind(span, "a deck", deck) };
        let mut all = Vec::with_capacity(piles.len());
        for pile in piles.iter() {
            match pile {
                Value::Bag(cards) if cards.is_empty() => {}
                Value::Bag(cards) => all.push(Arc::clone(cards)),
                other => return self.kind(span, "a pile of a deck", other),
            }
        }
        Ok(all)
    }

    /// The piles from an end on, how many cards there are passed over, and how many are wanted.
    fn asked_of(&self, deck: &Value, rest: &[Value], end: End, span: Span) -> Evaluated<(Vec<Pile>, u32, u32)> {
        let mut piles = self.piles(deck, span)?;
        if end == End::Bottom {
            piles.reverse();
        }
        let mut numbers = [0; 2];
        for (number, value) in numbers.iter_mut().zip(rest) {
            let Value::Number(found) = value else { return self.kind(span, "a number", value) };
            match u32::try_from(*found) {
                Ok(found) => *number = found,
                Err(_) => return self.error(span, format!("{found} is no number of cards")),
            }
        }
        Ok((piles, numbers[0], numbers[1]))
    }

    /// So many cards behind those that are passed over.
    fn dealt(&self, piles: &[Pile], skip: u32, wanted: u32, span: Span) -> Evaluated<Dealt> {
        let mut dealt = Dealt { known: Vec::new(), open: None, same: Vec::new(), pile: 0 };
        let (mut skip, mut left) = (skip, wanted);
        for pile in piles {
            let count: u32 = pile.iter().map(|(_, count)| *count).sum();
            if skip >= count {
                skip -= count;
            } else if left == 0 {
                break;
            } else if left >= count {
                dealt.known.extend(copies(pile));
                left -= count;
            } else if let [(card, _)] = &pile[..] {
                // They are all the same.
                dealt.same.extend(std::iter::repeat_n(card.clone(), left as usize));
                dealt.known.extend(dealt.same.iter().cloned());
                left = 0;
                break;
            } else {
                dealt.open = Some(Arc::clone(pile));
                left = 0;
                break;
            }
            dealt.pile += 1;
        }
        if left > 0 {
            let there = wanted - left;
            return self.error(span, format!("{wanted} cards cannot be taken, there are only {there}"));
        }
        Ok(dealt)
    }

    /// All cards of collections and decks, counted.
    fn counted_cards(&mut self, parts: &[Value], span: Span) -> Evaluated<Vec<(Value, u32)>> {
        let mut cards: Vec<(Value, u32)> = Vec::new();
        for part in parts {
            let Some(elements) = Iter::of(part) else { return self.kind(span, "a collection of cards", part) };
            elements.for_each(|element, count| match element {
                Value::Bag(pile) => cards.extend(pile.iter().cloned()),
                card => cards.push((card, count)),
            });
        }
        self.grow(cards.len() as u64)?;
        cards.sort_unstable();
        cards.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = kept.1.saturating_add(next.1);
            }
            same
        });
        Ok(cards)
    }
}

fn deck_of(piles: Vec<Pile>) -> Value {
    Value::List(Arc::new(piles.into_iter().map(Value::Bag).collect()))
}

fn copies(pile: &Pile) -> impl Iterator<Item = Value> + '_ {
    pile.iter().flat_map(|(card, count)| std::iter::repeat_n(card.clone(), *count as usize))
}

/// Takes cards out of a pile.
fn take(pile: &mut Pile, cards: &[Value]) {
    let pile = Arc::make_mut(pile);
    for card in cards {
        if let Some(at) = pile.iter().position(|(other, _)| other == card) {
            pile[at].1 -= 1;
            if pile[at].1 == 0 {
                pile.remove(at);
            }
        }
    }
}
