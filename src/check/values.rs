//! Values written from logic: `{hand_limit(2)}` in a text becomes its number, in the words of the text's language.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Place, codes};
use crate::library::markup::{Written, expression};
use crate::library::{Book, Library, Term, plural, texts};
use crate::logic::compile::in_logic;
use crate::logic::limits::Meter;
use crate::logic::text_values::values_of_texts;
use crate::logic::value::Value;

/// What each expression gives, or the message and the mend.
type Values = BTreeMap<String, Result<(Value, String), (String, String)>>;

/// Writes every value of every text, and reports those that logic does not give.
pub(super) fn fill(library: &mut Library, meter: &Meter, diagnostics: &mut Vec<Diagnostic>) {
    let shared = std::mem::take(&mut library.shared_terms);
    for book in &mut library.books {
        let Some(values) = values(book, meter) else { continue };
        report(book, &values, diagnostics);
        if values.is_empty() {
            continue;
        }
        let names: BTreeMap<String, BTreeMap<String, String>> = book
            .all_languages()
            .into_iter()
            .map(|language| {
                let terms = book.terms_in(language).iter().chain(shared.get(language).into_iter().flatten());
                (language.to_owned(), terms.filter_map(name).collect())
            })
            .collect();
        for (language, text) in texts::proses_mut(book) {
            let names = names.get(&language);
            text.document.fill(&|source| {
                let (expression, forms) = expression(source);
                let (value, plain) = values.get(expression)?.as_ref().ok()?;
                let (text, number) = match value {
                    Value::Number(number) => (plural::counted(&language, *number, &forms).ok()?, Some(*number)),
                    Value::Symbol(_) => (names.and_then(|names| names.get(plain)).unwrap_or(plain).clone(), None),
                    _ => (plain.clone(), None),
                };
                Some(Written { text, number })
            });
        }
    }
    library.shared_terms = shared;
}

/// A member's name in logic and for readers.
fn name(term: &Term) -> Option<(String, String)> {
    Some((in_logic(&term.id), term.name.as_ref()?.value.clone()))
}

/// `None` while the logic itself has mistakes.
fn values(book: &Book, meter: &Meter) -> Option<Values> {
    // Each once, with the first place where it stands.
    let mut sources: Vec<(String, Place)> = Vec::new();
    for owned in texts::proses(book) {
        for (source, range) in owned.text.document.values() {
            sources.push((expression(source).0.to_owned(), owned.text.place_of(range)));
        }
    }
    sources.sort_by(|(one, _), (other, _)| one.cmp(other));
    sources.dedup_by(|(one, _), (other, _)| one == other);
    if sources.is_empty() {
        return Some(Values::new());
    }
    let values = values_of_texts(book, &sources, meter)?;
    Some(sources.into_iter().map(|(source, _)| source).zip(values).collect())
}

fn report(book: &Book, values: &Values, diagnostics: &mut Vec<Diagnostic>) {
    for owned in texts::proses(book) {
        for (source, range) in owned.text.document.values() {
            let (expression, forms) = expression(source);
            let (why, help) = match values.get(expression) {
                Some(Ok((Value::Number(number), _))) => match plural::counted(owned.language, *number, &forms) {
                    Ok(_) => continue,
                    Err(why) => (why, String::new()),
                },
                Some(Ok(_)) if forms.is_empty() => continue,
                Some(Ok(_)) => ("forms go with a number".to_owned(), String::new()),
                Some(Err((why, help))) => (why.clone(), help.clone()),
                None => (String::new(), String::new()),
            };
            let message = match why.as_str() {
                "" => format!("no logic gives the value `{{{source}}}`"),
                why => format!("no logic gives the value `{{{source}}}`: {why}"),
            };
            let help =
                if help.is_empty() { "write the number itself, or `\\{` for a plain brace".to_owned() } else { help };
            let place = owned.text.place_of(range);
            let diagnostic = Diagnostic::new(&codes::VALUE_WITHOUT_LOGIC, place, message).help(help);
            diagnostics.push(owned.finding(&book.id, diagnostic));
        }
    }
}
