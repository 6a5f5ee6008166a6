//! Libraries that cannot be kept in git: too large, unreadable, or with names that not every system takes.

use std::fs;
use std::path::Path;

/// A book that is right.
const BOOK: &str = "title: {en: Demo}\nprovenance:\n  en: |\n    Made up.\nlanguages: [en]\n";

/// A chapter that is right.
const CHAPTER: &str = "chapter: {number: \"9\", title: Movement}\nsections:\n  - id: movement\n    title: Movement\n    text: |\n      Units move.\n";

/// Makes the library of the case `name` in `root`.
pub(super) fn build(name: &str, root: &Path) {
    let book = root.join("rules-en/demo");
    fs::create_dir_all(&book).expect("a folder");
    let write = |file: &str, text: &str| fs::write(book.join(file), text).expect("a file");
    write("book.yaml", BOOK);
    write("09-movement.yaml", CHAPTER);
    match name {
        "file-too-large" => write("10-huge.yaml", &"# much too long\n".repeat(300_000)),
        "yaml-too-complex-brackets" => write("10-deep.yaml", &format!("chapter: {}\n", "[".repeat(100_000))),
        "bad-id-file" => {
            write("Moving-Units.yaml", CHAPTER);
            write("...yaml", CHAPTER);
        }
        _ => panic!("no case `{name}`: it has neither a rules-* folder nor a builder"),
    }
}
