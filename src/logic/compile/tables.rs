//! Tables: their rows, and the proof that every case is covered once.

use std::collections::{HashMap, HashSet};

use super::Compiler;
use super::known::Facts;
use super::scope::Body;
use super::types::MOST_FIELDS;
use crate::diagnostic::codes;
use crate::library::names;
use crate::logic::program::{BlockId, Expr, Field, FunctionId, FunctionKind, PointKind, Row, Source, Test};
use crate::logic::syntax::ast::{self, Cell, CellKind, Choice, ExprKind, Head, Name, Span};
use crate::logic::types::{Interval, Type};
use crate::logic::value::Value;

/// What a column of the header stands for.
#[derive(Clone, Copy)]
enum Column {
    Input(usize),
    Output(usize),
}

impl Compiler<'_> {
    pub(super) fn table_rows(
        &mut self,
        id: FunctionId,
        block: BlockId,
        head: &Head,
        header: &[Name],
        rows: &[ast::Row],
    ) {
        let function = self.program.functions[id.index()].clone();
        let FunctionKind::Table { outputs, .. } = &function.kind else { return };
        if head.params.len() > MOST_FIELDS {
            return;
        }
        if !self.has_plain_inputs(block, head, &function.params) {
            return;
        }
        let Some(columns) = self.columns_of(block, head, header, &function.params, outputs) else { return };
        let mut made: Vec<Row> = Vec::new();
        let mut whole = true;
        for row in rows {
            if row.cells.len() != header.len() {
                let message = format!("this row has {} cells, the header {}", row.cells.len(), header.len());
                self.report(&codes::TABLE_SHAPE, (block, row.span), message, "write one cell for each column");
                whole = false;
                continue;
            }
            let point = self.point(block, PointKind::Row, row.span, None, function.name);
            let row = self.inside(id, block, head, &[], |body| cells(body, row, &columns, &function.params, outputs));
            match row {
                Some((inputs, outputs)) => made.push(Row { point, inputs, outputs }),
                None => whole = false,
            }
        }
        if whole {
            self.prove(block, head, &function.params, &made);
        }
        self.program.functions[id.index()].kind = FunctionKind::Table { outputs: outputs.clone(), rows: made };
    }

    fn columns_of(
        &mut self,
        block: BlockId,
        head: &Head,
        header: &[Name],
        params: &[Field],
        outputs: &[Field],
    ) -> Option<Vec<Column>> {
        let inputs = params.iter().enumerate().map(|(at, field)| (field, Column::Input(at)));
        let all = inputs.chain(outputs.iter().enumerate().map(|(at, field)| (field, Column::Output(at))));
        let all: Vec<(String, Column)> =
            all.map(|(field, column)| (self.program.name(field.name).to_owned(), column)).collect();
        let known: HashMap<&str, Column> = all.iter().map(|(name, column)| (name.as_str(), *column)).collect();
        let mut seen: HashSet<&str> = HashSet::new();
        let mut columns = Vec::new();
        let mut fine = true;
        for name in header {
            let twice = !seen.insert(&name.text);
            match known.get(name.text.as_str()) {
                Some(column) if !twice => columns.push(*column),
                Some(_) => {
                    fine = false;
                    let message = format!("the column `{}` stands twice", name.text);
                    self.report(&codes::TABLE_SHAPE, (block, name.span), message, "take one of them out");
                }
                None => {
                    fine = false;
                    let help = self
                        .meant(&name.text, all.iter().map(|(known, _)| known.as_str()))
                        .unwrap_or_else(|| "a column is a parameter or an output".to_owned());
                    let message = format!("the table has no parameter or output `{}`", name.text);
                    self.report(&codes::TABLE_SHAPE, (block, name.span), message, help);
                }
            }
        }
        let missing: Vec<String> = all
            .iter()
            .filter(|(known, _)| !seen.contains(known.as_str()))
            .map(|(known, _)| format!("`{known}`"))
            .collect();
        // A column of a wrong name is most often the one that is missing.
        if !missing.is_empty() && fine {
            let message = format!("the header lacks {}", missing.join(", "));
            let span = header.first().map_or(head.name.span, |name| name.span);
            self.report(&codes::TABLE_SHAPE, (block, span), message, "write a column for each parameter and output");
            fine = false;
        }
        fine.then_some(columns)
    }

    /// Whether cells can name every case of each input; reports the others.
    fn has_plain_inputs(&mut self, block: BlockId, head: &Head, params: &[Field]) -> bool {
        let is_plain =
            |field: &Field| matches!(field.ty.without_none(), Type::Number(_) | Type::YesNo | Type::Symbols(_));
        let names = self.as_written(params, &head.params);
        for (field, name) in params.iter().zip(names).filter(|(field, _)| !is_plain(field)) {
            if field.ty != Type::Unknown {
                let message = format!("a table cannot ask for {}", self.program.describe(&field.ty));
                let help = "its inputs are numbers, yes/no and members of enumerations";
                self.report(&codes::TYPE_MISMATCH, (block, name.span), message, help);
            }
        }
        params.iter().all(is_plain)
    }
}

