//! What running an example showed, for the reader of a page.

use minijinja::Value;
use serde::Serialize;

use super::address::{self, Sheet};
use super::link::Linker;
use super::renderer::{Renderer, href};
use super::section::PieceView;
use super::wording::{Wording, headed};
use super::{assumption, trace};
use crate::library::{Chapter, Example, Section};
use crate::logic::example::{Dispute, ExampleResult, Needs, VerdictKind};
use crate::logic::program::Role;
use crate::logic::trace::{Detail, Line, lines, story};

/// A verdict.
#[derive(Debug, Serialize)]
pub(super) struct VerdictView {
    /// Whether readers are told: not in a book without logic, where nothing is to be shown.
    told: bool,
    kind: &'static str,
    name: String,
    help: String,
    /// To its run, or from there to the page of verdicts.
    href: Value,
    assumed: Vec<AssumedView>,
    disputes: Vec<DisputeView>,
    needs: Option<String>,
    failures: Vec<FailureView>,
    /// Why it fails, where no assertion tells.
    reason: Option<String>,
}

#[derive(Debug, Serialize)]
struct AssumedView {
    label: String,
    href: Value,
    reason: Option<PieceView>,
}

#[derive(Debug, Serialize)]
struct DisputeView {
    key: String,
    told: String,
    why: Option<Value>,
}

/// An assertion that does not hold, as the program words it.
#[derive(Debug, Serialize)]
struct FailureView {
    key: String,
    expected: String,
    got: String,
}

impl VerdictView {
    /// Whether two verdicts are told in the same words, and nothing is told of either besides what it assumes.
    pub(super) fn says_the_same(&self, other: &Self) -> bool {
        let is_plain = |view: &Self| {
            view.disputes.is_empty() && view.failures.is_empty() && view.needs.is_none() && view.reason.is_none()
        };
        let labels = |view: &Self| view.assumed.iter().map(|set| set.label.clone()).collect::<Vec<_>>();
        self.kind == other.kind && is_plain(self) && is_plain(other) && labels(self) == labels(other)
    }
}

/// An example and what ran it, on the page of `linker`.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) renderer: &'a Renderer<'a>,
    pub(super) linker: &'a Linker<'a>,
    pub(super) wording: &'a Wording<'a>,
    pub(super) chapter: &'a Chapter,
    pub(super) section: &'a Section,
    pub(super) example: &'a Example,
}

