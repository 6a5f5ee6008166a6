//! Every place in a book at which a language names a concept, in all of its texts.

use super::names::Names;
use super::{Analyzer, concepts};
use crate::diagnostic::Place;
use crate::library::{Book, Library, texts};

/// A place that names a concept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Where.
    pub place: Place,
    /// The words as they stand there, in whatever form.
    pub words: String,
}

/// Where `language` names the concept of that id, other than within the longer name of another concept; in the order of the texts.
pub fn occurrences(library: &Library, book: &Book, language: &str, id: &str) -> Vec<Occurrence> {
    let analyzer = Analyzer::default();
    let languages = [language];
    let concepts = concepts(library, book, &languages);
    let mut names = Names::default();
    for (at, concept) in concepts.iter().enumerate() {
        for name in concept.names(language) {
            names.add(&analyzer, at, &name.value);
        }
    }
    let Some(wanted) = concepts.iter().position(|concept| concept.id == id) else { return Vec::new() };
    let mut found = Vec::new();
    let mut look = |words: &str, place: &dyn Fn(std::ops::Range<usize>) -> Place| {
        for named in names.find(&analyzer, words).into_iter().filter(|named| named.concept == wanted && !named.within) {
            let words = words[named.range.clone()].to_owned();
            found.push(Occurrence { place: place(named.range), words });
        }
    };
    for owned in texts::proses(book).iter().filter(|owned| owned.language == language) {
        for run in owned.text.document.passages() {
            look(&run.text, &|range| owned.text.place_of(run.range(range)));
        }
    }
    for owned in texts::lines(book).iter().filter(|owned| owned.language == language) {
        look(&owned.text.value, &|range| owned.text.place_of(range));
    }
    found
}
