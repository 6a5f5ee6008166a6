//! For people: the message, the line it stands on with a marker under it, and the mend.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::characters::is_invisible;
use crate::diagnostic::{Diagnostic, Place, Severity, Sources};

/// The longest line that is shown, in bytes. The renderer reads all of it for every finding, to show some 140 columns.
const LONGEST_LINE: usize = 20_000;

/// How many lines and columns apart places are shown in one piece, for the same reason.
const FAR: usize = 200;
const FAR_ASIDE: usize = 100;

/// Renders one diagnostic, with terminal colours if `color` is set.
pub fn human(diagnostic: &Diagnostic, sources: &Sources, color: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Hint => Level::NOTE.with_name("hint"),
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.name);
    // Places in the same file are shown in one piece, where that piece is not too long.
    let mut near: Vec<(Place, &str)> = Vec::new();
    if let Some(place) = diagnostic.place {
        near.extend(
            diagnostic
                .related
                .iter()
                .filter(|(other, _)| other.file == place.file && !is_far(place, *other, sources))
                .map(|(other, words)| (*other, words.as_str())),
        );
        if has_long_line(place, &near, sources) {
            near.clear();
        }
    }
    let mut group = match diagnostic.place {
        Some(place) if sources.is_empty_file(place) => {
            title.element(Origin::path(sources.file(place.file).path.as_str()))
        }
        Some(place) if has_long_line(place, &near, sources) => {
            let (path, position) = sources.position(place);
            title.element(Origin::path(path).line(position.line).char_column(position.column))
        }
        Some(place) => title.element(snippet(place, &near, sources)),
        None => Group::with_title(title),
    };
    for (other, words) in diagnostic.related.iter().filter(|(other, _)| !near.iter().any(|(near, _)| near == other)) {
        let (path, position) = sources.position(*other);
        group = group.element(Level::NOTE.message(format!("{words}: {path}:{}:{}", position.line, position.column)));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii).render(&[group])
}

/// The lines that are shown, with the markers; no more, for the renderer reads all it is given for every finding again.
fn snippet<'a>(place: Place, near: &[(Place, &'a str)], sources: &'a Sources) -> Snippet<'a, Annotation<'a>> {
    let file = sources.file(place.file);
    let lines = lines(place, near, sources);
    let shown = file.line_start(lines.start)..file.line_start(lines.end);
    let span = |place: Place| {
        let range = visible(place, sources);
        range.start - shown.start..range.end - shown.start
    };
    let primary = AnnotationKind::Primary.span(span(place));
    let others = near.iter().map(|(other, words)| AnnotationKind::Context.span(span(*other)).label(*words));
    Snippet::source(seen(&file.text[shown.clone()]))
        .path(file.path.as_str())
        .line_start(lines.start)
        .annotations(std::iter::once(primary).chain(others))
}

/// A text in which a stand-in of the same length is seen where a character is not. The renderer does so with those that a
/// terminal obeys.
fn seen(text: &str) -> Cow<'_, str> {
    if !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    // A question mark turned over has two bytes, U+FFFD three, an inverse question mark four.
    let stand_in = |c: char| match c.len_utf8() {
        2 => '\u{BF}',
        3 => '\u{FFFD}',
        _ => '\u{1FBC4}',
    };
    Cow::Owned(text.chars().map(|c| if is_invisible(c) { stand_in(c) } else { c }).collect())
}

/// The lines from the first to the last place, counted from 1.
fn lines(place: Place, near: &[(Place, &str)], sources: &Sources) -> Range<usize> {
    let file = sources.file(place.file);
    let lines = near.iter().map(|(other, _)| other).chain([&place]).map(|place| file.position(place.start).line);
    let (first, last) = lines.fold((usize::MAX, 0), |(first, last), line| (first.min(line), last.max(line)));
    first..last + 1
}

fn is_far(place: Place, other: Place, sources: &Sources) -> bool {
    let file = sources.file(place.file);
    let (place, other) = (file.position(place.start), file.position(other.start));
    place.line.abs_diff(other.line) > FAR || place.column.abs_diff(other.column) > FAR_ASIDE
}

/// Whether there is a line that nobody could read as a whole.
fn has_long_line(place: Place, near: &[(Place, &str)], sources: &Sources) -> bool {
    sources.file(place.file).has_longer(lines(place, near, sources), LONGEST_LINE)
}

/// The run to underline: on its first line only, and at least one character wide where there is one.
fn visible(place: Place, sources: &Sources) -> Range<usize> {
    let text = &*sources.file(place.file).text;
    let start = place.start.min(text.len());
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let end = place.end.clamp(start, line_end);
    if end > start {
        return start..end;
    }
    let next = text[start..line_end].chars().next().map_or(start, |c| start + c.len_utf8());
    start..next
}
