//! Statements.

use super::{Generator, Kind};

impl Generator {
    /// Statements one below the other; their names are out of reach behind them.
    pub(super) fn block(&mut self, count: u64, depth: u32) {
        let before = self.scope.clone();
        let start = self.text.len();
        for _ in 0..count {
            self.statement(depth);
        }
        if self.text.len() == start {
            self.line("raise level by 1");
        }
        if depth > 0 {
            self.leave(&before);
        }
    }

    /// A block that may be run so many times.
    fn inner(&mut self, times: u32, depth: u32) {
        let outer = self.times;
        self.times *= times;
        self.indent += 1;
        let count = 1 + self.below(3);
        self.block(count, depth + 1);
        self.indent -= 1;
        self.times = outer;
    }

    /// The block of a loop.
    fn turns(&mut self, times: u32, depth: u32) {
        self.looping += 1;
        self.inner(times, depth);
        self.looping -= 1;
    }

    /// Things may be gone: names of units are used no more.
    pub(super) fn forget_units(&mut self) {
        self.removes = true;
        self.scope.retain(|(_, kind)| *kind != Kind::Unit);
    }

    fn statement(&mut self, depth: u32) {
        if self.rules.follow && depth < 3 && self.one_in(9) {
            return self.at_once(depth);
        }
        if self.rules.forms && self.one_in(6) {
            return self.form(depth);
        }
        if self.rules.deeds && self.one_in(7) {
            return self.deed_statement(depth);
        }
        match self.below(if depth < 3 { 34 } else { 26 }) {
            0..=4 => self.roll(),
            5 => self.pick_or_choose(depth),
            6 => self.draw(),
            7 => {
                let (name, flag) = (self.fresh("is"), self.flag(2));
                self.line(&format!("let {name} = {flag}"));
                self.scope.push((name, Kind::YesNo));
            }
            8 => self.copy(),
            9 => {
                let (name, number) = (self.fresh("n"), self.number(2));
                self.line(&format!("let {name} = {number}"));
                self.scope.push((name, Kind::Number));
            }
            10 => {
                let output = self.outputs.clone();
                let (name, kind) = self.one_of(&output);
                self.store(name, kind);
            }
            11 => {
                let (word, number) = (self.one_of(&["raise", "lower"]), self.number(2));
                self.line(&format!("{word} level by {number}"));
            }
            12 => {
                let (side, number) = (self.one_of(&["red", "blue"]), self.number(2));
                self.line(&format!("raise score[{side}] by {number}"));
            }
            13..=15 => self.change_unit(),
            16 => {
                let flag = self.flag(2);
                self.line(&format!("set alarm to {flag}"));
            }
            17 => self.collect(),
            18 => self.come_or_go(depth),
            19 => {
                let bag = self.bag();
                self.line(&format!("set faces to {bag}"));
            }
            20 => self.run_part(),
            21 => match self.below(8) {
                0 => {
                    let flag = self.flag(1);
                    self.line(&format!("require {flag} or level < 5"));
                }
                1 if depth > 0 && self.rules.join && self.looping > 0 && self.one_in(2) => self.line("leave the loop"),
                1 if depth > 0 => self.line("stop"),
                2 if depth > 0 => {
                    let (output, number) = (self.outputs[0].0, self.number(2));
                    self.line(&format!("stop with {output}: {number}"));
                }
                _ => self.change_unit(),
            },
            22..=25 => self.keep(),
            26..=28 => self.each(depth),
            29 => {
                let times = 2 + self.below(2);
                let written = if self.one_in(2) { times.to_string() } else { self.cut(times) };
                self.line(&format!("repeat {written} times"));
                self.turns(u32::try_from(times).expect("small"), depth);
            }
            30 => self.until(depth),
            _ => {
                let flag = self.flag(2);
                self.line(&format!("if {flag}"));
                self.inner(1, depth);
                if self.one_in(2) {
                    self.line("otherwise");
                    self.inner(1, depth);
                }
            }
        }
    }

    /// Gives an output a value.
    pub(super) fn store(&mut self, name: &str, kind: Kind) {
        let value = match kind {
            Kind::Number => self.number(3),
            Kind::YesNo => self.flag(3),
            Kind::Units => {
                let (x, source) = (self.fresh("x"), self.units());
                let filter = self.filter(&x);
                format!("list of {x} in {source}{filter}")
            }
            _ => self.bag(),
        };
        self.line(&format!("set {name} to {value}"));
    }

