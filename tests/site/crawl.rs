//! Reads pages far enough to follow their links: tags and attributes, nothing of the text between them.

use std::collections::{BTreeMap, BTreeSet};

use rulestone::site::Site;

/// A tag with its attributes.
#[derive(Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) attributes: BTreeMap<String, String>,
}

/// Every start tag of a page. Panics on what a browser would have to guess at.
pub(super) fn tags(html: &str) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if rest.starts_with(['!', '/']) {
            continue;
        }
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).expect("the end of a tag's name");
        let mut tag = Tag { name: rest[..end].to_owned(), attributes: BTreeMap::new() };
        assert!(!tag.name.is_empty(), "a stray < before {:?}", rest.chars().take(40).collect::<String>());
        rest = rest[end..].trim_start();
        while !rest.starts_with('>') {
            let end = rest.find(['=', ' ', '>', '\n']).expect("the end of an attribute's name");
            let name = rest[..end].to_owned();
            assert!(!name.is_empty() && !name.contains(['<', '"', '\'']), "the attribute {name:?} of {}", tag.name);
            rest = &rest[end..];
            let mut value = String::new();
            if let Some(after) = rest.strip_prefix("=\"") {
                let (inside, after) = after.split_once('"').expect("a closed attribute");
                value = decode(inside);
                rest = after;
            }
            assert!(tag.attributes.insert(name, value).is_none(), "an attribute twice in {}", tag.name);
            rest = rest.trim_start();
        }
        tags.push(tag);
    }
    tags
}

fn decode(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    assert!(!text.replace("&amp;", "").contains('&'), "an unknown entity in {text:?}");
    text.replace("&amp;", "&")
}

/// The pages of a site with their tags.
pub(super) fn pages(site: &Site) -> BTreeMap<&str, Vec<Tag>> {
    let pages = site.files.iter().filter(|(path, _)| path.rsplit_once('.').is_some_and(|(_, end)| end == "html"));
    pages.map(|(path, content)| (path.as_str(), tags(std::str::from_utf8(content).expect("UTF-8")))).collect()
}

/// The ids of a page; panics if one stands twice.
pub(super) fn ids<'a>(page: &str, tags: &'a [Tag]) -> BTreeSet<&'a str> {
    let mut ids = BTreeSet::new();
    for id in tags.iter().filter_map(|tag| tag.attributes.get("id")) {
        assert!(ids.insert(id.as_str()), "{page}: the id {id} stands twice");
        assert!(!id.is_empty() && !id.contains(char::is_whitespace), "{page}: the id {id:?}");
    }
    ids
}

/// The file and anchor that a link on `page` leads to.
pub(super) fn target(page: &str, href: &str) -> (String, String) {
    let (path, anchor) = href.split_once('#').unwrap_or((href, ""));
    let path = path.split('?').next().unwrap_or_default();
    let mut parts: Vec<&str> = page.split('/').collect();
    if !path.is_empty() {
        parts.pop();
        for part in path.split('/') {
            if part == ".." {
                parts.pop().unwrap_or_else(|| panic!("{page}: {href} leaves the site"));
            } else {
                parts.push(part);
            }
        }
    }
    (parts.join("/"), anchor.to_owned())
}
