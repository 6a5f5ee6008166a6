//! The words that hold a sentence together: found and ranked as any other, but a section need not have them.
//!
//! "Who can move by sea" asks for moving and for the sea; a section that says both without "who" is a better answer
//! than one that
//! happens to have all five words in an example.

const ENGLISH: &[&str] = &[
    "a", "an", "and", "any", "are", "as", "at", "be", "become", "becomes", "been", "by", "can", "could", "did", "do",
    "does", "ever", "for", "from", "get", "gets", "had", "happen", "happens", "has", "have", "he", "her", "his", "how",
    "how's", "i", "if", "in", "into", "is", "it", "its", "many", "may", "me", "much", "must", "my", "of", "on", "or",
    "our", "shall", "she", "should", "so", "than", "that", "the", "their", "them", "then", "there", "there's", "these",
    "they", "this", "those", "to", "us", "was", "we", "were", "what", "what's", "when", "where", "where's", "which",
    "who", "who's", "whose", "why", "will", "with", "would", "you", "your",
];

const RUSSIAN: &[&str] = &[
    "а",
    "будет",
    "бы",
    "бывает",
    "был",
    "была",
    "были",
    "было",
    "в",
    "вам",
    "вас",
    "во",
    "вы",
    "где",
    "для",
    "до",
    "его",
    "ее",
    "ей",
    "ему",
    "если",
    "есть",
    "ею",
    "же",
    "за",
    "зачем",
    "и",
    "из",
    "или",
    "им",
    "ими",
    "их",
    "к",
    "как",
    "какие",
    "какой",
    "ко",
    "когда",
    "которая",
    "которое",
    "которые",
    "который",
    "кто",
    "куда",
    "ли",
    "меня",
    "мне",
    "мной",
    "могу",
    "могут",
    "моего",
    "моей",
    "может",
    "можно",
    "мой",
    "мою",
    "моя",
    "мы",
    "на",
    "над",
    "надо",
    "нам",
    "нами",
    "нас",
    "него",
    "нее",
    "ней",
    "нему",
    "ним",
    "ними",
    "них",
    "но",
    "нужно",
    "о",
    "об",
    "он",
    "она",
    "они",
    "от",
    "откуда",
    "по",
    "под",
    "почему",
    "при",
    "происходит",
    "с",
    "своего",
    "своей",
    "свои",
    "своих",
    "свой",
    "свою",
    "своя",
    "себе",
    "себя",
    "сколько",
    "со",
    "так",
    "твой",
    "тебе",
    "тебя",
    "то",
    "того",
    "ты",
    "у",
    "чего",
    "чем",
    "что",
    "чтобы",
    "эта",
    "эти",
    "это",
    "этого",
    "этот",
    "я",
];

/// Whether `word` only holds a sentence together.
pub(super) fn is_grammar(word: &str) -> bool {
    let form = word.to_lowercase().replace('\u{2019}', "'");
    ENGLISH.binary_search(&form.as_str()).is_ok() || RUSSIAN.binary_search(&form.as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_as_searching_them_needs() {
        assert!(ENGLISH.is_sorted() && RUSSIAN.is_sorted());
        assert!(
            is_grammar("Who") && is_grammar("what’s") && is_grammar("если") && !is_grammar("not") && !is_grammar("не")
        );
    }
}
