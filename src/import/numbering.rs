//! What can be a number at the beginning of a line: `702.9c`, `2.1.1(1)`, `1c3b)`, `1.2(a)(i)`, `IV.2`, `36の2`, `第十五条`, `§ 5`.

use std::ops::Range;

use crate::characters::script::is_unspaced;
use crate::library::RuleNumber;
use crate::library::names::half_width;

/// What a word before a number, or a counter around it, says that the number is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Unit {
    /// 編, Part.
    Part,
    /// 章, Chapter, Глава.
    Chapter,
    /// 節, 款, 目.
    Division,
    /// 条, Article, §, Rule.
    Article,
}

/// A component of a number, in the order in which numbers follow one another: digits before letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Component {
    Number(u64),
    Letter(u32),
    Roman(u32),
}

impl Component {
    /// Whether counting begins with it.
    pub(super) fn is_first(self) -> bool {
        matches!(self, Self::Number(0 | 1) | Self::Letter(1) | Self::Roman(1))
    }

    pub(super) fn value(self) -> u64 {
        match self {
            Self::Number(value) => value,
            Self::Letter(value) | Self::Roman(value) => u64::from(value),
        }
    }

    /// Whether it counts as `other` does.
    pub(super) fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

/// A number at the beginning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Printed {
    /// The number as printed, without the stop behind it.
    pub(super) range: Range<usize>,
    /// Where what it numbers begins.
    pub(super) rest: usize,
    pub(super) components: Vec<Component>,
    pub(super) unit: Option<Unit>,
    /// Whether a stop, a bracket or a colon ends it.
    pub(super) is_stopped: bool,
}

impl Printed {
    /// Whether it could as well be a quantity or the number of a list item.
    pub(super) fn is_bare(&self) -> bool {
        self.components.len() == 1 && self.unit.is_none()
    }
}

/// Words before a number, in lower case, and what they count.
const ANNOUNCED: [(&str, Unit); 16] = [
    ("chapter", Unit::Chapter),
    ("part", Unit::Part),
    ("section", Unit::Article),
    ("article", Unit::Article),
    ("rule", Unit::Article),
    ("art.", Unit::Article),
    ("kapitel", Unit::Chapter),
    ("глава", Unit::Chapter),
    ("раздел", Unit::Chapter),
    ("часть", Unit::Part),
    ("статья", Unit::Article),
    ("пункт", Unit::Article),
    ("правило", Unit::Article),
    ("ст.", Unit::Article),
    ("п.", Unit::Article),
    ("§", Unit::Article),
];

/// So long is the longest number, in characters.
const MOST: usize = 40;

/// The number with which the text `range` of `source` begins.
pub(super) fn scan(source: &str, range: Range<usize>) -> Option<Printed> {
    let text = &source[range.clone()];
    if text.starts_with('第') {
        return counted(text, range.start);
    }
    if let Some((word, unit, before)) = announced(text) {
        let mut printed = lettered(text, before, range.start).or_else(|| body(text, before, range.start))?;
        // What divides a book is named by its number alone; for the rest the word is a part of what is printed.
        if !matches!(unit, Unit::Chapter | Unit::Part) {
            printed.range.start = range.start + text.len() - text.trim_start().len();
        }
        let is_sign = word == "§";
        let is_heading = printed.is_stopped || is_sign || text[printed.rest - range.start..].trim().is_empty();
        let upper = text.chars().next().is_some_and(char::is_uppercase);
        printed.unit = Some(unit);
        return (is_heading || upper && matches!(unit, Unit::Chapter | Unit::Part)).then_some(printed);
    }
    body(text, 0, range.start)
}

/// The word that announces a number, and where the number begins.
fn announced(text: &str) -> Option<(&'static str, Unit, usize)> {
    let head: String = text.chars().take(12).flat_map(char::to_lowercase).collect();
    let (word, unit) = ANNOUNCED.iter().find(|(word, _)| head.starts_with(word))?;
    // Letters may change their length in lower case; count characters.
    let after: usize = text.chars().take(word.chars().count()).map(char::len_utf8).sum();
    let blank = text[after..].len() - text[after..].trim_start().len();
    let parted = blank > 0 || !word.ends_with(char::is_alphabetic);
    (parted && !text[after + blank..].is_empty()).then_some((*word, *unit, after + blank))
}

