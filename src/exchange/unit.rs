//! The units of a book that are exchanged with other programs, each with what a translator has to know of it.

use std::collections::HashMap;

use super::segment::{Marks, Segment};
use crate::diagnostic::Place;
use crate::library::fingerprint::{hash, is_unknown, unit_hashes, unit_records};
use crate::library::history::History;
use crate::library::localized::{State, UnitView, View, pieces};
use crate::library::markup::{self, StatementLabel};
use crate::library::text::Text;
use crate::library::unfinished::{Holder, Unfinished, unfinished};
use crate::library::units::text_units;
use crate::library::{Chapter, Section, Term};
use crate::site::{BaseUrl, section_url};

/// How far a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Not translated.
    Missing,
    /// Translated, but nobody has said that it is finished.
    Draft,
    /// Translated from a source that has changed since.
    Outdated,
    /// Translated and accepted.
    Translated,
    /// Compared by somebody since.
    Reviewed,
}

impl Progress {
    /// All, from nothing to the most.
    pub const ALL: [Self; 5] = [Self::Missing, Self::Draft, Self::Outdated, Self::Translated, Self::Reviewed];

    /// The word for it in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Draft => "draft",
            Self::Outdated => "outdated",
            Self::Translated => "translated",
            Self::Reviewed => "reviewed",
        }
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|progress| progress.name() == name)
    }

    /// Whether a translator has nothing to do.
    pub fn is_finished(self) -> bool {
        matches!(self, Self::Translated | Self::Reviewed)
    }
}

/// Which text of a book a unit belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Whole {
    /// The title of a chapter.
    Title(String),
    /// A piece of a section by its key.
    Piece(String, String),
    /// The name of a term.
    Name(String),
    /// The definition of a term.
    Definition(String),
}

impl Whole {
    /// What ids of its units begin with.
    fn id(&self, book: &str) -> String {
        match self {
            Self::Title(chapter) => format!("{book}:chapters/{chapter}:title"),
            Self::Piece(section, key) => format!("{book}:{section}:{key}"),
            Self::Name(term) => format!("{book}:terms/{term}:name"),
            Self::Definition(term) => format!("{book}:terms/{term}:definition"),
        }
    }
}

/// Which part of a text a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The unit of that place.
    Unit(usize),
    /// The forms of a noun beside a value: those of that place in the unit of that place.
    Forms(usize, usize),
}

/// A unit that is exchanged.
#[derive(Clone, Debug)]
pub struct ExchangeUnit {
    /// `BOOK:SECTION:PIECE:UNIT`, as `translate accept` has it behind the book.
    pub id: String,
    /// The text that it belongs to.
    pub whole: Whole,
    /// Which part of that it is.
    pub part: Part,
    /// The words of the reference language.
    pub source: Segment,
    /// The words of the translation.
    pub target: Option<Segment>,
    /// How far it is.
    pub progress: Progress,
    /// Who has compared it, and when.
    pub review: Option<(String, String)>,
    /// The hash of its source, by which it is known wherever it stands.
    pub fingerprint: String,
    /// Which unit of the translated text it is.
    pub own: Option<usize>,
    /// Where the translation stands; of the whole text where its unit is not known.
    pub place: Option<Place>,
    /// Number and title of the section, or what else it belongs to.
    pub context: String,
    /// The number of the section alone.
    pub number: String,
    /// The source before it in the same text.
    pub before: Option<String>,
    /// The source behind it.
    pub after: Option<String>,
    /// The source that the translation was made from, if it has changed and is known.
    pub earlier: Option<String>,
    /// Where it stands on the site.
    pub link: Option<String>,
}

impl ExchangeUnit {
    /// The text of the translation; empty if there is none.
    pub fn target_text(&self) -> String {
        self.target.as_ref().map(Segment::text).unwrap_or_default()
    }

    /// The hash of the translation as it is exported; `none` if there is none.
    pub fn target_hash(&self) -> String {
        target_hash(&self.target_text())
    }
}

