//! Numbers in texts that lead to a section of the book become references; all others stay words.

use std::collections::HashMap;
use std::ops::Range;

use super::book::{Book, Part, SUPPLEMENT};
use super::document::{Run, Words};
use super::numbering::{is_cjk, key};
use super::report::{Report, quoted};
use super::source::Source;

/// Words after which a number is that of a rule.
#[rustfmt::skip]
const OF_RULES: [&str; 42] = [
    "chapter", "chapters", "rule", "rules", "section", "sections", "article", "articles", "art.", "paragraph", "paragraphs", "sec.", "subsection", "clause", "regulation", "regulations", "guideline", "guidelines",
    "§", "§§", "п.", "пп.", "пункт", "пункта", "пункте", "пункту", "пунктом", "пунктов", "пунктах", "пункты", "ст.", "статья", "статьи", "статье",
    "статьёй", "раздел", "раздела", "разделе", "правило", "правила", "ルール", "規則",
];

/// Words after which it may be one.
const BEFORE_RULES: [&str; 5] = ["see", "см.", "глава", "главы", "главе"];

/// What joins numbers that one word announces: `rules 5.1, 5.2 and 5.4–5.6`.
const JOINING: [&str; 15] =
    [",", "–", "-", "—", "and", "or", "to", "through", "и", "или", "до", "、", "〜", "～", "及び"];

/// Where a number leads.
struct Target {
    /// The number as a reference writes it.
    number: String,
    /// The id of what has it.
    id: String,
}

/// Writes references into all texts of `book`.
pub(super) fn link(book: &mut Book, source: &Source, report: &mut Report) {
    let index = index(book, source);
    let of_anchors: HashMap<String, String> = std::mem::take(&mut book.anchors)
        .into_iter()
        .filter_map(|(anchor, (chapter, section))| {
            let chapter = book.chapters.get(chapter)?;
            let id = match section {
                Some(section) => &chapter.sections.get(section)?.id,
                None => &chapter.file,
            };
            Some((anchor, id.clone()))
        })
        .collect();
    let of_anchor = |anchor: &str| of_anchors.get(anchor).map(String::as_str);
    for section in book.chapters.iter_mut().flat_map(|chapter| &mut chapter.sections) {
        let mut linking = Linking {
            text: source.text(),
            index: &index,
            own: &section.id,
            report: &mut *report,
            announced_until: None,
        };
        for part in &mut section.parts {
            let (Part::Text(words) | Part::Statement { words, .. } | Part::Example { words, .. }) = part;
            *words = linking.words(std::mem::take(words), &of_anchor);
        }
    }
}

/// All numbers of the book in one form, and where they lead.
fn index(book: &Book, source: &Source) -> HashMap<String, Target> {
    let mut index: HashMap<String, Target> = HashMap::new();
    let sections = || book.chapters.iter().flat_map(|chapter| &chapter.sections);
    let number = |words: &Words| words.text(source.text()).trim().to_owned();
    for section in sections() {
        let Some(number) = section.heading.number.as_ref().map(number) else { continue };
        let Some(key) = key(&number) else { continue };
        index.entry(key).or_insert(Target { number, id: section.id.clone() });
    }
    for section in sections() {
        let Some(number) = section.heading.number.as_ref().map(number).filter(|number| number.is_ascii()) else {
            continue;
        };
        for part in &section.parts {
            let Part::Statement { label, address, .. } = part else { continue };
            let printed = if label.starts_with('(') { format!("{number}{label}") } else { format!("{number}.{label}") };
            if let Some(key) = key(&number) {
                let target = Target { number: printed, id: format!("{}.{address}", section.id) };
                index.entry(format!("{key}.{address}")).or_insert(target);
            }
        }
    }
    for chapter in &book.chapters {
        let Some(number) = chapter.heading.number.as_ref().map(number) else { continue };
        if let Some(key) = key(&number) {
            index.entry(key).or_insert(Target { number, id: chapter.file.clone() });
        }
    }
    index
}

