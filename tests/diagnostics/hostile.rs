//! Whatever stands in a file, reading it ends, and every finding has a place that can be shown.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rulestone::diagnostic::{Diagnostic, Sources, render};

use super::{built, check_at, for_each};

/// How long one library may take in a debug build on a slow machine; what is quadratic takes minutes.
const PATIENCE: Duration = Duration::from_secs(30);

/// Checks the library at `root` and renders every finding in every way.
fn survives(root: &Path) -> Result<Vec<&'static str>, String> {
    let start = Instant::now();
    let (sources, diagnostics) = check_at(root);
    for diagnostic in &diagnostics {
        sane(diagnostic, &sources)?;
    }
    for diagnostic in diagnostics.iter().take(500) {
        let shown = render::human(diagnostic, &sources, false) + &render::short(diagnostic, &sources);
        if shown.len() > 20_000 {
            return Err(format!("{} characters for one finding: {}", shown.len(), diagnostic.code.name));
        }
    }
    if diagnostics.len() > 50 {
        render::json(&diagnostics, &sources);
        render::sarif(&diagnostics, &sources);
    }
    if start.elapsed() > PATIENCE {
        return Err(format!("took {:?}", start.elapsed()));
    }
    let mut codes: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code.name).collect();
    codes.sort_unstable();
    codes.dedup();
    Ok(codes)
}

/// Every place lies in its file and between characters, and says where it ends after where it begins.
fn sane(diagnostic: &Diagnostic, sources: &Sources) -> Result<(), String> {
    for place in diagnostic.place.iter().chain(diagnostic.related.iter().map(|(place, _)| place)) {
        let text = &sources.file(place.file).text;
        if place.start > place.end || text.get(place.start..place.end).is_none() {
            return Err(format!("{}: {place:?} is no place in {} bytes", diagnostic.code.name, text.len()));
        }
    }
    Ok(())
}

/// A book whose only section has this text, each line indented as a block wants it.
fn with_text(root: &Path, text: &str) {
    built::build("", root);
    let indented = text.lines().map(|line| format!("      {line}\n")).collect::<Vec<_>>().concat();
    let chapter = format!(
        "chapter: {{title: Movement}}\nsections:\n  - id: movement\n    title: Movement\n    text: |\n{indented}"
    );
    fs::write(root.join("rules-en/demo/09-movement.yaml"), chapter).expect("a file");
}

/// Numbers below a bound that look random and are the same on every machine (xorshift64*).
fn numbers(seed: &str) -> impl FnMut(usize) -> usize {
    let mut state = seed.parse::<u64>().expect("a number").wrapping_mul(0x9E37_79B9_7F4A_7C15);
    move |below| {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        usize::try_from(state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33).expect("31 bits") % below
    }
}

#[test]
fn hostile_texts_end() {
    let n = 10_000;
    let nested = (0..600).map(|depth| format!("{}- x\n", "  ".repeat(depth))).collect::<Vec<_>>().concat();
    let texts = [
        ("quotes", ">".repeat(n)),
        ("quotes apart", "> ".repeat(n)),
        ("stars", format!("{}a{}", "*".repeat(n), "*".repeat(n))),
        ("stars apart", "*a ".repeat(n)),
        ("underscores", "_a *b ".repeat(n)),
        ("strikes", "~~a ".repeat(n)),
        ("brackets", format!("{}a{}", "[".repeat(n), "]".repeat(n))),
        ("brackets apart", "[ ".repeat(n)),
        ("links", "[a](".repeat(n)),
        ("pictures", format!("{}a{}", "![".repeat(n), "](b)".repeat(n))),
        ("open references", "[[".repeat(100_000)),
        ("open references closed once", format!("{}]]", "[[a ".repeat(50_000))),
        ("references", "[[a]]".repeat(50_000)),
        ("braces", "{".repeat(200_000)),
        ("values", "{a}".repeat(50_000)),
        ("backticks", (1..600).map(|n| format!("{} ", "`".repeat(n))).collect::<Vec<_>>().concat()),
        ("backticks and references", "` [[".repeat(50_000)),
        ("html", "<b>".repeat(50_000)),
        ("angles", "<".repeat(200_000)),
        ("entities", "&amp;".repeat(50_000)),
        ("nested lists", nested),
        ("list markers", "- ".repeat(n)),
        ("numbered markers", "1. ".repeat(n)),
        ("statements", "^a x\n".repeat(20_000)),
        (
            "table",
            format!(
                "{0}\n{1}\n{2}",
                "|a".repeat(5_000),
                "|-".repeat(5_000),
                format!("{}\n", "|[[9.9]]").repeat(10_000)
            ),
        ),
        (
            "table of many columns",
            format!("{0}\n{1}\n{2}", "|a".repeat(1_000), "|-".repeat(1_000), "|\n".repeat(50_000)),
        ),
        ("fences", "```\n~~~\n".repeat(20_000)),
        ("headings", "# ".repeat(n)),
        ("rulers", "a\n===\n".repeat(20_000)),
        ("definitions", (0..10_000).map(|n| format!("[{n}]: x\n")).collect::<Vec<_>>().concat()),
        ("backslashes", "\\".repeat(200_001)),
        ("private characters", "\u{F0000}[[a]]\u{F0001}{b}`\u{F0000}`\n".repeat(2_000)),
        ("zero width", "\u{200B}\u{202E}\u{0301}\u{FEFF}[[x]]".repeat(2_000)),
        ("nothing but spaces", " ".repeat(200_000)),
    ];
    let texts: std::collections::BTreeMap<_, _> = texts.into_iter().collect();
    for_each(texts.keys().map(|name| (*name).to_owned()), |name| {
        let root = tempfile::tempdir().expect("a temporary folder");
        with_text(root.path(), &texts[name]);
        survives(root.path()).map(drop)
    });
}

