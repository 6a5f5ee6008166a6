//! Expressions, from the loosest operator to the tightest.

use crate::logic::syntax::ast::{Binary, Expr, ExprKind, Name, Span};

use super::Read;
use super::reader::Reader;

impl Reader<'_> {
    /// A whole expression.
    pub(super) fn expression(&mut self) -> Read<Expr> {
        self.deeper(|reader| if reader.word() == "if" { reader.if_expression() } else { reader.either() })
    }

    /// An expression of this kind that began at `start`.
    pub(super) fn made(&self, start: Span, kind: ExprKind) -> Expr {
        Expr { kind, span: self.since(start) }
    }

    fn if_expression(&mut self) -> Read<Expr> {
        let start = self.span();
        let form = "if C then A otherwise B";
        self.step();
        let condition = self.expression()?;
        let first = self.height;
        self.expect_word("then", form)?;
        let then = self.expression()?;
        let second = self.height;
        if self.word() != "otherwise" && (self.is_at_end() || self.symbol() == ")") {
            let help = "write what holds in the other case: `otherwise …`";
            return self.fail(self.since(start), "an `if` within an expression needs its `otherwise`", help);
        }
        self.expect_word("otherwise", form)?;
        let otherwise = self.expression()?;
        self.grow(first.max(second))?;
        Some(self.made(start, ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise))))
    }

    /// `left op right`; `left` has the height `beside`.
    fn binary(&mut self, operator: Binary, left: Expr, right: Expr, beside: u32) -> Read<Expr> {
        self.grow(beside)?;
        let start = left.span;
        Some(self.made(start, ExprKind::Binary(operator, Box::new(left), Box::new(right))))
    }

    fn either(&mut self) -> Read<Expr> {
        let (mut left, mut joined) = self.both()?;
        let mut or = None;
        while self.word() == "or" {
            let beside = self.height;
            or.get_or_insert(self.span());
            self.step();
            let (right, also) = self.both()?;
            joined |= also;
            left = self.binary(Binary::Or, left, right, beside)?;
        }
        if let Some(or) = or.filter(|_| joined) {
            let help = "put brackets around what belongs together: `(A and B) or C`";
            self.slip(or, "`and` and `or` stand side by side", help);
        }
        Some(left)
    }

    /// Whether there was an `and` that no brackets close off, too.
    fn both(&mut self) -> Read<(Expr, bool)> {
        let mut left = self.negation()?;
        let mut joined = false;
        while self.word() == "and" {
            let beside = self.height;
            self.step();
            let right = self.negation()?;
            left = self.binary(Binary::And, left, right, beside)?;
            joined = true;
        }
        Some((left, joined))
    }

    fn negation(&mut self) -> Read<Expr> {
        let start = self.span();
        if !self.take_word("not") {
            return self.comparison();
        }
        let inner = self.deeper(Self::negation)?;
        self.grow(0)?;
        Some(self.made(start, ExprKind::Not(Box::new(inner))))
    }

    fn comparison(&mut self) -> Read<Expr> {
        let left = self.rounded()?;
        let beside = self.height;
        let start = left.span;
        let Some(operator) = self.comparison_operator() else { return Some(left) };
        let compared = match operator {
            Comparison::Empty(empty) => {
                self.grow(0)?;
                self.made(start, ExprKind::IsEmpty(Box::new(left), empty))
            }
            Comparison::Binary(operator @ (Binary::In | Binary::NotIn)) => {
                let right = self.members()?;
                self.binary(operator, left, right, beside)?
            }
            Comparison::Binary(operator) => {
                let right = self.rounded()?;
                self.binary(operator, left, right, beside)?
            }
        };
        let second = self.span();
        if self.comparison_operator().is_some() {
            let help = "join two of them: `0 < x and x < 3`";
            return self.fail(second, "comparisons do not chain", help);
        }
        Some(compared)
    }

    /// Steps over the sign or words of a comparison.
    fn comparison_operator(&mut self) -> Option<Comparison> {
        let start = self.span();
        let binary = match (self.symbol(), self.word()) {
            ("<", _) => Binary::Less,
            ("<=", _) => Binary::LessOrEqual,
            (">", _) => Binary::Greater,
            (">=", _) => Binary::GreaterOrEqual,
            ("=", _) if self.equals.is_none_or(|end| self.position() < end) => {
                self.slip(start, "`=` gives a value and does not compare", "write `is`");
                Binary::Is
            }
            (_, "in") => Binary::In,
            (_, "not") if self.word_ahead(1) == "in" => {
                self.step();
                Binary::NotIn
            }
            (_, "is") => {
                self.step();
                let not = self.take_word("not");
                if self.take_word("empty") {
                    return Some(Comparison::Empty(!not));
                }
                if self.word() == "in" {
                    let (words, mend) = if not { ("is not in", "not in") } else { ("is in", "in") };
                    self.step();
                    let place = self.since(start);
                    self.slip(place, format!("`{words}` is one word too many"), &format!("write `{mend}`"));
                    return Some(Comparison::Binary(if not { Binary::NotIn } else { Binary::In }));
                }
                return Some(Comparison::Binary(if not { Binary::IsNot } else { Binary::Is }));
            }
            _ => return None,
        };
        self.step();
        Some(Comparison::Binary(binary))
    }

    /// What stands behind `in`: a type, a range or any collection.
    fn members(&mut self) -> Read<Expr> {
        if let Some(name) = self.type_as_set() {
            return Some(name);
        }
        let from = self.sum()?;
        self.range_from(from)
    }

    /// The name of an enumeration or entity type, which stands for all there are.
    pub(super) fn type_as_set(&mut self) -> Option<Expr> {
        let (word, span) = (self.word(), self.span());
        if !word.starts_with(|c: char| c.is_ascii_uppercase()) || ["(", "."].contains(&self.symbol_ahead(1)) {
            return None;
        }
        self.step();
        self.height = 0;
        Some(Expr { kind: ExprKind::Name(word.to_owned()), span })
    }

    /// `from..to` where a range goes on here, else `from` alone.
    pub(super) fn range_from(&mut self, from: Expr) -> Read<Expr> {
        if self.symbol() != ".." {
            return Some(from);
        }
        let (beside, start) = (self.height, from.span);
        self.step();
        let to = self.sum()?;
        self.grow(beside)?;
        Some(self.made(start, ExprKind::Range(Box::new(from), Box::new(to))))
    }

    /// Reads something within brackets, where `, or` belongs to what stands there.
    pub(super) fn enclosed<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.with_plain(false, read)
    }

    /// Reads a part of a selection, to whose whole `, or` belongs.
    pub(super) fn part<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.with_plain(true, read)
    }

    fn with_plain<T>(&mut self, plain: bool, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let before = std::mem::replace(&mut self.plain, plain);
        let result = read(self);
        self.plain = before;
        result
    }

    /// `, or e` behind something that may be none, where it stands here.
    pub(super) fn or_else(&mut self, of: Expr) -> Read<Expr> {
        if self.plain || self.symbol() != "," || self.word_ahead(1) != "or" {
            return Some(of);
        }
        let (beside, start) = (self.height, of.span);
        self.step();
        self.step();
        let instead = self.deeper(Self::sum)?;
        self.grow(beside)?;
        Some(self.made(start, ExprKind::OrElse(Box::new(of), Box::new(instead))))
    }

    fn rounded(&mut self) -> Read<Expr> {
        let sum = self.sum()?;
        let sum = self.or_else(sum)?;
        let comma = usize::from(self.symbol() == ",");
        let word = self.word_ahead(comma);
        if !["rounded", "round", "rounding"].contains(&word) {
            return Some(sum);
        }
        let up = match self.word_ahead(comma + 1) {
            "up" => true,
            "down" => false,
            // A name `rounded` may be the next argument.
            _ => return Some(sum),
        };
        let from = self.span();
        for _ in 0..comma + 2 {
            self.step();
        }
        if comma == 0 || word != "rounded" {
            let help = format!("write `, rounded {}`", if up { "up" } else { "down" });
            self.slip(self.since(from), "rounding is written behind a comma", &help);
        }
        self.grow(0)?;
        let start = sum.span;
        Some(self.made(start, ExprKind::Rounded(Box::new(sum), up)))
    }

    pub(super) fn sum(&mut self) -> Read<Expr> {
        let mut left = self.product()?;
        loop {
            let operator = match self.symbol() {
                "+" => Binary::Add,
                "-" => Binary::Subtract,
                _ => return Some(left),
            };
            let beside = self.height;
            self.step();
            let right = self.product()?;
            left = self.binary(operator, left, right, beside)?;
        }
    }

    fn product(&mut self) -> Read<Expr> {
        let mut left = self.unary()?;
        loop {
            let operator = match self.symbol() {
                "*" => Binary::Multiply,
                "/" => Binary::Divide,
                _ => return Some(left),
            };
            let beside = self.height;
            self.step();
            let right = self.unary()?;
            left = self.binary(operator, left, right, beside)?;
        }
    }

    fn unary(&mut self) -> Read<Expr> {
        let start = self.span();
        if self.take_symbol("-") {
            let inner = self.deeper(Self::unary)?;
            self.grow(0)?;
            return Some(self.made(start, ExprKind::Negate(Box::new(inner))));
        }
        if self.word() == "half" && self.word_ahead(1) == "of" {
            self.step();
            self.step();
            let inner = self.deeper(Self::unary)?;
            self.grow(0)?;
            return Some(self.made(start, ExprKind::HalfOf(Box::new(inner))));
        }
        self.postfix()
    }

    /// A primary expression with its fields and keys.
    pub(super) fn postfix(&mut self) -> Read<Expr> {
        if let Some(open) = self.open_ended() {
            return open.and_then(|open| self.or_else(open));
        }
        let mut expression = self.primary()?;
        loop {
            let (beside, start) = (self.height, expression.span);
            let kind = match self.symbol() {
                "." => {
                    self.step();
                    let field: Name = self.any_name("the name of a field")?;
                    ExprKind::Field(Box::new(expression), field)
                }
                "[" => {
                    self.step();
                    let key = self.enclosed(Self::expression)?;
                    self.expect_symbol("]", "map[key]")?;
                    ExprKind::Index(Box::new(expression), Box::new(key))
                }
                _ if self.word() == "without" => {
                    self.step();
                    ExprKind::Without(Box::new(expression), self.name("the label of a part")?)
                }
                _ => return Some(expression),
            };
            if matches!(kind, ExprKind::Field(..)) {
                self.height = 0;
            }
            self.grow(beside)?;
            expression = self.made(start, kind);
        }
    }
}

/// What is asked of the left side.
enum Comparison {
    Binary(Binary),
    Empty(bool),
}
