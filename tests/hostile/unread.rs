//! A file of which nothing is read, for whatever reason, is not taken for one that is missing or that has nothing to change.

use std::fs;

use super::files_below;
use crate::cli::Scratch;

const EN: &str = "rules-en/skirmish/01-turn.yaml";
const RU: &str = "rules-ru/skirmish/01-turn.yaml";
const RULINGS: &str = "rules-en/skirmish/rulings.yaml";

#[test]
fn whoever_changes_sources_is_refused_where_a_file_is_not_read() {
    let contents = [
        ("rulings: []\n#".repeat(400_000).into_bytes(), "more than 4194304 bytes"),
        (b"rulings: []\n# \xff\n".to_vec(), "no UTF-8"),
        (b"rulings: [\n".to_vec(), "error: "),
        (b"rulings:\n\t- x\n".to_vec(), "a tab in the indentation"),
        ("[".repeat(40).into_bytes(), "nest deeper"),
    ];
    let commands: [&[&str]; 4] = [
        &["rulings", "accept", "skirmish", "--all"],
        &["translate", "accept", "skirmish", "ru", "--all"],
        &["translate", "draft", "skirmish", "ru"],
        &["new", "section", "skirmish", "01-turn", "more"],
    ];
    for (content, why) in &contents {
        for file in [RULINGS, RU, EN] {
            let demo = Scratch::demo();
            demo.write(file, content);
            let before = files_below(demo.root());
            for command in commands {
                let ran = demo.run(command).ends(2);
                assert!(ran.stderr.contains(why) && ran.stderr.contains(file), "{command:?}: {}", ran.stderr);
                assert_eq!(&fs::read(demo.path(file)).expect("there"), content, "{command:?}");
            }
            let after = files_below(demo.root()).into_iter().filter(|path| !path.starts_with(demo.path(".rulestone")));
            assert_eq!(after.collect::<Vec<_>>(), before);
        }
    }
}
