//! Puts the units of two texts side by side, so that what says the same stands in one row.

use super::markup::{
    Block, Document, Inline, InlineKind, Mark, StatementLabel, item_letter, visit_blocks, visit_inlines,
};

/// A part of a text that has its counterpart in another language.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    /// What it is; counterparts are of the same kind.
    pub kind: &'static str,
    /// The statement that begins here.
    pub letter: Option<StatementLabel>,
    /// Whether it is part of the statement before it.
    pub within: bool,
    /// What it holds.
    pub content: Content<'a>,
}

/// What a unit holds.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// A whole block.
    Block(&'a Block),
    /// An item of a list, with its number if it has one.
    Item(Option<u64>, &'a Vec<Block>),
    /// A row of a table.
    Row(&'a [Vec<Inline>]),
}

/// The most pairs that are weighed; longer texts are paired in order.
const MOST_PAIRS: usize = 1 << 22;

/// The units of a text in order: its blocks, and the items of its lists.
pub fn units(document: &Document) -> Vec<Unit<'_>> {
    let mut units = Vec::new();
    let mut in_statement = false;
    for block in &document.blocks {
        let within = in_statement && block.continues_statement();
        in_statement = within || block.letter().is_some();
        match block {
            Block::List(first, items) => units.extend((0..).zip(items).map(|(at, item)| {
                let number = first.map(|first| first.saturating_add(at));
                Unit { kind: "item", letter: item_letter(item), within, content: Content::Item(number, item) }
            })),
            block => {
                units.push(Unit { kind: kind(block), letter: block.letter(), within, content: Content::Block(block) });
            }
        }
    }
    units
}

/// Pairs of units in order; a unit without counterpart stands alone.
///
/// Translations mostly have the same units, so a plain search for the dearest order is enough: statements with the same
/// letter must meet, units of one kind should.
pub fn rows<'a>(left: &[Unit<'a>], right: &[Unit<'a>]) -> Vec<(Option<Unit<'a>>, Option<Unit<'a>>)> {
    // What meets at the beginning is dearest if it stays together, so only the rest is searched.
    let meet = |(a, b): &(&Unit<'a>, &Unit<'a>)| (a.letter, a.kind) == (b.letter, b.kind);
    let head = left.iter().zip(right).take_while(meet).count();
    let mut rows: Vec<_> = left.iter().zip(right).take(head).map(|(a, b)| (Some(*a), Some(*b))).collect();
    let (left, right) = (&left[head..], &right[head..]);
    if (left.len() + 1).saturating_mul(right.len() + 1) > MOST_PAIRS {
        rows.extend((0..left.len().max(right.len())).map(|at| (left.get(at).copied(), right.get(at).copied())));
    } else {
        search(left, right, &mut rows);
    }
    rows
}

/// Rows of several texts, each aligned to the first of them that has any units left; a row has a place for each text.
pub fn rows_of_all<'a>(texts: &[Vec<Unit<'a>>]) -> Vec<Vec<Option<Unit<'a>>>> {
    let Some(first) = texts.iter().position(|units| !units.is_empty()) else { return Vec::new() };
    let base = &texts[first];
    let mut meeting = vec![vec![None; texts.len()]; base.len()];
    // What stands before each unit of the first text, and behind the last, without a counterpart there.
    let mut between = vec![vec![Vec::new(); texts.len()]; base.len() + 1];
    for (column, units) in texts.iter().enumerate() {
        let mut at = 0;
        for (unit, other) in rows(base, units) {
            match unit {
                Some(unit) => {
                    meeting[at][first] = Some(unit);
                    if column != first {
                        meeting[at][column] = other;
                    }
                    at += 1;
                }
                None => between[at][column].extend(other),
            }
        }
    }
    let mut all = Vec::new();
    let mut meeting = meeting.into_iter();
    for alone in between {
        // The first text has nothing here, so that the next one is the measure.
        all.extend(rows_of_all(&alone));
        all.extend(meeting.next());
    }
    all
}

fn search<'a>(left: &[Unit<'a>], right: &[Unit<'a>], rows: &mut Vec<(Option<Unit<'a>>, Option<Unit<'a>>)>) {
    let width = right.len() + 1;
    let mut best = vec![0_u32; (left.len() + 1) * width];
    for (i, a) in left.iter().enumerate().rev() {
        for (j, b) in right.iter().enumerate().rev() {
            let paired = worth(a, b).map_or(0, |worth| worth + best[(i + 1) * width + j + 1]);
            best[i * width + j] = paired.max(best[(i + 1) * width + j]).max(best[i * width + j + 1]);
        }
    }
    let (mut i, mut j) = (0, 0);
    loop {
        let here = best[i * width + j];
        match (left.get(i), right.get(j)) {
            (None, None) => return,
            (Some(a), Some(b)) if worth(a, b).is_some_and(|worth| here == worth + best[(i + 1) * width + j + 1]) => {
                rows.push((Some(*a), Some(*b)));
                (i, j) = (i + 1, j + 1);
            }
            (Some(a), b) if b.is_none() || here == best[(i + 1) * width + j] => {
                rows.push((Some(*a), None));
                i += 1;
            }
            (_, b) => {
                rows.push((None, b.copied()));
                j += 1;
            }
        }
    }
}

