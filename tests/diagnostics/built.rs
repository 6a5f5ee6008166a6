//! Libraries that cannot be kept in git: too large, unreadable, or with names that not every system takes.

use std::fs;
use std::path::Path;

/// A book that is right.
pub(super) const BOOK: &str = "title: {en: Demo}\nprovenance:\n  en: |\n    Made up.\nlanguages: [en]\n";

/// A chapter that is right.
const CHAPTER: &str = "chapter: {number: \"9\", title: Movement}\nsections:\n  - id: movement\n    title: Movement\n    text: |\n      Units move.\n";

/// Makes the library of the case `name` in `root`; the empty name is a library that is right.
pub(super) fn build(name: &str, root: &Path) {
    let book = root.join("rules-en/demo");
    fs::create_dir_all(&book).expect("a folder");
    let write = |file: &str, text: &str| fs::write(book.join(file), text).expect("a file");
    write("book.yaml", BOOK);
    write("09-movement.yaml", CHAPTER);
    match name {
        "file-too-large" => write("10-huge.yaml", &"# much too long\n".repeat(300_000)),
        "yaml-too-complex-brackets" => write("10-deep.yaml", &format!("chapter: {}\n", "[".repeat(100_000))),
        "bad-id-file" => write("10..yaml", CHAPTER),
        "bad-id-upper-case-file" => write("Moving-Units.yaml", CHAPTER),
        "unreadable-file" => link(&book.join("10-lost.yaml")),
        "yaml-too-complex-aliases" => write("10-bomb.yaml", &bomb()),
        "yaml-too-complex-blocks" => {
            let nested = (0..2_000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect::<Vec<_>>().concat();
            write("10-deep.yaml", &nested);
        }
        "yaml-too-complex-nodes" => write("10-many.yaml", &format!("sections: [{}]\n", "1,".repeat(500_000))),
        "yaml-too-complex-text" => {
            write("09-movement.yaml", &CHAPTER.replace("Units", &format!("{} Units", ">".repeat(10_000))));
        }
        "file-too-large-text" => write("09-movement.yaml", &CHAPTER.replace("Units", &"Units ".repeat(50_000))),
        "" => {}
        _ => panic!("no case `{name}`: it has neither a rules-* folder nor a builder"),
    }
}

/// Nine lists, each of nine times the one before: 9⁹ texts from half a page.
fn bomb() -> String {
    let list = |level: usize| {
        let inner = if level == 0 { "x".to_owned() } else { format!("*a{}", level - 1) };
        format!("a{level}: &a{level} [{}]\n", vec![inner; 9].join(", "))
    };
    (0..9).map(list).collect::<Vec<_>>().concat()
}

/// A link that leads nowhere, which no user can read: permissions would not stop a test that runs as root.
#[cfg(unix)]
fn link(path: &Path) {
    std::os::unix::fs::symlink("nowhere", path).expect("a link");
}

#[cfg(not(unix))]
fn link(_: &Path) {
    unreachable!("the case is left out where links need privileges");
}
