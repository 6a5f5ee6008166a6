//! The words that hold a sentence together: found and ranked as any other, but a section need not have them.
//!
//! "Who can move by sea" asks for moving and for the sea; a section that says both without "who" is a better answer
//! than one that
//! happens to have all five words in an example.

const ENGLISH: &[&str] = &[
    "a", "about", "actually", "am", "an", "and", "any", "anyway", "are", "as", "at", "be", "become", "becomes", "been",
    "by", "can", "can't", "cant", "could", "did", "didn't", "didnt", "do", "does", "doesn't", "doesnt", "don't",
    "dont", "ever", "exactly", "for", "from", "get", "gets", "had", "happen", "happens", "has", "have", "he", "her",
    "his", "how", "how's", "i", "i'm", "if", "im", "in", "into", "is", "isn't", "isnt", "it", "its", "just", "many",
    "may", "maybe", "me", "much", "must", "my", "of", "ok", "okay", "on", "or", "our", "please", "really", "shall",
    "she", "should", "so", "somebody", "somehow", "someone", "stuff", "sure", "than", "that", "the", "their", "them",
    "then", "there", "there's", "these", "they", "thing", "things", "this", "those", "to", "too", "us", "very", "want",
    "wants", "was", "we", "were", "what", "what's", "whats", "when", "where", "where's", "wheres", "which", "who",
    "who's", "whos", "whose", "why", "will", "with", "won't", "wont", "would", "yeah", "you", "you're", "your",
    "youre",
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
    "ведь",
    "во",
    "вообще",
    "вот",
    "вы",
    "где",
    "давай",
    "действительно",
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
    "именно",
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
    "ладно",
    "ли",
    "либо",
    "лишь",
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
    "ну",
    "нужно",
    "о",
    "об",
    "объясни",
    "однако",
    "он",
    "она",
    "они",
    "от",
    "откуда",
    "по",
    "под",
    "подскажите",
    "пожалуйста",
    "почему",
    "при",
    "происходит",
    "просто",
    "разве",
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
    "скажите",
    "сколько",
    "со",
    "так",
    "также",
    "твой",
    "тебе",
    "тебя",
    "типа",
    "то",
    "того",
    "тоже",
    "ты",
    "у",
    "чего",
    "чем",
    "что",
    "чтоб",
    "чтобы",
    "эта",
    "эти",
    "это",
    "этого",
    "этот",
    "я",
];

/// Words that turn others rather than mean something: out, not, first. They are common in questions and tell little of what is
/// asked, however rare they are in a text; names that they are part of (run out, face up) count as names.
const WEAK: &[&str] = &[
    "after", "again", "along", "already", "around", "away", "back", "because", "before", "both", "but", "down",
    "during", "each", "else", "every", "first", "last", "later", "left", "less", "more", "most", "new", "no", "nor",
    "not", "now", "off", "one", "only", "onto", "other", "others", "out", "over", "same", "since", "still", "two",
    "unless", "until", "up", "upon", "while", "without",
];

/// Whether `word` only holds a sentence together.
pub(super) fn is_grammar(word: &str) -> bool {
    let form = word.to_lowercase().replace('\u{2019}', "'");
    ENGLISH.binary_search(&form.as_str()).is_ok() || RUSSIAN.binary_search(&form.as_str()).is_ok()
}

/// Whether `word` turns others rather than means something.
pub(super) fn is_weak(word: &str) -> bool {
    WEAK.binary_search(&word.to_lowercase().as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_as_searching_them_needs() {
        assert!(ENGLISH.is_sorted() && RUSSIAN.is_sorted() && WEAK.is_sorted());
        assert!(
            is_grammar("Who") && is_grammar("what’s") && is_grammar("если") && !is_grammar("not") && !is_grammar("не")
        );
    }
}
