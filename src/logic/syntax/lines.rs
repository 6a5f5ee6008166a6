//! From the text of a block to its lines, joined where one goes on in the next, each with the lines below it.

use super::Mistake;
use super::ast::{Mention, Name, Span};
use super::glyphs::{self, Glyph};
use super::lexer::{self, Token, TokenKind};

/// One line as the author thinks of it, which may run over several lines of the text.
#[derive(Debug)]
pub(super) struct Line {
    /// How many spaces stand before it.
    pub(super) indent: usize,
    /// From its first token to its last.
    pub(super) span: Span,
    pub(super) content: Content,
    /// The deeper lines that follow it.
    pub(super) below: Vec<Line>,
}

/// What stands on a line.
#[derive(Debug)]
pub(super) enum Content {
    Tokens(Vec<Token>),
    /// A row of a table: the tokens of each cell and its place between the bars.
    Row(Vec<(Vec<Token>, Span)>),
}

impl Line {
    /// The tokens of the line; none for a row.
    pub(super) fn tokens(&self) -> &[Token] {
        match &self.content {
            Content::Tokens(tokens) => tokens,
            Content::Row(_) => &[],
        }
    }

    /// What it and the lines below name behind `external`.
    pub(super) fn cites(&self) -> Vec<Name> {
        let all = self.runs().into_iter().flatten();
        let cited = all.filter_map(|token| match &token.kind {
            TokenKind::Reference(text) if text != "unknown" => Some(Name { text: text.clone(), span: token.span }),
            _ => None,
        });
        cited.collect()
    }

    /// What it and the lines below may ask of what was done, or is being done.
    pub(super) fn mentions(&self) -> Vec<Mention> {
        let mut found = Vec::new();
        for tokens in self.runs() {
            let word = |at: usize| match tokens.get(at).map(|token| &token.kind) {
                Some(TokenKind::Word(word)) => word.as_str(),
                _ => "",
            };
            let symbol = |at: usize| match tokens.get(at).map(|token| &token.kind) {
                Some(TokenKind::Symbol(symbol)) => *symbol,
                _ => "",
            };
            for at in 0..tokens.len() {
                let (first, second, third) = (word(at), word(at + 1), word(at + 2));
                if first.is_empty() {
                } else if second == "since" && third == "the" {
                    found.push(Mention::Since(first.to_owned(), Vec::new()));
                } else if second == "since" && symbol(at + 2) == "(" {
                    let names = (at + 3..).map(word).step_by(2).take_while(|name| !name.is_empty());
                    found.push(Mention::Since(first.to_owned(), names.map(str::to_owned).collect()));
                } else if second == "since" && !third.is_empty() {
                    found.push(Mention::Since(first.to_owned(), vec![third.to_owned()]));
                } else if first == "stop" && !second.is_empty() {
                    found.push(Mention::Stop(second.to_owned()));
                } else if first == "during" && !second.is_empty() {
                    found.push(Mention::During(second.to_owned()));
                } else if symbol(at + 1) == "." && !third.is_empty() {
                    found.push(Mention::Argument(first.to_owned(), third.to_owned()));
                }
            }
        }
        found
    }

    /// The tokens of it and of the lines below: of a row, of each cell.
    fn runs(&self) -> Vec<&[Token]> {
        let mut found: Vec<&[Token]> = Vec::new();
        let mut open = vec![self];
        while let Some(line) = open.pop() {
            match &line.content {
                Content::Tokens(tokens) => found.push(tokens),
                Content::Row(cells) => found.extend(cells.iter().map(|(tokens, _)| &tokens[..])),
            }
            open.extend(&line.below);
        }
        found
    }

    /// Whether its first word is `word`.
    pub(super) fn starts_with(&self, word: &str) -> bool {
        matches!(self.tokens().first(), Some(Token { kind: TokenKind::Word(first), .. }) if first == word)
    }
}

