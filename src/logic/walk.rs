//! Visits every expression of a definition, each before its parts.

use super::program::{
    Clause, Contribution, Exception, Expr, ExprKind, Fold, Function, FunctionKind, Op, OpKind, PlaceExpr, Selection,
    Source,
};

/// Visits the expressions of a function.
pub fn function(function: &Function, visit: &mut dyn FnMut(&Expr)) {
    match &function.kind {
        FunctionKind::Value { base: Clause { body, .. }, exceptions } => {
            source(body, visit);
            for Exception { when, body, .. } in exceptions {
                optional(when.as_ref(), visit);
                if let Some(body) = body {
                    source(body, visit);
                }
            }
        }
        FunctionKind::Modifier { at_least, at_most, contributions } => {
            optional(at_least.as_ref(), visit);
            optional(at_most.as_ref(), visit);
            parts(contributions, visit);
        }
        FunctionKind::Permission { contributions, .. } => parts(contributions, visit),
        FunctionKind::Table { rows, .. } => {
            for row in rows {
                row.outputs.iter().for_each(|cell| source(cell, visit));
            }
        }
        FunctionKind::Judgement => {}
    }
}

fn parts(contributions: &[Contribution], visit: &mut dyn FnMut(&Expr)) {
    for Contribution { when, body, .. } in contributions {
        optional(when.as_ref(), visit);
        source(body, visit);
    }
}

fn source(body: &Source<Expr>, visit: &mut dyn FnMut(&Expr)) {
    if let Source::Here(body) = body {
        expr(body, visit);
    }
}

fn optional(part: Option<&Expr>, visit: &mut dyn FnMut(&Expr)) {
    if let Some(part) = part {
        expr(part, visit);
    }
}

/// Visits an expression and its parts.
pub fn expr(of: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(of);
    match &of.kind {
        ExprKind::Constant(_)
        | ExprKind::Local(_)
        | ExprKind::State(_)
        | ExprKind::Option(_)
        | ExprKind::All(_)
        | ExprKind::Rows(_) => {}
        ExprKind::RecordField(a, _)
        | ExprKind::EntityField(a, ..)
        | ExprKind::Convert(_, a)
        | ExprKind::Negate(a)
        | ExprKind::Not(a)
        | ExprKind::IsEmpty(a, _)
        | ExprKind::Round(_, a)
        | ExprKind::Held(a)
        | ExprKind::Exists(_, a, _)
        | ExprKind::Checked(a, _) => expr(a, visit),
        ExprKind::Entry(a, b, _)
        | ExprKind::OrElse { of: a, instead: b, .. }
        | ExprKind::Arithmetic(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::Is(_, a, b)
        | ExprKind::Differs(a, b)
        | ExprKind::In(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Range(a, b) => {
            expr(a, visit);
            expr(b, visit);
        }
        ExprKind::Between(_, a, b, c) => {
            for part in [a, b, c] {
                expr(part, visit);
            }
        }
        ExprKind::If { condition, then, otherwise, .. } => {
            for part in [condition, then, otherwise] {
                expr(part, visit);
            }
        }
        ExprKind::Collect(_, parts)
        | ExprKind::Record(parts)
        | ExprKind::Extreme(_, parts)
        | ExprKind::Primitive(_, parts)
        | ExprKind::Call(_, parts, _) => {
            for part in parts {
                expr(part, visit);
            }
        }
        ExprKind::Select(fold, from) => {
            selection(from, visit);
            match fold {
                Fold::Sum(part) | Fold::Extreme(_, part, _) | Fold::Collect(_, Some(part)) | Fold::Take(part) => {
                    expr(part, visit);
                }
                Fold::Through { start: a, step: b, .. } | Fold::Share { amount: a, most: b } => {
                    expr(a, visit);
                    expr(b, visit);
                }
                Fold::Count | Fold::Some | Fold::Only(_) | Fold::First | Fold::Collect(_, None) => {}
            }
        }
        ExprKind::Every(from, condition) => {
            selection(from, visit);
            expr(condition, visit);
        }
        ExprKind::Supposing(of, supposed) => {
            supposed.parts().for_each(|part| expr(part, visit));
            expr(of, visit);
        }
        ExprKind::Graph(call) => {
            call.args.iter().for_each(|part| expr(part, visit));
            for passage in call.by.iter().chain(&call.through) {
                optional(passage.condition.as_ref(), visit);
                optional(passage.cost.as_ref(), visit);
            }
        }
    }
}

fn selection(of: &Selection, visit: &mut dyn FnMut(&Expr)) {
    expr(&of.of, visit);
    optional(of.filter.as_deref(), visit);
    if let Some((_, extreme)) = &of.extreme {
        expr(extreme, visit);
    }
}

/// Visits the expressions of a procedure's code.
pub fn code(ops: &[Op], visit: &mut dyn FnMut(&Expr)) {
    for op in ops {
        match &op.kind {
            OpKind::Let(_, value) | OpKind::Remove(value, _) => expr(value, visit),
            OpKind::Store(at, value, _) => {
                place(at, visit);
                expr(value, visit);
            }
            OpKind::Change { place: at, by, removing_at, .. } => {
                place(at, visit);
                expr(by, visit);
                optional(removing_at.as_ref(), visit);
            }
            OpKind::AddTo { place: at, count, value, .. } | OpKind::TakeFrom { place: at, count, value } => {
                place(at, visit);
                optional(count.as_ref(), visit);
                expr(value, visit);
            }
            OpKind::Create(_, values, _) | OpKind::Call { args: values, .. } => {
                for value in values {
                    expr(value, visit);
                }
            }
            OpKind::Roll { count, .. } => optional(count.as_ref(), visit),
            OpKind::Draw { count, place: at, .. } => {
                expr(count, visit);
                place(at, visit);
            }
            OpKind::Choose { by, from, .. } => {
                expr(by, visit);
                selection(from, visit);
            }
            OpKind::Pick { from, .. } | OpKind::Walk { over: from, .. } | OpKind::Next { over: from, .. } => {
                selection(from, visit);
            }
            OpKind::Branch { condition, .. } | OpKind::Require { condition, .. } | OpKind::Ends { condition, .. } => {
                expr(condition, visit);
            }
            OpKind::Jump(_) | OpKind::Join { .. } | OpKind::Stop | OpKind::Abandon => {}
        }
    }
}

fn place(of: &PlaceExpr, visit: &mut dyn FnMut(&Expr)) {
    match of {
        PlaceExpr::Local(_) | PlaceExpr::State(_) => {}
        PlaceExpr::EntityField(entity, ..) => expr(entity, visit),
        PlaceExpr::RecordField(inner, _) => place(inner, visit),
        PlaceExpr::Entry(inner, key) => {
            place(inner, visit);
            expr(key, visit);
        }
    }
}
