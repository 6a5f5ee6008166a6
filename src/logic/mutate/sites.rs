//! Where a tree can be changed: every place at which a slip of the author would still read as a rule.

use crate::logic::syntax::ast::{
    Binary, Block, Body, Cell, CellKind, Choice, Contribution, Expr, ExprKind, Item, ItemKind, Quantity, Select,
    Source, Span, Statement, StatementKind, Supposed,
};
use crate::logic::types::{Rounding, Way};

/// A change that can be made, or was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The item of the block that it is in.
    pub item: usize,
    /// Where, in the block's text.
    pub span: Span,
    /// What is changed: `3 → 4`.
    pub change: String,
}

/// Every change that can be made to a block, in the order of the text.
pub(super) fn sites(tree: &Block) -> Vec<Site> {
    let mut walker = Walker { wanted: None, next: 0, item: 0, sites: Vec::new() };
    // Nothing is changed when nothing is wanted; the walk is the same as the one that changes.
    walker.block(&mut tree.clone());
    walker.sites
}

/// Makes the change of that number.
pub(super) fn change(tree: &mut Block, number: usize) {
    Walker { wanted: Some(number), next: 0, item: 0, sites: Vec::new() }.block(tree);
}

struct Walker {
    /// The number of the change to make; `None` only lists.
    wanted: Option<usize>,
    next: usize,
    item: usize,
    sites: Vec<Site>,
}

impl Walker {
    /// Notes a place; whether it is the one to change.
    fn here(&mut self, span: Span, change: impl Into<String>) -> bool {
        let number = self.next;
        self.next += 1;
        if self.wanted.is_none() {
            self.sites.push(Site { item: self.item, span, change: change.into() });
        }
        self.wanted == Some(number)
    }

    fn block(&mut self, tree: &mut Block) {
        let mut dropped = None;
        for (at, item) in tree.items.iter_mut().enumerate() {
            self.item = at;
            let whole = match &item.kind {
                ItemKind::Exception { label, .. } => Some(format!("the exception `{}` dropped", label.text)),
                ItemKind::Joined { joining, target, .. } => {
                    Some(format!("the rule {} `{}` dropped", joining.words(), target.name.text))
                }
                ItemKind::Whenever { .. } => Some("the rule dropped".to_owned()),
                ItemKind::Ends { name, .. } => Some(format!("the end `{}` dropped", name.text)),
                _ => None,
            };
            if whole.is_some_and(|words| self.here(item.span, words)) {
                dropped = Some(at);
            }
            self.item(item);
        }
        if let Some(at) = dropped {
            tree.items.remove(at);
        }
    }

    fn item(&mut self, item: &mut Item) {
        match &mut item.kind {
            ItemKind::Value { body: Body::Written(body), .. } => self.expr(body),
            ItemKind::Ends { when, .. } => self.expr(when),
            ItemKind::Joined { each, when, statements, .. } => {
                if let Some(each) = each {
                    self.source(each);
                }
                self.when(when);
                self.statements(statements);
            }
            ItemKind::Whenever { when, statements, .. } => {
                self.when(when);
                self.statements(statements);
            }
            ItemKind::Exception { when, body, .. } => {
                self.when(when);
                if let Some(Body::Written(body)) = body {
                    self.expr(body);
                }
            }
            ItemKind::Modifier { at_least, at_most, contributions, .. } => {
                for (limit, word) in [(at_least, "at least"), (at_most, "at most")] {
                    if let Some(written) = limit {
                        let span = written.span;
                        self.expr(written);
                        if self.here(span, format!("the limit `{word}` dropped")) {
                            *limit = None;
                        }
                    }
                }
                self.contributions(contributions);
            }
            ItemKind::Permission { contributions, .. } | ItemKind::AddTo { contributions, .. } => {
                self.contributions(contributions);
            }
            ItemKind::Table { rows, .. } => {
                let mut dropped = None;
                for (at, row) in rows.iter_mut().enumerate() {
                    if self.here(row.span, "the row dropped") {
                        dropped = Some(at);
                    }
                    row.cells.iter_mut().for_each(|cell| self.cell(cell));
                }
                if let Some(at) = dropped {
                    rows.remove(at);
                }
            }
            ItemKind::Procedure { body: Body::Written(body), .. } => self.statements(body),
            _ => {}
        }
    }

