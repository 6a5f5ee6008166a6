//! A library as search sees it: what is really written in each language, without markup.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::collection::{Collection, Entry, Names, Passage, Term};
use crate::analyzer::{Analyzer, runs};
use crate::characters::script::{is_hiragana, is_katakana};
use crate::diagnostic::Place;
use crate::library::localized::{Piece, State, View};
use crate::library::markup::{Reference, StatementLabel};
use crate::library::references::{Target, resolve};
use crate::library::table::{self, Cell};
use crate::library::{
    Book, BookOption, Chapter, ExampleKind, Library, Line, Prose, Section, Synonyms, Term as Concept,
};

/// Shorter readings stand by chance inside other words (でめ, 出目, in までめくる), and names are looked for in texts.
const SHORTEST_READING: usize = 3;

/// What parts paragraphs: search reads a single line end as layout.
const PARAGRAPH: &str = "\n\n";

/// So many concepts of a book one name leads to, the first ones.
const MOST_CONCEPTS: usize = 32;
/// So many other forms of a name are found in a language, the first ones.
const MOST_FORMS: usize = 128;
/// So many groups of synonyms make one word known by others, the first ones.
const MOST_GROUPS: usize = 8;

/// What to do with texts that are not translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gaps {
    /// They are found in their reference language only: for a search over all languages, which would find them twice.
    Left,
    /// The reference text stands in for them: for a search in one language, whose pages show it there too.
    Filled,
}

/// Everything that can be found in `library`. `url` gives the address of a section in a language, or nothing where there
/// are no pages.
pub fn collect(library: &Library, gaps: Gaps, url: &dyn Fn(&str, &Book, &Chapter, &Section) -> String) -> Collection {
    let mut collection = Collection::default();
    for book in &library.books {
        let (homes, told) = (homes(book), book.told_examples());
        for language in book.all_languages() {
            let view = View::new(book, language);
            let entries = book.sections().filter_map(|(chapter, section)| {
                Some(Entry {
                    url: url(language, book, chapter, section),
                    ..entry(library, gaps, &view, chapter, section, &homes, told)?
                })
            });
            collection.entries.extend(entries);
        }
        let titles = book.all_languages().into_iter();
        let titles =
            titles.map(|language| (language.to_owned(), View::new(book, language).short_title().to_owned())).collect();
        collection.titles.insert(book.id.clone(), titles);
        let names = book.all_languages().into_iter().map(|language| (language, book.terms_in(language)));
        collection.terms.extend(concepts(Some(&book.id), names));
    }
    let shared = library.shared_terms.iter().map(|(language, terms)| (language.as_str(), terms.as_slice()));
    collection.terms.extend(concepts(None, shared));
    for language in &library.languages {
        let own = library.books.iter().map(|book| (Some(book.id.as_str()), book.synonyms_in(language)));
        let shared = library.shared_synonyms.get(language).map_or(&[][..], Vec::as_slice);
        let groups: Vec<_> = own.chain([(None, shared)]).filter(|(_, groups)| !groups.is_empty()).collect();
        lead_on(&mut collection.terms, language, &groups);
        // After the concepts, so that what leads to one is said to come by way of that.
        let alone = groups.iter().flat_map(|(book, groups)| groups.iter().map(|group| alone(*book, language, group)));
        collection.terms.extend(alone);
    }
    bound(&mut collection.terms);
    collection
}

