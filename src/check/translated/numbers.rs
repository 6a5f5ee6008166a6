//! A translation says the numbers that the reference text says: in each cell of a table as often, elsewhere at all.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::quantities::{Quantity, in_digits, in_words, outright};
use super::shape::shapes;
use super::{Pair, Text, values};
use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::markup::{Block, Inline, visit_inlines};
use crate::library::{Library, markup::InlineKind};

pub(super) fn check(_: &Library, pair: &Pair, diagnostics: &mut Vec<Diagnostic>) {
    let (wanted, found) = match (pair.reference, pair.translated) {
        (Text::Line(reference), Text::Line(translated)) => (
            vec![Part { words: vec![(&reference.value, 0..reference.value.len())], cell: false }],
            vec![Part { words: vec![(&translated.value, 0..translated.value.len())], cell: false }],
        ),
        (Text::Prose(reference), Text::Prose(translated)) => {
            let blocks = (&reference.document.blocks, &translated.document.blocks);
            // What differs as a whole is said already; its numbers would be said twice.
            if !values::agree(reference, translated) || shapes(blocks.0) != shapes(blocks.1) {
                return;
            }
            let (wanted, found) = (parts(blocks.0), parts(blocks.1));
            // Paragraph by paragraph if both have as many.
            if wanted.len() == found.len() { (wanted, found) } else { (joined(wanted), joined(found)) }
        }
        _ => return,
    };
    in_words_only(pair, &wanted, &found, diagnostics);
    if wanted.len() == found.len() {
        wanted.iter().zip(&found).for_each(|(wanted, found)| compare(pair, wanted, found, diagnostics));
    }
}

/// A number that the translation says in words and the reference text neither in words nor in digits.
fn in_words_only(pair: &Pair, wanted: &[Part], found: &[Part], diagnostics: &mut Vec<Diagnostic>) {
    let reference = pair.book.reference.as_str();
    let there: Vec<_> = wanted.iter().flat_map(|part| &part.words).collect();
    let explained = |number: u8| {
        let number = number.to_string();
        there.iter().any(|(words, _)| in_words(&number, words, reference, false) > 0)
            || wanted.iter().any(|part| quantities(part).contains_key(&number))
    };
    let mut known = BTreeMap::new();
    for (words, range) in found.iter().flat_map(|part| &part.words) {
        for (number, at) in outright(words, pair.language) {
            if *known.entry(number).or_insert_with(|| explained(number)) {
                continue;
            }
            let exact = words.len() == range.len();
            let place = if exact { range.start + at.start..range.start + at.end } else { range.clone() };
            let message = format!("`{}` is {number}, which the reference text does not say", &words[at]);
            diagnostics.push(pair.finding(&codes::NUMBER_MISMATCH, self::place(pair, place), message));
        }
    }
}

/// Words whose numbers are compared: a cell of a table, or a paragraph.
struct Part<'a> {
    words: Vec<(&'a str, Range<usize>)>,
    cell: bool,
}

fn parts(blocks: &[Block]) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    collect(blocks, &mut parts);
    parts
}

/// All paragraphs as one.
fn joined(parts: Vec<Part<'_>>) -> Vec<Part<'_>> {
    let (mut cells, paragraphs): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| part.cell);
    let words = paragraphs.into_iter().flat_map(|part| part.words).collect();
    cells.insert(0, Part { words, cell: false });
    cells
}

fn collect<'a>(blocks: &'a [Block], parts: &mut Vec<Part<'a>>) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => parts.push(Part { words: words(&paragraph.content), cell: false }),
            Block::Heading(_, content) => parts.push(Part { words: words(content), cell: false }),
            Block::List(_, items) => items.iter().for_each(|item| collect(item, parts)),
            Block::Table(_, head, rows) => {
                let cells = head.iter().chain(rows.iter().flatten());
                parts.extend(cells.map(|cell| Part { words: words(cell), cell: true }));
            }
            Block::Quote(inner) => collect(inner, parts),
            Block::Code(_) | Block::Rule => {}
        }
    }
}

fn words(inlines: &[Inline]) -> Vec<(&str, Range<usize>)> {
    let mut found = Vec::new();
    visit_inlines(inlines, &mut |inline| {
        if let InlineKind::Text(words) = &inline.kind {
            found.push((words.as_str(), inline.range.clone()));
        }
    });
    found
}

