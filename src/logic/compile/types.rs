//! From types as written to types.

use std::sync::Arc;

use super::Compiler;
use crate::diagnostic::codes;
use crate::logic::program::{BlockId, Field};
use crate::logic::syntax::ast::{self, ItemKind, Param, TypeKind};
use crate::logic::types::{Interval, Type};

/// How many names of types may stand for one another.
const DEEPEST: usize = 64;

impl Compiler<'_> {
    pub(super) fn resolve(&mut self, block: BlockId, written: &ast::Type) -> Type {
        match &written.kind {
            TypeKind::Number(low, high) => {
                if let (Some(low), Some(high)) = (low, high)
                    && low > high
                {
                    self.report(
                        &codes::OUT_OF_RANGE,
                        (block, written.span),
                        format!("no number lies in {low}..{high}"),
                        format!("write the lower end first: {high}..{low}"),
                    );
                    return Type::Unknown;
                }
                Type::Number(Interval { low: *low, high: *high })
            }
            TypeKind::Fraction => Type::Fraction,
            TypeKind::YesNo => Type::YesNo,
            TypeKind::List(element) => Type::List(Box::new(self.resolve(block, element))),
            TypeKind::Set(element) => Type::Set(Box::new(self.resolve(block, element))),
            TypeKind::Bag(element) => Type::Bag(Box::new(self.resolve(block, element))),
            TypeKind::Map(key, value) => {
                Type::Map(Box::new(self.resolve(block, key)), Box::new(self.resolve(block, value)))
            }
            TypeKind::OrNone(inner) => self.resolve(block, inner).or_none(),
            TypeKind::Named(name) => self.named_type(block, name, written),
        }
    }

    fn named_type(&mut self, block: BlockId, name: &str, written: &ast::Type) -> Type {
        if self.resolving.iter().any(|open| open == name) {
            let message = format!("the type `{name}` is made of itself");
            self.report(&codes::CIRCULAR_LOGIC, (block, written.span), message, "say what it stands for");
            return Type::Unknown;
        }
        if let Some((ty, ..)) = self.types.get(name) {
            return ty.clone();
        }
        // An alias may stand behind its first use.
        let alias = self.items(false).into_iter().find_map(|(block, item)| match &item.kind {
            ItemKind::Alias { name: alias, of } if alias.text == name => Some((block, alias.span, of)),
            _ => None,
        });
        if self.resolving.len() >= DEEPEST {
            let message =
                format!("`{name}` stands for a type that stands for another, and so on, more than {DEEPEST} times");
            self.report(&codes::LOGIC_TOO_COMPLEX, (block, written.span), message, "name the last type here");
            return Type::Unknown;
        }
        if let Some((home, span, of)) = alias {
            self.resolving.push(name.to_owned());
            let ty = self.resolve(home, of);
            self.resolving.pop();
            self.types.insert(name.to_owned(), (ty.clone(), home, span));
            return ty;
        }
        let known = self.types.keys().map(String::as_str);
        let help = self
            .meant(name, known)
            .unwrap_or_else(|| format!("declare it: `type {name} is …`, `entity {name}` or `record {name}`"));
        self.report(&codes::UNKNOWN_NAME, (block, written.span), format!("there is no type `{name}`"), help);
        Type::Unknown
    }

    /// Parameters, outputs or fields; a name that stands twice is reported.
    pub(super) fn fields(&mut self, block: BlockId, params: &[Param], what: &str) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for param in params {
            let ty = self.resolve(block, &param.ty);
            let name = self.name(&param.name.text);
            if fields.iter().any(|field| field.name == name) {
                let message = format!("two {what} are called `{}`", param.name.text);
                self.report(&codes::DUPLICATE_DEFINITION, (block, param.name.span), message, "rename one of them");
                continue;
            }
            fields.push(Field { name, ty });
        }
        fields
    }
}

/// The type of the given members.
pub(super) fn members(members: &[crate::logic::value::Symbol]) -> Type {
    let mut sorted = members.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    Type::Symbols(Arc::new(sorted))
}
