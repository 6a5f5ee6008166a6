//! The limits by name: what options and messages call them, and what each bounds.

use super::Limits;
use crate::library::names;

/// A limit that can be set.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// What is counted.
    pub unit: &'static str,
    /// What it bounds.
    pub bounds: &'static str,
    /// What happens when it ends.
    pub ends: &'static str,
    get: fn(&Limits) -> u64,
    set: fn(&mut Limits, u64),
}

impl Named {
    /// How much that is.
    pub fn of(&self, limits: &Limits) -> u64 {
        (self.get)(limits)
    }
}

/// A size for the machine at hand.
fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// MiB as bytes.
fn mib(number: u64) -> usize {
    size(number).saturating_mul(1 << 20)
}

const RUN: &str = "the run ends with an error";
const COMMAND: &str = "the command ends with 2 and publishes nothing";
const UNRESOLVED: &str = "the rest is told as not resolved";

/// Every limit, in the order in which they are told.
pub static ALL: [Named; 18] = [
    Named {
        name: "run",
        unit: "steps",
        bounds: "a single run: a step of an example, a case of a proof",
        ends: RUN,
        get: |limits| limits.run.steps,
        set: |limits, number| limits.run.steps = number,
    },
    Named {
        name: "game",
        unit: "steps",
        bounds: "a step of what is played, a run of `simulate`: a whole game may be one",
        ends: RUN,
        get: |limits| limits.game,
        set: |limits, number| limits.game = number,
    },
    Named {
        name: "cells",
        unit: "values",
        bounds: "what a single run holds at once",
        ends: RUN,
        get: |limits| limits.run.cells,
        set: |limits, number| limits.run.cells = number,
    },
    Named {
        name: "proof",
        unit: "steps",
        bounds: "a value with exceptions, all its cases together",
        ends: "`check` says how many cases are proven",
        get: |limits| limits.proof,
        set: |limits, number| limits.proof = number,
    },
    Named {
        name: "value",
        unit: "steps",
        bounds: "a value in a text, as `{capacity(2)}`",
        ends: "`check` reports it at the text",
        get: |limits| limits.value,
        set: |limits, number| limits.value = number,
    },
    Named {
        name: "example",
        unit: "steps",
        bounds: "an example, all its runs together",
        ends: "the example fails and says so",
        get: |limits| limits.example,
        set: |limits, number| limits.example = number,
    },
    Named {
        name: "traces",
        unit: "parts",
        bounds: "the traces of all examples together",
        ends: "the longest are cut, all at the same length, and say so",
        get: |limits| limits.traces,
        set: |limits, number| limits.traces = number,
    },
    Named {
        name: "odds-states",
        unit: "states",
        bounds: "a case of `odds`; `--states` is the same",
        ends: UNRESOLVED,
        get: |limits| limits.odds.states as u64,
        set: |limits, number| limits.odds.states = size(number),
    },
    Named {
        name: "odds-steps",
        unit: "steps",
        bounds: "a case of `odds`; `--steps` is the same",
        ends: UNRESOLVED,
        get: |limits| limits.odds.steps,
        set: |limits, number| limits.odds.steps = number,
    },
    Named {
        name: "odds-words",
        unit: "words",
        bounds: "a case of `odds`: 64 bits each of long numbers and of states that are gone through",
        ends: UNRESOLVED,
        get: |limits| limits.odds.words,
        set: |limits, number| limits.odds.words = number,
    },
    Named {
        name: "odds-memory",
        unit: "MiB",
        bounds: "a case of `odds`: its states, ways and numbers",
        ends: UNRESOLVED,
        get: |limits| (limits.odds.bytes >> 20) as u64,
        set: |limits, number| limits.odds.bytes = mib(number),
    },
    Named {
        name: "figure-states",
        unit: "states",
        bounds: "a case of the odds that an example shows",
        ends: UNRESOLVED,
        get: |limits| limits.figure.states as u64,
        set: |limits, number| limits.figure.states = size(number),
    },
    Named {
        name: "figure-steps",
        unit: "steps",
        bounds: "the same",
        ends: UNRESOLVED,
        get: |limits| limits.figure.steps,
        set: |limits, number| limits.figure.steps = number,
    },
    Named {
        name: "figure-words",
        unit: "words",
        bounds: "the same: 64 bits each of long numbers and of states that are gone through",
        ends: UNRESOLVED,
        get: |limits| limits.figure.words,
        set: |limits, number| limits.figure.words = number,
    },
    Named {
        name: "figure-memory",
        unit: "MiB",
        bounds: "the same: states, ways and numbers",
        ends: UNRESOLVED,
        get: |limits| (limits.figure.bytes >> 20) as u64,
        set: |limits, number| limits.figure.bytes = mib(number),
    },
    Named {
        name: "steps",
        unit: "steps",
        bounds: "the whole command; of `play` and `check --watch` each answer, of `simulate` each batch of its runs",
        ends: COMMAND,
        get: |limits| limits.steps,
        set: |limits, number| limits.steps = number,
    },
    Named {
        name: "time",
        unit: "seconds",
        bounds: "the same, in time of the processor; waiting does not count",
        ends: COMMAND,
        get: |limits| limits.time,
        set: |limits, number| limits.time = number,
    },
    Named {
        name: "memory",
        unit: "MiB",
        bounds: "the whole command; where the system allows little address space, so much that twice of what is in use is left of it",
        ends: COMMAND,
        get: |limits| limits.memory,
        set: |limits, number| limits.memory = number,
    },
];

