//! Things that are alike and are told apart all the same: a policy or a judgement names one of them.

use std::collections::BTreeMap;

use rulestone::logic::example::Open;
use rulestone::logic::odds::notation::InExample;
use rulestone::logic::odds::{Budget, Case, Ratio, ask};

use super::enumerate::enumerate;
use super::expect::{named, outcomes};
use crate::logic::text;

const LOGIC: &str = "
given: {Unit: {a: {strength: 1}, b: {strength: 1}}}
logic: |
  type Side is rome, carthage
  entity Unit
    strength: 0..6
  record Attack
    unit: Unit
  judgement favourite: Unit
  judgement favoured: Attack
  procedure from_records(first: Unit, second: Unit) gives same: yes/no
    roll d2 as die
    let x = if die is 1 then first otherwise second
    let y = if die is 1 then second otherwise first
    roll d6 as other
    let all = [(unit: x), (unit: y)]
    choose c by rome from all
    set same to c.unit is x and other > 3
  procedure from_things(first: Unit, second: Unit) gives same: yes/no
    roll d2 as die
    let x = if die is 1 then first otherwise second
    let y = if die is 1 then second otherwise first
    roll d6 as other
    choose c by rome from [x, y]
    set same to c is x and other > 3
  procedure judged(first: Unit, second: Unit) gives same: yes/no
    roll d2 as die
    let x = if die is 1 then first otherwise second
    roll d6 as other
    set same to favourite is x and other > 3
  procedure judged_in_a_record(first: Unit, second: Unit) gives same: yes/no
    roll d2 as die
    let x = if die is 1 then first otherwise second
    roll d6 as other
    set same to favoured.unit is x and other > 3
";

/// The odds of a procedure by its states and way by way, which must be alike.
fn odds_of(procedure: &str, policies: &[(&str, &str)], judgements: &[&str]) -> BTreeMap<String, Ratio> {
    let source = format!("{LOGIC}run: {{{procedure}: {{first: a, second: b}}}}\n");
    let mut keys = text::keys(&source).expect("keys");
    let program = text::program(&source, &keys).expect("a program");
    keys.remove("logic");
    let open = Open::read(&program, &keys).expect("an example").expect("a run");
    let of = ask::all(&open);
    let policies = policies.iter().map(|policy| ask::policy(&open, &of, *policy, &InExample).expect("a policy"));
    let policies = policies.collect();
    let mut setting = open.start.setting(&program);
    setting.judgements.extend(judgements.iter().map(|text| ask::judgement(&open, text).expect("a judgement")));
    let case = Case { open: &open, setting, of, policies, budget: Budget::default() };
    let found = enumerate(&case, 1_000_000);
    assert!(found.unresolved.is_zero() && found.bad.is_empty(), "{found:?}");
    let exact = named(&case, &outcomes(&case));
    assert_eq!(exact, named(&case, &found.endings), "by states, and way by way");
    exact
}

/// Half of the sorts have the one that is named first, and in half of those the other die is above 3.
fn quarter() -> BTreeMap<String, Ratio> {
    let share = |above: u32| Ratio::new(above.into(), 4u32.into());
    BTreeMap::from([("yes".to_owned(), share(1)), ("no".to_owned(), share(3))])
}

#[test]
fn a_policy_names_a_thing() {
    for (procedure, a, b) in [("from_things", "a", "b"), ("from_records", "{unit: a}", "{unit: b}")] {
        assert_eq!(odds_of(procedure, &[("c", a)], &[]), quarter(), "{procedure}");
        assert_eq!(odds_of(procedure, &[("c@rome", b)], &[]), quarter(), "{procedure}");
    }
}

#[test]
fn a_judgement_names_a_thing() {
    for judgement in ["favourite=a", "favourite=b"] {
        assert_eq!(odds_of("judged", &[], &[judgement]), quarter(), "{judgement}");
    }
    for judgement in ["favoured={unit: a}", "favoured={unit: b}"] {
        assert_eq!(odds_of("judged_in_a_record", &[], &[judgement]), quarter(), "{judgement}");
    }
}
