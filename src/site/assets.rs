//! The style sheet, the scripts and the mark of the site.

/// The script of the pages: its parts, each a classic script of its own, in the order in which they run.
const SCRIPT: &str = concat!(
    include_str!("../../templates/site/0-common.js"),
    include_str!("../../templates/site/0-twin.js"),
    include_str!("../../templates/site/1-page.js"),
    include_str!("../../templates/site/2-table.js"),
    include_str!("../../templates/site/3-search.js"),
    include_str!("../../templates/site/4-hand.js"),
    include_str!("../../templates/site/5-offline.js"),
    include_str!("../../templates/site/6-copy.js"),
    include_str!("../../templates/site/7-peek.js"),
    include_str!("../../templates/site/8-odds.js"),
    include_str!("../../templates/site/9-beside.js"),
);

/// The style sheet, in parts: the later ones have the last word.
const STYLE: &str = concat!(
    include_str!("../../templates/style/1-ground.css"),
    include_str!("../../templates/style/2-frame.css"),
    include_str!("../../templates/style/3-sections.css"),
    include_str!("../../templates/style/4-pages.css"),
    include_str!("../../templates/style/5-media.css"),
);

/// Every asset with its address.
pub(super) const FILES: &[(&str, &[u8])] = &[
    ("assets/icon-180.png", include_bytes!("../../templates/icons/icon-180.png")),
    ("assets/icon-192.png", include_bytes!("../../templates/icons/icon-192.png")),
    ("assets/icon-512.png", include_bytes!("../../templates/icons/icon-512.png")),
    ("assets/icon.svg", include_bytes!("../../templates/icons/icon.svg")),
    ("assets/moved.js", include_bytes!("../../templates/moved.js")),
    ("assets/search.js", crate::search::browser::SCRIPT.as_bytes()),
    ("assets/site.css", STYLE.as_bytes()),
    ("assets/site.js", SCRIPT.as_bytes()),
    ("assets/theme.js", include_bytes!("../../templates/theme.js")),
    // A worker answers for the folder in which it stands.
    ("worker.js", include_bytes!("../../templates/worker.js")),
];

/// The colours that a library sets, and the style sheet of a theme: behind that of the site, where there are such.
pub(super) const COLORS: &str = "assets/colors.css";
pub(super) const THEME: &str = "assets/theme.css";

/// The script of the pages of single sections, which a site has only where its address is known.
pub(super) const SHARE: (&str, &[u8]) = ("assets/share.js", include_bytes!("../../templates/share.js"));
