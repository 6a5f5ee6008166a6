//! Splits folded text into runs of one script, the pieces from which tokens are made.

use std::ops::Range;

use super::fold::{Folded, fold};
use super::script::{Script, script};

/// A stretch of text that is cut in one way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run<'t> {
    /// What it is made of; never [`Script::Break`].
    pub(crate) script: Script,
    /// Its characters, without the marks inside it that matching ignores.
    pub(crate) chars: &'t [Folded],
}

impl Run<'_> {
    /// The folded text.
    pub(crate) fn text(&self) -> String {
        self.chars.iter().map(|one| one.char).collect()
    }

    /// Its words of katakana.
    pub(crate) fn katakana(&self) -> Vec<Katakana> {
        let words = self.chars.chunk_by(|left, right| left.katakana == right.katakana);
        let words = words.filter(|word| word[0].katakana);
        let word = |word: &[Folded]| Katakana {
            text: word.iter().map(|one| one.char).collect(),
            range: word[0].range.start..word[word.len() - 1].range.end,
        };
        words.map(word).collect()
    }

    /// Bytes of the original that it covers.
    pub(crate) fn range(&self) -> Range<usize> {
        match (self.chars.first(), self.chars.last()) {
            (Some(first), Some(last)) => first.range.start..last.range.end,
            _ => 0..0,
        }
    }
}

/// An unbroken stretch of katakana inside a run.
#[derive(Debug)]
pub(crate) struct Katakana {
    /// The folded text, which is hiragana.
    pub(crate) text: String,
    /// Bytes of the original that it covers.
    pub(crate) range: Range<usize>,
}

/// The runs of a text.
#[derive(Debug)]
pub(crate) struct Runs {
    /// The characters of all of them.
    chars: Vec<Folded>,
    /// Of each its script, and where in `chars` it ends.
    ends: Vec<(Script, usize)>,
}

impl Runs {
    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Their words of katakana.
    pub(crate) fn katakana(&self) -> Vec<Katakana> {
        self.iter().filter(|run| run.script == Script::Japanese).flat_map(|run| run.katakana()).collect()
    }

    /// They, in order.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = Run<'_>> {
        self.ends.iter().enumerate().map(|(at, &(script, end))| {
            let start = at.checked_sub(1).map_or(0, |before| self.ends[before].1);
            Run { script, chars: &self.chars[start..end] }
        })
    }
}

/// All runs of `text`.
pub(crate) fn runs(text: &str) -> Runs {
    let folded = fold(text);
    let mut runs = Runs { chars: Vec::with_capacity(folded.len()), ends: Vec::new() };
    let mut at = 0;
    while at < folded.len() {
        let script = script(folded[at].char);
        if script == Script::Break {
            at += 1;
            continue;
        }
        runs.chars.push(folded[at].clone());
        at += 1;
        while let Some(next) = continuation(&folded, at, script) {
            if next.joint {
                runs.chars.push(folded[at].clone());
            }
            runs.chars.push(folded[next.at].clone());
            at = next.at + 1;
        }
        runs.ends.push((script, runs.chars.len()));
    }
    runs
}

/// Where a run goes on.
struct Continuation {
    /// The place of its next character.
    at: usize,
    /// Whether the character at the run's end, which stands before `at`, is part of the run too.
    joint: bool,
}

/// Whether a run of `run` that ended before `at` goes on, at once or behind a character that does not part it.
fn continuation(folded: &[Folded], at: usize, run: Script) -> Option<Continuation> {
    let is_run = |place: usize| folded.get(place).is_some_and(|one| script(one.char) == run);
    if is_run(at) {
        return Some(Continuation { at, joint: false });
    }
    let between = folded.get(at)?.char;
    match run {
        // 9.6.4 and player's are one token each.
        Script::Digit if between == '.' && is_run(at + 1) => Some(Continuation { at: at + 1, joint: true }),
        Script::Latin if between == '\'' && is_run(at + 1) => Some(Continuation { at: at + 1, joint: true }),
        // ノン・プレイヤー and ノンプレイヤー are written by the same people.
        Script::Japanese if matches!(between, '・' | '·' | '‧' | '゠') => {
            let katakana = |place: usize| folded.get(place).is_some_and(|one| one.katakana);
            (katakana(at - 1) && katakana(at + 1)).then_some(Continuation { at: at + 1, joint: false })
        }
        Script::Japanese => {
            let next = after_line_break(folded, at)?;
            is_run(next).then_some(Continuation { at: next, joint: false })
        }
        _ => None,
    }
}

/// The place behind exactly one line break with the blanks around it: Japanese lines are wrapped without meaning a gap.
fn after_line_break(folded: &[Folded], at: usize) -> Option<usize> {
    let blank = |char: char| matches!(char, ' ' | '\t' | '\r' | '\n');
    let length = folded[at..].iter().take_while(|one| blank(one.char)).count();
    let breaks = folded[at..at + length].iter().filter(|one| one.char == '\n').count();
    (breaks == 1).then_some(at + length)
}
