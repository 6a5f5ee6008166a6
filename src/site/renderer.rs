//! What all pages share: the library, the templates, the words around the text; and the frame of a page.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::Arc;

use minijinja::{Environment, Value, context, value::Serde};
use serde::Serialize;

use super::address::{self, Edition, Sheet};
use super::contents::Counts;
use super::link::{Binding, Linker};
use super::strings::Strings;
use super::terms::Terms;
use super::wording::Wording;
use super::{Options, SiteError, assets, feed, imprint, language, templates};
use crate::library::backlinks::Backlinks;
use crate::library::localized::{Piece, View};
use crate::library::typeset::typeset;
use crate::library::{Book, Chapter, Library, Line, Section};
use crate::logic::example::Judged;
use crate::logic::figure::Figures;

/// The language that Rulestone speaks where it does not speak the reader's.
const FALLBACK: &str = "en";

/// Everything that pages are made from.
pub(super) struct Given<'a> {
    pub(super) library: &'a Library,
    pub(super) judged: &'a Judged,
    pub(super) figures: &'a Figures<'a>,
    pub(super) options: &'a Options,
    /// The languages of the site, in the order of their codes.
    pub(super) languages: Vec<&'a str>,
    pub(super) backlinks: Backlinks<'a>,
    strings: BTreeMap<&'a str, Strings>,
    /// The words for the logic of each book in each of its languages.
    wordings: BTreeMap<&'a str, BTreeMap<&'a str, Wording<'a>>>,
    /// The terms of each book in each of its languages, as its texts name them.
    terms: BTreeMap<&'a str, BTreeMap<&'a str, Terms<'a>>>,
    /// How much each book has of what its contents count.
    counts: BTreeMap<&'a str, Counts>,
    templates: Environment<'a>,
    /// The style sheets behind that of the site.
    styles: Vec<&'static str>,
}

/// What pages are made from, and the pages made so far.
pub(super) struct Renderer<'a> {
    given: Arc<Given<'a>>,
    files: BTreeMap<String, Vec<u8>>,
    /// The pages among them that search engines are told of, each with itself in the languages that have it.
    listed: Vec<(String, Vec<(String, String)>)>,
    /// Their addresses in lower case, because some file systems see no difference.
    taken: BTreeSet<String>,
}

impl<'a> Deref for Renderer<'a> {
    type Target = Given<'a>;

    fn deref(&self) -> &Given<'a> {
        &self.given
    }
}

/// A page without its body.
pub(super) struct Frame<'a> {
    pub(super) address: String,
    pub(super) language: &'a str,
    /// What the page is called, the narrowest first.
    pub(super) title: Vec<String>,
    /// The way down to the page, itself last.
    pub(super) crumbs: Vec<Crumb>,
    /// The same page in each language that has it.
    pub(super) alternates: Vec<(&'a str, String)>,
    /// The contents of the book that the page is of.
    pub(super) contents: Option<Value>,
    /// That book.
    pub(super) book: Option<&'a Book>,
}

/// A step of the way to a page.
#[derive(Debug, Serialize)]
pub(super) struct Crumb {
    pub(super) label: Label,
    /// None for the page itself.
    pub(super) href: Option<Value>,
}

/// A short text and its language, if it is not that of the page.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Label {
    pub(super) text: String,
    pub(super) lang: Option<String>,
}

/// A page in another form, to take along.
#[derive(Debug, Serialize)]
pub(super) struct Form {
    name: &'static str,
    kind: &'static str,
    href: Value,
    /// What the file is called where it is put; none for what a browser shows.
    download: Option<String>,
}

/// A language to read something in.
#[derive(Debug, Serialize)]
pub(super) struct Choice {
    pub(super) code: String,
    pub(super) name: String,
    pub(super) href: Value,
    pub(super) current: bool,
}

impl Label {
    /// A text in `language` on a page in `around`.
    pub(super) fn new(text: impl Into<String>, language: &str, around: &str) -> Self {
        let text = typeset(&text.into(), language, None);
        Self { text, lang: (language != around).then(|| language.to_owned()) }
    }

    fn of(piece: &Piece<'_, Line>, around: &str) -> Self {
        Self::new(piece.text.value.as_str(), piece.language, around)
    }

