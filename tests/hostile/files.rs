//! A library from a stranger makes no command write, delete or read anything outside it.

use std::fs;
use std::path::Path;

use super::files_below;
use crate::cli::Scratch;

const EN: &str = "rules-en/skirmish/01-turn.yaml";
const RU: &str = "rules-ru/skirmish/01-turn.yaml";

/// What stands in a folder, sorted.
pub(crate) fn listed(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_folder_that_is_no_library_is_left_as_it_was() {
    let folder = Scratch::empty();
    folder.write("thesis.txt", "three years");
    let commands: [&[&str]; 10] = [
        &["build"],
        &["site"],
        &["check", "--fix"],
        &["search", "word"],
        &["show", "1"],
        &["status"],
        &["translate", "accept", "a", "ja", "--all"],
        &["translate", "draft", "a", "ja"],
        &["new", "section", "a", "01-a", "b"],
        &["play", "a", "--save", "b"],
    ];
    for command in commands {
        let ran = folder.run(command).ends(2);
        assert!(ran.stderr.contains("no rulebooks here"), "{command:?}: {}", ran.stderr);
        assert_eq!(listed(folder.root()), ["thesis.txt"], "{command:?}");
    }
}

#[test]
fn what_is_kept_keeps_itself_out_of_git_and_backups() {
    let demo = Scratch::demo();
    demo.run(&["search", "dice"]).ends(0);
    assert!(demo.read(".rulestone/.gitignore").ends_with("\n*\n"));
    assert!(demo.read(".rulestone/CACHEDIR.TAG").starts_with("Signature: 8a477f597d28d172789f06886806bc55"));
    demo.run(&["build"]).ends(0);
    assert!(!listed(demo.root()).iter().any(|name| name.contains("lock")), "{:?}", listed(demo.root()));
}

#[test]
fn a_folder_that_was_named_for_it_is_not_hidden_from_git() {
    let demo = Scratch::demo();
    let here = demo.root().display().to_string();
    demo.run(&["search", "dice", "--cache", &here]).ends(0);
    assert!(demo.path("search/index").is_file() && !demo.path(".gitignore").exists());
}

#[test]
fn a_forged_index_or_figure_is_not_believed() {
    // Made by another user, whose key this one does not have: as it comes with a clone.
    let demo = Scratch::demo();
    demo.run(&["search", "dice"]).ends(0);
    let forged = demo.read_bytes(".rulestone/search/index");
    let own = Scratch::demo();
    own.edit(EN, "Roll 2 dice", "Roll 2 dice for the catapult,");
    own.write(".rulestone/search/index", &forged);
    own.run(&["search", "catapult"]).ends(0);
    assert_ne!(own.read_bytes(".rulestone/search/index"), forged, "it was made anew");
}

#[test]
fn without_a_place_for_a_key_nothing_is_believed_and_that_is_said() {
    let demo = Scratch::demo();
    demo.run(&["search", "dice"]).ends(0);
    let before = demo.read_bytes(".rulestone/search/index");
    demo.write("state", "a file, where a folder is needed");
    let ran = demo.run_with(&["search", "dice"], &[("XDG_STATE_HOME", &demo.path("state"))]).ends(0);
    assert!(ran.stderr.contains("the index cannot be kept"), "{}", ran.stderr);
    assert_eq!(demo.read_bytes(".rulestone/search/index"), before);
    // A key that lies in the library came with it.
    let ran = demo.run_with(&["search", "dice"], &[("XDG_STATE_HOME", &demo.path("within"))]).ends(0);
    assert!(ran.stderr.contains("lies within the library") && !demo.path("within").exists(), "{}", ran.stderr);
}

#[test]
fn a_file_with_its_old_time_and_length_is_not_taken_for_the_old_one() {
    let demo = Scratch::demo();
    demo.run(&["search", "catapult"]).ends(1);
    let length = demo.read(EN).len();
    let time = fs::metadata(demo.path(EN)).and_then(|data| data.modified()).expect("a time");
    demo.edit(EN, "Each turn has a move and a battle", "Each turn has a catapult");
    demo.write(EN, format!("{:length$}", demo.read(EN)));
    assert_eq!(demo.read(EN).len(), length);
    let file = fs::File::options().write(true).open(demo.path(EN)).expect("the file");
    file.set_modified(time).expect("the time is restored");
    demo.run(&["search", "catapult"]).ends(0);
}

#[test]
fn a_folder_with_the_name_of_a_chapter_is_told() {
    let demo = Scratch::demo();
    for folder in ["rules-en/skirmish/11-x.yaml", "rules-ru/skirmish/12-x.yaml", "rules-en/13-x.yaml"] {
        fs::create_dir(demo.path(folder)).expect("a folder");
        let ran = demo.run(&["check", "--format", "short"]);
        assert!(ran.stdout.contains(folder), "{folder}: {}", ran.stdout);
    }
}

#[test]
fn a_read_only_file_is_not_changed() {
    let demo = Scratch::demo();
    let before = demo.read(RU);
    let mut permissions = fs::metadata(demo.path(RU)).expect("there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(demo.path(RU), permissions).expect("set");
    let ran = demo.run(&["translate", "accept", "skirmish", "ru", "--all"]).ends(2);
    assert!(ran.stderr.contains("is read-only") && ran.stderr.contains("help"), "{}", ran.stderr);
    assert_eq!(demo.read(RU), before);
}

#[test]
fn a_site_that_was_put_aside_is_not_put_back_with_what_is_not_ours() {
    let demo = Scratch::demo();
    demo.run(&["build"]).ends(0);
    let aside = demo.path(".site.rulestone-old-00000000000000000000000000000000");
    fs::rename(demo.path("site"), &aside).expect("the site can be put aside");
    fs::write(aside.join("stranger.html"), "<p>Not ours").expect("a file");
    let ran = demo.run(&["build"]).ends(0);
    assert!(demo.path("site/index.html").is_file() && !demo.path("site/stranger.html").exists());
    assert!(ran.stderr.contains(".site.rulestone-old-"), "{}", ran.stderr);
    assert_eq!(fs::read_to_string(aside.join("stranger.html")).expect("it is left"), "<p>Not ours");
}

#[cfg(unix)]
pub(crate) mod unix {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    use std::process::Command;

    use super::*;

    /// A library beside a folder of the user's, which nothing may touch.
    fn beside_a_home() -> (Scratch, Scratch) {
        let home = Scratch::empty();
        home.write(".bashrc", "export PATH");
        (Scratch::demo(), home)
    }

    pub(crate) fn pipe(path: &Path) {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    }

    #[test]
    fn links_in_what_is_kept_are_refused_with_a_message() {
        let links = [
            (".rulestone", ""),
            (".rulestone/search", ""),
            (".rulestone/search/index", ".bashrc"),
            (".rulestone/search.lock", "new-file"),
        ];
        for (link, target) in links {
            let (demo, home) = beside_a_home();
            fs::create_dir_all(demo.path(link).parent().expect("a parent")).expect("a folder");
            symlink(home.path(target), demo.path(link)).expect("a link");
            for command in [&["search", "dice"][..], &["build"]] {
                let ran = demo.run(command).ends(0);
                assert!(ran.stderr.contains("a link"), "{link}: {}", ran.stderr);
                assert_eq!(listed(home.root()), [".bashrc"], "{link}");
                assert_eq!(home.read(".bashrc"), "export PATH", "{link}");
            }
        }
    }

    #[test]
    fn names_that_could_be_foreseen_are_not_used() {
        let (demo, home) = beside_a_home();
        let names = ["search/current.json.new", "search/current.json", "search/lock", "search/index.new", "lock"];
        for name in names {
            let link = demo.path(format!(".rulestone/{name}"));
            fs::create_dir_all(link.parent().expect("a parent")).expect("a folder");
            symlink(home.path(".bashrc"), link).expect("a link");
        }
        for name in [".site.rulestone-lock", ".site.rulestone-new", ".site.rulestone-old"] {
            symlink(home.path("new-file"), demo.path(name)).expect("a link");
        }
        demo.run(&["search", "dice"]).ends(0);
        demo.run(&["build"]).ends(0);
        assert_eq!((listed(home.root()), home.read(".bashrc")), (vec![".bashrc".to_owned()], "export PATH".to_owned()));
    }

    #[test]
    fn a_site_that_is_a_link_is_refused_unless_it_was_named() {
        let (demo, home) = beside_a_home();
        symlink(home.root(), demo.path("site")).expect("a link");
        let ran = demo.run(&["build"]).ends(2);
        assert!(ran.stderr.contains("is a link, where a folder for the site belongs"), "{}", ran.stderr);
        assert_eq!(listed(home.root()), [".bashrc"]);
        // Named by the user, it is the user's own wish; here nothing to be seen is in it.
        let named = demo.path("site").display().to_string();
        demo.run(&["build", "--out", &named]).ends(0);
        assert!(home.path("index.html").is_file() && home.read(".bashrc") == "export PATH");
    }

    #[test]
    fn a_pipe_is_no_library_and_is_not_waited_for() {
        let folder = Scratch::empty();
        let at = folder.path("pipe");
        pipe(&at);
        for command in ["build", "site", "check", "test", "status", "terms"] {
            let told = crate::cli::rulestone(&at, &[command]).ends(2).stderr;
            assert!(told.starts_with("error: "), "{command}: {told}");
        }
    }

    #[test]
    fn pipes_devices_and_endless_files_are_told_and_never_waited_for() {
        let (demo, _home) = beside_a_home();
        pipe(&demo.path("rules-en/skirmish/11-pipe.yaml"));
        symlink("/dev/zero", demo.path("rules-en/skirmish/12-zero.yaml")).expect("a link");
        symlink("/proc/self/pagemap", demo.path("rules-ru/skirmish/13-endless.yaml")).expect("a link");
        let ran = demo.run(&["check", "--format", "short"]).ends(1);
        for told in ["11-pipe.yaml", "a pipe", "12-zero.yaml", "13-endless.yaml", "leads out"] {
            assert!(ran.stdout.contains(told), "{told}: {}", ran.stdout);
        }
        for (name, make) in [("search/index", true), ("search.lock", true), ("search/index", false)] {
            let demo = Scratch::demo();
            let path = demo.path(format!(".rulestone/{name}"));
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            if make {
                pipe(&path);
            } else {
                symlink("/dev/zero", &path).expect("a link");
            }
            demo.run(&["search", "dice"]).ends(0);
        }
        for name in ["sources.lock", ".gitignore"] {
            let demo = Scratch::demo();
            fs::create_dir(demo.path(".rulestone")).expect("a folder");
            pipe(&demo.path(format!(".rulestone/{name}")));
            let ran = demo.run(&["translate", "accept", "skirmish", "ru", "1"]);
            assert_eq!(ran.status, if name == "sources.lock" { 2 } else { 0 }, "{}", ran.stderr);
        }
    }

    /// Runs a command of somebody to whom permissions apply: the superuser is started without the right to pass them by. None
    /// where that cannot be.
    pub(crate) fn denied(demo: &Scratch, arguments: &[&str]) -> Option<crate::cli::Ran> {
        if fs::metadata(demo.root()).expect("there").uid() != 0 {
            return Some(demo.run(arguments));
        }
        let mut command = Command::new("setpriv");
        command.args(["--bounding-set=-dac_override,-dac_read_search", env!("CARGO_BIN_EXE_rulestone"), "--root"]);
        command.arg(demo.root()).args(arguments).env("XDG_STATE_HOME", crate::cli::state());
        let ran = command.output().ok().map(crate::cli::ran).filter(|ran| !ran.stderr.starts_with("setpriv"));
        if ran.is_none() {
            println!("SKIPPED: the superuser is denied nothing, and there is no setpriv");
        }
        ran
    }

    #[test]
    fn what_cannot_be_read_is_neither_missing_nor_written_anew() {
        for unread in [RU, EN, "rules-en"] {
            let demo = Scratch::demo();
            let before = files_below(demo.root());
            let path = demo.path(unread);
            let mode = fs::metadata(&path).expect("it is there").permissions();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).expect("ours");
            let changing: [&[&str]; 3] = [
                &["translate", "draft", "skirmish", "ru"],
                &["translate", "accept", "skirmish", "ru", "--all"],
                &["new", "section", "skirmish", "01-turn", "more"],
            ];
            let looking: [&[&str]; 4] = [&["show", "battle"], &["status"], &["terms"], &["search", "dice"]];
            let Some(changed) = changing.into_iter().map(|command| denied(&demo, command)).collect::<Option<Vec<_>>>()
            else {
                return;
            };
            let looked = looking.map(|command| denied(&demo, command).expect("as before"));
            fs::set_permissions(&path, mode).expect("ours");
            for ran in changed {
                assert_eq!(ran.status, 2, "{unread}: {}", ran.stdout);
                let said = &ran.stderr;
                assert!(said.contains("cannot be read: permission is denied") && said.contains(unread), "{said}");
                assert!(said.contains("give yourself permission to read it"), "{said}");
            }
            for ran in looked {
                assert!(ran.stderr.contains("so something may not be found"), "{unread}: {}", ran.stderr);
            }
            fs::remove_dir_all(demo.path(".rulestone")).expect("what is kept");
            assert_eq!(files_below(demo.root()), before, "{unread}");
        }
    }

    #[test]
    fn a_site_whose_folder_has_to_stay_is_replaced_file_by_file() {
        // Nothing can be made beside it, as where it is a mount point.
        let demo = Scratch::demo();
        demo.run(&["build", "--out", &demo.path("pages/site").display().to_string()]).ends(0);
        demo.edit(EN, "Roll 2 dice", "Roll 3 dice");
        fs::set_permissions(demo.path("pages"), fs::Permissions::from_mode(0o555)).expect("ours");
        let ran = denied(&demo, &["build", "--out", &demo.path("pages/site").display().to_string()]);
        fs::set_permissions(demo.path("pages"), fs::Permissions::from_mode(0o755)).expect("ours");
        let Some(ran) = ran else { return };
        ran.ends(0);
        assert!(demo.read("pages/site/en/skirmish/01-turn.html").contains("Roll 3 dice"));
        assert_eq!(listed(&demo.path("pages")), ["site"]);
    }

    #[test]
    fn a_site_that_is_a_mount_point_can_be_built() {
        let demo = Scratch::demo();
        demo.run(&["build"]).ends(0);
        demo.edit(EN, "Roll 2 dice", "Roll 3 dice");
        let script = "mount --bind \"$1/site\" \"$1/site\" || exit 77; exec \"$0\" --root \"$1\" build";
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", script, env!("CARGO_BIN_EXE_rulestone")]).arg(demo.root());
        let Some(ran) = command
            .env("XDG_STATE_HOME", crate::cli::state())
            .output()
            .ok()
            .filter(|ran| ran.status.code() != Some(77) && !ran.stderr.starts_with(b"unshare"))
        else {
            println!("SKIPPED: nothing can be mounted here");
            return;
        };
        crate::cli::ran(ran).ends(0);
        assert!(demo.read("site/en/skirmish/01-turn.html").contains("Roll 3 dice"));
    }

    #[test]
    fn a_page_that_is_mounted_stays_where_it_is() {
        let (changed, unchanged) = ("site/en/skirmish/01-turn.html", "site/assets/*.css");
        for (page, status) in [(changed, 2), (unchanged, 0)] {
            let demo = Scratch::demo();
            demo.run(&["build"]).ends(0);
            let before = listed(demo.root());
            demo.edit(EN, "Roll 2 dice", "Roll 3 dice");
            let script = format!(
                "for page in \"$1\"/{page}; do mount --bind \"$page\" \"$page\" || exit 77; done; exec \"$0\" --root \"$1\" build"
            );
            let mut command = Command::new("unshare");
            command.args(["--mount", "sh", "-c", &script, env!("CARGO_BIN_EXE_rulestone")]).arg(demo.root());
            let ran = command.env("XDG_STATE_HOME", crate::cli::state()).output().ok();
            let is_mounted =
                |ran: &std::process::Output| ran.status.code() != Some(77) && !ran.stderr.starts_with(b"unshare");
            let Some(ran) = ran.filter(is_mounted) else {
                println!("SKIPPED: nothing can be mounted here");
                return;
            };
            let ran = crate::cli::ran(ran).ends(status);
            assert!(status == 0 || ran.stderr.contains(page), "{}", ran.stderr);
            assert_eq!(listed(demo.root()), before, "{page}");
            assert_eq!(demo.read(changed).contains("Roll 3 dice"), status == 0);
        }
    }

    #[test]
    fn a_disk_of_its_own_is_as_good_as_an_empty_folder() {
        let demo = Scratch::demo();
        fs::create_dir_all(demo.path("site/lost+found")).expect("a folder");
        demo.run(&["build"]).ends(0);
        demo.edit(EN, "Roll 2 dice", "Roll 3 dice");
        demo.run(&["build"]).ends(0);
        assert!(
            demo.read("site/en/skirmish/01-turn.html").contains("Roll 3 dice") && demo.path("site/lost+found").is_dir()
        );
    }

    #[test]
    fn a_read_only_site_stays_and_leaves_nothing_beside() {
        for folder in ["site", "site/en"] {
            let demo = Scratch::demo();
            demo.run(&["build"]).ends(0);
            let before = listed(demo.root());
            fs::set_permissions(demo.path(folder), fs::Permissions::from_mode(0o555)).expect("ours");
            demo.edit(EN, "Roll 2 dice", "Roll 3 dice");
            let ran = demo.run(&["build"]);
            fs::set_permissions(demo.path(folder), fs::Permissions::from_mode(0o755)).expect("ours");
            assert_eq!(ran.status, 2, "{}", ran.stdout);
            assert!(ran.stderr.contains("is read-only, so it was left as it is"), "{}", ran.stderr);
            assert_eq!(listed(demo.root()), before, "{folder}");
            demo.run(&["build"]).ends(0);
            assert!(demo.read("site/en/skirmish/01-turn.html").contains("Roll 3 dice"));
        }
    }

    #[test]
    fn a_folder_that_poses_as_one_of_ours_is_left_whole_and_named() {
        for inner in ["notes/mine.txt", "mine.txt"] {
            let demo = Scratch::demo();
            let planted = "rules-en/.other.rulestone-fresh-0123456789abcdef";
            demo.write(format!("{planted}/book.yaml"), "mine too");
            demo.write(format!("{planted}/{inner}"), "mine");
            let ran = demo.run(&["translate", "accept", "skirmish", "ru", "1"]).ends(0);
            assert!(ran.stderr.contains("holds what is not ours") && ran.stderr.contains(planted), "{}", ran.stderr);
            assert_eq!(demo.read(&format!("{planted}/book.yaml")), "mine too");
            assert_eq!(demo.read(&format!("{planted}/{inner}")), "mine");
        }
    }

    /// Runs a command under a limit of the shell's `ulimit`.
    pub(crate) fn limited(demo: &Scratch, limit: &str, arguments: &str) -> crate::cli::Ran {
        let script = format!("ulimit {limit} && exec \"$0\" --root \"$1\" {arguments}");
        let mut command = Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_rulestone")]).arg(demo.root());
        crate::cli::ran(command.env("XDG_STATE_HOME", crate::cli::state()).output().expect("a shell"))
    }

    #[test]
    fn a_small_stack_or_few_open_files_end_nothing_early() {
        let demo = Scratch::demo();
        for command in ["check", "search dice", "build"] {
            limited(&demo, "-s 64", command).ends(0);
        }
        for files in 4..16 {
            for command in ["check", "search dice", "build"] {
                let ran = limited(&demo, &format!("-n {files}"), command);
                let said = format!("{}{}", ran.stdout, ran.stderr);
                let told = said.contains("open files");
                assert!(ran.status == 0 || ran.status < 3 && told, "{command} with {files}: {} {said}", ran.status);
            }
        }
    }

    #[test]
    fn a_site_that_cannot_be_begun_for_few_open_files_leaves_nothing() {
        for files in 4..16 {
            let demo = Scratch::demo();
            let ran = limited(&demo, &format!("-n {files}"), "build");
            let left = listed(demo.root()).into_iter().find(|name| name.contains("rulestone-"));
            assert_eq!(left, None, "with {files}: {}", ran.stderr);
        }
    }

    #[test]
    fn a_link_to_the_reference_is_not_written_through_as_a_translation() {
        for (name, target) in [("01-turn.yaml", "../../rules-en/skirmish/01-turn.yaml"), ("", "../rules-en/skirmish")] {
            let demo = Scratch::demo();
            let link = demo.path("rules-ru/skirmish").join(name);
            if name.is_empty() {
                fs::remove_dir_all(demo.path("rules-ru/skirmish")).expect("the translation");
            } else {
                fs::remove_file(&link).expect("the translation");
            }
            std::os::unix::fs::symlink(target, link.components().collect::<std::path::PathBuf>()).expect("a link");
            let before = demo.read(EN);
            let ran = demo.run(&["translate", "accept", "skirmish", "ru", "--all"]).ends(2);
            assert!(ran.stderr.contains("a link to a file of another language"), "{}", ran.stderr);
            assert_eq!(demo.read(EN), before);
        }
    }

    #[test]
    fn a_folder_that_may_not_be_read_is_a_finding_like_a_file() {
        for folder in ["rules-en/skirmish", "rules-ru/skirmish", "rules-ru", "rules-en"] {
            let demo = Scratch::demo();
            fs::set_permissions(demo.path(folder), fs::Permissions::from_mode(0o0)).expect("a folder of ours");
            let told: Vec<_> = [&["check", "--format", "json"][..], &["check"], &["search", "dice"], &["build"]]
                .into_iter()
                .map_while(|command| denied(&demo, command))
                .collect();
            fs::set_permissions(demo.path(folder), fs::Permissions::from_mode(0o755)).expect("a folder of ours");
            let [json, check, _, build] = &told[..] else { return };
            let findings = json.json()["diagnostics"].as_array().expect("a list").clone();
            let here: Vec<_> = findings.iter().filter(|finding| finding["code"] == "unreadable-file").collect();
            let at_folder =
                |finding: &serde_json::Value| finding["file"].as_str().is_some_and(|file| file.starts_with(folder));
            assert!(!here.is_empty() && here.iter().all(|finding| at_folder(finding)), "{findings:#?}");
            assert!(check.stdout.contains("permission is denied"), "{}", check.stdout);
            assert!(check.stdout.contains("give yourself permission to read it"), "{}", check.stdout);
            assert!(!check.stdout.contains("has no book.yaml"), "what is unread is not missing: {}", check.stdout);
            assert_eq!((json.status, check.status, build.status), (1, 1, 1), "{folder}: {}", build.stderr);
        }
    }

    #[test]
    fn a_link_that_leads_out_is_not_followed() {
        let (demo, home) = beside_a_home();
        home.write("secret.yaml", "password: hunter2\n");
        home.write("book/01-x.yaml", "password: hunter2\n");
        demo.write(".git/config", "token = hunter2\n");
        let links = [
            ("rules-en/skirmish/11-out.yaml", home.path("secret.yaml")),
            ("rules-en/skirmish/12-config.yaml", demo.path(".git/config")),
            ("rules-en/other", home.path("book")),
            ("rules-ja", home.root().to_owned()),
            ("rules-en/skirmish/data", home.path("book")),
        ];
        for (link, target) in links {
            symlink(target, demo.path(link)).expect("a link");
            let ran = demo.run(&["check", "--hints"]).ends(1);
            assert!(ran.stdout.contains(link) && ran.stdout.contains("leads out"), "{link}: {}", ran.stdout);
            assert!(!ran.stdout.contains("hunter2"), "{}", ran.stdout);
            fs::remove_file(demo.path(link)).expect("the link");
        }
        // Where new files would go.
        symlink(home.root(), demo.path("rules-ja")).expect("a link");
        symlink(home.root(), demo.path("schemas")).expect("a link");
        for command in [
            &["translate", "draft", "skirmish", "ja"][..],
            &["new", "book", "b", "--lang", "ja"],
            &["new", "book", "c"],
        ] {
            let ran = demo.run(command);
            assert!(ran.status != 0 && !ran.stderr.is_empty(), "{command:?}");
            assert_eq!(listed(home.root()), [".bashrc", "book", "secret.yaml"], "{command:?}");
        }
    }

    #[test]
    fn a_link_within_the_library_is_read_and_written_through() {
        let demo = Scratch::demo();
        let shared = "rules-ru/skirmish/shared";
        fs::create_dir(demo.path(shared)).expect("a folder");
        fs::rename(demo.path(RU), demo.path(shared).join("turn.txt")).expect("moved");
        symlink("shared/turn.txt", demo.path(RU)).expect("a link");
        demo.run(&["translate", "accept", "skirmish", "ru", "1"]).ends(0);
        assert!(demo.path(RU).is_symlink());
        assert!(demo.read(&format!("{shared}/turn.txt")).contains("from: {title: "));
    }
}

/// What a file of the program calls that changes a disk.
const WRITES: [&str; 16] = [
    "fs::write",
    "fs::rename",
    "fs::remove_",
    "fs::create_dir",
    "fs::copy",
    "fs::hard_link",
    "fs::set_permissions",
    "File::create",
    "OpenOptions",
    "File::options",
    "symlink(",
    "tempfile::",
    "NamedTempFile",
    "renameat",
    "set_len(",
    "Command::new(",
];

#[test]
fn only_one_layer_writes_and_three_files_start_a_process() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let sources = files_below(&source);
    for path in &sources {
        let text = fs::read_to_string(path).expect("a source");
        // What follows is tests, in files that have some.
        let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        // To ask whether something is a link makes none.
        let program = program.replace(".is_symlink(", "");
        let is_layer = path.starts_with(source.join("files"));
        let is_test = path.components().any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs");
        // With `--pdf` the user's own browser, for a document that only it can read his pandoc, and what he names for drafts.
        let may_start = ["cli/site/browser.rs", "cli/import/pandoc.rs", "cli/translate/prefill.rs"];
        let may_start = may_start.map(|file| source.join(file)).contains(path);
        for call in WRITES.iter().filter(|call| program.contains(**call)) {
            let may = if *call == "Command::new(" { may_start } else { is_layer };
            assert!(is_test || may, "{}: {call}", path.display());
        }
    }
    assert!(sources.len() > 300, "{} files were read", sources.len());
}

#[test]
#[cfg(target_os = "linux")]
fn what_nobody_could_be_told_is_an_error() {
    for arguments in [&["--help"][..], &["--version"], &["check", "--help"], &["explain"]] {
        let full = fs::File::options().write(true).open("/dev/full").expect("Linux has it");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rulestone"));
        let ended = command.args(arguments).stdout(full).output().expect("the program starts");
        assert_eq!(ended.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&ended.stderr).starts_with("error: "), "{arguments:?}");
    }
}
