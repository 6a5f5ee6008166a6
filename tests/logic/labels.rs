//! A label is that of what the name stands for in its section, never of whatever else has the same name.

use crate::cli::Scratch;

/// Two sections with logic, their labels, and an example in the first.
fn library(first: (&str, &str), second: (&str, &str), example: &str) -> Scratch {
    let library = Scratch::demo();
    let section = |id: &str, (labels, logic): (&str, &str)| {
        let logic = logic.replace('\n', "\n      ");
        format!(
            "  - id: {id}\n    title: Title\n    labels: {{{labels}}}\n    text: |\n      ^a A rule.\n    logic: |\n      {logic}\n"
        )
    };
    library.write(
        "rules-en/skirmish/01-turn.yaml",
        format!(
            "chapter: {{number: \"1\", title: The turn}}\nsections:\n{}    examples:\n      - {{id: it, text: It., {example}}}\n{}",
            section("battle", first),
            section("other", second)
        ),
    );
    std::fs::remove_dir_all(library.path("rules-ru")).expect("the translation");
    library
}

/// The steps of the example.
#[track_caller]
fn trace(library: &Scratch) -> String {
    library.run(&["check"]).ends(0);
    library.run(&["test", "--trace"]).ends(0).stdout
}

#[test]
fn a_local_gives_its_label_to_no_member_of_a_type() {
    let members = (
        "power: Power, acts: Acts, rome: Rome",
        "type Power is rome, mercenaries\nvalue acts(power: Power): yes/no = power is mercenaries",
    );
    let local = (
        "mercenaries: Mercenaries received, pay: Pay, paid: Paid",
        "procedure pay gives paid: number\n  let mercenaries = 3\n  set paid to mercenaries",
    );
    let example = "run: {acts: {power: mercenaries}}, expect: yes";
    let library = library(members, local, example);
    let told = trace(&library);
    assert!(told.contains("Acts (Power: Mercenaries): yes"), "{told}");
    library.edit("rules-en/skirmish/01-turn.yaml", "rome: Rome", "rome: Rome, mercenaries: The Mercenaries");
    let told = trace(&library);
    assert!(told.contains("Acts (Power: The Mercenaries): yes"), "{told}");
    library.edit(
        "rules-en/skirmish/01-turn.yaml",
        "run: {acts: {power: mercenaries}}, expect: yes",
        "run: pay, expect: {paid: 3}",
    );
    let told = trace(&library);
    assert!(told.contains("Mercenaries received: 3"), "{told}");
    library.run(&["build"]).ends(0);
    let page = library.read("site/en/skirmish/proof/01-turn.html");
    assert!(page.contains("Mercenaries received"), "the page tells it too");
}

#[test]
fn a_field_has_the_label_of_the_section_that_declares_it() {
    let city = (
        "closed: Plundered this year, plunder: Plunder, city: city, site: Site",
        "entity City\n  closed: yes/no\nprocedure plunder(city: City) changes City\n  do shut(city)",
    );
    let later = (
        "closed: Closed after plunder, shut: Shut, city: city, land: land, sea: sea, area: area",
        "type Area is land, sea\nvalue closed(area: Area): yes/no = area is sea\nprocedure shut(city: City) changes City\n  set city.closed to yes",
    );
    let example = "given: {City: {site: {closed: no}}}, run: {plunder: {city: site}}, expect: {site: {closed: yes}}";
    let library = library(city, later, example);
    let told = library.run(&["test", "--trace"]).ends(0).stdout;
    assert!(told.contains("Site, Plundered this year: no → yes"), "{told}");
}
