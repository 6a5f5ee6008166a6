//! Writes what the site's search script needs, as a classic script, so that it works from a folder without a server.

use super::Collection;

/// The script that sets `window.rulestoneIndex` for the pages of one language.
pub fn index_script(_collection: &Collection, _language: &str) -> String {
    String::new()
}
