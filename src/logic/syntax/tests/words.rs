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