/// Words that no line can begin with, so that a deeper line with one of them in front goes on with the one before.
const GO_ON: &[&str] = &["and", "or", "then", "where", "with", "when", "reads", "gives", "changes"];

/// Reads the lines of `text` as a tree.
pub(super) fn read(text: &str, mistakes: &mut Vec<Mistake>) -> Vec<Line> {
    let lines = physical(text, mistakes);
    let lines = joined(lines, mistakes);
    nested(lines, mistakes)
}

/// Reads all of `text` as one line.
pub(super) fn read_one(text: &str, mistakes: &mut Vec<Mistake>) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let glyphs = glyphs::glyphs(line, start, mistakes);
        tokens.extend(lexer::lex(&glyphs, mistakes));
        start += line.len();
    }
    unmatched_closing(&mut tokens, mistakes);
    tokens
}

/// A line of the text with something on it.
struct Physical {
    indent: usize,
    tab: bool,
    content: Content,
}

fn physical(text: &str, mistakes: &mut Vec<Mistake>) -> Vec<Physical> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut last_tab = false;
    for line in text.split_inclusive('\n') {
        let blank = line.len() - line.trim_start_matches([' ', '\t', '\u{3000}']).len();
        let (white, rest) = line.split_at(blank);
        let glyphs = glyphs::glyphs(rest, start + blank, mistakes);
        if glyphs.iter().any(|glyph| !glyph.char.is_whitespace()) {
            let tab = white.contains(['\t', '\u{3000}']);
            if tab && !last_tab {
                let span = super::span(start, start + blank);
                let message = "a tab or a wide space in the indentation".to_owned();
                mistakes.push(Mistake::syntax(span, message, Some("indent with plain spaces".to_owned())));
            }
            last_tab = tab;
            // Most who mix the two see a tab as wide as one step.
            let indent = white.chars().map(|c| if c == ' ' { 1 } else { 2 }).sum();
            let content = if glyphs[0].char == '|' {
                Content::Row(cells(&glyphs, mistakes))
            } else {
                Content::Tokens(lexer::lex(&glyphs, mistakes))
            };
            lines.push(Physical { indent, tab, content });
        }
        start += line.len();
    }
    lines
}

/// Splits a row at the bars outside brackets.
fn cells(glyphs: &[Glyph], mistakes: &mut Vec<Mistake>) -> Vec<(Vec<Token>, Span)> {
    let end = glyphs.iter().rposition(|glyph| !glyph.char.is_whitespace()).map_or(0, |last| last + 1);
    let glyphs = &glyphs[..end];
    let mut cells = Vec::new();
    let mut open = 0_usize;
    let mut from = 1;
    for at in 1..glyphs.len() {
        match glyphs[at].char {
            '(' | '[' => open += 1,
            ')' | ']' => open = open.saturating_sub(1),
            '|' if open == 0 => {
                cells.push(cell(&glyphs[from..at], glyphs[from - 1].span.end, mistakes));
                from = at + 1;
            }
            _ => {}
        }
    }
    if from < glyphs.len() {
        let (tokens, span) = cell(&glyphs[from..], glyphs[from - 1].span.end, mistakes);
        // A bracket that is not closed hides the bars behind it; that is said where the cell is read.
        if open == 0 {
            let place = glyphs.last().map_or(span, |last| last.span);
            let help = Some("close the row with `|`".to_owned());
            mistakes.push(Mistake::syntax(place, "the last cell of the row is open".to_owned(), help));
        }
        cells.push((tokens, span));
    }
    cells
}

fn cell(glyphs: &[Glyph], start: u32, mistakes: &mut Vec<Mistake>) -> (Vec<Token>, Span) {
    let mut tokens = lexer::lex(glyphs, mistakes);
    let end = glyphs.last().map_or(start, |last| last.span.end);
    if let Some(open) = unmatched_closing(&mut tokens, mistakes) {
        report_open(&tokens[open], mistakes);
        tokens[open].kind = TokenKind::Bad;
    }
    let span = match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span { start, end },
    };
    (tokens, span)
}

