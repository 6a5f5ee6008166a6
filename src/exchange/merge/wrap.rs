//! New words of a unit as they stand in a text: on lines that are not too long, where the layout lets them be broken.

use crate::exchange::segment::HARD_BREAK;
use crate::library::markup::is_wide;
use crate::library::text::collapse_whitespace;

/// The widest line, in characters, with the indentation of the file.
const WIDTH: usize = 120;

/// One line, but for line ends that are meant.
pub(super) fn normalised(text: &str) -> String {
    text.split(HARD_BREAK).map(collapse_whitespace).collect::<Vec<_>>().join(HARD_BREAK)
}

/// What stands before a unit on its line in `source` decides how its lines go on; `None` where they may not be broken.
pub(super) fn continuation(source: &str, start: usize) -> Option<String> {
    let line = source[..start].rfind('\n').map_or(0, |at| at + 1);
    let before = &source[line..start];
    if before.contains('|') || before.trim_start().starts_with('#') {
        return None;
    }
    // The letter of a statement is no indentation.
    let before = before.find('^').map_or(before, |letter| &before[..letter]);
    Some(before.chars().map(|char| if char == '>' { '>' } else { ' ' }).collect())
}

/// The words, broken into lines that go on with `continuation`; the first begins in the column `column`.
pub(super) fn wrapped(text: &str, column: usize, continuation: Option<&str>) -> String {
    let Some(continuation) = continuation else { return text.replace(HARD_BREAK, " ") };
    let mut written = String::with_capacity(text.len() + 16);
    let mut width = column;
    for (at, line) in text.split(HARD_BREAK).enumerate() {
        if at > 0 {
            written.push_str(HARD_BREAK);
            written.push_str(continuation);
            width = continuation.len();
        }
        for (at, word) in words(line).enumerate() {
            let length = word.chars().map(|char| if is_wide(char) { 2 } else { 1 }).sum::<usize>();
            // Behind a letter that stands without blanks a line end would be none.
            let may_break = !written.chars().next_back().is_some_and(is_wide) && !begins_block(word);
            if at > 0 && width + 1 + length > WIDTH && may_break {
                written.push('\n');
                written.push_str(continuation);
                width = continuation.len();
            } else if at > 0 {
                written.push(' ');
                width += 1;
            }
            written.push_str(word);
            width += length;
        }
    }
    written
}

/// Words between blanks; a blank in a mark or in code parts none.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (mut depth, mut is_code) = (0_usize, false);
        let end = rest.char_indices().find(|(_, char)| {
            match char {
                '`' => is_code = !is_code,
                '[' | '{' => depth += 1,
                ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            *char == ' ' && depth == 0 && !is_code
        });
        let end = end.map_or(rest.len(), |(at, _)| at);
        let word = &rest[..end];
        rest = rest[end..].strip_prefix(' ').unwrap_or_default();
        Some(word)
    })
}

/// Whether a line that begins so could be taken for another block.
fn begins_block(word: &str) -> bool {
    let digits = word.trim_start_matches(|char: char| char.is_ascii_digit());
    let is_number = digits.len() < word.len() && digits.starts_with(['.', ')']);
    is_number || word.starts_with(['-', '+', '*', '#', '>', '|', '^', '=', '~', '`', '<', ':', '_'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_only() {
        let text = format!(
            "{} [[1.2|a b c]] - {{v | one two|three}} {}",
            "word ".repeat(20).trim(),
            "слово ".repeat(30).trim()
        );
        let written = wrapped(&text, 9, Some("  "));
        assert!(written.lines().count() > 2 && written.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(written.contains("[[1.2|a b c]] -"), "a dash begins no line: {written}");
        assert_eq!(collapse_whitespace(&written), collapse_whitespace(&text));
        assert_eq!(wrapped(&text, 0, None), text);
        assert_eq!(wrapped("日本 語", 119, Some("")), "日本 語");
    }
}
