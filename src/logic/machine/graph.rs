//! Answers questions to graphs: areas and the links between them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::sync::Arc;

use super::super::program::{Assumed, GraphId, GraphTables, Program, Source};
use super::super::syntax::ast::{GraphQuestion, Span};
use super::super::value::Value;
use super::code::{Graph, Passage, Piece, Routine};
use super::context::Context;
use super::ended::Evaluated;
use super::record::observe::{Observer, at};
use super::trace::What;

/// A graph ready to be searched. Areas are numbered in the order of their values.
#[derive(Debug)]
pub(super) struct Areas {
    values: Vec<Value>,
    rows: Vec<Value>,
    numbers: HashMap<Value, usize>,
    /// Of each area the areas beside it, ascending, each with the row of the link.
    beside: Vec<Vec<(usize, usize)>>,
    links: Arc<Vec<Value>>,
    /// From where each leads.
    starts: Vec<usize>,
}

impl Areas {
    /// Reads the tables, or names the end of a link that is no area.
    fn read(program: &Program, tables: &GraphTables) -> Result<Self, Value> {
        let first = |row: &Value, column: usize| match row {
            Value::Record(fields) => fields.get(column).cloned().unwrap_or(Value::None),
            _ => Value::None,
        };
        let rows = &program.data[tables.areas.index()].rows;
        let mut areas: Vec<(Value, Value)> = rows.iter().map(|row| (first(row, 0), row.clone())).collect();
        areas.sort_by(|a, b| a.0.cmp(&b.0));
        areas.dedup_by(|a, b| a.0 == b.0);
        let (values, rows): (Vec<Value>, Vec<Value>) = areas.into_iter().unzip();
        let numbers: HashMap<Value, usize> = values.iter().cloned().zip(0..).collect();
        let links = Arc::clone(&program.data[tables.links.index()].rows);
        let mut beside: Vec<Vec<(usize, usize)>> = vec![Vec::new(); values.len()];
        let mut starts = Vec::with_capacity(links.len());
        for (n, link) in links.iter().enumerate() {
            let (from, to) = (first(link, tables.ends.0), first(link, tables.ends.1));
            let from = *numbers.get(&from).ok_or(from)?;
            let to = *numbers.get(&to).ok_or(to)?;
            starts.push(from);
            beside[from].push((to, n));
            if from != to {
                beside[to].push((from, n));
            }
        }
        for beside in &mut beside {
            beside.sort_unstable();
        }
        Ok(Self { values, rows, numbers, beside, links, starts })
    }
}

/// What is already known about the filters of one question.
struct Filters<'a> {
    routine: &'a Routine,
    by: Option<&'a Passage>,
    through: Option<&'a Passage>,
    /// Of links the way there and the way back, where these are told apart.
    links: Vec<Option<bool>>,
    areas: Vec<Option<bool>>,
    /// Where ways are measured by costs: those that are known.
    link_costs: Vec<Option<i64>>,
    area_costs: Vec<Option<i64>>,
    span: Span,
}

impl Filters<'_> {
    /// Whether ways are measured by costs.
    fn costs(&self) -> bool {
        [self.by, self.through].into_iter().flatten().any(|passage| passage.cost.is_some())
    }
}

