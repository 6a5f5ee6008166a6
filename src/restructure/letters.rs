//! The statements of a text by their labels, and how these are written anew.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Refusal;
use crate::diagnostic::FileId;
use crate::library::markup::StatementLabel;
use crate::library::text::Prose;
use crate::library::{Book, Section};
use crate::translate::FileEdit;

/// A statement that stands by itself, with those within it.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) label: StatementLabel,
    /// The label as written behind `^`.
    pub(super) written: String,
    /// From its label to that of the next one, in bytes of the text.
    pub(super) range: Range<usize>,
    /// The labels in it, its own first, each as written and where.
    labels: Vec<(StatementLabel, String, Range<usize>)>,
}

/// The statements of a text in order.
pub(super) fn statements(prose: &Prose) -> Vec<Statement> {
    let mut found: Vec<Statement> = Vec::new();
    for (label, range) in prose.document.letters() {
        let mark = prose.source.get(range.clone()).unwrap_or_default();
        let written = mark.trim().trim_start_matches('^').to_owned();
        let range = range.start..range.start + mark.trim_end().len();
        if let Some(last) = found.last_mut().filter(|_| label.is_within()) {
            last.labels.push((label, written, range));
            continue;
        }
        if let Some(last) = found.last_mut() {
            last.range.end = range.start;
        }
        let end = prose.source.len();
        let labels = vec![(label, written.clone(), range.clone())];
        found.push(Statement { label, written, range: range.start..end, labels });
    }
    found
}

impl Statement {
    /// All labels in it.
    pub(super) fn all(&self) -> BTreeSet<StatementLabel> {
        self.labels.iter().map(|(label, ..)| *label).collect()
    }

    /// Each label in it, where it stands, and how it is written once the statement's own is `written`; nothing if the labels within do
    /// not begin with its own.
    fn relabelled(&self, written: &str) -> Option<Vec<Relabelled>> {
        let each = |(label, old, range): &(StatementLabel, String, Range<usize>)| {
            let new = format!("{written}{}", old.strip_prefix(&self.written)?);
            Some(Relabelled { from: *label, to: StatementLabel::parse(&new)?, range: range.clone(), written: new })
        };
        self.labels.iter().map(each).collect()
    }
}

/// A label that becomes another one.
#[derive(Debug)]
pub(super) struct Relabelled {
    pub(super) from: StatementLabel,
    pub(super) to: StatementLabel,
    /// Where it stands in the text.
    pub(super) range: Range<usize>,
    /// How it is written, without `^`.
    pub(super) written: String,
}

/// The labels of a text that become others: `to` has the label of a statement and how it is written now. A translation that writes its
/// labels in a way of its own keeps that where it has the new one already. Nothing where one cannot be written.
pub(super) fn relabelled(prose: &Prose, to: &BTreeMap<StatementLabel, String>) -> Option<Vec<Relabelled>> {
    let statements = statements(prose);
    let own: BTreeMap<StatementLabel, &str> =
        statements.iter().map(|statement| (statement.label, statement.written.as_str())).collect();
    let mut all = Vec::new();
    for statement in &statements {
        if let Some(written) = to.get(&statement.label) {
            let label = StatementLabel::parse(written)?;
            let written = own.get(&label).copied().unwrap_or(written);
            all.extend(statement.relabelled(written)?);
        }
    }
    Some(all)
}

/// Gives statements of a section other labels in every language: `to` has the label of each and how it is written then.
pub(super) fn relabel(
    book: &Book,
    section: &Section,
    to: &BTreeMap<StatementLabel, String>,
    edits: &mut BTreeMap<FileId, FileEdit>,
) -> Result<BTreeMap<StatementLabel, StatementLabel>, Refusal> {
    let mut moved = BTreeMap::new();
    let translated = book.translations.values().filter_map(|translation| translation.sections.get(&section.id));
    let texts = section.text.iter().chain(translated.filter_map(|translated| translated.text.as_ref()));
    for (at, text) in texts.enumerate() {
        let labels = relabelled(text, to).ok_or_else(|| {
            let message = format!("the letters of `{}` cannot be written anew", section.id);
            Refusal::asked(
                message,
                "write the letters within each statement as its own begins, `(2)(a)`, or letter them by hand",
            )
        })?;
        for Relabelled { from, to, range, written } in labels {
            let place = text.place_of(range);
            edits.entry(place.file).or_default().replace(place.start, place.end, format!("^{written}"));
            if at == 0 {
                moved.insert(from, to);
            }
        }
    }
    Ok(moved)
}

