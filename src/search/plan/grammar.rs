//! The words that hold a sentence together: found and ranked as any other, but a section need not have them.
//!
//! "Who can move by sea" asks for moving and for the sea; a section that says both without "who" is a better answer
//! than one that happens to have all five words in an example.

use crate::analyzer::runs;

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
    "будем",
    "будет",
    "буду",
    "будут",
    "бы",
    "бывает",
    "был",
    "была",
    "были",
    "было",
    "быть",
    "в",
    "вам",
    "вас",
    "вдруг",
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
    "значит",
    "и",
    "из",
    "или",
    "им",
    "именно",
    "ими",
    "их",
    "к",
    "как",
    "какая",
    "какие",
    "каким",
    "каких",
    "какое",
    "какой",
    "каком",
    "какую",
    "кем",
    "ко",
    "когда",
    "кого",
    "ком",
    "кому",
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
    "моем",
    "моему",
    "может",
    "можно",
    "мои",
    "моим",
    "моими",
    "моих",
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
    "насколько",
    "насчет",
    "него",
    "нее",
    "ней",
    "нем",
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
    "получается",
    "почему",
    "при",
    "происходит",
    "просто",
    "разве",
    "с",
    "свое",
    "своего",
    "своей",
    "своем",
    "своему",
    "свои",
    "своим",
    "своими",
    "своих",
    "свой",
    "свою",
    "своя",
    "себе",
    "себя",
    "скажите",
    "скольки",
    "сколькими",
    "сколько",
    "случае",
    "со",
    "та",
    "так",
    "также",
    "твои",
    "твой",
    "твоя",
    "те",
    "тебе",
    "тебя",
    "тем",
    "тех",
    "типа",
    "то",
    "того",
    "тоже",
    "той",
    "том",
    "тому",
    "тот",
    "ты",
    "у",
    "хотим",
    "хотят",
    "хочет",
    "хочу",
    "чего",
    "чей",
    "чем",
    "чему",
    "что",
    "чтоб",
    "чтобы",
    "чье",
    "чьей",
    "чьи",
    "чью",
    "чья",
    "эта",
    "эти",
    "этим",
    "этими",
    "этих",
    "это",
    "этого",
    "этой",
    "этом",
    "этому",
    "этот",
    "эту",
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

/// Whether `text` only holds a sentence together.
pub(super) fn is_grammar(text: &str) -> bool {
    all_among(text, &[ENGLISH, RUSSIAN])
}

/// Whether `text` turns others rather than means something.
pub(super) fn is_weak(text: &str) -> bool {
    all_among(text, &[WEAK])
}

/// Whether it has words and all of them are on the lists, whatever their case and the marks around them: "If,", «её».
fn all_among(text: &str, lists: &[&[&str]]) -> bool {
    let words = runs(text);
    let is_among = |word: &str| lists.iter().any(|list| list.binary_search(&word).is_ok());
    !words.is_empty() && words.iter().all(|word| is_among(&word.text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_as_searching_them_needs() {
        assert!(ENGLISH.is_sorted() && RUSSIAN.is_sorted() && WEAK.is_sorted());
    }

    #[test]
    fn marks_and_case_do_not_make_a_little_word_a_great_one() {
        for word in ["Who", "what’s", "if,", "it?", "если", "её", "«Можно»"] {
            assert!(is_grammar(word), "{word}");
        }
        for word in ["not", "не", "…", "", "who wins"] {
            assert!(!is_grammar(word), "{word}");
        }
        assert!(is_weak("First,") && !is_weak("die"));
    }
}
