//! Whatever comes, every word of it stands in the drafts or in the report.

use std::fmt::Write as _;

use std::collections::HashMap;

use rulestone::import::{Form, Naming, Source, draft};
use unicode_normalization::UnicodeNormalization as _;

use rulestone::library::yaml::{Node, Value};

use super::read;

/// A text of a draft without the marks that an import writes.
fn unmarked(text: &str) -> String {
    let text = text.replace("\\[[", " ");
    let mut parts = text.split("[[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let reference = part.split_once("]]").filter(|(inner, _)| !inner.contains(['\n', ' ']) || inner.contains('|'));
        let reference = reference.filter(|(inner, _)| !inner.contains('\n'));
        let (inner, rest) = reference.unwrap_or((part, ""));
        let shown = reference.and_then(|_| Some(inner.split_once('|')?.1));
        plain.push_str(shown.unwrap_or(inner));
        plain.push_str(rest);
    }
    plain.replace('\\', "")
}

/// How often each letter and digit stands in a text.
fn characters(text: &str) -> HashMap<char, usize> {
    let mut characters = HashMap::new();
    for c in text.nfkc().filter(|c| c.is_alphanumeric()) {
        *characters.entry(c).or_default() += 1;
    }
    characters
}

/// What says only what follows, and has become just that: an example, a chapter, some HTML, the address of a link.
const STRUCTURE: [&str; 14] = [
    "Раздел",
    "Example",
    "Пример",
    "例：",
    "Глава",
    "<b>",
    "</b>",
    "<div>",
    "</div>",
    "<br>",
    "(#setting-up)",
    "(#delta)",
    "[list]",
    "</div",
];

/// Fails if a letter or digit of `text` stands less often in its drafts and the report than in itself.
#[track_caller]
fn is_whole(text: &str, form: Form) {
    let Ok(source) = Source::new([("source".to_owned(), text.as_bytes().to_vec())]) else {
        assert!(text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty(), "{text:?} is refused");
        return;
    };
    let draft = draft(&source, form, Naming { book: "odd", language: "en", title: None }).expect("drafts");
    let mut found = String::new();
    for (_, section) in
        draft.files.iter().flat_map(|file| file.text.split("\n  - id: ").skip(1).map(move |section| (file, section)))
    {
        assert!(
            section.contains("\n    title: ") || section.contains("\n    text: |\n      "),
            "{form:?}: {section} of {text:?}"
        );
    }
    for file in &draft.files {
        words(&read(&file.text), "", &mut found);
    }
    let mut found = unmarked(&found);
    for note in &draft.report.notes {
        // Of what is told, only what is quoted.
        match note.became.as_str() {
            "left out" => found.push_str(&note.what),
            _ => found.extend(note.what.split('`').skip(1).step_by(2)),
        }
    }
    let found = characters(&found);
    let wanted = STRUCTURE.iter().fold(text.to_owned(), |text, structure| text.replace(structure, ""));
    for (c, times) in characters(&wanted) {
        let there = found.get(&c).copied().unwrap_or(0);
        assert!(there >= times, "{form:?}: `{c}` {times} times in {text:?}, {there} times in {draft:#?}");
    }
}

/// The values of a file that readers see.
fn words(node: &Node, key: &str, into: &mut String) {
    match &node.value {
        Value::Scalar(scalar) if matches!(key, "title" | "number" | "text") => into.push_str(&scalar.text),
        Value::Scalar(_) | Value::Null => {}
        Value::List(items) => items.iter().for_each(|item| words(item, key, into)),
        // A title has a value for each language.
        Value::Map(entries) => {
            for entry in entries {
                words(&entry.value, if entry.key == "en" { key } else { &entry.key }, into);
            }
        }
    }
    into.push('\n');
}

