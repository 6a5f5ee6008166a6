//! Trees without places, and how they are written: on one line where they fit on it, else one part on each line.

use std::fmt::Write as _;

use super::{Node, Value};
use crate::characters::is_unseen;

/// The widest line that is written where there is a choice.
const WIDTH: usize = 110;

/// A tree that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// Nothing.
    Null,
    /// A word, a number, yes or no; in quotes where it could be taken for something else.
    Word(String),
    /// A text with lines of its own.
    Text(String),
    /// A sequence.
    List(Vec<Written>),
    /// A mapping in this order.
    Map(Vec<(String, Written)>),
}

impl From<&Node> for Written {
    fn from(node: &Node) -> Self {
        match &node.value {
            Value::Null => Self::Null,
            Value::Scalar(scalar) => Self::Word(scalar.text.clone()),
            Value::List(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Map(entries) => {
                Self::Map(entries.iter().map(|entry| (entry.key.clone(), Self::from(&entry.value))).collect())
            }
        }
    }
}

impl Written {
    /// On one line: `{a: 1, b: [x, y]}`.
    pub fn flow(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Word(word) => self::word(word),
            Self::Text(text) => quoted(text.trim_end()),
            Self::List(items) => format!("[{}]", items.iter().map(Self::flow).collect::<Vec<_>>().join(", ")),
            Self::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| format!("{}: {}", self::word(key), value.flow()));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// As the item of a list whose dash stands `indent` columns in, with the line end behind it.
    pub fn item(&self, indent: usize) -> String {
        let pad = " ".repeat(indent);
        let block = match self {
            Self::Map(entries) if !entries.is_empty() => Self::entries(entries, indent + 2),
            other => return format!("{pad}- {}\n", other.flow()),
        };
        // The dash takes the place of the indentation of the first line.
        format!("{pad}- {}", &block[indent + 2..])
    }

    /// The entries of a mapping, each beginning on a line of its own.
    fn entries(entries: &[(String, Self)], indent: usize) -> String {
        let pad = " ".repeat(indent);
        let mut text = String::new();
        for (key, value) in entries {
            let key = self::word(key);
            let flow = value.flow();
            let fits = indent + key.chars().count() + 2 + flow.chars().count() <= WIDTH;
            // Writing to a string cannot fail.
            let _ = match value {
                Self::Text(lines) if !lines.trim().is_empty() => {
                    let lines = lines.trim_end().lines().map(|line| format!("{pad}  {line}"));
                    let lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
                    writeln!(text, "{pad}{key}: |\n{}", lines.join("\n"))
                }
                Self::Map(inner) if !fits && !inner.is_empty() => {
                    write!(text, "{pad}{key}:\n{}", Self::entries(inner, indent + 2))
                }
                Self::List(items) if items.iter().any(|item| item.is_long(indent + 4)) => {
                    let items: String = items.iter().map(|item| item.item(indent + 2)).collect();
                    write!(text, "{pad}{key}:\n{items}")
                }
                Self::List(items) if !fits => {
                    let lines = wrapped(items.iter().map(Self::flow), indent + 3, indent + 3);
                    write!(text, "{pad}{key}:\n{pad}  [{lines}]\n")
                }
                _ => writeln!(text, "{pad}{key}: {flow}"),
            };
        }
        text
    }

    /// Whether it should not stand inside a line: a step of an example, say.
    fn is_long(&self, indent: usize) -> bool {
        match self {
            Self::Map(entries) => {
                entries.iter().any(|(key, _)| key == "run") || indent + self.flow().chars().count() > WIDTH
            }
            _ => false,
        }
    }
}

/// Items with commas between them, on as many lines as they need: the first begins in the column `start`, the others are
/// indented by `indent`.
pub(crate) fn wrapped(items: impl ExactSizeIterator<Item = String>, start: usize, indent: usize) -> String {
    let mut lines = String::new();
    let mut width = start;
    let last = items.len().saturating_sub(1);
    for (at, item) in items.enumerate() {
        let item = item + if at < last { "," } else { "" };
        let length = item.chars().count();
        if at > 0 && width + 1 + length > WIDTH {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            width = indent;
        } else if at > 0 {
            lines.push(' ');
            width += 1;
        }
        width += length;
        lines.push_str(&item);
    }
    lines
}

/// A scalar that means just that text.
fn word(text: &str) -> String {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '+' | ' ');
    let first = text.chars().next().is_some_and(|c| c.is_alphanumeric() || c == '_');
    let number = text.parse::<i64>().is_ok();
    let plain = first && text.chars().all(inside) && !text.ends_with(' ') && !text.eq_ignore_ascii_case("null");
    if plain || number { text.to_owned() } else { quoted(text) }
}

/// A text in double quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        // Writing to a string cannot fail.
        let _ = match c {
            '"' | '\\' => write!(quoted, "\\{c}"),
            '\n' => write!(quoted, "\\n"),
            '\t' => write!(quoted, "\\t"),
            c if u32::from(c) > 0xFFFF && is_unseen(c) => write!(quoted, "\\U{:08X}", u32::from(c)),
            c if c.is_control() || is_unseen(c) || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {
                write!(quoted, "\\u{:04X}", u32::from(c))
            }
            c => write!(quoted, "{c}"),
        };
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Sources;

    fn read(text: &str) -> Written {
        let mut sources = Sources::default();
        let file = sources.add("test".to_owned(), text);
        let mut mistakes = Vec::new();
        let node = super::super::parse(file, &sources, &mut mistakes);
        Written::from(&node.unwrap_or_else(|| panic!("{text}\n{mistakes:?}")))
    }

    #[test]
    fn what_is_written_is_read_as_the_same() {
        let words = [
            "yes",
            "no",
            "12.30",
            "-3",
            "1/2",
            "null",
            "~",
            "",
            " a",
            "a ",
            "a: b",
            "a #b",
            "#5",
            "- a",
            "-",
            "{",
            "[a]",
            "'",
            "\"",
            "\\",
            "日本",
            "a\tb",
            "a\nb",
            "!x",
            "&x",
            "*x",
            "...",
            "---",
            "9.6.4",
            "Null",
            "a,b",
            "a\u{202E}b",
        ];
        let words: Vec<Written> = words.iter().map(|word| Written::Word((*word).to_owned())).collect();
        let long = Written::List((0..200).map(|n| Written::Word(n.to_string())).collect());
        let inner = Written::Map(vec![
            ("run".to_owned(), Written::Word("x".to_owned())),
            ("a b".to_owned(), Written::Null),
            ("long".to_owned(), long.clone()),
        ]);
        let tree = Written::Map(vec![
            ("words".to_owned(), Written::List(words.clone())),
            ("one".to_owned(), words[0].clone()),
            ("long".to_owned(), long),
            ("nothing".to_owned(), Written::Map(Vec::new())),
            ("steps".to_owned(), Written::List(vec![inner.clone(), inner.clone(), Written::List(words)])),
            ("inner".to_owned(), inner),
        ]);
        for text in [tree.flow(), tree.item(0), format!("a:\n{}", tree.item(6))] {
            let again = match read(&text) {
                Written::List(items) => items[0].clone(),
                Written::Map(entries) if entries[0].0 == "a" => match &entries[0].1 {
                    Written::List(items) => items[0].clone(),
                    other => panic!("{other:?}"),
                },
                other => other,
            };
            assert_eq!(again, tree, "{text}");
        }
    }
}
