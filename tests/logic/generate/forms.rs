//! Cards, choices of several, ways that cost something, and what may not be there.

use super::{Generator, Kind};

impl Generator {
    /// The state that these statements are about.
    pub(super) fn cards(&mut self) {
        self.indent = 0;
        self.line("\nstate deck: deck of Chit = [gold, [gold, silver, lead, lead]]");
        self.line("value own(unit: Unit): number = strain(unit) without laden");
        self.line("value downward(depth: 0..9): number = if depth is 0 then level otherwise downward(depth - 1) + upward(depth - 1)");
        self.line("value upward(depth: 0..9): number = if depth is 0 then 1 otherwise downward(depth - 1)");
        self.line("value carried(unit: Unit): number = unit.strength + (sum of carried(other) for other in Unit where other.carries is unit and other.strength < unit.strength)");
    }

    /// A statement of one of these forms.
    pub(super) fn form(&mut self, depth: u32) {
        let chit = self.one_of(&["gold", "silver", "lead"]);
        match self.below(16) {
            0 | 1 => self.deal(),
            2 => {
                let end = self.one_of(&["top", "bottom"]);
                self.line(&format!("add {chit} to the {end} of deck"));
            }
            3 => {
                let line = self.one_of(&["shuffle deck", "shuffle box into deck"]);
                self.line(line);
            }
            4 => {
                self.line(&format!("if {chit} in deck"));
                self.line(&format!("  remove {chit} from deck"));
            }
            5 => self.may_choose(),
            6 => self.choose_several(),
            7 => {
                let (name, x, source) = (self.fresh("n"), self.fresh("x"), self.units());
                let (filter, word) = (self.filter(&x), self.one_of(&["highest", "lowest"]));
                self.line(&format!("let {name} = {word} of {x}.strength for {x} in {source}{filter}, or level"));
                self.scope.push((name, Kind::Number));
            }
            8 => {
                let (name, road) = (self.fresh("n"), self.fresh("x"));
                let [from, to] = [0; 2].map(|_| self.one_of(&["east", "mid", "west", "isle"]));
                let way = format!("distance from {from} to {to} in lanes by {road} costing {road}.cost");
                self.line(&format!("let {name} = {way}, or 9"));
                self.scope.push((name, Kind::Number));
            }
            9 => {
                let (red, blue) = (self.number(1), self.number(1));
                self.line(&format!("set score to [red: {red}, blue: {blue}]"));
            }
            10..=13 => self.newer_form(),
            _ => self.secret(depth),
        }
    }

    /// Members further on, days, values that ask themselves, what is chosen in order, and what is divided.
    fn newer_form(&mut self) {
        let (name, x) = (self.fresh("n"), self.fresh("x"));
        match self.below(6) {
            0 => {
                let (number, space) = (self.number(1), self.one_of(&["east", "mid", "isle"]));
                self.line(&format!("let {name} = if {space} shifted by {number} is west then 1 otherwise level"));
            }
            1 => {
                let (count, part) = (self.cut(9), self.one_of(&["day", "month"]));
                self.line(&format!("let {name} = (6 April 2010 + 20 * {count} days).{part}"));
            }
            2 => {
                let (word, depth) = (self.one_of(&["downward", "upward"]), self.cut(9));
                self.line(&format!("let {name} = {word}({depth})"));
            }
            3 => self.line(&format!("let {name} = sum of carried({x}) for {x} in Unit")),
            4 => {
                let (label, source) = (self.fresh("chosen"), self.units());
                let filter = self.filter(&label);
                let way = self.one_of(&["first", "last"]);
                self.policies.push((label.clone(), way));
                self.line(&format!("choose all {label} in order by red from {source}{filter}"));
                self.line(&format!("let {name} = count of {x} in {label} where {x}.ready"));
                self.scope.push((label, Kind::Units));
            }
            _ => {
                let label = self.fresh("chosen");
                let way = self.one_of(&["first", "last"]);
                self.policies.push((label.clone(), way));
                self.line(&format!("let {name} = count of {x} in Unit where {x}.ready"));
                self.line(&format!("if {name} > 0"));
                self.line(&format!("  divide 3 {label} by blue among Unit where {label}.ready"));
                let one = self.fresh("x");
                self.line(&format!("  for each {one} in {label}"));
                self.line(&format!("    raise level by {label}[{one}]"));
            }
        }
        self.scope.push((name, Kind::Number));
    }

    fn deal(&mut self) {
        let count = 1 + self.below(2);
        if !self.afford(4 * count) {
            return;
        }
        let (label, x) = (self.fresh("dealt"), self.fresh("x"));
        let many = format!("min({count}, (count of {x} in deck))");
        let end = self.one_of(&["", "the top", "the bottom"]);
        let line = match (self.one_in(2), end) {
            (true, "") => format!("look at {many} of deck as {label}"),
            (true, end) => format!("look at {end} {many} of deck as {label}"),
            (false, "") => format!("draw {many} from deck as {label}"),
            (false, end) => format!("draw {many} from {end} of deck as {label}"),
        };
        self.line(&line);
        let (x, number) = (self.fresh("x"), self.fresh("n"));
        self.line(&format!("let {number} = count of {x} in {label} where {x} is gold"));
        self.scope.push((number, Kind::Number));
        self.scope.push((label, Kind::Chits));
    }

    fn may_choose(&mut self) {
        let (label, source) = (self.fresh("chosen"), self.units());
        let filter = self.filter(&label);
        self.line(&format!("may choose {label} by red from {source}{filter}"));
        let way = self.one_of(&["first", "last", "random"]);
        let way = if way == "random" && !self.afford(5) { "first" } else { way };
        self.policies.push((label.clone(), way));
        self.line(&format!("if {label} is not none"));
        self.line(&format!("  raise level by {label}.strength"));
        self.line(&format!("  set last to {label}"));
    }

    fn choose_several(&mut self) {
        let (label, source) = (self.fresh("chosen"), self.units());
        let (filter, many) = (self.filter(&label), self.one_of(&["any", "up to 2", "up to level"]));
        let way = self.one_of(&["first", "last", "random"]);
        let way = if way == "random" && !self.afford(20) { "first" } else { way };
        self.policies.push((label.clone(), way));
        if many == "up to level" {
            self.line("if level < 0");
            self.line("  set level to 1");
        }
        self.line(&format!("choose {many} {label} by blue from {source}{filter}"));
        let (x, number) = (self.fresh("x"), self.fresh("n"));
        self.line(&format!("let {number} = count of {x} in {label} where {x}.ready"));
        self.scope.push((number, Kind::Number));
    }

    fn secret(&mut self, depth: u32) {
        let [one, other] = [0; 2].map(|_| self.fresh("chosen"));
        self.line("in secret");
        self.line(&format!("  choose {one} by red from 0..2"));
        self.line(&format!("  choose {other} by blue from 0..2"));
        for label in [&one, &other] {
            let way = self.one_of(&["0", "2", "last"]);
            self.policies.push((label.clone(), way));
        }
        if depth < 3 {
            self.line(&format!("raise level by {one} - {other}"));
        }
        self.scope.push((one, Kind::Number));
        self.scope.push((other, Kind::Number));
    }
}
