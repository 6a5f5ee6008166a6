//! The type of what each slot of a procedure's code can hold, and of constants.

use std::sync::Arc;

use super::ground::Ground;
use super::reads::Looker;
use crate::logic::program::{ExprKind, Op, OpKind, PlaceExpr, Procedure, Slot};
use crate::logic::types::{Interval, Type};
use crate::logic::value::Value;

/// The type of each slot of a body.
pub(super) fn slot_types(ground: &Ground, definition: &Procedure, code: &[Op]) -> Vec<Type> {
    let count =
        code.iter().flat_map(|op| op.kind.effects().fills).map(|slot| slot.index() + 1).max().unwrap_or_default();
    let count = count.max(usize::from(definition.slots)).max(most_slot(code));
    let mut types: Vec<Option<Type>> = definition.params.iter().map(|field| Some(field.ty.clone())).collect();
    // An output has no value before it is set.
    types.extend(definition.outputs.iter().map(|field| Some(field.ty.clone().or_none())));
    let fixed = types.len();
    types.resize(count.max(fixed), None);
    for round in 0.. {
        let mut changed = false;
        for op in code {
            let mut slots: Vec<Type> = types.iter().map(|ty| ty.clone().unwrap_or(Type::Nothing)).collect();
            for (slot, ty) in stored(ground, &mut slots, &op.kind) {
                let Some(old) = types.get_mut(slot.index()).filter(|_| slot.index() >= fixed) else { continue };
                let new = old.as_ref().map_or_else(|| ty.clone(), |old| joined(old, &ty));
                if old.as_ref() != Some(&new) {
                    *old = Some(match round {
                        0 => new,
                        1 => widened(new),
                        _ => Type::Unknown,
                    });
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    types.into_iter().map(|ty| ty.unwrap_or(Type::Unknown)).collect()
}

fn widened(ty: Type) -> Type {
    match ty {
        Type::Number(_) => Type::NUMBER,
        Type::OrNone(of) => widened(*of).or_none(),
        Type::List(of) => Type::List(Box::new(widened(*of))),
        Type::Set(of) => Type::Set(Box::new(widened(*of))),
        Type::Bag(of) => Type::Bag(Box::new(widened(*of))),
        other => other,
    }
}

fn most_slot(code: &[Op]) -> usize {
    let mut most = 0;
    crate::logic::walk::code(code, &mut |expr| {
        let slot = match &expr.kind {
            ExprKind::Local(slot) => slot.index() + 1,
            ExprKind::Select(_, selection) | ExprKind::Every(selection, _) => selection.slot.index() + 1,
            ExprKind::Graph(call) => {
                let slots = call.by.iter().chain(&call.through).map(|(slot, _)| slot.index() + 1);
                slots.max().unwrap_or_default()
            }
            _ => 0,
        };
        most = most.max(slot);
    });
    most
}

/// What types a step stores in which slots.
fn stored(ground: &Ground, slots: &mut Vec<Type>, kind: &OpKind) -> Vec<(Slot, Type)> {
    let mut looker = Looker::new(ground, slots);
    let place = |looker: &mut Looker, place: &PlaceExpr, value: Type| match place {
        PlaceExpr::Local(slot) => vec![(*slot, value)],
        // A part that changes is of the type that the whole has already, or the whole is of no known type.
        PlaceExpr::RecordField(..) | PlaceExpr::Entry(..) => match place.root() {
            PlaceExpr::Local(slot) => {
                let declared = looker.place_type(place);
                let fits = declared != Type::Unknown && joined(&declared, &value) == declared;
                if fits { Vec::new() } else { vec![(*slot, Type::Unknown)] }
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    match kind {
        OpKind::Let(slot, value) => vec![(*slot, looker.look(value))],
        OpKind::Store(at, value, _) => {
            let ty = looker.look(value);
            place(&mut looker, at, ty)
        }
        OpKind::Change { place: at, .. } => match at {
            PlaceExpr::Local(slot) => {
                let ty = if looker.place_type(at) == Type::Fraction { Type::Fraction } else { Type::NUMBER };
                vec![(*slot, ty)]
            }
            _ => Vec::new(),
        },
        OpKind::AddTo { place: at, value, .. } => {
            let ty = looker.look(value);
            let whole = match looker.place_type(at) {
                Type::Set(_) => Type::Set(Box::new(ty)),
                Type::Bag(_) => Type::Bag(Box::new(ty)),
                _ => Type::List(Box::new(ty)),
            };
            place(&mut looker, at, whole)
        }
        OpKind::Create(ty, _, slot) => vec![(*slot, Type::Entity(*ty))],
        OpKind::Roll { count, sides, slot } => {
            let face = Type::Number(Interval::new(1, i64::from(*sides)));
            vec![(*slot, if count.is_some() { Type::Bag(Box::new(face)) } else { face })]
        }
        OpKind::Draw { place: at, slot, .. } => {
            let element = looker.place_type(at).element().cloned().unwrap_or(Type::Unknown);
            vec![(*slot, Type::List(Box::new(element)))]
        }
        OpKind::Pick { from, .. } | OpKind::Choose { from, .. } => {
            let (_, element) = looker.selection(from, false);
            vec![(from.slot, element)]
        }
        OpKind::Walk { over, walk, at } | OpKind::Next { over, walk, at, .. } => {
            let (_, element) = looker.selection(over, false);
            vec![(over.slot, element.clone()), (*walk, Type::List(Box::new(element))), (*at, Type::NUMBER)]
        }
        OpKind::Call { procedure, slot: Some(slot), .. } => {
            let called = ground.program.procedures.get(procedure.index());
            vec![(*slot, called.map_or(Type::Unknown, |called| Type::Record(called.result)))]
        }
        _ => Vec::new(),
    }
}

/// The type that holds both.
pub(super) fn joined(a: &Type, b: &Type) -> Type {
    a.join(b).unwrap_or(Type::Unknown)
}

/// The type of a constant.
pub(super) fn of_value(value: &Value) -> Type {
    let all = |elements: &[Value]| {
        let types = elements.iter().map(of_value);
        Box::new(types.fold(Type::Nothing, |all, ty| joined(&all, &ty)))
    };
    match value {
        Value::None => Type::Nothing,
        Value::YesNo(_) => Type::YesNo,
        Value::Number(number) => Type::Number(Interval::only(*number)),
        Value::Fraction(_) => Type::Fraction,
        Value::Symbol(symbol) => Type::Symbols(Arc::new(vec![*symbol])),
        Value::List(elements) => Type::List(all(elements)),
        Value::Set(elements) => Type::Set(all(elements)),
        Value::Bag(elements) => {
            Type::Bag(Box::new(elements.iter().fold(Type::Nothing, |all, (value, _)| joined(&all, &of_value(value)))))
        }
        Value::Entity(_) | Value::Map(_) | Value::Record(_) | Value::Pool(_) => Type::Unknown,
    }
}
