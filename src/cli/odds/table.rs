//! Odds in a terminal: a line for each outcome, with a bar.

use unicode_width::UnicodeWidthStr;

use super::super::CommandError;
use super::super::output::{FAINT, Output, STRONG};
use super::super::terminal::{self, Span, pad, wrap};
use super::Report;
use crate::logic::odds::rows::{Kind, Row};
use crate::logic::odds::shown::{fraction, number, percent, points};
use crate::logic::odds::{Ratio, Signed};

/// The widest table.
const WIDEST: usize = 100;
/// The longest bar.
const LONGEST_BAR: usize = 40;
/// The shortest bar that says anything.
const SHORTEST_BAR: usize = 8;
/// The narrowest column for what came out.
const NARROWEST: usize = 16;
/// Between columns.
const GAP: usize = 2;

/// Prints the table.
pub(super) fn print(report: &Report<'_>, output: &mut Output) -> Result<(), CommandError> {
    let (heads, rows) = report.rows();
    let two = report.cases.len() > 1;
    if two {
        for (at, case) in report.cases.iter().enumerate() {
            output.line(format_args!("{STRONG}{}{STRONG:#}  {}", at + 1, case.name))?;
        }
        output.line("")?;
    }
    let lines = Table::new(report, heads.clone(), &rows, terminal::columns(WIDEST)).lines();
    for (at, line) in lines.iter().enumerate() {
        match at {
            0 => output.line(format_args!("{FAINT}{}{FAINT:#}", line.trim_end()))?,
            _ => output.line(line.trim_end())?,
        }
    }
    means(report, &heads, &rows, output)?;
    if !two && rows.iter().any(|row| fraction(&row.shares[0]).is_none()) {
        output.note("fractions that are too long for the table: --format json");
    }
    Ok(())
}

/// The mean of everything asked that is a number.
fn means(report: &Report<'_>, heads: &[String], rows: &[Row], output: &mut Output) -> Result<(), CommandError> {
    if rows.len() < 2 {
        return Ok(());
    }
    let all = rows.iter().all(|row| row.kind == Kind::Values);
    let mut first = true;
    for (at, head) in heads.iter().enumerate() {
        let means: Vec<Option<Signed>> = report.cases.iter().map(|case| case.odds.mean(at)).collect();
        if means.iter().all(Option::is_none) {
            continue;
        }
        if std::mem::take(&mut first) {
            output.line("")?;
        }
        let told = means.iter().enumerate().map(|(at, mean)| {
            let mean = mean.as_ref().map_or_else(|| "–".to_owned(), number);
            if means.len() > 1 { format!("{FAINT}{}{FAINT:#} {mean}", at + 1) } else { mean }
        });
        let told: Vec<String> = told.collect();
        let among = if all { String::new() } else { format!(" ({})", report.words.get("mean_among")) };
        output.line(format_args!("{} {head}{among}: {}", report.words.get("mean"), told.join(",  ")))?;
    }
    Ok(())
}

/// The table with the widths of its columns.
struct Table<'a> {
    rows: &'a [Row],
    heads: Vec<String>,
    /// What stands between the outcome and the bars: fractions and percents, right-aligned; the first is the head.
    figures: Vec<Vec<String>>,
    cells: Vec<usize>,
    label: usize,
    bar: usize,
    most: f64,
}

