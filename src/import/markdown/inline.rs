//! The words of a block: its source, in which what our texts read otherwise is escaped, and what they cannot hold is replaced.

use std::collections::HashSet;
use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::super::document::Words;
use super::super::report::{Report, quoted};
use super::blocks::Block;

/// How the lines of a block are taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    /// As they are set: indentation tells what lies in what.
    AsSet,
    /// As those of a paragraph, without what stands before each of them.
    Flow,
}

/// So many bytes of a tag or an address are quoted whole where it is told of.
const QUOTED: usize = 100;

/// What the words of blocks are made with.
pub(super) struct Inlines<'a> {
    pub(super) source: &'a str,
    /// The name of each file, with `/`.
    pub(super) files: &'a [&'a str],
    pub(super) taken: &'a mut Vec<Range<usize>>,
    pub(super) report: &'a mut Report,
    /// The labels of footnotes that were referred to.
    pub(super) footnotes: Vec<String>,
    /// The shared addresses that links have used, by file and name.
    pub(super) used: HashSet<(usize, String)>,
}

/// What a link says of itself.
struct Link<'a> {
    kind: LinkType,
    to: &'a str,
    title: &'a str,
    name: &'a str,
}

impl Inlines<'_> {
    /// The words of a part of a block.
    pub(super) fn words(&mut self, block: &Block<'_>, range: Range<usize>, lines: Lines) -> Words {
        let mut words = Words::default();
        let mut done = range.start;
        let first = block.events.partition_point(|(_, at)| at.start < range.start);
        // Words may begin before this part and go on in it.
        let mut index = first.saturating_sub(1);
        let mut in_code = false;
        while let Some((event, at)) = block.events.get(index) {
            index += 1;
            if at.start >= range.end {
                break;
            }
            if at.start < range.start && !(matches!(event, Event::Text(_)) && at.end > range.start) {
                continue;
            }
            match event {
                Event::Text(text) => {
                    let part = at.start.max(range.start)..at.end.min(range.end);
                    self.gap(&mut words, done..part.start, lines);
                    done = part.end;
                    if !in_code && **text == self.source[at.clone()] {
                        self.text(&mut words, part);
                    } else {
                        // An entity, a NUL, or code.
                        words.keep_verbatim(part);
                    }
                }
                Event::Code(_) => {
                    self.gap(&mut words, done..at.start, lines);
                    words.keep_verbatim(at.clone());
                    done = at.end;
                }
                Event::Start(Tag::CodeBlock(_)) => in_code = true,
                Event::End(TagEnd::CodeBlock) => in_code = false,
                Event::InlineHtml(_) | Event::Html(_) => {
                    self.gap(&mut words, done..at.start, lines);
                    self.html(&mut words, at.clone());
                    done = at.end;
                }
                Event::HardBreak | Event::SoftBreak => {
                    self.gap(&mut words, done..at.start, lines);
                    words.add(if matches!(event, Event::HardBreak) { "\\\n" } else { "\n" });
                    self.taken.push(at.clone());
                    done = at.end;
                }
                Event::FootnoteReference(label) => {
                    self.gap(&mut words, done..at.start, lines);
                    self.footnotes.push(label.to_string());
                    self.taken.push(at.clone());
                    words.add("\\[");
                    words.keep_verbatim(at.start + 2..at.end.saturating_sub(1).max(at.start + 2));
                    words.add("\\]");
                    self.report.note(
                        at.start,
                        format!("a footnote, {}", quoted(label)),
                        "its words stand behind the paragraph",
                    );
                    done = at.end;
                }
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    self.gap(&mut words, done..at.start, lines);
                    let end = closing(block, index, true);
                    let link = Link { kind: *link_type, to: dest_url, title, name: id };
                    if self.link(&mut words, block, index..end, at.clone(), &link) {
                        done = at.end;
                        index = end + 1;
                    } else {
                        done = at.start;
                    }
                }
                Event::Start(Tag::Image { .. }) => {
                    self.gap(&mut words, done..at.start, lines);
                    let end = closing(block, index, false);
                    let mut shown = at.start;
                    for (inner, at) in &block.events[index..end] {
                        if matches!(inner, Event::Text(_) | Event::Code(_)) {
                            self.taken.push(shown..at.start);
                            shown = at.end;
                            self.text(&mut words, at.clone());
                        }
                    }
                    // Of a long address, the account tells all.
                    if at.len() <= QUOTED {
                        self.taken.push(shown..at.end);
                    }
                    self.report.note(
                        at.start,
                        format!("a picture, {}", quoted(&self.source[at.clone()])),
                        "its description is kept as words",
                    );
                    done = at.end;
                    index = end + 1;
                }
                _ => {}
            }
        }
        self.gap(&mut words, done.min(range.end)..range.end, lines);
        words
    }

    /// What stands between words: marks of Markdown.
    fn gap(&mut self, words: &mut Words, range: Range<usize>, lines: Lines) {
        if range.start >= range.end {
            return;
        }
        let text = &self.source[range.clone()];
        let before_line =
            lines == Lines::Flow && text.chars().all(|c| c.is_whitespace() || c == '>') && words.ends_line(self.source);
        if before_line {
            self.taken.push(range);
        } else if lines == Lines::Flow && text.trim().is_empty() {
            words.keep_verbatim(range.start..range.start + text.trim_end_matches('\n').len());
        } else {
            // Our marks are cut out before Markdown is read: in an address, or in a cell too many.
            let mut done = range.start;
            for (at, _) in text.match_indices(['{', '[']).map(|(at, c)| (range.start + at, c)) {
                let is_mark =
                    self.source[at..].starts_with('{') || self.source[at..].starts_with("[[") && text.contains("[[");
                if is_mark && !self.source[..at].ends_with('\\') {
                    words.keep_verbatim(done..at);
                    words.add("\\");
                    done = at;
                }
            }
            words.keep_verbatim(done..range.end);
        }
    }

    /// Words, in which our own marks are escaped.
    fn text(&mut self, words: &mut Words, range: Range<usize>) {
        let mut done = range.start;
        let text = &self.source[range.clone()];
        for (at, c) in text.char_indices().map(|(at, c)| (range.start + at, c)) {
            let next = self.source[at + c.len_utf8()..].chars().next();
            let is_escaped = self.source[..at].ends_with('\\') && !self.source[..at].ends_with("\\\\");
            let means = match c {
                '{' => true,
                '[' => next == Some('[') || at == range.start && self.source[..at].ends_with('['),
                '^' => {
                    let mut before = self.source[..at].chars().rev().take_while(|c| *c != '\n');
                    before.all(|c| c.is_whitespace() || c.is_ascii_digit() || "-*+.)>|#".contains(c))
                }
                _ => false,
            };
            if means && !is_escaped {
                words.keep(done..at);
                words.add("\\");
                done = at;
            }
        }
        words.keep(done..range.end);
    }

    /// The words between tags.
    fn html(&mut self, words: &mut Words, range: Range<usize>) {
        let text = &self.source[range.clone()];
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let Some(open) = rest.find('<') else {
                self.text(words, range.start + at..range.end);
                break;
            };
            self.text(words, range.start + at..range.start + at + open);
            at += open;
            let rest = &text[at..];
            let is_comment = rest.starts_with("<!--");
            let end = if is_comment { rest.find("-->").map(|end| end + 3) } else { rest.find('>').map(|end| end + 1) };
            let end = at + end.unwrap_or(rest.len());
            // A comment is quoted with what is missing.
            if !is_comment {
                let tag = &text[at..end];
                if tag.len() <= QUOTED {
                    self.taken.push(range.start + at..range.start + end);
                }
                let is_break = tag.to_ascii_lowercase().starts_with("<br");
                words.add(if is_break { " " } else { "" });
                if !is_break && !tag.starts_with("</") {
                    self.report.note(range.start + at, format!("HTML, {}", quoted(tag)), "the words in it are kept");
                }
            }
            at = end;
        }
    }

    /// A link that is written otherwise; false where it stays as it is.
    fn link(
        &mut self,
        words: &mut Words,
        block: &Block<'_>,
        inside: Range<usize>,
        range: Range<usize>,
        link: &Link<'_>,
    ) -> bool {
        let Link { kind, to, title, name } = *link;
        let is_outside = to.contains("://") || to.starts_with("mailto:") || to.starts_with("//");
        if is_outside && matches!(kind, LinkType::Inline | LinkType::Autolink | LinkType::Email) {
            return false;
        }
        let texts: Vec<&Range<usize>> = block.events[inside.clone()]
            .iter()
            .filter(|(event, _)| matches!(event, Event::Text(_) | Event::Code(_)))
            .map(|(_, at)| at)
            .collect();
        let inner = match (texts.first(), texts.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => range.start..range.start,
        };
        self.taken.push(range.start..inner.start);
        // A title has no place in our texts: it is quoted with what is missing.
        if to.len() <= QUOTED && title.is_empty() {
            self.taken.push(inner.end..range.end);
        }
        if !name.is_empty() {
            self.used.insert((block.file, name.to_lowercase()));
        }
        if is_outside {
            words.add("[");
            words.keep(inner);
            words.add(&format!("]({to})"));
            return true;
        }
        let is_plain = !self.source[inner.clone()].contains(['|', ']', '[', '*', '`', '\n', '\\', '{']);
        let anchor = self.anchor(block.file, to).or_else(|| names_a_number(to, &self.source[inner.clone()]));
        match anchor.filter(|_| is_plain && !inner.is_empty()) {
            Some(anchor) => words.link(anchor, inner),
            None => {
                self.report.note(range.start, format!("a link to {}", quoted(to)), "its words are kept");
                words.keep(inner);
            }
        }
        true
    }

    /// The address of a heading, from a link that stands in `file`.
    fn anchor(&self, file: usize, to: &str) -> Option<String> {
        let (path, heading) = to.split_once('#').unwrap_or((to, ""));
        if path.is_empty() {
            return Some(format!("{file}#{heading}"));
        }
        let mut parts: Vec<&str> = self.files.get(file)?.split('/').collect();
        parts.pop();
        for part in path.split('/') {
            match part {
                "." | "" => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        let path = parts.join("/");
        let found = self.files.iter().position(|name| *name == path || name.strip_suffix(".md") == Some(&path))?;
        Some(format!("{found}#{heading}"))
    }
}

/// The address itself, if it ends with a number of which the words of the link speak: `[Regulation 2k](regulations:2k)`.
fn names_a_number(to: &str, words: &str) -> Option<String> {
    let number = to.rsplit([':', '#', '/']).next().filter(|number| number.len() < to.len() && !number.is_empty())?;
    let is_number = number.contains(|c: char| c.is_ascii_digit()) || number.len() == 1 && number.is_ascii();
    let is_named = words.split(|c: char| !c.is_alphanumeric()).any(|word| word == number);
    (is_number && is_named).then(|| to.to_owned())
}

/// The index of the event that closes the link or picture whose inner events begin at `from`.
fn closing(block: &Block<'_>, from: usize, is_link: bool) -> usize {
    let mut depth = 0_usize;
    for (index, (event, _)) in block.events.iter().enumerate().skip(from) {
        match event {
            Event::Start(Tag::Link { .. }) if is_link => depth += 1,
            Event::Start(Tag::Image { .. }) if !is_link => depth += 1,
            Event::End(TagEnd::Link) if is_link => {
                if depth == 0 {
                    return index;
                }
                depth -= 1;
            }
            Event::End(TagEnd::Image) if !is_link => {
                if depth == 0 {
                    return index;
                }
                depth -= 1;
            }
            _ => {}
        }
    }
    block.events.len()
}
