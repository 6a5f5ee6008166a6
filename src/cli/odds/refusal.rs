//! Why there are no odds, where, and what to do.

use super::super::output::Output;
use super::super::{CommandError, Outcome, Success};
use crate::diagnostic::Place;
use crate::library::Library;
use crate::logic::example::{Needs, by_number, with_names};
use crate::logic::machine::Ended;
use crate::logic::odds::{Asked, Case, Policy, Refusal, Way, ask};
use crate::logic::program::{Assumed, NameId, PointId, Program};
use crate::logic::trace::plain;
use crate::logic::types::Type;
use crate::logic::value::Value;

/// How many candidates a message names.
const SHOWN: usize = 12;

/// Says why: what the person asked cannot be done, or a run shows something that is amiss with the book or the case.
pub(super) fn tell(refused: &Refusal, case: &Case<'_>, library: &Library, output: &mut Output) -> Outcome {
    let teller = Teller { case, library };
    let error = match refused {
        Refusal::Choice { label, by, candidates, point } => teller.choice(*label, by, candidates, *point),
        Refusal::NoCandidate { label, wanted, candidates, point } => {
            let (label, wanted) = (teller.name(*label), teller.value(wanted));
            let message = format!("`{label}` shall be {wanted}, which is no candidate {}", teller.section(*point));
            let help = format!("the candidates here are {}; or write first, last or random", teller.list(candidates));
            teller.error(message, Some(help), teller.place(*point))
        }
        Refusal::Cyclic { label } => {
            let (name, word) = (teller.name(*label), teller.extreme(*label));
            let message =
                format!("the {word} for `{name}` is not found: runs come back to where they were, and choose again");
            let help = format!(
                "compare policies that stay the same: `{name}=first`, `{name}=random`, or one of the candidates"
            );
            teller.error(message, Some(help), None)
        }
        Refusal::NoNumber { label, value } => {
            let (name, word) = (teller.name(*label), teller.extreme(*label));
            let message = format!("`{name}` shall make it {word}, and {} is no number", teller.value(value));
            teller.error(message, Some("name a number, or something that is yes or no".to_owned()), None)
        }
        Refusal::Unresolved { label } => {
            let (name, word) = (teller.name(*label), teller.extreme(*label));
            let message = format!(
                "the {word} for `{name}` is not found within the budget of {} states",
                super::grouped(case.budget.states as u64)
            );
            let help = format!(
                "give more: --states {}; or make `{name}` by another policy",
                case.budget.states.saturating_mul(10)
            );
            teller.error(message, Some(help), None)
        }
        Refusal::Ended(ended) => {
            let error = teller.ended(ended);
            output.error(&error);
            return Ok(Success::Wrong);
        }
    };
    Err(error)
}

struct Teller<'a> {
    case: &'a Case<'a>,
    library: &'a Library,
}

impl Teller<'_> {
    fn choice(&self, label: NameId, by: &Value, candidates: &[Value], point: PointId) -> CommandError {
        let (name, player) = (self.name(label), self.value(by));
        // What nobody can tell from another has no name any more.
        let lost = matches!(by, Value::Entity(thing) if !self.case.open.things.values().any(|other| other == thing));
        let whose = if lost { String::new() } else { format!(" of {player}") };
        let between = if candidates.is_empty() { String::new() } else { format!(": {}", self.list(candidates)) };
        let message = format!("no policy makes the choice `{name}`{whose} {}{between}", self.section(point));
        let first = candidates.first().map_or_else(|| "first".to_owned(), |first| self.value(first));
        let taken = self.case.policies.iter().any(|policy: &Policy| policy.label == label);
        let whose = if taken && !lost { format!("{name}@{player}") } else { name.to_owned() };
        let number = |asked: &&Asked| {
            let ty = ask::declared(self.case.open, asked).map(Type::without_none);
            matches!(ty, Some(Type::Number(_) | Type::Fraction | Type::YesNo))
        };
        let extreme = self.case.of.iter().find(number).map(|asked| ask::written(self.case.open, asked));
        let extreme = extreme.map(|name| format!(", 'highest {name}', 'lowest {name}'")).unwrap_or_default();
        let help = format!("--policy {whose}={first}, or in the place of {first}: first, last, random{extreme}");
        self.error(message, Some(help), self.place(point))
    }

    /// How a run ended that has no odds.
    fn ended(&self, ended: &Ended) -> CommandError {
        let program = self.program();
        match ended {
            Ended::Undetermined { source, point } => {
                let needs = Needs::of(program, source.clone(), *point);
                let help = match &needs {
                    Needs::Judgement(name) => format!("say what it comes to: --judge {name}=VALUE"),
                    _ => self.supplied(*point),
                };
                let message = format!("the odds are undetermined: a run that can happen needs {needs}");
                self.error(message, Some(help), self.place(*point))
            }
            Ended::Error(error) => {
                let world = &self.case.open.start.world;
                let message = with_names(program, world, &self.case.open.things, error.message.clone());
                let place = program.place_in(program.point(error.point).block, error.span);
                self.error(format!("a run that can happen fails: {message}"), error.help.clone(), Some(place))
            }
            Ended::Done(_) | Ended::Refused(_) => self.error("the runs end in no known way".to_owned(), None, None),
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
        let ids = |sets: &[(&crate::logic::program::AssumptionSet, usize)]| {
            sets.iter().map(|(set, _)| set.id.clone()).collect::<Vec<_>>().join(" or ")
        };
        let name = program.name(owner);
        match (&other[..], &active[..]) {
            ([], []) => format!("no assumption set supplies `{name}`: write one in assumptions.yaml of the book"),
            ([], active) => format!("the assumption set {} does not cover this case of `{name}`", ids(active)),
            (other, _) => {
                format!("assume what is missing: `assume: [{}]` in the example, or in the file of --given", ids(other))
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
        plain(self.program(), &by_number(&self.case.open.things), value)
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
        let block = &self.program().blocks[self.program().point(point).block.index()];
        format!("in {}", block.number.as_deref().unwrap_or(&block.id))
    }

    fn place(&self, point: PointId) -> Option<Place> {
        Some(self.program().place(point))
    }

    fn error(&self, message: String, help: Option<String>, place: Option<Place>) -> CommandError {
        let at = place.map(|place| {
            let (path, position) = self.library.sources.position(place);
            format!("{path}:{}:{}", position.line, position.column)
        });
        CommandError::Failed { message, at, help }
    }
}
