//! The fields of the index and what one section puts into them.

use tantivy::TantivyDocument;
use tantivy::schema::{Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions};

use crate::analyzer::{Analyzer, Token, is_katakana, runs};
use crate::library::prefixes;
use crate::search::collection::{Passage, TermPlaces};

use super::cut;
use super::passages::cut_apart;
use super::stored::Stored;

/// One part of a section's text, indexed twice: by term with positions, and by form as it stands for `word*` and
/// typing errors.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextField {
    pub(crate) terms: Field,
    pub(crate) forms: Field,
}

/// All fields.
#[derive(Debug, Clone)]
pub(crate) struct Fields {
    pub(crate) schema: Schema,
    pub(crate) book: Field,
    pub(crate) id: Field,
    /// Numbers by their components: [`RuleNumber`](crate::library::RuleNumber).
    pub(crate) number: Field,
    pub(crate) alias: Field,
    /// Every number and alias with everything that it lies under.
    pub(crate) number_prefix: Field,
    /// Places in the glossary of the concepts that have this section as their home.
    pub(crate) home: Field,
    /// The key of the whole title.
    pub(crate) title_key: Field,
    pub(crate) title: TextField,
    /// The titles of what the section lies under; the words of a query may stand there, too, but none has to.
    pub(crate) path: TextField,
    pub(crate) body: TextField,
    pub(crate) asides: TextField,
    pub(crate) rows: TextField,
    pub(crate) stored: Field,
}

impl Default for Fields {
    fn default() -> Self {
        let mut schema = Schema::builder();
        let positions = indexed(IndexRecordOption::WithFreqsAndPositions);
        let bare = indexed(IndexRecordOption::Basic);
        let mut text = |name: &str| TextField {
            terms: schema.add_text_field(name, positions.clone()),
            forms: schema.add_text_field(&format!("{name}_forms"), bare.clone()),
        };
        let (title, path, body) = (text("title"), text("path"), text("body"));
        let (asides, rows) = (text("asides"), text("rows"));
        let mut word = |name: &str| schema.add_text_field(name, STRING);
        Self {
            book: word("book"),
            id: word("id"),
            number: word("number"),
            alias: word("alias"),
            number_prefix: word("number_prefix"),
            home: word("home"),
            title_key: word("title_key"),
            title,
            path,
            body,
            asides,
            rows,
            stored: schema.add_text_field("stored", STORED),
            schema: schema.build(),
        }
    }
}

fn indexed(record: IndexRecordOption) -> TextOptions {
    TextOptions::default()
        .set_indexing_options(TextFieldIndexing::default().set_tokenizer(cut::NAME).set_index_option(record))
}

impl Fields {
    /// The section's own texts.
    pub(crate) fn texts(&self) -> [TextField; 4] {
        [self.title, self.body, self.asides, self.rows]
    }

    /// What the section `stored` puts into the index; the concepts stand at their `places`, what stands above it is `path`.
    pub(super) fn document(
        &self,
        analyzer: &Analyzer,
        places: &TermPlaces,
        stored: &Stored,
        path: &[&str],
    ) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        document.add_text(self.book, &stored.book);
        document.add_text(self.id, stored.id.to_lowercase());
        let known = stored.keys.iter().map(|key| (self.number, key));
        for (field, key) in known.chain(stored.aliases.iter().map(|alias| (self.alias, alias))) {
            document.add_text(field, key);
            for prefix in prefixes(key) {
                document.add_text(self.number_prefix, prefix);
            }
        }
        for term in stored.homes.iter().filter_map(|home| places.term_of(&stored.book, home)) {
            document.add_text(self.home, term.to_string());
        }
        document.add_text(self.title_key, analyzer.key(&stored.title));
        add(&mut document, self.title, analyzer, &[&stored.title]);
        add(&mut document, self.path, analyzer, path);
        add(&mut document, self.body, analyzer, &stored.body_by_statements());
        add(&mut document, self.asides, analyzer, &texts(&stored.asides));
        add(&mut document, self.rows, analyzer, &texts(&stored.rows));
        document
    }
}

fn texts(passages: &[Passage]) -> Vec<&str> {
    passages.iter().map(|passage| passage.text.as_str()).collect()
}

fn add(document: &mut TantivyDocument, field: TextField, analyzer: &Analyzer, passages: &[&str]) {
    let tokens = cut_apart(analyzer, passages);
    let forms: Vec<String> = forms(passages, &tokens).collect();
    document.add_text(field.forms, cut::written(forms.iter().map(|form| (0, form.as_str()))));
    document.add_text(field.terms, cut::written(tokens.iter().map(|token| (token.position, token.term.as_str()))));
}

/// The words of texts before stemming, and their katakana words, which are where Japanese has typing errors.
pub(crate) fn forms(texts: &[&str], tokens: &[Token]) -> impl Iterator<Item = String> + use<> {
    let words = tokens.iter().filter(|token| token.kind == crate::analyzer::TokenKind::Word);
    let words: Vec<String> = words.map(|token| token.form().to_owned()).collect();
    let with_katakana = texts.iter().filter(|text| text.contains(is_katakana)).map(|text| runs(text));
    let katakana: Vec<String> = with_katakana.flat_map(|runs| runs.katakana()).map(|word| word.text).collect();
    words.into_iter().chain(katakana)
}
