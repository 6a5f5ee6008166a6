//! A thread of its own for what may never answer, or break off.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use super::gap::Gap;

/// The name of the thread. Whoever reports panics may leave out those in it: they end as a sentence.
pub const READER: &str = "git history";

/// Whom to ask. If no answer comes the thread is left behind, and ends with the program or when it next looks for a question.
pub(super) struct Apart<Question, Answer> {
    questions: Sender<Question>,
    answers: Receiver<Answer>,
    until: Instant,
}

impl<Question: Send + 'static, Answer: Send + 'static> Apart<Question, Answer> {
    /// Starts it; after `until` it is not waited for.
    pub(super) fn start<Job>(until: Instant, job: Job) -> Result<Self, Gap>
    where
        Job: FnOnce(&Receiver<Question>, &Sender<Answer>) + Send + 'static,
    {
        let (questions, asked) = channel();
        let (answered, answers) = channel();
        let thread = thread::Builder::new().name(READER.to_owned());
        thread.spawn(move || job(&asked, &answered)).map_err(|_| Gap::Ended)?;
        Ok(Self { questions, answers, until })
    }

    pub(super) fn ask(&self, question: Question) -> Result<Answer, Gap> {
        self.questions.send(question).map_err(|_| Gap::Ended)?;
        let left = self.until.saturating_duration_since(Instant::now());
        self.answers.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Gap::Time,
            RecvTimeoutError::Disconnected => Gap::Ended,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Apart, Gap};

    fn soon(seconds: u64) -> Instant {
        Instant::now() + Duration::from_secs(seconds)
    }

    #[test]
    fn a_reader_answers() {
        let twice = Apart::start(soon(600), |asked, answered| {
            for number in asked {
                answered.send(2_u32 * number).expect("somebody listens");
            }
        });
        let twice = twice.expect("a thread");
        assert_eq!((twice.ask(2), twice.ask(21)), (Ok(4), Ok(42)));
    }

    #[test]
    fn a_reader_that_panics_has_ended() {
        let broken = Apart::<(), ()>::start(soon(600), |asked, _| {
            let _ = asked.recv();
            std::panic::resume_unwind(Box::new("as a reader of damaged files might"));
        });
        assert_eq!(broken.expect("a thread").ask(()), Err(Gap::Ended));
    }

    #[test]
    fn a_reader_that_never_answers_is_left_behind() {
        let silent = Apart::<(), ()>::start(soon(0), |_, answered| {
            let _open = answered.clone();
            loop {
                std::thread::park();
            }
        });
        assert_eq!(silent.expect("a thread").ask(()), Err(Gap::Time));
    }
}
