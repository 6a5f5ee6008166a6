//! Every bracket and quotation mark has its partner in the same paragraph, cell or line.

use super::{MOST_FINDINGS, Passage};
use crate::diagnostic::{Diagnostic, codes};

/// What opens and what closes. „ is closed by “ in Russian and by ” elsewhere; “ opens too.
const PAIRS: &[(char, &str)] = &[
    ('(', ")）"),
    ('（', ")）"),
    ('[', "]］"),
    ('［', "]］"),
    ('〔', "〕"),
    ('「', "」"),
    ('『', "』"),
    ('【', "】"),
    ('〈', "〉"),
    ('《', "》"),
    ('«', "»"),
    ('“', "”"),
    ('„', "“”"),
];

pub(super) fn check(passage: &Passage, diagnostics: &mut Vec<Diagnostic>) {
    for (at, mark, wanted) in alone(&passage.words).into_iter().take(MOST_FINDINGS) {
        let message = format!("`{mark}` has no partner here");
        let help = format!("write the missing `{wanted}`, or remove the `{mark}`");
        let range = at..at + mark.len_utf8();
        diagnostics.push(passage.finding(&codes::UNBALANCED_BRACKETS, range, message).help(help));
    }
}

/// As deep as brackets are looked through for a partner.
const DEEPEST: usize = 32;

/// The marks without a partner: where, which, and the partner that is missed.
fn alone(text: &str) -> Vec<(usize, char, char)> {
    let mut found = Vec::new();
    let mut open: Vec<(usize, char, &str)> = Vec::new();
    let mut straight = Vec::new();
    for (at, c) in text.char_indices() {
        if c == '"' {
            straight.push(at);
        } else if let Some(from) = partner_of(c, &open) {
            let unclosed = open.drain(from..).skip(1);
            found.extend(unclosed.filter_map(|(at, mark, closing)| Some((at, mark, partner(mark, closing)?))));
        } else if let Some((mark, closing)) = PAIRS.iter().find(|(mark, _)| *mark == c) {
            open.push((at, *mark, closing));
        } else if let Some((opening, _)) =
            PAIRS.iter().find(|(mark, closing)| closing.contains(c) && width(*mark) == width(c))
            && !(matches!(c, ')' | '）') && is_marker(&text[..at]))
        {
            found.push((at, c, *opening));
        }
    }
    found.extend(open.into_iter().filter_map(|(at, mark, closing)| Some((at, mark, partner(mark, closing)?))));
    // After a digit it may mean inches.
    let inches = |at: &usize| text[..*at].ends_with(|c: char| c.is_numeric());
    if straight.len() % 2 == 1 && !straight.iter().any(inches) {
        found.extend(straight.last().map(|at| (*at, '"', '"')));
    }
    found.sort_unstable();
    found
}

/// Which of the open marks `c` closes. “ opens unless „ stands right before.
fn partner_of(c: char, open: &[(usize, char, &str)]) -> Option<usize> {
    if c == '“' {
        return open.len().checked_sub(1).filter(|last| open[*last].1 == '„');
    }
    let from = open.len().saturating_sub(DEEPEST);
    open[from..].iter().rposition(|(_, _, closing)| closing.contains(c)).map(|at| from + at)
}

/// What closes `mark`, in its width.
fn partner(mark: char, closing: &str) -> Option<char> {
    closing.chars().find(|c| width(*c) == width(mark)).or(closing.chars().next())
}

/// Whether a bracket is of full width: such a one is paired with its like.
fn width(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FF60}')
}

/// Whether a closing bracket after `before` would end the marker of an item: `a)`, `12)`, `iv)`.
fn is_marker(before: &str) -> bool {
    let marker = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let apart = before[..before.len() - marker.len()].chars().next_back();
    let letter = marker.chars().count() == 1;
    let number = marker.len() <= 3 && marker.bytes().all(|b| b.is_ascii_digit());
    let roman = marker.len() <= 5 && marker.bytes().all(|b| matches!(b, b'i' | b'v' | b'x'));
    // A number begins an item behind a mark of punctuation; elsewhere it is one of a sentence.
    let ahead = before[..before.len() - marker.len()].trim_end();
    let counted = number && !ahead.is_empty() && !ahead.ends_with([',', ';', ':', '.', '、', '。', '(', '（']);
    !marker.is_empty()
        && (letter && !number || number && !counted || roman)
        && apart.is_none_or(|c| c.is_whitespace() || matches!(c, ',' | ';' | '、' | '。' | '(' | '（'))
}

#[cfg(test)]
mod tests {
    use super::alone;

    #[test]
    fn markers_inches_and_apostrophes_are_alone() {
        for fine in [
            "a) one; b) two, 12) many iv) more",
            "(one of a) and b)",
            "a 5/8\" counter, the players' turn",
            "«„Ганнибал“ у ворот» и “так” и „so”",
            "„Ганнибал (“слон”)“",
            "『「艦隊（[3]）」』",
            "（艦隊)",
        ] {
            assert!(alone(fine).is_empty(), "{fine}");
        }
    }

    #[test]
    fn the_mark_itself_is_found() {
        assert_eq!(alone("(a [b)"), [(3, '[', ']')]);
        assert_eq!(alone("the fleet) sails"), [(9, ')', '(')]);
        assert_eq!(alone("（艦隊"), [(0, '（', '）')]);
        assert_eq!(alone("say \"no\" or \"yes"), [(12, '"', '"')]);
        assert_eq!(alone("«так»»"), [(10, '»', '«')]);
        assert_eq!(alone("“so"), [(0, '“', '”')]);
        assert_eq!(alone("№ 15 and № 16) ^"), [(17, ')', '(')]);
        assert_eq!(alone("so”"), [(2, '”', '“')]);
        assert_eq!(alone("「（艦隊」"), [(3, '（', '）')]);
    }
}
