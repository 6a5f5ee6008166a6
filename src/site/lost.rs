//! The page that a server shows where it has none: it leads to the search, whatever address was asked for.

use minijinja::{context, value::Serde};

use super::SiteError;
use super::address;
use super::base_url::BaseUrl;
use super::renderer::{Frame, Label, Renderer, href};

/// Makes the page, which says in every language of the site what has happened.
pub(super) fn page(renderer: &mut Renderer<'_>, base: &BaseUrl) -> Result<(), SiteError> {
    let main = renderer.main_language();
    // It is shown at any depth, so its ways begin at the root of the server.
    let to = |address: String| href(format!("{}{address}", base.path()));
    let languages: Vec<_> = renderer
        .languages
        .iter()
        .map(|code| {
            let strings = renderer.strings(code);
            context! {
                code => *code,
                interface => (strings.language != *code).then_some(strings.language),
                title => strings.get("lost"),
                text => strings.get("lost_help"),
                label => strings.get("search_label"),
                find => strings.get("search"),
                search => to(address::search(code)),
                home => to(address::home(code)),
                home_title => renderer.title(strings),
            }
        })
        .collect();
    let strings = renderer.strings(main);
    let title = Label::new(strings.get("lost"), strings.language, main);
    let body = context! { title => Serde(&title), entrances => languages };
    let frame = Frame {
        address: address::LOST.to_owned(),
        language: main,
        title: vec![title.text],
        crumbs: Vec::new(),
        alternates: Vec::new(),
        contents: None,
        book: None,
    };
    renderer.page("lost.html", frame, body)
}
