//! A recorded run as lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::brief::{Told, brief};
use super::names::{Names, numbered};
use super::values::Printer;
use super::words::Words;
use crate::logic::machine::{Changed, Otherwise, TraceNode, What};
use crate::logic::program::{
    Event, Field, Function, Kept, NameId, Origin, PointId, PointKind, Procedure, Program, Role,
};
use crate::logic::syntax::ast::Joining;
use crate::logic::value::Value;

/// One line of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How deep it stands, from 0.
    pub depth: usize,
    /// The words: `Strength: 3 → 2`.
    pub text: String,
    /// The section it cites; none for an assumption.
    pub section: Option<String>,
    /// The assumption set it is from.
    pub assumed: Option<String>,
    /// The number of its node, in the order of the trace.
    pub node: usize,
    /// The words for any thing of the same family, `sp_2` and `sp_3`, where there are families; none for what is told one by
    /// one, as an answer is.
    pub alike: Option<String>,
    /// Whether it is a turn of a loop that has no name.
    pub is_turn: bool,
}

/// How much is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// What was rolled, drawn, chosen, changed and refused, and what decided about it.
    #[default]
    Brief,
    /// The same, with the words by which things of a family are alike, for [`folded`].
    Alike,
    /// Everything.
    All,
}

/// The lines of a recorded run in the language of `names` and `words`.
pub fn lines(
    program: &Program,
    trace: &[TraceNode],
    things: &BTreeMap<u64, String>,
    names: &Names<'_>,
    words: &Words,
    detail: Detail,
) -> Vec<Line> {
    let mut written = Vec::new();
    let families = (detail == Detail::Alike).then(|| families(things)).flatten();
    let mut write = |at: usize, depth: usize, node: &TraceNode, counted: Option<(&'static str, usize)>| {
        let writer = Writer::new(program, things, (names, words), node);
        let (section, assumed) = writer.cited(node);
        let text = match counted {
            None => writer.line(node),
            Some((word, count)) => words.fill(word, &[("count", &count.to_string())]),
        };
        let alike = match (&families, counted) {
            (Some(families), None) if !node.what.is_answered() => {
                Some(Writer::new(program, families, (names, words), node).line(node))
            }
            (Some(_), Some(_)) => Some(text.clone()),
            _ => None,
        };
        let is_turn = matches!(node.what, What::Turn { label: None, .. });
        written.push(Line { depth, text, section, assumed, node: at, alike, is_turn });
    };
    match detail {
        Detail::Brief | Detail::Alike => {
            let says = |node: &TraceNode| Writer::new(program, things, (names, words), node).says(node);
            for (at, told) in brief(trace, &says) {
                match told {
                    Told::Node(node, depth) => write(at, depth, node, None),
                    Told::NotApplied(count, first, depth) => write(at, depth, first, Some(("not_applied", count))),
                    Told::Asked(count, first, depth) => write(at, depth, first, Some(("looked_at", count))),
                    Told::Quiet(count, first, depth) => write(at, depth, first, Some(("nothing_done", count))),
                }
            }
        }
        Detail::All => {
            let mut open: Vec<(usize, &TraceNode)> = trace.iter().rev().map(|node| (0, node)).collect();
            let mut at = 0;
            while let Some((depth, node)) = open.pop() {
                write(at, depth, node, None);
                at += 1;
                open.extend(node.children.iter().rev().map(|child| (depth + 1, child)));
            }
        }
    }
    written
}

/// The things by the names of their families, `sp` for `sp_2`, if several are of one.
fn families(things: &BTreeMap<u64, String>) -> Option<BTreeMap<u64, String>> {
    let families: BTreeMap<u64, String> = things
        .iter()
        .map(|(number, name)| (*number, numbered(name).map_or(name.as_str(), |(of, _)| of).to_owned()))
        .collect();
    let distinct: BTreeSet<&String> = families.values().collect();
    (distinct.len() < families.len()).then_some(families)
}

