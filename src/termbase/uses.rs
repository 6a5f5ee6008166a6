//! Where each language uses a concept, section by section.

use std::ops::Range;

use super::Termbase;
use super::excerpt::{Excerpt, excerpt};
use super::names::Names;
use super::passages::{Passage, Passages};
use crate::diagnostic::Place;
use crate::library::Section;

/// A section in which some language uses a concept.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The section.
    pub section: &'a Section,
    /// How each language of the termbase has it, in their order.
    pub cells: Vec<Cell>,
}

/// How a language has a concept in a section.
#[derive(Clone, Debug)]
pub enum Cell {
    /// It uses it.
    Used(Use),
    /// It does not use it, although the text is there.
    Unused,
    /// The text in which the reference language uses it is not there.
    Untranslated,
}

/// The first use of a concept in a section.
#[derive(Clone, Debug)]
pub struct Use {
    /// The sentence.
    pub excerpt: Excerpt,
    /// Where it stands.
    pub place: Place,
    /// How often the section uses it.
    pub count: usize,
}

/// Places in a book in one language: of each passage that has any, its place and bytes of it.
pub(super) type Places = Vec<(usize, Vec<Range<usize>>)>;

impl<'a> Termbase<'a> {
    /// The sections in which some language uses a concept, in the order of the book.
    pub fn rows(&self, concept: usize) -> Vec<Row<'a>> {
        self.rows_of(&|at| {
            let any = self.texts[at].places(concept, true);
            // A longer name says it too; it leads to a section only where the concept stands by itself.
            (self.texts[at].places(concept, false), any)
        })
    }

    /// The sections in which some words stand in any language.
    pub fn rows_of_words(&self, words: &str) -> Vec<Row<'a>> {
        let mut names = Names::default();
        names.add(&self.analyzer, 0, words);
        if names.is_empty() {
            return Vec::new();
        }
        let found = |passages: &Passages| -> Places {
            let ranges = |passage: &Passage| {
                names.find(&self.analyzer, &passage.words).into_iter().map(|found| found.range).collect()
            };
            let all = passages.all.iter().enumerate().map(|(at, passage)| (at, ranges(passage)));
            all.filter(|(_, ranges): &(usize, Vec<_>)| !ranges.is_empty()).collect()
        };
        self.rows_of(&|at| {
            let found = found(&self.texts[at].passages);
            (found.clone(), found)
        })
    }

    /// The sections whose title or rules use a concept in a language, in the order of the book, each with how often.
    pub(crate) fn in_rules(&self, concept: usize, language: &str) -> Vec<(&'a Section, usize)> {
        let Some(at) = self.languages.iter().position(|of| *of == language) else { return Vec::new() };
        let text = &self.texts[at];
        let mut sections: Vec<(usize, usize)> = Vec::new();
        for (passage, ranges) in text.places(concept, false) {
            let passage = &text.passages.all[passage];
            match sections.last_mut() {
                _ if !matches!(passage.piece.as_str(), "title" | "text") => {}
                Some((section, count)) if *section == passage.section => *count += ranges.len(),
                _ => sections.push((passage.section, ranges.len())),
            }
        }
        sections.into_iter().map(|(section, count)| (self.sections[section], count)).collect()
    }

    /// Every place where a language names a concept, with the concept, and whether it is part of the longer name of another.
    pub(crate) fn mentions(&self, language: usize) -> Vec<(Place, usize, bool)> {
        let Some(text) = self.texts.get(language) else { return Vec::new() };
        let of = |(concept, uses): (usize, &'_ Vec<(usize, super::names::Found)>)| {
            let mention = |(passage, found): &(usize, super::names::Found)| {
                (text.passages.all[*passage].place_of(found.range.clone()), concept, found.within)
            };
            uses.iter().map(mention).collect::<Vec<_>>()
        };
        text.uses.iter().enumerate().flat_map(of).collect()
    }

    /// How many sections of a language use a concept.
    pub fn sections_using(&self, concept: usize, language: usize) -> usize {
        let text = &self.texts[language];
        let places = text.places(concept, false);
        let mut sections: Vec<usize> = places.iter().map(|(at, _)| text.passages.all[*at].section).collect();
        sections.dedup();
        sections.len()
    }

    /// `found` gives for a language the places that lead to a section, and those that are shown in it.
    fn rows_of(&self, found: &dyn Fn(usize) -> (Places, Places)) -> Vec<Row<'a>> {
        let found: Vec<(Places, Places)> = (0..self.languages.len()).map(found).collect();
        let sections = |at: usize, places: &Places| -> Vec<usize> {
            places.iter().map(|(passage, _)| self.texts[at].passages.all[*passage].section).collect()
        };
        let mut all: Vec<usize> = found.iter().enumerate().flat_map(|(at, (own, _))| sections(at, own)).collect();
        all.sort_unstable();
        all.dedup();
        let row = |section: &usize| Row {
            section: self.sections[*section],
            cells: (0..self.languages.len()).map(|at| self.cell(*section, at, &found)).collect(),
        };
        all.iter().map(row).collect()
    }

    fn cell(&self, section: usize, language: usize, found: &[(Places, Places)]) -> Cell {
        let here = |at: usize, places: &Places| -> Places {
            // Passages stand in the order of the sections.
            let of = |(passage, _): &(usize, Vec<Range<usize>>)| self.texts[at].passages.all[*passage].section;
            let from = places.partition_point(|place| of(place) < section);
            places[from..].iter().take_while(|place| of(place) == section).cloned().collect()
        };
        let (own, any) = (here(language, &found[language].0), here(language, &found[language].1));
        let piece = |at: usize, passage: usize| self.texts[at].passages.all[passage].piece.as_str();
        let reference = here(0, &found[0].0);
        let beside = reference.iter().map(|(at, _)| piece(0, *at)).min_by_key(|piece| rank(piece));
        let same: Places = any.iter().filter(|(at, _)| Some(piece(language, *at)) == beside).cloned().collect();
        let first_use = |places: &Places| -> Option<(usize, Vec<Range<usize>>)> {
            let rank = |(at, _): &&(usize, Vec<Range<usize>>)| rank(piece(language, *at));
            places.iter().min_by_key(rank).cloned()
        };
        // What the reference text says at the same place is what people compare.
        let Some((first, ranges)) = first_use(&same).or_else(|| first_use(&own)).or_else(|| first_use(&any)) else {
            let pieces = reference.iter().map(|(passage, _)| self.texts[0].passages.all[*passage].piece.as_str());
            let mut pieces = pieces.peekable();
            let there = |piece: &str| self.texts[language].passages.has(section, piece);
            let untranslated = pieces.peek().is_some() && !pieces.any(there);
            return if untranslated { Cell::Untranslated } else { Cell::Unused };
        };
        let passage = &self.texts[language].passages.all[first];
        Cell::Used(Use {
            excerpt: excerpt(passage, &ranges),
            place: passage.place_of(ranges[0].clone()),
            count: any.iter().map(|(_, ranges)| ranges.len()).sum(),
        })
    }
}

/// Rules tell more of a word than titles do, and those more than the names of traces.
fn rank(piece: &str) -> usize {
    match piece.split('.').next() {
        Some("text") => 0,
        Some("examples") => 1,
        Some("notes") => 2,
        Some("title") => 3,
        _ => 4,
    }
}
