//! Asks a person, and reads what is typed.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use super::super::output::{BAD, FAINT, STRONG};
use super::super::{CommandError, show};
use super::table::Table;
use super::typed::{self, Candidate, Command};
use crate::logic::example::value_of;
use crate::logic::machine::{Answer, Changed, Request, Thing, TraceNode, What, World};
use crate::logic::play::{Asked, Played, Position, Question, Reply};
use crate::logic::program::{EntityType, Field, NameId, Role};
use crate::logic::trace::{Detail, Printer, folded, plain, text};
use crate::logic::types::{EntityTypeId, Type};
use crate::logic::value::{Entity, Value};

/// The longest line that is read, in bytes.
const MAX_LINE: usize = 64 << 10;

/// So many lines in a row may be no answer: nobody at a terminal types so many, and a pipe may have no end.
const MOST_MISSES: usize = 100;

/// So many lines are read at most, for answers that are taken back again may have no end either.
const MOST_LINES: usize = 10_000;

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

impl Table<'_> {
    /// Asks until the answer fits.
    pub(super) fn ask(&mut self, asked: &Asked, position: &Position) -> Result<Said, CommandError> {
        let Some(step) = position.steps.last() else { return Ok(Said::Quit) };
        let candidates = self.candidates(asked, step);
        self.question(asked, step, &candidates);
        for _ in 0..MOST_MISSES {
            let secret = self.open.program.secret_at(asked.point).is_some();
            let Some(line) = self.read_line(secret)? else {
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
                Some(Command::Rule) => {
                    self.rule(asked);
                    self.question(asked, step, &candidates);
                }
                Some(Command::State) => {
                    self.state(position);
                    self.question(asked, step, &candidates);
                }
                Some(Command::Undo) => return Ok(Said::Undo),
                Some(Command::Quit) => return Ok(Said::Quit),
                Some(command @ (Command::Trace | Command::TraceAll)) => {
                    let all = command == Command::TraceAll;
                    for step in &position.steps {
                        let lines = self.lines_of(step, if all { Detail::All } else { Detail::Alike });
                        let seen = &lines[..lines.len().min(self.lasting(step, position, &lines))];
                        let cited = |section: &str| self.cited(section);
                        let shown = if all { text(seen, cited) } else { text(&folded(seen), cited) };
                        for line in shown.lines() {
                            self.output.note(format_args!("{FAINT}{line}{FAINT:#}"));
                        }
                    }
                    self.question(asked, step, &candidates);
                }
                None => match self.answer(asked, step, &line, &candidates) {
                    Ok(reply) => return Ok(Said::Reply(reply)),
                    Err(message) => self.output.note(format_args!("{BAD}no{BAD:#}: {message}")),
                },
            }
        }
        let message = format!("{MOST_MISSES} lines in a row are no answer where `{}` is asked", self.label(asked));
        Err(CommandError::new(message, "give a line for each question; `?` tells what may be typed"))
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
                let value = value_of(self.open.program, &step.before, &step.known, line, ty);
                value.map(Reply::Judged).map_err(|(message, help)| match help {
                    Some(help) => format!("{message}: {help}"),
                    None => message,
                })
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
        let things = step.things.names();
        let printer = self.printer(things, asked);
        let world = self.now(step, asked);
        let apart = self.apart(&values, &world, &printer);
        let thing = |value: &Value| match value {
            Value::Entity(entity) => world.thing(*entity),
            _ => None,
        };
        let mut before = None;
        let candidate = |(value, count): (Value, u32)| {
            let there = thing(&value);
            let is_alike = there.is_some() && there == before;
            before = there;
            Candidate {
                shown: printer.value(&value),
                apart: apart.get(&value).cloned().unwrap_or_default(),
                written: plain(self.open.program, things, &value),
                value,
                count,
                is_alike,
            }
        };
        values.into_iter().map(candidate).collect()
    }

    /// With what the innermost procedure that goes on was begun, in brackets: whose die it is, and where.
    fn begun_with(&self, step: &Played, printer: &Printer<'_>) -> String {
        let program = self.open.program;
        let going_on = TraceNode::each(&step.trace).filter_map(|node| match &node.what {
            What::Ran { procedure, args, outputs: None } => Some((&program.procedures[procedure.index()], args)),
            _ => None,
        });
        let Some((procedure, args)) = going_on.last() else { return String::new() };
        let plain = procedure.params.iter().zip(args).filter(|(_, value)| {
            matches!(value, Value::Symbol(_) | Value::Entity(_) | Value::Number(_) | Value::YesNo(_))
        });
        self.in_brackets(plain.map(|(param, value)| (param.name, value)), printer)
    }

    /// What was chosen just before by the same part, where it asks for one after the other.
    fn chosen_so_far(&self, step: &Played, asked: &Asked, printer: &Printer<'_>) -> String {
        let mut chosen = Vec::new();
        for node in TraceNode::each(&step.trace) {
            match &node.what {
                What::Chose { value: Some(value), .. } if node.point == asked.point => chosen.push(value),
                // Why it may be chosen.
                What::Asked { .. } | What::Applied { .. } | What::NotApplied { .. } | What::Branched { .. } => {}
                _ => chosen.clear(),
            }
        }
        if chosen.is_empty() {
            return String::new();
        }
        let chosen: Vec<String> = chosen.into_iter().map(|value| printer.value(value)).collect();
        format!("; {}", self.words.fill("so_far", &[("list", &chosen.join(", "))]))
    }

    /// What names stand for, as it is put behind something; nothing where there are none.
    fn in_brackets<'v>(&self, named: impl Iterator<Item = (NameId, &'v Value)>, printer: &Printer<'_>) -> String {
        let named = named.map(|(name, value)| {
            let name = printer.name(self.open.program.name(name), Role::Inner);
            format!("{name}: {}", printer.value(value))
        });
        let named: Vec<String> = named.collect();
        if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) }
    }

    /// By which of their fields things can be told apart, in brackets.
    fn apart(&self, values: &[(Value, u32)], world: &World, printer: &Printer<'_>) -> BTreeMap<Value, String> {
        let program = self.open.program;
        let mut by_type: BTreeMap<EntityTypeId, Vec<(&Value, &Thing)>> = BTreeMap::new();
        for (value, _) in values {
            if let Value::Entity(thing) = value
                && let Some(Some(there)) = world.things.get(thing.index())
            {
                by_type.entry(there.ty).or_default().push((value, there));
            }
        }
        let mut told = BTreeMap::new();
        for (ty, things) in by_type {
            let entity = &program.entities[usize::from(ty.0)];
            let differ = |at: usize| things.iter().any(|(_, thing)| thing.fields.get(at) != things[0].1.fields.get(at));
            let fields: Vec<usize> = (0..entity.fields.len()).filter(|at| differ(*at)).take(MOST_FIELDS).collect();
            for (value, thing) in &things {
                let parts = fields
                    .iter()
                    .filter_map(|at| Some(field_of(printer, entity, entity.fields.get(*at)?, thing.fields.get(*at)?)));
                let parts: Vec<String> = parts.collect();
                if !parts.is_empty() {
                    told.insert((*value).clone(), format!(" ({})", parts.join(", ")));
                }
            }
        }
        told
    }

    fn question(&mut self, asked: &Asked, step: &Played, candidates: &[Candidate]) {
        let things = step.things.names();
        let printer = self.printer(things, asked);
        let label = self.label(asked);
        let how = match &asked.question {
            Question::Request(Request::Roll { count: 1, sides, .. }) => format!("d{sides}"),
            Question::Request(Request::Roll { count, sides, .. }) => format!("{count}d{sides}"),
            Question::Request(Request::Draw { count, .. }) => {
                self.words.fill("draws", &[("count", &count.to_string())])
            }
            Question::Request(Request::Pick { .. }) => self.words.get("at_random").to_owned(),
            Question::Request(Request::Choose { by: Value::None, .. }) => {
                self.words.fill("chooses", &[("by", self.words.get("player"))])
            }
            Question::Request(Request::Choose { by, .. }) => self.words.fill("chooses", &[("by", &printer.value(by))]),
            Question::Judgement { about, .. } => {
                let about = self.in_brackets(about.iter().map(|(name, value)| (*name, value)), &printer);
                format!("{}{about}", self.words.get("judgement"))
            }
        };
        let cited = self.cited(&self.open.program.block_of(asked.point).id);
        let of = match &asked.question {
            Question::Judgement { .. } => String::new(),
            Question::Request(_) => self.begun_with(step, &printer),
        };
        let so_far = self.chosen_so_far(step, asked, &printer);
        self.output.note(format_args!("\n{STRONG}{label}{STRONG:#}{of}: {how}{so_far} {FAINT}· {cited}{FAINT:#}"));
        let counted = |candidate: &Candidate| match candidate.count {
            1 => format!("{}{}", candidate.shown, candidate.apart),
            count => format!("{count} × {}{}", candidate.shown, candidate.apart),
        };
        if typed::are_numbered(candidates) {
            let mut lines: Vec<(String, String)> = Vec::new();
            let mut at = 1;
            for alike in candidates.chunk_by(|_, next| next.is_alike) {
                match alike {
                    // What is alike in everything may as well be taken by one number.
                    [first, _, ..] if alike.len() > 2 => {
                        let names: Vec<String> = alike.iter().map(|candidate| candidate.shown.clone()).collect();
                        let numbers = format!("{at}–{}", at + alike.len() - 1);
                        lines.push((numbers, format!("{}{}", together(&names), first.apart)));
                    }
                    few => lines.extend((at..).zip(few).map(|(at, candidate)| (at.to_string(), counted(candidate)))),
                }
                at += alike.len();
            }
            let width = lines.iter().map(|(numbers, _)| numbers.chars().count()).max().unwrap_or(0);
            for (numbers, named) in lines {
                self.output.note(format_args!("  {numbers:>width$}  {named}"));
            }
        } else {
            self.output.note(format_args!("  {}", candidates.iter().map(counted).collect::<Vec<_>>().join(", ")));
        }
    }

    /// The rule that asks, in the reader's language.
    fn rule(&mut self, asked: &Asked) {
        let Some((_, section)) = self.book.section(&self.open.program.block_of(asked.point).id) else { return };
        for line in show::rule(self.library, self.book, section, self.language) {
            self.output.note(line);
        }
    }

    /// What the states hold, and what there is, as far as the step has come.
    fn state(&mut self, position: &Position) {
        let (Some(step), Some(asked)) = (position.steps.last(), &position.asked) else { return };
        let program = self.open.program;
        let world = self.now(step, asked);
        let nothing = &program.blocks.first().map_or_else(String::new, |block| block.id.clone());
        let printer =
            Printer { program, things: step.things.names(), language: Some((self.words, self.names, nothing)) };
        let mut told = Vec::new();
        for (state, value) in program.written_states().zip(&world.states) {
            let Some(value) = value else { continue };
            let section = program.section_of(state.point);
            let name = printer.name_in(program.name(state.name), Role::Definition, section);
            told.push(format!("{name}: {}", printer.value(value)));
        }
        // Things that are alike in everything are told once.
        let mut alike: Vec<(&Thing, Vec<String>)> = Vec::new();
        let mut places: HashMap<&Thing, usize> = HashMap::new();
        for (number, thing) in (0..).zip(&world.things) {
            let Some(thing) = thing else { continue };
            let name = printer.value(&Value::Entity(Entity(number)));
            let place = *places.entry(thing).or_insert(alike.len());
            match alike.get_mut(place) {
                Some((_, names)) => names.push(name),
                None => alike.push((thing, vec![name])),
            }
        }
        for (thing, names) in &alike {
            let entity = &program.entities[usize::from(thing.ty.0)];
            let fields = entity.fields.iter().zip(thing.fields.iter());
            let fields = fields.map(|(field, value)| field_of(&printer, entity, field, value));
            let fields = fields.collect::<Vec<_>>().join(", ");
            told.push(format!("{} ({fields})", together(names)));
        }
        for line in told.iter().take(MOST_TOLD) {
            self.output.note(format_args!("{FAINT}{line}{FAINT:#}"));
        }
        if told.len() > MOST_TOLD {
            self.output.note(format_args!("{FAINT}… {}{FAINT:#}", told.len() - MOST_TOLD));
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
            "  {form}\n  r  read the rule\n  u  take the last answer back\n  t  show the steps so far; t all  every step\n  s  show the state\n  q  end; nothing is saved"
        ));
    }

    /// The next line of the input, nothing at its end.
    pub(super) fn read(&mut self) -> Result<Option<String>, CommandError> {
        self.read_line(false)
    }

    /// The same; what is typed in secret is not seen.
    fn read_line(&mut self, secret: bool) -> Result<Option<String>, CommandError> {
        self.lines_read += 1;
        if self.lines_read > MOST_LINES {
            let message = format!("more than {MOST_LINES} lines were given");
            return Err(CommandError::new(message, "give a line for each question, and `q` to end"));
        }
        self.output.prompt("> ");
        let mut bytes = Vec::new();
        let hidden = secret.then(Unseen::begin);
        let mut input = io::stdin().lock();
        if input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
            self.output.note("");
            return Ok(None);
        }
        if let Some(hidden) = hidden
            && hidden.end()
        {
            // The end of the line was not seen either.
            self.output.note("");
        }
        if bytes.len() > MAX_LINE {
            self.output.note("");
            let message = format!("a line of the input has more than {MAX_LINE} bytes");
            return Err(CommandError::new(message, "give a line for each question"));
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !io::stdin().is_terminal() {
            // What comes through a pipe is not seen otherwise.
            self.output.note(if secret { "…" } else { &line });
        }
        Ok(Some(line))
    }
}

