//! Adds an example to a section of a chapter file.

use super::edit::{FileEdit, end_of_entry};
use super::recorded::{column, last_key, line_start};
use crate::diagnostic::{FileId, Sources};
use crate::library::yaml::{self, Node, Written};

/// How many brackets are tried.
const TRIES: usize = 100;

/// Puts `example` behind the examples of a section, whatever way they are laid out; nothing where it cannot be done safely.
pub fn add_example(sources: &Sources, file: FileId, section: &str, example: &Written) -> Option<FileEdit> {
    let root = yaml::parse(file, sources, &mut Vec::new())?;
    let text = &sources.file(file).text;
    let (at, node, end) = find(&root, text, section)?;
    let put = |from: usize, until: usize, words: String| {
        let mut edit = FileEdit::default();
        edit.replace(from, until, words);
        is_added(&edit.applied(text), &root, at, example).then_some(edit)
    };
    let item = |indent: usize| format!("\n{}", example.item(indent).trim_end());
    match node.get("examples") {
        Some(list) if !text.get(list.place.start..)?.starts_with('[') => {
            let first = list.items().first()?;
            let indent = dash(text, first.place.start)?;
            let from = last_key(list.items().last()?);
            let next = after(node, from).map_or(end, |next| line_start(text, next));
            let behind = end_of_entry(text, from, next, indent);
            put(behind, behind, item(indent))
        }
        Some(list) if list.items().is_empty() && column_of_key(text, node, "examples").is_some() => {
            let indent = column_of_key(text, node, "examples")? + 2;
            // The space behind the colon goes as well.
            let start = text[..list.place.start].trim_end().len();
            put(start, closings(text, list.place.start, end, ']').next()? + 1, item(indent))
        }
        Some(list) => {
            let comma = if list.items().is_empty() { "" } else { ", " };
            let words = format!("{comma}{}", example.flow());
            closings(text, list.place.start, end, ']').find_map(|close| put(close, close, words.clone()))
        }
        None if text.get(node.place.start..)?.starts_with('{') => {
            let words = format!(", examples: [{}]", example.flow());
            closings(text, node.place.start, end, '}').find_map(|close| put(close, close, words.clone()))
        }
        None => {
            let indent = column(text, node.entries().first()?.place.start);
            // `examples:` that holds nothing is filled, not written twice.
            if let Some(key) = node.key_place("examples") {
                let line = text[key.end..].find('\n').map_or(text.len(), |found| key.end + found);
                return put(line, line, item(indent + 2));
            }
            let behind = end_of_entry(text, last_key(node), end, indent.saturating_sub(1));
            put(behind, behind, format!("\n{}examples:{}", " ".repeat(indent), item(indent + 2)))
        }
    }
}

/// The section: which it is, itself, and where the line of the next one begins.
fn find<'a>(root: &'a Node, text: &str, section: &str) -> Option<(usize, &'a Node, usize)> {
    let items = root.get("sections")?.items();
    let at = items.iter().position(|item| item.get("id").and_then(Node::text) == Some(section))?;
    let next = items.get(at + 1).map(|next| next.place.start).or_else(|| after(root, items[at].place.start));
    Some((at, &items[at], next.map_or(text.len(), |next| line_start(text, next))))
}

/// Where the first key of a mapping behind a place stands.
fn after(node: &Node, place: usize) -> Option<usize> {
    node.entries().iter().map(|entry| entry.place.start).filter(|start| *start > place).min()
}

/// How far the dash of a list stands in, if it is on the line of its first item.
fn dash(text: &str, item: usize) -> Option<usize> {
    let line = &text[line_start(text, item)..item];
    let indent = line.len() - line.trim_start().len();
    line.trim_start().starts_with('-').then_some(indent)
}

/// How far a key stands in, if it begins its line.
fn column_of_key(text: &str, node: &Node, key: &str) -> Option<usize> {
    let start = node.key_place(key)?.start;
    let line = &text[line_start(text, start)..start];
    let lead = line.trim_start_matches([' ', '-']);
    lead.is_empty().then_some(line.len())
}

/// Where each bracket of that kind stands: which of them closes a collection shows when something was put before it.
fn closings(text: &str, from: usize, until: usize, bracket: char) -> impl Iterator<Item = usize> {
    let part = text.get(from..until.min(text.len())).unwrap_or_default();
    part.match_indices(bracket).map(move |(at, _)| from + at).take(TRIES)
}

