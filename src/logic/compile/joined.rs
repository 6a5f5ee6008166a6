//! Rules that join procedures from their own sections: which join what, and in which order.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{Compiler, Global};
use crate::diagnostic::codes;
use crate::library::names;
use crate::logic::program::{BlockId, Expr, ProcedureId};
use crate::logic::syntax::ast::{self, Item, ItemKind, Joining, Name, Span, Statement, Target};

/// How many rules may stand in the place of one procedure.
const MOST_INSTEAD: usize = 64;

/// A rule that joins a procedure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule<'a> {
    pub(super) block: BlockId,
    pub(super) joining: Joining,
    pub(super) target: &'a Target,
    /// For which things it stands there, once for each.
    pub(super) each: Option<&'a ast::Source>,
    pub(super) name: Option<&'a Name>,
    pub(super) ahead: &'a [ast::Order],
    pub(super) when: Option<&'a ast::Expr>,
    pub(super) statements: &'a [Statement],
    /// All of it.
    pub(super) span: Span,
    /// The procedure that it joins.
    pub(super) procedure: ProcedureId,
}

impl<'a> Rule<'a> {
    /// Its first line, as far as it says what it joins and when.
    pub(super) fn head(&self) -> Span {
        let last = self.when.map(|when| when.span).or(self.ahead.last().map(|order| order.name.span));
        let last = last.or(self.name.map(|name| name.span)).or(self.each.map(|each| each.span)).or(self
            .target
            .label
            .as_ref()
            .map(|label| label.span));
        Span { start: self.span.start, end: self.span.start }.to(last.unwrap_or(self.target.name.span))
    }

    pub(super) fn ranked(&self) -> Ranked<'a> {
        Ranked { block: self.block, name: self.name, ahead: self.ahead, head: self.head() }
    }
}

/// What a rule says of its place among others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<'a> {
    pub(super) block: BlockId,
    pub(super) name: Option<&'a Name>,
    pub(super) ahead: &'a [ast::Order],
    /// Its first line, as far as it says what it joins and when.
    pub(super) head: Span,
}

/// What became of a rule where it was woven in.
#[derive(Clone, Debug)]
pub(super) struct Woven {
    /// The procedure that its statements are.
    pub(super) procedure: ProcedureId,
    /// When it is run.
    pub(super) when: Option<Expr>,
}

/// The rules that join one place, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub(super) rules: Vec<usize>,
    /// Of each of them those that it was told to stand before, directly or through others; by their places in `rules`.
    pub(super) ahead: Vec<BTreeSet<usize>>,
}

/// What rules join: a procedure, or a step of it.
pub(super) type PlaceKey = (ProcedureId, Option<String>, Joining);

/// Those that join a procedure or one of its steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    pub(super) before: Vec<usize>,
    pub(super) instead: Vec<usize>,
    pub(super) after: Vec<usize>,
}

impl Around {
    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = usize> {
        self.before.iter().chain(&self.instead).chain(&self.after).copied()
    }
}

impl<'a> Compiler<'a> {
    /// Notes a rule with the procedure that it joins.
    pub(super) fn joined_rule(&mut self, block: BlockId, item: &'a Item) {
        let ItemKind::Joined { joining, target, also, each, name, ahead, when, statements } = &item.kind else {
            return;
        };
        for target in std::iter::once(target).chain(also) {
            let Some(Global::Procedure(procedure)) = self.globals.get(&target.name.text).map(|(global, ..)| *global)
            else {
                self.no_procedure(block, &target.name);
                continue;
            };
            self.rules.push(Rule {
                block,
                joining: *joining,
                target,
                each: each.as_ref(),
                name: name.as_ref(),
                ahead,
                when: when.as_ref(),
                statements,
                span: item.span,
                procedure,
            });
        }
    }

