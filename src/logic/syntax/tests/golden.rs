//! The block with every form reads without a mistake, and as what it says.

use snapbox::{Data, assert_data_eq};

use super::EVERY_FORM;
use super::outline::outline;
use crate::logic::syntax::parse;

#[test]
fn every_form_is_read() {
    let (block, mistakes) = parse(EVERY_FORM);
    assert!(mistakes.is_empty(), "{mistakes:#?}");
    let expected = concat!(env!("CARGO_MANIFEST_DIR"), "/src/logic/syntax/tests/every_form.outline");
    assert_data_eq!(outline(&block), Data::read_from(expected.as_ref(), None).raw());
}

#[test]
fn the_canonical_spelling_reads_the_same() {
    let once = outline(&parse(EVERY_FORM).0);
    let (block, mistakes) = parse(&once);
    assert!(mistakes.is_empty(), "{mistakes:#?}\n{once}");
    assert_eq!(outline(&block), once);
}
