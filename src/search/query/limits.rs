//! How much may be asked at once. A query comes from whoever made a link, and its answer must not cost more than a moment, on
//! the command line and in the page alike: `templates/search/2-query.js` has the same numbers.

use std::collections::HashSet;

use super::{Clause, QueryError};

/// The longest query, in characters: twice the longest sentence of a rule.
const LONGEST_QUERY: usize = 400;
/// The most words that are looked for, and the most that are left out of the answer; each counts once.
pub const MOST_WORDS: usize = 24;
/// The most of either that end in `*`: each stands for hundreds of words.
pub const MOST_PREFIXES: usize = 4;

/// Refuses a text that is too long to be a query.
pub(super) fn check_length(text: &str) -> Result<(), QueryError> {
    match text.char_indices().nth(LONGEST_QUERY) {
        None => Ok(()),
        Some(_) => Err(QueryError {
            message: format!("the query is longer than {LONGEST_QUERY} characters"),
            help: "keep the words that matter".into(),
            column: LONGEST_QUERY + 1,
        }),
    }
}

/// Words of one kind that are kept.
#[derive(Default)]
struct Counted {
    words: HashSet<Clause>,
    prefixes: usize,
}

impl Counted {
    /// Whether there is room for a word, which takes it, or it is there already.
    fn take(&mut self, clause: &Clause) -> bool {
        let identity = clause.identity();
        if self.words.contains(&identity) {
            return true;
        }
        if self.words.len() >= MOST_WORDS || clause.prefix && self.prefixes >= MOST_PREFIXES {
            return false;
        }
        self.prefixes += usize::from(clause.prefix);
        self.words.insert(identity)
    }
}

/// The first clauses, as many as may be asked at once, and the others as typed, each once.
pub(super) fn bounded(clauses: Vec<(Clause, String)>) -> (Vec<Clause>, Vec<String>) {
    let (mut wanted, mut excluded) = (Counted::default(), Counted::default());
    let (mut kept, mut left_out) = (Vec::new(), Vec::new());
    for (clause, typed) in clauses {
        if if clause.excluded { &mut excluded } else { &mut wanted }.take(&clause) {
            kept.push(clause);
        } else if !left_out.contains(&typed) {
            left_out.push(typed);
        }
    }
    (kept, left_out)
}