/// Lets the synonyms of a concept's names lead to it, too: as wrong names do, for no text should have them.
fn lead_on(terms: &mut [Term], language: &str, groups: &[(Option<&str>, &[Synonyms])]) {
    if groups.is_empty() {
        return;
    }
    let analyzer = Analyzer::default();
    let mut by_key: HashMap<_, Vec<(&str, &Synonyms)>> = HashMap::new();
    for (book, groups) in groups {
        for group in *groups {
            for word in words(group) {
                let known = by_key.entry((*book, analyzer.key(word))).or_default();
                if known.len() < MOST_GROUPS {
                    known.push((word, group));
                }
            }
        }
    }
    let (proper, all) = terms
        .iter()
        .filter_map(|term| term.names.get(language))
        .fold((0, 0), |(proper, all), names| (proper + usize::from(is_proper(&names.name)), all + 1));
    // A glossary that writes most of its names with a capital says nothing by it.
    let tells = proper * 2 < all;
    for term in terms {
        let Some(names) = term.names.get_mut(language) else { continue };
        let mut known: HashSet<String> =
            names.accepted().chain(&names.forbidden).map(|name| analyzer.key(name)).collect();
        let own = names.accepted().map(|name| (name.as_str(), analyzer.key(name))).collect::<Vec<_>>();
        let whose = term.book.as_deref().map(Some).into_iter().chain([None]);
        let found = whose.flat_map(|book| own.iter().map(move |(name, key)| (*name, (book, key.clone()))));
        let found = found.flat_map(|(name, key)| {
            let groups = by_key.get(&key).into_iter().flatten();
            groups.filter(move |(word, _)| !(tells && is_another(word, name))).flat_map(|(_, group)| words(group))
        });
        let others = found.filter(|word| known.insert(analyzer.key(word))).take(MOST_FORMS);
        names.forbidden.extend(others.map(str::to_owned).collect::<Vec<_>>());
    }
}

/// Whether an everyday `word` only has the stem of a proper `name`: "delay" is no Delos, "платить" no «Платеи».
fn is_another(word: &str, name: &str) -> bool {
    let folded = |text: &str| runs(text).iter().map(|run| run.text()).collect::<Vec<_>>();
    is_proper(name) && !is_proper(word) && folded(word) != folded(name)
}

