//! Rulings: what they rule on is there and says today what it said then.

use crate::diagnostic::{Diagnostic, codes};
use crate::library::{Book, Library, Ruling, RulingState, names};

pub(super) fn check(library: &Library, diagnostics: &mut Vec<Diagnostic>) {
    for book in &library.books {
        for ruling in &book.rulings {
            let mut found = dates(ruling);
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

fn dates(ruling: &Ruling) -> Vec<Diagnostic> {
    let dates = ruling.date.iter().chain(&ruling.withdrawn);
    let wrong = dates.filter(|(date, _)| !is_date(date)).map(|(date, place)| {
        Diagnostic::new(&codes::WRONG_VALUE, *place, format!("`{date}` is no date"))
            .help("write year, month and day: `2026-03-01`")
    });
    let mut found: Vec<Diagnostic> = wrong.collect();
    if let (Some((date, _)), Some((withdrawn, place))) = (&ruling.date, &ruling.withdrawn)
        && is_date(date)
        && is_date(withdrawn)
        && withdrawn < date
    {
        let message = format!("the ruling is withdrawn on {withdrawn}, before it was given");
        found.push(Diagnostic::new(&codes::WRONG_VALUE, *place, message).help("exchange the two dates"));
    }
    found
}

/// Year, month and day of the calendar.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let number = |text: &str, digits: usize| {
        (text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| text.parse::<u32>().ok())
            .flatten()
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => return false,
    };
    (1..=days).contains(&day)
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

#[cfg(test)]
mod tests {
    use super::is_date;

    #[test]
    fn a_date_is_one_of_the_calendar() {
        for date in ["2026-03-01", "2024-02-29", "2000-02-29", "1999-12-31"] {
            assert!(is_date(date), "{date}");
        }
        for date in [
            "2026-3-1",
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "march",
            "2026-03-01-",
            "",
        ] {
            assert!(!is_date(date), "{date}");
        }
    }
}
