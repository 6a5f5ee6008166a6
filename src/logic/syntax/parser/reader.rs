//! Steps through the tokens of one line; a mistake is reported once, and whoever reads the line gives up.

use crate::diagnostic::codes;
use crate::logic::syntax::Mistake;
use crate::logic::syntax::ast::{Name, Span};
use crate::logic::syntax::lexer::{Token, TokenKind};
use crate::logic::syntax::{slips, words};

use super::{DEEPEST, Read};

/// The tokens of a line and how far they are read.
pub(super) struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    /// Where the line ends.
    end: Span,
    /// How many expressions the present one stands in.
    depth: u32,
    /// How deep the expression read last is.
    pub(super) height: u32,
    /// The `=` that ends a condition, where the line has one; any other in an expression is a slip for `is`.
    pub(super) equals: Option<usize>,
    /// Whether `, or` belongs to something further out: within the `where` of a selection.
    pub(super) plain: bool,
    /// How far the last `supposing` goes.
    pub(super) supposed_up_to: Option<usize>,
    mistakes: &'a mut Vec<Mistake>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(tokens: &'a [Token], end: Span, mistakes: &'a mut Vec<Mistake>) -> Self {
        Self { tokens, at: 0, end, depth: 0, height: 0, equals: None, plain: false, supposed_up_to: None, mistakes }
    }

    pub(super) fn of_line(line: &'a super::super::lines::Line, mistakes: &'a mut Vec<Mistake>) -> Self {
        Self::new(line.tokens(), Span { start: line.span.end, end: line.span.end }, mistakes)
    }

    /// Behind the label of a statement, where it has one: `toll: raise cost by 1`.
    pub(super) fn take_label(&mut self) -> Option<Name> {
        let (word, span) = (self.word(), self.span());
        let labels = !word.is_empty() && self.symbol_ahead(1) == ":" && self.tokens.len() > self.at + 2;
        if !labels || words::is_reserved(word) || words::STATEMENTS.contains(&word) {
            return None;
        }
        self.step();
        self.step();
        Some(self.lower(word, span))
    }

    fn kind(&self, ahead: usize) -> Option<&'a TokenKind> {
        self.tokens.get(self.at + ahead).map(|token| &token.kind)
    }

    /// The word here; empty where none stands here.
    pub(super) fn word(&self) -> &'a str {
        self.word_ahead(0)
    }

    /// The word read last.
    pub(super) fn word_before(&self) -> &'a str {
        match self.at.checked_sub(1).and_then(|last| self.tokens.get(last)) {
            Some(Token { kind: TokenKind::Word(word), .. }) => word,
            _ => "",
        }
    }

    /// The word `ahead` tokens from here; empty where there is none.
    pub(super) fn word_ahead(&self, ahead: usize) -> &'a str {
        if let Some(TokenKind::Word(word)) = self.kind(ahead) { word } else { "" }
    }

    /// The sign here; empty where none stands here.
    pub(super) fn symbol(&self) -> &'static str {
        self.symbol_ahead(0)
    }

    /// The sign `ahead` tokens from here; empty where there is none.
    pub(super) fn symbol_ahead(&self, ahead: usize) -> &'static str {
        if let Some(TokenKind::Symbol(symbol)) = self.kind(ahead) { symbol } else { "" }
    }

    /// Whether the token `ahead` of this one was reported already.
    pub(super) fn is_bad_ahead(&self, ahead: usize) -> bool {
        self.kind(ahead) == Some(&TokenKind::Bad)
    }

    /// The number here.
    pub(super) fn number(&self) -> Option<i64> {
        if let Some(TokenKind::Number(number)) = self.kind(0) { Some(*number) } else { None }
    }

    /// Whether the token `ahead` of this one is a number.
    pub(super) fn number_ahead(&self, ahead: usize) -> bool {
        matches!(self.kind(ahead), Some(TokenKind::Number(_)))
    }

    /// What stands behind `external`, if it does; steps over it.
    pub(super) fn take_reference(&mut self) -> Option<String> {
        let Some(TokenKind::Reference(reference)) = self.kind(0) else { return None };
        self.step();
        Some(reference.clone())
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Where the present token stands; at the end of the line, that end.
    pub(super) fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |token| token.span)
    }

    /// From `start` to the last token read.
    pub(super) fn since(&self, start: Span) -> Span {
        self.at
            .checked_sub(1)
            .and_then(|last| self.tokens.get(last))
            .map_or(start, |token| if token.span.end > start.start { start.to(token.span) } else { start })
    }

    pub(super) fn step(&mut self) {
        self.at += 1;
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// The tokens not yet read.
    pub(super) fn rest(&self) -> &'a [Token] {
        self.tokens.get(self.at..).unwrap_or_default()
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let there = self.word() == word;
        if there {
            self.step();
        }
        there
    }

    pub(super) fn take_symbol(&mut self, symbol: &str) -> bool {
        let there = self.symbol() == symbol;
        if there {
            self.step();
        }
        there
    }

    /// Steps over `word`; `form` shows how the whole is written.
    pub(super) fn expect_word(&mut self, word: &str, form: &str) -> Read<()> {
        if self.take_word(word) { Some(()) } else { self.expected(&format!("`{word}`"), Some(form)) }
    }

    pub(super) fn expect_symbol(&mut self, symbol: &str, form: &str) -> Read<()> {
        if self.take_symbol(symbol) { Some(()) } else { self.expected(&format!("`{symbol}`"), Some(form)) }
    }

    /// Reports a mistake and goes on.
    pub(super) fn slip(&mut self, span: Span, message: impl Into<String>, help: &str) {
        let help = (!help.is_empty()).then(|| help.to_owned());
        self.mistakes.push(Mistake::syntax(span, message, help));
    }

    /// Reports a mistake and gives up.
    pub(super) fn fail<T>(&mut self, span: Span, message: impl Into<String>, help: &str) -> Read<T> {
        self.slip(span, message, help);
        None
    }

    /// Gives up because `what` should stand here; `form` shows how the whole is written.
    pub(super) fn expected<T>(&mut self, what: &str, form: Option<&str>) -> Read<T> {
        let help = form.map(|form| format!("the form is `{form}`")).unwrap_or_default();
        self.expected_with(what, &help)
    }

    fn expected_with<T>(&mut self, what: &str, help: &str) -> Read<T> {
        let found = match self.kind(0) {
            // Reported already.
            Some(TokenKind::Bad) => return None,
            None => "the end".to_owned(),
            Some(found) => format!("`{found}`"),
        };
        self.fail(self.span(), format!("expected {what}, found {found}"), help)
    }

    /// Gives up if anything is left of the line.
    pub(super) fn finish(&mut self) -> Read<()> {
        if self.is_at_end() {
            return Some(());
        }
        if self.symbol() == ":" && self.at + 1 == self.tokens.len() {
            self.slip(self.span(), "a line that has a block ends without `:`", "leave the `:` out");
            self.step();
            return Some(());
        }
        if self.symbol() == ".." {
            return self.fail(self.span(), "a range stands behind `in` only", "write `x in 1..3`");
        }
        if let Some(TokenKind::Symbol("|")) = self.kind(0) {
            return self.fail(self.span(), "`|` stands only in the rows of a table", "");
        }
        let meant = slips::operation(self.word()).or_else(|| slips::operation(self.word_before()));
        self.expected_with("the end of the line", &meant.map(|meant| format!("write {meant}")).unwrap_or_default())
    }

    /// A name of a value, parameter, member …
    pub(super) fn name(&mut self, what: &str) -> Read<Name> {
        let (word, span) = (self.word(), self.span());
        if word.is_empty() {
            return self.expected(what, None);
        }
        if words::is_reserved(word) {
            let message = format!("`{word}` is a word of the language and cannot be a name");
            return self.fail(span, message, &format!("expected {what}: choose another name, such as `the_{word}`"));
        }
        self.step();
        Some(self.lower(word, span))
    }

    /// A name that may be any word, since a dot before it or a colon behind it tells it for one.
    pub(super) fn any_name(&mut self, what: &str) -> Read<Name> {
        let (word, span) = (self.word(), self.span());
        if word.is_empty() {
            return self.expected(what, None);
        }
        self.step();
        Some(self.lower(word, span))
    }

    fn lower(&mut self, word: &str, span: Span) -> Name {
        if !words::is_type_name(word) {
            return Name { text: word.to_owned(), span };
        }
        let text = slips::snake(word);
        self.slip(span, format!("`{word}`: only types have a capital letter"), &format!("write `{text}`"));
        Name { text, span }
    }

    /// A name of a type, entity or record.
    pub(super) fn type_name(&mut self, what: &str) -> Read<Name> {
        let (word, span) = (self.word(), self.span());
        if word.is_empty() {
            return self.expected(what, None);
        }
        if words::is_reserved(word) {
            let message = format!("`{word}` is a word of the language and cannot be the name of a type");
            return self.fail(span, message, &format!("expected {what}"));
        }
        self.step();
        if words::is_type_name(word) {
            return Some(Name { text: word.to_owned(), span });
        }
        let text = title(word);
        self.slip(span, format!("`{word}`: types begin with a capital letter"), &format!("write `{text}`"));
        Some(Name { text, span })
    }

    /// Names with commas between.
    pub(super) fn names(&mut self, what: &str) -> Read<Vec<Name>> {
        let mut names = vec![self.name(what)?];
        while self.take_symbol(",") {
            names.push(self.name(what)?);
        }
        Some(names)
    }

    /// Reads something one level deeper; gives up where that is too deep.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= DEEPEST {
            return self.too_complex();
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// The expression read last stands within another now, beside one of height `beside`.
    pub(super) fn grow(&mut self, beside: u32) -> Read<()> {
        self.height = self.height.max(beside) + 1;
        if self.height > DEEPEST { self.too_complex() } else { Some(()) }
    }

    fn too_complex<T>(&mut self) -> Read<T> {
        too_complex(self.span(), self.mistakes);
        None
    }
}

/// Reports that something nests too deep.
pub(super) fn too_complex(span: Span, mistakes: &mut Vec<Mistake>) {
    mistakes.push(Mistake {
        code: &codes::LOGIC_TOO_COMPLEX,
        span,
        message: format!("this nests deeper than {DEEPEST} levels"),
        help: Some("give parts of it names of their own".to_owned()),
    });
}

/// `supply_level` as `SupplyLevel`.
pub(super) fn title(word: &str) -> String {
    word.split('_')
        .map(|part| {
            let (first, rest) = part.split_at(usize::from(!part.is_empty()));
            first.to_ascii_uppercase() + rest
        })
        .collect()
}
