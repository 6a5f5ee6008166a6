//! What a library says of its site, and what somebody puts in the place of our templates.

use std::fs;
use std::path::Path;

use rulestone::library::{self, Library};
use rulestone::logic::book::compile_library;
use rulestone::logic::example::judge;
use rulestone::logic::figure::figures;
use rulestone::logic::limits::Meter;
use rulestone::site::{self, BaseUrl, Options, Site, SiteError, Theme};

use super::{crawl, fixture};

const CHAPTER: &str = "chapter: {title: One}\nsections:\n  - {id: one, title: One, text: \"It is.\"}\n";

/// The library of one book with this `site.yaml`.
fn library(site: &str) -> Library {
    let book = fixture::BOOK.replace("languages: [en]", "languages: [en, ja]");
    fixture::library(&[
        ("rules-en/game/book.yaml", &book),
        ("rules-en/game/01.yaml", CHAPTER),
        ("rules-ja/game/01.yaml", "chapter: {title: 一}\nsections:\n  - {id: one, title: 一}\n"),
        ("site.yaml", site),
    ])
}

fn rendered(site: &str, base: Option<&str>) -> Site {
    let base_url = base.map(|base| BaseUrl::parse(base).expect("an address"));
    fixture::render(&library(site), &Options { base_url, ..Options::default() })
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a temporary folder");
    for (path, content) in files {
        let file = root.path().join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("the folder");
        fs::write(file, content).expect("the file");
    }
    root
}

fn theme(files: &[(&str, &str)]) -> Result<Theme, String> {
    Theme::read(folder(files).path()).map_err(|error| format!("{error}\n{}", error.help()))
}

fn with(theme: Theme) -> Result<Site, SiteError> {
    let library = library("title: Rules\n");
    let judged = judge(&library, compile_library(&library, &Meter::default()), &Meter::default());
    let (figures, _) = figures(&library, &judged, None, &Meter::default());
    site::render(&library, &judged, &figures, &Options { theme: Some(theme), ..Options::default() })
}

#[test]
fn title_and_description_stand_where_a_site_says_what_it_is() {
    let text = "title: {en: \"Rules </title><script>\", ja: 規則}\ndescription: {en: \"All \\\" we > play.\"}\n";
    let site = rendered(text, Some("https://rules.example.org/"));
    let home = fixture::page(&site, "en/index.html");
    let escaped = "Rules &lt;/title&gt;&lt;script&gt;";
    assert!(home.contains(&format!("<title>{escaped}</title>")), "{home}");
    assert!(home.contains(&format!("<h1 class=\"heading level-1\">{escaped}</h1>")), "{home}");
    assert!(home.contains("<p class=\"lead\">All &quot; we &gt; play.</p>"), "{home}");
    let pages = crawl::pages(&site);
    let metas = |page: &str| {
        let metas = pages[page].iter().filter(|tag| tag.name == "meta");
        let name = |tag: &crawl::Tag| tag.attributes.get("name").or(tag.attributes.get("property")).cloned();
        metas.filter_map(|tag| Some((name(tag)?, tag.attributes["content"].clone()))).collect::<Vec<_>>()
    };
    let has = |page: &str, name: &str, content: &str| {
        assert!(metas(page).contains(&(name.to_owned(), content.to_owned())), "{page}: {:?}", metas(page));
    };
    has("en/index.html", "description", "All \" we > play.");
    has("en/index.html", "og:description", "All \" we > play.");
    has("en/index.html", "og:title", "Rules </title><script>");
    has("en/index.html", "og:url", "https://rules.example.org/en/index.html");
    has("index.html", "og:image", "https://rules.example.org/assets/icon-512.png");
    has("ja/index.html", "og:title", "規則");
    assert!(metas("ja/index.html").iter().all(|(name, _)| !name.contains("description")));
    assert!(metas("en/game/01.html").iter().all(|(name, _)| !name.starts_with("og:") && name != "description"));
    assert!(fixture::page(&site, "ja/game/01.html").contains("<title>一 · ゲーム · 規則</title>"));
    let manifest: serde_json::Value =
        serde_json::from_str(fixture::page(&site, "en/manifest.webmanifest")).expect("JSON");
    assert_eq!(manifest["name"], "Rules </title><script>");
    assert_eq!(manifest["description"], "All \" we > play.");
    assert_eq!(manifest["background_color"], "#fbfaf7");
    assert_eq!(manifest["theme_color"], "#9a3324");
    assert!(!site.files.contains_key("assets/colors.css"));
    assert!(fixture::page(&site, "en/game/s/one.html").contains("og:site_name\" content=\"Rules &lt;"));
}

