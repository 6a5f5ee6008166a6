//! Graphs: two data tables, and the questions that can be asked of them.

use super::expressions::{broken, make};
use super::scope::{Body, LocalKind};
use super::{Compiler, Global};
use crate::diagnostic::codes;
use crate::logic::program::{
    BlockId, DataId, Expr, ExprKind, Field, Graph, GraphCall, GraphId, GraphTables, Passage, PointKind, Record, STEP,
    Source,
};
use crate::logic::syntax::ast::{self, Filters, GraphBody, GraphQuestion, Name, Span};
use crate::logic::types::{Fit, RecordId, Type};

impl Compiler<'_> {
    pub(super) fn graph(&mut self, block: BlockId, name: &Name, body: &GraphBody) {
        let id = GraphId(u16::try_from(self.program.graphs.len()).unwrap_or(u16::MAX));
        if let Some((_, home, span)) = self.globals.get(&name.text).copied() {
            self.twice(block, name, (home, span));
            return;
        }
        let (source, area, rows) = match body {
            GraphBody::Tables(areas, links) => match self.graph_tables(block, areas, links) {
                Some((tables, area)) => {
                    let rows =
                        (self.program.data[tables.areas.index()].row, self.program.data[tables.links.index()].row);
                    (Source::Here(tables), area, Some(rows))
                }
                None => (Source::Missing(None), Type::Unknown, None),
            },
            GraphBody::Missing(missing, rows) => {
                let source = Source::Missing(missing.source.clone());
                match rows.as_ref().and_then(|(areas, links)| self.graph_records(block, areas, links)) {
                    Some((rows, area)) => (source, area, Some(rows)),
                    None => (source, Type::Unknown, None),
                }
            }
        };
        let name_id = self.name(&name.text);
        let point = self.point(block, PointKind::Definition, name.span, None, name_id);
        self.program.graphs.push(Graph { name: name_id, point, source, area, rows });
        self.globals.insert(name.text.clone(), (Global::Graph(id), block, name.span));
    }

    /// The tables of a graph and the type of its areas.
    pub(super) fn graph_tables(&mut self, block: BlockId, areas: &Name, links: &Name) -> Option<(GraphTables, Type)> {
        let areas_id = self.table(block, areas)?;
        let links_id = self.table(block, links)?;
        let area = self.columns(areas_id).first().map(|field| field.ty.clone());
        let Some(area) = area else {
            let message = format!("the table `{}` has no column that could name an area", areas.text);
            self.report(&codes::TYPE_MISMATCH, (block, areas.span), message, "its first column names the areas");
            return None;
        };
        let columns = self.columns(links_id);
        let column = |name: &str| columns.iter().position(|field| self.program.name(field.name) == name);
        let (Some(from), Some(to)) = (column("from"), column("to")) else {
            let message = format!("the table `{}` has no columns `from` and `to`", links.text);
            self.report(&codes::TYPE_MISMATCH, (block, links.span), message, "each row of links joins two areas");
            return None;
        };
        Some((GraphTables { areas: areas_id, links: links_id, ends: (from, to) }, area))
    }

    /// The records of an external graph's areas and links, and the type of its areas.
    fn graph_records(
        &mut self,
        block: BlockId,
        areas: &ast::Type,
        links: &ast::Type,
    ) -> Option<((RecordId, RecordId), Type)> {
        let area_row = self.graph_record(block, areas)?;
        let link_row = self.graph_record(block, links)?;
        let area = self.program.records[usize::from(area_row.0)].fields.first().map(|field| field.ty.clone())?;
        // `from` and `to` are words of the language: no record can name them, and every link has them.
        let mut fields: Vec<Field> =
            ["from", "to"].map(|end| Field::new(self.name(end), area.clone())).into_iter().collect();
        fields.extend(self.program.records[usize::from(link_row.0)].fields.iter().cloned());
        let name = self.program.records[usize::from(link_row.0)].name.clone();
        let link_row = self.record(Record { name, fields });
        Some(((area_row, link_row), area))
    }

    fn graph_record(&mut self, block: BlockId, written: &ast::Type) -> Option<RecordId> {
        match self.resolve(block, written) {
            Type::Record(id) => Some(id),
            Type::Unknown => None,
            _ => {
                let help = "name a record: its fields are the columns that an assumed table must have";
                self.report(&codes::TYPE_MISMATCH, (block, written.span), "this is no record", help);
                None
            }
        }
    }

    /// Whether two tables have the columns that an external graph asks for; else says what is wrong.
    pub(super) fn fits_graph(&mut self, block: BlockId, graph: GraphId, tables: &GraphTables, written: (&Name, &Name)) {
        let Some((areas, links)) = self.program.graphs[graph.index()].rows else { return };
        for (wanted, data, name) in [(areas, tables.areas, written.0), (links, tables.links, written.1)] {
            let wanted = self.program.records[usize::from(wanted.0)].fields.clone();
            let there = self.columns(data);
            let names = |fields: &[Field]| {
                fields.iter().map(|field| self.program.name(field.name)).collect::<Vec<_>>().join(", ")
            };
            let fits = wanted.len() == there.len()
                && wanted
                    .iter()
                    .zip(&there)
                    .all(|(want, column)| want.name == column.name && want.ty.accepts(&column.ty) == Fit::Always);
            if !fits {
                let message = format!("the table `{}` does not have the columns of the graph", name.text);
                let help = format!(
                    "it needs, in this order and of their types: {} (it has: {})",
                    names(&wanted),
                    names(&there)
                );
                self.report(&codes::BAD_ASSUMPTION, (block, name.span), message, help);
            }
        }
    }

    fn columns(&self, data: DataId) -> Vec<Field> {
        let row = self.program.data[data.index()].row;
        self.program.records[usize::from(row.0)].fields.clone()
    }

    fn table(&mut self, block: BlockId, name: &Name) -> Option<DataId> {
        if let Some((Global::Data(id), ..)) = self.globals.get(&name.text) {
            return Some(*id);
        }
        let known = self.program.data.iter().map(|data| data.name.as_str());
        let help = self.meant(&name.text, known).unwrap_or_else(|| "data tables stand in `data/*.yaml`".to_owned());
        let message = format!("there is no data table `{}`", name.text);
        self.report(&codes::UNKNOWN_NAME, (block, name.span), message, help);
        None
    }
}

