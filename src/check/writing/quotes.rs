//! A language of a book sets its quotations in one kind of marks, not now and then in straight ones.

use std::collections::BTreeMap;

use super::Passage;
use crate::diagnostic::{Diagnostic, codes};

/// So many pairs of the usual marks tell what is usual.
const ENOUGH: usize = 8;

/// For one straight pair so many of the usual ones.
const RARE: usize = 12;

/// The marks that open a quotation, with those that close it.
const PAIRS: &[(char, char)] = &[('«', '»'), ('“', '”'), ('„', '“'), ('「', '」')];

pub(super) fn check(passages: &[Passage], diagnostics: &mut Vec<Diagnostic>) {
    let mut by_language: BTreeMap<&str, Vec<&Passage>> = BTreeMap::new();
    for passage in passages {
        by_language.entry(passage.language).or_default().push(passage);
    }
    for passages in by_language.into_values() {
        let count = |mark: char| passages.iter().map(|passage| passage.words.matches(mark).count()).sum::<usize>();
        let Some((usual, (open, close))) = PAIRS.iter().map(|pair| (count(pair.0), *pair)).max() else { continue };
        if usual < ENOUGH {
            continue;
        }
        let straight: Vec<_> = passages.iter().filter(|passage| quotes(&passage.words).next().is_some()).collect();
        if straight.len() * RARE > usual {
            continue;
        }
        for passage in straight {
            for at in quotes(&passage.words).step_by(2) {
                let message = format!("`\"` stands here for the `{open}…{close}` of this book");
                let finding = passage.finding(&codes::QUOTATION_MARKS, at..at + 1, message);
                diagnostics.push(finding.help(format!("write `{open}` and `{close}`")));
            }
        }
    }
}

/// The straight quotation marks of a passage that has them in pairs; behind a digit they mean inches.
fn quotes(text: &str) -> impl Iterator<Item = usize> {
    let inches = |at: usize| text[..at].ends_with(|c: char| c.is_numeric());
    let all: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    let fine = all.len() % 2 == 1 || all.iter().any(|at| inches(*at));
    all.into_iter().filter(move |_| !fine)
}
