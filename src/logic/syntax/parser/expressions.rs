//! Expressions, from the loosest operator to the tightest.

use crate::logic::syntax::ast::{Binary, Expr, ExprKind, Name, Span, Supposed};

use super::Read;
use super::reader::Reader;
use crate::logic::calendar::Unit;
use crate::logic::syntax::{print, words};
use crate::logic::types::{Rounding, Way};

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
        let sum = matches!(operator, Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide);
        if sum && self.supposed_up_to == Some(self.position()) {
            let help =
                "put brackets around what it is supposed for: `a + (b supposing s = E)` or `(a + b) supposing s = E`";
            self.slip(right.span, "whether this is supposed for all of it or for the last part is not told", help);
        }
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
            // `x in s where c in order of e`.
            (_, "in") if !self.in_order_of() => Binary::In,
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

    /// Whether the order of a source is told here.
    pub(super) fn in_order_of(&self) -> bool {
        self.word() == "in" && self.word_ahead(1) == "order" && self.word_ahead(2) == "of"
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
        if !words::is_type_name(word) || ["(", "."].contains(&self.symbol_ahead(1)) {
            return None;
        }
        self.step();
        self.height = 0;
        let first = Name { text: word.to_owned(), span };
        let mut kinds = vec![first];
        while self.word() == "or"
            && words::is_type_name(self.word_ahead(1))
            && !["(", "."].contains(&self.symbol_ahead(2))
        {
            self.step();
            kinds.push(Name { text: self.word().to_owned(), span: self.span() });
            self.step();
        }
        match kinds.pop() {
            Some(only) if kinds.is_empty() => Some(Expr { kind: ExprKind::Name(only.text), span }),
            last => {
                kinds.extend(last);
                Some(self.made(span, ExprKind::Kinds(kinds)))
            }
        }
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
        let sum = self.shifted(sum)?;
        let sum = self.or_else(sum)?;
        let comma = usize::from(self.symbol() == ",");
        let word = self.word_ahead(comma);
        if !["rounded", "round", "rounding"].contains(&word) {
            return Some(sum);
        }
        let way = match self.word_ahead(comma + 1) {
            "up" => Way::Up,
            "down" => Way::Down,
            "to" if self.number_ahead(comma + 2) => Way::Nearest,
            // A name `rounded` may be the next argument.
            _ => return Some(sum),
        };
        let from = self.span();
        for _ in 0..=comma {
            self.step();
        }
        let told = self.since(from);
        let rounding = self.rounding(way)?;
        if comma == 0 || word != "rounded" {
            let help = format!("write `{}`", print::rounding(rounding));
            self.slip(told, "rounding is written behind a comma", &help);
        }
        self.grow(0)?;
        let start = sum.span;
        Some(self.made(start, ExprKind::Rounded(Box::new(sum), rounding)))
    }

    /// `e shifted by f`, where it goes on so.
    fn shifted(&mut self, of: Expr) -> Read<Expr> {
        let shifts = self.word() == "shifted"
            && (self.word_ahead(1) == "by" || self.number_ahead(1) || self.symbol_ahead(1) == "-");
        if !shifts {
            return Some(of);
        }
        let beside = self.height;
        self.step();
        self.expect_word("by", "odds shifted by 2")?;
        let by = self.deeper(Self::rounded)?;
        self.binary(Binary::Shifted, of, by, beside)
    }

    /// `up`, `down to 10`, `to 1 / 100`, behind `rounded`.
    pub(super) fn rounding(&mut self, way: Way) -> Read<Rounding> {
        if way != Way::Nearest {
            self.step();
        }
        // `to` before anything else belongs to what stands around.
        if self.word() != "to" || !self.number_ahead(1) {
            return Some(Rounding::whole(way));
        }
        self.step();
        let form = "rounded down to 10";
        let start = self.span();
        let Some(above) = self.number() else { return self.expected("a number", Some(form)) };
        self.step();
        let mut below = 1;
        if self.symbol() == "/" && self.number_ahead(1) {
            self.step();
            below = self.number().unwrap_or(1);
            self.step();
        }
        if above < 1 || below < 1 {
            return self.fail(
                self.since(start),
                "there are no multiples of this to round to",
                "write a number above 0",
            );
        }
        Some(Rounding { way, to: (above, below) })
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
            left = match Unit::called(self.word()) {
                Some(unit) => {
                    self.step();
                    self.grow(beside)?;
                    let start = left.span;
                    let later = operator == Binary::Add;
                    self.made(start, ExprKind::Later(Box::new(left), later, Box::new(right), unit))
                }
                None => self.binary(operator, left, right, beside)?,
            };
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
                    let part = self.name("the label of a part")?;
                    if self.take_symbol(".") {
                        let supposed = Supposed::Without(part, self.any_name("the label of a part")?);
                        ExprKind::Supposing(Box::new(expression), Box::new(supposed))
                    } else {
                        ExprKind::Without(Box::new(expression), part)
                    }
                }
                _ if self.word() == "supposing" => {
                    let supposed = self.supposed()?;
                    ExprKind::Supposing(Box::new(expression), Box::new(supposed))
                }
                _ if self.word() == "since" && matches!(expression.kind, ExprKind::Name(_)) => {
                    let ExprKind::Name(text) = expression.kind else { return None };
                    ExprKind::Since(Name { text, span: start }, self.since_names()?)
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

impl Reader<'_> {
    /// `supposing s = e`: what is otherwise.
    fn supposed(&mut self) -> Read<Supposed> {
        let form = "value(a) supposing state = E";
        self.step();
        let mut of = self.primary()?;
        while self.take_symbol(".") {
            let start = of.span;
            let field = self.any_name("the name of a field")?;
            of = self.made(start, ExprKind::Field(Box::new(of), field));
        }
        if !self.take_word("is") {
            self.expect_symbol("=", form)?;
        }
        let height = self.height;
        let is = self.deeper(Self::rounded)?;
        self.height = self.height.max(height);
        self.supposed_up_to = Some(self.position());
        Some(Supposed::Is(of, is))
    }

    /// `since turn`, `since (attack, pass)`, `since the game began`.
    fn since_names(&mut self) -> Read<Vec<Name>> {
        let form = "attack since turn";
        self.step();
        if self.word() == "the" && self.word_ahead(1) == "game" {
            for word in ["the", "game", "began"] {
                self.expect_word(word, "attack since the game began")?;
            }
            return Some(Vec::new());
        }
        if self.take_symbol("(") {
            let names = self.names("the name of a procedure or rule")?;
            self.expect_symbol(")", "attack since (turn, pass)")?;
            return Some(names);
        }
        if self.word().is_empty() {
            return self.expected("the name of a procedure or rule", Some(form));
        }
        Some(vec![self.name("the name of a procedure or rule")?])
    }
}

/// What is asked of the left side.
enum Comparison {
    Binary(Binary),
    Empty(bool),
}