/// A series of labels, as documents count statements.
#[derive(Clone, Copy)]
enum Series {
    Digits,
    /// i, ii, iii, iv.
    Roman,
    /// Each of these signs is one label.
    Signs(&'static str),
}

/// In the order in which they are tried.
const ALL: [Series; 7] = [
    Series::Digits,
    Series::Signs("abcdefghijklmnopqrstuvwxyz"),
    Series::Signs("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    Series::Roman,
    Series::Signs("イロハニホヘトチリヌルヲワカヨタレソツネナラム"),
    Series::Signs("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホ"),
    Series::Signs("一二三四五六七八九"),
];

/// What follows the last of these labels in their series: b behind a, aa behind z, (3) behind (2), ハ behind イ and ロ, ウ behind ア and
/// イ. Nothing where it has no series, or ends it.
pub(super) fn next(labels: &[&str]) -> Option<String> {
    let last = labels.last()?;
    let before = labels.len().checked_sub(2).map(|at| labels[at]);
    let fits = |series: &&Series| match before {
        Some(before) => series.behind(before).as_deref() == Some(last),
        // The only one is the first.
        None => series.begins(last),
    };
    let series = ALL.iter().find(fits)?;
    series.behind(last).filter(|next| StatementLabel::parse(next).is_some())
}

impl Series {
    /// Whether a label is the first of it.
    fn begins(self, label: &str) -> bool {
        let label = label.trim_matches(|char: char| !char.is_alphanumeric());
        match self {
            Self::Digits => label.parse::<u32>().is_ok(),
            Self::Roman => label == ROMAN[0],
            Self::Signs(signs) => signs.chars().next().is_some_and(|first| label.chars().eq([first])),
        }
    }

    /// What follows a label, with what stands around it.
    fn behind(self, label: &str) -> Option<String> {
        let end = label.trim_end_matches(|char: char| !char.is_alphanumeric()).len();
        let digits = label[..end].ends_with(|char: char| char.is_ascii_digit());
        let fits = |char: char| char.is_alphanumeric() && char.is_ascii_digit() == digits;
        let start = label[..end].trim_end_matches(fits).len();
        let follower = self.follower(&label[start..end])?;
        Some(format!("{}{follower}{}", &label[..start], &label[end..]))
    }

    fn follower(self, label: &str) -> Option<String> {
        match self {
            Self::Digits => Some(label.parse::<u32>().ok()?.checked_add(1)?.to_string()),
            Self::Roman => (1..ROMAN.len()).find(|at| ROMAN[at - 1] == label).map(|at| ROMAN[at].to_owned()),
            Self::Signs(signs) => {
                let first = label.chars().next().filter(|first| label.chars().all(|char| char == *first))?;
                let mut behind = signs.chars().skip_while(|char| *char != first);
                behind.next()?;
                let count = label.chars().count();
                match behind.next() {
                    Some(next) => Some(next.to_string().repeat(count)),
                    // After z comes aa.
                    None => first.is_ascii().then(|| signs[..1].repeat(count + 1)),
                }
            }
        }
    }
}

const ROMAN: [&str; 20] = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii",
    "xviii", "xix", "xx",
];

#[cfg(test)]
mod tests {
    use super::next;

    #[test]
    fn a_label_is_followed_by_the_next_of_its_series() {
        for (labels, follower) in [
            (&["a"][..], "b"),
            (&["y", "z"], "aa"),
            (&["(1)", "(2)"], "(3)"),
            (&["9."], "10."),
            (&["イ", "ロ"], "ハ"),
            (&["ア", "イ"], "ウ"),
            (&["イ"], "ロ"),
            (&["(a)"], "(b)"),
            (&["一"], "二"),
            (&["z", "aa"], "bb"),
            (&["i"], "ii"),
            (&["i", "ii"], "iii"),
            (&["h", "i"], "j"),
            (&["iii)", "iv)"], "v)"),
        ] {
            assert_eq!(next(labels).as_deref(), Some(follower), "{labels:?}");
        }
        for labels in [&["八", "九"][..], &["a", "c"], &["xx"], &[]] {
            assert_eq!(next(labels), None, "{labels:?}");
        }
    }
}
