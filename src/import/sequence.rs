//! Which of the numbers at the beginnings of lines are those of sections: the ones that follow each other.

use std::collections::HashMap;

use super::numbering::{Component, Printed, Unit};

/// A number that may be that of a section.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) printed: Printed,
    pub(super) stand: Stand,
    /// Whether the next line that is not blank is a candidate too.
    pub(super) before_next: bool,
    /// The part of the document that counts by itself: the supplementary provisions of a statute begin with article 1 again.
    pub(super) region: usize,
}

/// Where a number stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// In the midst of a paragraph, where it may be a part of a sentence.
    Midst,
    /// At the beginning of a paragraph.
    Paragraph,
    /// Before an item of a list, whose number it may be.
    Item,
    /// In a heading, or before what looks like one.
    Heading,
}

impl Candidate {
    pub(super) fn begins(&self) -> bool {
        self.stand != Stand::Midst
    }

    fn is_heading(&self) -> bool {
        self.stand == Stand::Heading
    }
}

/// What a number turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// No number of a section.
    None,
    /// That of a section.
    Section,
    /// That of a chapter above sections whose numbers do not begin with it.
    Above,
}

/// Judges all candidates of a document, in their order.
pub(super) fn judge(candidates: &mut [Candidate]) -> Vec<Role> {
    read_romans(candidates);
    let mut roles = vec![Role::None; candidates.len()];
    let mut groups: HashMap<(usize, Option<Unit>, bool), Vec<usize>> = HashMap::new();
    for (at, candidate) in candidates.iter().enumerate() {
        let unit = candidate.printed.unit;
        let is_letter = unit.is_none() && !matches!(candidate.printed.components[0], Component::Number(_));
        if unit.is_some() || candidate.printed.components.len() > 1 {
            groups.entry((candidate.region, unit, is_letter)).or_default().push(at);
        }
    }
    for ((_, unit, is_letter), group) in groups {
        // What is above others may count anew below each of them.
        let chain = if unit == Some(Unit::Division) { group } else { longest(&group, candidates) };
        let chain = if unit.is_none() { following(chain, candidates) } else { chain };
        // A letter with a number, once in a document and closed by a bracket or a stop, is something else.
        let is_lone = |at: usize| candidates[at].printed.is_stopped || !candidates[at].is_heading();
        if is_letter && chain.len() == 1 && is_lone(chain[0]) {
            continue;
        }
        for at in chain {
            roles[at] = Role::Section;
        }
    }
    let bare: Vec<usize> = (0..candidates.len()).filter(|at| candidates[*at].printed.is_bare()).collect();
    let has_parted = roles.contains(&Role::Section);
    anchor(&bare, candidates, &mut roles);
    fill(&bare, candidates, has_parted, &mut roles);
    above(&bare, candidates, &mut roles);
    roles
}

/// Letters in brackets that are Roman numerals: `(i)` where `(ii)` is counted too and `(h)` is not.
fn read_romans(candidates: &mut [Candidate]) {
    let mut seen: HashMap<usize, (bool, bool)> = HashMap::new();
    let letters = |candidate: &Candidate| candidate.printed.components.iter().copied().enumerate().collect::<Vec<_>>();
    for candidate in candidates.iter() {
        for (depth, component) in letters(candidate) {
            let (roman, latin) = seen.entry(depth).or_default();
            *roman |= matches!(component, Component::Roman(2..=4));
            *latin |= matches!(component, Component::Letter(2..=4 | 8));
        }
    }
    for candidate in candidates {
        for (depth, component) in candidate.printed.components.iter_mut().enumerate() {
            if depth > 0 && seen.get(&depth) == Some(&(true, false)) {
                let roman = match component {
                    Component::Letter(9) => 1,
                    Component::Letter(22) => 5,
                    Component::Letter(24) => 10,
                    _ => continue,
                };
                *component = Component::Roman(roman);
            }
        }
    }
}

