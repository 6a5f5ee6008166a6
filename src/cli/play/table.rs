//! The table at which is played: shows what happened.

use std::collections::BTreeMap;

use super::super::CommandError;
use super::super::output::{BAD, FAINT, Output, STRONG};
use super::typed::Command;
use crate::diagnostic::Sources;
use crate::library::localized::View;
use crate::library::{Book, Library};
use crate::logic::example::{Needs, Open, OpenStep, Things, with_names};
use crate::logic::machine::{Answer, Ended, Request, TraceNode, What};
use crate::logic::play::{Asked, By, Played, Position, Question, Session, changes, results};
use crate::logic::program::Role;
use crate::logic::trace::words::Words;
use crate::logic::trace::{Detail, Line, Names, Printer, folded, lines, text};

/// The table.
pub(super) struct Table<'a> {
    pub(super) library: &'a Library,
    pub(super) book: &'a Book,
    pub(super) language: &'a str,
    pub(super) open: &'a Open<'a>,
    pub(super) names: &'a Names<'a>,
    pub(super) words: &'a Words,
    /// Whether even what happens goes to stderr.
    to_stderr: bool,
    pub(super) output: &'a mut Output,
    /// How many lines of the input were read.
    pub(super) lines_read: usize,
    /// How many steps were shown to their ends, how many answers of the next one, and how many lines behind those.
    done: usize,
    answers: usize,
    lines: usize,
    /// The step whose heading was shown last.
    headed: Option<usize>,
    /// Whether the seed decided anything yet.
    pub(super) seed_used: bool,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        (library, book): (&'a Library, &'a Book),
        open: &'a Open<'a>,
        (language, names, words): (&'a str, &'a Names<'a>, &'a Words),
        to_stderr: bool,
        output: &'a mut Output,
    ) -> Self {
        let (lines_read, done, answers, lines, headed, seed_used) = (0, 0, 0, 0, None, false);
        Self {
            library,
            book,
            language,
            open,
            names,
            words,
            to_stderr,
            output,
            lines_read,
            done,
            answers,
            lines,
            headed,
            seed_used,
        }
    }

    /// Something about the course of the game.
    pub(super) fn tell(&mut self, words: &str) {
        self.output.note(words);
    }

    /// What the example is about, in its own words.
    pub(super) fn tell_example(&mut self, section: &str, example: &str) {
        let view = View::new(self.book, self.language);
        let Some((_, section)) = self.book.section(section) else { return };
        let Some(example) = section.examples.iter().find(|other| other.id == example) else { return };
        if let Some(told) = view.example(section, example) {
            self.output.note(format_args!("{FAINT}{}{FAINT:#}", told.text.source.trim_end()));
        }
    }

    /// Whether the last answer shall be taken back after the run broke off.
    pub(super) fn again(&mut self) -> Result<bool, CommandError> {
        self.output.note(format_args!("{FAINT}`u` takes the last answer back; anything else ends{FAINT:#}"));
        Ok(self.read()?.is_some_and(|line| matches!(Command::read(&line), Some(Command::Undo))))
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
            let all = self.lines_of(step, Detail::Alike);
            if self.open.steps.len() > 1 && self.headed != Some(self.done) {
                self.headed = Some(self.done);
                if self.done > 0 {
                    self.line("")?;
                }
                let (number, count) = ((self.done + 1).to_string(), self.open.steps.len().to_string());
                let heading = self.words.fill("step_of", &[("number", &number), ("count", &count)]);
                self.line(format_args!("{STRONG}{heading}{STRONG:#}"))?;
            }
            let upto = self.lasting(step, position, &all);
            let from = behind(&all, &answered(step), self.answers) + self.lines;
            let new = folded(all.get(from..upto).unwrap_or_default());
            let new = text(&new, |section| self.cited(section));
            for line in new.lines() {
                self.line(line)?;
            }
            self.seen(step, &all, upto.max(from));
            let Some(ended) = &step.ended else { break };
            self.ended(step, ended, sources)?;
            self.done += 1;
            (self.answers, self.lines) = (0, 0);
        }
        Ok(())
    }

    /// Of which step, and behind how many answers, what happened will be shown next.
    pub(super) fn shown(&self) -> (usize, usize) {
        (self.done, self.answers)
    }

    /// Keeps in mind that the lines of a step were shown up to here.
    fn seen(&mut self, step: &Played, lines: &[Line], upto: usize) {
        let answered = answered(step);
        let next = lines.get(upto).map_or(usize::MAX, |line| line.node);
        self.answers = answered.partition_point(|answer| *answer < next);
        self.lines = upto - behind(lines, &answered, self.answers);
    }

    /// How a step ended, what it gave and what it changed.
    fn ended(&mut self, step: &Played, ended: &Ended, sources: &Sources) -> Result<(), CommandError> {
        let program = self.open.program;
        self.line("")?;
        match ended {
            Ended::Over(end) => {
                let over = TraceNode { what: What::Over, point: *end, children: Vec::new() };
                for line in self.spoken(&[over], &step.things) {
                    self.line(format_args!("{STRONG}{}{STRONG:#}", line.text))?;
                }
                for line in self.spoken(&changes(program, &step.before, &step.after), &step.things) {
                    self.line(&line.text)?;
                }
            }
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
                let by = self.titled(&program.block_of(*point).id);
                let told = self.words.fill("refused", &[("by", &by)]);
                self.line(format_args!("{STRONG}{told}{STRONG:#}"))?;
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
        (self.answers, self.lines) = (0, 0);
        if let Some(step) = position.steps.get(last) {
            let all = self.lines_of(step, Detail::Alike);
            self.seen(step, &all, self.lasting(step, position, &all));
        }
        let label = position.asked.as_ref().map(|asked| self.label(asked)).unwrap_or_default();
        self.line(format_args!("{FAINT}— back to: {label} —{FAINT:#}"))
    }

    pub(super) fn label(&self, asked: &Asked) -> String {
        let nothing = BTreeMap::new();
        self.printer(&nothing, asked).name(self.open.program.name(asked.question.label()), Role::Inner)
    }

    pub(super) fn printer<'p>(&'p self, things: &'p BTreeMap<u64, String>, asked: &Asked) -> Printer<'p> {
        let program = self.open.program;
        let section = &program.block_of(asked.point).id;
        Printer { program, things, language: Some((self.words, self.names, section)) }
    }

    pub(super) fn lines_of(&self, step: &Played, detail: Detail) -> Vec<Line> {
        self.told(&step.trace, &step.things, detail)
    }

    fn spoken(&self, nodes: &[TraceNode], things: &Things) -> Vec<Line> {
        self.told(nodes, things, Detail::All)
    }

    fn told(&self, nodes: &[TraceNode], things: &Things, detail: Detail) -> Vec<Line> {
        lines(self.open.program, nodes, things.names(), self.names, self.words, detail)
    }

    /// A section's number and title.
    fn titled(&self, section: &str) -> String {
        let Some((_, found)) = self.book.section(section) else { return section.to_owned() };
        View::new(self.book, self.language).label(found)
    }

    /// A section's number, or its id where it has none.
    pub(super) fn cited(&self, section: &str) -> String {
        let found = self.book.section(section);
        found.and_then(|(_, section)| section.number()).unwrap_or(section).to_owned()
    }
}

