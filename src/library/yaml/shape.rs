//! The shape a file must have, as data: one table drives the check of the file, its JSON Schema and the reference page.

use std::collections::HashMap;

use super::{MAX_TEXT_BYTES, Node, Style, Value};
use crate::diagnostic::{Code, Diagnostic, Place, Sources, codes};
use crate::library::{RuleNumber, check_pattern, colors, names};

/// Longest line, in characters: a title or a label is shown again at every place that names what it stands for.
pub const MAX_LINE: usize = 1000;

/// Longest key of a mapping whose keys are free, in characters.
pub const MAX_KEY: usize = 200;

/// A mapping with known keys.
#[derive(Debug)]
pub struct Shape {
    /// What it is, for messages: "a section".
    pub name: &'static str,
    /// The keys it may have, in their usual order.
    pub fields: &'static [Field],
}

/// A key of a [`Shape`].
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key.
    pub key: &'static str,
    /// What its value must be.
    pub kind: ValueKind,
    /// Whether it must be there.
    pub required: bool,
    /// One sentence for the JSON Schema and the reference page.
    pub doc: &'static str,
}

/// What a value must be.
#[derive(Clone, Copy, Debug)]
pub enum ValueKind {
    /// A short text on one line of at most [`MAX_LINE`] characters: a title, a label, a reason.
    Line,
    /// One line that a command writes and nobody reads: fingerprints.
    Record,
    /// A name that texts are searched for: one line of at most [`MAX_NAME`](names::MAX_NAME) characters.
    Name,
    /// Markdown that may be a block or stand on the line.
    Prose,
    /// Markdown that must be a `|` block, because places inside it must be known.
    Block,
    /// A stable kebab-case name.
    Id,
    /// A rule number such as `9.6.4`.
    Number,
    /// A former address of a section such as `04-battle#retreat`.
    FormerAddress,
    /// A colour such as `#1d4f7c`.
    Color,
    /// A short text on one line, or a mapping from languages to such.
    Said,
    /// A day such as `2026-03-01`.
    Date,
    /// An edition of the rule language.
    Edition,
    /// A regular expression that reads numbers.
    Pattern,
    /// A language code such as `en`.
    Language,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Yes or no.
    Flag,
    /// A list of these.
    List(&'static ValueKind),
    /// A mapping from free keys of at most [`MAX_KEY`] characters to these.
    Map(&'static ValueKind),
    /// A mapping from languages to these.
    Languages(&'static ValueKind),
    /// A mapping with known keys.
    Object(&'static Shape),
    /// Anything: read by a later layer.
    Any,
}

/// Reports everything in `node` that is not as `shape` wants it.
pub fn check(node: &Node, shape: &Shape, sources: &Sources, diagnostics: &mut Vec<Diagnostic>) {
    Checker { sources, diagnostics }.object(node, shape);
}

struct Checker<'a> {
    sources: &'a Sources,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Checker<'_> {
    fn object(&mut self, node: &Node, shape: &Shape) {
        let Value::Map(entries) = &node.value else {
            let keys: Vec<_> = shape.fields.iter().map(|field| field.key).collect();
            return self.wrong_type(node, shape.name, "a mapping", &format!("it has the keys {}", keys.join(", ")));
        };
        self.duplicates(node);
        for entry in entries {
            let Some(field) = shape.fields.iter().find(|field| field.key == entry.key) else {
                let known = shape.fields.iter().map(|field| field.key);
                let help = names::suggestion(&entry.key, known.clone())
                    .unwrap_or_else(|| format!("{} has the keys {}", shape.name, known.collect::<Vec<_>>().join(", ")));
                self.push(&codes::UNKNOWN_KEY, entry.place, format!("{} has no key `{}`", shape.name, entry.key), help);
                continue;
            };
            if entry.value.is_null() {
                if matches!(field.kind, ValueKind::Color) {
                    self.no_color(entry.place, field);
                } else if field.required {
                    self.push(&codes::MISSING_KEY, entry.place, format!("`{}` is empty", field.key), wanted(field));
                }
            } else {
                self.value(&entry.value, &field.kind, field);
            }
        }
        for field in shape.fields.iter().filter(|field| field.required) {
            if !entries.iter().any(|entry| entry.key == field.key) {
                let message = format!("{} needs the key `{}`", shape.name, field.key);
                let place = entries.first().map_or(node.place, |entry| entry.place);
                self.push(&codes::MISSING_KEY, place, message, wanted(field));
            }
        }
    }

    fn duplicates(&mut self, node: &Node) {
        let mut seen: HashMap<&str, Place> = HashMap::new();
        for entry in node.entries() {
            if let Some(first) = seen.get(entry.key.as_str()) {
                self.diagnostics.push(
                    Diagnostic::new(
                        &codes::DUPLICATE_KEY,
                        entry.place,
                        format!("the key `{}` stands twice", entry.key),
                    )
                    .related(*first, "first here")
                    .help("keep one of the two"),
                );
            } else {
                seen.insert(&entry.key, entry.place);
            }
        }
    }

    fn value(&mut self, node: &Node, kind: &ValueKind, field: &Field) {
        match kind {
            ValueKind::Line | ValueKind::Record | ValueKind::Name | ValueKind::Prose | ValueKind::Block => {
                self.text(node, kind, field);
            }
            ValueKind::Id => self.word(node, field, &codes::BAD_ID, names::check_id, |text| {
                let near = names::to_id(text).map(|id| format!("write `{id}`"));
                near.unwrap_or_else(|| "give it a name in Latin letters, such as `naval-movement`".to_owned())
            }),
            ValueKind::Number => self.word(node, field, &codes::BAD_NUMBER, is_number, |text| {
                let near = names::to_number(text).map(|number| format!("write \"{number}\""));
                near.unwrap_or_else(|| {
                    "begin and end it with a digit or letter; leave the key out where nothing is printed".to_owned()
                })
            }),
            ValueKind::FormerAddress => {
                self.word(node, field, &codes::WRONG_VALUE, names::check_former_address, |_| FORMER.to_owned());
            }
            ValueKind::Color => self.word(node, field, &codes::WRONG_VALUE, colors::check_color, |_| COLOR.to_owned()),
            ValueKind::Date => self.word(node, field, &codes::WRONG_VALUE, names::check_date, |_| DATE.to_owned()),
            ValueKind::Edition => self.word(node, field, &codes::WRONG_VALUE, names::check_edition, edition_help),
            ValueKind::Pattern => self.word(node, field, &codes::WRONG_VALUE, check_pattern, |_| PATTERN.to_owned()),
            ValueKind::Said => match &node.value {
                Value::Map(_) => self.value(node, &ValueKind::Languages(&ValueKind::Line), field),
                _ => self.value(node, &ValueKind::Line, field),
            },
            ValueKind::Language => {
                self.word(node, field, &codes::WRONG_VALUE, names::check_language, |_| LANGUAGES.to_owned());
            }
            ValueKind::OneOf(words) => {
                let Some(text) = node.text() else {
                    return self.wrong_type(
                        node,
                        &quoted(field),
                        "one word",
                        &format!("it is one of {}", words.join(", ")),
                    );
                };
                if !words.contains(&text) {
                    let help = names::suggestion(text, words.iter().copied())
                        .unwrap_or_else(|| format!("it is one of {}", words.join(", ")));
                    self.push(&codes::WRONG_VALUE, node.place, format!("`{}` cannot be `{text}`", field.key), help);
                }
            }
            ValueKind::Flag => match node.text() {
                Some("true" | "false" | "yes" | "no") => {}
                _ => self.wrong_type(node, &quoted(field), "yes or no", "write `yes`, or leave the key out"),
            },
            ValueKind::List(item) => match &node.value {
                Value::List(items) => items.iter().for_each(|node| self.item(node, item, field)),
                _ => self.wrong_type(
                    node,
                    &quoted(field),
                    "a list",
                    "put `- ` before each item, or brackets around: `[…]`",
                ),
            },
            ValueKind::Map(item) | ValueKind::Languages(item) => match &node.value {
                Value::Map(entries) => {
                    self.duplicates(node);
                    for entry in entries {
                        let checked = match kind {
                            ValueKind::Languages(_) => names::check_language(&entry.key),
                            _ => Ok(()),
                        };
                        if let Err(reason) = checked {
                            self.push(&codes::WRONG_VALUE, entry.place, reason, LANGUAGES.to_owned());
                        } else if entry.key.chars().nth(MAX_KEY).is_some() {
                            let message =
                                format!("the key `{}` has more than {MAX_KEY} characters", names::repeated(&entry.key));
                            let place = Place::new(entry.place.file, entry.place.start..entry.place.start);
                            self.push(&codes::WRONG_VALUE, place, message, "shorten it".to_owned());
                        }
                        self.item(&entry.value, item, field);
                    }
                }
                _ => self.wrong_type(node, &quoted(field), "a mapping", "write `key: value` lines below it, indented"),
            },
            ValueKind::Object(shape) => self.object(node, shape),
            ValueKind::Any => self.any(node),
        }
    }

    /// A colour without quotes is a comment.
    fn no_color(&mut self, key: Place, field: &Field) {
        let rest = self.sources.file(key.file).rest_of_line(key.end);
        let message = format!("`{}` is empty", field.key);
        if rest.trim_start_matches(':').trim_start().starts_with('#') {
            let message = format!("{message}: ` #` begins a comment");
            self.push(&codes::CUT_AT_HASH, key, message, "put the colour in quotes".to_owned());
        } else {
            self.push(&codes::WRONG_VALUE, key, message, COLOR.to_owned());
        }
    }

    /// Whatever it means: no key stands twice in it.
    fn any(&mut self, node: &Node) {
        self.duplicates(node);
        node.entries().iter().map(|entry| &entry.value).chain(node.items()).for_each(|inner| self.any(inner));
    }

    fn item(&mut self, node: &Node, kind: &ValueKind, field: &Field) {
        // An empty item is a piece that is not written yet; what must be there says so where it is used.
        if !node.is_null() || matches!(kind, ValueKind::Object(_)) {
            self.value(node, kind, field);
        }
    }

    fn text(&mut self, node: &Node, kind: &ValueKind, field: &Field) {
        let Some(scalar) = node.scalar() else {
            let written = self.sources.slice(node.place);
            if let Some(word) = ["[[", "{"].into_iter().find(|word| written.starts_with(word)) {
                let message = format!("a text that begins with `{word}` is read as {}", node.kind());
                let help = "put the whole text in quotes, or write it below, after `|`".to_owned();
                return self.push(&codes::BRACKET_BECAME_COLLECTION, node.place, message, help);
            }
            return self.wrong_type(
                node,
                &quoted(field),
                "a text",
                "write the text behind the key, or below it after `|`",
            );
        };
        if scalar.text.trim().is_empty() {
            // Not written yet: `translate draft` leaves such keys behind.
            if field.required && !matches!(field.kind, ValueKind::Languages(_)) {
                self.push(&codes::MISSING_KEY, node.place, format!("`{}` is empty", field.key), field.doc.to_owned());
            }
            return;
        }
        if scalar.text.len() > MAX_TEXT_BYTES {
            let message = format!(
                "the text of `{}` has {} bytes; at most {MAX_TEXT_BYTES} are read",
                field.key,
                scalar.text.len()
            );
            let place = Place::new(node.place.file, node.place.start..node.place.start);
            return self.push(&codes::FILE_TOO_LARGE, place, message, "split the section".to_owned());
        }
        if scalar.style == Style::Plain {
            let file = self.sources.file(node.place.file);
            let rest = file.rest_of_line(node.place.end);
            if rest.trim_start().starts_with('#') && rest.starts_with([' ', '\t']) {
                let place = Place::new(node.place.file, node.place.end..node.place.end + rest.trim_end().len());
                let message = format!("the text of `{}` ends here: ` #` begins a comment", field.key);
                let help = "put the whole text in quotes, or the comment on a line of its own".to_owned();
                self.push(&codes::CUT_AT_HASH, place, message, help);
            }
        }
        if matches!(kind, ValueKind::Block) && scalar.style != Style::Literal {
            let message = format!("`{}` must be a block", field.key);
            let help = match scalar.style {
                Style::Folded => "write `|` instead of `>`",
                _ => "write `|` after the key and the text below it, indented",
            };
            self.push(&codes::NOT_A_BLOCK, node.place, message, help.to_owned());
        }
        if matches!(kind, ValueKind::Prose) && scalar.style == Style::Folded {
            let message = format!("`{}` is folded with `>`, so places inside it are lost", field.key);
            self.push(&codes::NOT_A_BLOCK, node.place, message, "write `|` instead of `>`".to_owned());
        }
        if matches!(kind, ValueKind::Line | ValueKind::Record | ValueKind::Name)
            && scalar.text.trim_end().contains('\n')
        {
            let message = format!("`{}` must be one line", field.key);
            self.push(&codes::WRONG_TYPE, node.place, message, "write it on the line of its key".to_owned());
        }
        if matches!(kind, ValueKind::Line) && scalar.text.chars().nth(MAX_LINE).is_some() {
            let message = format!("`{}` has more than {MAX_LINE} characters", field.key);
            let place = Place::new(node.place.file, node.place.start..node.place.start);
            self.push(&codes::WRONG_VALUE, place, message, "shorten it: one line is shown in many places".to_owned());
        }
        if matches!(kind, ValueKind::Name)
            && let Err(reason) = names::check_name(scalar.text.trim_end())
        {
            let help = "shorten it, and put what it means in `definition`".to_owned();
            let place = Place::new(node.place.file, node.place.start..node.place.start);
            self.push(&codes::WRONG_VALUE, place, reason, help);
        }
    }

    fn word(
        &mut self,
        node: &Node,
        field: &Field,
        code: &'static Code,
        check: fn(&str) -> Result<(), String>,
        help: fn(&str) -> String,
    ) {
        match node.text() {
            None => self.wrong_type(node, &quoted(field), "one word", &wanted(field)),
            Some(text) => {
                if let Err(reason) = check(text) {
                    self.push(code, node.place, reason, help(text));
                }
            }
        }
    }

    fn wrong_type(&mut self, node: &Node, what: &str, wanted: &str, help: &str) {
        // A file of comments alone ends where its first value would begin.
        let rest = &self.sources.file(node.place.file).text[node.place.start..];
        let empty = node.is_null() && rest.trim().is_empty();
        let place = if empty { Place::new(node.place.file, 0..0) } else { node.place };
        let message = match node.text() {
            _ if node.is_null() => format!("{what} is empty"),
            Some(text) if wanted == "yes or no" => format!("{what} must be {wanted}, not `{text}`"),
            _ => format!("{what} must be {wanted}, not {}", node.kind()),
        };
        self.push(&codes::WRONG_TYPE, place, message, help.to_owned());
    }

    fn push(&mut self, code: &'static Code, place: Place, message: String, help: String) {
        self.diagnostics.push(Diagnostic::new(code, place, message).help(help));
    }
}

const LANGUAGES: &str = "a language is written en, ja, ru …";

const FORMER: &str = "write the chapter and the id as they stood behind the book in the address, without `.html`: `04-battle#retreat`, `04-battle#retreat.b`";

const DATE: &str = "write year, month and day: `2026-03-01`";

const PATTERN: &str = "write one that matches the whole number, with a group for each of its parts: `R(\\d+)-(\\w)`";

const COLOR: &str = "write it as `\"#rgb\"` or `\"#rrggbb\"`, in quotes: `\"#1d4f7c\"`";

/// What to do about an edition of the rule language that is not read here.
fn edition_help(said: &str) -> String {
    match said {
        "1" => "`rulestone migrate` moves the book to it".to_owned(),
        _ => format!("write `{}`, or read the book with a Rulestone that knows its edition", names::EDITION),
    }
}

fn quoted(field: &Field) -> String {
    format!("`{}`", field.key)
}

/// What to write for a key that is not there.
fn wanted(field: &Field) -> String {
    let mut letters = field.doc.trim_end_matches('.').chars();
    let doc: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
    format!("write `{}: …`: {doc}", field.key)
}

fn is_number(text: &str) -> Result<(), String> {
    RuleNumber::printed(text).map(|_| ())
}
