//! Lowers expressions: those of which the result has no parts, and selections in them.

use super::form::{Asked, Column, Columns, Node, Of, Orders, Sift, Test};
use super::plain::Plain;
use crate::logic::program::{
    Arithmetic, Expr, ExprKind, Fold, FunctionId, FunctionKind, Guard, Program, Selection, Slot, Source,
};
use crate::logic::types::Type;
use crate::logic::value::Value;

/// How many registers there are for elements and arguments.
pub(super) const REGISTERS: u8 = 8;
/// How many tests of a selection come before the rest of its condition.
pub(super) const TESTS: usize = 4;
/// How many tests there may be where all is in columns of the table.
pub(super) const BOUNDS: usize = 2;
/// How many expressions may be lowered for one step, those of the functions that it asks among them.
const MOST: u32 = 500;
/// How deep they may be nested: far less than the general evaluation allows, so that a quick form never does what that refuses.
const DEEP: u32 = 40;

/// Lowers the expressions of one step.
pub(super) struct Nodes<'p> {
    program: &'p Program,
    made: u32,
    depth: u32,
    functions: u32,
    /// The locals whose elements are gone through.
    pub(super) lists: Vec<Slot>,
}

/// What the slots of an expression stand for.
#[derive(Clone, Default)]
pub(super) struct Scope {
    /// Of a function, whose slots are all known; the other slots of a procedure are locals.
    function: bool,
    known: Vec<(Slot, Bound)>,
    /// The next register that is free.
    next: u8,
}

/// What a slot stands for.
#[derive(Clone)]
enum Bound {
    Node(Node),
    Of(Of),
}

impl Scope {
    fn get(&self, slot: Slot) -> Option<Bound> {
        match self.known.iter().rev().find(|(known, _)| *known == slot) {
            Some((_, bound)) => Some(bound.clone()),
            None if self.function => None,
            None => Some(Bound::Node(Node::Local(slot))),
        }
    }

    /// With a register of its own for a slot.
    fn with(&self, slot: Slot) -> Option<(Self, u8)> {
        let mut inner = self.clone();
        let register = inner.take()?;
        inner.known.push((slot, Bound::Node(Node::Element(register))));
        Some((inner, register))
    }

    fn take(&mut self) -> Option<u8> {
        let register = self.next;
        self.next += 1;
        (register < REGISTERS).then_some(register)
    }
}