/// A number that begins `before` bytes into `text`, which begins at `start`.
fn body(text: &str, before: usize, start: usize) -> Option<Printed> {
    if let Some(printed) = compact(text, before, start) {
        return Some(printed);
    }
    let mut reader = Reader { text, at: before };
    let mut components = vec![reader.first()?];
    while let Some(component) = reader.next(&components) {
        components.push(component);
    }
    let end = reader.at;
    if text[before..end].chars().nth(MOST).is_some() {
        return None;
    }
    let is_stopped = reader.stop() || text[..end].ends_with([')', '）']);
    let after = &text[reader.at..];
    let next = after.chars().next();
    let is_parted = next.is_none_or(|c| c.is_whitespace() || matches!(c, '*' | '_'));
    let is_wide = next.is_some_and(is_cjk);
    let is_letter = !matches!(components[0], Component::Number(_));
    // A quantity may stand before a word of a script without spaces: 2枚.
    let fine = is_parted && (is_stopped || !is_letter || components.len() > 1)
        || is_wide && !is_letter && (components.len() > 1 || is_stopped);
    let rest = start + reader.at + (after.len() - after.trim_start().len());
    fine.then(|| Printed { range: start + before..start + end, rest, components, unit: None, is_stopped })
}

/// A single letter behind a word that announces it: `Article B: Name`.
fn lettered(text: &str, before: usize, start: usize) -> Option<Printed> {
    let mut reader = Reader { text, at: before };
    if reader.run(|c| c.is_ascii_uppercase()) != 1 {
        return None;
    }
    let component = letter(&reader.take(1))?;
    let end = reader.at;
    let is_named = reader.rest().starts_with([':', '：']) && reader.stop();
    let rest = start + text.len() - reader.rest().trim_start().len();
    let range = start + before..start + end;
    is_named.then(|| Printed { range, rest, components: vec![component], unit: None, is_stopped: true })
}

/// Digits and letters in turn without anything between them, closed by a bracket or, where there are but two, a stop: `1a)`,
/// `1c3b)`, `5a.`.
fn compact(text: &str, before: usize, start: usize) -> Option<Printed> {
    let mut reader = Reader { text, at: before };
    let capital = reader.run(|c| c.is_ascii_uppercase());
    let mut components = Vec::new();
    if capital > 0 {
        components.push(letter(&reader.take(capital))?);
    }
    loop {
        let component = match components.last() {
            None => Some(reader.digits()?),
            Some(Component::Number(_)) => {
                let run = reader.run(char::is_lowercase);
                if run == 0 { None } else { Some(letter(&reader.take(run))?) }
            }
            Some(_) => reader.digits(),
        };
        let Some(component) = component else { break };
        components.push(component);
    }
    let end = reader.at;
    // A stop could end a sentence about dice: 2d6.
    let is_closed = components.len() == 2 || reader.rest().starts_with([')', '）']);
    let fine = components.len() > 1 && is_closed && text[before..end].chars().nth(MOST).is_none() && reader.stop();
    let after = reader.rest();
    let rest = start + reader.at + (after.len() - after.trim_start().len());
    (fine && after.starts_with(|c: char| c.is_whitespace() || is_cjk(c))).then(|| Printed {
        range: start + before..start + end,
        rest,
        components,
        unit: None,
        is_stopped: true,
    })
}

