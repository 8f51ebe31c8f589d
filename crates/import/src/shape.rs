//! Checks the shape of a file against its schema, and saves what can be saved of a file with mistakes.
//!
//! A mistake must not hide those behind it: an entry of a list that is wrong is taken out and a single wrong field is
//! replaced by the example of its schema, so that the rest of the file can still be read and checked. What was
//! mended is remembered as a [`Hole`], and later checks keep quiet about it.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::mistake::{Mistake, listed, nearest};
use crate::schema;
use crate::source::Source;

/// A place where the value of the file was replaced or left out: JSON pointer.
pub(crate) type Hole = String;

/// What could be read of one file.
pub(crate) struct Reading<T> {
    /// `None` when nothing could be saved.
    pub typed: Option<T>,
    pub holes: Vec<Hole>,
    pub mistakes: Vec<Mistake>,
}

/// Checks and reads one file.
pub(crate) fn read<T: JsonSchema + DeserializeOwned>(file: &str, source: &Source, value: &Value) -> Reading<T> {
    let schema = schema::of::<T>();
    let mut mistakes = Vec::new();
    let (mut wrong, mut unknown) = (Vec::new(), Vec::new());
    match jsonschema::validator_for(&schema) {
        Ok(validator) => {
            for error in validator.iter_errors(value) {
                for (pointer, expected) in told(&schema, value, &error) {
                    mistakes.push(Mistake {
                        file: file.to_owned(),
                        line: Some(source.line_of(&pointer)),
                        field: source.spoken(&pointer),
                        expected,
                    });
                    match error.kind() {
                        ValidationErrorKind::AdditionalProperties { .. } => unknown.push(pointer),
                        _ => wrong.push(pointer),
                    }
                }
            }
        }
        Err(error) => mistakes.push(Mistake {
            file: file.to_owned(),
            line: None,
            field: String::new(),
            expected: format!("expected a schema to check this file with, found {error}"),
        }),
    }
    let mut mended = value.clone();
    mark(&schema, &mut mended, file, "");
    unknown.iter().for_each(|pointer| forget(&mut mended, pointer));
    let holes = wrong.iter().filter_map(|pointer| mend(&schema, &mut mended, pointer)).collect();
    sweep(&mut mended);
    let typed = match serde_json::from_value(mended) {
        Ok(typed) => Some(typed),
        Err(error) => {
            if mistakes.is_empty() {
                mistakes.push(Mistake {
                    file: file.to_owned(),
                    line: None,
                    field: String::new(),
                    expected: format!("expected what its schema says, found: {error}"),
                });
            }
            None
        }
    };
    Reading { typed, holes, mistakes }
}

/// The mistakes that one violation stands for: pointer and words.
fn told(root: &Value, value: &Value, error: &ValidationError<'_>) -> Vec<(String, String)> {
    let pointer = error.instance_path().to_string();
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => unexpected
            .iter()
            .map(|name| {
                let table = schema::inside(root, &pointer).and_then(|s| s.get("properties")).and_then(Value::as_object);
                let known: Vec<&str> = table.into_iter().flat_map(Map::keys).map(String::as_str).collect();
                let words = match nearest(name, known.iter().copied()) {
                    near if near.is_empty() => {
                        format!("expected one of the fields {}; found an unknown one", listed(known.iter().copied()))
                    }
                    near => format!("expected a field of this table, found an unknown one{near}"),
                };
                (format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1")), words)
            })
            .collect(),
        ValidationErrorKind::Required { property } => {
            let pointer = format!("{pointer}/{}", property.as_str().unwrap_or_default());
            let schema = schema::inside(root, &pointer);
            let words = schema.map_or_else(|| "a value".to_owned(), |schema| expected(schema, &pointer));
            vec![(pointer, format!("expected {words}, found nothing"))]
        }
        ValidationErrorKind::MaxLength { limit } => {
            let length = value.pointer(&pointer).and_then(Value::as_str).map_or(0, |text| text.chars().count());
            vec![(pointer, format!("expected at most {limit} characters, found {length}"))]
        }
        ValidationErrorKind::MaxItems { limit } => {
            let length = value.pointer(&pointer).and_then(Value::as_array).map_or(0, Vec::len);
            vec![(pointer, format!("expected at most {limit} entries, found {length}"))]
        }
        ValidationErrorKind::MinItems { .. } if !is_required(root, &pointer) => {
            vec![(pointer, "expected at least one, found none: left out, it is all".to_owned())]
        }
        _ => {
            let schema = schema::inside(root, &pointer);
            let words = schema.map_or_else(|| "another value".to_owned(), |schema| expected(schema, &pointer));
            let is_number = schema.and_then(|schema| schema.get("type")).is_some_and(|kind| kind == "number");
            let quoted = match value.pointer(&pointer) {
                Some(Value::String(_)) if is_number => " (a number has no quotes, and a point before its decimals)",
                _ => "",
            };
            let found = value.pointer(&pointer).map_or_else(|| "nothing".to_owned(), found);
            vec![(pointer, format!("expected {words}, found {found}{quoted}"))]
        }
    }
}

fn is_required(root: &Value, pointer: &str) -> bool {
    let (table, name) = pointer.rsplit_once('/').unwrap_or_default();
    let required = schema::inside(root, table).and_then(|table| table.get("required")).and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|required| required == name))
}

