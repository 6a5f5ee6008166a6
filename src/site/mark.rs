//! Marks in the rules: one at each open question and each ruling, with what is played in one line and the way to the rest.

use std::collections::{BTreeMap, BTreeSet};

use super::address;
use super::html;
use super::link::{Binding, Linker};
use crate::library::localized::View;
use crate::library::markup::{Reference, StatementLabel};
use crate::library::{Prose, RulingState, Section};

/// The marks of a section as HTML: those of each statement, and those of the section as a whole.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub(super) statements: BTreeMap<StatementLabel, String>,
    pub(super) section: String,
}

/// What a mark says, and where more stands.
pub(super) struct Line<'a> {
    /// The name of the mark among the strings of the site.
    pub(super) summary: &'static str,
    /// The letters of the statements that it is about, each once.
    of: BTreeSet<StatementLabel>,
    pub(super) words: String,
    pub(super) language: &'a str,
    /// Where the page of notes says more.
    pub(super) anchor: String,
}

/// The marks of a section on the page of `linker`; `notes` is the address of the page that says more.
///
/// Each leads there, and the script shows its line on a card; the book on one page, which is read on paper, shows the lines.
pub(super) fn of_section(linker: &Linker<'_>, view: &View<'_>, section: &Section, notes: &str) -> Marks {
    let mut marks = Marks::default();
    let letters: Vec<StatementLabel> = view
        .text(section)
        .map(|text| text.text.document.letters().into_iter().map(|(letter, _)| letter).collect())
        .unwrap_or_default();
    for line in lines(linker, view, section) {
        let href = linker.to(&format!("{notes}#{}", line.anchor));
        let mark = match linker.binding {
            Binding::Site => leading(linker, &line, &href),
            Binding::Page => unfolding(linker, &line, &href),
            Binding::Epub => written_out(linker, &line),
        };
        // A reader of any statement that is in doubt must see it; a line that is written out stands once.
        let at: Vec<StatementLabel> = line.of.iter().copied().filter(|letter| letters.contains(letter)).collect();
        let from = if linker.binding == Binding::Site { 0 } else { at.len().saturating_sub(1) };
        if at.is_empty() {
            marks.section.push_str(&mark);
        }
        for letter in &at[from..] {
            marks.statements.entry(*letter).or_default().push_str(&mark);
        }
    }
    marks
}

/// What the marks of a section say: rulings first, then options, then doubts.
pub(super) fn lines<'a>(linker: &Linker<'_>, view: &View<'a>, section: &'a Section) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    let plain = |prose: &Prose| prose.document.plain(&|reference: &Reference| linker.plain(reference));
    let lettered = |of: &[(String, _)]| of.iter().filter_map(|(label, _)| StatementLabel::parse(label)).collect();
    for ruling in view.book.rulings_of(&section.id).filter(|ruling| ruling.withdrawn.is_none()) {
        let Some(answer) = view.of_book(&ruling.answer) else { continue };
        let here = ruling.on.iter().filter_map(|(on, _)| {
            let (ruled, letter) = view.book.ruled(on)?;
            if ruled.id == section.id { letter } else { None }
        });
        let outdated = ruling.on.iter().any(|(on, _)| ruling.state(view.book, on) == Some(RulingState::Outdated));
        let warning = if outdated { format!(" ({})", linker.strings.get("ruling_outdated")) } else { String::new() };
        lines.push(Line {
            summary: "ruling",
            of: here.collect(),
            words: format!("{}{warning}", first_sentence(&plain(answer.text))),
            language: answer.language,
            anchor: address::aside(&section.id, "ruling", &ruling.id),
        });
    }
    for option in view.book.options_of(&section.id) {
        let followed = option.followed.as_ref().map_or("", |(name, _)| name.as_str());
        let reading = option.readings.iter().find(|(name, ..)| name == followed);
        let Some(piece) = reading.and_then(|(_, texts, _)| view.of_book(texts)) else { continue };
        lines.push(Line {
            summary: if option.optional { "mark_optional" } else { "mark" },
            of: lettered(&option.of),
            words: linker.strings.fill("mark_played", &[("reading", &piece.text.value)]),
            language: piece.language,
            anchor: address::aside(&section.id, "option", &option.id),
        });
    }
    for note in crate::library::texts::doubts(section) {
        let followed = note.followed.as_ref().and_then(|(name, _)| view.reading(section, note, name));
        let (words, language) = match (followed, view.note(section, note)) {
            (Some(reading), _) => {
                (linker.strings.fill("mark_played", &[("reading", &plain(reading.text))]), reading.language)
            }
            (None, Some(text)) if !text.hidden => (first_sentence(&plain(text.text)).to_owned(), text.language),
            _ => (String::new(), view.language),
        };
        let anchor = address::aside(&section.id, "note", &note.id);
        lines.push(Line { summary: "mark", of: lettered(&note.of), words, language, anchor });
    }
    lines
}

/// The attribute of a language, where it is not that of the words around.
fn spoken(linker: &Linker<'_>, language: &str) -> String {
    html::lang(Some(language).filter(|language| *language != linker.text_language))
}

/// A mark that leads to what is said of it.
fn leading(linker: &Linker<'_>, line: &Line<'_>, href: &str) -> String {
    let interface = spoken(linker, linker.strings.language);
    let summary = html::escape(linker.strings.get(line.summary));
    // Marks of one statement are told apart by what they say.
    let title = match line.words.as_str() {
        "" => String::new(),
        words => format!(" title=\"{}\"", html::line(words, line.language)),
    };
    format!("<p class=\"mark\"{interface}><a class=\"doubt\" href=\"{href}\"{title}>{summary}</a></p>")
}

/// A mark that unfolds its line.
fn unfolding(linker: &Linker<'_>, line: &Line<'_>, href: &str) -> String {
    let interface = spoken(linker, linker.strings.language);
    format!(
        "<details class=\"mark\"><summary{interface}>{}</summary><p{}>{} <a href=\"{href}\"{interface}>{}</a></p></details>",
        html::escape(linker.strings.get(line.summary)),
        spoken(linker, line.language),
        html::line(&line.words, line.language),
        html::escape(linker.strings.get("mark_more")),
    )
}

/// A mark with its line, where nothing unfolds.
fn written_out(linker: &Linker<'_>, line: &Line<'_>) -> String {
    format!(
        "<p class=\"mark\"{}><b{}>{}</b> {}</p>",
        spoken(linker, line.language),
        spoken(linker, linker.strings.language),
        html::escape(linker.strings.get(line.summary)),
        html::line(&line.words, line.language),
    )
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
