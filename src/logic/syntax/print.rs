//! The canonical spelling of expressions, types and statements, with no more brackets than they need.

use super::ast::{
    Argument, Binary, End, Expr, ExprKind, Filter, Filters, GraphQuestion, Name, Quantity, Select, Source, Statement,
    StatementKind, Supposed, Type, TypeKind,
};

use crate::logic::calendar::month_name;
use crate::logic::types::{Rounding, Way};

/// How tight an operator binds, loosest first.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Whole,
    Or,
    And,
    Not,
    Comparison,
    Rounded,
    Sum,
    Product,
    Unary,
    Postfix,
}

/// `expression` as one would write it.
pub fn expression(expression: &Expr) -> String {
    let mut printer = Printer { text: String::new() };
    printer.expression(expression, Level::Whole, true);
    printer.text
}

/// The first line of `statement`, without the block below it.
pub fn statement_head(statement: &Statement) -> String {
    let mut printer = Printer { text: String::new() };
    printer.statement(&statement.kind);
    printer.text
}

/// `ty` as one would write it.
pub fn type_name(ty: &Type) -> String {
    let inner = |ty: &Type| match ty.kind {
        TypeKind::OrNone(_) | TypeKind::Either(_) => format!("({})", type_name(ty)),
        _ => type_name(ty),
    };
    let end = |end: Option<i64>| end.map(|end| end.to_string()).unwrap_or_default();
    match &ty.kind {
        TypeKind::Number(None, None) => "number".to_owned(),
        TypeKind::Number(from, to) => format!("{}..{}", end(*from), end(*to)),
        TypeKind::Fraction => "fraction".to_owned(),
        TypeKind::YesNo => "yes/no".to_owned(),
        TypeKind::Date => "date".to_owned(),
        TypeKind::Named(name) => name.clone(),
        TypeKind::List(of) => format!("list of {}", inner(of)),
        TypeKind::Set(of) => format!("set of {}", inner(of)),
        TypeKind::Bag(of) => format!("bag of {}", inner(of)),
        TypeKind::Deck(of) => format!("deck of {}", inner(of)),
        TypeKind::Map(key, value) => format!("map of {} to {}", inner(key), inner(value)),
        TypeKind::OrNone(of) => format!("{} or none", inner(of)),
        TypeKind::Either(of) => of.iter().map(type_name).collect::<Vec<_>>().join(" or "),
    }
}

/// The sign or words of `operator`.
pub fn operator(operator: Binary) -> &'static str {
    match operator {
        Binary::Or => "or",
        Binary::And => "and",
        Binary::Is => "is",
        Binary::IsNot => "is not",
        Binary::Less => "<",
        Binary::LessOrEqual => "<=",
        Binary::Greater => ">",
        Binary::GreaterOrEqual => ">=",
        Binary::In => "in",
        Binary::NotIn => "not in",
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Shifted => "shifted by",
    }
}

struct Printer {
    text: String,
}

fn level(expression: &Expr) -> Level {
    match &expression.kind {
        ExprKind::If(..) => Level::Whole,
        ExprKind::Binary(Binary::Or, ..) => Level::Or,
        ExprKind::Binary(Binary::And, ..) => Level::And,
        ExprKind::Not(_) if none_of(expression).is_some() => Level::Postfix,
        ExprKind::Not(_) => Level::Not,
        ExprKind::Binary(Binary::Add | Binary::Subtract, ..) => Level::Sum,
        ExprKind::Binary(Binary::Multiply | Binary::Divide, ..) => Level::Product,
        ExprKind::Later(..) => Level::Sum,
        ExprKind::Rounded(..) | ExprKind::Binary(Binary::Shifted, ..) => Level::Rounded,
        ExprKind::Binary(..) | ExprKind::IsEmpty(..) => Level::Comparison,
        ExprKind::Each(_) => Level::Whole,
        // It goes on with a sum.
        ExprKind::Supposing(_, supposed) if matches!(**supposed, Supposed::Is(..)) => Level::Rounded,
        // A range stands behind `in` only, which asks for no level; brackets would not make it readable elsewhere.
        ExprKind::Negate(_) | ExprKind::HalfOf(_) => Level::Unary,
        ExprKind::Number(number) if *number < 0 => Level::Unary,
        _ => Level::Postfix,
    }
}

