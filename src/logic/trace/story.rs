//! A recorded run told as a player would tell it: what was rolled, drawn, chosen and changed, and what came of it.

use std::collections::BTreeMap;

use super::lines::{Writer, dice};
use super::names::Names;
use super::words::Words;
use crate::logic::machine::{Changed, TraceNode, What};
use crate::logic::program::{Field, Program, Role};
use crate::logic::value::Value;

/// One sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// What it tells of.
    pub kind: SentenceKind,
    /// The words, with their full stop.
    pub text: String,
    /// The section it cites; none for an assumption.
    pub section: Option<String>,
    /// The assumption set it is from.
    pub assumed: Option<String>,
}

/// What a sentence tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentenceKind {
    /// Dice.
    Roll,
    /// What was drawn or picked at random.
    Draw,
    /// What a player chose or judged.
    Choice,
    /// What changed.
    Change,
    /// What a value was made of.
    Reason,
    /// What was refused, what came out, and where the record ends.
    End,
}

impl SentenceKind {
    /// Its word in a page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Roll => "roll",
            Self::Draw => "draw",
            Self::Choice => "choice",
            Self::Change => "change",
            Self::Reason => "reason",
            Self::End => "end",
        }
    }
}

/// The story of a recorded run in the language of `names` and `words`: a sentence for every roll, draw, choice and change.
pub fn story(
    program: &Program,
    trace: &[TraceNode],
    things: &BTreeMap<u64, String>,
    names: &Names<'_>,
    words: &Words,
) -> Vec<Sentence> {
    let mut told = Vec::new();
    let mut open: Vec<Open<'_>> = trace.iter().rev().map(|node| Open::Node(node, 0, None)).collect();
    while let Some(next) = open.pop() {
        let (node, writer) = match next {
            Open::Node(node, ..) | Open::Result(node) => (node, Writer::new(program, things, (names, words), node)),
        };
        let teller = Teller { writer, words };
        match next {
            Open::Node(node, depth, who) => {
                let who = teller.actor(node).or(who);
                told.extend(
                    teller.sentence(node, depth, who.as_deref()).map(|(kind, text)| teller.cited(node, kind, text)),
                );
                if depth == 0 {
                    open.push(Open::Result(node));
                }
                open.extend(node.children.iter().rev().map(|child| Open::Node(child, depth + 1, who.clone())));
            }
            Open::Result(_) => {
                told.extend(teller.result(node).map(|text| teller.cited(node, SentenceKind::End, text)));
            }
        }
    }
    told
}

/// What is still to be told.
enum Open<'a> {
    /// A node, how deep it is, and who does what is done there.
    Node(&'a TraceNode, usize, Option<String>),
    /// What came of a run.
    Result(&'a TraceNode),
}

struct Teller<'a> {
    writer: Writer<'a>,
    words: &'a Words,
}

/// Somebody's doing.
fn by(who: Option<&str>, what: &str) -> String {
    who.map_or_else(|| what.to_owned(), |who| format!("{who}, {what}"))
}

