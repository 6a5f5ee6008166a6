//! Rule numbers such as 9.6.4, 702.9c, 1.2(a)(i), IV.2, 36の2 and 第十五条, read by their components: 5.1 is no prefix of 5.10.
//! However a number is printed or typed, the same components are the same number.

use unicode_normalization::UnicodeNormalization as _;

/// What may stand before a number and belongs to none: `rule 5.5`, `п. 9.6.4`, `ルール5.5`.
#[rustfmt::skip]
const BEFORE: [&str; 25] = [
    "§", "№", "#", "no.", "nr.", "sec.", "section", "art.", "article", "ch.", "chapter", "rule", "п.", "пп.", "пункт", "ст.", "статья",
    "гл.", "глава", "разд.", "раздел", "правило", "правила", "ルール", "規則",
];

/// What counts articles and their parts in Japanese: kanji digits beside it are a number.
const COUNTERS: &str = "第章節条項号款の之";

/// What parts components, and makes a number of what may otherwise be a quantity.
const PARTING: &str = ".()[]";

/// A rule number: groups of digits and letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleNumber {
    /// In lower case, kanji digits as Arabic ones.
    components: Vec<String>,
    is_dotted: bool,
}

impl RuleNumber {
    /// Reads `text` as a rule number; `None` if it is anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let folded: String = text.nfkc().flat_map(char::to_lowercase).collect();
        let bare = BEFORE.iter().find_map(|before| folded.strip_prefix(before)).unwrap_or(&folded);
        let is_counted = folded.contains(|char| COUNTERS.contains(char));
        let chars: Vec<char> = bare.trim().chars().collect();
        let mut components: Vec<String> = Vec::new();
        let (mut parts, mut hyphens) = (0, 0);
        for run in chars.chunk_by(|left, right| Kind::of(*left, is_counted) == Kind::of(*right, is_counted)) {
            let text: String = run.iter().collect();
            match Kind::of(run[0], is_counted)? {
                Kind::Digits => components.push(text),
                Kind::Kanji => components.push(from_kanji(&text)?.to_string()),
                Kind::Letters if is_component(&text, components.is_empty()) => components.push(text),
                Kind::Letters => return None,
                Kind::Hyphen => hyphens += 1,
                Kind::Parting => parts += usize::from(!components.is_empty()),
            }
        }
        let has_digits = components.iter().any(|one| is_digits(one));
        // A letter between digits that nothing parts from them is no component: 2d6.
        let is_roll = parts + hyphens == 0 && !is_counted && components.len() > 2;
        if !(has_digits || components.len() == 1 && is_roman(&components[0])) || is_roll {
            return None;
        }
        let is_parted = components.len() > 1 && (parts > 0 || hyphens > 1);
        Some(Self { is_dotted: has_digits && (is_parted || is_counted || bare.len() < folded.len()), components })
    }

    /// The number and everything that it lies under, longest first: 12.5.2 gives 12.5.2, 12.5, 12.
    pub fn prefixes(&self) -> impl Iterator<Item = String> + '_ {
        (1..=self.components.len()).rev().map(|length| self.components[..length].join("."))
    }

    /// Whether it is written so that it can hardly be an ordinary quantity: in several components, or counted as an article is.
    pub fn is_dotted(&self) -> bool {
        self.is_dotted
    }

    /// What it has more than `prefix`, if that is letters only: they may be of a statement.
    pub(crate) fn statement_of(&self, prefix: &str) -> Option<String> {
        let rest = self.components.get(prefix.split('.').count()..)?;
        (!rest.is_empty() && rest.iter().all(|one| !is_digits(one))).then(|| rest.join("."))
    }

    /// Whether `word` only says that a number follows.
    pub(crate) fn is_announced_by(word: &str) -> bool {
        let folded: String = word.nfkc().flat_map(char::to_lowercase).collect();
        BEFORE.iter().any(|before| *before == folded || before.strip_suffix('.') == Some(&folded))
    }
}

/// Its components, whatever stood between them.
impl std::fmt::Display for RuleNumber {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.components.join("."))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Digits,
    Kanji,
    Letters,
    Hyphen,
    Parting,
}