/// Whether it goes on as far as it can, so that nothing may follow it without brackets.
fn is_open(expression: &Expr) -> bool {
    none_of(expression).is_some()
        || matches!(
            expression.kind,
            ExprKind::If(..)
                | ExprKind::Select(..)
                | ExprKind::FirstOf(..)
                | ExprKind::Through(_)
                | ExprKind::Share(_)
                | ExprKind::Every(..)
                | ExprKind::Elapsed(..)
                | ExprKind::Graph(..)
        )
}

/// The loosest that may stand left of an `or` without brackets: another `or`, but no `and`.
fn beside(left: &Expr) -> Level {
    if matches!(left.kind, ExprKind::Binary(Binary::Or, ..)) { Level::Or } else { Level::Not }
}

/// The source of `no x in s`.
fn none_of(expression: &Expr) -> Option<&Source> {
    match &expression.kind {
        ExprKind::Not(of) => match &of.kind {
            ExprKind::Select(Select::Some, None, source) => Some(source),
            _ => None,
        },
        _ => None,
    }
}

impl Printer {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Prints `expression` where nothing looser than `least` may stand without brackets; `ends` where nothing follows
    /// that an open-ended expression would take for a part of itself.
    fn expression(&mut self, expression: &Expr, least: Level, ends: bool) {
        if level(expression) < least || is_open(expression) && !ends {
            self.push("(");
            self.bare(expression, true);
            self.push(")");
        } else {
            self.bare(expression, ends);
        }
    }

    fn bare(&mut self, expression: &Expr, ends: bool) {
        match &expression.kind {
            ExprKind::Number(number) => self.push(&number.to_string()),
            ExprKind::YesNo(yes) => self.push(if *yes { "yes" } else { "no" }),
            ExprKind::None => self.push("none"),
            ExprKind::Name(name) => self.push(name),
            ExprKind::Call(name, arguments) => {
                self.push(&name.text);
                self.arguments(arguments);
            }
            ExprKind::Field(of, field) => {
                self.expression(of, Level::Postfix, false);
                self.push(".");
                self.push(&field.text);
            }
            ExprKind::Index(of, key) => {
                self.expression(of, Level::Postfix, false);
                self.push("[");
                self.expression(key, Level::Whole, true);
                self.push("]");
            }
            ExprKind::List(elements) => self.list("[", elements, "]"),
            ExprKind::Map(entries) => self.entries(entries),
            ExprKind::Without(of, part) => {
                self.expression(of, Level::Postfix, false);
                self.push(" without ");
                self.push(&part.text);
            }
            ExprKind::OrElse(of, instead) => {
                // Whose alternative it is depends on where it stands, but for brackets.
                self.push("(");
                self.expression(of, Level::Sum, !matches!(of.kind, ExprKind::If(..)));
                self.push(", or ");
                self.expression(instead, Level::Sum, true);
                self.push(")");
            }
            ExprKind::Min(elements) => self.list("min(", elements, ")"),
            ExprKind::Max(elements) => self.list("max(", elements, ")"),
            ExprKind::Record(fields) => {
                self.push("(");
                self.fields(fields);
                self.push(")");
            }
            ExprKind::Negate(of) => {
                self.push("-");
                self.expression(of, Level::Unary, ends);
            }
            ExprKind::HalfOf(of) => {
                self.push("half of ");
                self.expression(of, Level::Unary, ends);
            }
            ExprKind::Not(_) if let Some(source) = none_of(expression) => {
                self.push("no ");
                self.source(source, " in ", ends);
            }
            ExprKind::Not(of) => {
                self.push("not ");
                self.expression(of, Level::Not, ends);
            }
            ExprKind::IsEmpty(of, empty) => {
                self.expression(of, Level::Rounded, false);
                self.push(if *empty { " is empty" } else { " is not empty" });
            }
            ExprKind::Rounded(of, rounding) => {
                self.expression(of, Level::Sum, false);
                self.push(&self::rounding(*rounding));
            }
            ExprKind::Binary(binary, left, right) => self.binary(*binary, left, right, ends),
            ExprKind::Range(from, to) => {
                self.expression(from, Level::Sum, false);
                self.push("..");
                self.expression(to, Level::Sum, ends);
            }
            ExprKind::If(condition, then, otherwise) => {
                self.push("if ");
                self.expression(condition, Level::Whole, true);
                self.push(" then ");
                // An `if` here would take the `otherwise` rightly; brackets show whose it is.
                self.expression(then, Level::Or, true);
                self.push(" otherwise ");
                self.expression(otherwise, Level::Whole, ends);
            }
            ExprKind::Select(select, of, source) => self.select(*select, of.as_deref(), source, ends),
            ExprKind::FirstOf(..)
            | ExprKind::Through(_)
            | ExprKind::Share(_)
            | ExprKind::Since(..)
            | ExprKind::During(_)
            | ExprKind::Kinds(_)
            | ExprKind::Each(_)
            | ExprKind::Supposing(..) => self.gathered(expression, ends),
            ExprKind::Date(..) | ExprKind::Later(..) | ExprKind::Elapsed(..) => self.of_days(expression, ends),
            ExprKind::Every(name, of, condition) => {
                self.push("every ");
                self.push(&name.text);
                self.push(" in ");
                self.collection(of, false);
                self.push(" has ");
                self.expression(condition, Level::Whole, ends);
            }
            ExprKind::Graph(question, graph, of, filters) => self.question(*question, graph, of, filters, ends),
        }
    }

