//! The one cut of text into tokens, shared by index, query, highlighting and checks (and repeated, character for character,
//! in the browser).
//!
//! It is driven by script, not by language, so that a query need not say what language it is in.

mod fold;
pub(crate) mod longest;
pub(crate) mod pattern;
pub(crate) mod phrases;
pub(crate) mod prefix_tree;
mod run;
mod script;
pub(crate) mod spans;
pub(crate) mod term_tree;
pub(crate) mod written;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

use frostem::{Algorithm, Stemmer};

pub(crate) use fold::Folded;
pub(crate) use run::{Run, Runs, runs};
pub(crate) use script::{Script, is_katakana, parts_katakana, script};

/// Words longer than this many characters are cut off: nobody types them, and an index has limits.
const LONGEST_WORD: usize = 64;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A word of an alphabet; its term is its stem.
    Word,
    /// Digits, with dots between them: 3 or 9.6.4.
    Number,
    /// One kana or kanji.
    Character,
    /// Two neighbouring kana or kanji.
    Bigram,
}

/// A piece of text as it is indexed and looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What is compared.
    pub term: String,
    /// The folded word before stemming, where that is not the term itself.
    pub form: Option<String>,
    /// Bytes of the original text that it covers.
    pub range: Range<usize>,
    /// Place in the sequence; a bigram and its first character share one.
    pub position: usize,
    /// What it is.
    pub kind: TokenKind,
}

impl Token {
    /// The folded word before stemming.
    pub fn form(&self) -> &str {
        self.form.as_deref().unwrap_or(&self.term)
    }
}

/// Cuts text into tokens.
#[derive(Clone, Copy)]
pub struct Analyzer {
    english: Stemmer,
    russian: Stemmer,
}

impl std::fmt::Debug for Analyzer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Analyzer")
    }
}

impl Default for Analyzer {
    fn default() -> Self {
        Self { english: Stemmer::new(Algorithm::English), russian: Stemmer::new(Algorithm::Russian) }
    }
}

impl Analyzer {
    /// Cuts `text`. Ranges lie on character boundaries; positions ascend.
    pub fn cut(&self, text: &str) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut position = 0;
        for run in runs(text).iter() {
            position += self.push_run(run, position, &mut tokens);
        }
        tokens
    }

    /// What names the same thing after folding and stemming has the same key.
    pub fn key(&self, text: &str) -> String {
        let runs = runs(text);
        let mut keys = runs.iter().map(|run| self.run_key(run));
        let first = keys.next().unwrap_or_default();
        keys.fold(first, |key, next| key + " " + &next)
    }

    /// The key of one run: a stem, a number, or a whole Japanese run.
    pub(crate) fn run_key(&self, run: Run<'_>) -> String {
        match run.script {
            Script::Japanese => run.text(),
            _ => self.word(run).0,
        }
    }

    /// Adds each word of `text`, folded, with its stem.
    pub(crate) fn words_into(&self, text: &str, words: &mut BTreeMap<String, String>) {
        for run in runs(text).iter().filter(|run| !matches!(run.script, Script::Japanese | Script::Digit)) {
            if let Entry::Vacant(word) = words.entry(form(run)) {
                let stem = self.stem(word.key(), run.script);
                word.insert(stem);
            }
        }
    }

    /// The term and the form of a run that makes one token.
    fn word(&self, run: Run<'_>) -> (String, String) {
        let form = form(run);
        (self.stem(&form, run.script), form)
    }

    /// The stem of a folded word.
    fn stem(&self, form: &str, script: Script) -> String {
        match script {
            Script::Latin => self.english.stem(form).into_owned(),
            Script::Cyrillic => self.russian.stem(form).into_owned(),
            _ => form.to_owned(),
        }
    }

    /// Adds the tokens of `run` and returns how many positions they take.
    fn push_run(&self, run: Run<'_>, position: usize, tokens: &mut Vec<Token>) -> usize {
        if run.script == Script::Japanese {
            push_grams(run, position, tokens);
            return run.chars.len();
        }
        let (term, form) = self.word(run);
        let kind = if run.script == Script::Digit { TokenKind::Number } else { TokenKind::Word };
        let form = (form != term).then_some(form);
        tokens.push(Token { term, form, range: run.range(), position, kind });
        1
    }
}

