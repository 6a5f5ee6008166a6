//! Translations on their way to the programs of translators and back: units with ids and fingerprints, the formats that carry them,
//! and what comes back merged by fingerprint, checked before it is written.

mod codes;
mod csv;
mod incoming;
mod merge;
mod po;
mod prefill;
mod segment;
mod tbx;
mod tmx;
mod unit;
mod xliff1;
mod xliff2;
mod xml;

use crate::library::localized::View;
use incoming::text_of;
pub use incoming::{Incoming, IncomingFile, MAX_BYTES, Unreadable};
pub use merge::{Conflict, Kind, Merge, Told};
pub use prefill::{answered, ask, open_units};
pub use segment::{Code, CodeKind, Part as SegmentPart, Segment};
pub use unit::{Beside, ExchangeUnit, Part, Progress, Whole, exchange_units};

/// A format of files for translators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// PO of gettext.
    Po,
    /// XLIFF 1.2.
    Xliff,
    /// XLIFF 2.1.
    Xliff2,
    /// TMX 1.4, a memory.
    Tmx,
    /// TBX, a glossary.
    Tbx,
    /// CSV.
    Csv,
}

/// The file of these units of a translation; of a glossary, whatever the units are.
pub fn export(format: Format, view: &View<'_>, units: &[&ExchangeUnit]) -> Result<String, ::csv::Error> {
    let (book, source, target) = (view.book.id.as_str(), view.book.reference.as_str(), view.language);
    Ok(match format {
        Format::Po => po::write(units, book, target),
        Format::Xliff => xliff1::write(units, book, source, target),
        Format::Xliff2 => xliff2::write(units, book, source, target),
        Format::Tmx => tmx::write(units, source, target),
        Format::Tbx => tbx::write(view),
        Format::Csv => csv::write(units, source, target)?,
    })
}

/// Reads what came back; of which format it is, shows how it begins.
pub fn read(name: &str, bytes: &[u8]) -> Result<IncomingFile, Unreadable> {
    let text = text_of(bytes)?;
    let start = text.trim_start();
    let file = if start.starts_with('<') {
        let read = xml::Read::of(text)?;
        let root = read.document.root_element();
        let version = root.attribute("version").unwrap_or_default();
        match root.tag_name().name() {
            "xliff" if version.starts_with("1.") => xliff1::read(&read)?,
            "xliff" if version.starts_with("2.") => xliff2::read(&read)?,
            name @ ("tmx" | "martif" | "tbx") => {
                let message =
                    format!("a {} is for looking up, and is not merged", if name == "tmx" { "TMX" } else { "TBX" });
                return Err(Unreadable::new(read.line(root), message, MERGED));
            }
            other => {
                let message = format!("a file of `<{other}>` with the version `{version}` is none that is merged");
                return Err(Unreadable::new(read.line(root), message, MERGED));
            }
        }
    } else if start.starts_with('#') || start.starts_with("msg") {
        po::read(text)?
    } else if start.lines().next().is_some_and(|head| head.to_ascii_lowercase().contains("target:")) {
        csv::read(text)?
    } else {
        return Err(Unreadable::new(1, "this is none of the files that are merged", MERGED));
    };
    Ok(IncomingFile { name: name.to_owned(), ..file })
}

/// What can be merged.
const MERGED: &str = "bring back PO, XLIFF 1.2, XLIFF 2 or CSV, as `rulestone export` writes them";
