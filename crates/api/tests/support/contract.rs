//! The contract, made so strict that nothing undocumented gets through: an answer must be of a documented status and
//! media type, and its JSON must fit the schema without any member that the schema does not name.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use axum::http::Method;
use jsonschema::Validator;
use serde_json::{Value, json};

static CONTRACT: LazyLock<Value> = LazyLock::new(|| {
    let mut contract = serde_json::to_value(api::openapi()).expect("a contract");
    let schemas = contract["components"]["schemas"].as_object_mut().expect("schemas");
    let apart = schemas.clone();
    schemas.values_mut().for_each(|schema| join(schema, &apart));
    // A problem names further members in the text of each answer: `quotes`, `night`, `reasons`.
    schemas.iter_mut().filter(|(name, _)| *name != "ProblemBody").for_each(|(_, schema)| close(schema));
    contract
});

static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// Every call of the contract: method, path with its `{places}`, and what is said of it.
pub fn calls() -> Vec<(Method, String, Value)> {
    let paths = CONTRACT["paths"].as_object().expect("paths");
    let mut calls = Vec::new();
    for (path, item) in paths {
        for (method, call) in item.as_object().expect("calls") {
            if let Ok(method) = Method::from_bytes(method.to_uppercase().as_bytes())
                && call["responses"].is_object()
            {
                calls.push((method, path.clone(), call.clone()));
            }
        }
    }
    calls
}

/// An object that is made of several becomes one, so that it can be closed.
fn join(schema: &mut Value, named: &serde_json::Map<String, Value>) {
    let Some(parts) = schema["allOf"].as_array().cloned() else { return };
    let (mut properties, mut required) = (serde_json::Map::new(), Vec::new());
    for part in &parts {
        let part = match part["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
            Some(name) => &named[name],
            None => part,
        };
        properties.extend(part["properties"].as_object().expect("an object").clone());
        required.extend(part["required"].as_array().into_iter().flatten().cloned());
    }
    *schema = json!({"type": "object", "properties": properties, "required": required});
}

/// Objects have the members that they name and no others.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.contains_key("properties") && !members.contains_key("additionalProperties") {
                members.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            members.values_mut().for_each(close);
        }
        Value::Array(parts) => parts.iter_mut().for_each(close),
        _ => {}
    }
}

/// The call that an address belongs to.
fn call(method: &Method, path: &str) -> Option<(String, Value)> {
    let parts: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    calls().into_iter().find_map(|(known, template, call)| {
        let places: Vec<&str> = template.split('/').collect();
        let fits = known == method
            && places.len() == parts.len()
            && places.iter().zip(&parts).all(|(place, part)| place.starts_with('{') || place == part);
        fits.then_some((template, call))
    })
}

/// Holds an answer against the contract. Addresses outside it (pages, pictures, unknown ones) only have to answer a
/// refusal as a problem.
pub fn check(method: &Method, path: &str, status: u16, media: &str, text: &str) {
    let said = format!("{method} {path} answered {status} {media}: {}", text.chars().take(600).collect::<String>());
    assert!(status < 500 || status == 502, "{said}");
    if status >= 400 {
        assert_eq!(media, "application/problem+json", "{said}");
        matches("ProblemBody", || json!({"$ref": "#/components/schemas/ProblemBody"}), text, &said);
    }
    let Some((template, call)) = call(method, path) else { return };
    let answer = &call["responses"][status.to_string()];
    assert!(answer.is_object(), "a status that is not documented: {said}");
    let Some(content) = answer["content"].as_object() else {
        assert!(text.is_empty(), "a body that is not documented: {said}");
        return;
    };
    let shape = content.get(media.split(';').next().unwrap_or(media));
    let shape = shape.unwrap_or_else(|| panic!("a media type that is not documented: {said}"));
    if media.contains("json") {
        matches(&format!("{method} {template} {status}"), || shape["schema"].clone(), text, &said);
    }
}

fn matches(name: &str, schema: impl FnOnce() -> Value, text: &str, said: &str) {
    let validator = VALIDATORS.lock().expect("validators").get(name).cloned();
    let validator = validator.unwrap_or_else(|| {
        let mut root = schema();
        root["components"] = CONTRACT["components"].clone();
        let made = jsonschema::options().should_validate_formats(true).build(&root);
        let made = Arc::new(made.unwrap_or_else(|error| panic!("the schema of {name}: {error}")));
        VALIDATORS.lock().expect("validators").insert(name.to_owned(), Arc::clone(&made));
        made
    });
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {said}"));
    let wrong: Vec<String> =
        validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "does not fit its schema: {wrong:#?}\n{said}");
}

/// A schema by its name.
pub fn schema(name: &str) -> Value {
    CONTRACT["components"]["schemas"][name].clone()
}