/// The lines of [`Detail::Alike`] with those told once that say the same of several things of a family, one behind the other.
pub fn folded(lines: &[Line]) -> Vec<Line> {
    let behind = |at: usize| {
        let within = lines[at + 1..].iter().take_while(|line| line.depth > lines[at].depth).count();
        at + 1 + within
    };
    let alike = |one: &[Line], other: &[Line]| {
        one.len() == other.len()
            && one.iter().zip(other).all(|(one, other)| {
                (one.depth, &one.alike, &one.section, &one.assumed)
                    == (other.depth, &other.alike, &other.section, &other.assumed)
            })
    };
    let mut told: Vec<Line> = Vec::new();
    let mut at = 0;
    // Where turns end that are not told themselves.
    let mut hoisted: Vec<usize> = Vec::new();
    while at < lines.len() {
        hoisted.retain(|end| *end > at);
        let end = behind(at);
        let (mut count, mut to) = (1, end);
        let is_foldable = lines[at..end].iter().all(|line| line.alike.is_some());
        while is_foldable && to < lines.len() && lines[to].depth == lines[at].depth {
            let next = behind(to);
            if !alike(&lines[at..end], &lines[to..next]) {
                break;
            }
            (count, to) = (count + 1, next);
        }
        // What a turn did is told in its place where it did one thing.
        let inner = at + usize::from(lines[at].is_turn && at + 1 < end && behind(at + 1) == end);
        if count == 1 {
            // Only what is within may be alike.
            if inner == at {
                told.push(Line { depth: lines[at].depth - hoisted.len(), ..lines[at].clone() });
            } else {
                hoisted.push(end);
            }
            at += 1;
            continue;
        }
        let parts: Vec<Line> = lines[inner..end]
            .iter()
            .enumerate()
            .map(|(number, line)| {
                let words = line.alike.as_deref().unwrap_or(&line.text);
                let text = if number == 0 { format!("{count} × {words}") } else { words.to_owned() };
                Line { text, depth: line.depth - (inner - at) - hoisted.len(), alike: None, ..line.clone() }
            })
            .collect();
        told.extend(parts);
        at = to;
    }
    told
}

/// The lines for a terminal: indented, each with the number (or id) of its section behind it.
pub fn text(lines: &[Line], number: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    for line in lines {
        let indent = "  ".repeat(line.depth);
        let cited = line.section.as_deref().map(|section| format!(" · {}", number(section))).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{indent}{}{cited}", line.text);
    }
    text
}

/// Writes what is told of a node.
pub(super) struct Writer<'a> {
    pub(super) program: &'a Program,
    printer: Printer<'a>,
    words: &'a Words,
}

impl<'a> Writer<'a> {
    /// For this node, in the words of its section.
    pub(super) fn new(
        program: &'a Program,
        things: &'a BTreeMap<u64, String>,
        (names, words): (&'a Names<'a>, &'a Words),
        node: &TraceNode,
    ) -> Self {
        let block = program.block_of(node.point);
        Self { program, printer: Printer { program, things, language: Some((words, names, &block.id)) }, words }
    }
}

impl Writer<'_> {
    /// Whether there are words for a node: a condition that did not hold and cannot be quoted tells nobody anything.
    fn says(&self, node: &TraceNode) -> bool {
        !matches!(node.what, What::Branched { held: false })
            || self.program.rule_passed_by(node.point).is_some()
            || self.quoted(node.point).is_some()
    }

    /// The section of a node, or its assumption set.
    pub(super) fn cited(&self, node: &TraceNode) -> (Option<String>, Option<String>) {
        let block = self.program.block_of(node.point);
        let by = |assumed: bool| (block.assumed == assumed).then(|| block.id.clone());
        (by(false), by(true))
    }

