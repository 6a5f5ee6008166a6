//! The page of verdicts: what logic proves of a book, what that rests on, and which readings it follows.

use minijinja::{Value, context, value::Serde};
use serde::Serialize;

use super::address::{self, Edition, Sheet};
use super::link::Linker;
use super::option::OptionView;
use super::renderer::{Label, Renderer, href};
use super::section::example_label;
use super::verdict::{Case, VerdictView};
use super::wording::Wording;
use super::{SiteError, assumption, book};
use crate::library::localized::View;
use crate::library::{Book, Chapter, ExampleKind, Section};
use crate::logic::example::VerdictKind;

/// A section and some of its examples.
#[derive(Serialize)]
struct Group {
    href: Value,
    number: Option<String>,
    title: Label,
    examples: Vec<Entry>,
    /// How many of its cases have each kind of verdict.
    cases: Vec<Counted>,
    /// Those that fail.
    failing: Vec<Entry>,
}

/// How many there are of a kind of verdict.
#[derive(Serialize)]
struct Counted {
    kind: &'static str,
    name: String,
    number: usize,
}

#[derive(Serialize)]
struct Entry {
    id: String,
    href: Value,
    label: String,
    verdict: VerdictView,
}

/// How many examples have a kind of verdict, with a link to each.
#[derive(Serialize)]
struct Tally {
    kind: &'static str,
    name: String,
    /// How many of them are the rulebook's own; empty where all are.
    of: String,
    help: String,
    count: usize,
    links: Vec<Jump>,
}

#[derive(Serialize)]
struct Jump {
    href: Value,
    text: String,
}

/// Makes the page of verdicts in one language.
pub(super) fn page(renderer: &mut Renderer<'_>, book: &Book, language: &str) -> Result<(), SiteError> {
    let address = address::book(language, &book.id, "verdicts");
    let linker = renderer.linker(book, Edition::One(language), &address);
    let wording = renderer.wording(book, language);
    let proof = Proof { renderer, linker: &linker, wording, view: View::new(book, language) };
    let options = book.options.iter().map(|option| {
        let section = option.section.as_ref().and_then(|(id, _)| book.section(id));
        context! {
            option => Serde(OptionView::of_book(proof.renderer, &linker, option)),
            href => section.map(|(chapter, section)| href(linker.section(book, chapter, section, None))),
            number => section.and_then(|(_, section)| proof.view.number(section)),
            title => section.map(|(_, section)| Serde(Label::section(&proof.view, section))),
        }
    });
    let body = context! {
        summary => proof.summary(),
        tallies => Serde(proof.tallies()),
        disputed => Serde(proof.groups(|kind| [VerdictKind::OtherReading, VerdictKind::Disputed].contains(&kind))),
        groups => Serde(proof.groups(|_| true)),
        ran => !proof.groups(|kind| kind != VerdictKind::ProseOnly).is_empty(),
        assumptions => Serde(proof.assumptions()),
        options => options.collect::<Vec<_>>(),
    };
    let title = linker.strings.get("verdicts").to_owned();
    let frame = book::frame(renderer, &linker, book, language, "verdicts", Some(title));
    renderer.page("verdicts.html", frame, body)
}

/// Everything proven of one book, for one reader.
struct Proof<'a> {
    renderer: &'a Renderer<'a>,
    linker: &'a Linker<'a>,
    wording: &'a Wording<'a>,
    view: View<'a>,
}

