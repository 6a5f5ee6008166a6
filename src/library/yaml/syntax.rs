//! What a complaint of the YAML reader means to an author: the likely slip, where it stands, and its mend.

use std::ops::Range;

use serde_saphyr::Error;
use serde_saphyr::budget::BudgetBreach;

use super::characters;
use super::read::MAX_DEPTH;
use crate::characters::is_control;
use crate::diagnostic::{Code, Diagnostic, FileId, Place, SourceFile, Sources, codes};

const QUOTES: &str = "put the whole text in quotes, or write it below, after `|`";
const ALIASES: &str = "write repeated parts out instead of using anchors (`&`) and aliases (`*`)";

/// A slip: which kind, where in the file, in one sentence, and how to mend it.
type Slip = (&'static Code, Range<usize>, String, String);

/// The diagnostic for a file that is no YAML.
pub(super) fn explain(error: &Error, file: FileId, sources: &Sources) -> Diagnostic {
    let source = sources.file(file);
    let error = error.without_snippet();
    let (line, column) = error.location().map_or((1, 1), |at| {
        (usize::try_from(at.line()).unwrap_or(1).max(1), usize::try_from(at.column()).unwrap_or(1).max(1))
    });
    let text = source.line(line);
    let offset = text.char_indices().nth(column - 1).map_or(text.len(), |(at, _)| at);
    let spot = Spot { file, source, line, offset };
    let (code, range, message, help) = spot
        .tab()
        .or_else(|| spot.too_complex(error))
        .or_else(|| spot.bracket_became_collection())
        .unwrap_or_else(|| spot.syntax(error));
    Diagnostic::new(code, Place::new(file, range), message).help(help)
}

/// Where the reader gave up.
struct Spot<'a> {
    file: FileId,
    source: &'a SourceFile,
    /// From 1.
    line: usize,
    /// Bytes from the line's start.
    offset: usize,
}

