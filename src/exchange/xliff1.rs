//! XLIFF 1.2: what most desktop programs of translators read.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use roxmltree::Node;

use super::codes::{Coded, of_source, of_target};
use super::incoming::{Incoming, IncomingFile, MAX_UNITS, Unreadable, control_in, known_by, read_known_by};
use super::segment::CodeKind;
use super::unit::{ExchangeUnit, Progress};
use super::xml::{Read, child, escape, text};

/// The namespace of XLIFF 1.2.
const NAMESPACE: &str = "urn:oasis:names:tc:xliff:document:1.2";

/// The file of these units.
pub(super) fn write(units: &[&ExchangeUnit], book: &str, source: &str, target: &str) -> String {
    let mut file = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xliff version=\"1.2\" xmlns=\"{NAMESPACE}\">\n  <file original=\"{book}\" \
         source-language=\"{source}\" target-language=\"{target}\" datatype=\"x-rulestone\" xml:space=\"preserve\">\n    <body>\n"
    );
    for unit in units {
        let (approved, state) = match unit.progress {
            Progress::Missing => ("no", ""),
            Progress::Draft => ("no", "needs-review-translation"),
            Progress::Outdated => ("no", "needs-adaptation"),
            Progress::Translated => ("yes", "translated"),
            Progress::Reviewed => ("yes", "signed-off"),
        };
        let id = escape(&unit.id);
        let _ = write!(file, "      <trans-unit id=\"{id}\" approved=\"{approved}\">\n        <source>");
        content(&mut file, &of_source(&unit.source));
        file.push_str("</source>\n");
        if let Some(translation) = &unit.target {
            let _ = write!(file, "        <target state=\"{state}\">");
            content(&mut file, &of_target(translation, &unit.source));
            file.push_str("</target>\n");
        }
        let mut note = |text: &str| {
            let _ = writeln!(file, "        <note from=\"rulestone\">{}</note>", escape(text));
        };
        note(&unit.context);
        for (what, text) in [("before", &unit.before), ("after", &unit.after), ("see", &unit.link)] {
            if let Some(text) = text {
                note(&format!("{what}: {text}"));
            }
        }
        if let Some((by, date)) = &unit.review {
            note(&format!("reviewed by {by}, {date}"));
        }
        note(&known_by(&unit.fingerprint, &unit.target_hash()));
        if let (Some(earlier), Some(translation)) = (&unit.earlier, &unit.target) {
            let (earlier, translation) = (escape(earlier), escape(&translation.text()));
            let _ = writeln!(
                file,
                "        <alt-trans alttranstype=\"previous-version\">\n          <source>{earlier}</source>\n          \
                 <target>{translation}</target>\n        </alt-trans>"
            );
        }
        file.push_str("      </trans-unit>\n");
    }
    file.push_str("    </body>\n  </file>\n</xliff>\n");
    file
}

fn content(file: &mut String, parts: &[Coded<'_>]) {
    for part in parts {
        let _ = match part {
            Coded::Text(text) => write!(file, "{}", escape(text)),
            Coded::Code(number, code) => {
                let text = escape(&code.text);
                match code.kind {
                    CodeKind::Alone => write!(file, "<x id=\"{number}\" equiv-text=\"{text}\"/>"),
                    CodeKind::Opens(pair) => write!(file, "<bx id=\"{number}\" rid=\"{pair}\" equiv-text=\"{text}\"/>"),
                    CodeKind::Closes(pair) => {
                        write!(file, "<ex id=\"{number}\" rid=\"{pair}\" equiv-text=\"{text}\"/>")
                    }
                }
            }
        };
    }
}

/// Reads a file.
pub(super) fn read(read: &Read<'_>) -> Result<IncomingFile, Unreadable> {
    let mut file = IncomingFile::default();
    for node in read.document.descendants().filter(Node::is_element) {
        match node.tag_name().name() {
            "file" => {
                let language = node.attribute("target-language").map(str::to_owned);
                if let (Some(known), Some(other)) = (&file.language, &language)
                    && known != other
                {
                    let message = format!("the file has translations into {known} and into {other}");
                    return Err(Unreadable::new(read.line(node), message, "bring back one language in each file"));
                }
                file.language = language.or(file.language);
            }
            "trans-unit" => {
                if file.units.len() == MAX_UNITS {
                    let message = format!("the file has more than {MAX_UNITS} units");
                    return Err(Unreadable::new(read.line(node), message, "bring it back in parts"));
                }
                file.units.push(unit(node, read.line(node))?);
            }
            _ => {}
        }
    }
    Ok(file)
}

fn unit(node: Node<'_, '_>, line: usize) -> Result<Incoming, Unreadable> {
    let missing = |what: &str| Unreadable::new(line, format!("a `trans-unit` without {what}"), "export the book again");
    let id = node.attribute("id").ok_or_else(|| missing("an `id`"))?;
    let source = child(node, "source").ok_or_else(|| missing("a `source`"))?;
    let mut unit = Incoming { id: id.to_owned(), line, ..Incoming::default() };
    for note in node.children().filter(|child| child.tag_name().name() == "note") {
        read_known_by(&mut unit, &text(note));
    }
    let codes: HashMap<&str, &str> = source
        .descendants()
        .filter(Node::is_element)
        .filter_map(|code| Some((code.attribute("id")?, code.attribute("equiv-text")?)))
        .collect();
    unit.source = words(source, &codes).unwrap_or_else(|_| text(source));
    let Some(target) = child(node, "target") else { return Ok(unit) };
    match words(target, &codes) {
        Ok(words) => {
            unit.fault = control_in(&words);
            unit.target = words;
        }
        Err(fault) => {
            unit.target = text(target);
            unit.fault = Some(fault);
        }
    }
    let state = target.attribute("state").unwrap_or_default();
    unit.is_reviewed = matches!(state, "signed-off" | "final");
    unit.is_finished =
        node.attribute("approved") == Some("yes") && !is_open(state) || unit.is_reviewed || state == "translated";
    Ok(unit)
}

/// Whether a state says that there is something to do.
fn is_open(state: &str) -> bool {
    state.starts_with("needs-") || state == "new"
}

/// The words of a source or target with the marks that its codes stand for.
fn words(node: Node<'_, '_>, codes: &HashMap<&str, &str>) -> Result<String, String> {
    let mut words = String::new();
    let mut seen = HashSet::new();
    for inner in node.descendants().skip(1) {
        if let Some(text) = inner.text().filter(|_| inner.is_text()) {
            words.push_str(text);
            continue;
        }
        match inner.tag_name().name() {
            _ if !inner.is_element() => {}
            // A segment, a term: what it holds counts.
            "mrk" => {}
            name @ ("x" | "bx" | "ex") => {
                let id = inner.attribute("id").unwrap_or_default();
                let Some(mark) = codes.get(id) else {
                    return Err(format!("its code `<{name} id=\"{id}\"/>` is none of the source; take it out"));
                };
                if !seen.insert(id) {
                    return Err(format!(
                        "its code `<{name} id=\"{id}\"/>`, which is {mark}, stands there twice; leave one"
                    ));
                }
                words.push_str(mark);
            }
            name => return Err(format!("it holds `<{name}>`, which the source has not; take it out")),
        }
    }
    Ok(words)
}