impl Table<'_> {
    /// How many of the lines of a step will stay as they are, and may be seen: what others chose in secret is shown when the last
    /// of them has chosen.
    pub(super) fn lasting(&self, step: &Played, position: &Position, lines: &[Line]) -> usize {
        if step.ended.is_some() {
            return lines.len();
        }
        let nodes: Vec<&TraceNode> = TraceNode::each(&step.trace).collect();
        let told = nodes.iter().rposition(|node| node.what.is_told()).map_or(0, |at| at + 1);
        let secret = position.asked.as_ref().map_or(usize::MAX, |asked| self.before_secret(&nodes, asked));
        // What follows the last that is told may yet lead to something, or be counted with others.
        let seen = lasting(step, position).min(told).min(secret);
        lines.iter().take_while(|line| line.node < seen).count()
    }

    /// The node with which the block began in which something is chosen in secret.
    pub(super) fn before_secret(&self, nodes: &[&TraceNode], asked: &Asked) -> usize {
        let Some(block) = self.open.program.secret_at(asked.point) else { return usize::MAX };
        // All that was done last was done in it.
        let outside = nodes.iter().rposition(|node| node.what.is_told() && !block.contains(&node.point.0));
        outside.map_or(0, |at| at + 1)
    }
}

/// The numbers of the nodes of a step that answer questions.
fn answered(step: &Played) -> Vec<usize> {
    TraceNode::each(&step.trace).enumerate().filter(|(_, node)| node.what.is_answered()).map(|(at, _)| at).collect()
}

/// How many lines of a step tell of what happened up to so many answers.
fn behind(lines: &[Line], answered: &[usize], answers: usize) -> usize {
    let Some(last) = answers.checked_sub(1) else { return 0 };
    let Some(answer) = answered.get(last) else { return lines.len() };
    lines.partition_point(|line| line.node <= *answer)
}

/// How many lines of a step will stay as they are: where a judgement is asked for, what is being computed is computed anew
/// with it, so that only what was done before lasts.
fn lasting(step: &Played, position: &Position) -> usize {
    let judged = position.asked.as_ref().is_some_and(|asked| matches!(asked.question, Question::Judgement { .. }));
    if step.ended.is_some() || !judged {
        return usize::MAX;
    }
    TraceNode::each(&step.trace).enumerate().filter(|(_, node)| node.what.is_done()).last().map_or(0, |(at, _)| at + 1)
}
