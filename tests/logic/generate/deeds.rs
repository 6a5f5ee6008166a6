//! What was done and is being done, what would be, and what goes through several in their order.

use super::rules::Target;
use super::{Generator, Kind};

impl Generator {
    /// The types, states and exceptions that these forms are about.
    pub(super) fn world_of_deeds(&mut self) {
        self.indent = 0;
        self.line("\ntype Rough is -50..50, rounded down to 2, cut");
        self.line("type Fine is fraction, rounded to 1 / 4");
        self.line("state rough: Rough = 0");
        self.line("state fine: Fine = 0");
        self.line("exception keen to worth.lame when unit.side is red");
        self.line("exception rested to strain.weak when unit.ready");
        self.line("value roughly(number: number): Rough = number / 3");
    }

    /// A number out of these.
    pub(super) fn deed_number(&mut self, depth: u32) -> String {
        let x = self.fresh("x");
        let unit = self.known(Kind::Unit);
        match self.below(13) {
            0 => match unit {
                Some(unit) => format!("(strain({unit}) without strain.laden)"),
                None => format!("((sum of strain({x}) for {x} in Unit) without strain.weak)"),
            },
            1 => format!("((sum of worth({x}) for {x} in Unit) supposing alarm = {})", self.flag(depth - 1)),
            2 => match unit {
                Some(unit) => format!("(worth({unit}) supposing {unit}.ready = {})", self.flag(depth - 1)),
                None => format!("(roughly(level) supposing level = {})", self.cut(9)),
            },
            3 => match unit {
                Some(unit) => {
                    format!("((sum of worth({x}) for {x} in Unit) supposing worth({unit}) = {})", self.below(5))
                }
                None => format!("((sum of worth({x}) for {x} in Unit) supposing worth = {})", self.below(5)),
            },
            4 => {
                let (a, source, filter) = (self.fresh("a"), self.units(), self.filter(&x));
                let order = self.one_of(&[
                    "",
                    " in order of lowest {}.strength",
                    " in order of highest worth({}), then lowest {}.strength",
                ]);
                let order = order.replace("{}", &x);
                format!(
                    "(from level as {a} through {x} in {source}{filter}{order} then max(-99, min(99, 2 * {a} - {x}.strength)))"
                )
            }
            5 => {
                let (a, bag) = (self.fresh("a"), self.bag());
                let order = self.one_of(&["", " in order of highest "]);
                let order = if order.is_empty() { String::new() } else { format!("{order}{x}") };
                format!("(from 0 as {a} through {x} in {bag}{order} then {a} + {x})")
            }
            6 => {
                let (amount, most) = (self.cut(5), self.cut(3));
                format!(
                    "(share {amount} among {x} in [red, blue] each at most {most} + (if {x} is blue then 1 otherwise 0))[blue]"
                )
            }
            7 => {
                let (y, filter, count) = (self.fresh("y"), self.filter(&x), self.below(3));
                let order = self.one_of(&["", " in order of lowest {}.strength"]).replace("{}", &x);
                format!("(sum of {y}.strength for {y} in (first {count} {x} in Unit{filter}{order}))")
            }
            8 => format!(
                "({} / 3, rounded {})",
                self.number(depth - 1),
                self.one_of(&["up to 2", "down to 10", "to 5", "to 1"])
            ),
            9 => "(if during main then 1 otherwise 0)".to_owned(),
            10 => {
                let since = self.one_of(&["the game began", "main"]);
                format!("(count of {x} in main since {since})")
            }
            11 => format!("roughly({})", self.number(depth - 1)),
            _ => {
                let Some(name) = self.callables.first().map(|part| part.name.clone()) else {
                    return "rough".to_owned();
                };
                let since = self.one_of(&["main", "the game began", "(main, main)"]);
                match self.below(3) {
                    0 => format!("(sum of {x}.result for {x} in {name} since {since})"),
                    1 => format!("(count of {x} in {name} since {since})"),
                    _ => format!("(if during {name} then 2 otherwise 0)"),
                }
            }
        }
    }

    /// A statement of these.
    pub(super) fn deed_statement(&mut self, depth: u32) {
        match self.below(6) {
            0 => {
                let (word, number) =
                    (self.one_of(&["raise rough by", "lower fine by", "set rough to", "set fine to"]), self.number(2));
                self.line(&format!("{word} {number} / 3"));
            }
            1 if self.rules.forms => {
                let end = self.one_of(&["top", "bottom"]);
                self.line(&format!("put box at the {end} of deck"));
            }
            2 if depth > 0 && self.one_in(4) => self.line("end the game as done"),
            3 if depth > 0 => self.stop_part(),
            4 => {
                let x = self.fresh("u");
                let filter = self.filter(&x);
                self.line(&format!(
                    "for each {x} in Unit{filter} in order of lowest {x}.strength, then highest worth({x})"
                ));
                self.line(&format!("  set level to max(-50, min(50, 2 * level - {x}.strength))"));
            }
            _ => {
                let (name, number) = (self.fresh("n"), self.deed_number(2));
                self.line(&format!("let {name} = {number}"));
                self.scope.push((name, Kind::Number));
            }
        }
    }

    /// Ends a procedure that may be under way.
    pub(super) fn stop_part(&mut self) {
        let Some(name) = self.stoppable() else { return };
        self.stops = true;
        let output = if name == "main" { "number" } else { "result" };
        let line = if self.one_in(2) {
            format!("stop {name}")
        } else {
            format!("stop {name} with {output}: {}", self.below(4))
        };
        self.line(&line);
    }

    /// A procedure within which something else is done.
    fn stoppable(&mut self) -> Option<String> {
        let own = self.outputs.first().map(|(name, _)| *name);
        if own == Some("result") { Some("main".to_owned()) } else { None }
    }

    /// Who chooses which rule stands in the place of a procedure first.
    pub(super) fn order_chosen(&mut self, target: &Target) {
        let pick = self.fresh("chosen");
        self.indent = 0;
        let line = format!(
            "instead of {} as {pick} chosen by {}",
            target.name,
            self.one_of(&["red", "(if alarm then red otherwise blue)"])
        );
        self.line(&line);
        let way = self.one_of(&["first", "last"]);
        self.policies.push((pick, way));
    }
}
