//! Expressions. Every one is in brackets, so that it can stand anywhere.

use super::{Generator, Kind};

impl Generator {
    pub(super) fn number(&mut self, depth: u32) -> String {
        if depth == 0 || self.one_in(6) {
            let known = if self.one_in(5) { None } else { self.known(Kind::Number) };
            return known.unwrap_or_else(|| match self.below(4) {
                0 => "level".to_owned(),
                _ => self.below(4).to_string(),
            });
        }
        if self.rules.deeds && self.one_in(7) {
            return self.deed_number(depth);
        }
        match self.below(19) {
            0 => format!("({} + {})", self.number(depth - 1), self.number(depth - 1)),
            1 => format!("({} - {})", self.number(depth - 1), self.number(depth - 1)),
            2 => {
                let word = self.one_of(&["min", "max"]);
                format!("{word}({}, {})", self.number(depth - 1), self.number(depth - 1))
            }
            3 => {
                let condition = self.flag(depth - 1);
                format!("(if {condition} then {} otherwise {})", self.number(depth - 1), self.number(depth - 1))
            }
            4 | 5 => match self.known(Kind::Unit) {
                Some(unit) => self.of_unit(&unit),
                None => self.number(depth - 1),
            },
            6 => {
                let (x, source) = (self.fresh("x"), self.units());
                let filter = self.filter(&x);
                format!("(count of {x} in {source}{filter})")
            }
            7 => {
                let (x, source) = (self.fresh("x"), self.units());
                let (what, filter) = (self.of_unit(&x), self.filter(&x));
                format!("(sum of {what} for {x} in {source}{filter})")
            }
            8 | 9 => {
                let (x, bag) = (self.fresh("f"), self.bag());
                let test = self.test(&x, &bag);
                format!("(count of {x} in {bag} where {test})")
            }
            10 => {
                let (x, bag) = (self.fresh("f"), self.bag());
                let tail = if self.one_in(2) { String::new() } else { format!(" where {}", self.test(&x, &bag)) };
                format!("(sum of {x} for {x} in {bag}{tail})")
            }
            11 => {
                let (x, bag, word) = (self.fresh("f"), self.bag(), self.one_of(&["highest", "lowest"]));
                format!("(if {bag} is empty then 0 otherwise ({word} of {x} for {x} in {bag}))")
            }
            12..=15 => self.number_of_tables(depth),
            _ => match self.below(3) {
                0 => format!("hits({}, {})", self.bag(), 1 + self.below(3)),
                1 => format!("score[{}]", self.one_of(&["red", "blue"])),
                _ => format!("(half of {}, rounded down)", self.number(depth - 1)),
            },
        }
    }

    /// A number out of records, tables, graphs, ranges and collections that are made on the way.
    fn number_of_tables(&mut self, depth: u32) -> String {
        let x = self.fresh("x");
        match self.below(14) {
            0 if self.one_in(2) => format!("small({})", self.number(depth - 1)),
            0 => format!("(-{})", self.number(depth - 1)),
            1 => {
                let word = self.one_of(&["min", "max"]);
                format!("{word}({}, {}, {})", self.number(depth - 1), self.number(depth - 1), self.below(4))
            }
            2 => format!("pile.{}", self.one_of(&["units", "chits"])),
            3 => format!("(count of {x} in 0..{} where {x} > level)", self.cut(3)),
            4 => format!("(sum of {x} for {x} in 0..{})", self.cut(3)),
            5 => format!("(count of {x} in roads where {x}.cost + level <= {} + level)", self.cut(3)),
            6 => format!("(sum of {x}.worth for {x} in spaces where {x}.worth > level)"),
            7 => {
                let (from, within) = (self.space(), self.cut(2));
                format!("(count of {x} in (reachable from {from} in lanes within {within}))")
            }
            8 => {
                let (from, road, most) = (self.space(), self.fresh("x"), self.cut(3));
                format!(
                    "(count of {x} in (neighbours of {from} in lanes by {road} where {road}.cost + level <= {most} + level))"
                )
            }
            9 => {
                let (from, to) = (self.space(), self.space());
                format!("(count of {x} in (shortest paths from {from} to {to} in lanes))")
            }
            10 => {
                let (strength, flag) = (self.cut(3), self.flag(depth - 1));
                format!("effect({strength}, {flag}).{}", self.one_of(&["gain", "loss"]))
            }
            11 => {
                let (y, source) = (self.fresh("x"), self.units());
                format!("(count of {x} in (set of {y}.side for {y} in {source}))")
            }
            12 => {
                let (y, source) = (self.fresh("x"), self.units());
                let about = self.filter(&y);
                format!("(sum of {x} for {x} in (bag of {y}.strength for {y} in {source}{about}))")
            }
            _ => {
                let (source, filter) = (self.units(), self.filter(&x));
                format!(
                    "(if (count of {x} in {source}{filter}) is 1 then (only {x} in {source}{filter}).strength otherwise 0)"
                )
            }
        }
    }