impl<'p> Nodes<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Self { program, made: 0, depth: 0, functions: 0, lists: Vec::new() }
    }

    /// An expression; nothing where it is of a kind that is left to the general evaluation.
    pub(super) fn node(&mut self, expr: &Expr, scope: &Scope) -> Option<Node> {
        self.made += 1;
        self.depth += 1;
        let node = if self.made > MOST || self.depth > DEEP { None } else { self.node_of(&expr.kind, scope) };
        self.depth -= 1;
        node
    }

    fn node_of(&mut self, kind: &ExprKind, scope: &Scope) -> Option<Node> {
        Some(match kind {
            ExprKind::Constant(value) => Node::Plain(Plain::of(value)?),
            ExprKind::Local(slot) => match scope.get(*slot)? {
                Bound::Node(node) => node,
                Bound::Of(_) => return None,
            },
            ExprKind::State(state) => Node::State(*state),
            ExprKind::Option(option) => Node::Option(*option),
            ExprKind::EntityField(of, ty, field) => {
                let column = Column { at: *field, may_be_none: self.program.may_be_none(*ty, *field) };
                match self.node(of, scope)? {
                    Node::Local(slot) => Node::LocalField(slot, column),
                    Node::Element(register) => Node::ElementField(register, column),
                    other => Node::Field(Box::new(other), column),
                }
            }
            ExprKind::RecordField(of, field) => match (&of.kind, self.node(of, scope)?) {
                (ExprKind::Local(_), Node::Local(slot)) => Node::RecordField(slot, *field),
                _ => return None,
            },
            ExprKind::Arithmetic(Arithmetic::Divide, ..) => return None,
            ExprKind::Arithmetic(operator, a, b) => Node::Arithmetic(*operator, self.two(a, b, scope)?),
            ExprKind::Negate(of) => Node::Negate(Box::new(self.node(of, scope)?)),
            ExprKind::Compare(comparison, a, b) => Node::Compare(*comparison, self.two(a, b, scope)?),
            ExprKind::Is(positive, a, b) => Node::Is(*positive, self.two(a, b, scope)?),
            ExprKind::Between(positive, value, low, high) => {
                Node::Between(*positive, self.three(value, low, high, scope)?)
            }
            ExprKind::Not(of) => Node::Not(Box::new(self.node(of, scope)?)),
            ExprKind::And(a, b) => Node::And(self.two(a, b, scope)?),
            ExprKind::Or(a, b) => Node::Or(self.two(a, b, scope)?),
            ExprKind::If { condition, then, otherwise, .. } => Node::If(self.three(condition, then, otherwise, scope)?),
            ExprKind::Extreme(greatest, of) => {
                let nodes = of.iter().map(|expr| self.node(expr, scope)).collect::<Option<Vec<Node>>>()?;
                Node::Extreme(*greatest, nodes)
            }
            ExprKind::Checked(of, ty) => Node::Checked(Box::new(self.node(of, scope)?), ty.clone()),
            ExprKind::In(positive, element, of) => {
                Node::In(*positive, Box::new(self.node(element, scope)?), self.of(of, scope)?)
            }
            ExprKind::IsEmpty(of, positive) => match self.of(of, scope)? {
                of @ (Of::Local(_) | Of::Fixed(_) | Of::State(_)) => Node::IsEmpty(*positive, of),
                Of::All(_) | Of::Range(_) => return None,
            },
            ExprKind::Every(selection, condition) => {
                let (sift, inner) = self.plain_sift(selection, scope)?;
                Node::Every(Box::new(sift), Box::new(self.node(condition, &inner)?))
            }
            ExprKind::Select(fold, selection) => {
                let (sift, inner) = self.plain_sift(selection, scope)?;
                let sift = Box::new(sift);
                match fold {
                    Fold::Count => Node::Count(sift),
                    Fold::Sum(of) => Node::Sum(sift, Box::new(self.node(of, &inner)?)),
                    Fold::Extreme(highest, of) => Node::Best(*highest, sift, Box::new(self.node(of, &inner)?)),
                    Fold::Some => Node::Some(sift),
                    Fold::Only => Node::Only(sift),
                    Fold::Collect(..) => return None,
                }
            }
            ExprKind::Call(function, args, guards) => self.ask(*function, args, guards, scope)?,
            _ => return None,
        })
    }

    fn two(&mut self, a: &Expr, b: &Expr, scope: &Scope) -> Option<Box<[Node; 2]>> {
        Some(Box::new([self.node(a, scope)?, self.node(b, scope)?]))
    }

    fn three(&mut self, a: &Expr, b: &Expr, c: &Expr, scope: &Scope) -> Option<Box<[Node; 3]>> {
        Some(Box::new([self.node(a, scope)?, self.node(b, scope)?, self.node(c, scope)?]))
    }

    /// A value with only a base.
    fn ask(&mut self, id: FunctionId, args: &[Expr], guards: &[Guard], scope: &Scope) -> Option<Node> {
        let function = self.program.functions.get(id.index())?;
        let FunctionKind::Value { base, exceptions } = &function.kind else { return None };
        let Source::Here(body) = &base.body else { return None };
        if !exceptions.is_empty() || args.len() != function.params.len() || self.functions >= 4 {
            return None;
        }
        let mut inner = Scope { function: true, known: Vec::new(), next: scope.next };
        let mut registers = Vec::new();
        for (n, (arg, param)) in (0u16..).zip(args.iter().zip(&function.params)) {
            let check = guards.get(usize::from(n)).and_then(|guard| guard.check.clone());
            let bound = match (&param.ty, check) {
                (Type::List(_) | Type::Set(_) | Type::Bag(_) | Type::Map(..), None) => {
                    Bound::Of(collection(arg, scope)?)
                }
                (_, check) => match (self.node(arg, scope)?, check) {
                    (node @ Node::Plain(_), None) => Bound::Node(node),
                    (node, check) => {
                        let register = inner.take()?;
                        registers.push((register, node, check));
                        Bound::Node(Node::Element(register))
                    }
                },
            };
            inner.known.push((Slot(n), bound));
        }
        // While one argument is reckoned, the others are in their registers already.
        if !registers.iter().all(|(_, node, _)| node.only_reads()) {
            return None;
        }
        self.functions += 1;
        let body = self.node(body, &inner);
        self.functions -= 1;
        Some(Node::Ask(Box::new(Asked { args: registers, body: body? })))
    }

    fn of(&mut self, expr: &Expr, scope: &Scope) -> Option<Of> {
        match &expr.kind {
            ExprKind::All(ty) => Some(Of::All(*ty)),
            ExprKind::Range(low, high) => Some(Of::Range(self.two(low, high, scope)?)),
            _ => collection(expr, scope),
        }
    }

    /// A selection without `with highest`, and the scope of what is asked of its elements.
    fn plain_sift(&mut self, selection: &Selection, scope: &Scope) -> Option<(Sift, Scope)> {
        let (sift, inner) = self.sift(selection, scope)?;
        sift.extreme.is_none().then_some((sift, inner))
    }

    /// A selection, and the scope of what is asked of its elements.
    pub(super) fn sift(&mut self, selection: &Selection, scope: &Scope) -> Option<(Sift, Scope)> {
        let of = self.of(&selection.of, scope)?;
        let (inner, element) = scope.with(selection.slot)?;
        let mut tests = Vec::new();
        let mut rest = None;
        if let Some(filter) = &selection.filter {
            let mut parts = Vec::new();
            conjuncts(filter, DEEP, &mut parts);
            for part in parts {
                let test = if rest.is_none() && tests.len() < TESTS { self.test(part, element, &inner) } else { None };
                match test {
                    Some(test) => tests.push(test),
                    None => {
                        let node = self.node(part, &inner)?;
                        rest = Some(match rest {
                            None => node,
                            Some(before) => Node::And(Box::new([before, node])),
                        });
                    }
                }
            }
        }
        let extreme = match &selection.extreme {
            None => None,
            Some((highest, by)) => Some((*highest, self.node(by, &inner)?)),
        };
        let columns = if rest.is_none() { columns(element, &tests, extreme.as_ref()) } else { None };
        if let Of::Local(slot) = &of
            && !self.lists.contains(slot)
        {
            self.lists.push(*slot);
        }
        Some((Sift { of, element, tests, columns, rest, extreme }, inner))
    }

    /// A comparison of the element with something that does not depend on it.
    fn test(&mut self, expr: &Expr, element: u8, inner: &Scope) -> Option<Test> {
        let (orders, a, b) = match &expr.kind {
            ExprKind::Is(positive, a, b) => (Orders::same(*positive), a, b),
            ExprKind::Compare(comparison, a, b) => (Orders::of(*comparison), a, b),
            _ => return None,
        };
        let numbers = matches!(expr.kind, ExprKind::Compare(..));
        let part = |node: Option<Node>| match node? {
            Node::Element(register) if register == element => Some(None),
            Node::ElementField(register, field) if register == element => Some(Some(field)),
            _ => None,
        };
        if let Some(field) = part(self.node(a, inner)) {
            return Some(Test { field, orders, numbers, with: self.apart(b, element, inner)? });
        }
        let field = part(self.node(b, inner))?;
        Some(Test { field, orders: orders.turned(), numbers, with: self.apart(a, element, inner)? })
    }

    /// Something plain that does not look at the element and takes no steps of its own.
    fn apart(&mut self, expr: &Expr, element: u8, inner: &Scope) -> Option<Node> {
        let node = self.node(expr, inner)?;
        let apart = match &node {
            Node::Element(register) | Node::ElementField(register, _) => *register != element,
            node => node.only_reads(),
        };
        apart.then_some(node)
    }
}

