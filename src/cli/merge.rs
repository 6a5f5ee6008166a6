//! `rulestone merge`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{BAD, FAINT, FAIR, Output, STRONG, counted};
use super::translate::person;
use super::{CommandError, Outcome, open};
use crate::check::Checked;
use crate::diagnostic::{FileId, Sources};
use crate::exchange::{self, IncomingFile, Kind, MAX_BYTES, Merge, Told, Unreadable};
use crate::files;
use crate::library::localized::View;
use crate::library::review::Review;
use crate::library::{Book, Library};
use crate::translate::{self, FileEdit};

/// So many times what is wrong is taken out, and what then is left looked at again.
const MOST_ROUNDS: usize = 12;

/// Bring back what `rulestone export` wrote, as translators have changed it
///
/// PO, XLIFF and CSV. Each unit is written where its source stands now, known by its fingerprint. What was changed here and there
/// is told and not overwritten. What the file calls finished is accepted if `rulestone check` finds nothing in it; errors are not
/// written at all. Ends with 1 if anything is left out.
#[derive(Debug, Args)]
pub(super) struct MergeBack {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Say what would be done, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Take each translation for finished, whatever the files say: `OmegaT` says nothing
    #[arg(long)]
    finished: bool,
    /// Who has compared what the files call reviewed; recorded with the date of today
    #[arg(long, value_name = "NAME", value_parser = person)]
    by: Option<String>,
}

impl MergeBack {
    pub(super) fn run(self, root: Option<PathBuf>, output: &mut Output) -> Outcome {
        let root = open::root(root)?;
        let _lock = open::lock(&root, output)?;
        let read = self.files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
        let now = open::checked_to_change(&root)?;
        let merges = self.merges(&now.library, read)?;
        bring(&root, &now, merges, self.by.as_deref(), self.dry_run, output)
    }

    /// The files by their books and languages.
    fn merges(&self, library: &Library, files: Vec<IncomingFile>) -> Result<Vec<Merge>, CommandError> {
        let mut groups: BTreeMap<(String, String), Vec<IncomingFile>> = BTreeMap::new();
        for file in files {
            let id = file.book().map_err(|error| unreadable(&file.name, &error))?;
            let language = language(library, &file)?;
            let book = super::translate::book(library, id, &language)?;
            groups.entry((book.id.clone(), language)).or_default().push(file);
        }
        let merge = |((book, language), files): ((String, String), Vec<IncomingFile>)| {
            let book = open::book(library, &book)?;
            Ok(Merge::new(book, &language, &files, self.finished))
        };
        groups.into_iter().map(merge).collect()
    }
}

/// Brings what came back into the library, and tells what becomes of it; `by` has compared what it calls reviewed.
pub(super) fn bring(
    root: &Path,
    now: &Checked,
    mut merges: Vec<Merge>,
    by: Option<&str>,
    dry_run: bool,
    output: &mut Output,
) -> Outcome {
    let (mut texts, after) = settle(root, now, &mut merges)?;
    let mut reviewed = 0;
    if let Some(by) = by {
        let date = jiff::Zoned::now().date().to_string();
        for merge in &merges {
            reviewed += review(merge, &after, Review { by, date: &date }, &mut texts);
        }
    }
    let written = texts.iter().filter(|(path, text)| is_other(&now.library.sources, path, text)).count();
    if !dry_run {
        translate::write_all(root, &texts, &now.library.sources)?;
    }
    let told: Vec<&Told> = merges.iter().flat_map(|merge| &merge.told).collect();
    for told in &told {
        tell(told, &now.library.sources, output);
    }
    let counts = merges.iter().map(Merge::counts).fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    let unchanged: usize = merges.iter().map(|merge| merge.unchanged).sum();
    let mut parts = vec![
        format!("{} {}", counted(counts.0, "unit"), if dry_run { "would be written" } else { "written" }),
        format!("{} accepted", counts.1),
    ];
    if reviewed > 0 {
        parts.push(format!("{} reviewed", counted(reviewed, "text")));
    }
    parts.push(format!("{unchanged} as they were"));
    for kind in [Kind::Conflict, Kind::Refused, Kind::Unknown, Kind::Stale, Kind::Draft] {
        let count = told.iter().filter(|told| told.kind == kind).count();
        if count > 0 {
            parts.push(format!("{count} {}", kind.name()));
        }
    }
    output.line(format_args!("{}, in {}", parts.join(", "), counted(written, "file")))?;
    Ok(told.iter().all(|told| !told.kind.is_left_out()).into())
}

