//! Names that several concepts have.

use std::collections::{BTreeMap, HashSet};

use super::{Conflict, MOST_PLACES, What};
use crate::analyzer::{Token, TokenKind};
use crate::library::{Line, Term};
use crate::termbase::Termbase;

/// A name and the id of its concept.
type Named<'a> = (&'a Line, &'a str);

/// The words of a name in the letters that are compared.
fn forms(base: &Termbase, name: &str) -> String {
    let tokens = base.analyzer.cut(name);
    let forms = tokens.iter().filter(|token| token.kind != TokenKind::Bigram).map(Token::form);
    forms.collect::<Vec<_>>().join(" ")
}

pub(super) fn find(base: &Termbase, language: usize) -> Vec<Conflict> {
    let code = base.languages[language];
    let reference: HashSet<*const Term> = base.book.terms.iter().map(std::ptr::from_ref).collect();
    let mut names: BTreeMap<(String, bool), Vec<Named>> = BTreeMap::new();
    for concept in &base.concepts {
        // A name that stays as it is is told once, in the reference language.
        let own = |term: &&&Term| language == 0 || !reference.contains(&std::ptr::from_ref(**term));
        let Some(term) = concept.terms.get(code).filter(own) else { continue };
        for name in term.name.iter().chain(&term.forms) {
            // In a text, a single word with a capital is told from one without.
            let capital = !name.value.contains(' ') && name.value.starts_with(char::is_uppercase);
            let known = names.entry((forms(base, &name.value), capital)).or_default();
            // The names of a concept come one after the other.
            if known.last().is_none_or(|(_, id)| *id != concept.id) {
                known.push((name, concept.id));
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
