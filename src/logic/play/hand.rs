//! The hand that rolls and chooses: the seed's, or a person's as far as there are replies.

use super::{By, Reply, Session};
use crate::logic::machine::{Answer, Chance, Request, Seeded};
use crate::logic::types::Type;
use crate::logic::value::Value;

/// The widest range of numbers from which a seed judges.
const WIDEST: u64 = 1000;

/// Answers from the seed and the replies.
#[derive(Clone, Debug)]
pub(super) struct Hand {
    /// What the person said so far.
    pub(super) replies: Vec<Reply>,
    /// How many replies were used.
    used: usize,
    /// The judgements among the replies before this one were used: they come before the answers given after them, also when
    /// the step is run once more.
    judged: usize,
    dice: By,
    choices: By,
    seeded: Seeded,
    /// Of its own, because a step is run once more with its judgements, and must roll then what it rolled before.
    judge: Seeded,
    /// What was asked and answered in this step.
    pub(super) answers: Vec<(Request, Answer)>,
}

impl Hand {
    pub(super) fn new(session: &Session<'_>) -> Self {
        Self {
            replies: session.replies.clone(),
            used: 0,
            judged: 0,
            dice: session.dice,
            choices: session.choices,
            seeded: Seeded::new(session.seed),
            judge: Seeded::new(!session.seed),
            answers: Vec::new(),
        }
    }

    /// A judgement, if somebody gives one.
    pub(super) fn judge(&mut self, ty: &Type) -> Option<Value> {
        if self.choices == By::Seed
            && let Some(value) = at_random(&mut self.judge, ty)
        {
            return Some(value);
        }
        let at = self.used.max(self.judged);
        let Some(Reply::Judged(value)) = self.replies.get(at) else { return None };
        self.judged = at + 1;
        Some(value.clone())
    }

    /// Goes back to the beginning of a step; judgements stay.
    pub(super) fn rewind(&mut self, start: &Self) {
        self.used = start.used;
        self.seeded = start.seeded.clone();
        self.answers.clear();
    }

    /// The next answer of the person, if there is one.
    pub(super) fn reply(&mut self) -> Option<Answer> {
        let (at, answer) = self.next()?;
        let answer = answer.clone();
        self.used = at + 1;
        Some(answer)
    }

    fn next(&self) -> Option<(usize, &Answer)> {
        let mut at = self.used;
        while at < self.judged && matches!(self.replies.get(at), Some(Reply::Judged(_))) {
            at += 1;
        }
        match self.replies.get(at) {
            Some(Reply::Answer(answer)) => Some((at, answer)),
            _ => None,
        }
    }

    fn by(&self, request: &Request) -> By {
        if matches!(request, Request::Choose { .. }) { self.choices } else { self.dice }
    }
}

impl Chance for Hand {
    fn waits(&self, request: &Request) -> bool {
        self.by(request) == By::Person && self.next().is_none()
    }

    fn answer(&mut self, request: &Request) -> Result<Answer, String> {
        let answer = match self.by(request) {
            By::Seed => self.seeded.answer(request)?,
            By::Person => self.reply().ok_or("a person is asked")?,
        };
        self.answers.push((request.clone(), answer.clone()));
        Ok(answer)
    }
}

/// A value of a type, each as likely; none where there is no small number of them.
pub(super) fn at_random(seeded: &mut Seeded, ty: &Type) -> Option<Value> {
    match ty {
        Type::YesNo => Some(Value::yes_no(seeded.below(2) == 1)),
        Type::Symbols(symbols) => {
            let at = usize::try_from(seeded.below(symbols.len() as u64)).ok()?;
            symbols.get(at).copied().map(Value::Symbol)
        }
        Type::Number(range) => {
            let (low, high) = (range.low?, range.high?);
            let count = high.abs_diff(low).checked_add(1).filter(|count| *count <= WIDEST)?;
            low.checked_add_unsigned(seeded.below(count)).map(Value::Number)
        }
        _ => None,
    }
}