    /// A section's title in the language of `view`, or its opening words if it has none.
    pub(super) fn section(view: &View<'_>, section: &Section) -> Self {
        let Some(title) = view.title(section) else {
            let (words, language) = view.opening(section);
            return Self::new(words, language, view.language);
        };
        Self::of(&title, view.language)
    }

    /// A chapter's title, or its id if it has none.
    pub(super) fn chapter(view: &View<'_>, chapter: &Chapter) -> Self {
        let Some(title) = view.chapter_title(chapter) else {
            let untitled = || chapter.sections.first().map(|first| Self::section(view, first));
            let id = || Self { text: chapter.id.clone(), lang: None };
            return untitled().filter(|_| chapter.number.is_some()).unwrap_or_else(id);
        };
        Self::of(&title, view.language)
    }

    /// A text of `book.yaml`, or `id` if it has none.
    pub(super) fn named(texts: &BTreeMap<String, Line>, id: &str, book: &Book, around: &str) -> Self {
        let found = texts.get_key_value(around).or_else(|| texts.get_key_value(&book.reference));
        found.map_or_else(
            || Self::new(id, around, around),
            |(language, line)| Self::new(line.value.as_str(), language, around),
        )
    }

    /// A book's title, the short one where it has one.
    pub(super) fn short_title(book: &Book, around: &str) -> Self {
        let texts = if book.short.is_empty() { &book.title } else { &book.short };
        Self::named(texts, &book.id, book, around)
    }
}

/// An address that goes into a page as it is: made by us of ids, numbers and dots alone.
pub(super) fn href(address: String) -> Value {
    Value::from_safe_string(address)
}

/// Something at an address in each language, to choose from on `page`, which is in the language `current`.
pub(super) fn choices<'l>(
    page: &str,
    current: &str,
    alternates: impl IntoIterator<Item = (&'l str, String)>,
) -> Vec<Choice> {
    let choice = |(code, to): (&str, String)| Choice {
        code: code.to_owned(),
        name: language::name(code).to_owned(),
        href: href(address::relative(page, &to)),
        current: code == current,
    };
    alternates.into_iter().map(choice).collect()
}

/// The page in each language that has it, as search engines want to be told: each of them names all of them. A page of two
/// languages is no translation of one in a third, and one that stands alone has no other.
fn twins(frame: &Frame<'_>) -> Vec<(String, String)> {
    let in_own = |(code, address): &(&str, String)| address.split('/').next() == Some(*code);
    if frame.alternates.len() < 2 || !frame.alternates.iter().all(in_own) {
        return Vec::new();
    }
    let mut twins: Vec<(String, String)> =
        frame.alternates.iter().map(|(code, address)| ((*code).to_owned(), address.clone())).collect();
    // The front page is for those who read none of them.
    if frame.alternates.iter().any(|(code, address)| *address == address::home(code)) {
        twins.push(("x-default".to_owned(), address::FRONT.to_owned()));
    }
    twins
}