/// The folded word of a run.
fn form(run: Run<'_>) -> String {
    let mut form = run.text();
    if run.script == Script::Latin && form.ends_with("'s") {
        form.truncate(form.len() - "'s".len());
    }
    if let Some((end, _)) = form.char_indices().nth(LONGEST_WORD) {
        form.truncate(end);
    }
    form
}

/// Bigrams find every word without a dictionary; single characters let a query of one kanji find something.
fn push_grams(run: Run<'_>, position: usize, tokens: &mut Vec<Token>) {
    for (at, first) in run.chars.iter().enumerate() {
        let position = position + at;
        let (term, range) = (first.char.to_string(), first.range.clone());
        tokens.push(Token { term, form: None, range, position, kind: TokenKind::Character });
        if let Some(second) = run.chars.get(at + 1) {
            let (term, range) = ([first.char, second.char].iter().collect(), first.range.start..second.range.end);
            tokens.push(Token { term, form: None, range, position, kind: TokenKind::Bigram });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<String> {
        Analyzer::default().cut(text).into_iter().map(|token| token.term).collect()
    }

    #[test]
    fn digits_and_letters_part_and_numbers_hold_together() {
        assert_eq!(terms("3OP ２Ｄ６ 12.5.2.4, 5.10."), ["3", "op", "2", "d", "6", "12.5.2.4", "5.10"]);
        assert_eq!(terms("3 OP"), terms("3OP"));
    }

    #[test]
    fn words_are_stemmed_by_their_alphabet() {
        assert_eq!(terms("Carthage's mercenaries’ ships"), ["carthag", "mercenari", "ship"]);
        assert_eq!(terms("осаждённый отрядами"), terms("ОСАЖДЕННЫЕ отряд"));
        assert_ne!(terms("штурм"), terms("шторм"));
    }

    #[test]
    fn a_bigram_and_its_first_character_share_a_position() {
        let tokens = Analyzer::default().cut("海上戦");
        let places: Vec<_> =
            tokens.iter().map(|token| (token.term.as_str(), token.position, token.range.clone())).collect();
        let expected = [("海", 0, 0..3), ("海上", 0, 0..6), ("上", 1, 3..6), ("上戦", 1, 3..9), ("戦", 2, 6..9)];
        assert_eq!(places, expected);
    }

    #[test]
    fn keys_are_alike_where_names_are() {
        let analyzer = Analyzer::default();
        assert_eq!(analyzer.key("Off-Map Boxes"), analyzer.key("off map box"));
        assert_eq!(analyzer.key("ノン・プレイヤー"), analyzer.key("ﾉﾝﾌﾟﾚｲﾔｰ"));
        assert_ne!(analyzer.key("5.1"), analyzer.key("5.10"));
    }

    /// A small generator: the same texts in every run, without a crate for it.
    fn random(seed: &mut u64, below: usize) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(*seed >> 33).unwrap_or(0) % below
    }

    #[test]
    fn any_text_is_cut_into_sound_tokens() {
        let alphabet: Vec<char> =
            "aZ9.'’-é\u{301}\u{3099}\u{ff9e}ｶカかー・゠海々\n\r\t 　𠮷👍🏽ёШй\u{200b}\u{ad}½ﬁ㍿İßΣ각\u{1161}\u{e9}ﷺ１．"
                .chars()
                .collect();
        let analyzer = Analyzer::default();
        let mut seed = 7;
        for _ in 0..5000 {
            let length = random(&mut seed, 24);
            let text: String = (0..length).map(|_| alphabet[random(&mut seed, alphabet.len())]).collect();
            let tokens = analyzer.cut(&text);
            for token in &tokens {
                assert!(!token.term.is_empty() && !token.range.is_empty(), "{text:?} {token:?}");
                assert!(text.get(token.range.clone()).is_some(), "{text:?} {token:?}");
            }
            let order = |pair: &[Token]| {
                let step = pair[1].position - pair[0].position;
                pair[0].range.start <= pair[1].range.start && step <= 1
            };
            assert!(tokens.windows(2).all(order), "{text:?} {tokens:?}");
        }
    }

    #[test]
    fn any_character_may_stand_alone_or_between_others() {
        let analyzer = Analyzer::default();
        for char in (0..=0x3_FFFF).filter_map(char::from_u32) {
            for text in [format!("{char}"), format!("a{char}海")] {
                let tokens = analyzer.cut(&text);
                assert!(tokens.iter().all(|token| text.get(token.range.clone()).is_some()), "{text:?}");
            }
        }
    }
}
