//! Why there are no odds: a message with its place, and what to do about it.

use super::notation::Notation;
use super::shown::several;
use super::{Asked, Budget, Case, EndedFirst, Policy, Refusal, Way, ask};
use crate::diagnostic::{Place, grouped};
use crate::library::Book;
use crate::library::localized::View;
use crate::logic::example::{Needs, with_names};
use crate::logic::machine::Ended;
use crate::logic::program::{Assumed, AssumptionSet, NameId, PointId, Program};
use crate::logic::trace::plain;
use crate::logic::value::Value;

/// How many candidates a message names.
const SHOWN: usize = 12;

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The statement of the logic.
    pub place: Option<Place>,
}

/// Puts a refusal of a case of this book into words.
pub fn why(refused: &Refusal, case: &Case<'_>, book: &Book, written: &dyn Notation) -> Why {
    let teller = Teller { case, book, written };
    match refused {
        Refusal::Choice { label, by, candidates, point } => teller.choice(*label, by, candidates, *point),
        Refusal::NoCandidate { label, wanted, candidates, point } => {
            teller.no_candidate(*label, wanted, candidates, *point)
        }
        Refusal::Cyclic { label } => {
            let (name, word) = (teller.name(*label), teller.extreme(*label));
            let message =
                format!("the {word} for `{name}` is not found: runs come back to where they were, and choose again");
            let [first, random] = ["first", "random"].map(|how| written.policy(name, how));
            let help = format!("compare policies that stay the same: `{first}`, `{random}`, or one of the candidates");
            because(message, Some(help), None)
        }
        Refusal::NoNumber { label, value } => {
            let told = teller.extreme(*label);
            let (word, name) = told.split_once(' ').unwrap_or(("highest", &told));
            let slip = ask::no_number(case.open, &case.of, (teller.name(*label), word, name), written);
            because(format!("{}, but {}", slip.message, teller.value(value)), Some(slip.help), None)
        }
        Refusal::Unresolved { label, ended } => {
            let (name, word) = (teller.name(*label), teller.extreme(*label));
            let within = within(case.budget, *ended);
            let message = format!("the {word} for `{name}` is not found within the budget of {within}");
            because(message, Some(written.unresolved(case.budget, *ended, name)), None)
        }
        Refusal::Ended(ended) => teller.ended(ended),
    }
}

fn because(message: String, help: Option<String>, place: Option<Place>) -> Why {
    Why { message, help, place }
}

struct Teller<'a> {
    case: &'a Case<'a>,
    book: &'a Book,
    written: &'a dyn Notation,
}

/// How much a budget allows of what ended first, in words.
pub fn within(budget: Budget, ended: EndedFirst) -> String {
    match ended {
        EndedFirst::States => several(budget.states as u64, "state"),
        EndedFirst::Ways => {
            format!("{}, of which a single roll or draw has more", several(budget.states as u64, "way"))
        }
        EndedFirst::Steps => several(budget.steps, "step"),
        EndedFirst::Words => format!("{} of long numbers and states", several(budget.words, "word")),
        EndedFirst::Bytes => format!("{} MiB", grouped((budget.bytes >> 20) as u64)),
    }
}

