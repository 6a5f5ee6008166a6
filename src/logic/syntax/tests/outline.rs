//! A block as an outline: one line for each definition, part of one and statement, all in canonical spelling.

use std::fmt::Write as _;

use crate::logic::syntax::ast::{
    AssumeBody, Block, Body, Cell, CellKind, Choice, Contribution, Event, Expr, GraphBody, Head, ItemKind, Missing,
    Name, Order, Param, Statement, StatementKind, Target,
};
use crate::logic::syntax::print::{expression, statement_head, type_name};

/// The outline of `block`, which is a valid block itself.
pub(super) fn outline(block: &Block) -> String {
    let mut text = String::new();
    for item in &block.items {
        kind(&item.kind, &mut text);
    }
    text
}

fn names(names: &[Name]) -> String {
    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(", ")
}

fn orders(orders: &[Order]) -> String {
    let word = |order: &Order| if order.behind { " behind " } else { " ahead of " };
    orders.iter().flat_map(|order| [word(order), &order.name.text]).collect()
}

fn param(param: &Param) -> String {
    format!("{}: {}", param.name.text, type_name(&param.ty))
}

fn params(params: &[Param]) -> String {
    params.iter().map(param).collect::<Vec<_>>().join(", ")
}

fn reads(reads: &[Name]) -> String {
    if reads.is_empty() { String::new() } else { format!(" reads {}", names(reads)) }
}

fn head(head: &Head) -> String {
    let params = if head.params.is_empty() { String::new() } else { format!("({})", params(&head.params)) };
    format!("{}{params}{}", head.name.text, reads(&head.reads))
}

fn missing(missing: &Missing) -> String {
    missing.source.as_ref().map_or("unknown".to_owned(), |source| format!("external {source}"))
}

fn body(body: &Body<Expr>) -> String {
    match body {
        Body::Written(written) => expression(written),
        Body::Missing(other) => missing(other),
    }
}

fn target(target: &Target) -> String {
    target.label.as_ref().map_or(target.name.text.clone(), |label| format!("{}.{}", target.name.text, label.text))
}

fn when(when: Option<&Expr>) -> String {
    when.map(|when| format!(" when {}", expression(when))).unwrap_or_default()
}

fn contributions(contributions: &[Contribution], signed: bool, text: &mut String) {
    for Contribution { label, body: added, when: applies, .. } in contributions {
        let label = label.as_ref().map(|label| format!("{}: ", label.text)).unwrap_or_default();
        let added = body(added);
        let plus = if signed && !added.starts_with(['-', 'e', 'u']) { "+" } else { "" };
        let _ = writeln!(text, "  {label}{plus}{added}{}", when(applies.as_ref()));
    }
}

fn cell(cell: &Cell) -> String {
    let list = |choices: &[Choice]| choices.iter().map(choice).collect::<Vec<_>>().join(", ");
    match &cell.kind {
        CellKind::Any => "any".to_owned(),
        CellKind::OneOf(choices) => list(choices),
        CellKind::NotOneOf(choices) => format!("not {}", list(choices)),
        CellKind::Expr(value) => expression(value),
        CellKind::Missing(other) => missing(other),
        CellKind::Empty => String::new(),
    }
}

fn choice(choice: &Choice) -> String {
    let end = |end: &Option<i64>| end.map(|end| end.to_string()).unwrap_or_default();
    match choice {
        Choice::Value(value) => expression(value),
        Choice::Range(from, to, _) => format!("{}..{}", end(from), end(to)),
    }
}

fn row(cells: &[String], text: &mut String) {
    let _ = writeln!(text, "  | {} |", cells.join(" | "));
}

