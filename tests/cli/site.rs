//! `rulestone site` and the address that it is told.

use super::{rulestone, shipped};

#[test]
fn an_address_that_is_none_is_refused_with_what_is_wrong() {
    for (address, wrong) in [
        ("rules.example.org", "it has to begin with `https://` or `http://`"),
        ("ftp://example.org/", "it has to begin with `https://` or `http://`"),
        ("https://", "the name of a computer"),
        ("https://me:secret@example.org/", "leave out what stands before `@`"),
        ("https://example.org/?page=1", "leave out `?` or `#`"),
        ("https://example.org/a/../b", "name the folder in full"),
        ("https://example.org/\u{1b}[31m", "\\u{1b}"),
    ] {
        for command in ["site", "build"] {
            let ran = rulestone(shipped(), &[command, "--base-url", address]).ends(2);
            let told = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(told.contains(wrong) && told.contains("--base-url"), "{address}: {}", ran.stderr);
            assert!(!ran.stderr.contains('\u{1b}'), "{:?}", ran.stderr);
        }
    }
}