impl Teller<'_> {
    fn choice(&self, label: NameId, by: &Value, candidates: &[Value], point: PointId) -> Why {
        let (name, player) = (self.name(label), self.value(by));
        // What nobody can tell from another has no name any more.
        let lost = matches!(by, Value::Entity(thing) if !self.case.open.things.values().any(|other| other == thing));
        let whose = if lost { String::new() } else { format!(" of {player}") };
        let between = if candidates.is_empty() { String::new() } else { format!(": {}", self.list(candidates)) };
        let message = format!("no policy makes the choice `{name}`{whose} {}{between}", self.section(point));
        let first = candidates.first().map_or_else(|| "first".to_owned(), |first| self.value(first));
        let taken = self.case.policies.iter().any(|policy: &Policy| policy.label == label);
        let whose = if taken && !lost { format!("{name}@{player}") } else { name.to_owned() };
        let number = |asked: &&Asked| ask::is_number(self.case.open, asked);
        let extreme = self.case.of.iter().find(number).map(|asked| ask::written(self.case.open, asked));
        let extreme = extreme.map(|name| format!(", 'highest {name}', 'lowest {name}'")).unwrap_or_default();
        let policy = self.written.policy(&whose, &first);
        let help = format!("{policy}, or in the place of {first}: first, last, random{extreme}");
        because(message, Some(help), Some(self.place(point)))
    }

    fn no_candidate(&self, label: NameId, wanted: &Value, candidates: &[Value], point: PointId) -> Why {
        let (name, value) = (self.name(label), self.value(wanted));
        let message = format!("the policy makes `{name}` {value}, which is no candidate {}", self.section(point));
        let mut help = format!("the candidates here are {}; or write first, last or random", self.list(candidates));
        // It may be right for one player and wrong for the other.
        let followed = |policy: &&Policy| policy.label == label && policy.way == Way::Always(wanted.clone());
        let of_all = self.case.policies.iter().find(followed).is_some_and(|policy| policy.by.is_none());
        let players = ask::players(self.case.open, label);
        if let (true, [one, other, ..]) = (of_all, &players[..]) {
            let [one, other] = [one, other].map(|player| self.written.policy(&format!("{name}@{player}"), &value));
            let further = if players.len() > 2 { " …" } else { "" };
            help = format!("{help}; for the choices of one player only: {one} or {other}{further}");
        }
        because(message, Some(help), Some(self.place(point)))
    }

    /// A section that is elsewhere, `base:9.6.4`, as readers cite it: "base game 9.6.4".
    fn cited(&self, source: &str) -> String {
        let (document, number) = source.split_once(':').unwrap_or((source, ""));
        let view = View::new(self.book, "en");
        let own = (document == self.book.id).then(|| view.short_title());
        let short = view.related_short(document).or(own).unwrap_or(document);
        format!("{short} {number}").trim_end().to_owned()
    }

    /// How a run ended that has no odds.
    fn ended(&self, ended: &Ended) -> Why {
        let program = self.program();
        match ended {
            Ended::Undetermined { source, point } => {
                let needs = Needs::of(program, source.clone(), *point);
                let help = match &needs {
                    Needs::Judgement(name) => format!("say what it comes to: {}", self.written.judgement(name)),
                    _ => self.supplied(*point),
                };
                let needs = match &needs {
                    Needs::Outside(source) => format!("{}, which is not in this document", self.cited(source)),
                    Needs::Judgement(name) => format!("the judgement `{name}`"),
                    Needs::Untold(name) => format!("`{name}`, which no document tells"),
                };
                let message = format!("the odds are undetermined: a run that can happen needs {needs}");
                because(message, Some(help), Some(self.place(*point)))
            }
            Ended::Error(error) => {
                let world = &self.case.open.start.world;
                let message = with_names(program, world, &self.case.open.things, error.message.clone());
                let place = program.place_in(program.point(error.point).block, error.span);
                because(format!("a run that can happen fails: {message}"), error.help.clone(), Some(place))
            }
            Ended::Done(_) | Ended::Refused(_) | Ended::Over(_) => {
                because("the runs end in no known way".to_owned(), None, None)
            }
        }
    }

    /// Which assumption sets would supply what is missing.
    fn supplied(&self, point: PointId) -> String {
        let program = self.program();
        let owner = program.point(point).owner;
        let supplies = |target: Assumed| {
            let name = match target {
                Assumed::Function(id) | Assumed::Contribution(id, _) => program.functions[id.index()].name,
                Assumed::Procedure(id) => program.procedures[id.index()].name,
                Assumed::Graph(id) => program.graphs[id.index()].name,
            };
            name == owner
        };
        let sets = program.assumptions.iter().zip(0..);
        let fitting = sets.filter(|(set, _)| set.parts.iter().any(|part| supplies(part.target)));
        let (active, other): (Vec<_>, Vec<_>) = fitting.partition(|(_, at)| self.case.setting.assumed.contains(at));
        let told = |sets: &[(&AssumptionSet, usize)], how: &dyn Fn(&str) -> String| {
            sets.iter().map(|(set, _)| how(&set.id)).collect::<Vec<_>>().join(" or ")
        };
        let name = program.name(owner);
        match (&other[..], &active[..]) {
            ([], []) => format!("no assumption set supplies `{name}`: write one in assumptions.yaml of the book"),
            ([], active) => {
                format!("the assumption set {} does not cover this case of `{name}`", told(active, &str::to_owned))
            }
            (other, _) => {
                let keys = told(other, &|id| format!("`assume: [{id}]`"));
                format!("assume what is missing: {keys}{}", self.written.assumed())
            }
        }
    }

    fn program(&self) -> &Program {
        self.case.open.program
    }

    fn name(&self, label: NameId) -> &str {
        self.program().name(label)
    }

    fn value(&self, value: &Value) -> String {
        plain(self.program(), self.case.open.things.names(), value)
    }

    fn list(&self, values: &[Value]) -> String {
        let mut shown: Vec<String> = values.iter().take(SHOWN).map(|value| self.value(value)).collect();
        if values.len() > SHOWN {
            shown.push("…".to_owned());
        }
        shown.join(", ")
    }

    /// `highest gain`, as the policy says.
    fn extreme(&self, label: NameId) -> String {
        let ways = self.case.policies.iter().filter(|policy| policy.label == label).map(|policy| &policy.way);
        let told = |at: &usize| self.case.of.get(*at).map(|asked| ask::written(self.case.open, asked));
        let mut found = ways.filter_map(|way| match way {
            Way::Highest(at) => Some(format!("highest {}", told(at)?)),
            Way::Lowest(at) => Some(format!("lowest {}", told(at)?)),
            _ => None,
        });
        found.next().unwrap_or_else(|| "best".to_owned())
    }

    /// `in 1.1`: the section of a statement.
    fn section(&self, point: PointId) -> String {
        let block = self.program().block_of(point);
        format!("in {}", block.number.as_deref().unwrap_or(&block.id))
    }

    fn place(&self, point: PointId) -> Place {
        self.program().place(point)
    }
}
