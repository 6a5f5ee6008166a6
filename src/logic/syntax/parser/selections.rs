//! What is made of the elements of a collection, and what is asked of a graph.

use crate::logic::calendar::Unit;
use crate::logic::syntax::ast::{
    Expr, ExprKind, Filter, Filters, GraphQuestion, Name, Select, Share, Source, Span, Through,
};
use crate::logic::syntax::lexer::{Token, TokenKind};
use crate::logic::syntax::words;

use super::Read;
use super::reader::Reader;

impl Reader<'_> {
    /// A selection or a question to a graph, if one begins here. Its end is where the line, a bracket or a word ends
    /// it, so nothing can be attached to it without brackets.
    pub(super) fn open_ended(&mut self) -> Option<Read<Expr>> {
        let start = self.span();
        let next = self.word_ahead(1);
        let select = match self.word() {
            "some" => Select::Some,
            "no" if self.word_ahead(2) == "in" => return Some(self.none_of(start)),
            "only" => Select::Only,
            // `first not in list` asks of something that is called so.
            "first" if self.word_ahead(2) == "in" && !words::is_reserved(next) => Select::First,
            "last" if self.word_ahead(2) == "in" && !words::is_reserved(next) => Select::Last,
            "first" if self.counts_ahead() => return Some(self.first_of(start)),
            "from" => return Some(self.through(start)),
            "share" if self.shares_ahead() => return Some(self.share(start)),
            "every" => return Some(self.every(start)),
            "days" | "weeks" | "months" | "years" if next == "from" => return Some(self.elapsed(start)),
            "distance" if next == "from" => return Some(self.path_question(GraphQuestion::Distance, start)),
            "shortest" if next == "paths" => return Some(self.path_question(GraphQuestion::ShortestPaths, start)),
            "reachable" if next == "from" => return Some(self.area_question(GraphQuestion::Reachable, start)),
            _ if next != "of" => return None,
            "neighbours" => return Some(self.area_question(GraphQuestion::Neighbours, start)),
            "steps" => return Some(self.area_question(GraphQuestion::Steps, start)),
            "row" => return Some(self.area_question(GraphQuestion::RowOf, start)),
            "count" => Select::Count,
            "sum" => Select::Sum,
            "highest" => Select::Highest,
            "lowest" => Select::Lowest,
            "list" => Select::List,
            "set" => Select::Set,
            "bag" => Select::Bag,
            _ => return None,
        };
        Some(self.selection(select, start))
    }

    /// `no x in S where C`.
    fn none_of(&mut self, start: Span) -> Read<Expr> {
        let some = self.selection(Select::Some, start)?;
        self.grow(0)?;
        Some(self.made(start, ExprKind::Not(Box::new(some))))
    }

    /// Whether a number of elements stands behind `first`: a number, or something in brackets.
    fn counts_ahead(&self) -> bool {
        self.number_ahead(1) && self.word_ahead(3) == "in"
            || self.symbol_ahead(1) == "(" && self.element_behind_bracket()
    }

    /// Whether `x in` stands behind the bracket that opens next.
    fn element_behind_bracket(&self) -> bool {
        let mut open = 0_u32;
        for (at, Token { kind, .. }) in self.rest().iter().enumerate().skip(1) {
            match kind {
                TokenKind::Symbol("(" | "[") => open += 1,
                TokenKind::Symbol(")" | "]") => open = open.saturating_sub(1),
                _ => {}
            }
            if open == 0 {
                return !self.word_ahead(at + 1).is_empty() && self.word_ahead(at + 2) == "in";
            }
        }
        false
    }

    /// `first 2 x in S where C`.
    fn first_of(&mut self, start: Span) -> Read<Expr> {
        self.step();
        let count = self.deeper(Self::primary)?;
        let height = self.height;
        let source = self.source(form_of(Select::First))?;
        self.grow(height)?;
        Some(self.made(start, ExprKind::FirstOf(Box::new(count), Box::new(source))))
    }

    /// `from E as so_far through x in S then F`.
    fn through(&mut self, start: Span) -> Read<Expr> {
        let form = "from E as so_far through x in S then F";
        self.step();
        let first = self.part(Self::expression)?;
        let mut height = self.height;
        self.expect_word("as", form)?;
        let name = self.name("a name for what it is so far")?;
        self.expect_word("through", form)?;
        let source = self.source(form)?;
        height = height.max(self.height);
        self.expect_word("then", form)?;
        let step = self.part(Self::expression)?;
        self.grow(height)?;
        Some(self.made(start, ExprKind::Through(Box::new(Through { start: first, name, source, step }))))
    }

    /// `days from e to f`.
    fn elapsed(&mut self, start: Span) -> Read<Expr> {
        let Some(unit) = Unit::called(self.word()) else { return self.expected("a unit of time", None) };
        self.step();
        self.step();
        let from = self.deeper(Self::sum)?;
        let height = self.height;
        self.expect_word("to", &format!("{} from A to B", unit.plural()))?;
        let to = self.deeper(Self::sum)?;
        self.grow(height)?;
        Some(self.made(start, ExprKind::Elapsed(unit, Box::new(from), Box::new(to))))
    }

    /// Whether `share` begins a sharing here, and is no name.
    fn shares_ahead(&self) -> bool {
        let next = self.word_ahead(1);
        !next.is_empty() && !words::is_reserved(next)
            || self.number_ahead(1)
            || self.symbol_ahead(1) == "("
                && self.rest().iter().any(|token| token.kind == TokenKind::Word("among".to_owned()))
            || ["min", "max", "list", "set", "bag"].contains(&next)
    }

    /// `share E among x in S each at most F`.
    fn share(&mut self, start: Span) -> Read<Expr> {
        let form = "share E among x in S each at most F";
        self.step();
        let amount = self.deeper(Self::sum)?;
        let mut height = self.height;
        self.expect_word("among", form)?;
        let source = self.source(form)?;
        height = height.max(self.height);
        self.take_symbol(",");
        for word in ["each", "at", "most"] {
            self.expect_word(word, form)?;
        }
        let most = self.part(Self::expression)?;
        self.grow(height)?;
        Some(self.made(start, ExprKind::Share(Box::new(Share { amount, source, most }))))
    }

    fn selection(&mut self, select: Select, start: Span) -> Read<Expr> {
        self.step();
        let is_followed_by_of = !matches!(select, Select::Some | Select::Only | Select::First | Select::Last);
        if is_followed_by_of {
            self.step();
        }
        let makes_something = match select {
            Select::Sum | Select::Highest | Select::Lowest => true,
            Select::List | Select::Set | Select::Bag => self.word_ahead(1) != "in",
            Select::Count | Select::Some | Select::Only | Select::First | Select::Last => false,
        };
        let mut height = 0;
        let made_of = if makes_something {
            let made_of = self.part(Self::expression)?;
            height = self.height;
            self.expect_word("for", form_of(select))?;
            Some(Box::new(made_of))
        } else {
            None
        };
        let source = self.source(form_of(select))?;
        self.grow(height)?;
        Some(self.made(start, ExprKind::Select(select, made_of, Box::new(source))))
    }

    /// `x in S where C with highest E`.
    pub(super) fn source(&mut self, form: &str) -> Read<Source> {
        let name = self.name("a name for the element")?;
        self.expect_word("in", form)?;
        self.source_of(name)
    }

    /// The rest of a source whose element is called `name`.
    pub(super) fn source_of(&mut self, name: Name) -> Read<Source> {
        let start = name.span;
        let of = self.collection()?;
        let mut height = self.height;
        let filter = if self.take_word("where") {
            let filter = self.part(Self::expression)?;
            height = height.max(self.height);
            Some(filter)
        } else {
            None
        };
        let mut extremes = Vec::new();
        let sorted = self.in_order_of();
        if sorted {
            for _ in 0..3 {
                self.step();
            }
        }
        let form = if sorted { "x in S where C in order of lowest E, then highest F" } else { WITH };
        let mut more = sorted || self.take_word("with");
        while more {
            let highest = match self.word() {
                "highest" => true,
                "lowest" => false,
                _ => return self.expected("`highest` or `lowest`", Some(form)),
            };
            self.step();
            let extreme = self.part(Self::expression)?;
            height = height.max(self.height);
            extremes.push((highest, extreme));
            more = self.symbol() == "," && self.word_ahead(1) == "then";
            if more {
                self.step();
                self.step();
            }
        }
        self.height = height;
        if self.word() == "where" {
            let help = "join the conditions with `and`; `with highest` stands behind `where`";
            return self.fail(self.span(), "this `where` comes too late", help);
        }
        Some(Source { name, of, filter, extremes, sorted, span: self.since(start) })
    }

    /// What a source takes its elements from. A sum is none, so that `count of x in a + 1` is the count and one; the ends of a
    /// range are sums, so that `count of x in 1..n + 1` counts up to `n + 1`.
    fn collection(&mut self) -> Read<Expr> {
        if let Some(name) = self.type_as_set() {
            return Some(name);
        }
        if self.range_ahead() {
            let from = self.sum()?;
            return self.range_from(from);
        }
        self.deeper(Self::postfix)
    }

    /// Whether a range stands here: `..` comes before anything that arithmetic does not have.
    fn range_ahead(&self) -> bool {
        let mut open = 0_u32;
        let mut after_dot = false;
        for Token { kind, .. } in self.rest() {
            match kind {
                TokenKind::Symbol("(" | "[") => open += 1,
                TokenKind::Symbol(")" | "]") if open == 0 => return false,
                TokenKind::Symbol(")" | "]") => open -= 1,
                _ if open > 0 => {}
                TokenKind::Symbol("..") => return true,
                TokenKind::Symbol("." | "+" | "-" | "*" | "/") | TokenKind::Number(_) => {}
                TokenKind::Word(word) if after_dot || !words::is_reserved(word) => {}
                TokenKind::Word(word) if ["of", "min", "max", "yes", "no", "none"].contains(&word.as_str()) => {}
                _ => return false,
            }
            after_dot = *kind == TokenKind::Symbol(".");
        }
        false
    }

    fn every(&mut self, start: Span) -> Read<Expr> {
        let form = "every x in S has C";
        self.step();
        let name = self.name("a name for the element")?;
        self.expect_word("in", form)?;
        let of = self.collection()?;
        let beside = self.height;
        if self.word() == "where" {
            let help = "select first: `every x in (list of x in S where C) has D`";
            return self.fail(self.span(), "`every` has no `where`", help);
        }
        self.expect_word("has", form)?;
        let condition = self.part(Self::expression)?;
        self.grow(beside)?;
        Some(self.made(start, ExprKind::Every(name, Box::new(of), Box::new(condition))))
    }

    /// `distance from A to B in world`.
    fn path_question(&mut self, question: GraphQuestion, start: Span) -> Read<Expr> {
        let form = form_of_question(question);
        if question == GraphQuestion::ShortestPaths {
            self.step();
        }
        self.step();
        self.expect_word("from", form)?;
        let from = self.deeper(Self::sum)?;
        let beside = self.height;
        self.expect_word("to", form)?;
        let to = self.deeper(Self::sum)?;
        self.height = self.height.max(beside);
        self.expect_word("in", form)?;
        self.graph_and_filters(question, vec![from, to], start)
    }

    /// `neighbours of A in world` and its kin, all of two words.
    fn area_question(&mut self, question: GraphQuestion, start: Span) -> Read<Expr> {
        self.step();
        self.step();
        let of = self.deeper(Self::sum)?;
        self.expect_word("in", form_of_question(question))?;
        self.graph_and_filters(question, vec![of], start)
    }

    /// The graph and the filters.
    fn graph_and_filters(&mut self, question: GraphQuestion, mut of: Vec<Expr>, start: Span) -> Read<Expr> {
        let mut height = self.height;
        let graph = self.name("the name of a graph")?;
        if question == GraphQuestion::Reachable && self.take_word("within") {
            of.push(self.deeper(Self::sum)?);
            height = height.max(self.height);
        }
        let mut filters = Filters::default();
        loop {
            // `by` ends the place in `raise … by 1`, where a name and `where` do not follow.
            let slot = match self.word() {
                "by" if ["where", "costing", "from"].contains(&self.word_ahead(2)) && filters.by.is_none() => {
                    &mut filters.by
                }
                "through" if filters.through.is_none() => &mut filters.through,
                _ => break,
            };
            if question == GraphQuestion::RowOf {
                let help = "leave `by …` and `through …` out";
                return self.fail(self.span(), "the row of an area has no way to it", help);
            }
            self.step();
            let by = self.word_before() == "by";
            let name = self.name("a name for the link or area")?;
            let from = if by && self.take_word("from") {
                Some(self.name("a name for the area it is gone from")?)
            } else {
                None
            };
            let condition = if self.word() == "costing" {
                None
            } else {
                self.expect_word("where", "through a where C")?;
                let condition = self.part(Self::expression)?;
                height = height.max(self.height);
                Some(condition)
            };
            let cost = if self.take_word("costing") {
                let cost = self.part(Self::expression)?;
                height = height.max(self.height);
                Some(cost)
            } else {
                None
            };
            *slot = Some(Filter { name, from, condition, cost });
        }
        self.height = height;
        self.grow(0)?;
        Some(self.made(start, ExprKind::Graph(question, graph, of, Box::new(filters))))
    }
}

/// How what is first by something is written.
const WITH: &str = "x in S where C with highest E, then lowest F";

/// How a selection is written.
fn form_of(select: Select) -> &'static str {
    match select {
        Select::Some => "some x in S where C",
        Select::Only => "only x in S where C",
        Select::First => "first x in S where C",
        Select::Last => "last x in S where C",
        Select::Count => "count of x in S where C",
        Select::Sum => "sum of E for x in S where C",
        Select::Highest => "highest of E for x in S where C",
        Select::Lowest => "lowest of E for x in S where C",
        Select::List => "list of x in S where C",
        Select::Set => "set of x in S where C",
        Select::Bag => "bag of x in S where C",
    }
}

/// How a question to a graph is written.
fn form_of_question(question: GraphQuestion) -> &'static str {
    match question {
        GraphQuestion::Distance => "distance from A to B in world",
        GraphQuestion::ShortestPaths => "shortest paths from A to B in world",
        GraphQuestion::Reachable => "reachable from A in world",
        GraphQuestion::Neighbours => "neighbours of A in world",
        GraphQuestion::Steps => "steps of P in world",
        GraphQuestion::RowOf => "row of A in world",
    }
}