impl Body<'_, '_> {
    /// A link or an area on a way: its name is visible in its condition and its cost.
    fn passage(&mut self, filter: &ast::Filter, ty: Type, area: &Type) -> Passage {
        let mark = self.locals.len();
        let slot = self.declare(&filter.name, ty, LocalKind::Element);
        let from = filter.from.as_ref().map(|from| self.declare(from, area.clone(), LocalKind::Element));
        let (condition, told) = self.when(filter.condition.as_ref());
        let cost = filter
            .cost
            .as_ref()
            .map(|cost| self.knowing(told, |body| body.expr_for(cost, &Type::COUNT, "what a step costs")));
        self.leave(mark);
        Passage { slot, from, condition, cost }
    }

    pub(super) fn graph(
        &mut self,
        question: GraphQuestion,
        name: &Name,
        args: &[ast::Expr],
        filters: &Filters,
        span: Span,
    ) -> Expr {
        let Some(Global::Graph(id)) = self.compiler.globals.get(&name.text).map(|(global, ..)| *global) else {
            let program = &self.compiler.program;
            let graphs = program.graphs.iter().map(|graph| program.name(graph.name));
            let help = self
                .compiler
                .meant(&name.text, graphs)
                .unwrap_or_else(|| "declare it: `graph world of spaces and links`".to_owned());
            self.report(&codes::UNKNOWN_NAME, name.span, format!("there is no graph `{}`", name.text), help);
            // What is asked of it may hold mistakes of its own.
            for arg in args {
                self.expr(arg);
            }
            for filter in filters.by.iter().chain(&filters.through) {
                self.passage(filter, Type::Unknown, &Type::Unknown);
            }
            return broken(span);
        };
        let graph = &self.compiler.program.graphs[id.index()];
        let area = graph.area.clone();
        let (areas_row, links_row) = match graph.rows {
            Some((areas, links)) => (Type::Record(areas), Type::Record(links)),
            None => (Type::Unknown, Type::Unknown),
        };
        if graph.rows.is_none() && matches!(graph.source, Source::Missing(_)) {
            let asks = filters.by.is_some() || question == GraphQuestion::RowOf;
            if asks {
                let message = format!("nobody says what is known of the areas and links of `{}`", name.text);
                let help = format!("name their records: `graph {} of Space and Road is external …`", name.text);
                self.report(&codes::UNKNOWN_NAME, name.span, message, help);
            }
        }
        let wanted: Vec<Type> = match question {
            GraphQuestion::Distance | GraphQuestion::ShortestPaths => vec![area.clone(), area.clone()],
            GraphQuestion::Neighbours | GraphQuestion::RowOf => vec![area.clone()],
            GraphQuestion::Reachable => vec![area.clone(), Type::COUNT],
            GraphQuestion::Steps => vec![Type::List(Box::new(area.clone()))],
        };
        let args: Vec<Expr> = args
            .iter()
            .zip(&wanted)
            .map(|(arg, want)| self.expr_for(arg, want, "what is asked of the graph"))
            .collect();
        let by = filters.by.as_ref().map(|filter| self.passage(filter, links_row.clone(), &area));
        let through = filters.through.as_ref().map(|filter| self.passage(filter, area.clone(), &area));
        let cost = filters.by.iter().chain(&filters.through).find_map(|filter| filter.cost.as_ref());
        if let Some(cost) = cost
            && matches!(question, GraphQuestion::Neighbours | GraphQuestion::Steps)
        {
            let help = "ask for a `distance`, `shortest paths`, or what is `reachable … within` a cost";
            self.mismatch(cost.span, "this question does not measure ways", help);
        }
        let ty = match question {
            GraphQuestion::Neighbours | GraphQuestion::Reachable => Type::Set(Box::new(area)),
            GraphQuestion::Distance => Type::COUNT.or_none(),
            GraphQuestion::ShortestPaths => Type::List(Box::new(Type::List(Box::new(area)))),
            GraphQuestion::RowOf => areas_row,
            GraphQuestion::Steps => {
                let mut field = |name: &str, ty: Type| Field::new(self.compiler.name(name), ty);
                let fields = vec![field("from", area.clone()), field("to", area), field("link", links_row.or_none())];
                let record = self.compiler.record(Record { name: STEP.to_owned(), fields });
                Type::List(Box::new(Type::Record(record)))
            }
        };
        let call = GraphCall { question, graph: id, args, by, through };
        make(ExprKind::Graph(Box::new(call)), ty, span)
    }
}