/// How much speaks for a candidate.
fn weight(candidate: &Candidate) -> u64 {
    match candidate.stand {
        Stand::Heading => 6,
        Stand::Paragraph | Stand::Item => 4,
        Stand::Midst => 1,
    }
}

/// The heaviest chain of candidates each of which comes after the one before it. Of two that weigh the same, the later one.
fn longest(group: &[usize], candidates: &[Candidate]) -> Vec<usize> {
    let mut ranked: Vec<&[Component]> = group.iter().map(|at| &candidates[*at].printed.components[..]).collect();
    ranked.sort_unstable();
    ranked.dedup();
    // A tree of maxima (Fenwick) over the ranks: the best chain that ends below a rank, and its last candidate.
    let mut best: Vec<(u64, usize)> = vec![(0, usize::MAX); ranked.len() + 1];
    let mut before: Vec<usize> = vec![usize::MAX; group.len()];
    for (index, at) in group.iter().enumerate() {
        let rank = ranked.partition_point(|other| *other < &candidates[*at].printed.components[..]);
        let (mut most, mut node) = ((0, usize::MAX), rank);
        while node > 0 {
            if best[node].0 > most.0 {
                most = best[node];
            }
            node &= node - 1;
        }
        before[index] = most.1;
        let weight = most.0 + weight(&candidates[*at]);
        let mut node = rank + 1;
        while node < best.len() {
            if best[node].0 <= weight {
                best[node] = (weight, index);
            }
            node += node & node.wrapping_neg();
        }
    }
    let mut node = ranked.len();
    let mut most = (0, usize::MAX);
    while node > 0 {
        if best[node].0 > most.0 {
            most = best[node];
        }
        node &= node - 1;
    }
    let mut chain = Vec::new();
    let mut index = most.1;
    while index != usize::MAX {
        chain.push(group[index]);
        index = before[index];
    }
    chain.reverse();
    chain
}

/// A chain without what hardly follows its predecessor: a number in the midst of a paragraph must be the very next one, any
/// other must not be far away.
fn following(chain: Vec<usize>, candidates: &[Candidate]) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::with_capacity(chain.len());
    for at in chain {
        let components = &candidates[at].printed.components;
        let fine = match kept.last() {
            None => candidates[at].begins() || components.iter().all(|one| one.is_first()),
            Some(last) => {
                let gap = gap(&candidates[*last].printed.components, components);
                if candidates[at].begins() { gap <= FAR } else { gap <= 1 }
            }
        };
        if fine {
            kept.push(at);
        }
    }
    kept
}

/// So far may a number be from the one before it, at the first component where they differ.
const FAR: u64 = 1000;

/// How far `next` is from `last`: 1 for the next sibling at any level, or the first below.
fn gap(last: &[Component], next: &[Component]) -> u64 {
    let same = last.iter().zip(next).take_while(|(left, right)| left == right).count();
    let ends_first = next.iter().skip(same + 1).all(|one| one.is_first());
    let step = match (last.get(same), next.get(same)) {
        (None, Some(first)) => {
            if first.is_first() {
                1
            } else {
                first.value()
            }
        }
        (Some(left), Some(right)) if left.is_like(*right) => right.value().saturating_sub(left.value()),
        (Some(_), Some(right)) => right.value(),
        (_, None) => 0,
    };
    if ends_first { step } else { step + 1 }
}

/// Bare numbers whose own numbers follow: `3. Movement` before `3.1`.
fn anchor(bare: &[usize], candidates: &[Candidate], roles: &mut [Role]) {
    let parted: Vec<usize> = parted(candidates, roles);
    let mut begun: Option<Component> = None;
    let mut from = 0;
    for at in parted {
        let first = candidates[at].printed.components[0];
        let until = bare.partition_point(|one| *one < at);
        if begun != Some(first) {
            let possible = bare[from..until].iter().copied();
            let possible = possible.filter(|one| candidates[*one].printed.components[0] == first);
            // Of several, one that looks like a heading, and the nearest.
            if let Some(one) = possible.max_by_key(|one| (candidates[*one].is_heading(), *one)) {
                roles[one] = Role::Section;
            }
            begun = Some(first);
        }
        from = until;
    }
}

