//! The statements of one line, read behind their first word.

use crate::logic::syntax::ast::{End, Expr, ExprKind, Name, StatementKind};

use super::Read;
use super::reader::Reader;

impl Reader<'_> {
    pub(super) fn let_statement(&mut self) -> Read<StatementKind> {
        let name = self.name("a name")?;
        let ty = if self.take_symbol(":") { Some(self.ty()?) } else { None };
        self.expect_symbol("=", "let x = E")?;
        Some(StatementKind::Let(name, ty, self.expression()?))
    }

    pub(super) fn set_statement(&mut self) -> Read<StatementKind> {
        let place = self.place()?;
        if self.symbol() == "=" {
            self.slip(self.span(), "`set` says its value with `to`", "write `set x to E`");
            self.step();
        } else {
            self.expect_word("to", "set x to E")?;
        }
        Some(StatementKind::Set(place, self.expression()?))
    }

    pub(super) fn change_statement(&mut self) -> Read<StatementKind> {
        // The first word is read over already.
        let up = self.word_before() == "raise";
        let place = self.place()?;
        self.expect_word("by", if up { "raise x by E" } else { "lower x by E" })?;
        let by = self.expression()?;
        let removing_at = if self.take_symbol(",") {
            let form = "lower x.strength by E, removing it at 0";
            for word in ["removing", "it", "at"] {
                self.expect_word(word, form)?;
            }
            Some(self.expression()?)
        } else {
            None
        };
        Some(StatementKind::Change { place, up, by, removing_at })
    }

    pub(super) fn add_statement(&mut self) -> Read<StatementKind> {
        let (count, value) = self.counted("to")?;
        self.expect_word("to", "add 3 x to place")?;
        let end = self.end_of_deck()?;
        Some(StatementKind::Add { count, value, place: self.place()?, end })
    }

    pub(super) fn remove_statement(&mut self) -> Read<StatementKind> {
        let (count, value) = self.counted("from")?;
        if count.is_none() && self.word() != "from" {
            return Some(StatementKind::Remove(value));
        }
        self.expect_word("from", "remove 3 x from place")?;
        Some(StatementKind::RemoveFrom { count, value, place: self.place()? })
    }

    /// `E` or `N E`, up to the word `end`.
    fn counted(&mut self, end: &str) -> Read<(Option<Expr>, Expr)> {
        let first = self.expression()?;
        if self.is_at_end() || self.word() == end || self.word().is_empty() && !self.begins_expression() {
            return Some((None, first));
        }
        Some((Some(first), self.expression()?))
    }

    fn begins_expression(&self) -> bool {
        self.number().is_some() || ["(", "["].contains(&self.symbol())
    }

    pub(super) fn create_statement(&mut self) -> Read<StatementKind> {
        let entity = self.type_name("the name of an entity type")?;
        let arguments = if self.symbol() == "(" { self.arguments()? } else { Vec::new() };
        if let Some(bare) = arguments.iter().find(|argument| argument.name.is_none()) {
            return self.fail(
                bare.value.span,
                "a field is given with its name",
                "write `create Unit(strength: 1) as x`",
            );
        }
        Some(StatementKind::Create(entity, arguments, self.label("create Unit(strength: 1) as x")?))
    }

    /// `as name`.
    fn label(&mut self, form: &str) -> Read<Name> {
        self.expect_word("as", form)?;
        self.name("a name for the result")
    }

    pub(super) fn roll_statement(&mut self) -> Read<StatementKind> {
        let count = if self.is_die() { None } else { Some(self.expression()?) };
        let (die, span) = (self.word(), self.span());
        let form = "roll 2 d6 as x";
        let Some(sides) = die.strip_prefix('d').filter(|sides| sides.bytes().all(|byte| byte.is_ascii_digit())) else {
            return self.expected("a die", Some(form));
        };
        if sides.is_empty() {
            return self.fail(span, "this die has no sides", "write how many: `d6`");
        }
        let sides: u32 = sides.parse().unwrap_or(u32::MAX);
        if sides < 2 {
            return self.fail(span, format!("a die of {sides} sides decides nothing"), "write a die such as `d6`");
        }
        if sides > 1000 {
            return self.fail(span, "this die has too many sides", "the largest is `d1000`");
        }
        self.step();
        Some(StatementKind::Roll { count, sides, name: self.label(form)? })
    }

    /// Whether a die stands here, and not a name that begins with a d.
    fn is_die(&self) -> bool {
        let die = self.word().strip_prefix('d').is_some_and(|sides| sides.bytes().all(|byte| byte.is_ascii_digit()));
        die && (self.word_ahead(1) == "as" || self.word_ahead(1).is_empty() && self.symbol_ahead(1).is_empty())
    }

    pub(super) fn draw_statement(&mut self) -> Read<StatementKind> {
        let form = "draw 3 from pool as x";
        if self.word() == "from" {
            return self.fail(self.span(), "how many are drawn is missing", &format!("the form is `{form}`"));
        }
        let up_to = self.take_up_to();
        let count = self.expression()?;
        self.expect_word("from", form)?;
        let end = self.end_of_deck()?;
        let place = self.place()?;
        Some(StatementKind::Draw { count, place, up_to, name: self.label(form)?, end, look: false })
    }

    /// `look at 3 of deck as x`, behind its first word.
    pub(super) fn look_statement(&mut self) -> Read<StatementKind> {
        let form = "look at the top 3 of deck as x";
        self.expect_word("at", form)?;
        let end = match (self.word() == "the", self.word_ahead(1)) {
            (true, "top") => Some(End::Top),
            (true, "bottom") => Some(End::Bottom),
            _ => None,
        };
        if end.is_some() {
            self.step();
            self.step();
        }
        let up_to = self.take_up_to();
        let count = self.sum()?;
        self.expect_word("of", form)?;
        let place = self.place()?;
        Some(StatementKind::Draw { count, place, up_to, name: self.label(form)?, end, look: true })
    }

    /// `up to`, if it stands here.
    pub(super) fn take_up_to(&mut self) -> bool {
        let there = self.word() == "up" && self.word_ahead(1) == "to";
        if there {
            self.step();
            self.step();
        }
        there
    }

    /// `shuffle deck` or `shuffle cards into deck`.
    pub(super) fn shuffle_statement(&mut self) -> Read<StatementKind> {
        let first = self.place()?;
        if self.take_word("into") {
            return Some(StatementKind::Shuffle { from: Some(first), place: self.place()? });
        }
        Some(StatementKind::Shuffle { from: None, place: first })
    }

    /// `put pile at the top of deck`.
    pub(super) fn put_statement(&mut self) -> Read<StatementKind> {
        let form = "put pile at the top of deck";
        let from = self.place()?;
        self.expect_word("at", form)?;
        match self.end_of_deck()? {
            Some(end) => Some(StatementKind::Put { from, place: self.place()?, end }),
            None => self.expected("`the top of` or `the bottom of`", Some(form)),
        }
    }

    /// `the top of`, `the bottom of`.
    fn end_of_deck(&mut self) -> Read<Option<End>> {
        let end = match (self.word(), self.word_ahead(1)) {
            ("the", "top") => End::Top,
            ("the", "bottom") => End::Bottom,
            _ => return Some(None),
        };
        self.step();
        self.step();
        self.expect_word("of", "the top of deck")?;
        Some(Some(end))
    }

    pub(super) fn require_statement(&mut self) -> Read<StatementKind> {
        Some(StatementKind::Require(self.expression()?))
    }

    pub(super) fn do_statement(&mut self) -> Read<StatementKind> {
        if self.word() == "the" && self.word_ahead(1) == "original" {
            self.step();
            self.step();
            let arguments = if self.symbol() == "(" { Some(self.arguments()?) } else { None };
            let result = if self.take_word("as") { Some(self.name("a name for the result")?) } else { None };
            return Some(StatementKind::Original(arguments, result));
        }
        if self.word() == "nothing" && self.symbol_ahead(1) != "(" {
            self.step();
            return Some(StatementKind::Nothing);
        }
        let name = self.name("the name of a procedure")?;
        let arguments = if self.symbol() == "(" { self.arguments()? } else { Vec::new() };
        let result = if self.take_word("as") { Some(self.name("a name for the result")?) } else { None };
        Some(StatementKind::Do(name, arguments, result))
    }

    pub(super) fn leave_statement(&mut self) -> Read<StatementKind> {
        self.expect_word("the", "leave the loop")?;
        self.expect_word("loop", "leave the loop")?;
        Some(StatementKind::Leave)
    }

    /// `end the game as name`, behind its first word.
    pub(super) fn end_statement(&mut self) -> Read<StatementKind> {
        for word in ["the", "game", "as"] {
            self.expect_word(word, "end the game as name")?;
        }
        Some(StatementKind::End(self.name("a name for the end")?))
    }

    pub(super) fn stop_statement(&mut self) -> Read<StatementKind> {
        if self.is_at_end() {
            return Some(StatementKind::Stop(Vec::new()));
        }
        if self.word() != "with" {
            let form = "stop attack with hits: E";
            let name = self.name("the name of a procedure")?;
            let outputs = if self.take_word("with") { self.named(form)? } else { Vec::new() };
            return Some(StatementKind::StopOther(name, outputs));
        }
        self.step();
        Some(StatementKind::Stop(self.named("stop with winner: E")?))
    }

    /// What can be changed: a name, its fields, its keys.
    fn place(&mut self) -> Read<Expr> {
        let place = self.postfix()?;
        let mut root = &place;
        while let ExprKind::Field(inner, _) | ExprKind::Index(inner, _) = &root.kind {
            root = inner;
        }
        if !matches!(root.kind, ExprKind::Name(_)) {
            let help = "name a state, an output, a local name, a field or a key of one";
            return self.fail(place.span, "this cannot be changed", help);
        }
        Some(place)
    }
}
