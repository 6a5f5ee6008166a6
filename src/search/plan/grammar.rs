//! The words that hold a sentence together: found and ranked as any other, but a section need not have them.
//!
//! "Who can move by sea" asks for moving and for the sea; a section that says both without "who" is a better answer
//! than one that
//! happens to have all five words in an example.

const ENGLISH: &[&str] = &[
    "a", "an", "and", "any", "are", "as", "at", "be", "been", "by", "can", "could", "did", "do", "does", "for", "from",
    "had", "has", "have", "he", "her", "his", "how", "i", "if", "in", "into", "is", "it", "its", "may", "me", "must",
    "my", "of", "on", "or", "our", "shall", "she", "should", "so", "than", "that", "the", "their", "them", "then",
    "there", "these", "they", "this", "those", "to", "us", "was", "we", "were", "what", "when", "where", "which",
    "who", "whose", "why", "will", "with", "would", "you", "your",
];

const RUSSIAN: &[&str] = &[
    "а",
    "бы",
    "был",
    "была",
    "были",
    "было",
    "в",
    "во",
    "вы",
    "где",
    "для",
    "до",
    "его",
    "ее",
    "если",
    "есть",
    "же",
    "за",
    "и",
    "из",
    "или",
    "их",
    "к",
    "как",
    "какие",
    "какой",
    "ко",
    "когда",
    "кто",
    "куда",
    "ли",
    "мне",
    "можно",
    "мы",
    "на",
    "над",
    "но",
    "о",
    "об",
    "он",
    "она",
    "они",
    "от",
    "по",
    "под",
    "при",
    "с",
    "со",
    "так",
    "то",
    "того",
    "у",
    "что",
    "чтобы",
    "это",
    "я",
];

/// Whether the folded word `form` only holds a sentence together.
pub(super) fn is_grammar(form: &str) -> bool {
    ENGLISH.binary_search(&form).is_ok() || RUSSIAN.binary_search(&form).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_as_searching_them_needs() {
        assert!(ENGLISH.is_sorted() && RUSSIAN.is_sorted());
        assert!(is_grammar("who") && is_grammar("если") && !is_grammar("not") && !is_grammar("не"));
    }
}