impl<'a> Table<'a> {
    fn new(report: &Report<'_>, heads: Vec<String>, rows: &'a [Row], columns: usize) -> Self {
        let column = |head: String, of: &dyn Fn(&Row) -> String| -> Vec<String> {
            std::iter::once(head).chain(rows.iter().map(of)).collect()
        };
        let figures = if report.cases.len() > 1 {
            vec![
                column("1 %".to_owned(), &|row| percent(&row.shares[0])),
                column("2 %".to_owned(), &|row| percent(&row.shares[1])),
                column("2 − 1".to_owned(), &|row| points(&Signed::difference(&row.shares[1], &row.shares[0]))),
            ]
        } else {
            let exact = report.words.get("exact").to_owned();
            vec![
                column(exact, &|row| fraction(&row.shares[0]).unwrap_or_default()),
                column("%".to_owned(), &|row| percent(&row.shares[0])),
            ]
        };
        let widest = |cells: &mut dyn Iterator<Item = &str>| cells.map(UnicodeWidthStr::width).max().unwrap_or(0);
        let valued = || rows.iter().filter(|row| row.kind == Kind::Values);
        let cell = |at: usize| {
            let below = valued().filter_map(|row| row.cells.get(at)).map(String::as_str);
            widest(&mut below.chain([heads[at].as_str()]))
        };
        let cells: Vec<usize> = (0..heads.len()).map(cell).collect();
        let own = cells.iter().sum::<usize>() + GAP * cells.len().saturating_sub(1);
        let others = rows.iter().filter(|row| row.kind != Kind::Values).flat_map(|row| &row.cells);
        let wanted = own.max(widest(&mut others.map(String::as_str)));
        let taken: usize = figures.iter().map(|column| widest(&mut column.iter().map(String::as_str)) + GAP).sum();
        let bars = report.cases.len() * (SHORTEST_BAR + GAP);
        let label = wanted.min(columns.saturating_sub(taken + bars).max(NARROWEST));
        let left = columns.saturating_sub(label + taken);
        let bar = (left / report.cases.len().max(1)).saturating_sub(GAP);
        let bar = if bar < SHORTEST_BAR { 0 } else { bar.min(LONGEST_BAR) };
        let most = rows.iter().flat_map(|row| &row.shares).map(Ratio::approximate).fold(0.0, f64::max);
        Self { rows, heads, figures, cells, label, bar, most }
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = self.line(0, &self.heads, None);
        for (at, row) in self.rows.iter().enumerate() {
            lines.extend(self.line(at + 1, &row.cells, Some(row)));
        }
        lines
    }

    /// A line, and further ones where the outcome does not fit into its column.
    fn line(&self, at: usize, cells: &[String], row: Option<&Row>) -> Vec<String> {
        let own = self.cells.iter().sum::<usize>() + GAP * self.cells.len().saturating_sub(1);
        let whole = cells.len() == self.cells.len() && own <= self.label;
        let label = if whole {
            let padded: Vec<String> = cells.iter().zip(&self.cells).map(|(cell, width)| pad(cell, *width)).collect();
            padded.join(&" ".repeat(GAP))
        } else {
            cells.join(", ")
        };
        let wrapped = if whole || label.width() <= self.label {
            vec![label]
        } else {
            wrap(&[Span::new(label, anstyle::Style::new())], self.label)
        };
        let mut lines = Vec::with_capacity(wrapped.len());
        for (number, part) in wrapped.iter().enumerate() {
            let mut line = pad(part, self.label);
            if number == 0 {
                for column in &self.figures {
                    let width = column.iter().map(|cell| cell.width()).max().unwrap_or(0);
                    let cell = column.get(at).map_or("", String::as_str);
                    line.push_str(&" ".repeat(GAP + width.saturating_sub(cell.width())));
                    line.push_str(cell);
                }
                for share in row.map_or(&[][..], |row| &row.shares) {
                    line.push_str(&" ".repeat(GAP));
                    line.push_str(&pad(&self.bar(share), self.bar));
                }
            }
            lines.push(line);
        }
        lines
    }

    /// A bar in eighths of a cell; the most likely outcome has the whole width.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of at most forty cells"
    )]
    fn bar(&self, share: &Ratio) -> String {
        const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
        if share.is_zero() || self.bar == 0 || self.most <= 0.0 {
            return String::new();
        }
        let eighths = (share.approximate() / self.most * (self.bar * 8) as f64).round().max(1.0) as usize;
        let eighths = eighths.min(self.bar * 8);
        format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
    }
}
