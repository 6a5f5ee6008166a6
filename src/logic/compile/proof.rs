//! The proof that a table covers every case of its inputs exactly once.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::iter;
use std::ops::Range;

use super::Compiler;
use crate::diagnostic::codes;
use crate::logic::program::{BlockId, Field, Row, Test};
use crate::logic::syntax::ast::Head;
use crate::logic::types::{Interval, Type};
use crate::logic::value::Value;

/// How many steps a proof may take.
const STEPS: usize = 1_000_000;

/// How many looks at cells it may take to compare the rows.
const LOOKS: usize = 100_000_000;

/// How many rows are kept of one input, counted by the cases that they let through.
const KEPT: usize = 10_000_000;

/// How many inputs a table may have.
const MOST_INPUTS: usize = 64;

/// A part of an input's cases that every row treats alike, by one of its cases.
#[derive(Clone, Debug)]
struct Atom {
    /// One case, to show.
    case: Value,
    /// The rows that let it through.
    rows: Vec<usize>,
}

impl Compiler<'_> {
    pub(super) fn prove(&mut self, block: BlockId, head: &Head, params: &[Field], rows: &[Row]) {
        if params.len() > MOST_INPUTS {
            self.too_complex(block, head);
            return;
        }
        let mut looks = LOOKS;
        let atoms = |(at, field): (usize, &Field)| {
            let tests: Vec<&Test> = rows.iter().map(|row| &row.inputs[at]).collect();
            atoms(&field.ty, &tests, &mut looks)
        };
        let inputs = params.iter().enumerate().map(atoms).collect::<Option<Vec<Vec<Atom>>>>();
        let compared = inputs.as_ref().and_then(|inputs| self.overlaps(block, params, (rows, inputs), &mut looks));
        let (Some(inputs), Some(())) = (inputs, compared) else {
            self.too_complex(block, head);
            return;
        };
        let mut steps = 0;
        let all: Vec<usize> = (0..rows.len()).collect();
        match gap(&inputs, &all, &mut steps) {
            Err(()) => self.too_complex(block, head),
            Ok(Some(case)) => {
                let words = self.case(params, &case);
                let message = format!("the table `{}` has no row for {words}", head.name.text);
                let help = "add a row for it, with `unknown` where the document does not say";
                self.report(&codes::TABLE_GAP, (block, head.name.span), message, help);
            }
            Ok(None) => {}
        }
    }

    fn too_complex(&mut self, block: BlockId, head: &Head) {
        let message = format!("the table `{}` has too many cases to prove that each has one row", head.name.text);
        let help = "split it into tables that ask for fewer things";
        self.report(&codes::LOGIC_TOO_COMPLEX, (block, head.name.span), message, help);
    }

    /// Nothing where that takes too many looks.
    fn overlaps(
        &mut self,
        block: BlockId,
        params: &[Field],
        (rows, inputs): (&[Row], &[Vec<Atom>]),
        looks: &mut usize,
    ) -> Option<()> {
        let meeting = Meeting::new(rows.len(), inputs);
        let all: Vec<Vec<Value>> = params.iter().map(|field| field.ty.enumerated().unwrap_or_default()).collect();
        // Each row is reported once, with the first row above it that it meets.
        for low in 1..rows.len() {
            for high in meeting.above(low) {
                let cells = rows[low].inputs.iter().zip(&rows[high].inputs);
                *looks = looks.checked_sub(1 + cells.map(|(a, b)| compared(a, b)).sum::<usize>())?;
                let shared: Option<Vec<Value>> = params
                    .iter()
                    .zip(&all)
                    .enumerate()
                    .map(|(at, (field, all))| both(&field.ty, all, &rows[low].inputs[at], &rows[high].inputs[at]))
                    .collect();
                if let Some(case) = shared {
                    let words = self.case(params, &case);
                    let message = format!("two rows hold for {words}");
                    let (here, there) =
                        (self.program.point(rows[low].point).span, self.program.point(rows[high].point).span);
                    self.report(&codes::TABLE_OVERLAP, (block, here), message, "narrow one of them");
                    self.related((block, there), "the other row");
                    break;
                }
            }
        }
        Some(())
    }

    /// A case in words: "power is carthage and op is 2".
    fn case(&self, params: &[Field], case: &[Value]) -> String {
        let parts: Vec<String> = params
            .iter()
            .zip(case)
            .map(|(field, value)| format!("{} is {}", self.program.name(field.name), self.program.plain(value)))
            .collect();
        if parts.is_empty() { "its only case".to_owned() } else { parts.join(" and ") }
    }
}

