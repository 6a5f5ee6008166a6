//! Plays an example with its dice left open: a seed or a person rolls and chooses.
//!
//! A [`Session`] is what is played, a seed, and the replies of the person so far. Where that leads is computed from the
//! beginning ([`Session::reach`]), so that to take a reply back is to remove it; behind new replies it goes on from where it
//! stood ([`Session::go_on`]), so that a long game is no slower than a short one.

mod changes;
mod draft;
mod hand;

use std::cmp::Ordering;
use std::collections::BTreeMap;

pub use changes::{changes, results};
pub use draft::draft;

use self::hand::Hand;
use super::example::{Needs, Open, OpenStep, Things, name_created};
use super::limits::Meter;
use super::machine::{
    Answer, Callee, Course, Ended, Reached, Recording, Request, Setting, Telling, TraceNode, What, World, run_recorded,
};
use super::program::{FunctionId, NameId, PointId};
use super::types::Type;
use super::value::Value;

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The seed.
    Seed,
    /// A person.
    Person,
}

/// What is played, and how far.
#[derive(Clone, Debug)]
pub struct Session<'a> {
    /// What is charged with its steps.
    pub meter: &'a Meter,
    /// What is played.
    pub open: &'a Open<'a>,
    /// The seed of what is left to it.
    pub seed: u64,
    /// Who rolls, draws and picks.
    pub dice: By,
    /// Who chooses and judges.
    pub choices: By,
    /// What the person said, in order.
    pub replies: Vec<Reply>,
    /// Of which step, and behind how many answers in it, reasons are told, too, for all before were told; nothing if all is told
    /// whole.
    pub reasons_from: Option<(usize, usize)>,
}

/// What a person says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// To a question of a run.
    Answer(Answer),
    /// A judgement.
    Judged(Value),
}

/// Where the replies lead.
#[derive(Clone, Debug)]
pub struct Position {
    /// The steps that were begun.
    pub steps: Vec<Played>,
    /// What a person is asked next; nothing if all is played, and nothing where a step broke off.
    pub asked: Option<Asked>,
}

/// A step that was begun.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended; nothing if a person is asked.
    pub ended: Option<Ended>,
    /// What happened.
    pub trace: Vec<TraceNode>,
    /// What was asked and answered, by whomever.
    pub answers: Vec<(Request, Answer)>,
    /// What was judged.
    pub judged: BTreeMap<NameId, Value>,
    /// The world before it.
    pub before: World,
    /// The world after it.
    pub after: World,
    /// The things by name before it.
    pub known: Things,
    /// The things by name after it.
    pub things: Things,
}

/// A question to a person.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The question.
    pub question: Question,
    /// The part that asks.
    pub point: PointId,
}

/// What a person can be asked.
#[derive(Clone, Debug)]
pub enum Question {
    /// By a run.
    Request(Request),
    /// For a judgement.
    Judgement {
        /// Its name.
        name: NameId,
        /// The type of its value.
        ty: Type,
        /// What it is asked about, as far as that is known: names and values.
        about: Vec<(NameId, Value)>,
    },
}

impl Question {
    /// The name of what is asked for.
    pub fn label(&self) -> NameId {
        match self {
            Self::Request(request) => request.label(),
            Self::Judgement { name, .. } => *name,
        }
    }
}

/// How far a [`Session`] was played, so that it can be gone on with.
pub struct Progress<'a> {
    hand: Hand,
    /// The hand, the world and the names before the step at hand.
    start: Hand,
    world: World,
    things: Things,
    /// The steps that were played to their ends.
    done: Vec<Played>,
    /// The step at hand, if it waits for an answer of a run.
    waiting: Option<(Course, Setting<'a>)>,
}

impl<'a> Progress<'a> {
    fn new(session: &Session<'a>) -> Self {
        let hand = Hand::new(session);
        let (world, things) = (session.open.start.world.clone(), session.open.things.clone());
        Self { start: hand.clone(), hand, world, things, done: Vec::new(), waiting: None }
    }
}

impl<'a> Session<'a> {
    /// Plays from the beginning to the first question that no reply answers, or to the end.
    pub fn reach(&self) -> Position {
        self.go_on(&mut None)
    }

    /// The same from where it stood before, if all that was said until then was said here, too.
    pub fn go_on(&self, kept: &mut Option<Progress<'a>>) -> Position {
        let before = kept.take().filter(|before| self.replies.starts_with(&before.hand.replies));
        let mut progress = before.unwrap_or_else(|| Progress::new(self));
        progress.hand.replies.clone_from(&self.replies);
        while let Some(step) = self.open.steps.get(progress.done.len()) {
            let (before, known) = (progress.world.clone(), progress.things.clone());
            let (mut played, asked) = self.step(step, &mut progress);
            let mut things = known.clone();
            name_created(self.open.program, &mut things, &played.trace);
            let goes_on = match played.ended {
                Some(Ended::Done(_)) => {
                    progress.things.clone_from(&things);
                    true
                }
                // What it made is gone with it, and so are the names.
                Some(Ended::Refused(_)) => true,
                _ => false,
            };
            (played.before, played.known, played.things) = (before, known, things);
            played.after = progress.world.clone();
            if !goes_on {
                let mut steps = progress.done.clone();
                steps.push(played);
                if progress.waiting.is_some() {
                    *kept = Some(progress);
                }
                return Position { steps, asked };
            }
            progress.done.push(played);
            progress.start = progress.hand.clone();
        }
        Position { steps: progress.done, asked: None }
    }