/// What it is worth to pair two units; none if they must not be.
fn worth(a: &Unit<'_>, b: &Unit<'_>) -> Option<u32> {
    match (a.letter, b.letter) {
        (Some(a), Some(b)) => (a == b).then_some(4),
        (None, None) => Some(if a.kind == b.kind { 2 } else { 1 }),
        _ => None,
    }
}

impl<'a> Unit<'a> {
    /// Its rows, if it is a table: the head is the first.
    pub fn table_rows(&self) -> Option<Vec<Unit<'a>>> {
        let Content::Block(Block::Table(_, head, rows)) = self.content else { return None };
        let row = |cells: &'a Vec<Vec<Inline>>| Unit {
            kind: "row",
            letter: None,
            within: true,
            content: Content::Row(cells),
        };
        Some(std::iter::once(head).chain(rows).map(row).collect())
    }

    /// Its words as they stand in `source`, the text that was parsed, without the letter; none if it has no words.
    pub fn source<'s>(&self, source: &'s str) -> Option<&'s str> {
        let (mut start, mut end) = (usize::MAX, 0);
        let mut visit = |inline: &Inline| {
            if !matches!(inline.kind, InlineKind::Mark(Mark::Letter(_))) {
                (start, end) = (start.min(inline.range.start), end.max(inline.range.end));
            }
        };
        match self.content {
            Content::Block(block) => visit_blocks(std::slice::from_ref(block), &mut visit),
            Content::Item(_, blocks) => visit_blocks(blocks, &mut visit),
            Content::Row(cells) => cells.iter().for_each(|cell| visit_inlines(cell, &mut visit)),
        }
        source.get(start..end).map(str::trim).filter(|words| !words.is_empty())
    }
}

fn kind(block: &Block) -> &'static str {
    match block {
        Block::Paragraph(_) => "paragraph",
        Block::Heading(..) => "heading",
        Block::List(..) => "list",
        Block::Table(..) => "table",
        Block::Quote(_) => "quote",
        Block::Code(_) => "code",
        Block::Rule => "rule",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::markup::parse;

    fn aligned(left: &str, right: &str) -> String {
        let text =
            |words: &str| words.replace(' ', "\n\n").replace('^', "^a ").replace("^a b", "^b b").replace('-', "- ");
        let (left, right) = (text(left), text(right));
        let (a, b) = (parse(&left), parse(&right));
        let shown = |unit: Option<Unit<'_>>, text: &str| {
            unit.map_or_else(|| "…".to_owned(), |unit| unit.source(text).unwrap_or("?").to_owned())
        };
        let pairs = rows(&units(&a), &units(&b)).into_iter();
        let pairs = pairs.map(|(a, b)| format!("{}={}", shown(a, &left), shown(b, &right)));
        pairs.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_same_units_meet() {
        assert_eq!(aligned("^a -x ^b", "^a -ア ^b"), "a=a x=ア b=b");
        assert_eq!(aligned("", ""), "");
    }

    #[test]
    fn a_unit_too_many_stands_alone() {
        assert_eq!(aligned("^a ^b", "^a more ^b"), "a=a …=more b=b");
        assert_eq!(aligned("^a -x -y ^b", "^a -ア ^b"), "a=a x=ア y=… b=b");
        assert_eq!(aligned("^a", "^b"), "a=… …=b");
    }

    #[test]
    fn several_texts_are_aligned_to_the_first_that_has_something_to_say() {
        let texts = ["^a x\n\n^c x\n", "^a ア\n\n^b ア\n\n^c ア\n", "", "^b б\n\n^c б\n\nб\n"];
        let documents = texts.map(parse);
        let shown = rows_of_all(&documents.each_ref().map(units)).into_iter().map(|row| {
            let cells = row.iter().map(|unit| {
                unit.map_or("-".to_owned(), |unit| unit.letter.map_or(".".to_owned(), |letter| letter.to_string()))
            });
            cells.collect::<String>()
        });
        assert_eq!(shown.collect::<Vec<_>>(), ["aa--", "-b-b", "cc-c", "---."]);
        assert!(rows_of_all(&[]).is_empty());
    }

    #[test]
    fn the_words_of_a_unit_are_those_of_the_text() {
        let text =
            "^a **Roll** two dice;\nsee [[9.6]].\n\n| a | b |\n|---|---|\n| `x` | {n(1)} |\n\n1. one\n2. *two*\n";
        let document = parse(text);
        let units = units(&document);
        let words: Vec<_> = units.iter().filter_map(|unit| unit.source(text)).collect();
        assert_eq!(words[0], "**Roll** two dice;\nsee [[9.6]].");
        assert_eq!(&words[2..], ["one", "*two*"]);
        let rows = units[1].table_rows().expect("a table");
        assert_eq!(rows.iter().filter_map(|row| row.source(text)).collect::<Vec<_>>(), ["a | b", "`x` | {n(1)}"]);
    }

    #[test]
    fn very_long_texts_are_paired_in_order() {
        let document = parse(&format!("^a first\n\n{}", "x\n\n".repeat(5000)));
        let other = parse(&"y\n\n".repeat(5000));
        assert_eq!(rows(&units(&document), &units(&other)).len(), 5001);
    }
}
