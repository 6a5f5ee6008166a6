//! The key to what is kept is the user's alone, and one that others may have made is none.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use crate::cli::{Ran, Scratch, ran};

const EN: &str = "rules-en/skirmish/01-turn.yaml";

/// Searches with a key below this folder, under a mask of permissions.
fn search(demo: &Scratch, state: &Path, mask: &str) -> Ran {
    let script = format!("umask {mask} && exec \"$0\" --root \"$1\" search dice");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_rulestone")]).arg(demo.root());
    ran(command.env("XDG_STATE_HOME", state).output().expect("a shell"))
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
}

fn allow(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("ours");
}

#[test]
fn the_key_is_the_users_alone_whatever_the_mask_says() {
    for mask in ["0", "777"] {
        let (demo, home) = (Scratch::demo(), Scratch::empty());
        // What is kept has its folder already: under such a mask nobody but the superuser could write to a new one.
        search(&demo, &home.path("other"), "22").ends(0);
        demo.edit(EN, "Roll 2 dice", "Roll 3 dice");
        let ran = search(&demo, &home.path("new/state"), mask).ends(0);
        assert!(!ran.stderr.contains("cannot be kept"), "{}", ran.stderr);
        for (below, wanted) in
            [("new", 0o700), ("new/state", 0o700), ("new/state/rulestone", 0o700), ("new/state/rulestone/key", 0o600)]
        {
            assert_eq!(mode(&home.path(below)), wanted, "{below} under the mask {mask}");
        }
    }
}

#[test]
fn a_key_that_others_may_have_made_is_not_used() {
    let (demo, home) = (Scratch::demo(), Scratch::empty());
    let (folder, key) = (home.path("rulestone"), home.path("rulestone/key"));
    search(&demo, home.root(), "22").ends(0);
    demo.edit(EN, "Roll 2 dice", "Roll 3 dice");
    let before = demo.read_bytes(".rulestone/search/index");
    for (path, open, closed, told) in [
        (&key, 0o666, 0o600, "others may write to it"),
        (&key, 0o620, 0o600, "others may write to it"),
        (&folder, 0o777, 0o700, "everybody may write to its folder"),
    ] {
        allow(path, open);
        let ran = search(&demo, home.root(), "22").ends(0);
        assert!(ran.stderr.contains("the index cannot be kept") && ran.stderr.contains(told), "{}", ran.stderr);
        assert_eq!(demo.read_bytes(".rulestone/search/index"), before, "{told}");
        allow(path, closed);
    }
    search(&demo, home.root(), "22").ends(0);
    assert_ne!(demo.read_bytes(".rulestone/search/index"), before);
}
