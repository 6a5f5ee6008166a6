//! Odds as a picture in a file of its own: bars in SVG, with colours for light and dark.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::html::escape;
use crate::analyzer::parts_katakana;

/// The most rows that are drawn one by one.
const MOST_ROWS: usize = 12;
/// The size of letters, in units of the picture.
pub(super) const LETTERS: f64 = 14.0;
/// How much wider bold letters are.
const BOLD: f64 = 1.08;
/// Room for a percent.
const PERCENT: f64 = 62.0;
/// Between columns.
const GAP: f64 = 8.0;
/// The height of a bar, and that of each of two.
const HEIGHT: [f64; 2] = [16.0, 15.0];
/// Between rows.
const LEADING: f64 = 8.0;
/// The widest column of labels, in cells of a terminal.
const CELLS: usize = 26;
/// The longest bar.
const LONGEST: f64 = 220.0;
/// Around the picture.
const MARGIN: f64 = 12.0;

/// What is drawn.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it is: `Odds`.
    pub title: String,
    /// What was run and asked; shown above the bars.
    pub caption: String,
    /// The cases, where there are two.
    pub legend: Vec<String>,
    /// What is left out: `others ({count})`.
    pub others: String,
    /// The rows in their order.
    pub bars: Vec<Bar>,
}

/// A row.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What came out.
    pub label: String,
    /// How likely it is in each case, from 0 to 1.
    pub shares: Vec<f64>,
    /// The same in hundredths, as it is written: `33.33`.
    pub percents: Vec<String>,
    /// Whether it is never put among the others.
    pub kept: bool,
}

/// Draws the chart, whose words are in `language`.
pub fn svg(chart: &Chart, language: &str) -> String {
    let (bars, others) = fewer(chart);
    let cases = bars.iter().map(|bar| bar.shares.len()).max().unwrap_or(1).clamp(1, 2);
    let labels = label_width(&bars);
    let height = HEIGHT[cases - 1];
    let width = labels + GAP + LONGEST + GAP + PERCENT;
    let shown = bars.iter().enumerate().filter(|(at, _)| Some(*at) != others);
    let most = shown.flat_map(|(_, bar)| &bar.shares).copied().fold(0.0, f64::max);
    let mut out = String::new();
    let mut y = 0.0;
    let heading: Vec<String> = lines(&chart.caption, width / BOLD);
    for line in &heading {
        y += LETTERS * 1.25;
        let _ = writeln!(
            out,
            "<text class=\"odds-caption\" x=\"0\" y=\"{y:.1}\" font-weight=\"600\">{}</text>",
            text(line)
        );
    }
    for (at, name) in chart.legend.iter().enumerate().take(2) {
        for (number, line) in lines(name, width - 2.0 * LETTERS).iter().enumerate() {
            y += LETTERS * 1.4;
            if number == 0 {
                let top = y - LETTERS * 0.75;
                let _ = writeln!(out, "{}", rect(at, 0.0, top, LETTERS * 0.8, LETTERS * 0.8));
            }
            let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{y:.1}\">{}</text>", 1.4 * LETTERS, text(line));
        }
    }
    if y > 0.0 {
        y += 1.5 * LEADING;
    }
    for (at, bar) in bars.iter().enumerate() {
        // A bar of the others would dwarf all that are told one by one.
        let most = if Some(at) == others { 0.0 } else { most };
        out.push_str(&row(bar, y, labels, (height, most)));
        #[expect(clippy::cast_precision_loss, reason = "one or two")]
        let rows = bar.shares.len().clamp(1, 2) as f64;
        y += rows * height + LEADING;
    }
    format!("{}{out}</svg>\n", head(chart, &bars, (width, (y - LEADING).max(LETTERS)), language))
}

