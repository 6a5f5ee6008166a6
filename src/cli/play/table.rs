//! The table at which is played: shows what happened, asks, and reads what is typed.

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use super::super::CommandError;
use super::super::output::{BAD, FAINT, Output, STRONG};
use super::typed::{self, Candidate, Command};
use crate::diagnostic::Sources;
use crate::library::Book;
use crate::logic::example::{Needs, Open, OpenStep, Things, value_of, with_names};
use crate::logic::machine::{Answer, Ended, Request, TraceNode, World};
use crate::logic::play::{Asked, By, Played, Position, Question, Reply, Session, changes, results};
use crate::logic::trace::words::Words;
use crate::logic::trace::{Line, Names, Printer, lines, plain, text};
use crate::logic::types::Type;
use crate::logic::value::{Entity, Value};

/// The longest line that is read.
const MAX_LINE: u64 = 64 << 10;

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

/// The table.
pub(super) struct Table<'a> {
    book: &'a Book,
    open: &'a Open<'a>,
    names: &'a Names<'a>,
    words: &'a Words,
    /// Whether even what happens goes to stderr.
    to_stderr: bool,
    output: &'a mut Output,
    /// How many steps were shown to their ends, and how many lines of the next one.
    done: usize,
    lines: usize,
    /// Whether the seed decided anything yet.
    pub(super) seed_used: bool,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        book: &'a Book,
        open: &'a Open<'a>,
        names: &'a Names<'a>,
        words: &'a Words,
        to_stderr: bool,
        output: &'a mut Output,
    ) -> Self {
        Self { book, open, names, words, to_stderr, output, done: 0, lines: 0, seed_used: false }
    }

    /// Something about the course of the game.
    pub(super) fn tell(&mut self, words: &str) {
        self.output.note(words);
    }

    fn line(&mut self, text: impl std::fmt::Display) -> Result<(), CommandError> {
        if self.to_stderr {
            self.output.note(text);
            return Ok(());
        }
        self.output.line(text)
    }

    /// Shows what has happened since it was shown last.
    pub(super) fn show(
        &mut self,
        session: &Session<'_>,
        position: &Position,
        sources: &Sources,
    ) -> Result<(), CommandError> {
        let seeded = |(request, _): &(Request, Answer)| match request {
            Request::Choose { .. } => session.choices == By::Seed,
            _ => session.dice == By::Seed,
        };
        let judged = |step: &Played| session.choices == By::Seed && !step.judged.is_empty();
        if !self.seed_used && position.steps.iter().any(|step| judged(step) || step.answers.iter().any(seeded)) {
            self.seed_used = true;
            self.output.note(format_args!("{FAINT}seed {}{FAINT:#}", session.seed));
        }
        while let Some(step) = position.steps.get(self.done) {
            let all = self.lines_of(step);
            if self.done > 0 && self.lines == 0 {
                self.line("")?;
            }
            let upto = all.len().min(lasting(step, position));
            let new = text(all.get(self.lines..upto).unwrap_or_default(), |section| self.cited(section));
            for line in new.lines() {
                self.line(line)?;
            }
            self.lines = self.lines.max(upto);
            let Some(ended) = &step.ended else { break };
            self.ended(step, ended, sources)?;
            self.done += 1;
            self.lines = 0;
        }
        Ok(())
    }

    /// How a step ended, what it gave and what it changed.
    fn ended(&mut self, step: &Played, ended: &Ended, sources: &Sources) -> Result<(), CommandError> {
        let program = self.open.program;
        self.line("")?;
        match ended {
            Ended::Done(outputs) => {
                let callee = self.open.steps.get(self.done).map(|step: &OpenStep| step.callee);
                let results = callee.map(|callee| results(program, callee, outputs)).unwrap_or_default();
                let changes = changes(program, &step.before, &step.after);
                for line in self.spoken(&results, &step.things) {
                    self.line(format_args!("{STRONG}{}{STRONG:#}", line.text))?;
                }
                for line in self.spoken(&changes, &step.things) {
                    self.line(&line.text)?;
                }
                if results.is_empty() && changes.is_empty() {
                    self.line("nothing changed")?;
                }
            }
            Ended::Refused(point) => {
                let by = &program.blocks[program.point(*point).block.index()].id;
                self.line(format_args!("{STRONG}refused by {by}{STRONG:#}"))?;
            }
            Ended::Undetermined { source, point } => {
                let needs = Needs::of(program, source.clone(), *point);
                self.line(format_args!("{STRONG}undetermined{STRONG:#}: needs {needs}"))?;
            }
            Ended::Error(error) => {
                let message = with_names(program, &step.before, &step.things, error.message.clone());
                self.line(format_args!("{BAD}failed{BAD:#}: {message}"))?;
                let (path, at) = sources.position(program.place_in(program.point(error.point).block, error.span));
                self.line(format_args!("  {FAINT}at {path}:{}:{}{FAINT:#}", at.line, at.column))?;
                if let Some(help) = &error.help {
                    self.line(format_args!("  {STRONG}help{STRONG:#}: {help}"))?;
                }
            }
        }
        Ok(())
    }

    /// Says that the last answer does not count any more.
    pub(super) fn back(&mut self, position: &Position) -> Result<(), CommandError> {
        let last = position.steps.len().saturating_sub(1);
        self.done = last;
        self.lines = position.steps.get(last).map_or(0, |step| self.lines_of(step).len().min(lasting(step, position)));
        let label = position.asked.as_ref().map(|asked| self.label(asked)).unwrap_or_default();
        self.line(format_args!("{FAINT}— back to: {label} —{FAINT:#}"))
    }

    /// Asks until the answer fits.
    pub(super) fn ask(&mut self, asked: &Asked, position: &Position) -> Result<Said, CommandError> {
        let Some(step) = position.steps.last() else { return Ok(Said::Quit) };
        let candidates = self.candidates(asked, step);
        self.question(asked, step, &candidates);
        loop {
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
                value_of(self.open.program, &step.before, &step.known, line, ty).map(Reply::Judged)
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
        let things = numbered(&step.things);
        let printer = self.printer(&things, asked);
        let candidate = |(value, count): (Value, u32)| Candidate {
            shown: printer.value(&value),
            written: plain(self.open.program, &things, &value),
            value,
            count,
        };
        values.into_iter().map(candidate).collect()
    }

    fn question(&mut self, asked: &Asked, step: &Played, candidates: &[Candidate]) {
        let things = numbered(&step.things);
        let printer = self.printer(&things, asked);
        let label = self.label(asked);
        let how = match &asked.question {
            Question::Request(Request::Roll { count: 1, sides, .. }) => format!("d{sides}"),
            Question::Request(Request::Roll { count, sides, .. }) => format!("{count}d{sides}"),
            Question::Request(Request::Draw { count, .. }) => {
                self.words.get("draws").replace("{count}", &count.to_string())
            }
            Question::Request(Request::Pick { .. }) => self.words.get("at_random").to_owned(),
            Question::Request(Request::Choose { by, .. }) => {
                self.words.get("chooses").replace("{by}", &printer.value(by))
            }
            Question::Judgement { about, .. } => {
                let name = |name| printer.name(self.open.program.name(name));
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
    fn read(&mut self) -> Result<Option<String>, CommandError> {
        self.output.prompt("> ");
        let mut bytes = Vec::new();
        let mut input = io::stdin().lock();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
            self.output.note("");
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !io::stdin().is_terminal() {
            // What comes through a pipe is not seen otherwise.
            self.output.note(&line);
        }
        Ok(Some(line))
    }

    fn label(&self, asked: &Asked) -> String {
        let nothing = BTreeMap::new();
        self.printer(&nothing, asked).name(self.open.program.name(asked.question.label()))
    }

    fn printer<'p>(&'p self, things: &'p BTreeMap<u32, String>, asked: &Asked) -> Printer<'p> {
        let program = self.open.program;
        let section = &program.blocks[program.point(asked.point).block.index()].id;
        Printer { program, things, language: Some((self.words, self.names, section)) }
    }

    fn lines_of(&self, step: &Played) -> Vec<Line> {
        self.spoken(&step.trace, &step.things)
    }

    fn spoken(&self, nodes: &[TraceNode], things: &Things) -> Vec<Line> {
        lines(self.open.program, nodes, &numbered(things), self.names, self.words)
    }

    /// A section's number, or its id where it has none.
    fn cited(&self, section: &str) -> String {
        let found = self.book.section(section);
        found.and_then(|(_, section)| section.number()).unwrap_or(section).to_owned()
    }
}

/// Every value of a type, where they are few.
fn all_of(ty: &Type, world: &World) -> Vec<Value> {
    match ty {
        Type::YesNo => vec![Value::YesNo(true), Value::YesNo(false)],
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

/// How many lines of a step will stay as they are: where a judgement is asked for, what is being computed is computed anew
/// with it, so that only what was done before lasts.
fn lasting(step: &Played, position: &Position) -> usize {
    let judged = position.asked.as_ref().is_some_and(|asked| matches!(asked.question, Question::Judgement { .. }));
    if step.ended.is_some() || !judged {
        return usize::MAX;
    }
    let (mut at, mut last) = (0, 0);
    let mut open: Vec<&TraceNode> = step.trace.iter().rev().collect();
    while let Some(node) = open.pop() {
        at += 1;
        if node.what.is_done() {
            last = at;
        }
        open.extend(node.children.iter().rev());
    }
    last
}

/// The name of each thing.
fn numbered(things: &Things) -> BTreeMap<u32, String> {
    things.iter().map(|(name, Entity(number))| (*number, name.clone())).collect()
}
