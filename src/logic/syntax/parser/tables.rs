//! Tables: a head, a header and rows of cells.

use std::collections::HashSet;

use crate::logic::syntax::Mistake;
use crate::logic::syntax::ast::{Cell, CellKind, Choice, ExprKind, ItemKind, Name, Row, Span};
use crate::logic::syntax::lexer::{Token, TokenKind};
use crate::logic::syntax::lines::{Content, Line};

use super::Read;
use super::heads::{nothing_below, whole};
use super::reader::Reader;

type Cells = [(Vec<Token>, Span)];

pub(super) fn table(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let head = whole(line, mistakes, |reader| {
        let head = reader.head("the name of a table")?;
        reader.expect_word("gives", "table name(a: 0..3) gives b: 0..9")?;
        Some((head, reader.params("the name of an output")?))
    });
    let mut rows = Vec::new();
    let mut header: Option<Read<Vec<Name>>> = None;
    let inputs: HashSet<&str> =
        head.iter().flat_map(|(head, _)| head.params.iter().map(|param| param.name.text.as_str())).collect();
    for below in &line.below {
        let Some(cells) = row_of(below, "table", mistakes) else { continue };
        let Some(header) = &header else {
            header = Some(names(cells, mistakes));
            continue;
        };
        // Without its head or header, nobody knows what a column holds.
        let (Some(columns), true) = (header, head.is_some()) else { continue };
        let is_input = |at: usize| columns.get(at).is_some_and(|name| inputs.contains(name.text.as_str()));
        let read = read_all(cells, is_input, mistakes);
        rows.extend(read.map(|cells| Row { cells, span: below.span }));
    }
    let (head, outputs) = head?;
    let Some(header) = header else {
        let help = "write a row with the name of each parameter, then of each output".to_owned();
        mistakes.push(Mistake::syntax(line.span, "the header of the table is missing", Some(help)));
        return None;
    };
    Some(ItemKind::Table { head, outputs, header: header?, rows })
}

/// The cells of a line of a table or grid; a line that is no row is reported.
fn row_of<'l>(line: &'l Line, of: &str, mistakes: &mut Vec<Mistake>) -> Option<&'l Cells> {
    nothing_below(line, mistakes);
    let Content::Row(cells) = &line.content else {
        let help = "each row begins and ends with `|`".to_owned();
        mistakes.push(Mistake::syntax(line.span, format!("only rows stand in a {of}"), Some(help)));
        return None;
    };
    if is_rule(cells) {
        let help = "leave this line out".to_owned();
        mistakes.push(Mistake::syntax(line.span, format!("a {of} has no line below its header"), Some(help)));
        return None;
    }
    Some(cells)
}

/// A table that is read down and across: the last of its parameters has a column for each case.
pub(super) fn grid(line: &Line, mistakes: &mut Vec<Mistake>) -> Read<ItemKind> {
    let form = "grid name(a: 0..3, b: 1..6) gives c: 0..9";
    let head = whole(line, mistakes, |reader| {
        let head = reader.head("the name of a grid")?;
        reader.expect_word("gives", form)?;
        let span = reader.span();
        let outputs = reader.params("the name of an output")?;
        if outputs.len() > 1 {
            return reader.fail(span, "a grid gives one thing", "write a `table` for several, or give a record");
        }
        if head.params.len() < 2 {
            let help = "one parameter is read down, another across; with one write a `table`";
            return reader.fail(head.name.span, "a grid has at least two parameters", help);
        }
        Some((head, outputs))
    });
    let mut header: Option<Read<(Vec<Name>, Vec<Cell>)>> = None;
    let mut rows = Vec::new();
    for below in &line.below {
        let Some(cells) = row_of(below, "grid", mistakes) else { continue };
        let Some((head, _)) = &head else { continue };
        let down = head.params.len() - 1;
        let Some(known) = &header else {
            let (first, across) = cells.split_at(cells.len().min(down));
            let names = names(first, mistakes);
            let across = read_all(across, |_| true, mistakes);
            header = Some(names.zip(across));
            continue;
        };
        let Some((names, across)) = known else { continue };
        if cells.len() != names.len() + across.len() {
            let message = format!("this row has {} cells, and the header {}", cells.len(), names.len() + across.len());
            mistakes.push(Mistake::syntax(below.span, message, Some("write a cell for each column".to_owned())));
            continue;
        }
        let Some(read) = read_all(cells, |at| at < down, mistakes) else { continue };
        let (first, results) = read.split_at(down);
        rows.extend(results.iter().zip(across).map(|(result, case)| {
            let cells = first.iter().chain([case, result]).cloned().collect();
            Row { cells, span: result.span }
        }));
    }
    let (head, outputs) = head?;
    let Some(header) = header else {
        let help = "write a row: the name of each parameter but one, then the cases of that one".to_owned();
        mistakes.push(Mistake::syntax(line.span, "the header of the grid is missing", Some(help)));
        return None;
    };
    let (mut header, _) = header?;
    let across: Vec<&Name> = head
        .params
        .iter()
        .map(|param| &param.name)
        .filter(|name| header.iter().all(|known| known.text != name.text))
        .collect();
    let [across] = across[..] else {
        let place = header.first().map_or(line.span, |name| name.span);
        let help = "it begins with the names of all parameters but the one whose cases stand across";
        mistakes.push(Mistake::syntax(place, "this header does not tell what is read down", Some(help.to_owned())));
        return None;
    };
    let span = header.first().map_or(line.span, |name| name.span);
    let rest = std::iter::once(across).chain(outputs.iter().map(|output| &output.name));
    let rest: Vec<Name> = rest.map(|name| Name { text: name.text.clone(), span }).collect();
    header.extend(rest);
    Some(ItemKind::Table { head, outputs, header, rows })
}

