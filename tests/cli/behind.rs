//! A translation that lags behind keeps nobody from publishing, and its pages say what is behind.

use super::Scratch;

/// A small book in three languages, whose translations are accepted.
fn book() -> Scratch {
    let scratch = Scratch::empty();
    scratch.write(
        "rules-en/game/book.yaml",
        "title: {en: The Game, ja: ゲーム, ru: Игра}\nprovenance:\n  en: |\n    Told.\n  ja: |\n    語られた。\n  ru: |\n    \
         Рассказано.\nlanguages: [en, ja, ru]\n",
    );
    for (language, title, sailing, first, second, note, ports, harbour) in [
        ("en", "Fleets", "Sailing", "A fleet sails.", "A storm stops it.", "Why.", "Ports", "A port is a space."),
        ("ja", "艦隊", "航行", "艦隊は航行する。", "嵐が来ると止まる。", "理由。", "港", "港はスペースである。"),
        (
            "ru",
            "Флоты",
            "Плавание",
            "Флот плывёт.",
            "Шторм его останавливает.",
            "Почему.",
            "Порты",
            "Порт — это пункт.",
        ),
    ] {
        let reference = language == "en";
        let number = |number: &str| if reference { format!("    number: \"{number}\"\n") } else { String::new() };
        let note = if reference {
            format!("    notes:\n      - {{id: why, kind: editor, text: {note}}}\n")
        } else {
            format!("    notes:\n      why: {note}\n")
        };
        let chapter =
            if reference { format!("{{number: \"1\", title: {title}}}") } else { format!("{{title: {title}}}") };
        scratch.write(
            format!("rules-{language}/game/01.yaml"),
            format!(
                "chapter: {chapter}\nsections:\n  - id: sailing\n{}    title: {sailing}\n    text: |\n      ^a {first}\n\n      ^b \
                 {second}\n{note}\n  - id: ports\n{}    title: {ports}\n    text: |\n      ^a {harbour} [[1.1.b]]\n",
                number("1.1"),
                number("1.2"),
            ),
        );
    }
    for language in ["ja", "ru"] {
        scratch.run(&["translate", "accept", "game", language, "--all"]).ends(0);
    }
    let checked = scratch.run(&["check", "--strict"]).ends(0);
    assert!(checked.stdout.contains("0 errors, 0 warnings"), "{}", checked.stdout);
    scratch
}

#[test]
fn errata_are_published_before_anybody_has_translated_them() {
    let book = book();
    // A statement more, a note less, a section and a chapter more.
    let chapter = "rules-en/game/01.yaml";
    book.edit(chapter, "      ^b A storm", "      ^b A fleet rests.\n\n      ^c A storm");
    book.edit(chapter, "    notes:\n      - {id: why, kind: editor, text: Why.}\n", "");
    let storms =
        "\n  - id: storms\n    number: \"1.3\"\n    title: Storms\n    text: |\n      ^a They stop it: [[1.1.c]].\n";
    book.write(chapter, book.read(chapter) + storms);
    let second = "chapter: {number: \"2\", title: Ends}\nsections:\n  - id: end\n    number: \"2.1\"\n    title: End\n    text: |\n      It ends.\n";
    book.write("rules-en/game/02.yaml", second);

    let checked = book.run(&["check"]).ends(0);
    for code in ["statement-mismatch", "orphan-translation", "missing-translation", "outdated-translation"] {
        assert!(checked.stdout.contains(&format!("warning[{code}]")), "{code}: {}", checked.stdout);
    }
    assert!(checked.stdout.contains("0 errors"), "{}", checked.stdout);
    book.run(&["check", "--strict"]).ends(1);

    book.run(&["build"]).ends(0);
    for language in ["ja", "ru"] {
        let page = book.read(&format!("site/{language}/game/01.html"));
        for (id, why) in [("sailing.c", "what leads to a new statement"), ("storms", "the new section")] {
            assert!(page.contains(&format!("id=\"{id}\"")), "{language}: {why} has no place: {page}");
        }
        for kind in ["outdated", "missing"] {
            assert!(
                page.contains(&format!("notice-{kind}")),
                "{language}: nothing says that something is {kind}: {page}"
            );
        }
        assert!(book.path(format!("site/{language}/game/02.html")).exists(), "{language}");
    }

    // What does not fit is not accepted; what does no longer fit once it was accepted is a mistake.
    let refused = book.run(&["translate", "accept", "game", "ja", "sailing"]).ends(1);
    assert!(refused.stderr.contains("`sailing:text` is not accepted: the translation has"), "{}", refused.stderr);
    let ja = "rules-ja/game/01.yaml";
    book.edit(ja, "      ^b 嵐が", "      ^b 艦隊は休む。\n\n      ^c 嵐が");
    book.edit(ja, "    notes:\n      why: 理由。\n", "");
    book.run(&["translate", "accept", "game", "ja", "sailing"]).ends(0);
    book.edit(ja, "      ^c 嵐が", "      ^d 嵐が");
    let checked = book.run(&["check"]).ends(1);
    assert!(checked.stdout.contains("error[statement-mismatch]"), "{}", checked.stdout);
}