struct Linking<'a> {
    text: &'a str,
    index: &'a HashMap<String, Target>,
    own: &'a str,
    report: &'a mut Report,
    /// Where the last number ends that a word has announced.
    announced_until: Option<usize>,
}

impl Linking<'_> {
    fn words<'i>(&mut self, words: Words, of_anchor: &impl Fn(&str) -> Option<&'i str>) -> Words {
        let mut linked = Words::default();
        for run in words.into_runs() {
            match run {
                Run::Kept(range) => self.run(range, &mut linked),
                Run::Verbatim(range) => linked.keep_verbatim(range),
                Run::Ours(text) => linked.add(&text),
                Run::Link { anchor, words } => match of_anchor(&anchor) {
                    Some(id) => {
                        self.report.counts.references += 1;
                        linked.add(&format!("[[{id}|"));
                        linked.keep_verbatim(words);
                        linked.add("]]");
                    }
                    None if self.numbered(&anchor, words.clone(), &mut linked) => {}
                    None => {
                        self.report.counts.unresolved += 1;
                        let what = format!("a link to {}", quoted(&anchor));
                        self.report.note(words.start, what, "its words are kept; no section has that address");
                        linked.keep_verbatim(words);
                    }
                },
            }
        }
        linked
    }

    /// A link whose address ends with the number of a section; false if none has it.
    fn numbered(&mut self, anchor: &str, words: Range<usize>, linked: &mut Words) -> bool {
        let number = anchor.rsplit([':', '#', '/']).next().unwrap_or_default();
        let Some(target) = key(number).and_then(|key| self.index.get(&key)) else { return false };
        if target.id == self.own {
            linked.keep_verbatim(words);
            return true;
        }
        self.report.counts.references += 1;
        let text = &self.text[words.clone()];
        match text
            .strip_suffix(number)
            .filter(|before| target.number == number && !before.ends_with(char::is_alphanumeric))
        {
            // The word before the number stays beside it, as where no link is.
            Some(before) => {
                let at = words.start + before.len();
                linked.keep_verbatim(words.start..at);
                linked.add("[[");
                linked.keep_verbatim(at..words.end);
            }
            None => {
                linked.add(&format!("[[{number}|"));
                linked.keep_verbatim(words);
            }
        }
        linked.add("]]");
        true
    }

    /// The length of a number of digits and letters in turn, which is that of a section: `A2`, `5b5c`.
    fn compact(&self, text: &str) -> Option<usize> {
        let length = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
        let printed = &text[..length];
        let is_mixed = printed.contains(|c: char| c.is_ascii_digit()) && printed.contains(|c: char| c.is_alphabetic());
        let behind = text[length..].chars().next();
        let ends = behind.is_none_or(|c| !c.is_alphanumeric() || is_cjk(c));
        let is_known =
            || key(printed).and_then(|key| self.index.get(&key)).is_some_and(|target| target.number == printed);
        (is_mixed && ends && length <= 12 && is_known()).then_some(length)
    }

    fn run(&mut self, range: Range<usize>, linked: &mut Words) {
        let mut done = range.start;
        let mut at = range.start;
        let mut last: Option<char> = self.text[..range.start].chars().next_back();
        while at < range.end {
            let rest = &self.text[at..range.end];
            let Some(c) = rest.chars().next() else { break };
            // 1,000 and 3/4 and $5 are no numbers of rules, nor is what goes on behind a stop.
            let glued = last.is_some_and(|last| last.is_alphanumeric() && !is_cjk(last) || "/$€£+".contains(last))
                || last == Some('.') && self.text[..at - 1].ends_with(|c: char| c.is_ascii_digit());
            let token = if glued { None } else { token(rest).or_else(|| self.compact(rest)) };
            let Some(length) = token else {
                last = Some(c);
                at += c.len_utf8();
                continue;
            };
            let number = at..at + length;
            if let Some(reference) = self.reference(number.clone(), range.end) {
                linked.keep(done..number.start);
                linked.add("[[");
                if let Address::Other(address) = reference {
                    linked.add(&format!("{address}|"));
                }
                linked.keep_verbatim(number.clone());
                linked.add("]]");
                done = number.end;
            }
            last = self.text[number.clone()].chars().next_back();
            at = number.end;
        }
        linked.keep(done..range.end);
    }

    /// What the number leads to, if it is a reference.
    fn reference(&mut self, number: Range<usize>, end: usize) -> Option<Address> {
        let printed = &self.text[number.clone()];
        let before = self.text[..number.start].trim_end();
        let after = &self.text[number.end..end];
        let mut announced = Announced::of(before);
        if announced == Announced::No && self.is_joined(before) {
            announced = Announced::OfRule;
        }
        let is_counted = printed.starts_with('第');
        let is_supplement = is_counted && before.ends_with(SUPPLEMENT);
        if is_counted && is_of_other_text(before) {
            return None;
        }
        let parts = printed.split(|c: char| !c.is_alphanumeric()).count()
            + usize::from(ends_in_letter(printed) || counts_in_turn(printed));
        let in_brackets = before.ends_with(['(', '（', '[', '［'])
            && after.trim_start().starts_with([')', '）', ']', '］', ',', ';', '、']);
        let is_meant = match parts {
            _ if is_counted => true,
            1 => announced == Announced::OfRule,
            2 => announced != Announced::No || in_brackets || after.trim_start().starts_with(['参', '節', '項', 'を']),
            _ => true,
        };
        if announced == Announced::OfRule {
            self.announced_until = Some(number.end);
        }
        if !is_meant {
            return None;
        }
        let sought = if is_supplement { format!("{SUPPLEMENT}{printed}") } else { printed.to_owned() };
        let target = key(&sought).and_then(|key| self.index.get(&key));
        let Some(target) = target else {
            if announced == Announced::OfRule || is_counted {
                self.report.counts.unresolved += 1;
                let what = format!("a reference to {}, which the document does not have", quoted(printed));
                self.report.note(number.start, what, "kept as words");
            }
            return None;
        };
        if target.id == self.own {
            return None;
        }
        self.report.counts.references += 1;
        Some(if target.number == printed { Address::AsPrinted } else { Address::Other(target.number.clone()) })
    }

    /// Whether what stands before a number joins it to one that a word has announced.
    fn is_joined(&self, before: &str) -> bool {
        let Some(until) = self.announced_until.filter(|until| *until <= before.len() && before.len() - until < 24)
        else {
            return false;
        };
        let between = before[until..].trim();
        between.split_whitespace().all(|word| JOINING.contains(&word.trim_matches(',')) || word == ",")
            && !between.is_empty()
    }
}