    pub(super) fn line(&self, node: &TraceNode) -> String {
        let word = |name: &'static str| self.words.get(name).to_owned();
        let colon = |left: String, right: String| format!("{left}: {right}");
        match &node.what {
            What::Asked { function, args, result } => {
                let function = &self.program.functions[function.index()];
                let head = self.asked(function, args);
                match result {
                    Some(result) => colon(head, self.value(result)),
                    None => head,
                }
            }
            What::Applied { label, value } => {
                let shown = match (self.program.point(node.point).kind, value) {
                    (PointKind::Contribution, Value::Number(number)) => format!("{number:+}"),
                    _ => self.value(value),
                };
                colon(self.label(*label, self.unlabelled(node)), shown)
            }
            What::NotApplied { label } => colon(self.label(*label, "case"), word("does_not_apply")),
            What::Excepted { label } => colon(self.label(*label, "case"), word("excepted")),
            What::Capped { from, to } => colon(word("limit"), format!("{} → {}", self.value(from), self.value(to))),
            What::Row { value } => colon(word("row"), self.value(value)),
            What::Ran { procedure, args, outputs } => {
                let procedure = &self.program.procedures[procedure.index()];
                let head = self.ran(procedure, args);
                match outputs.as_deref() {
                    None | Some([]) => head,
                    Some(outputs) => colon(head, self.named(&procedure.outputs, outputs, procedure.point)),
                }
            }
            What::Let { name, value } => colon(self.inner(*name), self.value(value)),
            What::Rolled { label, faces, sides } => {
                let (shown, dice) = dice(faces, *sides);
                colon(self.inner(*label), format!("{shown} ({dice})"))
            }
            What::Drew { label, values } => colon(self.inner(*label), self.list(values)),
            What::Picked { label, value, candidates } => {
                let picked = self.optional(value.as_ref());
                let from = self.words.fill("random", &[("list", &self.list(candidates))]);
                colon(self.inner(*label), if candidates.is_empty() { picked } else { format!("{picked} ({from})") })
            }
            What::Chose { label, by, value, candidates } => {
                let chosen = self.optional(value.as_ref());
                let from = self.words.fill("chosen", &[("by", &self.player(by)), ("list", &self.list(candidates))]);
                colon(self.inner(*label), if candidates.is_empty() { chosen } else { format!("{chosen} ({from})") })
            }
            What::Changed { place, before, after } => self.changed(place, before.as_ref(), after),
            What::Removed { entity, .. } => colon(self.value(&Value::Entity(*entity)), word("removed")),
            What::Created { entity, ty, fields, .. } => {
                let entity_type = &self.program.entities[usize::from(ty.0)];
                // What it has not is told nobody.
                let held = entity_type.fields.iter().zip(fields).filter(|(_, value)| **value != Value::None);
                let fields = self.named_of(held, entity_type.point);
                let fields = if fields.is_empty() { fields } else { format!(" ({fields})") };
                colon(self.value(&Value::Entity(*entity)), word("made") + &fields)
            }
            What::Branched { held: false } if let Some(rule) = self.program.rule_passed_by(node.point) => {
                colon(self.ran(rule, &[]), word("does_not_apply"))
            }
            What::Branched { held } => {
                let condition = self.condition(node.point).unwrap_or_else(|| word("condition"));
                colon(condition, self.value(&Value::yes_no(*held)))
            }
            What::Turn { label, value } => match (label, value) {
                (Some(label), Some(value)) => colon(self.inner(*label), self.value(value)),
                _ => word("turn"),
            },
            What::Required { held } => {
                let required = match self.condition(node.point) {
                    Some(condition) => self.words.fill("required_that", &[("what", &condition)]),
                    None => word("required"),
                };
                colon(required, self.value(&Value::yes_no(*held)))
            }
            What::Graph { graph, args, result } => {
                let graph = &self.program.graphs[graph.index()];
                let head = self.name(graph.name, Role::Definition, Some(graph.point));
                colon(format!("{head} ({})", self.list(args)), self.value(result))
            }
            What::Supposed { of, value, result } => colon(self.supposed(*of, value.as_ref()), self.value(result)),
            What::Judged { value } => colon(word("judgement"), self.value(value)),
            What::Given => word("given"),
            What::Assumed { set } => {
                let id = self.program.assumptions.get(*set).map_or("?", |set| &set.id);
                colon(word("assumed"), id.to_owned())
            }
            What::Missing { source } => source
                .as_ref()
                .map_or_else(|| word("unknown"), |source| colon(word("missing"), self.printer.source(source))),
            What::Over => self.over(node.point),
            What::Stopped => word("stopped"),
            What::Cut => format!("… {}", word("cut")),
        }
    }

