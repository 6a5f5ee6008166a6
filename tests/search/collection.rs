//! A small library in three languages to search in.

use std::collections::BTreeMap;

use rulestone::search::{Collection, Entry, Names, Passage, Term};

/// Language, id, number, title, body, asides.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

const SECTIONS: &[Row] = &[
    (
        "en",
        "draw-cards",
        "5.2",
        "Draw cards phase",
        "Carthage draws five cards, plus one for each port in Sicily.",
        &[],
    ),
    ("en", "reinforcements", "5.10", "Reinforcement phase", "Each power places its combat units.", &[]),
    (
        "en",
        "cu-reinforcements",
        "5.10.1",
        "CU reinforcements",
        "Carthage receives two mercenary CU. Off-map boxes may hold them.",
        &[],
    ),
    (
        "en",
        "naval-movement",
        "9.6",
        "Naval movement",
        "A friendly port is needed at both ends of a movement by sea.",
        &[],
    ),
    (
        "en",
        "naval-combat",
        "9.6.4",
        "Naval combat",
        "When fleets of two powers meet, roll 2D6. Ships that lose return to Lilybaeum, or to the port they sailed from.",
        &["A card of 3 OP interdicts the fleet near Neapolis."],
    ),
    (
        "en",
        "avoiding",
        "11.1.1",
        "Avoiding battle",
        "An army may avoid combat at sea if its leader rolls well. The player's choice is final.",
        &[],
    ),
    ("en", "allies", "15.2.4", "Naval movement of allies", "Carthage may not interdict an ally.", &[]),
    (
        "ja",
        "draw-cards",
        "5.2",
        "カード引きフェイズ",
        "カルタゴは５枚のカードを引く。シチリアの港湾１つにつき１枚を加える。",
        &[],
    ),
    (
        "ja",
        "cu-reinforcements",
        "5.10.1",
        "CUの増援",
        "カルタゴは傭兵CUを2個受け取る。盤外ボックスに置いてもよい。",
        &[],
    ),
    (
        "ja",
        "naval-combat",
        "9.6.4",
        "海上戦闘",
        "二つの勢力の艦隊が出会ったとき、２Ｄ６を振る。敗れた艦隊はリリバエウムに戻る。ノン・プレイヤー勢力は戻らない。",
        &["指揮官が乗る艦は沈まない。"],
    ),
    ("ja", "avoiding", "11.1.1", "戦闘回避", "指揮官は海上での戦闘を回避できる。港に入る。", &[]),
    (
        "ru",
        "naval-combat",
        "9.6.4",
        "Морской бой",
        "Когда встречаются флоты двух держав, бросьте 2D6. Побеждённые корабли уходят в Лилибей.",
        &[],
    ),
    ("ru", "storm", "8.1", "Штурм", "Отряды осаждающего идут на штурм города. До штурма нужны 2 шт. таранов.", &[]),
    (
        "ru",
        "weather",
        "8.2",
        "Шторм",
        "В шторм флот остаётся в порту. В море ему пришлось бы штормовать; штормовой ветер гонит его прочь.",
        &[],
    ),
];

/// The table of the section on naval movement.
fn ports() -> Vec<Passage> {
    let row = |key: &str, text: &str| passage(&format!(".table-ports.{key}"), text);
    vec![row("messana", "Messana · 3 · Mesana"), row("rhegium", "Rhegium · 2"), row("ostia", "Ostia · 3")]
}

fn passage(mark: &str, text: &str) -> Passage {
    Passage { mark: mark.into(), text: text.into() }
}

/// Every sentence but the first is a statement with a letter.
fn statements(text: &str) -> Vec<Passage> {
    let sentences = text.split_inclusive(['.', '。']).filter(|sentence| !sentence.trim().is_empty());
    let marks = std::iter::once(String::new()).chain(('a'..).map(|letter| format!(".{letter}")));
    sentences.zip(marks).map(|(sentence, mark)| passage(&mark, sentence)).collect()
}

/// The library.
pub(super) fn collection() -> Collection {
    let entry = |row: &Row| Entry {
        book: "rome".into(),
        language: row.0.into(),
        id: row.1.into(),
        number: Some(row.2.into()),
        keys: vec![row.2.into()],
        aliases: if row.1 == "allies" { vec!["12.5.2.4".into()] } else { Vec::new() },
        title: row.3.into(),
        body: statements(row.4),
        asides: row.5.iter().map(|text| passage(".note-card", text)).collect(),
        rows: if row.1 == "naval-movement" { ports() } else { Vec::new() },
        file: format!("rules-{}/rome/09.yaml", row.0),
        line: 7,
        homes: if row.1 == "naval-combat" { vec!["naval-combat".into()] } else { Vec::new() },
        url: format!("{}/rome/{}.html", row.0, row.1),
    };
    let mut entries: Vec<Entry> = SECTIONS.iter().map(entry).collect();
    entries.push(Entry {
        book: "hellas".into(),
        language: "en".into(),
        id: "sieges".into(),
        number: Some("5.2".into()),
        keys: vec!["5.2".into()],
        title: "Sieges".into(),
        body: statements("A siege lasts a season."),
        ..Entry::default()
    });
    let title = |book: &str, title: &str| {
        let titles = ["en", "ja", "ru"].map(|language| (language.to_owned(), title.to_owned()));
        (book.to_owned(), BTreeMap::from(titles))
    };
    let titles = BTreeMap::from([title("rome", "Rome"), title("hellas", "Hellas")]);
    Collection { entries, terms: terms(), titles }
}

fn terms() -> Vec<Term> {
    vec![
        term(
            "naval-combat",
            &[
                ("en", "naval combat", &["sea battle"], &[]),
                ("ja", "海上戦闘", &[], &[]),
                ("ru", "морской бой", &[], &[]),
            ],
        ),
        term(
            "carthage",
            &[("en", "Carthage", &["Carthaginian"], &[]), ("ja", "カルタゴ", &[], &[]), ("ru", "Карфаген", &[], &[])],
        ),
        term(
            "mercenary",
            &[("en", "mercenary", &["mercenaries"], &[]), ("ja", "傭兵", &[], &[]), ("ru", "наёмник", &[], &[])],
        ),
        term("assault", &[("en", "assault", &[], &[]), ("ja", "強襲", &[], &[]), ("ru", "штурм", &[], &[])]),
        term("gale", &[("en", "gale", &[], &[]), ("ja", "嵐", &[], &[]), ("ru", "шторм", &[], &[])]),
        term("box", &[("en", "box", &["boxes"], &[]), ("ja", "マス", &[], &[])]),
        term(
            "lilybaeum",
            &[("en", "Lilybaeum", &[], &["Lilybauem"]), ("ja", "リリバエウム", &[], &[]), ("ru", "Лилибей", &[], &[])],
        ),
    ]
}

type Row4 = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

fn term(id: &str, rows: &[Row4]) -> Term {
    let strings = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
    let names =
        |row: &Row4| (row.0.into(), Names { name: row.1.into(), forms: strings(row.2), forbidden: strings(row.3) });
    Term { book: Some("rome".into()), id: id.into(), names: rows.iter().map(names).collect::<BTreeMap<_, _>>() }
}