    /// What goes through elements one after the other, what was done, and what would be.
    fn gathered(&mut self, expression: &Expr, ends: bool) {
        match &expression.kind {
            ExprKind::FirstOf(count, source) => {
                let bare = matches!(count.kind, ExprKind::Number(number) if number >= 0);
                self.push(if bare { "first " } else { "first (" });
                self.expression(count, Level::Whole, true);
                self.push(if bare { " " } else { ") " });
                self.source(source, " in ", ends);
            }
            ExprKind::Through(through) => {
                self.push("from ");
                self.expression(&through.start, Level::Or, false);
                self.push(" as ");
                self.push(&through.name.text);
                self.push(" through ");
                self.source(&through.source, " in ", false);
                self.push(" then ");
                self.expression(&through.step, Level::Whole, ends);
            }
            ExprKind::Share(share) => {
                self.push("share ");
                self.expression(&share.amount, Level::Sum, false);
                self.push(" among ");
                self.source(&share.source, " in ", false);
                self.push(" each at most ");
                self.expression(&share.most, Level::Whole, ends);
            }
            ExprKind::Since(of, since) => {
                let names: Vec<&str> = since.iter().map(|name| name.text.as_str()).collect();
                self.push(&since_name(&of.text, &names));
            }
            ExprKind::During(of) => self.push(&format!("during {}", of.text)),
            ExprKind::Each(of) => {
                self.expression(of, Level::Whole, true);
                self.push(" each");
            }
            ExprKind::Kinds(names) => {
                let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
                self.push(&names.join(" or "));
            }
            ExprKind::Supposing(of, supposed) => {
                self.expression(of, Level::Postfix, false);
                match &**supposed {
                    Supposed::Is(what, is) => {
                        self.push(" supposing ");
                        self.expression(what, Level::Postfix, false);
                        self.push(" = ");
                        self.expression(is, Level::Rounded, ends);
                    }
                    Supposed::Without(of, part) => self.push(&format!(" without {}.{}", of.text, part.text)),
                }
            }
            _ => {}
        }
    }

    fn of_days(&mut self, expression: &Expr, ends: bool) {
        match &expression.kind {
            ExprKind::Date(year, month, day) => {
                self.push(&format!("{day} {} ", month_name(*month)));
                self.expression(year, Level::Postfix, ends);
            }
            ExprKind::Later(of, later, count, unit) => {
                self.expression(of, Level::Sum, false);
                self.push(if *later { " + " } else { " - " });
                self.expression(count, Level::Product, false);
                self.push(" ");
                let one = matches!(count.kind, ExprKind::Number(1));
                self.push(if one { unit.plural().trim_end_matches('s') } else { unit.plural() });
            }
            ExprKind::Elapsed(unit, from, to) => {
                self.push(unit.plural());
                self.push(" from ");
                self.expression(from, Level::Sum, false);
                self.push(" to ");
                self.expression(to, Level::Sum, ends);
            }
            _ => {}
        }
    }

    fn entries(&mut self, entries: &[(Expr, Expr)]) {
        self.push("[");
        for (index, (key, value)) in entries.iter().enumerate() {
            self.push(if index > 0 { ", " } else { "" });
            self.expression(key, Level::Whole, true);
            self.push(": ");
            self.expression(value, Level::Whole, true);
        }
        self.push("]");
    }

