//! Where the steps of a procedure's code go on.

use crate::logic::bits::Bits;
use crate::logic::program::{Op, OpKind, PlaceExpr, Procedure};
use crate::logic::types::Type;

/// Where a step can go on in its own code; the end is behind the last step.
pub(super) fn ways(code: &[Op], pc: usize) -> Vec<usize> {
    let next = pc + 1;
    let Some(op) = code.get(pc) else { return Vec::new() };
    let mut ways = match &op.kind {
        OpKind::Jump(target) => vec![*target as usize],
        OpKind::Branch { otherwise, .. } => vec![next, *otherwise as usize],
        OpKind::Next { end, .. } => vec![next, *end as usize],
        OpKind::Pick { if_none: Some(none), .. } | OpKind::Choose { if_none: Some(none), .. } => {
            vec![next, *none as usize]
        }
        OpKind::Stop | OpKind::Abandon => vec![code.len()],
        _ => vec![next],
    };
    for way in &mut ways {
        *way = (*way).min(code.len());
    }
    ways
}

/// The outputs that some way leaves without a value although their type has no `none`.
pub(super) fn unset_outputs(definition: &Procedure, code: &[Op]) -> Bits {
    let count = definition.outputs.len();
    let first = definition.params.len();
    let mut open = Bits::new(count);
    for (n, output) in definition.outputs.iter().enumerate() {
        if matches!(output.ty, Type::OrNone(_) | Type::Nothing | Type::Unknown) {
            continue;
        }
        let sets = |kind: &OpKind| match kind {
            OpKind::Store(PlaceExpr::Local(slot), ..) => slot.index() == first + n,
            _ => false,
        };
        // Every step that can be reached without setting it.
        let mut reached = Bits::new(code.len() + 1);
        let mut todo = vec![0];
        while let Some(pc) = todo.pop() {
            if reached.has(pc) {
                continue;
            }
            reached.set(pc);
            let Some(op) = code.get(pc) else {
                open.set(n);
                break;
            };
            if !sets(&op.kind) {
                todo.extend(ways(code, pc));
            }
        }
    }
    open
}