    pub(super) fn roll(&mut self) {
        let sides = 2 + self.below(3);
        let label = self.fresh("roll");
        if self.one_in(3) {
            if self.afford(sides) {
                self.line(&format!("roll d{sides} as {label}"));
                self.rolls.push((label.clone(), Kind::Number));
                self.scope.push((label, Kind::Number));
            }
            return;
        }
        let count = 1 + self.below(3);
        if self.afford(sides.pow(u32::try_from(count).expect("small"))) {
            let written = if self.one_in(3) { self.cut(count) } else { count.to_string() };
            self.line(&format!("roll {written} d{sides} as {label}"));
            self.ranges.insert(label.clone(), (1, sides));
            self.rolls.push((label.clone(), Kind::Faces));
            self.scope.push((label, Kind::Faces));
        }
    }

    fn copy(&mut self) {
        let (bag, name, x) = (self.bag(), self.fresh("dice"), self.fresh("f"));
        let (low, high) = self.range(&bag);
        let (copied, range) = match self.below(4) {
            3 => {
                // One of two bags, by way of a list.
                let other = self.bag();
                let (least, most) = self.range(&other);
                let (x, list) = (self.fresh("x"), self.fresh("all"));
                self.line(&format!("let {list} = [{bag}, {other}]"));
                let (same, number) = (self.fresh("n"), format!("count of {x} in {list} where {x} is {other}"));
                self.line(&format!("let {same} = {number}"));
                self.scope.push((same.clone(), Kind::Number));
                let chosen = format!("if {same} is 2 then {bag} otherwise {other}");
                (chosen, (low.min(least), high.max(most)))
            }
            0 => {
                let test = self.test(&x, &bag);
                (format!("bag of {x} in {bag} where {test}"), (low, high))
            }
            1 if high < 6 => (format!("bag of {x} + 1 for {x} in {bag}"), (low + 1, high + 1)),
            _ => (bag, (low, high)),
        };
        self.line(&format!("let {name} = {copied}"));
        self.ranges.insert(name.clone(), range);
        self.scope.push((name, Kind::Faces));
    }

    fn draw(&mut self) {
        let label = self.fresh("drawn");
        let count = 1 + self.below(2);
        if !self.afford(3 * count) {
            return;
        }
        let x = self.fresh("x");
        let (source, kind) = self.one_of(&[("box", Kind::Chits), ("pool", Kind::Units), ("field", Kind::Units)]);
        self.line(&format!("draw min({count}, (count of {x} in {source})) from {source} as {label}"));
        if kind == Kind::Chits {
            let (x, number) = (self.fresh("x"), self.fresh("n"));
            let line = format!("let {number} = count of {x} in {label} where {x} is {}", self.chit());
            self.line(&line);
            self.scope.push((number, Kind::Number));
        }
        self.scope.push((label, kind));
    }

