//! TBX: the glossary of a book in two languages, in the form that most programs read. It is not merged.

use std::fmt::Write as _;

use super::xml::escape;
use crate::library::localized::View;
use crate::library::text::collapse_whitespace;
use crate::library::{Line, Term};

/// The glossary of a book.
pub(super) fn write(view: &View<'_>) -> String {
    let (book, reference) = (view.book, view.book.reference.as_str());
    let mut file = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<martif type=\"TBX\" xml:lang=\"{reference}\">\n  <martifHeader>\n    \
         <fileDesc>\n      <sourceDesc><p>{}</p></sourceDesc>\n    </fileDesc>\n  </martifHeader>\n  <text>\n    <body>\n",
        escape(view.book_title())
    );
    for term in book.terms.iter().filter(|term| term.name.is_some()) {
        let _ = writeln!(file, "      <termEntry id=\"{}\">", escape(&term.id));
        if term.do_not_translate {
            file.push_str("        <descrip type=\"Translation needed\">No</descrip>\n");
        }
        language(&mut file, reference, term, true);
        match view.own_term(&term.id) {
            Some(own) if own.name.is_some() => language(&mut file, view.language, own, true),
            _ if term.do_not_translate => language(&mut file, view.language, term, false),
            _ => {}
        }
        file.push_str("      </termEntry>\n");
    }
    file.push_str("    </body>\n  </text>\n</martif>\n");
    file
}

/// A term in one language: its name, other right forms, and wrong ones.
fn language(file: &mut String, language: &str, term: &Term, is_defined: bool) {
    let _ = writeln!(file, "        <langSet xml:lang=\"{language}\">");
    if let Some(definition) = term.definition.as_ref().filter(|_| is_defined) {
        let text = escape(&collapse_whitespace(&definition.source));
        let _ = writeln!(file, "          <descripGrp><descrip type=\"definition\">{text}</descrip></descripGrp>");
    }
    let named = |lines: &[Line], status: &'static str| -> Vec<(String, &'static str)> {
        lines.iter().map(|line| (line.value.clone(), status)).collect()
    };
    let name = term.name.iter().map(|name| (name.value.clone(), "preferredTerm-admn-sts"));
    let forms = named(&term.forms, "admittedTerm-admn-sts");
    let forbidden = named(&term.forbidden, "deprecatedTerm-admn-sts");
    for (written, status) in name.chain(forms).chain(forbidden) {
        let _ = writeln!(
            file,
            "          <tig><term>{}</term><termNote type=\"administrativeStatus\">{status}</termNote></tig>",
            escape(&written)
        );
    }
    file.push_str("        </langSet>\n");
}
