//! Hellenes: a part of its rules, from a document that tells many of them twice.

use std::collections::{BTreeMap, BTreeSet};

use rulestone::library::{Book, Library};
use rulestone::logic::example::VerdictKind;

use super::{cell, is_complete_and_current};
use crate::shipped;

fn book(library: &Library) -> &Book {
    library.book("hellenes").expect("the book")
}

#[test]
fn every_printed_heading_and_every_sidebar_is_there_in_order() {
    let library = shipped::library();
    let numbers: Vec<&str> = book(library).sections().filter_map(|(_, section)| section.number()).collect();
    assert_eq!(
        numbers.join(" "),
        "3.3 4.0 4.1 4.2 4.2.1 4.2.2 4.2.3 4.3 4.4 5.0 5.1 5.2 5.2.1 5.2.2 5.2.3 5.3 5.4 5.4.1 5.4.2 5.5 6.0 6.1 6.2 6.3 6.3.1 \
         6.3.2 6.3.3"
    );
    assert_eq!(numbers.len(), 27);
    let unnumbered = book(library).sections().filter(|(_, section)| section.number().is_none()).count();
    assert_eq!(unnumbered, 14, "the table of regions, twelve sidebars, and the appendix of this edition");
}

#[test]
fn the_regions_have_25_cities_of_value_47_and_16_ports() {
    let library = shipped::library();
    let table = book(library).data.iter().find(|table| table.id == "cities").expect("the cities");
    let mut regions: BTreeMap<String, i64> = BTreeMap::new();
    let mut values: BTreeMap<i64, usize> = BTreeMap::new();
    for row in &table.rows {
        let value = cell(row, "value").parse().expect("a value");
        *regions.entry(cell(row, "region")).or_default() += value;
        *values.entry(value).or_default() += 1;
    }
    assert_eq!(table.rows.len(), 25);
    assert_eq!(regions.values().sum::<i64>(), 47);
    assert_eq!(values, BTreeMap::from([(1, 9), (2, 10), (3, 6)]));
    let count = |column: &str| table.rows.iter().filter(|row| cell(row, column) == "yes").count();
    assert_eq!((count("port"), count("subject")), (16, 23));
    assert_eq!((regions["ionia"], regions["aeolian-islands"]), (9, 5));
}

#[test]
fn the_references_of_the_document_stand_in_its_sections() {
    let library = shipped::library();
    let mut found: BTreeSet<(String, String)> = BTreeSet::new();
    for (_, section) in book(library).sections() {
        for (reference, _) in section.text.iter().flat_map(|text| text.document.references()) {
            found.insert((section.number().unwrap_or(&section.id).to_owned(), reference.target.clone()));
        }
    }
    // From the document's text; compressed numbers are written out (6.34 is 6.3.4).
    let printed = "4.1→5.0 4.2→7.2 4.2→8.2.1 4.2.2→2.0 4.2.2→2.1.1 4.3→5.5 4.4→9.2.2 4.4→9.2.3 5.0→5.3 5.0→5.4 5.0→6.4 5.1→1.3.1 5.1→15.0 \
                   5.1→7.4 5.2→6.6 5.2→7.2 5.2→1.3 5.4→9.2.1 5.4→12.0 5.4→6.0 5.4.1→5.0 5.4.2→8.1 5.5→7.2 rejected-recruits→2.2.7 \
                   rejected-recruits→13.2 besieged-movement→7.2 besieged-movement→8.3 besieged-movement→7.4 \
                   besieged-movement→8.2.1 6.0→8.2 6.0→7.1 6.0→7.2 6.0→8.1 6.1→6.3.4 6.1→6.4 6.1→7.1 6.1→7.2 6.2→6.3.1 6.2→6.4 \
                   6.2→6.3.4 6.2→14.1.1 6.3.2→8.1.1 6.3.3→8.1 6.3.3→6.3.4 6.3.3→6.4.1";
    let missing: Vec<&str> = printed
        .split_whitespace()
        .filter(|pair| {
            let (from, to) = pair.split_once('→').expect("a pair");
            !found.iter().any(|(section, target)| section == from && target.split(['.', '|']).eq(to.split('.')))
        })
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert_eq!(book(library).reference_forms.len(), 7, "nine compressed references, two of them twice");
}

#[test]
fn where_two_texts_disagree_an_option_names_both_readings() {
    let library = shipped::library();
    let book = book(library);
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for note in book.sections().flat_map(|(_, section)| &section.notes) {
        *kinds.entry(note.kind.as_str()).or_default() += 1;
    }
    assert!(!kinds.contains_key("variant") && kinds["doubt"] >= 12, "{kinds:?}");
    assert_eq!(book.options.len(), 22);
    for option in &book.options {
        assert!(option.readings.len() > 1 && option.section.is_some() && !option.why.is_empty(), "{}", option.id);
    }
}

#[test]
fn the_printed_examples_hold_on_a_sketch_of_the_map() {
    let (library, judged) = (shipped::library(), shipped::judged());
    let printed: Vec<_> = book(library)
        .sections()
        .flat_map(|(_, section)| section.examples.iter().map(move |example| (section, example)))
        .filter(|(_, example)| example.is_printed())
        .map(|(section, example)| {
            (example.id.as_str(), judged.result("hellenes", &section.id, &example.id).expect("a result").verdict.kind)
        })
        .collect();
    assert_eq!(printed, [("three-actions", VerdictKind::PassedUnderAssumption), ("attack-order", VerdictKind::Passed)]);
    let good = [VerdictKind::Passed, VerdictKind::PassedUnderAssumption];
    let bad: Vec<_> = judged.of_book("hellenes").filter(|result| !good.contains(&result.verdict.kind)).collect();
    assert!(bad.is_empty(), "{bad:?}");
}

#[test]
fn russian_is_complete_and_current() {
    is_complete_and_current(book(shipped::library()), "ru");
}
