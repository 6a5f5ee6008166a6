//! What expressions come to, told beforehand: what all kinds of runs have in common no comparison of runs can show.

use rulestone::logic::machine::{Callee, Ended, Nobody, Setting, World, run};
use rulestone::logic::program::Program;
use rulestone::logic::value::Value;

use super::generate::with_program;

/// Asks a value without parameters, in the world of the example.
fn asked(text: &str, names: &[&str], told: impl Fn(&Program, &str, Ended)) {
    with_program(text, |program, open| {
        for name in names {
            let setting = Setting::new(program);
            let mut world: World = open.start.world.clone();
            let function = program.function(name).expect("the value");
            told(program, name, run(&setting, &mut world, Callee::Function(function), Vec::new(), &mut Nobody));
        }
    })
    .expect("a sound program");
}

#[test]
fn a_comparison_says_the_same_from_either_side() {
    let all =
        [("<", ">", 2), ("<=", ">=", 3), (">", "<", 1), (">=", "<=", 2), ("is", "is", 1), ("is not", "is not", 3)];
    let mut text = String::from(
        "logic: |2\n  entity Unit\n    strength: 0..9\n  state limit: number = 2\n  state field: list of Unit\n",
    );
    let mut names = Vec::new();
    for (at, (from_left, from_right, _)) in all.iter().enumerate() {
        for (side, condition) in [
            ("left", format!("limit {from_left} unit.strength")),
            ("right", format!("unit.strength {from_right} limit")),
        ] {
            // What is known beforehand is gone through at once, what is found meanwhile one by one.
            for (from, source) in [("field", "field"), ("all", "Unit")] {
                let name = format!("{side}_{from}{at}");
                text.extend([
                    "  value ",
                    &name,
                    " reads limit, field: number = count of unit in ",
                    source,
                    " where ",
                    &condition,
                    "\n",
                ]);
                names.push(name);
            }
        }
    }
    text += "  procedure main gives number: number\n    set number to 1\n";
    text += "given:\n  Unit:\n    a: {strength: 1}\n    b: {strength: 2}\n    c: {strength: 3}\n    d: {strength: 3}\n  field: [a, b, c, d]\nrun: main\n";
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    asked(&text, &names, |_, name, ended| {
        let at: usize = name.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().expect("a number");
        let wanted = Ended::Done(vec![Value::Number(all[at].2)]);
        assert_eq!(ended, wanted, "{name}: {:?}", all[at]);
    });
}

#[test]
fn what_stands_first_is_read_first() {
    let text = "logic: |2\n  state unset: number\n  value broken(n: number): number = 1 / n, rounded up\n  \
                value first reads unset: number = unset + broken(0)\n  \
                value second reads unset: number = broken(0) + unset\n  \
                procedure main gives number: number\n    set number to 1\nrun: main\n";
    asked(text, &["first", "second"], |_, name, ended| {
        let Ended::Error(error) = ended else { panic!("{name}: {ended:?}") };
        let wanted = if name == "first" { "the state `unset` has no value yet" } else { "this divides by 0" };
        assert_eq!(error.message, wanted, "{name}");
    });
}
