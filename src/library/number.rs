//! Rule numbers such as 9.6.4, 702.9c, 1.2(a)(i), IV.2, 36の2 and 第十五条, read by their components: 5.1 is no prefix of 5.10.
//! However a number is printed or typed, the same components are the same number: what it lies under and where it stands come
//! from them.

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

/// Longest rule number, in characters: what lies above one is looked up part by part.
pub const MAX_NUMBER: usize = 40;

/// A rule number: groups of digits and letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleNumber {
    /// In lower case, kanji digits as Arabic ones.
    components: Vec<String>,
    is_dotted: bool,
}

impl RuleNumber {
    /// Reads `text`, as a player types it, as a rule number; `None` if it may as well be anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let read = Read::of(text, false)?;
        let few = |(at, letters): (usize, &String)| is_digits(letters) || is_component(letters, at == 0);
        if !read.components.iter().enumerate().all(few) {
            return None;
        }
        // A letter between digits that nothing parts from them is no component: 2d6.
        let is_roll = read.parts + read.hyphens == 0 && !read.is_counted && read.components.len() > 2;
        if !(read.has_digits() || read.components.len() == 1 && is_roman(&read.components[0])) || is_roll {
            return None;
        }
        Some(read.number())
    }

    /// Reads `text` as what a document prints before a rule: also A, Appendix B, 12bis and R12-b. What players type is less sure
    /// to be one.
    ///
    /// # Errors
    /// A sentence of what is wrong.
    pub fn printed(text: &str) -> Result<Self, String> {
        let wrong = || {
            let shown = super::names::repeated(text);
            let help = "write it as printed, such as \"9.6.4\", \"702.9c\", \"1.2(a)\" or \"第15条\"";
            format!("`{shown}` is no rule number: {help}, at most {MAX_NUMBER} characters")
        };
        if text.chars().nth(MAX_NUMBER).is_some() {
            return Err(wrong());
        }
        let read = Read::of(text, true).ok_or_else(wrong)?;
        let counts = |component: &String| is_digits(component) || component.chars().count() == 1 || is_roman(component);
        let is_full_width = !read.is_counted && text.chars().any(|char| matches!(char, '０'..='９' | '．'));
        let ends = text.ends_with(|char: char| char.is_alphanumeric() || ")]）".contains(char));
        let is_doubled = |pair: &[char]| pair[0] == pair[1] && ".-".contains(pair[0]);
        let chars: Vec<char> = text.chars().collect();
        let is_odd = is_full_width || !ends || text.starts_with(['.', '-', ' ']) || chars.windows(2).any(is_doubled);
        if is_odd || !read.components.iter().any(counts) || read.components.iter().any(|one| one.chars().count() > 20) {
            return Err(wrong());
        }
        Ok(read.number())
    }

    /// Reads what a player types as something that a document may print: to be asked for where [`Self::parse`] reads nothing.
    pub fn guess(text: &str) -> Option<Self> {
        Some(Read::of(text, true)?.number()).filter(|number| !number.components.is_empty())
    }

    /// Of these components: what a pattern has found.
    pub(super) fn of(components: Vec<String>) -> Self {
        Self { is_dotted: components.len() > 1, components }
    }

    /// Reads the label of a statement: a, (2), イ, 一, 2.a. Kanji digits are digits here, for no word is looked at.
    pub(super) fn label(text: &str) -> Option<Self> {
        Some(Read::counted(&folded(text), true, true)?.number()).filter(|number| !number.components.is_empty())
    }

    /// Its groups of digits and letters.
    pub fn components(&self) -> &[String] {
        &self.components
    }

    /// The number and everything that it lies under, longest first: 12.5.2 gives 12.5.2, 12.5, 12.
    pub fn prefixes(&self) -> impl Iterator<Item = String> + '_ {
        (1..=self.components.len()).rev().map(|length| self.components[..length].join("."))
    }

    /// Whether it is written so that it can hardly be an ordinary quantity: in several components, or counted as an article is.
    pub fn is_dotted(&self) -> bool {
        self.is_dotted
    }

    /// What it has more than `prefix`: it may be of a statement.
    pub(crate) fn behind(&self, prefix: &str) -> Option<String> {
        let rest = self.components.get(prefix.split('.').count()..)?;
        (!rest.is_empty()).then(|| rest.join("."))
    }

    /// Whether `word` only says that a number follows.
    pub(crate) fn is_announced_by(word: &str) -> bool {
        let folded = folded(word);
        BEFORE.iter().any(|before| *before == folded || before.strip_suffix('.') == Some(&folded))
    }
}

/// Its components, whatever stood between them.
impl std::fmt::Display for RuleNumber {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.components.join("."))
    }
}