/// The hash of the text of a translation, by which a file says what it was when it was exported.
pub(super) fn target_hash(text: &str) -> String {
    if text.trim().is_empty() { "none".to_owned() } else { hash(text) }
}

/// What units are given besides what the library has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside<'a> {
    /// Where the sources are found that outdated translations were made from.
    pub history: Option<&'a History>,
    /// Where the site stands.
    pub base_url: Option<&'a BaseUrl>,
}

/// All units of a book in a language, in its order.
pub fn exchange_units(view: &View<'_>, beside: Beside<'_>) -> Vec<ExchangeUnit> {
    let mut earlier = HashMap::new();
    if let Some(history) = beside.history {
        for piece in unfinished(view).into_iter().filter(|piece| piece.state == State::Outdated) {
            if let Some(found) = history.earlier(view.book, &piece) {
                earlier.insert(whole_of(&piece), found.text.clone());
            }
        }
    }
    let mut units = Units { view: *view, beside, earlier, found: Vec::new() };
    for chapter in &view.book.chapters {
        units.title(chapter);
        for section in &chapter.sections {
            units.section(chapter, section);
        }
    }
    // Of two terms with one id the first counts.
    let mut seen = std::collections::HashSet::new();
    for term in view.book.terms.iter().filter(|term| seen.insert(term.id.as_str())) {
        units.term(term);
    }
    units.found
}

fn whole_of(piece: &Unfinished<'_>) -> Whole {
    match piece.holder {
        Holder::Chapter(chapter) => Whole::Title(chapter.id.clone()),
        Holder::Section(_, section) => Whole::Piece(section.id.clone(), piece.key.clone()),
        Holder::Term(term) => Whole::Definition(term.id.clone()),
    }
}

struct Units<'a> {
    view: View<'a>,
    beside: Beside<'a>,
    earlier: HashMap<Whole, String>,
    found: Vec<ExchangeUnit>,
}

/// A text of the book with its translation.
struct Pair<'a> {
    whole: Whole,
    text: Text<'a>,
    own: Option<Text<'a>>,
    state: State,
    record: Option<&'a String>,
    review: Option<&'a String>,
    context: String,
    number: String,
    /// The page, and what statements have there before their letters.
    link: Option<String>,
}

impl<'a> Units<'a> {
    fn title(&mut self, chapter: &'a Chapter) {
        let Some(title) = &chapter.title else { return };
        let Some(shown) = self.view.chapter_title(chapter) else { return };
        let number = self.view.chapter_number(chapter).unwrap_or_default();
        let context = format!("{number} {}", title.value).trim().to_owned();
        self.pair(&Pair {
            whole: Whole::Title(chapter.id.clone()),
            text: Text::Line(title),
            own: self.view.own_chapter_title(chapter),
            state: shown.state,
            record: self.view.chapter_record(chapter),
            review: self.view.chapter_review(chapter),
            context,
            number,
            link: None,
        });
    }

    fn section(&mut self, chapter: &'a Chapter, section: &'a Section) {
        let reference = View::as_written(self.view.book, &self.view.book.reference);
        let context = reference.label(section);
        let number = reference.number(section).unwrap_or_default();
        let (book, language) = (&self.view.book.id, self.view.language);
        let address = section_url(language, book, &chapter.id, &section.id);
        let link = self.beside.base_url.map(|base| base.of(&address));
        let translated = self.view.translated(section);
        for piece in pieces(section) {
            self.pair(&Pair {
                state: self.view.piece_state(section, &piece),
                own: self.view.own(section, &piece.key),
                record: self.view.recorded(section, &piece.key),
                review: translated.and_then(|translated| translated.reviewed.get(&piece.key)),
                whole: Whole::Piece(section.id.clone(), piece.key),
                text: piece.text,
                context: context.clone(),
                number: number.clone(),
                link: link.clone(),
            });
        }
    }