impl Kind {
    fn of(char: char, is_counted: bool) -> Option<Self> {
        match char {
            '0'..='9' => Some(Self::Digits),
            '-' | '‐' | '‑' | '–' => Some(Self::Hyphen),
            _ if PARTING.contains(char) || COUNTERS.contains(char) => Some(Self::Parting),
            _ if is_counted && kanji_value(char).is_some() => Some(Self::Kanji),
            'a'..='z' | 'а'..='я' | 'ё' => Some(Self::Letters),
            _ => None,
        }
    }
}

/// One letter, or one twice (after z comes aa), or a Roman numeral; the first of a number is one of these too: A.1, IV.2.
fn is_component(letters: &str, is_first: bool) -> bool {
    let mut chars = letters.chars();
    let (first, second) = (chars.next(), chars.next());
    let few = second.is_none() || second == first && chars.next().is_none() && !is_first;
    few || is_roman(letters)
}

fn is_digits(component: &str) -> bool {
    component.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether letters are a Roman numeral below 90; larger ones are as good as words.
fn is_roman(letters: &str) -> bool {
    let ones = letters.trim_start_matches('l');
    let tens = ones.trim_start_matches('x');
    let (fifties, tens_before) = (letters.len() - ones.len(), ones.len() - tens.len());
    let is_tens = match letters.strip_prefix("xl") {
        Some(rest) => return is_ones(rest),
        None => fifties < 2 && tens_before < 4,
    };
    !letters.is_empty() && is_tens && is_ones(tens)
}

fn is_ones(letters: &str) -> bool {
    matches!(letters, "" | "i" | "ii" | "iii" | "iv" | "v" | "vi" | "vii" | "viii" | "ix")
}

fn kanji_value(char: char) -> Option<u32> {
    let digits = "〇一二三四五六七八九";
    let digit = || digits.chars().zip(0..).find(|(digit, _)| *digit == char).map(|(_, value)| value);
    match char {
        '十' => Some(10),
        '百' => Some(100),
        '千' => Some(1000),
        _ => digit(),
    }
}

/// 十五 is 15, 三百二 is 302, 一〇 is 10.
fn from_kanji(text: &str) -> Option<u64> {
    let (mut sum, mut digits) = (0_u64, None);
    for value in text.chars().filter_map(kanji_value).map(u64::from) {
        if value < 10 {
            digits = Some(digits.unwrap_or(0_u64).checked_mul(10)?.checked_add(value)?);
        } else {
            sum = sum.checked_add(digits.take().unwrap_or(1).checked_mul(value)?)?;
        }
    }
    sum.checked_add(digits.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        RuleNumber::parse(text).map_or_else(String::new, |number| number.to_string())
    }

    #[test]
    fn prefixes_end_at_components() {
        let prefixes: Vec<_> = RuleNumber::parse("5.10.1a").unwrap().prefixes().collect();
        assert_eq!(prefixes, ["5.10.1.a", "5.10.1", "5.10", "5"]);
    }

    #[test]
    fn a_statement_is_more_than_its_section_by_letters() {
        let number = RuleNumber::parse("9.6.4.a").unwrap();
        assert_eq!((number.statement_of("9.6.4"), number.statement_of("9.6")), (Some("a".into()), None));
        assert_eq!(number.statement_of("9.6.4.a"), None);
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in ["", "2d6", "1st", "9cv", "2:1", "1/2", "word", "civil", "十五", "カマリナ", "--", "a"] {
            assert_eq!(read(text), "", "{text}");
        }
    }

    #[test]
    fn only_some_are_addresses() {
        let is_dotted = |text: &str| RuleNumber::parse(text).is_some_and(|number| number.is_dotted());
        for text in ["5.2", "§5", "第15条", "1(a)", "IV.2", "2-4-1", "п.5", "ルール5.5"] {
            assert!(is_dotted(text), "{text}");
        }
        for text in ["5", "1-2", "36a", "iv"] {
            assert!(!is_dotted(text), "{text}");
        }
    }

    #[test]
    fn no_number_is_too_long() {
        assert_eq!(read(&format!("{}.1", "9".repeat(400))), format!("{}.1", "9".repeat(400)));
        assert_eq!(read(&format!("第{}条", "九".repeat(400))), "");
    }
}
