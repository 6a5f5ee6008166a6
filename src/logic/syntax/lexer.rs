//! From one line to its tokens, with slips of the keyboard mended and reported.

use std::fmt;

use super::Mistake;
use super::ast::Span;
use super::glyphs::Glyph;
use super::slips;

/// A word, number or sign, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    /// A name or a keyword; which of them depends on where it stands.
    Word(String),
    Number(i64),
    Symbol(&'static str),
    /// What stands behind `external`: `base:9.6.4`.
    Reference(String),
    /// Reported already: whoever meets it gives up without a word.
    Bad,
}

impl fmt::Display for TokenKind {
    /// As it is written; nothing for what was reported.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(text) | Self::Reference(text) => f.write_str(text),
            Self::Number(number) => write!(f, "{number}"),
            Self::Symbol(symbol) => f.write_str(symbol),
            Self::Bad => Ok(()),
        }
    }
}

/// Every sign, the longer ones first.
const SYMBOLS: &[&str] = &["..", "<=", ">=", "(", ")", "[", "]", ",", ":", ".", "=", "+", "-", "*", "/", "<", ">", "|"];

/// Reads `glyphs`, one line or one cell.
pub(super) fn lex(glyphs: &[Glyph], mistakes: &mut Vec<Mistake>) -> Vec<Token> {
    let mut lexer = Lexer { glyphs, at: 0, tokens: Vec::new(), mistakes };
    while lexer.at < glyphs.len() {
        lexer.token();
    }
    lexer.tokens
}

struct Lexer<'a> {
    glyphs: &'a [Glyph],
    at: usize,
    tokens: Vec<Token>,
    mistakes: &'a mut Vec<Mistake>,
}

