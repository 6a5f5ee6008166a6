//! Runs an example and compares what comes out with what it asserts.

use std::collections::BTreeSet;

use super::called::{name_created, with_made, with_names};
use super::expect::{Assertion, Part, Target};
use super::read::{Plan, Step};
use super::reasons::Reason;
use super::script::Scripted;
use super::things::Things;
use super::verdict::{Failure, Needs, Verdict, VerdictKind};
use crate::diagnostic::{Diagnostic, Place, grouped};
use crate::logic::limits::{Limits, Piece};
use crate::logic::machine::{Budget, Callee, Ended, Recording, Setting, TraceNode, What, World, run_recorded};
use crate::logic::program::{PointId, Program};
use crate::logic::trace::plain;
use crate::logic::value::Value;

/// How many nodes the trace of an example has, all its steps together: more than anybody reads.
const MOST_NODES: usize = 100_000;

/// Runs `plan`; the diagnostics tell of what the example gives too much or too little of.
pub(super) fn run(
    program: &Program,
    external: &BTreeSet<PointId>,
    plan: &Plan<'_>,
    (piece, limits): (&Piece<'_>, &Limits),
) -> (Verdict, Vec<Diagnostic>) {
    let mut running = Running {
        program,
        external,
        piece,
        limits,
        nodes: 0,
        world: plan.start.world.clone(),
        things: plan.things.clone(),
        made: &plan.made,
        verdict: Verdict::new(VerdictKind::Passed),
        assumed: BTreeSet::new(),
        paths: BTreeSet::new(),
        mistakes: Vec::new(),
        over: None,
    };
    running.verdict.hit.extend(&plan.start.hit);
    let several = plan.steps.len() > 1;
    for (number, step) in plan.steps.iter().enumerate() {
        if piece.left() == 0 {
            running.allotment_ended(step.place, &format!("step {}: ", number + 1));
            break;
        }
        let mut setting = plan.start.setting(program);
        setting.budget = Budget { steps: limits.run.steps.min(piece.left()), ..limits.run };
        setting.judgements.clone_from(&step.judgements);
        let prefix = if several { format!("step {}: ", number + 1) } else { String::new() };
        if !running.step(&setting, step, &prefix) {
            break;
        }
        if let (Some(end), Some(next)) = (running.over, plan.steps.get(number + 1)) {
            let (place, prefix) = (next.place, format!("step {}: ", number + 2));
            let help = "take this step out, or begin a new example with it".to_owned();
            let (expected, got) = ("a game that goes on".to_owned(), running.told_end(end));
            running.verdict.fail(Failure { place, key: format!("{prefix}run"), expected, got, help: Some(help) });
            break;
        }
    }
    running.finish()
}

/// An example in the middle of its steps.
struct Running<'a> {
    program: &'a Program,
    /// Points that stand for what the document leaves to another.
    external: &'a BTreeSet<PointId>,
    piece: &'a Piece<'a>,
    limits: &'a Limits,
    /// What the trace holds so far.
    nodes: usize,
    world: World,
    things: Things,
    /// The names of things that runs make, where they stand for values.
    made: &'a [String],
    verdict: Verdict,
    assumed: BTreeSet<usize>,
    /// On what the asserted values depend.
    paths: BTreeSet<PointId>,
    mistakes: Vec<Diagnostic>,
    /// The end to which the game has come.
    over: Option<PointId>,
}

