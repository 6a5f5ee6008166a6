//! The pictures of a book: drawings (SVG) and images (PNG) that its texts show, and its symbols, which stand in the line.
//!
//! Nothing of a picture is changed. One that could run a script, ask for something elsewhere or stand for pages of text is
//! refused, with the place.

mod png;
mod svg;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::model::{Book, Language};
use super::names;
use super::text::Line;
use crate::diagnostic::{FileId, Place};

/// The folder of a book in which they lie.
pub const FOLDER: &str = "pictures";

/// The largest picture, in bytes: a page must open on a phone.
pub const MAX_BYTES: u64 = 2 << 20;

/// The longest side that a picture may have, in pixels.
const MAX_SIDE: u32 = 10_000;

/// What a file must be called that is a picture.
pub const NAMES: &str =
    "a picture is called `board-1.svg` or `board-1.png`: lower-case Latin letters, digits and single hyphens";

/// How a picture is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Lines and areas.
    Svg,
    /// Points.
    Png,
}

impl Format {
    /// The format that a file name tells, if it is the name of a picture.
    pub fn of(name: &str) -> Option<Self> {
        let (stem, format) = match name.rsplit_once('.')? {
            (stem, "svg") => (stem, Self::Svg),
            (stem, "png") => (stem, Self::Png),
            _ => return None,
        };
        names::check_id(stem).is_ok().then_some(format)
    }

    /// How programs call it.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }
}

/// A picture that may be shown.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Its file.
    pub file: FileId,
    /// How it is made.
    pub format: Format,
    /// It itself.
    pub bytes: Arc<[u8]>,
    /// How wide and how high it is shown, in CSS pixels.
    pub size: (u32, u32),
    /// Whether it has lines and areas of no colour but black: on dark paper they become white.
    pub is_black: bool,
}

/// Why a picture is not shown: where in its text, what, and the mend.
#[derive(Debug, PartialEq, Eq)]
pub struct Unfit {
    /// Bytes of its text; empty where it has none.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// The mend.
    pub help: &'static str,
}

impl Unfit {
    fn whole(message: impl Into<String>, help: &'static str) -> Self {
        Self { range: 0..0, message: message.into(), help }
    }
}

/// Reads a picture of a format, which stands in a file.
pub(super) fn read(file: FileId, format: Format, bytes: &[u8]) -> Result<Picture, Unfit> {
    let (size, is_black) = match format {
        Format::Svg => svg::read(bytes)?,
        Format::Png => (png::read(bytes)?, false),
    };
    if !is_shown(size) {
        let message = format!("the picture is {} × {} pixels", size.0, size.1);
        return Err(Unfit::whole(message, "each side must have 1 to 10,000 pixels"));
    }
    Ok(Picture { file, format, bytes: bytes.into(), size, is_black })
}

/// Whether a picture of this size can be shown.
fn is_shown((width, height): (u32, u32)) -> bool {
    width.max(height) <= MAX_SIDE && width.min(height) > 0
}

/// A sign that stands in the line, as it is printed on cards and counters: `{:tap}`.
#[derive(Debug)]
pub struct Symbol {
    /// What texts call it.
    pub name: String,
    /// Where it is named.
    pub place: Place,
    /// The file of its picture, and where that is named.
    pub file: (String, Place),
    /// What it is called in each language: the words for those who do not see it.
    pub words: BTreeMap<Language, Line>,
}

impl Book {
    /// The picture of that name that readers of a language see, and the language in whose folder it lies: their own, or that
    /// of the reference text.
    pub fn picture<'a>(&'a self, name: &str, language: &'a str) -> Option<(&'a str, &'a Picture)> {
        let own = self.translations.get(language).and_then(|translation| translation.pictures.get(name));
        match own {
            Some(own) => Some((language, own)),
            None => Some((self.reference.as_str(), self.pictures.get(name)?)),
        }
    }

    /// All pictures, each with the language in whose folder it lies and its name.
    pub fn all_pictures(&self) -> impl Iterator<Item = (&str, &str, &Picture)> {
        let reference = self.pictures.iter().map(|(name, picture)| (self.reference.as_str(), name.as_str(), picture));
        let translated = self.translations.iter().flat_map(|(language, translation)| {
            translation.pictures.iter().map(|(name, picture)| (language.as_str(), name.as_str(), picture))
        });
        reference.chain(translated)
    }

    /// The symbol of that name.
    pub fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.symbols.iter().find(|symbol| symbol.name == name)
    }
}