fn is_proper(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

/// Words that lead to each other, whatever concept they name; there is no id to ask for it by.
fn alone(book: Option<&str>, language: &str, group: &Synonyms) -> Term {
    let mut words = words(group).map(str::to_owned);
    let names = Names { name: words.next().unwrap_or_default(), forms: words.collect(), forbidden: Vec::new() };
    Term { book: book.map(str::to_owned), id: String::new(), names: BTreeMap::from([(language.to_owned(), names)]) }
}

fn words(group: &Synonyms) -> impl Iterator<Item = &str> {
    group.words.iter().map(|word| word.value.as_str()).take(MOST_FORMS)
}

/// Leaves out what would make a query as long as the glossary: names that many concepts have, and many forms of one.
fn bound(terms: &mut Vec<Term>) {
    let analyzer = Analyzer::default();
    // How many concepts of a book have a name, and the last of them.
    let mut leads: HashMap<(Option<String>, String), (usize, usize)> = HashMap::new();
    for (place, term) in terms.iter_mut().enumerate() {
        let mut leads_here = |name: &String| {
            let key = analyzer.key(name);
            if key.is_empty() {
                return true;
            }
            let (count, last) = leads.entry((term.book.clone(), key)).or_insert((0, usize::MAX));
            if *last != place && *count < MOST_CONCEPTS {
                (*count, *last) = (*count + 1, place);
            }
            *last == place
        };
        term.names.retain(|_, names| {
            names.forms.truncate(MOST_FORMS);
            names.forms.retain(&mut leads_here);
            names.forbidden.retain(&mut leads_here);
            leads_here(&names.name)
        });
    }
    terms.retain(|term| !term.names.is_empty());
}

fn entry(
    library: &Library,
    gaps: Gaps,
    view: &View<'_>,
    chapter: &Chapter,
    section: &Section,
    homes: &Homes,
    told: ExampleKind,
) -> Option<Entry> {
    let book = view.book;
    // Only what the pages show is found.
    let is_shown =
        |piece: &Piece<'_, Prose>| !piece.hidden && (gaps == Gaps::Filled || piece.language == view.language);
    let own = |piece: Option<Piece<'_, Prose>>| Some(plain(library, view, piece.filter(is_shown)?.text));
    let title = view.title(section);
    let body = view.text(section).filter(is_shown).map(|piece| statements(library, view, piece.text));
    let untitled = title.as_ref().is_none_or(|title| title.state == State::Missing);
    if gaps == Gaps::Left && body.is_none() && untitled {
        return None;
    }
    let aside = |kind: &str, id: &str, text: Option<String>| {
        text.filter(|text| !text.is_empty()).map(|text| Passage { mark: format!(".{kind}-{id}"), text })
    };
    let notes = section.notes.iter().flat_map(|note| {
        let readings = note.readings.keys().map(|reading| own(view.reading(section, note, reading)));
        let texts = std::iter::once(own(view.note(section, note))).chain(readings.collect::<Vec<_>>());
        texts.map(|text| aside("note", &note.id, text))
    });
    let options = book
        .options_of(&section.id)
        .map(|option| aside("option", &option.id, Some(option_text(library, view, gaps, option))));
    let rulings = book.rulings_of(&section.id).flat_map(|ruling| {
        let texts = [&ruling.question, &ruling.answer];
        let texts = texts.map(|texts| shown(view, gaps, texts).map(|text| plain(library, view, text)));
        texts.map(|text| aside("ruling", &ruling.id, text))
    });
    // What this edition adds to a document that has examples are no rules to look for.
    let told = section.examples.iter().filter(|example| example.kind == told);
    let examples = told.map(|example| aside("example", &example.id, own(view.example(section, example))));
    let place = view.translated(section).map_or(section.place, |translated| translated.place);
    let (file, line) = position(library, place);
    // What is told of the document is no rule: it counts as a note does.
    let body = body.unwrap_or_default();
    let (body, about) = if chapter.editorial { (Vec::new(), body) } else { (body, Vec::new()) };
    Some(Entry {
        book: book.id.clone(),
        language: view.language.to_owned(),
        id: section.id.clone(),
        number: view.number(section),
        keys: keys(book, section),
        aliases: aliases(book, section),
        // What has neither number nor title is called by its opening words.
        title: match title {
            Some(title) => title.text.value.clone(),
            None if section.number().is_some() => String::new(),
            None => view.opening(section).0,
        },
        body,
        asides: about
            .into_iter()
            .map(Some)
            .chain(notes)
            .chain(options)
            .chain(rulings)
            .chain(examples)
            .flatten()
            .collect(),
        rows: rows(library, view, section),
        file,
        line,
        homes: homes
            .get(section.id.as_str())
            .map_or_else(Vec::new, |ids| ids.iter().map(ToString::to_string).collect()),
        url: String::new(),
    })
}

/// What the number of a section is looked up by.
fn keys(book: &Book, section: &Section) -> Vec<String> {
    let Some(number) = section.number() else { return Vec::new() };
    std::iter::once(book.numbering.key(number)).chain(book.numbering.other_key(number)).collect()
}

/// What else leads to a section: numbers under which it is wrongly cited, and those of its statements that have digits. A letter
/// behind a number is seen to be one.
fn aliases(book: &Book, section: &Section) -> Vec<String> {
    let wrong = section.aliases.iter().map(|(alias, _)| book.numbering.key(alias));
    let own = section.number().map(|number| book.numbering.key(number));
    let labels = section.text.iter().flat_map(|text| text.document.letters());
    let labels = labels.map(|(label, _)| label).filter(|label| label.address().contains(|c: char| c.is_ascii_digit()));
    let statements =
        own.into_iter().flat_map(|own| labels.clone().map(move |label| format!("{own}.{label}")).collect::<Vec<_>>());
    wrong.chain(statements).collect()
}

/// A text of the book's own files, if the pages of that language show it.
fn shown<'a, T>(view: &View<'a>, gaps: Gaps, texts: &'a BTreeMap<String, T>) -> Option<&'a T> {
    let piece = view.of_book(texts)?;
    (gaps == Gaps::Filled || piece.language == view.language).then_some(piece.text)
}

/// What an option asks, its readings, and why one is followed.
fn option_text(library: &Library, view: &View<'_>, gaps: Gaps, option: &BookOption) -> String {
    let lines = std::iter::once(&option.title).chain(option.readings.iter().map(|(_, texts, _)| texts));
    let lines = lines.filter_map(|texts| shown(view, gaps, texts)).map(|line| line.value.clone());
    let why = shown(view, gaps, &option.why).map(|why| plain(library, view, why));
    lines.chain(why).collect::<Vec<_>>().join(" ")
}

/// The rows of the data tables that stand in a section. Whether something is so is no word to look for.
fn rows(library: &Library, view: &View<'_>, section: &Section) -> Vec<Passage> {
    let tables = table::of_section(library, view, section);
    let rows = tables.iter().flat_map(|table| {
        table.rows.iter().map(|row| {
            let cells = row.cells.iter().filter(|cell| !matches!(cell, Cell::YesNo(_)));
            let words = cells.map(|cell| cell.plain("", "")).filter(|words| !words.is_empty());
            Passage { mark: table.mark(row), text: words.collect::<Vec<_>>().join(" · ") }
        })
    });
    rows.filter(|row| !row.text.is_empty()).collect()
}

fn position(library: &Library, place: Place) -> (String, u32) {
    let (file, position) = library.sources.position(place);
    (file.to_owned(), u32::try_from(position.line).unwrap_or(u32::MAX))
}

/// The concepts that sections define, by the ids of these.
type Homes<'a> = HashMap<&'a str, Vec<&'a str>>;

fn homes(book: &Book) -> Homes<'_> {
    let mut homes = Homes::new();
    for term in &book.terms {
        if let Some((section, _)) = &term.section {
            homes.entry(section).or_default().push(&term.id);
        }
    }
    homes
}

