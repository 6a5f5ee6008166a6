//! Odds as a picture in a file of its own.

use super::Report;
use crate::logic::odds::Ratio;
use crate::logic::odds::rows::{Kind, Row};
use crate::logic::odds::shown::percent;
use crate::site::odds::{Bar, Chart, Stands, svg as drawn};

/// The picture.
pub(super) fn svg(report: &Report<'_>) -> String {
    let (heads, rows) = report.rows();
    let bar = |row: &Row| Bar {
        label: row.cells.join(", "),
        shares: row.shares.iter().map(Ratio::approximate).collect(),
        percents: row.shares.iter().map(percent).collect(),
        kept: matches!(row.kind, Kind::Unresolved | Kind::Endless),
    };
    let legend = match &report.cases[..] {
        [_] => Vec::new(),
        cases => cases.iter().map(|case| case.name.clone()).collect(),
    };
    let chart = Chart {
        title: format!("{}: {}", report.words.get("odds"), heads.join(", ")),
        caption: format!("{}: {}", heads.join(", "), report.title),
        legend,
        others: report.words.get("others").to_owned(),
        bars: rows.iter().map(bar).collect(),
    };
    drawn(&chart, Stands::Alone)
}