/// The rows that can meet a row: those that meet it in one input, which is the one that tells the rows apart best.
struct Meeting<'a> {
    /// The rows of each part of that input.
    parts: Vec<&'a [usize]>,
    /// The parts in which a row is.
    of_row: Vec<Vec<usize>>,
    /// All rows, where there is no input.
    all: Vec<usize>,
}

impl<'a> Meeting<'a> {
    fn new(rows: usize, inputs: &'a [Vec<Atom>]) -> Self {
        let pairs = |atoms: &&Vec<Atom>| atoms.iter().map(|atom| atom.rows.len().saturating_pow(2)).sum::<usize>();
        let atoms = inputs.iter().min_by_key(pairs).map_or(&[][..], Vec::as_slice);
        let parts: Vec<&[usize]> = atoms.iter().map(|atom| atom.rows.as_slice()).collect();
        let mut of_row = vec![Vec::new(); rows];
        for (at, part) in parts.iter().enumerate() {
            part.iter().for_each(|row| of_row[*row].push(at));
        }
        let all = if inputs.is_empty() { (0..rows).collect() } else { Vec::new() };
        Self { parts, of_row, all }
    }

    /// The rows above `low` that can meet it, the first of the table first.
    fn above(&self, low: usize) -> impl Iterator<Item = usize> {
        let lists = self.of_row[low].iter().map(|part| self.parts[*part]).chain([self.all.as_slice()]);
        let lists: Vec<&[usize]> = lists.collect();
        // The next row of each list, by the number of the list and the place in it.
        let first = |(at, list): (usize, &&[usize])| Some(Reverse((*list.first()?, at, 0)));
        let mut next: BinaryHeap<Reverse<(usize, usize, usize)>> = lists.iter().enumerate().filter_map(first).collect();
        let mut before = None;
        iter::from_fn(move || {
            loop {
                let Reverse((row, list, at)) = next.pop()?;
                if row >= low {
                    return None;
                }
                next.extend(lists[list].get(at + 1).map(|row| Reverse((*row, list, at + 1))));
                if before.replace(row) != Some(row) {
                    return Some(row);
                }
            }
        })
    }
}

/// The cases of one input, put together where all rows treat them alike; none where that takes too many looks.
fn atoms(ty: &Type, tests: &[&Test], looks: &mut usize) -> Option<Vec<Atom>> {
    let mut cases: Vec<Value> = Vec::new();
    // Where the numbers end and `none` begins.
    let mut numbers = 0;
    if let Type::Number(declared) = ty.without_none() {
        cases.extend(number_cases(*declared, tests).into_iter().map(Value::Number));
        numbers = cases.len();
        if matches!(ty, Type::OrNone(_)) {
            cases.push(Value::None);
        }
    } else {
        cases = ty.enumerated().unwrap_or_default();
    }
    let mut kept = KEPT;
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); cases.len()];
    for (row, test) in tests.iter().enumerate() {
        let mut let_through = |cases: Range<usize>| {
            *looks = looks.checked_sub(1 + cases.len())?;
            kept = kept.checked_sub(cases.len())?;
            rows[cases].iter_mut().for_each(|rows| rows.push(row));
            Some(())
        };
        match test {
            Test::Any => let_through(0..cases.len())?,
            Test::Numbers(intervals, none) => {
                for interval in intervals {
                    // They are in order, so that those of an interval stand side by side.
                    let before = |case: &Value| interval.low.is_some_and(|low| *case < Value::Number(low));
                    let inside = |case: &Value| interval.high.is_none_or(|high| *case <= Value::Number(high));
                    let first = cases[..numbers].partition_point(before);
                    let_through(first..first + cases[first..numbers].partition_point(inside))?;
                }
                if *none {
                    let_through(numbers..cases.len())?;
                }
            }
            Test::Values(values) => {
                for value in values {
                    if let Ok(at) = cases.binary_search(value) {
                        let_through(at..at + 1)?;
                    }
                }
            }
            Test::Others(values) => {
                let mut from = 0;
                for value in values {
                    if let Ok(at) = cases.binary_search(value) {
                        let_through(from..at)?;
                        from = at + 1;
                    }
                }
                let_through(from..cases.len())?;
            }
        }
    }
    let mut known: HashSet<Vec<usize>> = HashSet::new();
    let cases = cases.into_iter().zip(rows).filter(|(_, rows)| known.insert(rows.clone()));
    Some(cases.map(|(case, rows)| Atom { case, rows }).collect())
}