/// Whether the file afterwards holds what it held, and the example at the end of the section's.
fn is_added(text: &str, before: &Node, at: usize, example: &Written) -> bool {
    let mut sources = Sources::default();
    let file = sources.add(String::new(), text);
    let Some(after) = yaml::parse(file, &sources, &mut Vec::new()) else { return false };
    let mut expected = Written::from(before);
    let Written::Map(entries) = &mut expected else { return false };
    let sections = entries.iter_mut().find(|(key, _)| key == "sections").map(|(_, value)| value);
    let Some(Written::List(sections)) = sections else { return false };
    let Some(Written::Map(section)) = sections.get_mut(at) else { return false };
    match section.iter_mut().find(|(key, _)| key == "examples").map(|(_, value)| value) {
        Some(Written::List(examples)) => examples.push(example.clone()),
        Some(examples) => *examples = Written::List(vec![example.clone()]),
        None => section.push(("examples".to_owned(), Written::List(vec![example.clone()]))),
    }
    same(&Written::from(&after), &expected)
}

/// Whether two trees say the same; the line end of a text is no difference.
fn same(a: &Written, b: &Written) -> bool {
    match (a, b) {
        (Written::Null, Written::Null) => true,
        (Written::Word(a) | Written::Text(a), Written::Word(b) | Written::Text(b)) => a.trim_end() == b.trim_end(),
        (Written::List(a), Written::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Written::Map(a), Written::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((x, a), (y, b))| x == y && same(a, b))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(text: &str, section: &str) -> Option<String> {
        let mut sources = Sources::default();
        let file = sources.add("test.yaml".to_owned(), text);
        let word = |text: &str| Written::Word(text.to_owned());
        let example = Written::Map(vec![
            ("id".to_owned(), word("new")),
            ("text".to_owned(), Written::Text("A draft.".to_owned())),
            ("run".to_owned(), Written::Map(vec![("it".to_owned(), word("5"))])),
        ]);
        Some(add_example(&sources, file, section, &example)?.applied(text))
    }

    const NEW: &str = "      - id: new\n        text: |\n          A draft.\n        run: {it: 5}\n";

    #[test]
    fn behind_the_last_example_with_comments_left_where_they_are() {
        let head = "sections:\n  - id: a\n    examples:\n      - id: old\n        # inside\n        run: x\n";
        for tail in ["", "\n  # about b\n  - id: b\n", "    waivers: []\n", "    # on waivers\n    waivers: []\n"] {
            assert_eq!(added(&format!("{head}{tail}"), "a"), Some(format!("{head}{NEW}{tail}")));
        }
        let text = "sections:\n  - id: a\n    examples:\n      - id: old\n        text: |\n          Told.\n          # no comment\n\n  - id: b\n";
        let (head, tail) = text.split_at(text.find("\n  - id: b").expect("there"));
        assert_eq!(added(text, "a"), Some(format!("{head}{NEW}{tail}")));
    }

    #[test]
    fn where_there_are_none_yet() {
        let head = "sections:\n  - id: a\n    title: A\n";
        for tail in ["", "\n  - id: b\n", "\nother: 1\n"] {
            assert_eq!(added(&format!("{head}{tail}"), "a"), Some(format!("{head}    examples:\n{NEW}{tail}")));
        }
        let written = format!("{head}    examples:\n{NEW}  - id: b\n");
        assert_eq!(added(&format!("{head}    examples:\n  - id: b\n"), "a"), Some(written.clone()));
        assert_eq!(added(&format!("{head}    examples: []\n  - id: b\n"), "a"), Some(written));
    }

    #[test]
    fn into_brackets() {
        let flow = r#"{id: new, text: "A draft.", run: {it: 5}}"#;
        let text = "sections:\n  - id: a\n    examples: [{id: old, run: {it: [1]}}]\n  - {id: b, title: B}\n";
        let into_a = text.replace("[1]}}]", &format!("[1]}}}}, {flow}]"));
        assert_eq!(added(text, "a"), Some(into_a));
        let into_b = text.replace("title: B}", &format!("title: B, examples: [{flow}]}}"));
        assert_eq!(added(text, "b"), Some(into_b));
    }

    #[test]
    fn nothing_where_there_is_no_such_section() {
        assert_eq!(added("sections:\n  - id: a\n", "b"), None);
        assert_eq!(added("sections: 5\n", "a"), None);
        assert_eq!(added("", "a"), None);
    }
}
