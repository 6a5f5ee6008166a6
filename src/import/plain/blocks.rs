//! The lines of a plain text as blocks: what begins where, and how far it goes.

use std::collections::HashMap;

use super::super::labels::{self, Label};
use super::super::numbering::{self, Component, Printed, Unit, is_cjk};
use super::super::sequence::{self, Candidate, Role, Stand};
use super::contents::{Named, Outline};
use super::lines::Lines;

/// What begins with a block.
#[derive(Clone, Debug)]
pub(super) enum BlockKind {
    /// Lines of a table of contents.
    Contents,
    /// A heading without a number.
    Named(Named),
    /// A numbered heading or section, and whether it stands above sections with other numbers.
    Number(Printed, Role),
    /// The name of the article below it, in brackets.
    Caption,
    Label(Label),
    Bullet,
    /// An item of a numbered list, and its number.
    Item(u64),
    Example,
    /// Lines with gaps in them, as columns have.
    Columns,
    /// A glossary's entry: its name, and what it means on the lines below.
    Entry,
    Text,
}

/// Lines that belong together.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) kind: BlockKind,
    pub(super) lines: std::ops::Range<usize>,
    /// Where the text begins behind what made it a block: a number, a label.
    pub(super) rest: usize,
}

/// The blocks of a document, and the numbers that were not taken for those of sections though they look like them.
pub(super) fn blocks(lines: &Lines<'_>, outline: &Outline) -> (Vec<Block>, Vec<Printed>) {
    let (numbers, refused) = numbers(lines, outline);
    let mut blocks = Vec::new();
    let mut at = 0;
    let mut in_article = false;
    let mut in_glossary = false;
    while at < lines.all.len() {
        if lines.all[at].is_blank() {
            at += 1;
            continue;
        }
        if let Some(named) = outline.named[at] {
            in_glossary = named == Named::Glossary;
        }
        let (kind, rest) = kind(lines, outline, &numbers, at, in_article, in_glossary);
        if let BlockKind::Number(printed, _) = &kind {
            in_article = printed.unit == Some(Unit::Article) && lines.source[printed.range.clone()].starts_with('第');
        }
        let mut end = at + 1;
        let is_start = |next: usize, in_article: bool| {
            outline.named[next].is_some()
                || numbers.contains_key(&next)
                || !matches!(self::kind(lines, outline, &numbers, next, in_article, false).0, BlockKind::Text)
        };
        match kind {
            BlockKind::Contents => {
                while end < lines.all.len() && (outline.is_contents[end] || lines.all[end].is_blank()) {
                    end += 1;
                }
            }
            BlockKind::Entry => {
                while end < lines.all.len() && !lines.all[end].is_blank() && outline.named[end].is_none() {
                    end += 1;
                }
            }
            BlockKind::Columns => {
                while end < lines.all.len() && has_columns(lines, end) && !numbers.contains_key(&end) {
                    end += 1;
                }
            }
            BlockKind::Named(_) | BlockKind::Caption => {}
            _ => {
                while end < lines.all.len() && lines.goes_on(end - 1) && !is_start(end, in_article) {
                    end += 1;
                }
            }
        }
        blocks.push(Block { kind, lines: at..end, rest });
        at = end;
    }
    (blocks, refused)
}

/// What begins with a line.
fn kind(
    lines: &Lines<'_>,
    outline: &Outline,
    numbers: &HashMap<usize, (Printed, Role)>,
    at: usize,
    in_article: bool,
    in_glossary: bool,
) -> (BlockKind, usize) {
    let range = lines.all[at].range.clone();
    let start = range.start;
    if outline.is_contents[at] {
        return (BlockKind::Contents, start);
    }
    if let Some(named) = outline.named[at] {
        return (BlockKind::Named(named), start);
    }
    if let Some((printed, role)) = numbers.get(&at) {
        return (BlockKind::Number(printed.clone(), *role), printed.rest);
    }
    let text = lines.text(at);
    if in_glossary && lines.begins(at) {
        let is_name = text.chars().count() <= 60 && !text.ends_with(['.', '。', '!', '?', ':', ';', ',']);
        let has_more = lines.all.get(at + 1).is_some_and(|next| !next.is_blank());
        if is_name && has_more {
            return (BlockKind::Entry, start);
        }
    }
    let is_caption = text.starts_with('（') && text.ends_with('）') && text.matches('）').count() == 1;
    if is_caption && lines.after(at).is_some_and(|next| numbers.contains_key(&next)) {
        return (BlockKind::Caption, start);
    }
    if let Some(length) = example(text) {
        return (BlockKind::Example, start + length);
    }
    if let Some(length) = bullet(text) {
        return (BlockKind::Bullet, start + length);
    }
    if has_columns(lines, at) && lines.all.get(at + 1).is_some_and(|_| has_columns(lines, at + 1)) {
        return (BlockKind::Columns, start);
    }
    if lines.begins(at) {
        if let Some(label) = labels::scan(lines.source, range.clone(), in_article) {
            let rest = label.rest;
            return (BlockKind::Label(label), rest);
        }
        if let Some(printed) = numbering::scan(lines.source, range).filter(|found| found.is_bare() && found.is_stopped)
            && let Component::Number(value) = printed.components[0]
        {
            return (BlockKind::Item(value), printed.rest);
        }
    }
    (BlockKind::Text, start)
}

