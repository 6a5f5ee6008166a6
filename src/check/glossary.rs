//! The glossary: one term for one concept, the same concepts in every language, and no forbidden variant in any text.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::analyzer::Analyzer;
use crate::analyzer::longest::Longest;
use crate::analyzer::pattern::CutText;
use crate::analyzer::phrases::Phrases;
use crate::analyzer::spans::Spans;
use crate::analyzer::written::{Written, is_whole};
use crate::diagnostic::{Diagnostic, Place, Severity, codes};
use crate::library::{Book, Library, Line, Synonyms, Term, names, texts};
use crate::logic::limits::Meter;
use crate::termbase::{self, MOST_ALIKE};

/// The glossary of a book in a language.
pub(super) fn check(library: &Library, book: &Book, language: &str, meter: &Meter, diagnostics: &mut Vec<Diagnostic>) {
    let terms = book.terms_in(language);
    let what = format!("the names of the glossary of `{}` in `{language}`", book.id);
    let _piece = meter.begin(u64::MAX, what, terms.first().map(|term| term.place));
    let shared = library.shared_terms_in(language);
    duplicates(terms, Some(&book.id), diagnostics);
    namesakes(terms, Some(&book.id), diagnostics);
    lonely(book.synonyms_in(language), Some(&book.id), diagnostics);
    forbidden_names(terms, terms, Some(&book.id), diagnostics);
    forbidden_names(terms, shared, Some(&book.id), diagnostics);
    forbidden_names(shared, terms, Some(&book.id), diagnostics);
    forbidden_variants(library, book, language, diagnostics);
    crowded(library, book, language, diagnostics);
    if language != book.reference && book.is_whole() {
        unknown(book, terms, diagnostics);
    }
}

/// The glossaries that all books share.
pub(super) fn shared(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for terms in library.shared_terms.values() {
        duplicates(terms, None, diagnostics);
        namesakes(terms, None, diagnostics);
        forbidden_names(terms, terms, None, diagnostics);
    }
    for synonyms in library.shared_synonyms.values() {
        lonely(synonyms, None, diagnostics);
    }
}

/// A word that has no other to be found by.
fn lonely(synonyms: &[Synonyms], book: Option<&str>, diagnostics: &mut Vec<Diagnostic>) {
    for group in synonyms.iter().filter(|group| group.words.len() < 2) {
        let message = "synonyms are at least two words".to_owned();
        let help = "add a word that players use for the same thing, or remove the group";
        let mut diagnostic = Diagnostic::new(&codes::WRONG_VALUE, group.place, message).help(help);
        diagnostic.book = book.map(str::to_owned);
        diagnostics.push(diagnostic);
    }
}

fn duplicates(terms: &[Term], book: Option<&str>, diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<&str, Place> = HashMap::new();
    for term in terms {
        if let Some(first) = seen.insert(&term.id, term.place) {
            let diagnostic =
                Diagnostic::new(&codes::DUPLICATE_TERM, term.place, format!("the term `{}` stands twice", term.id));
            let mut diagnostic = diagnostic.related(first, "first here").help("join the two");
            diagnostic.book = book.map(str::to_owned);
            diagnostics.push(diagnostic);
        }
    }
}

/// Two concepts of a glossary that have the same name.
fn namesakes(terms: &[Term], book: Option<&str>, diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<&str, &Term> = HashMap::new();
    for term in terms {
        let Some(name) = &term.name else { continue };
        let Some(first) = seen.insert(&name.value, term).filter(|first| first.id != term.id) else { continue };
        let message = format!("the terms `{}` and `{}` have the same name", first.id, term.id);
        let help = "join the two, or give one of them a name of its own";
        let place = first.name.as_ref().map_or(first.place, |name| name.place);
        let diagnostic = Diagnostic::new(&codes::DUPLICATE_TERM, name.place, message).severity(Severity::Warning);
        let mut diagnostic = diagnostic.related(place, "first here").help(help);
        diagnostic.book = book.map(str::to_owned);
        diagnostics.push(diagnostic);
    }
}

