//! `rulestone explain`

use std::path::PathBuf;

use clap::Args;

use super::output::{FAINT, Output, STRONG};
use super::{CommandError, Outcome, Success, open};
use crate::diagnostic::{Code, codes};
use crate::library::names;
use crate::logic::woven;

/// Tell what a diagnostic means, with an example and the mend; or how a procedure of the logic is run
///
/// A procedure is shown as it is run: with the rules of other sections where they join it, each with its section, and with all
/// that it changes.
#[derive(Debug, Args)]
pub(super) struct Explain {
    /// The code in brackets behind the word error, warning or hint, or the name of a procedure; all codes are listed without it
    #[arg(value_name = "CODE|PROCEDURE")]
    name: Option<String>,
    /// Look for the procedure in this book only
    #[arg(long, value_name = "BOOK")]
    book: Option<String>,
}

impl Explain {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let Some(name) = self.name else {
            let width = codes::ALL.iter().map(|code| code.name.len()).max().unwrap_or(0);
            for code in codes::ALL {
                let severity = code.severity.name();
                output.line(format_args!(
                    "{STRONG}{:width$}{STRONG:#}  {FAINT}{severity:7}{FAINT:#}  {}",
                    code.name,
                    code.summary()
                ))?;
            }
            return Ok(Success::Fine);
        };
        // What one copies from a message is `error[bad-id]`.
        let name = name.split(['[', ']']).nth(1).unwrap_or(&name).to_lowercase();
        match codes::find(&name).filter(|_| self.book.is_none()) {
            Some(code) => page(code, output),
            None => procedure(&name, self.book.as_deref(), root, output),
        }
    }
}

/// The page of a code.
fn page(code: &Code, output: &mut Output) -> Outcome {
    for line in code.page.trim_end().lines() {
        if line.starts_with('#') {
            output.line(format_args!("{STRONG}{line}{STRONG:#}"))?;
        } else {
            output.line(line)?;
        }
    }
    Ok(Success::Fine)
}

/// A procedure of that name, of each book that has one.
fn procedure(name: &str, book: Option<&str>, root: Option<PathBuf>, output: &mut Output) -> Outcome {
    let no_code = |known: &[&str]| {
        let codes = codes::ALL.iter().map(|code| code.name);
        let help = names::suggestion(name, codes.chain(known.iter().copied()))
            .unwrap_or_else(|| "`rulestone explain` lists all codes".to_owned());
        CommandError::new(format!("there is no diagnostic and no procedure `{name}`"), help)
    };
    // Where no library is, codes alone are explained.
    let Ok(root) = open::root(root) else { return Err(no_code(&[])) };
    let checked = open::library_to_look_in(&root, output)?;
    if let Some(book) = book {
        open::book(&checked.library, book)?;
    }
    let logic = || checked.logic.books.iter().filter(|logic| book.is_none_or(|book| logic.program.book == book));
    let several = logic().count() > 1;
    let mut found = false;
    for compiled in logic() {
        let program = &compiled.program;
        let (Some(lines), Some(id)) = (woven::woven(compiled, name), program.procedure(name)) else { continue };
        if several {
            output.line(format_args!("{FAINT}{}{FAINT:#}", program.book))?;
        }
        found = true;
        for line in lines {
            let section = line.section.map(|section| format!("  {FAINT}· {section}{FAINT:#}")).unwrap_or_default();
            output.line(format_args!("{}{section}", line.text))?;
        }
        let changes = woven::changes(program, id);
        let changes = if changes.is_empty() { "nothing".to_owned() } else { changes.join(", ") };
        output.line(format_args!("{FAINT}changes {changes}{FAINT:#}"))?;
    }
    if found {
        return Ok(Success::Fine);
    }
    let known: Vec<&str> = logic()
        .flat_map(|compiled| {
            let program = &compiled.program;
            program.written_procedures().map(move |procedure| program.name(procedure.name))
        })
        .collect();
    Err(no_code(&known))
}
