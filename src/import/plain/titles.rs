//! Which numbers stand before a title, and which before a rule.

use super::super::numbering::{Component, Printed};
use super::blocks::{Block, BlockKind, looks_like_title};
use super::lines::Lines;

/// For each block whether it is a number with a title.
pub(super) fn titled(blocks: &[Block], lines: &Lines<'_>) -> Vec<bool> {
    let stops = titles_end_with_stops(blocks, lines);
    let mut titled: Vec<Option<bool>> = (0..blocks.len()).map(|at| judge(blocks, lines, at, stops)).collect();
    // What nothing follows is as its siblings are.
    let mut levels: std::collections::HashMap<usize, (usize, usize)> = std::collections::HashMap::new();
    for (block, titled) in blocks.iter().zip(&titled) {
        if let (BlockKind::Number(printed, _), Some(titled)) = (&block.kind, titled) {
            let level = levels.entry(printed.components.len()).or_default();
            level.0 += usize::from(*titled);
            level.1 += 1;
        }
    }
    for (block, titled) in blocks.iter().zip(&mut titled) {
        if let (BlockKind::Number(printed, _), None) = (&block.kind, &titled) {
            let (with, all) = levels.get(&printed.components.len()).copied().unwrap_or_default();
            *titled = Some(with >= 2 && with * 10 >= all * 8);
        }
    }
    titled.into_iter().map(|titled| titled == Some(true)).collect()
}

/// The text behind the number of a block.
fn rest<'a>(block: &Block, lines: &'a Lines<'_>) -> &'a str {
    let first = &lines.all[block.lines.start].range;
    &lines.source[block.rest.min(first.end)..first.end]
}

/// Whether a block is a number with a title; none where nothing tells.
fn judge(blocks: &[Block], lines: &Lines<'_>, at: usize, stops: bool) -> Option<bool> {
    let block = &blocks[at];
    let BlockKind::Number(printed, _) = &block.kind else { return Some(false) };
    let text = rest(block, lines);
    if printed.unit.is_some_and(|unit| unit != super::super::numbering::Unit::Article) {
        return Some(true);
    }
    let plain = if stops && is_short_sentence(text) { text.trim_end_matches('.') } else { text };
    if block.lines.len() > 1 || !looks_like_title(plain) {
        return Some(false);
    }
    let next = blocks.get(at + 1)?;
    let blank = next.lines.start > block.lines.end;
    match &next.kind {
        BlockKind::Number(below, _) if is_below(printed, below) => Some(true),
        BlockKind::Number(..) | BlockKind::Named(_) | BlockKind::Contents | BlockKind::Caption => None,
        BlockKind::Example => Some(false),
        BlockKind::Label(_) | BlockKind::Bullet | BlockKind::Item(_) => Some(blank),
        // A sentence that goes on in the next line.
        BlockKind::Text if !blank => {
            let next = lines.text(next.lines.start);
            Some(!next.starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit()))
        }
        BlockKind::Text | BlockKind::Columns | BlockKind::Entry => Some(true),
    }
}

/// Whether `below` is a number of what lies in `above`, or of another level that begins there.
fn is_below(above: &Printed, below: &Printed) -> bool {
    let starts = below.components.starts_with(&above.components) && below.components.len() > above.components.len();
    let zero = above.components.last() == Some(&Component::Number(0));
    let parent = &above.components[..above.components.len() - usize::from(zero)];
    let ends = |printed: &Printed| matches!(printed.components[..], [_]);
    starts
        || zero && below.components.starts_with(parent)
        || ends(above) && ends(below) && below.components[0].value() >= above.components[0].value() * 100
}

/// `3.3 Initiative.` above a paragraph: a title with a stop, where most titles of a document have one.
fn titles_end_with_stops(blocks: &[Block], lines: &Lines<'_>) -> bool {
    let (mut stopped, mut all) = (0, 0);
    for (at, block) in blocks.iter().enumerate() {
        let BlockKind::Number(..) = block.kind else { continue };
        let has_text = blocks.get(at + 1).is_some_and(|next| matches!(next.kind, BlockKind::Text));
        if has_text {
            all += 1;
            stopped += usize::from(block.lines.len() == 1 && is_short_sentence(rest(block, lines)));
        }
    }
    stopped >= 4 && stopped * 10 >= all * 6
}

fn is_short_sentence(text: &str) -> bool {
    text.chars().count() <= 60 && text.ends_with('.') && text.matches(['.', '!', '?', ';']).count() == 1
}
