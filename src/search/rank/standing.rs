//! Where patterns stand in the sections of one language.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::Postings as _;
use tantivy::schema::{Field as IndexField, IndexRecordOption};
use tantivy::{DocId, DocSet as _, SegmentReader, TERMINATED, Term};

use crate::analyzer::pattern::{Pattern, Slot};
use crate::search::SearchIndex;
use crate::search::index::{TextField, Tongue};
use crate::search::query::Field;

/// A kind of text of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Text {
    Title,
    /// The titles of what it lies under, and the texts of what has none.
    Path,
    Body,
    Asides,
    Rows,
}

impl Text {
    const ALL: [Self; 5] = [Self::Title, Self::Path, Self::Body, Self::Asides, Self::Rows];

    /// Whether a word that was asked for in `field` may stand here. What stands above a section is none of its own texts; the rows
    /// of tables belong to the rule text.
    pub(super) fn is_within(self, field: Option<&Field>) -> bool {
        match field {
            Some(Field::Title) => self == Self::Title,
            Some(Field::Body) => matches!(self, Self::Body | Self::Rows),
            Some(Field::Note) => self == Self::Asides,
            _ => self != Self::Path,
        }
    }
}

/// The positions in one section at which a pattern begins, by its texts.
pub(super) type Places = Vec<(Text, Vec<u32>)>;

/// The positions of one term in one kind of text, by section.
type Positions = BTreeMap<DocId, Vec<u32>>;

/// The texts of one language, for one query: what it asks twice is looked up once.
pub(crate) struct Standing<'a> {
    index: &'a SearchIndex,
    pub(crate) tongue: &'a Tongue,
    segment: &'a SegmentReader,
    patterns: RefCell<HashMap<Pattern, Rc<BTreeMap<DocId, Places>>>>,
    terms: RefCell<HashMap<(Text, String), Rc<Positions>>>,
    norms: Vec<FieldNormReader>,
    averages: Vec<f64>,
}

impl<'a> Standing<'a> {
    pub(crate) fn new(index: &'a SearchIndex, tongue: &'a Tongue) -> tantivy::Result<Self> {
        let segment = tongue.searcher.segment_reader(0);
        let sections = f64::from(segment.max_doc());
        let (mut norms, mut averages) = (Vec::new(), Vec::new());
        for text in Text::ALL {
            let field = field(index, text).terms;
            norms.push(segment.get_fieldnorms_reader(field)?);
            #[expect(clippy::cast_precision_loss, reason = "a rank needs no more than a few digits")]
            averages.push(segment.inverted_index(field)?.total_num_tokens() as f64 / sections);
        }
        let (patterns, terms) = (RefCell::default(), RefCell::default());
        Ok(Self { index, tongue, segment, patterns, terms, norms, averages })
    }

    /// How many sections there are.
    pub(super) fn sections(&self) -> f64 {
        f64::from(self.segment.max_doc())
    }

    /// How long a text of a section is, against the average.
    pub(super) fn length(&self, text: Text, section: DocId) -> f64 {
        f64::from(self.norms[text as usize].fieldnorm(section)) / self.averages[text as usize]
    }

    /// The sections in which `word` is the whole of a field.
    pub(crate) fn with(&self, field: IndexField, word: &str) -> tantivy::Result<Vec<DocId>> {
        let term = Term::from_field_text(field, word);
        let postings = self.segment.inverted_index(field)?.read_postings(&term, IndexRecordOption::Basic)?;
        let mut found = Vec::new();
        if let Some(mut postings) = postings {
            while postings.doc() != TERMINATED {
                found.push(postings.doc());
                postings.advance();
            }
        }
        Ok(found)
    }

    /// Whether a pattern stands in any section's own texts.
    pub(crate) fn has(&self, pattern: &Pattern) -> tantivy::Result<bool> {
        Ok(!self.own(pattern)?.is_empty())
    }

    /// The sections in whose own texts a pattern stands.
    pub(super) fn own(&self, pattern: &Pattern) -> tantivy::Result<Vec<DocId>> {
        let found = self.of(pattern)?;
        let own = found.iter().filter(|(_, here)| here.iter().any(|(text, _)| *text != Text::Path));
        Ok(own.map(|(section, _)| *section).collect())
    }