    fn when(&mut self, when: &mut Option<Expr>) {
        if let Some(condition) = when {
            let span = condition.span;
            self.expr(condition);
            if self.here(span, "the condition dropped") {
                *when = None;
            }
        }
    }

    fn contributions(&mut self, contributions: &mut Vec<Contribution>) {
        let mut dropped = None;
        for (at, contribution) in contributions.iter_mut().enumerate() {
            if self.here(contribution.span, "the contribution dropped") {
                dropped = Some(at);
            }
            if let Body::Written(body) = &mut contribution.body {
                let number = matches!(&body.kind, ExprKind::Number(_))
                    || matches!(&body.kind, ExprKind::Negate(inner) if matches!(inner.kind, ExprKind::Number(_)));
                if number && self.here(body.span, "its sign") {
                    body.kind = match std::mem::replace(&mut body.kind, ExprKind::None) {
                        ExprKind::Negate(inner) => inner.kind,
                        kind => ExprKind::Negate(Box::new(Expr { kind, span: body.span })),
                    };
                } else {
                    self.expr(body);
                }
            }
            self.when(&mut contribution.when);
        }
        if let Some(at) = dropped {
            contributions.remove(at);
        }
    }

    fn cell(&mut self, cell: &mut Cell) {
        match &mut cell.kind {
            CellKind::OneOf(choices) | CellKind::NotOneOf(choices) => {
                for choice in choices {
                    match choice {
                        Choice::Value(value) => self.expr(value),
                        Choice::Range(low, high, span) => {
                            for end in [low, high] {
                                let Some(number) = *end else { continue };
                                for changed in [number.checked_add(1), number.checked_sub(1)].into_iter().flatten() {
                                    if self.here(*span, format!("{number} → {changed}")) {
                                        *end = Some(changed);
                                    }
                                }
                            }
                        }
                    }
                }
            }
            CellKind::Expr(value) => self.expr(value),
            CellKind::Any | CellKind::Missing(_) | CellKind::Empty => {}
        }
    }

    fn statements(&mut self, statements: &mut Vec<Statement>) {
        let mut dropped = None;
        for (at, statement) in statements.iter_mut().enumerate() {
            let word = match &statement.kind {
                StatementKind::Require(_) => Some("the requirement dropped"),
                StatementKind::Set(..)
                | StatementKind::Change { .. }
                | StatementKind::Add { .. }
                | StatementKind::RemoveFrom { .. }
                | StatementKind::Remove(_)
                | StatementKind::Do(_, _, None)
                | StatementKind::Original(_, None)
                | StatementKind::Leave
                | StatementKind::Stop(_)
                | StatementKind::StopOther(..)
                | StatementKind::End(_) => Some("the statement dropped"),
                _ => None,
            };
            if word.is_some_and(|word| self.here(statement.span, word)) {
                dropped = Some(at);
            }
            self.statement(statement);
        }
        if let Some(at) = dropped {
            statements.remove(at);
        }
    }

