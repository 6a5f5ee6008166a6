//! The templates, with the one rule that keeps them safe: whatever is not made by us is escaped.

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};

use super::html;
use super::theme::{self, Theme};

const FILES: &[(&str, &str)] = &[
    ("base.html", include_str!("../../templates/base.html")),
    ("book.html", include_str!("../../templates/book.html")),
    ("chapter.html", include_str!("../../templates/chapter.html")),
    ("data.html", include_str!("../../templates/data.html")),
    ("aid.html", include_str!("../../templates/aid.html")),
    ("amendments.html", include_str!("../../templates/amendments.html")),
    ("epub/chapter.xhtml", include_str!("../../templates/epub/chapter.xhtml")),
    ("epub/frame.xhtml", include_str!("../../templates/epub/frame.xhtml")),
    ("epub/index.xhtml", include_str!("../../templates/epub/index.xhtml")),
    ("epub/nav.xhtml", include_str!("../../templates/epub/nav.xhtml")),
    ("epub/package.opf", include_str!("../../templates/epub/package.opf")),
    ("epub/title.xhtml", include_str!("../../templates/epub/title.xhtml")),
    ("doubts.html", include_str!("../../templates/doubts.html")),
    ("figure.html", include_str!("../../templates/figure.html")),
    ("front.html", include_str!("../../templates/front.html")),
    ("glossary.html", include_str!("../../templates/glossary.html")),
    ("home.html", include_str!("../../templates/home.html")),
    ("leads.html", include_str!("../../templates/leads.html")),
    ("lost.html", include_str!("../../templates/lost.html")),
    ("macros.html", include_str!("../../templates/macros.html")),
    ("map.html", include_str!("../../templates/map.html")),
    ("moved.html", include_str!("../../templates/moved.html")),
    ("pair.html", include_str!("../../templates/pair.html")),
    ("search.html", include_str!("../../templates/search.html")),
    ("section.html", include_str!("../../templates/section.html")),
    ("share.html", include_str!("../../templates/share.html")),
    ("verdict.html", include_str!("../../templates/verdict.html")),
    ("verdicts.html", include_str!("../../templates/verdicts.html")),
    ("whole.html", include_str!("../../templates/whole.html")),
];

/// What our templates are called.
pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
    FILES.iter().map(|(name, _)| *name)
}

/// All templates, ready to render; those of a theme take the place of ours, which it can still name.
pub(super) fn environment(theme: Option<&Theme>) -> Result<Environment<'_>, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    // The stock escape also turns every `/` into an entity, which makes addresses unreadable in the source of a page.
    environment.set_formatter(|out, _, value| {
        if value.is_none() || value.is_undefined() {
            return Ok(());
        }
        let text = value.to_string();
        let written = if value.is_safe() { out.write_str(&text) } else { out.write_str(&html::escape(&text)) };
        written.map_err(minijinja::Error::from)
    });
    for (name, source) in FILES {
        let own = theme.and_then(|theme| theme.templates.get(*name));
        match own {
            None => environment.add_template(name, source)?,
            Some(own) => {
                environment.add_template(&own.ours, source)?;
                environment.add_template(name, &own.source)?;
                environment.set_fuel(Some(theme::FUEL));
            }
        }
    }
    Ok(environment)
}
