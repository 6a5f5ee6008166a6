//! Definitions.

use std::collections::HashSet;

use crate::library::names;
use crate::logic::syntax::ast::{Block, Expr, ExprKind, GraphBody, Item, ItemKind, Name, Param, Span, Type, TypeKind};
use crate::logic::syntax::lines::{Content, Line};
use crate::logic::syntax::{Mistake, words};

use super::contributions;
use super::heads::{goes_on, needs_block, nothing_below, whole};
use super::procedures;
use super::reader::Reader;
use super::{Read, tables};
use crate::logic::types::{Making, Way};

/// Reads the definitions of a block.
pub(in crate::logic::syntax) fn block(lines: &[Line], mistakes: &mut Vec<Mistake>) -> Block {
    let mut items = Vec::new();
    let mut after_row = false;
    for line in lines {
        // A table whose rows are not indented is one mistake, however long it is.
        let row = matches!(line.content, Content::Row(_));
        if row && after_row {
            continue;
        }
        after_row = row;
        if let Some(kind) = item(line, mistakes) {
            items.push(Item { kind, span: extent(line) });
        }
    }
    Block { items, ..Block::default() }
}

/// From the first word of `line` to the last of the lines below.
fn extent(line: &Line) -> Span {
    line.below.last().map_or(line.span, |last| line.span.to(extent(last)))
}

fn item(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let word = Reader::of_line(line, mistakes).word().to_owned();
    match word.as_str() {
        "entity" | "record" => return fields(line, word == "entity", mistakes),
        "modifier" => return contributions::modifier(line, mistakes),
        "permission" => return contributions::permission(line, mistakes),
        "add" if adds_fields(line, mistakes) => return more_fields(line, mistakes),
        "add" => return contributions::add_to(line, mistakes),
        "table" => return tables::table(line, mistakes),
        "grid" => return tables::grid(line, mistakes),
        "procedure" => return procedures::procedure(line, mistakes),
        "before" | "after" | "instead" => return procedures::joined(line, mistakes),
        "whenever" => return procedures::whenever(line, mistakes),
        "assume" => return procedures::assume(line, mistakes),
        _ => {}
    }
    let simple = match word.as_str() {
        "type" => named_type,
        "state" => state,
        "graph" => graph,
        "judgement" => judgement,
        "value" => value,
        "exception" => exception,
        "the" if Reader::of_line(line, mistakes).word_ahead(1) == "rules" => procedures::prevail,
        "the" => procedures::ends,
        _ => return no_item(line, &word, mistakes),
    };
    nothing_below(line, mistakes);
    // What goes on below says the rest: of the half nothing is told.
    whole(line, mistakes, simple).filter(|_| goes_on(line).is_none())
}

/// Keys of a section that slip into its logic.
const KEYS: &[&str] = &["examples", "labels", "text", "notes", "waivers", "title", "number", "table", "id"];

fn no_item(line: &Line, word: &str, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let lower = word.to_ascii_lowercase();
    if KEYS.contains(&word) && Reader::of_line(line, mistakes).symbol_ahead(1) == ":" {
        // What stands below is no logic either: nothing of it is told.
        let whole = extent(line);
        mistakes.retain(|mistake| mistake.span.start < whole.start || mistake.span.start >= whole.end);
        let help = "move it left: it is a key of the section".to_owned();
        mistakes.push(Mistake::syntax(line.span, format!("`{word}:` is no line of logic"), Some(help)));
        return None;
    }
    if matches!(line.content, Content::Row(_)) {
        let help = "put the rows under `table … gives …`, deeper than it";
        mistakes.push(Mistake::syntax(line.span, "a row stands only in a table", Some(help.to_owned())));
        return None;
    }
    let mut reader = Reader::of_line(line, mistakes);
    if words::DEFINITIONS.contains(&lower.as_str()) {
        return reader.fail(reader.span(), format!("`{word}`: keywords are lower-case"), &format!("write `{lower}`"));
    }
    if words::STATEMENTS.contains(&word) {
        let help = "put it under a `procedure`, deeper than it";
        return reader.fail(reader.span(), "a statement stands only in a procedure", help);
    }
    if word.is_empty() {
        return reader.expected("a definition", Some("value name(a: 0..3) = …"));
    }
    let help = names::suggestion(word, words::DEFINITIONS.iter().copied())
        .unwrap_or_else(|| "begin with `value`, `table`, `procedure` …".to_owned());
    reader.fail(reader.span(), format!("no definition begins with `{word}`"), &help)
}

