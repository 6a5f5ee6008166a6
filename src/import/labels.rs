//! Labels of statements at the beginning of a line, `(a)`, `2)`, `iv.`, `イ`, and the paths of those that lie in others.

use std::collections::HashSet;
use std::ops::Range;

use super::numbering::{Component, kanji_number, letter, roman};
use crate::library::markup::StatementLabel;
use crate::library::names::half_width;

/// A label at the beginning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// As it is printed, in half width, without the stop behind it.
    pub(super) shown: String,
    /// Where it stands, with its stop.
    pub(super) range: Range<usize>,
    /// Where its statement begins.
    pub(super) rest: usize,
    readings: Vec<(Style, u64)>,
}

/// How labels of one level look: brackets and kind of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Style {
    open: bool,
    close: char,
    kind: Counting,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counting {
    Digits,
    /// Digits as wide as kanji: paragraphs of an article, of which the first has none.
    WideDigits,
    Circled,
    Letters,
    Capitals,
    Romans,
    Kanji,
    Iroha,
    Aiueo,
}

const IROHA: &str = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス";
const AIUEO: &str = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワ";

/// The label with which the text `range` begins, if it can be one. `in_article`: it stands in an article of a statute, where
/// a number before a blank is one.
pub(super) fn scan(source: &str, range: Range<usize>, in_article: bool) -> Option<Label> {
    let text = &source[range.clone()];
    let mut chars = text.char_indices().peekable();
    chars.next_if(|(_, c)| *c == '\\');
    let open = chars.next_if(|(_, c)| matches!(c, '(' | '（')).is_some();
    let from = chars.peek()?.0;
    let mut until = from;
    while let Some((at, c)) = chars.next_if(|(_, c)| c.is_alphanumeric()) {
        until = at + c.len_utf8();
        if until - from > 24 {
            return None;
        }
    }
    let inner = &text[from..until];
    // Markdown that a program has written may keep a bracket from making a list.
    chars.next_if(|(_, c)| *c == '\\');
    let (after, stop) = chars.next().map_or((text.len(), None), |(at, c)| (at, Some(c)));
    let (end, close) = match stop {
        Some(')' | '）') => (after + stop.map_or(0, char::len_utf8), ')'),
        Some(_) | None if open => return None,
        Some('.' | '．') => (after + stop.map_or(0, char::len_utf8), '.'),
        Some(c) if c.is_whitespace() => (after, ' '),
        _ => return None,
    };
    let behind = &text[end..];
    let is_parted = behind.starts_with(char::is_whitespace) || close == ')' && (open || !inner.is_ascii());
    let readings: Vec<(Style, u64)> = readings(inner)
        .into_iter()
        .filter(|(kind, _)| match close {
            ' ' => {
                in_article && matches!(kind, Counting::WideDigits | Counting::Kanji | Counting::Iroha | Counting::Aiueo)
                    || matches!(kind, Counting::Circled)
            }
            // A numbered list stays one; a capital with a stop is the initial of a name.
            '.' => matches!(kind, Counting::Letters | Counting::Romans),
            _ => true,
        })
        .map(|(kind, value)| (Style { open, close, kind }, value))
        .collect();
    if readings.is_empty() || !is_parted && !behind.is_empty() {
        return None;
    }
    let plain: String = inner.chars().map(half_width).collect();
    let shown = match (open, close) {
        (true, _) => format!("({plain})"),
        (false, ')') => format!("{plain})"),
        _ => plain,
    };
    let rest = range.start + end + (behind.len() - behind.trim_start().len());
    Some(Label { shown, range: range.start..range.start + end, rest, readings })
}

/// What a label can count, and its place in that.
fn readings(inner: &str) -> Vec<(Counting, u64)> {
    let mut readings = Vec::new();
    let mut chars = inner.chars();
    let (first, is_single) = (chars.next(), chars.next().is_none());
    let Some(first) = first else { return readings };
    if inner.len() <= 3 && inner.bytes().all(|byte| byte.is_ascii_digit()) {
        readings.extend(inner.parse().ok().map(|value| (Counting::Digits, value)));
    } else if inner.chars().all(|c| half_width(c).is_ascii_digit()) {
        readings.extend(kanji_number(inner).map(|value| (Counting::WideDigits, value)));
    } else if inner.chars().all(|c| "〇一二三四五六七八九十百".contains(c)) {
        readings.extend(kanji_number(inner).map(|value| (Counting::Kanji, value)));
    } else if is_single && ('①'..='⑳').contains(&first) {
        readings.push((Counting::Circled, u64::from(first as u32 - '①' as u32) + 1));
    }
    let is_lower = inner.chars().all(char::is_lowercase);
    if is_lower || is_single {
        let kind = if is_lower { Counting::Letters } else { Counting::Capitals };
        readings
            .extend(letter(inner).filter(|_| inner.chars().count() <= 2).map(|found| (kind, Component::value(found))));
    }
    if is_lower {
        readings.extend(roman(inner).map(|value| (Counting::Romans, u64::from(value))));
    }
    if is_single {
        for (order, kind) in [(IROHA, Counting::Iroha), (AIUEO, Counting::Aiueo)] {
            readings.extend(order.chars().zip(1..).find(|(c, _)| *c == first).map(|(_, value)| (kind, value)));
        }
    }
    readings
}