    /// Who chooses; who plays alone has no name.
    pub(super) fn player(&self, by: &Value) -> String {
        if *by == Value::None { self.words.get("player").to_owned() } else { self.value(by) }
    }

    /// What a place held, and what it holds.
    fn changed(&self, place: &Changed, before: Option<&Value>, after: &Value) -> String {
        if let Changed::State(id) = place
            && let Some(kept) = self.program.history.get(id)
        {
            return self.kept(kept);
        }
        // An output holds nothing before it is set, nor does a field that the example leaves out: that tells nobody anything.
        let unset = match place {
            Changed::Output(_) => true,
            Changed::Field(_, ty, field) => !self.program.may_be_none(*ty, *field),
            _ => false,
        };
        let before = before.filter(|before| !(**before == Value::None && unset));
        let before = before.map(|before| format!("{} → ", self.value(before))).unwrap_or_default();
        format!("{}: {before}{}", self.place(place), self.value(after))
    }

    /// What is taken to be otherwise.
    fn supposed(&self, of: Otherwise, value: Option<&Value>) -> String {
        let name = match of {
            Otherwise::State(state) => self.place(&Changed::State(state)),
            Otherwise::Field(ty, field) => {
                let ty = &self.program.entities[usize::from(ty.0)];
                self.name(ty.fields[usize::from(field)].name, Role::Inner, Some(ty.point))
            }
            Otherwise::Function(id) | Otherwise::Each(id) => {
                let function = &self.program.functions[id.index()];
                self.name(function.name, Role::Definition, Some(function.point))
            }
            Otherwise::Part(label) => self.label(Some(label), "case"),
        };
        match value {
            Some(value) => self.words.fill("supposing", &[("what", &name), ("value", &self.value(value))]),
            None if matches!(of, Otherwise::Each(_)) => self.words.fill("supposing_each", &[("what", &name)]),
            None => self.words.fill("left_out", &[("part", &name)]),
        }
    }

    /// What was done, or is being done.
    pub(super) fn kept(&self, kept: &Kept) -> String {
        let done = |name: NameId| {
            let procedures = &self.program.procedures;
            let written =
                procedures.iter().find(|procedure| procedure.name == name && procedure.origin == Origin::Written);
            let found = written.or_else(|| procedures.iter().find(|procedure| procedure.name == name));
            found.map_or_else(|| self.inner(name), |procedure| self.ran(procedure, &[]))
        };
        match kept {
            Kept::Since(of, since) if since.is_empty() => self.words.fill("in_the_game", &[("what", &done(*of))]),
            Kept::Since(of, since) => {
                let since: Vec<String> = since.iter().map(|name| done(*name)).collect();
                self.words.fill("since", &[("what", &done(*of)), ("when", &since.join(", "))])
            }
            Kept::During(of) => self.words.fill("during", &[("what", &done(*of))]),
            Kept::Stopped(of) => self.words.fill("is_stopped", &[("what", &done(*of))]),
            Kept::Argument(of, arg) => {
                let procedures = &self.program.procedures;
                let of = procedures.iter().find(|procedure| procedure.name == *of);
                let arg = self.name(*arg, Role::Inner, of.map(|procedure| procedure.point));
                let of = of.map(|procedure| self.ran(procedure, &[])).unwrap_or_default();
                self.words.fill("field_of", &[("field", &arg), ("of", &of)])
            }
        }
    }

    /// That the game has ended, and how.
    pub(super) fn over(&self, end: PointId) -> String {
        let name = self.program.point(end).label.map(|label| self.name(label, Role::Part, Some(end)));
        self.words.fill("over", &[("what", &name.unwrap_or_default())])
    }

