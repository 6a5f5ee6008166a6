//! The lists of words agree with what is built on them.

use crate::logic::syntax::words::{DEFINITIONS, ELSEWHERE_FREE, RESERVED, STATEMENTS};
use crate::logic::syntax::{parse, parse_expression};

#[test]
fn no_reserved_word_is_a_name() {
    for word in RESERVED {
        assert!(!parse(&format!("state {word}: yes/no\n")).1.is_empty(), "`{word}` is taken for a name");
    }
}

#[test]
fn every_other_word_can_be_a_name() {
    for word in DEFINITIONS.iter().chain(STATEMENTS).chain(ELSEWHERE_FREE).filter(|word| !RESERVED.contains(word)) {
        let (_, mistakes) = parse(&format!("state {word}: yes/no\nvalue x = a + {word} * 2\n"));
        assert!(mistakes.is_empty(), "`{word}`: {mistakes:#?}");
    }
}

#[test]
fn any_word_is_a_field() {
    for word in RESERVED {
        let (_, mistakes) = parse_expression(&format!("a.{word} + f({word}: 1)"));
        assert!(mistakes.is_empty(), "`{word}`: {mistakes:#?}");
    }
}

/// Every word that stands in one of the grammar's patterns, from the lists between `(` and `)`.
fn coloured() -> std::collections::BTreeSet<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/editors/vscode/rulestone.tmLanguage.json");
    let grammar = std::fs::read_to_string(path).expect("the grammar");
    let grammar: serde_json::Value = serde_json::from_str(&grammar).expect("JSON");
    let logic = grammar["repository"].as_object().expect("patterns");
    let lists = ["definition", "statement", "constant", "keyword", "external"];
    let patterns = lists.iter().flat_map(|list| {
        let entry = &logic[*list];
        let inner = entry["patterns"].as_array().cloned().unwrap_or_else(|| vec![entry.clone()]);
        inner.into_iter().filter_map(|pattern| pattern["match"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    });
    patterns
        .flat_map(|pattern| {
            pattern
                .split(['(', ')', '|'])
                .filter(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn the_grammar_for_editors_has_the_same_words() {
    let words: std::collections::BTreeSet<String> = RESERVED
        .iter()
        .chain(DEFINITIONS)
        .chain(STATEMENTS)
        .chain(ELSEWHERE_FREE)
        .map(|&word| word.to_owned())
        .collect();
    assert_eq!(coloured(), words);
}
