//! Asks a person, and reads what is typed.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use super::super::CommandError;
use super::super::output::{BAD, FAINT, STRONG};
use super::table::Table;
use super::typed::{self, Candidate, Command};
use crate::logic::example::value_of;
use crate::logic::machine::{Answer, Request, World};
use crate::logic::play::{Asked, Played, Position, Question, Reply};
use crate::logic::program::Role;
use crate::logic::trace::{plain, text};
use crate::logic::types::Type;
use crate::logic::value::Value;

/// The longest line that is read, in bytes.
const MAX_LINE: usize = 64 << 10;

/// So many lines in a row may be no answer: nobody at a terminal types so many, and a pipe may have no end.
const MOST_MISSES: usize = 100;

/// So many lines are read at most, for answers that are taken back again may have no end either.
const MOST_LINES: usize = 10_000;

/// The widest range of numbers that is listed.
const WIDEST: i64 = 40;

/// What was said to a question.
pub(super) enum Said {
    /// An answer.
    Reply(Reply),
    /// The last answer shall not count.
    Undo,
    /// Enough.
    Quit,
}

impl Table<'_> {
    /// Asks until the answer fits.
    pub(super) fn ask(&mut self, asked: &Asked, position: &Position) -> Result<Said, CommandError> {
        let Some(step) = position.steps.last() else { return Ok(Said::Quit) };
        let candidates = self.candidates(asked, step);
        self.question(asked, step, &candidates);
        for _ in 0..MOST_MISSES {
            let Some(line) = self.read()? else {
                let label = self.label(asked);
                let message = format!("the input ended where `{label}` is asked");
                return Err(CommandError::new(
                    message,
                    "give a line for each question, or let the seed decide: --auto",
                ));
            };
            match Command::read(&line) {
                Some(Command::Help) => {
                    self.help(asked, &candidates);
                    self.question(asked, step, &candidates);
                }
                Some(Command::Undo) => return Ok(Said::Undo),
                Some(Command::Quit) => return Ok(Said::Quit),
                Some(Command::Trace) => {
                    for step in &position.steps {
                        let shown = text(&self.lines_of(step), |section| self.cited(section));
                        self.output.note(format_args!("{FAINT}{}{FAINT:#}", shown.trim_end()));
                    }
                    self.question(asked, step, &candidates);
                }
                None => match self.answer(asked, step, &line, &candidates) {
                    Ok(reply) => return Ok(Said::Reply(reply)),
                    Err(message) => self.output.note(format_args!("{BAD}no{BAD:#}: {message}")),
                },
            }
        }
        let message = format!("{MOST_MISSES} lines in a row are no answer where `{}` is asked", self.label(asked));
        Err(CommandError::new(message, "give a line for each question; `?` tells what may be typed"))
    }

    fn answer(&self, asked: &Asked, step: &Played, line: &str, candidates: &[Candidate]) -> Result<Reply, String> {
        match &asked.question {
            Question::Request(Request::Roll { count, sides, .. }) => {
                typed::faces(line, *count, *sides).map(Reply::Answer)
            }
            Question::Request(Request::Draw { count, .. }) => {
                typed::several(line, *count, candidates).map(|drawn| Reply::Answer(Answer::Values(drawn)))
            }
            Question::Request(_) => typed::several(line, 1, candidates).map(|one| Reply::Answer(Answer::Values(one))),
            Question::Judgement { ty, .. } if candidates.is_empty() => {
                let value = value_of(self.open.program, &step.before, &step.known, line, ty);
                value.map(Reply::Judged).map_err(|(message, help)| match help {
                    Some(help) => format!("{message}: {help}"),
                    None => message,
                })
            }
            Question::Judgement { .. } => {
                let mut one = typed::several(line, 1, candidates)?;
                one.pop().map(Reply::Judged).ok_or_else(|| "type one of them".to_owned())
            }
        }
    }

    /// What can be taken, with names; nothing for a roll, and for a judgement of which there are too many.
    fn candidates(&self, asked: &Asked, step: &Played) -> Vec<Candidate> {
        let values = match &asked.question {
            Question::Request(request) => typed::values(request),
            Question::Judgement { ty, .. } => all_of(ty, &step.before).into_iter().map(|value| (value, 1)).collect(),
        };
        let things = step.things.names();
        let printer = self.printer(things, asked);
        let candidate = |(value, count): (Value, u32)| Candidate {
            shown: printer.value(&value),
            written: plain(self.open.program, things, &value),
            value,
            count,
        };
        values.into_iter().map(candidate).collect()
    }

    fn question(&mut self, asked: &Asked, step: &Played, candidates: &[Candidate]) {
        let things = step.things.names();
        let printer = self.printer(things, asked);
        let label = self.label(asked);
        let how = match &asked.question {
            Question::Request(Request::Roll { count: 1, sides, .. }) => format!("d{sides}"),
            Question::Request(Request::Roll { count, sides, .. }) => format!("{count}d{sides}"),
            Question::Request(Request::Draw { count, .. }) => {
                self.words.fill("draws", &[("count", &count.to_string())])
            }
            Question::Request(Request::Pick { .. }) => self.words.get("at_random").to_owned(),
            Question::Request(Request::Choose { by, .. }) => self.words.fill("chooses", &[("by", &printer.value(by))]),
            Question::Judgement { about, .. } => {
                let name = |name| printer.name(self.open.program.name(name), Role::Inner);
                let about: Vec<_> =
                    about.iter().map(|(of, value)| format!("{}: {}", name(*of), printer.value(value))).collect();
                let word = self.words.get("judgement");
                if about.is_empty() { word.to_owned() } else { format!("{word} ({})", about.join(", ")) }
            }
        };
        self.output.note(format_args!("\n{STRONG}{label}{STRONG:#}: {how}"));
        let counted = |candidate: &Candidate| match candidate.count {
            1 => candidate.shown.clone(),
            count => format!("{count} × {}", candidate.shown),
        };
        if typed::are_numbered(candidates) {
            let width = candidates.len().to_string().len();
            for (at, candidate) in (1..).zip(candidates) {
                self.output.note(format_args!("  {at:>width$}  {}", counted(candidate)));
            }
        } else {
            self.output.note(format_args!("  {}", candidates.iter().map(counted).collect::<Vec<_>>().join(", ")));
        }
    }

    fn help(&mut self, asked: &Asked, candidates: &[Candidate]) {
        let form = match &asked.question {
            Question::Request(Request::Roll { count: 1, sides, .. }) => format!("the face of the die, 1 to {sides}"),
            Question::Request(Request::Roll { count, sides, .. }) => {
                format!("{count} faces from 1 to {sides}, in order: 3 5")
            }
            Question::Request(Request::Draw { count, .. }) if *count > 1 => {
                format!("{count} of the list in order, with commas between them")
            }
            _ if candidates.is_empty() => "a value, as an example would write it".to_owned(),
            _ if typed::are_numbered(candidates) => "a number of the list, or a name".to_owned(),
            _ => "one of the list".to_owned(),
        };
        self.output.note(format_args!(
            "  {form}\n  u  take the last answer back\n  t  show the steps so far\n  q  end; nothing is saved"
        ));
    }

    /// The next line of the input, nothing at its end.
    pub(super) fn read(&mut self) -> Result<Option<String>, CommandError> {
        self.lines_read += 1;
        if self.lines_read > MOST_LINES {
            let message = format!("more than {MOST_LINES} lines were given");
            return Err(CommandError::new(message, "give a line for each question, and `q` to end"));
        }
        self.output.prompt("> ");
        let mut bytes = Vec::new();
        let mut input = io::stdin().lock();
        if input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
            self.output.note("");
            return Ok(None);
        }
        if bytes.len() > MAX_LINE {
            self.output.note("");
            let message = format!("a line of the input has more than {MAX_LINE} bytes");
            return Err(CommandError::new(message, "give a line for each question"));
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !io::stdin().is_terminal() {
            // What comes through a pipe is not seen otherwise.
            self.output.note(&line);
        }
        Ok(Some(line))
    }
}

/// Every value of a type, where they are few.
fn all_of(ty: &Type, world: &World) -> Vec<Value> {
    match ty {
        Type::YesNo => vec![Value::yes_no(true), Value::yes_no(false)],
        Type::Symbols(symbols) => symbols.iter().copied().map(Value::Symbol).collect(),
        Type::Entity(wanted) => world.all(*wanted).map(Value::Entity).collect(),
        Type::Number(range) => match (range.low, range.high) {
            (Some(low), Some(high)) if high.saturating_sub(low) < WIDEST => (low..=high).map(Value::Number).collect(),
            _ => Vec::new(),
        },
        Type::OrNone(inner) => {
            let inner = all_of(inner, world);
            if inner.is_empty() { inner } else { inner.into_iter().chain([Value::None]).collect() }
        }
        _ => Vec::new(),
    }
}
