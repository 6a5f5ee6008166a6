//! The book's data tables and options, as rows and members that logic can ask.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Compiler, Global};
use crate::library::yaml::{Node, yes_no};
use crate::logic::program::{BlockId, Choice, Data, DataId, Field, OptionId, Record};
use crate::logic::syntax::ast::Span;
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
            let columns: Vec<&str> = table.columns.iter().map(|(name, _)| name.as_str()).collect();
            let rows: Vec<Vec<Value>> = table
                .rows
                .iter()
                .map(|row| {
                    let cells: HashMap<&str, &Node> =
                        row.entries().iter().rev().map(|entry| (entry.key.as_str(), &entry.value)).collect();
                    columns.iter().map(|column| self.cell(cells.get(column).copied())).collect()
                })
                .collect();
            let types: Vec<Type> = (0..columns.len()).map(|at| column_type(&rows, at)).collect();
            let fields = columns
                .iter()
                .zip(types)
                .map(|(column, ty)| Field { name: self.name(&in_logic(column)), ty })
                .collect();
            let name = in_logic(&table.id);
            let record = self.record(Record { name: name.clone(), fields });
            let id = DataId(u16::try_from(self.program.data.len()).unwrap_or(u16::MAX));
            let rows = rows.into_iter().map(|row| Value::Record(Arc::new(row))).collect();
            self.program.data.push(Data { name: name.clone(), row: record, rows: Arc::new(rows) });
            self.globals.insert(name, (Global::Data(id), NOWHERE.0, NOWHERE.1));
        }
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
    fn cell(&mut self, node: Option<&Node>) -> Value {
        let Some(text) = node.and_then(Node::text) else { return Value::None };
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
        _ => Type::Nothing,
    }
}
