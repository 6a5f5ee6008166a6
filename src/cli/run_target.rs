//! What is run: an example, or what was typed.

use std::collections::BTreeMap;
use std::path::Path;

use super::output::{FAINT, Output};
use super::{CommandError, Outcome, Success, ceiling, open};
use crate::diagnostic::{Diagnostic, Severity};
use crate::files;
use crate::library::yaml::{self, Node, shape};
use crate::library::{Book, Example, Library, Section, format, names};
use crate::logic::book::{Compiled, compile_book};
use crate::logic::example::Open;
use crate::logic::program::Program;
use crate::logic::text_values;

/// How many names a message lists.
const SHOWN: usize = 6;

/// What is run.
#[derive(Clone, Debug)]
pub(super) struct What {
    /// The book's id.
    pub(super) book: String,
    /// The example's section and id, where it is one.
    pub(super) example: Option<(String, String)>,
    /// The keys of the example.
    pub(super) keys: BTreeMap<String, Node>,
    /// What is wrong with how it is written.
    pub(super) mistakes: Vec<Diagnostic>,
}

impl What {
    /// The logic of its book, whose texts have their values then; `cannot` says what cannot be done where that has mistakes, or where it is written wrongly.
    pub(super) fn compile(
        &self,
        library: &mut Library,
        cannot: &str,
        output: &mut Output,
    ) -> Result<Compiled, CommandError> {
        if !self.mistakes.is_empty() {
            output.diagnostics(&self.mistakes, &library.sources, Severity::Error);
            return Err(CommandError::plain(format!("this cannot be {cannot}")));
        }
        let (mut compiled, findings) = compile_book(open::book(library, &self.book)?, ceiling::meter());
        let Library { books, shared_terms, .. } = library;
        let book = books.iter_mut().find(|book| book.id == self.book);
        if let (Some(book), Some(texts)) = (book, compiled.texts.take()) {
            // What is wrong with the values of texts is the work of `check`.
            text_values::fill(book, shared_terms, texts, ceiling::meter());
        }
        ceiling::hold()?;
        if !compiled.whole {
            output.diagnostics(&findings, &library.sources, Severity::Error);
            let message = format!("the logic of the book has mistakes: nothing can be {cannot}");
            return Err(CommandError::plain(message));
        }
        Ok(compiled)
    }

    /// What runs from where, with the dice left open.
    pub(super) fn open<'p>(
        &self,
        library: &Library,
        program: &'p Program,
        cannot: &str,
        output: &mut Output,
    ) -> Result<Open<'p>, CommandError> {
        match Open::read(program, &self.keys) {
            Ok(Some(opened)) => Ok(opened),
            Ok(None) => {
                let help = "`rulestone play --list` names those that do";
                Err(CommandError::new("this example tells in prose only: it runs nothing", help))
            }
            Err(mistakes) => {
                output.diagnostics(&mistakes, &library.sources, Severity::Error);
                Err(CommandError::plain(format!("this cannot be {cannot}")))
            }
        }
    }
}

/// The example of that name, or of that part of a name.
pub(super) fn example(library: &Library, wanted: &str) -> Result<What, CommandError> {
    let all: Vec<(String, &Book, &Section, &Example)> = examples(library)
        .map(|(book, section, example)| (name(book, section, example), book, section, example))
        .collect();
    // Whole parts before pieces of words: `a-wound` is not `two-a-wound`.
    let ends = |name: &str| name == wanted || name.strip_suffix(wanted).is_some_and(|rest| rest.ends_with("::"));
    let mut found: Vec<_> = all.iter().filter(|(name, ..)| ends(name)).collect();
    if found.is_empty() {
        found = all.iter().filter(|(name, ..)| name.contains(wanted)).collect();
    }
    match &found[..] {
        [(_, book, section, example)] => Ok(What {
            book: book.id.clone(),
            example: Some((section.id.clone(), example.id.clone())),
            keys: example.program.clone(),
            mistakes: Vec::new(),
        }),
        [] => {
            let parts = all.iter().flat_map(|(name, .., example)| [name.as_str(), example.id.as_str()]);
            let help = names::suggestion(wanted, parts).unwrap_or_else(|| {
                let is_book = library.book(wanted).is_some();
                let run = "name what to run with --run, as `--run \"{name: {argument: value}}\"`";
                if is_book { run } else { "`rulestone play --list` names what can be played" }.to_owned()
            });
            Err(CommandError::new(format!("no example has `{wanted}` in its name"), help))
        }
        several => {
            let mut shown: Vec<&str> = several.iter().take(SHOWN).map(|(name, ..)| name.as_str()).collect();
            if several.len() > SHOWN {
                shown.push("…");
            }
            let message = format!("`{wanted}` is part of the names of {} examples", several.len());
            let run = if library.book(wanted).is_some() { "; or name what to run in the book with --run" } else { "" };
            Err(CommandError::new(message, format!("name one of {}{run}", shown.join(", "))))
        }
    }
}

