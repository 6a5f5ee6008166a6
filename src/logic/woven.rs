//! A procedure as it is run: its text with the rules of other sections where they join it.

use std::collections::{BTreeMap, BTreeSet};

use super::book::Compiled;
use super::compile::ParsedBlock;
use super::program::{Joined, OpKind, PlaceExpr, ProcedureId, Program, Source};
use super::syntax::ast::{Body, Item, ItemKind, Joining, Span, Statement};

/// A line of a procedure or of a rule that joins it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WovenLine {
    /// As it is written, with the indentation of where it joins.
    pub text: String,
    /// Of the first line of the procedure and of each rule: the section it stands in, by its number, else by its id.
    pub section: Option<String>,
}

/// A procedure of a book with its rules; nothing where the book has none of that name.
pub fn woven(compiled: &Compiled, name: &str) -> Option<Vec<WovenLine>> {
    let blocks = || compiled.blocks.iter().filter(|block| !block.assumed);
    let items = || blocks().flat_map(|block| block.tree.items.iter().map(move |item| (block, item)));
    let is_named = |item: &Item| matches!(&item.kind, ItemKind::Procedure { head, .. } if head.name.text == name);
    let (home, procedure) = items().find(|(_, item)| is_named(item))?;
    let program = &compiled.program;
    let place = |block: &ParsedBlock, item: &Item| {
        let point = |joined: &&super::program::Joined| {
            let at = program.point(joined.point);
            at.span.start == item.span.start && program.blocks[at.block.index()].id == block.id
        };
        let joins = |joined: &&Joined| program.name(program.procedures[joined.procedure.index()].name) == name;
        program.joined.iter().filter(joins).find(point).map(|joined| joined.order)
    };
    let mut rules: Vec<Rule<'_>> = items()
        .filter_map(|(block, item)| match &item.kind {
            ItemKind::Joined { joining, target, also, .. } => {
                let target = std::iter::once(target).chain(also).find(|target| target.name.text == name)?;
                let label = target.label.as_ref().map(|label| label.text.as_str());
                Some(Rule { block, item, joining: *joining, label, order: place(block, item)? })
            }
            _ => None,
        })
        .collect();
    rules.sort_by_key(|rule| (rule.joining, rule.order));
    let mut lines = Vec::new();
    let at = |label: Option<&str>, joining: &[Joining], indent: usize, lines: &mut Vec<WovenLine>| {
        for rule in rules.iter().filter(|rule| rule.label == label && joining.contains(&rule.joining)) {
            written(rule.block, rule.item.span, indent, lines);
        }
    };
    at(None, &[Joining::Before], 0, &mut lines);
    // Who chooses among those in its place stands ahead of them.
    for (block, item) in items() {
        if matches!(&item.kind, ItemKind::Chosen { target, .. } if target.name.text == name) {
            written(block, item.span, 0, &mut lines);
        }
    }
    at(None, &[Joining::Instead], 0, &mut lines);
    let mut own = Vec::new();
    written(home, procedure.span, 0, &mut own);
    let statements = match &procedure.kind {
        ItemKind::Procedure { body: Body::Written(statements), .. } => statements.as_slice(),
        _ => &[],
    };
    let steps = steps(home, procedure.span, statements);
    let followers =
        followers(program, &home.id, items().filter(|(_, item)| matches!(item.kind, ItemKind::Whenever { .. })));
    for (n, line) in own.into_iter().enumerate() {
        let indent = line.text.len() - line.text.trim_start().len();
        let here = || steps.iter().filter(|step| step.first == n).filter_map(|step| step.label);
        here().for_each(|label| at(Some(label), &[Joining::Before, Joining::Instead], indent, &mut lines));
        lines.push(line);
        for step in steps.iter().filter(|step| step.last == n) {
            for (block, item) in followers.get(&step.start).into_iter().flatten() {
                written(block, item.span, step.indent, &mut lines);
            }
            if let Some(label) = step.label {
                at(Some(label), &[Joining::After], step.indent, &mut lines);
            }
        }
    }
    at(None, &[Joining::After], 0, &mut lines);
    Some(lines)
}

