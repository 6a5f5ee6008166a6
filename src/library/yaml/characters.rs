//! Characters that no text may hold, or that a reader should know of: found where they stand in the file, as themselves or
//! as an escape in double quotes.

use std::ops::Range;

use crate::characters::{is_bidirectional, is_control, is_invisible, is_unseen};
use crate::diagnostic::{Diagnostic, FileId, Place, SourceFile, codes};

/// A file that has more of a kind is no text; what is said then is enough.
const MOST_FINDINGS: usize = 50;

/// What stands in a value in place of a control character.
const REPLACEMENT: char = '\u{FFFD}';

/// Reports every unseen character of a file as it was written, in comments too: a reviewer reads
/// those.
pub(super) fn report(file: FileId, source: &SourceFile, diagnostics: &mut Vec<Diagnostic>) {
    // A line may end in CR and LF, not in CR alone: YAML goes on in a line that hardly anything shows as one. A mark at the
    // beginning of the file has been reported as what it is.
    let ends_line = |at: usize, c: char| c == '\r' && source.text[at + 1..].starts_with('\n');
    let raw = |at: usize, c: char| is_unseen(c) && !ends_line(at, c) && !(at == 0 && c == '\u{FEFF}');
    let found: Vec<(usize, char)> = source.text.char_indices().filter(|(at, c)| raw(*at, *c)).collect();
    for kind in [is_control, is_bidirectional, is_invisible] {
        let of_kind = found.iter().filter(|(_, c)| kind(*c)).take(MOST_FINDINGS);
        diagnostics.extend(of_kind.map(|(at, c)| finding(*c, Place::new(file, *at..at + c.len_utf8()))));
    }
}

/// A value as texts may hold it, and whether anything in it had to be replaced. What came out of an escape is reported at
/// that escape; what stands in the file as itself has been reported by [`report`]. The reader turns every line end into a
/// line feed, so a carriage return comes from an escape, and would write over the line.
pub(super) fn cleaned(
    text: String,
    place: Place,
    source: &SourceFile,
    diagnostics: &mut Vec<Diagnostic>,
) -> (String, bool) {
    if !text.contains(is_unseen) {
        return (text, false);
    }
    let written = source.text.get(place.start..place.end).unwrap_or_default();
    let escapes = escapes(written).into_iter().filter(|(_, c)| is_unseen(*c)).take(MOST_FINDINGS);
    diagnostics.extend(
        escapes.map(|(at, c)| finding(c, Place::new(place.file, place.start + at.start..place.start + at.end))),
    );
    let forbidden = text.contains(is_control);
    (if forbidden { text.replace(is_control, &REPLACEMENT.to_string()) } else { text }, forbidden)
}

/// The finding of one character. The reader's own complaint about it has the same words, so that it is told once.
pub(super) fn finding(c: char, place: Place) -> Diagnostic {
    let code = u32::from(c);
    if is_bidirectional(c) {
        let message = format!("an invisible character that changes the order of those around it (U+{code:04X})");
        return Diagnostic::new(&codes::BIDIRECTIONAL_CHARACTER, place, message)
            .help("delete it; where a text needs it, waive this finding with the reason");
    }
    if is_invisible(c) {
        return Diagnostic::new(
            &codes::INVISIBLE_CHARACTER,
            place,
            format!("a character that nobody sees (U+{code:04X})"),
        )
        .help("delete it; where a text needs it, waive this finding with the reason");
    }
    Diagnostic::new(&codes::CONTROL_CHARACTER, place, format!("an invisible control character (U+{code:04X})"))
        .help("delete it, or write what it was meant to be")
}

/// The escapes of a scalar in double quotes with what they stand for; none for any other.
fn escapes(written: &str) -> Vec<(Range<usize>, char)> {
    let mut found = Vec::new();
    if !written.starts_with('"') {
        return found;
    }
    let mut chars = written.char_indices();
    while let Some((at, c)) = chars.next() {
        if c != '\\' {
            continue;
        }
        let Some((letter, kind)) = chars.next() else { break };
        let digits = match kind {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let start = letter + kind.len_utf8();
        let meant = match kind {
            '0' => Some('\0'),
            'a' => Some('\u{7}'),
            'b' => Some('\u{8}'),
            'v' => Some('\u{B}'),
            'f' => Some('\u{C}'),
            'r' => Some('\r'),
            'e' => Some('\u{1B}'),
            'N' => Some('\u{85}'),
            'L' => Some('\u{2028}'),
            'P' => Some('\u{2029}'),
            _ => {
                let code = written.get(start..start + digits).filter(|digits| !digits.is_empty());
                code.and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32)
            }
        };
        if let Some(meant) = meant {
            found.push((at..start + digits, meant));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::escapes;

    #[test]
    fn escapes_are_found_where_they_stand() {
        let text = r#""a\\e \e\x9bb \u202E \U0000001B \q \x9""#;
        let shown: Vec<(&str, char)> = escapes(text).into_iter().map(|(at, c)| (&text[at], c)).collect();
        let wanted = [(r"\e", '\u{1b}'), (r"\x9b", '\u{9b}'), (r"\u202E", '\u{202e}'), (r"\U0000001B", '\u{1b}')];
        assert_eq!(shown, wanted);
        assert_eq!(escapes(r"'\e'"), [], "only double quotes have escapes");
    }
}
