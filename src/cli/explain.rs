//! `rulestone explain`

use clap::Args;

use super::output::{FAINT, Output, STRONG};
use super::{CommandError, Outcome, Success};
use crate::diagnostic::codes;
use crate::library::names;

/// Tell what a diagnostic means, with an example and the mend
#[derive(Debug, Args)]
pub(super) struct Explain {
    /// The code in brackets behind the word error, warning or hint; all codes are listed without it
    code: Option<String>,
}

impl Explain {
    pub(super) fn run(self, output: &mut Output) -> Outcome {
        let Some(name) = self.code else {
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
        let Some(code) = codes::find(&name) else {
            let help = names::suggestion(&name, codes::ALL.iter().map(|code| code.name))
                .unwrap_or_else(|| "`rulestone explain` lists all codes".to_owned());
            return Err(CommandError::new(format!("there is no diagnostic `{name}`"), help));
        };
        for line in code.page.trim_end().lines() {
            if line.starts_with('#') {
                output.line(format_args!("{STRONG}{line}{STRONG:#}"))?;
            } else {
                output.line(line)?;
            }
        }
        Ok(Success::Fine)
    }
}
