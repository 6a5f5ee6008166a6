//! Things of one of several types: all of them, their fields, and what has to be asked before.

use std::collections::BTreeSet;

use super::Compiler;
use super::expressions::{broken, make};
use super::scope::Body;
use crate::diagnostic::codes;
use crate::logic::program::{BlockId, Expr, ExprKind, Primitive};
use crate::logic::syntax::ast::{Name, Span};
use crate::logic::types::{EntityTypeId, Type};

impl Compiler<'_> {
    /// Reports a name that no entity type has.
    pub(super) fn no_entity_type(&mut self, block: BlockId, name: &Name) {
        let known = self.program.entities.iter().map(|entity| entity.name.as_str());
        let help = self.meant(&name.text, known).unwrap_or_else(|| "name an entity type".to_owned());
        self.report(&codes::UNKNOWN_NAME, (block, name.span), format!("there is no type `{}`", name.text), help);
    }
}

impl Body<'_, '_> {
    /// `A or B` in the place of a value: all things of these types.
    pub(super) fn all_of_types(&mut self, names: &[Name], span: Span) -> Expr {
        let mut kinds = Vec::new();
        for name in names {
            match self.compiler.types.get(&name.text).map(|(ty, ..)| ty.clone()) {
                Some(ty) if ty.is_thing() => kinds.extend(ty.kinds().iter().copied()),
                Some(Type::Unknown) => return broken(span),
                Some(ty) => {
                    let message =
                        format!("only things of several types are taken together, and this is {}", self.words(&ty));
                    self.mismatch(name.span, message, "name entity types: `x in Player or Card`");
                    return broken(span);
                }
                None => {
                    let block = self.block;
                    self.compiler.no_entity_type(block, name);
                    return broken(span);
                }
            }
        }
        let kinds: BTreeSet<EntityTypeId> = kinds.into_iter().collect();
        all_of_kinds(&kinds.into_iter().collect::<Vec<_>>(), span)
    }

    /// A field that things of several types have.
    pub(super) fn field_of_kinds(&mut self, value: &Expr, kinds: &[EntityTypeId], field: &Name, span: Span) -> Expr {
        let compiler = &*self.compiler;
        let named = compiler.names.get(&field.text);
        let found = kinds.iter().map(|kind| {
            let fields = &compiler.program.entities[usize::from(kind.0)].fields;
            let at = fields.iter().position(|known| Some(&known.name) == named)?;
            Some((*kind, u16::try_from(at).unwrap_or(u16::MAX), fields[at].ty.clone()))
        });
        let found: Vec<Option<(EntityTypeId, u16, Type)>> = found.collect();
        let lacking = kinds.iter().zip(&found).filter(|(_, found)| found.is_none()).map(|(kind, _)| *kind);
        let lacking: Vec<EntityTypeId> = lacking.collect();
        if !lacking.is_empty() {
            let message = format!("{} has no field `{}`", self.words(&Type::of_kinds(lacking)), field.text);
            let other = kinds.iter().zip(&found).find(|(_, found)| found.is_some());
            let help = match other {
                Some((kind, _)) => {
                    let name = &compiler.program.entities[usize::from(kind.0)].name;
                    format!("ask first what it is: `… in {name} and ….{}`", field.text)
                }
                None => "name a field that each of them has".to_owned(),
            };
            self.report(&codes::UNKNOWN_NAME, field.span, message, help);
            return broken(span);
        }
        let mut ways = found.into_iter().flatten().rev().map(|(kind, at, ty)| {
            let thing = Expr { ty: Type::Entity(kind), ..value.clone() };
            (kind, make(ExprKind::EntityField(Box::new(thing), kind, at), ty, span))
        });
        let Some((_, mut made)) = ways.next() else { return broken(span) };
        for (kind, way) in ways.collect::<Vec<_>>() {
            let Some(ty) = way.ty.join(&made.ty) else {
                let sides = [&way.ty, &made.ty].map(|side| self.words(side));
                let message =
                    format!("`{}` is {} of one kind of thing, and {} of another", field.text, sides[0], sides[1]);
                self.mismatch(field.span, message, "ask first what it is: `… in Type`");
                return broken(span);
            };
            let all = make(ExprKind::All(kind), Type::Set(Box::new(Type::Entity(kind))), span);
            let is = make(ExprKind::In(true, Box::new(value.clone()), Box::new(all)), Type::YesNo, span);
            let (yes, no) = (self.woven(), self.woven());
            let (condition, then, otherwise) = (Box::new(is), Box::new(way), Box::new(made));
            made = make(ExprKind::If { condition, then, otherwise, yes, no }, ty, span);
        }
        made
    }

    /// Reports a thing that may be of another type than is wanted.
    pub(super) fn ask_the_kind(&mut self, want: &Type, ty: &Type, span: Span, what: &str) {
        let message = format!("this is {}, but {what} is {}", self.words(ty), self.words(want));
        let help = match want.without_none() {
            Type::Entity(id) => {
                let name = &self.compiler.program.entities[usize::from(id.0)].name;
                format!("ask first what it is: `if … in {name}`")
            }
            _ => "ask first what it is: `if … in Type`".to_owned(),
        };
        self.mismatch(span, message, help);
    }
}

/// All things of these types, in the order of their making.
pub(super) fn all_of_kinds(kinds: &[EntityTypeId], span: Span) -> Expr {
    let all = |kind: &EntityTypeId| make(ExprKind::All(*kind), Type::Set(Box::new(Type::Entity(*kind))), span);
    if let [one] = kinds {
        return all(one);
    }
    let ty = Type::Set(Box::new(Type::of_kinds(kinds.iter().copied())));
    make(ExprKind::Primitive(Primitive::Together, kinds.iter().map(all).collect()), ty, span)
}

/// Whether a thing may be of another type than is wanted.
pub(super) fn kind_unknown(want: &Type, ty: &Type) -> bool {
    matches!(ty.without_none(), Type::OneOf(_)) && want.without_none().is_thing()
}
