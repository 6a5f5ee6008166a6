//! Places that a procedure can change.

use super::Global;
use super::scope::{Body, LocalKind};
use crate::diagnostic::codes;
use crate::logic::program::{Expr, ExprKind, PlaceExpr};
use crate::logic::syntax::ast;
use crate::logic::types::{EntityTypeId, Making, Type};

impl Body<'_, '_> {
    /// What becomes of a number that is put into a place.
    pub(super) fn making_at(&mut self, place: &PlaceExpr) -> Making {
        match place {
            PlaceExpr::Local(slot) => {
                self.locals.iter().find(|local| local.slot == *slot).map_or_else(Making::default, |local| local.making)
            }
            PlaceExpr::State(state) => {
                self.compiler.program.states.get(state.index()).map_or_else(Making::default, |state| state.making)
            }
            PlaceExpr::EntityField(_, ty, field) => {
                let entity = &self.compiler.program.entities[usize::from(ty.0)];
                entity.fields.get(usize::from(*field)).map_or_else(Making::default, |field| field.making)
            }
            PlaceExpr::Entry(map, _) => self.making_at(map),
            PlaceExpr::RecordField(..) => Making::default(),
        }
    }

    /// A place and its declared type; `None` after a mistake was reported.
    pub(super) fn place(&mut self, expr: &ast::Expr) -> Option<(PlaceExpr, Type)> {
        match &expr.kind {
            ast::ExprKind::Name(name) => self.named_place(name, expr),
            ast::ExprKind::Field(of, name) => {
                // It may be none, whatever it holds now.
                let typed = self.field(of, name, expr.span);
                match typed.kind {
                    ExprKind::EntityField(entity, id, field) => {
                        self.changes_entity(id, expr.span);
                        Some((PlaceExpr::EntityField(entity, id, field), typed.ty))
                    }
                    ExprKind::RecordField(_, field) => {
                        let (inner, _) = self.place(of)?;
                        Some((PlaceExpr::RecordField(Box::new(inner), field), typed.ty))
                    }
                    ExprKind::If { .. } => {
                        let message = "which type of thing this is must be known where it changes";
                        self.mismatch(expr.span, message, "ask first what it is: `if … in Type`");
                        None
                    }
                    _ => None,
                }
            }
            ast::ExprKind::Index(map, key) => {
                let (inner, ty) = self.place(map)?;
                let Type::Map(key_type, value) = ty else {
                    let message = format!("only a map has entries, and this is {}", self.words(&ty));
                    self.mismatch(map.span, message, "");
                    return None;
                };
                let key = self.expr_for(key, &key_type, "the key");
                Some((PlaceExpr::Entry(Box::new(inner), Box::new(key)), *value))
            }
            _ => {
                let help = "a place is a state, an output, a name made by `let`, or a field or entry of one";
                self.mismatch(expr.span, "this is no place that could change", help);
                None
            }
        }
    }

    /// What is taken from a place is a use of its name.
    pub(super) fn uses(&mut self, place: &ast::Expr) {
        if let ast::ExprKind::Name(name) = &place.kind
            && let Some(local) = self.local(name)
        {
            local.used = true;
        }
    }

    fn named_place(&mut self, name: &str, expr: &ast::Expr) -> Option<(PlaceExpr, Type)> {
        if let Some(local) = self.local(name) {
            let (slot, ty, kind) = (local.slot, local.ty.clone(), local.kind);
            if matches!(kind, LocalKind::Parameter | LocalKind::Element) {
                let message = format!("`{name}` cannot change");
                let help = format!("keep what changes under a name of its own: `let left = {name}`");
                self.mismatch(expr.span, message, help);
                return None;
            }
            return Some((PlaceExpr::Local(slot), ty));
        }
        if let Some(Global::State(id)) = self.compiler.globals.get(name).map(|(global, ..)| *global) {
            self.changes_state(id, expr.span);
            let ty = self.compiler.program.states.get(id.index()).map_or(Type::Unknown, |state| state.ty.clone());
            return Some((PlaceExpr::State(id), ty));
        }
        if let Some((global, ..)) = self.compiler.globals.get(name).copied() {
            let (is, _) = self.compiler.kind_of(global);
            let help = "only a state, an output, a name made by `let`, or a field or entry of one can change";
            self.mismatch(expr.span, format!("`{name}` is {is} and cannot change"), help);
            return None;
        }
        let states = self.compiler.program.states.iter().map(|state| self.compiler.program.name(state.name));
        let locals = self.locals.iter().map(|local| local.name.as_str());
        let near = self.field_meant(name).or_else(|| self.compiler.meant(name, states.chain(locals)));
        let help = near.unwrap_or_else(|| {
            format!("what changes is a state, an output, or a name made before by `let {name} = …`")
        });
        self.report(&codes::UNKNOWN_NAME, expr.span, format!("there is no place `{name}` here"), help);
        None
    }

    /// An entity that is removed, and its type; `None` after a mistake was reported.
    pub(super) fn entity(&mut self, expr: &ast::Expr) -> Option<(Expr, EntityTypeId)> {
        let value = self.expr(expr);
        if matches!(value.ty, Type::OrNone(_)) {
            self.not_none(&value, expr, "only what is there can be removed");
            return None;
        }
        match &value.ty.clone() {
            Type::Entity(id) => {
                self.changes_entity(*id, expr.span);
                Some((value, *id))
            }
            Type::Unknown => None,
            Type::OneOf(_) => {
                let message = "which type of thing this is must be known where it is removed";
                self.mismatch(expr.span, message, "ask first what it is: `if … in Type`");
                None
            }
            _ => {
                let message = format!("only an entity can be removed, and this is {}", self.words(&value.ty));
                self.mismatch(expr.span, message, "to take something out of a list: `remove it from list`");
                None
            }
        }
    }
}