/// The accepted numbers that have more than one component and no unit.
fn parted(candidates: &[Candidate], roles: &[Role]) -> Vec<usize> {
    let is_parted = |at: &usize| {
        let printed = &candidates[*at].printed;
        roles[*at] == Role::Section && printed.unit.is_none() && printed.components.len() > 1
    };
    (0..candidates.len()).filter(is_parted).collect()
}

/// Bare numbers that stand between their neighbours: `2. Components` between 1.3 and 3.1; where nothing else has numbers, all
/// that count on.
fn fill(bare: &[usize], candidates: &[Candidate], has_parted: bool, roles: &mut [Role]) {
    let parted = parted(candidates, roles);
    let fits = |at: &usize| {
        let candidate = &candidates[*at];
        let own = candidate.printed.components[0];
        if roles[*at] == Role::Section {
            return true;
        }
        let index = parted.partition_point(|one| one < at);
        let last = index.checked_sub(1).and_then(|index| parted.get(index));
        let (last, next) = (last, parted.get(index));
        let after = last.is_none_or(|last| candidates[*last].printed.components[0] < own);
        let before = next.is_none_or(|next| own < candidates[*next].printed.components[0]);
        let alike = last.or(next).is_none_or(|one| candidates[*one].printed.components[0].is_like(own));
        let looks = if has_parted { candidate.is_heading() } else { candidate.begins() };
        after && before && alike && looks && candidate.printed.is_stopped && candidate.stand != Stand::Item
    };
    let possible: Vec<usize> = bare.iter().copied().filter(fits).collect();
    let mut regions: HashMap<(usize, bool), Vec<usize>> = HashMap::new();
    for at in possible {
        let is_letter = !matches!(candidates[at].printed.components[0], Component::Number(_));
        regions.entry((candidates[at].region, is_letter)).or_default().push(at);
    }
    for group in regions.into_values() {
        let chain = longest(&group, candidates);
        let anchored: Vec<bool> = chain.iter().map(|at| roles[*at] == Role::Section).collect();
        let value = |index: usize| candidates[chain[index]].printed.components[0].value();
        // Without anything that anchors them, three in a row are a numbered document; less is a list.
        let mut start = 0;
        while start < chain.len() {
            let mut end = start + 1;
            while end < chain.len() && value(end) - value(end - 1) <= 2 {
                end += 1;
            }
            let is_anchored = anchored[start..end].contains(&true);
            if is_anchored || !has_parted && end - start >= 3 && value(start) <= 1 {
                for at in &chain[start..end] {
                    roles[*at] = Role::Section;
                }
            }
            start = end;
        }
    }
}

/// Bare numbers of headings that stand right above a heading with another number: `1. Concepts` above `100. General`.
fn above(bare: &[usize], candidates: &[Candidate], roles: &mut [Role]) {
    let stands_above = |at: &usize| {
        let candidate = &candidates[*at];
        let own = candidate.printed.components[0];
        let next = candidates.get(*at + 1).filter(|_| candidate.before_next && roles[*at] == Role::None);
        let is_above = next.is_some_and(|next| {
            let below = next.printed.components[0];
            next.printed.is_bare() && below.is_like(own) && below > own && roles[*at + 1] == Role::Section
        });
        is_above && candidate.is_heading() && candidate.printed.is_stopped
    };
    let possible: Vec<usize> = bare.iter().copied().filter(stands_above).collect();
    let chain = longest(&possible, candidates);
    if chain.len() > 1 {
        for at in chain {
            roles[at] = Role::Above;
        }
    }
}
