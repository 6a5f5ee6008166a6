//! Whether two conditions can hold at once, as far as that can be counted out.

use std::collections::{BTreeSet, HashMap};

use crate::logic::program::{BlockId, Comparison, Expr, ExprKind, Program};
use crate::logic::types::{Type, next_case};
use crate::logic::value::Value;

/// How many cases are tried.
const CASES: usize = 20_000;

/// How many numbers of a range are tried one by one.
const NUMBERS: i64 = 64;

/// Whether two conditions can hold at once.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meet {
    /// They cannot: every case was tried.
    Never,
    /// They do where this holds: "op is 2 and season is winter".
    In(String),
    /// Their cases cannot be counted.
    Unknown,
}

/// Looks whether two conditions of one place can hold at once; one that is none always holds. What stands in them in the same
/// words is the same there.
///
/// Each value and each case that is looked at is taken from `work`; where none is left, the cases cannot be counted.
pub(super) fn meet(
    program: &Program,
    first: (BlockId, Option<&Expr>),
    second: (BlockId, Option<&Expr>),
    work: &mut usize,
) -> Meet {
    let mut leaves = Leaves { program, known: HashMap::new(), all: Vec::new(), asks: false };
    let mut nodes = Vec::new();
    for (block, condition) in [first, second] {
        if let Some(condition) = condition {
            nodes.push(leaves.node(block, condition));
        }
    }
    leaves.bound();
    let Some(cases) = leaves.all.iter().try_fold(1_usize, |all, leaf| all.checked_mul(leaf.domain.len().max(1))) else {
        return Meet::Unknown;
    };
    if cases > CASES {
        return Meet::Unknown;
    }
    let values: usize = leaves.all.iter().map(|leaf| leaf.domain.len()).sum();
    *work = work.saturating_sub(values);
    let mut case = vec![0; leaves.all.len()];
    loop {
        *work = work.saturating_sub(1);
        if *work == 0 {
            return Meet::Unknown;
        }
        let values: Vec<&Value> = case.iter().zip(&leaves.all).map(|(at, leaf)| &leaf.domain[*at]).collect();
        if nodes.iter().all(|node| holds(node, &values)) {
            // What a value gives may follow from the rest: that there is such a case is not shown.
            if leaves.all.len() > 1 && leaves.asks {
                return Meet::Unknown;
            }
            let words = leaves.all.iter().zip(&values);
            let words = words.map(|(leaf, value)| format!("{} is {}", leaf.text, program.plain(value)));
            return Meet::In(words.collect::<Vec<_>>().join(" and "));
        }
        if !next_case(&mut case, leaves.all.iter().map(|leaf| leaf.domain.len())) {
            return Meet::Never;
        }
    }
}

/// A condition over leaves.
enum Node {
    Leaf(usize),
    Constant(Value),
    Not(Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Is(bool, Box<Node>, Box<Node>),
    Compare(Comparison, Box<Node>, Box<Node>),
    Between(bool, Box<Node>, Box<Node>, Box<Node>),
    In(bool, Box<Node>, Vec<Value>),
}

/// Something of which a condition asks, with the values that it can have.
struct Leaf {
    text: String,
    domain: Vec<Value>,
    /// Of a number without bounds: what it is compared with.
    compared: Option<BTreeSet<i64>>,
}

struct Leaves<'p> {
    program: &'p Program,
    known: HashMap<String, usize>,
    all: Vec<Leaf>,
    /// Whether some of them ask a value.
    asks: bool,
}

