//! What a person types: commands, faces, numbers and names of candidates.

use crate::library::names;
use crate::logic::machine::{Answer, Request};
use crate::logic::value::Value;

/// What may be typed at any question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Rule,
    Undo,
    Trace,
    TraceAll,
    State,
    Quit,
}

impl Command {
    /// The command that a line is, if it is one.
    pub(super) fn read(line: &str) -> Option<Self> {
        match plain(line).as_str() {
            "?" | "help" => Some(Self::Help),
            "r" | "rule" => Some(Self::Rule),
            "u" | "undo" => Some(Self::Undo),
            "t" | "trace" => Some(Self::Trace),
            "t all" | "trace all" => Some(Self::TraceAll),
            "s" | "state" => Some(Self::State),
            "q" | "quit" => Some(Self::Quit),
            _ => None,
        }
    }
}

/// Something that can be taken, and how it is named.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// What it is.
    pub(super) value: Value,
    /// As the reader knows it.
    pub(super) shown: String,
    /// What tells it from others of that name, in brackets; nothing where there is nothing.
    pub(super) apart: String,
    /// As the logic and the examples write it.
    pub(super) written: String,
    /// How often it is there.
    pub(super) count: u32,
    /// Whether it is a thing like the candidate before it in everything.
    pub(super) is_alike: bool,
}

/// Whether candidates are named by their place in the list: not where they are numbers themselves.
pub(super) fn are_numbered(candidates: &[Candidate]) -> bool {
    !candidates.iter().any(|candidate| matches!(candidate.value, Value::Number(_) | Value::Fraction(_)))
}

/// The faces of a roll.
pub(super) fn faces(line: &str, count: u32, sides: u32) -> Result<Answer, String> {
    let words = words(line);
    let mut faces = Vec::with_capacity(words.len());
    for word in &words {
        match plain(word).parse::<u32>() {
            Ok(face) if (1..=sides).contains(&face) => faces.push(face),
            _ => return Err(format!("`{}` is no face of a d{sides}: a face is from 1 to {sides}", word.trim())),
        }
    }
    if faces.len() == count as usize {
        return Ok(Answer::Faces(faces));
    }
    Err(match count {
        1 => "type one face".to_owned(),
        _ => format!("type {count} faces with spaces between them, not {}", faces.len()),
    })
}

/// So many of the candidates, in order.
pub(super) fn several(line: &str, count: u32, candidates: &[Candidate]) -> Result<Vec<Value>, String> {
    let words = if count == 1 { vec![line.to_owned()] } else { words(line) };
    if words.len() != count as usize {
        return Err(format!("type {count} of them with commas between them, not {}", words.len()));
    }
    let mut left: Vec<Candidate> = candidates.to_vec();
    let mut taken = Vec::with_capacity(words.len());
    for word in &words {
        let at = one(word, candidates)?;
        match left.get_mut(at).filter(|candidate| candidate.count > 0) {
            Some(candidate) => candidate.count -= 1,
            None => return Err(format!("there is no further {}", candidates[at].shown)),
        }
        taken.push(candidates[at].value.clone());
    }
    Ok(taken)
}

/// The candidate that a line names: its place in the list.
fn one(line: &str, candidates: &[Candidate]) -> Result<usize, String> {
    let typed = plain(line);
    if typed.is_empty() {
        return Err("type one of them; `?` tells more".to_owned());
    }
    if are_numbered(candidates)
        && let Ok(number) = typed.parse::<usize>()
    {
        let at = number.checked_sub(1).filter(|at| *at < candidates.len());
        return at.ok_or_else(|| format!("there is no {number}: the numbers are from 1 to {}", candidates.len()));
    }
    let named = |candidate: &Candidate| plain(&candidate.shown) == typed || plain(&candidate.written) == typed;
    let mut fitting = (0..candidates.len()).filter(|at| named(&candidates[*at]));
    match (fitting.next(), fitting.next()) {
        (Some(at), None) => Ok(at),
        (Some(_), Some(_)) => Err(format!("several are called `{}`: type a number", line.trim())),
        (None, _) => {
            let known = candidates.iter().flat_map(|one| [one.shown.as_str(), one.written.as_str()]);
            let near = names::suggestion(line.trim(), known).filter(|_| are_numbered(candidates));
            let near = near.map(|near| format!(": {near}")).unwrap_or_default();
            Err(format!("`{}` is none of them{near}", line.trim()))
        }
    }
}

