//! The steps of a run as a tree of lists, each with the section it comes from where that is not the one around it.

use std::fmt::Write as _;

use super::link::Linker;
use super::renderer::Label;
use super::wording::headed;
use super::{assumption, html};
use crate::logic::trace::Line;

/// How many lines a page shows of a run of the rulebook's own examples, and of ours, of which there are many.
pub(super) const PRINTED: usize = 150;
pub(super) const OWN: usize = 40;

/// The section of a line, or its assumption set.
type Source<'a> = (Option<&'a str>, Option<&'a str>);

/// At most `most` of the lines as nested lists; `rest` says that some are left out: the deepest first, so that a long run is
/// told to its end.
pub(super) fn html(lines: &[Line], linker: &Linker<'_>, most: usize, rest: &str) -> String {
    let mut out = String::new();
    let mut open = 0;
    let within = deepest(lines, most);
    // What each line around the one at hand cites: a line says only where it comes from another section.
    let mut around: Vec<Source<'_>> = Vec::new();
    for line in lines.iter().filter(|line| line.depth <= within).take(most) {
        while open > line.depth + 1 {
            out.push_str("</li></ul>");
            open -= 1;
        }
        if open == line.depth + 1 {
            out.push_str("</li>\n");
        } else {
            out.push_str("<ul>");
            open += 1;
        }
        // The link names the set better than its id does.
        let id = line.assumed.as_ref().map(|id| format!(": {id}"));
        let text = id.and_then(|id| line.text.strip_suffix(&id)).unwrap_or(&line.text);
        let _ = write!(out, "<li>{}", html::line(&headed(text), linker.text_language));
        let source: Source<'_> = (line.section.as_deref(), line.assumed.as_deref());
        around.truncate(line.depth);
        let known = around.last() == Some(&source);
        around.push(source);
        if let Some((href, name)) = cited(source.0, source.1, linker).filter(|_| !known) {
            let _ = write!(out, " <a class=\"cited\" href=\"{href}\">{}</a>", html::escape(&name));
        }
    }
    out.push_str(&"</li></ul>".repeat(open));
    if lines.len() > most {
        let _ = write!(out, "<p>… {}</p>", html::escape(rest));
    }
    out
}

/// How deep lines are shown, if at most so many are.
fn deepest(lines: &[Line], most: usize) -> usize {
    let mut depths: Vec<usize> = lines.iter().map(|line| line.depth).collect();
    depths.sort_unstable();
    // All of a depth, or none.
    depths.get(most).map_or(usize::MAX, |first_left_out| first_left_out.saturating_sub(1))
}

/// Where something comes from: a section, or an assumption.
pub(super) fn cited(section: Option<&str>, assumed: Option<&str>, linker: &Linker<'_>) -> Option<(String, String)> {
    if let Some(set) = assumed {
        return Some((assumption::href(linker, set), assumption::label(linker, set)));
    }
    let (chapter, section) = linker.book.section(section?)?;
    let view = crate::library::localized::View::new(linker.book, linker.edition.language());
    let title = || Label::section(&view, section).text;
    let page = linker.section(linker.book, chapter, section, None);
    Some((page, view.number(section).unwrap_or_else(title)))
}

#[cfg(test)]
mod tests {
    use super::{Line, deepest};

    fn lines(depths: &[usize]) -> Vec<Line> {
        depths
            .iter()
            .map(|depth| Line {
                depth: *depth,
                text: String::new(),
                section: None,
                assumed: None,
                node: 0,
                alike: None,
                is_turn: false,
            })
            .collect()
    }

    #[test]
    fn a_depth_is_shown_whole_or_not_at_all() {
        let run = lines(&[0, 1, 2, 2, 0, 1, 2]);
        assert_eq!(deepest(&run, 7), usize::MAX, "all of it");
        assert_eq!(deepest(&run, 6), 1, "the first step would be told to the end, the second not");
        assert_eq!(deepest(&run, 4), 1);
        assert_eq!(deepest(&run, 3), 0);
    }
}
