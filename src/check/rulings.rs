//! Rulings: what they rule on is there and says today what it said then.

use crate::diagnostic::{Diagnostic, codes};
use crate::library::{Book, Library, Ruling, RulingState, names};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        for ruling in &book.rulings {
            let mut found: Vec<Diagnostic> = dates(ruling).into_iter().collect();
            for (on, place) in &ruling.on {
                if book.ruled(on).is_none() && book.is_whole() {
                    let known = book.sections().map(|(_, section)| section.id.as_str());
                    let name = on
                        .rsplit_once('.')
                        .filter(|(_, end)| end.chars().count() == 1)
                        .map_or(on.as_str(), |(name, _)| name);
                    let help = match book.ruled(name) {
                        Some((section, _)) => {
                            format!("name a statement that `{}` has, or the whole section", section.id)
                        }
                        None => super::formerly::now(book, name)
                            .or_else(|| names::suggestion_after(diagnostics.len() + found.len(), name, known))
                            .unwrap_or_else(|| "name a section of this book by its id or number".to_owned()),
                    };
                    let message = format!("the ruling `{}` is on `{on}`, which there is not", ruling.id);
                    found.push(Diagnostic::new(&codes::DANGLING_REFERENCE, *place, message).help(help));
                }
            }
            if ruling.withdrawn.is_none() {
                found.extend(states(book, ruling));
            }
            diagnostics.extend(found.into_iter().map(|finding| finding.in_book(&book.id)));
        }
    }
}

/// A ruling that is withdrawn before it was given.
fn dates(ruling: &Ruling) -> Option<Diagnostic> {
    let (date, _) = ruling.date.as_ref()?;
    let (withdrawn, place) = ruling.withdrawn.as_ref()?;
    let are_dates = [date, withdrawn].iter().all(|date| names::check_date(date).is_ok());
    let message = format!("the ruling is withdrawn on {withdrawn}, before it was given");
    (are_dates && withdrawn < date)
        .then(|| Diagnostic::new(&codes::WRONG_VALUE, *place, message).help("exchange the two dates"))
}

/// What has changed since the ruling, and what nobody has recorded.
fn states(book: &Book, ruling: &Ruling) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let accept = format!("`rulestone rulings accept {} {}`", book.id, ruling.id);
    for (on, place) in &ruling.on {
        match ruling.state(book, on) {
            Some(RulingState::Outdated) => {
                let message = format!("`{on}` has changed since the ruling `{}` was given", ruling.id);
                let help = format!("if the ruling still holds, run {accept}; if not, write `withdrawn:` with the date");
                let mut finding = Diagnostic::new(&codes::OUTDATED_RULING, *place, message).help(help);
                if let Some(text) = book.ruled(on).and_then(|(section, _)| section.text.as_ref()) {
                    finding = finding.related(text.place, "the text today");
                }
                found.push(finding);
            }
            Some(RulingState::Unrecorded) => {
                let message = format!("nobody has recorded what `{on}` said when the ruling `{}` was given", ruling.id);
                let help = format!("compare the two, then run {accept}");
                found.push(Diagnostic::new(&codes::UNRECORDED_RULING, *place, message).help(help));
            }
            Some(RulingState::Current) | None => {}
        }
    }
    found
}