    fn term(&mut self, term: &'a Term) {
        let own = self.view.own_term(&term.id);
        let name = term.name.as_ref().map_or_else(|| term.id.clone(), |name| name.value.clone());
        let mut pair = Pair {
            whole: Whole::Name(term.id.clone()),
            text: Text::Line(match &term.name {
                Some(name) => name,
                None => return,
            }),
            own: own.and_then(|own| own.name.as_ref()).map(Text::Line),
            state: State::Current,
            record: None,
            review: None,
            context: format!("term: {name}"),
            number: String::new(),
            link: None,
        };
        // A name that stays needs nobody.
        if !term.do_not_translate {
            self.pair(&pair);
        }
        if let (Some(definition), Some(shown)) = (&term.definition, self.view.definition(term)) {
            pair.whole = Whole::Definition(term.id.clone());
            pair.text = Text::Prose(definition);
            pair.own = own.and_then(|own| own.definition.as_ref()).map(Text::Prose);
            pair.state = shown.state;
            pair.record = self.view.definition_record(term);
            pair.review = own.and_then(|own| own.reviewed.as_ref());
            self.pair(&pair);
        }
    }

    fn pair(&mut self, pair: &Pair<'a>) {
        match pair.text {
            Text::Line(line) => self.line(pair, &line.value),
            Text::Prose(_) => self.prose(pair),
        }
    }

    fn line(&mut self, pair: &Pair<'a>, source: &str) {
        let own = pair.own.map(Text::source).filter(|own| !own.trim().is_empty());
        let reviewed = pair.own.zip(pair.review).and_then(|(own, review)| {
            let units = self.view.reviewed_units(own, Some(review));
            units.first().and_then(|(_, review)| *review)
        });
        let mut progress = progress(pair.state, own.is_some());
        if reviewed.is_some() && progress == Progress::Translated {
            progress = Progress::Reviewed;
        }
        self.found.push(ExchangeUnit {
            id: pair.whole.id(&self.view.book.id),
            whole: pair.whole.clone(),
            part: Part::Unit(0),
            source: Segment::plain(source),
            target: own.map(Segment::plain),
            progress,
            review: reviewed.map(|review| (review.by.to_owned(), review.date.to_owned())),
            fingerprint: hash(source),
            own: own.map(|_| 0),
            place: pair.own.map(Text::place),
            context: pair.context.clone(),
            number: pair.number.clone(),
            before: None,
            after: None,
            earlier: self.earlier.get(&pair.whole).cloned(),
            link: pair.link.clone(),
        });
    }