    /// Plays the step at hand, or goes on with it; where a judgement turns out to be needed, once more with it.
    fn step(&self, step: &OpenStep, progress: &mut Progress<'a>) -> (Played, Option<Asked>) {
        let program = self.open.program;
        let number = progress.done.len();
        let (mut waiting, mut setting) = match progress.waiting.take() {
            Some((course, setting)) => (Some(course), setting),
            None => (None, self.open.start.setting(program)),
        };
        loop {
            let used = waiting.as_ref().map_or(0, Course::steps);
            let most = self.meter.left().saturating_add(1).saturating_add(used);
            setting.budget = self.meter.limits().of_a_game();
            setting.budget.steps = setting.budget.steps.min(most);
            let piece = self.meter.begin(setting.budget.steps - used, "what is played".to_owned(), Some(step.place));
            let hand = &mut progress.hand;
            let (ended, recording, world) = match step.callee {
                // A value alone is nothing but its reasons.
                Callee::Function(_) => {
                    let mut world = progress.world.clone();
                    let (ended, recording) = run_recorded(&setting, &mut world, step.callee, step.args.clone(), hand);
                    (ended, recording, world)
                }
                Callee::Procedure(procedure) => {
                    let (course, reached) = match waiting.take() {
                        Some(mut course) => {
                            let reached = self.answered(&mut course, number, &setting, hand);
                            (course, reached)
                        }
                        None => {
                            let mut course = Course::new(program, progress.world.clone(), self.telling(number));
                            let reached = course.start(&setting, procedure, step.args.clone(), hand);
                            (course, reached)
                        }
                    };
                    match reached {
                        Reached::Asked(request, point) => {
                            piece.spend(course.steps() - used + 1);
                            let played = played(None, course.so_far(program), hand, &setting);
                            progress.waiting = Some((course, setting));
                            return (played, Some(Asked { question: Question::Request(request), point }));
                        }
                        Reached::Ended(ended) => {
                            let (world, recording) = course.finish(&ended);
                            (ended, recording, world)
                        }
                    }
                }
            };
            piece.spend(recording.steps - used + 1);
            let mut asked = None;
            if let Ended::Undetermined { source: None, point } = &ended
                && let Some((id, question)) = self.judgement(*point, &setting, &recording)
            {
                let function = &program.functions[id.index()];
                if let Some(value) = hand.judge(&function.result) {
                    setting.judgements.insert(function.name, value);
                    hand.rewind(&progress.start);
                    continue;
                }
                asked = Some(Asked { question, point: *point });
            }
            progress.world = world;
            let ended = if asked.is_some() { None } else { Some(ended) };
            return (played(ended, recording.trace, hand, &setting), asked);
        }
    }

    /// How much of a step is told.
    fn telling(&self, step: usize) -> Telling {
        self.reasons_from.map_or(Telling::Whole, |(from, answers)| Telling::Played {
            reasons_from: match step.cmp(&from) {
                Ordering::Less => usize::MAX,
                Ordering::Equal => answers,
                Ordering::Greater => 0,
            },
        })
    }

    /// Goes on with a step that waits, if it is answered now.
    fn answered(&self, course: &mut Course, step: usize, setting: &Setting<'_>, hand: &mut Hand) -> Reached {
        let waits = course.waits();
        let Reached::Asked(request, _) = &waits else { return waits };
        let Some(answer) = hand.reply() else { return waits };
        if let Some((told, answers)) = self.reasons_from
            && told == step
        {
            course.was_told(answers);
        }
        hand.answers.push((request.clone(), answer.clone()));
        course.go_on(setting, &answer, hand)
    }

    /// The judgement whose point this is, and the question for it.
    fn judgement(
        &self,
        point: PointId,
        setting: &Setting<'_>,
        recording: &Recording,
    ) -> Option<(FunctionId, Question)> {
        let program = self.open.program;
        let Needs::Judgement(name) = Needs::of(program, None, point) else { return None };
        let id = program.function(&name)?;
        let function = &program.functions[id.index()];
        if setting.judgements.contains_key(&function.name) {
            return None;
        }
        let args = asked_with(&recording.trace, id).unwrap_or_default();
        let about = function.params.iter().map(|param| param.name).zip(args).collect();
        Some((id, Question::Judgement { name: function.name, ty: function.result.clone(), about }))
    }
}

/// A step as far as it was played; the worlds and names are those of whoever plays it.
fn played(ended: Option<Ended>, trace: Vec<TraceNode>, hand: &mut Hand, setting: &Setting<'_>) -> Played {
    let answers = if ended.is_some() { std::mem::take(&mut hand.answers) } else { hand.answers.clone() };
    Played {
        ended,
        trace,
        answers,
        judged: setting.judgements.clone(),
        before: World::default(),
        after: World::default(),
        known: Things::new(),
        things: Things::new(),
    }
}

/// The arguments with which a function was asked. A judgement that nobody has made ends the run, so it is asked once at most.
fn asked_with(trace: &[TraceNode], wanted: FunctionId) -> Option<Vec<Value>> {
    TraceNode::each(trace).find_map(|node| match &node.what {
        What::Asked { function, args, .. } if *function == wanted => Some(args.clone()),
        _ => None,
    })
}