#[test]
fn colours_stand_in_a_style_sheet_that_every_page_has() {
    let site = rendered(
        "colors:\n  light: {paper: \"#FFF\", rubric: \"#123456\", ink: \"red; } body { display: none\"}\n  dark: {link: \"#abc\"}\n",
        Some("https://rules.example.org/"),
    );
    let style = fixture::page(&site, "assets/colors.css");
    assert_eq!(
        style,
        "@media screen {\n  :root {\n    --paper: light-dark(#ffffff, #17191b);\n    --rubric: light-dark(#123456, #ef9d88);\n    \
         --link: light-dark(#1d4f7c, #aabbcc);\n  }\n}\n"
    );
    for (page, tags) in crawl::pages(&site) {
        let sheets: Vec<&str> = tags
            .iter()
            .filter(|tag| tag.name == "link" && tag.attributes["rel"] == "stylesheet")
            .map(|tag| tag.attributes["href"].as_str())
            .collect();
        assert!(sheets.len() >= 2 && sheets[0].ends_with("assets/site.css"), "{page}: {sheets:?}");
        assert!(sheets[1].ends_with("assets/colors.css"), "{page}: {sheets:?}");
    }
    assert!(fixture::page(&site, "en/game/offline.json").contains("assets/colors.css"));
    let manifest: serde_json::Value =
        serde_json::from_str(fixture::page(&site, "en/manifest.webmanifest")).expect("JSON");
    assert_eq!([&manifest["background_color"], &manifest["theme_color"]], ["#ffffff", "#123456"]);
}

#[test]
fn a_theme_extends_ours_and_comes_behind_our_style() {
    let own = "{% extends \"rulestone/home.html\" %}{% block main %}{{ super() }}<p>Ours: {{ page.site_title }}</p>{% endblock %}";
    let theme =
        theme(&[("templates/home.html", own), ("variables.css", ":root { --measure: 9rem; }"), ("LICENSE", "x")]);
    let site = with(theme.expect("a theme")).expect("a site");
    let home = fixture::page(&site, "en/index.html");
    assert!(home.contains("<p>Ours: Rules</p>") && home.contains("The Game"), "{home}");
    assert!(home.contains("<link rel=\"stylesheet\" href=\"../assets/theme.css\">"), "{home}");
    assert_eq!(fixture::page(&site, "assets/theme.css"), ":root { --measure: 9rem; }");
}

