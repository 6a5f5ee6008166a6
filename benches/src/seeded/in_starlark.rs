//! The battle in Starlark, with the dice of the host.

use std::cell::RefCell;

use rulestone::logic::machine::Seeded;
use starlark::any::ProvidesStaticType;
use starlark::environment::{Globals, GlobalsBuilder, Module};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::syntax::{AstModule, Dialect};
use starlark::values::list::UnpackList;

use super::{SEED, Totals};
use crate::{POWER, STRENGTH, UNITS};

#[derive(ProvidesStaticType)]
struct Host(RefCell<Seeded>);

#[starlark_module]
fn dice(builder: &mut GlobalsBuilder) {
    /// A number from 0 up to, not including, `limit`.
    fn below(limit: i32, eval: &mut Evaluator) -> anyhow::Result<i32> {
        let host =
            eval.extra.and_then(|extra| extra.downcast_ref::<Host>()).ok_or_else(|| anyhow::anyhow!("no dice"))?;
        Ok(host.0.borrow_mut().below(limit as u64) as i32)
    }
}

const BATTLE: &str = r#"
def attack(units, side, unit):
    hits = 0
    for _ in range(units[side][unit]):
        if below(6) + 1 <= POWER:
            hits += 1
    enemies = units[1 - side]
    for _ in range(hits):
        strongest = 0
        equal = []
        for at in range(UNITS):
            strength = enemies[at]
            if strength > strongest:
                strongest = strength
                equal = [at]
            elif strength == strongest:
                equal.append(at)
        if strongest == 0:
            return
        chosen = equal[0] if len(equal) == 1 else equal[below(len(equal))]
        enemies[chosen] -= 1

def beaten(side):
    for strength in side:
        if strength > 0:
            return False
    return True

def battle():
    units = [[STRENGTH] * UNITS, [STRENGTH] * UNITS]
    for _ in range(1000):
        if beaten(units[0]) or beaten(units[1]):
            break
        for side in (0, 1):
            for unit in range(UNITS):
                if units[side][unit] > 0:
                    attack(units, side, unit)
    return units

def fight(battles):
    aggressor_won = 0
    strength_left = 0
    for _ in range(battles):
        units = battle()
        if beaten(units[0]):
            aggressor_won += 1
        for side in units:
            for strength in side:
                strength_left += strength
    return [aggressor_won, strength_left]
"#;

/// What fights that many battles.
pub fn fighter() -> Result<impl FnMut(u64) -> Totals, Box<dyn std::error::Error>> {
    let source = format!("UNITS = {UNITS}\nSTRENGTH = {STRENGTH}\nPOWER = {POWER}\n{BATTLE}");
    Ok(move |battles: u64| {
        let ast = AstModule::parse("battle.star", source.clone(), &Dialect::Standard).expect("the script parses");
        let globals: Globals = GlobalsBuilder::standard().with(dice).build();
        let host = Host(RefCell::new(Seeded::new(SEED)));
        Module::with_temp_heap(|module| {
            let mut eval = Evaluator::new(&module);
            eval.extra = Some(&host);
            eval.eval_module(ast, &globals).expect("the script runs");
            let fight = module.get("fight").expect("the script defines it");
            let battles = module.heap().alloc(battles as i32);
            let result = eval.eval_function(fight, &[battles], &[]).expect("the battles end");
            let result: UnpackList<i32> =
                starlark::values::UnpackValue::unpack_value(result).ok().flatten().expect("two numbers");
            Totals { aggressor_won: result.items[0] as u64, strength_left: result.items[1] as u64 }
        })
    })
}
