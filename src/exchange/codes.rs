//! The marks of a segment as numbered codes, the same in source and translation.

use std::collections::HashMap;

use super::segment::{Code, CodeKind, Part, Segment};

/// A part of a segment in which marks have numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Coded<'a> {
    /// Words, or a mark that the source has not and that stays as it is written.
    Text(&'a str),
    /// The code of that number.
    Code(usize, &'a Code),
}

/// The source, its codes numbered from 1.
pub(super) fn of_source(source: &Segment) -> Vec<Coded<'_>> {
    let mut number = 0;
    let coded = source.parts.iter().map(|part| match part {
        Part::Text(text) => Coded::Text(text),
        Part::Code(code) => {
            number += 1;
            Coded::Code(number, code)
        }
    });
    coded.collect()
}

/// The codes that begin and end a pair, with their numbers.
type Ends<'a> = [(usize, &'a Code); 2];

/// A translation: its marks have the numbers of the same marks of the source.
pub(super) fn of_target<'a>(target: &'a Segment, source: &'a Segment) -> Vec<Coded<'a>> {
    let mut alone: HashMap<&str, Vec<(usize, &Code)>> = HashMap::new();
    let mut pairs: HashMap<(&str, &str), Vec<Ends<'_>>> = HashMap::new();
    let mut opened: HashMap<usize, (usize, &Code)> = HashMap::new();
    for coded in of_source(source) {
        let Coded::Code(number, code) = coded else { continue };
        match code.kind {
            CodeKind::Alone => alone.entry(&code.text).or_default().push((number, code)),
            CodeKind::Opens(pair) => {
                opened.insert(pair, (number, code));
            }
            CodeKind::Closes(pair) => {
                if let Some(open) = opened.remove(&pair) {
                    pairs.entry((&open.1.text, &code.text)).or_default().push([open, (number, code)]);
                }
            }
        }
    }
    // The first of the source is taken first.
    for codes in alone.values_mut() {
        codes.reverse();
    }
    for codes in pairs.values_mut() {
        codes.reverse();
    }
    let closing: HashMap<usize, &Code> = target
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Code(code @ Code { kind: CodeKind::Closes(pair), .. }) => Some((*pair, code)),
            _ => None,
        })
        .collect();
    let mut closes: HashMap<usize, (usize, &Code)> = HashMap::new();
    let coded = target.parts.iter().map(|part| {
        let code = match part {
            Part::Text(text) => return Coded::Text(text),
            Part::Code(code) => code,
        };
        let found = match code.kind {
            CodeKind::Alone => alone.get_mut(code.text.as_str()).and_then(Vec::pop),
            CodeKind::Opens(pair) => {
                let close = closing.get(&pair).map_or("", |code| code.text.as_str());
                pairs.get_mut(&(code.text.as_str(), close)).and_then(Vec::pop).map(|[open, close]| {
                    closes.insert(pair, close);
                    open
                })
            }
            CodeKind::Closes(pair) => closes.remove(&pair),
        };
        found.map_or(Coded::Text(&code.text), |(number, code)| Coded::Code(number, code))
    });
    coded.collect()
}
