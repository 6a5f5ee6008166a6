//! The Sword of Rome: 5th Player Expansion.

use std::collections::BTreeMap;

use rulestone::library::localized::View;
use rulestone::library::markup::Block;
use rulestone::library::{Book, Library};

use super::is_complete_and_current;
use crate::shipped;

fn book(library: &Library) -> &Book {
    library.book("sword-of-rome-5p").expect("the book")
}

#[test]
fn every_printed_heading_is_there_in_order() {
    let library = shipped::library();
    let numbers: Vec<&str> = book(library)
        .sections()
        .filter(|(_, section)| section.outside.is_none())
        .filter_map(|(_, section)| section.number())
        .collect();
    assert_eq!(
        numbers.join(" "),
        "1 2 2.1 2.2 2.3 4.4 5.2 5.10 5.10.1 7.2 7.2.4 7.4 7.4.6 8.2.3 9.6 9.6.2 9.6.3 9.6.4 11.1 11.1.1 12 12.4.3 12.5.3 \
         15 15.2.4 16 16.1 16.3 16.4 16.5 19 19.1 20 20.1 20.2 20.3 21 21.1"
    );
    assert_eq!(numbers.len(), 38);
    let unnumbered = book(library).sections().filter(|(_, section)| section.number().is_none()).count();
    assert_eq!(unnumbered, 6, "the scenario chapter, and the appendix of this edition");
}

#[test]
fn the_twelve_printed_references_and_no_others_stand_in_the_rules() {
    let library = shipped::library();
    let mut found = Vec::new();
    for (_, section) in book(library).sections().filter(|(_, section)| section.id != "misprints") {
        for (reference, _) in section.text.iter().flat_map(|text| text.document.references()) {
            let target = reference
                .book
                .as_ref()
                .map_or_else(|| reference.target.clone(), |book| format!("{book}:{}", reference.target));
            found.push(format!("{}→{target}", section.number().unwrap_or(&section.id)));
        }
    }
    assert_eq!(
        found.join(" "),
        "5.2→20.2 5.10.1→16.4 5.10.1→16.4 7.4.6→7.2.4 7.4.6→9.6.4 9.6.4→9.6.3 9.6.4→11.1.1 9.6.4→12.4.3 12.5.3→20.1 16.4→base:16.1 \
         20.1→12.5.3 20.1→20.3"
    );
}

#[test]
fn the_notes_and_examples_of_the_document_are_all_there() {
    let library = shipped::library();
    let book = book(library);
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for note in book.sections().flat_map(|(_, section)| &section.notes) {
        *kinds.entry(note.kind.as_str()).or_default() += 1;
    }
    assert_eq!((kinds["design"], kinds["translator"]), (11, 3), "{kinds:?}");
    let examples: Vec<&str> = book
        .sections()
        .flat_map(|(_, section)| &section.examples)
        .filter(|example| example.is_printed())
        .map(|example| example.id.as_str())
        .collect();
    assert_eq!(examples.len(), 14, "{examples:?}");
    let alias = book.numbered("12.5.2.4");
    assert_eq!(alias.first().and_then(|(_, section)| section.number()), Some("15.2.4"));
}

#[test]
fn each_of_the_five_players_begins_with_12_cu() {
    let library = shipped::library();
    let table = book(library).data.iter().find(|table| table.id == "setup").expect("the set-up table");
    let mut totals: BTreeMap<&str, i64> = BTreeMap::new();
    for row in &table.rows {
        let text = |column: &str| row.get(column).and_then(|cell| cell.text());
        let power = match text("power").expect("a power") {
            "etruscans" | "samnites" => "etruscans and samnites",
            other => other,
        };
        *totals.entry(power).or_default() += text("cu").and_then(|cu| cu.parse::<i64>().ok()).unwrap_or(0);
    }
    for power in ["romans", "gauls", "etruscans and samnites", "greeks", "carthage"] {
        assert_eq!(totals.get(power), Some(&12), "{power}: {totals:?}");
    }
    assert_eq!((totals["volsci"], totals["transalpine-gauls"]), (4, 4));
}

#[test]
fn naval_capacities_tie_order_and_set_up_are_tables_in_both_languages() {
    let library = shipped::library();
    let book = book(library);
    for language in ["en", "ja"] {
        let view = View::new(book, language);
        for (id, rows) in [("naval-movers", 5), ("ties", 6), ("setup-leaders", 14)] {
            let (_, section) = book.section(id).expect(id);
            let text = view.text(section).expect("a text").text;
            let table = text.document.blocks.iter().find_map(|block| match block {
                Block::Table(_, _, rows) => Some(rows.len()),
                _ => None,
            });
            assert_eq!(table, Some(rows), "{id} in {language}");
        }
    }
}

#[test]
fn japanese_is_complete_and_current() {
    is_complete_and_current(book(shipped::library()), "ja");
}
