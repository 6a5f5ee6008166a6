//! The glossary: one term for one concept, the same concepts in every language, and no forbidden variant in any text.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use crate::analyzer::Analyzer;
use crate::analyzer::occurrences::{Begun, Inflected, Written, exact, sorted};
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
fn homes(book: &Book, diagnostics: &mut Vec<Diagnostic>) {
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

/// A right form that contains a wrong one (of the same glossary or of another) would be reported wherever it is used.
fn forbidden_names(wrong: &[Term], right: &[Term], book: Option<&str>, diagnostics: &mut Vec<Diagnostic>) {
    let variants: Vec<&Line> = wrong.iter().flat_map(|term| &term.forbidden).collect();
    let written = Written::of(variants.iter().map(|variant| variant.value.as_str()));
    for name in right.iter().flat_map(|term| term.name.iter().chain(&term.forms)) {
        let within = written.candidates(&name.value).into_iter().map(|at| variants[at]);
        for variant in within.filter(|variant| !exact(&name.value, &variant.value).is_empty()) {
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
    let right = right_forms(library, book, language, &analyzer);
    let inflected: Vec<_> = variants.iter().map(|variant| Inflected::of(&analyzer, &variant.line.value)).collect();
    let written = Written::of(variants.iter().map(|variant| variant.line.value.as_str()));
    let begun = Begun::of(inflected.iter().map(Option::as_ref));
    let right_begun = Begun::of(right.iter().map(Some));
    let mut report = |words: &str, place: &dyn Fn(Range<usize>) -> Place, section: Option<&str>| {
        let cut = CutText::new(&analyzer, words);
        let mut seen: BTreeMap<usize, usize> = BTreeMap::new();
        let mut right_here: Option<Spans> = None;
        for at in sorted(written.candidates(words).into_iter().chain(begun.candidates(&cut))) {
            let (Variant { line, name, misspelt }, inflected) = (&variants[at], &inflected[at]);
            let letters = exact(words, &line.value);
            let forms: Vec<_> = inflected.iter().flat_map(|inflected| inflected.find(words, &cut)).collect();
            if letters.is_empty() && forms.is_empty() {
                continue;
            }
            let right = right_here.get_or_insert_with(|| {
                Spans::of(right_begun.candidates(&cut).into_iter().flat_map(|at| right[at].find(words, &cut)))
            });
            // What is written in the letters of the variant can be right only as part of a longer name: some variants
            // differ from the name in their capitals alone.
            let letters = letters.into_iter().map(|at| (true, at)).filter(|(_, at)| !right.hold_more_than(at));
            let forms = forms.into_iter().map(|at| (false, at));
            let forms = forms.filter(|(_, at)| !right.hold(at));
            for (in_letters, range) in letters.chain(forms) {
                // Those seen lie side by side: only the last one that begins before the end can reach in.
                if seen.range(..range.end).next_back().is_some_and(|(_, end)| range.start < *end) {
                    continue;
                }
                seen.insert(range.start, range.end);
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

/// Stretches of a text, to ask what lies within one of them.
struct Spans {
    /// For each start in order: the furthest end of those that begin there, and of those that begin before.
    starts: Vec<(usize, usize, usize)>,
}

impl Spans {
    fn of(ranges: impl Iterator<Item = Range<usize>>) -> Self {
        let mut furthest: BTreeMap<usize, usize> = BTreeMap::new();
        for range in ranges {
            let end = furthest.entry(range.start).or_default();
            *end = range.end.max(*end);
        }
        let mut before = 0;
        let starts = furthest.into_iter().map(|(start, end)| {
            let known = (start, end, before);
            before = before.max(end);
            known
        });
        Self { starts: starts.collect() }
    }

    /// Whether `at` lies within one of them.
    fn hold(&self, at: &Range<usize>) -> bool {
        self.until(at.start).is_some_and(|(_, end, before)| at.end <= *end.max(before))
    }

    /// Whether `at` lies within one of them that is longer.
    fn hold_more_than(&self, at: &Range<usize>) -> bool {
        self.until(at.start).is_some_and(|(start, end, before)| {
            if *start == at.start { at.end < *end || at.end <= *before } else { at.end <= *end.max(before) }
        })
    }

    fn until(&self, start: usize) -> Option<&(usize, usize, usize)> {
        self.starts[..self.starts.partition_point(|(known, ..)| *known <= start)].last()
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
fn right_forms(library: &Library, book: &Book, language: &str, analyzer: &Analyzer) -> Vec<Inflected> {
    let own = book.terms_in(language).iter().chain(library.shared_terms.get(language).into_iter().flatten());
    let kept = book.terms.iter().filter(|term| term.do_not_translate);
    let forms = own.chain(kept).flat_map(|term| term.name.iter().chain(&term.forms));
    forms.filter_map(|form| Inflected::of(analyzer, &form.value)).collect()
}