/// Reads a number from left to right.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn take(&mut self, length: usize) -> String {
        let taken = self.text[self.at..self.at + length].chars().map(half_width).collect();
        self.at += length;
        taken
    }

    /// How many bytes from here on are of characters that are `of`.
    fn run(&self, of: impl Fn(char) -> bool) -> usize {
        self.rest().chars().take_while(|c| of(*c)).map(char::len_utf8).sum()
    }

    fn digits(&mut self) -> Option<Component> {
        let run = self.run(|c| half_width(c).is_ascii_digit());
        if run == 0 || run > 18 {
            return None;
        }
        self.take(run).parse().ok().map(Component::Number)
    }

    fn first(&mut self) -> Option<Component> {
        if let Some(digits) = self.digits() {
            return Some(digits);
        }
        let run = self.run(|c| c.is_ascii_uppercase());
        // A letter or a Roman numeral begins a number only with a stop: `A.1`, `IV.`.
        if run == 0 || run > 6 || !self.rest()[run..].starts_with(['.', '．', ')']) && self.rest().len() > run {
            return None;
        }
        let letters = self.take(run);
        roman(&letters.to_ascii_lowercase()).map(Component::Roman).or_else(|| letter(&letters))
    }

    fn next(&mut self, before: &[Component]) -> Option<Component> {
        let start = self.at;
        let found = self.part(before);
        if found.is_none() {
            self.at = start;
        }
        found
    }

    fn part(&mut self, before: &[Component]) -> Option<Component> {
        let after_digits = matches!(before.last(), Some(Component::Number(_)));
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() && !is_cjk(c));
        match self.rest().chars().next()? {
            '.' | '．' | '\\' => {
                if self.rest().starts_with('\\') {
                    self.take(1);
                }
                let stop = self.run(|c| matches!(c, '.' | '．'));
                if stop == 0 || stop > '．'.len_utf8() {
                    return None;
                }
                self.take(stop);
                if let Some(digits) = self.digits() {
                    return Some(digits);
                }
                let run = self.run(char::is_lowercase);
                let fine = (1..=4).contains(&run) && ends(&self.rest()[run..]);
                if fine { letter(&self.take(run)) } else { None }
            }
            '(' | '（' => {
                self.take(self.rest().chars().next().map_or(0, char::len_utf8));
                let run = self.run(|c| half_width(c).is_ascii_digit());
                let component = if run > 0 {
                    self.digits()?
                } else {
                    let run = self.run(char::is_alphabetic);
                    if run == 0 || run > 8 {
                        return None;
                    }
                    let letters = self.take(run);
                    let is_below_letter = matches!(before.last(), Some(Component::Letter(_)));
                    match roman(&letters).filter(|_| letters.len() > 1 || is_below_letter) {
                        Some(value) => Component::Roman(value),
                        None => letter(&letters)?,
                    }
                };
                let close = self.run(|c| matches!(c, ')' | '）'));
                (close == 1 || close == '）'.len_utf8()).then(|| self.take(close)).map(|_| component)
            }
            'の' => {
                self.take('の'.len_utf8());
                self.digits()
            }
            c if after_digits && before.len() > 1 && c.is_lowercase() => {
                let run = self.run(char::is_lowercase);
                (run <= 4 && ends(&self.rest()[run..])).then(|| self.take(run)).and_then(|letters| letter(&letters))
            }
            _ => None,
        }
    }

    /// Whether a stop stands here; it is passed.
    fn stop(&mut self) -> bool {
        let escaped = usize::from(self.rest().starts_with('\\'));
        let stop =
            self.rest()[escaped..].chars().next().filter(|c| matches!(c, '.' | '．' | ')' | '）' | ':' | '：' | '、'));
        if let Some(stop) = stop {
            self.at += escaped + stop.len_utf8();
        }
        stop.is_some()
    }
}

/// 第十五条, 第三条の二, 第2章
fn counted(text: &str, start: usize) -> Option<Printed> {
    let mut chars = text.char_indices().skip(1).peekable();
    let mut components = Vec::new();
    let mut unit = None;
    let mut end = '第'.len_utf8();
    loop {
        let from = end;
        while let Some((at, c)) = chars.next_if(|(_, c)| is_counting(*c)) {
            end = at + c.len_utf8();
        }
        components.push(Component::Number(kanji_number(&text[from..end])?));
        if unit.is_none() {
            let (at, c) = chars.next()?;
            unit = Some(match c {
                '編' | '部' => Unit::Part,
                '章' => Unit::Chapter,
                '節' | '款' | '目' => Unit::Division,
                '条' => Unit::Article,
                _ => return None,
            });
            end = at + c.len_utf8();
        }
        let Some((at, _)) = chars.next_if(|(_, c)| *c == 'の') else { break };
        if !chars.peek().is_some_and(|(_, c)| is_counting(*c)) {
            break;
        }
        end = at + 'の'.len_utf8();
    }
    // 第一条：名前
    let after = text[end..].trim_start_matches([':', '：']);
    // 「第一条の規定により」 continues a sentence.
    let is_named = after.len() < text.len() - end;
    let fine = is_named || after.is_empty() || after.starts_with(char::is_whitespace) || after.starts_with(['（', '(']);
    let rest = start + text.len() - after.trim_start().len();
    fine.then_some(Printed { range: start..start + end, rest, components, unit, is_stopped: true })
}

fn is_counting(c: char) -> bool {
    half_width(c).is_ascii_digit() || "〇一二三四五六七八九十百千".contains(c)
}

/// What a number is looked up by, if it is one that a section can have.
pub(super) fn key(printed: &str) -> Option<String> {
    RuleNumber::printed(printed.trim()).ok().map(|number| number.to_string())
}

/// 十五 is 15, 三百二 is 302, 一〇 is 10, ２ is 2.
pub(super) fn kanji_number(text: &str) -> Option<u64> {
    if text.is_empty() || text.chars().count() > 12 {
        return None;
    }
    let (mut sum, mut digits) = (0_u64, None);
    for c in text.chars() {
        let place = match c {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            _ => {
                let plain = half_width(c).to_digit(10);
                let kanji = || "〇一二三四五六七八九".chars().zip(0..).find(|(digit, _)| *digit == c);
                let value = plain.or_else(|| kanji().map(|(_, value)| value))?;
                digits = Some(digits.unwrap_or(0) * 10 + u64::from(value));
                continue;
            }
        };
        sum += digits.take().unwrap_or(1) * place;
    }
    Some(sum + digits.unwrap_or(0))
}