/// So many states and things are told.
const MOST_TOLD: usize = 400;

/// So many fields tell things apart.
const MOST_FIELDS: usize = 4;

impl Table<'_> {
    /// The world as the one who is asked sees it: what it was before the step, and what has changed since, but for what others do
    /// in secret.
    fn now(&self, step: &Played, asked: &Asked) -> World {
        let nodes: Vec<&TraceNode> = TraceNode::each(&step.trace).collect();
        let seen = self.before_secret(&nodes, asked).min(nodes.len());
        changed(step.before.clone(), &nodes[..seen])
    }
}

/// The names of things that are alike, and how many there are.
fn together(names: &[String]) -> String {
    match names {
        [first, .., last] if names.len() > 3 => format!("{first} … {last} × {}", names.len()),
        names => names.join(", "),
    }
}

/// A field and what it holds, as players read it.
fn field_of(printer: &Printer<'_>, of: &EntityType, field: &Field, value: &Value) -> String {
    let program = printer.program;
    let name = printer.name_in(program.name(field.name), Role::Inner, program.section_of(of.point));
    format!("{name}: {}", printer.value(value))
}

/// A world behind what is told of it.
fn changed(mut world: World, nodes: &[&TraceNode]) -> World {
    for node in nodes {
        match &node.what {
            What::Changed { place: Changed::State(state), after, .. } => {
                if let Some(held) = world.states.get_mut(state.index()) {
                    *held = Some(after.clone());
                }
            }
            What::Changed { place: Changed::Field(thing, _, field), after, .. } => {
                if let Some(Some(thing)) = world.things.get_mut(thing.index()) {
                    let mut fields = thing.fields.to_vec();
                    if let Some(held) = fields.get_mut(usize::from(*field)) {
                        held.clone_from(after);
                    }
                    thing.fields = fields.into();
                }
            }
            What::Removed { entity, .. } => {
                if let Some(thing) = world.things.get_mut(entity.index()) {
                    *thing = None;
                }
            }
            What::Created { entity, ty, fields, .. } => {
                if world.things.len() <= entity.index() {
                    world.things.resize(entity.index() + 1, None);
                }
                world.things[entity.index()] = Some(Thing { ty: *ty, fields: fields.clone().into() });
            }
            _ => {}
        }
    }
    world
}

