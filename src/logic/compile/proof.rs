//! The proof that a table covers every case of its inputs exactly once.

use super::Compiler;
use crate::diagnostic::codes;
use crate::logic::program::{BlockId, Field, Row, Test};
use crate::logic::syntax::ast::Head;
use crate::logic::types::{Interval, Type};
use crate::logic::value::Value;

/// How many steps a proof may take.
const STEPS: usize = 1_000_000;

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
        let inputs: Vec<Vec<Atom>> = params
            .iter()
            .enumerate()
            .map(|(at, field)| {
                self.atoms(&field.ty, rows.iter().map(|row| &row.inputs[at]).collect::<Vec<_>>().as_slice())
            })
            .collect();
        self.overlaps(block, params, rows, &inputs);
        let mut steps = 0;
        let all: Vec<usize> = (0..rows.len()).collect();
        match gap(&inputs, &all, &mut steps) {
            Err(()) => {
                let message = format!("the table `{}` has too many cases to prove", head.name.text);
                let help = "split it into tables that ask for fewer things";
                self.report(&codes::LOGIC_TOO_COMPLEX, (block, head.name.span), message, help);
            }
            Ok(Some(case)) => {
                let words = self.case(params, &case);
                let message = format!("the table `{}` has no row for {words}", head.name.text);
                let help = "add a row for it, with `unknown` where the document does not say";
                self.report(&codes::TABLE_GAP, (block, head.name.span), message, help);
            }
            Ok(None) => {}
        }
    }

    fn overlaps(&mut self, block: BlockId, params: &[Field], rows: &[Row], inputs: &[Vec<Atom>]) {
        // Each row is reported once, with the first row above it that it meets.
        for low in 1..rows.len() {
            for high in 0..low {
                let shared: Option<Vec<Value>> = inputs
                    .iter()
                    .map(|atoms| {
                        let both = |atom: &&Atom| atom.rows.contains(&low) && atom.rows.contains(&high);
                        atoms.iter().find(both).map(|atom| atom.case.clone())
                    })
                    .collect();
                if let Some(case) = shared {
                    let words = self.case(params, &case);
                    let message = format!("two rows hold for {words}");
                    let (here, there) = (self.program.point(rows[low].point).span, self.program.point(rows[high].point).span);
                    self.report(&codes::TABLE_OVERLAP, (block, here), message, "narrow one of them");
                    self.related((block, there), "the other row");
                    break;
                }
            }
        }
    }

    /// The cases of one input, put together where all rows treat them alike.
    fn atoms(&self, ty: &Type, tests: &[&Test]) -> Vec<Atom> {
        let mut cases: Vec<Value> = Vec::new();
        if let Type::Number(declared) = ty.without_none() {
            cases.extend(number_cases(*declared, tests).into_iter().map(Value::Number));
            if matches!(ty, Type::OrNone(_)) {
                cases.push(Value::None);
            }
        } else {
            cases = self.values_of(ty);
        }
        let mut atoms: Vec<Atom> = Vec::new();
        for case in cases {
            let rows: Vec<usize> =
                tests.iter().enumerate().filter(|(_, test)| passes(test, &case)).map(|(at, _)| at).collect();
            if !atoms.iter().any(|atom| atom.rows == rows) {
                atoms.push(Atom { case, rows });
            }
        }
        atoms
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

/// One number of every stretch between the ends that the tests name.
fn number_cases(declared: Interval, tests: &[&Test]) -> Vec<i64> {
    let mut ends: Vec<i64> = Vec::new();
    ends.extend(declared.low);
    ends.extend(declared.high);
    for test in tests {
        if let Test::Numbers(intervals, _) = test {
            for interval in intervals {
                ends.extend(interval.low);
                ends.extend(interval.low.and_then(|low| low.checked_sub(1)));
                ends.extend(interval.high);
                ends.extend(interval.high.and_then(|high| high.checked_add(1)));
            }
        }
    }
    if ends.is_empty() {
        ends.push(0);
    }
    ends.retain(|end| declared.contains(*end));
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// Whether a test lets a case through.
fn passes(test: &Test, case: &Value) -> bool {
    match (test, case) {
        (Test::Any, _) | (Test::Numbers(_, true), Value::None) => true,
        (Test::Numbers(intervals, _), Value::Number(number)) => {
            intervals.iter().any(|interval| interval.contains(*number))
        }
        (Test::Values(values), case) => values.binary_search(case).is_ok(),
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
    let mut seen: Vec<Vec<usize>> = Vec::new();
    for atom in first {
        *steps += rows.len();
        let left: Vec<usize> = rows.iter().copied().filter(|row| atom.rows.binary_search(row).is_ok()).collect();
        if seen.contains(&left) {
            continue;
        }
        if let Some(mut case) = gap(rest, &left, steps)? {
            case.insert(0, atom.case.clone());
            return Ok(Some(case));
        }
        seen.push(left);
    }
    Ok(None)
}