fn unknown(book: &Book, terms: &[Term], diagnostics: &mut Vec<Diagnostic>) {
    let reference: HashSet<&str> = book.terms.iter().map(|term| term.id.as_str()).collect();
    for term in terms {
        if !reference.contains(term.id.as_str()) {
            let known = book.terms.iter().map(|term| term.id.as_str());
            let help = names::suggestion_after(diagnostics.len(), &term.id, known)
                .unwrap_or_else(|| format!("add it to rules-{}/{}/terms.yaml first", book.reference, book.id));
            let message = format!("the reference glossary has no term `{}`", term.id);
            diagnostics.push(Diagnostic::new(&codes::UNKNOWN_TERM, term.place, message).help(help).in_book(&book.id));
        }
    }
}

/// `section` of a term names a section of the book.
pub(super) fn homes(_: &Library, book: &Book, diagnostics: &mut Vec<Diagnostic>) {
    if !book.is_whole() {
        return;
    }
    for term in &book.terms {
        let Some((id, place)) = &term.section else { continue };
        if book.section(id).is_none() {
            let known = book.sections().map(|(_, section)| section.id.as_str());
            let help = names::suggestion_after(diagnostics.len(), id, known)
                .unwrap_or_else(|| "name a section by its id".to_owned());
            let message = format!("the term `{}` names the section `{id}`, which there is not", term.id);
            diagnostics.push(Diagnostic::new(&codes::DANGLING_REFERENCE, *place, message).help(help).in_book(&book.id));
        }
    }
}

/// A place of a text is asked for a few names only.
fn crowded(library: &Library, book: &Book, language: &str, diagnostics: &mut Vec<Diagnostic>) {
    for name in termbase::crowded(library, book, language) {
        let message =
            format!("`{}` is made of the same words as {MOST_ALIKE} other names, and is not looked for", name.value);
        let help = "remove it, or join the terms that have these names";
        diagnostics.push(Diagnostic::new(&codes::WRONG_VALUE, name.place, message).help(help).in_book(&book.id));
    }
}

/// A right form that contains a wrong one (of the same glossary or of another) would be reported wherever it is used.
fn forbidden_names(wrong: &[Term], right: &[Term], book: Option<&str>, diagnostics: &mut Vec<Diagnostic>) {
    let variants: Vec<&Line> = wrong.iter().flat_map(|term| &term.forbidden).collect();
    if variants.is_empty() {
        return;
    }
    let written = Written::of(variants.iter().map(|variant| variant.value.as_str()));
    for name in right.iter().flat_map(|term| term.name.iter().chain(&term.forms)) {
        let mut within = Longest::default();
        written.each_whole(&name.value, |range, at| within.add(range, at));
        let mut told = HashSet::new();
        for variant in within.side_by_side().filter(|(_, at)| told.insert(*at)).map(|(_, at)| variants[at]) {
            let message =
                format!("`{}` is right here and contains `{}`, which is forbidden", name.value, variant.value);
            let mut diagnostic = Diagnostic::new(&codes::FORBIDDEN_NAME, name.place, message)
                .related(variant.place, "forbidden here")
                .help("remove one of the two");
            diagnostic.book = book.map(str::to_owned);
            diagnostics.push(diagnostic);
        }
    }
}

