//! Odds as a picture in a file of its own.

use super::{Report, Show};
use crate::logic::odds::Ratio;
use crate::logic::odds::rows::{Row, RowKind, fewer};
use crate::logic::odds::shown::percent;
use crate::site::odds::{Bar, Chart, svg as drawn};

/// How many rows that hold each other are drawn.
const MOST_ROWS: usize = 200;

impl Report<'_> {
    /// What is asked, and of what where that is the same in all cases.
    fn caption(&self, heads: &[String]) -> String {
        let heads = heads.join(", ");
        if self.same_run { format!("{heads}: {}", self.title) } else { heads }
    }
}

/// The picture.
pub(super) fn svg(report: &Report<'_>) -> String {
    let (heads, mut rows) = report.rows();
    let apart = report.show == Show::Exactly;
    if !apart {
        rows = fewer(rows, MOST_ROWS, apart, "").0;
    }
    let bar = |row: &Row| Bar {
        label: row.cells.join(", "),
        shares: row.shares.iter().map(Ratio::approximate).collect(),
        percents: row.shares.iter().map(percent).collect(),
        // What is left out is summed up, and sums cannot be.
        kept: matches!(row.kind, RowKind::Unresolved | RowKind::Endless) || !apart,
    };
    let legend = match &report.cases[..] {
        [_] => Vec::new(),
        cases => cases.iter().map(|case| case.name.clone()).collect(),
    };
    let chart = Chart {
        title: format!("{}: {}", report.words.get("odds"), heads.join(", ")),
        caption: report.caption(&heads),
        legend,
        others: report.words.get("others").to_owned(),
        bars: rows.iter().map(bar).collect(),
    };
    drawn(&chart, report.language)
}