impl<'a> Renderer<'a> {
    pub(super) fn new(
        library: &'a Library,
        judged: &'a Judged,
        figures: &'a Figures<'a>,
        options: &'a Options,
    ) -> Result<Self, SiteError> {
        let mut languages: Vec<&str> = library.books.iter().flat_map(Book::all_languages).collect();
        languages.sort_unstable();
        languages.dedup();
        let strings = |language: &str| Strings::of(language).titled(library.site.title.in_language(language));
        let strings: BTreeMap<_, _> =
            languages.iter().chain(&[FALLBACK]).map(|language| (*language, strings(language))).collect();
        let wordings = |book: &'a Book| {
            let program = judged.logic(&book.id).map(|compiled| &compiled.program);
            let one = |language| (language, Wording::new(library, book, language, &strings[language], program));
            (book.id.as_str(), book.all_languages().into_iter().map(one).collect())
        };
        let theme = options.theme.as_ref();
        let styles = [
            library.site.has_colors().then_some(assets::COLORS),
            theme.and_then(|theme| theme.style.as_ref()).map(|_| assets::THEME),
        ];
        let terms = |book: &'a Book| {
            let one = |language| (language, Terms::of(library, book, language));
            (book.id.as_str(), book.all_languages().into_iter().map(one).collect())
        };
        Ok(Self::on(Arc::new(Given {
            terms: library.books.iter().map(terms).collect(),
            wordings: library.books.iter().map(wordings).collect(),
            counts: library.books.iter().map(|book| (book.id.as_str(), Counts::of(book))).collect(),
            library,
            judged,
            figures,
            options,
            strings,
            languages,
            backlinks: Backlinks::of(library),
            templates: templates::environment(theme)?,
            styles: styles.into_iter().flatten().collect(),
        })))
    }

    /// With nothing made yet.
    fn on(given: Arc<Given<'a>>) -> Self {
        Self { given, files: BTreeMap::new(), listed: Vec::new(), taken: BTreeSet::new() }
    }

    /// A renderer with nothing made yet, for somebody beside this one; [`Self::take`] puts together what both make.
    pub(super) fn another(&self) -> Self {
        Self::on(Arc::clone(&self.given))
    }

    /// Keeps what another renderer has made.
    pub(super) fn take(&mut self, other: Self) -> Result<(), SiteError> {
        self.listed.extend(other.listed);
        other.files.into_iter().try_for_each(|(address, content)| self.keep(address, content))
    }

    /// The words around the text in a language of the site.
    pub(super) fn strings(&self, language: &str) -> &Strings {
        self.strings.get(language).unwrap_or(&self.strings[FALLBACK])
    }

    /// The words for the logic of a book in one of its languages.
    pub(super) fn wording(&self, book: &Book, language: &str) -> &Wording<'a> {
        &self.wordings[book.id.as_str()][language]
    }

    /// The terms of a book in one of its languages.
    pub(super) fn terms(&self, book: &Book, language: &str) -> &Terms<'a> {
        &self.terms[book.id.as_str()][language]
    }

    /// How much a book has of what its contents count.
    pub(super) fn counts(&self, book: &Book) -> Counts {
        self.counts[book.id.as_str()]
    }

    /// The language of the page that is for all languages.
    pub(super) fn main_language(&self) -> &'a str {
        let first = self.languages.first().copied().unwrap_or(FALLBACK);
        if self.languages.contains(&FALLBACK) { FALLBACK } else { first }
    }

    /// The other forms of a page of the book, one of [`address::PRINTED`], as the page of `linker` leads to them.
    pub(super) fn forms(&self, linker: &Linker<'_>, page: &str) -> Vec<Form> {
        let (book, language) = (linker.book.id.as_str(), linker.edition.language());
        let pdf = Some(address::pdf(language, book, page)).filter(|pdf| self.options.printed.contains_key(pdf));
        let epub = self.options.epub.filter(|_| page == "book").map(|_| address::epub(language, book));
        let pdf = pdf.map(|pdf| ("PDF", "application/pdf", pdf, None));
        let epub = epub.map(|epub| ("EPUB", "application/epub+zip", epub, Some(format!("{book}-{language}.epub"))));
        let form =
            |(name, kind, to, download): (_, _, String, _)| Form { name, kind, href: href(linker.to(&to)), download };
        pdf.into_iter().chain(epub).map(form).collect()
    }

    /// References on the page `page` of `book`.
    pub(super) fn linker<'p>(&'p self, book: &'p Book, edition: Edition<'p>, page: &'p str) -> Linker<'p> {
        let language = edition.language();
        let sheet = Sheet::Rules;
        Linker {
            library: self.library,
            book,
            edition,
            sheet,
            binding: Binding::Site,
            text_language: language,
            page,
            strings: self.strings(language),
            terms: None,
        }
    }

    /// Renders a page and keeps it.
    pub(super) fn page(&mut self, template: &str, frame: Frame<'_>, body: Value) -> Result<(), SiteError> {
        let strings = self.strings(frame.language);
        let base = self.options.base_url.as_ref();
        let is_lost = frame.address == address::LOST;
        let is_door = frame.address == address::FRONT || frame.address == address::home(frame.language);
        // What is shown at any depth begins its ways at the root of the server.
        let root = match base.filter(|_| is_lost) {
            Some(base) => base.path().to_owned(),
            None => "../".repeat(frame.address.matches('/').count()),
        };
        let to = |address: &str| match base.filter(|_| is_lost) {
            Some(base) => href(format!("{}{address}", base.path())),
            None => href(address::relative(&frame.address, address)),
        };
        let elsewhere = if base.is_some() { twins(&frame) } else { Vec::new() };
        let known = base.map(|base| {
            let twin = |(code, address): &(String, String)| context! { code, href => href(base.of(address)) };
            context! {
                base => href(base.as_str().to_owned()),
                image => href(base.of("assets/icon-512.png")),
                canonical => (!is_lost).then(|| href(base.of(&frame.address))),
                twins => elsewhere.iter().map(twin).collect::<Vec<_>>(),
                feed => feed::is_wanted(self.library).then(|| to(feed::ADDRESS)),
            }
        });
        let title = self.title(strings);
        let mut titles = frame.title;
        titles.push(title.clone());
        let page = context! {
            language => frame.language,
            direction => language::direction(frame.language),
            interface => (strings.language != frame.language).then_some(strings.language),
            title => titles.join(" · "),
            site_title => title,
            // The first pages say what the site is.
            door => is_door,
            description => is_door.then(|| self.library.site.description.in_language(frame.language)).flatten(),
            root => href(root),
            styles => self.styles.clone(),
            known,
            home => to(&address::home(frame.language)),
            search => to(&address::search(frame.language)),
            index => to(&address::index(frame.language)),
            manifest => to(&address::manifest(frame.language)),
            crumbs => Serde(frame.crumbs),
            languages => Serde(choices(&frame.address, frame.language, frame.alternates)),
            contents => frame.contents,
            imprint => match frame.book {
                Some(book) => imprint::of_book(strings, book),
                None => imprint::of_all(strings, &self.library.books),
            },
            book => frame.book.map(|book| book.id.as_str()),
            cite => frame.book.map(|book| View::new(book, frame.language).short_title()),
        };
        let rendered = self.text(template, context! { page, t => strings.value(), ..body })?;
        if !is_lost {
            self.listed.push((frame.address.clone(), elsewhere));
        }
        self.keep(frame.address, rendered.into_bytes())
    }

    /// Renders a page that has nothing around its text, and keeps it.
    pub(super) fn bare_page(
        &mut self,
        template: &str,
        address: String,
        language: &str,
        body: Value,
    ) -> Result<(), SiteError> {
        let root = href("../".repeat(address.matches('/').count()));
        let direction = language::direction(language);
        let rendered =
            self.text(template, context! { language, direction, root, styles => self.styles.clone(), ..body })?;
        self.keep(address, rendered.into_bytes())
    }

    /// What a template makes of what it is given.
    pub(super) fn text(&self, template: &str, body: Value) -> Result<String, SiteError> {
        Ok(self.templates.get_template(template)?.render(body)?)
    }

    /// The pages that search engines are told of.
    pub(super) fn listed(&self) -> &[(String, Vec<(String, String)>)] {
        &self.listed
    }

    /// What the whole site is called.
    pub(super) fn title(&self, strings: &Strings) -> String {
        self.options.title.clone().unwrap_or_else(|| strings.get("site_title").to_owned())
    }

    /// Keeps a file of the site.
    pub(super) fn keep(&mut self, address: String, content: Vec<u8>) -> Result<(), SiteError> {
        debug_assert!(address::is_one(&address), "{address} would be taken for somebody else's");
        if !self.taken.insert(address.to_lowercase()) {
            return Err(SiteError::SamePage(address));
        }
        self.files.insert(address, content);
        Ok(())
    }

    /// The files made so far whose addresses begin with `folder`.
    pub(super) fn files_below(&self, folder: &str) -> impl Iterator<Item = (&str, &[u8])> {
        let from = self.files.range(folder.to_owned()..);
        from.take_while(move |(address, _)| address.starts_with(folder))
            .map(|(address, content)| (address.as_str(), content.as_slice()))
    }

    /// All files made so far.
    pub(super) fn into_files(self) -> BTreeMap<String, Vec<u8>> {
        self.files
    }
}