/// Reports closing brackets that nothing opens, and says which bracket is still open at the end.
fn unmatched_closing(tokens: &mut [Token], mistakes: &mut Vec<Mistake>) -> Option<usize> {
    let mut open = Vec::new();
    for at in 0..tokens.len() {
        match tokens[at].kind {
            TokenKind::Symbol("(" | "[") => open.push(at),
            TokenKind::Symbol(closing @ (")" | "]")) => match open.pop() {
                Some(opening) if (tokens[opening].kind == TokenKind::Symbol("(")) == (closing == ")") => {}
                _ => {
                    let message = format!("nothing is closed by this `{closing}`");
                    mistakes.push(Mistake::syntax(tokens[at].span, message, None));
                    tokens[at].kind = TokenKind::Bad;
                    return None;
                }
            },
            _ => {}
        }
    }
    open.first().copied()
}

fn report_open(token: &Token, mistakes: &mut Vec<Mistake>) {
    let (opening, closing) = if token.kind == TokenKind::Symbol("(") { ("(", ")") } else { ("[", "]") };
    let message = format!("this `{opening}` is not closed");
    let help =
        Some(format!("write `{closing}`; what follows within brackets stands deeper than the line they begin on"));
    mistakes.push(Mistake::syntax(token.span, message, help));
}

/// Joins each line with the deeper ones that go on with it.
fn joined(lines: Vec<Physical>, mistakes: &mut Vec<Mistake>) -> Vec<Physical> {
    let mut joined: Vec<Physical> = Vec::new();
    // The last one is next, so that lines can be given back.
    let mut rest: Vec<Physical> = lines.into_iter().rev().collect();
    while let Some(mut line) = rest.pop() {
        if let Content::Tokens(tokens) = &mut line.content {
            join(tokens, line.indent, &mut rest);
            if let Some(open) = unmatched_closing(tokens, mistakes) {
                report_open(&tokens[open], mistakes);
                tokens[open].kind = TokenKind::Bad;
            }
        }
        joined.push(line);
    }
    joined
}

/// Takes from `rest` the lines that go on with the line of these `tokens`.
fn join(tokens: &mut Vec<Token>, indent: usize, rest: &mut Vec<Physical>) {
    let mut counted = Counted::default();
    counted.add(tokens);
    loop {
        if counted.open > 0 {
            // The lines up to the one that closes the bracket; none of them if there is none, so that
            // the mistake costs one line.
            let mut open = counted.open;
            let mut ahead = 0;
            for next in rest.iter().rev() {
                let Content::Tokens(more) = &next.content else { break };
                if next.indent < indent || next.indent == indent && !closes(next) {
                    break;
                }
                let mut change = Counted::default();
                change.add(more);
                open += change.open;
                ahead += 1;
                if open <= 0 {
                    break;
                }
            }
            if open > 0 {
                return;
            }
            for next in rest.drain(rest.len() - ahead..).rev() {
                if let Content::Tokens(more) = next.content {
                    counted.add(&more);
                    tokens.extend(more);
                }
            }
            continue;
        }
        match rest.last() {
            Some(Physical { indent: deeper, content: Content::Tokens(more), .. })
                if *deeper > indent && goes_on(tokens, more, &counted) =>
            {
                counted.add(more);
                tokens.extend(more.iter().cloned());
                rest.pop();
            }
            _ => return,
        }
    }
}

/// What of a line is still open.
#[derive(Default)]
struct Counted {
    /// How many more brackets are opened than closed.
    open: isize,
    /// How many `then` have no `otherwise` yet.
    branches: isize,
}

impl Counted {
    fn add(&mut self, tokens: &[Token]) {
        for token in tokens {
            match &token.kind {
                TokenKind::Symbol("(" | "[") => self.open += 1,
                TokenKind::Symbol(")" | "]") => self.open -= 1,
                TokenKind::Word(word) if word == "then" => self.branches += 1,
                TokenKind::Word(word) if word == "otherwise" => self.branches -= 1,
                _ => {}
            }
        }
    }
}

