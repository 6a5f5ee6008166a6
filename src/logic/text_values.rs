//! Values written from logic: `{hand_limit(2)}` in a text becomes its number, in the words of the text's language.

use std::collections::BTreeMap;

use super::compile::{TextValue, in_logic};
use super::limits::Meter;
use super::machine::{Budget, Callee, Ended, Nobody, Setting, World, run_counted};
use super::program::{FunctionId, Program};
use super::trace::words::Words;
use super::value::Value;
use crate::diagnostic::{Diagnostic, Place, codes, grouped};
use crate::library::markup::{Written, expression};
use crate::library::{Book, Term, plural, texts};

/// The values that the texts of a book ask for, compiled.
#[derive(Clone, Debug)]
pub struct TextValues {
    /// The program of the book, and what the values need besides.
    pub(super) program: Program,
    /// Each expression once, with the first place where it stands.
    pub(super) values: Vec<(String, Place, TextValue)>,
}

/// What each expression gives, also as it is written in logic; or a message and its mend.
type Values = BTreeMap<String, Result<(Value, String), (String, String)>>;

/// The expressions in the texts of a book: each once, with the first place where it stands.
pub(super) fn asked(book: &Book) -> Vec<(String, Place)> {
    let mut sources: Vec<(String, Place)> = Vec::new();
    for owned in texts::proses(book) {
        for (source, range) in owned.text.document.values() {
            sources.push((expression(source).0.to_owned(), owned.text.place_of(range)));
        }
    }
    sources.sort_by(|(one, _), (other, _)| one.cmp(other));
    sources.dedup_by(|(one, _), (other, _)| one == other);
    sources
}

/// Writes every value into the texts of a book, and reports those that logic does not give.
pub fn fill(
    book: &mut Book,
    shared: &BTreeMap<String, Vec<Term>>,
    texts: TextValues,
    meter: &Meter,
) -> Vec<Diagnostic> {
    let TextValues { mut program, values } = texts;
    let values: Values = values
        .into_iter()
        .map(|(source, place, value)| {
            let value = worked_out(&mut program, value, (&source, place), meter);
            (source, value)
        })
        .collect();
    let findings = amiss(book, &values);
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
                Value::Date(date) => (Words::of(&language).date(*date), None),
                Value::Symbol(_) => (names.and_then(|names| names.get(plain)).unwrap_or(plain).clone(), None),
                _ => (plain.clone(), None),
            };
            Some(Written { text, number })
        });
    }
    findings
}

/// A member's name in logic and for readers.
fn name(term: &Term) -> Option<(String, String)> {
    Some((in_logic(&term.id), term.name.as_ref()?.value.clone()))
}

/// The values that logic does not give, or not so.
fn amiss(book: &Book, values: &Values) -> Vec<Diagnostic> {
    let mut found = Vec::new();
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
            found.push(owned.finding(&book.id, diagnostic));
        }
    }
    found
}

fn worked_out(
    program: &mut Program,
    value: TextValue,
    (source, place): (&str, Place),
    meter: &Meter,
) -> Result<(Value, String), (String, String)> {
    if meter.is_over() {
        // Nothing of it is used: the whole command ends.
        return Err((String::new(), String::new()));
    }
    let id = FunctionId(u16::try_from(program.functions.len()).unwrap_or(u16::MAX));
    program.functions.push(value?);
    let piece = meter.begin(meter.limits().value, format!("the value `{{{source}}}`"), Some(place));
    let mut setting = Setting::new(program);
    setting.budget = Budget { steps: piece.left(), ..meter.limits().run };
    let mut world = World::new(program);
    let (ended, steps) = run_counted(&setting, &mut world, Callee::Function(id), Vec::new(), &mut Nobody);
    piece.spend(steps);
    program.functions.pop();
    match ended {
        Ended::Done(values) => match values.into_iter().next() {
            Some(value) => {
                let plain = program.plain(&value);
                Ok((value, plain))
            }
            None => Err((String::new(), String::new())),
        },
        Ended::Undetermined { source, .. } => {
            Err((format!("it needs {}", source.as_deref().unwrap_or("what no document tells")), String::new()))
        }
        Ended::Refused(_) | Ended::Over(_) => Err((String::new(), String::new())),
        Ended::Error(_) if steps > meter.limits().value => {
            let message = format!("its allotment of {} steps ended", grouped(meter.limits().value));
            let more = meter.limits().value.saturating_mul(10);
            Err((message, format!("let it take fewer steps, or allow more: `--budget value={more}`")))
        }
        Ended::Error(error) => Err((error.message, error.help.unwrap_or_default())),
    }
}