fn compare(pair: &Pair, wanted: &Part, found: &Part, diagnostics: &mut Vec<Diagnostic>) {
    let (wanted_numbers, found_numbers) = (quantities(wanted), quantities(found));
    let count = |numbers: &BTreeMap<String, Vec<Found>>| numbers.values().map(Vec::len).sum::<usize>();
    let as_many = count(&wanted_numbers) == count(&found_numbers);
    // Then an article or a "no" is no excuse.
    let strict = as_many && !found.cell;
    let said = |part: &Part, number: &str, language: &str| -> usize {
        part.words.iter().map(|(words, _)| in_words(number, words, language, strict)).sum()
    };
    // A word says a number once in a cell, and for all of a longer text.
    let enough = |missing: usize| if found.cell || as_many { missing } else { 1 };
    let strange = strange(&wanted_numbers, &found_numbers);
    let mut lost = Vec::new();
    let mut other = Vec::new();
    let numbers: BTreeSet<&str> = wanted_numbers.keys().chain(found_numbers.keys()).map(String::as_str).collect();
    for number in numbers {
        let here = found_numbers.get(number).map_or(&[][..], Vec::as_slice);
        let there = wanted_numbers.get(number).map_or(&[][..], Vec::as_slice);
        let minus = |those: &[Found]| those.iter().filter(|(quantity, _)| quantity.sign == Some('-')).count();
        let signed = |those: &[Found]| those.iter().filter(|(quantity, _)| quantity.sign.is_some()).count();
        // Outside tables a language may say a number again or leave a repeated one out, and 0 and 1 come and go with
        // its articles and its "no". Where there are as many numbers in all, one has become another.
        if !found.cell
            && !as_many
            && (here.is_empty() == there.is_empty() || matches!(number, "0" | "1"))
            && here.len() != there.len()
        {
            continue;
        }
        if here.len() > there.len() {
            if said(wanted, number, &pair.book.reference) < enough(here.len() - there.len()) {
                other.extend(strangers(here, here.len() - there.len(), &strange));
            }
        } else if here.len() < there.len() {
            if said(found, number, pair.language) < enough(there.len() - here.len()) {
                lost.push(number);
            }
        } else if signed(here) == signed(there) && minus(here) != minus(there) {
            let wrong = if minus(here) > minus(there) { '-' } else { '+' };
            if let Some((_, range)) = here.iter().find(|(quantity, _)| quantity.sign == Some(wrong)) {
                let right = if wrong == '-' { '+' } else { '-' };
                let message = format!("`{wrong}{number}` here is `{right}{number}` in the reference text");
                diagnostics.push(pair.finding(&codes::NUMBER_MISMATCH, place(pair, range.clone()), message));
            }
        }
    }
    let lost = lost.join(", ");
    let of = if found.cell { "this cell of the reference text" } else { "the reference text" };
    for (quantity, range) in &other {
        let message = format!("{of} has no {} here", quantity.number);
        let help = if lost.is_empty() { "remove it".to_owned() } else { format!("it has {lost}") };
        let finding = pair.finding(&codes::NUMBER_MISMATCH, place(pair, range.clone()), message);
        diagnostics.push(finding.help(help));
    }
    if other.is_empty() && !lost.is_empty() {
        let whole = match found.words.first() {
            Some((_, range)) if found.cell => place(pair, range.clone()),
            _ => pair.translated.place(),
        };
        let message = format!("{of} has {lost}, the translation does not");
        diagnostics.push(pair.finding(&codes::NUMBER_MISMATCH, whole, message).help(format!("say {lost} in it too")));
    }
}

/// Where the numbers stand that have no counterpart in the order in which the reference text says its numbers.
fn strange(wanted: &BTreeMap<String, Vec<Found>>, found: &BTreeMap<String, Vec<Found>>) -> BTreeSet<usize> {
    let in_order = |numbers: &BTreeMap<String, Vec<Found>>| {
        let mut all: Vec<_> =
            numbers.values().flatten().map(|(quantity, at)| (at.start, quantity.number.clone())).collect();
        all.sort_unstable();
        all
    };
    let (wanted, found) = (in_order(wanted), in_order(found));
    let [left, right] = [&wanted, &found].map(|all| all.iter().map(|(_, number)| number.as_str()).collect::<Vec<_>>());
    let changes = similar::capture_diff_slices(similar::Algorithm::Myers, &left, &right);
    let new = changes.iter().filter(|change| change.tag() != similar::DiffTag::Equal).map(similar::DiffOp::new_range);
    new.flatten().filter_map(|at| Some(found.get(at)?.0)).collect()
}

/// So many of these that stand out of order; the last ones, if none does.
fn strangers<'f>(all: &'f [Found], count: usize, strange: &BTreeSet<usize>) -> Vec<&'f Found> {
    let mut sorted: Vec<&Found> = all.iter().rev().collect();
    sorted.sort_by_key(|(_, at)| !strange.contains(&at.start));
    sorted.truncate(count);
    sorted
}

/// A number and where it stands in the text.
type Found = (Quantity, Range<usize>);

/// The numbers in digits by what they are, in the order of the text.
fn quantities(part: &Part) -> BTreeMap<String, Vec<Found>> {
    let mut found: BTreeMap<String, Vec<Found>> = BTreeMap::new();
    for (words, range) in &part.words {
        for quantity in in_digits(words) {
            // Words with escapes in them are shorter than their source; then all of them are the place.
            let exact = words.len() == range.len();
            let place = if exact {
                range.start + quantity.range.start..range.start + quantity.range.end
            } else {
                range.clone()
            };
            found.entry(quantity.number.clone()).or_default().push((quantity, place));
        }
    }
    found
}

fn place(pair: &Pair, range: Range<usize>) -> Place {
    match pair.translated {
        Text::Line(line) => line.place_of(range),
        Text::Prose(prose) => prose.place_of(range),
    }
}
