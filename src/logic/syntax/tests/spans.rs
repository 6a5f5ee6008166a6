//! Places are bytes of the text of the block, whatever its script.

use crate::logic::syntax::ast::{Item, ItemKind};
use crate::logic::syntax::parse;

#[test]
fn places_are_exact() {
    let text = "# 日本語\ntable t(a: 1..3) gives b: 0..9\n  | a    | b |\n  | 1, 2 | 3 + 4 | # ещё\n";
    let (block, mistakes) = parse(text);
    assert!(mistakes.is_empty(), "{mistakes:#?}");
    let Item { kind: ItemKind::Table { rows, .. }, span } = &block.items[0] else { panic!("a table") };
    assert_eq!(&text[rows[0].cells[0].span.range()], "1, 2");
    assert_eq!(&text[rows[0].cells[1].span.range()], "3 + 4");
    assert!(text[span.range()].starts_with("table t(") && text[span.range()].ends_with("3 + 4"));
}
