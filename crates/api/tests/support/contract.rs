//! The contract, made so strict that nothing undocumented gets through: an answer must be of a documented status and
//! media type, and its JSON must fit the schema without any member that the schema does not name.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use axum::http::Method;
use jsonschema::{Draft, Registry, Validator};
use serde_json::{Value, json};

/// Name of the contract among the documents that a schema may refer to.
const NAME: &str = "urn:contract";

static CONTRACT: LazyLock<Value> = LazyLock::new(|| {
    let mut contract = serde_json::to_value(api::openapi()).expect("a contract");
    let schemas = contract["components"]["schemas"].as_object_mut().expect("schemas");
    let apart = schemas.clone();
    schemas.values_mut().for_each(|schema| join(schema, &apart));
    // A problem names further members in the text of each answer: `quotes`, `night`, `reasons`.
    schemas.iter_mut().filter(|(name, _)| *name != "ProblemBody").for_each(|(_, schema)| close(schema));
    contract
});

static REGISTRY: LazyLock<Registry<'static>> = LazyLock::new(|| {
    let named = Registry::new().draft(Draft::Draft202012).add(NAME, &*CONTRACT).expect("a document");
    named.prepare().expect("a registry")
});

/// Made when first asked for: a test sees few of the schemas.
static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// Method, path with its `{places}`, and what is said of it.
type Call = (Method, &'static str, &'static Value);

/// Every call of the contract.
pub fn calls() -> &'static [Call] {
    static CALLS: LazyLock<Vec<Call>> = LazyLock::new(|| {
        let paths = CONTRACT["paths"].as_object().expect("paths");
        let mut calls = Vec::new();
        for (path, item) in paths {
            for (method, call) in item.as_object().expect("calls") {
                if let Ok(method) = Method::from_bytes(method.to_uppercase().as_bytes())
                    && call["responses"].is_object()
                {
                    calls.push((method, path.as_str(), call));
                }
            }
        }
        calls
    });
    &CALLS
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
fn call(method: &Method, path: &str) -> Option<&'static Call> {
    let parts: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    calls().iter().find(|(known, template, _)| {
        let places: Vec<&str> = template.split('/').collect();
        known == method
            && places.len() == parts.len()
            && places.iter().zip(&parts).all(|(place, part)| place.starts_with('{') || place == part)
    })
}

/// Holds an answer against the contract. Addresses outside it (pages, pictures, unknown ones) only have to answer a
/// refusal as a problem; those that a member's browser goes to, or whoever follows a letter's link, may answer it as a page.
pub fn check(method: &Method, path: &str, status: u16, media: &str, text: &str) {
    let said = format!("{method} {path} answered {status} {media}: {}", text.chars().take(600).collect::<String>());
    assert!(status < 500 || [502, 503].contains(&status), "{said}");
    let for_browsers =
        path.starts_with("/v4/website/users/") || (path.contains("/reports/") && [400, 404, 410].contains(&status));
    let is_page = for_browsers && media == "text/html; charset=utf-8";
    if status >= 400 && !is_page {
        assert_eq!(media, "application/problem+json", "{said}");
        matches("/components/schemas/ProblemBody", text, &said);
    }
    let Some((_, template, call)) = call(method, path) else { return };
    let status = status.to_string();
    let answer = &call["responses"][&status];
    assert!(answer.is_object(), "a status that is not documented: {said}");
    let Some(content) = answer["content"].as_object() else {
        assert!(text.is_empty(), "a body that is not documented: {said}");
        return;
    };
    let media = media.split(';').next().unwrap_or(media);
    assert!(content.contains_key(media), "a media type that is not documented: {said}");
    if media.contains("json") {
        let method = method.as_str().to_lowercase();
        let steps = ["paths", template, &method, "responses", &status, "content", media, "schema"];
        let place: String =
            steps.iter().map(|step| format!("/{}", step.replace('~', "~0").replace('/', "~1"))).collect();
        matches(&place, text, &said);
    }
}

/// `place` of the schema in the contract: a JSON pointer.
fn matches(place: &str, text: &str, said: &str) {
    let validator = VALIDATORS.lock().expect("validators").get(place).cloned();
    let validator = validator.unwrap_or_else(|| {
        // Braces stand in paths, not in addresses.
        let place_as_address = place.replace('{', "%7B").replace('}', "%7D");
        let schema = json!({"$ref": format!("{NAME}#{place_as_address}")});
        let options = jsonschema::options().with_draft(Draft::Draft202012).with_registry(&REGISTRY);
        let made = options.should_validate_formats(true).build(&schema);
        let made = Arc::new(made.unwrap_or_else(|error| panic!("the schema at {place}: {error}")));
        VALIDATORS.lock().expect("validators").insert(place.to_owned(), Arc::clone(&made));
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
