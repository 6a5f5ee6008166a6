//! JSON Schemas of the file shapes, so that any YAML editor completes and checks the files.

use serde_json::{Map, Value, json};

use super::shape::{Kind, Shape};

/// The JSON Schema (draft 2020-12) of a file of this shape.
pub fn schema(shape: &Shape, title: &str) -> Value {
    let mut value = object(shape);
    if let Some(map) = value.as_object_mut() {
        map.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
        map.insert("title".to_owned(), json!(title));
    }
    value
}

fn object(shape: &Shape) -> Value {
    let properties: Map<String, Value> = shape
        .fields
        .iter()
        .map(|field| {
            let mut value = kind(&field.kind);
            if let Some(map) = value.as_object_mut() {
                map.insert("description".to_owned(), json!(field.doc));
            }
            (field.key.to_owned(), value)
        })
        .collect();
    let required: Vec<_> = shape.fields.iter().filter(|field| field.required).map(|field| field.key).collect();
    json!({"type": "object", "additionalProperties": false, "properties": properties, "required": required})
}

fn kind(of: &Kind) -> Value {
    // Editors read a bare 5 or yes as a number or a flag before they look at the schema; we keep what is written.
    let text = json!(["string", "number", "boolean", "null"]);
    match of {
        Kind::Line | Kind::Prose | Kind::Block => json!({"type": text}),
        Kind::Id => json!({"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 80}),
        Kind::Number => json!({"type": ["string", "number"], "pattern": "^[0-9A-Za-z]+(\\.[0-9]+[A-Za-z]?)*$"}),
        Kind::Language => json!({"type": "string", "pattern": "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"}),
        Kind::OneOf(words) => json!({"enum": words}),
        Kind::Flag => json!({"type": "boolean"}),
        Kind::List(item) => json!({"type": "array", "items": kind(item)}),
        Kind::Map(item) => json!({"type": "object", "additionalProperties": kind(item)}),
        Kind::Languages(item) => {
            json!({"type": "object", "propertyNames": {"pattern": "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"}, "additionalProperties": kind(item)})
        }
        Kind::Object(shape) => object(shape),
        Kind::Any => json!({}),
    }
}