/// The rules that follow what the statements of a section do, by where those begin.
fn followers<'a>(
    program: &Program,
    home: &str,
    rules: impl Iterator<Item = (&'a ParsedBlock, &'a Item)>,
) -> BTreeMap<u32, Vec<(&'a ParsedBlock, &'a Item)>> {
    let rules: Vec<_> = rules.collect();
    let mut found: BTreeMap<u32, Vec<_>> = BTreeMap::new();
    for (statement, rule) in &program.followed {
        let (statement, at) = (program.point(*statement), program.point(*rule));
        if program.blocks[statement.block.index()].id != home {
            continue;
        }
        let block = &program.blocks[at.block.index()].id;
        if let Some(rule) = rules.iter().find(|(of, item)| of.id == *block && item.span.start == at.span.start) {
            found.entry(statement.span.start).or_default().push(*rule);
        }
    }
    found
}

struct Rule<'a> {
    block: &'a ParsedBlock,
    item: &'a Item,
    joining: Joining,
    label: Option<&'a str>,
    order: u16,
}

/// A step of a procedure, by its lines.
struct Step<'a> {
    /// Where it begins in its block.
    start: u32,
    label: Option<&'a str>,
    first: usize,
    last: usize,
    indent: usize,
}

fn steps<'a>(block: &ParsedBlock, whole: Span, statements: &'a [Statement]) -> Vec<Step<'a>> {
    let text = &block.text.text;
    let line = |at: u32| text[whole.start as usize..at as usize].matches('\n').count();
    let mut found = Vec::new();
    let mut open: Vec<&Statement> = statements.iter().rev().collect();
    while let Some(statement) = open.pop() {
        let label = statement.label.as_ref().or_else(|| statement.kind.made());
        let start = statement.span.start as usize;
        let indent = start - text[..start].rfind('\n').map_or(0, |before| before + 1);
        let column = whole.start as usize - text[..whole.start as usize].rfind('\n').map_or(0, |before| before + 1);
        let (first, last) = (line(statement.span.start), line(end(statement).end));
        let (start, label) = (statement.span.start, label.map(|label| label.text.as_str()));
        found.push(Step { start, label, first, last, indent: indent.saturating_sub(column) });
        open.extend(statement.kind.bodies().into_iter().flatten());
    }
    found
}

/// The whole of a statement, with what stands in it.
fn end(statement: &Statement) -> Span {
    let inner = statement.kind.bodies().into_iter().flatten();
    inner.fold(statement.span, |span, statement| span.to(end(statement)))
}

/// The lines of a definition, moved to where it joins.
fn written(block: &ParsedBlock, span: Span, indent: usize, lines: &mut Vec<WovenLine>) {
    let text = &block.text.text;
    let start = span.start as usize;
    let column = start - text[..start].rfind('\n').map_or(0, |before| before + 1);
    let shown = text.get(span.range()).unwrap_or_default();
    for (n, line) in shown.lines().enumerate() {
        let own = if n == 0 { line } else { line.get(column..).unwrap_or_else(|| line.trim_start()) };
        let section = (n == 0).then(|| block.number.clone().unwrap_or_else(|| block.id.clone()));
        lines.push(WovenLine { text: format!("{:indent$}{own}", "").trim_end().to_owned(), section });
    }
}

/// What a procedure changes, with all that it runs and the rules that join it: states, then types of things, by their names.
pub fn changes(program: &Program, id: ProcedureId) -> Vec<&str> {
    let (mut states, mut things) = (BTreeSet::new(), BTreeSet::new());
    let mut seen = BTreeSet::from([id]);
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        let Some(Source::Here(code)) = program.procedures.get(id.index()).map(|procedure| &procedure.code) else {
            continue;
        };
        for op in code {
            let effects = op.kind.effects();
            match effects.changes.map(PlaceExpr::root) {
                Some(PlaceExpr::State(state)) => drop(states.insert(*state)),
                Some(PlaceExpr::EntityField(_, ty, _)) => drop(things.insert(*ty)),
                _ => {}
            }
            things.extend(effects.creates);
            things.extend(effects.removes.map(|(_, ty)| ty));
            if let OpKind::Call { procedure, .. } = &op.kind
                && seen.insert(*procedure)
            {
                open.push(*procedure);
            }
        }
    }
    let written = program.written_states().count();
    let states = states
        .into_iter()
        .filter(|state| state.index() < written)
        .map(|state| program.name(program.states[state.index()].name));
    states.chain(things.into_iter().map(|ty| program.entities[usize::from(ty.0)].name.as_str())).collect()
}
