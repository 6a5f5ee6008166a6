//! What differs between two texts, word by word.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::markup::is_wide;

/// What became of some words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// They stand in both texts.
    Kept,
    /// They stand in the old text only.
    Removed,
    /// They stand in the new text only.
    Added,
}

impl Change {
    /// The word used in every output format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Removed => "removed",
            Self::Added => "added",
        }
    }
}

/// Neighbouring words with one fate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// What became of them.
    pub change: Change,
    /// The words as they stand in their text, with the white space behind them.
    pub text: &'a str,
}

/// The words of two texts in the order in which they are read: kept, removed or added.
///
/// A word ends at white space; in scripts without spaces each character is one. White space itself is no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference<'a> {
    /// The parts; removed words stand before those that were put in their place.
    pub parts: Vec<Part<'a>>,
}

impl<'a> Difference<'a> {
    /// What became of `old` in `new`.
    pub fn between(old: &'a str, new: &'a str) -> Self {
        let (before, after) = (words(old), words(new));
        let [left, right] = [&before, &after].map(|words| words.iter().map(|word| word.text).collect::<Vec<_>>());
        let mut parts = Vec::new();
        let mut push = |change, text: &'a str| {
            if !text.is_empty() {
                parts.push(Part { change, text });
            }
        };
        for change in capture_diff_slices(Algorithm::Myers, &left, &right) {
            let (removed, added) = match change {
                DiffOp::Equal { old_index, new_index, len } => {
                    let kept = stretch(new, &after, new_index, len);
                    // The last word of a text has nothing behind it that would part it from a word removed there.
                    let ends = kept.len() == kept.trim_end().len();
                    push(Change::Kept, if ends { stretch(old, &before, old_index, len) } else { kept });
                    continue;
                }
                DiffOp::Delete { old_index, old_len, .. } => ((old_index, old_len), (0, 0)),
                DiffOp::Insert { new_index, new_len, .. } => ((0, 0), (new_index, new_len)),
                DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                    ((old_index, old_len), (new_index, new_len))
                }
            };
            push(Change::Removed, stretch(old, &before, removed.0, removed.1));
            push(Change::Added, stretch(new, &after, added.0, added.1));
        }
        Self { parts }
    }

    /// The changes with at most `around` words of what is kept before and behind each, an ellipsis for the rest.
    #[must_use]
    pub fn excerpt(&self, around: usize) -> Self {
        let mut parts = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            let words = words(part.text);
            // Nothing changes before the first part, nothing behind the last.
            let before = if at == 0 { 0 } else { around };
            let behind = if at + 1 == self.parts.len() { 0 } else { around };
            if part.change != Change::Kept || words.len() <= before + behind + 1 {
                parts.push(*part);
                continue;
            }
            let left = [stretch(part.text, &words, 0, before), ELLIPSIS];
            let right = stretch(part.text, &words, words.len() - behind, behind);
            let kept = left.into_iter().chain([right]).filter(|text| !text.is_empty());
            parts.extend(kept.map(|text| Part { change: Change::Kept, text }));
        }
        Self { parts }
    }

    /// Whether both texts have the same words.
    pub fn is_none(&self) -> bool {
        self.parts.iter().all(|part| part.change == Change::Kept)
    }
}

/// What stands for words left out.
const ELLIPSIS: &str = "… ";

/// How many words a text has: what is between white space, and each character of a script without spaces.
pub fn count_words(text: &str) -> usize {
    words(text).len()
}

/// A word and where the white space behind it ends.
struct Word<'a> {
    text: &'a str,
    start: usize,
    end: usize,
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut joins = false;
    for (at, c) in text.char_indices() {
        let after = at + c.len_utf8();
        if c.is_whitespace() {
            joins = false;
            if let Some(last) = words.last_mut() {
                last.end = after;
            }
            continue;
        }
        match words.last_mut().filter(|_| joins && !is_wide(c)) {
            Some(last) => (last.text, last.end) = (&text[last.start..after], after),
            None => words.push(Word { text: &text[at..after], start: at, end: after }),
        }
        joins = !is_wide(c);
    }
    words
}

/// So many words from one on, as they stand in their text.
fn stretch<'a>(text: &'a str, words: &[Word<'_>], from: usize, count: usize) -> &'a str {
    match words.get(from..from + count) {
        Some([first, .., last]) => &text[first.start..last.end],
        Some([one]) => &text[one.start..one.end],
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, new: &str) -> String {
        let parts = Difference::between(old, new).parts;
        let sign = |change| match change {
            Change::Kept => "=",
            Change::Removed => "-",
            Change::Added => "+",
        };
        parts.iter().flat_map(|part| [sign(part.change), part.text, "|"]).collect()
    }

    #[test]
    fn words_are_kept_removed_and_added() {
        assert_eq!(shown("Roll a die now.", "Roll two dice now."), "=Roll |-a die |+two dice |=now.|");
        assert_eq!(shown("a b", "a"), "=a |-b|");
        assert_eq!(shown("a", "a b"), "=a |+b|");
        assert_eq!(shown("", "a b"), "+a b|");
        assert_eq!(shown("", ""), "");
    }

    #[test]
    fn white_space_is_no_difference() {
        assert!(Difference::between("a b\n  c\n", " a b c").is_none());
        assert!(!Difference::between("a b", "ab").is_none());
    }

    #[test]
    fn scripts_without_spaces_differ_by_characters() {
        assert_eq!(shown("部隊は1個動く。", "艦隊は12個動く。"), "-部|+艦|=隊は|-1|+12|=個動く。|");
        assert_eq!(shown("OPを3使う", "OPを4使う"), "=OPを|-3|+4|=使う|");
    }

    /// No word is lost or told twice, whatever the texts are.
    #[test]
    fn both_texts_can_be_read_out_of_it() {
        let texts = ["", " ", "a b c", "c b a", "b\n\nb b", "海 a海b　海", "é\u{301} 👍🏽", "a a a a b a a a"];
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        for (old, new) in texts.iter().flat_map(|old| texts.iter().map(move |new| (*old, *new))) {
            let parts = Difference::between(old, new).parts;
            let read = |without| {
                let kept = parts.iter().filter(|part| part.change != without);
                kept.map(|part| squeezed(part.text)).collect::<String>()
            };
            assert_eq!(read(Change::Added), squeezed(old), "{old:?} {new:?}");
            assert_eq!(read(Change::Removed), squeezed(new), "{old:?} {new:?}");
        }
    }

    #[test]
    fn long_texts_without_a_word_in_common_do_not_take_long() {
        let text = |letter: char| {
            (0..40_000).flat_map(|at| [format!("{letter}{}", at % 5000), " x ".to_owned()]).collect::<String>()
        };
        assert!(!Difference::between(&text('a'), &text('b')).is_none());
    }
}