/// How many looks it takes at most to find a case that two tests let through.
fn compared(a: &Test, b: &Test) -> usize {
    match (a, b) {
        (Test::Numbers(a, _), Test::Numbers(b, _)) => (a.len() + 1) * (b.len() + 1),
        (Test::Values(a) | Test::Others(a), Test::Values(b)) | (Test::Values(a), Test::Others(b)) => {
            1 + a.len().min(b.len())
        }
        (Test::Others(a), Test::Others(b)) => 1 + a.len() + b.len(),
        (Test::Any, Test::Others(b)) | (Test::Others(b), Test::Any) => 1 + b.len(),
        (Test::Any | Test::Numbers(..), _) | (_, Test::Any | Test::Numbers(..)) => 1,
    }
}

/// A case that two tests of an input both let through. `all` are the values of its type, where they are few.
fn both(ty: &Type, all: &[Value], a: &Test, b: &Test) -> Option<Value> {
    if let Type::Number(declared) = ty.without_none() {
        let whole = [*declared];
        let intervals = |test: &Test| match test {
            Test::Numbers(intervals, _) => Some(intervals.clone()),
            Test::Any => None,
            Test::Values(_) | Test::Others(_) => Some(Vec::new()),
        };
        let (a_list, b_list) = (intervals(a), intervals(b));
        let (a_list, b_list) = (a_list.as_deref().unwrap_or(&whole), b_list.as_deref().unwrap_or(&whole));
        let none = || {
            (matches!(ty, Type::OrNone(_)) && passes(a, &Value::None) && passes(b, &Value::None)).then_some(Value::None)
        };
        return a_list
            .iter()
            .flat_map(|x| b_list.iter().map(|y| [*x, *y, *declared]))
            .find_map(in_all)
            .map(Value::Number)
            .or_else(none);
    }
    let cases = match (a, b) {
        (Test::Values(a), Test::Values(b)) if b.len() < a.len() => b,
        (Test::Values(values), _) | (_, Test::Values(values)) => values,
        _ => all,
    };
    cases.iter().find(|case| passes(a, case) && passes(b, case)).cloned()
}

/// A number in all of these.
fn in_all(intervals: [Interval; 3]) -> Option<i64> {
    let low = intervals.iter().filter_map(|interval| interval.low).max();
    let high = intervals.iter().filter_map(|interval| interval.high).min();
    match (low, high) {
        (Some(low), Some(high)) => (low <= high).then_some(low),
        (Some(end), None) | (None, Some(end)) => Some(end),
        (None, None) => Some(0),
    }
}

/// The first number of every stretch in which no test changes its mind.
fn number_cases(declared: Interval, tests: &[&Test]) -> Vec<i64> {
    let mut starts: Vec<i64> = Vec::new();
    for test in tests {
        if let Test::Numbers(intervals, _) = test {
            for interval in intervals {
                starts.extend(interval.low);
                starts.extend(interval.high.and_then(|high| high.checked_add(1)));
            }
        }
    }
    starts.retain(|start| declared.contains(*start));
    let before =
        || starts.iter().min().map_or(Some(0), |least| least.checked_sub(1)).filter(|case| declared.contains(*case));
    if let Some(first) = declared.low.or_else(before) {
        starts.push(first);
    }
    if starts.is_empty() {
        starts.extend(declared.high);
    }
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// Whether a test lets a case through.
fn passes(test: &Test, case: &Value) -> bool {
    match (test, case) {
        (Test::Any, _) | (Test::Numbers(_, true), Value::None) => true,
        (Test::Numbers(intervals, _), Value::Number(number)) => {
            intervals.iter().any(|interval| interval.contains(*number))
        }
        (Test::Values(values), case) => values.binary_search(case).is_ok(),
        (Test::Others(values), case) => values.binary_search(case).is_err(),
        (Test::Numbers(..), _) => false,
    }
}

/// A case that no row lets through: for each input one value. Rows that are out are not looked at again, and inputs that leave
/// the same rows are looked at once, so that tables of the usual kind take few steps.
fn gap(inputs: &[Vec<Atom>], rows: &[usize], steps: &mut usize) -> Result<Option<Vec<Value>>, ()> {
    *steps += 1;
    if *steps > STEPS {
        return Err(());
    }
    let Some((first, rest)) = inputs.split_first() else {
        return Ok(if rows.is_empty() { Some(Vec::new()) } else { None });
    };
    let mut seen: HashSet<Vec<usize>> = HashSet::new();
    for atom in first {
        let (few, many) = if rows.len() < atom.rows.len() { (rows, &*atom.rows) } else { (&*atom.rows, rows) };
        *steps += few.len();
        let left: Vec<usize> = few.iter().copied().filter(|row| many.binary_search(row).is_ok()).collect();
        if !seen.insert(left.clone()) {
            continue;
        }
        if let Some(mut case) = gap(rest, &left, steps)? {
            case.insert(0, atom.case.clone());
            return Ok(Some(case));
        }
    }
    Ok(None)
}
