//! Bytes to text, text to tree: encoding, size and syntax, each failure with its place and mend.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::budget::Budget;
use serde_saphyr::options::MergeKeyPolicy;
use serde_saphyr::{DuplicateKeyPolicy, Location, Spanned};

use super::{Entry, Node, Scalar, Value, characters, syntax, tags};
use crate::diagnostic::{Diagnostic, FileId, Place, Sources, codes};

/// The longest single text that is read, in bytes: twenty times the longest section of a real book.
pub const MAX_TEXT_BYTES: usize = 256 << 10;

/// The deepest nesting of lists and mappings. A real chapter needs fewer than ten levels, and each one costs up to 50 kB
/// of stack in a debug build, of which a thread has 2 MB.
pub(super) const MAX_DEPTH: usize = 24;

/// Keeps the bytes of a file as text, and reports what is wrong with their encoding.
///
/// Bytes that are no UTF-8 become U+FFFD, so that the message can show the line.
pub fn decode(path: String, bytes: &[u8], sources: &mut Sources, diagnostics: &mut Vec<Diagnostic>) -> FileId {
    let error = std::str::from_utf8(bytes).err();
    let file = sources.add(path, String::from_utf8_lossy(bytes).into_owned());
    if let Some(error) = error {
        let at = error.valid_up_to();
        diagnostics.push(
            Diagnostic::new(&codes::BAD_UTF8, Place::new(file, at..at + '\u{FFFD}'.len_utf8()), "this byte is no UTF-8")
                .help("save the file in UTF-8; it was probably written in another encoding, such as Shift_JIS or Windows-1251"),
        );
    }
    if bytes.starts_with("\u{FEFF}".as_bytes()) {
        let mark = Place::new(file, 0..'\u{FEFF}'.len_utf8());
        diagnostics.push(
            Diagnostic::new(&codes::BYTE_ORDER_MARK, mark, "the file begins with a byte-order mark")
                .help("save it as UTF-8 without a byte-order mark")
                .fix(mark, ""),
        );
    }
    file
}

/// Reads a file's text into a tree. `None` means that it could not be read, and why stands in `diagnostics`.
pub fn parse(file: FileId, sources: &Sources, diagnostics: &mut Vec<Diagnostic>) -> Option<Node> {
    let source = sources.file(file);
    characters::report(file, source, diagnostics);
    let before = diagnostics.len();
    tags::report(file, source, diagnostics);
    let tagged = diagnostics.len() > before;
    let mut budget = Budget::default();
    budget.max_depth = MAX_DEPTH;
    budget.flow_nesting_limit = MAX_DEPTH;
    let options = serde_saphyr::options! {
        budget: Some(budget),
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        merge_keys: MergeKeyPolicy::AsOrdinary,
        with_snippet: false,
    };
    match serde_saphyr::from_str_with_options::<Spanned<Raw>>(&source.text, options) {
        Ok(raw) => Some(Converter { file, sources, diagnostics }.node(raw)),
        Err(error) => {
            // Of a tag that is not known, nothing more is to be said.
            if !(tagged && error.to_string().contains("tagged")) {
                diagnostics.push(syntax::explain(&error, file, sources));
            }
            None
        }
    }
}

/// What the reader yields before places are joined to it.
enum Raw {
    Null,
    /// A text that the reader took for text.
    Text(String),
    /// A number, yes or no: its spelling is taken from the file.
    Other,
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<Raw>, Spanned<Raw>)>),
}

/// Joins places to what the reader yields, and keeps out of the values what no text may hold.
struct Converter<'a> {
    file: FileId,
    sources: &'a Sources,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Converter<'_> {
    fn node(&mut self, raw: Spanned<Raw>) -> Node {
        let source = self.sources.file(self.file);
        let byte = |value: Option<u64>| value.and_then(|v| usize::try_from(v).ok()).unwrap_or(0);
        let place_of = |at: Location| {
            let start = byte(at.span().byte_offset()).min(source.text.len());
            let end = (start + byte(at.span().byte_len())).min(source.text.len());
            Place::new(self.file, start..end)
        };
        let mut place = place_of(raw.referenced);
        let value = match raw.value {
            Raw::Null => Value::Null,
            Raw::Text(text) => {
                let (text, replaced) = characters::cleaned(text, place, source, self.diagnostics);
                let scalar = Scalar::new(text, place, source);
                // A replaced character is longer than what stands in the file: places behind it would be off.
                Value::Scalar(if replaced { scalar.somewhere(place) } else { scalar })
            }
            Raw::Other if self.sources.slice(place).starts_with('*') => {
                let written = self.sources.slice(place_of(raw.defined)).to_owned();
                Value::Scalar(Scalar::new(written, place, source).somewhere(place))
            }
            Raw::Other => Value::Scalar(Scalar::new(self.sources.slice(place).to_owned(), place, source)),
            Raw::List(items) => Value::List(items.into_iter().map(|item| self.node(item)).collect()),
            Raw::Map(entries) => Value::Map(entries.into_iter().map(|(key, value)| self.entry(key, value)).collect()),
        };
        let last = match &value {
            Value::List(items) => items.last().map(|item| item.place.end),
            Value::Map(entries) => entries.last().map(|entry| entry.value.place.end.max(entry.place.end)),
            _ => None,
        };
        place.end = place.end.max(last.unwrap_or(0));
        Node { value, place }
    }

    fn entry(&mut self, key: Spanned<Raw>, value: Spanned<Raw>) -> Entry {
        let key = self.node(key);
        let text = key.text().map_or_else(|| self.sources.slice(key.place).to_owned(), str::to_owned);
        Entry { key: text, place: key.place, value: self.node(value) }
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("any YAML value")
    }
    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }
    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_any(self)
    }
    fn visit_bool<E>(self, _: bool) -> Result<Raw, E> {
        Ok(Raw::Other)
    }
    fn visit_i64<E>(self, _: i64) -> Result<Raw, E> {
        Ok(Raw::Other)
    }
    fn visit_i128<E>(self, _: i128) -> Result<Raw, E> {
        Ok(Raw::Other)
    }
    fn visit_u64<E>(self, _: u64) -> Result<Raw, E> {
        Ok(Raw::Other)
    }
    fn visit_u128<E>(self, _: u128) -> Result<Raw, E> {
        Ok(Raw::Other)
    }
    fn visit_f64<E>(self, _: f64) -> Result<Raw, E> {
        Ok(Raw::Other)
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Raw, E> {
        Ok(Raw::Text(text.to_owned()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Raw, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Raw::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Raw, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Raw::Map(map))
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}