/// The cells of a row by input and output.
fn cells(
    body: &mut Body<'_, '_>,
    row: &ast::Row,
    columns: &[Column],
    params: &[Field],
    outputs: &[Field],
) -> Option<(Vec<Test>, Vec<Source<Expr>>)> {
    let mut tests: Vec<Option<Test>> = vec![None; params.len()];
    let mut results: Vec<Option<Source<Expr>>> = vec![None; outputs.len()];
    let mut told = Facts::new();
    for (cell, column) in row.cells.iter().zip(columns) {
        let Column::Input(at) = column else { continue };
        let name = body.compiler.program.name(params[*at].name).to_owned();
        if let Some(local) = body.local(&name) {
            local.used = true;
        }
        let test = input(body, cell, &params[*at].ty);
        if test.as_ref().is_some_and(|test| !lets_none(test)) {
            let written = ast::Expr { kind: ExprKind::Name(name), span: cell.span };
            told.extend(body.fact(&written, &params[*at].ty));
        }
        tests[*at] = test;
    }
    body.knowing(told, |body| {
        for (cell, column) in row.cells.iter().zip(columns) {
            if let Column::Output(at) = column {
                results[*at] = output(body, cell, &outputs[*at]);
            }
        }
    });
    Some((tests.into_iter().collect::<Option<_>>()?, results.into_iter().collect::<Option<_>>()?))
}

/// Whether a cell holds where there is none.
fn lets_none(test: &Test) -> bool {
    match test {
        Test::Any => true,
        Test::Numbers(_, none) => *none,
        Test::Values(values) => values.contains(&Value::None),
        Test::Others(values) => !values.contains(&Value::None),
    }
}

fn output(body: &mut Body<'_, '_>, cell: &Cell, field: &Field) -> Option<Source<Expr>> {
    let expr = match &cell.kind {
        CellKind::Missing(missing) => return Some(Source::Missing(missing.source.clone())),
        CellKind::Expr(expr) => expr,
        CellKind::OneOf(choices) => {
            if let [Choice::Value(expr)] = choices.as_slice() {
                expr
            } else {
                let help = "an output is one expression; several cases are several rows";
                body.report(&codes::TABLE_SHAPE, cell.span, "an output cell holds one value", help);
                return None;
            }
        }
        CellKind::Any | CellKind::NotOneOf(_) => {
            let help = "`any` and `not` stand in input cells";
            body.report(&codes::TABLE_SHAPE, cell.span, "an output cell holds one value", help);
            return None;
        }
        CellKind::Empty => {
            let help = "write the value, or `unknown` where the document has none";
            body.report(&codes::TABLE_SHAPE, cell.span, "this cell is empty", help);
            return None;
        }
    };
    // `not X` reads as an expression here, and is meant as a case.
    if matches!(expr.kind, ExprKind::Not(_)) && !matches!(field.ty, Type::YesNo | Type::Unknown) {
        let help = "`any` and `not` stand in input cells";
        body.report(&codes::TABLE_SHAPE, cell.span, "an output cell holds one value", help);
        return None;
    }
    let name = body.compiler.program.name(field.name).to_owned();
    Some(Source::Here(body.expr_made(expr, &field.ty, field.making, &format!("the output `{name}`"))))
}

