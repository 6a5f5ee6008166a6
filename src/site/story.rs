//! The run of an example as a story: a list of sentences, each with the section it comes from.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::html;
use super::link::Linker;
use super::trace::cited;
use super::wording::headed;
use crate::logic::trace::{Sentence, SentenceKind};

/// How many sentences are shown at once; the others unfold.
const FIRST: usize = 10;
/// How many a page tells of a run. Of those behind them dice are told all the same.
const MOST: usize = 300;

/// The sentences as a list; `more` says that others follow, `rest` that some are left out.
pub(super) fn html(sentences: &[Sentence], linker: &Linker<'_>, more: &str, rest: &str) -> String {
    let mut out = String::new();
    // A fold for one or two would be longer than they are.
    let first = if sentences.len() <= FIRST + 2 { sentences.len() } else { FIRST };
    list(&mut out, &sentences[..first], linker, 1);
    if first < sentences.len() {
        let (told, left_out) = sentences[first..].split_at((MOST - FIRST).min(sentences.len() - first));
        let said = more.replace("{count}", &(sentences.len() - first).to_string());
        let _ = writeln!(out, "<details class=\"rest\"><summary>{}</summary>", html::escape(&said));
        list(&mut out, told, linker, first + 1);
        if !left_out.is_empty() {
            dice(&mut out, left_out, linker);
            let _ = writeln!(out, "<p>… {}</p>", html::escape(rest));
        }
        out.push_str("</details>\n");
    }
    out
}

fn list(out: &mut String, sentences: &[Sentence], linker: &Linker<'_>, start: usize) {
    let _ = match start {
        1 => writeln!(out, "<ol class=\"story\">"),
        _ => writeln!(out, "<ol class=\"story\" start=\"{start}\">"),
    };
    for sentence in sentences {
        let _ = write!(
            out,
            "<li data-kind=\"{}\">{}",
            sentence.kind.name(),
            html::line(&headed(&sentence.text), linker.text_language)
        );
        if let Some((href, name)) = cited(sentence.section.as_deref(), sentence.assumed.as_deref(), linker) {
            let _ = write!(out, " <a class=\"cited\" href=\"{href}\">{}</a>", html::escape(&name));
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n");
}

/// The rolls among sentences that are left out: each once, with how often it was so.
fn dice(out: &mut String, sentences: &[Sentence], linker: &Linker<'_>) {
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for sentence in sentences.iter().filter(|sentence| sentence.kind == SentenceKind::Roll) {
        *counted.entry(&sentence.text).or_default() += 1;
    }
    out.push_str("<ul class=\"story\">\n");
    for (text, count) in counted {
        let times = if count == 1 { String::new() } else { format!("{count} × ") };
        let _ = writeln!(out, "<li data-kind=\"roll\">{times}{}</li>", html::line(&headed(text), linker.text_language));
    }
    out.push_str("</ul>\n");
}
