//! What readers of a language call the names of the logic: labels first, then terms. A label is that of what the name stands for
//! in its section, never of whatever else has the same name.

use std::collections::{BTreeMap, BTreeSet};

use crate::characters::script::is_latin as is_latin_letter;
use crate::library::localized::View;
use crate::library::{Book, Library, Term};
use crate::logic::compile::in_logic;
use crate::logic::program::{Program, Role, Roles};

/// The names of a book in one language, with those of its reference language behind them.
#[derive(Clone, Debug)]
pub struct Names<'a> {
    roles: Option<&'a Roles>,
    own: Layer<'a>,
    reference: Layer<'a>,
    view: View<'a>,
    /// Whether a name without label or term is called as it is written: the reference language is written as names are.
    speaking: bool,
}

/// The names of one language; in keys a hyphen is an underscore.
#[derive(Clone, Debug, Default)]
struct Layer<'a> {
    labels: BTreeMap<String, Labels<'a>>,
    terms: BTreeMap<String, &'a str>,
    /// The titles of options and readings.
    options: BTreeMap<String, &'a str>,
}

/// The labels of a name.
#[derive(Clone, Debug, Default)]
struct Labels<'a> {
    by_section: BTreeMap<&'a str, &'a str>,
    /// For what has none in its own section: the first label of the like.
    like: BTreeMap<Role, &'a str>,
    /// The first one in a section that declares nothing of that name for this, and nothing else.
    bare: BTreeMap<Role, &'a str>,
}

impl<'a> Names<'a> {
    /// The names of `book` as readers of `language` know them; `program` is its logic.
    pub fn new(library: &'a Library, book: &'a Book, language: &'a str, program: Option<&'a Program>) -> Self {
        let roles = program.map(Program::roles);
        Self {
            roles,
            own: Layer::new(library, book, language, roles),
            reference: Layer::new(library, book, &book.reference, roles),
            view: View::new(book, language),
            speaking: is_latin(book),
        }
    }

    /// The same without these labels of the reference language.
    pub fn left_out(
        library: &'a Library,
        book: &'a Book,
        language: &'a str,
        program: Option<&'a Program>,
        labels: &BTreeSet<String>,
    ) -> Self {
        let roles = program.map(Program::roles);
        let mut names = Self::new(library, book, language, program);
        names.reference = Layer::without(library, book, (&book.reference, labels), roles);
        if language == book.reference {
            names.own = names.reference.clone();
        }
        names
    }

    /// Whether the names of logic are words of the reference language, as far as that can be seen: they need no labels in it.
    pub fn are_speaking(&self) -> bool {
        self.speaking
    }

    /// What the name is called that stands for this in `section`: by a label or by a term.
    fn find(&self, name: &str, role: Role, section: &str) -> Option<&'a str> {
        self.in_language(name, role, section).or_else(|| self.reference.find(self.roles, name, role, section))
    }

    /// The same, without falling back to the reference language.
    pub fn in_language(&self, name: &str, role: Role, section: &str) -> Option<&'a str> {
        self.own.find(self.roles, name, role, section)
    }

    /// Another document's rule, `base:9.6.4`, as readers cite it: "base game 9.6.4".
    pub fn source(&self, source: &str) -> String {
        let (book, number) = source.split_once(':').unwrap_or((source, ""));
        let book = self.view.related_short(book).unwrap_or(book);
        format!("{book} {number}").trim_end().to_owned()
    }

    /// What the name is called; without label and term the name itself with spaces, "Go home" for `go_home`.
    pub fn of(&self, name: &str, role: Role, section: &str) -> String {
        if let Some(called) = self.find(name, role, section) {
            return called.to_owned();
        }
        // Of things with one name each but the first has a number.
        if matches!(role, Role::Thing | Role::Key | Role::Value)
            && let Some((of, number)) = numbered(name)
            && let Some(called) = self.find(of, role, section)
        {
            return format!("{called} {number}");
        }
        self.spoken(name, role)
    }

    fn spoken(&self, name: &str, role: Role) -> String {
        let words = name.replace(['_', '-'], " ");
        let exactly = self.roles.map_or(role, |roles| roles.exactly(name, role));
        let mut letters = words.chars();
        match letters.next() {
            Some(first) if self.speaking && exactly != Role::Thing => {
                first.to_ascii_uppercase().to_string() + letters.as_str()
            }
            _ => words,
        }
    }
}

/// The name and the number of a thing that has a number: `sp` and `2` of `sp_2`.
pub(super) fn numbered(name: &str) -> Option<(&str, &str)> {
    let (of, number) = name.rsplit_once('_')?;
    let is_number = !of.is_empty() && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((of, number))
}

