//! The `rulestone` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    rulestone::cli::run()
}
