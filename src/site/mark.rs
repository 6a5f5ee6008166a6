//! Marks in the rules: one at each open question and each ruling, with what is played in one line and the way to the rest.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::address;
use super::html;
use super::link::{Binding, Linker};
use crate::library::localized::View;
use crate::library::markup::Reference;
use crate::library::{RulingState, Section};

/// The marks of a section as HTML: those of each statement, and those of the section as a whole.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub(super) statements: BTreeMap<char, String>,
    pub(super) section: String,
}

/// The marks of a section on the page of `linker`; `notes` is the address of the page that says more.
pub(super) fn of_section(linker: &Linker<'_>, view: &View<'_>, section: &Section, notes: &str) -> Marks {
    let mut marks = Marks::default();
    let letters: Vec<char> = view
        .text(section)
        .map(|text| text.text.document.letters().into_iter().map(|(letter, _)| letter).collect())
        .unwrap_or_default();
    let mut put = |summary: &str, of: &[(String, _)], line: (String, &str), anchor: String| {
        let mark = written(linker, linker.strings.get(summary), line, &linker.to(&format!("{notes}#{anchor}")));
        // One mark for one question: at the last statement that it is about.
        let at = of.iter().filter_map(|(letter, _)| letter.chars().next()).rfind(|letter| letters.contains(letter));
        let to = at.map_or(&mut marks.section, |letter| marks.statements.entry(letter).or_default());
        to.push_str(&mark);
    };
    for ruling in view.book.rulings_of(&section.id).filter(|ruling| ruling.withdrawn.is_none()) {
        let Some(answer) = view.of_book(&ruling.answer) else { continue };
        let answered = answer.text.document.plain(&|reference: &Reference| linker.plain(reference));
        let here = ruling.on.iter().filter_map(|(on, place)| {
            let (ruled, letter) = view.book.ruled(on)?;
            (ruled.id == section.id).then_some((letter?.to_string(), *place))
        });
        let outdated = ruling.on.iter().any(|(on, _)| ruling.state(view.book, on) == Some(RulingState::Outdated));
        let warning = if outdated { format!(" ({})", linker.strings.get("ruling_outdated")) } else { String::new() };
        let line = (format!("{}{warning}", first_sentence(&answered)), answer.language);
        put("ruling", &here.collect::<Vec<_>>(), line, address::aside(&section.id, "ruling", &ruling.id));
    }
    for option in view.book.options_of(&section.id) {
        let followed = option.followed.as_ref().map_or("", |(name, _)| name.as_str());
        let reading = option.readings.iter().find(|(name, ..)| name == followed);
        let Some(piece) = reading.and_then(|(_, texts, _)| view.of_book(texts)) else { continue };
        let played = linker.strings.fill("mark_played", &[("reading", &piece.text.value)]);
        put("mark", &option.of, (played, piece.language), address::aside(&section.id, "option", &option.id));
    }
    for note in crate::library::texts::doubts(section) {
        let followed = note.followed.as_ref().and_then(|(name, _)| view.reading(section, note, name));
        let anchor = address::aside(&section.id, "note", &note.id);
        let plain =
            |prose: &crate::library::Prose| prose.document.plain(&|reference: &Reference| linker.plain(reference));
        let line = match (followed, view.note(section, note)) {
            (Some(reading), _) => {
                let reading_text = plain(reading.text);
                (linker.strings.fill("mark_played", &[("reading", &reading_text)]), reading.language)
            }
            (None, Some(text)) if !text.hidden => (first_sentence(&plain(text.text)).to_owned(), text.language),
            _ => (String::new(), view.language),
        };
        put("mark", &note.of, line, anchor);
    }
    marks
}

fn written(linker: &Linker<'_>, summary: &str, (line, language): (String, &str), href: &str) -> String {
    let strings = linker.strings;
    let around = linker.edition.language();
    let spoken = |language: &str| if language == around { String::new() } else { format!(" lang=\"{language}\"") };
    let interface = spoken(strings.language);
    let mut mark = String::new();
    if linker.binding == Binding::Epub {
        let (summary, line, spoken) = (html::escape(summary), html::escape(&line), spoken(language));
        let _ = write!(mark, "<p class=\"mark\"{spoken}><b{interface}>{summary}</b> {line}</p>");
        return mark;
    }
    let _ = write!(
        mark,
        "<details class=\"mark\"><summary{interface}>{}</summary><p{}>{} <a href=\"{href}\"{interface}>{}</a></p></details>",
        html::escape(summary),
        spoken(language),
        html::escape(&line),
        html::escape(strings.get("mark_more")),
    );
    mark
}

/// A text up to the end of its first sentence.
fn first_sentence(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    for (at, c) in line.char_indices() {
        let end = at + c.len_utf8();
        let ends = match c {
            '。' => true,
            '.' | '?' | '!' => line[end..].starts_with(' ') || line[end..].is_empty(),
            _ => false,
        };
        // "5.1 a." and "e. g." end no sentence.
        let abbreviates = c == '.' && line[..at].chars().next_back().is_some_and(|before| before.is_ascii_digit())
            || line[..at].chars().rev().take_while(|c| c.is_alphabetic()).count() == 1;
        if ends && !(c == '.' && abbreviates && !line[end..].is_empty()) {
            return &line[..end];
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn a_sentence_ends_where_another_begins() {
        assert_eq!(first_sentence("See 5.1. The rest."), "See 5.1. The rest.");
        assert_eq!(first_sentence("It is not said. Perhaps so."), "It is not said.");
        assert_eq!(first_sentence("書かれていない。おそらく。"), "書かれていない。");
        assert_eq!(first_sentence("As of p. 5 it is open? Yes."), "As of p. 5 it is open?");
        assert_eq!(first_sentence(""), "");
    }
}
