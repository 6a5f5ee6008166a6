//! The battle as the rulebook in `library/` prints it.

use std::path::Path;
use std::sync::Arc;

use rulestone::logic::limits::Meter;
use rulestone::library;
use rulestone::logic::book::compile_book;
use rulestone::logic::machine::{Callee, Ended, Seeded, Setting, World, run};
use rulestone::logic::value::Value;

use super::{SEED, Totals};
use crate::{POWER, STRENGTH, UNITS};

/// What fights that many battles.
pub fn fighter() -> Result<impl FnMut(u64) -> Totals, Box<dyn std::error::Error>> {
    let loaded = library::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("library"))?;
    let book = loaded.library.book("battle").ok_or("the book is gone")?;
    let (compiled, findings) = compile_book(book, &Meter::default());
    if !compiled.whole {
        return Err(format!("{findings:?}").into());
    }
    let program = compiled.program;
    let battle = program.procedure("battle").ok_or("the procedure is gone")?;
    let unit = program.entity("Unit").ok_or("the entity is gone")?;
    let role = |name| program.symbol(name).ok_or("the role is gone");
    let roles = [role("defender")?, role("aggressor")?];
    Ok(move |battles| {
        let setting = Setting::new(&program);
        let mut chance = Seeded::new(SEED);
        let mut totals = Totals::default();
        for _ in 0..battles {
            let mut world = World::new(&program);
            let mut units = Vec::with_capacity(2 * UNITS);
            for role in roles {
                for _ in 0..UNITS {
                    let fields = [Value::Symbol(role), Value::Number(STRENGTH.into()), Value::Number(POWER.into())];
                    units.push(Value::Entity(world.add(unit, fields)));
                }
            }
            let args = vec![Value::List(Arc::new(units))];
            match run(&setting, &mut world, Callee::Procedure(battle), args, &mut chance) {
                Ended::Done(outputs) => {
                    totals.aggressor_won += u64::from(outputs.first() == Some(&Value::Symbol(roles[1])));
                }
                other => panic!("the battle did not end: {other:?}"),
            }
            for thing in world.things.iter().flatten() {
                if let Value::Number(strength) = thing.fields[1] {
                    totals.strength_left += strength as u64;
                }
            }
        }
        totals
    })
}
