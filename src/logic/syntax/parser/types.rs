//! Types.

use crate::logic::syntax::ast::{Name, Param, Span, Type, TypeKind};
use crate::logic::syntax::lexer::{Token, TokenKind};
use crate::logic::syntax::words;

use super::Read;
use super::reader::Reader;

impl Reader<'_> {
    /// A type; `or none` belongs to the whole of what stands before it.
    pub(super) fn ty(&mut self) -> Read<Type> {
        let start = self.span();
        let mut ty = self.deeper(Self::plain_type)?;
        while self.word() == "or" {
            self.step();
            if words::is_type_name(self.word()) && !matches!(ty.kind, TypeKind::OrNone(_)) {
                let other = self.deeper(Self::plain_type)?;
                let kinds = match ty.kind {
                    TypeKind::Either(mut kinds) => {
                        kinds.push(other);
                        kinds
                    }
                    kind => vec![Type { kind, span: ty.span }, other],
                };
                ty = Type { kind: TypeKind::Either(kinds), span: self.since(start) };
                continue;
            }
            self.expect_word("none", "T or none, or Unit or City")?;
            if matches!(ty.kind, TypeKind::OrNone(_)) {
                return self.fail(self.since(start), "`or none` stands twice", "write it once");
            }
            ty = Type { kind: TypeKind::OrNone(Box::new(ty)), span: self.since(start) };
        }
        Some(ty)
    }

    fn plain_type(&mut self) -> Read<Type> {
        let start = self.span();
        let kind = match (self.word(), self.symbol()) {
            ("number", _) => self.stepped(TypeKind::Number(None, None)),
            ("fraction", _) => self.stepped(TypeKind::Fraction),
            ("date", _) => self.stepped(TypeKind::Date),
            ("yes", _) => {
                self.step();
                self.expect_symbol("/", "yes/no")?;
                self.expect_word("no", "yes/no")?;
                TypeKind::YesNo
            }
            ("list", _) => TypeKind::List(self.elements("list of T")?),
            ("set", _) => TypeKind::Set(self.elements("set of T")?),
            ("bag", _) => TypeKind::Bag(self.elements("bag of T")?),
            ("deck", _) if self.word_ahead(1) == "of" => TypeKind::Deck(self.elements("deck of T")?),
            ("map", _) => {
                let key = self.elements("map of K to V")?;
                self.expect_word("to", "map of K to V")?;
                let value = self.deeper(Self::plain_type)?;
                TypeKind::Map(key, Box::new(value))
            }
            (_, "(") => {
                self.step();
                let inner = self.ty()?;
                self.expect_symbol(")", "(T or none)")?;
                inner.kind
            }
            (_, "-" | "..") => self.range_type(start)?,
            ("", _) if self.number().is_some() => self.range_type(start)?,
            ("boolean" | "bool", _) => {
                self.slip(start, format!("`{}` is not a type", self.word()), "write `yes/no`");
                self.stepped(TypeKind::YesNo)
            }
            ("integer" | "int", _) => {
                self.slip(
                    start,
                    format!("`{}` is not a type", self.word()),
                    "write `number`, or better a range `0..10`",
                );
                self.stepped(TypeKind::Number(None, None))
            }
            ("", _) => return self.expected("a type", Some("0..10, yes/no, Season, list of Unit …")),
            _ => TypeKind::Named(self.type_name("a type")?.text),
        };
        Some(Type { kind, span: self.since(start) })
    }

    fn stepped(&mut self, kind: TypeKind) -> TypeKind {
        self.step();
        kind
    }

    fn elements(&mut self, form: &str) -> Read<Box<Type>> {
        self.step();
        self.expect_word("of", form)?;
        Some(Box::new(self.deeper(Self::plain_type)?))
    }

    fn range_type(&mut self, start: Span) -> Read<TypeKind> {
        let from = self.whole_number()?;
        if let (Some(from), "-", [_, Token { kind: TokenKind::Number(to), .. }, ..]) =
            (from, self.symbol(), self.rest())
        {
            self.hyphen(from, *to);
        } else if !self.take_symbol("..") {
            return self.expected("`..`", Some("0..10"));
        }
        let to = self.whole_number()?;
        if from.is_none() && to.is_none() {
            return self.fail(self.since(start), "a range needs an end", "write `number` for every whole number");
        }
        self.ordered(from, to, start)?;
        Some(TypeKind::Number(from, to))
    }

    /// Reports the hyphen of `1-6` and steps over it.
    pub(super) fn hyphen(&mut self, from: i64, to: i64) {
        self.slip(self.span(), "a range is written with two dots", &format!("write `{from}..{to}`"));
        self.step();
    }

    /// Gives up where a range runs backwards.
    pub(super) fn ordered(&mut self, from: Option<i64>, to: Option<i64>, start: Span) -> Read<()> {
        match (from, to) {
            (Some(from), Some(to)) if from > to => {
                self.fail(self.since(start), "this range runs backwards", &format!("write `{to}..{from}`"))
            }
            _ => Some(()),
        }
    }

    /// A whole number with its sign, if one stands here.
    pub(super) fn whole_number(&mut self) -> Read<Option<i64>> {
        let minus = self.take_symbol("-");
        match self.number() {
            Some(number) => {
                self.step();
                Some(Some(if minus { -number } else { number }))
            }
            None if minus => self.expected("a number", None),
            None => Some(None),
        }
    }

    /// `name: type`.
    pub(super) fn param(&mut self, what: &str) -> Read<Param> {
        let name: Name = self.name(what)?;
        self.expect_symbol(":", "name: type")?;
        Some(Param { name, ty: self.ty()? })
    }

    /// `name: type` with commas between.
    pub(super) fn params(&mut self, what: &str) -> Read<Vec<Param>> {
        let mut params = vec![self.param(what)?];
        while self.take_symbol(",") {
            params.push(self.param(what)?);
        }
        Some(params)
    }
}
