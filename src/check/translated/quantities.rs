//! The numbers of a text in any language: those in digits, and those in words as far as they can stand for digits.

use std::ops::Range;

use unicode_width::UnicodeWidthChar;

/// A number in digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quantity {
    /// What it is, without zeros before it.
    pub(super) number: String,
    /// `+` or `-` if it carries one.
    pub(super) sign: Option<char>,
    /// Where its digits stand, in bytes of the words.
    pub(super) range: Range<usize>,
}

/// The numbers in digits; thousands may be set apart. Digits with a point or a comma between them are left out: most are
/// the number of a rule, which a translation may name in other places.
pub(super) fn in_digits(words: &str) -> Vec<Quantity> {
    let chars: Vec<(usize, char)> = words.char_indices().map(|(at, c)| (at, half_width(c))).collect();
    let digit = |at: usize| chars.get(at).is_some_and(|(_, c)| c.is_ascii_digit());
    let end_of = |mut at: usize| {
        while digit(at) {
            at += 1;
        }
        at
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if let Some(parts) = fraction(chars[at].1) {
            let range = chars[at].0..chars.get(at + 1).map_or(words.len(), |(at, _)| *at);
            let quantity = |number: &str| Quantity { number: number.to_owned(), sign: None, range: range.clone() };
            found.extend(parts.map(quantity));
        }
        if !digit(at) {
            at += 1;
            continue;
        }
        let start = at;
        at = end_of(at);
        if at - start <= 3 && chars[start].1 != '0' {
            while separates(chars.get(at)) && end_of(at + 1) == at + 4 {
                at += 4;
            }
        }
        let point = |at: usize| matches!(chars.get(at), Some((_, '.' | ',')));
        if point(at) && digit(at + 1) {
            while point(at) && digit(at + 1) {
                at = end_of(at + 1);
            }
            continue;
        }
        let number: String = chars[start..at].iter().map(|(_, c)| *c).filter(char::is_ascii_digit).collect();
        let number = match number.trim_start_matches('0') {
            "" => "0".to_owned(),
            number => number.to_owned(),
        };
        let end = chars.get(at).map_or(words.len(), |(at, _)| *at);
        found.push(Quantity { number, sign: sign(&chars[..start]), range: chars[start].0..end });
    }
    found
}

/// The numbers with points or commas between their digits, each with a point and where it stands: `9.6.4`, `1.5`.
pub(super) fn dotted(words: &str) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    let mut rest = 0;
    let part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    while let Some(start) = words[rest..].find(|c: char| c.is_ascii_digit()).map(|at| rest + at) {
        let end = words[start..].find(|c| !part(c)).map_or(words.len(), |at| start + at);
        rest = end;
        let number = words[start..end].trim_end_matches(['.', ',']);
        let parts = number.split(['.', ',']);
        // Thousands that are set apart are no such number, and neither is what stands in an ellipsis.
        let apart = parts.clone().skip(1).all(|part| part.len() == 3);
        if number.contains(['.', ',']) && !apart && parts.clone().all(|part| !part.is_empty()) {
            found.push((number.replace(',', "."), start..start + number.len()));
        }
    }
    found
}

/// Words that may stand for a number, and mostly do not.
const LOOSE: &[&str] = &[
    "no", "none", "nothing", "not", "without", "a", "an", "another", "each", "per", "only", "other", "нет", "ни", "не",
    "без", "раз", "ない", "なし",
];

/// How often a text says a number in words, or in another way that digits may say too; `strict` leaves out words that mean
/// something else more often.
pub(super) fn in_words(number: &str, words: &str, language: &str, strict: bool) -> usize {
    let counts = |word: &str| !strict || !LOOSE.contains(&word);
    let (stems, whole) = match (language, number) {
        ("en", number) => english(number),
        ("ru", number) => russian(number),
        ("ja", number) => {
            let said = |word: &&&str| words.matches(**word).count() - no_numbers(words, word);
            return japanese(number).iter().filter(|word| counts(word)).map(|word| said(&word)).sum();
        }
        _ => return 0,
    };
    let words = words.to_lowercase();
    let words = words.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words
        .filter(|word| counts(word))
        .filter(|word| whole.contains(word) || stems.iter().any(|stem| word.starts_with(stem)))
        .count()
}

