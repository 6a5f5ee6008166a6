//! Each mistake is told once, at its place, with a mend where there is one.

use std::fmt::Write as _;

use snapbox::{Data, assert_data_eq};

use crate::logic::syntax::parse;

/// Texts with mistakes in them; a line of `---` stands between two.
const TEXTS: &str = include_str!("mistakes.logic");

#[test]
fn each_mistake_is_told_once() {
    let mut report = String::new();
    for text in TEXTS.split("---\n") {
        report.push_str(text);
        let (_, mistakes) = parse(text);
        for mistake in &mistakes {
            let before = &text[..mistake.span.start as usize];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            let help = mistake.help.as_ref().map(|help| format!(" / {help}")).unwrap_or_default();
            let _ = writeln!(report, "=> {line}:{column} {}{help}", mistake.message);
        }
        assert!(!mistakes.is_empty(), "no mistake is found in\n{text}");
        report.push_str("---\n");
    }
    let expected = concat!(env!("CARGO_MANIFEST_DIR"), "/src/logic/syntax/tests/mistakes.report");
    assert_data_eq!(report, Data::read_from(expected.as_ref(), None).raw());
}

#[test]
fn a_slip_is_read_as_it_was_meant() {
    let (block, mistakes) = parse("value a: yes/no = b == 3 && c != true\n");
    assert_eq!(mistakes.len(), 4);
    assert_eq!(super::outline::outline(&block), "value a: yes/no = b is 3 and c is not yes\n");
}

#[test]
fn a_mistake_costs_one_line() {
    let (block, mistakes) = parse("procedure p\n  let x = (1\n  stop\n  set ) to 3\n  require x\nvalue\nvalue y = 1\n");
    assert_eq!(mistakes.len(), 3, "{mistakes:#?}");
    assert_eq!(super::outline::outline(&block), "procedure p\n  stop\n  require x\nvalue y = 1\n");
}
