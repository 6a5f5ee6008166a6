//! XML as the formats for translators need it: what is written is escaped, what is read is bounded and knows its lines.

use roxmltree::{Document, Error, Node, ParsingOptions};

use super::incoming::Unreadable;

/// So many elements, texts and comments a file may have.
const MOST_NODES: u32 = 4_000_000;

/// How deep elements may lie in each other; what is read here needs eight levels.
const DEEPEST: usize = 64;

/// Text as XML takes it, in elements and in attributes.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            char if char.is_control() || matches!(char, '\u{FFFE}' | '\u{FFFF}') => escaped.push('\u{FFFD}'),
            char => escaped.push(char),
        }
    }
    escaped
}

/// A file that was read.
pub(super) struct Read<'a> {
    pub(super) document: Document<'a>,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl<'a> Read<'a> {
    /// Reads a file; one with a document type is refused, for what it declares could stand for anything.
    pub(super) fn of(text: &'a str) -> Result<Self, Unreadable> {
        let lines: Vec<usize> = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1))
            .collect();
        let head = &text[..text.len().min(200).min(text.find("?>").unwrap_or(0))];
        if let Some(encoding) = head.split("encoding=").nth(1) {
            let name: String = encoding.chars().skip(1).take_while(|char| !matches!(char, '"' | '\'')).collect();
            if !name.eq_ignore_ascii_case("utf-8") {
                return Err(Unreadable::new(1, format!("the file says that it is in {name}"), "save it as UTF-8"));
            }
        }
        if let Some(at) = too_deep(text) {
            let line = lines.partition_point(|start| *start <= at);
            let message = format!("elements lie in each other deeper than {DEEPEST} levels");
            return Err(Unreadable::new(line, message, "export the book again"));
        }
        let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
        match Document::parse_with_options(text, options) {
            Ok(document) => Ok(Self { document, lines }),
            Err(Error::DtdDetected) => {
                let line = text.find("<!DOCTYPE").map_or(1, |at| lines.partition_point(|start| *start <= at));
                Err(Unreadable::new(
                    line,
                    "the file has a document type or entities of its own",
                    "take out `<!DOCTYPE …>`",
                ))
            }
            Err(Error::NodesLimitReached) => {
                let message = format!("the file has more than {MOST_NODES} elements and texts");
                Err(Unreadable::new(1, message, "bring it back in parts"))
            }
            Err(error) => {
                let line = error.pos().row as usize;
                Err(Unreadable::new(
                    line.max(1),
                    format!("this is no sound XML: {error}"),
                    "export the book again, or mend it",
                ))
            }
        }
    }

    /// The line on which an element begins.
    pub(super) fn line(&self, node: Node<'_, '_>) -> usize {
        self.lines.partition_point(|start| *start <= node.range().start)
    }
}

/// Where elements are nested too deep, told without reading the file: who reads it calls itself for each level.
fn too_deep(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(found) = text[at..].find('<') {
        at += found;
        let rest = &text[at..];
        let end = |mark: &str| rest.find(mark).map_or(text.len(), |end| at + end + mark.len());
        at = if rest.starts_with("<!--") {
            end("-->")
        } else if rest.starts_with("<![CDATA[") {
            end("]]>")
        } else if rest.starts_with("<?") {
            end("?>")
        } else {
            let close = end_of_tag(bytes, at);
            if rest.starts_with("</") {
                depth = depth.saturating_sub(1);
            } else if bytes.get(close.saturating_sub(2)) != Some(&b'/') && !rest.starts_with("<!") {
                depth += 1;
                if depth > DEEPEST {
                    return Some(at);
                }
            }
            close
        };
    }
    None
}

/// Behind the `>` that closes a tag: one in quotes is none.
fn end_of_tag(bytes: &[u8], from: usize) -> usize {
    let mut quote = None;
    for (at, byte) in bytes.iter().enumerate().skip(from) {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
    }
    bytes.len()
}

/// The element of that name among the children, whatever its namespace.
pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.is_element() && child.tag_name().name() == name)
}

/// All text below a node.
pub(super) fn text(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|inner| inner.text()).collect()
}
