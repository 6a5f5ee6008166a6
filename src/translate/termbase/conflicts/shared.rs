//! Names that several concepts have.

use std::collections::BTreeMap;

use super::{Conflict, MOST_PLACES, What};
use crate::library::Line;
use crate::translate::termbase::Termbase;

/// A name and the id of its concept.
type Named<'a> = (&'a Line, &'a str);

pub(super) fn find(base: &Termbase, language: usize) -> Vec<Conflict> {
    let code = base.languages[language];
    let mut names: BTreeMap<(String, bool), Vec<Named>> = BTreeMap::new();
    for concept in &base.concepts {
        let Some(term) = concept.terms.get(code) else { continue };
        for name in term.name.iter().chain(&term.forms) {
            // In a text, a single word with a capital is told from one without.
            let capital = !name.value.contains(' ') && name.value.starts_with(char::is_uppercase);
            let named = names.entry((base.analyzer.key(&name.value), capital)).or_default();
            if named.iter().all(|(_, id)| *id != concept.id) {
                named.push((name, concept.id));
            }
        }
    }
    let shared = names.into_iter().filter(|((key, _), named)| !key.is_empty() && named.len() > 1);
    let conflict = |named: Vec<Named>| Conflict {
        what: What::Shared {
            name: named[0].0.value.clone(),
            concepts: named.iter().map(|(_, id)| (*id).to_owned()).collect(),
        },
        places: named.iter().take(MOST_PLACES).map(|(name, _)| name.place).collect(),
    };
    shared.map(|(_, named)| conflict(named)).collect()
}
