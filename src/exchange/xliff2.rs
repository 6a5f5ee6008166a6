//! XLIFF 2.1, read as 2.0 to 2.2: the states of segments say what is reviewed.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use roxmltree::Node;

use super::codes::{Coded, of_source, of_target};
use super::incoming::{Incoming, IncomingFile, MAX_UNITS, Unreadable, control_in, known_by, read_known_by};
use super::segment::CodeKind;
use super::unit::{ExchangeUnit, Progress};
use super::xml::{Read, child, escape, text};

/// The namespace of the core of XLIFF 2.
const NAMESPACE: &str = "urn:oasis:names:tc:xliff:document:2.0";

/// The file of these units.
pub(super) fn write(units: &[&ExchangeUnit], book: &str, source: &str, target: &str) -> String {
    let mut file = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xliff version=\"2.1\" xmlns=\"{NAMESPACE}\" srcLang=\"{source}\" \
         trgLang=\"{target}\">\n  <file id=\"{book}\">\n"
    );
    for (at, unit) in units.iter().enumerate() {
        let state = match unit.progress {
            Progress::Missing | Progress::Draft => "initial\"",
            Progress::Outdated => "initial\" subState=\"rulestone:outdated\"",
            Progress::Translated => "translated\"",
            Progress::Reviewed => "reviewed\"",
        };
        let _ = writeln!(file, "    <unit id=\"u{}\" name=\"{}\">\n      <notes>", at + 1, escape(&unit.id));
        let mut note = |category: &str, text: &str| {
            let _ = writeln!(file, "        <note category=\"{category}\">{}</note>", escape(text));
        };
        note("context", &unit.context);
        for (what, text) in
            [("before", &unit.before), ("after", &unit.after), ("see", &unit.link), ("earlier", &unit.earlier)]
        {
            if let Some(text) = text {
                note(what, text);
            }
        }
        if let Some((by, date)) = &unit.review {
            note("review", &format!("{by}, {date}"));
        }
        note("known", &known_by(&unit.fingerprint, &unit.target_hash()));
        file.push_str("      </notes>\n");
        let coded = of_source(&unit.source);
        let marks: Vec<_> = coded
            .iter()
            .filter_map(|part| match part {
                Coded::Code(number, code) => Some((number, code)),
                Coded::Text(_) => None,
            })
            .collect();
        if !marks.is_empty() {
            file.push_str("      <originalData>\n");
            for (number, code) in marks {
                let _ = writeln!(
                    file,
                    "        <data id=\"d{number}\" xml:space=\"preserve\">{}</data>",
                    escape(&code.text)
                );
            }
            file.push_str("      </originalData>\n");
        }
        let _ = write!(file, "      <segment state=\"{state}>\n        <source xml:space=\"preserve\">");
        let mut opened = HashMap::new();
        content(&mut file, &coded, &mut opened);
        file.push_str("</source>\n");
        if let Some(translation) = &unit.target {
            file.push_str("        <target xml:space=\"preserve\">");
            content(&mut file, &of_target(translation, &unit.source), &mut opened);
            file.push_str("</target>\n");
        }
        file.push_str("      </segment>\n    </unit>\n");
    }
    file.push_str("  </file>\n</xliff>\n");
    file
}

