//! Which headings of Markdown are the title, chapters, and sections.

use super::blocks::{Block, BlockKind};

/// What the depths of headings mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Levels {
    /// The index of the heading that is the title of the document.
    pub(super) title: Option<usize>,
    /// The depth of chapters.
    pub(super) chapter: u8,
}

impl Levels {
    /// Chapters are the shallowest headings of which there is more than one; a single one above them is the title.
    pub(super) fn of(blocks: &[Block<'_>]) -> Self {
        let mut depths = [0_usize; 7];
        let mut first = None;
        for (index, block) in blocks.iter().enumerate() {
            if let BlockKind::Heading(depth, _) = block.kind {
                depths[usize::from(depth)] += 1;
                first = first.or(Some((index, depth)));
            }
        }
        let shallowest = (1..=6_u8).find(|depth| depths[usize::from(*depth)] > 0).unwrap_or(1);
        let title =
            first.filter(|(_, depth)| *depth == shallowest && depths[usize::from(*depth)] == 1).map(|(index, _)| index);
        let repeated = (1..=6_u8).find(|depth| depths[usize::from(*depth)] > 1);
        let chapter = match (repeated, title) {
            (Some(depth), _) => depth,
            // Each depth once: what lies right below the title.
            (None, Some(_)) => {
                (shallowest + 1..=6).find(|depth| depths[usize::from(*depth)] > 0).unwrap_or(shallowest + 1)
            }
            (None, None) => shallowest,
        };
        Self { title, chapter }
    }

    /// How deep a heading stands, the chapter being 1.
    pub(super) fn level(self, depth: u8) -> u8 {
        (depth + 1).saturating_sub(self.chapter).max(1)
    }
}