fn input(body: &mut Body<'_, '_>, cell: &Cell, ty: &Type) -> Option<Test> {
    match &cell.kind {
        CellKind::Any => Some(Test::Any),
        CellKind::OneOf(choices) => choices_test(body, choices, ty),
        CellKind::NotOneOf(choices) => {
            let test = choices_test(body, choices, ty)?;
            Some(complement(test, ty))
        }
        CellKind::Empty => {
            body.report(&codes::TABLE_SHAPE, cell.span, "this cell is empty", "write the case, or `any`");
            None
        }
        CellKind::Expr(_) | CellKind::Missing(_) => {
            let help = "an input cell is a value, several by comma, a range, `any` or `not …`";
            body.report(&codes::TABLE_SHAPE, cell.span, "this is no case", help);
            None
        }
    }
}

/// What lets through the cases of a cell; each wrong one is reported.
fn choices_test(body: &mut Body<'_, '_>, choices: &[Choice], ty: &Type) -> Option<Test> {
    let declared = match ty.without_none() {
        Type::Number(interval) => Some(*interval),
        _ => None,
    };
    let mut intervals: Vec<(Interval, Span)> = Vec::new();
    let mut values: Vec<(Value, Span)> = Vec::new();
    let mut sound = true;
    for choice in choices {
        match choice {
            Choice::Range(low, high, span) => {
                match range_case(body, Interval { low: *low, high: *high }, *span, declared, ty) {
                    Some(range) => intervals.push((range, *span)),
                    None => sound = false,
                }
            }
            Choice::Value(expr) => match value_case(body, expr, declared, ty) {
                Some(Value::Number(number)) => intervals.push((Interval::only(number), expr.span)),
                Some(other) => values.push((other, expr.span)),
                None => sound = false,
            },
        }
    }
    // An open lower end sorts first, as `None` does; of two that are alike the one that is written first.
    intervals.sort_by_key(|(interval, _)| interval.low);
    values.sort_by(|(one, _), (other, _)| one.cmp(other));
    let twice = values.windows(2).find(|two| two[0].0 == two[1].0).map(|two| (two[0].1, two[1].1));
    let twice = twice.or_else(|| overlap(&intervals));
    if let Some((first, second)) = twice {
        let block = body.block;
        body.report(&codes::TABLE_OVERLAP, second, "this case stands in the cell already", "write each case once");
        body.compiler.related((block, first), "here");
        sound = false;
    }
    let values: Vec<Value> = values.into_iter().map(|(value, _)| value).collect();
    let test = match declared {
        Some(_) => {
            let intervals = intervals.into_iter().map(|(interval, _)| interval).collect();
            Test::Numbers(merged(intervals), values.contains(&Value::None))
        }
        None => Test::Values(values),
    };
    sound.then_some(test)
}

/// Two of these intervals, which are sorted by their lower ends, that have a number in common: where they stand.
fn overlap(intervals: &[(Interval, Span)]) -> Option<(Span, Span)> {
    let mut furthest = *intervals.first()?;
    for next in &intervals[1..] {
        if !furthest.0.apart(next.0) {
            return Some((furthest.1, next.1));
        }
        // Neither open nor above what comes next, so what comes next reaches further.
        furthest = *next;
    }
    None
}