fn forbidden_variants(library: &Library, book: &Book, language: &str, diagnostics: &mut Vec<Diagnostic>) {
    let variants = variants(library, book, language);
    if variants.is_empty() {
        return;
    }
    let analyzer = Analyzer::default();
    let wrong = || variants.iter().map(|variant| variant.line.value.as_str());
    let (written, inflected) = (Written::of(wrong()), Phrases::of(&analyzer, wrong()));
    let right = Phrases::of(&analyzer, right_forms(library, book, language));
    let mut report = |words: &str, place: &dyn Fn(Range<usize>) -> Place, section: Option<&str>| {
        let cut = CutText::new(&analyzer, words);
        let right_here = OnceCell::new();
        let right_here = || {
            right_here.get_or_init(|| {
                let mut longest = Longest::default();
                right.each(words, &cut, |range, _| longest.add(range, ()));
                Spans::of(longest.all().map(|(range, ())| range))
            })
        };
        // Of what begins at one place the longest: that is what was written.
        let mut found = Longest::default();
        // What is written in the letters of the variant can be right only as part of a longer name: some variants differ from
        // the name in their capitals alone.
        written.each_whole(words, |range, at| {
            if !right_here().hold_more_than(&range) {
                found.add(range, (at, false));
            }
        });
        inflected.each(words, &cut, |range, at| {
            // "Lilybauem's" is "Lilybauem", and what is written in its letters can be put right.
            let letters = range.start..range.start + variants[at].line.value.len();
            let same = words.get(letters.clone()) == Some(variants[at].line.value.as_str());
            let in_letters = same && is_whole(words, &letters);
            if !in_letters && !right_here().hold(&range) {
                found.add(range, (at, true));
            }
        });
        for (range, (at, is_form)) in found.side_by_side() {
            let Variant { line, name, misspelt } = &variants[at];
            let written = &words[range.clone()];
            let message = if is_form {
                format!("`{written}` is a form of `{}`, a forbidden variant", line.value)
            } else {
                format!("`{written}` is a forbidden variant")
            };
            let place = place(range);
            let mut diagnostic = Diagnostic::new(&codes::FORBIDDEN_VARIANT, place, message)
                .help(format!("write `{name}`; put it in a code span if it is quoted"));
            if *misspelt && library.sources.slice(place) == line.value {
                diagnostic = diagnostic.fix(place, *name);
            }
            diagnostics.push(match section {
                Some(section) => diagnostic.in_section(&book.id, section),
                None => diagnostic.in_book(&book.id),
            });
        }
    };
    for owned in texts::proses(book).into_iter().filter(|owned| owned.language == language) {
        for run in owned.text.document.runs() {
            report(&run.text, &|at| owned.text.place_of(run.range(at)), owned.section);
        }
    }
    for owned in texts::lines(book).into_iter().filter(|owned| owned.language == language) {
        report(&owned.text.value, &|at| owned.text.place_of(at), owned.section);
    }
}

/// A forbidden variant that counts in a language.
struct Variant<'a> {
    line: &'a Line,
    /// The name to use instead.
    name: &'a str,
    /// Whether it is a misspelt proper name: that can be put right without a person.
    misspelt: bool,
}

/// The forbidden variants that count in a language. What stays as it is in every language is misspelt in the same ways in
/// every language.
fn variants<'a>(library: &'a Library, book: &'a Book, language: &str) -> Vec<Variant<'a>> {
    let own = book.terms_in(language).iter().chain(library.shared_terms_in(language));
    let kept = book.terms.iter().filter(|term| language != book.reference && term.do_not_translate);
    let untouched = book.terms.iter().filter(|term| term.do_not_translate);
    let untouched: HashSet<&str> = untouched.map(|term| term.id.as_str()).collect();
    let mut known = HashSet::new();
    let mut found: Vec<Variant> = Vec::new();
    for term in own.chain(kept) {
        let Some(name) = &term.name else { continue };
        let misspelt = untouched.contains(term.id.as_str());
        for line in &term.forbidden {
            if known.insert(line.value.as_str()) {
                found.push(Variant { line, name: &name.value, misspelt });
            }
        }
    }
    found
}

/// The right forms of every term that counts in a language: a form that one of them shares with a forbidden variant is
/// right.
fn right_forms<'a>(library: &'a Library, book: &'a Book, language: &str) -> impl Iterator<Item = &'a str> {
    let own = book.terms_in(language).iter().chain(library.shared_terms_in(language));
    let kept = book.terms.iter().filter(|term| term.do_not_translate);
    own.chain(kept).flat_map(|term| term.name.iter().chain(&term.forms)).map(|form| form.value.as_str())
}
