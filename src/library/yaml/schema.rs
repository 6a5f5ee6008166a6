//! JSON Schemas of the file shapes, so that any YAML editor completes and checks the files.

use serde_json::{Map, Value, json};

use super::shape::{self, Shape, ValueKind};
use crate::library::{MAX_NUMBER, names};

/// The JSON Schema (draft 2020-12) of a file of this shape.
pub fn schema(shape: &Shape, title: &str) -> Value {
    let mut value = object(shape);
    if let Some(map) = value.as_object_mut() {
        map.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
        map.insert("title".to_owned(), json!(title));
    }
    value
}

/// Kebab-case, and none of the names that Windows keeps for devices: as [`names::check_id`](crate::library::names::check_id).
const ID: &str = "^(?!(con|prn|aux|nul|com[0-9]|lpt[0-9])$)[a-z0-9]+(-[a-z0-9]+)*$";
/// As [`RuleNumber::printed`](crate::library::RuleNumber::printed), but for what is never printed.
const NUMBER: &str = "^[\\p{L}\\p{N}§№#(\\[]([\\p{L}\\p{N}.()\\[\\]/:‐‑–§№# -]*[\\p{L}\\p{N})\\]])?$";
/// As [`names::check_language`](crate::library::names::check_language).
const LANGUAGE: &str = "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$";

/// As [`names::check_former_address`](crate::library::names::check_former_address), but for names of devices.
const FORMER_ADDRESS: &str = "^[a-z0-9]+(-[a-z0-9]+)*#[a-z0-9]+(-[a-z0-9]+)*(\\..{1,32})?$";

fn object(shape: &Shape) -> Value {
    let properties: Map<String, Value> = shape
        .fields
        .iter()
        .map(|field| {
            let mut value = if field.required { kind(&field.kind) } else { or_null(kind(&field.kind)) };
            value["description"] = json!(field.doc);
            (field.key.to_owned(), value)
        })
        .collect();
    let required: Vec<_> = shape.fields.iter().filter(|field| field.required).map(|field| field.key).collect();
    json!({"type": "object", "additionalProperties": false, "properties": properties, "required": required})
}

fn kind(of: &ValueKind) -> Value {
    match of {
        // Editors read a bare 5 or true as a number or a flag before they look at the schema; we keep what is written.
        ValueKind::Line => {
            json!({"type": ["string", "number", "boolean"], "pattern": "^[^\\n]*\\n*$", "maxLength": shape::MAX_LINE})
        }
        ValueKind::Record => json!({"type": ["string", "number"], "pattern": "^[^\\n]*\\n*$"}),
        ValueKind::Name => {
            json!({"type": ["string", "number", "boolean"], "pattern": "^[^\\n]*\\n*$", "maxLength": names::MAX_NAME})
        }
        ValueKind::Prose => json!({"type": ["string", "number", "boolean"]}),
        ValueKind::Block => json!({"type": "string"}),
        ValueKind::Id => {
            json!({"type": ["string", "integer"], "pattern": ID, "maxLength": names::MAX_ID, "minimum": 0})
        }
        ValueKind::Number => {
            json!({"type": ["string", "number"], "pattern": NUMBER, "maxLength": MAX_NUMBER, "minimum": 0})
        }
        ValueKind::FormerAddress => {
            json!({"type": "string", "pattern": FORMER_ADDRESS, "maxLength": 2 * names::MAX_ID + 34})
        }
        ValueKind::Color => json!({"type": "string", "pattern": "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"}),
        ValueKind::Date => json!({"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}),
        ValueKind::Edition => json!({"enum": [names::EDITION, 2]}),
        ValueKind::Pattern => json!({"type": "string", "format": "regex", "maxLength": 200}),
        ValueKind::Said => {
            json!({"anyOf": [self::kind(&ValueKind::Line), self::kind(&ValueKind::Languages(&ValueKind::Line))]})
        }
        ValueKind::Language => json!({"type": "string", "pattern": LANGUAGE}),
        ValueKind::OneOf(words) => json!({"enum": words}),
        ValueKind::Flag => json!({"enum": [true, false, "yes", "no"]}),
        ValueKind::List(item) => json!({"type": "array", "items": inner(item)}),
        ValueKind::Map(item) => {
            json!({"type": "object", "propertyNames": {"maxLength": shape::MAX_KEY}, "additionalProperties": inner(item)})
        }
        ValueKind::Languages(item) => {
            json!({"type": "object", "propertyNames": {"pattern": LANGUAGE}, "additionalProperties": inner(item)})
        }
        ValueKind::Object(shape) => object(shape),
        ValueKind::Any => json!({}),
    }
}

/// What stands in a list or a mapping: a piece that is not written yet may be empty.
fn inner(item: &ValueKind) -> Value {
    if matches!(item, ValueKind::Object(_)) { kind(item) } else { or_null(kind(item)) }
}

/// The same, or nothing.
fn or_null(mut schema: Value) -> Value {
    if let Some(words) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        words.push(Value::Null);
    }
    if let Some(ways) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        ways.push(json!({"type": "null"}));
    }
    match schema.get_mut("type") {
        Some(Value::Array(types)) => types.push(json!("null")),
        Some(one) => *one = json!([one.take(), "null"]),
        None => {}
    }
    schema
}
