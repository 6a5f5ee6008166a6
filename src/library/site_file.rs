//! What a library says of its site: `site.yaml`.

use std::collections::BTreeMap;

use super::colors::{Color, DEFAULTS, Scheme};
use super::model::Language;
use super::text::Line;
use super::yaml::{Node, Value};
use crate::diagnostic::Place;

/// What `site.yaml` says; nothing where there is none.
#[derive(Debug, Default)]
pub struct SiteFile {
    /// What the site is called.
    pub title: Said,
    /// What it is.
    pub description: Said,
    colors: BTreeMap<(Scheme, &'static str), (Color, Place)>,
}

/// A text for all languages, or one for each.
#[derive(Debug, Default)]
pub struct Said {
    all: Option<Line>,
    each: BTreeMap<Language, Line>,
}

impl Said {
    pub(super) fn new(node: Option<&Node>) -> Self {
        let Some(node) = node else { return Self::default() };
        match &node.value {
            Value::Map(entries) => {
                let each = entries.iter().filter_map(|entry| Some((entry.key.clone(), Line::new(&entry.value)?)));
                Self { all: None, each: each.collect() }
            }
            _ => Self { all: Line::new(node), each: BTreeMap::new() },
        }
    }

    /// The text in a language, if there is one.
    pub fn in_language(&self, language: &str) -> Option<&str> {
        self.each.get(language).or(self.all.as_ref()).map(|line| line.value.as_str())
    }
}

impl SiteFile {
    /// Reads what is as it should be; the check of the file's shape tells the rest.
    pub(super) fn new(root: &Node) -> Self {
        let mut colors = BTreeMap::new();
        for scheme in [Scheme::Light, Scheme::Dark] {
            let set = root.get("colors").and_then(|colors| colors.get(scheme.name()));
            for entry in set.map_or(&[][..], Node::entries) {
                let name = DEFAULTS.iter().map(|color| color.name).find(|name| *name == entry.key);
                let color = entry.value.text().and_then(Color::parse);
                if let Some((name, color)) = name.zip(color) {
                    colors.insert((scheme, name), (color, entry.value.place));
                }
            }
        }
        Self { title: Said::new(root.get("title")), description: Said::new(root.get("description")), colors }
    }

    /// Whether it sets a colour.
    pub fn has_colors(&self) -> bool {
        !self.colors.is_empty()
    }

    /// Where a colour is set, if it is.
    pub fn set_at(&self, scheme: Scheme, name: &'static str) -> Option<Place> {
        self.colors.get(&(scheme, name)).map(|(_, place)| *place)
    }

    /// Whether it sets that colour.
    pub fn sets(&self, scheme: Scheme, name: &'static str) -> bool {
        self.colors.contains_key(&(scheme, name))
    }

    /// A colour as pages have it; none if there is none of that name.
    pub fn color(&self, scheme: Scheme, name: &str) -> Option<Color> {
        let default = DEFAULTS.iter().find(|color| color.name == name)?;
        match self.colors.get(&(scheme, default.name)) {
            Some((color, _)) => Some(*color),
            None => Color::parse(default.of(scheme)),
        }
    }
}