/// The numbers from 2 to 10 that a text says in a word that means nothing else, and where.
pub(super) fn outright(words: &str, language: &str) -> Vec<(u8, Range<usize>)> {
    let known: &[&str] = match language {
        "en" => &[
            "two second twice",
            "three third thrice",
            "four fourth",
            "five fifth",
            "six sixth",
            "seven seventh",
            "eight eighth",
            "nine ninth",
            "ten tenth",
        ],
        "ru" => &[
            "два две двух двум двумя дважды второй вторая второе вторые второго вторую вторым второму вторых втором",
            "три трёх трех трём трем тремя трижды третий третья третье третьего третьим третьему третью третьем",
            "четыре четырёх четырех четырьмя четвёртый четвёртая четвёртое четвёртого четвёртым",
            "пять пяти пятью пятый пятая пятое пятого пятым",
            "шесть шести шестью шестой шестого шестым",
            "семь семи семью седьмой седьмого седьмым",
            "восемь восьми восемью восьмой восьмого восьмым",
            "девять девяти девятью девятый девятого девятым",
            "десять десяти десятью десятый десятого десятым",
        ],
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) = words[rest..].find(char::is_alphabetic).map(|at| rest + at) {
        let end = words[start..].find(|c: char| !c.is_alphabetic()).map_or(words.len(), |at| start + at);
        let word = words[start..end].to_lowercase();
        let numbers = (2..).zip(known).filter(|(_, ways)| ways.split(' ').any(|way| way == word));
        found.extend(numbers.map(|(number, _)| (number, start..end)));
        rest = end;
    }
    found
}

type Words = (&'static [&'static str], &'static [&'static str]);

/// What begins a word that means a number, and the words that mean it as they are.
fn english(number: &str) -> Words {
    match number {
        "0" => (&["zero"], &["no", "none", "nothing", "not", "without"]),
        "1" => (&["single", "half", "third"], &["one", "a", "an", "once", "first", "another", "each", "per", "only"]),
        "2" => (&["twice", "doubl", "half", "halv", "second"], &["two", "both", "pair", "other", "either", "neither"]),
        "3" => (&["three", "third", "tripl", "thrice"], &[]),
        "4" => (&["four", "quarter"], &[]),
        "5" => (&["five", "fifth"], &[]),
        "6" => (&["six", "dice", "die"], &[]),
        "7" => (&["seven"], &[]),
        "8" => (&["eight"], &[]),
        "9" => (&["nine", "nint"], &[]),
        "10" => (&["ten"], &[]),
        "11" => (&["eleven"], &[]),
        "12" => (&["twel"], &[]),
        _ => (&[], &[]),
    }
}

fn russian(number: &str) -> Words {
    match number {
        "0" => (&["нол", "нул"], &["нет", "ни", "не", "без"]),
        "1" => (&["один", "одн", "перв", "единств", "половин", "трет"], &["раз"]),
        "2" => (
            &["двум", "двух", "двое", "двои", "двой", "двукрат", "удв", "втор", "половин", "вдвое", "дважды"],
            &[
                "два",
                "две",
                "оба",
                "обе",
                "обоих",
                "обеих",
                "обоим",
                "обеим",
                "обоими",
                "обеими",
                "пара",
                "пары",
                "пару",
            ],
        ),
        "3" => (
            &["трем", "трём", "трех", "трёх", "трое", "трои", "трой", "трет", "утр", "втрое"],
            &["три", "трижды", "тремя"],
        ),
        "4" => (&["четыр", "четвер", "четвёр", "вчетверо"], &[]),
        "5" => (&["пят"], &[]),
        "6" => (&["шест", "кубик", "кост"], &[]),
        "7" => (&["сем", "седьм"], &[]),
        "8" => (&["восем", "восьм"], &[]),
        "9" => (&["девят"], &[]),
        "10" => (&["десят"], &[]),
        "11" => (&["одиннадцат"], &[]),
        "12" => (&["двенадцат"], &[]),
        _ => (&[], &[]),
    }
}