fn kind(kind: &ItemKind, text: &mut String) {
    let first = match kind {
        ItemKind::Enumeration { name, members } => format!("type {} is {}", name.text, names(members)),
        ItemKind::Each { name, column, table } => {
            format!("type {} is each {} in {}", name.text, column.text, table.text)
        }
        ItemKind::Alias { name, of, making } => {
            let rounded = making.rounding.map(crate::logic::syntax::print::rounding).unwrap_or_default();
            let cut = if making.cut { ", cut" } else { "" };
            format!("type {} is {}{rounded}{cut}", name.text, type_name(of))
        }
        ItemKind::Entity { name, .. } => format!("entity {}", name.text),
        ItemKind::AddFields { target, .. } => format!("add to {}", target.text),
        ItemKind::Record { name, .. } => format!("record {}", name.text),
        ItemKind::State { name, ty, start } => {
            let start = start.as_ref().map(|start| format!(" = {}", expression(start))).unwrap_or_default();
            format!("state {}: {}{start}", name.text, type_name(ty))
        }
        ItemKind::Graph { name, body: GraphBody::Tables(areas, links) } => {
            format!("graph {} of {} and {}", name.text, areas.text, links.text)
        }
        ItemKind::Graph { name, body: GraphBody::Missing(other, rows) } => {
            let rows = rows.as_ref().map(|(areas, links)| format!(" of {} and {}", type_name(areas), type_name(links)));
            format!("graph {}{} is {}", name.text, rows.unwrap_or_default(), missing(other))
        }
        ItemKind::Judgement { head: of, ty } => format!("judgement {}: {}", head(of), type_name(ty)),
        ItemKind::Value { head: of, ty, body: is } => {
            let ty = ty.as_ref().map(|ty| format!(": {}", type_name(ty))).unwrap_or_default();
            format!("value {}{ty} = {}", head(of), body(is))
        }
        ItemKind::Exception { label, targets, reads: state, when: applies, body: is } => {
            let targets = targets.iter().map(target).collect::<Vec<_>>().join(", ");
            let gives = if applies.is_some() { "then" } else { "=" };
            let when = when(applies.as_ref());
            let is = is.as_ref().map(|is| format!(" {gives} {}", body(is))).unwrap_or_default();
            format!("exception {} to {targets}{}{when}{is}", label.text, reads(state))
        }
        ItemKind::Modifier { head: of, ty, .. } => {
            format!("modifier {}{}", head(of), ty.as_ref().map(|ty| format!(": {}", type_name(ty))).unwrap_or_default())
        }
        ItemKind::Permission { head: of, allowed, .. } => {
            format!("permission {} {}", head(of), if *allowed { "allowed except" } else { "forbidden unless" })
        }
        ItemKind::AddTo { target, reads: state, allowed, .. } => {
            let mode = match allowed {
                None => "",
                Some(true) => " allowed except",
                Some(false) => " forbidden unless",
            };
            format!("add to {}{}{mode}", target.text, reads(state))
        }
        ItemKind::Table { head: of, outputs, .. } => format!("table {} gives {}", head(of), params(outputs)),
        ItemKind::Procedure { head: of, outputs, changes, body } => {
            let gives = if outputs.is_empty() { String::new() } else { format!(" gives {}", params(outputs)) };
            let changed = if changes.is_empty() { String::new() } else { format!(" changes {}", names(changes)) };
            let is = if let Body::Missing(other) = body { format!(" is {}", missing(other)) } else { String::new() };
            format!("procedure {}{gives}{changed}{is}", head(of))
        }
        ItemKind::Joined { .. }
        | ItemKind::Chosen { .. }
        | ItemKind::Prevail { .. }
        | ItemKind::Whenever { .. }
        | ItemKind::Ends { .. } => rule(kind),
        ItemKind::Assume { target: supplied, params, when: applies, body } => {
            let params = if params.is_empty() { String::new() } else { format!("({})", names(params)) };
            let body = match body {
                AssumeBody::Expr(value) if applies.is_some() => format!(" then {}", expression(value)),
                AssumeBody::Expr(value) => format!(" = {}", expression(value)),
                AssumeBody::Statements(_) => String::new(),
                AssumeBody::Graph(areas, links) => format!(" of {} and {}", areas.text, links.text),
            };
            format!("assume {}{params}{}{body}", target(supplied), when(applies.as_ref()))
        }
    };
    let _ = writeln!(text, "{first}");
    below(kind, text);
}

