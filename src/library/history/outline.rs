//! What decides the texts of each section or term of a file, found by looking at its lines only.
//!
//! To parse a chapter takes a hundred times as long, and most commits change another section than the one looked for.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The lists whose items have texts.
const LISTS: [&str; 2] = ["sections:", "terms:"];

/// Hashes of the lines of a file. Where two files have the same, the texts are the same.
#[derive(Debug)]
pub(super) struct Outline {
    /// By the id of the section or term.
    items: HashMap<String, Item>,
    /// All lines outside of items, the title of the chapter among them.
    head: u64,
    /// The lines that say which number leads to which section.
    numbering: u64,
}

/// A section or term.
#[derive(Debug, Default)]
struct Item {
    /// Of its lines.
    hasher: DefaultHasher,
    /// Whether it may refer to a section by its number.
    refers: bool,
}

impl Outline {
    /// None if the file is not laid out as usual, a list of blocks that begin with their id: then it has to be parsed.
    pub(super) fn of(text: &str) -> Option<Self> {
        if text.contains("\n---") || has_lone_return(text) {
            return None;
        }
        let mut reader = Reader::default();
        for line in text.lines() {
            reader.line(line)?;
        }
        let (head, numbering) = (reader.head.finish(), reader.numbering.finish());
        let count = reader.items.len();
        let items: HashMap<String, Item> = reader.items.into_iter().collect();
        (count > 0 && items.len() == count).then_some(Self { items, head, numbering })
    }

    /// What decides the texts of a section or term; none if it is not in the file. `numbering` is that of all files.
    pub(super) fn of_item(&self, id: &str, numbering: u64) -> Option<u64> {
        let item = self.items.get(id)?;
        let mut hasher = item.hasher.clone();
        item.refers.then_some(numbering).hash(&mut hasher);
        Some(hasher.finish())
    }

    /// What decides the title of the chapter.
    pub(super) fn head(&self) -> u64 {
        self.head
    }

    /// What decides which number leads to which section, as far as this file goes.
    pub(super) fn numbering(&self) -> u64 {
        self.numbering
    }
}

/// Reads a file line by line.
#[derive(Default)]
struct Reader {
    items: Vec<(String, Item)>,
    head: DefaultHasher,
    numbering: DefaultHasher,
    at: At,
}

/// Where a line stands.
#[derive(Clone, Copy, Default)]
enum At {
    /// Outside of the list.
    #[default]
    Outside,
    /// Behind the key of the list.
    Begun,
    /// In the last item. Its dash stands in this column; what is deeper than `numbers` belongs to a key that says something
    /// about numbers.
    Item { column: usize, numbers: Option<usize> },
}

impl Reader {
    fn line(&mut self, line: &str) -> Option<()> {
        if begins_anchor(line) {
            // An alias repeats what stands somewhere else.
            return None;
        }
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        let says_something = !content.is_empty() && !content.starts_with('#');
        let is_item = content == "-" || content.starts_with("- ");
        match self.at {
            At::Begun if says_something && is_item => self.begin_item(content, indent)?,
            At::Item { column, .. } if says_something && indent == column && is_item => {
                self.begin_item(content, indent)?;
            }
            At::Begun if says_something => self.at = At::Outside,
            At::Item { column, .. } if says_something && indent <= column => self.at = At::Outside,
            _ => {}
        }
        if LISTS.contains(&line.trim_end()) {
            // One list, at the top.
            if !matches!(self.at, At::Outside) || !self.items.is_empty() {
                return None;
            }
            self.at = At::Begun;
        }
        match (&mut self.at, self.items.last_mut()) {
            (At::Item { column, numbers }, Some((_, item))) => {
                line.hash(&mut item.hasher);
                item.refers |= line.contains("[[");
                if says_something && numbers.is_some_and(|of| indent < of || indent == of && !is_item) {
                    *numbers = None;
                }
                // A key may be written with escapes.
                let is_escaped = content.starts_with('"') && content.contains('\\');
                if is_item && indent == *column {
                    // The id goes on in lines that are deeper than its key; in braces all do.
                    *numbers = Some(if content.starts_with("- {") { indent } else { indent + "- ".len() });
                } else if numbers.is_none()
                    && (is_escaped || ["number", "aliases"].iter().any(|key| content.contains(key)))
                {
                    *numbers = Some(indent);
                    line.hash(&mut self.numbering);
                    return Some(());
                }
                if numbers.is_some() || is_item {
                    line.hash(&mut self.numbering);
                }
            }
            _ => line.hash(&mut self.head),
        }
        Some(())
    }

