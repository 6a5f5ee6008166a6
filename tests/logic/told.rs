//! What is told of a run of a shipped example, brief or as a story: nothing that happened is lost.

use std::collections::BTreeSet;

use rulestone::logic::machine::{Changed, TraceNode, What};
use rulestone::logic::trace::words::Words;
use rulestone::logic::trace::{Detail, Names, SentenceKind, lines, story};

use crate::shipped;

#[test]
fn no_brief_trace_of_a_shipped_example_loses_what_happened_in_any_language() {
    let (library, judged) = (shipped::library(), shipped::judged());
    let (mut told_lines, mut all_lines) = (0, 0);
    for book in &library.books {
        let Some(logic) = judged.logic(&book.id) else { continue };
        let spoken = ["en", "ja", "ru"]
            .map(|language| (Names::new(library, book, language, Some(&logic.program)), Words::of(language)));
        for section in book.sections().map(|(_, section)| section) {
            for example in &section.examples {
                let Some(result) = judged.result(&book.id, &section.id, &example.id) else { continue };
                let (trace, things) = (&result.verdict.trace, &result.verdict.things);
                let [en, ja, ru] = spoken.each_ref().map(|(names, words)| {
                    let told = lines(&logic.program, trace, things, names, words, Detail::Brief);
                    told.iter().map(|line| (line.node, line.depth)).collect::<Vec<_>>()
                });
                assert!(en == ja && ja == ru, "{}::{}", book.id, example.id);
                let nodes: BTreeSet<usize> = en.iter().map(|(node, _)| *node).collect();
                assert_eq!(nodes.len(), en.len(), "nothing is told twice");
                for (at, node) in TraceNode::each(trace).enumerate() {
                    assert!(!node.what.is_told() || nodes.contains(&at), "{}: {:?}", example.id, node.what);
                }
                told_lines += en.len();
                all_lines += TraceNode::each(trace).count();
            }
        }
    }
    assert!(told_lines > 1000 && told_lines * 2 < all_lines, "{told_lines} of {all_lines}");
}

#[test]
fn no_story_of_a_shipped_example_loses_a_die_a_choice_or_a_change() {
    let (library, judged) = (shipped::library(), shipped::judged());
    let (mut rolled, mut chosen, mut changed) = (0, 0, 0);
    for book in &library.books {
        let Some(logic) = judged.logic(&book.id) else { continue };
        let program = &logic.program;
        for language in ["en", "ja", "ru"] {
            let (names, words) = (Names::new(library, book, language, Some(program)), Words::of(language));
            for (_, section) in book.sections() {
                for example in &section.examples {
                    let Some(result) = judged.result(&book.id, &section.id, &example.id) else { continue };
                    let (trace, things) = (&result.verdict.trace, &result.verdict.things);
                    let told = story(program, trace, things, &names, &words);
                    let of = format!("{language} {}::{}::{}", book.id, section.id, example.id);
                    let all: Vec<&TraceNode> = TraceNode::each(trace).collect();
                    let all_lines = lines(program, trace, things, &names, &words, Detail::All);
                    assert_eq!(all.len(), all_lines.len());
                    let told_of = |kind: SentenceKind| told.iter().filter(move |sentence| sentence.kind == kind);
                    let mut rolls = told_of(SentenceKind::Roll);
                    let mut choices = told_of(SentenceKind::Choice);
                    let mut differences = told_of(SentenceKind::Change);
                    for (node, line) in all.iter().zip(&all_lines) {
                        match &node.what {
                            What::Rolled { faces, .. } => {
                                let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
                                let roll = rolls.next().unwrap_or_else(|| panic!("{of}: {}", line.text));
                                let shown = format!(" {}", faces.join(", "));
                                // A name before them may hold the same number.
                                let mut places = roll.text.match_indices(&shown);
                                let is_told = places
                                    .any(|(at, _)| roll.text[at + shown.len()..].trim_start().starts_with(['(', '（']));
                                assert!(is_told, "{of}: {}", roll.text);
                                assert_eq!(roll.section, line.section, "{of}");
                                rolled += faces.len();
                            }
                            What::Chose { .. } | What::Judged { .. } => {
                                assert!(choices.next().is_some(), "{of}: {}", line.text);
                                chosen += 1;
                            }
                            What::Changed { before: Some(before), after, .. } if before == after => {}
                            What::Changed { place: Changed::State(_) | Changed::Field(..), .. } => {
                                let change = differences.next().unwrap_or_else(|| panic!("{of}: {}", line.text));
                                let (_, after) = line.text.split_once(": ").expect("a value");
                                let after = after.rsplit(" → ").next().expect("what it holds");
                                assert!(change.text.contains(after), "{of}: {} / {}", change.text, line.text);
                                changed += 1;
                            }
                            What::Removed { .. } | What::Created { .. } => {
                                assert!(differences.next().is_some(), "{of}: {}", line.text);
                            }
                            _ => {}
                        }
                    }
                    assert!(rolls.next().is_none() && choices.next().is_none() && differences.next().is_none(), "{of}");
                    assert!(told.iter().all(|sentence| !sentence.text.contains(['{', '}'])), "{of}: {told:?}");
                }
            }
        }
    }
    assert!(rolled > 100 && chosen > 10 && changed > 100, "{rolled} dice, {chosen} choices, {changed} changes");
}
