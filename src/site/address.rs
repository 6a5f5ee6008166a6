//! The address of every page and of every anchor: readers keep them for years, so they hang on ids and numbers alone.

use std::collections::BTreeSet;

use super::assets;
use crate::library::markup::StatementLabel;
use crate::library::{Book, Chapter, Former, Section, names, picture};
use crate::search::browser;

/// The file that marks a folder as a site of ours.
pub const MARKER: &str = ".rulestone-site";

/// What a page is read in: one language, or two side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edition<'a> {
    /// One language.
    One(&'a str),
    /// Two languages; the first is that of the page.
    Two(&'a str, &'a str),
}

impl<'a> Edition<'a> {
    /// The language of the page around the text.
    pub(super) fn language(self) -> &'a str {
        match self {
            Self::One(language) | Self::Two(language, _) => language,
        }
    }

    /// Whether a book has pages of it: two languages stand side by side on pages where one of them is the book's own.
    pub(super) fn has_pages(self, book: &Book) -> bool {
        match self {
            Self::One(_) => true,
            Self::Two(left, right) => [left, right].contains(&book.reference.as_str()),
        }
    }

    fn folder(self) -> String {
        match self {
            Self::One(language) => language.to_owned(),
            Self::Two(left, right) => format!("{left}-{right}"),
        }
    }
}

/// What a page of a chapter shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sheet {
    /// The rules with the rulebook's own examples, and a mark at each doubt.
    Rules,
    /// The rules with everything that is said about them.
    Notes,
    /// What runs of the logic show: examples, cases, odds.
    Proof,
}

impl Sheet {
    /// All, in the order of the switch.
    pub(super) const ALL: [Self; 3] = [Self::Rules, Self::Notes, Self::Proof];

    /// Its folder within the book, and its name in the strings.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Notes => "notes",
            Self::Proof => "proof",
        }
    }
}

/// The page for all languages.
pub(super) const FRONT: &str = "index.html";

/// The page that lists all books in one language.
pub(super) fn home(language: &str) -> String {
    format!("{language}/index.html")
}

/// The search page of a language.
pub(super) fn search(language: &str) -> String {
    format!("{language}/search.html")
}

/// The search index of a language: its head, which tells what its parts are called.
pub(super) fn index(language: &str) -> String {
    index_part(&browser::head_name(language))
}

/// A part of a search index, by its name.
pub(super) fn index_part(name: &str) -> String {
    format!("assets/{name}.js")
}