/// What a selection without a rest of its condition looks at, where that is in columns of the table.
fn columns(element: u8, tests: &[Test], extreme: Option<&(bool, Node)>) -> Option<Columns> {
    let whole = |column: Column| (!column.may_be_none).then_some(usize::from(column.at));
    let key = match extreme {
        None => 0,
        Some((_, Node::ElementField(register, field))) if *register == element => whole(*field)?,
        Some(_) => return None,
    };
    if tests.len() > BOUNDS {
        return None;
    }
    let last = tests.iter().try_fold(key, |last, test| Some(whole(test.field?)?.max(last)))?;
    Some(Columns { width: last + 1, key })
}

/// A collection that is read where it stands.
fn collection(expr: &Expr, scope: &Scope) -> Option<Of> {
    match &expr.kind {
        ExprKind::Local(slot) => match scope.get(*slot)? {
            Bound::Node(Node::Local(slot)) => Some(Of::Local(slot)),
            Bound::Node(_) => None,
            Bound::Of(of) => Some(of),
        },
        ExprKind::Constant(value) => match value {
            Value::List(_) | Value::Set(_) | Value::Bag(_) | Value::Map(_) => Some(Of::Fixed(value.clone())),
            _ => None,
        },
        ExprKind::State(state) => Some(Of::State(*state)),
        _ => None,
    }
}

/// The parts of a condition that all have to hold.
fn conjuncts<'e>(filter: &'e Expr, deep: u32, parts: &mut Vec<&'e Expr>) {
    match &filter.kind {
        ExprKind::And(a, b) if deep > 0 => {
            conjuncts(a, deep - 1, parts);
            conjuncts(b, deep - 1, parts);
        }
        _ => parts.push(filter),
    }
}