    fn chit(&mut self) -> &'static str {
        self.one_of(&["gold", "silver", "lead"])
    }

    fn pick_or_choose(&mut self, depth: u32) {
        let chance = self.one_in(2);
        let label = self.fresh(if chance { "picked" } else { "chosen" });
        if chance && !self.afford(4) {
            return;
        }
        if !chance && self.one_in(3) {
            let (source, kind, ways): (_, _, &[&'static str]) = match self.below(2) {
                0 => ("[yes, no]", Kind::YesNo, &["yes", "no", "first", "last"]),
                _ => ("0..2", Kind::Number, &["0", "1", "2", "last"]),
            };
            let way = self.one_of(ways);
            let line = format!("choose {label} by {} from {source}", self.one_of(&["red", "blue"]));
            self.line(&line);
            self.policies.push((label.clone(), way));
            self.scope.push((label, kind));
            return;
        }
        let (source, filter) = (self.units(), self.filter(&label));
        let extreme = match self.below(3) {
            0 => format!(" with {} {label}.strength", self.one_of(&["highest", "lowest"])),
            _ => String::new(),
        };
        let extreme = if self.rules.join && !extreme.is_empty() && self.one_in(2) {
            let way = self.one_of(&["highest", "lowest"]);
            format!("{extreme}, then {way} (if {label}.ready then 1 otherwise 0)")
        } else {
            extreme
        };
        if chance {
            self.line(&format!("pick {label} at random from {source}{filter}{extreme}"));
        } else {
            let way = self.one_of(&["first", "last", "random"]);
            let way = if way == "random" && !self.afford(4) { "first" } else { way };
            // Who chooses may depend on chance, and one of them may choose otherwise.
            let by = self.one_of(&["red", "blue", "(if alarm then red otherwise blue)"]);
            if self.one_in(3) {
                let other = self.one_of(&["first", "last"]);
                self.policies.push((format!("{label}@red"), other));
            }
            self.line(&format!("choose {label} by {by} from {source}{filter}{extreme}"));
            self.policies.push((label.clone(), way));
        }
        self.line("if there is none");
        self.indent += 1;
        if depth > 0 && self.one_in(3) {
            self.line("raise level by 1");
        }
        self.line("stop");
        self.indent -= 1;
        self.scope.push((label, Kind::Unit));
    }

    pub(super) fn change_unit(&mut self) {
        let Some(unit) = self.known(Kind::Unit) else {
            let (x, source) = (self.fresh("u"), self.units());
            let filter = self.filter(&x);
            self.line(&format!("for each {x} in {source}{filter}"));
            self.indent += 1;
            self.change_of(&x);
            self.indent -= 1;
            return;
        };
        self.change_of(&unit);
    }

    fn change_of(&mut self, unit: &str) {
        match self.below(7) {
            0 | 1 => {
                let number = self.cut(3);
                self.line(&format!("set {unit}.strength to {number}"));
            }
            2 => {
                let flag = self.flag(2);
                self.line(&format!("set {unit}.ready to {flag}"));
            }
            3 => {
                let flag = self.flag(1);
                self.line(&format!("set {unit}.side to if {flag} then red otherwise blue"));
            }
            4 if self.rules.join && self.one_in(2) => {
                let (x, source) = (self.fresh("x"), self.units());
                let filter = self.filter(&x);
                self.line(&format!("set {unit}.carries to first {x} in {source}{filter}"));
            }
            4 => {
                let other = self.known(Kind::Unit).unwrap_or_else(|| "none".to_owned());
                self.line(&format!("set {unit}.carries to {other}"));
            }
            // Now and then a unit without strength ends the run with a mistake.
            5 if self.one_in(8) => self.line(&format!("lower {unit}.strength by 1")),
            5 => {
                self.line(&format!("if {unit}.strength > 0"));
                self.indent += 1;
                self.line(&format!("lower {unit}.strength by 1"));
                self.indent -= 1;
            }
            _ => self.line(&format!("set last to {unit}")),
        }
    }

    /// Puts something into a collection, or takes it out.
    fn collect(&mut self) {
        match (self.below(4), self.known(Kind::Unit)) {
            (0, Some(unit)) => {
                // Once, so that no list grows without end.
                let place = self.one_of(&["field", "pool"]);
                self.line(&format!("if {unit} not in {place}"));
                self.line(&format!("  add {unit} to {place}"));
            }
            (1, Some(unit)) => {
                self.line(&format!("if {unit} in field"));
                self.indent += 1;
                self.line(&format!("remove {unit} from field"));
                self.indent -= 1;
            }
            (2, _) => {
                let chit = self.chit();
                self.line(&format!("if {chit} in box"));
                self.indent += 1;
                self.line(&format!("remove {chit} from box"));
                self.indent -= 1;
            }
            (3, _) => {
                let line = format!("add {} to faces", 1 + self.below(3));
                self.line(&line);
            }
            _ => {
                let line = format!("add {} {} to box", 1 + self.below(2), self.chit());
                self.line(&line);
            }
        }
    }

    /// Changes records, maps and collections of numbers, whole and in part.
    fn keep(&mut self) {
        let number = self.number(2);
        match self.below(11) {
            0 => self.line(&format!("set pile to (units: {number}, chits: {})", self.names % 3)),
            1 => {
                let (field, word) = (self.one_of(&["units", "chits"]), self.one_of(&["raise", "lower"]));
                self.line(&format!("{word} pile.{field} by {number}"));
            }
            2 => {
                let field = self.one_of(&["units", "chits"]);
                self.line(&format!("set pile.{field} to {number}"));
            }
            3 => {
                let side = self.one_of(&["red", "blue"]);
                self.line(&format!("set score[{side}] to {number}"));
            }
            4 => {
                let number = self.cut(4);
                self.line(&format!("add {number} to seen"));
            }
            5 => {
                let (x, name) = (self.fresh("x"), self.fresh("many"));
                self.line(&format!("let {name} = count of {x} in queue where {x} >= 0"));
                self.line(&format!("if {name} < 4"));
                let number = self.cut(4);
                self.line(&format!("  add {number} to queue"));
                self.scope.push((name, Kind::Number));
            }
            6 => {
                let number = self.cut(4);
                let name = self.fresh("old");
                self.line(&format!("let {name} = {number}"));
                let place = self.one_of(&["seen", "queue"]);
                self.line(&format!("if {name} in {place}"));
                self.line(&format!("  remove {name} from {place}"));
            }
            7 => {
                let x = self.fresh("u");
                let (source, filter) = (self.units(), self.filter(&x));
                let kind = self.one_of(&["set", "list"]);
                self.line(&format!("set pool to {kind} of {x} in {source}{filter}"));
            }
            8 => {
                let x = self.fresh("u");
                let (source, filter) = (self.units(), self.filter(&x));
                self.line(&format!("set field to list of {x} in {source}{filter}"));
            }
            9 => {
                let (x, least) = (self.fresh("road"), self.cut(3));
                self.line(&format!("for each {x} in roads where {x}.cost + level > {least} + level"));
                self.line(&format!("  raise level by {x}.cost - {x}.cost + 1"));
            }
            _ => {
                let label = self.fresh("picked");
                if self.afford(3) {
                    self.line(&format!("pick {label} at random from [gold, silver, lead]"));
                    self.line(&format!("if {label} not in box"));
                    self.line(&format!("  add {label} to box"));
                }
            }
        }
    }

    /// Makes or removes units.
    pub(super) fn come_or_go(&mut self, depth: u32) {
        match (self.below(4), self.known(Kind::Unit)) {
            (0 | 1, _) if depth < 2 => {
                let (name, strength, side) = (self.fresh("made"), self.cut(2), self.one_of(&["red", "blue"]));
                self.line(&format!(
                    "create Unit(strength: {strength}, side: {side}, ready: yes, carries: none) as {name}"
                ));
                self.scope.push((name, Kind::Unit));
            }
            // In a loop the name may be used again in the next turn, which ends the run with a mistake.
            (2, Some(unit)) if depth == 0 || self.one_in(4) => {
                let gone = self.one_in(2);
                self.line(&if gone {
                    format!("remove {unit}")
                } else {
                    format!("lower {unit}.strength by 1, removing it at 0")
                });
                self.forget_units();
            }
            _ => {
                let x = self.fresh("u");
                self.line(&format!("for each {x} in Unit where {x}.strength <= 0"));
                self.indent += 1;
                self.line(&format!("remove {x}"));
                self.indent -= 1;
                self.forget_units();
            }
        }
    }

    pub(super) fn run_part(&mut self) {
        let Some(at) = self.callables.len().checked_sub(1) else { return self.roll() };
        let at = if at > 0 && self.one_in(2) { at - 1 } else { at };
        let mut arguments = Vec::new();
        for kind in self.callables[at].params.clone() {
            arguments.push(match kind {
                Kind::Number => self.number(1),
                Kind::YesNo => self.flag(1),
                Kind::Faces => self.bag(),
                _ => match self.known(Kind::Unit) {
                    Some(unit) => unit,
                    None => return self.roll(),
                },
            });
        }
        let bits = self.callables[at].bits;
        if !self.afford_bits(bits) {
            return;
        }
        let (name, removes) = (self.callables[at].name.clone(), self.callables[at].removes);
        let arguments = if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
        if self.one_in(3) {
            self.line(&format!("do {name}{arguments}"));
        } else {
            let (outcome, number) = (self.fresh("did"), self.fresh("n"));
            self.line(&format!("do {name}{arguments} as {outcome}"));
            self.line(&format!("let {number} = {outcome}.result"));
            self.scope.push((number, Kind::Number));
            if self.callables[at].shows {
                let bag = self.fresh("dice");
                self.line(&format!("let {bag} = {outcome}.shown"));
                self.scope.push((bag, Kind::Faces));
            }
        }
        if removes {
            self.forget_units();
        }
    }

    fn each(&mut self, depth: u32) {
        let before = self.scope.clone();
        let x = self.fresh("u");
        if self.one_in(3) {
            let bag = self.bag();
            let filter = if self.one_in(2) { String::new() } else { format!(" where {}", self.test(&x, &bag)) };
            self.line(&format!("for each {x} in {bag}{filter}"));
            self.scope.push((x, Kind::Number));
        } else {
            let (source, filter) = (self.units(), self.filter(&x));
            self.line(&format!("for each {x} in {source}{filter}"));
            self.scope.push((x, Kind::Unit));
        }
        self.turns(3, depth);
        self.leave(&before);
    }

    /// A loop until something is so: a few times, or until a die says so.
    fn until(&mut self, depth: u32) {
        let (name, label) = (self.fresh("turn"), self.fresh("roll"));
        if self.endless && depth == 0 && self.afford(8) {
            self.line(&format!("let {name} = 0"));
            let once = if self.below(3) == 0 { "at least once " } else { "" };
            let line = format!("repeat {once}until {name} >= {}", 1 + self.below(2));
            self.line(&line);
            self.indent += 1;
            self.line(&format!("roll d3 as {label}"));
            self.line(&format!("if {label} is 1"));
            self.line(&format!("  raise {name} by 1"));
            self.line("otherwise");
            self.line("  set alarm to not alarm");
            self.indent -= 1;
            return;
        }
        let flag = self.flag(1);
        self.line(&format!("let {name} = 0"));
        self.line(&format!("repeat until {name} >= 2 or {flag}"));
        self.indent += 1;
        self.line(&format!("raise {name} by 1"));
        self.indent -= 1;
        self.turns(2, depth);
    }
}