/// As long as it is there, a terminal does not show what is typed.
struct Unseen {
    #[cfg(unix)]
    before: Option<rustix::termios::Termios>,
}

impl Unseen {
    #[cfg(unix)]
    fn begin() -> Self {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let stdin = rustix::stdio::stdin();
        let before = tcgetattr(stdin).ok().filter(|shown| {
            let mut hidden = shown.clone();
            hidden.local_modes.remove(LocalModes::ECHO);
            tcsetattr(stdin, OptionalActions::Flush, &hidden).is_ok()
        });
        Self { before }
    }

    #[cfg(not(unix))]
    fn begin() -> Self {
        Self {}
    }

    /// Whether anything was hidden.
    fn end(self) -> bool {
        #[cfg(unix)]
        let hidden = self.before.is_some();
        #[cfg(not(unix))]
        let hidden = false;
        hidden
    }
}

#[cfg(unix)]
impl Drop for Unseen {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            let now = rustix::termios::OptionalActions::Now;
            // If the terminal is gone, nothing can be seen on it either.
            let _ = rustix::termios::tcsetattr(rustix::stdio::stdin(), now, before);
        }
    }
}

/// Every value of a type, where they are few.
fn all_of(ty: &Type, world: &World) -> Vec<Value> {
    match ty {
        Type::YesNo => vec![Value::yes_no(true), Value::yes_no(false)],
        Type::Symbols(symbols) => symbols.iter().copied().map(Value::Symbol).collect(),
        things if things.is_thing() => {
            things.kinds().iter().flat_map(|kind| world.all(*kind)).map(Value::Entity).collect()
        }
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
