//! A book of the library becomes the inputs of the compiler: its blocks parsed, its data and options at hand.

use std::collections::HashMap;
use std::sync::Arc;

use super::compile::{Inputs, ParsedBlock, ParsedOption, compile_with_texts};
use super::limits::Meter;
use super::program::Program;
use super::prove::prove;
use super::syntax::{Mistake, parse};
use super::text_values::{TextValues, asked};
use crate::beside;
use crate::diagnostic::{Diagnostic, Place, Severity, codes};
use crate::library::yaml::{Node, Style};
use crate::library::{Book, Library};

/// The logic of a book, compiled.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// What it says; of use only when `whole`.
    pub program: Program,
    /// Whether no block has a mistake.
    pub whole: bool,
    /// The blocks it was made from.
    pub blocks: Vec<ParsedBlock>,
    /// The options it was made with.
    pub options: Vec<ParsedOption>,
    /// What its texts ask for, until they have it; nothing where the logic has mistakes.
    pub texts: Option<TextValues>,
    /// Where the block of each section stands among the blocks.
    places: HashMap<String, usize>,
}

impl Compiled {
    /// The block of a section, if it has one.
    pub fn block_of(&self, section: &str) -> Option<&ParsedBlock> {
        self.blocks.get(*self.places.get(section)?)
    }
}

/// The logic of a book among that of others.
pub fn of_book<'c>(compiled: &'c [Compiled], book: &str) -> Option<&'c Compiled> {
    compiled.iter().find(|compiled| compiled.program.book == book)
}

/// The logic of a library.
#[derive(Clone, Debug, Default)]
pub struct Logic {
    /// That of each book, in the order of the books.
    pub books: Vec<Compiled>,
    /// What is wrong with it.
    pub findings: Vec<Diagnostic>,
}

/// Compiles the logic of every book, on all cores.
pub fn compile_library(library: &Library, meter: &Meter) -> Logic {
    let compiled = beside::each(&library.books, beside::cores(), |book| compile_book(book, meter));
    let (books, findings): (Vec<_>, Vec<_>) = compiled.into_iter().unzip();
    Logic { books, findings: findings.into_iter().flatten().collect() }
}

/// Compiles the logic of a book and reports what is wrong with it.
pub fn compile_book(book: &Book, meter: &Meter) -> (Compiled, Vec<Diagnostic>) {
    let place = book.sections().find_map(|(_, section)| Some(section.logic.as_ref()?.place));
    let _piece = meter.begin(u64::MAX, format!("the logic of `{}`", book.id), place);
    let (blocks, options, mut findings) = read_book(book);
    // A block that could not be read leaves names undefined; what is missing only because of that is not said.
    let readable = findings.is_empty();
    let inputs = Inputs { book: &book.id, blocks: &blocks, data: &book.data, options: &options };
    let asked = asked(book);
    let sources: Vec<&str> = asked.iter().map(|(source, _)| source.as_str()).collect();
    let (program, more, texts) = compile_with_texts(inputs, &sources);
    let sound = more.iter().all(|finding| finding.severity != Severity::Error);
    let texts = texts.filter(|_| sound).map(|(program, values)| TextValues {
        program,
        values: asked.into_iter().zip(values).map(|((source, place), value)| (source, place, value)).collect(),
    });
    let torn = torn(&blocks, &findings);
    let hidden = |finding: &Diagnostic| {
        let in_torn = || finding.place.is_some_and(|at| around(&torn, at).is_some_and(|place| lies_in(at, place)));
        !readable && (finding.code == &codes::UNKNOWN_NAME || finding.code == &codes::UNUSED_NAME)
            || finding.code == &codes::TABLE_GAP && in_torn()
    };
    findings.extend(more.into_iter().filter(|finding| !hidden(finding)));
    let whole = |findings: &[Diagnostic]| findings.iter().all(|finding| finding.severity != Severity::Error);
    if whole(&findings) {
        findings.extend(prove(&program, meter));
    }
    let whole = whole(&findings);
    let own = blocks.iter().enumerate().filter(|(_, block)| !block.assumed);
    // Of two sections with one id the first counts.
    let places = own.rev().map(|(at, block)| (block.id.clone(), at)).collect();
    (Compiled { program, whole, blocks, options, texts, places }, findings)
}

