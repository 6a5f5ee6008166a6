//! Peloponnesian War: a document of which much is lost, and what it still holds.

use std::collections::BTreeSet;

use rulestone::library::{Book, Library, Section};

use super::{cell, is_complete_and_current};
use crate::shipped;

fn book(library: &Library) -> &Book {
    library.book("peloponnesian-war").expect("the book")
}

#[test]
fn every_printed_heading_is_there_in_order() {
    let library = shipped::library();
    let numbers: Vec<&str> = book(library).sections().filter_map(|(_, section)| section.number()).collect();
    assert_eq!(
        numbers.join(" "),
        "1 1.1 1.2 1.3 1.3.1 1.3.2 1.4 2 3 3.1 3.2 3.3 3.4 3.4.1 4 4.1 4.1.1 4.1.2 4.2 5 5.1 5.1.1 5.1.2 \
         5.1.3 5.1.4 5.1.5 5.1.6 5.2 5.2.1 5.2.2 5.3 5.3.1 5.3.2 5.4 5.5 5.5.1 5.5.2 5.5.3 5.5.3.1 5.5.3.2 \
         5.5.3.3 5.5.3.4 5.6 5.6.1 5.6.2 5.6.3 5.7 5.7.1 5.7.2 5.8 5.9 6 6.1 6.1.1 6.2 6.2.1 6.2.2 6.2.3 \
         6.2.3.1 6.2.3.2 6.2.4 6.2.4.1 6.2.4.2 6.3 6.3.1 6.4 6.5 6.6 6.7 6.8 6.9 7 7.1 7.2 7.3 7.3.1 8 8.1 \
         8.1.1 8.1.2 8.1.3 8.1.4 8.1.5 8.1.6 8.2 9 9.1 9.2 9.3 9.4"
    );
    assert_eq!(numbers.len(), 90);
    let unnumbered: Vec<&str> = book(library)
        .sections()
        .filter(|(_, section)| section.number().is_none())
        .map(|(_, section)| section.id.as_str())
        .collect();
    let ours = ["components", "spaces", "what-is-missing", "non-player-turn", "stand-ins", "how-the-document-was-read"];
    assert_eq!(unnumbered, ours);
    let printed = |section: &Section| section.examples.iter().filter(|example| example.is_printed()).count();
    let examples: usize = book(library).sections().map(|(_, section)| printed(section)).sum();
    assert_eq!(examples, 9);
}

#[test]
fn both_translations_are_complete_and_current() {
    let library = shipped::library();
    for language in ["ja", "ru"] {
        is_complete_and_current(book(library), language);
    }
}

#[test]
fn the_spaces_are_193_and_each_has_its_square() {
    let library = shipped::library();
    let table = book(library).data.iter().find(|table| table.id == "spaces").expect("the spaces");
    let rows: BTreeSet<(String, String)> =
        table.rows.iter().map(|row| (cell(row, "space"), cell(row, "grid"))).collect();
    assert_eq!((table.rows.len(), rows.len()), (193, 193), "none stands twice");
    let is_square = |grid: &str| matches!(grid.as_bytes(), [b'1'..=b'9', b'A'..=b'Z']);
    assert!(rows.iter().all(|(_, grid)| is_square(grid)), "{rows:?}");
}

/// `needs` tells each section what it lacks, and the appendix tells it of all.
#[test]
fn the_appendix_lists_what_sections_say_they_need() {
    let library = shipped::library();
    let book = book(library);
    let number = |id: &str| book.section(id).and_then(|(_, section)| section.number()).expect("a number").to_owned();
    let needs: Vec<BTreeSet<String>> =
        book.needs.iter().map(|need| need.sections.iter().map(|(id, _)| number(id)).collect()).collect();
    let (_, section) = book.section("what-is-missing").expect("the appendix");
    let translated = |language: &str| book.translations[language].sections["what-is-missing"].text.as_ref();
    for (language, text) in [("en", section.text.as_ref()), ("ja", translated("ja")), ("ru", translated("ru"))] {
        let text = &text.expect("a text").source;
        let rows = text.lines().filter(|line| line.starts_with("| ") && line.contains("[["));
        let rows: Vec<BTreeSet<String>> = rows
            .map(|row| {
                let numbers = row.split("[[").skip(1).filter_map(|rest| rest.split(']').next());
                numbers.map(|number| number.split('|').next().unwrap_or_default().to_owned()).collect()
            })
            .collect();
        // No section needs the pictures to be understood.
        assert_eq!(rows.len(), needs.len() + 1, "{language}");
        for need in &needs {
            assert!(rows.contains(need), "{language}: no row for {need:?} among {rows:?}");
        }
    }
}