/// What a schema asks for at a pointer, in words.
fn expected(schema: &Value, pointer: &str) -> String {
    if let Some(words) = schema.get("x-expected").and_then(Value::as_str) {
        return words.to_owned();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return listed(values.iter().filter_map(Value::as_str));
    }
    let number = |key: &str| schema.get(key).and_then(Value::as_f64);
    match schema.get("type").and_then(Value::as_str) {
        Some("integer") => match (number("minimum"), number("maximum")) {
            (Some(min), Some(max)) => format!("a whole number from {min} to {max}"),
            (Some(min), None) => format!("a whole number of {min} or more"),
            _ => "a whole number".to_owned(),
        },
        Some("boolean") => "true or false".to_owned(),
        Some("string") => "text in quotes".to_owned(),
        Some("number") => match (number("minimum"), number("maximum")) {
            (Some(min), Some(max)) => format!("a number from {min} to {max}"),
            _ => "a number".to_owned(),
        },
        Some("array") => {
            let list = if schema.get("minItems").is_some() { "a list with at least one entry" } else { "a list" };
            let item = schema.get("items");
            match (item.and_then(table), pointer.strip_prefix('/').filter(|name| !name.contains('/'))) {
                (Some(_), Some(name)) => format!("{list}: [[{name}]] begins each"),
                (Some(table), None) => format!("{list} such as [{table}]"),
                (None, _) => item.map_or_else(|| list.to_owned(), |item| format!("{list}: {}", expected(item, ""))),
            }
        }
        _ => table(schema).map_or_else(|| "a table".to_owned(), |table| format!("a table such as {table}")),
    }
}

/// How a table with fields of its own is written, with those that it cannot do without.
fn table(schema: &Value) -> Option<String> {
    schema.get("properties")?;
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let fields: Vec<String> = required.map(|name| format!("{name} = ..")).collect();
    Some(if fields.is_empty() { "{ .. }".to_owned() } else { format!("{{ {} }}", fields.join(", ")) })
}

/// A value of the file, short enough for a sentence.
pub(crate) fn found(value: &Value) -> String {
    match value {
        Value::String(text) if text.chars().count() > 60 => {
            format!("{:?}", text.chars().take(57).collect::<String>() + "...")
        }
        Value::String(text) => format!("{text:?}"),
        Value::Array(items) if items.is_empty() => "an empty list".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a table".to_owned(),
        other => other.to_string(),
    }
}

/// Writes its place into every table that has one, and whole numbers as such: to a schema 3.0 is one.
fn mark(schema: &Value, value: &mut Value, file: &str, pointer: &str) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map.iter_mut() {
                if let Some(schema) = schema::step(schema, key) {
                    mark(schema, inner, file, &format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")));
                }
            }
            if schema.get("properties").is_some() {
                map.insert("@".to_owned(), json!({"file": file, "pointer": pointer}));
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter_mut().enumerate() {
                if let Some(schema) = schema::step(schema, &index.to_string()) {
                    mark(schema, inner, file, &format!("{pointer}/{index}"));
                }
            }
        }
        Value::Number(number) if schema.get("type").is_some_and(|kind| kind == "integer") => {
            if let Some(whole) = number.to_string().strip_suffix(".0").and_then(|digits| digits.parse::<i64>().ok()) {
                *value = json!(whole);
            }
        }
        _ => {}
    }
}

/// Takes out an unknown field; nobody misses it.
fn forget(value: &mut Value, pointer: &str) {
    if let Some((table, name)) = pointer.rsplit_once('/')
        && let Some(Value::Object(map)) = value.pointer_mut(table)
    {
        map.remove(&name.replace("~1", "/").replace("~0", "~"));
    }
}

/// Takes out the outermost entry around a wrong value, or puts an example in its place.
fn mend(root: &Value, value: &mut Value, pointer: &str) -> Option<Hole> {
    let (mut schema, mut here, mut so_far) = (root, value, String::new());
    let parts: Vec<String> = pointer.split('/').skip(1).map(|p| p.replace("~1", "/").replace("~0", "~")).collect();
    for part in &parts {
        so_far.push('/');
        so_far.push_str(&part.replace('~', "~0").replace('/', "~1"));
        let required = schema
            .get("required")
            .and_then(Value::as_array)
            .is_some_and(|names| names.iter().any(|n| n == part.as_str()));
        let inner = schema::step(schema, part);
        let is_last = so_far == pointer;
        let deeper = inner.is_some_and(|s| {
            s.get("properties").is_some() || s.get("items").is_some() || s.get("additionalProperties").is_some()
        });
        match here {
            Value::Array(items) => {
                // Left as a gap so that the places behind it keep their numbers; swept out at the end.
                *items.get_mut(part.parse::<usize>().ok()?)? = Value::Null;
                return Some(so_far);
            }
            Value::Object(map) => {
                let inner = inner?;
                if is_last || !deeper {
                    if required {
                        map.insert(part.clone(), example(inner));
                    } else {
                        map.remove(part);
                    }
                    return Some(so_far);
                }
                schema = inner;
                here = map.get_mut(part)?;
            }
            _ => return None,
        }
    }
    None
}

/// A value that the schema accepts, as far as there is one.
fn example(schema: &Value) -> Value {
    if let Some(first) =
        schema.get("examples").and_then(|e| e.get(0)).or_else(|| schema.get("enum").and_then(|e| e.get(0)))
    {
        return first.clone();
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("integer") => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        Some("number") => json!(0),
        Some("boolean") => json!(false),
        Some("array") => json!([]),
        Some("object") => json!({}),
        _ => json!(""),
    }
}

/// Removes the gaps that [`mend`] left in lists.
fn sweep(value: &mut Value) {
    match value {
        Value::Array(items) => {
            items.retain(|i| !i.is_null());
            items.iter_mut().for_each(sweep);
        }
        Value::Object(map) => map.values_mut().for_each(sweep),
        _ => {}
    }
}
