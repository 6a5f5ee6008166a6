//! The tables of a section's logic, printed under its text: the rule is read from what is run.

use minijinja::Value;

use super::html;
use super::link::Linker;
use super::wording::{Wording, headed};
use crate::library::Section;
use crate::library::markup::{Inline, InlineKind, Mark, Reference};
use crate::logic::book::Compiled;
use crate::logic::program::Role;
use crate::logic::syntax::ast::{CellKind, Choice, Expr, ExprKind, Item, ItemKind, Missing};
use crate::logic::syntax::print;

/// The tables of a section's logic in their order.
pub(super) fn tables(
    logic: Option<&Compiled>,
    wording: &Wording<'_>,
    linker: &Linker<'_>,
    section: &Section,
) -> Vec<Value> {
    let writer = Writer { wording, linker, section: &section.id };
    items(logic, section).iter().filter_map(|item| writer.table(&item.kind)).collect()
}

/// Whether the logic of a section has tables.
pub(super) fn has_tables(logic: Option<&Compiled>, section: &Section) -> bool {
    items(logic, section).iter().any(|item| matches!(item.kind, ItemKind::Table { .. }))
}

/// What the logic of a section defines.
fn items<'l>(logic: Option<&'l Compiled>, section: &Section) -> &'l [Item] {
    logic.and_then(|logic| logic.block_of(&section.id)).map_or(&[], |block| &block.tree.items)
}

struct Writer<'a> {
    wording: &'a Wording<'a>,
    linker: &'a Linker<'a>,
    section: &'a str,
}

impl Writer<'_> {
    fn table(&self, kind: &ItemKind) -> Option<Value> {
        let ItemKind::Table { head, header, rows, .. } = kind else { return None };
        let columns: Vec<Vec<Inline>> = header
            .iter()
            .map(|name| vec![text(headed(&self.wording.names.of(&name.text, Role::Inner, self.section)))])
            .collect();
        let rows: Vec<Vec<Vec<Inline>>> =
            rows.iter().map(|row| row.cells.iter().map(|cell| self.cell(&cell.kind)).collect()).collect();
        let caption = headed(&self.wording.names.of(&head.name.text, Role::Definition, self.section));
        Some(Value::from_safe_string(html::captioned(&caption, &columns, &rows, self.linker)))
    }

    fn cell(&self, cell: &CellKind) -> Vec<Inline> {
        match cell {
            CellKind::Any => vec![text(self.linker.strings.get("cell_any"))],
            CellKind::OneOf(choices) => vec![text(self.choices(choices))],
            CellKind::NotOneOf(choices) => {
                vec![text(self.linker.strings.fill("cell_not", &[("list", &self.choices(choices))]))]
            }
            CellKind::Expr(value) => vec![self.value(value)],
            CellKind::Missing(Missing { source: Some(source), .. }) => self.elsewhere(source),
            CellKind::Missing(Missing { source: None, .. }) => vec![text(self.linker.strings.get("cell_unknown"))],
            CellKind::Empty => Vec::new(),
        }
    }

    fn choices(&self, choices: &[Choice]) -> String {
        let shown: Vec<String> = choices.iter().map(|choice| self.choice(choice)).collect();
        self.wording.list(&shown)
    }

    fn choice(&self, choice: &Choice) -> String {
        match choice {
            Choice::Value(value) => self.plain(value).unwrap_or_else(|| print::expression(value)),
            Choice::Range(Some(from), Some(to), _) => format!("{from}–{to}"),
            Choice::Range(Some(from), None, _) => format!("≥ {from}"),
            Choice::Range(None, Some(to), _) => format!("≤ {to}"),
            Choice::Range(None, None, _) => self.linker.strings.get("cell_any").to_owned(),
        }
    }

    fn value(&self, value: &Expr) -> Inline {
        match self.plain(value) {
            Some(words) => text(words),
            // What is worked out is shown as logic writes it.
            None => Inline { kind: InlineKind::Code(print::expression(value)), range: 0..0 },
        }
    }

    /// A single value in words.
    fn plain(&self, value: &Expr) -> Option<String> {
        let simple = match &value.kind {
            ExprKind::Number(_) | ExprKind::YesNo(_) | ExprKind::None | ExprKind::Name(_) => true,
            ExprKind::Negate(inner) => matches!(inner.kind, ExprKind::Number(_)),
            _ => false,
        };
        simple.then(|| self.wording.word(&print::expression(value), Role::Value, self.section))
    }

    /// "see base game 9.6.3"; a link where that book is in the library.
    fn elsewhere(&self, source: &str) -> Vec<Inline> {
        let said = self.linker.strings.get("cell_external");
        let (before, after) = said.split_once("{source}").unwrap_or((said, ""));
        let cited = match source.split_once(':') {
            Some((book, number)) => {
                let (book, target) = (Some(book.to_owned()), number.to_owned());
                InlineKind::Mark(Mark::Reference(Reference { book, target, letter: None, words: None }))
            }
            None => InlineKind::Text(self.wording.names.source(source)),
        };
        vec![text(before), Inline { kind: cited, range: 0..0 }, text(after)]
    }
}

fn text(words: impl Into<String>) -> Inline {
    Inline { kind: InlineKind::Text(words.into()), range: 0..0 }
}