impl Teller<'_> {
    fn cited(&self, node: &TraceNode, kind: SentenceKind, text: String) -> Sentence {
        let (section, assumed) = self.writer.cited(node);
        Sentence { kind, text, section, assumed }
    }

    /// Who does what is done in a node: the thing that a procedure is about, or whose turn it is.
    fn actor(&self, node: &TraceNode) -> Option<String> {
        let thing = |value: &Value| matches!(value, Value::Entity(_)).then(|| self.writer.value(value));
        match &node.what {
            What::Ran { args, .. } => args.iter().find_map(thing),
            What::Turn { value, .. } => value.as_ref().and_then(thing),
            _ => None,
        }
    }

    fn sentence(&self, node: &TraceNode, depth: usize, who: Option<&str>) -> Option<(SentenceKind, String)> {
        let writer = &self.writer;
        let list = |values: &[Value]| writer.list(values);
        Some(match &node.what {
            What::Rolled { label, faces, sides } => {
                let (shown, dice) = dice(faces, *sides);
                let what = by(who, &writer.inner(*label));
                (
                    SentenceKind::Roll,
                    self.words.fill("tells_roll", &[("what", &what), ("faces", &shown), ("dice", &dice)]),
                )
            }
            What::Drew { label, values } => {
                let what = by(who, &writer.inner(*label));
                (SentenceKind::Draw, self.words.fill("tells_draw", &[("what", &what), ("list", &list(values))]))
            }
            What::Picked { label, value, candidates } => {
                let (what, value) = (by(who, &writer.inner(*label)), writer.optional(value.as_ref()));
                let from = list(candidates);
                (
                    SentenceKind::Draw,
                    self.words.fill("tells_pick", &[("what", &what), ("value", &value), ("list", &from)]),
                )
            }
            What::Chose { label, by, value, candidates } => {
                let (what, value) = (writer.inner(*label), writer.optional(value.as_ref()));
                let (by, from) = (writer.player(by), list(candidates));
                let values = [("what", what.as_str()), ("by", &by), ("value", &value), ("list", &from)];
                (SentenceKind::Choice, self.words.fill("tells_choice", &values))
            }
            What::Judged { value } => {
                let what = writer.name(writer.program.point(node.point).owner, Role::Definition, Some(node.point));
                (
                    SentenceKind::Choice,
                    self.words.fill("tells_judgement", &[("what", &what), ("value", &writer.value(value))]),
                )
            }
            // What stays as it was is no change.
            What::Changed { before: Some(before), after, .. } if before == after => return None,
            What::Changed { place: Changed::State(id), .. } if let Some(kept) = writer.program.history.get(id) => {
                (SentenceKind::Change, self.words.fill("tells", &[("what", &writer.kept(kept))]))
            }
            What::Changed { place, before, after } => {
                let told = match place {
                    // What a procedure keeps for itself is no change of the game, and what it gives is told at its end.
                    Changed::Local(_) | Changed::Output(_) => return None,
                    Changed::State(_) => true,
                    Changed::Field(_, ty, field) => writer.program.may_be_none(*ty, *field),
                };
                let before = before.as_ref().filter(|before| told || **before != Value::None);
                let (what, after) = (writer.place(place), writer.value(after));
                let text = match before {
                    Some(before) => {
                        let before = writer.value(before);
                        self.words.fill("tells_change", &[("what", &what), ("before", &before), ("after", &after)])
                    }
                    None => self.words.fill("tells_set", &[("what", &what), ("after", &after)]),
                };
                (SentenceKind::Change, text)
            }
            What::Removed { entity, .. } => {
                let what = writer.value(&Value::Entity(*entity));
                (SentenceKind::Change, self.words.fill("tells_removed", &[("what", &what)]))
            }
            What::Created { entity, ty, fields, .. } => {
                let what = writer.value(&Value::Entity(*entity));
                let declared = &writer.program.entities[usize::from(ty.0)];
                let fields = writer.named(&declared.fields, fields, declared.point);
                let name = if fields.is_empty() { "tells_created_bare" } else { "tells_created" };
                (SentenceKind::Change, self.words.fill(name, &[("what", &what), ("fields", &fields)]))
            }
            // What was asked for is said at its beginning.
            What::Ran { procedure, args, .. } if depth == 0 && !args.is_empty() => {
                let procedure = &writer.program.procedures[procedure.index()];
                let head = writer.called((procedure.name, procedure.point), &procedure.params, args);
                (SentenceKind::Reason, self.words.fill("tells", &[("what", &head)]))
            }
            What::Over => (SentenceKind::End, self.words.fill("tells", &[("what", &writer.over(node.point))])),
            What::Required { held: false } => (SentenceKind::End, self.words.get("tells_refused").to_owned()),
            What::Applied { .. } | What::Row { .. } | What::Capped { .. } if depth == 1 => {
                (SentenceKind::Reason, self.words.fill("tells", &[("what", &writer.line(node))]))
            }
            What::Cut => (SentenceKind::End, writer.line(node)),
            What::Asked { .. }
            | What::Applied { .. }
            | What::NotApplied { .. }
            | What::Excepted { .. }
            | What::Capped { .. }
            | What::Row { .. }
            | What::Ran { .. }
            | What::Let { .. }
            | What::Branched { .. }
            | What::Turn { .. }
            | What::Required { held: true }
            | What::Supposed { .. }
            | What::Graph { .. }
            | What::Given
            | What::Assumed { .. }
            | What::Missing { .. }
            | What::Stopped => return None,
        })
    }

    /// What came of it.
    fn result(&self, node: &TraceNode) -> Option<String> {
        let writer = &self.writer;
        let (what, value) = match &node.what {
            What::Asked { function, args, result } => {
                let function = &writer.program.functions[function.index()];
                (writer.asked(function, args), writer.value(result.as_ref()?))
            }
            What::Ran { procedure, outputs, .. } => {
                let procedure = &writer.program.procedures[procedure.index()];
                let outputs = outputs.as_deref().filter(|outputs| !outputs.is_empty())?;
                let fields: &[Field] = &procedure.outputs;
                let head = writer.name(procedure.name, Role::Definition, Some(procedure.point));
                (head, writer.named(fields, outputs, procedure.point))
            }
            _ => return None,
        };
        Some(self.words.fill("tells_result", &[("what", &what), ("value", &value)]))
    }
}
