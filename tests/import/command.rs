//! The command: it writes a whole book or nothing, and never over what is there.

use crate::cli::Scratch;

const RULES: &str = "Rules of the Fair\n\n1. Stalls\n\n1.1. A stall has a roof.\n\n1.2. A roof keeps out rain, see rule 1.1.\n\n2. Songs\n\n2.1. Sing.\n\n2.2. Sing again.\n";

fn fair() -> Scratch {
    let scratch = Scratch::empty();
    scratch.write("fair.txt", RULES);
    scratch
}

fn source(scratch: &Scratch, name: &str) -> String {
    scratch.path(name).to_string_lossy().into_owned()
}

#[test]
fn drafts_are_written_once_and_stay() {
    let scratch = fair();
    let text = source(&scratch, "fair.txt");
    let ran = scratch.run(&["import", &text, "fair"]).ends(0);
    assert!(ran.stdout.contains("rules-en/fair/01-stalls.yaml  2 sections\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("2 chapters, 4 sections"), "{}", ran.stdout);
    assert!(scratch.path("schemas/chapter.json").is_file());
    let chapter = scratch.read("rules-en/fair/01-stalls.yaml");
    assert!(chapter.contains("A roof keeps out rain, see rule [[1.1]]."), "{chapter}");

    let ran = scratch.run(&["import", &text, "fair"]).ends(0);
    assert!(ran.stdout.starts_with("nothing changes"), "{}", ran.stdout);

    scratch.edit("rules-en/fair/01-stalls.yaml", "A stall has a roof.", "A stall has a red roof.");
    for arguments in [&["import", &text, "fair"][..], &["import", &text, "fair", "--dry-run"]] {
        let ran = scratch.run(arguments).ends(2);
        assert!(ran.stderr.contains("rules-en/fair/01-stalls.yaml"), "{}", ran.stderr);
        assert!(!ran.stderr.contains("02-songs"), "only what differs is named: {}", ran.stderr);
        assert!(ran.stderr.contains("nothing was written"), "{}", ran.stderr);
    }
    assert!(scratch.read("rules-en/fair/01-stalls.yaml").contains("red roof"));
    let ran = scratch.run(&["import", &text, "fair", "--lang", "ja"]).ends(2);
    assert!(ran.stderr.contains("is already there"), "{}", ran.stderr);
}

/// Drafts are right from the first moment: what `check` finds in them, the document has.
#[test]
fn what_is_drafted_has_no_errors() {
    let scratch = Scratch::empty();
    let fixtures = [
        ("markdown-book/source.md", "en"),
        ("lettered-items/source.md", "ru"),
        ("odd/source.md", "en"),
        ("numbered/source.txt", "en"),
        ("japanese-statute/source.txt", "ja"),
        ("russian-numbers/source.txt", "ru"),
        ("roman-brackets/source.txt", "en"),
        ("tree/source", "en"),
    ];
    for (name, language) in fixtures {
        let book = name.split('/').next().expect("a name");
        let source = super::folder().join(name);
        scratch.run(&["import", &source.to_string_lossy(), book, "--lang", language]).ends(0);
    }
    let ran = scratch.run(&["check"]).ends(0);
    assert!(ran.stdout.contains("8 books checked: 0 errors"), "{}", ran.stdout);
    let shown = scratch.run(&["show", "numbered:100.2"]).ends(0);
    assert!(shown.stdout.contains("dark, that is"), "{}", shown.stdout);
}

#[test]
fn a_dry_run_writes_nothing() {
    let scratch = fair();
    let ran = scratch.run(&["import", &source(&scratch, "fair.txt"), "fair", "--dry-run"]).ends(0);
    assert!(ran.stdout.contains("rules-en/fair/02-songs.yaml  2 sections\n"), "{}", ran.stdout);
    let left: Vec<_> =
        std::fs::read_dir(scratch.root()).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, ["fair.txt"], "nothing else is there");
}

#[test]
fn the_report_goes_where_nothing_is() {
    let scratch = fair();
    scratch.write("fair.txt", RULES.replace("rule 1.1", "rule 7.7"));
    let (text, report) = (source(&scratch, "fair.txt"), source(&scratch, "report.txt"));
    scratch.run(&["import", &text, "fair", "--report", &report]).ends(0);
    let written = scratch.read("report.txt");
    assert!(
        written.contains("line 7: a reference to `7.7`, which the document does not have: kept as words"),
        "{written}"
    );
    scratch.run(&["import", &text, "fair", "--report", &report]).ends(0);
    scratch.write("report.txt", "mine");
    let ran = scratch.run(&["import", &text, "other", "--report", &report]).ends(2);
    assert!(ran.stderr.contains("report.txt"), "{}", ran.stderr);
    assert!(!scratch.path("rules-en/other").exists() && scratch.read("report.txt") == "mine");
}

#[test]
fn what_cannot_be_read_is_said_with_its_mend() {
    let scratch = fair();
    scratch.write("rules.pdf", "%PDF-1.7");
    scratch.write("rules.xyz", "1.1 Text");
    scratch.write("latin.txt", b"1.1 \xe9t\xe9\n");
    scratch.write("empty.md", "\n");
    scratch.write("folder/notes.txt", "1.1 Text");
    scratch.write("rules.docx", "no document");
    for (name, wanted) in [
        ("rules.pdf", "pdftotext"),
        ("rules.xyz", "name it .md"),
        ("latin.txt", "save it in UTF-8"),
        ("empty.md", "holds no text"),
        ("folder", "holds no Markdown files"),
        ("missing.txt", "missing.txt"),
    ] {
        let ran = scratch.run(&["import", &source(&scratch, name), "fair"]).ends(2);
        assert!(ran.stderr.contains(wanted), "{name}: {}", ran.stderr);
    }
    let nowhere = scratch.path("nowhere");
    let ran = scratch.run_with(&["import", &source(&scratch, "rules.docx"), "fair"], &[("PATH", &nowhere)]).ends(2);
    assert!(ran.stderr.contains("install pandoc"), "{}", ran.stderr);
    assert!(!scratch.path("rules-en").exists());
}

/// What pandoc makes is read; it is called with the file's own name, by no shell.
#[test]
#[cfg(unix)]
fn other_documents_are_read_through_pandoc() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::empty();
    scratch.write("bin/pandoc", "#!/bin/sh\nfor last; do :; done\nprintf '# Fair\\n\\n## Stalls\\n\\nFrom '\n/bin/cat \"$last\"\nprintf '\\n\\n## Songs\\n\\nSing.\\n'\n");
    let program = scratch.path("bin/pandoc");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("it may be run");
    scratch.write("a $(touch evil) 'b'.html", "a page");
    let file = source(&scratch, "a $(touch evil) 'b'.html");
    scratch.run_with(&["import", &file, "fair"], &[("PATH", &scratch.path("bin"))]).ends(0);
    assert!(scratch.read("rules-en/fair/01-stalls.yaml").contains("From a page"));
    assert!(!scratch.path("evil").exists());
    scratch.write("bin/pandoc", "#!/bin/sh\necho 'it is broken' >&2\nexit 64\n");
    let ran = scratch.run_with(&["import", &file, "other"], &[("PATH", &scratch.path("bin"))]).ends(2);
    assert!(ran.stderr.contains("it is broken"), "{}", ran.stderr);
}