fn read(path: &Path) -> Result<IncomingFile, CommandError> {
    let name = path.display().to_string();
    let bytes = files::read_named(path, MAX_BYTES)?;
    exchange::read(&name, &bytes).map_err(|error| unreadable(&name, &error))
}

pub(super) fn unreadable(name: &str, error: &Unreadable) -> CommandError {
    CommandError::Failed {
        message: error.message.clone(),
        at: Some(format!("{name}:{}", error.line)),
        help: Some(error.help.clone()),
    }
}

/// The language that a file names, perhaps with a country.
fn language(library: &Library, file: &IncomingFile) -> Result<String, CommandError> {
    let at =
        |message: String, help: String| CommandError::Failed { message, at: Some(file.name.clone()), help: Some(help) };
    let Some(named) = &file.language else {
        return Err(at(
            "the file says into which language it is".to_owned() + " nowhere",
            "export it again".to_owned(),
        ));
    };
    let written = named.replace('_', "-").to_ascii_lowercase();
    let bare = written.split('-').next().unwrap_or_default().to_owned();
    let known = |language: &String| library.languages.contains(language);
    let found = [written, bare.clone()].into_iter().find(known);
    match found {
        Some(language) => Ok(language),
        // It may be the first that comes into a language.
        None => {
            open::language(&bare).map_err(|error| at(format!("the file is into `{named}`: {error}"), String::new()))
        }
    }
}

/// Puts what came back into the library as it would be, and takes out what would be wrong, until nothing is. Returns the texts of
/// the files that become others or are new, and the library with them.
fn settle(
    root: &Path,
    now: &Checked,
    merges: &mut [Merge],
) -> Result<(BTreeMap<String, String>, Library), CommandError> {
    for _ in 0..MOST_ROUNDS {
        let mut texts = BTreeMap::new();
        for merge in &mut *merges {
            let book = open::book(&now.library, &merge.book)?;
            let put = merge.put(&now.library, book);
            translate::with_edits(&mut texts, &put.edits, &now.library.sources);
            texts.extend(put.new_files);
        }
        let with_texts = open::unchecked_of(root, texts.clone())?;
        let records = |merges: &[Merge], of: fn(&Merge, &Library, &Book) -> Vec<(FileId, FileEdit)>| {
            let mut texts = texts.clone();
            for merge in merges {
                let edits = of(merge, &with_texts, open::book(&with_texts, &merge.book)?);
                translate::with_edits(&mut texts, &edits, &with_texts.sources);
            }
            Ok::<_, CommandError>(texts)
        };
        let checked = open::library_of(root, records(merges, Merge::records_to_check)?)?;
        let mut is_other = false;
        for merge in &mut *merges {
            is_other |= merge.take_out_wrong(&checked, now);
        }
        if is_other {
            continue;
        }
        let texts = records(merges, Merge::records)?;
        let after = open::unchecked_of(root, texts.clone())?;
        for merge in &mut *merges {
            is_other |= merge.take_out_otherwise(open::book(&after, &merge.book)?);
        }
        if !is_other {
            return Ok((texts, after));
        }
    }
    let message = "what came back is wrong in so many ways that each mend shows another";
    Err(CommandError::new(message, "bring back less at once: one file, or one chapter of it"))
}

/// Records the reviews that a file tells of, and returns of how many texts.
fn review(merge: &Merge, after: &Library, by: Review<'_>, texts: &mut BTreeMap<String, String>) -> usize {
    let named = merge.reviewed();
    let Some(book) = after.book(&merge.book).filter(|_| !named.is_empty()) else { return 0 };
    let reviewed = translate::review(after, &View::as_written(book, &merge.language), &named, by);
    translate::with_edits(texts, &reviewed.edits, &after.sources);
    reviewed.pieces
}

fn is_other(sources: &Sources, path: &str, text: &str) -> bool {
    sources.find(path).is_none_or(|file| *sources.file(file).text != *text)
}

fn tell(told: &Told, sources: &Sources, output: &mut Output) {
    let style = if told.kind.is_left_out() { BAD } else { FAIR };
    let kind = told.kind.name();
    output.note(format_args!("{style}{kind}{style:#}: `{}`: {}", told.id, told.message));
    output.note(format_args!("  {FAINT}at {}:{}{FAINT:#}", told.file, told.line));
    if let Some(conflict) = &told.conflict {
        let place = conflict.place.map(|place| sources.position(place));
        let place = place.map_or_else(|| "here".to_owned(), |(path, position)| format!("{path}:{}", position.line));
        output.note(format_args!("  the file: {}", conflict.theirs));
        output.note(format_args!("  {place}: {}", conflict.ours));
    }
    output.note(format_args!("  {STRONG}help{STRONG:#}: {}", told.help));
}
