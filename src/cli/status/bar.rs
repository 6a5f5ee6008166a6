//! A bar of how far a translation is, and the counts behind it.

use crate::cli::output::{BAD, FAINT, FAIR, GOOD, counted};
use crate::translate::Count;

/// The length of a full bar, in characters.
const BAR: usize = 20;

/// "████▒▒░░ 12 of 17 current, 3 outdated, 2 missing, 340 of 5,120 words to do". A book of which anything is left never
/// has a full bar, and what there is of anything is at least one character.
pub(super) fn line(count: &Count, required: bool) -> String {
    let open = count.outdated + count.unaccepted;
    let [missing, outdated] = [count.missing, open].map(|part| match part {
        0 => 0,
        part => (part * BAR / count.sections.max(1)).max(1),
    });
    let current = BAR.saturating_sub(missing + outdated);
    let current = if count.current == 0 && count.sections > 0 { 0 } else { current };
    let outdated = if missing == 0 { BAR - current } else { outdated };
    let missing = BAR.saturating_sub(current + outdated);
    let bar = format!(
        "{GOOD}{}{GOOD:#}{FAIR}{}{FAIR:#}{FAINT}{}{FAINT:#}",
        "█".repeat(current),
        "▒".repeat(outdated),
        "░".repeat(missing)
    );
    let mut parts = vec![format!("{} of {} current", count.current, count.sections)];
    if count.outdated > 0 {
        parts.push(format!("{FAIR}{} outdated{FAIR:#}", count.outdated));
    }
    if count.unaccepted > 0 {
        parts.push(format!("{FAIR}{} not accepted{FAIR:#}", count.unaccepted));
    }
    if count.missing > 0 {
        let style = if required { BAD } else { FAINT };
        parts.push(format!("{style}{} missing{style:#}", count.missing));
    }
    if count.titles > 0 {
        parts.push(format!("{FAIR}{} to do{FAIR:#}", counted(count.titles, "chapter title")));
    }
    if count.definitions > 0 {
        parts.push(format!("{FAIR}{} to do{FAIR:#}", counted(count.definitions, "definition")));
    }
    let words = &count.words;
    for (some, what) in [(words.to_do(), "to do"), (words.reviewed, "reviewed")] {
        if some > 0 {
            parts.push(format!("{some} of {} {what}", counted(words.all, "word")));
        }
    }
    format!("{bar} {}", parts.join(", "))
}
