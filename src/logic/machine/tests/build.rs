//! A little builder of programs.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::Sources;
use crate::library::yaml;
use crate::logic::machine::{Answer, Chance, Request};
use crate::logic::program::*;
use crate::logic::syntax::ast::Span;
use crate::logic::types::{EntityTypeId, Interval, Making, RecordId, Type};
use crate::logic::value::Value;

/// Builds a program.
#[derive(Default)]
pub(super) struct Build {
    pub(super) program: Program,
    pub(super) block: u16,
}

impl Build {
    pub(super) fn new() -> Self {
        let mut built = Self::default();
        built.section("1.1");
        built
    }

    /// What follows stands in this section.
    pub(super) fn section(&mut self, number: &str) {
        let mut sources = Sources::default();
        let file = sources.add("a.yaml".to_owned(), "logic: text\n");
        let node = yaml::parse(file, &sources, &mut Vec::new()).expect("YAML");
        let text = node.get("logic").and_then(|node| node.scalar()).expect("a scalar").clone();
        let block =
            Block { id: number.to_owned(), number: Some(number.to_owned()), assumed: false, text: Arc::new(text) };
        self.program.blocks.push(block);
        self.block = self.program.blocks.len() as u16 - 1;
    }

    pub(super) fn name(&mut self, name: &str) -> NameId {
        let names = &mut self.program.names;
        let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        });
        NameId(at as u32)
    }

    pub(super) fn point(&mut self, kind: PointKind, label: &str) -> PointId {
        let name = self.name(label);
        let at = self.program.points.len() as u32;
        let span = Span { start: at, end: at + 1 };
        let label = (!label.is_empty()).then_some(name);
        self.program.points.push(Point { block: BlockId(self.block), kind, span, label, owner: name });
        PointId(at)
    }

    pub(super) fn fields(&mut self, fields: &[(&str, Type)]) -> Vec<Field> {
        fields.iter().map(|(name, ty)| Field::new(self.name(name), ty.clone())).collect()
    }

    pub(super) fn state(&mut self, name: &str, ty: Type, start: Option<Value>) -> StateId {
        let point = self.point(PointKind::Definition, name);
        let name = self.name(name);
        self.program.states.push(State { name, ty, making: Making::default(), start, point });
        StateId(self.program.states.len() as u16 - 1)
    }

    pub(super) fn entity(&mut self, name: &str, fields: &[(&str, Type)]) -> EntityTypeId {
        let point = self.point(PointKind::Definition, name);
        let fields = self.fields(fields);
        self.program.entities.push(EntityType {
            name: name.to_owned(),
            starts: vec![None; fields.len()],
            fields,
            point,
        });
        EntityTypeId(self.program.entities.len() as u16 - 1)
    }

    pub(super) fn record(&mut self, fields: &[(&str, Type)]) -> RecordId {
        let fields = self.fields(fields);
        self.program.records.push(Record { name: String::new(), fields });
        RecordId(self.program.records.len() as u16 - 1)
    }

    pub(super) fn data(&mut self, columns: &[&str], rows: Vec<Vec<Value>>) -> DataId {
        let columns: Vec<(&str, Type)> = columns.iter().map(|name| (*name, Type::Unknown)).collect();
        let row = self.record(&columns);
        let rows = Arc::new(rows.into_iter().map(|row| Value::Record(Arc::new(row))).collect());
        self.program.data.push(Data { name: "data".to_owned(), row, rows });
        DataId(self.program.data.len() as u16 - 1)
    }

    pub(super) fn function(
        &mut self,
        name: &str,
        params: &[(&str, Type)],
        slots: u16,
        kind: FunctionKind,
    ) -> FunctionId {
        let point = self.point(PointKind::Definition, name);
        let params = self.fields(params);
        let name = self.name(name);
        self.program.functions.push(Function {
            name,
            point,
            params,
            slots,
            result: Type::Unknown,
            making: Making::default(),
            kind,
            inner: false,
            without: Vec::new(),
        });
        FunctionId(self.program.functions.len() as u16 - 1)
    }

    /// A value that is an expression.
    pub(super) fn value(&mut self, name: &str, params: &[(&str, Type)], slots: u16, body: Expr) -> FunctionId {
        let base = Clause { point: self.point(PointKind::Base, ""), body: Source::Here(body) };
        self.function(name, params, slots, FunctionKind::Value { base, exceptions: Vec::new() })
    }

    pub(super) fn exception(&mut self, label: &str, when: Option<Expr>, body: Expr, excepts: &[u16]) -> Exception {
        let point = self.point(PointKind::Exception, label);
        let rank = u16::try_from(excepts.len()).unwrap_or(u16::MAX);
        Exception { point, when, body: Some(Source::Here(body)), excepts: excepts.to_vec(), rank }
    }

    pub(super) fn contribution(&mut self, label: &str, when: Option<Expr>, body: Source<Expr>) -> Contribution {
        Contribution { point: self.point(PointKind::Contribution, label), when, body }
    }

    pub(super) fn op(&mut self, kind: OpKind) -> Op {
        Op { kind, point: self.point(PointKind::Statement, "") }
    }

    /// A procedure whose slots are named; an empty name is a hidden one.
    pub(super) fn procedure(
        &mut self,
        name: &str,
        params: &[(&str, Type)],
        outputs: &[(&str, Type)],
        slots: &[&str],
        code: Source<Vec<OpKind>>,
    ) -> ProcedureId {
        let point = self.point(PointKind::Definition, name);
        let result = self.record(outputs);
        let params = self.fields(params);
        let outputs = self.fields(outputs);
        let local = |name: Option<NameId>| Local { name, ty: Type::Unknown };
        let mut locals: Vec<Local> = params.iter().chain(&outputs).map(|field| local(Some(field.name))).collect();
        for slot in slots {
            let named = self.name(slot);
            locals.push(local((!slot.is_empty()).then_some(named)));
        }
        let code = match code {
            Source::Here(code) => Source::Here(code.into_iter().map(|kind| self.op(kind)).collect()),
            Source::Missing(source) => Source::Missing(source),
        };
        let name = self.name(name);
        self.program.procedures.push(Procedure {
            name,
            point,
            params,
            outputs,
            result,
            locals,
            code,
            origin: Origin::Written,
        });
        ProcedureId(self.program.procedures.len() as u16 - 1)
    }

    pub(super) fn assume(&mut self, id: &str, target: Assumed, when: Option<Expr>, slots: u16, body: AssumedBody) {
        let point = self.point(PointKind::Assumption, id);
        let part = Assumption { target, point, when, slots, body };
        self.program.assumptions.push(AssumptionSet { id: id.to_owned(), parts: vec![part] });
    }
}

