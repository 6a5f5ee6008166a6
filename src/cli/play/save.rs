//! Saves what was played as the draft of an example: into its section, or into a file of its own.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::output::{Output, STRONG};
use super::super::{CommandError, open};
use crate::diagnostic::FileId;
use crate::files::{self, FileError};
use crate::library::yaml::{Node, Written};
use crate::library::{Book, Library, names};
use crate::logic::example::Open;
use crate::logic::play::{Played, draft};
use crate::logic::program::Program;
use crate::logic::trace::words::Words;
use crate::translate;

/// Where the draft goes: looked at before anything is played, so that nobody plays in vain.
pub(super) struct Saving<'a> {
    root: &'a Path,
    library: &'a Library,
    program: &'a Program,
    /// The language of the draft's text.
    language: &'a str,
    section: String,
    file: FileId,
    id: &'a str,
    output: Option<&'a Path>,
}

/// Whether the draft goes to stdout.
pub(super) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl<'a> Saving<'a> {
    pub(super) fn new(
        root: &'a Path,
        library: &'a Library,
        book: &'a Book,
        open: &Open<'a>,
        id: &'a str,
        output: Option<&'a Path>,
    ) -> Result<Self, CommandError> {
        let program = open.program;
        let run = open.steps.first().map(|step| step.definition(program));
        let home = run.and_then(|point| program.section_of(point)).and_then(|section| book.section(section));
        let Some((chapter, section)) = home else {
            return Err(CommandError::plain("what is run stands in no section, so that there is nowhere to save it"));
        };
        if section.examples.iter().any(|example| example.id == id) {
            let message = format!("the section `{}` already has an example `{id}`", section.id);
            return Err(CommandError::new(message, "choose another id"));
        }
        match output {
            Some(path) if !is_stdout(path) && path.exists() => {
                let message = format!("`{}` is already there", path.display());
                return Err(CommandError::new(message, "name a file that is not there yet"));
            }
            Some(_) => {}
            None => {
                let path = root.join(&library.sources.file(chapter.file).path);
                files::resolve(root, &path)
                    .and_then(|path| files::allow_change(&path))
                    .map_err(|error| elsewhere(&error))?;
            }
        }
        let section = section.id.clone();
        Ok(Self { root, library, program, language: &book.reference, section, file: chapter.file, id, output })
    }

    /// Writes the draft.
    pub(super) fn save(
        &self,
        keys: &BTreeMap<String, Node>,
        steps: &[Played],
        seed: Option<u64>,
        output: &mut Output,
    ) -> Result<(), CommandError> {
        let words = Words::of(self.language);
        let played = seed.map(|seed| words.fill("played", &[("seed", &seed.to_string())]));
        let told: Vec<String> = played.into_iter().chain([words.get("draft").to_owned()]).collect();
        // One sentence on each line, as the texts of books are written.
        let example = draft(self.program, keys, steps, self.id, told.join("\n") + "\n");
        match self.output {
            Some(path) if is_stdout(path) => {
                let text = example.item(0);
                output.line(text.trim_end())?;
            }
            Some(path) => {
                if let Err(error) = files::create(path, example.item(0).as_bytes()) {
                    return Err(self.lost(&example, error.into(), output));
                }
                output.line(format_args!("{STRONG}{}{STRONG:#}", names::shown_path(path)))?;
            }
            None => {
                let line = match open::lock(self.root, output).and_then(|_lock| self.insert(&example)) {
                    Ok(line) => line,
                    Err(error) => return Err(self.lost(&example, error, output)),
                };
                let path = &self.library.sources.file(self.file).path;
                output.line(format_args!("{STRONG}{path}:{line}{STRONG:#}"))?;
            }
        }
        output.note("a draft: write what must come out under `expect`, mend the text, then remove `draft: yes`");
        Ok(())
    }

    /// Puts the example into the chapter file; the line where it begins.
    fn insert(&self, example: &Written) -> Result<usize, CommandError> {
        let sources = &self.library.sources;
        let file = sources.file(self.file);
        let Some(edit) = translate::add_example(sources, self.file, &self.section, example) else {
            let message = format!("`{}` is laid out in a way that cannot be changed safely", file.path);
            return Err(CommandError::new(message, "put the draft into it by hand"));
        };
        let before = file.text.bytes();
        let after = edit.applied(&file.text);
        let same = before.zip(after.bytes()).take_while(|(a, b)| a == b).count();
        let first = after.get(same..).map_or(same, |rest| same + rest.len() - rest.trim_start().len());
        let line = after.get(..first).map_or(1, |text| text.matches('\n').count() + 1);
        translate::write(self.root, &[(self.file, edit)], sources).map_err(|error| match error {
            translate::EditError::File(error) => elsewhere(&error),
            error => error.into(),
        })?;
        Ok(line)
    }

    /// What was played is shown where it could not be written, so that it is not lost.
    fn lost(&self, example: &Written, error: CommandError, output: &mut Output) -> CommandError {
        output.note(format_args!("what was played, for `examples` of the section `{}`:", self.section));
        match output.line(example.item(0).trim_end()) {
            Ok(()) => error,
            Err(gone) => gone,
        }
    }
}

/// The file cannot be changed, or not now; another could be written.
fn elsewhere(error: &FileError) -> CommandError {
    let help = format!("{}, or write the draft elsewhere with --output FILE", error.help());
    CommandError::new(error.to_string(), help)
}
