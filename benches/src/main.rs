//! Rulestone beside the same work done by other means: battles with dice (`seeded`), and exact odds (`odds`).
//!
//! `cargo run --release` measures both; see README.md.

mod in_turn;
mod odds;
mod seeded;

use std::process::ExitCode;

use in_turn::Fault;

/// Units of a side, in the battle that both benchmarks fight.
const UNITS: usize = 4;
/// Strength of a unit.
const STRENGTH: u32 = 2;
/// The highest face that hits.
const POWER: u32 = 2;

/// What can be written behind `cargo run --release --`.
const USAGE: &str =
    "after `--` write nothing (both), `seeded [BATTLES [ROUNDS]]` or `odds [ROUNDS]`; numbers from 1 on";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Fault> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: Option<&&str>, otherwise: u64| match text.map_or(Ok(otherwise), |text| text.parse()) {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(USAGE),
    };
    match args.as_slice() {
        [] => {
            seeded::compare(10_000, 9)?;
            println!();
            odds::compare(9)
        }
        ["seeded", rest @ ..] if rest.len() < 3 => {
            seeded::compare(number(rest.first(), 10_000)?, number(rest.get(1), 9)?)
        }
        ["odds", rest @ ..] if rest.len() < 2 => odds::compare(number(rest.first(), 9)?),
        [odds::peak::ASK, contestant, case] => odds::peak::tell(contestant, case),
        _ => Err(USAGE.into()),
    }
}