impl Lexer<'_> {
    fn char(&self, ahead: usize) -> char {
        self.glyphs.get(self.at + ahead).map_or('\n', |glyph| glyph.char)
    }

    fn starts_with(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(index, c)| self.char(index) == c)
    }

    /// Steps over as many characters as `wanted` takes: their text and place.
    fn run(&mut self, wanted: impl Fn(char) -> bool) -> (String, Span) {
        let start = self.at;
        while self.at < self.glyphs.len() && wanted(self.char(0)) {
            self.at += 1;
        }
        (self.glyphs[start..self.at].iter().map(|glyph| glyph.char).collect(), self.span(start))
    }

    /// From the character `start` to the one before the present one; at the end of the line it may be empty.
    fn span(&self, start: usize) -> Span {
        let read = self.glyphs.get(start..self.at).unwrap_or_default();
        if let (Some(first), Some(last)) = (read.first(), read.last()) {
            return first.span.to(last.span);
        }
        let end = self.glyphs.last().map_or(0, |last| last.span.end);
        self.glyphs.get(start).map_or(Span { start: end, end }, |next| next.span)
    }

    fn push(&mut self, kind: TokenKind, span: Span) {
        self.tokens.push(Token { kind, span });
    }

    fn slip(&mut self, span: Span, message: String, help: Option<String>) {
        self.mistakes.push(Mistake::syntax(span, message, help));
    }

    fn token(&mut self) {
        let external =
            matches!(self.tokens.last(), Some(Token { kind: TokenKind::Word(word), .. }) if word == "external");
        match self.char(0) {
            c if external && c.is_alphanumeric() => {
                let (text, span) = self.run(|c| c.is_alphanumeric() || "_-.:".contains(c));
                self.push(TokenKind::Reference(text), span);
            }
            c if c.is_whitespace() => self.at += 1,
            c if c.is_alphabetic() || c == '_' => self.word(),
            c if c.is_ascii_digit() => self.number(),
            _ => self.symbol(),
        }
    }

    fn word(&mut self) {
        let start = self.at;
        let (mut word, _) = self.run(is_word);
        while word.is_ascii() && self.char(0) == '-' && self.char(1).is_ascii_alphabetic() {
            self.at += 1;
            word.push('-');
            word.push_str(&self.run(is_word).0);
        }
        let span = self.span(start);
        if !word.is_ascii() {
            self.slip(
                span,
                format!("`{word}` cannot be a name: names are made of the letters a to z, digits and `_`"),
                Some("use an ASCII name, and give it a label in this language".to_owned()),
            );
            return self.push(TokenKind::Bad, span);
        }
        if let Some((words, message, help)) = slips::word(&word) {
            self.slip(span, message, help);
            for word in words {
                self.push(TokenKind::Word(word), span);
            }
            return;
        }
        self.push(TokenKind::Word(word), span);
    }

    fn number(&mut self) {
        let start = self.at;
        let (digits, span) = self.run(|c| c.is_ascii_digit());
        if self.char(0) == '.' && self.char(1).is_ascii_digit() {
            self.at += 1;
            self.run(|c| c.is_ascii_digit() || c == '.');
            let span = self.span(start);
            let written: String = self.glyphs[start..self.at].iter().map(|glyph| glyph.char).collect();
            let help = slips::fraction(&written).map_or_else(
                || "write a fraction, such as `5 / 2`; in a reference, write `external` before it".to_owned(),
                |fraction| format!("write `{fraction}`"),
            );
            self.slip(span, "there are no decimal numbers".to_owned(), Some(help));
            return self.push(TokenKind::Bad, span);
        }
        if is_word(self.char(0)) {
            let (tail, tail_span) = self.run(is_word);
            let whole = span.to(tail_span);
            if tail.strip_prefix('d').is_some_and(|sides| sides.bytes().all(|byte| byte.is_ascii_digit())) {
                let help = Some(format!("write `{digits} {tail}`"));
                self.slip(whole, "a space is missing between the number of dice and the die".to_owned(), help);
                self.push_number(&digits, span);
                return self.push(TokenKind::Word(tail), tail_span);
            }
            let message = if tail.bytes().all(|byte| byte == b'_' || byte.is_ascii_digit()) {
                "a number has digits only".to_owned()
            } else {
                format!("`{digits}{tail}` is neither a number nor a name")
            };
            let help = (!message.starts_with("a number")).then(|| "a name begins with a letter".to_owned());
            self.slip(whole, message, help);
            return self.push(TokenKind::Bad, whole);
        }
        self.push_number(&digits, span);
    }

    fn push_number(&mut self, digits: &str, span: Span) {
        if let Ok(number) = digits.parse() {
            return self.push(TokenKind::Number(number), span);
        }
        self.slip(span, "this number is too large".to_owned(), Some(format!("the largest is {}", i64::MAX)));
        self.push(TokenKind::Bad, span);
    }

    /// A dash of print between two numbers, `1–6`, which is a range.
    fn printed_range(&mut self) -> bool {
        let Some(Token { kind: TokenKind::Number(from), span }) = self.tokens.last() else { return false };
        let dash = self.glyphs[self.at].span;
        if !['–', '—', '−'].contains(&self.char(0)) || !self.char(1).is_ascii_digit() || span.end != dash.start {
            return false;
        }
        let (from, dash_sign) = (*from, self.char(0));
        let to: String = self.glyphs[self.at + 1..].iter().map(|g| g.char).take_while(char::is_ascii_digit).collect();
        self.at += 1;
        let help = format!("write `{from}..{to}` for a range; to subtract, write `{from} - {to}`");
        self.slip(dash, format!("`{dash_sign}` is not a sign of the language"), Some(help));
        self.push(TokenKind::Symbol(".."), dash);
        true
    }

    fn symbol(&mut self) {
        if self.printed_range() {
            return;
        }
        let start = self.at;
        if let Some(&(slip, tokens, help)) = slips::SYMBOLS.iter().find(|(slip, ..)| self.starts_with(slip)) {
            self.at += slip.chars().count();
            let span = self.span(start);
            self.slip(span, format!("`{slip}` is not a sign of the language"), Some(help.to_owned()));
            if tokens.is_empty() && slip != ";" {
                self.push(TokenKind::Bad, span);
            }
            for &token in tokens {
                let kind = if token.starts_with(|c: char| c.is_ascii_alphabetic()) {
                    TokenKind::Word(token.to_owned())
                } else {
                    TokenKind::Symbol(token)
                };
                self.push(kind, span);
            }
            return;
        }
        if let Some(&symbol) = SYMBOLS.iter().find(|symbol| self.starts_with(symbol)) {
            self.at += symbol.len();
            return self.push(TokenKind::Symbol(symbol), self.span(start));
        }
        let quote = self.char(0);
        self.at += 1;
        if let Some(closing) = slips::closing_quote(quote) {
            self.run(|c| c != closing);
            self.at = (self.at + 1).min(self.glyphs.len());
            let help = "compare with a name: `power is carthage`".to_owned();
            let span = self.span(start);
            self.slip(span, "there is no text in logic".to_owned(), Some(help));
            return self.push(TokenKind::Bad, span);
        }
        let span = self.span(start);
        // One report for a run of the same kind.
        if let Some(Token { kind: TokenKind::Bad, span: last }) = self.tokens.last_mut()
            && last.end == span.start
        {
            last.end = span.end;
            return;
        }
        self.slip(span, format!("`{}` is not a sign of the language", quote.escape_debug()), None);
        self.push(TokenKind::Bad, span);
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