    /// A place of the graph.
    fn space(&mut self) -> &'static str {
        self.one_of(&["east", "mid", "west", "isle"])
    }

    /// A number that chance has a say in, if anything in reach has.
    pub(super) fn influence(&mut self) -> String {
        let number = self.known(Kind::Number);
        match (self.known(Kind::Faces), number) {
            (Some(bag), number) if number.is_none() || self.one_in(2) => {
                let x = self.fresh("f");
                let test = self.test(&x, &bag);
                format!("(count of {x} in {bag} where {test})")
            }
            (_, number) => number.unwrap_or_else(|| "level".to_owned()),
        }
    }

    /// A number of a unit.
    fn of_unit(&mut self, unit: &str) -> String {
        match self.below(4) {
            0 => format!("worth({unit})"),
            1 => format!("strain({unit})"),
            _ => format!("{unit}.strength"),
        }
    }

    /// A number from 0 to `most`.
    pub(super) fn cut(&mut self, most: u64) -> String {
        let number = self.number(2);
        format!("max(0, min({most}, {number}))")
    }

    pub(super) fn flag(&mut self, depth: u32) -> String {
        if depth == 0 || self.one_in(5) {
            return self.known(Kind::YesNo).unwrap_or_else(|| "alarm".to_owned());
        }
        match self.below(12) {
            0..=2 => {
                let sign = self.one_of(&["<", "<=", ">", ">=", "is", "is not"]);
                let left = match self.known(Kind::Number) {
                    Some(name) => name,
                    None => self.number(depth - 1),
                };
                // A sum of no known range, so that no comparison is refused for being always the same.
                format!("({left} + level {sign} {} + level)", self.number(depth - 1))
            }
            3 => format!("({} and {})", self.flag(depth - 1), self.flag(depth - 1)),
            4 => format!("({} or {})", self.flag(depth - 1), self.flag(depth - 1)),
            5 => format!("(not {})", self.flag(depth - 1)),
            6 => match self.known(Kind::Unit) {
                Some(unit) => self.about(&unit),
                None => self.flag(depth - 1),
            },
            7 => {
                let (x, source, word) = (self.fresh("x"), self.units(), self.one_of(&["some", "no"]));
                let about = self.about(&x);
                format!("({word} {x} in {source} where {about})")
            }
            8 => {
                let (x, bag, word) = (self.fresh("f"), self.bag(), self.one_of(&["some", "no"]));
                let test = self.test(&x, &bag);
                format!("({word} {x} in {bag} where {test})")
            }
            9 => {
                let (x, bag) = (self.fresh("f"), self.bag());
                let test = self.test(&x, &bag);
                format!("(every {x} in {bag} has {test})")
            }
            10 => match (self.bag(), self.bag()) {
                (one, other) if one != other => format!("({one} is {other})"),
                _ => self.flag(depth - 1),
            },
            _ => match self.below(12) {
                5 => {
                    let (number, word) = (self.number(depth - 1), self.one_of(&["in", "not in"]));
                    format!("({number} + level {word} {}..3)", self.cut(2))
                }
                6 => format!("(tie_rule {} {})", self.one_of(&["is", "is not"]), self.one_of(&["strict", "loose"])),
                7 => {
                    let (from, to) = (self.space(), self.space());
                    format!("((distance from {from} to {to} in lanes) is none)")
                }
                8 => {
                    let (number, word) = (self.number(depth - 1), self.one_of(&["in", "not in"]));
                    format!("({number} {word} seen)")
                }
                9 => {
                    let units = self.number(depth - 1);
                    format!("(pile is (units: {units}, chits: {}))", self.below(3))
                }
                10 => format!("({} is not empty)", self.one_of(&["queue", "seen", "faces"])),
                11 => {
                    let (x, chits) = (self.fresh("x"), self.one_of(&["Chit", "[gold, lead]"]));
                    format!("(every {x} in {chits} has {x} in box)")
                }
                0 => format!("any_low({})", self.bag()),
                1 => {
                    let bag = self.bag();
                    let (low, high) = self.range(&bag);
                    format!("({} in {bag})", low + self.below(high - low + 1))
                }
                2 => "(last is none)".to_owned(),
                3 => format!("({} is empty)", self.one_of(&["field", "pool", "box"])),
                _ => format!("({} in box)", self.one_of(&["gold", "silver", "lead"])),
            },
        }
    }

    /// Something that is so or not of a unit.
    pub(super) fn about(&mut self, unit: &str) -> String {
        match self.below(9) {
            0 | 1 => format!("({unit}.strength > {})", self.below(2)),
            2 => format!("{unit}.ready"),
            3 => format!("({unit}.side is {})", self.one_of(&["red", "blue"])),
            4 => format!("fit({unit})"),
            5 => format!("({unit}.carries is none)"),
            6 => format!("({unit} {} {})", self.one_of(&["in", "not in"]), self.one_of(&["field", "pool"])),
            7 => format!("may_act({unit})"),
            _ => format!("({unit}.strength > 0 and {unit}.side is {})", self.one_of(&["red", "blue"])),
        }
    }

    /// A `where` over units, or nothing.
    pub(super) fn filter(&mut self, x: &str) -> String {
        if self.one_in(3) { String::new() } else { format!(" where {}", self.about(x)) }
    }

    /// Several units.
    pub(super) fn units(&mut self) -> String {
        match self.below(5) {
            0 => "field".to_owned(),
            1 => "pool".to_owned(),
            2 => self.known(Kind::Units).unwrap_or_else(|| "Unit".to_owned()),
            _ => "Unit".to_owned(),
        }
    }

    /// A bag of faces.
    pub(super) fn bag(&mut self) -> String {
        let known = if self.one_in(6) { None } else { self.known(Kind::Faces) };
        known.unwrap_or_else(|| "faces".to_owned())
    }

    /// The least and the highest face of a bag.
    pub(super) fn range(&self, bag: &str) -> (u64, u64) {
        self.ranges.get(bag).copied().unwrap_or((1, 6))
    }

    /// Something that holds of some faces of a bag and not of others.
    pub(super) fn test(&mut self, face: &str, bag: &str) -> String {
        let (low, high) = self.range(bag);
        let some = low + self.below(high - low);
        match self.below(5) {
            0 => format!("{face} <= {some}"),
            1 => format!("{face} is {some}"),
            2 => format!("{face} is not {some}"),
            3 => format!("{face} * 2 + level > {some} + level"),
            _ => format!("{face} >= {}", some + 1),
        }
    }
}
