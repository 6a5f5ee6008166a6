//! Which meanings some words have, and where.

use std::collections::HashMap;
use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, Input, MatchKind};

use super::index;
use super::words::{MEANINGS, table};

/// What some words say of each meaning.
pub(super) struct Said {
    all: [Option<Found>; MEANINGS.len()],
}

#[derive(Clone)]
struct Found {
    /// How often they surely say it.
    sure: usize,
    /// How often they say it or may say it.
    all: usize,
    /// Where they first say it, surely if they do.
    range: Range<usize>,
}

impl Said {
    /// Whether they surely say it.
    pub(super) fn is_sure(&self, meaning: &str) -> bool {
        self.surely(meaning) > 0
    }

    /// How often they surely say it.
    pub(super) fn surely(&self, meaning: &str) -> usize {
        self.found(meaning).map_or(0, |found| found.sure)
    }

    /// How often they say it or may say it.
    pub(super) fn perhaps(&self, meaning: &str) -> usize {
        self.found(meaning).map_or(0, |found| found.all)
    }

    /// Whether they may say it.
    pub(super) fn is_there(&self, meaning: &str) -> bool {
        self.found(meaning).is_some()
    }

    /// Where they first say it, in bytes.
    pub(super) fn place(&self, meaning: &str) -> Option<Range<usize>> {
        self.found(meaning).map(|found| found.range.clone())
    }

    fn found(&self, meaning: &str) -> Option<&Found> {
        self.all[index(meaning)?].as_ref()
    }
}

/// Words of a language that have meanings.
pub(super) struct Scanner {
    automaton: AhoCorasick,
    words: Vec<Word>,
    apart: bool,
}

/// A word of the table.
struct Word {
    /// The places of its meanings, and whether it surely has them.
    meanings: Vec<(usize, bool)>,
    /// Whether it may go on.
    open: bool,
}

impl Scanner {
    /// Of the words of a language that has a table.
    pub(super) fn of(language: &str) -> Option<Self> {
        let (table, apart) = table(language)?;
        let mut known: HashMap<String, Word> = HashMap::new();
        for (meanings, words) in table {
            for word in words.split('|') {
                let (sure, text) = word.strip_prefix('~').map_or((true, word), |text| (false, text));
                let (text, open) = text.strip_suffix('*').map_or((text, false), |text| (text, true));
                let meanings = meanings.split(' ').collect::<Vec<_>>();
                let named = named(&meanings, sure);
                let entry = known.entry(text.to_owned()).or_insert(Word { meanings: Vec::new(), open });
                entry.meanings.extend(named);
                entry.open |= open;
            }
        }
        let (patterns, words): (Vec<String>, Vec<Word>) = known.into_iter().unzip();
        let automaton = AhoCorasickBuilder::new().match_kind(MatchKind::LeftmostLongest).build(&patterns).ok()?;
        Some(Self { automaton, words, apart })
    }

    /// What some words say.
    pub(super) fn scan(&self, text: &str) -> Said {
        let mut said = Said { all: [const { None }; MEANINGS.len()] };
        let text = plain(text);
        let mut from = 0;
        while let Some(found) = self.automaton.find(Input::new(&text).span(from..text.len())) {
            let word = &self.words[found.pattern().as_usize()];
            let range = found.range();
            if self.apart && !stands_apart(&text, &range, word.open) {
                // A shorter one may begin here, or another within.
                from = range.start + text[range.start..].chars().next().map_or(1, char::len_utf8);
                continue;
            }
            from = range.end;
            for (meaning, sure) in &word.meanings {
                let known = said.all[*meaning].get_or_insert_with(|| Found { sure: 0, all: 0, range: range.clone() });
                if *sure && known.sure == 0 {
                    known.range = range.clone();
                }
                known.sure += usize::from(*sure);
                known.all += 1;
            }
        }
        said
    }
}

/// Meanings by their places. `a b` joined by a blank is one of two words where such a meaning is known.
fn named(meanings: &[&str], sure: bool) -> Vec<(usize, bool)> {
    if let Some(whole) = index(&meanings.join(" ")) {
        return vec![(whole, sure)];
    }
    let each = meanings.iter().filter_map(|meaning| {
        let (own, name) = meaning.strip_prefix('~').map_or((true, *meaning), |name| (false, name));
        Some((index(name)?, own && sure))
    });
    each.collect()
}

fn stands_apart(text: &str, range: &Range<usize>, open: bool) -> bool {
    let before = text[..range.start].chars().next_back();
    let after = text[range.end..].chars().next();
    let joins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    !joins(before) && (open || !joins(after))
}

/// Small letters without the points of ё, each as long as it was.
fn plain(text: &str) -> String {
    let small = |c: char| match c {
        'ё' | 'Ё' => 'е',
        '\n' => ' ',
        '’' => c,
        c => {
            let mut lower = c.to_lowercase();
            lower.next().filter(|small| small.len_utf8() == c.len_utf8() && lower.next().is_none()).unwrap_or(c)
        }
    };
    text.chars().map(small).collect()
}