    fn binary(&mut self, binary: Binary, left: &Expr, right: &Expr, ends: bool) {
        let (first, second) = match binary {
            // `and` and `or` never stand side by side.
            Binary::Or => (beside(left), Level::Not),
            Binary::And => (Level::And, Level::Not),
            Binary::Add | Binary::Subtract => (Level::Sum, Level::Product),
            Binary::Multiply | Binary::Divide => (Level::Product, Level::Unary),
            Binary::In | Binary::NotIn => (Level::Rounded, Level::Sum),
            Binary::Shifted => (Level::Sum, Level::Rounded),
            _ => (Level::Rounded, Level::Rounded),
        };
        self.expression(left, first, false);
        self.push(" ");
        self.push(operator(binary));
        self.push(" ");
        self.expression(right, second, ends);
    }

    fn select(&mut self, select: Select, of: Option<&Expr>, source: &Source, ends: bool) {
        self.push(match select {
            Select::Count => "count of ",
            Select::Sum => "sum of ",
            Select::Highest => "highest of ",
            Select::Lowest => "lowest of ",
            Select::Some => "some ",
            Select::Only => "only ",
            Select::First => "first ",
            Select::Last => "last ",
            Select::List => "list of ",
            Select::Set => "set of ",
            Select::Bag => "bag of ",
        });
        if let Some(of) = of {
            // `list of x in s for …` would read as the list of a source.
            let collects = matches!(select, Select::List | Select::Set | Select::Bag);
            let least = if collects { Level::Rounded } else { Level::Whole };
            self.expression(of, least, true);
            self.push(" for ");
        }
        self.source(source, " in ", ends);
    }

    /// A source whose name and elements have `between` between them.
    fn source(&mut self, source: &Source, between: &str, ends: bool) {
        self.push(&source.name.text);
        self.push(between);
        self.collection(&source.of, ends && source.filter.is_none() && source.extremes.is_empty());
        if let Some(filter) = &source.filter {
            self.push(" where ");
            self.expression(filter, Level::Whole, ends && source.extremes.is_empty());
        }
        for (at, (highest, of)) in source.extremes.iter().enumerate() {
            self.push(match (at, source.sorted) {
                (0, false) => " with ",
                (0, true) => " in order of ",
                _ => ", then ",
            });
            self.push(if *highest { "highest " } else { "lowest " });
            self.expression(of, Level::Whole, ends && at + 1 == source.extremes.len());
        }
    }

    fn collection(&mut self, of: &Expr, ends: bool) {
        self.expression(of, Level::Postfix, ends);
    }

    fn question(&mut self, question: GraphQuestion, graph: &Name, of: &[Expr], filters: &Filters, ends: bool) {
        let words: &[&str] = match question {
            GraphQuestion::Neighbours => &["neighbours of "],
            GraphQuestion::Distance => &["distance from ", " to "],
            GraphQuestion::ShortestPaths => &["shortest paths from ", " to "],
            GraphQuestion::Reachable => &["reachable from "],
            GraphQuestion::Steps => &["steps of "],
            GraphQuestion::RowOf => &["row of "],
        };
        for (word, area) in words.iter().zip(of) {
            self.push(word);
            self.expression(area, Level::Sum, false);
        }
        self.push(" in ");
        self.push(&graph.text);
        if let Some(within) = of.get(words.len()) {
            self.push(" within ");
            self.expression(within, Level::Sum, ends && filters.by.is_none() && filters.through.is_none());
        }
        if let Some(filter) = &filters.by {
            self.filter(" by ", filter, ends && filters.through.is_none());
        }
        if let Some(filter) = &filters.through {
            self.filter(" through ", filter, ends);
        }
    }

    fn filter(&mut self, word: &str, filter: &Filter, ends: bool) {
        self.push(word);
        self.push(&filter.name.text);
        if let Some(from) = &filter.from {
            self.push(" from ");
            self.push(&from.text);
        }
        for (word, part) in [(" where ", &filter.condition), (" costing ", &filter.cost)] {
            if let Some(part) = part {
                self.push(word);
                self.expression(part, Level::Whole, ends && (filter.cost.is_none() || word == " costing "));
            }
        }
    }

    fn list(&mut self, opening: &str, elements: &[Expr], closing: &str) {
        self.push(opening);
        for (index, element) in elements.iter().enumerate() {
            self.push(if index > 0 { ", " } else { "" });
            self.expression(element, Level::Whole, true);
        }
        self.push(closing);
    }

