//! Rules that join the procedures of a program.

use rulestone::logic::machine::Seeded;

use super::{Generated, Generator, Kind, generator};

/// A procedure that rules may join.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) name: String,
    pub(super) params: Vec<(String, Kind)>,
    pub(super) outputs: Vec<(&'static str, Kind)>,
    /// The rolls in it, by the names that they make.
    pub(super) rolls: Vec<(String, Kind)>,
}

/// The program of a seed with rules that join it.
pub(in crate::logic) fn generate_woven(seed: u64) -> Generated {
    let mut generator = generator(seed);
    generator.rules.join = true;
    generator.rules.deeds = seed % 2 == 1;
    generator.program()
}

/// Two rules before `main`, as text, that change or ask something.
pub(in crate::logic) fn two_rules(seed: u64) -> [String; 2] {
    let mut generator = generator(0);
    generator.dice = Seeded::new(seed);
    generator.bits = 4.0;
    [0, 1].map(|_| {
        generator.text.clear();
        generator.indent = 0;
        generator.scope.clear();
        let condition = if generator.one_in(2) { format!(" when {}", generator.flag(1)) } else { String::new() };
        let name = generator.fresh("rule");
        generator.line(&format!("before main as {name}{condition}"));
        generator.deed();
        std::mem::take(&mut generator.text)
    })
}

impl Generator {
    /// Rules that join what was made so far.
    pub(super) fn rules(&mut self) {
        self.bits = 2.0;
        for target in self.targets.clone() {
            for joining in ["before", "instead of", "after"] {
                if self.one_in(3) {
                    let count = 1 + self.below(2);
                    self.rules_at(joining, &target, count);
                }
            }
            if let Some((roll, kind)) = target.rolls.first().filter(|_| self.dice.below(3) == 0) {
                self.rule_at_step(&target, roll, *kind);
            }
        }
    }

    fn rules_at(&mut self, joining: &str, target: &Target, count: u64) {
        let names: Vec<String> = (0..count).map(|_| self.fresh("rule")).collect();
        let chosen = joining == "instead of" && self.rules.deeds && self.one_in(2);
        if chosen {
            self.order_chosen(target);
        }
        for (at, name) in names.iter().enumerate() {
            self.scope.clone_from(&target.params);
            if joining == "after" {
                self.scope.extend(target.outputs.iter().map(|(name, kind)| ((*name).to_owned(), *kind)));
            }
            let ahead = if names[at + 1..].is_empty() || chosen {
                String::new()
            } else {
                format!(" ahead of {}", names[at + 1..].join(", "))
            };
            let condition = if self.one_in(3) { String::new() } else { format!(" when {}", self.flag(2)) };
            self.indent = 0;
            let each = if chosen && self.one_in(2) {
                let x = self.fresh("each");
                let filter = self.filter(&x);
                self.policies.push((x.clone(), "first"));
                format!(" for each {x} in Unit{filter}")
            } else {
                String::new()
            };
            self.line(&format!("{joining} {}{each} as {name}{ahead}{condition}", target.name));
            self.deed();
            if joining == "instead of" {
                self.instead(target);
            }
        }
        self.indent = 0;
    }

    /// The outputs of what a rule stands in the place of.
    fn instead(&mut self, target: &Target) {
        self.indent = 1;
        self.outputs.clone_from(&target.outputs);
        let original = self.below(3);
        match original {
            0 => {}
            1 => self.line("do the original"),
            _ => {
                let name = self.fresh("original");
                self.line(&format!("do the original as {name}"));
                for (output, _) in &target.outputs {
                    self.line(&format!("set {output} to {name}.{output}"));
                }
            }
        }
        for (output, kind) in target.outputs.iter().copied() {
            if original == 0 || self.one_in(4) {
                self.store(output, kind);
            }
        }
    }

    fn rule_at_step(&mut self, target: &Target, roll: &str, kind: Kind) {
        self.scope.clone_from(&target.params);
        let joining = self.one_of(&["before", "after", "instead of"]);
        let condition = if self.one_in(3) { String::new() } else { format!(" when {}", self.flag(1)) };
        self.line(&format!("{joining} {}.{roll}{condition}", target.name));
        if joining == "instead of" {
            let value = if kind == Kind::Number { "1" } else { "[1, 2]" };
            self.line(&format!("  set {roll} to {value}"));
        } else {
            self.deed();
        }
        self.indent = 0;
    }

    /// A statement or two of a rule.
    fn deed(&mut self) {
        self.indent = 1;
        let start = self.text.len();
        for _ in 0..=self.below(2) {
            match self.below(7) {
                0 => self.roll(),
                1 => self.change_unit(),
                2 => {
                    let flag = self.flag(1);
                    self.line(&format!("set alarm to {flag}"));
                }
                3 => {
                    let number = self.number(2);
                    self.line(&format!("raise level by {number}"));
                }
                4 => self.line("raise score[red] by 1"),
                5 => {
                    let flag = self.flag(1);
                    self.line(&format!("if {flag}"));
                    self.line("  stop");
                }
                _ => {
                    let bag = self.bag();
                    self.line(&format!("set faces to {bag}"));
                }
            }
        }
        if self.text.len() == start {
            self.line("raise level by 1");
        }
    }
}
