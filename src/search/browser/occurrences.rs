//! Where each term stands: the records by which sections are found and ranked without their texts.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use super::parts::Records;
use crate::analyzer::{Analyzer, Token, TokenKind};
use crate::search::index::{cut_apart, forms};

/// A text of a section.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field {
    Title,
    Body,
    /// The titles of what it lies under, and the texts of what has none.
    Path,
    /// Which of its notes and examples.
    Note(usize),
    /// Which of the rows of its tables.
    Row(usize),
}

impl Field {
    /// The number that stands for it in a record.
    fn code(self) -> usize {
        match self {
            Self::Title => 0,
            Self::Body => 1,
            Self::Path => 2,
            Self::Note(at) => 3 + 2 * at,
            Self::Row(at) => 4 + 2 * at,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Body => "body",
            Self::Path => "path",
            Self::Note(_) => "note",
            Self::Row(_) => "row",
        }
    }
}

/// A list of numbers, written as it grows: place (what it is more than the last), four times the text's code and one less
/// than the count (three for more, and then the count), tokens of all texts of that field of the section, positions (each what it is more than the last; of what is no word doubled, and one more where the run
/// goes on behind a bigram).
#[derive(Debug, Default)]
struct Written {
    place: usize,
    numbers: String,
}

/// What texts were read.
pub(super) struct Occurrences<'a> {
    analyzer: &'a Analyzer,
    /// By term, then by form: empty for what is no word.
    terms: HashMap<String, BTreeMap<String, Written>>,
    read: Read,
}

/// What is to be known beside the records.
#[derive(Default)]
pub(super) struct Read {
    /// For each field the tokens of all its texts.
    pub(super) lengths: BTreeMap<&'static str, u64>,
    /// Sections of whose titles a token covers another one.
    pub(super) odd: Vec<usize>,
    /// Words before stemming and words of katakana: in how many sections each is, once for each field, and in which last.
    pub(super) words: HashMap<String, (u64, (usize, &'static str))>,
}

impl<'a> Occurrences<'a> {
    pub(super) fn new(analyzer: &'a Analyzer) -> Self {
        let lengths = ["title", "body", "path", "note", "row"].into_iter().map(|field| (field, 0)).collect();
        Self { analyzer, terms: HashMap::new(), read: Read { lengths, ..Read::default() } }
    }

    /// Reads the texts of one field of the section at `place`, each in its passages; sections come in order, and their texts as
    /// [`Field`] has them.
    pub(super) fn add(&mut self, place: usize, texts: &[(Field, &[&str])]) {
        let cut: Vec<Vec<Token>> = texts.iter().map(|(_, passages)| cut_apart(self.analyzer, passages)).collect();
        let length = cut.iter().map(Vec::len).sum();
        for ((field, passages), tokens) in texts.iter().zip(&cut) {
            *self.read.lengths.entry(field.name()).or_default() += tokens.len() as u64;
            // The words of what stands above a section are those of another.
            if !matches!(field, Field::Path) {
                self.count_words((place, field.name()), forms(passages, tokens));
            }
            if matches!(field, Field::Title) && !is_plain(tokens) {
                self.read.odd.push(place);
            }
            self.add_text(place, *field, length, tokens);
        }
    }

    /// Writes down where the terms of a text stand; its field has so many tokens in this section.
    fn add_text(&mut self, place: usize, field: Field, length: usize, tokens: &[Token]) {
        let mut here: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
        for (at, token) in tokens.iter().enumerate() {
            let next =
                tokens.get(at + 1).filter(|next| next.kind == TokenKind::Bigram && next.position == token.position);
            // A character is found by the bigrams that begin with it.
            if token.kind == TokenKind::Character && next.is_some() {
                continue;
            }
            let form = if token.kind == TokenKind::Word { token.form() } else { "" };
            // Whether a bigram begins with the last character of this one: then every second bigram tells a whole run.
            let goes_on =
                token.kind == TokenKind::Bigram && tokens.get(at + 2).is_some_and(|two| two.kind == TokenKind::Bigram);
            let position = match token.kind {
                TokenKind::Word => token.position,
                TokenKind::Number | TokenKind::Character | TokenKind::Bigram => {
                    2 * token.position + usize::from(goes_on)
                }
            };
            here.entry((&token.term, form)).or_default().push(position);
        }
        for ((term, form), positions) in here {
            if !self.terms.contains_key(term) {
                self.terms.insert(term.to_owned(), BTreeMap::new());
            }
            let Some(forms) = self.terms.get_mut(term) else { continue };
            if !forms.contains_key(form) {
                forms.insert(form.to_owned(), Written::default());
            }
            let Some(written) = forms.get_mut(form) else { continue };
            written.push(place, field, length, &positions);
        }
    }

    /// Counts in how many sections and fields each word is.
    fn count_words(&mut self, place: (usize, &'static str), words: impl Iterator<Item = String>) {
        for word in words {
            let (count, last) = self.read.words.entry(word).or_insert((0, (usize::MAX, "")));
            if *last != place {
                (*count, *last) = (*count + 1, place);
            }
        }
    }

    /// Makes the records.
    pub(super) fn finish(self, records: &mut Records) -> Read {
        for (term, forms) in self.terms {
            let forms = forms.iter().map(|(form, written)| format!("\"{form}\",[{}]", written.numbers));
            records.add(term, format!("[{}]", forms.collect::<Vec<_>>().join(",")));
        }
        self.read
    }
}

impl Written {
    fn push(&mut self, place: usize, field: Field, length: usize, positions: &[usize]) {
        let count = positions.len();
        self.number(place - self.place);
        self.place = place;
        self.number(4 * field.code() + count.min(4) - 1);
        if count > 3 {
            self.number(count);
        }
        self.number(length);
        let mut last = 0;
        for &position in positions {
            self.number(position - last);
            last = position;
        }
    }

    fn number(&mut self, number: usize) {
        let comma = if self.numbers.is_empty() { "" } else { "," };
        let _ = write!(self.numbers, "{comma}{number}");
    }
}

/// Whether no token begins or ends where one of another position does.
fn is_plain(tokens: &[Token]) -> bool {
    let tokens: Vec<&Token> = tokens.iter().filter(|token| token.kind != TokenKind::Bigram).collect();
    tokens.windows(2).all(|two| two[0].range.start < two[1].range.start && two[0].range.end < two[1].range.end)
}