    fn arguments(&mut self, arguments: &[Argument]) {
        self.push("(");
        for (index, argument) in arguments.iter().enumerate() {
            self.push(if index > 0 { ", " } else { "" });
            if let Some(name) = &argument.name {
                self.push(&name.text);
                self.push(": ");
            }
            self.expression(&argument.value, Level::Whole, true);
        }
        self.push(")");
    }

    fn fields(&mut self, fields: &[(Name, Expr)]) {
        for (index, (name, value)) in fields.iter().enumerate() {
            self.push(if index > 0 { ", " } else { "" });
            self.push(&name.text);
            self.push(": ");
            self.expression(value, Level::Whole, true);
        }
    }

    /// `word e` and the like: each word before its expression; only the last one may be open-ended.
    fn phrase(&mut self, parts: &[(&str, &Expr)]) {
        for (index, (word, expression)) in parts.iter().enumerate() {
            self.push(word);
            self.expression(expression, Level::Whole, index + 1 == parts.len());
        }
    }

    fn counted(&mut self, word: &str, count: Option<&Expr>, value: &Expr) {
        self.push(word);
        if let Some(count) = count {
            self.expression(count, Level::Unary, false);
            self.push(" ");
            // A bracket or a minus behind the count would be taken for a part of it.
            self.expression(value, Level::Postfix, false);
        } else {
            self.expression(value, Level::Whole, false);
        }
    }

    fn statement(&mut self, statement: &StatementKind) {
        match statement {
            StatementKind::Let(name, None, value) => self.phrase(&[(&format!("let {} = ", name.text), value)]),
            StatementKind::Let(name, Some(ty), value) => {
                self.phrase(&[(&format!("let {}: {} = ", name.text, type_name(ty)), value)]);
            }
            StatementKind::Set(place, value) => self.phrase(&[("set ", place), (" to ", value)]),
            StatementKind::Change { place, up, by, removing_at } => {
                let word = if *up { "raise " } else { "lower " };
                match removing_at {
                    Some(at) => self.phrase(&[(word, place), (" by ", by), (", removing it at ", at)]),
                    None => self.phrase(&[(word, place), (" by ", by)]),
                }
            }
            StatementKind::Add { count, value, place, end } => {
                self.counted("add ", count.as_ref(), value);
                self.phrase(&[(&format!(" to {}", of_end(*end)), place)]);
            }
            StatementKind::RemoveFrom { count, value, place } => {
                self.counted("remove ", count.as_ref(), value);
                self.phrase(&[(" from ", place)]);
            }
            StatementKind::Remove(entity) => self.phrase(&[("remove ", entity)]),
            StatementKind::Create(entity, arguments, name) => {
                self.push("create ");
                self.push(&entity.text);
                self.arguments(arguments);
                self.label(name);
            }
            StatementKind::Roll { count, sides, name } => {
                self.push("roll ");
                if let Some(count) = count {
                    self.expression(count, Level::Whole, false);
                    self.push(" ");
                }
                self.push(&format!("d{sides}"));
                self.label(name);
            }
            StatementKind::Draw { .. } | StatementKind::Shuffle { .. } | StatementKind::Put { .. } => {
                self.cards(statement);
            }
            StatementKind::InSecret(_) => self.push("in secret"),
            StatementKind::Pick { source, .. } => {
                self.push("pick ");
                self.source(source, " at random from ", true);
            }
            StatementKind::Choose { quantity, ordered, by, source, .. } => {
                self.choose((quantity, *ordered), by, source);
            }
            StatementKind::ForEach(source, _) => {
                self.push("for each ");
                self.source(source, " in ", true);
            }
            StatementKind::RepeatUntil { condition, once, .. } => {
                self.phrase(&[(if *once { "repeat at least once until " } else { "repeat until " }, condition)]);
            }
            StatementKind::RepeatTimes(count, _) => {
                self.push("repeat ");
                self.expression(count, Level::Whole, false);
                self.push(" times");
            }
            StatementKind::AtOnce(_) => self.push("at once"),
            StatementKind::If(condition, ..) => self.phrase(&[("if ", condition)]),
            StatementKind::Require(condition) => self.phrase(&[("require ", condition)]),
            StatementKind::Do(name, arguments, result) => {
                self.push("do ");
                self.push(&name.text);
                self.arguments(arguments);
                self.result(result.as_ref());
            }
            StatementKind::Original(arguments, result) => {
                self.push("do the original");
                if let Some(arguments) = arguments {
                    self.arguments(arguments);
                }
                self.result(result.as_ref());
            }
            StatementKind::Leave => self.push("leave the loop"),
            StatementKind::Nothing => self.push("do nothing"),
            StatementKind::End(name) => self.push(&format!("end the game as {}", name.text)),
            StatementKind::Stop(outputs) | StatementKind::StopOther(_, outputs) => {
                self.push("stop");
                if let StatementKind::StopOther(name, _) = statement {
                    self.push(&format!(" {}", name.text));
                }
                if !outputs.is_empty() {
                    self.push(" with ");
                    self.fields(outputs);
                }
            }
        }
    }

