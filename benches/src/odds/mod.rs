//! Exact odds: the same questions asked of the printed rule, solved by hand in Rust, and with the Python package icepool.
//!
//! All contestants must come to the same fractions, digit by digit.

mod by_hand;
mod by_icepool;
pub mod peak;
mod printed;
mod question;

use std::cell::RefCell;
use std::collections::BTreeMap;

use num_rational::BigRational;
use rulestone::logic::odds::Effort;

use crate::in_turn::{Contestant, Fault, measure, ratio, table};
use by_icepool::{Icepool, Started};
use question::Question;

/// How likely each outcome is.
type Shares = BTreeMap<String, BigRational>;

/// Asks each question of each contestant, so many times in turn.
pub fn compare(rounds: u64) -> Result<(), Fault> {
    let icepool = match Icepool::start()? {
        Started::Ready(icepool) => {
            println!("Exact odds, {rounds} rounds; beside {}", icepool.versions);
            Some(RefCell::new(icepool))
        }
        Started::Missing(why) => {
            println!("Exact odds, {rounds} rounds; icepool is LEFT OUT ({why}). To get it: pip install icepool");
            None
        }
    };
    for question in question::ALL {
        one(question, icepool.as_ref(), rounds)?;
    }
    Ok(())
}

fn one(question: Question, icepool: Option<&RefCell<Icepool>>, rounds: u64) -> Result<(), Fault> {
    let printed = printed::Asker::new(question)?;
    let mut effort = Effort::default();
    let mut contestants = vec![
        Contestant {
            name: "printed rule",
            run: Box::new(|| {
                let (shares, took, seconds) = printed.ask(question.times())?;
                effort = took;
                Ok((shares, seconds))
            }),
        },
        Contestant { name: "by hand in Rust", run: Box::new(|| Ok(by_hand::solve(question, question.times()))) },
    ];
    if let Some(icepool) = icepool {
        let ask = || icepool.borrow_mut().ask(question, question.times()).map(|answer| (answer.shares, answer.seconds));
        contestants.push(Contestant { name: "icepool", run: Box::new(ask) });
    }
    let (shares, spreads) = measure(&mut contestants, rounds, |seconds| seconds * 1e6, difference)
        .map_err(|fault| format!("{}: {fault}", question.name()))?;
    let digits = shares.values().map(|share| share.denom().to_string().len()).max().unwrap_or_default();
    println!("\n{}: {}", question.name(), question.what());
    println!("{} outcomes, the same fractions from all; denominators of up to {digits} digits\n", shares.len());
    table("microseconds", &contestants, &spreads, 1);
    println!();
    if let Some(icepool) = spreads.get(2) {
        ratio(("icepool", *icepool), ("printed rule", spreads[0]));
    }
    ratio(("printed rule", spreads[0]), ("by hand", spreads[1]));
    let names: Vec<&'static str> = contestants.iter().map(|contestant| contestant.name).collect();
    drop(contestants);
    println!(
        "\nprinted rule: {} states, {} ways, {} steps; about {} KiB for states and ways",
        effort.states,
        effort.ways,
        effort.steps,
        effort.bytes.div_ceil(1024)
    );
    println!("{:<34} {:>12} {:>12}", "peak resident set, KiB", "before", "at the end");
    for name in names {
        match peak::of(name, question)? {
            Some(peak) => println!("{name:<34} {:>12} {:>12}", peak.before, peak.end),
            None => println!("{name:<34} {:>12} {:>12}", "unknown", "unknown"),
        }
    }
    Ok(())
}

/// The first outcome that is not as likely, with both shares.
fn difference(one: &Shares, other: &Shares) -> Option<String> {
    let outcome = one.keys().chain(other.keys()).find(|outcome| one.get(*outcome) != other.get(*outcome))?;
    let share = |shares: &Shares| shares.get(outcome).map_or_else(|| "never".to_owned(), ToString::to_string);
    Some(format!("`{outcome}`, {} and {}", share(one), share(other)))
}