/// How a reference says where it leads.
enum Address {
    /// By the number that is printed there.
    AsPrinted,
    /// By this one.
    Other(String),
}

/// What the words before a number say of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Announced {
    OfRule,
    Maybe,
    No,
}

impl Announced {
    fn of(before: &str) -> Self {
        let from = before.char_indices().rev().nth(14).map_or(0, |(at, _)| at);
        let near = before[from..].to_lowercase();
        let word =
            near.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '（' | '«' | '“' | '"' | '*' | '_')).next();
        let word = word.unwrap_or_default();
        let ends =
            |known: &[&str]| known.iter().any(|one| *one == word || one.starts_with(is_cjk) && near.ends_with(one));
        if ends(&OF_RULES) || near.ends_with('§') {
            Self::OfRule
        } else if ends(&BEFORE_RULES) {
            Self::Maybe
        } else {
            Self::No
        }
    }
}

/// Whether an article is one of another statute: 民法第九十条, but この法律第五条.
fn is_of_other_text(before: &str) -> bool {
    let from = before.char_indices().rev().nth(7).map_or(0, |(at, _)| at);
    let near = &before[from..];
    let is_named = near.ends_with(['法', '令', '則', '例', '約', '款', '程']);
    let own = ["この", "本"].iter().any(|own| near.contains(own));
    is_named && !own && !near.ends_with(SUPPLEMENT)
}

