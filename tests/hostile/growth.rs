//! Texts and files that are as large as they may be take no longer than their size: nothing grows with the square.
//!
//! The ceiling of time is far above what is needed, and far below what the square of these sizes would take.

use crate::cli::Scratch;

const EN: &str = "rules-en/skirmish/01-turn.yaml";

/// A library whose chapter has these sections.
fn chapter(sections: &str) -> Scratch {
    let library = Scratch::demo();
    let text = format!("chapter: {{number: \"1\", title: The turn}}\nsections:\n{sections}");
    library.write(EN, &text);
    library
}

/// So many of something, one after the other.
fn many(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

/// Runs each command, with little time, and expects one of these ends.
#[track_caller]
fn ends_in_time(library: &Scratch, commands: &[&[&str]]) {
    for command in commands {
        let all: Vec<&str> = ["--budget", "time=20"].into_iter().chain(command.iter().copied()).collect();
        let ran = library.run(&all);
        assert!(matches!(ran.status, 0 | 1), "{command:?}: {}", ran.stderr);
    }
}

#[test]
fn references_to_what_is_not_there() {
    let section = |at: usize| format!("  - id: section-{at:05}\n    text: |\n      See [[section-x{at:05}]].\n");
    let all = many(20_000, section);
    let library = chapter(&format!("  - id: battle\n    title: Battle\n{all}"));
    ends_in_time(&library, &[&["check", "--format", "short"], &["show", "battle"], &["search", "x"]]);
}

#[test]
fn numbers_that_the_document_leaves_out() {
    let library = chapter("  - id: battle\n    text: |\n      Battle.\n");
    let part = |at: usize| {
        let refs = many(400, |to| format!("[[7.{at}.{to}]] "));
        format!("  - id: part-{at}\n    text: |\n      {refs}\n")
    };
    let refs = many(100, part);
    library.edit(EN, "sections:\n", &format!("sections:\n{refs}"));
    let missing = many(60_000, |at| format!("\"8.{at}\", "));
    library.edit(
        "rules-en/skirmish/book.yaml",
        "languages: [en]",
        &format!("languages: [en]\nmissing: [{missing}\"7\"]"),
    );
    ends_in_time(&library, &[&["check", "--format", "short"]]);
}

#[test]
fn brackets_that_nothing_closes() {
    for words in ["[".repeat(240_000), "{".repeat(240_000), "[[a {b ".repeat(34_000)] {
        let library = chapter(&format!("  - id: battle\n    title: Battle\n    text: |\n      {words}\n"));
        ends_in_time(&library, &[&["translate", "suggest", "skirmish", "ru"], &["check", "--format", "short"]]);
    }
}

#[test]
fn a_number_with_too_many_parts_is_told() {
    let long = "1.".repeat(50_000) + "1";
    let library = chapter(&format!(
        "  - id: battle\n    number: \"{long}\"\n    text: |\n      See [[{long}]] and [[{}]].\n",
        "a".repeat(100_000)
    ));
    let ran = library.run(&["check", "--format", "short"]);
    assert_eq!(ran.status, 1);
    for told in ["01-turn.yaml:4:", "bad-number", "at most 40 characters", "01-turn.yaml:6:", "malformed-reference"] {
        assert!(ran.stdout.contains(told), "{told}: {}", ran.stdout.chars().take(3000).collect::<String>());
    }
    assert!(ran.stdout.len() < 5_000, "what was written is repeated in part");
}

#[test]
fn mistakes_in_examples_are_told_once() {
    let given = many(40_000, |at| format!("key{at}: 1, "));
    let library = chapter(&format!(
        "  - id: battle\n    labels: {{n: N, go: Go}}\n    text: |\n      ^a Battle.\n    logic: |\n      state n: 0..9 = 0\n      procedure go changes n\n        \
         set n to 1\n    examples:\n      - id: one\n        text: One.\n        given: {{{given}n: 0}}\n        run: {{go: {{}}}}\n        \
         expect: {{n: 1}}\n"
    ));
    ends_in_time(&library, &[&["test"], &["check", "--format", "short"]]);
}

#[test]
fn sections_that_are_all_called_the_same() {
    let section = |at: usize| {
        let text = "See [[1.5]]. ".repeat(4);
        format!("  - id: s{at}\n    number: \"1.5\"\n    aliases: [\"1.6\"]\n    text: |\n      {text}\n")
    };
    let library = chapter(&format!("  - id: battle\n    title: Battle\n{}", many(8_000, section)));
    ends_in_time(&library, &[&["check", "--format", "short"], &["show", "battle"]]);
}

#[test]
fn mistakes_whose_first_place_is_far_away() {
    let library = chapter(&many(20_000, |_| "  - id: battle\n    title: Battle\n".to_owned()));
    ends_in_time(&library, &[&["check"]]);
}

#[test]
fn names_on_one_line() {
    let names = many(200_000, |at| format!("s-{at}, "));
    let library = chapter(&format!("  - id: battle\n    title: Battle\n    related: [{names}battle]\n"));
    ends_in_time(&library, &[&["check", "--format", "short"]]);
}

#[test]
fn a_line_or_a_key_that_is_a_text_is_told() {
    // YAML itself ends a plain key after 1,024 characters.
    let (label, key) = ("x".repeat(20_000), "k".repeat(300));
    let library = chapter(&format!(
        "  - id: battle\n    title: Battle\n    labels:\n      ok: {label}\n      {key}: K\n    text: |\n      ^a Battle.\n"
    ));
    let ran = library.run(&["check", "--format", "short"]).ends(1);
    for told in ["01-turn.yaml:6:", "has more than 1000 characters", "01-turn.yaml:7:", "has more than 200 characters"]
    {
        assert!(ran.stdout.contains(told), "{told}: {}", ran.stdout.chars().take(3000).collect::<String>());
    }
    assert!(ran.stdout.len() < 5_000, "what was written is repeated in part");
}

#[test]
fn more_languages_than_anybody_speaks() {
    let library = Scratch::demo();
    for at in 0..400 {
        let letter = |at: usize| char::from(b'a' + u8::try_from(at % 26).expect("a letter"));
        std::fs::create_dir_all(library.path(format!("rules-z{}{}/skirmish", letter(at / 26), letter(at))))
            .expect("a folder");
    }
    let ran = library.run(&["build"]);
    assert!(ran.stderr.contains("a library has at most 40 languages"), "{}", ran.stderr);
}

/// A chapter with this logic.
fn logic(lines: &str) -> Scratch {
    let lines = lines.trim_end().replace('\n', "\n      ");
    chapter(&format!("  - id: battle\n    title: Battle\n    logic: |\n      {lines}\n"))
}

/// Names with commas between them.
fn listed(count: usize, one: impl Fn(usize) -> String) -> String {
    let names: Vec<String> = (0..count).map(one).collect();
    names.join(", ")
}

#[test]
fn states_that_procedures_change() {
    let states = many(5_000, |at| format!("state v{at}: 0..9 = 0\n"));
    let all = listed(5_000, |at| format!("v{at}"));
    let again = many(5_000, |_| "  do p\n".to_owned());
    let library = logic(&format!(
        "{states}procedure p changes {all}\n  raise v0 by 1\nprocedure q changes {all}\n{again}procedure r changes v0\n{again}"
    ));
    ends_in_time(&library, &[&["check", "--format", "short"]]);
}

#[test]
fn states_that_each_row_of_a_table_reads() {
    let rows = many(8_000, |at| format!("  | {at} | {at} |\n"));
    let all = listed(8_000, |at| format!("v{at}"));
    let library = logic(&format!("table t(a: number) reads {all} gives b: number\n  | a | b |\n{rows}"));
    ends_in_time(&library, &[&["check", "--format", "short"]]);
}

#[test]
fn cells_that_say_not() {
    let rows = many(4_000, |at| format!("  | not m{at} | {at} |\n"));
    let all = listed(4_000, |at| format!("m{at}"));
    let library = logic(&format!("type E is {all}\ntable t(a: E) gives b: number\n  | a | b |\n{rows}"));
    ends_in_time(&library, &[&["check", "--format", "short"]]);
}

#[test]
fn names_that_are_compared_with_all_others() {
    let records = many(8_000, |at| format!("value f{at}(a: 0..9) = (x{at}: a)\n"));
    let exceptions = many(3_000, |at| format!("exception e{at} to g.e{} when a is 1 then 2\n", at + 1));
    for lines in [records, format!("value g(a: 0..9): 0..9 = 1\n{exceptions}")] {
        ends_in_time(&logic(&lines), &[&["check", "--format", "short"]]);
    }
}

#[test]
fn more_fields_than_a_definition_needs() {
    let library = logic(&format!("value f({}): number = a0\n", listed(5_000, |at| format!("a{at}: number"))));
    let ran = library.run(&["check", "--format", "short"]).ends(1);
    assert!(ran.stdout.contains("these are more than 200 parameters"), "{}", ran.stdout);
    assert!(ran.stdout.len() < 100_000, "one finding for all that are too many");
}

#[test]
fn labels_that_are_all_translated_alike() {
    let library = chapter(&format!(
        "  - id: battle\n    title: Battle\n    labels: {{{}}}\n",
        listed(3_000, |at| {
            let letters = |at: usize| char::from(b'a' + u8::try_from(at % 26).expect("a letter"));
            format!("k{at}: Word{}{}{}", letters(at), letters(at / 26), letters(at / 676))
        })
    ));
    let alike = listed(3_000, |at| format!("k{at}: Слово"));
    library.write(
        "rules-ru/skirmish/01-turn.yaml",
        format!("chapter: {{title: Ход}}\nsections:\n  - id: battle\n    title: Бой\n    labels: {{{alike}}}\n"),
    );
    for format in ["human", "sarif"] {
        let ran = library.run(&["--budget", "time=20", "check", "--format", format]);
        assert!(ran.stdout.contains("same-translation"), "{}", ran.stderr);
        assert!(ran.stdout.len() < 4_000_000, "{} bytes in the format {format}", ran.stdout.len());
    }
}

#[test]
fn characters_that_are_written_as_many() {
    let library =
        chapter(&format!("  - id: battle\n    title: Battle\n    text: |\n      {}\n", "\u{fdfa}".repeat(60_000)));
    ends_in_time(&library, &[&["search", "\u{fdfa}"]]);
    // What takes no room lets a window be as long as the text.
    let library =
        chapter(&format!("  - id: battle\n    title: Battle\n    text: |\n      {}\n", "\u{1160} ".repeat(40_000)));
    ends_in_time(&library, &[&["search", "\u{1160}"]]);
}

#[test]
fn keys_and_columns_on_one_line() {
    let library = chapter(&format!(
        "  - id: battle\n    title: Battle\n    labels: {{{}}}\n",
        listed(60_000, |_| "k: x".to_owned())
    ));
    ends_in_time(&library, &[&["check"]]);
}

#[test]
fn a_table_of_too_many_cells_is_told() {
    let columns = |count: usize| listed(count, |at| format!("c{at}: text"));
    for (columns, rows, said) in [
        (columns(201), 1, "the table has 201 columns; at most 200 are read"),
        (columns(200), 5_001, "the table has 1000200 cells, 5001 rows by 200 columns; at most 1000000 are read"),
    ] {
        let library = chapter("  - id: battle\n    title: Battle\n");
        library.write(
            "rules-en/skirmish/data/wide.yaml",
            format!("table: wide\ncolumns: {{{columns}}}\nrows:\n{}", many(rows, |_| "  - {}\n".to_owned())),
        );
        let ran = library.run(&["check", "--format", "short"]).ends(1);
        assert!(ran.stdout.contains(said), "{}", ran.stdout);
    }
}

#[test]
fn an_example_of_too_many_steps_is_told() {
    let step = "          - {run: {v: {n: 1}}, expect: 1}\n";
    let library = chapter(&format!(
        "  - id: battle\n    title: Battle\n    logic: |\n      value v(n: 0..9): number = n\n    examples:\n      - id: e\n        text: Long.\n        steps:\n{}",
        step.repeat(1001)
    ));
    let ran = library.run(&["check", "--format", "short"]).ends(1);
    assert!(ran.stdout.contains("an example has at most 1000 steps, and this one 1001"), "{}", ran.stdout);
}

#[test]
fn a_file_full_of_one_mistake_is_told_of_it_a_thousand_times() {
    let lines = "      The the battle.\n".repeat(30);
    let library = chapter(&many(50, |at| format!("  - id: battle-{at}\n    title: Battle\n    text: |\n{lines}")));
    let ran = library.run(&["check", "--format", "short"]);
    let told: Vec<&str> = ran.stdout.lines().filter(|line| line.contains("doubled-word")).collect();
    assert_eq!(told.len(), 1_000);
    assert!(told[999].contains("(and 500 more of this kind in this file)"), "{}", told[999]);
    assert!(told[..999].iter().all(|line| !line.contains("more of this kind")));
    let json = library.run(&["check", "--format", "json"]);
    assert_eq!(json.stdout.matches("\"doubled-word\"").count(), 1_000);
}

/// Each excepts the thirty before it, and through them all the others.
#[test]
fn exceptions_that_except_exceptions() {
    let exception = |at: usize| {
        let others = (at.saturating_sub(30)..at).fold(String::new(), |all, other| all + &format!(", v.e{other}"));
        format!("      exception e{at} to v{others} when a > {at} then {at}\n")
    };
    let section = |at: usize| {
        let first = if at == 0 { "      value v(a: 0..1000000): 0..1000000 = 0\n" } else { "" };
        let labels = many(200, |label| format!(", e{}: E", at * 200 + label));
        let all = many(200, |label| exception(at * 200 + label));
        format!(
            "  - id: part-{at}\n    title: Part\n    labels: {{v: V, a: A{labels}}}\n    text: |\n      ^a A rule.\n    logic: |\n{first}{all}"
        )
    };
    let sections = many(10, section);
    let library = chapter(&format!("  - id: battle\n    title: Battle\n{sections}"));
    ends_in_time(&library, &[&["check", "--format", "short"]]);
}

/// Each asks the one before it, and a change of any is compared by all that it asks.
#[test]
fn changes_of_values_that_ask_each_other() {
    let value = |at: usize| match at {
        0 => "      value v0(x: 0..9): number = x\n".to_owned(),
        _ => format!("      value v{at}(x: 0..9): number = v{}(x) + 2\n", at - 1),
    };
    let section = |part: usize| {
        let labels = listed(2_000, |at| format!("v{}: V", part * 2_000 + at));
        let logic = many(2_000, |at| value(part * 2_000 + at));
        format!(
            "  - id: part-{part}\n    title: Part\n    labels: {{x: X, {labels}}}\n    text: |\n      ^a A rule.\n    logic: |\n{logic}"
        )
    };
    let example = "    examples:\n      - {id: x, text: One., run: {v0: {x: 3}}, expect: 3}\n";
    let library = chapter(&format!("{}{}{example}", many(8, |part| section(part + 1)), section(0)));
    let ran = library.run(&["--budget", "time=20", "test", "--mutate", "--count", "30"]);
    assert!(ran.stdout.contains("30 changes: 0 noticed, 0 unnoticed, 30 unreached"), "{}", ran.stderr);
}