/// Whether a file is a part of the search index of a language: its name goes on from the head's with a letter and a number, and
/// ends with a hash.
pub(super) fn is_part_of_index(path: &str, language: &str) -> bool {
    let rest = path.strip_prefix("assets/").and_then(|path| path.strip_prefix(&browser::head_name(language)));
    let end = rest.and_then(|rest| rest.strip_prefix('-')?.strip_suffix(".js")?.split_once('-'));
    end.is_some_and(|(place, hash)| {
        let number = place.strip_prefix(|letter: char| letter.is_ascii_lowercase());
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
            && hash.len() == 8
            && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// What terms mean and marks say in a language.
pub(super) fn cards(language: &str) -> String {
    format!("assets/{}.js", cards_name(language))
}

/// The name under which the script of the cards holds them.
pub(super) fn cards_name(language: &str) -> String {
    format!("cards-{language}")
}

/// How the site in a language presents itself as a program.
pub(super) fn manifest(language: &str) -> String {
    format!("{language}/manifest.webmanifest")
}

/// The page that a server shows where it has none.
pub(super) const LOST: &str = "404.html";

/// The folder of a book with a page of its own for each section.
const SHARED: &str = "s";

/// The page of one section, which leads to it.
pub(super) fn share(language: &str, book: &str, section: &str) -> String {
    format!("{language}/{book}/{SHARED}/{}.html", anchor(section))
}

/// The pages of a book that are no chapters.
const PAGES: [&str; 8] = ["index", "aid", "book", "map", "glossary", "doubts", "amendments", "verdicts"];

/// A page of a book that is no chapter: `index`, `aid`, `book`, `map`, `glossary`, `doubts`, `amendments` or `verdicts`.
pub(super) fn book(language: &str, book: &str, page: &str) -> String {
    format!("{language}/{book}/{page}.html")
}

/// The style of a book on paper: what stands in the margins of its pages.
pub(super) fn margins(language: &str, book: &str) -> String {
    format!("{language}/{book}/book.css")
}

/// A picture that lies in the folder of a language.
pub(super) fn picture(language: &str, book: &str, name: &str) -> String {
    format!("{language}/{book}/{}/{name}", picture::FOLDER)
}

/// A book as an EPUB.
pub(super) fn epub(language: &str, book: &str) -> String {
    format!("{language}/{book}/book.epub")
}

/// The pages of a book that are printed.
pub(super) const PRINTED: [&str; 2] = ["book", "aid"];

/// A page of a book, one of [`PRINTED`], as a PDF.
pub(super) fn pdf(language: &str, book: &str, page: &str) -> String {
    format!("{language}/{book}/{page}.pdf")
}

/// The page of a chapter with its rules.
pub(super) fn chapter(edition: Edition<'_>, book: &str, chapter: &str) -> String {
    // No id has an underscore, so a chapter named like a page of the book still has an address of its own.
    let mark = if PAGES.contains(&chapter) { "_" } else { "" };
    format!("{}/{book}/{chapter}{mark}.html", edition.folder())
}

/// A page of a chapter. What runs show is shown in one language.
pub(super) fn sheet(sheet: Sheet, edition: Edition<'_>, book: &str, chapter: &str) -> String {
    let folder = match sheet {
        Sheet::Rules => return self::chapter(edition, book, chapter),
        Sheet::Notes => edition.folder(),
        Sheet::Proof => edition.language().to_owned(),
    };
    format!("{folder}/{book}/{}/{chapter}.html", sheet.name())
}

/// The page of a chapter with `right` beside `left`. Where neither is the language of the book, the page has that on the right,
/// and its script puts `right` in its place.
pub(super) fn beside(book: &Book, sheet: Sheet, left: &str, right: &str, chapter: &str) -> String {
    let sheet = if sheet == Sheet::Proof { Sheet::Rules } else { sheet };
    let edition = Edition::Two(left, right);
    if edition.has_pages(book) {
        return self::sheet(sheet, edition, &book.id, chapter);
    }
    format!("{}?beside={right}", self::sheet(sheet, Edition::Two(left, &book.reference), &book.id, chapter))
}

/// Where a section stands in the site, from its root: the address to hand to a search.
pub fn section_url(language: &str, book: &str, chapter_id: &str, section: &str) -> String {
    format!("{}#{}", chapter(Edition::One(language), book, chapter_id), anchor(section))
}

/// The anchor of an id. An id that the checks have refused must still not leave its attribute.
pub(super) fn anchor(id: &str) -> String {
    if names::check_id(id).is_ok() {
        return id.to_owned();
    }
    id.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// The anchor of a statement.
pub(super) fn statement(section: &str, letter: StatementLabel) -> String {
    format!("{}.{letter}", anchor(section))
}

/// The anchor of a note or an example.
pub(super) fn aside(section: &str, kind: &str, id: &str) -> String {
    format!("{}.{kind}-{}", anchor(section), anchor(id))
}

/// The anchor of what stands on the right of what has the anchor `of`. No id has an underscore, so none is taken.
pub(super) fn on_the_right(of: &str) -> String {
    format!("{of}__")
}

/// The anchor of a data table in a section, or of one of its rows. The search knows it as [`TableView::mark`], for what
/// it leads to are tables that the checks have passed.
///
/// [`TableView::mark`]: crate::library::table::TableView::mark
pub(super) fn row(section: &str, table: &str, key: Option<&str>) -> String {
    let key = key.map_or_else(String::new, |key| format!(".{}", anchor(key)));
    format!("{}{key}", aside(section, "table", table))
}

/// The anchor of an assumption set or an option on the page of verdicts. No id has an underscore, so none is taken.
pub(super) fn of_book(kind: &str, id: &str) -> String {
    format!("_{kind}-{}", anchor(id))
}

/// For each section of a chapter the other anchors that lead to it: the ids that it had here, its number, and the numbers
/// under which it is wrongly cited. One that another section has as its id or its number is left out: an address has one
/// meaning on a page.
pub(super) fn others(book: &Book, chapter: &Chapter) -> Vec<Vec<String>> {
    let mut taken: BTreeSet<String> = chapter.sections.iter().map(|section| anchor(&section.id)).collect();
    taken.extend(book.moved_from(chapter).map(|(id, ..)| former_anchor(id)));
    let mut anchors = vec![Vec::new(); chapter.sections.len()];
    for (at, section) in chapter.sections.iter().enumerate() {
        let stood_here =
            |former: &&Former| book.chapter_once(&former.chapter).is_some_and(|there| there.id == chapter.id);
        let ids = section.formerly.iter().filter(stood_here).filter(|former| !stands(chapter, former));
        let ids = ids.map(|former| former_anchor(&former.anchor()));
        anchors[at].extend(ids.filter(|id| taken.insert(id.clone())));
    }
    let mut take = |at: usize, number: &str| {
        let Some(read) = book.numbering.read(number) else { return };
        // As it stands where it has digits, Latin letters and points alone, else by its parts.
        let is_plain = number.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
        let anchor = if is_plain { format!("n{number}") } else { format!("n{read}") };
        if taken.insert(anchor.clone()) {
            anchors[at].push(anchor);
        }
    };
    // A number that a section really has goes before one that another is called by mistake.
    for (at, section) in chapter.sections.iter().enumerate() {
        section.number().into_iter().for_each(|number| take(at, number));
    }
    for (at, section) in chapter.sections.iter().enumerate() {
        section.aliases.iter().for_each(|(alias, _)| take(at, alias));
    }
    anchors
}

/// The anchor of what stood somewhere: that of a section, or of a statement, `retreat.b`.
pub(super) fn former_anchor(id: &str) -> String {
    id.split_once('.').map_or_else(|| anchor(id), |(section, label)| format!("{}.{label}", anchor(section)))
}

/// Whether a chapter still has the statement that is said to have stood there.
pub(super) fn stands(chapter: &Chapter, former: &Former) -> bool {
    let section = chapter.sections.iter().find(|section| section.id == former.section);
    former.statement.is_some_and(|label| section.is_some_and(|section| section.has_statement(label)))
}

/// The ids that a section had anywhere in its book: anchors on the page of the whole book, and names of pages of their own.
pub(super) fn former(book: &Book, section: &Section) -> BTreeSet<String> {
    let sections = section.formerly.iter().take(names::MOST_FORMER).filter(|former| former.statement.is_none());
    let ids = sections.map(|former| former.section.as_str());
    let own = |id: &&str| book.successor(id).is_some_and(|(_, now)| now.id == section.id) && book.section(id).is_none();
    ids.filter(own).map(anchor).collect()
}

/// Whether a file of a site can have this path from its root. Of a list that names others, a stranger has written a part.
pub(super) fn is_one(path: &str) -> bool {
    // Ids and languages are made of such words, also two languages side by side.
    let plain = |name: &str| {
        name.split('-').all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    };
    let page =
        |name: &str| name.strip_suffix(".html").is_some_and(|stem| plain(stem.strip_suffix('_').unwrap_or(stem)));
    match path.split('/').collect::<Vec<_>>()[..] {
        [name] => {
            matches!(name, "index.html" | "rules.json" | "worker.js" | "404.html" | "feed.xml")
                || name.strip_suffix(".xml").is_some_and(|stem| stem.starts_with("sitemap") && plain(stem))
        }
        ["assets", name] => {
            let is_icon = assets::FILES.iter().any(|(address, _)| *address == path);
            is_icon
                || name.rsplit_once('.').is_some_and(|(stem, end)| plain(stem) && matches!(end, "css" | "js" | "svg"))
        }
        [edition, name] => is_edition(edition) && matches!(name, "index.html" | "search.html" | "manifest.webmanifest"),
        [edition, book, name] => {
            let is_ours =
                page(name) || matches!(name, "offline.json" | "book.css" | "book.epub" | "book.pdf" | "aid.pdf");
            is_edition(edition) && names::check_id(book).is_ok() && is_ours
        }
        [language, book, picture::FOLDER, name] => {
            is_edition(language) && names::check_id(book).is_ok() && picture::Format::of(name).is_some()
        }
        [language, book, folder, name] => {
            let is_sheet = Sheet::ALL.iter().any(|one| *one != Sheet::Rules && one.name() == folder);
            is_edition(language) && names::check_id(book).is_ok() && (is_sheet || folder == SHARED) && page(name)
        }
        _ => false,
    }
}

/// Whether a folder may be that of an [`Edition`]: two languages with a hyphen between them are spelled as one is.
fn is_edition(folder: &str) -> bool {
    names::check_language(folder).is_ok()
}

/// The way from the page `from` to `to`, both from the root; `to` may have an anchor.
pub(super) fn relative(from: &str, to: &str) -> String {
    let (path, fragment) = to.split_once('#').map_or((to, ""), |(path, _)| (path, &to[path.len()..]));
    if from == path && !fragment.is_empty() {
        return fragment.to_owned();
    }
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = path.split('/').collect();
    let folders = from.len() - 1;
    let shared = from[..folders].iter().zip(&to[..to.len() - 1]).take_while(|(a, b)| a == b).count();
    format!("{}{}{fragment}", "../".repeat(folders - shared), to[shared..].join("/"))
}

#[cfg(test)]
mod tests {
    use super::{Edition, anchor, chapter, is_one, is_part_of_index, relative};

    #[test]
    fn the_way_between_pages() {
        assert_eq!(relative("en/a/x.html", "en/a/y.html#s"), "y.html#s");
        assert_eq!(relative("en/a/x.html", "en/a/x.html#s"), "#s");
        assert_eq!(relative("en/a/x.html", "en/a/x.html"), "x.html");
        assert_eq!(relative("en/a/x.html", "ja/a/x.html"), "../../ja/a/x.html");
        assert_eq!(relative("index.html", "en/index.html"), "en/index.html");
        assert_eq!(relative("en/a/x.html", "assets/site.css"), "../../assets/site.css");
        assert_eq!(relative("ja/a/x.html", "ja-en/a/x.html?beside=ru#s"), "../../ja-en/a/x.html?beside=ru#s");
    }

    #[test]
    fn parts_belong_to_the_index_of_one_language() {
        assert!(is_part_of_index("assets/search-pt-r12-0123abcd.js", "pt"));
        for other in
            ["search-pt.js", "search-pt-BR.js", "search-pt-BR-r1-0123abcd.js", "search-pt-r-0123abcd.js", "search.js"]
        {
            assert!(!is_part_of_index(&format!("assets/{other}"), "pt"), "{other}");
        }
    }

    #[test]
    fn what_a_site_can_hold() {
        let ours = [
            "index.html",
            "rules.json",
            "assets/search-pt-BR.js",
            "assets/search-pt-BR-r12-0123abcd.js",
            "en/search.html",
            "en/b/glossary_.html",
            "zh-TW-en/b/01-x.html",
            "en/b/proof/01-x.html",
            "en-ja/b/notes/01-x.html",
            "en/b/s/naval-combat.html",
            "en/b/offline.json",
            "en/b/book.css",
            "en/b/book.epub",
            "en/b/aid.pdf",
            "en/manifest.webmanifest",
            "assets/icon-192.png",
            "sitemap.xml",
            "sitemap-2.xml",
            "404.html",
            "worker.js",
        ];
        let others = [
            "CNAME",
            ".git/HEAD",
            "about.html",
            "robots.txt",
            "assets/.htaccess",
            "assets/photo.png",
            "assets/x/site.css",
            "en/.git/index.html",
            "en/about.html",
            "en/b/photo.svg",
            "en/b/photo.pdf",
            "en/book.pdf",
            "en/b/.html",
            "en/b/a.b.html",
            "en/b/rules/01-x.html",
            "en/b/notes/more/01-x.html",
            "docs/b/index.html",
            "../index.html",
            "",
        ];
        for path in ours {
            assert!(is_one(path), "{path}");
        }
        for path in others {
            assert!(!is_one(path), "{path}");
        }
    }

    #[test]
    fn a_chapter_named_like_another_page_keeps_out_of_its_way() {
        assert_eq!(chapter(Edition::One("en"), "b", "glossary"), "en/b/glossary_.html");
        assert_eq!(chapter(Edition::One("en"), "b", "book"), "en/b/book_.html");
        assert_eq!(chapter(Edition::One("en"), "b", "map"), "en/b/map_.html");
    }

    #[test]
    fn a_refused_id_cannot_leave_its_attribute() {
        assert_eq!(anchor("\"><x>"), "___x_");
    }
}
