//! What a page from a server needs to be kept: the files of each book in each language, and what the site is called as a program.

use std::collections::BTreeMap;

use serde_json::json;
use sha2::{Digest, Sha256};

use super::renderer::Renderer;
use super::{SiteError, address, assets};
use crate::beside;
use crate::files::hex;
use crate::library::Book;
use crate::library::colors::Scheme;

/// What every book needs beside its own folder; the index, the terms and the two pages of its language come to them.
const SHARED: [&str; 8] = [
    assets::COLORS,
    "assets/icon.svg",
    "assets/search.js",
    "assets/site.css",
    "assets/site.js",
    assets::THEME,
    "assets/theme.js",
    "index.html",
];

/// Lists for each book and language what it needs to be read and searched without a network.
pub(super) fn lists(renderer: &mut Renderer<'_>) -> Result<(), SiteError> {
    let files: Vec<(&str, &[u8])> = renderer.files_below("").collect();
    let hashes = beside::each(&files, beside::cores(), |(path, content)| {
        ((*path).to_owned(), hex(&Sha256::digest(content)[..8]))
    });
    let hashes = hashes.into_iter().collect();
    for book in &renderer.library.books {
        for language in book.all_languages() {
            list(renderer, &hashes, book, language)?;
        }
    }
    Ok(())
}

/// The list of one book in one language: each file with a hash of its content.
fn list(
    renderer: &mut Renderer<'_>,
    hashes: &BTreeMap<String, String>,
    book: &Book,
    language: &str,
) -> Result<(), SiteError> {
    let folder = format!("{language}/{}/", book.id);
    let shared =
        [address::index(language), address::cards(language), address::home(language), address::search(language)];
    // Where a language has no pictures of its own, its pages show those of the reference language.
    let pictures = book.pictures.keys().map(|name| address::picture(&book.reference, &book.id, name));
    let pictures: Vec<String> = pictures.filter(|address| !address.starts_with(&folder)).collect();
    let shared = SHARED.iter().copied().chain(shared.iter().chain(&pictures).map(String::as_str));
    let below = |folder: &str| renderer.files_below(folder).map(|(path, _)| path).collect::<Vec<_>>();
    let index = below("assets/").into_iter().filter(|path| address::is_part_of_index(path, language));
    let files: BTreeMap<&str, &String> = shared
        .chain(index)
        .chain(below(&folder))
        .filter_map(|path| hashes.get_key_value(path).map(|(path, hash)| (path.as_str(), hash)))
        .collect();
    let list = json!({ "files": files }).to_string();
    renderer.keep(format!("{folder}offline.json"), list.into_bytes())
}

/// How the site in `language` presents itself where it is put on a home screen.
pub(super) fn manifest(renderer: &mut Renderer<'_>, language: &str) -> Result<(), SiteError> {
    let name = renderer.title(renderer.strings(language));
    let icon = |size: u32| json!({ "src": format!("../assets/icon-{size}.png"), "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": "any maskable" });
    let site = &renderer.library.site;
    let color = |name: &str| site.color(Scheme::Light, name).map(|color| color.to_string());
    // Around the pages stands the colour of the icon, unless the library has one of its own.
    let around = if site.sets(Scheme::Light, "rubric") { color("rubric") } else { None };
    let mut manifest = json!({
        "name": name,
        "short_name": name,
        "lang": language,
        "start_url": "index.html",
        "scope": "../",
        "display": "minimal-ui",
        "background_color": color("paper"),
        "theme_color": around.as_deref().unwrap_or("#9a3324"),
        "icons": [
            { "src": "../assets/icon.svg", "sizes": "any", "type": "image/svg+xml" },
            icon(192),
            icon(512),
        ],
    });
    if let Some(description) = site.description.in_language(language) {
        manifest["description"] = description.into();
    }
    renderer.keep(address::manifest(language), manifest.to_string().into_bytes())
}