fn named_type(reader: &mut Reader) -> Read<ItemKind> {
    let name = reader.type_name("the name of a type")?;
    reader.expect_word("is", "type Season is spring, summer")?;
    let word = reader.word();
    let known =
        ["number", "fraction", "date", "yes", "list", "set", "bag", "deck", "map", "boolean", "bool", "integer", "int"];
    if word == "each" && reader.word_ahead(2) == "in" {
        reader.step();
        let column = reader.name("the name of a column")?;
        reader.step();
        return Some(ItemKind::Each { name, column, table: reader.name("the name of a data table")? });
    }
    let small = word.starts_with(|c: char| c.is_ascii_lowercase());
    let makes = ["rounded", "cut"].contains(&reader.word_ahead(2)) && reader.symbol_ahead(1) == ",";
    if small && !known.contains(&word) || !word.is_empty() && reader.symbol_ahead(1) == "," && !makes {
        let members = reader.names("the name of a member")?;
        let mut seen: HashSet<&str> = HashSet::new();
        let twice: Option<&Name> = members.iter().find(|member| !seen.insert(&member.text));
        if let Some(Name { text, span }) = twice {
            return reader.fail(*span, format!("the member `{text}` stands twice"), "leave one of them out");
        }
        return Some(ItemKind::Enumeration { name, members });
    }
    let of = reader.ty()?;
    if matches!(&of.kind, TypeKind::Named(other) if *other == name.text) {
        return reader.fail(of.span, "a type is not made of itself", "write its members or its range");
    }
    let making = reader.making()?;
    Some(ItemKind::Alias { name, of, making })
}

fn state(reader: &mut Reader) -> Read<ItemKind> {
    let Param { name, ty } = reader.param("the name of a state")?;
    let start = if reader.take_symbol("=") { Some(reader.start()?) } else { None };
    Some(ItemKind::State { name, ty, start })
}

fn graph(reader: &mut Reader) -> Read<ItemKind> {
    let form = "graph world of spaces and links";
    let name = reader.name("the name of a graph")?;
    if reader.take_word("is") {
        let body = reader.missing_graph(None)?;
        return Some(ItemKind::Graph { name, body });
    }
    reader.expect_word("of", form)?;
    let body = if words::is_type_name(reader.word()) {
        let form = "graph world of Space and Road is external base:2";
        let areas = reader.ty()?;
        reader.expect_word("and", form)?;
        let links = reader.ty()?;
        reader.expect_word("is", form)?;
        reader.missing_graph(Some((areas, links)))?
    } else {
        let (areas, links) = reader.two_tables(form)?;
        GraphBody::Tables(areas, links)
    };
    Some(ItemKind::Graph { name, body })
}

fn judgement(reader: &mut Reader) -> Read<ItemKind> {
    let head = reader.head("the name of a judgement")?;
    reader.expect_symbol(":", "judgement name(a: 0..3): yes/no")?;
    Some(ItemKind::Judgement { head, ty: reader.ty()? })
}

fn value(reader: &mut Reader) -> Read<ItemKind> {
    let form = "value name(a: 0..3) reads b: 0..9 = E";
    let head = reader.head("the name of a value")?;
    let ty = if reader.take_symbol(":") { Some(reader.ty()?) } else { None };
    if reader.word() == "is" {
        return reader.fail(reader.span(), "a value is given with `=`", &format!("the form is `{form}`"));
    }
    Some(ItemKind::Value { head, ty, body: reader.value_body(form)? })
}