/// Writes parts; `opened` has the number of the code that begins each pair.
fn content(file: &mut String, parts: &[Coded<'_>], opened: &mut HashMap<usize, usize>) {
    for part in parts {
        let _ = match part {
            Coded::Text(text) => write!(file, "{}", escape(text)),
            Coded::Code(number, code) => {
                let text = escape(&code.text);
                match code.kind {
                    CodeKind::Alone => write!(file, "<ph id=\"{number}\" dataRef=\"d{number}\" equiv=\"{text}\"/>"),
                    CodeKind::Opens(pair) => {
                        opened.insert(pair, *number);
                        write!(file, "<sc id=\"{number}\" dataRef=\"d{number}\" equiv=\"{text}\"/>")
                    }
                    CodeKind::Closes(pair) => {
                        let start = opened.get(&pair).copied().unwrap_or_default();
                        write!(file, "<ec startRef=\"{start}\" dataRef=\"d{number}\" equiv=\"{text}\"/>")
                    }
                }
            }
        };
    }
}

/// Reads a file.
pub(super) fn read(read: &Read<'_>) -> Result<IncomingFile, Unreadable> {
    let language = read.document.root_element().attribute("trgLang").map(str::to_owned);
    let mut file = IncomingFile { language, ..IncomingFile::default() };
    for node in read.document.descendants().filter(|node| node.is_element() && node.tag_name().name() == "unit") {
        if file.units.len() == MAX_UNITS {
            let message = format!("the file has more than {MAX_UNITS} units");
            return Err(Unreadable::new(read.line(node), message, "bring it back in parts"));
        }
        file.units.push(unit(node, read.line(node))?);
    }
    Ok(file)
}

fn unit(node: Node<'_, '_>, line: usize) -> Result<Incoming, Unreadable> {
    let Some(id) = node.attribute("name") else {
        let message = "a `unit` without a `name`, so that nobody knows which it is";
        return Err(Unreadable::new(line, message, "export the book again"));
    };
    let mut unit = Incoming { id: id.to_owned(), line, is_finished: true, is_reviewed: true, ..Incoming::default() };
    for note in child(node, "notes").into_iter().flat_map(|notes| notes.children()).filter(Node::is_element) {
        read_known_by(&mut unit, &text(note));
    }
    let data: HashMap<&str, String> = child(node, "originalData")
        .into_iter()
        .flat_map(|data| data.children())
        .filter_map(|data| Some((data.attribute("id")?, text(data))))
        .collect();
    let mut codes = HashMap::new();
    let segments = || node.children().filter(|child| matches!(child.tag_name().name(), "segment" | "ignorable"));
    for code in segments().filter_map(|segment| child(segment, "source")).flat_map(|source| source.descendants()) {
        let mark = code.attribute("dataRef").and_then(|of| data.get(of).cloned());
        if let (Some(key), Some(mark)) = (key(code), mark.or_else(|| code.attribute("equiv").map(str::to_owned))) {
            codes.insert(key, mark);
        }
    }
    let mut seen = HashSet::new();
    for segment in segments() {
        let Some(source) = child(segment, "source") else { continue };
        let source_words = words(source, &codes, &mut HashSet::new()).unwrap_or_else(|_| text(source));
        unit.source.push_str(&source_words);
        if segment.tag_name().name() == "ignorable" {
            let target = child(segment, "target").map_or(source_words, text);
            unit.target.push_str(&target);
            continue;
        }
        let state = segment.attribute("state").unwrap_or("initial");
        unit.is_reviewed &= matches!(state, "reviewed" | "final");
        unit.is_finished &= matches!(state, "translated" | "reviewed" | "final");
        let Some(target) = child(segment, "target") else {
            unit.is_finished = false;
            continue;
        };
        match words(target, &codes, &mut seen) {
            Ok(words) => unit.target.push_str(&words),
            Err(fault) => {
                unit.target.push_str(&text(target));
                unit.fault = Some(fault);
            }
        }
    }
    unit.fault = unit.fault.or_else(|| control_in(&unit.target));
    unit.is_reviewed &= unit.is_finished;
    Ok(unit)
}

/// By what a code is known in its unit.
fn key(code: Node<'_, '_>) -> Option<String> {
    match code.tag_name().name() {
        "ph" | "sc" => code.attribute("id").map(str::to_owned),
        "ec" => code.attribute("startRef").map(|start| format!("/{start}")),
        _ => None,
    }
}

/// The words of a source or target with the marks that its codes stand for.
fn words(node: Node<'_, '_>, codes: &HashMap<String, String>, seen: &mut HashSet<String>) -> Result<String, String> {
    let mut words = String::new();
    for inner in node.descendants().skip(1) {
        if let Some(text) = inner.text().filter(|_| inner.is_text()) {
            words.push_str(text);
            continue;
        }
        if !inner.is_element() {
            continue;
        }
        match (inner.tag_name().name(), key(inner)) {
            // A segment, a term: what it holds counts.
            ("mrk" | "sm" | "em", _) => {}
            (name, Some(key)) => {
                let Some(mark) = codes.get(&key) else {
                    return Err(format!("its code `<{name}>` of the id {key} is none of the source; take it out"));
                };
                if !seen.insert(key) {
                    return Err(format!("its code `<{name}>`, which is {mark}, stands there twice; leave one"));
                }
                words.push_str(mark);
            }
            (name, None) => return Err(format!("it holds `<{name}>`, which the source has not; take it out")),
        }
    }
    Ok(words)
}