/// The words of a text. A reference counts by its number: with the title, every section would be found by the titles of
/// those it refers to.
fn plain(library: &Library, view: &View<'_>, prose: &Prose) -> String {
    let lines = lines(library, view, prose);
    lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>().join(PARAGRAPH)
}

/// The words of a rule's text, by statements.
fn statements(library: &Library, view: &View<'_>, prose: &Prose) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    for (letter, text) in lines(library, view, prose) {
        let mark = letter.map_or_else(String::new, |letter| format!(".{letter}"));
        match passages.last_mut().filter(|last| last.mark == mark) {
            Some(last) => {
                last.text.push_str(PARAGRAPH);
                last.text.push_str(&text);
            }
            None => passages.push(Passage { mark, text }),
        }
    }
    passages
}

/// Every line is a paragraph, an item or a row, each with the letter of its statement.
fn lines(library: &Library, view: &View<'_>, prose: &Prose) -> Vec<(Option<StatementLabel>, String)> {
    let label = |reference: &Reference| {
        if let Some(words) = &reference.words {
            return words.clone();
        }
        match resolve(library, view.book, reference) {
            Ok(Target::Section { book, section, .. }) if section.number().is_none() => {
                View::new(book, view.language).label(section)
            }
            Ok(Target::Section { book, section, letter, .. }) => {
                View::new(book, view.language).cited(section, letter).unwrap_or_default()
            }
            _ => reference.target.clone(),
        }
    };
    prose.document.plain_lines(&label)
}

fn concepts<'a>(book: Option<&str>, names: impl Iterator<Item = (&'a str, &'a [Concept])>) -> Vec<Term> {
    let mut found: BTreeMap<&str, Term> = BTreeMap::new();
    for (language, terms) in names {
        for term in terms {
            let Some(name) = &term.name else { continue };
            let concept = found.entry(&term.id).or_insert_with(|| Term {
                book: book.map(str::to_owned),
                id: term.id.clone(),
                names: BTreeMap::new(),
            });
            let mut names =
                Names { name: name.value.clone(), forms: values(&term.forms), forbidden: values(&term.forbidden) };
            let spoken = term.reading.clone().filter(|reading| is_spoken_name(reading, &names));
            names.forms.extend(spoken);
            concept.names.entry(language.to_owned()).or_insert(names);
        }
    }
    found.into_values().collect()
}

/// Whether `reading` is kana that people type before, or instead of, turning them into the name. A name in katakana is
/// its own reading, and kana with anything else between them only tell how the name sorts.
fn is_spoken_name(reading: &str, names: &Names) -> bool {
    let is_kana = |char| is_hiragana(char) || is_katakana(char);
    let analyzer = Analyzer::default();
    let key = analyzer.key(reading);
    reading.chars().all(is_kana)
        && reading.chars().count() >= SHORTEST_READING
        && names.accepted().chain(&names.forbidden).all(|name| analyzer.key(name) != key)
}

fn values(lines: &[Line]) -> Vec<String> {
    lines.iter().map(|line| line.value.clone()).collect()
}
