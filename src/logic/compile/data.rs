//! The book's data tables and options, as rows and members that logic can ask.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Compiler, Global};
use crate::diagnostic::codes;
use crate::library::names;
use crate::library::table::ColumnType;
use crate::library::yaml::{Node, yes_no};
use crate::logic::calendar::Date;
use crate::logic::program::{BlockId, Choice, Data, DataId, Field, OptionId, Record};
use crate::logic::syntax::ast::{Name, Span};
use crate::logic::types::{Common, Interval, RecordId, Type};
use crate::logic::value::Value;

/// Data and options stand in no block; their names clash with none because those of blocks are looked at after them.
const NOWHERE: (BlockId, Span) = (BlockId(0), Span { start: 0, end: 0 });

/// The name in logic of an id: hyphens become underscores.
pub fn in_logic(id: &str) -> String {
    id.replace('-', "_")
}

impl Compiler<'_> {
    pub(super) fn declare_options(&mut self) {
        for option in self.inputs.options {
            let name = in_logic(&option.id);
            let readings: Vec<_> = option.readings.iter().map(|reading| self.symbol(&in_logic(reading))).collect();
            let followed = self.symbol(&in_logic(&option.followed));
            let id = OptionId(u16::try_from(self.program.options.len()).unwrap_or(u16::MAX));
            let name_id = self.name(&name);
            self.program.options.push(Choice { name: name_id, readings, followed });
            self.globals.insert(name, (Global::Option(id), NOWHERE.0, NOWHERE.1));
        }
    }

    pub(super) fn declare_data(&mut self) {
        for table in self.inputs.data {
            let columns: Vec<(&str, bool)> = table
                .columns
                .iter()
                .map(|(name, written)| (name.as_str(), ColumnType::parse(written) == Some(ColumnType::Date)))
                .collect();
            let rows: Vec<Vec<Value>> = table
                .rows
                .iter()
                .map(|row| {
                    let cells: HashMap<&str, &Node> =
                        row.entries().iter().rev().map(|entry| (entry.key.as_str(), &entry.value)).collect();
                    columns.iter().map(|(column, dates)| self.cell(cells.get(column).copied(), *dates)).collect()
                })
                .collect();
            let types: Vec<Type> = (0..columns.len()).map(|at| column_type(&rows, at)).collect();
            let fields = columns
                .iter()
                .zip(types)
                .map(|((column, _), ty)| Field::new(self.name(&in_logic(column)), ty))
                .collect();
            let name = in_logic(&table.id);
            let record = self.record(Record { name: name.clone(), fields });
            let id = DataId(u16::try_from(self.program.data.len()).unwrap_or(u16::MAX));
            let rows = rows.into_iter().map(|row| Value::Record(Arc::new(row))).collect();
            self.program.data.push(Data { name: name.clone(), row: record, rows: Arc::new(rows) });
            self.globals.insert(name, (Global::Data(id), NOWHERE.0, NOWHERE.1));
        }
    }

    /// The words of a column of a data table, each once, as members of a type that is declared where the column is named.
    pub(super) fn words_in_column(&mut self, block: BlockId, column: &Name, table: &Name) -> Option<Vec<Name>> {
        let inputs = self.inputs;
        let Some(found) = inputs.data.iter().find(|data| in_logic(&data.id) == table.text) else {
            let known: Vec<String> = inputs.data.iter().map(|data| in_logic(&data.id)).collect();
            let help = self.meant(&table.text, known.iter().map(String::as_str));
            let help = help.unwrap_or_else(|| "data tables stand in `data/*.yaml`".to_owned());
            let message = format!("there is no data table `{}`", table.text);
            self.report(&codes::UNKNOWN_NAME, (block, table.span), message, help);
            return None;
        };
        let columns = || found.columns.iter().map(|(name, _)| in_logic(name));
        let Some((name, _)) = found.columns.iter().find(|(name, _)| in_logic(name) == column.text) else {
            let known: Vec<String> = columns().collect();
            let help = self
                .meant(&column.text, known.iter().map(String::as_str))
                .unwrap_or_else(|| format!("its columns are: {}", names::listed(known.iter().map(String::as_str))));
            let message = format!("the table `{}` has no column `{}`", table.text, column.text);
            self.report(&codes::UNKNOWN_NAME, (block, column.span), message, help);
            return None;
        };
        let mut members: Vec<Name> = Vec::new();
        let mut seen = HashSet::new();
        for row in &found.rows {
            let cell = row.entries().iter().find(|entry| entry.key == *name).and_then(|entry| entry.value.text());
            let Some(text) = cell else { continue };
            if yes_no(text).is_some() || text.parse::<i64>().is_ok() {
                let message =
                    format!("the column `{}` holds `{text}`, and the members of a type are words", column.text);
                self.report(&codes::TYPE_MISMATCH, (block, column.span), message, "name a column of terms");
                return None;
            }
            let text = in_logic(&text.to_lowercase());
            if seen.insert(text.clone()) {
                members.push(Name { text, span: column.span });
            }
        }
        Some(members)
    }

    /// Keeps a record type; the same one is kept once.
    pub(super) fn record(&mut self, record: Record) -> RecordId {
        let next = RecordId(u16::try_from(self.program.records.len()).unwrap_or(u16::MAX));
        *self.records.entry(record).or_insert_with_key(|record| {
            self.program.records.push(record.clone());
            next
        })
    }

    /// Numbers, yes and no are what they look like; every other word is a member.
    fn cell(&mut self, node: Option<&Node>, dates: bool) -> Value {
        let Some(text) = node.and_then(Node::text) else { return Value::None };
        if dates && let Some(date) = Date::parse(text) {
            return Value::Date(date);
        }
        match (yes_no(text), text.parse()) {
            (Some(held), _) => Value::yes_no(held),
            (None, Ok(number)) => Value::Number(number),
            (None, Err(_)) => Value::Symbol(self.symbol(&in_logic(&text.to_lowercase()))),
        }
    }
}

/// The narrowest type of all cells of a column: data cannot change, so what is there is all that can be there.
fn column_type(rows: &[Vec<Value>], at: usize) -> Type {
    let mut common = Common::default();
    for row in rows {
        if common.add(&cell_type(&row[at])).is_err() {
            return Type::Unknown;
        }
    }
    common.ty().unwrap_or(Type::Nothing)
}

fn cell_type(value: &Value) -> Type {
    match value {
        Value::YesNo(_) => Type::YesNo,
        Value::Number(number) => Type::Number(Interval::only(*number)),
        Value::Symbol(symbol) => Type::Symbols(Arc::new(vec![*symbol])),
        Value::Date(_) => Type::Date,
        _ => Type::Nothing,
    }
}
