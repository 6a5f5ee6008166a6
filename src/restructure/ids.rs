//! Where ids of sections are written apart from their sections: in options, needs, glossaries, cases, reasons and logic.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{FileId, Place};
use crate::library::yaml::{self, Node, Scalar};
use crate::library::{Book, Library};
use crate::logic::example::reasons_of;
use crate::logic::syntax::ast::{Item, ItemKind, Name, Order};
use crate::logic::syntax::parse;
use crate::translate::FileEdit;

/// The edits that write new ids for old ones wherever a book names its sections by them. References in texts are no part of it.
pub(super) fn renamed(library: &Library, book: &Book, ids: &BTreeMap<String, String>) -> BTreeMap<FileId, FileEdit> {
    let mut edits: BTreeMap<FileId, FileEdit> = BTreeMap::new();
    let mut found: Vec<(Place, String)> = Vec::new();
    let mut word = |id: &str, place: Place| {
        if let Some(new) = ids.get(id) {
            let quoted = library.sources.slice(place).starts_with(['"', '\'']);
            found.push((place, if quoted { yaml::quoted(new) } else { new.clone() }));
        }
    };
    for (id, place) in book.options.iter().filter_map(|option| option.section.as_ref()) {
        word(id, *place);
    }
    for (id, place) in book.needs.iter().flat_map(|need| &need.sections) {
        word(id, *place);
    }
    for (id, place) in book.terms.iter().filter_map(|term| term.section.as_ref()) {
        word(id, *place);
    }
    let cases = format!("rules-{}/{}/cases/", book.reference, book.id);
    for file in library.sources.files().filter(|file| file.path.starts_with(&cases)) {
        let Some(id) = library.sources.find(&file.path) else { continue };
        let Some(root) = yaml::parse(id, &library.sources, &mut Vec::new()) else { continue };
        for node in root.get("sections").map_or(&[][..], Node::items).iter().filter_map(|item| item.get("id")) {
            word(node.text().unwrap_or_default(), node.place);
        }
    }
    for (_, section) in book.sections() {
        for (key, value) in section.examples.iter().flat_map(|example| &example.program) {
            for node in reasons_of(key, value) {
                let reason = node.text().unwrap_or_default();
                let (id, label) = reason.split_once('.').unwrap_or((reason, ""));
                if let Some(new) = ids.get(id) {
                    let label = if label.is_empty() { String::new() } else { format!(".{label}") };
                    found.push((node.place, format!("{new}{label}")));
                }
            }
        }
    }
    let rules = names_of_rules(book);
    for logic in book.sections().filter_map(|(_, section)| section.logic.as_ref()?.scalar()) {
        in_logic(logic, ids, &rules, &mut found);
    }
    for (place, new) in found {
        edits.entry(place.file).or_default().replace(place.start, place.end, new);
    }
    edits
}

/// The ids of sections that logic names, with underscores: of sections that prevail, and of those whose rules stand before others.
fn in_logic(
    logic: &Scalar,
    ids: &BTreeMap<String, String>,
    rules: &BTreeSet<String>,
    found: &mut Vec<(Place, String)>,
) {
    let mut name = |name: &Name| {
        if let Some(new) = ids.get(&name.text.replace('_', "-")) {
            found.push((logic.place_of(name.span.range()), new.replace('-', "_")));
        }
    };
    for item in parse(&logic.text).0.items {
        let ahead: &[Order] = match &item.kind {
            ItemKind::Prevail { sections } => {
                sections.iter().for_each(&mut name);
                &[]
            }
            ItemKind::Joined { ahead, .. } | ItemKind::Whenever { ahead, .. } | ItemKind::Ends { ahead, .. } => ahead,
            _ => &[],
        };
        // A rule of that name goes before the section.
        ahead.iter().map(|order| &order.name).filter(|order| !rules.contains(&order.text)).for_each(&mut name);
    }
}

/// The names that rules of a book have of their own.
fn names_of_rules(book: &Book) -> BTreeSet<String> {
    let blocks = book.sections().filter_map(|(_, section)| section.logic.as_ref()?.scalar());
    let items = blocks.flat_map(|logic| parse(&logic.text).0.items);
    let name = |item: Item| match item.kind {
        ItemKind::Joined { name, .. } | ItemKind::Whenever { name, .. } => name,
        ItemKind::Ends { name, .. } | ItemKind::Chosen { name, .. } => Some(name),
        _ => None,
    };
    items.filter_map(name).map(|name| name.text).collect()
}