/// The numbers of a range, which must lie in those of the column.
fn range_case(
    body: &mut Body<'_, '_>,
    range: Interval,
    span: Span,
    declared: Option<Interval>,
    ty: &Type,
) -> Option<Interval> {
    let Some(declared) = declared else {
        let message = format!("a range stands for numbers, and this column is {}", body.words(ty));
        body.report(&codes::TYPE_MISMATCH, span, message, "write the cases, separated by commas");
        return None;
    };
    let Interval { low, high } = range;
    if range.apart(declared) || matches!((low, high), (Some(low), Some(high)) if low > high) {
        let message = format!("no number of this range lies in the column, which is {}", body.words(ty));
        body.report(&codes::OUT_OF_RANGE, span, message, "change the row, or the declared range");
        return None;
    }
    let below = low.filter(|low| !declared.contains(*low));
    let above = high.filter(|high| !declared.contains(*high));
    let (what, open) = match (below, above) {
        (None, None) => return Some(range),
        (Some(low), None) => (format!("begins at {low}"), high.map(|high| format!("..{high}"))),
        (None, Some(high)) => (format!("goes to {high}"), low.map(|low| format!("{low}.."))),
        (Some(low), Some(high)) => (format!("goes from {low} to {high}"), None),
    };
    let message = format!("the range {what}, but the column is {}", body.words(ty));
    let help = match open {
        Some(open) => format!("write it as far as the column goes, or leave the end open: `{open}`"),
        None => "write it as far as the column goes, or `any`".to_owned(),
    };
    body.report(&codes::OUT_OF_RANGE, span, message, help);
    None
}

/// The value of a case. A member that is also the name of something else is still a member here.
fn value_case(body: &mut Body<'_, '_>, expr: &ast::Expr, declared: Option<Interval>, ty: &Type) -> Option<Value> {
    if let Some(value) = body.compiler.literal(expr, ty) {
        return Some(value);
    }
    let name = if let ExprKind::Name(name) = &expr.kind { Some(name.as_str()) } else { None };
    let message = match name {
        Some(name) => format!("`{name}` is not {}", body.words(ty)),
        None => format!("this is not {}", body.words(ty)),
    };
    let is_number = matches!(expr.kind, ExprKind::Number(_) | ExprKind::Negate(_));
    let (code, help) = if declared.is_some() && is_number {
        (&codes::OUT_OF_RANGE, "change the number, or the declared range".to_owned())
    } else {
        let words = || format!("write {}", body.words(ty));
        (&codes::TYPE_MISMATCH, body.compiler.nearest_member(name.unwrap_or_default(), ty).unwrap_or_else(words))
    };
    body.report(code, expr.span, message, help);
    None
}

/// Intervals that are sorted and apart, those that touch as one.
fn merged(intervals: Vec<Interval>) -> Vec<Interval> {
    let mut merged: Vec<Interval> = Vec::new();
    for interval in intervals {
        match merged.last_mut() {
            Some(last) if last.high.is_none_or(|high| interval.low.is_none_or(|low| low <= high.saturating_add(1))) => {
                *last = last.join(interval);
            }
            _ => merged.push(interval),
        }
    }
    merged
}

/// Everything of the type that a test does not let through.
fn complement(test: Test, ty: &Type) -> Test {
    match test {
        Test::Any => Test::Values(Vec::new()),
        Test::Numbers(intervals, none) => {
            let mut rest = Vec::new();
            let mut low = None;
            let mut open = true;
            for interval in intervals {
                if let Some(start) = interval.low
                    && low.is_none_or(|low| low < start)
                    && let Some(before) = start.checked_sub(1)
                {
                    rest.push(Interval { low, high: Some(before) });
                }
                match interval.high.and_then(|high| high.checked_add(1)) {
                    Some(after) => low = Some(after),
                    None => open = false,
                }
            }
            if open {
                rest.push(Interval { low, high: None });
            }
            Test::Numbers(rest, !none && matches!(ty, Type::OrNone(_)))
        }
        Test::Values(values) => Test::Others(values),
        Test::Others(values) => Test::Values(values),
    }
}

impl Compiler<'_> {
    /// The member of the type that was meant, or all of them; none where the type has no members.
    pub(super) fn nearest_member(&self, name: &str, ty: &Type) -> Option<String> {
        let Type::Symbols(members) = ty.without_none() else { return None };
        let known: Vec<&str> = members.iter().map(|member| self.program.symbols[member.index()].as_str()).collect();
        let meant = self.meant(name, known.iter().copied());
        Some(meant.unwrap_or_else(|| format!("it is one of: {}", names::listed(known))))
    }
}