/// The blocks and options of a book, and what is wrong with the text of the blocks.
fn read_book(book: &Book) -> (Vec<ParsedBlock>, Vec<ParsedOption>, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    let mut blocks = Vec::new();
    let numbered: HashMap<&str, &str> =
        book.sections().filter_map(|(_, section)| Some((section.number()?, section.id.as_str()))).collect();
    for (_, section) in book.sections() {
        if let Some(node) = &section.logic {
            let number = section.number().map(str::to_owned);
            let above = above(number.as_deref(), &numbered);
            blocks.extend(block(book, (&section.id, number, above), false, node, &mut findings));
        }
    }
    for set in &book.assumptions {
        if let Some(node) = &set.logic {
            blocks.extend(block(book, (&set.id, None, Vec::new()), true, node, &mut findings));
        }
    }
    let options = book.options.iter().filter_map(option).collect();
    (blocks, options, findings)
}

/// The definitions that have a mistake of writing in them: a row of theirs may be lost.
fn torn(blocks: &[ParsedBlock], mistakes: &[Diagnostic]) -> Vec<Place> {
    let items =
        blocks.iter().flat_map(|block| block.tree.items.iter().map(|item| block.text.place_of(item.span.range())));
    let mut items: Vec<Place> = items.collect();
    items.sort_unstable_by_key(|item| (item.file, item.start));
    let places = mistakes.iter().filter_map(|mistake| mistake.place);
    let mut torn: Vec<Place> =
        places.filter_map(|place| around(&items, place).filter(|item| lies_in(place, *item))).collect();
    torn.sort_unstable_by_key(|item| (item.file, item.start));
    torn.dedup();
    torn
}

/// The last of the places, which are sorted and apart, that begins no later.
fn around(places: &[Place], at: Place) -> Option<Place> {
    let behind = places.partition_point(|place| (place.file, place.start) <= (at.file, at.start));
    places[..behind].last().copied()
}

fn lies_in(inner: Place, outer: Place) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

/// The sections above one, by its number: of `6.1.2` those of `6.1` and `6`.
fn above(number: Option<&str>, numbered: &HashMap<&str, &str>) -> Vec<String> {
    let mut found = Vec::new();
    let mut number = number.unwrap_or_default();
    while let Some((outer, _)) = number.rsplit_once('.') {
        found.extend(numbered.get(outer).map(|id| (*id).to_owned()));
        number = outer;
    }
    found
}

fn block(
    book: &Book,
    (id, number, above): (&str, Option<String>, Vec<String>),
    assumed: bool,
    node: &Node,
    findings: &mut Vec<Diagnostic>,
) -> Option<ParsedBlock> {
    let scalar = node.scalar()?;
    if scalar.style != Style::Literal {
        let message = "logic must be written as a block behind `|`";
        let diagnostic = Diagnostic::new(&codes::NOT_A_BLOCK, node.place, message).help(
            "write `logic: |`, then the logic on the lines below, so that every line of it is a line of the file",
        );
        findings.push(mark(diagnostic, book, id, assumed));
        return None;
    }
    let (tree, mistakes) = parse(&scalar.text);
    for Mistake { code, span, message, help } in mistakes {
        let place: Place = scalar.place_of(span.range());
        let mut diagnostic = Diagnostic::new(code, place, message);
        diagnostic.help = help;
        findings.push(mark(diagnostic, book, id, assumed));
    }
    Some(ParsedBlock { id: id.to_owned(), number, above, assumed, text: Arc::new(scalar.clone()), tree })
}

fn mark(diagnostic: Diagnostic, book: &Book, id: &str, assumed: bool) -> Diagnostic {
    if assumed { diagnostic.in_book(&book.id) } else { diagnostic.in_section(&book.id, id) }
}

fn option(option: &crate::library::BookOption) -> Option<ParsedOption> {
    Some(ParsedOption {
        id: option.id.clone(),
        readings: option.readings.iter().map(|(name, ..)| name.clone()).collect(),
        followed: option.followed.as_ref()?.0.clone(),
    })
}