impl Proof<'_> {
    fn cases<'s>(&'s self, chapter: &'s Chapter, section: &'s Section) -> impl Iterator<Item = Case<'s>> {
        let Self { renderer, linker, wording, .. } = *self;
        section.examples.iter().map(move |example| Case { renderer, linker, wording, chapter, section, example })
    }

    fn all(&self) -> impl Iterator<Item = Case<'_>> {
        self.linker.book.sections().flat_map(|(chapter, section)| self.cases(chapter, section))
    }

    fn groups(&self, shown: impl Fn(VerdictKind) -> bool) -> Vec<Group> {
        let mut groups = Vec::new();
        for (chapter, section) in self.linker.book.sections() {
            let (cases, told): (Vec<_>, Vec<_>) =
                self.cases(chapter, section).filter(|case| shown(case.kind())).partition(|case| case.example.is_case());
            let entry = |case: &Case<'_>| {
                let id = address::aside(&section.id, "example", &case.example.id);
                let language = self.linker.edition.language();
                let page = address::sheet(Sheet::Proof, Edition::One(language), &self.linker.book.id, &chapter.id);
                let there = format!("{page}#{id}");
                let label = if case.example.is_case() {
                    case.example.id.clone()
                } else {
                    example_label(self.linker.strings, section, case.example)
                };
                Entry { id, href: href(self.linker.to(&there)), label, verdict: case.verdict() }
            };
            let count = |kind: VerdictKind| Counted {
                kind: kind.name(),
                name: self.linker.strings.get(&format!("verdict_{}", kind.name())).to_owned(),
                number: cases.iter().filter(|case| case.kind() == kind).count(),
            };
            let counts = VerdictKind::ALL.into_iter().map(count).filter(|of| of.number > 0).collect();
            if !told.is_empty() || !cases.is_empty() {
                groups.push(Group {
                    href: href(self.linker.section(self.linker.book, chapter, section, None)),
                    number: self.view.number(section),
                    title: Label::section(&self.view, section),
                    examples: told.iter().map(entry).collect(),
                    cases: counts,
                    failing: cases.iter().filter(|case| case.kind() == VerdictKind::Failed).map(entry).collect(),
                });
            }
        }
        groups
    }

    /// The link to an example further down on the page, named by its section.
    fn jump(&self, case: &Case<'_>) -> Jump {
        let section = case.section;
        let name = self.view.number(section).unwrap_or_else(|| Label::section(&self.view, section).text);
        let told = || section.examples.iter().filter(|example| !example.is_case());
        let at = told().position(|example| example.id == case.example.id).unwrap_or(0) + 1;
        let text = if told().count() > 1 { format!("{name} ({at})") } else { name };
        Jump { href: href(format!("#{}", address::aside(&section.id, "example", &case.example.id))), text }
    }

    fn tallies(&self) -> Vec<Tally> {
        let strings = self.linker.strings;
        let tally = |kind: VerdictKind| {
            let of_kind = || self.all().filter(|case| case.kind() == kind);
            let links: Vec<Jump> =
                of_kind().filter(|case| !case.example.is_case()).map(|case| self.jump(&case)).collect();
            let count = |whose: ExampleKind| of_kind().filter(|case| case.example.kind == whose).count();
            let all = of_kind().count();
            let numbers = [("printed", ExampleKind::Printed), ("own", ExampleKind::Own), ("cases", ExampleKind::Case)];
            let numbers = numbers.map(|(key, whose)| (key, count(whose).to_string()));
            let numbers = numbers.each_ref().map(|(key, number)| (*key, number.as_str()));
            let printed_alone = count(ExampleKind::Printed) == all;
            Tally {
                of: if printed_alone { String::new() } else { strings.fill("verdict_of", &numbers) },
                kind: kind.name(),
                name: strings.get(&format!("verdict_{}", kind.name())).to_owned(),
                help: strings.get(&format!("verdict_{}_help", kind.name())).to_owned(),
                count: all,
                links,
            }
        };
        VerdictKind::ALL.into_iter().map(tally).filter(|tally| tally.count > 0).collect()
    }

    /// All verdicts in one sentence.
    fn summary(&self) -> String {
        let strings = self.linker.strings;
        let number = |kind: VerdictKind| self.all().filter(|case| case.kind() == kind).count();
        let others = VerdictKind::ALL.into_iter().filter(|kind| *kind != VerdictKind::Failed);
        let told = others.map(|kind| (kind, number(kind))).filter(|(_, number)| *number > 0).map(|(kind, number)| {
            let name = strings.get(&format!("verdict_{}", kind.name())).to_owned();
            strings.fill("verdicts_kind", &[("number", &number.to_string()), ("name", &name)])
        });
        let list = told.collect::<Vec<_>>().join(strings.get("list_comma"));
        let (count, failed) = (self.all().count().to_string(), number(VerdictKind::Failed));
        let told = [("count", count.as_str()), ("failed", &failed.to_string()), ("list", &list)];
        match failed {
            0 => strings.fill("verdicts_sound", &told),
            _ if list.is_empty() => strings.fill("verdicts_failing_all", &told),
            _ => strings.fill("verdicts_failing", &told),
        }
    }

    fn assumptions(&self) -> Vec<assumption::AssumptionView> {
        let logic = self.renderer.judged.logic(&self.linker.book.id);
        let view = |set: &crate::library::AssumptionSet| {
            let mut view = assumption::view(self.linker, self.wording, logic, set);
            let served = |case: &Case<'_>| {
                !case.example.is_case() && case.result().is_some_and(|result| result.verdict.assumed.contains(&set.id))
            };
            view.used = self.all().filter(served).map(|case| Value::from(Serde(self.jump(&case)))).collect();
            view
        };
        self.linker.book.assumptions.iter().map(view).collect()
    }
}