/// Parts of documents, put together in any order.
const PARTS: [&str; 74] = [
    "1. Aufbau\n",
    "1.1 Alpha beta.\n",
    "1.2 gamma\n",
    "\n",
    "\n\n",
    "# Delta\n",
    "## 2. Epsilon\n",
    "### 2.1 Zeta eta\n",
    "theta iota ",
    "Contents\n",
    "Glossary\n",
    "Kappa\nwhat it is\n\n",
    "- lambda\n",
    "* mu\n",
    "1. nu\n",
    "2) xi\n",
    "   - omicron\n",
    "(a) pi\n",
    "(b) rho\n",
    "(i) sigma\n",
    "Example: tau\n",
    "> **Example:** upsilon\n",
    "> phi\n",
    "| chi | psi |\n|---|---|\n| omega | 7 |\n",
    "```\ncode 8\n```\n",
    "`inline 9`",
    "**bold 10** ",
    "_under 11_ ",
    " [link 12](#delta) ",
    " [far 13](https://example.org/14) ",
    " [gone 15](x.md) ",
    " ![pic 16](p17.png)\n",
    " <b>html 18</b> ",
    "<div class=\"c19\">\nblock 20\n</div>\n\n",
    "<!-- comment 21 -->\n",
    "[^22]",
    "\n[^22]: note 23\n",
    "Term 24\n: meaning 25\n\n",
    "---\n",
    "***\n",
    "===\n",
    "\\[[ \\{ \\* ",
    "[[bracket 26]] ",
    "{brace 27} ",
    "^a label 28\n",
    "&amp; &copy; &#65; ",
    "第一章　総則\n",
    "第一条　目的である。\n",
    "（見出し）\n",
    "２　第二項\n",
    "  一　第一号\n",
    "    イ　細目\n",
    "附　則\n",
    "例：例である\n",
    "Глава 1. Имя\n",
    "2.1.1(1). Пункт\n",
    "а) подпункт\n",
    "Пример: вот\n",
    "§ 5 Paragraph\n",
    "IV.2 roman 29\n",
    "see rule 1.1, 1.2 and 9.9 ",
    "col      umn      30\nthr      ee       31\n",
    "\ttab\t32\n",
    "long line without an end 33 ",
    "\u{0}nul 34",
    "\u{202e}turned 35",
    "\u{feff}mark 36",
    "\u{c}page 37\n",
    "caf\u{e9} na\u{ef}ve 38 ",
    "--- yaml: [39\n",
    "key: 'value 40\n",
    "    indented 41\n",
    " <br>42 ",
    "  \nhard 43",
];

/// A sequence of numbers that is the same for ever.
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).expect("a small number") % below
    }
}

#[test]
fn no_word_of_any_document_is_lost() {
    for seed in 1..3000 {
        let mut number = numbers(seed);
        let text: String = (0..=number(24)).map(|_| PARTS[number(PARTS.len())]).collect();
        is_whole(&text, Form::Markdown);
        is_whole(&text, Form::Plain);
    }
}

#[test]
fn nothing_of_the_fixtures_is_lost() {
    for name in [
        "markdown-book/source.md",
        "lettered-items/source.md",
        "odd/source.md",
        "numbered/source.txt",
        "japanese-statute/source.txt",
        "russian-numbers/source.txt",
    ] {
        let text = std::fs::read_to_string(super::folder().join(name)).expect("a fixture");
        is_whole(&text, Form::Markdown);
        is_whole(&text, Form::Plain);
    }
}

#[test]
fn odd_sources_are_read_or_refused() {
    for text in [
        "",
        "\n\n",
        "\u{feff}",
        "1.",
        "第",
        "((((((",
        "[[",
        "{",
        "^a ",
        "\u{0}\u{1}\u{2}",
        ": x",
        "|",
        "<",
        "&",
        "\\",
        "1.1",
        "A.",
    ] {
        is_whole(text, Form::Markdown);
        is_whole(text, Form::Plain);
    }
    for deep in ["> ", "- ", "  1. ", "*a ", "[", "(", "**", "{"] {
        is_whole(&format!("{}end", deep.repeat(2000)), Form::Markdown);
        is_whole(&format!("{}end", deep.repeat(2000)), Form::Plain);
    }
    let error = Source::new([("rules.txt".to_owned(), b"one\ntwo \x93\n".to_vec())]).expect_err("not UTF-8");
    assert_eq!((error.message.as_str(), error.at.as_deref()), ("`rules.txt` is not UTF-8", Some("rules.txt:2")));
    let huge = "word ".repeat(100_000);
    let source = Source::new([("huge.txt".to_owned(), huge.into_bytes())]).expect("a source");
    for form in [Form::Markdown, Form::Plain] {
        let error = draft(&source, form, Naming { book: "huge", language: "en", title: None }).expect_err("too long");
        assert!(error.message.contains("longer than a text may be"), "{}", error.message);
    }
}

/// Ten thousand sections come in whole; were something done for each pair of them, nobody would wait for this.
#[test]
fn many_sections_come_in() {
    let mut plain = String::new();
    let mut markdown = String::from("# Book\n\n");
    for chapter in 1..=100 {
        let _ = write!(plain, "{chapter}. Chapter\n\n");
        let _ = write!(markdown, "## {chapter}. Chapter\n\n");
        for section in 1..=100 {
            let rule = format!("{chapter}.{section} See rule {chapter}.{section} or 1.1.");
            let _ = write!(plain, "{rule}\n(a) one\n(b) two\n\n");
            let _ = write!(markdown, "{rule}\n\n- one\n- {{two}} [x](#chapter)\n\n");
        }
    }
    for (text, form) in [(plain, Form::Plain), (markdown, Form::Markdown)] {
        let draft = super::drafted("many", text, form, "en");
        assert!(draft.report.counts.sections >= 10_000, "{form:?}: {}", draft.report.summary());
    }
}