/// A key and those of everything that it lies under, the longest first: 12.5.2 gives 12.5.2, 12.5, 12.
pub(crate) fn prefixes(key: &str) -> impl Iterator<Item = &str> {
    std::iter::once(key.len()).chain(key.rmatch_indices('.').map(|(at, _)| at)).map(|end| &key[..end])
}

/// Full-width, composed and capital letters as plain ones.
fn folded(text: &str) -> String {
    text.nfkc().flat_map(char::to_lowercase).collect()
}

/// A text cut into components.
struct Read {
    components: Vec<String>,
    /// How often a point or a bracket, and a hyphen, stands behind a component.
    parts: usize,
    hyphens: usize,
    /// Whether something in it counts articles: then kanji may be digits.
    is_counted: bool,
    /// Whether something announces it.
    is_announced: bool,
}

impl Read {
    /// `freely`: letters of any script are components, and blanks part them.
    fn of(text: &str, freely: bool) -> Option<Self> {
        let folded = folded(text);
        let bare = BEFORE.iter().find_map(|before| folded.strip_prefix(before)).unwrap_or(&folded);
        let is_counted = folded.contains(|char| COUNTERS.contains(char));
        let read = Self::counted(bare.trim(), is_counted, freely)?;
        Some(Self { is_announced: bare.len() < folded.len(), ..read })
    }

    fn counted(text: &str, is_counted: bool, freely: bool) -> Option<Self> {
        let chars: Vec<char> = text.chars().collect();
        let kind = |char: char| {
            CharacterKind::of(char, is_counted).or_else(|| if freely { CharacterKind::of_any(char) } else { None })
        };
        let mut read = Self { components: Vec::new(), parts: 0, hyphens: 0, is_counted, is_announced: false };
        for run in chars.chunk_by(|left, right| kind(*left) == kind(*right)) {
            let text: String = run.iter().collect();
            match kind(run[0])? {
                CharacterKind::Digits | CharacterKind::Letters => read.components.push(text),
                CharacterKind::Kanji => read.components.push(from_kanji(&text)?.to_string()),
                CharacterKind::Hyphen => read.hyphens += 1,
                CharacterKind::Parting => read.parts += usize::from(!read.components.is_empty()),
            }
        }
        Some(read)
    }

    fn has_digits(&self) -> bool {
        self.components.iter().any(|one| is_digits(one))
    }

    fn number(self) -> RuleNumber {
        let is_parted = self.components.len() > 1 && (self.parts > 0 || self.hyphens > 1);
        let is_dotted = self.has_digits() && (is_parted || self.is_counted || self.is_announced);
        RuleNumber { is_dotted, components: self.components }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CharacterKind {
    Digits,
    Kanji,
    Letters,
    Hyphen,
    Parting,
}

impl CharacterKind {
    /// What else a document may print in a number.
    fn of_any(char: char) -> Option<Self> {
        match char {
            ' ' | '/' | ':' => Some(Self::Parting),
            _ => char.is_alphabetic().then_some(Self::Letters),
        }
    }

    fn of(char: char, is_counted: bool) -> Option<Self> {
        match char {
            '0'..='9' => Some(Self::Digits),
            '-' | '‐' | '‑' | '–' => Some(Self::Hyphen),
            _ if PARTING.contains(char) || COUNTERS.contains(char) => Some(Self::Parting),
            _ if is_counted && kanji_value(char).is_some() => Some(Self::Kanji),
            'a'..='z' | 'а'..='я' | 'ё' | 'ァ'..='ヺ' => Some(Self::Letters),
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
pub(super) fn is_roman(letters: &str) -> bool {
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
    fn a_statement_is_more_than_its_section() {
        let number = RuleNumber::parse("9.6.4.a").unwrap();
        assert_eq!((number.behind("9.6.4"), number.behind("9.6.4.a")), (Some("a".into()), None));
        assert_eq!(RuleNumber::parse("15条2項1号イ").unwrap().behind("15"), Some("2.1.イ".into()));
    }

    #[test]
    fn what_is_printed_is_read_more_freely() {
        let read = |text: &str| RuleNumber::printed(text).map(|number| number.to_string());
        for (text, parts) in [
            ("A", "a"),
            ("Appendix B", "appendix.b"),
            ("12bis", "12.bis"),
            ("R12-b", "r.12.b"),
            ("附則第3条", "附則.3"),
            ("第３条", "3"),
            ("IV", "iv"),
            ("1.2(a)(i)", "1.2.a.i"),
            ("5 1/2", "5.1.2"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(parts), "{text}");
        }
        for text in ["", "nine", "9..6", "9.6.", "9,1", "９.２", "-1", " 1", "9 ", "<b>1", "1\n2", "a|1"] {
            let told = read(text).expect_err(text);
            assert!(told.contains("is no rule number: write it as printed"), "{told}");
        }
        let long = read(&vec!["1"; 50_000].join(".")).expect_err("too long");
        assert!(long.len() < 300 && long.contains("at most 40 characters"), "{long}");
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