/// The candidates of a question without names; none for a roll.
pub(super) fn values(request: &Request) -> Vec<(Value, u32)> {
    match request {
        Request::Roll { .. } => Vec::new(),
        Request::Draw { from, .. } => from.clone(),
        Request::Pick { candidates, .. } | Request::Choose { candidates, .. } => {
            let mut counted: Vec<(Value, u32)> = Vec::new();
            for candidate in candidates {
                match counted.iter_mut().find(|(other, _)| other == candidate) {
                    Some((_, count)) => *count += 1,
                    None => counted.push((candidate.clone(), 1)),
                }
            }
            counted
        }
    }
}

/// Parts of a line: between commas, or else between spaces.
fn words(line: &str) -> Vec<String> {
    let comma = |c: char| matches!(c, ',' | '、' | '，' | ';');
    let parts: Vec<&str> =
        if line.contains(comma) { line.split(comma).collect() } else { line.split_whitespace().collect() };
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// A line as it is compared: without regard to capitals, width, hyphens and spaces around it.
fn plain(text: &str) -> String {
    let same = |c: char| match c {
        '_' | '-' | '\u{3000}' => ' ',
        '？' => '?',
        c => names::half_width(c),
    };
    // A number keeps its sign.
    if text.trim().parse::<i64>().is_ok() {
        return text.trim().to_owned();
    }
    text.trim().chars().map(same).collect::<String>().to_lowercase().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(value: Value, name: &str, count: u32) -> Candidate {
        Candidate {
            value,
            shown: name.to_owned(),
            apart: String::new(),
            written: name.to_lowercase().replace(' ', "_"),
            count,
            is_alike: false,
        }
    }

    #[test]
    fn faces_are_checked() {
        assert_eq!(faces("3 5", 2, 6), Ok(Answer::Faces(vec![3, 5])));
        assert_eq!(faces(" ３、5 ", 2, 6), Ok(Answer::Faces(vec![3, 5])));
        for (line, count) in [("7", 1), ("0", 1), ("x", 1), ("", 1), ("1 2", 1), ("1", 2), ("-1", 1), ("1.5", 1)] {
            assert!(faces(line, count, 6).is_err(), "{line:?}");
        }
    }

    #[test]
    fn candidates_have_numbers_unless_they_are_numbers() {
        let named = [candidate(Value::yes_no(true), "Late Summer", 1), candidate(Value::yes_no(false), "Winter", 2)];
        for line in ["1", "late summer", "late_summer", "LATE-SUMMER", " １ "] {
            assert_eq!(several(line, 1, &named), Ok(vec![Value::yes_no(true)]), "{line:?}");
        }
        for line in ["0", "3", "summer", "", "99999999999999999999999", "-1"] {
            assert!(several(line, 1, &named).is_err(), "{line:?}");
        }
        let numbers = [candidate(Value::Number(2), "2", 1), candidate(Value::Number(-1), "-1", 1)];
        assert_eq!(several("2", 1, &numbers), Ok(vec![Value::Number(2)]));
        assert_eq!(several("-1", 1, &numbers), Ok(vec![Value::Number(-1)]));
        assert!(several("1", 1, &numbers).is_err());
    }

    #[test]
    fn as_many_are_drawn_as_there_are() {
        let chits = [candidate(Value::Number(1), "1", 2), candidate(Value::Number(3), "3", 1)];
        assert_eq!(several("1 3 1", 3, &chits).map(|drawn| drawn.len()), Ok(3));
        assert!(several("3, 3", 2, &chits).is_err());
        assert!(several("1", 2, &chits).is_err());
    }
}