    fn statement(&mut self, statement: &mut Statement) {
        let span = statement.span;
        match &mut statement.kind {
            StatementKind::Let(_, _, value) | StatementKind::Set(_, value) => self.expr(value),
            StatementKind::Change { up, by, removing_at, .. } => {
                let word = if *up { "raise → lower" } else { "lower → raise" };
                if self.here(span, word) {
                    *up = !*up;
                }
                self.expr(by);
                if let Some(at) = removing_at {
                    self.expr(at);
                }
            }
            StatementKind::Add { count, value, .. } | StatementKind::RemoveFrom { count, value, .. } => {
                if let Some(count) = count {
                    self.expr(count);
                }
                self.expr(value);
            }
            StatementKind::Create(_, arguments, _) | StatementKind::Do(_, arguments, _) => {
                for argument in arguments {
                    self.expr(&mut argument.value);
                }
            }
            StatementKind::Original(arguments, _) => {
                for argument in arguments.iter_mut().flatten() {
                    self.expr(&mut argument.value);
                }
            }
            StatementKind::Roll { count, .. } => count.iter_mut().for_each(|count| self.expr(count)),
            StatementKind::Draw { count, .. } => self.expr(count),
            StatementKind::Pick { source, otherwise } => {
                self.source(source);
                if let Some(otherwise) = otherwise {
                    self.statements(otherwise);
                }
            }
            StatementKind::Choose { quantity, by, source, otherwise, .. } => {
                if let Quantity::Exactly(count) | Quantity::UpTo(count) | Quantity::Divided(count, _) = quantity {
                    self.expr(count);
                }
                if let Quantity::Divided(_, Some(most)) = quantity {
                    self.expr(most);
                }
                self.expr(by);
                self.source(source);
                if let Some(otherwise) = otherwise {
                    self.statements(otherwise);
                }
            }
            StatementKind::ForEach(source, body) => {
                self.source(source);
                self.statements(body);
            }
            StatementKind::RepeatUntil { condition: value, body, .. } | StatementKind::RepeatTimes(value, body) => {
                self.expr(value);
                self.statements(body);
            }
            StatementKind::AtOnce(body) | StatementKind::InSecret(body) => self.statements(body),
            StatementKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StatementKind::Require(condition) => self.expr(condition),
            StatementKind::Stop(outcomes) | StatementKind::StopOther(_, outcomes) => {
                for (_, value) in outcomes {
                    self.expr(value);
                }
            }
            StatementKind::Remove(_)
            | StatementKind::Nothing
            | StatementKind::Leave
            | StatementKind::End(_)
            | StatementKind::Shuffle { .. }
            | StatementKind::Put { .. } => {}
        }
    }

    fn source(&mut self, source: &mut Source) {
        self.expr(&mut source.of);
        if let Some(filter) = &mut source.filter {
            let span = filter.span;
            self.expr(filter);
            if self.here(span, "the condition dropped") {
                source.filter = None;
            }
        }
        for (highest, by) in &mut source.extremes {
            if self.here(by.span, if *highest { "highest → lowest" } else { "lowest → highest" }) {
                *highest = !*highest;
            }
            self.expr(by);
        }
    }

    fn number(&mut self, number: i64, expr: &mut Expr) {
        for changed in [number.checked_add(1), number.checked_sub(1)].into_iter().flatten() {
            if self.here(expr.span, format!("{number} → {changed}")) {
                expr.kind = if changed < 0 {
                    let inner = Expr { kind: ExprKind::Number(-changed), span: expr.span };
                    ExprKind::Negate(Box::new(inner))
                } else {
                    ExprKind::Number(changed)
                };
            }
        }
    }

    /// What goes through elements one after the other, and what would be.
    fn gathered(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::FirstOf(count, source) => {
                self.expr(count);
                self.source(source);
            }
            ExprKind::Through(through) => {
                self.expr(&mut through.start);
                self.source(&mut through.source);
                self.expr(&mut through.step);
            }
            ExprKind::Share(share) => {
                self.expr(&mut share.amount);
                self.source(&mut share.source);
                self.expr(&mut share.most);
            }
            ExprKind::Supposing(of, supposed) => {
                self.expr(of);
                if let Supposed::Is(_, is) = &mut **supposed {
                    self.expr(is);
                }
            }
            ExprKind::Later(a, _, b, _) | ExprKind::Elapsed(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            _ => {}
        }
    }

    fn extreme(&mut self, expr: &mut Expr) {
        if let ExprKind::Min(values) | ExprKind::Max(values) = &mut expr.kind {
            for value in values {
                self.expr(value);
            }
        }
        let least = matches!(expr.kind, ExprKind::Min(_));
        if self.here(expr.span, if least { "min → max" } else { "max → min" }) {
            expr.kind = match std::mem::replace(&mut expr.kind, ExprKind::None) {
                ExprKind::Min(values) => ExprKind::Max(values),
                ExprKind::Max(values) => ExprKind::Min(values),
                kind => kind,
            };
        }
    }