impl<'a, O: Observer> Context<'a, '_, O> {
    /// Answers.
    #[inline(never)]
    pub(super) fn graph(&mut self, routine: &'a Routine, asked: &'a Graph, span: Span) -> Evaluated<Value> {
        let call = asked.of;
        let first = at(self.base, asked.first);
        let args = self.machine.locals.get(first..first + usize::from(asked.args)).unwrap_or_default().to_vec();
        let areas = self.areas(call, span)?;
        let mut filters = Filters {
            routine,
            by: asked.by.as_ref(),
            through: asked.through.as_ref(),
            links: vec![None; 2 * areas.links.len()],
            areas: vec![None; areas.values.len()],
            link_costs: Vec::new(),
            area_costs: Vec::new(),
            span,
        };
        if filters.costs() {
            filters.link_costs.resize(2 * areas.links.len(), None);
            filters.area_costs.resize(areas.values.len(), None);
        }
        let arg = |n: usize| args.get(n).cloned().unwrap_or(Value::None);
        let result = match asked.question {
            GraphQuestion::Neighbours => {
                let from = self.area(&areas, &arg(0), call, span)?;
                let beside = self.beside(&areas, from, false, &mut filters)?;
                let found = beside.into_iter().filter(|area| *area != from).map(|area| areas.values[area].clone());
                Value::Set(Arc::new(found.collect()))
            }
            GraphQuestion::Distance => {
                let (from, to) = (self.area(&areas, &arg(0), call, span)?, self.area(&areas, &arg(1), call, span)?);
                let distances = self.measured(&areas, (from, Some(to)), None, false, &mut filters)?;
                distances[to].map_or(Value::None, Value::Number)
            }
            GraphQuestion::Reachable => {
                let from = self.area(&areas, &arg(0), call, span)?;
                let within = match args.get(1) {
                    None => None,
                    Some(Value::Number(number)) => Some(*number),
                    Some(other) => return self.kind(span, "a whole number", other),
                };
                let distances = self.measured(&areas, (from, None), within, false, &mut filters)?;
                let reached = distances.iter().enumerate().filter(|(area, found)| *area != from && found.is_some());
                Value::Set(Arc::new(reached.map(|(area, _)| areas.values[area].clone()).collect()))
            }
            GraphQuestion::ShortestPaths => {
                let (from, to) = (self.area(&areas, &arg(0), call, span)?, self.area(&areas, &arg(1), call, span)?);
                self.shortest(&areas, from, to, &mut filters)?
            }
            GraphQuestion::Steps => {
                let Value::List(route) = arg(0) else { return self.kind(span, "a list of areas", &arg(0)) };
                self.route(&areas, &route, call, span, &mut filters)?
            }
            GraphQuestion::RowOf => {
                let area = self.area(&areas, &arg(0), call, span)?;
                areas.rows[area].clone()
            }
        };
        if O::ON {
            let mark = self.observer.mark();
            let what = What::Graph { graph: call, args, result: result.clone() };
            self.observer.wrap(mark, what, self.program.graphs[call.index()].point);
        }
        Ok(result)
    }

    fn areas(&mut self, call: GraphId, span: Span) -> Evaluated<Arc<Areas>> {
        let graph = &self.program.graphs[call.index()];
        let tables = match &graph.source {
            Source::Here(tables) => {
                self.note(graph.point);
                *tables
            }
            Source::Missing(source) => match self.supplied_graph(Assumed::Graph(call))? {
                Some(tables) => tables,
                None => return self.missing(source.as_deref(), graph.point),
            },
        };
        if let Some(Some(areas)) = self.graphs.get(call.index()) {
            return Ok(Arc::clone(areas));
        }
        match Areas::read(self.program, &tables) {
            Ok(areas) => {
                let areas = Arc::new(areas);
                let count = self.program.graphs.len();
                self.graphs.resize(count, None);
                self.graphs[call.index()] = Some(Arc::clone(&areas));
                Ok(areas)
            }
            Err(end) => {
                let graph = self.program.name(graph.name);
                self.error(
                    span,
                    format!("a link of `{graph}` leads to {}, which is none of its areas", self.show(&end)),
                )
            }
        }
    }

    fn area(&self, areas: &Areas, value: &Value, call: GraphId, span: Span) -> Evaluated<usize> {
        if let Some(area) = areas.numbers.get(value) {
            return Ok(*area);
        }
        let graph = self.program.name(self.program.graphs[call.index()].name);
        self.error(span, format!("{} is no area of `{graph}`", self.show(value)))
    }

    /// A link is looked at that is gone from an area; its number among all ways.
    fn gone_by(&mut self, areas: &Areas, (from, link): (usize, usize), by: &Passage) -> usize {
        self.bind(by.slot, areas.links[link].clone());
        if let Some(slot) = by.from {
            self.bind(slot, areas.values[from].clone());
        }
        way(areas, (from, link), by)
    }

    /// Whether a link counts that is gone from an area.
    fn link_counts(&mut self, areas: &Areas, step: (usize, usize), filters: &mut Filters<'a>) -> Evaluated<bool> {
        let Some(by @ Passage { condition: Some(condition), .. }) = filters.by else { return Ok(true) };
        if let Some(known) = filters.links[way(areas, step, by)] {
            return Ok(known);
        }
        self.charge(1)?;
        let way = self.gone_by(areas, step, by);
        let counts = self.condition(filters.routine, condition)?;
        filters.links[way] = Some(counts);
        Ok(counts)
    }

    /// Whether an area may be passed through.
    fn passable(&mut self, areas: &Areas, area: usize, filters: &mut Filters<'a>) -> Evaluated<bool> {
        let Some(Passage { slot, condition: Some(condition), .. }) = filters.through else { return Ok(true) };
        if let Some(known) = filters.areas[area] {
            return Ok(known);
        }
        self.charge(1)?;
        self.bind(*slot, areas.values[area].clone());
        let passable = self.condition(filters.routine, condition)?;
        filters.areas[area] = Some(passable);
        Ok(passable)
    }

    /// The areas beside one by links that count, ascending, each once; `back`, those from which they lead there.
    fn beside(&mut self, areas: &Areas, area: usize, back: bool, filters: &mut Filters<'a>) -> Evaluated<Vec<usize>> {
        let mut found: Vec<usize> = Vec::new();
        self.charge(1 + areas.beside[area].len() as u64 / 16)?;
        for &(other, link) in &areas.beside[area] {
            let from = if back { other } else { area };
            if found.last() != Some(&other) && self.link_counts(areas, (from, link), filters)? {
                found.push(other);
            }
        }
        Ok(found)
    }

    /// How far each area is: by costs where they are told, else by links. `back` measures from the end of the ways.
    fn measured(
        &mut self,
        areas: &Areas,
        (from, to): (usize, Option<usize>),
        within: Option<i64>,
        back: bool,
        filters: &mut Filters<'a>,
    ) -> Evaluated<Vec<Option<i64>>> {
        if !filters.costs() {
            return self.distances(areas, (from, to), within, back, filters);
        }
        let mut distances: Vec<Option<i64>> = vec![None; areas.values.len()];
        let mut open = BinaryHeap::from([(Reverse(0_i64), Reverse(from))]);
        let mut done = vec![false; areas.values.len()];
        distances[from] = Some(0);
        while let Some((Reverse(distance), Reverse(area))) = open.pop() {
            if std::mem::replace(&mut done[area], true) {
                continue;
            }
            if to == Some(area) {
                break;
            }
            if area != from && !self.passable(areas, area, filters)? {
                continue;
            }
            for (other, cost) in self.costing(areas, area, back, filters)? {
                let total = self.total(distance, cost, filters.span)?;
                let farther = within.is_some_and(|within| total > within);
                if !farther && distances[other].is_none_or(|known| total < known) {
                    distances[other] = Some(total);
                    open.push((Reverse(total), Reverse(other)));
                }
            }
        }
        Ok(distances)
    }

    /// The areas beside one by links that count, ascending, and what the step there costs at least; `back`, the step from there.
    fn costing(
        &mut self,
        areas: &Areas,
        area: usize,
        back: bool,
        filters: &mut Filters<'a>,
    ) -> Evaluated<Vec<(usize, i64)>> {
        let mut found: Vec<(usize, i64)> = Vec::new();
        self.charge(1 + areas.beside[area].len() as u64 / 16)?;
        for &(other, link) in &areas.beside[area] {
            let step = (if back { other } else { area }, link);
            if !self.link_counts(areas, step, filters)? {
                continue;
            }
            let by_link = self.link_cost(areas, step, filters)?;
            let entered = self.area_cost(areas, if back { area } else { other }, filters)?;
            let cost = self.total(by_link, entered, filters.span)?;
            match found.last_mut() {
                Some((same, cheapest)) if *same == other => *cheapest = (*cheapest).min(cost),
                _ => found.push((other, cost)),
            }
        }
        Ok(found)
    }

    fn total(&self, a: i64, b: i64, span: Span) -> Evaluated<i64> {
        a.checked_add(b).map_or_else(|| self.error(span, "this number is too large"), Ok)
    }

    fn link_cost(&mut self, areas: &Areas, step: (usize, usize), filters: &mut Filters<'a>) -> Evaluated<i64> {
        // Where only areas cost something, the links between them do not.
        let Some(by @ Passage { cost: Some(cost), .. }) = filters.by else { return Ok(0) };
        if let Some(known) = filters.link_costs[way(areas, step, by)] {
            return Ok(known);
        }
        self.charge(1)?;
        let way = self.gone_by(areas, step, by);
        let cost = self.cost(filters.routine, cost, filters.span)?;
        filters.link_costs[way] = Some(cost);
        Ok(cost)
    }

    fn area_cost(&mut self, areas: &Areas, area: usize, filters: &mut Filters<'a>) -> Evaluated<i64> {
        let Some(Passage { slot, cost: Some(cost), .. }) = filters.through else { return Ok(0) };
        if let Some(known) = filters.area_costs[area] {
            return Ok(known);
        }
        self.charge(1)?;
        self.bind(*slot, areas.values[area].clone());
        let cost = self.cost(filters.routine, cost, filters.span)?;
        filters.area_costs[area] = Some(cost);
        Ok(cost)
    }

    fn cost(&mut self, routine: &'a Routine, cost: &'a Piece, span: Span) -> Evaluated<i64> {
        match self.piece(routine, cost)? {
            Value::Number(cost) if cost >= 0 => Ok(cost),
            Value::Number(cost) => self.error(span, format!("a step cannot cost {cost}: a cost is 0 or more")),
            other => self.kind(span, "a whole number", &other),
        }
    }

    /// The steps from an area on, with what each costs.
    fn steps_from(&mut self, areas: &Areas, area: usize, filters: &mut Filters<'a>) -> Evaluated<Vec<(usize, i64)>> {
        if filters.costs() {
            return self.costing(areas, area, false, filters);
        }
        Ok(self.beside(areas, area, false, filters)?.into_iter().map(|other| (other, 1)).collect())
    }

    /// How many links away each area is; stops when `to` is found, and goes no further than `within`.
    fn distances(
        &mut self,
        areas: &Areas,
        (from, to): (usize, Option<usize>),
        within: Option<i64>,
        back: bool,
        filters: &mut Filters<'a>,
    ) -> Evaluated<Vec<Option<i64>>> {
        let mut distances: Vec<Option<i64>> = vec![None; areas.values.len()];
        distances[from] = Some(0);
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((area, distance)) = queue.pop_front() {
            if to == Some(area) || within.is_some_and(|within| distance >= within) {
                break;
            }
            if area != from && !self.passable(areas, area, filters)? {
                continue;
            }
            for other in self.beside(areas, area, back, filters)? {
                if distances[other].is_none() {
                    distances[other] = Some(distance + 1);
                    queue.push_back((other, distance + 1));
                }
            }
        }
        Ok(distances)
    }

    /// All shortest paths, in the order of their areas.
    fn shortest(&mut self, areas: &Areas, from: usize, to: usize, filters: &mut Filters<'a>) -> Evaluated<Value> {
        // Distances are measured towards `from`, so that each step from there on knows whether it leads nearer.
        let distances = self.measured(areas, (to, Some(from)), None, true, filters)?;
        let mut paths: Vec<Value> = Vec::new();
        if distances[from].is_none() {
            return Ok(Value::List(Arc::new(paths)));
        }
        let mut open: Vec<(usize, usize)> = vec![(from, 0)];
        let mut path: Vec<usize> = Vec::new();
        while let Some((area, depth)) = open.pop() {
            path.truncate(depth);
            path.push(area);
            self.charge(1)?;
            if area == to {
                self.grow(path.len() as u64 + 1)?;
                self.charge(path.len() as u64 / 16)?;
                let values = path.iter().map(|area| areas.values[*area].clone());
                paths.push(Value::List(Arc::new(values.collect())));
                continue;
            }
            for (other, cost) in self.steps_from(areas, area, filters)?.into_iter().rev() {
                let left = distances[other].and_then(|left| left.checked_add(cost));
                // A step that costs nothing leads nowhere that the path has been.
                let nearer = left.is_some() && left == distances[area] && (cost > 0 || !path.contains(&other));
                if nearer && (other == to || self.passable(areas, other, filters)?) {
                    open.push((other, depth + 1));
                }
            }
        }
        Ok(Value::List(Arc::new(paths)))
    }

    /// The steps of a route: from, to, and the first link that counts between them.
    fn route(
        &mut self,
        areas: &Areas,
        route: &[Value],
        call: GraphId,
        span: Span,
        filters: &mut Filters<'a>,
    ) -> Evaluated<Value> {
        let mut steps = Vec::new();
        for value in route {
            self.area(areas, value, call, span)?;
        }
        for pair in route.windows(2) {
            self.charge(1)?;
            let (from, to) = (self.area(areas, &pair[0], call, span)?, self.area(areas, &pair[1], call, span)?);
            let mut link = Value::None;
            for &(other, row) in &areas.beside[from] {
                if other == to && self.link_counts(areas, (from, row), filters)? {
                    link = areas.links[row].clone();
                    break;
                }
            }
            steps.push(Value::Record(Arc::new(vec![pair[0].clone(), pair[1].clone(), link])));
        }
        self.grow(steps.len() as u64 * 4)?;
        Ok(Value::List(Arc::new(steps)))
    }
}

/// The number of a link that is gone from an area: the way there and the way back are told apart where the area is asked for.
fn way(areas: &Areas, (from, link): (usize, usize), by: &Passage) -> usize {
    2 * link + usize::from(by.from.is_some() && areas.starts[link] != from)
}