/// What was typed: `run` and the file of what is given, read as parts of an example.
pub(super) fn typed(
    library: &mut Library,
    book: Option<&str>,
    run: &str,
    given: Option<&Path>,
) -> Result<What, CommandError> {
    let book = match (book, &library.books[..]) {
        (Some(named), _) => open::book(library, named)?.id.clone(),
        (None, [only]) => only.id.clone(),
        (None, books) => {
            let books: Vec<_> = books.iter().map(|book| book.id.as_str()).collect();
            let help = format!("name it before --run: the books are {}", books.join(", "));
            return Err(CommandError::new("the library has several books", help));
        }
    };
    let (mut keys, mut mistakes) = (BTreeMap::new(), Vec::new());
    let sources = &mut library.sources;
    let file = sources.add("--run".to_owned(), run);
    if let Some(node) = yaml::parse(file, sources, &mut mistakes) {
        if node.is_null() {
            let help = "write `--run \"{name: {argument: value}}\"`, or `--run name`";
            return Err(CommandError::new("--run is empty", help));
        }
        keys.insert("run".to_owned(), node);
    }
    if let Some(path) = given {
        let bytes = files::read_named(path, yaml::MAX_FILE_BYTES)?;
        let file = yaml::decode(names::shown_path(path), &bytes, sources, &mut mistakes);
        if let Some(node) = yaml::parse(file, sources, &mut mistakes).filter(|node| !node.is_null()) {
            shape::check(&node, &format::BEFORE, sources, &mut mistakes);
            keys.extend(node.entries().iter().map(|entry| (entry.key.clone(), entry.value.clone())));
        }
    }
    Ok(What { book, example: None, keys, mistakes })
}

/// Names every example that runs, and how to run every procedure; with `part` only those in whose name it stands, and those
/// of the section of that number.
pub(super) fn list(library: &Library, part: Option<&str>, output: &mut Output) -> Outcome {
    let wanted = |name: &str, number: Option<&str>| part.is_none_or(|part| name.contains(part) || number == Some(part));
    let mut some = false;
    for (book, section, example) in examples(library) {
        let name = name(book, section, example);
        if ["run", "steps"].iter().any(|key| example.program.contains_key(*key)) && wanted(&name, section.number()) {
            some = true;
            let number = section.number().map(|number| format!(" {FAINT}{number}{FAINT:#}")).unwrap_or_default();
            output.line(format_args!("{name}{number}"))?;
        }
    }
    for book in &library.books {
        let (compiled, _) = compile_book(book, ceiling::meter());
        ceiling::hold()?;
        let program = &compiled.program;
        for procedure in program.written_procedures().filter(|_| compiled.whole) {
            let called = program.name(procedure.name);
            let params: Vec<_> =
                procedure.params.iter().map(|param| format!("{}: …", program.name(param.name))).collect();
            let form =
                if params.is_empty() { called.to_owned() } else { format!("{{{called}: {{{}}}}}", params.join(", ")) };
            let line = format!("{} --run \"{form}\"", book.id);
            let section = program.section_of(procedure.point).and_then(|id| book.section(id));
            let number = section.and_then(|(_, section)| section.number());
            if wanted(&line, number) {
                some = true;
                let number = number.unwrap_or_default();
                output.line(format_args!("{line} {FAINT}{number}{FAINT:#}"))?;
            }
        }
    }
    if some {
        return Ok(Success::Fine);
    }
    let with = part.map(|part| format!(" with `{part}` in its name")).unwrap_or_default();
    output.note(format_args!("there is nothing to play{with}"));
    Ok(Success::Wrong)
}

fn examples(library: &Library) -> impl Iterator<Item = (&Book, &Section, &Example)> {
    library.books.iter().flat_map(|book| {
        book.sections().flat_map(move |(_, section)| section.examples.iter().map(move |one| (book, section, one)))
    })
}

fn name(book: &Book, section: &Section, example: &Example) -> String {
    format!("{}::{}::{}", book.id, section.id, example.id)
}
