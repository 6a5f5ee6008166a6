//! Numbers, names, calls, lists, records and whatever stands in brackets.

use crate::logic::calendar::{self, Date};
use crate::logic::syntax::ast::{Argument, Expr, ExprKind, Name, Span};
use crate::logic::syntax::slips;
use crate::logic::syntax::words;

use super::Read;
use super::reader::Reader;

/// `d6`, `d10` …
fn is_die(word: &str) -> bool {
    word.strip_prefix('d').is_some_and(|sides| !sides.is_empty() && sides.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Reader<'_> {
    /// An expression that no operator takes apart.
    pub(super) fn primary(&mut self) -> Read<Expr> {
        let start = self.span();
        self.height = 0;
        if let Some(number) = self.number() {
            self.step();
            return match calendar::month_called(self.word()) {
                Some(month) => self.date(start, number, month),
                None => Some(self.made(start, ExprKind::Number(number))),
            };
        }
        match self.symbol() {
            "(" => return self.bracketed(start),
            "[" => {
                self.step();
                return self.enclosed(|reader| reader.list_or_map(start));
            }
            _ => {}
        }
        let word = self.word();
        let kind = match word {
            "yes" => ExprKind::YesNo(true),
            "no" => ExprKind::YesNo(false),
            "none" => ExprKind::None,
            "if" => return self.fail(start, "an `if` within a larger expression needs brackets", "write `(if … )`"),
            "not" => return self.fail(start, "`not` binds looser than what stands before it", "write `(not …)`"),
            "roll" if self.number_ahead(1) || is_die(self.word_ahead(1)) => {
                let help = "write `roll d6 as x` on a line of a procedure; a value has the die as a parameter";
                return self.fail(start, "only procedures roll", help);
            }
            "min" | "max" if self.symbol_ahead(1) == "(" => return self.extreme_of(start),
            "during" if !self.word_ahead(1).is_empty() && !words::is_reserved(self.word_ahead(1)) => {
                self.step();
                let name = self.name("the name of a procedure")?;
                return Some(self.made(start, ExprKind::During(name)));
            }
            _ if words::is_type_name(word) => return self.misplaced_type(word, start),
            _ if word.is_empty() || words::is_reserved(word) => return self.no_expression(word),
            _ if self.symbol_ahead(1) == "(" => return self.call(start),
            _ => ExprKind::Name(word.to_owned()),
        };
        self.step();
        Some(self.made(start, kind))
    }

    /// `6 April 2010`, `31 January (year + 1)`: behind the number of the day.
    fn date(&mut self, start: Span, day: i64, month: u8) -> Read<Expr> {
        self.step();
        let year = self.deeper(|reader| {
            let begins = reader.number().is_some() || reader.symbol() == "(" || !reader.word().is_empty();
            if begins { reader.postfix() } else { reader.expected("a year", Some("6 April 2010")) }
        })?;
        self.grow(0)?;
        // Of a year that is not told, the longest.
        let told = if let ExprKind::Number(year) = year.kind { year } else { 2000 };
        if Date::new(told, i64::from(month), day).is_none() {
            let help = "write a day of the calendar, of the years 1 to 9999";
            self.slip(self.since(start), "there is no such day", help);
        }
        Some(self.made(start, ExprKind::Date(Box::new(year), month, day)))
    }

    fn no_expression(&mut self, word: &str) -> Read<Expr> {
        if self.symbol() == ".." {
            return self.fail(self.span(), "a range needs its first number here", "write `1..3`");
        }
        if word == "external" || word == "unknown" {
            let help = "it stands alone: as a whole value, cell, contribution, graph or procedure";
            return self.fail(self.span(), format!("`{word}` is no part of an expression"), help);
        }
        self.expected("an expression", None)
    }

    /// A type's name where a value should stand.
    fn misplaced_type(&mut self, word: &str, start: Span) -> Read<Expr> {
        match self.symbol_ahead(1) {
            "." => {
                self.slip(start, "a member stands without its type", &format!("leave `{word}.` out"));
                self.step();
                self.step();
                self.deeper(Self::primary)
            }
            "(" => {
                self.slip(start, "a record stands without its type", &format!("leave `{word}` out: `(field: …)`"));
                self.step();
                self.deeper(Self::primary)
            }
            _ => {
                let name = slips::snake(word);
                let message = format!("`{word}`: only types have a capital letter");
                self.slip(start, message, &format!("write `{name}`; a type stands only behind `in`"));
                self.step();
                Some(self.made(start, ExprKind::Name(name)))
            }
        }
    }

    fn bracketed(&mut self, start: Span) -> Read<Expr> {
        self.step();
        if !self.word().is_empty() && self.symbol_ahead(1) == ":" {
            let fields = self.enclosed(|reader| reader.named("(field: …)"))?;
            self.expect_symbol(")", "(field: …, …)")?;
            return Some(self.made(start, ExprKind::Record(fields)));
        }
        let inner = self.enclosed(Self::expression)?;
        if self.symbol() == "," {
            return self.fail(self.span(), "brackets hold one expression", "a list is written `[a, b]`");
        }
        if self.symbol() == ".." {
            return self.fail(self.span(), "a range stands behind `in` only", "write `x in 1..3`");
        }
        self.expect_symbol(")", "(…)")?;
        Some(Expr { kind: inner.kind, span: self.since(start) })
    }

    /// `name: e` with commas between.
    pub(super) fn named(&mut self, form: &str) -> Read<Vec<(Name, Expr)>> {
        let mut fields = Vec::new();
        let mut height = 0;
        loop {
            let name = self.any_name("the name of a field")?;
            self.expect_symbol(":", form)?;
            fields.push((name, self.expression()?));
            height = height.max(self.height);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.grow(height)?;
        Some(fields)
    }

    /// `[a, b]` or `[a: 1, b: 2]`, behind its first bracket.
    fn list_or_map(&mut self, start: Span) -> Read<Expr> {
        if self.symbol() == "]" {
            self.step();
            self.height = 0;
            self.grow(0)?;
            return Some(self.made(start, ExprKind::List(Vec::new())));
        }
        let first = self.expression()?;
        let mut height = self.height;
        if self.symbol() != ":" {
            let mut elements = vec![first];
            if self.take_symbol(",") {
                elements.extend(self.until_closed("]", "[a, b]")?);
                height = height.max(self.height);
            } else {
                self.expect_symbol("]", "[a, b]")?;
            }
            self.height = 0;
            self.grow(height)?;
            return Some(self.made(start, ExprKind::List(elements)));
        }
        let form = "[a: 1, b: 2]";
        let mut entries = Vec::new();
        let mut key = first;
        loop {
            self.expect_symbol(":", form)?;
            let value = self.expression()?;
            height = height.max(self.height);
            entries.push((key, value));
            if !self.take_symbol(",") || self.symbol() == "]" {
                break;
            }
            key = self.expression()?;
            height = height.max(self.height);
        }
        self.expect_symbol("]", form)?;
        self.height = 0;
        self.grow(height)?;
        Some(self.made(start, ExprKind::Map(entries)))
    }

    /// Expressions with commas between, and the bracket that closes them.
    fn until_closed(&mut self, closing: &str, form: &str) -> Read<Vec<Expr>> {
        let mut elements = Vec::new();
        let mut height = 0;
        // A comma may stand behind the last one.
        while self.symbol() != closing {
            elements.push(self.expression()?);
            height = height.max(self.height);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.expect_symbol(closing, form)?;
        self.height = 0;
        self.grow(height)?;
        Some(elements)
    }

    fn extreme_of(&mut self, start: Span) -> Read<Expr> {
        let word = self.word();
        self.step();
        self.step();
        let elements = self.enclosed(|reader| reader.until_closed(")", &format!("{word}(a, b)")))?;
        if elements.is_empty() {
            return self.fail(self.since(start), format!("`{word}` of nothing"), &format!("write `{word}(a, b)`"));
        }
        Some(self.made(start, if word == "min" { ExprKind::Min(elements) } else { ExprKind::Max(elements) }))
    }

    fn call(&mut self, start: Span) -> Read<Expr> {
        let name = self.name("a name")?;
        let arguments = self.arguments()?;
        Some(self.made(start, ExprKind::Call(name, arguments)))
    }

    /// `(a, b)` or `(x: a, y: b)`.
    pub(super) fn arguments(&mut self) -> Read<Vec<Argument>> {
        self.expect_symbol("(", "name(a, b)")?;
        let mut arguments: Vec<Argument> = Vec::new();
        let mut height = 0;
        while self.symbol() != ")" {
            let start = self.span();
            let name = if self.symbol_ahead(1) == ":" {
                let name = self.any_name("the name of a parameter")?;
                self.step();
                Some(name)
            } else {
                None
            };
            if arguments.first().is_some_and(|first| first.name.is_some() != name.is_some()) {
                let help = "give every argument its name, or none";
                return self.fail(start, "arguments with and without a name are mixed", help);
            }
            arguments.push(Argument { name, value: self.enclosed(Self::expression)? });
            height = height.max(self.height);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.expect_symbol(")", "name(a, b)")?;
        self.height = 0;
        self.grow(height)?;
        Some(arguments)
    }
}