#[test]
fn what_is_wrong_with_a_theme_is_told() {
    let long = "x".repeat((256 << 10) + 1);
    for (files, message, help) in [
        (vec![("templates/hom.html", "")], "templates/hom.html` is no file of a theme", "did you mean `home.html`?"),
        (vec![("templates/zzzzzzzzz", "")], "is no file of a theme", "the templates are base.html, "),
        (vec![("site.css", "")], "site.css` is no file of a theme", "`variables.css`"),
        (vec![("templates/home.html/x", "")], "home.html` is no file", "no link is followed"),
        (vec![("templates", "")], "templates` is no file", "no link is followed"),
        (vec![("README.md", "")], "holds no theme", "variables.css"),
        (vec![("variables.css", long.as_str())], "at most 262144 bytes", ""),
    ] {
        let told = theme(&files).expect_err("no theme");
        assert!(told.contains(message) && told.contains(help), "{told}");
    }
    let folder = folder(&[("else.css", "body {}")]);
    assert!(Theme::read(&folder.path().join("nowhere")).is_err());
    fs::write(folder.path().join("variables.css"), b"\xff").expect("a file");
    fs::remove_file(folder.path().join("else.css")).expect("the file");
    assert!(Theme::read(folder.path()).is_err_and(|error| error.to_string().contains("is not UTF-8")));
    #[cfg(unix)]
    {
        fs::remove_file(folder.path().join("variables.css")).expect("the file");
        std::os::unix::fs::symlink("/etc/hostname", folder.path().join("variables.css")).expect("a link");
        assert!(Theme::read(folder.path()).is_err_and(|error| error.to_string().contains("is no file")));
    }
}

#[test]
fn a_template_that_is_wrong_or_has_no_end_is_an_error_with_its_name() {
    let loops = "{% for a in range(9999) %}{% for b in range(9999) %}{% for c in range(9999) %}{% endfor %}{% endfor %}{% endfor %}";
    for (source, told) in [
        ("{% if %}", "home.html:1"),
        ("one\n{{ nothing.there }}", "home.html:2"),
        ("{% extends \"home.html\" %}", "home.html"),
        (loops, "ran out of fuel"),
    ] {
        let theme = theme(&[("templates/home.html", source)]).expect("a theme");
        let error = with(theme).expect_err("no site");
        let message = error.to_string();
        assert!(message.contains("with the theme") && message.contains(told), "{message}");
        assert!(error.help().is_some_and(|help| help.contains("--theme")));
    }
}

/// The fenced text of that language in `docs/themes.md`.
fn example<'p>(page: &'p str, language: &str) -> &'p str {
    let (_, rest) = page.split_once(&format!("```{language}\n")).expect("an example");
    rest.split_once("```").expect("its end").0
}

#[test]
fn the_examples_of_the_page_about_themes_do_what_it_says() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/themes.md")).expect("the page");
    let root = folder(&[
        ("rules-en/game/book.yaml", &fixture::BOOK.replace("languages: [en]", "languages: [en, ja]")),
        ("rules-en/game/01.yaml", CHAPTER),
        ("rules-ja/game/01.yaml", "chapter: {title: 一}\nsections:\n  - {id: one, title: 一, text: だ。}\n"),
        ("site.yaml", example(&page, "yaml")),
        ("theme/variables.css", example(&page, "css")),
        ("theme/templates/home.html", example(&page, "html")),
    ]);
    let loaded = library::load(root.path()).expect("a library");
    let rulestone::check::Checked { library, diagnostics: found, .. } =
        rulestone::check::check(loaded, &Meter::default());
    assert!(found.iter().all(|found| found.book.is_some()), "{found:?}");
    // Without being named the theme is not taken.
    assert!(!fixture::page(&fixture::render(&library, &Options::default()), "en/index.html").contains("Thursdays"));
    let theme = Some(Theme::read(&root.path().join("theme")).expect("a theme"));
    let site = fixture::render(&library, &Options { theme, ..Options::default() });
    let home = fixture::page(&site, "en/index.html");
    assert!(
        home.contains("We meet on Thursdays.")
            && home.contains("<h1 class=\"heading level-1\">Rules of the Thursday club")
    );
    let japanese = fixture::page(&site, "ja/index.html");
    assert!(japanese.contains("木曜の夜に集まります。") && japanese.contains("木曜会で使うルールとその読み方。"));
    assert!(fixture::page(&site, "assets/colors.css").contains("--rubric: light-dark(#7a1f5c, #e59bc9);"));
    assert!(fixture::page(&site, "assets/theme.css").contains("--measure: 40rem;"));
}