/// Whether digits stand behind letters behind digits: 4b2, but not A2.
fn counts_in_turn(printed: &str) -> bool {
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let behind = &printed[digits(printed)..];
    let letters = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
    digits(printed) > 0 && letters > 0 && digits(&behind[letters..]) > 0
}

fn ends_in_letter(printed: &str) -> bool {
    printed.ends_with(char::is_alphabetic) && printed.starts_with(|c: char| c.is_ascii_digit())
}

/// The length of the number that begins here: `702.9c`, `2.1.1(1)`, `5`, `第十五条の二`.
fn token(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    if first == '第' {
        return counted(text);
    }
    let is_roman = |c: &char| matches!(c, 'I' | 'V' | 'X');
    let lead = text.chars().take_while(char::is_ascii_digit).count();
    let lead = if lead > 0 { lead } else { text.chars().take_while(is_roman).count() };
    if lead == 0 || lead > 6 {
        return None;
    }
    let mut at = lead;
    loop {
        let rest = &text[at..];
        let run = |from: usize, of: fn(char) -> bool| -> usize {
            rest[from..].chars().take_while(|c| of(*c)).map(char::len_utf8).sum()
        };
        let step = match rest.chars().next() {
            Some('.') => {
                let digits = run(1, |c| c.is_ascii_digit());
                if digits > 0 { 1 + digits } else { 0 }
            }
            Some('(') => {
                let inner = run(1, char::is_alphanumeric);
                if (1..=4).contains(&inner) && rest[1 + inner..].starts_with(')') && at > lead { inner + 2 } else { 0 }
            }
            Some('の') => {
                let digits = run('の'.len_utf8(), |c| c.is_ascii_digit());
                if digits > 0 { 'の'.len_utf8() + digits } else { 0 }
            }
            Some(c) if c.is_ascii_lowercase() && at > lead => {
                let letters = run(0, |c| c.is_ascii_lowercase());
                let ends = !rest[letters..].starts_with(char::is_alphanumeric);
                if letters <= 2 && ends && text[..at].ends_with(|c: char| c.is_ascii_digit()) { letters } else { 0 }
            }
            _ => 0,
        };
        if step == 0 {
            break;
        }
        at += step;
    }
    let is_bare_roman = at == lead && !first.is_ascii_digit();
    let ends = !text[at..].starts_with(|c: char| c.is_alphanumeric() && !is_cjk(c) || c == '%' || c == '°');
    (ends && !is_bare_roman).then_some(at)
}

fn counted(text: &str) -> Option<usize> {
    let is_digit = |c: char| c.is_ascii_digit() || "０１２３４５６７８９〇一二三四五六七八九十百千".contains(c);
    let run = |from: usize| text[from..].chars().take_while(|c| is_digit(*c)).map(char::len_utf8).sum::<usize>();
    let mut at = '第'.len_utf8();
    let digits = run(at);
    at += digits;
    if digits == 0 || !text[at..].starts_with('条') {
        return None;
    }
    at += '条'.len_utf8();
    while text[at..].starts_with('の') {
        let more = run(at + 'の'.len_utf8());
        if more == 0 {
            break;
        }
        at += 'の'.len_utf8() + more;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_end_where_numbers_do() {
        let read = |text| token(text).map(|length| &text[..length]);
        for (text, wanted) in [
            ("702.9c. Then", "702.9c"),
            ("5.1–5.4", "5.1"),
            ("2.1.1(1), 3", "2.1.1(1)"),
            ("36の2を", "36の2"),
            ("第十五条第二項", "第十五条"),
            ("704.", "704"),
            ("IV.2 says", "IV.2"),
        ] {
            assert_eq!(read(text), Some(wanted), "{text}");
        }
        for text in ["5th", "I think", "5%", "第二項", "2d6"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