/// How many letters of a book tell in which script it is written.
const TELLING: usize = 500;

/// Whether the titles and texts of a book are written in Latin letters in its reference language.
fn is_latin(book: &Book) -> bool {
    let sections = book.sections().map(|(_, section)| section);
    let texts = sections.flat_map(|section| {
        let title = section.title.iter().map(|title| title.value.as_str());
        title.chain(section.text.iter().map(|text| text.source.as_str()))
    });
    let letters = texts.flat_map(str::chars).filter(|c| c.is_alphabetic()).take(TELLING);
    let (latin, all) = letters.fold((0, 0), |(latin, all), c| (latin + usize::from(is_latin_letter(c)), all + 1));
    2 * latin >= all
}

impl<'a> Layer<'a> {
    fn new(library: &'a Library, book: &'a Book, language: &str, roles: Option<&Roles>) -> Self {
        Self::without(library, book, (language, &BTreeSet::new()), roles)
    }

    /// The names without these labels.
    fn without(
        library: &'a Library,
        book: &'a Book,
        (language, left_out): (&str, &BTreeSet<String>),
        roles: Option<&Roles>,
    ) -> Self {
        let mut layer = Self::default();
        let stays = |(name, _): &(&String, &crate::library::text::Line)| !left_out.contains(*name);
        if language == book.reference {
            for (_, section) in book.sections() {
                let labels = section.labels.iter().filter(stays);
                layer.section(roles, &section.id, labels.map(|(name, line)| (name, line.value.as_str())));
            }
        } else if let Some(translation) = book.translations.get(language) {
            for (_, section) in book.sections() {
                let Some(translated) = translation.sections.get(&section.id) else { continue };
                layer.section(
                    roles,
                    &section.id,
                    translated.labels.iter().map(|(name, line)| (name, line.value.as_str())),
                );
            }
        }
        layer.terms(book.terms_in(language).iter().chain(library.shared_terms_in(language)));
        // A name that is the same in every language stands in the reference language only.
        layer.terms(book.terms.iter().filter(|term| term.do_not_translate));
        for option in &book.options {
            if let Some(title) = option.title.get(language) {
                layer.options.entry(in_logic(&option.id)).or_insert(&title.value);
            }
            for (name, texts, _) in &option.readings {
                if let Some(text) = texts.get(language) {
                    layer.options.entry(in_logic(name)).or_insert(&text.value);
                }
            }
        }
        layer
    }

    fn section(&mut self, roles: Option<&Roles>, id: &'a str, labels: impl Iterator<Item = (&'a String, &'a str)>) {
        for (name, label) in labels {
            let name = in_logic(name);
            for role in Role::ALL {
                let of_name = self.labels.entry(name.clone()).or_default();
                if roles.is_some_and(|roles| roles.declares(&name, role, id)) {
                    of_name.like.entry(role).or_insert(label);
                } else if !roles.is_some_and(|roles| roles.is_other(&name, role, id)) {
                    of_name.bare.entry(role).or_insert(label);
                }
            }
            self.labels.entry(name).or_default().by_section.insert(id, label);
        }
    }

    fn terms(&mut self, terms: impl Iterator<Item = &'a Term>) {
        for term in terms {
            if let Some(name) = &term.name {
                self.terms.entry(in_logic(&term.id)).or_insert(&name.value);
            }
        }
    }

    fn find(&self, roles: Option<&Roles>, name: &str, role: Role, section: &str) -> Option<&'a str> {
        let name = in_logic(name);
        if role == Role::Option
            && let Some(title) = self.options.get(&name)
        {
            return Some(title);
        }
        let labelled = self.labels.get(&name).and_then(|labels| labels.of(roles, &name, role, section));
        labelled.or_else(|| self.terms.get(&name).or_else(|| self.options.get(&name)).copied())
    }
}

impl<'a> Labels<'a> {
    /// The label of what a name stands for: that of the section in which it is declared, or that of the section that speaks; of
    /// others, one that has the same name for the like, or one that only gives it words.
    fn of(&self, roles: Option<&Roles>, name: &str, role: Role, section: &str) -> Option<&'a str> {
        let role = roles.map_or(role, |roles| roles.exactly(name, role));
        let home = roles.and_then(|roles| roles.home(name, role, section)).and_then(|home| self.by_section.get(home));
        let here = || {
            let is_other = roles.is_some_and(|roles| roles.is_other(name, role, section));
            self.by_section.get(section).filter(|_| !is_other)
        };
        home.or_else(here).or_else(|| self.like.get(&role)).or_else(|| self.bare.get(&role)).copied()
    }
}