/// Reads cells; those for which `input` holds as cases. All are read, so that all their mistakes are told.
fn read_all(cells: &Cells, input: impl Fn(usize) -> bool, mistakes: &mut Vec<Mistake>) -> Read<Vec<Cell>> {
    let read = cells.iter().enumerate().map(|(at, (tokens, span))| cell(tokens, *span, input(at), mistakes));
    read.collect::<Vec<_>>().into_iter().collect()
}

/// Whether this is the line that Markdown has below a header.
fn is_rule(cells: &Cells) -> bool {
    let rule = |token: &Token| matches!(token.kind, TokenKind::Symbol("-" | ":") | TokenKind::Bad);
    !cells.is_empty()
        && cells.iter().all(|(tokens, _)| {
            tokens.iter().any(|token| token.kind == TokenKind::Symbol("-")) && tokens.iter().all(rule)
        })
}

fn names(cells: &Cells, mistakes: &mut Vec<Mistake>) -> Read<Vec<Name>> {
    let mut names = Vec::new();
    let mut whole = true;
    for (tokens, span) in cells {
        let mut reader = Reader::new(tokens, *span, mistakes);
        let name = reader.name("the name of a parameter or an output");
        match name.and_then(|name| reader.finish().map(|()| name)) {
            Some(name) => names.push(name),
            None => whole = false,
        }
    }
    whole.then_some(names)
}

fn cell(tokens: &[Token], span: Span, input: bool, mistakes: &mut Vec<Mistake>) -> Read<Cell> {
    if tokens.is_empty() {
        return Some(Cell { kind: CellKind::Empty, span });
    }
    if let Some((message, help)) = cell_slip(tokens, input) {
        mistakes.push(Mistake::syntax(span, message, Some(help)));
        return None;
    }
    let mut reader = Reader::new(tokens, Span { start: span.end, end: span.end }, mistakes);
    let kind = if let Some(missing) = reader.missing()? {
        CellKind::Missing(missing)
    } else if reader.take_word("any") {
        CellKind::Any
    } else if input && reader.take_word("not") {
        CellKind::NotOneOf(reader.choices()?)
    } else if input {
        CellKind::OneOf(reader.choices()?)
    } else {
        CellKind::Expr(reader.expression()?)
    };
    reader.finish()?;
    Some(Cell { kind, span })
}

/// What printed tables have in their cells: `2+`, `> 2` and `-`.
fn cell_slip(tokens: &[Token], input: bool) -> Option<(&'static str, String)> {
    let kinds: Vec<&TokenKind> = tokens.iter().map(|token| &token.kind).collect();
    let write = |cell: String| format!("write `{cell}`");
    match (kinds.as_slice(), input) {
        ([TokenKind::Number(n), TokenKind::Symbol("+")], true) => {
            Some(("an open range is written with two dots", write(format!("{n}.."))))
        }
        ([TokenKind::Symbol(sign @ (">" | ">=" | "<" | "<=")), TokenKind::Number(n)], true) => {
            let cell = match *sign {
                ">" => format!("{}..", n.saturating_add(1)),
                ">=" => format!("{n}.."),
                "<" => format!("..{}", n.saturating_sub(1)),
                _ => format!("..{n}"),
            };
            Some(("a cell holds no comparison", write(cell)))
        }
        ([TokenKind::Symbol("-")], true) => Some(("a dash is no case", "write the case, or `any`".to_owned())),
        ([TokenKind::Symbol("-")], false) => Some((
            "a dash is no result",
            "write what it stands for: `0`, `none`, `no`; or `unknown` where the document does not say".to_owned(),
        )),
        _ => None,
    }
}

impl Reader<'_> {
    fn choices(&mut self) -> Read<Vec<Choice>> {
        let mut choices = vec![self.choice()?];
        while self.take_symbol(",") {
            choices.push(self.choice()?);
        }
        Some(choices)
    }

    fn choice(&mut self) -> Read<Choice> {
        let start = self.span();
        if self.symbol() == ".." {
            self.step();
            return match self.whole_number()? {
                Some(to) => Some(Choice::Range(None, Some(to), self.since(start))),
                None => self.expected("a number", Some("..3")),
            };
        }
        if let [Token { kind: TokenKind::Number(from), .. }, dash, Token { kind: TokenKind::Number(to), .. }, ..] =
            self.rest()
            && dash.kind == TokenKind::Symbol("-")
        {
            self.step();
            self.hyphen(*from, *to);
            self.step();
            self.ordered(Some(*from), Some(*to), start)?;
            return Some(Choice::Range(Some(*from), Some(*to), self.since(start)));
        }
        let number = usize::from(self.symbol() == "-");
        if self.symbol_ahead(number + 1) == ".." && (number == 1 || self.number().is_some()) {
            let from = self.whole_number()?;
            self.step();
            let to = self.whole_number()?;
            self.ordered(from, to, start)?;
            return Some(Choice::Range(from, to, self.since(start)));
        }
        let value = self.sum()?;
        if self.symbol() == ".." {
            return self.fail(self.span(), "the ends of a range in a cell are numbers", "write `1..3`, `..3` or `4..`");
        }
        let constant = match &value.kind {
            ExprKind::Number(_) | ExprKind::YesNo(_) | ExprKind::None | ExprKind::Name(_) => true,
            ExprKind::Negate(inner) => matches!(inner.kind, ExprKind::Number(_)),
            _ => false,
        };
        if !constant {
            let help = "write values, ranges, `any` or `not …`; what is computed stands in the outputs";
            return self.fail(value.span, "the cell of a parameter holds plain values", help);
        }
        Some(Choice::Value(value))
    }
}