#[test]
fn hostile_files_are_refused() {
    let bytes = 4 << 20;
    let long = |word: &str| word.repeat(bytes / word.len());
    let files: [(&str, Vec<u8>, &str); 12] = [
        (
            "one endless reference",
            format!("sections:\n  - text: |\n      {}", &long("[[")[..bytes - 40]).into(),
            "file-too-large",
        ),
        ("one endless list", long("[[").into(), "yaml-too-complex"),
        ("braces", long("{").into(), "yaml-too-complex"),
        ("items", long("- ").into(), "yaml-too-complex"),
        ("lines of items", long("- a\n").into(), "yaml-too-complex"),
        ("keys", (0..10_000).map(|n| format!("k{n}: 1\n")).collect::<Vec<_>>().concat().into(), "unknown-key"),
        ("the same key", "chapter: 1\n".repeat(5_000).into(), "duplicate-key"),
        (
            "anchors",
            (0..60_000).map(|n| format!("- &a{n} x\n")).collect::<Vec<_>>().concat().into(),
            "yaml-too-complex",
        ),
        (
            "a long text again and again",
            format!("a: &a {}\nb: [{}]\n", "x".repeat(1 << 20), "*a, ".repeat(5_000)).into(),
            "yaml-too-complex",
        ),
        ("a loop", "a: &a [*a]\n".into(), "yaml-too-complex"),
        ("question marks", "? ".repeat(100_000).into(), "yaml-too-complex"),
        ("no text at all", vec![0; 10_000], "control-character"),
    ];
    for_each(files.iter().map(|(name, _, _)| (*name).to_owned()), |name| {
        let (_, bytes, code) = files.iter().find(|(other, _, _)| *other == name).expect("the file");
        let root = tempfile::tempdir().expect("a temporary folder");
        built::build("", root.path());
        fs::write(root.path().join("rules-en/demo/10-hostile.yaml"), bytes).expect("a file");
        let codes = survives(root.path())?;
        codes.contains(code).then_some(()).ok_or_else(|| format!("{code} expected, but found {codes:?}"))
    });
}

#[test]
fn random_bytes_are_survived() {
    // Words that mean something to YAML, to Markdown and to us, thrown together.
    let words: Vec<&[u8]> = [
        "\n",
        "\n  ",
        "\n      ",
        " ",
        ": ",
        "- ",
        "|",
        ">",
        "{",
        "}",
        "[",
        "]",
        "[[",
        "]]",
        "*",
        "**",
        "&a",
        "*a",
        "#",
        " #",
        "\"",
        "'",
        "`",
        "```",
        "^a ",
        "^b ",
        "chapter",
        "sections",
        "id",
        "title",
        "text: |\n",
        "9.6.4",
        "移動",
        "「",
        "」",
        "<b>",
        "\\",
        "---",
        "%",
        "!",
        "~",
        "\t",
        "\r\n",
        "\u{FEFF}",
        "&amp;",
        "?",
        ",",
        "null",
        "yes",
        "1e999",
        ".nan",
    ]
    .iter()
    .map(|word| word.as_bytes())
    .chain([&b"\xFF"[..], &b"\x00"[..], &b"\x82\xA0"[..]])
    .collect();
    for_each((1..=300).map(|seed: u64| seed.to_string()), |seed| {
        let mut next = numbers(seed);
        // The last three are no UTF-8 and end the reading, so they are rare.
        let rare = if next(10) == 0 { 0 } else { 3 };
        let mut bytes = Vec::new();
        if next(2) == 0 {
            bytes.extend_from_slice(b"chapter: {title: X}\nsections:\n  - id: x\n    title: X\n    text: |\n      ");
        }
        for _ in 0..next(400) {
            bytes.extend_from_slice(words[next(words.len() - rare)]);
        }
        let root = tempfile::tempdir().expect("a temporary folder");
        built::build("", root.path());
        fs::write(root.path().join("rules-en/demo/10-random.yaml"), bytes).expect("a file");
        survives(root.path()).map(drop)
    });
}