impl<'a> Spot<'a> {
    fn text(&self) -> &'a str {
        self.source.line(self.line)
    }

    fn at(&self) -> usize {
        self.source.line_start(self.line) + self.offset
    }

    /// From the place to the end of its line.
    fn rest(&self) -> Range<usize> {
        self.at()..self.source.line_start(self.line) + self.text().len()
    }

    /// The lines above, nearest first, each with the byte where it begins.
    fn above(&self) -> impl Iterator<Item = (usize, &'a str)> {
        (1..self.line).rev().take(200).map(|line| (self.source.line_start(line), self.source.line(line)))
    }

    fn tab(&self) -> Option<Slip> {
        [self.line, self.line + 1, self.line.saturating_sub(1).max(1)].into_iter().find_map(|near| {
            let line = self.source.line(near);
            let at = self.source.line_start(near) + line[..indentation(line)].find('\t')?;
            let help = "indent with spaces: YAML refuses tabs there";
            Some((&codes::YAML_TAB, at..at + 1, "a tab in the indentation".to_owned(), help.to_owned()))
        })
    }

    fn too_complex(&self, error: &Error) -> Option<Slip> {
        let deep = || format!("lists and mappings nest deeper than {MAX_DEPTH} levels");
        let brackets = "a real file needs fewer than ten levels: mend the brackets or the indentation";
        let aliases = || "anchors and aliases multiply this file without end".to_owned();
        let said = error.to_string();
        let (message, help) = match error {
            Error::Budget { breach: BudgetBreach::Depth { .. }, .. } => (deep(), brackets),
            Error::Budget { breach: BudgetBreach::Aliases { .. } | BudgetBreach::Anchors { .. }, .. }
            | Error::AliasError { .. }
            | Error::AliasReplayLimitExceeded { .. }
            | Error::AliasExpansionLimitExceeded { .. }
            | Error::AliasReplayStackDepthExceeded { .. }
            | Error::RecursiveReferencesRequireWeakTypes { .. } => (aliases(), ALIASES),
            Error::Budget { .. } => {
                ("the file holds more values than are read".to_owned(), "split it into several files")
            }
            _ if said.contains("recursion limit exceeded") => (deep(), brackets),
            _ => return None,
        };
        Some((&codes::YAML_TOO_COMPLEX, self.at()..self.at(), message, help.to_owned()))
    }

    /// `text: [[9.1]] says` and `text: {n} units`, which YAML takes for a list and a mapping.
    fn bracket_became_collection(&self) -> Option<Slip> {
        let before = (self.source.line_start(self.line), &self.text()[..self.offset]);
        let (start, at, word) = std::iter::once(before).chain(self.above().take(1)).find_map(|(start, _)| {
            let line = &self.source.text[start..];
            let line = line.lines().next().unwrap_or_default();
            let (at, word) = values(line).filter_map(|at| Some((at, bracket(&line[at..])?))).last()?;
            (start + at <= self.at()).then_some((start, at, word))
        })?;
        let message = format!("a text that begins with `{word}` is read as a list or a mapping");
        Some((&codes::BRACKET_BECAME_COLLECTION, start + at..start + at + word.len(), message, QUOTES.to_owned()))
    }

    fn syntax(&self, error: &Error) -> Slip {
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or(&said);
        let has = |words: &str| said.contains(words);
        let point = self.at()..self.at();
        let (range, message, help) = if has("multiple YAML documents") {
            let mark = self.above().find(|(_, line)| line.starts_with("---") || line.starts_with("..."));
            let range = mark.map_or(point, |(start, line)| start..start + line.len().min(3));
            (range, "a second document begins here", "keep one document in a file: remove this line")
        } else if has("unknown anchor") {
            (self.rest(), "a text that begins with `*` is read as an alias", QUOTES)
        } else if has("invalid trailing content after") {
            let help = "put the whole text in quotes of the other kind, or write it below, after `|`";
            (self.rest(), "the text goes on behind its closing quote", help)
        } else if has("unclosed quote") || has("multiline quoted scalar") {
            let open = std::iter::once((self.source.line_start(self.line), self.text())).chain(self.above());
            let open = open.into_iter().find_map(|(start, line)| Some(start + open_quote(line)?));
            (open.map_or(point, |at| at..at + 1), "a quote that is not closed", "close it at the end of the text")
        } else if has("unknown escape") || has("escape sequence") || has("surrogate") {
            let help = "use single quotes, where a backslash is a backslash, or write it twice";
            (self.rest(), "a backslash in double quotes begins an escape, and there is none of that name", help)
        } else if has("bracket") || has("illegal placement of ':'") {
            let open = self.above().find_map(|(start, line)| Some(start + open_bracket(line)?));
            let open = if has("illegal") { open } else { None };
            (open.map_or(point, |at| at..at + 1), "a bracket that is not closed", "close it, or put the text in quotes")
        } else if has("flow mapping") || has("flow sequence") {
            let help = "inside `{…}` and `[…]`, put a text with a comma, `: ` or a bracket in quotes";
            (point, "this does not fit into the brackets around it", help)
        } else if has("mapping values are not allowed") {
            self.unwanted_colon()
        } else if has("simple key expected ':'") {
            let help = "write `key: value` with a space after the colon, begin an item with `- `, or indent it as deep as its text";
            (self.rest(), "this line is neither a key with a value, nor an item, nor part of a text", help)
        } else if has("expected '-' indicator") {
            (self.rest(), "the list above goes on without `- `", "put `- ` before each item, or mend the indentation")
        } else if has("did not find expected key") || has("invalid indentation") || has("wrongly indented") {
            let help = "give keys that belong together the same indentation, and their texts more";
            (self.rest(), "this line lines up with nothing above it", help)
        } else if has("unexpected character") {
            return self.character();
        } else if has("comment or line break") {
            (self.rest(), "words stand behind the `|` or `>`", "begin the text on the line below, indented")
        } else if has("entries are not allowed") || has("keys are not allowed") {
            (self.rest(), "a text that begins with `- ` or `? ` is read as a list or a mapping", QUOTES)
        } else {
            let help = "see the lines just before this place, or put the text in quotes";
            return (&codes::YAML_SYNTAX, point, format!("not valid YAML: {said}"), help.to_owned());
        };
        (&codes::YAML_SYNTAX, range, message.to_owned(), help.to_owned())
    }

    /// A colon where YAML expects none: inside a text, behind a line that lacks its own, or on a line indented too far.
    fn unwanted_colon(&self) -> (Range<usize>, &'static str, &'static str) {
        if values(self.text()).any(|at| at > 0 && at < self.offset && self.text()[..at].contains(':')) {
            return (self.at()..self.at() + 1, "`: ` inside a text begins a mapping", QUOTES);
        }
        match self.above().find(|(_, line)| !line.trim().is_empty()) {
            Some((start, line)) if !line.contains(": ") && !line.ends_with(':') => {
                let range = start + indentation(line)..start + line.trim_end().len();
                (range, "this line is no `key: value`", "write a colon and a space after the key")
            }
            _ => {
                let start = self.source.line_start(self.line);
                let range = start + indentation(self.text())..self.at();
                (range, "this line is indented too far", "line it up with the keys above that it belongs to")
            }
        }
    }

    fn character(&self) -> Slip {
        let rest = &self.text()[self.offset..];
        let hidden = rest.char_indices().find(|(_, c)| is_control(*c));
        if let Some((at, found)) = hidden {
            // It is found by itself, too: the same words in the same place are told once.
            let range = self.at() + at..self.at() + at + found.len_utf8();
            let finding = characters::finding(found, Place::new(self.file, range.clone()));
            return (finding.code, range, finding.message, finding.help.unwrap_or_default());
        }
        let found = rest.chars().next().unwrap_or(' ');
        let start = self.at();
        let (message, help) = match found {
            '`' => ("a text cannot begin with a backtick".to_owned(), QUOTES),
            _ => (format!("a text cannot begin with `{found}`"), QUOTES),
        };
        (
            &codes::YAML_SYNTAX,
            start..(start + found.len_utf8()).min(self.rest().end.max(start)),
            message,
            help.to_owned(),
        )
    }
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Where values may begin on a line: behind `: ` and behind the `- ` of list items.
fn values(line: &str) -> impl Iterator<Item = usize> {
    let item = indentation(line);
    let items = line[item..].starts_with("- ").then_some(item + 2);
    items.into_iter().chain(line.match_indices(": ").map(|(at, _)| at + 2)).map(|at| at + indentation(&line[at..]))
}

/// The bracket of a text that begins with a reference or a number from logic; none for a real list or mapping.
fn bracket(value: &str) -> Option<&'static str> {
    if value.starts_with("[[") {
        return Some("[[");
    }
    let inner = value.strip_prefix('{')?;
    let inner = &inner[..inner.find('}').unwrap_or(inner.len())];
    (!inner.contains(": ") && !inner.contains(':')).then_some("{")
}

/// Where a value on this line opens a quote that the line does not close.
fn open_quote(line: &str) -> Option<usize> {
    values(line).find(|&at| {
        let quote = line[at..].chars().next().filter(|c| matches!(c, '"' | '\''));
        quote.is_some_and(|quote| line[at + 1..].matches(quote).count() % 2 == 0)
    })
}

/// Where this line opens a bracket that it does not close.
fn open_bracket(line: &str) -> Option<usize> {
    let mut open = Vec::new();
    for (at, c) in line.char_indices() {
        match c {
            '[' | '{' => open.push(at),
            ']' | '}' => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}
