//! No bytes of a library's files make anything panic: they are read, checked, run and made into pages.
//!
//! The input is cut into files at each line `--- N`, where N chooses which file of a small library it is.

#![no_main]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use rulestone::check::check;
use rulestone::library;
use rulestone::logic::book::compile_library;
use rulestone::logic::example::judge;
use rulestone::logic::figure::figures;
use rulestone::logic::limits::Meter;
use rulestone::site;

/// The files, with what stands in them where the input says nothing.
const FILES: [(&str, &str); 7] = [
    ("rules-en/demo/book.yaml", "title: {en: Demo, ja: デモ}\nprovenance: {en: \"\", ja: \"\"}\nlanguages: [en, ja]\n"),
    ("rules-en/demo/01-a.yaml", "chapter: {number: \"1\", title: A}\nsections: []\n"),
    ("rules-en/demo/terms.yaml", "terms: []\n"),
    ("rules-en/demo/assumptions.yaml", "assumptions: []\n"),
    ("rules-en/demo/data/a.yaml", "tables: []\n"),
    ("rules-ja/demo/01-a.yaml", "chapter: {title: あ}\nsections: []\n"),
    ("rules-ja/demo/terms.yaml", "terms: []\n"),
];

static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
    let root = std::env::temp_dir().join(format!("rulestone-fuzz-{}", std::process::id()));
    for (path, _) in FILES {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    }
    root
});

fuzz_target!(|bytes: &[u8]| {
    let mut files: BTreeMap<&str, Vec<u8>> =
        FILES.iter().map(|(path, text)| (*path, text.as_bytes().to_vec())).collect();
    let mut at = 1;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match line {
            [b'-', b'-', b'-', b' ', digit @ b'0'..=b'6', b'\n'] => {
                at = usize::from(digit - b'0');
                files.insert(FILES[at].0, Vec::new());
            }
            line => files.entry(FILES[at].0).or_default().extend(line),
        }
    }
    for (path, content) in files {
        fs::write(ROOT.join(path), content).expect("written");
    }
    let meter = Meter::default();
    let loaded = library::load(&ROOT).expect("a library");
    let rulestone::check::Checked { library, diagnostics: found, .. } = check(loaded, &meter);
    for finding in &found {
        if let Some(place) = finding.place {
            let text = &library.sources.file(place.file).text;
            assert!(text.get(place.start..place.end).is_some(), "{}", finding.message);
        }
    }
    let judged = judge(&library, compile_library(&library, &meter), &meter);
    let (figures, _) = figures(&library, &judged, None, &meter);
    let _ = site::render(&library, &judged, &figures, &site::Options::default());
});
