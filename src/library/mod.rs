//! A library of rulebooks: the files below `rules-*` and `site.yaml`, read into one immutable model that knows the place of
//! everything.

pub mod align;
pub mod backlinks;
mod build;
pub mod colors;
pub mod difference;
pub mod fingerprint;
pub mod format;
pub mod history;
pub mod levels;
mod load;
pub mod localized;
pub mod map;
pub mod markup;
mod model;
pub mod names;
mod number;
mod number_scheme;
pub mod picture;
pub mod plural;
pub mod references;
pub mod review;
mod section_index;
mod site_file;
pub mod table;
pub mod text;
pub mod texts;
pub(crate) mod typeset;
pub mod unfinished;
pub mod units;
pub mod yaml;

pub use load::{LoadError, Loaded, Parses, Translations, Wanted, files, folders, load, load_with};
pub use model::{
    Amendment, AmendmentKind, AssumptionSet, Book, BookOption, BookWords, Chapter, DataTable, Example, ExampleKind,
    Former, Language, Library, Need, Note, OutdatedText, RelatedBook, Ruling, RulingState, Section, Synonyms, Term,
    TranslatedChapter, TranslatedSection, Translation, Waiver,
};
pub(crate) use number::prefixes;
pub use number::{MAX_NUMBER, RuleNumber};
pub use number_scheme::{NumberScheme, check_pattern};
pub use site_file::{Said, SiteFile};
pub use text::{Line, Prose};