/// Japanese words that say no number, though a numeral is part of them.
const NO_NUMBERS: &[&str] = &[
    "一部", "一方", "一般", "一定", "一致", "一覧", "統一", "一切", "一緒", "万一", "一時", "一見", "一連", "一括",
    "一旦", "一層", "一体", "単位", "単に", "初期", "当初", "半島", "三段", "十分", "四方", "四季", "八方",
];

/// How often `word` stands in words that say no number.
fn no_numbers(words: &str, word: &str) -> usize {
    NO_NUMBERS.iter().filter(|compound| compound.contains(word)).map(|compound| words.matches(compound).count()).sum()
}

fn japanese(number: &str) -> &'static [&'static str] {
    match number {
        "0" => &["零", "〇", "ゼロ", "なし", "ない"],
        "1" => &["一", "ひと", "半", "単", "初", "唯", "最初"],
        "2" => &["二", "ふた", "両", "半", "倍", "双", "次", "どちら"],
        "3" => &["三", "みっ"],
        "4" => &["四", "よっ"],
        "5" => &["五", "いつつ"],
        "6" => &["六", "サイコロ", "ダイス"],
        "7" => &["七"],
        "8" => &["八"],
        "9" => &["九"],
        "10" => &["十"],
        "11" => &["十一"],
        "12" => &["十二"],
        _ => &[],
    }
}

/// What may stand between thousands.
fn separates(c: Option<&(usize, char)>) -> bool {
    matches!(c, Some((_, ',' | '.' | '\u{a0}' | '\u{202f}')))
}

/// The sign at the end of what stands before a number; a dash behind a word or a number is none, but for Japanese, where a
/// sign stands behind a word without a space.
fn sign(before: &[(usize, char)]) -> Option<char> {
    let (last, before) = before.split_last()?;
    let joins = |c: char| c.is_alphanumeric() && c.width() == Some(1) || matches!(c, ')' | ']' | '）');
    let behind = before.last().is_some_and(|(_, c)| joins(*c));
    match last.1 {
        '+' => Some('+'),
        '-' | '−' | '–' if !behind => Some('-'),
        _ => None,
    }
}

fn fraction(c: char) -> Option<[&'static str; 2]> {
    Some(match c {
        '½' => ["1", "2"],
        '⅓' => ["1", "3"],
        '⅔' => ["2", "3"],
        '¼' => ["1", "4"],
        '¾' => ["3", "4"],
        _ => return None,
    })
}

fn half_width(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(words: &str) -> Vec<String> {
        let signed = |quantity: Quantity| quantity.sign.map(String::from).unwrap_or_default() + &quantity.number;
        in_digits(words).into_iter().map(signed).collect()
    }

    #[test]
    fn languages_write_the_same_number_differently() {
        assert_eq!(numbers("1–3, 1-3, １～３"), ["1", "3", "1", "3", "1", "3"]);
        assert_eq!(numbers("2d6 к6 9.6.4 1,5 ½ 3."), ["2", "6", "6", "1", "2", "3"]);
        assert_eq!(numbers("1,000 1\u{a0}000 12.500.000 1000 007"), ["1000", "1000", "12500000", "1000", "7"]);
        assert_eq!(numbers("+1 (−2) 修正は-3 d6+4"), ["+1", "-2", "-3", "6", "+4"]);
    }

    #[test]
    fn numbers_with_points_are_those_of_rules() {
        assert_eq!(
            dotted("see 9.6.4, 1,5 and 1,000 or 3... 6."),
            [("9.6.4".to_owned(), 4..9), ("1.5".to_owned(), 11..14)]
        );
    }

    #[test]
    fn words_explain_digits() {
        assert_eq!(in_words("2", "Two units and both leaders", "en", false), 2);
        assert_eq!(in_words("3", "тремя отрядами", "ru", false), 1);
        assert_eq!(in_words("2", "二つのユニット", "ja", false), 1);
        assert_eq!(in_words("13", "十三", "ja", false), 0);
        assert_eq!(in_words("1", "一部は一方の陣営が半島に置く", "ja", false), 0);
        assert_eq!(in_words("1", "一部のうち一つ", "ja", false), 1);
    }
}
