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
    pub(super) numbering: u64,
}

/// Those of a section or term.
#[derive(Debug, Default)]
struct Item {
    lines: DefaultHasher,
    /// Whether it may refer to a section by its number.
    refers: bool,
}

impl Outline {
    /// None if the file is not laid out as usual, a list of blocks that begin with their id: then it has to be parsed.
    pub(super) fn of(text: &str) -> Option<Self> {
        // An alias repeats what stands somewhere else.
        if text.contains(": &") || text.contains("- &") || text.contains("\n---") {
            return None;
        }
        let mut items: HashMap<String, Item> = HashMap::new();
        let (mut head, mut numbering) = (DefaultHasher::new(), DefaultHasher::new());
        let mut list = false;
        let mut column = None;
        let mut current: Option<String> = None;
        for line in text.lines() {
            let content = line.trim_start_matches(' ');
            let indent = line.len() - content.len();
            let outside =
                !content.is_empty() && !content.starts_with('#') && column.is_none_or(|column| indent <= column);
            if list && outside {
                if content.starts_with("- ") && column.is_none_or(|column| indent == column) {
                    column = Some(indent);
                    let id = id(content)?.to_owned();
                    if items.insert(id.clone(), Item::default()).is_some() {
                        return None;
                    }
                    current = Some(id);
                } else {
                    (list, column, current) = (false, None, None);
                }
            }
            if LISTS.contains(&line.trim_end()) {
                // One list, at the top.
                if list || !items.is_empty() {
                    return None;
                }
                list = true;
            }
            match current.as_ref().and_then(|id| items.get_mut(id)) {
                Some(item) => {
                    line.hash(&mut item.lines);
                    item.refers |= line.contains("[[");
                    if numbers(content) {
                        line.hash(&mut numbering);
                    }
                }
                None => line.hash(&mut head),
            }
        }
        (!items.is_empty()).then(|| Self { items, head: head.finish(), numbering: numbering.finish() })
    }

    /// What decides the texts of a section or term; none if it is not in the file. `numbering` is that of all files.
    pub(super) fn of_item(&self, id: &str, numbering: u64) -> Option<u64> {
        let item = self.items.get(id)?;
        let mut hasher = item.lines.clone();
        item.refers.then_some(numbering).hash(&mut hasher);
        Some(hasher.finish())
    }

    /// What decides the title of the chapter.
    pub(super) fn head(&self) -> u64 {
        self.head
    }
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

/// Whether a line may say something about numbers: the id of an item, its number, earlier ones, or the rest of such a list.
fn numbers(content: &str) -> bool {
    let bare = || content.bytes().any(|byte| byte.is_ascii_digit()) && !content.contains(char::is_alphabetic);
    content.starts_with("- ") || content.contains("number:") || content.contains("aliases") || bare()
}

#[cfg(test)]
mod tests {
    use super::Outline;

    const CHAPTER: &str = "chapter: {number: \"1\", title: The duel}\nsections:\n  - id: hand\n    number: \"1.1\"\n    text: |\n      ^a See [[1.2]].\n\n# A remark.\n    notes:\n      - {id: why, text: So.}\n  - id: end\n    number: \"1.2\"\n    aliases: [\"1.3\",\n      \"1.4\"]\n    text: |\n      ^a The last card.\n";

    fn states(text: &str) -> (u64, u64, u64) {
        let outline = Outline::of(text).expect("an outline");
        let item = |id| outline.of_item(id, outline.numbering).expect("an item");
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
            [("\"1.2\"", "\"1.5\""), ("\"1.3\"", "\"1.5\""), ("\"1.4\"", "\"1.5\""), ("id: end", "id: stop")]
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
            "sections:\n  - id: hand\n  - id: hand\n",
            "sections:\n  - id: hand\nsections:\n  - id: end\n",
        ] {
            assert!(Outline::of(text).is_none(), "{text}");
        }
    }
}
