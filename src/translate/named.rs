//! What is named of a translation: sections, titles of chapters, definitions of terms, and parts of sections.

use std::fmt;

use crate::library::localized::pieces;
use crate::library::units::TextUnit;
use crate::library::{Section, TranslatedSection};

/// A section, a chapter's title or a term's definition by its id, or a part of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// The id.
    pub holder: String,
    /// A piece of the section, as `from` calls it.
    pub piece: Option<String>,
    /// A unit of the piece, as [`TextUnit`] is shown.
    pub unit: Option<String>,
}

impl Named {
    /// `SECTION:PIECE:UNIT`, as far as it is written.
    pub fn read(written: &str) -> Self {
        let mut parts = written.splitn(3, ':').map(str::to_owned);
        Self { holder: parts.next().unwrap_or_default(), piece: parts.next(), unit: parts.next() }
    }

    /// Whether it names that unit.
    pub(super) fn is_unit(&self, unit: &TextUnit) -> bool {
        self.unit.as_ref().is_some_and(|named| *named == unit.to_string())
    }
}

impl fmt::Display for Named {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.holder)?;
        self.piece.iter().chain(&self.unit).try_for_each(|part| write!(formatter, ":{part}"))
    }
}

/// Something that was named and is not there, and what is.
pub type Unknown = (String, String);

/// Whether a section of that id is named, or a part of it; where nothing is named, all is meant.
pub(super) fn is_wanted(named: &[Named], id: &str) -> bool {
    named.is_empty() || named.iter().any(|name| name.holder == id)
}

/// Whether something of that id is named that has no parts: the title of a chapter, the definition of a term. Sections may have the
/// same ids.
pub(super) fn is_wanted_whole(named: &[Named], id: &str) -> bool {
    named.is_empty() || named.iter().any(|name| name.holder == id && name.piece.is_none())
}

/// How much of a piece is named.
pub(super) enum Part<'n> {
    Nothing,
    Whole,
    /// These units, at least one.
    Units(Vec<&'n Named>),
}

/// What is named of one section.
pub(super) struct OfSection<'n>(Vec<&'n Named>);

impl<'n> OfSection<'n> {
    pub(super) fn new(named: &'n [Named], section: &Section) -> Self {
        Self(named.iter().filter(|name| name.holder == section.id).collect())
    }

    /// The pieces that the translation does not have.
    pub(super) fn unknown(&self, section: &Section, translated: &TranslatedSection) -> Vec<Unknown> {
        let is_unknown = |name: &&&Named| name.piece.as_ref().is_some_and(|key| translated.piece(key).is_none());
        let known = || pieces(section).into_iter().map(|piece| piece.key).collect::<Vec<_>>().join(", ");
        let unknown = self.0.iter().filter(is_unknown);
        unknown.map(|name| (name.to_string(), format!("the section has {}", known()))).collect()
    }

    pub(super) fn part(&self, key: &str) -> Part<'n> {
        let of_piece: Vec<&Named> = self.0.iter().copied().filter(|name| name.piece.as_deref() == Some(key)).collect();
        let whole = self.0.is_empty() || self.0.iter().any(|name| name.piece.is_none());
        if whole || of_piece.iter().any(|name| name.unit.is_none()) {
            Part::Whole
        } else if of_piece.is_empty() {
            Part::Nothing
        } else {
            Part::Units(of_piece)
        }
    }
}

/// The place of a named unit among those of a text.
pub(super) fn place(name: &Named, units: &[TextUnit]) -> Result<usize, Unknown> {
    let known = || units.iter().map(TextUnit::to_string).collect::<Vec<_>>().join(", ");
    let place = units.iter().position(|unit| name.is_unit(unit));
    place.ok_or_else(|| (name.to_string(), format!("its units are {}", known())))
}
