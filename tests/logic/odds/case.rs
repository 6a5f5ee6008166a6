//! A case by names: what is run, what is asked and how the choices are made, as a person would say it.

use std::collections::BTreeMap;

use rulestone::library::yaml::Node;
use rulestone::logic::example::{Open, value_of};
use rulestone::logic::machine::Callee;
use rulestone::logic::odds::{Asked, Budget, Case, Policy, Way};
use rulestone::logic::program::{NameId, Program};
use rulestone::logic::types::{Interval, Type};
use rulestone::logic::value::Value;

/// Hands the case of these keys of an example to `then`. Names that the case does not have are left out.
pub(in crate::logic) fn with_case<T>(
    program: &Program,
    keys: &BTreeMap<String, Node>,
    of: &[&str],
    policies: &[(&str, &str)],
    then: impl FnOnce(&Case<'_>) -> T,
) -> Result<T, String> {
    let open = Open::read(program, keys).map_err(|mistakes| mistakes[0].message.clone())?;
    let open = open.ok_or("nothing is run")?;
    let of = of.iter().filter_map(|name| asked(program, &open, name)).collect();
    let policies = policies.iter().filter_map(|(label, way)| policy(program, &open, label, way)).collect();
    let setting = open.start.setting(program);
    Ok(then(&Case { open: &open, setting, of, policies, budget: Budget::default() }))
}

/// What is asked by this name.
fn asked(program: &Program, open: &Open<'_>, name: &str) -> Option<Asked> {
    if let Some((thing, field)) = name.split_once('.') {
        let thing = *open.things.get(thing)?;
        let entity = usize::from(open.start.world.thing(thing)?.ty.0);
        let mut fields = program.entities[entity].fields.iter();
        let at = fields.position(|other| program.name(other.name) == field)?;
        return Some(Asked::Field(thing, u16::try_from(at).ok()?));
    }
    if let Some(state) = program.state(name) {
        return Some(Asked::State(state));
    }
    let Callee::Procedure(last) = open.steps.last()?.callee else { return None };
    let mut outputs = program.procedures[last.index()].outputs.iter();
    outputs.position(|output| program.name(output.name) == name).map(Asked::Output)
}

fn policy(program: &Program, open: &Open<'_>, label: &str, way: &str) -> Option<Policy> {
    let (label, by) = label.split_once('@').map_or((label, None), |(label, by)| (label, Some(by)));
    let by = by.map(|by| program.symbol(by).map(Value::Symbol));
    let label = program.names.iter().position(|name| name == label)?;
    let label = NameId(u32::try_from(label).ok()?);
    let value = |ty: &Type| value_of(program, &open.start.world, &open.things, way, ty).ok();
    let way = match way {
        "first" => Way::First,
        "last" => Way::Last,
        "random" => Way::Random,
        "yes" | "no" => Way::Always(value(&Type::YesNo)?),
        _ => Way::Always(value(&Type::Number(Interval::ALL))?),
    };
    Some(Policy { label, by: by.flatten(), way })
}
