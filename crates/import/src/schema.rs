//! JSON Schemas of the files: for editors, and for the check of every file's shape.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use crate::format::{
    ActivitiesFile, AddonsFile, CompaniesFile, DiscountsFile, GroupsFile, HotelFile, MembersFile, PackagesFile,
    PoliciesFile, RatesFile, RestrictionsFile, RoomsFile, TaxesFile, TranslationFile,
};

/// JSON Schemas of the files of a hotel, by name: `hotel.json` describes `hotel.toml` and so on,
/// `translation.json` every file in `translations/`. They are committed in `docs/schema/`.
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("hotel.json", of::<HotelFile>()),
        ("rooms.json", of::<RoomsFile>()),
        ("rates.json", of::<RatesFile>()),
        ("restrictions.json", of::<RestrictionsFile>()),
        ("taxes.json", of::<TaxesFile>()),
        ("policies.json", of::<PoliciesFile>()),
        ("discounts.json", of::<DiscountsFile>()),
        ("companies.json", of::<CompaniesFile>()),
        ("groups.json", of::<GroupsFile>()),
        ("packages.json", of::<PackagesFile>()),
        ("addons.json", of::<AddonsFile>()),
        ("activities.json", of::<ActivitiesFile>()),
        ("members.json", of::<MembersFile>()),
        ("translation.json", of::<TranslationFile>()),
    ]
}

/// The schema of one file: without references, so that it can be walked beside a value.
pub(crate) fn of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|s| s.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(strict as fn(&mut Schema)).transform(&mut schema);
    schema.to_value()
}

/// TOML has no null, and a field that nobody reads is a slip of the pen.
fn strict(schema: &mut Schema) {
    if let Some(Value::Array(branches)) = schema.get("anyOf") {
        let real: Vec<Value> = branches.iter().filter(|b| **b != json!({"type": "null"})).cloned().collect();
        if let [Value::Object(only)] = real.as_slice() {
            let only = only.clone();
            schema.remove("anyOf");
            let map = schema.ensure_object();
            for (key, value) in only {
                map.entry(key).or_insert(value);
            }
        }
    }
    if let Some(Value::Array(types)) = schema.get("type") {
        let real: Vec<Value> = types.iter().filter(|t| **t != json!("null")).cloned().collect();
        if let [only] = real.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|v| !v.is_null());
    }
    if schema.get("default") == Some(&Value::Null) {
        schema.remove("default");
    }
    if schema.get("properties").is_some() && schema.get("additionalProperties").is_none() {
        schema.insert("additionalProperties".to_owned(), json!(false));
    }
}

/// The schema of a value inside, by its JSON pointer.
pub(crate) fn inside<'s>(schema: &'s Value, pointer: &str) -> Option<&'s Value> {
    pointer
        .split('/')
        .skip(1)
        .try_fold(schema, |schema, part| step(schema, &part.replace("~1", "/").replace("~0", "~")))
}

/// The schema of a property or an item.
pub(crate) fn step<'s>(schema: &'s Value, part: &str) -> Option<&'s Value> {
    schema
        .get("properties")
        .and_then(|p| p.get(part))
        .or_else(|| schema.get("items"))
        .or_else(|| schema.get("additionalProperties").filter(|a| a.is_object()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_schema_speaks_of_null_or_lets_unknown_fields_pass() {
        for (name, schema) in schemas() {
            let text = schema.to_string();
            assert!(!text.contains("null"), "{name}: {text}");
            assert!(!text.contains("$ref"), "{name}");
            assert!(!text.contains("\"@\""), "{name}");
            assert_eq!(schema["additionalProperties"], json!(false), "{name}");
            jsonschema::validator_for(&schema).expect("a valid schema");
        }
    }

    /// `PORTICO_WRITE_SCHEMAS=1 cargo test -p import` writes them anew.
    #[test]
    fn the_committed_schemas_are_fresh() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
        for (name, schema) in schemas() {
            let fresh = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
            let path = folder.join(name);
            if std::env::var_os("PORTICO_WRITE_SCHEMAS").is_some() {
                std::fs::create_dir_all(&folder).expect("the folder can be made");
                std::fs::write(&path, &fresh).expect("the schema can be written");
            }
            let committed = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(
                committed == fresh,
                "docs/schema/{name} is stale: run PORTICO_WRITE_SCHEMAS=1 cargo test -p import"
            );
        }
    }
}