    /// What a part without a name is called.
    fn unlabelled(&self, node: &TraceNode) -> &'static str {
        match self.program.point(node.point).kind {
            PointKind::Contribution => "case",
            _ => "base",
        }
    }

    pub(super) fn place(&self, place: &Changed) -> String {
        match place {
            Changed::State(id) => {
                let state = &self.program.states[id.index()];
                self.name(state.name, Role::Definition, Some(state.point))
            }
            Changed::Field(entity, ty, field) => {
                let ty = &self.program.entities[usize::from(ty.0)];
                let field = self.name(ty.fields[usize::from(*field)].name, Role::Inner, Some(ty.point));
                format!("{}, {field}", self.value(&Value::Entity(*entity)))
            }
            Changed::Local(name) | Changed::Output(name) => self.inner(*name),
        }
    }

    /// A procedure with its arguments; a rule that has no name of its own is called by what it joins.
    pub(super) fn ran(&self, procedure: &Procedure, args: &[Value]) -> String {
        if let Origin::Follows { event, named: false } = procedure.origin {
            let name = self.words.fill(follows(event), &[("what", &self.followed(event, procedure))]);
            return self.with_args(name, &procedure.params, args, procedure.point);
        }
        let Origin::Rule { joins, joining, step, named: false } = procedure.origin else {
            return self.called((procedure.name, procedure.point), &procedure.params, args);
        };
        let joined = &self.program.procedures[joins.index()];
        let what = self.name(joined.name, Role::Definition, Some(joined.point));
        let word = match (step, joining) {
            (true, _) => "rule_step",
            (false, Joining::Before) => "rule_before",
            (false, Joining::Instead) => "rule_instead",
            (false, Joining::After) => "rule_after",
        };
        self.with_args(self.words.fill(word, &[("what", &what)]), &procedure.params, args, procedure.point)
    }

    /// What a rule follows: the state, the field, or what it calls the thing.
    fn followed(&self, event: Event, rule: &Procedure) -> String {
        match event {
            Event::State(id) => self.place(&Changed::State(id)),
            Event::Field(ty, field) => {
                let ty = &self.program.entities[usize::from(ty.0)];
                self.name(ty.fields[usize::from(field)].name, Role::Inner, Some(ty.point))
            }
            Event::Created(_) | Event::Removed(_) => rule
                .params
                .first()
                .map(|thing| self.name(thing.name, Role::Inner, Some(rule.point)))
                .unwrap_or_default(),
        }
    }

    fn with_args(&self, name: String, params: &[Field], args: &[Value], point: PointId) -> String {
        if args.is_empty() { name } else { format!("{name} ({})", self.named(params, args, point)) }
    }

    pub(super) fn called(&self, (name, point): (NameId, PointId), params: &[Field], args: &[Value]) -> String {
        self.with_args(self.name(name, Role::Definition, Some(point)), params, args, point)
    }

    /// A function with its arguments, and what is left out of it.
    pub(super) fn asked(&self, function: &Function, args: &[Value]) -> String {
        let head = self.called((function.name, function.point), &function.params, args);
        function.without.iter().fold(head, |head, part| {
            let part = self.name(*part, Role::Part, Some(function.point));
            self.words.fill("without", &[("what", &head), ("part", &part)])
        })
    }

    /// Fields of what is declared at a point, with their values.
    pub(super) fn named(&self, fields: &[Field], values: &[Value], point: PointId) -> String {
        self.named_of(fields.iter().zip(values), point)
    }

    fn named_of<'f>(&self, fields: impl Iterator<Item = (&'f Field, &'f Value)>, point: PointId) -> String {
        let one = |(field, value): (&Field, &Value)| {
            format!("{}: {}", self.name(field.name, Role::Inner, Some(point)), self.value(value))
        };
        // What only weaving knows of is told to nobody.
        let told = fields.filter(|(field, _)| !self.program.name(field.name).starts_with('('));
        told.map(one).collect::<Vec<_>>().join(", ")
    }

    fn label(&self, label: Option<NameId>, word: &'static str) -> String {
        label.map_or_else(|| self.words.get(word).to_owned(), |label| self.name(label, Role::Part, None))
    }

    /// A name that belongs to the definition at hand.
    pub(super) fn inner(&self, name: NameId) -> String {
        self.name(name, Role::Inner, None)
    }

    /// A name; what it stands for is declared at this point, or where the line is told.
    pub(super) fn name(&self, name: NameId, role: Role, declared: Option<PointId>) -> String {
        let block = declared.map(|point| self.program.block_of(point));
        self.printer.name_in(self.program.name(name), role, block.map(|block| block.id.as_str()))
    }

    pub(super) fn value(&self, value: &Value) -> String {
        self.printer.value(value)
    }

    pub(super) fn fill(&self, name: &str, values: &[(&str, &str)]) -> String {
        self.words.fill(name, values)
    }

    pub(super) fn optional(&self, value: Option<&Value>) -> String {
        value.map_or_else(|| self.words.get("nothing").to_owned(), |value| self.value(value))
    }

    pub(super) fn list(&self, values: &[Value]) -> String {
        values.iter().map(|value| self.printer.one_of(value)).collect::<Vec<_>>().join(", ")
    }
}