    /// Where a pattern stands.
    pub(super) fn of(&self, pattern: &Pattern) -> tantivy::Result<Rc<BTreeMap<DocId, Places>>> {
        if let Some(known) = self.patterns.borrow().get(pattern) {
            return Ok(Rc::clone(known));
        }
        let mut found: BTreeMap<DocId, Places> = BTreeMap::new();
        for text in Text::ALL {
            for (section, starts) in self.starts(text, pattern)? {
                found.entry(section).or_default().push((text, starts));
            }
        }
        let found = Rc::new(found);
        self.patterns.borrow_mut().insert(pattern.clone(), Rc::clone(&found));
        Ok(found)
    }

    /// The positions at which a pattern begins in one kind of text.
    fn starts(&self, text: Text, pattern: &Pattern) -> tantivy::Result<Positions> {
        let mut slots = Vec::new();
        for (offset, slot) in &pattern.slots {
            let found = self.slot(text, slot)?;
            if found.is_empty() {
                return Ok(Positions::new());
            }
            slots.push((u32::try_from(*offset).unwrap_or(u32::MAX), found));
        }
        // From the rarest, so that nothing common is walked through in vain.
        slots.sort_by_key(|(_, found)| found.len());
        let Some(((first, rarest), others)) = slots.split_first() else { return Ok(Positions::new()) };
        let mut found = Positions::new();
        for (section, positions) in &**rarest {
            let Some(others) = others.iter().map(|(offset, found)| Some((offset, found.get(section)?))).collect()
            else {
                continue;
            };
            let others: Vec<(&u32, &Vec<u32>)> = others;
            let starts = positions.iter().filter_map(|position| position.checked_sub(*first));
            let whole =
                |start: &u32| others.iter().all(|(offset, here)| here.binary_search(&(start + *offset)).is_ok());
            let starts: Vec<u32> = starts.filter(whole).collect();
            if !starts.is_empty() {
                found.insert(*section, starts);
            }
        }
        Ok(found)
    }

    /// Where what fits a slot stands.
    fn slot(&self, text: Text, slot: &Slot) -> tantivy::Result<Rc<Positions>> {
        match slot {
            Slot::Term(term) => self.term(text, term),
            Slot::Forms(forms) => self.forms(text, forms).map(Rc::new),
        }
    }

    fn term(&self, text: Text, term: &str) -> tantivy::Result<Rc<Positions>> {
        let key = (text, term.to_owned());
        if let Some(known) = self.terms.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let field = field(self.index, text).terms;
        let sought = Term::from_field_text(field, term);
        let inverted = self.segment.inverted_index(field)?;
        let mut found = Positions::new();
        if let Some(mut postings) = inverted.read_postings(&sought, IndexRecordOption::WithFreqsAndPositions)? {
            while postings.doc() != TERMINATED {
                let mut positions = Vec::new();
                postings.positions(&mut positions);
                found.insert(postings.doc(), positions);
                postings.advance();
            }
        }
        let found = Rc::new(found);
        self.terms.borrow_mut().insert(key, Rc::clone(&found));
        Ok(found)
    }

    /// Words as they stand have no positions in the index: those of their stems count, in the sections that have the words.
    fn forms(&self, text: Text, forms: &BTreeSet<String>) -> tantivy::Result<Positions> {
        let field = field(self.index, text).forms;
        let mut sections = BTreeSet::new();
        let mut stems = BTreeSet::new();
        for form in forms {
            let with = self.with(field, form)?;
            if !with.is_empty() {
                stems.extend(self.index.analyzer.cut(form).into_iter().map(|token| token.term));
            }
            sections.extend(with);
        }
        let mut found: BTreeMap<DocId, BTreeSet<u32>> = BTreeMap::new();
        for stem in stems {
            for (section, positions) in self.term(text, &stem)?.iter().filter(|(section, _)| sections.contains(section))
            {
                found.entry(*section).or_default().extend(positions);
            }
        }
        Ok(found.into_iter().map(|(section, positions)| (section, positions.into_iter().collect())).collect())
    }
}

fn field(index: &SearchIndex, text: Text) -> TextField {
    match text {
        Text::Title => index.fields.title,
        Text::Path => index.fields.path,
        Text::Body => index.fields.body,
        Text::Asides => index.fields.asides,
        Text::Rows => index.fields.rows,
    }
}