impl Running<'_> {
    /// Runs a step; whether the next one can be run.
    fn step(&mut self, setting: &Setting<'_>, step: &Step<'_>, prefix: &str) -> bool {
        let Some(args) = self.arguments(setting, step) else { return false };
        let things = self.things.clone();
        let mut chance =
            Scripted { program: self.program, things: &things, script: step.script.clone(), mistake: None };
        let (ended, mut recording) = run_recorded(setting, &mut self.world, step.callee, args, &mut chance);
        // What is looked through before and after a run costs something too, even where the run takes no step.
        let held = self.world.things.len() + self.world.states.len() + recording.fields.len();
        self.piece.spend(recording.steps + 1 + held as u64);
        self.verdict.hit.extend(&recording.hit);
        self.verdict.considered.extend(&recording.considered);
        self.assumed.extend(&recording.assumed);
        self.verdict.asked.extend(&recording.asked);
        name_created(self.program, &mut self.things, &recording.trace);
        let forced = chance.take_forced(&recording.trace);
        self.shorten(&mut recording);
        let (given_up, leftovers) = (chance.mistake.take(), chance.script.leftovers());
        match ended {
            Ended::Undetermined { source, point } => {
                self.verdict.trace.extend(recording.trace);
                self.undetermined(source, point);
                return false;
            }
            Ended::Error(error) => {
                self.verdict.trace.extend(recording.trace);
                if self.piece.has_ended() {
                    self.allotment_ended(step.place, prefix);
                } else if let Some(mistake) = given_up {
                    self.mistakes.push(mistake);
                } else {
                    let block = self.program.point(error.point).block;
                    self.verdict.fail(Failure {
                        place: self.program.place_in(block, error.span),
                        key: format!("{prefix}run"),
                        expected: "a run to its end".to_owned(),
                        got: with_names(self.program, &self.world, &self.things, error.message),
                        help: error.help,
                    });
                }
                return false;
            }
            Ended::Refused(point) => {
                // What it made is gone with it, and so are the names.
                self.things = things;
                self.mistakes.extend(forced.err().map(|mistake| *mistake));
                self.mistakes.extend(leftovers);
                let path: BTreeSet<PointId> = recording.refused_by.iter().copied().chain([point]).collect();
                self.refused(step, prefix, point, &path);
                let mut paths = path;
                // What is asserted beside the refusal is the state, which is as it was.
                for assertion in &step.assertions {
                    paths.extend(self.assertion(assertion, prefix, &[], &recording));
                }
                self.reasons(step, prefix, &paths, &recording);
            }
            Ended::Over(end) => {
                self.over = Some(end);
                self.mistakes.extend(forced.err().map(|mistake| *mistake));
                self.mistakes.extend(leftovers);
                let wanted = step.ended.map(|(end, _)| end);
                if wanted != Some(end) {
                    let name = self.program.end_name(end);
                    self.verdict.fail(Failure {
                        place: step.ended.map_or(step.place, |(_, place)| place),
                        key: format!("{prefix}ended"),
                        expected: wanted.map_or("a game that goes on".to_owned(), |end| self.told_end(end)),
                        got: self.told_end(end),
                        help: Some(format!("if that is right, write `expect: {{ended: {name}}}`")),
                    });
                }
                let mut paths: BTreeSet<PointId> = recording.refused_by.iter().copied().chain([end]).collect();
                for assertion in &step.assertions {
                    paths.extend(self.assertion(assertion, prefix, &[], &recording));
                }
                self.reasons(step, prefix, &paths, &recording);
            }
            Ended::Done(outputs) => {
                self.mistakes.extend(forced.err().map(|mistake| *mistake));
                self.mistakes.extend(leftovers);
                if let Some((end, place)) = step.ended {
                    let (expected, got) = (self.told_end(end), "a game that goes on".to_owned());
                    self.verdict.fail(Failure { place, key: format!("{prefix}ended"), expected, got, help: None });
                }
                if let Some(refused) = &step.refused {
                    let sections: Vec<_> = refused.iter().map(|reason| reason.text.as_str()).collect();
                    self.verdict.fail(Failure {
                        place: refused.first().map_or(step.place, |reason| reason.place),
                        key: format!("{prefix}refused"),
                        expected: format!("refused by {}", sections.join(", ")),
                        got: "allowed".to_owned(),
                        help: None,
                    });
                }
                let mut paths = BTreeSet::new();
                for assertion in &step.assertions {
                    paths.extend(self.assertion(assertion, prefix, &outputs, &recording));
                }
                self.reasons(step, prefix, &paths, &recording);
            }
        }
        self.verdict.trace.extend(recording.trace);
        true
    }

    /// An end of the game, with its section.
    fn told_end(&self, end: PointId) -> String {
        format!("the end `{}` of {}", self.program.end_name(end), self.program.block_of(end).id)
    }

    /// Leaves out of a trace what the example has no room for any more.
    fn shorten(&mut self, recording: &mut Recording) {
        let cut = self.nodes > MOST_NODES;
        self.nodes = self.nodes.saturating_add(recording.nodes);
        if self.nodes > MOST_NODES {
            let first = recording.trace.first().map(|node| node.point).filter(|_| !cut);
            let told = first.map(|point| TraceNode { what: What::Cut, point, children: Vec::new() });
            recording.trace = told.into_iter().collect();
        }
    }

    /// Its steps together are too many.
    fn allotment_ended(&mut self, place: Place, prefix: &str) {
        let allotment = self.limits.example;
        self.verdict.fail(Failure {
            place,
            key: format!("{prefix}run"),
            expected: "a run to its end".to_owned(),
            got: format!("its allotment of {} steps ended", grouped(allotment)),
            help: Some(format!(
                "divide the example, or allow more: `--budget example={}`",
                allotment.saturating_mul(10)
            )),
        });
    }

    fn undetermined(&mut self, source: Option<String>, point: PointId) {
        let needs = Needs::of(self.program, source, point);
        self.verdict.kind = VerdictKind::Undetermined;
        self.verdict.reason = Some(match &needs {
            Needs::Judgement(name) => format!("needs a judgement: give `{name}` under `choices`"),
            needs => format!("needs {needs}"),
        });
        self.verdict.needs = Some(needs);
    }

    fn refused(&mut self, step: &Step<'_>, prefix: &str, point: PointId, path: &BTreeSet<PointId>) {
        let by = &self.program.block_of(point).id;
        let Some(refused) = &step.refused else {
            let place = step.assertions.first().map_or(step.place, |assertion| assertion.place);
            self.verdict.fail(Failure {
                place,
                key: format!("{prefix}run"),
                expected: "allowed".to_owned(),
                got: format!("refused by {by}"),
                help: Some(format!("if that is right, write `expect: {{refused: [{by}]}}`")),
            });
            return;
        };
        for reason in refused.iter().filter(|reason| reason.points.is_disjoint(path)) {
            self.verdict.fail(Failure {
                place: reason.place,
                key: format!("{prefix}refused"),
                expected: format!("refused by {}", reason.text),
                got: format!("refused by {}", self.sections(path).join(", ")),
                help: None,
            });
        }
    }

    /// The arguments of a step, with what runs made by now; nothing where it cannot be run.
    fn arguments(&mut self, setting: &Setting<'_>, step: &Step<'_>) -> Option<Vec<Value>> {
        let args = step.args.iter().map(|arg| with_made(arg, self.made, &self.things));
        let (message, help) = match (args.collect::<Result<Vec<Value>, String>>(), step.callee) {
            (Ok(args), Callee::Function(id)) if setting.given.iter().any(|given| given.is_of(id, &args)) => {
                let name = self.program.name(self.program.functions[id.index()].name);
                let message = format!("`{name}` is given here, so that it proves nothing to run it");
                (message, "run what is worked out from it")
            }
            (Ok(args), _) => return Some(args),
            (Err(name), _) => {
                let message = format!("`{name}` is not there yet: no step before this one makes it");
                (message, "name a thing under `given`, or put the step that makes it before")
            }
        };
        let mistake = Diagnostic::new(&crate::diagnostic::codes::BAD_EXAMPLE, step.place, message);
        self.mistakes.push(mistake.help(help));
        None
    }

    /// Compares one value; on what it depends.
    fn assertion(
        &mut self,
        assertion: &Assertion,
        prefix: &str,
        outputs: &[Value],
        recording: &Recording,
    ) -> BTreeSet<PointId> {
        let (got, path) = self.look(&assertion.target, outputs, recording);
        let mut got = got;
        for part in &assertion.parts {
            let part = match part {
                Part::Entry(key) => Part::Entry(with_made(key, self.made, &self.things).unwrap_or(Value::None)),
                Part::Field(at) => Part::Field(*at),
            };
            got = got.and_then(|value| inside(&value, &part));
        }
        let expected = with_made(&assertion.expected, self.made, &self.things);
        let expected_removal = matches!(assertion.target, Target::Removed(_));
        if got.is_some() && got.as_ref() == expected.as_ref().ok() {
            if let Some(dispute) = &assertion.dispute {
                let mut dispute = dispute.clone();
                dispute.key = format!("{prefix}{}", dispute.key);
                self.verdict.disputes.push(dispute);
            }
            self.refuse_assumed(assertion, &path, recording);
            return path;
        }
        let (expected, got) = if expected_removal {
            ("removed".to_owned(), "still there".to_owned())
        } else {
            let got = match &got {
                Some(value) => self.show(value),
                None => self.absent(&assertion.target, outputs).to_owned(),
            };
            (expected.map_or_else(|name| name, |expected| self.show(&expected)), got)
        };
        let help = assertion.dispute.as_ref().and_then(|dispute| {
            (dispute.printed == got).then(|| "the rule gives what is printed: nothing is disputed".to_owned())
        });
        self.verdict.fail(Failure {
            place: assertion.place,
            key: format!("{prefix}{}", assertion.key),
            expected,
            got,
            help,
        });
        path
    }

    /// The value of a target after the run, and on what it depends.
    fn look(&self, target: &Target, outputs: &[Value], recording: &Recording) -> (Option<Value>, BTreeSet<PointId>) {
        let thing = |name: &str| self.things.get(name).copied();
        match target {
            Target::Output(at) => (outputs.get(*at).cloned(), recording.outputs.get(*at).cloned().unwrap_or_default()),
            Target::State(id) => {
                let value = self.world.states.get(id.index()).cloned().flatten();
                (value, recording.states.get(id.index()).cloned().unwrap_or_default())
            }
            Target::Field(name, field) => {
                let Some(thing) = thing(name) else { return (None, BTreeSet::new()) };
                let found = self.world.things.get(thing.index()).and_then(Option::as_ref);
                let value = found.and_then(|found| found.fields.get(usize::from(*field)).cloned());
                (value, recording.fields.get(&(thing.0, *field)).cloned().unwrap_or_default())
            }
            Target::Removed(name) => {
                let Some(thing) = thing(name) else { return (None, BTreeSet::new()) };
                let gone = self.world.things.get(thing.index()).is_none_or(Option::is_none);
                let of_it = recording.fields.range((thing.0, 0)..=(thing.0, u16::MAX));
                (Some(Value::yes_no(gone)), of_it.flat_map(|(_, points)| points.iter().copied()).collect())
            }
        }
    }

    fn absent(&self, target: &Target, outputs: &[Value]) -> &'static str {
        match target {
            Target::Output(_) if self.over.is_some() => "nothing: the game ended",
            Target::Output(_) if outputs.is_empty() => "nothing: the run was refused",
            Target::Field(name, _) => match self.things.get(name) {
                None => "never made",
                Some(thing) if self.world.things.get(thing.index()).is_none_or(Option::is_none) => "removed",
                Some(_) => "nothing",
            },
            _ => "nothing",
        }
    }

    /// What an assumption says cannot be proven by assuming it. A part of the book's own that was looked at and did not apply
    /// is something the book says.
    fn refuse_assumed(&mut self, assertion: &Assertion, path: &BTreeSet<PointId>, recording: &Recording) {
        let assumed = |point: &PointId| self.program.block_of(*point).assumed;
        let mut rest = path.iter().filter(|point| !self.external.contains(point));
        let owners: BTreeSet<_> = path.iter().map(|point| self.program.point(*point).owner).collect();
        let looked_at = recording.considered.iter().any(|point| {
            !assumed(point) && !self.external.contains(point) && owners.contains(&self.program.point(*point).owner)
        });
        if path.iter().any(assumed) && rest.all(assumed) && !looked_at {
            let message = format!("`{}` depends on nothing but an assumption, so it proves nothing", assertion.key);
            let mistake = Diagnostic::new(&crate::diagnostic::codes::BAD_EXAMPLE, assertion.place, message);
            self.mistakes.push(mistake.help("assert what the rules make of it, and leave this key out"));
        }
    }

    /// `because`, `not_because` and `considered`.
    fn reasons(&mut self, step: &Step<'_>, prefix: &str, paths: &BTreeSet<PointId>, recording: &Recording) {
        let named = self.sections(paths).join(", ");
        let named = if named.is_empty() { "no rule".to_owned() } else { named };
        let mut fail = |reason: &Reason, key: &str, expected: String, got: &str| {
            self.verdict.fail(Failure {
                place: reason.place,
                key: format!("{prefix}{key}"),
                expected,
                got: got.to_owned(),
                help: None,
            });
        };
        for reason in step.because.iter().filter(|reason| reason.points.is_disjoint(paths)) {
            let got = format!("the asserted values depend on {named}");
            fail(reason, "because", format!("{} is a reason", reason.text), &got);
        }
        for reason in step.not_because.iter().filter(|reason| !reason.points.is_disjoint(paths)) {
            fail(reason, "not_because", format!("{} is no reason", reason.text), "it is one");
        }
        for reason in &step.considered {
            if reason.points.is_disjoint(&recording.considered) {
                let got = if reason.points.is_disjoint(&recording.hit) { "never looked at" } else { "it applied" };
                fail(reason, "considered", format!("{} is looked at and does not apply", reason.text), got);
            }
        }
        self.paths.extend(paths);
    }

    /// The blocks of these points, in the order of the book.
    fn sections(&self, points: &BTreeSet<PointId>) -> Vec<String> {
        let blocks: BTreeSet<usize> = points.iter().map(|point| self.program.point(*point).block.index()).collect();
        blocks.into_iter().map(|block| self.program.blocks[block].id.clone()).collect()
    }

    fn show(&self, value: &Value) -> String {
        plain(self.program, self.things.names(), value)
    }

    fn finish(mut self) -> (Verdict, Vec<Diagnostic>) {
        let own: BTreeSet<PointId> =
            self.paths.iter().copied().filter(|point| !self.program.block_of(*point).assumed).collect();
        self.verdict.cites = self.sections(&own);
        self.verdict.assumed = self.assumed.iter().map(|set| self.program.assumptions[*set].id.clone()).collect();
        self.verdict.things = self.things.names().clone();
        let verdict = &mut self.verdict;
        if let Some(mistake) = self.mistakes.first() {
            verdict.kind = VerdictKind::Failed;
            verdict.reason = Some(mistake.message.clone());
        } else if let [first, rest @ ..] = &verdict.failures[..] {
            verdict.kind = VerdictKind::Failed;
            let more = if rest.is_empty() { String::new() } else { format!(" (and {} more)", rest.len()) };
            verdict.reason = Some(format!("{}: expected {}, got {}{more}", first.key, first.expected, first.got));
        } else if verdict.kind == VerdictKind::Undetermined {
            // Its reason is already told.
        } else if !verdict.disputes.is_empty() {
            verdict.kind = VerdictKind::Disputed;
            let told: Vec<_> = verdict
                .disputes
                .iter()
                .map(|dispute| format!("{}: printed {}, by rule {}", dispute.key, dispute.printed, dispute.by_rule))
                .collect();
            let under = if verdict.assumed.is_empty() {
                String::new()
            } else {
                format!("; assumes {}", verdict.assumed.join(", "))
            };
            verdict.reason = Some(format!("{}{under}", told.join("; ")));
        } else if !verdict.assumed.is_empty() {
            verdict.kind = VerdictKind::PassedUnderAssumption;
            verdict.reason = Some(format!("assumes {}", verdict.assumed.join(", ")));
        }
        (self.verdict, self.mistakes)
    }
}

fn inside(value: &Value, part: &Part) -> Option<Value> {
    match (value, part) {
        (Value::Record(fields), Part::Field(at)) => fields.get(usize::from(*at)).cloned(),
        (Value::Map(entries), Part::Entry(key)) => {
            entries.iter().find(|(other, _)| other == key).map(|(_, value)| value.clone())
        }
        _ => None,
    }
}