/// A rule that joins or follows something, and which comes first.
fn rule(kind: &ItemKind) -> String {
    match kind {
        ItemKind::Joined { joining, target: joined, also, each, name, ahead, when: applies, .. } => {
            let joined = std::iter::once(joined).chain(also).map(target).collect::<Vec<_>>().join(", ");
            let head = |source: &crate::logic::syntax::ast::Source| {
                let kind = StatementKind::ForEach(source.clone(), Vec::new());
                statement_head(&Statement { label: None, kind, span: source.span })
            };
            let each = each.as_ref().map(|each| format!(" {}", head(each))).unwrap_or_default();
            let name = name.as_ref().map(|name| format!(" as {}", name.text)).unwrap_or_default();
            let ahead = orders(ahead);
            format!("{} {joined}{each}{name}{ahead}{}", joining.words(), when(applies.as_ref()))
        }
        ItemKind::Whenever { event, old, new, name, ahead, settled, when: applies, .. } => {
            let event = match event {
                Event::State(name) => format!("{} changes", name.text),
                Event::Field(thing, field) => format!("{} changes {}", param(thing), field.text),
                Event::Created(thing) => format!("{} is created", param(thing)),
                Event::Removed(thing) => format!("{} is removed", param(thing)),
            };
            let part = |word: &str, name: &Option<Name>| {
                name.as_ref().map(|name| format!(" {word} {}", name.text)).unwrap_or_default()
            };
            let ahead = orders(ahead);
            let settled = if settled.is_some() { " until settled" } else { "" };
            format!(
                "whenever {event}{}{}{}{ahead}{settled}{}",
                part("from", old),
                part("to", new),
                part("as", name),
                when(applies.as_ref())
            )
        }
        ItemKind::Chosen { target: of, name, by } => {
            format!("instead of {} as {} chosen by {}", target(of), name.text, expression(by))
        }
        ItemKind::Prevail { sections } => {
            let sections: Vec<&str> = sections.iter().map(|name| name.text.as_str()).collect();
            format!("the rules of {} prevail", sections.join(", "))
        }
        ItemKind::Ends { name, ahead, when: applies } => {
            let ahead = orders(ahead);
            format!("the game ends as {}{ahead} when {}", name.text, expression(applies))
        }
        _ => String::new(),
    }
}

fn below(kind: &ItemKind, text: &mut String) {
    match kind {
        ItemKind::Entity { fields, starts, .. } | ItemKind::AddFields { fields, starts, .. } => {
            for field in fields {
                let start = starts.iter().find(|(name, _)| name.text == field.name.text);
                let start = start.map(|(_, start)| format!(" = {}", expression(start))).unwrap_or_default();
                let _ = writeln!(text, "  {}{start}", param(field));
            }
        }
        ItemKind::Record { fields, .. } => {
            for field in fields {
                let _ = writeln!(text, "  {}", param(field));
            }
        }
        ItemKind::Modifier { at_least, at_most, contributions: own, .. } => {
            for (word, cap) in [("least", at_least), ("most", at_most)] {
                if let Some(cap) = cap {
                    let _ = writeln!(text, "  at {word} {}", expression(cap));
                }
            }
            contributions(own, true, text);
        }
        ItemKind::Permission { contributions: own, .. } => contributions(own, false, text),
        ItemKind::AddTo { contributions: own, .. } => {
            contributions(own, own.iter().any(|added| added.when.is_some()), text);
        }
        ItemKind::Table { header, rows, .. } => {
            row(&header.iter().map(|name| name.text.clone()).collect::<Vec<_>>(), text);
            for line in rows {
                row(&line.cells.iter().map(cell).collect::<Vec<_>>(), text);
            }
        }
        ItemKind::Procedure { body: Body::Written(body), .. }
        | ItemKind::Joined { statements: body, .. }
        | ItemKind::Whenever { statements: body, .. }
        | ItemKind::Assume { body: AssumeBody::Statements(body), .. } => statements(body, 1, text),
        _ => {}
    }
}

fn statements(list: &[Statement], depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    for statement in list {
        let label = statement.label.as_ref().map(|label| format!("{}: ", label.text)).unwrap_or_default();
        let _ = writeln!(text, "{indent}{label}{}", statement_head(statement));
        match &statement.kind {
            StatementKind::Pick { otherwise: Some(body), .. } | StatementKind::Choose { otherwise: Some(body), .. } => {
                let _ = writeln!(text, "{indent}if there is none");
                statements(body, depth + 1, text);
            }
            StatementKind::ForEach(_, body)
            | StatementKind::RepeatUntil { body, .. }
            | StatementKind::RepeatTimes(_, body)
            | StatementKind::AtOnce(body)
            | StatementKind::InSecret(body) => statements(body, depth + 1, text),
            StatementKind::If(_, then, otherwise) => {
                statements(then, depth + 1, text);
                if !otherwise.is_empty() {
                    let _ = writeln!(text, "{indent}otherwise");
                    statements(otherwise, depth + 1, text);
                }
            }
            _ => {}
        }
    }
}
