//! The Python package icepool, in a process of its own that does its own timing.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::{Question, Shares, peak::Peak};
use crate::in_turn::Fault;
use crate::{POWER, STRENGTH, UNITS};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/odds/by_icepool.py");

/// A process that answers with icepool; it ends when this is dropped.
pub struct Icepool {
    /// Which icepool, and which Python.
    pub versions: String,
    process: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// Whether there is an icepool.
pub enum Started {
    Ready(Icepool),
    /// Why not.
    Missing(String),
}

/// What icepool answers.
#[derive(Default)]
pub struct Answer {
    pub shares: Shares,
    /// Of one of the times it was asked.
    pub seconds: f64,
    pub peak: Option<Peak>,
}

impl Icepool {
    /// Starts Python.
    pub fn start() -> Result<Started, Fault> {
        let command = Command::new("python3").arg(SCRIPT).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = match command {
            Ok(process) => process,
            Err(error) => return Ok(Started::Missing(format!("python3 does not start: {error}"))),
        };
        let questions = process.stdin.take();
        let answers = BufReader::new(process.stdout.take().ok_or("no answers can be read")?);
        let mut icepool = Self { versions: String::new(), process, questions, answers };
        let (word, rest) = icepool.line()?;
        if word != "ready" {
            return Ok(Started::Missing(rest));
        }
        icepool.versions = rest;
        Ok(Started::Ready(icepool))
    }

    /// Asks so many times, each time afresh.
    pub fn ask(&mut self, question: Question, times: u32) -> Result<Answer, Fault> {
        let numbers = match question {
            Question::Volley(archers) => archers.to_string(),
            Question::Clash(attackers, defenders) => format!("{attackers} {defenders}"),
            Question::Battle(_) => format!("{UNITS} {STRENGTH} {POWER}"),
        };
        let questions = self.questions.as_mut().ok_or("no questions can be asked")?;
        writeln!(questions, "{} {times} {numbers}", question.name())?;
        questions.flush()?;
        let mut answer = Answer::default();
        loop {
            let (word, rest) = self.line()?;
            match word.as_str() {
                "share" => {
                    let (outcome, share) = rest.split_once('=').ok_or("a share without an outcome")?;
                    answer.shares.insert(outcome.to_owned(), share.parse()?);
                }
                "seconds" => answer.seconds = rest.parse()?,
                "peak" => answer.peak = Peak::read(&rest),
                "end" => return Ok(answer),
                _ => return Err(format!("icepool: {word} {rest}").into()),
            }
        }
    }

    fn line(&mut self) -> Result<(String, String), Fault> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            return Err("Python ended without an answer".into());
        }
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        Ok((word.to_owned(), rest.to_owned()))
    }
}

impl Drop for Icepool {
    fn drop(&mut self) {
        // Without questions the script ends by itself.
        self.questions = None;
        let _ = self.process.wait();
    }
}
