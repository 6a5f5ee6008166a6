//! New units and the text that is there become the new text, which must have just these units.

use std::collections::BTreeMap;

use super::wrap::{continuation, normalised, wrapped};
use crate::exchange::segment::with_forms;
use crate::exchange::unit::{ExchangeUnit, Part};
use crate::library::Prose;
use crate::library::markup::{self, Block, StatementLabel};
use crate::library::text::{Text, collapse_whitespace};
use crate::library::units::{TextUnit, text_units};
use crate::library::yaml::MAX_TEXT_BYTES;

/// So far a file indents the texts of a section, at most.
const INDENT: usize = 8;

const MORE_THAN_ONE: &str = "it would be more than one statement, paragraph, item or cell; write it as one";

/// The longest line of text.
const MAX_LINE: usize = 1000;

#[derive(Debug, Default)]
pub(super) struct Joined {
    /// The new text; none if it stays as it is.
    pub(super) text: Option<String>,
    /// Which unit of the reference text each of its units is, if they are known.
    pub(super) made_from: Vec<Option<usize>>,
    /// What cannot stand there, and why; the text then is none.
    pub(super) refused: Vec<(usize, String)>,
}

/// Joins the text that a translation has (if any) with new units: each with the key that the caller knows it by. `units` are those
/// of the reference text as they are today.
pub(super) fn join(
    reference: Text<'_>,
    own: Option<Text<'_>>,
    units: &[&ExchangeUnit],
    new: &BTreeMap<usize, (Part, &str)>,
) -> Joined {
    let Text::Prose(reference) = reference else { return line(new) };
    let mut refused = Vec::new();
    // The text of each unit that is written, with the forms of its nouns put in.
    let mut texts: BTreeMap<usize, String> = BTreeMap::new();
    let mut keys: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (key, (part, _)) in new {
        let (Part::Unit(at) | Part::Forms(at, _)) = *part;
        keys.entry(at).or_default().push(*key);
    }
    let mut of_unit: BTreeMap<usize, Vec<&ExchangeUnit>> = BTreeMap::new();
    for unit in units {
        let (Part::Unit(at) | Part::Forms(at, _)) = unit.part;
        of_unit.entry(at).or_default().push(unit);
    }
    for (at, keys) in &keys {
        let given = |part: Part| {
            let mut found = keys.iter().filter_map(|key| new.get(key));
            found.find(|(of, _)| *of == part).map(|(_, text)| (*text).to_owned())
        };
        let known: Vec<(Part, &&ExchangeUnit)> =
            of_unit.get(at).map_or(&[][..], Vec::as_slice).iter().map(|unit| (unit.part, unit)).collect();
        let Some((_, sentence)) = known.first() else { continue };
        let of = |(part, unit): &(Part, &&ExchangeUnit)| {
            given(*part).or_else(|| unit.target.as_ref().map(|_| unit.target_text()))
        };
        let Some(text) = of(&known[0]) else {
            refused.extend(
                keys.iter().map(|key| (*key, "the sentence that these forms stand in is not translated".to_owned())),
            );
            continue;
        };
        if text.contains("\n\n") {
            refused.extend(keys.iter().map(|key| (*key, MORE_THAN_ONE.to_owned())));
            continue;
        }
        let forms: Vec<Option<String>> = known[1..].iter().map(of).collect();
        match with_forms(&text, &sentence.source.forms, &forms) {
            Ok(text) => match fault_of(&normalised(&text)) {
                None => drop(texts.insert(*at, normalised(&text))),
                Some(why) => refused.extend(keys.iter().map(|key| (*key, why.clone()))),
            },
            Err(why) => refused.extend(keys.iter().map(|key| (*key, why.clone()))),
        }
    }
    if texts.is_empty() || !refused.is_empty() {
        return Joined { refused, ..Joined::default() };
    }
    let own = own.and_then(Text::prose);
    let joined = prose(reference, own, units, &texts);
    match joined {
        Ok((text, made_from)) => Joined { text: Some(text), made_from, refused },
        Err(why) => {
            let all = texts.keys().filter_map(|at| keys.get(at)).flatten();
            Joined { refused: all.map(|key| (*key, why.clone())).collect(), ..Joined::default() }
        }
    }
}

/// A text of one line.
fn line(new: &BTreeMap<usize, (Part, &str)>) -> Joined {
    let Some((key, (_, text))) = new.iter().next() else { return Joined::default() };
    let text = collapse_whitespace(text);
    if text.chars().count() > MAX_LINE {
        let why = format!("it has more than {MAX_LINE} characters");
        return Joined { refused: vec![(*key, why)], ..Joined::default() };
    }
    Joined { text: Some(text), made_from: vec![Some(0)], refused: Vec::new() }
}

/// Why words cannot be those of one unit, if they cannot.
fn fault_of(text: &str) -> Option<String> {
    let alone = format!("^a {text}\n");
    let document = markup::parse(&alone);
    let is_one = matches!(&document.blocks[..], [Block::Paragraph(paragraph)] if paragraph.letter.is_some());
    let units = text_units(&document);
    let whole = units.first().is_some_and(|unit| alone[unit.range.clone()].trim() == text);
    if is_one && whole {
        return None;
    }
    Some(MORE_THAN_ONE.to_owned())
}