    fn prose(&mut self, pair: &Pair<'a>) {
        let Some(reference) = pair.text.prose() else { return };
        let own = pair.own.and_then(Text::prose);
        let (units, owns) =
            (text_units(&reference.document), own.map(|own| text_units(&own.document)).unwrap_or_default());
        let hashes = unit_hashes(reference, &self.view.book.id, self.view.book);
        let views = self.view.units(pair.text, pair.own, pair.record).unwrap_or_default();
        let records = pair.record.map(|record| unit_records(record)).unwrap_or_default();
        let reviews: Vec<_> = pair.own.map(|own| self.view.reviewed_units(own, pair.review)).unwrap_or_default();
        let (marks, own_marks) = (Marks::of(reference), own.map(Marks::of));
        let sources: Vec<Segment> = units.iter().map(|unit| marks.segment(unit.range.clone())).collect();
        let texts: Vec<String> = sources.iter().map(Segment::text).collect();
        let named: HashMap<String, usize> = owns.iter().enumerate().map(|(at, unit)| (unit.to_string(), at)).collect();
        let earlier = self.earlier.get(&pair.whole).map(|text| earlier_units(text));
        let id = pair.whole.id(&self.view.book.id);
        let count = units.len();
        for (at, (unit, source)) in units.into_iter().zip(sources).enumerate() {
            let view = views.get(at);
            // Where nothing is recorded, what stands at the same place belongs together.
            let by_place = || if owns.len() == count { Some(at) } else { named.get(&unit.to_string()).copied() };
            let own_at = match view {
                Some(UnitView { state: State::Missing, .. }) => None,
                Some(UnitView { own: Some(own), .. }) => Some(own.at),
                _ => by_place(),
            };
            let own_at = own_at.filter(|at| *at < owns.len());
            let target = own_at.zip(own_marks.as_ref()).map(|(at, marks)| marks.segment(owns[at].range.clone()));
            let (target, forms) = match target.map(|target| target.like(&source)) {
                Some((target, forms)) => (Some(target), forms),
                None => (None, Vec::new()),
            };
            let state = view.map_or(pair.state, |view| view.state);
            let mut progress = progress(state, target.is_some());
            if own_at.and_then(|at| records.get(at)).is_some_and(|record| is_unknown(record)) && target.is_some() {
                progress = Progress::Draft;
            }
            let review = own_at.and_then(|at| reviews.get(at)).and_then(|(_, review)| *review);
            if review.is_some() && progress == Progress::Translated {
                progress = Progress::Reviewed;
            }
            let place = own_at.zip(own).map(|(at, own)| own.place_of(owns[at].range.clone()));
            let changed = (progress == Progress::Outdated).then_some(earlier.as_ref()).flatten();
            let common = ExchangeUnit {
                id: if count < 2 { id.clone() } else { format!("{id}:{unit}") },
                whole: pair.whole.clone(),
                part: Part::Unit(at),
                fingerprint: hashes[at].clone(),
                target,
                progress,
                review: review.map(|review| (review.by.to_owned(), review.date.to_owned())),
                own: own_at,
                place: place.or_else(|| pair.own.map(Text::place)),
                context: pair.context.clone(),
                number: pair.number.clone(),
                before: at.checked_sub(1).map(|before| texts[before].clone()),
                after: texts.get(at + 1).cloned(),
                earlier: changed.zip(own_at).and_then(|(units, at)| units.get(at).cloned()),
                link: pair.link.as_ref().map(|link| with_letter(link, &pair.whole, unit.letter.as_ref())),
                source,
            };
            let of_forms = units_of_forms(&common, at, &forms);
            self.found.push(common);
            self.found.extend(of_forms);
        }
    }
}

/// The forms of nouns in a unit: units of their own.
fn units_of_forms(unit: &ExchangeUnit, at: usize, own: &[(usize, String)]) -> Vec<ExchangeUnit> {
    let of = |(place, (expression, forms)): (usize, &(String, String))| {
        let target = own.iter().find(|(of, _)| *of == place).map(|(_, forms)| Segment::plain(forms));
        let has_target = target.is_some();
        ExchangeUnit {
            id: format!("{}/forms.{}", unit.id, place + 1),
            part: Part::Forms(at, place),
            source: Segment::plain(forms),
            target,
            progress: if has_target { unit.progress } else { Progress::Missing },
            fingerprint: hash(&format!("{} {expression} {forms}", unit.fingerprint)),
            before: None,
            after: None,
            earlier: None,
            context: format!("{}: the forms of a noun beside {{{expression}}}, as this language counts", unit.context),
            ..unit.clone()
        }
    };
    unit.source.forms.iter().enumerate().map(of).collect()
}

fn progress(state: State, is_there: bool) -> Progress {
    match state {
        _ if !is_there => Progress::Missing,
        State::Reference | State::Current => Progress::Translated,
        State::Unaccepted => Progress::Draft,
        State::Outdated => Progress::Outdated,
        State::Missing => Progress::Missing,
    }
}

/// The units of a text that is no longer that of the book.
fn earlier_units(text: &str) -> Vec<String> {
    let document = markup::parse(text);
    let words = |unit: crate::library::units::TextUnit| crate::library::text::collapse_whitespace(&text[unit.range]);
    text_units(&document).into_iter().map(words).collect()
}

fn with_letter(link: &str, whole: &Whole, letter: Option<&StatementLabel>) -> String {
    match (whole, letter) {
        (Whole::Piece(_, key), Some(letter)) if key == "text" => format!("{link}.{letter}"),
        _ => link.to_owned(),
    }
}