/// A row: its label, and a bar with its percent for each case.
fn row(bar: &Bar, top: f64, labels: f64, (height, most): (f64, f64)) -> String {
    let mut out = String::new();
    #[expect(clippy::cast_precision_loss, reason = "one or two")]
    let middle = top + height * bar.shares.len().clamp(1, 2) as f64 / 2.0;
    let base = LETTERS * 0.35;
    let label = shortened(&bar.label, CELLS);
    let _ = write!(out, "<g><text x=\"{labels:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}", middle + base, text(&label));
    if label != bar.label {
        let _ = write!(out, "<title>{}</title>", text(&bar.label));
    }
    out.push_str("</text>");
    let mut y = top;
    for (at, (share, percent)) in bar.shares.iter().zip(&bar.percents).enumerate().take(2) {
        if *share > 0.0 && most > 0.0 {
            let long = (share / most * LONGEST).clamp(0.0, LONGEST);
            out.push_str(&rect(at, labels + GAP, y + 1.0, long.max(0.5), height - 2.0));
        }
        let (x, y_text) = (labels + GAP + LONGEST + GAP + PERCENT, y + height / 2.0 + base);
        let _ = write!(
            out,
            "<text class=\"odds-percent\" x=\"{x:.1}\" y=\"{y_text:.1}\" text-anchor=\"end\">{} %</text>",
            text(percent)
        );
        y += height;
    }
    out.push_str("</g>\n");
    out
}

/// A bar. Where nothing gives it a colour it has that of the ink, and a second one only its outline and a tint.
fn rect(case: usize, x: f64, y: f64, width: f64, height: f64) -> String {
    let (class, look) = match case {
        0 => ("odds-first", "fill=\"currentColor\""),
        _ => ("odds-second", "fill=\"currentColor\" fill-opacity=\"0.25\" stroke=\"currentColor\" stroke-width=\"1\""),
    };
    format!(
        "<rect class=\"{class}\" {look} x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"1\"/>"
    )
}