/// Every word of a parsed text is where its range says, whatever stands around it.
#[test]
fn ranges_of_random_texts_point_at_their_words() {
    use rulestone::library::markup::{InlineKind, parse};
    let words = [
        "a",
        "移動",
        " ",
        "\n",
        "\n\n",
        "*",
        "**",
        "_",
        "~~",
        "`",
        "```\n",
        "[[9.6]]",
        "[[",
        "]]",
        "{n}",
        "{",
        "&amp;",
        "&#x3042;",
        "\\",
        "\\*",
        "|",
        "\n|---|---|\n",
        "- ",
        "1. ",
        "> ",
        "# ",
        "    ",
        "^a ",
        "\n^b ",
        "<b>",
        "</b>",
        "<div>\n",
        "[x](y)",
        "![x](y)",
        "\u{F0000}",
        "！",
    ];
    for_each((1..=10_000).map(|seed: u64| seed.to_string()), |seed| {
        let mut next = numbers(seed);
        let source: String = (0..next(60)).map(|_| words[next(words.len())]).collect();
        let document = parse(&source);
        let mut wrong = None;
        document.visit(&mut |inline| {
            let written = source.get(inline.range.clone());
            if let InlineKind::Text(text) = &inline.kind
                && text.len() == inline.range.len()
                && written != Some(text)
            {
                wrong = Some(format!("{text:?} is not {written:?}"));
            }
            if written.is_none() {
                wrong = Some(format!("{:?} is no range", inline.range));
            }
        });
        for run in document.runs() {
            for (at, c) in run.text.char_indices() {
                let range = run.range(at..at + c.len_utf8());
                if source.get(range.clone()).is_none() {
                    wrong = Some(format!("{range:?} of {c:?} is no range"));
                }
            }
        }
        let private = |text: &str| text.matches('\u{F0000}').count();
        if private(&document.plain(&|_| String::new())) > private(&source) {
            wrong = Some("a private character is left over".to_owned());
        }
        wrong.map_or(Ok(()), |wrong| Err(format!("{wrong} in {source:?}")))
    });
}

#[test]
fn every_truncation_of_a_real_chapter_is_survived() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules-en/sword-of-rome-5p");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the shipped book")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "yaml"))
        .collect();
    names.sort();
    assert!(names.len() > 10, "the files of the book are found");
    for_each(names, |name| {
        let whole = fs::read(folder.join(name)).expect("a file");
        let root = tempfile::tempdir().expect("a temporary folder");
        built::build("", root.path());
        for cut in 0..=200 {
            fs::write(root.path().join("rules-en/demo").join(name), &whole[..whole.len() * cut / 200]).expect("a file");
            survives(root.path()).map_err(|error| format!("cut at {}: {error}", whole.len() * cut / 200))?;
        }
        Ok(())
    });
}

/// A link to the folder above would be walked for ever.
#[cfg(unix)]
#[test]
fn folders_that_contain_themselves_are_walked_once() {
    let root = tempfile::tempdir().expect("a temporary folder");
    built::build("", root.path());
    for name in ["again", "and-again", "data"] {
        std::os::unix::fs::symlink("..", root.path().join("rules-en/demo").join(name)).expect("a link");
    }
    let files = rulestone::library::files(root.path()).expect("the files");
    assert!(files.len() < 200, "{} files", files.len());
    survives(root.path()).expect("an end");
}

/// As root every file can be read, so the finding must agree with what the system says.
#[cfg(unix)]
#[test]
fn a_file_without_permission_is_reported() {
    use std::os::unix::fs::PermissionsExt as _;
    let root = tempfile::tempdir().expect("a temporary folder");
    built::build("", root.path());
    let path = root.path().join("rules-en/demo/09-movement.yaml");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("a permission");
    let (_, diagnostics) = check_at(root.path());
    let reported = diagnostics.iter().any(|diagnostic| diagnostic.code.name == "unreadable-file");
    assert_eq!(reported, fs::read(&path).is_err());
}
