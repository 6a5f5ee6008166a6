//! The words that a query may be meant by: with their stems, and in how many sections each is.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::parts::{Part, Shelf, as_a_script, between, in_parts};

/// A word before stemming.
struct Word<'a> {
    form: &'a str,
    /// Words of katakana have none.
    stem: Option<&'a str>,
    /// In so many sections of the language it is, once for each field.
    count: u64,
    /// Whether it is of an accepted name, in any language.
    spoken: bool,
}

/// All words, in order.
pub(super) struct Words<'a> {
    words: Vec<Word<'a>>,
    stems: Vec<&'a str>,
}

pub(super) fn list<'a>(
    forms: &BTreeMap<&'a str, &'a str>,
    counts: &'a HashMap<String, (u64, (usize, &'static str))>,
    spoken: &'a BTreeSet<String>,
) -> Words<'a> {
    let mut all: Vec<&str> = forms.keys().copied().chain(counts.keys().chain(spoken).map(String::as_str)).collect();
    all.sort_by(|left, right| as_a_script(left, right));
    all.dedup();
    let words = all.into_iter().map(|form| Word {
        form,
        stem: forms.get(form).copied(),
        count: counts.get(form).map_or(0, |(count, _)| *count),
        spoken: spoken.contains(form),
    });
    let mut stems: Vec<&str> = forms.values().copied().collect();
    stems.sort_by(|left, right| as_a_script(left, right));
    stems.dedup();
    Words { words: words.collect(), stems }
}

impl Words<'_> {
    /// A part is a list of words, and the stems that belong between them and are of words elsewhere.
    pub(super) fn shelve(&self, name: &str, size: usize, made: &mut Vec<Part>) -> Shelf<String> {
        let parts = in_parts(&self.words, self.words.iter().map(|word| word.form.len() / 2 + 6), size);
        let from: Vec<String> = parts
            .iter()
            .scan("", |last, part| {
                let from = between(last, part[0].form);
                *last = part[part.len() - 1].form;
                Some(from)
            })
            .collect();
        let mut filled = Shelf::default();
        let mut stems = self.stems.as_slice();
        for (at, part) in parts.iter().enumerate() {
            let end = from
                .get(at + 1)
                .map_or(stems.len(), |next| stems.partition_point(|stem| as_a_script(stem, next).is_lt()));
            let (here, rest) = stems.split_at(end);
            stems = rest;
            let own: BTreeSet<&str> = part.iter().filter_map(|word| word.stem).collect();
            let others: Vec<&str> = here.iter().copied().filter(|stem| !own.contains(stem)).collect();
            let content = super::json(&(written(part), others.join(" ")));
            filled.put(from[at].clone(), name, 'w', &content, made);
        }
        filled
    }
}

/// Words one after another: a letter for how much of the word before they go on from (`a` for nothing), the rest, how many
/// letters to leave out at the end for the stem and what to put there (`-` if there is none), the count, `n` for a name.
fn written(words: &[Word<'_>]) -> String {
    let mut last = "";
    let mut all = Vec::new();
    for word in words {
        let shared = shared(last, word.form, 25);
        let letter = char::from(b'a' + u8::try_from(shared.encode_utf16().count()).unwrap_or(0));
        let stem = word.stem.map_or_else(
            || "-".to_owned(),
            |stem| {
                let kept = self::shared(word.form, stem, usize::MAX);
                format!("{}{}", word.form[kept.len()..].encode_utf16().count(), &stem[kept.len()..])
            },
        );
        let name = if word.spoken { "n" } else { "" };
        all.push(format!("{letter}{}:{stem}:{}{name}", &word.form[shared.len()..], word.count));
        last = word.form;
    }
    all.join("|")
}

/// What both begin with, at most so many UTF-16 units.
fn shared<'a>(left: &'a str, right: &str, most: usize) -> &'a str {
    let mut units = 0;
    let mut end = 0;
    for (ours, theirs) in left.chars().zip(right.chars()) {
        units += ours.len_utf16();
        if ours != theirs || units > most {
            break;
        }
        end += ours.len_utf8();
    }
    &left[..end]
}