fn head(chart: &Chart, bars: &[Bar], (width, height): (f64, f64), language: &str) -> String {
    const STYLE: &str = "<style>
.odds { color: #1f2326; background: #fbfaf7; color-scheme: light dark; }
.odds .odds-first { fill: #1d4f7c; }
.odds .odds-second { fill: #96301f; fill-opacity: 0.85; stroke: none; }
@media (prefers-color-scheme: dark) {
.odds { color: #dfdcd4; background: #17191b; }
.odds .odds-first { fill: #8fbfe8; }
.odds .odds-second { fill: #ef9d88; }
}
</style>
";
    const FACES: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Hiragino Sans', 'Yu Gothic UI', 'Noto Sans CJK JP', sans-serif";
    let (left, wide, high) = (0.0 - MARGIN, width + 2.0 * MARGIN, height + 2.0 * MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" lang=\"{}\" class=\"odds\" role=\"img\" viewBox=\"{left:.0} {left:.0} {wide:.0} {high:.0}\" width=\"{wide:.0}\" height=\"{high:.0}\" style=\"max-width: 100%; height: auto; font-variant-numeric: tabular-nums\" font-size=\"{LETTERS}\" fill=\"currentColor\" font-family=\"{FACES}\">\n<title>{}</title>\n<desc>{}</desc>\n{STYLE}",
        text(language),
        text(&chart.title),
        text(&description(chart, bars)),
    )
}

/// The picture in words: `Odds: winner, dark: aggressor: 62.10 %, defender: 37.90 %.`
fn description(chart: &Chart, bars: &[Bar]) -> String {
    let cases = bars.iter().map(|bar| bar.percents.len()).max().unwrap_or(0);
    let told = (0..cases).map(|at| {
        let each: Vec<String> =
            bars.iter().filter_map(|bar| Some(format!("{}: {} %", bar.label, bar.percents.get(at)?))).collect();
        let name = chart.legend.get(at).map(|name| format!(", {name}")).unwrap_or_default();
        format!("{}{name}: {}.", chart.title, each.join(", "))
    });
    told.collect::<Vec<_>>().join(" ")
}

/// The likeliest rows in their order, and the others in one; which one that is.
fn fewer(chart: &Chart) -> (Vec<Bar>, Option<usize>) {
    let free = chart.bars.iter().filter(|bar| !bar.kept).count();
    if free <= MOST_ROWS {
        return (chart.bars.clone(), None);
    }
    let weight = |bar: &Bar| bar.shares.iter().sum::<f64>();
    let mut order: Vec<usize> = (0..chart.bars.len()).filter(|at| !chart.bars[*at].kept).collect();
    order.sort_by(|a, b| weight(&chart.bars[*b]).total_cmp(&weight(&chart.bars[*a])).then(a.cmp(b)));
    let rest: BTreeSet<usize> = order.split_off(MOST_ROWS - 1).into_iter().collect();
    let cases = chart.bars.iter().map(|bar| bar.shares.len()).max().unwrap_or(0);
    let sum = |case: usize| rest.iter().filter_map(|at| chart.bars[*at].shares.get(case)).sum::<f64>();
    let shares: Vec<f64> = (0..cases).map(sum).collect();
    let percents = shares.iter().map(|share| format!("{:.2}", share * 100.0)).collect();
    let label = chart.others.replace("{count}", &rest.len().to_string());
    let others = Bar { label, shares, percents, kept: true };
    let shown = |at: &usize| !rest.contains(at) && !chart.bars[*at].kept;
    let values = (0..chart.bars.len()).filter(shown).map(|at| chart.bars[at].clone());
    let kept = chart.bars.iter().filter(|bar| bar.kept).cloned();
    (values.chain([others]).chain(kept).collect(), Some(MOST_ROWS - 1))
}

/// How wide a text is, about, and rather too wide: faces differ.
pub(super) fn measure(text: &str) -> f64 {
    let letter = |c: char| match (c.width().unwrap_or(0), c) {
        (0, _) => 0.0,
        (2.., _) => 1.02,
        (_, 'а'..='я' | 'ё') => 0.66,
        (_, 'm' | 'w' | 'M' | 'W' | '—' | '…') => 0.95,
        (_, c) if c.is_uppercase() => 0.74,
        (_, 'f' | 'i' | 'j' | 'l' | 'r' | 't' | ' ' | '.' | ',' | ':' | ';' | '\'') => 0.42,
        _ => 0.62,
    };
    text.chars().map(letter).sum::<f64>() * LETTERS
}

fn label_width(bars: &[Bar]) -> f64 {
    bars.iter().map(|bar| measure(&shortened(&bar.label, CELLS))).fold(LETTERS, f64::max)
}

/// A label that fits its column; the whole one can be pointed at.
pub(super) fn shortened(label: &str, cells: usize) -> String {
    if label.width() <= cells {
        return label.to_owned();
    }
    let mut room = cells.saturating_sub(1);
    let fits = |c: &char| {
        let width = c.width().unwrap_or(0);
        let fits = width <= room;
        room = room.saturating_sub(width);
        fits
    };
    let cut: String = label.chars().take_while(fits).collect();
    format!("{}…", cut.trim_end())
}

/// A text in lines of at most this width: broken at spaces, between ideographs, and anywhere where nothing else is left.
pub(super) fn lines(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let (mut line, mut used) = (String::new(), 0.0);
    for word in unbroken(text) {
        if !line.is_empty() && used + measure(word.trim_end()) > width {
            lines.push(std::mem::take(&mut line));
            used = 0.0;
        }
        for c in word.chars() {
            let letter = measure(c.encode_utf8(&mut [0; 4]));
            if used + letter > width && c != ' ' && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            }
            line.push(c);
            used += letter;
        }
    }
    if !line.trim().is_empty() {
        lines.push(line);
    }
    lines
}

/// The parts of a text that are not broken without need: words with the blank behind them, ideographs one by one.
fn unbroken(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut length = 0;
        for c in rest.chars() {
            length += c.len_utf8();
            if matches!(c, ' ' | ':') || (c.width() == Some(2) && !parts_katakana(rest, &(0..length))) {
                break;
            }
        }
        let (part, left) = rest.split_at(length);
        rest = left;
        (!part.is_empty()).then_some(part)
    })
}

/// A text as XML may hold it.
pub(super) fn text(text: &str) -> String {
    let plain: String =
        text.chars().map(|c| if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') { ' ' } else { c }).collect();
    escape(plain.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(label: &str, shares: &[f64]) -> Bar {
        let percents = shares.iter().map(|share| format!("{:.2}", share * 100.0)).collect();
        Bar { label: label.to_owned(), shares: shares.to_vec(), percents, kept: false }
    }

    fn chart(bars: Vec<Bar>, legend: &[&str]) -> Chart {
        Chart {
            title: "Odds: Losses".to_owned(),
            caption: "Losses".to_owned(),
            legend: legend.iter().map(|name| (*name).to_owned()).collect(),
            others: "others ({count})".to_owned(),
            bars,
        }
    }

    /// Every tag is closed in its order, and nothing of a label is one.
    #[track_caller]
    fn well_formed(svg: &str) {
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1) {
            let (inner, _) = tag.split_once('>').expect("a tag ends");
            let name = inner.split_whitespace().next().unwrap_or_default();
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{svg}"),
                None if inner.ends_with('/') => {}
                None => open.push(name),
            }
        }
        assert!(open.is_empty(), "{open:?}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn many_rows_become_twelve_with_the_others_and_what_may_not_be_hidden() {
        let mut bars: Vec<Bar> = (0..40).map(|at| bar(&at.to_string(), &[f64::from(40 - at) / 1000.0])).collect();
        bars.push(Bar { kept: true, ..bar("not resolved", &[0.18]) });
        let svg = svg(&chart(bars, &[]), "en");
        well_formed(&svg);
        assert_eq!(svg.matches("<g>").count(), 13);
        assert!(svg.contains(">10<") && !svg.contains(">11<"), "the likeliest stay: {svg}");
        assert!(svg.contains("others (29)") && svg.contains("43.50 %") && svg.contains("not resolved"), "{svg}");
    }

    #[test]
    fn labels_of_any_length_and_script_fit_and_stay_text() {
        let long = "<b>загнано & \"разбито\" & отступило с потерями</b>";
        let bars =
            vec![bar(long, &[0.5, 0.25]), bar(&"軽".repeat(60), &[0.5, 0.75]), bar("a\u{1}\u{FFFF}b", &[0.0, 0.0])];
        let svg = svg(&chart(bars, &["Ночь: тёмная", &"夜".repeat(90)]), "ru");
        well_formed(&svg);
        assert!(svg.contains("&lt;b&gt;загнано &amp; "), "{svg}");
        assert!(svg.contains(&format!(">{}…<", "軽".repeat(CELLS / 2 - 1))), "{svg}");
        assert!(!svg.contains(['\u{1}', '\u{FFFF}']), "{svg}");
        assert!(svg.contains("Ночь: тёмная: &lt;b&gt;"), "the text alternative tells every case: {svg}");
    }

    #[test]
    fn a_line_is_broken_in_a_word_only_where_nothing_else_is_left() {
        let letters = |count: f64| count * measure("あ");
        assert_eq!(lines("カルタゴCU 2", letters(5.5)), ["カルタゴCU ", "2"]);
        assert_eq!(lines("忠誠レベル・マーカー", letters(6.0)), ["忠誠レベル・", "マーカー"]);
        assert_eq!(lines("マーカー", letters(3.0)), ["マーカ", "ー"]);
        assert_eq!(lines("", letters(3.0)), [""; 0]);
    }

    #[test]
    fn an_empty_chart_is_a_picture_too() {
        for bars in [vec![], vec![bar("", &[])], vec![bar("x", &[0.0])], vec![bar("x", &[1.0])]] {
            well_formed(&svg(&chart(bars, &[]), "en"));
        }
    }
}
