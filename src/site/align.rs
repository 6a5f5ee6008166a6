//! Puts the pieces of two texts side by side, so that what says the same stands in one row.

use super::html::Unit;

/// Pairs of pieces in order; a piece without counterpart stands alone.
///
/// Translations mostly have the same pieces, so a plain search for the dearest order is enough: statements with the same
/// letter must meet, pieces of one kind should.
pub(super) fn rows(left: Vec<Unit>, right: Vec<Unit>) -> Vec<(Option<Unit>, Option<Unit>)> {
    let width = right.len() + 1;
    let mut best = vec![0_u32; (left.len() + 1) * width];
    for (i, a) in left.iter().enumerate().rev() {
        for (j, b) in right.iter().enumerate().rev() {
            let paired = worth(a, b).map_or(0, |worth| worth + best[(i + 1) * width + j + 1]);
            best[i * width + j] = paired.max(best[(i + 1) * width + j]).max(best[i * width + j + 1]);
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    let mut rows = Vec::new();
    loop {
        let here = best[i * width + j];
        match (left.peek(), right.peek()) {
            (None, None) => return rows,
            (Some(a), Some(b)) if worth(a, b).is_some_and(|worth| here == worth + best[(i + 1) * width + j + 1]) => {
                rows.push((left.next(), right.next()));
                (i, j) = (i + 1, j + 1);
            }
            (Some(_), b) if b.is_none() || here == best[(i + 1) * width + j] => {
                rows.push((left.next(), None));
                i += 1;
            }
            _ => {
                rows.push((None, right.next()));
                j += 1;
            }
        }
    }
}

/// What it is worth to pair two pieces; none if they must not be.
fn worth(a: &Unit, b: &Unit) -> Option<u32> {
    match (a.letter, b.letter) {
        (Some(a), Some(b)) => (a == b).then_some(4),
        (None, None) => Some(if a.kind == b.kind { 2 } else { 1 }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Unit, rows};

    fn aligned(left: &str, right: &str) -> String {
        let units = |text: &str| {
            let unit = |word: &str| Unit {
                kind: if word.starts_with('-') { "item" } else { "paragraph" },
                letter: word.strip_prefix('^').and_then(|rest| rest.chars().next()),
                html: word.to_owned(),
            };
            text.split_whitespace().map(unit).collect::<Vec<_>>()
        };
        let shown = |unit: Option<Unit>| unit.map_or_else(|| "…".to_owned(), |unit| unit.html);
        let pairs = rows(units(left), units(right)).into_iter().map(|(a, b)| format!("{}={}", shown(a), shown(b)));
        pairs.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_same_pieces_meet() {
        assert_eq!(aligned("^a -x ^b", "^a -ア ^b"), "^a=^a -x=-ア ^b=^b");
        assert_eq!(aligned("", ""), "");
    }

    #[test]
    fn a_piece_too_many_stands_alone() {
        assert_eq!(aligned("^a ^b", "^a more ^b"), "^a=^a …=more ^b=^b");
        assert_eq!(aligned("^a -x -y ^b", "^a -ア ^b"), "^a=^a -x=-ア -y=… ^b=^b");
        assert_eq!(aligned("^a", "^b"), "^a=… …=^b");
    }
}
