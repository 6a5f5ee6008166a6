//! Tables: their rows, and the proof that every case is covered once.

use std::collections::{HashMap, HashSet};

use super::Compiler;
use super::scope::Body;
use super::types::MOST_FIELDS;
use crate::diagnostic::codes;
use crate::library::names;
use crate::logic::program::{BlockId, Expr, Field, FunctionId, FunctionKind, PointKind, Row, Source, Test};
use crate::logic::syntax::ast::{self, Cell, CellKind, Choice, ExprKind, Head, Name};
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
        if whole && !self.unprovable(block, head, &function.params) {
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
        // Of a parameter and an output of one name, the parameter.
        let known: HashMap<&str, Column> = all.iter().rev().map(|(name, column)| (name.as_str(), *column)).collect();
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

    /// Whether an input is of a kind that has no plain cells.
    fn unprovable(&mut self, block: BlockId, head: &Head, params: &[Field]) -> bool {
        let mut found = false;
        for (field, param) in params.iter().zip(&head.params) {
            let fits = matches!(field.ty.without_none(), Type::Number(_) | Type::YesNo | Type::Symbols(_));
            if !fits && field.ty != Type::Unknown {
                let message = format!("a table cannot ask for {}", self.program.describe(&field.ty));
                let help = "its inputs are numbers, yes/no and members of enumerations";
                self.report(&codes::TYPE_MISMATCH, (block, param.name.span), message, help);
            }
            found |= !fits;
        }
        found
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
    for (cell, column) in row.cells.iter().zip(columns) {
        match column {
            Column::Input(at) => {
                let name = body.compiler.program.name(params[*at].name).to_owned();
                if let Some(local) = body.local(&name) {
                    local.used = true;
                }
                tests[*at] = input(body, cell, &params[*at].ty);
            }
            Column::Output(at) => results[*at] = output(body, cell, &outputs[*at]),
        }
    }
    Some((tests.into_iter().collect::<Option<_>>()?, results.into_iter().collect::<Option<_>>()?))
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
    Some(Source::Here(body.expr_for(expr, &field.ty, &format!("the output `{name}`"))))
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

fn choices_test(body: &mut Body<'_, '_>, choices: &[Choice], ty: &Type) -> Option<Test> {
    let number = matches!(ty.without_none(), Type::Number(_));
    let mut intervals = Vec::new();
    let mut values = Vec::new();
    for choice in choices {
        match choice {
            Choice::Range(low, high, span) if number => {
                let interval = Interval { low: *low, high: *high };
                let Type::Number(declared) = ty.without_none() else { return None };
                if interval.apart(*declared) || matches!((low, high), (Some(low), Some(high)) if low > high) {
                    let message = format!("no number of this range lies in the column, which is {}", body.words(ty));
                    body.report(&codes::OUT_OF_RANGE, *span, message, "change the row, or the declared range");
                    return None;
                }
                if let Some(end) = [*low, *high].into_iter().flatten().find(|end| !declared.contains(*end)) {
                    let message = format!("the range goes to {end}, but the column is {}", body.words(ty));
                    let help = "write it as far as the column goes, or leave the end open: `4..`";
                    body.report(&codes::OUT_OF_RANGE, *span, message, help);
                    return None;
                }
                intervals.push(interval);
            }
            Choice::Range(_, _, span) => {
                let message = format!("a range stands for numbers, and this column is {}", body.words(ty));
                body.report(&codes::TYPE_MISMATCH, *span, message, "write the cases, separated by commas");
                return None;
            }
            Choice::Value(expr) => {
                // A member that is also the name of something else is still a member here.
                let Some(value) = body.compiler.literal(expr, ty) else {
                    let name = if let ExprKind::Name(name) = &expr.kind { Some(name.clone()) } else { None };
                    let message = match &name {
                        Some(name) => format!("`{name}` is not {}", body.words(ty)),
                        None => format!("this is not {}", body.words(ty)),
                    };
                    let plain = matches!(expr.kind, ExprKind::Number(_) | ExprKind::Negate(_));
                    let (code, help) = match name {
                        Some(name) => (&codes::TYPE_MISMATCH, body.compiler.nearest_member(&name, ty)),
                        None if number && plain => {
                            (&codes::OUT_OF_RANGE, "change the number, or the declared range".to_owned())
                        }
                        None => (&codes::TYPE_MISMATCH, body.compiler.nearest_member("", ty)),
                    };
                    body.report(code, expr.span, message, help);
                    return None;
                };
                match value {
                    Value::Number(number) => intervals.push(Interval::only(number)),
                    other => values.push(other),
                }
            }
        }
    }
    values.sort_unstable();
    values.dedup();
    Some(if number { Test::Numbers(merge(intervals), values.contains(&Value::None)) } else { Test::Values(values) })
}

/// Sorted intervals that neither overlap nor touch.
fn merge(mut intervals: Vec<Interval>) -> Vec<Interval> {
    // An open lower end sorts first, as `None` does.
    intervals.sort_by_key(|interval| interval.low);
    let mut merged: Vec<Interval> = Vec::new();
    for interval in intervals {
        match merged.last_mut() {
            Some(last) if last.high.is_none_or(|high| interval.low.is_none_or(|low| low <= high.saturating_add(1))) => {
                last.high = last.high.zip(interval.high).map(|(a, b)| a.max(b));
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
    /// The member of the type that was meant, or all of them.
    pub(super) fn nearest_member(&self, name: &str, ty: &Type) -> String {
        let Type::Symbols(members) = ty.without_none() else { return String::new() };
        let known: Vec<&str> = members.iter().map(|member| self.program.symbols[member.index()].as_str()).collect();
        self.meant(name, known.iter().copied()).unwrap_or_else(|| format!("it is one of: {}", names::listed(known)))
    }
}

impl Type {
    /// All values of a type that has few, sorted; none for any other.
    pub(super) fn values(&self) -> Vec<Value> {
        let mut all = match self {
            Self::YesNo => vec![Value::yes_no(false), Value::yes_no(true)],
            Self::Symbols(members) => members.iter().copied().map(Value::Symbol).collect(),
            Self::OrNone(inner) => {
                let mut all = inner.values();
                all.push(Value::None);
                all
            }
            _ => Vec::new(),
        };
        all.sort_unstable();
        all
    }
}
