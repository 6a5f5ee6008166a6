//! The glossary: one term for one concept, the same concepts in every language, and no forbidden variant in any text.

use std::collections::HashMap;
use std::ops::Range;

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
            for name in right.filter(|name| !occurrences(&name.value, &variant.value).is_empty()) {
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
    let mut report = |words: &str, place: &dyn Fn(Range<usize>) -> Place, section: Option<&str>| {
        for Variant { line, name, misspelt } in &variants {
            for range in occurrences(words, &line.value) {
                let message = format!("`{}` is a forbidden variant", &words[range.clone()]);
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

/// Where `variant` stands in `words`: as a whole word in scripts with spaces, anywhere in those without.
fn occurrences(words: &str, variant: &str) -> Vec<Range<usize>> {
    let spaced = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
    words
        .match_indices(variant)
        .map(|(at, _)| at..at + variant.len())
        .filter(|range| {
            let (before, after) = (words[..range.start].chars().next_back(), words[range.end..].chars().next());
            !(spaced(variant.chars().next()) && spaced(before) || spaced(variant.chars().next_back()) && spaced(after))
        })
        .collect()
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::occurrences;

    #[test]
    fn whole_words_in_latin_anywhere_in_japanese() {
        assert_eq!(occurrences("Volscii and Volsciian", "Volscii"), vec![0..7]);
        assert_eq!(occurrences("Lilybauemの港", "Lilybauem"), vec![0..9]);
        assert_eq!(occurrences("この番外守備隊は", "番外守備隊").len(), 1);
    }
}