    fn rounding(&mut self, rounding: &mut Rounding, span: Span) {
        let (other, word) = match rounding.way {
            Way::Up => (Way::Down, "rounded up → down"),
            Way::Down => (Way::Up, "rounded down → up"),
            Way::Nearest => (Way::Down, "rounded → rounded down"),
        };
        if self.here(span, word) {
            rounding.way = other;
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        let span = expr.span;
        match &mut expr.kind {
            ExprKind::Number(number) => {
                let number = *number;
                self.number(number, expr);
            }
            ExprKind::YesNo(value) => {
                if self.here(span, if *value { "yes → no" } else { "no → yes" }) {
                    *value = !*value;
                }
            }
            ExprKind::Binary(operator, left, right) => {
                if let Some((other, word)) = swapped(*operator)
                    && self.here(span, word)
                {
                    *operator = other;
                }
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Rounded(inner, rounding) => {
                self.rounding(rounding, span);
                self.expr(inner);
            }
            ExprKind::Not(inner) => {
                self.expr(inner);
                if self.here(span, "`not` dropped") {
                    let inner = (**inner).clone();
                    *expr = inner;
                }
            }
            ExprKind::IsEmpty(inner, empty) => {
                if self.here(span, if *empty { "is → is not" } else { "is not → is" }) {
                    *empty = !*empty;
                }
                self.expr(inner);
            }
            ExprKind::Map(entries) => entries.iter_mut().for_each(|(_, value)| self.expr(value)),
            ExprKind::Each(of) | ExprKind::Without(of, _) => self.expr(of),
            ExprKind::Min(_) | ExprKind::Max(_) => self.extreme(expr),
            ExprKind::Select(select, of, source) => {
                let other = match select {
                    Select::Highest => Some((Select::Lowest, "highest → lowest")),
                    Select::Lowest => Some((Select::Highest, "lowest → highest")),
                    _ => None,
                };
                if let Some((other, word)) = other
                    && self.here(span, word)
                {
                    *select = other;
                }
                if let Some(of) = of {
                    self.expr(of);
                }
                self.source(source);
            }
            ExprKind::FirstOf(..)
            | ExprKind::Through(_)
            | ExprKind::Share(_)
            | ExprKind::Supposing(..)
            | ExprKind::Later(..)
            | ExprKind::Elapsed(..) => self.gathered(expr),
            ExprKind::Call(_, arguments) => arguments.iter_mut().for_each(|argument| self.expr(&mut argument.value)),
            ExprKind::List(values) => values.iter_mut().for_each(|value| self.expr(value)),
            ExprKind::Record(fields) => fields.iter_mut().for_each(|(_, value)| self.expr(value)),
            ExprKind::Field(inner, _)
            | ExprKind::Negate(inner)
            | ExprKind::HalfOf(inner)
            | ExprKind::Date(inner, ..) => self.expr(inner),
            ExprKind::Index(left, right)
            | ExprKind::Range(left, right)
            | ExprKind::OrElse(left, right)
            | ExprKind::Every(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::If(condition, then, otherwise) => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
            ExprKind::Graph(_, _, values, filters) => {
                for value in values {
                    self.expr(value);
                }
                for filter in filters.by.iter_mut().chain(&mut filters.through) {
                    filter.condition.iter_mut().chain(&mut filter.cost).for_each(|part| self.expr(part));
                }
            }
            ExprKind::None | ExprKind::Name(_) | ExprKind::Kinds(_) | ExprKind::Since(..) | ExprKind::During(_) => {}
        }
    }
}

/// The operator that is most easily written instead.
fn swapped(operator: Binary) -> Option<(Binary, &'static str)> {
    Some(match operator {
        Binary::Or => (Binary::And, "or → and"),
        Binary::And => (Binary::Or, "and → or"),
        Binary::Is => (Binary::IsNot, "is → is not"),
        Binary::IsNot => (Binary::Is, "is not → is"),
        Binary::Less => (Binary::LessOrEqual, "< → <="),
        Binary::LessOrEqual => (Binary::Less, "<= → <"),
        Binary::Greater => (Binary::GreaterOrEqual, "> → >="),
        Binary::GreaterOrEqual => (Binary::Greater, ">= → >"),
        Binary::In => (Binary::NotIn, "in → not in"),
        Binary::NotIn => (Binary::In, "not in → in"),
        Binary::Add => (Binary::Subtract, "+ → -"),
        Binary::Subtract => (Binary::Add, "- → +"),
        Binary::Multiply | Binary::Divide | Binary::Shifted => return None,
    })
}
