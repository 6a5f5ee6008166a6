//! Procedures and assumptions.

use crate::logic::syntax::ast::{AssumeBody, Body, Event, ItemKind, Joining, Name, Order};
use crate::logic::syntax::lines::Line;
use crate::logic::syntax::{Mistake, words};

use super::Read;
use super::heads::{needs_block, nothing_below, whole};
use super::reader::Reader;
use super::statements::statements;

pub(super) fn procedure(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let head = whole(line, mistakes, |reader| {
        let start = reader.span();
        let head = reader.head("the name of a procedure")?;
        if let Some(first) = head.reads.first() {
            let span = start.to(first.span);
            return reader.fail(span, "a procedure reads any state without saying so", "leave `reads …` out");
        }
        let outputs = if reader.take_word("gives") { reader.params("the name of an output")? } else { Vec::new() };
        let changes = if reader.take_word("changes") { reader.changed()? } else { Vec::new() };
        if reader.word() == "gives" {
            return reader.fail(reader.span(), "`gives` stands before `changes`", "swap the two");
        }
        let missing = if reader.take_word("is") {
            match reader.missing()? {
                Some(missing) => Some(missing),
                None => return reader.expected("`external …`", Some("procedure name(…) is external base:12")),
            }
        } else {
            None
        };
        Some((head, outputs, changes, missing))
    });
    match &head {
        Some((.., Some(_))) => nothing_below(line, mistakes),
        Some(_) => needs_block(line, "what the procedure does", mistakes),
        None => {}
    }
    let written = statements(&line.below, 0, mistakes);
    let (head, outputs, changes, missing) = head?;
    let body = missing.map_or(Body::Written(written), Body::Missing);
    Some(ItemKind::Procedure { head, outputs, changes, body })
}

/// A rule that joins a procedure, and its statements; or who chooses which of several comes first.
pub(super) fn joined(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let head = whole(line, mistakes, |reader| {
        let joining = match reader.word_before() {
            "before" => Joining::Before,
            "after" => Joining::After,
            _ => {
                reader.expect_word("of", "instead of name when C")?;
                Joining::Instead
            }
        };
        let target = reader.target()?;
        let mut also = Vec::new();
        while reader.take_symbol(",") {
            also.push(reader.target()?);
        }
        if reader.symbol() == "(" {
            let help = "leave them out: a rule sees the parameters by their names";
            return reader.fail(reader.span(), "a rule that joins a procedure has no parameters of its own", help);
        }
        let each = if reader.take_word("for") {
            let form = "instead of name for each x in S as rule when C";
            reader.expect_word("each", form)?;
            Some(reader.source(form)?)
        } else {
            None
        };
        let name = if reader.take_word("as") { Some(reader.name("a name for the rule")?) } else { None };
        if joining == Joining::Instead && each.is_none() && reader.take_word("chosen") {
            reader.expect_word("by", "instead of name as first chosen by E")?;
            let by = reader.expression()?;
            return Some((joining, (target, also), each, name, Vec::new(), Some(by), true));
        }
        let ahead = reader.ahead("before name ahead of other_rule when C")?;
        let when = if reader.take_word("when") { Some(reader.expression()?) } else { None };
        Some((joining, (target, also), each, name, ahead, when, false))
    });
    if let Some((_, (target, _), _, name, _, by, true)) = &head {
        nothing_below(line, mistakes);
        let Some(name) = name else {
            let help = Some("write `instead of name as first chosen by E`".to_owned());
            mistakes.push(Mistake::syntax(line.span, "this choice has no name", help));
            return None;
        };
        return Some(ItemKind::Chosen { target: target.clone(), name: name.clone(), by: by.clone()? });
    }
    if head.is_some() {
        needs_block(line, "what the rule does", mistakes);
    }
    let statements = statements(&line.below, 0, mistakes);
    let (joining, (target, also), each, name, ahead, when, _) = head?;
    Some(ItemKind::Joined { joining, target, also, each, name, ahead, when, statements })
}

/// A rule that follows what happens, and its statements.
pub(super) fn whenever(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let form = "whenever unit: Unit changes space from old to new when C";
    let head = whole(line, mistakes, |reader| {
        let event = reader.event(form)?;
        let changes = matches!(event, Event::State(_) | Event::Field(..));
        let mut value = |word: &str, what: &str| {
            Some(if changes && reader.take_word(word) { Some(reader.name(what)?) } else { None })
        };
        let old = value("from", "a name for the value before")?;
        let new = value("to", "a name for the new value")?;
        let name = if reader.take_word("as") { Some(reader.name("a name for the rule")?) } else { None };
        let ahead = reader.ahead("whenever name changes ahead of other_rule when C")?;
        let start = reader.span();
        let settled = if reader.take_word("until") {
            reader.expect_word("settled", "whenever name changes until settled when C")?;
            Some(reader.since(start))
        } else {
            None
        };
        let when = if reader.take_word("when") { Some(reader.expression()?) } else { None };
        Some((event, (old, new), (name, ahead), settled, when))
    });
    if head.is_some() {
        needs_block(line, "what the rule does", mistakes);
    }
    let statements = statements(&line.below, 0, mistakes);
    let (event, (old, new), (name, ahead), settled, when) = head?;
    Some(ItemKind::Whenever { event, old, new, name, ahead, settled, when, statements })
}

