//! How far two sources are apart, in words to change.

use super::words::Word;

/// What one word costs; a number for another number, and the like, costs [`MARK`].
pub(super) const WORD: usize = 4;
const MARK: usize = 1;

/// What it costs to make `a` of `b`; none if that is more than `most`.
pub(super) fn cost(a: &[Word], b: &[Word], most: usize) -> Option<usize> {
    let head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[head..], &b[head..]);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - tail], &b[..b.len() - tail]);
    let mut row: Vec<usize> = (0..=b.len()).map(|at| at * WORD).collect();
    for (i, left) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = (i + 1) * WORD;
        let mut least = row[0];
        for (j, right) in b.iter().enumerate() {
            let changed = corner + change(*left, *right);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + WORD).min(row[j] + WORD);
            least = least.min(row[j + 1]);
        }
        if least > most {
            return None;
        }
    }
    row.last().copied().filter(|cost| *cost <= most)
}

/// Whether only numbers, references or values are not the same.
pub(super) fn only_marks(a: &[Word], b: &[Word]) -> bool {
    a.len() == b.len() && a != b && a.iter().zip(b).all(|(a, b)| a == b || a.class == b.class && a.is_mark())
}

fn change(a: Word, b: Word) -> usize {
    if a == b {
        0
    } else if a.class == b.class {
        MARK
    } else {
        WORD
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::Lexicon;
    use super::*;

    fn between(a: &str, b: &str) -> Option<usize> {
        let mut lexicon = Lexicon::default();
        cost(&lexicon.learn(a), &lexicon.learn(b), 100)
    }

    #[test]
    fn words_cost_more_than_numbers() {
        assert_eq!(between("roll two dice", "roll two dice"), Some(0));
        assert_eq!(between("roll 2 dice", "roll 3 dice"), Some(MARK));
        assert_eq!(between("roll two dice", "roll dice now"), Some(2 * WORD));
        assert_eq!(between("see [[1.2]]", "see {n}"), Some(WORD));
        assert_eq!(between("", "a b"), Some(2 * WORD));
        let mut lexicon = Lexicon::default();
        assert_eq!(cost(&lexicon.learn("a b c"), &lexicon.learn("d e f"), 2 * WORD), None);
    }

    #[test]
    fn a_number_too_many_is_more_than_another_number() {
        let mut lexicon = Lexicon::default();
        let mut only = |a: &str, b: &str| only_marks(&lexicon.learn(a), &lexicon.learn(b));
        assert!(only("roll 2 dice, see [[1]]", "roll 3 dice, see [[2]]"));
        assert!(!only("roll 2 dice", "roll 2 3 dice"));
        assert!(!only("roll 2 dice", "roll 2 dice"));
        assert!(!only("roll 2 dice", "cast 2 dice"));
    }
}