/// The faces of dice that were rolled, and what dice: "3, 5" and "2d6".
pub(super) fn dice(faces: &[u32], sides: u32) -> (String, String) {
    let shown: Vec<String> = faces.iter().map(ToString::to_string).collect();
    let count = if faces.len() == 1 { String::new() } else { faces.len().to_string() };
    (shown.join(", "), format!("{count}d{sides}"))
}

/// The words that tell of a rule without a name by what it follows.
fn follows(event: Event) -> &'static str {
    match event {
        Event::State(_) | Event::Field(..) => "rule_changes",
        Event::Created(_) => "rule_created",
        Event::Removed(_) => "rule_removed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(depth: usize, text: &str, alike: Option<&str>) -> Line {
        let alike = alike.map(str::to_owned);
        Line { depth, text: text.to_owned(), section: None, assumed: None, node: 0, alike, is_turn: text == "again" }
    }

    fn told(lines: &[Line]) -> Vec<(usize, String)> {
        folded(lines).into_iter().map(|line| (line.depth, line.text)).collect()
    }

    #[test]
    fn what_says_the_same_of_things_of_a_family_is_told_once() {
        let moved = |depth, thing: &str| line(depth, &format!("{thing}: Athens → Megara"), Some("SP: Athens → Megara"));
        let again = || line(1, "again", Some("again"));
        let lines = [
            line(0, "Step", Some("Step")),
            again(),
            moved(2, "SP"),
            again(),
            moved(2, "SP 2"),
            again(),
            moved(2, "SP 3"),
            line(1, "die: 4", None),
            line(1, "die: 4", None),
            moved(1, "SP 4"),
        ];
        let expected =
            [(0, "Step"), (1, "3 × SP: Athens → Megara"), (1, "die: 4"), (1, "die: 4"), (1, "SP 4: Athens → Megara")];
        assert_eq!(told(&lines), expected.map(|(depth, text)| (depth, text.to_owned())));
    }

    #[test]
    fn a_turn_that_did_one_thing_is_told_in_its_place_and_what_is_within_keeps_its_order() {
        let lines = [
            line(0, "again", Some("again")),
            line(1, "Turn of Athens", Some("Turn of Athens")),
            line(2, "die: 4", None),
            line(0, "again", Some("again")),
            line(1, "one", Some("one")),
            line(1, "two", Some("two")),
            line(0, "end", Some("end")),
        ];
        let expected = [(0, "Turn of Athens"), (1, "die: 4"), (0, "again"), (1, "one"), (1, "two"), (0, "end")];
        assert_eq!(told(&lines), expected.map(|(depth, text)| (depth, text.to_owned())));
        assert_eq!(told(&[]), []);
    }

    #[test]
    fn things_with_one_name_and_numbers_are_a_family() {
        let things = |names: &[&str]| {
            (0..).zip(names).map(|(at, name)| (at, (*name).to_owned())).collect::<BTreeMap<u64, String>>()
        };
        assert_eq!(families(&things(&["agis", "nicias", "unit_2"])), None);
        let found = families(&things(&["sp", "sp_2", "sp_31", "agis"])).expect("a family");
        assert_eq!(found.into_values().collect::<Vec<_>>(), ["sp", "sp", "sp", "agis"]);
        for (name, is) in [("sp_2", true), ("sp_", false), ("_2", false), ("sp_b", false), ("sp", false)] {
            assert_eq!(numbered(name).is_some(), is, "{name}");
        }
    }
}
