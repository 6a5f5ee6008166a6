//! No text whatever makes the parser panic, hang or run out of stack.

use super::EVERY_FORM;
use super::outline::outline;
use crate::diagnostic::codes;
use crate::logic::syntax::print::expression;
use crate::logic::syntax::{parse, parse_expression};

/// A small generator of numbers (xorshift): the same run each time, without a dependency.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound.max(1)
    }
}

/// Reads `text`, and checks what holds for any text.
fn read(text: &str) {
    let (block, mistakes) = parse(text);
    let printed = outline(&block);
    for mistake in &mistakes {
        assert!(
            text.get(mistake.span.range()).is_some(),
            "`{}` at {:?} is not in the text\n{text}",
            mistake.message,
            mistake.span
        );
    }
    for pair in mistakes.windows(2) {
        assert!(pair[0].span < pair[1].span, "{pair:?}");
    }
    if mistakes.is_empty() {
        let (again, mistakes) = parse(&printed);
        assert!(mistakes.is_empty(), "{mistakes:#?}\n{printed}\n--- from\n{text}");
        assert_eq!(outline(&again), printed, "from\n{text}");
    }
}

#[test]
fn garbled_text_is_survived() {
    let pieces: Vec<&str> = EVERY_FORM.split_inclusive([' ', '\n', '(', ')', ',']).collect();
    let lines: Vec<&str> = EVERY_FORM.split_inclusive('\n').collect();
    let odd = [
        "(",
        ")",
        "[",
        "|",
        "=",
        "\t",
        "\n",
        "\n      ",
        "、",
        "（",
        "日",
        "\"",
        "#",
        "..",
        "9999999999999999999",
        "-",
        ":",
        "\u{0}",
        "é",
    ];
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    for case in 0..2000 {
        let mut text = String::new();
        let from = numbers.below(lines.len());
        for line in &lines[from..(from + 1 + numbers.below(12)).min(lines.len())] {
            text.push_str(line);
        }
        for _ in 0..=numbers.below(4) {
            let mut at = numbers.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            match case % 5 {
                0 => text.truncate(at),
                1 => text.insert_str(at, odd[numbers.below(odd.len())]),
                2 => text.insert_str(at, pieces[numbers.below(pieces.len())]),
                3 => drop((at < text.len()).then(|| text.remove(at))),
                _ => {
                    let start = numbers.below(pieces.len());
                    text =
                        pieces[start..].iter().take(20).chain(&pieces[at % pieces.len()..]).take(40).copied().collect();
                }
            }
        }
        read(&text);
        if let (Some(read), _) = parse_expression(&text) {
            let _ = expression(&read);
        }
    }
}

#[test]
fn depth_is_limited() {
    let n = 20_000;
    let chain = |link: &str| format!("value x = a{}\n", link.repeat(n));
    let nested = (1..=200).map(|depth| " ".repeat(depth) + "if a\n").collect::<String>();
    for text in [
        format!("value x = {}a\n", "(".repeat(n)) + &")".repeat(n),
        format!("value x = {}a{}\n", "(".repeat(n), ")".repeat(n)),
        format!("value x = {}a\n", "not ".repeat(n)),
        format!("value x = {}a\n", "- ".repeat(n)),
        format!("value x = {}a\n", "half of ".repeat(n)),
        format!("value x = {}1\n", "if a then b otherwise ".repeat(n)),
        format!("value x = {}s\n", "count of x in ".repeat(n)),
        format!("value x = {}s\n", "some x in a where ".repeat(n)),
        format!("value x = {}s\n", "neighbours of ".repeat(n)),
        chain(".b"),
        chain("[1]"),
        chain(" + b"),
        chain(" * b"),
        chain(" and b"),
        chain(" or b"),
        format!("state x: {}number\n", "list of ".repeat(n)),
        format!("state x: {}number\n", "(".repeat(n)),
        format!("procedure p\n  if a\n    stop\n{}", "  otherwise if a\n    stop\n".repeat(n)),
        format!("procedure p\n{nested}{}stop\n", " ".repeat(250)),
    ] {
        let (_, mistakes) = parse(&text);
        assert!(!mistakes.is_empty() && mistakes.len() <= 2, "{}: {mistakes:?}", &text[..60]);
        let complex = mistakes.iter().any(|mistake| mistake.code == &codes::LOGIC_TOO_COMPLEX);
        assert!(complex || mistakes[0].message.contains("not closed"), "{}: {mistakes:?}", &text[..60]);
    }
}

#[test]
fn large_blocks_are_read_in_time() {
    let started = std::time::Instant::now();
    for text in [
        EVERY_FORM.repeat(40),
        "(\n".repeat(100_000),
        " (\n".repeat(60_000),
        format!("value x = f(\n{}", "  a,\n".repeat(50_000)),
        format!("value x = if a then b\n{}", "  otherwise if a then b\n".repeat(10_000)),
        format!("type T is a,\n{}", "  b,\n".repeat(3_000)),
        format!("value x = {}", "x in ".repeat(50_000)),
        (0..700).map(|depth| " ".repeat(depth) + "(\n").collect(),
    ] {
        let _ = parse(&text);
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
