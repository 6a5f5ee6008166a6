//! TMX 1.4: what is translated, as a memory for other programs. It is not merged.

use std::fmt::Write as _;

use super::codes::{Coded, of_source, of_target};
use super::segment::CodeKind;
use super::unit::ExchangeUnit;
use super::xml::escape;

/// The memory of these units, as far as they are translated from today's source.
pub(super) fn write(units: &[&ExchangeUnit], source: &str, target: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut file = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tmx version=\"1.4\">\n  <header creationtool=\"Rulestone\" \
         creationtoolversion=\"{version}\" segtype=\"block\" o-tmf=\"rulestone\" adminlang=\"en\" srclang=\"{source}\" \
         datatype=\"unknown\"/>\n  <body>\n"
    );
    for unit in units.iter().filter(|unit| unit.progress.is_finished()) {
        let Some(translation) = &unit.target else { continue };
        let _ = write!(
            file,
            "    <tu>\n      <prop type=\"x-id\">{}</prop>\n      <prop type=\"x-fingerprint\">{}</prop>\n      <tuv \
             xml:lang=\"{source}\"><seg>",
            escape(&unit.id),
            unit.fingerprint
        );
        content(&mut file, &of_source(&unit.source));
        let _ = write!(file, "</seg></tuv>\n      <tuv xml:lang=\"{target}\"><seg>");
        content(&mut file, &of_target(translation, &unit.source));
        file.push_str("</seg></tuv>\n    </tu>\n");
    }
    file.push_str("  </body>\n</tmx>\n");
    file
}

fn content(file: &mut String, parts: &[Coded<'_>]) {
    for part in parts {
        let _ = match part {
            Coded::Text(text) => write!(file, "{}", escape(text)),
            Coded::Code(number, code) => {
                let text = escape(&code.text);
                match code.kind {
                    CodeKind::Alone => write!(file, "<ph x=\"{number}\">{text}</ph>"),
                    CodeKind::Opens(pair) => write!(file, "<bpt i=\"{pair}\" x=\"{number}\">{text}</bpt>"),
                    CodeKind::Closes(pair) => write!(file, "<ept i=\"{pair}\">{text}</ept>"),
                }
            }
        };
    }
}
