//! From types as written to types.

use std::collections::HashSet;
use std::sync::Arc;

use super::Compiler;
use crate::diagnostic::codes;
use crate::logic::program::{BlockId, Field};
use crate::logic::syntax::ast::{self, ItemKind, Param, TypeKind};
use crate::logic::types::{Interval, Making, Type};
use crate::logic::value::Symbol;

/// How many names of types may stand for one another.
const DEEPEST: usize = 64;

/// How many parameters, outputs or fields a definition may have: each use of it looks at all of them.
pub(super) const MOST_FIELDS: usize = 200;

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
            TypeKind::Date => Type::Date,
            TypeKind::List(element) => Type::List(Box::new(self.resolve(block, element))),
            TypeKind::Set(element) => Type::Set(Box::new(self.resolve(block, element))),
            TypeKind::Bag(element) => Type::Bag(Box::new(self.resolve(block, element))),
            TypeKind::Deck(card) => Type::Deck(Box::new(self.resolve(block, card))),
            TypeKind::Map(key, value) => {
                Type::Map(Box::new(self.resolve(block, key)), Box::new(self.resolve(block, value)))
            }
            TypeKind::OrNone(inner) => self.resolve(block, inner).or_none(),
            TypeKind::Either(kinds) => self.either(block, kinds),
            TypeKind::Named(name) => self.named_type(block, name, written),
        }
    }

    /// A thing of one of several types.
    fn either(&mut self, block: BlockId, written: &[ast::Type]) -> Type {
        let mut kinds = Vec::new();
        for one in written {
            let ty = self.resolve(block, one);
            if ty == Type::Unknown {
                return ty;
            }
            if !ty.is_thing() {
                let message =
                    format!("only types of things stand together, and this is {}", self.program.describe(&ty));
                let help = "make one type of the members of both, or a record with a field for each";
                self.report(&codes::TYPE_MISMATCH, (block, one.span), message, help);
                return Type::Unknown;
            }
            kinds.extend(ty.kinds().iter().copied());
        }
        Type::of_kinds(kinds)
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
        let alias = self.aliases.get(name).and_then(|(block, item)| match &item.kind {
            ItemKind::Alias { name, of, .. } => Some((*block, name.span, of)),
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

    /// What becomes of a number that is put into a place of the type.
    pub(super) fn making_of(&self, written: &ast::Type) -> Making {
        match &written.kind {
            // Of a map: what becomes of what it holds.
            TypeKind::OrNone(inner) | TypeKind::Map(_, inner) => self.making_of(inner),
            TypeKind::Named(name) => match self.aliases.get(name.as_str()).map(|(_, item)| &item.kind) {
                Some(ItemKind::Alias { of, making, .. }) if making.is_nothing() && self.resolving.len() < DEEPEST => {
                    if matches!(of.kind, TypeKind::Named(ref other) if other == name) {
                        *making
                    } else {
                        self.making_of(of)
                    }
                }
                Some(ItemKind::Alias { making, .. }) => *making,
                _ => Making::default(),
            },
            _ => Making::default(),
        }
    }

    /// Parameters, outputs or fields; a name that stands twice is reported.
    pub(super) fn fields(&mut self, block: BlockId, params: &[Param], what: &str) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        let mut seen = HashSet::new();
        if let Some(param) = params.get(MOST_FIELDS) {
            let message = format!("these are more than {MOST_FIELDS} {what}");
            let help = "make records of those that belong together";
            self.report(&codes::LOGIC_TOO_COMPLEX, (block, param.name.span), message, help);
        }
        for param in params.iter().take(MOST_FIELDS) {
            let ty = self.resolve(block, &param.ty);
            let name = self.name(&param.name.text);
            if !seen.insert(name) {
                let message = format!("two {what} are called `{}`", param.name.text);
                self.report(&codes::DUPLICATE_DEFINITION, (block, param.name.span), message, "rename one of them");
                continue;
            }
            let making = self.making_of(&param.ty);
            fields.push(Field { name, ty, making });
        }
        fields
    }
}

impl Compiler<'_> {
    /// Remembers which enumerations have each member.
    pub(super) fn enumerated(&mut self, name: &str, members: &[Symbol]) {
        let number = self.enumerations.len();
        self.enumerations.push(name.to_owned());
        for member in members {
            self.holders.entry(*member).or_default().push(number);
        }
    }

    /// Whether there is one type with all these members, whose order is that of their numbers.
    pub(super) fn are_ordered(&self, members: &[Symbol]) -> bool {
        let holders = |member: &Symbol| self.holders.get(member).map_or(&[][..], Vec::as_slice);
        let rarest = members.iter().map(holders).min_by_key(|holders| holders.len()).unwrap_or_default();
        rarest.iter().any(|number| {
            members.iter().all(|member| holders(member).binary_search(number).is_ok())
                && self.program.enumerations[&self.enumerations[*number]].is_sorted()
        })
    }

    /// All members of the one type that has these, in their order; none where there is no such type, or several.
    pub(super) fn all_in_order(&self, members: &[Symbol]) -> Option<&Vec<Symbol>> {
        if let Some(name) = self.program.enumeration_of(members) {
            return self.program.enumerations.get(name);
        }
        let holders = |member: &Symbol| self.holders.get(member).map_or(&[][..], Vec::as_slice);
        let rarest = members.iter().map(holders).min_by_key(|holders| holders.len()).unwrap_or_default();
        let mut of_all =
            rarest.iter().filter(|number| members.iter().all(|member| holders(member).binary_search(number).is_ok()));
        match (of_all.next(), of_all.next()) {
            (Some(number), None) => self.program.enumerations.get(&self.enumerations[*number]),
            _ => None,
        }
    }

    /// The members of all enumerations that have each of these.
    pub(super) fn wide(&mut self, members: &Arc<Vec<Symbol>>) -> Type {
        if let Some(known) = self.wide.get(members) {
            return known.clone();
        }
        let holders = |member: &Symbol| self.holders.get(member).map_or(&[][..], Vec::as_slice);
        let rarest = members.iter().map(holders).min_by_key(|holders| holders.len()).unwrap_or_default();
        let of_all =
            rarest.iter().filter(|number| members.iter().all(|member| holders(member).binary_search(number).is_ok()));
        let wide = of_all.flat_map(|number| &self.program.enumerations[&self.enumerations[*number]]);
        let wide: Vec<_> = wide.chain(members.iter()).copied().collect();
        let wide = self::members(&wide);
        self.wide.insert(Arc::clone(members), wide.clone());
        wide
    }
}

/// The type of the given members.
pub(super) fn members(members: &[Symbol]) -> Type {
    let mut sorted = members.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    Type::Symbols(Arc::new(sorted))
}
