//! Odds for other programs. Values are named as logic names them, in no reader's language.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::{Answered, Report};
use crate::logic::odds::{Budget, EndedFirst, Ending, Outcome, Ratio, ask};
use crate::logic::program::Program;
use crate::logic::simulate::{PERCENTILES, Simulated, interval};
use crate::logic::trace::plain;
use crate::logic::value::Value;

/// The first case; with a second one both again under `cases`.
pub(super) fn object(report: &Report<'_>) -> Json {
    let mut object = report.cases.first().map(|first| case(first, report.budget)).unwrap_or_default();
    object.insert("version".to_owned(), json!(1));
    object.insert("run".to_owned(), json!(report.title));
    if report.cases.len() > 1 {
        let named = |answered: &Answered<'_>| {
            let mut object = case(answered, report.budget);
            object.insert("name".to_owned(), json!(answered.name));
            Json::Object(object)
        };
        object.insert("cases".to_owned(), report.cases.iter().map(named).collect());
    }
    Json::Object(object)
}

fn case(answered: &Answered<'_>, budget: Budget) -> Map<String, Json> {
    if let Some(sampled) = &answered.sampled {
        return counted(answered, sampled);
    }
    let odds = &answered.odds;
    let names: Vec<String> = answered.of.iter().map(|asked| ask::written(answered.open, asked)).collect();
    let teller = Teller { program: answered.open.program, things: answered.open.things.names() };
    let outcomes: Vec<Json> = odds.outcomes.iter().map(|outcome| teller.outcome(outcome, &names)).collect();
    let means = names.iter().enumerate().filter_map(|(at, name)| {
        let mean = odds.mean(at)?;
        let sign = if mean.negative { "-" } else { "" };
        let numerator = format!("{sign}{}", mean.size.numerator());
        let denominator = mean.size.denominator().to_string();
        Some((name.clone(), json!({"numerator": numerator, "denominator": denominator, "value": mean.approximate()})))
    });
    let means: Map<String, Json> = means.collect();
    let mut object = Map::new();
    object.insert("outcomes".to_owned(), Json::Array(outcomes));
    object.insert("means".to_owned(), Json::Object(means));
    for rest in &answered.rests {
        object.insert(rest.kind.to_owned(), json!(rest.all));
    }
    object.insert("unresolved".to_owned(), Json::Object(share(&odds.unresolved)));
    object.insert("endless".to_owned(), Json::Object(share(&odds.endless)));
    let effort = odds.effort;
    object.insert("states".to_owned(), json!(effort.states));
    object.insert("ways".to_owned(), json!(effort.ways));
    object.insert("steps".to_owned(), json!(effort.steps));
    object.insert("words".to_owned(), json!(effort.words));
    object.insert("bytes".to_owned(), json!(effort.bytes));
    object.insert("seconds".to_owned(), json!(answered.seconds));
    let ended = odds.ended.map(EndedFirst::name);
    let Budget { states, steps, words, bytes } = budget;
    let budget = json!({"states": states, "steps": steps, "words": words, "bytes": bytes, "ended": ended});
    object.insert("budget".to_owned(), budget);
    object
}

/// What seeded runs came to.
fn counted(answered: &Answered<'_>, sampled: &Simulated) -> Map<String, Json> {
    let names: Vec<String> = answered.of.iter().map(|asked| ask::written(answered.open, asked)).collect();
    let teller = Teller { program: answered.open.program, things: answered.open.things.names() };
    let outcomes = sampled.outcomes.iter().map(|seen| {
        let (low, high) = interval(seen.count, sampled.runs);
        let share = Ratio::new(seen.count.into(), sampled.runs.into()).approximate();
        let mut object = teller.ending(&seen.ending, &names);
        object.extend([
            ("runs".to_owned(), json!(seen.count)),
            ("share".to_owned(), json!(share)),
            ("within".to_owned(), json!([low, high])),
            ("seed".to_owned(), json!(seen.seed)),
        ]);
        Json::Object(object)
    });
    let outcomes: Vec<Json> = outcomes.collect();
    let figures = names.iter().enumerate().filter_map(|(at, name)| {
        let figures = sampled.figures(at)?;
        let percentiles = PERCENTILES.iter().zip(figures.percentiles);
        let percentiles: Map<String, Json> =
            percentiles.map(|(percent, number)| (percent.to_string(), json!(number))).collect();
        let told = json!({
            "mean": figures.mean, "within": figures.within, "deviation": figures.deviation, "percentiles": percentiles,
        });
        Some((name.clone(), told))
    });
    let figures: Map<String, Json> = figures.collect();
    let mut object = Map::new();
    object.insert("outcomes".to_owned(), Json::Array(outcomes));
    object.insert("figures".to_owned(), Json::Object(figures));
    object.insert("runs".to_owned(), json!(sampled.runs));
    object.insert("steps".to_owned(), json!(sampled.steps));
    object.insert("seconds".to_owned(), json!(answered.seconds));
    for rest in &answered.rests {
        object.insert(rest.kind.to_owned(), json!(rest.all));
    }
    object
}

/// Numbers of any size are texts.
fn share(ratio: &Ratio) -> Map<String, Json> {
    let mut object = Map::new();
    object.insert("numerator".to_owned(), json!(ratio.numerator().to_string()));
    object.insert("denominator".to_owned(), json!(ratio.denominator().to_string()));
    object.insert("probability".to_owned(), json!(ratio.approximate()));
    object
}

struct Teller<'a> {
    program: &'a Program,
    things: &'a BTreeMap<u64, String>,
}

impl Teller<'_> {
    fn outcome(&self, outcome: &Outcome, names: &[String]) -> Json {
        let mut object = share(&outcome.probability);
        object.extend(self.ending(&outcome.ending, names));
        Json::Object(object)
    }

    fn ending(&self, ending: &Ending, names: &[String]) -> Map<String, Json> {
        let ending = match ending {
            Ending::Values(values) => {
                names.iter().zip(values).map(|(name, value)| (name.clone(), self.value(value))).collect()
            }
            Ending::Refused(point) => {
                let block = self.program.block_of(*point);
                let section = block.number.as_deref().unwrap_or(&block.id);
                Map::from_iter([("refused".to_owned(), json!(section))])
            }
            Ending::Over(end) => Map::from_iter([("ended".to_owned(), json!(self.program.end_name(*end)))]),
        };
        Map::from_iter([("outcome".to_owned(), Json::Object(ending))])
    }

    fn value(&self, value: &Value) -> Json {
        match value {
            Value::None => Json::Null,
            Value::YesNo(yes) => json!(yes.is_yes()),
            Value::Number(number) => json!(number),
            Value::List(elements) | Value::Set(elements) | Value::Record(elements) => {
                elements.iter().map(|element| self.value(element)).collect()
            }
            Value::Bag(elements) => {
                let counted = elements.iter().map(|(element, count)| (self.plain(element), json!(count)));
                Json::Object(counted.collect())
            }
            Value::Map(entries) => {
                Json::Object(entries.iter().map(|(key, value)| (self.plain(key), self.value(value))).collect())
            }
            Value::Fraction(_) | Value::Symbol(_) | Value::Date(_) | Value::Entity(_) | Value::Pool(_) => {
                json!(self.plain(value))
            }
        }
    }

    fn plain(&self, value: &Value) -> String {
        plain(self.program, self.things, value)
    }
}
