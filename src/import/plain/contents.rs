//! Tables of contents, and headings without a number that are known by their words or by the table of contents.

use std::collections::{HashMap, HashSet};

use super::lines::Lines;

/// What a heading without a number begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Contents,
    Glossary,
    /// The supplementary provisions of a statute, which count their articles anew.
    Supplement,
    Other,
}

const CONTENTS: [&str; 6] = ["contents", "table of contents", "目次", "もくじ", "содержание", "оглавление"];
const GLOSSARY: [&str; 8] =
    ["glossary", "glossary of terms", "用語集", "用語", "用語解説", "глоссарий", "словарь терминов", "термины"];
const OTHERS: [&str; 12] = [
    "introduction",
    "foreword",
    "preface",
    "credits",
    "index",
    "appendix",
    "前文",
    "序文",
    "введение",
    "предисловие",
    "приложение",
    "указатель",
];

/// What a line begins, if it is one of the headings that are known by their words.
fn known(text: &str) -> Option<Named> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if let Some(rest) = plain.strip_prefix("附則") {
        return (rest.is_empty() || rest.starts_with(['（', '(', '抄'])).then_some(Named::Supplement);
    }
    if text.chars().nth(40).is_some() {
        return None;
    }
    let lower = text.trim_end_matches([':', '：']).to_lowercase();
    let is = |words: &[&str]| words.contains(&lower.as_str());
    let other = is(&OTHERS).then_some(Named::Other);
    is(&CONTENTS).then_some(Named::Contents).or(is(&GLOSSARY).then_some(Named::Glossary)).or(other)
}

/// Longest line of a table of contents, in characters.
const MOST: usize = 120;

/// A line of a table of contents as the heading it lists: without leaders, the number of the page, and what it spans.
fn entry(text: &str) -> Option<String> {
    if text.is_empty() || text.chars().nth(MOST).is_some() {
        return None;
    }
    let mut text = text;
    if let Some(at) =
        text.find("..").or_else(|| text.find("…")).or_else(|| text.find("・・")).or_else(|| text.find('\t'))
    {
        let page = text[at..].trim_start_matches(|c: char| c.is_whitespace() || ".…・".contains(c));
        if page.chars().all(|c| c.is_numeric() || c == '-') {
            text = &text[..at];
        }
    } else {
        // The number of a page, far to the right.
        let page = text.trim_end_matches(|c: char| c.is_ascii_digit());
        if page.len() < text.len() && page.ends_with("  ") {
            text = page;
        }
    }
    if text.ends_with('）')
        && text.contains(['条', '－', '―'])
        && let Some(at) = text.rfind('（')
    {
        text = &text[..at];
    }
    let words: String = text.split_whitespace().collect::<String>().to_lowercase();
    words.chars().any(char::is_alphabetic).then_some(words)
}

/// The lines of tables of contents, and what each other line begins.
pub(super) struct Outline {
    pub(super) is_contents: Vec<bool>,
    pub(super) named: Vec<Option<Named>>,
}

pub(super) fn outline(lines: &Lines<'_>) -> Outline {
    let entries: Vec<Option<String>> = (0..lines.all.len()).map(|at| entry(lines.text(at))).collect();
    let mut last: HashMap<&str, usize> = HashMap::new();
    for (at, entry) in entries.iter().enumerate() {
        if let Some(entry) = entry {
            last.insert(entry, at);
        }
    }
    let recurs =
        |at: usize| entries[at].as_ref().is_some_and(|entry| last.get(entry.as_str()).is_some_and(|last| *last > at));
    let mut is_contents = vec![false; lines.all.len()];
    let mut listed: HashSet<&str> = HashSet::new();
    let mut at = 0;
    while at < lines.all.len() {
        let headed = known(lines.text(at)) == Some(Named::Contents);
        let is_numbered = lines.text(at).starts_with(|c: char| c.is_numeric() || c == '第' || c.is_ascii_uppercase());
        let may_begin = headed || is_numbered && recurs(at);
        if !may_begin {
            at += 1;
            continue;
        }
        let (end, found, numbered) = run(lines, at + usize::from(headed), &entries, &recurs);
        // Without a heading it must be long, and of numbers: some lines recur in any text.
        let is_table = if headed { found >= 2 } else { found >= 5 && numbered * 2 > found };
        if is_table {
            for line in at..end {
                is_contents[line] = true;
                listed.extend(entries[line].as_deref());
            }
            at = end;
        } else {
            // What is no table as a whole is not tried again line by line.
            at = end.max(at + 1);
        }
    }
    let named = (0..lines.all.len())
        .map(|at| {
            let is_alone = at == 0
                || lines.all[at - 1].is_blank()
                || lines.begins(at) && known(lines.text(at)) == Some(Named::Supplement);
            if is_contents[at] || !is_alone || lines.all[at].is_blank() {
                return None;
            }
            let is_listed = || {
                let entry = entries[at].as_deref()?;
                let plain = lines.text(at).starts_with(char::is_alphabetic) && !lines.text(at).starts_with('第');
                (plain && listed.contains(entry)).then_some(Named::Other)
            };
            known(lines.text(at)).or_else(is_listed)
        })
        .collect();
    Outline { is_contents, named }
}

/// Where a run of lines that all stand again further below ends, how many they are, and how many of them have a number.
fn run(
    lines: &Lines<'_>,
    from: usize,
    entries: &[Option<String>],
    recurs: &impl Fn(usize) -> bool,
) -> (usize, usize, usize) {
    let (mut end, mut found, mut numbered) = (from, 0, 0);
    let mut seen: HashSet<&str> = HashSet::new();
    let mut at = from;
    while at < lines.all.len() {
        if lines.all[at].is_blank() {
            at += 1;
            continue;
        }
        // An entry that is not as the heading that it lists, among others that are.
        let slip = || {
            let next = lines.after(at);
            let fine = |at: Option<usize>| at.is_some_and(recurs);
            found > 0 && fine(next) && fine(next.and_then(|next| lines.after(next)))
        };
        let Some(entry) = entries[at].as_deref().filter(|entry| !seen.contains(entry)) else { break };
        if !recurs(at) && !slip() {
            break;
        }
        seen.insert(entry);
        found += 1;
        numbered += usize::from(entry.starts_with(|c: char| c.is_numeric() || c == '第'));
        at += 1;
        end = at;
    }
    (end, found, numbered)
}
