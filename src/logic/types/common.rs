//! The type that holds all of several, found one after the other.

use std::mem;
use std::sync::Arc;

use super::Type;
use crate::logic::value::Symbol;

/// So many members are put together at once at least.
const AT_ONCE: usize = 64;

/// What [`Type::join`] makes of several types; members of enumerations are put together many at once, so that a column of
/// names that all differ takes no longer than its length.
#[derive(Debug, Default)]
pub struct Common {
    ty: Option<Type>,
    /// Members that the type does not have yet.
    more: Vec<Symbol>,
}

impl Common {
    /// Takes in one more. Where it has nothing in common with those before it, what these had in common comes back; then
    /// nothing is known of all.
    pub fn add(&mut self, other: &Type) -> Result<(), Type> {
        let Some(ty) = &mut self.ty else {
            self.ty = Some(other.clone());
            return Ok(());
        };
        match (ty.without_none(), other.without_none()) {
            (Type::Symbols(known), Type::Symbols(members)) => {
                self.more.extend(members.iter());
                let many = self.more.len() > known.len().max(AT_ONCE);
                if matches!(other, Type::OrNone(_)) {
                    *ty = mem::replace(ty, Type::Nothing).or_none();
                }
                if many {
                    self.put_together();
                }
                return Ok(());
            }
            (Type::Symbols(_), Type::Nothing) => {
                *ty = mem::replace(ty, Type::Nothing).or_none();
                return Ok(());
            }
            _ => {}
        }
        self.put_together();
        let ty = self.ty.get_or_insert(Type::Nothing);
        let joined = ty.join(other);
        let before = mem::replace(ty, Type::Unknown);
        *ty = joined.ok_or(before)?;
        Ok(())
    }

    /// The type of all; none where there were none.
    pub fn ty(mut self) -> Option<Type> {
        self.put_together();
        self.ty
    }

    fn put_together(&mut self) {
        if self.more.is_empty() {
            return;
        }
        let more = Type::Symbols(Arc::new(mem::take(&mut self.more)));
        if let Some(ty) = &mut self.ty
            && let Some(all) = ty.join(&more)
        {
            *ty = all;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::types::Interval;

    fn members(of: &[u64]) -> Type {
        Type::Symbols(Arc::new(of.iter().copied().map(Symbol).collect()))
    }

    #[test]
    fn it_is_what_joining_one_by_one_gives() {
        let number = |number| Type::Number(Interval::only(number));
        let some = [
            members(&[3]),
            members(&[1, 3]),
            members(&[2]).or_none(),
            Type::Nothing,
            number(4),
            number(7).or_none(),
            Type::YesNo,
            Type::List(Box::new(members(&[5]))),
            Type::Unknown,
        ];
        let four = |at: usize| [at, at / 9, at / 81, at / 729].map(|at| &some[at % 9]);
        for types in (0..9 * 9 * 9 * 9).map(four) {
            let mut common = Common::default();
            let mut joined: Option<Type> = None;
            for ty in types {
                let next = joined.as_ref().map_or(Some(ty.clone()), |before| before.join(ty));
                assert_eq!(common.add(ty).err(), if next.is_none() { joined.clone() } else { None }, "{types:?}");
                joined = Some(next.unwrap_or(Type::Unknown));
            }
            assert_eq!(common.ty(), joined, "{types:?}");
        }
    }

    #[test]
    fn members_that_all_differ_are_put_together() {
        let mut common = Common::default();
        for member in (0..1_000).rev() {
            assert_eq!(common.add(&members(&[member])), Ok(()));
        }
        assert_eq!(common.ty(), Some(members(&(0..1_000).collect::<Vec<_>>())));
    }
}
