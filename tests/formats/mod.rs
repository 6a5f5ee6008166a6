//! The JSON Schemas and the tables of `docs/format.md` say what the code checks. `SNAPSHOTS=overwrite` writes them anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use rulestone::library::format::FILES;
use rulestone::library::names::MAX_NAME;
use rulestone::library::yaml::schema::schema;
use rulestone::library::yaml::shape::{Shape, ValueKind};

use crate::diagnostics::{check_at, compare, for_each};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_schemas_are_those_of_the_code() {
    for_each(FILES.iter().map(|(name, _, _)| (*name).to_owned()), |name| {
        let (_, title, shape) = FILES.iter().find(|(other, _, _)| *other == name).expect("a kind of file");
        let text = serde_json::to_string_pretty(&schema(shape, title)).expect("a value") + "\n";
        compare(text, &root().join("schemas").join(format!("{name}.json")))
    });
}

/// An editor finds the schema by the first line of a file.
#[test]
fn every_shipped_file_names_its_schema() {
    let files = rulestone::library::files(&root()).expect("the shipped library");
    assert!(files.len() > 10, "the files are found");
    for path in files.iter().filter(|path| path.extension().is_some_and(|end| end == "yaml")) {
        let text = fs::read_to_string(path).expect("a file");
        let line = text.lines().next().unwrap_or_default();
        let named = line.strip_prefix("# yaml-language-server: $schema=");
        let named = named.unwrap_or_else(|| panic!("{} names no schema in its first line", path.display()));
        let schema = path.parent().expect("a folder").join(named);
        assert!(schema.is_file(), "{}: there is no {}", path.display(), schema.display());
        assert_eq!(schema.file_stem().and_then(|name| name.to_str()), Some(kind_of(path)), "{}", path.display());
    }
}

fn kind_of(path: &Path) -> &'static str {
    let in_reference = path.parent().is_some_and(|folder| folder.join("book.yaml").is_file());
    match path.file_name().and_then(|name| name.to_str()) {
        Some("book.yaml") => "book",
        Some("terms.yaml") => "terms",
        Some("assumptions.yaml") => "assumptions",
        Some("rulings.yaml") => "rulings",
        Some("maps.yaml") => "maps",
        Some("site.yaml") => "site",
        _ if path.parent().is_some_and(|folder| folder.ends_with("data")) => "data",
        _ if path.parent().is_some_and(|folder| folder.ends_with("cases")) => "cases",
        _ if in_reference => "chapter",
        _ => "translation",
    }
}

#[test]
fn the_shipped_books_have_no_errors() {
    let (sources, diagnostics) = check_at(&root());
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == rulestone::diagnostic::Severity::Error);
    let errors: Vec<_> = errors.map(|diagnostic| rulestone::diagnostic::render::short(diagnostic, &sources)).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// Between `<!-- keys: NAME -->` and `<!-- end -->` stand the tables; all else is written by hand.
#[test]
fn the_reference_page_lists_every_key() {
    let path = root().join("docs/format.md");
    let page = fs::read_to_string(&path).expect("the page");
    let mut made = String::new();
    let mut rest = page.as_str();
    for (name, _, shape) in FILES {
        let mark = format!("<!-- keys: {name} -->\n");
        let (before, after) = rest.split_once(&mark).unwrap_or_else(|| panic!("the page has no {mark}"));
        let (_, after) = after.split_once("<!-- end -->\n").unwrap_or_else(|| panic!("{mark} has no end"));
        write!(made, "{before}{mark}\n{}<!-- end -->\n", tables(shape)).expect("a string takes everything");
        rest = after;
    }
    made.push_str(rest);
    if let Err(difference) = compare(made, &path) {
        panic!("{difference}");
    }
}

#[test]
fn the_examples_of_the_reference_page_are_yaml() {
    let page = fs::read_to_string(root().join("docs/format.md")).expect("the page");
    let examples: Vec<&str> =
        page.split("```yaml\n").skip(1).map(|part| part.split("```").next().unwrap_or_default()).collect();
    assert!(examples.len() > 5, "the examples are found");
    for example in examples {
        let mut sources = rulestone::diagnostic::Sources::default();
        let mut diagnostics = Vec::new();
        let file = sources.add("example".to_owned(), example);
        assert!(rulestone::library::yaml::parse(file, &sources, &mut diagnostics).is_some(), "{example}");
    }
}

/// A table for a shape, then one for each shape inside it.
fn tables(shape: &Shape) -> String {
    let mut text = String::new();
    let mut name = shape.name.to_owned();
    name.get_mut(..1).expect("an English name").make_ascii_uppercase();
    writeln!(text, "{name}:\n\n| key | value | meaning |\n|---|---|---|").expect("a string takes everything");
    for field in shape.fields {
        let must = if field.required { " (required)" } else { "" };
        writeln!(text, "| `{}`{must} | {} | {} |", field.key, words(&field.kind), field.doc)
            .expect("a string takes everything");
    }
    text.push('\n');
    for field in shape.fields {
        if let Some(inner) = inside(&field.kind) {
            text.push_str(&tables(inner));
        }
    }
    text
}

fn inside(kind: &ValueKind) -> Option<&'static Shape> {
    match kind {
        ValueKind::Object(shape) => Some(shape),
        ValueKind::List(item) | ValueKind::Map(item) | ValueKind::Languages(item) => inside(item),
        _ => None,
    }
}

fn words(kind: &ValueKind) -> String {
    match kind {
        ValueKind::Line => "one line".to_owned(),
        ValueKind::Record => "fingerprints".to_owned(),
        ValueKind::Name => format!("one line of at most {MAX_NAME} characters"),
        ValueKind::Prose => "Markdown".to_owned(),
        ValueKind::Block => "a block after `\\|`".to_owned(),
        ValueKind::Edition => "`2`".to_owned(),
        ValueKind::Id => "an id".to_owned(),
        ValueKind::Number => "a number".to_owned(),
        ValueKind::FormerAddress => "a former address".to_owned(),
        ValueKind::Color => "a colour".to_owned(),
        ValueKind::Date => "a date".to_owned(),
        ValueKind::Pattern => "a regular expression".to_owned(),
        ValueKind::Said => "one line, or by language: one line".to_owned(),
        ValueKind::Language => "a language".to_owned(),
        ValueKind::OneOf(words) => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
        ValueKind::Flag => "`yes` or `no`".to_owned(),
        ValueKind::List(item) => format!("a list: {}", words(item)),
        ValueKind::Map(item) => format!("a mapping to: {}", words(item)),
        ValueKind::Languages(item) => format!("by language: {}", words(item)),
        ValueKind::Object(shape) => shape.name.to_owned(),
        ValueKind::Any => "see the rule language".to_owned(),
    }
}