/// a is 1, b is 2, aa is 27, а (Cyrillic) is 1.
pub(super) fn letter(letters: &str) -> Option<Component> {
    let mut chars = letters.chars().flat_map(char::to_lowercase);
    let first = chars.next()?;
    let value = match first {
        'a'..='z' => first as u32 - 'a' as u32 + 1,
        'а'..='я' => first as u32 - 'а' as u32 + 1,
        _ => return None,
    };
    let mut rounds = 0;
    for other in chars {
        if other != first {
            return None;
        }
        rounds += 1;
    }
    (rounds < 3).then_some(Component::Letter(value + 26 * rounds))
}

/// The value of a Roman numeral in lower case, below 90.
pub(super) fn roman(letters: &str) -> Option<u32> {
    let digits = |text: &str| match text {
        "" => Some(0),
        "i" => Some(1),
        "ii" => Some(2),
        "iii" => Some(3),
        "iv" => Some(4),
        "v" => Some(5),
        "vi" => Some(6),
        "vii" => Some(7),
        "viii" => Some(8),
        "ix" => Some(9),
        _ => None,
    };
    let (tens, ones) = match letters.find(['i', 'v']) {
        Some(at) if letters[..at].ends_with('x') && letters[at..].starts_with('i') => (&letters[..at], &letters[at..]),
        Some(at) => (&letters[..at], &letters[at..]),
        None => (letters, ""),
    };
    // `ix` has its x behind the i.
    let tens = match tens {
        "" => 0,
        "x" => 10,
        "xx" => 20,
        "xxx" => 30,
        "xl" => 40,
        "l" => 50,
        "lx" => 60,
        "lxx" => 70,
        "lxxx" => 80,
        _ => return None,
    };
    let value = tens + digits(ones)?;
    (value > 0).then_some(value)
}

/// Whether `c` is of a script that is written without blanks, or opens a bracket of it.
pub(super) fn is_cjk(c: char) -> bool {
    is_unspaced(c) || matches!(c, '「' | '『' | '（' | '【' | '〔')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Option<(&str, &str, usize)> {
        scan(text, 0..text.len()).map(|found| (&text[found.range], &text[found.rest..], found.components.len()))
    }

    #[test]
    fn numbers_of_all_forms_are_read() {
        for (text, wanted) in [
            ("702.9c Flying is evaded.", ("702.9c", "Flying is evaded.", 3)),
            ("702.9aa Text", ("702.9aa", "Text", 3)),
            ("2.1.1(1) Текст", ("2.1.1(1)", "Текст", 4)),
            ("2.1.1. Текст", ("2.1.1", "Текст", 3)),
            ("1.2(a)(i) Text", ("1.2(a)(i)", "Text", 4)),
            ("IV.2 Text", ("IV.2", "Text", 2)),
            ("IV. Text", ("IV", "Text", 1)),
            ("36の2 文", ("36の2", "文", 2)),
            ("第十五条　文", ("第十五条", "文", 1)),
            ("第三条の二　文", ("第三条の二", "文", 2)),
            ("第1条：文", ("第1条", "文", 1)),
            ("§ 5 Text", ("§ 5", "Text", 1)),
            ("Статья 12. Имя", ("Статья 12", "Имя", 1)),
            ("Глава 2. Имя", ("2", "Имя", 1)),
            ("Chapter 3: Name", ("3", "Name", 1)),
            ("7. Additional", ("7", "Additional", 1)),
            ("3.2移動", ("3.2", "移動", 2)),
            ("9.6.4.a text", ("9.6.4.a", "text", 4)),
            ("12\\. Text", ("12", "Text", 1)),
            ("A.1 Text", ("A.1", "Text", 2)),
            ("1a) Text", ("1a", "Text", 2)),
            ("10c3b) Text", ("10c3b", "Text", 4)),
            ("A1b) Text", ("A1b", "Text", 3)),
            ("5a. Text", ("5a", "Text", 2)),
            ("2а) Текст", ("2а", "Текст", 2)),
            ("2k1a) 文", ("2k1a", "文", 4)),
            ("Article B: Name", ("Article B", "Name", 1)),
        ] {
            assert_eq!(number(text), Some(wanted), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in [
            "1,000 men",
            "2d6 dice",
            "2d6. Dice",
            "1st. Turn",
            "B: words",
            "3rd turn",
            "5% of",
            "word",
            "第一条の規定",
            "2枚のカード",
            "I am",
            "A man",
            "1/2",
            "chapter",
            "§",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
