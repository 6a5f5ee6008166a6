//! The glossary: one term for one concept, the same concepts in every language, and no forbidden variant in any text.

use std::collections::HashMap;
use std::ops::Range;

use super::occurrences::{Inflected, exact};
use crate::analyzer::Analyzer;
use crate::analyzer::pattern::CutText;
use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::{Book, Library, Line, Term, names, texts};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        for language in book.all_languages() {
            let terms = book.terms_in(language);
            let shared = library.shared_terms.get(language).map_or(&[][..], Vec::as_slice);
            duplicates(terms, Some(&book.id), diagnostics);
            forbidden_names(terms, terms, Some(&book.id), diagnostics);
            forbidden_names(terms, shared, Some(&book.id), diagnostics);
            forbidden_names(shared, terms, Some(&book.id), diagnostics);
            forbidden_variants(library, book, language, diagnostics);
            if language != book.reference && book.is_whole() {
                unknown(book, terms, diagnostics);
            }
        }
        if book.is_whole() {
            homes(book, diagnostics);
        }
    }
    for terms in library.shared_terms.values() {
        duplicates(terms, None, diagnostics);
        forbidden_names(terms, terms, None, diagnostics);
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

fn unknown(book: &Book, terms: &[Term], diagnostics: &mut Vec<Diagnostic>) {
    for term in terms {
        if !book.terms.iter().any(|reference| reference.id == term.id) {
            let known = book.terms.iter().map(|term| term.id.as_str());
            let help = names::suggestion(&term.id, known)
                .unwrap_or_else(|| format!("add it to rules-{}/{}/terms.yaml first", book.reference, book.id));
            let message = format!("the reference glossary has no term `{}`", term.id);
            diagnostics.push(Diagnostic::new(&codes::UNKNOWN_TERM, term.place, message).help(help).in_book(&book.id));
        }
    }
}

/// `section` of a term names a section of the book.
fn homes(book: &Book, diagnostics: &mut Vec<Diagnostic>) {
    for term in &book.terms {
        let Some((id, place)) = &term.section else { continue };
        if book.section(id).is_none() {
            let known = book.sections().map(|(_, section)| section.id.as_str());
            let help = names::suggestion(id, known).unwrap_or_else(|| "name a section by its id".to_owned());
            let message = format!("the term `{}` names the section `{id}`, which there is not", term.id);
            diagnostics.push(Diagnostic::new(&codes::DANGLING_REFERENCE, *place, message).help(help).in_book(&book.id));
        }
    }
}

/// A right form that contains a wrong one (of the same glossary or of another) would be reported wherever it is used.
fn forbidden_names(wrong: &[Term], right: &[Term], book: Option<&str>, diagnostics: &mut Vec<Diagnostic>) {
    for term in wrong {
        for variant in &term.forbidden {
            let right = right.iter().flat_map(|term| term.name.iter().chain(&term.forms));
            for name in right.filter(|name| !exact(&name.value, &variant.value).is_empty()) {
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
}

fn forbidden_variants(library: &Library, book: &Book, language: &str, diagnostics: &mut Vec<Diagnostic>) {
    let variants = variants(library, book, language);
    if variants.is_empty() {
        return;
    }
    let analyzer = Analyzer::default();
    let right = right_forms(library, book, language, &analyzer);
    let inflected: Vec<_> = variants.iter().map(|variant| Inflected::of(&analyzer, &variant.line.value)).collect();
    let mut report = |words: &str, place: &dyn Fn(Range<usize>) -> Place, section: Option<&str>| {
        let cut = CutText::new(&analyzer, words);
        let mut seen: Vec<Range<usize>> = Vec::new();
        for (Variant { line, name, misspelt }, inflected) in variants.iter().zip(&inflected) {
            let letters = exact(words, &line.value);
            let forms: Vec<_> = inflected.iter().flat_map(|inflected| inflected.find(words, &cut)).collect();
            if letters.is_empty() && forms.is_empty() {
                continue;
            }
            let right: Vec<_> = right.iter().flat_map(|right| right.find(words, &cut)).collect();
            let within = |right: &Range<usize>, at: &Range<usize>| right.start <= at.start && at.end <= right.end;
            // What is written in the letters of the variant can be right only as part of a longer name: some variants
            // differ from the name in their capitals alone.
            let letters = letters
                .into_iter()
                .map(|at| (true, at))
                .filter(|(_, at)| !right.iter().any(|right| within(right, at) && right != at));
            let forms = forms.into_iter().map(|at| (false, at));
            let forms = forms.filter(|(_, at)| !right.iter().any(|right| within(right, at)));
            for (in_letters, range) in letters.chain(forms) {
                if seen.iter().any(|seen| seen.start < range.end && range.start < seen.end) {
                    continue;
                }
                seen.push(range.clone());
                let written = &words[range.clone()];
                let message = if in_letters {
                    format!("`{written}` is a forbidden variant")
                } else {
                    format!("`{written}` is a form of `{}`, a forbidden variant", line.value)
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
    let own = book.terms_in(language).iter().chain(library.shared_terms.get(language).into_iter().flatten());
    let kept = book.terms.iter().filter(|term| language != book.reference && term.do_not_translate);
    let mut found: Vec<Variant> = Vec::new();
    for term in own.chain(kept) {
        let Some(name) = &term.name else { continue };
        let misspelt = book.terms.iter().any(|reference| reference.id == term.id && reference.do_not_translate);
        for line in &term.forbidden {
            if !found.iter().any(|known| known.line.value == line.value) {
                found.push(Variant { line, name: &name.value, misspelt });
            }
        }
    }
    found
}

/// The right forms of every term that counts in a language: a form that one of them shares with a forbidden variant is
/// right.
fn right_forms(library: &Library, book: &Book, language: &str, analyzer: &Analyzer) -> Vec<Inflected> {
    let own = book.terms_in(language).iter().chain(library.shared_terms.get(language).into_iter().flatten());
    let kept = book.terms.iter().filter(|term| term.do_not_translate);
    let forms = own.chain(kept).flat_map(|term| term.name.iter().chain(&term.forms));
    forms.filter_map(|form| Inflected::of(analyzer, &form.value)).collect()
}