impl Label {
    /// Whether it is that of a paragraph of an article, of which the first has none.
    pub(super) fn is_paragraph(&self) -> bool {
        self.readings.iter().any(|(style, _)| style.kind == Counting::WideDigits && style.close == ' ')
    }
}

/// The labels that are open in a section, outermost first.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    labels: Vec<(Style, u64, String)>,
    /// The addresses that statements of the section have.
    taken: HashSet<String>,
    /// Whether the section has paragraphs with numbers: what has none is the first.
    has_paragraphs: bool,
}

impl Open {
    /// The path of a label that follows those before it, and the address of its statement; none if it does not.
    pub(super) fn enter(&mut self, label: &Label) -> Option<(String, String)> {
        let next = self.labels.iter().enumerate().rev().find_map(|(depth, (style, last, _))| {
            let fits =
                |reading: &&(Style, u64)| reading.0 == *style && (1..=3).contains(&reading.1.saturating_sub(*last));
            label.readings.iter().find(fits).map(|reading| (depth, *reading))
        });
        let (depth, reading) = match next {
            Some(next) => next,
            None => {
                let begins = |(style, value): &&(Style, u64)| {
                    *value == 1 || style.kind == Counting::WideDigits && style.close == ' ' && *value == 2
                };
                // Two levels that look alike would be told apart by nothing.
                let is_new = |(style, _): &&(Style, u64)| self.labels.iter().all(|(open, ..)| open != style);
                // (i) begins Roman numerals, not the ninth letter.
                (self.labels.len(), *label.readings.iter().find(|reading| begins(reading) && is_new(reading))?)
            }
        };
        // Paragraphs of an article lie in nothing.
        let is_paragraph = reading.0.kind == Counting::WideDigits && reading.0.close == ' ';
        let depth = if is_paragraph && next.is_none() { 0 } else { depth };
        let around = self.labels[..depth].iter().map(|(.., shown)| shown.as_str()).chain([label.shown.as_str()]);
        let first = depth == 0 && !is_paragraph || depth > 0 && self.labels[0].0.kind != Counting::WideDigits;
        let mut path = if self.has_paragraphs && first { "1".to_owned() } else { String::new() };
        for shown in around {
            if !path.is_empty() && !shown.starts_with('(') {
                path.push('.');
            }
            path.push_str(shown);
        }
        // What lies too deep, or has the address of another, is none.
        let address = StatementLabel::parse(&path)?.address().to_owned();
        if !self.taken.insert(address.clone()) {
            return None;
        }
        self.labels.truncate(depth);
        self.labels.push((reading.0, reading.1, label.shown.clone()));
        Some((path, address))
    }

    /// A section begins, with numbered paragraphs or not.
    pub(super) fn begin(&mut self, has_paragraphs: bool) {
        self.labels.clear();
        self.taken.clear();
        self.has_paragraphs = has_paragraphs;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(lines: &[&str]) -> Vec<Option<String>> {
        let mut open = Open::default();
        open.begin(lines.iter().any(|line| line.starts_with('２')));
        let label = |line: &&str| scan(line, 0..line.len(), true);
        lines.iter().map(|line| Some(open.enter(&label(line)?)?.0)).collect()
    }

    #[test]
    fn labels_are_written_with_all_that_they_lie_in() {
        let some = |path: &str| Some(path.to_owned());
        assert_eq!(
            paths(&["(a) x", "(i) x", "(ii) x", "(b) x", "(1) x"]),
            ["(a)", "(a)(i)", "(a)(ii)", "(b)", "(b)(1)"].map(some)
        );
        assert_eq!(
            paths(&["一　文", "二　文", "イ　文", "ロ　文", "三　文", "２　文", "一　文"]),
            ["1.一", "1.二", "1.二.イ", "1.二.ロ", "1.三", "2", "2.一"].map(some)
        );
        assert_eq!(paths(&["\\(a\\) x", "b\\) x"]), [some("(a)"), None]);
        assert_eq!(paths(&["a) x", "b) x", "d) x", "z) x"]), [some("a)"), some("b)"), some("d)"), None]);
        assert_eq!(paths(&["（ア） 文", "（イ） 文"]), ["(ア)", "(イ)"].map(some));
        assert_eq!(paths(&["A. Smith said", "(see above)", "(1) x", "1. x"]), [None, None, some("(1)"), None]);
    }
}
