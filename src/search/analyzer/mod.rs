//! The one cut of text into tokens, shared by index, query and highlighting (and repeated, character for character, in the browser).
//!
//! It is driven by script, not by language, so that a query need not say what language it is in.

mod fold;
mod run;
mod script;

use std::ops::Range;

use frostem::{Algorithm, Stemmer};

pub(crate) use fold::Folded;
pub(crate) use run::{Run, runs};
pub(crate) use script::Script;

/// Words longer than this many characters are cut off: nobody types them, and an index has limits.
const LONGEST_WORD: usize = 64;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
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
    pub kind: Kind,
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
        for run in runs(text) {
            position += self.push_run(&run, position, &mut tokens);
        }
        tokens
    }

    /// What names the same thing after folding and stemming has the same key.
    pub fn key(&self, text: &str) -> String {
        let keys: Vec<String> = runs(text).iter().map(|run| self.run_key(run)).collect();
        keys.join(" ")
    }

    /// The key of one run: a stem, a number, or a whole Japanese run.
    pub(crate) fn run_key(&self, run: &Run) -> String {
        match run.script {
            Script::Japanese => run.text(),
            _ => self.word(run).0,
        }
    }

    /// The term and the form of a run that makes one token.
    fn word(&self, run: &Run) -> (String, String) {
        let text = run.text();
        let bare = if run.script == Script::Latin { text.strip_suffix("'s").unwrap_or(&text) } else { &text };
        let form: String = bare.chars().take(LONGEST_WORD).collect();
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
    fn push_run(&self, run: &Run, position: usize, tokens: &mut Vec<Token>) -> usize {
        if run.script == Script::Japanese {
            push_grams(run, position, tokens);
            return run.chars.len();
        }
        let (term, form) = self.word(run);
        let kind = if run.script == Script::Digit { Kind::Number } else { Kind::Word };
        let form = (form != term).then_some(form);
        tokens.push(Token { term, form, range: run.range(), position, kind });
        1
    }
}

/// Bigrams find every word without a dictionary; single characters let a query of one kanji find something.
fn push_grams(run: &Run, position: usize, tokens: &mut Vec<Token>) {
    for (at, first) in run.chars.iter().enumerate() {
        let position = position + at;
        let (term, range) = (first.char.to_string(), first.range.clone());
        tokens.push(Token { term, form: None, range, position, kind: Kind::Character });
        if let Some(second) = run.chars.get(at + 1) {
            let (term, range) = ([first.char, second.char].iter().collect(), first.range.start..second.range.end);
            tokens.push(Token { term, form: None, range, position, kind: Kind::Bigram });
        }
    }
}
