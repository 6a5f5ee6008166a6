//! Small libraries to make sites of.

use std::fs;
use std::sync::LazyLock;

use rulestone::library::{self, Library};
use rulestone::logic::book::compile_library;
use rulestone::logic::example::{Judged, judge};
use rulestone::logic::figure::figures;
use rulestone::logic::limits::Meter;
use rulestone::site::{self, Options, Site};

use crate::shipped;

/// A book with one reference language and room for a translation.
pub(super) const BOOK: &str = "title: {en: The Game, ja: ゲーム}\nprovenance:\n  en: |\n    Told.\nlanguages: [en]\n\
    books:\n  - {id: base, title: {en: The Base Game}, relation: amends}\n";

/// The library made of these files.
pub(super) fn library(files: &[(&str, &str)]) -> Library {
    let root = tempfile::tempdir().expect("a temporary folder");
    for (path, content) in files {
        let file = root.path().join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("the folder");
        fs::write(file, content).expect("the file");
    }
    library::load(root.path()).expect("a library").library
}

/// The site made of these files.
pub(super) fn site(files: &[(&str, &str)]) -> Site {
    render(&library(files), &Options::default())
}

/// The site of the books that come with the program, made once for all that read it.
pub(super) fn shipped() -> &'static Site {
    static SHIPPED: LazyLock<Site> =
        LazyLock::new(|| rendered(shipped::library(), shipped::judged(), &Options::default()));
    &SHIPPED
}

/// The same, made anew.
pub(super) fn shipped_again() -> Site {
    let (library, judged) = shipped::again();
    rendered(&library, &judged, &Options::default())
}

/// The site of a library.
pub(super) fn render(library: &Library, options: &Options) -> Site {
    let judged = judge(library, compile_library(library, &Meter::default()), &Meter::default());
    rendered(library, &judged, options)
}

fn rendered(library: &Library, judged: &Judged, options: &Options) -> Site {
    let (figures, amiss) = figures(library, judged, None, &Meter::default());
    assert!(amiss.is_empty(), "{amiss:?}");
    site::render(library, judged, &figures, options).expect("a site")
}

/// A page of a site.
pub(super) fn page<'a>(site: &'a Site, path: &str) -> &'a str {
    let content = site.files.get(path).unwrap_or_else(|| panic!("no {path} among {:?}", site.files.keys()));
    std::str::from_utf8(content).expect("UTF-8")
}
