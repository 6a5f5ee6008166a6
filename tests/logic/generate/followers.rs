//! Rules that follow what happens in a program, and ends of its game.

use super::{Generated, Generator, Kind, generator};

/// What is followed, in an order in which rules that do not wait change only what comes later: so none sets itself off.
const EVENTS: [&str; 7] = [
    "level changes from was to now",
    "alarm changes",
    "score changes",
    "someone: Unit changes strength from was to now",
    "someone: Unit changes ready",
    "someone: Unit is removed",
    "someone: Unit is created",
];

/// The program of a seed with rules that follow what happens in it.
pub(in crate::logic) fn generate_followed(seed: u64) -> Generated {
    let mut generator = generator(seed);
    generator.rules.follow = true;
    generator.rules.join = seed.is_multiple_of(3);
    generator.rules.forms = seed.is_multiple_of(2);
    generator.rules.deeds = seed % 5 < 2;
    generator.program()
}

impl Generator {
    /// Statements that are done at once.
    pub(super) fn at_once(&mut self, depth: u32) {
        let before = self.scope.clone();
        self.line("at once");
        self.indent += 1;
        let start = self.text.len();
        for _ in 0..=self.below(3) {
            match self.below(6) {
                0 => self.change_unit(),
                1 => {
                    let (word, number) = (self.one_of(&["raise", "lower"]), self.number(1));
                    self.line(&format!("{word} level by {number}"));
                }
                2 => self.come_or_go(depth),
                3 if !self.stops => self.run_part(),
                4 => self.line("set alarm to not alarm"),
                _ => {
                    let (x, by) = (self.fresh("u"), self.cut(2));
                    self.line(&format!("for each {x} in Unit"));
                    self.line(&format!("  lower {x}.strength by {by}, removing it at 0"));
                    self.forget_units();
                }
            }
        }
        if self.text.len() == start {
            self.line("raise level by 1");
        }
        self.indent -= 1;
        self.leave(&before);
    }

    /// Rules that follow what happens, and ends of the game.
    pub(super) fn followers(&mut self) {
        self.indent = 0;
        self.line("\nstate watched: number = 0");
        self.line("state trail: list of number = []");
        self.bits = 3.0;
        let rules: Vec<(usize, String)> = (0..=self.below(4))
            .map(|_| (usize::try_from(self.below(EVENTS.len() as u64)).expect("small"), self.fresh("watch")))
            .collect();
        for (at, (event, name)) in rules.iter().enumerate() {
            let later: Vec<&str> = rules[at + 1..].iter().map(|(_, name)| name.as_str()).collect();
            let ahead = if later.is_empty() { String::new() } else { format!(" ahead of {}", later.join(", ")) };
            let waits = self.one_in(3);
            let settled = if waits { " until settled" } else { "" };
            let removed = EVENTS[*event].ends_with("removed");
            self.scope.clear();
            if EVENTS[*event].starts_with("someone") && !removed {
                self.scope.push(("someone".to_owned(), Kind::Unit));
            }
            let has_values = EVENTS[*event].ends_with("now");
            if has_values {
                self.scope.extend([("was".to_owned(), Kind::Number), ("now".to_owned(), Kind::Number)]);
            }
            let condition = match self.below(4) {
                0 if removed => " when someone.strength > 0".to_owned(),
                1 if has_values => " when now > was".to_owned(),
                2 => format!(" when {}", self.flag(1)),
                _ => String::new(),
            };
            self.indent = 0;
            self.line(&format!("whenever {} as {name}{ahead}{settled}{condition}", EVENTS[*event]));
            self.indent = 1;
            let told = match (removed, has_values) {
                (true, _) => "someone.strength".to_owned(),
                (_, true) => "now - was".to_owned(),
                _ => "1".to_owned(),
            };
            self.line(&format!("add {told} to trail"));
            self.line("raise watched by 1");
            if self.one_in(3) {
                self.roll();
            }
            // All may be set off by one that waits, but not for ever.
            let first = if waits { 0 } else { *event + 1 };
            self.line("if watched < 7");
            self.indent = 2;
            let start = self.text.len();
            for _ in 0..self.below(3) {
                self.set_off(first);
            }
            if self.text.len() == start {
                self.line("raise watched by 0");
            }
        }
        self.ends();
    }

    /// Does something that can be followed, of what comes from there on.
    fn set_off(&mut self, first: usize) {
        let choices = (EVENTS.len() - first.min(EVENTS.len())) as u64;
        if choices == 0 {
            return;
        }
        match first + usize::try_from(self.below(choices)).expect("small") {
            0 => self.line("raise level by 1"),
            1 => self.line("set alarm to not alarm"),
            2 => self.line("raise score[red] by 1"),
            3 => self.each_unit("lower {}.strength by 1"),
            4 => self.each_unit("set {}.ready to not {}.ready"),
            5 => self.each_unit("remove {}"),
            _ => {
                let name = self.fresh("made");
                self.line(&format!("create Unit(strength: 1, side: blue, ready: no, carries: none) as {name}"));
            }
        }
    }

    fn each_unit(&mut self, what: &str) {
        let x = self.fresh("u");
        // A strength below its range would end the run.
        self.line(&format!("for each {x} in Unit where {x}.strength > 0"));
        self.line(&format!("  {}", what.replace("{}", &x)));
    }

    fn ends(&mut self) {
        self.scope.clear();
        self.indent = 0;
        let ends: Vec<String> = (0..self.below(3)).map(|_| self.fresh("over")).collect();
        for (at, name) in ends.iter().enumerate() {
            let later = ends[at + 1..].join(", ");
            let ahead = if later.is_empty() { String::new() } else { format!(" ahead of {later}") };
            let condition = match self.below(4) {
                0 => format!("level > {}", 4 + self.below(6)),
                1 => "no x in Unit".to_owned(),
                2 => format!("watched > {}", 2 + self.below(4)),
                _ => "alarm and level > 2".to_owned(),
            };
            self.line(&format!("the game ends as {name}{ahead} when {condition}"));
        }
    }
}
