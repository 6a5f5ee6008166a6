//! How deep sections stand in their chapter.

use std::collections::BTreeSet;

use super::model::{Book, Chapter, Section};
use super::number::RuleNumber;

/// The section that opens a chapter: the first one, if it carries the chapter's number, or, where neither has a number,
/// its title. Its heading is the chapter's.
pub fn opening(chapter: &Chapter) -> Option<&Section> {
    let titled = |section: &Section| match (&section.title, &chapter.title) {
        (Some(own), Some(title)) => own.value == title.value,
        _ => false,
    };
    chapter.sections.first().filter(|section| match (section.number(), chapter.number.as_deref()) {
        (Some(own), Some(number)) => own == number && section.title.is_some(),
        (None, None) => titled(section),
        _ => false,
    })
}

/// The depth of each section's heading: below the chapter, as deep as the sections of the chapter that its number lies under make
/// it, and below a heading with a level of its own.
pub fn levels(book: &Book, chapter: &Chapter) -> Vec<u8> {
    let opens = opening(chapter).is_some();
    let mut known: BTreeSet<String> = BTreeSet::new();
    let (mut before, mut around) = (1, 1);
    let mut levels = Vec::new();
    for (at, section) in chapter.sections.iter().enumerate() {
        let number = section.number().and_then(|number| book.numbering.read(number));
        let above =
            number.iter().flat_map(RuleNumber::prefixes).skip(1).filter(|prefix| known.contains(prefix)).count();
        let depth = if opens && at == 0 {
            1
        } else if let Some(level) = section.level {
            around = level;
            level
        } else {
            u8::try_from(above).unwrap_or(u8::MAX).saturating_add(around + 1)
        };
        // No step is left out.
        before = depth.min(before + 1).min(6);
        levels.push(before);
        // The number of the chapter is above all of it.
        known.extend(number.filter(|_| before > 1).map(|number| number.to_string()));
    }
    levels
}

/// The sections that stand just below a section in its chapter.
pub fn below<'a>(book: &Book, chapter: &'a Chapter, section: &Section) -> Vec<&'a Section> {
    let all = chapter.sections.iter().zip(levels(book, chapter));
    let mut from = all.skip_while(|(other, _)| other.id != section.id);
    let Some((_, own)) = from.next() else { return Vec::new() };
    from.take_while(|(_, level)| *level > own).filter(|(_, level)| *level == own + 1).map(|(below, _)| below).collect()
}
