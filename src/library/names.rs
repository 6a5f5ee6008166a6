//! The spelling of ids, rule numbers and languages, and "did you mean".

use std::borrow::Cow;
use std::path::Path;

use super::markup::StatementLabel;
use super::number::RuleNumber;
use crate::characters::on_one_line;

/// Names that are compared with one that is not known, place by place: those that have the likest letters.
const MOST_COMPARED: usize = 32;

/// Longest id, in characters: it becomes part of addresses and file names.
pub const MAX_ID: usize = 80;

/// Findings after which nobody is asked what was meant: so many have one cause, and to look through all names for each of
/// them takes long.
pub const MOST_SUGGESTED: usize = 200;

/// How many names a message lists.
const MOST_LISTED: usize = 50;

/// How many characters of what somebody wrote are repeated to him.
const MOST_REPEATED: usize = 100;

/// Longest name, other form and forbidden variant of a glossary, in characters: from each place of a text so far is read.
pub const MAX_NAME: usize = 100;

/// Whether `name` is short enough for a name that texts are searched for.
pub fn check_name(name: &str) -> Result<(), String> {
    if name.chars().nth(MAX_NAME).is_none() {
        return Ok(());
    }
    let (begin, length) = (repeated(name), name.chars().count());
    Err(format!("`{begin}` has {length} characters: a name in a glossary has at most {MAX_NAME}"))
}

/// Whether `id` is kebab-case: lower-case letters a–z, digits and single hyphens, beginning with a letter or digit.
///
/// That also keeps it inside the output folder: no `/`, no `..`, no device name with a dot.
pub fn check_id(id: &str) -> Result<(), String> {
    let fine = !id.is_empty()
        && id.len() <= MAX_ID
        && id
            .split('-')
            .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()));
    // Windows keeps these names for devices, whatever their ending.
    let device = matches!(id, "con" | "prn" | "aux" | "nul")
        || (id.len() == 4
            && (id.starts_with("com") || id.starts_with("lpt"))
            && id.ends_with(|c: char| c.is_ascii_digit()));
    if fine && !device {
        return Ok(());
    }
    let id = repeated(id);
    Err(format!("`{id}` is no id: use lower-case letters a-z, digits and single hyphens, at most {MAX_ID} characters"))
}

/// The id that `text` is nearest to; none if it has no Latin letters to make one of.
pub fn to_id(text: &str) -> Option<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    (text.is_ascii() && check_id(&id).is_ok()).then_some(id)
}

/// A title for what has only an id: `naval-combat` → `Naval combat`.
pub fn to_title(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// How many former addresses a section, and how many former names a chapter may have: for each a site makes a page.
pub const MOST_FORMER: usize = 50;

/// The chapter and the section of a former address such as `04-battle#retreat`.
pub fn former_address(address: &str) -> Option<FormerAddress<'_>> {
    let (chapter, anchor) = address.split_once('#')?;
    let (section, label) = anchor.split_once('.').map_or((anchor, None), |(section, label)| (section, Some(label)));
    let statement = label.map(StatementLabel::parse);
    let is_one = check_id(chapter).is_ok() && check_id(section).is_ok() && statement != Some(None);
    is_one.then(|| FormerAddress { chapter, section, statement: statement.flatten() })
}

/// The parts of such an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormerAddress<'a> {
    /// The name of the chapter's file, without `.yaml`.
    pub chapter: &'a str,
    /// The id of the section.
    pub section: &'a str,
    /// A statement of it.
    pub statement: Option<StatementLabel>,
}

/// Whether `address` is one that a section may have had.
pub fn check_former_address(address: &str) -> Result<(), String> {
    let wrong = || format!("`{}` is no address of a section", repeated(address));
    former_address(address).map(|_| ()).ok_or_else(wrong)
}

/// A full-width digit or Latin letter as the plain one; every other character as it is.
pub fn half_width(c: char) -> char {
    match c {
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

/// The rule number that `text` is nearest to: commas and full-width digits are slips of the keyboard.
pub fn to_number(text: &str) -> Option<String> {
    let half = |c: char| match c {
        ',' | '，' | '．' | '。' | '、' | '-' | ' ' => '.',
        _ => half_width(c),
    };
    let number: String = text.trim().chars().map(half).collect();
    let number = number.trim_matches('.').to_owned();
    RuleNumber::printed(&number).is_ok().then_some(number)
}

/// Whether `language` is a language code such as `en`, `ja` or `pt-BR`.
pub fn check_language(language: &str) -> Result<(), String> {
    let mut parts = language.split('-');
    let primary = parts.next().unwrap_or_default();
    let fine = (2..=3).contains(&primary.len())
        && primary.bytes().all(|b| b.is_ascii_lowercase())
        && parts.all(|part| (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric()));
    if fine { Ok(()) } else { Err(format!("`{}` is no language code", repeated(language))) }
}

/// The edition of the rule language that this program knows.
pub const EDITION: &str = "2";

/// Whether `text` is the edition of the rule language that this program knows.
pub fn check_edition(text: &str) -> Result<(), String> {
    if text == EDITION {
        Ok(())
    } else {
        Err(format!("this Rulestone knows edition {EDITION} of the rule language, not `{}`", repeated(text)))
    }
}

/// Whether `text` is a day of the calendar: `2026-03-01`.
pub fn check_date(text: &str) -> Result<(), String> {
    if is_date(text) { Ok(()) } else { Err(format!("`{}` is no date", repeated(text))) }
}

/// Year, month and day of the calendar.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let number = |text: &str, digits: usize| {
        (text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| text.parse::<u32>().ok())
            .flatten()
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// What somebody wrote, as a message repeats it: its beginning is enough to know it again.
pub fn repeated(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MOST_REPEATED) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A path as it is shown: with `/` between its parts on every system, on one line, with nothing in it that a terminal or
/// another format could take for an order.
pub fn shown_path(path: &Path) -> String {
    let shown = path.to_string_lossy();
    let shown = if cfg!(windows) { shown.replace('\\', "/").into() } else { shown };
    on_one_line(&shown).into_owned()
}

/// "Did you mean …?" with the candidate nearest to `word`, if one is near enough to be a slip.
pub fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, candidates).map(did_you_mean)
}