    pub(super) fn no_procedure(&mut self, block: BlockId, name: &Name) {
        let text = &name.text;
        if let Some((global, home, span)) = self.globals.get(text).copied() {
            let (is, help) = self.kind_of(global);
            let message = format!("`{text}` is {is}, and a rule joins a procedure");
            self.report(&codes::TYPE_MISMATCH, (block, name.span), message, help);
            if span != Span::default() {
                self.related((home, span), "defined here");
            }
            return;
        }
        self.unknown_procedure(block, name);
    }

    /// Reports a name that nothing has where a procedure is meant.
    pub(super) fn unknown_procedure(&mut self, block: BlockId, name: &Name) {
        let program = &self.program;
        let known = program.written_procedures().map(|procedure| program.name(procedure.name));
        let help = self.meant(&name.text, known).unwrap_or_else(|| "name a procedure of this book".to_owned());
        let message = format!("there is no procedure `{}`", name.text);
        self.report(&codes::UNKNOWN_NAME, (block, name.span), message, help);
    }

    /// Puts the rules of each place into their order: as they say, else as their sections come.
    pub(super) fn order_rules(&mut self) {
        let mut places: BTreeMap<PlaceKey, Vec<usize>> = BTreeMap::new();
        let in_order: Vec<usize> = (0..self.rules.len()).filter(|at| !self.is_without_order(*at)).collect();
        for at in in_order {
            let rule = self.rules[at];
            let label = rule.target.label.as_ref().map(|label| label.text.clone());
            places.entry((rule.procedure, label, rule.joining)).or_default().push(at);
        }
        for (key, rules) in places {
            if key.2 == Joining::Instead && rules.len() > MOST_INSTEAD {
                let rule = self.rules[rules[MOST_INSTEAD]];
                let message =
                    format!("more than {MOST_INSTEAD} rules stand in the place of `{}`", rule.target.name.text);
                let help = "put some of them together, with `if`";
                self.report(&codes::LOGIC_TOO_COMPLEX, (rule.block, rule.head()), message, help);
                continue;
            }
            let joins = self.rules[rules[0]].target.name.text.clone();
            let ranked = rules.iter().map(|at| self.rules[*at].ranked()).collect::<Vec<_>>();
            let Place { rules: order, ahead } =
                self.ordered(&ranked, &|name| format!("no other rule `{name}` joins `{joins}` there"));
            let rules = order.into_iter().map(|at| rules[at]).collect();
            self.places.insert(key, Place { rules, ahead });
        }
    }

