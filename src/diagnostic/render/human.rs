//! For people: the message, the line it stands on with a marker under it, and the mend.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Place, Severity, Sources};

/// Renders one diagnostic, with terminal colours if `color` is set.
pub fn human(diagnostic: &Diagnostic, sources: &Sources, color: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Hint => Level::NOTE.with_name("hint"),
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.name);
    let mut group = match diagnostic.place {
        Some(place) if !sources.is_empty_file(place) => {
            let file = sources.file(place.file);
            let mut snippet = Snippet::source(&*file.text)
                .path(file.path.as_str())
                .annotation(AnnotationKind::Primary.span(visible(place, sources)));
            for (other, words) in diagnostic.related.iter().filter(|(other, _)| other.file == place.file) {
                snippet = snippet.annotation(AnnotationKind::Context.span(visible(*other, sources)).label(words.as_str()));
            }
            title.element(snippet)
        }
        Some(place) => title.element(Origin::path(sources.file(place.file).path.as_str())),
        None => Group::with_title(title),
    };
    for (other, words) in &diagnostic.related {
        if diagnostic.place.is_some_and(|place| place.file == other.file) {
            continue;
        }
        let (path, position) = sources.position(*other);
        group = group.element(Level::NOTE.message(format!("{words}: {path}:{}:{}", position.line, position.column)));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii).render(&[group])
}

/// The run to underline: on its first line only, and at least one character wide where there is one.
fn visible(place: Place, sources: &Sources) -> std::ops::Range<usize> {
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
