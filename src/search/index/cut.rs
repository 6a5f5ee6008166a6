//! Text that is cut already, as it is handed to the index: a token a line, its position before it.
//!
//! The index takes tokens as they are, too, but writes them down as JSON and reads them again at once: that is two fifths of the
//! time of indexing.

use std::fmt::Write as _;
use std::str::Lines;

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Under this name the fields know it.
pub(super) const NAME: &str = "cut";

/// Writes tokens down; none of them has a line end in it.
pub(super) fn written<'t>(tokens: impl Iterator<Item = (usize, &'t str)>) -> String {
    let mut text = String::new();
    for (position, term) in tokens {
        debug_assert!(!term.contains(['\n', '\r']), "{term:?}");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{position} {term}");
    }
    text
}

/// Reads what [`written`] gives.
#[derive(Debug, Clone, Default)]
pub(super) struct Cut(Token);

/// The tokens of one text.
pub(super) struct Cuts<'a> {
    rest: Lines<'a>,
    token: &'a mut Token,
}

impl Tokenizer for Cut {
    type TokenStream<'a> = Cuts<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Cuts<'a> {
        // The offsets are not used: excerpts are cut anew from the stored text.
        self.0.reset();
        Cuts { rest: text.lines(), token: &mut self.0 }
    }
}

impl TokenStream for Cuts<'_> {
    fn advance(&mut self) -> bool {
        let Some((position, term)) = self.rest.next().and_then(|line| line.split_once(' ')) else { return false };
        let Ok(position) = position.parse() else { return false };
        self.token.position = position;
        self.token.text.clear();
        self.token.text.push_str(term);
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let tokens = [(0, "sea battle"), (0, ""), (7, "海戦"), (512, " 7")];
        let (text, mut cut, mut read) = (written(tokens.into_iter()), Cut::default(), Vec::new());
        cut.token_stream(&text).process(&mut |token| read.push((token.position, token.text.clone())));
        assert_eq!(read, tokens.map(|(position, term)| (position, term.to_owned())));
        assert!(!cut.token_stream("").advance());
    }
}