/// `the game ends as sudden_death when C`, behind its first word.
pub(super) fn ends(reader: &mut Reader) -> Read<ItemKind> {
    let form = "the game ends as name when C";
    for word in ["game", "ends", "as"] {
        reader.expect_word(word, form)?;
    }
    let name = reader.name("a name for the end")?;
    let ahead = reader.ahead("the game ends as name ahead of other_end when C")?;
    reader.expect_word("when", form)?;
    Some(ItemKind::Ends { name, ahead, when: reader.expression()? })
}

/// `the rules of cards, events prevail`, behind its first word.
pub(super) fn prevail(reader: &mut Reader) -> Read<ItemKind> {
    let form = "the rules of cards, events prevail";
    for word in ["rules", "of"] {
        reader.expect_word(word, form)?;
    }
    let sections = reader.names("the id of a section")?;
    reader.expect_word("prevail", form)?;
    Some(ItemKind::Prevail { sections })
}

pub(super) fn assume(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let head = whole(line, mistakes, |reader| {
        let target = reader.target()?;
        if reader.take_word("of") {
            let (areas, links) = reader.two_tables("assume world of spaces and links")?;
            return Some((target, Vec::new(), None, Some(AssumeBody::Graph(areas, links))));
        }
        let params = reader.assumed_params()?;
        let when = reader.when()?;
        let gives = [("=", ""), ("", "then")].contains(&(reader.symbol(), reader.word()));
        let body = match (&when, gives) {
            (_, false) => None,
            (Some(_), true) => match reader.then_body("assume name(a, b) when C then E")? {
                Body::Written(expr) => Some(AssumeBody::Expr(expr)),
                Body::Missing(missing) => {
                    return reader.fail(missing.span, "an assumption supplies what is missing", "write a value");
                }
            },
            (None, true) => {
                reader.expect_symbol("=", "assume name(a, b) = E")?;
                Some(AssumeBody::Expr(reader.expression()?))
            }
        };
        Some((target, params, when, body))
    });
    match &head {
        Some((.., Some(_))) => nothing_below(line, mistakes),
        Some(_) => needs_block(line, "what is assumed (`= E`, or the statements of a procedure)", mistakes),
        None => {}
    }
    let written = statements(&line.below, 0, mistakes);
    let (target, params, when, body) = head?;
    let body = body.unwrap_or(AssumeBody::Statements(written));
    Some(ItemKind::Assume { target, params, when, body })
}

impl Reader<'_> {
    /// `ahead of a, b` and `behind c`, where they are written.
    fn ahead(&mut self, form: &str) -> Read<Vec<Order>> {
        let mut all = Vec::new();
        loop {
            let behind = self.word() == "behind";
            if !behind && self.word() != "ahead" {
                return Some(all);
            }
            self.step();
            if !behind {
                self.expect_word("of", form)?;
            }
            let names = self.names("the name of a rule, or the id of its section")?;
            all.extend(names.into_iter().map(|name| Order { name, behind }));
        }
    }

    /// What a rule follows.
    fn event(&mut self, form: &str) -> Read<Event> {
        if self.symbol_ahead(1) != ":" {
            let name = self.name("the name of a state, or `name: Type`")?;
            if self.symbol() == "." {
                let help = format!("name the thing first: the form is `{form}`");
                return self.fail(self.span(), "a field is told behind `changes`", &help);
            }
            self.expect_word("changes", form)?;
            return Some(Event::State(name));
        }
        let thing = self.param("a name for the thing")?;
        if self.take_word("changes") {
            return Some(Event::Field(thing, self.name("the name of a field")?));
        }
        self.expect_word("is", form)?;
        if self.take_word("created") {
            return Some(Event::Created(thing));
        }
        if self.take_word("removed") {
            return Some(Event::Removed(thing));
        }
        self.expected("`created` or `removed`", Some("whenever unit: Unit is removed when C"))
    }

    /// States and entity types.
    fn changed(&mut self) -> Read<Vec<Name>> {
        let mut names = Vec::new();
        loop {
            let entity = words::is_type_name(self.word());
            let what = "the name of a state or an entity type";
            names.push(if entity { self.type_name(what)? } else { self.name(what)? });
            if !self.take_symbol(",") {
                return Some(names);
            }
        }
    }

    /// `(a, b)`: names without types.
    fn assumed_params(&mut self) -> Read<Vec<Name>> {
        if !self.take_symbol("(") {
            return Some(Vec::new());
        }
        let params = if self.symbol() == ")" { Vec::new() } else { self.names("the name of a parameter")? };
        if self.symbol() == ":" {
            return self.fail(
                self.span(),
                "an assumption names its parameters without their types",
                "leave the type out",
            );
        }
        self.expect_symbol(")", "assume name(a, b) when C then E")?;
        Some(params)
    }
}
