//! Odds in a terminal: a line for each outcome, with a bar.

use unicode_width::UnicodeWidthStr;

use super::super::CommandError;
use super::super::output::{FAINT, Output, STRONG};
use super::super::terminal::{self, Span, pad, wrap};
use super::{Report, Show};
use crate::diagnostic::grouped;
use crate::logic::odds::rows::{Row, RowKind, fewer};
use crate::logic::odds::shown::{fraction, number, percent, points};
use crate::logic::odds::{Ratio, Signed};
use crate::logic::simulate::{Figures, NORMAL_95, PERCENTILES, interval};

/// How many rows are told one by one; more nobody reads.
const MOST_ROWS: usize = 500;
/// The widest table.
const WIDEST: usize = 100;
/// The longest bar.
const LONGEST_BAR: usize = 40;
/// The shortest bar that says anything.
const SHORTEST_BAR: usize = 8;
/// The narrowest column for what came out.
const NARROWEST: usize = 16;
/// The narrowest of several such columns.
const NARROWEST_CELL: usize = 10;
/// Between columns.
const GAP: usize = 2;

/// Prints the table.
pub(super) fn print(report: &Report<'_>, output: &mut Output) -> Result<(), CommandError> {
    let (heads, rows) = report.rows();
    let only_values = rows.iter().all(|row| row.kind == RowKind::Values);
    let all = rows.len();
    let (mut rows, others) = fewer(rows, MOST_ROWS, report.show == Show::Exactly, report.words.get("others"));
    let left_out = all - rows.len();
    rows.extend(others);
    let two = report.cases.len() > 1;
    if two {
        for (at, case) in report.cases.iter().enumerate() {
            output.line(format_args!("{STRONG}{}{STRONG:#}  {}", at + 1, case.name))?;
        }
        output.line("")?;
    }
    let table = Table::new(report, heads.clone(), &rows, terminal::columns(WIDEST));
    for line in table.head() {
        output.line(format_args!("{FAINT}{}{FAINT:#}", line.trim_end()))?;
    }
    for line in table.body() {
        output.line(line.trim_end())?;
    }
    if rows.iter().any(|row| row.kind == RowKind::Unresolved) {
        output.line("")?;
        output.line(report.words.get("bounds"))?;
    }
    if all > 1 {
        means(report, &heads, only_values, output)?;
    }
    rests(report, output)?;
    if left_out > 0 {
        output.note(format_args!("{} more rows: --format json", grouped(left_out as u64)));
    }
    let is_exact = report.cases.iter().all(|case| case.sampled.is_none());
    if !two && is_exact && rows.iter().any(|row| fraction(&row.shares[0]).is_none()) {
        output.note("fractions that are too long for the table: --format json");
    }
    Ok(())
}

/// The mean of everything asked that is a number.
fn means(report: &Report<'_>, heads: &[String], all: bool, output: &mut Output) -> Result<(), CommandError> {
    let mut first = true;
    for (at, head) in heads.iter().enumerate() {
        let means: Vec<Option<Signed>> = report.cases.iter().map(|case| case.odds.mean(at)).collect();
        if means.iter().all(Option::is_none) {
            continue;
        }
        if std::mem::take(&mut first) {
            output.line("")?;
        }
        let told = means.iter().enumerate().map(|(case, mean)| {
            let counted = report.cases[case].sampled.as_ref().and_then(|sampled| sampled.figures(at));
            let mean = match (counted, mean) {
                (Some(figures), _) => estimate(&figures),
                (None, Some(mean)) => number(mean),
                (None, None) => "–".to_owned(),
            };
            if means.len() > 1 { format!("{FAINT}{}{FAINT:#} {mean}", case + 1) } else { mean }
        });
        let told: Vec<String> = told.collect();
        let among = if all { String::new() } else { format!(" ({})", report.words.get("mean_among")) };
        output.line(format_args!("{} {head}{among}: {}", report.words.get("mean"), told.join(",  ")))?;
    }
    Ok(())
}