/// The limit of that name.
pub fn named(name: &str) -> Option<&'static Named> {
    ALL.iter().find(|named| named.name == name)
}

/// Sets a limit as it is typed, `proof=1000000`; a message and a mend where that is none.
pub fn parse(limits: &mut Limits, typed: &str) -> Result<(), (String, String)> {
    let Some((name, number)) = typed.split_once('=') else {
        let message = format!("`{typed}` sets no limit");
        return Err((message, "write NAME=NUMBER, as `proof=1000000`".to_owned()));
    };
    let name = name.trim();
    let Some(named) = named(name) else {
        let known = || ALL.iter().map(|named| named.name);
        let all = || format!("the limits are {}", known().collect::<Vec<_>>().join(", "));
        return Err((format!("there is no limit `{name}`"), names::suggestion(name, known()).unwrap_or_else(all)));
    };
    let digits: String = number.trim().chars().filter(|c| !matches!(c, '_' | ',')).collect();
    match digits.parse::<u64>() {
        Ok(number) if number > 0 => {
            (named.set)(limits, number);
            Ok(())
        }
        _ => {
            let message = format!("`{}` is no limit for `{name}`", number.trim());
            Err((message, format!("write how many {}: a whole number from 1", named.unit)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_is_set_and_read_by_its_name() {
        for named in ALL {
            let mut limits = Limits::default();
            assert_ne!(named.of(&limits), 7, "{}", named.name);
            assert_eq!(parse(&mut limits, &format!("{} = 7", named.name)), Ok(()));
            assert_eq!(named.of(&limits), 7, "{}", named.name);
        }
        let mut limits = Limits::default();
        assert_eq!(parse(&mut limits, "proof=1_000,000"), Ok(()));
        assert_eq!(limits.proof, 1_000_000);
    }

    #[test]
    fn a_wrong_limit_is_told_with_its_mend() {
        let told =
            |typed| parse(&mut Limits::default(), typed).err().map(|(message, help)| format!("{message}; {help}"));
        assert_eq!(told("prof=1").as_deref(), Some("there is no limit `prof`; did you mean `proof`?"));
        assert_eq!(told("proof").as_deref(), Some("`proof` sets no limit; write NAME=NUMBER, as `proof=1000000`"));
        for wrong in ["proof=0", "proof=-1", "proof=", "proof=x", "proof=99999999999999999999999"] {
            assert!(told(wrong).is_some_and(|told| told.ends_with("a whole number from 1")), "{wrong}");
        }
    }
}
