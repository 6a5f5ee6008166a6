//! Plays an example with its dice left open: a seed or a person rolls and chooses.
//!
//! A [`Session`] is what is played, a seed, and the replies of the person so far. Where that leads is computed anew from the
//! beginning each time ([`Session::reach`]), so that to take a reply back is to remove it.

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
use super::machine::{Answer, Callee, Ended, Recording, Request, Setting, Telling, TraceNode, What, World, run_told};
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

impl Session<'_> {
    /// Plays from the beginning to the first question that no reply answers, or to the end.
    pub fn reach(&self) -> Position {
        let mut hand = Hand::new(self);
        let mut world = self.open.start.world.clone();
        let mut things = self.open.things.clone();
        let mut steps = Vec::new();
        for (number, step) in self.open.steps.iter().enumerate() {
            let (before, known) = (world.clone(), things.clone());
            let telling = self.reasons_from.map_or(Telling::Whole, |(from, answers)| Telling::Played {
                reasons_from: match number.cmp(&from) {
                    Ordering::Less => usize::MAX,
                    Ordering::Equal => answers,
                    Ordering::Greater => 0,
                },
            });
            let (mut played, asked) = self.step(step, telling, &mut hand, &mut world);
            name_created(self.open.program, &mut things, &played.trace);
            played.before = before;
            played.known = known;
            played.after = world.clone();
            played.things = things.clone();
            let goes_on = match played.ended {
                Some(Ended::Done(_)) => true,
                // What it made is gone with it, and so are the names.
                Some(Ended::Refused(_)) => {
                    things = played.known.clone();
                    true
                }
                _ => false,
            };
            steps.push(played);
            if !goes_on {
                return Position { steps, asked };
            }
        }
        Position { steps, asked: None }
    }

    /// Plays a step; where a judgement turns out to be needed, once more with it.
    fn step(
        &self,
        step: &OpenStep,
        telling: Telling,
        hand: &mut Hand<'_>,
        world: &mut World,
    ) -> (Played, Option<Asked>) {
        let program = self.open.program;
        let mut setting = self.open.start.setting(program);
        loop {
            let at_start = hand.clone();
            setting.budget = self.meter.limits().of_a_game();
            setting.budget.steps = setting.budget.steps.min(self.meter.left().saturating_add(1));
            let piece = self.meter.begin(setting.budget.steps, "what is played".to_owned(), Some(step.place));
            // A value alone is nothing but its reasons.
            let telling = if matches!(step.callee, Callee::Function(_)) { Telling::Whole } else { telling };
            let (ended, recording) = run_told(&setting, world, step.callee, step.args.clone(), hand, telling);
            piece.spend(recording.steps + 1);
            let asked = match &ended {
                Ended::Error(error) => hand.waits.take().map(|request| (Question::Request(request), error.point)),
                Ended::Undetermined { source: None, point } => match self.judgement(*point, &setting, &recording) {
                    Some((id, question)) => {
                        let function = &program.functions[id.index()];
                        if let Some(value) = hand.judge(&function.result) {
                            setting.judgements.insert(function.name, value);
                            hand.rewind(&at_start);
                            continue;
                        }
                        Some((question, *point))
                    }
                    None => None,
                },
                _ => None,
            };
            let played = Played {
                ended: if asked.is_some() { None } else { Some(ended) },
                trace: recording.trace,
                answers: std::mem::take(&mut hand.answers),
                judged: setting.judgements,
                before: World::default(),
                after: World::default(),
                known: Things::new(),
                things: Things::new(),
            };
            return (played, asked.map(|(question, point)| Asked { question, point }));
        }
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

/// The arguments with which a function was asked. A judgement that nobody has made ends the run, so it is asked once at most.
fn asked_with(trace: &[TraceNode], wanted: FunctionId) -> Option<Vec<Value>> {
    TraceNode::each(trace).find_map(|node| match &node.what {
        What::Asked { function, args, .. } if *function == wanted => Some(args.clone()),
        _ => None,
    })
}