    /// What is done with the cards of a deck.
    fn cards(&mut self, statement: &StatementKind) {
        match statement {
            StatementKind::Draw { count, place, up_to, name, end, look: false } => {
                self.push(if *up_to { "draw up to " } else { "draw " });
                self.expression(count, Level::Whole, false);
                self.phrase(&[(&format!(" from {}", of_end(*end)), place)]);
                self.label(name);
            }
            StatementKind::Draw { count, place, up_to, name, end, look: true } => {
                self.push(match end {
                    None => "look at ",
                    Some(End::Top) => "look at the top ",
                    Some(End::Bottom) => "look at the bottom ",
                });
                self.push(if *up_to { "up to " } else { "" });
                self.expression(count, Level::Sum, false);
                self.phrase(&[(" of ", place)]);
                self.label(name);
            }
            StatementKind::Shuffle { from: None, place } => self.phrase(&[("shuffle ", place)]),
            StatementKind::Shuffle { from: Some(from), place } => {
                self.phrase(&[("shuffle ", from), (" into ", place)]);
            }
            StatementKind::Put { from, place, end } => {
                self.phrase(&[("put ", from), (&format!(" at {}", of_end(Some(*end))), place)]);
            }
            _ => {}
        }
    }

    fn choose(&mut self, (quantity, ordered): (&Quantity, bool), by: &Expr, source: &Source) {
        match quantity {
            Quantity::One => self.push("choose "),
            Quantity::May => self.push("may choose "),
            Quantity::Any => self.push("choose any "),
            Quantity::All => self.push("choose all "),
            Quantity::Exactly(count) | Quantity::UpTo(count) | Quantity::Divided(count, _) => {
                self.push(match quantity {
                    Quantity::UpTo(_) => "choose up to ",
                    Quantity::Divided(..) => "divide ",
                    _ => "choose ",
                });
                self.expression(count, Level::Whole, false);
                self.push(" ");
            }
        }
        let mut between = Printer { text: if ordered { " in order" } else { "" }.to_owned() };
        if !matches!(by.kind, ExprKind::None) {
            between.push(" by ");
            between.expression(by, Level::Whole, false);
        }
        between.push(if matches!(quantity, Quantity::Divided(..)) { " among " } else { " from " });
        if let Quantity::Divided(_, Some(most)) = quantity {
            self.source(source, &between.text, false);
            self.push(" each at most ");
            self.expression(most, Level::Whole, true);
        } else {
            self.source(source, &between.text, true);
        }
    }

    fn result(&mut self, name: Option<&Name>) {
        if let Some(name) = name {
            self.label(name);
        }
    }

    fn label(&mut self, name: &Name) {
        self.push(" as ");
        self.push(&name.text);
    }
}

/// `attack since turn`, as it is written.
pub fn since_name(of: &str, since: &[&str]) -> String {
    match since {
        [] => format!("{of} since the game began"),
        [one] => format!("{of} since {one}"),
        several => format!("{of} since ({})", several.join(", ")),
    }
}

/// `, rounded down to 10`.
pub fn rounding(rounding: Rounding) -> String {
    let way = match rounding.way {
        Way::Up => " up",
        Way::Down => " down",
        Way::Nearest => "",
    };
    match (rounding.to, rounding.way) {
        ((1, 1), Way::Up | Way::Down) => format!(", rounded{way}"),
        ((above, 1), _) => format!(", rounded{way} to {above}"),
        ((above, below), _) => format!(", rounded{way} to {above} / {below}"),
    }
}

/// The words for an end of a deck.
fn of_end(end: Option<End>) -> &'static str {
    match end {
        None => "",
        Some(End::Top) => "the top of ",
        Some(End::Bottom) => "the bottom of ",
    }
}