    /// The order of rules: as they say, else as they stand in the book. `unknown` tells that none of them has a name.
    pub(super) fn ordered(&mut self, rules: &[Ranked<'_>], unknown: &dyn Fn(&str) -> String) -> Place {
        let mut ahead = self.told_ahead(rules, unknown);
        // The first in the order of the book that nothing left has to come before.
        let mut waiting = vec![0_usize; rules.len()];
        for later in ahead.iter().flatten() {
            waiting[*later] += 1;
        }
        let first = |n: usize| (!self.prevailing.contains(&rules[n].block), n);
        let mut ready: BTreeSet<(bool, usize)> = (0..rules.len()).filter(|n| waiting[*n] == 0).map(first).collect();
        let mut order = Vec::new();
        while let Some((_, n)) = ready.pop_first() {
            order.push(n);
            for later in &ahead[n] {
                waiting[*later] -= 1;
                if waiting[*later] == 0 {
                    ready.insert(first(*later));
                }
            }
        }
        if order.len() < rules.len() {
            let left: Vec<usize> = (0..rules.len()).filter(|n| !order.contains(n)).collect();
            let rule = rules[left[0]];
            let place = rule.ahead.first().map_or(rule.head, |order| order.name.span);
            let message = "each of these rules is to stand before another of them";
            self.report(&codes::CIRCULAR_LOGIC, (rule.block, place), message, "take one `ahead of` or `behind` out");
            for other in left.iter().skip(1).take(8) {
                let other = rules[*other];
                self.related((other.block, other.head), "part of the circle");
            }
            order.extend(left);
        }
        // All that follow: from the last to the first, so that each has what those behind it have.
        let mut closed: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); rules.len()];
        let place_of: HashMap<usize, usize> = order.iter().enumerate().map(|(place, n)| (*n, place)).collect();
        for (place, n) in order.iter().enumerate().rev() {
            let mut all = BTreeSet::new();
            for later in std::mem::take(&mut ahead[*n]) {
                let later = place_of[&later];
                if later > place {
                    all.insert(later);
                    all.extend(closed[later].iter().copied());
                }
            }
            closed[place] = all;
        }
        Place { rules: order, ahead: closed }
    }

    /// The sections whose rules prevail over others, and those below them.
    pub(super) fn declare_prevailing(&mut self) {
        let blocks = self.inputs.blocks;
        for (block, item) in self.items(false) {
            let ItemKind::Prevail { sections } = &item.kind else { continue };
            for name in sections {
                let is_it = |id: &String| id.replace('-', "_") == name.text;
                let own = (0..).zip(blocks).filter(|(_, other)| !other.assumed);
                let found = own.filter(|(_, other)| is_it(&other.id) || other.above.iter().any(is_it));
                let found: Vec<BlockId> = found.map(|(at, _)| BlockId(at)).collect();
                if found.is_empty() {
                    let known: BTreeSet<String> = blocks
                        .iter()
                        .flat_map(|block| std::iter::once(&block.id).chain(&block.above))
                        .map(|id| id.replace('-', "_"))
                        .collect();
                    let help = self.meant(&name.text, known.iter().map(String::as_str)).unwrap_or_else(|| {
                        "name the id of a section that has logic, or has such sections below it".to_owned()
                    });
                    let message = format!("there is no section `{}` with rules", name.text);
                    self.report(&codes::UNKNOWN_NAME, (block, name.span), message, help);
                }
                self.prevailing.extend(found);
            }
        }
    }

    /// Whether the rules of one section prevail over those of another.
    pub(super) fn prevails(&self, one: BlockId, other: BlockId) -> bool {
        self.prevailing.contains(&one) && !self.prevailing.contains(&other)
    }

    /// Of each rule those that it says it comes ahead of.
    fn told_ahead(&mut self, rules: &[Ranked<'_>], unknown: &dyn Fn(&str) -> String) -> Vec<BTreeSet<usize>> {
        // What each is called: by its own name, and by the id of its section.
        let mut called: HashMap<String, Vec<usize>> = HashMap::new();
        for (n, rule) in rules.iter().enumerate() {
            let section = self.program.blocks[rule.block.index()].id.replace('-', "_");
            called.entry(section).or_default().push(n);
            if let Some(name) = rule.name {
                called.entry(name.text.clone()).or_default().push(n);
            }
        }
        let mut ahead: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); rules.len()];
        for (n, rule) in rules.iter().enumerate() {
            for ast::Order { name, behind } in rule.ahead {
                let others: Vec<usize> =
                    called.get(&name.text).into_iter().flatten().copied().filter(|other| *other != n).collect();
                if others.is_empty() {
                    let known = called
                        .keys()
                        .map(String::as_str)
                        .filter(|known| called.get(*known).is_some_and(|rules| rules.iter().any(|other| *other != n)));
                    let known: BTreeSet<&str> = known.collect();
                    let help = self.meant(&name.text, known.iter().copied()).unwrap_or_else(|| {
                        if known.is_empty() {
                            format!(
                                "there is no other rule: leave `{}` out",
                                if *behind { "behind" } else { "ahead of" }
                            )
                        } else {
                            format!("there are: {}", names::listed(known.iter().copied()))
                        }
                    });
                    self.report(&codes::UNKNOWN_NAME, (rule.block, name.span), unknown(&name.text), help);
                }
                if *behind {
                    for other in others {
                        ahead[other].insert(n);
                    }
                } else {
                    ahead[n].extend(others);
                }
            }
        }
        ahead
    }

    /// The rules that join a procedure as a whole, or a step of it.
    pub(super) fn around(&self, procedure: ProcedureId, label: Option<&str>) -> Around {
        let at = |joining| {
            let key = (procedure, label.map(str::to_owned), joining);
            self.places.get(&key).map(|place| place.rules.clone()).unwrap_or_default()
        };
        Around { before: at(Joining::Before), instead: at(Joining::Instead), after: at(Joining::After) }
    }

    /// The labels of steps that rules name, with the rules.
    pub(super) fn steps_joined(&self, procedure: ProcedureId) -> HashMap<String, Around> {
        let first = (procedure, None, Joining::Before);
        let keys = self.places.range(first..).take_while(|((of, ..), _)| *of == procedure);
        let labels: BTreeSet<String> = keys.filter_map(|((_, label, _), _)| label.clone()).collect();
        labels.into_iter().map(|label| (label.clone(), self.around(procedure, Some(&label)))).collect()
    }

    /// Reports the rules that join a step which the procedure does not have, or has twice.
    pub(super) fn labels_joined(&mut self, procedure: ProcedureId, statements: &[Statement]) {
        let joined = self.steps_joined(procedure);
        if joined.is_empty() {
            return;
        }
        let mut labels: BTreeMap<&str, usize> = BTreeMap::new();
        labelled(statements, &mut |label| *labels.entry(label).or_default() += 1);
        let mut wrong: Vec<usize> = Vec::new();
        for (label, around) in &joined {
            if labels.get(label.as_str()) != Some(&1) {
                wrong.extend(around.all());
            }
        }
        wrong.sort_unstable();
        for at in wrong {
            let rule = self.rules[at];
            let Some(label) = &rule.target.label else { continue };
            let name = &rule.target.name.text;
            let (message, help) = if labels.contains_key(label.text.as_str()) {
                let message = format!("`{name}` has several steps `{}`", label.text);
                (message, "give the one that is meant a label of its own: `label: statement`".to_owned())
            } else {
                let known = || labels.keys().copied();
                let help = self.meant(&label.text, known()).unwrap_or_else(|| match labels.len() {
                    0 => "give the step a label: `label: statement`".to_owned(),
                    1..=12 => format!("its steps are: {}", names::listed(known())),
                    _ => "give the step a label: `label: statement`".to_owned(),
                });
                (format!("`{name}` has no step `{}`", label.text), help)
            };
            self.report(&codes::UNKNOWN_NAME, (rule.block, label.span), message, help);
        }
    }

    /// The words of a rule's text, by which it is known which names it can ask for.
    pub(super) fn words(&self, rule: &Rule<'_>) -> HashSet<String> {
        let text = &self.program.blocks[rule.block.index()].text.text;
        let written = text.get(rule.span.range()).unwrap_or_default();
        words_of(written).map(str::to_owned).collect()
    }

    /// The words of all rules that join a procedure as a whole: what they ask for is used.
    pub(super) fn asked_by_rules(&self, procedure: ProcedureId) -> HashSet<String> {
        let around = self.around(self.whole(procedure), None);
        let of_rules = around.all().flat_map(|rule| {
            let rule = &self.rules[rule];
            let mut words = self.words(rule);
            words.extend(self.words_of_exceptions(rule.name));
            words
        });
        of_rules.chain(self.asked_in_history(self.whole(procedure))).collect()
    }
}

/// The words of a text.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Gives `visit` the labels of statements: written ones, and the names that statements make.
fn labelled<'s>(statements: &'s [Statement], visit: &mut dyn FnMut(&'s str)) {
    for statement in statements {
        if let Some(label) = label_of(statement) {
            visit(label);
        }
        for body in statement.kind.bodies() {
            labelled(body, visit);
        }
    }
}

/// What rules call a statement: its label, else the name that it makes.
pub(super) fn label_of(statement: &Statement) -> Option<&str> {
    let name = statement.label.as_ref().or_else(|| statement.kind.made());
    name.map(|name| name.text.as_str())
}