fn closes(line: &Physical) -> bool {
    matches!(&line.content, Content::Tokens(tokens)
        if matches!(tokens.first(), Some(Token { kind: TokenKind::Symbol(")" | "]"), .. })))
}

/// Whether a line that ends with this goes on in the deeper line below it.
pub(super) fn wants_more(last: &TokenKind) -> bool {
    match last {
        TokenKind::Symbol(symbol) => ["=", ",", "+", "-", "*", "/", "<", "<=", ">", ">="].contains(symbol),
        TokenKind::Word(word) => {
            let inner = ["and", "or", "not", "is", "in", "of", "then", "otherwise", "where", "with", "when"];
            inner.contains(&word.as_str())
        }
        _ => false,
    }
}

/// Whether a line of these `tokens` goes on in the deeper line of the tokens `more`.
fn goes_on(tokens: &[Token], more: &[Token], counted: &Counted) -> bool {
    let ends = tokens.last().is_some_and(|last| {
        let counts = tokens.len() > 1 || matches!(last.kind, TokenKind::Symbol(_));
        counts && wants_more(&last.kind)
    });
    let begins = match more.first().map(|token| &token.kind) {
        Some(TokenKind::Symbol(symbol)) => *symbol == "=",
        Some(TokenKind::Word(word)) if word == "otherwise" => counted.branches > 0,
        // `with: …` is a label by mistake, which the parser explains.
        Some(TokenKind::Word(word)) => {
            let is_order = word == "in"
                && matches!(more.get(1), Some(Token { kind: TokenKind::Word(next), .. }) if next == "order");
            (is_order || GO_ON.contains(&word.as_str()))
                && more.get(1).is_none_or(|token| token.kind != TokenKind::Symbol(":"))
        }
        _ => false,
    };
    ends || begins
}

/// Puts each line below the one it is deeper than.
fn nested(lines: Vec<Physical>, mistakes: &mut Vec<Mistake>) -> Vec<Line> {
    let root = lines.iter().map(|line| line.indent).min().unwrap_or(0);
    // The lines that are still open, outermost first, each with the indentation of the lines below it.
    let mut open: Vec<(Line, Option<usize>)> = Vec::new();
    let mut done = Vec::new();
    let mut last_odd = None;
    for Physical { indent, tab, content } in lines {
        let (first, span) = match &content {
            Content::Tokens(tokens) => whole(tokens.iter().map(|token| token.span)),
            Content::Row(cells) => whole(cells.iter().map(|(_, span)| *span)),
        };
        while open.last().is_some_and(|(line, _)| line.indent >= indent) {
            close(&mut open, &mut done);
        }
        let level = match open.last_mut() {
            Some((_, below)) => *below.get_or_insert(indent),
            None => root,
        };
        if level != indent && !tab && last_odd != Some(indent) {
            let message = format!("this line is indented by {indent} where its neighbours have {level}");
            let help = Some("put the lines of one block under one another".to_owned());
            mistakes.push(Mistake::syntax(first, message, help));
        }
        last_odd = (level != indent).then_some(indent);
        open.push((Line { indent: level, span, content, below: Vec::new() }, None));
    }
    while !open.is_empty() {
        close(&mut open, &mut done);
    }
    done
}

fn close(open: &mut Vec<(Line, Option<usize>)>, done: &mut Vec<Line>) {
    if let Some((line, _)) = open.pop() {
        match open.last_mut() {
            Some((above, _)) => above.below.push(line),
            None => done.push(line),
        }
    }
}

/// The first of `spans`, and from it to the last.
fn whole(mut spans: impl Iterator<Item = Span>) -> (Span, Span) {
    let first = spans.next().unwrap_or_default();
    (first, spans.fold(first, Span::to))
}