/// As [`suggestion`] gives, unless so much was found before that nobody is asked what was meant.
pub fn suggestion_after<'a>(found: usize, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest_after(found, word, candidates).map(did_you_mean)
}

/// As [`nearest`] gives, unless so much was found before.
pub fn nearest_after<'a>(found: usize, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if found < MOST_SUGGESTED { nearest(word, candidates) } else { None }
}

fn did_you_mean(candidate: &str) -> String {
    format!("did you mean `{candidate}`?")
}

/// Names as a message lists them: the first of them, where there are many.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names = names.into_iter();
    let mut listed: Vec<&str> = names.by_ref().take(MOST_LISTED).collect();
    listed.extend(names.next().map(|_| "…"));
    listed.join(", ")
}

/// The candidate nearest to `word`, if at most a third of its letters differ.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Names of unlike length are never near, and comparing long ones takes much memory.
    let length = word.chars().count();
    if length > MAX_ID {
        return None;
    }
    let letters = Letters::of(word);
    let far = |candidate: &'a str| {
        let other = candidate.chars().count();
        let most = other.max(3) / 3;
        let near = other <= MAX_ID && length.abs_diff(other) <= most;
        let least = letters.least_distance(&Letters::of(near.then_some(candidate)?));
        (least <= most).then_some((least, candidate))
    };
    let mut near: Vec<(usize, &str)> = candidates.into_iter().filter_map(far).collect();
    if near.len() > MOST_COMPARED {
        near.select_nth_unstable(MOST_COMPARED);
        near.truncate(MOST_COMPARED);
    }
    let found = near.into_iter().map(|(_, candidate)| (strsim::damerau_levenshtein(word, candidate), candidate));
    found
        .filter(|(distance, candidate)| *distance * 3 <= candidate.chars().count().max(3))
        .min()
        .map(|(_, found)| found)
}

/// How many of its letters a name has of each kind, kinds being few: enough to see that two names are far apart, which
/// most are, without comparing them place by place.
struct Letters([u8; 32]);

impl Letters {
    fn of(name: &str) -> Self {
        let mut counts = [0; 32];
        for byte in name.bytes().filter(|byte| byte & 0xC0 != 0x80) {
            counts[usize::from(byte % 32)] += 1;
        }
        Self(counts)
    }

    /// Changes that it takes at least: each puts at most one letter in and takes one out.
    fn least_distance(&self, other: &Self) -> usize {
        let (mut more, mut less) = (0, 0);
        for (one, other) in self.0.iter().zip(&other.0) {
            more += usize::from(one.saturating_sub(*other));
            less += usize::from(other.saturating_sub(*one));
        }
        more.max(less)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_could_leave_the_output_folder_are_refused() {
        for id in ["", "..", "a/b", "../a", "A", "a b", "a--b", "-a", "a-", "con", "com1", "日本", "a.b", "a\\b"] {
            assert!(check_id(id).is_err(), "{id:?} must be refused");
        }
        for id in ["a", "9", "naval-combat", "setup-5p"] {
            assert!(check_id(id).is_ok(), "{id:?} must be accepted");
        }
    }

    #[test]
    fn nobody_is_asked_what_was_meant_where_much_is_wrong() {
        assert_eq!(nearest_after(0, "titel", ["title"]), Some("title"));
        assert_eq!(nearest_after(MOST_SUGGESTED, "titel", ["title"]), None);
        assert_eq!(listed(["a", "b"]), "a, b");
        assert!(listed(std::iter::repeat_n("a", 60)).ends_with("a, …"));
    }

    #[test]
    fn slips_are_mended() {
        assert_eq!(to_id("Naval_Movement").as_deref(), Some("naval-movement"));
        assert_eq!(to_id("海上移動"), None);
        assert_eq!(to_number("９．２").as_deref(), Some("9.2"));
        assert_eq!(to_number("9,1.").as_deref(), Some("9.1"));
        assert_eq!(to_number("nine"), None);
    }

    #[test]
    fn only_near_words_are_suggested() {
        assert_eq!(nearest("titel", ["title", "text"]), Some("title"));
        assert_eq!(nearest("kind", ["title", "text"]), None);
    }

    #[test]
    fn a_date_is_one_of_the_calendar() {
        for date in ["2026-03-01", "2024-02-29", "2000-02-29", "1999-12-31"] {
            assert!(is_date(date), "{date}");
        }
        for date in [
            "2026-3-1",
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "march",
            "2026-03-01-",
            "",
        ] {
            assert!(!is_date(date), "{date}");
        }
    }
}