impl Leaves<'_> {
    /// A part of a condition that is yes or no.
    fn node(&mut self, block: BlockId, expr: &Expr) -> Node {
        let whole = |leaves: &mut Self| leaves.leaf(block, expr, vec![Value::yes_no(false), Value::yes_no(true)], None);
        match &expr.kind {
            ExprKind::Constant(value) => Node::Constant(value.clone()),
            ExprKind::Not(of) => Node::Not(Box::new(self.node(block, of))),
            ExprKind::And(a, b) => Node::And(Box::new(self.node(block, a)), Box::new(self.node(block, b))),
            ExprKind::Or(a, b) => Node::Or(Box::new(self.node(block, a)), Box::new(self.node(block, b))),
            ExprKind::Is(positive, a, b) => match self.sides(block, a, b) {
                Some((a, b)) => Node::Is(*positive, Box::new(a), Box::new(b)),
                None => whole(self),
            },
            ExprKind::Compare(comparison, a, b) => match self.sides(block, a, b) {
                Some((a, b)) => Node::Compare(*comparison, Box::new(a), Box::new(b)),
                None => whole(self),
            },
            ExprKind::Between(positive, of, low, high) => {
                if let (ExprKind::Constant(Value::Number(low)), ExprKind::Constant(Value::Number(high))) =
                    (&low.kind, &high.kind)
                    && let Some(of) = self.value(block, of, &[*low, *high])
                {
                    let end = |end: i64| Box::new(Node::Constant(Value::Number(end)));
                    return Node::Between(*positive, Box::new(of), end(*low), end(*high));
                }
                whole(self)
            }
            ExprKind::In(positive, of, set) => {
                if let Some(values) = constants(set)
                    && let Some(of) = self.value(block, of, &numbers(&values))
                {
                    return Node::In(*positive, Box::new(of), values);
                }
                whole(self)
            }
            _ => whole(self),
        }
    }

    fn sides(&mut self, block: BlockId, a: &Expr, b: &Expr) -> Option<(Node, Node)> {
        let beside = |other: &Expr| match &other.kind {
            ExprKind::Constant(value) => Some(numbers(std::slice::from_ref(value))),
            _ => None,
        };
        // Two things of which neither is plain are told apart only where the cases of both can be counted.
        let (with_b, with_a) = (beside(b), beside(a));
        let before = self.all.len();
        let found =
            self.side(block, a, with_b.as_deref()).and_then(|a| Some((a, self.side(block, b, with_a.as_deref())?)));
        if found.is_none() {
            for leaf in self.all.drain(before..) {
                self.known.remove(&leaf.text);
            }
        }
        found
    }

    fn side(&mut self, block: BlockId, expr: &Expr, compared: Option<&[i64]>) -> Option<Node> {
        match compared {
            Some(compared) => self.value(block, expr, compared),
            None if expr.ty.listed(NUMBERS).is_some() || matches!(expr.kind, ExprKind::Constant(_)) => {
                self.value(block, expr, &[])
            }
            None => None,
        }
    }

    /// A value that is compared with these numbers.
    fn value(&mut self, block: BlockId, expr: &Expr, compared: &[i64]) -> Option<Node> {
        if let ExprKind::Constant(value) = &expr.kind {
            return Some(Node::Constant(value.clone()));
        }
        if let Some(domain) = expr.ty.listed(NUMBERS) {
            return Some(self.leaf(block, expr, domain, None));
        }
        match expr.ty.without_none() {
            Type::Number(_) => {
                let none = matches!(expr.ty, Type::OrNone(_)).then_some(Value::None);
                let domain = none.into_iter().collect();
                Some(self.leaf(block, expr, domain, Some(compared.iter().copied().collect())))
            }
            _ => None,
        }
    }

    fn leaf(&mut self, block: BlockId, expr: &Expr, domain: Vec<Value>, compared: Option<BTreeSet<i64>>) -> Node {
        self.asks |= matches!(expr.kind, ExprKind::Call(..));
        let written = self.program.blocks[block.index()].text.text.get(expr.span.range()).unwrap_or_default();
        let text = written.split_whitespace().collect::<Vec<_>>().join(" ");
        let next = self.all.len();
        let at = *self.known.entry(text.clone()).or_insert(next);
        if at == next {
            self.all.push(Leaf { text, domain, compared });
        } else if let (Some(known), Some(more)) = (&mut self.all[at].compared, compared) {
            known.extend(more);
        }
        Node::Leaf(at)
    }

    /// Numbers without bounds are tried where something changes for them.
    fn bound(&mut self) {
        for leaf in &mut self.all {
            if let Some(compared) = &leaf.compared {
                let near = compared.iter().flat_map(|at| [at.saturating_sub(1), *at, at.saturating_add(1)]);
                let all: BTreeSet<i64> = near.chain([0]).collect();
                leaf.domain.extend(all.into_iter().map(Value::Number));
            }
        }
    }
}

fn holds(node: &Node, values: &[&Value]) -> bool {
    match node {
        Node::Leaf(_) | Node::Constant(_) => *value(node, values) == Value::yes_no(true),
        Node::Not(of) => !holds(of, values),
        Node::And(a, b) => holds(a, values) && holds(b, values),
        Node::Or(a, b) => holds(a, values) || holds(b, values),
        Node::Is(positive, a, b) => (value(a, values) == value(b, values)) == *positive,
        Node::Compare(comparison, a, b) => match (value(a, values), value(b, values)) {
            (Value::Number(a), Value::Number(b)) => comparison.holds(a.cmp(b)),
            // What cannot be compared ends the run.
            _ => false,
        },
        Node::Between(positive, of, low, high) => match [of, low, high].map(|side| value(side, values)) {
            [Value::Number(of), Value::Number(low), Value::Number(high)] => (low..=high).contains(&of) == *positive,
            _ => false,
        },
        Node::In(positive, of, set) => set.contains(value(of, values)) == *positive,
    }
}

/// The value of a leaf or a constant.
fn value<'n>(node: &'n Node, values: &[&'n Value]) -> &'n Value {
    match node {
        Node::Leaf(at) => values[*at],
        Node::Constant(value) => value,
        _ => &Value::None,
    }
}

/// The values of a collection that is written out.
fn constants(set: &Expr) -> Option<Vec<Value>> {
    match &set.kind {
        ExprKind::Constant(Value::List(values) | Value::Set(values)) => Some(values.to_vec()),
        ExprKind::Collect(_, parts) => parts
            .iter()
            .map(|part| if let ExprKind::Constant(value) = &part.kind { Some(value.clone()) } else { None })
            .collect(),
        _ => None,
    }
}

fn numbers(values: &[Value]) -> Vec<i64> {
    values.iter().filter_map(|value| if let Value::Number(number) = value { Some(*number) } else { None }).collect()
}
