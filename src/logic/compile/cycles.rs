//! Circles: nothing may be worked out from itself, and no procedure may run itself.

use std::collections::{BTreeSet, HashMap};

use super::{Compiler, Definition};
use crate::diagnostic::codes;
use crate::logic::program::FunctionId;

/// How many steps of a circle are told.
const MOST_TOLD: usize = 50;

impl Compiler<'_> {
    /// Notes the functions that may come back to themselves by asking for another thing each time.
    fn recurring(&mut self) {
        if self.back_edges.is_empty() {
            return;
        }
        let mut next = vec![Vec::new(); self.program.functions.len()];
        for (_, from, to) in self.edges.iter().chain(&self.back_edges) {
            if let (Definition::Function(from), Definition::Function(to)) = (from, to) {
                next[from.index()].push(to.index());
            }
        }
        let mut part_of = vec![0; next.len()];
        for (at, part) in components(&next).into_iter().enumerate() {
            for member in part {
                part_of[member] = at;
            }
        }
        for (_, from, to) in &self.back_edges {
            if let (Definition::Function(from), Definition::Function(to)) = (from, to)
                && part_of[from.index()] == part_of[to.index()]
            {
                self.program.recurring.insert(*to);
            }
        }
    }

    /// Reports every circle, in the book alone and with each assumption set.
    pub(super) fn cycles(&mut self) {
        self.recurring();
        let mut reported: BTreeSet<Definition> = BTreeSet::new();
        let sets: BTreeSet<Option<usize>> = self.edges.iter().map(|(set, ..)| *set).chain([None]).collect();
        for set in sets {
            let edges = self.edges.iter().filter(|(of, ..)| of.is_none() || *of == set);
            let edges: BTreeSet<(Definition, Definition)> = edges.map(|(_, from, to)| (*from, *to)).collect();
            self.cycles_among(&edges, &mut reported);
        }
    }

    fn cycles_among(&mut self, edges: &BTreeSet<(Definition, Definition)>, reported: &mut BTreeSet<Definition>) {
        let next = |of: Definition| -> Vec<Definition> {
            // Functions come before procedures in the order of definitions.
            let first = (of, Definition::Function(FunctionId(0)));
            edges.range(first..).take_while(|(from, _)| *from == of).map(|(_, to)| *to).collect()
        };
        let starts: BTreeSet<Definition> = edges.iter().map(|(from, _)| *from).collect();
        let mut done: BTreeSet<Definition> = BTreeSet::new();
        for start in starts {
            if done.contains(&start) {
                continue;
            }
            // The path so far, each step with what is still to be looked at; no recursion of our own.
            let mut path: Vec<(Definition, Vec<Definition>)> = vec![(start, next(start))];
            let mut places: HashMap<Definition, usize> = HashMap::from([(start, 0)]);
            while let Some((at, open)) = path.last_mut() {
                let Some(to) = open.pop() else {
                    done.insert(*at);
                    places.remove(at);
                    path.pop();
                    continue;
                };
                if let Some(from) = places.get(&to) {
                    if reported.insert(to) {
                        self.report_circle(&path[*from..]);
                    }
                } else if !done.contains(&to) {
                    places.insert(to, path.len());
                    path.push((to, next(to)));
                }
            }
        }
    }

    fn report_circle(&mut self, circle: &[(Definition, Vec<Definition>)]) {
        let (Some((first, _)), Some((last, _))) = (circle.first(), circle.last()) else { return };
        let told = &circle[..circle.len().min(MOST_TOLD)];
        let mut names: Vec<String> =
            told.iter().map(|(step, _)| format!("`{}`", self.definition_name(*step))).collect();
        if told.len() < circle.len() {
            names.push(format!("{} more", circle.len() - told.len()));
        }
        names.push(names[0].clone());
        let message = match first {
            Definition::Function(_) => format!("this is worked out from itself: {}", names.join(" → ")),
            Definition::Procedure(_) => format!("this procedure runs itself: {}", names.join(" → ")),
        };
        // The finding for a value without a written type was made on the way.
        let Some(place) = self.edge_places.get(&(*last, *first)).copied() else { return };
        let at = self.program.place_in(place.0, place.1);
        if self.findings.iter().any(|finding| finding.code == &codes::CIRCULAR_LOGIC && finding.place == Some(at)) {
            return;
        }
        self.report(&codes::CIRCULAR_LOGIC, place, message, "take one of the steps out");
        for pair in told.windows(2) {
            let (from, to) = (pair[0].0, pair[1].0);
            if let Some(step) = self.edge_places.get(&(from, to)).copied() {
                let verb = if matches!(to, Definition::Procedure(_)) { "runs" } else { "asks" };
                let words = format!("`{}` {verb} `{}` here", self.definition_name(from), self.definition_name(to));
                self.related(step, words);
            }
        }
    }

    fn definition_name(&self, definition: Definition) -> &str {
        match definition {
            Definition::Function(id) => self.program.name(self.program.functions[id.index()].name),
            Definition::Procedure(id) => self.program.name(self.program.procedures[id.index()].name),
        }
    }
}

/// The parts in which all lead to all, those first to which others lead.
pub(super) fn components(next: &[Vec<usize>]) -> Vec<BTreeSet<usize>> {
    let mut index: Vec<Option<usize>> = vec![None; next.len()];
    let mut low = vec![0; next.len()];
    let (mut stack, mut on_stack) = (Vec::new(), vec![false; next.len()]);
    let (mut count, mut found) = (0, Vec::new());
    for start in 0..next.len() {
        if index[start].is_some() {
            continue;
        }
        let mut open = vec![(start, 0)];
        while let Some((at, tried)) = open.pop() {
            if tried == 0 {
                index[at] = Some(count);
                low[at] = count;
                count += 1;
                stack.push(at);
                on_stack[at] = true;
            } else if let Some(done) = next[at].get(tried - 1)
                && on_stack[*done]
            {
                low[at] = low[at].min(low[*done]);
            }
            if let Some(to) = next[at].get(tried) {
                open.push((at, tried + 1));
                match index[*to] {
                    None => open.push((*to, 0)),
                    Some(known) if on_stack[*to] => low[at] = low[at].min(known),
                    Some(_) => {}
                }
                continue;
            }
            if Some(low[at]) == index[at] {
                let mut part = BTreeSet::new();
                while let Some(member) = stack.pop() {
                    on_stack[member] = false;
                    part.insert(member);
                    if member == at {
                        break;
                    }
                }
                found.push(part);
            }
        }
    }
    found
}