impl Case<'_> {
    pub(super) fn result(&self) -> Option<&ExampleResult> {
        self.renderer.judged.result(&self.linker.book.id, &self.section.id, &self.example.id)
    }

    /// Which kind of verdict it has.
    pub(super) fn kind(&self) -> VerdictKind {
        self.result().map_or(VerdictKind::ProseOnly, |result| result.verdict.kind)
    }

    /// Its verdict.
    pub(super) fn verdict(&self) -> VerdictView {
        let (linker, strings) = (self.linker, self.linker.strings);
        let kind = self.kind();
        let verdict = self.result().map(|result| &result.verdict);
        let (book, language) = (&linker.book.id, linker.edition.language());
        // From the rules to the run, from the run to what is proven of the book.
        let page = match linker.sheet {
            Sheet::Proof => address::book(language, book, "verdicts"),
            Sheet::Rules | Sheet::Notes => address::sheet(Sheet::Proof, linker.edition, book, &self.chapter.id),
        };
        let anchor = address::aside(&self.section.id, "example", &self.example.id);
        let assumed = verdict.map_or(&[][..], |verdict| &verdict.assumed);
        let told = [VerdictKind::Disputed, VerdictKind::OtherReading].contains(&kind);
        let disputes = verdict.filter(|_| told).map_or(&[][..], |verdict| &verdict.disputes);
        let failures = verdict.map_or(&[][..], |verdict| &verdict.failures).iter().map(|failure| FailureView {
            key: failure.key.clone(),
            expected: failure.expected.clone(),
            got: failure.got.clone(),
        });
        VerdictView {
            told: self.renderer.counts(linker.book).proven,
            kind: kind.name(),
            name: strings.get(&format!("verdict_{}", kind.name())).to_owned(),
            help: strings.get(&format!("verdict_{}_help", kind.name())).to_owned(),
            href: href(linker.to(&format!("{page}#{anchor}"))),
            assumed: assumed.iter().map(|set| self.assumed(set)).collect(),
            disputes: disputes.iter().map(|dispute| self.dispute(dispute)).collect(),
            needs: verdict.and_then(|verdict| verdict.needs.as_ref()).map(|needs| self.needs(needs)),
            failures: failures.collect(),
            reason: verdict
                .filter(|verdict| kind == VerdictKind::Failed && verdict.failures.is_empty())
                .and_then(|verdict| verdict.reason.clone()),
        }
    }

    /// The steps of its run as HTML, and how many they are.
    pub(super) fn trace(&self) -> Option<(Value, usize)> {
        let verdict = &self.result()?.verdict;
        let logic = self.renderer.judged.logic(&self.linker.book.id)?;
        let (names, words) = (&self.wording.names, &self.wording.words);
        let lines: Vec<Line> = lines(&logic.program, &verdict.trace, &verdict.things, names, words, Detail::Brief);
        let most = if self.example.is_printed() { trace::PRINTED } else { trace::OWN };
        let html = trace::html(&lines, self.linker, most, self.wording.words.get("cut"));
        (!lines.is_empty()).then(|| (Value::from_safe_string(html), lines.len()))
    }

    /// The story of its run as HTML.
    pub(super) fn story(&self) -> Option<Value> {
        let verdict = &self.result()?.verdict;
        let logic = self.renderer.judged.logic(&self.linker.book.id)?;
        let wording = self.wording;
        let told = story(&logic.program, &verdict.trace, &verdict.things, &wording.names, &wording.words);
        let (more, rest) = (self.linker.strings.get("story_more"), wording.words.get("cut"));
        (!told.is_empty()).then(|| Value::from_safe_string(super::story::html(&told, self.linker, more, rest)))
    }

    fn assumed(&self, id: &str) -> AssumedView {
        let set = self.linker.book.assumptions.iter().find(|set| set.id == id);
        AssumedView {
            label: assumption::label(self.linker, id),
            href: href(assumption::href(self.linker, id)),
            reason: set.and_then(|set| PieceView::of_book(self.linker, &set.reason)),
        }
    }

    fn dispute(&self, dispute: &Dispute) -> DisputeView {
        let (linker, strings, section) = (self.linker, self.linker.strings, self.section.id.as_str());
        let value = |value: &str| self.wording.told(value, section);
        let step = dispute.key.strip_prefix("step ").and_then(|rest| rest.split_once(": "));
        let key = match step {
            Some((number, key)) => {
                let what = self.wording.key(key, section);
                strings.fill("input_step", &[("number", number), ("what", &what)])
            }
            None => self.wording.key(&dispute.key, section),
        };
        let (printed, by_rule) = (value(&dispute.printed), value(&dispute.by_rule));
        let why = dispute.why.as_ref().filter(|why| self.section.notes.iter().any(|note| note.id == **why));
        let page = address::sheet(Sheet::Notes, linker.edition, &linker.book.id, &self.chapter.id);
        let anchor = why.map(|why| address::aside(section, "note", why));
        let values = [("printed", printed.as_str()), ("by_rule", &by_rule)];
        DisputeView {
            key: headed(&key),
            told: if dispute.why.is_some() {
                strings.fill("dispute", &values)
            } else {
                strings.fill("dispute_of_readings", &values)
            },
            why: anchor.map(|anchor| href(linker.to(&format!("{page}#{anchor}")))),
        }
    }

    fn needs(&self, needs: &Needs) -> String {
        let (strings, section) = (self.linker.strings, self.section.id.as_str());
        let name = |name: &str| self.wording.names.of(name, Role::Definition, section);
        match needs {
            Needs::Outside(source) => strings.fill("needs_outside", &[("what", &self.wording.names.source(source))]),
            Needs::Judgement(judgement) => strings.fill("needs_judgement", &[("what", &name(judgement))]),
            Needs::Untold(untold) => strings.fill("needs_untold", &[("what", &name(untold))]),
        }
    }
}