/// The new text, and which unit of the reference text each of its units is.
fn prose(
    reference: &Prose,
    own: Option<&Prose>,
    units: &[&ExchangeUnit],
    texts: &BTreeMap<usize, String>,
) -> Result<(String, Vec<Option<usize>>), String> {
    let sentences: Vec<&&ExchangeUnit> = units.iter().filter(|unit| matches!(unit.part, Part::Unit(_))).collect();
    let owns = own.map(|own| text_units(&own.document)).unwrap_or_default();
    let place = |unit: &ExchangeUnit| if let Part::Unit(at) = unit.part { at } else { usize::MAX };
    let own_of: BTreeMap<usize, usize> = sentences.iter().filter_map(|unit| Some((place(unit), unit.own?))).collect();
    let mut made_from: Vec<Option<usize>> = vec![None; owns.len()];
    for (reference, own) in &own_of {
        if let Some(made) = made_from.get_mut(*own) {
            *made = Some(*reference);
        }
    }
    if let Some(own) = own.filter(|_| texts.keys().all(|at| own_of.contains_key(at))) {
        let new: BTreeMap<usize, &String> = texts.iter().map(|(at, text)| (own_of[at], text)).collect();
        let (text, expected) = replaced(own, &owns, |at| match new.get(&at) {
            Some(text) => Unit::New(text),
            None => Unit::AsItIs,
        });
        check(&text, &expected)?;
        return Ok((text, made_from));
    }
    // Units are missing: the text gets the layout of the reference text. What the translation has has to find its place there.
    if let Some(lost) = made_from.iter().position(Option::is_none) {
        let lost = &owns[lost];
        return Err(format!(
            "the translation has units that the reference text has not (`{lost}`), so that nobody knows where this one belongs; put it in by hand"
        ));
    }
    let kept = |at: usize| own.zip(own_of.get(&at)).map(|(own, at)| normalised(&own.source[owns[*at].range.clone()]));
    let all: BTreeMap<usize, String> =
        (0..sentences.len()).filter_map(|at| Some((at, texts.get(&at).cloned().or_else(|| kept(at))?))).collect();
    let reference_units = text_units(&reference.document);
    let (text, expected) = replaced(reference, &reference_units, |at| match all.get(&at) {
        Some(text) => Unit::New(text),
        None => Unit::Gone,
    });
    check(&text, &expected)?;
    Ok((text, all.keys().map(|at| Some(*at)).collect()))
}

/// What becomes of a unit of a text.
enum Unit<'a> {
    AsItIs,
    New(&'a str),
    Gone,
}

/// Units as they are expected in a text: their statements and words.
type Expected = Vec<(Option<StatementLabel>, String)>;

/// A text with other units, and the units that it is then to have.
fn replaced<'a>(prose: &Prose, units: &[TextUnit], of: impl Fn(usize) -> Unit<'a>) -> (String, Expected) {
    let source = &prose.source;
    let (mut text, mut at, mut expected) = (String::with_capacity(source.len()), 0, Vec::new());
    let mut is_shorter = false;
    for (place, unit) in units.iter().enumerate() {
        let range = unit.range.clone();
        match of(place) {
            Unit::AsItIs => expected.push((unit.letter, collapse_whitespace(&source[range]))),
            Unit::New(words) => {
                text.push_str(&source[at..range.start]);
                let line = source[..range.start].rfind('\n').map_or(0, |end| end + 1);
                let column = INDENT + source[line..range.start].chars().count();
                let goes_on = continuation(source, range.start);
                text.push_str(&wrapped(words, column, goes_on.as_deref()));
                at = range.end;
                expected.push((unit.letter, collapse_whitespace(words)));
            }
            Unit::Gone => {
                is_shorter = true;
                let line = source[..range.start].rfind('\n').map_or(0, |end| end + 1);
                if continuation(source, range.start).is_none() {
                    // A cell stays, and is empty.
                    text.push_str(&source[at..range.start]);
                    at = range.end;
                    continue;
                }
                if line > at {
                    text.push_str(&source[at..line]);
                }
                let end = source[range.end..].find('\n').map_or(source.len(), |end| range.end + end + 1);
                at = end.max(at);
            }
        }
    }
    text.push_str(&source[at..]);
    while is_shorter && text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    (text.trim_matches('\n').to_owned() + "\n", expected)
}

/// Whether a text has just these units.
fn check(text: &str, expected: &Expected) -> Result<(), String> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(format!("the text would have more than {MAX_TEXT_BYTES} bytes"));
    }
    let document = markup::parse(text);
    let found: Expected =
        text_units(&document).into_iter().map(|unit| (unit.letter, collapse_whitespace(&text[unit.range]))).collect();
    if found == *expected {
        return Ok(());
    }
    let other = found.iter().zip(expected).position(|(found, expected)| found != expected).unwrap_or(found.len());
    Err(format!(
        "the text would no longer have the same units (from the {}. on); translate all of it, or put this in by hand",
        other + 1
    ))
}