/// How far the difference of two shares, each of so many runs, lies from the true one at most, in 95 of 100 such simulations.
#[expect(clippy::cast_precision_loss, reason = "counts of runs are far below what loses digits")]
fn difference(one: (&Ratio, u64), other: (&Ratio, u64)) -> f64 {
    let variance = |(share, runs): (&Ratio, u64)| {
        let share = share.approximate();
        share * (1.0 - share) / runs.max(1) as f64
    };
    NORMAL_95 * (variance(one) + variance(other)).sqrt()
}

/// A mean with how sure it is, and the percentiles.
fn estimate(figures: &Figures) -> String {
    let percentiles = PERCENTILES.iter().zip(figures.percentiles);
    let told: Vec<String> = percentiles.map(|(percent, number)| format!("{percent} %: {}", plain(number))).collect();
    format!("{:.4} ± {:.4}  {FAINT}({}){FAINT:#}", figures.mean, figures.within, told.join(", "))
}

/// A number with the digits that it has, two behind the point at most.
fn plain(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What the odds rest on; of two cases, that of each where it is not the same.
fn rests(report: &Report<'_>, output: &mut Output) -> Result<(), CommandError> {
    let Some(first) = report.cases.first() else { return Ok(()) };
    let mut begun = false;
    for (at, rest) in first.rests.iter().enumerate() {
        let each: Vec<&[String]> = report.cases.iter().filter_map(|case| Some(&*case.rests.get(at)?.all)).collect();
        let same = each.windows(2).all(|two| two[0] == two[1]);
        let shown = if same { &each[..1] } else { &each[..] };
        for (number, all) in shown.iter().enumerate().filter(|(_, all)| !all.is_empty()) {
            if !std::mem::replace(&mut begun, true) {
                output.line("")?;
            }
            let which = if same { String::new() } else { format!("{} ", number + 1) };
            let told = format!("{which}{}: {}", rest.kind, all.join(", "));
            for line in wrap(&[Span::new(told, anstyle::Style::new())], terminal::columns(WIDEST)) {
                output.line(line.trim_end())?;
            }
        }
    }
    Ok(())
}

/// How wide columns are together.
fn together(columns: &[usize]) -> usize {
    columns.iter().sum::<usize>() + GAP * columns.len().saturating_sub(1)
}

/// The table with the widths of its columns.
struct Table<'a> {
    rows: &'a [Row],
    heads: Vec<String>,
    /// What stands between the outcome and the bars: fractions and percents, right-aligned; the first is the head.
    figures: Vec<(usize, Vec<String>)>,
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
        let figures = if let [Some(one), Some(other)] =
            report.cases.iter().map(|case| case.sampled.as_ref()).collect::<Vec<_>>()[..]
        {
            vec![
                column("1 %".to_owned(), &|row| percent(&row.shares[0])),
                column("2 %".to_owned(), &|row| percent(&row.shares[1])),
                column("2 − 1".to_owned(), &|row| points(&Signed::difference(&row.shares[1], &row.shares[0]))),
                column("±".to_owned(), &|row| {
                    let within = difference((&row.shares[0], one.runs), (&row.shares[1], other.runs));
                    format!("{:.2}", within * 100.0)
                }),
            ]
        } else if report.cases.len() > 1 {
            vec![
                column("1 %".to_owned(), &|row| percent(&row.shares[0])),
                column("2 %".to_owned(), &|row| percent(&row.shares[1])),
                column("2 − 1".to_owned(), &|row| points(&Signed::difference(&row.shares[1], &row.shares[0]))),
            ]
        } else if let Some(sampled) = report.cases.first().and_then(|case| case.sampled.as_ref()) {
            let count = |row: &Row| sampled.count(&row.shares[0]);
            let seed =
                |row: &Row| row.outcome.and_then(|at| sampled.outcomes.get(at)).map(|seen| seen.seed.to_string());
            vec![
                column(report.words.get("runs").to_owned(), &|row| grouped(count(row))),
                column("%".to_owned(), &|row| percent(&row.shares[0])),
                column(report.words.get("within").to_owned(), &|row| {
                    let (low, high) = interval(count(row), sampled.runs);
                    format!("{:.2}–{:.2}", low * 100.0, high * 100.0)
                }),
                column(report.words.get("seed").to_owned(), &|row| seed(row).unwrap_or_default()),
            ]
        } else {
            let exact = report.words.get("exact").to_owned();
            vec![
                column(exact, &|row| fraction(&row.shares[0]).unwrap_or_else(|| "…".to_owned())),
                column("%".to_owned(), &|row| percent(&row.shares[0])),
            ]
        };
        let widest = |cells: &mut dyn Iterator<Item = &str>| cells.map(UnicodeWidthStr::width).max().unwrap_or(0);
        let valued = || rows.iter().filter(|row| row.kind == RowKind::Values);
        let cell = |at: usize| {
            let below = valued().filter_map(|row| row.cells.get(at)).map(String::as_str);
            widest(&mut below.chain([heads[at].as_str()]))
        };
        let mut cells: Vec<usize> = (0..heads.len()).map(cell).collect();
        let own = together(&cells);
        let others = rows.iter().filter(|row| row.kind != RowKind::Values).flat_map(|row| &row.cells);
        let wanted = own.max(widest(&mut others.map(String::as_str)));
        let figures: Vec<(usize, Vec<String>)> =
            figures.into_iter().map(|column| (widest(&mut column.iter().map(String::as_str)), column)).collect();
        let taken: usize = figures.iter().map(|(width, _)| width + GAP).sum();
        let bars = report.cases.len() * (SHORTEST_BAR + GAP);
        let label = wanted.min(columns.saturating_sub(taken + bars).max(NARROWEST));
        // The widest columns give way, as far as they can.
        while together(&cells) > label {
            let Some(widest) = cells.iter_mut().max().filter(|width| **width > NARROWEST_CELL) else { break };
            *widest -= 1;
        }
        let label = label.max(together(&cells)).min(wanted);
        let left = columns.saturating_sub(label + taken);
        let bar = (left / report.cases.len().max(1)).saturating_sub(GAP);
        let bar = if bar < SHORTEST_BAR { 0 } else { bar.min(LONGEST_BAR) };
        let most = rows.iter().flat_map(|row| &row.shares).map(Ratio::approximate).fold(0.0, f64::max);
        Self { rows, heads, figures, cells, label, bar, most }
    }

    /// The lines of the head.
    fn head(&self) -> Vec<String> {
        self.line(0, &self.heads, None)
    }

    /// The lines of the rows.
    fn body(&self) -> Vec<String> {
        let rows = self.rows.iter().zip(1..);
        rows.flat_map(|(row, at)| self.line(at, &row.cells, Some(row))).collect()
    }

    /// A line, and further ones where a cell does not fit into its column.
    fn line(&self, at: usize, cells: &[String], row: Option<&Row>) -> Vec<String> {
        let narrow = |cell: &String, width: usize| wrap(&[Span::new(cell.clone(), anstyle::Style::new())], width);
        let valued = row.is_none_or(|row| row.kind == RowKind::Values) && cells.len() == self.cells.len();
        let widths = if valued { &self.cells[..] } else { &[self.label] };
        let wrapped: Vec<Vec<String>> = cells.iter().zip(widths).map(|(cell, width)| narrow(cell, *width)).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(1);
        let mut lines = Vec::with_capacity(height);
        for number in 0..height {
            let parts = wrapped.iter().zip(widths);
            let parts = parts.map(|(cell, width)| pad(cell.get(number).map_or("", String::as_str), *width));
            let mut line = pad(&parts.collect::<Vec<_>>().join(&" ".repeat(GAP)), self.label);
            if number == 0 {
                for (width, column) in &self.figures {
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