    fn begin_item(&mut self, content: &str, column: usize) -> Option<()> {
        self.items.push((id(content)?.to_owned(), Item::default()));
        self.at = At::Item { column, numbers: None };
        Some(())
    }
}

/// Whether an anchor may begin in a line: `&name` where a value can. An alias without one is no YAML.
fn begins_anchor(line: &str) -> bool {
    let begins = |at: usize| {
        let before = line[..at].chars().next_back();
        let behind = line[at + 1..].chars().next();
        before.is_none_or(|c| c.is_whitespace() || "[{,:?-".contains(c)) && behind.is_some_and(|c| !c.is_whitespace())
    };
    line.match_indices('&').any(|(at, _)| begins(at))
}

/// Whether a carriage return stands without a line feed: YAML ends a line there, and nobody else does.
fn has_lone_return(text: &str) -> bool {
    text.match_indices('\r').any(|(at, _)| !text[at + 1..].starts_with('\n'))
}

/// The id that an item begins with: `- id: hand`, or `- {id: hand, …`.
fn id(content: &str) -> Option<&str> {
    let content = content.strip_prefix("- ")?;
    let content = content.strip_prefix('{').unwrap_or(content).strip_prefix("id: ")?;
    let end = content.find([',', '}', ' ']).unwrap_or(content.len());
    let id = &content[..end];
    let plain = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_');
    (!id.is_empty() && id.chars().all(plain)).then_some(id)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::rc::Rc;

    use super::Outline;
    use crate::diagnostic::Sources;
    use crate::library::history::version::{Numbers, Version};
    use crate::library::model::Book;
    use crate::library::{build, yaml};

    const CHAPTER: &str = r#"chapter: {number: "1", title: The duel}
sections:
  - id: hand
    number: "1.1"
    text: |
      ^a See [[1.2]].

# A remark.
    notes:
      - {id: why, text: So.}
  - id: end
    number: "1.2"
    aliases: ["1.3",
      "1.4a"]
    text: |
      ^a The last card.
"#;

    fn states(text: &str) -> (u64, u64, u64) {
        let outline = Outline::of(text).expect("an outline");
        let item = |id| outline.of_item(id, outline.numbering()).expect("an item");
        (outline.head(), item("hand"), item("end"))
    }

    #[test]
    fn only_what_has_changed_is_another() {
        let (head, hand, end) = states(CHAPTER);
        assert_eq!(states(&CHAPTER.replace("last card", "first card")).0, head);
        assert_eq!(states(&CHAPTER.replace("last card", "first card")).1, hand);
        assert_ne!(states(&CHAPTER.replace("last card", "first card")).2, end);
        assert_ne!(states(&CHAPTER.replace("The duel", "A duel")).0, head);
        assert_ne!(states(&CHAPTER.replace("So.", "Thus.")).1, hand, "a remark ends no section");
        for (old, new) in
            [("\"1.2\"", "\"1.5\""), ("\"1.3\"", "\"1.5\""), ("\"1.4a\"", "\"1.4b\""), ("id: end", "id: stop")]
        {
            let changed = CHAPTER.replace(old, new).replace("id: stop", "id: end\n    number: \"7\"\n  - id: stop");
            assert_ne!(states(&changed).1, hand, "{old}: a reference may lead elsewhere");
        }
    }

    #[test]
    fn what_is_laid_out_otherwise_is_left_to_the_parser() {
        for text in [
            "",
            "sections: [{id: hand}]\n",
            "sections:\n  - title: The hand\n    id: hand\n",
            "sections:\n  - id: \"hand\"\n",
            "sections:\n  - id: hand\n    text: &one Text\n  - id: end\n    text: *one\n",
            "sections:\n  - id: hand\n    title: [&one Text]\n",
            "sections:\n  - id: hand\n    title:\n      &one Text\n  - id: end\n    title: *one\n",
            "sections:\n  - id: hand\n  -\n    id: end\n",
            "sections:\n  - id: hand\r    title: The hand\n",
            "sections:\n  - id: hand\n  - id: hand\n",
            "sections:\n  - id: hand\nsections:\n  - id: end\n",
        ] {
            assert!(Outline::of(text).is_none(), "{text}");
        }
    }
    /// Where two files have the same outline, they have the same texts: tried with chapters that are put together of lines in
    /// many layouts.
    #[test]
    fn the_same_outline_means_the_same_texts() {
        const LINES: [&str; 28] = [
            "  - id: hand",
            "  - id: end",
            "  - {id: hand, number: \"1.1\"}",
            "  - {id: end,",
            "    number: \"1.7\"}",
            "  -",
            "    id: end",
            "    number: \"1.1\"",
            "    number: \"1.2\"",
            "    \"number\": \"702.9c\"",
            "    number:",
            "      \"1.2\"",
            "      \"36の2\"",
            "    aliases: [\"1.3\",",
            "      \"1.4a\"]",
            "      \"1.4b\"]",
            "    aliases:",
            "      - \"1.5\"",
            "      - 1.5a",
            "    title: The hand",
            "    title: The end",
            "    text: |",
            "      ^a See [[1.2]].",
            "      ^a See [[1.4a]].",
            "      ^a Plain.",
            "# A remark.",
            "    text: Plain, as [[702.9c]] says.",
            "",
        ];
        let mut seed = 1_u64;
        let mut below = |most: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap_or(0) % most
        };
        let (mut alike, mut parsed) = (0, 0);
        let mut known: HashMap<(&str, u64), (String, Vec<String>)> = HashMap::new();
        for _ in 0..60_000 {
            let count = 2 + below(7);
            let mut text = "chapter: {number: \"1\", title: The duel}\nsections:\n  - id: hand\n".to_owned();
            for _ in 0..count {
                text.push_str(LINES[below(LINES.len())]);
                text.push('\n');
            }
            let Some(outline) = Outline::of(&text) else { continue };
            for id in ["hand", "end"] {
                let Some(state) = outline.of_item(id, outline.numbering()) else { continue };
                let Some(texts) = texts_of(&text, id) else { continue };
                parsed += 1;
                match known.get(&(id, state)) {
                    Some((other, before)) => {
                        alike += usize::from(*other != text);
                        assert_eq!(*before, texts, "{other}\n---\n{text}");
                    }
                    None => drop(known.insert((id, state), (text.clone(), texts))),
                }
            }
        }
        assert!(parsed > 1000 && alike > 100, "{parsed} {alike}");
    }

    fn book() -> Book {
        let mut sources = Sources::default();
        let file = sources.add("book.yaml".to_owned(), "title: The duel\n".to_owned());
        let node = yaml::parse(file, &sources, &mut Vec::new()).expect("a book");
        build::book("duel", "en", file, &node)
    }

    /// The hashes of the words of a section's texts; none where the file is no sound YAML, of which anything may be read.
    fn texts_of(text: &str, id: &str) -> Option<Vec<String>> {
        let (mut sources, mut findings) = (Sources::default(), Vec::new());
        let file = sources.add(String::new(), text.to_owned());
        yaml::parse(file, &sources, &mut findings).filter(|_| findings.is_empty())?;
        let book = book();
        let version = Rc::new(Version::new("01".to_owned(), text.as_bytes().to_vec())?);
        let files = [Rc::clone(&version)];
        let numbers = Numbers::new(&files, &book);
        let texts = version.texts(&book, &numbers, &|wanted| wanted == id);
        Some(texts.into_iter().map(|(_, key, _, words)| format!("{key} {words}")).collect())
    }
}
