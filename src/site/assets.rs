//! The style sheet, the scripts and the mark of the site.

/// Every asset with its address.
pub(super) const FILES: &[(&str, &str)] = &[
    ("assets/icon.svg", include_str!("../../templates/icon.svg")),
    ("assets/search.js", crate::search::browser::SCRIPT),
    ("assets/site.css", include_str!("../../templates/site.css")),
    ("assets/site.js", include_str!("../../templates/site.js")),
    ("assets/theme.js", include_str!("../../templates/theme.js")),
];
