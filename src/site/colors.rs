//! The style sheet with the colours that a library sets.

use std::fmt::Write as _;

use crate::library::SiteFile;
use crate::library::colors::{DEFAULTS, Scheme};

/// The style sheet, if there is something in it. On paper all stays as it is.
pub(super) fn style(site: &SiteFile) -> Option<String> {
    let mut lines = String::new();
    for name in DEFAULTS.map(|color| color.name) {
        if [Scheme::Light, Scheme::Dark].into_iter().any(|scheme| site.sets(scheme, name)) {
            let (light, dark) = (site.color(Scheme::Light, name)?, site.color(Scheme::Dark, name)?);
            let _ = writeln!(lines, "    --{name}: light-dark({light}, {dark});");
        }
    }
    (!lines.is_empty()).then(|| format!("@media screen {{\n  :root {{\n{lines}  }}\n}}\n"))
}