/// The length of the mark of a list item.
fn bullet(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let after = &text[first.len_utf8()..];
    let is_mark = matches!(first, '•' | '‣' | '◦' | '▪' | '■' | '●' | '○' | '◆' | '・' | '※' | '*' | '-' | '–' | '—');
    let wide = matches!(first, '・' | '●' | '○' | '■' | '◆');
    let fine = is_mark && (after.starts_with(char::is_whitespace) || wide && !after.is_empty());
    (fine && !matches!(first, '※')).then(|| first.len_utf8() + after.len() - after.trim_start().len())
}

/// The length of what announces a worked example.
fn example(text: &str) -> Option<usize> {
    const WORDS: [&str; 10] =
        ["example", "examples", "пример", "примеры", "例", "例題", "【例】", "〔例〕", "beispiel", "exemple"];
    let head: String = text.chars().take(14).flat_map(char::to_lowercase).collect();
    let word = WORDS.iter().filter(|word| head.starts_with(**word)).max_by_key(|word| word.len())?;
    let after: usize = text.chars().take(word.chars().count()).map(char::len_utf8).sum();
    let rest = &text[after..];
    // Example 2:
    let digits = rest.trim_start_matches(|c: char| c == ' ' || c.is_numeric());
    let is_bracket = word.ends_with(['】', '〕']);
    let behind = if is_bracket { rest } else { digits.strip_prefix([':', '：'])? };
    // The number of an example belongs to its words.
    let is_numbered = !is_bracket && rest[..rest.len() - digits.len()].contains(char::is_numeric);
    Some(if is_numbered { 0 } else { text.len() - behind.trim_start().len() })
}

/// Whether a line has gaps in it as columns of a table have.
fn has_columns(lines: &Lines<'_>, at: usize) -> bool {
    let text = lines.text(at);
    text.contains('\t') || text.contains("   ") && text.split("   ").filter(|cell| !cell.trim().is_empty()).count() > 1
}

/// The numbers of sections by their line, and the others.
fn numbers(lines: &Lines<'_>, outline: &Outline) -> (HashMap<usize, (Printed, Role)>, Vec<Printed>) {
    let mut candidates = Vec::new();
    let mut at_lines = Vec::new();
    let (mut region, mut in_glossary) = (0, false);
    let mut last_line = None;
    for (at, line) in lines.all.iter().enumerate() {
        if let Some(named) = outline.named[at] {
            in_glossary = named == Named::Glossary;
            region += usize::from(named == Named::Supplement);
            last_line = Some(at);
            continue;
        }
        if line.is_blank() || outline.is_contents[at] || in_glossary {
            continue;
        }
        let printed = numbering::scan(lines.source, line.range.clone());
        let before = last_line.replace(at);
        let Some(printed) = printed else { continue };
        let rest = &lines.source[printed.rest.min(line.range.end)..line.range.end];
        let is_apart = lines.all.get(at + 1).is_none_or(super::lines::Line::is_blank) || !lines.goes_on(at);
        let is_heading = is_apart && looks_like_title(rest);
        let follows_candidate = before.is_some() && before == at_lines.last().copied();
        if follows_candidate && let Some(last) = candidates.last_mut() {
            let last: &mut Candidate = last;
            last.before_next = true;
        }
        let begins = lines.begins(at);
        let stand = match (begins, is_heading) {
            (false, _) => Stand::Midst,
            (true, false) => Stand::Paragraph,
            (true, true) => Stand::Heading,
        };
        candidates.push(Candidate { printed, stand, before_next: false, region });
        at_lines.push(at);
    }
    let roles = sequence::judge(&mut candidates);
    let mut accepted = HashMap::new();
    let mut refused = Vec::new();
    for ((candidate, role), at) in candidates.into_iter().zip(roles).zip(at_lines) {
        if role != Role::None {
            accepted.insert(at, (candidate.printed, role));
        } else if candidate.begins() && !candidate.printed.is_bare() {
            refused.push(candidate.printed);
        }
    }
    (accepted, refused)
}

/// Whether a text is as short as a title, and no sentence.
pub(super) fn looks_like_title(text: &str) -> bool {
    let count = text.chars().count();
    let most = if text.contains(is_cjk) { 40 } else { 80 };
    let end = text.trim_end_matches(['”', '"', '»', ')', '」', '）', '\'', '’']);
    let has_sentence = text.contains(". ") && text.split(". ").next().is_some_and(|first| first.contains(' '));
    count > 0
        && count <= most
        && !has_sentence
        && !end.ends_with(['.', '!', '?', ':', ';', ',', '。', '、', '：', '；', '…'])
}
