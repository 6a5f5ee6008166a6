//! The list of all pages for search engines, each with the same page in other languages.

use std::fmt::Write as _;

use super::SiteError;
use super::base_url::BaseUrl;
use super::html::escape;
use super::renderer::Renderer;

/// So many pages a list may have; of more there is a list of lists.
const MOST: usize = 50_000;
/// The one that others are told of.
const ADDRESS: &str = "sitemap.xml";

/// Lists the pages that were made so far.
pub(super) fn keep(renderer: &mut Renderer<'_>, base: &BaseUrl) -> Result<(), SiteError> {
    let lists: Vec<String> = renderer.listed().chunks(MOST).map(|pages| list(base, pages)).collect();
    if let [only] = &lists[..] {
        return renderer.keep(ADDRESS.to_owned(), only.clone().into_bytes());
    }
    let mut index = head("sitemapindex", "");
    for (at, list) in lists.into_iter().enumerate() {
        let address = format!("sitemap-{}.xml", at + 1);
        let _ = writeln!(index, "<sitemap><loc>{}</loc></sitemap>", escape(&base.of(&address)));
        renderer.keep(address, list.into_bytes())?;
    }
    index.push_str("</sitemapindex>\n");
    renderer.keep(ADDRESS.to_owned(), index.into_bytes())
}

fn head(element: &str, more: &str) -> String {
    let space = "http://www.sitemaps.org/schemas/sitemap/0.9";
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{element} xmlns=\"{space}\"{more}>\n")
}

fn list(base: &BaseUrl, pages: &[(String, Vec<(String, String)>)]) -> String {
    let mut list = head("urlset", " xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"");
    for (address, alternates) in pages {
        let _ = write!(list, "<url><loc>{}</loc>", escape(&base.of(address)));
        for (language, other) in alternates {
            let (language, other) = (escape(language), escape(&base.of(other)));
            let _ = write!(list, "<xhtml:link rel=\"alternate\" hreflang=\"{language}\" href=\"{other}\"/>");
        }
        list.push_str("</url>\n");
    }
    list.push_str("</urlset>\n");
    list
}
