//! No text makes the parser or the printer of logic panic, and what is printed reads as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulestone::logic::syntax::{parse, parse_expression, print};

fuzz_target!(|text: &str| {
    let _ = parse(text);
    let (read, mistakes) = parse_expression(text);
    if let (Some(read), true) = (read, mistakes.is_empty()) {
        let printed = print::expression(&read);
        let (again, mistakes) = parse_expression(&printed);
        // Brackets can be needed where the text had none, so a text at the limit of depth may pass it.
        if let (Some(again), true) = (again, mistakes.is_empty()) {
            assert_eq!(print::expression(&again), printed);
        }
    }
});