pub(super) fn e(kind: ExprKind) -> Expr {
    Expr { kind, ty: Type::Unknown, span: Span::default() }
}

pub(super) fn b(kind: ExprKind) -> Box<Expr> {
    Box::new(e(kind))
}

pub(super) fn v(value: Value) -> Expr {
    e(ExprKind::Constant(value))
}

pub(super) fn n(number: i64) -> Expr {
    v(Value::Number(number))
}

pub(super) fn yes(held: bool) -> Expr {
    v(Value::yes_no(held))
}

pub(super) fn slot(slot: u16) -> Expr {
    e(ExprKind::Local(Slot(slot)))
}

pub(super) fn state(state: StateId) -> Expr {
    e(ExprKind::State(state))
}

pub(super) fn less(a: Expr, c: Expr) -> Expr {
    e(ExprKind::Compare(Comparison::Less, Box::new(a), Box::new(c)))
}

pub(super) fn is(a: Expr, c: Expr) -> Expr {
    e(ExprKind::Is(true, Box::new(a), Box::new(c)))
}

pub(super) fn calc(operator: Arithmetic, a: Expr, c: Expr) -> Expr {
    e(ExprKind::Arithmetic(operator, Box::new(a), Box::new(c)))
}

pub(super) fn field(of: Expr, ty: EntityTypeId, field: u16) -> Expr {
    e(ExprKind::EntityField(Box::new(of), ty, field))
}

pub(super) fn numbers(numbers: &[i64]) -> Vec<Value> {
    numbers.iter().map(|number| Value::Number(*number)).collect()
}

pub(super) fn list(of: &[i64]) -> Value {
    Value::List(Arc::new(numbers(of)))
}

pub(super) fn set(of: &[i64]) -> Value {
    Value::set(numbers(of))
}

pub(super) fn bag(of: &[i64]) -> Value {
    Value::bag(numbers(of))
}

pub(super) fn select(slot: u16, of: Expr, filter: Option<Expr>) -> Selection {
    Selection { slot: Slot(slot), of: Box::new(of), filter: filter.map(Box::new), extreme: None, sorted: false }
}

pub(super) fn free() -> Guard {
    Guard { check: None }
}

pub(super) fn within(low: i64, high: i64) -> Type {
    Type::Number(Interval::new(low, high))
}

/// Answers in order; the last answer is given again for ever.
pub(super) struct Fixed(pub(super) Vec<Answer>, pub(super) Vec<Request>);

impl Chance for Fixed {
    fn answer(&mut self, request: &Request) -> Result<Answer, String> {
        self.1.push(request.clone());
        if self.0.is_empty() { Err("nothing is left".to_owned()) } else { Ok(self.0.remove(0)) }
    }
}

pub(super) fn nothing() -> BTreeMap<NameId, Value> {
    BTreeMap::new()
}
