//! The characters of a line as the lexer sees them: full-width ones are read as what they look like, and reported.

use super::Mistake;
use super::ast::Span;

/// A character and the bytes it came from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    pub(super) char: char,
    pub(super) span: Span,
}

/// The characters of `line`, which starts at byte `start`, without its comment.
pub(super) fn glyphs(line: &str, start: usize, mistakes: &mut Vec<Mistake>) -> Vec<Glyph> {
    let mut glyphs = Vec::with_capacity(line.len());
    let mut wide: Option<(Span, String, String)> = None;
    for (offset, c) in line.char_indices() {
        let half = half_width(c);
        if half == "#" {
            break;
        }
        let span = super::span(start + offset, start + offset + c.len_utf8());
        if half.is_empty() {
            report(wide.take(), mistakes);
            glyphs.push(Glyph { char: c, span });
            continue;
        }
        glyphs.extend(half.chars().map(|char| Glyph { char, span }));
        let (place, from, to) = wide.get_or_insert_with(|| (span, String::new(), String::new()));
        place.end = span.end;
        from.push(c);
        to.push_str(&half);
    }
    report(wide, mistakes);
    glyphs
}

fn report(wide: Option<(Span, String, String)>, mistakes: &mut Vec<Mistake>) {
    if let Some((span, from, to)) = wide {
        let help = if to.trim().is_empty() { "write a plain space".to_owned() } else { format!("write `{to}`") };
        mistakes.push(Mistake::syntax(span, format!("full-width `{from}`"), Some(help)));
    }
}

/// What a full-width character looks like; empty where it is none. A plain `#` stands for itself, as it ends the line.
fn half_width(c: char) -> String {
    match c {
        '#' => "#".to_owned(),
        '、' => ",".to_owned(),
        '。' => ".".to_owned(),
        '〜' | '～' => "..".to_owned(),
        '\u{3000}' => " ".to_owned(),
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).map(String::from).unwrap_or_default(),
        _ => String::new(),
    }
}