fn exception(reader: &mut Reader) -> Read<ItemKind> {
    let form = "exception label to value when C then E";
    let label = reader.name("the label of the exception")?;
    reader.expect_word("to", form)?;
    let mut targets = vec![reader.target()?];
    while reader.take_symbol(",") {
        targets.push(reader.target()?);
    }
    let reads = reader.reads()?;
    let when = reader.when()?;
    let body = match &when {
        // It only takes back what it excepts.
        Some(_) if reader.is_at_end() => None,
        Some(_) => Some(reader.then_body(form)?),
        None => Some(reader.value_body(form)?),
    };
    Some(ItemKind::Exception { label, targets, reads, when, body })
}

/// An entity or a record: its name, and a field on each line below.
fn fields(line: &Line, entity: bool, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let name = whole(line, mistakes, |reader| reader.type_name("the name of the type"));
    if !entity && name.is_some() {
        needs_block(line, "the list of fields", mistakes);
    }
    let (fields, starts) = fields_below(line, entity, mistakes);
    let name = name?;
    Some(if entity { ItemKind::Entity { name, fields, starts } } else { ItemKind::Record { name, fields } })
}

/// Whether a line adds to a type of things, and not to a modifier or permission.
fn adds_fields(line: &Line, mistakes: &mut Vec<Mistake>) -> bool {
    let reader = Reader::of_line(line, mistakes);
    reader.word_ahead(1) == "to" && words::is_type_name(reader.word_ahead(2))
}

/// `add to Unit`, and a field on each line below.
fn more_fields(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let target = whole(line, mistakes, |reader| {
        reader.expect_word("to", "add to Unit")?;
        reader.type_name("the name of the type")
    });
    if target.is_some() {
        needs_block(line, "the list of fields", mistakes);
    }
    let (fields, starts) = fields_below(line, true, mistakes);
    Some(ItemKind::AddFields { target: target?, fields, starts })
}

/// The fields below a line, and what those of things hold at first.
fn fields_below(line: &Line, entity: bool, mistakes: &mut Vec<Mistake>) -> (Vec<Param>, Vec<(Name, Expr)>) {
    let mut fields = Vec::new();
    let mut starts = Vec::new();
    for below in &line.below {
        nothing_below(below, mistakes);
        let mut reader = Reader::of_line(below, mistakes);
        let Some(field) = reader.param("the name of a field") else { continue };
        if entity && reader.take_symbol("=") {
            let Some(start) = reader.start() else { continue };
            starts.push((field.name.clone(), start));
        }
        if reader.finish().is_some() {
            fields.push(field);
        }
    }
    (fields, starts)
}

impl Reader<'_> {
    /// `, rounded down`, `, cut`: what becomes of a number that is put into a place of a type.
    fn making(&mut self) -> Read<Making> {
        let mut making = Making::default();
        while self.take_symbol(",") {
            let start = self.span();
            let twice = match self.word() {
                "cut" => {
                    self.step();
                    std::mem::replace(&mut making.cut, true)
                }
                "rounded" => {
                    self.step();
                    let way = match self.word() {
                        "up" => Way::Up,
                        "down" => Way::Down,
                        "to" => Way::Nearest,
                        _ => return self.expected("`up`, `down` or `to`", Some("type Crowns is number, rounded down")),
                    };
                    let rounding = self.rounding(way)?;
                    making.rounding.replace(rounding).is_some()
                }
                _ => return self.expected("`rounded` or `cut`", Some("type Crowns is number, rounded down")),
            };
            if twice {
                return self.fail(self.since(start), "this is said twice", "leave one of the two out");
            }
        }
        Some(making)
    }

    /// What a state holds at first: a value, or one for each key of a map.
    fn start(&mut self) -> Read<Expr> {
        let value = self.expression()?;
        if !self.take_word("each") {
            return Some(value);
        }
        let start = value.span;
        Some(self.made(start, ExprKind::Each(Box::new(value))))
    }

    /// `spaces and links`.
    fn missing_graph(&mut self, rows: Option<(Type, Type)>) -> Read<GraphBody> {
        match self.missing()? {
            Some(missing) => Some(GraphBody::Missing(missing, rows)),
            None => self.expected("`external …`", Some("graph world is external base:2")),
        }
    }

    pub(super) fn two_tables(&mut self, form: &str) -> Read<(Name, Name)> {
        let areas = self.name("the name of a data table")?;
        self.expect_word("and", form)?;
        Some((areas, self.name("the name of a data table")?))
    }
}
