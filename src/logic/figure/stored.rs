//! Odds as JSON and back. Symbols, things and points are kept by their numbers: the key of the file holds all that they hang on.

use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use crate::logic::calendar::Date;
use crate::logic::odds::{Effort, EndedFirst, Ending, Odds, Outcome, Ratio};
use crate::logic::program::{PointId, Program};
use crate::logic::value::{Entity, Symbol, Value};

/// The JSON; none where a value has none.
pub(super) fn to_json(odds: &Odds) -> Option<Json> {
    let outcomes: Option<Vec<Json>> = odds.outcomes.iter().map(outcome).collect();
    let Effort { states, ways, steps, words, bytes } = odds.effort;
    Some(json!({
        "outcomes": outcomes?,
        "unresolved": ratio(&odds.unresolved),
        "endless": ratio(&odds.endless),
        "effort": [states, ways, steps, words, bytes],
        "ended": odds.ended.map(EndedFirst::name),
    }))
}

fn outcome(outcome: &Outcome) -> Option<Json> {
    let ending = match &outcome.ending {
        Ending::Values(values) => json!({"values": all(values)?}),
        Ending::Refused(point) => json!({"refused": point.0}),
        Ending::Over(point) => json!({"over": point.0}),
    };
    Some(json!([ending, ratio(&outcome.probability)]))
}

fn ratio(ratio: &Ratio) -> Json {
    json!([ratio.numerator().to_string(), ratio.denominator().to_string()])
}

fn all(values: &[Value]) -> Option<Vec<Json>> {
    values.iter().map(value).collect()
}

fn value(of: &Value) -> Option<Json> {
    Some(match of {
        Value::None => Json::Null,
        Value::YesNo(yes) => json!(yes.is_yes()),
        Value::Number(number) => json!(number),
        Value::Fraction(fraction) => json!({"fraction": [fraction.numerator, fraction.denominator]}),
        Value::Symbol(symbol) => json!({"symbol": symbol.0}),
        Value::Date(date) => json!({"date": date.as_number()}),
        Value::Entity(thing) => json!({"thing": thing.0}),
        Value::List(elements) => json!({"list": all(elements)?}),
        Value::Set(elements) => json!({"set": all(elements)?}),
        Value::Record(elements) => json!({"record": all(elements)?}),
        Value::Bag(elements) => {
            let counted = elements.iter().map(|(element, count)| Some(json!([value(element)?, count])));
            json!({"bag": counted.collect::<Option<Vec<_>>>()?})
        }
        Value::Map(entries) => {
            let pairs = entries.iter().map(|(key, of)| Some(json!([value(key)?, value(of)?])));
            json!({"map": pairs.collect::<Option<Vec<_>>>()?})
        }
        // Dice that nobody has looked at come out of no run.
        Value::Pool(_) => return None,
    })
}

/// The odds; none where the JSON is not theirs.
pub(super) fn from_json(json: &Json, program: &Program) -> Option<Odds> {
    let reader = Reader { program };
    let outcomes = json.get("outcomes")?.as_array()?.iter().map(|outcome| reader.outcome(outcome));
    let outcomes = outcomes.collect::<Option<_>>()?;
    let effort = json.get("effort")?.as_array()?.iter().map(Json::as_u64).collect::<Option<Vec<u64>>>()?;
    let [states, ways, steps, words, bytes] = effort[..] else { return None };
    let size = |number: u64| usize::try_from(number).ok();
    Some(Odds {
        outcomes,
        unresolved: read_ratio(json.get("unresolved")?)?,
        endless: read_ratio(json.get("endless")?)?,
        effort: Effort { states: size(states)?, ways: size(ways)?, steps, words, bytes: size(bytes)? },
        ended: match json.get("ended")? {
            Json::Null => None,
            word => Some(*EndedFirst::ALL.iter().find(|ended| Some(ended.name()) == word.as_str())?),
        },
    })
}

fn read_ratio(json: &Json) -> Option<Ratio> {
    let [above, below] = &json.as_array()?[..] else { return None };
    let number = |json: &Json| BigUint::parse_bytes(json.as_str()?.as_bytes(), 10);
    Some(Ratio::new(number(above)?, number(below)?))
}

struct Reader<'p> {
    program: &'p Program,
}

impl Reader<'_> {
    fn outcome(&self, json: &Json) -> Option<Outcome> {
        let [ending, probability] = &json.as_array()?[..] else { return None };
        let point = |json: &Json| {
            let point = PointId(u32::try_from(json.as_u64()?).ok()?);
            self.program.points.get(point.index()).map(|_| point)
        };
        let (key, of) = ending.as_object()?.iter().next()?;
        let ending = match key.as_str() {
            "values" => Ending::Values(self.all(of)?),
            "refused" => Ending::Refused(point(of)?),
            "over" => Ending::Over(point(of)?),
            _ => return None,
        };
        Some(Outcome { ending, probability: read_ratio(probability)? })
    }

    fn all(&self, json: &Json) -> Option<Vec<Value>> {
        json.as_array()?.iter().map(|json| self.value(json)).collect()
    }

    /// The depth is bounded by the reader of JSON.
    fn value(&self, json: &Json) -> Option<Value> {
        match json {
            Json::Null => Some(Value::None),
            Json::Bool(yes) => Some(Value::yes_no(*yes)),
            Json::Number(number) => number.as_i64().map(Value::Number),
            Json::Object(object) => {
                let mut tags = object.iter();
                let (Some((tag, of)), None) = (tags.next(), tags.next()) else { return None };
                self.tagged(tag, of)
            }
            Json::String(_) | Json::Array(_) => None,
        }
    }

    fn tagged(&self, tag: &str, of: &Json) -> Option<Value> {
        let number = || of.as_u64();
        let pairs = || {
            let pair = |json: &Json| match &json.as_array()?[..] {
                [first, second] => Some((self.value(first)?, second.clone())),
                _ => None,
            };
            of.as_array()?.iter().map(pair).collect::<Option<Vec<(Value, Json)>>>()
        };
        Some(match tag {
            "fraction" => {
                let [above, below] = &of.as_array()?[..] else { return None };
                Value::ratio(above.as_i64()?.into(), below.as_i64()?.into())?
            }
            "date" => Value::Date(Date::from_number(of.as_i64()?)?),
            "symbol" => {
                let symbol = Symbol(number()?);
                self.program.symbols.get(symbol.index())?;
                Value::Symbol(symbol)
            }
            "thing" => Value::Entity(Entity(number()?)),
            "list" => Value::List(self.all(of)?.into()),
            "set" => Value::set(self.all(of)?),
            "record" => Value::Record(self.all(of)?.into()),
            "bag" => {
                let count = |json: &Json| u32::try_from(json.as_u64()?).ok();
                let counted = pairs()?.into_iter().map(|(element, json)| Some((element, count(&json)?)));
                Value::Bag(counted.collect::<Option<Vec<_>>>()?.into())
            }
            "map" => {
                let read = pairs()?.into_iter().map(|(key, json)| Some((key, self.value(&json)?)));
                Value::map(read.collect::<Option<Vec<_>>>()?)
            }
            _ => return None,
        })
    }
}
