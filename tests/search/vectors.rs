//! The cut in Rust and the cut in the browser agree on the same file of cases.

use std::collections::BTreeMap;
use std::path::Path;

use rulestone::analyzer::{Token, TokenKind};
use rulestone::search::Analyzer;
use serde::{Deserialize, Serialize};

/// `vectors.json`. Places are UTF-16 units, which is what browsers count.
#[derive(Deserialize, Serialize)]
struct Vectors {
    /// Every word of the cases with its stem.
    forms: BTreeMap<String, String>,
    cases: Vec<Case>,
}

#[derive(Deserialize, Serialize)]
struct Case {
    text: String,
    /// Term, start, end, position.
    tokens: Vec<(String, usize, usize, usize)>,
}

#[test]
fn the_cut_is_the_one_written_down() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/search/vectors.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let written: Vectors = serde_json::from_str(&text).unwrap();
    assert!(written.cases.len() >= 60);
    let made = cut(&written);
    if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        std::fs::write(&path, show(&made)).unwrap();
    } else {
        for (made, written) in made.cases.iter().zip(&written.cases) {
            assert_eq!(made.tokens, written.tokens, "{:?}", made.text);
        }
        assert_eq!(made.forms, written.forms);
    }
}

fn cut(written: &Vectors) -> Vectors {
    let analyzer = Analyzer::default();
    let mut forms = BTreeMap::new();
    let mut cases = Vec::new();
    for Case { text, .. } in &written.cases {
        let units = |bytes: usize| text[..bytes].encode_utf16().count();
        let tokens = analyzer.cut(text);
        let words = tokens.iter().filter(|token| token.kind == TokenKind::Word);
        forms.extend(words.map(|token| (token.form().to_owned(), token.term.clone())));
        let line =
            |token: &Token| (token.term.clone(), units(token.range.start), units(token.range.end), token.position);
        cases.push(Case { text: text.clone(), tokens: tokens.iter().map(line).collect() });
    }
    Vectors { forms, cases }
}

/// One case per line, so that a change shows as a change of lines.
fn show(vectors: &Vectors) -> String {
    let forms = serde_json::to_string(&vectors.forms).unwrap();
    let cases: Vec<String> = vectors.cases.iter().map(|case| serde_json::to_string(case).unwrap()).collect();
    format!("{{\n\"forms\": {forms},\n\"cases\": [\n{}\n]\n}}\n", cases.join(",\n"))
}
